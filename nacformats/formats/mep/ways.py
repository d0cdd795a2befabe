"""Checks of what holds on every way through a plan: which slots are written, and which models are loaded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import accumulate, pairwise
from typing import Literal

from nacformats.errors import LimitError
from nacformats.findings import Finding
from nacformats.formats.mep.instructions import BYTECODE, PlanInstruction
from nacformats.formats.mep.linking import LOOP_END, LOOP_START
from nacformats.formats.mep.opcodes import BY_NAME, JUMP, MODEL, MODELS, RESULT, SLOT, SLOTS
from nacformats.formats.mep.verifier import CheckedProgram
from nacformats.formats.records import FORMAT_NAME
from nacformats.formats.records.constants import Constant
from nacformats.formats.records.rules import findings_at

#: How often blocks are visited at most: each, and all of them together beyond that.
MAX_VISITS_A_BLOCK = 20
MAX_VISITS = 1_000_000

_ENDS = frozenset({BY_NAME["exec_return"].code, BY_NAME["exec_halt"].code})


@dataclass(frozen=True)
class Effect:
    """The effect of an instruction on a set of facts, as bits: it clears some, then sets others."""

    clears: int = 0
    sets: int = 0


def facts_on_every_way(successors: Sequence[tuple[int, ...]], effects: Sequence[Effect]) -> list[int | None]:
    """Return the facts before each instruction on every way to it; None before one that is never reached.

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
            inside = accumulate(effects[start : stop - 1], _after, initial=held)
            facts[start:stop] = inside
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
    """Return the facts before each block, by rounds through the blocks until nothing changes.

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
            raise LimitError("the plan jumps about too much to be checked")
    return before


def _after(held: int, effect: Effect) -> int:
    return held & ~effect.clears | effect.sets


#: What is known of a constant: whether it is true as a condition, and whether a loop with this count runs at all.
Trait = Literal["true", "false", "runs"]
Traits = frozenset[Trait]


def check_ways(program: CheckedProgram) -> Iterator[Finding]:
    """Check what holds on every way through a plan, or report that the ways are too many."""
    try:
        yield from _check_ways(program)
    except LimitError as failure:
        failure.path, failure.offset, failure.format = BYTECODE, program.start, FORMAT_NAME
        yield Finding.of(failure, f"{FORMAT_NAME}.plan")


def _check_ways(program: CheckedProgram) -> Iterator[Finding]:
    """Slots are written before they are read, models loaded before they are used, and every instruction is reached.

    Raises:
        LimitError: the ways are too many.
    """
    traits = _traits_by_slot(program)
    successors = [_successors(program, index, traits) for index in range(len(program.instructions))]
    facts = facts_on_every_way(successors, [_effect(each) for each in program.instructions])
    yield from _check_slots(program, facts, traits)
    yield from _check_models(program, facts)
    dead = [index for index, held in enumerate(facts) if held is None]
    firsts = [index for index in dead if index == 0 or facts[index - 1] is not None]
    yield from findings_at(firsts, lambda index: program.warning("plan-unreachable", index, "no way leads here"))


def _successors(program: CheckedProgram, index: int, traits: dict[int, Traits]) -> tuple[int, ...]:
    """Return the instructions that may follow an instruction; a way that a constant rules out is none."""
    instruction = program.instructions[index]
    if instruction.code in _ENDS:
        return ()
    if instruction.code == LOOP_START:
        after = program.loops.ends.get(index, len(program.instructions)) + 1
        return (index + 1,) if "runs" in traits.get(instruction.number("count"), ()) else (index + 1, after)
    target = program.target(index) if JUMP in instruction.operands else None
    if target is None:
        return (index + 1,)
    known = traits.get(instruction.number("condition"), Traits()) if instruction.code != LOOP_END else Traits()
    if "true" in known:
        return (target,)
    return (index + 1,) if "false" in known else (index + 1, target)


def _traits_by_slot(program: CheckedProgram) -> dict[int, Traits]:
    """Return the traits common to all values written to each slot."""
    of_constants = {key: _traits(constant) for key, constant in program.constants.items()}
    found: dict[int, Traits] = {}
    for each in program.instructions:
        is_constant = each.name == "src_constant"
        traits = of_constants.get(each.number("constant"), Traits()) if is_constant else Traits()
        for slot in each.slots(RESULT):
            found[slot] = found.get(slot, traits) & traits
    return found


def _traits(constant: Constant) -> Traits:
    value = constant.value
    found: set[Trait] = {"true" if value else "false"}
    if isinstance(value, int) and value > 0:
        found.add("runs")
    return frozenset(found)


def _effect(instruction: PlanInstruction) -> Effect:
    """Return the slots and models that an instruction writes and loads, or empties and releases."""
    model = 1 << (SLOTS + instruction.number(MODEL)) if MODEL in instruction.operands else 0
    if instruction.name == "res_unload":
        return Effect(clears=model | _bits(instruction.slots(SLOT)))
    return Effect(sets=_bits(instruction.slots(RESULT)) | (model if instruction.name == "res_load_model" else 0))


def _bits(found: Iterable[int]) -> int:
    bits = 0
    for each in found:
        bits |= 1 << each
    return bits


def _check_slots(program: CheckedProgram, facts: list[int | None], written: dict[int, Traits]) -> Iterator[Finding]:
    empty = [
        (index, slot)
        for index, each in enumerate(program.instructions)
        if (held := facts[index]) is not None and each.name != "res_unload"
        for slot in dict.fromkeys(each.slots(SLOT))
        if not held >> slot & 1
    ]

    def finding(at: tuple[int, int]) -> Finding:
        index, slot = at
        why = "at least on one way to here" if slot in written else "since nothing is ever written to it"
        return program.error("plan-slot", index, f"{program.slot(slot)} is empty, {why}")

    yield from findings_at(empty, finding)


def _check_models(program: CheckedProgram, facts: list[int | None]) -> Iterator[Finding]:
    absent = [
        (index, model)
        for index in range(len(program.instructions))
        if (held := facts[index]) is not None
        for model in program.models(index)
        if not 0 <= model < MODELS or not held >> (SLOTS + model) & 1
    ]
    loaded = {each.number(MODEL) for each in program.instructions if each.name == "res_load_model"}

    def finding(at: tuple[int, int]) -> Finding:
        index, model = at
        why = "at least on one way to here" if model in loaded else "since nothing ever loads it"
        return program.error("plan-model", index, f"model {model} is not loaded, {why}")

    yield from findings_at(absent, finding)
