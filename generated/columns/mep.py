# Generated from schemas/mep.ksy (sha256 a8c6c4d7b52001da2ce8f018edcee55aadee3cbdea27b4e1d549633e74516e48) by `nacformats generate`. Do not edit.
"""Columns of Model Execution Plan (MEP) bytecode of NAC v1.6 to v1.8: each repeated record as arrays. See nacformats.columns."""

from __future__ import annotations

import numpy as np

from nacformats.codec.columns.arrays import all_used, counts, fits, offender, placed_rows, ramps, room, view, wide
from nacformats.codec.columns.record import RecordCodec
from nacformats.codec.columns.table import ColumnRule

#: Of the C code for the same records: a library that was built from other code is left out.
C_SHA256 = "87237b7144c48681c7eaba486ce4a45b60ff0417dadef3ded283d78235a0bb9d"

__all__ = ["plan_instruction"]

def scan_plan_instruction(data, pos, end, note, count):
    for _ in range(count):
        note(pos)
        v0_opcode = data[pos]
        pos += 1
        s1 = v0_opcode
        if s1 == 2:
            pos += 4
        elif s1 == 4:
            pos += 3
        elif s1 == 5:
            pos += 1
        elif s1 == 16:
            pos += 3
        elif s1 == 17:
            pos += 4
        elif s1 == 18:
            pos += 4
        elif s1 == 19:
            pos += 3
        elif s1 == 20:
            pos += 3
        elif s1 == 31:
            v20_kind = data[pos]
            pos += 1
            if (v20_kind == 0):
                pos += 1
            if (v20_kind == 1):
                pos += 1
        elif (s1 >= 32 and s1 <= 33):
            pos += 3
        elif s1 == 34:
            pos += 4
        elif s1 == 42:
            v31_num_values = data[pos + 3]
            pos += 4
            pos += v31_num_values
        elif s1 == 48:
            pos += 4
        elif s1 == 56:
            v37_operation = data[pos]
            pos += 3
            if (v37_operation == 1):
                pos += 2
            if (v37_operation != 1):
                pos += 1
        elif s1 == 57:
            v45_num_tensors = data[pos + 2]
            pos += 3
            pos += v45_num_tensors
            pos += 1
        elif s1 == 58:
            v48_property = data[pos]
            pos += 3
            if (v48_property == 1):
                pos += 1
        elif s1 == 59:
            pos += 3
        elif s1 == 89:
            pos += 2
        elif s1 == 95:
            pos += 3
        elif s1 == 96:
            pos += 3
        elif s1 == 97:
            pos += 4
        elif s1 == 98:
            pos += 3
        elif s1 == 104:
            pos += 4
        elif s1 == 112:
            pos += 4
        elif s1 == 113:
            pos += 4
        elif s1 == 128:
            v82_num_inputs = data[pos + 1]
            pos += 2
            pos += v82_num_inputs
            v84_num_outputs = data[pos]
            pos += 1
            pos += v84_num_outputs
        elif s1 == 130:
            v88_num_inputs = data[pos + 2]
            pos += 3
            pos += v88_num_inputs
            v90_num_targets = data[pos]
            pos += 1
            pos += v90_num_targets
            pos += 7
        elif s1 == 131:
            pos += 1
        elif s1 == 133:
            pos += 3
        elif s1 == 160:
            pos += 1
        elif s1 == 161:
            pos += 2
        elif (s1 >= 168 and s1 <= 169):
            pos += 3
        elif s1 == 224:
            pos += 3
        elif s1 == 240:
            v109_destination = data[pos + 1]
            pos += 2
            if (v109_destination == 2):
                pos += 1
            if (v109_destination != 2):
                pos += 1
            pos += 1
        elif s1 == 254:
            v113_num_values = data[pos]
            pos += 1
            pos += v113_num_values
        elif s1 == 255:
            pass
        if pos > end:
            raise IndexError
    note(pos)

