# Generated from schemas/vocab.ksy (sha256 ab00ae5d009815e4de6bf1001a2dce5766649c2084e408d592535163284b689e) by `nacformats generate`. Do not edit.
# It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
"""Columns of Vocabulary of a tokenizer (vocab.b) of NAC v1.6: each repeated record as arrays. See nacformats.columns."""

from __future__ import annotations

import numpy as np

from nacformats.codec.columns.arrays import copy_spans, counts, fits, room, text_offender, view, wide
from nacformats.codec.columns.record import RecordCodec
from nacformats.codec.columns.table import ColumnRule

#: Of the C code for the same records: a library that was built from other code is left out.
C_SHA256 = "2d6ece343b415c0bbb8c107ccba997f0701702892be096a06e6bb19035b5dc38"

__all__ = ["entry", "entry_offset"]

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
    schema="vocab", name="entry_offset", parser="Vocab.EntryOffset", least=4, size=4, layout="ofs_entry:uint32",
    finds=scan_entry_offset, gathers=gather_entry_offset, checks=check_entry_offset, scatters=scatter_entry_offset,
)

def scan_entry(data, pos, end, note, count):
    for _ in range(count):
        note(pos)
        v0_len_token = data[pos] | data[pos + 1] << 8
        pos += 2
        pos += v0_len_token
        pos += 8
        if pos > end:
            raise IndexError
    note(pos)

def gather_entry(data, starts, count):
    pos = starts[:-1]
    uint16_0 = view(data, 'uint16', 0)
    int32_0 = view(data, 'int32', 0)
    uint32_4 = view(data, 'uint32', 4)
    v0_len_token_1 = uint16_0[pos]
    at_2 = pos + 2
    size_3 = counts(wide(v0_len_token_1), at_2)
    pos_4 = at_2 + size_3
    c_token_AT = at_2
    c_token_SIZE = size_3
    c_id_token = int32_0[pos_4]
    c_score_bits = uint32_4[pos_4]
    return (c_token_AT, c_token_SIZE, c_id_token, c_score_bits,)

def check_entry(data, count, c_token_AT, c_token_SIZE, c_id_token, c_score_bits, first=None):
    first = first or (count, 0, 0)
    first = text_offender(first, data, c_token_AT, c_token_SIZE, None, 0)
    return first

def scatter_entry(source, count, c_token_AT, c_token_SIZE, c_id_token, c_score_bits, sizes_only):
    pos = np.zeros(count, np.int64)
    v0_len_token_1 = c_token_SIZE
    fits('len_token', v0_len_token_1, 'uint16', None)
    at_2 = c_token_AT
    size_3 = c_token_SIZE
    size_4 = np.where(at_2 < 0, 0, size_3)
    pos_5 = pos + 2 + size_4
    sizes = pos_5 + 8
    if sizes_only:
        return sizes
    base, out = room(sizes)
    view(out, 'uint16', 0)[base] = v0_len_token_1
    copy_spans(out, base + 2, source, at_2, size_4)
    view(out, 'int32', 0)[base + pos_5] = c_id_token
    view(out, 'uint32', 4)[base + pos_5] = c_score_bits
    return out

entry = RecordCodec(
    schema="vocab", name="entry", parser="Vocab.Entry", least=10,
    layout="token@:int64 token#:int64 id_token:int32 score.bits:uint32",
    rules=(ColumnRule("token", "the text is not UTF-8", ""),), finds=scan_entry, gathers=gather_entry,
    checks=check_entry, scatters=scatter_entry,
)
