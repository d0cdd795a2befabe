"""The cost of layers: convolutions, pooling, windows, resampling, attention, recurrent layers, Fourier transforms."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from nacformats.runtime.sizes.elements import log2
from nacformats.runtime.sizes.growing import padded_cost
from nacformats.runtime.sizes.measures import copied, count, is_engine_tensor, tensors, width
from nacformats.runtime.sizes.shapes import axis_of, broadcast_sizes, elements_of, size_at, spatial_sizes
from nacformats.runtime.sizes.table import FLOAT, INDEX, Cost, Estimate, by_numbers, by_operands

#: The NumPy kernels make this many bytes of columns, or of scores, at a time.
_COLUMNS = 4 << 20
_SCORES = 8 << 20
#: Bytes of what PyTorch keeps about a layer of a recurrent network before it looks at its weights.
_LAYER_BYTES = 128


def _windows(sizes: Sequence[int], spans: Sequence[int], strides: Sequence[int], dilations: Sequence[int]) -> list[int]:
    """The number of windows along each padded axis."""
    parts = zip(sizes, spans, strides, dilations, strict=True)
    return [max((size - step * (span - 1) - 1) // max(stride, 1) + 1, 0) for size, span, stride, step in parts]


@by_numbers("conv1d conv2d conv3d")
def convolution_cost(
    x: Any, weight: Any, _bias: Any = None, stride: Any = 1, padding: Any = 0, dilation: Any = 1, groups: int = 1
) -> Cost:
    """A convolution of a batch (N, C, *sizes), or of one item, with weights (O, C / groups, *kernel)."""
    outputs, depth, *kernel = weight.shape
    rank = len(kernel)
    spatial = list(x.shape)[-rank:]
    items = count(x) // max(elements_of(spatial) * depth * max(groups, 1), 1)
    strides, dilations = spatial_sizes(stride, rank), spatial_sizes(dilation, rank)
    if isinstance(padding, str):
        margins = [step * (span - 1) if padding == "same" else 0 for step, span in zip(dilations, kernel, strict=True)]
    else:
        margins = [2 * edge for edge in spatial_sizes(padding, rank, 0)]
    sizes = [size + margin for size, margin in zip(spatial, margins, strict=True)]
    counts = _windows(sizes, kernel, strides, dilations)
    result = items * outputs * elements_of(counts)
    channels = items * depth * groups
    elements = 2 * channels * (elements_of(sizes) + elements_of(sizes[1:])) + 3 * result
    elements += _surplus(result, items * outputs, counts, sizes, strides, outputs // max(groups, 1))
    elements += 2 * depth * groups * elements_of(kernel) * elements_of(counts[1:]) + count(weight)
    if not isinstance(x, np.ndarray) and x.dtype.itemsize != FLOAT:
        elements += channels * elements_of(kernel) * elements_of(counts)  # PyTorch makes all columns at once
    if outputs == groups and elements_of(counts) <= elements_of(kernel) ** 2:
        row = ((counts[-1] - 1) * strides[-1] + 1) * outputs
        elements += elements_of(kernel) * row + 2 * items * elements_of(counts[:-1]) * row
    return Cost(elements * width(x, weight) + 2 * _COLUMNS + copied(weight), result * depth * elements_of(kernel))


def _surplus(
    result: int, images: int, counts: Sequence[int], sizes: Sequence[int], strides: Sequence[int], outputs: int
) -> int:
    """The elements that the NumPy kernel computes besides the result where rows run on."""
    if len(counts) == 1 or max(strides) > 1 or not outputs:
        return 0
    return min(images * counts[0] * elements_of(sizes[1:]), result * (1 + 16 // outputs))


@by_numbers("conv_transpose1d conv_transpose2d conv_transpose3d")
def transposed_cost(
    x: Any,
    weight: Any,
    _bias: Any = None,
    stride: Any = 1,
    padding: Any = 0,
    output_padding: Any = 0,
    groups: int = 1,
    dilation: Any = 1,
) -> Cost:
    """A transposed convolution of a batch (N, C, *sizes), or of one item, with weights (C, O / groups, *kernel)."""
    del padding  # it is cut off afterwards
    channels, outputs, *kernel = weight.shape
    rank = len(kernel)
    spatial = list(x.shape)[-rank:]
    items = count(x) // max(elements_of(spatial) * channels, 1)
    steps = spatial_sizes(stride, rank), spatial_sizes(dilation, rank)
    axes = zip(spatial, *steps, kernel, spatial_sizes(output_padding, rank, 0), strict=True)
    canvas = [(size - 1) * step + spread * (span - 1) + 1 + more for size, step, spread, span, more in axes]
    result = items * outputs * groups * elements_of(canvas)
    columns = outputs * groups * elements_of(kernel) * elements_of(spatial)
    elements = 3 * result + 2 * columns + count(weight) + count(x)
    return Cost(elements * width(x, weight), count(x) * outputs * elements_of(kernel))


@by_numbers("convolution _convolution")
def _convolution_of_either_kind(x: Any, weight: Any, bias: Any, *options: Any) -> Cost:
    """aten.convolution."""
    stride, padding, dilation, is_transposed, output_padding, groups = options[:6]
    if is_transposed:
        return transposed_cost(x, weight, bias, stride, padding, output_padding, groups, dilation)
    return convolution_cost(x, weight, bias, stride, padding, dilation, groups)


@by_numbers("im2col")
def _columns_of_images(x: Any, kernel: Any, dilation: Any, padding: Any, stride: Any) -> Cost:
    """im2col."""
    kernel, dilation, stride = (spatial_sizes(each, 2) for each in (kernel, dilation, stride))
    sizes = [size + 2 * edge for size, edge in zip(x.shape[-2:], spatial_sizes(padding, 2, 0), strict=True)]
    images = elements_of(x.shape[:-2])
    windows = elements_of(_windows(sizes, kernel, stride, dilation)) * elements_of(kernel)
    return Cost(images * (elements_of(sizes) + 2 * windows) * x.dtype.itemsize, images * windows)


@by_numbers("col2im")
def _images_of_columns(x: Any, output_size: Any, kernel: Any, _dilation: Any, padding: Any, *_arguments: Any) -> Cost:
    """col2im."""
    edges = spatial_sizes(padding, 2, 0)
    sizes = [size + 2 * edge for size, edge in zip(spatial_sizes(output_size, 2), edges, strict=True)]
    images = count(x) // max(size_at(x, -1) * elements_of(spatial_sizes(kernel, 2)), 1)
    return Cost((images * elements_of(sizes) * 2 + count(x)) * width(x), count(x))


def _pooled(rank: int, places: bool = False) -> Estimate:
    """Windows of a kernel size; `places` says that the place of each maximum is a result as well."""

    def estimate(x: Any, kernel: Any, stride: Any = (), padding: Any = 0, *_arguments: Any, **_options: Any) -> Cost:
        spans = spatial_sizes(kernel, rank)
        strides = spatial_sizes(stride, rank, 0) if stride or isinstance(stride, int) else spans
        axes = list(zip(x.shape[-rank:], spans, strides, spatial_sizes(padding, rank, 0), strict=True))
        # With ceil_mode the last window goes past the end.
        sizes = [size + 2 * edge + step for size, _, step, edge in axes]
        images = count(x) // max(elements_of(x.shape[-rank:]), 1)
        counts = [max(size, 0) // max(step, 1) + 1 for size, step in zip(sizes, strides, strict=True)]
        elements = images * (2 * elements_of(sizes) + 2 * elements_of(counts))
        extra = (
            images * 4 * INDEX * max(elements_of(sizes), elements_of(counts))
            if places
            else elements_of(counts) * 2 * INDEX
        )
        return Cost(elements * width(x) + extra, images * elements_of(sizes) * sum(spans))

    return estimate


def _adaptive(rank: int, places: bool = False) -> Estimate:
    """As many windows as asked for, axis by axis."""

    def estimate(x: Any, output_size: Any) -> Cost:
        outputs = spatial_sizes(output_size, rank)
        sizes = x.shape[-rank:]
        images = count(x) // max(elements_of(sizes), 1)
        most = images * elements_of(max(size, n) for size, n in zip(sizes, outputs, strict=True))
        tables = sum((size // max(n, 1) + 2) * n for size, n in zip(sizes, outputs, strict=True))
        per_element = width(x) * 4 + (4 * INDEX if places else 1)
        return Cost(
            most * per_element + tables * 3 * INDEX,
            most * max(2, *(s // max(n, 1) for s, n in zip(sizes, outputs, strict=True))),
        )

    return estimate


def _resampled(rank: int, support: int = 2) -> Estimate:
    """Images of an output size, or scaled by factors; `support` elements of each axis make one."""

    def estimate(x: Any, output_size: Any, *arguments: Any, **_options: Any) -> Cost:
        inputs = x.shape[2:]
        if output_size is None:
            factors = next((each for each in arguments if isinstance(each, list | tuple)), [1] * rank)
            sizes = [int(min(size * factor, 2**62)) for size, factor in zip(inputs, factors, strict=True)]
        else:
            sizes = spatial_sizes(output_size, rank)
        images = elements_of(x.shape[:2])
        pairs = list(zip(inputs, sizes, strict=True))
        most = images * elements_of(max(pair) for pair in pairs)
        # Antialiasing widens the kernel by the factor by which an axis shrinks.
        taps = [support * (1 + 2 * size // max(n, 1)) * n for size, n in pairs]
        return Cost(most * width(x) * 4 + sum(taps) * 6 * INDEX, most * support * rank)

    return estimate


@by_numbers("grid_sampler grid_sampler_2d grid_sampler_3d")
def _sampled_at_points(x: Any, grid: Any, *_arguments: Any) -> Cost:
    """Samples of images at the points of a grid, by the corners around each."""
    rank = len(x.shape) - 2
    points = count(grid) // max(rank, 1)
    size = points * size_at(x, 1)
    return Cost(size * width(x) * 5 + points * INDEX * 24 * rank + copied(x, grid), size * 4**rank)


@by_numbers("affine_grid_generator")
def _affine_grid(theta: Any, size: Sequence[int], *_arguments: Any) -> Cost:
    """A point for each place of an output."""
    rank = len(size) - 2
    places = elements_of(size[2:]) * (1 + max(size[0], 0)) if size else 0
    return Cost(places * (rank + 1) * width(theta) * 3, places * (rank + 1) ** 2)


def attention_cost(scores_kept: bool) -> Estimate:
    """Attention of (..., L, E), (..., S, E) and (..., S, EV); `scores_kept` says that all weights are made at once."""

    def estimate(query: Any, key: Any, value: Any, *arguments: Any, **options: Any) -> Cost:
        lead = elements_of(broadcast_sizes(each.shape[:-2] for each in (query, key, value)))
        heads = query.shape[-3] if len(query.shape) > 2 else 1
        shared = key.shape[-3] if len(key.shape) > 2 else 1
        if shared != heads and 1 not in (shared, heads):
            lead = lead // max(shared, heads) * heads
        targets, sources, size = size_at(query, -2), size_at(key, -2), size_at(value, -1)
        each = max(width(query), FLOAT)
        scores = lead * targets * sources * each * 4
        if not (scores_kept or _by_scores(query, value)):
            scores = min(scores, 4 * max(_SCORES, lead * sources * each))
        operands = copied(query, key, value, *tensors((*arguments, *options.values())))
        scaled = count(query) * each
        if shared != heads:  # PyTorch has keys and values for every head
            scaled += lead * sources * (size_at(query, -1) + size) * each * 2
        return Cost(
            scores + 3 * lead * targets * (size + 1) * each + operands + scaled,
            lead * targets * sources * (size_at(query, -1) + size),
        )

    return estimate


def _by_scores(query: Any, value: Any) -> bool:
    """True if PyTorch has no other way than to make all scores at once."""
    return not isinstance(query, np.ndarray) and (len(query.shape) != 4 or query.shape[-1] != value.shape[-1])


@by_numbers("lstm gru rnn_tanh rnn_relu")
def _recurrent(x: Any, states: Any, weights: Any, *arguments: Any, **_options: Any) -> Cost:
    """A layer after the other, in one or two directions; the gates of all steps of a layer are there together."""
    given = list(tensors([states, weights]))
    steps = count(x) // max(size_at(x, -1), 1)
    gates = max((each.shape[0] for each in given if len(each.shape)), default=1)
    layers = next((each for each in arguments if type(each) is int), 1)
    bytes_ = steps * gates * width(x) * 8 + (count(x) + count(*given)) * width(x) * 2
    return Cost(bytes_ + max(layers, 0) * _LAYER_BYTES, steps * count(*given))


@by_operands("lstm_cell gru_cell rnn_tanh_cell rnn_relu_cell")
def _cell(x: Any, *arguments: Any, **options: Any) -> Cost:
    """One step of a recurrent layer."""
    operands = list(tensors((*arguments, *options.values())))
    rows = max(size_at(x, 0), 1) if len(x.shape) > 1 else 1
    gates = max((each.shape[0] for each in operands if len(each.shape) > 1), default=1)
    return Cost((rows * gates * 10 + count(x, *operands)) * width(x), rows * count(*operands))


@by_numbers(
    "fft_fft fft_ifft fft_irfft fft_hfft fft_rfft fft_ihfft fft_fft2 fft_fftn fft_ifft2 fft_ifftn fft_irfft2 "
    "fft_irfftn fft_rfft2 fft_rfftn"
)
def _transformed(x: Any, n: Any = None, dim: Any = None, *_arguments: Any, **_options: Any) -> Cost:
    """A Fourier transform, along one dimension or several, cut or filled up to sizes."""
    shape = list(x.shape)
    sizes = [] if n is None else [n] if isinstance(n, int) else list(n)
    dims = [dim] if isinstance(dim, int) else list(dim) if dim is not None else list(range(-max(len(sizes), 1), 0))
    if isinstance(n, int) and dim is None:
        dims = [-1]
    if not sizes and shape:
        shape[-1] = 2 * shape[-1]  # the inverse of half a spectrum
    for size, axis in zip(sizes, dims, strict=False):
        place = axis_of(axis, len(shape))
        if 0 <= place < len(shape):
            shape[place] = max(size, shape[place] * 2 if size == -1 else size)
    # What is cut off is converted to complex numbers before it is.
    elements = elements_of(shape) + count(x)
    return Cost(elements * max(2 * width(x), 2 * FLOAT) * 4, elements * log2(elements) * 2)


@by_numbers("_fft_c2r")
def _inverse_to_real(x: Any, dim: Sequence[int], _normalization: int, last: int) -> Cost:
    """_fft_c2r: the last of the dimensions gets a size of its own."""
    return _transformed(x, [last], [dim[-1]] if dim else [-1])


def _frames(centred: bool) -> Estimate:
    """The transforms of the frames of signals."""

    def estimate(x: Any, n_fft: int, hop: int | None = None, *arguments: Any, **_options: Any) -> Cost:
        del arguments
        margin = padded_cost(x, (n_fft // 2, n_fft // 2)).bytes if centred else 0
        samples = size_at(x, -1) + (n_fft if centred else 0)
        number = max(samples - n_fft, 0) // max(n_fft // 4 if hop is None else hop, 1) + 1
        elements = count(x) // max(size_at(x, -1), 1) * number * max(n_fft, 0)
        return Cost(elements * 2 * width(x) * 5 + margin + 4 * INDEX * max(n_fft, 0), elements * log2(n_fft) * 2)

    return estimate


@by_operands("embedding")
def _embedded(table: Any, indices: Any, *_arguments: Any, **_options: Any) -> Cost:
    """A row of a table for each index."""
    size = count(indices) * elements_of(table.shape[1:])
    return Cost(size * table.dtype.itemsize + count(indices) * INDEX, size)


@by_operands("embedding_bag _embedding_bag _embedding_bag_forward_only")
def _bags(table: Any, indices: Any, offsets: Any, *_arguments: Any, **_options: Any) -> Cost:
    """A row for each bag of indices, from a row for each index."""
    size = (count(indices) + count(offsets)) * elements_of(table.shape[1:])
    half = count(table) * FLOAT if table.dtype.itemsize < FLOAT else 0
    return Cost(size * (width(table) * 4 + INDEX) + count(indices, offsets) * INDEX * 6 + half, size)


@by_operands("bucketize searchsorted")
def _searched(x: Any, y: Any, *_arguments: Any, **options: Any) -> Cost:
    """A place for each value among sorted ones; either argument may come first."""
    operands = [each for each in (x, y) if is_engine_tensor(each)]
    most = max(count(each) for each in operands)
    sorter = count(*tensors(options.values())) * (width(*operands) + INDEX)
    return Cost(most * (2 * INDEX + width(*operands)) + sorter, most * math.ceil(math.log2(most + 2)))


by_operands(
    "scaled_dot_product_attention _scaled_dot_product_flash_attention_for_cpu _scaled_dot_product_efficient_attention"
)(attention_cost(False))
by_operands("_scaled_dot_product_attention_math")(attention_cost(True))
for _rank in (1, 2, 3):
    by_numbers(f"max_pool{_rank}d avg_pool{_rank}d")(_pooled(_rank))
    by_numbers(f"max_pool{_rank}d_with_indices")(_pooled(_rank, places=True))
    by_numbers(f"adaptive_avg_pool{_rank}d" + (f" _adaptive_avg_pool{_rank}d" if _rank > 1 else ""))(_adaptive(_rank))
    by_numbers(f"adaptive_max_pool{_rank}d")(_adaptive(_rank, places=True))
    by_numbers(f"upsample_nearest{_rank}d _upsample_nearest_exact{_rank}d")(_resampled(_rank))
by_numbers("upsample_linear1d")(_resampled(1))
by_numbers("upsample_bilinear2d")(_resampled(2))
by_numbers("upsample_trilinear3d")(_resampled(3))
by_numbers("upsample_bicubic2d")(_resampled(2, support=4))
by_numbers("_upsample_bilinear2d_aa")(_resampled(2, support=3))
by_numbers("_upsample_bicubic2d_aa")(_resampled(2, support=5))
by_numbers("stft")(_frames(False))
by_numbers("stft.center")(_frames(True))