def measure_plan_instruction(window, pos):
    v0_opcode_1 = window.numbers('uint8', pos, 0)
    pos_2 = pos + 1
    on_3 = v0_opcode_1
    mask_4 = ((on_3 == 2)).nonzero()[0]
    if mask_4.size:
        pos_5 = pos_2[mask_4]
        pos_2[mask_4] = pos_5 + 4
    mask_6 = ((on_3 == 4)).nonzero()[0]
    if mask_6.size:
        pos_7 = pos_2[mask_6]
        pos_2[mask_6] = pos_7 + 3
    mask_8 = ((on_3 == 5)).nonzero()[0]
    if mask_8.size:
        pos_9 = pos_2[mask_8]
        pos_2[mask_8] = pos_9 + 1
    mask_10 = ((on_3 == 16)).nonzero()[0]
    if mask_10.size:
        pos_11 = pos_2[mask_10]
        pos_2[mask_10] = pos_11 + 3
    mask_12 = ((on_3 == 17)).nonzero()[0]
    if mask_12.size:
        pos_13 = pos_2[mask_12]
        pos_2[mask_12] = pos_13 + 4
    mask_14 = ((on_3 == 18)).nonzero()[0]
    if mask_14.size:
        pos_15 = pos_2[mask_14]
        pos_2[mask_14] = pos_15 + 4
    mask_16 = ((on_3 == 19)).nonzero()[0]
    if mask_16.size:
        pos_17 = pos_2[mask_16]
        pos_2[mask_16] = pos_17 + 3
    mask_18 = ((on_3 == 20)).nonzero()[0]
    if mask_18.size:
        pos_19 = pos_2[mask_18]
        pos_2[mask_18] = pos_19 + 3
    mask_20 = ((on_3 == 31)).nonzero()[0]
    if mask_20.size:
        pos_21 = pos_2[mask_20]
        v20_kind_22 = window.numbers('uint8', pos_21, 0)
        pos_23 = pos_21 + 1
        mask_24 = ((v20_kind_22 <= 1)).nonzero()[0]
        pos_25 = pos_23[mask_24]
        pos_26 = pos_25.copy()
        v20_kind_27 = v20_kind_22[mask_24]
        mask_28 = ((v20_kind_27 == 0)).nonzero()[0]
        if mask_28.size:
            pos_29 = pos_26[mask_28]
            pos_26[mask_28] = pos_29 + 1
        pos_30 = pos_26.copy()
        mask_31 = ((v20_kind_27 == 1)).nonzero()[0]
        if mask_31.size:
            pos_32 = pos_30[mask_31]
            pos_30[mask_31] = pos_32 + 1
        pos_23 = window.nowhere(pos_23)
        pos_23[mask_24] = pos_30
        pos_2[mask_20] = pos_23
    mask_33 = (((on_3 >= 32) & (on_3 <= 33))).nonzero()[0]
    if mask_33.size:
        pos_34 = pos_2[mask_33]
        pos_2[mask_33] = pos_34 + 3
    mask_35 = ((on_3 == 34)).nonzero()[0]
    if mask_35.size:
        pos_36 = pos_2[mask_35]
        pos_2[mask_35] = pos_36 + 4
    mask_37 = ((on_3 == 42)).nonzero()[0]
    if mask_37.size:
        pos_38 = pos_2[mask_37]
        v31_num_values_39 = window.numbers('uint8', pos_38, 3)
        n_40 = window.counts(wide(v31_num_values_39), pos_38)
        pos_41 = pos_38 + 4 + n_40 * 1
        pos_2[mask_37] = pos_41
    mask_42 = ((on_3 == 48)).nonzero()[0]
    if mask_42.size:
        pos_43 = pos_2[mask_42]
        pos_2[mask_42] = pos_43 + 4
    mask_44 = ((on_3 == 56)).nonzero()[0]
    if mask_44.size:
        pos_45 = pos_2[mask_44]
        v37_operation_46 = window.numbers('uint8', pos_45, 0)
        pos_47 = pos_45 + 1
        mask_48 = (((v37_operation_46 >= 1) & (v37_operation_46 <= 3))).nonzero()[0]
        pos_49 = pos_47[mask_48]
        pos_50 = pos_49 + 2
        v37_operation_51 = v37_operation_46[mask_48]
        mask_52 = ((v37_operation_51 == 1)).nonzero()[0]
        if mask_52.size:
            pos_53 = pos_50[mask_52]
            pos_50[mask_52] = pos_53 + 2
        pos_54 = pos_50.copy()
        mask_55 = ((v37_operation_51 != 1)).nonzero()[0]
        if mask_55.size:
            pos_56 = pos_54[mask_55]
            pos_54[mask_55] = pos_56 + 1
        pos_47 = window.nowhere(pos_47)
        pos_47[mask_48] = pos_54
        pos_2[mask_44] = pos_47
    mask_57 = ((on_3 == 57)).nonzero()[0]
    if mask_57.size:
        pos_58 = pos_2[mask_57]
        v45_num_tensors_59 = window.numbers('uint8', pos_58, 2)
        n_60 = window.counts(wide(v45_num_tensors_59), pos_58)
        pos_61 = pos_58 + 3 + n_60 * 1
        pos_2[mask_57] = pos_61 + 1
    mask_62 = ((on_3 == 58)).nonzero()[0]
    if mask_62.size:
        pos_63 = pos_2[mask_62]
        v48_property_64 = window.numbers('uint8', pos_63, 0)
        pos_65 = pos_63 + 1
        mask_66 = ((v48_property_64 <= 2)).nonzero()[0]
        pos_67 = pos_65[mask_66]
        pos_68 = pos_67 + 2
        v48_property_69 = v48_property_64[mask_66]
        mask_70 = ((v48_property_69 == 1)).nonzero()[0]
        if mask_70.size:
            pos_71 = pos_68[mask_70]
            pos_68[mask_70] = pos_71 + 1
        pos_65 = window.nowhere(pos_65)
        pos_65[mask_66] = pos_68
        pos_2[mask_62] = pos_65
    mask_72 = ((on_3 == 59)).nonzero()[0]
    if mask_72.size:
        pos_73 = pos_2[mask_72]
        pos_2[mask_72] = pos_73 + 3
    mask_74 = ((on_3 == 89)).nonzero()[0]
    if mask_74.size:
        pos_75 = pos_2[mask_74]
        pos_2[mask_74] = pos_75 + 2
    mask_76 = ((on_3 == 95)).nonzero()[0]
    if mask_76.size:
        pos_77 = pos_2[mask_76]
        pos_2[mask_76] = pos_77 + 3
    mask_78 = ((on_3 == 96)).nonzero()[0]
    if mask_78.size:
        pos_79 = pos_2[mask_78]
        pos_2[mask_78] = pos_79 + 3
    mask_80 = ((on_3 == 97)).nonzero()[0]
    if mask_80.size:
        pos_81 = pos_2[mask_80]
        pos_2[mask_80] = pos_81 + 4
    mask_82 = ((on_3 == 98)).nonzero()[0]
    if mask_82.size:
        pos_83 = pos_2[mask_82]
        pos_2[mask_82] = pos_83 + 3
    mask_84 = ((on_3 == 104)).nonzero()[0]
    if mask_84.size:
        pos_85 = pos_2[mask_84]
        pos_2[mask_84] = pos_85 + 4
    mask_86 = ((on_3 == 112)).nonzero()[0]
    if mask_86.size:
        pos_87 = pos_2[mask_86]
        pos_2[mask_86] = pos_87 + 4
    mask_88 = ((on_3 == 113)).nonzero()[0]
    if mask_88.size:
        pos_89 = pos_2[mask_88]
        pos_2[mask_88] = pos_89 + 4
    mask_90 = ((on_3 == 128)).nonzero()[0]
    if mask_90.size:
        pos_91 = pos_2[mask_90]
        v82_num_inputs_92 = window.numbers('uint8', pos_91, 1)
        n_93 = window.counts(wide(v82_num_inputs_92), pos_91)
        pos_94 = pos_91 + 2 + n_93 * 1
        v84_num_outputs_95 = window.numbers('uint8', pos_94, 0)
        n_96 = window.counts(wide(v84_num_outputs_95), pos_94)
        pos_97 = pos_94 + 1 + n_96 * 1
        pos_2[mask_90] = pos_97
    mask_98 = ((on_3 == 130)).nonzero()[0]
    if mask_98.size:
        pos_99 = pos_2[mask_98]
        v88_num_inputs_100 = window.numbers('uint8', pos_99, 2)
        n_101 = window.counts(wide(v88_num_inputs_100), pos_99)
        pos_102 = pos_99 + 3 + n_101 * 1
        v90_num_targets_103 = window.numbers('uint8', pos_102, 0)
        n_104 = window.counts(wide(v90_num_targets_103), pos_102)
        pos_105 = pos_102 + 1 + n_104 * 1
        pos_2[mask_98] = pos_105 + 7
    mask_106 = ((on_3 == 131)).nonzero()[0]
    if mask_106.size:
        pos_107 = pos_2[mask_106]
        pos_2[mask_106] = pos_107 + 1
    mask_108 = ((on_3 == 133)).nonzero()[0]
    if mask_108.size:
        pos_109 = pos_2[mask_108]
        pos_2[mask_108] = pos_109 + 3
    mask_110 = ((on_3 == 160)).nonzero()[0]
    if mask_110.size:
        pos_111 = pos_2[mask_110]
        pos_2[mask_110] = pos_111 + 1
    mask_112 = ((on_3 == 161)).nonzero()[0]
    if mask_112.size:
        pos_113 = pos_2[mask_112]
        pos_2[mask_112] = pos_113 + 2
    mask_114 = (((on_3 >= 168) & (on_3 <= 169))).nonzero()[0]
    if mask_114.size:
        pos_115 = pos_2[mask_114]
        pos_2[mask_114] = pos_115 + 3
    mask_116 = ((on_3 == 224)).nonzero()[0]
    if mask_116.size:
        pos_117 = pos_2[mask_116]
        pos_2[mask_116] = pos_117 + 3
    mask_118 = ((on_3 == 240)).nonzero()[0]
    if mask_118.size:
        pos_119 = pos_2[mask_118]
        v109_destination_120 = window.numbers('uint8', pos_119, 1)
        pos_121 = pos_119 + 2
        mask_122 = ((v109_destination_120 == 2)).nonzero()[0]
        if mask_122.size:
            pos_123 = pos_121[mask_122]
            pos_121[mask_122] = pos_123 + 1
        pos_124 = pos_121.copy()
        mask_125 = ((v109_destination_120 != 2)).nonzero()[0]
        if mask_125.size:
            pos_126 = pos_124[mask_125]
            pos_124[mask_125] = pos_126 + 1
        pos_2[mask_118] = pos_124 + 1
    mask_127 = ((on_3 == 254)).nonzero()[0]
    if mask_127.size:
        pos_128 = pos_2[mask_127]
        v113_num_values_129 = window.numbers('uint8', pos_128, 0)
        n_130 = window.counts(wide(v113_num_values_129), pos_128)
        pos_131 = pos_128 + 1 + n_130 * 1
        pos_2[mask_127] = pos_131
    return pos_2

