"""Constants of the text form, from tokens."""

from __future__ import annotations

import json
import math
from typing import NoReturn

from nacformats.errors import LimitError
from nacformats.formats.mep.literals import FLOATS, NAN, WORDS, float32s, float64
from nacformats.formats.mep.words import PlanLine, Token
from nacformats.formats.records.constants import Constant

#: What may be written where a constant belongs.
EXPECTED = 'a constant: null, true, false, a number, a "text" or a [list] of numbers'
#: Most characters of a number; those of the format have at most 24.
_MAX_DIGITS = 100


def is_literal(line: PlanLine) -> bool:
    """Whether a constant comes next."""
    token = line.next
    if token.kind == "word":
        return token.text in WORDS or (token.text == FLOATS and line.after.text == "[")
    return token.kind in ("text", "number") or (token.kind == "mark" and token.text == "[")


def read_literal(line: PlanLine) -> Constant:
    """Take a constant; FormatError, with line and column, when there is none."""
    token = line.next
    if not is_literal(line):
        line.fail(token, "the line is too short" if line.is_done else "not a constant", EXPECTED)
    try:
        return _literal(line)
    except LimitError as failure:
        if failure.line is None:  # the format has no room for it
            failure.line, failure.column, failure.format = line.number, token.column, "mep"
        raise


def _literal(line: PlanLine) -> Constant:
    if line.takes(FLOATS):
        return _list(line, are_floats=True)
    if line.next.text == "[":
        return _list(line, are_floats=False)
    token = line.take()
    if token.kind == "text":
        return Constant.of(_text(line, token))
    if token.kind == "word":
        return Constant.of(WORDS[token.text])
    if token.text.startswith(f"{NAN}:"):
        return float64(_bits(line, token, 16))
    return Constant.of(_number(line, token))


def _list(line: PlanLine, *, are_floats: bool) -> Constant:
    line.take()
    items: list[tuple[Token, int | float | None]] = []  # None: the bits of a NaN
    while not line.takes("]"):
        if items and not line.takes(","):
            line.fail(line.next, "the list goes on without a comma", "`,` or `]`")
        token = line.take()
        items.append((token, _item(line, token)))
    if not are_floats and all(isinstance(item, int) for _, item in items):
        return Constant.of([item for _, item in items])
    # Bits are told from values by their type, so that every value is a float here.
    values = [_bits(line, token, 8) if item is None else _single(item) for token, item in items]
    return float32s(values)


def _single(item: int | float) -> float:
    """A number that a list of floats has room for."""
    Constant.of([float(item)])
    return float(item)


def _item(line: PlanLine, token: Token) -> int | float | None:
    if token.kind == "word" and isinstance(WORDS.get(token.text), float):
        return WORDS[token.text]
    if token.kind != "number":
        line.fail(token, "a list holds numbers only", "a number")
    return None if token.text.startswith(f"{NAN}:") else _number(line, token)


def _number(line: PlanLine, token: Token) -> int | float:
    text = token.text.lower()
    if len(text) > _MAX_DIGITS:
        line.limit(token, "the number is too long", f"at most {_MAX_DIGITS} characters", len(text))
    if "0x" in text:
        return int(text, 16)
    if text.lstrip("+-").isdigit():
        return int(text)
    number = float(text)
    if math.isinf(number) and "inf" not in text:
        line.limit(token, "the number is too large for a float", "a smaller number, or inf")
    return number


def _bits(line: PlanLine, token: Token, digits: int) -> int:
    """The bits of a NaN, written as `nan:0x...` with as many digits."""
    bits = token.text.partition("x")[2]
    if len(bits) != digits or not _is_nan(int(bits, 16), digits):
        line.fail(token, "these are not the bits of a NaN", f"{digits} hexadecimal digits")
    return int(bits, 16)


def _is_nan(bits: int, digits: int) -> bool:
    """Whether the bits of a float, of 16 or 8 hexadecimal digits, are those of a NaN."""
    exponent, fraction = (0x7FF, 52) if digits == 16 else (0xFF, 23)
    return bits >> fraction & exponent == exponent and bits & ((1 << fraction) - 1) != 0


def _text(line: PlanLine, token: Token) -> str:
    try:
        text = str(json.loads(token.text))
        text.encode()
    except json.JSONDecodeError as failure:
        _bad_text(line, token, failure.pos)
    except UnicodeEncodeError:
        _bad_text(line, token, 0)
    return text


def _bad_text(line: PlanLine, token: Token, at: int) -> NoReturn:
    place = Token(token.kind, token.text, token.column + at)
    hint = r"escapes are those of JSON, such as \n, \" and \u00e9; half of a surrogate pair is no text"
    line.fail(place, "not a text", hint=hint)
