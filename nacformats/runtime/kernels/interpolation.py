"""Resampling: nearest, linear and cubic, with and without antialiasing, and sampling at the points of a grid.

A resampling of several axes is one resampling along each of them: every output is a weighted sum of a few inputs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from nacformats.runtime.kernels._arguments import PerAxis, check_float, check_rank, check_shape, in_float32, per_axis
from nacformats.runtime.kernels._promotion import FLOAT32, FLOAT64, INT64, Array, DType, Ints, check_sizes
from nacformats.runtime.kernels._schemas import aten

#: The free parameter of the cubic kernel: PyTorch's own, and the one that it uses with antialiasing (Pillow's).
CUBIC = -0.75
CUBIC_ANTIALIASED = -0.5

#: The inputs (taps, outputs) of every output of one axis, and their weights (taps, outputs); None is one weight of 1.
_Taps = tuple[Array, Array | None]
#: Taps from input size, output size, scale factor if given, align_corners, and the type to compute places in.
TapsOf = Callable[[int, int, float | None, bool, DType], _Taps]


def _step(size: int, outputs: int, factor: float | None, align_corners: bool, dtype: DType) -> float:
    """How far the places of two neighbouring outputs are apart in the input, rounded to the type given."""
    if align_corners:
        return float(dtype.type((size - 1) / (outputs - 1))) if outputs > 1 else 0.0
    return float(dtype.type(1 / factor if factor else size / outputs))


def _centres(size: int, outputs: int, factor: float | None, align_corners: bool, dtype: DType) -> Array:
    """The place of every output in the input; the centre of the first element is 0."""
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
    """As _nearest; but PyTorch ignores the scale factor when an image keeps its size or doubles it."""
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
    """The cubic convolution kernel with free parameter a; 0 from distance 2 on."""
    x = np.abs(distance)
    near = ((a + 2) * x - (a + 3)) * x * x + 1
    far = ((a * x - 5 * a) * x + 8 * a) * x - 4 * a
    return np.asarray(np.where(x <= 1, near, np.where(x < 2, far, 0)))


def _triangle_kernel(distance: Array) -> Array:
    return np.asarray(np.maximum(1 - np.abs(distance), 0))


def _antialiased(kernel_of: Callable[[Array], Array], radius: int) -> TapsOf:
    """Taps of a kernel of some radius that is widened by the factor by which the axis shrinks."""

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
        elements, weights = taps_of(x.shape[axis], size, factor, align_corners, dtype)
        shape = list(result.shape)
        shape[axis] = size
        result = _weighted(result, axis, elements, weights)
    return result


def _weighted(x: Array, axis: int, elements: Array, weights: Array | None) -> Array:
    """The sum of the elements of one axis, by the weights of the taps."""
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


def _sizes_and_factors(
    operation: str, x: Array, rank: int, output_size: Ints | None, scale_factors: Sequence[float] | None
) -> tuple[Ints, Sequence[float | None]]:
    """The output sizes, given or from the scale factors, and the factors where they are given."""
    check_rank(operation, rank + 2, input=x)
    if (output_size is None) == (scale_factors is None):
        raise ValueError(f"{operation}: either output_size or scale_factors must be given")
    if scale_factors is None:
        return per_axis(operation, "output_size", output_size or (), rank), [None] * rank
    if len(scale_factors) != rank or not all(0 < factor < math.inf for factor in scale_factors):
        raise ValueError(f"{operation}: scale_factors must be {rank} positive numbers, got {list(scale_factors)}")
    sizes = [int(size * factor) for size, factor in zip(x.shape[2:], scale_factors, strict=True)]
    return sizes, list(scale_factors)


def _declare_nearest(name: str, rank: int, taps_of: TapsOf) -> None:
    """Register a resampling that picks elements: by output size, and by either that or scale factors."""

    @aten(name)
    def by_size(x: Array, output_size: PerAxis, *factors: float | None) -> Array:
        sizes = per_axis(name, "output_size", output_size, rank, least=1)
        return _resample(name, x, sizes, [*factors, None, None, None][:rank], False, taps_of)

    @aten(f"{name}.vec")
    def by_factor(x: Array, output_size: Ints | None, scale_factors: Sequence[float] | None) -> Array:
        sizes, factors = _sizes_and_factors(name, x, rank, output_size, scale_factors)
        return _resample(name, x, sizes, factors, False, taps_of)


def _declare_weighted(name: str, rank: int, taps_of: TapsOf) -> None:
    """Register a resampling that weighs elements: by output size, and by either that or scale factors."""

    @aten(name)
    @in_float32
    def by_size(x: Array, output_size: PerAxis, align_corners: bool, *factors: float | None) -> Array:
        check_float(name, x)
        sizes = per_axis(name, "output_size", output_size, rank, least=1)
        return _resample(name, x, sizes, [*factors, None, None, None][:rank], align_corners, taps_of)

    @aten(f"{name}.vec")
    @in_float32
    def by_factor(
        x: Array, output_size: Ints | None, align_corners: bool, scale_factors: Sequence[float] | None
    ) -> Array:
        check_float(name, x)
        sizes, factors = _sizes_and_factors(name, x, rank, output_size, scale_factors)
        return _resample(name, x, sizes, factors, align_corners, taps_of)


#: The resamplings of images by many taps, which are products with small matrices where sizes are known.
TAPS: dict[str, TapsOf] = {
    "upsample_bicubic2d": _cubic,
    "_upsample_bilinear2d_aa": _antialiased(_triangle_kernel, 1),
    "_upsample_bicubic2d_aa": _antialiased(lambda x: cubic_kernel(x, CUBIC_ANTIALIASED), 2),
}


def resampling_matrix(name: str, size: int, outputs: int, factor: float | None, align_corners: bool) -> Array:
    """The matrix (outputs, size), of float32, that resamples one axis."""
    elements, weights = TAPS[name](size, outputs, factor, align_corners, FLOAT32)
    matrix = np.zeros((outputs, size))
    np.add.at(
        matrix, (np.broadcast_to(np.arange(outputs), elements.shape), elements), 1 if weights is None else weights
    )
    return matrix.astype(FLOAT32)


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
    (_declare_weighted if _weighs else _declare_nearest)(_name, _rank, _taps)


@aten("affine_grid_generator")
@in_float32
def _affine_grid_generator(theta: Array, size: Ints, align_corners: bool) -> Array:
    """The grid (N, *sizes, rank) of an output (N, C, *sizes) under affine maps (N, rank, rank + 1)."""
    rank = len(size) - 2
    if rank not in (2, 3):
        raise ValueError(f"affine_grid_generator: size must have 4 or 5 entries, got {list(size)}")
    check_shape("affine_grid_generator", "theta", theta, (size[0], rank, rank + 1))
    check_sizes(size)
    points = np.ones((*size[2:], rank + 1), theta.dtype)
    for axis, length in enumerate(size[2:]):
        places = _unit_places(length, align_corners, theta.dtype)
        points[..., rank - 1 - axis] = places.reshape(-1, *(1 for _ in range(rank - 1 - axis)))
    grid = points.reshape(-1, rank + 1) @ theta.swapaxes(1, 2)
    return grid.reshape(size[0], *size[2:], rank)


def _unit_places(length: int, align_corners: bool, dtype: DType) -> Array:
    """Places from -1 to 1: of the corner elements' centres with align_corners, else of the corners themselves."""
    if length <= 1:
        return np.zeros(length, dtype)
    places = np.linspace(-1, 1, length, dtype=dtype)
    return places if align_corners else places * dtype.type((length - 1) / length)
