// Generated from schemas/vocab.ksy (sha256 ab00ae5d009815e4de6bf1001a2dce5766649c2084e408d592535163284b689e) by `nacformats generate`. Do not edit.
// It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).

#include "vocab.h"

#include <string.h>

/* Says where and why a function stopped. */
static int fail(vocab_fault *fault, int status, size_t record, int rule, size_t element)
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

static inline uint32_t get_u4(const uint8_t *from)
{
    return (uint32_t)from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

static inline int32_t get_s4(const uint8_t *from)
{
    return (int32_t)((int64_t)(get_u4(from) ^ 0x80000000u) - INT64_C(0x80000000));
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

VOCAB_API int vocab_entry_offset_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    vocab_entry_offset_columns *columns,
    vocab_fault *fault)
{
    int64_t *const c_starts = columns->starts;
    uint32_t *const c_ofs_entry = columns->ofs_entry;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (pos > end)
        return VOCAB_DOES_NOT_FIT;
    for (i = 0; i < count; i++) {
        c_starts[i] = (int64_t)pos;
        if (end - pos < 4)
            return fail(fault, VOCAB_DOES_NOT_FIT, i, -1, 0);
        c_ofs_entry[i] = get_u4(data + pos);
        pos += 4;
    }
    c_starts[count] = (int64_t)pos;
    return VOCAB_OK;
}

VOCAB_API int vocab_entry_offset_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    vocab_entry_offset_columns *columns,
    int64_t *ends,
    vocab_fault *fault)
{
    uint32_t *const c_ofs_entry = columns->ofs_entry;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        const uint64_t begin = (uint64_t)begins[i], limit = (uint64_t)limits[i];
        const size_t end = (size_t)limit;
        size_t pos = (size_t)begin;
        if (begin > limit || limit > data_size)
            return fail(fault, VOCAB_BAD_COLUMNS, i, -1, 0);
        if (end - pos < 4)
            return fail(fault, VOCAB_DOES_NOT_FIT, i, -1, 0);
        c_ofs_entry[i] = get_u4(data + pos);
        pos += 4;
        ends[i] = (int64_t)pos;
    }
    return VOCAB_OK;
}

VOCAB_API int vocab_entry_offset_check(
    const vocab_entry_offset_columns *columns,
    vocab_fault *fault)
{
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
    }
    return VOCAB_OK;
}

VOCAB_API int vocab_entry_offset_sizes(
    const vocab_entry_offset_columns *columns,
    int64_t *sizes,
    vocab_fault *fault)
{
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        uint64_t total = 0;
        total += 4;
        sizes[i] = (int64_t)total;
    }
    return VOCAB_OK;
}

VOCAB_API int vocab_entry_offset_scatter(
    const vocab_entry_offset_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    vocab_fault *fault)
{
    const uint32_t *const c_ofs_entry = columns->ofs_entry;
    const size_t count = columns->count;
    size_t pos = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    *written = 0;
    for (i = 0; i < count; i++) {
        if (out_size - pos < 4)
            return fail(fault, VOCAB_NO_ROOM, i, -1, 0);
        put_4(out + pos, (uint64_t)c_ofs_entry[i]);
        pos += 4;
    }
    *written = pos;
    return VOCAB_OK;
}

VOCAB_API int vocab_entry_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    vocab_entry_columns *columns,
    vocab_fault *fault)
{
    int64_t *const c_starts = columns->starts;
    int64_t *const c_token_at = columns->token_at;
    int64_t *const c_token_len = columns->token_len;
    int32_t *const c_id_token = columns->id_token;
    uint32_t *const c_score_bits = columns->score_bits;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (pos > end)
        return VOCAB_DOES_NOT_FIT;
    for (i = 0; i < count; i++) {
        int64_t v0_len_token = 0;
        c_starts[i] = (int64_t)pos;
        if (end - pos < 2)
            return fail(fault, VOCAB_DOES_NOT_FIT, i, -1, 0);
        v0_len_token = get_u2(data + pos);
        pos += 2;
        {
            const uint64_t size = (uint64_t)v0_len_token;
            if (size > end - pos)
                return fail(fault, VOCAB_DOES_NOT_FIT, i, -1, 0);
            c_token_at[i] = (int64_t)pos;
            c_token_len[i] = (int64_t)size;
            pos += (size_t)size;
        }
        if (end - pos < 8)
            return fail(fault, VOCAB_DOES_NOT_FIT, i, -1, 0);
        c_id_token[i] = get_s4(data + pos);
        c_score_bits[i] = get_u4(data + pos + 4);
        pos += 8;
    }
    c_starts[count] = (int64_t)pos;
    return VOCAB_OK;
}

