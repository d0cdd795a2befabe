"""Members of records, as users of a tree see and set them. Trees of theirs are not bounded: the memory is theirs."""

from __future__ import annotations

from nacformats.languages.machine import instances, model, text, trees, values
from nacformats.languages.machine.model import ABSENT, BYTES, LIST, NONE, TEXT, UNREAD, Machine, Place, Said, Value
from nacformats.languages.machine.schema import MADE, forget_tree
from nacformats.languages.neutral import MOST_INT, Bytes, Int, Text, put_range, succeeds, text_of_bytes


def ask_slot(m: Machine, node: Int, slot: Int) -> Value:
    """Return a member of a record by its place; an instance is read, or computed, the first time."""
    if node == NONE:
        return values.nothing()
    return instances.ask(m, node, m.types[m.nodes[node].type].first + slot)


def slot_value(m: Machine, node: Int, slot: Int) -> Value:
    """Return a member of a record by its place; one that is not there, or of no record, is nothing."""
    if node == NONE:
        return values.nothing()
    state = m.states[m.nodes[node].first + slot]
    if state == ABSENT or state == UNREAD:
        return values.nothing()
    return m.slots[m.nodes[node].first + slot]


def type_of_value(m: Machine, value: Value) -> Int:
    """Return the type of a record; of other values, it is NONE."""
    node = values.node_of_value(value)
    return NONE if node == NONE else m.nodes[node].type


def count_of_value(m: Machine, value: Value) -> Int:
    """Return how many elements a list has; other values have none."""
    if value.kind == LIST:
        return trees.count_of_items(m, value.a)
    return 0


def element_of_value(m: Machine, value: Value, index: Int) -> Value:
    """Return an element of a list; one that can no longer be read is nothing."""
    if m.items[value.a].table == NONE:
        return m.items[value.a].values[index]
    m.asked = Place(value.a, NONE, index, 0)
    if not succeeds(read_asked_row, m):
        return values.nothing()
    return values.of_record(m.tables[m.items[value.a].table].nodes[index] - 1)


def read_asked_row(m: Machine) -> None:
    trees.item_at(m, m.asked.node, m.asked.index)


def text_of_value(m: Machine, value: Value) -> Text:
    """Return a text; other values are empty."""
    made = Bytes()
    if value.kind == TEXT:
        text.put_utf8(m, made, value)
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


def new_tree(m: Machine) -> Int:
    """Return the root of a new tree, which takes the place of the one that the machine had."""
    forget_tree(m)
    return new_record(m, 0)


def new_record(m: Machine, type_of: Int) -> Int:
    """Return a new record of a type, with its defaults, which belongs to the tree and is not yet in it."""
    m.limit = MOST_INT
    node = trees.add_record(m, type_of, NONE, NONE, NONE)
    first = m.types[type_of].first
    for member in range(first, first + trees.count_of_members(m, type_of)):
        default = m.members[member].default
        if default != NONE and m.members[member].condition == NONE:
            m.slots[trees.slot_of(m, node, member)] = m.constants[default]
            m.states[trees.slot_of(m, node, member)] = model.THERE
    return node


def leave_tables(m: Machine) -> None:
    """Take apart the tables that change with the record that was asked for: it is in them, or they depend on others."""
    trees.leave_dependent(m)
    m.is_changed = True
    node = m.asked.node
    while node != NONE and m.nodes[node].above != NONE:
        above = m.nodes[node].above
        value = m.slots[trees.slot_of(m, above, m.nodes[node].member)]
        if m.nodes[node].index != NONE and value.kind == model.LIST and m.items[value.a].table != NONE:
            trees.take_apart(m, value.a)
        node = above


def set_slot(m: Machine, node: Int, slot: Int, value: Value) -> None:
    """Set a member of a record by its place; nothing takes it away. A table that the record is in becomes a list.

    A number of variable length that it is already keeps its width. In what is no record, nothing is set. A member that
    follows from others, and is set to something else than it was, has to be what follows when the tree is written.
    """
    if node == NONE:
        return
    m.limit = MOST_INT
    m.asked = Place(node, NONE, NONE, 0)
    if len(m.tables) != 0 and not succeeds(leave_tables, m):
        return
    given = m.slots[m.nodes[node].first + slot]
    member = m.types[m.nodes[node].type].first + slot
    how = m.members[member].derive
    if how != NONE and not m.derives[how].is_unsure and not values.is_same_number(given, value):
        m.said.append(Said(node, member, value))
    m.slots[m.nodes[node].first + slot] = values.as_it_was(given, value)
    m.states[m.nodes[node].first + slot] = model.ABSENT if value.kind == model.NOTHING else model.THERE


def set_list(m: Machine, node: Int, slot: Int, elements: list[Value]) -> None:
    """Set a member of a record to a new list."""
    if node == NONE:
        return
    m.limit = MOST_INT
    items = trees.add_items(m, node, m.types[m.nodes[node].type].first + slot)
    given = m.slots[m.nodes[node].first + slot]
    for k in range(len(elements)):
        known = given.kind == model.LIST and k < len(m.items[given.a].values)
        trees.add_element(m, items, values.as_it_was(m.items[given.a].values[k], elements[k]) if known else elements[k])
    set_slot(m, node, slot, values.of_list(items))


def append_value(m: Machine, node: Int, slot: Int, value: Value) -> None:
    """Append a value to a list of a record, which is made if there is none."""
    if node == NONE:
        return
    if m.slots[m.nodes[node].first + slot].kind != model.LIST:
        set_list(m, node, slot, [])
    m.limit = MOST_INT
    m.asked = Place(node, NONE, NONE, 0)
    if len(m.tables) != 0 and not succeeds(leave_tables, m):
        return
    items = m.slots[m.nodes[node].first + slot].a
    if m.items[items].table != NONE:
        trees.take_apart(m, items)
    trees.add_element(m, items, value)


def keep_text(m: Machine, data: Bytes) -> Value:
    """Return the text that is UTF-8 here."""
    start = len(m.buffers[MADE])
    put_range(m.buffers[MADE], data, 0, len(data))
    return values.of_text(MADE, start, len(data), NONE)


def keep_bytes(m: Machine, data: Bytes) -> Value:
    """Return bytes, which it copies."""
    start = len(m.buffers[MADE])
    put_range(m.buffers[MADE], data, 0, len(data))
    return values.of_bytes(MADE, start, len(data))
