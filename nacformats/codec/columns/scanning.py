"""What the generated scans are made with."""

from __future__ import annotations

from collections.abc import Sequence

_LONGEST = 10


def varint(data: Sequence[int], pos: int) -> tuple[int, int]:
    """The varint at a position, and the position after it.

    Raises:
        IndexError: it does not end before the data does, or takes more than 64 bits.
    """
    value = shift = 0
    for _ in range(_LONGEST):
        byte = data[pos]
        pos += 1
        value |= (byte & 127) << shift
        if byte < 128:
            if value >> 64:
                break
            return value, pos
        shift += 7
    raise IndexError
