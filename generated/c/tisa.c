// Generated from schemas/tisa.ksy (sha256 010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769) by `nacformats generate`. Do not edit.

#include "tisa.h"

#include <string.h>

/* Says where and why a function stopped. */
static int fail(tisa_fault *fault, int status, size_t record, int rule, size_t element)
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

static inline void put_1(uint8_t *to, uint64_t value)
{
    to[0] = (uint8_t)value;
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

TISA_API int tisa_partition_rule_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    tisa_partition_rule_columns *columns,
    tisa_fault *fault)
{
    int64_t *const c_starts = columns->starts;
    uint8_t *const c_flags = columns->flags;
    int64_t *const c_pattern_at = columns->pattern_at;
    int64_t *const c_pattern_len = columns->pattern_len;
    uint8_t *const c_behavior = columns->behavior;
    int64_t *const c_trim_at = columns->trim_at;
    int64_t *const c_trim_len = columns->trim_len;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (pos > end)
        return TISA_DOES_NOT_FIT;
    for (i = 0; i < count; i++) {
        int64_t v0_flags = 0;
        int64_t v1_len_pattern = 0;
        int64_t v3_len_trim = 0;
        c_starts[i] = (int64_t)pos;
        if (end - pos < 3)
            return fail(fault, TISA_DOES_NOT_FIT, i, -1, 0);
        v0_flags = data[pos];
        c_flags[i] = data[pos];
        v1_len_pattern = get_u2(data + pos + 1);
        pos += 3;
        {
            const uint64_t size = (uint64_t)v1_len_pattern;
            if (size > end - pos)
                return fail(fault, TISA_DOES_NOT_FIT, i, -1, 0);
            c_pattern_at[i] = (int64_t)pos;
            c_pattern_len[i] = (int64_t)size;
            pos += (size_t)size;
        }
        if (((v0_flags / 2) % 2) == 1) {
            if (end - pos < 1)
                return fail(fault, TISA_DOES_NOT_FIT, i, -1, 0);
            c_behavior[i] = data[pos];
            pos += 1;
        }
        if ((v0_flags / 4) == 1) {
            if (end - pos < 1)
                return fail(fault, TISA_DOES_NOT_FIT, i, -1, 0);
            v3_len_trim = data[pos];
            pos += 1;
            {
                const uint64_t size = (uint64_t)v3_len_trim;
                if (size > end - pos)
                    return fail(fault, TISA_DOES_NOT_FIT, i, -1, 0);
                c_trim_at[i] = (int64_t)pos;
                c_trim_len[i] = (int64_t)size;
                pos += (size_t)size;
            }
        }
    }
    c_starts[count] = (int64_t)pos;
    return TISA_OK;
}

TISA_API int tisa_partition_rule_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    tisa_partition_rule_columns *columns,
    int64_t *ends,
    tisa_fault *fault)
{
    uint8_t *const c_flags = columns->flags;
    int64_t *const c_pattern_at = columns->pattern_at;
    int64_t *const c_pattern_len = columns->pattern_len;
    uint8_t *const c_behavior = columns->behavior;
    int64_t *const c_trim_at = columns->trim_at;
    int64_t *const c_trim_len = columns->trim_len;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        int64_t v0_flags = 0;
        int64_t v1_len_pattern = 0;
        int64_t v3_len_trim = 0;
        const uint64_t begin = (uint64_t)begins[i], limit = (uint64_t)limits[i];
        const size_t end = (size_t)limit;
        size_t pos = (size_t)begin;
        if (begin > limit || limit > data_size)
            return fail(fault, TISA_BAD_COLUMNS, i, -1, 0);
        if (end - pos < 3)
            return fail(fault, TISA_DOES_NOT_FIT, i, -1, 0);
        v0_flags = data[pos];
        c_flags[i] = data[pos];
        v1_len_pattern = get_u2(data + pos + 1);
        pos += 3;
        {
            const uint64_t size = (uint64_t)v1_len_pattern;
            if (size > end - pos)
                return fail(fault, TISA_DOES_NOT_FIT, i, -1, 0);
            c_pattern_at[i] = (int64_t)pos;
            c_pattern_len[i] = (int64_t)size;
            pos += (size_t)size;
        }
        if (((v0_flags / 2) % 2) == 1) {
            if (end - pos < 1)
                return fail(fault, TISA_DOES_NOT_FIT, i, -1, 0);
            c_behavior[i] = data[pos];
            pos += 1;
        }
        if ((v0_flags / 4) == 1) {
            if (end - pos < 1)
                return fail(fault, TISA_DOES_NOT_FIT, i, -1, 0);
            v3_len_trim = data[pos];
            pos += 1;
            {
                const uint64_t size = (uint64_t)v3_len_trim;
                if (size > end - pos)
                    return fail(fault, TISA_DOES_NOT_FIT, i, -1, 0);
                c_trim_at[i] = (int64_t)pos;
                c_trim_len[i] = (int64_t)size;
                pos += (size_t)size;
            }
        }
        ends[i] = (int64_t)pos;
    }
    return TISA_OK;
}

