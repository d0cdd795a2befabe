// Generated from schemas/mep.ksy (sha256 f5e6c0d9a90892766e34198c379ccc32fbed3f369ec809c31f3c674f5b8c6a2c) by `nacformats generate`. Do not edit.

#include "mep.h"

/* Says where and why a function stopped. */
static int fail(mep_fault *fault, int status, size_t record, int rule, size_t element)
{
    fault->record = record;
    fault->rule = rule;
    fault->element = element;
    return status;
}

static inline uint16_t get_u2(const uint8_t *from)
{
    return (uint16_t)(from[0] | from[1] << 8);
}

static inline int16_t get_s2(const uint8_t *from)
{
    return (int16_t)((get_u2(from) ^ 0x8000) - 0x8000);
}

static inline void put_1(uint8_t *to, uint64_t value)
{
    to[0] = (uint8_t)value;
}

static inline void put_2(uint8_t *to, uint64_t value)
{
    to[0] = (uint8_t)value;
    to[1] = (uint8_t)(value >> 8);
}

MEP_API int mep_plan_instruction_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    mep_plan_instruction_columns *columns,
    mep_fault *fault)
{
    int64_t *const c_starts = columns->starts;
    uint8_t *const c_opcode = columns->opcode;
    uint8_t *const c_operands_out = columns->operands_out;
    uint8_t *const c_operands_kind = columns->operands_kind;
    uint16_t *const c_operands_prompt = columns->operands_prompt;
    uint16_t *const c_operands_constant = columns->operands_constant;
    uint8_t *const c_operands_model = columns->operands_model;
    uint16_t *const c_operands_path = columns->operands_path;
    uint16_t *const c_operands_resource = columns->operands_resource;
    uint8_t *const c_operands_name = columns->operands_name;
    uint16_t *const c_operands_array = columns->operands_array;
    uint8_t *const c_operands_slot = columns->operands_slot;
    uint8_t *const c_operands_processor = columns->operands_processor;
    uint8_t *const c_operands_source = columns->operands_source;
    uint16_t *const c_operands_token = columns->operands_token;
    uint16_t *const c_operands_template = columns->operands_template;
    int64_t *const c_operands_values_rows = columns->operands_values_rows;
    const size_t n_operands_values_length = columns->operands_values_length;
    uint8_t *const c_operands_values = columns->operands_values;
    uint8_t *const c_operands_dtype = columns->operands_dtype;
    uint8_t *const c_operands_operation = columns->operands_operation;
    uint8_t *const c_operands_tensor = columns->operands_tensor;
    uint8_t *const c_operands_width = columns->operands_width;
    uint8_t *const c_operands_value = columns->operands_value;
    uint8_t *const c_operands_dim = columns->operands_dim;
    int64_t *const c_operands_tensors_rows = columns->operands_tensors_rows;
    const size_t n_operands_tensors_length = columns->operands_tensors_length;
    uint8_t *const c_operands_tensors = columns->operands_tensors;
    uint8_t *const c_operands_axis = columns->operands_axis;
    uint8_t *const c_operands_property = columns->operands_property;
    uint8_t *const c_operands_index = columns->operands_index;
    uint16_t *const c_operands_message = columns->operands_message;
    uint8_t *const c_operands_left = columns->operands_left;
    uint8_t *const c_operands_right = columns->operands_right;
    uint8_t *const c_operands_count = columns->operands_count;
    uint8_t *const c_operands_indices = columns->operands_indices;
    uint8_t *const c_operands_elements = columns->operands_elements;
    uint8_t *const c_operands_logits = columns->operands_logits;
    uint8_t *const c_operands_temperature = columns->operands_temperature;
    uint8_t *const c_operands_top_k = columns->operands_top_k;
    int64_t *const c_operands_inputs_rows = columns->operands_inputs_rows;
    const size_t n_operands_inputs_length = columns->operands_inputs_length;
    uint8_t *const c_operands_inputs = columns->operands_inputs;
    int64_t *const c_operands_outputs_rows = columns->operands_outputs_rows;
    const size_t n_operands_outputs_length = columns->operands_outputs_length;
    uint8_t *const c_operands_outputs = columns->operands_outputs;
    uint8_t *const c_operands_loss = columns->operands_loss;
    int64_t *const c_operands_targets_rows = columns->operands_targets_rows;
    const size_t n_operands_targets_length = columns->operands_targets_length;
    uint8_t *const c_operands_targets = columns->operands_targets;
    uint8_t *const c_operands_rate = columns->operands_rate;
    uint16_t *const c_operands_weight = columns->operands_weight;
    uint16_t *const c_operands_bias = columns->operands_bias;
    int16_t *const c_operands_jump = columns->operands_jump;
    uint8_t *const c_operands_condition = columns->operands_condition;
    uint8_t *const c_operands_format = columns->operands_format;
    uint8_t *const c_operands_destination = columns->operands_destination;
    uint8_t *const c_operands_unused = columns->operands_unused;
    uint8_t *const c_operands_mode = columns->operands_mode;
    const size_t count = columns->count;
    size_t have_operands_values_length = 0;
    size_t have_operands_tensors_length = 0;
    size_t have_operands_inputs_length = 0;
    size_t have_operands_outputs_length = 0;
    size_t have_operands_targets_length = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (pos > end)
        return MEP_DOES_NOT_FIT;
    c_operands_values_rows[0] = 0;
    c_operands_tensors_rows[0] = 0;
    c_operands_inputs_rows[0] = 0;
    c_operands_outputs_rows[0] = 0;
    c_operands_targets_rows[0] = 0;
    for (i = 0; i < count; i++) {
        int64_t v0_opcode = 0;
        int64_t v20_kind = 0;
        int64_t v31_num_values = 0;
        int64_t v37_operation = 0;
        int64_t v45_num_tensors = 0;
        int64_t v48_property = 0;
        int64_t v82_num_inputs = 0;
        int64_t v84_num_outputs = 0;
        int64_t v88_num_inputs = 0;
        int64_t v90_num_targets = 0;
        int64_t v109_destination = 0;
        int64_t v113_num_values = 0;
        c_starts[i] = (int64_t)pos;
        if (end - pos < 1)
            return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
        v0_opcode = data[pos];
        c_opcode[i] = data[pos];
        pos += 1;
        switch (v0_opcode) {
        case 2:
            if (end - pos < 4)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_out[i] = data[pos];
            c_operands_kind[i] = data[pos + 1];
            c_operands_prompt[i] = get_u2(data + pos + 2);
            pos += 4;
            break;
        case 4:
            if (end - pos < 3)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_out[i] = data[pos];
            c_operands_constant[i] = get_u2(data + pos + 1);
            pos += 3;
            break;
        case 5:
            if (end - pos < 1)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_out[i] = data[pos];
            pos += 1;
            break;
        case 16:
            if (end - pos < 3)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_model[i] = data[pos];
            c_operands_path[i] = get_u2(data + pos + 1);
            pos += 3;
            break;
        case 17:
            if (end - pos < 4)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_out[i] = data[pos];
            c_operands_kind[i] = data[pos + 1];
            c_operands_path[i] = get_u2(data + pos + 2);
            pos += 4;
            break;
        case 18:
            if (end - pos < 4)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_out[i] = data[pos];
            c_operands_kind[i] = data[pos + 1];
            c_operands_resource[i] = get_u2(data + pos + 2);
            pos += 4;
            break;
        case 19:
            if (end - pos < 3)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_out[i] = data[pos];
            c_operands_name[i] = data[pos + 1];
            c_operands_kind[i] = data[pos + 2];
            pos += 3;
            break;
        case 20:
            if (end - pos < 3)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_out[i] = data[pos];
            c_operands_array[i] = get_u2(data + pos + 1);
            pos += 3;
            break;
        case 31:
            if (end - pos < 1)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            v20_kind = data[pos];
            c_operands_kind[i] = data[pos];
            pos += 1;
            if (v20_kind == 0) {
                if (end - pos < 1)
                    return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
                c_operands_model[i] = data[pos];
                pos += 1;
            }
            if (v20_kind == 1) {
                if (end - pos < 1)
                    return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
                c_operands_slot[i] = data[pos];
                pos += 1;
            }
            break;
        case 32:
        case 33:
            if (end - pos < 3)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_processor[i] = data[pos];
            c_operands_source[i] = data[pos + 1];
            c_operands_out[i] = data[pos + 2];
            pos += 3;
            break;
        case 34:
            if (end - pos < 4)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_processor[i] = data[pos];
            c_operands_token[i] = get_u2(data + pos + 1);
            c_operands_out[i] = data[pos + 3];
            pos += 4;
            break;
        case 42:
            if (end - pos < 4)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_out[i] = data[pos];
            c_operands_template[i] = get_u2(data + pos + 1);
            v31_num_values = data[pos + 3];
            pos += 4;
            {
                const uint64_t size = (uint64_t)v31_num_values;
                const size_t have = have_operands_values_length;
                int fits;
                uint64_t k;
                if (size > (end - pos))
                    return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
                fits = have <= n_operands_values_length && size <= n_operands_values_length - have;
                if (fits) {
                    for (k = 0; k < size; k++) {
                        c_operands_values[have + k] = data[pos];
                        pos += 1;
                    }
                } else {
                    pos += (size_t)size * 1;
                }
                have_operands_values_length = have + (size_t)size;
            }
            break;
        case 48:
            if (end - pos < 4)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_out[i] = data[pos];
            c_operands_dtype[i] = data[pos + 1];
            c_operands_kind[i] = data[pos + 2];
            c_operands_source[i] = data[pos + 3];
            pos += 4;
            break;
        case 56:
            if (end - pos < 3)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            v37_operation = data[pos];
            c_operands_operation[i] = data[pos];
            c_operands_out[i] = data[pos + 1];
            c_operands_tensor[i] = data[pos + 2];
            pos += 3;
            if (v37_operation == 1) {
                if (end - pos < 2)
                    return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
                c_operands_width[i] = data[pos];
                c_operands_value[i] = data[pos + 1];
                pos += 2;
            }
            if (v37_operation != 1) {
                if (end - pos < 1)
                    return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
                c_operands_dim[i] = data[pos];
                pos += 1;
            }
            break;
        case 57:
            if (end - pos < 3)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_operation[i] = data[pos];
            c_operands_out[i] = data[pos + 1];
            v45_num_tensors = data[pos + 2];
            pos += 3;
            {
                const uint64_t size = (uint64_t)v45_num_tensors;
                const size_t have = have_operands_tensors_length;
                int fits;
                uint64_t k;
                if (size > (end - pos))
                    return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
                fits = have <= n_operands_tensors_length && size <= n_operands_tensors_length - have;
                if (fits) {
                    for (k = 0; k < size; k++) {
                        c_operands_tensors[have + k] = data[pos];
                        pos += 1;
                    }
                } else {
                    pos += (size_t)size * 1;
                }
                have_operands_tensors_length = have + (size_t)size;
            }
            if (end - pos < 1)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_axis[i] = data[pos];
            pos += 1;
            break;
        case 58:
            if (end - pos < 3)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            v48_property = data[pos];
            c_operands_property[i] = data[pos];
            c_operands_out[i] = data[pos + 1];
            c_operands_tensor[i] = data[pos + 2];
            pos += 3;
            if (v48_property == 1) {
                if (end - pos < 1)
                    return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
                c_operands_axis[i] = data[pos];
                pos += 1;
            }
            break;
        case 59:
            if (end - pos < 3)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_out[i] = data[pos];
            c_operands_tensor[i] = data[pos + 1];
            c_operands_index[i] = data[pos + 2];
            pos += 3;
            break;
        case 89:
            if (end - pos < 2)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_out[i] = data[pos];
            c_operands_source[i] = data[pos + 1];
            pos += 2;
            break;
        case 95:
            if (end - pos < 3)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_source[i] = data[pos];
            c_operands_message[i] = get_u2(data + pos + 1);
            pos += 3;
            break;
        case 96:
            if (end - pos < 3)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_operation[i] = data[pos];
            c_operands_out[i] = data[pos + 1];
            c_operands_source[i] = data[pos + 2];
            pos += 3;
            break;
        case 97:
            if (end - pos < 4)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_operation[i] = data[pos];
            c_operands_out[i] = data[pos + 1];
            c_operands_left[i] = data[pos + 2];
            c_operands_right[i] = data[pos + 3];
            pos += 4;
            break;
        case 98:
            if (end - pos < 3)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_operation[i] = data[pos];
            c_operands_out[i] = data[pos + 1];
            c_operands_source[i] = data[pos + 2];
            pos += 3;
            break;
        case 104:
            if (end - pos < 4)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_operation[i] = data[pos];
            c_operands_out[i] = data[pos + 1];
            c_operands_left[i] = data[pos + 2];
            c_operands_right[i] = data[pos + 3];
            pos += 4;
            break;
        case 112:
            if (end - pos < 4)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_source[i] = data[pos];
            c_operands_count[i] = data[pos + 1];
            c_operands_indices[i] = data[pos + 2];
            c_operands_elements[i] = data[pos + 3];
            pos += 4;
            break;
        case 113:
            if (end - pos < 4)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_logits[i] = data[pos];
            c_operands_temperature[i] = data[pos + 1];
            c_operands_top_k[i] = data[pos + 2];
            c_operands_out[i] = data[pos + 3];
            pos += 4;
            break;
        case 128:
            if (end - pos < 2)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_model[i] = data[pos];
            v82_num_inputs = data[pos + 1];
            pos += 2;
            {
                const uint64_t size = (uint64_t)v82_num_inputs;
                const size_t have = have_operands_inputs_length;
                int fits;
                uint64_t k;
                if (size > (end - pos))
                    return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
                fits = have <= n_operands_inputs_length && size <= n_operands_inputs_length - have;
                if (fits) {
                    for (k = 0; k < size; k++) {
                        c_operands_inputs[have + k] = data[pos];
                        pos += 1;
                    }
                } else {
                    pos += (size_t)size * 1;
                }
                have_operands_inputs_length = have + (size_t)size;
            }
            if (end - pos < 1)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            v84_num_outputs = data[pos];
            pos += 1;
            {
                const uint64_t size = (uint64_t)v84_num_outputs;
                const size_t have = have_operands_outputs_length;
                int fits;
                uint64_t k;
                if (size > (end - pos))
                    return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
                fits = have <= n_operands_outputs_length && size <= n_operands_outputs_length - have;
                if (fits) {
                    for (k = 0; k < size; k++) {
                        c_operands_outputs[have + k] = data[pos];
                        pos += 1;
                    }
                } else {
                    pos += (size_t)size * 1;
                }
                have_operands_outputs_length = have + (size_t)size;
            }
            break;
        case 130:
            if (end - pos < 3)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_model[i] = data[pos];
            c_operands_loss[i] = data[pos + 1];
            v88_num_inputs = data[pos + 2];
            pos += 3;
            {
                const uint64_t size = (uint64_t)v88_num_inputs;
                const size_t have = have_operands_inputs_length;
                int fits;
                uint64_t k;
                if (size > (end - pos))
                    return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
                fits = have <= n_operands_inputs_length && size <= n_operands_inputs_length - have;
                if (fits) {
                    for (k = 0; k < size; k++) {
                        c_operands_inputs[have + k] = data[pos];
                        pos += 1;
                    }
                } else {
                    pos += (size_t)size * 1;
                }
                have_operands_inputs_length = have + (size_t)size;
            }
            if (end - pos < 1)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            v90_num_targets = data[pos];
            pos += 1;
            {
                const uint64_t size = (uint64_t)v90_num_targets;
                const size_t have = have_operands_targets_length;
                int fits;
                uint64_t k;
                if (size > (end - pos))
                    return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
                fits = have <= n_operands_targets_length && size <= n_operands_targets_length - have;
                if (fits) {
                    for (k = 0; k < size; k++) {
                        c_operands_targets[have + k] = data[pos];
                        pos += 1;
                    }
                } else {
                    pos += (size_t)size * 1;
                }
                have_operands_targets_length = have + (size_t)size;
            }
            if (end - pos < 7)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_out[i] = data[pos];
            c_operands_rate[i] = data[pos + 1];
            c_operands_logits[i] = data[pos + 2];
            c_operands_weight[i] = get_u2(data + pos + 3);
            c_operands_bias[i] = get_u2(data + pos + 5);
            pos += 7;
            break;
        case 131:
            if (end - pos < 1)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_model[i] = data[pos];
            pos += 1;
            break;
        case 133:
            if (end - pos < 3)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_model[i] = data[pos];
            c_operands_name[i] = data[pos + 1];
            c_operands_kind[i] = data[pos + 2];
            pos += 3;
            break;
        case 160:
            if (end - pos < 1)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_count[i] = data[pos];
            pos += 1;
            break;
        case 161:
            if (end - pos < 2)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_jump[i] = get_s2(data + pos);
            pos += 2;
            break;
        case 168:
        case 169:
            if (end - pos < 3)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_condition[i] = data[pos];
            c_operands_jump[i] = get_s2(data + pos + 1);
            pos += 3;
            break;
        case 224:
            if (end - pos < 3)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_out[i] = data[pos];
            c_operands_source[i] = data[pos + 1];
            c_operands_format[i] = data[pos + 2];
            pos += 3;
            break;
        case 240:
            if (end - pos < 2)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_source[i] = data[pos];
            v109_destination = data[pos + 1];
            c_operands_destination[i] = data[pos + 1];
            pos += 2;
            if (v109_destination == 2) {
                if (end - pos < 1)
                    return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
                c_operands_name[i] = data[pos];
                pos += 1;
            }
            if (v109_destination != 2) {
                if (end - pos < 1)
                    return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
                c_operands_unused[i] = data[pos];
                pos += 1;
            }
            if (end - pos < 1)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_mode[i] = data[pos];
            pos += 1;
            break;
        case 254:
            if (end - pos < 1)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            v113_num_values = data[pos];
            pos += 1;
            {
                const uint64_t size = (uint64_t)v113_num_values;
                const size_t have = have_operands_values_length;
                int fits;
                uint64_t k;
                if (size > (end - pos))
                    return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
                fits = have <= n_operands_values_length && size <= n_operands_values_length - have;
                if (fits) {
                    for (k = 0; k < size; k++) {
                        c_operands_values[have + k] = data[pos];
                        pos += 1;
                    }
                } else {
                    pos += (size_t)size * 1;
                }
                have_operands_values_length = have + (size_t)size;
            }
            break;
        case 255:
            break;
        default:
            break;
        }
        c_operands_values_rows[i + 1] = (int64_t)have_operands_values_length;
        c_operands_tensors_rows[i + 1] = (int64_t)have_operands_tensors_length;
        c_operands_inputs_rows[i + 1] = (int64_t)have_operands_inputs_length;
        c_operands_outputs_rows[i + 1] = (int64_t)have_operands_outputs_length;
        c_operands_targets_rows[i + 1] = (int64_t)have_operands_targets_length;
    }
    c_starts[count] = (int64_t)pos;
    columns->operands_values_length = have_operands_values_length;
    columns->operands_tensors_length = have_operands_tensors_length;
    columns->operands_inputs_length = have_operands_inputs_length;
    columns->operands_outputs_length = have_operands_outputs_length;
    columns->operands_targets_length = have_operands_targets_length;
    if (have_operands_values_length > n_operands_values_length || have_operands_tensors_length > n_operands_tensors_length || have_operands_inputs_length > n_operands_inputs_length || have_operands_outputs_length > n_operands_outputs_length || have_operands_targets_length > n_operands_targets_length)
        return MEP_NO_ROOM;
    return MEP_OK;
}

