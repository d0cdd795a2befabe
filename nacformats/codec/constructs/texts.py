"""Bytes and strings, and records inside a field of bytes."""

# ruff: noqa: ARG002  the protocol of construct passes more than each construct needs

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from construct import Construct, SizeofError

from nacformats.codec.constructs.failures import BrokenRuleError, EncodingError, NoTerminatorError, RecordError
from nacformats.codec.constructs.fields import Part, Wrapper, as_bytes
from nacformats.codec.constructs.nodes import Computation, NodePath, RecordNode, is_final
from nacformats.codec.constructs.streams import BitReader, BitWriter, read_exactly
from nacformats.codec.streams import Buffer, find_unit


class _Extent(ABC):
    """The extent of a field of bytes."""

    #: Whether no bytes at all are a good default.
    is_empty = False

    @abstractmethod
    def read(self, stream: BitReader, node: RecordNode, path: NodePath) -> Buffer:
        """Return the bytes of the field that begins at the position of the stream."""

    def write(self, pieces: list[Buffer], size: int, stream: BitWriter, node: RecordNode, path: NodePath) -> None:
        for piece in pieces:
            stream.write(piece)

    def missing(self, size: int, node: RecordNode) -> int:
        """Return the number of bytes by which a record is shorter than the field."""
        return 0


class Size(_Extent):
    """A number of bytes."""

    def __init__(self, size: int | Computation) -> None:
        self.size = size
        self.is_empty = size == 0

    def _of(self, node: RecordNode) -> int:
        return int(self.size(node) if callable(self.size) else self.size)

    def read(self, stream: BitReader, node: RecordNode, path: NodePath) -> Buffer:
        return read_exactly(stream, self._of(node), path)

    def write(self, pieces: list[Buffer], size: int, stream: BitWriter, node: RecordNode, path: NodePath) -> None:
        expected = self._of(node)
        if size != expected and is_final(node):
            raise RecordError("has the wrong size", path, expected=f"{expected} bytes", actual=f"{size} bytes")
        super().write(pieces, size, stream, node, path)

    def missing(self, size: int, node: RecordNode) -> int:
        return max(0, self._of(node) - size)


class Rest(_Extent):
    """Everything up to the end of the stream."""

    is_empty = True

    def read(self, stream: BitReader, node: RecordNode, path: NodePath) -> Buffer:
        return stream.read()


class Until(_Extent):
    """Everything up to a terminator.

    Args:
        terminator: a byte, or the bytes of a code unit, which are found at multiples of their number only.
        include: whether it belongs to the value.
        consume: whether it is skipped.
        required: False if the end of the stream may take its place.
    """

    def __init__(
        self, terminator: int | bytes, *, include: bool = False, consume: bool = True, required: bool = True
    ) -> None:
        self.terminator = bytes([terminator]) if isinstance(terminator, int) else terminator
        self.include = include
        self.consume = consume
        self.required = required

    def read(self, stream: BitReader, node: RecordNode, path: NodePath) -> Buffer:
        data, found = stream.read_until(self.terminator, consume=self.consume)
        if self.required and not found:
            raise NoTerminatorError(self.terminator, path)
        return bytes(data) + self.terminator if found and self.include else data

    def write(self, pieces: list[Buffer], size: int, stream: BitWriter, node: RecordNode, path: NodePath) -> None:
        data = b"".join(pieces)
        before = data[: -len(self.terminator)] if self.include else data
        if find_unit(memoryview(before), self.terminator) is not None:
            raise RecordError(f"holds its terminator {self.terminator.hex()}", path)
        stream.write(data)
        if not self.consume or self.include:
            return
        if self.required:
            stream.write(self.terminator)
        else:
            stream.write_separator(self.terminator)


