"""The instructions of a plan as objects, from bytecode and back (NAC v1.6, section 9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from nacformats._generated.columns.mep import plan_instruction as codec
from nacformats.codec.columns import Columns
from nacformats.codec.streams import Buffer
from nacformats.errors import FormatError, LimitError
from nacformats.formats.mep.opcodes import FORMAT_NAME, OPCODES, PlanOpcode
from nacformats.formats.records import VERSIONS
from nacformats.formats.records.rows import drafted
from nacformats.limits import MAX_PLAN_BYTES

#: Where a file has the bytecode, in paths of errors and findings.
BYTECODE = "orch.bytecode"

OperandValues = Mapping[str, int | tuple[int, ...]]


@dataclass(frozen=True)
class PlanInstruction:
    """One instruction of the bytecode.

    Attributes:
        offset: its first byte, from the start of the bytecode.
        size: in bytes.
        code: the opcode.
        name: of the opcode, as the schema has it, such as "src_constant".
        operands: by the name of the field: numbers of slots, constants and models, enum numbers, lists of slots, and
            jumps relative to the end of the instruction.
    """

    offset: int
    size: int
    code: int
    name: str
    operands: OperandValues

    @property
    def end(self) -> int:
        """The byte after it, from the start of the bytecode: what its jump counts from."""
        return self.offset + self.size

    @property
    def opcode(self) -> PlanOpcode:
        """The opcode in the table."""
        return OPCODES[self.code]

    @property
    def since(self) -> str:
        """The first version of NAC that has the instruction with these operands, such as "1.8"."""
        opcode = self.opcode
        numbers = ((each.since, self.operands.get(each.name)) for each in opcode.operands if each.since)
        chosen = [since.get(number, "") for since, number in numbers if isinstance(number, int)]
        return max(filter(None, (VERSIONS[0], opcode.since, *chosen)), key=VERSIONS.index)

    def is_beyond(self, version: str) -> bool:
        """True if a version of NAC does not have the instruction."""
        return VERSIONS.index(self.since) > VERSIONS.index(version)

    def number(self, name: str) -> int:
        """Return an operand that is one number."""
        found = self.operands[name]
        assert isinstance(found, int)
        return found

    def numbers(self, name: str) -> tuple[int, ...]:
        """Return an operand that is a list of numbers."""
        found = self.operands[name]
        assert isinstance(found, tuple)
        return found

    def slots(self, role: str) -> Iterator[int]:
        """Yield the slots in the operands of a role."""
        for operand in self.opcode.operands:
            if operand.role == role and operand.name in self.operands:
                value = self.operands[operand.name]
                if not operand.is_none(value):
                    yield from (value,) if isinstance(value, int) else value


@dataclass(frozen=True)
class Origin:
    """The lines and names of the source that a plan was made from, for messages.

    Attributes:
        lines: the line of each instruction, from 1; empty where there are no lines.
        names: of slots.
    """

    lines: tuple[int, ...] = ()
    names: Mapping[int, str] = field(default_factory=dict)


def read_instructions(bytecode: Buffer, start: int = 0) -> tuple[PlanInstruction, ...]:
    """Return all instructions of some bytecode.

    Args:
        bytecode: the bytes.
        start: where they are in their file, for errors.

    Raises:
        LimitError: there are more than MAX_PLAN_BYTES.
        InvalidError: an unknown opcode, or an operation whose operands are not known.
        TruncatedError: the last instruction is cut off.
    """
    found, failure = leading_instructions(bytecode, start)
    if failure is not None:
        raise failure
    return found


def leading_instructions(bytecode: Buffer, start: int = 0) -> tuple[tuple[PlanInstruction, ...], FormatError | None]:
    """Return the instructions up to the first that cannot be read, and why it cannot; see read_instructions.

    Raises:
        LimitError: there are more bytes than MAX_PLAN_BYTES.
    """
    if len(bytecode) > MAX_PLAN_BYTES:
        details: dict[str, Any] = {"path": BYTECODE, "offset": start, "actual": len(bytecode)}
        raise LimitError("the plan is too long", format=FORMAT_NAME, expected=f"at most {MAX_PLAN_BYTES}", **details)
    data = bytes(bytecode)
    starts = codec.extents(data, 0, len(data)).tolist()
    count = len(starts) - 1
    found = tuple(_instructions(codec.read(data, 0, count), starts))
    return found, None if starts[-1] == len(data) else _failure(data, count, start)


def write_instructions(instructions: Sequence[tuple[int, OperandValues]]) -> bytes:
    """Return the bytecode of instructions, each an opcode and its operands. FormatError when a number does not fit."""
    return codec.write(_columns(instructions), path=BYTECODE)


def sizes_of(instructions: Sequence[tuple[int, OperandValues]]) -> list[int]:
    """Return the size of each instruction in bytes."""
    sizes: list[int] = codec.sizes(_columns(instructions), path=BYTECODE).tolist()
    return sizes


def _columns(instructions: Sequence[tuple[int, OperandValues]]) -> dict[str, Any]:
    rows = (
        {"opcode": code, **{f"operands.{name}": value for name, value in operands.items()}}
        for code, operands in instructions
    )
    return drafted(codec, rows, BYTECODE + "[{}]")


def _failure(data: bytes, count: int, start: int) -> FormatError:
    """Return the error for the instruction after the first ones."""
    try:
        codec.read(data, 0, count + 1)
    except FormatError as failure:
        failure.path = f"{BYTECODE}{failure.path or ''}"
        failure.offset = None if failure.offset is None else failure.offset + start
        return failure
    raise AssertionError("what cannot be read is refused")


def _instructions(columns: Columns, starts: list[int]) -> Iterable[PlanInstruction]:
    numbers = {key.removeprefix("operands."): array.tolist() for key, array in columns.arrays.items()}
    for index, code in enumerate(numbers["opcode"]):
        offset, opcode = starts[index], OPCODES[code]
        operands = _operands(opcode, numbers, index)
        yield PlanInstruction(offset, starts[index + 1] - offset, code, opcode.name, operands)


def _operands(opcode: PlanOpcode, numbers: dict[str, list[int]], index: int) -> OperandValues:
    chooser = opcode.chooser
    present = opcode.operands_for(numbers[chooser.name][index] if chooser else 0)
    return {
        each.name: tuple(numbers[each.name][slice(*numbers[f"{each.name}[]"][index : index + 2])])
        if each.is_list
        else numbers[each.name][index]
        for each in present
    }
