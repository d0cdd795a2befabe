"""The programs of NAC files and Mind IR graphs as rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
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
from nacformats.printing import shortened

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
