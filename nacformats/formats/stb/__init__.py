"""STB v0.1: raw tensors in a file that is mapped and used in place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nacformats.formats.base import Format, Room
from nacformats.lazy import names_of

if TYPE_CHECKING:
    from nacformats.formats.stb.names import *
else:
    __getattr__ = names_of(__name__, "names")


def _room() -> Room:
    from nacformats.formats.stb.model import ROOM  # noqa: PLC0415

    return ROOM


FORMAT = Format.of_schema("stb", __name__, _room, "STB v0.1")
