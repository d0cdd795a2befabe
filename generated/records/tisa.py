# Generated from schemas/tisa.ksy (sha256 6c031895c5d17ed76870336cb88b8513374c2770222afde705725fb6acf0b29b) by `nacformats generate`. Do not edit.
"""NumPy dtypes of the records of fixed size of TISA v1 (tokenizer manifest)."""

from __future__ import annotations

import numpy as np

__all__ = ["TISA"]

#: The first fields of the root: 5 bytes.
TISA = np.dtype({"names": ["magic", "version"], "formats": ["V4", "u1"], "offsets": [0, 4], "itemsize": 5})
