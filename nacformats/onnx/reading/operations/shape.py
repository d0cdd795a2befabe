"""Shapes: reshape, transpose, slice, concatenate, split, pad, repeat."""

from __future__ import annotations

from typing import Any, TypeAlias

from nacformats.graph.graph import Ref
from nacformats.onnx.reading.node import NodeReader, normalized, operation
from nacformats.onnx.reading.operations.arithmetic import reshaped_sizes, sliced_sizes
from nacformats.onnx.reading.values import (
    AnyTensor,
    GraphNumbers,
    GraphSize,
    GraphTensor,
    NamedValue,
    Refusal,
    as_numbers,
    rank_of,
)
from nacformats.ops.names import ATEN

#: The elements added before and after some axes.
_Pads: TypeAlias = dict[int, tuple[GraphSize, GraphSize]]
#: From this on, the end of a slice means the end of the axis.
FAR = 2**31 - 1


@operation("Reshape")
def _reshape(node: NodeReader) -> NamedValue:
    """Return the elements in another shape, in which a size of 0 is that of the operand unless `allowzero`."""
    value = node.value(0)
    sizes = node.numbers(1)
    if not node.attribute("allowzero", 0):
        sizes = [_kept(node, value, axis, size) for axis, size in enumerate(sizes)]
    known = reshaped_sizes(value, sizes)
    if known is not None:
        return known
    return node.build.reshape(value, sizes)


def _kept(node: NodeReader, value: AnyTensor, axis: int, size: GraphSize) -> GraphSize:
    if isinstance(size, Ref) and not node.build.is_size(size) and axis < rank_of(value):
        chosen = node.build.size(value, axis)
        return node.build.number("sym_ite", node.build.number("eq", size, 0), chosen, size)
    return node.build.size(value, axis) if size == 0 else size


@operation("Transpose")
def _transpose(node: NodeReader) -> NamedValue:
    """Return the value with its dimensions in another order."""
    value = node.value(0)
    rank = rank_of(value)
    order = node.attribute("perm") or list(range(rank))[::-1]
    if isinstance(value, GraphNumbers):
        return value
    return node.build.permute(value, [normalized(axis, rank) for axis in order])


def _axes(node: NodeReader) -> list[GraphSize] | None:
    """Return the axes: the second input or, before operator set 13, an attribute."""
    if node.has(1):
        return node.numbers(1)
    found: list[GraphSize] | None = node.attribute("axes")
    return found


@operation("Squeeze")
def _squeeze(node: NodeReader) -> NamedValue:
    """Return the value without dimensions of size 1."""
    value, axes = node.value(0), _axes(node)
    rank = rank_of(value)
    if axes is None:
        if value.shape is None or not all(isinstance(dim, int) for dim in value.shape):
            raise Refusal("which sizes are 1 has to be known")
        axes = [place for place, dim in enumerate(value.shape) if dim == 1]
    if isinstance(value, GraphNumbers):
        return reshaped_sizes(value, []) if axes else value
    if not all(isinstance(axis, int) for axis in axes):
        return node.emit(ATEN.squeeze.dims, value, axes, shape=(None,) * (rank - len(axes)))
    gone = {normalized(axis, rank) for axis in axes if isinstance(axis, int)}
    if not gone:
        return value
    if len(gone) == 1:
        return node.emit(ATEN.squeeze.dim, value, *gone)
    return node.emit(ATEN.squeeze.dims, value, sorted(gone))


@operation("Unsqueeze")
def _unsqueeze(node: NodeReader) -> NamedValue:
    """Return the value with further dimensions of size 1."""
    value, axes = node.value(0), _axes(node) or []
    rank = rank_of(value) + len(axes)
    if not all(isinstance(axis, int) for axis in axes):
        if len(axes) > 1:
            raise Refusal("several axes that are not constant")
        return node.emit(ATEN.unsqueeze.default, value, axes[0], shape=(None,) * rank)
    places = sorted(normalized(axis, rank) for axis in axes if isinstance(axis, int))
    if isinstance(value, GraphNumbers) and rank == 1:
        return GraphNumbers(value.items, value.dtype)
    for place in places:
        value = node.build.unsqueeze(value, place)
    return value


@operation("Expand")
def _expand(node: NodeReader) -> NamedValue:
    """Return the value broadcast with a shape."""
    value, sizes = node.value(0), node.numbers(1)
    rank = max(rank_of(value), len(sizes))
    sizes = [*[1] * (rank - len(sizes)), *sizes]
    added = rank - rank_of(value)
    target = [_expanded(node, value, place - added, size) for place, size in enumerate(sizes)]
    if all(size == -1 for size in target):
        return value
    return node.emit(ATEN.expand.default, value, target)


def _expanded(node: NodeReader, value: AnyTensor, axis: int, size: GraphSize) -> GraphSize:
    """Return the size of one dimension of the result; -1 keeps that of the operand."""
    if axis < 0:
        return size
    present = node.build.size(value, axis)
    if size in (1, present):
        return -1
    if isinstance(present, int):
        return size if present == 1 else -1
    if isinstance(size, int):
        return size
    return node.build.number("sym_ite", node.build.number("eq", size, 1), present, size)


@operation("Concat")
def _concat(node: NodeReader) -> NamedValue:
    """Return tensors concatenated along an axis."""
    values = [node.value(place) for place in range(len(node.inputs))]
    return node.build.cat(values, node.axis())


