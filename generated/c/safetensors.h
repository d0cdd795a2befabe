// Generated from schemas/safetensors.ksy (sha256 fc4d78d8e2c3d057667c7fff19aa14c6c9c951a8bc11b47849959c3c33a57025) by `nacformats generate`. Do not edit.
#ifndef NACFORMATS_SAFETENSORS_H
#define NACFORMATS_SAFETENSORS_H
#include "nacformats.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Tensors by name: the length of a header, the header, and the elements of the tensors one after the other.
 *
 * The header is a JSON object. Each tensor is a member of it with `dtype`, `shape` and `data_offsets`, which are
 * where its elements begin and end, in bytes from the start of `data`. The member `__metadata__` is none: it holds
 * texts by name.
 *
 * What the header says is not stated here: it has to be an object, every tensor has to be as long as its shape and
 * its dtype say, and together they have to take every byte of `data` once.
 *
 * Nothing at the start of a file says that it is one. See safetensors, section Format.
 */
typedef struct safetensors {
    nacf_node node;
    struct { uint8_t len_header, header, data; } has;
    /** Bytes of the header. The library reads no more than this. See safetensors, section Format. */
    uint64_t len_header;
    /**
     * A JSON object, which begins with `{`. Spaces may follow it, so that `data` begins at a multiple of 8. See
     * safetensors, section Format.
     */
    nacf_bytes header;
    /**
     * The elements of all tensors, little-endian and in C order, without anything between them. See safetensors,
     * section Format.
     */
    nacf_bytes data;
} safetensors;

extern const nacf_type type_of_safetensors;

NACF_DECLARE(safetensors)

#ifdef __cplusplus
}
#endif
#endif /* NACFORMATS_SAFETENSORS_H */
