# Generated from schemas/micb.ksy (sha256 5db39ae95eb084788db5a0f8e59b114c46942db28d4c596042ca4fa5d2ad37b2) by `nacformats generate`. Do not edit.
# It imports schemas/uleb128.ksy (sha256 94a08bd38c22b22d5945f850a28504b5fc32944d26824efa10279ce8866c0c94).
"""Columns of MIC-B v2, binary form of Mind IR graphs: each repeated record as arrays. See nacformats.columns."""

from __future__ import annotations

import numpy as np

from nacformats.codec.columns.arrays import (
    Lows, all_used, copy_spans, counts, merged_rows, offender, packed, room, store_varints, text_offender, varint,
    varints, view, wide, widths,
)
from nacformats.codec.columns.record import RecordCodec
from nacformats.codec.columns.table import Argument, ColumnRule

#: Of the C code for the same records: a library that was built from other code is left out.
C_SHA256 = "417a96a15de6ef5f52af949c88f0d966cd22963100a13c0ea8b2a2ccdef57a16"

__all__ = ["graph_value", "interned_string", "string_ref", "tensor_type"]

def scan_interned_string(data, pos, end, note, count):
    for _ in range(count):
        note(pos)
        v0_len_text = data[pos]
        pos += 1
        if v0_len_text > 127:
            v0_len_text, pos = varint(data, pos - 1)
        pos += v0_len_text
        if pos > end:
            raise IndexError
    note(pos)

def gather_interned_string(data, starts, count):
    pos = starts[:-1]
    v0_len_text_1, pos_2 = varints(data, pos)
    at_3 = pos_2
    size_4 = counts(wide(v0_len_text_1), at_3)
    pos_5 = at_3 + size_4
    c_text_AT = at_3
    c_text_SIZE = size_4
    return (c_text_AT, c_text_SIZE,)

def check_interned_string(data, count, c_text_AT, c_text_SIZE, first=None):
    first = first or (count, 0, 0)
    first = text_offender(first, data, c_text_AT, c_text_SIZE, None, 0)
    return first

def scatter_interned_string(source, count, c_text_AT, c_text_SIZE, sizes_only):
    pos = np.zeros(count, np.int64)
    v0_len_text_1 = c_text_SIZE
    widths_2 = widths(v0_len_text_1)
    pos_3 = pos + widths_2
    at_4 = c_text_AT
    size_5 = c_text_SIZE
    size_6 = np.where(at_4 < 0, 0, size_5)
    pos_7 = pos_3 + size_6
    sizes = pos_7
    if sizes_only:
        return sizes
    base, out = room(sizes)
    store_varints(out, base, v0_len_text_1, widths_2)
    copy_spans(out, base + pos_3, source, at_4, size_6)
    return out

interned_string = RecordCodec(
    schema="micb", name="interned_string", parser="Micb.InternedString", least=1, layout="text@:int64 text#:int64",
    rules=(ColumnRule("text", "the text is not UTF-8", ""),), finds=scan_interned_string,
    gathers=gather_interned_string, checks=check_interned_string, scatters=scatter_interned_string,
)

def scan_string_ref(data, pos, end, note, count, arg_num_strings_value):
    for _ in range(count):
        note(pos)
        if data[pos] < 128:
            pos += 1
        elif data[pos + 1] < 128:
            pos += 2
        elif data[pos + 2] < 128:
            pos += 3
        else:
            pos = varint(data, pos)[1]
        if pos > end:
            raise IndexError
    note(pos)

def gather_string_ref(data, starts, count, arg_num_strings_value):
    pos = starts[:-1]
    v0_idx_1, pos_2 = varints(data, pos)
    c_idx = v0_idx_1
    return (c_idx,)

def check_string_ref(data, count, arg_num_strings_value, c_idx, first=None):
    first = first or (count, 0, 0)
    v0_idx_1 = c_idx
    first = offender(first, (v0_idx_1 < arg_num_strings_value), None, 0)
    return first

