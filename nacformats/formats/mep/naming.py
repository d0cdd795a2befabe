"""The names in an assembler text: slots, and constants by their values."""

from __future__ import annotations

import re
from collections.abc import Collection
from difflib import get_close_matches

from nacformats.errors import LimitError
from nacformats.formats.mep.linking import MAX_ID, MAX_LENGTH, ConstantPool
from nacformats.formats.mep.literals import WORDS, read_literal
from nacformats.formats.mep.opcodes import SLOTS
from nacformats.formats.mep.words import CONSTANT_MARK, LENGTH, SLOT_MARK, PlanLine, Token
from nacformats.formats.records.constants import Constant, ConstantKind

_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_SLOT = re.compile(rf"{SLOT_MARK}(\d+)", re.ASCII)

#: Words that are compared with one that is not known, and the characters of the longest.
_MAX_COMPARED, _MAX_COMPARED_LENGTH = 2000, 40


def check_name(line: PlanLine, token: Token) -> None:
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


def natural(line: PlanLine, most: int, what: str) -> int:
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
        self._waiting: dict[str, tuple[PlanLine, Token]] = {}
        self._assigned: set[str] = set()
        self._not_first: set[str] = set()
        self._of_constants: set[str] = set()

    def of_constant(self, number: int, token: Token) -> Token:
        """Return the name of the slot that a constant is loaded into where it is written in place of a slot."""
        name = f"constant {number}"  # with a space, which no name of a program has
        self._of_constants.add(name)
        return token._replace(kind="word", text=name)

    def declare(self, line: PlanLine) -> None:
        """`.slot NAME NUMBER`: several names may mean one slot."""
        token = line.expect("word", "a name")
        check_name(line, token)
        if _SLOT.fullmatch(token.text):
            line.fail(token, "the name has a slot of its own", "another name")
        number = natural(line, SLOTS - 1, "the number of a slot")
        if self._numbers.setdefault(token.text, number) != number:
            line.fail(token, f"the name is that of slot {self._numbers[token.text]}")
        self._taken.add(number)

    def meet(self, line: PlanLine, token: Token, *, is_result: bool, not_first: bool = False) -> None:
        """Note a name of a slot where an instruction has it; not_first: slot 0 would mean something else there."""
        found = _SLOT.fullmatch(token.text)
        if found is None:
            if token.text not in self._of_constants:
                check_name(line, token)
            self._waiting.setdefault(token.text, (line, token))
            self._assigned.update([token.text] if is_result else [])
            self._not_first.update([token.text] if not_first else [])
        elif token.text not in self._numbers:
            if len(found[1]) > len(str(SLOTS)) or int(found[1]) >= SLOTS:
                line.limit(token, "there is no such slot", f"{SLOT_MARK}0 to {SLOT_MARK}{SLOTS - 1}")
            self._numbers[token.text] = int(found[1])
            self._taken.add(int(found[1]))

    def settle(self) -> None:
        """Give every name a slot, when all of them are known."""
        free = {*range(SLOTS)} - self._taken
        for name, (line, token) in self._waiting.items():
            if name in self._numbers:
                continue
            if name not in self._assigned:
                line.fail(token, "no instruction writes to this name", hint=nearest(name, self._assigned))
            number = next(filter(free.__contains__, range(name in self._not_first, SLOTS)), None)
            if number is None:
                line.limit(token, "the program has too many names", f"at most {SLOTS} slots")
            free.remove(number)
            self._numbers[name] = number

    def number(self, token: Token) -> int:
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

    def declare(self, line: PlanLine) -> None:
        """`.constant NUMBER VALUE [length NUMBER]`."""
        number = natural(line, MAX_ID, "the number of a constant")
        constant = read_literal(line)
        if constant.kind in (ConstantKind.none, ConstantKind.truth) and line.takes(LENGTH):
            length = natural(line, MAX_LENGTH, "the length field of a constant")
            constant = Constant(constant.kind, constant.payload, length)
        self.add(number, constant)

    def take(self, line: PlanLine, least: int = 0) -> int:
        """Return the number, from `least` on, of a constant that is written by its value; or the one in `@NUMBER`."""
        token = line.next
        if token.kind == "word" and token.text.startswith(CONSTANT_MARK):
            return _numbered(line, token)
        constant = read_literal(line)
        try:
            return self.number(constant, least)
        except LimitError as failure:
            line.limit(token, failure.reason, failure.expected)


def _numbered(line: PlanLine, token: Token) -> int:
    line.take()
    digits = token.text.removeprefix(CONSTANT_MARK)
    if not digits.isdigit() or not digits.isascii():
        line.fail(token, "not the number of a constant", f"{CONSTANT_MARK}0 to {CONSTANT_MARK}{MAX_ID}")
    if len(digits) > len(str(MAX_ID)) or int(digits) > MAX_ID:
        line.limit(token, "the number is too large", f"at most {CONSTANT_MARK}{MAX_ID}")
    return int(digits)
