"""The streams of the generated construct structs: what they read from, and what they write to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from construct import StreamError

from nacformats.codec.constructs.failures import EndOfStreamError
from nacformats.codec.streams import COPY_BELOW, Buffer, ReadBudget, ViewIO, find_unit

#: A stream between two bytes: no bits are left of the one before.
NO_BITS = (0, 0)


class BitReader(ViewIO):
    """The stream of a parse. Reading whole bytes drops the rest of a byte that bit fields have begun.

    Attributes:
        rest: the bits that are left of the byte that was read last, as a number, and how many they are.
        keep_padding: what is told of bits that no field takes, if they are not 0.
    """

    def __init__(self, data: Buffer, base: int = 0, budget: ReadBudget | None = None) -> None:
        """Read data.

        Args:
            data: what is read.
            base: where it starts in the file that it is part of.
            budget: how often it may be read from; None: as often as it takes.
        """
        super().__init__(memoryview(data))
        self.base = base
        self._budget = budget
        self.rest = NO_BITS
        self.keep_padding: Callable[[int], None] | None = None

    @property
    def size(self) -> int:
        return len(self._view)

    @property
    def view(self) -> memoryview:
        """All bytes of the stream."""
        return self._view

    @contextmanager
    def elsewhere(self, position: int, rest: tuple[int, int] = NO_BITS) -> Iterator[None]:
        """Within this block, the stream is read at another position, where bits may be left of the byte before it."""
        before = self._position, self.rest
        self.seek(position)
        self.rest = rest
        try:
            yield
        finally:
            self._position, self.rest = before

    def align(self) -> None:
        """Pass over the bits that are left of the byte that was read last."""
        if self.rest[0] and self.keep_padding is not None:
            self.keep_padding(self.rest[0])
        self.rest = NO_BITS

    def read(self, size: int = -1) -> Buffer:
        self.align()
        return self._take(size)

    def count_record(self) -> None:
        """A record begins. EOFError when there are too many."""
        if self._budget is not None:
            self._budget.spend_record()

    def part(self, data: Buffer, start: int) -> BitReader:
        """Return a stream over bytes that were read from this one, at a position in it."""
        return BitReader(data, self.base + start, self._budget)

    def _take(self, size: int) -> Buffer:
        if self._budget is not None:
            self._budget.spend()
        return super().read(size)

    def read_until(self, unit: bytes, *, consume: bool) -> tuple[Buffer, bool]:
        """Return the bytes up to a byte or a code unit, or up to the end, and whether it was found."""
        start = self._position
        length = find_unit(self._view[start:], unit)
        data = self.read(-1 if length is None else length)
        if length is not None and consume:
            self.seek(start + length + len(unit))
        return data, length is not None

    def seek(self, offset: int, whence: int = 0) -> int:
        self.align()
        return super().seek(offset, whence)

    def read_bits(self, width: int, endian: str) -> int:
        """Return an unsigned number of some bits, the first of them the highest (be) or the lowest (le)."""
        left, left_count = self.rest
        missing = max(0, width - left_count + 7) // 8
        fresh = self._take(missing)
        if len(fresh) < missing:
            raise EndOfStreamError(f"the stream ends before {width} bits", missing, len(fresh))
        count = left_count + 8 * missing - width
        if endian == "be":
            bits = left << 8 * missing | int.from_bytes(fresh, "big")
            value, left = bits >> count, bits & (1 << count) - 1
        else:
            bits = left | int.from_bytes(fresh, "little") << left_count
            value, left = bits & (1 << width) - 1, bits >> width
        self.rest = left, count
        return value

    @property
    def in_byte(self) -> bool:
        """True if bits are left of the byte that was read last."""
        return self.rest != NO_BITS

    @property
    def at_end(self) -> bool:
        return self._position >= len(self._view) and not self.in_byte


class BitWriter:
    """The stream of a build: a list of pieces; large ones are kept as they are.

    A byte that bit fields begin is written at once. Its bits from `_low` to `_high` are free.

    Attributes:
        padding: what the free bits are when no field takes them.
    """

    def __init__(self) -> None:
        self.size = 0
        self._pieces: list[Buffer] = []
        self._tail: bytearray | None = None
        self._low = self._high = 0
        self.padding = 0
        self._separator = b""

    def write(self, data: Buffer) -> int:
        self.align()
        self._append(data)
        return len(data)

    def tell(self) -> int:
        return self.size

    def align(self) -> None:
        """Start a new byte for what follows."""
        if self._low < self._high:
            self._put(self.padding, self._high - self._low, self._low)
        self._low = self._high = 0

    def write_bits(self, width: int, value: int, endian: str) -> None:
        """Write an unsigned number of some bits, into the free bits of the last byte first."""
        while width:
            if self._low == self._high:
                self._append(b"\0")
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
        assert self._tail is not None
        self._tail[-1] |= (value & (1 << count) - 1) << shift

    def write_separator(self, byte: bytes) -> None:
        """A terminator that may be missing at the end of the stream: it is written when something follows."""
        self.write(b"")
        self._separator = byte

    def end(self) -> None:
        """Nothing follows: a separator is no longer needed."""
        self._separator = b""
        self.align()

    @property
    def pieces(self) -> list[Buffer]:
        """All that was written."""
        self.end()
        return self._pieces

    def _append(self, data: Buffer) -> None:
        """Join small pieces in a buffer of our own; keep large ones."""
        if self._separator:
            separator, self._separator = self._separator, b""
            self._append(separator)
        self.size += len(data)
        if len(data) > COPY_BELOW:
            self._pieces.append(data)
            self._tail = None
            return
        if self._tail is None:
            self._tail = bytearray()
            self._pieces.append(self._tail)
        self._tail += data


def read_exactly(stream: BitReader, size: int, path: object) -> Buffer:
    if size < 0:
        raise StreamError(f"a size of {size} bytes", path)
    data: Buffer = stream.read(size)
    if len(data) < size:
        message = f"the stream ends too early: expected {size} bytes, got {len(data)}"
        raise EndOfStreamError(message, size, len(data), path)
    return data
