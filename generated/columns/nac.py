# Generated from schemas/nac.ksy (sha256 97986397b1cdb9bf9bec323551b8ae63a8935d8b50c81953c62549041af00cd9) by `nacformats generate`. Do not edit.
# It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
# It imports schemas/mep.ksy (sha256 a8c6c4d7b52001da2ce8f018edcee55aadee3cbdea27b4e1d549633e74516e48).
# It imports schemas/tisa.ksy (sha256 010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769).
"""Columns of Neural Architecture Code (NAC) v1.6, v1.7 and v1.8: each repeated record as arrays. See nacformats.columns.

Left to the parser: /types/signature_slot, because /types/signature_slot: a record of columns cannot take no bytes at all.

Left to the parser: /types/operation_slot, because /types/operation_slot: a record of columns cannot take no bytes at all.
"""

from __future__ import annotations

import numpy as np

from nacformats.codec.columns.arrays import (
    agree, all_used, copy_spans, counts, fits, offender, placed_rows, ramps, room, text_offender, view, whole_elements,
    wide,
)
from nacformats.codec.columns.record import RecordCodec
from nacformats.codec.columns.table import Argument, ColumnRule

#: Of the C code for the same records: a library that was built from other code is left out.
C_SHA256 = "308f36f8eef4c66fad118d605fa5dc887729ce926ab0bc8e49e11a3de7f9bbfc"

__all__ = [
    "constant",
    "input_name",
    "instruction",
    "named_array",
    "operation_name",
    "parameter_name",
    "resource",
    "schedule_record",
    "signature",
    "tensor",
    "tensor_meta",
]

def scan_schedule_record(data, pos, end, note, count):
    for _ in range(count):
        note(pos)
        v1_num_commands = data[pos + 2]
        pos += 3
        pos += v1_num_commands * 3
        if pos > end:
            raise IndexError
    note(pos)

def measure_schedule_record(window, pos):
    v1_num_commands_1 = window.numbers('uint8', pos, 2)
    n_2 = window.counts(wide(v1_num_commands_1), pos)
    pos_3 = pos + 3 + n_2 * 3
    return pos_3

def gather_schedule_record(data, starts, count):
    pos = starts[:-1]
    uint16_0 = view(data, 'uint16', 0)
    uint8_2 = view(data, 'uint8', 2)
    uint8_0 = view(data, 'uint8', 0)
    uint16_1 = view(data, 'uint16', 1)
    parts_c_commands = []
    c_tick = uint16_0[pos]
    v1_num_commands_1 = uint8_2[pos]
    n_2 = counts(wide(v1_num_commands_1), pos)
    parts_c_commands.append((None, n_2, pos + 3))
    pos_3 = pos + 3 + n_2 * 3
    c_commands_ROWS, each_4 = placed_rows(count, parts_c_commands, 3)
    c_commands_action = uint8_0[each_4]
    c_commands_target = uint16_1[each_4]
    del each_4, parts_c_commands
    return (c_tick, c_commands_ROWS, c_commands_action, c_commands_target,)

def check_schedule_record(data, count, c_tick, c_commands_ROWS, c_commands_action, c_commands_target, first=None):
    first = first or (count, 0, 0)
    return first

def scatter_schedule_record(source, count, c_tick, c_commands_ROWS, c_commands_action, c_commands_target, sizes_only):
    pos = np.zeros(count, np.int64)
    used_c_commands = 0
    v1_num_commands_1 = (c_commands_ROWS[1:] - c_commands_ROWS[:-1])
    fits('num_commands', v1_num_commands_1, 'uint8', None)
    used_c_commands += int(v1_num_commands_1.sum())
    all_used('commands', used_c_commands, c_commands_ROWS)
    pos_4 = pos + 3 + v1_num_commands_1 * 3
    all_used('commands', used_c_commands, c_commands_ROWS)
    sizes = pos_4
    if sizes_only:
        return sizes
    base, out = room(sizes)
    view(out, 'uint16', 0)[base] = c_tick
    view(out, 'uint8', 2)[base] = v1_num_commands_1
    each_3 = ramps(base + 3, v1_num_commands_1, 3)
    view(out, 'uint8', 0)[each_3] = c_commands_action
    view(out, 'uint16', 1)[each_3] = c_commands_target
    del each_3
    return out

schedule_record = RecordCodec(
    schema="nac", name="schedule_record", parser="Nac.ScheduleRecord", least=3,
    layout="tick:uint16 commands[]:int64 commands.action:uint8:commands[] commands.target:uint16:commands[]",
    finds=scan_schedule_record, gathers=gather_schedule_record, checks=check_schedule_record,
    scatters=scatter_schedule_record, measures=measure_schedule_record, leading=[*range(0, 256)], grain=3,
)

def scan_instruction(
    data, pos, end, note, count, arg_lookups_id_getitem, arg_lookups_id_operator_getitem, arg_lookups_id_select,
    arg_lookups_signature_table_has_constants, arg_lookups_signature_table_num_arguments, arg_num_outputs, arg_version
):
    for _ in range(count):
        note(pos)
        v0_a = data[pos]
        v1_b = data[pos + 1]
        pos += 2
        s1 = ((v0_a if (v0_a < 10) else 10) if (arg_version == 1) else ((20 if ((arg_lookups_signature_table_num_arguments[v1_b] == 0) and (((v0_a == arg_lookups_id_getitem) or (v0_a == arg_lookups_id_operator_getitem)) or (v0_a == arg_lookups_id_select))) else 10) if (v0_a >= 10) else ((30 + v1_b) if ((v0_a == 3) and ((v1_b == 3) or (v1_b == 4))) else v0_a)))
        if s1 == 2:
            if ((v1_b >= 1) and (v1_b <= (3 if (arg_version == 1) else 5))):
                pos += 4
        elif s1 == 3:
            v4_prefix = ((data[pos] | data[pos + 1] << 8) ^ 32768) - 32768
            pos += 2
            n2 = (arg_num_outputs if (v4_prefix == (arg_num_outputs + 1)) else v4_prefix)
            if n2 < 0:
                raise IndexError
            pos += n2 * 2
            n3 = (arg_num_outputs if (v4_prefix == (arg_num_outputs + 1)) else v4_prefix)
            if n3 < 0:
                raise IndexError
            pos += n3 * 2
        elif s1 == 6:
            pos += 8
        elif s1 == 7:
            v13_num_branches = ((data[pos + 4] | data[pos + 5] << 8) ^ 32768) - 32768
            pos += 6
            n4 = v13_num_branches
            if n4 < 0:
                raise IndexError
            pos += n4 * 2
        elif s1 == 10:
            if (arg_lookups_signature_table_has_constants[v1_b] != 0):
                v15_num_constants = ((data[pos] | data[pos + 1] << 8) ^ 32768) - 32768
                pos += 2
                n5 = v15_num_constants
                if n5 < 0:
                    raise IndexError
                pos += n5 * 2
            pos += arg_lookups_signature_table_num_arguments[v1_b] * 2
        elif s1 == 20:
            v18_num_constants = ((data[pos] | data[pos + 1] << 8) ^ 32768) - 32768
            pos += 2
            n6 = v18_num_constants
            if n6 < 0:
                raise IndexError
            pos += n6 * 2
            pos += 2
        elif s1 == 33:
            pos += 8
        elif s1 == 34:
            pos += 2
        if pos > end:
            raise IndexError
    note(pos)

def measure_instruction(
    window, pos, arg_lookups_id_getitem, arg_lookups_id_operator_getitem, arg_lookups_id_select,
    arg_lookups_signature_table_has_constants, arg_lookups_signature_table_num_arguments, arg_num_outputs, arg_version
):
    v0_a_1 = window.numbers('uint8', pos, 0)
    v1_b_2 = window.numbers('uint8', pos, 1)
    pos_3 = pos + 2
    on_4 = (np.where((v0_a_1 < 10), v0_a_1, np.uint8(10)) if (arg_version == 1) else np.where((v0_a_1 >= 10), np.where(((arg_lookups_signature_table_num_arguments[v1_b_2] == 0) & (((v0_a_1 == arg_lookups_id_getitem) | (v0_a_1 == arg_lookups_id_operator_getitem)) | (v0_a_1 == arg_lookups_id_select))), 20, 10), np.where(((v0_a_1 == 3) & ((v1_b_2 == 3) | (v1_b_2 == 4))), (30 + wide(v1_b_2)), wide(v0_a_1))))
    mask_5 = ((on_4 == 2)).nonzero()[0]
    if mask_5.size:
        pos_6 = pos_3[mask_5]
        pos_7 = pos_6.copy()
        v1_b_8 = v1_b_2[mask_5]
        mask_9 = (((v1_b_8 >= 1) & (v1_b_8 <= (3 if (arg_version == 1) else 5)))).nonzero()[0]
        if mask_9.size:
            pos_10 = pos_7[mask_9]
            pos_7[mask_9] = pos_10 + 4
        pos_3[mask_5] = pos_7
    mask_11 = ((on_4 == 3)).nonzero()[0]
    if mask_11.size:
        pos_12 = pos_3[mask_11]
        v4_prefix_13 = window.numbers('int16', pos_12, 0)
        n_14 = window.counts(np.where((v4_prefix_13 == (arg_num_outputs + 1)), arg_num_outputs, wide(v4_prefix_13)), pos_12)
        pos_15 = pos_12 + 2 + n_14 * 2
        n_16 = window.counts(np.where((v4_prefix_13 == (arg_num_outputs + 1)), arg_num_outputs, wide(v4_prefix_13)), pos_15)
        pos_17 = pos_15 + n_16 * 2
        pos_3[mask_11] = pos_17
    mask_18 = ((on_4 == 6)).nonzero()[0]
    if mask_18.size:
        pos_19 = pos_3[mask_18]
        pos_3[mask_18] = pos_19 + 8
    mask_20 = ((on_4 == 7)).nonzero()[0]
    if mask_20.size:
        pos_21 = pos_3[mask_20]
        v13_num_branches_22 = window.numbers('int16', pos_21, 4)
        n_23 = window.counts(wide(v13_num_branches_22), pos_21)
        pos_24 = pos_21 + 6 + n_23 * 2
        pos_3[mask_20] = pos_24
    mask_25 = ((on_4 == 10)).nonzero()[0]
    if mask_25.size:
        pos_26 = pos_3[mask_25]
        v15_num_constants_27 = np.zeros(len(pos_26), 'int16')
        pos_28 = pos_26.copy()
        v1_b_29 = v1_b_2[mask_25]
        mask_30 = ((arg_lookups_signature_table_has_constants[v1_b_29] != 0)).nonzero()[0]
        if mask_30.size:
            pos_31 = pos_28[mask_30]
            v15_num_constants_32 = window.numbers('int16', pos_31, 0)
            n_33 = window.counts(wide(v15_num_constants_32), pos_31)
            pos_34 = pos_31 + 2 + n_33 * 2
            pos_28[mask_30] = pos_34
            v15_num_constants_27[mask_30] = v15_num_constants_32
        n_35 = window.counts(arg_lookups_signature_table_num_arguments[v1_b_29], pos_28)
        pos_36 = pos_28 + n_35 * 2
        pos_3[mask_25] = pos_36
    mask_37 = ((on_4 == 20)).nonzero()[0]
    if mask_37.size:
        pos_38 = pos_3[mask_37]
        v18_num_constants_39 = window.numbers('int16', pos_38, 0)
        n_40 = window.counts(wide(v18_num_constants_39), pos_38)
        pos_41 = pos_38 + 2 + n_40 * 2
        pos_3[mask_37] = pos_41 + 2
    mask_42 = ((on_4 == 33)).nonzero()[0]
    if mask_42.size:
        pos_43 = pos_3[mask_42]
        pos_3[mask_42] = pos_43 + 8
    mask_44 = ((on_4 == 34)).nonzero()[0]
    if mask_44.size:
        pos_45 = pos_3[mask_44]
        pos_3[mask_44] = pos_45 + 2
    return pos_3

