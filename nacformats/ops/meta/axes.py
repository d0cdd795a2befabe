"""Axes of shapes: counted, left out, and one size for each of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from nacformats.ops.meta.sizes import Size, differ
from nacformats.ops.meta.values import MetaShape


def axis_from_front(dim: int, rank: int) -> int:
    """Return a dimension counted from the front; IndexError where there is none."""
    if not -max(rank, 1) <= dim < max(rank, 1):
        raise IndexError(f"dimension {dim} of {rank}")
    return dim % max(rank, 1)


def without(shape: MetaShape, dims: Iterable[int], keepdim: bool = False) -> MetaShape:
    """Return a shape without some dimensions, or with the size 1 for each of them."""
    axes = {axis_from_front(dim, len(shape)) for dim in dims}
    if keepdim:
        return tuple(1 if axis in axes else size for axis, size in enumerate(shape))
    return tuple(size for axis, size in enumerate(shape) if axis not in axes)


def size_per_axis(value: Any, rank: int) -> list[Size]:
    """Return one size for each of some axes, from one for all of them or one each."""
    given = list(value) if isinstance(value, list | tuple) else [value]
    given *= rank if len(given) == 1 else 1
    if len(given) != rank:
        raise ValueError(f"{given}: expected {rank} sizes")
    return given


def check_equal(size: Size, other: Size) -> None:
    """Refuse sizes that are known to differ with a ValueError."""
    if differ(size, other):
        raise ValueError(f"sizes {size} and {other} differ")


def not_negative(size: Size) -> Size:
    """Return a size; ValueError for a number below 0."""
    if isinstance(size, int) and size < 0:
        raise ValueError(f"the size {size} is negative")
    return size
