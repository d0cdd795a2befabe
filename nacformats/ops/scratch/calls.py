"""The cost of the few operators where numbers or elements decide what is made on the way, but for layers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from nacformats.ops.dtypes import normalize_dim
from nacformats.ops.meta.products import EquationLabels, parsed_equation
from nacformats.ops.meta.values import META
from nacformats.ops.scratch.measures import (
    FLOAT,
    INDEX,
    PART_BYTES,
    Call,
    Cost,
    broadcast_at_most,
    by_elements,
    by_numbers,
    by_operands,
    elements,
    is_contiguous,
    is_engine_tensor,
)

#: The NumPy kernels make this many differences at a time.
_DIFFERENCES = 1 << 20

# views


@by_operands
def _layout(call: Call) -> Cost:
    """Count nothing for what lies in order in memory, else a copy."""
    x = call.arguments[0]
    return Cost(0) if is_contiguous(x) else Cost(elements(x.shape) * x.dtype.itemsize, elements(x.shape))


@by_numbers
def _parts_by_size(call: Call) -> Cost:
    """Count views: so many that each has a size, or one for each of some sizes."""
    x, size, dim = call.given[:3]
    if not isinstance(size, int):
        return Cost(len(size) * PART_BYTES)
    return Cost(-(-_size_at(x, dim) // max(size, 1)) * PART_BYTES)


@by_numbers
def _parts_by_number(call: Call) -> Cost:
    """Count views: as many as a number says, or one more than there are indices."""
    number = call.given[1]
    if not isinstance(number, int):
        number = len(number) if isinstance(number, list) else elements(number.shape)
    return Cost((1 + max(number, 0)) * PART_BYTES)


@by_numbers
def _parts_of_one(call: Call) -> Cost:
    """Count views: one for each entry of a dimension."""
    return Cost(_size_at(*call.given[:2]) * PART_BYTES)


def _size_at(x: Any, dim: int) -> int:
    """Return the size of one dimension; that of a 0-d tensor is 1."""
    return elements([x.shape[normalize_dim(dim, len(x.shape))]]) if len(x.shape) else 1


# new tensors


@by_numbers
def _strided(call: Call) -> Cost:
    """Count a new array whose strides, in elements, may ask for more memory than its elements do."""
    sizes, strides = [each for each in call.given if isinstance(each, list)][:2]
    reach = 1 + sum(max(size - 1, 0) * max(step, 0) for size, step in zip(sizes, strides, strict=False))
    return Cost(max(call.made, reach * call.width), reach)


@by_numbers
def _triangle(call: Call) -> Cost:
    """Count a mask of a matrix, and the two indices of each of its elements, twice; numbers along
    both of its sides.
    """
    size = max(call.given[0], 1) * max(call.given[1], 1)
    return Cost(size * (1 + 4 * INDEX), size)


@by_elements
def _repeated(call: Call) -> Cost:
    """Count entries repeated as often as one number says, or as often as its own one in a tensor says."""
    x, repeats, dim, *_ = *call.arguments, *(None,) * 2
    if len(call.given) < 3:  # the places of the numbers of repeats
        return Cost(3 * INDEX * _sum(x) + 10 * INDEX * elements(x.shape), _sum(x))
    entries = elements(x.shape) if dim is None else _size_at(x, dim)
    beside = 1 if dim is None else elements(x.shape, 1) // max(entries, 1)
    if is_engine_tensor(repeats):
        total = _sum(repeats) * (entries if elements(repeats.shape) == 1 else 1)
    else:
        total = entries * max(repeats, 0)
    return Cost(total * beside * x.dtype.itemsize + 10 * INDEX * entries, total * beside)


def _sum(repeats: Any) -> int:
    """Return the sum of what is above 0, in Python: a sum that wraps around would be no bound."""
    values = np.asarray(repeats)
    return int(values.clip(min=0).sum(dtype=float)) if values.dtype.kind in "iu" else 0


def _largest_of(x: Any) -> int:
    """Return the largest of the elements, -1 where there is none."""
    values = np.asarray(x)
    return int(values.max()) if values.size and values.dtype.kind in "iu" else -1


@by_elements
def _one_hot(call: Call) -> Cost:
    """Count a flag, then a number, for each element and each class."""
    x, classes = call.arguments
    number = max(_largest_of(x) + 1 if classes == -1 else classes, 0)
    size = elements(x.shape, 1) * number
    return Cost(size * (1 + INDEX) + number * INDEX, size)


@by_elements
def _bins(call: Call) -> Cost:
    """Count as many bins as the largest number asks for."""
    x, _weights, least = call.arguments
    size = max(_largest_of(x) + 1, least, 0) + call.measure("o")
    return Cost(size * 2 * INDEX, size)


@by_numbers
def _chosen(call: Call) -> Cost:
    """Count the choices of some elements of a vector."""
    x, number, with_replacement = call.given
    among = elements(x.shape) + (number - 1 if with_replacement else 0)
    # More than 40 of more than 80 exceed every budget, and take long to count.
    ways = math.comb(among, min(number, among - number, 40)) if 0 < number <= among else 0
    return Cost(ways * number * (2 * INDEX + x.dtype.itemsize), ways * number * 16)


# indices


@by_operands
def _indexed(call: Call) -> Cost:
    """Count the elements at indices that broadcast (None takes a whole dimension), or a copy with other elements
    there.
    """
    x, indices, *_ = call.given
    shapes: list[tuple[int, ...]] = []
    taken: set[int] = set()
    axis = masks = 0
    for index in indices:
        is_mask = index is not None and index.dtype.kind == "b"
        covered = len(index.shape) if is_mask else 1
        if index is not None:
            taken.update(range(axis, axis + covered))
            shapes.append((elements(index.shape, 1),) if is_mask else tuple(index.shape))
        masks += is_mask
        axis += covered
    chosen = elements(broadcast_at_most(shapes))
    size = chosen * elements(size for place, size in enumerate(x.shape) if place not in taken)
    places = chosen * max(len(shapes), 1) + sum(map(elements, shapes)) * (1 + masks)
    copy = elements(x.shape) * 2 if len(call.given) > 2 else 0
    return Cost((copy + size * 2) * call.width + places * INDEX * 4, size + copy)


@by_operands
def _rows_along(call: Call) -> Cost:
    """Count a tensor with the shape of the indices in the place of an axis."""
    x, indices, axis = call.given
    size = elements(x.shape, 1) // max(_size_at(x, axis), 1) * elements(indices.shape, 1) if _size_at(x, axis) else 0
    return Cost(size * x.dtype.itemsize + elements(indices.shape) * INDEX, size)


@by_numbers
def _rows(call: Call) -> Cost:
    """Count a row for each index, from which sums or means are made; tables of half precision are converted."""
    table, half = call.operands[0], 2 if call.operands[0].dtype.itemsize < FLOAT else 1
    taken = call.measure("n") * elements(table.shape[-1:], 1)
    bytes_ = call.made * (1 + half) + (taken * 4 + half // 2 * elements(table.shape)) * call.width
    return Cost(bytes_ + call.measure("n") * INDEX * 8, taken)


# products


@by_operands
def _product(call: Call, bases: int = 0) -> Cost:
    """Estimate the cost of the product of vectors, matrices or stacks that broadcast; bases before them are added
    to the product.
    """
    left, right = call.operands[bases : bases + 2]
    rows, columns = left.shape[-2:-1], right.shape[-1:] if len(right.shape) > 1 else ()
    stack = elements(broadcast_at_most([left.shape[:-2], right.shape[:-2]]))
    size = stack * elements(rows) * elements(columns)
    spread_out = 0
    if left.shape[:-2] != right.shape[:-2] and len(right.shape) > 2:
        # PyTorch copies what it expands, and finds out only then whether the sizes fit.
        spread_out = stack * (elements(left.shape[-2:]) + elements(right.shape[-2:]))
    base = sum(elements(each.shape) for each in call.operands[:bases])
    bytes_ = (2 * size + 2 * base + spread_out) * call.width + call.copied
    return Cost(bytes_, size * elements(left.shape[-1:], 1))


@by_operands
def _linear(call: Call) -> Cost:
    """Estimate the cost of the last dimension of an operand times that of another."""
    size = call.measure("r")
    bytes_ = 2 * size * call.width + call.copied
    return Cost(bytes_, size * elements(call.operands[0].shape[-1:], 1))


@by_operands
def _chained(call: Call) -> Cost:
    """Estimate the cost of the product of matrices in any order of multiplication."""
    shapes = [each.shape for each in call.operands if each.shape]
    rows, columns = max(elements(shape[:1]) for shape in shapes), max(elements(shape[-1:]) for shape in shapes)
    return Cost(3 * rows * columns * call.width + call.copied, rows * call.measure("o"))


@by_operands
def _bilinear(call: Call) -> Cost:
    """Estimate the cost of x @ weight[o] @ y."""
    x, _, weight, *_ = call.operands
    size = elements(x.shape[:-1]) * elements(weight.shape[:1]) * (elements(weight.shape[-1:]) + 2)
    return Cost((2 * size + call.measure("o")) * call.width + call.copied, size * elements(x.shape[-1:]))


@by_numbers
def _trilinear(call: Call) -> Cost:
    """Estimate the cost of the product of three tensors, each with dimensions of size 1 put in, before it is summed."""
    size = elements(META["trilinear"](*call.given[:6], (), 1).shape)
    return Cost(2 * size * call.width, size)


@by_operands
def _distances(call: Call) -> Cost:
    """Estimate the cost of the distance of every row from every row, by the differences of a block of rows."""
    x, y = call.operands[:2]
    size, length = call.measure("r"), elements(y.shape[-1:], 1)
    stack = elements(broadcast_at_most([x.shape[:-2], y.shape[:-2]]))
    block = min(max(_DIFFERENCES, stack * elements(y.shape[-2:])), size * length)
    copies = stack * (elements(x.shape[-2:-1]) + elements(y.shape[-2:-1])) * (length + 2)
    return Cost((size * 2 + 3 * block + copies) * call.width + call.copied, size * length)


@by_numbers
def _distances_backward(call: Call) -> Cost:
    """Count the differences of a block of rows, some arrays of these at a time."""
    grad, _x, y = call.operands[:3]
    differences = elements(grad.shape, 1) * elements(y.shape[-1:], 1)
    block = min(max(elements(y.shape, 1), _DIFFERENCES), differences)
    return Cost((6 * block + 3 * call.measure("o")) * call.width, differences)


@by_numbers
def _einsum(call: Call) -> Cost:
    """Estimate the cost of the sum of products that an equation says, in the order of the operands or in the one
    that NumPy finds.
    """
    equation, operands = call.arguments[:2]
    terms, output, sizes = parsed_equation(equation, [x.shape for x in call.operands])
    paths: list[Any] = [
        [(0,)] if len(terms) == 1 else [(0, 1), *((0, len(terms) - 1 - n) for n in range(1, len(terms) - 1))]
    ]
    if len(terms) > 2:
        empty = np.zeros(())
        paths.append(np.einsum_path(equation, *(np.broadcast_to(empty, tuple(x.shape)) for x in operands))[0][1:])
    costs = [_contraction(terms, output, sizes, path) for path in paths]
    most, steps = (max(each) for each in zip(*costs, strict=True))
    return Cost((2 * most + call.measure("o")) * call.width, steps)


def _contraction(
    terms: Sequence[EquationLabels], output: EquationLabels, sizes: dict[Any, Any], path: Iterable[Sequence[int]]
) -> tuple[int, int]:
    """Return the most elements that the results on a path have at one time, and the steps that it takes."""
    waiting = [frozenset(term) for term in terms]
    kept = frozenset(output)
    most, steps = elements(sizes[label] for label in output), 0
    for places in path:
        taken = [waiting.pop(place) for place in sorted(places, reverse=True)]
        joined = frozenset().union(*taken)
        needed = kept.union(*waiting)
        waiting.append(joined & needed)
        most = max(most, 2 * elements(sizes[label] for label in joined & needed))
        steps += elements(sizes[label] for label in joined)
    return most, steps