VOCAB_API int vocab_entry_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    vocab_entry_columns *columns,
    int64_t *ends,
    vocab_fault *fault)
{
    int64_t *const c_token_at = columns->token_at;
    int64_t *const c_token_len = columns->token_len;
    int32_t *const c_id_token = columns->id_token;
    uint32_t *const c_score_bits = columns->score_bits;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        int64_t v0_len_token = 0;
        const uint64_t begin = (uint64_t)begins[i], limit = (uint64_t)limits[i];
        const size_t end = (size_t)limit;
        size_t pos = (size_t)begin;
        if (begin > limit || limit > data_size)
            return fail(fault, VOCAB_BAD_COLUMNS, i, -1, 0);
        if (end - pos < 2)
            return fail(fault, VOCAB_DOES_NOT_FIT, i, -1, 0);
        v0_len_token = get_u2(data + pos);
        pos += 2;
        {
            const uint64_t size = (uint64_t)v0_len_token;
            if (size > end - pos)
                return fail(fault, VOCAB_DOES_NOT_FIT, i, -1, 0);
            c_token_at[i] = (int64_t)pos;
            c_token_len[i] = (int64_t)size;
            pos += (size_t)size;
        }
        if (end - pos < 8)
            return fail(fault, VOCAB_DOES_NOT_FIT, i, -1, 0);
        c_id_token[i] = get_s4(data + pos);
        c_score_bits[i] = get_u4(data + pos + 4);
        pos += 8;
        ends[i] = (int64_t)pos;
    }
    return VOCAB_OK;
}

VOCAB_API int vocab_entry_check(
    const uint8_t *data,
    size_t data_size,
    const vocab_entry_columns *columns,
    vocab_fault *fault)
{
    const int64_t *const c_token_at = columns->token_at;
    const int64_t *const c_token_len = columns->token_len;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        {
            if (c_token_len[i] < 0)
                return fail(fault, VOCAB_BAD_COLUMNS, i, -1, 0);
            if (c_token_at[i] >= 0) {
                const uint64_t at = (uint64_t)c_token_at[i], size = (uint64_t)c_token_len[i];
                if (at > data_size || size > data_size - at)
                    return fail(fault, VOCAB_BAD_COLUMNS, i, -1, 0);
                if (!is_utf8(data + at, (size_t)size))
                    return fail(fault, VOCAB_BREAKS_RULE, i, 0, 0);
            }
        }
    }
    return VOCAB_OK;
}

VOCAB_API int vocab_entry_sizes(
    const vocab_entry_columns *columns,
    int64_t *sizes,
    vocab_fault *fault)
{
    const int64_t *const c_token_at = columns->token_at;
    const int64_t *const c_token_len = columns->token_len;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        uint64_t total = 0;
        {
            if (c_token_len[i] < 0)
                return fail(fault, VOCAB_BAD_COLUMNS, i, -1, 0);
            if ((uint64_t)c_token_len[i] > 65535u)
                return fail(fault, VOCAB_BAD_COLUMNS, i, -1, 0);
        }
        total += 2;
        {
            if (c_token_len[i] < 0)
                return fail(fault, VOCAB_BAD_COLUMNS, i, -1, 0);
            if (c_token_at[i] >= 0) {
                if ((uint64_t)c_token_len[i] > (uint64_t)INT64_MAX / 2 - total)
                    return fail(fault, VOCAB_BAD_COLUMNS, i, -1, 0);
                total += (uint64_t)c_token_len[i];
            }
        }
        total += 8;
        sizes[i] = (int64_t)total;
    }
    return VOCAB_OK;
}

VOCAB_API int vocab_entry_scatter(
    const uint8_t *data,
    size_t data_size,
    const vocab_entry_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    vocab_fault *fault)
{
    const int64_t *const c_token_at = columns->token_at;
    const int64_t *const c_token_len = columns->token_len;
    const int32_t *const c_id_token = columns->id_token;
    const uint32_t *const c_score_bits = columns->score_bits;
    const size_t count = columns->count;
    size_t pos = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    *written = 0;
    for (i = 0; i < count; i++) {
        int64_t v0_len_token = 0;
        {
            if (c_token_len[i] < 0)
                return fail(fault, VOCAB_BAD_COLUMNS, i, -1, 0);
            if ((uint64_t)c_token_len[i] > 65535u)
                return fail(fault, VOCAB_BAD_COLUMNS, i, -1, 0);
            v0_len_token = (int64_t)(uint64_t)c_token_len[i];
        }
        if (out_size - pos < 2)
            return fail(fault, VOCAB_NO_ROOM, i, -1, 0);
        put_2(out + pos, (uint64_t)v0_len_token);
        pos += 2;
        {
            const uint64_t at = (uint64_t)c_token_at[i], size = (uint64_t)c_token_len[i];
            if (c_token_at[i] >= 0) {
                if (at > data_size || size > data_size - at)
                    return fail(fault, VOCAB_BAD_COLUMNS, i, -1, 0);
                if (size > out_size - pos)
                    return fail(fault, VOCAB_NO_ROOM, i, -1, 0);
                if (size > 0) {
                    memcpy(out + pos, data + at, (size_t)size);
                }
                pos += (size_t)size;
            }
        }
        if (out_size - pos < 8)
            return fail(fault, VOCAB_NO_ROOM, i, -1, 0);
        put_4(out + pos, (uint64_t)c_id_token[i]);
        put_4(out + pos + 4, (uint64_t)c_score_bits[i]);
        pos += 8;
    }
    *written = pos;
    return VOCAB_OK;
}

VOCAB_API const char *vocab_schema_sha256(void)
{
    return
        "ab00ae5d009815e4de6bf1001a2dce5766649c2084e408d592535163284b689e";
}

VOCAB_API const char *vocab_code_sha256(void)
{
    return
        "94cd4bdc5326023a577eddced652328a4ee871004cfda159a97f2620da2343c8";
}

VOCAB_API const char *vocab_layout(void)
{
    return
        "entry_offset;ofs_entry=uint32;\n"
        "entry;token@=int64,token#=int64,id_token=int32,score.bits=uint32;\n";
}