MEP_API int mep_plan_instruction_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    mep_plan_instruction_columns *columns,
    int64_t *ends,
    mep_fault *fault)
{
    uint8_t *const c_opcode = columns->opcode;
    uint8_t *const c_operands_out = columns->operands_out;
    uint8_t *const c_operands_kind = columns->operands_kind;
    uint16_t *const c_operands_prompt = columns->operands_prompt;
    uint16_t *const c_operands_constant = columns->operands_constant;
    uint8_t *const c_operands_model = columns->operands_model;
    uint16_t *const c_operands_path = columns->operands_path;
    uint16_t *const c_operands_resource = columns->operands_resource;
    uint8_t *const c_operands_name = columns->operands_name;
    uint16_t *const c_operands_array = columns->operands_array;
    uint8_t *const c_operands_slot = columns->operands_slot;
    uint8_t *const c_operands_processor = columns->operands_processor;
    uint8_t *const c_operands_source = columns->operands_source;
    uint16_t *const c_operands_token = columns->operands_token;
    uint16_t *const c_operands_template = columns->operands_template;
    int64_t *const c_operands_values_rows = columns->operands_values_rows;
    const size_t n_operands_values_length = columns->operands_values_length;
    uint8_t *const c_operands_values = columns->operands_values;
    uint8_t *const c_operands_dtype = columns->operands_dtype;
    uint8_t *const c_operands_operation = columns->operands_operation;
    uint8_t *const c_operands_tensor = columns->operands_tensor;
    uint8_t *const c_operands_width = columns->operands_width;
    uint8_t *const c_operands_value = columns->operands_value;
    uint8_t *const c_operands_dim = columns->operands_dim;
    int64_t *const c_operands_tensors_rows = columns->operands_tensors_rows;
    const size_t n_operands_tensors_length = columns->operands_tensors_length;
    uint8_t *const c_operands_tensors = columns->operands_tensors;
    uint8_t *const c_operands_axis = columns->operands_axis;
    uint8_t *const c_operands_property = columns->operands_property;
    uint8_t *const c_operands_index = columns->operands_index;
    uint16_t *const c_operands_message = columns->operands_message;
    uint8_t *const c_operands_left = columns->operands_left;
    uint8_t *const c_operands_right = columns->operands_right;
    uint8_t *const c_operands_count = columns->operands_count;
    uint8_t *const c_operands_indices = columns->operands_indices;
    uint8_t *const c_operands_elements = columns->operands_elements;
    uint8_t *const c_operands_logits = columns->operands_logits;
    uint8_t *const c_operands_temperature = columns->operands_temperature;
    uint8_t *const c_operands_top_k = columns->operands_top_k;
    int64_t *const c_operands_inputs_rows = columns->operands_inputs_rows;
    const size_t n_operands_inputs_length = columns->operands_inputs_length;
    uint8_t *const c_operands_inputs = columns->operands_inputs;
    int64_t *const c_operands_outputs_rows = columns->operands_outputs_rows;
    const size_t n_operands_outputs_length = columns->operands_outputs_length;
    uint8_t *const c_operands_outputs = columns->operands_outputs;
    uint8_t *const c_operands_loss = columns->operands_loss;
    int64_t *const c_operands_targets_rows = columns->operands_targets_rows;
    const size_t n_operands_targets_length = columns->operands_targets_length;
    uint8_t *const c_operands_targets = columns->operands_targets;
    uint8_t *const c_operands_rate = columns->operands_rate;
    uint16_t *const c_operands_weight = columns->operands_weight;
    uint16_t *const c_operands_bias = columns->operands_bias;
    int16_t *const c_operands_jump = columns->operands_jump;
    uint8_t *const c_operands_condition = columns->operands_condition;
    uint8_t *const c_operands_format = columns->operands_format;
    uint8_t *const c_operands_destination = columns->operands_destination;
    uint8_t *const c_operands_unused = columns->operands_unused;
    uint8_t *const c_operands_mode = columns->operands_mode;
    const size_t count = columns->count;
    size_t have_operands_values_length = 0;
    size_t have_operands_tensors_length = 0;
    size_t have_operands_inputs_length = 0;
    size_t have_operands_outputs_length = 0;
    size_t have_operands_targets_length = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    c_operands_values_rows[0] = 0;
    c_operands_tensors_rows[0] = 0;
    c_operands_inputs_rows[0] = 0;
    c_operands_outputs_rows[0] = 0;
    c_operands_targets_rows[0] = 0;
    for (i = 0; i < count; i++) {
        int64_t v0_opcode = 0;
        int64_t v20_kind = 0;
        int64_t v31_num_values = 0;
        int64_t v37_operation = 0;
        int64_t v45_num_tensors = 0;
        int64_t v48_property = 0;
        int64_t v82_num_inputs = 0;
        int64_t v84_num_outputs = 0;
        int64_t v88_num_inputs = 0;
        int64_t v90_num_targets = 0;
        int64_t v109_destination = 0;
        int64_t v113_num_values = 0;
        const uint64_t begin = (uint64_t)begins[i], limit = (uint64_t)limits[i];
        const size_t end = (size_t)limit;
        size_t pos = (size_t)begin;
        if (begin > limit || limit > data_size)
            return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
        if (end - pos < 1)
            return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
        v0_opcode = data[pos];
        c_opcode[i] = data[pos];
        pos += 1;
        switch (v0_opcode) {
        case 2:
            if (end - pos < 4)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_out[i] = data[pos];
            c_operands_kind[i] = data[pos + 1];
            c_operands_prompt[i] = get_u2(data + pos + 2);
            pos += 4;
            break;
        case 4:
            if (end - pos < 3)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_out[i] = data[pos];
            c_operands_constant[i] = get_u2(data + pos + 1);
            pos += 3;
            break;
        case 5:
            if (end - pos < 1)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_out[i] = data[pos];
            pos += 1;
            break;
        case 16:
            if (end - pos < 3)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_model[i] = data[pos];
            c_operands_path[i] = get_u2(data + pos + 1);
            pos += 3;
            break;
        case 17:
            if (end - pos < 4)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_out[i] = data[pos];
            c_operands_kind[i] = data[pos + 1];
            c_operands_path[i] = get_u2(data + pos + 2);
            pos += 4;
            break;
        case 18:
            if (end - pos < 4)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_out[i] = data[pos];
            c_operands_kind[i] = data[pos + 1];
            c_operands_resource[i] = get_u2(data + pos + 2);
            pos += 4;
            break;
        case 19:
            if (end - pos < 3)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_out[i] = data[pos];
            c_operands_name[i] = data[pos + 1];
            c_operands_kind[i] = data[pos + 2];
            pos += 3;
            break;
        case 20:
            if (end - pos < 3)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_out[i] = data[pos];
            c_operands_array[i] = get_u2(data + pos + 1);
            pos += 3;
            break;
        case 31:
            if (end - pos < 1)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            v20_kind = data[pos];
            c_operands_kind[i] = data[pos];
            pos += 1;
            if (v20_kind == 0) {
                if (end - pos < 1)
                    return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
                c_operands_model[i] = data[pos];
                pos += 1;
            }
            if (v20_kind == 1) {
                if (end - pos < 1)
                    return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
                c_operands_slot[i] = data[pos];
                pos += 1;
            }
            break;
        case 32:
        case 33:
            if (end - pos < 3)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_processor[i] = data[pos];
            c_operands_source[i] = data[pos + 1];
            c_operands_out[i] = data[pos + 2];
            pos += 3;
            break;
        case 34:
            if (end - pos < 4)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_processor[i] = data[pos];
            c_operands_token[i] = get_u2(data + pos + 1);
            c_operands_out[i] = data[pos + 3];
            pos += 4;
            break;
        case 42:
            if (end - pos < 4)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_out[i] = data[pos];
            c_operands_template[i] = get_u2(data + pos + 1);
            v31_num_values = data[pos + 3];
            pos += 4;
            {
                const uint64_t size = (uint64_t)v31_num_values;
                const size_t have = have_operands_values_length;
                int fits;
                uint64_t k;
                if (size > (end - pos))
                    return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
                fits = have <= n_operands_values_length && size <= n_operands_values_length - have;
                if (fits) {
                    for (k = 0; k < size; k++) {
                        c_operands_values[have + k] = data[pos];
                        pos += 1;
                    }
                } else {
                    pos += (size_t)size * 1;
                }
                have_operands_values_length = have + (size_t)size;
            }
            break;
        case 48:
            if (end - pos < 4)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_out[i] = data[pos];
            c_operands_dtype[i] = data[pos + 1];
            c_operands_kind[i] = data[pos + 2];
            c_operands_source[i] = data[pos + 3];
            pos += 4;
            break;
        case 56:
            if (end - pos < 3)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            v37_operation = data[pos];
            c_operands_operation[i] = data[pos];
            c_operands_out[i] = data[pos + 1];
            c_operands_tensor[i] = data[pos + 2];
            pos += 3;
            if (v37_operation == 1) {
                if (end - pos < 2)
                    return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
                c_operands_width[i] = data[pos];
                c_operands_value[i] = data[pos + 1];
                pos += 2;
            }
            if (v37_operation != 1) {
                if (end - pos < 1)
                    return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
                c_operands_dim[i] = data[pos];
                pos += 1;
            }
            break;
        case 57:
            if (end - pos < 3)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_operation[i] = data[pos];
            c_operands_out[i] = data[pos + 1];
            v45_num_tensors = data[pos + 2];
            pos += 3;
            {
                const uint64_t size = (uint64_t)v45_num_tensors;
                const size_t have = have_operands_tensors_length;
                int fits;
                uint64_t k;
                if (size > (end - pos))
                    return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
                fits = have <= n_operands_tensors_length && size <= n_operands_tensors_length - have;
                if (fits) {
                    for (k = 0; k < size; k++) {
                        c_operands_tensors[have + k] = data[pos];
                        pos += 1;
                    }
                } else {
                    pos += (size_t)size * 1;
                }
                have_operands_tensors_length = have + (size_t)size;
            }
            if (end - pos < 1)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_axis[i] = data[pos];
            pos += 1;
            break;
        case 58:
            if (end - pos < 3)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            v48_property = data[pos];
            c_operands_property[i] = data[pos];
            c_operands_out[i] = data[pos + 1];
            c_operands_tensor[i] = data[pos + 2];
            pos += 3;
            if (v48_property == 1) {
                if (end - pos < 1)
                    return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
                c_operands_axis[i] = data[pos];
                pos += 1;
            }
            break;
        case 59:
            if (end - pos < 3)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_out[i] = data[pos];
            c_operands_tensor[i] = data[pos + 1];
            c_operands_index[i] = data[pos + 2];
            pos += 3;
            break;
        case 89:
            if (end - pos < 2)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_out[i] = data[pos];
            c_operands_source[i] = data[pos + 1];
            pos += 2;
            break;
        case 95:
            if (end - pos < 3)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_source[i] = data[pos];
            c_operands_message[i] = get_u2(data + pos + 1);
            pos += 3;
            break;
        case 96:
            if (end - pos < 3)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_operation[i] = data[pos];
            c_operands_out[i] = data[pos + 1];
            c_operands_source[i] = data[pos + 2];
            pos += 3;
            break;
        case 97:
            if (end - pos < 4)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_operation[i] = data[pos];
            c_operands_out[i] = data[pos + 1];
            c_operands_left[i] = data[pos + 2];
            c_operands_right[i] = data[pos + 3];
            pos += 4;
            break;
        case 98:
            if (end - pos < 3)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_operation[i] = data[pos];
            c_operands_out[i] = data[pos + 1];
            c_operands_source[i] = data[pos + 2];
            pos += 3;
            break;
        case 104:
            if (end - pos < 4)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_operation[i] = data[pos];
            c_operands_out[i] = data[pos + 1];
            c_operands_left[i] = data[pos + 2];
            c_operands_right[i] = data[pos + 3];
            pos += 4;
            break;
        case 112:
            if (end - pos < 4)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_source[i] = data[pos];
            c_operands_count[i] = data[pos + 1];
            c_operands_indices[i] = data[pos + 2];
            c_operands_elements[i] = data[pos + 3];
            pos += 4;
            break;
        case 113:
            if (end - pos < 4)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_logits[i] = data[pos];
            c_operands_temperature[i] = data[pos + 1];
            c_operands_top_k[i] = data[pos + 2];
            c_operands_out[i] = data[pos + 3];
            pos += 4;
            break;
        case 128:
            if (end - pos < 2)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_model[i] = data[pos];
            v82_num_inputs = data[pos + 1];
            pos += 2;
            {
                const uint64_t size = (uint64_t)v82_num_inputs;
                const size_t have = have_operands_inputs_length;
                int fits;
                uint64_t k;
                if (size > (end - pos))
                    return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
                fits = have <= n_operands_inputs_length && size <= n_operands_inputs_length - have;
                if (fits) {
                    for (k = 0; k < size; k++) {
                        c_operands_inputs[have + k] = data[pos];
                        pos += 1;
                    }
                } else {
                    pos += (size_t)size * 1;
                }
                have_operands_inputs_length = have + (size_t)size;
            }
            if (end - pos < 1)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            v84_num_outputs = data[pos];
            pos += 1;
            {
                const uint64_t size = (uint64_t)v84_num_outputs;
                const size_t have = have_operands_outputs_length;
                int fits;
                uint64_t k;
                if (size > (end - pos))
                    return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
                fits = have <= n_operands_outputs_length && size <= n_operands_outputs_length - have;
                if (fits) {
                    for (k = 0; k < size; k++) {
                        c_operands_outputs[have + k] = data[pos];
                        pos += 1;
                    }
                } else {
                    pos += (size_t)size * 1;
                }
                have_operands_outputs_length = have + (size_t)size;
            }
            break;
        case 130:
            if (end - pos < 3)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_model[i] = data[pos];
            c_operands_loss[i] = data[pos + 1];
            v88_num_inputs = data[pos + 2];
            pos += 3;
            {
                const uint64_t size = (uint64_t)v88_num_inputs;
                const size_t have = have_operands_inputs_length;
                int fits;
                uint64_t k;
                if (size > (end - pos))
                    return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
                fits = have <= n_operands_inputs_length && size <= n_operands_inputs_length - have;
                if (fits) {
                    for (k = 0; k < size; k++) {
                        c_operands_inputs[have + k] = data[pos];
                        pos += 1;
                    }
                } else {
                    pos += (size_t)size * 1;
                }
                have_operands_inputs_length = have + (size_t)size;
            }
            if (end - pos < 1)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            v90_num_targets = data[pos];
            pos += 1;
            {
                const uint64_t size = (uint64_t)v90_num_targets;
                const size_t have = have_operands_targets_length;
                int fits;
                uint64_t k;
                if (size > (end - pos))
                    return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
                fits = have <= n_operands_targets_length && size <= n_operands_targets_length - have;
                if (fits) {
                    for (k = 0; k < size; k++) {
                        c_operands_targets[have + k] = data[pos];
                        pos += 1;
                    }
                } else {
                    pos += (size_t)size * 1;
                }
                have_operands_targets_length = have + (size_t)size;
            }
            if (end - pos < 7)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_out[i] = data[pos];
            c_operands_rate[i] = data[pos + 1];
            c_operands_logits[i] = data[pos + 2];
            c_operands_weight[i] = get_u2(data + pos + 3);
            c_operands_bias[i] = get_u2(data + pos + 5);
            pos += 7;
            break;
        case 131:
            if (end - pos < 1)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_model[i] = data[pos];
            pos += 1;
            break;
        case 133:
            if (end - pos < 3)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_model[i] = data[pos];
            c_operands_name[i] = data[pos + 1];
            c_operands_kind[i] = data[pos + 2];
            pos += 3;
            break;
        case 160:
            if (end - pos < 1)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_count[i] = data[pos];
            pos += 1;
            break;
        case 161:
            if (end - pos < 2)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_jump[i] = get_s2(data + pos);
            pos += 2;
            break;
        case 168:
        case 169:
            if (end - pos < 3)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_condition[i] = data[pos];
            c_operands_jump[i] = get_s2(data + pos + 1);
            pos += 3;
            break;
        case 224:
            if (end - pos < 3)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_out[i] = data[pos];
            c_operands_source[i] = data[pos + 1];
            c_operands_format[i] = data[pos + 2];
            pos += 3;
            break;
        case 240:
            if (end - pos < 2)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_source[i] = data[pos];
            v109_destination = data[pos + 1];
            c_operands_destination[i] = data[pos + 1];
            pos += 2;
            if (v109_destination == 2) {
                if (end - pos < 1)
                    return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
                c_operands_name[i] = data[pos];
                pos += 1;
            }
            if (v109_destination != 2) {
                if (end - pos < 1)
                    return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
                c_operands_unused[i] = data[pos];
                pos += 1;
            }
            if (end - pos < 1)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            c_operands_mode[i] = data[pos];
            pos += 1;
            break;
        case 254:
            if (end - pos < 1)
                return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
            v113_num_values = data[pos];
            pos += 1;
            {
                const uint64_t size = (uint64_t)v113_num_values;
                const size_t have = have_operands_values_length;
                int fits;
                uint64_t k;
                if (size > (end - pos))
                    return fail(fault, MEP_DOES_NOT_FIT, i, -1, 0);
                fits = have <= n_operands_values_length && size <= n_operands_values_length - have;
                if (fits) {
                    for (k = 0; k < size; k++) {
                        c_operands_values[have + k] = data[pos];
                        pos += 1;
                    }
                } else {
                    pos += (size_t)size * 1;
                }
                have_operands_values_length = have + (size_t)size;
            }
            break;
        case 255:
            break;
        default:
            break;
        }
        c_operands_values_rows[i + 1] = (int64_t)have_operands_values_length;
        c_operands_tensors_rows[i + 1] = (int64_t)have_operands_tensors_length;
        c_operands_inputs_rows[i + 1] = (int64_t)have_operands_inputs_length;
        c_operands_outputs_rows[i + 1] = (int64_t)have_operands_outputs_length;
        c_operands_targets_rows[i + 1] = (int64_t)have_operands_targets_length;
        ends[i] = (int64_t)pos;
    }
    columns->operands_values_length = have_operands_values_length;
    columns->operands_tensors_length = have_operands_tensors_length;
    columns->operands_inputs_length = have_operands_inputs_length;
    columns->operands_outputs_length = have_operands_outputs_length;
    columns->operands_targets_length = have_operands_targets_length;
    if (have_operands_values_length > n_operands_values_length || have_operands_tensors_length > n_operands_tensors_length || have_operands_inputs_length > n_operands_inputs_length || have_operands_outputs_length > n_operands_outputs_length || have_operands_targets_length > n_operands_targets_length)
        return MEP_NO_ROOM;
    return MEP_OK;
}

