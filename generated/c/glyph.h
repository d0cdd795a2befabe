// Generated from schemas/glyph.ksy (sha256 3d6b6b4e58c73d3c4ef3f916c9e7d0ad19f7ca5b69f51bb94fb8f8f9200a40aa) by `nacformats generate`. Do not edit.
#ifndef NACFORMATS_GLYPH_H
#define NACFORMATS_GLYPH_H
#include "nacformats.h"

#ifdef __cplusplus
extern "C" {
#endif

/** operation */
enum {
    /** Load a tensor of a file. */
    GLYPH_OPERATION_G_LOAD_BIN_TENSOR = 48,
    /** Map the data region of a file. */
    GLYPH_OPERATION_G_MMAP_BIN_REGION = 49,
    /** Read a file ahead. */
    GLYPH_OPERATION_G_PREFETCH_BIN = 50,
};

/**
 * One instruction of a KHΛNARY module (KHΛ-2-DENSE-32): a number of 32 bits, its fields from the highest bit to the
 * lowest, for the three glyphs that take their operand from an STB file.
 *
 * The bytes are those of the number in big-endian order. Module files hold their words in little-endian order. See
 * STB v0.1, section 6.
 */
typedef struct glyph {
    nacf_node node;
    struct { uint8_t version, glyph_id, arity, reserved1, has_shape_desc, has_bin_ref, is_immediate, payload,
        auth_class, parity, highest_arity, bin_file_id, tensor_id, num_ones; } has;
    /** The dialect of instruction words. */
    uint8_t version;
    /** What to do. The other glyphs do not use STB files. */
    uint8_t glyph_id; /* operation */
    /** Number of operands. */
    uint8_t arity;
    /** The highest bit of FLAGS. */
    bool reserved1;
    /** Whether a descriptor of the shape follows. */
    bool has_shape_desc;
    /** Whether the operand is in a file; all three glyphs require it. */
    bool has_bin_ref;
    /** The lowest bit of FLAGS, whether the payload is a number. */
    bool is_immediate;
    /** See `bin_file_id` and `tensor_id`. See STB v0.1, sections 6.2, 6.3 and 6.4. */
    uint8_t payload;
    /** Authority, 1 for a user, 2 for the system, 3 for privileged code. */
    uint8_t auth_class;
    /** Makes the number of bits that are 1 even. */
    bool parity;
    /** Most operands that the glyph takes. */
    nacf_value highest_arity;
    /** The file, by its row in the table of the module. */
    nacf_value bin_file_id;
    /** The tensor in the file. */
    nacf_value tensor_id;
    /** Number of bits that are 1, but for the parity. */
    nacf_value num_ones;
} glyph;

extern const nacf_type type_of_glyph;

NACF_DECLARE(glyph)

#ifdef __cplusplus
}
#endif
#endif /* NACFORMATS_GLYPH_H */
