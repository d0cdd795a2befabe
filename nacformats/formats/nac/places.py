"""Where the fields of a NAC file are: looked up only when something is reported about one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nacformats.codec.streams import Source
from nacformats.formats.nac.file.frames import Frames
from nacformats.formats.nac.tables import FORMAT_NAME

if TYPE_CHECKING:
    from nacformats.codec.locator import KnownList


class Places:
    """Byte offsets by path. It reads the sections that paths lead through, and of their lists single records."""

    def __init__(self, source: Source) -> None:
        from nacformats.codec.locator import Locator  # noqa: PLC0415  a good file has nothing to locate

        self._frames = Frames(source)
        self._locator = Locator(FORMAT_NAME, source, self._known)

    def offset(self, path: str) -> int:
        """Where a field of a file that can be read starts, such as "cmap.entries[3].name"."""
        return self._locator.offset(path)

    def _known(self, path: str) -> KnownList | None:
        section = path.partition(".")[0]
        if section not in self._frames.starts:
            return None
        self._frames[section]  # which reads its lists
        if path not in self._frames.lists:
            return None
        from nacformats.codec.locator import KnownList  # noqa: PLC0415

        codec, records = self._frames.lists[path]
        return KnownList(codec, records.starts, self._frames.arguments if codec.arguments else {})


def offset_in(source: Source | None, path: str) -> int | None:
    """Where a field of a file that can be read starts; None when there is no file, or it is closed."""
    return Places(source).offset(path) if source is not None and source.size else None
