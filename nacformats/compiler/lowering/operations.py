"""Every operation of a graph as the file has it."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field
from typing import Any

from nacformats.compiler.lowering.arguments import UnwritableError, Written, call_of, write
from nacformats.compiler.lowering.canonization import forms, is_identity, needs_types
from nacformats.compiler.lowering.codes import Detail
from nacformats.graph.graph import Graph, GraphValue, Operand, Operation, Ref, ValueType, Weight, references
from nacformats.runtime.restoring.names import Names


@dataclass
class Operations:
    """The operations that the outputs need.

    Attributes:
        written: each by the index of its value; a Ref among the arguments is a value of the graph.
        sources: value -> the value that has the same result, for operations that do nothing.
        problems: values that the format cannot hold, and why.
    """

    written: dict[int, Written] = field(default_factory=dict)
    sources: dict[int, int] = field(default_factory=dict)
    problems: list[tuple[GraphValue, str]] = field(default_factory=list)

    def source(self, ref: Ref) -> Ref:
        """The value that has the result of another one."""
        return Ref(self.sources.get(ref.index, ref.index))


def write_operations(graph: Graph, detail: Detail, standard: Container[str]) -> Operations:
    """Write the operations that outputs depend on.

    Args:
        graph: where they are.
        detail: how much their signatures say.
        standard: the names that the version of the format has a number for.
    """
    found = Operations()
    writer = _Writer(graph, detail, standard, found)
    live = needed(graph)
    for operation in graph.every(Operation):
        if operation.index in live:
            writer.add(operation)
    return found


def needed(graph: Graph) -> set[int]:
    """The values that the outputs depend on."""
    live = {ref.index for ref in graph.outputs}
    for value in reversed(graph.values):
        if value.index in live:
            live.update(ref.index for ref in references(value))
    return live


@dataclass(frozen=True)
class _Template:
    """How all operations are written that differ only in the results that they take.

    written: Ref(n) stands for the n-th result; None where it cannot be written: `reason` says why.
    """

    written: Written | None
    is_identity: bool = False
    reason: str = ""


class _Writer:
    def __init__(self, graph: Graph, detail: Detail, standard: Container[str], found: Operations) -> None:
        self.graph = graph
        self.detail = detail
        self.standard = standard
        self.found = found
        self.names = Names()
        self.weights = {value.index for value in graph.every(Weight)}
        self.templates: dict[Any, _Template] = {}

    def add(self, operation: Operation) -> None:
        refs: list[Ref] = []
        abstract = self._abstract(operation, refs)
        self.names.of(operation)
        template = self._template(abstract, refs)
        if template.is_identity:
            self.found.sources[operation.index] = self.found.source(refs[0]).index
        elif template.written is None:
            self.found.problems.append((operation, template.reason))
        else:
            sources = [self.found.source(ref) for ref in refs]
            written = template.written
            arguments = [sources[each.index] if isinstance(each, Ref) else each for each in written.arguments]
            self.found.written[operation.index] = Written(written.name, tuple(arguments), written.codes)

    def _abstract(self, operation: Operation, refs: list[Ref]) -> Operation:
        """The operation with numbered places in place of its Refs, which are collected."""

        def moved(operand: Operand) -> Operand:
            if isinstance(operand, Ref):
                refs.append(operand)
                return Ref(len(refs) - 1)
            return [moved(item) for item in operand] if isinstance(operand, list | tuple) else operand

        operands = tuple(map(moved, operation.operands))
        attributes = {name: moved(value) for name, value in operation.attributes.items()}
        return Operation(0, operator=operation.operator, operands=operands, attributes=attributes, type=operation.type)

    def _template(self, operation: Operation, refs: list[Ref]) -> _Template:
        numbers = frozenset(place for place, ref in enumerate(refs) if self.names.is_number(ref))
        weights = frozenset(place for place, ref in enumerate(refs) if ref.index in self.weights)
        types = [self.graph.values[ref.index].type for ref in refs] if needs_types(operation.operator) else []
        key = (
            operation.operator,
            repr(operation.operands),  # tells 1, 1.0 and True apart
            repr(operation.attributes),
            numbers,
            weights,
            (str(operation.type), *map(str, types)) if types else (),
        )
        if key not in self.templates:
            operation.index = len(refs)
            self.templates[key] = self._new_template(operation, numbers, weights, types)
        return self.templates[key]

    def _new_template(
        self, operation: Operation, numbers: frozenset[int], weights: frozenset[int], types: list[ValueType]
    ) -> _Template:
        names = Names()
        names.numbers |= numbers
        try:
            call = call_of(operation, names)
        except ValueError as error:  # BindingError
            return _Template(None, reason=str(error))
        taken = list(references(operation))
        given = list(call.arguments.values()) or list(call.rest)
        if is_identity(call.operator, given) and taken == [Ref(0)]:
            return _Template(None, is_identity=True)
        reasons = []
        for form in forms(operation.operator, call, lambda ref: types[ref.index], operation.type, self.standard):
            try:
                return _Template(write(form, set(numbers), set(weights), self.detail))
            except UnwritableError as failure:
                reasons.append(str(failure))
        return _Template(None, reason=reasons[-1])
