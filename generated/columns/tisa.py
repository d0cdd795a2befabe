# Generated from schemas/tisa.ksy (sha256 010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769) by `nacformats generate`. Do not edit.
"""Columns of TISA v1 (tokenizer manifest): each repeated record as arrays. See nacformats.columns.

Left to the parser: /types/step, because /types/step: some of its fields are read as columns, but not written.
"""

from __future__ import annotations

import numpy as np

from nacformats.codec.columns.arrays import copy_spans, counts, fits, offender, room, text_offender, view, wide
from nacformats.codec.columns.record import RecordCodec
from nacformats.codec.columns.table import ColumnRule

#: Of the C code for the same records: a library that was built from other code is left out.
C_SHA256 = "641564de525f39b63c487de16277530bbec9131e0a1c349b1a93fc8396fdd3ad"

__all__ = ["partition_rule"]

def scan_partition_rule(data, pos, end, note, count):
    for _ in range(count):
        note(pos)
        v0_flags = data[pos]
        v1_len_pattern = data[pos + 1] | data[pos + 2] << 8
        pos += 3
        pos += v1_len_pattern
        if (((v0_flags // 2) % 2) == 1):
            pos += 1
        if ((v0_flags // 4) == 1):
            v3_len_trim = data[pos]
            pos += 1
            pos += v3_len_trim
        if pos > end:
            raise IndexError
    note(pos)

def gather_partition_rule(data, starts, count):
    pos = starts[:-1]
    uint8_0 = view(data, 'uint8', 0)
    uint16_1 = view(data, 'uint16', 1)
    c_behavior = np.zeros(count, 'uint8')
    c_trim_AT = np.zeros(count, 'int64')
    c_trim_SIZE = np.zeros(count, 'int64')
    v0_flags_1 = uint8_0[pos]
    c_flags = v0_flags_1
    v1_len_pattern_2 = uint16_1[pos]
    at_3 = pos + 3
    size_4 = counts(wide(v1_len_pattern_2), at_3)
    pos_5 = at_3 + size_4
    c_pattern_AT = at_3
    c_pattern_SIZE = size_4
    pos_6 = pos_5.copy()
    mask_7 = ((((wide(v0_flags_1) // 2) % 2) == 1)).nonzero()[0]
    if mask_7.size:
        pos_8 = pos_6[mask_7]
        c_behavior[mask_7] = uint8_0[pos_8]
        pos_6[mask_7] = pos_8 + 1
    v3_len_trim_9 = np.zeros(len(pos_6), 'uint8')
    pos_10 = pos_6.copy()
    mask_11 = (((wide(v0_flags_1) // 4) == 1)).nonzero()[0]
    if mask_11.size:
        pos_12 = pos_10[mask_11]
        v3_len_trim_13 = uint8_0[pos_12]
        at_14 = pos_12 + 1
        size_15 = counts(wide(v3_len_trim_13), at_14)
        pos_16 = at_14 + size_15
        c_trim_AT[mask_11] = at_14
        c_trim_SIZE[mask_11] = size_15
        pos_10[mask_11] = pos_16
        v3_len_trim_9[mask_11] = v3_len_trim_13
    return (c_flags, c_pattern_AT, c_pattern_SIZE, c_behavior, c_trim_AT, c_trim_SIZE,)

def check_partition_rule(
    data, count, c_flags, c_pattern_AT, c_pattern_SIZE, c_behavior, c_trim_AT, c_trim_SIZE, first=None
):
    first = first or (count, 0, 0)
    v0_flags_1 = c_flags
    first = offender(first, (v0_flags_1 <= 7), None, 0)
    first = text_offender(first, data, c_pattern_AT, c_pattern_SIZE, None, 1)
    mask_2 = (((wide(v0_flags_1) // 4) == 1)).nonzero()[0]
    if mask_2.size:
        first = text_offender(first, data, c_trim_AT[mask_2], c_trim_SIZE[mask_2], mask_2, 2)
    return first

def scatter_partition_rule(
    source, count, c_flags, c_pattern_AT, c_pattern_SIZE, c_behavior, c_trim_AT, c_trim_SIZE, sizes_only
):
    pos = np.zeros(count, np.int64)
    v0_flags_1 = c_flags
    v1_len_pattern_2 = c_pattern_SIZE
    fits('len_pattern', v1_len_pattern_2, 'uint16', None)
    at_3 = c_pattern_AT
    size_4 = c_pattern_SIZE
    size_5 = np.where(at_3 < 0, 0, size_4)
    pos_6 = pos + 3 + size_5
    pos_7 = pos_6.copy()
    mask_8 = ((((wide(v0_flags_1) // 2) % 2) == 1)).nonzero()[0]
    if mask_8.size:
        pos_9 = pos_7[mask_8]
        pos_7[mask_8] = pos_9 + 1
    pos_10 = pos_7.copy()
    mask_11 = (((wide(v0_flags_1) // 4) == 1)).nonzero()[0]
    if mask_11.size:
        pos_12 = pos_10[mask_11]
        v3_len_trim_13 = c_trim_SIZE[mask_11]
        fits('len_trim', v3_len_trim_13, 'uint8', mask_11)
        at_14 = c_trim_AT[mask_11]
        size_15 = c_trim_SIZE[mask_11]
        size_16 = np.where(at_14 < 0, 0, size_15)
        pos_17 = pos_12 + 1 + size_16
        pos_10[mask_11] = pos_17
    sizes = pos_10
    if sizes_only:
        return sizes
    base, out = room(sizes)
    view(out, 'uint8', 0)[base] = v0_flags_1
    view(out, 'uint16', 1)[base] = v1_len_pattern_2
    copy_spans(out, base + 3, source, at_3, size_5)
    if mask_8.size:
        view(out, 'uint8', 0)[base[mask_8] + pos_9] = c_behavior[mask_8]
    if mask_11.size:
        view(out, 'uint8', 0)[base[mask_11] + pos_12] = v3_len_trim_13
        copy_spans(out, base[mask_11] + pos_12 + 1, source, at_14, size_16)
    return out

partition_rule = RecordCodec(
    schema="tisa", name="partition_rule", parser="Tisa.PartitionRule", least=3,
    layout="flags:uint8 pattern@:int64 pattern#:int64 behavior:uint8 trim@:int64 trim#:int64",
    rules=(ColumnRule("flags", "out of range", "at most 7"), ColumnRule("pattern", "the text is not UTF-8", ""), ColumnRule("trim", "the text is not UTF-8", "")),
    finds=scan_partition_rule, gathers=gather_partition_rule, checks=check_partition_rule,
    scatters=scatter_partition_rule,
)
