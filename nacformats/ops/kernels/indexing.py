"""Elements chosen by indices and masks, and copies with other elements at chosen places."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from nacformats.ops.dtypes import BOOL, INT64, UINT8, Array, ArrayLike, Real, category, normalize_dim
from nacformats.ops.kernels._arguments import check_mask
from nacformats.ops.kernels._schemas import aten
from nacformats.ops.kernels.parts import diagonal, dim_index, dim_slice
from nacformats.ops.promotion import as_array, as_scalar, wide_type


@aten("index_put")
@aten("_unsafe_index_put")
def _index_put(x: Array, indices: Sequence[Array | None], values: ArrayLike, accumulate: bool) -> Array:
    """Return a copy with values at indices or under masks, or with the values added there. TypeError
    for another type.
    """
    values = as_array(values, x.dtype)
    if values.dtype != x.dtype:
        raise TypeError(f"values of type {values.dtype} for an array of type {x.dtype}: expected one type")
    result = x.copy()
    selection = _selection(x, indices)
    if accumulate:
        np.add.at(result, selection, values)
    else:
        result[selection] = values
    return result


def _selection(x: Array, indices: Sequence[Array | None]) -> tuple[Any, ...]:
    """Return the NumPy index of ATen's indices: None for a whole dimension, uint8 for a mask."""
    if len(indices) > x.ndim:
        raise IndexError(f"{len(indices)} indices for an array of rank {x.ndim}")
    return tuple(slice(None) if index is None else _index_or_mask(index) for index in indices)


def _index_or_mask(index: Array) -> Array:
    if index.dtype == UINT8:
        return index.astype(BOOL)
    return index if index.dtype == BOOL else _integers(index)


def _integers(index: Array) -> Array:
    if index.dtype.kind not in "iu":
        raise TypeError(f"an index of type {index.dtype}: expected integers")
    return index


def check_range(index: Array, size: int, lowest: int = 0) -> None:
    """Raise IndexError unless every index is from `lowest` up to, without, size."""
    if index.dtype is INT64 and not lowest:  # a negative one is a large one without a sign
        inside = np.maximum.reduce(index.view(np.uint64), axis=None, initial=0) < max(size, 1)
    else:
        inside = not index.size or lowest <= index.min() <= index.max() < size
    if index.size and not (inside and size):
        raise IndexError(f"indices from {index.min()} to {index.max()}: expected {lowest} to {size - 1}")


@aten("index_select")
def _index_select(x: Array, dim: int, index: Array) -> Array:
    """Return the entries of a dimension at indices of at least 0; IndexError for one that is not there."""
    axis, index = _entries(x, dim, index)
    if x.ndim:
        return np.take(x, index, axis)
    if index.size != 1:
        raise IndexError(f"{index.size} entries of a 0-d array: expected one")
    return x


def _entries(x: Array, dim: int, index: Array, lowest: int = 0) -> tuple[int, Array]:
    """Return a dimension counted from the front, and indices of its entries as a vector."""
    axis = normalize_dim(dim, x.ndim)
    if index.ndim > 1:
        raise IndexError(f"indices of shape {index.shape}: expected a vector")
    check_range(_integers(index), x.shape[axis] if x.ndim else 1, lowest)
    return axis, index.reshape(-1)


@aten("index_add")
def _index_add(x: Array, dim: int, index: Array, source: Array, alpha: Real) -> Array:
    """Return a copy with alpha times the entries of the source added to the entries of a dimension at indices."""
    wide = wide_type(x.dtype)
    result = x.astype(wide)
    np.add.at(result, _checked_entries(x, dim, index, source), source.astype(wide) * as_scalar(alpha, wide))
    return result.astype(x.dtype, copy=False)


@aten("index_copy")
def _index_copy(x: Array, dim: int, index: Array, source: Array) -> Array:
    """Return a copy with the entries of the source as the entries of a dimension at indices."""
    result = x.copy()
    result[_checked_entries(x, dim, index, source)] = source
    return result


