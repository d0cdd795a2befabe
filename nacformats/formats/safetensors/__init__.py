"""safetensors: tensors by name, described in a JSON header."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nacformats.codec.tables import file_formats
from nacformats.formats.base import Format, Room
from nacformats.lazy import names_of

if TYPE_CHECKING:
    from nacformats.formats.safetensors.names import *
else:
    __getattr__ = names_of(__name__, "names")


def _room() -> Room:
    from nacformats.formats.safetensors.model import (  # noqa: PLC0415
        SafetensorsFile,
        check_safetensors,
        read_safetensors,
        write_safetensors,
    )

    return Room(SafetensorsFile, read_safetensors, write_safetensors, check_safetensors)


def _is_one(head: bytes) -> bool:
    """Tell by the first bytes, of which none are the same in all files: a length that may be one, then an object."""
    return head[8:9] == b"{" and head[9:].lstrip(b" \t\r\n")[:1] in (b'"', b"}") and not any(head[4:8])


_TITLE, _SUFFIX, _ = file_formats()["safetensors"]

FORMAT = Format("safetensors", _TITLE, _SUFFIX, _is_one, _room, __name__)
