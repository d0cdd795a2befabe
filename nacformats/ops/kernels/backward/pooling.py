"""Gradients of pooling: back to the elements that were the largest, or to all of a window in equal shares."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from nacformats.ops.dtypes import INT64, Array, PerAxis
from nacformats.ops.kernels._arguments import check_float, check_rank, check_same_type, check_shape, last_axes
from nacformats.ops.kernels._schemas import aten_by_rank, in_float32
from nacformats.ops.kernels.pooling import adaptive_table, pooling_axes


@aten_by_rank("adaptive_max_pool{}d_backward", ranks=[2, 3])
@aten_by_rank("fractional_max_pool{}d_backward", ranks=[2, 3])
@in_float32
def _adaptive_max_pool_backward(operation: str, rank: int, grad: Array, x: Array, *given: Any) -> Array:
    """Return the sums of the gradients at the places of the maxima in the flattened spatial dimensions of (N, C,
    *sizes).

    ValueError for a place outside.
    """
    *_windows, indices = given
    check_rank(operation, (rank + 1, rank + 2), self=x)
    check_float(operation, x)
    check_same_type(operation, grad_output=grad, self=x)
    check_shape(operation, "indices", indices, grad.shape)
    lead, places = x.shape[:-rank], math.prod(x.shape[-rank:])
    if grad.shape[:-rank] != lead:
        raise ValueError(f"{operation}: a gradient of shape {list(grad.shape)} for an input {list(x.shape)}")
    if indices.dtype.kind not in "iu":
        raise ValueError(f"{operation}: indices must be integers, not {indices.dtype}")
    if indices.size and not 0 <= indices.min() <= indices.max() < places:
        raise ValueError(f"{operation}: indices from {indices.min()} to {indices.max()} for {places} places")
    images = math.prod(lead)
    rows = indices.astype(INT64, copy=False).reshape(images, -1) if images else np.empty((0, 0), INT64)
    flat = (rows + np.arange(images)[:, None] * places).reshape(-1)
    sums = np.bincount(flat, grad.reshape(-1), images * places)
    return sums.astype(x.dtype, copy=False).reshape(x.shape)


@aten_by_rank("max_pool{}d_with_indices_backward", ranks=[2, 3])
def _max_pool_backward(
    operation: str,
    rank: int,
    grad: Array,
    x: Array,
    kernel_size: PerAxis,
    stride: PerAxis,
    padding: PerAxis,
    dilation: PerAxis,
    ceil_mode: bool,
    indices: Array,
) -> Array:
    """Return the gradients of the maxima of windows at their places."""
    axes = pooling_axes(operation, x, rank, kernel_size, stride, padding, dilation, ceil_mode)
    check_shape(operation, "grad_output", grad, (*x.shape[:-rank], *(axis.count for axis in axes)))
    return _adaptive_max_pool_backward(operation, rank, grad, x, indices)


@aten_by_rank("avg_pool{}d_backward", ranks=[2, 3])
@in_float32
def _avg_pool_backward(
    operation: str,
    rank: int,
    grad: Array,
    x: Array,
    kernel_size: PerAxis,
    stride: PerAxis,
    padding: PerAxis,
    ceil_mode: bool,
    count_include_pad: bool,
    divisor_override: int | None,
) -> Array:
    """Spread the gradient of every mean in equal shares over the elements of its window."""
    check_float(operation, x)
    check_same_type(operation, grad_output=grad, self=x)
    if divisor_override == 0:
        raise ValueError(f"{operation}: divisor_override must not be 0")
    axes = pooling_axes(operation, x, rank, kernel_size, stride, padding, 1, ceil_mode)
    check_shape(operation, "grad_output", grad, (*x.shape[:-rank], *(axis.count for axis in axes)))
    result = grad if divisor_override is None else grad / divisor_override
    for number, axis in enumerate(axes):
        after = rank - number - 1
        if divisor_override is None:
            result = result / axis.divisors(count_include_pad).astype(x.dtype).reshape(-1, *(1,) * after)
        before, behind = axis.margins
        shape = list(result.shape)
        shape[number - rank] = before + axis.length + behind
        spread = np.zeros(shape, x.dtype)
        others = [slice(None)] * after
        for position in range(axis.size):
            spread[last_axes([axis.part(position), *others])] += result
        result = spread[last_axes([slice(before, before + axis.length), *others])]
    return np.ascontiguousarray(result)


@aten_by_rank("_adaptive_avg_pool{}d_backward", ranks=[2, 3])
@in_float32
def _adaptive_avg_pool_backward(operation: str, rank: int, grad: Array, x: Array) -> Array:
    """Spread the gradient of every mean in equal shares over the elements of its window."""
    check_rank(operation, (rank + 1, rank + 2), self=x)
    check_float(operation, x)
    check_same_type(operation, grad_output=grad, self=x)
    if grad.ndim != x.ndim or grad.shape[:-rank] != x.shape[:-rank]:
        raise ValueError(f"{operation}: a gradient of shape {list(grad.shape)} for an input {list(x.shape)}")
    result = grad
    for axis in range(-rank, 0):
        result = _spread_evenly(result, axis, x.shape[axis])
    return result


def _spread_evenly(grad: Array, axis: int, length: int) -> Array:
    """Return one axis of windows that cover `length` elements evenly, back to these."""
    table = adaptive_table(length, grad.shape[axis])
    inside = table >= 0
    matrix = np.zeros((grad.shape[axis], length), grad.dtype)
    windows = np.broadcast_to(np.arange(len(matrix)), table.shape)
    matrix[windows[inside], table[inside]] = 1
    matrix /= np.maximum(inside.sum(axis=0), 1).astype(grad.dtype)[:, None]
    spread = np.matmul(np.moveaxis(grad, axis, -1), matrix)
    return np.ascontiguousarray(np.moveaxis(spread, -1, axis))
