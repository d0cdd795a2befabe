"""Plans from text; see nacformats.formats.mep.words for the form of a line."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import NoReturn

from nacformats.errors import FormatError, LimitError
from nacformats.formats.mep import opcodes, words
from nacformats.formats.mep.instructions import OperandValues, Origin
from nacformats.formats.mep.linking import MAX_ID, MAX_LENGTH, ConstantPool, link
from nacformats.formats.mep.literals import WORDS, is_literal, read_literal
from nacformats.formats.records.constants import Constant, ConstantKind
from nacformats.formats.records.rows import IdTable
from nacformats.limits import MAX_PLAN_TEXT

_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_SLOT = re.compile(rf"{words.SLOT_MARK}(\d+)", re.ASCII)

#: Words that are compared with one that is not known, and the characters of the longest.
_MAX_COMPARED, _MAX_COMPARED_LENGTH = 2000, 40


def check_name(line: words.PlanLine, token: words.Token) -> None:
    """Refuse what cannot be the name of a slot or a label."""
    if token.kind != "word" or not _NAME.fullmatch(token.text):
        line.fail(token, "not a name", "letters, digits and _, no digit first")
    if token.text in WORDS:
        line.fail(token, "the word is a constant", "a name")


def nearest(word: str, known: Collection[str]) -> str | None:
    """Return a hint that names the known word that is most like another one, unless there are very many."""
    if len(known) > _MAX_COMPARED or len(word) > _MAX_COMPARED_LENGTH:
        return None
    found = get_close_matches(word, [each for each in known if len(each) <= _MAX_COMPARED_LENGTH], 1)
    return f"is it {found[0]}?" if found else None


def natural(line: words.PlanLine, most: int, what: str) -> int:
    """Take a number from 0 on."""
    token = line.expect("number", what)
    if not token.text.isdigit():
        line.fail(token, "not a number of this kind", what)
    if len(token.text) > len(str(most)) or int(token.text) > most:
        line.limit(token, "the number is too large", f"at most {most}")
    return int(token.text)


class SlotNames:
    """The slots of names: those that are declared, `s0` to `s255`, and for the other names the first free ones."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._taken: set[int] = set()
        self._waiting: dict[str, tuple[words.PlanLine, words.Token]] = {}
        self._assigned: set[str] = set()
        self._not_first: set[str] = set()
        self._of_constants: set[str] = set()

    def of_constant(self, number: int, token: words.Token) -> words.Token:
        """Return the name of the slot that a constant is loaded into where it is written in place of a slot."""
        name = f"constant {number}"  # with a space, which no name of a program has
        self._of_constants.add(name)
        return token._replace(kind="word", text=name)

    def declare(self, line: words.PlanLine) -> None:
        """Declare `.slot NAME NUMBER`: several names may mean one slot."""
        token = line.expect("word", "a name")
        check_name(line, token)
        if _SLOT.fullmatch(token.text):
            line.fail(token, "the name has a slot of its own", "another name")
        number = natural(line, opcodes.SLOTS - 1, "the number of a slot")
        if self._numbers.setdefault(token.text, number) != number:
            line.fail(token, f"the name is that of slot {self._numbers[token.text]}")
        self._taken.add(number)

    def meet(self, line: words.PlanLine, token: words.Token, *, is_result: bool, not_first: bool = False) -> None:
        """Note a name of a slot where an instruction has it; not_first: slot 0 would mean something else there."""
        found = _SLOT.fullmatch(token.text)
        if found is None:
            if token.text not in self._of_constants:
                check_name(line, token)
            self._waiting.setdefault(token.text, (line, token))
            self._assigned.update([token.text] if is_result else [])
            self._not_first.update([token.text] if not_first else [])
        elif token.text not in self._numbers:
            if len(found[1]) > len(str(opcodes.SLOTS)) or int(found[1]) >= opcodes.SLOTS:
                line.limit(
                    token, "there is no such slot", f"{words.SLOT_MARK}0 to {words.SLOT_MARK}{opcodes.SLOTS - 1}"
                )
            self._numbers[token.text] = int(found[1])
            self._taken.add(int(found[1]))

    def settle(self) -> None:
        """Give every name a slot, when all of them are known."""
        free = {*range(opcodes.SLOTS)} - self._taken
        for name, (line, token) in self._waiting.items():
            if name in self._numbers:
                continue
            if name not in self._assigned:
                line.fail(token, "no instruction writes to this name", hint=nearest(name, self._assigned))
            number = next(filter(free.__contains__, range(name in self._not_first, opcodes.SLOTS)), None)
            if number is None:
                line.limit(token, "the program has too many names", f"at most {opcodes.SLOTS} slots")
            free.remove(number)
            self._numbers[name] = number

    def number(self, token: words.Token) -> int:
        return self._numbers[token.text]

    def names(self) -> dict[int, str]:
        """Return the first name of each slot that has one of its own."""
        found: dict[int, str] = {}
        for name, number in self._numbers.items():
            if not _SLOT.fullmatch(name) and name not in self._of_constants:
                found.setdefault(number, name)
        return found


