# Generated from schemas/tisa.ksy (sha256 010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769) by `nacformats generate`. Do not edit.
"""NumPy dtypes of the records of fixed size of TISA v1 (tokenizer manifest)."""

from __future__ import annotations

import numpy as np

__all__ = ["TISA"]

#: The first fields of the root: 5 bytes.
TISA = np.dtype({"names": ["magic", "version"], "formats": ["V4", "u1"], "offsets": [0, 4], "itemsize": 5})
