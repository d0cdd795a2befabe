"""The cost of products: matrices, outer products, sums over indices, distances, decompositions."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import numpy as np

from nacformats.runtime.sizes.measures import copied, count, tensors, width
from nacformats.runtime.sizes.shapes import broadcast_sizes, elements_of, size_at
from nacformats.runtime.sizes.table import FLOAT, INDEX, Cost, Estimate, by_numbers, by_operands

#: The indices of an operand of einsum; those that an ellipsis holds are negative.
_Labels: TypeAlias = tuple[Any, ...]

#: cdist works on this many differences at once.
DIFFERENCES = 1 << 20


@by_operands("matmul linalg_matmul mm bmm mv mind.matmul")
def _matmul(left: Any, right: Any) -> Cost:
    """Vectors, matrices, or stacks of matrices that broadcast."""
    inner = size_at(left, -1)
    rows = size_at(left, -2) if len(left.shape) > 1 else 1
    columns = size_at(right, -1) if len(right.shape) > 1 else 1
    stack = broadcast_sizes((left.shape[:-2], right.shape[:-2]))
    size = elements_of(stack) * rows * columns
    size_of_element = width(left, right)
    expanded = 0
    if left.shape[:-2] != right.shape[:-2] and len(right.shape) > 2:
        # PyTorch copies what it expands, and finds out only then whether the sizes fit.
        expanded = elements_of(stack) * (_count_last(left) + _count_last(right)) * size_of_element
    return Cost(size * size_of_element * 2 + copied(left, right) + expanded, size * max(inner, 1))


def _count_last(matrices: Any) -> int:
    """The elements of one matrix of a stack."""
    return elements_of(matrices.shape[-2:])


@by_operands("_grouped_mm")
def _grouped(rows: Any, matrices: Any, *_rest: Any, **_options: Any) -> Cost:
    """Groups of rows, each times a matrix of its own."""
    if len(rows.shape) != 2 or len(matrices.shape) != 3:
        return _matmul(rows, matrices)
    size = rows.shape[0] * matrices.shape[2]
    return Cost(size * width(rows, matrices) * 2, size * max(rows.shape[1], 1))


@by_operands("addmm addmv baddbmm addbmm")
def _after_base(base: Any, left: Any, right: Any, **_options: Any) -> Cost:
    """A product that is added to a base."""
    cost = _matmul(left, right)
    return Cost(cost.bytes + count(base) * width(base) * 2, cost.work)


@by_operands("linear")
def _linear(x: Any, weight: Any, bias: Any = None) -> Cost:
    """x @ weight.T + bias."""
    size = count(x) // max(size_at(x, -1), 1) * (weight.shape[0] if len(weight.shape) > 1 else 1)
    bytes_ = size * width(x, weight) * 2 + copied(x, weight) + (copied(bias) if bias is not None else 0)
    return Cost(bytes_, size * max(size_at(x, -1), 1))


@by_operands("inner")
def _inner(left: Any, right: Any) -> Cost:
    """Products over the last dimension of both."""
    if not len(left.shape) or not len(right.shape):
        return _outer(left, right)
    depth = max(size_at(left, -1), 1)
    size = count(left) // depth * (count(right) // depth)
    return Cost(size * width(left, right) * 2 + copied(left, right), size * depth)


@by_operands("outer ger kron")
def _outer(left: Any, right: Any, *_arguments: Any, **_options: Any) -> Cost:
    """Every element of one with every element of the other."""
    size = count(left) * count(right)
    return Cost((size * 2 + count(left, right)) * width(left, right), size)


@by_operands("addr")
def _outer_after_base(base: Any, left: Any, right: Any, **_options: Any) -> Cost:
    """An outer product that is added to a base."""
    cost = _outer(left, right)
    return Cost(2 * cost.bytes + count(base) * width(base), cost.work)


@by_operands("linalg_multi_dot chain_matmul")
def _chain(matrices: Sequence[Any]) -> Cost:
    """The product of matrices in any order of multiplication."""
    rows = max((each.shape[0] for each in matrices if len(each.shape)), default=1)
    columns = max((each.shape[-1] for each in matrices if len(each.shape)), default=1)
    steps = sum(rows * count(each) for each in matrices)
    return Cost(3 * rows * columns * width(matrices) + copied(*matrices), steps)


@by_operands("tensordot")
def _tensordot(left: Any, right: Any, dims: Sequence[int], dims_right: Sequence[int]) -> Cost:
    """Products over pairs of dimensions; both are copied to be matrices."""
    depth = max(elements_of(left.shape[dim] for dim in dims), 1)
    other = max(elements_of(right.shape[dim] for dim in dims_right), 1)
    size = count(left) // depth * (count(right) // other)
    return Cost((2 * size + count(left, right)) * width(left, right), size * depth)


@by_operands("bilinear")
def _bilinear(x: Any, y: Any, weight: Any, bias: Any = None) -> Cost:
    """x @ weight[o] @ y."""
    rows = count(x) // max(size_at(x, -1), 1)
    outputs, size_x, size_y = weight.shape
    size = rows * outputs * (size_y + 2)
    return Cost((2 * size + count(weight)) * width(x, y, weight, bias) + copied(x, y), rows * outputs * size_x * size_y)


@by_numbers("_trilinear")
def _trilinear(*arguments: Any, **_options: Any) -> Cost:
    """The product of three tensors, each with dimensions of size 1 put in."""
    shapes = []
    for tensor, added in zip(arguments[:3], arguments[3:6], strict=False):
        sizes = iter(tensor.shape)
        shapes.append([1 if place in added else next(sizes, 1) for place in range(len(tensor.shape) + len(added))])
    size = elements_of(broadcast_sizes(shapes))
    return Cost(2 * size * width(*arguments[:3]), size)


@by_operands("cdist _cdist_forward")
def _distances(x: Any, y: Any, *_arguments: Any, **_options: Any) -> Cost:
    """The distance of every row from every row."""
    stack = elements_of(broadcast_sizes((x.shape[:-2], y.shape[:-2])))
    rows, others, length = size_at(x, -2), size_at(y, -2), size_at(y, -1)
    size = stack * rows * others
    block = min(max(DIFFERENCES, stack * others * length), size * length)
    copies = stack * (rows + others) * (length + 2)
    return Cost((size * 2 + 3 * block + copies) * width(x, y) + copied(x, y), size * max(length, 1))


# sums over indices


@by_numbers("einsum")
def _einsum(equation: str, operands: Sequence[Any], **_options: Any) -> Cost:
    """The sum of products that an equation says, in the order of the operands or in the one that NumPy finds."""
    terms, output, sizes = _parsed(equation, [tuple(each.shape) for each in operands])
    costs = [_contraction(terms, output, sizes, _in_order(len(terms)))]
    if len(terms) > 2:
        costs.append(_contraction(terms, output, sizes, _numpy_path(equation, operands)))
    elements, steps = (max(each) for each in zip(*costs, strict=True))
    size_of_element = width(operands)
    return Cost((2 * elements + count(operands)) * size_of_element, steps)


def _parsed(equation: str, shapes: Sequence[tuple[int, ...]]) -> tuple[list[_Labels], _Labels, dict[Any, int]]:
    """The labels of each operand and of the result, and the size of each label."""
    left, arrow, right = equation.replace(" ", "").partition("->")
    terms = [_labels(term, len(shape)) for term, shape in zip(left.split(","), shapes, strict=True)]
    sizes: dict[Any, int] = {}
    for term, shape in zip(terms, shapes, strict=True):
        for label, size in zip(term, shape, strict=True):
            sizes[label] = max(size, sizes.get(label, 1))
    times = Counter(itertools.chain.from_iterable(terms))
    shared = tuple(sorted(label for label in sizes if isinstance(label, int)))
    if arrow:
        output = tuple(itertools.chain.from_iterable(shared if c == "." else (c,) for c in right.replace("...", ".")))
    else:
        output = (*shared, *sorted(label for label in times if isinstance(label, str) and times[label] == 1))
    return terms, output, sizes


def _labels(term: str, rank: int) -> _Labels:
    """The labels of one operand; an ellipsis holds what the letters leave, counted from the last dimension."""
    letters = len(term.replace("...", ""))
    held = range(letters - rank, 0)
    return tuple(itertools.chain.from_iterable(held if c == "." else (c,) for c in term.replace("...", ".")))


def _contraction(
    terms: Sequence[_Labels], output: _Labels, sizes: dict[Any, int], path: Iterable[Sequence[int]]
) -> tuple[int, int]:
    """The most elements that the results on a path have at one time, and the steps that it takes."""
    waiting = [frozenset(term) for term in terms]
    kept = frozenset(output)
    most, steps = elements_of(sizes[label] for label in output), 0
    for places in path:
        taken = [waiting.pop(place) for place in sorted(places, reverse=True)]
        joined = frozenset().union(*taken)
        needed = kept.union(*waiting)
        waiting.append(joined & needed)
        most = max(most, 2 * elements_of(sizes[label] for label in joined & needed))
        steps += elements_of(sizes[label] for label in joined)
    return most, steps


def _in_order(number: int) -> list[tuple[int, ...]]:
    """The first two operands, then the result with the next one; the result is the last of those that wait."""
    return [(0,)] if number == 1 else [(0, 1), *((0, number - 1 - step) for step in range(1, number - 1))]


def _numpy_path(equation: str, operands: Sequence[Any]) -> list[tuple[int, ...]]:
    empty = np.zeros(())
    path: list[Any] = np.einsum_path(equation, *(np.broadcast_to(empty, tuple(x.shape)) for x in operands))[0]
    return path[1:]


# decompositions


def _decomposed(copies: int) -> Estimate:
    """Matrices taken apart into parts no larger than they are."""

    def estimate(matrices: Any, *arguments: Any, **_options: Any) -> Cost:
        size = count(matrices, *tensors(arguments))
        sides = [size_at(matrices, -2), size_at(matrices, -1)] if len(matrices.shape) > 1 else [1, 1]
        return Cost(size * max(width(matrices), INDEX) * copies, 4 * count(matrices) * max(min(sides), 1))

    return estimate


@by_operands("linalg_qr linalg_svd")
def _completed(matrices: Any, *_arguments: Any, **_options: Any) -> Cost:
    """Matrices taken apart into parts of which some have as many rows and columns as the longer side."""
    rows, columns = size_at(matrices, -2), size_at(matrices, -1)
    stack = count(matrices) // max(rows * columns, 1)
    size = stack * (rows + columns) ** 2
    return Cost(size * max(width(matrices), INDEX) * 4, size * min(rows, columns))


@by_operands("linalg_solve linalg_solve_triangular")
def _solved(matrices: Any, right: Any, **_options: Any) -> Cost:
    """Solutions of stacks of equations, which broadcast."""
    side = size_at(matrices, -1)
    stack = elements_of(broadcast_sizes((matrices.shape[:-2], right.shape[:-2])))
    size = stack * side * (side + max(size_at(right, -1), size_at(right, -2) if len(right.shape) > 1 else 1))
    return Cost(size * max(width(matrices, right), FLOAT) * 4, size * side)


@by_numbers("linalg_matrix_power matrix_power")
def _raised(matrices: Any, exponent: int = 1) -> Cost:
    """A power of matrices, by squares."""
    steps = 2 * max(abs(exponent).bit_length(), 1)
    return Cost(count(matrices) * width(matrices) * 6, count(matrices) * size_at(matrices, -1) * steps)


@by_operands("cov corrcoef")
def _covariances(x: Any, **_options: Any) -> Cost:
    """A number for each pair of rows."""
    rows = x.shape[0] if len(x.shape) > 1 else 1
    return Cost((rows * rows * 4 + count(x) * 4) * width(x), rows * count(x))


@by_operands("quantile nanquantile")
def _interpolated(x: Any, q: Any, *_arguments: Any, **_options: Any) -> Cost:
    """Quantiles: the sorted rows, and several numbers for each quantile of each row."""
    dim = next((each for each in _arguments if isinstance(each, int) and not isinstance(each, bool)), None)
    rows = 1 if dim is None else count(x) // max(size_at(x, dim), 1)
    asked = count(q) if hasattr(q, "shape") else 1
    size = count(x)
    return Cost(size * (width(x) * 2 + 2) + asked * rows * INDEX * 10, size * math.ceil(math.log2(size + 2)))


by_operands(
    "linalg_inv inverse linalg_inv_ex linalg_det det linalg_slogdet slogdet logdet linalg_cholesky cholesky "
    "linalg_svdvals linalg_eigh linalg_eigvalsh linalg_pinv pinverse linalg_matrix_norm linalg_norm nuclear_norm "
    "linalg_cond"
)(_decomposed(8))
by_operands("linalg_matrix_exp matrix_exp")(_decomposed(16))
