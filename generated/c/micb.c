// Generated from schemas/micb.ksy (sha256 5db39ae95eb084788db5a0f8e59b114c46942db28d4c596042ca4fa5d2ad37b2) by `nacformats generate`. Do not edit.
// It imports schemas/uleb128.ksy (sha256 7f8186add90b8dbb561b7475dbf873f7412752189f1e2acac510fc34dd3cce21).

#include "micb.h"

#include <string.h>

/* Says where and why a function stopped. */
static int fail(micb_fault *fault, int status, size_t record, int rule, size_t element)
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

/* Bytes that a varint of at most 64 bits takes, or 0 when there is none. */
static size_t long_varint(const uint8_t *from, size_t left, uint64_t *value)
{
    uint64_t whole = 0;
    size_t k;
    for (k = 0; k < 10 && k < left; k++) {
        whole |= (uint64_t)(from[k] & 0x7f) << (7 * k);
        if (from[k] < 0x80) {
            *value = whole;
            return k == 9 && from[k] > 1 ? 0 : k + 1;
        }
    }
    return 0;
}

static inline size_t get_varint(const uint8_t *from, size_t left, uint64_t *value)
{
    uint64_t whole = 0;
    size_t width;
    if (left > 0 && from[0] < 0x80) {
        *value = from[0];
        return 1;
    }
    width = long_varint(from, left, &whole);
    *value = whole;
    return width;
}

static inline void put_1(uint8_t *to, uint64_t value)
{
    to[0] = (uint8_t)value;
}

static size_t long_width(uint64_t value)
{
    size_t width = 1;
    while (value > 0x7f) {
        value >>= 7;
        width++;
    }
    return width;
}

static inline size_t varint_width(uint64_t value)
{
    return value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x200000 ? 3 : long_width(value);
}

/* Bytes written, or 0 when there is no room for them. */
static inline size_t put_varint(uint8_t *to, size_t room, uint64_t value)
{
    size_t width, k;
    if (value < 0x80 && room > 0) {
        to[0] = (uint8_t)value;
        return 1;
    }
    width = varint_width(value);
    if (width > room)
        return 0;
    for (k = 0; k + 1 < width; k++) {
        to[k] = (uint8_t)(value | 0x80);
        value >>= 7;
    }
    to[k] = (uint8_t)value;
    return width;
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

MICB_API int micb_interned_string_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    micb_interned_string_columns *columns,
    micb_fault *fault)
{
    int64_t *const c_starts = columns->starts;
    int64_t *const c_text_at = columns->text_at;
    int64_t *const c_text_len = columns->text_len;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (pos > end)
        return MICB_DOES_NOT_FIT;
    for (i = 0; i < count; i++) {
        uint64_t v0_len_text = 0;
        c_starts[i] = (int64_t)pos;
        {
            uint64_t value;
            const size_t width = get_varint(data + pos, end - pos, &value);
            if (width == 0)
                return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
            pos += width;
            v0_len_text = value;
        }
        {
            const uint64_t size = v0_len_text;
            if (size > end - pos)
                return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
            c_text_at[i] = (int64_t)pos;
            c_text_len[i] = (int64_t)size;
            pos += (size_t)size;
        }
    }
    c_starts[count] = (int64_t)pos;
    return MICB_OK;
}

MICB_API int micb_interned_string_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    micb_interned_string_columns *columns,
    int64_t *ends,
    micb_fault *fault)
{
    int64_t *const c_text_at = columns->text_at;
    int64_t *const c_text_len = columns->text_len;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        uint64_t v0_len_text = 0;
        const uint64_t begin = (uint64_t)begins[i], limit = (uint64_t)limits[i];
        const size_t end = (size_t)limit;
        size_t pos = (size_t)begin;
        if (begin > limit || limit > data_size)
            return fail(fault, MICB_BAD_COLUMNS, i, -1, 0);
        {
            uint64_t value;
            const size_t width = get_varint(data + pos, end - pos, &value);
            if (width == 0)
                return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
            pos += width;
            v0_len_text = value;
        }
        {
            const uint64_t size = v0_len_text;
            if (size > end - pos)
                return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
            c_text_at[i] = (int64_t)pos;
            c_text_len[i] = (int64_t)size;
            pos += (size_t)size;
        }
        ends[i] = (int64_t)pos;
    }
    return MICB_OK;
}

MICB_API int micb_interned_string_check(
    const uint8_t *data,
    size_t data_size,
    const micb_interned_string_columns *columns,
    micb_fault *fault)
{
    const int64_t *const c_text_at = columns->text_at;
    const int64_t *const c_text_len = columns->text_len;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        {
            if (c_text_len[i] < 0)
                return fail(fault, MICB_BAD_COLUMNS, i, -1, 0);
            if (c_text_at[i] >= 0) {
                const uint64_t at = (uint64_t)c_text_at[i], size = (uint64_t)c_text_len[i];
                if (at > data_size || size > data_size - at)
                    return fail(fault, MICB_BAD_COLUMNS, i, -1, 0);
                if (!is_utf8(data + at, (size_t)size))
                    return fail(fault, MICB_BREAKS_RULE, i, 0, 0);
            }
        }
    }
    return MICB_OK;
}

MICB_API int micb_interned_string_sizes(
    const micb_interned_string_columns *columns,
    int64_t *sizes,
    micb_fault *fault)
{
    const int64_t *const c_text_at = columns->text_at;
    const int64_t *const c_text_len = columns->text_len;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        uint64_t v0_len_text = 0;
        uint64_t total = 0;
        {
            if (c_text_len[i] < 0)
                return fail(fault, MICB_BAD_COLUMNS, i, -1, 0);
            v0_len_text = (uint64_t)c_text_len[i];
        }
        total += varint_width(v0_len_text);
        {
            if (c_text_len[i] < 0)
                return fail(fault, MICB_BAD_COLUMNS, i, -1, 0);
            if (c_text_at[i] >= 0) {
                if ((uint64_t)c_text_len[i] > (uint64_t)INT64_MAX / 2 - total)
                    return fail(fault, MICB_BAD_COLUMNS, i, -1, 0);
                total += (uint64_t)c_text_len[i];
            }
        }
        sizes[i] = (int64_t)total;
    }
    return MICB_OK;
}

