"""Integers, floating point numbers, bits, numbers of variable length, and enums."""

# ruff: noqa: ARG002  the protocol of construct passes more than each construct needs

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from enum import IntEnum
from functools import partial
from typing import Any, Self

from construct import Construct, ConstructError, FormatField

from nacformats.codec.constructs.failures import RecordError, TooManyBitsError
from nacformats.codec.constructs.fields import Part, Wrapper
from nacformats.codec.constructs.nodes import NodePath, RecordNode
from nacformats.codec.constructs.streams import BitReader, BitWriter, read_exactly
from nacformats.codec.streams import Buffer
from nacformats.errors import LimitError


class Integer(FormatField, Part):  # type: ignore[misc]
    """An integer, by the byte order and the format character of `struct`."""

    def _parse(self, stream: BitReader, context: RecordNode, path: NodePath) -> Any:
        return struct.unpack(self.fmtstr, read_exactly(stream, self.length, path))[0]

    def _build(self, obj: Any, stream: BitWriter, context: RecordNode, path: NodePath) -> Any:
        try:
            stream.write(struct.pack(self.fmtstr, obj))
        except struct.error:
            raise does_not_fit(obj, 8 * self.length, self.fmtstr[-1].islower(), path) from None
        return obj


def does_not_fit(value: Any, bits: int, signed: bool, path: NodePath) -> RecordError:
    if not isinstance(value, int):
        return RecordError("has to be an integer", path, actual=repr(value))
    lowest = -(1 << bits - 1) if signed else 0
    expected = f"{lowest} to {lowest + (1 << bits) - 1}"
    return RecordError("does not fit the field", path, cause=LimitError, expected=expected, actual=value)


class Float(float):
    """A floating point number that remembers its bytes: reading and writing a signalling NaN would change it."""

    raw: bytes

    def __new__(cls, value: float, raw: bytes) -> Float:
        self = super().__new__(cls, value)
        self.raw = raw
        return self


class FloatingPoint(FormatField, Part):  # type: ignore[misc]
    """A floating point number, by the byte order and the format character of `struct`; parses to a Float."""

    def _parse(self, stream: BitReader, context: RecordNode, path: NodePath) -> Float:
        raw = read_exactly(stream, self.length, path)
        return Float(struct.unpack(self.fmtstr, raw)[0], bytes(raw))

    def resolve(self, value: Any, node: RecordNode) -> Any:
        if isinstance(value, Buffer) and len(value) == self.length:
            return Float(struct.unpack(self.fmtstr, value)[0], bytes(value))
        return value

    def _build(self, obj: Any, stream: BitWriter, context: RecordNode, path: NodePath) -> Any:
        if isinstance(obj, Float) and len(obj.raw) == self.length:
            stream.write(obj.raw)
            return obj
        try:
            stream.write(struct.pack(self.fmtstr, obj))
        except (struct.error, OverflowError):
            raise RecordError("has to be a number that the field can hold", path, actual=repr(obj)) from None
        return obj


class BitField(Part):
    """Some bits of the bytes; a single one is a boolean. Bit fields in a row share bytes."""

    def __init__(self, width: int, endian: str = "be") -> None:
        super().__init__()
        self.width = width
        self.endian = endian

    def _parse(self, stream: BitReader, context: RecordNode, path: NodePath) -> int | bool:
        value = stream.read_bits(self.width, self.endian)
        if stream.in_byte:
            stream.keep_padding = partial(context.pad, context._state.field)
        return bool(value) if self.width == 1 else value

    def _build(self, obj: Any, stream: BitWriter, context: RecordNode, path: NodePath) -> Any:
        if not isinstance(obj, int) or not 0 <= obj < 1 << self.width:
            raise does_not_fit(obj, self.width, signed=False, path=path)
        stream.write_bits(self.width, int(obj), self.endian)
        stream.padding = context.padding_after(context._state.field)
        return obj


