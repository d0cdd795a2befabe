"""Deriving: what follows from other members while a tree is written, such as counts, lengths, offsets, checksums."""

from __future__ import annotations

from nacformats.languages.machine import model, names, outputs, reading, sums, values, writing
from nacformats.languages.machine.expressions import evaluate, is_there, value_of
from nacformats.languages.machine.failures import enter, fail, leave
from nacformats.languages.machine.model import NONE, Machine, Place, Value
from nacformats.languages.machine.operators import is_same, length_of, of_numbers, real_in
from nacformats.languages.machine.trees import find_member, slot_of
from nacformats.languages.neutral import Int, bits_of_real, gives, u64


@gives
def derive(m: Machine, node: Int, member: Int) -> None:
    """Give a field, or a param, its value while a tree is written."""
    slot = slot_of(m, node, member)
    if m.states[slot] == model.BUSY:
        fail(m, model.INVALID, "follows from itself")
    if not is_there(m, node, member):
        return
    at = m.at
    it = m.it
    given = m.slots[slot]
    is_param = member - m.types[m.nodes[node].type].first < m.types[m.nodes[node].type].params
    m.states[slot] = model.BUSY
    enter(m)
    m.at = Place(node, member, NONE, at.offset)
    if is_param:
        argument = argument_for(m, node, member)
        m.slots[slot] = argument
    else:
        found = derived(m, node, member, m.members[member].derive, given)
        value = as_stored(m, member, found, given)
        m.slots[slot] = value
    leave(m)
    m.states[slot] = m.current_pass
    m.at = at
    m.it = it


def as_stored(m: Machine, member: Int, value: Value, given: Value) -> Value:
    """Return a value as a field holds it; a number that it has already, and is not derived, keeps its width."""
    kind = m.members[member].kind
    tag = m.kinds[kind].tag
    if writing.is_varying(tag) or given.kind == model.VARINT:
        if value.kind != model.VARINT and (value.kind != model.INT or (value.negative and tag != model.SLEB)):
            fail(m, model.LIMIT, writing.TOO_WIDE)
        number = value.number if value.kind == model.VARINT else values.twos_complement(value)
        is_same_number = value.kind == model.VARINT and given.kind == model.VARINT and given.number == number
        return values.of_varint(
            number,
            given.a if is_same_number else 0,
            tag == model.SLEB or (given.kind == model.VARINT and given.negative),
        )
    if tag == model.FLOAT and (value.kind == model.INT or value.kind == model.REAL):
        width = m.kinds[kind].width
        if value.kind == model.REAL and value.a == width:
            return value
        return values.of_float(bits_of_real(real_in(m, value), width), width)
    if (tag == model.UINT or tag == model.SINT or tag == model.BITS or tag == model.FLOAT) and not writing.fits(
        m, kind, value
    ):
        fail(m, model.LIMIT, writing.TOO_WIDE)
    if tag == model.BITS and m.kinds[kind].width == 1:
        return values.of_bool(value.number != 0)
    return values.renamed(value, model.INT) if value.kind == model.BOOL and tag != 0 else value


def check_said(m: Machine, node: Int, member: Int, value: Value) -> None:
    """Check that a member was set to what it follows to be."""
    m.at = Place(node, member, NONE, m.at.offset)
    follows = m.slots[slot_of(m, node, member)]
    if value.kind != model.NOTHING and not is_same(m, as_stored(m, member, value, value), follows):
        fail(m, model.INVALID, "is given, and something else follows from the other fields: leave it out")


def derived(m: Machine, node: Int, member: Int, how: Int, given: Value) -> Value:
    """Return what a field follows from; of a param, `member` is NONE."""
    row = m.derives[how]
    if row.how == model.SUM_OF:
        return summed(m, node, member)
    if row.how == model.ARGUMENT_OF:
        return through_argument(m, node, how, given)
    if row.how == model.OFFSET_OF:
        return offset_for(m, node, member, how, given)
    if row.how == model.PINNED:
        is_default = member != NONE and m.terms[row.value].op == names.OP_CONSTANT  # the rule judges another one
        return given if is_default and given.kind != model.NOTHING else evaluate(m, row.value, node)
    if not writing.is_given(m, node, row.member):
        return without(m, node, row.member, member, given)
    if row.how == model.LENGTH_OF:
        return solved(m, how, writing.measured(m, node, row.member))
    of = m.slots[slot_of(m, node, row.member)]
    if of.kind == model.NOTHING:
        writing.fail_missing(m, node, row.member)
    count = length_of(m, of)
    if count == 0 and m.kinds[m.members[row.member].kind].tag == model.SWITCH:
        kept = without(m, node, row.member, member, given)
        if kept.number != 0:
            return kept
    return solved(m, how, count)


