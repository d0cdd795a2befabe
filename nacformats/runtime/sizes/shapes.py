"""Arithmetic of shapes: elements, rows and axes, as upper bounds where sizes are wrong."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any, TypeAlias

_Shape: TypeAlias = Sequence[int]


def elements_of(sizes: Iterable[int]) -> int:
    """The number of elements of a shape; the operation itself refuses negative sizes."""
    elements: int = math.prod([max(size, 0) for size in sizes])
    return elements


def broadcast_sizes(shapes: Iterable[_Shape]) -> tuple[int, ...]:
    """The shape that shapes broadcast to; of two sizes that do not fit, the larger one."""
    ends = zip_longest(*(tuple(reversed(tuple(shape))) for shape in shapes), fillvalue=1)
    return tuple(reversed([max(sizes) for sizes in ends]))


def axis_of(dim: int, rank: int) -> int:
    """A dimension counted from the front."""
    return dim + rank if dim < 0 else dim


def size_at(x: Any, dim: int) -> int:
    """The size of one dimension; that of a 0-d tensor is 1."""
    return int(x.shape[axis_of(dim, len(x.shape))]) if len(x.shape) else 1


def spatial_sizes(value: Any, rank: int, default: int = 1) -> list[int]:
    """One integer for each of the spatial axes, from one for all of them, one each, or none."""
    given = [value] if isinstance(value, int) else list(value or [])
    if len(given) == 1:
        given *= rank
    return given if len(given) == rank else [default] * rank