class Varint(int):
    """An unsigned LEB128 number that remembers how many bytes it takes.

    What uleb128.ksy, and vlq_base128_le.ksy of Kaitai's gallery, compute is here as well.
    """

    LEAST, LARGEST = 0, (1 << 64) - 1
    #: The most bytes that a number of 64 bits takes.
    MAX_WIDTH = 10

    width: int

    def __new__(cls, value: int, width: int | None = None) -> Self:
        self = super().__new__(cls, value)
        self.width = cls.width_of(value) if width is None else width
        return self

    @classmethod
    def width_of(cls, value: int) -> int:
        """Return the fewest bytes that hold a number."""
        return max(1, (value.bit_length() + 6) // 7)

    @classmethod
    def of_groups(cls, groups: Sequence[int]) -> Self:
        """Return the number of all its bytes."""
        return cls(_joined(groups), len(groups))

    @property
    def value(self) -> int:
        return int(self)

    @property
    def groups(self) -> list[int]:
        return list(self.encoded[:9])

    @property
    def tenth(self) -> int | None:
        return self.encoded[9] if self.width == 10 else None

    @property
    def is_minimal(self) -> bool:
        return self.width == self.width_of(self)

    @property
    def zigzag(self) -> int:
        return self >> 1 if self % 2 == 0 else -(self >> 1) - 1

    @property
    def len(self) -> int:
        return self.width

    @property
    def sign_bit(self) -> int:
        return 1 << 7 * self.width - 1

    @property
    def value_signed(self) -> int:
        return (self ^ self.sign_bit) - self.sign_bit

    @property
    def encoded(self) -> bytes:
        return bytes(self >> 7 * group & 127 | (group < self.width - 1) << 7 for group in range(self.width))


class SignedVarint(Varint):
    """A signed LEB128 number, in two's complement."""

    LEAST, LARGEST = -(1 << 63), (1 << 63) - 1

    @classmethod
    def width_of(cls, value: int) -> int:
        return (max(value, ~value).bit_length() + 7) // 7

    @classmethod
    def of_groups(cls, groups: Sequence[int]) -> Self:
        sign = (groups[-1] >> 6) << 7 * len(groups)
        return cls(_joined(groups) - sign, len(groups))


class BigVarint(Varint):
    """An unsigned number in groups of seven bits, the most significant first, as vlq_base128_be.ksy has it."""

    @classmethod
    def of_groups(cls, groups: Sequence[int]) -> Self:
        return cls(_joined(groups[::-1]), len(groups))

    @property
    def encoded(self) -> bytes:
        last = self.width - 1
        return bytes(self >> 7 * (last - group) & 127 | (group < last) << 7 for group in range(self.width))


def _joined(groups: Sequence[int]) -> int:
    """Return the number of groups of seven bits, the least significant first."""
    value = 0
    for place, group in enumerate(groups):
        value |= (group & 127) << 7 * place
    return value


class Uleb128(Part):
    """The type of uleb128.ksy; parses to a Varint, builds from any int."""

    number: type[Varint] = Varint
    _BITS = 64

    def _parse(self, stream: BitReader, context: RecordNode, path: NodePath) -> Varint:
        groups = bytearray()
        while not groups or groups[-1] >= 128:
            if len(groups) == self.number.MAX_WIDTH:
                raise TooManyBitsError(self._BITS, path)
            groups += read_exactly(stream, 1, path)
        value = self.number.of_groups(groups)
        if not self._fits(value):
            raise TooManyBitsError(self._BITS, path)
        return value

    def _fits(self, value: int) -> bool:
        return self.number.LEAST <= value <= self.number.LARGEST

    def resolve(self, value: Any, node: RecordNode) -> Any:
        if isinstance(value, Buffer):
            return self._parse_alone(bytes(value), node)
        if isinstance(value, Mapping):
            groups = [*value["groups"], *([] if value.get("tenth") is None else [value["tenth"]])]
            return self._parse_alone(bytes(groups), node)
        is_plain = isinstance(value, int) and not isinstance(value, self.number)
        return self.number(value) if is_plain else value

    def _parse_alone(self, data: bytes, node: RecordNode) -> Varint:
        try:
            number = self._parse(BitReader(data), node, NodePath(node))
        except ConstructError:
            raise RecordError("is not a number of at most 64 bits", NodePath(node), actual=data.hex()) from None
        if number.width < len(data):
            raise RecordError("ends before its bytes do", NodePath(node), actual=data.hex())
        return number

    def _build(self, obj: Any, stream: BitWriter, context: RecordNode, path: NodePath) -> Any:
        if not isinstance(obj, int) or not self._fits(obj):
            raise does_not_fit(obj, self._BITS, signed=self.number.LEAST < 0, path=path)
        number = self.resolve(obj, context)
        stream.write(number.encoded)
        return number


class Sleb128(Uleb128):
    """A signed LEB128 number; parses to a SignedVarint."""

    number = SignedVarint


class VlqBase128Be(Uleb128):
    """The type of vlq_base128_be.ksy of Kaitai's gallery; parses to a BigVarint."""

    number = BigVarint


class Enumerated(Wrapper):
    """An integer as a member of an enum; a number without a name stays a plain int. Builds from names as well."""

    def __init__(self, subcon: Construct, enum: type[IntEnum]) -> None:
        super().__init__(subcon)
        self.enum = enum

    def _parse(self, stream: BitReader, context: RecordNode, path: NodePath) -> int:
        return member(self.enum, self.subcon._parse(stream, context, path))

    def resolve(self, value: Any, node: RecordNode) -> Any:
        if isinstance(value, str):
            if value not in self.enum.__members__:
                names = ", ".join(self.enum.__members__)
                raise RecordError(f"there is no {self.enum.__name__} {value!r}", NodePath(node), expected=names)
            return self.enum[value]
        return member(self.enum, value) if isinstance(value, int) else value


def member(enum: type[IntEnum], number: int) -> int:
    """Return the member of an enum with a number, or the number."""
    try:
        return enum(number)
    except ValueError:
        return number
