// Generated from schemas/merges.ksy (sha256 da3f2e4390a052398605c9bfd862235886c0eb1b04704f2894791cd6896fc11a) by `nacformats generate`. Do not edit.

#include "merges.h"

#include <string.h>

/* Says where and why a function stopped. */
static int fail(merges_fault *fault, int status, size_t record, int rule, size_t element)
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

static inline void put_2(uint8_t *to, uint64_t value)
{
    to[0] = (uint8_t)value;
    to[1] = (uint8_t)(value >> 8);
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

MERGES_API int merges_pair_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    merges_pair_columns *columns,
    merges_fault *fault)
{
    int64_t *const c_starts = columns->starts;
    int64_t *const c_left_at = columns->left_at;
    int64_t *const c_left_len = columns->left_len;
    int64_t *const c_right_at = columns->right_at;
    int64_t *const c_right_len = columns->right_len;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (pos > end)
        return MERGES_DOES_NOT_FIT;
    for (i = 0; i < count; i++) {
        int64_t v0_len_left = 0;
        int64_t v1_len_right = 0;
        c_starts[i] = (int64_t)pos;
        if (end - pos < 2)
            return fail(fault, MERGES_DOES_NOT_FIT, i, -1, 0);
        v0_len_left = get_u2(data + pos);
        pos += 2;
        {
            const uint64_t size = (uint64_t)v0_len_left;
            if (size > end - pos)
                return fail(fault, MERGES_DOES_NOT_FIT, i, -1, 0);
            c_left_at[i] = (int64_t)pos;
            c_left_len[i] = (int64_t)size;
            pos += (size_t)size;
        }
        if (end - pos < 2)
            return fail(fault, MERGES_DOES_NOT_FIT, i, -1, 0);
        v1_len_right = get_u2(data + pos);
        pos += 2;
        {
            const uint64_t size = (uint64_t)v1_len_right;
            if (size > end - pos)
                return fail(fault, MERGES_DOES_NOT_FIT, i, -1, 0);
            c_right_at[i] = (int64_t)pos;
            c_right_len[i] = (int64_t)size;
            pos += (size_t)size;
        }
    }
    c_starts[count] = (int64_t)pos;
    return MERGES_OK;
}

MERGES_API int merges_pair_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    merges_pair_columns *columns,
    int64_t *ends,
    merges_fault *fault)
{
    int64_t *const c_left_at = columns->left_at;
    int64_t *const c_left_len = columns->left_len;
    int64_t *const c_right_at = columns->right_at;
    int64_t *const c_right_len = columns->right_len;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        int64_t v0_len_left = 0;
        int64_t v1_len_right = 0;
        const uint64_t begin = (uint64_t)begins[i], limit = (uint64_t)limits[i];
        const size_t end = (size_t)limit;
        size_t pos = (size_t)begin;
        if (begin > limit || limit > data_size)
            return fail(fault, MERGES_BAD_COLUMNS, i, -1, 0);
        if (end - pos < 2)
            return fail(fault, MERGES_DOES_NOT_FIT, i, -1, 0);
        v0_len_left = get_u2(data + pos);
        pos += 2;
        {
            const uint64_t size = (uint64_t)v0_len_left;
            if (size > end - pos)
                return fail(fault, MERGES_DOES_NOT_FIT, i, -1, 0);
            c_left_at[i] = (int64_t)pos;
            c_left_len[i] = (int64_t)size;
            pos += (size_t)size;
        }
        if (end - pos < 2)
            return fail(fault, MERGES_DOES_NOT_FIT, i, -1, 0);
        v1_len_right = get_u2(data + pos);
        pos += 2;
        {
            const uint64_t size = (uint64_t)v1_len_right;
            if (size > end - pos)
                return fail(fault, MERGES_DOES_NOT_FIT, i, -1, 0);
            c_right_at[i] = (int64_t)pos;
            c_right_len[i] = (int64_t)size;
            pos += (size_t)size;
        }
        ends[i] = (int64_t)pos;
    }
    return MERGES_OK;
}

MERGES_API int merges_pair_check(
    const uint8_t *data,
    size_t data_size,
    const merges_pair_columns *columns,
    merges_fault *fault)
{
    const int64_t *const c_left_at = columns->left_at;
    const int64_t *const c_left_len = columns->left_len;
    const int64_t *const c_right_at = columns->right_at;
    const int64_t *const c_right_len = columns->right_len;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        {
            if (c_left_len[i] < 0)
                return fail(fault, MERGES_BAD_COLUMNS, i, -1, 0);
            if (c_left_at[i] >= 0) {
                const uint64_t at = (uint64_t)c_left_at[i], size = (uint64_t)c_left_len[i];
                if (at > data_size || size > data_size - at)
                    return fail(fault, MERGES_BAD_COLUMNS, i, -1, 0);
                if (!is_utf8(data + at, (size_t)size))
                    return fail(fault, MERGES_BREAKS_RULE, i, 0, 0);
            }
        }
        {
            if (c_right_len[i] < 0)
                return fail(fault, MERGES_BAD_COLUMNS, i, -1, 0);
            if (c_right_at[i] >= 0) {
                const uint64_t at = (uint64_t)c_right_at[i], size = (uint64_t)c_right_len[i];
                if (at > data_size || size > data_size - at)
                    return fail(fault, MERGES_BAD_COLUMNS, i, -1, 0);
                if (!is_utf8(data + at, (size_t)size))
                    return fail(fault, MERGES_BREAKS_RULE, i, 1, 0);
            }
        }
    }
    return MERGES_OK;
}