def gather_instruction(
    data, starts, count, arg_lookups_id_getitem, arg_lookups_id_operator_getitem, arg_lookups_id_select,
    arg_lookups_signature_table_has_constants, arg_lookups_signature_table_num_arguments, arg_num_outputs, arg_version
):
    pos = starts[:-1]
    uint8_0 = view(data, 'uint8', 0)
    uint8_1 = view(data, 'uint8', 1)
    int16_0 = view(data, 'int16', 0)
    int16_2 = view(data, 'int16', 2)
    int16_4 = view(data, 'int16', 4)
    int16_6 = view(data, 'int16', 6)
    c_fields_prefix = np.zeros(count, 'int16')
    c_fields_id = np.zeros(count, 'int16')
    parts_c_fields_reserved = []
    parts_c_fields_distances = []
    c_fields_len_true = np.zeros(count, 'int16')
    c_fields_len_false = np.zeros(count, 'int16')
    c_fields_predicate = np.zeros(count, 'int16')
    c_fields_input = np.zeros(count, 'int16')
    c_fields_block_end = np.zeros(count, 'int16')
    parts_c_fields_branches = []
    parts_c_fields_constants = []
    c_fields_distance = np.zeros(count, 'int16')
    c_fields_gradient = np.zeros(count, 'int16')
    c_fields_rate = np.zeros(count, 'int16')
    v0_a_1 = uint8_0[pos]
    c_a = v0_a_1
    v1_b_2 = uint8_1[pos]
    c_b = v1_b_2
    pos_3 = pos + 2
    on_4 = (np.where((v0_a_1 < 10), v0_a_1, np.uint8(10)) if (arg_version == 1) else np.where((v0_a_1 >= 10), np.where(((arg_lookups_signature_table_num_arguments[v1_b_2] == 0) & (((v0_a_1 == arg_lookups_id_getitem) | (v0_a_1 == arg_lookups_id_operator_getitem)) | (v0_a_1 == arg_lookups_id_select))), 20, 10), np.where(((v0_a_1 == 3) & ((v1_b_2 == 3) | (v1_b_2 == 4))), (30 + wide(v1_b_2)), wide(v0_a_1))))
    mask_5 = ((on_4 == 2)).nonzero()[0]
    if mask_5.size:
        pos_6 = pos_3[mask_5]
        pos_7 = pos_6.copy()
        v1_b_8 = v1_b_2[mask_5]
        mask_9 = (((v1_b_8 >= 1) & (v1_b_8 <= (3 if (arg_version == 1) else 5)))).nonzero()[0]
        if mask_9.size:
            rows_10 = mask_5[mask_9]
            pos_11 = pos_7[mask_9]
            c_fields_prefix[rows_10] = int16_0[pos_11]
            c_fields_id[rows_10] = int16_2[pos_11]
            pos_7[mask_9] = pos_11 + 4
        pos_3[mask_5] = pos_7
    mask_12 = ((on_4 == 3)).nonzero()[0]
    if mask_12.size:
        pos_13 = pos_3[mask_12]
        v4_prefix_14 = int16_0[pos_13]
        c_fields_prefix[mask_12] = v4_prefix_14
        n_15 = counts(np.where((v4_prefix_14 == (arg_num_outputs + 1)), arg_num_outputs, wide(v4_prefix_14)), pos_13)
        parts_c_fields_reserved.append((mask_12, n_15, pos_13 + 2))
        pos_16 = pos_13 + 2 + n_15 * 2
        n_17 = counts(np.where((v4_prefix_14 == (arg_num_outputs + 1)), arg_num_outputs, wide(v4_prefix_14)), pos_16)
        parts_c_fields_distances.append((mask_12, n_17, pos_16))
        pos_18 = pos_16 + n_17 * 2
        pos_3[mask_12] = pos_18
    mask_19 = ((on_4 == 6)).nonzero()[0]
    if mask_19.size:
        pos_20 = pos_3[mask_19]
        c_fields_prefix[mask_19] = int16_0[pos_20]
        c_fields_len_true[mask_19] = int16_2[pos_20]
        c_fields_len_false[mask_19] = int16_4[pos_20]
        c_fields_predicate[mask_19] = int16_6[pos_20]
        pos_3[mask_19] = pos_20 + 8
    mask_21 = ((on_4 == 7)).nonzero()[0]
    if mask_21.size:
        pos_22 = pos_3[mask_21]
        c_fields_input[mask_21] = int16_0[pos_22]
        c_fields_block_end[mask_21] = int16_2[pos_22]
        v13_num_branches_23 = int16_4[pos_22]
        n_24 = counts(wide(v13_num_branches_23), pos_22)
        parts_c_fields_branches.append((mask_21, n_24, pos_22 + 6))
        pos_25 = pos_22 + 6 + n_24 * 2
        pos_3[mask_21] = pos_25
    mask_26 = ((on_4 == 10)).nonzero()[0]
    if mask_26.size:
        pos_27 = pos_3[mask_26]
        v15_num_constants_28 = np.zeros(len(pos_27), 'int16')
        pos_29 = pos_27.copy()
        v1_b_30 = v1_b_2[mask_26]
        mask_31 = ((arg_lookups_signature_table_has_constants[v1_b_30] != 0)).nonzero()[0]
        if mask_31.size:
            rows_32 = mask_26[mask_31]
            pos_33 = pos_29[mask_31]
            v15_num_constants_34 = int16_0[pos_33]
            n_35 = counts(wide(v15_num_constants_34), pos_33)
            parts_c_fields_constants.append((rows_32, n_35, pos_33 + 2))
            pos_36 = pos_33 + 2 + n_35 * 2
            pos_29[mask_31] = pos_36
            v15_num_constants_28[mask_31] = v15_num_constants_34
        n_37 = counts(arg_lookups_signature_table_num_arguments[v1_b_30], pos_29)
        parts_c_fields_distances.append((mask_26, n_37, pos_29))
        pos_38 = pos_29 + n_37 * 2
        pos_3[mask_26] = pos_38
    mask_39 = ((on_4 == 20)).nonzero()[0]
    if mask_39.size:
        pos_40 = pos_3[mask_39]
        v18_num_constants_41 = int16_0[pos_40]
        n_42 = counts(wide(v18_num_constants_41), pos_40)
        parts_c_fields_constants.append((mask_39, n_42, pos_40 + 2))
        pos_43 = pos_40 + 2 + n_42 * 2
        c_fields_distance[mask_39] = int16_0[pos_43]
        pos_3[mask_39] = pos_43 + 2
    mask_44 = ((on_4 == 33)).nonzero()[0]
    if mask_44.size:
        pos_45 = pos_3[mask_44]
        c_fields_prefix[mask_44] = int16_0[pos_45]
        c_fields_id[mask_44] = int16_2[pos_45]
        c_fields_gradient[mask_44] = int16_4[pos_45]
        c_fields_rate[mask_44] = int16_6[pos_45]
        pos_3[mask_44] = pos_45 + 8
    mask_46 = ((on_4 == 34)).nonzero()[0]
    if mask_46.size:
        pos_47 = pos_3[mask_46]
        c_fields_distance[mask_46] = int16_0[pos_47]
        pos_3[mask_46] = pos_47 + 2
    c_fields_reserved_ROWS, each_48 = placed_rows(count, parts_c_fields_reserved, 2)
    c_fields_reserved = int16_0[each_48]
    del each_48, parts_c_fields_reserved
    c_fields_distances_ROWS, each_49 = placed_rows(count, parts_c_fields_distances, 2)
    c_fields_distances = int16_0[each_49]
    del each_49, parts_c_fields_distances
    c_fields_branches_ROWS, each_50 = placed_rows(count, parts_c_fields_branches, 2)
    c_fields_branches = int16_0[each_50]
    del each_50, parts_c_fields_branches
    c_fields_constants_ROWS, each_51 = placed_rows(count, parts_c_fields_constants, 2)
    c_fields_constants = int16_0[each_51]
    del each_51, parts_c_fields_constants
    return (
        c_a, c_b, c_fields_prefix, c_fields_id, c_fields_reserved_ROWS, c_fields_reserved, c_fields_distances_ROWS,
        c_fields_distances, c_fields_len_true, c_fields_len_false, c_fields_predicate, c_fields_input,
        c_fields_block_end, c_fields_branches_ROWS, c_fields_branches, c_fields_constants_ROWS, c_fields_constants,
        c_fields_distance, c_fields_gradient, c_fields_rate,
    )

