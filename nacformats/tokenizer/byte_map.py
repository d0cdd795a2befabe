"""The printable characters that stand for bytes in byte-level vocabularies (manifest opcode 15)."""

from __future__ import annotations


def _characters() -> dict[int, int]:
    """The code of the character for each byte: printable ones of Latin-1 stay, the others follow from 256 on."""
    printable = {*range(33, 127), *range(161, 173), *range(174, 256)}
    rest = (byte for byte in range(256) if byte not in printable)
    return {byte: byte for byte in printable} | {byte: 256 + index for index, byte in enumerate(rest)}


#: The code of the character by byte, as `str.translate` takes it.
TABLE = _characters()
#: The byte by character.
BYTE_OF = {chr(code): byte for byte, code in TABLE.items()}


def to_bytes(token: str) -> bytes:
    """The bytes that a token stands for; those of the token itself when one of its characters stands for none."""
    try:
        return bytes([BYTE_OF[each] for each in token])
    except KeyError:
        return token.encode()
