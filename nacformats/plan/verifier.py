"""What is wrong with a plan before it runs: jumps, loops, constants, models, and slots that may be empty when read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Literal

from nacformats.errors import LimitError
from nacformats.findings import Finding
from nacformats.formats.nac.constants import Constant
from nacformats.formats.nac.rules import error, listed, warning
from nacformats.formats.nac.tables import FORMAT_NAME as NAC
from nacformats.formats.nac.tables import ConstantKind
from nacformats.plan.flow import Effect, ends_program, facts_on_every_way
from nacformats.plan.instructions import BYTECODE, Instruction
from nacformats.plan.loops import BRANCH_IF, LOOP_END, LOOP_START, Loops, find_loops, usual_target
from nacformats.plan.opcodes import CONSTANT, JUMP, MODEL, MODELS, OPCODES, RESULT, SLOT, SLOTS

#: What is known of a constant: whether it is true as a condition, and whether a loop with this count runs at all.
Trait = Literal["true", "false", "runs"]

#: What the constant of an operand has to be; others may be anything.
_KINDS = {
    ("src_user_prompt", "prompt"): ConstantKind.text,
    ("res_load_model", "path"): ConstantKind.text,
    ("res_load_datafile", "path"): ConstantKind.text,
    ("preproc_get_id", "token"): ConstantKind.text,
    ("string_format", "template"): ConstantKind.text,
    ("sys_debug_print", "message"): ConstantKind.text,
}
#: Operands whose other numbers mean something as well: every dtype that is not named is float32.
_OPEN = {("tensor_create", "dtype")}


def check_plan(instructions: Sequence[Instruction], constants: Mapping[int, Constant], start: int) -> list[Finding]:
    """Findings about a program, in the order of the rules.

    Args:
        instructions: of the program.
        constants: its pool.
        start: where the bytecode begins in its file.
    """
    verifier = _Verifier(instructions, constants, start)
    found = list(verifier.before_running())
    try:
        return [*found, *verifier.on_every_way()]
    except LimitError as failure:
        failure.path, failure.offset, failure.format = BYTECODE, start, NAC
        return [*found, Finding.of(failure, f"{NAC}.plan")]


class _Verifier:
    def __init__(self, instructions: Sequence[Instruction], constants: Mapping[int, Constant], start: int) -> None:
        self.instructions = instructions
        self.constants = constants
        self.start = start
        self.loops: Loops = find_loops(each.code for each in instructions)
        self.places = {each.offset: index for index, each in enumerate(instructions)}
        self.places[instructions[-1].end if instructions else 0] = len(instructions)

    def before_running(self) -> Iterator[Finding]:
        """What instructions are refused for, whichever of them run."""
        yield from self._jumps()
        yield from self._loops()
        yield from self._operands()
        yield from self._constants()

    def on_every_way(self) -> Iterator[Finding]:
        """What depends on the ways through the program. LimitError when there are too many."""
        yield from self._slots()
        yield from self._models()
        yield from self._unreachable()

    # jumps and loops

    def target(self, index: int) -> int | None:
        """The instruction that a jump leads to, or the number of instructions for the end; None where there is none."""
        instruction = self.instructions[index]
        jump = instruction.operands[JUMP]
        assert isinstance(jump, int)
        return self.places.get(instruction.end + jump)

    @cached_property
    def jumping(self) -> list[int]:
        return [index for index, each in enumerate(self.instructions) if JUMP in each.operands]

    def _jumps(self) -> Iterator[Finding]:
        """Jumps lead to instructions, or to the end."""
        lost = [index for index in self.jumping if self.target(index) is None]
        yield from listed(lost, self._lost)

    def _lost(self, index: int) -> Finding:
        instruction = self.instructions[index]
        target = instruction.end + _number(instruction, JUMP)
        end = self.instructions[-1].end
        where = "into an instruction" if 0 < target < end else "out of the program"
        details = {"expected": f"the start of an instruction, or {end}", "actual": f"byte {target} of the bytecode"}
        return self._error("plan-jump", index, f"the jump leads {where}", **details)

    def _loops(self) -> Iterator[Finding]:
        """Every loop has two ends; its end leads back to the body, a break behind it, and nothing else into it."""
        for index in self.loops.open:
            yield self._error("plan-loop", index, "the loop has no end")
        yield from listed(
            self.loops.stray, lambda index: self._error("plan-loop", index, "no loop begins before this end")
        )
        yield from listed([index for index in self.jumping if self._misleads(index)], self._astray)

    def _misleads(self, index: int) -> bool:
        code, target = self.instructions[index].code, self.target(index)
        if target is None or index in self.loops.stray:
            return False
        if code == BRANCH_IF:
            return self._enters_loop(index, target)
        return target != usual_target(index, code, self.loops)

    def _enters_loop(self, index: int, target: int) -> bool:
        """Whether a jump leads into a loop that it is not in."""
        if target == len(self.instructions):
            return False
        loop = self.loops.around[target]
        return loop >= 0 and not loop < index <= self.loops.ends.get(loop, len(self.instructions))

    def _astray(self, index: int) -> Finding:
        code = self.instructions[index].code
        if code == BRANCH_IF:
            return self._error("plan-loop", index, "the jump leads into a loop that has not begun")
        usual = usual_target(index, code, self.loops)
        if usual is None:
            return self._error("plan-loop", index, "there is no loop to leave")
        where = "the first instruction of its body" if code == LOOP_END else "what follows the loop"
        expected = f"byte {self._offset(usual)} of the bytecode, {where}"
        target = self.instructions[index].end + _number(self.instructions[index], JUMP)
        return self._error("plan-loop", index, "the jump is not that of a loop", expected=expected, actual=target)

    def _offset(self, index: int) -> int:
        return self.instructions[index].offset if index < len(self.instructions) else self.instructions[-1].end

    # operands and constants

    def _operands(self) -> Iterator[Finding]:
        """Numbers that stand for a choice are among the choices."""
        unknown = [
            (index, operand.name, ", ".join(f"{number} ({word})" for number, word in operand.words.items()))
            for index, each in enumerate(self.instructions)
            for operand in OPCODES[each.code].operands
            if operand.words
            and operand.name in each.operands
            and each.operands[operand.name] not in operand.words
            and (each.name, operand.name) not in _OPEN
        ]
        yield from listed(unknown, lambda at: self._unknown(*at))

    def _unknown(self, index: int, name: str, known: str) -> Finding:
        actual = self.instructions[index].operands[name]
        return self._error("plan-operand", index, f"no such {name}", expected=f"one of {known}", actual=actual)

    def _constants(self) -> Iterator[Finding]:
        """Constants exist, and are what their instruction needs."""
        found = [
            (index, operand.name)
            for index, each in enumerate(self.instructions)
            for operand in OPCODES[each.code].operands
            if operand.role == CONSTANT
        ]
        missing = [at for at in found if self._constant(*at) is None]
        yield from listed(missing, lambda at: self._missing(*at))
        wrong = [at for at in found if not self._suits(*at)]
        yield from listed(wrong, lambda at: self._unsuited(*at))

    def _constant(self, index: int, name: str) -> Constant | None:
        return self.constants.get(_number(self.instructions[index], name))

    def _missing(self, index: int, name: str) -> Finding:
        number = _number(self.instructions[index], name)
        return self._error("plan-constant", index, f"there is no constant {number}")

    def _needed(self, index: int, name: str) -> ConstantKind | None:
        instruction = self.instructions[index]
        if (instruction.name, name) == ("res_load_extern", "resource") and _asks_for_tokenizer(instruction):
            return ConstantKind.int64
        return _KINDS.get((instruction.name, name))

    def _suits(self, index: int, name: str) -> bool:
        constant, needed = self._constant(index, name), self._needed(index, name)
        return constant is None or needed is None or constant.kind is needed

    def _unsuited(self, index: int, name: str) -> Finding:
        constant, needed = self._constant(index, name), self._needed(index, name)
        assert constant is not None
        assert needed is not None
        number = _number(self.instructions[index], name)
        details = {"expected": needed.name, "actual": constant.kind.name}
        return self._error("plan-constant", index, f"constant {number}, its {name}, is of the wrong type", **details)

    # what is known on every way

    @cached_property
    def facts(self) -> list[int | None]:
        """The slots that are written and, above them, the models that are loaded before each instruction."""
        successors = [self._successors(index) for index in range(len(self.instructions))]
        return facts_on_every_way(successors, [_effect(each) for each in self.instructions])

    def _successors(self, index: int) -> tuple[int, ...]:
        instruction = self.instructions[index]
        if ends_program(instruction):
            return ()
        if instruction.code == LOOP_START:
            after = self.loops.ends.get(index, len(self.instructions)) + 1
            return (index + 1,) if self._is_known(instruction, "count", "runs") else (index + 1, after)
        if JUMP not in instruction.operands:
            return (index + 1,)
        target = self.target(index)
        onward = (index + 1,) if target is None else (index + 1, target)
        if instruction.code == LOOP_END or target is None:
            return onward
        if self._is_known(instruction, "condition", "true"):
            return (target,)
        return (index + 1,) if self._is_known(instruction, "condition", "false") else onward

    def _is_known(self, instruction: Instruction, operand: str, trait: Trait) -> bool:
        """Whether a slot can only hold constants with a trait."""
        return trait in self._traits.get(_number(instruction, operand), frozenset())

    @cached_property
    def _traits(self) -> dict[int, frozenset[Trait]]:
        """What is true of whatever is written to each slot."""
        found: dict[int, frozenset[Trait]] = {}
        for index, each in enumerate(self.instructions):
            constant = self._constant(index, "constant") if each.name == "src_constant" else None
            traits = frozenset() if constant is None else _traits_of(constant.value)
            for slot in _slots(each, RESULT):
                found[slot] = found.get(slot, traits) & traits
        return found

    def _slots(self) -> Iterator[Finding]:
        """The slots that an instruction reads are written on every way to it."""
        empty = [
            (index, slot)
            for index, each in enumerate(self.instructions)
            if (facts := self.facts[index]) is not None and each.name != "res_unload"
            for slot in dict.fromkeys(_slots(each, SLOT))
            if not facts >> slot & 1
        ]
        yield from listed(empty, lambda at: self._empty(*at))

    def _empty(self, index: int, slot: int) -> Finding:
        if slot not in self._traits:
            return self._error("plan-slot", index, f"slot {slot} is empty: nothing is ever written to it")
        return self._error("plan-slot", index, f"slot {slot} is empty, at least on one way to here")

    def _models(self) -> Iterator[Finding]:
        """The model that an instruction uses is loaded on every way to it."""
        absent = [
            (index, model)
            for index, each in enumerate(self.instructions)
            if (facts := self.facts[index]) is not None
            for model in self._used_models(index, each)
            if not 0 <= model < MODELS or not facts >> (SLOTS + model) & 1
        ]
        yield from listed(absent, lambda at: self._absent(*at))

    def _used_models(self, index: int, instruction: Instruction) -> Iterator[int]:
        """The numbers of the models that an instruction uses."""
        if instruction.name == "model_run_static":
            yield _number(instruction, "model")
        if instruction.name == "res_load_extern" and _asks_for_tokenizer(instruction):
            constant = self._constant(index, "resource")
            if constant is not None and isinstance(constant.value, int):
                yield constant.value

    def _absent(self, index: int, model: int) -> Finding:
        if model not in self._loaded:
            return self._error("plan-model", index, f"nothing loads model {model}")
        return self._error("plan-model", index, f"model {model} is not loaded, at least on one way to here")

    @cached_property
    def _loaded(self) -> set[int]:
        """The models that any instruction loads."""
        return {_number(each, MODEL) for each in self.instructions if each.name == "res_load_model"}

    def _unreachable(self) -> Iterator[Finding]:
        """Every instruction can be reached."""
        dead = [index for index, facts in enumerate(self.facts) if facts is None]
        firsts = [index for index in dead if index == 0 or self.facts[index - 1] is not None]
        yield from listed(firsts, self._dead)

    def _dead(self, index: int) -> Finding:
        return warning("plan-unreachable", self._label(index, "no way leads here"), **self._place(index))

    # how it is said

    def _error(self, rule: str, index: int, reason: str, **details: Any) -> Finding:
        return error(rule, self._label(index, reason), **self._place(index), **details)

    def _label(self, index: int, reason: str) -> str:
        return f"instruction {index} ({self.instructions[index].name}): {reason}"

    def _place(self, index: int) -> dict[str, Any]:
        return {"path": BYTECODE, "offset": self.start + self.instructions[index].offset}


def _number(instruction: Instruction, name: str) -> int:
    number = instruction.operands[name]
    assert isinstance(number, int)
    return number


def _slots(instruction: Instruction, role: str) -> Iterator[int]:
    """The slots in the operands of a role."""
    for operand in OPCODES[instruction.code].operands:
        if operand.role == role and operand.name in instruction.operands:
            value = instruction.operands[operand.name]
            yield from (value,) if isinstance(value, int) else value


def _effect(instruction: Instruction) -> Effect:
    """The slots and models that an instruction writes and loads, or empties and releases."""
    loads = instruction.name == "res_load_model"
    model = 1 << (SLOTS + _number(instruction, MODEL)) if MODEL in instruction.operands else 0
    if instruction.name == "res_unload":
        return Effect(clears=model | _bits(_slots(instruction, SLOT)))
    return Effect(sets=_bits(_slots(instruction, RESULT)) | (model if loads else 0))


def _bits(slots: Iterable[int]) -> int:
    found = 0
    for slot in slots:
        found |= 1 << slot
    return found


def _asks_for_tokenizer(instruction: Instruction) -> bool:
    (kind,) = (each for each in OPCODES[instruction.code].operands if each.words)
    return kind.words.get(_number(instruction, kind.name)) == "tokenizer"


def _traits_of(value: object) -> frozenset[Trait]:
    found: set[Trait] = {"true" if value else "false"}
    if isinstance(value, int) and value > 0:
        found.add("runs")
    return frozenset(found)