MICB_API int micb_interned_string_scatter(
    const uint8_t *data,
    size_t data_size,
    const micb_interned_string_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    micb_fault *fault)
{
    const int64_t *const c_text_at = columns->text_at;
    const int64_t *const c_text_len = columns->text_len;
    const size_t count = columns->count;
    size_t pos = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    *written = 0;
    for (i = 0; i < count; i++) {
        uint64_t v0_len_text = 0;
        {
            if (c_text_len[i] < 0)
                return fail(fault, MICB_BAD_COLUMNS, i, -1, 0);
            v0_len_text = (uint64_t)c_text_len[i];
        }
        {
            const size_t width = put_varint(out + pos, out_size - pos, v0_len_text);
            if (width == 0)
                return fail(fault, MICB_NO_ROOM, i, -1, 0);
            pos += width;
        }
        {
            const uint64_t at = (uint64_t)c_text_at[i], size = (uint64_t)c_text_len[i];
            if (c_text_at[i] >= 0) {
                if (at > data_size || size > data_size - at)
                    return fail(fault, MICB_BAD_COLUMNS, i, -1, 0);
                if (size > out_size - pos)
                    return fail(fault, MICB_NO_ROOM, i, -1, 0);
                if (size > 0) {
                    memcpy(out + pos, data + at, (size_t)size);
                }
                pos += (size_t)size;
            }
        }
    }
    *written = pos;
    return MICB_OK;
}

static int micb_string_ref_arguments_hold(const micb_string_ref_arguments *arguments)
{
    return within(arguments->num_strings_value, INT64_C(0), INT64_MAX);
}

MICB_API int micb_string_ref_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    const micb_string_ref_arguments *arguments,
    micb_string_ref_columns *columns,
    micb_fault *fault)
{
    int64_t *const c_starts = columns->starts;
    uint64_t *const c_idx = columns->idx;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (!micb_string_ref_arguments_hold(arguments))
        return MICB_BAD_ARGUMENTS;
    if (pos > end)
        return MICB_DOES_NOT_FIT;
    for (i = 0; i < count; i++) {
        c_starts[i] = (int64_t)pos;
        {
            uint64_t value;
            const size_t width = get_varint(data + pos, end - pos, &value);
            if (width == 0)
                return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
            pos += width;
            c_idx[i] = value;
        }
    }
    c_starts[count] = (int64_t)pos;
    return MICB_OK;
}

MICB_API int micb_string_ref_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    const micb_string_ref_arguments *arguments,
    micb_string_ref_columns *columns,
    int64_t *ends,
    micb_fault *fault)
{
    uint64_t *const c_idx = columns->idx;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (!micb_string_ref_arguments_hold(arguments))
        return MICB_BAD_ARGUMENTS;
    for (i = 0; i < count; i++) {
        const uint64_t begin = (uint64_t)begins[i], limit = (uint64_t)limits[i];
        const size_t end = (size_t)limit;
        size_t pos = (size_t)begin;
        if (begin > limit || limit > data_size)
            return fail(fault, MICB_BAD_COLUMNS, i, -1, 0);
        {
            uint64_t value;
            const size_t width = get_varint(data + pos, end - pos, &value);
            if (width == 0)
                return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
            pos += width;
            c_idx[i] = value;
        }
        ends[i] = (int64_t)pos;
    }
    return MICB_OK;
}

MICB_API int micb_string_ref_check(
    const micb_string_ref_arguments *arguments,
    const micb_string_ref_columns *columns,
    micb_fault *fault)
{
    const uint64_t *const c_idx = columns->idx;
    const size_t count = columns->count;
    const int64_t arg_num_strings_value = arguments->num_strings_value;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (!micb_string_ref_arguments_hold(arguments))
        return MICB_BAD_ARGUMENTS;
    for (i = 0; i < count; i++) {
        uint64_t v0_idx = 0;
        v0_idx = c_idx[i];
        if (!(v0_idx < (uint64_t)arg_num_strings_value))
            return fail(fault, MICB_BREAKS_RULE, i, 0, 0);
    }
    return MICB_OK;
}

MICB_API int micb_string_ref_sizes(
    const micb_string_ref_arguments *arguments,
    const micb_string_ref_columns *columns,
    int64_t *sizes,
    micb_fault *fault)
{
    const uint64_t *const c_idx = columns->idx;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (!micb_string_ref_arguments_hold(arguments))
        return MICB_BAD_ARGUMENTS;
    for (i = 0; i < count; i++) {
        uint64_t total = 0;
        total += varint_width(c_idx[i]);
        sizes[i] = (int64_t)total;
    }
    return MICB_OK;
}

MICB_API int micb_string_ref_scatter(
    const micb_string_ref_arguments *arguments,
    const micb_string_ref_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    micb_fault *fault)
{
    const uint64_t *const c_idx = columns->idx;
    const size_t count = columns->count;
    size_t pos = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (!micb_string_ref_arguments_hold(arguments))
        return MICB_BAD_ARGUMENTS;
    *written = 0;
    for (i = 0; i < count; i++) {
        {
            const size_t width = put_varint(out + pos, out_size - pos, c_idx[i]);
            if (width == 0)
                return fail(fault, MICB_NO_ROOM, i, -1, 0);
            pos += width;
        }
    }
    *written = pos;
    return MICB_OK;
}

static int micb_tensor_type_arguments_hold(const micb_tensor_type_arguments *arguments)
{
    return within(arguments->num_strings_value, INT64_C(0), INT64_MAX);
}

