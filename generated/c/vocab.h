// Generated from schemas/vocab.ksy (sha256 ab00ae5d009815e4de6bf1001a2dce5766649c2084e408d592535163284b689e) by `nacformats generate`. Do not edit.
// It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
#ifndef NACFORMATS_VOCAB_H
#define NACFORMATS_VOCAB_H
#include "nacformats.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The tokens, in the order of their code points, so that one can be found by bisection, with their ids and scores.
 * `vidx` finds a token by its id.
 *
 * Nothing in the file says that it is one; it goes by its name, vocab.b. See NAC v1.6, section 6.3.
 */
typedef struct vocab {
    nacf_node node;
    struct { uint8_t num_entries, offsets, entries; } has;
    /** Number of tokens. */
    uint32_t num_entries;
    /** Where each entry is. */
    NACF_LIST(struct vocab_entry_offset *) offsets;
    /** One after the other, as the offsets say. */
    NACF_LIST(struct vocab_entry *) entries;
} vocab;

/** Where an entry is. */
typedef struct vocab_entry_offset {
    nacf_node node;
    struct { uint8_t ofs_entry; } has;
    /** In bytes, from the first entry on. */
    uint32_t ofs_entry;
} vocab_entry_offset;

/** A token. */
typedef struct vocab_entry {
    nacf_node node;
    struct { uint8_t len_token, token, id_token, score; } has;
    uint16_t len_token;
    nacf_bytes token;
    int32_t id_token;
    /** Logarithm of its probability, for UNIGRAM_ENCODE. Writers of v1.6 write 0 for all tokens. */
    struct binary32 *score;
} vocab_entry;

extern const nacf_type type_of_vocab;
extern const nacf_type type_of_vocab_entry_offset;
extern const nacf_type type_of_vocab_entry;

NACF_DECLARE(vocab)

#ifdef __cplusplus
}
#endif
#endif /* NACFORMATS_VOCAB_H */
