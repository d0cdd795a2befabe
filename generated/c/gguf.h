// Generated from schemas/gguf.ksy (sha256 14b79c3a1959e01c00550c972a954d7522d4c51fa35a7ad2f5211e13c5ab75d3) by `nacformats generate`. Do not edit.
#ifndef NACFORMATS_GGUF_H
#define NACFORMATS_GGUF_H
#include "nacformats.h"

#ifdef __cplusplus
extern "C" {
#endif

/** value_type */
enum {
    GGUF_VALUE_TYPE_UINT8 = 0,
    GGUF_VALUE_TYPE_INT8 = 1,
    GGUF_VALUE_TYPE_UINT16 = 2,
    GGUF_VALUE_TYPE_INT16 = 3,
    GGUF_VALUE_TYPE_UINT32 = 4,
    GGUF_VALUE_TYPE_INT32 = 5,
    GGUF_VALUE_TYPE_FLOAT32 = 6,
    GGUF_VALUE_TYPE_BOOL = 7,
    GGUF_VALUE_TYPE_STRING = 8,
    GGUF_VALUE_TYPE_ARRAY = 9,
    GGUF_VALUE_TYPE_UINT64 = 10,
    GGUF_VALUE_TYPE_INT64 = 11,
    GGUF_VALUE_TYPE_FLOAT64 = 12,
};

/** tensor_type */
enum {
    /** IEEE 754 binary32 */
    GGUF_TENSOR_TYPE_F32 = 0,
    /** IEEE 754 binary16 */
    GGUF_TENSOR_TYPE_F16 = 1,
    /** 4 bits and a scale; 32 elements in 18 bytes */
    GGUF_TENSOR_TYPE_Q4_0 = 2,
    /** 4 bits, a scale and a minimum; 32 elements in 20 bytes */
    GGUF_TENSOR_TYPE_Q4_1 = 3,
    /** 5 bits and a scale; 32 elements in 22 bytes */
    GGUF_TENSOR_TYPE_Q5_0 = 6,
    /** 5 bits, a scale and a minimum; 32 elements in 24 bytes */
    GGUF_TENSOR_TYPE_Q5_1 = 7,
    /** 8 bits and a scale; 32 elements in 34 bytes */
    GGUF_TENSOR_TYPE_Q8_0 = 8,
    /** 8 bits, a scale and a sum; 32 elements in 40 bytes */
    GGUF_TENSOR_TYPE_Q8_1 = 9,
    /** 2 bits, scales of 16 elements; 256 elements in 84 bytes */
    GGUF_TENSOR_TYPE_Q2_K = 10,
    /** 3 bits, scales of 16 elements; 256 elements in 110 bytes */
    GGUF_TENSOR_TYPE_Q3_K = 11,
    /** 4 bits, scales of 32 elements; 256 elements in 144 bytes */
    GGUF_TENSOR_TYPE_Q4_K = 12,
    /** 5 bits, scales of 32 elements; 256 elements in 176 bytes */
    GGUF_TENSOR_TYPE_Q5_K = 13,
    /** 6 bits, scales of 16 elements; 256 elements in 210 bytes */
    GGUF_TENSOR_TYPE_Q6_K = 14,
    /** 8 bits, a scale and sums; 256 elements in 292 bytes */
    GGUF_TENSOR_TYPE_Q8_K = 15,
    /** about 2.1 bits, from a codebook; 256 elements in 66 bytes */
    GGUF_TENSOR_TYPE_IQ2_XXS = 16,
    /** about 2.3 bits, from a codebook; 256 elements in 74 bytes */
    GGUF_TENSOR_TYPE_IQ2_XS = 17,
    /** about 3.1 bits, from a codebook; 256 elements in 98 bytes */
    GGUF_TENSOR_TYPE_IQ3_XXS = 18,
    /** about 1.6 bits, from a codebook; 256 elements in 50 bytes */
    GGUF_TENSOR_TYPE_IQ1_S = 19,
    /** 4 bits, an index into 16 values, and a scale; 32 elements in 18 bytes */
    GGUF_TENSOR_TYPE_IQ4_NL = 20,
    /** about 3.4 bits, from a codebook; 256 elements in 110 bytes */
    GGUF_TENSOR_TYPE_IQ3_S = 21,
    /** about 2.6 bits, from a codebook; 256 elements in 82 bytes */
    GGUF_TENSOR_TYPE_IQ2_S = 22,
    /** 4 bits, an index into 16 values, scales of 32 elements; 256 elements in 136 bytes */
    GGUF_TENSOR_TYPE_IQ4_XS = 23,
    /** two's complement, 8 bits */
    GGUF_TENSOR_TYPE_I8 = 24,
    /** two's complement, 16 bits */
    GGUF_TENSOR_TYPE_I16 = 25,
    /** two's complement, 32 bits */
    GGUF_TENSOR_TYPE_I32 = 26,
    /** two's complement, 64 bits */
    GGUF_TENSOR_TYPE_I64 = 27,
    /** IEEE 754 binary64 */
    GGUF_TENSOR_TYPE_F64 = 28,
    /** about 1.8 bits, from a codebook; 256 elements in 56 bytes */
    GGUF_TENSOR_TYPE_IQ1_M = 29,
    /** the upper half of a binary32 */
    GGUF_TENSOR_TYPE_BF16 = 30,
    /** three values, five in a byte; 256 elements in 54 bytes */
    GGUF_TENSOR_TYPE_TQ1_0 = 34,
    /** three values, 2 bits; 256 elements in 66 bytes */
    GGUF_TENSOR_TYPE_TQ2_0 = 35,
    /** 4 bits of floating point and a power of two; 32 elements in 17 bytes */
    GGUF_TENSOR_TYPE_MXFP4 = 39,
    /** 4 bits of floating point, scales of 16 elements; 64 elements in 36 bytes */
    GGUF_TENSOR_TYPE_NVFP4 = 40,
    /** 1 bit and a scale; 128 elements in 18 bytes */
    GGUF_TENSOR_TYPE_Q1_0 = 41,
};

/**
 * A model in one file: a header, metadata as keys with typed values (what the model is, its sizes, its tokenizer),
 * a table of tensors, and their elements.
 *
 * v2 and v3 have the same layout. In v1, counts and lengths have four bytes. v3 allows big-endian files, which are
 * not described here: the bytes of their version are in the other order.
 *
 * Four rules are not stated here: keys and names of tensors are each there once, `ofs_body` is a multiple of the
 * alignment, payloads do not overlap, and they end where the file ends, but for padding. See GGUF, section File
 * Structure.
 */
typedef struct gguf {
    nacf_node node;
    struct { uint8_t magic, version, num_tensors, num_metadata, metadata, tensors, data, alignment; } has;
    /** See GGUF, section File Structure. */
    nacf_bytes magic;
    /** Version of the format. See GGUF, section File Structure. */
    uint32_t version;
    /** Number of tensors. */
    uint64_t num_tensors;
    /** Number of keys. The specification has no limit; the alignment is looked for from key to key. */
    uint64_t num_metadata;
    /** Keys and values. The order means nothing. See GGUF, section Standardized key-value pairs. */
    NACF_LIST(struct gguf_metadata_entry *) metadata;
    /** What each tensor is, and where. */
    NACF_LIST(struct gguf_tensor_info *) tensors;
    /** Padding up to the alignment, then the payloads. */
    struct gguf_data_region *data;
    /**
     * Where the data begins, and each payload in it, is a multiple of this. It is the value of `general.alignment`,
     * or 32.
     */
    nacf_value alignment;
} gguf;

/** A text. See GGUF, section File Structure. */
typedef struct gguf_text {
    nacf_node node;
    struct { uint8_t len_value, value; } has;
    /** In bytes. */
    uint64_t len_value;
    nacf_bytes value;
} gguf_text;

/** A key and its value. See GGUF, section File Structure. */
typedef struct gguf_metadata_entry {
    nacf_node node;
    struct { uint8_t index, len_key, key, value_type, content, alignment_before, alignment; } has;
    nacf_value index;
    /** In bytes; the specification allows 65535. */
    uint64_t len_key;
    /** Words in snake_case with dots between them, such as `general.architecture`. */
    nacf_bytes key;
    /** What the value is. */
    uint32_t value_type; /* value_type */
    /** The value. */
    nacf_value content;
    /** What `general.alignment` is before this key, for `alignment`. */
    nacf_value alignment_before;
    /** What `general.alignment` is up to this key. */
    nacf_value alignment;
} gguf_metadata_entry;

/** A value of this type. */
typedef struct gguf_uint8_value {
    nacf_node node;
    struct { uint8_t value; } has;
    uint8_t value;
} gguf_uint8_value;

/** A value of this type. */
typedef struct gguf_int8_value {
    nacf_node node;
    struct { uint8_t value; } has;
    int8_t value;
} gguf_int8_value;

/** A value of this type. */
typedef struct gguf_uint16_value {
    nacf_node node;
    struct { uint8_t value; } has;
    uint16_t value;
} gguf_uint16_value;

/** A value of this type. */
typedef struct gguf_int16_value {
    nacf_node node;
    struct { uint8_t value; } has;
    int16_t value;
} gguf_int16_value;

/** A value of this type. */
typedef struct gguf_uint32_value {
    nacf_node node;
    struct { uint8_t value; } has;
    uint32_t value;
} gguf_uint32_value;

/** A value of this type. */
typedef struct gguf_int32_value {
    nacf_node node;
    struct { uint8_t value; } has;
    int32_t value;
} gguf_int32_value;

/** A value of this type. */
typedef struct gguf_float32_value {
    nacf_node node;
    struct { uint8_t value; } has;
    float value;
} gguf_float32_value;

/** A value of this type. */
typedef struct gguf_bool_value {
    nacf_node node;
    struct { uint8_t value; } has;
    /** 0 is false, 1 is true. */
    uint8_t value;
} gguf_bool_value;

/** A value of this type. */
typedef struct gguf_uint64_value {
    nacf_node node;
    struct { uint8_t value; } has;
    uint64_t value;
} gguf_uint64_value;

/** A value of this type. */
typedef struct gguf_int64_value {
    nacf_node node;
    struct { uint8_t value; } has;
    int64_t value;
} gguf_int64_value;

/** A value of this type. */
typedef struct gguf_float64_value {
    nacf_node node;
    struct { uint8_t value; } has;
    double value;
} gguf_float64_value;

/** An array of values of one type, which may be arrays. See GGUF, section File Structure. */
typedef struct gguf_list_value {
    nacf_node node;
    struct { uint8_t entry_type, num_entries, content; } has;
    /** What each of them is. */
    uint32_t entry_type; /* value_type */
    /** How many there are. */
    uint64_t num_entries;
    /** The values. */
    nacf_value content;
} gguf_list_value;

/** Values of this type. */
typedef struct gguf_uint8_list {
    nacf_node node;
    struct { uint8_t entries; } has;
    NACF_LIST(uint8_t) entries;
} gguf_uint8_list;

/** Values of this type. */
typedef struct gguf_int8_list {
    nacf_node node;
    struct { uint8_t entries; } has;
    NACF_LIST(int8_t) entries;
} gguf_int8_list;

/** Values of this type. */
typedef struct gguf_uint16_list {
    nacf_node node;
    struct { uint8_t entries; } has;
    NACF_LIST(uint16_t) entries;
} gguf_uint16_list;

/** Values of this type. */
typedef struct gguf_int16_list {
    nacf_node node;
    struct { uint8_t entries; } has;
    NACF_LIST(int16_t) entries;
} gguf_int16_list;

/** Values of this type. */
typedef struct gguf_uint32_list {
    nacf_node node;
    struct { uint8_t entries; } has;
    NACF_LIST(uint32_t) entries;
} gguf_uint32_list;

/** Values of this type. */
typedef struct gguf_int32_list {
    nacf_node node;
    struct { uint8_t entries; } has;
    NACF_LIST(int32_t) entries;
} gguf_int32_list;

/** Values of this type. */
typedef struct gguf_float32_list {
    nacf_node node;
    struct { uint8_t entries; } has;
    NACF_LIST(float) entries;
} gguf_float32_list;

/** Values of this type. */
typedef struct gguf_bool_list {
    nacf_node node;
    struct { uint8_t entries; } has;
    NACF_LIST(uint8_t) entries;
} gguf_bool_list;

/** Values of this type. */
typedef struct gguf_uint64_list {
    nacf_node node;
    struct { uint8_t entries; } has;
    NACF_LIST(uint64_t) entries;
} gguf_uint64_list;

/** Values of this type. */
typedef struct gguf_int64_list {
    nacf_node node;
    struct { uint8_t entries; } has;
    NACF_LIST(int64_t) entries;
} gguf_int64_list;

/** Values of this type. */
typedef struct gguf_float64_list {
    nacf_node node;
    struct { uint8_t entries; } has;
    NACF_LIST(double) entries;
} gguf_float64_list;

/** Texts. */
typedef struct gguf_text_list {
    nacf_node node;
    struct { uint8_t entries; } has;
    NACF_LIST(struct gguf_text *) entries;
} gguf_text_list;

/** Arrays. */
typedef struct gguf_nested_list {
    nacf_node node;
    struct { uint8_t entries; } has;
    NACF_LIST(struct gguf_list_value *) entries;
} gguf_nested_list;

/** What a tensor is, and where its payload is. See GGUF, section File Structure. */
typedef struct gguf_tensor_info {
    nacf_node node;
    struct { uint8_t len_name, name, num_dims, dims, dtype, ofs_body, num_columns, num_rows, num_planes,
        num_volumes, area, volume, num_elements, len_run, len_number, len_block32, len_block256, len_block,
        len_body, has_body, shape_text; } has;
    /** In bytes; the specification allows 64. */
    uint64_t len_name;
    /** Its name, such as `blk.0.attn_q.weight`. */
    nacf_bytes name;
    /** Number of dimensions; a scalar has none. */
    uint32_t num_dims;
    /**
     * The lengths of the dimensions, that which varies fastest first: the other way round than NumPy and PyTorch
     * have them.
     */
    NACF_LIST(uint64_t) dims;
    /** Type of the elements. Numbers that are not listed make the tensor opaque. */
    uint32_t dtype; /* tensor_type */
    /** Start of the payload, counted from where the data begins; a multiple of the alignment. */
    uint64_t ofs_body;
    nacf_value num_columns;
    nacf_value num_rows;
    nacf_value num_planes;
    nacf_value num_volumes;
    /** The product of two dimensions, at most 2^52 - 1, which no file holds. */
    nacf_value area;
    /** That of three, likewise. */
    nacf_value volume;
    /** That of all, likewise. */
    nacf_value num_elements;
    /**
     * How many elements, which follow one another along the first dimension, are stored together; 0 for types that
     * are not listed.
     */
    nacf_value len_run;
    /** In how many bytes one element is stored, where `len_run` is 1. */
    nacf_value len_number;
    /** In how many bytes a run of 32, 64 or 128 is stored. */
    nacf_value len_block32;
    /** In how many bytes a run of 256 is stored. */
    nacf_value len_block256;
    /** In how many bytes a run is stored; 0 for types that are not listed. */
    nacf_value len_block;
    /** Bytes of the payload, at most 2^52 - 1; 0 for types that are not listed. */
    nacf_value len_body;
    /** Whether the payload is in the file. */
    nacf_value has_body;
    /** The dimensions, for the Web IDE. */
    nacf_value shape_text;
} gguf_tensor_info;

/**
 * Padding up to a multiple of the alignment, counted from the start of the file, then the payloads, each padded
 * likewise. A file without tensors may end before the padding does. See GGUF, section File Structure.
 */
typedef struct gguf_data_region {
    nacf_node node;
    struct { uint8_t content, ofs_content, len_padding; } has;
    /** All bytes. */
    nacf_bytes content;
    /** Where it begins in the file. */
    nacf_value ofs_content;
    /** Bytes up to the first multiple of the alignment. */
    nacf_value len_padding;
} gguf_data_region;

extern const nacf_type type_of_gguf;
extern const nacf_type type_of_gguf_text;
extern const nacf_type type_of_gguf_metadata_entry;
extern const nacf_type type_of_gguf_uint8_value;
extern const nacf_type type_of_gguf_int8_value;
extern const nacf_type type_of_gguf_uint16_value;
extern const nacf_type type_of_gguf_int16_value;
extern const nacf_type type_of_gguf_uint32_value;
extern const nacf_type type_of_gguf_int32_value;
extern const nacf_type type_of_gguf_float32_value;
extern const nacf_type type_of_gguf_bool_value;
extern const nacf_type type_of_gguf_uint64_value;
extern const nacf_type type_of_gguf_int64_value;
extern const nacf_type type_of_gguf_float64_value;
extern const nacf_type type_of_gguf_list_value;
extern const nacf_type type_of_gguf_uint8_list;
extern const nacf_type type_of_gguf_int8_list;
extern const nacf_type type_of_gguf_uint16_list;
extern const nacf_type type_of_gguf_int16_list;
extern const nacf_type type_of_gguf_uint32_list;
extern const nacf_type type_of_gguf_int32_list;
extern const nacf_type type_of_gguf_float32_list;
extern const nacf_type type_of_gguf_bool_list;
extern const nacf_type type_of_gguf_uint64_list;
extern const nacf_type type_of_gguf_int64_list;
extern const nacf_type type_of_gguf_float64_list;
extern const nacf_type type_of_gguf_text_list;
extern const nacf_type type_of_gguf_nested_list;
extern const nacf_type type_of_gguf_tensor_info;
extern const nacf_type type_of_gguf_data_region;

NACF_DECLARE(gguf)

#ifdef __cplusplus
}
#endif
#endif /* NACFORMATS_GGUF_H */
