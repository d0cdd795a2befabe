"""Schemas, parsers, builders, checks, converters and a runtime for the NAC, MIC-B, mic@2 and STB formats."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from nacformats.api import convert, detect, dump, dumps, load, loads, validate
from nacformats.errors import FormatError, InvalidError, LimitError, TruncatedError, UnsupportedError
from nacformats.findings import Finding

if TYPE_CHECKING:
    from nacformats.formats.nac import NacBuilder, NacFile
    from nacformats.formats.stb import StbFile, StbTensor
    from nacformats.glyphs import BinFileTable
    from nacformats.mic.graph import MicGraph
    from nacformats.runtime import Session

__all__ = [
    "BinFileTable",
    "Finding",
    "FormatError",
    "InvalidError",
    "LimitError",
    "MicGraph",
    "NacBuilder",
    "NacFile",
    "Session",
    "StbFile",
    "StbTensor",
    "TruncatedError",
    "UnsupportedError",
    "convert",
    "detect",
    "dump",
    "dumps",
    "load",
    "loads",
    "validate",
]

#: Where the names live that are imported when they are first asked for, so that `import nacformats` stays quick.
_IMPORTED_ON_DEMAND = {
    "BinFileTable": "nacformats.glyphs",
    "MicGraph": "nacformats.mic.graph",
    "NacBuilder": "nacformats.formats.nac",
    "NacFile": "nacformats.formats.nac",
    "Session": "nacformats.runtime",
    "StbFile": "nacformats.formats.stb",
    "StbTensor": "nacformats.formats.stb",
}


def __getattr__(name: str) -> Any:
    if name not in _IMPORTED_ON_DEMAND:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_IMPORTED_ON_DEMAND[name]), name)
