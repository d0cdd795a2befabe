"""A plan as the checks see it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from nacformats.findings import Finding
from nacformats.formats.mep.instructions import BYTECODE, Origin, PlanInstruction
from nacformats.formats.mep.loops import PlanLoops, find_loops
from nacformats.formats.mep.opcodes import BY_NAME, JUMP, MODEL, OPCODES
from nacformats.formats.records import rules
from nacformats.formats.records.constants import Constant

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
        """Where an instruction begins in the bytecode; for the number of instructions, where they end."""
        return self.instructions[index].offset if index < len(self.instructions) else self.size

    def aim(self, index: int) -> int:
        """The byte of the bytecode that a jump leads to."""
        return self.instructions[index].end + number(self.instructions[index], JUMP)

    def target(self, index: int) -> int | None:
        """The instruction that a jump leads to, or the number of instructions for the end; None where there is none."""
        return self._places.get(self.aim(index))

    def constant(self, index: int, name: str) -> Constant | None:
        """The constant that an operand of an instruction means; None where there is none, or it means none."""
        return self.constants.get(number(self.instructions[index], name))

    def models(self, index: int) -> Iterator[int]:
        """The numbers of the models that an instruction uses."""
        instruction = self.instructions[index]
        if instruction.name in _USING_MODELS:
            yield number(instruction, MODEL)
        if asks_for_tokenizer(instruction):
            constant = self.constant(index, "resource")
            if constant is not None and isinstance(constant.payload, int):
                yield constant.payload

    def slot(self, number: int) -> str:
        """A slot, by number and name."""
        name = self._origin.names.get(number)
        return f"slot {number}" if name is None else f"slot {number} ({name})"

    def error(self, rule: str, index: int, reason: str, **details: Any) -> Finding:
        """A finding about an instruction."""
        return rules.error(rule, self._label(index, reason), **self._place(index), **details)

    def warning(self, rule: str, index: int, reason: str) -> Finding:
        """A finding about an instruction that harms nothing."""
        return rules.warning(rule, self._label(index, reason), **self._place(index))

    def _label(self, index: int, reason: str) -> str:
        return f"instruction {index} ({self.instructions[index].name}): {reason}"

    def _place(self, index: int) -> dict[str, Any]:
        lines = self._origin.lines
        line = {"line": lines[index]} if index < len(lines) else {}
        return {"path": BYTECODE, "offset": self.start + self.instructions[index].offset, **line}


def number(instruction: PlanInstruction, name: str) -> int:
    """An operand that is one number."""
    found = instruction.operands[name]
    assert isinstance(found, int)
    return found


def numbers(instruction: PlanInstruction, name: str) -> tuple[int, ...]:
    """An operand that is a list of numbers."""
    found = instruction.operands[name]
    assert isinstance(found, tuple)
    return found


def slots(instruction: PlanInstruction, role: str) -> Iterator[int]:
    """The slots in the operands of a role."""
    for operand in OPCODES[instruction.code].operands:
        if operand.role == role and operand.name in instruction.operands:
            value = instruction.operands[operand.name]
            if operand.is_none(value):
                continue
            yield from (value,) if isinstance(value, int) else value


def asks_for_tokenizer(instruction: PlanInstruction) -> bool:
    """Whether an instruction takes the tokenizer of a model."""
    if instruction.name != "res_load_extern":
        return False
    (kind,) = (each for each in OPCODES[instruction.code].operands if each.words)
    return kind.words.get(number(instruction, kind.name)) == "tokenizer"