TISA_API int tisa_partition_rule_check(
    const uint8_t *data,
    size_t data_size,
    const tisa_partition_rule_columns *columns,
    tisa_fault *fault)
{
    const uint8_t *const c_flags = columns->flags;
    const int64_t *const c_pattern_at = columns->pattern_at;
    const int64_t *const c_pattern_len = columns->pattern_len;
    const int64_t *const c_trim_at = columns->trim_at;
    const int64_t *const c_trim_len = columns->trim_len;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        int64_t v0_flags = 0;
        v0_flags = c_flags[i];
        if (!(v0_flags <= 7))
            return fail(fault, TISA_BREAKS_RULE, i, 0, 0);
        {
            if (c_pattern_len[i] < 0)
                return fail(fault, TISA_BAD_COLUMNS, i, -1, 0);
            if (c_pattern_at[i] >= 0) {
                const uint64_t at = (uint64_t)c_pattern_at[i], size = (uint64_t)c_pattern_len[i];
                if (at > data_size || size > data_size - at)
                    return fail(fault, TISA_BAD_COLUMNS, i, -1, 0);
                if (!is_utf8(data + at, (size_t)size))
                    return fail(fault, TISA_BREAKS_RULE, i, 1, 0);
            }
        }
        if ((v0_flags / 4) == 1) {
            {
                if (c_trim_len[i] < 0)
                    return fail(fault, TISA_BAD_COLUMNS, i, -1, 0);
                if (c_trim_at[i] >= 0) {
                    const uint64_t at = (uint64_t)c_trim_at[i], size = (uint64_t)c_trim_len[i];
                    if (at > data_size || size > data_size - at)
                        return fail(fault, TISA_BAD_COLUMNS, i, -1, 0);
                    if (!is_utf8(data + at, (size_t)size))
                        return fail(fault, TISA_BREAKS_RULE, i, 2, 0);
                }
            }
        }
    }
    return TISA_OK;
}

TISA_API int tisa_partition_rule_sizes(
    const tisa_partition_rule_columns *columns,
    int64_t *sizes,
    tisa_fault *fault)
{
    const uint8_t *const c_flags = columns->flags;
    const int64_t *const c_pattern_at = columns->pattern_at;
    const int64_t *const c_pattern_len = columns->pattern_len;
    const int64_t *const c_trim_at = columns->trim_at;
    const int64_t *const c_trim_len = columns->trim_len;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        int64_t v0_flags = 0;
        uint64_t total = 0;
        v0_flags = c_flags[i];
        {
            if (c_pattern_len[i] < 0)
                return fail(fault, TISA_BAD_COLUMNS, i, -1, 0);
            if ((uint64_t)c_pattern_len[i] > 65535u)
                return fail(fault, TISA_BAD_COLUMNS, i, -1, 0);
        }
        total += 3;
        {
            if (c_pattern_len[i] < 0)
                return fail(fault, TISA_BAD_COLUMNS, i, -1, 0);
            if (c_pattern_at[i] >= 0) {
                if ((uint64_t)c_pattern_len[i] > (uint64_t)INT64_MAX / 2 - total)
                    return fail(fault, TISA_BAD_COLUMNS, i, -1, 0);
                total += (uint64_t)c_pattern_len[i];
            }
        }
        if (((v0_flags / 2) % 2) == 1) {
            total += 1;
        }
        if ((v0_flags / 4) == 1) {
            {
                if (c_trim_len[i] < 0)
                    return fail(fault, TISA_BAD_COLUMNS, i, -1, 0);
                if ((uint64_t)c_trim_len[i] > 255u)
                    return fail(fault, TISA_BAD_COLUMNS, i, -1, 0);
            }
            total += 1;
            {
                if (c_trim_len[i] < 0)
                    return fail(fault, TISA_BAD_COLUMNS, i, -1, 0);
                if (c_trim_at[i] >= 0) {
                    if ((uint64_t)c_trim_len[i] > (uint64_t)INT64_MAX / 2 - total)
                        return fail(fault, TISA_BAD_COLUMNS, i, -1, 0);
                    total += (uint64_t)c_trim_len[i];
                }
            }
        }
        sizes[i] = (int64_t)total;
    }
    return TISA_OK;
}

