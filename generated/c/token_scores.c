// Generated from schemas/token_scores.ksy (sha256 9e94dadb3ded333c66c3bb98950ad67b231a401bf1be7134fea50612baf79e00) by `nacformats generate`. Do not edit.
#define NACFORMATS_TABLES
#include "token_scores.h"

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
