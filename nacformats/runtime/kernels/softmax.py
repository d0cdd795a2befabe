"""The softmax and its logarithm along a dimension."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from nacformats.runtime.kernels._pointwise import BLOCK
from nacformats.runtime.kernels._promotion import wide_type
from nacformats.runtime.kernels._schemas import KernelTable, aten, aten_table
from nacformats.runtime.kernels._types import FLOAT32, HALVES, Array, DType, TypeName, category, dtype_of, normalize_dim


@aten("softmax.int", "special_softmax")
def _softmax(x: Array, dim: int, dtype: TypeName = None) -> Array:
    """exp(x) by its sum along a dimension, computed in the type asked for; TypeError for integers without one.

    A row of nothing but -inf gives NaN.
    """
    return _along(_fill_softmax, x, dim, dtype_of(dtype, x.dtype))


@aten("_safe_softmax")
def _safe_softmax(x: Array, dim: int, dtype: TypeName = None) -> Array:
    """The softmax, with 0 for a row of nothing but -inf."""
    axis = normalize_dim(dim, x.ndim)
    masked = np.logical_and.reduce(x == -np.inf, axis=axis if x.ndim else (), keepdims=True)
    result = _softmax(x, dim, dtype)
    return np.where(masked, result.dtype.type(0), result)


@aten("log_softmax.int", "special_log_softmax")
def _log_softmax(x: Array, dim: int, dtype: TypeName = None) -> Array:
    """x - log(sum(exp(x))) along a dimension, computed in the type asked for; TypeError for integers without one."""
    return _along(_fill_log_softmax, x, dim, dtype_of(dtype, x.dtype))


def _half_to_float(x: Array, wanted: bool) -> DType | None:
    if not wanted:
        return None
    if x.dtype not in HALVES:
        raise TypeError(f"half_to_float for an array of type {x.dtype}: expected a half type")
    return FLOAT32


def _along(fill: Callable[[Array, Array, int], None], x: Array, dim: int, dtype: DType) -> Array:
    """Apply `fill` along a dimension in a type; the rows of a last dimension in groups that stay in the cache."""
    axis = normalize_dim(dim, x.ndim)
    if category(dtype) != 2:
        raise TypeError(f"the softmax in type {dtype}: expected a float type")
    wide = x.astype(dtype, copy=False).astype(wide_type(dtype), copy=False)
    out = np.empty(x.shape, wide.dtype)
    if x.ndim == 0:
        fill(wide.reshape(1), out.reshape(1), 0)
    elif axis != x.ndim - 1 or x.size <= BLOCK:
        fill(wide, out, axis)
    else:
        rows, out_rows = wide.reshape(-1, x.shape[-1]), out.reshape(-1, x.shape[-1])
        step = max(BLOCK // x.shape[-1], 1)
        for start in range(0, len(rows), step):
            fill(rows[start : start + step], out_rows[start : start + step], 1)
    return out.astype(dtype, copy=False)


def _fill_softmax(x: Array, out: Array, axis: int) -> None:
    """Put the softmax along an axis into `out`, which is C-contiguous and may be x itself; float32 or float64."""
    np.subtract(x, _largest(x, axis), out=out)
    np.exp(out, out=out)
    np.divide(out, _total(out, axis), out=out)


def _fill_log_softmax(x: Array, out: Array, axis: int) -> None:
    """Put the logarithm of the softmax along an axis into `out`."""
    np.subtract(x, _largest(x, axis), out=out)
    np.subtract(out, np.log(_total(np.exp(out), axis)), out=out)


def _largest(x: Array, axis: int) -> Array:
    """The largest element along an axis, which is kept; for contiguous rows `reduceat` is faster than `reduce`."""
    if axis == x.ndim - 1 and x.flags.c_contiguous and x.size:
        flat = np.maximum.reduceat(x.reshape(-1), np.arange(0, x.size, x.shape[-1]))
        return flat.reshape(*x.shape[:-1], 1)
    return np.asarray(np.maximum.reduce(x, axis=axis, keepdims=True, initial=-np.inf))


def _total(x: Array, axis: int) -> Array:
    """The sum along an axis, which is kept; of rows by a matrix product."""
    if axis == x.ndim - 1:
        return np.asarray(np.matmul(x, np.ones((x.shape[-1], 1), x.dtype)))
    return np.asarray(np.add.reduce(x, axis=axis, keepdims=True))


#: Kernels of one expression, by the names of their operations.
_ROWS: KernelTable = {
    "_softmax": lambda x, dim, half_to_float: _softmax(x, dim, _half_to_float(x, half_to_float)),
    "_log_softmax": lambda x, dim, half_to_float: _log_softmax(x, dim, _half_to_float(x, half_to_float)),
}
aten_table(_ROWS)
