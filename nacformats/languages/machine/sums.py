"""Checksums.

The state of one is a list: low and high 16 bits, whether an odd byte was last, and of checks by polynomials what 4 bits
do to the low and to the high half.
"""

from __future__ import annotations

from nacformats.languages.machine import model, values
from nacformats.languages.machine.model import Value
from nacformats.languages.neutral import U64, Bytes, Int, u64

#: Polynomials of the first five checksums in halves, what they begin with, and what is turned at the end.
POLYNOMIALS_LOW: tuple[Int, ...] = (0x8320, 0x3B78, 0xA001, 0x1021, 0x1021)
POLYNOMIALS_HIGH: tuple[Int, ...] = (0xEDB8, 0x82F6, 0, 0, 0)
STARTS_LOW: tuple[Int, ...] = (0xFFFF, 0xFFFF, 0, 0xFFFF, 0)
STARTS_HIGH: tuple[Int, ...] = (0xFFFF, 0xFFFF, 0, 0, 0)

# places in the state
LOW, HIGH, IS_ODD, TABLE_LOW = range(4)
TABLE_HIGH = 19


def begin_sum(state: list[Int], kind: Int) -> None:
    """Begin with an empty list."""
    state.append(STARTS_LOW[kind] if kind <= model.CRC16_XMODEM else 1 if kind == model.ADLER32 else 0)
    state.append(STARTS_HIGH[kind] if kind <= model.CRC16_XMODEM else 0)
    state.append(0)
    if kind <= model.CRC16_XMODEM:
        for k in range(16):
            state.append(shifted_bits(kind, k, False))
        for k in range(16):
            state.append(shifted_bits(kind, k, True))


def shifted_bits(kind: Int, nibble: Int, wants_high: bool) -> Int:
    """Return a half of what 4 bits, of a check that takes the highest first at the top, become."""
    takes_highest = kind == model.CRC16_CCITT or kind == model.CRC16_XMODEM
    low = 4096 * nibble if takes_highest else nibble
    high = 0
    for _bit in range(4):
        carry = low // 32768 if takes_highest else low & 1
        if takes_highest:
            low = low * 2 % 65536
        else:
            low = low // 2 + 32768 * (high & 1)
            high = high // 2
        if carry != 0:
            low = low ^ POLYNOMIALS_LOW[kind]
            high = high ^ POLYNOMIALS_HIGH[kind]
    return high if wants_high else low


def add_to_sum(state: list[Int], kind: Int, data: Bytes, start: Int, end: Int) -> None:
    """Add some bytes."""
    if kind == model.CRC16_CCITT or kind == model.CRC16_XMODEM:
        add_highest_first(state, data, start, end)
    elif kind < model.CRC16_CCITT:
        add_lowest_first(state, data, start, end)
    elif kind == model.ADLER32:
        add_to_adler(state, data, start, end)
    elif kind == model.INTERNET:
        add_to_internet(state, data, start, end)
    elif kind == model.XOR8:
        for k in range(start, end):
            state[LOW] = state[LOW] ^ data[k]
    else:
        for k in range(start, end):
            state[LOW] = state[LOW] + data[k]


def add_lowest_first(state: list[Int], data: Bytes, start: Int, end: Int) -> None:
    low = state[LOW]
    high = state[HIGH]
    for k in range(start, end):
        low = low ^ data[k]
        for _half in range(2):
            entry = low & 15
            low = (low >> 4 | (high & 15) << 12) ^ state[TABLE_LOW + entry]
            high = high >> 4 ^ state[TABLE_HIGH + entry]
    state[LOW] = low
    state[HIGH] = high


def add_highest_first(state: list[Int], data: Bytes, start: Int, end: Int) -> None:
    low = state[LOW]
    for k in range(start, end):
        low = low ^ data[k] << 8
        low = (low << 4 & 65535) ^ state[TABLE_LOW + (low >> 12)]
        low = (low << 4 & 65535) ^ state[TABLE_LOW + (low >> 12)]
    state[LOW] = low


def add_to_adler(state: list[Int], data: Bytes, start: Int, end: Int) -> None:
    low = state[LOW]
    high = state[HIGH]
    for k in range(start, end):
        low = (low + data[k]) % 65521
        high = (high + low) % 65521
    state[LOW] = low
    state[HIGH] = high


def add_to_internet(state: list[Int], data: Bytes, start: Int, end: Int) -> None:
    low = state[LOW]
    for k in range(start, end):
        low += data[k] if state[IS_ODD] == 1 else data[k] << 8
        low = (low & 65535) + (low >> 16)
        state[IS_ODD] = 1 - state[IS_ODD]
    state[LOW] = low


def end_sum(state: list[Int], kind: Int, tag: Int, width: Int) -> Value:
    """Return the number that a field of a tag and width holds for a checksum."""
    bits = sum_bits(state, kind)
    if width < 8:
        bits = bits % u64(1 << u64(8 * width))
    return values.of_signed(values.sign_extended(bits, width)) if tag == model.SINT else values.of_uint(bits)


def sum_bits(state: list[Int], kind: Int) -> U64:
    low = state[LOW]
    high = state[HIGH]
    if kind < 2:
        low = 65535 - low
        high = 65535 - high
    elif kind == model.INTERNET:
        low = 65535 ^ low
    elif kind == model.NEGATIVE8:
        low = (256 - low % 256) % 256
    elif kind == model.SUM8:
        low = low % 256
    elif kind == model.SUM16:
        low = low % 65536
    elif kind == model.SUM32:
        low = low % 4294967296
    return u64(low + 65536 * high)
