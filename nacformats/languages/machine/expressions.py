"""Expressions, computed for a record. They ask for members, which are read, computed or derived for it."""

from __future__ import annotations

from nacformats.languages.machine import model, names, operators, values
from nacformats.languages.machine.failures import charge, fail
from nacformats.languages.machine.model import NONE, Machine, Value
from nacformats.languages.machine.trees import add_element, add_items, find_member, slot_of
from nacformats.languages.neutral import Bytes, Int, later


@later
def demand(m: Machine, node: Int, member: Int) -> None:
    """Read or compute an instance; see `reading`."""


@later
def derive(m: Machine, node: Int, member: Int) -> None:
    """Give a field or a param its value while a tree is written; see `deriving`."""


def evaluate(m: Machine, term: Int, node: Int) -> Value:  # noqa: C901  a branch for each operation
    """Return what an expression is for a record."""
    row = m.terms[term]
    if row.op >= names.OP_EQUAL:
        left = evaluate(m, row.a, node)
        return operators.binary(m, row.op, left, evaluate(m, row.b, node))
    if row.op == names.OP_GET:
        return value_of(m, node, row.a)
    if row.op == names.OP_CONSTANT:
        return m.constants[row.a]
    if row.op == names.OP_IT:
        return m.it
    if row.op == names.OP_ATTRIBUTE:
        return attribute_of(m, evaluate(m, row.a, node), row.b)
    if row.op == names.OP_OWN:
        return own_of(m, node, row.a)
    if row.op == names.OP_NOT:
        return values.of_bool(not holds(m, row.a, node))
    if row.op == names.OP_AND:
        return values.of_bool(holds(m, row.a, node) and holds(m, row.b, node))
    if row.op == names.OP_OR:
        return values.of_bool(holds(m, row.a, node) or holds(m, row.b, node))
    if row.op == names.OP_IF:
        return evaluate(m, row.b if holds(m, row.a, node) else row.c, node)
    return evaluate_rarer(m, term, node)


def evaluate_rarer(m: Machine, term: Int, node: Int) -> Value:  # noqa: C901  a branch for each operation
    row = m.terms[term]
    if row.op == names.OP_INDEX:
        return values.of_int(max(m.at.index, 0))
    if row.op == names.OP_LIST:
        return list_of(m, term, node)
    if row.op == names.OP_JOINED:
        return joined_of(m, term, node)
    first = evaluate(m, row.a, node)
    if row.op == names.OP_ELEMENT:
        return operators.element_at(m, first, evaluate(m, row.b, node))
    if row.op == names.OP_MINUS:
        return operators.minus(m, first)
    if row.op == names.OP_INVERT:
        return operators.inverted(m, first)
    if row.op == names.OP_IN_ENUM:
        return values.of_bool(is_in_enum(m, operators.number_in(m, first), row.b, row.c))
    if row.op == names.OP_TO_I:
        base = operators.number_in(m, evaluate(m, row.b, node))
        return operators.of_digits(m, first, base.number)
    if row.op == names.OP_TO_S:
        return operators.decoded(m, first, row.b)
    if row.op != names.OP_SUBSTRING:
        fail(m, model.INVALID, "cannot be computed: an unknown operation")
    second = evaluate(m, row.b, node)
    return operators.substring(m, first, second, evaluate(m, row.c, node))


def holds(m: Machine, term: Int, node: Int) -> bool:
    """Return whether an expression is true."""
    return operators.truth_of(evaluate(m, term, node))


def list_of(m: Machine, term: Int, node: Int) -> Value:
    """Return the list of an array literal."""
    items = add_items(m, NONE, NONE)
    first = m.terms[term].a
    for k in range(m.terms[term].b):
        value = evaluate(m, m.lists[first + k], node)
        add_element(m, items, value)
    return values.of_list(items)


def joined_of(m: Machine, term: Int, node: Int) -> Value:
    """Return the text of a format string."""
    first = m.terms[term].a
    charge(m, 32)
    made = Bytes()
    m.buffers.append(made)
    whole = values.of_text(len(m.buffers) - 1, 0, 0, NONE)
    for k in range(m.terms[term].b):
        value = evaluate(m, m.lists[first + k], node)
        part = value if value.kind == model.TEXT else operators.in_digits(m, value)
        whole = operators.joined(m, whole, part)
    return whole


