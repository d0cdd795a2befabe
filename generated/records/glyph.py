# Generated from schemas/glyph.ksy (sha256 76f0039aac84daa4b55ab9edc6851265753c09a1b166f4dec5f81b647368a108) by `nacformats generate`. Do not edit.
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
