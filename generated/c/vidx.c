// Generated from schemas/vidx.ksy (sha256 b6212ead37d799475a7e1b2fbd32859b25dc6c31616175e41fa8fc75132db898) by `nacformats generate`. Do not edit.

#include "vidx.h"

/* Says where and why a function stopped. */
static int fail(vidx_fault *fault, int status, size_t record, int rule, size_t element)
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

VIDX_API int vidx_entry_offset_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    vidx_entry_offset_columns *columns,
    vidx_fault *fault)
{
    int64_t *const c_starts = columns->starts;
    uint32_t *const c_ofs_entry = columns->ofs_entry;
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    if (pos > end)
        return VIDX_DOES_NOT_FIT;
    for (i = 0; i < count; i++) {
        c_starts[i] = (int64_t)pos;
        if (end - pos < 4)
            return fail(fault, VIDX_DOES_NOT_FIT, i, -1, 0);
        c_ofs_entry[i] = get_u4(data + pos);
        pos += 4;
    }
    c_starts[count] = (int64_t)pos;
    return VIDX_OK;
}

VIDX_API int vidx_entry_offset_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    vidx_entry_offset_columns *columns,
    int64_t *ends,
    vidx_fault *fault)
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
            return fail(fault, VIDX_BAD_COLUMNS, i, -1, 0);
        if (end - pos < 4)
            return fail(fault, VIDX_DOES_NOT_FIT, i, -1, 0);
        c_ofs_entry[i] = get_u4(data + pos);
        pos += 4;
        ends[i] = (int64_t)pos;
    }
    return VIDX_OK;
}

VIDX_API int vidx_entry_offset_check(
    const vidx_entry_offset_columns *columns,
    vidx_fault *fault)
{
    const size_t count = columns->count;
    size_t i;
    fault->record = 0;
    fault->rule = -1;
    fault->element = 0;
    for (i = 0; i < count; i++) {
    }
    return VIDX_OK;
}

VIDX_API int vidx_entry_offset_sizes(
    const vidx_entry_offset_columns *columns,
    int64_t *sizes,
    vidx_fault *fault)
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
    return VIDX_OK;
}

VIDX_API int vidx_entry_offset_scatter(
    const vidx_entry_offset_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    vidx_fault *fault)
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
            return fail(fault, VIDX_NO_ROOM, i, -1, 0);
        put_4(out + pos, (uint64_t)c_ofs_entry[i]);
        pos += 4;
    }
    *written = pos;
    return VIDX_OK;
}

VIDX_API const char *vidx_schema_sha256(void)
{
    return
        "b6212ead37d799475a7e1b2fbd32859b25dc6c31616175e41fa8fc75132db898";
}

VIDX_API const char *vidx_code_sha256(void)
{
    return
        "b9052be77ed254c35d882fd2b3d2e882eace6942478eb65c2c0ac4558dd43872";
}

VIDX_API const char *vidx_layout(void)
{
    return
        "entry_offset;ofs_entry=uint32;\n";
}
