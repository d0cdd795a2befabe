"""Plans as text that `assemble` makes the same bytes of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from nacformats.errors import FormatError
from nacformats.formats.mep import words
from nacformats.formats.mep.instructions import PlanInstruction
from nacformats.formats.mep.linking import PlanLoops, find_loops, usual_target
from nacformats.formats.mep.literals import literal, ordinary_length
from nacformats.formats.mep.opcodes import CONSTANT, JUMP, RESULT, SLOT, PlanOperand
from nacformats.formats.records.constants import Constant
from nacformats.formats.records.rows import IdTable

#: Constants that take more characters are declared once and meant by their numbers, so that the text stays in
#: proportion to the file.
_MAX_INLINE = 120
_MAX_DEPTH = 12
_STEP = "    "
_BYTES_A_LINE = 16


def plan_text(
    instructions: Sequence[PlanInstruction],
    constants: Mapping[int, Constant],
    *,
    start: int | None = None,
    rest: bytes = b"",
    failure: FormatError | None = None,
) -> str:
    """Return the text of a program.

    Args:
        instructions: of the program.
        constants: the pool.
        start: where the bytecode begins in its file; every line tells its offset then.
        rest: bytes behind the instructions that cannot be read.
        failure: why they cannot.
    """
    lines = (_with_offset(line, start, offset) for offset, line in disassembled(instructions, constants))
    return "".join(f"{line}\n" for line in (*lines, *_unread(rest, failure)))


def disassembled(
    instructions: Sequence[PlanInstruction], constants: Mapping[int, Constant]
) -> Iterator[tuple[int | None, str]]:
    """Yield the lines of the text of a program, each with the offset of its instruction; None for
    labels and constants.
    """
    return _Writer(instructions, constants).lines()


def _with_offset(line: str, start: int | None, offset: int | None) -> str:
    return line if start is None or offset is None else f"{line:<60} {words.COMMENT} {start + offset:08x}"


def _unread(rest: bytes, failure: FormatError | None) -> Iterator[str]:
    """Yield lines of bytes for what cannot be read."""
    if not rest:
        return
    yield f"{words.COMMENT} not readable: {failure}"
    for at in range(0, len(rest), _BYTES_A_LINE):
        yield f"{words.BYTES_DIRECTIVE} {rest[at : at + _BYTES_A_LINE].hex(' ')}"


class _Writer:
    def __init__(self, instructions: Sequence[PlanInstruction], constants: Mapping[int, Constant]) -> None:
        self.instructions = instructions
        self.pool = _Pool.of(instructions, constants)
        self.loops: PlanLoops = find_loops(each.code for each in instructions)
        self.places = {each.offset: index for index, each in enumerate(instructions)}
        end = instructions[-1].end if instructions else 0
        self.places[end] = len(instructions)
        self.labels = self._labels()

    def _labels(self) -> dict[int, str]:
        """Return the label of each instruction that needs one, by its index."""
        targets = {self._target(index, each) for index, each in enumerate(self.instructions)}
        named = sorted(target for target in targets if target is not None)
        return {target: f"L{number}" for number, target in enumerate(named, 1)}

    def _target(self, index: int, instruction: PlanInstruction) -> int | None:
        """Return the instruction that a jump names by a label: none for the usual jumps of loops, and into
        instructions.
        """
        jump = instruction.operands.get("jump")
        if not isinstance(jump, int):
            return None
        target = self.places.get(instruction.end + jump)
        return None if target == usual_target(index, instruction.code, self.loops) else target

    def lines(self) -> Iterator[tuple[int | None, str]]:
        yield from ((None, line) for line in self.pool.declarations())
        depth = 0
        for index, instruction in enumerate(self.instructions):
            if index in self.labels:
                yield None, f"{self.labels[index]}:"
            depth -= index in self.loops.starts
            line = _STEP * (1 + min(depth, _MAX_DEPTH)) + self._line(index, instruction)
            depth += index in self.loops.ends
            yield instruction.offset, line
        if len(self.instructions) in self.labels:
            yield None, f"{self.labels[len(self.instructions)]}:"

    def _line(self, index: int, instruction: PlanInstruction) -> str:
        """Return a line as RESULTS = MNEMONIC OPERANDS FILLERS."""
        opcode = instruction.opcode
        present = [each for each in opcode.operands if each.name in instruction.operands]
        shown = [each for each in present if each.role != RESULT and not each.is_filler]
        left = ", ".join(_slots(instruction.operands[each.name]) for each in present if each.role == RESULT)
        while shown and shown[-1].is_none(instruction.operands[shown[-1].name]):
            shown.pop()
        operands = [self._operand(index, instruction, each, is_last=each is shown[-1]) for each in shown]
        fillers = [
            f"{each.name} {instruction.operands[each.name]}"
            for each in present
            if each.is_filler and instruction.operands[each.name]
        ]
        return " ".join(filter(None, [f"{left} =" if left else "", instruction.name, *operands, *fillers]))

    def _operand(self, index: int, instruction: PlanInstruction, operand: PlanOperand, *, is_last: bool) -> str:
        value = instruction.operands[operand.name]
        if operand.is_none(value):
            return words.NONE
        if isinstance(value, tuple):
            return _slots(value) if is_last else f"({_slots(value)})"
        if operand.role == SLOT:
            return _slots(value)
        if operand.role == CONSTANT:
            return self.pool.word(value)
        if operand.role == JUMP:
            return self._jump(index, instruction, value)
        return operand.words.get(value, str(value))

    def _jump(self, index: int, instruction: PlanInstruction, jump: int) -> str:
        """Return a label, or the distance in bytes where there is no instruction; nothing for the usual
        jumps of loops.
        """
        place = self.places.get(instruction.end + jump)
        if place is None:
            return f"{jump:+d}"
        return "" if place == usual_target(index, instruction.code, self.loops) else self.labels[place]


def _slots(numbers: int | tuple[int, ...]) -> str:
    return ", ".join(f"{words.SLOT_MARK}{number}" for number in ((numbers,) if isinstance(numbers, int) else numbers))


@dataclass(frozen=True)
class _Pool:
    """The text form of a program's constants.

    Attributes:
        rows: numbers and constants in the order of the file.
        inline: what stands in place of numbers.
        is_usual: whether the assembler makes the same pool of what stands inline.
    """

    rows: tuple[tuple[int, Constant], ...]
    inline: Mapping[int, str]
    is_usual: bool

    @classmethod
    def of(cls, instructions: Sequence[PlanInstruction], constants: Mapping[int, Constant]) -> _Pool:
        rows = constants.entries if isinstance(constants, IdTable) else tuple(constants.items())
        firsts: dict[Constant, int] = {}
        for number, constant in rows:
            firsts.setdefault(constant, number)
        inline: dict[int, str] = {}
        for constant, number in firsts.items():
            text = literal(constant)
            if len(text) <= _MAX_INLINE and constant.length == ordinary_length(constant):
                inline[number] = text
        used = dict.fromkeys(
            each.operands[operand.name]
            for each in instructions
            for operand in each.opcode.operands
            if operand.role == CONSTANT and not operand.is_none(each.operands[operand.name])
        )
        numbers = [number for number, _ in rows]
        is_usual = list(used) == numbers == list(range(len(rows))) and len(inline) == len(rows)
        return cls(rows, inline, is_usual)

    def declarations(self) -> Iterator[str]:
        if self.is_usual:
            return
        for number, constant in self.rows:
            odd = constant.length != ordinary_length(constant)
            suffix = f" {words.LENGTH} {constant.length}" if odd else ""
            yield f"{words.CONSTANT_DIRECTIVE} {number} {literal(constant)}{suffix}"

    def word(self, number: int) -> str:
        return self.inline.get(number, f"{words.CONSTANT_MARK}{number}")