def solved(m: Machine, how: Int, number: Int) -> Value:
    """Return what is `scale` times the result and `plus`."""
    rest = of_numbers(m, names.OP_SUBTRACT, values.of_int(number), values.of_int(m.derives[how].plus))
    scale = u64(m.derives[how].scale)
    if rest.negative or rest.number % scale != 0:
        fail(m, model.INVALID, "is not a whole number of what is counted")
    return values.of_uint(rest.number // scale)


def through_argument(m: Machine, node: Int, how: Int, given: Value) -> Value:
    """Return what the param of a record follows from, for which a field is the argument."""
    value = value_of(m, node, m.derives[how].member)
    if value.kind == model.RECORD:
        param = find_member(m, m.nodes[value.a].type, m.derives[how].param)
        if param != NONE and m.members[param].derive != NONE:
            return derived(m, value.a, NONE, m.members[param].derive, given)
    return given


def offset_for(m: Machine, node: Int, member: Int, how: Int, given: Value) -> Value:
    """Return where an instance was in the pass before; in the first one, where it was read."""
    instance = m.derives[how].member
    if m.states[slot_of(m, node, instance)] != model.THERE:
        return without(m, node, instance, member, given)
    before = NONE if m.nodes[node].places == NONE else m.places[place_of(m, node, instance, 0)]
    if m.has_before and before != NONE:
        return values.of_int(before)
    m.is_guessed = m.is_guessed or not m.has_before
    is_usable = m.trusts and given.kind == model.INT and not given.negative and given.number != 0
    return given if is_usable else values.of_int(1)


def place_of(m: Machine, node: Int, instance: Int, which: Int) -> Int:
    """Return where `places` has the position of an instance: that of the pass before (0), or of this one (1)."""
    row = m.types[m.nodes[node].type]
    return m.nodes[node].places + which * row.placed + instance - row.first - row.params - row.fields


def without(m: Machine, node: Int, absent: Int, member: Int, given: Value) -> Value:
    """Return what makes a member absent: what the tree has, if that says so too, or 0."""
    depends = m.members[absent].condition != NONE or m.kinds[m.members[absent].kind].tag == model.SWITCH
    if member == NONE or not depends or (given.kind != model.INT and given.kind != model.VARINT):
        return values.of_int(0)
    slot = slot_of(m, node, member)
    m.states[slot] = m.current_pass
    is_so = not is_there(m, node, absent) or writing.is_left_out(m, node, absent)
    m.states[slot] = model.BUSY
    if is_so:
        return given
    forget_computed(m, node)
    return values.of_int(0)


def forget_computed(m: Machine, node: Int) -> None:
    """Forget what was computed from the value that a field had."""
    row = m.types[m.nodes[node].type]
    first = m.nodes[node].first + row.params + row.fields + row.placed
    for slot in range(first, first + row.values):
        if m.states[slot] != model.BUSY:
            m.states[slot] = model.UNREAD


def summed(m: Machine, node: Int, member: Int) -> Value:
    """Return the checksum of fields, which are written for it: they may follow from others."""
    how = m.members[member].derive
    at = m.at
    was_counting = m.is_counting
    out = outputs.begin_output(m, False)
    m.is_counting = True
    for k in range(m.derives[how].num_over):
        over = m.lists[m.derives[how].over + k]
        if is_there(m, node, over):
            m.at = Place(node, over, NONE, at.offset)
            if m.members[over].derive != NONE:
                value_of(m, node, over)
            writing.write_value(m, node, over, out)
            m.at = at
    outputs.finish(m, out)
    m.is_counting = was_counting
    state: list[Int] = []
    sums.begin_sum(state, m.derives[how].sum)
    sums.add_to_sum(state, m.derives[how].sum, m.outputs[out].data, 0, m.outputs[out].size)
    m.outputs.pop()
    kind = m.members[member].kind
    return sums.end_sum(state, m.derives[how].sum, m.kinds[kind].tag, m.kinds[kind].width)


def argument_for(m: Machine, node: Int, param: Int) -> Value:
    """Return the argument that a record is given for a param."""
    above = m.nodes[node].above
    holder = m.nodes[node].member
    kind = reading.chosen_kind(m, above, m.members[holder].kind)
    m.at = Place(above, holder, m.nodes[node].index, m.at.offset)
    number = param - m.types[m.nodes[node].type].first
    if kind == NONE or number >= m.kinds[kind].num_arguments:
        return values.nothing()
    return evaluate(m, m.lists[m.kinds[kind].arguments + number], above)
