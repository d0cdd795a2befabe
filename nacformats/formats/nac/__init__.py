"""NAC v1.6, v1.7 and v1.8: a neural network as a program, with its weights and everything else that it needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nacformats.formats.base import Format, Room
from nacformats.lazy import names_of

if TYPE_CHECKING:
    from nacformats.formats.nac.names import *
else:
    __getattr__ = names_of(__name__, "names")


def _room() -> Room:
    from nacformats.formats.nac.format import ROOM  # noqa: PLC0415

    return ROOM


FORMAT = Format.of_schema("nac", __name__, _room, "NAC v1.6 to v1.8")
