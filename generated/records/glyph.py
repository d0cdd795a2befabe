# Generated from schemas/glyph.ksy (sha256 3d6b6b4e58c73d3c4ef3f916c9e7d0ad19f7ca5b69f51bb94fb8f8f9200a40aa) by `nacformats generate`. Do not edit.
"""NumPy dtypes of the records of fixed size of KHΛNARY v0.2 instruction word of a glyph that uses STB files."""

from __future__ import annotations

import numpy as np

__all__ = ["GLYPH"]

#: The fields of the root: 4 bytes.
GLYPH = np.dtype(
    {
        "names": ["version+glyph_id+arity+reserved1+has_shape_desc+has_bin_ref+is_immediate+payload+auth_class+parity"],
        "formats": ["u4"],
        "offsets": [0],
        "itemsize": 4,
    },
)
