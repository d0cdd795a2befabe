"""Images: resampling, sampling at points."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from nacformats.codec.columns.arrays import Array
from nacformats.onnx.reading.node import NodeReader, normalized, operation
from nacformats.onnx.reading.values import GraphSize, GraphTensor, NamedValue, Refusal, constant, rank_of
from nacformats.ops.dtypes import FLOAT32
from nacformats.ops.names import ATEN

#: An output takes as long as this many elements, however few it is made from.
_WORK_OF_OUTPUT = 64


@dataclass(frozen=True)
class Axis:
    """The resampling of one axis.

    Attributes:
        size, outputs: of the axis before and after.
        scale: the factor between them.
        rule: the coordinate_transformation_mode.
        span: where the sampled part starts and ends, as fractions (tf_crop_and_resize).
    """

    size: int
    outputs: int
    scale: float
    rule: str
    span: tuple[float, float] | None = None

    def work(self, mode: str) -> int:
        """Return the work of computing places or weights, in elements."""
        if self.outputs < 0:
            raise Refusal(f"{self.outputs} elements out of {self.size}")
        if mode == "nearest":
            return self.outputs
        return self.outputs * max(self.size, math.ceil(4 / self.scale) if self.scale else 0, _WORK_OF_OUTPUT)

    def places(self) -> Array:
        """Return the place of each output among the inputs."""
        numbers = np.arange(self.outputs, dtype=np.float64)
        centred = (numbers + 0.5) / self.scale - 0.5
        length = self.scale * self.size  # before it is rounded to a number of outputs
        match self.rule:
            case "half_pixel":
                return centred
            case "pytorch_half_pixel":
                return centred if length > 1 else np.zeros(self.outputs)
            case "half_pixel_symmetric":
                return centred + self.size / 2 * (1 - self.outputs / length)
            case "asymmetric":
                return numbers / self.scale
            case "align_corners":
                return numbers * ((self.size - 1) / (length - 1) if length != 1 else 0)
            case "tf_crop_and_resize" if self.span is not None:
                start, end = self.span
                if length == 1:
                    return np.full(1, 0.5 * (start + end) * (self.size - 1))
                return start * (self.size - 1) + numbers * (end - start) * (self.size - 1) / (length - 1)
        raise Refusal(f"coordinate_transformation_mode {self.rule!r}")

    def outside(self) -> Array:
        """Return a mask of the outputs outside of the axis, which have no value of their own (tf_crop_and_resize)."""
        if self.span is None:
            return np.zeros(self.outputs, np.bool_)
        places = self.places()
        return np.asarray((places < 0) | (places > self.size - 1))


_ROUNDED: dict[str, Callable[[Array], Array]] = {
    "round_prefer_floor": lambda places: np.ceil(places - 0.5),
    "round_prefer_ceil": lambda places: np.floor(places + 0.5),
    "floor": np.floor,
    "ceil": np.ceil,
}


def nearest_places(axis: Axis, how: str) -> Array:
    """Return the nearest element of each output."""
    if how not in _ROUNDED:
        raise Refusal(f"nearest_mode {how!r}")
    return np.clip(_ROUNDED[how](axis.places()), 0, axis.size - 1).astype(np.int64)


def matrix(axis: Axis, mode: str, *, a: float, antialias: bool, exclude_outside: bool) -> Array:
    """Return the weights (outputs, size) with which the elements are summed up."""
    radius = 1 if mode == "linear" else 2
    width = max(1.0, 1 / axis.scale) if antialias else 1.0
    weights = np.zeros((axis.outputs, axis.size))
    for output, place in enumerate(axis.places()):
        first, last = math.floor(place - radius * width) + 1, math.ceil(place + radius * width)
        elements = np.arange(first, last + 1)
        distances = np.abs(elements - place) / width
        found = np.maximum(1 - distances, 0) if mode == "linear" else _cubic(distances, a)
        if exclude_outside:
            found = np.where((elements >= 0) & (elements < axis.size), found, 0)
        if antialias or exclude_outside:
            found = found / found.sum()
        np.add.at(weights[output], np.clip(elements, 0, axis.size - 1), found)
    return weights


def _cubic(distance: Array, a: float) -> Array:
    """Return the cubic convolution kernel with free parameter a, which is 0 from distance 2 on."""
    near = ((a + 2) * distance - (a + 3)) * distance * distance + 1
    far = ((a * distance - 5 * a) * distance + 8 * a) * distance - 4 * a
    return np.asarray(np.where(distance <= 1, near, np.where(distance < 2, far, 0)))


_LINEAR = {1: "upsample_linear1d", 2: "upsample_bilinear2d", 3: "upsample_trilinear3d"}


#: What an axis becomes: its length times a factor (and then perhaps that length, where it is known), or a length.
_Target: TypeAlias = tuple[float | None, GraphSize | None]


@operation("Resize", "Upsample")
def _resize(node: NodeReader) -> NamedValue:
    """Return the tensor sampled anew along some axes."""
    x = node[0]
    rank = rank_of(x)
    axes = [normalized(axis, rank) for axis in node.attribute("axes") or range(rank)]
    targets = dict(zip(axes, _targets(node, axes), strict=True))
    mode, rule = node.attribute("mode", "nearest"), node.attribute("coordinate_transformation_mode", "half_pixel")
    if node.operator == "Upsample" or node.version < 11:
        rule = "asymmetric"
    if mode not in ("nearest", "linear", "cubic"):
        raise Refusal(f"mode {mode!r}")
    kernel = _kernel(node, mode, rule, rank)
    found = _by_kernel(node, x, kernel, targets) if kernel is not None else None
    return _by_axis(node, x, mode, rule, targets) if found is None else found


def _targets(node: NodeReader, axes: list[int]) -> list[_Target]:
    """Return what becomes of each axis: a factor for each of them, or a size."""
    factors = node.attribute("scales")
    if node.operator == "Upsample" or node.version < 11:
        return [(float(factor), None) for factor in (node.constant(1).array if factors is None else factors)]
    if node.has(2) and node.value(2).shape != (0,):
        return [(float(factor), None) for factor in node.constant(2).array.reshape(-1)]
    if not node.has(3):
        raise Refusal("neither scales nor sizes are given")
    sizes: list[Any] = node.numbers(3)
    policy = node.attribute("keep_aspect_ratio_policy", "stretch")
    if policy != "stretch":
        present: list[Any] = [node.build.size(node.value(0), axis) for axis in axes]
        if not all(isinstance(size, int) for size in [*present, *sizes]):
            raise Refusal(f"keep_aspect_ratio_policy {policy!r} with sizes that are not constant")
        ratios = [wanted / size for wanted, size in zip(sizes, present, strict=True)]
        factor = min(ratios) if policy == "not_larger" else max(ratios)
        sizes = [math.floor(factor * size + 0.5) for size in present]
    return [(None, size) for size in sizes]


def _kernel(node: NodeReader, mode: str, rule: str, rank: int) -> str | None:
    """Return ATen's operation for a mode and a rule, if there is one: for up to three axes after the first two."""
    spatial = rank - 2
    if node.attribute("antialias", 0) or node.attribute("exclude_outside", 0):
        return None
    match mode, rule, spatial:
        case "nearest", "asymmetric", 1 | 2 | 3 if node.attribute("nearest_mode", "round_prefer_floor") == "floor":
            return f"upsample_nearest{spatial}d"
        case "linear", "half_pixel" | "align_corners", 1 | 2 | 3:
            return _LINEAR[spatial]
        case "cubic", "half_pixel" | "align_corners", 2 if node.attribute("cubic_coeff_a", -0.75) == -0.75:
            return "upsample_bicubic2d"
    return None