def check_instruction(
    data, count, arg_lookups_id_getitem, arg_lookups_id_operator_getitem, arg_lookups_id_select,
    arg_lookups_signature_table_has_constants, arg_lookups_signature_table_num_arguments, arg_num_outputs, arg_version,
    c_a, c_b, c_fields_prefix, c_fields_id, c_fields_reserved_ROWS, c_fields_reserved, c_fields_distances_ROWS,
    c_fields_distances, c_fields_len_true, c_fields_len_false, c_fields_predicate, c_fields_input, c_fields_block_end,
    c_fields_branches_ROWS, c_fields_branches, c_fields_constants_ROWS, c_fields_constants, c_fields_distance,
    c_fields_gradient, c_fields_rate, first=None
):
    first = first or (count, 0, 0)
    v0_a_1 = c_a
    v1_b_2 = c_b
    on_3 = (np.where((v0_a_1 < 10), v0_a_1, np.uint8(10)) if (arg_version == 1) else np.where((v0_a_1 >= 10), np.where(((arg_lookups_signature_table_num_arguments[v1_b_2] == 0) & (((v0_a_1 == arg_lookups_id_getitem) | (v0_a_1 == arg_lookups_id_operator_getitem)) | (v0_a_1 == arg_lookups_id_select))), 20, 10), np.where(((v0_a_1 == 3) & ((v1_b_2 == 3) | (v1_b_2 == 4))), (30 + wide(v1_b_2)), wide(v0_a_1))))
    mask_4 = ((on_3 == 2)).nonzero()[0]
    if mask_4.size:
        v1_b_5 = c_b[mask_4]
        mask_6 = (((v1_b_5 >= 1) & (v1_b_5 <= (3 if (arg_version == 1) else 5)))).nonzero()[0]
        if mask_6.size:
            rows_7 = mask_4[mask_6]
            v2_prefix_8 = c_fields_prefix[rows_7]
            first = offender(first, ((v2_prefix_8 == 1) | (v2_prefix_8 == 2)), rows_7, 0)
    mask_9 = ((on_3 == 3)).nonzero()[0]
    if mask_9.size:
        v4_prefix_10 = c_fields_prefix[mask_9]
        first = offender(first, (v4_prefix_10 >= 0), mask_9, 1)
    mask_11 = ((on_3 == 7)).nonzero()[0]
    if mask_11.size:
        v13_num_branches_12 = (c_fields_branches_ROWS[1:] - c_fields_branches_ROWS[:-1])[mask_11]
        first = offender(first, (v13_num_branches_12 >= 0), mask_11, 2)
    mask_13 = ((on_3 == 10)).nonzero()[0]
    if mask_13.size:
        v1_b_14 = c_b[mask_13]
        mask_15 = ((arg_lookups_signature_table_has_constants[v1_b_14] != 0)).nonzero()[0]
        if mask_15.size:
            rows_16 = mask_13[mask_15]
            v15_num_constants_17 = (c_fields_constants_ROWS[1:] - c_fields_constants_ROWS[:-1])[rows_16]
            first = offender(first, (v15_num_constants_17 >= 0), rows_16, 3)
    mask_18 = ((on_3 == 20)).nonzero()[0]
    if mask_18.size:
        v18_num_constants_19 = (c_fields_constants_ROWS[1:] - c_fields_constants_ROWS[:-1])[mask_18]
        first = offender(first, (v18_num_constants_19 >= 0), mask_18, 4)
    mask_20 = ((on_3 == 33)).nonzero()[0]
    if mask_20.size:
        v21_prefix_21 = c_fields_prefix[mask_20]
        first = offender(first, ((v21_prefix_21 == 1) | (v21_prefix_21 == 2)), mask_20, 5)
    return first

