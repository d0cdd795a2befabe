"""Checksums that a schema names: one table for what reads, writes and fuzzes files."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import partial, reduce
from itertools import chain
from struct import Struct

from nacformats.codec.streams import Buffer


def _crc32(pieces: Iterable[Buffer]) -> int:
    return reduce(lambda crc, piece: zlib.crc32(piece, crc), pieces, 0)


def _adler32(pieces: Iterable[Buffer]) -> int:
    return reduce(lambda sums, piece: zlib.adler32(piece, sums), pieces, 1)


def _crc(pieces: Iterable[Buffer], polynomial: int, start: int, end: int) -> int:
    """Return a cyclic redundancy check whose lowest bit comes first."""
    table = [reduce(lambda crc, _: crc >> 1 ^ polynomial * (crc & 1), range(8), byte) for byte in range(256)]
    return reduce(lambda crc, byte: crc >> 8 ^ table[(crc ^ byte) & 0xFF], _bytes(pieces), start) ^ end


def _crc16_ccitt(pieces: Iterable[Buffer], start: int) -> int:
    """Return a check of 16 bits whose highest bit comes first."""
    crc = start
    for byte in _bytes(pieces):
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ (0x1021 if crc & 0x8000 else 0)) & 0xFFFF
    return crc


def _internet(pieces: Iterable[Buffer]) -> int:
    """Return the complement of the sum of big-endian words, of RFC 1071."""
    data = bytes(_bytes(pieces))
    total = sum(int.from_bytes(data[at : at + 2].ljust(2, b"\0"), "big") for at in range(0, len(data), 2))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def _sum(pieces: Iterable[Buffer], bits: int) -> int:
    return sum(_bytes(pieces)) & (1 << bits) - 1


def _bytes(pieces: Iterable[Buffer]) -> Iterator[int]:
    return chain.from_iterable(memoryview(piece).cast("B") for piece in pieces)


#: Checksums by name: functions of bytes in pieces.
CHECKSUMS: dict[str, Callable[[Iterable[Buffer]], int]] = {
    "crc32": _crc32,
    "crc32c": partial(_crc, polynomial=0x82F63B78, start=0xFFFFFFFF, end=0xFFFFFFFF),
    "crc16": partial(_crc, polynomial=0xA001, start=0, end=0),
    "crc16-ccitt": partial(_crc16_ccitt, start=0xFFFF),
    "crc16-xmodem": partial(_crc16_ccitt, start=0),
    "adler32": _adler32,
    "internet": _internet,
    "sum8": partial(_sum, bits=8),
    "sum16": partial(_sum, bits=16),
    "sum32": partial(_sum, bits=32),
    "negative8": lambda pieces: -_sum(pieces, 8) & 0xFF,
    "xor8": lambda pieces: reduce(int.__xor__, _bytes(pieces), 0),
}


def checksum(kind: str, pieces: Iterable[Buffer], code: str) -> int:
    """Return the number that a field holds for a checksum.

    Args:
        kind: of CHECKSUMS.
        pieces: the bytes that it is over.
        code: of the number, as struct has it, such as ">I".
    """
    bits = 8 * Struct(code).size
    number = CHECKSUMS[kind](pieces) & (1 << bits) - 1
    return number - (1 << bits) if code[-1].islower() and number >> bits - 1 else number
