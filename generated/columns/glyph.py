# Generated from schemas/glyph.ksy (sha256 76f0039aac84daa4b55ab9edc6851265753c09a1b166f4dec5f81b647368a108) by `nacformats generate`. Do not edit.
"""Columns of KHΛNARY v0.2 instruction word of a glyph that uses STB files: each repeated record as arrays. See nacformats.columns."""

from __future__ import annotations


SCHEMA_SHA256 = "76f0039aac84daa4b55ab9edc6851265753c09a1b166f4dec5f81b647368a108"

__all__ = []
