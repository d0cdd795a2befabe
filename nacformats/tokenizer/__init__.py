"""The tokenizer of the sections `proc` and `rsrc`: a TISA manifest and its resources (NAC v1.6, section 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nacformats.lazy import names_from

if TYPE_CHECKING:
    from nacformats.formats.tisa.manifest import Manifest
    from nacformats.formats.tisa.steps import *
    from nacformats.tokenizer.huggingface.compiling import compile_tokenizer
    from nacformats.tokenizer.tokenizer import DecodeStream, Encoding, Tokenizer

__all__ = [
    "Behavior",
    "BpeEncode",
    "ByteEncode",
    "Compose",
    "DecodeStream",
    "Encoding",
    "FilterCategory",
    "Lowercase",
    "Manifest",
    "Partition",
    "Prepend",
    "Replace",
    "Rule",
    "Tokenizer",
    "UnicodeNorm",
    "UnigramEncode",
    "WordPieceEncode",
    "compile_tokenizer",
]

_HERE = ("DecodeStream", "Encoding", "Tokenizer")
_ELSEWHERE = {*_HERE, "Manifest", "compile_tokenizer"}

if not TYPE_CHECKING:
    __getattr__ = names_from(
        __name__,
        {
            "nacformats.tokenizer.tokenizer": _HERE,
            "nacformats.tokenizer.huggingface.compiling": ("compile_tokenizer",),
            "nacformats.formats.tisa.manifest": ("Manifest",),
            "nacformats.formats.tisa.steps": tuple(name for name in __all__ if name not in _ELSEWHERE),
        },
    )