def is_in_enum(m: Machine, number: Value, first: Int, count: Int) -> bool:
    """Return whether a number is one of constants, which are in order."""
    low = first
    high = first + count
    while low < high:
        middle = (low + high) // 2
        order = operators.order_of(m, number, m.constants[middle])
        if order == 0:
            return True
        if order < 0:
            high = middle
        else:
            low = middle + 1
    return False


def attribute_of(m: Machine, of: Value, name: Int) -> Value:
    """Return what a name says of a value."""
    if of.kind == model.RECORD:
        if name <= names.ID_INDEX:
            return own_of(m, of.a, name)
        member = find_member(m, m.nodes[of.a].type, name)
        if member == NONE:
            fail(m, model.INVALID, operators.NO_MEMBER)
        return value_of(m, of.a, member)
    if of.kind == model.VARINT:
        return operators.member_of_varint(m, of, name)
    if of.kind == model.IO:
        return operators.member_of_stream(m, of, name)
    if of.kind == model.NOTHING:
        fail(m, model.INVALID, "cannot be computed: a field that is not there is needed")
    return operators.built_in(m, of, name)


def own_of(m: Machine, node: Int, name: Int) -> Value:
    """Return what every record has: its root, parent, index or stream."""
    if name == names.ID_ROOT:
        return values.of_record(m.nodes[node].root)
    if name == names.ID_PARENT:
        return values.of_record(m.nodes[node].parent)
    if name == names.ID_INDEX:
        return values.of_int(max(m.nodes[node].index, 0))
    if name != names.ID_IO:
        fail(m, model.INVALID, operators.NO_MEMBER)
    if not is_written(m, node):
        return values.of_stream(m.nodes[node].io)
    return values.nothing() if m.nodes[node].in_part else values.of_stream(NONE)


def is_written(m: Machine, node: Int) -> bool:
    """Return whether a record is being written; those that only look things up are read meanwhile."""
    return m.is_writing and m.nodes[node].stage != model.BUSY


def is_there(m: Machine, node: Int, member: Int) -> bool:
    """Return whether a record that is written has a field."""
    condition = m.members[member].condition
    if condition == NONE:
        return True
    if m.members[member].asks_io and is_written(m, node):
        state = m.states[slot_of(m, node, member)]
        return state == model.THERE or state >= model.FIRST_PASS
    return holds(m, condition, node)


def value_of(m: Machine, node: Int, member: Int) -> Value:
    """Return the value of a member of a record, which is read, computed or derived if it has to be."""
    slot = slot_of(m, node, member)
    if m.states[slot] == model.THERE and not m.is_writing:
        return m.slots[slot]
    type_of = m.nodes[node].type
    number = member - m.types[type_of].first
    is_param = number < m.types[type_of].params
    is_instance = number >= m.types[type_of].params + m.types[type_of].fields
    written = is_written(m, node)
    if written and m.states[slot] != m.current_pass:
        if is_derived(m, node, member, is_param):
            derive(m, node, member)
        elif m.members[member].value != NONE and m.states[slot] != model.BUSY:
            m.states[slot] = model.UNREAD
    if is_instance and (m.states[slot] == model.UNREAD or m.states[slot] == model.BUSY):
        demand(m, node, member)
    if written and not is_instance and not is_param:
        return m.slots[slot] if is_there(m, node, member) else values.nothing()
    return values.nothing() if m.states[slot] == model.ABSENT or m.states[slot] == model.UNREAD else m.slots[slot]


def is_derived(m: Machine, node: Int, member: Int, is_param: bool) -> bool:
    """Return whether a member follows from others now; one that is not sure to keeps a value that is given."""
    how = m.members[member].derive
    if how != NONE and not (m.derives[how].is_unsure and m.states[slot_of(m, node, member)] == model.THERE):
        return True
    return is_param and m.nodes[node].member != NONE
