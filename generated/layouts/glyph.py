# Generated from schemas/glyph.ksy (sha256 3d6b6b4e58c73d3c4ef3f916c9e7d0ad19f7ca5b69f51bb94fb8f8f9200a40aa) by `nacformats generate`. Do not edit.
"""Layout of KHΛNARY v0.2 instruction word of a glyph that uses STB files: in which order numbers and tables come.

There is none: /seq/0 is not an unsigned number.
"""

from __future__ import annotations

from nacformats.codec.layouts import FileLayout

__all__ = ["LAYOUT"]

LAYOUT: FileLayout | None = None
