"""MIC-B v2 and mic@2: the binary and the text form of the same Mind IR graphs."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from nacformats.codec.tables import file_formats
from nacformats.formats.base import Format, Room
from nacformats.lazy import names_of

if TYPE_CHECKING:
    from nacformats.formats.mic.format import *
else:
    __getattr__ = names_of(__name__, "format")


def _room(name: str) -> Room:
    from nacformats.formats.mic.format import ROOMS  # noqa: PLC0415

    return ROOMS[name]


_, _SUFFIX, _MAGIC = file_formats()["micb"]
_, _TEXT_SUFFIX, _HEADER = file_formats()["mic2"]
_HEADER_PREFIX = _HEADER.rstrip(b"0123456789")


def _is_mic2(head: bytes) -> bool:
    """Return True if the first line that is neither blank nor a comment is a header, of whichever version."""
    for line in head.split(b"\n"):
        words = line.split()
        if words and not words[0].startswith(b"#"):
            return words[0].startswith(_HEADER_PREFIX)
    return False


FORMATS = (
    Format("micb", "MIC-B v2", _SUFFIX, lambda head: head.startswith(_MAGIC), partial(_room, "micb"), __name__),
    Format("mic2", "mic@2", _TEXT_SUFFIX, _is_mic2, partial(_room, "mic2"), __name__),
)
