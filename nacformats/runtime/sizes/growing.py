"""The cost of operations whose result grows with numbers among their arguments: new arrays, repeats, padding."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from nacformats.runtime.sizes.elements import log2
from nacformats.runtime.sizes.measures import count, is_engine_tensor, itemsize, rows_beside, tensors, values_of, width
from nacformats.runtime.sizes.shapes import elements_of, size_at
from nacformats.runtime.sizes.table import FLOAT, INDEX, NOTHING, Cost, Estimate, by_numbers


@by_numbers("full zeros ones empty empty_permuted new_full new_zeros new_empty new_ones rand randn")
def _filled(size: Any, *arguments: Any, dtype: Any = None, **_options: Any) -> Cost:
    """A new array of a size, which is the first argument or, after a tensor, the second."""
    default = size.dtype.itemsize if is_engine_tensor(size) else INDEX
    elements = elements_of(arguments[0] if is_engine_tensor(size) else size)
    return Cost(elements * itemsize(dtype, default), elements)


@by_numbers("empty_strided new_empty_strided")
def _strided(size: Any, *arguments: Any, dtype: Any = None, **_options: Any) -> Cost:
    """A new array whose strides, in elements, may ask for more memory than its elements do."""
    default = size.dtype.itemsize if is_engine_tensor(size) else INDEX
    size, strides = (arguments if is_engine_tensor(size) else (size, *arguments))[:2]
    reach = 1 + sum(max(n - 1, 0) * max(step, 0) for n, step in zip(size, strides, strict=False))
    return Cost(max(elements_of(size), reach) * itemsize(dtype, default), elements_of(size))


@by_numbers("randint")
def _random_integers(*arguments: Any, dtype: Any = None, **_options: Any) -> Cost:
    """randint: bounds, then the size."""
    size = next((each for each in arguments if isinstance(each, list | tuple)), ())
    return Cost(elements_of(size) * itemsize(dtype), elements_of(size))


def _counted(copies: int) -> Estimate:
    """A vector of as many elements as the first number says."""

    def estimate(length: Any, *_arguments: Any, dtype: Any = None, **_options: Any) -> Cost:
        size = max(int(length), 0)
        return Cost(size * max(itemsize(dtype), INDEX) * copies, size * copies)

    return estimate


@by_numbers("linspace logspace")
def _spaced(_start: Any, _end: Any, steps: int, *_arguments: Any, dtype: Any = None, **_options: Any) -> Cost:
    """linspace and logspace: several float64 vectors on the way."""
    size = max(steps, 0)
    return Cost(size * max(itemsize(dtype), INDEX) * 6, size * 6)


@by_numbers("arange range")
def _stepped(start: Any, end: Any = None, step: Any = 1, *, dtype: Any = None, **_options: Any) -> Cost:
    """arange and range."""
    if end is None:
        start, end = 0, start
    try:
        size = max(math.ceil((float(end) - float(start)) / float(step)) + 1, 0)
    except (ArithmeticError, ValueError):
        return NOTHING  # infinite or no step: the operation refuses it
    return Cost(size * max(itemsize(dtype), INDEX) * 3, size)


@by_numbers("eye")
def _identity(rows: int, columns: Any = None, *_arguments: Any, dtype: Any = None, **_options: Any) -> Cost:
    """The elements of a matrix."""
    size = elements_of((rows, rows if columns is None else columns))
    return Cost(size * itemsize(dtype, FLOAT), size)


@by_numbers("tril_indices triu_indices")
def _triangle(rows: int, columns: int, *_arguments: Any, **_options: Any) -> Cost:
    """A mask of a matrix, and the two indices of each of its elements, twice; numbers along both of its sides."""
    size = max(rows, 1) * max(columns, 1)
    return Cost(size * (1 + 4 * INDEX), size)


@by_numbers("repeat tile")
def _repeated(x: Any, repeats: Sequence[int]) -> Cost:
    """The array, so often along each dimension; dimensions are repeated one after another."""
    added = len(repeats) - len(x.shape)
    shape = (1,) * added + tuple(x.shape)
    times = (1,) * -added + tuple(repeats)
    size = elements_of(n * max(number, 1) for n, number in zip(shape, times, strict=True))
    return Cost(2 * size * x.dtype.itemsize, size)


@by_numbers("repeat_interleave")
def _interleaved(x: Any, repeats: Any = None, dim: int | None = None, **_options: Any) -> Cost:
    """Each entry repeated as often as one number says, or as often as its own one in a tensor says.

    Without numbers of repeats the first argument has them, and its places are repeated.
    """
    if repeats is None or (is_engine_tensor(x) and repeats is x):
        return Cost(3 * INDEX * _sum(x) + 10 * INDEX * count(x), _sum(x))
    entries = count(x) if dim is None else size_at(x, dim)
    beside = 1 if dim is None else rows_beside(x, dim)
    total = (
        _sum(repeats) * (entries if count(repeats) == 1 else 1)
        if is_engine_tensor(repeats)
        else entries * max(repeats, 0)
    )
    # The numbers are added up as numbers of Python.
    return Cost(total * beside * x.dtype.itemsize + 10 * INDEX * entries, total * beside)


def _sum(repeats: Any) -> int:
    """The sum of what is above 0, in Python: a sum that wraps around would be no bound."""
    values = values_of(repeats)
    return int(values.clip(min=0).sum(dtype=float)) if values.dtype.kind in "iu" else 0


@by_numbers(
    "constant_pad_nd _pad_circular pad reflection_pad1d replication_pad1d reflection_pad2d replication_pad2d "
    "reflection_pad3d replication_pad3d"
)
def padded_cost(x: Any, amounts: Sequence[int], *_arguments: Any, **_options: Any) -> Cost:
    """The last dimensions with margins, and what is on the way from one dimension to the next."""
    shape = list(x.shape)
    for place, (before, after) in enumerate(zip(amounts[::2], amounts[1::2], strict=False)):
        if place < len(shape):
            shape[-1 - place] += max(before, 0) + max(after, 0)
    size = elements_of(shape)
    return Cost(3 * size * x.dtype.itemsize + 4 * INDEX * sum(shape), size)


@by_numbers("pad_sequence")
def _padded_sequences(sequences: Sequence[Any], *_arguments: Any, **_options: Any) -> Cost:
    """As many rows as there are sequences, each as long as the longest."""
    size = len(sequences) * max((count(each) for each in sequences), default=0)
    return Cost(2 * size * width(sequences, least=1), size)


@by_numbers("cartesian_prod")
def _grid_rows(vectors: Sequence[Any]) -> Cost:
    """Every combination of the elements of vectors, and a column of copies for each of them."""
    size = math.prod(count(each) for each in vectors) * len(vectors)
    return Cost(3 * size * width(vectors, least=1), size)


@by_numbers("block_diag")
def _blocks(matrices: Sequence[Any]) -> Cost:
    """A matrix with matrices along its diagonal."""
    shapes = [((1, 1, *tuple(each.shape)))[-2:] for each in matrices]
    size = sum(rows for rows, _ in shapes) * sum(columns for _, columns in shapes)
    return Cost(size * width(matrices, least=1), size)


@by_numbers("diag_embed")
def _diagonal_matrices(x: Any, offset: int = 0, *_arguments: Any, **_options: Any) -> Cost:
    """Matrices with the last dimension on a diagonal."""
    size = count(x) // max(size_at(x, -1), 1) * (size_at(x, -1) + abs(offset)) ** 2
    return Cost(size * x.dtype.itemsize, size)


@by_numbers("diagflat")
def _diagonal_matrix(x: Any, offset: int = 0) -> Cost:
    """A matrix with all elements on a diagonal."""
    size = (count(x) + abs(offset)) ** 2
    return Cost(size * x.dtype.itemsize, size)


@by_numbers("diag")
def _diagonal(x: Any, offset: int = 0) -> Cost:
    """The matrix of a vector; the diagonal of a matrix is a view."""
    return _diagonal_matrix(x, offset) if len(x.shape) == 1 else NOTHING


@by_numbers("one_hot")
def _one_hot(x: Any, classes: int = -1) -> Cost:
    """A flag, then a number, for each element and each class."""
    values = values_of(x)
    if classes == -1:
        classes = int(values.max()) + 1 if values.size and values.dtype.kind in "iu" else 0
    size = count(x) * max(classes, 0)
    return Cost(size * (1 + INDEX) + max(classes, 0) * INDEX, size)


@by_numbers("bincount")
def _bins_by_value(x: Any, weights: Any = None, least: int = 0) -> Cost:
    """As many bins as the largest number asks for."""
    values = values_of(x)
    most = int(values.max()) + 1 if values.size and values.dtype.kind in "iu" else 0
    size = max(most, least, 0)
    return Cost((size + count(x, weights)) * 2 * INDEX, size + count(x))


@by_numbers("histc")
def _bins(x: Any, number: int = 100, *_arguments: Any, **_options: Any) -> Cost:
    """A histogram: the bins with their edges, and the input in a type to compute in."""
    return Cost(max(number, 0) * INDEX * 6 + count(x) * (width(x) * 3 + 2), count(x) * log2(number) + max(number, 0))


@by_numbers("combinations")
def _chosen(x: Any, number: int = 2, with_replacement: bool = False) -> Cost:
    """The choices of some elements of a vector."""
    among = count(x) + (number - 1 if with_replacement else 0)
    # More than 40 of more than 80 exceed every budget, and take long to count.
    ways = math.comb(among, min(number, among - number, 40)) if 0 < number <= among else 0
    return Cost(ways * number * (2 * INDEX + x.dtype.itemsize), ways * number * 16)


@by_numbers("multinomial")
def _sampled(x: Any, number: int = 1, *_arguments: Any, **_options: Any) -> Cost:
    """multinomial: some choices for each row of weights."""
    size = rows_beside(x, -1) * max(number, 0)
    return Cost(size * INDEX + count(x) * width(x) * 4, size + count(x))


@by_numbers("expand_copy")
def _expanded_copy(x: Any, size: Sequence[int], **_options: Any) -> Cost:
    """As many elements as the sizes say; -1 keeps one."""
    added = len(size) - len(x.shape)
    shape = (x.shape[place - added] if n == -1 and place >= added else n for place, n in enumerate(size))
    elements = elements_of(shape)
    return Cost(elements * x.dtype.itemsize, elements)


@by_numbers("unfold_copy")
def _window_copies(x: Any, dim: int, size: int, step: int) -> Cost:
    """Windows of a dimension, copied."""
    windows = max((size_at(x, dim) - size) // max(step, 1) + 1, 0)
    elements = rows_beside(x, dim) * windows * max(size, 0)
    return Cost(elements * x.dtype.itemsize, elements)


@by_numbers("as_strided_copy")
def _strided_copy(x: Any, size: Sequence[int], *_arguments: Any, **_options: Any) -> Cost:
    """As many elements as the sizes say."""
    return Cost((elements_of(size) + count(x)) * x.dtype.itemsize, elements_of(size))


@by_numbers("max_unpool2d max_unpool3d")
def _unpooled(x: Any, indices: Any, sizes: Sequence[int], *_arguments: Any) -> Cost:
    """Images of the sizes given, one for each of the input, and the indices in a shape of their own."""
    rank = len(sizes)
    images = elements_of(x.shape[: max(len(x.shape) - rank, 0)])
    size = images * elements_of(sizes)
    return Cost(size * x.dtype.itemsize + count(x, *tensors([indices])) * 4 * INDEX, size)


by_numbers("randperm")(_counted(3))
by_numbers("hann_window hamming_window blackman_window bartlett_window kaiser_window")(_counted(8))
