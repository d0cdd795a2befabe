# Generated from schemas/mic2.ksy (sha256 d3ccddff2284fc7ea29448ad0980d4f3c0f72130e486f8eb11711a2345ef830a) by `nacformats generate`. Do not edit.
"""What is around the lists of mic@2, text form of Mind IR graphs, lines and tokens: the generated parser, with columns for the lists."""

from __future__ import annotations

import kaitaistruct

from nacformats._generated.kaitai.mic2 import Mic2


#: What is at an offset of the header, by the names of the instances.
SECTIONS = {}
