# Generated from schemas/mep.ksy (sha256 86346db96f45d7e92e5a5ac3560c3076988d502fb0adcbb8e7ee2d1d2c4f273d) by `nacformats generate`. Do not edit.
"""Columns of Model Execution Plan (MEP) bytecode of NAC v1.6: each repeated record as arrays. See nacformats.columns."""

from __future__ import annotations

import numpy as np

from nacformats.codec.columns.arrays import (counts, offender, placed_rows, ramps, view, wide)
from nacformats.codec.columns.record import Argument, RecordCodec, Rule
from nacformats.codec.columns.storing import (all_used, fits, room)
from nacformats.codec.columns.table import Column

#: Of the C code for the same records: a library that was built from other code is left out.
C_SHA256 = "12538147c5c359b3b4f9f4cab3ef98a5f607e029e761809bb15e4ac8360e65a3"

__all__ = ["plan_instruction"]


def scan_plan_instruction(data, pos, end, note, count):
    for _ in range(count):
        note(pos)
        v0_opcode = data[pos]
        pos += 1
        on = v0_opcode
        if on == 2:
            pos += 4
        elif on == 4:
            pos += 3
        elif on == 16:
            pos += 3
        elif on == 17:
            pos += 4
        elif on == 18:
            pos += 4
        elif on == 19:
            pos += 3
        elif on == 31:
            v17_kind = data[pos]
            pos += 1
            if (v17_kind == 0):
                pos += 1
            if (v17_kind == 1):
                pos += 1
        elif on in (32, 33):
            pos += 3
        elif on == 34:
            pos += 4
        elif on == 42:
            v28_num_values = data[pos + 3]
            pos += 4
            pos += v28_num_values
        elif on == 48:
            pos += 4
        elif on == 56:
            pos += 5
        elif on == 57:
            v41_num_tensors = data[pos + 2]
            pos += 3
            pos += v41_num_tensors
            pos += 1
        elif on == 58:
            v44_property = data[pos]
            pos += 3
            if (v44_property == 1):
                pos += 1
        elif on == 59:
            pos += 3
        elif on == 89:
            pos += 2
        elif on == 95:
            pos += 3
        elif on == 96:
            pos += 3
        elif on == 97:
            pos += 4
        elif on == 98:
            pos += 3
        elif on == 104:
            pos += 4
        elif on == 112:
            pos += 4
        elif on == 113:
            pos += 4
        elif on == 128:
            v78_num_inputs = data[pos + 1]
            pos += 2
            pos += v78_num_inputs
            v80_num_outputs = data[pos]
            pos += 1
            pos += v80_num_outputs
        elif on == 160:
            pos += 1
        elif on == 161:
            pos += 2
        elif on in (168, 169):
            pos += 3
        elif on == 224:
            pos += 3
        elif on == 240:
            v90_destination = data[pos + 1]
            pos += 2
            if (v90_destination == 2):
                pos += 1
            if (v90_destination != 2):
                pos += 1
            pos += 1
        elif on == 254:
            v94_num_values = data[pos]
            pos += 1
            pos += v94_num_values
        elif on == 255:
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
    mask_8 = ((on_3 == 16)).nonzero()[0]
    if mask_8.size:
        pos_9 = pos_2[mask_8]
        pos_2[mask_8] = pos_9 + 3
    mask_10 = ((on_3 == 17)).nonzero()[0]
    if mask_10.size:
        pos_11 = pos_2[mask_10]
        pos_2[mask_10] = pos_11 + 4
    mask_12 = ((on_3 == 18)).nonzero()[0]
    if mask_12.size:
        pos_13 = pos_2[mask_12]
        pos_2[mask_12] = pos_13 + 4
    mask_14 = ((on_3 == 19)).nonzero()[0]
    if mask_14.size:
        pos_15 = pos_2[mask_14]
        pos_2[mask_14] = pos_15 + 3
    mask_16 = ((on_3 == 31)).nonzero()[0]
    if mask_16.size:
        pos_17 = pos_2[mask_16]
        v17_kind_18 = window.numbers('uint8', pos_17, 0)
        pos_19 = pos_17 + 1
        mask_20 = ((v17_kind_18 <= 1)).nonzero()[0]
        pos_21 = pos_19[mask_20]
        pos_22 = pos_21.copy()
        v17_kind_23 = v17_kind_18[mask_20]
        mask_24 = ((v17_kind_23 == 0)).nonzero()[0]
        if mask_24.size:
            pos_25 = pos_22[mask_24]
            pos_22[mask_24] = pos_25 + 1
        pos_26 = pos_22.copy()
        mask_27 = ((v17_kind_23 == 1)).nonzero()[0]
        if mask_27.size:
            pos_28 = pos_26[mask_27]
            pos_26[mask_27] = pos_28 + 1
        pos_19 = window.nowhere(pos_19)
        pos_19[mask_20] = pos_26
        pos_2[mask_16] = pos_19
    mask_29 = (((on_3 >= 32) & (on_3 <= 33))).nonzero()[0]
    if mask_29.size:
        pos_30 = pos_2[mask_29]
        pos_2[mask_29] = pos_30 + 3
    mask_31 = ((on_3 == 34)).nonzero()[0]
    if mask_31.size:
        pos_32 = pos_2[mask_31]
        pos_2[mask_31] = pos_32 + 4
    mask_33 = ((on_3 == 42)).nonzero()[0]
    if mask_33.size:
        pos_34 = pos_2[mask_33]
        v28_num_values_35 = window.numbers('uint8', pos_34, 3)
        n_36 = window.counts(wide(v28_num_values_35), pos_34)
        pos_37 = pos_34 + 4 + n_36 * 1
        pos_2[mask_33] = pos_37
    mask_38 = ((on_3 == 48)).nonzero()[0]
    if mask_38.size:
        pos_39 = pos_2[mask_38]
        pos_2[mask_38] = pos_39 + 4
    mask_40 = ((on_3 == 56)).nonzero()[0]
    if mask_40.size:
        pos_41 = pos_2[mask_40]
        pos_2[mask_40] = pos_41 + 5
    mask_42 = ((on_3 == 57)).nonzero()[0]
    if mask_42.size:
        pos_43 = pos_2[mask_42]
        v41_num_tensors_44 = window.numbers('uint8', pos_43, 2)
        n_45 = window.counts(wide(v41_num_tensors_44), pos_43)
        pos_46 = pos_43 + 3 + n_45 * 1
        pos_2[mask_42] = pos_46 + 1
    mask_47 = ((on_3 == 58)).nonzero()[0]
    if mask_47.size:
        pos_48 = pos_2[mask_47]
        v44_property_49 = window.numbers('uint8', pos_48, 0)
        pos_50 = pos_48 + 1
        mask_51 = ((v44_property_49 <= 2)).nonzero()[0]
        pos_52 = pos_50[mask_51]
        pos_53 = pos_52 + 2
        v44_property_54 = v44_property_49[mask_51]
        mask_55 = ((v44_property_54 == 1)).nonzero()[0]
        if mask_55.size:
            pos_56 = pos_53[mask_55]
            pos_53[mask_55] = pos_56 + 1
        pos_50 = window.nowhere(pos_50)
        pos_50[mask_51] = pos_53
        pos_2[mask_47] = pos_50
    mask_57 = ((on_3 == 59)).nonzero()[0]
    if mask_57.size:
        pos_58 = pos_2[mask_57]
        pos_2[mask_57] = pos_58 + 3
    mask_59 = ((on_3 == 89)).nonzero()[0]
    if mask_59.size:
        pos_60 = pos_2[mask_59]
        pos_2[mask_59] = pos_60 + 2
    mask_61 = ((on_3 == 95)).nonzero()[0]
    if mask_61.size:
        pos_62 = pos_2[mask_61]
        pos_2[mask_61] = pos_62 + 3
    mask_63 = ((on_3 == 96)).nonzero()[0]
    if mask_63.size:
        pos_64 = pos_2[mask_63]
        pos_2[mask_63] = pos_64 + 3
    mask_65 = ((on_3 == 97)).nonzero()[0]
    if mask_65.size:
        pos_66 = pos_2[mask_65]
        pos_2[mask_65] = pos_66 + 4
    mask_67 = ((on_3 == 98)).nonzero()[0]
    if mask_67.size:
        pos_68 = pos_2[mask_67]
        pos_2[mask_67] = pos_68 + 3
    mask_69 = ((on_3 == 104)).nonzero()[0]
    if mask_69.size:
        pos_70 = pos_2[mask_69]
        pos_2[mask_69] = pos_70 + 4
    mask_71 = ((on_3 == 112)).nonzero()[0]
    if mask_71.size:
        pos_72 = pos_2[mask_71]
        pos_2[mask_71] = pos_72 + 4
    mask_73 = ((on_3 == 113)).nonzero()[0]
    if mask_73.size:
        pos_74 = pos_2[mask_73]
        pos_2[mask_73] = pos_74 + 4
    mask_75 = ((on_3 == 128)).nonzero()[0]
    if mask_75.size:
        pos_76 = pos_2[mask_75]
        v78_num_inputs_77 = window.numbers('uint8', pos_76, 1)
        n_78 = window.counts(wide(v78_num_inputs_77), pos_76)
        pos_79 = pos_76 + 2 + n_78 * 1
        v80_num_outputs_80 = window.numbers('uint8', pos_79, 0)
        n_81 = window.counts(wide(v80_num_outputs_80), pos_79)
        pos_82 = pos_79 + 1 + n_81 * 1
        pos_2[mask_75] = pos_82
    mask_83 = ((on_3 == 160)).nonzero()[0]
    if mask_83.size:
        pos_84 = pos_2[mask_83]
        pos_2[mask_83] = pos_84 + 1
    mask_85 = ((on_3 == 161)).nonzero()[0]
    if mask_85.size:
        pos_86 = pos_2[mask_85]
        pos_2[mask_85] = pos_86 + 2
    mask_87 = (((on_3 >= 168) & (on_3 <= 169))).nonzero()[0]
    if mask_87.size:
        pos_88 = pos_2[mask_87]
        pos_2[mask_87] = pos_88 + 3
    mask_89 = ((on_3 == 224)).nonzero()[0]
    if mask_89.size:
        pos_90 = pos_2[mask_89]
        pos_2[mask_89] = pos_90 + 3
    mask_91 = ((on_3 == 240)).nonzero()[0]
    if mask_91.size:
        pos_92 = pos_2[mask_91]
        v90_destination_93 = window.numbers('uint8', pos_92, 1)
        pos_94 = pos_92 + 2
        mask_95 = ((v90_destination_93 == 2)).nonzero()[0]
        if mask_95.size:
            pos_96 = pos_94[mask_95]
            pos_94[mask_95] = pos_96 + 1
        pos_97 = pos_94.copy()
        mask_98 = ((v90_destination_93 != 2)).nonzero()[0]
        if mask_98.size:
            pos_99 = pos_97[mask_98]
            pos_97[mask_98] = pos_99 + 1
        pos_2[mask_91] = pos_97 + 1
    mask_100 = ((on_3 == 254)).nonzero()[0]
    if mask_100.size:
        pos_101 = pos_2[mask_100]
        v94_num_values_102 = window.numbers('uint8', pos_101, 0)
        n_103 = window.counts(wide(v94_num_values_102), pos_101)
        pos_104 = pos_101 + 1 + n_103 * 1
        pos_2[mask_100] = pos_104
    return pos_2


