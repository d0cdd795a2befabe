"""Lists of records that are columns in the model of a format: what the machine reads them with."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from nacformats.codec.columns.table import outer_value
from nacformats.codec.tables import table_of
from nacformats.errors import TruncatedError

if TYPE_CHECKING:
    from nacformats.codec.columns.record import RecordCodec
    from nacformats.codec.columns.table import Columns
    from nacformats.codec.trees.reading import RecordMaker
    from nacformats.codec.trees.record import TreeRecord
    from nacformats.codec.trees.stream import ByteStream

#: Lists of more records than this that cannot all be there are refused before any is looked for; of others, the error
#: names the first that is not there.
_LOOKED_FOR = 1 << 20


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

    def read(self, make: RecordMaker, count: int | None) -> Columns | None:
        """Return the records of a list; None where they are no columns. See nacformats.codec.elements.ListReader.

        Raises:
            FormatError: the first thing that cannot be read, with its path and offset.
        """
        io, parent = make.io, make.owner
        field, codec = _listed(parent.SCHEMA, parent.NAME, make.path)
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
                given[each.name] = outer_value(each, parent)
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