def scatter_instruction(
    source, count, arg_lookups_id_getitem, arg_lookups_id_operator_getitem, arg_lookups_id_select,
    arg_lookups_signature_table_has_constants, arg_lookups_signature_table_num_arguments, arg_num_outputs, arg_version,
    c_a, c_b, c_fields_prefix, c_fields_id, c_fields_reserved_ROWS, c_fields_reserved, c_fields_distances_ROWS,
    c_fields_distances, c_fields_len_true, c_fields_len_false, c_fields_predicate, c_fields_input, c_fields_block_end,
    c_fields_branches_ROWS, c_fields_branches, c_fields_constants_ROWS, c_fields_constants, c_fields_distance,
    c_fields_gradient, c_fields_rate, sizes_only
):
    pos = np.zeros(count, np.int64)
    used_c_fields_reserved = 0
    used_c_fields_distances = 0
    used_c_fields_branches = 0
    used_c_fields_constants = 0
    v0_a_1 = c_a
    v1_b_2 = c_b
    pos_3 = pos + 2
    on_4 = (np.where((v0_a_1 < 10), v0_a_1, np.uint8(10)) if (arg_version == 1) else np.where((v0_a_1 >= 10), np.where(((arg_lookups_signature_table_num_arguments[v1_b_2] == 0) & (((v0_a_1 == arg_lookups_id_getitem) | (v0_a_1 == arg_lookups_id_operator_getitem)) | (v0_a_1 == arg_lookups_id_select))), 20, 10), np.where(((v0_a_1 == 3) & ((v1_b_2 == 3) | (v1_b_2 == 4))), (30 + wide(v1_b_2)), wide(v0_a_1))))
    mask_5 = ((on_4 == 2)).nonzero()[0]
    if mask_5.size:
        pos_6 = pos_3[mask_5]
        pos_7 = pos_6.copy()
        v1_b_8 = c_b[mask_5]
        mask_9 = (((v1_b_8 >= 1) & (v1_b_8 <= (3 if (arg_version == 1) else 5)))).nonzero()[0]
        if mask_9.size:
            rows_10 = mask_5[mask_9]
            pos_11 = pos_7[mask_9]
            pos_7[mask_9] = pos_11 + 4
        pos_3[mask_5] = pos_7
    mask_12 = ((on_4 == 3)).nonzero()[0]
    if mask_12.size:
        pos_13 = pos_3[mask_12]
        v4_prefix_14 = c_fields_prefix[mask_12]
        n_15 = (c_fields_reserved_ROWS[1:] - c_fields_reserved_ROWS[:-1])[mask_12]
        used_c_fields_reserved += int(n_15.sum())
        all_used('fields.reserved', used_c_fields_reserved, c_fields_reserved_ROWS)
        agree('fields.reserved', n_15, np.where((v4_prefix_14 == (arg_num_outputs + 1)), arg_num_outputs, wide(v4_prefix_14)), mask_12)
        pos_18 = pos_13 + 2 + n_15 * 2
        n_19 = (c_fields_distances_ROWS[1:] - c_fields_distances_ROWS[:-1])[mask_12]
        used_c_fields_distances += int(n_19.sum())
        agree('fields.distances', n_19, np.where((v4_prefix_14 == (arg_num_outputs + 1)), arg_num_outputs, wide(v4_prefix_14)), mask_12)
        pos_22 = pos_18 + n_19 * 2
        pos_3[mask_12] = pos_22
    mask_23 = ((on_4 == 6)).nonzero()[0]
    if mask_23.size:
        pos_24 = pos_3[mask_23]
        pos_3[mask_23] = pos_24 + 8
    mask_25 = ((on_4 == 7)).nonzero()[0]
    if mask_25.size:
        pos_26 = pos_3[mask_25]
        v13_num_branches_27 = (c_fields_branches_ROWS[1:] - c_fields_branches_ROWS[:-1])[mask_25]
        fits('fields.num_branches', v13_num_branches_27, 'int16', mask_25)
        used_c_fields_branches += int(v13_num_branches_27.sum())
        all_used('fields.branches', used_c_fields_branches, c_fields_branches_ROWS)
        pos_30 = pos_26 + 6 + v13_num_branches_27 * 2
        pos_3[mask_25] = pos_30
    mask_31 = ((on_4 == 10)).nonzero()[0]
    if mask_31.size:
        pos_32 = pos_3[mask_31]
        pos_33 = pos_32.copy()
        v1_b_34 = c_b[mask_31]
        mask_35 = ((arg_lookups_signature_table_has_constants[v1_b_34] != 0)).nonzero()[0]
        if mask_35.size:
            rows_36 = mask_31[mask_35]
            pos_37 = pos_33[mask_35]
            v15_num_constants_38 = (c_fields_constants_ROWS[1:] - c_fields_constants_ROWS[:-1])[rows_36]
            fits('fields.num_constants', v15_num_constants_38, 'int16', rows_36)
            used_c_fields_constants += int(v15_num_constants_38.sum())
            pos_41 = pos_37 + 2 + v15_num_constants_38 * 2
            pos_33[mask_35] = pos_41
        n_42 = (c_fields_distances_ROWS[1:] - c_fields_distances_ROWS[:-1])[mask_31]
        used_c_fields_distances += int(n_42.sum())
        agree('fields.distances', n_42, arg_lookups_signature_table_num_arguments[v1_b_34], mask_31)
        pos_45 = pos_33 + n_42 * 2
        pos_3[mask_31] = pos_45
    mask_46 = ((on_4 == 20)).nonzero()[0]
    if mask_46.size:
        pos_47 = pos_3[mask_46]
        v18_num_constants_48 = (c_fields_constants_ROWS[1:] - c_fields_constants_ROWS[:-1])[mask_46]
        fits('fields.num_constants', v18_num_constants_48, 'int16', mask_46)
        used_c_fields_constants += int(v18_num_constants_48.sum())
        pos_51 = pos_47 + 2 + v18_num_constants_48 * 2
        pos_3[mask_46] = pos_51 + 2
    mask_52 = ((on_4 == 33)).nonzero()[0]
    if mask_52.size:
        pos_53 = pos_3[mask_52]
        pos_3[mask_52] = pos_53 + 8
    mask_54 = ((on_4 == 34)).nonzero()[0]
    if mask_54.size:
        pos_55 = pos_3[mask_54]
        pos_3[mask_54] = pos_55 + 2
    all_used('fields.reserved', used_c_fields_reserved, c_fields_reserved_ROWS)
    all_used('fields.distances', used_c_fields_distances, c_fields_distances_ROWS)
    all_used('fields.branches', used_c_fields_branches, c_fields_branches_ROWS)
    all_used('fields.constants', used_c_fields_constants, c_fields_constants_ROWS)
    sizes = pos_3
    if sizes_only:
        return sizes
    base, out = room(sizes)
    view(out, 'uint8', 0)[base] = v0_a_1
    view(out, 'uint8', 1)[base] = v1_b_2
    if mask_5.size:
        if mask_9.size:
            view(out, 'int16', 0)[base[rows_10] + pos_11] = c_fields_prefix[rows_10]
            view(out, 'int16', 2)[base[rows_10] + pos_11] = c_fields_id[rows_10]
    if mask_12.size:
        view(out, 'int16', 0)[base[mask_12] + pos_13] = v4_prefix_14
        each_17 = ramps(base[mask_12] + pos_13 + 2, n_15, 2)
        view(out, 'int16', 0)[each_17] = c_fields_reserved
        del each_17
        chosen_20 = ramps(c_fields_distances_ROWS[:-1][mask_12], n_19, 1)
        each_21 = ramps(base[mask_12] + pos_18, n_19, 2)
        view(out, 'int16', 0)[each_21] = c_fields_distances[chosen_20]
        del chosen_20, each_21
    if mask_23.size:
        view(out, 'int16', 0)[base[mask_23] + pos_24] = c_fields_prefix[mask_23]
        view(out, 'int16', 2)[base[mask_23] + pos_24] = c_fields_len_true[mask_23]
        view(out, 'int16', 4)[base[mask_23] + pos_24] = c_fields_len_false[mask_23]
        view(out, 'int16', 6)[base[mask_23] + pos_24] = c_fields_predicate[mask_23]
    if mask_25.size:
        view(out, 'int16', 0)[base[mask_25] + pos_26] = c_fields_input[mask_25]
        view(out, 'int16', 2)[base[mask_25] + pos_26] = c_fields_block_end[mask_25]
        view(out, 'int16', 4)[base[mask_25] + pos_26] = v13_num_branches_27
        each_29 = ramps(base[mask_25] + pos_26 + 6, v13_num_branches_27, 2)
        view(out, 'int16', 0)[each_29] = c_fields_branches
        del each_29
    if mask_31.size:
        if mask_35.size:
            view(out, 'int16', 0)[base[rows_36] + pos_37] = v15_num_constants_38
            chosen_39 = ramps(c_fields_constants_ROWS[:-1][rows_36], v15_num_constants_38, 1)
            each_40 = ramps(base[rows_36] + pos_37 + 2, v15_num_constants_38, 2)
            view(out, 'int16', 0)[each_40] = c_fields_constants[chosen_39]
            del chosen_39, each_40
        chosen_43 = ramps(c_fields_distances_ROWS[:-1][mask_31], n_42, 1)
        each_44 = ramps(base[mask_31] + pos_33, n_42, 2)
        view(out, 'int16', 0)[each_44] = c_fields_distances[chosen_43]
        del chosen_43, each_44
    if mask_46.size:
        view(out, 'int16', 0)[base[mask_46] + pos_47] = v18_num_constants_48
        chosen_49 = ramps(c_fields_constants_ROWS[:-1][mask_46], v18_num_constants_48, 1)
        each_50 = ramps(base[mask_46] + pos_47 + 2, v18_num_constants_48, 2)
        view(out, 'int16', 0)[each_50] = c_fields_constants[chosen_49]
        del chosen_49, each_50
        view(out, 'int16', 0)[base[mask_46] + pos_51] = c_fields_distance[mask_46]
    if mask_52.size:
        view(out, 'int16', 0)[base[mask_52] + pos_53] = c_fields_prefix[mask_52]
        view(out, 'int16', 2)[base[mask_52] + pos_53] = c_fields_id[mask_52]
        view(out, 'int16', 4)[base[mask_52] + pos_53] = c_fields_gradient[mask_52]
        view(out, 'int16', 6)[base[mask_52] + pos_53] = c_fields_rate[mask_52]
    if mask_54.size:
        view(out, 'int16', 0)[base[mask_54] + pos_55] = c_fields_distance[mask_54]
    return out

instruction = RecordCodec(
    schema="nac", name="instruction", parser="Nac.Instruction", least=2,
    arguments=(Argument("lookups_id_getitem", "lookups.id_getitem", "", -2147483648, 2147483647), Argument("lookups_id_operator_getitem", "lookups.id_operator_getitem", "", -2147483648, 2147483647), Argument("lookups_id_select", "lookups.id_select", "", -2147483648, 2147483647), Argument("lookups_signature_table_has_constants", "lookups.signature_table", "has_constants", -9223372036854775808, 9223372036854775807), Argument("lookups_signature_table_num_arguments", "lookups.signature_table", "num_arguments", 0, 255), Argument("num_outputs", "num_outputs", "", 0, 65535), Argument("version", "version", "", 0, 255)),
    layout="a:uint8 b:uint8 fields.prefix:int16 fields.id:int16 fields.reserved[]:int64 fields.reserved:int16:fields.reserved[] fields.distances[]:int64 fields.distances:int16:fields.distances[] fields.len_true:int16 fields.len_false:int16 fields.predicate:int16 fields.input:int16 fields.block_end:int16 fields.branches[]:int64 fields.branches:int16:fields.branches[] fields.constants[]:int64 fields.constants:int16:fields.constants[] fields.distance:int16 fields.gradient:int16 fields.rate:int16",
    rules=(ColumnRule("fields.prefix", "wrong value", "one of 1, 2"), ColumnRule("fields.prefix", "out of range", "at least 0"), ColumnRule("fields.num_branches", "out of range", "at least 0"), ColumnRule("fields.num_constants", "out of range", "at least 0"), ColumnRule("fields.num_constants", "out of range", "at least 0"), ColumnRule("fields.prefix", "wrong value", "one of 1, 2")),
    finds=scan_instruction, gathers=gather_instruction, checks=check_instruction, scatters=scatter_instruction,
    measures=measure_instruction, leading=[*range(0, 256)], grain=2,
)

def scan_operation_name(data, pos, end, note, count):
    for _ in range(count):
        note(pos)
        v1_len_name = data[pos + 2]
        pos += 3
        pos += v1_len_name
        if pos > end:
            raise IndexError
    note(pos)

def gather_operation_name(data, starts, count):
    pos = starts[:-1]
    uint16_0 = view(data, 'uint16', 0)
    uint8_2 = view(data, 'uint8', 2)
    c_id_operation = uint16_0[pos]
    v1_len_name_1 = uint8_2[pos]
    at_2 = pos + 3
    size_3 = counts(wide(v1_len_name_1), at_2)
    pos_4 = at_2 + size_3
    c_name_AT = at_2
    c_name_SIZE = size_3
    return (c_id_operation, c_name_AT, c_name_SIZE,)

def check_operation_name(data, count, c_id_operation, c_name_AT, c_name_SIZE, first=None):
    first = first or (count, 0, 0)
    first = text_offender(first, data, c_name_AT, c_name_SIZE, None, 0)
    return first

def scatter_operation_name(source, count, c_id_operation, c_name_AT, c_name_SIZE, sizes_only):
    pos = np.zeros(count, np.int64)
    v1_len_name_1 = c_name_SIZE
    fits('len_name', v1_len_name_1, 'uint8', None)
    at_2 = c_name_AT
    size_3 = c_name_SIZE
    size_4 = np.where(at_2 < 0, 0, size_3)
    pos_5 = pos + 3 + size_4
    sizes = pos_5
    if sizes_only:
        return sizes
    base, out = room(sizes)
    view(out, 'uint16', 0)[base] = c_id_operation
    view(out, 'uint8', 2)[base] = v1_len_name_1
    copy_spans(out, base + 3, source, at_2, size_4)
    return out

operation_name = RecordCodec(
    schema="nac", name="operation_name", parser="Nac.OperationName", least=3,
    layout="id_operation:uint16 name@:int64 name#:int64", rules=(ColumnRule("name", "the text is not UTF-8", ""),),
    finds=scan_operation_name, gathers=gather_operation_name, checks=check_operation_name,
    scatters=scatter_operation_name,
)

def scan_constant(data, pos, end, note, count):
    for _ in range(count):
        note(pos)
        v1_kind = data[pos + 2]
        v2_length = data[pos + 3] | data[pos + 4] << 8
        pos += 5
        s1 = v1_kind
        if s1 == 0:
            pass
        elif s1 == 1:
            pos += 1
        elif s1 == 2:
            pos += 8
        elif s1 == 3:
            pos += 8
        elif s1 == 4:
            pos += v2_length
        elif s1 == 5:
            pos += v2_length * 4
        elif s1 == 6:
            n2 = (v2_length * 4)
            if n2 < 0:
                raise IndexError
            pos += n2
        if pos > end:
            raise IndexError
    note(pos)

