"""Numbers of records that are read and written as columns."""

from __future__ import annotations

from nacformats.languages.neutral import MOST_INT, U64, Bytes, Int, U8s, add_halves, int_of, number_at, set_halves, u64


def get_u2(data: Bytes, pos: Int) -> Int:
    return data[pos] + 256 * data[pos + 1]


def get_u2_be(data: Bytes, pos: Int) -> Int:
    return data[pos + 1] + 256 * data[pos]


def get_u4(data: Bytes, pos: Int) -> Int:
    return data[pos] + 256 * data[pos + 1] + 65536 * data[pos + 2] + 16777216 * data[pos + 3]


def get_u4_be(data: Bytes, pos: Int) -> Int:
    return data[pos + 3] + 256 * data[pos + 2] + 65536 * data[pos + 1] + 16777216 * data[pos]


def with_sign(number: Int, half: Int) -> Int:
    """Return a number with its sign; half: of how many numbers its type has."""
    return number - 2 * half if number >= half else number


def get_varint(data: Bytes, pos: Int, end: Int) -> Int:
    """Return an unsigned number of variable length; -1 if it does not fit, is longer than needed, or no Int."""
    if pos < end and data[pos] < 128:
        return data[pos]
    return get_long_varint(data, pos, end)


def get_long_varint(data: Bytes, pos: Int, end: Int) -> Int:
    number = 0
    scale = 1
    at = pos
    while at < end and at - pos < 7:
        byte = data[at]
        at += 1
        if byte < 128:
            return number + byte * scale if byte != 0 else -1
        number += (byte - 128) * scale
        scale *= 128
    return -1


def get_large(data: Bytes, pos: Int, end: Int) -> U64:
    """Return such a number with all its bits; 0 if it does not fit, or is longer than needed."""
    number: U64 = 0
    at = pos
    while at < end and at - pos < 10:
        byte = data[at]
        if byte == 0 or (at - pos == 9 and byte > 1):
            return u64(0)
        number = number | u64(u64(byte & 127) << u64(7 * (at - pos)))
        at += 1
        if byte < 128:
            return number
    return u64(0)


def varint_width(number: Int) -> Int:
    """Return how many bytes a number takes."""
    if number < 128:
        return 1
    if number < 16384:
        return 2
    if number < 2097152:
        return 3
    width = 4
    rest = number // 268435456
    while rest != 0:
        width += 1
        rest = rest // 128
    return width


def large_width(number: U64) -> Int:
    """Return how many bytes a number that is no Int takes; 0 of what is none."""
    if number == 0:
        return 0
    width = 0
    rest = number
    while rest != 0:
        width += 1
        rest = rest >> 7
    return width


def set_large(numbers: U8s, index: Int, data: Bytes, pos: Int, end: Int) -> Int:
    """Set a number of variable length that is no Int; return how many bytes it takes, or 0."""
    number = get_large(data, pos, end)
    set_halves(numbers, index, int_of(number & 0xFFFFFFFF), int_of(number >> 32))
    return large_width(number)


def add_large(numbers: U8s, data: Bytes, pos: Int, end: Int) -> Int:
    """Append a number of variable length that is no Int; return how many bytes it takes, or 0."""
    number = get_large(data, pos, end)
    add_halves(numbers, int_of(number & 0xFFFFFFFF), int_of(number >> 32))
    return large_width(number)


def store_number(to: Bytes, number: Int, width: Int) -> None:
    """Append a number of at most four bytes."""
    rest = number
    for _k in range(width):
        to.append(rest % 256)
        rest = rest // 256


def store_number_be(to: Bytes, number: Int, width: Int) -> None:
    scale = 1
    for _k in range(1, width):
        scale *= 256
    while scale != 0:
        to.append(number // scale % 256)
        scale = scale // 256


def store_eight(to: Bytes, numbers: U8s, index: Int) -> None:
    """Append a number of eight bytes."""
    store_u64(to, number_at(numbers, index))


def store_eight_be(to: Bytes, numbers: U8s, index: Int) -> None:
    number = number_at(numbers, index)
    for k in range(8):
        to.append(int_of(number >> u64(56 - 8 * k) & 255))


def store_u64(to: Bytes, number: U64) -> None:
    rest = number
    for _k in range(8):
        to.append(int_of(rest & 255))
        rest = rest >> 8


def store_varint(to: Bytes, number: Int) -> None:
    """Append a number of variable length."""
    rest = number
    while rest >= 128:
        to.append(128 + rest % 128)
        rest = rest // 128
    to.append(rest)


def store_varint_at(to: Bytes, numbers: U8s, index: Int) -> None:
    """Append an element as a number of variable length."""
    number = numbers[index]
    if number < MOST_INT:
        store_varint(to, number)
    else:
        store_long_varint(to, number_at(numbers, index))


def store_long_varint(to: Bytes, number: U64) -> None:
    rest = number
    while rest >= 128:
        to.append(int_of(rest & 127 | 128))
        rest = rest >> 7
    to.append(int_of(rest))


def is_utf8(data: Bytes, start: Int, end: Int) -> bool:
    at = start
    while at < end and data[at] < 128:
        at += 1
    while at < end:
        width = width_of_utf8(data, at, end)
        if width == 0:
            return False
        at += width
    return True


def width_of_utf8(data: Bytes, at: Int, end: Int) -> Int:
    """Return how many bytes a character takes; 0 if it is none."""
    first = data[at]
    if first < 128:
        return 1
    if first < 194 or first > 244:
        return 0
    width = 2 if first < 224 else 3 if first < 240 else 4
    if end - at < width:
        return 0
    for k in range(1, width):
        if data[at + k] & 192 != 128:
            return 0
    second = data[at + 1]
    is_wrong = (
        (first == 224 and second < 160)
        or (first == 237 and second > 159)
        or (first == 240 and second < 144)
        or (first == 244 and second > 143)
    )
    return 0 if is_wrong else width
