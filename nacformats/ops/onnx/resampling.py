"""Images in another resolution, and sampled at places of a grid."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from nacformats.ops.dtypes import INT64
from nacformats.ops.kernels.interpolation import TAPS, resampling_matrix
from nacformats.ops.onnx.emitter import Emitter, Inexpressible, OnnxSize, Symbol, rule

_Scales = Sequence[float | None]


def _resize(
    e: Emitter, x: Symbol, sizes: Sequence[OnnxSize] | None, scales: _Scales | None, **attributes: Any
) -> Symbol:
    """Emit a Resize node by factors where they are given, since they also place the elements; else to sizes."""
    (wide,) = e.single(x)
    if scales is not None and any(scale is not None for scale in scales):
        factors = e.const(np.array([1, 1, *_factors(e, x, sizes, scales)], np.float32))
        return e.op("Resize", wide, None, factors, **attributes)
    assert sizes is not None
    shape = e.op("Concat", e.shape(x, 0, 2), e.ints(list(sizes)), axis=0)
    return e.op("Resize", wide, None, None, shape, **attributes)


def _factors(e: Emitter, x: Symbol, sizes: Sequence[OnnxSize] | None, scales: _Scales) -> list[float]:
    """Return a factor for each axis, which has to give the size that is asked for."""
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


def _given(sizes: Sequence[OnnxSize] | None, scales: Sequence[Any]) -> _Scales | None:
    """Return a factor or None for each axis: overloads `vec` have a list of factors, which sizes replace."""
    if scales and isinstance(scales[0], list | tuple):
        return scales[0] if sizes is None else None
    return [*scales, *[None] * (len(sizes or ()) - len(scales))] if any(scales) else None


def _nearest(attributes: dict[str, Any], e: Emitter, x: Symbol, sizes: Any, *scales: Any) -> Symbol:
    return _resize(e, x, sizes, _given(sizes, scales), **attributes)


def _interpolated(mode: dict[str, Any], e: Emitter, x: Symbol, sizes: Any, align: bool, *scales: Any) -> Symbol:
    given = None if align and sizes is not None else _given(sizes, scales)
    places = "align_corners" if align else "half_pixel"
    return _resize(e, x, sizes, given, **mode, coordinate_transformation_mode=places)


def _by_products(name: str, e: Emitter, x: Symbol, sizes: Any, align: bool, *scales: Any) -> Symbol:
    """Emit a product with a matrix for each axis, which takes a fraction of the time that Resize does."""
    known = [size for size in e.sizes(x)[2:] if isinstance(size, int)]
    factors: Any = _given(sizes, scales)
    wanted = [size for size in sizes or () if isinstance(size, int)]
    if sizes is None and factors is not None and len(known) == 2:
        wanted = [int(size * by) for size, by in zip(known, factors, strict=True)]
    if len(known) < 2 or len(wanted) < 2:
        return _interpolated(_resized(name), e, x, sizes, align, *scales)
    (result,) = e.single(x)
    for_rows, for_columns = factors or (None, None)
    columns = e.const(resampling_matrix(name, known[1], wanted[1], for_columns, align).T)
    rows = e.const(resampling_matrix(name, known[0], wanted[0], for_rows, align))
    return e.op("MatMul", rows, e.op("MatMul", result, columns))


def _resized(name: str) -> dict[str, Any]:
    """Return the attributes that make Resize do the same."""
    if name not in _RESIZED:
        raise Inexpressible("a resampling of sizes that are not known")
    return _RESIZED[name]


_LINEAR: dict[str, Any] = {"mode": "linear"}
#: What Resize does as well.
_RESIZED: dict[str, dict[str, Any]] = {"upsample_bicubic2d": {"mode": "cubic", "cubic_coeff_a": -0.75}}
_FORMS: dict[str, Any] = {
    **{f"upsample_nearest{space}d": partial(_nearest, _NEAREST) for space in (1, 2, 3)},
    **{f"_upsample_nearest_exact{space}d": partial(_nearest, _EXACT) for space in (1, 2, 3)},
    **{f"upsample_{kind}": partial(_interpolated, _LINEAR) for kind in ("linear1d", "bilinear2d", "trilinear3d")},
    **{name: partial(_by_products, name) for name in TAPS},
}
for _name, _form in _FORMS.items():
    rule(f"{_name} {_name}.vec")(_form)


@rule("grid_sampler grid_sampler_2d grid_sampler_3d")
def _grid_sampler(e: Emitter, x: Symbol, grid: Symbol, mode: int, padding: int, align_corners: bool) -> Symbol:
    kind, edges = ("linear", "nearest", "cubic")[mode], ("zeros", "border", "reflection")[padding]
    (image, places), corners = e.single(x, grid), int(align_corners)
    return e.op("GridSample", image, places, mode=kind, padding_mode=edges, align_corners=corners)


@rule("affine_grid_generator")
def _affine_grid(e: Emitter, theta: Symbol, sizes: Sequence[OnnxSize], align_corners: bool) -> Symbol:
    if len(sizes) != 4:
        raise Inexpressible("a grid for volumes")
    return e.op("AffineGrid", *e.single(theta), e.cast(e.ints(list(sizes)), INT64), align_corners=int(align_corners))
