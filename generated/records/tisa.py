# Generated from schemas/tisa.ksy (sha256 09f59e7504cc9af473735dbac554a4faddea59b5fb8ee2166af751dfce3886c7) by `nacformats generate`. Do not edit.
"""NumPy dtypes of the records of fixed size of TISA v1 (tokenizer manifest)."""

from __future__ import annotations

import numpy as np

__all__ = ["TISA"]

#: The first fields of the root: 5 bytes.
TISA = np.dtype({"names": ["magic", "version"], "formats": ["V4", "u1"], "offsets": [0, 4], "itemsize": 5})
