"""MIC-B v2 and mic@2: the binary and the text form of the same Mind IR graphs."""

from __future__ import annotations

from nacformats.formats.mic.format import FORMATS, is_canonical
from nacformats.formats.mic.graph import Arg, MicGraph, Node, Param, TensorType

__all__ = ["FORMATS", "Arg", "MicGraph", "Node", "Param", "TensorType", "is_canonical"]