def gather_constant(data, starts, count):
    pos = starts[:-1]
    uint16_0 = view(data, 'uint16', 0)
    uint8_2 = view(data, 'uint8', 2)
    uint16_3 = view(data, 'uint16', 3)
    uint8_0 = view(data, 'uint8', 0)
    int64_0 = view(data, 'int64', 0)
    int32_0 = view(data, 'int32', 0)
    c_body_is_true = np.zeros(count, 'uint8')
    c_body_number = np.zeros(count, 'int64')
    c_body_raw_AT = np.zeros(count, 'int64')
    c_body_raw_SIZE = np.zeros(count, 'int64')
    c_body_text_AT = np.zeros(count, 'int64')
    c_body_text_SIZE = np.zeros(count, 'int64')
    parts_c_body_numbers = []
    c_id_constant = uint16_0[pos]
    v1_kind_1 = uint8_2[pos]
    c_kind = v1_kind_1
    v2_length_2 = uint16_3[pos]
    c_length = v2_length_2
    pos_3 = pos + 5
    on_4 = v1_kind_1
    mask_5 = ((on_4 == 1)).nonzero()[0]
    if mask_5.size:
        pos_6 = pos_3[mask_5]
        c_body_is_true[mask_5] = uint8_0[pos_6]
        pos_3[mask_5] = pos_6 + 1
    mask_7 = ((on_4 == 2)).nonzero()[0]
    if mask_7.size:
        pos_8 = pos_3[mask_7]
        c_body_number[mask_7] = int64_0[pos_8]
        pos_3[mask_7] = pos_8 + 8
    mask_9 = ((on_4 == 3)).nonzero()[0]
    if mask_9.size:
        pos_10 = pos_3[mask_9]
        at_11 = pos_10
        size_12 = counts(8, at_11)
        pos_13 = at_11 + size_12
        c_body_raw_AT[mask_9] = at_11
        c_body_raw_SIZE[mask_9] = size_12
        pos_3[mask_9] = pos_13
    mask_14 = ((on_4 == 4)).nonzero()[0]
    if mask_14.size:
        pos_15 = pos_3[mask_14]
        at_16 = pos_15
        v2_length_17 = v2_length_2[mask_14]
        size_18 = counts(wide(v2_length_17), at_16)
        pos_19 = at_16 + size_18
        c_body_text_AT[mask_14] = at_16
        c_body_text_SIZE[mask_14] = size_18
        pos_3[mask_14] = pos_19
    mask_20 = ((on_4 == 5)).nonzero()[0]
    if mask_20.size:
        pos_21 = pos_3[mask_20]
        v2_length_22 = v2_length_2[mask_20]
        n_23 = counts(wide(v2_length_22), pos_21)
        parts_c_body_numbers.append((mask_20, n_23, pos_21))
        pos_24 = pos_21 + n_23 * 4
        pos_3[mask_20] = pos_24
    mask_25 = ((on_4 == 6)).nonzero()[0]
    if mask_25.size:
        pos_26 = pos_3[mask_25]
        at_27 = pos_26
        v2_length_28 = v2_length_2[mask_25]
        size_29 = counts((wide(v2_length_28) * 4), at_27)
        pos_30 = at_27 + size_29
        c_body_raw_AT[mask_25] = at_27
        c_body_raw_SIZE[mask_25] = size_29
        pos_3[mask_25] = pos_30
    c_body_numbers_ROWS, each_31 = placed_rows(count, parts_c_body_numbers, 4)
    c_body_numbers = int32_0[each_31]
    del each_31, parts_c_body_numbers
    return (
        c_id_constant, c_kind, c_length, c_body_is_true, c_body_number, c_body_raw_AT, c_body_raw_SIZE, c_body_text_AT,
        c_body_text_SIZE, c_body_numbers_ROWS, c_body_numbers,
    )

def check_constant(
    data, count, c_id_constant, c_kind, c_length, c_body_is_true, c_body_number, c_body_raw_AT, c_body_raw_SIZE,
    c_body_text_AT, c_body_text_SIZE, c_body_numbers_ROWS, c_body_numbers, first=None
):
    first = first or (count, 0, 0)
    v1_kind_1 = c_kind
    first = offender(first, (v1_kind_1 <= 6), None, 0)
    v2_length_2 = c_length
    first = offender(first, ((v2_length_2 == 8) | ((v1_kind_1 != 2) & (v1_kind_1 != 3))), None, 1)
    on_3 = v1_kind_1
    mask_4 = ((on_3 == 1)).nonzero()[0]
    if mask_4.size:
        v3_is_true_5 = c_body_is_true[mask_4]
        first = offender(first, ((v3_is_true_5 == 0) | (v3_is_true_5 == 1)), mask_4, 2)
    mask_6 = ((on_3 == 4)).nonzero()[0]
    if mask_6.size:
        first = text_offender(first, data, c_body_text_AT[mask_6], c_body_text_SIZE[mask_6], mask_6, 3)
    return first

def scatter_constant(
    source, count, c_id_constant, c_kind, c_length, c_body_is_true, c_body_number, c_body_raw_AT, c_body_raw_SIZE,
    c_body_text_AT, c_body_text_SIZE, c_body_numbers_ROWS, c_body_numbers, sizes_only
):
    pos = np.zeros(count, np.int64)
    used_c_body_numbers = 0
    v1_kind_1 = c_kind
    v2_length_2 = c_length
    pos_3 = pos + 5
    on_4 = v1_kind_1
    mask_5 = ((on_4 == 1)).nonzero()[0]
    if mask_5.size:
        pos_6 = pos_3[mask_5]
        pos_3[mask_5] = pos_6 + 1
    mask_7 = ((on_4 == 2)).nonzero()[0]
    if mask_7.size:
        pos_8 = pos_3[mask_7]
        pos_3[mask_7] = pos_8 + 8
    mask_9 = ((on_4 == 3)).nonzero()[0]
    if mask_9.size:
        pos_10 = pos_3[mask_9]
        at_11 = c_body_raw_AT[mask_9]
        size_12 = c_body_raw_SIZE[mask_9]
        agree('body.raw', size_12, 8, mask_9)
        size_13 = np.where(at_11 < 0, 0, size_12)
        pos_14 = pos_10 + size_13
        pos_3[mask_9] = pos_14
    mask_15 = ((on_4 == 4)).nonzero()[0]
    if mask_15.size:
        pos_16 = pos_3[mask_15]
        at_17 = c_body_text_AT[mask_15]
        size_18 = c_body_text_SIZE[mask_15]
        v2_length_19 = c_length[mask_15]
        agree('body.text', size_18, wide(v2_length_19), mask_15)
        size_20 = np.where(at_17 < 0, 0, size_18)
        pos_21 = pos_16 + size_20
        pos_3[mask_15] = pos_21
    mask_22 = ((on_4 == 5)).nonzero()[0]
    if mask_22.size:
        pos_23 = pos_3[mask_22]
        n_24 = (c_body_numbers_ROWS[1:] - c_body_numbers_ROWS[:-1])[mask_22]
        used_c_body_numbers += int(n_24.sum())
        all_used('body.numbers', used_c_body_numbers, c_body_numbers_ROWS)
        v2_length_25 = c_length[mask_22]
        agree('body.numbers', n_24, wide(v2_length_25), mask_22)
        pos_28 = pos_23 + n_24 * 4
        pos_3[mask_22] = pos_28
    mask_29 = ((on_4 == 6)).nonzero()[0]
    if mask_29.size:
        pos_30 = pos_3[mask_29]
        at_31 = c_body_raw_AT[mask_29]
        size_32 = c_body_raw_SIZE[mask_29]
        v2_length_33 = c_length[mask_29]
        agree('body.raw', size_32, (wide(v2_length_33) * 4), mask_29)
        size_34 = np.where(at_31 < 0, 0, size_32)
        pos_35 = pos_30 + size_34
        pos_3[mask_29] = pos_35
    all_used('body.numbers', used_c_body_numbers, c_body_numbers_ROWS)
    sizes = pos_3
    if sizes_only:
        return sizes
    base, out = room(sizes)
    view(out, 'uint16', 0)[base] = c_id_constant
    view(out, 'uint8', 2)[base] = v1_kind_1
    view(out, 'uint16', 3)[base] = v2_length_2
    if mask_5.size:
        view(out, 'uint8', 0)[base[mask_5] + pos_6] = c_body_is_true[mask_5]
    if mask_7.size:
        view(out, 'int64', 0)[base[mask_7] + pos_8] = c_body_number[mask_7]
    if mask_9.size:
        copy_spans(out, base[mask_9] + pos_10, source, at_11, size_13)
    if mask_15.size:
        copy_spans(out, base[mask_15] + pos_16, source, at_17, size_20)
    if mask_22.size:
        each_27 = ramps(base[mask_22] + pos_23, n_24, 4)
        view(out, 'int32', 0)[each_27] = c_body_numbers
        del each_27
    if mask_29.size:
        copy_spans(out, base[mask_29] + pos_30, source, at_31, size_34)
    return out

constant = RecordCodec(
    schema="nac", name="constant", parser="Nac.Constant", least=5,
    layout="id_constant:uint16 kind:uint8 length:uint16 body.is_true:uint8 body.number:int64 body.raw@:int64 body.raw#:int64 body.text@:int64 body.text#:int64 body.numbers[]:int64 body.numbers:int32:body.numbers[]",
    rules=(ColumnRule("kind", "wrong value", "one of 0 (none), 1 (truth), 2 (int64), 3 (float64), 4 (text), 5 (int32_list), 6 (float32_list)"), ColumnRule("length", "wrong value", "`_ == 8 or (kind != constant_kind::int64 and kind != constant_kind::float64)`"), ColumnRule("body.is_true", "wrong value", "one of 0, 1"), ColumnRule("body.text", "the text is not UTF-8", "")),
    finds=scan_constant, gathers=gather_constant, checks=check_constant, scatters=scatter_constant,
)

