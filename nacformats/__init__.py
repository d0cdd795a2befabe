"""Schemas, parsers, builders, checks, converters and a runtime for file formats of neural networks.

They are NAC, MIC-B, mic@2, STB, TISA, GGUF and safetensors, and any format that a Kaitai Struct schema describes.

    Files:    load, loads, dump, dumps; detect, validate, convert, compare, tables, explore
    Models:   NacFile (made by NacBuilder), MicGraph, StbFile, GgufFile, SafetensorsFile, Tree
    Running:  compile, Session, run_plan, Tokenizer, blocks; Budget, CompileOptions, SessionOptions
    Schemas:  open_schema
    Errors:   FormatError and its kinds InvalidError, LimitError, TruncatedError, UnsupportedError
    Modules:  columns, constructs, findings, formats, glyphs, kaitai, limits, typing
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nacformats.lazy import names_from, show_in_notebooks
from nacformats.runtime.engines import register_engine

if TYPE_CHECKING:
    from nacformats import findings, formats, limits, typing  # noqa: F401
    from nacformats.api import detect, dump, dumps, load, loads
    from nacformats.checks.validation import validate
    from nacformats.comparing.comparison import compare
    from nacformats.compiler import CompileOptions
    from nacformats.compiler import compile as compile  # noqa: A004  the name of the verb
    from nacformats.conversion.files import convert
    from nacformats.errors import FormatError, InvalidError, LimitError, TruncatedError, UnsupportedError
    from nacformats.formats.generic import Tree
    from nacformats.formats.gguf import GgufFile
    from nacformats.formats.mic import MicGraph
    from nacformats.formats.nac import NacBuilder, NacFile
    from nacformats.formats.safetensors import SafetensorsFile
    from nacformats.formats.stb import StbFile
    from nacformats.formats.stb import glyphs as glyphs
    from nacformats.plan import run_plan
    from nacformats.products import columns as columns
    from nacformats.products import constructs as constructs
    from nacformats.products import kaitai as kaitai
    from nacformats.querying import tables
    from nacformats.repeats import blocks
    from nacformats.runtime import Budget, Session, SessionOptions
    from nacformats.runtime.engines.base import Engine, Trust
    from nacformats.schemas import open_schema
    from nacformats.tokenizer import Tokenizer
    from nacformats.version import __version__ as __version__
    from nacformats.view.pages import explore

__all__ = [
    "Budget",
    "CompileOptions",
    "FormatError",
    "GgufFile",
    "InvalidError",
    "LimitError",
    "MicGraph",
    "NacBuilder",
    "NacFile",
    "SafetensorsFile",
    "Session",
    "SessionOptions",
    "StbFile",
    "Tokenizer",
    "Tree",
    "TruncatedError",
    "UnsupportedError",
    "blocks",
    "compare",
    "convert",
    "detect",
    "dump",
    "dumps",
    "explore",
    "load",
    "loads",
    "open_schema",
    "run_plan",
    "tables",
    "validate",
]

#: Public as well, and no name that `from nacformats import *` gives: it would hide Python's own.
_BY_NAME = ("__version__", "compile")

#: The public modules that none of the names above comes from, and where each of them is.
_MODULES = {
    "columns": "nacformats.products.columns",
    "constructs": "nacformats.products.constructs",
    "findings": "nacformats.findings",
    "formats": "nacformats.formats",
    "glyphs": "nacformats.formats.stb.glyphs",
    "kaitai": "nacformats.products.kaitai",
    "limits": "nacformats.limits",
    "typing": "nacformats.typing",
}


def _onnxruntime(_trust: Trust) -> Engine:
    from nacformats.onnx.running import OnnxruntimeEngine  # noqa: PLC0415  onnxruntime is optional

    return OnnxruntimeEngine()


register_engine("onnxruntime", _onnxruntime)  # sessions are below `nacformats.onnx`


def _html(shown: object) -> str:
    from nacformats.view.notebook import notebook_html  # noqa: PLC0415  only notebooks ask for it

    return notebook_html(shown)


show_in_notebooks(_html)  # the objects are below `nacformats.view`

if not TYPE_CHECKING:
    __getattr__ = names_from(
        __name__,
        {
            "nacformats.api": ("detect", "dump", "dumps", "load", "loads"),
            "nacformats.checks.validation": ("validate",),
            "nacformats.compiler": ("CompileOptions", "compile"),
            "nacformats.comparing.comparison": ("compare",),
            "nacformats.conversion.files": ("convert",),
            "nacformats.errors": ("FormatError", "InvalidError", "LimitError", "TruncatedError", "UnsupportedError"),
            "nacformats.formats.generic": ("Tree",),
            "nacformats.formats.gguf": ("GgufFile",),
            "nacformats.formats.mic": ("MicGraph",),
            "nacformats.formats.nac": ("NacBuilder", "NacFile"),
            "nacformats.formats.safetensors": ("SafetensorsFile",),
            "nacformats.formats.stb": ("StbFile",),
            "nacformats.plan": ("run_plan",),
            "nacformats.repeats": ("blocks",),
            "nacformats.querying": ("tables",),
            "nacformats.runtime": ("Budget", "Session", "SessionOptions"),
            "nacformats.schemas": ("open_schema",),
            "nacformats.tokenizer": ("Tokenizer",),
            "nacformats.version": ("__version__",),
            "nacformats.view.pages": ("explore",),
        },
        _MODULES,
    )


def __dir__() -> list[str]:
    return sorted([*__all__, *_BY_NAME, *_MODULES])