class Raw(Part):
    """Bytes as they are: `bytes` or, for large ones, a view."""

    def __init__(self, extent: _Extent) -> None:
        super().__init__()
        self.extent = extent

    def _parse(self, stream: BitReader, context: RecordNode, path: NodePath) -> Any:
        return self.extent.read(stream, context, path)

    def resolve(self, value: Any, node: RecordNode) -> Any:
        return as_bytes(value, node)

    def _build(self, obj: Any, stream: BitWriter, context: RecordNode, path: NodePath) -> Any:
        self.extent.write([obj], len(obj), stream, context, path)
        return obj

    def default(self, node: RecordNode) -> Any:
        return b"" if self.extent.is_empty else super().default(node)

    def measure(self, value: Any, node: RecordNode) -> int:
        return len(value)

    def _sizeof(self, context: Any, path: Any) -> int:
        if isinstance(self.extent, Size) and isinstance(self.extent.size, int):
            return self.extent.size
        raise SizeofError("the size is not fixed", path)


class Text(Raw):
    """A string of some encoding. Bytes may be given as well: they are written as they are."""

    def __init__(self, extent: _Extent, encoding: str) -> None:
        super().__init__(extent)
        self.encoding = encoding

    def _parse(self, stream: BitReader, context: RecordNode, path: NodePath) -> str:
        data = self.extent.read(stream, context, path)
        try:
            return str(data, self.encoding)
        except UnicodeDecodeError as error:
            raise EncodingError(self.encoding, error.start, path) from None

    def resolve(self, value: Any, node: RecordNode) -> Any:
        return value if isinstance(value, str) else super().resolve(value, node)

    def _build(self, obj: Any, stream: BitWriter, context: RecordNode, path: NodePath) -> Any:
        super()._build(self._encoded(obj, path), stream, context, path)
        return obj

    def default(self, node: RecordNode) -> Any:
        return "" if self.extent.is_empty else super().default(node)

    def measure(self, value: Any, node: RecordNode) -> int:
        return len(self._encoded(value, NodePath(node)))

    def _encoded(self, value: str | Buffer, path: NodePath) -> Buffer:
        try:
            return value.encode(self.encoding) if isinstance(value, str) else value
        except UnicodeEncodeError:
            raise RecordError(f"cannot be written as {self.encoding}", path, actual=repr(value)) from None


class Contents(Raw):
    """Bytes that are always the same."""

    def __init__(self, contents: bytes) -> None:
        super().__init__(Size(len(contents)))
        self.contents = contents

    def _parse(self, stream: BitReader, context: RecordNode, path: NodePath) -> bytes:
        data = super()._parse(stream, context, path)
        if data != self.contents:
            raise BrokenRuleError("eq", repr(self.contents), path, self.contents, bytes(data))
        return self.contents

    def default(self, node: RecordNode) -> Any:
        return self.contents

    def _build(self, obj: Any, stream: BitWriter, context: RecordNode, path: NodePath) -> Any:
        if obj != self.contents:
            raise RecordError("wrong value", path, expected=repr(self.contents), actual=repr(bytes(obj)))
        return super()._build(obj, stream, context, path)


class Within(Wrapper):
    """A construct in a stream of its own, that of a field of bytes. A record that is too short is filled with zeros."""

    def __init__(self, extent: _Extent, subcon: Construct) -> None:
        super().__init__(subcon)
        self.extent = extent

    def _parse(self, stream: BitReader, context: RecordNode, path: NodePath) -> Any:
        start = stream.tell()
        inner = stream.part(self.extent.read(stream, context, path), start)
        value = self.subcon._parse(inner, context, path)
        inner.align()
        return value

    def resolve(self, value: Any, node: RecordNode) -> Any:
        resolved = super().resolve(value, node)
        if isinstance(resolved, RecordNode):
            resolved._state.io = None  # the stream is not there before the field is built
        return resolved

    def _build(self, obj: Any, stream: BitWriter, context: RecordNode, path: NodePath) -> Any:
        inner = BitWriter()
        built = self.subcon._build(obj, inner, context, path)
        inner.end()
        inner.write(bytes(self.extent.missing(inner.size, context)))
        self.extent.write(inner.pieces, inner.size, stream, context, path)
        return built

    def _sizeof(self, context: Any, path: Any) -> int:
        raise SizeofError("the size is not fixed", path)
