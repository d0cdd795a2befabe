"""Schemas, parsers, builders, checks, converters and a runtime for the NAC, MIC-B, mic@2, STB and TISA formats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nacformats.lazy import names_from
from nacformats.runtime.engines import register_engine

if TYPE_CHECKING:
    from nacformats.api import detect, dump, dumps, load, loads, validate
    from nacformats.compiler import compile  # noqa: A004  the name of the verb
    from nacformats.conversion.files import convert
    from nacformats.errors import FormatError, InvalidError, LimitError, TruncatedError, UnsupportedError
    from nacformats.findings import Finding
    from nacformats.formats.generic import Tree
    from nacformats.formats.mic import MicGraph, is_canonical
    from nacformats.formats.nac import NacBuilder, NacFile
    from nacformats.formats.stb import StbFile, StbTensor
    from nacformats.glyphs import BinFileTable
    from nacformats.plan import Plan, PlanBuilder, assemble
    from nacformats.runtime import Session
    from nacformats.runtime.engines.allowed import Trust
    from nacformats.runtime.engines.base import Engine
    from nacformats.tokenizer import Tokenizer, compile_tokenizer

__all__ = [
    "BinFileTable",
    "Finding",
    "FormatError",
    "InvalidError",
    "LimitError",
    "MicGraph",
    "NacBuilder",
    "NacFile",
    "Plan",
    "PlanBuilder",
    "Session",
    "StbFile",
    "StbTensor",
    "Tokenizer",
    "Tree",
    "TruncatedError",
    "UnsupportedError",
    "assemble",
    "compile",
    "compile_tokenizer",
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


def _onnxruntime(_trust: Trust) -> Engine:
    from nacformats.onnx.engine import OnnxruntimeEngine  # noqa: PLC0415  onnxruntime is optional

    return OnnxruntimeEngine()


register_engine("onnxruntime", _onnxruntime)  # sessions are below `nacformats.onnx`

if not TYPE_CHECKING:
    __getattr__ = names_from(
        __name__,
        {
            "nacformats.api": ("detect", "dump", "dumps", "load", "loads", "validate"),
            "nacformats.compiler": ("compile",),
            "nacformats.conversion.files": ("convert",),
            "nacformats.errors": ("FormatError", "InvalidError", "LimitError", "TruncatedError", "UnsupportedError"),
            "nacformats.findings": ("Finding",),
            "nacformats.formats.generic": ("Tree",),
            "nacformats.formats.mic": ("MicGraph", "is_canonical"),
            "nacformats.formats.nac": ("NacBuilder", "NacFile"),
            "nacformats.formats.stb": ("StbFile", "StbTensor"),
            "nacformats.glyphs": ("BinFileTable",),
            "nacformats.plan": ("Plan", "PlanBuilder", "assemble"),
            "nacformats.runtime": ("Session",),
            "nacformats.tokenizer": ("Tokenizer", "compile_tokenizer"),
        },
    )


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
