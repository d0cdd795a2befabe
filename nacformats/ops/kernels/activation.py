"""The activation functions of networks, and the softmax and its logarithm along a dimension."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from nacformats.ops.dtypes import BOOL, FLOAT64, Array, DType, Real, TypeName, category, normalize_dim
from nacformats.ops.kernels._pointwise import BLOCK, NATIVE, aten_blockwise, last_axis_sums
from nacformats.ops.kernels._schemas import aten
from nacformats.ops.kernels.elementwise import clamp
from nacformats.ops.kernels.special import fill_erf, fill_polynomial
from nacformats.ops.promotion import as_scalar, dtype_of, wide_type

#: exp() of up to this, and as many as fit into memory of it, are numbers of float32; a sum of at least SMALLEST_SUM has
#: lost nothing to numbers too small for it. Between them a softmax needs no shift by the largest element.
LARGEST_EXPONENT, SMALLEST_SUM = 40.0, 1e-20


@aten("softmax.int")
def _softmax(x: Array, dim: int, dtype: TypeName = None) -> Array:
    """Return exp(x) by its sum along a dimension, computed in the type asked for; TypeError for integers without one.

    A row of nothing but -inf gives NaN.
    """
    return _along(_fill_softmax, x, dim, dtype_of(dtype, x.dtype))


@aten("log_softmax.int")
def _log_softmax(x: Array, dim: int, dtype: TypeName) -> Array:
    """Return x - log(sum(exp(x))) along a dimension, computed in the type asked for; TypeError for integers without
    one.
    """
    return _along(_fill_log_softmax, x, dim, dtype_of(dtype, x.dtype))


def _along(fill: Callable[[Array, Array, int], None], x: Array, dim: int, dtype: DType) -> Array:
    """Apply `fill` along a dimension in a type; the rows of a last dimension in groups that stay in the cache."""
    axis = normalize_dim(dim, x.ndim)
    if dtype not in NATIVE or x.dtype is not dtype:
        if category(dtype) != 2:
            raise TypeError(f"the softmax in type {dtype}: expected a float type")
        wide = x.astype(dtype, copy=False).astype(wide_type(dtype), copy=False)
        return _along(fill, wide, dim, wide.dtype).astype(dtype, copy=False)
    out = np.empty(x.shape, dtype)
    if x.ndim == 0:
        fill(x.reshape(1), out.reshape(1), 0)
    elif axis != x.ndim - 1 or x.size <= BLOCK:
        fill(x, out, axis)
    else:
        rows, out_rows = x.reshape(-1, x.shape[-1]), out.reshape(-1, x.shape[-1])
        step = max(BLOCK // x.shape[-1], 1)
        for start in range(0, len(rows), step):
            fill(rows[start : start + step], out_rows[start : start + step], 1)
    return out


def _fill_softmax(x: Array, out: Array, axis: int) -> None:
    """Put the softmax along an axis into `out`, which is C-contiguous; float32 or float64."""
    np.divide(out, _exponentials(x, out, axis)[1], out=out)


def _fill_log_softmax(x: Array, out: Array, axis: int) -> None:
    """Put the logarithm of the softmax along an axis into `out`."""
    shifted, total = _exponentials(x, out, axis)
    np.subtract(shifted, np.log(total), out=out)


def _exponentials(x: Array, out: Array, axis: int) -> tuple[Array, Array]:
    """Put exp(x) into `out`, with x shifted along the axis where that is needed; x so, and the sums along the axis."""
    if np.maximum.reduce(x, axis=None, initial=-np.inf) <= LARGEST_EXPONENT:
        total = _total(np.exp(x, out=out), axis)
        if np.minimum.reduce(total, axis=None, initial=np.inf) >= SMALLEST_SUM:
            return x, total
    shifted = x - _largest(x, axis)
    return shifted, _total(np.exp(shifted, out=out), axis)


def _largest(x: Array, axis: int) -> Array:
    """Return the largest element along an axis, which is kept; for contiguous rows `reduceat` is faster
    than `reduce`.
    """
    if axis == x.ndim - 1 and x.flags.c_contiguous and x.size:
        flat = np.maximum.reduceat(x.reshape(-1), np.arange(0, x.size, x.shape[-1]))
        return flat.reshape(*x.shape[:-1], 1)
    return np.asarray(np.maximum.reduce(x, axis=axis, keepdims=True, initial=-np.inf))


def _total(x: Array, axis: int) -> Array:
    """Return the sum along an axis, which is kept; of rows by a matrix product."""
    if axis == x.ndim - 1:
        return last_axis_sums(x)
    return np.asarray(np.add.reduce(x, axis=axis, keepdims=True))


#: The normal distribution function of x is 1 / (1 + 2^(x P(x²))) with these coefficients, to the last digit of float32.
_NORMAL = (
    *(-2.3022090064107905, -0.10483624642767303, 9.518134074056864e-05, 0.0001591375875190233, -1.1363366052850633e-05),
    *(3.758213507088672e-07, -4.9108698539380026e-09),
)
#: The same of its approximation by tanh.
_TANH_OF_GELU = tuple(-2 * math.log2(math.e) * math.sqrt(2 / math.pi) * factor for factor in (1, 0.044715))


@aten_blockwise("sigmoid")
def _sigmoid(x: Array, out: Array) -> None:
    """Compute 1 / (1 + exp(-x))."""
    np.negative(x, out=out)
    np.exp(out, out=out)
    np.add(out, 1.0, out=out)
    np.divide(1.0, out, out=out)


@aten_blockwise("silu")
def _silu(x: Array, out: Array) -> None:
    """Compute x / (1 + exp(-x))."""
    np.negative(x, out=out)
    np.exp(out, out=out)
    np.add(out, 1.0, out=out)
    np.divide(x, out, out=out)


@aten_blockwise("gelu")
def _gelu(x: Array, out: Array, approximate: str) -> None:
    """Compute x times the normal distribution function of x, by the error function ("none") or
    approximated by "tanh".
    """
    if approximate not in {"none", "tanh"}:
        raise ValueError(f"approximate {approximate!r}: expected 'none' or 'tanh'")
    if approximate == "none" and x.dtype == FLOAT64:
        np.multiply(x, math.sqrt(0.5), out=out)
        fill_erf(out, out)
        np.add(out, 1.0, out=out)
        np.multiply(out, x, out=out)
        np.multiply(out, 0.5, out=out)
        return
    coefficients = _NORMAL if approximate == "none" else _TANH_OF_GELU
    fill_polynomial(coefficients, x * x, out)
    np.multiply(out, x, out=out)
    np.exp2(out, out=out)
    np.add(out, 1.0, out=out)
    np.divide(x, out, out=out)


@aten("relu")
def _relu(x: Array) -> Array:
    """Return x where it is positive, 0 elsewhere; TypeError for bool."""
    if x.dtype == BOOL:
        raise TypeError("relu of bool: expected a number type")
    return clamp(x, 0)


@aten("hardtanh")
def _hardtanh(x: Array, low: Real, high: Real) -> Array:
    """Return x brought into [low, high], in the type of x; TypeError for a negative bound of an unsigned type."""
    if x.dtype.kind in "bu" and low < 0:
        raise TypeError(f"a lower bound of {low} for type {x.dtype}: expected a signed type")
    if category(x.dtype) == 2:
        return clamp(x, low, high)
    return clamp(x, as_scalar(low, x.dtype), as_scalar(high, x.dtype))


@aten_blockwise("leaky_relu")
def _leaky_relu(x: Array, out: Array, negative_slope: Real = 0.01) -> None:
    """Compute x where it is positive, negative_slope * x elsewhere."""
    np.multiply(x, negative_slope, out=out)
    if negative_slope > 1:
        np.minimum(x, out, out=out)
    elif negative_slope:
        np.maximum(x, out, out=out)
    else:
        np.copyto(out, x, where=x > 0)  # 0 * inf is NaN, and would win above


@aten_blockwise("elu")
def _elu(x: Array, out: Array, alpha: Real, scale: Real, input_scale: Real) -> None:
    """Compute scale * x where x is positive, scale * alpha * (exp(input_scale * x) - 1) elsewhere."""
    np.minimum(x, 0.0, out=out)
    np.multiply(out, input_scale, out=out)
    np.expm1(out, out=out)
    np.multiply(out, alpha, out=out)
    np.add(out, np.maximum(x, 0.0), out=out)
    np.multiply(out, scale, out=out)


@aten_blockwise("hardswish")
def _hardswish(x: Array, out: Array) -> None:
    """Compute x * hardsigmoid(x); faster than its formula, which makes two arrays."""
    np.add(x, 3.0, out=out)
    np.clip(out, 0.0, 6.0, out=out)
    np.divide(out, 6.0, out=out)
    np.multiply(out, x, out=out)
