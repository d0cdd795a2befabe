"""A plan that is being made: its variables, labels and constants, and the instructions so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NoReturn, TypeAlias

from nacformats.errors import FormatError, LimitError
from nacformats.formats.mep.instructions import OperandValues, Origin, read_instructions
from nacformats.formats.mep.linking import ConstantPool, link
from nacformats.formats.mep.opcodes import BY_NAME, FORMAT_NAME, JUMP, SLOTS, PlanOpcode
from nacformats.formats.mep.program import Plan
from nacformats.formats.records.constants import Constant, ConstantValue

#: The words of an operand, as the schema has them.
BinaryOperation: TypeAlias = Literal["add", "sub", "mul", "div", "pow", "max", "min"]


@dataclass(frozen=True)
class Variable:
    """A slot of a plan that is being made. `+`, `-`, `*`, `/` and `**` add an instruction.

    Attributes:
        slot: its number.
        name: what the program calls it; "" for one without a name.
    """

    slot: int
    name: str
    _builder: PlanDraft = field(repr=False, compare=False)

    def __add__(self, other: PlanValue) -> Variable:
        return self._builder.binary("add", self, other)

    def __sub__(self, other: PlanValue) -> Variable:
        return self._builder.binary("sub", self, other)

    def __mul__(self, other: PlanValue) -> Variable:
        return self._builder.binary("mul", self, other)

    def __truediv__(self, other: PlanValue) -> Variable:
        return self._builder.binary("div", self, other)

    def __pow__(self, other: PlanValue) -> Variable:
        return self._builder.binary("pow", self, other)


#: What an instruction reads: a variable, or a value, which becomes a constant.
PlanValue: TypeAlias = "Variable | ConstantValue"
#: Where a result goes: a variable, the name of one, or "" for a new variable.
Into: TypeAlias = "Variable | str"


@dataclass(frozen=True)
class Label:
    """A place in a plan that is being made: `builder.place(label)` says where.

    Attributes:
        name: unique in its plan.
    """

    name: str


@dataclass
class _Draft:
    """An instruction whose jump is not known yet; see nacformats.formats.mep.linking."""

    index: int
    opcode: PlanOpcode
    operands: OperandValues
    aim: str | int | None = None

    def refuse(self, reason: str, expected: str, actual: object, kind: type[FormatError], *, aim: bool) -> NoReturn:
        place = f"instructions[{self.index}]" + (".jump" if aim else "")
        raise kind(reason, format=FORMAT_NAME, path=place, expected=expected, actual=actual)


class PlanDraft:
    """The base of PlanBuilder: variables, labels, constants and drafts of instructions."""

    def __init__(self) -> None:
        self._drafts: list[_Draft] = []
        self._labels: dict[str, int] = {}
        self._named: dict[str, Variable] = {}
        self._literals: dict[Constant, Variable] = {}
        self._pool = ConstantPool()
        self._slots = 0
        self._num_labels = 0
        self._open: list[int] = []

    # variables and places

    def variable(self, name: str = "") -> Variable:
        """Return the variable of a name, or a new one without a name. LimitError when all 256 slots are taken."""
        if name in self._named:
            return self._named[name]
        if self._slots == SLOTS:
            hint, expected = "give variables a second value with into=", f"at most {SLOTS}"
            raise LimitError("the plan has too many variables", format=FORMAT_NAME, expected=expected, hint=hint)
        found = Variable(self._slots, name, self)
        self._slots += 1
        if name:
            self._named[name] = found
        return found

    def label(self, name: str = "") -> Label:
        """Return a label to jump to, which `place` puts somewhere."""
        self._num_labels += 1
        return Label(name or f".{self._num_labels}")

    def place(self, label: Label) -> None:
        """Put a label in front of the next instruction. ValueError when it is somewhere already."""
        if label.name in self._labels:
            raise ValueError(f"the label {label.name!r} is in front of instruction {self._labels[label.name]} already")
        self._labels[label.name] = len(self._drafts)

    def binary(self, operation: BinaryOperation, left: PlanValue, right: PlanValue, *, into: Into = "") -> Variable:
        """Combine two values by arithmetic; also `left + right`, and so on."""
        slots = {"left": self._slot(left), "right": self._slot(right)}
        return self._result(into, "math_binary", operation=operation, **slots)

    def build(self) -> Plan:
        """Return the finished plan.

        Raises:
            LimitError: a jump is too long, or there are too many instructions.
            ValueError: a label is nowhere, or a loop is not closed.
        """
        if self._open:
            raise ValueError("a loop is still open")
        for draft in self._drafts:
            if isinstance(draft.aim, str) and draft.aim not in self._labels:
                raise ValueError(f"instruction {draft.index} jumps to the label {draft.aim!r}, which is nowhere")
        bytecode = link(self._drafts, [draft.operands for draft in self._drafts], self._labels)
        origin = Origin(names={each.slot: name for name, each in self._named.items()})
        return Plan(read_instructions(bytecode), self._pool.table(), origin=origin)

    # instructions and what they refer to

    def _emit(self, name: str, aim: Label | None = None, /, **operands: int | str | tuple[int, ...]) -> None:
        """Add an instruction; words stand for their numbers."""
        opcode = BY_NAME[name]
        numbers = {each.name: {word: number for number, word in each.words.items()} for each in opcode.operands}
        found: dict[str, int | tuple[int, ...]] = {JUMP: 0} if JUMP in numbers else {}
        for key, value in operands.items():
            if isinstance(value, str):
                if value not in numbers[key]:
                    raise ValueError(f"{name}: {key} is one of {', '.join(numbers[key])}, not {value!r}")
                value = numbers[key][value]
            found[key] = value
        self._drafts.append(_Draft(len(self._drafts), opcode, found, None if aim is None else aim.name))

    def _result(self, into: Into, name: str, /, **operands: int | str | tuple[int, ...]) -> Variable:
        """Add an instruction with one result."""
        variable = self._variable(into)
        self._emit(name, None, out=variable.slot, **operands)
        return variable

    def _variable(self, into: Into) -> Variable:
        return self.variable(into) if isinstance(into, str) else self._own(into)

    def _own(self, variable: Variable) -> Variable:
        if variable._builder is not self:
            raise ValueError(f"{variable!r} belongs to another builder")
        return variable

    def _slot(self, source: PlanValue) -> int:
        """Return the slot of a variable, or of a value, which an instruction puts there first."""
        if isinstance(source, Variable):
            return self._own(source).slot
        constant = Constant.of(source)
        if constant not in self._literals:
            self._literals[constant] = self.variable()
        slot = self._literals[constant].slot
        self._emit("src_constant", out=slot, constant=self._constant(constant))
        return slot

    def _constant(self, constant: Constant) -> int:
        return self._pool.number(constant)

    def _name(self, name: str) -> int:
        """Return the number of a name, or 0 for none."""
        return self._pool.number(Constant.of(name), least=1) if name else 0
