"""STB v0.1: raw tensors in a file that is mapped and used in place."""

from __future__ import annotations

from nacformats.codec.tables import file_formats
from nacformats.formats.base import Format
from nacformats.formats.stb.model import Change, StbFile, check, read, repair, write
from nacformats.formats.stb.table import FORMAT_NAME
from nacformats.formats.stb.tensor import Dtype, Layout, ShapeTable, StbTensor

__all__ = ["FORMAT", "Change", "Dtype", "Layout", "ShapeTable", "StbFile", "StbTensor", "repair"]

_, _SUFFIX, _MAGIC = file_formats()[FORMAT_NAME]

FORMAT = Format(
    name=FORMAT_NAME,
    title="STB v0.1",
    suffix=_SUFFIX,
    model=StbFile,
    sniff=lambda head: head.startswith(_MAGIC),
    read=read,
    write=write,
    check=check,
)
