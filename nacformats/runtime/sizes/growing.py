"""The cost of operations whose result grows with numbers among their arguments: new arrays, repeats, padding."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from nacformats.runtime.sizes.elements import log2
from nacformats.runtime.sizes.measures import (
    FLOAT,
    INDEX,
    NOTHING,
    Cost,
    Estimate,
    count,
    is_tensor,
    itemsize,
    numbers,
    product,
    rows_of,
    size_at,
    tensors,
    width,
)


def filled(size: Any, *arguments: Any, dtype: Any = None, **_options: Any) -> Cost:
    """A new array of a size, which is the first argument or, after a tensor, the second."""
    default = INDEX
    if is_tensor(size):
        default = size.dtype.itemsize
        size, *arguments = arguments  # type: ignore[assignment]
    elements = product(size)
    return Cost(elements * itemsize(dtype, default), elements)


def strided(size: Any, *arguments: Any, dtype: Any = None, **_options: Any) -> Cost:
    """A new array whose strides, in elements, may ask for more memory than its elements do."""
    default = INDEX
    if is_tensor(size):
        default = size.dtype.itemsize
        size, *arguments = arguments  # type: ignore[assignment]
    reach = 1 + sum(max(n - 1, 0) * max(step, 0) for n, step in zip(size, arguments[0], strict=False))
    return Cost(max(product(size), reach) * itemsize(dtype, default), product(size))


def random_integers(*arguments: Any, dtype: Any = None, **_options: Any) -> Cost:
    """randint: bounds, then the size."""
    size = next((each for each in arguments if isinstance(each, list | tuple)), ())
    return Cost(product(size) * itemsize(dtype), product(size))


def counted(copies: int) -> Estimate:
    """A vector of as many elements as the first number says."""

    def estimate(length: Any, *_arguments: Any, dtype: Any = None, **_options: Any) -> Cost:
        size = max(int(length), 0)
        return Cost(size * max(itemsize(dtype), INDEX) * copies, size * copies)

    return estimate


def spaced(_start: Any, _end: Any, steps: int, *_arguments: Any, dtype: Any = None, **_options: Any) -> Cost:
    """linspace and logspace: several float64 vectors on the way."""
    size = max(steps, 0)
    return Cost(size * max(itemsize(dtype), INDEX) * 6, size * 6)


def stepped(start: Any, end: Any = None, step: Any = 1, *, dtype: Any = None, **_options: Any) -> Cost:
    """arange and range."""
    if end is None:
        start, end = 0, start
    try:
        size = max(math.ceil((float(end) - float(start)) / float(step)) + 1, 0)
    except (ArithmeticError, ValueError):
        return NOTHING  # infinite or no step: the operation refuses it
    return Cost(size * max(itemsize(dtype), INDEX) * 3, size)


def identity(rows: int, columns: Any = None, *_arguments: Any, dtype: Any = None, **_options: Any) -> Cost:
    """The elements of a matrix."""
    size = product((rows, rows if columns is None else columns))
    return Cost(size * itemsize(dtype, FLOAT), size)


def triangle(rows: int, columns: int, *_arguments: Any, **_options: Any) -> Cost:
    """A mask of a matrix, and the two indices of each of its elements, twice; numbers along both of its sides."""
    size = max(rows, 1) * max(columns, 1)
    return Cost(size * (1 + 4 * INDEX), size)


def repeated(x: Any, repeats: Sequence[int]) -> Cost:
    """The array, so often along each dimension; dimensions are repeated one after another."""
    added = len(repeats) - len(x.shape)
    shape = (1,) * added + tuple(x.shape)
    times = (1,) * -added + tuple(repeats)
    size = product(n * max(number, 1) for n, number in zip(shape, times, strict=True))
    return Cost(2 * size * x.dtype.itemsize, size)


def interleaved(x: Any, repeats: Any = None, dim: int | None = None, **_options: Any) -> Cost:
    """Each entry repeated as often as one number says, or as often as its own one in a tensor says.

    Without numbers of repeats the first argument has them, and its places are repeated.
    """
    if repeats is None or (is_tensor(x) and repeats is x):
        return Cost(3 * INDEX * _sum(x) + 10 * INDEX * count(x), _sum(x))
    entries = count(x) if dim is None else size_at(x, dim)
    beside = 1 if dim is None else rows_of(x, dim)
    total = _sum(repeats) * (entries if count(repeats) == 1 else 1) if is_tensor(repeats) else entries * max(repeats, 0)
    # The numbers are added up as numbers of Python.
    return Cost(total * beside * x.dtype.itemsize + 10 * INDEX * entries, total * beside)


def _sum(repeats: Any) -> int:
    """The sum of what is above 0, in Python: a sum that wraps around would be no bound."""
    values = numbers(repeats)
    return int(values.clip(min=0).sum(dtype=float)) if values.dtype.kind in "iu" else 0


def padded(x: Any, amounts: Sequence[int], *_arguments: Any, **_options: Any) -> Cost:
    """The last dimensions with margins, and what is on the way from one dimension to the next."""
    shape = list(x.shape)
    for place, (before, after) in enumerate(zip(amounts[::2], amounts[1::2], strict=False)):
        if place < len(shape):
            shape[-1 - place] += max(before, 0) + max(after, 0)
    size = product(shape)
    return Cost(3 * size * x.dtype.itemsize + 4 * INDEX * sum(shape), size)


def padded_sequences(sequences: Sequence[Any], *_arguments: Any, **_options: Any) -> Cost:
    """As many rows as there are sequences, each as long as the longest."""
    size = len(sequences) * max((count(each) for each in sequences), default=0)
    return Cost(2 * size * width(sequences, least=1), size)


def grid_rows(vectors: Sequence[Any]) -> Cost:
    """Every combination of the elements of vectors, and a column of copies for each of them."""
    size = math.prod(count(each) for each in vectors) * len(vectors)
    return Cost(3 * size * width(vectors, least=1), size)


def blocks(matrices: Sequence[Any]) -> Cost:
    """A matrix with matrices along its diagonal."""
    shapes = [((1, 1, *tuple(each.shape)))[-2:] for each in matrices]
    size = sum(rows for rows, _ in shapes) * sum(columns for _, columns in shapes)
    return Cost(size * width(matrices, least=1), size)


def diagonal_matrices(x: Any, offset: int = 0, *_arguments: Any, **_options: Any) -> Cost:
    """Matrices with the last dimension on a diagonal."""
    size = count(x) // max(size_at(x, -1), 1) * (size_at(x, -1) + abs(offset)) ** 2
    return Cost(size * x.dtype.itemsize, size)


def diagonal_matrix(x: Any, offset: int = 0) -> Cost:
    """A matrix with all elements on a diagonal."""
    size = (count(x) + abs(offset)) ** 2
    return Cost(size * x.dtype.itemsize, size)


def diagonal(x: Any, offset: int = 0) -> Cost:
    """The matrix of a vector; the diagonal of a matrix is a view."""
    return diagonal_matrix(x, offset) if len(x.shape) == 1 else NOTHING


def one_hot(x: Any, classes: int = -1) -> Cost:
    """A flag, then a number, for each element and each class."""
    values = numbers(x)
    if classes == -1:
        classes = int(values.max()) + 1 if values.size and values.dtype.kind in "iu" else 0
    size = count(x) * max(classes, 0)
    return Cost(size * (1 + INDEX) + max(classes, 0) * INDEX, size)


def bins_by_value(x: Any, weights: Any = None, least: int = 0) -> Cost:
    """As many bins as the largest number asks for."""
    values = numbers(x)
    most = int(values.max()) + 1 if values.size and values.dtype.kind in "iu" else 0
    size = max(most, least, 0)
    return Cost(
        2 * size * INDEX + (count(x, weights) if weights is not None else count(x)) * 2 * INDEX, size + count(x)
    )


def bins(x: Any, number: int = 100, *_arguments: Any, **_options: Any) -> Cost:
    """A histogram: the bins with their edges, and the input in a type to compute in."""
    return Cost(max(number, 0) * INDEX * 6 + count(x) * (width(x) * 3 + 2), count(x) * log2(number) + max(number, 0))


def chosen(x: Any, number: int = 2, with_replacement: bool = False) -> Cost:
    """The choices of some elements of a vector."""
    among = count(x) + (number - 1 if with_replacement else 0)
    # More than 40 of more than 80 exceed every budget, and take long to count.
    ways = math.comb(among, min(number, among - number, 40)) if 0 < number <= among else 0
    return Cost(ways * number * (2 * INDEX + x.dtype.itemsize), ways * number * 16)


def sampled(x: Any, number: int = 1, *_arguments: Any, **_options: Any) -> Cost:
    """multinomial: some choices for each row of weights."""
    size = rows_of(x, -1) * max(number, 0)
    return Cost(size * INDEX + count(x) * width(x) * 4, size + count(x))


def expanded_copy(x: Any, size: Sequence[int], **_options: Any) -> Cost:
    """As many elements as the sizes say; -1 keeps one."""
    added = len(size) - len(x.shape)
    shape = (x.shape[place - added] if n == -1 and place >= added else n for place, n in enumerate(size))
    elements = product(shape)
    return Cost(elements * x.dtype.itemsize, elements)


def window_copies(x: Any, dim: int, size: int, step: int) -> Cost:
    """Windows of a dimension, copied."""
    windows = max((size_at(x, dim) - size) // max(step, 1) + 1, 0)
    elements = rows_of(x, dim) * windows * max(size, 0)
    return Cost(elements * x.dtype.itemsize, elements)


def strided_copy(x: Any, size: Sequence[int], *_arguments: Any, **_options: Any) -> Cost:
    """As many elements as the sizes say."""
    return Cost((product(size) + count(x)) * x.dtype.itemsize, product(size))


def unpooled(x: Any, indices: Any, sizes: Sequence[int], *_arguments: Any) -> Cost:
    """Images of the sizes given, one for each of the input, and the indices in a shape of their own."""
    rank = len(sizes)
    images = product(x.shape[: max(len(x.shape) - rank, 0)])
    size = images * product(sizes)
    return Cost(size * x.dtype.itemsize + count(x, *tensors([indices])) * 4 * INDEX, size)
