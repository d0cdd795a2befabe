# Generated from schemas/token_scores.ksy (sha256 9e94dadb3ded333c66c3bb98950ad67b231a401bf1be7134fea50612baf79e00) by `nacformats generate`. Do not edit.
"""Columns of Exact scores of a vocabulary (scores.b) beside NAC v1.6: each repeated record as arrays. See nacformats.columns."""

from __future__ import annotations

import numpy as np

from nacformats.codec.columns.arrays import room, view
from nacformats.codec.columns.record import RecordCodec

#: Of the C code for the same records: a library that was built from other code is left out.
C_SHA256 = "673a040a7eaf348c41a50d9b23d1970d0a5e49c635237ae4e25b9b6ff6edc181"

__all__ = ["score"]

def scan_score(data, pos, end, note, count):
    for _ in range(count):
        note(pos)
        pos += 8
        if pos > end:
            raise IndexError
    note(pos)

def gather_score(data, starts, count):
    pos = starts[:-1]
    uint64_0 = view(data, 'uint64', 0)
    c_bits = uint64_0[pos]
    return (c_bits,)

def check_score(data, count, c_bits, first=None):
    first = first or (count, 0, 0)
    return first

def scatter_score(source, count, c_bits, sizes_only):
    pos = np.zeros(count, np.int64)
    sizes = pos + 8
    if sizes_only:
        return sizes
    base, out = room(sizes)
    view(out, 'uint64', 0)[base] = c_bits
    return out

score = RecordCodec(
    schema="token_scores", name="score", parser="TokenScores.Score", least=8, size=8, layout="bits:uint64",
    finds=scan_score, gathers=gather_score, checks=check_score, scatters=scatter_score,
)
