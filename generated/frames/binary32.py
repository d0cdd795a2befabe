# Generated from schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b) by `nacformats generate`. Do not edit.
"""What is around the lists of A number of IEEE 754 binary32: the generated parser, with columns for the lists."""

from __future__ import annotations

import kaitaistruct

from nacformats._generated.kaitai.binary32 import Binary32


#: What is at an offset of the header, by the names of the instances.
SECTIONS = {}
