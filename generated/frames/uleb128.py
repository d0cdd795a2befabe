# Generated from schemas/uleb128.ksy (sha256 7f8186add90b8dbb561b7475dbf873f7412752189f1e2acac510fc34dd3cce21) by `nacformats generate`. Do not edit.
"""What is around the lists of Unsigned LEB128 integer of at most 64 bits: the generated parser, with columns for the lists."""

from __future__ import annotations

import kaitaistruct

from nacformats._generated.kaitai.uleb128 import Uleb128


#: What is at an offset of the header, by the names of the instances.
SECTIONS = {}