def _by_kernel(node: NodeReader, x: GraphTensor, kernel: str, targets: dict[int, _Target]) -> GraphTensor | None:
    """Return the result of ATen's operation; None if it does not do exactly this."""
    for axis in {0, 1} & targets.keys():
        factor, wanted = targets[axis]
        if factor != 1 if wanted is None else wanted != node.build.size(x, axis):
            return None
    if x.dtype.kind in "iub" and "nearest" not in kernel:
        return None
    corners = [node.attribute("coordinate_transformation_mode") == "align_corners"] if "nearest" not in kernel else []
    present: list[Any] = [node.build.size(x, axis) for axis in range(2, rank_of(x))]
    spatial = [targets.get(axis, (1.0, None)) for axis in range(2, rank_of(x))]
    if any(wanted is not None for _, wanted in targets.values()):
        sizes = [size if wanted is None else wanted for (_, wanted), size in zip(spatial, present, strict=True)]
        return node.emit(f"aten.{kernel}", x, sizes, *corners)
    factors = [1.0 if factor is None else factor for factor, _ in spatial]
    if not all(isinstance(size, int) for size in present):
        if not all(map(float.is_integer, factors)):
            raise Refusal("scales that are not whole, of sizes that are not fixed")
        sizes = [size * int(factor) for size, factor in zip(present, factors, strict=True)]
        return node.emit(f"aten.{kernel}", x, sizes, *corners)
    exact = [size * factor for size, factor in zip(present, factors, strict=True)]
    if corners == [True] and not all(map(float.is_integer, exact)):
        return None  # the corners are then those of a length that is not whole
    return node.emit(f"aten.{kernel}", x, list(map(math.floor, exact)), *corners, *factors)


