# Generated from schemas/mic2.ksy (sha256 d3ccddff2284fc7ea29448ad0980d4f3c0f72130e486f8eb11711a2345ef830a) by `nacformats generate`. Do not edit.
"""Construct structs of mic@2, text form of Mind IR graphs, lines and tokens: they parse and they build."""

from __future__ import annotations

from nacformats.codec.constructs import Record as _Record
from nacformats._generated.python import mic2 as _records
from nacformats._generated.python.mic2 import LineKind

__all__ = ["LineKind", "declaration", "line", "mic2", "token"]

# Lines and tokens of a mic@2 text in canonical spelling: one blank between tokens, no other white space, no empty
# lines, no comments, and no newline after the last line.
mic2 = _Record(_records.Mic2)
line = _Record(_records.Line)
# A declaration.
declaration = _Record(_records.Declaration)
token = _Record(_records.Token)
