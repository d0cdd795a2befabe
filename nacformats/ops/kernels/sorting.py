"""Order along a dimension: sorting, the k largest, the median, distinct elements. NaN is above every number."""

from __future__ import annotations

from typing import Literal

import numpy as np

from nacformats.ops.dtypes import BOOL, FLOAT32, INT32, INT64, Array, ArrayLike, check_sizes, normalize_dim
from nacformats.ops.kernels._schemas import aten
from nacformats.ops.kernels.indexing import check_range, elements_along
from nacformats.ops.promotion import as_array, narrowed, widened

#: Up to so many elements, sorting all of them takes less time than finding the largest.
FEW_TO_SORT = 64


def _gather(x: Array, index: Array, axis: int) -> tuple[Array, Array]:
    """Return the elements of x at an index along an axis, and the index."""
    return elements_along(x, index, axis), index


@aten("argsort")
def _argsort(x: Array, dim: int, descending: bool) -> Array:
    """Return the indices that sort a dimension; equal elements keep their order."""
    axis = normalize_dim(dim, x.ndim)
    if x.ndim == 0:
        return np.zeros((), INT64)
    if not descending:
        return np.asarray(widened(x).argsort(axis, kind="stable"))
    reverse = (slice(None),) * axis + (slice(None, None, -1),)
    backwards = widened(x)[reverse].argsort(axis, kind="stable")
    return np.asarray(x.shape[axis] - 1 - backwards[reverse])


@aten("sort")
def _sort(x: Array, dim: int, descending: bool) -> tuple[Array, Array]:
    """Return a sorted dimension and the indices that sort it; equal elements keep their order."""
    index = _argsort(x, dim, descending)
    return (x, index) if x.ndim == 0 else _gather(x, index, normalize_dim(dim, x.ndim))


@aten("topk")
def _topk(x: Array, k: int, dim: int, largest: bool, _in_order: bool) -> tuple[Array, Array]:
    """Return the k largest or smallest elements along a dimension, sorted, and their indices; IndexError for too large
    a k.
    """
    axis = normalize_dim(dim, x.ndim)
    size = x.shape[axis] if x.ndim else 1
    if not 0 <= k <= size:
        raise IndexError(f"the {k} largest of a dimension of size {size}: expected 0 to {size}")
    if x.ndim == 0:
        return (x, np.zeros((), INT64)) if k else (np.empty(0, x.dtype), np.empty(0, INT64))
    if size <= FEW_TO_SORT:
        index = _argsort(x, axis, descending=largest)[(slice(None),) * axis + (slice(k),)]
        return _gather(x, index, axis)
    index = _partitioned(x, k, axis, largest)
    order = _argsort(elements_along(x, index, axis), axis, descending=largest)
    return _gather(x, elements_along(index, order, axis), axis)


def _partitioned(x: Array, k: int, axis: int, largest: bool) -> Array:
    """Return the indices of the k largest or smallest elements, in no order."""
    size = x.shape[axis]
    if k == 0 or k == size:
        index = np.argsort(widened(x), axis=axis, kind="stable")
    else:
        index = np.argpartition(widened(x), size - k if largest else k - 1, axis=axis)
    return np.take(index, np.arange(size - k, size) if largest else np.arange(k), axis=axis)


@aten("one_hot")
def _one_hot(x: Array, num_classes: int) -> Array:
    """Return int64 with a new last dimension that is 1 at the class and 0 elsewhere; -1 counts the classes itself."""
    if x.dtype != INT64:
        raise TypeError(f"classes of type {x.dtype}: expected int64")
    if num_classes == -1:
        if x.size == 0:
            raise ValueError("the number of classes cannot be seen from an empty array")
        num_classes = int(x.max()) + 1
    check_range(x, num_classes)
    check_sizes((num_classes,))
    classes: Array = np.equal(x[..., None], np.arange(num_classes))
    return classes.astype(INT64)


