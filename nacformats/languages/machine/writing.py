"""Writing: the fields of records, in the order of their types."""

from __future__ import annotations

from typing import NoReturn

from nacformats.languages.machine import model, numbers, outputs, processes, reading, rows, saying
from nacformats.languages.machine.expressions import evaluate, holds, is_there, value_of
from nacformats.languages.machine.failures import enter, fail, leave
from nacformats.languages.machine.model import NONE, Machine, Part, Place, Value
from nacformats.languages.machine.operators import count_in, is_same, real_in
from nacformats.languages.machine.schema import MADE
from nacformats.languages.machine.streams import find_terminator, is_big_endian
from nacformats.languages.machine.trees import count_of_items, slot_of
from nacformats.languages.machine.values import of_bytes, of_int, of_real, of_varint, twos_complement
from nacformats.languages.neutral import U64, Int, bits_of_real, int_of, real_of_bits, u64

NOT_GIVEN = "has to be given"
TOO_WIDE = "does not fit the field"
ABSENT_HERE = "is given, but other fields say that it is absent"
WRONG_RECORD = "has to be a record of the type that the schema has there"
#: Exponent of a float of 4 bytes that is infinite or no number.
INFINITE: U64 = 0x7F80_0000
LARGEST: U64 = 0xFFFF_FFFF_FFFF_FFFF


def check_fields_before(m: Machine) -> None:
    """Check the fields before one whose value is not what they say: one that breaks a rule, an enum say, is named."""
    at = m.at
    for member in range(m.types[m.nodes[at.node].type].first, at.member):
        slot = slot_of(m, at.node, member)
        is_one = m.members[member].repeat == model.ONCE and m.members[member].derive == NONE
        if is_one and m.members[member].num_rules != 0 and m.slots[slot].kind != model.NOTHING:
            m.at = Place(at.node, member, NONE, at.offset)
            reading.check_rules(m, at.node, member, m.slots[slot])
    m.at = at


def is_final(m: Machine) -> bool:
    """Return whether all positions are known, so that what is written can be judged."""
    return m.is_settled and not m.is_guessed and not m.is_counting


def write_record(m: Machine, kind: Int, value: Value, out: Int) -> None:
    if value.kind == model.NOTHING:  # it has no fields
        return
    at = m.at
    if value.kind != model.RECORD or m.nodes[value.a].type != m.kinds[kind].type:
        check_fields_before(m)
        fail(m, model.INVALID, WRONG_RECORD)
    write_fields(m, value.a, out)
    m.at = at


def write_fields(m: Machine, node: Int, out: Int) -> None:
    """Write the fields of a record, and remember its instances for later."""
    enter(m)
    row = m.types[m.nodes[node].type]
    first = row.first + row.params
    if row.endian != NONE:
        reading.find_endian(m, node)
    elif m.nodes[node].above != NONE:
        m.nodes[node].endian = m.nodes[m.nodes[node].above].endian
    for member in range(first, first + row.fields):
        write_field(m, node, member, out)
    if not m.is_counting:
        queue_instances(m, node)
    leave(m)


def write_field(m: Machine, node: Int, member: Int, out: Int) -> None:
    """Write a field, if it is there."""
    m.at = Place(node, member, NONE, m.at.offset)
    is_derived = m.members[member].derive != NONE
    if not is_there(m, node, member):
        if m.states[slot_of(m, node, member)] == model.THERE and not is_derived and is_final(m):
            fail(m, model.INVALID, ABSENT_HERE)
        return
    if is_derived:
        value_of(m, node, member)
    slot = slot_of(m, node, member)
    if m.slots[slot].kind == model.NOTHING and m.members[member].default != NONE:
        m.slots[slot] = m.constants[m.members[member].default]
    write_value(m, node, member, out)


def queue_instances(m: Machine, node: Int) -> None:
    """Remember the instances of a record, in the order that they had."""
    row = m.types[m.nodes[node].type]
    first = row.first + row.params + row.fields
    for k in range(row.placed):
        member = first + m.places[m.nodes[node].places + 2 * row.placed + k]
        if m.states[slot_of(m, node, member)] == model.THERE and not m.members[member].is_lookup:
            m.parts.append(Part(node, member))


