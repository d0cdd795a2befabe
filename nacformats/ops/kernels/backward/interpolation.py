"""Gradients of resampling: every output's gradient goes to its few inputs, by the same weights.

Along each axis these are sums over the outputs that have an input in common.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from nacformats.ops.dtypes import FLOAT32, FLOAT64, Array, Ints, PerAxis, check_sizes
from nacformats.ops.kernels import interpolation
from nacformats.ops.kernels._arguments import check_float, check_rank, check_same_type, check_shape, per_axis
from nacformats.ops.kernels._schemas import aten_in_float32

#: Resamplings by more elements than the cubic ones are products with matrices.
MOST_TAPS = 4


def _resample_back(
    operation: str,
    grad: Array,
    output_size: PerAxis,
    input_size: Ints,
    factors: Sequence[float | None],
    align_corners: bool,
    taps_of: interpolation.TapsOf,
) -> Array:
    """Return the gradient (N, C, *output_size) of a resampling as that of its input, whose shape is input_size."""
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
    """Return the sums along one axis of what belongs to the same element; every tap goes through the
    elements in order.
    """
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
    """Return a product along one axis with the matrix (outputs, size) of the resampling."""
    matrix = interpolation.matrix_of_taps(size, grad.dtype, elements, weights)
    return np.asarray(np.moveaxis(np.matmul(np.moveaxis(grad, axis, -1), matrix), -1, axis))


def _declare(name: str, rank: int, weighted: bool, taps_of: interpolation.TapsOf) -> None:
    """Register the gradient of one resampling."""
    operation = f"{name}_backward"

    @aten_in_float32(operation)
    def backward(grad: Array, output_size: PerAxis, input_size: Ints, *options: bool | float | None) -> Array:
        align_corners = bool(options[0]) if weighted else False
        factors = [None if each is None else float(each) for each in options[weighted:]]
        factors = [*factors, None, None, None][:rank]
        return _resample_back(operation, grad, output_size, input_size, factors, align_corners, taps_of)


for _name, (_rank, _weighted, _taps) in interpolation.RESAMPLINGS.items():
    _declare(_name, _rank, _weighted, _taps)


class _Tap(NamedTuple):
    """One element along an axis for each point (N, P): which one, its weight, and how fast that grows with the point.

    Of an element outside of the axis all are 0.
    """

    element: Array
    weight: Array
    slope: Array


@aten_in_float32("grid_sampler_2d_backward", "grid_sampler_3d_backward")
def _grid_sampler_backward(
    grad: Array,
    x: Array,
    grid: Array,
    interpolation_mode: int,
    padding_mode: int,
    align_corners: bool,
    output_mask: Sequence[bool],
) -> tuple[Array | None, Array]:
    """Return gradients of images (N, C, *sizes) and of a grid (N, *places, rank); see grid_sampler."""
    interpolation.check_grid(x, grid, interpolation_mode, padding_mode)
    check_same_type("grid_sampler_backward", grad_output=grad, input=x)
    check_shape("grid_sampler_backward", "grad_output", grad, (*x.shape[:2], *grid.shape[1:-1]))
    if len(output_mask) != 2:
        raise ValueError(f"grid_sampler_backward: output_mask must have 2 entries, got {list(output_mask)}")
    sizes, places = x.shape[2:], math.prod(grid.shape[1:-1])
    points = grid.reshape(len(x), places, len(sizes))
    modes = interpolation_mode, padding_mode, align_corners
    taps = [_taps_around(points[..., -1 - axis], size, *modes) for axis, size in enumerate(sizes)]
    flat, wide = x.reshape(*x.shape[:2], math.prod(sizes)), grad.reshape(*x.shape[:2], places)
    of_x = np.zeros(flat.shape, x.dtype) if output_mask[0] else None
    of_points = np.zeros(points.shape, grid.dtype)
    for corner in itertools.product(*taps):
        index = _flat_index(corner, sizes)
        if of_x is not None:
            _add_images(of_x, index, wide * np.asarray(math.prod(tap.weight for tap in corner))[:, None])
        along = np.einsum("ncp,ncp->np", np.take_along_axis(flat, index[:, None], 2), wide)
        for axis, tap in enumerate(corner):
            others = [each.weight for place, each in enumerate(corner) if place != axis]
            of_points[..., -1 - axis] += along * tap.slope * math.prod(others)
    return None if of_x is None else of_x.reshape(x.shape), of_points.reshape(grid.shape)


def _flat_index(corner: Sequence[_Tap], sizes: Ints) -> Array:
    """Return the places in flattened images (N, P)."""
    index = corner[0].element
    for tap, size in zip(corner[1:], sizes[1:], strict=True):
        index = index * size + tap.element
    return index


def _add_images(out: Array, index: Array, values: Array) -> None:
    """Add values (N, C, P) to images (N, C, L) at the places (N, P)."""
    length = out.shape[2]
    for image, places, terms in zip(out, index, values, strict=True):
        rows = np.arange(len(image))[:, None] * length + places
        image += np.bincount(rows.reshape(-1), terms.reshape(-1), image.size).reshape(image.shape)


def _taps_around(points: Array, size: int, *modes: Any) -> list[_Tap]:
    """Return the elements around points of -1 to 1 along one axis."""
    taps = interpolation.inside_axis(interpolation.grid_taps(points, size, *modes), size)
    slopes = _slopes(points, size, *modes)
    return [
        _Tap(element, weight, np.where(here, slope, weight.dtype.type(0)))
        for (element, weight, here), slope in zip(taps, slopes, strict=True)
    ]


def _slopes(points: Array, size: int, interpolation_mode: int, padding_mode: int, align_corners: bool) -> list[Array]:
    """Return the growth of the weights of the elements around points of -1 to 1 along one axis."""
    places = interpolation.grid_places(points, size, align_corners)
    scale = (size - 1) / 2 if align_corners else size / 2
    if interpolation_mode == interpolation.BICUBIC:
        fraction = places - np.floor(places)
        return [-_cubic_slope(offset - fraction, interpolation.CUBIC) * scale for offset in range(-1, 3)]
    if interpolation_mode == interpolation.NEAREST:
        return [np.zeros_like(places)]
    slope = _bounded_slope(places, size, padding_mode, align_corners) * places.dtype.type(scale)
    return [-slope, slope]


def _bounded_slope(places: Array, size: int, padding_mode: int, align_corners: bool) -> Array:
    """Return the derivative of `bounded_places`: 1, -1 where places are reflected, or 0 at the edges."""
    slope = np.ones_like(places)
    if padding_mode == interpolation.ZEROS:
        return slope
    if padding_mode == interpolation.REFLECTION:
        low, span = (0.0, size - 1.0) if align_corners else (-0.5, float(size))
        if span == 0:
            return np.zeros_like(places)
        distance = np.abs(places - low)
        inside, turned = np.fmod(distance, span), np.floor(distance / span) % 2 == 1
        slope = np.where((places < low) ^ turned, -slope, slope)
        places = np.where(turned, span - inside, inside) + places.dtype.type(low)
    return np.where((places <= 0) | (places >= size - 1), places.dtype.type(0), slope)


def _cubic_slope(distance: Array, a: float) -> Array:
    """Return the derivative of the cubic convolution kernel."""
    x = np.abs(distance)
    near = (3 * (a + 2) * x - 2 * (a + 3)) * x
    far = (3 * a * x - 10 * a) * x + 8 * a
    return np.asarray(np.sign(distance) * np.where(x <= 1, near, np.where(x < 2, far, 0)))
