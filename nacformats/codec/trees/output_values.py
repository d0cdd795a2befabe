"""Values of a tree as the bytes of a field: numbers, text, what ends with a terminator or fills up a size."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any

import numpy as np

from nacformats.codec.streams import Buffer, find_unit
from nacformats.codec.trees.output import Output, WriteError, WrittenRecord, zeros
from nacformats.codec.trees.stream import ByteStream, Inflated, InflatedText
from nacformats.codec.trees.values import VARINTS, Float, Varint
from nacformats.errors import FormatError, InvalidError, LimitError

#: What is wrong with a value: the reason, the FormatError that it is, what is expected and what is given.
Wrong = tuple[str, type[FormatError], Any, Any]
_BITS = 64


def given_bytes(value: Any, path: str) -> Buffer:
    """Return a buffer of whatever format as a view of its bytes."""
    if isinstance(value, bytes):
        return value
    try:
        view = value if isinstance(value, memoryview) else memoryview(value)
        if view.ndim == 1 and view.format == "B":
            return view
        return np.frombuffer(view, np.uint8).data if view.nbytes else b""
    except (TypeError, BufferError):  # no buffer, or one with holes
        raise WriteError("has to be bytes", path, actual=type(value).__name__) from None


# Numbers


def misfit(code: str, value: Any) -> Wrong | None:
    """Return why a value is no number of a format of struct; None if it is."""
    try:
        struct.pack(code, value)
    except (struct.error, OverflowError):
        if code[-1] in "fd":
            return "has to be a number that the field can hold", InvalidError, None, repr(value)
        return out_of_range(value, 8 * struct.calcsize(code), signed=code[-1].islower())
    return None


def out_of_range(value: Any, bits: int, *, signed: bool) -> Wrong:
    if not isinstance(value, int):
        return "has to be an integer", InvalidError, None, repr(value)
    lowest = -(1 << bits - 1) if signed else 0
    return "does not fit the field", LimitError, f"{lowest} to {lowest + (1 << bits) - 1}", value


def packed_numbers(code: str, values: Sequence[Any]) -> bytes:
    """Return numbers as bytes, by a format of struct for each; floating point numbers with the bytes that they had."""
    pairs = zip(code[1:], values, strict=True)
    return b"".join(_exact(code[0] + each, value) for each, value in pairs)


def _exact(code: str, value: Any) -> bytes:
    raw = getattr(value, "raw", b"")
    return raw if len(raw) == struct.calcsize(code) else struct.pack(code, value)


def real_of(value: Any, code: str) -> Any:
    """Return a floating point number for one, or for its bytes."""
    if isinstance(value, Buffer) and len(value) == struct.calcsize(code):
        return Float(struct.unpack(code, value)[0], bytes(value))
    return value


def put_numbers(out: Output, code: str, values: Sequence[Any]) -> None:
    """Write the numbers of a list, by the byte order and the format character of struct."""
    if code[1] in "fd" and any(value != value for value in values):
        out.write(packed_numbers(code[0] + code[1] * len(values), values))
    elif values:  # no numbers begin no byte
        out.write(struct.pack(f"{code[0]}{len(values)}{code[1]}", *values))


def put_bits(record: WrittenRecord, out: Output, width: int, value: Any, endian: str) -> None:
    """Write a bit field."""
    if not isinstance(value, int) or not 0 <= value < 1 << width:
        reason, *details = out_of_range(value, width, signed=False)
        raise WriteError(reason, record._path_now, *details)
    out.write_bits(width, int(value), endian)
    out.padding = record._padding_after()


def enum_member(enum: type[IntEnum], value: Any, record: WrittenRecord) -> Any:
    """Return the member of an enum for its number or its name; what is neither stays what it is."""
    if isinstance(value, str):
        if value not in enum.__members__:
            names = ", ".join(enum.__members__)
            raise WriteError(f"there is no {enum.__name__} {value!r}", record._path_now, expected=names)
        return enum[value]
    try:
        return enum(value)
    except ValueError:
        return value


def varint_of(value: Any, kind: str, record: WrittenRecord) -> Any:
    """Return a number of variable length for a number, for its bytes, or for a mapping of its fields."""
    if isinstance(value, Mapping):
        value = bytes([*value["groups"], *([] if value.get("tenth") is None else [value["tenth"]])])
    if not isinstance(value, Buffer):
        return value
    data, number = bytes(value), VARINTS[kind]
    end = next((at for at, byte in enumerate(data) if byte < 128), len(data)) + 1
    made = number.of_groups(data[:end]) if data else None
    if made is None or end > min(len(data) + 1, number.MAX_WIDTH) or not _fits(number, made) or data[-1:] >= b"\x80":
        raise WriteError("is not a number of at most 64 bits", record._path_now, actual=data.hex())
    if end < len(data):
        raise WriteError("ends before its bytes do", record._path_now, actual=data.hex())
    return made


def _fits(number: type[Varint], value: int) -> bool:
    return number.LEAST <= value <= number.LARGEST


def varint_bytes(value: Any, kind: str, record: WrittenRecord) -> bytes:
    """Return the bytes of a number of variable length: the fewest, or as many as it had."""
    if type(value) is int and 0 <= value < 64:
        return bytes((value,))  # in all of them
    number = VARINTS[kind]
    if not isinstance(value, int) or not _fits(number, value):
        reason, *details = out_of_range(value, _BITS, signed=number.LEAST < 0)
        raise WriteError(reason, record._path_now, *details)
    return (value if isinstance(value, number) else number(value)).encoded


# Bytes


def text_bytes(value: Any, encoding: str, record: WrittenRecord) -> Buffer:
    """Return the bytes of a text. Bytes may be given as well: they are written as they are."""
    if type(value) is not str and not isinstance(value, str):
        return value if type(value) is bytes else given_bytes(value, record._path_now)
    try:
        return value.encode(encoding)
    except UnicodeEncodeError:
        raise WriteError(f"cannot be written as {encoding}", record._path_now, actual=repr(value)) from None


def raw_bytes(value: Any, record: WrittenRecord) -> Buffer:
    return value if type(value) is bytes else given_bytes(value, record._path_now)


def put_data(out: Output, data: Buffer | Output) -> None:
    """Write the content of a field: bytes, or all that was written to a stream."""
    for piece in data.finish() if isinstance(data, Output) else (data,):
        out.write(piece)


def put_sized(record: WrittenRecord, out: Output, data: Buffer | Output, size: int, fill: int | None = None) -> None:
    """Write the content of a field of a size; a record that is shorter, or a value that is filled up, is completed."""
    actual = len(data)
    if actual == size and type(data) is bytes:
        out.write(data)
        return
    if actual != size and (fill is None or actual > size) and out.layout.is_final:
        raise WriteError("has the wrong size", record._path_now, expected=f"{size} bytes", actual=f"{actual} bytes")
    put_data(out, data)
    if fill is not None and actual < size:
        for piece in zeros(size - actual) if fill == 0 else (bytes([fill]) * (size - actual),):
            out.write(piece)


def ended(
    record: WrittenRecord, data: Buffer | Output, unit: bytes, *, include: bool = False, size: int | None = None
) -> bytes:
    """Return the content of a field that a terminator ends, and the terminator where a size has room for it."""
    whole = bytes(one_piece(data))
    if find_unit(memoryview(whole[: -len(unit)] if include else whole), unit) is not None:
        raise WriteError(f"holds its terminator {unit.hex()}", record._path_now)
    return whole if size is None or include or len(whole) >= size else whole + unit[: size - len(whole)]


def put_ended(
    record: WrittenRecord,
    out: Output,
    data: Buffer | Output,
    unit: bytes,
    *,
    include: bool,
    consume: bool,
    required: bool,
) -> None:
    """Write the content of a field that a terminator ends; one that is not consumed is written by what follows."""
    whole = ended(record, data, unit, include=include)
    out.write(whole if consume or not include else whole.removesuffix(unit))
    if consume and not include:
        (out.write if required else out.write_separator)(unit)


def one_piece(data: Buffer | Output) -> Buffer:
    """Return the content of a field in one piece."""
    return b"".join(data.finish()) if isinstance(data, Output) else data


def deflated(data: Buffer, value: Any) -> bytes:
    """Return bytes packed by zlib: as they were where their value was read and still is the same."""
    stream = getattr(getattr(value, "_given", None), "_io", None)
    origin = stream.view.obj if isinstance(stream, ByteStream) else value
    if isinstance(origin, InflatedText):
        return origin.packed
    return origin.packed if isinstance(origin, Inflated) and origin == data else zlib.compress(data)
