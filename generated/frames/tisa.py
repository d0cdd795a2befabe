# Generated from schemas/tisa.ksy (sha256 2b355f8c3897145f7d57c2d4ac495edb72ac0745a3f10f1a65df878095b6e83c) by `nacformats generate`. Do not edit.
"""What is around the lists of TISA, tokenizer manifest of NAC v1.6: the generated parser, with columns for the lists."""

from __future__ import annotations

import kaitaistruct

from nacformats._generated.kaitai.tisa import Tisa


#: Instances at an offset of the header: name -> field with the offset, type that is there.
SECTIONS = {}

#: Fields of records whose type another field chooses: path -> that one -> names of its fields.
ARMS = {}
