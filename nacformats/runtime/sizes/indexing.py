"""The cost of what takes elements by indices, or puts them there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nacformats.runtime.sizes.measures import count, is_engine_tensor, rows_beside, width
from nacformats.runtime.sizes.shapes import axis_of, broadcast_sizes, elements_of, size_at
from nacformats.runtime.sizes.table import INDEX, Cost, by_operands


def _elements_and_indices(x: Any, indices: Sequence[Any]) -> tuple[int, int]:
    """The most elements that a list of indices selects (None takes a whole dimension), and the number of indices."""
    shapes: list[tuple[int, ...]] = []
    taken: set[int] = set()
    axis, masks = 0, 0
    for index in indices:
        if index is None:
            axis += 1
            continue
        is_mask = index.dtype.itemsize == 1 and "bool" in str(index.dtype)
        covered = len(index.shape) if is_mask else 1
        taken.update(range(axis, axis + covered))
        shapes.append((count(index),) if is_mask else tuple(index.shape))
        masks += is_mask
        axis += covered
    rest = elements_of(size for place, size in enumerate(x.shape) if place not in taken)
    chosen = elements_of(broadcast_sizes(shapes))
    return chosen * rest, chosen * max(len(shapes), 1) + sum(elements_of(shape) for shape in shapes) * (1 + masks)


@by_operands("index _unsafe_index")
def _indexed(x: Any, indices: Sequence[Any]) -> Cost:
    """index: the elements at indices that broadcast."""
    size, places = _elements_and_indices(x, indices)
    return Cost(size * x.dtype.itemsize * 2 + places * INDEX * 2, size)


@by_operands("index_put _unsafe_index_put")
def _put_at_indices(x: Any, indices: Sequence[Any], values: Any, *_arguments: Any, **_options: Any) -> Cost:
    """index_put: a copy, and values for the elements at indices that broadcast."""
    size, places = _elements_and_indices(x, indices)
    return Cost((count(x) * 2 + size * 2) * width(x, values) + places * INDEX * 4, size + count(x))


@by_operands("index_select")
def _selected(x: Any, dim: int, index: Any, *_arguments: Any) -> Cost:
    """index_select: entries of one dimension."""
    size = rows_beside(x, dim) * count(index)
    return Cost(size * x.dtype.itemsize * 2 + count(index) * INDEX, size)


@by_operands("take")
def _taken(x: Any, index: Any) -> Cost:
    """take: elements by their place in the flattened tensor."""
    size = count(index)
    flat = count(x) * x.dtype.itemsize
    return Cost(size * (x.dtype.itemsize + INDEX) * 2 + flat, size)


@by_operands("gather")
def _gathered(x: Any, dim: int, index: Any) -> Cost:
    """gather: one element for each index."""
    del dim
    return Cost(count(index) * (x.dtype.itemsize + 4 * INDEX), count(index))


@by_operands("take_along_dim")
def _gathered_along(x: Any, index: Any, dim: int | None = None) -> Cost:
    """take_along_dim: one element for each index, whose shape broadcasts with the dimensions that are not named."""
    if dim is None:
        return _taken(x, index)
    axis = axis_of(dim, len(x.shape))
    others = [1 if place == axis else size for place, size in enumerate(x.shape)]
    size = elements_of(broadcast_sizes((index.shape, others)))
    return Cost(size * (x.dtype.itemsize + 4 * INDEX), size)


@by_operands("masked_select")
def _masked(x: Any, mask: Any, *_arguments: Any) -> Cost:
    """masked_select: both are broadcast."""
    size = elements_of(broadcast_sizes((x.shape, mask.shape)))
    return Cost(size * (2 * x.dtype.itemsize + 1 + INDEX), size)


@by_operands(
    "scatter scatter_add scatter_reduce put select_scatter slice_scatter diagonal_scatter masked_scatter "
    "as_strided_scatter"
)
def _changed(x: Any, *arguments: Any, **options: Any) -> Cost:
    """Copies of a tensor, and indices and sources as large as they are."""
    operands = [each for each in (*arguments, *options.values()) if is_engine_tensor(each)]
    given = max((count(each) for each in operands), default=0)
    rest = elements_of(x.shape[1:]) if len(x.shape) else 1
    by_index = max((count(each) for each in operands if len(each.shape) <= 1), default=0)
    size = max(given, min(by_index * rest, given * rest))
    return Cost(count(x) * width(x) * 3 + size * (width(x) * 2 + 4 * INDEX), count(x) + size)


@by_operands("index_add index_copy index_fill index_reduce")
def _entries(x: Any, dim: int, index: Any, *arguments: Any, **_options: Any) -> Cost:
    """index_add and its like: a copy, and an entry of one dimension for each index."""
    size = rows_beside(x, dim) * count(index)
    given = count(*(each for each in arguments if is_engine_tensor(each)))
    return Cost(count(x) * width(x) * 3 + (size + given) * (width(x) * 2 + INDEX), count(x) + size)


@by_operands("nonzero argwhere nonzero_numpy where")
def _found(x: Any) -> Cost:
    """nonzero: an index along each dimension for every element."""
    size = count(x)
    return Cost(size * (2 * INDEX * max(len(x.shape), 1) + 1), size)


@by_operands("mind.gather")
def _taken_along_axis(x: Any, indices: Any, axis: int = 0) -> Cost:
    """mind.gather: the shape of the indices takes the place of an axis."""
    size = rows_beside(x, axis) * count(indices) if size_at(x, axis) else 0
    return Cost(size * x.dtype.itemsize + count(indices) * INDEX, size)


@by_operands("_unique2 unique_dim unique_consecutive")
def _different(x: Any, *_arguments: Any, **_options: Any) -> Cost:
    """unique: the elements sorted, with several indices beside them."""
    size = count(x)
    return Cost(size * (width(x) * 4 + INDEX * 6), size * max(size, 2).bit_length())


@by_operands("isin")
def _among(x: Any, y: Any, **_options: Any) -> Cost:
    """isin: both sorted together."""
    size = sum(count(each) if is_engine_tensor(each) else 1 for each in (x, y))
    wide = width(*(each for each in (x, y) if is_engine_tensor(each)))
    return Cost(size * (wide * 4 + INDEX * 6), size * max(size, 2).bit_length())
