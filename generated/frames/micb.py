# Generated from schemas/micb.ksy (sha256 5db39ae95eb084788db5a0f8e59b114c46942db28d4c596042ca4fa5d2ad37b2) by `nacformats generate`. Do not edit.
# It imports schemas/uleb128.ksy (sha256 7f8186add90b8dbb561b7475dbf873f7412752189f1e2acac510fc34dd3cce21).
"""What is around the lists of MIC-B v2, binary form of Mind IR graphs: the generated parser, with columns for the lists."""

from __future__ import annotations

import kaitaistruct

from nacformats._generated.kaitai.micb import Micb


#: What is at an offset of the header, by the names of the instances.
SECTIONS = {}
