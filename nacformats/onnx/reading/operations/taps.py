"""Resampling of one axis: from which elements, with which weights, each element of the result is made."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from nacformats.codec.columns.arrays import Array
from nacformats.onnx.reading.values import Refusal

#: An output takes as long as this many elements, however few it is made from.
_WORK_OF_OUTPUT = 64


@dataclass(frozen=True)
class Axis:
    """How the elements of one axis are resampled.

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
        """How much it takes to compute places or weights, in elements."""
        if self.outputs < 0:
            raise Refusal(f"{self.outputs} elements out of {self.size}")
        if mode == "nearest":
            return self.outputs
        return self.outputs * max(self.size, math.ceil(4 / self.scale) if self.scale else 0, _WORK_OF_OUTPUT)

    def places(self) -> Array:
        """Where each output lies among the inputs."""
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
        """Which outputs lie outside of the axis and have no value of their own (tf_crop_and_resize)."""
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
    """The nearest element of each output."""
    if how not in _ROUNDED:
        raise Refusal(f"nearest_mode {how!r}")
    return np.clip(_ROUNDED[how](axis.places()), 0, axis.size - 1).astype(np.int64)


def matrix(axis: Axis, mode: str, *, a: float, antialias: bool, exclude_outside: bool) -> Array:
    """The weights (outputs, size) with which the elements are summed up."""
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
    """The cubic convolution kernel with free parameter a; 0 from distance 2 on."""
    near = ((a + 2) * distance - (a + 3)) * distance * distance + 1
    far = ((a * distance - 5 * a) * distance + 8 * a) * distance - 4 * a
    return np.asarray(np.where(distance <= 1, near, np.where(distance < 2, far, 0)))
