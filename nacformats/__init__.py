"""Schemas, parsers, builders, checks, converters and a runtime for the NAC, MIC-B, mic@2 and STB formats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nacformats.api import convert, detect, dump, dumps, load, loads, validate
from nacformats.errors import FormatError, InvalidError, LimitError, TruncatedError, UnsupportedError
from nacformats.findings import Finding
from nacformats.formats.mic import is_canonical
from nacformats.formats.mic.graph import MicGraph
from nacformats.formats.nac import NacBuilder, NacFile
from nacformats.formats.stb import StbFile, StbTensor
from nacformats.glyphs import BinFileTable

if TYPE_CHECKING:
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
    "is_canonical",
    "load",
    "loads",
    "validate",
]

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """The runtime is imported when it is first asked for: reading files has no need of its kernels."""
    if name == "Session":
        from nacformats.runtime import Session  # noqa: PLC0415

        return Session
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
