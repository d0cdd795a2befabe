"""Images in another resolution, and sampled at places of a grid."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from nacformats.onnx.writing.emitter import Emitter, Inexpressible, OnnxSize, Symbol, add, rule
from nacformats.runtime.kernels._types import INT64
from nacformats.runtime.kernels.interpolation import TAPS, resampling_matrix

_Scales = Sequence[float | None]


def _resize(
    e: Emitter, x: Symbol, sizes: Sequence[OnnxSize] | None, scales: _Scales | None, **attributes: Any
) -> Symbol:
    """A Resize node by factors where they are given, since they also place the elements; else to sizes."""
    (wide,) = e.single(x)
    if scales is not None and any(scale is not None for scale in scales):
        factors = e.const(np.array([1, 1, *_factors(e, x, sizes, scales)], np.float32))
        return e.op("Resize", wide, None, factors, **attributes)
    assert sizes is not None
    shape = e.op("Concat", e.shape(x, 0, 2), e.ints(list(sizes)), axis=0)
    return e.op("Resize", wide, None, None, shape, **attributes)


def _factors(e: Emitter, x: Symbol, sizes: Sequence[OnnxSize] | None, scales: _Scales) -> list[float]:
    """A factor for each axis, which has to give the size that is asked for."""
    factors: list[float] = []
    for place, scale in enumerate(scales):
        size = sizes[place] if sizes is not None else None
        if scale is None:
            raise Inexpressible("a factor for some axes only")
        if isinstance(size, int) and size != int(e.observed_size(x, place + 2) * scale):
            raise Inexpressible(f"a factor of {scale} that does not give the size {size}")
        factors.append(scale)
    return factors


_NEAREST = {"mode": "nearest", "coordinate_transformation_mode": "asymmetric", "nearest_mode": "floor"}
_EXACT = {"mode": "nearest", "coordinate_transformation_mode": "half_pixel", "nearest_mode": "round_prefer_ceil"}


def _nearest(attributes: dict[str, Any], e: Emitter, x: Symbol, sizes: Sequence[OnnxSize], *scales: Any) -> Symbol:
    return _resize(e, x, sizes, _all(scales, sizes), **attributes)


def _all(scales: Sequence[Any], sizes: Sequence[OnnxSize]) -> _Scales | None:
    """A factor or None for each axis."""
    return [*scales, *[None] * (len(sizes) - len(scales))] if any(scales) else None


def _nearest_vec(attributes: dict[str, Any], e: Emitter, x: Symbol, sizes: Any, scales: _Scales | None) -> Symbol:
    return _resize(e, x, sizes, scales if sizes is None else None, **attributes)


def _smooth(mode: dict[str, Any], align_corners: bool) -> dict[str, Any]:
    return {**mode, "coordinate_transformation_mode": "align_corners" if align_corners else "half_pixel"}


def _interpolated(
    mode: dict[str, Any], e: Emitter, x: Symbol, sizes: Sequence[OnnxSize], align: bool, *scales: Any
) -> Symbol:
    given = None if align else _all(scales, sizes)
    return _resize(e, x, sizes, given, **_smooth(mode, align))


def _interpolated_vec(
    mode: dict[str, Any], e: Emitter, x: Symbol, sizes: Any, align: bool, scales: _Scales | None
) -> Symbol:
    return _resize(e, x, sizes, scales if sizes is None else None, **_smooth(mode, align))


for _space in (1, 2, 3):
    for _name, _coordinates in {"upsample_nearest": _NEAREST, "_upsample_nearest_exact": _EXACT}.items():
        add(f"{_name}{_space}d", partial(_nearest, _coordinates))
        add(f"{_name}{_space}d.vec", partial(_nearest_vec, _coordinates))

_LINEAR: dict[str, Any] = {"mode": "linear"}
_CUBIC: dict[str, Any] = {"mode": "cubic", "cubic_coeff_a": -0.75}
for _name, _attributes in {
    "upsample_linear1d": _LINEAR,
    "upsample_bilinear2d": _LINEAR,
    "upsample_trilinear3d": _LINEAR,
}.items():
    add(_name, partial(_interpolated, _attributes))
    add(f"{_name}.vec", partial(_interpolated_vec, _attributes))


def _by_products(name: str, e: Emitter, x: Symbol, sizes: Sequence[OnnxSize], align: bool, *scales: Any) -> Symbol:
    """A product with a matrix for each axis, which takes a fraction of the time that Resize does."""
    known = [size for size in e.sizes(x)[2:] if isinstance(size, int)]
    wanted = [size for size in sizes if isinstance(size, int)]
    if len(known) < 2 or len(wanted) < 2:
        return _interpolated(_resized(name), e, x, sizes, align, *scales)
    (result,) = e.single(x)
    factors = [*scales, None, None]
    columns = e.const(resampling_matrix(name, known[1], wanted[1], factors[1], align).T)
    rows = e.const(resampling_matrix(name, known[0], wanted[0], factors[0], align))
    return e.op("MatMul", rows, e.op("MatMul", result, columns))


def _by_products_vec(
    name: str, e: Emitter, x: Symbol, sizes: Any, align: bool, scales: Sequence[float] | None
) -> Symbol:
    if sizes is not None:
        return _by_products(name, e, x, sizes, align)
    known = [size for size in e.sizes(x)[2:] if isinstance(size, int)]
    if scales is None or len(known) < 2:
        return _interpolated_vec(_resized(name), e, x, sizes, align, scales)
    return _by_products(name, e, x, [int(size * by) for size, by in zip(known, scales, strict=True)], align, *scales)


def _resized(name: str) -> dict[str, Any]:
    """The attributes that make Resize do the same."""
    if name not in _RESIZED:
        raise Inexpressible("a resampling of sizes that are not known")
    return _RESIZED[name]


#: What Resize does as well.
_RESIZED = {"upsample_bicubic2d": _CUBIC}
for _name in TAPS:
    add(_name, partial(_by_products, _name))
    add(f"{_name}.vec", partial(_by_products_vec, _name))


@rule("grid_sampler", "grid_sampler_2d", "grid_sampler_3d")
def _grid_sampler(e: Emitter, x: Symbol, grid: Symbol, mode: int, padding: int, align_corners: bool) -> Symbol:
    return e.op(
        "GridSample",
        *e.single(x, grid),
        mode=("linear", "nearest", "cubic")[mode],
        padding_mode=("zeros", "border", "reflection")[padding],
        align_corners=int(align_corners),
    )


@rule("affine_grid_generator")
def _affine_grid(e: Emitter, theta: Symbol, sizes: Sequence[OnnxSize], align_corners: bool) -> Symbol:
    if len(sizes) != 4:
        raise Inexpressible("a grid for volumes")
    return e.op("AffineGrid", *e.single(theta), e.cast(e.ints(list(sizes)), INT64), align_corners=int(align_corners))