def gather_plan_instruction(data, starts, count):
    pos = starts[:-1]
    uint8_0 = view(data, 'uint8', 0)
    uint8_1 = view(data, 'uint8', 1)
    uint16_2 = view(data, 'uint16', 2)
    uint16_1 = view(data, 'uint16', 1)
    uint8_2 = view(data, 'uint8', 2)
    uint8_3 = view(data, 'uint8', 3)
    uint8_4 = view(data, 'uint8', 4)
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
    c_operands_slot = np.zeros(count, 'uint8')
    c_operands_processor = np.zeros(count, 'uint8')
    c_operands_source = np.zeros(count, 'uint8')
    c_operands_token = np.zeros(count, 'uint16')
    c_operands_template = np.zeros(count, 'uint16')
    parts_c_operands_values = []
    c_operands_dtype = np.zeros(count, 'uint8')
    c_operands_operation = np.zeros(count, 'uint8')
    c_operands_tensor = np.zeros(count, 'uint8')
    c_operands_width = np.zeros(count, 'uint8')
    c_operands_value = np.zeros(count, 'uint8')
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
        v1_out_6 = uint8_0[pos_5]
        c_operands_out[mask_4] = v1_out_6
        v2_kind_7 = uint8_1[pos_5]
        c_operands_kind[mask_4] = v2_kind_7
        v3_prompt_8 = uint16_2[pos_5]
        c_operands_prompt[mask_4] = v3_prompt_8
        pos_2[mask_4] = pos_5 + 4
    mask_9 = ((on_3 == 4)).nonzero()[0]
    if mask_9.size:
        pos_10 = pos_2[mask_9]
        v4_out_11 = uint8_0[pos_10]
        c_operands_out[mask_9] = v4_out_11
        v5_constant_12 = uint16_1[pos_10]
        c_operands_constant[mask_9] = v5_constant_12
        pos_2[mask_9] = pos_10 + 3
    mask_13 = ((on_3 == 16)).nonzero()[0]
    if mask_13.size:
        pos_14 = pos_2[mask_13]
        v6_model_15 = uint8_0[pos_14]
        c_operands_model[mask_13] = v6_model_15
        v7_path_16 = uint16_1[pos_14]
        c_operands_path[mask_13] = v7_path_16
        pos_2[mask_13] = pos_14 + 3
    mask_17 = ((on_3 == 17)).nonzero()[0]
    if mask_17.size:
        pos_18 = pos_2[mask_17]
        v8_out_19 = uint8_0[pos_18]
        c_operands_out[mask_17] = v8_out_19
        v9_kind_20 = uint8_1[pos_18]
        c_operands_kind[mask_17] = v9_kind_20
        v10_path_21 = uint16_2[pos_18]
        c_operands_path[mask_17] = v10_path_21
        pos_2[mask_17] = pos_18 + 4
    mask_22 = ((on_3 == 18)).nonzero()[0]
    if mask_22.size:
        pos_23 = pos_2[mask_22]
        v11_out_24 = uint8_0[pos_23]
        c_operands_out[mask_22] = v11_out_24
        v12_kind_25 = uint8_1[pos_23]
        c_operands_kind[mask_22] = v12_kind_25
        v13_resource_26 = uint16_2[pos_23]
        c_operands_resource[mask_22] = v13_resource_26
        pos_2[mask_22] = pos_23 + 4
    mask_27 = ((on_3 == 19)).nonzero()[0]
    if mask_27.size:
        pos_28 = pos_2[mask_27]
        v14_out_29 = uint8_0[pos_28]
        c_operands_out[mask_27] = v14_out_29
        v15_name_30 = uint8_1[pos_28]
        c_operands_name[mask_27] = v15_name_30
        v16_kind_31 = uint8_2[pos_28]
        c_operands_kind[mask_27] = v16_kind_31
        pos_2[mask_27] = pos_28 + 3
    mask_32 = ((on_3 == 31)).nonzero()[0]
    if mask_32.size:
        pos_33 = pos_2[mask_32]
        v17_kind_34 = uint8_0[pos_33]
        c_operands_kind[mask_32] = v17_kind_34
        pos_35 = pos_33 + 1
        mask_36 = ((v17_kind_34 == 0)).nonzero()[0]
        if mask_36.size:
            rows_37 = mask_32[mask_36]
            pos_38 = pos_35[mask_36]
            v18_model_39 = uint8_0[pos_38]
            c_operands_model[rows_37] = v18_model_39
            pos_35[mask_36] = pos_38 + 1
        pos_40 = pos_35.copy()
        mask_41 = ((v17_kind_34 == 1)).nonzero()[0]
        if mask_41.size:
            rows_42 = mask_32[mask_41]
            pos_43 = pos_40[mask_41]
            v19_slot_44 = uint8_0[pos_43]
            c_operands_slot[rows_42] = v19_slot_44
            pos_40[mask_41] = pos_43 + 1
        pos_2[mask_32] = pos_40
    mask_45 = (((on_3 >= 32) & (on_3 <= 33))).nonzero()[0]
    if mask_45.size:
        pos_46 = pos_2[mask_45]
        v20_processor_47 = uint8_0[pos_46]
        c_operands_processor[mask_45] = v20_processor_47
        v21_source_48 = uint8_1[pos_46]
        c_operands_source[mask_45] = v21_source_48
        v22_out_49 = uint8_2[pos_46]
        c_operands_out[mask_45] = v22_out_49
        pos_2[mask_45] = pos_46 + 3
    mask_50 = ((on_3 == 34)).nonzero()[0]
    if mask_50.size:
        pos_51 = pos_2[mask_50]
        v23_processor_52 = uint8_0[pos_51]
        c_operands_processor[mask_50] = v23_processor_52
        v24_token_53 = uint16_1[pos_51]
        c_operands_token[mask_50] = v24_token_53
        v25_out_54 = uint8_3[pos_51]
        c_operands_out[mask_50] = v25_out_54
        pos_2[mask_50] = pos_51 + 4
    mask_55 = ((on_3 == 42)).nonzero()[0]
    if mask_55.size:
        pos_56 = pos_2[mask_55]
        v26_out_57 = uint8_0[pos_56]
        c_operands_out[mask_55] = v26_out_57
        v27_template_58 = uint16_1[pos_56]
        c_operands_template[mask_55] = v27_template_58
        v28_num_values_59 = uint8_3[pos_56]
        n_60 = counts(wide(v28_num_values_59), pos_56)
        parts_c_operands_values.append((mask_55, n_60, pos_56 + 4))
        pos_61 = pos_56 + 4 + n_60 * 1
        pos_2[mask_55] = pos_61
    mask_62 = ((on_3 == 48)).nonzero()[0]
    if mask_62.size:
        pos_63 = pos_2[mask_62]
        v30_out_64 = uint8_0[pos_63]
        c_operands_out[mask_62] = v30_out_64
        v31_dtype_65 = uint8_1[pos_63]
        c_operands_dtype[mask_62] = v31_dtype_65
        v32_kind_66 = uint8_2[pos_63]
        c_operands_kind[mask_62] = v32_kind_66
        v33_source_67 = uint8_3[pos_63]
        c_operands_source[mask_62] = v33_source_67
        pos_2[mask_62] = pos_63 + 4
    mask_68 = ((on_3 == 56)).nonzero()[0]
    if mask_68.size:
        pos_69 = pos_2[mask_68]
        v34_operation_70 = uint8_0[pos_69]
        c_operands_operation[mask_68] = v34_operation_70
        v35_out_71 = uint8_1[pos_69]
        c_operands_out[mask_68] = v35_out_71
        v36_tensor_72 = uint8_2[pos_69]
        c_operands_tensor[mask_68] = v36_tensor_72
        v37_width_73 = uint8_3[pos_69]
        c_operands_width[mask_68] = v37_width_73
        v38_value_74 = uint8_4[pos_69]
        c_operands_value[mask_68] = v38_value_74
        pos_2[mask_68] = pos_69 + 5
    mask_75 = ((on_3 == 57)).nonzero()[0]
    if mask_75.size:
        pos_76 = pos_2[mask_75]
        v39_operation_77 = uint8_0[pos_76]
        c_operands_operation[mask_75] = v39_operation_77
        v40_out_78 = uint8_1[pos_76]
        c_operands_out[mask_75] = v40_out_78
        v41_num_tensors_79 = uint8_2[pos_76]
        n_80 = counts(wide(v41_num_tensors_79), pos_76)
        parts_c_operands_tensors.append((mask_75, n_80, pos_76 + 3))
        pos_81 = pos_76 + 3 + n_80 * 1
        v43_axis_82 = uint8_0[pos_81]
        c_operands_axis[mask_75] = v43_axis_82
        pos_2[mask_75] = pos_81 + 1
    mask_83 = ((on_3 == 58)).nonzero()[0]
    if mask_83.size:
        pos_84 = pos_2[mask_83]
        v44_property_85 = uint8_0[pos_84]
        c_operands_property[mask_83] = v44_property_85
        v45_out_86 = uint8_1[pos_84]
        c_operands_out[mask_83] = v45_out_86
        v46_tensor_87 = uint8_2[pos_84]
        c_operands_tensor[mask_83] = v46_tensor_87
        pos_88 = pos_84 + 3
        mask_89 = ((v44_property_85 == 1)).nonzero()[0]
        if mask_89.size:
            rows_90 = mask_83[mask_89]
            pos_91 = pos_88[mask_89]
            v47_axis_92 = uint8_0[pos_91]
            c_operands_axis[rows_90] = v47_axis_92
            pos_88[mask_89] = pos_91 + 1
        pos_2[mask_83] = pos_88
    mask_93 = ((on_3 == 59)).nonzero()[0]
    if mask_93.size:
        pos_94 = pos_2[mask_93]
        v48_out_95 = uint8_0[pos_94]
        c_operands_out[mask_93] = v48_out_95
        v49_tensor_96 = uint8_1[pos_94]
        c_operands_tensor[mask_93] = v49_tensor_96
        v50_index_97 = uint8_2[pos_94]
        c_operands_index[mask_93] = v50_index_97
        pos_2[mask_93] = pos_94 + 3
    mask_98 = ((on_3 == 89)).nonzero()[0]
    if mask_98.size:
        pos_99 = pos_2[mask_98]
        v51_out_100 = uint8_0[pos_99]
        c_operands_out[mask_98] = v51_out_100
        v52_source_101 = uint8_1[pos_99]
        c_operands_source[mask_98] = v52_source_101
        pos_2[mask_98] = pos_99 + 2
    mask_102 = ((on_3 == 95)).nonzero()[0]
    if mask_102.size:
        pos_103 = pos_2[mask_102]
        v53_source_104 = uint8_0[pos_103]
        c_operands_source[mask_102] = v53_source_104
        v54_message_105 = uint16_1[pos_103]
        c_operands_message[mask_102] = v54_message_105
        pos_2[mask_102] = pos_103 + 3
    mask_106 = ((on_3 == 96)).nonzero()[0]
    if mask_106.size:
        pos_107 = pos_2[mask_106]
        v55_operation_108 = uint8_0[pos_107]
        c_operands_operation[mask_106] = v55_operation_108
        v56_out_109 = uint8_1[pos_107]
        c_operands_out[mask_106] = v56_out_109
        v57_source_110 = uint8_2[pos_107]
        c_operands_source[mask_106] = v57_source_110
        pos_2[mask_106] = pos_107 + 3
    mask_111 = ((on_3 == 97)).nonzero()[0]
    if mask_111.size:
        pos_112 = pos_2[mask_111]
        v58_operation_113 = uint8_0[pos_112]
        c_operands_operation[mask_111] = v58_operation_113
        v59_out_114 = uint8_1[pos_112]
        c_operands_out[mask_111] = v59_out_114
        v60_left_115 = uint8_2[pos_112]
        c_operands_left[mask_111] = v60_left_115
        v61_right_116 = uint8_3[pos_112]
        c_operands_right[mask_111] = v61_right_116
        pos_2[mask_111] = pos_112 + 4
    mask_117 = ((on_3 == 98)).nonzero()[0]
    if mask_117.size:
        pos_118 = pos_2[mask_117]
        v62_operation_119 = uint8_0[pos_118]
        c_operands_operation[mask_117] = v62_operation_119
        v63_out_120 = uint8_1[pos_118]
        c_operands_out[mask_117] = v63_out_120
        v64_source_121 = uint8_2[pos_118]
        c_operands_source[mask_117] = v64_source_121
        pos_2[mask_117] = pos_118 + 3
    mask_122 = ((on_3 == 104)).nonzero()[0]
    if mask_122.size:
        pos_123 = pos_2[mask_122]
        v65_operation_124 = uint8_0[pos_123]
        c_operands_operation[mask_122] = v65_operation_124
        v66_out_125 = uint8_1[pos_123]
        c_operands_out[mask_122] = v66_out_125
        v67_left_126 = uint8_2[pos_123]
        c_operands_left[mask_122] = v67_left_126
        v68_right_127 = uint8_3[pos_123]
        c_operands_right[mask_122] = v68_right_127
        pos_2[mask_122] = pos_123 + 4
    mask_128 = ((on_3 == 112)).nonzero()[0]
    if mask_128.size:
        pos_129 = pos_2[mask_128]
        v69_source_130 = uint8_0[pos_129]
        c_operands_source[mask_128] = v69_source_130
        v70_count_131 = uint8_1[pos_129]
        c_operands_count[mask_128] = v70_count_131
        v71_indices_132 = uint8_2[pos_129]
        c_operands_indices[mask_128] = v71_indices_132
        v72_elements_133 = uint8_3[pos_129]
        c_operands_elements[mask_128] = v72_elements_133
        pos_2[mask_128] = pos_129 + 4
    mask_134 = ((on_3 == 113)).nonzero()[0]
    if mask_134.size:
        pos_135 = pos_2[mask_134]
        v73_logits_136 = uint8_0[pos_135]
        c_operands_logits[mask_134] = v73_logits_136
        v74_temperature_137 = uint8_1[pos_135]
        c_operands_temperature[mask_134] = v74_temperature_137
        v75_top_k_138 = uint8_2[pos_135]
        c_operands_top_k[mask_134] = v75_top_k_138
        v76_out_139 = uint8_3[pos_135]
        c_operands_out[mask_134] = v76_out_139
        pos_2[mask_134] = pos_135 + 4
    mask_140 = ((on_3 == 128)).nonzero()[0]
    if mask_140.size:
        pos_141 = pos_2[mask_140]
        v77_model_142 = uint8_0[pos_141]
        c_operands_model[mask_140] = v77_model_142
        v78_num_inputs_143 = uint8_1[pos_141]
        n_144 = counts(wide(v78_num_inputs_143), pos_141)
        parts_c_operands_inputs.append((mask_140, n_144, pos_141 + 2))
        pos_145 = pos_141 + 2 + n_144 * 1
        v80_num_outputs_146 = uint8_0[pos_145]
        n_147 = counts(wide(v80_num_outputs_146), pos_145)
        parts_c_operands_outputs.append((mask_140, n_147, pos_145 + 1))
        pos_148 = pos_145 + 1 + n_147 * 1
        pos_2[mask_140] = pos_148
    mask_149 = ((on_3 == 160)).nonzero()[0]
    if mask_149.size:
        pos_150 = pos_2[mask_149]
        v82_count_151 = uint8_0[pos_150]
        c_operands_count[mask_149] = v82_count_151
        pos_2[mask_149] = pos_150 + 1
    mask_152 = ((on_3 == 161)).nonzero()[0]
    if mask_152.size:
        pos_153 = pos_2[mask_152]
        v83_jump_154 = int16_0[pos_153]
        c_operands_jump[mask_152] = v83_jump_154
        pos_2[mask_152] = pos_153 + 2
    mask_155 = (((on_3 >= 168) & (on_3 <= 169))).nonzero()[0]
    if mask_155.size:
        pos_156 = pos_2[mask_155]
        v84_condition_157 = uint8_0[pos_156]
        c_operands_condition[mask_155] = v84_condition_157
        v85_jump_158 = int16_1[pos_156]
        c_operands_jump[mask_155] = v85_jump_158
        pos_2[mask_155] = pos_156 + 3
    mask_159 = ((on_3 == 224)).nonzero()[0]
    if mask_159.size:
        pos_160 = pos_2[mask_159]
        v86_out_161 = uint8_0[pos_160]
        c_operands_out[mask_159] = v86_out_161
        v87_source_162 = uint8_1[pos_160]
        c_operands_source[mask_159] = v87_source_162
        v88_format_163 = uint8_2[pos_160]
        c_operands_format[mask_159] = v88_format_163
        pos_2[mask_159] = pos_160 + 3
    mask_164 = ((on_3 == 240)).nonzero()[0]
    if mask_164.size:
        pos_165 = pos_2[mask_164]
        v89_source_166 = uint8_0[pos_165]
        c_operands_source[mask_164] = v89_source_166
        v90_destination_167 = uint8_1[pos_165]
        c_operands_destination[mask_164] = v90_destination_167
        pos_168 = pos_165 + 2
        mask_169 = ((v90_destination_167 == 2)).nonzero()[0]
        if mask_169.size:
            rows_170 = mask_164[mask_169]
            pos_171 = pos_168[mask_169]
            v91_name_172 = uint8_0[pos_171]
            c_operands_name[rows_170] = v91_name_172
            pos_168[mask_169] = pos_171 + 1
        pos_173 = pos_168.copy()
        mask_174 = ((v90_destination_167 != 2)).nonzero()[0]
        if mask_174.size:
            rows_175 = mask_164[mask_174]
            pos_176 = pos_173[mask_174]
            v92_unused_177 = uint8_0[pos_176]
            c_operands_unused[rows_175] = v92_unused_177
            pos_173[mask_174] = pos_176 + 1
        v93_mode_178 = uint8_0[pos_173]
        c_operands_mode[mask_164] = v93_mode_178
        pos_2[mask_164] = pos_173 + 1
    mask_179 = ((on_3 == 254)).nonzero()[0]
    if mask_179.size:
        pos_180 = pos_2[mask_179]
        v94_num_values_181 = uint8_0[pos_180]
        n_182 = counts(wide(v94_num_values_181), pos_180)
        parts_c_operands_values.append((mask_179, n_182, pos_180 + 1))
        pos_183 = pos_180 + 1 + n_182 * 1
        pos_2[mask_179] = pos_183
    c_operands_values_rows, each_184 = placed_rows(count, parts_c_operands_values, 1)
    c_operands_values = uint8_0[each_184]
    c_operands_tensors_rows, each_185 = placed_rows(count, parts_c_operands_tensors, 1)
    c_operands_tensors = uint8_0[each_185]
    c_operands_inputs_rows, each_186 = placed_rows(count, parts_c_operands_inputs, 1)
    c_operands_inputs = uint8_0[each_186]
    c_operands_outputs_rows, each_187 = placed_rows(count, parts_c_operands_outputs, 1)
    c_operands_outputs = uint8_0[each_187]
    return (
        c_opcode, c_operands_out, c_operands_kind, c_operands_prompt, c_operands_constant, c_operands_model,
        c_operands_path, c_operands_resource, c_operands_name, c_operands_slot, c_operands_processor, c_operands_source,
        c_operands_token, c_operands_template, c_operands_values_rows, c_operands_values, c_operands_dtype,
        c_operands_operation, c_operands_tensor, c_operands_width, c_operands_value, c_operands_tensors_rows,
        c_operands_tensors, c_operands_axis, c_operands_property, c_operands_index, c_operands_message, c_operands_left,
        c_operands_right, c_operands_count, c_operands_indices, c_operands_elements, c_operands_logits,
        c_operands_temperature, c_operands_top_k, c_operands_inputs_rows, c_operands_inputs, c_operands_outputs_rows,
        c_operands_outputs, c_operands_jump, c_operands_condition, c_operands_format, c_operands_destination,
        c_operands_unused, c_operands_mode,
    )