def write_value(m: Machine, node: Int, member: Int, out: Int) -> None:
    """Write a field, or an instance, that is there."""
    value = m.slots[slot_of(m, node, member)]
    if m.members[member].repeat == model.ONCE:
        write_one(m, node, member, value, out)
        if m.members[member].num_rules != 0 and is_final(m):
            reading.check_rules(m, node, member, value)
        return
    if value.kind != model.LIST:
        fail(m, model.INVALID, NOT_GIVEN if value.kind == model.NOTHING else "has to be a list")
    items = value.a
    count = count_of_items(m, items)
    if is_final(m):
        check_count(m, node, member, count)
    if m.items[items].table != NONE and (not is_final(m) or rows.keeps_table(m, node, items)):
        outputs.write_data(m, out, rows.bytes_of_table(m, m.items[items].table))
        return
    for k in range(count):
        m.at = Place(node, member, k, m.at.offset)
        write_one(m, node, member, m.items[items].values[k], out)
        if is_final(m):
            check_element(m, node, member, m.items[items].values[k], k + 1 == count)
    m.at = Place(node, member, NONE, m.at.offset)
    if m.members[member].is_ended and count == 0 and is_final(m):
        fail(m, model.INVALID, "has no element that ends it")


def check_count(m: Machine, node: Int, member: Int, count: Int) -> None:
    """Check that a list has as many elements as other fields say."""
    if m.members[member].repeat != model.COUNTED or m.members[member].asks_io:
        return
    if count == 0 and is_left_out(m, node, member):
        return
    wanted = evaluate(m, m.members[member].count, node)
    if not is_same(m, wanted, of_int(count)):
        fail(m, model.INVALID, "has the wrong length")


def is_left_out(m: Machine, node: Int, member: Int) -> bool:
    """Return whether a list has no elements since its switch has no case for them."""
    if m.members[member].repeat == model.ONCE or m.kinds[m.members[member].kind].tag != model.SWITCH:
        return False
    return reading.chosen_kind(m, node, m.members[member].kind) == NONE and not reading.has_extent(m, member, NONE)


def check_element(m: Machine, node: Int, member: Int, value: Value, is_last_one: bool) -> None:
    """Check the rules of an element, and that the last one is the first that ends its list."""
    if m.members[member].num_rules != 0:
        reading.check_rules(m, node, member, value)
    if not m.members[member].is_ended:
        return
    before = m.it
    m.it = value
    ends = holds(m, m.members[member].until, node)
    if ends and not is_last_one:
        fail(m, model.INVALID, "ends the list, which goes on")
    if is_last_one and not ends:
        fail(m, model.INVALID, "does not end the list, of which it is the last")
    m.it = before


def write_one(m: Machine, node: Int, member: Int, value: Value, out: Int) -> None:
    """Write one value of a field."""
    kind = reading.chosen_kind(m, node, m.members[member].kind)
    tag = NONE if kind == NONE else m.kinds[kind].tag
    if kind == NONE and not reading.has_extent(m, member, kind):
        if value.kind != model.NOTHING and is_final(m):
            fail(m, model.INVALID, ABSENT_HERE)
        return
    if is_missing(m, member, kind, value):
        fail(m, model.INVALID, NOT_GIVEN)
    if reading.has_extent(m, member, kind) and tag != model.UINT and tag != model.SINT and tag != model.FLOAT:
        write_part(m, node, member, kind, value, out)
        return
    if tag == model.USE:
        write_record(m, kind, value, out)
        return
    is_whole = value.kind == model.INT or value.kind == model.BOOL
    number = of_real(real_in(m, value)) if tag == model.FLOAT and is_whole else value
    if not fits(m, kind, number):
        fail(m, model.LIMIT, TOO_WIDE)
    if is_varying(tag):
        outputs.write_varying(
            m, out, tag, of_varint(twos_complement(value), 0, tag == model.SLEB) if is_whole else value
        )
    elif tag == model.BITS:
        outputs.write_bits(m, out, m.kinds[kind].width, value.number, is_big_endian(m, node, m.kinds[kind].endian))
        m.outputs[out].padding = padding_after(m, node, member)
    else:
        width = m.kinds[kind].width
        is_big = width > 1 and is_big_endian(m, node, m.kinds[kind].endian)
        outputs.write_integer(m, out, bits_of_number(number, width), width, is_big)


def bits_of_number(value: Value, width: Int) -> U64:
    """Return the bits of a number of fixed size; those of a float are kept."""
    if value.kind != model.REAL:
        return twos_complement(value)
    return value.number if value.a == width else bits_of_real(real_of_bits(value.number, value.a), width)


