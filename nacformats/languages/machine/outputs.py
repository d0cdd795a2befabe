"""Outputs: bytes, bits and numbers that are written, or only counted, one after another."""

from __future__ import annotations

from nacformats.languages.machine import model, operators, text, values
from nacformats.languages.machine.failures import charge, fail
from nacformats.languages.machine.model import NONE, Machine, Output, Value
from nacformats.languages.machine.schema import MADE
from nacformats.languages.neutral import U64, Bytes, Int, cut, int_of, put_fill, put_range, u64

#: Most bytes of a number of variable length.
MOST_WIDTH = 10
CONTINUED = 128
#: First code point of UTF-16 that takes two units.
FIRST_PAIR = 65536
NO_CHARACTER = "has a character that its encoding has not"


def begin_output(m: Machine, is_counting: bool) -> Int:
    """Begin an output, and return its number."""
    if len(m.outputs) >= model.MOST_DEPTH:
        fail(m, model.LIMIT, "nested too deeply")
    m.outputs.append(Output(is_counting))
    return len(m.outputs) - 1


def to_made(m: Machine, out: Int) -> Value:
    """Move the bytes of an output to the end of the buffer for made ones; `drop_made` removes them."""
    finish(m, out)
    start = len(m.buffers[MADE])
    put_range(m.buffers[MADE], m.outputs[out].data, 0, len(m.outputs[out].data))
    return values.of_bytes(MADE, start, m.outputs[out].size)


def drop_made(m: Machine, start: Int) -> None:
    cut(m.buffers[MADE], start)


def finish(m: Machine, out: Int) -> None:
    """End what an output has: a separator separates nothing, and the last byte is a whole one."""
    m.outputs[out].separator_size = 0
    end_byte(m, out)


def end_byte(m: Machine, out: Int) -> None:
    """Fill the bits of the last byte that no field took."""
    low = m.outputs[out].free_low
    free = m.outputs[out].free_high - low
    if free > 0 and not m.outputs[out].is_counting:
        last = len(m.outputs[out].data) - 1
        bits = (m.outputs[out].padding & ((1 << free) - 1)) << low
        before = m.outputs[out].data[last]
        m.outputs[out].data[last] = before | bits
    m.outputs[out].free_low = 0
    m.outputs[out].free_high = 0
    m.outputs[out].padding = 0


def before_bytes(m: Machine, out: Int, size: Int) -> None:
    """Make an output ready for some bytes: the separator comes before them."""
    end_byte(m, out)
    width = m.outputs[out].separator_size
    separator = m.outputs[out].separator
    m.outputs[out].separator_size = 0
    if not m.outputs[out].is_counting:
        put_fill(m.outputs[out].data, width, separator)
    m.outputs[out].size += width + size


def write_data(m: Machine, out: Int, value: Value) -> None:
    """Write the bytes of a value, which is text or bytes."""
    before_bytes(m, out, value.c)
    if not m.outputs[out].is_counting:
        put_range(m.outputs[out].data, m.buffers[value.a], value.b, value.b + value.c)


def write_equal(m: Machine, out: Int, count: Int, byte: Int) -> None:
    """Write a byte so many times."""
    before_bytes(m, out, count)
    if not m.outputs[out].is_counting:
        put_fill(m.outputs[out].data, count, byte)


def write_bits(m: Machine, out: Int, width: Int, value: U64, is_big: bool) -> None:
    """Write bits, which begin in the byte that the bits before them left."""
    rest = value
    left = width
    while left != 0:
        if m.outputs[out].free_low == m.outputs[out].free_high:
            write_equal(m, out, 1, 0)
            m.outputs[out].free_high = 8
        count = min(left, m.outputs[out].free_high - m.outputs[out].free_low)
        left -= count
        mask = u64((1 << count) - 1)
        bits = int_of((rest >> u64(left)) & mask if is_big else rest & mask)
        place = m.outputs[out].free_high - count if is_big else m.outputs[out].free_low
        if is_big:
            m.outputs[out].free_high -= count
        else:
            m.outputs[out].free_low += count
            rest = rest >> u64(count)
        if not m.outputs[out].is_counting:
            last = len(m.outputs[out].data) - 1
            before = m.outputs[out].data[last]
            m.outputs[out].data[last] = before | bits << place


def write_integer(m: Machine, out: Int, number: U64, width: Int, is_big: bool) -> None:
    """Write a number of some bytes."""
    before_bytes(m, out, width)
    if m.outputs[out].is_counting:
        return
    for k in range(width):
        shift = 8 * (width - 1 - k) if is_big else 8 * k
        m.outputs[out].data.append(int_of((number >> u64(shift)) & 255))


def write_varying(m: Machine, out: Int, tag: Int, value: Value) -> None:
    """Write a number of variable length, in as many bytes as it was read from if it fits these."""
    least = operators.least_width(value)
    width = value.a if value.a > least and value.a <= MOST_WIDTH else least
    is_below = tag == model.SLEB and value.number >> 63 != 0
    before_bytes(m, out, width)
    if m.outputs[out].is_counting:
        return
    for k in range(width):
        group = width - 1 - k if tag == model.VLQ else k
        bits = group_of(value.number, group, is_below)
        m.outputs[out].data.append(bits + CONTINUED if k + 1 < width else bits)


def group_of(number: U64, group: Int, is_below: bool) -> Int:
    """Return 7 bits of a number; the first ones are the lowest."""
    if group == MOST_WIDTH - 1:
        rest = number >> 63
        return 127 if is_below else int_of(rest)
    shift = u64(7 * group)
    if is_below:
        return int_of(u64(~(u64(~number) >> shift)) & 127)
    return int_of((number >> shift) & 127)


def encoded(m: Machine, value: Value, encoding: Int) -> Value:
    """Return a text in the encoding of its field."""
    if value.kind != model.TEXT or value.d == encoding:
        return value
    made = Bytes()
    at = value.b
    end = value.b + value.c
    charge(m, 4 * value.c + 64)
    while at < end:
        found = text.code_point(m, value.d, value.a, at, end)
        if found == 0:
            break
        put_encoded(m, made, encoding, found // 8)
        at += found & 7
    size = len(made)
    m.buffers.append(made)
    return values.of_text(len(m.buffers) - 1, 0, size, encoding)


def put_encoded(m: Machine, to: Bytes, encoding: Int, point: Int) -> None:
    """Append a character in an encoding, which is not UTF-8."""
    width = m.encodings[encoding].width
    is_big = m.encodings[encoding].is_big
    if width == 4:
        put_unit(to, point, 4, is_big)
    elif width == 2 and point < FIRST_PAIR:
        put_unit(to, point, 2, is_big)
    elif width == 2:
        put_unit(to, 55296 + (point - FIRST_PAIR) // 1024, 2, is_big)
        put_unit(to, 56320 + (point - FIRST_PAIR) % 1024, 2, is_big)
    else:
        to.append(byte_of_point(m, encoding, point))


def put_unit(to: Bytes, unit: Int, width: Int, is_big: bool) -> None:
    for k in range(width):
        shift = 8 * (width - 1 - k) if is_big else 8 * k
        to.append((unit >> shift) & 255)


def byte_of_point(m: Machine, encoding: Int, point: Int) -> Int:
    """Return the byte of a character in an encoding of one byte for each."""
    found = point if point < 128 else NONE
    points = m.encodings[encoding].points
    if found == NONE and points != NONE:
        for k in range(128):
            if m.lists[points + k] == point:
                found = 128 + k
    if found == NONE:
        fail(m, model.INVALID, NO_CHARACTER)
    return found