def scan_signature(data, pos, end, note, count):
    for _ in range(count):
        note(pos)
        v1_num_codes = data[pos + 2]
        pos += 3
        pos += v1_num_codes
        if pos > end:
            raise IndexError
    note(pos)

def gather_signature(data, starts, count):
    pos = starts[:-1]
    uint16_0 = view(data, 'uint16', 0)
    uint8_2 = view(data, 'uint8', 2)
    uint8_0 = view(data, 'uint8', 0)
    parts_c_codes = []
    c_id_signature = uint16_0[pos]
    v1_num_codes_1 = uint8_2[pos]
    n_2 = counts(wide(v1_num_codes_1), pos)
    parts_c_codes.append((None, n_2, pos + 3))
    pos_3 = pos + 3 + n_2 * 1
    c_codes_ROWS, each_4 = placed_rows(count, parts_c_codes, 1)
    c_codes_code = uint8_0[each_4]
    del each_4, parts_c_codes
    return (c_id_signature, c_codes_ROWS, c_codes_code,)

def check_signature(data, count, c_id_signature, c_codes_ROWS, c_codes_code, first=None):
    first = first or (count, 0, 0)
    return first

def scatter_signature(source, count, c_id_signature, c_codes_ROWS, c_codes_code, sizes_only):
    pos = np.zeros(count, np.int64)
    used_c_codes = 0
    v1_num_codes_1 = (c_codes_ROWS[1:] - c_codes_ROWS[:-1])
    fits('num_codes', v1_num_codes_1, 'uint8', None)
    used_c_codes += int(v1_num_codes_1.sum())
    all_used('codes', used_c_codes, c_codes_ROWS)
    pos_4 = pos + 3 + v1_num_codes_1 * 1
    all_used('codes', used_c_codes, c_codes_ROWS)
    sizes = pos_4
    if sizes_only:
        return sizes
    base, out = room(sizes)
    view(out, 'uint16', 0)[base] = c_id_signature
    view(out, 'uint8', 2)[base] = v1_num_codes_1
    each_3 = ramps(base + 3, v1_num_codes_1, 1)
    view(out, 'uint8', 0)[each_3] = c_codes_code
    del each_3
    return out

signature = RecordCodec(
    schema="nac", name="signature", parser="Nac.Signature", least=3,
    layout="id_signature:uint16 codes[]:int64 codes.code:uint8:codes[]", finds=scan_signature, gathers=gather_signature,
    checks=check_signature, scatters=scatter_signature,
)

def scan_parameter_name(data, pos, end, note, count):
    for _ in range(count):
        note(pos)
        v1_len_name = data[pos + 2] | data[pos + 3] << 8
        pos += 4
        pos += v1_len_name
        if pos > end:
            raise IndexError
    note(pos)

def gather_parameter_name(data, starts, count):
    pos = starts[:-1]
    uint16_0 = view(data, 'uint16', 0)
    uint16_2 = view(data, 'uint16', 2)
    c_id_parameter = uint16_0[pos]
    v1_len_name_1 = uint16_2[pos]
    at_2 = pos + 4
    size_3 = counts(wide(v1_len_name_1), at_2)
    pos_4 = at_2 + size_3
    c_name_AT = at_2
    c_name_SIZE = size_3
    return (c_id_parameter, c_name_AT, c_name_SIZE,)

def check_parameter_name(data, count, c_id_parameter, c_name_AT, c_name_SIZE, first=None):
    first = first or (count, 0, 0)
    first = text_offender(first, data, c_name_AT, c_name_SIZE, None, 0)
    return first

def scatter_parameter_name(source, count, c_id_parameter, c_name_AT, c_name_SIZE, sizes_only):
    pos = np.zeros(count, np.int64)
    v1_len_name_1 = c_name_SIZE
    fits('len_name', v1_len_name_1, 'uint16', None)
    at_2 = c_name_AT
    size_3 = c_name_SIZE
    size_4 = np.where(at_2 < 0, 0, size_3)
    pos_5 = pos + 4 + size_4
    sizes = pos_5
    if sizes_only:
        return sizes
    base, out = room(sizes)
    view(out, 'uint16', 0)[base] = c_id_parameter
    view(out, 'uint16', 2)[base] = v1_len_name_1
    copy_spans(out, base + 4, source, at_2, size_4)
    return out

parameter_name = RecordCodec(
    schema="nac", name="parameter_name", parser="Nac.ParameterName", least=4,
    layout="id_parameter:uint16 name@:int64 name#:int64", rules=(ColumnRule("name", "the text is not UTF-8", ""),),
    finds=scan_parameter_name, gathers=gather_parameter_name, checks=check_parameter_name,
    scatters=scatter_parameter_name,
)

def scan_input_name(data, pos, end, note, count):
    for _ in range(count):
        note(pos)
        v1_len_name = data[pos + 2] | data[pos + 3] << 8
        pos += 4
        pos += v1_len_name
        if pos > end:
            raise IndexError
    note(pos)

def gather_input_name(data, starts, count):
    pos = starts[:-1]
    uint16_0 = view(data, 'uint16', 0)
    uint16_2 = view(data, 'uint16', 2)
    c_idx_instruction = uint16_0[pos]
    v1_len_name_1 = uint16_2[pos]
    at_2 = pos + 4
    size_3 = counts(wide(v1_len_name_1), at_2)
    pos_4 = at_2 + size_3
    c_name_AT = at_2
    c_name_SIZE = size_3
    return (c_idx_instruction, c_name_AT, c_name_SIZE,)

def check_input_name(data, count, c_idx_instruction, c_name_AT, c_name_SIZE, first=None):
    first = first or (count, 0, 0)
    first = text_offender(first, data, c_name_AT, c_name_SIZE, None, 0)
    return first

def scatter_input_name(source, count, c_idx_instruction, c_name_AT, c_name_SIZE, sizes_only):
    pos = np.zeros(count, np.int64)
    v1_len_name_1 = c_name_SIZE
    fits('len_name', v1_len_name_1, 'uint16', None)
    at_2 = c_name_AT
    size_3 = c_name_SIZE
    size_4 = np.where(at_2 < 0, 0, size_3)
    pos_5 = pos + 4 + size_4
    sizes = pos_5
    if sizes_only:
        return sizes
    base, out = room(sizes)
    view(out, 'uint16', 0)[base] = c_idx_instruction
    view(out, 'uint16', 2)[base] = v1_len_name_1
    copy_spans(out, base + 4, source, at_2, size_4)
    return out

input_name = RecordCodec(
    schema="nac", name="input_name", parser="Nac.InputName", least=4,
    layout="idx_instruction:uint16 name@:int64 name#:int64", rules=(ColumnRule("name", "the text is not UTF-8", ""),),
    finds=scan_input_name, gathers=gather_input_name, checks=check_input_name, scatters=scatter_input_name,
)

def scan_tensor(data, pos, end, note, count):
    for _ in range(count):
        note(pos)
        v1_len_meta = data[pos + 2] | data[pos + 3] << 8 | data[pos + 4] << 16 | data[pos + 5] << 24
        v2_len_data = data[pos + 6] | data[pos + 7] << 8 | data[pos + 8] << 16 | data[pos + 9] << 24 | data[pos + 10] << 32 | data[pos + 11] << 40 | data[pos + 12] << 48 | data[pos + 13] << 56
        pos += 14
        pos += v1_len_meta
        pos += v2_len_data
        if pos > end:
            raise IndexError
    note(pos)

def gather_tensor(data, starts, count):
    pos = starts[:-1]
    uint16_0 = view(data, 'uint16', 0)
    uint32_2 = view(data, 'uint32', 2)
    uint64_6 = view(data, 'uint64', 6)
    c_id_parameter = uint16_0[pos]
    v1_len_meta_1 = uint32_2[pos]
    v2_len_data_2 = uint64_6[pos]
    at_3 = pos + 14
    size_4 = counts(wide(v1_len_meta_1), at_3)
    pos_5 = at_3 + size_4
    c_meta_AT = at_3
    c_meta_SIZE = size_4
    at_6 = pos_5
    size_7 = counts(wide(v2_len_data_2), at_6)
    pos_8 = at_6 + size_7
    c_data_AT = at_6
    c_data_SIZE = size_7
    return (c_id_parameter, c_meta_AT, c_meta_SIZE, c_data_AT, c_data_SIZE,)

def check_tensor(data, count, c_id_parameter, c_meta_AT, c_meta_SIZE, c_data_AT, c_data_SIZE, first=None):
    first = first or (count, 0, 0)
    return first

def scatter_tensor(source, count, c_id_parameter, c_meta_AT, c_meta_SIZE, c_data_AT, c_data_SIZE, sizes_only):
    pos = np.zeros(count, np.int64)
    v1_len_meta_1 = c_meta_SIZE
    fits('len_meta', v1_len_meta_1, 'uint32', None)
    v2_len_data_2 = c_data_SIZE
    fits('len_data', v2_len_data_2, 'uint64', None)
    at_3 = c_meta_AT
    size_4 = c_meta_SIZE
    size_5 = np.where(at_3 < 0, 0, size_4)
    pos_6 = pos + 14 + size_5
    at_7 = c_data_AT
    size_8 = c_data_SIZE
    size_9 = np.where(at_7 < 0, 0, size_8)
    pos_10 = pos_6 + size_9
    sizes = pos_10
    if sizes_only:
        return sizes
    base, out = room(sizes)
    view(out, 'uint16', 0)[base] = c_id_parameter
    view(out, 'uint32', 2)[base] = v1_len_meta_1
    view(out, 'uint64', 6)[base] = v2_len_data_2
    copy_spans(out, base + 14, source, at_3, size_5)
    copy_spans(out, base + pos_6, source, at_7, size_9)
    return out

