"""Plans from text; see nacformats.formats.mep.words for the form of a line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NoReturn

from nacformats.errors import FormatError, LimitError
from nacformats.formats.mep.instructions import OperandValues, Origin
from nacformats.formats.mep.linking import link
from nacformats.formats.mep.literals import is_literal
from nacformats.formats.mep.naming import SlotNames, TextPool, check_name, natural, nearest
from nacformats.formats.mep.opcodes import (
    BY_NAME,
    CONSTANT,
    FORMAT_NAME,
    JUMP,
    MAX_LISTED,
    RESULT,
    SLOT,
    PlanOpcode,
    PlanOperand,
)
from nacformats.formats.mep.words import (
    BYTES_DIRECTIVE,
    CONSTANT_DIRECTIVE,
    CONSTANT_MARK,
    MNEMONICS,
    NONE,
    OPERATORS,
    OPTIONAL,
    PRINT,
    SLOT_DIRECTIVE,
    STDOUT,
    PlanLine,
    Token,
)
from nacformats.formats.records.constants import Constant
from nacformats.formats.records.rows import IdTable
from nacformats.limits import MAX_PLAN_TEXT


@dataclass
class _Draft:
    """An instruction before the places of slots and labels are known.

    Attributes:
        line, token: where its mnemonic is.
        opcode: what it does.
        operands: by name: numbers, and tokens where slots and labels are named.
        jump: the label or the distance, or None for the usual jump of a loop.
    """

    line: PlanLine
    token: Token
    opcode: PlanOpcode
    operands: dict[str, int | Token | list[Token]] = field(default_factory=dict)
    jump: Token | int | None = None

    @property
    def aim(self) -> str | int | None:
        return self.jump.text if isinstance(self.jump, Token) else self.jump

    def refuse(self, reason: str, expected: str, actual: object, kind: type[FormatError], *, aim: bool) -> NoReturn:
        token = self.jump if aim and isinstance(self.jump, Token) else self.token
        self.line.fail(token, reason, expected, kind=kind, actual=actual)


def assemble_parts(text: str) -> tuple[bytes, IdTable[Constant], Origin]:
    """Return the bytecode and the constants of a program, and what it says beyond them.

    Raises:
        FormatError: the text is no program; line and column say where.
    """
    if len(text) > MAX_PLAN_TEXT:
        reason, expected = "the text is too long", f"at most {MAX_PLAN_TEXT} characters"
        raise LimitError(reason, format=FORMAT_NAME, expected=expected, actual=len(text))
    reader = _Reader()
    for number, line in enumerate(text.split("\n"), 1):
        reader.read(PlanLine(line, number))
    reader.slots.settle()
    operands = [_resolved(draft, reader.slots) for draft in reader.drafts]
    labels = {name: index for name, (index, _) in reader.labels.items()}
    origin = Origin(tuple(draft.line.number for draft in reader.drafts), reader.slots.names())
    return link(reader.drafts, operands, labels), reader.pool.table(), origin


class _Reader:
    """Lines as drafts of instructions.

    Attributes:
        drafts: the instructions.
        labels: the instruction behind each label, by its index, and the line.
        slots, pool: what the lines name.
    """

    def __init__(self) -> None:
        self.drafts: list[_Draft] = []
        self.labels: dict[str, tuple[int, int]] = {}
        self.slots = SlotNames()
        self.pool = TextPool()

    def read(self, line: PlanLine) -> None:
        while line.next.kind == "word" and line.after.text == ":":
            self._label(line)
        if line.is_done:
            return
        if line.next.text.startswith("."):
            self._directive(line)
        else:
            self._instruction(line)
        line.end()

    def _label(self, line: PlanLine) -> None:
        token = line.take()
        line.take()
        check_name(line, token)
        if token.text in self.labels:
            line.fail(token, f"the label is that of line {self.labels[token.text][1]}")
        self.labels[token.text] = len(self.drafts), line.number

    def _directive(self, line: PlanLine) -> None:
        token = line.take()
        directives = {CONSTANT_DIRECTIVE: self.pool.declare, SLOT_DIRECTIVE: self.slots.declare}
        if token.text == BYTES_DIRECTIVE:
            line.fail(token, "these bytes are no instruction, and a program has room for nothing else")
        if token.text not in directives:
            line.fail(token, "no such directive", f"one of {', '.join(directives)}")
        directives[token.text](line)

    def _instruction(self, line: PlanLine) -> None:
        results: list[Token] = []
        if line.has("="):
            results = _names(line)
            if not line.takes("="):
                line.fail(line.next, "not what belongs here", "`=`")
        draft = self._operation(line)
        _set_results(draft, results)
        self.drafts.append(draft)
        for each in draft.opcode.operands:
            named = draft.operands.get(each.name, [])
            for token in named if isinstance(named, list) else [named]:
                if isinstance(token, Token):
                    is_result = each.role == RESULT
                    self.slots.meet(line, token, is_result=is_result, not_first=each.may_be_none)

    def _operation(self, line: PlanLine) -> _Draft:
        """Read the right side of `=`: a constant, two values with an operator, or a mnemonic with operands."""
        token = line.next
        if is_literal(line):
            number = self.pool.take(line)
            if line.next.text in OPERATORS:
                return self._expression(line, self._loaded(line, token, number))
            return _constant(line, token, number)
        if _is_value(line) and line.after.text in OPERATORS:
            return self._expression(line, self._value(line, "a value"))
        opcode = MNEMONICS.get(line.expect("word", "an instruction, such as `x = src_constant 1`").text)
        if opcode is None:
            line.fail(token, "no such instruction", hint=nearest(token.text, MNEMONICS))
        draft = _Draft(line, token, opcode)
        self._take_operands(draft)
        return draft

    def _take_operands(self, draft: _Draft) -> None:
        """Read the operands; which there are may depend on one of them."""
        opcode = draft.opcode
        present = opcode.operands if opcode.chooser else opcode.operands_for(0)
        for operand in opcode.operands:
            if operand in present and operand.role != RESULT and not operand.is_filler:
                shown = [each for each in present if each.role != RESULT and not each.is_filler]
                self._take_operand(draft, operand, is_last=operand is shown[-1])
            if operand is opcode.chooser:
                present = _chosen(draft, operand)
        for filler in (each for each in present if each.is_filler):
            draft.operands[filler.name] = _number(draft.line, filler) if draft.line.takes(filler.name) else 0

    def _take_operand(self, draft: _Draft, operand: PlanOperand, *, is_last: bool) -> None:
        line, name = draft.line, operand.name
        if operand.may_be_none and (line.is_done or line.takes(NONE)):
            draft.operands[name] = 0
        elif operand.role == JUMP:
            draft.jump = _jump(line, operand)
            draft.operands[name] = 0
        elif operand.role == SLOT and operand.is_list:
            if not is_last and line.next.text != "(":
                line.fail(line.next, "not a list", "slots in parentheses: (a, b)")
            draft.operands[name] = _listed(line, _is_value, lambda line: self._value(line, "a value"))
        elif operand.role == SLOT:
            draft.operands[name] = self._value(line, f"the name of a slot, or a constant: {name}")
        elif operand.role == CONSTANT:
            draft.operands[name] = self.pool.take(line, least=int(operand.may_be_none))
        elif operand is draft.opcode.chooser and draft.token.text == PRINT:
            draft.operands[name] = _named(operand, STDOUT)
        elif line.is_done and (draft.opcode.name, name) in OPTIONAL:
            draft.operands[name] = 0
        else:
            draft.operands[name] = _number(line, operand)

    def _value(self, line: PlanLine, expected: str) -> Token:
        """Return a slot: that of a name, or one that a constant is loaded into before the instruction."""
        token = line.next
        if is_literal(line) or token.text.startswith(CONSTANT_MARK):
            return self._loaded(line, token, self.pool.take(line))
        return line.expect("word", expected)

    def _loaded(self, line: PlanLine, token: Token, number: int) -> Token:
        """Load a constant into its slot, each time that it is used: where jumps come from does not matter then."""
        slot = self.slots.of_constant(number, token)
        draft = _constant(line, token, number)
        _set_results(draft, [slot])
        self.slots.meet(line, slot, is_result=True)
        self.drafts.append(draft)
        return slot

    def _expression(self, line: PlanLine, left: Token) -> _Draft:
        """Two values with an operator between them."""
        sign = line.take()
        right = self._value(line, "the name of a slot, or a constant")
        name, word = OPERATORS[sign.text]
        draft = _Draft(line, sign, BY_NAME[name])
        chooser = draft.opcode.chooser
        assert chooser is not None
        slots = [each.name for each in draft.opcode.operands if each.role == SLOT]
        draft.operands = {chooser.name: _named(chooser, word), **dict(zip(slots, (left, right), strict=True))}
        return draft


def _constant(line: PlanLine, token: Token, number: int) -> _Draft:
    """Return the instruction that loads a constant."""
    draft = _Draft(line, token, BY_NAME["src_constant"])
    (constant,) = (each for each in draft.opcode.operands if each.role == CONSTANT)
    draft.operands[constant.name] = number
    return draft


def _is_name(line: PlanLine) -> bool:
    return line.next.kind == "word"


def _is_value(line: PlanLine) -> bool:
    """True if a name or a constant comes next."""
    return is_literal(line) or _is_name(line)


def _names(line: PlanLine) -> list[Token]:
    """Names with commas between them, perhaps in parentheses; there may be none."""
    return _listed(line, _is_name, PlanLine.take)


def _listed(line: PlanLine, comes: Callable[[PlanLine], bool], take: Callable[[PlanLine], Token]) -> list[Token]:
    """Read a list with commas, perhaps in parentheses; it may be empty."""
    is_open = line.takes("(")
    found: list[Token] = []
    while comes(line):
        if len(found) == MAX_LISTED:
            line.limit(line.next, "the list is too long", f"at most {MAX_LISTED} slots")
        found.append(take(line))
        if not line.takes(","):
            break
        if not comes(line):
            line.fail(line.next, "the list ends with a comma", "the name of a slot")
    if is_open and not line.takes(")"):
        line.fail(line.next, "the list does not end", "`,` or `)`")
    return found


def _named(operand: PlanOperand, word: str) -> int:
    return next(number for number, name in operand.words.items() if name == word)


def _chosen(draft: _Draft, chooser: PlanOperand) -> tuple[PlanOperand, ...]:
    """Return the operands that there are by the choice of one of them."""
    choice = draft.operands[chooser.name]
    assert isinstance(choice, int)
    present = draft.opcode.operands_for(choice)
    if not present:
        expected = f"one of {', '.join(chooser.words.values())}"
        draft.line.fail(draft.token, f"{draft.opcode.name} has no such {chooser.name}", expected, actual=choice)
    return present


def _number(line: PlanLine, operand: PlanOperand) -> int:
    """Return a number, or the word for it."""
    token = line.next
    words = {word: number for number, word in operand.words.items()}
    what = f"{operand.name}: one of {', '.join(words)}" if words else f"{operand.name}: a number"
    if token.kind == "word":
        if token.text not in words:
            line.fail(token, "no such word", what)
        line.take()
        return words[token.text]
    return natural(line, operand.high, what)


def _jump(line: PlanLine, operand: PlanOperand) -> Token | int | None:
    """Return a label, or a distance in bytes, such as +4; None where nothing is written."""
    token = line.next
    if line.is_done:
        return None
    if token.kind == "word":
        return line.take()
    line.expect("number", "a label")
    if not token.text.lstrip("+-").isdigit() or len(token.text) > len(str(operand.low)):
        line.fail(token, "not a distance", f"a label, or {operand.low} to +{operand.high} bytes")
    return int(token.text)


def _set_results(draft: _Draft, names: list[Token]) -> None:
    """Put the names in front of `=` where they belong."""
    results = [each for each in draft.opcode.operands if each.role == RESULT]
    if results and results[0].is_list:
        draft.operands[results[0].name] = names
        return
    if len(names) != len(results):
        surplus = names[len(results)] if len(names) > len(results) else draft.token
        expected = f"{', '.join(each.name for each in results)} in front of `=`" if results else "nothing before it"
        draft.line.fail(surplus, f"{draft.opcode.name} has {len(results)} results", expected, actual=len(names))
    draft.operands.update({each.name: name for each, name in zip(results, names, strict=True)})


def _resolved(draft: _Draft, slots: SlotNames) -> OperandValues:
    """Return the operands of an instruction with the numbers of slots."""

    def number(value: int | Token) -> int:
        return slots.number(value) if isinstance(value, Token) else value

    return {
        name: tuple(map(number, value)) if isinstance(value, list) else number(value)
        for name, value in draft.operands.items()
    }