MEP_API int mep_plan_instruction_check(
    const mep_plan_instruction_columns *columns,
    mep_fault *fault)
{
    const uint8_t *const c_opcode = columns->opcode;
    const uint8_t *const c_operands_kind = columns->operands_kind;
    const int64_t *const c_operands_values_rows = columns->operands_values_rows;
    const size_t n_operands_values_length = columns->operands_values_length;
    const uint8_t *const c_operands_operation = columns->operands_operation;
    const int64_t *const c_operands_tensors_rows = columns->operands_tensors_rows;
    const size_t n_operands_tensors_length = columns->operands_tensors_length;
    const uint8_t *const c_operands_property = columns->operands_property;
    const int64_t *const c_operands_inputs_rows = columns->operands_inputs_rows;
    const size_t n_operands_inputs_length = columns->operands_inputs_length;
    const int64_t *const c_operands_outputs_rows = columns->operands_outputs_rows;
    const size_t n_operands_outputs_length = columns->operands_outputs_length;
    const int64_t *const c_operands_targets_rows = columns->operands_targets_rows;
    const size_t n_operands_targets_length = columns->operands_targets_length;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        int64_t v0_opcode = 0;
        int64_t v20_kind = 0;
        int64_t v37_operation = 0;
        int64_t v48_property = 0;
        v0_opcode = c_opcode[i];
        if (!(((((((((((((((((((v0_opcode == 2) || ((v0_opcode >= 4) && (v0_opcode <= 5))) || ((v0_opcode >= 16) && (v0_opcode <= 20))) || ((v0_opcode >= 31) && (v0_opcode <= 34))) || (v0_opcode == 42)) || (v0_opcode == 48)) || ((v0_opcode >= 56) && (v0_opcode <= 59))) || (v0_opcode == 89)) || ((v0_opcode >= 95) && (v0_opcode <= 98))) || (v0_opcode == 104)) || ((v0_opcode >= 112) && (v0_opcode <= 113))) || (v0_opcode == 128)) || ((v0_opcode >= 130) && (v0_opcode <= 131))) || (v0_opcode == 133)) || ((v0_opcode >= 160) && (v0_opcode <= 161))) || ((v0_opcode >= 168) && (v0_opcode <= 169))) || (v0_opcode == 224)) || (v0_opcode == 240)) || ((v0_opcode >= 254) && (v0_opcode <= 255))))
            return fail(fault, MEP_BREAKS_RULE, i, 0, 0);
        switch (v0_opcode) {
        case 2:
            break;
        case 4:
            break;
        case 5:
            break;
        case 16:
            break;
        case 17:
            break;
        case 18:
            break;
        case 19:
            break;
        case 20:
            break;
        case 31:
            v20_kind = c_operands_kind[i];
            if (!(v20_kind <= 1))
                return fail(fault, MEP_BREAKS_RULE, i, 1, 0);
            break;
        case 32:
        case 33:
            break;
        case 34:
            break;
        case 42:
            {
                const uint64_t first = (uint64_t)c_operands_values_rows[i], last = (uint64_t)c_operands_values_rows[i + 1];
                if (first > last || last > n_operands_values_length)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
            }
            break;
        case 48:
            break;
        case 56:
            v37_operation = c_operands_operation[i];
            if (!((v37_operation >= 1) && (v37_operation <= 3)))
                return fail(fault, MEP_BREAKS_RULE, i, 2, 0);
            break;
        case 57:
            {
                const uint64_t first = (uint64_t)c_operands_tensors_rows[i], last = (uint64_t)c_operands_tensors_rows[i + 1];
                if (first > last || last > n_operands_tensors_length)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
            }
            break;
        case 58:
            v48_property = c_operands_property[i];
            if (!(v48_property <= 2))
                return fail(fault, MEP_BREAKS_RULE, i, 3, 0);
            break;
        case 59:
            break;
        case 89:
            break;
        case 95:
            break;
        case 96:
            break;
        case 97:
            break;
        case 98:
            break;
        case 104:
            break;
        case 112:
            break;
        case 113:
            break;
        case 128:
            {
                const uint64_t first = (uint64_t)c_operands_inputs_rows[i], last = (uint64_t)c_operands_inputs_rows[i + 1];
                if (first > last || last > n_operands_inputs_length)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
            }
            {
                const uint64_t first = (uint64_t)c_operands_outputs_rows[i], last = (uint64_t)c_operands_outputs_rows[i + 1];
                if (first > last || last > n_operands_outputs_length)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
            }
            break;
        case 130:
            {
                const uint64_t first = (uint64_t)c_operands_inputs_rows[i], last = (uint64_t)c_operands_inputs_rows[i + 1];
                if (first > last || last > n_operands_inputs_length)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
            }
            {
                const uint64_t first = (uint64_t)c_operands_targets_rows[i], last = (uint64_t)c_operands_targets_rows[i + 1];
                if (first > last || last > n_operands_targets_length)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
            }
            break;
        case 131:
            break;
        case 133:
            break;
        case 160:
            break;
        case 161:
            break;
        case 168:
        case 169:
            break;
        case 224:
            break;
        case 240:
            break;
        case 254:
            {
                const uint64_t first = (uint64_t)c_operands_values_rows[i], last = (uint64_t)c_operands_values_rows[i + 1];
                if (first > last || last > n_operands_values_length)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
            }
            break;
        case 255:
            break;
        default:
            break;
        }
    }
    return MEP_OK;
}