@operation("Slice")
def _slice_(node: NodeReader) -> NamedValue:
    """Return slices along some axes."""
    value = node.value(0)
    if node.version < 10:
        starts, ends, axes, steps = node.attribute("starts"), node.attribute("ends"), node.attribute("axes"), None
    else:
        starts, ends = node.numbers(1), node.numbers(2)
        axes = node.integers(3) if node.has(3) else None
        steps = node.integers(4) if node.has(4) else None
    axes = list(range(len(starts))) if axes is None else axes
    steps = [1] * len(starts) if steps is None else steps
    if not len(starts) == len(ends) == len(axes) == len(steps):
        raise Refusal("starts, ends, axes and steps are of different lengths")
    known = sliced_sizes(node, starts, ends, steps)
    if known is not None:
        return known
    found: AnyTensor = value
    rank = rank_of(value)
    for start, end, axis, step in zip(starts, ends, axes, steps, strict=True):
        found = _range(node, found, normalized(axis, rank), start, end, step)
    return found


def _range(node: NodeReader, value: AnyTensor, axis: int, start: GraphSize, end: GraphSize, step: int) -> AnyTensor:
    if step == 0:
        raise Refusal("a step of 0")
    if step < 0:
        return _backwards(node, value, axis, start, end, step)
    if start == 0 and isinstance(end, int) and end >= FAR and step == 1:
        return value
    return node.build.slice(value, axis, start, None if isinstance(end, int) and end >= FAR else end, step)


def _backwards(node: NodeReader, value: AnyTensor, axis: int, start: GraphSize, end: GraphSize, step: int) -> AnyTensor:
    """Return a range with a negative step: that of the turned axis, whose element i is element size - 1 - i."""
    if not (isinstance(start, int) and isinstance(end, int)):
        raise Refusal("a negative step with a start or end that is not constant")
    size = node.build.size(value, axis)
    turned = node.emit(ATEN.flip.default, value, [axis])
    if isinstance(size, int):
        places = range(*slice(start, None if end < -size else end, step).indices(size))
        first, count = (size - 1 - places.start, len(places)) if places else (0, 0)
        return node.build.slice(turned, axis, first, first + (count - 1) * -step + 1 if count else 0, -step)
    if (start == -1 or start >= FAR) and end <= -FAR:
        return turned if step == -1 else node.build.slice(turned, axis, None, None, -step)
    raise Refusal("a negative step along an axis of unknown size")


@operation("Split")
def _split(node: NodeReader) -> tuple[NamedValue, ...]:
    """Return consecutive parts along an axis."""
    value = node.value(0)
    axis = node.axis(default=0)
    sizes = node.numbers(1) if node.has(1) else node.attribute("split")
    count = len(node.outputs)
    numbers = as_numbers(value) if isinstance(value, GraphNumbers) else None
    whole = node.build.size(value, axis)
    if sizes is None:
        if not isinstance(whole, int):
            raise Refusal("equal parts of an axis of unknown size")
        each = -(-whole // count)
        sizes = [max(0, min(each, whole - place * each)) for place in range(count)]
    if len(sizes) != count:
        raise Refusal(f"{len(sizes)} sizes for {count} parts")
    if numbers is not None and all(isinstance(size, int) for size in sizes):
        stops = [sum(sizes[: place + 1]) for place in range(count)]
        return tuple(
            GraphNumbers(numbers.items[stop - n : stop], numbers.dtype) for stop, n in zip(stops, sizes, strict=True)
        )
    dtypes = [value.dtype] * count
    return tuple(node.build.parts(ATEN.split_with_sizes.default, value, sizes, axis, dtypes=dtypes))


_PAD_MODES = {"reflect": "reflect", "edge": "replicate", "wrap": "circular"}


@operation("Pad")
def _pad(node: NodeReader) -> NamedValue:
    """Return the value with elements added before and after those along some axes."""
    value = node.value(0)
    rank = rank_of(value)
    pads = node.numbers(1) if node.version >= 11 else node.attribute("pads")
    axes = [normalized(axis, rank) for axis in node.integers(3)] if node.has(3) else list(range(rank))
    if len(pads) != 2 * len(axes):
        raise Refusal(f"{len(pads)} pads for {len(axes)} axes")
    by_axis = dict(zip(axes, zip(pads[: len(axes)], pads[len(axes) :], strict=True), strict=True))
    mode = node.attribute("mode", "constant")
    number = node.plain(2, 0) if node.version >= 11 else node.attribute("value", 0.0)
    return padded(node, value, by_axis, mode, number)


def padded(node: NodeReader, value: AnyTensor, by_axis: _Pads, mode: str = "constant", number: Any = 0) -> GraphTensor:
    """Return the value with (before, after) more elements along each axis."""
    rank = rank_of(value)
    first = min((axis for axis, pair in by_axis.items() if pair != (0, 0)), default=rank)
    amounts = [amount for axis in range(rank - 1, first - 1, -1) for amount in by_axis.get(axis, (0, 0))]
    if not amounts:
        return node.build.tensor(value)
    if mode == "constant":
        return node.emit(ATEN.constant_pad_nd.default, value, amounts, number)
    if mode not in _PAD_MODES:
        raise Refusal(f"mode {mode!r}")
    return node.emit(ATEN.pad.default, value, amounts, _PAD_MODES[mode])


@operation("CenterCropPad")
def _center_crop_pad(node: NodeReader) -> NamedValue:
    """Return the middle of the value, or the value in the middle of zeros, along some axes."""
    value = node.value(0)
    rank = rank_of(value)
    sizes = node.numbers(1)
    axes = [normalized(axis, rank) for axis in node.attribute("axes", range(rank))]
    found: AnyTensor = value
    for axis, size in zip(axes, sizes, strict=True):
        present = node.build.size(value, axis)
        if not (isinstance(size, int) and isinstance(present, int)):
            raise Refusal("sizes that are not constant")
        if size < present:
            start = (present - size) // 2
            found = node.build.slice(found, axis, start, start + size)
        else:
            before = (size - present) // 2
            found = padded(node, found, {axis: (before, size - present - before)})
    return found
