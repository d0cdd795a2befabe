"""The programs of NAC files, Mind IR graphs and graphs of operators as rows."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import cache
from typing import Any

from nacformats.comparing.core import comparison_key
from nacformats.comparing.rows import (
    ComparableProgram,
    ConstantOf,
    ParameterNamed,
    ProgramRow,
    ResultOf,
    RowOperand,
    shown_row,
)
from nacformats.formats.mic.graph import MicGraph
from nacformats.formats.mic.objects import Arg, MindValue, Param, TensorType
from nacformats.formats.mic.opcodes import CUSTOM
from nacformats.formats.nac import NacFile
from nacformats.formats.nac.columns.instructions import OPS, instruction_path
from nacformats.formats.nac.file.contents import name_tables, program_of
from nacformats.formats.nac.file.disassembly import line_of, shown_instructions
from nacformats.formats.nac.tables import FIRST_REGULAR, FixedOperation, InputSource, OutputKind
from nacformats.graph.graph import Graph, GraphValue, Input, Operation, Ref, State, Weight, meaning_of
from nacformats.printing import shortened

#: Longer constants are cut here, in characters.
_SHOWN_CONSTANT = 60
_MISSING = ConstantOf(("missing",), "?")


def constant_operand(value: object) -> ConstantOf:
    """Return a constant whose repr tells it from others."""
    return ConstantOf((type(value).__name__, comparison_key(value)), _brief_constant(value))


def _brief_constant(value: object) -> str:
    cut = value[:_SHOWN_CONSTANT] if isinstance(value, str | bytes | list | tuple) else value
    return shortened(str(cut), _SHOWN_CONSTANT)


def compared_name(number: int, name: str | None) -> str:
    """Return what the parameter of a NAC file is called: its name, or its id."""
    return f"#{number}" if name is None else name


# NAC


def rows_of_nac(nac: NacFile, section: str = OPS) -> ComparableProgram:
    """Return the instructions of a NAC file. section: that they are in, "ops" or "trng"."""
    shown = shown_instructions(nac, section)

    def text(place: int) -> str:
        line = line_of(shown[place], b"")
        return f"{line.name} {', '.join(filter(None, (*line.operands, line.comment)))}".rstrip()

    return ComparableProgram(
        list(_NacRows(nac, section).rows()), text, lambda place: instruction_path(place, section=section)
    )


class _NacRows:
    """Reads the rows from the columns: an instruction is not made into an object."""

    def __init__(self, nac: NacFile, section: str) -> None:
        self._ops = program_of(nac, section)
        names = name_tables(nac, section)
        self._inputs, self._parameters = names.inputs, names.parameters
        self._signature = cache(lambda b: _text_of(names.signatures.get(b, f"B={b}" if b else "")))
        self._operator = cache(lambda a: names.operation(a) or f"A={a}")
        constants = names.constants
        self._constant = cache(
            lambda number: constant_of_nac(constants[number]) if number in constants else _number("#", number)
        )

    def rows(self) -> Iterator[ProgramRow]:
        ops = self._ops
        starts, constants_from = (ops.rows_of(name).tolist() for name in ("distances", "constants"))
        distances, constants = ops.field("distances").tolist(), ops.field("constants").view("u2").tolist()
        columns = (ops.a.tolist(), ops.b.tolist(), ops.has_c.tolist())
        for place, (a, b, has_c) in enumerate(zip(*columns, strict=True)):
            words = distances[starts[place] : starts[place + 1]]
            if a >= FIRST_REGULAR and (words or not has_c):
                listed = constants[constants_from[place] : constants_from[place + 1]]
                yield self._regular(place, a, b, words, listed if has_c else None)
            elif a == FixedOperation.input:
                yield self._input(place, b)
            else:
                yield self._other(place, a, b)

    def _regular(self, place: int, a: int, b: int, words: list[int], listed: list[int] | None) -> ProgramRow:
        waiting = iter(listed or ())
        operands = tuple([self._result(place, word) if word else self._next(waiting) for word in words])
        attributes: list[tuple[str, ConstantOf]] = [("signature", self._signature(b))]
        attributes += [("constant without an argument", self._constant(number)) for number in waiting]
        if listed == []:
            attributes.append(("constants", _text_of("none")))
        return ProgramRow(self._operator(a), operands, tuple(attributes))

    def _next(self, waiting: Iterator[int]) -> ConstantOf:
        number = next(waiting, None)
        return _MISSING if number is None else self._constant(number)

    def _result(self, place: int, distance: int) -> RowOperand:
        return ResultOf(place + distance) if 0 <= place + distance < place else _number("distance ", distance)

    def _input(self, place: int, b: int) -> ProgramRow:
        name = self._inputs.get(place)
        attributes: list[tuple[str, ConstantOf]] = [] if name is None else [("name", _text_of(name))]
        number = int(self._ops.field("id")[place]) & 0xFFFF
        if b == InputSource.parameter:
            operands: tuple[RowOperand, ...] = (ParameterNamed(compared_name(number, self._parameters.get(number))),)
        elif b == InputSource.constant:
            operands = (self._constant(number),)
        else:
            operands = (_number("", number),) if self._ops.has_c[place] else ()
        if b != InputSource.user:
            attributes.append(("source", _number("", b)))
        return ProgramRow(self._operator(FixedOperation.input), operands, tuple(attributes), computes=False)

    def _other(self, place: int, a: int, b: int) -> ProgramRow:
        fields = self._ops[place]
        c, d = list(fields.c), list(fields.d)
        operands: list[RowOperand] = []
        if a == FixedOperation.output and c and self._ops.kind(OutputKind.update)[place]:
            operands.append(ParameterNamed(compared_name(c[-1], self._parameters.get(c[-1]))))
            c = c[:-1]
        operands += [self._result(place, word) if word else _number("distance ", word) for word in d]
        if fields.is_element:
            operands += map(self._constant, c[1:])
            c = c[:1]
        attributes = [("B", _number("", b)), ("C", constant_operand(c))]
        return ProgramRow(self._operator(a), tuple(operands), tuple(attributes), a != FixedOperation.output)


def constant_of_nac(value: Any) -> ConstantOf:
    """Return a constant of `cnst`: equal where types and bytes are."""
    payload = value.payload
    cut = payload[: 4 * _SHOWN_CONSTANT] if isinstance(payload, bytes) else payload
    shown = type(value)(value.kind, cut, value.length).value if isinstance(cut, bytes) else value.value
    return ConstantOf((int(value.kind), comparison_key(payload)), _brief_constant(shown))


def _text_of(text: str) -> ConstantOf:
    return ConstantOf(text, f'"{shortened(text, _SHOWN_CONSTANT)}"')


def _number(prefix: str, number: int) -> ConstantOf:
    return ConstantOf((prefix, number), f"{prefix}{number}")


# Mind IR


def mic_parameter_names(graph: MicGraph) -> dict[int, str]:
    """Return the names of the parameters of a graph by their ids; a name that is there twice has the id as well."""
    seen: dict[str, int] = {}
    found: dict[int, str] = {}
    for place, value in enumerate(graph.values):
        if isinstance(value, Param):
            found[place] = value.name if value.name not in seen else f"{value.name}#{place}"
            seen[value.name] = place
    return found


def rows_of_mic(graph: MicGraph) -> ComparableProgram:
    """Return the values of a Mind IR graph, and its output as the last row."""
    names = mic_parameter_names(graph)
    type_text = cache(lambda number: _type_text(graph.types[number]) if 0 <= number < len(graph.types) else "?")
    rows = [_mic_row(place, value, names, type_text) for place, value in enumerate(graph.values)]
    if graph.output is not None:
        known = 0 <= graph.output < len(graph.values)
        taken = ResultOf(graph.output) if known else _number("value ", graph.output)
        rows.append(ProgramRow("output", (taken,), computes=False))
    last = len(graph.values)

    def text(place: int) -> str:
        value = graph.values[place] if place < last else None
        if isinstance(value, Param):
            return f"param {shortened(value.name, _SHOWN_CONSTANT)}: {type_text(value.type)}"
        return shown_row(rows[place])

    return ComparableProgram(rows, text, lambda place: f"values[{place}]" if place < last else "output")


def _mic_row(place: int, value: MindValue, names: Mapping[int, str], type_text: Callable[[int], str]) -> ProgramRow:
    match value:
        case Param():
            return ProgramRow("param", (ParameterNamed(names[place]),), computes=False)
        case Arg(name, number):
            kind = type_text(number)
            return ProgramRow("arg", (), (("name", _text_of(name)), ("type", ConstantOf(kind, kind))), computes=False)
    operator = f"custom {value.name}" if value.opcode is CUSTOM else value.op
    operands = tuple([ResultOf(each) if 0 <= each < place else _number("value ", each) for each in value.inputs])
    return ProgramRow(
        operator, operands, tuple((name, constant_operand(given)) for name, given in value.attributes.items())
    )


def _type_text(kind: TensorType) -> str:
    return f"{kind.dtype}[{', '.join(kind.dims)}]"


# The graph of any model


def rows_of_graph(graph: Graph) -> ComparableProgram:
    """Return the inputs and operations of a graph, and its outputs; parameters are operands of these.

    The order of its rows is that in which one format or another has them, which tells nothing.
    """
    found = _GraphRows(graph)
    paths = [f"{graph.unit} {value.index if value.place is None else value.place}" for value in found.values]
    paths += [f"output {number}" for number in range(len(graph.outputs))]
    return ComparableProgram(found.rows, lambda place: shown_row(found.rows[place]), paths.__getitem__, ordered=False)


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
                named = [(name, self._attribute(each)) for name, each in sorted(value.attributes.items())]
                return ProgramRow(value.operator, self._operands(value.operands), tuple(named))
            case Input():
                return ProgramRow("input", (), (("name", _text_of(value.name)),), computes=False)
            case State():
                return ProgramRow("state", (_number("", value.state_id),), computes=False)
        return ProgramRow(value.label, (_text_of(value.name),), computes=False)

    def _operands(self, operands: Any) -> tuple[RowOperand, ...]:
        found: list[RowOperand] = []
        for each in operands:
            if isinstance(each, list | tuple) and any(isinstance(item, Ref) for item in each):
                found += self._operands(each)
            else:
                found.append(self._operand(each))
        return tuple(found)

    def _operand(self, operand: Any) -> RowOperand:
        if not isinstance(operand, Ref):
            return ConstantOf(_meaning(operand), _brief_constant(operand))
        value = self._graph.values[operand.index]
        if isinstance(value, Weight):
            return ParameterNamed(value.name)
        if _is_operand(value):
            assert isinstance(value, Input)
            return constant_operand(value.default)
        return ResultOf(self._places[operand.index], -1 if operand.part is None else operand.part)

    def _attribute(self, value: Any) -> ConstantOf:
        return ConstantOf(_meaning(value), _brief_constant(value))


def _meaning(value: Any) -> Hashable:
    found = meaning_of(value)
    return found if len(str(found)) < _SHOWN_CONSTANT else comparison_key(found)


def _is_operand(value: GraphValue) -> bool:
    """True if a value is shown where it is taken, and not as a row."""
    return isinstance(value, Weight) or (isinstance(value, Input) and value.lifted)
