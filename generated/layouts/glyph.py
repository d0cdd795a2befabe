# Generated from schemas/glyph.ksy (sha256 76f0039aac84daa4b55ab9edc6851265753c09a1b166f4dec5f81b647368a108) by `nacformats generate`. Do not edit.
"""Layout of KHΛNARY v0.2 instruction word of a glyph that uses STB files: in which order numbers and tables come.

There is none: /seq/0 is not an unsigned number.
"""

from __future__ import annotations

from nacformats.codec.layouts import Layout

__all__ = ["LAYOUT"]

LAYOUT: Layout | None = None
