// Generated from schemas/token_scores.ksy (sha256 9e94dadb3ded333c66c3bb98950ad67b231a401bf1be7134fea50612baf79e00) by `nacformats generate`. Do not edit.

#include "token_scores.h"

/* Says where and why a function stopped. */
static int fail(token_scores_fault *fault, int status, size_t record, int rule, size_t element)
{
    fault->record = record;
    fault->rule = rule;
    fault->element = element;
    return status;
}

static inline uint32_t get_u4(const uint8_t *from)
{
    return (uint32_t)from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

static inline uint64_t get_u8(const uint8_t *from)
{
    return (uint64_t)get_u4(from) | (uint64_t)get_u4(from + 4) << 32;
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

TOKEN_SCORES_API int token_scores_score_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    token_scores_score_columns *columns,
    token_scores_fault *fault)
{
    int64_t *const c_starts = columns->starts;
    uint64_t *const c_bits = columns->bits;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (pos > end)
        return TOKEN_SCORES_DOES_NOT_FIT;
    for (i = 0; i < count; i++) {
        c_starts[i] = (int64_t)pos;
        if (end - pos < 8)
            return fail(fault, TOKEN_SCORES_DOES_NOT_FIT, i, -1, 0);
        c_bits[i] = get_u8(data + pos);
        pos += 8;
    }
    c_starts[count] = (int64_t)pos;
    return TOKEN_SCORES_OK;
}

TOKEN_SCORES_API int token_scores_score_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    token_scores_score_columns *columns,
    int64_t *ends,
    token_scores_fault *fault)
{
    uint64_t *const c_bits = columns->bits;
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
            return fail(fault, TOKEN_SCORES_BAD_COLUMNS, i, -1, 0);
        if (end - pos < 8)
            return fail(fault, TOKEN_SCORES_DOES_NOT_FIT, i, -1, 0);
        c_bits[i] = get_u8(data + pos);
        pos += 8;
        ends[i] = (int64_t)pos;
    }
    return TOKEN_SCORES_OK;
}

TOKEN_SCORES_API int token_scores_score_check(
    const token_scores_score_columns *columns,
    token_scores_fault *fault)
{
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
    }
    return TOKEN_SCORES_OK;
}

TOKEN_SCORES_API int token_scores_score_sizes(
    const token_scores_score_columns *columns,
    int64_t *sizes,
    token_scores_fault *fault)
{
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
        uint64_t total = 0;
        total += 8;
        sizes[i] = (int64_t)total;
    }
    return TOKEN_SCORES_OK;
}

TOKEN_SCORES_API int token_scores_score_scatter(
    const token_scores_score_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    token_scores_fault *fault)
{
    const uint64_t *const c_bits = columns->bits;
    const size_t count = columns->count;
    size_t pos = 0;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    *written = 0;
    for (i = 0; i < count; i++) {
        if (out_size - pos < 8)
            return fail(fault, TOKEN_SCORES_NO_ROOM, i, -1, 0);
        put_8(out + pos, (uint64_t)c_bits[i]);
        pos += 8;
    }
    *written = pos;
    return TOKEN_SCORES_OK;
}

TOKEN_SCORES_API const char *token_scores_schema_sha256(void)
{
    return
        "9e94dadb3ded333c66c3bb98950ad67b231a401bf1be7134fea50612baf79e00";
}

TOKEN_SCORES_API const char *token_scores_code_sha256(void)
{
    return
        "6241edf1aac0aa0044e4fd5042817a4eec88e4eab56d73796d0e9957a0dc79fa";
}

TOKEN_SCORES_API const char *token_scores_layout(void)
{
    return
        "score;bits=uint64;\n";
}
