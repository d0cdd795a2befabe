"""What the package offers of STB."""

from __future__ import annotations

from nacformats.formats.stb.model import StbFile
from nacformats.formats.stb.repairing import Change, repair
from nacformats.formats.stb.tensor import Dtype, Layout, ShapeTable, StbTensor

__all__ = ["Change", "Dtype", "Layout", "ShapeTable", "StbFile", "StbTensor", "repair"]
