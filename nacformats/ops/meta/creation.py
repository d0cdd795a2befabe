"""Results whose shapes are arguments."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from nacformats.ops.dtypes import FLOAT32, INT64
from nacformats.ops.meta.elementwise import promoted_type
from nacformats.ops.meta.layout import whole_size, with_axis
from nacformats.ops.meta.sizes import Size, SymbolicSize, below, differ, largest_size, unknown_size
from nacformats.ops.meta.values import TensorMeta, UnknownNumber, meta
from nacformats.ops.promotion import dtype_of

_Sizes = Sequence[Size]


def _checked(sizes: Sequence[Any]) -> tuple[Size, ...]:
    shape = tuple(map(whole_size, sizes))
    if any(below(size, 0) for size in shape):
        raise ValueError(f"{list(shape)} has a negative size")
    return shape


@meta
def sized(place: int, *arguments: Any) -> TensorMeta:
    """Describe a tensor whose shape is the argument at a place, and whose type is the last argument."""
    return TensorMeta(dtype_of(arguments[-1]), _checked(arguments[place]))


@meta
def _filled(size: _Sizes, fill_value: Any, dtype: Any) -> TensorMeta:
    """Describe a shape; the type is named, or that of a number."""
    return TensorMeta(dtype_of(dtype, promoted_type(fill_value)), _checked(size))


@meta
def converted(place: int, x: TensorMeta, *options: Any) -> TensorMeta:
    """Describe the shape of the operand; the option at a place may name a type."""
    return TensorMeta(dtype_of(options[place], x.dtype), x.shape)


@meta
def bits_as(x: TensorMeta, dtype: Any) -> TensorMeta:
    """Describe the same bytes in another type."""
    wanted = dtype_of(dtype)
    old, new = x.dtype.itemsize, wanted.itemsize
    if old == new:
        return TensorMeta(wanted, x.shape)
    if not x.shape or differ(x.shape[-1] * old % new, 0):
        raise ValueError(f"view: {list(x.shape)} of {x.dtype} as {wanted}")
    return TensorMeta(wanted, (*x.shape[:-1], x.shape[-1] * old // new))


@meta
def counted(place: int, *arguments: Any) -> TensorMeta:
    """Describe a vector of a length, the argument at a place, in the type that is the last argument."""
    return sized(0, [arguments[place]], arguments[-1])


@meta
def counted_up(*arguments: Any) -> TensorMeta:
    """Describe numbers from a start to before an end in steps."""
    *bounds, dtype = arguments
    start, end, step = (0, *bounds, 1) if len(bounds) == 1 else (*bounds, 1)[:3]
    return TensorMeta(dtype_of(dtype, _range_type(start, end, step)), (_steps(start, end, step, rounded=math.ceil),))


@meta
def counted_through(*arguments: Any) -> TensorMeta:
    """Describe numbers from a start to an end, which is one of them."""
    *bounds, dtype = arguments
    start, end, step = (*bounds, 1)[:3]
    return TensorMeta(dtype_of(dtype), (_steps(start, end, step, rounded=math.floor) + 1,))


def _range_type(*numbers: Any) -> Any:
    return INT64 if all(map(_is_whole, numbers)) else FLOAT32


def _is_whole(number: Any) -> bool:
    return isinstance(number, int | SymbolicSize) or (isinstance(number, UnknownNumber) and number.kind is int)


def _steps(start: Any, end: Any, step: Any, *, rounded: Any) -> Size:
    if step == 0:
        raise ValueError("arange: a step of 0")
    if any(isinstance(number, UnknownNumber) for number in (start, end, step)):
        return unknown_size()
    if not all(map(_is_whole, (start, end, step))):
        length = rounded((end - start) / step)
    elif rounded is math.ceil:
        length = -((start - end) // step)
    else:
        length = (end - start) // step
    if below(length, 0):
        raise ValueError(f"arange: from {start} to {end} in steps of {step}")
    return length if isinstance(length, int) else largest_size(length, 0)


@meta
def drawn_indices(x: TensorMeta, num_samples: Any, *_rest: Any) -> TensorMeta:
    """Describe indices of each row, as many as are asked for."""
    return TensorMeta(INT64, with_axis(x.shape, x.ndim - 1, whole_size(num_samples)))
