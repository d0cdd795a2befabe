// Generated from schemas/nac.ksy (sha256 0633245ba11ec1316652a3a52f698b0ae7c264362a179e907afedf63510c32ad) by `nacformats generate`. Do not edit.
// It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
// It imports schemas/mep.ksy (sha256 f5e6c0d9a90892766e34198c379ccc32fbed3f369ec809c31f3c674f5b8c6a2c).
// It imports schemas/tisa.ksy (sha256 010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769).

#include "nac.h"

#include <string.h>

/* Says where and why a function stopped. */
static int fail(nac_fault *fault, int status, size_t record, int rule, size_t element)
{
    fault->record = record;
    fault->rule = rule;
    fault->element = element;
    return status;
}

static int within(int64_t value, int64_t low, int64_t high)
{
    return value >= low && value <= high;
}

static int all_within(const int64_t *table, int64_t low, int64_t high)
{
    int k;
    for (k = 0; k < 256; k++)
        if (!within(table[k], low, high))
            return 0;
    return 1;
}

static inline uint16_t get_u2(const uint8_t *from)
{
    return (uint16_t)(from[0] | from[1] << 8);
}

static inline uint32_t get_u4(const uint8_t *from)
{
    return (uint32_t)from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

static inline uint64_t get_u8(const uint8_t *from)
{
    return (uint64_t)get_u4(from) | (uint64_t)get_u4(from + 4) << 32;
}

static inline int16_t get_s2(const uint8_t *from)
{
    return (int16_t)((get_u2(from) ^ 0x8000) - 0x8000);
}

static inline int32_t get_s4(const uint8_t *from)
{
    return (int32_t)((int64_t)(get_u4(from) ^ 0x80000000u) - INT64_C(0x80000000));
}

static inline int64_t get_s8(const uint8_t *from)
{
    const uint64_t value = get_u8(from);
    return value > (uint64_t)INT64_MAX ? -(int64_t)~value - 1 : (int64_t)value;
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

static inline void put_4(uint8_t *to, uint64_t value)
{
    put_2(to, value);
    put_2(to + 2, value >> 16);
}

static inline void put_8(uint8_t *to, uint64_t value)
{
    put_4(to, value);
    put_4(to + 4, value >> 32);
}

/* Whether the bytes are UTF-8: no surrogates, nothing that fewer bytes could say, nothing above U+10FFFF. */
static int is_utf8(const uint8_t *text, size_t size)
{
    size_t k = 0;
    while (k < size) {
        const uint8_t first = text[k++];
        uint8_t low = 0x80, high = 0xbf;
        int more = first < 0x80 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
        if ((first >= 0x80 && first < 0xc2) || first > 0xf4)
            return 0;
        if (first == 0xe0)
            low = 0xa0;
        else if (first == 0xed)
            high = 0x9f;
        else if (first == 0xf0)
            low = 0x90;
        else if (first == 0xf4)
            high = 0x8f;
        for (; more > 0; more--) {
            if (k == size || text[k] < low || text[k] > high)
                return 0;
            k++;
            low = 0x80;
            high = 0xbf;
        }
    }
    return 1;
}

NAC_API int nac_schedule_record_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    nac_schedule_record_columns *columns,
    nac_fault *fault)
{
    int64_t *const c_starts = columns->starts;
    uint16_t *const c_tick = columns->tick;
    int64_t *const c_commands_rows = columns->commands_rows;
    const size_t n_commands_length = columns->commands_length;
    uint8_t *const c_commands_action = columns->commands_action;
    uint16_t *const c_commands_target = columns->commands_target;
    const size_t count = columns->count;
    size_t have_commands_length = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (pos > end)
        return NAC_DOES_NOT_FIT;
    c_commands_rows[0] = 0;
    for (i = 0; i < count; i++) {
        int64_t v1_num_commands = 0;
        c_starts[i] = (int64_t)pos;
        if (end - pos < 3)
            return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
        c_tick[i] = get_u2(data + pos);
        v1_num_commands = data[pos + 2];
        pos += 3;
        {
            const uint64_t size = (uint64_t)v1_num_commands;
            const size_t have = have_commands_length;
            int fits;
            uint64_t k;
            if (size > (end - pos) / 3)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            fits = have <= n_commands_length && size <= n_commands_length - have;
            if (fits) {
                for (k = 0; k < size; k++) {
                    c_commands_action[have + k] = data[pos];
                    c_commands_target[have + k] = get_u2(data + pos + 1);
                    pos += 3;
                }
            } else {
                pos += (size_t)size * 3;
            }
            have_commands_length = have + (size_t)size;
        }
        c_commands_rows[i + 1] = (int64_t)have_commands_length;
    }
    c_starts[count] = (int64_t)pos;
    columns->commands_length = have_commands_length;
    if (have_commands_length > n_commands_length)
        return NAC_NO_ROOM;
    return NAC_OK;
}

NAC_API int nac_schedule_record_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    nac_schedule_record_columns *columns,
    int64_t *ends,
    nac_fault *fault)
{
    uint16_t *const c_tick = columns->tick;
    int64_t *const c_commands_rows = columns->commands_rows;
    const size_t n_commands_length = columns->commands_length;
    uint8_t *const c_commands_action = columns->commands_action;
    uint16_t *const c_commands_target = columns->commands_target;
    const size_t count = columns->count;
    size_t have_commands_length = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    c_commands_rows[0] = 0;
    for (i = 0; i < count; i++) {
        int64_t v1_num_commands = 0;
        const uint64_t begin = (uint64_t)begins[i], limit = (uint64_t)limits[i];
        const size_t end = (size_t)limit;
        size_t pos = (size_t)begin;
        if (begin > limit || limit > data_size)
            return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
        if (end - pos < 3)
            return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
        c_tick[i] = get_u2(data + pos);
        v1_num_commands = data[pos + 2];
        pos += 3;
        {
            const uint64_t size = (uint64_t)v1_num_commands;
            const size_t have = have_commands_length;
            int fits;
            uint64_t k;
            if (size > (end - pos) / 3)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            fits = have <= n_commands_length && size <= n_commands_length - have;
            if (fits) {
                for (k = 0; k < size; k++) {
                    c_commands_action[have + k] = data[pos];
                    c_commands_target[have + k] = get_u2(data + pos + 1);
                    pos += 3;
                }
            } else {
                pos += (size_t)size * 3;
            }
            have_commands_length = have + (size_t)size;
        }
        c_commands_rows[i + 1] = (int64_t)have_commands_length;
        ends[i] = (int64_t)pos;
    }
    columns->commands_length = have_commands_length;
    if (have_commands_length > n_commands_length)
        return NAC_NO_ROOM;
    return NAC_OK;
}

NAC_API int nac_schedule_record_check(
    const nac_schedule_record_columns *columns,
    nac_fault *fault)
{
    const int64_t *const c_commands_rows = columns->commands_rows;
    const size_t n_commands_length = columns->commands_length;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        {
            const uint64_t first = (uint64_t)c_commands_rows[i], last = (uint64_t)c_commands_rows[i + 1];
            if (first > last || last > n_commands_length)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
        }
    }
    return NAC_OK;
}

NAC_API int nac_schedule_record_sizes(
    const nac_schedule_record_columns *columns,
    int64_t *sizes,
    nac_fault *fault)
{
    const int64_t *const c_commands_rows = columns->commands_rows;
    const size_t n_commands_length = columns->commands_length;
    const size_t count = columns->count;
    uint64_t used_commands_length = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        uint64_t total = 0;
        {
            const uint64_t first = (uint64_t)c_commands_rows[i], last = (uint64_t)c_commands_rows[i + 1];
            if (first > last || last > n_commands_length)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if ((last - first) > 255u)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
        }
        total += 3;
        {
            const uint64_t first = (uint64_t)c_commands_rows[i], last = (uint64_t)c_commands_rows[i + 1];
            if (first > last || last > n_commands_length)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            used_commands_length += last - first;
            total += (last - first) * 3;
        }
        sizes[i] = (int64_t)total;
    }
    if (used_commands_length != (uint64_t)c_commands_rows[count])
        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
    return NAC_OK;
}

NAC_API int nac_schedule_record_scatter(
    const nac_schedule_record_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    nac_fault *fault)
{
    const uint16_t *const c_tick = columns->tick;
    const int64_t *const c_commands_rows = columns->commands_rows;
    const size_t n_commands_length = columns->commands_length;
    const uint8_t *const c_commands_action = columns->commands_action;
    const uint16_t *const c_commands_target = columns->commands_target;
    const size_t count = columns->count;
    uint64_t used_commands_length = 0;
    size_t pos = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    *written = 0;
    for (i = 0; i < count; i++) {
        int64_t v1_num_commands = 0;
        {
            const uint64_t first = (uint64_t)c_commands_rows[i], last = (uint64_t)c_commands_rows[i + 1];
            if (first > last || last > n_commands_length)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if ((last - first) > 255u)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            v1_num_commands = (int64_t)(last - first);
        }
        if (out_size - pos < 3)
            return fail(fault, NAC_NO_ROOM, i, -1, 0);
        put_2(out + pos, (uint64_t)c_tick[i]);
        put_1(out + pos + 2, (uint64_t)v1_num_commands);
        pos += 3;
        {
            const uint64_t first = (uint64_t)c_commands_rows[i], last = (uint64_t)c_commands_rows[i + 1];
            if (first > last || last > n_commands_length)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            used_commands_length += last - first;
            uint64_t k;
            if (last - first > (out_size - pos) / 3)
                return fail(fault, NAC_NO_ROOM, i, -1, 0);
            for (k = first; k < last; k++) {
                put_1(out + pos, (uint64_t)c_commands_action[k]);
                put_2(out + pos + 1, (uint64_t)c_commands_target[k]);
                pos += 3;
            }
        }
    }
    *written = pos;
    if (used_commands_length != (uint64_t)c_commands_rows[count])
        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
    return NAC_OK;
}

static int nac_instruction_arguments_hold(const nac_instruction_arguments *arguments)
{
    return within(arguments->id_getitem, INT64_C(-2147483648), INT64_C(2147483647))
        && within(arguments->id_operator_getitem, INT64_C(-2147483648), INT64_C(2147483647))
        && within(arguments->id_select, INT64_C(-2147483648), INT64_C(2147483647))
        && within(arguments->num_outputs, INT64_C(0), INT64_C(65535))
        && all_within(arguments->signature_table_num_codes, INT64_C(0), INT64_C(255))
        && within(arguments->version, INT64_C(0), INT64_C(255));
}

NAC_API int nac_instruction_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    const nac_instruction_arguments *arguments,
    nac_instruction_columns *columns,
    nac_fault *fault)
{
    int64_t *const c_starts = columns->starts;
    uint8_t *const c_a = columns->a;
    uint8_t *const c_b = columns->b;
    int16_t *const c_fields_prefix = columns->fields_prefix;
    int16_t *const c_fields_id = columns->fields_id;
    int64_t *const c_fields_reserved_rows = columns->fields_reserved_rows;
    const size_t n_fields_reserved_length = columns->fields_reserved_length;
    int16_t *const c_fields_reserved = columns->fields_reserved;
    int64_t *const c_fields_distances_rows = columns->fields_distances_rows;
    const size_t n_fields_distances_length = columns->fields_distances_length;
    int16_t *const c_fields_distances = columns->fields_distances;
    int16_t *const c_fields_len_true = columns->fields_len_true;
    int16_t *const c_fields_len_false = columns->fields_len_false;
    int16_t *const c_fields_predicate = columns->fields_predicate;
    int16_t *const c_fields_input = columns->fields_input;
    int16_t *const c_fields_block_end = columns->fields_block_end;
    int64_t *const c_fields_branches_rows = columns->fields_branches_rows;
    const size_t n_fields_branches_length = columns->fields_branches_length;
    int16_t *const c_fields_branches = columns->fields_branches;
    int64_t *const c_fields_constants_rows = columns->fields_constants_rows;
    const size_t n_fields_constants_length = columns->fields_constants_length;
    int16_t *const c_fields_constants = columns->fields_constants;
    int16_t *const c_fields_distance = columns->fields_distance;
    int16_t *const c_fields_gradient = columns->fields_gradient;
    int16_t *const c_fields_rate = columns->fields_rate;
    const size_t count = columns->count;
    const int64_t arg_id_getitem = arguments->id_getitem;
    const int64_t arg_id_operator_getitem = arguments->id_operator_getitem;
    const int64_t arg_id_select = arguments->id_select;
    const int64_t arg_num_outputs = arguments->num_outputs;
    const int64_t *const arg_signature_table_has_constants = arguments->signature_table_has_constants;
    const int64_t *const arg_signature_table_num_codes = arguments->signature_table_num_codes;
    const int64_t arg_version = arguments->version;
    size_t have_fields_reserved_length = 0;
    size_t have_fields_distances_length = 0;
    size_t have_fields_branches_length = 0;
    size_t have_fields_constants_length = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (!nac_instruction_arguments_hold(arguments))
        return NAC_BAD_ARGUMENTS;
    if (pos > end)
        return NAC_DOES_NOT_FIT;
    c_fields_reserved_rows[0] = 0;
    c_fields_distances_rows[0] = 0;
    c_fields_branches_rows[0] = 0;
    c_fields_constants_rows[0] = 0;
    for (i = 0; i < count; i++) {
        int64_t v0_a = 0;
        int64_t v1_b = 0;
        int64_t v4_prefix = 0;
        int64_t v13_num_branches = 0;
        int64_t v15_num_constants = 0;
        int64_t v18_num_constants = 0;
        c_starts[i] = (int64_t)pos;
        if (end - pos < 2)
            return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
        v0_a = data[pos];
        c_a[i] = data[pos];
        v1_b = data[pos + 1];
        c_b[i] = data[pos + 1];
        pos += 2;
        switch ((arg_version == 1) ? ((v0_a < 10) ? v0_a : 10) : ((v0_a >= 10) ? (((arg_signature_table_num_codes[(uint8_t)v1_b] == 0) && (((v0_a == arg_id_getitem) || (v0_a == arg_id_operator_getitem)) || (v0_a == arg_id_select))) ? 20 : 10) : (((v0_a == 3) && ((v1_b == 3) || (v1_b == 4))) ? (30 + v1_b) : v0_a))) {
        case 2:
            if ((v1_b >= 1) && (v1_b <= ((arg_version == 1) ? 3 : 5))) {
                if (end - pos < 4)
                    return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                c_fields_prefix[i] = get_s2(data + pos);
                c_fields_id[i] = get_s2(data + pos + 2);
                pos += 4;
            }
            break;
        case 3:
            if (end - pos < 2)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            v4_prefix = get_s2(data + pos);
            c_fields_prefix[i] = get_s2(data + pos);
            pos += 2;
            {
                if (((v4_prefix == (arg_num_outputs + 1)) ? arg_num_outputs : v4_prefix) < 0)
                    return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                const uint64_t size = (uint64_t)((v4_prefix == (arg_num_outputs + 1)) ? arg_num_outputs : v4_prefix);
                const size_t have = have_fields_reserved_length;
                int fits;
                uint64_t k;
                if (size > (end - pos) / 2)
                    return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                fits = have <= n_fields_reserved_length && size <= n_fields_reserved_length - have;
                if (fits) {
                    for (k = 0; k < size; k++) {
                        c_fields_reserved[have + k] = get_s2(data + pos);
                        pos += 2;
                    }
                } else {
                    pos += (size_t)size * 2;
                }
                have_fields_reserved_length = have + (size_t)size;
            }
            {
                if (((v4_prefix == (arg_num_outputs + 1)) ? arg_num_outputs : v4_prefix) < 0)
                    return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                const uint64_t size = (uint64_t)((v4_prefix == (arg_num_outputs + 1)) ? arg_num_outputs : v4_prefix);
                const size_t have = have_fields_distances_length;
                int fits;
                uint64_t k;
                if (size > (end - pos) / 2)
                    return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                fits = have <= n_fields_distances_length && size <= n_fields_distances_length - have;
                if (fits) {
                    for (k = 0; k < size; k++) {
                        c_fields_distances[have + k] = get_s2(data + pos);
                        pos += 2;
                    }
                } else {
                    pos += (size_t)size * 2;
                }
                have_fields_distances_length = have + (size_t)size;
            }
            break;
        case 6:
            if (end - pos < 8)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            c_fields_prefix[i] = get_s2(data + pos);
            c_fields_len_true[i] = get_s2(data + pos + 2);
            c_fields_len_false[i] = get_s2(data + pos + 4);
            c_fields_predicate[i] = get_s2(data + pos + 6);
            pos += 8;
            break;
        case 7:
            if (end - pos < 6)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            c_fields_input[i] = get_s2(data + pos);
            c_fields_block_end[i] = get_s2(data + pos + 2);
            v13_num_branches = get_s2(data + pos + 4);
            pos += 6;
            {
                if (v13_num_branches < 0)
                    return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                const uint64_t size = (uint64_t)v13_num_branches;
                const size_t have = have_fields_branches_length;
                int fits;
                uint64_t k;
                if (size > (end - pos) / 2)
                    return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                fits = have <= n_fields_branches_length && size <= n_fields_branches_length - have;
                if (fits) {
                    for (k = 0; k < size; k++) {
                        c_fields_branches[have + k] = get_s2(data + pos);
                        pos += 2;
                    }
                } else {
                    pos += (size_t)size * 2;
                }
                have_fields_branches_length = have + (size_t)size;
            }
            break;
        case 10:
            if (arg_signature_table_has_constants[(uint8_t)v1_b] != 0) {
                if (end - pos < 2)
                    return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                v15_num_constants = get_s2(data + pos);
                pos += 2;
                {
                    if (v15_num_constants < 0)
                        return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                    const uint64_t size = (uint64_t)v15_num_constants;
                    const size_t have = have_fields_constants_length;
                    int fits;
                    uint64_t k;
                    if (size > (end - pos) / 2)
                        return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                    fits = have <= n_fields_constants_length && size <= n_fields_constants_length - have;
                    if (fits) {
                        for (k = 0; k < size; k++) {
                            c_fields_constants[have + k] = get_s2(data + pos);
                            pos += 2;
                        }
                    } else {
                        pos += (size_t)size * 2;
                    }
                    have_fields_constants_length = have + (size_t)size;
                }
            }
            {
                const uint64_t size = (uint64_t)arg_signature_table_num_codes[(uint8_t)v1_b];
                const size_t have = have_fields_distances_length;
                int fits;
                uint64_t k;
                if (size > (end - pos) / 2)
                    return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                fits = have <= n_fields_distances_length && size <= n_fields_distances_length - have;
                if (fits) {
                    for (k = 0; k < size; k++) {
                        c_fields_distances[have + k] = get_s2(data + pos);
                        pos += 2;
                    }
                } else {
                    pos += (size_t)size * 2;
                }
                have_fields_distances_length = have + (size_t)size;
            }
            break;
        case 20:
            if (end - pos < 2)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            v18_num_constants = get_s2(data + pos);
            pos += 2;
            {
                if (v18_num_constants < 0)
                    return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                const uint64_t size = (uint64_t)v18_num_constants;
                const size_t have = have_fields_constants_length;
                int fits;
                uint64_t k;
                if (size > (end - pos) / 2)
                    return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                fits = have <= n_fields_constants_length && size <= n_fields_constants_length - have;
                if (fits) {
                    for (k = 0; k < size; k++) {
                        c_fields_constants[have + k] = get_s2(data + pos);
                        pos += 2;
                    }
                } else {
                    pos += (size_t)size * 2;
                }
                have_fields_constants_length = have + (size_t)size;
            }
            if (end - pos < 2)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            c_fields_distance[i] = get_s2(data + pos);
            pos += 2;
            break;
        case 33:
            if (end - pos < 8)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            c_fields_prefix[i] = get_s2(data + pos);
            c_fields_id[i] = get_s2(data + pos + 2);
            c_fields_gradient[i] = get_s2(data + pos + 4);
            c_fields_rate[i] = get_s2(data + pos + 6);
            pos += 8;
            break;
        case 34:
            if (end - pos < 2)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            c_fields_distance[i] = get_s2(data + pos);
            pos += 2;
            break;
        default:
            break;
        }
        c_fields_reserved_rows[i + 1] = (int64_t)have_fields_reserved_length;
        c_fields_distances_rows[i + 1] = (int64_t)have_fields_distances_length;
        c_fields_branches_rows[i + 1] = (int64_t)have_fields_branches_length;
        c_fields_constants_rows[i + 1] = (int64_t)have_fields_constants_length;
    }
    c_starts[count] = (int64_t)pos;
    columns->fields_reserved_length = have_fields_reserved_length;
    columns->fields_distances_length = have_fields_distances_length;
    columns->fields_branches_length = have_fields_branches_length;
    columns->fields_constants_length = have_fields_constants_length;
    if (have_fields_reserved_length > n_fields_reserved_length || have_fields_distances_length > n_fields_distances_length || have_fields_branches_length > n_fields_branches_length || have_fields_constants_length > n_fields_constants_length)
        return NAC_NO_ROOM;
    return NAC_OK;
}