MICB_API int micb_tensor_type_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    const micb_tensor_type_arguments *arguments,
    micb_tensor_type_columns *columns,
    micb_fault *fault)
{
    int64_t *const c_starts = columns->starts;
    uint8_t *const c_dtype = columns->dtype;
    int64_t *const c_dims_rows = columns->dims_rows;
    const size_t n_dims_length = columns->dims_length;
    uint64_t *const c_dims_idx = columns->dims_idx;
    const size_t count = columns->count;
    size_t have_dims_length = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (!micb_tensor_type_arguments_hold(arguments))
        return MICB_BAD_ARGUMENTS;
    if (pos > end)
        return MICB_DOES_NOT_FIT;
    c_dims_rows[0] = 0;
    for (i = 0; i < count; i++) {
        uint64_t v1_num_dims = 0;
        c_starts[i] = (int64_t)pos;
        if (end - pos < 1)
            return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
        c_dtype[i] = data[pos];
        pos += 1;
        {
            uint64_t value;
            const size_t width = get_varint(data + pos, end - pos, &value);
            if (width == 0)
                return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
            pos += width;
            v1_num_dims = value;
        }
        {
            const uint64_t size = v1_num_dims;
            const size_t have = have_dims_length;
            int fits;
            uint64_t k;
            if (size > (end - pos))
                return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
            fits = have <= n_dims_length && size <= n_dims_length - have;
            for (k = 0; k < size; k++) {
                uint64_t value;
                const size_t width = get_varint(data + pos, end - pos, &value);
                if (width == 0)
                    return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
                pos += width;
                if (fits)
                    c_dims_idx[have + k] = value;
            }
            have_dims_length = have + (size_t)size;
        }
        c_dims_rows[i + 1] = (int64_t)have_dims_length;
    }
    c_starts[count] = (int64_t)pos;
    columns->dims_length = have_dims_length;
    if (have_dims_length > n_dims_length)
        return MICB_NO_ROOM;
    return MICB_OK;
}

MICB_API int micb_tensor_type_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    const micb_tensor_type_arguments *arguments,
    micb_tensor_type_columns *columns,
    int64_t *ends,
    micb_fault *fault)
{
    uint8_t *const c_dtype = columns->dtype;
    int64_t *const c_dims_rows = columns->dims_rows;
    const size_t n_dims_length = columns->dims_length;
    uint64_t *const c_dims_idx = columns->dims_idx;
    const size_t count = columns->count;
    size_t have_dims_length = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (!micb_tensor_type_arguments_hold(arguments))
        return MICB_BAD_ARGUMENTS;
    c_dims_rows[0] = 0;
    for (i = 0; i < count; i++) {
        uint64_t v1_num_dims = 0;
        const uint64_t begin = (uint64_t)begins[i], limit = (uint64_t)limits[i];
        const size_t end = (size_t)limit;
        size_t pos = (size_t)begin;
        if (begin > limit || limit > data_size)
            return fail(fault, MICB_BAD_COLUMNS, i, -1, 0);
        if (end - pos < 1)
            return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
        c_dtype[i] = data[pos];
        pos += 1;
        {
            uint64_t value;
            const size_t width = get_varint(data + pos, end - pos, &value);
            if (width == 0)
                return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
            pos += width;
            v1_num_dims = value;
        }
        {
            const uint64_t size = v1_num_dims;
            const size_t have = have_dims_length;
            int fits;
            uint64_t k;
            if (size > (end - pos))
                return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
            fits = have <= n_dims_length && size <= n_dims_length - have;
            for (k = 0; k < size; k++) {
                uint64_t value;
                const size_t width = get_varint(data + pos, end - pos, &value);
                if (width == 0)
                    return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
                pos += width;
                if (fits)
                    c_dims_idx[have + k] = value;
            }
            have_dims_length = have + (size_t)size;
        }
        c_dims_rows[i + 1] = (int64_t)have_dims_length;
        ends[i] = (int64_t)pos;
    }
    columns->dims_length = have_dims_length;
    if (have_dims_length > n_dims_length)
        return MICB_NO_ROOM;
    return MICB_OK;
}

MICB_API int micb_tensor_type_check(
    const micb_tensor_type_arguments *arguments,
    const micb_tensor_type_columns *columns,
    micb_fault *fault)
{
    const uint8_t *const c_dtype = columns->dtype;
    const int64_t *const c_dims_rows = columns->dims_rows;
    const size_t n_dims_length = columns->dims_length;
    const uint64_t *const c_dims_idx = columns->dims_idx;
    const size_t count = columns->count;
    const int64_t arg_num_strings_value = arguments->num_strings_value;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (!micb_tensor_type_arguments_hold(arguments))
        return MICB_BAD_ARGUMENTS;
    for (i = 0; i < count; i++) {
        int64_t v0_dtype = 0;
        v0_dtype = c_dtype[i];
        if (!(v0_dtype <= 12))
            return fail(fault, MICB_BREAKS_RULE, i, 0, 0);
        {
            const uint64_t first = (uint64_t)c_dims_rows[i], last = (uint64_t)c_dims_rows[i + 1];
            if (first > last || last > n_dims_length)
                return fail(fault, MICB_BAD_COLUMNS, i, -1, 0);
            uint64_t k;
            for (k = first; k < last; k++) {
                const uint64_t v2_idx = c_dims_idx[k];
                if (!(v2_idx < (uint64_t)arg_num_strings_value))
                    return fail(fault, MICB_BREAKS_RULE, i, 1, (size_t)(k - first));
            }
        }
    }
    return MICB_OK;
}

MICB_API int micb_tensor_type_sizes(
    const micb_tensor_type_arguments *arguments,
    const micb_tensor_type_columns *columns,
    int64_t *sizes,
    micb_fault *fault)
{
    const int64_t *const c_dims_rows = columns->dims_rows;
    const size_t n_dims_length = columns->dims_length;
    const uint64_t *const c_dims_idx = columns->dims_idx;
    const size_t count = columns->count;
    uint64_t used_dims_length = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (!micb_tensor_type_arguments_hold(arguments))
        return MICB_BAD_ARGUMENTS;
    for (i = 0; i < count; i++) {
        uint64_t v1_num_dims = 0;
        uint64_t total = 0;
        total += 1;
        {
            const uint64_t first = (uint64_t)c_dims_rows[i], last = (uint64_t)c_dims_rows[i + 1];
            if (first > last || last > n_dims_length)
                return fail(fault, MICB_BAD_COLUMNS, i, -1, 0);
            v1_num_dims = (last - first);
        }
        total += varint_width(v1_num_dims);
        {
            const uint64_t first = (uint64_t)c_dims_rows[i], last = (uint64_t)c_dims_rows[i + 1];
            if (first > last || last > n_dims_length)
                return fail(fault, MICB_BAD_COLUMNS, i, -1, 0);
            used_dims_length += last - first;
            uint64_t k;
            for (k = first; k < last; k++) {
                total += varint_width(c_dims_idx[k]);
            }
        }
        sizes[i] = (int64_t)total;
    }
    if (used_dims_length != (uint64_t)c_dims_rows[count])
        return fail(fault, MICB_BAD_COLUMNS, i, -1, 0);
    return MICB_OK;
}