def scatter_string_ref(source, count, arg_num_strings_value, c_idx, sizes_only):
    pos = np.zeros(count, np.int64)
    v0_idx_1 = c_idx
    widths_2 = widths(v0_idx_1)
    pos_3 = pos + widths_2
    sizes = pos_3
    if sizes_only:
        return sizes
    base, out = room(sizes)
    store_varints(out, base, v0_idx_1, widths_2)
    return out

string_ref = RecordCodec(
    schema="micb", name="string_ref", parser="Micb.StringRef", least=1,
    arguments=(Argument("num_strings_value", "num_strings.value", "", 0, 9223372036854775807),), layout="idx:uint64",
    rules=(ColumnRule("idx", "wrong value", "`_.value < _root.num_strings.value`"),), finds=scan_string_ref,
    gathers=gather_string_ref, checks=check_string_ref, scatters=scatter_string_ref,
)

def scan_tensor_type(data, pos, end, note, count, arg_num_strings_value):
    for _ in range(count):
        note(pos)
        pos += 1
        v1_num_dims = data[pos]
        pos += 1
        if v1_num_dims > 127:
            v1_num_dims, pos = varint(data, pos - 1)
        n1 = v1_num_dims
        if n1 > end - pos:
            raise IndexError
        for _n1 in range(n1):
            if data[pos] < 128:
                pos += 1
            elif data[pos + 1] < 128:
                pos += 2
            elif data[pos + 2] < 128:
                pos += 3
            else:
                pos = varint(data, pos)[1]
        if pos > end:
            raise IndexError
    note(pos)

def measure_tensor_type(window, pos, arg_num_strings_value):
    v1_num_dims_1, pos_2 = window.small_varints(pos + 1)
    n_3 = window.counts(wide(v1_num_dims_1), pos_2)
    pos_4 = window.after_rows(pos_2, n_3)
    return pos_4

def gather_tensor_type(data, starts, count, arg_num_strings_value):
    pos = starts[:-1]
    lows = Lows(data, starts)
    uint8_0 = view(data, 'uint8', 0)
    parts_c_dims = []
    c_dtype = uint8_0[pos]
    v1_num_dims_1, pos_2 = varints(data, pos + 1)
    n_3 = counts(wide(v1_num_dims_1), pos_2)
    values_4, pos_5 = lows.varint_rows(pos_2, n_3)
    parts_c_dims.append((None, n_3, values_4))
    c_dims_ROWS, c_dims_idx = merged_rows(count, parts_c_dims, 'uint64')
    return (c_dtype, c_dims_ROWS, c_dims_idx,)

def check_tensor_type(data, count, arg_num_strings_value, c_dtype, c_dims_ROWS, c_dims_idx, first=None):
    first = first or (count, 0, 0)
    v0_dtype_1 = c_dtype
    first = offender(first, (v0_dtype_1 <= 12), None, 0)
    owner_2 = np.repeat(np.arange(count), (c_dims_ROWS[1:] - c_dims_ROWS[:-1]))
    v2_idx_3 = c_dims_idx
    first = offender(first, (v2_idx_3 < arg_num_strings_value), owner_2, 1, c_dims_ROWS)
    return first

def scatter_tensor_type(source, count, arg_num_strings_value, c_dtype, c_dims_ROWS, c_dims_idx, sizes_only):
    pos = np.zeros(count, np.int64)
    used_c_dims = 0
    v1_num_dims_1 = (c_dims_ROWS[1:] - c_dims_ROWS[:-1])
    widths_2 = widths(v1_num_dims_1)
    pos_3 = pos + 1 + widths_2
    used_c_dims += int(v1_num_dims_1.sum())
    all_used('dims', used_c_dims, c_dims_ROWS)
    values_5 = c_dims_idx
    widths_6 = widths(values_5)
    packed_7 = packed(widths_6, v1_num_dims_1)
    pos_8 = pos_3 + packed_7[2]
    all_used('dims', used_c_dims, c_dims_ROWS)
    sizes = pos_8
    if sizes_only:
        return sizes
    base, out = room(sizes)
    view(out, 'uint8', 0)[base] = c_dtype
    store_varints(out, base + 1, v1_num_dims_1, widths_2)
    store_varints(out, np.repeat(base + pos_3 - packed_7[1], v1_num_dims_1) + packed_7[0], values_5, widths_6)
    return out