NAC_API int nac_instruction_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    const nac_instruction_arguments *arguments,
    nac_instruction_columns *columns,
    int64_t *ends,
    nac_fault *fault)
{
    uint8_t *const c_a = columns->a;
    uint8_t *const c_b = columns->b;
    int16_t *const c_fields_prefix = columns->fields_prefix;
    int16_t *const c_fields_id = columns->fields_id;
    int64_t *const c_fields_reserved_rows = columns->fields_reserved_rows;
    const size_t n_fields_reserved_length = columns->fields_reserved_length;
    int16_t *const c_fields_reserved = columns->fields_reserved;
    int64_t *const c_fields_distances_rows = columns->fields_distances_rows;
    const size_t n_fields_distances_length = columns->fields_distances_length;
    int16_t *const c_fields_distances = columns->fields_distances;
    int16_t *const c_fields_len_true = columns->fields_len_true;
    int16_t *const c_fields_len_false = columns->fields_len_false;
    int16_t *const c_fields_predicate = columns->fields_predicate;
    int16_t *const c_fields_input = columns->fields_input;
    int16_t *const c_fields_block_end = columns->fields_block_end;
    int64_t *const c_fields_branches_rows = columns->fields_branches_rows;
    const size_t n_fields_branches_length = columns->fields_branches_length;
    int16_t *const c_fields_branches = columns->fields_branches;
    int64_t *const c_fields_constants_rows = columns->fields_constants_rows;
    const size_t n_fields_constants_length = columns->fields_constants_length;
    int16_t *const c_fields_constants = columns->fields_constants;
    int16_t *const c_fields_distance = columns->fields_distance;
    int16_t *const c_fields_gradient = columns->fields_gradient;
    int16_t *const c_fields_rate = columns->fields_rate;
    const size_t count = columns->count;
    const int64_t arg_id_getitem = arguments->id_getitem;
    const int64_t arg_id_operator_getitem = arguments->id_operator_getitem;
    const int64_t arg_id_select = arguments->id_select;
    const int64_t arg_num_outputs = arguments->num_outputs;
    const int64_t *const arg_signature_table_has_constants = arguments->signature_table_has_constants;
    const int64_t *const arg_signature_table_num_codes = arguments->signature_table_num_codes;
    const int64_t arg_version = arguments->version;
    size_t have_fields_reserved_length = 0;
    size_t have_fields_distances_length = 0;
    size_t have_fields_branches_length = 0;
    size_t have_fields_constants_length = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (!nac_instruction_arguments_hold(arguments))
        return NAC_BAD_ARGUMENTS;
    c_fields_reserved_rows[0] = 0;
    c_fields_distances_rows[0] = 0;
    c_fields_branches_rows[0] = 0;
    c_fields_constants_rows[0] = 0;
    for (i = 0; i < count; i++) {
        int64_t v0_a = 0;
        int64_t v1_b = 0;
        int64_t v4_prefix = 0;
        int64_t v13_num_branches = 0;
        int64_t v15_num_constants = 0;
        int64_t v18_num_constants = 0;
        const uint64_t begin = (uint64_t)begins[i], limit = (uint64_t)limits[i];
        const size_t end = (size_t)limit;
        size_t pos = (size_t)begin;
        if (begin > limit || limit > data_size)
            return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
        if (end - pos < 2)
            return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
        v0_a = data[pos];
        c_a[i] = data[pos];
        v1_b = data[pos + 1];
        c_b[i] = data[pos + 1];
        pos += 2;
        switch ((arg_version == 1) ? ((v0_a < 10) ? v0_a : 10) : ((v0_a >= 10) ? (((arg_signature_table_num_codes[(uint8_t)v1_b] == 0) && (((v0_a == arg_id_getitem) || (v0_a == arg_id_operator_getitem)) || (v0_a == arg_id_select))) ? 20 : 10) : (((v0_a == 3) && ((v1_b == 3) || (v1_b == 4))) ? (30 + v1_b) : v0_a))) {
        case 2:
            if ((v1_b >= 1) && (v1_b <= ((arg_version == 1) ? 3 : 5))) {
                if (end - pos < 4)
                    return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                c_fields_prefix[i] = get_s2(data + pos);
                c_fields_id[i] = get_s2(data + pos + 2);
                pos += 4;
            }
            break;
        case 3:
            if (end - pos < 2)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            v4_prefix = get_s2(data + pos);
            c_fields_prefix[i] = get_s2(data + pos);
            pos += 2;
            {
                if (((v4_prefix == (arg_num_outputs + 1)) ? arg_num_outputs : v4_prefix) < 0)
                    return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                const uint64_t size = (uint64_t)((v4_prefix == (arg_num_outputs + 1)) ? arg_num_outputs : v4_prefix);
                const size_t have = have_fields_reserved_length;
                int fits;
                uint64_t k;
                if (size > (end - pos) / 2)
                    return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                fits = have <= n_fields_reserved_length && size <= n_fields_reserved_length - have;
                if (fits) {
                    for (k = 0; k < size; k++) {
                        c_fields_reserved[have + k] = get_s2(data + pos);
                        pos += 2;
                    }
                } else {
                    pos += (size_t)size * 2;
                }
                have_fields_reserved_length = have + (size_t)size;
            }
            {
                if (((v4_prefix == (arg_num_outputs + 1)) ? arg_num_outputs : v4_prefix) < 0)
                    return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                const uint64_t size = (uint64_t)((v4_prefix == (arg_num_outputs + 1)) ? arg_num_outputs : v4_prefix);
                const size_t have = have_fields_distances_length;
                int fits;
                uint64_t k;
                if (size > (end - pos) / 2)
                    return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                fits = have <= n_fields_distances_length && size <= n_fields_distances_length - have;
                if (fits) {
                    for (k = 0; k < size; k++) {
                        c_fields_distances[have + k] = get_s2(data + pos);
                        pos += 2;
                    }
                } else {
                    pos += (size_t)size * 2;
                }
                have_fields_distances_length = have + (size_t)size;
            }
            break;
        case 6:
            if (end - pos < 8)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            c_fields_prefix[i] = get_s2(data + pos);
            c_fields_len_true[i] = get_s2(data + pos + 2);
            c_fields_len_false[i] = get_s2(data + pos + 4);
            c_fields_predicate[i] = get_s2(data + pos + 6);
            pos += 8;
            break;
        case 7:
            if (end - pos < 6)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            c_fields_input[i] = get_s2(data + pos);
            c_fields_block_end[i] = get_s2(data + pos + 2);
            v13_num_branches = get_s2(data + pos + 4);
            pos += 6;
            {
                if (v13_num_branches < 0)
                    return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                const uint64_t size = (uint64_t)v13_num_branches;
                const size_t have = have_fields_branches_length;
                int fits;
                uint64_t k;
                if (size > (end - pos) / 2)
                    return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                fits = have <= n_fields_branches_length && size <= n_fields_branches_length - have;
                if (fits) {
                    for (k = 0; k < size; k++) {
                        c_fields_branches[have + k] = get_s2(data + pos);
                        pos += 2;
                    }
                } else {
                    pos += (size_t)size * 2;
                }
                have_fields_branches_length = have + (size_t)size;
            }
            break;
        case 10:
            if (arg_signature_table_has_constants[(uint8_t)v1_b] != 0) {
                if (end - pos < 2)
                    return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                v15_num_constants = get_s2(data + pos);
                pos += 2;
                {
                    if (v15_num_constants < 0)
                        return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                    const uint64_t size = (uint64_t)v15_num_constants;
                    const size_t have = have_fields_constants_length;
                    int fits;
                    uint64_t k;
                    if (size > (end - pos) / 2)
                        return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                    fits = have <= n_fields_constants_length && size <= n_fields_constants_length - have;
                    if (fits) {
                        for (k = 0; k < size; k++) {
                            c_fields_constants[have + k] = get_s2(data + pos);
                            pos += 2;
                        }
                    } else {
                        pos += (size_t)size * 2;
                    }
                    have_fields_constants_length = have + (size_t)size;
                }
            }
            {
                const uint64_t size = (uint64_t)arg_signature_table_num_codes[(uint8_t)v1_b];
                const size_t have = have_fields_distances_length;
                int fits;
                uint64_t k;
                if (size > (end - pos) / 2)
                    return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                fits = have <= n_fields_distances_length && size <= n_fields_distances_length - have;
                if (fits) {
                    for (k = 0; k < size; k++) {
                        c_fields_distances[have + k] = get_s2(data + pos);
                        pos += 2;
                    }
                } else {
                    pos += (size_t)size * 2;
                }
                have_fields_distances_length = have + (size_t)size;
            }
            break;
        case 20:
            if (end - pos < 2)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            v18_num_constants = get_s2(data + pos);
            pos += 2;
            {
                if (v18_num_constants < 0)
                    return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                const uint64_t size = (uint64_t)v18_num_constants;
                const size_t have = have_fields_constants_length;
                int fits;
                uint64_t k;
                if (size > (end - pos) / 2)
                    return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                fits = have <= n_fields_constants_length && size <= n_fields_constants_length - have;
                if (fits) {
                    for (k = 0; k < size; k++) {
                        c_fields_constants[have + k] = get_s2(data + pos);
                        pos += 2;
                    }
                } else {
                    pos += (size_t)size * 2;
                }
                have_fields_constants_length = have + (size_t)size;
            }
            if (end - pos < 2)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            c_fields_distance[i] = get_s2(data + pos);
            pos += 2;
            break;
        case 33:
            if (end - pos < 8)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            c_fields_prefix[i] = get_s2(data + pos);
            c_fields_id[i] = get_s2(data + pos + 2);
            c_fields_gradient[i] = get_s2(data + pos + 4);
            c_fields_rate[i] = get_s2(data + pos + 6);
            pos += 8;
            break;
        case 34:
            if (end - pos < 2)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            c_fields_distance[i] = get_s2(data + pos);
            pos += 2;
            break;
        default:
            break;
        }
        c_fields_reserved_rows[i + 1] = (int64_t)have_fields_reserved_length;
        c_fields_distances_rows[i + 1] = (int64_t)have_fields_distances_length;
        c_fields_branches_rows[i + 1] = (int64_t)have_fields_branches_length;
        c_fields_constants_rows[i + 1] = (int64_t)have_fields_constants_length;
        ends[i] = (int64_t)pos;
    }
    columns->fields_reserved_length = have_fields_reserved_length;
    columns->fields_distances_length = have_fields_distances_length;
    columns->fields_branches_length = have_fields_branches_length;
    columns->fields_constants_length = have_fields_constants_length;
    if (have_fields_reserved_length > n_fields_reserved_length || have_fields_distances_length > n_fields_distances_length || have_fields_branches_length > n_fields_branches_length || have_fields_constants_length > n_fields_constants_length)
        return NAC_NO_ROOM;
    return NAC_OK;
}

NAC_API int nac_instruction_check(
    const nac_instruction_arguments *arguments,
    const nac_instruction_columns *columns,
    nac_fault *fault)
{
    const uint8_t *const c_a = columns->a;
    const uint8_t *const c_b = columns->b;
    const int16_t *const c_fields_prefix = columns->fields_prefix;
    const int64_t *const c_fields_reserved_rows = columns->fields_reserved_rows;
    const size_t n_fields_reserved_length = columns->fields_reserved_length;
    const int64_t *const c_fields_distances_rows = columns->fields_distances_rows;
    const size_t n_fields_distances_length = columns->fields_distances_length;
    const int64_t *const c_fields_branches_rows = columns->fields_branches_rows;
    const size_t n_fields_branches_length = columns->fields_branches_length;
    const int64_t *const c_fields_constants_rows = columns->fields_constants_rows;
    const size_t n_fields_constants_length = columns->fields_constants_length;
    const size_t count = columns->count;
    const int64_t arg_id_getitem = arguments->id_getitem;
    const int64_t arg_id_operator_getitem = arguments->id_operator_getitem;
    const int64_t arg_id_select = arguments->id_select;
    const int64_t arg_num_outputs = arguments->num_outputs;
    const int64_t *const arg_signature_table_has_constants = arguments->signature_table_has_constants;
    const int64_t *const arg_signature_table_num_codes = arguments->signature_table_num_codes;
    const int64_t arg_version = arguments->version;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (!nac_instruction_arguments_hold(arguments))
        return NAC_BAD_ARGUMENTS;
    for (i = 0; i < count; i++) {
        int64_t v0_a = 0;
        int64_t v1_b = 0;
        int64_t v2_prefix = 0;
        int64_t v4_prefix = 0;
        int64_t v13_num_branches = 0;
        int64_t v15_num_constants = 0;
        int64_t v18_num_constants = 0;
        int64_t v21_prefix = 0;
        v0_a = c_a[i];
        v1_b = c_b[i];
        switch ((arg_version == 1) ? ((v0_a < 10) ? v0_a : 10) : ((v0_a >= 10) ? (((arg_signature_table_num_codes[(uint8_t)v1_b] == 0) && (((v0_a == arg_id_getitem) || (v0_a == arg_id_operator_getitem)) || (v0_a == arg_id_select))) ? 20 : 10) : (((v0_a == 3) && ((v1_b == 3) || (v1_b == 4))) ? (30 + v1_b) : v0_a))) {
        case 2:
            if ((v1_b >= 1) && (v1_b <= ((arg_version == 1) ? 3 : 5))) {
                v2_prefix = c_fields_prefix[i];
                if (!((v2_prefix == 1) || (v2_prefix == 2)))
                    return fail(fault, NAC_BREAKS_RULE, i, 0, 0);
            }
            break;
        case 3:
            v4_prefix = c_fields_prefix[i];
            if (!(v4_prefix >= 0))
                return fail(fault, NAC_BREAKS_RULE, i, 1, 0);
            {
                const uint64_t first = (uint64_t)c_fields_reserved_rows[i], last = (uint64_t)c_fields_reserved_rows[i + 1];
                if (first > last || last > n_fields_reserved_length)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (((v4_prefix == (arg_num_outputs + 1)) ? arg_num_outputs : v4_prefix) < 0)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                const uint64_t wanted = (uint64_t)((v4_prefix == (arg_num_outputs + 1)) ? arg_num_outputs : v4_prefix);
                if (last - first != wanted)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            }
            {
                const uint64_t first = (uint64_t)c_fields_distances_rows[i], last = (uint64_t)c_fields_distances_rows[i + 1];
                if (first > last || last > n_fields_distances_length)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (((v4_prefix == (arg_num_outputs + 1)) ? arg_num_outputs : v4_prefix) < 0)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                const uint64_t wanted = (uint64_t)((v4_prefix == (arg_num_outputs + 1)) ? arg_num_outputs : v4_prefix);
                if (last - first != wanted)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            }
            break;
        case 6:
            break;
        case 7:
            {
                const uint64_t first = (uint64_t)c_fields_branches_rows[i], last = (uint64_t)c_fields_branches_rows[i + 1];
                if (first > last || last > n_fields_branches_length)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if ((last - first) > 32767u)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                v13_num_branches = (int64_t)(last - first);
            }
            if (!(v13_num_branches >= 0))
                return fail(fault, NAC_BREAKS_RULE, i, 2, 0);
            {
                const uint64_t first = (uint64_t)c_fields_branches_rows[i], last = (uint64_t)c_fields_branches_rows[i + 1];
                if (first > last || last > n_fields_branches_length)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            }
            break;
        case 10:
            if (arg_signature_table_has_constants[(uint8_t)v1_b] != 0) {
                {
                    const uint64_t first = (uint64_t)c_fields_constants_rows[i], last = (uint64_t)c_fields_constants_rows[i + 1];
                    if (first > last || last > n_fields_constants_length)
                        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                    if ((last - first) > 32767u)
                        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                    v15_num_constants = (int64_t)(last - first);
                }
                if (!(v15_num_constants >= 0))
                    return fail(fault, NAC_BREAKS_RULE, i, 3, 0);
                {
                    const uint64_t first = (uint64_t)c_fields_constants_rows[i], last = (uint64_t)c_fields_constants_rows[i + 1];
                    if (first > last || last > n_fields_constants_length)
                        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                }
            }
            {
                const uint64_t first = (uint64_t)c_fields_distances_rows[i], last = (uint64_t)c_fields_distances_rows[i + 1];
                if (first > last || last > n_fields_distances_length)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                const uint64_t wanted = (uint64_t)arg_signature_table_num_codes[(uint8_t)v1_b];
                if (last - first != wanted)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            }
            break;
        case 20:
            {
                const uint64_t first = (uint64_t)c_fields_constants_rows[i], last = (uint64_t)c_fields_constants_rows[i + 1];
                if (first > last || last > n_fields_constants_length)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if ((last - first) > 32767u)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                v18_num_constants = (int64_t)(last - first);
            }
            if (!(v18_num_constants >= 0))
                return fail(fault, NAC_BREAKS_RULE, i, 4, 0);
            {
                const uint64_t first = (uint64_t)c_fields_constants_rows[i], last = (uint64_t)c_fields_constants_rows[i + 1];
                if (first > last || last > n_fields_constants_length)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            }
            break;
        case 33:
            v21_prefix = c_fields_prefix[i];
            if (!((v21_prefix == 1) || (v21_prefix == 2)))
                return fail(fault, NAC_BREAKS_RULE, i, 5, 0);
            break;
        case 34:
            break;
        default:
            break;
        }
    }
    return NAC_OK;
}