def check_plan_instruction(
    data, count, c_opcode, c_operands_out, c_operands_kind, c_operands_prompt, c_operands_constant, c_operands_model,
    c_operands_path, c_operands_resource, c_operands_name, c_operands_slot, c_operands_processor, c_operands_source,
    c_operands_token, c_operands_template, c_operands_values_rows, c_operands_values, c_operands_dtype,
    c_operands_operation, c_operands_tensor, c_operands_width, c_operands_value, c_operands_tensors_rows,
    c_operands_tensors, c_operands_axis, c_operands_property, c_operands_index, c_operands_message, c_operands_left,
    c_operands_right, c_operands_count, c_operands_indices, c_operands_elements, c_operands_logits,
    c_operands_temperature, c_operands_top_k, c_operands_inputs_rows, c_operands_inputs, c_operands_outputs_rows,
    c_operands_outputs, c_operands_jump, c_operands_condition, c_operands_format, c_operands_destination,
    c_operands_unused, c_operands_mode, first=None
):
    first = first or (count, 0, 0)
    v0_opcode_1 = c_opcode
    first = offender(first, (((((((((((((((((v0_opcode_1 == 2) | (v0_opcode_1 == 4)) | ((v0_opcode_1 >= 16) & (v0_opcode_1 <= 19))) | ((v0_opcode_1 >= 31) & (v0_opcode_1 <= 34))) | (v0_opcode_1 == 42)) | (v0_opcode_1 == 48)) | ((v0_opcode_1 >= 56) & (v0_opcode_1 <= 59))) | (v0_opcode_1 == 89)) | ((v0_opcode_1 >= 95) & (v0_opcode_1 <= 98))) | (v0_opcode_1 == 104)) | ((v0_opcode_1 >= 112) & (v0_opcode_1 <= 113))) | (v0_opcode_1 == 128)) | ((v0_opcode_1 >= 160) & (v0_opcode_1 <= 161))) | ((v0_opcode_1 >= 168) & (v0_opcode_1 <= 169))) | (v0_opcode_1 == 224)) | (v0_opcode_1 == 240)) | ((v0_opcode_1 >= 254) & (v0_opcode_1 <= 255))), None, 0)
    on_2 = v0_opcode_1
    mask_3 = ((on_2 == 31)).nonzero()[0]
    if mask_3.size:
        v17_kind_4 = c_operands_kind[mask_3]
        first = offender(first, (v17_kind_4 <= 1), mask_3, 1)
    mask_5 = ((on_2 == 56)).nonzero()[0]
    if mask_5.size:
        v34_operation_6 = c_operands_operation[mask_5]
        first = offender(first, (v34_operation_6 == 1), mask_5, 2)
    mask_7 = ((on_2 == 58)).nonzero()[0]
    if mask_7.size:
        v44_property_8 = c_operands_property[mask_7]
        first = offender(first, (v44_property_8 <= 2), mask_7, 3)
    return first


