"""Results that several tensors are put together to, or broadcast to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nacformats.ops.dtypes import normalize_dim
from nacformats.ops.meta.elementwise import broadcast_shape, promoted_type
from nacformats.ops.meta.layout import at_least, sum_of, unified
from nacformats.ops.meta.sizes import differ, largest_size, product
from nacformats.ops.meta.values import MetaShape, TensorMeta, meta


@meta
def broadcast_together(tensors: Sequence[TensorMeta]) -> tuple[TensorMeta, ...]:
    """All in the shape that they broadcast to."""
    shape = broadcast_shape(each.shape for each in tensors)
    return tuple(TensorMeta(each.dtype, shape) for each in tensors)


@meta
def grid(tensors: Sequence[TensorMeta], indexing: str = "ij") -> tuple[TensorMeta, ...]:
    """A grid of the elements of several."""
    sizes = [each.size for each in tensors]
    if indexing == "xy" and len(sizes) > 1:
        sizes[:2] = sizes[1::-1]
    return tuple(TensorMeta(each.dtype, tuple(sizes)) for each in tensors)


@meta
def all_pairs(tensors: Sequence[TensorMeta]) -> TensorMeta:
    """Rows of one element of each."""
    count = product(each.size for each in tensors)
    return TensorMeta(promoted_type(*tensors), (count, len(tensors)) if len(tensors) > 1 else (count,))


@meta
def padded_together(sequences: Sequence[TensorMeta], batch_first: bool, _value: float, _side: str) -> TensorMeta:
    """Sequences of different lengths, one after the other."""
    length, count = largest_size(*(each.shape[0] for each in sequences)), len(sequences)
    lead = (count, length) if batch_first else (length, count)
    return TensorMeta(sequences[0].dtype, (*lead, *sequences[0].shape[1:]))


@meta
def _joined(tensors: Sequence[TensorMeta], dim: int = 0) -> TensorMeta:
    """One after the other along an axis; empty vectors add nothing."""
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
    """One after the other along a new axis."""
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
    """Along the second axis, vectors as columns."""
    parts = [TensorMeta(x.dtype, (x.size, 1)) if x.ndim < 2 else x for x in tensors]
    return _joined(parts, 1)


@meta
def on_diagonal(tensors: Sequence[TensorMeta]) -> TensorMeta:
    """Matrices along the diagonal of a larger one."""
    shapes = [each.shape for each in at_least(2, tensors)]
    rows, columns = (sum_of(shape[axis] for shape in shapes) for axis in (0, 1))
    return TensorMeta(promoted_type(*tensors), (rows, columns))
