# Generated from schemas/tisa.ksy (sha256 010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769) by `nacformats generate`. Do not edit.
"""What is around the lists of TISA v1 (tokenizer manifest): the generated parser, with columns for the lists."""

from __future__ import annotations

import kaitaistruct

from nacformats._generated.kaitai.tisa import Tisa


#: What is at an offset of the header, by the names of the instances.
SECTIONS = {}
