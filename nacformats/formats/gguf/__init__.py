"""GGUF v2 and v3: tensors by name, many of them quantized, with typed metadata and a tokenizer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nacformats.codec.tables import file_formats
from nacformats.formats.base import Format, Room
from nacformats.lazy import names_of

if TYPE_CHECKING:
    from nacformats.formats.gguf.names import *
else:
    __getattr__ = names_of(__name__, "names")


def _room() -> Room:
    from nacformats.formats.gguf.model import GgufFile, check_gguf, read_gguf, title_of_gguf, write_gguf  # noqa: PLC0415

    return Room(GgufFile, read_gguf, write_gguf, check_gguf, title=title_of_gguf)


_TITLE, _SUFFIX, _MAGIC = file_formats()["gguf"]

FORMAT = Format("gguf", _TITLE, _SUFFIX, lambda head: head.startswith(_MAGIC), _room, __name__)
