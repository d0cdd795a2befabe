# Generated from schemas/glyph.ksy (sha256 3d6b6b4e58c73d3c4ef3f916c9e7d0ad19f7ca5b69f51bb94fb8f8f9200a40aa) by `nacformats generate`. Do not edit.
"""What is around the lists of KHΛNARY v0.2 instruction word of a glyph that uses STB files: the generated parser, with columns for the lists."""

from __future__ import annotations

import kaitaistruct

from nacformats._generated.kaitai.glyph import Glyph


#: What is at an offset of the header, by the names of the instances.
SECTIONS = {}
