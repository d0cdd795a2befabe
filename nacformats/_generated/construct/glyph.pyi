# Generated from schemas/glyph.ksy (sha256 3d6b6b4e58c73d3c4ef3f916c9e7d0ad19f7ca5b69f51bb94fb8f8f9200a40aa) by `nacformats generate`. Do not edit.
"""Construct structs of KHΛNARY v0.2 instruction word of a glyph that uses STB files."""

from nacformats.codec.constructs import Record

from nacformats._generated.python.glyph import Operation as Operation
glyph: Record