def fits(m: Machine, kind: Int, value: Value) -> bool:
    """Return whether a number is in the range of a kind."""
    tag = m.kinds[kind].tag
    if value.kind == model.VARINT:
        return is_varying(tag)
    if value.kind == model.REAL or tag == model.FLOAT:
        return value.kind == model.REAL and tag == model.FLOAT and fits_float(value, m.kinds[kind].width)
    if value.kind != model.INT and value.kind != model.BOOL:
        return False
    width = m.kinds[kind].width
    bits = 64 if is_varying(tag) else width if tag == model.BITS else 8 * width
    if bits == 0:
        return False
    top = LARGEST >> u64(64 - bits)
    if tag == model.SINT or tag == model.SLEB:
        return value.number <= u64(top // 2 + 1) if value.negative else value.number <= top // 2
    return not value.negative and value.number <= top


def fits_float(value: Value, width: Int) -> bool:
    """Return whether a float is not too large for so many bytes."""
    is_finite = (value.number >> 52) & 2047 != 2047
    if value.a == width or width == 8 or not is_finite:
        return True
    return bits_of_number(value, width) & INFINITE != INFINITE


def is_varying(tag: Int) -> bool:
    """Return whether numbers take as many bytes as they need."""
    return tag == model.ULEB or tag == model.SLEB or tag == model.VLQ


def padding_after(m: Machine, node: Int, member: Int) -> Int:
    """Return the bits after a field that no field took when the record was read."""
    padding = m.nodes[node].padding
    while padding != NONE and m.paddings[padding].after != member:
        padding = m.paddings[padding].next
    return 0 if padding == NONE else m.paddings[padding].bits


# fields that say themselves how many bytes they have


def write_part(m: Machine, node: Int, member: Int, kind: Int, value: Value, out: Int) -> None:
    """Write such a field. Its bytes are made beside the output; counting needs only how many they are."""
    start = len(m.buffers[MADE])
    is_record = kind != NONE and m.kinds[kind].tag == model.USE
    data = part_of(m, node, member, kind, value, m.outputs[out].is_counting)
    size = data.c - left_to_next(m, member, kind, data, m.outputs[out].is_counting and is_record)
    outputs.write_data(m, out, of_bytes(data.a, data.b, size))
    put_ending(m, node, member, kind, is_record, size, out)
    outputs.drop_made(m, start)


def part_of(m: Machine, node: Int, member: Int, kind: Int, value: Value, is_counting: bool) -> Value:
    """Return the bytes of such a field without padding and terminator, in the buffer of made ones if they are new."""
    is_packed = m.members[member].process == model.ZLIB
    tag = model.RAW if kind == NONE else m.kinds[kind].tag
    data = value
    if tag == model.USE:
        inner = outputs.begin_output(m, is_counting and not is_packed)
        write_record(m, kind, value, inner)
        data = outputs.to_made(m, inner)
        m.outputs.pop()
    elif m.members[member].contents != NONE:
        data = m.constants[m.members[member].contents]
        if value.kind != model.NOTHING and not is_same(m, value, data):
            saying.fail_unequal(m, data, value)
    elif value.kind != model.TEXT and value.kind != model.BYTES:
        check_fields_before(m)
        fail(m, model.INVALID, "has to be bytes")
    elif tag == model.STR:
        if value.a == MADE and value.d == NONE and not numbers.is_utf8(m.buffers[MADE], value.b, value.b + value.c):
            fail(m, model.INVALID, "the text is not UTF-8")
        data = outputs.encoded(m, value, m.kinds[kind].encoding)
    if is_packed:
        data = processes.packed_again(m, data, origin_of(m, value))
    elif not is_counting and m.members[member].process != 0:
        data = processes.processed(m, node, member, data, True)
    if not is_counting and reading.ends_of(m, kind) & model.TERMINATED != 0 and data.c != 0:
        check_terminator(m, kind, data)
    return data


def origin_of(m: Machine, value: Value) -> Int:
    """Return the buffer that a value was read from, or NONE."""
    if value.kind == model.RECORD:
        return NONE if m.nodes[value.a].io == NONE else m.streams[m.nodes[value.a].io].buffer
    return value.a


def left_to_next(m: Machine, member: Int, kind: Int, data: Value, is_unknown: bool) -> Int:
    """Return how many bytes of a value what follows writes: a terminator that readers did not consume."""
    ends = reading.ends_of(m, kind)
    width = reading.width_of_terminator(m, kind)
    if ends & model.INCLUDE == 0 or ends & model.KEEP == 0 or data.c < width or has_room(m, member):
        return 0
    at = data.b + data.c - width
    if not is_unknown and find_terminator(m, at, width, data.a, width, m.kinds[kind].terminator) == NONE:
        return 0
    return width


def has_room(m: Machine, member: Int) -> bool:
    """Return whether a field has bytes besides its value."""
    return m.members[member].size != NONE or m.members[member].to_end


def check_terminator(m: Machine, kind: Int, data: Value) -> None:
    """Check that a value does not hold what ends it."""
    width = reading.width_of_terminator(m, kind)
    size = data.c
    if m.kinds[kind].ends & model.INCLUDE != 0 and size >= width:
        size -= width
    if find_terminator(m, data.b, size, data.a, width, m.kinds[kind].terminator) != NONE:
        fail(m, model.INVALID, "holds its terminator")


def put_ending(m: Machine, node: Int, member: Int, kind: Int, is_record: bool, size: Int, out: Int) -> None:
    """Write what makes the bytes of a field longer than its value: a terminator, and padding."""
    ends = reading.ends_of(m, kind)
    is_ended = ends & model.TERMINATED != 0 and ends & model.INCLUDE == 0
    if m.members[member].size != NONE and not m.members[member].asks_io:
        fill_up(m, node, member, kind, is_record, size, out)
    elif is_ended and ends & model.KEEP == 0 and ends & model.OPTIONAL == 0:
        outputs.write_equal(m, out, reading.width_of_terminator(m, kind), m.kinds[kind].terminator)
    elif is_ended and ends & model.KEEP == 0:
        m.outputs[out].separator = m.kinds[kind].terminator
        m.outputs[out].separator_size = reading.width_of_terminator(m, kind)


def fill_up(m: Machine, node: Int, member: Int, kind: Int, is_record: bool, size: Int, out: Int) -> None:
    """Write a terminator, if there is room, and padding up to the size of a field."""
    ends = reading.ends_of(m, kind)
    width = reading.width_of_terminator(m, kind)
    wanted = int_of(count_in(m, evaluate(m, m.members[member].size, node), "a size of ", " bytes"))
    pad = NONE if kind == NONE else m.kinds[kind].pad
    made = size
    if ends & model.TERMINATED != 0 and ends & model.INCLUDE == 0 and wanted >= size + width:
        outputs.write_equal(m, out, width, m.kinds[kind].terminator)
        made += width
    may_be_short = is_record or pad != NONE or ends & model.TERMINATED != 0
    if (made > wanted or (made < wanted and not may_be_short)) and is_final(m):
        fail(m, model.INVALID, "has the wrong size")
    if made < wanted:
        outputs.write_equal(m, out, min(wanted - made, model.MOST_GAP), 0 if pad == NONE else pad)


def measured(m: Machine, node: Int, member: Int) -> Int:
    """Return how many bytes the value of a member takes."""
    value = m.slots[slot_of(m, node, member)]
    kind = reading.chosen_kind(m, node, m.members[member].kind) if is_given(m, node, member) else NONE
    if kind == NONE:
        return value.c if value.kind == model.BYTES else 0
    if is_missing(m, member, kind, value):
        fail_missing(m, node, member)
    tag = m.kinds[kind].tag
    is_packed = m.members[member].process == model.ZLIB and m.members[member].repeat == 0
    if (tag == model.STR or tag == model.RAW) and not is_packed:
        return outputs.encoded(m, value, m.kinds[kind].encoding).c
    was_counting = m.is_counting
    out = outputs.begin_output(m, True)
    m.is_counting = True
    if is_packed:
        start = len(m.buffers[MADE])
        m.outputs[out].size = part_of(m, node, member, kind, value, True).c
        outputs.drop_made(m, start)
    elif tag == model.USE:
        write_record(m, kind, value, out)
    else:
        write_one(m, node, member, value, out)
    m.outputs[out].separator_size = 0
    outputs.end_byte(m, out)
    m.is_counting = was_counting
    size = m.outputs[out].size
    m.outputs.pop()
    return size


def is_missing(m: Machine, member: Int, kind: Int, value: Value) -> bool:
    """Return whether the tree lacks a value that nobody but it knows; a record without fields is known."""
    if value.kind != model.NOTHING or m.members[member].contents != NONE:
        return False
    return kind == NONE or m.kinds[kind].tag != model.USE or m.types[m.kinds[kind].type].fields != 0


def fail_missing(m: Machine, node: Int, member: Int) -> NoReturn:
    """Stop since the tree lacks a member from which another one follows."""
    m.at = Place(node, member, NONE, m.at.offset)
    fail(m, model.INVALID, NOT_GIVEN)


def is_given(m: Machine, node: Int, member: Int) -> bool:
    """Return whether the tree has a field or an instance, whatever its condition says."""
    row = m.types[m.nodes[node].type]
    slot = slot_of(m, node, member)
    is_field = member - row.first < row.params + row.fields
    if is_field and m.members[member].condition == NONE:
        return True
    return m.states[slot] == model.THERE or m.states[slot] >= model.FIRST_PASS