MICB_API int micb_tensor_type_scatter(
    const micb_tensor_type_arguments *arguments,
    const micb_tensor_type_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    micb_fault *fault)
{
    const uint8_t *const c_dtype = columns->dtype;
    const int64_t *const c_dims_rows = columns->dims_rows;
    const size_t n_dims_length = columns->dims_length;
    const uint64_t *const c_dims_idx = columns->dims_idx;
    const size_t count = columns->count;
    uint64_t used_dims_length = 0;
    size_t pos = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (!micb_tensor_type_arguments_hold(arguments))
        return MICB_BAD_ARGUMENTS;
    *written = 0;
    for (i = 0; i < count; i++) {
        uint64_t v1_num_dims = 0;
        if (out_size - pos < 1)
            return fail(fault, MICB_NO_ROOM, i, -1, 0);
        put_1(out + pos, (uint64_t)c_dtype[i]);
        pos += 1;
        {
            const uint64_t first = (uint64_t)c_dims_rows[i], last = (uint64_t)c_dims_rows[i + 1];
            if (first > last || last > n_dims_length)
                return fail(fault, MICB_BAD_COLUMNS, i, -1, 0);
            v1_num_dims = (last - first);
        }
        {
            const size_t width = put_varint(out + pos, out_size - pos, v1_num_dims);
            if (width == 0)
                return fail(fault, MICB_NO_ROOM, i, -1, 0);
            pos += width;
        }
        {
            const uint64_t first = (uint64_t)c_dims_rows[i], last = (uint64_t)c_dims_rows[i + 1];
            if (first > last || last > n_dims_length)
                return fail(fault, MICB_BAD_COLUMNS, i, -1, 0);
            used_dims_length += last - first;
            uint64_t k;
            for (k = first; k < last; k++) {
                {
                    const size_t width = put_varint(out + pos, out_size - pos, c_dims_idx[k]);
                    if (width == 0)
                        return fail(fault, MICB_NO_ROOM, i, -1, 0);
                    pos += width;
                }
            }
        }
    }
    *written = pos;
    if (used_dims_length != (uint64_t)c_dims_rows[count])
        return fail(fault, MICB_BAD_COLUMNS, i, -1, 0);
    return MICB_OK;
}

static int micb_graph_value_arguments_hold(const micb_graph_value_arguments *arguments)
{
    return within(arguments->num_strings_value, INT64_C(0), INT64_MAX)
        && within(arguments->num_types_value, INT64_C(0), INT64_MAX);
}

MICB_API int micb_graph_value_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    const micb_graph_value_arguments *arguments,
    micb_graph_value_columns *columns,
    micb_fault *fault)
{
    int64_t *const c_starts = columns->starts;
    uint8_t *const c_tag = columns->tag;
    uint64_t *const c_body_name_idx = columns->body_name_idx;
    uint64_t *const c_body_type_ref_idx = columns->body_type_ref_idx;
    uint8_t *const c_body_opcode = columns->body_opcode;
    uint64_t *const c_body_params_axis_raw = columns->body_params_axis_raw;
    int64_t *const c_body_params_elements_rows = columns->body_params_elements_rows;
    const size_t n_body_params_elements_length = columns->body_params_elements_length;
    uint64_t *const c_body_params_elements_raw = columns->body_params_elements_raw;
    uint64_t *const c_body_params_count = columns->body_params_count;
    uint64_t *const c_body_params_name_idx = columns->body_params_name_idx;
    int64_t *const c_body_inputs_rows = columns->body_inputs_rows;
    const size_t n_body_inputs_length = columns->body_inputs_length;
    uint64_t *const c_body_inputs_idx = columns->body_inputs_idx;
    const size_t count = columns->count;
    size_t have_body_params_elements_length = 0;
    size_t have_body_inputs_length = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (!micb_graph_value_arguments_hold(arguments))
        return MICB_BAD_ARGUMENTS;
    if (pos > end)
        return MICB_DOES_NOT_FIT;
    c_body_params_elements_rows[0] = 0;
    c_body_inputs_rows[0] = 0;
    for (i = 0; i < count; i++) {
        int64_t v0_tag = 0;
        int64_t v3_opcode = 0;
        uint64_t v5_num_elements = 0;
        uint64_t v10_num_inputs = 0;
        c_starts[i] = (int64_t)pos;
        if (end - pos < 1)
            return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
        v0_tag = data[pos];
        c_tag[i] = data[pos];
        pos += 1;
        switch (v0_tag) {
        case 0:
        case 1:
            {
                uint64_t value;
                const size_t width = get_varint(data + pos, end - pos, &value);
                if (width == 0)
                    return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
                pos += width;
                c_body_name_idx[i] = value;
            }
            {
                uint64_t value;
                const size_t width = get_varint(data + pos, end - pos, &value);
                if (width == 0)
                    return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
                pos += width;
                c_body_type_ref_idx[i] = value;
            }
            break;
        case 2:
            if (end - pos < 1)
                return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
            v3_opcode = data[pos];
            c_body_opcode[i] = data[pos];
            pos += 1;
            switch (v3_opcode) {
            case 6:
            case 16:
            case 18:
                {
                    uint64_t value;
                    const size_t width = get_varint(data + pos, end - pos, &value);
                    if (width == 0)
                        return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
                    pos += width;
                    c_body_params_axis_raw[i] = value;
                }
                break;
            case 11:
            case 13:
            case 14:
            case 15:
                {
                    uint64_t value;
                    const size_t width = get_varint(data + pos, end - pos, &value);
                    if (width == 0)
                        return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
                    pos += width;
                    v5_num_elements = value;
                }
                {
                    const uint64_t size = v5_num_elements;
                    const size_t have = have_body_params_elements_length;
                    int fits;
                    uint64_t k;
                    if (size > (end - pos))
                        return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
                    fits = have <= n_body_params_elements_length && size <= n_body_params_elements_length - have;
                    for (k = 0; k < size; k++) {
                        uint64_t value;
                        const size_t width = get_varint(data + pos, end - pos, &value);
                        if (width == 0)
                            return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
                        pos += width;
                        if (fits)
                            c_body_params_elements_raw[have + k] = value;
                    }
                    have_body_params_elements_length = have + (size_t)size;
                }
                break;
            case 17:
                {
                    uint64_t value;
                    const size_t width = get_varint(data + pos, end - pos, &value);
                    if (width == 0)
                        return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
                    pos += width;
                    c_body_params_axis_raw[i] = value;
                }
                {
                    uint64_t value;
                    const size_t width = get_varint(data + pos, end - pos, &value);
                    if (width == 0)
                        return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
                    pos += width;
                    c_body_params_count[i] = value;
                }
                break;
            case 255:
                {
                    uint64_t value;
                    const size_t width = get_varint(data + pos, end - pos, &value);
                    if (width == 0)
                        return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
                    pos += width;
                    c_body_params_name_idx[i] = value;
                }
                break;
            default:
                break;
            }
            {
                uint64_t value;
                const size_t width = get_varint(data + pos, end - pos, &value);
                if (width == 0)
                    return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
                pos += width;
                v10_num_inputs = value;
            }
            {
                const uint64_t size = v10_num_inputs;
                const size_t have = have_body_inputs_length;
                int fits;
                uint64_t k;
                if (size > (end - pos))
                    return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
                fits = have <= n_body_inputs_length && size <= n_body_inputs_length - have;
                for (k = 0; k < size; k++) {
                    uint64_t value;
                    const size_t width = get_varint(data + pos, end - pos, &value);
                    if (width == 0)
                        return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
                    pos += width;
                    if (fits)
                        c_body_inputs_idx[have + k] = value;
                }
                have_body_inputs_length = have + (size_t)size;
            }
            break;
        default:
            break;
        }
        c_body_params_elements_rows[i + 1] = (int64_t)have_body_params_elements_length;
        c_body_inputs_rows[i + 1] = (int64_t)have_body_inputs_length;
    }
    c_starts[count] = (int64_t)pos;
    columns->body_params_elements_length = have_body_params_elements_length;
    columns->body_inputs_length = have_body_inputs_length;
    if (have_body_params_elements_length > n_body_params_elements_length || have_body_inputs_length > n_body_inputs_length)
        return MICB_NO_ROOM;
    return MICB_OK;
}

