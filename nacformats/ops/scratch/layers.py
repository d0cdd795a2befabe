"""The cost of layers and of their gradients: attention, convolutions, pooling, recurrent ones, samplings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from nacformats.ops.blocks import COLUMN_BYTES, SCORE_BYTES
from nacformats.ops.meta.values import MetaShape, TensorMeta
from nacformats.ops.scratch.measures import (
    FLOAT,
    INDEX,
    Call,
    Cost,
    broadcast_at_most,
    by_numbers,
    by_operands,
    elements,
    sizes_of_axes,
)

#: Bytes of what PyTorch keeps about a layer of a recurrent network before it looks at its weights.
_LAYER_BYTES = 128


@by_operands
def _attention(call: Call, scores_kept: int = 0) -> Cost:
    """Estimate the cost of attention of (..., L, E), (..., S, E) and (..., S, EV), a block of scores at a
    time where that is
    possible.
    """
    query, key, value = call.operands[:3]
    raw = call.arguments[0]
    lead = elements(broadcast_at_most(each.shape[:-2] for each in (query, key, value)))
    heads, shared = (elements(each.shape[-3:-2]) for each in (query, key))
    if shared != heads and 1 not in (shared, heads):
        lead = lead // max(shared, heads) * heads
    targets, length = map(int, query.shape[-2:])
    sources, size = map(int, value.shape[-2:])
    scores = 4 * lead * targets * sources * call.width
    by_blocks = isinstance(raw, np.ndarray) or (len(query.shape) == 4 and length == size)
    if by_blocks and not scores_kept:
        scores = min(scores, 4 * max(SCORE_BYTES, lead * sources * call.width))
    scaled = elements(query.shape)
    if shared != heads:  # PyTorch has keys and values for every head
        scaled += 2 * lead * sources * (length + size)
    bytes_ = scores + (3 * lead * targets * (size + 1) + scaled) * call.width
    return Cost(bytes_ + call.copied, lead * targets * sources * (length + size))


@by_operands
def _attention_backward(call: Call) -> Cost:
    """Count the scores of a block twice, and the gradients."""
    cost = _attention(Call(call.arguments[1:4], None))
    # PyTorch works on blocks of its own, one for each thread.
    return Cost(2 * cost.bytes + call.measure("o") * call.width * 3, 3 * cost.work)


def _convolved(call: Call, x: Any, weight: Any, counts: MetaShape, stride: Any, padding: Any, dilation: Any) -> Cost:
    """Estimate the cost of a convolution of a batch, or of one item, with weights (O, C / groups, *kernel)."""
    outputs, depth, *kernel = map(int, weight.shape)
    rank = len(kernel)
    spatial = x.shape[-rank:]
    channels = elements(x.shape[:-rank])
    strides, dilations = sizes_of_axes(stride, rank), sizes_of_axes(dilation, rank)
    if isinstance(padding, str):
        margins = [step * (span - 1) if padding == "same" else 0 for step, span in zip(dilations, kernel, strict=True)]
    else:
        margins = [2 * edge for edge in sizes_of_axes(padding, rank, 0)]
    sizes = [size + margin for size, margin in zip(spatial, margins, strict=True)]
    groups = max(elements(x.shape[-rank - 1 : -rank]) // max(depth, 1), 1)
    items, windows = channels // max(depth * groups, 1), elements(counts)
    last = elements(counts[-1:])
    result = items * outputs * windows
    total = 2 * channels * (elements(sizes) + elements(sizes[1:])) + 3 * result
    if rank > 1 and max(strides) == 1 and outputs // groups:  # computed besides the result where rows run on
        run = items * outputs * elements(counts[:1]) * elements(sizes[1:])
        total += min(run, result * (1 + 16 // (outputs // groups)))
    total += 2 * depth * groups * elements(kernel) * elements(counts[1:]) + elements(weight.shape)
    if not isinstance(call.arguments[0], np.ndarray) and x.dtype.itemsize != FLOAT:
        total += channels * elements(kernel) * windows  # PyTorch makes all columns at once
    if outputs == groups and windows <= elements(kernel) ** 2:
        row = ((last - 1) * strides[-1] + 1) * outputs
        total += elements(kernel) * row + 2 * items * elements(counts[:-1]) * row
    copies = elements(weight.shape) * call.width
    return Cost(total * call.width + 2 * COLUMN_BYTES + copies, result * depth * elements(kernel))


def _spread_out(call: Call, x: Any, weight: Any, sizes: Sequence[int], groups: int) -> Cost:
    """Estimate the cost of a transposed convolution with weights (C, O / groups, *kernel) onto canvases
    of some sizes.
    """
    channels, outputs, *kernel = map(int, weight.shape)
    rank = len(kernel)
    spatial = elements(x.shape[-rank:])
    items = elements(x.shape) // max(spatial * channels, 1)
    result = items * outputs * max(groups, 1) * elements(sizes)
    columns = outputs * max(groups, 1) * elements(kernel) * spatial
    # The weights of all phases are padded to whole steps; NumPy makes columns as for a convolution.
    total = 4 * result + 2 * columns + 2 ** (rank + 1) * elements(weight.shape) + 2**rank * 2 * elements(x.shape)
    reach = elements(size + span for size, span in zip(x.shape[-rank:], kernel, strict=True))
    at_once = min(COLUMN_BYTES, items * channels * elements(kernel) * reach * call.width)
    return Cost(total * call.width + 2 * at_once, elements(x.shape) * outputs * elements(kernel))


@by_numbers
def _convolution(call: Call) -> Cost:
    """Estimate the cost of a convolution; options past the dilation may make it a transposed one."""
    x, weight, _, stride, padding, dilation, *options = call.given
    if len(options) > 1 and options[0]:
        return _spread_out(call, x, weight, _padded(call.results[0], padding, len(weight.shape) - 2), options[2])
    return _convolved(call, x, weight, call.results[0].shape[2 - len(weight.shape) :], stride, padding, dilation)


@by_numbers
def _transposed_convolution(call: Call) -> Cost:
    """Estimate the cost of a transposed convolution."""
    x, weight, _, _, padding, _, groups, _ = call.given
    return _spread_out(call, x, weight, _padded(call.results[0], padding, len(weight.shape) - 2), groups)


def _padded(x: TensorMeta, padding: Any, rank: int, more: Iterable[int] = ()) -> list[int]:
    """Return the sizes of the last axes with margins, and perhaps with some more."""
    edges = sizes_of_axes(padding, rank, 0)
    added = list(more) or [0] * rank
    sizes = zip(x.shape[len(x.shape) - rank :], edges, added, strict=True)
    return [elements([size]) + 2 * edge + each for size, edge, each in sizes]


@by_numbers
def _convolution_backward(call: Call) -> Cost:
    """Estimate the cost of a convolution, a transposed one, and the columns of at least one item with the product
    for the weights.
    """
    grad, x, weight, _, stride, padding, dilation, transposed, _, groups, _ = call.given
    if groups < 1:
        raise ValueError("no groups")
    whole, places = (grad, x) if transposed else (x, grad)
    counts, rank = places.shape[2:], len(weight.shape) - 2
    margins = _padded(whole, padding, rank, sizes_of_axes(stride, rank))
    columns = elements(weight.shape[1:]) * groups * elements(counts)
    own = 4 * elements(whole.shape[:2]) * elements(margins)
    own += 2 * (columns + elements(places.shape)) + 3 * elements(weight.shape)
    forward = _convolved(call, whole, weight, counts, stride, padding, dilation)
    backward = _spread_out(call, places, weight, margins, groups)
    work = forward.work + backward.work + elements(places.shape) * elements(weight.shape[1:])
    return Cost(forward.bytes + backward.bytes + own * call.width, work)


@by_numbers
def _windows(call: Call, rank: int) -> Cost:
    """Count windows of a kernel size: the padded input, axis after axis, and places of maxima where they are
    results.
    """
    x, kernel, stride, padding, *_ = call.given
    spans = sizes_of_axes(kernel, rank)
    # With ceil_mode the last window goes past the end.
    sizes = _padded(x, padding, rank, sizes_of_axes(stride, rank, 0) if stride != [] else spans)
    images, counts = elements(x.shape[:-rank]), elements(call.results[0].shape[-rank:])
    places = 4 * images * max(elements(sizes), counts) if len(call.results) > 1 else 2 * counts
    total = 2 * images * (elements(sizes) + counts)
    return Cost(total * call.width + places * INDEX, images * elements(sizes) * sum(spans))


@by_numbers
def _windows_backward(call: Call, rank: int) -> Cost:
    """Count the input's elements, those of its margins, and an index for each of the gradient's."""
    grad, x, *windows = call.given
    kernel = next(iter(windows), 1)
    spans = sizes_of_axes(kernel if isinstance(kernel, int | list) else 1, rank)
    padded = elements(x.shape[:-rank]) * elements(_padded(x, spans, rank))
    total = 2 * padded + 3 * elements(grad.shape)
    return Cost(total * max(call.width, INDEX) * 2, padded + elements(grad.shape) * elements(spans))


@by_numbers
def _columns(call: Call) -> Cost:
    """Count the windows of images as columns."""
    x, _, _, padding, _ = call.given
    padded = elements(x.shape[:-2]) * elements(_padded(x, padding, 2))
    return Cost(call.made * 2 + padded * x.dtype.itemsize, call.measure("r"))


@by_numbers
def _images(call: Call) -> Cost:
    """Count columns added up to padded images."""
    result, padding = call.results[0], call.given[4]
    padded = elements(result.shape[:-2]) * elements(_padded(result, padding, 2))
    return Cost((padded * 2 + call.measure("o")) * call.width, call.measure("o"))


@by_numbers
def _recurrent(call: Call) -> Cost:
    """Count a layer after the other, in one or two directions; the gates of all steps of a layer are
    there together.
    """
    x, *given = call.operands
    steps, others = elements(x.shape[:-1], 1), sum(elements(each.shape) for each in given)
    gates = max((elements(each.shape[:1]) for each in given if each.shape), default=1)
    layers = next((each for each in call.given if type(each) is int), 1)
    bytes_ = (steps * gates * 8 + 2 * (elements(x.shape) + others)) * call.width
    return Cost(bytes_ + max(layers, 0) * _LAYER_BYTES, steps * others)


@by_operands
def _samples(call: Call) -> Cost:
    """Estimate the cost of samples of images at the points of a grid, by the corners around each."""
    x, grid = call.operands
    rank = len(x.shape) - 2
    points = elements(grid.shape, 1) // max(rank, 1)
    size = points * elements(x.shape[1:2])
    images = max(elements(x.shape[1:2]) * elements(length + 2 for length in x.shape[2:]), 1 << 15)
    bytes_ = (size * 5 + 2 * images) * call.width + points * INDEX * 24 * rank + call.copied
    return Cost(bytes_, size * 4**rank)


@by_operands
def _samples_backward(call: Call) -> Cost:
    """Count terms of every sample and indices of them, the sums of one image, and the elements
    around every point.
    """
    grad, x, grid = (elements(each.shape, 1) for each in call.operands[:3])
    rank = max(len(call.operands[1].shape) - 2, 1)
    terms = grad * (3 * call.width + 2 * INDEX) + 3 * x * INDEX
    return Cost(terms + grid * 27 * INDEX, grad * 4**rank + x)


@by_numbers
def _resampled_backward(call: Call) -> Cost:
    """Count sums, or products with a matrix, for each axis, through shapes between those of the two."""
    grad, result = call.operands[0], call.results[0]
    pairs = [tuple(map(int, pair)) for pair in zip(grad.shape[2:], result.shape[2:], strict=True)]
    matrices = sum(2 * size * other for size, other in pairs) * call.width
    taps = 64 * INDEX * sum(map(sum, pairs))
    return Cost(4 * call.measure("b") * call.width + taps + matrices, call.measure("b") * sum(map(max, pairs)))
