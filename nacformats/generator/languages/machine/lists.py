"""Lists, whose records may be in a table."""

from __future__ import annotations

from nacformats.generator.languages.machine.model import LIST, NONE, Machine, Value
from nacformats.generator.languages.machine.trees import slot_of
from nacformats.generator.languages.machine.values import of_record
from nacformats.generator.languages.neutral import Int, U4s, later


@later
def read_row(m: Machine, items: Int, index: Int) -> Int:  # noqa: ARG001  another module gives it
    """Return a record of a table, which is read; see `reading`."""
    return NONE


def count_of_items(m: Machine, items: Int) -> Int:
    if m.items[items].table != NONE:
        return m.tables[m.items[items].table].count
    return len(m.items[items].values)


def item_at(m: Machine, items: Int, index: Int) -> Value:
    """Return an element; a record of a table is read the first time."""
    table = m.items[items].table
    if table == NONE:
        return m.items[items].values[index]
    if len(m.tables[table].nodes) == 0:
        m.tables[table].nodes = U4s(m.tables[table].count)
    if m.tables[table].nodes[index] == 0:
        node = read_row(m, items, index)
        m.tables[table].nodes[index] = node + 1
    return of_record(m.tables[table].nodes[index] - 1)


def leave_tables(m: Machine) -> None:
    """Take apart the tables that the record that was asked for is in, because it changes."""
    node = m.asked.node
    while node != NONE and m.nodes[node].above != NONE:
        above = m.nodes[node].above
        value = m.slots[slot_of(m, above, m.nodes[node].member)]
        if m.nodes[node].index != NONE and value.kind == LIST and m.items[value.a].table != NONE:
            take_apart(m, value.a)
        node = above


def take_apart(m: Machine, items: Int) -> None:
    """Make a list of the records of a table, so that they can be changed."""
    for index in range(count_of_items(m, items)):
        value = item_at(m, items, index)
        m.items[items].values.append(value)
    m.items[items].table = NONE