NAC_API int nac_instruction_sizes(
    const nac_instruction_arguments *arguments,
    const nac_instruction_columns *columns,
    int64_t *sizes,
    nac_fault *fault)
{
    const uint8_t *const c_a = columns->a;
    const uint8_t *const c_b = columns->b;
    const int16_t *const c_fields_prefix = columns->fields_prefix;
    const int64_t *const c_fields_reserved_rows = columns->fields_reserved_rows;
    const size_t n_fields_reserved_length = columns->fields_reserved_length;
    const int64_t *const c_fields_distances_rows = columns->fields_distances_rows;
    const size_t n_fields_distances_length = columns->fields_distances_length;
    const int64_t *const c_fields_branches_rows = columns->fields_branches_rows;
    const size_t n_fields_branches_length = columns->fields_branches_length;
    const int64_t *const c_fields_constants_rows = columns->fields_constants_rows;
    const size_t n_fields_constants_length = columns->fields_constants_length;
    const size_t count = columns->count;
    const int64_t arg_id_getitem = arguments->id_getitem;
    const int64_t arg_id_operator_getitem = arguments->id_operator_getitem;
    const int64_t arg_id_select = arguments->id_select;
    const int64_t arg_num_outputs = arguments->num_outputs;
    const int64_t *const arg_signature_table_has_constants = arguments->signature_table_has_constants;
    const int64_t *const arg_signature_table_num_codes = arguments->signature_table_num_codes;
    const int64_t arg_version = arguments->version;
    uint64_t used_fields_reserved_length = 0;
    uint64_t used_fields_distances_length = 0;
    uint64_t used_fields_branches_length = 0;
    uint64_t used_fields_constants_length = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (!nac_instruction_arguments_hold(arguments))
        return NAC_BAD_ARGUMENTS;
    for (i = 0; i < count; i++) {
        int64_t v0_a = 0;
        int64_t v1_b = 0;
        int64_t v4_prefix = 0;
        uint64_t total = 0;
        v0_a = c_a[i];
        v1_b = c_b[i];
        total += 2;
        switch ((arg_version == 1) ? ((v0_a < 10) ? v0_a : 10) : ((v0_a >= 10) ? (((arg_signature_table_num_codes[(uint8_t)v1_b] == 0) && (((v0_a == arg_id_getitem) || (v0_a == arg_id_operator_getitem)) || (v0_a == arg_id_select))) ? 20 : 10) : (((v0_a == 3) && ((v1_b == 3) || (v1_b == 4))) ? (30 + v1_b) : v0_a))) {
        case 2:
            if ((v1_b >= 1) && (v1_b <= ((arg_version == 1) ? 3 : 5))) {
                total += 4;
            }
            break;
        case 3:
            v4_prefix = c_fields_prefix[i];
            total += 2;
            {
                const uint64_t first = (uint64_t)c_fields_reserved_rows[i], last = (uint64_t)c_fields_reserved_rows[i + 1];
                if (first > last || last > n_fields_reserved_length)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (((v4_prefix == (arg_num_outputs + 1)) ? arg_num_outputs : v4_prefix) < 0)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                const uint64_t wanted = (uint64_t)((v4_prefix == (arg_num_outputs + 1)) ? arg_num_outputs : v4_prefix);
                if (last - first != wanted)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                used_fields_reserved_length += last - first;
                total += (last - first) * 2;
            }
            {
                const uint64_t first = (uint64_t)c_fields_distances_rows[i], last = (uint64_t)c_fields_distances_rows[i + 1];
                if (first > last || last > n_fields_distances_length)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (((v4_prefix == (arg_num_outputs + 1)) ? arg_num_outputs : v4_prefix) < 0)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                const uint64_t wanted = (uint64_t)((v4_prefix == (arg_num_outputs + 1)) ? arg_num_outputs : v4_prefix);
                if (last - first != wanted)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                used_fields_distances_length += last - first;
                total += (last - first) * 2;
            }
            break;
        case 6:
            total += 8;
            break;
        case 7:
            {
                const uint64_t first = (uint64_t)c_fields_branches_rows[i], last = (uint64_t)c_fields_branches_rows[i + 1];
                if (first > last || last > n_fields_branches_length)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if ((last - first) > 32767u)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            }
            total += 6;
            {
                const uint64_t first = (uint64_t)c_fields_branches_rows[i], last = (uint64_t)c_fields_branches_rows[i + 1];
                if (first > last || last > n_fields_branches_length)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                used_fields_branches_length += last - first;
                total += (last - first) * 2;
            }
            break;
        case 10:
            if (arg_signature_table_has_constants[(uint8_t)v1_b] != 0) {
                {
                    const uint64_t first = (uint64_t)c_fields_constants_rows[i], last = (uint64_t)c_fields_constants_rows[i + 1];
                    if (first > last || last > n_fields_constants_length)
                        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                    if ((last - first) > 32767u)
                        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                }
                total += 2;
                {
                    const uint64_t first = (uint64_t)c_fields_constants_rows[i], last = (uint64_t)c_fields_constants_rows[i + 1];
                    if (first > last || last > n_fields_constants_length)
                        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                    used_fields_constants_length += last - first;
                    total += (last - first) * 2;
                }
            }
            {
                const uint64_t first = (uint64_t)c_fields_distances_rows[i], last = (uint64_t)c_fields_distances_rows[i + 1];
                if (first > last || last > n_fields_distances_length)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                const uint64_t wanted = (uint64_t)arg_signature_table_num_codes[(uint8_t)v1_b];
                if (last - first != wanted)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                used_fields_distances_length += last - first;
                total += (last - first) * 2;
            }
            break;
        case 20:
            {
                const uint64_t first = (uint64_t)c_fields_constants_rows[i], last = (uint64_t)c_fields_constants_rows[i + 1];
                if (first > last || last > n_fields_constants_length)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if ((last - first) > 32767u)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            }
            total += 2;
            {
                const uint64_t first = (uint64_t)c_fields_constants_rows[i], last = (uint64_t)c_fields_constants_rows[i + 1];
                if (first > last || last > n_fields_constants_length)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                used_fields_constants_length += last - first;
                total += (last - first) * 2;
            }
            total += 2;
            break;
        case 33:
            total += 8;
            break;
        case 34:
            total += 2;
            break;
        default:
            break;
        }
        sizes[i] = (int64_t)total;
    }
    if (used_fields_reserved_length != (uint64_t)c_fields_reserved_rows[count])
        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
    if (used_fields_distances_length != (uint64_t)c_fields_distances_rows[count])
        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
    if (used_fields_branches_length != (uint64_t)c_fields_branches_rows[count])
        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
    if (used_fields_constants_length != (uint64_t)c_fields_constants_rows[count])
        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
    return NAC_OK;
}

NAC_API int nac_instruction_scatter(
    const nac_instruction_arguments *arguments,
    const nac_instruction_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    nac_fault *fault)
{
    const uint8_t *const c_a = columns->a;
    const uint8_t *const c_b = columns->b;
    const int16_t *const c_fields_prefix = columns->fields_prefix;
    const int16_t *const c_fields_id = columns->fields_id;
    const int64_t *const c_fields_reserved_rows = columns->fields_reserved_rows;
    const size_t n_fields_reserved_length = columns->fields_reserved_length;
    const int16_t *const c_fields_reserved = columns->fields_reserved;
    const int64_t *const c_fields_distances_rows = columns->fields_distances_rows;
    const size_t n_fields_distances_length = columns->fields_distances_length;
    const int16_t *const c_fields_distances = columns->fields_distances;
    const int16_t *const c_fields_len_true = columns->fields_len_true;
    const int16_t *const c_fields_len_false = columns->fields_len_false;
    const int16_t *const c_fields_predicate = columns->fields_predicate;
    const int16_t *const c_fields_input = columns->fields_input;
    const int16_t *const c_fields_block_end = columns->fields_block_end;
    const int64_t *const c_fields_branches_rows = columns->fields_branches_rows;
    const size_t n_fields_branches_length = columns->fields_branches_length;
    const int16_t *const c_fields_branches = columns->fields_branches;
    const int64_t *const c_fields_constants_rows = columns->fields_constants_rows;
    const size_t n_fields_constants_length = columns->fields_constants_length;
    const int16_t *const c_fields_constants = columns->fields_constants;
    const int16_t *const c_fields_distance = columns->fields_distance;
    const int16_t *const c_fields_gradient = columns->fields_gradient;
    const int16_t *const c_fields_rate = columns->fields_rate;
    const size_t count = columns->count;
    const int64_t arg_id_getitem = arguments->id_getitem;
    const int64_t arg_id_operator_getitem = arguments->id_operator_getitem;
    const int64_t arg_id_select = arguments->id_select;
    const int64_t arg_num_outputs = arguments->num_outputs;
    const int64_t *const arg_signature_table_has_constants = arguments->signature_table_has_constants;
    const int64_t *const arg_signature_table_num_codes = arguments->signature_table_num_codes;
    const int64_t arg_version = arguments->version;
    uint64_t used_fields_reserved_length = 0;
    uint64_t used_fields_distances_length = 0;
    uint64_t used_fields_branches_length = 0;
    uint64_t used_fields_constants_length = 0;
    size_t pos = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (!nac_instruction_arguments_hold(arguments))
        return NAC_BAD_ARGUMENTS;
    *written = 0;
    for (i = 0; i < count; i++) {
        int64_t v0_a = 0;
        int64_t v1_b = 0;
        int64_t v4_prefix = 0;
        int64_t v13_num_branches = 0;
        int64_t v15_num_constants = 0;
        int64_t v18_num_constants = 0;
        v0_a = c_a[i];
        v1_b = c_b[i];
        if (out_size - pos < 2)
            return fail(fault, NAC_NO_ROOM, i, -1, 0);
        put_1(out + pos, (uint64_t)c_a[i]);
        put_1(out + pos + 1, (uint64_t)c_b[i]);
        pos += 2;
        switch ((arg_version == 1) ? ((v0_a < 10) ? v0_a : 10) : ((v0_a >= 10) ? (((arg_signature_table_num_codes[(uint8_t)v1_b] == 0) && (((v0_a == arg_id_getitem) || (v0_a == arg_id_operator_getitem)) || (v0_a == arg_id_select))) ? 20 : 10) : (((v0_a == 3) && ((v1_b == 3) || (v1_b == 4))) ? (30 + v1_b) : v0_a))) {
        case 2:
            if ((v1_b >= 1) && (v1_b <= ((arg_version == 1) ? 3 : 5))) {
                if (out_size - pos < 4)
                    return fail(fault, NAC_NO_ROOM, i, -1, 0);
                put_2(out + pos, (uint64_t)c_fields_prefix[i]);
                put_2(out + pos + 2, (uint64_t)c_fields_id[i]);
                pos += 4;
            }
            break;
        case 3:
            v4_prefix = c_fields_prefix[i];
            if (out_size - pos < 2)
                return fail(fault, NAC_NO_ROOM, i, -1, 0);
            put_2(out + pos, (uint64_t)c_fields_prefix[i]);
            pos += 2;
            {
                const uint64_t first = (uint64_t)c_fields_reserved_rows[i], last = (uint64_t)c_fields_reserved_rows[i + 1];
                if (first > last || last > n_fields_reserved_length)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (((v4_prefix == (arg_num_outputs + 1)) ? arg_num_outputs : v4_prefix) < 0)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                const uint64_t wanted = (uint64_t)((v4_prefix == (arg_num_outputs + 1)) ? arg_num_outputs : v4_prefix);
                if (last - first != wanted)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                used_fields_reserved_length += last - first;
                uint64_t k;
                if (last - first > (out_size - pos) / 2)
                    return fail(fault, NAC_NO_ROOM, i, -1, 0);
                for (k = first; k < last; k++) {
                    put_2(out + pos, (uint64_t)c_fields_reserved[k]);
                    pos += 2;
                }
            }
            {
                const uint64_t first = (uint64_t)c_fields_distances_rows[i], last = (uint64_t)c_fields_distances_rows[i + 1];
                if (first > last || last > n_fields_distances_length)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (((v4_prefix == (arg_num_outputs + 1)) ? arg_num_outputs : v4_prefix) < 0)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                const uint64_t wanted = (uint64_t)((v4_prefix == (arg_num_outputs + 1)) ? arg_num_outputs : v4_prefix);
                if (last - first != wanted)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                used_fields_distances_length += last - first;
                uint64_t k;
                if (last - first > (out_size - pos) / 2)
                    return fail(fault, NAC_NO_ROOM, i, -1, 0);
                for (k = first; k < last; k++) {
                    put_2(out + pos, (uint64_t)c_fields_distances[k]);
                    pos += 2;
                }
            }
            break;
        case 6:
            if (out_size - pos < 8)
                return fail(fault, NAC_NO_ROOM, i, -1, 0);
            put_2(out + pos, (uint64_t)c_fields_prefix[i]);
            put_2(out + pos + 2, (uint64_t)c_fields_len_true[i]);
            put_2(out + pos + 4, (uint64_t)c_fields_len_false[i]);
            put_2(out + pos + 6, (uint64_t)c_fields_predicate[i]);
            pos += 8;
            break;
        case 7:
            {
                const uint64_t first = (uint64_t)c_fields_branches_rows[i], last = (uint64_t)c_fields_branches_rows[i + 1];
                if (first > last || last > n_fields_branches_length)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if ((last - first) > 32767u)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                v13_num_branches = (int64_t)(last - first);
            }
            if (out_size - pos < 6)
                return fail(fault, NAC_NO_ROOM, i, -1, 0);
            put_2(out + pos, (uint64_t)c_fields_input[i]);
            put_2(out + pos + 2, (uint64_t)c_fields_block_end[i]);
            put_2(out + pos + 4, (uint64_t)v13_num_branches);
            pos += 6;
            {
                const uint64_t first = (uint64_t)c_fields_branches_rows[i], last = (uint64_t)c_fields_branches_rows[i + 1];
                if (first > last || last > n_fields_branches_length)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                used_fields_branches_length += last - first;
                uint64_t k;
                if (last - first > (out_size - pos) / 2)
                    return fail(fault, NAC_NO_ROOM, i, -1, 0);
                for (k = first; k < last; k++) {
                    put_2(out + pos, (uint64_t)c_fields_branches[k]);
                    pos += 2;
                }
            }
            break;
        case 10:
            if (arg_signature_table_has_constants[(uint8_t)v1_b] != 0) {
                {
                    const uint64_t first = (uint64_t)c_fields_constants_rows[i], last = (uint64_t)c_fields_constants_rows[i + 1];
                    if (first > last || last > n_fields_constants_length)
                        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                    if ((last - first) > 32767u)
                        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                    v15_num_constants = (int64_t)(last - first);
                }
                if (out_size - pos < 2)
                    return fail(fault, NAC_NO_ROOM, i, -1, 0);
                put_2(out + pos, (uint64_t)v15_num_constants);
                pos += 2;
                {
                    const uint64_t first = (uint64_t)c_fields_constants_rows[i], last = (uint64_t)c_fields_constants_rows[i + 1];
                    if (first > last || last > n_fields_constants_length)
                        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                    used_fields_constants_length += last - first;
                    uint64_t k;
                    if (last - first > (out_size - pos) / 2)
                        return fail(fault, NAC_NO_ROOM, i, -1, 0);
                    for (k = first; k < last; k++) {
                        put_2(out + pos, (uint64_t)c_fields_constants[k]);
                        pos += 2;
                    }
                }
            }
            {
                const uint64_t first = (uint64_t)c_fields_distances_rows[i], last = (uint64_t)c_fields_distances_rows[i + 1];
                if (first > last || last > n_fields_distances_length)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                const uint64_t wanted = (uint64_t)arg_signature_table_num_codes[(uint8_t)v1_b];
                if (last - first != wanted)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                used_fields_distances_length += last - first;
                uint64_t k;
                if (last - first > (out_size - pos) / 2)
                    return fail(fault, NAC_NO_ROOM, i, -1, 0);
                for (k = first; k < last; k++) {
                    put_2(out + pos, (uint64_t)c_fields_distances[k]);
                    pos += 2;
                }
            }
            break;
        case 20:
            {
                const uint64_t first = (uint64_t)c_fields_constants_rows[i], last = (uint64_t)c_fields_constants_rows[i + 1];
                if (first > last || last > n_fields_constants_length)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if ((last - first) > 32767u)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                v18_num_constants = (int64_t)(last - first);
            }
            if (out_size - pos < 2)
                return fail(fault, NAC_NO_ROOM, i, -1, 0);
            put_2(out + pos, (uint64_t)v18_num_constants);
            pos += 2;
            {
                const uint64_t first = (uint64_t)c_fields_constants_rows[i], last = (uint64_t)c_fields_constants_rows[i + 1];
                if (first > last || last > n_fields_constants_length)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                used_fields_constants_length += last - first;
                uint64_t k;
                if (last - first > (out_size - pos) / 2)
                    return fail(fault, NAC_NO_ROOM, i, -1, 0);
                for (k = first; k < last; k++) {
                    put_2(out + pos, (uint64_t)c_fields_constants[k]);
                    pos += 2;
                }
            }
            if (out_size - pos < 2)
                return fail(fault, NAC_NO_ROOM, i, -1, 0);
            put_2(out + pos, (uint64_t)c_fields_distance[i]);
            pos += 2;
            break;
        case 33:
            if (out_size - pos < 8)
                return fail(fault, NAC_NO_ROOM, i, -1, 0);
            put_2(out + pos, (uint64_t)c_fields_prefix[i]);
            put_2(out + pos + 2, (uint64_t)c_fields_id[i]);
            put_2(out + pos + 4, (uint64_t)c_fields_gradient[i]);
            put_2(out + pos + 6, (uint64_t)c_fields_rate[i]);
            pos += 8;
            break;
        case 34:
            if (out_size - pos < 2)
                return fail(fault, NAC_NO_ROOM, i, -1, 0);
            put_2(out + pos, (uint64_t)c_fields_distance[i]);
            pos += 2;
            break;
        default:
            break;
        }
    }
    *written = pos;
    if (used_fields_reserved_length != (uint64_t)c_fields_reserved_rows[count])
        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
    if (used_fields_distances_length != (uint64_t)c_fields_distances_rows[count])
        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
    if (used_fields_branches_length != (uint64_t)c_fields_branches_rows[count])
        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
    if (used_fields_constants_length != (uint64_t)c_fields_constants_rows[count])
        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
    return NAC_OK;
}

