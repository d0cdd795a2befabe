"""Plans in which parts of onnxruntime stand for operations."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter

from nacformats.codec.columns.arrays import Array
from nacformats.errors import FormatError, UnsupportedError
from nacformats.graph.graph import Graph, Input, Operation, ValueType, Weight, refs_of
from nacformats.onnx.running.partition import GraphPart, OnnxPiece, name_of, partition, piece_of, wanted_by_others
from nacformats.onnx.running.session import NotRunError, PartSession, SessionRoom
from nacformats.onnx.writing import onnx_beside_weights, refusals
from nacformats.runtime.engines.base import Engine
from nacformats.runtime.engines.numpy_engine import BUILT_IN
from nacformats.runtime.observe import Observed
from nacformats.runtime.operators import KERNELS, Kernel
from nacformats.runtime.runs import EVERY_TIME, RunStep, RunSteps, SlotValues, StepDraft, gather_of
from nacformats.runtime.steps.making import make_steps

#: Operations whose results have a size that shapes do not tell.
_SIZED_BY_DATA = frozenset({"aten.nonzero.default", "aten.masked_select.default", "aten.item.default"})


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
        """Steps, what of them is not run by onnxruntime, and why, and the bytes that its sessions hold.

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


class _PartCall(StepDraft):
    """The call of a part."""

    @property
    def reported(self) -> bool:
        return True


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

    def arranged(self, calls: list[StepDraft], template: SlotValues) -> list[StepDraft]:
        """The calls with those of parts in place of what these hold."""
        own = [call.slot for call in calls if call.reported]
        self._find_reasons(own)
        items = partition(self.graph, calls, set(own) - self.reasons.keys(), self.types, self.results)
        used = [slot for item in items if isinstance(item, StepDraft) for slot in item.uses]
        groups = [item.indices for item in items if isinstance(item, GraphPart)]
        wanted = wanted_by_others(self.graph, groups, self.results, used)
        arranged: list[StepDraft] = []
        for item in items:
            arranged += self._calls_of(item, wanted, template) if isinstance(item, GraphPart) else [item]
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

    def _calls_of(self, part: GraphPart, wanted: Collection[int], template: SlotValues) -> list[StepDraft]:
        """The call of a part, and those that take its results apart."""
        piece = piece_of(self.graph, self.types, part.indices, wanted, self.constants)
        session = self._session(piece, part.indices)
        weighing = (EVERY_TIME,), session.estimate
        call = _PartCall(session, gather_of(piece.inputs), piece.outputs[0], piece.inputs, self._named(part), *weighing)
        if len(piece.outputs) == 1:
            return [call]
        template.append(None)
        call.slot = len(template) - 1
        taken, nobody = gather_of([call.slot]), replace(call.operation, index=-1)
        return [call] + [
            StepDraft(itemgetter(place), taken, slot, [call.slot], nobody) for place, slot in enumerate(piece.outputs)
        ]

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
        """The name of a part in errors and profiles."""
        first, last = self.origins[part.indices[0]], self.origins[part.indices[-1]]
        source = self.graph.values[part.indices[0]]
        count = len(part.indices)
        name = f"onnxruntime: {count} operation{'s' * (count > 1)}, {self.graph.unit} {first}"
        if last > first:
            name += f" to {last}"
        return Operation(first, offset=source.offset, line=source.line, operator=name)


def _constant_bytes(piece: OnnxPiece) -> int:
    """The bytes of the results that do not depend on the inputs of a piece."""
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
    """The reasons why values of a piece have no form in ONNX, by index in the whole graph."""
    return {piece.places[place]: reason for place, reason in refusals(piece.graph, piece.types).items()}


def _notes(steps: RunSteps, reasons: Mapping[int, str]) -> list[str]:
    left = [step for step in steps.sequence if step.reported and step.slot in reasons]
    counts = Counter((step.operation.operator, reasons[step.slot]) for step in left)
    return [
        f"{operator} ({count}x) on the NumPy kernels: {reason}" for (operator, reason), count in counts.most_common()
    ]