MEP_API int mep_plan_instruction_sizes(
    const mep_plan_instruction_columns *columns,
    int64_t *sizes,
    mep_fault *fault)
{
    const uint8_t *const c_opcode = columns->opcode;
    const uint8_t *const c_operands_kind = columns->operands_kind;
    const int64_t *const c_operands_values_rows = columns->operands_values_rows;
    const size_t n_operands_values_length = columns->operands_values_length;
    const uint8_t *const c_operands_operation = columns->operands_operation;
    const int64_t *const c_operands_tensors_rows = columns->operands_tensors_rows;
    const size_t n_operands_tensors_length = columns->operands_tensors_length;
    const uint8_t *const c_operands_property = columns->operands_property;
    const int64_t *const c_operands_inputs_rows = columns->operands_inputs_rows;
    const size_t n_operands_inputs_length = columns->operands_inputs_length;
    const int64_t *const c_operands_outputs_rows = columns->operands_outputs_rows;
    const size_t n_operands_outputs_length = columns->operands_outputs_length;
    const int64_t *const c_operands_targets_rows = columns->operands_targets_rows;
    const size_t n_operands_targets_length = columns->operands_targets_length;
    const uint8_t *const c_operands_destination = columns->operands_destination;
    const size_t count = columns->count;
    uint64_t used_operands_values_length = 0;
    uint64_t used_operands_tensors_length = 0;
    uint64_t used_operands_inputs_length = 0;
    uint64_t used_operands_outputs_length = 0;
    uint64_t used_operands_targets_length = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        int64_t v0_opcode = 0;
        int64_t v20_kind = 0;
        int64_t v37_operation = 0;
        int64_t v48_property = 0;
        int64_t v109_destination = 0;
        uint64_t total = 0;
        v0_opcode = c_opcode[i];
        total += 1;
        switch (v0_opcode) {
        case 2:
            total += 4;
            break;
        case 4:
            total += 3;
            break;
        case 5:
            total += 1;
            break;
        case 16:
            total += 3;
            break;
        case 17:
            total += 4;
            break;
        case 18:
            total += 4;
            break;
        case 19:
            total += 3;
            break;
        case 20:
            total += 3;
            break;
        case 31:
            v20_kind = c_operands_kind[i];
            total += 1;
            if (v20_kind == 0) {
                total += 1;
            }
            if (v20_kind == 1) {
                total += 1;
            }
            break;
        case 32:
        case 33:
            total += 3;
            break;
        case 34:
            total += 4;
            break;
        case 42:
            {
                const uint64_t first = (uint64_t)c_operands_values_rows[i], last = (uint64_t)c_operands_values_rows[i + 1];
                if (first > last || last > n_operands_values_length)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
                if ((last - first) > 255u)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
            }
            total += 4;
            {
                const uint64_t first = (uint64_t)c_operands_values_rows[i], last = (uint64_t)c_operands_values_rows[i + 1];
                if (first > last || last > n_operands_values_length)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
                used_operands_values_length += last - first;
                total += (last - first) * 1;
            }
            break;
        case 48:
            total += 4;
            break;
        case 56:
            v37_operation = c_operands_operation[i];
            total += 3;
            if (v37_operation == 1) {
                total += 2;
            }
            if (v37_operation != 1) {
                total += 1;
            }
            break;
        case 57:
            {
                const uint64_t first = (uint64_t)c_operands_tensors_rows[i], last = (uint64_t)c_operands_tensors_rows[i + 1];
                if (first > last || last > n_operands_tensors_length)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
                if ((last - first) > 255u)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
            }
            total += 3;
            {
                const uint64_t first = (uint64_t)c_operands_tensors_rows[i], last = (uint64_t)c_operands_tensors_rows[i + 1];
                if (first > last || last > n_operands_tensors_length)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
                used_operands_tensors_length += last - first;
                total += (last - first) * 1;
            }
            total += 1;
            break;
        case 58:
            v48_property = c_operands_property[i];
            total += 3;
            if (v48_property == 1) {
                total += 1;
            }
            break;
        case 59:
            total += 3;
            break;
        case 89:
            total += 2;
            break;
        case 95:
            total += 3;
            break;
        case 96:
            total += 3;
            break;
        case 97:
            total += 4;
            break;
        case 98:
            total += 3;
            break;
        case 104:
            total += 4;
            break;
        case 112:
            total += 4;
            break;
        case 113:
            total += 4;
            break;
        case 128:
            {
                const uint64_t first = (uint64_t)c_operands_inputs_rows[i], last = (uint64_t)c_operands_inputs_rows[i + 1];
                if (first > last || last > n_operands_inputs_length)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
                if ((last - first) > 255u)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
            }
            total += 2;
            {
                const uint64_t first = (uint64_t)c_operands_inputs_rows[i], last = (uint64_t)c_operands_inputs_rows[i + 1];
                if (first > last || last > n_operands_inputs_length)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
                used_operands_inputs_length += last - first;
                total += (last - first) * 1;
            }
            {
                const uint64_t first = (uint64_t)c_operands_outputs_rows[i], last = (uint64_t)c_operands_outputs_rows[i + 1];
                if (first > last || last > n_operands_outputs_length)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
                if ((last - first) > 255u)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
            }
            total += 1;
            {
                const uint64_t first = (uint64_t)c_operands_outputs_rows[i], last = (uint64_t)c_operands_outputs_rows[i + 1];
                if (first > last || last > n_operands_outputs_length)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
                used_operands_outputs_length += last - first;
                total += (last - first) * 1;
            }
            break;
        case 130:
            {
                const uint64_t first = (uint64_t)c_operands_inputs_rows[i], last = (uint64_t)c_operands_inputs_rows[i + 1];
                if (first > last || last > n_operands_inputs_length)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
                if ((last - first) > 255u)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
            }
            total += 3;
            {
                const uint64_t first = (uint64_t)c_operands_inputs_rows[i], last = (uint64_t)c_operands_inputs_rows[i + 1];
                if (first > last || last > n_operands_inputs_length)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
                used_operands_inputs_length += last - first;
                total += (last - first) * 1;
            }
            {
                const uint64_t first = (uint64_t)c_operands_targets_rows[i], last = (uint64_t)c_operands_targets_rows[i + 1];
                if (first > last || last > n_operands_targets_length)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
                if ((last - first) > 255u)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
            }
            total += 1;
            {
                const uint64_t first = (uint64_t)c_operands_targets_rows[i], last = (uint64_t)c_operands_targets_rows[i + 1];
                if (first > last || last > n_operands_targets_length)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
                used_operands_targets_length += last - first;
                total += (last - first) * 1;
            }
            total += 7;
            break;
        case 131:
            total += 1;
            break;
        case 133:
            total += 3;
            break;
        case 160:
            total += 1;
            break;
        case 161:
            total += 2;
            break;
        case 168:
        case 169:
            total += 3;
            break;
        case 224:
            total += 3;
            break;
        case 240:
            v109_destination = c_operands_destination[i];
            total += 2;
            if (v109_destination == 2) {
                total += 1;
            }
            if (v109_destination != 2) {
                total += 1;
            }
            total += 1;
            break;
        case 254:
            {
                const uint64_t first = (uint64_t)c_operands_values_rows[i], last = (uint64_t)c_operands_values_rows[i + 1];
                if (first > last || last > n_operands_values_length)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
                if ((last - first) > 255u)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
            }
            total += 1;
            {
                const uint64_t first = (uint64_t)c_operands_values_rows[i], last = (uint64_t)c_operands_values_rows[i + 1];
                if (first > last || last > n_operands_values_length)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
                used_operands_values_length += last - first;
                total += (last - first) * 1;
            }
            break;
        case 255:
            break;
        default:
            break;
        }
        sizes[i] = (int64_t)total;
    }
    if (used_operands_values_length != (uint64_t)c_operands_values_rows[count])
        return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
    if (used_operands_tensors_length != (uint64_t)c_operands_tensors_rows[count])
        return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
    if (used_operands_inputs_length != (uint64_t)c_operands_inputs_rows[count])
        return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
    if (used_operands_outputs_length != (uint64_t)c_operands_outputs_rows[count])
        return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
    if (used_operands_targets_length != (uint64_t)c_operands_targets_rows[count])
        return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
    return MEP_OK;
}

