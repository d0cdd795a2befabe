"""The cost of the few operators where numbers or elements decide what is made on the way."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from nacformats.ops.meta.axes import axis_from_front, size_per_axis
from nacformats.ops.meta.products import EquationLabels, parsed_equation
from nacformats.ops.meta.values import META, MetaShape, TensorMeta
from nacformats.ops.scratch.measures import (
    FLOAT,
    INDEX,
    PART_BYTES,
    Call,
    Cost,
    broadcast_at_most,
    elements,
    is_contiguous,
    is_engine_tensor,
)

#: The functions by name.
CALLS: dict[str, Callable[..., Cost]] = {}
#: Those whose results may be large though no operand is, and those that read elements of operands.
BY_NUMBERS: set[str] = set()
BY_ELEMENTS: set[str] = set()
#: The NumPy kernels make this many bytes of columns, or of scores, and this many differences at a time.
_COLUMNS, _SCORES, _DIFFERENCES = 4 << 20, 8 << 20, 1 << 20
#: Bytes of what PyTorch keeps about a layer of a recurrent network before it looks at its weights.
_LAYER_BYTES = 128

_Function = Callable[..., Cost]


def _by_operands(function: _Function) -> _Function:
    CALLS[function.__name__.removeprefix("_")] = function
    return function


def _by_numbers(function: _Function) -> _Function:
    BY_NUMBERS.add(function.__name__.removeprefix("_"))
    return _by_operands(function)


def _by_elements(function: _Function) -> _Function:
    BY_ELEMENTS.add(function.__name__.removeprefix("_"))
    return _by_operands(function)


def _sizes(value: Any, rank: int, default: int = 1) -> list[int]:
    """One number for each of some axes; the default where there are not as many."""
    try:
        return [elements([size]) for size in size_per_axis(value, rank)]
    except ValueError:
        return [default] * rank


# views


@_by_operands
def _layout(call: Call) -> Cost:
    """Nothing for what lies in order in memory, else a copy."""
    x = call.arguments[0]
    return Cost(0) if is_contiguous(x) else Cost(elements(x.shape) * x.dtype.itemsize, elements(x.shape))


@_by_numbers
def _parts_by_size(call: Call) -> Cost:
    """Views: so many that each has a size, or one for each of some sizes."""
    x, size, dim = call.given[:3]
    if not isinstance(size, int):
        return Cost(len(size) * PART_BYTES)
    return Cost(-(-_size_at(x, dim) // max(size, 1)) * PART_BYTES)


@_by_numbers
def _parts_by_number(call: Call) -> Cost:
    """Views: as many as a number says, or one more than there are indices."""
    number = call.given[1]
    if not isinstance(number, int):
        number = len(number) if isinstance(number, list) else elements(number.shape)
    return Cost((1 + max(number, 0)) * PART_BYTES)


@_by_numbers
def _parts_of_one(call: Call) -> Cost:
    """Views: one for each entry of a dimension."""
    return Cost(_size_at(*call.given[:2]) * PART_BYTES)


def _size_at(x: Any, dim: int) -> int:
    """The size of one dimension; that of a 0-d tensor is 1."""
    return elements([x.shape[axis_from_front(dim, len(x.shape))]]) if len(x.shape) else 1


# new tensors


@_by_numbers
def _strided(call: Call) -> Cost:
    """A new array whose strides, in elements, may ask for more memory than its elements do."""
    sizes, strides = [each for each in call.given if isinstance(each, list)][:2]
    reach = 1 + sum(max(size - 1, 0) * max(step, 0) for size, step in zip(sizes, strides, strict=False))
    return Cost(max(call.made, reach * call.width), reach)


@_by_numbers
def _triangle(call: Call) -> Cost:
    """A mask of a matrix, and the two indices of each of its elements, twice; numbers along both of its sides."""
    size = max(call.given[0], 1) * max(call.given[1], 1)
    return Cost(size * (1 + 4 * INDEX), size)


@_by_elements
def _repeated(call: Call) -> Cost:
    """Entries repeated as often as one number says, or as often as its own one in a tensor says."""
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
    """The sum of what is above 0, in Python: a sum that wraps around would be no bound."""
    values = np.asarray(repeats)
    return int(values.clip(min=0).sum(dtype=float)) if values.dtype.kind in "iu" else 0


def _largest_of(x: Any) -> int:
    """The largest of the elements, -1 where there is none."""
    values = np.asarray(x)
    return int(values.max()) if values.size and values.dtype.kind in "iu" else -1


@_by_elements
def _one_hot(call: Call) -> Cost:
    """A flag, then a number, for each element and each class."""
    x, classes = call.arguments
    number = max(_largest_of(x) + 1 if classes == -1 else classes, 0)
    size = elements(x.shape, 1) * number
    return Cost(size * (1 + INDEX) + number * INDEX, size)


@_by_elements
def _bins(call: Call) -> Cost:
    """As many bins as the largest number asks for."""
    x, _weights, least = call.arguments
    size = max(_largest_of(x) + 1, least, 0) + call.measure("o")
    return Cost(size * 2 * INDEX, size)


@_by_numbers
def _chosen(call: Call) -> Cost:
    """The choices of some elements of a vector."""
    x, number, with_replacement = call.given
    among = elements(x.shape) + (number - 1 if with_replacement else 0)
    # More than 40 of more than 80 exceed every budget, and take long to count.
    ways = math.comb(among, min(number, among - number, 40)) if 0 < number <= among else 0
    return Cost(ways * number * (2 * INDEX + x.dtype.itemsize), ways * number * 16)


# indices


@_by_operands
def _indexed(call: Call) -> Cost:
    """The elements at indices that broadcast (None takes a whole dimension), or a copy with other elements there."""
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


@_by_operands
def _rows_along(call: Call) -> Cost:
    """The shape of the indices in the place of an axis."""
    x, indices, axis = call.given
    size = elements(x.shape, 1) // max(_size_at(x, axis), 1) * elements(indices.shape, 1) if _size_at(x, axis) else 0
    return Cost(size * x.dtype.itemsize + elements(indices.shape) * INDEX, size)


@_by_numbers
def _rows(call: Call) -> Cost:
    """A row for each index, from which sums or means are made; tables of half precision are converted."""
    table, half = call.operands[0], 2 if call.operands[0].dtype.itemsize < FLOAT else 1
    taken = call.measure("n") * elements(table.shape[-1:], 1)
    bytes_ = call.made * (1 + half) + (taken * 4 + half // 2 * elements(table.shape)) * call.width
    return Cost(bytes_ + call.measure("n") * INDEX * 8, taken)


# products


@_by_operands
def _product(call: Call, bases: int = 0) -> Cost:
    """Vectors, matrices or stacks that broadcast; bases before them are added to the product."""
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


@_by_operands
def _linear(call: Call) -> Cost:
    """The last dimension of an operand times that of another."""
    size = call.measure("r")
    bytes_ = 2 * size * call.width + call.copied
    return Cost(bytes_, size * elements(call.operands[0].shape[-1:], 1))


@_by_operands
def _chained(call: Call) -> Cost:
    """The product of matrices in any order of multiplication."""
    shapes = [each.shape for each in call.operands if each.shape]
    rows, columns = max(elements(shape[:1]) for shape in shapes), max(elements(shape[-1:]) for shape in shapes)
    return Cost(3 * rows * columns * call.width + call.copied, rows * call.measure("o"))


@_by_operands
def _bilinear(call: Call) -> Cost:
    """x @ weight[o] @ y."""
    x, _, weight, *_ = call.operands
    size = elements(x.shape[:-1]) * elements(weight.shape[:1]) * (elements(weight.shape[-1:]) + 2)
    return Cost((2 * size + call.measure("o")) * call.width + call.copied, size * elements(x.shape[-1:]))


@_by_numbers
def _trilinear(call: Call) -> Cost:
    """The product of three tensors, each with dimensions of size 1 put in, before it is summed."""
    size = elements(META["trilinear"](*call.given[:6], (), 1).shape)
    return Cost(2 * size * call.width, size)


@_by_operands
def _distances(call: Call) -> Cost:
    """The distance of every row from every row, by the differences of a block of rows."""
    x, y = call.operands[:2]
    size, length = call.measure("r"), elements(y.shape[-1:], 1)
    stack = elements(broadcast_at_most([x.shape[:-2], y.shape[:-2]]))
    block = min(max(_DIFFERENCES, stack * elements(y.shape[-2:])), size * length)
    copies = stack * (elements(x.shape[-2:-1]) + elements(y.shape[-2:-1])) * (length + 2)
    return Cost((size * 2 + 3 * block + copies) * call.width + call.copied, size * length)


@_by_numbers
def _distances_backward(call: Call) -> Cost:
    """The differences of a block of rows, some arrays of these at a time."""
    grad, _x, y = call.operands[:3]
    differences = elements(grad.shape, 1) * elements(y.shape[-1:], 1)
    block = min(max(elements(y.shape, 1), _DIFFERENCES), differences)
    return Cost((6 * block + 3 * call.measure("o")) * call.width, differences)


@_by_numbers
def _einsum(call: Call) -> Cost:
    """The sum of products that an equation says, in the order of the operands or in the one that NumPy finds."""
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
    """The most elements that the results on a path have at one time, and the steps that it takes."""
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


# layers


@_by_operands
def _attention(call: Call, scores_kept: int = 0) -> Cost:
    """Attention of (..., L, E), (..., S, E) and (..., S, EV), a block of scores at a time where that is possible."""
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
        scores = min(scores, 4 * max(_SCORES, lead * sources * call.width))
    scaled = elements(query.shape)
    if shared != heads:  # PyTorch has keys and values for every head
        scaled += 2 * lead * sources * (length + size)
    bytes_ = scores + (3 * lead * targets * (size + 1) + scaled) * call.width
    return Cost(bytes_ + call.copied, lead * targets * sources * (length + size))


@_by_operands
def _attention_backward(call: Call) -> Cost:
    """The scores of a block twice, and the gradients."""
    cost = _attention(Call(call.arguments[1:4], None))
    # PyTorch works on blocks of its own, one for each thread.
    return Cost(2 * cost.bytes + call.measure("o") * call.width * 3, 3 * cost.work)


def _convolved(call: Call, x: Any, weight: Any, counts: MetaShape, stride: Any, padding: Any, dilation: Any) -> Cost:
    """A convolution of a batch, or of one item, with weights (O, C / groups, *kernel)."""
    outputs, depth, *kernel = map(int, weight.shape)
    rank = len(kernel)
    spatial = x.shape[-rank:]
    channels = elements(x.shape[:-rank])
    strides, dilations = _sizes(stride, rank), _sizes(dilation, rank)
    if isinstance(padding, str):
        margins = [step * (span - 1) if padding == "same" else 0 for step, span in zip(dilations, kernel, strict=True)]
    else:
        margins = [2 * edge for edge in _sizes(padding, rank, 0)]
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
    return Cost(total * call.width + 2 * _COLUMNS + copies, result * depth * elements(kernel))


def _spread_out(call: Call, x: Any, weight: Any, sizes: Sequence[int], groups: int) -> Cost:
    """A transposed convolution with weights (C, O / groups, *kernel) onto canvases of some sizes."""
    channels, outputs, *kernel = map(int, weight.shape)
    rank = len(kernel)
    spatial = elements(x.shape[-rank:])
    items = elements(x.shape) // max(spatial * channels, 1)
    result = items * outputs * max(groups, 1) * elements(sizes)
    columns = outputs * max(groups, 1) * elements(kernel) * spatial
    # The weights of all phases are padded to whole steps; NumPy makes columns as for a convolution.
    total = 4 * result + 2 * columns + 2 ** (rank + 1) * elements(weight.shape) + 2**rank * 2 * elements(x.shape)
    reach = elements(size + span for size, span in zip(x.shape[-rank:], kernel, strict=True))
    at_once = min(_COLUMNS, items * channels * elements(kernel) * reach * call.width)
    return Cost(total * call.width + 2 * at_once, elements(x.shape) * outputs * elements(kernel))


@_by_numbers
def _convolution(call: Call) -> Cost:
    """A convolution; options past the dilation may make it a transposed one."""
    x, weight, _, stride, padding, dilation, *options = call.given
    if len(options) > 1 and options[0]:
        return _spread_out(call, x, weight, _padded(call.results[0], padding, len(weight.shape) - 2), options[2])
    return _convolved(call, x, weight, call.results[0].shape[2 - len(weight.shape) :], stride, padding, dilation)


@_by_numbers
def _transposed_convolution(call: Call) -> Cost:
    """A transposed convolution."""
    x, weight, _, _, padding, _, groups, _ = call.given
    return _spread_out(call, x, weight, _padded(call.results[0], padding, len(weight.shape) - 2), groups)


def _padded(x: TensorMeta, padding: Any, rank: int, more: Iterable[int] = ()) -> list[int]:
    """The sizes of the last axes with margins, and perhaps with some more."""
    edges = _sizes(padding, rank, 0)
    added = list(more) or [0] * rank
    sizes = zip(x.shape[len(x.shape) - rank :], edges, added, strict=True)
    return [elements([size]) + 2 * edge + each for size, edge, each in sizes]


@_by_numbers
def _convolution_backward(call: Call) -> Cost:
    """A convolution, a transposed one, and the columns of at least one item with the product for the weights."""
    grad, x, weight, _, stride, padding, dilation, transposed, _, groups, _ = call.given
    if groups < 1:
        raise ValueError("no groups")
    whole, places = (grad, x) if transposed else (x, grad)
    counts, rank = places.shape[2:], len(weight.shape) - 2
    margins = _padded(whole, padding, rank, _sizes(stride, rank))
    columns = elements(weight.shape[1:]) * groups * elements(counts)
    own = 4 * elements(whole.shape[:2]) * elements(margins)
    own += 2 * (columns + elements(places.shape)) + 3 * elements(weight.shape)
    forward = _convolved(call, whole, weight, counts, stride, padding, dilation)
    backward = _spread_out(call, places, weight, margins, groups)
    work = forward.work + backward.work + elements(places.shape) * elements(weight.shape[1:])
    return Cost(forward.bytes + backward.bytes + own * call.width, work)


@_by_numbers
def _windows(call: Call, rank: int) -> Cost:
    """Windows of a kernel size: the padded input, axis after axis, and places of maxima where they are results."""
    x, kernel, stride, padding, *_ = call.given
    spans = _sizes(kernel, rank)
    # With ceil_mode the last window goes past the end.
    sizes = _padded(x, padding, rank, _sizes(stride, rank, 0) if stride != [] else spans)
    images, counts = elements(x.shape[:-rank]), elements(call.results[0].shape[-rank:])
    places = 4 * images * max(elements(sizes), counts) if len(call.results) > 1 else 2 * counts
    total = 2 * images * (elements(sizes) + counts)
    return Cost(total * call.width + places * INDEX, images * elements(sizes) * sum(spans))


@_by_numbers
def _windows_backward(call: Call, rank: int) -> Cost:
    """The input's elements, those of its margins, and an index for each of the gradient's."""
    grad, x, *windows = call.given
    kernel = next(iter(windows), 1)
    spans = _sizes(kernel if isinstance(kernel, int | list) else 1, rank)
    padded = elements(x.shape[:-rank]) * elements(_padded(x, spans, rank))
    total = 2 * padded + 3 * elements(grad.shape)
    return Cost(total * max(call.width, INDEX) * 2, padded + elements(grad.shape) * elements(spans))


@_by_numbers
def _columns(call: Call) -> Cost:
    """The windows of images as columns."""
    x, _, _, padding, _ = call.given
    padded = elements(x.shape[:-2]) * elements(_padded(x, padding, 2))
    return Cost(call.made * 2 + padded * x.dtype.itemsize, call.measure("r"))


@_by_numbers
def _images(call: Call) -> Cost:
    """Columns added up to padded images."""
    result, padding = call.results[0], call.given[4]
    padded = elements(result.shape[:-2]) * elements(_padded(result, padding, 2))
    return Cost((padded * 2 + call.measure("o")) * call.width, call.measure("o"))


@_by_numbers
def _recurrent(call: Call) -> Cost:
    """A layer after the other, in one or two directions; the gates of all steps of a layer are there together."""
    x, *given = call.operands
    steps, others = elements(x.shape[:-1], 1), sum(elements(each.shape) for each in given)
    gates = max((elements(each.shape[:1]) for each in given if each.shape), default=1)
    layers = next((each for each in call.given if type(each) is int), 1)
    bytes_ = (steps * gates * 8 + 2 * (elements(x.shape) + others)) * call.width
    return Cost(bytes_ + max(layers, 0) * _LAYER_BYTES, steps * others)


@_by_operands
def _samples(call: Call) -> Cost:
    """Samples of images at the points of a grid, by the corners around each."""
    x, grid = call.operands
    rank = len(x.shape) - 2
    points = elements(grid.shape, 1) // max(rank, 1)
    size = points * elements(x.shape[1:2])
    images = max(elements(x.shape[1:2]) * elements(length + 2 for length in x.shape[2:]), 1 << 15)
    bytes_ = (size * 5 + 2 * images) * call.width + points * INDEX * 24 * rank + call.copied
    return Cost(bytes_, size * 4**rank)


@_by_operands
def _samples_backward(call: Call) -> Cost:
    """Terms of every sample and indices of them, the sums of one image, and the elements around every point."""
    grad, x, grid = (elements(each.shape, 1) for each in call.operands[:3])
    rank = max(len(call.operands[1].shape) - 2, 1)
    terms = grad * (3 * call.width + 2 * INDEX) + 3 * x * INDEX
    return Cost(terms + grid * 27 * INDEX, grad * 4**rank + x)


@_by_numbers
def _resampled_backward(call: Call) -> Cost:
    """Sums, or products with a matrix, for each axis, through shapes between those of the two."""
    grad, result = call.operands[0], call.results[0]
    pairs = [tuple(map(int, pair)) for pair in zip(grad.shape[2:], result.shape[2:], strict=True)]
    matrices = sum(2 * size * other for size, other in pairs) * call.width
    taps = 64 * INDEX * sum(map(sum, pairs))
    return Cost(4 * call.measure("b") * call.width + taps + matrices, call.measure("b") * sum(map(max, pairs)))
