"""Text: code points of encodings, and digits."""

from __future__ import annotations

from nacformats.languages.machine import numbers, values
from nacformats.languages.machine.failures import charge
from nacformats.languages.machine.model import NONE, Machine, Value
from nacformats.languages.neutral import U64, Bytes, Int, int_of, put_range, u64


def code_point(m: Machine, encoding: Int, buffer: Int, at: Int, end: Int) -> Int:
    """Return the next code point and the bytes that it takes, as 8 * point + bytes; 0 where there is no good one."""
    if at >= end:
        return 0
    if encoding == NONE:
        return point_of_utf8(m, buffer, at, end)
    if m.encodings[encoding].width > 1:
        return point_of_units(m, encoding, buffer, at, end)
    byte = m.buffers[buffer][at]
    if byte < 128:
        return 8 * byte + 1
    if m.encodings[encoding].points == NONE:
        return 0
    point = m.lists[m.encodings[encoding].points + byte - 128]
    return 8 * point + 1 if point != 0 else 0


def point_of_utf8(m: Machine, buffer: Int, at: Int, end: Int) -> Int:
    byte = m.buffers[buffer][at]
    if byte < 128:
        return 8 * byte + 1
    width = numbers.width_of_utf8(m.buffers[buffer], at, end)
    if width == 0:
        return 0
    point = byte & (127 >> width)
    for k in range(1, width):
        point = 64 * point + (m.buffers[buffer][at + k] & 63)
    return 8 * point + width


def point_of_units(m: Machine, encoding: Int, buffer: Int, at: Int, end: Int) -> Int:
    """Return the code point of UTF-16 or UTF-32."""
    width = m.encodings[encoding].width
    if end - at < width:
        return 0
    unit = code_unit(m, encoding, buffer, at)
    if width == 4:
        return 0 if unit > 1114111 or is_surrogate(unit) else 8 * unit + 4
    if not is_surrogate(unit):
        return 8 * unit + 2
    if unit >= 56320 or end - at < 4:
        return 0
    low = code_unit(m, encoding, buffer, at + 2)
    if low < 56320 or low >= 57344:
        return 0
    return 8 * (65536 + 1024 * (unit - 55296) + low - 56320) + 4


def is_surrogate(point: Int) -> bool:
    return point >= 55296 and point < 57344


def code_unit(m: Machine, encoding: Int, buffer: Int, at: Int) -> Int:
    width = m.encodings[encoding].width
    unit = 0
    for k in range(width):
        unit = 256 * unit + m.buffers[buffer][at + k if m.encodings[encoding].is_big else at + width - 1 - k]
    return unit


def first_bad(m: Machine, encoding: Int, buffer: Int, start: Int, size: Int) -> Int:
    """Return where the first byte is that is no text, counted from the start; or the size."""
    end = start + size
    at = start
    while at < end:
        found = code_point(m, encoding, buffer, at, end)
        if found == 0:
            break
        at += found & 7
    return at - start


def put_point(to: Bytes, point: Int) -> None:
    """Append a code point as UTF-8."""
    if point < 128:
        to.append(point)
        return
    if point < 2048:
        to.append(192 + point // 64)
    else:
        if point < 65536:
            to.append(224 + point // 4096)
        else:
            to.append(240 + point // 262144)
            to.append(128 + point // 4096 % 64)
        to.append(128 + point // 64 % 64)
    to.append(128 + point % 64)


def put_utf8(m: Machine, to: Bytes, value: Value) -> None:
    """Append a text as UTF-8, up to what is no character."""
    at = value.b
    end = value.b + value.c
    while at < end:
        found = code_point(m, value.d, value.a, at, end)
        if found == 0:
            break
        put_point(to, found // 8)
        at += found & 7


def utf8_of(m: Machine, value: Value) -> Value:
    """Return a text in UTF-8; bytes, and text that is, as they are."""
    if value.d == NONE:
        return value
    charge(m, 4 * value.c + 64)
    made = Bytes()
    put_utf8(m, made, value)
    size = len(made)
    m.buffers.append(made)
    return Value(value.kind, False, 0, len(m.buffers) - 1, 0, size, NONE)


def length_of_text(m: Machine, value: Value) -> Int:
    """Return how many characters a text has."""
    at = value.b
    count = 0
    while at < value.b + value.c:
        found = code_point(m, value.d, value.a, at, value.b + value.c)
        if found == 0:
            break
        at += found & 7
        count += 1
    return count


def offset_of_character(m: Machine, value: Value, index: Int) -> Int:
    """Return at which byte of a text a character begins."""
    at = value.b
    left = index
    while left > 0 and at < value.b + value.c:
        found = code_point(m, value.d, value.a, at, value.b + value.c)
        if found == 0:
            break
        at += found & 7
        left -= 1
    return at - value.b


def put_digits(to: Bytes, number: U64) -> None:
    """Append a number in digits."""
    digits: list[Int] = []
    rest = number
    digits.append(int_of(rest % 10))
    rest = rest // 10
    while rest != 0:
        digits.append(int_of(rest % 10))
        rest = rest // 10
    while len(digits) != 0:
        to.append(48 + digits.pop())


def put_integer(to: Bytes, value: Value) -> None:
    """Append an integer in digits, with its sign."""
    if values.is_below_zero(value):
        to.append(45)
    put_digits(to, values.size_of_value(value))


def put_hex(to: Bytes, number: U64, digits: Int) -> None:
    """Append the lowest digits of a number to base 16."""
    for k in range(digits):
        digit = int_of((number >> u64(4 * (digits - 1 - k))) & 15)
        to.append(48 + digit if digit < 10 else 87 + digit)


def reversed_text(m: Machine, value: Value) -> Value:
    """Return a text, or bytes, from the end to the start."""
    charge(m, value.c + 64)
    made = Bytes()
    starts: list[Int] = []
    at = value.b
    end = value.b + value.c
    while at < end:
        starts.append(at)
        found = code_point(m, value.d, value.a, at, end)
        at += found & 7 if found != 0 else 1
    while len(starts) != 0:
        start = starts.pop()
        put_range(made, m.buffers[value.a], start, at)
        at = start
    m.buffers.append(made)
    return Value(value.kind, False, 0, len(m.buffers) - 1, 0, value.c, value.d)


def digit_of(byte: Int) -> U64:
    """Return the number of a digit or a letter; a large one for other characters."""
    if byte >= 48 and byte <= 57:
        return u64(byte - 48)
    small = byte | 32
    if small >= 97 and small <= 122:
        return u64(small - 87)
    return 99
