"""Checks of a plan before it runs: where jumps lead, and whether operands mean something."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from nacformats.errors import FormatError, InvalidError
from nacformats.findings import Finding
from nacformats.formats.mep.formatting import parse_template
from nacformats.formats.mep.instructions import BYTECODE, Origin, PlanInstruction
from nacformats.formats.mep.linking import BRANCH_IF, LOOP_END, PlanLoops, find_loops, usual_target
from nacformats.formats.mep.opcodes import BY_NAME, CONSTANT, JUMP, MODEL, PlanOperand
from nacformats.formats.records import rules
from nacformats.formats.records.constants import Constant, ConstantKind
from nacformats.formats.records.rules import findings_at

#: Instructions that take models, besides those that load and release them.
_USING_MODELS = frozenset(
    name
    for name, opcode in BY_NAME.items()
    if any(each.role == MODEL for each in opcode.operands) and name not in ("res_load_model", "res_unload")
)


class CheckedProgram:
    """Instructions and constants. Instructions are meant by their index.

    Attributes:
        instructions: of the plan.
        constants: its pool, each made once.
        loops: of the program, by their order.
        start: where the bytecode begins in its file.
    """

    def __init__(
        self, instructions: Sequence[PlanInstruction], constants: Mapping[int, Constant], start: int, origin: Origin
    ) -> None:
        """start: where the bytecode begins in its file; origin: lines and names."""
        self.instructions = instructions
        self.constants = dict(constants.items())
        self.loops: PlanLoops = find_loops(each.code for each in instructions)
        self.start = start
        self._origin = origin
        self._places = {each.offset: index for index, each in enumerate(instructions)}
        self._places[self.size] = len(instructions)

    @property
    def size(self) -> int:
        """Bytes of the program."""
        return self.instructions[-1].end if self.instructions else 0

    def offset(self, index: int) -> int:
        """Return the offset of an instruction in the bytecode; for the number of instructions, its end."""
        return self.instructions[index].offset if index < len(self.instructions) else self.size

    def aim(self, index: int) -> int:
        """Return the byte of the bytecode that a jump leads to."""
        return self.instructions[index].end + self.instructions[index].number(JUMP)

    def target(self, index: int) -> int | None:
        """Return the instruction that a jump leads to, or the number of instructions for the end; None where there is
        none.
        """
        return self._places.get(self.aim(index))

    def constant(self, index: int, name: str) -> Constant | None:
        """Return the constant that an operand of an instruction means; None where there is none, or it means none."""
        return self.constants.get(self.instructions[index].number(name))

    def models(self, index: int) -> Iterator[int]:
        """Yield the numbers of the models that an instruction uses."""
        instruction = self.instructions[index]
        if instruction.name in _USING_MODELS:
            yield instruction.number(MODEL)
        if asks_for_tokenizer(instruction):
            constant = self.constant(index, "resource")
            if constant is not None and isinstance(constant.payload, int):
                yield constant.payload

    def slot(self, number: int) -> str:
        """Return a slot, by number and name."""
        name = self._origin.names.get(number)
        return f"slot {number}" if name is None else f"slot {number} ({name})"

    def error(self, rule: str, index: int, reason: str, **details: Any) -> Finding:
        """Return a finding about an instruction."""
        return rules.error(rule, self._label(index, reason), **self._place(index), **details)

    def warning(self, rule: str, index: int, reason: str) -> Finding:
        """Return a finding about an instruction that harms nothing."""
        return rules.warning(rule, self._label(index, reason), **self._place(index))

    def _label(self, index: int, reason: str) -> str:
        return f"instruction {index} ({self.instructions[index].name}): {reason}"

    def _place(self, index: int) -> dict[str, Any]:
        lines = self._origin.lines
        line = {"line": lines[index]} if index < len(lines) else {}
        return {"path": BYTECODE, "offset": self.start + self.instructions[index].offset, **line}


def asks_for_tokenizer(instruction: PlanInstruction) -> bool:
    """True if an instruction takes the tokenizer of a model."""
    if instruction.name != "res_load_extern":
        return False
    (kind,) = (each for each in instruction.opcode.operands if each.words)
    return kind.words.get(instruction.number(kind.name)) == "tokenizer"


def _check_structure(program: CheckedProgram) -> Iterator[Finding]:
    """Jumps lead to instructions or to the end; every loop has two ends.

    The end of a loop leads back to its body, a break to what follows the loop, and no jump into a loop from outside.
    """
    jumping = [index for index, each in enumerate(program.instructions) if JUMP in each.operands]
    yield from findings_at([index for index in jumping if program.target(index) is None], lambda at: _lost(program, at))
    yield from findings_at(program.loops.open, lambda at: program.error("plan-loop", at, "the loop has no end"))
    reason = "no loop begins before this end"
    yield from findings_at(program.loops.stray, lambda at: program.error("plan-loop", at, reason))
    yield from findings_at([index for index in jumping if _misleads(program, index)], lambda at: _astray(program, at))


def _lost(program: CheckedProgram, index: int) -> Finding:
    aim = program.aim(index)
    where = "into an instruction" if 0 < aim < program.size else "out of the program"
    details = {"expected": f"the start of an instruction, or {program.size}", "actual": f"byte {aim} of the bytecode"}
    return program.error("plan-jump", index, f"the jump leads {where}", **details)


def _misleads(program: CheckedProgram, index: int) -> bool:
    code, target = program.instructions[index].code, program.target(index)
    if target is None:
        return False
    if code == LOOP_END and index not in program.loops.starts:
        return False  # it has no start, which is said already
    if code == BRANCH_IF:
        return _enters_loop(program, index, target)
    return target != usual_target(index, code, program.loops)


def _enters_loop(program: CheckedProgram, index: int, target: int) -> bool:
    """True if a jump enters a loop from outside."""
    if target == len(program.instructions):
        return False
    loop = program.loops.around[target]
    return loop >= 0 and not loop < index <= program.loops.ends.get(loop, len(program.instructions))


def _astray(program: CheckedProgram, index: int) -> Finding:
    code = program.instructions[index].code
    if code == BRANCH_IF:
        return program.error("plan-loop", index, "the jump leads into a loop that has not begun")
    usual = usual_target(index, code, program.loops)
    if usual is None:
        return program.error("plan-loop", index, "there is no loop to leave")
    where = "the first instruction of its body" if code == LOOP_END else "what follows the loop"
    expected = f"byte {program.offset(usual)} of the bytecode, {where}"
    reason = "the jump is not that of a loop"
    return program.error("plan-loop", index, reason, expected=expected, actual=program.aim(index))


#: Operands whose constant has to be a text; others may be anything.
TEXT_OPERANDS = {
    ("src_user_prompt", "prompt"),
    ("res_load_model", "path"),
    ("res_load_datafile", "path"),
    ("res_load_array", "array"),
    ("model_train_step", "weight"),
    ("model_train_step", "bias"),
    ("preproc_get_id", "token"),
    ("string_format", "pattern"),
    ("sys_debug_print", "message"),
}
#: Operands whose other numbers mean something as well: every dtype that is not named is float32.
_OPEN = {("tensor_create", "dtype")}


def _check_choices(program: CheckedProgram) -> Iterator[Finding]:
    """Choices are among those that there are."""
    unknown = [
        (index, operand)
        for index, each in enumerate(program.instructions)
        for operand in each.opcode.operands
        if operand.words
        and operand.name in each.operands
        and each.operands[operand.name] not in operand.words
        and (each.name, operand.name) not in _OPEN
    ]
    yield from findings_at(unknown, lambda at: _unknown(program, *at))


def _unknown(program: CheckedProgram, index: int, operand: PlanOperand) -> Finding:
    expected = "one of " + ", ".join(f"{key} ({word})" for key, word in operand.words.items())
    actual = program.instructions[index].number(operand.name)
    return program.error("plan-operand", index, f"no such {operand.name}", expected=expected, actual=actual)


def _check_constants(program: CheckedProgram) -> Iterator[Finding]:
    """Constants exist, and are what their instruction needs."""
    found = [
        (index, operand.name)
        for index, each in enumerate(program.instructions)
        for operand in each.opcode.operands
        if operand.role == CONSTANT and not operand.is_none(each.operands[operand.name])
    ]
    missing = [at for at in found if program.constant(*at) is None]
    yield from findings_at(missing, lambda at: _missing(program, *at))
    kinds = [(*at, program.constant(*at), _needed(program, *at)) for at in found]
    wrong = [
        (index, name, needed.name, constant.kind.name)
        for index, name, constant, needed in kinds
        if constant is not None and needed is not None and constant.kind is not needed
    ]
    yield from findings_at(wrong, lambda at: _unsuited(program, *at))


def _missing(program: CheckedProgram, index: int, name: str) -> Finding:
    reason = f"there is no constant {program.instructions[index].number(name)}"
    return program.error("plan-constant", index, reason)


def _needed(program: CheckedProgram, index: int, name: str) -> ConstantKind | None:
    instruction = program.instructions[index]
    if asks_for_tokenizer(instruction):
        return ConstantKind.int64
    return ConstantKind.text if (instruction.name, name) in TEXT_OPERANDS else None


def _unsuited(program: CheckedProgram, index: int, name: str, expected: str, actual: str) -> Finding:
    reason = f"constant {program.instructions[index].number(name)}, its {name}, is of the wrong type"
    return program.error("plan-constant", index, reason, expected=expected, actual=actual)


def _check_templates(program: CheckedProgram) -> Iterator[Finding]:
    """Templates can be filled with as many values as there are. Each is parsed once, however often it is used."""
    needs: dict[int, int | FormatError] = {}
    found: list[tuple[int, FormatError]] = []
    for index, each in enumerate(program.instructions):
        constant = program.constant(index, "pattern") if each.name == "string_format" else None
        if constant is None or not isinstance(constant.payload, str):
            continue  # what is wrong then, another rule says
        key, count = each.number("pattern"), len(each.numbers("values"))
        if key not in needs:
            needs[key] = _needed_values(constant.payload)
        needed = needs[key]
        if isinstance(needed, FormatError):
            found.append((index, needed))
        elif needed > count:
            reason = "the template has more fields than there are values"
            found.append((index, InvalidError(reason, expected=count, actual=needed)))
    yield from findings_at(
        found,
        lambda at: program.error("plan-template", at[0], at[1].reason, expected=at[1].expected, actual=at[1].actual),
    )


def _needed_values(text: str) -> int | FormatError:
    """Return the number of values that a template needs, or why it is refused."""
    try:
        return parse_template(text).positions
    except FormatError as error:
        return error


def check_form(program: CheckedProgram) -> Iterator[Finding]:
    """Check each instruction and each jump."""
    yield from _check_structure(program)
    yield from _check_choices(program)
    yield from _check_constants(program)
    yield from _check_templates(program)
