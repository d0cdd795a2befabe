"""The text form of plans, as its reader and its writer share it: tokens, names of slots, mnemonics.

A line is `LABEL: RESULTS = MNEMONIC OPERANDS # comment`, and every part of it may be missing. Mnemonics and the words
of operands are the ids of the schema; results stand in front of `=`, and the other operands follow in the order of
the bytes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple, NoReturn

from nacformats.errors import FormatError, InvalidError, LimitError
from nacformats.formats.mep.opcodes import BY_NAME, FORMAT_NAME, PlanOpcode
from nacformats.printing import shortened

COMMENT = "#"
#: What begins the line that declares a constant, or names a slot.
CONSTANT_DIRECTIVE, SLOT_DIRECTIVE, BYTES_DIRECTIVE = ".constant", ".slot", ".bytes"
#: The word in front of the length field of a constant that has an odd one.
LENGTH = "length"
#: What is in front of the number of a constant, and of a slot.
CONSTANT_MARK, SLOT_MARK = "@", "s"

#: The word for a missing operand; at the end of a line it may be left out.
NONE = "none"
#: Other operands that may be left out at the end of a line; they are 0 then.
OPTIONAL = {("io_write", "mode"), ("model_save_weights", "kind")}

#: Operations that are written between their operands.
OPERATORS = {
    "+": ("math_binary", "add"),
    "-": ("math_binary", "sub"),
    "*": ("math_binary", "mul"),
    "/": ("math_binary", "div"),
    "**": ("math_binary", "pow"),
    "==": ("logic_compare", "eq"),
    "!=": ("logic_compare", "ne"),
    ">": ("logic_compare", "gt"),
    "<": ("logic_compare", "lt"),
}

_SHORT = {"loop": "flow_loop_start", "end": "flow_loop_end", "break_if": "flow_break_loop_if", "print": "io_write"}


def _mnemonics() -> dict[str, PlanOpcode]:
    """Return the opcodes by id, by id without the group in front, and by the short words."""
    rests = {name.partition("_")[2]: opcode for name, opcode in BY_NAME.items()}
    return {**rests, **{word: BY_NAME[name] for word, name in _SHORT.items()}, **BY_NAME}


MNEMONICS: Mapping[str, PlanOpcode] = _mnemonics()
#: The mnemonic that needs no destination: `print x` is `io_write x stdout`.
PRINT, STDOUT = "print", "stdout"

_TOKEN = re.compile(
    r"""(?P<blank>[ \t\r]+|\#.*)
    |(?P<text>"(?:[^"\\]|\\.)*")
    |(?P<number>nan:0x[0-9a-f]+|[+-]?(?:0x[0-9a-f]+|inf|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(?![\w.]))
    |(?P<word>[@.]?\w+)
    |(?P<mark>==|!=|\*\*|[-+*/<>=()\[\],:])""",
    re.VERBOSE | re.ASCII | re.IGNORECASE,
)


#: Most tokens of a line: enough for the longest list that a constant may be, with its commas.
MAX_TOKENS = 3 * 0x10000


class Token(NamedTuple):
    """Attributes: kind: "text", "number", "word", "mark" or, past the last one, "end"; text; column, from 1."""

    kind: str
    text: str
    column: int


class PlanLine:
    """The tokens of a line, taken one after the other."""

    def __init__(self, text: str, number: int) -> None:
        self.number = number
        self._tokens = _tokens(text, number)
        self._at = 0

    @property
    def next(self) -> Token:
        return self._tokens[self._at]

    @property
    def after(self) -> Token:
        """The token behind the next one."""
        return self._tokens[min(self._at + 1, len(self._tokens) - 1)]

    def has(self, mark: str) -> bool:
        """True if a mark is among the remaining tokens."""
        return any(token.kind == "mark" and token.text == mark for token in self._tokens[self._at :])

    @property
    def is_done(self) -> bool:
        return self.next.kind == "end"

    def take(self) -> Token:
        token = self.next
        self._at = min(self._at + 1, len(self._tokens) - 1)
        return token

    def takes(self, mark: str) -> bool:
        """Take the next token if it is a mark or word, and return whether it was."""
        found = self.next.kind in ("mark", "word") and self.next.text == mark
        if found:
            self.take()
        return found

    def expect(self, kind: str, expected: str) -> Token:
        """Return the next token, which has to be of a kind."""
        if self.next.kind != kind:
            self.fail(self.next, "the line is too short" if self.is_done else "not what belongs here", expected)
        return self.take()

    def end(self) -> None:
        """Require that no token is left, and forget them. Errors can still be raised."""
        if not self.is_done:
            hint = "operands are separated by spaces" if self.next.text == "," else None
            self.fail(self.next, "the line is too long", "its end", hint=hint)
        self._tokens = self._tokens[-1:]
        self._at = 0

    def fail(
        self,
        token: Token,
        reason: str,
        expected: object = None,
        *,
        hint: str | None = None,
        kind: type[FormatError] = InvalidError,
        actual: object = None,
    ) -> NoReturn:
        """Refuse the line at one of its tokens."""
        shown = actual if actual is not None else _shown(token)
        details: dict[str, Any] = {"line": self.number, "column": token.column, "actual": shown, "hint": hint}
        raise kind(reason, format=FORMAT_NAME, expected=expected, **details)

    def limit(self, token: Token, reason: str, expected: object, actual: object = None) -> NoReturn:
        self.fail(token, reason, expected, kind=LimitError, actual=actual)


def _shown(token: Token) -> str | None:
    return None if token.kind == "end" else shortened(token.text, 60)


def _tokens(text: str, number: int) -> list[Token]:
    found: list[Token] = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            _refuse(text, at, number)
        if len(found) > MAX_TOKENS:
            reason, expected = "the line has too many words", f"at most {MAX_TOKENS}"
            raise LimitError(reason, format=FORMAT_NAME, line=number, column=at + 1, expected=expected)
        if match.lastgroup != "blank":
            found.append(Token(str(match.lastgroup), match.group(), at + 1))
        at = match.end()
    return [*found, Token("end", "", len(text) + 1)]


def _refuse(text: str, at: int, number: int) -> NoReturn:
    is_open = text[at] == '"'
    reason, hint = "the line has no such character", None
    if is_open:
        reason, hint = "the text does not end", 'a text is on one line, between quotes; write \\" and \\n inside it'
    details: dict[str, Any] = {"line": number, "column": at + 1, "actual": None if is_open else ascii(text[at])}
    raise InvalidError(reason, format=FORMAT_NAME, hint=hint, **details)
