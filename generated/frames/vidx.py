# Generated from schemas/vidx.ksy (sha256 b6212ead37d799475a7e1b2fbd32859b25dc6c31616175e41fa8fc75132db898) by `nacformats generate`. Do not edit.
"""What is around the lists of Index of a vocabulary by id (vidx.b) of NAC v1.6: the generated parser, with columns for the lists."""

from __future__ import annotations

import kaitaistruct

from nacformats._generated.kaitai.vidx import Vidx


#: What is at an offset of the header, by the names of the instances.
SECTIONS = {}
