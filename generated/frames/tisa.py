# Generated from schemas/tisa.ksy (sha256 1f5ad2c85503ff265a4c707b3a5a2dd8a1b777fa53213ee2813644bd181cdaca) by `nacformats generate`. Do not edit.
"""What is around the lists of TISA v1 (tokenizer manifest): the generated parser, with columns for the lists."""

from __future__ import annotations

import kaitaistruct

from nacformats._generated.kaitai.tisa import Tisa


#: Instances at an offset of the header: name -> field with the offset, type that is there.
SECTIONS = {}

#: Fields of records whose type another field chooses: path -> that one -> names of its fields.
ARMS = {}
