"""safetensors: tensors by name, described in a JSON header."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nacformats.codec.tables import file_formats
from nacformats.formats.base import Format, Room
from nacformats.lazy import names_of
from nacformats.limits import MAX_WEIGHTS_HEADER_BYTES

if TYPE_CHECKING:
    from nacformats.formats.safetensors.model import *
else:
    __getattr__ = names_of(__name__, "model")


def _room() -> Room:
    from nacformats.formats.safetensors.model import (  # noqa: PLC0415
        SafetensorsFile,
        check_safetensors,
        read_safetensors,
        write_safetensors,
    )

    return Room(SafetensorsFile, read_safetensors, write_safetensors, check_safetensors)


#: A header begins among the first bytes.
_LOOKED_AT = 16


def _is_one(head: bytes) -> bool:
    """Tell by the first bytes, of which none are the same in all files: a length that may be one, then an object."""
    if b"{" not in head[:_LOOKED_AT]:
        return False
    from nacformats._generated.tables.safetensors import SCHEMA  # noqa: PLC0415  most files are of other formats

    start = SCHEMA.place("header")
    length, header = int.from_bytes(head[:start], "little"), head[start:]
    return length <= MAX_WEIGHTS_HEADER_BYTES and header[:1] == b"{" and header[1:].lstrip()[:1] in (b'"', b"}")


_TITLE, _SUFFIX, _ = file_formats()["safetensors"]

FORMAT = Format("safetensors", _TITLE, _SUFFIX, _is_one, _room, __name__)
