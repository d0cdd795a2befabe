"""Reading: records by the tables of their types, and instances when they are asked for."""

from __future__ import annotations

from nacformats.languages.machine import model, processes, rows, saying, streams, sums, text, values
from nacformats.languages.machine.expressions import evaluate, holds, is_written
from nacformats.languages.machine.failures import charge, enter, fail, leave
from nacformats.languages.machine.model import NONE, Machine, Place, Value
from nacformats.languages.machine.operators import count_in, is_same, number_in, text_in
from nacformats.languages.machine.trees import add_element, add_items, add_record, forget_records, slot_of
from nacformats.languages.neutral import Int, gives, int_of, succeeds, u64

#: Memory of a tree: 64 MiB, and so much for each byte of the file.
MOST_MEMORY = 67108864
MEMORY_FOR_BYTE = 512


def read_file(m: Machine) -> None:
    """Read the file that is buffer 0; its root is record 0."""
    m.size_of_file = len(m.buffers[0])
    if m.limit == 0:
        m.limit = MOST_MEMORY + MEMORY_FOR_BYTE * m.size_of_file
    m.is_plain = not m.wants_columns
    if m.wants_columns:
        if succeeds(read_root, m):
            return
        forget_records(m)
        m.is_plain = True
    read_root(m)


def read_root(m: Machine) -> None:
    begin(m)
    root = add_record(m, 0, NONE, NONE, NONE)
    io = streams.add_stream(m, 0, 0, m.size_of_file, 0, False)
    m.nodes[root].io = io
    read_fields(m, root)
    streams.keep_bits(m, io)
    if m.types[0].is_whole and streams.left_in(m, io) != 0:
        m.at = Place(NONE, NONE, NONE, m.streams[io].pos)
        fail(m, model.INVALID, "belongs to no field")


def begin(m: Machine) -> None:
    """Forget what was before."""
    m.at = Place(NONE, NONE, NONE, 0)
    m.it = values.nothing()
    m.depth = 0
    m.status = model.OK


# fields


def read_fields(m: Machine, node: Int) -> None:
    """Read the fields of a record from its stream."""
    enter(m)
    type_of = m.nodes[node].type
    io = m.nodes[node].io
    m.nodes[node].start = streams.place_in(m, io)
    if m.types[type_of].endian != NONE:
        find_endian(m, node)
    first = m.types[type_of].first + m.types[type_of].params
    last = first + m.types[type_of].fields
    if m.types[type_of].has_sums:
        starts: list[Int] = []
        charge(m, 8 * (last - first + 1))
        for member in range(first, last):
            starts.append(m.streams[io].pos)
            read_member(m, node, member, io)
        starts.append(m.streams[io].pos)
        check_sums(m, node, first, starts)
    else:
        for member in range(first, last):
            read_member(m, node, member, io)
    leave(m)


def find_endian(m: Machine, node: Int) -> None:
    """Set the byte order of a record that chooses it."""
    order = evaluate(m, m.types[m.nodes[node].type].endian, node)
    m.nodes[node].endian = (
        model.SWITCHED if order.kind == model.NOTHING else model.BE if order.number != 0 else model.LE
    )


def read_member(m: Machine, node: Int, member: Int, io: Int) -> None:
    """Read a field, if it is there."""
    come_to(m, node, member, NONE, io)
    slot = slot_of(m, node, member)
    condition = m.members[member].condition
    if condition != NONE and not holds(m, condition, node):
        m.states[slot] = model.ABSENT
        return
    come_to(m, node, member, NONE, io)
    read_there(m, node, member, io)


def read_there(m: Machine, node: Int, member: Int, io: Int) -> None:
    """Read a field, or an instance, that is there."""
    slot = slot_of(m, node, member)
    if m.members[member].repeat != model.ONCE:
        read_list(m, node, member, io)
        return
    value = read_value(m, node, member, io)
    m.slots[slot] = value
    if value.kind == model.NOTHING and m.kinds[m.members[member].kind].tag == model.SWITCH:
        m.states[slot] = model.ABSENT
        return
    if m.states[slot] == model.UNREAD:
        m.states[slot] = model.THERE
    if m.members[member].num_rules != 0:
        check_rules(m, node, member, value)
    m.states[slot] = model.THERE