tensor = RecordCodec(
    schema="nac", name="tensor", parser="Nac.Tensor", least=14,
    layout="id_parameter:uint16 meta@:int64 meta#:int64 data@:int64 data#:int64", children={"meta": "tensor_meta"},
    finds=scan_tensor, gathers=gather_tensor, checks=check_tensor, scatters=scatter_tensor,
)

def scan_tensor_meta(data, pos, end, note, count):
    for _ in range(count):
        note(pos)
        v1_rank = data[pos + 1]
        pos += 2
        pos += v1_rank * 4
        v3_quantization = data[pos]
        pos += 1
        s1 = v3_quantization
        if s1 == 2:
            pos += 4
        elif s1 == 3:
            v5_num_scales = data[pos + 1] | data[pos + 2] << 8 | data[pos + 3] << 16 | data[pos + 4] << 24
            pos += 5
            n2 = (v5_num_scales * 4)
            if n2 < 0:
                raise IndexError
            pos += n2
        elif s1 == 4:
            v7_rank = data[pos + 2]
            pos += 3
            pos += v7_rank * 4
            v9_num_scales = data[pos] | data[pos + 1] << 8 | data[pos + 2] << 16 | data[pos + 3] << 24
            pos += 4
            n3 = (v9_num_scales * 4)
            if n3 < 0:
                raise IndexError
            pos += n3
        if pos > end:
            raise IndexError
    note(pos)

def gather_tensor_meta(data, starts, count):
    pos = starts[:-1]
    uint8_0 = view(data, 'uint8', 0)
    uint8_1 = view(data, 'uint8', 1)
    uint32_1 = view(data, 'uint32', 1)
    uint16_0 = view(data, 'uint16', 0)
    uint8_2 = view(data, 'uint8', 2)
    uint32_0 = view(data, 'uint32', 0)
    parts_c_dims = []
    c_scaling_scale_AT = np.zeros(count, 'int64')
    c_scaling_scale_SIZE = np.zeros(count, 'int64')
    c_scaling_axis = np.zeros(count, 'uint8')
    c_scaling_scales_AT = np.zeros(count, 'int64')
    c_scaling_scales_SIZE = np.zeros(count, 'int64')
    c_scaling_len_block = np.zeros(count, 'uint16')
    parts_c_scaling_dims = []
    c_dtype = uint8_0[pos]
    v1_rank_1 = uint8_1[pos]
    n_2 = counts(wide(v1_rank_1), pos)
    parts_c_dims.append((None, n_2, pos + 2))
    pos_3 = pos + 2 + n_2 * 4
    v3_quantization_4 = uint8_0[pos_3]
    c_quantization = v3_quantization_4
    pos_5 = pos_3 + 1
    on_6 = v3_quantization_4
    mask_7 = ((on_6 == 2)).nonzero()[0]
    if mask_7.size:
        pos_8 = pos_5[mask_7]
        at_9 = pos_8
        size_10 = counts(4, at_9)
        pos_11 = at_9 + size_10
        c_scaling_scale_AT[mask_7] = at_9
        c_scaling_scale_SIZE[mask_7] = size_10
        pos_5[mask_7] = pos_11
    mask_12 = ((on_6 == 3)).nonzero()[0]
    if mask_12.size:
        pos_13 = pos_5[mask_12]
        c_scaling_axis[mask_12] = uint8_0[pos_13]
        v5_num_scales_14 = uint32_1[pos_13]
        at_15 = pos_13 + 5
        size_16 = counts((wide(v5_num_scales_14) * 4), at_15)
        pos_17 = at_15 + size_16
        c_scaling_scales_AT[mask_12] = at_15
        c_scaling_scales_SIZE[mask_12] = size_16
        pos_5[mask_12] = pos_17
    mask_18 = ((on_6 == 4)).nonzero()[0]
    if mask_18.size:
        pos_19 = pos_5[mask_18]
        c_scaling_len_block[mask_18] = uint16_0[pos_19]
        v7_rank_20 = uint8_2[pos_19]
        n_21 = counts(wide(v7_rank_20), pos_19)
        parts_c_scaling_dims.append((mask_18, n_21, pos_19 + 3))
        pos_22 = pos_19 + 3 + n_21 * 4
        v9_num_scales_23 = uint32_0[pos_22]
        at_24 = pos_22 + 4
        size_25 = counts((wide(v9_num_scales_23) * 4), at_24)
        pos_26 = at_24 + size_25
        c_scaling_scales_AT[mask_18] = at_24
        c_scaling_scales_SIZE[mask_18] = size_25
        pos_5[mask_18] = pos_26
    c_dims_ROWS, each_27 = placed_rows(count, parts_c_dims, 4)
    c_dims = uint32_0[each_27]
    del each_27, parts_c_dims
    c_scaling_dims_ROWS, each_28 = placed_rows(count, parts_c_scaling_dims, 4)
    c_scaling_dims = uint32_0[each_28]
    del each_28, parts_c_scaling_dims
    return (
        c_dtype, c_dims_ROWS, c_dims, c_quantization, c_scaling_scale_AT, c_scaling_scale_SIZE, c_scaling_axis,
        c_scaling_scales_AT, c_scaling_scales_SIZE, c_scaling_len_block, c_scaling_dims_ROWS, c_scaling_dims,
    )

def check_tensor_meta(
    data, count, c_dtype, c_dims_ROWS, c_dims, c_quantization, c_scaling_scale_AT, c_scaling_scale_SIZE, c_scaling_axis,
    c_scaling_scales_AT, c_scaling_scales_SIZE, c_scaling_len_block, c_scaling_dims_ROWS, c_scaling_dims, first=None
):
    first = first or (count, 0, 0)
    v3_quantization_1 = c_quantization
    first = offender(first, (v3_quantization_1 <= 4), None, 0)
    return first

