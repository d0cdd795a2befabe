// Generated from schemas/vidx.ksy (sha256 b6212ead37d799475a7e1b2fbd32859b25dc6c31616175e41fa8fc75132db898) by `nacformats generate`. Do not edit.
#define NACFORMATS_TABLES
#include "vidx.h"

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
