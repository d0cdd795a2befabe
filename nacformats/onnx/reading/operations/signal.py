"""Signals: windows, Fourier transforms."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from nacformats.onnx.reading.node import NodeReader, operation
from nacformats.onnx.reading.tensors import onnx_dtype
from nacformats.onnx.reading.values import NamedValue, Refusal, constant

#: A band takes as long as this many elements, however short it is.
_WORK_OF_BAND = 64
_COSINES = {"HannWindow": (0.5, -0.5), "HammingWindow": (25 / 46, -21 / 46), "BlackmanWindow": (0.42, -0.5, 0.08)}


@operation(*_COSINES)
def _window(node: NodeReader) -> NamedValue:
    """A sum of cosines over a length."""
    length = node.scalar(0)
    if length < 0:
        raise Refusal(f"a window of {length} elements")
    node.build.allowance.take_elements(length)
    count = length if node.attribute("periodic", 1) else length - 1
    angles = np.arange(length, dtype=np.float64) * 2 * math.pi / max(count, 1)
    found = sum(factor * np.cos(order * angles) for order, factor in enumerate(_COSINES[node.operator]))
    return constant(np.asarray(found).astype(onnx_dtype(node.attribute("output_datatype", 1))))


@operation("MelWeightMatrix")
def _mel_weights(node: NodeReader) -> NamedValue:
    """The triangles that gather the bins of a spectrum into bands of equal width on the mel scale."""
    bands, length, rate, low, high = (node.scalar(place) for place in range(5))
    dtype = onnx_dtype(node.attribute("output_datatype", 1))
    if bands <= 0 or length <= 0:
        raise Refusal(f"{bands} bands of {length} frequencies")
    node.build.allowance.take_elements(bands * (length + _WORK_OF_BAND))
    edges = np.linspace(_mel(low), _mel(high), bands + 2)
    bins: Any = np.floor((length + 1) * (700 * (10 ** (edges / 2595) - 1)) / rate).astype(int)
    found = np.zeros((length // 2 + 1, bands))
    for band in range(bands):
        first, middle, last = bins[band : band + 3]
        if middle == first:
            found[middle, band] = 1
        else:
            found[first : middle + 1, band] = (np.arange(first, middle + 1) - first) / (middle - first)
        if last != middle:
            found[middle:last, band] = (last - np.arange(middle, last)) / (last - middle)
    return constant(found.astype(dtype))


def _mel(frequency: float) -> float:
    return 2595 * math.log10(1 + frequency / 700)
