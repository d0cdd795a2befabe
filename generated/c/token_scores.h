// Generated from schemas/token_scores.ksy (sha256 9e94dadb3ded333c66c3bb98950ad67b231a401bf1be7134fea50612baf79e00) by `nacformats generate`. Do not edit.
#ifndef NACFORMATS_TOKEN_SCORES_H
#define NACFORMATS_TOKEN_SCORES_H
#include "nacformats.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The scores of a Unigram model as numbers of 64 bits, where the 32 bits that `vocab` has for them would change
 * one, and with it what is the best way to cut a text. NAC v1.6 knows no such file; who does not know it reads
 * `vocab`.
 *
 * Nothing in the file says that it is one; it goes by its name, scores.b.
 */
typedef struct token_scores {
    nacf_node node;
    struct { uint8_t num_scores, scores; } has;
    /** As many as `vocab` has entries. */
    uint32_t num_scores;
    /** In the order of the entries of `vocab`. */
    NACF_LIST(struct token_scores_score *) scores;
} token_scores;

/** Logarithm of the probability of a token. */
typedef struct token_scores_score {
    nacf_node node;
    struct { uint8_t bits; } has;
    /** Those of a floating point number, IEEE 754 binary64. */
    uint64_t bits;
} token_scores_score;

extern const nacf_type type_of_token_scores;
extern const nacf_type type_of_token_scores_score;

NACF_DECLARE(token_scores)

#ifdef __cplusplus
}
#endif
#endif /* NACFORMATS_TOKEN_SCORES_H */
