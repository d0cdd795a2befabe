"""The cost of gradients: of convolutions, pooling, resampling, attention, tables, and views."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nacformats.runtime.sizes.layers import attention_cost, convolution_cost, transposed_cost
from nacformats.runtime.sizes.measures import count, tensors, width
from nacformats.runtime.sizes.products import DIFFERENCES
from nacformats.runtime.sizes.shapes import elements_of, size_at, spatial_sizes
from nacformats.runtime.sizes.table import INDEX, Cost, Estimate, by_numbers, by_operands


@by_numbers("convolution_backward")
def _of_convolution(grad: Any, x: Any, weight: Any, _bias_sizes: Any, *options: Any) -> Cost:
    """A convolution, a transposed one, and the columns of at least one item with the product for the weights."""
    stride, padding, dilation, is_transposed, output_padding, groups, _output_mask = options
    whole, places = (grad, x) if is_transposed else (x, grad)
    rank = len(weight.shape) - 2
    margins = [size + 2 * edge for size, edge in zip(whole.shape[2:], spatial_sizes(padding, rank, 0), strict=True)]
    if groups < 1:
        raise ValueError("no groups")
    columns = elements_of(weight.shape[1:]) * groups * elements_of(places.shape[2:])
    own = elements_of(whole.shape[:2]) * elements_of(margins) + 2 * (columns + count(places)) + 3 * count(weight)
    options = spatial_sizes(stride, rank), spatial_sizes(padding, rank, 0)
    forward = convolution_cost(whole, weight, None, *options, spatial_sizes(dilation, rank), groups)
    backward = transposed_cost(places, weight, None, *options, spatial_sizes(output_padding, rank, 0), groups, dilation)
    step = (whole.shape[2:], spatial_sizes(stride, rank))
    left = elements_of(size + each for size, each in zip(*step, strict=True)) * elements_of(whole.shape[:2])
    bytes_ = forward.bytes + backward.bytes + (own + 3 * left) * width(grad, x, weight)
    return Cost(bytes_, forward.work + backward.work + elements_of(places.shape) * elements_of(weight.shape[1:]))


def _of_pooling(rank: int) -> Estimate:
    """The input's elements, those of its margins, and an index for each of the gradient's."""

    def estimate(grad: Any, x: Any, kernel: Any = 1, *_arguments: Any) -> Cost:
        spans = spatial_sizes(kernel, rank) if isinstance(kernel, int | list | tuple) else [1] * rank
        sizes = [size + 2 * span for size, span in zip(x.shape[-rank:], spans, strict=True)]
        padded = elements_of(x.shape[:-rank]) * elements_of(sizes)
        elements = 2 * padded + 3 * count(grad)
        return Cost(elements * max(width(x), INDEX) * 2, padded + count(grad) * elements_of(spans))

    return estimate


def _of_even_pooling(grad: Any, x: Any) -> Cost:
    """Products with a matrix for each axis, through shapes between those of the two."""
    most = elements_of(max(pair) for pair in zip(grad.shape, x.shape, strict=True))
    rank = min(len(x.shape), 3)
    matrices = [(size, windows) for size, windows in zip(x.shape[-rank:], grad.shape[-rank:], strict=True)]
    tables = sum((size + 2 * windows) * 3 * INDEX + 2 * size * windows * width(x) for size, windows in matrices)
    return Cost(most * width(x) * 4 + tables, most * sum(map(max, matrices)))


@by_numbers(
    "upsample_nearest1d_backward upsample_nearest2d_backward upsample_nearest3d_backward "
    "_upsample_nearest_exact1d_backward _upsample_nearest_exact2d_backward _upsample_nearest_exact3d_backward "
    "upsample_linear1d_backward upsample_bilinear2d_backward upsample_trilinear3d_backward "
    "upsample_bicubic2d_backward _upsample_bilinear2d_aa_backward _upsample_bicubic2d_aa_backward"
)
def _of_resampling(grad: Any, output_size: Any, input_size: Sequence[int], *_options: Any) -> Cost:
    """Sums, or products with a matrix, for each axis, through shapes between those of the two."""
    inputs = [max(size, 0) for size in list(input_size)[2:]]
    outputs = [max(size, 0) for size in spatial_sizes(output_size, len(inputs))]
    pairs = list(zip(inputs, outputs, strict=True))
    most = elements_of(input_size[:2]) * elements_of(max(pair) for pair in pairs)
    # Of as many taps as antialiasing takes from an axis that shrinks.
    taps = sum(4 * (size + 2 * n) * 8 * INDEX for size, n in pairs)
    matrices = sum(2 * elements_of(pair) for pair in pairs) * width(grad)
    return Cost(most * width(grad) * 4 + taps + matrices, most * sum(size for size, _ in pairs))


@by_operands("_scaled_dot_product_flash_attention_for_cpu_backward")
def _of_attention(
    grad: Any, query: Any, key: Any, value: Any, *arguments: Any, attn_mask: Any = None, **options: Any
) -> Cost:
    """The scores of a block twice, and the gradients."""
    del options
    cost = attention_cost(False)(query, key, value, *([] if attn_mask is None else [attn_mask]))
    gradients = count(query, key, value, *tensors(arguments), grad) * width(query) * 3
    # PyTorch works on blocks of its own, one for each thread.
    return Cost(2 * cost.bytes + gradients, 3 * cost.work)


@by_numbers("embedding_dense_backward")
def _of_table(grad: Any, indices: Any, num_weights: int, *_arguments: Any) -> Cost:
    """A row for each of the table, and one for each index."""
    size = size_at(grad, -1)
    rows = max(num_weights, 0) + 3 * count(indices)
    return Cost(rows * size * width(grad) * 2 + count(indices) * INDEX * 8, count(grad) + rows * size)


@by_numbers("_embedding_bag_backward _embedding_bag_dense_backward")
def _of_bags(grad: Any, *arguments: Any) -> Cost:
    """As `of_table`; the number of rows is the first number among the arguments."""
    rows = next((each for each in arguments if type(each) is int), 0)
    indices = list(tensors(arguments))
    size = size_at(grad, -1)
    taken = max(rows, 0) + 4 * count(*indices)
    return Cost(taken * size * width(grad) * 2 + count(grad, *indices) * INDEX * 8, taken * size)


@by_numbers("slice_backward select_backward diagonal_backward unfold_backward")
def _of_view(grad: Any, input_sizes: Sequence[int], *_arguments: Any) -> Cost:
    """Zeros in the shape of the operand."""
    elements = elements_of(input_sizes)
    return Cost((elements + count(grad)) * width(grad) * 2, elements + count(grad))


@by_numbers("masked_scatter_backward")
def _of_masked(grad: Any, mask: Any, sizes: Sequence[int]) -> Cost:
    """Zeros in the shape of the source, and the elements under the mask."""
    return Cost((elements_of(sizes) + count(grad)) * width(grad, least=1) + count(grad, mask), count(grad))


@by_numbers("grid_sampler_2d_backward grid_sampler_3d_backward")
def _of_samples(grad: Any, x: Any, grid: Any, *_arguments: Any) -> Cost:
    """Terms of every sample and indices of them, the sums of one image, and the elements around every point."""
    rank = max(len(x.shape) - 2, 1)
    points = count(grid) // rank
    terms = count(grad) * (3 * width(grad) + 2 * INDEX) + 3 * count(x) * INDEX
    return Cost(terms + points * rank * 4 * 6 * INDEX + 3 * count(grid) * INDEX, count(grad) * 4**rank + count(x))


@by_numbers("_cdist_backward")
def _of_distances(grad: Any, x: Any, y: Any, *_arguments: Any) -> Cost:
    """The differences of a block of rows, some arrays of these at a time."""
    row = count(y)
    block = min(max(row, DIFFERENCES), count(grad) * size_at(y, -1))
    return Cost((6 * block + 3 * count(x, y, grad)) * width(x), count(grad) * size_at(y, -1))


for _rank in (2, 3):
    by_operands(f"adaptive_max_pool{_rank}d_backward")(_of_pooling(_rank))
    by_operands(f"_adaptive_avg_pool{_rank}d_backward")(_of_even_pooling)
    by_numbers(f"max_pool{_rank}d_with_indices_backward")(_of_pooling(_rank))
    by_numbers(f"fractional_max_pool{_rank}d_backward avg_pool{_rank}d_backward")(_of_pooling(_rank))