tensor_type = RecordCodec(
    schema="micb", name="tensor_type", parser="Micb.TensorType", least=2,
    arguments=(Argument("num_strings_value", "num_strings.value", "", 0, 9223372036854775807),),
    layout="dtype:uint8 dims[]:int64 dims.idx:uint64:dims[]",
    rules=(ColumnRule("dtype", "wrong value", "one of 0 (f16), 1 (f32), 2 (f64), 3 (bf16), 4 (i8), 5 (i16), 6 (i32), 7 (i64), 8 (u8), 9 (u16), 10 (u32), 11 (u64), 12 (bool)"), ColumnRule("dims.idx", "wrong value", "`_.value < _root.num_strings.value`")),
    finds=scan_tensor_type, gathers=gather_tensor_type, checks=check_tensor_type, scatters=scatter_tensor_type,
    measures=measure_tensor_type, leading=[*range(0, 13)], grain=1,
)

def scan_graph_value(data, pos, end, note, count, arg_num_strings_value, arg_num_types_value):
    for _ in range(count):
        note(pos)
        v0_tag = data[pos]
        pos += 1
        s1 = v0_tag
        if (s1 >= 0 and s1 <= 1):
            if data[pos] < 128:
                pos += 1
            elif data[pos + 1] < 128:
                pos += 2
            elif data[pos + 2] < 128:
                pos += 3
            else:
                pos = varint(data, pos)[1]
            if data[pos] < 128:
                pos += 1
            elif data[pos + 1] < 128:
                pos += 2
            elif data[pos + 2] < 128:
                pos += 3
            else:
                pos = varint(data, pos)[1]
        elif s1 == 2:
            v3_opcode = data[pos]
            pos += 1
            s2 = v3_opcode
            if s2 == 6 or s2 == 16 or s2 == 18:
                if data[pos] < 128:
                    pos += 1
                elif data[pos + 1] < 128:
                    pos += 2
                elif data[pos + 2] < 128:
                    pos += 3
                else:
                    pos = varint(data, pos)[1]
            elif s2 == 11 or (s2 >= 13 and s2 <= 15):
                v5_num_elements = data[pos]
                pos += 1
                if v5_num_elements > 127:
                    v5_num_elements, pos = varint(data, pos - 1)
                n3 = v5_num_elements
                if n3 > end - pos:
                    raise IndexError
                for _n3 in range(n3):
                    if data[pos] < 128:
                        pos += 1
                    elif data[pos + 1] < 128:
                        pos += 2
                    elif data[pos + 2] < 128:
                        pos += 3
                    else:
                        pos = varint(data, pos)[1]
            elif s2 == 17:
                if data[pos] < 128:
                    pos += 1
                elif data[pos + 1] < 128:
                    pos += 2
                elif data[pos + 2] < 128:
                    pos += 3
                else:
                    pos = varint(data, pos)[1]
                if data[pos] < 128:
                    pos += 1
                elif data[pos + 1] < 128:
                    pos += 2
                elif data[pos + 2] < 128:
                    pos += 3
                else:
                    pos = varint(data, pos)[1]
            elif s2 == 255:
                if data[pos] < 128:
                    pos += 1
                elif data[pos + 1] < 128:
                    pos += 2
                elif data[pos + 2] < 128:
                    pos += 3
                else:
                    pos = varint(data, pos)[1]
            v10_num_inputs = data[pos]
            pos += 1
            if v10_num_inputs > 127:
                v10_num_inputs, pos = varint(data, pos - 1)
            n4 = v10_num_inputs
            if n4 > end - pos:
                raise IndexError
            for _n4 in range(n4):
                if data[pos] < 128:
                    pos += 1
                elif data[pos + 1] < 128:
                    pos += 2
                elif data[pos + 2] < 128:
                    pos += 3
                else:
                    pos = varint(data, pos)[1]
        if pos > end:
            raise IndexError
    note(pos)

