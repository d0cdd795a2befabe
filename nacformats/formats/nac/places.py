"""Where the fields of a NAC file are: found only when something is to be said about one."""

from __future__ import annotations

import re

from nacformats.codec import trees
from nacformats.codec.frames import field_offset, offset_below
from nacformats.codec.streams import PositionedIO, PositionedStream, Source
from nacformats.formats.nac.frames import Frames
from nacformats.formats.nac.tables import FORMAT_NAME

# A record in a list of a section, and the path of a field below it.
_RECORD = re.compile(r"(?P<list>(?P<section>\w+)\.\w+)\[(?P<index>\d+)\]\.?(?P<field>.*)")


class Places:
    """Byte offsets by path. It reads the sections that paths lead through, and of their lists single records."""

    def __init__(self, source: Source) -> None:
        self._frames = Frames(source)
        self._view = source.view

    def offset(self, path: str) -> int:
        """Where a field of a file that can be read starts, such as "cmap.entries[3].name"."""
        found = _RECORD.fullmatch(path)
        if found is None:
            return self._offset_by_parser(path)
        self._frames[found["section"]]
        codec, records = self._frames.lists[found["list"]]
        index = int(found["index"])
        start = int(records.starts[index])
        given = self._frames.arguments if codec.arguments else {}
        return field_offset(codec, self._view, index, start, found["field"], given) if found["field"] else start

    def _offset_by_parser(self, path: str) -> int:
        root = trees.parser_class(FORMAT_NAME, debug=True)(PositionedStream(PositionedIO(self._view)))
        root._read()
        return offset_below(root, path, self._view, 0)


def offset_in(source: Source | None, path: str) -> int | None:
    """Where a field of a file that can be read starts; None when there is no file, or it is closed."""
    return Places(source).offset(path) if source is not None and source.size else None
