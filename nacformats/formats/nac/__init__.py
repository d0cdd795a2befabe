"""NAC v1.6, v1.7 and v1.8: a neural network as a program, with its weights and everything else that it needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nacformats.codec.tables import file_formats
from nacformats.formats.base import Format, Room
from nacformats.lazy import names_of

if TYPE_CHECKING:
    from nacformats.formats.nac.names import *
else:
    __getattr__ = names_of(__name__, "names")


def _room() -> Room:
    from nacformats.formats.nac.format import ROOM  # noqa: PLC0415

    return ROOM


_, _SUFFIX, _MAGIC = file_formats()["nac"]

FORMAT = Format("nac", "NAC v1.6 to v1.8", _SUFFIX, lambda head: head.startswith(_MAGIC), _room, __name__)
