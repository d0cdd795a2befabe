"""Values, made of what they hold."""

from __future__ import annotations

from nacformats.languages.machine import model
from nacformats.languages.machine.model import NONE, Value
from nacformats.languages.neutral import U64, Int, Real, bits_of_real, real_of, real_of_bits, truncated, u64


def nothing() -> Value:
    return Value(model.NOTHING, False, 0, 0, 0, 0, NONE)


def of_uint(number: U64) -> Value:
    return Value(model.INT, False, number, 0, 0, 0, NONE)


def of_int(number: Int) -> Value:
    return of_signed(u64(number))


def of_signed(bits: U64) -> Value:
    """Return the number of 64 bits in two's complement."""
    if bits >> 63 == 0:
        return of_uint(bits)
    return Value(model.INT, True, u64(0 - bits), 0, 0, 0, NONE)


def of_bool(truth: bool) -> Value:
    return Value(model.BOOL, False, 1 if truth else 0, 0, 0, 0, NONE)


def of_real(real: Real) -> Value:
    return of_float(bits_of_real(real, 8), 8)


def of_float(bits: U64, width: Int) -> Value:
    """Return the float of some bytes that has these bits."""
    return Value(model.REAL, False, bits, width, 0, 0, NONE)


def of_text(buffer: Int, start: Int, size: Int, encoding: Int) -> Value:
    return Value(model.TEXT, False, 0, buffer, start, size, encoding)


def of_bytes(buffer: Int, start: Int, size: Int) -> Value:
    return Value(model.BYTES, False, 0, buffer, start, size, NONE)


def of_record(node: Int) -> Value:
    """Return a record; NONE is no record."""
    return nothing() if node == NONE else Value(model.RECORD, False, 0, node, 0, 0, NONE)


def of_list(items: Int) -> Value:
    return Value(model.LIST, False, 0, items, 0, 0, NONE)


def of_stream(stream: Int) -> Value:
    """Return a stream; NONE is the one that is written."""
    return Value(model.IO, False, 0, stream, 0, 0, NONE)


def of_varint(number: U64, width: Int, is_signed: bool) -> Value:
    return Value(model.VARINT, is_signed, number, width, 0, 0, NONE)


def sign_extended(bits: U64, width: Int) -> U64:
    """Return 64 bits in two's complement of a number of some bytes."""
    top = u64(1 << u64(8 * width - 1))
    return u64((bits ^ top) - top)


def twos_complement(value: Value) -> U64:
    """Return an integer as 64 bits; a signed VARINT has them already."""
    return u64(0 - value.number) if value.negative and value.kind != model.VARINT else value.number


def integer_of_value(value: Value) -> U64:
    """Return a number as 64 bits in two's complement, the least one for what is below that; of other values, 0."""
    size = size_of_value(value)
    if not is_below_zero(value):
        return size
    return u64(0 - size) if size >> 63 == 0 else u64(1 << 63)


def size_of_value(value: Value) -> U64:
    """Return how far a number is from 0, without what is after its point; of other values, 0."""
    if value.kind == model.REAL:
        real = real_of_bits(value.number, value.a)
        return truncated(-real) if real < 0.0 else truncated(real)
    if value.kind == model.VARINT:
        return u64(0 - value.number) if is_below_zero(value) else value.number
    return value.number if value.kind == model.INT or value.kind == model.BOOL else u64(0)


def real_of_value(value: Value) -> Real:
    """Return a number as a float; other values are 0."""
    if value.kind == model.REAL:
        return real_of_bits(value.number, value.a)
    return -real_of(size_of_value(value)) if is_below_zero(value) else real_of(size_of_value(value))


def is_below_zero(value: Value) -> bool:
    """Return whether a number is; an integer of 64 bits may be either."""
    if value.kind == model.REAL:
        return real_of_bits(value.number, value.a) < 0.0
    return value.negative and (value.kind != model.VARINT or value.number >> 63 != 0)


def node_of_value(value: Value) -> Int:
    """Return the number of a record; other values are NONE."""
    return value.a if value.kind == model.RECORD else NONE


def as_it_was(given: Value, value: Value) -> Value:
    """Return a value that is set; a number of variable length that was there before keeps the width that it had."""
    is_same = value.kind == model.VARINT and given.kind == model.VARINT and value.number == given.number
    return given if is_same and value.a == 0 else value


def is_same_number(one: Value, other: Value) -> bool:
    """Return whether two values are one number of one kind."""
    is_text = one.kind == model.TEXT or one.kind == model.BYTES
    return one.kind == other.kind and one.number == other.number and one.negative == other.negative and not is_text


def is_number(value: Value) -> bool:
    return value.kind == model.INT or value.kind == model.BOOL or value.kind == model.REAL


def is_list(value: Value) -> bool:
    return value.kind == model.LIST or value.kind == model.BYTES


def renamed(value: Value, kind: Int) -> Value:
    """Return a value as one of another kind."""
    return Value(kind, value.negative, value.number, value.a, value.b, value.c, value.d)


def with_number(negative: bool, number: U64) -> Value:
    """Return an integer by its sign and how far it is from 0, which has no sign."""
    return Value(model.INT, negative and number != 0, number, 0, 0, 0, NONE)
