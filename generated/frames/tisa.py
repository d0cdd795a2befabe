# Generated from schemas/tisa.ksy (sha256 6c031895c5d17ed76870336cb88b8513374c2770222afde705725fb6acf0b29b) by `nacformats generate`. Do not edit.
"""What is around the lists of TISA v1 (tokenizer manifest): the generated parser, with columns for the lists."""

from __future__ import annotations

import kaitaistruct

from nacformats._generated.kaitai.tisa import Tisa


#: Instances at an offset of the header: name -> field with the offset, type that is there.
SECTIONS = {}

#: Fields of records whose type another field chooses: path -> that one -> names of its fields.
ARMS = {}