def gather_plan_instruction(data, starts, count):
    pos = starts[:-1]
    uint8_0 = view(data, 'uint8', 0)
    uint8_1 = view(data, 'uint8', 1)
    uint16_2 = view(data, 'uint16', 2)
    uint16_1 = view(data, 'uint16', 1)
    uint8_2 = view(data, 'uint8', 2)
    uint8_3 = view(data, 'uint8', 3)
    uint16_3 = view(data, 'uint16', 3)
    uint16_5 = view(data, 'uint16', 5)
    int16_0 = view(data, 'int16', 0)
    int16_1 = view(data, 'int16', 1)
    c_operands_out = np.zeros(count, 'uint8')
    c_operands_kind = np.zeros(count, 'uint8')
    c_operands_prompt = np.zeros(count, 'uint16')
    c_operands_constant = np.zeros(count, 'uint16')
    c_operands_model = np.zeros(count, 'uint8')
    c_operands_path = np.zeros(count, 'uint16')
    c_operands_resource = np.zeros(count, 'uint16')
    c_operands_name = np.zeros(count, 'uint8')
    c_operands_array = np.zeros(count, 'uint16')
    c_operands_slot = np.zeros(count, 'uint8')
    c_operands_processor = np.zeros(count, 'uint8')
    c_operands_source = np.zeros(count, 'uint8')
    c_operands_token = np.zeros(count, 'uint16')
    c_operands_pattern = np.zeros(count, 'uint16')
    parts_c_operands_values = []
    c_operands_dtype = np.zeros(count, 'uint8')
    c_operands_operation = np.zeros(count, 'uint8')
    c_operands_tensor = np.zeros(count, 'uint8')
    c_operands_width = np.zeros(count, 'uint8')
    c_operands_value = np.zeros(count, 'uint8')
    c_operands_dim = np.zeros(count, 'uint8')
    parts_c_operands_tensors = []
    c_operands_axis = np.zeros(count, 'uint8')
    c_operands_property = np.zeros(count, 'uint8')
    c_operands_index = np.zeros(count, 'uint8')
    c_operands_message = np.zeros(count, 'uint16')
    c_operands_left = np.zeros(count, 'uint8')
    c_operands_right = np.zeros(count, 'uint8')
    c_operands_count = np.zeros(count, 'uint8')
    c_operands_indices = np.zeros(count, 'uint8')
    c_operands_elements = np.zeros(count, 'uint8')
    c_operands_logits = np.zeros(count, 'uint8')
    c_operands_temperature = np.zeros(count, 'uint8')
    c_operands_top_k = np.zeros(count, 'uint8')
    parts_c_operands_inputs = []
    parts_c_operands_outputs = []
    c_operands_loss = np.zeros(count, 'uint8')
    parts_c_operands_targets = []
    c_operands_rate = np.zeros(count, 'uint8')
    c_operands_weight = np.zeros(count, 'uint16')
    c_operands_bias = np.zeros(count, 'uint16')
    c_operands_jump = np.zeros(count, 'int16')
    c_operands_condition = np.zeros(count, 'uint8')
    c_operands_format = np.zeros(count, 'uint8')
    c_operands_destination = np.zeros(count, 'uint8')
    c_operands_unused = np.zeros(count, 'uint8')
    c_operands_mode = np.zeros(count, 'uint8')
    v0_opcode_1 = uint8_0[pos]
    c_opcode = v0_opcode_1
    pos_2 = pos + 1
    on_3 = v0_opcode_1
    mask_4 = ((on_3 == 2)).nonzero()[0]
    if mask_4.size:
        pos_5 = pos_2[mask_4]
        c_operands_out[mask_4] = uint8_0[pos_5]
        c_operands_kind[mask_4] = uint8_1[pos_5]
        c_operands_prompt[mask_4] = uint16_2[pos_5]
        pos_2[mask_4] = pos_5 + 4
    mask_6 = ((on_3 == 4)).nonzero()[0]
    if mask_6.size:
        pos_7 = pos_2[mask_6]
        c_operands_out[mask_6] = uint8_0[pos_7]
        c_operands_constant[mask_6] = uint16_1[pos_7]
        pos_2[mask_6] = pos_7 + 3
    mask_8 = ((on_3 == 5)).nonzero()[0]
    if mask_8.size:
        pos_9 = pos_2[mask_8]
        c_operands_out[mask_8] = uint8_0[pos_9]
        pos_2[mask_8] = pos_9 + 1
    mask_10 = ((on_3 == 16)).nonzero()[0]
    if mask_10.size:
        pos_11 = pos_2[mask_10]
        c_operands_model[mask_10] = uint8_0[pos_11]
        c_operands_path[mask_10] = uint16_1[pos_11]
        pos_2[mask_10] = pos_11 + 3
    mask_12 = ((on_3 == 17)).nonzero()[0]
    if mask_12.size:
        pos_13 = pos_2[mask_12]
        c_operands_out[mask_12] = uint8_0[pos_13]
        c_operands_kind[mask_12] = uint8_1[pos_13]
        c_operands_path[mask_12] = uint16_2[pos_13]
        pos_2[mask_12] = pos_13 + 4
    mask_14 = ((on_3 == 18)).nonzero()[0]
    if mask_14.size:
        pos_15 = pos_2[mask_14]
        c_operands_out[mask_14] = uint8_0[pos_15]
        c_operands_kind[mask_14] = uint8_1[pos_15]
        c_operands_resource[mask_14] = uint16_2[pos_15]
        pos_2[mask_14] = pos_15 + 4
    mask_16 = ((on_3 == 19)).nonzero()[0]
    if mask_16.size:
        pos_17 = pos_2[mask_16]
        c_operands_out[mask_16] = uint8_0[pos_17]
        c_operands_name[mask_16] = uint8_1[pos_17]
        c_operands_kind[mask_16] = uint8_2[pos_17]
        pos_2[mask_16] = pos_17 + 3
    mask_18 = ((on_3 == 20)).nonzero()[0]
    if mask_18.size:
        pos_19 = pos_2[mask_18]
        c_operands_out[mask_18] = uint8_0[pos_19]
        c_operands_array[mask_18] = uint16_1[pos_19]
        pos_2[mask_18] = pos_19 + 3
    mask_20 = ((on_3 == 31)).nonzero()[0]
    if mask_20.size:
        pos_21 = pos_2[mask_20]
        v20_kind_22 = uint8_0[pos_21]
        c_operands_kind[mask_20] = v20_kind_22
        pos_23 = pos_21 + 1
        mask_24 = ((v20_kind_22 == 0)).nonzero()[0]
        if mask_24.size:
            rows_25 = mask_20[mask_24]
            pos_26 = pos_23[mask_24]
            c_operands_model[rows_25] = uint8_0[pos_26]
            pos_23[mask_24] = pos_26 + 1
        pos_27 = pos_23.copy()
        mask_28 = ((v20_kind_22 == 1)).nonzero()[0]
        if mask_28.size:
            rows_29 = mask_20[mask_28]
            pos_30 = pos_27[mask_28]
            c_operands_slot[rows_29] = uint8_0[pos_30]
            pos_27[mask_28] = pos_30 + 1
        pos_2[mask_20] = pos_27
    mask_31 = (((on_3 >= 32) & (on_3 <= 33))).nonzero()[0]
    if mask_31.size:
        pos_32 = pos_2[mask_31]
        c_operands_processor[mask_31] = uint8_0[pos_32]
        c_operands_source[mask_31] = uint8_1[pos_32]
        c_operands_out[mask_31] = uint8_2[pos_32]
        pos_2[mask_31] = pos_32 + 3
    mask_33 = ((on_3 == 34)).nonzero()[0]
    if mask_33.size:
        pos_34 = pos_2[mask_33]
        c_operands_processor[mask_33] = uint8_0[pos_34]
        c_operands_token[mask_33] = uint16_1[pos_34]
        c_operands_out[mask_33] = uint8_3[pos_34]
        pos_2[mask_33] = pos_34 + 4
    mask_35 = ((on_3 == 42)).nonzero()[0]
    if mask_35.size:
        pos_36 = pos_2[mask_35]
        c_operands_out[mask_35] = uint8_0[pos_36]
        c_operands_pattern[mask_35] = uint16_1[pos_36]
        v31_num_values_37 = uint8_3[pos_36]
        n_38 = counts(wide(v31_num_values_37), pos_36)
        parts_c_operands_values.append((mask_35, n_38, pos_36 + 4))
        pos_39 = pos_36 + 4 + n_38 * 1
        pos_2[mask_35] = pos_39
    mask_40 = ((on_3 == 48)).nonzero()[0]
    if mask_40.size:
        pos_41 = pos_2[mask_40]
        c_operands_out[mask_40] = uint8_0[pos_41]
        c_operands_dtype[mask_40] = uint8_1[pos_41]
        c_operands_kind[mask_40] = uint8_2[pos_41]
        c_operands_source[mask_40] = uint8_3[pos_41]
        pos_2[mask_40] = pos_41 + 4
    mask_42 = ((on_3 == 56)).nonzero()[0]
    if mask_42.size:
        pos_43 = pos_2[mask_42]
        v37_operation_44 = uint8_0[pos_43]
        c_operands_operation[mask_42] = v37_operation_44
        c_operands_out[mask_42] = uint8_1[pos_43]
        c_operands_tensor[mask_42] = uint8_2[pos_43]
        pos_45 = pos_43 + 3
        mask_46 = ((v37_operation_44 == 1)).nonzero()[0]
        if mask_46.size:
            rows_47 = mask_42[mask_46]
            pos_48 = pos_45[mask_46]
            c_operands_width[rows_47] = uint8_0[pos_48]
            c_operands_value[rows_47] = uint8_1[pos_48]
            pos_45[mask_46] = pos_48 + 2
        pos_49 = pos_45.copy()
        mask_50 = ((v37_operation_44 != 1)).nonzero()[0]
        if mask_50.size:
            rows_51 = mask_42[mask_50]
            pos_52 = pos_49[mask_50]
            c_operands_dim[rows_51] = uint8_0[pos_52]
            pos_49[mask_50] = pos_52 + 1
        pos_2[mask_42] = pos_49
    mask_53 = ((on_3 == 57)).nonzero()[0]
    if mask_53.size:
        pos_54 = pos_2[mask_53]
        c_operands_operation[mask_53] = uint8_0[pos_54]
        c_operands_out[mask_53] = uint8_1[pos_54]
        v45_num_tensors_55 = uint8_2[pos_54]
        n_56 = counts(wide(v45_num_tensors_55), pos_54)
        parts_c_operands_tensors.append((mask_53, n_56, pos_54 + 3))
        pos_57 = pos_54 + 3 + n_56 * 1
        c_operands_axis[mask_53] = uint8_0[pos_57]
        pos_2[mask_53] = pos_57 + 1
    mask_58 = ((on_3 == 58)).nonzero()[0]
    if mask_58.size:
        pos_59 = pos_2[mask_58]
        v48_property_60 = uint8_0[pos_59]
        c_operands_property[mask_58] = v48_property_60
        c_operands_out[mask_58] = uint8_1[pos_59]
        c_operands_tensor[mask_58] = uint8_2[pos_59]
        pos_61 = pos_59 + 3
        mask_62 = ((v48_property_60 == 1)).nonzero()[0]
        if mask_62.size:
            rows_63 = mask_58[mask_62]
            pos_64 = pos_61[mask_62]
            c_operands_axis[rows_63] = uint8_0[pos_64]
            pos_61[mask_62] = pos_64 + 1
        pos_2[mask_58] = pos_61
    mask_65 = ((on_3 == 59)).nonzero()[0]
    if mask_65.size:
        pos_66 = pos_2[mask_65]
        c_operands_out[mask_65] = uint8_0[pos_66]
        c_operands_tensor[mask_65] = uint8_1[pos_66]
        c_operands_index[mask_65] = uint8_2[pos_66]
        pos_2[mask_65] = pos_66 + 3
    mask_67 = ((on_3 == 89)).nonzero()[0]
    if mask_67.size:
        pos_68 = pos_2[mask_67]
        c_operands_out[mask_67] = uint8_0[pos_68]
        c_operands_source[mask_67] = uint8_1[pos_68]
        pos_2[mask_67] = pos_68 + 2
    mask_69 = ((on_3 == 95)).nonzero()[0]
    if mask_69.size:
        pos_70 = pos_2[mask_69]
        c_operands_source[mask_69] = uint8_0[pos_70]
        c_operands_message[mask_69] = uint16_1[pos_70]
        pos_2[mask_69] = pos_70 + 3
    mask_71 = ((on_3 == 96)).nonzero()[0]
    if mask_71.size:
        pos_72 = pos_2[mask_71]
        c_operands_operation[mask_71] = uint8_0[pos_72]
        c_operands_out[mask_71] = uint8_1[pos_72]
        c_operands_source[mask_71] = uint8_2[pos_72]
        pos_2[mask_71] = pos_72 + 3
    mask_73 = ((on_3 == 97)).nonzero()[0]
    if mask_73.size:
        pos_74 = pos_2[mask_73]
        c_operands_operation[mask_73] = uint8_0[pos_74]
        c_operands_out[mask_73] = uint8_1[pos_74]
        c_operands_left[mask_73] = uint8_2[pos_74]
        c_operands_right[mask_73] = uint8_3[pos_74]
        pos_2[mask_73] = pos_74 + 4
    mask_75 = ((on_3 == 98)).nonzero()[0]
    if mask_75.size:
        pos_76 = pos_2[mask_75]
        c_operands_operation[mask_75] = uint8_0[pos_76]
        c_operands_out[mask_75] = uint8_1[pos_76]
        c_operands_source[mask_75] = uint8_2[pos_76]
        pos_2[mask_75] = pos_76 + 3
    mask_77 = ((on_3 == 104)).nonzero()[0]
    if mask_77.size:
        pos_78 = pos_2[mask_77]
        c_operands_operation[mask_77] = uint8_0[pos_78]
        c_operands_out[mask_77] = uint8_1[pos_78]
        c_operands_left[mask_77] = uint8_2[pos_78]
        c_operands_right[mask_77] = uint8_3[pos_78]
        pos_2[mask_77] = pos_78 + 4
    mask_79 = ((on_3 == 112)).nonzero()[0]
    if mask_79.size:
        pos_80 = pos_2[mask_79]
        c_operands_source[mask_79] = uint8_0[pos_80]
        c_operands_count[mask_79] = uint8_1[pos_80]
        c_operands_indices[mask_79] = uint8_2[pos_80]
        c_operands_elements[mask_79] = uint8_3[pos_80]
        pos_2[mask_79] = pos_80 + 4
    mask_81 = ((on_3 == 113)).nonzero()[0]
    if mask_81.size:
        pos_82 = pos_2[mask_81]
        c_operands_logits[mask_81] = uint8_0[pos_82]
        c_operands_temperature[mask_81] = uint8_1[pos_82]
        c_operands_top_k[mask_81] = uint8_2[pos_82]
        c_operands_out[mask_81] = uint8_3[pos_82]
        pos_2[mask_81] = pos_82 + 4
    mask_83 = ((on_3 == 128)).nonzero()[0]
    if mask_83.size:
        pos_84 = pos_2[mask_83]
        c_operands_model[mask_83] = uint8_0[pos_84]
        v82_num_inputs_85 = uint8_1[pos_84]
        n_86 = counts(wide(v82_num_inputs_85), pos_84)
        parts_c_operands_inputs.append((mask_83, n_86, pos_84 + 2))
        pos_87 = pos_84 + 2 + n_86 * 1
        v84_num_outputs_88 = uint8_0[pos_87]
        n_89 = counts(wide(v84_num_outputs_88), pos_87)
        parts_c_operands_outputs.append((mask_83, n_89, pos_87 + 1))
        pos_90 = pos_87 + 1 + n_89 * 1
        pos_2[mask_83] = pos_90
    mask_91 = ((on_3 == 130)).nonzero()[0]
    if mask_91.size:
        pos_92 = pos_2[mask_91]
        c_operands_model[mask_91] = uint8_0[pos_92]
        c_operands_loss[mask_91] = uint8_1[pos_92]
        v88_num_inputs_93 = uint8_2[pos_92]
        n_94 = counts(wide(v88_num_inputs_93), pos_92)
        parts_c_operands_inputs.append((mask_91, n_94, pos_92 + 3))
        pos_95 = pos_92 + 3 + n_94 * 1
        v90_num_targets_96 = uint8_0[pos_95]
        n_97 = counts(wide(v90_num_targets_96), pos_95)
        parts_c_operands_targets.append((mask_91, n_97, pos_95 + 1))
        pos_98 = pos_95 + 1 + n_97 * 1
        c_operands_out[mask_91] = uint8_0[pos_98]
        c_operands_rate[mask_91] = uint8_1[pos_98]
        c_operands_logits[mask_91] = uint8_2[pos_98]
        c_operands_weight[mask_91] = uint16_3[pos_98]
        c_operands_bias[mask_91] = uint16_5[pos_98]
        pos_2[mask_91] = pos_98 + 7
    mask_99 = ((on_3 == 131)).nonzero()[0]
    if mask_99.size:
        pos_100 = pos_2[mask_99]
        c_operands_model[mask_99] = uint8_0[pos_100]
        pos_2[mask_99] = pos_100 + 1
    mask_101 = ((on_3 == 133)).nonzero()[0]
    if mask_101.size:
        pos_102 = pos_2[mask_101]
        c_operands_model[mask_101] = uint8_0[pos_102]
        c_operands_name[mask_101] = uint8_1[pos_102]
        c_operands_kind[mask_101] = uint8_2[pos_102]
        pos_2[mask_101] = pos_102 + 3
    mask_103 = ((on_3 == 160)).nonzero()[0]
    if mask_103.size:
        pos_104 = pos_2[mask_103]
        c_operands_count[mask_103] = uint8_0[pos_104]
        pos_2[mask_103] = pos_104 + 1
    mask_105 = ((on_3 == 161)).nonzero()[0]
    if mask_105.size:
        pos_106 = pos_2[mask_105]
        c_operands_jump[mask_105] = int16_0[pos_106]
        pos_2[mask_105] = pos_106 + 2
    mask_107 = (((on_3 >= 168) & (on_3 <= 169))).nonzero()[0]
    if mask_107.size:
        pos_108 = pos_2[mask_107]
        c_operands_condition[mask_107] = uint8_0[pos_108]
        c_operands_jump[mask_107] = int16_1[pos_108]
        pos_2[mask_107] = pos_108 + 3
    mask_109 = ((on_3 == 224)).nonzero()[0]
    if mask_109.size:
        pos_110 = pos_2[mask_109]
        c_operands_out[mask_109] = uint8_0[pos_110]
        c_operands_source[mask_109] = uint8_1[pos_110]
        c_operands_format[mask_109] = uint8_2[pos_110]
        pos_2[mask_109] = pos_110 + 3
    mask_111 = ((on_3 == 240)).nonzero()[0]
    if mask_111.size:
        pos_112 = pos_2[mask_111]
        c_operands_source[mask_111] = uint8_0[pos_112]
        v109_destination_113 = uint8_1[pos_112]
        c_operands_destination[mask_111] = v109_destination_113
        pos_114 = pos_112 + 2
        mask_115 = ((v109_destination_113 == 2)).nonzero()[0]
        if mask_115.size:
            rows_116 = mask_111[mask_115]
            pos_117 = pos_114[mask_115]
            c_operands_name[rows_116] = uint8_0[pos_117]
            pos_114[mask_115] = pos_117 + 1
        pos_118 = pos_114.copy()
        mask_119 = ((v109_destination_113 != 2)).nonzero()[0]
        if mask_119.size:
            rows_120 = mask_111[mask_119]
            pos_121 = pos_118[mask_119]
            c_operands_unused[rows_120] = uint8_0[pos_121]
            pos_118[mask_119] = pos_121 + 1
        c_operands_mode[mask_111] = uint8_0[pos_118]
        pos_2[mask_111] = pos_118 + 1
    mask_122 = ((on_3 == 254)).nonzero()[0]
    if mask_122.size:
        pos_123 = pos_2[mask_122]
        v113_num_values_124 = uint8_0[pos_123]
        n_125 = counts(wide(v113_num_values_124), pos_123)
        parts_c_operands_values.append((mask_122, n_125, pos_123 + 1))
        pos_126 = pos_123 + 1 + n_125 * 1
        pos_2[mask_122] = pos_126
    c_operands_values_ROWS, each_127 = placed_rows(count, parts_c_operands_values, 1)
    c_operands_values = uint8_0[each_127]
    del each_127, parts_c_operands_values
    c_operands_tensors_ROWS, each_128 = placed_rows(count, parts_c_operands_tensors, 1)
    c_operands_tensors = uint8_0[each_128]
    del each_128, parts_c_operands_tensors
    c_operands_inputs_ROWS, each_129 = placed_rows(count, parts_c_operands_inputs, 1)
    c_operands_inputs = uint8_0[each_129]
    del each_129, parts_c_operands_inputs
    c_operands_outputs_ROWS, each_130 = placed_rows(count, parts_c_operands_outputs, 1)
    c_operands_outputs = uint8_0[each_130]
    del each_130, parts_c_operands_outputs
    c_operands_targets_ROWS, each_131 = placed_rows(count, parts_c_operands_targets, 1)
    c_operands_targets = uint8_0[each_131]
    del each_131, parts_c_operands_targets
    return (
        c_opcode, c_operands_out, c_operands_kind, c_operands_prompt, c_operands_constant, c_operands_model,
        c_operands_path, c_operands_resource, c_operands_name, c_operands_array, c_operands_slot, c_operands_processor,
        c_operands_source, c_operands_token, c_operands_pattern, c_operands_values_ROWS, c_operands_values,
        c_operands_dtype, c_operands_operation, c_operands_tensor, c_operands_width, c_operands_value, c_operands_dim,
        c_operands_tensors_ROWS, c_operands_tensors, c_operands_axis, c_operands_property, c_operands_index,
        c_operands_message, c_operands_left, c_operands_right, c_operands_count, c_operands_indices,
        c_operands_elements, c_operands_logits, c_operands_temperature, c_operands_top_k, c_operands_inputs_ROWS,
        c_operands_inputs, c_operands_outputs_ROWS, c_operands_outputs, c_operands_loss, c_operands_targets_ROWS,
        c_operands_targets, c_operands_rate, c_operands_weight, c_operands_bias, c_operands_jump, c_operands_condition,
        c_operands_format, c_operands_destination, c_operands_unused, c_operands_mode,
    )

