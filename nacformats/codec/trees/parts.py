"""Records of a schema that are read alone."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from nacformats.codec.streams import Buffer
from nacformats.codec.trees.codec import SchemaCodec
from nacformats.codec.trees.reading import Reading
from nacformats.codec.trees.record import TreeRecord, begin_record
from nacformats.codec.trees.stream import FAILURES, ByteStream
from nacformats.errors import FormatError


def begun(
    schema: str,
    kind: str,
    data: Buffer,
    start: int = 0,
    *arguments: Any,
    root: Any = None,
    base: int = 0,
    size: int | None = None,
    units: int | None = None,
) -> TreeRecord:
    """Return a record of a type of a schema in schemas/, of which nothing has been read yet.

    Args:
        schema, kind: name of the schema, and of the type in its table.
        data: the bytes of its stream.
        start: its first byte in its stream.
        arguments: those of the type.
        root: what it takes for the root of the file.
        base: offset in the file of the stream, in bytes.
        size: of the whole file, in bytes; that of the data by default.
        units: how many elements and records may be read; None: what is due to the size.
    """
    codec = SchemaCodec.generated(schema)
    reading = Reading(len(data) if size is None else size, codec.tables, codec._located, units)
    stream = ByteStream(memoryview(data), base, reading)
    stream.pos = start
    record: TreeRecord = begin_record(codec.classes[kind], stream, None, root, arguments)
    return record


def record_of(schema: str, kind: str, data: Buffer, *arguments: Any) -> Any:
    """Return the record of a type of a schema in schemas/ that some bytes begin with.

    Raises:
        FormatError: they do not begin with one.
    """
    return read_whole(lambda: begun(schema, kind, data, 0, *arguments))


def read_whole(make: Callable[[], TreeRecord]) -> TreeRecord:
    """Return a record that has been read.

    Args:
        make: begins the record; called once more if it cannot be read.

    Raises:
        FormatError: it cannot be read; the path is that below the record.
    """
    record = make()
    try:
        record._read(record._io, None)
    except FormatError:
        raise
    except FAILURES as failure:
        again = make()
        reading: Any = again._io.reading
        codec = SchemaCodec.generated(record.SCHEMA)
        raise codec._failed(reading, lambda trace: again._read(again._io, trace), failure) from None
    return record


def read_leniently(record: TreeRecord) -> TreeRecord:
    """Return a record of which nothing was read, as far as it can be read; so are its instances when asked for."""
    reading = record._io.reading
    reading.is_lenient = True
    reading.begin()
    with suppress(*FAILURES):
        record._read(record._io, None)
    reading.end()
    return record


def read_placed(root: TreeRecord, name: str, start: int) -> tuple[TreeRecord, int]:
    """Read an instance of the root that is a record, wherever it is; return it and where it ends.

    Raises:
        FormatError: it cannot be read.
    """
    reading: Any = root._io.reading
    io = ByteStream(root._io.view, root._io.base, reading)
    io.pos = start
    kind = SchemaCodec.generated(root.SCHEMA).classes[root._type.members[name].type]
    record: TreeRecord = begin_record(kind, io, root, root)
    setattr(root, root.PLACED[name], record)
    reading.begin()
    try:
        record._read(io, None)
    except FormatError:
        raise
    except FAILURES as failure:
        raise SchemaCodec.generated(root.SCHEMA)._located(reading, root, root.PLACED[name], failure) from None
    finally:
        reading.end()
    return record, io.pos
