"""Members of records, as users of a tree see them."""

from __future__ import annotations

from nacformats.generator.languages.machine.instances import ask
from nacformats.generator.languages.machine.lists import count_of_items, item_at
from nacformats.generator.languages.machine.model import (
    ABSENT,
    BOOL,
    BYTES,
    INT,
    LIST,
    NONE,
    REAL,
    RECORD,
    TEXT,
    UNREAD,
    VARINT,
    Machine,
    Place,
    Value,
)
from nacformats.generator.languages.machine.text import code_point, put_point
from nacformats.generator.languages.machine.values import nothing, of_record
from nacformats.generator.languages.neutral import (
    U64,
    Bytes,
    Int,
    Real,
    Text,
    put_range,
    real_of,
    real_of_bits,
    succeeds,
    text_of_bytes,
    truncated,
    u64,
)


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


def integer_of_value(value: Value) -> U64:
    """Return a number as 64 bits in two's complement, the least one for what is below that; of other values, 0."""
    size = size_of_value(value)
    if not is_below_zero(value):
        return size
    return u64(0 - size) if size >> 63 == 0 else u64(1 << 63)


def size_of_value(value: Value) -> U64:
    """Return how far a number is from 0, without what is after its point; of other values, 0."""
    if value.kind == REAL:
        real = real_of_bits(value.number, value.a)
        return truncated(-real) if real < 0.0 else truncated(real)
    if value.kind == VARINT:
        return u64(0 - value.number) if is_below_zero(value) else value.number
    return value.number if value.kind == INT or value.kind == BOOL else u64(0)


def real_of_value(value: Value) -> Real:
    """Return a number as a float; other values are 0."""
    if value.kind == REAL:
        return real_of_bits(value.number, value.a)
    return -real_of(size_of_value(value)) if is_below_zero(value) else real_of(size_of_value(value))


def is_below_zero(value: Value) -> bool:
    """Return whether a number is; an integer of 64 bits may be either."""
    if value.kind == REAL:
        return real_of_bits(value.number, value.a) < 0.0
    return value.negative and (value.kind != VARINT or value.number >> 63 != 0)


def node_of_value(value: Value) -> Int:
    """Return the number of a record; other values are NONE."""
    return value.a if value.kind == RECORD else NONE


def type_of_value(m: Machine, value: Value) -> Int:
    """Return the type of a record; of other values, it is NONE."""
    return m.nodes[value.a].type if value.kind == RECORD else NONE


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
