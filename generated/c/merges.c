// Generated from schemas/merges.ksy (sha256 da3f2e4390a052398605c9bfd862235886c0eb1b04704f2894791cd6896fc11a) by `nacformats generate`. Do not edit.
#define NACFORMATS_TABLES
#include "merges.h"

#ifndef NACFORMATS_COLUMNS_ONLY
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
#endif

NACF_GATHER(merges_pair)
{
    BEGIN_GATHER(merges_pair);
    EACH {
        int64_t v0_len_left = 0, v1_len_right = 0;
        RECORD;
        FIT(2);
        v0_len_left = get_u2(data + pos);
        pos += 2;
        BYTES(left, (uint64_t)v0_len_left);
        FIT(2);
        v1_len_right = get_u2(data + pos);
        pos += 2;
        BYTES(right, (uint64_t)v1_len_right);
        RECORD_ENDS;
    }
    END_GATHER;
    return NACF_OK;
}

NACF_CHECK(merges_pair)
{
    BEGIN(merges_pair);
    (void)data; (void)data_size;
    EACH {
        INSIDE(left);
        DEMAND(IS_TEXT(left), 0, 0);
        INSIDE(right);
        DEMAND(IS_TEXT(right), 1, 0);
    }
    return NACF_OK;
}

NACF_SIZES(merges_pair)
{
    BEGIN(merges_pair);
    EACH {
        uint64_t total = 0;
        LENGTH_OF_BYTES(left, 1, 65535u, (void)size);
        total += 2;
        SIZE_OF_BYTES(left);
        LENGTH_OF_BYTES(right, 1, 65535u, (void)size);
        total += 2;
        SIZE_OF_BYTES(right);
        sizes[i] = (int64_t)total;
    }
    return NACF_OK;
}

NACF_SCATTER(merges_pair)
{
    BEGIN(merges_pair);
    size_t pos = *written = 0;
    (void)data; (void)data_size;
    EACH {
        int64_t v0_len_left = 0, v1_len_right = 0;
        LENGTH_OF_BYTES(left, 1, 65535u, v0_len_left = (int64_t)size);
        ROOM(2);
        put_2(out + pos, (uint64_t)v0_len_left);
        pos += 2;
        PUT_BYTES(left);
        LENGTH_OF_BYTES(right, 1, 65535u, v1_len_right = (int64_t)size);
        ROOM(2);
        put_2(out + pos, (uint64_t)v1_len_right);
        pos += 2;
        PUT_BYTES(right);
    }
    *written = pos;
    return NACF_OK;
}

NACF_IDENTIFY(merges,
    "da3f2e4390a052398605c9bfd862235886c0eb1b04704f2894791cd6896fc11a",
    "f685662e10f2c7108051ab612b941b6492712190fee66405340f9eba7edc0ff0",
    "pair;left@=int64,left#=int64,right@=int64,right#=int64;\n")
