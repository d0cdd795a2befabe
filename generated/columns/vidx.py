# Generated from schemas/vidx.ksy (sha256 b6212ead37d799475a7e1b2fbd32859b25dc6c31616175e41fa8fc75132db898) by `nacformats generate`. Do not edit.
"""Columns of Index of a vocabulary by id (vidx.b) of NAC v1.6: each repeated record as arrays. See nacformats.columns."""

from __future__ import annotations

import numpy as np

from nacformats.codec.columns.arrays import room, view
from nacformats.codec.columns.record import RecordCodec

#: Of the C code for the same records: a library that was built from other code is left out.
C_SHA256 = "1aaaa45db66535cab0d3758fb0e3248d8f8ed7be4960e11f88c2e42366508044"

__all__ = ["entry_offset"]

def scan_entry_offset(data, pos, end, note, count):
    for _ in range(count):
        note(pos)
        pos += 4
        if pos > end:
            raise IndexError
    note(pos)

def gather_entry_offset(data, starts, count):
    pos = starts[:-1]
    uint32_0 = view(data, 'uint32', 0)
    c_ofs_entry = uint32_0[pos]
    return (c_ofs_entry,)

def check_entry_offset(data, count, c_ofs_entry, first=None):
    first = first or (count, 0, 0)
    return first

def scatter_entry_offset(source, count, c_ofs_entry, sizes_only):
    pos = np.zeros(count, np.int64)
    sizes = pos + 4
    if sizes_only:
        return sizes
    base, out = room(sizes)
    view(out, 'uint32', 0)[base] = c_ofs_entry
    return out

entry_offset = RecordCodec(
    schema="vidx", name="entry_offset", parser="Vidx.EntryOffset", least=4, size=4, layout="ofs_entry:uint32",
    finds=scan_entry_offset, gathers=gather_entry_offset, checks=check_entry_offset, scatters=scatter_entry_offset,
)
