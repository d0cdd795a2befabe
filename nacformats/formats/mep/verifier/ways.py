"""What holds on every way through a plan: which slots are written, and which models are loaded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from nacformats.errors import LimitError
from nacformats.findings import Finding
from nacformats.formats.mep.instructions import BYTECODE, PlanInstruction
from nacformats.formats.mep.loops import LOOP_END, LOOP_START
from nacformats.formats.mep.opcodes import JUMP, MODEL, MODELS, RESULT, SLOT, SLOTS
from nacformats.formats.mep.verifier.facts import Effect, ends_program, facts_on_every_way
from nacformats.formats.mep.verifier.program import CheckedProgram, number, slots
from nacformats.formats.records.constants import Constant
from nacformats.formats.records.rules import findings_at
from nacformats.formats.records.versions import FORMAT_NAME

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
    """The instructions that may follow an instruction; a way that a constant rules out is none."""
    instruction = program.instructions[index]
    if ends_program(instruction):
        return ()
    if instruction.code == LOOP_START:
        after = program.loops.ends.get(index, len(program.instructions)) + 1
        return (index + 1,) if "runs" in traits.get(number(instruction, "count"), ()) else (index + 1, after)
    target = program.target(index) if JUMP in instruction.operands else None
    if target is None:
        return (index + 1,)
    known = traits.get(number(instruction, "condition"), Traits()) if instruction.code != LOOP_END else Traits()
    if "true" in known:
        return (target,)
    return (index + 1,) if "false" in known else (index + 1, target)


def _traits_by_slot(program: CheckedProgram) -> dict[int, Traits]:
    """What is true of whatever is written to each slot that anything is written to."""
    of_constants = {key: _traits(constant) for key, constant in program.constants.items()}
    found: dict[int, Traits] = {}
    for each in program.instructions:
        is_constant = each.name == "src_constant"
        traits = of_constants.get(number(each, "constant"), Traits()) if is_constant else Traits()
        for slot in slots(each, RESULT):
            found[slot] = found.get(slot, traits) & traits
    return found


def _traits(constant: Constant) -> Traits:
    value = constant.value
    found: set[Trait] = {"true" if value else "false"}
    if isinstance(value, int) and value > 0:
        found.add("runs")
    return frozenset(found)


def _effect(instruction: PlanInstruction) -> Effect:
    """The slots and models that an instruction writes and loads, or empties and releases."""
    model = 1 << (SLOTS + number(instruction, MODEL)) if MODEL in instruction.operands else 0
    if instruction.name == "res_unload":
        return Effect(clears=model | _bits(slots(instruction, SLOT)))
    return Effect(sets=_bits(slots(instruction, RESULT)) | (model if instruction.name == "res_load_model" else 0))


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
        for slot in dict.fromkeys(slots(each, SLOT))
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
    loaded = {number(each, MODEL) for each in program.instructions if each.name == "res_load_model"}

    def finding(at: tuple[int, int]) -> Finding:
        index, model = at
        why = "at least on one way to here" if model in loaded else "since nothing ever loads it"
        return program.error("plan-model", index, f"model {model} is not loaded, {why}")

    yield from findings_at(absent, finding)
