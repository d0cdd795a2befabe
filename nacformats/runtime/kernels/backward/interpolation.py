"""Gradients of resampling: every output's gradient goes to its few inputs, by the same weights.

Along each axis that is a product with the transposed matrix of the resampling.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nacformats.runtime.kernels._arguments import Sizes, check_float, check_rank, check_shape, in_float32, per_axis
from nacformats.runtime.kernels._promotion import FLOAT32, FLOAT64, Array, check_sizes
from nacformats.runtime.kernels.interpolation import RESAMPLINGS, TapsOf, scale_parameters
from nacformats.runtime.operators import kernel


def _resample_back(
    operation: str,
    grad: Array,
    output_size: Sizes,
    input_size: Sequence[int],
    factors: Sequence[float | None],
    align_corners: bool,
    taps_of: TapsOf,
) -> Array:
    """The gradient (N, C, *output_size) of a resampling as that of its input, whose shape is input_size."""
    rank = len(factors)
    check_rank(operation, rank + 2, grad_output=grad)
    check_float(operation, grad)
    check_sizes(input_size)
    sizes = per_axis(operation, "output_size", output_size, rank, least=1)
    if len(input_size) != rank + 2 or 0 in input_size[1:]:
        raise ValueError(f"{operation}: input_size {list(input_size)} must be {rank + 2} sizes, none of them 0")
    check_shape(operation, "grad_output", grad, (*input_size[:2], *sizes))
    dtype = FLOAT64 if grad.dtype == FLOAT64 else FLOAT32
    result = grad
    for axis, (size, outputs, factor) in enumerate(zip(input_size[2:], sizes, factors, strict=True), start=-rank):
        elements, weights = taps_of(size, outputs, factor, align_corners, dtype)
        matrix = np.zeros((size, outputs), grad.dtype)
        for place, element in enumerate(elements):
            np.add.at(matrix, (element, np.arange(outputs)), 1 if weights is None else weights[place])
        result = np.moveaxis(np.matmul(np.moveaxis(result, axis, -1), matrix.T), -1, axis)
    return np.ascontiguousarray(result)


def _declare(name: str, rank: int, weighted: bool, taps_of: TapsOf) -> None:
    """Register the gradient of one resampling."""
    operation = f"{name}_backward"
    corners = "bool align_corners, " if weighted else ""

    @kernel(
        f"aten.{operation}.default(Tensor grad_output, int[{rank}] output_size, int[{rank + 2}] input_size,"
        f" {corners}{scale_parameters(rank)})"
    )
    @in_float32
    def backward(grad: Array, output_size: Sizes, input_size: Sequence[int], *options: bool | float | None) -> Array:
        align_corners = bool(options[0]) if weighted else False
        factors = [None if each is None else float(each) for each in options[weighted:]]
        factors = [*factors, None, None, None][:rank]
        return _resample_back(operation, grad, output_size, input_size, factors, align_corners, taps_of)


for _name, (_rank, _weighted, _taps) in RESAMPLINGS.items():
    _declare(_name, _rank, _weighted, _taps)
