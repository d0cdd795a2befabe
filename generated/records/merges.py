# Generated from schemas/merges.ksy (sha256 da3f2e4390a052398605c9bfd862235886c0eb1b04704f2894791cd6896fc11a) by `nacformats generate`. Do not edit.
"""NumPy dtypes of the records of fixed size of Merges of a tokenizer (merges.b) of NAC v1.6."""

from __future__ import annotations

import numpy as np

__all__ = ["MERGES"]

#: The first fields of the root: 4 bytes.
MERGES = np.dtype({"names": ["num_lines"], "formats": ["<u4"], "offsets": [0], "itemsize": 4})
