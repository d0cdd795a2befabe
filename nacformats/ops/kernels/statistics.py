"""Statistics along dimensions: quantiles, what skips NaN, modes, histograms, covariances, integrals over samples."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from nacformats.ops.dtypes import INT64, Array, Real, category, normalize_dim
from nacformats.ops.kernels._pointwise import NATIVE
from nacformats.ops.kernels._schemas import aten, aten_named
from nacformats.ops.promotion import as_array, float_type, narrowed, result_type, wide_type, widened

#: Where a quantile lies between its two neighbours, by the share of the way from the lower one to the upper one.
_INTERPOLATIONS: dict[str, Callable[[Array], Any]] = {
    "linear": lambda share: share,
    "lower": np.zeros_like,
    "higher": np.ceil,
    "midpoint": lambda share: np.where(share > 0, 0.5, 0.0),
}


def _rows(x: Array, dim: int | None) -> Array:
    """Return x with the dimension last; None makes one row of all elements."""
    return x.reshape(-1) if dim is None or x.ndim == 0 else np.moveaxis(x, normalize_dim(dim, x.ndim), -1)


@aten_named("quantile", "quantile.scalar", "nanquantile", "nanquantile.scalar")
def _quantiles(
    operation: str, x: Array, numbers: Array | float, dim: int | None, keepdim: bool, interpolation: str
) -> Array:
    """Return the quantiles along a dimension or of all elements, NaN where there is one; a vector of them comes first.

    Those of `nanquantile` are of what is not NaN.
    """
    skip_nan = operation == "nanquantile"
    if x.dtype not in NATIVE:
        raise TypeError(f"quantiles of {x.dtype}: expected float32 or float64")
    q = as_array(numbers, x.dtype)
    if q.dtype != x.dtype or q.ndim > 1:
        raise TypeError(f"quantiles {list(q.shape)} of {q.dtype} for {x.dtype}: expected a vector of the same type")
    rows = np.sort(_rows(x, dim), axis=-1)
    if rows.shape[-1] == 0 or not ((q >= 0) & (q <= 1)).all():
        raise ValueError(f"quantiles of an array of shape {x.shape}: expected elements, and quantiles from 0 to 1")
    known = np.count_nonzero(~np.isnan(rows), axis=-1)
    last = (np.maximum(known, 1) if skip_nan else np.full_like(known, rows.shape[-1])) - 1
    result = _between(rows, q.reshape(q.shape + (1,) * known.ndim) * last.astype(x.dtype), interpolation)
    if not skip_nan:
        result = np.where(known < rows.shape[-1], x.dtype.type(np.nan), result)
    if not keepdim or x.ndim == 0:
        return result
    if dim is None:
        return result.reshape(q.shape + (1,) * x.ndim)
    return np.expand_dims(result, q.ndim + normalize_dim(dim, x.ndim))


def _between(rows: Array, places: Array, interpolation: str) -> Array:
    """Return the values at places, which need not be whole, along the last dimension of rows (..., size)."""
    if interpolation == "nearest":
        places, interpolation = np.rint(places), "linear"
    if interpolation not in _INTERPOLATIONS:
        raise ValueError(f"interpolation {interpolation!r}: expected {', '.join(_INTERPOLATIONS)} or nearest")
    ordered = np.broadcast_to(rows, (*places.shape, rows.shape[-1]))
    lower, upper = (
        np.take_along_axis(ordered, whole.astype(INT64)[..., None], -1)[..., 0]
        for whole in (np.floor(places), np.ceil(places))
    )
    share = _INTERPOLATIONS[interpolation](places - np.floor(places)).astype(rows.dtype)
    way = upper - lower
    result = np.where(share < 0.5, lower + share * way, upper - way * (1 - share))
    return np.where(lower == upper, lower, result)


@aten("mode")
def _mode(x: Array, dim: int = -1, keepdim: bool = False) -> tuple[Array, Array]:
    """Return the element that is there most often along a dimension, the smallest of several, and its last index."""
    rows = _rows(widened(x), dim)
    if rows.shape[-1] == 0:
        raise IndexError(f"the mode along dimension {dim}, which is empty")
    order = np.argsort(rows, axis=-1, kind="stable")
    ordered = np.take_along_axis(rows, order, -1)
    position = np.arange(rows.shape[-1])
    changes = np.concatenate([np.ones_like(ordered[..., :1], bool), ordered[..., 1:] != ordered[..., :-1]], -1)
    length = position - np.maximum.accumulate(np.where(changes, position, 0), -1)
    index = np.take_along_axis(order, length.argmax(-1, keepdims=True), -1).astype(INT64, copy=False)
    if x.ndim == 0:
        return x, index.reshape(())
    axis = normalize_dim(dim, x.ndim)
    index = np.moveaxis(index, -1, axis)
    values = np.take_along_axis(x, index, axis)
    return (values, index) if keepdim else (values.squeeze(axis), index.squeeze(axis))


@aten("histc")
def _histc(x: Array, bins: int, low: Real, high: Real) -> Array:
    """Return the number of elements in each of some bins of one width between low and high, or between the extremes of
    x.
    """
    if category(x.dtype) != 2:
        raise TypeError(f"the histogram of {x.dtype}: expected a float type")
    if bins < 1:
        raise ValueError(f"a histogram of {bins} bins: expected at least 1")
    wide = widened(x).reshape(-1)
    if low == high and wide.size:
        low, high = float(wide.min()), float(wide.max())
    if low == high:
        low, high = low - 1, high + 1
    if not (math.isfinite(low) and math.isfinite(high) and low < high):
        raise ValueError(f"a histogram from {low} to {high}: expected finite bounds in order")
    return np.histogram(wide, bins, (low, high))[0].astype(x.dtype)


@aten("cov")
def _cov(x: Array, correction: int = 1, fweights: Array | None = None, aweights: Array | None = None) -> Array:
    """Return the covariances of the rows of a matrix, or the variance of a vector; weights count or
    weigh its columns.
    """
    if x.ndim > 2:
        raise ValueError(f"covariances of an array of rank {x.ndim}: expected at most a matrix")
    dtype = float_type(x.dtype if aweights is None else result_type(x, aweights))
    rows = np.atleast_2d(x).astype(wide_type(dtype), copy=False)
    ones = np.ones(rows.shape[1], rows.dtype)
    times = ones if fweights is None else fweights.astype(rows.dtype)
    importance = ones if aweights is None else aweights.astype(rows.dtype)
    if times.shape != ones.shape or importance.shape != ones.shape:
        raise ValueError(f"weights of shapes {times.shape} and {importance.shape} for {ones.size} columns")
    weights = times * importance
    total = weights.sum()
    centered = rows - (rows * weights).sum(axis=1, keepdims=True) / total
    divisor = total - correction * (weights * importance).sum() / total
    result = np.matmul(centered * weights, centered.conj().T) / np.maximum(divisor, 0)
    return narrowed(result.reshape(()) if x.ndim < 2 else result, dtype)


@aten("combinations")
def _combinations(x: Array, r: int, with_replacement: bool) -> Array:
    """Return the choices of r elements of a vector, one a row, in the order of their places."""
    if x.ndim != 1 or r < 0:
        raise ValueError(f"choices of {r} elements of an array of shape {x.shape}: expected a vector, and 0 or more")
    if r == 0:
        return x[:0]
    among = x.size + r - 1 if with_replacement else x.size
    count = math.comb(among, r) if x.size and r <= among else 0
    if count == 0:
        return np.empty((0, r), x.dtype)
    choose = itertools.combinations_with_replacement if with_replacement else itertools.combinations
    places = np.fromiter(itertools.chain.from_iterable(choose(range(x.size), r)), INT64, count * r)
    chosen: Array = x[places.reshape(count, r)]
    return chosen
