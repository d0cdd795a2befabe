"""Values, made of what they hold."""

from __future__ import annotations

from nacformats.generator.languages.machine.model import (
    BOOL,
    BYTES,
    INT,
    IO,
    LIST,
    NONE,
    NOTHING,
    REAL,
    RECORD,
    TEXT,
    VARINT,
    Value,
)
from nacformats.generator.languages.neutral import U64, Int, Real, bits_of_real, u64


def nothing() -> Value:
    return Value(NOTHING, False, 0, 0, 0, 0, NONE)


def of_uint(number: U64) -> Value:
    return Value(INT, False, number, 0, 0, 0, NONE)


def of_int(number: Int) -> Value:
    return of_signed(u64(number))


def of_signed(bits: U64) -> Value:
    """Return the number of 64 bits in two's complement."""
    if bits >> 63 == 0:
        return of_uint(bits)
    return Value(INT, True, u64(0 - bits), 0, 0, 0, NONE)


def of_bool(truth: bool) -> Value:
    return Value(BOOL, False, 1 if truth else 0, 0, 0, 0, NONE)


def of_real(real: Real) -> Value:
    return of_float(bits_of_real(real, 8), 8)


def of_float(bits: U64, width: Int) -> Value:
    """Return the float of some bytes that has these bits."""
    return Value(REAL, False, bits, width, 0, 0, NONE)


def of_text(buffer: Int, start: Int, size: Int, encoding: Int) -> Value:
    return Value(TEXT, False, 0, buffer, start, size, encoding)


def of_bytes(buffer: Int, start: Int, size: Int) -> Value:
    return Value(BYTES, False, 0, buffer, start, size, NONE)


def of_record(node: Int) -> Value:
    """Return a record; NONE is no record."""
    return nothing() if node == NONE else Value(RECORD, False, 0, node, 0, 0, NONE)


def of_list(items: Int) -> Value:
    return Value(LIST, False, 0, items, 0, 0, NONE)


def of_stream(stream: Int) -> Value:
    """Return a stream; NONE is the one that is written."""
    return Value(IO, False, 0, stream, 0, 0, NONE)


def of_varint(number: U64, width: Int, is_signed: bool) -> Value:
    return Value(VARINT, is_signed, number, width, 0, 0, NONE)


def sign_extended(bits: U64, width: Int) -> U64:
    """Return 64 bits in two's complement of a number of some bytes."""
    top = u64(1 << u64(8 * width - 1))
    return u64((bits ^ top) - top)


def twos_complement(value: Value) -> U64:
    """Return an integer as 64 bits; a signed VARINT has them already."""
    return u64(0 - value.number) if value.negative and value.kind != VARINT else value.number


def is_number(value: Value) -> bool:
    return value.kind == INT or value.kind == BOOL or value.kind == REAL


def is_list(value: Value) -> bool:
    return value.kind == LIST or value.kind == BYTES


def renamed(value: Value, kind: Int) -> Value:
    """Return a value as one of another kind."""
    return Value(kind, value.negative, value.number, value.a, value.b, value.c, value.d)


def with_number(negative: bool, number: U64) -> Value:
    """Return an integer by its sign and how far it is from 0, which has no sign."""
    return Value(INT, negative and number != 0, number, 0, 0, 0, NONE)
