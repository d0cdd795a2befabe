"""The public names of STB."""

from __future__ import annotations

from nacformats.formats.stb.model import StbFile
from nacformats.formats.stb.repairing import StbChange, repair
from nacformats.formats.stb.tensor import ShapeTable, StbDtype, StbLayout, StbTensor

__all__ = ["ShapeTable", "StbChange", "StbDtype", "StbFile", "StbLayout", "StbTensor", "repair"]
