"""Results that are parts of a tensor: selected, sliced, split."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from nacformats.ops.dtypes import normalize_dim
from nacformats.ops.meta.layout import sum_of, whole_size, with_axis
from nacformats.ops.meta.sizes import (
    MetaError,
    Size,
    SymbolicSize,
    below,
    differ,
    largest_size,
    smallest_size,
    unknown_size,
)
from nacformats.ops.meta.values import TensorMeta, UnknownNumber, meta

_Sizes = Sequence[Size]


@meta
def selected(x: TensorMeta, dim: int, index: Any) -> TensorMeta:
    """One entry of an axis, which disappears."""
    if not x.ndim:
        raise IndexError("a scalar has nothing to select from")
    axis = normalize_dim(dim, x.ndim)
    size = x.shape[axis]
    if isinstance(index, int) and isinstance(size, int) and not -size <= index < size:
        raise IndexError(f"index {index} of an axis of size {size}")
    return TensorMeta(x.dtype, with_axis(x.shape, axis))


def place_in(value: Any, size: Size, default: Size) -> Size:
    """Return where a slice of an axis begins or ends: counted from the front, and inside."""
    if value is None:
        return default
    place = whole_size(value)
    if isinstance(place, int):
        if place >= 2**62:
            return size
        return largest_size(size + place, 0) if place < 0 else smallest_size(place, size)
    return smallest_size(place, size)


@meta
def sliced(x: TensorMeta, dim: int, start: Any, end: Any, step: Any) -> TensorMeta:
    """A part of an axis."""
    if not x.ndim or (isinstance(step, int) and step < 1):
        raise ValueError(f"slice: step {step} of an array of rank {x.ndim}")
    axis = normalize_dim(dim, x.ndim)
    size = x.shape[axis]
    first, last = place_in(start, size, 0), place_in(end, size, size)
    length = largest_size(last - first, 0)
    if _is_open(start) or _is_open(end):
        length = unknown_size(at_most=size)
    return TensorMeta(x.dtype, with_axis(x.shape, axis, length if step == 1 else (length + step - 1) // step))


def _is_open(value: Any) -> bool:
    return isinstance(value, TensorMeta | UnknownNumber)


@meta
def strided(x: TensorMeta, size: _Sizes, *_rest: Any) -> TensorMeta:
    """The shape that is given."""
    return TensorMeta(x.dtype, tuple(map(whole_size, size)))


def _pieces(x: TensorMeta, axis: int, sizes: Iterable[Size]) -> tuple[TensorMeta, ...]:
    return tuple(TensorMeta(x.dtype, with_axis(x.shape, axis, size)) for size in sizes)


@meta
def split_up(x: TensorMeta, split_size: Any, dim: int) -> tuple[TensorMeta, ...]:
    """Parts of one size, the last may be smaller; or of the sizes that are given."""
    if not x.ndim:
        raise ValueError("split: an array of rank 0")
    axis = normalize_dim(dim, x.ndim)
    size = x.shape[axis]
    if isinstance(split_size, list | tuple):
        sizes = [whole_size(each) for each in split_size]
        if differ(sum_of(sizes), size):
            raise ValueError(f"split: sizes {sizes} of an axis of size {size}")
        return _pieces(x, axis, sizes)
    if below(split_size, 0) or (split_size == 0 and size != 0):
        raise ValueError(f"split: parts of size {split_size} of an axis of size {size}")
    count = size // split_size if split_size != 0 else 1
    if not isinstance(count, int):
        raise MetaError(f"the number of parts of size {split_size} of {size} is not known")
    rest = size - split_size * count
    return _pieces(x, axis, [split_size] * count + ([] if rest == 0 and count else [rest]))


@meta
def chunked(x: TensorMeta, chunks: int, dim: int) -> tuple[TensorMeta, ...]:
    """A number of parts of one size, or fewer; the last may be smaller."""
    if chunks < 1:
        raise ValueError(f"chunk: {chunks} parts")
    if not x.ndim:
        raise ValueError("chunk: an array of rank 0")
    axis = normalize_dim(dim, x.ndim)
    size = x.shape[axis]
    if size == 0:
        return _pieces(x, axis, [0] * chunks)
    if isinstance(size, SymbolicSize) and size % chunks == 0:
        return _pieces(x, axis, [size // chunks] * chunks)
    return split_up(x, (size + chunks - 1) // chunks, dim)


@meta
def split_at(x: TensorMeta, places: Any, dim: int) -> tuple[TensorMeta, ...]:
    """A number of parts whose sizes differ by one at most; or parts between places."""
    axis = normalize_dim(dim, x.ndim)
    if not x.ndim:
        raise ValueError("tensor_split: an array of rank 0")
    size = x.shape[axis]
    if isinstance(places, TensorMeta):
        if places.ndim != 1 or not isinstance(places.shape[0], int):
            raise MetaError("data decides the number of parts")
        return _pieces(x, axis, [unknown_size(at_most=size) for _ in range(places.shape[0] + 1)])
    if not isinstance(places, list | tuple):
        if places < 1:
            raise ValueError(f"tensor_split: {places} parts")
        rest = size % places
        more = [
            part < rest if isinstance(rest, int) else smallest_size(1, largest_size(rest - part, 0))
            for part in range(places)
        ]
        return _pieces(x, axis, [size // places + one for one in more])
    marks = [0, *(place_in(place, size, 0) for place in places), size]
    return _pieces(x, axis, [largest_size(end - start, 0) for start, end in pairwise(marks)])


@meta
def unbound_axis(x: TensorMeta, dim: int) -> tuple[TensorMeta, ...]:
    """Each entry of an axis, which disappears."""
    if not x.ndim:
        raise ValueError("unbind: an array of rank 0")
    axis = normalize_dim(dim, x.ndim)
    size = x.shape[axis]
    if not isinstance(size, int):
        raise MetaError(f"unbind: the number of entries, {size}, is not known")
    return (TensorMeta(x.dtype, with_axis(x.shape, axis)),) * size


@meta
def unfolded(x: TensorMeta, dimension: int, size: int, step: int) -> TensorMeta:
    """Windows of an axis, in a new last axis."""
    axis = normalize_dim(dimension, x.ndim)
    own: Size = x.shape[axis] if x.shape else 1
    if below(own, size) or below(size, 0) or step < 1:
        raise ValueError(f"unfold: windows of {size} in steps of {step} of an axis of size {own}")
    if not x.ndim:
        return TensorMeta(x.dtype, (size,))
    return TensorMeta(x.dtype, (*with_axis(x.shape, axis, (own - size) // step + 1), size))