MICB_API int micb_graph_value_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    const micb_graph_value_arguments *arguments,
    micb_graph_value_columns *columns,
    int64_t *ends,
    micb_fault *fault)
{
    uint8_t *const c_tag = columns->tag;
    uint64_t *const c_body_name_idx = columns->body_name_idx;
    uint64_t *const c_body_type_ref_idx = columns->body_type_ref_idx;
    uint8_t *const c_body_opcode = columns->body_opcode;
    uint64_t *const c_body_params_axis_raw = columns->body_params_axis_raw;
    int64_t *const c_body_params_elements_rows = columns->body_params_elements_rows;
    const size_t n_body_params_elements_length = columns->body_params_elements_length;
    uint64_t *const c_body_params_elements_raw = columns->body_params_elements_raw;
    uint64_t *const c_body_params_count = columns->body_params_count;
    uint64_t *const c_body_params_name_idx = columns->body_params_name_idx;
    int64_t *const c_body_inputs_rows = columns->body_inputs_rows;
    const size_t n_body_inputs_length = columns->body_inputs_length;
    uint64_t *const c_body_inputs_idx = columns->body_inputs_idx;
    const size_t count = columns->count;
    size_t have_body_params_elements_length = 0;
    size_t have_body_inputs_length = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (!micb_graph_value_arguments_hold(arguments))
        return MICB_BAD_ARGUMENTS;
    c_body_params_elements_rows[0] = 0;
    c_body_inputs_rows[0] = 0;
    for (i = 0; i < count; i++) {
        int64_t v0_tag = 0;
        int64_t v3_opcode = 0;
        uint64_t v5_num_elements = 0;
        uint64_t v10_num_inputs = 0;
        const uint64_t begin = (uint64_t)begins[i], limit = (uint64_t)limits[i];
        const size_t end = (size_t)limit;
        size_t pos = (size_t)begin;
        if (begin > limit || limit > data_size)
            return fail(fault, MICB_BAD_COLUMNS, i, -1, 0);
        if (end - pos < 1)
            return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
        v0_tag = data[pos];
        c_tag[i] = data[pos];
        pos += 1;
        switch (v0_tag) {
        case 0:
        case 1:
            {
                uint64_t value;
                const size_t width = get_varint(data + pos, end - pos, &value);
                if (width == 0)
                    return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
                pos += width;
                c_body_name_idx[i] = value;
            }
            {
                uint64_t value;
                const size_t width = get_varint(data + pos, end - pos, &value);
                if (width == 0)
                    return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
                pos += width;
                c_body_type_ref_idx[i] = value;
            }
            break;
        case 2:
            if (end - pos < 1)
                return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
            v3_opcode = data[pos];
            c_body_opcode[i] = data[pos];
            pos += 1;
            switch (v3_opcode) {
            case 6:
            case 16:
            case 18:
                {
                    uint64_t value;
                    const size_t width = get_varint(data + pos, end - pos, &value);
                    if (width == 0)
                        return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
                    pos += width;
                    c_body_params_axis_raw[i] = value;
                }
                break;
            case 11:
            case 13:
            case 14:
            case 15:
                {
                    uint64_t value;
                    const size_t width = get_varint(data + pos, end - pos, &value);
                    if (width == 0)
                        return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
                    pos += width;
                    v5_num_elements = value;
                }
                {
                    const uint64_t size = v5_num_elements;
                    const size_t have = have_body_params_elements_length;
                    int fits;
                    uint64_t k;
                    if (size > (end - pos))
                        return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
                    fits = have <= n_body_params_elements_length && size <= n_body_params_elements_length - have;
                    for (k = 0; k < size; k++) {
                        uint64_t value;
                        const size_t width = get_varint(data + pos, end - pos, &value);
                        if (width == 0)
                            return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
                        pos += width;
                        if (fits)
                            c_body_params_elements_raw[have + k] = value;
                    }
                    have_body_params_elements_length = have + (size_t)size;
                }
                break;
            case 17:
                {
                    uint64_t value;
                    const size_t width = get_varint(data + pos, end - pos, &value);
                    if (width == 0)
                        return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
                    pos += width;
                    c_body_params_axis_raw[i] = value;
                }
                {
                    uint64_t value;
                    const size_t width = get_varint(data + pos, end - pos, &value);
                    if (width == 0)
                        return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
                    pos += width;
                    c_body_params_count[i] = value;
                }
                break;
            case 255:
                {
                    uint64_t value;
                    const size_t width = get_varint(data + pos, end - pos, &value);
                    if (width == 0)
                        return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
                    pos += width;
                    c_body_params_name_idx[i] = value;
                }
                break;
            default:
                break;
            }
            {
                uint64_t value;
                const size_t width = get_varint(data + pos, end - pos, &value);
                if (width == 0)
                    return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
                pos += width;
                v10_num_inputs = value;
            }
            {
                const uint64_t size = v10_num_inputs;
                const size_t have = have_body_inputs_length;
                int fits;
                uint64_t k;
                if (size > (end - pos))
                    return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
                fits = have <= n_body_inputs_length && size <= n_body_inputs_length - have;
                for (k = 0; k < size; k++) {
                    uint64_t value;
                    const size_t width = get_varint(data + pos, end - pos, &value);
                    if (width == 0)
                        return fail(fault, MICB_DOES_NOT_FIT, i, -1, 0);
                    pos += width;
                    if (fits)
                        c_body_inputs_idx[have + k] = value;
                }
                have_body_inputs_length = have + (size_t)size;
            }
            break;
        default:
            break;
        }
        c_body_params_elements_rows[i + 1] = (int64_t)have_body_params_elements_length;
        c_body_inputs_rows[i + 1] = (int64_t)have_body_inputs_length;
        ends[i] = (int64_t)pos;
    }
    columns->body_params_elements_length = have_body_params_elements_length;
    columns->body_inputs_length = have_body_inputs_length;
    if (have_body_params_elements_length > n_body_params_elements_length || have_body_inputs_length > n_body_inputs_length)
        return MICB_NO_ROOM;
    return MICB_OK;
}

