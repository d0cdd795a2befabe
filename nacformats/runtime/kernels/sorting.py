"""Order along a dimension: sorting, the k-th and the k largest elements, the median. NaN is above every number."""

from __future__ import annotations

import numpy as np

from nacformats.runtime.kernels._promotion import BOOL, INT64, Array, normalize_dim, wide_type
from nacformats.runtime.kernels._schemas import KernelTable, aten, aten_table


def _keys(x: Array) -> Array:
    """The array in a type that NumPy sorts."""
    return x.astype(wide_type(x.dtype), copy=False)


def _gather(x: Array, index: Array, axis: int) -> tuple[Array, Array]:
    """The elements of x at an index along an axis, and the index."""
    return np.take_along_axis(x, index, axis), index


@aten("argsort")
def _argsort(x: Array, dim: int = -1, descending: bool = False) -> Array:
    """The indices that sort a dimension; equal elements keep their order."""
    axis = normalize_dim(dim, x.ndim)
    if x.ndim == 0:
        return np.zeros((), INT64)
    if not descending:
        return np.asarray(np.argsort(_keys(x), axis=axis, kind="stable"))
    backwards = np.argsort(np.flip(_keys(x), axis), axis=axis, kind="stable")
    return np.asarray(x.shape[axis] - 1 - np.flip(backwards, axis))


@aten("sort")
def _sort(x: Array, dim: int = -1, descending: bool = False) -> tuple[Array, Array]:
    """A sorted dimension and the indices that sort it; equal elements keep their order."""
    index = _argsort(x, dim, descending)
    return (x, index) if x.ndim == 0 else _gather(x, index, normalize_dim(dim, x.ndim))


@aten("topk")
def _topk(x: Array, k: int, dim: int = -1, largest: bool = True, _in_order: bool = True) -> tuple[Array, Array]:
    """The k largest or smallest elements along a dimension, sorted, and their indices; IndexError for too large a k."""
    axis = normalize_dim(dim, x.ndim)
    size = x.shape[axis] if x.ndim else 1
    if not 0 <= k <= size:
        raise IndexError(f"the {k} largest of a dimension of size {size}: expected 0 to {size}")
    if x.ndim == 0:
        return (x, np.zeros((), INT64)) if k else (np.empty(0, x.dtype), np.empty(0, INT64))
    index = _partitioned(x, k, axis, largest)
    values = np.take_along_axis(x, index, axis)
    order = _argsort(values, axis, descending=largest)
    return _gather(x, np.take_along_axis(index, order, axis), axis)


def _partitioned(x: Array, k: int, axis: int, largest: bool) -> Array:
    """The indices of the k largest or smallest elements, in no order."""
    size = x.shape[axis]
    if k == 0 or k == size:
        index = np.argsort(_keys(x), axis=axis, kind="stable")
    else:
        index = np.argpartition(_keys(x), size - k if largest else k - 1, axis=axis)
    return np.take(index, np.arange(size - k, size) if largest else np.arange(k), axis=axis)


@aten("kthvalue")
def _kthvalue(x: Array, k: int, dim: int = -1, keepdim: bool = False) -> tuple[Array, Array]:
    """The k-th smallest element along a dimension, counted from 1, and its index; IndexError when there is none."""
    axis = normalize_dim(dim, x.ndim)
    size = x.shape[axis] if x.ndim else 1
    if not 1 <= k <= size:
        raise IndexError(f"element {k} of a dimension of size {size}: expected 1 to {size}")
    if x.ndim == 0:
        return x, np.zeros((), INT64)
    index = np.take(np.argsort(_keys(x), axis=axis, kind="stable"), np.arange(k - 1, k), axis=axis)
    return _drop(_gather(x, index, axis), axis, keepdim)


def _drop(pair: tuple[Array, Array], axis: int, keepdim: bool) -> tuple[Array, Array]:
    """Values and indices without the axis, which has size 1, unless it is kept."""
    return pair if keepdim else (pair[0].squeeze(axis), pair[1].squeeze(axis))


@aten("median.dim")
def _median_dim(x: Array, dim: int, keepdim: bool = False) -> tuple[Array, Array]:
    """The lower median along a dimension, or its first NaN, and the index; IndexError for an empty dimension."""
    axis = normalize_dim(dim, x.ndim)
    if x.dtype == BOOL:
        raise TypeError("the median of bool: expected a number type")
    if x.ndim == 0:
        return x, np.zeros((), INT64)
    size = x.shape[axis]
    if size == 0:
        raise IndexError(f"the median along dimension {axis}, which is empty")
    keys = _keys(x)
    index = np.take(np.argsort(keys, axis=axis, kind="stable"), np.arange((size - 1) // 2, (size + 1) // 2), axis=axis)
    nan = np.isnan(keys)
    index = np.where(nan.any(axis, keepdims=True), nan.argmax(axis, keepdims=True), index)
    return _drop(_gather(x, index, axis), axis, keepdim)


@aten("median")
def _median_all(x: Array) -> Array:
    """The lower median of all elements, NaN if there is one."""
    flat = x.reshape(-1)
    if flat.size == 0:
        return np.asarray(np.nan).astype(x.dtype)
    return _median_dim(flat, 0)[0]


#: Kernels of one expression, by the names of their operations.
_ROWS: KernelTable = {
    "argsort.stable": lambda x, *, dim=-1, descending=False, **_: _argsort(x, dim, descending),
    "sort.stable": lambda x, *, dim=-1, descending=False, **_: _sort(x, dim, descending),
    "msort": lambda x: _sort(x, 0)[0],
}
aten_table(_ROWS)
