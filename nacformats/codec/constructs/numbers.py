"""Integers, floating point numbers, bits, numbers of variable length, and enums."""

# ruff: noqa: ARG002  the protocol of construct passes more than each construct needs

from __future__ import annotations

import struct
from collections.abc import Mapping
from enum import IntEnum
from functools import partial
from typing import Any

from construct import Construct, ConstructError, FormatField

from nacformats.codec.constructs.failures import RecordError, TooManyBitsError
from nacformats.codec.constructs.fields import Part, Wrapper
from nacformats.codec.constructs.nodes import NodePath, RecordNode
from nacformats.codec.constructs.streams import BitReader, BitWriter, read_exactly
from nacformats.codec.machine.values import BigVarint, Float, SignedVarint, Varint
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