def scatter_tensor_meta(
    source, count, c_dtype, c_dims_ROWS, c_dims, c_quantization, c_scaling_scale_AT, c_scaling_scale_SIZE,
    c_scaling_axis, c_scaling_scales_AT, c_scaling_scales_SIZE, c_scaling_len_block, c_scaling_dims_ROWS,
    c_scaling_dims, sizes_only
):
    pos = np.zeros(count, np.int64)
    used_c_dims = 0
    used_c_scaling_dims = 0
    v1_rank_1 = (c_dims_ROWS[1:] - c_dims_ROWS[:-1])
    fits('rank', v1_rank_1, 'uint8', None)
    used_c_dims += int(v1_rank_1.sum())
    all_used('dims', used_c_dims, c_dims_ROWS)
    pos_4 = pos + 2 + v1_rank_1 * 4
    v3_quantization_5 = c_quantization
    pos_6 = pos_4 + 1
    on_7 = v3_quantization_5
    mask_8 = ((on_7 == 2)).nonzero()[0]
    if mask_8.size:
        pos_9 = pos_6[mask_8]
        at_10 = c_scaling_scale_AT[mask_8]
        size_11 = c_scaling_scale_SIZE[mask_8]
        agree('scaling.scale', size_11, 4, mask_8)
        size_12 = np.where(at_10 < 0, 0, size_11)
        pos_13 = pos_9 + size_12
        pos_6[mask_8] = pos_13
    mask_14 = ((on_7 == 3)).nonzero()[0]
    if mask_14.size:
        pos_15 = pos_6[mask_14]
        v5_num_scales_16 = (c_scaling_scales_SIZE // 4)[mask_14]
        fits('scaling.num_scales', v5_num_scales_16, 'uint32', mask_14)
        whole_elements('scaling.scales', c_scaling_scales_SIZE[mask_14], 4, mask_14)
        at_17 = c_scaling_scales_AT[mask_14]
        size_18 = c_scaling_scales_SIZE[mask_14]
        size_19 = np.where(at_17 < 0, 0, size_18)
        pos_20 = pos_15 + 5 + size_19
        pos_6[mask_14] = pos_20
    mask_21 = ((on_7 == 4)).nonzero()[0]
    if mask_21.size:
        pos_22 = pos_6[mask_21]
        v7_rank_23 = (c_scaling_dims_ROWS[1:] - c_scaling_dims_ROWS[:-1])[mask_21]
        fits('scaling.rank', v7_rank_23, 'uint8', mask_21)
        used_c_scaling_dims += int(v7_rank_23.sum())
        all_used('scaling.dims', used_c_scaling_dims, c_scaling_dims_ROWS)
        pos_26 = pos_22 + 3 + v7_rank_23 * 4
        v9_num_scales_27 = (c_scaling_scales_SIZE // 4)[mask_21]
        fits('scaling.num_scales', v9_num_scales_27, 'uint32', mask_21)
        whole_elements('scaling.scales', c_scaling_scales_SIZE[mask_21], 4, mask_21)
        at_28 = c_scaling_scales_AT[mask_21]
        size_29 = c_scaling_scales_SIZE[mask_21]
        size_30 = np.where(at_28 < 0, 0, size_29)
        pos_31 = pos_26 + 4 + size_30
        pos_6[mask_21] = pos_31
    all_used('dims', used_c_dims, c_dims_ROWS)
    all_used('scaling.dims', used_c_scaling_dims, c_scaling_dims_ROWS)
    sizes = pos_6
    if sizes_only:
        return sizes
    base, out = room(sizes)
    view(out, 'uint8', 0)[base] = c_dtype
    view(out, 'uint8', 1)[base] = v1_rank_1
    each_3 = ramps(base + 2, v1_rank_1, 4)
    view(out, 'uint32', 0)[each_3] = c_dims
    del each_3
    view(out, 'uint8', 0)[base + pos_4] = v3_quantization_5
    if mask_8.size:
        copy_spans(out, base[mask_8] + pos_9, source, at_10, size_12)
    if mask_14.size:
        view(out, 'uint8', 0)[base[mask_14] + pos_15] = c_scaling_axis[mask_14]
        view(out, 'uint32', 1)[base[mask_14] + pos_15] = v5_num_scales_16
        copy_spans(out, base[mask_14] + pos_15 + 5, source, at_17, size_19)
    if mask_21.size:
        view(out, 'uint16', 0)[base[mask_21] + pos_22] = c_scaling_len_block[mask_21]
        view(out, 'uint8', 2)[base[mask_21] + pos_22] = v7_rank_23
        each_25 = ramps(base[mask_21] + pos_22 + 3, v7_rank_23, 4)
        view(out, 'uint32', 0)[each_25] = c_scaling_dims
        del each_25
        view(out, 'uint32', 0)[base[mask_21] + pos_26] = v9_num_scales_27
        copy_spans(out, base[mask_21] + pos_26 + 4, source, at_28, size_30)
    return out

tensor_meta = RecordCodec(
    schema="nac", name="tensor_meta", parser="Nac.TensorMeta", least=3,
    layout="dtype:uint8 dims[]:int64 dims:uint32:dims[] quantization:uint8 scaling.scale@:int64 scaling.scale#:int64 scaling.axis:uint8 scaling.scales@:int64 scaling.scales#:int64 scaling.len_block:uint16 scaling.dims[]:int64 scaling.dims:uint32:scaling.dims[]",
    rules=(ColumnRule("quantization", "wrong value", "one of 0 (none), 1 (fp16), 2 (int8_tensor), 3 (int8_channel), 4 (block_fp8)"),),
    finds=scan_tensor_meta, gathers=gather_tensor_meta, checks=check_tensor_meta, scatters=scatter_tensor_meta,
)

def scan_resource(data, pos, end, note, count):
    for _ in range(count):
        note(pos)
        v0_len_name = data[pos] | data[pos + 1] << 8
        pos += 2
        pos += v0_len_name
        v1_len_data = data[pos] | data[pos + 1] << 8 | data[pos + 2] << 16 | data[pos + 3] << 24
        pos += 4
        pos += v1_len_data
        if pos > end:
            raise IndexError
    note(pos)

def gather_resource(data, starts, count):
    pos = starts[:-1]
    uint16_0 = view(data, 'uint16', 0)
    uint32_0 = view(data, 'uint32', 0)
    v0_len_name_1 = uint16_0[pos]
    at_2 = pos + 2
    size_3 = counts(wide(v0_len_name_1), at_2)
    pos_4 = at_2 + size_3
    c_name_AT = at_2
    c_name_SIZE = size_3
    v1_len_data_5 = uint32_0[pos_4]
    at_6 = pos_4 + 4
    size_7 = counts(wide(v1_len_data_5), at_6)
    pos_8 = at_6 + size_7
    c_data_AT = at_6
    c_data_SIZE = size_7
    return (c_name_AT, c_name_SIZE, c_data_AT, c_data_SIZE,)

def check_resource(data, count, c_name_AT, c_name_SIZE, c_data_AT, c_data_SIZE, first=None):
    first = first or (count, 0, 0)
    first = text_offender(first, data, c_name_AT, c_name_SIZE, None, 0)
    return first

def scatter_resource(source, count, c_name_AT, c_name_SIZE, c_data_AT, c_data_SIZE, sizes_only):
    pos = np.zeros(count, np.int64)
    v0_len_name_1 = c_name_SIZE
    fits('len_name', v0_len_name_1, 'uint16', None)
    at_2 = c_name_AT
    size_3 = c_name_SIZE
    size_4 = np.where(at_2 < 0, 0, size_3)
    pos_5 = pos + 2 + size_4
    v1_len_data_6 = c_data_SIZE
    fits('len_data', v1_len_data_6, 'uint32', None)
    at_7 = c_data_AT
    size_8 = c_data_SIZE
    size_9 = np.where(at_7 < 0, 0, size_8)
    pos_10 = pos_5 + 4 + size_9
    sizes = pos_10
    if sizes_only:
        return sizes
    base, out = room(sizes)
    view(out, 'uint16', 0)[base] = v0_len_name_1
    copy_spans(out, base + 2, source, at_2, size_4)
    view(out, 'uint32', 0)[base + pos_5] = v1_len_data_6
    copy_spans(out, base + pos_5 + 4, source, at_7, size_9)
    return out

resource = RecordCodec(
    schema="nac", name="resource", parser="Nac.Resource", least=6,
    layout="name@:int64 name#:int64 data@:int64 data#:int64", rules=(ColumnRule("name", "the text is not UTF-8", ""),),
    finds=scan_resource, gathers=gather_resource, checks=check_resource, scatters=scatter_resource,
)

def scan_named_array(data, pos, end, note, count):
    for _ in range(count):
        note(pos)
        v0_len_name = data[pos] | data[pos + 1] << 8
        pos += 2
        pos += v0_len_name
        v2_rank = data[pos + 1]
        pos += 2
        pos += v2_rank * 4
        v4_len_data = data[pos] | data[pos + 1] << 8 | data[pos + 2] << 16 | data[pos + 3] << 24 | data[pos + 4] << 32 | data[pos + 5] << 40 | data[pos + 6] << 48 | data[pos + 7] << 56
        pos += 8
        pos += v4_len_data
        if pos > end:
            raise IndexError
    note(pos)

def gather_named_array(data, starts, count):
    pos = starts[:-1]
    uint16_0 = view(data, 'uint16', 0)
    uint8_0 = view(data, 'uint8', 0)
    uint8_1 = view(data, 'uint8', 1)
    uint64_0 = view(data, 'uint64', 0)
    uint32_0 = view(data, 'uint32', 0)
    parts_c_dims = []
    v0_len_name_1 = uint16_0[pos]
    at_2 = pos + 2
    size_3 = counts(wide(v0_len_name_1), at_2)
    pos_4 = at_2 + size_3
    c_name_AT = at_2
    c_name_SIZE = size_3
    c_dtype = uint8_0[pos_4]
    v2_rank_5 = uint8_1[pos_4]
    n_6 = counts(wide(v2_rank_5), pos_4)
    parts_c_dims.append((None, n_6, pos_4 + 2))
    pos_7 = pos_4 + 2 + n_6 * 4
    v4_len_data_8 = uint64_0[pos_7]
    at_9 = pos_7 + 8
    size_10 = counts(wide(v4_len_data_8), at_9)
    pos_11 = at_9 + size_10
    c_data_AT = at_9
    c_data_SIZE = size_10
    c_dims_ROWS, each_12 = placed_rows(count, parts_c_dims, 4)
    c_dims = uint32_0[each_12]
    del each_12, parts_c_dims
    return (c_name_AT, c_name_SIZE, c_dtype, c_dims_ROWS, c_dims, c_data_AT, c_data_SIZE,)

def check_named_array(
    data, count, c_name_AT, c_name_SIZE, c_dtype, c_dims_ROWS, c_dims, c_data_AT, c_data_SIZE, first=None
):
    first = first or (count, 0, 0)
    first = text_offender(first, data, c_name_AT, c_name_SIZE, None, 0)
    return first

def scatter_named_array(
    source, count, c_name_AT, c_name_SIZE, c_dtype, c_dims_ROWS, c_dims, c_data_AT, c_data_SIZE, sizes_only
):
    pos = np.zeros(count, np.int64)
    used_c_dims = 0
    v0_len_name_1 = c_name_SIZE
    fits('len_name', v0_len_name_1, 'uint16', None)
    at_2 = c_name_AT
    size_3 = c_name_SIZE
    size_4 = np.where(at_2 < 0, 0, size_3)
    pos_5 = pos + 2 + size_4
    v2_rank_6 = (c_dims_ROWS[1:] - c_dims_ROWS[:-1])
    fits('rank', v2_rank_6, 'uint8', None)
    used_c_dims += int(v2_rank_6.sum())
    all_used('dims', used_c_dims, c_dims_ROWS)
    pos_9 = pos_5 + 2 + v2_rank_6 * 4
    v4_len_data_10 = c_data_SIZE
    fits('len_data', v4_len_data_10, 'uint64', None)
    at_11 = c_data_AT
    size_12 = c_data_SIZE
    size_13 = np.where(at_11 < 0, 0, size_12)
    pos_14 = pos_9 + 8 + size_13
    all_used('dims', used_c_dims, c_dims_ROWS)
    sizes = pos_14
    if sizes_only:
        return sizes
    base, out = room(sizes)
    view(out, 'uint16', 0)[base] = v0_len_name_1
    copy_spans(out, base + 2, source, at_2, size_4)
    view(out, 'uint8', 0)[base + pos_5] = c_dtype
    view(out, 'uint8', 1)[base + pos_5] = v2_rank_6
    each_8 = ramps(base + pos_5 + 2, v2_rank_6, 4)
    view(out, 'uint32', 0)[each_8] = c_dims
    del each_8
    view(out, 'uint64', 0)[base + pos_9] = v4_len_data_10
    copy_spans(out, base + pos_9 + 8, source, at_11, size_13)
    return out

named_array = RecordCodec(
    schema="nac", name="named_array", parser="Nac.NamedArray", least=12,
    layout="name@:int64 name#:int64 dtype:uint8 dims[]:int64 dims:uint32:dims[] data@:int64 data#:int64",
    rules=(ColumnRule("name", "the text is not UTF-8", ""),), finds=scan_named_array, gathers=gather_named_array,
    checks=check_named_array, scatters=scatter_named_array,
)
