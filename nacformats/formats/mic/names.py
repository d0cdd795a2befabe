"""The public names of Mind IR."""

from __future__ import annotations

from nacformats.formats.mic.format import is_canonical
from nacformats.formats.mic.graph import Arg, MicGraph, Node, Param, TensorType

__all__ = ["Arg", "MicGraph", "Node", "Param", "TensorType", "is_canonical"]
