# Generated from schemas/merges.ksy (sha256 da3f2e4390a052398605c9bfd862235886c0eb1b04704f2894791cd6896fc11a) by `nacformats generate`. Do not edit.
"""What is around the lists of Merges of a tokenizer (merges.b) of NAC v1.6: the generated parser, with columns for the lists."""

from __future__ import annotations

import kaitaistruct

from nacformats._generated.kaitai.merges import Merges


#: What is at an offset of the header, by the names of the instances.
SECTIONS = {}