def come_to(m: Machine, node: Int, member: Int, index: Int, io: Int) -> None:
    """Say where the machine is: bits that are left of a byte are in one that was read before."""
    offset = streams.place_in(m, io)
    if m.streams[io].num_left != 0 and m.kinds[m.members[member].kind].tag == model.BITS:
        offset -= 1
    m.at = Place(node, member, index, offset)


def read_list(m: Machine, node: Int, member: Int, io: Int) -> None:
    """Read a list; its elements may look at those before them."""
    slot = slot_of(m, node, member)
    items = add_items(m, node, member)
    m.slots[slot] = values.of_list(items)
    if m.states[slot] == model.UNREAD:
        m.states[slot] = model.THERE
    repeat = m.members[member].repeat
    is_bits = m.kinds[m.members[member].kind].tag == model.BITS
    wanted = wanted_count(m, node, member) if repeat == model.COUNTED else streams.FAR
    if m.members[member].loop != NONE and rows.read_as_table(m, node, member, io, items, wanted):
        m.states[slot] = model.THERE
        return
    count = 0
    empty = 0
    while count < wanted:
        if repeat == model.TO_EOS and streams.left_in(m, io) == 0 and m.streams[io].num_left == 0:
            break
        start = m.streams[io].pos
        come_to(m, node, member, count, io)
        value = read_value(m, node, member, io)
        count += 1
        if value.kind != model.NOTHING:  # there is none where a switch has no case
            add_element(m, items, value)
            if m.members[member].num_rules != 0:
                check_rules(m, node, member, value)
        empty = empty + 1 if m.streams[io].pos == start and not is_bits else 0
        if empty > model.MOST_EMPTY:
            fail(m, model.LIMIT, "has too many elements that take no bytes")
        if repeat == model.UNTIL and is_last(m, node, member, value):
            break
    m.states[slot] = model.THERE


@gives
def read_row(m: Machine, items: Int, index: Int) -> Int:
    """Return a record of a table, which is read."""
    at = m.at
    it = m.it
    was_writing = m.is_writing
    table = m.items[items].table
    io = m.tables[table].io
    before = m.streams[io].pos
    m.is_writing = False
    m.streams[io].pos = m.tables[table].starts[index] - m.streams[io].origin
    owner = m.items[items].owner
    member = m.items[items].member
    come_to(m, owner, member, index, io)
    record = read_record(m, owner, member, m.members[member].kind, io)
    m.streams[io].pos = before
    m.is_writing = was_writing
    m.it = it
    m.at = at
    return record.a


def wanted_count(m: Machine, node: Int, member: Int) -> Int:
    """Return how many elements a list has to have."""
    count = number_in(m, evaluate(m, m.members[member].count, node))
    return 0 if count.negative else int_of(count.number)


def is_last(m: Machine, node: Int, member: Int, value: Value) -> bool:
    """Return whether an element ends its list."""
    before = m.it
    m.it = value
    found = holds(m, m.members[member].until, node)
    m.it = before
    return found


def check_rules(m: Machine, node: Int, member: Int, value: Value) -> None:
    """Check that a value keeps the rules of its field."""
    if m.members[member].asks_io and is_written(m, node):
        return
    before = m.it
    first = m.members[member].rules
    for rule in range(first, first + m.members[member].num_rules):
        m.it = value
        if not holds(m, m.rules[rule].holds, node):
            saying.fail_rule(m, node, rule, value)
    m.it = before


def check_sums(m: Machine, node: Int, first: Int, starts: list[Int]) -> None:
    """Compare the checksums of a record with its bytes; each field ends where the next one starts."""
    io = m.nodes[node].io
    for k in range(len(starts) - 1):
        member = first + k
        how = m.members[member].derive
        if how == NONE or m.derives[how].how != model.SUM_OF or m.states[slot_of(m, node, member)] != model.THERE:
            continue
        state: list[Int] = []
        sums.begin_sum(state, m.derives[how].sum)
        for over in range(m.derives[how].over, m.derives[how].over + m.derives[how].num_over):
            number = m.lists[over] - first
            begins = m.streams[io].origin + starts[number]
            ends = m.streams[io].origin + starts[number + 1]
            sums.add_to_sum(state, m.derives[how].sum, m.buffers[m.streams[io].buffer], begins, ends)
        kind = m.members[member].kind
        expected = sums.end_sum(state, m.derives[how].sum, m.kinds[kind].tag, m.kinds[kind].width)
        m.at = Place(node, member, NONE, m.streams[io].base + (0 if m.streams[io].is_made else starts[k]))
        if not is_same(m, expected, m.slots[slot_of(m, node, member)]):
            saying.fail_unequal(m, expected, m.slots[slot_of(m, node, member)])


