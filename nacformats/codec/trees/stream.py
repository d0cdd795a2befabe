"""Bytes with a position, which generated readers read; nothing is copied but what becomes a value."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from itertools import count as counting
from struct import Struct, unpack_from
from struct import error as StructError  # noqa: N812  as the other exceptions are called
from typing import TYPE_CHECKING, Any, NoReturn, Protocol

from nacformats.codec.streams import COPY_BELOW, Buffer, find_unit
from nacformats.codec.trees.values import BigVarint, SignedVarint, Varint, exact_float
from nacformats.limits import MAX_EMPTY, MAX_INFLATED_BYTES

if TYPE_CHECKING:
    from nacformats.codec.tables import SchemaTable

TOO_MANY_EMPTY = "has too many elements that take no bytes"
#: Makes a stream of which nothing is set.
new_stream = object.__new__
#: The state of a stream between two fields: its position, and the bits that are left of the byte before it.
StreamState = tuple[int, int, int]


class FileReading(Protocol):
    """The reading of one file, as its streams know it: see reading.Reading."""

    left_to_unpack: int
    parts: list[ByteStream] | None
    tables: Mapping[str, SchemaTable]
    size: int
    is_plain: bool
    is_lenient: bool
    stopped: bool

    def begin(self, trace: Any = None) -> None: ...
    def end(self) -> None: ...
    def at_most(self, units: int, trace: Any, *, is_again: bool = False) -> AbstractContextManager[None]: ...

    def spend(self, units: int) -> None: ...
    def ask(self, record: Any, attribute: str, read: Callable[[Any, Any], None]) -> Any: ...


class FieldError(Exception):
    """A field cannot be read, or breaks a rule of the schema: never leaves the codec, which says where.

    Attributes:
        kind, expected, actual: why, as those of Failure.
        element: number of the element and where it starts in its stream, of a list that is read at once.
        field: id of the field and where it starts in its stream, if it is not the one that was read last.
    """

    def __init__(
        self,
        kind: str,
        expected: Any = None,
        actual: Any = None,
        element: tuple[int, int] | None = None,
        field: tuple[str, int] | None = None,
    ) -> None:
        super().__init__(kind)
        self.kind, self.expected, self.actual = kind, expected, actual
        self.element, self.field = element, field


def refuse(kind: str, expected: object, actual: object) -> NoReturn:
    """Raise the error for a value that breaks a rule."""
    raise FieldError(kind, expected, actual)


def known_order(is_le: bool | None) -> bool:
    """Return the byte order of a record, which has to be one of those that the schema names."""
    if is_le is None:
        raise FieldError("", None, "nothing says what the byte order is")
    return is_le


#: What reading hostile bytes can raise.
FAILURES: tuple[type[BaseException], ...] = (FieldError, StructError, ValueError, LookupError, AttributeError)
FAILURES += (TypeError, ArithmeticError, RecursionError, MemoryError, EOFError)


class ByteStream:
    """A part of a file.

    Attributes:
        view: its bytes.
        pos: the next byte to be read, counted from the start of the view.
        size: their number.
        base: absolute offset of the view in the file, in bytes.
        reading: shared by all streams of a file.
        bits, left: what is left of the byte that was read last, as a number, and how many bits these are.
        owner: the record and the field of the bits that were read last, where more may be left.
        is_made: whether the bytes are those of the file, unpacked: none of them has a place in the file but the first.
    """

    owner: tuple[Any, str]

    __slots__ = ("_data", "_shift", "base", "bits", "is_made", "left", "owner", "pos", "reading", "size", "view")

    def __init__(self, view: memoryview, base: int, reading: FileReading, *, is_made: bool = False) -> None:
        self.view = view
        self.size = len(view)
        self.pos = 0
        self.base = base
        self.reading = reading
        self.bits = 0
        self.left = 0
        self.is_made = is_made
        # Slices of bytes are bytes: cheaper than a view, and copying that.
        self._data: Buffer = view.obj if type(view.obj) is bytes and len(view.obj) == len(view) else view
        self._shift = 0

    @property
    def remaining(self) -> int:
        """The number of bytes up to the end."""
        return max(self.size - self.pos, 0)

    @property
    def eof(self) -> bool:
        return self.pos >= self.size and not self.left

    @property
    def offset(self) -> int:
        """The absolute offset of the next byte."""
        return self.offset_of(self.pos)

    def offset_of(self, pos: int) -> int:
        """Return the absolute offset of a byte; of unpacked bytes, where they come from."""
        return self.base if self.is_made else self.base + pos

    def seek(self, pos: int) -> StreamState:
        """Go elsewhere; return what `back` takes to undo that."""
        if pos < 0:
            raise FieldError("", None, f"a position of {pos}")
        self.align()
        mark = self.pos, self.bits, self.left
        self.pos = int(pos)
        return mark

    def back(self, mark: StreamState) -> None:
        self.pos, self.bits, self.left = mark

    # Bytes

    def take(self, size: int) -> Buffer:
        """Return the next bytes: copied if they are few, a view otherwise."""
        start = self.pos
        stop = start + size
        if size > COPY_BELOW or size <= 0 or stop > self.size:
            return self._taken(size)
        self.pos = stop
        piece = self._data[self._shift + start : self._shift + stop]
        return piece if type(piece) is bytes else bytes(piece)

    def _taken(self, size: int) -> Buffer:
        if size and not 0 < size <= self.remaining:
            raise self._short(size)
        start, self.pos = self.pos, self.pos + size
        return self.view[start : self.pos] if size else b""

    def _short(self, size: int) -> FieldError:
        if size < 0:
            return FieldError("", None, f"a size of {size} bytes")
        return FieldError("end", size, self.remaining)

    def rest(self) -> Buffer:
        """Return all bytes up to the end."""
        return self.take(self.remaining)

    def until(self, unit: bytes, include: bool = False, consume: bool = True, required: bool = True) -> Buffer:
        """Return the bytes up to a terminator."""
        start = self.pos
        if len(unit) == 1 and type(self._data) is bytes:
            found = self._data.find(unit, self._shift + start, self._shift + self.size)
            length = None if found < 0 else found - self._shift - start
        else:
            length = find_unit(self.view[start:], unit)
        if length is None:
            if required:
                raise FieldError("terminator", unit)
            return self.rest()
        data = self.take(length + len(unit) * include)
        self.pos = start + length + len(unit) * consume
        return data

    def part(self, size: int) -> ByteStream:
        """Return the next bytes as a stream of their own."""
        start = self.pos
        if size and not 0 < size <= self.size - start:
            raise self._short(size)
        self.pos = stop = start + size
        part: ByteStream = new_stream(ByteStream)
        part.view = self.view[start:stop]
        part.size, part.pos, part.bits, part.left = size, 0, 0, 0
        part.base = self.base if self.is_made else self.base + start
        part.reading, part.is_made, part._data, part._shift = (
            self.reading,
            self.is_made,
            self._data,
            self._shift + start,
        )
        if self.reading.parts is not None:
            self.reading.parts.append(part)
        return part

    def over(self, data: Buffer, start: int, *, is_made: bool = False) -> ByteStream:
        """Return a stream over bytes that were read from this one at a position.

        Args:
            data: the bytes.
            start: where they were.
            is_made: whether they are not those of this stream, but made of them.
        """
        base = self.base if self.is_made else self.base + start
        stream = ByteStream(memoryview(data), base, self.reading, is_made=is_made or self.is_made)
        if self.reading.parts is not None:
            self.reading.parts.append(stream)
        return stream

    # Numbers

    def u1(self) -> int:
        pos = self.pos
        if pos >= self.size:
            raise FieldError("end", 1, 0)
        self.pos = pos + 1
        return self.view[pos]

    def number(self, layout: Struct) -> Any:
        """Return the next number."""
        pos = self.pos
        if pos + layout.size > self.size:
            raise self._short(layout.size)
        self.pos = pos + layout.size
        return layout.unpack_from(self.view, pos)[0]

    def real(self, layout: Struct) -> float:
        """Return the next floating point number."""
        value: float = self.number(layout)
        return value if value == value else exact_float(value, self.view[self.pos - layout.size : self.pos])

    def exact(self, value: float, back: int, width: int) -> float:
        """Return a number that was read, so many bytes back, with its bytes."""
        start = self.pos - back
        return exact_float(value, self.view[start : start + width])

    def numbers(self, code: str, width: int, count: int) -> list[Any]:
        """Return the next numbers, by the byte order and format character of struct."""
        start, fitting = self.pos, self.remaining // width
        if count > fitting:
            at = start + fitting * width
            raise FieldError("end", width, self.size - at, (fitting, at))
        count = max(count, 0)
        values: list[Any] = list(unpack_from(f"{code[0]}{count}{code[1]}", self.view, start)) if count else []
        self.reading.spend(count // 8)
        self.pos = start + count * width
        if code[1] in "fd" and any(value != value for value in values):
            places = range(start, self.pos, width)
            return [exact_float(value, self.view[at : at + width]) for value, at in zip(values, places, strict=True)]
        return values

    def uleb128(self) -> Varint:
        """Return an unsigned number of groups of seven bits, the lowest first."""
        first = self.u1()
        return Varint(first) if first < 128 else self._varint(Varint, first)

    def sleb128(self) -> Varint:
        return self._varint(SignedVarint, self.u1())

    def vlq_base128_be(self) -> Varint:
        return self._varint(BigVarint, self.u1())

    def _varint(self, kind: type[Varint], first: int) -> Varint:
        groups = bytearray((first,))
        while groups[-1] >= 128 and len(groups) < kind.MAX_WIDTH:
            groups.append(self.u1())
        value = kind.of_groups(groups)
        if groups[-1] >= 128 or not kind.LEAST <= value <= kind.LARGEST:
            raise FieldError("bits", 64)
        return value

    vlq_base128_le = uleb128

    def bits_be(self, width: int) -> int:
        """Return an unsigned number of some bits, the first of them the highest."""
        fresh = self._bytes_of(width)
        left = self.left + 8 * len(fresh) - width
        bits = self.bits << 8 * len(fresh) | int.from_bytes(fresh, "big")
        self.bits, self.left = bits & (1 << left) - 1, left
        return bits >> left

    def bits_le(self, width: int) -> int:
        """Return an unsigned number of some bits, the first of them the lowest."""
        fresh = self._bytes_of(width)
        bits = self.bits | int.from_bytes(fresh, "little") << self.left
        self.bits, self.left = bits >> width, self.left + 8 * len(fresh) - width
        return bits & (1 << width) - 1

    def _bytes_of(self, width: int) -> memoryview:
        """Return the bytes that a bit field has to begin."""
        missing = max(0, width - self.left + 7) // 8
        start = self.pos
        if start + missing > self.size:
            raise self._short(missing)
        self.pos = start + missing
        return self.view[start : self.pos]

    def align(self) -> None:
        """Pass over the bits that are left of a byte; the record before keeps them if they are not 0."""
        self.end()
        self.bits = self.left = 0

    def end(self) -> None:
        """Let the record before keep the bits that are left of a byte: nothing more is read, unless it is asked for."""
        if self.bits:
            record, field = self.owner
            record._pad(field, self.bits)

    # Lists, whose elements may take no bytes

    def counted(self, count: int | None) -> Iterator[int]:
        """Yield the numbers of the elements of a list, within bounds. None: without end."""
        empty = 0
        for index in counting() if count is None else range(count):
            before = self.pos
            yield index
            self.reading.spend(1)
            empty = empty + 1 if self.pos == before else 0
            if empty > MAX_EMPTY:
                raise FieldError("limit", None, TOO_MANY_EMPTY)

    def to_end(self) -> Iterator[int]:
        """Yield the numbers of the elements of a list that goes up to the end of the stream."""
        numbers = self.counted(None)
        while not self.eof:
            yield next(numbers)


# What is done to bytes before they are a value


def unpadded(data: Buffer, padding: int | None, unit: bytes | None = None, include: bool = False) -> Buffer:
    """Return bytes without what fills them up at their end, and up to a terminator in them."""
    if padding is not None:
        data = _stripped(data, padding)
    length = None if unit is None else find_unit(memoryview(data), unit)
    if unit is None or length is None:
        return data
    return data[: length + len(unit) * include]


def _stripped(data: Buffer, padding: int, step: int = 4096) -> Buffer:
    """Return bytes without those of one value at their end; looks at them in pieces."""
    end = len(data)
    while end:
        start = max(end - step, 0)
        rest = len(bytes(data[start:end]).rstrip(bytes([padding])))
        if rest:
            return data[: start + rest]
        end = start
    return data[:0]


def xor(data: Buffer, key: int | Buffer) -> bytes:
    """Return bytes, each with the bits changed that a byte of the key has; the key is repeated."""
    pattern = bytes([key]) if isinstance(key, int) else bytes(key)
    size = len(data)
    if not size:
        return b""
    if not pattern:
        raise FieldError("", None, "the key of `xor` is empty")
    repeated = (pattern * (size // len(pattern) + 1))[:size]
    return (int.from_bytes(data, "big") ^ int.from_bytes(repeated, "big")).to_bytes(size, "big")


def rol(data: Buffer, amount: int) -> bytes:
    """Return bytes, each with its bits rotated to the left."""
    amount %= 8
    return bytes(data).translate(bytes((byte << amount | byte >> 8 - amount) & 255 for byte in range(256)))


def ror(data: Buffer, amount: int) -> bytes:
    return rol(data, -amount)


class Inflated(bytes):
    """Bytes that zlib had packed. Attributes: packed: their stream in the file, written while the value is the same."""

    packed: bytes


class InflatedText(str):
    """A text that zlib had packed. Attributes: as of Inflated."""

    packed: bytes

    @classmethod
    def of(cls, data: Inflated, encoding: str) -> InflatedText:
        made = cls(data, encoding)
        made.packed = data.packed
        return made


def inflated(data: Buffer, reading: FileReading) -> Inflated:
    """Return what zlib has packed. What follows the stream in the field stays with it."""
    inflater = zlib.decompressobj()
    try:
        made = inflater.decompress(data, (most := min(MAX_INFLATED_BYTES, reading.left_to_unpack)) + 1)
    except zlib.error as error:
        raise FieldError("", None, str(error)) from None
    if len(made) > most:
        raise FieldError("limit", None, "unpacks to too many bytes")
    reading.left_to_unpack -= len(made)
    if not inflater.eof:
        raise FieldError("", None, "incomplete or truncated stream")
    value = Inflated(made)
    value.packed = bytes(data)
    return value
