"""Where the control flow of a plan can go, and what has happened on every way to an instruction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import accumulate, pairwise

from nacformats.errors import LimitError
from nacformats.formats.mep.instructions import PlanInstruction
from nacformats.formats.mep.opcodes import BY_NAME, FORMAT_NAME

#: How often blocks are visited at most: each, and all of them together beyond that.
MAX_VISITS_A_BLOCK = 20
MAX_VISITS = 1_000_000

_ENDS = frozenset({BY_NAME["exec_return"].code, BY_NAME["exec_halt"].code})


@dataclass(frozen=True)
class Effect:
    """What an instruction does to a set of facts, as bits: it clears some of them, then sets others."""

    clears: int = 0
    sets: int = 0


def ends_program(instruction: PlanInstruction) -> bool:
    """Whether nothing comes after an instruction."""
    return instruction.code in _ENDS


def facts_on_every_way(successors: Sequence[tuple[int, ...]], effects: Sequence[Effect]) -> list[int | None]:
    """What holds before each instruction, whichever way led to it; None before one that no way leads to.

    Args:
        successors: of each instruction; past the last one, the program ends.
        effects: of each instruction.

    Raises:
        LimitError: jumps lead back and forth so often that it would take too long.
    """
    blocks = _blocks(successors)
    summaries = [_summary(effects, start, stop) for start, stop in blocks]
    block_at = {start: number for number, (start, _) in enumerate(blocks)}
    following = [[block_at[each] for each in successors[stop - 1] if each in block_at] for _, stop in blocks]
    before = _solve(following, summaries)
    facts: list[int | None] = [None] * len(successors)
    for (start, stop), held in zip(blocks, before, strict=True):
        if held is not None:
            facts[start:stop] = _through(held, effects[start:stop])
    return facts


def _blocks(successors: Sequence[tuple[int, ...]]) -> list[tuple[int, int]]:
    """Runs of instructions that are entered at the first one and left at the last one."""
    count = len(successors)
    leaders = {0} if count else set()
    for index, following in enumerate(successors):
        if following != (index + 1,):
            leaders.update(each for each in (*following, index + 1) if each < count)
    return list(pairwise([*sorted(leaders), count]))


def _summary(effects: Sequence[Effect], start: int, stop: int) -> Effect:
    clears = sets = 0
    for effect in effects[start:stop]:
        sets = sets & ~effect.clears | effect.sets
        clears |= effect.clears
    return Effect(clears, sets)


def _solve(following: Sequence[Sequence[int]], effects: Sequence[Effect]) -> list[int | None]:
    """What holds before each block: rounds through the blocks in their order, until nothing changes.

    A program takes about as many rounds as its loops are deep. Facts are lost one by one at worst, which is bounded.
    """
    if not effects:
        return []
    before: list[int | None] = [0, *[None] * (len(effects) - 1)]
    later = [0]
    visits = MAX_VISITS_A_BLOCK * len(effects) + MAX_VISITS
    while later:
        queue, later, waiting = later, [], set(later)
        heapify(queue)
        while queue:
            block = heappop(queue)
            waiting.discard(block)
            visits -= 1
            after = _after(before[block] or 0, effects[block])
            for each in following[block]:
                known = before[each]
                before[each] = after if known is None else known & after
                if before[each] == known or each in waiting:
                    continue
                waiting.add(each)
                if each > block:
                    heappush(queue, each)
                else:
                    later.append(each)
        if visits < 0:
            raise LimitError("the plan jumps about too much to be checked", format=FORMAT_NAME)
    return before


def _through(held: int, effects: Sequence[Effect]) -> list[int]:
    """What holds before each of some instructions that follow each other."""
    return list(accumulate(effects[:-1], _after, initial=held))


def _after(held: int, effect: Effect) -> int:
    return held & ~effect.clears | effect.sets
