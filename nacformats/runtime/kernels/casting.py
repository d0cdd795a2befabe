"""The same elements in another type, in another place, or copied."""

from __future__ import annotations

from typing import Any

import numpy as np

from nacformats.errors import UnsupportedError
from nacformats.runtime.kernels._pointwise import kernel_and_in_place
from nacformats.runtime.kernels._promotion import BOOL, Array, TypeName, dtype_of
from nacformats.runtime.operators import kernel


@kernel("aten.view.dtype(Tensor self, dtype dtype)")
def _view_dtype(x: Array, dtype: TypeName) -> Array:
    """The bytes read as another type; the last dimension grows or shrinks with the size of an element.

    UnsupportedError for bool, whose bytes have to be 0 or 1.
    """
    if dtype_of(dtype) == BOOL != x.dtype:
        raise UnsupportedError("bytes read as bool", hint="compare them with 0 instead, by aten.ne.Scalar")
    return np.asarray(x, order="C").view(dtype_of(dtype))


@kernel(
    "aten.alias.default(Tensor self)",
    "aten.detach.default(Tensor self)",
    "aten.detach_.default(Tensor self)",
    "aten.lift.default(Tensor self)",
    "aten.lift_fresh.default(Tensor self)",
    "aten.resolve_conj.default(Tensor self)",
    "aten.resolve_neg.default(Tensor self)",
)
def _alias(x: Array) -> Array:
    """The array as it is."""
    return x


@kernel("aten.clone.default(Tensor self, *, memory_format? memory_format=None)")
def _clone(x: Array, **_options: Any) -> Array:
    """A copy, in row-major order."""
    return x.copy()


@kernel("aten.lift_fresh_copy.default(Tensor self)")
def _lift_fresh_copy(x: Array) -> Array:
    """A copy."""
    return x.copy()


@kernel("aten.contiguous.default(Tensor self, *, memory_format memory_format=0)")
def _contiguous(x: Array, **_options: Any) -> Array:
    """The array in row-major order, copied only where it is not."""
    return np.asarray(x, order="C")


@kernel_and_in_place("aten.copy.default(Tensor self, Tensor src, bool non_blocking=False)")
def _copy(x: Array, source: Array, _non_blocking: bool = False) -> Array:
    """The elements of the source in the shape and type of x."""
    return np.broadcast_to(source, x.shape).astype(x.dtype)


@kernel(
    "aten._to_copy.default(Tensor self, *, dtype? dtype=None, layout? layout=None, device? device=None, "
    "bool? pin_memory=None, bool non_blocking=False, memory_format? memory_format=None)"
)
def _to_copy(x: Array, dtype: TypeName = None, **_options: Any) -> Array:
    """A copy in a type."""
    return x.astype(dtype_of(dtype, x.dtype))


@kernel(
    "aten.to.dtype(Tensor self, dtype dtype, bool non_blocking=False, bool copy=False, "
    "memory_format? memory_format=None)"
)
def _to_dtype(
    x: Array, dtype: TypeName, _non_blocking: bool = False, copy: bool = False, _memory_format: Any = None
) -> Array:
    """The array in a type; the same array when it has it, unless a copy is asked for."""
    return x.astype(dtype_of(dtype, x.dtype), copy=copy)


@kernel(
    "aten.to.dtype_layout(Tensor self, *, dtype? dtype=None, layout? layout=None, device? device=None, "
    "bool? pin_memory=None, bool non_blocking=False, bool copy=False, memory_format? memory_format=None)"
)
def _to_dtype_layout(x: Array, dtype: TypeName = None, copy: bool = False, **_options: Any) -> Array:
    """The array in a type; where it is to lie changes nothing."""
    return _to_dtype(x, dtype, copy=copy)


@kernel(
    "aten.to.device(Tensor self, device device, dtype dtype, bool non_blocking=False, bool copy=False, "
    "memory_format? memory_format=None)"
)
def _to_device(x: Array, _device: Any, dtype: TypeName, *options: Any) -> Array:
    """The array in a type; the device changes nothing."""
    return _to_dtype(x, dtype, *options)


@kernel(
    "aten.to.other(Tensor self, Tensor other, bool non_blocking=False, bool copy=False, "
    "memory_format? memory_format=None)"
)
def _to_other(x: Array, other: Array, *options: Any) -> Array:
    """The array in the type of another."""
    return _to_dtype(x, other.dtype, *options)


@kernel("aten.type_as.default(Tensor self, Tensor other)")
def _type_as(x: Array, other: Array) -> Array:
    """The array in the type of another."""
    return x.astype(other.dtype, copy=False)