NAC_API int nac_operation_name_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    nac_operation_name_columns *columns,
    nac_fault *fault)
{
    int64_t *const c_starts = columns->starts;
    uint16_t *const c_id_operation = columns->id_operation;
    int64_t *const c_name_at = columns->name_at;
    int64_t *const c_name_len = columns->name_len;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (pos > end)
        return NAC_DOES_NOT_FIT;
    for (i = 0; i < count; i++) {
        int64_t v1_len_name = 0;
        c_starts[i] = (int64_t)pos;
        if (end - pos < 3)
            return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
        c_id_operation[i] = get_u2(data + pos);
        v1_len_name = data[pos + 2];
        pos += 3;
        {
            const uint64_t size = (uint64_t)v1_len_name;
            if (size > end - pos)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            c_name_at[i] = (int64_t)pos;
            c_name_len[i] = (int64_t)size;
            pos += (size_t)size;
        }
    }
    c_starts[count] = (int64_t)pos;
    return NAC_OK;
}

NAC_API int nac_operation_name_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    nac_operation_name_columns *columns,
    int64_t *ends,
    nac_fault *fault)
{
    uint16_t *const c_id_operation = columns->id_operation;
    int64_t *const c_name_at = columns->name_at;
    int64_t *const c_name_len = columns->name_len;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        int64_t v1_len_name = 0;
        const uint64_t begin = (uint64_t)begins[i], limit = (uint64_t)limits[i];
        const size_t end = (size_t)limit;
        size_t pos = (size_t)begin;
        if (begin > limit || limit > data_size)
            return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
        if (end - pos < 3)
            return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
        c_id_operation[i] = get_u2(data + pos);
        v1_len_name = data[pos + 2];
        pos += 3;
        {
            const uint64_t size = (uint64_t)v1_len_name;
            if (size > end - pos)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            c_name_at[i] = (int64_t)pos;
            c_name_len[i] = (int64_t)size;
            pos += (size_t)size;
        }
        ends[i] = (int64_t)pos;
    }
    return NAC_OK;
}

NAC_API int nac_operation_name_check(
    const uint8_t *data,
    size_t data_size,
    const nac_operation_name_columns *columns,
    nac_fault *fault)
{
    const int64_t *const c_name_at = columns->name_at;
    const int64_t *const c_name_len = columns->name_len;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        {
            if (c_name_len[i] < 0)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if (c_name_at[i] >= 0) {
                const uint64_t at = (uint64_t)c_name_at[i], size = (uint64_t)c_name_len[i];
                if (at > data_size || size > data_size - at)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (!is_utf8(data + at, (size_t)size))
                    return fail(fault, NAC_BREAKS_RULE, i, 0, 0);
            }
        }
    }
    return NAC_OK;
}

NAC_API int nac_operation_name_sizes(
    const nac_operation_name_columns *columns,
    int64_t *sizes,
    nac_fault *fault)
{
    const int64_t *const c_name_at = columns->name_at;
    const int64_t *const c_name_len = columns->name_len;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        uint64_t total = 0;
        {
            if (c_name_len[i] < 0)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if ((uint64_t)c_name_len[i] > 255u)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
        }
        total += 3;
        {
            if (c_name_len[i] < 0)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if (c_name_at[i] >= 0) {
                if ((uint64_t)c_name_len[i] > (uint64_t)INT64_MAX / 2 - total)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                total += (uint64_t)c_name_len[i];
            }
        }
        sizes[i] = (int64_t)total;
    }
    return NAC_OK;
}

NAC_API int nac_operation_name_scatter(
    const uint8_t *data,
    size_t data_size,
    const nac_operation_name_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    nac_fault *fault)
{
    const uint16_t *const c_id_operation = columns->id_operation;
    const int64_t *const c_name_at = columns->name_at;
    const int64_t *const c_name_len = columns->name_len;
    const size_t count = columns->count;
    size_t pos = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    *written = 0;
    for (i = 0; i < count; i++) {
        int64_t v1_len_name = 0;
        {
            if (c_name_len[i] < 0)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if ((uint64_t)c_name_len[i] > 255u)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            v1_len_name = (int64_t)(uint64_t)c_name_len[i];
        }
        if (out_size - pos < 3)
            return fail(fault, NAC_NO_ROOM, i, -1, 0);
        put_2(out + pos, (uint64_t)c_id_operation[i]);
        put_1(out + pos + 2, (uint64_t)v1_len_name);
        pos += 3;
        {
            const uint64_t at = (uint64_t)c_name_at[i], size = (uint64_t)c_name_len[i];
            if (c_name_at[i] >= 0) {
                if (at > data_size || size > data_size - at)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (size > out_size - pos)
                    return fail(fault, NAC_NO_ROOM, i, -1, 0);
                if (size > 0) {
                    memcpy(out + pos, data + at, (size_t)size);
                }
                pos += (size_t)size;
            }
        }
    }
    *written = pos;
    return NAC_OK;
}

NAC_API int nac_constant_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    nac_constant_columns *columns,
    nac_fault *fault)
{
    int64_t *const c_starts = columns->starts;
    uint16_t *const c_id_constant = columns->id_constant;
    uint8_t *const c_kind = columns->kind;
    uint16_t *const c_length = columns->length;
    uint8_t *const c_body_is_true = columns->body_is_true;
    int64_t *const c_body_number = columns->body_number;
    int64_t *const c_body_raw_at = columns->body_raw_at;
    int64_t *const c_body_raw_len = columns->body_raw_len;
    int64_t *const c_body_text_at = columns->body_text_at;
    int64_t *const c_body_text_len = columns->body_text_len;
    int64_t *const c_body_numbers_rows = columns->body_numbers_rows;
    const size_t n_body_numbers_length = columns->body_numbers_length;
    int32_t *const c_body_numbers = columns->body_numbers;
    const size_t count = columns->count;
    size_t have_body_numbers_length = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (pos > end)
        return NAC_DOES_NOT_FIT;
    c_body_numbers_rows[0] = 0;
    for (i = 0; i < count; i++) {
        int64_t v1_kind = 0;
        int64_t v2_length = 0;
        c_starts[i] = (int64_t)pos;
        if (end - pos < 5)
            return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
        c_id_constant[i] = get_u2(data + pos);
        v1_kind = data[pos + 2];
        c_kind[i] = data[pos + 2];
        v2_length = get_u2(data + pos + 3);
        c_length[i] = get_u2(data + pos + 3);
        pos += 5;
        switch (v1_kind) {
        case 0:
            break;
        case 1:
            if (end - pos < 1)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            c_body_is_true[i] = data[pos];
            pos += 1;
            break;
        case 2:
            if (end - pos < 8)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            c_body_number[i] = get_s8(data + pos);
            pos += 8;
            break;
        case 3:
            {
                const uint64_t size = 8u;
                if (size > end - pos)
                    return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                c_body_raw_at[i] = (int64_t)pos;
                c_body_raw_len[i] = (int64_t)size;
                pos += (size_t)size;
            }
            break;
        case 4:
            {
                const uint64_t size = (uint64_t)v2_length;
                if (size > end - pos)
                    return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                c_body_text_at[i] = (int64_t)pos;
                c_body_text_len[i] = (int64_t)size;
                pos += (size_t)size;
            }
            break;
        case 5:
            {
                const uint64_t size = (uint64_t)v2_length;
                const size_t have = have_body_numbers_length;
                int fits;
                uint64_t k;
                if (size > (end - pos) / 4)
                    return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                fits = have <= n_body_numbers_length && size <= n_body_numbers_length - have;
                if (fits) {
                    for (k = 0; k < size; k++) {
                        c_body_numbers[have + k] = get_s4(data + pos);
                        pos += 4;
                    }
                } else {
                    pos += (size_t)size * 4;
                }
                have_body_numbers_length = have + (size_t)size;
            }
            break;
        case 6:
            {
                const uint64_t size = (uint64_t)(v2_length * 4);
                if (size > end - pos)
                    return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                c_body_raw_at[i] = (int64_t)pos;
                c_body_raw_len[i] = (int64_t)size;
                pos += (size_t)size;
            }
            break;
        default:
            break;
        }
        c_body_numbers_rows[i + 1] = (int64_t)have_body_numbers_length;
    }
    c_starts[count] = (int64_t)pos;
    columns->body_numbers_length = have_body_numbers_length;
    if (have_body_numbers_length > n_body_numbers_length)
        return NAC_NO_ROOM;
    return NAC_OK;
}

NAC_API int nac_constant_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    nac_constant_columns *columns,
    int64_t *ends,
    nac_fault *fault)
{
    uint16_t *const c_id_constant = columns->id_constant;
    uint8_t *const c_kind = columns->kind;
    uint16_t *const c_length = columns->length;
    uint8_t *const c_body_is_true = columns->body_is_true;
    int64_t *const c_body_number = columns->body_number;
    int64_t *const c_body_raw_at = columns->body_raw_at;
    int64_t *const c_body_raw_len = columns->body_raw_len;
    int64_t *const c_body_text_at = columns->body_text_at;
    int64_t *const c_body_text_len = columns->body_text_len;
    int64_t *const c_body_numbers_rows = columns->body_numbers_rows;
    const size_t n_body_numbers_length = columns->body_numbers_length;
    int32_t *const c_body_numbers = columns->body_numbers;
    const size_t count = columns->count;
    size_t have_body_numbers_length = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    c_body_numbers_rows[0] = 0;
    for (i = 0; i < count; i++) {
        int64_t v1_kind = 0;
        int64_t v2_length = 0;
        const uint64_t begin = (uint64_t)begins[i], limit = (uint64_t)limits[i];
        const size_t end = (size_t)limit;
        size_t pos = (size_t)begin;
        if (begin > limit || limit > data_size)
            return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
        if (end - pos < 5)
            return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
        c_id_constant[i] = get_u2(data + pos);
        v1_kind = data[pos + 2];
        c_kind[i] = data[pos + 2];
        v2_length = get_u2(data + pos + 3);
        c_length[i] = get_u2(data + pos + 3);
        pos += 5;
        switch (v1_kind) {
        case 0:
            break;
        case 1:
            if (end - pos < 1)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            c_body_is_true[i] = data[pos];
            pos += 1;
            break;
        case 2:
            if (end - pos < 8)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            c_body_number[i] = get_s8(data + pos);
            pos += 8;
            break;
        case 3:
            {
                const uint64_t size = 8u;
                if (size > end - pos)
                    return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                c_body_raw_at[i] = (int64_t)pos;
                c_body_raw_len[i] = (int64_t)size;
                pos += (size_t)size;
            }
            break;
        case 4:
            {
                const uint64_t size = (uint64_t)v2_length;
                if (size > end - pos)
                    return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                c_body_text_at[i] = (int64_t)pos;
                c_body_text_len[i] = (int64_t)size;
                pos += (size_t)size;
            }
            break;
        case 5:
            {
                const uint64_t size = (uint64_t)v2_length;
                const size_t have = have_body_numbers_length;
                int fits;
                uint64_t k;
                if (size > (end - pos) / 4)
                    return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                fits = have <= n_body_numbers_length && size <= n_body_numbers_length - have;
                if (fits) {
                    for (k = 0; k < size; k++) {
                        c_body_numbers[have + k] = get_s4(data + pos);
                        pos += 4;
                    }
                } else {
                    pos += (size_t)size * 4;
                }
                have_body_numbers_length = have + (size_t)size;
            }
            break;
        case 6:
            {
                const uint64_t size = (uint64_t)(v2_length * 4);
                if (size > end - pos)
                    return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                c_body_raw_at[i] = (int64_t)pos;
                c_body_raw_len[i] = (int64_t)size;
                pos += (size_t)size;
            }
            break;
        default:
            break;
        }
        c_body_numbers_rows[i + 1] = (int64_t)have_body_numbers_length;
        ends[i] = (int64_t)pos;
    }
    columns->body_numbers_length = have_body_numbers_length;
    if (have_body_numbers_length > n_body_numbers_length)
        return NAC_NO_ROOM;
    return NAC_OK;
}

NAC_API int nac_constant_check(
    const uint8_t *data,
    size_t data_size,
    const nac_constant_columns *columns,
    nac_fault *fault)
{
    const uint8_t *const c_kind = columns->kind;
    const uint16_t *const c_length = columns->length;
    const uint8_t *const c_body_is_true = columns->body_is_true;
    const int64_t *const c_body_raw_at = columns->body_raw_at;
    const int64_t *const c_body_raw_len = columns->body_raw_len;
    const int64_t *const c_body_text_at = columns->body_text_at;
    const int64_t *const c_body_text_len = columns->body_text_len;
    const int64_t *const c_body_numbers_rows = columns->body_numbers_rows;
    const size_t n_body_numbers_length = columns->body_numbers_length;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        int64_t v1_kind = 0;
        int64_t v2_length = 0;
        int64_t v3_is_true = 0;
        v1_kind = c_kind[i];
        if (!(v1_kind <= 6))
            return fail(fault, NAC_BREAKS_RULE, i, 0, 0);
        v2_length = c_length[i];
        if (!((v2_length == 8) || ((v1_kind != 2) && (v1_kind != 3))))
            return fail(fault, NAC_BREAKS_RULE, i, 1, 0);
        switch (v1_kind) {
        case 0:
            break;
        case 1:
            v3_is_true = c_body_is_true[i];
            if (!((v3_is_true == 0) || (v3_is_true == 1)))
                return fail(fault, NAC_BREAKS_RULE, i, 2, 0);
            break;
        case 2:
            break;
        case 3:
            {
                if (c_body_raw_len[i] < 0)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                const uint64_t wanted = 8u;
                if ((uint64_t)c_body_raw_len[i] != wanted)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (c_body_raw_at[i] >= 0) {
                    const uint64_t at = (uint64_t)c_body_raw_at[i], size = (uint64_t)c_body_raw_len[i];
                    if (at > data_size || size > data_size - at)
                        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                }
            }
            break;
        case 4:
            {
                if (c_body_text_len[i] < 0)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                const uint64_t wanted = (uint64_t)v2_length;
                if ((uint64_t)c_body_text_len[i] != wanted)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (c_body_text_at[i] >= 0) {
                    const uint64_t at = (uint64_t)c_body_text_at[i], size = (uint64_t)c_body_text_len[i];
                    if (at > data_size || size > data_size - at)
                        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                    if (!is_utf8(data + at, (size_t)size))
                        return fail(fault, NAC_BREAKS_RULE, i, 3, 0);
                }
            }
            break;
        case 5:
            {
                const uint64_t first = (uint64_t)c_body_numbers_rows[i], last = (uint64_t)c_body_numbers_rows[i + 1];
                if (first > last || last > n_body_numbers_length)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                const uint64_t wanted = (uint64_t)v2_length;
                if (last - first != wanted)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            }
            break;
        case 6:
            {
                if (c_body_raw_len[i] < 0)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                const uint64_t wanted = (uint64_t)(v2_length * 4);
                if ((uint64_t)c_body_raw_len[i] != wanted)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (c_body_raw_at[i] >= 0) {
                    const uint64_t at = (uint64_t)c_body_raw_at[i], size = (uint64_t)c_body_raw_len[i];
                    if (at > data_size || size > data_size - at)
                        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                }
            }
            break;
        default:
            break;
        }
    }
    return NAC_OK;
}

NAC_API int nac_constant_sizes(
    const nac_constant_columns *columns,
    int64_t *sizes,
    nac_fault *fault)
{
    const uint8_t *const c_kind = columns->kind;
    const uint16_t *const c_length = columns->length;
    const int64_t *const c_body_raw_at = columns->body_raw_at;
    const int64_t *const c_body_raw_len = columns->body_raw_len;
    const int64_t *const c_body_text_at = columns->body_text_at;
    const int64_t *const c_body_text_len = columns->body_text_len;
    const int64_t *const c_body_numbers_rows = columns->body_numbers_rows;
    const size_t n_body_numbers_length = columns->body_numbers_length;
    const size_t count = columns->count;
    uint64_t used_body_numbers_length = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        int64_t v1_kind = 0;
        int64_t v2_length = 0;
        uint64_t total = 0;
        v1_kind = c_kind[i];
        v2_length = c_length[i];
        total += 5;
        switch (v1_kind) {
        case 0:
            break;
        case 1:
            total += 1;
            break;
        case 2:
            total += 8;
            break;
        case 3:
            {
                if (c_body_raw_len[i] < 0)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                const uint64_t wanted = 8u;
                if ((uint64_t)c_body_raw_len[i] != wanted)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (c_body_raw_at[i] >= 0) {
                    if ((uint64_t)c_body_raw_len[i] > (uint64_t)INT64_MAX / 2 - total)
                        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                    total += (uint64_t)c_body_raw_len[i];
                }
            }
            break;
        case 4:
            {
                if (c_body_text_len[i] < 0)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                const uint64_t wanted = (uint64_t)v2_length;
                if ((uint64_t)c_body_text_len[i] != wanted)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (c_body_text_at[i] >= 0) {
                    if ((uint64_t)c_body_text_len[i] > (uint64_t)INT64_MAX / 2 - total)
                        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                    total += (uint64_t)c_body_text_len[i];
                }
            }
            break;
        case 5:
            {
                const uint64_t first = (uint64_t)c_body_numbers_rows[i], last = (uint64_t)c_body_numbers_rows[i + 1];
                if (first > last || last > n_body_numbers_length)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                const uint64_t wanted = (uint64_t)v2_length;
                if (last - first != wanted)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                used_body_numbers_length += last - first;
                total += (last - first) * 4;
            }
            break;
        case 6:
            {
                if (c_body_raw_len[i] < 0)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                const uint64_t wanted = (uint64_t)(v2_length * 4);
                if ((uint64_t)c_body_raw_len[i] != wanted)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (c_body_raw_at[i] >= 0) {
                    if ((uint64_t)c_body_raw_len[i] > (uint64_t)INT64_MAX / 2 - total)
                        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                    total += (uint64_t)c_body_raw_len[i];
                }
            }
            break;
        default:
            break;
        }
        sizes[i] = (int64_t)total;
    }
    if (used_body_numbers_length != (uint64_t)c_body_numbers_rows[count])
        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
    return NAC_OK;
}

