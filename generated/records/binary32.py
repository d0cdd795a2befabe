# Generated from schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b) by `nacformats generate`. Do not edit.
"""NumPy dtypes of the records of fixed size of A number of IEEE 754 binary32."""

from __future__ import annotations

import numpy as np

__all__ = ["BINARY32"]

#: The fields of the root: 4 bytes.
BINARY32 = np.dtype({"names": ["bits"], "formats": ["<u4"], "offsets": [0], "itemsize": 4})
