"""Schemas, parsers, builders, checks, converters and a runtime for the NAC, MIC-B, mic@2 and STB formats."""

from __future__ import annotations

from nacformats.api import convert, detect, dump, dumps, load, loads, validate
from nacformats.errors import FormatError, InvalidError, LimitError, TruncatedError, UnsupportedError
from nacformats.findings import Finding

__all__ = [
    "Finding",
    "FormatError",
    "InvalidError",
    "LimitError",
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

__version__ = "0.1.0"
