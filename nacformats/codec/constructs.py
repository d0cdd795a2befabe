"""Construct structs over the records that are generated from a schema: they parse, and they build from plain dicts.

They are constructs like any other, to be combined with those of the construct library. What they parse is read by the
machine, and what they build is written by it: counts, lengths and offsets may be left out, and are derived.
"""

# ruff: noqa: ARG002  the protocol of construct passes more than each construct needs

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cached_property
from io import BytesIO
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, BinaryIO

from construct import Construct, ConstructError, SizeofError, StreamError, ValidationError, stream_read

from nacformats.codec.streams import Buffer
from nacformats.codec.trees.codec import SchemaCodec
from nacformats.codec.trees.output import WriteError
from nacformats.codec.trees.output_file import tree_chunks
from nacformats.codec.trees.output_values import varint_bytes, varint_of
from nacformats.codec.trees.record import TreeRecord
from nacformats.codec.trees.values import VARINTS, Varint
from nacformats.errors import FormatError, InvalidError, TruncatedError, UnsupportedError

#: The errors of construct for those of reading; any other is a plain ConstructError.
_PARSE_ERRORS = {TruncatedError: StreamError, InvalidError: ValidationError}


class RecordError(ConstructError):  # type: ignore[misc]  # construct has no types
    """A tree cannot be built.

    Attributes:
        reason, path: what is wrong, and with which field.
        cause: the FormatError that it is for the callers of the package.
        expected, actual: what the schema requires and what was given, where both are known.
    """

    def __init__(self, error: WriteError) -> None:
        super().__init__(error.reason, error.path)
        self.reason, self.path, self.cause = error.reason, error.path, error.cause
        self.expected, self.actual = error.expected, error.actual


class Record(Construct):  # type: ignore[misc]
    """A type of a schema.

    What it parses is a TreeRecord, whose instances are read when they are asked for: FormatError if one is bad. A type
    that is not that of a whole file is its own `_root` where it is parsed or built alone.

    Attributes:
        kind: the class of its records.
        size: in bytes, if all its records have the same.
    """

    def __init__(self, kind: type[TreeRecord], size: int | None = None, codec: SchemaCodec | None = None) -> None:
        """Make a construct of the records of a class.

        Args:
            kind: the class.
            size: as the attribute.
            codec: of the schema of the class, if that is not one of the package.
        """
        super().__init__()
        self.kind = kind
        self.size = size
        self._given = codec

    if TYPE_CHECKING:  # construct has no types

        def build(self, obj: Mapping[str, object], **contextkw: object) -> bytes: ...

    @cached_property
    def codec(self) -> SchemaCodec:
        """The codec of the schema, for which the class is the whole file."""
        found = self._given or SchemaCodec.generated(self.kind.SCHEMA)
        return SchemaCodec(found.table, self.kind, found.classes, found.tables)

    def parse(self, data: Buffer, **contextkw: object) -> TreeRecord:
        """Return the record at the start of some bytes, which are not copied.

        Raises:
            ConstructError: they do not fit the schema.
        """
        return self._read(data, 0)

    def _parse(self, stream: BinaryIO, context: Any, path: str) -> TreeRecord:
        start = stream.tell()
        record = self._read(stream.getbuffer()[start:] if isinstance(stream, BytesIO) else stream.read(), start)
        stream.seek(start + record._io.pos)
        return record

    def _read(self, data: Buffer, start: int) -> TreeRecord:
        if self.kind.PARAMS:
            raise ConstructError(f"takes {', '.join(self.kind.PARAMS)} from the record around it: it is not read alone")
        try:
            return self.codec.read_part(data, start)
        except FormatError as error:
            kind = _PARSE_ERRORS.get(type(error), ConstructError)
            raise kind(str(error), error.path) from error

    def chunks(self, tree: Any, size: int = 0, *, fresh: bool = False, gap: int = sys.maxsize) -> list[Buffer]:
        """Return the bytes of a record, in pieces; large buffers of the tree are among them as they are.

        Args:
            tree: a mapping of the fields, and of the instances that have a place in the file.
            size: of the whole, if it is to be longer than what is in it; the rest is zeros.
            fresh: whether what follows from other fields is derived even where the tree gives it.
            gap: most bytes between two parts, which are zeros.

        Raises:
            RecordError: the tree does not fit the schema, or the schema can only be read.
        """
        for path, reason in self.kind.UNWRITABLE:
            raise RecordError(WriteError(f"the schema can only be read: {path}: {reason}", "", UnsupportedError))
        try:
            return tree_chunks(self.kind, tree, size, fresh=fresh, gap=gap)
        except WriteError as error:
            raise RecordError(error) from None
        except RecursionError:
            raise RecordError(WriteError("the tree is nested too deeply", "", FormatError)) from None

    def _build(self, obj: Any, stream: BinaryIO, context: Any, path: str) -> Any:
        for piece in self.chunks(obj):
            stream.write(piece)
        return obj

    def _sizeof(self, context: Any, path: str) -> int:
        if self.size is None:
            raise SizeofError("depends on what is in it", path)
        return self.size


class Number(Construct):  # type: ignore[misc]
    """A number of variable length: it parses to a Varint, and builds from any int.

    Attributes:
        kind: name of the schema that describes it, such as "uleb128".
    """

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.kind = kind

    def _parse(self, stream: BinaryIO, context: Any, path: str) -> Varint:
        groups, number = bytearray(), VARINTS[self.kind]
        while not groups or (groups[-1] > 127 and len(groups) < number.MAX_WIDTH):
            groups += stream_read(stream, 1, path)
        made: Varint = self._made(bytes(groups))
        return made

    def _made(self, value: Any) -> Any:
        try:
            return varint_of(value, self.kind, _ALONE)
        except WriteError as error:
            raise RecordError(error) from None

    def _build(self, obj: Any, stream: BinaryIO, context: Any, path: str) -> Any:
        made = self._made(obj)
        try:
            stream.write(varint_bytes(made, self.kind, _ALONE))
        except WriteError as error:
            raise RecordError(error) from None
        return obj


#: The place of a number that is in no record.
_ALONE: Any = SimpleNamespace(_path_now="")
