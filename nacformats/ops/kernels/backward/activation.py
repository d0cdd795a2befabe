"""Gradients of functions of one element, and of the softmax."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np

from nacformats.ops.dtypes import Array, Real, TypeName, category
from nacformats.ops.kernels._arguments import check_float, check_same_type, check_shape, normalize_dim
from nacformats.ops.kernels._schemas import aten
from nacformats.ops.kernels.activation import rrelu
from nacformats.ops.kernels.elementwise import select_elements
from nacformats.ops.kernels.special import fill_erf
from nacformats.ops.promotion import dtype_of, narrowed, result_type, wide_type, widened

#: Factors of the approximation of gelu by tanh.
_GELU_INNER = math.sqrt(2 / math.pi)
_GELU_CUBIC = 0.044715
#: PyTorch has this slope in float32, whatever it computes in.
_SIXTH = float(np.float32(1 / 6))
#: Slopes of rrelu that differ by less are not random.
_SAME_SLOPES = 1e-6


def _pointwise(function: Callable[..., Any]) -> Callable[..., Array]:
    """The kernel of function(grad, x, ...), computed in the dtype that both promote to, and that is a float."""

    @wraps(function)
    def apply(grad: Array, x: Array, *numbers: Any, **options: Any) -> Array:
        dtype = result_type(grad, x)
        wide = wide_type(dtype)
        grad, x = grad.astype(wide, copy=False), x.astype(wide, copy=False)
        check_float(function.__name__.removeprefix("_"), grad)
        return narrowed(function(grad, x, *numbers, **options), dtype)

    return apply


def _aten_pointwise(name: str) -> Callable[[Callable[..., Any]], Callable[..., Array]]:
    """Register the kernel of function(grad, x, ...)."""

    def register(function: Callable[..., Any]) -> Callable[..., Array]:
        return aten(name)(_pointwise(function))

    return register


@aten("threshold_backward")
def _threshold_backward(grad: Array, x: Array, threshold: Real) -> Array:
    """The gradient where x is above the threshold, and where it is NaN; 0 elsewhere. Integers as well."""
    dtype = result_type(grad, x)
    return select_elements(np.asarray(x <= threshold), np.zeros((), dtype), grad.astype(dtype, copy=False))


@_aten_pointwise("sigmoid_backward")
def _sigmoid_backward(grad: Array, y: Array) -> Array:
    """grad * y * (1 - y) with y = sigmoid(x)."""
    return np.asarray(grad * (1 - y) * y)


@_aten_pointwise("tanh_backward")
def _tanh_backward(grad: Array, y: Array) -> Array:
    """grad * (1 - y * y) with y = tanh(x)."""
    return np.asarray(grad * (1 - y * y))


@_aten_pointwise("gelu_backward")
def _gelu_backward(grad: Array, x: Array, approximate: str = "none") -> Array:
    """The gradient of gelu by the error function ("none") or approximated by "tanh"."""
    if approximate == "none":
        density = np.exp(-0.5 * x * x) / math.sqrt(2 * math.pi)
        below = np.empty_like(x)
        np.multiply(x, math.sqrt(0.5), out=below)
        fill_erf(below, below)
        return np.asarray(grad * (0.5 * (1 + below) + x * density))
    if approximate == "tanh":
        t = np.tanh(_GELU_INNER * (x + _GELU_CUBIC * x * x * x))
        slope = _GELU_INNER * (1 + 3 * _GELU_CUBIC * x * x)
        return np.asarray(grad * (0.5 * (1 + t) + 0.5 * x * (1 - t * t) * slope))
    raise ValueError(f"approximate {approximate!r}: expected 'none' or 'tanh'")


@_aten_pointwise("silu_backward")
def _silu_backward(grad: Array, x: Array) -> Array:
    """grad * s * (1 + x * (1 - s)) with s = sigmoid(x)."""
    s = 1 / (1 + np.exp(-x))
    return np.asarray(grad * s * (1 + x * (1 - s)))


@_aten_pointwise("mish_backward")
def _mish_backward(grad: Array, x: Array) -> Array:
    """grad * (t + x * sigmoid(x) * (1 - t * t)) with t = tanh(log(1 + exp(x)))."""
    t = np.tanh(np.log1p(np.exp(x)))
    return np.asarray(grad * (t + x * (1 - t * t) / (1 + np.exp(-x))))


@aten("elu_backward")
def _elu_backward(
    grad: Array, alpha: Real, scale: Real, input_scale: Real, is_result: bool, self_or_result: Array
) -> Array:
    """The gradient of elu, selu and celu, from the operand or from the result; ValueError for a result of alpha < 0."""
    if is_result and alpha < 0:
        raise ValueError(f"elu_backward: the result of alpha {alpha} does not tell the operand")
    return _elu_gradient(grad, self_or_result, alpha * scale, scale, input_scale, is_result)


@_pointwise
def _elu_gradient(grad: Array, x: Array, low: float, high: float, input_scale: float, is_result: bool) -> Array:
    below = input_scale * (x + low) if is_result else input_scale * low * np.exp(input_scale * np.minimum(x, 0))
    return np.asarray(grad * np.where(x <= 0, below, x.dtype.type(high)))


@_aten_pointwise("leaky_relu_backward")
def _leaky_relu_backward(grad: Array, x: Array, negative_slope: Real, self_is_result: bool) -> Array:
    """The gradient where x is positive, the slope times it elsewhere; ValueError for the result of a slope below 0."""
    if self_is_result and negative_slope < 0:
        raise ValueError(f"leaky_relu_backward: the result of slope {negative_slope} does not tell the operand")
    return np.where(x > 0, grad, grad * negative_slope)


@aten("rrelu_with_noise_backward")
def _rrelu_with_noise_backward(
    grad: Array, x: Array, noise: Array, lower: Real, upper: Real, training: bool, self_is_result: bool
) -> Array:
    """The gradient times the slopes that were drawn in training, else that of leaky_relu with the mean slope."""
    if training and upper - lower > _SAME_SLOPES:
        return narrowed(grad * noise, grad.dtype)
    return _leaky_relu_backward(grad, x, (lower + upper) / 2, self_is_result)


@aten("rrelu_with_noise_functional")
def _rrelu_with_noise_functional(
    x: Array, noise: Array, lower: Real = 1 / 8, upper: Real = 1 / 3, training: bool = False, _generator: Any = None
) -> tuple[Array, Array]:
    """The leaky_relu with the mean slope, and the noise; UnsupportedError in training, where slopes are random."""
    return rrelu(x, lower, upper, training), noise.copy()


@_aten_pointwise("hardtanh_backward")
def _hardtanh_backward(grad: Array, x: Array, low: Real, high: Real) -> Array:
    """The gradient where x is strictly between the bounds, 0 elsewhere."""
    return np.where((x > low) & (x < high), grad, grad.dtype.type(0))


@_aten_pointwise("hardsigmoid_backward")
def _hardsigmoid_backward(grad: Array, x: Array) -> Array:
    """A sixth of the gradient where x is strictly between -3 and 3, 0 elsewhere."""
    return np.where((x > -3) & (x < 3), grad * _SIXTH, grad.dtype.type(0))


@_aten_pointwise("hardswish_backward")
def _hardswish_backward(grad: Array, x: Array) -> Array:
    """0 up to -3, the gradient from 3 on, and grad * (x / 3 + 1 / 2) in between."""
    return np.where(x <= -3, grad.dtype.type(0), np.where(x < 3, grad * (x / 3 + 0.5), grad))


@_aten_pointwise("softplus_backward")
def _softplus_backward(grad: Array, x: Array, beta: Real, threshold: Real) -> Array:
    """grad * sigmoid(beta * x), and the gradient itself where beta * x is above the threshold."""
    scaled = beta * x
    return np.where(scaled > threshold, grad, grad / (1 + np.exp(-scaled)))


@_aten_pointwise("log_sigmoid_backward")
def _log_sigmoid_backward(grad: Array, x: Array, _buffer: Array) -> Array:
    """grad * sigmoid(-x); x gives the buffer, exp(-|x|), as well."""
    small = np.exp(-np.abs(x))
    return np.asarray(grad * np.where(x < 0, 1, small) / (1 + small))


@_aten_pointwise("logit_backward")
def _logit_backward(grad: Array, x: Array, eps: float | None = None) -> Array:
    """grad / (x * (1 - x)); 0 outside of [eps, 1 - eps], or NaN outside of [0, 1] without eps."""
    low, outside = (0.0, math.nan) if eps is None else (eps, 0.0)
    return np.asarray(np.where((x < low) | (x > 1 - low), grad.dtype.type(outside), grad / (x * (1 - x))))


@_aten_pointwise("softshrink_backward")
def _softshrink_backward(grad: Array, x: Array, bound: Real) -> Array:
    """The gradient where x is outside of [-bound, bound], 0 elsewhere."""
    return np.where(np.abs(x) > bound, grad, grad.dtype.type(0))


@_aten_pointwise("hardshrink_backward")
def _hardshrink_backward(grad: Array, x: Array, bound: Real) -> Array:
    """The gradient where x is outside of [-bound, bound], 0 elsewhere."""
    return np.where(np.abs(x) > bound, grad, grad.dtype.type(0))


@aten("_prelu_kernel_backward")
def _prelu_kernel_backward(grad: Array, x: Array, weight: Array) -> tuple[Array, Array]:
    """The gradients of x and of the weight, before the latter is summed to the shape of the weight."""
    check_same_type("_prelu_kernel_backward", grad_output=grad, self=x, weight=weight)
    check_float("_prelu_kernel_backward", grad)
    return np.where(x > 0, grad, weight * grad), np.where(x > 0, grad.dtype.type(0), x * grad)


@aten("glu_backward")
def _glu_backward(grad: Array, x: Array, dim: int) -> Array:
    """The gradient of a * sigmoid(b), a and b being the halves of a dimension; ValueError for an odd size."""
    check_float("glu_backward", x)
    axis = normalize_dim(dim, x.ndim)
    if x.ndim == 0 or x.shape[axis] % 2:
        raise ValueError(f"glu halves dimension {dim} of an array of shape {x.shape}: expected an even size")
    first, second = np.split(widened(x), 2, axis)
    check_shape("glu_backward", "grad_output", grad, first.shape)
    gate = 1 / (1 + np.exp(-second))
    parts = grad * gate, grad * gate * (1 - gate) * first
    return np.concatenate(parts, axis).astype(x.dtype, copy=False)


@aten("native_dropout_backward")
def _native_dropout_backward(grad: Array, mask: Array, scale: float) -> Array:
    """The gradient where the mask holds, times a scale; 0 elsewhere."""
    check_float("native_dropout_backward", grad)
    wide = widened(grad)
    return narrowed(wide * mask * scale, grad.dtype)


def _as_operand(result: Array, output: Array, input_dtype: TypeName) -> Array:
    """The gradient in shape and dtype of the operand; TypeError for a dtype that has no softmax."""
    dtype = dtype_of(input_dtype)
    if category(dtype) != 2 or category(result.dtype) != 2:
        raise TypeError(f"the gradient of a softmax in type {dtype}: expected a float type")
    return result.reshape(output.shape).astype(dtype, copy=False)


def _wide_pair(operation: str, grad: Array, output: Array, dim: int) -> tuple[Array, Array, int]:
    """Gradient and result in the dtype to compute in, and the axis; a 0-d array has one."""
    check_float(operation, output)
    check_float(operation, grad)
    check_shape(operation, "grad_output", grad, output.shape)
    wide = wide_type(result_type(grad, output))
    axis = normalize_dim(dim, output.ndim) if output.ndim else 0
    grad, output = (each.astype(wide, copy=False).reshape(output.shape or (1,)) for each in (grad, output))
    return grad, output, axis


@aten("_softmax_backward_data")
def _softmax_backward_data(grad: Array, output: Array, dim: int, input_dtype: TypeName) -> Array:
    """y * (grad - sum(grad * y)) of the softmax y along a dimension, in the dtype of the softmax's operand."""
    wide, y, axis = _wide_pair("_softmax_backward_data", grad, output, dim)
    weighted = wide * y
    result = weighted - y * weighted.sum(axis=axis, keepdims=True)
    return _as_operand(result, output, input_dtype)


@aten("_log_softmax_backward_data")
def _log_softmax_backward_data(grad: Array, output: Array, dim: int, input_dtype: TypeName) -> Array:
    """grad - exp(y) * sum(grad) of the log_softmax y along a dimension, in the dtype of its operand."""
    wide, y, axis = _wide_pair("_log_softmax_backward_data", grad, output, dim)
    result = wide - np.exp(y) * wide.sum(axis=axis, keepdims=True)
    return _as_operand(result, output, input_dtype)
