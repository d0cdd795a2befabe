"""Instances: read where they are, or computed, when they are asked for."""

from __future__ import annotations

from nacformats.languages.machine import model, operators
from nacformats.languages.machine.expressions import evaluate, holds, is_written, value_of
from nacformats.languages.machine.failures import enter, fail, leave
from nacformats.languages.machine.model import NONE, Machine, Place, Value
from nacformats.languages.machine.reading import begin, come_to, read_there
from nacformats.languages.machine.streams import FAR, add_stream, keep_bits, to_next_byte
from nacformats.languages.machine.trees import put_children, slot_of
from nacformats.languages.neutral import Int, gives, int_of, succeeds


def ask(m: Machine, node: Int, member: Int) -> Value:
    """Return the value of a member of a record; an instance is read, or computed, the first time."""
    m.asked = Place(node, member, NONE, 0)
    m.is_plain = not m.wants_columns
    if m.wants_columns and not succeeds(read_asked, m):
        m.is_plain = True
        for k in range(len(m.states)):
            if m.states[k] == model.BUSY:
                m.states[k] = model.UNREAD
    if m.is_plain:
        read_asked(m)
    return value_of(m, node, member)


def read_asked(m: Machine) -> None:
    """Read the member that is asked for."""
    begin(m)
    slot = slot_of(m, m.asked.node, m.asked.member)
    if m.states[slot] == model.BUSY:
        m.states[slot] = model.UNREAD
    value_of(m, m.asked.node, m.asked.member)


def ask_all(m: Machine, root: Int) -> None:
    """Read all instances with a position, of a record and of all that are in it."""
    begin(m)
    if not has_placed(m):
        return
    waiting: list[Int] = []
    waiting.append(root)
    while len(waiting) != 0:
        node = waiting.pop()
        type_of = m.nodes[node].type
        first = m.types[type_of].first + m.types[type_of].params + m.types[type_of].fields
        if m.nodes[node].io != NONE:
            for member in range(first, first + m.types[type_of].placed):
                value_of(m, node, member)
        put_children(m, node, waiting)


def has_placed(m: Machine) -> bool:
    """Return whether a type of the schema has instances with a position."""
    number = 0
    while number < len(m.types) and m.types[number].placed == 0:
        number += 1
    return number < len(m.types)


@gives
def demand(m: Machine, node: Int, member: Int) -> None:
    """Read or compute an instance."""
    at = m.at
    it = m.it
    slot = slot_of(m, node, member)
    if m.states[slot] == model.BUSY:
        fail(m, model.INVALID, "refers to itself")
    m.states[slot] = model.BUSY
    enter(m)
    is_computed = m.members[member].value != NONE
    if is_computed:
        compute(m, node, member)
    else:
        read_placed(m, node, member)
    leave(m)
    if m.is_writing and is_computed and m.states[slot] == model.THERE:
        m.states[slot] = m.current_pass
    m.it = it
    m.at = at


def compute(m: Machine, node: Int, member: Int) -> None:
    """Compute an instance."""
    m.at = Place(node, member, NONE, m.nodes[node].start)
    slot = slot_of(m, node, member)
    condition = m.members[member].condition
    if condition != NONE and not holds(m, condition, node):
        m.states[slot] = model.ABSENT
        return
    value = evaluate(m, m.members[member].value, node)
    m.slots[slot] = value
    m.states[slot] = model.THERE


def read_placed(m: Machine, node: Int, member: Int) -> None:
    """Read an instance where it is; while its record is written, one that takes no bytes, from nothing."""
    written = is_written(m, node)
    io = m.nodes[node].io
    if written:
        io = add_stream(m, 0, 0, 0, 0, False)
    m.at = Place(node, member, NONE, m.nodes[node].start)
    condition = m.members[member].condition
    if condition != NONE and not holds(m, condition, node):
        m.states[slot_of(m, node, member)] = model.ABSENT
        return
    if m.members[member].io != NONE and not written:
        other = evaluate(m, m.members[member].io, node)
        if other.kind != model.IO or other.a == NONE:
            fail(m, model.INVALID, "cannot be computed: a stream is needed")
        io = other.a
    before = m.streams[io].pos
    has_place = m.members[member].pos != NONE
    if has_place and not written:
        position = operators.count_in(m, evaluate(m, m.members[member].pos, node), "a position of ", "")
        to_next_byte(m, io)
        m.streams[io].pos = min(int_of(position), FAR)
        m.far = position
    come_to(m, node, member, NONE, io)
    read_there(m, node, member, io)
    keep_bits(m, io)
    if has_place:
        to_next_byte(m, io)
        m.streams[io].pos = before
