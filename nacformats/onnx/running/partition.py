"""The partition of a graph into parts that run in another engine, and the order of the parts and the rest.

Every call has a level: that of the calls whose results it takes, or the next one where it runs elsewhere than these. So
no part waits for a result that depends on itself, and there is one part to a level at most.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from nacformats.codec.columns.arrays import Array
from nacformats.graph.graph import Graph, GraphOperand, GraphValue, Input, Operation, Ref, ValueType, Weight, refs_of
from nacformats.runtime.kernels.nac import ALWAYS_NUMBER, ON_NUMBERS
from nacformats.runtime.observe import Observed
from nacformats.runtime.runs import StepDraft

#: Operations that take no time: a part of nothing else is not worth a call of another engine.
_FREE = frozenset(ON_NUMBERS) | ALWAYS_NUMBER | {"getitem", "nac.pass", "aten.sym_size.default"}
_VIEWS = """
    alias.default detach.default expand.default permute.default reshape.default select.int slice.Tensor split.Tensor
    split_with_sizes.default squeeze.default squeeze.dim squeeze.dims t.default transpose.int unbind.int
    unsqueeze.default view.default
"""
_FREE |= {f"aten.{name}" for name in _VIEWS.split()}


@dataclass
class GraphPart:
    """Operations that run together: their indices, in order."""

    indices: list[int]


def partition(
    graph: Graph, calls: Sequence[StepDraft], able: Collection[int], types: Sequence[Observed], kept: Collection[int]
) -> list[GraphPart | StepDraft]:
    """The parts, and the calls that are left, in the order in which they run.

    Args:
        graph: resolved: one of several results is taken by "getitem".
        calls: all calls of a run of the graph, in order.
        able: the operations that the other engine has; it takes and gives tensors and numbers, but no tuples.
        types: of all values.
        kept: values that are wanted from outside.
    """
    own = {call.slot: graph.values[call.slot] for call in calls if call.reported}
    chosen = _chosen(graph, own.keys() & set(able), own.keys(), types, kept)
    chosen -= _worthless(graph, chosen, len(chosen) == len(own))
    levels: dict[int, list[GraphPart | StepDraft]] = {}
    level_of: dict[int, int] = {}
    for call in calls:
        together = call.slot in chosen
        sources = (ref.index for ref in refs_of(own[call.slot])) if together else iter(call.uses)
        level = _level(sources, level_of, together)
        level_of[call.slot] = level
        group = levels.setdefault(level, [])
        if not together:
            group.append(call)
        elif group and isinstance(group[0], GraphPart):
            group[0].indices.append(call.slot)
        else:
            group.append(GraphPart([call.slot]))
    return _without_unused([item for level in sorted(levels) for item in levels[level]], kept)


def _level(sources: Iterator[int], level_of: dict[int, int], together: bool) -> int:
    """Even for what runs in a part, odd for the others; those that depend on nothing are on the first two levels."""
    first = 0 if together else -1
    levels = (level_of[source] for source in sources if source in level_of)
    return max((level + (level % 2 != first % 2) for level in levels), default=first)


def _chosen(
    graph: Graph, able: set[int], computed: Collection[int], types: Sequence[Observed], kept: Collection[int]
) -> set[int]:
    """The operations whose tuples, if they give or take any, stay within a part."""
    tuples = {index for index in computed if isinstance(types[index], tuple) or types[index] is None}
    chosen = able - {index for index in tuples if index in kept}
    waiting = list(computed)
    users: dict[int, list[int]] = {}
    for index in computed:
        for ref in refs_of(graph.values[index]):
            users.setdefault(ref.index, []).append(index)
    while waiting:
        index = waiting.pop()
        sources = {ref.index for ref in refs_of(graph.values[index])} & tuples
        if index in chosen:
            if sources <= chosen:
                continue
            chosen.discard(index)
            waiting += [user for user in users.get(index, ()) if index in tuples]
        for source in sources & chosen:
            chosen.discard(source)
            waiting += users[source]
    return chosen


def _worthless(graph: Graph, chosen: set[int], everything: bool) -> set[int]:
    """Operations of groups, connected within the chosen ones, in which nothing takes time."""
    if everything:
        return set()
    group: dict[int, int] = {}

    def root(index: int) -> int:
        while group[index] != index:
            group[index] = group[group[index]]
            index = group[index]
        return index

    busy: set[int] = set()
    for index in sorted(chosen):
        group[index] = index
        for ref in refs_of(graph.values[index]):
            if ref.index in chosen:
                group[root(ref.index)] = index
    for index in chosen:
        operation = graph.values[index]
        if isinstance(operation, Operation) and operation.operator not in _FREE:
            busy.add(root(index))
    return {index for index in chosen if root(index) not in busy}


def _without_unused(items: list[GraphPart | StepDraft], kept: Collection[int]) -> list[GraphPart | StepDraft]:
    """The items without the calls that only parts would have needed, such as the number in a tensor."""
    used = set(kept)
    result: list[GraphPart | StepDraft] = []
    for item in reversed(items):
        if isinstance(item, StepDraft):
            if not item.reported and item.slot not in used:
                continue
            used.update(item.uses)
        result.append(item)
    return result[::-1]


@dataclass
class OnnxPiece:
    """Some operations of a graph as a graph: its inputs are what these take from outside.

    Attributes:
        graph: inputs, weights and operations; outputs in the order of `outputs`.
        types: of its values.
        places: index in the whole graph, by index in this one.
        inputs, outputs: the values of the whole graph that it takes and gives.
    """

    graph: Graph
    types: list[Observed]
    places: list[int]
    inputs: list[int]
    outputs: list[int]


def name_of(index: int) -> str:
    """Return the name that a value of the whole graph has in a piece."""
    return f"v{index}"


def piece_of(
    graph: Graph,
    types: Sequence[Observed],
    indices: Collection[int],
    wanted: Collection[int],
    constants: Mapping[int, Array],
) -> OnnxPiece:
    """The piece of a graph that holds some operations.

    Args:
        graph: resolved.
        types: of its values.
        indices: of the operations.
        wanted: the values that somebody else needs.
        constants: values that stay what they are.
    """
    inside = set(indices)
    used = dict.fromkeys(ref.index for index in sorted(inside) for ref in refs_of(graph.values[index]))
    outside = [index for index in used if index not in inside]
    inputs = [index for index in outside if index not in constants]
    outputs = [index for index in sorted(inside) if index in wanted]

    order = [*inputs, *(index for index in outside if index in constants), *sorted(inside)]
    places = {index: place for place, index in enumerate(order)}
    values: list[GraphValue] = []
    for place, index in enumerate(order):
        value = graph.values[index]
        if isinstance(value, Operation) and index in inside:
            values.append(_operation(value, place, places))
        else:
            values.append(_outside(value, place, types[index], constants.get(index)))
    refs = tuple(Ref(places[index]) for index in outputs)
    piece = Graph(graph.format, graph.unit, values, refs, tuple(map(name_of, outputs)))
    return OnnxPiece(piece, [types[index] for index in order], order, inputs, outputs)


def _operation(operation: Operation, place: int, places: Mapping[int, int]) -> Operation:
    operands = tuple(_moved(operand, places) for operand in operation.operands)
    attributes = {name: _moved(operand, places) for name, operand in operation.attributes.items()}
    return replace(operation, index=place, operands=operands, attributes=attributes)


def _outside(value: GraphValue, place: int, observed: Observed, constant: Array | None) -> GraphValue:
    name = name_of(value.index)
    if constant is None:
        return Input(place, name, _declared(value, observed))
    if isinstance(value, Input):
        return replace(value, index=place, name=name)  # a number that an exporter lifted is one for ONNX
    return Weight(place, name, ValueType(constant.dtype, constant.shape), load=lambda: constant)


def _declared(value: GraphValue, observed: Observed) -> ValueType:
    """The type of a value in every run: the element type and the rank, and the sizes that the graph declares."""
    if not isinstance(observed, ValueType) or observed.shape is None:
        return ValueType()
    declared = value.type.shape if isinstance(value, Input) else None
    return ValueType(observed.dtype, (None,) * len(observed.shape) if declared is None else declared)


def _moved(operand: GraphOperand, places: Mapping[int, int]) -> GraphOperand:
    if isinstance(operand, Ref):
        return Ref(places[operand.index])
    return [_moved(item, places) for item in operand] if isinstance(operand, list | tuple) else operand


def wanted_by_others(
    graph: Graph, groups: Iterable[Collection[int]], kept: Iterable[int], used: Iterable[int]
) -> set[int]:
    """The values that some group takes from another, and those that are kept or used by anybody else."""
    wanted = {*kept, *used}
    for group in groups:
        inside = set(group)
        wanted.update(ref.index for index in group for ref in refs_of(graph.values[index]) if ref.index not in inside)
    return wanted