def _checked_entries(x: Array, dim: int, index: Array, source: Array) -> tuple[Any, ...]:
    """Return the NumPy index of entries of a dimension, after a look at what is to be put there."""
    axis, index = _entries(x, dim, index)
    if x.ndim == 0:
        raise ValueError("a 0-d array has no entries to replace")
    expected = (*x.shape[:axis], index.size, *x.shape[axis + 1 :])
    if source.shape != expected:
        raise ValueError(f"a source of shape {source.shape}: expected {expected}")
    if source.dtype != x.dtype:
        raise TypeError(f"a source of type {source.dtype} for an array of type {x.dtype}: expected one type")
    return (slice(None),) * axis + (index,)


@aten("gather")
def _gather(x: Array, dim: int, index: Array, _sparse_grad: bool = False) -> Array:
    """Return elements at indices along a dimension, in the shape of the index; IndexError for one that is not there."""
    axis = normalize_dim(dim, x.ndim)
    shape = index.shape
    source, index = same_rank(x, index)
    check_range(index, source.shape[axis])
    check_inside(index, source, axis)
    window = tuple(slice(None) if d == axis else slice(size) for d, size in enumerate(index.shape))
    return elements_along(source[window], index, axis).reshape(shape)


def elements_along(x: Array, index: Array, axis: int) -> Array:
    """Return the elements at an index along an axis, none of which is below 0: np.take_along_axis, several times
    faster.
    """
    if not x.flags.c_contiguous:
        return np.take_along_axis(x, index, axis)
    return x.reshape(-1).take(flat_places(index, x.shape, axis), mode="clip")


def flat_places(index: Array, shape: tuple[int, ...], axis: int) -> Array:
    """Return the places in a flat array of a shape that an index along an axis names; it may be smaller
    in other axes.
    """
    places, pitch = index * math.prod(shape[axis + 1 :]), 1
    for d in range(len(shape) - 1, -1, -1):
        if d != axis and index.shape[d] > 1:
            places = places + (np.arange(index.shape[d]) * pitch).reshape((-1,) + (1,) * (len(shape) - 1 - d))
        pitch *= shape[d]
    return places


def same_rank(x: Array, index: Array) -> tuple[Array, Array]:
    """Return an array and an index of its elements, a 0-d array as a vector; ValueError for two ranks."""
    vector, places = np.atleast_1d(x), np.atleast_1d(_integers(index))
    if vector.ndim != places.ndim:
        raise ValueError(f"an index of rank {index.ndim} for an array of rank {x.ndim}: expected one rank")
    return vector, places


def check_inside(index: Array, x: Array, axis: int | None = None) -> None:
    """Raise ValueError when the index is larger than the array in a dimension other than the axis."""
    if any(n > size for d, (n, size) in enumerate(zip(index.shape, x.shape, strict=True)) if d != axis):
        raise ValueError(f"an index of shape {index.shape} for an array of shape {x.shape}: expected a smaller one")


aten("index.Tensor", "_unsafe_index.Tensor")(lambda x, indices: np.asarray(x[_selection(x, indices)]))


#: What a scatter does with an element that is there and one that arrives, by the two sets of names for it.
_COMBINATIONS: dict[str, Any] = {"add": np.add, "multiply": np.multiply}
_REDUCTIONS = {"sum": np.add, "prod": np.multiply, "mean": np.add, "amax": np.maximum, "amin": np.minimum}


@aten("scatter.src", "scatter.value", "scatter.reduce", "scatter.value_reduce")
def _scatter(x: Array, dim: int, index: Array, source: ArrayLike, reduce: str | None = None) -> Array:
    """Return a copy with elements put at indices along a dimension, or ("add", "multiply") combined with what is there.

    IndexError for an index that is not there; where one occurs twice, the last element stays.
    """
    places = _Scatter(x, dim, index, source)
    if reduce is None:
        places.assign(places.source)
    elif reduce in _COMBINATIONS:
        places.combine(_COMBINATIONS[reduce])
    else:
        raise ValueError(f"reduce {reduce!r}: expected 'add' or 'multiply'")
    return places.result(x)


@aten("scatter_add")
def _scatter_add(x: Array, dim: int, index: Array, source: Array) -> Array:
    """Return a copy with elements added at indices along a dimension."""
    return _scatter(x, dim, index, source, "add")


