// Generated from schemas/stb.ksy (sha256 0345ed56f9b45f3379da906e1e825d701fcda049dcced3694875ac7626347a8d) by `nacformats generate`. Do not edit.

#include "stb.h"

/* Says where and why a function stopped. */
static int fail(stb_fault *fault, int status, size_t record, int rule, size_t element)
{
    fault->record = record;
    fault->rule = rule;
    fault->element = element;
    return status;
}

/* A signed number; what does not fit counts as the largest. */
static inline int64_t narrow(uint64_t value)
{
    return value > (uint64_t)INT64_MAX ? INT64_MAX : (int64_t)value;
}

/* Below, at or above 0 as `left` is less than, equal to or greater than `right`. */
static inline int order(uint64_t left, int64_t right)
{
    if (right < 0)
        return 1;
    return (left > (uint64_t)right) - (left < (uint64_t)right);
}

static int within(int64_t value, int64_t low, int64_t high)
{
    return value >= low && value <= high;
}

static inline uint32_t get_u4(const uint8_t *from)
{
    return (uint32_t)from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

static inline uint64_t get_u8(const uint8_t *from)
{
    return (uint64_t)get_u4(from) | (uint64_t)get_u4(from + 4) << 32;
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

static int stb_tensor_descriptor_arguments_hold(const stb_tensor_descriptor_arguments *arguments)
{
    return within(arguments->len_file, INT64_C(0), INT64_MAX)
        && within(arguments->ofs_data, INT64_C(0), INT64_MAX);
}

STB_API int stb_tensor_descriptor_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    const stb_tensor_descriptor_arguments *arguments,
    stb_tensor_descriptor_columns *columns,
    stb_fault *fault)
{
    int64_t *const c_starts = columns->starts;
    uint8_t *const c_tensor_id = columns->tensor_id;
    uint8_t *const c_dtype = columns->dtype;
    uint8_t *const c_rank = columns->rank;
    uint8_t *const c_layout = columns->layout;
    uint64_t *const c_ofs_body = columns->ofs_body;
    uint64_t *const c_len_body = columns->len_body;
    int64_t *const c_dims_rows = columns->dims_rows;
    const size_t n_dims_length = columns->dims_length;
    uint32_t *const c_dims = columns->dims;
    const size_t count = columns->count;
    size_t have_dims_length = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (!stb_tensor_descriptor_arguments_hold(arguments))
        return STB_BAD_ARGUMENTS;
    if (pos > end)
        return STB_DOES_NOT_FIT;
    c_dims_rows[0] = 0;
    for (i = 0; i < count; i++) {
        c_starts[i] = (int64_t)pos;
        if (end - pos < 20)
            return fail(fault, STB_DOES_NOT_FIT, i, -1, 0);
        c_tensor_id[i] = data[pos];
        c_dtype[i] = data[pos + 1];
        c_rank[i] = data[pos + 2];
        c_layout[i] = data[pos + 3];
        c_ofs_body[i] = get_u8(data + pos + 4);
        c_len_body[i] = get_u8(data + pos + 12);
        pos += 20;
        {
            const uint64_t size = 3u;
            const size_t have = have_dims_length;
            int fits;
            uint64_t k;
            if (size > (end - pos) / 4)
                return fail(fault, STB_DOES_NOT_FIT, i, -1, 0);
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
        c_dims_rows[i + 1] = (int64_t)have_dims_length;
    }
    c_starts[count] = (int64_t)pos;
    columns->dims_length = have_dims_length;
    if (have_dims_length > n_dims_length)
        return STB_NO_ROOM;
    return STB_OK;
}

STB_API int stb_tensor_descriptor_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    const stb_tensor_descriptor_arguments *arguments,
    stb_tensor_descriptor_columns *columns,
    int64_t *ends,
    stb_fault *fault)
{
    uint8_t *const c_tensor_id = columns->tensor_id;
    uint8_t *const c_dtype = columns->dtype;
    uint8_t *const c_rank = columns->rank;
    uint8_t *const c_layout = columns->layout;
    uint64_t *const c_ofs_body = columns->ofs_body;
    uint64_t *const c_len_body = columns->len_body;
    int64_t *const c_dims_rows = columns->dims_rows;
    const size_t n_dims_length = columns->dims_length;
    uint32_t *const c_dims = columns->dims;
    const size_t count = columns->count;
    size_t have_dims_length = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (!stb_tensor_descriptor_arguments_hold(arguments))
        return STB_BAD_ARGUMENTS;
    c_dims_rows[0] = 0;
    for (i = 0; i < count; i++) {
        const uint64_t begin = (uint64_t)begins[i], limit = (uint64_t)limits[i];
        const size_t end = (size_t)limit;
        size_t pos = (size_t)begin;
        if (begin > limit || limit > data_size)
            return fail(fault, STB_BAD_COLUMNS, i, -1, 0);
        if (end - pos < 20)
            return fail(fault, STB_DOES_NOT_FIT, i, -1, 0);
        c_tensor_id[i] = data[pos];
        c_dtype[i] = data[pos + 1];
        c_rank[i] = data[pos + 2];
        c_layout[i] = data[pos + 3];
        c_ofs_body[i] = get_u8(data + pos + 4);
        c_len_body[i] = get_u8(data + pos + 12);
        pos += 20;
        {
            const uint64_t size = 3u;
            const size_t have = have_dims_length;
            int fits;
            uint64_t k;
            if (size > (end - pos) / 4)
                return fail(fault, STB_DOES_NOT_FIT, i, -1, 0);
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
        c_dims_rows[i + 1] = (int64_t)have_dims_length;
        ends[i] = (int64_t)pos;
    }
    columns->dims_length = have_dims_length;
    if (have_dims_length > n_dims_length)
        return STB_NO_ROOM;
    return STB_OK;
}

STB_API int stb_tensor_descriptor_check(
    const stb_tensor_descriptor_arguments *arguments,
    const stb_tensor_descriptor_columns *columns,
    stb_fault *fault)
{
    const uint8_t *const c_rank = columns->rank;
    const uint64_t *const c_ofs_body = columns->ofs_body;
    const uint64_t *const c_len_body = columns->len_body;
    const int64_t *const c_dims_rows = columns->dims_rows;
    const size_t n_dims_length = columns->dims_length;
    const size_t count = columns->count;
    const int64_t arg_len_file = arguments->len_file;
    const int64_t arg_ofs_data = arguments->ofs_data;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (!stb_tensor_descriptor_arguments_hold(arguments))
        return STB_BAD_ARGUMENTS;
    for (i = 0; i < count; i++) {
        int64_t v2_rank = 0;
        uint64_t v4_ofs_body = 0;
        uint64_t v5_len_body = 0;
        v2_rank = c_rank[i];
        if (!(v2_rank <= 8))
            return fail(fault, STB_BREAKS_RULE, i, 0, 0);
        v4_ofs_body = c_ofs_body[i];
        if (!(v4_ofs_body >= (uint64_t)arg_ofs_data))
            return fail(fault, STB_BREAKS_RULE, i, 1, 0);
        if (!(v4_ofs_body <= (uint64_t)arg_len_file))
            return fail(fault, STB_BREAKS_RULE, i, 2, 0);
        v5_len_body = c_len_body[i];
        if (!(order(v5_len_body, (arg_len_file - narrow(v4_ofs_body))) <= 0))
            return fail(fault, STB_BREAKS_RULE, i, 3, 0);
        {
            const uint64_t first = (uint64_t)c_dims_rows[i], last = (uint64_t)c_dims_rows[i + 1];
            if (first > last || last > n_dims_length)
                return fail(fault, STB_BAD_COLUMNS, i, -1, 0);
            const uint64_t wanted = 3u;
            if (last - first != wanted)
                return fail(fault, STB_BAD_COLUMNS, i, -1, 0);
        }
    }
    return STB_OK;
}

STB_API int stb_tensor_descriptor_sizes(
    const stb_tensor_descriptor_arguments *arguments,
    const stb_tensor_descriptor_columns *columns,
    int64_t *sizes,
    stb_fault *fault)
{
    const int64_t *const c_dims_rows = columns->dims_rows;
    const size_t n_dims_length = columns->dims_length;
    const size_t count = columns->count;
    uint64_t used_dims_length = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (!stb_tensor_descriptor_arguments_hold(arguments))
        return STB_BAD_ARGUMENTS;
    for (i = 0; i < count; i++) {
        uint64_t total = 0;
        total += 20;
        {
            const uint64_t first = (uint64_t)c_dims_rows[i], last = (uint64_t)c_dims_rows[i + 1];
            if (first > last || last > n_dims_length)
                return fail(fault, STB_BAD_COLUMNS, i, -1, 0);
            const uint64_t wanted = 3u;
            if (last - first != wanted)
                return fail(fault, STB_BAD_COLUMNS, i, -1, 0);
            used_dims_length += last - first;
            total += (last - first) * 4;
        }
        sizes[i] = (int64_t)total;
    }
    if (used_dims_length != (uint64_t)c_dims_rows[count])
        return fail(fault, STB_BAD_COLUMNS, i, -1, 0);
    return STB_OK;
}

STB_API int stb_tensor_descriptor_scatter(
    const stb_tensor_descriptor_arguments *arguments,
    const stb_tensor_descriptor_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    stb_fault *fault)
{
    const uint8_t *const c_tensor_id = columns->tensor_id;
    const uint8_t *const c_dtype = columns->dtype;
    const uint8_t *const c_rank = columns->rank;
    const uint8_t *const c_layout = columns->layout;
    const uint64_t *const c_ofs_body = columns->ofs_body;
    const uint64_t *const c_len_body = columns->len_body;
    const int64_t *const c_dims_rows = columns->dims_rows;
    const size_t n_dims_length = columns->dims_length;
    const uint32_t *const c_dims = columns->dims;
    const size_t count = columns->count;
    uint64_t used_dims_length = 0;
    size_t pos = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (!stb_tensor_descriptor_arguments_hold(arguments))
        return STB_BAD_ARGUMENTS;
    *written = 0;
    for (i = 0; i < count; i++) {
        if (out_size - pos < 20)
            return fail(fault, STB_NO_ROOM, i, -1, 0);
        put_1(out + pos, (uint64_t)c_tensor_id[i]);
        put_1(out + pos + 1, (uint64_t)c_dtype[i]);
        put_1(out + pos + 2, (uint64_t)c_rank[i]);
        put_1(out + pos + 3, (uint64_t)c_layout[i]);
        put_8(out + pos + 4, (uint64_t)c_ofs_body[i]);
        put_8(out + pos + 12, (uint64_t)c_len_body[i]);
        pos += 20;
        {
            const uint64_t first = (uint64_t)c_dims_rows[i], last = (uint64_t)c_dims_rows[i + 1];
            if (first > last || last > n_dims_length)
                return fail(fault, STB_BAD_COLUMNS, i, -1, 0);
            const uint64_t wanted = 3u;
            if (last - first != wanted)
                return fail(fault, STB_BAD_COLUMNS, i, -1, 0);
            used_dims_length += last - first;
            uint64_t k;
            if (last - first > (out_size - pos) / 4)
                return fail(fault, STB_NO_ROOM, i, -1, 0);
            for (k = first; k < last; k++) {
                put_4(out + pos, (uint64_t)c_dims[k]);
                pos += 4;
            }
        }
    }
    *written = pos;
    if (used_dims_length != (uint64_t)c_dims_rows[count])
        return fail(fault, STB_BAD_COLUMNS, i, -1, 0);
    return STB_OK;
}

STB_API const char *stb_schema_sha256(void)
{
    return
        "0345ed56f9b45f3379da906e1e825d701fcda049dcced3694875ac7626347a8d";
}

STB_API const char *stb_code_sha256(void)
{
    return
        "69b6aea6c7053cccc79e82b766be3b231148c368e97d1ee017ad19e1c7eff813";
}

STB_API const char *stb_layout(void)
{
    return
        "tensor_descriptor;tensor_id=uint8,dtype=uint8,rank=uint8,layout=uint8,ofs_body=uint64,len_body=uint64,dims[]=int64,dims=uint32;len_file,ofs_data\n";
}