TISA_API int tisa_partition_rule_scatter(
    const uint8_t *data,
    size_t data_size,
    const tisa_partition_rule_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    tisa_fault *fault)
{
    const uint8_t *const c_flags = columns->flags;
    const int64_t *const c_pattern_at = columns->pattern_at;
    const int64_t *const c_pattern_len = columns->pattern_len;
    const uint8_t *const c_behavior = columns->behavior;
    const int64_t *const c_trim_at = columns->trim_at;
    const int64_t *const c_trim_len = columns->trim_len;
    const size_t count = columns->count;
    size_t pos = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    *written = 0;
    for (i = 0; i < count; i++) {
        int64_t v0_flags = 0;
        int64_t v1_len_pattern = 0;
        int64_t v3_len_trim = 0;
        v0_flags = c_flags[i];
        {
            if (c_pattern_len[i] < 0)
                return fail(fault, TISA_BAD_COLUMNS, i, -1, 0);
            if ((uint64_t)c_pattern_len[i] > 65535u)
                return fail(fault, TISA_BAD_COLUMNS, i, -1, 0);
            v1_len_pattern = (int64_t)(uint64_t)c_pattern_len[i];
        }
        if (out_size - pos < 3)
            return fail(fault, TISA_NO_ROOM, i, -1, 0);
        put_1(out + pos, (uint64_t)c_flags[i]);
        put_2(out + pos + 1, (uint64_t)v1_len_pattern);
        pos += 3;
        {
            const uint64_t at = (uint64_t)c_pattern_at[i], size = (uint64_t)c_pattern_len[i];
            if (c_pattern_at[i] >= 0) {
                if (at > data_size || size > data_size - at)
                    return fail(fault, TISA_BAD_COLUMNS, i, -1, 0);
                if (size > out_size - pos)
                    return fail(fault, TISA_NO_ROOM, i, -1, 0);
                if (size > 0) {
                    memcpy(out + pos, data + at, (size_t)size);
                }
                pos += (size_t)size;
            }
        }
        if (((v0_flags / 2) % 2) == 1) {
            if (out_size - pos < 1)
                return fail(fault, TISA_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)c_behavior[i]);
            pos += 1;
        }
        if ((v0_flags / 4) == 1) {
            {
                if (c_trim_len[i] < 0)
                    return fail(fault, TISA_BAD_COLUMNS, i, -1, 0);
                if ((uint64_t)c_trim_len[i] > 255u)
                    return fail(fault, TISA_BAD_COLUMNS, i, -1, 0);
                v3_len_trim = (int64_t)(uint64_t)c_trim_len[i];
            }
            if (out_size - pos < 1)
                return fail(fault, TISA_NO_ROOM, i, -1, 0);
            put_1(out + pos, (uint64_t)v3_len_trim);
            pos += 1;
            {
                const uint64_t at = (uint64_t)c_trim_at[i], size = (uint64_t)c_trim_len[i];
                if (c_trim_at[i] >= 0) {
                    if (at > data_size || size > data_size - at)
                        return fail(fault, TISA_BAD_COLUMNS, i, -1, 0);
                    if (size > out_size - pos)
                        return fail(fault, TISA_NO_ROOM, i, -1, 0);
                    if (size > 0) {
                        memcpy(out + pos, data + at, (size_t)size);
                    }
                    pos += (size_t)size;
                }
            }
        }
    }
    *written = pos;
    return TISA_OK;
}

TISA_API const char *tisa_schema_sha256(void)
{
    return
        "010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769";
}

TISA_API const char *tisa_code_sha256(void)
{
    return
        "0a53d530f05b2fc5a25927a6cf8eed2d590eb186793cbe7ebeeec70338ee415c";
}

TISA_API const char *tisa_layout(void)
{
    return
        "partition_rule;flags=uint8,pattern@=int64,pattern#=int64,behavior=uint8,trim@=int64,trim#=int64;\n";
}
