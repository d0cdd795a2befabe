"""Streams: bytes, bits and numbers of them, one after another."""

from __future__ import annotations

from typing import NoReturn

from nacformats.languages.machine import model, text, values
from nacformats.languages.machine.failures import charge, fail
from nacformats.languages.machine.model import NONE, Machine, Padding, Stream, Value
from nacformats.languages.neutral import U64, Bytes, Int, Text, put_text, text_of_bytes, text_of_int, u64

#: What a stream takes of the memory of a tree, and bits that no field takes.
SIZE_OF_STREAM = 96
SIZE_OF_PADDING = 24
#: Further away than any byte.
FAR = 4503599627370496


def add_stream(m: Machine, buffer: Int, origin: Int, size: Int, base: Int, is_made: bool) -> Int:
    """Return a new stream."""
    charge(m, SIZE_OF_STREAM)
    m.streams.append(Stream(buffer, origin, size, base, is_made))
    return len(m.streams) - 1


def place_in(m: Machine, io: Int) -> Int:
    """Return where a stream is in the file."""
    return m.streams[io].base if m.streams[io].is_made else m.streams[io].base + m.streams[io].pos


def left_in(m: Machine, io: Int) -> Int:
    """Return how many whole bytes are left."""
    return max(m.streams[io].size - m.streams[io].pos, 0)


def to_next_byte(m: Machine, io: Int) -> None:
    """Pass over bits that no field takes, and keep them where they are not 0."""
    keep_bits(m, io)
    m.streams[io].left = 0
    m.streams[io].num_left = 0


def keep_bits(m: Machine, io: Int) -> None:
    """Let the record before keep the bits that are left of a byte, if they are not 0."""
    owner = m.streams[io].bits_of
    if m.streams[io].left != 0 and owner != NONE:
        charge(m, SIZE_OF_PADDING)
        m.paddings.append(Padding(m.nodes[owner].padding, m.streams[io].bits_after, m.streams[io].left))
        m.nodes[owner].padding = len(m.paddings) - 1


def take(m: Machine, io: Int, size: Int) -> Int:
    """Take some bytes, and return where they are in the buffer of the stream."""
    if m.streams[io].num_left != 0:
        to_next_byte(m, io)
    if size > left_in(m, io):
        fail_short(m, io, u64(size))
    start = m.streams[io].origin + m.streams[io].pos
    m.streams[io].pos += size
    return start


def fail_short(m: Machine, io: Int, size: U64) -> NoReturn:
    """Stop since there are not so many bytes."""
    check_start(m)
    made = Bytes()
    put_text(made, place_name(m, io) + " ends too early: expected ")
    text.put_digits(made, size)
    put_text(made, (" more byte" if size == 1 else " more bytes") + ", got " + text_of_int(left_in(m, io)))
    fail(m, model.TRUNCATED, text_of_bytes(made, 0, len(made)))


def fail_unended(m: Machine, io: Int, byte: Int, width: Int) -> NoReturn:
    """Stop since there is no terminator, which is so many equal bytes."""
    check_start(m)
    made = Bytes()
    put_text(made, place_name(m, io) + " ends before its terminator: expected ")
    put_text(made, "a byte " if width == 1 else "bytes ")
    for _k in range(width):
        text.put_hex(made, u64(byte), 2)
    fail(m, model.TRUNCATED, text_of_bytes(made, 0, len(made)))


def check_start(m: Machine) -> None:
    """Stop if what is read starts past the end of the file."""
    if m.at.offset <= m.size_of_file:
        return
    made = Bytes()
    put_text(made, "starts past the end of the file: expected at most " + text_of_int(m.size_of_file) + ", got byte ")
    text.put_digits(made, u64(m.at.offset) if m.at.offset < FAR else m.far)
    fail(m, model.TRUNCATED, text_of_bytes(made, 0, len(made)))