MICB_API int micb_graph_value_check(
    const micb_graph_value_arguments *arguments,
    const micb_graph_value_columns *columns,
    micb_fault *fault)
{
    const uint8_t *const c_tag = columns->tag;
    const uint64_t *const c_body_name_idx = columns->body_name_idx;
    const uint64_t *const c_body_type_ref_idx = columns->body_type_ref_idx;
    const uint8_t *const c_body_opcode = columns->body_opcode;
    const int64_t *const c_body_params_elements_rows = columns->body_params_elements_rows;
    const size_t n_body_params_elements_length = columns->body_params_elements_length;
    const uint64_t *const c_body_params_name_idx = columns->body_params_name_idx;
    const int64_t *const c_body_inputs_rows = columns->body_inputs_rows;
    const size_t n_body_inputs_length = columns->body_inputs_length;
    const uint64_t *const c_body_inputs_idx = columns->body_inputs_idx;
    const size_t count = columns->count;
    const int64_t arg_num_strings_value = arguments->num_strings_value;
    const int64_t arg_num_types_value = arguments->num_types_value;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (!micb_graph_value_arguments_hold(arguments))
        return MICB_BAD_ARGUMENTS;
    for (i = 0; i < count; i++) {
        int64_t v0_tag = 0;
        uint64_t v1_idx = 0;
        uint64_t v2_idx = 0;
        int64_t v3_opcode = 0;
        uint64_t v9_idx = 0;
        v0_tag = c_tag[i];
        if (!(v0_tag <= 2))
            return fail(fault, MICB_BREAKS_RULE, i, 0, 0);
        switch (v0_tag) {
        case 0:
        case 1:
            v1_idx = c_body_name_idx[i];
            if (!(v1_idx < (uint64_t)arg_num_strings_value))
                return fail(fault, MICB_BREAKS_RULE, i, 1, 0);
            v2_idx = c_body_type_ref_idx[i];
            if (!(v2_idx < (uint64_t)arg_num_types_value))
                return fail(fault, MICB_BREAKS_RULE, i, 2, 0);
            break;
        case 2:
            v3_opcode = c_body_opcode[i];
            if (!((v3_opcode <= 18) || (v3_opcode == 255)))
                return fail(fault, MICB_BREAKS_RULE, i, 3, 0);
            switch (v3_opcode) {
            case 6:
            case 16:
            case 18:
                break;
            case 11:
            case 13:
            case 14:
            case 15:
                {
                    const uint64_t first = (uint64_t)c_body_params_elements_rows[i], last = (uint64_t)c_body_params_elements_rows[i + 1];
                    if (first > last || last > n_body_params_elements_length)
                        return fail(fault, MICB_BAD_COLUMNS, i, -1, 0);
                }
                break;
            case 17:
                break;
            case 255:
                v9_idx = c_body_params_name_idx[i];
                if (!(v9_idx < (uint64_t)arg_num_strings_value))
                    return fail(fault, MICB_BREAKS_RULE, i, 4, 0);
                break;
            default:
                break;
            }
            {
                const uint64_t first = (uint64_t)c_body_inputs_rows[i], last = (uint64_t)c_body_inputs_rows[i + 1];
                if (first > last || last > n_body_inputs_length)
                    return fail(fault, MICB_BAD_COLUMNS, i, -1, 0);
                uint64_t k;
                for (k = first; k < last; k++) {
                    const uint64_t v11_idx = c_body_inputs_idx[k];
                    if (!(v11_idx < (uint64_t)(int64_t)i))
                        return fail(fault, MICB_BREAKS_RULE, i, 5, (size_t)(k - first));
                }
            }
            break;
        default:
            break;
        }
    }
    return MICB_OK;
}