# values of fields


def read_value(m: Machine, node: Int, member: Int, io: Int) -> Value:
    """Read one value of a field."""
    kind = m.members[member].kind
    if m.kinds[kind].tag == model.SWITCH:
        kind = chosen_kind(m, node, kind)
    tag = NONE if kind == NONE else m.kinds[kind].tag
    if tag == model.UINT or tag == model.SINT or tag == model.FLOAT:
        return read_number(m, node, kind, io)
    if has_extent(m, member, kind):
        return read_part(m, node, member, kind, io)
    if kind == NONE:
        return values.nothing()
    if tag == model.USE:
        return read_record(m, node, member, kind, io)
    if tag == model.BITS:
        return streams.read_bits(m, node, member, kind, io)
    return streams.read_varint(m, tag, io)


def read_number(m: Machine, node: Int, kind: Int, io: Int) -> Value:
    """Read a number of fixed size; a float keeps its bits."""
    width = m.kinds[kind].width
    start = streams.take(m, io, width)
    is_big = width > 1 and streams.is_big_endian(m, node, m.kinds[kind].endian)
    bits = streams.number_from(m, m.streams[io].buffer, start, width, is_big)
    if m.kinds[kind].tag == model.UINT:
        return values.of_uint(bits)
    if m.kinds[kind].tag == model.SINT:
        return values.of_signed(values.sign_extended(bits, width))
    return values.of_float(bits, width)


def chosen_kind(m: Machine, node: Int, kind: Int) -> Int:
    """Return the kind that a switch takes, or NONE."""
    if m.kinds[kind].tag != model.SWITCH:
        return kind
    on = evaluate(m, m.kinds[kind].on, node)
    found = m.kinds[kind].cases
    last = found + m.kinds[kind].num_cases - 1
    while found < last:
        key = evaluate(m, m.cases[found].key, node)
        if is_same(m, on, key):
            break
        found += 1
    return NONE if m.kinds[m.cases[found].kind].tag == model.ANY else m.cases[found].kind


def has_extent(m: Machine, member: Int, kind: Int) -> bool:
    """Return whether a field says itself how many bytes a value of a kind has."""
    if m.members[member].size != NONE or m.members[member].to_end or m.members[member].contents != NONE:
        return True
    return ends_of(m, kind) & model.TERMINATED != 0


def ends_of(m: Machine, kind: Int) -> Int:
    """Return how the bytes of a kind end; NONE is what a switch has no case for."""
    return 0 if kind == NONE else m.kinds[kind].ends


def read_record(m: Machine, above: Int, member: Int, kind: Int, io: Int) -> Value:
    """Read a record in another one."""
    at = m.at
    node = add_record(m, m.kinds[kind].type, above, at.member, at.index)
    m.nodes[node].io = io
    for k in range(m.kinds[kind].num_arguments):
        argument = evaluate(m, m.lists[m.kinds[kind].arguments + k], above)
        m.slots[m.nodes[node].first + k] = argument
        m.states[m.nodes[node].first + k] = model.THERE
    if m.members[member].is_orphan:
        m.nodes[node].parent = NONE
    if m.members[member].parent != NONE:
        parent = evaluate(m, m.members[member].parent, above)
        m.nodes[node].parent = parent.a if parent.kind == model.RECORD else NONE
    if m.members[member].repeat == model.ONCE:  # what is in it may look at what was read of it
        slot = slot_of(m, above, member)
        m.slots[slot] = values.of_record(node)
        m.states[slot] = model.THERE
    read_fields(m, node)
    m.at = at
    return values.of_record(node)


