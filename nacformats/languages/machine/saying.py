"""Say what an error is about: what was expected, and what is there."""

from __future__ import annotations

from typing import NoReturn

from nacformats.languages.machine import model
from nacformats.languages.machine.failures import fail
from nacformats.languages.machine.model import Machine, Value
from nacformats.languages.machine.text import code_point, put_digits, put_point
from nacformats.languages.machine.values import integer_of_value, is_below_zero
from nacformats.languages.neutral import Bytes, Int, Text, put_text, text_of_bytes, text_of_int, u64

#: Longer byte strings are cut here, and longer texts.
MOST_SHOWN = 24
MOST_SHOWN_TEXT = 300
SINGLE_MARK = 39
DOUBLE_MARK = 34
ESCAPE_MARK = 92


def fail_wrong(m: Machine, words: Text, value: Value) -> NoReturn:
    """Stop since a value is wrong: the words say what was expected."""
    made = Bytes()
    put_text(made, words)
    start = len(made)
    put_text(made, ", got ")
    if not put_shown(m, made, value):
        fail(m, model.INVALID, text_of_bytes(made, 0, start))
    fail(m, model.INVALID, text_of_bytes(made, 0, len(made)))


def fail_unequal(m: Machine, expected: Value, value: Value) -> NoReturn:
    """Stop since a value is not the only one that is right."""
    made = Bytes()
    put_text(made, "wrong value: expected ")
    put_shown(m, made, expected)
    fail_wrong(m, text_of_bytes(made, 0, len(made)), value)


def put_shown(m: Machine, to: Bytes, value: Value) -> bool:
    """Append a value as messages show it; return whether it is of a kind that they show."""
    if value.kind == model.BOOL:
        put_text(to, "True" if value.number != 0 else "False")
    elif value.kind == model.INT or value.kind == model.VARINT:
        number = integer_of_value(value)
        if is_below_zero(value):
            put_text(to, "-")
            number = u64(u64(~number) + 1)
        put_digits(to, number)
    elif value.kind == model.TEXT:
        put_shown_text(m, to, value)
    elif value.kind == model.BYTES:
        put_shown_bytes(m, to, value)
    else:
        return False
    return True


def put_shown_text(m: Machine, to: Bytes, value: Value) -> None:
    """Append a text, the end of a long one left out."""
    at = value.b
    end = value.b + min(value.c, MOST_SHOWN_TEXT)
    while at < end:
        found = code_point(m, value.d, value.a, at, end)
        if found == 0:
            break
        put_point(to, found // 8)
        at += found % 8


def put_shown_bytes(m: Machine, to: Bytes, value: Value) -> None:
    """Append bytes as Python shows them, the end of long ones left out."""
    size = min(value.c, MOST_SHOWN)
    quote = SINGLE_MARK
    for k in range(size):
        if m.buffers[value.a][value.b + k] == SINGLE_MARK:
            quote = DOUBLE_MARK
    for k in range(size):
        if m.buffers[value.a][value.b + k] == DOUBLE_MARK:
            quote = SINGLE_MARK
    put_text(to, "b")
    to.append(quote)
    for k in range(size):
        put_shown_byte(to, m.buffers[value.a][value.b + k], quote)
    to.append(quote)
    if size < value.c:
        put_text(to, "... (" + text_of_int(value.c) + " bytes)")


def put_shown_byte(to: Bytes, byte: Int, quote: Int) -> None:
    """Append a byte of a quoted string."""
    if byte == quote or byte == ESCAPE_MARK:
        to.append(ESCAPE_MARK)
        to.append(byte)
    elif byte >= 32 and byte < 127:
        to.append(byte)
    elif byte == 9 or byte == 10 or byte == 13:
        put_text(to, "\\t" if byte == 9 else "\\n" if byte == 10 else "\\r")
    else:
        put_text(to, "\\x")
        put_hex_digit(to, byte // 16)
        put_hex_digit(to, byte % 16)


def put_hex_digit(to: Bytes, digit: Int) -> None:
    to.append(48 + digit if digit < 10 else 87 + digit)