def measure_graph_value(window, pos, arg_num_strings_value, arg_num_types_value):
    v0_tag_1 = window.numbers('uint8', pos, 0)
    pos_2 = pos + 1
    on_3 = v0_tag_1
    mask_4 = (((on_3 >= 0) & (on_3 <= 1))).nonzero()[0]
    if mask_4.size:
        pos_5 = pos_2[mask_4]
        pos_6 = window.after(pos_5)
        pos_7 = window.after(pos_6)
        pos_2[mask_4] = pos_7
    mask_8 = ((on_3 == 2)).nonzero()[0]
    if mask_8.size:
        pos_9 = pos_2[mask_8]
        v3_opcode_10 = window.numbers('uint8', pos_9, 0)
        pos_11 = pos_9 + 1
        mask_12 = (((v3_opcode_10 <= 18) | (v3_opcode_10 == 255))).nonzero()[0]
        pos_13 = pos_11[mask_12]
        pos_14 = pos_13.copy()
        v3_opcode_15 = v3_opcode_10[mask_12]
        on_16 = v3_opcode_15
        mask_17 = ((on_16 == 6) | (on_16 == 16) | (on_16 == 18)).nonzero()[0]
        if mask_17.size:
            pos_18 = pos_14[mask_17]
            pos_19 = window.after(pos_18)
            pos_14[mask_17] = pos_19
        mask_20 = ((on_16 == 11) | ((on_16 >= 13) & (on_16 <= 15))).nonzero()[0]
        if mask_20.size:
            pos_21 = pos_14[mask_20]
            v5_num_elements_22, pos_23 = window.small_varints(pos_21)
            n_24 = window.counts(wide(v5_num_elements_22), pos_23)
            pos_25 = window.after_rows(pos_23, n_24)
            pos_14[mask_20] = pos_25
        mask_26 = ((on_16 == 17)).nonzero()[0]
        if mask_26.size:
            pos_27 = pos_14[mask_26]
            pos_28 = window.after(pos_27)
            pos_29 = window.after(pos_28)
            pos_14[mask_26] = pos_29
        mask_30 = ((on_16 == 255)).nonzero()[0]
        if mask_30.size:
            pos_31 = pos_14[mask_30]
            pos_32 = window.after(pos_31)
            pos_14[mask_30] = pos_32
        v10_num_inputs_33, pos_34 = window.small_varints(pos_14)
        n_35 = window.counts(wide(v10_num_inputs_33), pos_34)
        pos_36 = window.after_rows(pos_34, n_35)
        pos_11 = window.nowhere(pos_11)
        pos_11[mask_12] = pos_36
        pos_2[mask_8] = pos_11
    return pos_2

