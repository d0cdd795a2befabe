# Generated from schemas/glyph.ksy (sha256 76f0039aac84daa4b55ab9edc6851265753c09a1b166f4dec5f81b647368a108) by `nacformats generate`. Do not edit.
"""Construct structs of KHΛNARY v0.2 instruction word of a glyph that uses STB files."""

from enum import IntEnum

from nacformats.codec.constructs import Record

class Operation(IntEnum):
    g_load_bin_tensor = 48
    g_mmap_bin_region = 49
    g_prefetch_bin = 50
glyph: Record
