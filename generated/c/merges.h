// Generated from schemas/merges.ksy (sha256 da3f2e4390a052398605c9bfd862235886c0eb1b04704f2894791cd6896fc11a) by `nacformats generate`. Do not edit.
#ifndef NACFORMATS_MERGES_H
#define NACFORMATS_MERGES_H
#include "nacformats.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Which neighbours BPE_ENCODE joins: pairs in the order of their rank, the best one first.
 *
 * Nothing in the file says that it is one; it goes by its name, merges.b. See NAC v1.6, section 6.3.
 */
typedef struct merges {
    nacf_node node;
    struct { uint8_t num_lines, pairs; } has;
    /**
     * Number of lines of the text that the pairs come from. Writers count lines that are no pair as well: there may
     * be fewer pairs.
     */
    uint32_t num_lines;
    NACF_LIST(struct merges_pair *) pairs;
} merges;

/** Two tokens that become one. */
typedef struct merges_pair {
    nacf_node node;
    struct { uint8_t len_left, left, len_right, right; } has;
    uint16_t len_left;
    nacf_bytes left;
    uint16_t len_right;
    nacf_bytes right;
} merges_pair;

extern const nacf_type type_of_merges;
extern const nacf_type type_of_merges_pair;

NACF_DECLARE(merges)

#ifdef __cplusplus
}
#endif
#endif /* NACFORMATS_MERGES_H */