def read_part(m: Machine, node: Int, member: Int, kind: Int, io: Int) -> Value:
    """Read a field that says itself how many bytes it has."""
    data = read_extent(m, node, member, kind, io)
    start = streams.place_in(m, io)
    if not m.streams[io].is_made:
        start = m.streams[io].base + data.b - m.streams[io].origin
    if data.c == 0:
        data = values.of_bytes(data.a, m.streams[io].origin, 0)  # it may have been past the end
    if m.members[member].contents != NONE and not is_same(m, data, m.constants[m.members[member].contents]):
        saying.fail_unequal(m, m.constants[m.members[member].contents], data)
    if m.members[member].process != 0:
        data = processes.processed(m, node, member, data, False)
    tag = NONE if kind == NONE else m.kinds[kind].tag
    if tag == model.STR:
        bad = text.first_bad(m, m.kinds[kind].encoding, data.a, data.b, data.c)
        if bad < data.c:
            m.at = Place(m.at.node, m.at.member, m.at.index, start + bad)
            encoding = m.kinds[kind].encoding
            named = "UTF-8" if encoding == NONE else m.texts[m.encodings[encoding].name]
            fail(m, model.INVALID, "the text is not " + named)
        return text_in(m, data.a, data.b, data.c, m.kinds[kind].encoding)
    if tag != model.USE:
        return data
    inner = streams.add_stream(
        m, data.a, data.b, data.c, start, m.streams[io].is_made or m.members[member].process != 0
    )
    value = read_record(m, node, member, kind, inner)
    streams.keep_bits(m, inner)
    return value


def read_extent(m: Machine, node: Int, member: Int, kind: Int, io: Int) -> Value:
    """Return the bytes of such a field, without padding and terminator."""
    streams.to_next_byte(m, io)
    size = streams.left_in(m, io)
    has_size = m.members[member].size != NONE
    if m.members[member].contents != NONE:
        size = m.constants[m.members[member].contents].c
    elif has_size:
        wanted = count_in(m, evaluate(m, m.members[member].size, node), "a size of ", " bytes")
        if wanted > u64(streams.left_in(m, io)):
            streams.fail_short(m, io, wanted)
        size = int_of(wanted)
    buffer = m.streams[io].buffer
    is_ended = ends_of(m, kind) & model.TERMINATED != 0
    if is_ended and not has_size and not m.members[member].to_end:
        return up_to_terminator(m, kind, io)
    start = streams.take(m, io, size)
    pad = NONE if kind == NONE else m.kinds[kind].pad
    if pad != NONE and not (is_ended and m.kinds[kind].terminator == pad):
        while size > 0 and m.buffers[buffer][start + size - 1] == pad:
            size -= 1
    if is_ended:
        found = streams.find_terminator(m, start, size, buffer, width_of_terminator(m, kind), m.kinds[kind].terminator)
        if found != NONE:
            size = found + kept_terminator(m, kind)
    return values.of_bytes(buffer, start, size)


def up_to_terminator(m: Machine, kind: Int, io: Int) -> Value:
    """Take the bytes up to a terminator."""
    start = m.streams[io].origin + m.streams[io].pos
    left = streams.left_in(m, io)
    width = width_of_terminator(m, kind)
    found = streams.find_terminator(m, start, left, m.streams[io].buffer, width, m.kinds[kind].terminator)
    if found == NONE:
        if m.kinds[kind].ends & model.OPTIONAL == 0:
            streams.fail_unended(m, io, m.kinds[kind].terminator, width)
        m.streams[io].pos += left
        return values.of_bytes(m.streams[io].buffer, start, left)
    m.streams[io].pos += found + (0 if m.kinds[kind].ends & model.KEEP != 0 else width)
    return values.of_bytes(m.streams[io].buffer, start, found + kept_terminator(m, kind))


def width_of_terminator(m: Machine, kind: Int) -> Int:
    ends = ends_of(m, kind)
    return 4 if ends & model.WIDEST != 0 else 2 if ends & model.WIDE != 0 else 1


def kept_terminator(m: Machine, kind: Int) -> Int:
    """Return how many bytes of its terminator a value has."""
    return width_of_terminator(m, kind) if m.kinds[kind].ends & model.INCLUDE != 0 else 0
