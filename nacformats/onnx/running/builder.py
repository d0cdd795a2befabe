"""Steps in which parts of onnxruntime stand for operations, and the order of the parts and the rest.

Every call has a level: that of the calls whose results it takes, or the next one where it runs elsewhere than these. So
no part waits for a result that depends on itself, and there is one part to a level at most.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import TypeAlias

from nacformats.codec.columns.arrays import Array
from nacformats.errors import FormatError, UnsupportedError
from nacformats.graph.graph import Graph, GraphOperand, GraphValue, Input, Operation, Ref, ValueType, Weight, refs_of
from nacformats.onnx.running.session import NotRunError, PartSession, SessionRoom
from nacformats.onnx.writing.model import onnx_beside_weights, refusals
from nacformats.ops.kernels.nac import ON_NUMBERS
from nacformats.ops.names import ATEN
from nacformats.ops.schemas import KERNELS, Kernel
from nacformats.ops.table import marked, of_kind
from nacformats.runtime.engines.base import BUILT_IN, Engine
from nacformats.runtime.observe import Observed
from nacformats.runtime.runs import EVERY_TIME, RunStep, RunSteps, SlotValues, gather_of
from nacformats.runtime.steps.making import make_steps

#: Operations that take no time: a part of nothing else is not worth a call of another engine.
_FREE = frozenset(ON_NUMBERS) | of_kind("number", "view") - marked("cast", "duplicate") | {"getitem", "nac.pass"}


#: Operations that run together: their indices, in order.
GraphPart: TypeAlias = list[int]


def partition(
    graph: Graph, calls: Sequence[RunStep], able: Collection[int], types: Sequence[Observed], kept: Collection[int]
) -> list[GraphPart | RunStep]:
    """Return the parts, and the calls that are left, in the order in which they run.

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
    levels: dict[int, list[GraphPart | RunStep]] = {}
    level_of: dict[int, int] = {}
    for call in calls:
        together = call.slot in chosen
        sources = (ref.index for ref in refs_of(own[call.slot])) if together else iter(call.uses)
        level = _level(sources, level_of, together)
        level_of[call.slot] = level
        group = levels.setdefault(level, [])
        if not together:
            group.append(call)
        elif group and isinstance(group[0], list):
            group[0].append(call.slot)
        else:
            group.append([call.slot])
    return _without_unused([item for level in sorted(levels) for item in levels[level]], kept)


def _level(sources: Iterator[int], level_of: dict[int, int], together: bool) -> int:
    """Return the level of a call, even in a part and odd elsewhere; the first two are of calls without sources."""
    first = 0 if together else -1
    levels = (level_of[source] for source in sources if source in level_of)
    return max((level + (level % 2 != first % 2) for level in levels), default=first)


def _chosen(
    graph: Graph, able: set[int], computed: Collection[int], types: Sequence[Observed], kept: Collection[int]
) -> set[int]:
    """Return the operations whose tuples, if they give or take any, stay within a part."""
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
    """Return the operations of connected groups of chosen ones in which nothing takes time."""
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


