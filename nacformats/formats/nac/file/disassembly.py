"""The program of a NAC file, one line an instruction."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import TypeVar

from nacformats.errors import FormatError
from nacformats.formats.nac.columns.instructions import OPS
from nacformats.formats.nac.file import program
from nacformats.formats.nac.file.contents import name_tables, program_of
from nacformats.formats.nac.file.model import NacFile
from nacformats.formats.nac.file.sections import NameTables
from nacformats.formats.records.constants import FLOAT32, Constant
from nacformats.printing import printable

Entry = TypeVar("Entry")

#: Longer constants and names are cut here.
_SHOWN_CHARACTERS = 60


@dataclass(frozen=True)
class Line:
    """One instruction.

    Attributes:
        index: its place in the program, others refer to it as %index.
        offset: in bytes in the file that it was read from, or None.
        raw: its bytes.
        name: of the operation; "?" and its number where it has none.
        signature: a code for each argument, or "".
        operands: "%12" for a result, "#3=[1, 2]" for a constant and its id, 'param 4 "fc.weight"', "state 0", and in a
            training program "saved %12" for a result of the forward pass and "target 0"; or why they are not known.
        comment: the name of an input, or "".
        values: the operands themselves, as `shown` cuts them; empty where they are not known.
    """

    index: int
    offset: int | None
    raw: bytes
    name: str
    signature: str
    operands: tuple[str, ...]
    comment: str
    values: tuple[program.Operand, ...] = ()

    def __str__(self) -> str:
        offset = "" if self.offset is None else f"{self.offset:08x}  "
        text = f"{offset}{self.raw.hex(' '):<23}  %{self.index:<5} {self.name} {', '.join(self.operands)}".rstrip()
        return f"{text}  ; {self.comment}" if self.comment else text


def disassemble(file: NacFile, section: str = OPS) -> Iterator[Line]:
    """Yield the instructions of a section of a file, "ops" or "trng", made while they are asked for."""
    yield from map(line_of, shown_instructions(file, section))


def shown_instructions(file: NacFile, section: str = OPS) -> program.Instructions:
    """Return the instructions of a section, to be shown: what they refer to is made once, and cut to what a line shows
    of it.

    A million of them may refer to one constant of 64,000 elements, or to one name of as many characters.
    """
    names = name_tables(file, section)
    cut = NameTables(
        _Cut(names.operations, _cut_text),
        dict(names.signatures),
        _Cut(names.constants, _cut_constant),
        _Cut(names.parameters, _cut_text),
        _Cut(names.inputs, _cut_text),
        names.fixed,
    )
    return program.Instructions(program_of(file, section), cut)


class _Cut(Mapping[int, Entry]):
    """A table whose entries are made once, and cut."""

    def __init__(self, table: Mapping[int, Entry], cut: Callable[[Entry], Entry]) -> None:
        self._table = table
        self._entry = cache(lambda number: cut(table[number]))

    def __getitem__(self, number: int) -> Entry:
        return self._entry(number)

    def __iter__(self) -> Iterator[int]:
        return iter(self._table)

    def __len__(self) -> int:
        return len(self._table)


def _cut_text(text: str) -> str:
    return text[: _SHOWN_CHARACTERS + 1]


def _cut_constant(constant: Constant) -> Constant:
    """Return a constant with as many elements as are shown, and one more."""
    payload = constant.payload
    if isinstance(payload, str | tuple):
        return replace(constant, payload=payload[: _SHOWN_CHARACTERS + 1])
    if isinstance(payload, bytes):
        return replace(constant, payload=payload[: FLOAT32.itemsize * (_SHOWN_CHARACTERS + 1)])
    return constant


def line_of(instruction: program.Instruction) -> Line:
    """Return one instruction of a file."""
    values, reason = _values(instruction)
    return Line(
        instruction.index,
        instruction.offset,
        instruction.raw,
        _shortened(printable(instruction.name)) if instruction.name is not None else f"? {instruction.a}",
        instruction.signature or "",
        tuple(map(_operand, values)) if reason is None else (f"<{reason}>",),
        "" if instruction.input_name is None else _quoted(instruction.input_name),
        values,
    )


def value_of(operand: program.Operand) -> dict[str, object]:
    """Return an operand in plain values: what it refers to by number; names and constants are cut as in a line."""
    if isinstance(operand, program.ResultRef):
        return {"result": operand.index}
    if isinstance(operand, program.ConstantRef):
        found = operand.value
        if isinstance(found, list | str) and len(found) > _SHOWN_CHARACTERS:
            return {"constant": operand.id, "value": found[:_SHOWN_CHARACTERS], "omitted": True}
        return {"constant": operand.id, "value": found}
    if isinstance(operand, program.ParameterRef):
        return {"parameter": operand.id, "name": operand.name and _shortened(operand.name)}
    if isinstance(operand, program.SavedRef):
        return {"saved": operand.index}
    return {"target": operand.number} if isinstance(operand, program.TargetRef) else {"state": operand.id}


def _values(instruction: program.Instruction) -> tuple[tuple[program.Operand, ...], str | None]:
    """Return the operands; or none, and why they are not known."""
    try:
        return tuple(instruction.operands), None
    except FormatError as error:
        return (), error.reason


def _operand(operand: program.Operand) -> str:
    if isinstance(operand, program.ResultRef):
        return f"%{operand.index}"
    if isinstance(operand, program.ConstantRef):
        return f"#{operand.id}={_shortened(ascii(operand.value))}"
    if isinstance(operand, program.ParameterRef):
        return f"param {operand.id}" + ("" if operand.name is None else f" {_quoted(operand.name)}")
    if isinstance(operand, program.SavedRef):
        return f"saved %{operand.index}"
    if isinstance(operand, program.TargetRef):
        return f"target {operand.number}"
    return f"state {operand.id}"


def _quoted(name: str) -> str:
    return f'"{_shortened(printable(name))}"'


def _shortened(text: str) -> str:
    return text if len(text) <= _SHOWN_CHARACTERS else f"{text[: _SHOWN_CHARACTERS - 3]}..."
