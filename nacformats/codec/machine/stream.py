"""Bytes with a position, which generated readers read; nothing is copied but what becomes a value."""

from __future__ import annotations

from typing import Any

from nacformats.codec.explain import Failure
from nacformats.codec.streams import COPY_BELOW, Buffer, ReadBudget


class FieldError(Exception):
    """A field cannot be read, or breaks a rule of the schema: never leaves the codec, which says where."""

    def __init__(self, kind: str, expected: Any = None, actual: Any = None) -> None:
        super().__init__(kind)
        self.failure = Failure(kind, expected, actual)


class ByteStream:
    """A part of a file.

    Attributes:
        view: its bytes.
        pos: the next byte to be read, counted from the start of the view.
        base: absolute offset of the view in the file, in bytes.
        budget: shared by all streams of a file.
    """

    __slots__ = ("base", "budget", "pos", "view")

    def __init__(self, view: memoryview, base: int, budget: ReadBudget) -> None:
        self.view = view
        self.pos = 0
        self.base = base
        self.budget = budget

    @property
    def size(self) -> int:
        return len(self.view)

    @property
    def eof(self) -> bool:
        return self.pos >= len(self.view)

    def take(self, size: int) -> Buffer:
        """Return the next bytes: copied if they are few, a view otherwise."""
        start, stop = self.pos, self.pos + size
        if size < 0 or stop > len(self.view):
            raise FieldError("end", size, len(self.view) - start)
        self.pos = stop
        piece = self.view[start:stop]
        return bytes(piece) if size <= COPY_BELOW else piece

    def part(self, size: int) -> ByteStream:
        """Return the next bytes as a stream of their own."""
        start, stop = self.pos, self.pos + size
        if size < 0 or stop > len(self.view):
            raise FieldError("end", size, len(self.view) - start)
        self.pos = stop
        return ByteStream(self.view[start:stop], self.base + start, self.budget)