MEP_API int mep_plan_instruction_scatter(
    const mep_plan_instruction_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    mep_fault *fault)
{
    const uint8_t *const c_opcode = columns->opcode;
    const uint8_t *const c_operands_out = columns->operands_out;
    const uint8_t *const c_operands_kind = columns->operands_kind;
    const uint16_t *const c_operands_prompt = columns->operands_prompt;
    const uint16_t *const c_operands_constant = columns->operands_constant;
    const uint8_t *const c_operands_model = columns->operands_model;
    const uint16_t *const c_operands_path = columns->operands_path;
    const uint16_t *const c_operands_resource = columns->operands_resource;
    const uint8_t *const c_operands_name = columns->operands_name;
    const uint16_t *const c_operands_array = columns->operands_array;
    const uint8_t *const c_operands_slot = columns->operands_slot;
    const uint8_t *const c_operands_processor = columns->operands_processor;
    const uint8_t *const c_operands_source = columns->operands_source;
    const uint16_t *const c_operands_token = columns->operands_token;
    const uint16_t *const c_operands_template = columns->operands_template;
    const int64_t *const c_operands_values_rows = columns->operands_values_rows;
    const size_t n_operands_values_length = columns->operands_values_length;
    const uint8_t *const c_operands_values = columns->operands_values;
    const uint8_t *const c_operands_dtype = columns->operands_dtype;
    const uint8_t *const c_operands_operation = columns->operands_operation;
    const uint8_t *const c_operands_tensor = columns->operands_tensor;
    const uint8_t *const c_operands_width = columns->operands_width;
    const uint8_t *const c_operands_value = columns->operands_value;
    const uint8_t *const c_operands_dim = columns->operands_dim;
    const int64_t *const c_operands_tensors_rows = columns->operands_tensors_rows;
    const size_t n_operands_tensors_length = columns->operands_tensors_length;
    const uint8_t *const c_operands_tensors = columns->operands_tensors;
    const uint8_t *const c_operands_axis = columns->operands_axis;
    const uint8_t *const c_operands_property = columns->operands_property;
    const uint8_t *const c_operands_index = columns->operands_index;
    const uint16_t *const c_operands_message = columns->operands_message;
    const uint8_t *const c_operands_left = columns->operands_left;
    const uint8_t *const c_operands_right = columns->operands_right;
    const uint8_t *const c_operands_count = columns->operands_count;
    const uint8_t *const c_operands_indices = columns->operands_indices;
    const uint8_t *const c_operands_elements = columns->operands_elements;
    const uint8_t *const c_operands_logits = columns->operands_logits;
    const uint8_t *const c_operands_temperature = columns->operands_temperature;
    const uint8_t *const c_operands_top_k = columns->operands_top_k;
    const int64_t *const c_operands_inputs_rows = columns->operands_inputs_rows;
    const size_t n_operands_inputs_length = columns->operands_inputs_length;
    const uint8_t *const c_operands_inputs = columns->operands_inputs;
    const int64_t *const c_operands_outputs_rows = columns->operands_outputs_rows;
    const size_t n_operands_outputs_length = columns->operands_outputs_length;
    const uint8_t *const c_operands_outputs = columns->operands_outputs;
    const uint8_t *const c_operands_loss = columns->operands_loss;
    const int64_t *const c_operands_targets_rows = columns->operands_targets_rows;
    const size_t n_operands_targets_length = columns->operands_targets_length;
    const uint8_t *const c_operands_targets = columns->operands_targets;
    const uint8_t *const c_operands_rate = columns->operands_rate;
    const uint16_t *const c_operands_weight = columns->operands_weight;
    const uint16_t *const c_operands_bias = columns->operands_bias;
    const int16_t *const c_operands_jump = columns->operands_jump;
    const uint8_t *const c_operands_condition = columns->operands_condition;
    const uint8_t *const c_operands_format = columns->operands_format;
    const uint8_t *const c_operands_destination = columns->operands_destination;
    const uint8_t *const c_operands_unused = columns->operands_unused;
    const uint8_t *const c_operands_mode = columns->operands_mode;
    const size_t count = columns->count;
    uint64_t used_operands_values_length = 0;
    uint64_t used_operands_tensors_length = 0;
    uint64_t used_operands_inputs_length = 0;
    uint64_t used_operands_outputs_length = 0;
    uint64_t used_operands_targets_length = 0;
    size_t pos = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    *written = 0;
    for (i = 0; i < count; i++) {
        int64_t v0_opcode = 0;
        int64_t v20_kind = 0;
        int64_t v31_num_values = 0;
        int64_t v37_operation = 0;
        int64_t v45_num_tensors = 0;
        int64_t v48_property = 0;
        int64_t v82_num_inputs = 0;
        int64_t v84_num_outputs = 0;
        int64_t v88_num_inputs = 0;
        int64_t v90_num_targets = 0;
        int64_t v109_destination = 0;
        int64_t v113_num_values = 0;
        v0_opcode = c_opcode[i];
        if (out_size - pos < 1)
            return fail(fault, MEP_NO_ROOM, i, -1, 0);
        put_1(out + pos, (uint64_t)c_opcode[i]);
        pos += 1;
        switch (v0_opcode) {
        case 2:
            if (out_size - pos < 4)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_operands_out[i]);
            put_1(out + pos + 1, (uint64_t)c_operands_kind[i]);
            put_2(out + pos + 2, (uint64_t)c_operands_prompt[i]);
            pos += 4;
            break;
        case 4:
            if (out_size - pos < 3)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_operands_out[i]);
            put_2(out + pos + 1, (uint64_t)c_operands_constant[i]);
            pos += 3;
            break;
        case 5:
            if (out_size - pos < 1)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_operands_out[i]);
            pos += 1;
            break;
        case 16:
            if (out_size - pos < 3)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_operands_model[i]);
            put_2(out + pos + 1, (uint64_t)c_operands_path[i]);
            pos += 3;
            break;
        case 17:
            if (out_size - pos < 4)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_operands_out[i]);
            put_1(out + pos + 1, (uint64_t)c_operands_kind[i]);
            put_2(out + pos + 2, (uint64_t)c_operands_path[i]);
            pos += 4;
            break;
        case 18:
            if (out_size - pos < 4)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_operands_out[i]);
            put_1(out + pos + 1, (uint64_t)c_operands_kind[i]);
            put_2(out + pos + 2, (uint64_t)c_operands_resource[i]);
            pos += 4;
            break;
        case 19:
            if (out_size - pos < 3)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_operands_out[i]);
            put_1(out + pos + 1, (uint64_t)c_operands_name[i]);
            put_1(out + pos + 2, (uint64_t)c_operands_kind[i]);
            pos += 3;
            break;
        case 20:
            if (out_size - pos < 3)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_operands_out[i]);
            put_2(out + pos + 1, (uint64_t)c_operands_array[i]);
            pos += 3;
            break;
        case 31:
            v20_kind = c_operands_kind[i];
            if (out_size - pos < 1)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_operands_kind[i]);
            pos += 1;
            if (v20_kind == 0) {
                if (out_size - pos < 1)
                    return fail(fault, MEP_NO_ROOM, i, -1, 0);
                put_1(out + pos, (uint64_t)c_operands_model[i]);
                pos += 1;
            }
            if (v20_kind == 1) {
                if (out_size - pos < 1)
                    return fail(fault, MEP_NO_ROOM, i, -1, 0);
                put_1(out + pos, (uint64_t)c_operands_slot[i]);
                pos += 1;
            }
            break;
        case 32:
        case 33:
            if (out_size - pos < 3)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_operands_processor[i]);
            put_1(out + pos + 1, (uint64_t)c_operands_source[i]);
            put_1(out + pos + 2, (uint64_t)c_operands_out[i]);
            pos += 3;
            break;
        case 34:
            if (out_size - pos < 4)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_operands_processor[i]);
            put_2(out + pos + 1, (uint64_t)c_operands_token[i]);
            put_1(out + pos + 3, (uint64_t)c_operands_out[i]);
            pos += 4;
            break;
        case 42:
            {
                const uint64_t first = (uint64_t)c_operands_values_rows[i], last = (uint64_t)c_operands_values_rows[i + 1];
                if (first > last || last > n_operands_values_length)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
                if ((last - first) > 255u)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
                v31_num_values = (int64_t)(last - first);
            }
            if (out_size - pos < 4)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_operands_out[i]);
            put_2(out + pos + 1, (uint64_t)c_operands_template[i]);
            put_1(out + pos + 3, (uint64_t)v31_num_values);
            pos += 4;
            {
                const uint64_t first = (uint64_t)c_operands_values_rows[i], last = (uint64_t)c_operands_values_rows[i + 1];
                if (first > last || last > n_operands_values_length)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
                used_operands_values_length += last - first;
                uint64_t k;
                if (last - first > (out_size - pos))
                    return fail(fault, MEP_NO_ROOM, i, -1, 0);
                for (k = first; k < last; k++) {
                    put_1(out + pos, (uint64_t)c_operands_values[k]);
                    pos += 1;
                }
            }
            break;
        case 48:
            if (out_size - pos < 4)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_operands_out[i]);
            put_1(out + pos + 1, (uint64_t)c_operands_dtype[i]);
            put_1(out + pos + 2, (uint64_t)c_operands_kind[i]);
            put_1(out + pos + 3, (uint64_t)c_operands_source[i]);
            pos += 4;
            break;
        case 56:
            v37_operation = c_operands_operation[i];
            if (out_size - pos < 3)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_operands_operation[i]);
            put_1(out + pos + 1, (uint64_t)c_operands_out[i]);
            put_1(out + pos + 2, (uint64_t)c_operands_tensor[i]);
            pos += 3;
            if (v37_operation == 1) {
                if (out_size - pos < 2)
                    return fail(fault, MEP_NO_ROOM, i, -1, 0);
                put_1(out + pos, (uint64_t)c_operands_width[i]);
                put_1(out + pos + 1, (uint64_t)c_operands_value[i]);
                pos += 2;
            }
            if (v37_operation != 1) {
                if (out_size - pos < 1)
                    return fail(fault, MEP_NO_ROOM, i, -1, 0);
                put_1(out + pos, (uint64_t)c_operands_dim[i]);
                pos += 1;
            }
            break;
        case 57:
            {
                const uint64_t first = (uint64_t)c_operands_tensors_rows[i], last = (uint64_t)c_operands_tensors_rows[i + 1];
                if (first > last || last > n_operands_tensors_length)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
                if ((last - first) > 255u)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
                v45_num_tensors = (int64_t)(last - first);
            }
            if (out_size - pos < 3)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_operands_operation[i]);
            put_1(out + pos + 1, (uint64_t)c_operands_out[i]);
            put_1(out + pos + 2, (uint64_t)v45_num_tensors);
            pos += 3;
            {
                const uint64_t first = (uint64_t)c_operands_tensors_rows[i], last = (uint64_t)c_operands_tensors_rows[i + 1];
                if (first > last || last > n_operands_tensors_length)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
                used_operands_tensors_length += last - first;
                uint64_t k;
                if (last - first > (out_size - pos))
                    return fail(fault, MEP_NO_ROOM, i, -1, 0);
                for (k = first; k < last; k++) {
                    put_1(out + pos, (uint64_t)c_operands_tensors[k]);
                    pos += 1;
                }
            }
            if (out_size - pos < 1)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_operands_axis[i]);
            pos += 1;
            break;
        case 58:
            v48_property = c_operands_property[i];
            if (out_size - pos < 3)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_operands_property[i]);
            put_1(out + pos + 1, (uint64_t)c_operands_out[i]);
            put_1(out + pos + 2, (uint64_t)c_operands_tensor[i]);
            pos += 3;
            if (v48_property == 1) {
                if (out_size - pos < 1)
                    return fail(fault, MEP_NO_ROOM, i, -1, 0);
                put_1(out + pos, (uint64_t)c_operands_axis[i]);
                pos += 1;
            }
            break;
        case 59:
            if (out_size - pos < 3)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_operands_out[i]);
            put_1(out + pos + 1, (uint64_t)c_operands_tensor[i]);
            put_1(out + pos + 2, (uint64_t)c_operands_index[i]);
            pos += 3;
            break;
        case 89:
            if (out_size - pos < 2)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_operands_out[i]);
            put_1(out + pos + 1, (uint64_t)c_operands_source[i]);
            pos += 2;
            break;
        case 95:
            if (out_size - pos < 3)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_operands_source[i]);
            put_2(out + pos + 1, (uint64_t)c_operands_message[i]);
            pos += 3;
            break;
        case 96:
            if (out_size - pos < 3)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_operands_operation[i]);
            put_1(out + pos + 1, (uint64_t)c_operands_out[i]);
            put_1(out + pos + 2, (uint64_t)c_operands_source[i]);
            pos += 3;
            break;
        case 97:
            if (out_size - pos < 4)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_operands_operation[i]);
            put_1(out + pos + 1, (uint64_t)c_operands_out[i]);
            put_1(out + pos + 2, (uint64_t)c_operands_left[i]);
            put_1(out + pos + 3, (uint64_t)c_operands_right[i]);
            pos += 4;
            break;
        case 98:
            if (out_size - pos < 3)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_operands_operation[i]);
            put_1(out + pos + 1, (uint64_t)c_operands_out[i]);
            put_1(out + pos + 2, (uint64_t)c_operands_source[i]);
            pos += 3;
            break;
        case 104:
            if (out_size - pos < 4)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_operands_operation[i]);
            put_1(out + pos + 1, (uint64_t)c_operands_out[i]);
            put_1(out + pos + 2, (uint64_t)c_operands_left[i]);
            put_1(out + pos + 3, (uint64_t)c_operands_right[i]);
            pos += 4;
            break;
        case 112:
            if (out_size - pos < 4)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_operands_source[i]);
            put_1(out + pos + 1, (uint64_t)c_operands_count[i]);
            put_1(out + pos + 2, (uint64_t)c_operands_indices[i]);
            put_1(out + pos + 3, (uint64_t)c_operands_elements[i]);
            pos += 4;
            break;
        case 113:
            if (out_size - pos < 4)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_operands_logits[i]);
            put_1(out + pos + 1, (uint64_t)c_operands_temperature[i]);
            put_1(out + pos + 2, (uint64_t)c_operands_top_k[i]);
            put_1(out + pos + 3, (uint64_t)c_operands_out[i]);
            pos += 4;
            break;
        case 128:
            {
                const uint64_t first = (uint64_t)c_operands_inputs_rows[i], last = (uint64_t)c_operands_inputs_rows[i + 1];
                if (first > last || last > n_operands_inputs_length)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
                if ((last - first) > 255u)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
                v82_num_inputs = (int64_t)(last - first);
            }
            if (out_size - pos < 2)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_operands_model[i]);
            put_1(out + pos + 1, (uint64_t)v82_num_inputs);
            pos += 2;
            {
                const uint64_t first = (uint64_t)c_operands_inputs_rows[i], last = (uint64_t)c_operands_inputs_rows[i + 1];
                if (first > last || last > n_operands_inputs_length)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
                used_operands_inputs_length += last - first;
                uint64_t k;
                if (last - first > (out_size - pos))
                    return fail(fault, MEP_NO_ROOM, i, -1, 0);
                for (k = first; k < last; k++) {
                    put_1(out + pos, (uint64_t)c_operands_inputs[k]);
                    pos += 1;
                }
            }
            {
                const uint64_t first = (uint64_t)c_operands_outputs_rows[i], last = (uint64_t)c_operands_outputs_rows[i + 1];
                if (first > last || last > n_operands_outputs_length)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
                if ((last - first) > 255u)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
                v84_num_outputs = (int64_t)(last - first);
            }
            if (out_size - pos < 1)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)v84_num_outputs);
            pos += 1;
            {
                const uint64_t first = (uint64_t)c_operands_outputs_rows[i], last = (uint64_t)c_operands_outputs_rows[i + 1];
                if (first > last || last > n_operands_outputs_length)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
                used_operands_outputs_length += last - first;
                uint64_t k;
                if (last - first > (out_size - pos))
                    return fail(fault, MEP_NO_ROOM, i, -1, 0);
                for (k = first; k < last; k++) {
                    put_1(out + pos, (uint64_t)c_operands_outputs[k]);
                    pos += 1;
                }
            }
            break;
        case 130:
            {
                const uint64_t first = (uint64_t)c_operands_inputs_rows[i], last = (uint64_t)c_operands_inputs_rows[i + 1];
                if (first > last || last > n_operands_inputs_length)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
                if ((last - first) > 255u)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
                v88_num_inputs = (int64_t)(last - first);
            }
            if (out_size - pos < 3)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_operands_model[i]);
            put_1(out + pos + 1, (uint64_t)c_operands_loss[i]);
            put_1(out + pos + 2, (uint64_t)v88_num_inputs);
            pos += 3;
            {
                const uint64_t first = (uint64_t)c_operands_inputs_rows[i], last = (uint64_t)c_operands_inputs_rows[i + 1];
                if (first > last || last > n_operands_inputs_length)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
                used_operands_inputs_length += last - first;
                uint64_t k;
                if (last - first > (out_size - pos))
                    return fail(fault, MEP_NO_ROOM, i, -1, 0);
                for (k = first; k < last; k++) {
                    put_1(out + pos, (uint64_t)c_operands_inputs[k]);
                    pos += 1;
                }
            }
            {
                const uint64_t first = (uint64_t)c_operands_targets_rows[i], last = (uint64_t)c_operands_targets_rows[i + 1];
                if (first > last || last > n_operands_targets_length)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
                if ((last - first) > 255u)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
                v90_num_targets = (int64_t)(last - first);
            }
            if (out_size - pos < 1)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)v90_num_targets);
            pos += 1;
            {
                const uint64_t first = (uint64_t)c_operands_targets_rows[i], last = (uint64_t)c_operands_targets_rows[i + 1];
                if (first > last || last > n_operands_targets_length)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
                used_operands_targets_length += last - first;
                uint64_t k;
                if (last - first > (out_size - pos))
                    return fail(fault, MEP_NO_ROOM, i, -1, 0);
                for (k = first; k < last; k++) {
                    put_1(out + pos, (uint64_t)c_operands_targets[k]);
                    pos += 1;
                }
            }
            if (out_size - pos < 7)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_operands_out[i]);
            put_1(out + pos + 1, (uint64_t)c_operands_rate[i]);
            put_1(out + pos + 2, (uint64_t)c_operands_logits[i]);
            put_2(out + pos + 3, (uint64_t)c_operands_weight[i]);
            put_2(out + pos + 5, (uint64_t)c_operands_bias[i]);
            pos += 7;
            break;
        case 131:
            if (out_size - pos < 1)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_operands_model[i]);
            pos += 1;
            break;
        case 133:
            if (out_size - pos < 3)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_operands_model[i]);
            put_1(out + pos + 1, (uint64_t)c_operands_name[i]);
            put_1(out + pos + 2, (uint64_t)c_operands_kind[i]);
            pos += 3;
            break;
        case 160:
            if (out_size - pos < 1)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_operands_count[i]);
            pos += 1;
            break;
        case 161:
            if (out_size - pos < 2)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_2(out + pos, (uint64_t)c_operands_jump[i]);
            pos += 2;
            break;
        case 168:
        case 169:
            if (out_size - pos < 3)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_operands_condition[i]);
            put_2(out + pos + 1, (uint64_t)c_operands_jump[i]);
            pos += 3;
            break;
        case 224:
            if (out_size - pos < 3)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_operands_out[i]);
            put_1(out + pos + 1, (uint64_t)c_operands_source[i]);
            put_1(out + pos + 2, (uint64_t)c_operands_format[i]);
            pos += 3;
            break;
        case 240:
            v109_destination = c_operands_destination[i];
            if (out_size - pos < 2)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_operands_source[i]);
            put_1(out + pos + 1, (uint64_t)c_operands_destination[i]);
            pos += 2;
            if (v109_destination == 2) {
                if (out_size - pos < 1)
                    return fail(fault, MEP_NO_ROOM, i, -1, 0);
                put_1(out + pos, (uint64_t)c_operands_name[i]);
                pos += 1;
            }
            if (v109_destination != 2) {
                if (out_size - pos < 1)
                    return fail(fault, MEP_NO_ROOM, i, -1, 0);
                put_1(out + pos, (uint64_t)c_operands_unused[i]);
                pos += 1;
            }
            if (out_size - pos < 1)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_operands_mode[i]);
            pos += 1;
            break;
        case 254:
            {
                const uint64_t first = (uint64_t)c_operands_values_rows[i], last = (uint64_t)c_operands_values_rows[i + 1];
                if (first > last || last > n_operands_values_length)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
                if ((last - first) > 255u)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
                v113_num_values = (int64_t)(last - first);
            }
            if (out_size - pos < 1)
                return fail(fault, MEP_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)v113_num_values);
            pos += 1;
            {
                const uint64_t first = (uint64_t)c_operands_values_rows[i], last = (uint64_t)c_operands_values_rows[i + 1];
                if (first > last || last > n_operands_values_length)
                    return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
                used_operands_values_length += last - first;
                uint64_t k;
                if (last - first > (out_size - pos))
                    return fail(fault, MEP_NO_ROOM, i, -1, 0);
                for (k = first; k < last; k++) {
                    put_1(out + pos, (uint64_t)c_operands_values[k]);
                    pos += 1;
                }
            }
            break;
        case 255:
            break;
        default:
            break;
        }
    }
    *written = pos;
    if (used_operands_values_length != (uint64_t)c_operands_values_rows[count])
        return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
    if (used_operands_tensors_length != (uint64_t)c_operands_tensors_rows[count])
        return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
    if (used_operands_inputs_length != (uint64_t)c_operands_inputs_rows[count])
        return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
    if (used_operands_outputs_length != (uint64_t)c_operands_outputs_rows[count])
        return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
    if (used_operands_targets_length != (uint64_t)c_operands_targets_rows[count])
        return fail(fault, MEP_BAD_COLUMNS, i, -1, 0);
    return MEP_OK;
}

