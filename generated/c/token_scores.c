// Generated from schemas/token_scores.ksy (sha256 9e94dadb3ded333c66c3bb98950ad67b231a401bf1be7134fea50612baf79e00) by `nacformats generate`. Do not edit.
#define NACFORMATS_TABLES
#include "token_scores.h"

#ifndef NACFORMATS_COLUMNS_ONLY
E(e0, OP(IT, 'l', I(16777216)))
E(e1, GET(num_scores))

static const nacf_member token_scores_members[] = {
    {MEMBER(token_scores, num_scores), .kind = UINT(4, LE), RULES({e0, "out of range: expected at most 16777216",
        NULL, NULL}), FROM(COUNT_OF, .member = "scores")},
    {MEMBER(token_scores, scores), .kind = USE(token_scores_score), .repeat = NACF_COUNTED, .count = e1},
};
TYPE(token_scores, "token_scores", .fields = 2, .is_root = true, .is_whole = true);

static const nacf_member token_scores_score_members[] = {
    {MEMBER(token_scores_score, bits), .kind = UINT(8, LE)},
};
TYPE(token_scores_score, "score", .fields = 1, .is_root = false);

NACF_SCHEMA(token_scores)
#endif

NACF_GATHER(token_scores_score)
{
    BEGIN_GATHER(token_scores_score);
    EACH {
        RECORD;
        FIT(8);
        t.bits[i] = get_u8(data + pos);
        pos += 8;
        RECORD_ENDS;
    }
    END_GATHER;
    return NACF_OK;
}

NACF_CHECK(token_scores_score)
{
    BEGIN(token_scores_score);
    (void)data; (void)data_size;
    EACH {
    }
    return NACF_OK;
}

NACF_SIZES(token_scores_score)
{
    BEGIN(token_scores_score);
    EACH {
        uint64_t total = 0;
        total += 8;
        sizes[i] = (int64_t)total;
    }
    return NACF_OK;
}

NACF_SCATTER(token_scores_score)
{
    BEGIN(token_scores_score);
    size_t pos = *written = 0;
    (void)data; (void)data_size;
    EACH {
        ROOM(8);
        put_8(out + pos, (uint64_t)t.bits[i]);
        pos += 8;
    }
    *written = pos;
    return NACF_OK;
}

NACF_IDENTIFY(token_scores,
    "9e94dadb3ded333c66c3bb98950ad67b231a401bf1be7134fea50612baf79e00",
    "b40c1991702d8cc3e8df42aa007eb40eaecd493dbd14556d4b24a45c666ce493",
    "score;bits=uint64;\n")
