"""Images sampled at the points of a grid."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np

from nacformats.runtime.kernels._arguments import check_float, check_rank, check_same_type, in_float32
from nacformats.runtime.kernels._pointwise import BLOCK
from nacformats.runtime.kernels._promotion import INT64, Array, Ints
from nacformats.runtime.kernels._schemas import aten
from nacformats.runtime.kernels.interpolation import CUBIC, cubic_kernel

NEAREST, BICUBIC = 1, 2
#: From so many channels on, and where each element is taken this often on average, elements are brought together.
_MANY_CHANNELS, _REUSE = 8, 0.5
ZEROS, REFLECTION = 0, 2


@aten("grid_sampler", "grid_sampler_2d", "grid_sampler_3d")
@in_float32
def _grid_sampler(x: Array, grid: Array, interpolation_mode: int, padding_mode: int, align_corners: bool) -> Array:
    """Samples (N, C, *places) of (N, C, *sizes) at the points of a grid (N, *places, rank), last axis first, -1 to 1.

    interpolation_mode: 0 linear, 1 nearest, 2 cubic (2-d only); padding_mode: 0 zeros, 1 border, 2 reflection.
    """
    check_grid(x, grid, interpolation_mode, padding_mode)
    sizes = x.shape[2:]
    points = grid.reshape(len(x), math.prod(grid.shape[1:-1]), len(sizes))
    taps = [
        _inside(_grid_taps(points[..., -1 - axis], size, interpolation_mode, padding_mode, align_corners), size)
        for axis, size in enumerate(sizes)
    ]
    corners = [_corner(corner, sizes) for corner in itertools.product(*taps)]
    out = np.empty((*x.shape[:2], points.shape[1]), x.dtype)
    flat = x.reshape(*x.shape[:2], math.prod(sizes))
    by_rows = x.shape[1] >= _MANY_CHANNELS and len(corners) * points.shape[1] >= _REUSE * flat.shape[2]
    for number, image in enumerate(flat):
        chosen = [(index[number], weight[number]) for index, weight in corners]
        (_sum_rows if by_rows else _sum_columns)(image, chosen, out[number])
    return out.reshape(*x.shape[:2], *grid.shape[1:-1])


def check_grid(x: Array, grid: Array, interpolation_mode: int, padding_mode: int) -> None:
    check_rank("grid_sampler", (4, 5), input=x)
    check_float("grid_sampler", x)
    check_same_type("grid_sampler", input=x, grid=grid)
    if grid.ndim != x.ndim or len(grid) != len(x) or grid.shape[-1] != x.ndim - 2 or 0 in x.shape[2:]:
        raise ValueError(f"grid_sampler: a grid of shape {list(grid.shape)} does not fit an input {list(x.shape)}")
    cubic_allowed = interpolation_mode != BICUBIC or x.ndim == 4
    if interpolation_mode not in range(3) or padding_mode not in range(3) or not cubic_allowed:
        raise ValueError(
            f"grid_sampler: no interpolation_mode {interpolation_mode} with padding_mode {padding_mode} "
            f"in {x.ndim - 2} dimensions"
        )


def _grid_taps(
    points: Array, size: int, interpolation_mode: int, padding_mode: int, align_corners: bool
) -> list[tuple[Array, Array]]:
    """For points of -1 to 1 along one axis: the elements around them, as floats, and the weight of each."""
    places = (points + 1) / 2 * (size - 1) if align_corners else ((points + 1) * size - 1) / 2
    if interpolation_mode == BICUBIC:
        first = np.floor(places)
        fraction = places - first
        return [
            (bounded_places(first + offset, size, padding_mode, align_corners), cubic_kernel(offset - fraction, CUBIC))
            for offset in range(-1, 3)
        ]
    places = bounded_places(places, size, padding_mode, align_corners)
    if interpolation_mode == NEAREST:
        return [(np.rint(places), np.ones_like(places))]
    first = np.floor(places)
    return [(first, 1 - (places - first)), (first + 1, places - first)]


def bounded_places(places: Array, size: int, padding_mode: int, align_corners: bool) -> Array:
    """Places brought into the axis by the padding mode; zeros lets them be."""
    if padding_mode == ZEROS:
        return places
    if padding_mode == REFLECTION:
        low, span = (0.0, size - 1.0) if align_corners else (-0.5, float(size))
        if span == 0:
            return np.zeros_like(places)
        distance = np.abs(places - low)
        rest = np.fmod(distance, span)
        places = np.where(np.floor(distance / span) % 2 == 0, rest + low, span - rest + low)
    return np.clip(places, 0, size - 1)


def _inside(taps: list[tuple[Array, Array]], size: int) -> list[tuple[Array, Array, Array]]:
    """Elements as integers, weights, and which elements lie in the axis; those outside are 0 with no weight."""
    found = []
    for element, weight in taps:
        here = (element >= 0) & (element <= size - 1)
        if here.all():
            found.append((element.astype(INT64), weight, here))
        else:
            zero = weight.dtype.type(0)
            found.append((np.where(here, element, 0).astype(INT64), np.where(here, weight, zero), here))
    return found


def _corner(corner: Sequence[tuple[Array, Array, Array]], sizes: Ints) -> tuple[Array, Array]:
    """The element of a flat image and its weight for each point (N, P); the element after the last one is outside."""
    index, weight, inside = corner[0]
    for (element, factor, here), size in zip(corner[1:], sizes[1:], strict=True):
        index = index * size + element
        weight = weight * factor
        inside = inside & here
    return (index, weight) if inside.all() else (np.where(inside, index, math.prod(sizes)), weight)


def _sum_rows(image: Array, corners: Sequence[tuple[Array, Array]], out: Array) -> None:
    """Weigh the elements (C, S) of an image into out (C, P): all channels of an element together, a block at a time."""
    channels, size = image.shape
    table = np.empty((size + 1, channels), image.dtype)
    table[:size], table[size] = image.T, 0
    block = max(1, BLOCK // channels)
    rows, total = np.empty((2, block, channels), image.dtype)
    for start in range(0, out.shape[1], block):
        count = min(block, out.shape[1] - start)
        for number, (index, weight) in enumerate(corners):
            target = total[:count] if number == 0 else rows[:count]
            table.take(index[start : start + count], axis=0, out=target, mode="clip")
            target *= weight[start : start + count, None]
            if number:
                total[:count] += target
        out[:, start : start + count] = total[:count].T


def _sum_columns(image: Array, corners: Sequence[tuple[Array, Array]], out: Array) -> None:
    """The same channel by channel."""
    padded = np.zeros(image.shape[1] + 1, image.dtype)
    for channel, total in zip(image, out, strict=True):
        padded[:-1] = channel
        total[...] = 0
        for index, weight in corners:
            total += padded.take(index, mode="clip") * weight
