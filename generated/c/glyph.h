// Generated from schemas/glyph.ksy (sha256 3d6b6b4e58c73d3c4ef3f916c9e7d0ad19f7ca5b69f51bb94fb8f8f9200a40aa) by `nacformats generate`. Do not edit.
#ifndef GLYPH_H
#define GLYPH_H
#include "nacformats.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    GLYPH_OPERATION_G_LOAD_BIN_TENSOR = 48,
    GLYPH_OPERATION_G_MMAP_BIN_REGION = 49,
    GLYPH_OPERATION_G_PREFETCH_BIN = 50,
};

typedef struct glyph {
    nacf_node node;
        struct { uint8_t version, glyph_id, arity, reserved1, has_shape_desc, has_bin_ref, is_immediate, payload,
        auth_class, parity, highest_arity, bin_file_id, tensor_id, num_ones; } has;
    uint8_t version;
    uint8_t glyph_id; /* operation */
    uint8_t arity;
    bool reserved1;
    bool has_shape_desc;
    bool has_bin_ref;
    bool is_immediate;
    uint8_t payload;
    uint8_t auth_class;
    bool parity;
    nacf_value highest_arity;
    nacf_value bin_file_id;
    nacf_value tensor_id;
    nacf_value num_ones;
} glyph;
extern const nacf_type type_of_glyph;

NACF_DECLARE(glyph)

#ifdef __cplusplus
}
#endif
#endif /* GLYPH_H */
