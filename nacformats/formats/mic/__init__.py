"""MIC-B v2 and mic@2: the binary and the text form of the same Mind IR graphs."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from nacformats.codec.tables import file_formats
from nacformats.formats.base import Format, Room
from nacformats.formats.mic.detection import is_mic2, is_micb
from nacformats.lazy import names_of

if TYPE_CHECKING:
    from nacformats.formats.mic.names import *
else:
    __getattr__ = names_of(__name__, "names")


def _room(name: str) -> Room:
    from nacformats.formats.mic.format import ROOMS  # noqa: PLC0415

    return ROOMS[name]


FORMATS = (
    Format("micb", "MIC-B v2", file_formats()["micb"][1], is_micb, partial(_room, "micb"), __name__),
    Format("mic2", "mic@2", file_formats()["mic2"][1], is_mic2, partial(_room, "mic2"), __name__),
)
