// Generated from schemas/vidx.ksy (sha256 b6212ead37d799475a7e1b2fbd32859b25dc6c31616175e41fa8fc75132db898) by `nacformats generate`. Do not edit.
#ifndef NACFORMATS_VIDX_H
#define NACFORMATS_VIDX_H
#include "nacformats.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Where the entry of each token id is in `vocab`.
 *
 * Nothing in the file says that it is one; it goes by its name, vidx.b. See NAC v1.6, section 6.3.
 */
typedef struct vidx {
    nacf_node node;
    struct { uint8_t num_ids, offsets; } has;
    /** The largest id and 1. */
    uint32_t num_ids;
    /** By id. */
    NACF_LIST(struct vidx_entry_offset *) offsets;
} vidx;

/** Where an entry is. */
typedef struct vidx_entry_offset {
    nacf_node node;
    struct { uint8_t ofs_entry; } has;
    /**
     * In bytes, from the first entry of the vocabulary on. Ids without a token have 0, and so has the first entry.
     */
    uint32_t ofs_entry;
} vidx_entry_offset;

extern const nacf_type type_of_vidx;
extern const nacf_type type_of_vidx_entry_offset;

NACF_DECLARE(vidx)

#ifdef __cplusplus
}
#endif
#endif /* NACFORMATS_VIDX_H */
