"""The processes of a schema the other way round: bytes from which a reader's processing gives others."""

from __future__ import annotations

import zlib
from typing import Any

from nacformats.codec.trees.stream import rol, ror, xor
from nacformats.fuzz.output import UnsatisfiedError

#: How much larger bytes get that zlib stores: headers, the length of the one block, a checksum.
ZLIB_SURPLUS = 11
#: The most bytes in such a block.
_BLOCK_BYTES = 65535


def before(name: str, arguments: list[Any], data: bytes) -> bytes:
    """Return the bytes that a process makes `data` of.

    Raises:
        UnsatisfiedError: the argument is none that the process takes.
    """
    if name == "zlib":
        if len(data) > _BLOCK_BYTES:
            raise UnsatisfiedError("", "too much for one block of zlib")
        return zlib.compress(data, 0)
    amount = arguments[0] if arguments else 0
    if name != "xor":
        return ror(data, amount) if name == "rol" else rol(data, amount)
    key = bytes([amount & 0xFF]) if isinstance(amount, int) else bytes(amount)
    if not key:
        raise UnsatisfiedError("", "a key without bytes")
    return xor(data, key)
