"""Expressions, computed for a record. They ask for members, which are read, computed or derived for it."""

from __future__ import annotations

from nacformats.generator.languages.machine.failures import fail
from nacformats.generator.languages.machine.limits import charge
from nacformats.generator.languages.machine.model import (
    ABSENT,
    BUSY,
    FIRST_PASS,
    INVALID,
    IO,
    NONE,
    NOTHING,
    RECORD,
    TEXT,
    THERE,
    UNREAD,
    VARINT,
    Machine,
    Value,
)
from nacformats.generator.languages.machine.names import (
    ID_INDEX,
    ID_IO,
    ID_PARENT,
    ID_ROOT,
    OP_AND,
    OP_ATTRIBUTE,
    OP_CONSTANT,
    OP_ELEMENT,
    OP_EQUAL,
    OP_GET,
    OP_IF,
    OP_IN_ENUM,
    OP_INDEX,
    OP_INVERT,
    OP_IT,
    OP_JOINED,
    OP_LIST,
    OP_MINUS,
    OP_NOT,
    OP_OR,
    OP_OWN,
    OP_SUBSTRING,
    OP_TO_I,
    OP_TO_S,
)
from nacformats.generator.languages.machine.operators import (
    NO_MEMBER,
    binary,
    built_in,
    decoded,
    element_at,
    in_digits,
    inverted,
    joined,
    member_of_stream,
    member_of_varint,
    minus,
    number_in,
    of_digits,
    order_of,
    substring,
    truth_of,
)
from nacformats.generator.languages.machine.trees import add_element, add_items, find_member, slot_of
from nacformats.generator.languages.machine.values import (
    nothing,
    of_bool,
    of_int,
    of_list,
    of_record,
    of_stream,
    of_text,
)
from nacformats.generator.languages.neutral import Bytes, Int, later


@later
def demand(m: Machine, node: Int, member: Int) -> None:
    """Read or compute an instance; see `reading`."""


@later
def derive(m: Machine, node: Int, member: Int) -> None:
    """Give a field or a param its value while a tree is written; see `deriving`."""


def evaluate(m: Machine, term: Int, node: Int) -> Value:  # noqa: C901  a branch for each operation
    """Return what an expression is for a record."""
    row = m.terms[term]
    if row.op >= OP_EQUAL:
        left = evaluate(m, row.a, node)
        return binary(m, row.op, left, evaluate(m, row.b, node))
    if row.op == OP_GET:
        return value_of(m, node, row.a)
    if row.op == OP_CONSTANT:
        return m.constants[row.a]
    if row.op == OP_IT:
        return m.it
    if row.op == OP_ATTRIBUTE:
        return attribute_of(m, evaluate(m, row.a, node), row.b)
    if row.op == OP_OWN:
        return own_of(m, node, row.a)
    if row.op == OP_NOT:
        return of_bool(not holds(m, row.a, node))
    if row.op == OP_AND:
        return of_bool(holds(m, row.a, node) and holds(m, row.b, node))
    if row.op == OP_OR:
        return of_bool(holds(m, row.a, node) or holds(m, row.b, node))
    if row.op == OP_IF:
        return evaluate(m, row.b if holds(m, row.a, node) else row.c, node)
    return evaluate_rarer(m, term, node)


def evaluate_rarer(m: Machine, term: Int, node: Int) -> Value:  # noqa: C901  a branch for each operation
    row = m.terms[term]
    if row.op == OP_INDEX:
        return of_int(max(m.at.index, 0))
    if row.op == OP_LIST:
        return list_of(m, term, node)
    if row.op == OP_JOINED:
        return joined_of(m, term, node)
    first = evaluate(m, row.a, node)
    if row.op == OP_ELEMENT:
        return element_at(m, first, evaluate(m, row.b, node))
    if row.op == OP_MINUS:
        return minus(m, first)
    if row.op == OP_INVERT:
        return inverted(m, first)
    if row.op == OP_IN_ENUM:
        return of_bool(is_in_enum(m, number_in(m, first), row.b, row.c))
    if row.op == OP_TO_I:
        base = number_in(m, evaluate(m, row.b, node))
        return of_digits(m, first, base.number)
    if row.op == OP_TO_S:
        return decoded(m, first, row.b)
    if row.op != OP_SUBSTRING:
        fail(m, INVALID, "cannot be computed: an unknown operation")
    second = evaluate(m, row.b, node)
    return substring(m, first, second, evaluate(m, row.c, node))


