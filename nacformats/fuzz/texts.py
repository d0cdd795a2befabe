"""Texts of an encoding, and plain bytes, of a given size."""

from __future__ import annotations

import codecs
import sys
from functools import lru_cache
from typing import Any

from nacformats.fuzz.choices import Choices
from nacformats.fuzz.output import UnsatisfiedError

#: What most characters are, the simplest first.
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-/ "
#: Characters of two, three and four bytes in UTF-8.
_WIDE = ("é", "€", "𝄞")


#: How encodings that begin with a byte order mark encode what comes after it.
_UNMARKED = {"utf-16": f"utf-16-{sys.byteorder[0]}e", "utf-32": f"utf-32-{sys.byteorder[0]}e"}


@lru_cache(64)
def unit_of(encoding: str) -> int:
    """How many bytes the units of an encoding have."""
    return len("aa".encode(encoding)) - len("a".encode(encoding))


class TextMaker:
    """Makes texts of an encoding; None: bytes.

    Attributes:
        unit: every size is a multiple of it.
    """

    def __init__(self, encoding: str | None) -> None:
        self.encoding = None if encoding is None else codecs.lookup(encoding).name
        self.unit = 1 if encoding is None else unit_of(encoding)
        self._is_utf8 = self.encoding == "utf-8"

    def draw(self, choices: Choices, size: int, avoided: bytes) -> bytes:
        """A text that takes a number of bytes, without some of them."""
        if self.encoding is None:
            data = choices.block(size)
            return data.translate(_without(avoided)) if avoided else data
        if size % self.unit:
            raise UnsatisfiedError("", f"no text of {self.encoding} takes {size} bytes")
        letters = choices.block(size // self.unit).translate(_letters(avoided))
        if self.unit > 1:
            return letters.decode("latin-1").encode(_UNMARKED.get(self.encoding, self.encoding))
        if self._is_utf8 and size > 1 and choices.flag(0.1):
            wide = _WIDE[choices.index(min(size - 1, len(_WIDE)))].encode()
            if not any(byte in avoided for byte in wide):
                return wide + letters[len(wide) :]
        return letters

    def holds(self, data: bytes, ending: bytes) -> bool:
        """Whether a terminator is in a text, at a place where a character may begin."""
        if self.unit == 1:
            return ending in data
        units = range(0, len(data), self.unit)
        return any(data[at : at + len(ending)] == ending for at in units)

    def encoded(self, value: Any) -> bytes | None:
        """The bytes of a text; None for what is none of this encoding."""
        if self.encoding is None or not isinstance(value, str):
            return value if isinstance(value, bytes) else None
        try:
            return value.encode(self.encoding)
        except UnicodeEncodeError:
            return None

    def decoded(self, data: bytes) -> Any:
        """What the bytes are."""
        return data if self.encoding is None else data.decode(self.encoding)


@lru_cache(64)
def _letters(avoided: bytes) -> bytes:
    """A table that makes letters of bytes."""
    letters = bytes(byte for byte in _LETTERS.encode() if byte not in avoided)
    return (letters * (256 // len(letters) + 1))[:256]


@lru_cache(64)
def _without(avoided: bytes) -> bytes:
    """A table that makes other bytes of some."""
    other = next(byte for byte in range(256) if byte not in avoided)
    return bytes(other if byte in avoided else byte for byte in range(256))
