"""The same elements in another type, in another place, or copied."""

from __future__ import annotations

from typing import Any

import numpy as np

from nacformats.errors import UnsupportedError
from nacformats.runtime.kernels._pointwise import aten_and_in_place
from nacformats.runtime.kernels._promotion import BOOL, Array, TypeName, dtype_of
from nacformats.runtime.kernels._schemas import aten


@aten("view.dtype")
def _view_dtype(x: Array, dtype: TypeName) -> Array:
    """The bytes read as another type; the last dimension grows or shrinks with the size of an element.

    UnsupportedError for bool, whose bytes have to be 0 or 1.
    """
    if dtype_of(dtype) == BOOL != x.dtype:
        raise UnsupportedError("bytes read as bool", hint="compare them with 0 instead, by aten.ne.Scalar")
    return np.asarray(x, order="C").view(dtype_of(dtype))


@aten("alias", "detach", "detach_", "lift", "lift_fresh", "resolve_conj", "resolve_neg")
def _alias(x: Array) -> Array:
    """The array as it is."""
    return x


@aten("clone")
def _clone(x: Array, **_options: Any) -> Array:
    """A copy, in row-major order."""
    return x.copy()


@aten("lift_fresh_copy")
def _lift_fresh_copy(x: Array) -> Array:
    """A copy."""
    return x.copy()


@aten("contiguous")
def _contiguous(x: Array, **_options: Any) -> Array:
    """The array in row-major order, copied only where it is not."""
    return np.asarray(x, order="C")


@aten_and_in_place("copy")
def _copy(x: Array, source: Array, _non_blocking: bool = False) -> Array:
    """The elements of the source in the shape and type of x."""
    return np.broadcast_to(source, x.shape).astype(x.dtype)


@aten("_to_copy")
def _to_copy(x: Array, dtype: TypeName = None, **_options: Any) -> Array:
    """A copy in a type."""
    return x.astype(dtype_of(dtype, x.dtype))


@aten("to.dtype")
def _to_dtype(
    x: Array, dtype: TypeName, _non_blocking: bool = False, copy: bool = False, _memory_format: Any = None
) -> Array:
    """The array in a type; the same array when it has it, unless a copy is asked for."""
    return x.astype(dtype_of(dtype, x.dtype), copy=copy)


@aten("to.dtype_layout")
def _to_dtype_layout(x: Array, dtype: TypeName = None, copy: bool = False, **_options: Any) -> Array:
    """The array in a type; where it is to lie changes nothing."""
    return _to_dtype(x, dtype, copy=copy)


@aten("to.device")
def _to_device(x: Array, _device: Any, dtype: TypeName, *options: Any) -> Array:
    """The array in a type; the device changes nothing."""
    return _to_dtype(x, dtype, *options)


@aten("to.other")
def _to_other(x: Array, other: Array, *options: Any) -> Array:
    """The array in the type of another."""
    return _to_dtype(x, other.dtype, *options)


@aten("type_as")
def _type_as(x: Array, other: Array) -> Array:
    """The array in the type of another."""
    return x.astype(other.dtype, copy=False)
