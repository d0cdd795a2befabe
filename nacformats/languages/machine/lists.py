"""Lists, whose records may be in a table."""

from __future__ import annotations

from nacformats.languages.machine.model import NONE, Machine, Value
from nacformats.languages.machine.values import of_record
from nacformats.languages.neutral import Int, U4s, later


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


def has_instances(m: Machine, items: Int) -> bool:
    """Return whether there are instances with a position in the records of a table."""
    return m.lists[m.members[m.items[items].member].loop + 2] != 0


def take_apart(m: Machine, items: Int) -> None:
    """Make a list of the records of a table, so that they can be changed."""
    for index in range(count_of_items(m, items)):
        value = item_at(m, items, index)
        m.items[items].values.append(value)
    m.items[items].table = NONE


def leave_dependent(m: Machine, kept: Int) -> None:
    """Take apart the tables, but one, that were read by numbers from elsewhere, before these change."""
    if m.is_changed:
        return
    for items in range(len(m.items)):
        table = m.items[items].table
        if items != kept and table != NONE and len(m.tables[table].arguments) != 0:
            take_apart(m, items)
