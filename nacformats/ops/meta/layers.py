"""Types and shapes of layers: convolutions, pooling, resampling, normalizations, losses, recurrences, transforms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import numpy as np

from nacformats.ops.dtypes import COMPLEX64, COMPLEX128, FLOAT64, INT64, normalize_dim
from nacformats.ops.meta.elementwise import promoted_type
from nacformats.ops.meta.layout import not_negative, size_per_axis, whole_size, without
from nacformats.ops.meta.sizes import Size, below, differ, product, unknown_size
from nacformats.ops.meta.values import MetaShape, TensorMeta, meta
from nacformats.ops.promotion import float_type, wide_type

_Results: TypeAlias = tuple[TensorMeta, ...]


def counts_of_windows(sizes: Any, spans: Any, strides: Any, dilations: Any) -> list[Size]:
    """Return the number of windows along each padded axis."""
    if any(isinstance(each, int) and each < 1 for each in (*strides, *dilations)):
        raise ValueError(f"stride {list(strides)} and dilation {list(dilations)} must be at least 1")
    axes = zip(sizes, spans, strides, dilations, strict=True)
    return [not_negative((size - spread * (span - 1) - 1) // stride + 1) for size, span, stride, spread in axes]


@meta
def convolution(
    x: TensorMeta,
    weight: TensorMeta,
    _bias: Any,
    stride: Any,
    padding: Any,
    dilation: Any,
    transposed: bool,
    output_padding: Any,
    groups: Any,
) -> TensorMeta:
    """Describe a convolution of (N, C, *sizes) or (C, *sizes) with weights (O, C / groups, *kernel).

    Those of a transposed convolution are (C, O / groups, *kernel).
    """
    rank = weight.ndim - 2
    if rank < 1 or x.ndim not in (rank + 1, rank + 2):
        raise ValueError(f"an input of shape {list(x.shape)} with weights {list(weight.shape)}")
    spatial, kernel = x.shape[-rank:], weight.shape[2:]
    steps, spreads, edges = (size_per_axis(each, rank) for each in (stride, dilation, padding))
    if transposed:
        axes = zip(spatial, kernel, steps, edges, size_per_axis(output_padding, rank), spreads, strict=True)
        sizes = [
            not_negative((size - 1) * step - 2 * edge + spread * (span - 1) + more + 1)
            for size, span, step, edge, more, spread in axes
        ]
        return x.with_shape((*x.shape[: -rank - 1], weight.shape[1] * groups, *sizes))
    padded = [size + 2 * edge for size, edge in zip(spatial, edges, strict=True)]
    return x.with_shape((*x.shape[: -rank - 1], weight.shape[0], *counts_of_windows(padded, kernel, steps, spreads)))


@meta
def patches(x: TensorMeta, kernel: Any, dilation: Any, padding: Any, stride: Any) -> TensorMeta:
    """Return the windows of images as columns."""
    if x.ndim not in (3, 4):
        raise ValueError(f"im2col: an array of rank {x.ndim}")
    spans, spreads, edges, steps = (size_per_axis(each, 2) for each in (kernel, dilation, padding, stride))
    sizes = [size + 2 * edge for size, edge in zip(x.shape[-2:], edges, strict=True)]
    counts = counts_of_windows(sizes, spans, steps, spreads)
    if any(below(count, 1) for count in counts):
        raise ValueError(f"im2col: windows of {spans} in shape {list(x.shape)}")
    return x.with_shape((*x.shape[:-3], x.shape[-3] * product(spans), product(counts)))


@meta
def images(x: TensorMeta, output_size: Any, kernel: Any, *_windows: Any) -> TensorMeta:
    """Return columns put back into images."""
    if x.ndim not in (2, 3):
        raise ValueError(f"col2im: an array of rank {x.ndim}")
    share = product(size_per_axis(kernel, 2))
    if differ(x.shape[-2] % share, 0):
        raise ValueError(f"col2im: {x.shape[-2]} rows for windows of {list(kernel)}")
    return x.with_shape((*x.shape[:-2], x.shape[-2] // share, *size_per_axis(output_size, 2)))


@meta
def pooled(
    rank: int, x: TensorMeta, kernel: Any, stride: Any, padding: Any, ceil_mode: bool, *_options: Any
) -> TensorMeta:
    """Describe the means of windows."""
    return max_pooled_places(rank, x, kernel, stride, padding, 1, ceil_mode)[0]


@meta
def max_pooled_places(
    rank: int, x: TensorMeta, kernel: Any, stride: Any, padding: Any, dilation: Any, ceil_mode: bool
) -> _Results:
    """Describe the maxima of windows, and their places; an empty stride is the size of the windows."""
    spans = size_per_axis(kernel, rank)
    strides = size_per_axis(stride, rank) if stride not in ((), []) else spans
    edges = size_per_axis(padding, rank)
    sizes = [size + 2 * edge for size, edge in zip(x.shape[-rank:], edges, strict=True)]
    counts = counts_of_windows(sizes, spans, strides, size_per_axis(dilation, rank))
    if ceil_mode:
        more = [size + step - 1 for size, step in zip(sizes, strides, strict=True)]
        most = counts_of_windows(more, spans, strides, size_per_axis(dilation, rank))
        ends = [size + edge for size, edge in zip(x.shape[-rank:], edges, strict=True)]
        counts = [_within(*each) for each in zip(counts, most, strides, ends, strict=True)]
    return _and_places(x.with_shape((*x.shape[:-rank], *counts)))


def _within(count: Size, most: Size, stride: Size, end: Size) -> Size:
    """Return the number of windows that begin before the margin past the axis, of one more than are whole at most."""
    if count == most or not isinstance(end, int) or not isinstance(stride, int):
        return most if count == most else unknown_size()
    return most - ((most - 1) * stride >= end)


def _and_places(values: TensorMeta) -> _Results:
    return values, TensorMeta(INT64, values.shape)


@meta
def resized(rank: int, x: TensorMeta, sizes: Any, *_options: Any) -> TensorMeta:
    """Describe the last dimensions in other sizes."""
    return x.with_shape((*x.shape[:-rank], *map(not_negative, size_per_axis(sizes, rank))))


@meta
def resized_places(rank: int, x: TensorMeta, sizes: Any) -> _Results:
    """Describe the last dimensions in other sizes, and places of elements."""
    return _and_places(resized(rank, x, sizes))


@meta
def unpooled(rank: int, x: TensorMeta, _indices: Any, sizes: Any, *_windows: Any) -> TensorMeta:
    """Describe the last dimensions in other sizes; the argument before them has places."""
    return resized(rank, x, sizes)


@meta
def rescaled(rank: int, x: TensorMeta, sizes: Any, *options: Any) -> TensorMeta:
    """Describe images in other sizes, given or from the factors that come last."""
    if sizes is None and options[-1] is None:
        raise ValueError("either sizes or factors must be given")
    return resized(rank, x, [*map(_scaled, x.shape[-rank:], options[-1])] if sizes is None else sizes)


def _scaled(size: Size, factor: float) -> Size:
    if isinstance(size, int):
        return int(min(size * factor, 2**62))
    return size * int(factor) if factor == int(factor) else unknown_size()


@meta
def sampled(x: TensorMeta, grid: TensorMeta, *_options: Any) -> TensorMeta:
    """Describe a sample of each channel at each point of a grid."""
    return x.with_shape((*x.shape[:2], *grid.shape[1:-1]))


@meta
def affine_grid(theta: TensorMeta, size: Sequence[Size], _corners: bool) -> TensorMeta:
    """Describe a point for each place of an output (N, C, *sizes)."""
    return theta.with_shape((size[0], *size[2:], len(size) - 2))


# normalizations


def _statistics(x: TensorMeta, shape: MetaShape, *parameters: Any) -> TensorMeta:
    """Return statistics in the type of the parameters, if there are any."""
    return TensorMeta(next((each.dtype for each in parameters if each is not None), x.dtype), tuple(shape))


@meta
def _rms_norm(x: TensorMeta, normalized: Any, _weight: Any, _eps: Any) -> _Results:
    """Describe the result, and the inverse root mean square of each row, in the type to compute in."""
    last = len(normalized)
    return x, TensorMeta(wide_type(x.dtype), (*x.shape[: x.ndim - last], *(1,) * last))


@meta
def batch_norm(
    x: TensorMeta, weight: Any, _bias: Any, mean: Any, _variance: Any, training: bool, *_options: Any
) -> _Results:
    """Describe the result, the mean and the inverse deviation of each channel, which are empty outside of training."""
    statistics = _statistics(x, x.shape[1:2] if training else (0,), weight, mean)
    return x, statistics, statistics


@meta
def batch_norm_with_running(
    x: TensorMeta, weight: Any, bias: Any, mean: TensorMeta, variance: TensorMeta, *options: Any
) -> _Results:
    """Describe batch normalization, with the new running statistics."""
    return *batch_norm(x, weight, bias, mean, variance, *options), mean, variance


# losses


def _losses(operands: Sequence[TensorMeta], shape: MetaShape, reduction: Any) -> TensorMeta:
    """Return a loss for each place, or one for all where they are reduced."""
    if reduction not in (0, 1, 2):
        raise ValueError(f"no reduction {reduction}: 0 is none, 1 the mean, 2 the sum")
    return TensorMeta(promoted_type(*operands[:2]), tuple(shape) if reduction == 0 else ())


@meta
def loss_of_classes(x: TensorMeta, target: TensorMeta, _weight: Any, reduction: int, *_options: Any) -> TensorMeta:
    """Describe the loss of each target, a class or (in the shape of x) probabilities of all of them."""
    by_class = target.dtype.kind not in "biu" and len(target.shape) == len(x.shape)
    axis = min(1, len(x.shape) - 1)
    return _losses((x,), without(x.shape, [axis]) if by_class else target.shape, reduction)


@meta
def loss_of_classes_and_weight(x: TensorMeta, *arguments: Any) -> _Results:
    """Describe the loss of each target, and the sum of the weights of targets."""
    return loss_of_classes(x, *arguments), x.with_shape(())


# recurrences


def _states(states: Any) -> tuple[TensorMeta, ...]:
    return (states,) if isinstance(states, TensorMeta) else tuple(states)


@meta
def recurrent(x: TensorMeta, states: Any, *options: Any) -> _Results:
    """Describe the hidden states of all steps in all directions, and the last states of each kind."""
    hidden, *_ = kinds = _states(states)
    directions = 2 if options[-2] else 1
    return x.with_shape((*x.shape[:2], directions * hidden.shape[-1])), *kinds


@meta
def recurrent_cell(_x: TensorMeta, states: Any, *_options: Any) -> Any:
    """Describe the new state, or states."""
    kinds = _states(states)
    return kinds if len(kinds) > 1 else kinds[0]


# Fourier transforms


def _spectrum(x: TensorMeta, shape: Iterable[Size]) -> TensorMeta:
    """Return complex numbers of the precision of x."""
    wide = float_type(x.dtype)
    return TensorMeta(COMPLEX128 if wide in (FLOAT64, COMPLEX128) else COMPLEX64, tuple(shape))


def _signal(x: TensorMeta, shape: Iterable[Size]) -> TensorMeta:
    """Return real numbers of the precision of x."""
    wide = float_type(x.dtype)
    return TensorMeta(np.dtype(wide.char.lower()) if wide.kind == "c" else wide, tuple(shape))


@meta
def spectrum(half: str, x: TensorMeta, sizes: Any, dim: Any, _norm: Any) -> TensorMeta:
    """Describe a transform along some dimensions, of which sizes may be given; -1 keeps one.

    half: "" for a whole spectrum, "to" where half of one is the result, "from" where it is the operand.
    """
    rank = len(x.shape)
    given = [sizes] if sizes is not None and not isinstance(sizes, list | tuple) else sizes
    if dim is None:
        dim = range(rank - len(given), rank) if given is not None else range(rank)
    dims = [normalize_dim(axis, rank) for axis in ([dim] if isinstance(dim, int) else dim)]
    shape = list(x.shape)
    for axis, size in zip(dims, given or [None] * len(dims), strict=True):
        whole = 2 * (shape[axis] - 1) if half == "from" and axis == dims[-1] else shape[axis]
        shape[axis] = whole if size is None or size == -1 else size
    if half == "to":
        shape[dims[-1]] = shape[dims[-1]] // 2 + 1
    return (_signal if half == "from" else _spectrum)(x, shape)


@meta
def frames(
    x: TensorMeta, n_fft: int, hop: Any, _length: Any, window: Any, center: bool, _mode: str, *options: Any
) -> TensorMeta:
    """Return the transforms (N, frequencies, frames) of the frames of signals, perhaps of padded ones."""
    _normalized, onesided, is_complex, _align = options
    real = x.dtype.kind != "c" and (window is None or window.dtype.kind != "c")
    frequencies = n_fft // 2 + 1 if (real if onesided is None else onesided) else n_fft
    size = x.shape[-1] + 2 * (n_fft // 2) if center else x.shape[-1]
    count = counts_of_windows([size], [n_fft], [n_fft // 4 if hop is None else hop], [1])
    shape = (*x.shape[:-1], frequencies, *count)
    return _spectrum(x, shape) if is_complex else _signal(x, (*shape, 2))


_Gradients: TypeAlias = tuple[TensorMeta | None, ...]


# gradients


@meta
def like(place: int, *arguments: Any) -> TensorMeta:
    """Describe the operand at a place."""
    operand: TensorMeta = arguments[place]
    return operand


@meta
def like_each(places: Sequence[int], *arguments: Any) -> tuple[TensorMeta, ...]:
    """Describe the operands at some places."""
    return tuple([arguments[place] for place in places])


@meta
def _of_sizes(place: int, *arguments: Any) -> TensorMeta:
    """Describe a tensor of the type of the first operand; the argument at a place has the shape."""
    first: TensorMeta = arguments[0]
    return first.with_shape([not_negative(whole_size(size)) for size in arguments[place]])


@meta
def of_rows(place: int, *arguments: Any) -> TensorMeta:
    """Describe the type and the last dimension of the first operand; the argument at a place is the number of rows."""
    first: TensorMeta = arguments[0]
    rows: Size = not_negative(arguments[place])
    return first.with_shape((rows, first.shape[-1]))


@meta
def convolution_gradients(grad: TensorMeta, x: TensorMeta, weight: TensorMeta, *options: Any) -> _Gradients:
    """Describe the gradients of the operand, of the weights, and of the bias."""
    gradients = x, weight, grad.with_shape(grad.shape[1:2])
    return tuple([each if asked else None for each, asked in zip(gradients, options[-1], strict=True)])


@meta
def sampled_gradients(_grad: Any, x: TensorMeta, grid: TensorMeta, *options: Any) -> _Gradients:
    """Describe the gradients of images where it is asked for, and of a grid."""
    return (x if options[-1][0] else None), grid