def place_name(m: Machine, io: Int) -> Text:
    """Return what ends where a stream does."""
    is_part = m.streams[io].base + m.streams[io].size < m.size_of_file
    return "the enclosing field" if is_part else "the file"


def number_from(m: Machine, buffer: Int, start: Int, width: Int, is_big: bool) -> U64:
    """Return the number that bytes are."""
    if width == 1:
        return u64(m.buffers[buffer][start])
    number: U64 = 0
    for k in range(width):
        byte = m.buffers[buffer][start + k if is_big else start + width - 1 - k]
        number = u64(number << 8) | u64(byte)
    return number


def is_big_endian(m: Machine, node: Int, endian: Int) -> bool:
    """Return whether numbers of a record are big-endian."""
    found = m.nodes[node].endian if endian == model.SWITCHED else endian
    if found == model.SWITCHED:
        fail(m, model.INVALID, "the byte order is not known")
    return found == model.BE


def read_bits(m: Machine, node: Int, member: Int, kind: Int, io: Int) -> Value:
    """Read bits, which begin with those that are left of the byte before."""
    width = m.kinds[kind].width
    is_big = (m.nodes[node].endian if m.kinds[kind].endian == model.SWITCHED else m.kinds[kind].endian) == model.BE
    left = m.streams[io].left
    num_left = m.streams[io].num_left
    wanted = (width - num_left + 7) // 8
    if wanted > left_in(m, io):
        fail_short(m, io, u64(wanted))
    value: U64 = 0
    got = 0
    while got < width:
        if num_left == 0:
            left = m.buffers[m.streams[io].buffer][m.streams[io].origin + m.streams[io].pos]
            m.streams[io].pos += 1
            num_left = 8
        count = min(width - got, num_left)
        num_left -= count
        if is_big:
            value = u64(value << u64(count)) | u64(left >> num_left)
            left = left & ((1 << num_left) - 1)
        else:
            value = value | u64(u64(left & ((1 << count) - 1)) << u64(got))
            left = left >> count
        got += count
    m.streams[io].left = left
    m.streams[io].num_left = num_left
    m.streams[io].bits_of = node
    m.streams[io].bits_after = member
    return values.of_bool(value != 0) if width == 1 else values.of_uint(value)


def read_varint(m: Machine, tag: Int, io: Int) -> Value:
    """Read a number of variable length."""
    to_next_byte(m, io)
    number: U64 = 0
    width = 0
    shift = 0
    byte = 128
    while byte >= 128:
        if left_in(m, io) == 0:
            fail_short(m, io, u64(1))
        byte = m.buffers[m.streams[io].buffer][m.streams[io].origin + m.streams[io].pos]
        m.streams[io].pos += 1
        width += 1
        if is_too_long(tag, width, byte, number):
            fail(m, model.INVALID, "the number takes more than 64 bits")
        low = u64(byte & 127)
        number = u64(number << 7) | low if tag == model.VLQ else number | u64(low << u64(shift))
        shift += 7
    if tag == model.SLEB and byte >= 64 and shift < 64:
        number = number | u64(0 - u64(1 << u64(shift)))
    return values.of_varint(number, width, tag == model.SLEB)


def is_too_long(tag: Int, width: Int, byte: Int, number: U64) -> bool:
    """Return whether a byte brings a number, of those before it, to more than 64 bits."""
    if width > 10:
        return True
    if tag == model.VLQ:
        return number >> 57 != 0
    if width < 10:
        return False
    return byte > 1 if tag != model.SLEB else byte != 0 and byte != 127


def find_terminator(m: Machine, start: Int, size: Int, buffer: Int, width: Int, byte: Int) -> Int:
    """Return where, counted from the start, a unit of some equal bytes begins; NONE if there is none."""
    at = 0
    while at + width <= size:
        count = 0
        while count < width and m.buffers[buffer][start + at + count] == byte:
            count += 1
        if count == width:
            return at
        at += width
    return NONE
