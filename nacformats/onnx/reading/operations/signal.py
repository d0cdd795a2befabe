"""Signals: windows, Fourier transforms."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from nacformats.onnx.reading.node import NodeReader, normalized, operation
from nacformats.onnx.reading.tensors import onnx_dtype
from nacformats.onnx.reading.values import GraphTensor, NamedValue, Refusal, constant, rank_of
from nacformats.ops.names import ATEN

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


@operation("DFT")
def _fourier(node: NodeReader) -> NamedValue:
    """The discrete Fourier transform along an axis; the last axis holds the real and the imaginary part."""
    x = node[0]
    rank = rank_of(x)
    axis = node.scalar(2, -2) if node.version >= 20 else node.attribute("axis", 1)
    axis = normalized(axis, rank)
    length = node.scalar(1) if node.has(1) else None
    parts = (x.shape or (None,))[-1]
    if parts not in (1, 2):
        raise Refusal("whether the numbers are complex has to be known")
    inverse, onesided = bool(node.attribute("inverse", 0)), bool(node.attribute("onesided", 0))
    if parts == 1:
        signal = node.emit(ATEN.squeeze.dim, x, rank - 1)
    else:
        whole = node.emit(ATEN.contiguous.default, x)
        signal = node.emit(ATEN.view_as_complex.default, whole)
    kernel = _transform(parts == 2, inverse, onesided)
    real = kernel == ATEN.fft_irfft.default
    found = node.emit(kernel, signal, length, axis)
    if real:
        return node.build.unsqueeze(found, rank - 1)
    return node.emit(ATEN.view_as_real.default, found)


def _transform(is_complex: bool, inverse: bool, onesided: bool) -> str:
    if not onesided:
        return ATEN.fft_ifft.default if inverse else ATEN.fft_fft.default
    if is_complex and not inverse:
        raise Refusal("the first half of the transform of complex numbers")
    if inverse and not is_complex:
        raise Refusal("the inverse of half a transform that is real")
    return ATEN.fft_irfft.default if inverse else ATEN.fft_rfft.default


@operation("STFT")
def _short_time_fourier(node: NodeReader) -> NamedValue:
    """The Fourier transforms of overlapping frames of a signal."""
    x, step = node[0], node.scalar(1)
    shaped = node.optional(2)
    if node.has(3):
        length = node.scalar(3)
    elif shaped is not None and shaped.shape is not None and isinstance(shaped.shape[0], int):
        length = shaped.shape[0]
    else:
        raise Refusal("the length of the frames has to be known")
    if rank_of(x) == 3:
        if (x.shape or (None,))[-1] != 1:
            raise Refusal("the transform of a complex signal")
        x = node.emit(ATEN.squeeze.dim, x, 2)
    frames: GraphTensor = node.emit(ATEN.unfold.default, x, 1, length, step)
    if shaped is not None:
        frames = node.emit(ATEN.mul.Tensor, frames, shaped)
    kernel = ATEN.fft_rfft.default if node.attribute("onesided", 1) else ATEN.fft_fft.default
    found = node.emit(kernel, frames, None, 2)
    return node.emit(ATEN.view_as_real.default, found)


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
