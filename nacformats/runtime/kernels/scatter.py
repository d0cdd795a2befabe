"""Copies of an array with other elements at chosen places."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from nacformats.runtime.kernels._pointwise import aten_and_in_place
from nacformats.runtime.kernels._promotion import Array, ArrayLike, as_scalar, category, normalize_dim, wide_type
from nacformats.runtime.kernels._schemas import aten
from nacformats.runtime.kernels.indexing import check_inside, check_mask, check_range, same_rank
from nacformats.runtime.kernels.parts import diagonal, dim_index, dim_slice

#: What a scatter does with an element that is there and one that arrives.
_REDUCTIONS: dict[str, Any] = {
    "add": np.add,
    "multiply": np.multiply,
    "sum": np.add,
    "mean": np.add,
    "prod": np.multiply,
    "amax": np.maximum,
    "amin": np.minimum,
}


@aten_and_in_place("scatter.src", "scatter.value", "scatter.reduce", "scatter.value_reduce")
def _scatter(x: Array, dim: int, index: Array, source: ArrayLike, reduce: str | None = None) -> Array:
    """A copy with elements put at indices along a dimension, or ("add", "multiply") combined with what is there.

    IndexError for an index that is not there; where one occurs twice, the last element stays.
    """
    places = _Scatter(x, dim, index, source)
    if reduce is None:
        places.assign(places.source)
    elif reduce in {"add", "multiply"}:
        places.combine(_REDUCTIONS[reduce])
    else:
        raise ValueError(f"reduce {reduce!r}: expected 'add' or 'multiply'")
    return places.result(x)


@aten_and_in_place("scatter_add")
def _scatter_add(x: Array, dim: int, index: Array, source: Array) -> Array:
    """A copy with elements added at indices along a dimension."""
    return _scatter(x, dim, index, source, "add")


@aten_and_in_place("scatter_reduce.two")
def _scatter_reduce(x: Array, dim: int, index: Array, source: Array, reduce: str, include_self: bool = True) -> Array:
    """A copy with the sum, prod, mean, amax or amin of the elements that go to one place along a dimension.

    `include_self` says whether the element that is there counts.
    """
    if reduce not in {"sum", "prod", "mean", "amax", "amin"}:
        raise ValueError(f"reduce {reduce!r}: expected 'sum', 'prod', 'mean', 'amax' or 'amin'")
    places = _Scatter(x, dim, index, source)
    if not include_self:
        places.assign({"prod": 1, "sum": 0, "mean": 0}.get(reduce, places.source))
    places.combine(_REDUCTIONS[reduce])
    if reduce == "mean":
        places.divide_by_count(include_self)
    return places.result(x)


@aten_and_in_place("index_reduce")
def _index_reduce(x: Array, dim: int, index: Array, source: Array, reduce: str, include_self: bool = True) -> Array:
    """A copy with the prod, mean, amax or amin of the entries of a dimension that go to one place."""
    if reduce == "sum" or index.ndim > 1 or source.ndim != x.ndim:
        raise ValueError(f"reduce {reduce!r} of shape {source.shape} by an index of shape {index.shape}")
    axis = normalize_dim(dim, x.ndim)
    places = index.reshape((-1,) + (1,) * (max(x.ndim, 1) - 1 - axis))
    return _scatter_reduce(x, dim, np.broadcast_to(places, source.shape), source, reduce, include_self)


@aten_and_in_place("put")
def _put(x: Array, index: Array, source: Array, accumulate: bool = False) -> Array:
    """A copy with elements at places of the flattened array replaced, or added to; IndexError for one not there."""
    if source.dtype != x.dtype or source.size != index.size:
        raise ValueError(f"{source.size} elements of {source.dtype} for {index.size} places of {x.dtype}")
    if index.dtype.kind not in "iu":
        raise TypeError(f"an index of type {index.dtype}: expected integers")
    flat = x.reshape(-1).astype(wide_type(x.dtype))
    if accumulate:
        np.add.at(flat, index.reshape(-1), source.reshape(-1).astype(flat.dtype, copy=False))
    else:
        flat[index.reshape(-1)] = source.reshape(-1)
    return flat.astype(x.dtype, copy=False).reshape(x.shape)


class _Scatter:
    """A copy of an array, in the type to compute in, and the places that a scatter changes in it."""

    def __init__(self, x: Array, dim: int, index: Array, source: ArrayLike) -> None:
        axis = normalize_dim(dim, x.ndim)
        target, index = same_rank(x, index)
        check_range(index, target.shape[axis])
        check_inside(index, target, axis)
        self.target = target.astype(wide_type(x.dtype))
        grid = np.ix_(*(np.arange(size) for size in index.shape))
        self.places = (*grid[:axis], index, *grid[axis + 1 :])
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
    """A copy with the source as one entry of a dimension."""
    return _replaced(x, source, lambda result: result[dim_index(x, dim, index)])


@aten("slice_scatter")
def _slice_scatter(
    x: Array, source: Array, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1
) -> Array:
    """A copy with the source as a slice of a dimension."""
    return _replaced(x, source, lambda result: result[dim_slice(x, dim, start, end, step)])


@aten("diagonal_scatter")
def _diagonal_scatter(x: Array, source: Array, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Array:
    """A copy with the source as a diagonal of two dimensions."""
    return _replaced(x, source, lambda result: diagonal(result, offset, dim1, dim2))


def _replaced(x: Array, source: Array, part_of: Callable[[Array], Array]) -> Array:
    """A copy in which the source replaces a part, which is a view."""
    result = x.copy()
    part = part_of(result)
    if part.shape != source.shape:
        raise ValueError(f"a source of shape {source.shape} for a part of shape {part.shape}")
    part.flags.writeable = True  # NumPy gives diagonals that cannot be written to
    part[...] = source
    return result


@aten_and_in_place("masked_scatter")
def _masked_scatter(x: Array, mask: Array, source: Array) -> Array:
    """A copy with the elements of the source, one after the other, under a mask; ValueError when there are too few."""
    check_mask(mask)
    result, mask = (array.copy() for array in np.broadcast_arrays(x, mask))
    count = np.count_nonzero(mask)
    if source.dtype != x.dtype or count > source.size:
        raise ValueError(f"{source.size} elements of type {source.dtype} for {count} places of type {x.dtype}")
    result[mask] = source.reshape(-1)[:count]
    return result
