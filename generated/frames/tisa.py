# Generated from schemas/tisa.ksy (sha256 c3b89d09ea42458e8c2c33593a0175e05e3ca06df4cb9ed94f29e194014906cb) by `nacformats generate`. Do not edit.
"""What is around the lists of TISA v1 (tokenizer manifest): the generated parser, with columns for the lists."""

from __future__ import annotations

import kaitaistruct

from nacformats._generated.kaitai.tisa import Tisa


#: Instances at an offset of the header: name -> field with the offset, type that is there.
SECTIONS = {}

#: Fields of records whose type another field chooses: path -> that one -> names of its fields.
ARMS = {}