class TextPool(ConstantPool):
    """The constants that lines declare and use."""

    def declare(self, line: words.PlanLine) -> None:
        """Declare `.constant NUMBER VALUE [length NUMBER]`."""
        number = natural(line, MAX_ID, "the number of a constant")
        constant = read_literal(line)
        if constant.kind in (ConstantKind.none, ConstantKind.truth) and line.takes(words.LENGTH):
            length = natural(line, MAX_LENGTH, "the length field of a constant")
            constant = Constant(constant.kind, constant.payload, length)
        self.add(number, constant)

    def take(self, line: words.PlanLine, least: int = 0) -> int:
        """Return the number, from `least` on, of a constant that is written by its value; or the one in `@NUMBER`."""
        token = line.next
        if token.kind == "word" and token.text.startswith(words.CONSTANT_MARK):
            return _numbered(line, token)
        constant = read_literal(line)
        try:
            return self.number(constant, least)
        except LimitError as failure:
            line.limit(token, failure.reason, failure.expected)


def _numbered(line: words.PlanLine, token: words.Token) -> int:
    line.take()
    digits = token.text.removeprefix(words.CONSTANT_MARK)
    if not digits.isdigit() or not digits.isascii():
        line.fail(token, "not the number of a constant", f"{words.CONSTANT_MARK}0 to {words.CONSTANT_MARK}{MAX_ID}")
    if len(digits) > len(str(MAX_ID)) or int(digits) > MAX_ID:
        line.limit(token, "the number is too large", f"at most {words.CONSTANT_MARK}{MAX_ID}")
    return int(digits)


@dataclass
class _Draft:
    """An instruction before the places of slots and labels are known.

    Attributes:
        line, token: where its mnemonic is.
        opcode: what it does.
        operands: by name: numbers, and tokens where slots and labels are named.
        jump: the label or the distance, or None for the usual jump of a loop.
    """

    line: words.PlanLine
    token: words.Token
    opcode: opcodes.PlanOpcode
    operands: dict[str, int | words.Token | list[words.Token]] = field(default_factory=dict)
    jump: words.Token | int | None = None

    @property
    def aim(self) -> str | int | None:
        return self.jump.text if isinstance(self.jump, words.Token) else self.jump

    def refuse(self, reason: str, expected: str, actual: object, kind: type[FormatError], *, aim: bool) -> NoReturn:
        token = self.jump if aim and isinstance(self.jump, words.Token) else self.token
        self.line.fail(token, reason, expected, kind=kind, actual=actual)


