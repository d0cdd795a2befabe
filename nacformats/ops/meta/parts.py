"""Results that are parts of a tensor (selected, sliced, split), or that several are put together to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from nacformats.ops.dtypes import normalize_dim
from nacformats.ops.meta.elementwise import broadcast_shape, promoted_type
from nacformats.ops.meta.layout import at_least, sum_of, unified, whole_size, with_axis
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
from nacformats.ops.meta.values import MetaShape, TensorMeta, UnknownNumber, meta

_Sizes = Sequence[Size]


@meta
def selected(x: TensorMeta, dim: int, index: Any) -> TensorMeta:
    """Describe one entry of an axis, which disappears."""
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
    """Describe a part of an axis."""
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


def _pieces(x: TensorMeta, axis: int, sizes: Iterable[Size]) -> tuple[TensorMeta, ...]:
    return tuple(TensorMeta(x.dtype, with_axis(x.shape, axis, size)) for size in sizes)


@meta
def split_up(x: TensorMeta, split_size: Any, dim: int) -> tuple[TensorMeta, ...]:
    """Describe parts of one size, the last may be smaller; or of the sizes that are given."""
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
    """Describe a number of parts of one size, or fewer; the last may be smaller."""
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
    """Describe a number of parts whose sizes differ by one at most; or parts between places."""
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
    """Describe each entry of an axis, which disappears."""
    if not x.ndim:
        raise ValueError("unbind: an array of rank 0")
    axis = normalize_dim(dim, x.ndim)
    size = x.shape[axis]
    if not isinstance(size, int):
        raise MetaError(f"unbind: the number of entries, {size}, is not known")
    return (TensorMeta(x.dtype, with_axis(x.shape, axis)),) * size


@meta
def unfolded(x: TensorMeta, dimension: int, size: int, step: int) -> TensorMeta:
    """Describe windows of an axis, in a new last axis."""
    axis = normalize_dim(dimension, x.ndim)
    own: Size = x.shape[axis] if x.shape else 1
    if below(own, size) or below(size, 0) or step < 1:
        raise ValueError(f"unfold: windows of {size} in steps of {step} of an axis of size {own}")
    if not x.ndim:
        return TensorMeta(x.dtype, (size,))
    return TensorMeta(x.dtype, (*with_axis(x.shape, axis, (own - size) // step + 1), size))


# put together


@meta
def broadcast_together(tensors: Sequence[TensorMeta]) -> tuple[TensorMeta, ...]:
    """Describe all tensors in the shape that they broadcast to."""
    shape = broadcast_shape(each.shape for each in tensors)
    return tuple(TensorMeta(each.dtype, shape) for each in tensors)


@meta
def grid(tensors: Sequence[TensorMeta], indexing: str = "ij") -> tuple[TensorMeta, ...]:
    """Describe a grid of the elements of several."""
    sizes = [each.size for each in tensors]
    if indexing == "xy" and len(sizes) > 1:
        sizes[:2] = sizes[1::-1]
    return tuple(TensorMeta(each.dtype, tuple(sizes)) for each in tensors)


@meta
def padded_together(sequences: Sequence[TensorMeta], batch_first: bool, _value: float, _side: str) -> TensorMeta:
    """Describe sequences of different lengths, one after the other."""
    length, count = largest_size(*(each.shape[0] for each in sequences)), len(sequences)
    lead = (count, length) if batch_first else (length, count)
    return TensorMeta(sequences[0].dtype, (*lead, *sequences[0].shape[1:]))


@meta
def _joined(tensors: Sequence[TensorMeta], dim: int = 0) -> TensorMeta:
    """Describe tensors one after the other along an axis; empty vectors add nothing."""
    if not tensors:
        raise ValueError("cat: no tensors")
    parts = [each for each in tensors if each.shape != (0,)] or list(tensors[:1])
    first, dtype = parts[0], promoted_type(*tensors)
    if not first.ndim or len({each.ndim for each in parts}) > 1:
        raise ValueError(f"cat: tensors of shapes {', '.join(str(list(each.shape)) for each in parts)}")
    axis = normalize_dim(dim, first.ndim)
    return TensorMeta(dtype, joined_sizes([each.shape for each in parts], axis))


def joined_sizes(shapes: Sequence[MetaShape], axis: int) -> MetaShape:
    """Return the shape of arrays of one rank, one after the other along an axis; ValueError where sizes differ."""
    joined = list(shapes[0])
    for shape in shapes[1:]:
        for place, size in enumerate(shape):
            joined[place] = joined[place] + size if place == axis else unified(joined[place], size, "cat")
    return tuple(joined)


@meta
def stacked(tensors: Sequence[TensorMeta], dim: int = 0) -> TensorMeta:
    """Describe tensors one after the other along a new axis."""
    if not tensors:
        raise ValueError("stack: no tensors")
    axis = normalize_dim(dim, tensors[0].ndim + 1)
    shapes = list(dict.fromkeys(each.shape for each in tensors))
    if _conflict(shapes):
        raise ValueError(f"stack: shapes {', '.join(str(list(shape)) for shape in shapes)} differ")
    shape = broadcast_shape(shapes)
    return TensorMeta(promoted_type(*tensors), (*shape[:axis], len(tensors), *shape[axis:]))


def _conflict(shapes: Iterable[MetaShape]) -> bool:
    first, *rest = shapes
    return any(len(shape) != len(first) or any(map(differ, shape, first)) for shape in rest)


@meta
def joined_columns(tensors: Sequence[TensorMeta]) -> TensorMeta:
    """Describe tensors joined along the second axis, vectors as columns."""
    parts = [TensorMeta(x.dtype, (x.size, 1)) if x.ndim < 2 else x for x in tensors]
    return _joined(parts, 1)


@meta
def on_diagonal(tensors: Sequence[TensorMeta]) -> TensorMeta:
    """Describe matrices along the diagonal of a larger one."""
    shapes = [each.shape for each in at_least(2, tensors)]
    rows, columns = (sum_of(shape[axis] for shape in shapes) for axis in (0, 1))
    return TensorMeta(promoted_type(*tensors), (rows, columns))
