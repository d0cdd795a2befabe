"""Lists that are read as columns."""

from __future__ import annotations

from nacformats.generator.languages.machine.expressions import attribute_of, evaluate
from nacformats.generator.languages.machine.limits import charge
from nacformats.generator.languages.machine.lists import count_of_items, item_at
from nacformats.generator.languages.machine.loops import read_table, write_table
from nacformats.generator.languages.machine.model import BOOL, INT, LIST, NONE, TO_EOS, Machine, Value
from nacformats.generator.languages.neutral import Bytes, Int, int_of

#: Elements of an argument that is a table: it is looked up by a number of one byte.
SIZE_OF_TABLE = 256


def read_as_table(m: Machine, node: Int, member: Int, io: Int, items: Int, wanted: Int) -> bool:
    """Read a list as columns; return whether that can be done, without a change where it cannot."""
    loop = m.members[member].loop
    if m.is_plain or m.is_writing or m.streams[io].num_left != 0 or m.streams[io].pos > m.streams[io].size:
        return False
    left = m.streams[io].size - m.streams[io].pos
    count = wanted
    if m.members[member].repeat == TO_EOS:
        count = left // m.lists[loop + 1]
        if count * m.lists[loop + 1] != left:
            return False
    if count == 0 or count > left:
        return False
    arguments: list[Int] = []
    if not gives_arguments(m, node, loop, arguments):
        return False
    start = m.streams[io].origin + m.streams[io].pos
    buffer = m.streams[io].buffer
    m.tables.append(read_table(m.lists[loop], m.buffers[buffer], start, count, start + left, arguments))
    table = len(m.tables) - 1
    if m.tables[table].end == NONE:
        m.tables.pop()
        return False
    charge(m, size_of_table(m, table))
    m.streams[io].pos = m.tables[table].end - m.streams[io].origin
    m.tables[table].io = io
    m.tables[table].arguments = arguments
    m.items[items].table = table
    return True


def size_of_table(m: Machine, table: Int) -> Int:
    """Return the memory that the columns of a table take."""
    size = 8 * m.tables[table].count
    for k in range(len(m.tables[table].columns)):
        size += len(m.tables[table].columns[k].u1) + 2 * len(m.tables[table].columns[k].u2)
        size += 4 * len(m.tables[table].columns[k].u4) + 8 * len(m.tables[table].columns[k].u8)
    return size


def gives_arguments(m: Machine, node: Int, loop: Int, arguments: list[Int]) -> bool:
    """Compute what a list gives its loop; return whether all of it are numbers."""
    for k in range(m.lists[loop + 2]):
        at = loop + 3 + 2 * k
        value = evaluate(m, m.lists[at], node)
        if m.lists[at + 1] == NONE:
            if not adds_number(value, arguments):
                return False
        else:
            if value.kind != LIST or count_of_items(m, value.a) != SIZE_OF_TABLE:
                return False
            for index in range(SIZE_OF_TABLE):
                element = item_at(m, value.a, index)
                if not adds_number(attribute_of(m, element, m.lists[at + 1]), arguments):
                    return False
    return True


def adds_number(value: Value, numbers: list[Int]) -> bool:
    if value.kind != INT and value.kind != BOOL:
        return False
    number = int_of(value.number)
    numbers.append(-number if value.negative else number)
    return True


def writes_table(m: Machine, items: Int, to: Bytes) -> bool:
    """Append the records of a table; return whether its columns agree with each other."""
    table = m.items[items].table
    loop = m.lists[m.members[m.items[items].member].loop]
    buffer = m.streams[m.tables[table].io].buffer
    return write_table(
        loop, m.tables[table].columns, m.tables[table].count, m.buffers[buffer], m.tables[table].arguments, to
    )
