"""Graphs of operators as rows: what programs of different formats are compared as."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from contextlib import suppress
from typing import Any

from nacformats.comparing.core import comparison_key
from nacformats.comparing.programs import constant_operand, number_operand, short_constant, text_operand
from nacformats.comparing.rows import (
    ComparableProgram,
    ConstantOf,
    ParameterNamed,
    ProgramRow,
    ResultOf,
    RowOperand,
    shown_row,
)
from nacformats.errors import FormatError
from nacformats.graph.graph import Graph, GraphValue, Input, Operation, Ref, State, Weight, meaning_of, refs_in, refs_of
from nacformats.restoring.resolved import resolution_of
from nacformats.runtime.steps.inference import infer

#: Attributes that are axes, which may be counted from the end.
_AXES = frozenset({"dim", "dims", "dim0", "dim1", "axis", "start_dim", "end_dim"})
#: Meanings that are longer are told by a digest, in characters.
_LONG = 60


def rows_of_graph(graph: Graph) -> ComparableProgram:
    """Return the inputs and operations of a graph, and its outputs; parameters are operands of these.

    Operations are spelled as all formats can say them, where the graph can be spelled so. The order of the rows is that
    in which one format or another has them, which tells nothing.
    """
    origins = list(range(len(graph.values)))
    one = graph
    with suppress(FormatError):  # an operation that its format alone has, or operands that do not fit
        infer(graph)
        one, origins, _ = resolution_of(graph)
    found = _GraphRows(one)
    places = [_place_in_file(graph, origins[value.index]) for value in found.values]
    paths = [f"{graph.unit} {place}" for place in places]
    paths += [f"output {number}" for number in range(len(one.outputs))]
    return ComparableProgram(
        found.rows,
        lambda row: shown_row(found.rows[row], lambda taken: f"%{places[taken]}"),
        paths.__getitem__,
        ordered=False,
        numbers=[*places, *range(len(graph.values), len(graph.values) + len(one.outputs))],
    )


def _place_in_file(graph: Graph, index: int) -> int:
    place = graph.values[index].place
    return index if place is None else place


class _GraphRows:
    """The rows of a graph, and the values that they are."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._places: dict[int, int] = {}
        self.values = [value for value in graph.values if not _is_operand(value)]
        self.rows: list[ProgramRow] = []
        for value in self.values:
            row = self._row(value)
            self._places[value.index] = len(self.rows)
            self.rows.append(row)
        self.rows += [ProgramRow("output", self._operands([ref]), computes=False) for ref in graph.outputs]

    def _row(self, value: GraphValue) -> ProgramRow:
        match value:
            case Operation():
                taken = [each for each in value.attributes.values() if any(True for _ in refs_in([each]))]
                listed = sorted(value.attributes.items())
                named = [(name, self._attribute(value, name, each)) for name, each in listed if each not in taken]
                return ProgramRow(value.operator, self._operands((*value.operands, *taken)), tuple(named))
            case Input():
                return ProgramRow("input", (), (("name", text_operand(value.name)),), computes=False)
            case State():
                return ProgramRow("state", (number_operand("", value.state_id),), computes=False)
        return ProgramRow(value.label, (text_operand(value.name),), computes=False)

    def _attribute(self, value: Operation, name: str, given: Any) -> ConstantOf:
        """Return an attribute; an axis means the same counted from the end, where the rank is known."""
        found = _constant(given)
        axes = given if isinstance(given, list | tuple) else [given]
        if name not in _AXES or not axes or not all(type(each) is int and each >= 0 for each in axes):
            return found
        types = [value.type, *(self._graph.values[ref.index].type for ref in refs_of(value))]
        ranks = {len(each.shape) for each in types[:2] if each.shape is not None}
        others = [[each - rank for each in axes] for rank in ranks]
        return found._replace(
            others=tuple(_meaning(each if isinstance(given, list | tuple) else each[0]) for each in others)
        )

    def _operands(self, operands: Sequence[Any]) -> tuple[RowOperand, ...]:
        found: list[RowOperand] = []
        for each in operands:
            if isinstance(each, list | tuple) and any(isinstance(item, Ref) for item in each):
                found += self._operands(each)
            else:
                found.append(self._operand(each))
        return tuple(found)

    def _operand(self, operand: Any) -> RowOperand:
        if not isinstance(operand, Ref):
            return _constant(operand)
        value = self._graph.values[operand.index]
        if isinstance(value, Weight):
            return ParameterNamed(value.name)
        if _is_operand(value):
            assert isinstance(value, Input)
            return constant_operand(value.default)
        return ResultOf(self._places[operand.index], -1 if operand.part is None else operand.part)


def _constant(value: Any) -> ConstantOf:
    return ConstantOf(_meaning(value), short_constant(value))


def _meaning(value: Any) -> Hashable:
    found = meaning_of(value)
    return found if len(str(found)) < _LONG else comparison_key(found)


def _is_operand(value: GraphValue) -> bool:
    """True if a value is shown where it is taken, and not as a row."""
    return isinstance(value, Weight) or (isinstance(value, Input) and value.lifted)