def _by_axis(node: NodeReader, x: GraphTensor, mode: str, rule: str, targets: dict[int, _Target]) -> GraphTensor:
    """Resize axis by axis, by places and weights that are computed now: the sizes have to be fixed."""
    roi = node.constant(1).array.reshape(-1) if rule == "tf_crop_and_resize" else None
    found = x
    for number, (axis, (factor, wanted)) in enumerate(targets.items()):
        size = node.build.size(x, axis)
        if factor is not None and isinstance(size, int):
            wanted = math.floor(size * factor)
        if roi is None and (factor == 1 or (factor is None and wanted == size)):
            continue
        if not (isinstance(size, int) and isinstance(wanted, int)):
            raise Refusal(f"mode {mode!r} by {rule!r} with sizes that are not constant")
        span = None if roi is None else (float(roi[number]), float(roi[number + len(targets)]))
        along = Axis(size, wanted, wanted / size if factor is None else factor, rule, span)
        found = _along(node, found, axis, mode, along)
    return node.build.cast(found, x.dtype)


def _along(node: NodeReader, x: GraphTensor, axis: int, mode: str, along: Axis) -> GraphTensor:
    extrapolated = float(node.attribute("extrapolation_value", 0.0))
    node.build.allowance.take_elements(along.work(mode))
    if mode == "nearest":
        if along.span is not None:
            raise Refusal("nearest by tf_crop_and_resize")
        places = nearest_places(along, node.attribute("nearest_mode", "round_prefer_floor"))
        return node.emit(ATEN.index_select.default, x, axis, constant(places))
    weights = matrix(
        along,
        mode,
        a=node.attribute("cubic_coeff_a", -0.75),
        antialias=bool(node.attribute("antialias", 0)),
        exclude_outside=bool(node.attribute("exclude_outside", 0)),
    )
    wide = node.build.cast(x, FLOAT32) if x.dtype.kind in "iub" or x.dtype.itemsize < 4 else x
    last = rank_of(x) - 1
    moved = wide if axis == last else node.emit(ATEN.transpose.int, wide, axis, last)
    turned = node.emit(ATEN.matmul.default, moved, constant(weights.T.astype(wide.dtype)))
    outside = along.outside()
    if outside.any():
        turned = node.emit(ATEN.masked_fill.Scalar, turned, constant(outside), extrapolated)
    return turned if axis == last else node.emit(ATEN.transpose.int, turned, axis, last)
