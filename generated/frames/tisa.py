# Generated from schemas/tisa.ksy (sha256 09f59e7504cc9af473735dbac554a4faddea59b5fb8ee2166af751dfce3886c7) by `nacformats generate`. Do not edit.
"""What is around the lists of TISA v1 (tokenizer manifest): the generated parser, with columns for the lists."""

from __future__ import annotations

import kaitaistruct

from nacformats._generated.kaitai.tisa import Tisa


#: Instances at an offset of the header: name -> field with the offset, type that is there.
SECTIONS = {}

#: Fields of records whose type another field chooses: path -> that one -> names of its fields.
ARMS = {}