def check_plan_instruction(
    data, count, c_opcode, c_operands_out, c_operands_kind, c_operands_prompt, c_operands_constant, c_operands_model,
    c_operands_path, c_operands_resource, c_operands_name, c_operands_array, c_operands_slot, c_operands_processor,
    c_operands_source, c_operands_token, c_operands_pattern, c_operands_values_ROWS, c_operands_values,
    c_operands_dtype, c_operands_operation, c_operands_tensor, c_operands_width, c_operands_value, c_operands_dim,
    c_operands_tensors_ROWS, c_operands_tensors, c_operands_axis, c_operands_property, c_operands_index,
    c_operands_message, c_operands_left, c_operands_right, c_operands_count, c_operands_indices, c_operands_elements,
    c_operands_logits, c_operands_temperature, c_operands_top_k, c_operands_inputs_ROWS, c_operands_inputs,
    c_operands_outputs_ROWS, c_operands_outputs, c_operands_loss, c_operands_targets_ROWS, c_operands_targets,
    c_operands_rate, c_operands_weight, c_operands_bias, c_operands_jump, c_operands_condition, c_operands_format,
    c_operands_destination, c_operands_unused, c_operands_mode, first=None
):
    first = first or (count, 0, 0)
    v0_opcode_1 = c_opcode
    first = offender(first, (((((((((((((((((((v0_opcode_1 == 2) | ((v0_opcode_1 >= 4) & (v0_opcode_1 <= 5))) | ((v0_opcode_1 >= 16) & (v0_opcode_1 <= 20))) | ((v0_opcode_1 >= 31) & (v0_opcode_1 <= 34))) | (v0_opcode_1 == 42)) | (v0_opcode_1 == 48)) | ((v0_opcode_1 >= 56) & (v0_opcode_1 <= 59))) | (v0_opcode_1 == 89)) | ((v0_opcode_1 >= 95) & (v0_opcode_1 <= 98))) | (v0_opcode_1 == 104)) | ((v0_opcode_1 >= 112) & (v0_opcode_1 <= 113))) | (v0_opcode_1 == 128)) | ((v0_opcode_1 >= 130) & (v0_opcode_1 <= 131))) | (v0_opcode_1 == 133)) | ((v0_opcode_1 >= 160) & (v0_opcode_1 <= 161))) | ((v0_opcode_1 >= 168) & (v0_opcode_1 <= 169))) | (v0_opcode_1 == 224)) | (v0_opcode_1 == 240)) | ((v0_opcode_1 >= 254) & (v0_opcode_1 <= 255))), None, 0)
    on_2 = v0_opcode_1
    mask_3 = ((on_2 == 31)).nonzero()[0]
    if mask_3.size:
        v20_kind_4 = c_operands_kind[mask_3]
        first = offender(first, (v20_kind_4 <= 1), mask_3, 1)
    mask_5 = ((on_2 == 56)).nonzero()[0]
    if mask_5.size:
        v37_operation_6 = c_operands_operation[mask_5]
        first = offender(first, ((v37_operation_6 >= 1) & (v37_operation_6 <= 3)), mask_5, 2)
    mask_7 = ((on_2 == 58)).nonzero()[0]
    if mask_7.size:
        v48_property_8 = c_operands_property[mask_7]
        first = offender(first, (v48_property_8 <= 2), mask_7, 3)
    return first

