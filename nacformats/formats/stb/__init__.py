"""STB v0.1: raw tensors in a file that is mapped and used in place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nacformats.codec.tables import file_formats
from nacformats.formats.base import Format, Room
from nacformats.lazy import names_of

if TYPE_CHECKING:
    from nacformats.formats.stb.names import *
else:
    __getattr__ = names_of(__name__, "names")


def _room() -> Room:
    from nacformats.formats.stb.model import StbFile, check_stb, read_stb, write_stb  # noqa: PLC0415

    return Room(StbFile, read_stb, write_stb, check_stb)


_, _SUFFIX, _MAGIC = file_formats()["stb"]

FORMAT = Format("stb", "STB v0.1", _SUFFIX, lambda head: head.startswith(_MAGIC), _room, __name__)
