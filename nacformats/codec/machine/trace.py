"""Note the place of each field of a file while a generated reader reads it a second time."""

from __future__ import annotations

from struct import Struct
from typing import TYPE_CHECKING, Any, Protocol

from nacformats.codec.machine.stream import FieldError

if TYPE_CHECKING:
    from nacformats.codec.machine.stream import ByteStream


class Tracked(Protocol):
    """A record that remembers the places of its fields: first byte, and the first one past it once that is known."""

    _spans: dict[str, list[int | None]]
    FIELDS: Any


class FieldTrace:
    """Notes the places of fields.

    Attributes:
        record, field: the field that was begun last: the one at fault when reading fails.
    """

    def __init__(self) -> None:
        self.record: Tracked | None = None
        self.field = ""

    def begin(self, record: Tracked, field: str, io: ByteStream) -> None:
        """A field begins where the stream stands."""
        self.record, self.field = record, field
        if not hasattr(record, "_spans"):
            record._spans = {}
        record._spans[field] = [io.base + io.pos, None]

    def end(self, record: Tracked, field: str, io: ByteStream) -> None:
        """A field ends where the stream stands."""
        record._spans[field][1] = io.base + io.pos

    def numbers(self, record: Tracked, io: ByteStream, members: tuple[tuple[str, Struct], ...]) -> None:
        """Read numbers that the reader takes at once one by one, so that a failure is that of one; go back."""
        start = io.pos
        for name, layout in members:
            self.begin(record, name, io)
            if io.pos + layout.size > len(io.view):
                raise FieldError("end", layout.size, len(io.view) - io.pos)
            setattr(record, record.FIELDS[name], layout.unpack_from(io.view, io.pos)[0])
            io.pos += layout.size
            self.end(record, name, io)
        io.pos = start
