"""Elements chosen by indices and masks, and entries of a dimension replaced."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from nacformats.runtime.kernels._pointwise import aten_and_in_place
from nacformats.runtime.kernels._promotion import (
    BOOL,
    UINT8,
    Array,
    ArrayLike,
    Real,
    as_array,
    as_scalar,
    normalize_dim,
    wide_type,
)
from nacformats.runtime.kernels._schemas import KernelTable, aten, aten_table


@aten_and_in_place("index_put")
@aten("_unsafe_index_put")
def _index_put(x: Array, indices: Sequence[Array | None], values: ArrayLike, accumulate: bool = False) -> Array:
    """A copy with values at indices or under masks, or with the values added there. TypeError for another type."""
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
    """The NumPy index of ATen's indices: None for a whole dimension, uint8 for a mask."""
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
    """IndexError unless every index is from `lowest` up to, without, size."""
    if index.size and not (lowest <= index.min() and index.max() < size):
        raise IndexError(f"indices from {index.min()} to {index.max()}: expected {lowest} to {size - 1}")


@aten("index_select")
def _index_select(x: Array, dim: int, index: Array) -> Array:
    """The entries of a dimension at indices of at least 0; IndexError for one that is not there."""
    axis, index = _entries(x, dim, index)
    if x.ndim:
        return np.take(x, index, axis)
    if index.size != 1:
        raise IndexError(f"{index.size} entries of a 0-d array: expected one")
    return x


def _entries(x: Array, dim: int, index: Array, lowest: int = 0) -> tuple[int, Array]:
    """A dimension counted from the front, and indices of its entries as a vector."""
    axis = normalize_dim(dim, x.ndim)
    if index.ndim > 1:
        raise IndexError(f"indices of shape {index.shape}: expected a vector")
    check_range(_integers(index), x.shape[axis] if x.ndim else 1, lowest)
    return axis, index.reshape(-1)


@aten_and_in_place("index_add")
def _index_add(x: Array, dim: int, index: Array, source: Array, alpha: Real = 1) -> Array:
    """A copy with alpha times the entries of the source added to the entries of a dimension at indices."""
    wide = wide_type(x.dtype)
    result = x.astype(wide)
    np.add.at(result, _checked_entries(x, dim, index, source), source.astype(wide) * as_scalar(alpha, wide))
    return result.astype(x.dtype, copy=False)


@aten_and_in_place("index_copy")
def _index_copy(x: Array, dim: int, index: Array, source: Array) -> Array:
    """A copy with the entries of the source as the entries of a dimension at indices."""
    result = x.copy()
    result[_checked_entries(x, dim, index, source)] = source
    return result


def _checked_entries(x: Array, dim: int, index: Array, source: Array) -> tuple[Any, ...]:
    """The NumPy index of entries of a dimension, after a look at what is to be put there."""
    axis, index = _entries(x, dim, index)
    if x.ndim == 0:
        raise ValueError("a 0-d array has no entries to replace")
    expected = (*x.shape[:axis], index.size, *x.shape[axis + 1 :])
    if source.shape != expected:
        raise ValueError(f"a source of shape {source.shape}: expected {expected}")
    if source.dtype != x.dtype:
        raise TypeError(f"a source of type {source.dtype} for an array of type {x.dtype}: expected one type")
    return (slice(None),) * axis + (index,)


@aten_and_in_place("index_fill.int_Scalar", "index_fill.int_Tensor")
def _index_fill(x: Array, dim: int, index: Array, value: ArrayLike) -> Array:
    """A copy with one value in the entries of a dimension at indices; negative ones count from the end."""
    axis, index = _entries(x, dim, index, lowest=-(x.shape[normalize_dim(dim, x.ndim)] if x.ndim else 1))
    result = x.copy()
    result[(slice(None),) * axis + (index,) if x.ndim else ()] = as_scalar(value, x.dtype)
    return result


@aten("gather")
def _gather(x: Array, dim: int, index: Array, _sparse_grad: bool = False) -> Array:
    """Elements at indices along a dimension, in the shape of the index; IndexError for one that is not there."""
    axis = normalize_dim(dim, x.ndim)
    shape = index.shape
    source, index = same_rank(x, index)
    check_range(index, source.shape[axis])
    check_inside(index, source, axis)
    window = tuple(slice(None) if d == axis else slice(size) for d, size in enumerate(index.shape))
    return np.take_along_axis(source[window], index, axis).reshape(shape)


def same_rank(x: Array, index: Array) -> tuple[Array, Array]:
    """An array and an index of its elements, a 0-d array as a vector; ValueError for two ranks."""
    vector, places = np.atleast_1d(x), np.atleast_1d(_integers(index))
    if vector.ndim != places.ndim:
        raise ValueError(f"an index of rank {index.ndim} for an array of rank {x.ndim}: expected one rank")
    return vector, places


def check_inside(index: Array, x: Array, axis: int | None = None) -> None:
    """ValueError when the index is larger than the array in a dimension other than the axis."""
    if any(n > size for d, (n, size) in enumerate(zip(index.shape, x.shape, strict=True)) if d != axis):
        raise ValueError(f"an index of shape {index.shape} for an array of shape {x.shape}: expected a smaller one")


@aten("take_along_dim")
def _take_along_dim(x: Array, indices: Array, dim: int | None = None) -> Array:
    """Elements at indices along a dimension; both broadcast in the others. Without a dimension both are flattened."""
    if dim is None:
        return _gather(x.reshape(-1), 0, indices.reshape(-1))
    axis = normalize_dim(dim, x.ndim)
    source, indices = same_rank(x, indices)
    shape = np.broadcast_shapes(*((*array.shape[:axis], 1, *array.shape[axis + 1 :]) for array in (source, indices)))
    places = np.broadcast_to(indices, (*shape[:axis], indices.shape[axis], *shape[axis + 1 :]))
    return _gather(np.broadcast_to(source, (*shape[:axis], source.shape[axis], *shape[axis + 1 :])), axis, places)


@aten("masked_select")
def _masked_select(x: Array, mask: Array) -> Array:
    """The elements under a mask, both broadcast, as a vector."""
    check_mask(mask)
    x, mask = np.broadcast_arrays(x, mask)
    return x[mask]


def check_mask(mask: Array) -> None:
    if mask.dtype != BOOL:
        raise TypeError(f"a mask of type {mask.dtype}: expected bool")


#: Kernels of one expression, by the names of their operations.
_ROWS: KernelTable = {
    "index.Tensor _unsafe_index.Tensor": lambda x, indices: np.asarray(x[_selection(x, indices)]),
    "take": lambda x, index: np.asarray(np.take(x.reshape(-1), _integers(index))),
}
aten_table(_ROWS)