MICB_API int micb_graph_value_sizes(
    const micb_graph_value_arguments *arguments,
    const micb_graph_value_columns *columns,
    int64_t *sizes,
    micb_fault *fault)
{
    const uint8_t *const c_tag = columns->tag;
    const uint64_t *const c_body_name_idx = columns->body_name_idx;
    const uint64_t *const c_body_type_ref_idx = columns->body_type_ref_idx;
    const uint8_t *const c_body_opcode = columns->body_opcode;
    const uint64_t *const c_body_params_axis_raw = columns->body_params_axis_raw;
    const int64_t *const c_body_params_elements_rows = columns->body_params_elements_rows;
    const size_t n_body_params_elements_length = columns->body_params_elements_length;
    const uint64_t *const c_body_params_elements_raw = columns->body_params_elements_raw;
    const uint64_t *const c_body_params_count = columns->body_params_count;
    const uint64_t *const c_body_params_name_idx = columns->body_params_name_idx;
    const int64_t *const c_body_inputs_rows = columns->body_inputs_rows;
    const size_t n_body_inputs_length = columns->body_inputs_length;
    const uint64_t *const c_body_inputs_idx = columns->body_inputs_idx;
    const size_t count = columns->count;
    uint64_t used_body_params_elements_length = 0;
    uint64_t used_body_inputs_length = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (!micb_graph_value_arguments_hold(arguments))
        return MICB_BAD_ARGUMENTS;
    for (i = 0; i < count; i++) {
        int64_t v0_tag = 0;
        int64_t v3_opcode = 0;
        uint64_t v5_num_elements = 0;
        uint64_t v10_num_inputs = 0;
        uint64_t total = 0;
        v0_tag = c_tag[i];
        total += 1;
        switch (v0_tag) {
        case 0:
        case 1:
            total += varint_width(c_body_name_idx[i]);
            total += varint_width(c_body_type_ref_idx[i]);
            break;
        case 2:
            v3_opcode = c_body_opcode[i];
            total += 1;
            switch (v3_opcode) {
            case 6:
            case 16:
            case 18:
                total += varint_width(c_body_params_axis_raw[i]);
                break;
            case 11:
            case 13:
            case 14:
            case 15:
                {
                    const uint64_t first = (uint64_t)c_body_params_elements_rows[i], last = (uint64_t)c_body_params_elements_rows[i + 1];
                    if (first > last || last > n_body_params_elements_length)
                        return fail(fault, MICB_BAD_COLUMNS, i, -1, 0);
                    v5_num_elements = (last - first);
                }
                total += varint_width(v5_num_elements);
                {
                    const uint64_t first = (uint64_t)c_body_params_elements_rows[i], last = (uint64_t)c_body_params_elements_rows[i + 1];
                    if (first > last || last > n_body_params_elements_length)
                        return fail(fault, MICB_BAD_COLUMNS, i, -1, 0);
                    used_body_params_elements_length += last - first;
                    uint64_t k;
                    for (k = first; k < last; k++) {
                        total += varint_width(c_body_params_elements_raw[k]);
                    }
                }
                break;
            case 17:
                total += varint_width(c_body_params_axis_raw[i]);
                total += varint_width(c_body_params_count[i]);
                break;
            case 255:
                total += varint_width(c_body_params_name_idx[i]);
                break;
            default:
                break;
            }
            {
                const uint64_t first = (uint64_t)c_body_inputs_rows[i], last = (uint64_t)c_body_inputs_rows[i + 1];
                if (first > last || last > n_body_inputs_length)
                    return fail(fault, MICB_BAD_COLUMNS, i, -1, 0);
                v10_num_inputs = (last - first);
            }
            total += varint_width(v10_num_inputs);
            {
                const uint64_t first = (uint64_t)c_body_inputs_rows[i], last = (uint64_t)c_body_inputs_rows[i + 1];
                if (first > last || last > n_body_inputs_length)
                    return fail(fault, MICB_BAD_COLUMNS, i, -1, 0);
                used_body_inputs_length += last - first;
                uint64_t k;
                for (k = first; k < last; k++) {
                    total += varint_width(c_body_inputs_idx[k]);
                }
            }
            break;
        default:
            break;
        }
        sizes[i] = (int64_t)total;
    }
    if (used_body_params_elements_length != (uint64_t)c_body_params_elements_rows[count])
        return fail(fault, MICB_BAD_COLUMNS, i, -1, 0);
    if (used_body_inputs_length != (uint64_t)c_body_inputs_rows[count])
        return fail(fault, MICB_BAD_COLUMNS, i, -1, 0);
    return MICB_OK;
}

