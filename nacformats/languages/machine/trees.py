"""Trees: records, their members, the records in them; and lists, whose records may be in a table."""

from __future__ import annotations

from nacformats.languages.machine import model, values
from nacformats.languages.machine.failures import charge
from nacformats.languages.machine.model import NONE, Items, Machine, Node, Value
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
    return values.of_record(m.tables[table].nodes[index] - 1)


def has_instances(m: Machine, items: Int) -> bool:
    """Return whether there are instances with a position in the records of a table."""
    return m.lists[m.members[m.items[items].member].loop + 2] != 0


def take_apart(m: Machine, items: Int) -> None:
    """Make a list of the records of a table, so that they can be changed."""
    for index in range(count_of_items(m, items)):
        value = item_at(m, items, index)
        m.items[items].values.append(value)
    m.items[items].table = NONE


def leave_dependent(m: Machine) -> None:
    """Take apart the tables that were read by numbers from elsewhere, before these change."""
    if m.is_changed:
        return
    for items in range(len(m.items)):
        table = m.items[items].table
        if table != NONE and len(m.tables[table].arguments) != 0:
            take_apart(m, items)


#: What a record, a member of one and an element of a list take of the memory of a tree.
SIZE_OF_NODE = 128
SIZE_OF_MEMBER = 64
SIZE_OF_ELEMENT = 56


def count_of_members(m: Machine, type_of: Int) -> Int:
    return m.types[type_of].params + m.types[type_of].fields + m.types[type_of].placed + m.types[type_of].values


def forget_records(m: Machine) -> None:
    """Forget the records of a tree, and how they were read."""
    m.nodes.clear()
    m.slots.clear()
    m.states.clear()
    m.items.clear()
    m.tables.clear()
    m.paddings.clear()
    m.streams.clear()
    m.used = 0


def add_record(m: Machine, type_of: Int, above: Int, member: Int, index: Int) -> Int:
    """Return a new record of a type, without members."""
    count = count_of_members(m, type_of)
    charge(m, SIZE_OF_NODE + SIZE_OF_MEMBER * count)
    node = len(m.nodes)
    m.nodes.append(Node(type_of, len(m.slots), above, member, index))
    m.nodes[node].parent = above
    m.nodes[node].root = node if above == NONE or m.types[type_of].is_root else m.nodes[above].root
    m.nodes[node].endian = model.SWITCHED if above == NONE else m.nodes[above].endian
    m.nodes[node].stage = model.BUSY if m.is_writing else 0
    for _k in range(count):
        m.slots.append(values.nothing())
        m.states.append(model.UNREAD)
    return node


def add_items(m: Machine, owner: Int, member: Int) -> Int:
    """Return a new list."""
    charge(m, SIZE_OF_NODE)
    m.items.append(Items(owner, member))
    return len(m.items) - 1


def add_element(m: Machine, items: Int, value: Value) -> None:
    charge(m, SIZE_OF_ELEMENT)
    m.items[items].values.append(value)


def slot_of(m: Machine, node: Int, member: Int) -> Int:
    """Return the place of a member of a record in `slots` and `states`."""
    return m.nodes[node].first + member - m.types[m.nodes[node].type].first


def find_member(m: Machine, type_of: Int, name: Int) -> Int:
    """Return the member of a type that has an id, or NONE."""
    first = m.types[type_of].first
    for member in range(first, first + count_of_members(m, type_of)):
        if m.members[member].id == name:
            return member
    return NONE


def put_children(m: Machine, node: Int, waiting: list[Int]) -> None:
    """Append the records in a record, the first one last; when a tree is written, tell them where they are."""
    type_of = m.nodes[node].type
    first = m.types[type_of].first
    first_placed = first + m.types[type_of].params + m.types[type_of].fields
    start = len(waiting)
    for member in range(first + m.types[type_of].params, first_placed + m.types[type_of].placed):
        tag = m.kinds[m.members[member].kind].tag
        state = m.states[slot_of(m, node, member)]
        if tag != model.USE and tag != model.SWITCH:
            continue
        if (
            state == model.ABSENT
            or (member >= first_placed and state != model.THERE)
            or (m.members[member].is_lookup and m.is_writing)
        ):
            continue
        value = m.slots[slot_of(m, node, member)]
        if member >= first_placed and not m.is_writing and not takes_bytes(m, member, value):
            continue
        if value.kind == model.LIST:
            if m.items[value.a].table != NONE and not has_instances(m, value.a):
                continue
            for k in range(count_of_items(m, value.a)):
                child = item_at(m, value.a, k)
                put_child(m, node, member, k, child, waiting)
        else:
            put_child(m, node, member, NONE, value, waiting)
    reverse_from(waiting, start)


def takes_bytes(m: Machine, member: Int, value: Value) -> bool:
    """Return whether an instance takes bytes where it is; records without fields, which look things up, do not."""
    if m.members[member].offset != NONE:
        return True
    if value.kind != model.LIST:
        return not is_without_fields(m, value)
    for k in range(len(m.items[value.a].values)):
        if not is_without_fields(m, m.items[value.a].values[k]):
            return True
    return m.items[value.a].table != NONE


def is_without_fields(m: Machine, value: Value) -> bool:
    return value.kind == model.RECORD and m.types[m.nodes[value.a].type].fields == 0


def put_child(m: Machine, node: Int, member: Int, index: Int, value: Value, waiting: list[Int]) -> None:
    if value.kind != model.RECORD or (not m.is_writing and m.nodes[value.a].above != node):
        return
    if m.is_writing:
        m.nodes[value.a].above = node
        m.nodes[value.a].member = member
        m.nodes[value.a].index = index
    waiting.append(value.a)


def reverse_from(numbers: list[Int], start: Int) -> None:
    """Turn a list round from some place on."""
    low = start
    high = len(numbers) - 1
    while low < high:
        number = numbers[low]
        numbers[low] = numbers[high]
        numbers[high] = number
        low += 1
        high -= 1
