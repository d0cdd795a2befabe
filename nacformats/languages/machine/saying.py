"""Say what an error is about: what was expected, and what is there."""

from __future__ import annotations

from typing import NoReturn

from nacformats.languages.machine import expressions, model, text, values
from nacformats.languages.machine.failures import fail
from nacformats.languages.machine.model import NONE, Machine, Place, Value
from nacformats.languages.neutral import Bytes, Int, Text, cut, put_text, succeeds, text_of_bytes, text_of_int, u64

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


def fail_rule(m: Machine, node: Int, rule: Int, value: Value) -> NoReturn:
    """Stop since a value breaks a rule: say what the rule compares it with."""
    made = Bytes()
    put_text(made, m.texts[m.rules[rule].words])
    if m.rules[rule].expected != NONE:
        put_shown(m, made, expressions.evaluate(m, m.rules[rule].expected, node))
    start = len(made)
    first = m.rules[rule].told
    for k in range(m.rules[rule].num_told):
        before = len(made)
        put_text(made, (" (" if before == start else ", ") + m.texts[m.lists[first + 2 * k]] + " is ")
        if not put_shown(m, made, told_value(m, node, m.lists[first + 2 * k + 1])):
            cut(made, before)
    if len(made) != start:
        put_text(made, ")")
    fail_wrong(m, text_of_bytes(made, 0, len(made)), value)


def told_value(m: Machine, node: Int, term: Int) -> Value:
    """Return what a rule names; nothing where that cannot be computed, or is no number or text."""
    at = m.at
    asked = m.asked
    m.asked = Place(node, term, NONE, 0)
    is_known = succeeds(tell, m)
    m.asked = asked
    m.at = at
    is_told = is_known and ((values.is_number(m.it) and m.it.kind != model.REAL) or m.it.kind == model.TEXT)
    return m.it if is_told else values.nothing()


def tell(m: Machine) -> None:
    """Compute the term that is asked for."""
    m.it = expressions.evaluate(m, m.asked.member, m.asked.node)


def put_shown(m: Machine, to: Bytes, value: Value) -> bool:
    """Append a value as messages show it; return whether it is of a kind that they show."""
    if value.kind == model.BOOL:
        put_text(to, "True" if value.number != 0 else "False")
    elif value.kind == model.INT or value.kind == model.VARINT:
        text.put_integer(to, value)
    elif value.kind == model.TEXT:
        text.put_utf8(m, to, values.of_text(value.a, value.b, min(value.c, MOST_SHOWN_TEXT), value.d))
    elif value.kind == model.BYTES:
        put_shown_bytes(m, to, value)
    else:
        return False
    return True


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
        text.put_hex(to, u64(byte), 2)
