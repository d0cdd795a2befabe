# Generated from schemas/token_scores.ksy (sha256 9e94dadb3ded333c66c3bb98950ad67b231a401bf1be7134fea50612baf79e00) by `nacformats generate`. Do not edit.
"""NumPy dtypes of the records of fixed size of Exact scores of a vocabulary (scores.b) beside NAC v1.6."""

from __future__ import annotations

import numpy as np

__all__ = ["SCORE", "TOKEN_SCORES"]

#: The first fields of the root: 4 bytes.
TOKEN_SCORES = np.dtype({"names": ["num_scores"], "formats": ["<u4"], "offsets": [0], "itemsize": 4})

#: /types/score: 8 bytes.
SCORE = np.dtype({"names": ["bits"], "formats": ["<u8"], "offsets": [0], "itemsize": 8})