def assemble_parts(text: str) -> tuple[bytes, IdTable[Constant], Origin]:
    """Return the bytecode and the constants of a program, and what it says beyond them.

    Raises:
        FormatError: the text is no program; line and column say where.
    """
    if len(text) > MAX_PLAN_TEXT:
        reason, expected = "the text is too long", f"at most {MAX_PLAN_TEXT} characters"
        raise LimitError(reason, format=opcodes.FORMAT_NAME, expected=expected, actual=len(text))
    reader = _Reader()
    for number, line in enumerate(text.split("\n"), 1):
        reader.read(words.PlanLine(line, number))
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

    def read(self, line: words.PlanLine) -> None:
        while line.next.kind == "word" and line.after.text == ":":
            self._label(line)
        if line.is_done:
            return
        if line.next.text.startswith("."):
            self._directive(line)
        else:
            self._instruction(line)
        line.end()

    def _label(self, line: words.PlanLine) -> None:
        token = line.take()
        line.take()
        check_name(line, token)
        if token.text in self.labels:
            line.fail(token, f"the label is that of line {self.labels[token.text][1]}")
        self.labels[token.text] = len(self.drafts), line.number

    def _directive(self, line: words.PlanLine) -> None:
        token = line.take()
        directives = {words.CONSTANT_DIRECTIVE: self.pool.declare, words.SLOT_DIRECTIVE: self.slots.declare}
        if token.text == words.BYTES_DIRECTIVE:
            line.fail(token, "these bytes are no instruction, and a program has room for nothing else")
        if token.text not in directives:
            line.fail(token, "no such directive", f"one of {', '.join(directives)}")
        directives[token.text](line)

    def _instruction(self, line: words.PlanLine) -> None:
        results: list[words.Token] = []
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
                if isinstance(token, words.Token):
                    is_result = each.role == opcodes.RESULT
                    self.slots.meet(line, token, is_result=is_result, not_first=each.may_be_none)

    def _operation(self, line: words.PlanLine) -> _Draft:
        """Read the right side of `=`: a constant, two values with an operator, or a mnemonic with operands."""
        token = line.next
        if is_literal(line):
            number = self.pool.take(line)
            if line.next.text in words.OPERATORS:
                return self._expression(line, self._loaded(line, token, number))
            return _constant(line, token, number)
        if _is_value(line) and line.after.text in words.OPERATORS:
            return self._expression(line, self._value(line, "a value"))
        opcode = words.MNEMONICS.get(line.expect("word", "an instruction, such as `x = src_constant 1`").text)
        if opcode is None:
            line.fail(token, "no such instruction", hint=nearest(token.text, words.MNEMONICS))
        draft = _Draft(line, token, opcode)
        self._take_operands(draft)
        return draft

    def _take_operands(self, draft: _Draft) -> None:
        """Read the operands; which there are may depend on one of them."""
        opcode = draft.opcode
        present = opcode.operands if opcode.chooser else opcode.operands_for(0)
        for operand in opcode.operands:
            if operand in present and operand.role != opcodes.RESULT and not operand.is_filler:
                shown = [each for each in present if each.role != opcodes.RESULT and not each.is_filler]
                self._take_operand(draft, operand, is_last=operand is shown[-1])
            if operand is opcode.chooser:
                present = _chosen(draft, operand)
        for filler in (each for each in present if each.is_filler):
            draft.operands[filler.name] = _number(draft.line, filler) if draft.line.takes(filler.name) else 0

    def _take_operand(self, draft: _Draft, operand: opcodes.PlanOperand, *, is_last: bool) -> None:
        line, name = draft.line, operand.name
        if operand.may_be_none and (line.is_done or line.takes(words.NONE)):
            draft.operands[name] = 0
        elif operand.role == opcodes.JUMP:
            draft.jump = _jump(line, operand)
            draft.operands[name] = 0
        elif operand.role == opcodes.SLOT and operand.is_list:
            if not is_last and line.next.text != "(":
                line.fail(line.next, "not a list", "slots in parentheses: (a, b)")
            draft.operands[name] = _listed(line, _is_value, lambda line: self._value(line, "a value"))
        elif operand.role == opcodes.SLOT:
            draft.operands[name] = self._value(line, f"the name of a slot, or a constant: {name}")
        elif operand.role == opcodes.CONSTANT:
            draft.operands[name] = self.pool.take(line, least=int(operand.may_be_none))
        elif operand is draft.opcode.chooser and draft.token.text == words.PRINT:
            draft.operands[name] = _named(operand, words.STDOUT)
        elif line.is_done and (draft.opcode.name, name) in words.OPTIONAL:
            draft.operands[name] = 0
        else:
            draft.operands[name] = _number(line, operand)

    def _value(self, line: words.PlanLine, expected: str) -> words.Token:
        """Return a slot: that of a name, or one that a constant is loaded into before the instruction."""
        token = line.next
        if is_literal(line) or token.text.startswith(words.CONSTANT_MARK):
            return self._loaded(line, token, self.pool.take(line))
        return line.expect("word", expected)

    def _loaded(self, line: words.PlanLine, token: words.Token, number: int) -> words.Token:
        """Load a constant into its slot, each time that it is used: where jumps come from does not matter then."""
        slot = self.slots.of_constant(number, token)
        draft = _constant(line, token, number)
        _set_results(draft, [slot])
        self.slots.meet(line, slot, is_result=True)
        self.drafts.append(draft)
        return slot

    def _expression(self, line: words.PlanLine, left: words.Token) -> _Draft:
        """Return two values with an operator between them."""
        sign = line.take()
        right = self._value(line, "the name of a slot, or a constant")
        name, word = words.OPERATORS[sign.text]
        draft = _Draft(line, sign, opcodes.BY_NAME[name])
        chooser = draft.opcode.chooser
        assert chooser is not None
        slots = [each.name for each in draft.opcode.operands if each.role == opcodes.SLOT]
        draft.operands = {chooser.name: _named(chooser, word), **dict(zip(slots, (left, right), strict=True))}
        return draft


