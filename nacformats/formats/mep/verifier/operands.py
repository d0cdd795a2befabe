"""Whether operands mean something: choices, constants, templates."""

from __future__ import annotations

from collections.abc import Iterator

from nacformats.errors import FormatError, InvalidError
from nacformats.findings import Finding
from nacformats.formats.mep.formatting import parse_template
from nacformats.formats.mep.opcodes import CONSTANT, OPCODES, PlanOperand
from nacformats.formats.mep.verifier.program import CheckedProgram, asks_for_tokenizer, number, numbers
from nacformats.formats.records.constants import Constant, ConstantKind
from nacformats.formats.records.rules import findings_at

#: What the constant of an operand has to be; others may be anything.
_KINDS = {
    ("src_user_prompt", "prompt"): ConstantKind.text,
    ("res_load_model", "path"): ConstantKind.text,
    ("res_load_datafile", "path"): ConstantKind.text,
    ("res_load_array", "array"): ConstantKind.text,
    ("model_train_step", "weight"): ConstantKind.text,
    ("model_train_step", "bias"): ConstantKind.text,
    ("preproc_get_id", "token"): ConstantKind.text,
    ("string_format", "template"): ConstantKind.text,
    ("sys_debug_print", "message"): ConstantKind.text,
}
#: Operands whose other numbers mean something as well: every dtype that is not named is float32.
_OPEN = {("tensor_create", "dtype")}


def check_operands(program: CheckedProgram) -> Iterator[Finding]:
    """Choices are among those that there are; constants exist, and are what their instruction needs."""
    yield from _check_choices(program)
    yield from _check_constants(program)
    yield from _check_templates(program)


def _check_choices(program: CheckedProgram) -> Iterator[Finding]:
    unknown = [
        (index, operand)
        for index, each in enumerate(program.instructions)
        for operand in OPCODES[each.code].operands
        if operand.words
        and operand.name in each.operands
        and each.operands[operand.name] not in operand.words
        and (each.name, operand.name) not in _OPEN
    ]
    yield from findings_at(unknown, lambda at: _unknown(program, *at))


def _unknown(program: CheckedProgram, index: int, operand: PlanOperand) -> Finding:
    expected = "one of " + ", ".join(f"{key} ({word})" for key, word in operand.words.items())
    actual = number(program.instructions[index], operand.name)
    return program.error("plan-operand", index, f"no such {operand.name}", expected=expected, actual=actual)


def _check_constants(program: CheckedProgram) -> Iterator[Finding]:
    found = [
        (index, operand.name)
        for index, each in enumerate(program.instructions)
        for operand in OPCODES[each.code].operands
        if operand.role == CONSTANT and not operand.is_none(each.operands[operand.name])
    ]
    missing = [at for at in found if program.constant(*at) is None]
    yield from findings_at(missing, lambda at: _missing(program, *at))
    wrong = [(*at, constant) for at in found if (constant := program.constant(*at)) and not _suits(program, *at)]
    yield from findings_at(wrong, lambda at: _unsuited(program, *at))


def _missing(program: CheckedProgram, index: int, name: str) -> Finding:
    reason = f"there is no constant {number(program.instructions[index], name)}"
    return program.error("plan-constant", index, reason)


def _needed(program: CheckedProgram, index: int, name: str) -> ConstantKind | None:
    instruction = program.instructions[index]
    return ConstantKind.int64 if asks_for_tokenizer(instruction) else _KINDS.get((instruction.name, name))


def _suits(program: CheckedProgram, index: int, name: str) -> bool:
    constant, needed = program.constant(index, name), _needed(program, index, name)
    return constant is None or needed is None or constant.kind is needed


def _unsuited(program: CheckedProgram, index: int, name: str, constant: Constant) -> Finding:
    needed = _needed(program, index, name)
    assert needed is not None
    reason = f"constant {number(program.instructions[index], name)}, its {name}, is of the wrong type"
    return program.error("plan-constant", index, reason, expected=needed.name, actual=constant.kind.name)


def _check_templates(program: CheckedProgram) -> Iterator[Finding]:
    """Templates can be filled with as many values as there are. Each is parsed once, however often it is used."""
    needs: dict[int, int | FormatError] = {}
    found: list[tuple[int, FormatError]] = []
    for index, each in enumerate(program.instructions):
        constant = program.constant(index, "template") if each.name == "string_format" else None
        if constant is None or not isinstance(constant.payload, str):
            continue  # what is wrong then, another rule says
        key, count = number(each, "template"), len(numbers(each, "values"))
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
    """How many values a template needs, or why it is refused."""
    try:
        return parse_template(text).positions
    except FormatError as error:
        return error