def gather_graph_value(data, starts, count, arg_num_strings_value, arg_num_types_value):
    pos = starts[:-1]
    lows = Lows(data, starts)
    uint8_0 = view(data, 'uint8', 0)
    c_body_name_idx = np.zeros(count, 'uint64')
    c_body_type_ref_idx = np.zeros(count, 'uint64')
    c_body_opcode = np.zeros(count, 'uint8')
    c_body_params_axis_raw = np.zeros(count, 'uint64')
    parts_c_body_params_elements = []
    c_body_params_count = np.zeros(count, 'uint64')
    c_body_params_name_idx = np.zeros(count, 'uint64')
    parts_c_body_inputs = []
    v0_tag_1 = uint8_0[pos]
    c_tag = v0_tag_1
    pos_2 = pos + 1
    on_3 = v0_tag_1
    mask_4 = (((on_3 >= 0) & (on_3 <= 1))).nonzero()[0]
    if mask_4.size:
        pos_5 = pos_2[mask_4]
        v1_idx_6, pos_7 = varints(data, pos_5)
        c_body_name_idx[mask_4] = v1_idx_6
        v2_idx_8, pos_9 = varints(data, pos_7)
        c_body_type_ref_idx[mask_4] = v2_idx_8
        pos_2[mask_4] = pos_9
    mask_10 = ((on_3 == 2)).nonzero()[0]
    if mask_10.size:
        pos_11 = pos_2[mask_10]
        v3_opcode_12 = uint8_0[pos_11]
        c_body_opcode[mask_10] = v3_opcode_12
        pos_13 = pos_11 + 1
        on_14 = v3_opcode_12
        mask_15 = ((on_14 == 6) | (on_14 == 16) | (on_14 == 18)).nonzero()[0]
        if mask_15.size:
            rows_16 = mask_10[mask_15]
            pos_17 = pos_13[mask_15]
            v4_raw_18, pos_19 = varints(data, pos_17)
            c_body_params_axis_raw[rows_16] = v4_raw_18
            pos_13[mask_15] = pos_19
        mask_20 = ((on_14 == 11) | ((on_14 >= 13) & (on_14 <= 15))).nonzero()[0]
        if mask_20.size:
            rows_21 = mask_10[mask_20]
            pos_22 = pos_13[mask_20]
            v5_num_elements_23, pos_24 = varints(data, pos_22)
            n_25 = counts(wide(v5_num_elements_23), pos_24)
            values_26, pos_27 = lows.varint_rows(pos_24, n_25)
            parts_c_body_params_elements.append((rows_21, n_25, values_26))
            pos_13[mask_20] = pos_27
        mask_28 = ((on_14 == 17)).nonzero()[0]
        if mask_28.size:
            rows_29 = mask_10[mask_28]
            pos_30 = pos_13[mask_28]
            v7_raw_31, pos_32 = varints(data, pos_30)
            c_body_params_axis_raw[rows_29] = v7_raw_31
            v8_count_33, pos_34 = varints(data, pos_32)
            c_body_params_count[rows_29] = v8_count_33
            pos_13[mask_28] = pos_34
        mask_35 = ((on_14 == 255)).nonzero()[0]
        if mask_35.size:
            rows_36 = mask_10[mask_35]
            pos_37 = pos_13[mask_35]
            v9_idx_38, pos_39 = varints(data, pos_37)
            c_body_params_name_idx[rows_36] = v9_idx_38
            pos_13[mask_35] = pos_39
        v10_num_inputs_40, pos_41 = varints(data, pos_13)
        n_42 = counts(wide(v10_num_inputs_40), pos_41)
        values_43, pos_44 = lows.varint_rows(pos_41, n_42)
        parts_c_body_inputs.append((mask_10, n_42, values_43))
        pos_2[mask_10] = pos_44
    c_body_params_elements_ROWS, c_body_params_elements_raw = merged_rows(count, parts_c_body_params_elements, 'uint64')
    c_body_inputs_ROWS, c_body_inputs_idx = merged_rows(count, parts_c_body_inputs, 'uint64')
    return (
        c_tag, c_body_name_idx, c_body_type_ref_idx, c_body_opcode, c_body_params_axis_raw, c_body_params_elements_ROWS,
        c_body_params_elements_raw, c_body_params_count, c_body_params_name_idx, c_body_inputs_ROWS, c_body_inputs_idx,
    )

def check_graph_value(
    data, count, arg_num_strings_value, arg_num_types_value, c_tag, c_body_name_idx, c_body_type_ref_idx, c_body_opcode,
    c_body_params_axis_raw, c_body_params_elements_ROWS, c_body_params_elements_raw, c_body_params_count,
    c_body_params_name_idx, c_body_inputs_ROWS, c_body_inputs_idx, first=None
):
    first = first or (count, 0, 0)
    v0_tag_1 = c_tag
    first = offender(first, (v0_tag_1 <= 2), None, 0)
    on_2 = v0_tag_1
    mask_3 = (((on_2 >= 0) & (on_2 <= 1))).nonzero()[0]
    if mask_3.size:
        v1_idx_4 = c_body_name_idx[mask_3]
        first = offender(first, (v1_idx_4 < arg_num_strings_value), mask_3, 1)
        v2_idx_5 = c_body_type_ref_idx[mask_3]
        first = offender(first, (v2_idx_5 < arg_num_types_value), mask_3, 2)
    mask_6 = ((on_2 == 2)).nonzero()[0]
    if mask_6.size:
        v3_opcode_7 = c_body_opcode[mask_6]
        first = offender(first, ((v3_opcode_7 <= 18) | (v3_opcode_7 == 255)), mask_6, 3)
        on_8 = v3_opcode_7
        mask_9 = ((on_8 == 255)).nonzero()[0]
        if mask_9.size:
            rows_10 = mask_6[mask_9]
            v9_idx_11 = c_body_params_name_idx[rows_10]
            first = offender(first, (v9_idx_11 < arg_num_strings_value), rows_10, 4)
        owner_12 = np.repeat(np.arange(len(mask_6)), (c_body_inputs_ROWS[1:] - c_body_inputs_ROWS[:-1])[mask_6])
        records_13 = mask_6[owner_12]
        v11_idx_14 = c_body_inputs_idx
        first = offender(first, (v11_idx_14 < records_13), records_13, 5, c_body_inputs_ROWS)
    return first