MERGES_API int merges_pair_sizes(
    const merges_pair_columns *columns,
    int64_t *sizes,
    merges_fault *fault)
{
    const int64_t *const c_left_at = columns->left_at;
    const int64_t *const c_left_len = columns->left_len;
    const int64_t *const c_right_at = columns->right_at;
    const int64_t *const c_right_len = columns->right_len;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        uint64_t total = 0;
        {
            if (c_left_len[i] < 0)
                return fail(fault, MERGES_BAD_COLUMNS, i, -1, 0);
            if ((uint64_t)c_left_len[i] > 65535u)
                return fail(fault, MERGES_BAD_COLUMNS, i, -1, 0);
        }
        total += 2;
        {
            if (c_left_len[i] < 0)
                return fail(fault, MERGES_BAD_COLUMNS, i, -1, 0);
            if (c_left_at[i] >= 0) {
                if ((uint64_t)c_left_len[i] > (uint64_t)INT64_MAX / 2 - total)
                    return fail(fault, MERGES_BAD_COLUMNS, i, -1, 0);
                total += (uint64_t)c_left_len[i];
            }
        }
        {
            if (c_right_len[i] < 0)
                return fail(fault, MERGES_BAD_COLUMNS, i, -1, 0);
            if ((uint64_t)c_right_len[i] > 65535u)
                return fail(fault, MERGES_BAD_COLUMNS, i, -1, 0);
        }
        total += 2;
        {
            if (c_right_len[i] < 0)
                return fail(fault, MERGES_BAD_COLUMNS, i, -1, 0);
            if (c_right_at[i] >= 0) {
                if ((uint64_t)c_right_len[i] > (uint64_t)INT64_MAX / 2 - total)
                    return fail(fault, MERGES_BAD_COLUMNS, i, -1, 0);
                total += (uint64_t)c_right_len[i];
            }
        }
        sizes[i] = (int64_t)total;
    }
    return MERGES_OK;
}

MERGES_API int merges_pair_scatter(
    const uint8_t *data,
    size_t data_size,
    const merges_pair_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    merges_fault *fault)
{
    const int64_t *const c_left_at = columns->left_at;
    const int64_t *const c_left_len = columns->left_len;
    const int64_t *const c_right_at = columns->right_at;
    const int64_t *const c_right_len = columns->right_len;
    const size_t count = columns->count;
    size_t pos = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    *written = 0;
    for (i = 0; i < count; i++) {
        int64_t v0_len_left = 0;
        int64_t v1_len_right = 0;
        {
            if (c_left_len[i] < 0)
                return fail(fault, MERGES_BAD_COLUMNS, i, -1, 0);
            if ((uint64_t)c_left_len[i] > 65535u)
                return fail(fault, MERGES_BAD_COLUMNS, i, -1, 0);
            v0_len_left = (int64_t)(uint64_t)c_left_len[i];
        }
        if (out_size - pos < 2)
            return fail(fault, MERGES_NO_ROOM, i, -1, 0);
        put_2(out + pos, (uint64_t)v0_len_left);
        pos += 2;
        {
            const uint64_t at = (uint64_t)c_left_at[i], size = (uint64_t)c_left_len[i];
            if (c_left_at[i] >= 0) {
                if (at > data_size || size > data_size - at)
                    return fail(fault, MERGES_BAD_COLUMNS, i, -1, 0);
                if (size > out_size - pos)
                    return fail(fault, MERGES_NO_ROOM, i, -1, 0);
                if (size > 0) {
                    memcpy(out + pos, data + at, (size_t)size);
                }
                pos += (size_t)size;
            }
        }
        {
            if (c_right_len[i] < 0)
                return fail(fault, MERGES_BAD_COLUMNS, i, -1, 0);
            if ((uint64_t)c_right_len[i] > 65535u)
                return fail(fault, MERGES_BAD_COLUMNS, i, -1, 0);
            v1_len_right = (int64_t)(uint64_t)c_right_len[i];
        }
        if (out_size - pos < 2)
            return fail(fault, MERGES_NO_ROOM, i, -1, 0);
        put_2(out + pos, (uint64_t)v1_len_right);
        pos += 2;
        {
            const uint64_t at = (uint64_t)c_right_at[i], size = (uint64_t)c_right_len[i];
            if (c_right_at[i] >= 0) {
                if (at > data_size || size > data_size - at)
                    return fail(fault, MERGES_BAD_COLUMNS, i, -1, 0);
                if (size > out_size - pos)
                    return fail(fault, MERGES_NO_ROOM, i, -1, 0);
                if (size > 0) {
                    memcpy(out + pos, data + at, (size_t)size);
                }
                pos += (size_t)size;
            }
        }
    }
    *written = pos;
    return MERGES_OK;
}

MERGES_API const char *merges_schema_sha256(void)
{
    return
        "da3f2e4390a052398605c9bfd862235886c0eb1b04704f2894791cd6896fc11a";
}

MERGES_API const char *merges_code_sha256(void)
{
    return
        "320a8dfef3fb28a58ce9e587c60a6394ae1d71c7915e56848bb0b55ca70f0f1e";
}

MERGES_API const char *merges_layout(void)
{
    return
        "pair;left@=int64,left#=int64,right@=int64,right#=int64;\n";
}
