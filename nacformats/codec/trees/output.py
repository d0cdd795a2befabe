"""Bytes that are written: streams, the parts of a file, and where they go."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

from nacformats.codec.streams import COPY_BELOW, Buffer
from nacformats.errors import FormatError, InvalidError, LimitError

_ZEROS = bytes(1 << 20)


class WriteError(Exception):
    """A tree cannot be written: never leaves the codec, which makes a FormatError of it.

    Attributes:
        reason, path: what is wrong, and with which field.
        cause: the FormatError that it is.
        expected, actual: what the schema requires and what was given, where both are known.
    """

    def __init__(
        self, reason: str, path: str, cause: type[FormatError] = InvalidError, expected: Any = None, actual: Any = None
    ) -> None:
        super().__init__(reason, path)
        self.reason, self.path, self.cause, self.expected, self.actual = reason, path, cause, expected, actual


class NotGivenError(WriteError):
    """A field has to be given: it does not follow from the others."""


class WrittenRecord(Protocol):
    """A record that is written, as streams and values know it: see output_record.Writing."""

    def _path(self, name: str | None = None) -> str: ...
    def _position(self, name: str, end: int) -> int: ...
    def _write_placed(self, name: str, out: Output) -> None: ...
    def _padding_after(self) -> int: ...
    @property
    def _path_now(self) -> str: ...


@dataclass(eq=False)
class Layout:
    """The positions of the parts of a file: the fields of the root first, then the instances in tree order.

    Offsets come before what they point to. Until the sizes are known they are guessed; then everything is written once
    more, and only then are rules checked that a guess may break.

    Attributes:
        least: size of the file, if it is to be longer than what is in it.
        fresh: whether what follows from other fields is derived even where the tree gives it.
        before: the layout before this one, in which its offsets and sizes are looked up.
        settled: whether that one was right, as far as is known, so that rules can be checked.
        trusting: whether it guesses the offsets that the tree has. The layout of a header may depend on them, and then
            more than one agrees with itself: the one of the file that was read is found again.
        gap: most bytes between two parts: a small tree cannot ask for a huge file.
        positions: path of an instance -> its position in its stream.
        sizes: path of what a stream holds -> the size of the stream; empty for the file.
        guessed: whether an offset or a size was needed that is not known.
    """

    least: int = 0
    fresh: bool = False
    gap: int = sys.maxsize
    before: Layout | None = None
    settled: bool = True
    trusting: bool = False
    positions: dict[str, int] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)
    guessed: bool = False

    @property
    def is_final(self) -> bool:
        """True if rules can be checked, which they cannot while offsets are guessed."""
        return self.settled and not self.guessed

    def position(self, path: str, given: object) -> int:
        """Return the position of an instance; the first guess is `given`, its position in the tree."""
        guess = given if self.trusting and isinstance(given, int) and given > 0 else 1  # 0: there is nothing
        return self._known("positions", path, guess)

    def size(self, path: str) -> int:
        """Return the size of the stream of a record."""
        return self._known("sizes", path, 0)

    def _known(self, what: str, path: str, guess: int) -> int:
        if self.before is None:
            self.guessed = True
            return guess
        return getattr(self.before, what).get(path, guess)  # type: ignore[no-any-return]

    def is_like(self, other: Layout) -> bool:
        """Return True if everything is in the same place."""
        return (self.positions, self.sizes) == (other.positions, other.sizes)


class Output:
    """A stream that is written: small pieces are joined, large ones are kept as they are. Expressions see it as `_io`.

    A byte that bit fields begin is written at once. Its bits from `_low` to `_high` are free.

    Attributes:
        layout: of the file.
        record: the outermost record in it; None for the file.
        queue: instances that are placed in it when its fields are written.
        padding: what the free bits are when no field takes them.
        tail: the end of what was written.
        total: its size when all is written; None before.
        is_busy: whether its records are being written.
    """

    __slots__ = (
        *("_before", "_high", "_is_asked", "_low", "_pieces", "_separator"),
        *("is_busy", "layout", "padding", "queue", "record", "tail", "total"),
    )

    def __init__(self, layout: Layout, record: WrittenRecord | None = None) -> None:
        self.layout = layout
        self.record = record
        self.total: int | None = None
        self.is_busy = self._is_asked = False
        self.begin_anew()

    def begin_anew(self) -> None:
        """Forget what was written."""
        self.queue: list[tuple[WrittenRecord, str]] = []
        self._begin(0)

    def _begin(self, position: int) -> None:
        """Start a part of the file at a position of its own."""
        self.tail = bytearray()
        self._pieces: list[Buffer] = [self.tail]
        self._before = position
        self._low = self._high = self.padding = 0
        self._separator = b""

    @property
    def pos(self) -> int:
        """`_io.pos`."""
        return self._before + len(self.tail)

    @property
    def size(self) -> int:
        """`_io.size`."""
        self._is_asked = True
        return self.layout.size(self.path) if self.total is None else self.total

    @property
    def eof(self) -> bool:
        """`_io.eof`, which nothing depends on that is written."""
        raise NotGivenError("has to be given, since `_io.eof` is not known while a file is written", self.path)

    @property
    def path(self) -> str:
        return "" if self.record is None else self.record._path()

    def write(self, data: Buffer) -> None:
        """Write whole bytes."""
        if self._high or self._separator:
            self.align()
        if len(data) <= COPY_BELOW:
            self.tail += data
        else:
            self._before += len(self.tail) + len(data)
            self.tail = bytearray()
            self._pieces += (data, self.tail)

    def __len__(self) -> int:
        assert self.total is not None
        return self.total

    def align(self) -> None:
        """Start a new byte for what follows."""
        self.tail += self._separator
        self._separator = b""
        if self._low < self._high:
            self._put(self.padding, self._high - self._low, self._low)
        self._low = self._high = 0

    def write_bits(self, width: int, value: int, endian: str) -> None:
        """Write an unsigned number of some bits, into the free bits of the last byte first."""
        if self._separator:
            self.align()
        while width:
            if self._low == self._high:
                self.tail.append(0)
                self._low, self._high = 0, 8
            count = min(width, self._high - self._low)
            width -= count
            if endian == "be":
                self._high -= count
                self._put(value >> width, count, self._high)
            else:
                self._put(value, count, self._low)
                self._low += count
                value >>= count

    def _put(self, value: int, count: int, shift: int) -> None:
        """Put the lowest bits of a number into the last byte."""
        self.tail[-1] |= (value & (1 << count) - 1) << shift

    def write_separator(self, unit: bytes) -> None:
        """Write a terminator that may be missing at the end of the stream, as soon as something follows."""
        self.write(b"")
        self._separator = unit

    def _end(self, position: int, path: str) -> _Part:
        """Finish a part: nothing follows, and no separator is needed."""
        self._separator = b""
        self.align()
        return _Part(position, self.pos - position, self._pieces, path)

    def holds(self, data: bytes, position: int) -> bool:
        """Return True if bytes are at a position of what was written, as far as that is known."""
        if not self.layout.is_final:
            return True
        self._pieces = [b"".join(self._pieces)]
        return position >= 0 and self._pieces[0][position : position + len(data)] == data

    def finish(self) -> list[Buffer]:
        """Write the instances that are placed in the stream; return all its pieces."""
        if self.total is not None:
            return self._pieces
        layout = self.layout
        parts = [self._end(0, "the fields of the root" if self.record is None else "the fields before it")]
        total = parts[0].size
        for record, name in self.queue:  # which grows
            position = record._position(name, total)
            self._begin(position)
            record._write_placed(name, self)
            path = record._path(name)
            parts.append(part := self._end(position, path))
            if part.size and position > total + layout.gap:
                most = f"at most {layout.gap:,} bytes without a field"
                raise WriteError("is too far away", path, LimitError, most, f"byte {position:,}")
            layout.positions[path] = position
            if part.size or position <= total + layout.gap:  # no bytes may be anywhere
                total = max(total, part.end)
        self.total = max(total, layout.least) if self.record is None else total
        if self._is_asked or self.record is None:
            layout.sizes[self.path] = self.total
        if layout.is_final and (len(parts) > 1 or self.total > total):
            self._pieces = list(_assembled(parts, self.total))
        return self._pieces


@dataclass(frozen=True)
class _Part:
    """The bytes for one place of a stream."""

    position: int
    size: int
    pieces: list[Buffer]
    path: str

    @property
    def end(self) -> int:
        return self.position + self.size


def _assembled(parts: list[_Part], total: int) -> Iterator[Buffer]:
    """Yield the parts in the order of their positions, with zeros between; where they overlap they have to be equal."""
    last = _Part(0, 0, [], "")
    for part in sorted((part for part in parts if part.size), key=lambda part: part.position):
        if part.position >= last.end:
            yield from zeros(part.position - last.end)
            yield from (piece for piece in part.pieces if len(piece))
            last = part
        elif rest := _rest_past(part, last):
            yield rest
            last = part
    yield from zeros(total - last.end)


def _rest_past(part: _Part, last: _Part) -> Buffer:
    """Return the bytes that a part adds to one that it overlaps."""
    if (part.position, part.size) == (last.position, last.size) and part.pieces == last.pieces:
        return b""
    mine, other = memoryview(b"".join(part.pieces)), memoryview(b"".join(last.pieces))
    shared = min(part.end, last.end) - part.position
    start = part.position - last.position
    if mine[:shared] != other[start : start + shared]:
        raise WriteError(f"overlaps {last.path}", part.path)
    return mine[shared:]


def zeros(count: int) -> Iterator[Buffer]:
    """Yield so many zeros, in pieces."""
    whole, rest = divmod(count, len(_ZEROS))
    yield from (_ZEROS for _ in range(whole))
    if rest:
        yield _ZEROS[:rest]
