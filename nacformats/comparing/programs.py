"""The programs of NAC files, Mind IR graphs and graphs of operators as rows."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
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
from nacformats.errors import FormatError
from nacformats.formats.mic.graph import MicGraph
from nacformats.formats.mic.objects import Arg, MindValue, Param, TensorType
from nacformats.formats.mic.opcodes import CUSTOM
from nacformats.formats.nac import NacFile
from nacformats.formats.nac.columns.instructions import OPS, instruction_path
from nacformats.formats.nac.file.contents import name_tables, program_of
from nacformats.formats.nac.file.disassembly import line_of, shown_instructions
from nacformats.formats.nac.tables import FIRST_REGULAR, FixedOperation, InputSource, OutputKind
from nacformats.graph.graph import Graph, GraphValue, Input, Operation, Ref, State, Weight, meaning_of, refs_in, refs_of
from nacformats.printing import shortened
from nacformats.restoring.resolved import resolution_of
from nacformats.runtime.steps.inference import infer

#: Longer constants are cut here, in characters.
_SHOWN_CONSTANT = 60
_MISSING = ConstantOf(("missing",), "?")


def constant_operand(value: object) -> ConstantOf:
    """Return a constant whose repr tells it from others."""
    return ConstantOf((type(value).__name__, comparison_key(value)), short_constant(value))


def short_constant(value: object) -> str:
    """Return a constant for people."""
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
        line = line_of(shown[place])
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
        self._signature = cache(lambda b: text_operand(names.signatures.get(b, f"B={b}" if b else "")))
        self._operator = cache(lambda a: names.operation(a) or f"A={a}")
        constants = names.constants
        self._constant = cache(
            lambda number: constant_of_nac(constants[number]) if number in constants else number_operand("#", number)
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
            attributes.append(("constants", text_operand("none")))
        return ProgramRow(self._operator(a), operands, tuple(attributes))

    def _next(self, waiting: Iterator[int]) -> ConstantOf:
        number = next(waiting, None)
        return _MISSING if number is None else self._constant(number)

    def _result(self, place: int, distance: int) -> RowOperand:
        return ResultOf(place + distance) if 0 <= place + distance < place else number_operand("distance ", distance)

    def _input(self, place: int, b: int) -> ProgramRow:
        name = self._inputs.get(place)
        attributes: list[tuple[str, ConstantOf]] = [] if name is None else [("name", text_operand(name))]
        number = int(self._ops.field("id")[place]) & 0xFFFF
        if b == InputSource.parameter:
            operands: tuple[RowOperand, ...] = (ParameterNamed(compared_name(number, self._parameters.get(number))),)
        elif b == InputSource.constant:
            operands = (self._constant(number),)
        else:
            operands = (number_operand("", number),) if self._ops.has_c[place] else ()
        if b != InputSource.user:
            attributes.append(("source", number_operand("", b)))
        return ProgramRow(self._operator(FixedOperation.input), operands, tuple(attributes), computes=False)

    def _other(self, place: int, a: int, b: int) -> ProgramRow:
        fields = self._ops[place]
        c, d = list(fields.c), list(fields.d)
        operands: list[RowOperand] = []
        if a == FixedOperation.output and c and self._ops.kind(OutputKind.update)[place]:
            operands.append(ParameterNamed(compared_name(c[-1], self._parameters.get(c[-1]))))
            c = c[:-1]
        operands += [self._result(place, word) if word else number_operand("distance ", word) for word in d]
        if fields.is_element:
            operands += map(self._constant, c[1:])
            c = c[:1]
        attributes = [("B", number_operand("", b)), ("C", constant_operand(c))]
        return ProgramRow(self._operator(a), tuple(operands), tuple(attributes), a != FixedOperation.output)


def constant_of_nac(value: Any) -> ConstantOf:
    """Return a constant of `cnst`: equal where types and bytes are."""
    payload = value.payload
    cut = payload[: 4 * _SHOWN_CONSTANT] if isinstance(payload, bytes) else payload
    shown = type(value)(value.kind, cut, value.length).value if isinstance(cut, bytes) else value.value
    return ConstantOf((int(value.kind), comparison_key(payload)), short_constant(shown))


def text_operand(text: str) -> ConstantOf:
    """Return a text as an operand."""
    return ConstantOf(text, f'"{shortened(text, _SHOWN_CONSTANT)}"')


def number_operand(prefix: str, number: int) -> ConstantOf:
    """Return a number of a file, such as an id, as an operand. prefix: tells it from others."""
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
        taken = ResultOf(graph.output) if known else number_operand("value ", graph.output)
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
            return ProgramRow(
                "arg", (), (("name", text_operand(name)), ("type", ConstantOf(kind, kind))), computes=False
            )
    operator = f"custom {value.name}" if value.opcode is CUSTOM else value.op
    operands = tuple([ResultOf(each) if 0 <= each < place else number_operand("value ", each) for each in value.inputs])
    return ProgramRow(
        operator, operands, tuple((name, constant_operand(given)) for name, given in value.attributes.items())
    )


def _type_text(kind: TensorType) -> str:
    return f"{kind.dtype}[{', '.join(kind.dims)}]"


# Graphs of operators: what programs of different formats are compared as

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