def scatter_plan_instruction(
    source, count, c_opcode, c_operands_out, c_operands_kind, c_operands_prompt, c_operands_constant, c_operands_model,
    c_operands_path, c_operands_resource, c_operands_name, c_operands_slot, c_operands_processor, c_operands_source,
    c_operands_token, c_operands_template, c_operands_values_rows, c_operands_values, c_operands_dtype,
    c_operands_operation, c_operands_tensor, c_operands_width, c_operands_value, c_operands_tensors_rows,
    c_operands_tensors, c_operands_axis, c_operands_property, c_operands_index, c_operands_message, c_operands_left,
    c_operands_right, c_operands_count, c_operands_indices, c_operands_elements, c_operands_logits,
    c_operands_temperature, c_operands_top_k, c_operands_inputs_rows, c_operands_inputs, c_operands_outputs_rows,
    c_operands_outputs, c_operands_jump, c_operands_condition, c_operands_format, c_operands_destination,
    c_operands_unused, c_operands_mode, sizes_only
):
    pos = np.zeros(count, np.int64)
    used_c_operands_values = 0
    used_c_operands_tensors = 0
    used_c_operands_inputs = 0
    used_c_operands_outputs = 0
    v0_opcode_1 = c_opcode
    pos_2 = pos + 1
    on_3 = v0_opcode_1
    mask_4 = ((on_3 == 2)).nonzero()[0]
    if mask_4.size:
        pos_5 = pos_2[mask_4]
        v1_out_6 = c_operands_out[mask_4]
        v2_kind_7 = c_operands_kind[mask_4]
        v3_prompt_8 = c_operands_prompt[mask_4]
        pos_2[mask_4] = pos_5 + 4
    mask_9 = ((on_3 == 4)).nonzero()[0]
    if mask_9.size:
        pos_10 = pos_2[mask_9]
        v4_out_11 = c_operands_out[mask_9]
        v5_constant_12 = c_operands_constant[mask_9]
        pos_2[mask_9] = pos_10 + 3
    mask_13 = ((on_3 == 16)).nonzero()[0]
    if mask_13.size:
        pos_14 = pos_2[mask_13]
        v6_model_15 = c_operands_model[mask_13]
        v7_path_16 = c_operands_path[mask_13]
        pos_2[mask_13] = pos_14 + 3
    mask_17 = ((on_3 == 17)).nonzero()[0]
    if mask_17.size:
        pos_18 = pos_2[mask_17]
        v8_out_19 = c_operands_out[mask_17]
        v9_kind_20 = c_operands_kind[mask_17]
        v10_path_21 = c_operands_path[mask_17]
        pos_2[mask_17] = pos_18 + 4
    mask_22 = ((on_3 == 18)).nonzero()[0]
    if mask_22.size:
        pos_23 = pos_2[mask_22]
        v11_out_24 = c_operands_out[mask_22]
        v12_kind_25 = c_operands_kind[mask_22]
        v13_resource_26 = c_operands_resource[mask_22]
        pos_2[mask_22] = pos_23 + 4
    mask_27 = ((on_3 == 19)).nonzero()[0]
    if mask_27.size:
        pos_28 = pos_2[mask_27]
        v14_out_29 = c_operands_out[mask_27]
        v15_name_30 = c_operands_name[mask_27]
        v16_kind_31 = c_operands_kind[mask_27]
        pos_2[mask_27] = pos_28 + 3
    mask_32 = ((on_3 == 31)).nonzero()[0]
    if mask_32.size:
        pos_33 = pos_2[mask_32]
        v17_kind_34 = c_operands_kind[mask_32]
        pos_35 = pos_33 + 1
        mask_36 = ((v17_kind_34 == 0)).nonzero()[0]
        if mask_36.size:
            rows_37 = mask_32[mask_36]
            pos_38 = pos_35[mask_36]
            v18_model_39 = c_operands_model[rows_37]
            pos_35[mask_36] = pos_38 + 1
        pos_40 = pos_35.copy()
        mask_41 = ((v17_kind_34 == 1)).nonzero()[0]
        if mask_41.size:
            rows_42 = mask_32[mask_41]
            pos_43 = pos_40[mask_41]
            v19_slot_44 = c_operands_slot[rows_42]
            pos_40[mask_41] = pos_43 + 1
        pos_2[mask_32] = pos_40
    mask_45 = (((on_3 >= 32) & (on_3 <= 33))).nonzero()[0]
    if mask_45.size:
        pos_46 = pos_2[mask_45]
        v20_processor_47 = c_operands_processor[mask_45]
        v21_source_48 = c_operands_source[mask_45]
        v22_out_49 = c_operands_out[mask_45]
        pos_2[mask_45] = pos_46 + 3
    mask_50 = ((on_3 == 34)).nonzero()[0]
    if mask_50.size:
        pos_51 = pos_2[mask_50]
        v23_processor_52 = c_operands_processor[mask_50]
        v24_token_53 = c_operands_token[mask_50]
        v25_out_54 = c_operands_out[mask_50]
        pos_2[mask_50] = pos_51 + 4
    mask_55 = ((on_3 == 42)).nonzero()[0]
    if mask_55.size:
        pos_56 = pos_2[mask_55]
        v26_out_57 = c_operands_out[mask_55]
        v27_template_58 = c_operands_template[mask_55]
        v28_num_values_59 = (c_operands_values_rows[1:] - c_operands_values_rows[:-1])[mask_55]
        fits('operands.num_values', v28_num_values_59, 'uint8', mask_55)
        used_c_operands_values += int(v28_num_values_59.sum())
        chosen_60 = ramps(c_operands_values_rows[:-1][mask_55], v28_num_values_59, 1)
        pos_62 = pos_56 + 4 + v28_num_values_59 * 1
        pos_2[mask_55] = pos_62
    mask_63 = ((on_3 == 48)).nonzero()[0]
    if mask_63.size:
        pos_64 = pos_2[mask_63]
        v30_out_65 = c_operands_out[mask_63]
        v31_dtype_66 = c_operands_dtype[mask_63]
        v32_kind_67 = c_operands_kind[mask_63]
        v33_source_68 = c_operands_source[mask_63]
        pos_2[mask_63] = pos_64 + 4
    mask_69 = ((on_3 == 56)).nonzero()[0]
    if mask_69.size:
        pos_70 = pos_2[mask_69]
        v34_operation_71 = c_operands_operation[mask_69]
        v35_out_72 = c_operands_out[mask_69]
        v36_tensor_73 = c_operands_tensor[mask_69]
        v37_width_74 = c_operands_width[mask_69]
        v38_value_75 = c_operands_value[mask_69]
        pos_2[mask_69] = pos_70 + 5
    mask_76 = ((on_3 == 57)).nonzero()[0]
    if mask_76.size:
        pos_77 = pos_2[mask_76]
        v39_operation_78 = c_operands_operation[mask_76]
        v40_out_79 = c_operands_out[mask_76]
        v41_num_tensors_80 = (c_operands_tensors_rows[1:] - c_operands_tensors_rows[:-1])[mask_76]
        fits('operands.num_tensors', v41_num_tensors_80, 'uint8', mask_76)
        used_c_operands_tensors += int(v41_num_tensors_80.sum())
        all_used('operands.tensors', used_c_operands_tensors, c_operands_tensors_rows)
        pos_82 = pos_77 + 3 + v41_num_tensors_80 * 1
        v43_axis_83 = c_operands_axis[mask_76]
        pos_2[mask_76] = pos_82 + 1
    mask_84 = ((on_3 == 58)).nonzero()[0]
    if mask_84.size:
        pos_85 = pos_2[mask_84]
        v44_property_86 = c_operands_property[mask_84]
        v45_out_87 = c_operands_out[mask_84]
        v46_tensor_88 = c_operands_tensor[mask_84]
        pos_89 = pos_85 + 3
        mask_90 = ((v44_property_86 == 1)).nonzero()[0]
        if mask_90.size:
            rows_91 = mask_84[mask_90]
            pos_92 = pos_89[mask_90]
            v47_axis_93 = c_operands_axis[rows_91]
            pos_89[mask_90] = pos_92 + 1
        pos_2[mask_84] = pos_89
    mask_94 = ((on_3 == 59)).nonzero()[0]
    if mask_94.size:
        pos_95 = pos_2[mask_94]
        v48_out_96 = c_operands_out[mask_94]
        v49_tensor_97 = c_operands_tensor[mask_94]
        v50_index_98 = c_operands_index[mask_94]
        pos_2[mask_94] = pos_95 + 3
    mask_99 = ((on_3 == 89)).nonzero()[0]
    if mask_99.size:
        pos_100 = pos_2[mask_99]
        v51_out_101 = c_operands_out[mask_99]
        v52_source_102 = c_operands_source[mask_99]
        pos_2[mask_99] = pos_100 + 2
    mask_103 = ((on_3 == 95)).nonzero()[0]
    if mask_103.size:
        pos_104 = pos_2[mask_103]
        v53_source_105 = c_operands_source[mask_103]
        v54_message_106 = c_operands_message[mask_103]
        pos_2[mask_103] = pos_104 + 3
    mask_107 = ((on_3 == 96)).nonzero()[0]
    if mask_107.size:
        pos_108 = pos_2[mask_107]
        v55_operation_109 = c_operands_operation[mask_107]
        v56_out_110 = c_operands_out[mask_107]
        v57_source_111 = c_operands_source[mask_107]
        pos_2[mask_107] = pos_108 + 3
    mask_112 = ((on_3 == 97)).nonzero()[0]
    if mask_112.size:
        pos_113 = pos_2[mask_112]
        v58_operation_114 = c_operands_operation[mask_112]
        v59_out_115 = c_operands_out[mask_112]
        v60_left_116 = c_operands_left[mask_112]
        v61_right_117 = c_operands_right[mask_112]
        pos_2[mask_112] = pos_113 + 4
    mask_118 = ((on_3 == 98)).nonzero()[0]
    if mask_118.size:
        pos_119 = pos_2[mask_118]
        v62_operation_120 = c_operands_operation[mask_118]
        v63_out_121 = c_operands_out[mask_118]
        v64_source_122 = c_operands_source[mask_118]
        pos_2[mask_118] = pos_119 + 3
    mask_123 = ((on_3 == 104)).nonzero()[0]
    if mask_123.size:
        pos_124 = pos_2[mask_123]
        v65_operation_125 = c_operands_operation[mask_123]
        v66_out_126 = c_operands_out[mask_123]
        v67_left_127 = c_operands_left[mask_123]
        v68_right_128 = c_operands_right[mask_123]
        pos_2[mask_123] = pos_124 + 4
    mask_129 = ((on_3 == 112)).nonzero()[0]
    if mask_129.size:
        pos_130 = pos_2[mask_129]
        v69_source_131 = c_operands_source[mask_129]
        v70_count_132 = c_operands_count[mask_129]
        v71_indices_133 = c_operands_indices[mask_129]
        v72_elements_134 = c_operands_elements[mask_129]
        pos_2[mask_129] = pos_130 + 4
    mask_135 = ((on_3 == 113)).nonzero()[0]
    if mask_135.size:
        pos_136 = pos_2[mask_135]
        v73_logits_137 = c_operands_logits[mask_135]
        v74_temperature_138 = c_operands_temperature[mask_135]
        v75_top_k_139 = c_operands_top_k[mask_135]
        v76_out_140 = c_operands_out[mask_135]
        pos_2[mask_135] = pos_136 + 4
    mask_141 = ((on_3 == 128)).nonzero()[0]
    if mask_141.size:
        pos_142 = pos_2[mask_141]
        v77_model_143 = c_operands_model[mask_141]
        v78_num_inputs_144 = (c_operands_inputs_rows[1:] - c_operands_inputs_rows[:-1])[mask_141]
        fits('operands.num_inputs', v78_num_inputs_144, 'uint8', mask_141)
        used_c_operands_inputs += int(v78_num_inputs_144.sum())
        all_used('operands.inputs', used_c_operands_inputs, c_operands_inputs_rows)
        pos_146 = pos_142 + 2 + v78_num_inputs_144 * 1
        v80_num_outputs_147 = (c_operands_outputs_rows[1:] - c_operands_outputs_rows[:-1])[mask_141]
        fits('operands.num_outputs', v80_num_outputs_147, 'uint8', mask_141)
        used_c_operands_outputs += int(v80_num_outputs_147.sum())
        all_used('operands.outputs', used_c_operands_outputs, c_operands_outputs_rows)
        pos_149 = pos_146 + 1 + v80_num_outputs_147 * 1
        pos_2[mask_141] = pos_149
    mask_150 = ((on_3 == 160)).nonzero()[0]
    if mask_150.size:
        pos_151 = pos_2[mask_150]
        v82_count_152 = c_operands_count[mask_150]
        pos_2[mask_150] = pos_151 + 1
    mask_153 = ((on_3 == 161)).nonzero()[0]
    if mask_153.size:
        pos_154 = pos_2[mask_153]
        v83_jump_155 = c_operands_jump[mask_153]
        pos_2[mask_153] = pos_154 + 2
    mask_156 = (((on_3 >= 168) & (on_3 <= 169))).nonzero()[0]
    if mask_156.size:
        pos_157 = pos_2[mask_156]
        v84_condition_158 = c_operands_condition[mask_156]
        v85_jump_159 = c_operands_jump[mask_156]
        pos_2[mask_156] = pos_157 + 3
    mask_160 = ((on_3 == 224)).nonzero()[0]
    if mask_160.size:
        pos_161 = pos_2[mask_160]
        v86_out_162 = c_operands_out[mask_160]
        v87_source_163 = c_operands_source[mask_160]
        v88_format_164 = c_operands_format[mask_160]
        pos_2[mask_160] = pos_161 + 3
    mask_165 = ((on_3 == 240)).nonzero()[0]
    if mask_165.size:
        pos_166 = pos_2[mask_165]
        v89_source_167 = c_operands_source[mask_165]
        v90_destination_168 = c_operands_destination[mask_165]
        pos_169 = pos_166 + 2
        mask_170 = ((v90_destination_168 == 2)).nonzero()[0]
        if mask_170.size:
            rows_171 = mask_165[mask_170]
            pos_172 = pos_169[mask_170]
            v91_name_173 = c_operands_name[rows_171]
            pos_169[mask_170] = pos_172 + 1
        pos_174 = pos_169.copy()
        mask_175 = ((v90_destination_168 != 2)).nonzero()[0]
        if mask_175.size:
            rows_176 = mask_165[mask_175]
            pos_177 = pos_174[mask_175]
            v92_unused_178 = c_operands_unused[rows_176]
            pos_174[mask_175] = pos_177 + 1
        v93_mode_179 = c_operands_mode[mask_165]
        pos_2[mask_165] = pos_174 + 1
    mask_180 = ((on_3 == 254)).nonzero()[0]
    if mask_180.size:
        pos_181 = pos_2[mask_180]
        v94_num_values_182 = (c_operands_values_rows[1:] - c_operands_values_rows[:-1])[mask_180]
        fits('operands.num_values', v94_num_values_182, 'uint8', mask_180)
        used_c_operands_values += int(v94_num_values_182.sum())
        chosen_183 = ramps(c_operands_values_rows[:-1][mask_180], v94_num_values_182, 1)
        pos_185 = pos_181 + 1 + v94_num_values_182 * 1
        pos_2[mask_180] = pos_185
    all_used('operands.values', used_c_operands_values, c_operands_values_rows)
    all_used('operands.tensors', used_c_operands_tensors, c_operands_tensors_rows)
    all_used('operands.inputs', used_c_operands_inputs, c_operands_inputs_rows)
    all_used('operands.outputs', used_c_operands_outputs, c_operands_outputs_rows)
    sizes = pos_2
    if sizes_only:
        return sizes
    base, out = room(sizes)
    view(out, 'uint8', 0)[base] = v0_opcode_1
    if mask_4.size:
        view(out, 'uint8', 0)[base[mask_4] + pos_5] = v1_out_6
        view(out, 'uint8', 1)[base[mask_4] + pos_5] = v2_kind_7
        view(out, 'uint16', 2)[base[mask_4] + pos_5] = v3_prompt_8
    if mask_9.size:
        view(out, 'uint8', 0)[base[mask_9] + pos_10] = v4_out_11
        view(out, 'uint16', 1)[base[mask_9] + pos_10] = v5_constant_12
    if mask_13.size:
        view(out, 'uint8', 0)[base[mask_13] + pos_14] = v6_model_15
        view(out, 'uint16', 1)[base[mask_13] + pos_14] = v7_path_16
    if mask_17.size:
        view(out, 'uint8', 0)[base[mask_17] + pos_18] = v8_out_19
        view(out, 'uint8', 1)[base[mask_17] + pos_18] = v9_kind_20
        view(out, 'uint16', 2)[base[mask_17] + pos_18] = v10_path_21
    if mask_22.size:
        view(out, 'uint8', 0)[base[mask_22] + pos_23] = v11_out_24
        view(out, 'uint8', 1)[base[mask_22] + pos_23] = v12_kind_25
        view(out, 'uint16', 2)[base[mask_22] + pos_23] = v13_resource_26
    if mask_27.size:
        view(out, 'uint8', 0)[base[mask_27] + pos_28] = v14_out_29
        view(out, 'uint8', 1)[base[mask_27] + pos_28] = v15_name_30
        view(out, 'uint8', 2)[base[mask_27] + pos_28] = v16_kind_31
    if mask_32.size:
        view(out, 'uint8', 0)[base[mask_32] + pos_33] = v17_kind_34
        if mask_36.size:
            view(out, 'uint8', 0)[base[rows_37] + pos_38] = v18_model_39
        if mask_41.size:
            view(out, 'uint8', 0)[base[rows_42] + pos_43] = v19_slot_44
    if mask_45.size:
        view(out, 'uint8', 0)[base[mask_45] + pos_46] = v20_processor_47
        view(out, 'uint8', 1)[base[mask_45] + pos_46] = v21_source_48
        view(out, 'uint8', 2)[base[mask_45] + pos_46] = v22_out_49
    if mask_50.size:
        view(out, 'uint8', 0)[base[mask_50] + pos_51] = v23_processor_52
        view(out, 'uint16', 1)[base[mask_50] + pos_51] = v24_token_53
        view(out, 'uint8', 3)[base[mask_50] + pos_51] = v25_out_54
    if mask_55.size:
        view(out, 'uint8', 0)[base[mask_55] + pos_56] = v26_out_57
        view(out, 'uint16', 1)[base[mask_55] + pos_56] = v27_template_58
        view(out, 'uint8', 3)[base[mask_55] + pos_56] = v28_num_values_59
        each_61 = ramps(base[mask_55] + pos_56 + 4, v28_num_values_59, 1)
        view(out, 'uint8', 0)[each_61] = c_operands_values[chosen_60]
    if mask_63.size:
        view(out, 'uint8', 0)[base[mask_63] + pos_64] = v30_out_65
        view(out, 'uint8', 1)[base[mask_63] + pos_64] = v31_dtype_66
        view(out, 'uint8', 2)[base[mask_63] + pos_64] = v32_kind_67
        view(out, 'uint8', 3)[base[mask_63] + pos_64] = v33_source_68
    if mask_69.size:
        view(out, 'uint8', 0)[base[mask_69] + pos_70] = v34_operation_71
        view(out, 'uint8', 1)[base[mask_69] + pos_70] = v35_out_72
        view(out, 'uint8', 2)[base[mask_69] + pos_70] = v36_tensor_73
        view(out, 'uint8', 3)[base[mask_69] + pos_70] = v37_width_74
        view(out, 'uint8', 4)[base[mask_69] + pos_70] = v38_value_75
    if mask_76.size:
        view(out, 'uint8', 0)[base[mask_76] + pos_77] = v39_operation_78
        view(out, 'uint8', 1)[base[mask_76] + pos_77] = v40_out_79
        view(out, 'uint8', 2)[base[mask_76] + pos_77] = v41_num_tensors_80
        each_81 = ramps(base[mask_76] + pos_77 + 3, v41_num_tensors_80, 1)
        view(out, 'uint8', 0)[each_81] = c_operands_tensors
        view(out, 'uint8', 0)[base[mask_76] + pos_82] = v43_axis_83
    if mask_84.size:
        view(out, 'uint8', 0)[base[mask_84] + pos_85] = v44_property_86
        view(out, 'uint8', 1)[base[mask_84] + pos_85] = v45_out_87
        view(out, 'uint8', 2)[base[mask_84] + pos_85] = v46_tensor_88
        if mask_90.size:
            view(out, 'uint8', 0)[base[rows_91] + pos_92] = v47_axis_93
    if mask_94.size:
        view(out, 'uint8', 0)[base[mask_94] + pos_95] = v48_out_96
        view(out, 'uint8', 1)[base[mask_94] + pos_95] = v49_tensor_97
        view(out, 'uint8', 2)[base[mask_94] + pos_95] = v50_index_98
    if mask_99.size:
        view(out, 'uint8', 0)[base[mask_99] + pos_100] = v51_out_101
        view(out, 'uint8', 1)[base[mask_99] + pos_100] = v52_source_102
    if mask_103.size:
        view(out, 'uint8', 0)[base[mask_103] + pos_104] = v53_source_105
        view(out, 'uint16', 1)[base[mask_103] + pos_104] = v54_message_106
    if mask_107.size:
        view(out, 'uint8', 0)[base[mask_107] + pos_108] = v55_operation_109
        view(out, 'uint8', 1)[base[mask_107] + pos_108] = v56_out_110
        view(out, 'uint8', 2)[base[mask_107] + pos_108] = v57_source_111
    if mask_112.size:
        view(out, 'uint8', 0)[base[mask_112] + pos_113] = v58_operation_114
        view(out, 'uint8', 1)[base[mask_112] + pos_113] = v59_out_115
        view(out, 'uint8', 2)[base[mask_112] + pos_113] = v60_left_116
        view(out, 'uint8', 3)[base[mask_112] + pos_113] = v61_right_117
    if mask_118.size:
        view(out, 'uint8', 0)[base[mask_118] + pos_119] = v62_operation_120
        view(out, 'uint8', 1)[base[mask_118] + pos_119] = v63_out_121
        view(out, 'uint8', 2)[base[mask_118] + pos_119] = v64_source_122
    if mask_123.size:
        view(out, 'uint8', 0)[base[mask_123] + pos_124] = v65_operation_125
        view(out, 'uint8', 1)[base[mask_123] + pos_124] = v66_out_126
        view(out, 'uint8', 2)[base[mask_123] + pos_124] = v67_left_127
        view(out, 'uint8', 3)[base[mask_123] + pos_124] = v68_right_128
    if mask_129.size:
        view(out, 'uint8', 0)[base[mask_129] + pos_130] = v69_source_131
        view(out, 'uint8', 1)[base[mask_129] + pos_130] = v70_count_132
        view(out, 'uint8', 2)[base[mask_129] + pos_130] = v71_indices_133
        view(out, 'uint8', 3)[base[mask_129] + pos_130] = v72_elements_134
    if mask_135.size:
        view(out, 'uint8', 0)[base[mask_135] + pos_136] = v73_logits_137
        view(out, 'uint8', 1)[base[mask_135] + pos_136] = v74_temperature_138
        view(out, 'uint8', 2)[base[mask_135] + pos_136] = v75_top_k_139
        view(out, 'uint8', 3)[base[mask_135] + pos_136] = v76_out_140
    if mask_141.size:
        view(out, 'uint8', 0)[base[mask_141] + pos_142] = v77_model_143
        view(out, 'uint8', 1)[base[mask_141] + pos_142] = v78_num_inputs_144
        each_145 = ramps(base[mask_141] + pos_142 + 2, v78_num_inputs_144, 1)
        view(out, 'uint8', 0)[each_145] = c_operands_inputs
        view(out, 'uint8', 0)[base[mask_141] + pos_146] = v80_num_outputs_147
        each_148 = ramps(base[mask_141] + pos_146 + 1, v80_num_outputs_147, 1)
        view(out, 'uint8', 0)[each_148] = c_operands_outputs
    if mask_150.size:
        view(out, 'uint8', 0)[base[mask_150] + pos_151] = v82_count_152
    if mask_153.size:
        view(out, 'int16', 0)[base[mask_153] + pos_154] = v83_jump_155
    if mask_156.size:
        view(out, 'uint8', 0)[base[mask_156] + pos_157] = v84_condition_158
        view(out, 'int16', 1)[base[mask_156] + pos_157] = v85_jump_159
    if mask_160.size:
        view(out, 'uint8', 0)[base[mask_160] + pos_161] = v86_out_162
        view(out, 'uint8', 1)[base[mask_160] + pos_161] = v87_source_163
        view(out, 'uint8', 2)[base[mask_160] + pos_161] = v88_format_164
    if mask_165.size:
        view(out, 'uint8', 0)[base[mask_165] + pos_166] = v89_source_167
        view(out, 'uint8', 1)[base[mask_165] + pos_166] = v90_destination_168
        if mask_170.size:
            view(out, 'uint8', 0)[base[rows_171] + pos_172] = v91_name_173
        if mask_175.size:
            view(out, 'uint8', 0)[base[rows_176] + pos_177] = v92_unused_178
        view(out, 'uint8', 0)[base[mask_165] + pos_174] = v93_mode_179
    if mask_180.size:
        view(out, 'uint8', 0)[base[mask_180] + pos_181] = v94_num_values_182
        each_184 = ramps(base[mask_180] + pos_181 + 1, v94_num_values_182, 1)
        view(out, 'uint8', 0)[each_184] = c_operands_values[chosen_183]
    return out


