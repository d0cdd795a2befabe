# Generated from schemas/stb.ksy (sha256 0345ed56f9b45f3379da906e1e825d701fcda049dcced3694875ac7626347a8d) by `nacformats generate`. Do not edit.
"""What is around the lists of SVG-Tensor Binary Format (STB) v0.1: the generated parser, with columns for the lists."""

from __future__ import annotations

import kaitaistruct

from nacformats._generated.kaitai.stb import Stb


#: What is at an offset of the header, by the names of the instances.
SECTIONS = {"data": Stb.DataRegion}
