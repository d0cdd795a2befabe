"""Instructions that name where they jump to, as bytecode: what the assembler and the builder have in common."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NoReturn, Protocol

from nacformats._generated.columns.nac import constant as codec
from nacformats.errors import FormatError, InvalidError, LimitError
from nacformats.formats.mep.instructions import OperandValues, sizes_of, write_instructions
from nacformats.formats.mep.opcodes import BY_NAME, FORMAT_NAME, JUMP, PlanOpcode
from nacformats.formats.records.constants import Constant
from nacformats.formats.records.rows import IdTable, largest
from nacformats.limits import MAX_PLAN_BYTES

LOOP_START = BY_NAME["flow_loop_start"].code
LOOP_END = BY_NAME["flow_loop_end"].code
BREAK_LOOP_IF = BY_NAME["flow_break_loop_if"].code
BRANCH_IF = BY_NAME["flow_branch_if"].code


@dataclass(frozen=True)
class PlanLoops:
    """The loops of a program; instructions are meant by their index.

    Attributes:
        ends: the end of each loop by its start.
        starts: the start of each loop by its end.
        around: the start of the innermost loop around each instruction, -1 where there is none. The end of a loop is
            in it, its start is not.
        open: starts that no end belongs to.
        stray: ends that no start belongs to.
    """

    ends: dict[int, int]
    starts: dict[int, int]
    around: list[int]
    open: tuple[int, ...]
    stray: tuple[int, ...]


def find_loops(codes: Iterable[int]) -> PlanLoops:
    """Return the loops of a program, given its opcodes."""
    ends: dict[int, int] = {}
    around: list[int] = []
    stray: list[int] = []
    inside: list[int] = []
    for index, code in enumerate(codes):
        around.append(inside[-1] if inside else -1)
        if code == LOOP_START:
            inside.append(index)
        elif code == LOOP_END and inside:
            ends[inside.pop()] = index
        elif code == LOOP_END:
            stray.append(index)
    return PlanLoops(ends, {end: start for start, end in ends.items()}, around, tuple(inside), tuple(stray))


def usual_target(index: int, code: int, loops: PlanLoops) -> int | None:
    """Return the instruction that a loop's own jump goes to: the first of the body, or the one after the loop.

    It may be one past the last instruction. None where there is no such loop, and for other instructions.
    """
    if code == LOOP_END and index in loops.starts:
        return loops.starts[index] + 1
    if code == BREAK_LOOP_IF and loops.around[index] in loops.ends:
        return loops.ends[loops.around[index]] + 1
    return None


#: The largest number of a constant, and the largest length field.
MAX_ID, MAX_LENGTH = largest(codec, "id_constant"), largest(codec, "length")


class ConstantPool:
    """Constants by number: those that are added with one, and behind them those that are only used."""

    def __init__(self) -> None:
        self._rows: list[tuple[int, Constant]] = []
        self._numbers: dict[Constant, int] = {}
        self._next = 0

    def add(self, number: int, constant: Constant) -> None:
        """Give a number to a constant. The first one counts, should it get several."""
        self._rows.append((number, constant))
        self._numbers.setdefault(constant, number)
        self._next = max(self._next, number + 1)

    def number(self, constant: Constant, least: int = 0) -> int:
        """Return the number of a constant, which gets one when it has none from `least` on. LimitError when none is
        left.
        """
        if self._numbers.get(constant, -1) < least:
            number = max(self._next, least)
            if number > MAX_ID:
                expected = f"numbers up to {MAX_ID}"
                raise LimitError("the plan has too many constants", format=FORMAT_NAME, expected=expected)
            self.add(number, constant)
            self._numbers[constant] = number
        return self._numbers[constant]

    def table(self) -> IdTable[Constant]:
        return IdTable(self._rows)


class _Draft(Protocol):
    """An instruction before it is known where jumps lead.

    Attributes:
        opcode: what it does.
        aim: the label that it jumps to, or a distance in bytes; None for the usual jump of a loop.
    """

    @property
    def opcode(self) -> PlanOpcode: ...
    @property
    def aim(self) -> str | int | None: ...

    def refuse(self, reason: str, expected: str, actual: object, kind: type[FormatError], *, aim: bool) -> NoReturn:
        """Raise an error about the instruction or, with aim, about where it jumps."""


def link(drafts: Sequence[_Draft], operands: Sequence[OperandValues], labels: Mapping[str, int]) -> bytes:
    """Return the bytecode of instructions.

    Args:
        drafts: the N instructions.
        operands: of each of them; jumps are 0.
        labels: the index of the instruction behind each label; N is the end.

    Raises:
        FormatError: a jump is too long, or leads nowhere; or there are too many instructions.
    """
    instructions = list(zip((draft.opcode.code for draft in drafts), operands, strict=True))
    starts = [0, *accumulate(sizes_of(instructions))]
    if starts[-1] > MAX_PLAN_BYTES:
        index = next(index for index, end in enumerate(starts) if end > MAX_PLAN_BYTES) - 1
        expected = f"at most {MAX_PLAN_BYTES} bytes"
        drafts[index].refuse("the program is too long", expected, starts[-1], LimitError, aim=False)
    loops = find_loops(draft.opcode.code for draft in drafts)
    for index, draft in enumerate(drafts):
        if JUMP not in operands[index]:
            continue
        place = usual_target(index, draft.opcode.code, loops) if draft.aim is None else labels.get(str(draft.aim))
        distance = draft.aim if isinstance(draft.aim, int) else _distance(draft, place, starts, index)
        instructions[index] = draft.opcode.code, {**operands[index], JUMP: _fitting(draft, distance)}
    return write_instructions(instructions)


def _distance(draft: _Draft, place: int | None, starts: list[int], index: int) -> int:
    """Return the bytes from the end of an instruction to the start of another one."""
    if place is None and draft.aim is None:
        expected = "a label, or flow_loop_start and flow_loop_end"
        draft.refuse("the instruction is in no loop, and has no label", expected, None, InvalidError, aim=False)
    if place is None:
        draft.refuse("nothing has this label", "the label of an instruction", draft.aim, InvalidError, aim=True)
    return starts[place] - starts[index + 1]


def _fitting(draft: _Draft, distance: int) -> int:
    jump = next(each for each in draft.opcode.operands if each.role == JUMP)
    if not jump.low <= distance <= jump.high:
        draft.refuse("the jump is too long", f"{jump.low} to {jump.high} bytes", distance, LimitError, aim=True)
    return distance