@aten("scatter_reduce.two")
def _scatter_reduce(x: Array, dim: int, index: Array, source: Array, reduce: str, include_self: bool) -> Array:
    """Return a copy with the sum, prod, mean, amax or amin of the elements that go to one place along a dimension.

    `include_self` says whether the element that is there counts.
    """
    if reduce not in _REDUCTIONS:
        raise ValueError(f"reduce {reduce!r}: expected 'sum', 'prod', 'mean', 'amax' or 'amin'")
    places = _Scatter(x, dim, index, source)
    if not include_self:
        places.assign({"prod": 1, "sum": 0, "mean": 0}.get(reduce, places.source))
    places.combine(_REDUCTIONS[reduce])
    if reduce == "mean":
        places.divide_by_count(include_self)
    return places.result(x)


class _Scatter:
    """A copy of an array, in the type to compute in, and the places that a scatter changes in it."""

    def __init__(self, x: Array, dim: int, index: Array, source: ArrayLike) -> None:
        axis = normalize_dim(dim, x.ndim)
        target, index = same_rank(x, index)
        check_range(index, target.shape[axis])
        check_inside(index, target, axis)
        self.target = target.astype(wide_type(x.dtype), order="C").reshape(-1)
        self.places = flat_places(index, target.shape, axis)
        self.source = self._source(index, x, source)

    def _source(self, index: Array, x: Array, source: ArrayLike) -> Array:
        if not isinstance(source, np.ndarray):
            return as_scalar(source, x.dtype)
        if source.dtype != x.dtype:
            raise TypeError(f"a source of type {source.dtype} for an array of type {x.dtype}: expected one type")
        source = np.atleast_1d(source)
        if source.ndim != index.ndim:
            raise ValueError(f"a source of shape {source.shape} for an index of shape {index.shape}: expected one rank")
        check_inside(index, source)
        return source[tuple(slice(size) for size in index.shape)]

    def assign(self, value: Any) -> None:
        self.target[self.places] = value

    def combine(self, function: Any) -> None:
        function.at(self.target, self.places, self.source.astype(self.target.dtype, copy=False))

    def divide_by_count(self, include_self: bool) -> None:
        count = np.full(self.target.shape, int(include_self))
        np.add.at(count, self.places, 1)
        divide: Any = np.true_divide if category(self.target.dtype) >= 2 else np.floor_divide
        self.target = divide(self.target, np.maximum(count, 1).astype(self.target.dtype))

    def result(self, x: Array) -> Array:
        return self.target.astype(x.dtype, copy=False).reshape(x.shape)


@aten("select_scatter")
def _select_scatter(x: Array, source: Array, dim: int, index: int) -> Array:
    """Return a copy with the source as one entry of a dimension."""
    return _replaced(x, source, lambda result: result[dim_index(x, dim, index)])


@aten("slice_scatter")
def _slice_scatter(x: Array, source: Array, dim: int, start: int | None, end: int | None, step: int) -> Array:
    """Return a copy with the source as a slice of a dimension."""
    return _replaced(x, source, lambda result: result[dim_slice(x, dim, start, end, step)])


@aten("diagonal_scatter")
def _diagonal_scatter(x: Array, source: Array, offset: int, dim1: int, dim2: int) -> Array:
    """Return a copy with the source as a diagonal of two dimensions."""
    return _replaced(x, source, lambda result: diagonal(result, offset, dim1, dim2))


def _replaced(x: Array, source: Array, part_of: Callable[[Array], Array]) -> Array:
    """Return a copy in which the source replaces a part, which is a view."""
    result = x.copy()
    part = part_of(result)
    if part.shape != source.shape:
        raise ValueError(f"a source of shape {source.shape} for a part of shape {part.shape}")
    part.flags.writeable = True  # NumPy gives diagonals that cannot be written to
    part[...] = source
    return result


@aten("masked_scatter")
def _masked_scatter(x: Array, mask: Array, source: Array) -> Array:
    """Return a copy with the elements of the source, one after the other, under a mask; ValueError when there are too
    few.
    """
    check_mask(mask)
    result, mask = (array.copy() for array in np.broadcast_arrays(x, mask))
    count = np.count_nonzero(mask)
    if source.dtype != x.dtype or count > source.size:
        raise ValueError(f"{source.size} elements of type {source.dtype} for {count} places of type {x.dtype}")
    result[mask] = source.reshape(-1)[:count]
    return result
