# Generated from schemas/token_scores.ksy (sha256 9e94dadb3ded333c66c3bb98950ad67b231a401bf1be7134fea50612baf79e00) by `nacformats generate`. Do not edit.
"""What is around the lists of Exact scores of a vocabulary (scores.b) beside NAC v1.6: the generated parser, with columns for the lists."""

from __future__ import annotations

import kaitaistruct

from nacformats._generated.kaitai.token_scores import TokenScores


#: What is at an offset of the header, by the names of the instances.
SECTIONS = {}