MEP_API const char *mep_schema_sha256(void)
{
    return
        "f5e6c0d9a90892766e34198c379ccc32fbed3f369ec809c31f3c674f5b8c6a2c";
}

MEP_API const char *mep_code_sha256(void)
{
    return
        "0f7ae70520d8c68435f2d3fc3d8889fec0925e3b85ba34913e1d52fd0d26a338";
}

MEP_API const char *mep_layout(void)
{
    return
        "plan_instruction;opcode=uint8,operands.out=uint8,operands.kind=uint8,operands.prompt=uint16,operands.constant=uint16,operands.model=uint8,operands.path=uint16,operands.resource=uint16,operands.name=uint8,operands.array=uint16,operands.slot=uint8,operands.processor=uint8,operands.source=uint8,operands.token=uint16,operands.template=uint16,operands.values[]=int64,operands.values=uint8,operands.dtype=uint8,operands.operation=uint8,operands.tensor=uint8,operands.width=uint8,operands.value=uint8,operands.dim=uint8,operands.tensors[]=int64,operands.tensors=uint8,operands.axis=uint8,operands.property=uint8,operands.index=uint8,operands.message=uint16,operands.left=uint8,operands.right=uint8,operands.count=uint8,operands.indices=uint8,operands.elements=uint8,operands.logits=uint8,operands.temperature=uint8,operands.top_k=uint8,operands.inputs[]=int64,operands.inputs=uint8,operands.outputs[]=int64,operands.outputs=uint8,operands.loss=uint8,operands.targets[]=int64,operands.targets=uint8,operands.rate=uint8,operands.weight=uint16,operands.bias=uint16,operands.jump=int16,operands.condition=uint8,operands.format=uint8,operands.destination=uint8,operands.unused=uint8,operands.mode=uint8;\n";
}
