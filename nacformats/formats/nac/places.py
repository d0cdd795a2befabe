"""Where the fields of a NAC file are: found only when something is to be said about one."""

from __future__ import annotations

import re
from typing import Any

from nacformats.codec import trees
from nacformats.codec.streams import PositionedIO, PositionedStream, Source

_STEP = re.compile(r"(?P<name>\w+)|\[(?P<index>\d+)\]")


class Places:
    """Byte offsets by path, from the parser that keeps positions. It reads the sections that paths lead through."""

    def __init__(self, source: Source) -> None:
        self._view = source.view
        self._root: Any = trees.parser_class("nac", debug=True)(PositionedStream(PositionedIO(source.view)))
        self._root._read()

    def offset(self, path: str) -> int:
        """Where a field of a file that can be read starts, such as "cmap.entries[3].name"."""
        node, entry, offset = self._root, {}, 0
        for step in _STEP.finditer(path):
            if step["name"]:
                owner, name = node, step["name"]
                node = getattr(owner, name)  # reads a section
                entry = owner._debug.get(name) or owner._debug[f"_m_{name}"]
                offset = owner._io._io.offset_in(self._view) + entry["start"]
            else:
                index = int(step["index"])
                node, element = node[index], entry["arr"][index]
                offset += element["start"] - entry["start"]
        return int(offset)


def offset_in(source: Source | None, path: str) -> int | None:
    """Where a field of a file that can be read starts; None when there is no file, or it is closed."""
    return Places(source).offset(path) if source is not None and source.size else None