plan_instruction = RecordCodec(
    schema="mep",
    name="plan_instruction",
    parser="Mep.PlanInstruction",
    least=1,
    size=None,
    takes_index=False,
    arguments=[],
    columns=[
        Column("opcode", "uint8", ""),
        Column("operands.out", "uint8", ""),
        Column("operands.kind", "uint8", ""),
        Column("operands.prompt", "uint16", ""),
        Column("operands.constant", "uint16", ""),
        Column("operands.model", "uint8", ""),
        Column("operands.path", "uint16", ""),
        Column("operands.resource", "uint16", ""),
        Column("operands.name", "uint8", ""),
        Column("operands.slot", "uint8", ""),
        Column("operands.processor", "uint8", ""),
        Column("operands.source", "uint8", ""),
        Column("operands.token", "uint16", ""),
        Column("operands.template", "uint16", ""),
        Column("operands.values[]", "int64", ""),
        Column("operands.values", "uint8", "operands.values[]"),
        Column("operands.dtype", "uint8", ""),
        Column("operands.operation", "uint8", ""),
        Column("operands.tensor", "uint8", ""),
        Column("operands.width", "uint8", ""),
        Column("operands.value", "uint8", ""),
        Column("operands.tensors[]", "int64", ""),
        Column("operands.tensors", "uint8", "operands.tensors[]"),
        Column("operands.axis", "uint8", ""),
        Column("operands.property", "uint8", ""),
        Column("operands.index", "uint8", ""),
        Column("operands.message", "uint16", ""),
        Column("operands.left", "uint8", ""),
        Column("operands.right", "uint8", ""),
        Column("operands.count", "uint8", ""),
        Column("operands.indices", "uint8", ""),
        Column("operands.elements", "uint8", ""),
        Column("operands.logits", "uint8", ""),
        Column("operands.temperature", "uint8", ""),
        Column("operands.top_k", "uint8", ""),
        Column("operands.inputs[]", "int64", ""),
        Column("operands.inputs", "uint8", "operands.inputs[]"),
        Column("operands.outputs[]", "int64", ""),
        Column("operands.outputs", "uint8", "operands.outputs[]"),
        Column("operands.jump", "int16", ""),
        Column("operands.condition", "uint8", ""),
        Column("operands.format", "uint8", ""),
        Column("operands.destination", "uint8", ""),
        Column("operands.unused", "uint8", ""),
        Column("operands.mode", "uint8", ""),
    ],
    rules=[
        Rule(
            "opcode",
            "wrong value",
            (
                "one of 2 (src_user_prompt), 4 (src_constant), 16 (res_load_model), 17 (res_load_datafile), 18 "
                "(res_load_extern), 19 (res_load_dynamic), 31 (res_unload), 32 (preproc_encode), 33 (preproc_decode), "
                "34 (preproc_get_id), 42 (string_format), 48 (tensor_create), 56 (tensor_manipulate), 57 "
                "(tensor_combine), 58 (tensor_info), 59 (tensor_extract), 89 (sys_copy), 95 (sys_debug_print), 96 "
                "(math_unary), 97 (math_binary), 98 (math_aggregate), 104 (logic_compare), 112 (analysis_top_k), 113 "
                "(analysis_sample), 128 (model_run_static), 160 (flow_loop_start), 161 (flow_loop_end), 168 "
                "(flow_branch_if), 169 (flow_break_loop_if), 224 (serialize_object), 240 (io_write), 254 (exec_return),"
                " 255 (exec_halt)"
            ),
        ),
        Rule("operands.kind", "wrong value", "one of 0 (model), 1 (slot)"),
        Rule("operands.operation", "wrong value", "one of 1 (pad)"),
        Rule("operands.property", "wrong value", "one of 0 (shape), 1 (size), 2 (item)"),
    ],
    children={},
    scan=scan_plan_instruction,
    gather=gather_plan_instruction,
    check=check_plan_instruction,
    scatter=scatter_plan_instruction,
    measure=measure_plan_instruction,
    leading=[*range(2, 3), *range(4, 5), *range(16, 20), *range(31, 35), *range(42, 43), *range(48, 49), *range(56, 60), *range(89, 90), *range(95, 99), *range(104, 105), *range(112, 114), *range(128, 129), *range(160, 162), *range(168, 170), *range(224, 225), *range(240, 241), *range(254, 256)],
    grain=1,
)