def _without_unused(items: list[GraphPart | RunStep], kept: Collection[int]) -> list[GraphPart | RunStep]:
    """Return the items without the calls that only parts would have needed, such as the number in a tensor."""
    used = set(kept)
    result: list[GraphPart | RunStep] = []
    for item in reversed(items):
        if isinstance(item, RunStep):
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
    """Return the piece of a graph that holds some operations.

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
    """Return the type of a value in every run: the element type, the rank, and the sizes that the graph declares."""
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
    """Return the values that some group takes from another, and those that are kept or used by anybody else."""
    wanted = {*kept, *used}
    for group in groups:
        inside = set(group)
        wanted.update(ref.index for index in group for ref in refs_of(graph.values[index]) if ref.index not in inside)
    return wanted


#: Operations whose results have a size that shapes do not tell.
_SIZED_BY_DATA = frozenset({ATEN.nonzero.default, ATEN.masked_select.default, ATEN.item.default})


class _Unbuilt(Exception):  # noqa: N818  caught here
    """Operations of a part that cannot be built, and why."""

    def __init__(self, reasons: dict[int, str]) -> None:
        super().__init__()
        self.reasons = reasons


class PartsBuilder:
    """Makes steps of one graph, and remembers what onnxruntime does not run.

    Args:
        graph: resolved.
        source: the graph that was resolved: errors and profiles name its operations.
        origins: index in the source, by index in the graph.
        engine: the NumPy kernels.
        operations: further operations of the caller's own.
    """

    def __init__(
        self, graph: Graph, source: Graph, origins: Sequence[int], engine: Engine, operations: Mapping[str, Kernel]
    ) -> None:
        self._graph = graph
        self._source = source
        self._origins = origins
        self._engine = engine
        self._operations = operations
        self._refused: dict[int, str] = {}

    def refuse(self, failure: FormatError) -> bool:
        """Run what failed in onnxruntime on the NumPy kernels from now on; False when it was none of its parts."""
        cause = failure.__cause__
        if not isinstance(cause, NotRunError):
            return False
        self._refused |= dict.fromkeys(cause.indices, str(cause))
        return True

    def steps(
        self,
        supplied: Sequence[int],
        kept: Sequence[int],
        types: Sequence[Observed],
        constants: Mapping[int, Array],
        memory: int,
        *,
        arena: bool,
    ) -> tuple[RunSteps, list[str], int]:
        """Return the steps, notes on what onnxruntime does not run and why, and the bytes that its sessions hold.

        Args:
            supplied: operations whose values the caller gives.
            kept: values that are wanted besides the outputs.
            types: of all values.
            constants: values that stay what they are.
            memory: bytes that the sessions may take.
            arena: whether they may keep memory for the results of further runs.
        """
        results = {*kept, *(ref.index for ref in self._graph.outputs)}
        while True:
            room = SessionRoom(memory, arena)
            arrangement = _Arrangement(self._graph, self._origins, types, results, constants, self._refused, room)
            try:
                steps = make_steps(self._graph, self._engine, self._operations, supplied, kept, arrangement.arranged)
            except _Unbuilt as error:
                self._refused |= error.reasons  # each time more of them, so that this ends
                continue
            for slot in steps.outside:
                steps.template[slot] = constants.get(slot)
            steps.sequence = [self._at_source(step) for step in steps.sequence]
            return steps, _notes(steps, arrangement.reasons), room.held

    def _at_source(self, step: RunStep) -> RunStep:
        if step.operation is not self._graph.values[step.operation.index]:
            return step  # a part
        operation = self._source.values[self._origins[step.operation.index]]
        return step._replace(operation=operation) if isinstance(operation, Operation) else step


@dataclass
class _Arrangement:
    """The arrangement of the calls of one run, with those of parts in place of others.

    Attributes:
        results: the values that are wanted from outside.
        refused: what onnxruntime did not take before.
        room: what sessions may take.
        reasons: why operations are not run by it, by index.
    """

    graph: Graph
    origins: Sequence[int]
    types: Sequence[Observed]
    results: Collection[int]
    constants: Mapping[int, Array]
    refused: Mapping[int, str]
    room: SessionRoom
    reasons: dict[int, str] = field(default_factory=dict)

    def arranged(self, calls: list[RunStep], template: SlotValues) -> list[RunStep]:
        """Return the calls with those of parts in place of what these hold."""
        own = [call.slot for call in calls if call.reported]
        self._find_reasons(own)
        items = partition(self.graph, calls, set(own) - self.reasons.keys(), self.types, self.results)
        used = [slot for item in items if isinstance(item, RunStep) for slot in item.uses]
        groups = [item for item in items if isinstance(item, list)]
        wanted = wanted_by_others(self.graph, groups, self.results, used)
        arranged: list[RunStep] = []
        for item in items:
            arranged += self._calls_of(item, wanted, template) if isinstance(item, list) else [item]
        return arranged

    def _find_reasons(self, own: Iterable[int]) -> None:
        whole = piece_of(self.graph, self.types, set(own), self.results, self.constants)
        self.reasons = _refusals(whole)
        for index in own:
            operation = self.graph.values[index]
            assert isinstance(operation, Operation)
            if KERNELS.get(operation.operator) is not BUILT_IN.get(operation.operator, self):
                self.reasons[index] = "it is the caller's own"
            for ref in refs_of(operation):
                if ref.index in self.reasons and isinstance(self.graph.values[ref.index], Weight):
                    self.reasons.setdefault(index, self.reasons[ref.index])
        self.reasons |= self.refused

    def _calls_of(self, part: GraphPart, wanted: Collection[int], template: SlotValues) -> list[RunStep]:
        """Return the call of a part, and those that take its results apart."""
        piece = piece_of(self.graph, self.types, part, wanted, self.constants)
        session = self._session(piece, part)
        many, slot = len(piece.outputs) > 1, piece.outputs[0]
        if many:
            template.append(None)
            slot = len(template) - 1
        call = RunStep(
            session,
            gather_of(piece.inputs),
            slot,
            tuple(piece.inputs),
            self._named(part),
            weighed=(EVERY_TIME,),
            estimate=session.estimate,
            reported=True,
        )
        taken, nobody = gather_of([slot]), replace(call.operation, index=-1)
        parts = enumerate(piece.outputs if many else ())
        return [call, *(RunStep(itemgetter(at), taken, own, (slot,), nobody) for at, own in parts)]

    def _session(self, piece: OnnxPiece, indices: Sequence[int]) -> PartSession:
        try:
            model = onnx_beside_weights(piece.graph, piece.types)
        except UnsupportedError as error:  # the whole graph says more about its sizes than a piece
            reasons = {index: reason for index, reason in _refusals(piece).items() if index in indices}
            raise _Unbuilt(reasons or dict.fromkeys(indices, error.reason)) from error
        inputs, outputs = ({name_of(each): self.types[each] for each in ends} for ends in (piece.inputs, piece.outputs))
        try:
            session = PartSession(model, inputs, outputs, indices, _constant_bytes(piece), self.room)
        except NotRunError as error:
            raise _Unbuilt(dict.fromkeys(indices, str(error))) from error
        session.takes, session.gives = piece.inputs, piece.outputs
        session.is_sized_by_data = not _SIZED_BY_DATA.isdisjoint(self.graph.values[index].label for index in indices)
        return session

    def _named(self, part: GraphPart) -> Operation:
        """Return the name of a part in errors and profiles."""
        first, last = self.origins[part[0]], self.origins[part[-1]]
        source = self.graph.values[part[0]]
        count = len(part)
        name = f"onnxruntime: {count} operation{'s' * (count > 1)}, {self.graph.unit} {first}"
        if last > first:
            name += f" to {last}"
        return Operation(first, offset=source.offset, line=source.line, operator=name)


def _constant_bytes(piece: OnnxPiece) -> int:
    """Return the bytes of the results that do not depend on the inputs of a piece."""
    varying: set[int] = set()
    total = 0
    for value, kind in zip(piece.graph.values, piece.types, strict=True):
        if isinstance(value, Input) or any(ref.index in varying for ref in refs_of(value)):
            varying.add(value.index)
        elif isinstance(value, Operation):
            total += _bytes(kind)
    return total


def _bytes(kind: Observed) -> int:
    if isinstance(kind, tuple):
        return sum(map(_bytes, kind))
    if not isinstance(kind, ValueType) or kind.dtype is None:
        return 0
    return math.prod(dim for dim in kind.shape or () if isinstance(dim, int)) * kind.dtype.itemsize


def _refusals(piece: OnnxPiece) -> dict[int, str]:
    """Return the reasons why values of a piece have no form in ONNX, by index in the whole graph."""
    return {piece.places[place]: reason for place, reason in refusals(piece.graph, piece.types).items()}


def _notes(steps: RunSteps, reasons: Mapping[int, str]) -> list[str]:
    left = [step for step in steps.sequence if step.reported and step.slot in reasons]
    counts = Counter((step.operation.operator, reasons[step.slot]) for step in left)
    return [
        f"{operator} ({count}x) on the NumPy kernels: {reason}" for (operator, reason), count in counts.most_common()
    ]
