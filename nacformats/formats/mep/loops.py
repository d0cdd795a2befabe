"""Which instructions of a plan begin, end and leave loops: pairs by their order, whatever the jumps say."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nacformats.formats.mep.opcodes import BY_NAME

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
    """The loops of a program, given its opcodes."""
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
    """The instruction that a loop's own jump goes to: the first of the body, or the one after the loop.

    It may be one past the last instruction. None where there is no such loop, and for other instructions.
    """
    if code == LOOP_END and index in loops.starts:
        return loops.starts[index] + 1
    if code == BREAK_LOOP_IF and loops.around[index] in loops.ends:
        return loops.ends[loops.around[index]] + 1
    return None
