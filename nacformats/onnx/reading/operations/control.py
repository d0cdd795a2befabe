"""Branches with a known condition, loops and sequences of a known length."""

from __future__ import annotations

from typing import Any

from nacformats.onnx.reading.node import NodeReader, normalized, operation
from nacformats.onnx.reading.values import AnyTensor, GraphNumbers, NamedValue, Refusal, as_constant, constant, rank_of
from nacformats.ops.dtypes import BOOL, INT64
from nacformats.ops.names import ATEN

#: A loop is unrolled up to this many times.
MAX_STEPS = 2048


@operation("If")
def _branch(node: NodeReader) -> tuple[NamedValue, ...]:
    """Return the branch that a known condition chooses."""
    chosen = "then_branch" if node.scalar(0) else "else_branch"
    return tuple(node.subgraph(node.attribute(chosen), []))


@operation("Loop")
def _loop(node: NodeReader) -> tuple[NamedValue, ...]:
    """Return the results of the body, read as often as it runs, where that is known."""
    body = node.attribute("body")
    count = node.scalar(0) if node.has(0) else None
    going = bool(node.scalar(1)) if node.has(1) else True
    carried: list[NamedValue] = list(node.inputs[2:])
    scanned: list[list[AnyTensor]] = [[] for _ in range(len(body.output) - 1 - len(carried))]
    step = 0
    while going and (count is None or step < count):
        if step >= MAX_STEPS:
            raise Refusal(f"a loop of more than {MAX_STEPS} steps")
        inputs: list[NamedValue] = [constant(step, INT64), constant(True, BOOL), *carried]
        condition, *results = node.subgraph(body, inputs)
        known = as_constant(condition) if not isinstance(condition, list) else None
        if known is None:
            raise Refusal("a loop whose condition is not known")
        going = bool(known.array)
        carried = results[: len(carried)]
        _collect(scanned, results[len(carried) :])
        step += 1
    return (*carried, *(_stacked(node, values, 0) for values in scanned))


def _collect(scanned: list[list[AnyTensor]], results: list[NamedValue]) -> None:
    for values, result in zip(scanned, results, strict=True):
        if result is None or isinstance(result, list):
            raise Refusal("a scan output that is not a tensor")
        values.append(result)


def _stacked(node: NodeReader, values: list[AnyTensor], axis: int) -> NamedValue:
    """Return the results of all steps along a new axis."""
    if not values:
        raise Refusal("a scan output of no steps")
    if all(isinstance(value, GraphNumbers) and value.scalar for value in values):
        return GraphNumbers(
            tuple(value.items[0] for value in values if isinstance(value, GraphNumbers)), values[0].dtype
        )
    return node.emit(ATEN.stack.default, values, axis)


@operation("Scan")
def _scan(node: NodeReader) -> tuple[NamedValue, ...]:
    """Return the results of the body, read once for each entry of an axis of fixed size."""
    if node.version < 9:
        raise Refusal("a scan with a batch axis, of operator set 8")
    body, count = node.attribute("body"), node.attribute("num_scan_inputs", 0)
    if not 0 <= count <= len(node.inputs):
        raise Refusal(f"{count} scanned inputs of {len(node.inputs)}")
    states: list[NamedValue] = list(node.inputs[: len(node.inputs) - count])
    values = [node.value(place) for place in range(len(states), len(node.inputs))]
    axes = [
        normalized(axis, rank_of(value))
        for axis, value in zip(node.attribute("scan_input_axes") or [0] * count, values, strict=True)
    ]
    backwards = node.attribute("scan_input_directions") or [0] * count
    outputs = len(body.output) - len(states)
    steps = _steps(node, values, axes)
    scanned: list[list[AnyTensor]] = [[] for _ in range(outputs)]
    for step in range(steps):
        places = [steps - 1 - step if turned else step for turned in backwards]
        entries = zip(values, axes, places, strict=True)
        results = node.subgraph(body, [*states, *(node.emit(ATEN.select.int, *entry) for entry in entries)])
        states = results[: len(states)]
        _collect(scanned, results[len(states) :])
    return (*states, *_scanned(node, scanned))


