"""GGUF v2 and v3: tensors by name, many of them quantized, with typed metadata and a tokenizer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nacformats.formats.base import Format, Room
from nacformats.lazy import names_of

if TYPE_CHECKING:
    from nacformats.formats.gguf.model import *
else:
    __getattr__ = names_of(__name__, "model")


def _room() -> Room:
    from nacformats.formats.gguf.model import ROOM  # noqa: PLC0415

    return ROOM


FORMAT = Format.of_schema("gguf", __name__, _room)
