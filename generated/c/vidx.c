// Generated from schemas/vidx.ksy (sha256 b6212ead37d799475a7e1b2fbd32859b25dc6c31616175e41fa8fc75132db898) by `nacformats generate`. Do not edit.
#define NACFORMATS_TABLES
#include "vidx.h"

#ifndef NACFORMATS_COLUMNS_ONLY
E(e0, OP(IT, 'l', I(16777216)))
E(e1, GET(num_ids))

static const nacf_member vidx_members[] = {
    {MEMBER(vidx, num_ids), .kind = UINT(4, LE), RULES({e0, "out of range: expected at most 16777216", NULL, NULL}),
        FROM(COUNT_OF, .member = "offsets")},
    {MEMBER(vidx, offsets), .kind = USE(vidx_entry_offset), .repeat = NACF_COUNTED, .count = e1},
};
TYPE(vidx, "vidx", .fields = 2, .is_root = true, .is_whole = true);

static const nacf_member vidx_entry_offset_members[] = {
    {MEMBER(vidx_entry_offset, ofs_entry), .kind = UINT(4, LE)},
};
TYPE(vidx_entry_offset, "entry_offset", .fields = 1, .is_root = false);

NACF_SCHEMA(vidx)
#endif

NACF_GATHER(vidx_entry_offset)
{
    BEGIN_GATHER(vidx_entry_offset);
    EACH {
        RECORD;
        FIT(4);
        t.ofs_entry[i] = get_u4(data + pos);
        pos += 4;
        RECORD_ENDS;
    }
    END_GATHER;
    return NACF_OK;
}

NACF_CHECK(vidx_entry_offset)
{
    BEGIN(vidx_entry_offset);
    (void)data; (void)data_size;
    EACH {
    }
    return NACF_OK;
}

NACF_SIZES(vidx_entry_offset)
{
    BEGIN(vidx_entry_offset);
    EACH {
        uint64_t total = 0;
        total += 4;
        sizes[i] = (int64_t)total;
    }
    return NACF_OK;
}

NACF_SCATTER(vidx_entry_offset)
{
    BEGIN(vidx_entry_offset);
    size_t pos = *written = 0;
    (void)data; (void)data_size;
    EACH {
        ROOM(4);
        put_4(out + pos, (uint64_t)t.ofs_entry[i]);
        pos += 4;
    }
    *written = pos;
    return NACF_OK;
}

NACF_IDENTIFY(vidx,
    "b6212ead37d799475a7e1b2fbd32859b25dc6c31616175e41fa8fc75132db898",
    "806226baff193499bded6366ad7d72d4ad1e53dc9b85fd3d006dec86d751db65",
    "entry_offset;ofs_entry=uint32;\n")
