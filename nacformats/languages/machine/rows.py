"""Lists that are read as columns."""

from __future__ import annotations

from nacformats.languages.machine import expressions, loops, values
from nacformats.languages.machine.failures import charge
from nacformats.languages.machine.model import BOOL, INT, LIST, NONE, TO_EOS, Machine, Value
from nacformats.languages.machine.trees import count_of_items, item_at, take_apart
from nacformats.languages.neutral import Int, int_of

#: Elements of an argument that is a table: it is looked up by a number of one byte.
SIZE_OF_TABLE = 256
#: Columns have places of at most 32 bits.
LAST_PLACE = 4294967295


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
    if not gives_arguments(m, node, loop, arguments) or (m.is_changed and len(arguments) != 0):
        return False
    start = m.streams[io].origin + m.streams[io].pos
    buffer = m.streams[io].buffer
    end = min(start + left, LAST_PLACE)
    m.tables.append(loops.read_table(m.lists[loop], m.buffers[buffer], start, count, end, arguments))
    table = len(m.tables) - 1
    if m.tables[table].end == NONE:
        m.tables.pop()
        return False
    charge(m, size_of_table(m, table))
    m.streams[io].pos = m.tables[table].end - m.streams[io].origin
    m.tables[table].io = io
    m.tables[table].arguments = arguments
    put_keys(m, table, loop + 4 + 2 * m.lists[loop + 3])
    m.items[items].table = table
    return True


def put_keys(m: Machine, table: Int, at: Int) -> None:
    for k in range(m.lists[at]):
        m.tables[table].keys.append(m.texts[m.lists[at + 1 + k]])


def size_of_table(m: Machine, table: Int) -> Int:
    """Return the memory that the columns of a table take."""
    size = 8 * m.tables[table].count
    for k in range(len(m.tables[table].columns)):
        size += len(m.tables[table].columns[k].u1) + 2 * len(m.tables[table].columns[k].u2)
        size += 4 * len(m.tables[table].columns[k].u4) + 8 * len(m.tables[table].columns[k].u8)
    return size


def gives_arguments(m: Machine, node: Int, loop: Int, arguments: list[Int]) -> bool:
    """Compute what a list gives its loop; return whether all of it are numbers."""
    for k in range(m.lists[loop + 3]):
        at = loop + 4 + 2 * k
        value = expressions.evaluate(m, m.lists[at], node)
        if m.lists[at + 1] == NONE:
            if not adds_number(value, arguments):
                return False
        else:
            if value.kind != LIST or count_of_items(m, value.a) != SIZE_OF_TABLE:
                return False
            for index in range(SIZE_OF_TABLE):
                element = item_at(m, value.a, index)
                if not adds_number(expressions.attribute_of(m, element, m.lists[at + 1]), arguments):
                    return False
    return True


def adds_number(value: Value, numbers: list[Int]) -> bool:
    if value.kind != INT and value.kind != BOOL:
        return False
    number = int_of(value.number)
    numbers.append(-number if value.negative else number)
    return True


def keeps_table(m: Machine, node: Int, items: Int) -> bool:
    """Return whether the bytes of a table can be written: others give it the numbers that it was read by.

    If not, its records are a list from now on.
    """
    loop = m.members[m.items[items].member].loop
    arguments: list[Int] = []
    is_kept = gives_arguments(m, node, loop, arguments)
    if is_kept and is_same_list(arguments, m.tables[m.items[items].table].arguments):
        return True
    take_apart(m, items)
    return False


def is_same_list(left: list[Int], right: list[Int]) -> bool:
    if len(left) != len(right):
        return False
    same = 0
    while same < len(left) and left[same] == right[same]:
        same += 1
    return same == len(left)


def bytes_of_table(m: Machine, table: Int) -> Value:
    """Return the bytes of the records of a table."""
    start = m.tables[table].starts[0]
    return values.of_bytes(m.streams[m.tables[table].io].buffer, start, m.tables[table].end - start)
