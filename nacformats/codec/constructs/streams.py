"""The streams of the generated construct structs: what they read from, and what they write to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from nacformats.codec.constructs.failures import EndOfStreamError
from nacformats.codec.streams import COPY_BELOW, Budget, Buffer, ViewIO, find_byte


class Reader(ViewIO):
    """The stream of a parse. Reading whole bytes drops the rest of a byte that bit fields have begun."""

    def __init__(self, data: Buffer, base: int = 0, budget: Budget | None = None) -> None:
        """Read data.

        Args:
            data: what is read.
            base: where it starts in the file that it is part of.
            budget: how often it may be read from; None: as often as it takes.
        """
        super().__init__(memoryview(data))
        self.base = base
        self._budget = budget
        self._bits = 0
        self._bit_count = 0

    @property
    def size(self) -> int:
        return len(self._view)

    @property
    def view(self) -> memoryview:
        """All bytes of the stream."""
        return self._view

    @contextmanager
    def elsewhere(self, position: int) -> Iterator[None]:
        """Within this block, the stream is read at another position."""
        before = self._position, self._bits, self._bit_count
        self.seek(position)
        try:
            yield
        finally:
            self._position, self._bits, self._bit_count = before

    def read(self, size: int = -1) -> Buffer:
        self._bit_count = 0
        return self._take(size)

    def part(self, data: Buffer, start: int) -> Reader:
        """A stream over bytes that were read from this one, at a position in it."""
        return Reader(data, self.base + start, self._budget)

    def _take(self, size: int) -> Buffer:
        if self._budget is not None:
            self._budget.spend()
        return super().read(size)

    def read_until(self, byte: bytes, *, consume: bool) -> tuple[Buffer, bool]:
        """What comes before a byte, or before the end; and whether the byte was found."""
        start = self._position
        length = find_byte(self._view[start:], byte)
        data = self.read(-1 if length is None else length)
        if length is not None and consume:
            self.seek(start + length + 1)
        return data, length is not None

    def seek(self, offset: int, whence: int = 0) -> int:
        self._bit_count = 0
        return super().seek(offset, whence)

    def read_bits(self, width: int, endian: str) -> int:
        """An unsigned number of some bits, the first of them the highest (be) or the lowest (le)."""
        missing = max(0, width - self._bit_count + 7) // 8
        fresh = self._take(missing)
        if len(fresh) < missing:
            raise EndOfStreamError(f"the stream ends before {width} bits", missing, len(fresh))
        count = self._bit_count + 8 * missing
        if endian == "be":
            bits = self._bits << 8 * missing | int.from_bytes(fresh, "big")
            value, self._bits = bits >> count - width, bits & (1 << count - width) - 1
        else:
            bits = self._bits | int.from_bytes(fresh, "little") << self._bit_count
            value, self._bits = bits & (1 << width) - 1, bits >> width
        self._bit_count = count - width
        return value

    @property
    def in_byte(self) -> bool:
        """Whether bits are left of the byte that was read last."""
        return self._bit_count > 0

    @property
    def at_end(self) -> bool:
        return self._position >= len(self._view) and not self._bit_count


class Writer:
    """The stream of a build: a list of pieces; large ones are kept as they are."""

    def __init__(self) -> None:
        self.size = 0
        self._pieces: list[Buffer] = []
        self._tail: bytearray | None = None
        self._bits = 0
        self._bit_count = 0
        self._endian = "be"
        self._separator = b""

    def write(self, data: Buffer) -> int:
        self._flush()
        self._append(data)
        return len(data)

    def tell(self) -> int:
        return self.size

    def write_bits(self, width: int, value: int, endian: str) -> None:
        if endian == "be":
            self._bits = self._bits << width | value
        else:
            self._bits |= value << self._bit_count
        self._bit_count += width
        self._endian = endian
        if self._bit_count % 8 == 0:
            self._flush()

    def write_separator(self, byte: bytes) -> None:
        """A terminator that may be missing at the end of the stream: it is written when something follows."""
        self._flush()
        self._separator = byte

    def end(self) -> None:
        """Nothing follows: a separator is no longer needed."""
        self._separator = b""
        self._flush()

    @property
    def pieces(self) -> list[Buffer]:
        """All that was written."""
        self.end()
        return self._pieces

    def _flush(self) -> None:
        """Write what is pending: the byte that bit fields have begun, and a separator."""
        if self._bit_count:
            padding = -self._bit_count % 8
            bits = self._bits << padding if self._endian == "be" else self._bits
            count = (self._bit_count + padding) // 8
            self._bits = self._bit_count = 0
            self._append(bits.to_bytes(count, "big" if self._endian == "be" else "little"))
        if self._separator:
            separator, self._separator = self._separator, b""
            self._append(separator)

    def _append(self, data: Buffer) -> None:
        """Join small pieces in a buffer of our own; keep large ones."""
        self.size += len(data)
        if len(data) > COPY_BELOW:
            self._pieces.append(data)
            self._tail = None
            return
        if self._tail is None:
            self._tail = bytearray()
            self._pieces.append(self._tail)
        self._tail += data
