"""The windows of an input: views of them, their columns (im2col), and their sum (col2im)."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.lib.stride_tricks import as_strided

from nacformats.ops.dtypes import Array, Ints, PerAxis
from nacformats.ops.kernels._arguments import check_rank, last_axes, per_axis
from nacformats.ops.kernels._pointwise import NATIVE
from nacformats.ops.kernels._schemas import aten, aten_in_float32

#: Zeros before and after each spatial axis.
Margins = Sequence[tuple[int, int]]


def pad_spatial(x: Array, margins: Margins, value: float = 0) -> Array:
    """Return the input with margins around its last dimensions; the input itself where there are none."""
    if not any(map(any, margins)):
        return x
    lead = x.ndim - len(margins)
    shape = (*x.shape[:lead], *(size + sum(pair) for size, pair in zip(x.shape[lead:], margins, strict=True)))
    padded = np.full(shape, value, x.dtype) if value else np.zeros(shape, x.dtype)
    inside = (slice(before, before + size) for size, (before, _) in zip(x.shape[lead:], margins, strict=True))
    padded[last_axes(inside)] = x
    return padded


def window_counts(operation: str, sizes: Ints, kernel_size: Ints, stride: Ints, dilation: Ints) -> tuple[int, ...]:
    """Return the number of windows along each (padded) axis; ValueError when not even one fits."""
    spans = [step * (size - 1) + 1 for size, step in zip(kernel_size, dilation, strict=True)]
    if any(span > size for span, size in zip(spans, sizes, strict=True)):
        raise ValueError(f"{operation}: windows of {spans} do not fit into {list(sizes)}, the padded input")
    return tuple((size - span) // step + 1 for size, span, step in zip(sizes, spans, stride, strict=True))


def covered_sizes(counts: Ints, kernel_size: Ints, stride: Ints, dilation: Ints) -> list[int]:
    """Return the sizes of the axes that so many windows cover."""
    parts = zip(counts, kernel_size, stride, dilation, strict=True)
    return [(count - 1) * step + spread * (span - 1) + 1 for count, span, step, spread in parts]


def windows(x: Array, kernel_size: Ints, stride: Ints, dilation: Ints, counts: Ints) -> Array:
    """Return a view (..., *kernel_size, *counts) of an input (..., *sizes): every window, nothing copied."""
    lead = x.ndim - len(counts)
    steps = x.strides[lead:]
    shape = (*x.shape[:lead], *kernel_size, *counts)
    strides = (
        *x.strides[:lead],
        *[pitch * step for pitch, step in zip(steps, dilation, strict=True)],
        *[pitch * step for pitch, step in zip(steps, stride, strict=True)],
    )
    if x.dtype in NATIVE and x.flags.c_contiguous:
        return np.ndarray(shape, x.dtype, x, 0, strides)  # in a tenth of the time
    return as_strided(x, shape, strides, writeable=False)


def sum_windows(columns: Array, kernel_size: Ints, stride: Ints, dilation: Ints, out: Array) -> None:
    """Add columns (..., *kernel_size, *counts) to the places of `out` (..., *sizes) that the windows cover."""
    rank = len(kernel_size)
    counts = columns.shape[-rank:]
    everything = [slice(None)] * rank
    for position in np.ndindex(*kernel_size):
        place = (
            slice(at * spread, at * spread + step * (count - 1) + 1, step)
            for at, spread, step, count in zip(position, dilation, stride, counts, strict=True)
        )
        out[last_axes(place)] += columns[last_axes((*position, *everything))]


@aten("im2col")
def _im2col(x: Array, kernel_size: PerAxis, dilation: PerAxis, padding: PerAxis, stride: PerAxis) -> Array:
    """Return the windows of a batch (N, C, H, W) or an image (C, H, W) as columns (N, C * KH * KW, windows)."""
    check_rank("im2col", (3, 4), self=x)
    sizes = per_axis("im2col", "kernel_size", kernel_size, 2, least=1)
    spreads = per_axis("im2col", "dilation", dilation, 2, least=1)
    edges = per_axis("im2col", "padding", padding, 2)
    steps = per_axis("im2col", "stride", stride, 2, least=1)
    padded = pad_spatial(x, [(edge, edge) for edge in edges])
    counts = window_counts("im2col", padded.shape[-2:], sizes, steps, spreads)
    shape = (*x.shape[:-3], x.shape[-3] * math.prod(sizes), math.prod(counts))
    return np.array(windows(padded, sizes, steps, spreads, counts)).reshape(shape)


@aten_in_float32("col2im")
def _col2im(
    x: Array, output_size: PerAxis, kernel_size: PerAxis, dilation: PerAxis, padding: PerAxis, stride: PerAxis
) -> Array:
    """Return the sum of columns (N, C * KH * KW, windows) where the windows lie in images (N, C, *output_size)."""
    check_rank("col2im", (2, 3), self=x)
    outputs = per_axis("col2im", "output_size", output_size, 2, least=1)
    sizes = per_axis("col2im", "kernel_size", kernel_size, 2, least=1)
    spreads = per_axis("col2im", "dilation", dilation, 2, least=1)
    edges = per_axis("col2im", "padding", padding, 2)
    steps = per_axis("col2im", "stride", stride, 2, least=1)
    padded = [size + 2 * edge for size, edge in zip(outputs, edges, strict=True)]
    counts = window_counts("col2im", padded, sizes, steps, spreads)
    channels, rest = divmod(x.shape[-2], math.prod(sizes))
    if rest or x.shape[-1] != math.prod(counts):
        raise ValueError(
            f"col2im: columns of shape {list(x.shape)} are not {math.prod(counts)} windows of {list(sizes)} "
            f"over {list(outputs)}"
        )
    canvas = np.zeros((*x.shape[:-2], channels, *padded), x.dtype)
    sum_windows(x.reshape(*canvas.shape[:-2], *sizes, *counts), sizes, steps, spreads, canvas)
    cut = (slice(edge, edge + size) for edge, size in zip(edges, outputs, strict=True))
    return np.ascontiguousarray(canvas[last_axes(cut)])
