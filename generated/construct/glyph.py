# Generated from schemas/glyph.ksy (sha256 3d6b6b4e58c73d3c4ef3f916c9e7d0ad19f7ca5b69f51bb94fb8f8f9200a40aa) by `nacformats generate`. Do not edit.
"""Construct structs of KHΛNARY v0.2 instruction word of a glyph that uses STB files: they parse and they build."""

from __future__ import annotations

from nacformats.codec.constructs import Record as _Record
from nacformats._generated.python import glyph as _records
from nacformats._generated.python.glyph import Operation

__all__ = ["Operation", "glyph"]

# One instruction of a KHΛNARY module (KHΛ-2-DENSE-32): a number of 32 bits, its fields from the highest bit to the
# lowest, for the three glyphs that take their operand from an STB file.
glyph = _Record(_records.Glyph, 4)
