# Generated from schemas/stb.ksy (sha256 31e6bc78261a3f78922ec08e97a25dc0fc01477d67c5139cfae15978e6450078) by `nacformats generate`. Do not edit.
"""Columns of SVG-Tensor Binary Format (STB) v0.1: each repeated record as arrays. See nacformats.columns."""

from __future__ import annotations

import numpy as np

from nacformats.codec.columns.arrays import agree, all_used, counts, offender, placed_rows, ramps, room, view, wide
from nacformats.codec.columns.record import RecordCodec
from nacformats.codec.columns.table import Argument, ColumnRule

#: Of the C code for the same records: a library that was built from other code is left out.
C_SHA256 = "eb38feaa8fa6f0ca85a0a93d46d8285227adc20106b9cac9098dbbda07e6de9f"

__all__ = ["tensor_descriptor"]

def scan_tensor_descriptor(data, pos, end, note, count, arg_len_file, arg_ofs_data):
    for _ in range(count):
        note(pos)
        pos += 20
        pos += 3 * 4
        if pos > end:
            raise IndexError
    note(pos)

def gather_tensor_descriptor(data, starts, count, arg_len_file, arg_ofs_data):
    pos = starts[:-1]
    uint8_0 = view(data, 'uint8', 0)
    uint8_1 = view(data, 'uint8', 1)
    uint8_2 = view(data, 'uint8', 2)
    uint8_3 = view(data, 'uint8', 3)
    uint64_4 = view(data, 'uint64', 4)
    uint64_12 = view(data, 'uint64', 12)
    uint32_0 = view(data, 'uint32', 0)
    parts_c_dims = []
    c_tensor_id = uint8_0[pos]
    c_dtype = uint8_1[pos]
    c_rank = uint8_2[pos]
    c_layout = uint8_3[pos]
    c_ofs_body = uint64_4[pos]
    c_len_body = uint64_12[pos]
    n_1 = counts(3, pos)
    parts_c_dims.append((None, n_1, pos + 20))
    pos_2 = pos + 20 + n_1 * 4
    c_dims_ROWS, each_3 = placed_rows(count, parts_c_dims, 4)
    c_dims = uint32_0[each_3]
    del each_3, parts_c_dims
    return (c_tensor_id, c_dtype, c_rank, c_layout, c_ofs_body, c_len_body, c_dims_ROWS, c_dims,)

def check_tensor_descriptor(
    data, count, arg_len_file, arg_ofs_data, c_tensor_id, c_dtype, c_rank, c_layout, c_ofs_body, c_len_body,
    c_dims_ROWS, c_dims, first=None
):
    first = first or (count, 0, 0)
    v2_rank_1 = c_rank
    first = offender(first, (v2_rank_1 <= 8), None, 0)
    v4_ofs_body_2 = c_ofs_body
    first = offender(first, (v4_ofs_body_2 >= arg_ofs_data), None, 1)
    first = offender(first, (v4_ofs_body_2 <= arg_len_file), None, 2)
    v5_len_body_3 = c_len_body
    first = offender(first, (v5_len_body_3 <= (arg_len_file - wide(v4_ofs_body_2))), None, 3)
    return first

def scatter_tensor_descriptor(
    source, count, arg_len_file, arg_ofs_data, c_tensor_id, c_dtype, c_rank, c_layout, c_ofs_body, c_len_body,
    c_dims_ROWS, c_dims, sizes_only
):
    pos = np.zeros(count, np.int64)
    used_c_dims = 0
    n_1 = (c_dims_ROWS[1:] - c_dims_ROWS[:-1])
    used_c_dims += int(n_1.sum())
    all_used('dims', used_c_dims, c_dims_ROWS)
    agree('dims', n_1, 3, None)
    pos_4 = pos + 20 + n_1 * 4
    all_used('dims', used_c_dims, c_dims_ROWS)
    sizes = pos_4
    if sizes_only:
        return sizes
    base, out = room(sizes)
    view(out, 'uint8', 0)[base] = c_tensor_id
    view(out, 'uint8', 1)[base] = c_dtype
    view(out, 'uint8', 2)[base] = c_rank
    view(out, 'uint8', 3)[base] = c_layout
    view(out, 'uint64', 4)[base] = c_ofs_body
    view(out, 'uint64', 12)[base] = c_len_body
    each_3 = ramps(base + 20, n_1, 4)
    view(out, 'uint32', 0)[each_3] = c_dims
    del each_3
    return out

tensor_descriptor = RecordCodec(
    schema="stb", name="tensor_descriptor", parser="Stb.TensorDescriptor", least=32, size=32,
    arguments=(Argument("len_file", "len_file", "", 0, 9223372036854775807), Argument("ofs_data", "ofs_data", "", 0, 9223372036854775807)),
    layout="tensor_id:uint8 dtype:uint8 rank:uint8 layout:uint8 ofs_body:uint64 len_body:uint64 dims[]:int64 dims:uint32:dims[]",
    rules=(ColumnRule("rank", "out of range", "at most 8"), ColumnRule("ofs_body", "out of range", "at least _root.ofs_data"), ColumnRule("ofs_body", "out of range", "at most _root.len_file"), ColumnRule("len_body", "out of range", "at most _root.len_file - ofs_body")),
    finds=scan_tensor_descriptor, gathers=gather_tensor_descriptor, checks=check_tensor_descriptor,
    scatters=scatter_tensor_descriptor,
)