MICB_API int micb_graph_value_scatter(
    const micb_graph_value_arguments *arguments,
    const micb_graph_value_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    micb_fault *fault)
{
    const uint8_t *const c_tag = columns->tag;
    const uint64_t *const c_body_name_idx = columns->body_name_idx;
    const uint64_t *const c_body_type_ref_idx = columns->body_type_ref_idx;
    const uint8_t *const c_body_opcode = columns->body_opcode;
    const uint64_t *const c_body_params_axis_raw = columns->body_params_axis_raw;
    const int64_t *const c_body_params_elements_rows = columns->body_params_elements_rows;
    const size_t n_body_params_elements_length = columns->body_params_elements_length;
    const uint64_t *const c_body_params_elements_raw = columns->body_params_elements_raw;
    const uint64_t *const c_body_params_count = columns->body_params_count;
    const uint64_t *const c_body_params_name_idx = columns->body_params_name_idx;
    const int64_t *const c_body_inputs_rows = columns->body_inputs_rows;
    const size_t n_body_inputs_length = columns->body_inputs_length;
    const uint64_t *const c_body_inputs_idx = columns->body_inputs_idx;
    const size_t count = columns->count;
    uint64_t used_body_params_elements_length = 0;
    uint64_t used_body_inputs_length = 0;
    size_t pos = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (!micb_graph_value_arguments_hold(arguments))
        return MICB_BAD_ARGUMENTS;
    *written = 0;
    for (i = 0; i < count; i++) {
        int64_t v0_tag = 0;
        int64_t v3_opcode = 0;
        uint64_t v5_num_elements = 0;
        uint64_t v10_num_inputs = 0;
        v0_tag = c_tag[i];
        if (out_size - pos < 1)
            return fail(fault, MICB_NO_ROOM, i, -1, 0);
        put_1(out + pos, (uint64_t)c_tag[i]);
        pos += 1;
        switch (v0_tag) {
        case 0:
        case 1:
            {
                const size_t width = put_varint(out + pos, out_size - pos, c_body_name_idx[i]);
                if (width == 0)
                    return fail(fault, MICB_NO_ROOM, i, -1, 0);
                pos += width;
            }
            {
                const size_t width = put_varint(out + pos, out_size - pos, c_body_type_ref_idx[i]);
                if (width == 0)
                    return fail(fault, MICB_NO_ROOM, i, -1, 0);
                pos += width;
            }
            break;
        case 2:
            v3_opcode = c_body_opcode[i];
            if (out_size - pos < 1)
                return fail(fault, MICB_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_body_opcode[i]);
            pos += 1;
            switch (v3_opcode) {
            case 6:
            case 16:
            case 18:
                {
                    const size_t width = put_varint(out + pos, out_size - pos, c_body_params_axis_raw[i]);
                    if (width == 0)
                        return fail(fault, MICB_NO_ROOM, i, -1, 0);
                    pos += width;
                }
                break;
            case 11:
            case 13:
            case 14:
            case 15:
                {
                    const uint64_t first = (uint64_t)c_body_params_elements_rows[i], last = (uint64_t)c_body_params_elements_rows[i + 1];
                    if (first > last || last > n_body_params_elements_length)
                        return fail(fault, MICB_BAD_COLUMNS, i, -1, 0);
                    v5_num_elements = (last - first);
                }
                {
                    const size_t width = put_varint(out + pos, out_size - pos, v5_num_elements);
                    if (width == 0)
                        return fail(fault, MICB_NO_ROOM, i, -1, 0);
                    pos += width;
                }
                {
                    const uint64_t first = (uint64_t)c_body_params_elements_rows[i], last = (uint64_t)c_body_params_elements_rows[i + 1];
                    if (first > last || last > n_body_params_elements_length)
                        return fail(fault, MICB_BAD_COLUMNS, i, -1, 0);
                    used_body_params_elements_length += last - first;
                    uint64_t k;
                    for (k = first; k < last; k++) {
                        {
                            const size_t width = put_varint(out + pos, out_size - pos, c_body_params_elements_raw[k]);
                            if (width == 0)
                                return fail(fault, MICB_NO_ROOM, i, -1, 0);
                            pos += width;
                        }
                    }
                }
                break;
            case 17:
                {
                    const size_t width = put_varint(out + pos, out_size - pos, c_body_params_axis_raw[i]);
                    if (width == 0)
                        return fail(fault, MICB_NO_ROOM, i, -1, 0);
                    pos += width;
                }
                {
                    const size_t width = put_varint(out + pos, out_size - pos, c_body_params_count[i]);
                    if (width == 0)
                        return fail(fault, MICB_NO_ROOM, i, -1, 0);
                    pos += width;
                }
                break;
            case 255:
                {
                    const size_t width = put_varint(out + pos, out_size - pos, c_body_params_name_idx[i]);
                    if (width == 0)
                        return fail(fault, MICB_NO_ROOM, i, -1, 0);
                    pos += width;
                }
                break;
            default:
                break;
            }
            {
                const uint64_t first = (uint64_t)c_body_inputs_rows[i], last = (uint64_t)c_body_inputs_rows[i + 1];
                if (first > last || last > n_body_inputs_length)
                    return fail(fault, MICB_BAD_COLUMNS, i, -1, 0);
                v10_num_inputs = (last - first);
            }
            {
                const size_t width = put_varint(out + pos, out_size - pos, v10_num_inputs);
                if (width == 0)
                    return fail(fault, MICB_NO_ROOM, i, -1, 0);
                pos += width;
            }
            {
                const uint64_t first = (uint64_t)c_body_inputs_rows[i], last = (uint64_t)c_body_inputs_rows[i + 1];
                if (first > last || last > n_body_inputs_length)
                    return fail(fault, MICB_BAD_COLUMNS, i, -1, 0);
                used_body_inputs_length += last - first;
                uint64_t k;
                for (k = first; k < last; k++) {
                    {
                        const size_t width = put_varint(out + pos, out_size - pos, c_body_inputs_idx[k]);
                        if (width == 0)
                            return fail(fault, MICB_NO_ROOM, i, -1, 0);
                        pos += width;
                    }
                }
            }
            break;
        default:
            break;
        }
    }
    *written = pos;
    if (used_body_params_elements_length != (uint64_t)c_body_params_elements_rows[count])
        return fail(fault, MICB_BAD_COLUMNS, i, -1, 0);
    if (used_body_inputs_length != (uint64_t)c_body_inputs_rows[count])
        return fail(fault, MICB_BAD_COLUMNS, i, -1, 0);
    return MICB_OK;
}

MICB_API const char *micb_schema_sha256(void)
{
    return
        "5db39ae95eb084788db5a0f8e59b114c46942db28d4c596042ca4fa5d2ad37b2";
}

MICB_API const char *micb_code_sha256(void)
{
    return
        "be57ed4a0707aff47d424c78922244c40414eabbed507f4a6d9f5f4450ee0041";
}

MICB_API const char *micb_layout(void)
{
    return
        "interned_string;text@=int64,text#=int64;\n"
        "string_ref;idx=uint64;num_strings_value\n"
        "tensor_type;dtype=uint8,dims[]=int64,dims.idx=uint64;num_strings_value\n"
        "graph_value;tag=uint8,body.name.idx=uint64,body.type_ref.idx=uint64,body.opcode=uint8,body.params.axis.raw=uint64,body.params.elements[]=int64,body.params.elements.raw=uint64,body.params.count=uint64,body.params.name.idx=uint64,body.inputs[]=int64,body.inputs.idx=uint64;num_strings_value,num_types_value\n";
}
