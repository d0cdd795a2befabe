"""Members of records, as users of a tree see them."""

from __future__ import annotations

from nacformats.generator.languages.machine.instances import ask
from nacformats.generator.languages.machine.model import ABSENT, BYTES, LIST, TEXT, UNREAD, Machine, Value
from nacformats.generator.languages.machine.operators import element_of
from nacformats.generator.languages.machine.text import code_point, put_point
from nacformats.generator.languages.machine.values import nothing
from nacformats.generator.languages.neutral import Bytes, Int, Text, put_range, text_of_bytes


def ask_slot(m: Machine, node: Int, slot: Int) -> Value:
    """Return a member of a record by its place; an instance is read, or computed, the first time."""
    return ask(m, node, m.types[m.nodes[node].type].first + slot)


def slot_value(m: Machine, node: Int, slot: Int) -> Value:
    """Return a member of a record by its place; one that is not there is nothing."""
    state = m.states[m.nodes[node].first + slot]
    if state == ABSENT or state == UNREAD:
        return nothing()
    return m.slots[m.nodes[node].first + slot]


def count_of_value(m: Machine, value: Value) -> Int:
    """Return how many elements a list has; other values have none."""
    if value.kind == LIST:
        return len(m.items[value.a].values)
    return 0


def element_of_value(m: Machine, value: Value, index: Int) -> Value:
    return element_of(m, value, index)


def text_of_value(m: Machine, value: Value) -> Text:
    """Return a text; other values are empty."""
    made = Bytes()
    at = value.b
    end = value.b + value.c if value.kind == TEXT else at
    while at < end:
        found = code_point(m, value.d, value.a, at, end)
        if found == 0:
            break
        put_point(made, found // 8)
        at += found % 8
    return text_of_bytes(made, 0, len(made))


def copied_bytes(m: Machine, value: Value) -> Bytes:
    """Return the bytes of a value; other values are empty."""
    made = Bytes()
    if value.kind == BYTES:
        put_range(made, m.buffers[value.a], value.b, value.b + value.c)
    return made
