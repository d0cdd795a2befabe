# Generated from schemas/gguf.ksy (sha256 14b79c3a1959e01c00550c972a954d7522d4c51fa35a7ad2f5211e13c5ab75d3) by `nacformats generate`. Do not edit.
"""Columns of GGUF v2 and v3: each repeated record as arrays. See nacformats.columns.

Left to the parser: /types/metadata_entry, because /types/list_value: a recursive type cannot be columns.
"""

from __future__ import annotations

import numpy as np

from nacformats.codec.columns.arrays import (
    all_used, copy_spans, counts, fits, offender, placed_rows, ramps, room, text_offender, view, wide,
)
from nacformats.codec.columns.record import RecordCodec
from nacformats.codec.columns.table import ColumnRule

#: Of the C code for the same records: a library that was built from other code is left out.
C_SHA256 = "be944bce104ee46ece55bb104be96ad769d3d0f48ceb7fdf8af69623f0a10c35"

__all__ = ["tensor_info", "text"]

def scan_text(data, pos, end, note, count):
    for _ in range(count):
        note(pos)
        v0_len_value = data[pos] | data[pos + 1] << 8 | data[pos + 2] << 16 | data[pos + 3] << 24 | data[pos + 4] << 32 | data[pos + 5] << 40 | data[pos + 6] << 48 | data[pos + 7] << 56
        pos += 8
        pos += v0_len_value
        if pos > end:
            raise IndexError
    note(pos)

def gather_text(data, starts, count):
    pos = starts[:-1]
    uint64_0 = view(data, 'uint64', 0)
    v0_len_value_1 = uint64_0[pos]
    at_2 = pos + 8
    size_3 = counts(wide(v0_len_value_1), at_2)
    pos_4 = at_2 + size_3
    c_value_AT = at_2
    c_value_SIZE = size_3
    return (c_value_AT, c_value_SIZE,)

def check_text(data, count, c_value_AT, c_value_SIZE, first=None):
    first = first or (count, 0, 0)
    first = text_offender(first, data, c_value_AT, c_value_SIZE, None, 0)
    return first

def scatter_text(source, count, c_value_AT, c_value_SIZE, sizes_only):
    pos = np.zeros(count, np.int64)
    v0_len_value_1 = c_value_SIZE
    fits('len_value', v0_len_value_1, 'uint64', None)
    at_2 = c_value_AT
    size_3 = c_value_SIZE
    size_4 = np.where(at_2 < 0, 0, size_3)
    pos_5 = pos + 8 + size_4
    sizes = pos_5
    if sizes_only:
        return sizes
    base, out = room(sizes)
    view(out, 'uint64', 0)[base] = v0_len_value_1
    copy_spans(out, base + 8, source, at_2, size_4)
    return out

text = RecordCodec(
    schema="gguf", name="text", parser="Gguf.Text", least=8, layout="value@:int64 value#:int64",
    rules=(ColumnRule("value", "the text is not UTF-8", ""),), finds=scan_text, gathers=gather_text, checks=check_text,
    scatters=scatter_text,
)

def scan_tensor_info(data, pos, end, note, count):
    for _ in range(count):
        note(pos)
        v0_len_name = data[pos] | data[pos + 1] << 8 | data[pos + 2] << 16 | data[pos + 3] << 24 | data[pos + 4] << 32 | data[pos + 5] << 40 | data[pos + 6] << 48 | data[pos + 7] << 56
        pos += 8
        pos += v0_len_name
        v1_num_dims = data[pos] | data[pos + 1] << 8 | data[pos + 2] << 16 | data[pos + 3] << 24
        pos += 4
        pos += v1_num_dims * 8
        pos += 12
        if pos > end:
            raise IndexError
    note(pos)

def gather_tensor_info(data, starts, count):
    pos = starts[:-1]
    uint64_0 = view(data, 'uint64', 0)
    uint32_0 = view(data, 'uint32', 0)
    uint64_4 = view(data, 'uint64', 4)
    parts_c_dims = []
    v0_len_name_1 = uint64_0[pos]
    at_2 = pos + 8
    size_3 = counts(wide(v0_len_name_1), at_2)
    pos_4 = at_2 + size_3
    c_name_AT = at_2
    c_name_SIZE = size_3
    v1_num_dims_5 = uint32_0[pos_4]
    n_6 = counts(wide(v1_num_dims_5), pos_4)
    parts_c_dims.append((None, n_6, pos_4 + 4))
    pos_7 = pos_4 + 4 + n_6 * 8
    c_dtype = uint32_0[pos_7]
    c_ofs_body = uint64_4[pos_7]
    c_dims_ROWS, each_8 = placed_rows(count, parts_c_dims, 8)
    c_dims = uint64_0[each_8]
    del each_8, parts_c_dims
    return (c_name_AT, c_name_SIZE, c_dims_ROWS, c_dims, c_dtype, c_ofs_body,)

def check_tensor_info(data, count, c_name_AT, c_name_SIZE, c_dims_ROWS, c_dims, c_dtype, c_ofs_body, first=None):
    first = first or (count, 0, 0)
    first = text_offender(first, data, c_name_AT, c_name_SIZE, None, 0)
    v1_num_dims_1 = (c_dims_ROWS[1:] - c_dims_ROWS[:-1])
    first = offender(first, (v1_num_dims_1 <= 4), None, 1)
    return first

def scatter_tensor_info(source, count, c_name_AT, c_name_SIZE, c_dims_ROWS, c_dims, c_dtype, c_ofs_body, sizes_only):
    pos = np.zeros(count, np.int64)
    used_c_dims = 0
    v0_len_name_1 = c_name_SIZE
    fits('len_name', v0_len_name_1, 'uint64', None)
    at_2 = c_name_AT
    size_3 = c_name_SIZE
    size_4 = np.where(at_2 < 0, 0, size_3)
    pos_5 = pos + 8 + size_4
    v1_num_dims_6 = (c_dims_ROWS[1:] - c_dims_ROWS[:-1])
    fits('num_dims', v1_num_dims_6, 'uint32', None)
    used_c_dims += int(v1_num_dims_6.sum())
    all_used('dims', used_c_dims, c_dims_ROWS)
    pos_9 = pos_5 + 4 + v1_num_dims_6 * 8
    all_used('dims', used_c_dims, c_dims_ROWS)
    sizes = pos_9 + 12
    if sizes_only:
        return sizes
    base, out = room(sizes)
    view(out, 'uint64', 0)[base] = v0_len_name_1
    copy_spans(out, base + 8, source, at_2, size_4)
    view(out, 'uint32', 0)[base + pos_5] = v1_num_dims_6
    each_8 = ramps(base + pos_5 + 4, v1_num_dims_6, 8)
    view(out, 'uint64', 0)[each_8] = c_dims
    del each_8
    view(out, 'uint32', 0)[base + pos_9] = c_dtype
    view(out, 'uint64', 4)[base + pos_9] = c_ofs_body
    return out

tensor_info = RecordCodec(
    schema="gguf", name="tensor_info", parser="Gguf.TensorInfo", least=24,
    layout="name@:int64 name#:int64 dims[]:int64 dims:uint64:dims[] dtype:uint32 ofs_body:uint64",
    rules=(ColumnRule("name", "the text is not UTF-8", ""), ColumnRule("num_dims", "out of range", "at most 4")),
    finds=scan_tensor_info, gathers=gather_tensor_info, checks=check_tensor_info, scatters=scatter_tensor_info,
)