NAC_API int nac_constant_scatter(
    const uint8_t *data,
    size_t data_size,
    const nac_constant_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    nac_fault *fault)
{
    const uint16_t *const c_id_constant = columns->id_constant;
    const uint8_t *const c_kind = columns->kind;
    const uint16_t *const c_length = columns->length;
    const uint8_t *const c_body_is_true = columns->body_is_true;
    const int64_t *const c_body_number = columns->body_number;
    const int64_t *const c_body_raw_at = columns->body_raw_at;
    const int64_t *const c_body_raw_len = columns->body_raw_len;
    const int64_t *const c_body_text_at = columns->body_text_at;
    const int64_t *const c_body_text_len = columns->body_text_len;
    const int64_t *const c_body_numbers_rows = columns->body_numbers_rows;
    const size_t n_body_numbers_length = columns->body_numbers_length;
    const int32_t *const c_body_numbers = columns->body_numbers;
    const size_t count = columns->count;
    uint64_t used_body_numbers_length = 0;
    size_t pos = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    *written = 0;
    for (i = 0; i < count; i++) {
        int64_t v1_kind = 0;
        int64_t v2_length = 0;
        v1_kind = c_kind[i];
        v2_length = c_length[i];
        if (out_size - pos < 5)
            return fail(fault, NAC_NO_ROOM, i, -1, 0);
        put_2(out + pos, (uint64_t)c_id_constant[i]);
        put_1(out + pos + 2, (uint64_t)c_kind[i]);
        put_2(out + pos + 3, (uint64_t)c_length[i]);
        pos += 5;
        switch (v1_kind) {
        case 0:
            break;
        case 1:
            if (out_size - pos < 1)
                return fail(fault, NAC_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_body_is_true[i]);
            pos += 1;
            break;
        case 2:
            if (out_size - pos < 8)
                return fail(fault, NAC_NO_ROOM, i, -1, 0);
            put_8(out + pos, (uint64_t)c_body_number[i]);
            pos += 8;
            break;
        case 3:
            {
                const uint64_t at = (uint64_t)c_body_raw_at[i], size = (uint64_t)c_body_raw_len[i];
                const uint64_t wanted = 8u;
                if (size != wanted)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (c_body_raw_at[i] >= 0) {
                    if (at > data_size || size > data_size - at)
                        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                    if (size > out_size - pos)
                        return fail(fault, NAC_NO_ROOM, i, -1, 0);
                    if (size > 0) {
                        memcpy(out + pos, data + at, (size_t)size);
                    }
                    pos += (size_t)size;
                }
            }
            break;
        case 4:
            {
                const uint64_t at = (uint64_t)c_body_text_at[i], size = (uint64_t)c_body_text_len[i];
                const uint64_t wanted = (uint64_t)v2_length;
                if (size != wanted)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (c_body_text_at[i] >= 0) {
                    if (at > data_size || size > data_size - at)
                        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                    if (size > out_size - pos)
                        return fail(fault, NAC_NO_ROOM, i, -1, 0);
                    if (size > 0) {
                        memcpy(out + pos, data + at, (size_t)size);
                    }
                    pos += (size_t)size;
                }
            }
            break;
        case 5:
            {
                const uint64_t first = (uint64_t)c_body_numbers_rows[i], last = (uint64_t)c_body_numbers_rows[i + 1];
                if (first > last || last > n_body_numbers_length)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                const uint64_t wanted = (uint64_t)v2_length;
                if (last - first != wanted)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                used_body_numbers_length += last - first;
                uint64_t k;
                if (last - first > (out_size - pos) / 4)
                    return fail(fault, NAC_NO_ROOM, i, -1, 0);
                for (k = first; k < last; k++) {
                    put_4(out + pos, (uint64_t)c_body_numbers[k]);
                    pos += 4;
                }
            }
            break;
        case 6:
            {
                const uint64_t at = (uint64_t)c_body_raw_at[i], size = (uint64_t)c_body_raw_len[i];
                const uint64_t wanted = (uint64_t)(v2_length * 4);
                if (size != wanted)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (c_body_raw_at[i] >= 0) {
                    if (at > data_size || size > data_size - at)
                        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                    if (size > out_size - pos)
                        return fail(fault, NAC_NO_ROOM, i, -1, 0);
                    if (size > 0) {
                        memcpy(out + pos, data + at, (size_t)size);
                    }
                    pos += (size_t)size;
                }
            }
            break;
        default:
            break;
        }
    }
    *written = pos;
    if (used_body_numbers_length != (uint64_t)c_body_numbers_rows[count])
        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
    return NAC_OK;
}

NAC_API int nac_signature_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    nac_signature_columns *columns,
    nac_fault *fault)
{
    int64_t *const c_starts = columns->starts;
    uint16_t *const c_id_signature = columns->id_signature;
    int64_t *const c_codes_rows = columns->codes_rows;
    const size_t n_codes_length = columns->codes_length;
    uint8_t *const c_codes_code = columns->codes_code;
    const size_t count = columns->count;
    size_t have_codes_length = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (pos > end)
        return NAC_DOES_NOT_FIT;
    c_codes_rows[0] = 0;
    for (i = 0; i < count; i++) {
        int64_t v1_num_codes = 0;
        c_starts[i] = (int64_t)pos;
        if (end - pos < 3)
            return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
        c_id_signature[i] = get_u2(data + pos);
        v1_num_codes = data[pos + 2];
        pos += 3;
        {
            const uint64_t size = (uint64_t)v1_num_codes;
            const size_t have = have_codes_length;
            int fits;
            uint64_t k;
            if (size > (end - pos))
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            fits = have <= n_codes_length && size <= n_codes_length - have;
            if (fits) {
                for (k = 0; k < size; k++) {
                    c_codes_code[have + k] = data[pos];
                    pos += 1;
                }
            } else {
                pos += (size_t)size * 1;
            }
            have_codes_length = have + (size_t)size;
        }
        c_codes_rows[i + 1] = (int64_t)have_codes_length;
    }
    c_starts[count] = (int64_t)pos;
    columns->codes_length = have_codes_length;
    if (have_codes_length > n_codes_length)
        return NAC_NO_ROOM;
    return NAC_OK;
}

NAC_API int nac_signature_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    nac_signature_columns *columns,
    int64_t *ends,
    nac_fault *fault)
{
    uint16_t *const c_id_signature = columns->id_signature;
    int64_t *const c_codes_rows = columns->codes_rows;
    const size_t n_codes_length = columns->codes_length;
    uint8_t *const c_codes_code = columns->codes_code;
    const size_t count = columns->count;
    size_t have_codes_length = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    c_codes_rows[0] = 0;
    for (i = 0; i < count; i++) {
        int64_t v1_num_codes = 0;
        const uint64_t begin = (uint64_t)begins[i], limit = (uint64_t)limits[i];
        const size_t end = (size_t)limit;
        size_t pos = (size_t)begin;
        if (begin > limit || limit > data_size)
            return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
        if (end - pos < 3)
            return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
        c_id_signature[i] = get_u2(data + pos);
        v1_num_codes = data[pos + 2];
        pos += 3;
        {
            const uint64_t size = (uint64_t)v1_num_codes;
            const size_t have = have_codes_length;
            int fits;
            uint64_t k;
            if (size > (end - pos))
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            fits = have <= n_codes_length && size <= n_codes_length - have;
            if (fits) {
                for (k = 0; k < size; k++) {
                    c_codes_code[have + k] = data[pos];
                    pos += 1;
                }
            } else {
                pos += (size_t)size * 1;
            }
            have_codes_length = have + (size_t)size;
        }
        c_codes_rows[i + 1] = (int64_t)have_codes_length;
        ends[i] = (int64_t)pos;
    }
    columns->codes_length = have_codes_length;
    if (have_codes_length > n_codes_length)
        return NAC_NO_ROOM;
    return NAC_OK;
}

NAC_API int nac_signature_check(
    const nac_signature_columns *columns,
    nac_fault *fault)
{
    const int64_t *const c_codes_rows = columns->codes_rows;
    const size_t n_codes_length = columns->codes_length;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        {
            const uint64_t first = (uint64_t)c_codes_rows[i], last = (uint64_t)c_codes_rows[i + 1];
            if (first > last || last > n_codes_length)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
        }
    }
    return NAC_OK;
}

NAC_API int nac_signature_sizes(
    const nac_signature_columns *columns,
    int64_t *sizes,
    nac_fault *fault)
{
    const int64_t *const c_codes_rows = columns->codes_rows;
    const size_t n_codes_length = columns->codes_length;
    const size_t count = columns->count;
    uint64_t used_codes_length = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        uint64_t total = 0;
        {
            const uint64_t first = (uint64_t)c_codes_rows[i], last = (uint64_t)c_codes_rows[i + 1];
            if (first > last || last > n_codes_length)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if ((last - first) > 255u)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
        }
        total += 3;
        {
            const uint64_t first = (uint64_t)c_codes_rows[i], last = (uint64_t)c_codes_rows[i + 1];
            if (first > last || last > n_codes_length)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            used_codes_length += last - first;
            total += (last - first) * 1;
        }
        sizes[i] = (int64_t)total;
    }
    if (used_codes_length != (uint64_t)c_codes_rows[count])
        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
    return NAC_OK;
}

NAC_API int nac_signature_scatter(
    const nac_signature_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    nac_fault *fault)
{
    const uint16_t *const c_id_signature = columns->id_signature;
    const int64_t *const c_codes_rows = columns->codes_rows;
    const size_t n_codes_length = columns->codes_length;
    const uint8_t *const c_codes_code = columns->codes_code;
    const size_t count = columns->count;
    uint64_t used_codes_length = 0;
    size_t pos = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    *written = 0;
    for (i = 0; i < count; i++) {
        int64_t v1_num_codes = 0;
        {
            const uint64_t first = (uint64_t)c_codes_rows[i], last = (uint64_t)c_codes_rows[i + 1];
            if (first > last || last > n_codes_length)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if ((last - first) > 255u)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            v1_num_codes = (int64_t)(last - first);
        }
        if (out_size - pos < 3)
            return fail(fault, NAC_NO_ROOM, i, -1, 0);
        put_2(out + pos, (uint64_t)c_id_signature[i]);
        put_1(out + pos + 2, (uint64_t)v1_num_codes);
        pos += 3;
        {
            const uint64_t first = (uint64_t)c_codes_rows[i], last = (uint64_t)c_codes_rows[i + 1];
            if (first > last || last > n_codes_length)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            used_codes_length += last - first;
            uint64_t k;
            if (last - first > (out_size - pos))
                return fail(fault, NAC_NO_ROOM, i, -1, 0);
            for (k = first; k < last; k++) {
                put_1(out + pos, (uint64_t)c_codes_code[k]);
                pos += 1;
            }
        }
    }
    *written = pos;
    if (used_codes_length != (uint64_t)c_codes_rows[count])
        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
    return NAC_OK;
}

NAC_API int nac_parameter_name_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    nac_parameter_name_columns *columns,
    nac_fault *fault)
{
    int64_t *const c_starts = columns->starts;
    uint16_t *const c_id_parameter = columns->id_parameter;
    int64_t *const c_name_at = columns->name_at;
    int64_t *const c_name_len = columns->name_len;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (pos > end)
        return NAC_DOES_NOT_FIT;
    for (i = 0; i < count; i++) {
        int64_t v1_len_name = 0;
        c_starts[i] = (int64_t)pos;
        if (end - pos < 4)
            return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
        c_id_parameter[i] = get_u2(data + pos);
        v1_len_name = get_u2(data + pos + 2);
        pos += 4;
        {
            const uint64_t size = (uint64_t)v1_len_name;
            if (size > end - pos)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            c_name_at[i] = (int64_t)pos;
            c_name_len[i] = (int64_t)size;
            pos += (size_t)size;
        }
    }
    c_starts[count] = (int64_t)pos;
    return NAC_OK;
}

NAC_API int nac_parameter_name_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    nac_parameter_name_columns *columns,
    int64_t *ends,
    nac_fault *fault)
{
    uint16_t *const c_id_parameter = columns->id_parameter;
    int64_t *const c_name_at = columns->name_at;
    int64_t *const c_name_len = columns->name_len;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        int64_t v1_len_name = 0;
        const uint64_t begin = (uint64_t)begins[i], limit = (uint64_t)limits[i];
        const size_t end = (size_t)limit;
        size_t pos = (size_t)begin;
        if (begin > limit || limit > data_size)
            return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
        if (end - pos < 4)
            return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
        c_id_parameter[i] = get_u2(data + pos);
        v1_len_name = get_u2(data + pos + 2);
        pos += 4;
        {
            const uint64_t size = (uint64_t)v1_len_name;
            if (size > end - pos)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            c_name_at[i] = (int64_t)pos;
            c_name_len[i] = (int64_t)size;
            pos += (size_t)size;
        }
        ends[i] = (int64_t)pos;
    }
    return NAC_OK;
}

NAC_API int nac_parameter_name_check(
    const uint8_t *data,
    size_t data_size,
    const nac_parameter_name_columns *columns,
    nac_fault *fault)
{
    const int64_t *const c_name_at = columns->name_at;
    const int64_t *const c_name_len = columns->name_len;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        {
            if (c_name_len[i] < 0)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if (c_name_at[i] >= 0) {
                const uint64_t at = (uint64_t)c_name_at[i], size = (uint64_t)c_name_len[i];
                if (at > data_size || size > data_size - at)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (!is_utf8(data + at, (size_t)size))
                    return fail(fault, NAC_BREAKS_RULE, i, 0, 0);
            }
        }
    }
    return NAC_OK;
}

NAC_API int nac_parameter_name_sizes(
    const nac_parameter_name_columns *columns,
    int64_t *sizes,
    nac_fault *fault)
{
    const int64_t *const c_name_at = columns->name_at;
    const int64_t *const c_name_len = columns->name_len;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        uint64_t total = 0;
        {
            if (c_name_len[i] < 0)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if ((uint64_t)c_name_len[i] > 65535u)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
        }
        total += 4;
        {
            if (c_name_len[i] < 0)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if (c_name_at[i] >= 0) {
                if ((uint64_t)c_name_len[i] > (uint64_t)INT64_MAX / 2 - total)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                total += (uint64_t)c_name_len[i];
            }
        }
        sizes[i] = (int64_t)total;
    }
    return NAC_OK;
}

NAC_API int nac_parameter_name_scatter(
    const uint8_t *data,
    size_t data_size,
    const nac_parameter_name_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    nac_fault *fault)
{
    const uint16_t *const c_id_parameter = columns->id_parameter;
    const int64_t *const c_name_at = columns->name_at;
    const int64_t *const c_name_len = columns->name_len;
    const size_t count = columns->count;
    size_t pos = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    *written = 0;
    for (i = 0; i < count; i++) {
        int64_t v1_len_name = 0;
        {
            if (c_name_len[i] < 0)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if ((uint64_t)c_name_len[i] > 65535u)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            v1_len_name = (int64_t)(uint64_t)c_name_len[i];
        }
        if (out_size - pos < 4)
            return fail(fault, NAC_NO_ROOM, i, -1, 0);
        put_2(out + pos, (uint64_t)c_id_parameter[i]);
        put_2(out + pos + 2, (uint64_t)v1_len_name);
        pos += 4;
        {
            const uint64_t at = (uint64_t)c_name_at[i], size = (uint64_t)c_name_len[i];
            if (c_name_at[i] >= 0) {
                if (at > data_size || size > data_size - at)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (size > out_size - pos)
                    return fail(fault, NAC_NO_ROOM, i, -1, 0);
                if (size > 0) {
                    memcpy(out + pos, data + at, (size_t)size);
                }
                pos += (size_t)size;
            }
        }
    }
    *written = pos;
    return NAC_OK;
}

NAC_API int nac_input_name_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    nac_input_name_columns *columns,
    nac_fault *fault)
{
    int64_t *const c_starts = columns->starts;
    uint16_t *const c_idx_instruction = columns->idx_instruction;
    int64_t *const c_name_at = columns->name_at;
    int64_t *const c_name_len = columns->name_len;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (pos > end)
        return NAC_DOES_NOT_FIT;
    for (i = 0; i < count; i++) {
        int64_t v1_len_name = 0;
        c_starts[i] = (int64_t)pos;
        if (end - pos < 4)
            return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
        c_idx_instruction[i] = get_u2(data + pos);
        v1_len_name = get_u2(data + pos + 2);
        pos += 4;
        {
            const uint64_t size = (uint64_t)v1_len_name;
            if (size > end - pos)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            c_name_at[i] = (int64_t)pos;
            c_name_len[i] = (int64_t)size;
            pos += (size_t)size;
        }
    }
    c_starts[count] = (int64_t)pos;
    return NAC_OK;
}