def holds(m: Machine, term: Int, node: Int) -> bool:
    """Return whether an expression is true."""
    return truth_of(evaluate(m, term, node))


def list_of(m: Machine, term: Int, node: Int) -> Value:
    """Return the list of an array literal."""
    items = add_items(m, NONE, NONE)
    first = m.terms[term].a
    for k in range(m.terms[term].b):
        value = evaluate(m, m.lists[first + k], node)
        add_element(m, items, value)
    return of_list(items)


def joined_of(m: Machine, term: Int, node: Int) -> Value:
    """Return the text of a format string."""
    first = m.terms[term].a
    charge(m, 32)
    made = Bytes()
    m.buffers.append(made)
    whole = of_text(len(m.buffers) - 1, 0, 0, NONE)
    for k in range(m.terms[term].b):
        value = evaluate(m, m.lists[first + k], node)
        part = value if value.kind == TEXT else in_digits(m, value)
        whole = joined(m, whole, part)
    return whole


def is_in_enum(m: Machine, number: Value, first: Int, count: Int) -> bool:
    """Return whether a number is one of constants, which are in order."""
    low = first
    high = first + count
    while low < high:
        middle = (low + high) // 2
        order = order_of(m, number, m.constants[middle])
        if order == 0:
            return True
        if order < 0:
            high = middle
        else:
            low = middle + 1
    return False


def attribute_of(m: Machine, of: Value, name: Int) -> Value:
    """Return what a name says of a value."""
    if of.kind == RECORD:
        if name <= ID_INDEX:
            return own_of(m, of.a, name)
        member = find_member(m, m.nodes[of.a].type, name)
        if member == NONE:
            fail(m, INVALID, NO_MEMBER)
        return value_of(m, of.a, member)
    if of.kind == VARINT:
        return member_of_varint(m, of, name)
    if of.kind == IO:
        return member_of_stream(m, of, name)
    if of.kind == NOTHING:
        fail(m, INVALID, "cannot be computed: a field that is not there is needed")
    return built_in(m, of, name)


def own_of(m: Machine, node: Int, name: Int) -> Value:
    """Return what every record has: its root, parent, index or stream."""
    if name == ID_ROOT:
        return of_record(m.nodes[node].root)
    if name == ID_PARENT:
        return of_record(m.nodes[node].parent)
    if name == ID_INDEX:
        return of_int(max(m.nodes[node].index, 0))
    if name != ID_IO:
        fail(m, INVALID, NO_MEMBER)
    if not is_written(m, node):
        return of_stream(m.nodes[node].io)
    return nothing() if m.nodes[node].in_part else of_stream(NONE)


def is_written(m: Machine, node: Int) -> bool:
    """Return whether a record is being written; those that only look things up are read meanwhile."""
    return m.is_writing and m.nodes[node].stage != BUSY


def is_there(m: Machine, node: Int, member: Int) -> bool:
    """Return whether a record that is written has a field."""
    condition = m.members[member].condition
    if condition == NONE:
        return True
    if m.members[member].asks_io and is_written(m, node):
        state = m.states[slot_of(m, node, member)]
        return state == THERE or state >= FIRST_PASS
    return holds(m, condition, node)


def value_of(m: Machine, node: Int, member: Int) -> Value:
    """Return the value of a member of a record, which is read, computed or derived if it has to be."""
    slot = slot_of(m, node, member)
    if m.states[slot] == THERE and not m.is_writing:
        return m.slots[slot]
    type_of = m.nodes[node].type
    number = member - m.types[type_of].first
    is_param = number < m.types[type_of].params
    is_instance = number >= m.types[type_of].params + m.types[type_of].fields
    written = is_written(m, node)
    if written and m.states[slot] != m.current_pass:
        if is_derived(m, node, member, is_param):
            derive(m, node, member)
        elif m.members[member].value != NONE and m.states[slot] != BUSY:
            m.states[slot] = UNREAD
    if is_instance and (m.states[slot] == UNREAD or m.states[slot] == BUSY):
        demand(m, node, member)
    if written and not is_instance and not is_param:
        return m.slots[slot] if is_there(m, node, member) else nothing()
    return nothing() if m.states[slot] == ABSENT or m.states[slot] == UNREAD else m.slots[slot]


def is_derived(m: Machine, node: Int, member: Int, is_param: bool) -> bool:
    """Return whether a member follows from others now; one that is not sure to keeps a value that was read."""
    how = m.members[member].derive
    if how != NONE and not (m.derives[how].is_unsure and m.nodes[node].io != NONE):
        return True
    return is_param and m.nodes[node].member != NONE
