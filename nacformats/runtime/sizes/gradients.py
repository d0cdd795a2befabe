"""The cost of gradients: of convolutions, pooling, resampling, attention, tables, and views."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nacformats.runtime.sizes.layers import attention, convolution, transposed
from nacformats.runtime.sizes.measures import INDEX, Cost, Estimate, count, per_axis, product, size_at, tensors, width
from nacformats.runtime.sizes.products import DIFFERENCES


def of_convolution(
    grad: Any,
    x: Any,
    weight: Any,
    _bias_sizes: Any,
    stride: Any,
    padding: Any,
    dilation: Any,
    is_transposed: bool,
    output_padding: Any,
    groups: int,
    _output_mask: Any,
) -> Cost:
    """A convolution, a transposed one, and the columns of at least one item with the product for the weights."""
    whole, places = (grad, x) if is_transposed else (x, grad)
    rank = len(weight.shape) - 2
    margins = [size + 2 * edge for size, edge in zip(whole.shape[2:], per_axis(padding, rank, 0), strict=True)]
    if groups < 1:
        raise ValueError("no groups")
    columns = product(weight.shape[1:]) * groups * product(places.shape[2:])
    own = product(whole.shape[:2]) * product(margins) + 2 * (columns + count(places)) + 3 * count(weight)
    options = per_axis(stride, rank), per_axis(padding, rank, 0)
    forward = convolution(whole, weight, None, *options, per_axis(dilation, rank), groups)
    backward = transposed(places, weight, None, *options, per_axis(output_padding, rank, 0), groups, dilation)
    step = (whole.shape[2:], per_axis(stride, rank))
    left = product(size + each for size, each in zip(*step, strict=True)) * product(whole.shape[:2])
    bytes_ = forward.bytes + backward.bytes + (own + 3 * left) * width(grad, x, weight)
    return Cost(bytes_, forward.work + backward.work + product(places.shape) * product(weight.shape[1:]))


def of_pooling(rank: int) -> Estimate:
    """The input's elements, those of its margins, and an index for each of the gradient's."""

    def estimate(grad: Any, x: Any, kernel: Any = 1, *_arguments: Any) -> Cost:
        spans = per_axis(kernel, rank) if isinstance(kernel, int | list | tuple) else [1] * rank
        sizes = [size + 2 * span for size, span in zip(x.shape[-rank:], spans, strict=True)]
        padded = product(x.shape[:-rank]) * product(sizes)
        return Cost((2 * padded + 3 * count(grad)) * max(width(x), INDEX) * 2, padded + count(grad) * product(spans))

    return estimate


def of_even_pooling(grad: Any, x: Any) -> Cost:
    """Products with a matrix for each axis, through shapes between those of the two."""
    most = product(max(pair) for pair in zip(grad.shape, x.shape, strict=True))
    rank = min(len(x.shape), 3)
    matrices = [(size, windows) for size, windows in zip(x.shape[-rank:], grad.shape[-rank:], strict=True)]
    tables = sum((size + 2 * windows) * 3 * INDEX + 2 * size * windows * width(x) for size, windows in matrices)
    return Cost(most * width(x) * 4 + tables, most * sum(map(max, matrices)))


def of_resampling(grad: Any, output_size: Any, input_size: Sequence[int], *_options: Any) -> Cost:
    """Sums, or products with a matrix, for each axis, through shapes between those of the two."""
    inputs = [max(size, 0) for size in list(input_size)[2:]]
    outputs = [max(size, 0) for size in per_axis(output_size, len(inputs))]
    pairs = list(zip(inputs, outputs, strict=True))
    most = product(input_size[:2]) * product(max(pair) for pair in pairs)
    # Of as many taps as antialiasing takes from an axis that shrinks.
    taps = sum(4 * (size + 2 * n) * 8 * INDEX for size, n in pairs)
    matrices = sum(2 * product(pair) for pair in pairs) * width(grad)
    return Cost(most * width(grad) * 4 + taps + matrices, most * sum(size for size, _ in pairs))


def of_attention(
    grad: Any, query: Any, key: Any, value: Any, *arguments: Any, attn_mask: Any = None, **options: Any
) -> Cost:
    """The scores of a block twice, and the gradients."""
    del options
    cost = attention(False)(query, key, value, *([] if attn_mask is None else [attn_mask]))
    gradients = count(query, key, value, *tensors(arguments), grad) * width(query) * 3
    # PyTorch works on blocks of its own, one for each thread.
    return Cost(2 * cost.bytes + gradients, 3 * cost.work)


def of_table(grad: Any, indices: Any, num_weights: int, *_arguments: Any) -> Cost:
    """A row for each of the table, and one for each index."""
    size = size_at(grad, -1)
    rows = max(num_weights, 0) + 3 * count(indices)
    return Cost(rows * size * width(grad) * 2 + count(indices) * INDEX * 8, count(grad) + rows * size)


def of_bags(grad: Any, *arguments: Any) -> Cost:
    """As `of_table`; the number of rows is the first number among the arguments."""
    rows = next((each for each in arguments if type(each) is int), 0)
    indices = list(tensors(arguments))
    size = size_at(grad, -1)
    taken = max(rows, 0) + 4 * count(*indices)
    return Cost(taken * size * width(grad) * 2 + count(grad, *indices) * INDEX * 8, taken * size)


def of_view(grad: Any, input_sizes: Sequence[int], *_arguments: Any) -> Cost:
    """Zeros in the shape of the operand."""
    elements = product(input_sizes)
    return Cost((elements + count(grad)) * width(grad) * 2, elements + count(grad))


def of_masked(grad: Any, mask: Any, sizes: Sequence[int]) -> Cost:
    """Zeros in the shape of the source, and the elements under the mask."""
    return Cost((product(sizes) + count(grad)) * width(grad, least=1) + count(grad, mask), count(grad))


def of_samples(grad: Any, x: Any, grid: Any, *_arguments: Any) -> Cost:
    """Terms of every sample and indices of them, the sums of one image, and the elements around every point."""
    rank = max(len(x.shape) - 2, 1)
    points = count(grid) // rank
    terms = count(grad) * (3 * width(grad) + 2 * INDEX) + 3 * count(x) * INDEX
    return Cost(terms + points * rank * 4 * 6 * INDEX + 3 * count(grid) * INDEX, count(grad) * 4**rank + count(x))


def of_distances(grad: Any, x: Any, y: Any, *_arguments: Any) -> Cost:
    """The differences of a block of rows, some arrays of these at a time."""
    row = count(y)
    block = min(max(row, DIFFERENCES), count(grad) * size_at(y, -1))
    return Cost((6 * block + 3 * count(x, y, grad)) * width(x), count(grad) * size_at(y, -1))