NAC_API int nac_input_name_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    nac_input_name_columns *columns,
    int64_t *ends,
    nac_fault *fault)
{
    uint16_t *const c_idx_instruction = columns->idx_instruction;
    int64_t *const c_name_at = columns->name_at;
    int64_t *const c_name_len = columns->name_len;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        int64_t v1_len_name = 0;
        const uint64_t begin = (uint64_t)begins[i], limit = (uint64_t)limits[i];
        const size_t end = (size_t)limit;
        size_t pos = (size_t)begin;
        if (begin > limit || limit > data_size)
            return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
        if (end - pos < 4)
            return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
        c_idx_instruction[i] = get_u2(data + pos);
        v1_len_name = get_u2(data + pos + 2);
        pos += 4;
        {
            const uint64_t size = (uint64_t)v1_len_name;
            if (size > end - pos)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            c_name_at[i] = (int64_t)pos;
            c_name_len[i] = (int64_t)size;
            pos += (size_t)size;
        }
        ends[i] = (int64_t)pos;
    }
    return NAC_OK;
}

NAC_API int nac_input_name_check(
    const uint8_t *data,
    size_t data_size,
    const nac_input_name_columns *columns,
    nac_fault *fault)
{
    const int64_t *const c_name_at = columns->name_at;
    const int64_t *const c_name_len = columns->name_len;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        {
            if (c_name_len[i] < 0)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if (c_name_at[i] >= 0) {
                const uint64_t at = (uint64_t)c_name_at[i], size = (uint64_t)c_name_len[i];
                if (at > data_size || size > data_size - at)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (!is_utf8(data + at, (size_t)size))
                    return fail(fault, NAC_BREAKS_RULE, i, 0, 0);
            }
        }
    }
    return NAC_OK;
}

NAC_API int nac_input_name_sizes(
    const nac_input_name_columns *columns,
    int64_t *sizes,
    nac_fault *fault)
{
    const int64_t *const c_name_at = columns->name_at;
    const int64_t *const c_name_len = columns->name_len;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        uint64_t total = 0;
        {
            if (c_name_len[i] < 0)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if ((uint64_t)c_name_len[i] > 65535u)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
        }
        total += 4;
        {
            if (c_name_len[i] < 0)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if (c_name_at[i] >= 0) {
                if ((uint64_t)c_name_len[i] > (uint64_t)INT64_MAX / 2 - total)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                total += (uint64_t)c_name_len[i];
            }
        }
        sizes[i] = (int64_t)total;
    }
    return NAC_OK;
}

NAC_API int nac_input_name_scatter(
    const uint8_t *data,
    size_t data_size,
    const nac_input_name_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    nac_fault *fault)
{
    const uint16_t *const c_idx_instruction = columns->idx_instruction;
    const int64_t *const c_name_at = columns->name_at;
    const int64_t *const c_name_len = columns->name_len;
    const size_t count = columns->count;
    size_t pos = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    *written = 0;
    for (i = 0; i < count; i++) {
        int64_t v1_len_name = 0;
        {
            if (c_name_len[i] < 0)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if ((uint64_t)c_name_len[i] > 65535u)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            v1_len_name = (int64_t)(uint64_t)c_name_len[i];
        }
        if (out_size - pos < 4)
            return fail(fault, NAC_NO_ROOM, i, -1, 0);
        put_2(out + pos, (uint64_t)c_idx_instruction[i]);
        put_2(out + pos + 2, (uint64_t)v1_len_name);
        pos += 4;
        {
            const uint64_t at = (uint64_t)c_name_at[i], size = (uint64_t)c_name_len[i];
            if (c_name_at[i] >= 0) {
                if (at > data_size || size > data_size - at)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (size > out_size - pos)
                    return fail(fault, NAC_NO_ROOM, i, -1, 0);
                if (size > 0) {
                    memcpy(out + pos, data + at, (size_t)size);
                }
                pos += (size_t)size;
            }
        }
    }
    *written = pos;
    return NAC_OK;
}

NAC_API int nac_tensor_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    nac_tensor_columns *columns,
    nac_fault *fault)
{
    int64_t *const c_starts = columns->starts;
    uint16_t *const c_id_parameter = columns->id_parameter;
    int64_t *const c_meta_at = columns->meta_at;
    int64_t *const c_meta_len = columns->meta_len;
    int64_t *const c_data_at = columns->data_at;
    int64_t *const c_data_len = columns->data_len;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (pos > end)
        return NAC_DOES_NOT_FIT;
    for (i = 0; i < count; i++) {
        int64_t v1_len_meta = 0;
        uint64_t v2_len_data = 0;
        c_starts[i] = (int64_t)pos;
        if (end - pos < 14)
            return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
        c_id_parameter[i] = get_u2(data + pos);
        v1_len_meta = get_u4(data + pos + 2);
        v2_len_data = get_u8(data + pos + 6);
        pos += 14;
        {
            const uint64_t size = (uint64_t)v1_len_meta;
            if (size > end - pos)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            c_meta_at[i] = (int64_t)pos;
            c_meta_len[i] = (int64_t)size;
            pos += (size_t)size;
        }
        {
            const uint64_t size = v2_len_data;
            if (size > end - pos)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            c_data_at[i] = (int64_t)pos;
            c_data_len[i] = (int64_t)size;
            pos += (size_t)size;
        }
    }
    c_starts[count] = (int64_t)pos;
    return NAC_OK;
}

NAC_API int nac_tensor_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    nac_tensor_columns *columns,
    int64_t *ends,
    nac_fault *fault)
{
    uint16_t *const c_id_parameter = columns->id_parameter;
    int64_t *const c_meta_at = columns->meta_at;
    int64_t *const c_meta_len = columns->meta_len;
    int64_t *const c_data_at = columns->data_at;
    int64_t *const c_data_len = columns->data_len;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        int64_t v1_len_meta = 0;
        uint64_t v2_len_data = 0;
        const uint64_t begin = (uint64_t)begins[i], limit = (uint64_t)limits[i];
        const size_t end = (size_t)limit;
        size_t pos = (size_t)begin;
        if (begin > limit || limit > data_size)
            return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
        if (end - pos < 14)
            return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
        c_id_parameter[i] = get_u2(data + pos);
        v1_len_meta = get_u4(data + pos + 2);
        v2_len_data = get_u8(data + pos + 6);
        pos += 14;
        {
            const uint64_t size = (uint64_t)v1_len_meta;
            if (size > end - pos)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            c_meta_at[i] = (int64_t)pos;
            c_meta_len[i] = (int64_t)size;
            pos += (size_t)size;
        }
        {
            const uint64_t size = v2_len_data;
            if (size > end - pos)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            c_data_at[i] = (int64_t)pos;
            c_data_len[i] = (int64_t)size;
            pos += (size_t)size;
        }
        ends[i] = (int64_t)pos;
    }
    return NAC_OK;
}

NAC_API int nac_tensor_check(
    const uint8_t *data,
    size_t data_size,
    const nac_tensor_columns *columns,
    nac_fault *fault)
{
    const int64_t *const c_meta_at = columns->meta_at;
    const int64_t *const c_meta_len = columns->meta_len;
    const int64_t *const c_data_at = columns->data_at;
    const int64_t *const c_data_len = columns->data_len;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    (void)data;
    for (i = 0; i < count; i++) {
        {
            if (c_meta_len[i] < 0)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if (c_meta_at[i] >= 0) {
                const uint64_t at = (uint64_t)c_meta_at[i], size = (uint64_t)c_meta_len[i];
                if (at > data_size || size > data_size - at)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            }
        }
        {
            if (c_data_len[i] < 0)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if (c_data_at[i] >= 0) {
                const uint64_t at = (uint64_t)c_data_at[i], size = (uint64_t)c_data_len[i];
                if (at > data_size || size > data_size - at)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            }
        }
    }
    return NAC_OK;
}

NAC_API int nac_tensor_sizes(
    const nac_tensor_columns *columns,
    int64_t *sizes,
    nac_fault *fault)
{
    const int64_t *const c_meta_at = columns->meta_at;
    const int64_t *const c_meta_len = columns->meta_len;
    const int64_t *const c_data_at = columns->data_at;
    const int64_t *const c_data_len = columns->data_len;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        uint64_t total = 0;
        {
            if (c_meta_len[i] < 0)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if ((uint64_t)c_meta_len[i] > 4294967295u)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
        }
        {
            if (c_data_len[i] < 0)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
        }
        total += 14;
        {
            if (c_meta_len[i] < 0)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if (c_meta_at[i] >= 0) {
                if ((uint64_t)c_meta_len[i] > (uint64_t)INT64_MAX / 2 - total)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                total += (uint64_t)c_meta_len[i];
            }
        }
        {
            if (c_data_len[i] < 0)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if (c_data_at[i] >= 0) {
                if ((uint64_t)c_data_len[i] > (uint64_t)INT64_MAX / 2 - total)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                total += (uint64_t)c_data_len[i];
            }
        }
        sizes[i] = (int64_t)total;
    }
    return NAC_OK;
}

NAC_API int nac_tensor_scatter(
    const uint8_t *data,
    size_t data_size,
    const nac_tensor_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    nac_fault *fault)
{
    const uint16_t *const c_id_parameter = columns->id_parameter;
    const int64_t *const c_meta_at = columns->meta_at;
    const int64_t *const c_meta_len = columns->meta_len;
    const int64_t *const c_data_at = columns->data_at;
    const int64_t *const c_data_len = columns->data_len;
    const size_t count = columns->count;
    size_t pos = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    *written = 0;
    for (i = 0; i < count; i++) {
        int64_t v1_len_meta = 0;
        uint64_t v2_len_data = 0;
        {
            if (c_meta_len[i] < 0)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if ((uint64_t)c_meta_len[i] > 4294967295u)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            v1_len_meta = (int64_t)(uint64_t)c_meta_len[i];
        }
        {
            if (c_data_len[i] < 0)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            v2_len_data = (uint64_t)c_data_len[i];
        }
        if (out_size - pos < 14)
            return fail(fault, NAC_NO_ROOM, i, -1, 0);
        put_2(out + pos, (uint64_t)c_id_parameter[i]);
        put_4(out + pos + 2, (uint64_t)v1_len_meta);
        put_8(out + pos + 6, (uint64_t)v2_len_data);
        pos += 14;
        {
            const uint64_t at = (uint64_t)c_meta_at[i], size = (uint64_t)c_meta_len[i];
            if (c_meta_at[i] >= 0) {
                if (at > data_size || size > data_size - at)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (size > out_size - pos)
                    return fail(fault, NAC_NO_ROOM, i, -1, 0);
                if (size > 0) {
                    memcpy(out + pos, data + at, (size_t)size);
                }
                pos += (size_t)size;
            }
        }
        {
            const uint64_t at = (uint64_t)c_data_at[i], size = (uint64_t)c_data_len[i];
            if (c_data_at[i] >= 0) {
                if (at > data_size || size > data_size - at)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (size > out_size - pos)
                    return fail(fault, NAC_NO_ROOM, i, -1, 0);
                if (size > 0) {
                    memcpy(out + pos, data + at, (size_t)size);
                }
                pos += (size_t)size;
            }
        }
    }
    *written = pos;
    return NAC_OK;
}

NAC_API int nac_tensor_meta_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    nac_tensor_meta_columns *columns,
    nac_fault *fault)
{
    int64_t *const c_starts = columns->starts;
    uint8_t *const c_dtype = columns->dtype;
    int64_t *const c_dims_rows = columns->dims_rows;
    const size_t n_dims_length = columns->dims_length;
    uint32_t *const c_dims = columns->dims;
    uint8_t *const c_quantization = columns->quantization;
    int64_t *const c_scaling_scale_at = columns->scaling_scale_at;
    int64_t *const c_scaling_scale_len = columns->scaling_scale_len;
    uint8_t *const c_scaling_axis = columns->scaling_axis;
    int64_t *const c_scaling_scales_at = columns->scaling_scales_at;
    int64_t *const c_scaling_scales_len = columns->scaling_scales_len;
    uint16_t *const c_scaling_len_block = columns->scaling_len_block;
    int64_t *const c_scaling_dims_rows = columns->scaling_dims_rows;
    const size_t n_scaling_dims_length = columns->scaling_dims_length;
    uint32_t *const c_scaling_dims = columns->scaling_dims;
    const size_t count = columns->count;
    size_t have_dims_length = 0;
    size_t have_scaling_dims_length = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (pos > end)
        return NAC_DOES_NOT_FIT;
    c_dims_rows[0] = 0;
    c_scaling_dims_rows[0] = 0;
    for (i = 0; i < count; i++) {
        int64_t v1_rank = 0;
        int64_t v3_quantization = 0;
        int64_t v5_num_scales = 0;
        int64_t v7_rank = 0;
        int64_t v9_num_scales = 0;
        c_starts[i] = (int64_t)pos;
        if (end - pos < 2)
            return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
        c_dtype[i] = data[pos];
        v1_rank = data[pos + 1];
        pos += 2;
        {
            const uint64_t size = (uint64_t)v1_rank;
            const size_t have = have_dims_length;
            int fits;
            uint64_t k;
            if (size > (end - pos) / 4)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            fits = have <= n_dims_length && size <= n_dims_length - have;
            if (fits) {
                for (k = 0; k < size; k++) {
                    c_dims[have + k] = get_u4(data + pos);
                    pos += 4;
                }
            } else {
                pos += (size_t)size * 4;
            }
            have_dims_length = have + (size_t)size;
        }
        if (end - pos < 1)
            return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
        v3_quantization = data[pos];
        c_quantization[i] = data[pos];
        pos += 1;
        switch (v3_quantization) {
        case 2:
            {
                const uint64_t size = 4u;
                if (size > end - pos)
                    return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                c_scaling_scale_at[i] = (int64_t)pos;
                c_scaling_scale_len[i] = (int64_t)size;
                pos += (size_t)size;
            }
            break;
        case 3:
            if (end - pos < 5)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            c_scaling_axis[i] = data[pos];
            v5_num_scales = get_u4(data + pos + 1);
            pos += 5;
            {
                const uint64_t size = (uint64_t)(v5_num_scales * 4);
                if (size > end - pos)
                    return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                c_scaling_scales_at[i] = (int64_t)pos;
                c_scaling_scales_len[i] = (int64_t)size;
                pos += (size_t)size;
            }
            break;
        case 4:
            if (end - pos < 3)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            c_scaling_len_block[i] = get_u2(data + pos);
            v7_rank = data[pos + 2];
            pos += 3;
            {
                const uint64_t size = (uint64_t)v7_rank;
                const size_t have = have_scaling_dims_length;
                int fits;
                uint64_t k;
                if (size > (end - pos) / 4)
                    return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                fits = have <= n_scaling_dims_length && size <= n_scaling_dims_length - have;
                if (fits) {
                    for (k = 0; k < size; k++) {
                        c_scaling_dims[have + k] = get_u4(data + pos);
                        pos += 4;
                    }
                } else {
                    pos += (size_t)size * 4;
                }
                have_scaling_dims_length = have + (size_t)size;
            }
            if (end - pos < 4)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            v9_num_scales = get_u4(data + pos);
            pos += 4;
            {
                const uint64_t size = (uint64_t)(v9_num_scales * 4);
                if (size > end - pos)
                    return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                c_scaling_scales_at[i] = (int64_t)pos;
                c_scaling_scales_len[i] = (int64_t)size;
                pos += (size_t)size;
            }
            break;
        default:
            break;
        }
        c_dims_rows[i + 1] = (int64_t)have_dims_length;
        c_scaling_dims_rows[i + 1] = (int64_t)have_scaling_dims_length;
    }
    c_starts[count] = (int64_t)pos;
    columns->dims_length = have_dims_length;
    columns->scaling_dims_length = have_scaling_dims_length;
    if (have_dims_length > n_dims_length || have_scaling_dims_length > n_scaling_dims_length)
        return NAC_NO_ROOM;
    return NAC_OK;
}

NAC_API int nac_tensor_meta_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    nac_tensor_meta_columns *columns,
    int64_t *ends,
    nac_fault *fault)
{
    uint8_t *const c_dtype = columns->dtype;
    int64_t *const c_dims_rows = columns->dims_rows;
    const size_t n_dims_length = columns->dims_length;
    uint32_t *const c_dims = columns->dims;
    uint8_t *const c_quantization = columns->quantization;
    int64_t *const c_scaling_scale_at = columns->scaling_scale_at;
    int64_t *const c_scaling_scale_len = columns->scaling_scale_len;
    uint8_t *const c_scaling_axis = columns->scaling_axis;
    int64_t *const c_scaling_scales_at = columns->scaling_scales_at;
    int64_t *const c_scaling_scales_len = columns->scaling_scales_len;
    uint16_t *const c_scaling_len_block = columns->scaling_len_block;
    int64_t *const c_scaling_dims_rows = columns->scaling_dims_rows;
    const size_t n_scaling_dims_length = columns->scaling_dims_length;
    uint32_t *const c_scaling_dims = columns->scaling_dims;
    const size_t count = columns->count;
    size_t have_dims_length = 0;
    size_t have_scaling_dims_length = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    c_dims_rows[0] = 0;
    c_scaling_dims_rows[0] = 0;
    for (i = 0; i < count; i++) {
        int64_t v1_rank = 0;
        int64_t v3_quantization = 0;
        int64_t v5_num_scales = 0;
        int64_t v7_rank = 0;
        int64_t v9_num_scales = 0;
        const uint64_t begin = (uint64_t)begins[i], limit = (uint64_t)limits[i];
        const size_t end = (size_t)limit;
        size_t pos = (size_t)begin;
        if (begin > limit || limit > data_size)
            return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
        if (end - pos < 2)
            return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
        c_dtype[i] = data[pos];
        v1_rank = data[pos + 1];
        pos += 2;
        {
            const uint64_t size = (uint64_t)v1_rank;
            const size_t have = have_dims_length;
            int fits;
            uint64_t k;
            if (size > (end - pos) / 4)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            fits = have <= n_dims_length && size <= n_dims_length - have;
            if (fits) {
                for (k = 0; k < size; k++) {
                    c_dims[have + k] = get_u4(data + pos);
                    pos += 4;
                }
            } else {
                pos += (size_t)size * 4;
            }
            have_dims_length = have + (size_t)size;
        }
        if (end - pos < 1)
            return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
        v3_quantization = data[pos];
        c_quantization[i] = data[pos];
        pos += 1;
        switch (v3_quantization) {
        case 2:
            {
                const uint64_t size = 4u;
                if (size > end - pos)
                    return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                c_scaling_scale_at[i] = (int64_t)pos;
                c_scaling_scale_len[i] = (int64_t)size;
                pos += (size_t)size;
            }
            break;
        case 3:
            if (end - pos < 5)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            c_scaling_axis[i] = data[pos];
            v5_num_scales = get_u4(data + pos + 1);
            pos += 5;
            {
                const uint64_t size = (uint64_t)(v5_num_scales * 4);
                if (size > end - pos)
                    return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                c_scaling_scales_at[i] = (int64_t)pos;
                c_scaling_scales_len[i] = (int64_t)size;
                pos += (size_t)size;
            }
            break;
        case 4:
            if (end - pos < 3)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            c_scaling_len_block[i] = get_u2(data + pos);
            v7_rank = data[pos + 2];
            pos += 3;
            {
                const uint64_t size = (uint64_t)v7_rank;
                const size_t have = have_scaling_dims_length;
                int fits;
                uint64_t k;
                if (size > (end - pos) / 4)
                    return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                fits = have <= n_scaling_dims_length && size <= n_scaling_dims_length - have;
                if (fits) {
                    for (k = 0; k < size; k++) {
                        c_scaling_dims[have + k] = get_u4(data + pos);
                        pos += 4;
                    }
                } else {
                    pos += (size_t)size * 4;
                }
                have_scaling_dims_length = have + (size_t)size;
            }
            if (end - pos < 4)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            v9_num_scales = get_u4(data + pos);
            pos += 4;
            {
                const uint64_t size = (uint64_t)(v9_num_scales * 4);
                if (size > end - pos)
                    return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
                c_scaling_scales_at[i] = (int64_t)pos;
                c_scaling_scales_len[i] = (int64_t)size;
                pos += (size_t)size;
            }
            break;
        default:
            break;
        }
        c_dims_rows[i + 1] = (int64_t)have_dims_length;
        c_scaling_dims_rows[i + 1] = (int64_t)have_scaling_dims_length;
        ends[i] = (int64_t)pos;
    }
    columns->dims_length = have_dims_length;
    columns->scaling_dims_length = have_scaling_dims_length;
    if (have_dims_length > n_dims_length || have_scaling_dims_length > n_scaling_dims_length)
        return NAC_NO_ROOM;
    return NAC_OK;
}

