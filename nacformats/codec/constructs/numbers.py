"""Integers, floating point numbers, bits, numbers of variable length, and enums."""

# ruff: noqa: ARG002  the protocol of construct passes more than each construct needs

from __future__ import annotations

import struct
from collections.abc import Mapping
from enum import IntEnum
from functools import partial
from typing import Any

from construct import Construct, ConstructError, FormatField

from nacformats.codec.constructs.failures import TooManyBitsError
from nacformats.codec.constructs.nodes import Place, RecordError, RecordNode
from nacformats.codec.constructs.parts import Part, Wrapper, read_exactly
from nacformats.codec.constructs.streams import Reader, Writer
from nacformats.codec.streams import Buffer
from nacformats.errors import LimitError


class Integer(FormatField, Part):  # type: ignore[misc]
    """An integer, by its struct format."""

    def _parse(self, stream: Reader, context: RecordNode, path: Place) -> Any:
        return struct.unpack(self.fmtstr, read_exactly(stream, self.length, path))[0]

    def _build(self, obj: Any, stream: Writer, context: RecordNode, path: Place) -> Any:
        try:
            stream.write(struct.pack(self.fmtstr, obj))
        except struct.error:
            raise does_not_fit(obj, 8 * self.length, self.fmtstr[-1].islower(), path) from None
        return obj


def does_not_fit(value: Any, bits: int, signed: bool, path: Place) -> RecordError:
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
    """A floating point number, by its struct format; parses to a Float."""

    def _parse(self, stream: Reader, context: RecordNode, path: Place) -> Float:
        raw = read_exactly(stream, self.length, path)
        return Float(struct.unpack(self.fmtstr, raw)[0], bytes(raw))

    def resolve(self, value: Any, node: RecordNode) -> Any:
        if isinstance(value, Buffer) and len(value) == self.length:
            return Float(struct.unpack(self.fmtstr, value)[0], bytes(value))
        return value

    def _build(self, obj: Any, stream: Writer, context: RecordNode, path: Place) -> Any:
        if isinstance(obj, Float) and len(obj.raw) == self.length:
            stream.write(obj.raw)
            return obj
        try:
            stream.write(struct.pack(self.fmtstr, obj))
        except (struct.error, OverflowError):
            raise RecordError("has to be a number that the field can hold", path, actual=repr(obj)) from None
        return obj


Int8ul, Int16ul, Int32ul, Int64ul = (Integer("<", code) for code in "BHLQ")
Int8sl, Int16sl, Int32sl, Int64sl = (Integer("<", code) for code in "bhlq")
Int8ub, Int16ub, Int32ub, Int64ub = (Integer(">", code) for code in "BHLQ")
Int8sb, Int16sb, Int32sb, Int64sb = (Integer(">", code) for code in "bhlq")
Float32l, Float64l = (FloatingPoint("<", code) for code in "fd")
Float32b, Float64b = (FloatingPoint(">", code) for code in "fd")


class BitField(Part):
    """Some bits of the bytes; a single one is a boolean. Bit fields in a row share bytes."""

    def __init__(self, width: int, endian: str = "be") -> None:
        super().__init__()
        self.width = width
        self.endian = endian

    def _parse(self, stream: Reader, context: RecordNode, path: Place) -> int | bool:
        value = stream.read_bits(self.width, self.endian)
        if stream.in_byte:
            stream.keep_padding = partial(context.pad, context._state.field)
        return bool(value) if self.width == 1 else value

    def _build(self, obj: Any, stream: Writer, context: RecordNode, path: Place) -> Any:
        if not isinstance(obj, int) or not 0 <= obj < 1 << self.width:
            raise does_not_fit(obj, self.width, signed=False, path=path)
        stream.write_bits(self.width, int(obj), self.endian)
        stream.padding = context.padding_after(context._state.field)
        return obj


class Varint(int):
    """An unsigned LEB128 number that remembers how many bytes it takes; what uleb128.ksy computes is here as well."""

    width: int

    def __new__(cls, value: int, width: int | None = None) -> Varint:
        self = super().__new__(cls, value)
        self.width = max(1, (value.bit_length() + 6) // 7) if width is None else width
        return self

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
        return self.width == 1 or self >> 7 * (self.width - 1) != 0

    @property
    def zigzag(self) -> int:
        return self >> 1 if self % 2 == 0 else -(self >> 1) - 1

    @property
    def encoded(self) -> bytes:
        return bytes(self >> 7 * group & 127 | (group < self.width - 1) << 7 for group in range(self.width))


class Uleb128(Part):
    """The type of uleb128.ksy; parses to a Varint, builds from any int."""

    _MAX_WIDTH = 10
    _BITS = 64

    def _parse(self, stream: Reader, context: RecordNode, path: Place) -> Varint:
        value = 0
        for group in range(self._MAX_WIDTH):
            byte = read_exactly(stream, 1, path)[0]
            value |= (byte & 127) << 7 * group
            if byte < 128:
                break
        if byte >= 128 or value >> self._BITS:
            raise TooManyBitsError(self._BITS, path)
        return Varint(value, group + 1)

    def resolve(self, value: Any, node: RecordNode) -> Any:
        if isinstance(value, Buffer):
            return self._parse_alone(bytes(value), node)
        if isinstance(value, Mapping):
            groups = [*value["groups"], *([] if value.get("tenth") is None else [value["tenth"]])]
            return self._parse_alone(bytes(groups), node)
        return Varint(value) if isinstance(value, int) and not isinstance(value, Varint) else value

    def _parse_alone(self, data: bytes, node: RecordNode) -> Varint:
        try:
            number = self._parse(Reader(data), node, Place(node))
        except ConstructError:
            raise RecordError("is not a number of at most 64 bits", Place(node), actual=data.hex()) from None
        if number.width < len(data):
            raise RecordError("ends before its bytes do", Place(node), actual=data.hex())
        return number

    def _build(self, obj: Any, stream: Writer, context: RecordNode, path: Place) -> Any:
        if not isinstance(obj, int) or not 0 <= obj < 1 << self._BITS:
            raise does_not_fit(obj, self._BITS, signed=False, path=path)
        number = self.resolve(obj, context)
        stream.write(number.encoded)
        return number


class Enumerated(Wrapper):
    """An integer as a member of an enum; a number without a name stays a plain int. Builds from names as well."""

    def __init__(self, subcon: Construct, enum: type[IntEnum]) -> None:
        super().__init__(subcon)
        self.enum = enum

    def _parse(self, stream: Reader, context: RecordNode, path: Place) -> int:
        return member(self.enum, self.subcon._parse(stream, context, path))

    def resolve(self, value: Any, node: RecordNode) -> Any:
        if isinstance(value, str):
            if value not in self.enum.__members__:
                raise RecordError(f"there is no {self.enum.__name__} {value!r}", Place(node), expected=names(self.enum))
            return self.enum[value]
        return member(self.enum, value) if isinstance(value, int) else value


def member(enum: type[IntEnum], number: int) -> int:
    """The member of an enum with a number, or the number."""
    try:
        return enum(number)
    except ValueError:
        return number


def names(enum: type[IntEnum]) -> str:
    return ", ".join(enum.__members__)