def scatter_plan_instruction(
    source, count, c_opcode, c_operands_out, c_operands_kind, c_operands_prompt, c_operands_constant, c_operands_model,
    c_operands_path, c_operands_resource, c_operands_name, c_operands_array, c_operands_slot, c_operands_processor,
    c_operands_source, c_operands_token, c_operands_pattern, c_operands_values_ROWS, c_operands_values,
    c_operands_dtype, c_operands_operation, c_operands_tensor, c_operands_width, c_operands_value, c_operands_dim,
    c_operands_tensors_ROWS, c_operands_tensors, c_operands_axis, c_operands_property, c_operands_index,
    c_operands_message, c_operands_left, c_operands_right, c_operands_count, c_operands_indices, c_operands_elements,
    c_operands_logits, c_operands_temperature, c_operands_top_k, c_operands_inputs_ROWS, c_operands_inputs,
    c_operands_outputs_ROWS, c_operands_outputs, c_operands_loss, c_operands_targets_ROWS, c_operands_targets,
    c_operands_rate, c_operands_weight, c_operands_bias, c_operands_jump, c_operands_condition, c_operands_format,
    c_operands_destination, c_operands_unused, c_operands_mode, sizes_only
):
    pos = np.zeros(count, np.int64)
    used_c_operands_values = 0
    used_c_operands_tensors = 0
    used_c_operands_inputs = 0
    used_c_operands_outputs = 0
    used_c_operands_targets = 0
    v0_opcode_1 = c_opcode
    pos_2 = pos + 1
    on_3 = v0_opcode_1
    mask_4 = ((on_3 == 2)).nonzero()[0]
    if mask_4.size:
        pos_5 = pos_2[mask_4]
        pos_2[mask_4] = pos_5 + 4
    mask_6 = ((on_3 == 4)).nonzero()[0]
    if mask_6.size:
        pos_7 = pos_2[mask_6]
        pos_2[mask_6] = pos_7 + 3
    mask_8 = ((on_3 == 5)).nonzero()[0]
    if mask_8.size:
        pos_9 = pos_2[mask_8]
        pos_2[mask_8] = pos_9 + 1
    mask_10 = ((on_3 == 16)).nonzero()[0]
    if mask_10.size:
        pos_11 = pos_2[mask_10]
        pos_2[mask_10] = pos_11 + 3
    mask_12 = ((on_3 == 17)).nonzero()[0]
    if mask_12.size:
        pos_13 = pos_2[mask_12]
        pos_2[mask_12] = pos_13 + 4
    mask_14 = ((on_3 == 18)).nonzero()[0]
    if mask_14.size:
        pos_15 = pos_2[mask_14]
        pos_2[mask_14] = pos_15 + 4
    mask_16 = ((on_3 == 19)).nonzero()[0]
    if mask_16.size:
        pos_17 = pos_2[mask_16]
        pos_2[mask_16] = pos_17 + 3
    mask_18 = ((on_3 == 20)).nonzero()[0]
    if mask_18.size:
        pos_19 = pos_2[mask_18]
        pos_2[mask_18] = pos_19 + 3
    mask_20 = ((on_3 == 31)).nonzero()[0]
    if mask_20.size:
        pos_21 = pos_2[mask_20]
        v20_kind_22 = c_operands_kind[mask_20]
        pos_23 = pos_21 + 1
        mask_24 = ((v20_kind_22 == 0)).nonzero()[0]
        if mask_24.size:
            rows_25 = mask_20[mask_24]
            pos_26 = pos_23[mask_24]
            pos_23[mask_24] = pos_26 + 1
        pos_27 = pos_23.copy()
        mask_28 = ((v20_kind_22 == 1)).nonzero()[0]
        if mask_28.size:
            rows_29 = mask_20[mask_28]
            pos_30 = pos_27[mask_28]
            pos_27[mask_28] = pos_30 + 1
        pos_2[mask_20] = pos_27
    mask_31 = (((on_3 >= 32) & (on_3 <= 33))).nonzero()[0]
    if mask_31.size:
        pos_32 = pos_2[mask_31]
        pos_2[mask_31] = pos_32 + 3
    mask_33 = ((on_3 == 34)).nonzero()[0]
    if mask_33.size:
        pos_34 = pos_2[mask_33]
        pos_2[mask_33] = pos_34 + 4
    mask_35 = ((on_3 == 42)).nonzero()[0]
    if mask_35.size:
        pos_36 = pos_2[mask_35]
        v31_num_values_37 = (c_operands_values_ROWS[1:] - c_operands_values_ROWS[:-1])[mask_35]
        fits('operands.num_values', v31_num_values_37, 'uint8', mask_35)
        used_c_operands_values += int(v31_num_values_37.sum())
        pos_40 = pos_36 + 4 + v31_num_values_37 * 1
        pos_2[mask_35] = pos_40
    mask_41 = ((on_3 == 48)).nonzero()[0]
    if mask_41.size:
        pos_42 = pos_2[mask_41]
        pos_2[mask_41] = pos_42 + 4
    mask_43 = ((on_3 == 56)).nonzero()[0]
    if mask_43.size:
        pos_44 = pos_2[mask_43]
        v37_operation_45 = c_operands_operation[mask_43]
        pos_46 = pos_44 + 3
        mask_47 = ((v37_operation_45 == 1)).nonzero()[0]
        if mask_47.size:
            rows_48 = mask_43[mask_47]
            pos_49 = pos_46[mask_47]
            pos_46[mask_47] = pos_49 + 2
        pos_50 = pos_46.copy()
        mask_51 = ((v37_operation_45 != 1)).nonzero()[0]
        if mask_51.size:
            rows_52 = mask_43[mask_51]
            pos_53 = pos_50[mask_51]
            pos_50[mask_51] = pos_53 + 1
        pos_2[mask_43] = pos_50
    mask_54 = ((on_3 == 57)).nonzero()[0]
    if mask_54.size:
        pos_55 = pos_2[mask_54]
        v45_num_tensors_56 = (c_operands_tensors_ROWS[1:] - c_operands_tensors_ROWS[:-1])[mask_54]
        fits('operands.num_tensors', v45_num_tensors_56, 'uint8', mask_54)
        used_c_operands_tensors += int(v45_num_tensors_56.sum())
        all_used('operands.tensors', used_c_operands_tensors, c_operands_tensors_ROWS)
        pos_59 = pos_55 + 3 + v45_num_tensors_56 * 1
        pos_2[mask_54] = pos_59 + 1
    mask_60 = ((on_3 == 58)).nonzero()[0]
    if mask_60.size:
        pos_61 = pos_2[mask_60]
        v48_property_62 = c_operands_property[mask_60]
        pos_63 = pos_61 + 3
        mask_64 = ((v48_property_62 == 1)).nonzero()[0]
        if mask_64.size:
            rows_65 = mask_60[mask_64]
            pos_66 = pos_63[mask_64]
            pos_63[mask_64] = pos_66 + 1
        pos_2[mask_60] = pos_63
    mask_67 = ((on_3 == 59)).nonzero()[0]
    if mask_67.size:
        pos_68 = pos_2[mask_67]
        pos_2[mask_67] = pos_68 + 3
    mask_69 = ((on_3 == 89)).nonzero()[0]
    if mask_69.size:
        pos_70 = pos_2[mask_69]
        pos_2[mask_69] = pos_70 + 2
    mask_71 = ((on_3 == 95)).nonzero()[0]
    if mask_71.size:
        pos_72 = pos_2[mask_71]
        pos_2[mask_71] = pos_72 + 3
    mask_73 = ((on_3 == 96)).nonzero()[0]
    if mask_73.size:
        pos_74 = pos_2[mask_73]
        pos_2[mask_73] = pos_74 + 3
    mask_75 = ((on_3 == 97)).nonzero()[0]
    if mask_75.size:
        pos_76 = pos_2[mask_75]
        pos_2[mask_75] = pos_76 + 4
    mask_77 = ((on_3 == 98)).nonzero()[0]
    if mask_77.size:
        pos_78 = pos_2[mask_77]
        pos_2[mask_77] = pos_78 + 3
    mask_79 = ((on_3 == 104)).nonzero()[0]
    if mask_79.size:
        pos_80 = pos_2[mask_79]
        pos_2[mask_79] = pos_80 + 4
    mask_81 = ((on_3 == 112)).nonzero()[0]
    if mask_81.size:
        pos_82 = pos_2[mask_81]
        pos_2[mask_81] = pos_82 + 4
    mask_83 = ((on_3 == 113)).nonzero()[0]
    if mask_83.size:
        pos_84 = pos_2[mask_83]
        pos_2[mask_83] = pos_84 + 4
    mask_85 = ((on_3 == 128)).nonzero()[0]
    if mask_85.size:
        pos_86 = pos_2[mask_85]
        v82_num_inputs_87 = (c_operands_inputs_ROWS[1:] - c_operands_inputs_ROWS[:-1])[mask_85]
        fits('operands.num_inputs', v82_num_inputs_87, 'uint8', mask_85)
        used_c_operands_inputs += int(v82_num_inputs_87.sum())
        pos_90 = pos_86 + 2 + v82_num_inputs_87 * 1
        v84_num_outputs_91 = (c_operands_outputs_ROWS[1:] - c_operands_outputs_ROWS[:-1])[mask_85]
        fits('operands.num_outputs', v84_num_outputs_91, 'uint8', mask_85)
        used_c_operands_outputs += int(v84_num_outputs_91.sum())
        all_used('operands.outputs', used_c_operands_outputs, c_operands_outputs_ROWS)
        pos_94 = pos_90 + 1 + v84_num_outputs_91 * 1
        pos_2[mask_85] = pos_94
    mask_95 = ((on_3 == 130)).nonzero()[0]
    if mask_95.size:
        pos_96 = pos_2[mask_95]
        v88_num_inputs_97 = (c_operands_inputs_ROWS[1:] - c_operands_inputs_ROWS[:-1])[mask_95]
        fits('operands.num_inputs', v88_num_inputs_97, 'uint8', mask_95)
        used_c_operands_inputs += int(v88_num_inputs_97.sum())
        pos_100 = pos_96 + 3 + v88_num_inputs_97 * 1
        v90_num_targets_101 = (c_operands_targets_ROWS[1:] - c_operands_targets_ROWS[:-1])[mask_95]
        fits('operands.num_targets', v90_num_targets_101, 'uint8', mask_95)
        used_c_operands_targets += int(v90_num_targets_101.sum())
        all_used('operands.targets', used_c_operands_targets, c_operands_targets_ROWS)
        pos_104 = pos_100 + 1 + v90_num_targets_101 * 1
        pos_2[mask_95] = pos_104 + 7
    mask_105 = ((on_3 == 131)).nonzero()[0]
    if mask_105.size:
        pos_106 = pos_2[mask_105]
        pos_2[mask_105] = pos_106 + 1
    mask_107 = ((on_3 == 133)).nonzero()[0]
    if mask_107.size:
        pos_108 = pos_2[mask_107]
        pos_2[mask_107] = pos_108 + 3
    mask_109 = ((on_3 == 160)).nonzero()[0]
    if mask_109.size:
        pos_110 = pos_2[mask_109]
        pos_2[mask_109] = pos_110 + 1
    mask_111 = ((on_3 == 161)).nonzero()[0]
    if mask_111.size:
        pos_112 = pos_2[mask_111]
        pos_2[mask_111] = pos_112 + 2
    mask_113 = (((on_3 >= 168) & (on_3 <= 169))).nonzero()[0]
    if mask_113.size:
        pos_114 = pos_2[mask_113]
        pos_2[mask_113] = pos_114 + 3
    mask_115 = ((on_3 == 224)).nonzero()[0]
    if mask_115.size:
        pos_116 = pos_2[mask_115]
        pos_2[mask_115] = pos_116 + 3
    mask_117 = ((on_3 == 240)).nonzero()[0]
    if mask_117.size:
        pos_118 = pos_2[mask_117]
        v109_destination_119 = c_operands_destination[mask_117]
        pos_120 = pos_118 + 2
        mask_121 = ((v109_destination_119 == 2)).nonzero()[0]
        if mask_121.size:
            rows_122 = mask_117[mask_121]
            pos_123 = pos_120[mask_121]
            pos_120[mask_121] = pos_123 + 1
        pos_124 = pos_120.copy()
        mask_125 = ((v109_destination_119 != 2)).nonzero()[0]
        if mask_125.size:
            rows_126 = mask_117[mask_125]
            pos_127 = pos_124[mask_125]
            pos_124[mask_125] = pos_127 + 1
        pos_2[mask_117] = pos_124 + 1
    mask_128 = ((on_3 == 254)).nonzero()[0]
    if mask_128.size:
        pos_129 = pos_2[mask_128]
        v113_num_values_130 = (c_operands_values_ROWS[1:] - c_operands_values_ROWS[:-1])[mask_128]
        fits('operands.num_values', v113_num_values_130, 'uint8', mask_128)
        used_c_operands_values += int(v113_num_values_130.sum())
        pos_133 = pos_129 + 1 + v113_num_values_130 * 1
        pos_2[mask_128] = pos_133
    all_used('operands.values', used_c_operands_values, c_operands_values_ROWS)
    all_used('operands.tensors', used_c_operands_tensors, c_operands_tensors_ROWS)
    all_used('operands.inputs', used_c_operands_inputs, c_operands_inputs_ROWS)
    all_used('operands.outputs', used_c_operands_outputs, c_operands_outputs_ROWS)
    all_used('operands.targets', used_c_operands_targets, c_operands_targets_ROWS)
    sizes = pos_2
    if sizes_only:
        return sizes
    base, out = room(sizes)
    view(out, 'uint8', 0)[base] = v0_opcode_1
    if mask_4.size:
        view(out, 'uint8', 0)[base[mask_4] + pos_5] = c_operands_out[mask_4]
        view(out, 'uint8', 1)[base[mask_4] + pos_5] = c_operands_kind[mask_4]
        view(out, 'uint16', 2)[base[mask_4] + pos_5] = c_operands_prompt[mask_4]
    if mask_6.size:
        view(out, 'uint8', 0)[base[mask_6] + pos_7] = c_operands_out[mask_6]
        view(out, 'uint16', 1)[base[mask_6] + pos_7] = c_operands_constant[mask_6]
    if mask_8.size:
        view(out, 'uint8', 0)[base[mask_8] + pos_9] = c_operands_out[mask_8]
    if mask_10.size:
        view(out, 'uint8', 0)[base[mask_10] + pos_11] = c_operands_model[mask_10]
        view(out, 'uint16', 1)[base[mask_10] + pos_11] = c_operands_path[mask_10]
    if mask_12.size:
        view(out, 'uint8', 0)[base[mask_12] + pos_13] = c_operands_out[mask_12]
        view(out, 'uint8', 1)[base[mask_12] + pos_13] = c_operands_kind[mask_12]
        view(out, 'uint16', 2)[base[mask_12] + pos_13] = c_operands_path[mask_12]
    if mask_14.size:
        view(out, 'uint8', 0)[base[mask_14] + pos_15] = c_operands_out[mask_14]
        view(out, 'uint8', 1)[base[mask_14] + pos_15] = c_operands_kind[mask_14]
        view(out, 'uint16', 2)[base[mask_14] + pos_15] = c_operands_resource[mask_14]
    if mask_16.size:
        view(out, 'uint8', 0)[base[mask_16] + pos_17] = c_operands_out[mask_16]
        view(out, 'uint8', 1)[base[mask_16] + pos_17] = c_operands_name[mask_16]
        view(out, 'uint8', 2)[base[mask_16] + pos_17] = c_operands_kind[mask_16]
    if mask_18.size:
        view(out, 'uint8', 0)[base[mask_18] + pos_19] = c_operands_out[mask_18]
        view(out, 'uint16', 1)[base[mask_18] + pos_19] = c_operands_array[mask_18]
    if mask_20.size:
        view(out, 'uint8', 0)[base[mask_20] + pos_21] = v20_kind_22
        if mask_24.size:
            view(out, 'uint8', 0)[base[rows_25] + pos_26] = c_operands_model[rows_25]
        if mask_28.size:
            view(out, 'uint8', 0)[base[rows_29] + pos_30] = c_operands_slot[rows_29]
    if mask_31.size:
        view(out, 'uint8', 0)[base[mask_31] + pos_32] = c_operands_processor[mask_31]
        view(out, 'uint8', 1)[base[mask_31] + pos_32] = c_operands_source[mask_31]
        view(out, 'uint8', 2)[base[mask_31] + pos_32] = c_operands_out[mask_31]
    if mask_33.size:
        view(out, 'uint8', 0)[base[mask_33] + pos_34] = c_operands_processor[mask_33]
        view(out, 'uint16', 1)[base[mask_33] + pos_34] = c_operands_token[mask_33]
        view(out, 'uint8', 3)[base[mask_33] + pos_34] = c_operands_out[mask_33]
    if mask_35.size:
        view(out, 'uint8', 0)[base[mask_35] + pos_36] = c_operands_out[mask_35]
        view(out, 'uint16', 1)[base[mask_35] + pos_36] = c_operands_pattern[mask_35]
        view(out, 'uint8', 3)[base[mask_35] + pos_36] = v31_num_values_37
        chosen_38 = ramps(c_operands_values_ROWS[:-1][mask_35], v31_num_values_37, 1)
        each_39 = ramps(base[mask_35] + pos_36 + 4, v31_num_values_37, 1)
        view(out, 'uint8', 0)[each_39] = c_operands_values[chosen_38]
        del chosen_38, each_39
    if mask_41.size:
        view(out, 'uint8', 0)[base[mask_41] + pos_42] = c_operands_out[mask_41]
        view(out, 'uint8', 1)[base[mask_41] + pos_42] = c_operands_dtype[mask_41]
        view(out, 'uint8', 2)[base[mask_41] + pos_42] = c_operands_kind[mask_41]
        view(out, 'uint8', 3)[base[mask_41] + pos_42] = c_operands_source[mask_41]
    if mask_43.size:
        view(out, 'uint8', 0)[base[mask_43] + pos_44] = v37_operation_45
        view(out, 'uint8', 1)[base[mask_43] + pos_44] = c_operands_out[mask_43]
        view(out, 'uint8', 2)[base[mask_43] + pos_44] = c_operands_tensor[mask_43]
        if mask_47.size:
            view(out, 'uint8', 0)[base[rows_48] + pos_49] = c_operands_width[rows_48]
            view(out, 'uint8', 1)[base[rows_48] + pos_49] = c_operands_value[rows_48]
        if mask_51.size:
            view(out, 'uint8', 0)[base[rows_52] + pos_53] = c_operands_dim[rows_52]
    if mask_54.size:
        view(out, 'uint8', 0)[base[mask_54] + pos_55] = c_operands_operation[mask_54]
        view(out, 'uint8', 1)[base[mask_54] + pos_55] = c_operands_out[mask_54]
        view(out, 'uint8', 2)[base[mask_54] + pos_55] = v45_num_tensors_56
        each_58 = ramps(base[mask_54] + pos_55 + 3, v45_num_tensors_56, 1)
        view(out, 'uint8', 0)[each_58] = c_operands_tensors
        del each_58
        view(out, 'uint8', 0)[base[mask_54] + pos_59] = c_operands_axis[mask_54]
    if mask_60.size:
        view(out, 'uint8', 0)[base[mask_60] + pos_61] = v48_property_62
        view(out, 'uint8', 1)[base[mask_60] + pos_61] = c_operands_out[mask_60]
        view(out, 'uint8', 2)[base[mask_60] + pos_61] = c_operands_tensor[mask_60]
        if mask_64.size:
            view(out, 'uint8', 0)[base[rows_65] + pos_66] = c_operands_axis[rows_65]
    if mask_67.size:
        view(out, 'uint8', 0)[base[mask_67] + pos_68] = c_operands_out[mask_67]
        view(out, 'uint8', 1)[base[mask_67] + pos_68] = c_operands_tensor[mask_67]
        view(out, 'uint8', 2)[base[mask_67] + pos_68] = c_operands_index[mask_67]
    if mask_69.size:
        view(out, 'uint8', 0)[base[mask_69] + pos_70] = c_operands_out[mask_69]
        view(out, 'uint8', 1)[base[mask_69] + pos_70] = c_operands_source[mask_69]
    if mask_71.size:
        view(out, 'uint8', 0)[base[mask_71] + pos_72] = c_operands_source[mask_71]
        view(out, 'uint16', 1)[base[mask_71] + pos_72] = c_operands_message[mask_71]
    if mask_73.size:
        view(out, 'uint8', 0)[base[mask_73] + pos_74] = c_operands_operation[mask_73]
        view(out, 'uint8', 1)[base[mask_73] + pos_74] = c_operands_out[mask_73]
        view(out, 'uint8', 2)[base[mask_73] + pos_74] = c_operands_source[mask_73]
    if mask_75.size:
        view(out, 'uint8', 0)[base[mask_75] + pos_76] = c_operands_operation[mask_75]
        view(out, 'uint8', 1)[base[mask_75] + pos_76] = c_operands_out[mask_75]
        view(out, 'uint8', 2)[base[mask_75] + pos_76] = c_operands_left[mask_75]
        view(out, 'uint8', 3)[base[mask_75] + pos_76] = c_operands_right[mask_75]
    if mask_77.size:
        view(out, 'uint8', 0)[base[mask_77] + pos_78] = c_operands_operation[mask_77]
        view(out, 'uint8', 1)[base[mask_77] + pos_78] = c_operands_out[mask_77]
        view(out, 'uint8', 2)[base[mask_77] + pos_78] = c_operands_source[mask_77]
    if mask_79.size:
        view(out, 'uint8', 0)[base[mask_79] + pos_80] = c_operands_operation[mask_79]
        view(out, 'uint8', 1)[base[mask_79] + pos_80] = c_operands_out[mask_79]
        view(out, 'uint8', 2)[base[mask_79] + pos_80] = c_operands_left[mask_79]
        view(out, 'uint8', 3)[base[mask_79] + pos_80] = c_operands_right[mask_79]
    if mask_81.size:
        view(out, 'uint8', 0)[base[mask_81] + pos_82] = c_operands_source[mask_81]
        view(out, 'uint8', 1)[base[mask_81] + pos_82] = c_operands_count[mask_81]
        view(out, 'uint8', 2)[base[mask_81] + pos_82] = c_operands_indices[mask_81]
        view(out, 'uint8', 3)[base[mask_81] + pos_82] = c_operands_elements[mask_81]
    if mask_83.size:
        view(out, 'uint8', 0)[base[mask_83] + pos_84] = c_operands_logits[mask_83]
        view(out, 'uint8', 1)[base[mask_83] + pos_84] = c_operands_temperature[mask_83]
        view(out, 'uint8', 2)[base[mask_83] + pos_84] = c_operands_top_k[mask_83]
        view(out, 'uint8', 3)[base[mask_83] + pos_84] = c_operands_out[mask_83]
    if mask_85.size:
        view(out, 'uint8', 0)[base[mask_85] + pos_86] = c_operands_model[mask_85]
        view(out, 'uint8', 1)[base[mask_85] + pos_86] = v82_num_inputs_87
        chosen_88 = ramps(c_operands_inputs_ROWS[:-1][mask_85], v82_num_inputs_87, 1)
        each_89 = ramps(base[mask_85] + pos_86 + 2, v82_num_inputs_87, 1)
        view(out, 'uint8', 0)[each_89] = c_operands_inputs[chosen_88]
        del chosen_88, each_89
        view(out, 'uint8', 0)[base[mask_85] + pos_90] = v84_num_outputs_91
        each_93 = ramps(base[mask_85] + pos_90 + 1, v84_num_outputs_91, 1)
        view(out, 'uint8', 0)[each_93] = c_operands_outputs
        del each_93
    if mask_95.size:
        view(out, 'uint8', 0)[base[mask_95] + pos_96] = c_operands_model[mask_95]
        view(out, 'uint8', 1)[base[mask_95] + pos_96] = c_operands_loss[mask_95]
        view(out, 'uint8', 2)[base[mask_95] + pos_96] = v88_num_inputs_97
        chosen_98 = ramps(c_operands_inputs_ROWS[:-1][mask_95], v88_num_inputs_97, 1)
        each_99 = ramps(base[mask_95] + pos_96 + 3, v88_num_inputs_97, 1)
        view(out, 'uint8', 0)[each_99] = c_operands_inputs[chosen_98]
        del chosen_98, each_99
        view(out, 'uint8', 0)[base[mask_95] + pos_100] = v90_num_targets_101
        each_103 = ramps(base[mask_95] + pos_100 + 1, v90_num_targets_101, 1)
        view(out, 'uint8', 0)[each_103] = c_operands_targets
        del each_103
        view(out, 'uint8', 0)[base[mask_95] + pos_104] = c_operands_out[mask_95]
        view(out, 'uint8', 1)[base[mask_95] + pos_104] = c_operands_rate[mask_95]
        view(out, 'uint8', 2)[base[mask_95] + pos_104] = c_operands_logits[mask_95]
        view(out, 'uint16', 3)[base[mask_95] + pos_104] = c_operands_weight[mask_95]
        view(out, 'uint16', 5)[base[mask_95] + pos_104] = c_operands_bias[mask_95]
    if mask_105.size:
        view(out, 'uint8', 0)[base[mask_105] + pos_106] = c_operands_model[mask_105]
    if mask_107.size:
        view(out, 'uint8', 0)[base[mask_107] + pos_108] = c_operands_model[mask_107]
        view(out, 'uint8', 1)[base[mask_107] + pos_108] = c_operands_name[mask_107]
        view(out, 'uint8', 2)[base[mask_107] + pos_108] = c_operands_kind[mask_107]
    if mask_109.size:
        view(out, 'uint8', 0)[base[mask_109] + pos_110] = c_operands_count[mask_109]
    if mask_111.size:
        view(out, 'int16', 0)[base[mask_111] + pos_112] = c_operands_jump[mask_111]
    if mask_113.size:
        view(out, 'uint8', 0)[base[mask_113] + pos_114] = c_operands_condition[mask_113]
        view(out, 'int16', 1)[base[mask_113] + pos_114] = c_operands_jump[mask_113]
    if mask_115.size:
        view(out, 'uint8', 0)[base[mask_115] + pos_116] = c_operands_out[mask_115]
        view(out, 'uint8', 1)[base[mask_115] + pos_116] = c_operands_source[mask_115]
        view(out, 'uint8', 2)[base[mask_115] + pos_116] = c_operands_format[mask_115]
    if mask_117.size:
        view(out, 'uint8', 0)[base[mask_117] + pos_118] = c_operands_source[mask_117]
        view(out, 'uint8', 1)[base[mask_117] + pos_118] = v109_destination_119
        if mask_121.size:
            view(out, 'uint8', 0)[base[rows_122] + pos_123] = c_operands_name[rows_122]
        if mask_125.size:
            view(out, 'uint8', 0)[base[rows_126] + pos_127] = c_operands_unused[rows_126]
        view(out, 'uint8', 0)[base[mask_117] + pos_124] = c_operands_mode[mask_117]
    if mask_128.size:
        view(out, 'uint8', 0)[base[mask_128] + pos_129] = v113_num_values_130
        chosen_131 = ramps(c_operands_values_ROWS[:-1][mask_128], v113_num_values_130, 1)
        each_132 = ramps(base[mask_128] + pos_129 + 1, v113_num_values_130, 1)
        view(out, 'uint8', 0)[each_132] = c_operands_values[chosen_131]
        del chosen_131, each_132
    return out

