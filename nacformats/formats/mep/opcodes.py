"""The opcodes of MEP bytecode and their operands, as the schema has them (NAC v1.6, section 9, and NAC v1.7, v1.8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from nacformats._generated.columns.mep import plan_instruction as codec
from nacformats.codec.columns.table import Column
from nacformats.codec.tables import FieldEntry, table_of
from nacformats.codec.trees.parts import record_of
from nacformats.errors import InvalidError

FORMAT_NAME = "mep"
#: What the numbers in an operand are (`-role` of the schema).
RESULT, SLOT, CONSTANT, MODEL, JUMP, LITERAL = "result", "slot", "constant", "model", "jump", "literal"
#: What ends the role of an operand whose 0 means that there is none.
_OR_NONE = "_or_none"

_SCHEMA = table_of(FORMAT_NAME)
#: The words of each enum of the schema by number.
ENUM_WORDS = {name: {member.number: member.id for member in enum.members} for name, enum in _SCHEMA.enums.items()}
#: The first version of NAC that has a number, where not all have it.
_SINCE = {
    name: {member.number: member.since for member in enum.members if member.since}
    for name, enum in _SCHEMA.enums.items()
}
_COLUMNS: dict[str, Column] = {column.key.removeprefix("operands."): column for column in codec.columns}
#: Numbers that the operands of an instruction are read with, to see which of them depend on another one: those that
#: enums of the schema name, and one that none names.
_NAMED = {number for name, words in ENUM_WORDS.items() if name != "opcode" for number in words}
_UNNAMED = max({*range(256)} - _NAMED)
_PROBES = (*sorted(_NAMED), _UNNAMED)


@dataclass(frozen=True, eq=False)
class PlanOperand:
    """An operand of an opcode.

    Attributes:
        name: of its field in the schema.
        role: what its number is: RESULT, SLOT, CONSTANT, MODEL, JUMP or LITERAL.
        words: names of numbers, where the schema has an enum.
        since: the first version of NAC that has a number, where v1.6 has it not.
        is_list: whether it is a list of numbers.
        low, high: the smallest and the largest number.
        may_be_none: whether 0 means that there is none.
    """

    name: str
    role: str
    words: Mapping[int, str]
    since: Mapping[int, str]
    is_list: bool
    low: int
    high: int
    may_be_none: bool = False

    def is_none(self, number: object) -> bool:
        """True if a number stands for no operand."""
        return self.may_be_none and number == 0

    @cached_property
    def is_filler(self) -> bool:
        """True if the number has no meaning."""
        return self.role == LITERAL and not self.words


@dataclass(frozen=True, eq=False)
class PlanOpcode:
    """An opcode.

    Attributes:
        code: its byte.
        name: its id in the schema.
        operands: every operand that it may have, in the order of the bytes.
        doc: what it does.
        since: the first version of NAC that has it; empty where v1.6 has it.
    """

    code: int
    name: str
    operands: tuple[PlanOperand, ...]
    doc: str
    since: str
    _present: Mapping[int, tuple[PlanOperand, ...]]

    @cached_property
    def chooser(self) -> PlanOperand | None:
        """The operand that decides which others there are: the first one whose numbers have names."""
        return next((each for each in self.operands if each.words), None)

    def operands_for(self, choice: int) -> tuple[PlanOperand, ...]:
        """Return the operands that there are when the chooser has this number; none where the schema does
        not allow it.
        """
        return self._present.get(choice, self._present.get(_UNNAMED, ()))


def _operand(field: FieldEntry) -> PlanOperand:
    column = _COLUMNS[field.id]
    words, since = (ENUM_WORDS[field.enum], _SINCE[field.enum]) if field.enum else ({}, {})
    limits = np.iinfo(column.dtype)
    role, may_be_none = field.role.removesuffix(_OR_NONE), field.role.endswith(_OR_NONE)
    return PlanOperand(field.id, role, words, since, bool(column.rows), int(limits.min), int(limits.max), may_be_none)


def _readings(code: int) -> Iterator[tuple[int, Any]]:
    """Yield instructions with this opcode and one number everywhere."""
    for number in _PROBES:
        octets = bytes([code]) + bytes([number]) * (4 * max(_PROBES))
        try:
            yield number, record_of(FORMAT_NAME, codec.parser, octets)
        except InvalidError:
            continue  # the schema names the numbers that there may be


def _opcode(code: int, name: str, doc: str, since: str) -> PlanOpcode:
    present: dict[int, tuple[PlanOperand, ...]] = {}
    every: tuple[PlanOperand, ...] = ()
    for number, instruction in _readings(code):
        kind = _SCHEMA.types[instruction.operands.NAME]
        every = every or tuple(_operand(field) for field in kind.fields if field.role)
        present[number] = tuple(each for each in every if each.name in instruction.operands)
    return PlanOpcode(code, name, every, doc, since, present)


#: By their byte, and by their name.
OPCODES: dict[int, PlanOpcode] = {
    member.number: _opcode(member.number, member.id, member.doc, member.since)
    for member in _SCHEMA.enums["opcode"].members
}
BY_NAME: dict[str, PlanOpcode] = {opcode.name: opcode for opcode in OPCODES.values()}


def _count(role: str) -> int:
    """Return how many numbers fit every operand of a role."""
    return 1 + min(each.high for opcode in OPCODES.values() for each in opcode.operands if each.role == role)


#: Slots of the machine, and models that it can have loaded.
SLOTS, MODELS = _count(SLOT), _count(MODEL)
#: Most slots in a list: their number is a byte, as each of them is.
MAX_LISTED = SLOTS - 1