NAC_API int nac_tensor_meta_check(
    const uint8_t *data,
    size_t data_size,
    const nac_tensor_meta_columns *columns,
    nac_fault *fault)
{
    const int64_t *const c_dims_rows = columns->dims_rows;
    const size_t n_dims_length = columns->dims_length;
    const uint8_t *const c_quantization = columns->quantization;
    const int64_t *const c_scaling_scale_at = columns->scaling_scale_at;
    const int64_t *const c_scaling_scale_len = columns->scaling_scale_len;
    const int64_t *const c_scaling_scales_at = columns->scaling_scales_at;
    const int64_t *const c_scaling_scales_len = columns->scaling_scales_len;
    const int64_t *const c_scaling_dims_rows = columns->scaling_dims_rows;
    const size_t n_scaling_dims_length = columns->scaling_dims_length;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    (void)data;
    for (i = 0; i < count; i++) {
        int64_t v3_quantization = 0;
        {
            const uint64_t first = (uint64_t)c_dims_rows[i], last = (uint64_t)c_dims_rows[i + 1];
            if (first > last || last > n_dims_length)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
        }
        v3_quantization = c_quantization[i];
        if (!(v3_quantization <= 4))
            return fail(fault, NAC_BREAKS_RULE, i, 0, 0);
        switch (v3_quantization) {
        case 2:
            {
                if (c_scaling_scale_len[i] < 0)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                const uint64_t wanted = 4u;
                if ((uint64_t)c_scaling_scale_len[i] != wanted)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (c_scaling_scale_at[i] >= 0) {
                    const uint64_t at = (uint64_t)c_scaling_scale_at[i], size = (uint64_t)c_scaling_scale_len[i];
                    if (at > data_size || size > data_size - at)
                        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                }
            }
            break;
        case 3:
            {
                if (c_scaling_scales_len[i] < 0)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (c_scaling_scales_at[i] >= 0) {
                    const uint64_t at = (uint64_t)c_scaling_scales_at[i], size = (uint64_t)c_scaling_scales_len[i];
                    if (at > data_size || size > data_size - at)
                        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                }
            }
            break;
        case 4:
            {
                const uint64_t first = (uint64_t)c_scaling_dims_rows[i], last = (uint64_t)c_scaling_dims_rows[i + 1];
                if (first > last || last > n_scaling_dims_length)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            }
            {
                if (c_scaling_scales_len[i] < 0)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (c_scaling_scales_at[i] >= 0) {
                    const uint64_t at = (uint64_t)c_scaling_scales_at[i], size = (uint64_t)c_scaling_scales_len[i];
                    if (at > data_size || size > data_size - at)
                        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                }
            }
            break;
        default:
            break;
        }
    }
    return NAC_OK;
}

NAC_API int nac_tensor_meta_sizes(
    const nac_tensor_meta_columns *columns,
    int64_t *sizes,
    nac_fault *fault)
{
    const int64_t *const c_dims_rows = columns->dims_rows;
    const size_t n_dims_length = columns->dims_length;
    const uint8_t *const c_quantization = columns->quantization;
    const int64_t *const c_scaling_scale_at = columns->scaling_scale_at;
    const int64_t *const c_scaling_scale_len = columns->scaling_scale_len;
    const int64_t *const c_scaling_scales_at = columns->scaling_scales_at;
    const int64_t *const c_scaling_scales_len = columns->scaling_scales_len;
    const int64_t *const c_scaling_dims_rows = columns->scaling_dims_rows;
    const size_t n_scaling_dims_length = columns->scaling_dims_length;
    const size_t count = columns->count;
    uint64_t used_dims_length = 0;
    uint64_t used_scaling_dims_length = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        int64_t v3_quantization = 0;
        uint64_t total = 0;
        {
            const uint64_t first = (uint64_t)c_dims_rows[i], last = (uint64_t)c_dims_rows[i + 1];
            if (first > last || last > n_dims_length)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if ((last - first) > 255u)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
        }
        total += 2;
        {
            const uint64_t first = (uint64_t)c_dims_rows[i], last = (uint64_t)c_dims_rows[i + 1];
            if (first > last || last > n_dims_length)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            used_dims_length += last - first;
            total += (last - first) * 4;
        }
        v3_quantization = c_quantization[i];
        total += 1;
        switch (v3_quantization) {
        case 2:
            {
                if (c_scaling_scale_len[i] < 0)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                const uint64_t wanted = 4u;
                if ((uint64_t)c_scaling_scale_len[i] != wanted)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (c_scaling_scale_at[i] >= 0) {
                    if ((uint64_t)c_scaling_scale_len[i] > (uint64_t)INT64_MAX / 2 - total)
                        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                    total += (uint64_t)c_scaling_scale_len[i];
                }
            }
            break;
        case 3:
            {
                if (c_scaling_scales_len[i] < 0)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if ((uint64_t)c_scaling_scales_len[i] % 4 != 0)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (((uint64_t)c_scaling_scales_len[i] / 4) > 4294967295u)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            }
            total += 5;
            {
                if (c_scaling_scales_len[i] < 0)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (c_scaling_scales_at[i] >= 0) {
                    if ((uint64_t)c_scaling_scales_len[i] > (uint64_t)INT64_MAX / 2 - total)
                        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                    total += (uint64_t)c_scaling_scales_len[i];
                }
            }
            break;
        case 4:
            {
                const uint64_t first = (uint64_t)c_scaling_dims_rows[i], last = (uint64_t)c_scaling_dims_rows[i + 1];
                if (first > last || last > n_scaling_dims_length)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if ((last - first) > 255u)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            }
            total += 3;
            {
                const uint64_t first = (uint64_t)c_scaling_dims_rows[i], last = (uint64_t)c_scaling_dims_rows[i + 1];
                if (first > last || last > n_scaling_dims_length)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                used_scaling_dims_length += last - first;
                total += (last - first) * 4;
            }
            {
                if (c_scaling_scales_len[i] < 0)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if ((uint64_t)c_scaling_scales_len[i] % 4 != 0)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (((uint64_t)c_scaling_scales_len[i] / 4) > 4294967295u)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            }
            total += 4;
            {
                if (c_scaling_scales_len[i] < 0)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (c_scaling_scales_at[i] >= 0) {
                    if ((uint64_t)c_scaling_scales_len[i] > (uint64_t)INT64_MAX / 2 - total)
                        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                    total += (uint64_t)c_scaling_scales_len[i];
                }
            }
            break;
        default:
            break;
        }
        sizes[i] = (int64_t)total;
    }
    if (used_dims_length != (uint64_t)c_dims_rows[count])
        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
    if (used_scaling_dims_length != (uint64_t)c_scaling_dims_rows[count])
        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
    return NAC_OK;
}

NAC_API int nac_tensor_meta_scatter(
    const uint8_t *data,
    size_t data_size,
    const nac_tensor_meta_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    nac_fault *fault)
{
    const uint8_t *const c_dtype = columns->dtype;
    const int64_t *const c_dims_rows = columns->dims_rows;
    const size_t n_dims_length = columns->dims_length;
    const uint32_t *const c_dims = columns->dims;
    const uint8_t *const c_quantization = columns->quantization;
    const int64_t *const c_scaling_scale_at = columns->scaling_scale_at;
    const int64_t *const c_scaling_scale_len = columns->scaling_scale_len;
    const uint8_t *const c_scaling_axis = columns->scaling_axis;
    const int64_t *const c_scaling_scales_at = columns->scaling_scales_at;
    const int64_t *const c_scaling_scales_len = columns->scaling_scales_len;
    const uint16_t *const c_scaling_len_block = columns->scaling_len_block;
    const int64_t *const c_scaling_dims_rows = columns->scaling_dims_rows;
    const size_t n_scaling_dims_length = columns->scaling_dims_length;
    const uint32_t *const c_scaling_dims = columns->scaling_dims;
    const size_t count = columns->count;
    uint64_t used_dims_length = 0;
    uint64_t used_scaling_dims_length = 0;
    size_t pos = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    *written = 0;
    for (i = 0; i < count; i++) {
        int64_t v1_rank = 0;
        int64_t v3_quantization = 0;
        int64_t v5_num_scales = 0;
        int64_t v7_rank = 0;
        int64_t v9_num_scales = 0;
        {
            const uint64_t first = (uint64_t)c_dims_rows[i], last = (uint64_t)c_dims_rows[i + 1];
            if (first > last || last > n_dims_length)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if ((last - first) > 255u)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            v1_rank = (int64_t)(last - first);
        }
        if (out_size - pos < 2)
            return fail(fault, NAC_NO_ROOM, i, -1, 0);
        put_1(out + pos, (uint64_t)c_dtype[i]);
        put_1(out + pos + 1, (uint64_t)v1_rank);
        pos += 2;
        {
            const uint64_t first = (uint64_t)c_dims_rows[i], last = (uint64_t)c_dims_rows[i + 1];
            if (first > last || last > n_dims_length)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            used_dims_length += last - first;
            uint64_t k;
            if (last - first > (out_size - pos) / 4)
                return fail(fault, NAC_NO_ROOM, i, -1, 0);
            for (k = first; k < last; k++) {
                put_4(out + pos, (uint64_t)c_dims[k]);
                pos += 4;
            }
        }
        v3_quantization = c_quantization[i];
        if (out_size - pos < 1)
            return fail(fault, NAC_NO_ROOM, i, -1, 0);
        put_1(out + pos, (uint64_t)c_quantization[i]);
        pos += 1;
        switch (v3_quantization) {
        case 2:
            {
                const uint64_t at = (uint64_t)c_scaling_scale_at[i], size = (uint64_t)c_scaling_scale_len[i];
                const uint64_t wanted = 4u;
                if (size != wanted)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (c_scaling_scale_at[i] >= 0) {
                    if (at > data_size || size > data_size - at)
                        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                    if (size > out_size - pos)
                        return fail(fault, NAC_NO_ROOM, i, -1, 0);
                    if (size > 0) {
                        memcpy(out + pos, data + at, (size_t)size);
                    }
                    pos += (size_t)size;
                }
            }
            break;
        case 3:
            {
                if (c_scaling_scales_len[i] < 0)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if ((uint64_t)c_scaling_scales_len[i] % 4 != 0)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (((uint64_t)c_scaling_scales_len[i] / 4) > 4294967295u)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                v5_num_scales = (int64_t)((uint64_t)c_scaling_scales_len[i] / 4);
            }
            if (out_size - pos < 5)
                return fail(fault, NAC_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_scaling_axis[i]);
            put_4(out + pos + 1, (uint64_t)v5_num_scales);
            pos += 5;
            {
                const uint64_t at = (uint64_t)c_scaling_scales_at[i], size = (uint64_t)c_scaling_scales_len[i];
                if (c_scaling_scales_at[i] >= 0) {
                    if (at > data_size || size > data_size - at)
                        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                    if (size > out_size - pos)
                        return fail(fault, NAC_NO_ROOM, i, -1, 0);
                    if (size > 0) {
                        memcpy(out + pos, data + at, (size_t)size);
                    }
                    pos += (size_t)size;
                }
            }
            break;
        case 4:
            {
                const uint64_t first = (uint64_t)c_scaling_dims_rows[i], last = (uint64_t)c_scaling_dims_rows[i + 1];
                if (first > last || last > n_scaling_dims_length)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if ((last - first) > 255u)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                v7_rank = (int64_t)(last - first);
            }
            if (out_size - pos < 3)
                return fail(fault, NAC_NO_ROOM, i, -1, 0);
            put_2(out + pos, (uint64_t)c_scaling_len_block[i]);
            put_1(out + pos + 2, (uint64_t)v7_rank);
            pos += 3;
            {
                const uint64_t first = (uint64_t)c_scaling_dims_rows[i], last = (uint64_t)c_scaling_dims_rows[i + 1];
                if (first > last || last > n_scaling_dims_length)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                used_scaling_dims_length += last - first;
                uint64_t k;
                if (last - first > (out_size - pos) / 4)
                    return fail(fault, NAC_NO_ROOM, i, -1, 0);
                for (k = first; k < last; k++) {
                    put_4(out + pos, (uint64_t)c_scaling_dims[k]);
                    pos += 4;
                }
            }
            {
                if (c_scaling_scales_len[i] < 0)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if ((uint64_t)c_scaling_scales_len[i] % 4 != 0)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (((uint64_t)c_scaling_scales_len[i] / 4) > 4294967295u)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                v9_num_scales = (int64_t)((uint64_t)c_scaling_scales_len[i] / 4);
            }
            if (out_size - pos < 4)
                return fail(fault, NAC_NO_ROOM, i, -1, 0);
            put_4(out + pos, (uint64_t)v9_num_scales);
            pos += 4;
            {
                const uint64_t at = (uint64_t)c_scaling_scales_at[i], size = (uint64_t)c_scaling_scales_len[i];
                if (c_scaling_scales_at[i] >= 0) {
                    if (at > data_size || size > data_size - at)
                        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                    if (size > out_size - pos)
                        return fail(fault, NAC_NO_ROOM, i, -1, 0);
                    if (size > 0) {
                        memcpy(out + pos, data + at, (size_t)size);
                    }
                    pos += (size_t)size;
                }
            }
            break;
        default:
            break;
        }
    }
    *written = pos;
    if (used_dims_length != (uint64_t)c_dims_rows[count])
        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
    if (used_scaling_dims_length != (uint64_t)c_scaling_dims_rows[count])
        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
    return NAC_OK;
}

NAC_API int nac_resource_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    nac_resource_columns *columns,
    nac_fault *fault)
{
    int64_t *const c_starts = columns->starts;
    int64_t *const c_name_at = columns->name_at;
    int64_t *const c_name_len = columns->name_len;
    int64_t *const c_data_at = columns->data_at;
    int64_t *const c_data_len = columns->data_len;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (pos > end)
        return NAC_DOES_NOT_FIT;
    for (i = 0; i < count; i++) {
        int64_t v0_len_name = 0;
        int64_t v1_len_data = 0;
        c_starts[i] = (int64_t)pos;
        if (end - pos < 2)
            return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
        v0_len_name = get_u2(data + pos);
        pos += 2;
        {
            const uint64_t size = (uint64_t)v0_len_name;
            if (size > end - pos)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            c_name_at[i] = (int64_t)pos;
            c_name_len[i] = (int64_t)size;
            pos += (size_t)size;
        }
        if (end - pos < 4)
            return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
        v1_len_data = get_u4(data + pos);
        pos += 4;
        {
            const uint64_t size = (uint64_t)v1_len_data;
            if (size > end - pos)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            c_data_at[i] = (int64_t)pos;
            c_data_len[i] = (int64_t)size;
            pos += (size_t)size;
        }
    }
    c_starts[count] = (int64_t)pos;
    return NAC_OK;
}

NAC_API int nac_resource_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    nac_resource_columns *columns,
    int64_t *ends,
    nac_fault *fault)
{
    int64_t *const c_name_at = columns->name_at;
    int64_t *const c_name_len = columns->name_len;
    int64_t *const c_data_at = columns->data_at;
    int64_t *const c_data_len = columns->data_len;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        int64_t v0_len_name = 0;
        int64_t v1_len_data = 0;
        const uint64_t begin = (uint64_t)begins[i], limit = (uint64_t)limits[i];
        const size_t end = (size_t)limit;
        size_t pos = (size_t)begin;
        if (begin > limit || limit > data_size)
            return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
        if (end - pos < 2)
            return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
        v0_len_name = get_u2(data + pos);
        pos += 2;
        {
            const uint64_t size = (uint64_t)v0_len_name;
            if (size > end - pos)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            c_name_at[i] = (int64_t)pos;
            c_name_len[i] = (int64_t)size;
            pos += (size_t)size;
        }
        if (end - pos < 4)
            return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
        v1_len_data = get_u4(data + pos);
        pos += 4;
        {
            const uint64_t size = (uint64_t)v1_len_data;
            if (size > end - pos)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            c_data_at[i] = (int64_t)pos;
            c_data_len[i] = (int64_t)size;
            pos += (size_t)size;
        }
        ends[i] = (int64_t)pos;
    }
    return NAC_OK;
}

