# Generated from schemas/vidx.ksy (sha256 b6212ead37d799475a7e1b2fbd32859b25dc6c31616175e41fa8fc75132db898) by `nacformats generate`. Do not edit.
"""NumPy dtypes of the records of fixed size of Index of a vocabulary by id (vidx.b) of NAC v1.6."""

from __future__ import annotations

import numpy as np

__all__ = ["ENTRY_OFFSET", "VIDX"]

#: The first fields of the root: 4 bytes.
VIDX = np.dtype({"names": ["num_ids"], "formats": ["<u4"], "offsets": [0], "itemsize": 4})

#: /types/entry_offset: 4 bytes.
ENTRY_OFFSET = np.dtype({"names": ["ofs_entry"], "formats": ["<u4"], "offsets": [0], "itemsize": 4})
