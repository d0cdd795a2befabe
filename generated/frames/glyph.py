# Generated from schemas/glyph.ksy (sha256 76f0039aac84daa4b55ab9edc6851265753c09a1b166f4dec5f81b647368a108) by `nacformats generate`. Do not edit.
"""What is around the lists of KHΛNARY v0.2 instruction word of a glyph that uses STB files: the generated parser, with columns for the lists."""

from __future__ import annotations

import kaitaistruct

from nacformats._generated.kaitai.glyph import Glyph


#: Instances at an offset of the header: name -> field with the offset, type that is there.
SECTIONS = {}

#: Fields of records whose type another field chooses: path -> that one -> names of its fields.
ARMS = {}