def _constant(line: words.PlanLine, token: words.Token, number: int) -> _Draft:
    """Return the instruction that loads a constant."""
    draft = _Draft(line, token, opcodes.BY_NAME["src_constant"])
    (constant,) = (each for each in draft.opcode.operands if each.role == opcodes.CONSTANT)
    draft.operands[constant.name] = number
    return draft


def _is_name(line: words.PlanLine) -> bool:
    return line.next.kind == "word"


def _is_value(line: words.PlanLine) -> bool:
    """True if a name or a constant comes next."""
    return is_literal(line) or _is_name(line)


def _names(line: words.PlanLine) -> list[words.Token]:
    """Names with commas between them, perhaps in parentheses; there may be none."""
    return _listed(line, _is_name, words.PlanLine.take)


def _listed(
    line: words.PlanLine, comes: Callable[[words.PlanLine], bool], take: Callable[[words.PlanLine], words.Token]
) -> list[words.Token]:
    """Read a list with commas, perhaps in parentheses; it may be empty."""
    is_open = line.takes("(")
    found: list[words.Token] = []
    while comes(line):
        if len(found) == opcodes.MAX_LISTED:
            line.limit(line.next, "the list is too long", f"at most {opcodes.MAX_LISTED} slots")
        found.append(take(line))
        if not line.takes(","):
            break
        if not comes(line):
            line.fail(line.next, "the list ends with a comma", "the name of a slot")
    if is_open and not line.takes(")"):
        line.fail(line.next, "the list does not end", "`,` or `)`")
    return found


def _named(operand: opcodes.PlanOperand, word: str) -> int:
    return next(number for number, name in operand.words.items() if name == word)


def _chosen(draft: _Draft, chooser: opcodes.PlanOperand) -> tuple[opcodes.PlanOperand, ...]:
    """Return the operands that there are by the choice of one of them."""
    choice = draft.operands[chooser.name]
    assert isinstance(choice, int)
    present = draft.opcode.operands_for(choice)
    if not present:
        expected = f"one of {', '.join(chooser.words.values())}"
        draft.line.fail(draft.token, f"{draft.opcode.name} has no such {chooser.name}", expected, actual=choice)
    return present


def _number(line: words.PlanLine, operand: opcodes.PlanOperand) -> int:
    """Return a number, or the word for it."""
    token = line.next
    numbers = {word: number for number, word in operand.words.items()}
    what = f"{operand.name}: one of {', '.join(numbers)}" if numbers else f"{operand.name}: a number"
    if token.kind == "word":
        if token.text not in numbers:
            line.fail(token, "no such word", what)
        line.take()
        return numbers[token.text]
    return natural(line, operand.high, what)


def _jump(line: words.PlanLine, operand: opcodes.PlanOperand) -> words.Token | int | None:
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


def _set_results(draft: _Draft, names: list[words.Token]) -> None:
    """Put the names in front of `=` where they belong."""
    results = [each for each in draft.opcode.operands if each.role == opcodes.RESULT]
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

    def number(value: int | words.Token) -> int:
        return slots.number(value) if isinstance(value, words.Token) else value

    return {
        name: tuple(map(number, value)) if isinstance(value, list) else number(value)
        for name, value in draft.operands.items()
    }