def scatter_graph_value(
    source, count, arg_num_strings_value, arg_num_types_value, c_tag, c_body_name_idx, c_body_type_ref_idx,
    c_body_opcode, c_body_params_axis_raw, c_body_params_elements_ROWS, c_body_params_elements_raw, c_body_params_count,
    c_body_params_name_idx, c_body_inputs_ROWS, c_body_inputs_idx, sizes_only
):
    pos = np.zeros(count, np.int64)
    used_c_body_params_elements = 0
    used_c_body_inputs = 0
    v0_tag_1 = c_tag
    pos_2 = pos + 1
    on_3 = v0_tag_1
    mask_4 = (((on_3 >= 0) & (on_3 <= 1))).nonzero()[0]
    if mask_4.size:
        pos_5 = pos_2[mask_4]
        v1_idx_6 = c_body_name_idx[mask_4]
        widths_7 = widths(v1_idx_6)
        pos_8 = pos_5 + widths_7
        v2_idx_9 = c_body_type_ref_idx[mask_4]
        widths_10 = widths(v2_idx_9)
        pos_11 = pos_8 + widths_10
        pos_2[mask_4] = pos_11
    mask_12 = ((on_3 == 2)).nonzero()[0]
    if mask_12.size:
        pos_13 = pos_2[mask_12]
        v3_opcode_14 = c_body_opcode[mask_12]
        pos_15 = pos_13 + 1
        on_16 = v3_opcode_14
        mask_17 = ((on_16 == 6) | (on_16 == 16) | (on_16 == 18)).nonzero()[0]
        if mask_17.size:
            rows_18 = mask_12[mask_17]
            pos_19 = pos_15[mask_17]
            v4_raw_20 = c_body_params_axis_raw[rows_18]
            widths_21 = widths(v4_raw_20)
            pos_22 = pos_19 + widths_21
            pos_15[mask_17] = pos_22
        mask_23 = ((on_16 == 11) | ((on_16 >= 13) & (on_16 <= 15))).nonzero()[0]
        if mask_23.size:
            rows_24 = mask_12[mask_23]
            pos_25 = pos_15[mask_23]
            v5_num_elements_26 = (c_body_params_elements_ROWS[1:] - c_body_params_elements_ROWS[:-1])[rows_24]
            widths_27 = widths(v5_num_elements_26)
            pos_28 = pos_25 + widths_27
            used_c_body_params_elements += int(v5_num_elements_26.sum())
            all_used('body.params.elements', used_c_body_params_elements, c_body_params_elements_ROWS)
            values_30 = c_body_params_elements_raw
            widths_31 = widths(values_30)
            packed_32 = packed(widths_31, v5_num_elements_26)
            pos_33 = pos_28 + packed_32[2]
            pos_15[mask_23] = pos_33
        mask_34 = ((on_16 == 17)).nonzero()[0]
        if mask_34.size:
            rows_35 = mask_12[mask_34]
            pos_36 = pos_15[mask_34]
            v7_raw_37 = c_body_params_axis_raw[rows_35]
            widths_38 = widths(v7_raw_37)
            pos_39 = pos_36 + widths_38
            v8_count_40 = c_body_params_count[rows_35]
            widths_41 = widths(v8_count_40)
            pos_42 = pos_39 + widths_41
            pos_15[mask_34] = pos_42
        mask_43 = ((on_16 == 255)).nonzero()[0]
        if mask_43.size:
            rows_44 = mask_12[mask_43]
            pos_45 = pos_15[mask_43]
            v9_idx_46 = c_body_params_name_idx[rows_44]
            widths_47 = widths(v9_idx_46)
            pos_48 = pos_45 + widths_47
            pos_15[mask_43] = pos_48
        v10_num_inputs_49 = (c_body_inputs_ROWS[1:] - c_body_inputs_ROWS[:-1])[mask_12]
        widths_50 = widths(v10_num_inputs_49)
        pos_51 = pos_15 + widths_50
        used_c_body_inputs += int(v10_num_inputs_49.sum())
        all_used('body.inputs', used_c_body_inputs, c_body_inputs_ROWS)
        values_53 = c_body_inputs_idx
        widths_54 = widths(values_53)
        packed_55 = packed(widths_54, v10_num_inputs_49)
        pos_56 = pos_51 + packed_55[2]
        pos_2[mask_12] = pos_56
    all_used('body.params.elements', used_c_body_params_elements, c_body_params_elements_ROWS)
    all_used('body.inputs', used_c_body_inputs, c_body_inputs_ROWS)
    sizes = pos_2
    if sizes_only:
        return sizes
    base, out = room(sizes)
    view(out, 'uint8', 0)[base] = v0_tag_1
    if mask_4.size:
        store_varints(out, base[mask_4] + pos_5, v1_idx_6, widths_7)
        store_varints(out, base[mask_4] + pos_8, v2_idx_9, widths_10)
    if mask_12.size:
        view(out, 'uint8', 0)[base[mask_12] + pos_13] = v3_opcode_14
        if mask_17.size:
            store_varints(out, base[rows_18] + pos_19, v4_raw_20, widths_21)
        if mask_23.size:
            store_varints(out, base[rows_24] + pos_25, v5_num_elements_26, widths_27)
            store_varints(out, np.repeat(base[rows_24] + pos_28 - packed_32[1], v5_num_elements_26) + packed_32[0], values_30, widths_31)
        if mask_34.size:
            store_varints(out, base[rows_35] + pos_36, v7_raw_37, widths_38)
            store_varints(out, base[rows_35] + pos_39, v8_count_40, widths_41)
        if mask_43.size:
            store_varints(out, base[rows_44] + pos_45, v9_idx_46, widths_47)
        store_varints(out, base[mask_12] + pos_15, v10_num_inputs_49, widths_50)
        store_varints(out, np.repeat(base[mask_12] + pos_51 - packed_55[1], v10_num_inputs_49) + packed_55[0], values_53, widths_54)
    return out

