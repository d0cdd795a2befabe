// Generated from schemas/stb.ksy (sha256 31e6bc78261a3f78922ec08e97a25dc0fc01477d67c5139cfae15978e6450078) by `nacformats generate`. Do not edit.
#ifndef NACFORMATS_STB_H
#define NACFORMATS_STB_H
#include "nacformats.h"

#ifdef __cplusplus
extern "C" {
#endif

/** dtype */
enum {
    /** IEEE 754 binary32 */
    STB_DTYPE_FLOAT32 = 0,
    /** IEEE 754 binary16 */
    STB_DTYPE_FLOAT16 = 1,
    /** two's complement, 8 bits */
    STB_DTYPE_INT8 = 2,
    /** two's complement, 32 bits */
    STB_DTYPE_INT32 = 3,
};

/** layout */
enum {
    /** the last dimension varies fastest (C order) */
    STB_LAYOUT_ROW_MAJOR = 0,
    /** the first dimension varies fastest (Fortran order) */
    STB_LAYOUT_COL_MAJOR = 1,
    /**
     * the channel dimension varies fastest, the others follow in C order. It is dimension 0 of rank 3 (C, spatial,
     * spatial) and dimension 1 from rank 4 on (N, C, spatial...); below rank 3 the same as row_major.
     */
    STB_LAYOUT_CHANNELS_LAST = 2,
};

/**
 * A container of raw tensors that a runtime maps into memory and uses in place: a header of 32 bytes, a table with
 * one descriptor of 32 bytes for each tensor, and a data region that holds the payloads. Descriptors and payloads
 * refer to each other by byte offsets from the start of the file; the order of the payloads is free, and two
 * descriptors may share one.
 *
 * The specification does not name the byte order: it is little-endian in the header, in the descriptors and in the
 * payloads.
 *
 * Three rules are not stated here, because a file that breaks them can still be read: `ofs_body` has to be a
 * multiple of 64 (writers in use align the data region only), `dtype` and `layout` may hold reserved numbers (that
 * tensor is opaque, the others are not), and `len_body` has to be the product of the dimensions times the size of
 * an element (the product can exceed 64 bits), or, where the dimensions are not in the file, a multiple of that
 * size. See STB v0.1.
 */
typedef struct stb {
    nacf_node node;
    struct { uint8_t magic, version, flags, num_tensors, reserved0, reserved1, ofs_data, len_file, tensors, data; }
        has;
    /** See STB v0.1, section 3. */
    nacf_bytes magic;
    /** Version of the format, 1 for v0.1. See STB v0.1, section 3. */
    uint8_t version;
    /** No flag is defined. See STB v0.1, section 3. */
    uint8_t flags;
    /** Number of descriptors in the tensor table. See STB v0.1, section 3. */
    uint16_t num_tensors;
    /** See STB v0.1, section 3. */
    uint32_t reserved0;
    /** See STB v0.1, section 3. */
    uint32_t reserved1;
    /** Start of the data region, a multiple of 64 past the tensor table. See STB v0.1, sections 3 and 7. */
    uint64_t ofs_data;
    /** Size of the whole file in bytes. See STB v0.1, section 3. */
    uint64_t len_file;
    /** The tensor table. See STB v0.1, section 4. */
    NACF_LIST(struct stb_tensor_descriptor *) tensors;
    /**
     * The data region, up to the end of the file. Its parts are the payloads, which are in the descriptors that
     * point to them, as `body`. See STB v0.1, section 5.
     */
    struct stb_data_region *data;
} stb;

/** What one tensor is and where its payload is. See STB v0.1, section 4. */
typedef struct stb_tensor_descriptor {
    nacf_node node;
    struct { uint8_t tensor_id, dtype, rank, layout, ofs_body, len_body, dims, body, idx_shape, shape_text; } has;
    /** Identifier by which glyphs refer to the tensor. A table of more than 256 tensors has to repeat some. */
    uint8_t tensor_id;
    /** Type of an element. Reserved numbers make the tensor opaque. See STB v0.1, section 4.1. */
    uint8_t dtype; /* dtype */
    /** Number of dimensions; a scalar has none. */
    uint8_t rank;
    /** Order of the elements. Reserved numbers make the tensor opaque. See STB v0.1, section 4.2. */
    uint8_t layout; /* layout */
    /**
     * Start of the payload, counted from the start of the file. The table in section 4 calls it an offset into the
     * data region; the invariants below that table and section 2 decide. A multiple of 64. See STB v0.1, section
     * 4.2.
     */
    uint64_t ofs_body;
    /** Size of the payload in bytes, without padding. See STB v0.1, section 4.2. */
    uint64_t len_body;
    /**
     * Up to rank 3 the lengths of the dimensions in logical order, whatever the layout; the places past the rank
     * are 0. From rank 4 on, the first place is an index into a shape table outside the file (see `idx_shape`), and
     * the others are 0. See STB v0.1, section 4.
     */
    NACF_LIST(uint32_t) dims;
    /** The payload, little-endian, its elements in the order of `layout`. See STB v0.1, section 5. */
    nacf_bytes body;
    /** Index of the shape in the shape table that the KHΛNARY module keeps as metadata beside the file. */
    nacf_value idx_shape;
    /** The dimensions, or the index of the shape, for the Web IDE. */
    nacf_value shape_text;
} stb_tensor_descriptor;

/**
 * Where the payloads are. It has no structure of its own: any order, and padding between them, which is zero in new
 * files. See STB v0.1, section 5.
 */
typedef struct stb_data_region {
    nacf_node node;
    struct { uint8_t none_; } has;
} stb_data_region;

extern const nacf_type type_of_stb;
extern const nacf_type type_of_stb_tensor_descriptor;
extern const nacf_type type_of_stb_data_region;

NACF_DECLARE(stb)

#ifdef __cplusplus
}
#endif
#endif /* NACFORMATS_STB_H */
