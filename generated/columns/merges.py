# Generated from schemas/merges.ksy (sha256 da3f2e4390a052398605c9bfd862235886c0eb1b04704f2894791cd6896fc11a) by `nacformats generate`. Do not edit.
"""Columns of Merges of a tokenizer (merges.b) of NAC v1.6: each repeated record as arrays. See nacformats.columns."""

from __future__ import annotations

import numpy as np

from nacformats.codec.columns.arrays import copy_spans, counts, fits, room, text_offender, view, wide
from nacformats.codec.columns.record import RecordCodec
from nacformats.codec.columns.table import ColumnRule

#: Of the C code for the same records: a library that was built from other code is left out.
C_SHA256 = "07e1f2346d31a7eb98a88c3d73aad5e7011cf23f9c60ec120bae121e60f1a249"

__all__ = ["pair"]

def scan_pair(data, pos, end, note, count):
    for _ in range(count):
        note(pos)
        v0_len_left = data[pos] | data[pos + 1] << 8
        pos += 2
        pos += v0_len_left
        v1_len_right = data[pos] | data[pos + 1] << 8
        pos += 2
        pos += v1_len_right
        if pos > end:
            raise IndexError
    note(pos)

def gather_pair(data, starts, count):
    pos = starts[:-1]
    uint16_0 = view(data, 'uint16', 0)
    v0_len_left_1 = uint16_0[pos]
    at_2 = pos + 2
    size_3 = counts(wide(v0_len_left_1), at_2)
    pos_4 = at_2 + size_3
    c_left_AT = at_2
    c_left_SIZE = size_3
    v1_len_right_5 = uint16_0[pos_4]
    at_6 = pos_4 + 2
    size_7 = counts(wide(v1_len_right_5), at_6)
    pos_8 = at_6 + size_7
    c_right_AT = at_6
    c_right_SIZE = size_7
    return (c_left_AT, c_left_SIZE, c_right_AT, c_right_SIZE,)

def check_pair(data, count, c_left_AT, c_left_SIZE, c_right_AT, c_right_SIZE, first=None):
    first = first or (count, 0, 0)
    first = text_offender(first, data, c_left_AT, c_left_SIZE, None, 0)
    first = text_offender(first, data, c_right_AT, c_right_SIZE, None, 1)
    return first

def scatter_pair(source, count, c_left_AT, c_left_SIZE, c_right_AT, c_right_SIZE, sizes_only):
    pos = np.zeros(count, np.int64)
    v0_len_left_1 = c_left_SIZE
    fits('len_left', v0_len_left_1, 'uint16', None)
    at_2 = c_left_AT
    size_3 = c_left_SIZE
    size_4 = np.where(at_2 < 0, 0, size_3)
    pos_5 = pos + 2 + size_4
    v1_len_right_6 = c_right_SIZE
    fits('len_right', v1_len_right_6, 'uint16', None)
    at_7 = c_right_AT
    size_8 = c_right_SIZE
    size_9 = np.where(at_7 < 0, 0, size_8)
    pos_10 = pos_5 + 2 + size_9
    sizes = pos_10
    if sizes_only:
        return sizes
    base, out = room(sizes)
    view(out, 'uint16', 0)[base] = v0_len_left_1
    copy_spans(out, base + 2, source, at_2, size_4)
    view(out, 'uint16', 0)[base + pos_5] = v1_len_right_6
    copy_spans(out, base + pos_5 + 2, source, at_7, size_9)
    return out

pair = RecordCodec(
    schema="merges", name="pair", parser="Merges.Pair", least=4,
    layout="left@:int64 left#:int64 right@:int64 right#:int64",
    rules=(ColumnRule("left", "the text is not UTF-8", ""), ColumnRule("right", "the text is not UTF-8", "")),
    finds=scan_pair, gathers=gather_pair, checks=check_pair, scatters=scatter_pair,
)
