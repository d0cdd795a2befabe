"""One record of a schema read alone, and lists of records that are the columns of a format."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, reduce
from importlib import import_module
from typing import TYPE_CHECKING, Any

from nacformats.codec.machine.codec import SchemaCodec
from nacformats.codec.machine.reading import FAILURES, Reading
from nacformats.codec.machine.record import TreeRecord
from nacformats.codec.machine.stream import ByteStream
from nacformats.codec.streams import Buffer
from nacformats.codec.tables import table_of
from nacformats.errors import FormatError, TruncatedError

if TYPE_CHECKING:
    from nacformats.codec.columns import Columns, RecordCodec
    from nacformats.codec.columns.table import Argument

#: Lists of more records than this that cannot all be there are refused before any is looked for; of others, the error
#: names the first that is not there.
_LOOKED_FOR = 1 << 20


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
    return codec.classes[kind](stream, None, root, *arguments)


def record_of(schema: str, kind: str, data: Buffer, *arguments: Any) -> Any:
    """Return the record of a type of a schema in schemas/ that some bytes begin with.

    Raises:
        FormatError: they do not begin with one.
    """
    return whole(lambda: begun(schema, kind, data, 0, *arguments))


def whole(make: Callable[[], TreeRecord]) -> TreeRecord:
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


def read_placed(root: TreeRecord, name: str, start: int) -> tuple[TreeRecord, int]:
    """Read an instance of the root that is a record, wherever it is; return it and where it ends.

    Raises:
        FormatError: it cannot be read.
    """
    reading: Any = root._io.reading
    io = ByteStream(root._io.view, root._io.base, reading)
    io.pos = start
    record = SchemaCodec.generated(root.SCHEMA).classes[root._type.members[name].type](io, root, root)
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


class RecordTables:
    """Reads the lists of a file as columns, and keeps them.

    Attributes:
        least: the fewest records for which this is asked: it always is.
        begun: where each list that was begun starts, by its path.
        found: the codec and the columns of each list that was read, by its path.
    """

    least = 0

    def __init__(self) -> None:
        self.begun: dict[str, int] = {}
        self.found: dict[str, tuple[RecordCodec, Columns]] = {}

    def read(self, path: str, io: ByteStream, parent: TreeRecord, count: int | None, *_: Any) -> Columns | None:
        """Return the records of a list; None where they are no columns. See nacformats.codec.elements.ListReader.

        Raises:
            FormatError: the first thing that cannot be read, with its path and offset.
        """
        field, codec = _listed(parent.SCHEMA, parent.NAME, path)
        if codec is None:
            return None
        where = self.path(parent, field)
        self.begun[where] = io.pos
        columns = self.columns(codec, io, parent, count, where)
        self.found[where] = codec, columns
        io.pos = int(columns.starts[-1])
        return columns

    def path(self, parent: TreeRecord, field: str) -> str:  # noqa: ARG002
        """Return the path of a list in the file."""
        return field

    def columns(
        self, codec: RecordCodec, io: ByteStream, parent: TreeRecord, count: int | None, path: str, **given: Any
    ) -> Columns:
        """Return the records of a list.

        Args:
            codec: of its records.
            io: the stream, which stands before the first.
            parent: the record that has the list.
            count: how many records there are; None: as many as the stream has.
            path: of the list in the file.
            given: further arguments of RecordCodec.read; what records take from elsewhere in the file is taken from
                the root if it is not among them.
        """
        for each in codec.arguments:
            if each.name not in given:
                given[each.name] = _taken(each, parent._root)
        stop = given.pop("stop", len(io.view))
        if count is None:
            return codec.read_to(io.view, io.pos, stop, path=path, **given)
        if count > _LOOKED_FOR and count > max(stop - io.pos, 0) // codec.least:
            expected, actual = f"{count} elements of at least {codec.least} bytes", f"{stop - io.pos} bytes"
            place = {"format": codec.schema, "path": path, "offset": min(io.pos, stop)}
            raise TruncatedError("the file ends too early", expected=expected, actual=actual, **place)
        return codec.read(io.view, io.pos, count, stop=stop, path=path, **given)


@cache
def _listed(schema: str, owner: str, path: str) -> tuple[str, RecordCodec | None]:
    """Return the id of a list, and the codec of its records, if they have one."""
    entry = table_of(schema).types[owner].fields[int(path.rpartition("/")[2])]
    codecs = vars(import_module(f"nacformats._generated.columns.{schema}")).values()
    return entry.id, next((each for each in codecs if getattr(each, "parser", None) == entry.type), None)


def _taken(argument: Argument, root: TreeRecord) -> Any:
    """Return what records take from elsewhere in the file: a number, which is its own value."""
    return reduce(getattr, argument.path.removesuffix(".value").split("."), root)
