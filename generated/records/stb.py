# Generated from schemas/stb.ksy (sha256 0345ed56f9b45f3379da906e1e825d701fcda049dcced3694875ac7626347a8d) by `nacformats generate`. Do not edit.
"""NumPy dtypes of the records of fixed size of SVG-Tensor Binary Format (STB) v0.1."""

from __future__ import annotations

import numpy as np

__all__ = ["STB", "TENSOR_DESCRIPTOR"]

#: The fields of the root: 32 bytes.
STB = np.dtype(
    {
        "names": ["magic", "version", "flags", "num_tensors", "reserved0", "reserved1", "ofs_data", "len_file"],
        "formats": ["V4", "u1", "u1", "<u2", "<u4", "<u4", "<u8", "<u8"],
        "offsets": [0, 4, 5, 6, 8, 12, 16, 24],
        "itemsize": 32,
    },
)

#: /types/tensor_descriptor: 32 bytes.
TENSOR_DESCRIPTOR = np.dtype(
    {
        "names": ["tensor_id", "dtype", "rank", "layout", "ofs_body", "len_body", "dims"],
        "formats": ["u1", "u1", "u1", "u1", "<u8", "<u8", ("<u4", (3,))],
        "offsets": [0, 1, 2, 3, 4, 12, 20],
        "itemsize": 32,
    },
)
