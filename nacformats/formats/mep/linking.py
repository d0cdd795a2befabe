"""From instructions that name where they jump to bytecode: what the assembler and the builder have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import NoReturn, Protocol

from nacformats.errors import FormatError, InvalidError, LimitError
from nacformats.formats.mep.instructions import OperandValues, sizes_of, write_instructions
from nacformats.formats.mep.loops import find_loops, usual_target
from nacformats.formats.mep.opcodes import JUMP, OPCODES
from nacformats.limits import MAX_PLAN_BYTES


class _Draft(Protocol):
    """An instruction before it is known where jumps lead.

    Attributes:
        code: its opcode.
        aim: the label that it jumps to, or a distance in bytes; None for the usual jump of a loop.
    """

    @property
    def code(self) -> int: ...
    @property
    def aim(self) -> str | int | None: ...

    def refuse(self, reason: str, expected: str, actual: object, kind: type[FormatError], *, aim: bool) -> NoReturn:
        """Raise an error about the instruction or, with aim, about where it jumps."""


def link(drafts: Sequence[_Draft], operands: Sequence[OperandValues], labels: Mapping[str, int]) -> bytes:
    """The bytecode of instructions.

    Args:
        drafts: the N instructions.
        operands: of each of them; jumps are 0.
        labels: the index of the instruction behind each label; N is the end.

    Raises:
        FormatError: a jump is too long, or leads nowhere; or there are too many instructions.
    """
    instructions = list(zip((draft.code for draft in drafts), operands, strict=True))
    starts = [0, *accumulate(sizes_of(instructions))]
    if starts[-1] > MAX_PLAN_BYTES:
        index = next(index for index, end in enumerate(starts) if end > MAX_PLAN_BYTES) - 1
        expected = f"at most {MAX_PLAN_BYTES} bytes"
        drafts[index].refuse("the program is too long", expected, starts[-1], LimitError, aim=False)
    loops = find_loops(draft.code for draft in drafts)
    for index, draft in enumerate(drafts):
        if JUMP not in operands[index]:
            continue
        place = usual_target(index, draft.code, loops) if draft.aim is None else labels.get(str(draft.aim))
        distance = draft.aim if isinstance(draft.aim, int) else _distance(draft, place, starts, index)
        instructions[index] = draft.code, {**operands[index], JUMP: _fitting(draft, distance)}
    return write_instructions(instructions)


def _distance(draft: _Draft, place: int | None, starts: list[int], index: int) -> int:
    """The bytes from the end of an instruction to the start of another one."""
    if place is None and draft.aim is None:
        expected = "a label, or flow_loop_start and flow_loop_end"
        draft.refuse("the instruction is in no loop, and has no label", expected, None, InvalidError, aim=False)
    if place is None:
        draft.refuse("nothing has this label", "the label of an instruction", draft.aim, InvalidError, aim=True)
    return starts[place] - starts[index + 1]


def _fitting(draft: _Draft, distance: int) -> int:
    jump = next(each for each in OPCODES[draft.code].operands if each.role == JUMP)
    if not jump.low <= distance <= jump.high:
        draft.refuse("the jump is too long", f"{jump.low} to {jump.high} bytes", distance, LimitError, aim=True)
    return distance