def _scanned(node: NodeReader, scanned: list[list[AnyTensor]]) -> list[NamedValue]:
    axes = node.attribute("scan_output_axes") or [0] * len(scanned)
    turned = node.attribute("scan_output_directions") or [0] * len(scanned)
    found = []
    for values, axis, backwards in zip(scanned, axes, turned, strict=True):
        rank = rank_of(values[0]) + 1 if values else 1
        found.append(_stacked(node, values[::-1] if backwards else values, normalized(axis, rank)))
    return found


def _steps(node: NodeReader, values: list[AnyTensor], axes: list[int]) -> int:
    sizes: set[Any] = {node.build.size(value, axis) for value, axis in zip(values, axes, strict=True)}
    (steps,) = sizes if len(sizes) == 1 else (None,)
    if not isinstance(steps, int):
        raise Refusal("a scan of a length that is not fixed")
    if steps > MAX_STEPS:
        raise Refusal(f"a scan of more than {MAX_STEPS} steps")
    return steps


#: A sequence is made of an axis of up to this many elements.
MAX_ENTRIES = 1 << 16


def _list(node: NodeReader, place: int) -> list[Any]:
    value = node.inputs[place]
    if not isinstance(value, list):
        raise Refusal(f"input {place} is not a sequence of known length")
    return value


def _place(node: NodeReader, place: int, length: int) -> int:
    number = node.scalar(place)
    if not -length <= number < length:
        raise Refusal(f"place {number} of a sequence of {length}")
    return int(number) % length


@operation("SequenceEmpty")
def _empty(_node: NodeReader) -> NamedValue:
    """Return a sequence without entries."""
    return []


@operation("SequenceConstruct")
def _construct(node: NodeReader) -> NamedValue:
    """Return a sequence of tensors."""
    return [node.value(place) for place in range(len(node.inputs))]


@operation("SequenceLength")
def _length(node: NodeReader) -> NamedValue:
    """Return the number of entries."""
    return constant(len(_list(node, 0)), INT64)


@operation("SequenceAt")
def _at(node: NodeReader) -> NamedValue:
    """Return one entry."""
    entries = _list(node, 0)
    found: NamedValue = entries[_place(node, 1, len(entries))]
    return found


@operation("SequenceInsert")
def _insert(node: NodeReader) -> NamedValue:
    """Return the sequence with one entry more."""
    entries = list(_list(node, 0))
    place = _place(node, 2, len(entries) + 1) if node.has(2) and node.scalar(2) >= 0 else None
    if node.has(2) and place is None:
        place = node.scalar(2) + len(entries)
    entries.insert(len(entries) if place is None else place, node.value(1))
    return entries


@operation("SequenceErase")
def _erase(node: NodeReader) -> NamedValue:
    """Return the sequence with one entry less."""
    entries = list(_list(node, 0))
    del entries[_place(node, 1, len(entries)) if node.has(1) else -1]
    return entries


@operation("SplitToSequence")
def _split_to_sequence(node: NodeReader) -> NamedValue:
    """Return consecutive parts along an axis."""
    value, axis = node.value(0), node.axis(default=0)
    whole = node.build.size(value, axis)
    if not isinstance(whole, int):
        raise Refusal("an axis of unknown size")
    if whole > MAX_ENTRIES:
        raise Refusal(f"an axis of {whole} elements")
    sizes = _sizes(node, whole)
    parts: list[Any] = []
    start = 0
    for size in sizes:
        parts.append(node.build.slice(value, axis, start, start + size))
        start += size
    if node.has(1) or node.attribute("keepdims", 1):
        return parts
    return [node.emit(ATEN.squeeze.dim, part, axis) for part in parts]


def _sizes(node: NodeReader, whole: int) -> list[int]:
    if not node.has(1):
        return [1] * whole
    given = node.constant(1)
    if given.shape:
        return [int(size) for size in given.array]
    each = int(given.array)
    if each < 1:
        raise Refusal(f"parts of size {each}")
    return [min(each, whole - start) for start in range(0, whole, each)]


@operation("ConcatFromSequence")
def _concat_from_sequence(node: NodeReader) -> NamedValue:
    """Return the entries one after the other, or along a new axis."""
    entries = _list(node, 0)
    if not entries:
        raise Refusal("a sequence without entries")
    new = bool(node.attribute("new_axis", 0))
    rank = rank_of(entries[0]) + new
    axis = node.attribute("axis", 0) % rank
    if not new:
        return node.build.cat(entries, axis)
    return node.emit(ATEN.stack.default, entries, axis)
