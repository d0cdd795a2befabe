"""Members of records, as users of a tree see them."""

from __future__ import annotations

from nacformats.languages.machine.instances import ask
from nacformats.languages.machine.lists import count_of_items, item_at
from nacformats.languages.machine.model import ABSENT, BYTES, LIST, NONE, TEXT, UNREAD, Machine, Place, Value
from nacformats.languages.machine.text import code_point, put_point
from nacformats.languages.machine.values import node_of_value, nothing, of_record
from nacformats.languages.neutral import Bytes, Int, Text, put_range, succeeds, text_of_bytes


def ask_slot(m: Machine, node: Int, slot: Int) -> Value:
    """Return a member of a record by its place; an instance is read, or computed, the first time."""
    if node == NONE:
        return nothing()
    return ask(m, node, m.types[m.nodes[node].type].first + slot)


def slot_value(m: Machine, node: Int, slot: Int) -> Value:
    """Return a member of a record by its place; one that is not there, or of no record, is nothing."""
    if node == NONE:
        return nothing()
    state = m.states[m.nodes[node].first + slot]
    if state == ABSENT or state == UNREAD:
        return nothing()
    return m.slots[m.nodes[node].first + slot]


def type_of_value(m: Machine, value: Value) -> Int:
    """Return the type of a record; of other values, it is NONE."""
    node = node_of_value(value)
    return NONE if node == NONE else m.nodes[node].type


def count_of_value(m: Machine, value: Value) -> Int:
    """Return how many elements a list has; other values have none."""
    if value.kind == LIST:
        return count_of_items(m, value.a)
    return 0


def element_of_value(m: Machine, value: Value, index: Int) -> Value:
    """Return an element of a list; one that can no longer be read is nothing."""
    if m.items[value.a].table == NONE:
        return m.items[value.a].values[index]
    m.asked = Place(value.a, NONE, index, 0)
    if not succeeds(read_asked_row, m):
        return nothing()
    return of_record(m.tables[m.items[value.a].table].nodes[index] - 1)


def read_asked_row(m: Machine) -> None:
    item_at(m, m.asked.node, m.asked.index)


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


def table_of_value(m: Machine, value: Value) -> Int:
    """Return the table of a list whose records were read as columns, or NONE."""
    if value.kind != LIST:
        return NONE
    return m.items[value.a].table
