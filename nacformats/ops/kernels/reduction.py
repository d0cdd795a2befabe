"""Reductions along dimensions: sums, extremes, moments, norms, and what runs along a dimension without reducing it.

`dim` is one dimension, a list of them, or None (and, but for `any` and `all`, the empty list) for all.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np

from nacformats.ops.dtypes import (
    BOOL,
    FLOAT64,
    INT64,
    UINT8,
    Array,
    DType,
    Ints,
    Real,
    TypeName,
    category,
    normalize_dim,
    normalize_dims,
)
from nacformats.ops.kernels._schemas import aten, bound
from nacformats.ops.promotion import dtype_of, float_type, narrowed, wide_type, widened

Dims: TypeAlias = int | Ints | None


def _reduced(
    function: Any, x: Array, axes: tuple[int, ...], keepdim: bool = False, dtype: DType | None = None, **options: Any
) -> Array:
    """Reduce axes of x by a ufunc."""
    return np.asarray(function.reduce(x, axis=axes, dtype=dtype, keepdims=keepdim, **options))


def _sum_type(x: Array, dtype: TypeName) -> DType:
    """Return the type of a sum or product: the one asked for, int64 for integers and bool, otherwise that of x."""
    if dtype is not None:
        return dtype_of(dtype)
    return x.dtype if category(x.dtype) >= 2 else INT64


def _require_float(dtype: DType, operation: str) -> None:
    if category(dtype) < 2:
        raise TypeError(f"{operation} of {dtype}: expected a float type")


def _total(function: np.ufunc, x: Array, dim: Dims, keepdim: bool = False, dtype: TypeName = None) -> Array:
    """Return the sum or product over dimensions; that of integers and bool is in int64."""
    result_dtype = _sum_type(x, dtype)
    result = _reduced(function, x, normalize_dims(dim, x.ndim), keepdim, wide_type(result_dtype))
    return narrowed(result, result_dtype)


sum_dims = bound(_total, np.add)
aten("sum.dim_IntList")(sum_dims)
aten("prod.dim_int")(bound(_total, np.multiply))


def _extreme(function: np.ufunc, x: Array, dim: Dims = None, keepdim: bool = False) -> Array:
    """Return the largest or smallest element over dimensions, NaN if there is one; ValueError over nothing."""
    return _reduced(function, x, normalize_dims(dim, x.ndim), keepdim)


aten("amax")(bound(_extreme, np.maximum))
aten("amin")(bound(_extreme, np.minimum))


def _first_index(function: Callable[..., Any], x: Array, dim: int, keepdim: bool) -> Array:
    """Return the index along a dimension that argmax or argmin finds."""
    axis = normalize_dim(dim, x.ndim)
    return np.asarray(function(widened(x), axis, keepdims=keepdim) if x.ndim else 0, INT64)


def _extreme_and_index(
    reduction: np.ufunc, function: Callable[..., Any], x: Array, dim: int, keepdim: bool
) -> tuple[Array, Array]:
    return _extreme(reduction, x, dim, keepdim), _first_index(function, x, dim, keepdim)


def _arg_extreme(function: Callable[..., Any], x: Array, dim: int | None, keepdim: bool) -> Array:
    if x.dtype == BOOL:
        raise TypeError("the index of an extreme of bool: expected a number type")
    if dim is None:
        index = np.asarray(function(widened(x)), INT64)
        return index.reshape((1,) * x.ndim) if keepdim else index
    return _first_index(function, x, dim, keepdim)


def _logical_reduction(function: np.ufunc) -> Callable[..., Array]:
    """Return the kernel of `any` or `all`: bool, but uint8 for uint8."""

    def apply(x: Array, dim: Dims = None, keepdim: bool = False) -> Array:
        axes = () if isinstance(dim, Sequence) and not dim else normalize_dims(dim, x.ndim)
        result = _reduced(function, x.astype(BOOL, copy=False), axes, keepdim)
        return result.astype(UINT8) if x.dtype == UINT8 else result

    return apply


for _name, _function in {"any": np.logical_or, "all": np.logical_and}.items():
    aten(_name, f"{_name}.dim", f"{_name}.dims")(_logical_reduction(_function))


@aten("logsumexp")
def _logsumexp(x: Array, dim: Dims, keepdim: bool) -> Array:
    """Return log(sum(exp(x))) over dimensions without overflow; integers become float32."""
    dtype = float_type(x.dtype)
    axes = normalize_dims(dim, x.ndim)
    wide = x.astype(wide_type(dtype), copy=False)
    largest = _reduced(np.maximum, wide, axes, keepdim=True, initial=-np.inf)
    largest = np.where(np.isinf(largest), 0, largest)
    total = _reduced(np.add, np.exp(wide - largest), axes, keepdim)
    return narrowed(np.log(total) + largest.reshape(total.shape), dtype)


@aten("linalg_vector_norm")
def vector_norm(x: Array, order: Real | None, dim: Dims, keepdim: bool, dtype: TypeName = None) -> Array:
    """Return sum(|x| ** order) ** (1 / order) over dimensions; TypeError for integers, and for a type of another kind.

    The orders inf and -inf give the largest and the smallest |x|, order 0 the number of elements that are not 0, and
    None is 2.
    """
    _require_float(x.dtype, "norm")
    axes = normalize_dims(dim, x.ndim)
    result_dtype = dtype_of(dtype, x.dtype)
    if category(result_dtype) != category(x.dtype):
        raise TypeError(f"norm of {x.dtype} in type {result_dtype}")
    size = np.asarray(np.abs(x.astype(wide_type(result_dtype), copy=False)))
    return narrowed(_norm(size, 2.0 if order is None else float(order), axes, keepdim), result_dtype)


def _norm(size: Array, order: float, axes: tuple[int, ...], keepdim: bool) -> Any:
    if order == math.inf:
        return _reduced(np.maximum, size, axes, keepdim)
    if order == -math.inf:
        return _reduced(np.minimum, size, axes, keepdim)
    if order == 0:
        return _reduced(np.add, size != 0, axes, keepdim, size.dtype)
    if order == 1:
        return _reduced(np.add, size, axes, keepdim)
    if order == 2:
        return np.sqrt(_reduced(np.add, np.asarray(size * size), axes, keepdim))
    return _reduced(np.add, np.asarray(size**order), axes, keepdim) ** (1.0 / order)


def _cumulative(function: np.ufunc) -> Callable[..., Array]:
    """Return the kernel of a running sum or product; floats are accumulated in float64."""

    def apply(x: Array, dim: int, dtype: TypeName = None) -> Array:
        axis = normalize_dim(dim, x.ndim)
        result_dtype = _sum_type(x, dtype)
        if x.ndim == 0:
            return x.astype(result_dtype)
        between = FLOAT64 if category(result_dtype) == 2 else result_dtype
        return narrowed(function.accumulate(x.astype(result_dtype, copy=False), axis=axis, dtype=between), result_dtype)

    return apply


aten("cumsum")(_cumulative(np.add))
aten("cumprod")(_cumulative(np.multiply))


@aten("logcumsumexp")
def _logcumsumexp(x: Array, dim: int) -> Array:
    """Return log(cumsum(exp(x))) without overflow."""
    axis = normalize_dim(dim, x.ndim)
    if x.ndim == 0:
        return x
    return narrowed(np.logaddexp.accumulate(widened(x), axis=axis), x.dtype)


def _running_extreme(function: np.ufunc, x: Array, dim: int) -> tuple[Array, Array]:
    axis = normalize_dim(dim, x.ndim)
    if x.ndim == 0:
        return x, np.zeros((), INT64)
    wide = widened(x)
    values = function.accumulate(wide, axis=axis)
    position = np.arange(x.shape[axis]).reshape((-1,) + (1,) * (x.ndim - 1 - axis))
    taken = np.where((wide == values) | (wide != wide), position, 0)
    return narrowed(values, x.dtype), np.maximum.accumulate(taken, axis=axis)


@aten("sum_to_size")
def _sum_to_size(x: Array, size: Ints) -> Array:
    """Return the sum over the dimensions along which an array of the size would have been broadcast to x."""
    added = x.ndim - len(size)
    if added < 0 or any(n not in {1, m} for n, m in zip(size, x.shape[added:], strict=True)):
        raise ValueError(f"an array of shape {x.shape} is not what size {list(size)} broadcasts to")
    axes = [axis for axis in range(x.ndim) if axis < added or (size[axis - added] == 1 and x.shape[axis] != 1)]
    return sum_dims(x, axes, keepdim=True).reshape(tuple(size)) if axes else x


@aten("diff")
def _diff(x: Array, times: int, dim: int, prepend: Array | None, append: Array | None) -> Array:
    """Return the n-th differences of neighbours along a dimension, with more entries before and after it."""
    axis = normalize_dim(dim, x.ndim)
    joined = np.concatenate([part for part in (prepend, x, append) if part is not None], axis)
    for _ in range(min(times, joined.shape[axis] + 1)):
        joined = np.diff(joined, 1, axis)
    return joined


aten("max.dim")(lambda x, dim, keepdim=False: _extreme_and_index(np.maximum, np.ndarray.argmax, x, dim, keepdim))
aten("min.dim")(lambda x, dim, keepdim=False: _extreme_and_index(np.minimum, np.ndarray.argmin, x, dim, keepdim))
aten("argmax")(lambda x, dim=None, keepdim=False: _arg_extreme(np.ndarray.argmax, x, dim, keepdim))
aten("argmin")(lambda x, dim=None, keepdim=False: _arg_extreme(np.ndarray.argmin, x, dim, keepdim))
aten("cummax")(lambda x, dim: _running_extreme(np.maximum, x, dim))
aten("cummin")(lambda x, dim: _running_extreme(np.minimum, x, dim))