graph_value = RecordCodec(
    schema="micb", name="graph_value", parser="Micb.GraphValue", least=1, takes_index=True,
    arguments=(Argument("num_strings_value", "num_strings.value", "", 0, 9223372036854775807), Argument("num_types_value", "num_types.value", "", 0, 9223372036854775807)),
    layout="tag:uint8 body.name.idx:uint64 body.type_ref.idx:uint64 body.opcode:uint8 body.params.axis.raw:uint64 body.params.elements[]:int64 body.params.elements.raw:uint64:body.params.elements[] body.params.count:uint64 body.params.name.idx:uint64 body.inputs[]:int64 body.inputs.idx:uint64:body.inputs[]",
    rules=(ColumnRule("tag", "wrong value", "one of 0 (arg), 1 (param), 2 (node)"), ColumnRule("body.name.idx", "wrong value", "`_.value < _root.num_strings.value`"), ColumnRule("body.type_ref.idx", "wrong value", "`_.value < _root.num_types.value`"), ColumnRule("body.opcode", "wrong value", "one of 0 (matmul), 1 (add), 2 (sub), 3 (mul), 4 (div), 5 (relu), 6 (softmax), 7 (sigmoid), 8 (tanh), 9 (gelu), 10 (layernorm), 11 (transpose), 12 (reshape), 13 (sum), 14 (mean), 15 (max), 16 (concat), 17 (split), 18 (gather), 255 (custom)"), ColumnRule("body.params.name.idx", "wrong value", "`_.value < _root.num_strings.value`"), ColumnRule("body.inputs.idx", "wrong value", "`_.value < limit`")),
    finds=scan_graph_value, gathers=gather_graph_value, checks=check_graph_value, scatters=scatter_graph_value,
    measures=measure_graph_value, leading=[*range(0, 3)], grain=1,
)
