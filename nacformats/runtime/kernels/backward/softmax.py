"""Gradients of the softmax and of its logarithm, from the results."""

from __future__ import annotations

import numpy as np

from nacformats.runtime.kernels._arguments import check_float, check_shape
from nacformats.runtime.kernels._promotion import (
    Array,
    TypeName,
    category,
    dtype_of,
    normalize_dim,
    result_type,
    wide_type,
)
from nacformats.runtime.kernels._schemas import aten


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
