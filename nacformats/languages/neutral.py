"""The neutral language: a typed subset of Python that runs as Python, and is printed in other languages.

Its modules are in `machine/`; `translate` reads them. This module is what they import: the names of types, and the few
functions that every language has of its own.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import fields
from typing import Any, TypeAlias, TypeVar, cast

#: A whole number of at most 53 bits and a sign: sizes, positions, indices, codes.
Int: TypeAlias = int
#: An Int of a record that has at most 32 bits, or 8, and a sign: languages may keep it in as many.
Int4: TypeAlias = int
Int1: TypeAlias = int
#: 64 bits without a sign. A result of + - * << has to go through u64().
U64: TypeAlias = int
#: A double.
Real: TypeAlias = float
#: Text that never changes.
Text: TypeAlias = str
#: Bytes that can grow.
Bytes: TypeAlias = bytearray

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])

#: The largest Int.
MOST_INT = 2**53 - 1
_MASK = 2**64 - 1
#: Functions that are given to modules further down, by their names.
_GIVEN: dict[str, Callable[..., Any]] = {}


class _Numbers(list[Int]):
    """An array of numbers of one size, without a sign: U1s(count) has so many zeros. It can grow."""

    def __init__(self, count: Int) -> None:
        super().__init__([0] * count)


class U1s(_Numbers):
    """Numbers of one byte."""


class U2s(_Numbers):
    """Numbers of two bytes."""


class U4s(_Numbers):
    """Numbers of four bytes."""


class U8s(_Numbers):
    """Numbers of eight bytes. Elements are Ints, which is fast; number_at() has those that are more than an Int."""

    def __getitem__(self, index: Any) -> Any:
        return int_of(super().__getitem__(index))


class Failed(Exception):  # noqa: N818  it is no error of Python
    """Reading or writing has failed; the machine knows why."""


def u64(number: int) -> U64:
    """Return the lowest 64 bits of a number, in two's complement."""
    return number & _MASK


def int_of(number: U64) -> Int:
    """Return an Int; a number that is too large is MOST_INT."""
    return min(number, MOST_INT)


def number_at(numbers: U8s, index: Int) -> U64:
    """Return a number with all its bits."""
    found: U64 = list.__getitem__(numbers, index)
    return found


def set_halves(numbers: U8s, index: Int, low: Int, high: Int) -> None:
    """Set a number to its halves of 32 bits."""
    numbers[index] = low | high << 32


def add_halves(numbers: U8s, low: Int, high: Int) -> None:
    """Append a number that has these halves of 32 bits."""
    numbers.append(low | high << 32)


def bits_of_real(real: Real, width: Int) -> U64:
    """Return the bits of a float of 4 or 8 bytes; one that is too large for 4 is infinite."""
    if width == 8:
        return int.from_bytes(struct.pack("<d", real), "little")
    try:
        return int.from_bytes(struct.pack("<f", real), "little")
    except OverflowError:
        return 0xFF800000 if real < 0 else 0x7F800000


def real_of_bits(bits: U64, width: Int) -> Real:
    """Return the float whose bits these are."""
    made: float = struct.unpack("<d" if width == 8 else "<f", bits.to_bytes(width, "little"))[0]
    return made


def real_of(number: U64) -> Real:
    """Return the double next to a number."""
    return float(number)


def truncated(real: Real) -> U64:
    """Return the whole part of a float that is not negative: 0 of NaN, the largest number of one that is too large."""
    if real != real:
        return 0
    return _MASK if real >= 2.0**64 else int(real)


def text_of_int(number: Int) -> Text:
    return str(number)


def text_of_bytes(data: Bytes, start: Int, end: Int) -> Text:
    """Return the text of bytes that are known to be UTF-8."""
    return data[start:end].decode()


def put_text(to: Bytes, text: Text) -> None:
    """Append a text as UTF-8."""
    to += text.encode()


def put_range(to: Bytes, data: Bytes, start: Int, end: Int) -> None:
    """Append some bytes of others."""
    to += data[start:end]


def put_fill(to: Bytes, count: Int, byte: Int) -> None:
    """Append a byte so many times."""
    to += bytes([byte]) * count


def take_rows(rows: list[T], kind: Callable[..., T], numbers: list[Int], start: Int) -> Int:
    """Append the rows of a table: how many there are, and their numbers, in which a flag is 1 or 0.

    Return where the next table begins.
    """
    flags = [each.type == "bool" for each in fields(cast(Any, kind))]
    end = start + 1 + len(flags) * numbers[start]
    for at in range(start + 1, end, len(flags)):
        row = zip(numbers[at : at + len(flags)], flags, strict=True)
        rows.append(kind(*(number != 0 if is_flag else number for number, is_flag in row)))
    return end


def cut(data: Bytes, size: Int) -> None:
    """Shorten bytes."""
    del data[size:]


def succeeds(function: Callable[[T], None], machine: T) -> bool:
    """Return whether a function of the machine does not fail."""
    try:
        function(machine)
    except Failed:
        return False
    return True


def later(function: F) -> F:
    """Mark a function that a module further up gives: functions that call each other may be in several modules."""

    def call(*arguments: object) -> object:
        return _GIVEN[function.__name__](*arguments)

    return cast(F, call)


def gives(function: F) -> F:
    """Mark a function that modules further down call."""
    _GIVEN[function.__name__] = function
    return function
