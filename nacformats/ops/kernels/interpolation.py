"""Resampling: nearest, linear and cubic, with and without antialiasing, and sampling at the points of a grid.

A resampling of several axes is one resampling along each of them: every output is a weighted sum of a few inputs.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from nacformats.ops.dtypes import FLOAT32, FLOAT64, INT64, Array, DType, Ints, PerAxis, check_sizes
from nacformats.ops.kernels._arguments import check_float, check_rank, check_same_type, check_shape, per_axis
from nacformats.ops.kernels._pointwise import BLOCK
from nacformats.ops.kernels._schemas import aten, aten_in_float32
from nacformats.ops.kernels.windows import pad_spatial

#: The free parameter of the cubic kernel: PyTorch's own, and the one that it uses with antialiasing (Pillow's).
CUBIC = -0.75
CUBIC_ANTIALIASED = -0.5

#: The taps of axes of up to this size are kept.
MOST_KNOWN = 4096

#: The inputs (taps, outputs) of every output of one axis, and their weights (taps, outputs); None is one weight of 1.
_Taps = tuple[Array, Array | None]
#: Taps from input size, output size, scale factor if given, align_corners, and the type to compute places in.
TapsOf = Callable[[int, int, float | None, bool, DType], _Taps]


def _step(size: int, outputs: int, factor: float | None, align_corners: bool, dtype: DType) -> float:
    """Return the distance between the places of two neighbouring outputs in the input, rounded to the type given."""
    if align_corners:
        return float(dtype.type((size - 1) / (outputs - 1))) if outputs > 1 else 0.0
    return float(dtype.type(1 / factor if factor else size / outputs))


def _centres(size: int, outputs: int, factor: float | None, align_corners: bool, dtype: DType) -> Array:
    """Return the place of every output in the input; the centre of the first element is 0."""
    step = dtype.type(_step(size, outputs, factor, align_corners, dtype))
    numbers = np.arange(outputs, dtype=dtype)
    half = dtype.type(0.5)
    return np.asarray(numbers * step if align_corners else (numbers + half) * step - half)


def _identity(size: int) -> _Taps:
    return np.arange(size)[None], None


def _nearest(size: int, outputs: int, factor: float | None, _corners: bool, _dtype: DType) -> _Taps:
    step = _step(size, outputs, factor, align_corners=False, dtype=FLOAT32)
    places = np.floor(np.arange(outputs, dtype=FLOAT32) * FLOAT32.type(step))
    return np.minimum(places.astype(INT64), size - 1)[None], None


def _nearest_of_images(size: int, outputs: int, factor: float | None, corners: bool, dtype: DType) -> _Taps:
    """Return what _nearest does; but PyTorch ignores the scale factor when an image keeps its size or doubles it."""
    if outputs == size:
        return _identity(size)
    return _nearest(size, outputs, None if outputs == 2 * size else factor, corners, dtype)


def _nearest_exact(size: int, outputs: int, factor: float | None, _corners: bool, _dtype: DType) -> _Taps:
    step = _step(size, outputs, factor, align_corners=False, dtype=FLOAT32)
    places = np.floor(((np.arange(outputs) + 0.5) * step).astype(FLOAT32))
    return np.minimum(places.astype(INT64), size - 1)[None], None


def _linear(size: int, outputs: int, factor: float | None, align_corners: bool, dtype: DType) -> _Taps:
    if outputs == size:
        return _identity(size)
    places = np.maximum(_centres(size, outputs, factor, align_corners, dtype), 0)
    first = np.minimum(places.astype(INT64), size - 1)
    fraction = np.clip(places - first, 0, 1)
    return np.stack([first, np.minimum(first + 1, size - 1)]), np.stack([1 - fraction, fraction])


def _cubic(size: int, outputs: int, factor: float | None, align_corners: bool, dtype: DType) -> _Taps:
    places = _centres(size, outputs, factor, align_corners, dtype)
    first = np.floor(places)
    offsets = np.arange(-1, 3, dtype=dtype)[:, None]
    elements = np.clip((first + offsets).astype(INT64), 0, size - 1)
    return elements, cubic_kernel(offsets - (places - first), CUBIC)


def cubic_kernel(distance: Array, a: float) -> Array:
    """Return the cubic convolution kernel with free parameter a; 0 from distance 2 on."""
    x = np.abs(distance)
    near = ((a + 2) * x - (a + 3)) * x * x + 1
    far = ((a * x - 5 * a) * x + 8 * a) * x - 4 * a
    return np.asarray(np.where(x <= 1, near, np.where(x < 2, far, 0)))


def _triangle_kernel(distance: Array) -> Array:
    return np.asarray(np.maximum(1 - np.abs(distance), 0))


def _antialiased(kernel_of: Callable[[Array], Array], radius: int) -> TapsOf:
    """Return taps of a kernel of some radius that is widened by the factor by which the axis shrinks."""

    def taps(size: int, outputs: int, factor: float | None, align_corners: bool, dtype: DType) -> _Taps:
        if outputs == size:
            return _identity(size)
        step = _step(size, outputs, factor, align_corners, dtype)
        width = max(step, 1.0)
        centres = (np.arange(outputs) + 0.5) * step
        starts = np.maximum((centres - radius * width + 0.5).astype(INT64), 0)
        ends = np.minimum((centres + radius * width + 0.5).astype(INT64), size)
        elements = starts + np.arange((ends - starts).max(initial=1))[:, None]
        weights = np.where(elements < ends, kernel_of((elements - centres + 0.5) / width), 0)
        return np.minimum(elements, size - 1), weights / weights.sum(axis=0)

    return taps


def _resample(
    operation: str, x: Array, sizes: Ints, factors: Sequence[float | None], align_corners: bool, taps_of: TapsOf
) -> Array:
    """Resample all axes after the first two to the given sizes."""
    check_rank(operation, len(sizes) + 2, input=x)
    if 0 in x.shape[1:] or min(sizes) < 1:
        raise ValueError(f"{operation}: neither the input {list(x.shape)} nor the output {list(sizes)} may be empty")
    dtype = FLOAT64 if x.dtype == FLOAT64 else FLOAT32
    result: Array = x
    for axis, (size, factor) in enumerate(zip(sizes, factors, strict=True), start=-len(sizes)):
        elements, weights = _cached(taps_of, x.shape[axis], size, factor, bool(align_corners), dtype)
        result = _weighted(result, axis, elements, weights)
    return result


def _cached(taps_of: TapsOf, *arguments: Any) -> _Taps:
    return (_known_taps if max(arguments[:2]) <= MOST_KNOWN else _known_taps.__wrapped__)(taps_of, *arguments)


@lru_cache(maxsize=64)
def _known_taps(taps_of: TapsOf, *arguments: Any) -> _Taps:
    return taps_of(*arguments)


def _weighted(x: Array, axis: int, elements: Array, weights: Array | None) -> Array:
    """Return the sum of the elements of one axis, by the weights of the taps."""
    if weights is None:
        return np.asarray(x.take(elements[0], axis=axis))
    columns = weights.astype(x.dtype).reshape(*weights.shape, *(1,) * (-axis - 1))
    total: Array = x.take(elements[0], axis=axis)
    total *= columns[0]
    for element, column in zip(elements[1:], columns[1:], strict=True):
        term = x.take(element, axis=axis)
        term *= column
        total += term
    return total


def _declare(name: str, rank: int, weighs: bool, taps_of: TapsOf) -> None:
    """Register a resampling by output size; the row of the one by factors has a formula.

    One that weighs elements is of floats only, and has align_corners for its first option.
    """
    register = aten_in_float32 if weighs else aten

    @register(name)
    def by_size(x: Array, output_size: PerAxis, *options: Any) -> Array:
        if weighs:
            check_float(name, x)
        sizes = per_axis(name, "output_size", output_size, rank, least=1)
        factors = [*options[weighs:], None, None, None][:rank]
        return _resample(name, x, sizes, factors, weighs and options[0], taps_of)


#: The resamplings of images by many taps, which are products with small matrices where sizes are known.
TAPS: dict[str, TapsOf] = {
    "upsample_bicubic2d": _cubic,
    "_upsample_bilinear2d_aa": _antialiased(_triangle_kernel, 1),
    "_upsample_bicubic2d_aa": _antialiased(lambda x: cubic_kernel(x, CUBIC_ANTIALIASED), 2),
}


def resampling_matrix(name: str, size: int, outputs: int, factor: float | None, align_corners: bool) -> Array:
    """Return the matrix (outputs, size), of float32, that resamples one axis."""
    return matrix_of_taps(size, FLOAT64, *TAPS[name](size, outputs, factor, align_corners, FLOAT32)).astype(FLOAT32)


def matrix_of_taps(size: int, dtype: DType, elements: Array, weights: Array | None) -> Array:
    """Return the matrix (outputs, size) of the weights of elements (taps, outputs) of an axis."""
    matrix = np.zeros((elements.shape[1], size), dtype)
    outputs = np.broadcast_to(np.arange(len(matrix)), elements.shape)
    np.add.at(matrix, (outputs, elements), 1 if weights is None else weights.astype(dtype))
    return matrix


#: Every resampling by axes: its rank, whether it weighs elements, and its taps.
RESAMPLINGS: dict[str, tuple[int, bool, TapsOf]] = {
    **{f"upsample_nearest{rank}d": (rank, False, _nearest_of_images if rank == 2 else _nearest) for rank in (1, 2, 3)},
    **{f"_upsample_nearest_exact{rank}d": (rank, False, _nearest_exact) for rank in (1, 2, 3)},
    "upsample_linear1d": (1, True, _linear),
    "upsample_bilinear2d": (2, True, _linear),
    "upsample_trilinear3d": (3, True, _linear),
    **{name: (2, True, taps) for name, taps in TAPS.items()},
}
for _name, (_rank, _weighs, _taps) in RESAMPLINGS.items():
    _declare(_name, _rank, _weighs, _taps)


@aten_in_float32("affine_grid_generator")
def _affine_grid_generator(theta: Array, size: Ints, align_corners: bool) -> Array:
    """Return the grid (N, *sizes, rank) of an output (N, C, *sizes) under affine maps (N, rank, rank + 1)."""
    rank = len(size) - 2
    if rank not in (2, 3):
        raise ValueError(f"affine_grid_generator: size must have 4 or 5 entries, got {list(size)}")
    check_shape("affine_grid_generator", "theta", theta, (size[0], rank, rank + 1))
    check_sizes(size)
    few = math.prod(size[2:]) <= BLOCK
    points = (_unit_points if few else _unit_points.__wrapped__)(tuple(size[2:]), align_corners, theta.dtype)
    return (points @ theta.swapaxes(1, 2)).reshape(size[0], *size[2:], rank)


@lru_cache(maxsize=32)
def _unit_points(sizes: tuple[int, ...], align_corners: bool, dtype: DType) -> Array:
    """Return the points (places, rank + 1) of a grid, the last axis first, with a 1 after the last."""
    rank = len(sizes)
    points = np.ones((*sizes, rank + 1), dtype)
    for axis, length in enumerate(sizes):
        places = _unit_places(length, align_corners, dtype)
        points[..., rank - 1 - axis] = places.reshape(-1, *(1 for _ in range(rank - 1 - axis)))
    return points.reshape(-1, rank + 1)


def _unit_places(length: int, align_corners: bool, dtype: DType) -> Array:
    """Return places from -1 to 1: of the corner elements' centres with align_corners, else of the
    corners themselves.
    """
    if length <= 1:
        return np.zeros(length, dtype)
    places = np.linspace(-1, 1, length, dtype=dtype)
    return places if align_corners else places * dtype.type((length - 1) / length)


NEAREST, BICUBIC = 1, 2
#: From so many channels on, and where each element is taken this often on average, elements are brought together.
_MANY_CHANNELS, _REUSE = 8, 0.5
ZEROS, REFLECTION = 0, 2


@aten_in_float32("grid_sampler", "grid_sampler_2d", "grid_sampler_3d")
def _grid_sampler(x: Array, grid: Array, interpolation_mode: int, padding_mode: int, align_corners: bool) -> Array:
    """Take samples (N, C, *places) of (N, C, *sizes) at the points of a grid (N, *places, rank), last axis
    first, -1 to 1.

    interpolation_mode: 0 linear, 1 nearest, 2 cubic (2-d only); padding_mode: 0 zeros, 1 border, 2 reflection.
    """
    check_grid(x, grid, interpolation_mode, padding_mode)
    rank, places = x.ndim - 2, math.prod(grid.shape[1:-1])
    points = np.ascontiguousarray(grid.reshape(-1, rank).T[::-1])
    sizes = np.array(x.shape[2:])[:, None]
    found = grid_taps(points, sizes.astype(x.dtype), interpolation_mode, padding_mode, align_corners)
    # A margin around the images stands for everything outside.
    padded = [size + 2 for size in x.shape[2:]]
    pitches = np.array([math.prod(padded[axis + 1 :]) for axis in range(rank)])[:, None]
    taps = [((np.clip(element, -1, sizes).astype(INT64) + 1) * pitches, weight) for element, weight in found]
    corners = [
        (
            sum(tap[0][axis] for axis, tap in enumerate(corner)),
            math.prod(tap[1][axis] for axis, tap in enumerate(corner)),
        )
        for corner in itertools.product(taps, repeat=rank)
    ]
    out = np.empty((*x.shape[:2], *grid.shape[1:-1]), x.dtype)
    by_rows = x.shape[1] >= _MANY_CHANNELS and len(corners) * places >= _REUSE * math.prod(x.shape[2:])
    step = max(1, BLOCK // max(x.shape[1] * max(math.prod(padded), places), 1))
    for start in range(0, len(x), step):
        images, part = x[start : start + step], slice(start * places, (start + step) * places)
        offsets = (np.arange(len(images)) * math.prod(padded)).repeat(places)
        chosen = [(index[part] + offsets if step > 1 else index[part], weight[part]) for index, weight in corners]
        sums = (_sum_rows if by_rows else _sum_columns)(images, chosen)
        out[start : start + step] = sums.reshape(x.shape[1], len(images), *grid.shape[1:-1]).swapaxes(0, 1)
    return out


def check_grid(x: Array, grid: Array, interpolation_mode: int, padding_mode: int) -> None:
    check_rank("grid_sampler", (4, 5), input=x)
    check_float("grid_sampler", x, real=True)
    check_same_type("grid_sampler", input=x, grid=grid)
    if grid.ndim != x.ndim or len(grid) != len(x) or grid.shape[-1] != x.ndim - 2 or 0 in x.shape[2:]:
        raise ValueError(f"grid_sampler: a grid of shape {list(grid.shape)} does not fit an input {list(x.shape)}")
    cubic_allowed = interpolation_mode != BICUBIC or x.ndim == 4
    if interpolation_mode not in range(3) or padding_mode not in range(3) or not cubic_allowed:
        raise ValueError(
            f"grid_sampler: no interpolation_mode {interpolation_mode} with padding_mode {padding_mode} "
            f"in {x.ndim - 2} dimensions"
        )


def grid_taps(
    points: Array, size: int | Array, interpolation_mode: int, padding_mode: int, align_corners: bool
) -> list[tuple[Array, Array]]:
    """Return the elements around points of -1 to 1 along one axis, as floats, and the weight of each."""
    places = grid_places(points, size, align_corners)
    if padding_mode != REFLECTION:  # NaN and infinities too are outside
        places = np.fmin(np.fmax(places, -3), size + 2)
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


def grid_places(points: Array, size: int | Array, align_corners: bool) -> Array:
    """Convert points of -1 to 1 to places along one axis."""
    return (points + 1) / 2 * (size - 1) if align_corners else ((points + 1) * size - 1) / 2


def bounded_places(places: Array, size: int | Array, padding_mode: int, align_corners: bool) -> Array:
    """Return places brought into the axis by the padding mode; zeros lets them be."""
    if padding_mode == ZEROS:
        return places
    if padding_mode == REFLECTION:
        low, span = (0.0, size - 1.0) if align_corners else (-0.5, size)
        distance = np.abs(places - low)
        rest = np.fmod(distance, span)
        places = np.where(np.floor(distance / span) % 2 == 0, rest + low, span - rest + low)
    return np.asarray(np.fmin(np.fmax(places, 0), size - 1))


def inside_axis(taps: list[tuple[Array, Array]], size: int) -> list[tuple[Array, Array, Array]]:
    """Return elements as integers, weights, and which elements lie in the axis; those outside are 0 with no weight."""
    found = []
    for element, weight in taps:
        here = (element >= 0) & (element <= size - 1)
        if here.all():
            found.append((element.astype(INT64), weight, here))
        else:
            zero = weight.dtype.type(0)
            found.append((np.where(here, element, 0).astype(INT64), np.where(here, weight, zero), here))
    return found


def _sum_rows(images: Array, corners: Sequence[tuple[Array, Array]]) -> Array:
    """Weigh elements of images (N, C, *sizes) to sums (C, N * P): all channels of an element together."""
    table = pad_spatial(np.moveaxis(images, 1, -1), [*[(1, 1)] * (images.ndim - 2), (0, 0)]).reshape(
        -1, images.shape[1]
    )
    total = np.empty((len(corners[0][0]), images.shape[1]), images.dtype)
    step = max(1, BLOCK // images.shape[1])
    for start in range(0, len(total), step):
        part = slice(start, start + step)
        for number, (index, weight) in enumerate(corners):
            rows = table.take(index[part], axis=0, mode="clip")
            rows *= weight[part, None]
            if number:
                rows += total[part]
            total[part] = rows
    return total.T


def _sum_columns(images: Array, corners: Sequence[tuple[Array, Array]]) -> Array:
    """Return the same channel by channel."""
    table = pad_spatial(images.swapaxes(0, 1), [(1, 1)] * (images.ndim - 2)).reshape(images.shape[1], -1)
    return np.asarray(sum(table.take(index, axis=1, mode="clip") * weight for index, weight in corners))
