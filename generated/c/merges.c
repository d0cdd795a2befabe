// Generated from schemas/merges.ksy (sha256 da3f2e4390a052398605c9bfd862235886c0eb1b04704f2894791cd6896fc11a) by `nacformats generate`. Do not edit.
#define NACFORMATS_TABLES
#include "merges.h"

E(e0, OP(IT, 'l', I(16777216)))
E(e1, GET(len_left))
E(e2, GET(len_right))

static const nacf_member merges_members[] = {
    {MEMBER(merges, num_lines), .kind = UINT(4, LE), RULES({e0, "out of range: expected at most 16777216", NULL,
        NULL})},
    {MEMBER(merges, pairs), .kind = USE(merges_pair), .repeat = NACF_TO_EOS},
};
TYPE(merges, "merges", .fields = 2, .is_root = true, .is_whole = true);

static const nacf_member merges_pair_members[] = {
    {MEMBER(merges_pair, len_left), .kind = UINT(2, LE), FROM(LENGTH_OF, .member = "left")},
    {MEMBER(merges_pair, left), .kind = STR(NULL), .size = e1},
    {MEMBER(merges_pair, len_right), .kind = UINT(2, LE), FROM(LENGTH_OF, .member = "right")},
    {MEMBER(merges_pair, right), .kind = STR(NULL), .size = e2},
};
TYPE(merges_pair, "pair", .fields = 4, .is_root = false);

NACF_SCHEMA(merges)
