"""Generated parsers: how they are called, and how their failures become FormatErrors that say where.

A section whose lists become columns is read by its frame: the generated parser without the loops over records.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from kaitaistruct import KaitaiStream, KaitaiStruct, KaitaiStructError

from nacformats.codec.streams import Source, ViewIO
from nacformats.codec.tables import class_name
from nacformats.errors import FormatError, TruncatedError

if TYPE_CHECKING:
    from nacformats.codec.columns import Columns, RecordCodec

#: What reading hostile bytes can raise, inside a generated parser or beside it.
PARSER_FAILURES = (KaitaiStructError, EOFError, OverflowError, RecursionError, MemoryError, ValueError)


def parser_class(schema: str, *, debug: bool = False) -> Any:
    """Return the class that the Kaitai compiler generated for the root type of a schema."""
    folder = "kaitai_debug" if debug else "kaitai"
    module = importlib.import_module(f"nacformats._generated.{folder}.{schema}")
    return getattr(module, class_name(schema))


def parse(schema: str, source: Source) -> Any:
    """Parse a source with the generated parser. Lazy instances are not touched yet.

    Raises FormatError with the path and the offset of the failing field.
    """
    with located(schema, source):
        return parser_class(schema)(source.stream())


@contextmanager
def located(schema: str, source: Source) -> Iterator[None]:
    """Within this block, whatever the generated parser raises becomes a FormatError that says where."""
    try:
        yield
    except FormatError:
        raise
    except Exception as failure:
        from nacformats.codec.locate import locate, raised_by_parser  # noqa: PLC0415  only bad files need it

        if not isinstance(failure, PARSER_FAILURES) and not raised_by_parser(failure):
            raise  # a mistake in the code around the parser
        raise locate(schema, parser_class(schema, debug=True), source, failure) from None


#: Lists of more records than this that cannot all be there are refused before any is looked for; of others, the error
#: names the first that is not there.
_LOOKED_FOR = 1 << 20


class RecordStream(KaitaiStream):  # type: ignore[misc]  # kaitaistruct has no types
    """The stream of one frame, which reads lists by the codecs of their records.

    Attributes:
        begun: where each list that was begun starts, by the name of its field.
        lists: the codec and the columns of each list that was read.
    """

    def __init__(
        self,
        view: memoryview,
        codecs: Mapping[str, RecordCodec],
        start: int,
        path: str,
        *,
        stop: int | None = None,
        arguments: Mapping[str, Any] | None = None,
    ) -> None:
        """A stream over a whole file.

        Args:
            view: the bytes of the file.
            codecs: of the records of the schema, by type.
            start: absolute offset of the frame, in bytes.
            path: of the frame, such as "data".
            stop: absolute offset that records must not cross; the end of the file by default.
            arguments: what records take from elsewhere in the file, by the names that their codecs give it.
        """
        super().__init__(ViewIO(view))
        self.seek(start)
        self.begun: dict[str, int] = {}
        self.lists: dict[str, tuple[RecordCodec, Columns]] = {}
        self._view = view
        self._codecs = codecs
        self._path = path
        self._stop = len(view) if stop is None else stop
        self._arguments = arguments or {}

    def records(self, field: str, record: str, count: int) -> Columns:
        """Return the records of a list that starts here.

        Args:
            field: name of the list.
            record: type of its elements.
            count: how many there are.

        Raises:
            FormatError: the first thing that cannot be read, with its path and offset.
        """
        codec, start, path = self._codecs[record], self.pos(), f"{self._path}.{field}"
        self.begun[field] = start
        if count > _LOOKED_FOR and count > max(self._stop - start, 0) // codec.least:
            expected, actual = f"{count} elements of at least {codec.least} bytes", f"{self._stop - start} bytes"
            place = {"format": codec.schema, "path": path, "offset": min(start, self._stop)}
            raise TruncatedError("the file ends too early", expected=expected, actual=actual, **place)
        arguments = {each.name: self._arguments[each.name] for each in codec.arguments}
        found = codec.read(self._view, start, count, stop=self._stop, path=path, **arguments)
        self.lists[field] = codec, found
        self.seek(int(found.starts[-1]))
        return found


class Frame(KaitaiStruct):  # type: ignore[misc]  # kaitaistruct has no types
    """A section as its generated parser reads it, but for the records of its lists."""

    def __init__(self, stream: RecordStream, parent: object, root: object) -> None:
        super().__init__(stream)
        self._parent, self._root = parent, root
        self._read()
