"""Gradients of resampling: every output's gradient goes to its few inputs, by the same weights.

Along each axis these are sums over the outputs that have an input in common.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nacformats.runtime.kernels._arguments import PerAxis, check_float, check_rank, check_shape, in_float32, per_axis
from nacformats.runtime.kernels._promotion import FLOAT32, FLOAT64, Array, Ints, check_sizes
from nacformats.runtime.kernels._schemas import aten
from nacformats.runtime.kernels.interpolation import RESAMPLINGS, TapsOf

#: Resamplings by more elements than the cubic ones are products with matrices.
MOST_TAPS = 4


def _resample_back(
    operation: str,
    grad: Array,
    output_size: PerAxis,
    input_size: Ints,
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
        result = (_by_taps if len(elements) <= MOST_TAPS else _by_matrix)(result, axis, size, elements, weights)
    return np.ascontiguousarray(result)


def _by_taps(grad: Array, axis: int, size: int, elements: Array, weights: Array | None) -> Array:
    """The sums along one axis of what belongs to the same element; every tap goes through the elements in order."""
    shape = list(grad.shape)
    shape[axis] = size
    out = np.zeros(shape, grad.dtype)
    rest: list[slice | int] = [slice(None)] * (-axis - 1)
    for place, chosen in enumerate(elements):
        part = grad if weights is None else grad * weights[place].astype(grad.dtype).reshape(-1, *(1,) * len(rest))
        starts = np.flatnonzero(np.concatenate(([True], chosen[1:] != chosen[:-1])))
        out[(..., chosen[starts], *rest)] += np.add.reduceat(part, starts, axis=axis)
    return out


def _by_matrix(grad: Array, axis: int, size: int, elements: Array, weights: Array | None) -> Array:
    """A product along one axis with the matrix (outputs, size) of the resampling."""
    matrix = np.zeros((grad.shape[axis], size), grad.dtype)
    outputs = np.broadcast_to(np.arange(len(matrix)), elements.shape)
    np.add.at(matrix, (outputs, elements), 1 if weights is None else weights.astype(grad.dtype))
    return np.asarray(np.moveaxis(np.matmul(np.moveaxis(grad, axis, -1), matrix), -1, axis))


def _declare(name: str, rank: int, weighted: bool, taps_of: TapsOf) -> None:
    """Register the gradient of one resampling."""
    operation = f"{name}_backward"

    @aten(operation)
    @in_float32
    def backward(grad: Array, output_size: PerAxis, input_size: Ints, *options: bool | float | None) -> Array:
        align_corners = bool(options[0]) if weighted else False
        factors = [None if each is None else float(each) for each in options[weighted:]]
        factors = [*factors, None, None, None][:rank]
        return _resample_back(operation, grad, output_size, input_size, factors, align_corners, taps_of)


for _name, (_rank, _weighted, _taps) in RESAMPLINGS.items():
    _declare(_name, _rank, _weighted, _taps)