NAC_API int nac_resource_check(
    const uint8_t *data,
    size_t data_size,
    const nac_resource_columns *columns,
    nac_fault *fault)
{
    const int64_t *const c_name_at = columns->name_at;
    const int64_t *const c_name_len = columns->name_len;
    const int64_t *const c_data_at = columns->data_at;
    const int64_t *const c_data_len = columns->data_len;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        {
            if (c_name_len[i] < 0)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if (c_name_at[i] >= 0) {
                const uint64_t at = (uint64_t)c_name_at[i], size = (uint64_t)c_name_len[i];
                if (at > data_size || size > data_size - at)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (!is_utf8(data + at, (size_t)size))
                    return fail(fault, NAC_BREAKS_RULE, i, 0, 0);
            }
        }
        {
            if (c_data_len[i] < 0)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if (c_data_at[i] >= 0) {
                const uint64_t at = (uint64_t)c_data_at[i], size = (uint64_t)c_data_len[i];
                if (at > data_size || size > data_size - at)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            }
        }
    }
    return NAC_OK;
}

NAC_API int nac_resource_sizes(
    const nac_resource_columns *columns,
    int64_t *sizes,
    nac_fault *fault)
{
    const int64_t *const c_name_at = columns->name_at;
    const int64_t *const c_name_len = columns->name_len;
    const int64_t *const c_data_at = columns->data_at;
    const int64_t *const c_data_len = columns->data_len;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        uint64_t total = 0;
        {
            if (c_name_len[i] < 0)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if ((uint64_t)c_name_len[i] > 65535u)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
        }
        total += 2;
        {
            if (c_name_len[i] < 0)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if (c_name_at[i] >= 0) {
                if ((uint64_t)c_name_len[i] > (uint64_t)INT64_MAX / 2 - total)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                total += (uint64_t)c_name_len[i];
            }
        }
        {
            if (c_data_len[i] < 0)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if ((uint64_t)c_data_len[i] > 4294967295u)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
        }
        total += 4;
        {
            if (c_data_len[i] < 0)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if (c_data_at[i] >= 0) {
                if ((uint64_t)c_data_len[i] > (uint64_t)INT64_MAX / 2 - total)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                total += (uint64_t)c_data_len[i];
            }
        }
        sizes[i] = (int64_t)total;
    }
    return NAC_OK;
}

NAC_API int nac_resource_scatter(
    const uint8_t *data,
    size_t data_size,
    const nac_resource_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    nac_fault *fault)
{
    const int64_t *const c_name_at = columns->name_at;
    const int64_t *const c_name_len = columns->name_len;
    const int64_t *const c_data_at = columns->data_at;
    const int64_t *const c_data_len = columns->data_len;
    const size_t count = columns->count;
    size_t pos = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    *written = 0;
    for (i = 0; i < count; i++) {
        int64_t v0_len_name = 0;
        int64_t v1_len_data = 0;
        {
            if (c_name_len[i] < 0)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if ((uint64_t)c_name_len[i] > 65535u)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            v0_len_name = (int64_t)(uint64_t)c_name_len[i];
        }
        if (out_size - pos < 2)
            return fail(fault, NAC_NO_ROOM, i, -1, 0);
        put_2(out + pos, (uint64_t)v0_len_name);
        pos += 2;
        {
            const uint64_t at = (uint64_t)c_name_at[i], size = (uint64_t)c_name_len[i];
            if (c_name_at[i] >= 0) {
                if (at > data_size || size > data_size - at)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (size > out_size - pos)
                    return fail(fault, NAC_NO_ROOM, i, -1, 0);
                if (size > 0) {
                    memcpy(out + pos, data + at, (size_t)size);
                }
                pos += (size_t)size;
            }
        }
        {
            if (c_data_len[i] < 0)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if ((uint64_t)c_data_len[i] > 4294967295u)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            v1_len_data = (int64_t)(uint64_t)c_data_len[i];
        }
        if (out_size - pos < 4)
            return fail(fault, NAC_NO_ROOM, i, -1, 0);
        put_4(out + pos, (uint64_t)v1_len_data);
        pos += 4;
        {
            const uint64_t at = (uint64_t)c_data_at[i], size = (uint64_t)c_data_len[i];
            if (c_data_at[i] >= 0) {
                if (at > data_size || size > data_size - at)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (size > out_size - pos)
                    return fail(fault, NAC_NO_ROOM, i, -1, 0);
                if (size > 0) {
                    memcpy(out + pos, data + at, (size_t)size);
                }
                pos += (size_t)size;
            }
        }
    }
    *written = pos;
    return NAC_OK;
}

NAC_API int nac_named_array_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    nac_named_array_columns *columns,
    nac_fault *fault)
{
    int64_t *const c_starts = columns->starts;
    int64_t *const c_name_at = columns->name_at;
    int64_t *const c_name_len = columns->name_len;
    uint8_t *const c_dtype = columns->dtype;
    int64_t *const c_dims_rows = columns->dims_rows;
    const size_t n_dims_length = columns->dims_length;
    uint32_t *const c_dims = columns->dims;
    int64_t *const c_data_at = columns->data_at;
    int64_t *const c_data_len = columns->data_len;
    const size_t count = columns->count;
    size_t have_dims_length = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (pos > end)
        return NAC_DOES_NOT_FIT;
    c_dims_rows[0] = 0;
    for (i = 0; i < count; i++) {
        int64_t v0_len_name = 0;
        int64_t v2_rank = 0;
        uint64_t v4_len_data = 0;
        c_starts[i] = (int64_t)pos;
        if (end - pos < 2)
            return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
        v0_len_name = get_u2(data + pos);
        pos += 2;
        {
            const uint64_t size = (uint64_t)v0_len_name;
            if (size > end - pos)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            c_name_at[i] = (int64_t)pos;
            c_name_len[i] = (int64_t)size;
            pos += (size_t)size;
        }
        if (end - pos < 2)
            return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
        c_dtype[i] = data[pos];
        v2_rank = data[pos + 1];
        pos += 2;
        {
            const uint64_t size = (uint64_t)v2_rank;
            const size_t have = have_dims_length;
            int fits;
            uint64_t k;
            if (size > (end - pos) / 4)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            fits = have <= n_dims_length && size <= n_dims_length - have;
            if (fits) {
                for (k = 0; k < size; k++) {
                    c_dims[have + k] = get_u4(data + pos);
                    pos += 4;
                }
            } else {
                pos += (size_t)size * 4;
            }
            have_dims_length = have + (size_t)size;
        }
        if (end - pos < 8)
            return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
        v4_len_data = get_u8(data + pos);
        pos += 8;
        {
            const uint64_t size = v4_len_data;
            if (size > end - pos)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            c_data_at[i] = (int64_t)pos;
            c_data_len[i] = (int64_t)size;
            pos += (size_t)size;
        }
        c_dims_rows[i + 1] = (int64_t)have_dims_length;
    }
    c_starts[count] = (int64_t)pos;
    columns->dims_length = have_dims_length;
    if (have_dims_length > n_dims_length)
        return NAC_NO_ROOM;
    return NAC_OK;
}

NAC_API int nac_named_array_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    nac_named_array_columns *columns,
    int64_t *ends,
    nac_fault *fault)
{
    int64_t *const c_name_at = columns->name_at;
    int64_t *const c_name_len = columns->name_len;
    uint8_t *const c_dtype = columns->dtype;
    int64_t *const c_dims_rows = columns->dims_rows;
    const size_t n_dims_length = columns->dims_length;
    uint32_t *const c_dims = columns->dims;
    int64_t *const c_data_at = columns->data_at;
    int64_t *const c_data_len = columns->data_len;
    const size_t count = columns->count;
    size_t have_dims_length = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    c_dims_rows[0] = 0;
    for (i = 0; i < count; i++) {
        int64_t v0_len_name = 0;
        int64_t v2_rank = 0;
        uint64_t v4_len_data = 0;
        const uint64_t begin = (uint64_t)begins[i], limit = (uint64_t)limits[i];
        const size_t end = (size_t)limit;
        size_t pos = (size_t)begin;
        if (begin > limit || limit > data_size)
            return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
        if (end - pos < 2)
            return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
        v0_len_name = get_u2(data + pos);
        pos += 2;
        {
            const uint64_t size = (uint64_t)v0_len_name;
            if (size > end - pos)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            c_name_at[i] = (int64_t)pos;
            c_name_len[i] = (int64_t)size;
            pos += (size_t)size;
        }
        if (end - pos < 2)
            return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
        c_dtype[i] = data[pos];
        v2_rank = data[pos + 1];
        pos += 2;
        {
            const uint64_t size = (uint64_t)v2_rank;
            const size_t have = have_dims_length;
            int fits;
            uint64_t k;
            if (size > (end - pos) / 4)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            fits = have <= n_dims_length && size <= n_dims_length - have;
            if (fits) {
                for (k = 0; k < size; k++) {
                    c_dims[have + k] = get_u4(data + pos);
                    pos += 4;
                }
            } else {
                pos += (size_t)size * 4;
            }
            have_dims_length = have + (size_t)size;
        }
        if (end - pos < 8)
            return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
        v4_len_data = get_u8(data + pos);
        pos += 8;
        {
            const uint64_t size = v4_len_data;
            if (size > end - pos)
                return fail(fault, NAC_DOES_NOT_FIT, i, -1, 0);
            c_data_at[i] = (int64_t)pos;
            c_data_len[i] = (int64_t)size;
            pos += (size_t)size;
        }
        c_dims_rows[i + 1] = (int64_t)have_dims_length;
        ends[i] = (int64_t)pos;
    }
    columns->dims_length = have_dims_length;
    if (have_dims_length > n_dims_length)
        return NAC_NO_ROOM;
    return NAC_OK;
}

NAC_API int nac_named_array_check(
    const uint8_t *data,
    size_t data_size,
    const nac_named_array_columns *columns,
    nac_fault *fault)
{
    const int64_t *const c_name_at = columns->name_at;
    const int64_t *const c_name_len = columns->name_len;
    const int64_t *const c_dims_rows = columns->dims_rows;
    const size_t n_dims_length = columns->dims_length;
    const int64_t *const c_data_at = columns->data_at;
    const int64_t *const c_data_len = columns->data_len;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        {
            if (c_name_len[i] < 0)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if (c_name_at[i] >= 0) {
                const uint64_t at = (uint64_t)c_name_at[i], size = (uint64_t)c_name_len[i];
                if (at > data_size || size > data_size - at)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (!is_utf8(data + at, (size_t)size))
                    return fail(fault, NAC_BREAKS_RULE, i, 0, 0);
            }
        }
        {
            const uint64_t first = (uint64_t)c_dims_rows[i], last = (uint64_t)c_dims_rows[i + 1];
            if (first > last || last > n_dims_length)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
        }
        {
            if (c_data_len[i] < 0)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if (c_data_at[i] >= 0) {
                const uint64_t at = (uint64_t)c_data_at[i], size = (uint64_t)c_data_len[i];
                if (at > data_size || size > data_size - at)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            }
        }
    }
    return NAC_OK;
}

NAC_API int nac_named_array_sizes(
    const nac_named_array_columns *columns,
    int64_t *sizes,
    nac_fault *fault)
{
    const int64_t *const c_name_at = columns->name_at;
    const int64_t *const c_name_len = columns->name_len;
    const int64_t *const c_dims_rows = columns->dims_rows;
    const size_t n_dims_length = columns->dims_length;
    const int64_t *const c_data_at = columns->data_at;
    const int64_t *const c_data_len = columns->data_len;
    const size_t count = columns->count;
    uint64_t used_dims_length = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        uint64_t total = 0;
        {
            if (c_name_len[i] < 0)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if ((uint64_t)c_name_len[i] > 65535u)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
        }
        total += 2;
        {
            if (c_name_len[i] < 0)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if (c_name_at[i] >= 0) {
                if ((uint64_t)c_name_len[i] > (uint64_t)INT64_MAX / 2 - total)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                total += (uint64_t)c_name_len[i];
            }
        }
        {
            const uint64_t first = (uint64_t)c_dims_rows[i], last = (uint64_t)c_dims_rows[i + 1];
            if (first > last || last > n_dims_length)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if ((last - first) > 255u)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
        }
        total += 2;
        {
            const uint64_t first = (uint64_t)c_dims_rows[i], last = (uint64_t)c_dims_rows[i + 1];
            if (first > last || last > n_dims_length)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            used_dims_length += last - first;
            total += (last - first) * 4;
        }
        {
            if (c_data_len[i] < 0)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
        }
        total += 8;
        {
            if (c_data_len[i] < 0)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if (c_data_at[i] >= 0) {
                if ((uint64_t)c_data_len[i] > (uint64_t)INT64_MAX / 2 - total)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                total += (uint64_t)c_data_len[i];
            }
        }
        sizes[i] = (int64_t)total;
    }
    if (used_dims_length != (uint64_t)c_dims_rows[count])
        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
    return NAC_OK;
}

NAC_API int nac_named_array_scatter(
    const uint8_t *data,
    size_t data_size,
    const nac_named_array_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    nac_fault *fault)
{
    const int64_t *const c_name_at = columns->name_at;
    const int64_t *const c_name_len = columns->name_len;
    const uint8_t *const c_dtype = columns->dtype;
    const int64_t *const c_dims_rows = columns->dims_rows;
    const size_t n_dims_length = columns->dims_length;
    const uint32_t *const c_dims = columns->dims;
    const int64_t *const c_data_at = columns->data_at;
    const int64_t *const c_data_len = columns->data_len;
    const size_t count = columns->count;
    uint64_t used_dims_length = 0;
    size_t pos = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    *written = 0;
    for (i = 0; i < count; i++) {
        int64_t v0_len_name = 0;
        int64_t v2_rank = 0;
        uint64_t v4_len_data = 0;
        {
            if (c_name_len[i] < 0)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if ((uint64_t)c_name_len[i] > 65535u)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            v0_len_name = (int64_t)(uint64_t)c_name_len[i];
        }
        if (out_size - pos < 2)
            return fail(fault, NAC_NO_ROOM, i, -1, 0);
        put_2(out + pos, (uint64_t)v0_len_name);
        pos += 2;
        {
            const uint64_t at = (uint64_t)c_name_at[i], size = (uint64_t)c_name_len[i];
            if (c_name_at[i] >= 0) {
                if (at > data_size || size > data_size - at)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (size > out_size - pos)
                    return fail(fault, NAC_NO_ROOM, i, -1, 0);
                if (size > 0) {
                    memcpy(out + pos, data + at, (size_t)size);
                }
                pos += (size_t)size;
            }
        }
        {
            const uint64_t first = (uint64_t)c_dims_rows[i], last = (uint64_t)c_dims_rows[i + 1];
            if (first > last || last > n_dims_length)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            if ((last - first) > 255u)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            v2_rank = (int64_t)(last - first);
        }
        if (out_size - pos < 2)
            return fail(fault, NAC_NO_ROOM, i, -1, 0);
        put_1(out + pos, (uint64_t)c_dtype[i]);
        put_1(out + pos + 1, (uint64_t)v2_rank);
        pos += 2;
        {
            const uint64_t first = (uint64_t)c_dims_rows[i], last = (uint64_t)c_dims_rows[i + 1];
            if (first > last || last > n_dims_length)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            used_dims_length += last - first;
            uint64_t k;
            if (last - first > (out_size - pos) / 4)
                return fail(fault, NAC_NO_ROOM, i, -1, 0);
            for (k = first; k < last; k++) {
                put_4(out + pos, (uint64_t)c_dims[k]);
                pos += 4;
            }
        }
        {
            if (c_data_len[i] < 0)
                return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
            v4_len_data = (uint64_t)c_data_len[i];
        }
        if (out_size - pos < 8)
            return fail(fault, NAC_NO_ROOM, i, -1, 0);
        put_8(out + pos, (uint64_t)v4_len_data);
        pos += 8;
        {
            const uint64_t at = (uint64_t)c_data_at[i], size = (uint64_t)c_data_len[i];
            if (c_data_at[i] >= 0) {
                if (at > data_size || size > data_size - at)
                    return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
                if (size > out_size - pos)
                    return fail(fault, NAC_NO_ROOM, i, -1, 0);
                if (size > 0) {
                    memcpy(out + pos, data + at, (size_t)size);
                }
                pos += (size_t)size;
            }
        }
    }
    *written = pos;
    if (used_dims_length != (uint64_t)c_dims_rows[count])
        return fail(fault, NAC_BAD_COLUMNS, i, -1, 0);
    return NAC_OK;
}

NAC_API const char *nac_schema_sha256(void)
{
    return
        "0633245ba11ec1316652a3a52f698b0ae7c264362a179e907afedf63510c32ad";
}

NAC_API const char *nac_code_sha256(void)
{
    return
        "f2bc391b66b1851b877e6eb75852e87310f216d19b3eb6f1ca897cf8ecd315d9";
}

NAC_API const char *nac_layout(void)
{
    return
        "schedule_record;tick=uint16,commands[]=int64,commands.action=uint8,commands.target=uint16;\n"
        "instruction;a=uint8,b=uint8,fields.prefix=int16,fields.id=int16,fields.reserved[]=int64,fields.reserved=int16,fields.distances[]=int64,fields.distances=int16,fields.len_true=int16,fields.len_false=int16,fields.predicate=int16,fields.input=int16,fields.block_end=int16,fields.branches[]=int64,fields.branches=int16,fields.constants[]=int64,fields.constants=int16,fields.distance=int16,fields.gradient=int16,fields.rate=int16;id_getitem,id_operator_getitem,id_select,num_outputs,signature_table_has_constants[],signature_table_num_codes[],version\n"
        "operation_name;id_operation=uint16,name@=int64,name#=int64;\n"
        "constant;id_constant=uint16,kind=uint8,length=uint16,body.is_true=uint8,body.number=int64,body.raw@=int64,body.raw#=int64,body.text@=int64,body.text#=int64,body.numbers[]=int64,body.numbers=int32;\n"
        "signature;id_signature=uint16,codes[]=int64,codes.code=uint8;\n"
        "parameter_name;id_parameter=uint16,name@=int64,name#=int64;\n"
        "input_name;idx_instruction=uint16,name@=int64,name#=int64;\n"
        "tensor;id_parameter=uint16,meta@=int64,meta#=int64,data@=int64,data#=int64;\n"
        "tensor_meta;dtype=uint8,dims[]=int64,dims=uint32,quantization=uint8,scaling.scale@=int64,scaling.scale#=int64,scaling.axis=uint8,scaling.scales@=int64,scaling.scales#=int64,scaling.len_block=uint16,scaling.dims[]=int64,scaling.dims=uint32;\n"
        "resource;name@=int64,name#=int64,data@=int64,data#=int64;\n"
        "named_array;name@=int64,name#=int64,dtype=uint8,dims[]=int64,dims=uint32,data@=int64,data#=int64;\n";
}
