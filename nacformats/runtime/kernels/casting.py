"""The same elements in another type, in another place, or copied."""

from __future__ import annotations

from typing import Any

import numpy as np

from nacformats.errors import UnsupportedError
from nacformats.runtime.kernels._pointwise import aten_and_in_place
from nacformats.runtime.kernels._promotion import BOOL, Array, TypeName, dtype_of
from nacformats.runtime.kernels._schemas import KernelTable, aten, aten_table


@aten("view.dtype")
def _view_dtype(x: Array, dtype: TypeName) -> Array:
    """The bytes read as another type; the last dimension grows or shrinks with the size of an element.

    UnsupportedError for bool, whose bytes have to be 0 or 1.
    """
    if dtype_of(dtype) == BOOL != x.dtype:
        raise UnsupportedError("bytes read as bool", hint="compare them with 0 instead, by aten.ne.Scalar")
    return np.asarray(x, order="C").view(dtype_of(dtype))


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


#: Kernels of one expression, by the names of their operations.
_ROWS: KernelTable = {
    "alias detach detach_ lift lift_fresh resolve_conj resolve_neg": lambda x: x,
    "clone": lambda x, **_: x.copy(),
    "lift_fresh_copy": lambda x: x.copy(),
    "contiguous": lambda x, **_: np.asarray(x, order="C"),
    "to.dtype_layout": lambda x, dtype=None, copy=False, **_: _to_dtype(x, dtype, copy=copy),
    "to.device": lambda x, _device, dtype, *options: _to_dtype(x, dtype, *options),
    "to.other": lambda x, other, *options: _to_dtype(x, other.dtype, *options),
    "type_as": lambda x, other: x.astype(other.dtype, copy=False),
}
aten_table(_ROWS)


#: The same, of operations that have in-place forms.
_ROWS_AND_IN_PLACE: KernelTable = {
    "copy": lambda x, source, _non_blocking=False: np.broadcast_to(source, x.shape).astype(x.dtype)
}
aten_table(_ROWS_AND_IN_PLACE, aten_and_in_place)