@aten("searchsorted.Tensor", "searchsorted.Scalar")
def _searchsorted(
    ordered: Array, values: ArrayLike, out_int32: bool, right: bool, side: str | None, sorter: Array | None
) -> Array:
    """Return the places to insert values into sorted rows: before equal ones, or with `right` (side "right") after
    them.
    """
    if side not in {None, "left", "right"} or (right and side == "left"):
        raise ValueError(f"right {right} and side {side!r}: expected 'left' or 'right', and one answer")
    if sorter is not None:
        ordered = np.take_along_axis(ordered, sorter, -1)
    values = as_array(values)
    where: Literal["left", "right"] = "right" if right or side == "right" else "left"
    dtype = INT32 if out_int32 else INT64
    if ordered.ndim == 1:
        return narrowed(np.searchsorted(ordered, values, where), dtype)
    if ordered.shape[:-1] != values.shape[:-1]:
        raise ValueError(f"values of shape {values.shape} for rows of shape {ordered.shape}: expected as many rows")
    result = np.empty(values.shape, dtype)
    for row in np.ndindex(ordered.shape[:-1]):
        result[row] = np.searchsorted(ordered[row], values[row], where)
    return result


@aten("isin.Tensor_Tensor", "isin.Tensor_Scalar", "isin.Scalar_Tensor")
def _isin(elements: ArrayLike, candidates: ArrayLike, _assume_unique: bool, invert: bool) -> Array:
    """Return True if each element is one of the candidates, or with `invert` is none of them."""
    return np.asarray(np.isin(as_array(elements), as_array(candidates), invert=invert))


@aten("_unique2")
def _unique(x: Array, _in_order: bool, return_inverse: bool, return_counts: bool) -> tuple[Array, Array, Array]:
    """Return the different elements, sorted, the index of each element among them, and how often each occurs.

    What is not asked for is empty.
    """
    values, inverse, counts = np.unique(x, return_inverse=True, return_counts=True, equal_nan=False)
    return values, _asked(inverse.reshape(x.shape), return_inverse), _asked(counts, return_counts)


@aten("unique_dim")
def _unique_dim(
    x: Array, dim: int, _in_order: bool, return_inverse: bool, return_counts: bool
) -> tuple[Array, Array, Array]:
    """Return the different entries of a dimension, sorted, the index of each entry among them, and how often each
    occurs.
    """
    axis = normalize_dim(dim, x.ndim)
    values, inverse, counts = np.unique(x, return_inverse=True, return_counts=True, axis=axis, equal_nan=False)
    return values, _asked(inverse.reshape(-1), return_inverse), _asked(counts, return_counts)


@aten("unique_consecutive")
def _unique_consecutive(
    x: Array, return_inverse: bool, return_counts: bool, dim: int | None
) -> tuple[Array, Array, Array]:
    """Return the entries of a dimension (None: of the flattened array) that differ from the one before,
    as by `unique`.
    """
    axis = 0 if dim is None else normalize_dim(dim, x.ndim)
    entries = x.reshape(-1) if dim is None else np.moveaxis(x, axis, 0)
    differs = (entries[1:] != entries[:-1]).reshape(max(len(entries) - 1, 0), -1).any(1)
    first = np.concatenate([np.ones(min(len(entries), 1), BOOL), differs])
    inverse = np.cumsum(first) - 1
    counts = np.diff(np.append(np.flatnonzero(first), len(entries)))
    shape = x.shape if dim is None else inverse.shape
    values = np.moveaxis(entries[first], 0, axis)
    return values, _asked(inverse.reshape(shape), return_inverse), _asked(counts, return_counts)


def _asked(result: Array, wanted: bool) -> Array:
    return result.astype(INT64, copy=False) if wanted else np.empty(0, INT64)


@aten("bincount")
def _bincount(x: Array, weights: Array | None, minlength: int) -> Array:
    """Return the count of each number from 0 in a vector, or the sum of its weights (float32 for such,
    else float64).
    """
    if x.ndim != 1 or x.dtype.kind not in "iu" or minlength < 0:
        raise ValueError(f"numbers counted in {x.dtype}{list(x.shape)}: expected a vector of integers")
    check_range(x, np.iinfo(INT64).max)
    counts = np.bincount(x, weights, minlength)
    return counts.astype(weights.dtype) if weights is not None and weights.dtype == FLOAT32 else counts


aten("nonzero", "argwhere")(lambda x: np.asarray(np.argwhere(x)))
aten("nonzero_numpy", "where")(lambda x: np.nonzero(np.atleast_1d(x)))