plan_instruction = RecordCodec(
    schema="mep", name="plan_instruction", parser="Mep.PlanInstruction", least=1,
    layout="opcode:uint8 operands.out:uint8 operands.kind:uint8 operands.prompt:uint16 operands.constant:uint16 operands.model:uint8 operands.path:uint16 operands.resource:uint16 operands.name:uint8 operands.array:uint16 operands.slot:uint8 operands.processor:uint8 operands.source:uint8 operands.token:uint16 operands.pattern:uint16 operands.values[]:int64 operands.values:uint8:operands.values[] operands.dtype:uint8 operands.operation:uint8 operands.tensor:uint8 operands.width:uint8 operands.value:uint8 operands.dim:uint8 operands.tensors[]:int64 operands.tensors:uint8:operands.tensors[] operands.axis:uint8 operands.property:uint8 operands.index:uint8 operands.message:uint16 operands.left:uint8 operands.right:uint8 operands.count:uint8 operands.indices:uint8 operands.elements:uint8 operands.logits:uint8 operands.temperature:uint8 operands.top_k:uint8 operands.inputs[]:int64 operands.inputs:uint8:operands.inputs[] operands.outputs[]:int64 operands.outputs:uint8:operands.outputs[] operands.loss:uint8 operands.targets[]:int64 operands.targets:uint8:operands.targets[] operands.rate:uint8 operands.weight:uint16 operands.bias:uint16 operands.jump:int16 operands.condition:uint8 operands.format:uint8 operands.destination:uint8 operands.unused:uint8 operands.mode:uint8",
    rules=(ColumnRule("opcode", "wrong value", "one of 2 (src_user_prompt), 4 (src_constant), 5 (src_exec_mode), 16 (res_load_model), 17 (res_load_datafile), 18 (res_load_extern), 19 (res_load_dynamic), 20 (res_load_array), 31 (res_unload), 32 (preproc_encode), 33 (preproc_decode), 34 (preproc_get_id), 42 (string_format), 48 (tensor_create), 56 (tensor_manipulate), 57 (tensor_combine), 58 (tensor_info), 59 (tensor_extract), 89 (sys_copy), 95 (sys_debug_print), 96 (math_unary), 97 (math_binary), 98 (math_aggregate), 104 (logic_compare), 112 (analysis_top_k), 113 (analysis_sample), 128 (model_run_static), 130 (model_train_step), 131 (model_zero_grad), 133 (model_save_weights), 160 (flow_loop_start), 161 (flow_loop_end), 168 (flow_branch_if), 169 (flow_break_loop_if), 224 (serialize_object), 240 (io_write), 254 (exec_return), 255 (exec_halt)"), ColumnRule("operands.kind", "wrong value", "one of 0 (model), 1 (slot)"), ColumnRule("operands.operation", "wrong value", "one of 1 (pad), 2 (unsqueeze), 3 (squeeze)"), ColumnRule("operands.property", "wrong value", "one of 0 (shape), 1 (size), 2 (item)")),
    finds=scan_plan_instruction, gathers=gather_plan_instruction, checks=check_plan_instruction,
    scatters=scatter_plan_instruction, measures=measure_plan_instruction,
    leading=[*range(2, 3), *range(4, 6), *range(16, 21), *range(31, 35), *range(42, 43), *range(48, 49), *range(56, 60), *range(89, 90), *range(95, 99), *range(104, 105), *range(112, 114), *range(128, 129), *range(130, 132), *range(133, 134), *range(160, 162), *range(168, 170), *range(224, 225), *range(240, 241), *range(254, 256)],
    grain=1,
)
