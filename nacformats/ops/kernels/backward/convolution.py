"""Gradients of convolutions of 1, 2 and 3 spatial dimensions.

The gradient of the input is a transposed convolution of the result's, and the other way round. The gradient of the
weights is a product of the result's gradient with the windows of the input, laid out as columns for some items at a
time.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from nacformats.ops.blocks import COLUMN_BYTES
from nacformats.ops.dtypes import Array, Ints
from nacformats.ops.kernels._arguments import check_float, check_rank, check_same_type, last_axes, per_axis
from nacformats.ops.kernels._schemas import aten_in_float32
from nacformats.ops.kernels.convolution import convolve, convolve_transposed
from nacformats.ops.kernels.windows import covered_sizes, pad_spatial, window_counts, windows

_NAME = "convolution_backward"
#: The gradients of the input, of the weight and of the bias, each where it is asked for.
_Gradients: TypeAlias = tuple[Array | None, Array | None, Array | None]


@aten_in_float32("convolution_backward")
def _convolution_backward(
    grad: Array,
    x: Array,
    weight: Array,
    _bias_sizes: Ints | None,
    stride: Ints,
    padding: Ints,
    dilation: Ints,
    transposed: bool,
    output_padding: Ints,
    groups: int,
    output_mask: Sequence[bool],
) -> _Gradients:
    """Return gradients of input (N, C, *sizes), weight and bias, of as many spatial dimensions as the weight has."""
    check_float(_NAME, x)
    counts, steps, edges, spreads = check_convolution_gradient(
        grad, x, weight, stride, padding, dilation, transposed, output_padding, groups, output_mask
    )
    # What has the windows, and what has one element for each of them.
    whole, places = (grad, x) if transposed else (x, grad)
    of_x = of_weight = of_bias = None
    margins = [(edge, edge) for edge in edges]
    if output_mask[0] and transposed:
        out = convolve(_NAME, grad, weight, None, steps, margins, spreads, groups)
        of_x = np.ascontiguousarray(out[last_axes(map(slice, counts))])
    elif output_mask[0]:
        of_x = _of_input(grad, weight, x.shape, steps, edges, spreads, groups)
    if output_mask[1]:
        of_weight = _of_weight(whole, places, weight.shape, steps, edges, spreads, groups)
    if output_mask[2]:
        of_bias = grad.sum(axis=(0, *range(2, grad.ndim)), dtype=grad.dtype)
    return of_x, of_weight, of_bias


def check_convolution_gradient(
    grad: Any,
    x: Any,
    weight: Any,
    stride: Ints,
    padding: Ints,
    dilation: Ints,
    transposed: bool,
    output_padding: Ints,
    groups: int,
    output_mask: Sequence[bool],
) -> tuple[tuple[int, ...], ...]:
    """Return the places of the smaller side, and stride, padding and dilation by axis, for tensors of either engine.

    ValueError when types, shapes and sizes are not those of one convolution.
    """
    check_rank(_NAME, (3, 4, 5), weight=weight)
    check_rank(_NAME, weight.ndim, grad_output=grad, input=x)
    check_same_type(_NAME, grad_output=grad, input=x, weight=weight)
    rank = weight.ndim - 2
    if len(output_mask) != 3:
        raise ValueError(f"{_NAME}: output_mask must have 3 entries, got {list(output_mask)}")
    steps = per_axis(_NAME, "stride", stride, rank, least=1)
    edges = per_axis(_NAME, "padding", padding, rank)
    spreads = per_axis(_NAME, "dilation", dilation, rank, least=1)
    more = per_axis(_NAME, "output_padding", output_padding, rank) if transposed else (0,) * rank
    whole, places = (grad, x) if transposed else (x, grad)
    outputs, depth, *kernel_size = weight.shape
    shapes = f"{list(whole.shape)} and {list(places.shape)} with weights {list(weight.shape)}"
    fits = groups >= 1 and outputs % groups == 0 and tuple(whole.shape[:2]) == (len(places), depth * groups)
    if not fits or places.shape[1] != outputs:
        raise ValueError(f"{_NAME}: {shapes} do not fit in {groups} groups")
    sizes = [size + 2 * edge - left for size, edge, left in zip(whole.shape[2:], edges, more, strict=True)]
    counts = window_counts(_NAME, sizes, kernel_size, steps, spreads)
    if counts != tuple(places.shape[2:]):
        raise ValueError(f"{_NAME}: {shapes} do not fit: there are {list(counts)} windows")
    return counts, steps, edges, spreads


def _of_input(
    grad: Array, weight: Array, shape: Ints, stride: Ints, padding: Ints, dilation: Ints, groups: int
) -> Array:
    """Return the transposed convolution, with as much output padding as the windows left out of the input."""
    covered = covered_sizes(grad.shape[2:], weight.shape[2:], stride, dilation)
    left = [size + 2 * edge - inside for size, edge, inside in zip(shape[2:], padding, covered, strict=True)]
    return convolve_transposed(_NAME, grad, weight, None, stride, padding, left, dilation, groups)


def _of_weight(
    whole: Array, places: Array, shape: Ints, stride: Ints, padding: Ints, dilation: Ints, groups: int
) -> Array:
    """Return the sum over items and places of one side times the windows of the other, (O, C / groups, *kernel)."""
    outputs, depth, *kernel_size = shape
    counts = places.shape[2:]
    total = np.zeros((groups, outputs // groups, depth * math.prod(kernel_size)), whole.dtype)
    if not places.size or not total.size:
        return total.reshape(shape)
    padded = pad_spatial(whole, [(edge, edge) for edge in padding])
    grouped = padded.reshape(len(padded), groups, depth, *padded.shape[2:])
    view = windows(grouped, kernel_size, stride, dilation, counts)
    number = math.prod(counts)
    factors = places.reshape(len(places), groups, outputs // groups, number)
    items = max(1, COLUMN_BYTES // max(1, view[0].size * view.itemsize))
    for start in range(0, len(places), items):
        part = view[start : start + items]
        columns = np.moveaxis(part, 0, -len(counts) - 1).reshape(groups, total.shape[-1], len(part) * number)
        rows = np.moveaxis(factors[start : start + items], 0, 2).reshape(groups, outputs // groups, len(part) * number)
        total += np.matmul(rows, columns.swapaxes(1, 2))
    return total.reshape(shape)
