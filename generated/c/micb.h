// Generated from schemas/micb.ksy (sha256 5db39ae95eb084788db5a0f8e59b114c46942db28d4c596042ca4fa5d2ad37b2) by `nacformats generate`. Do not edit.
// It imports schemas/uleb128.ksy (sha256 94a08bd38c22b22d5945f850a28504b5fc32944d26824efa10279ce8866c0c94).
#ifndef NACFORMATS_MICB_H
#define NACFORMATS_MICB_H
#include "nacformats.h"

#ifdef __cplusplus
extern "C" {
#endif

/** dtype */
enum {
    /** IEEE 754 binary16 */
    MICB_DTYPE_F16 = 0,
    /** IEEE 754 binary32 */
    MICB_DTYPE_F32 = 1,
    /** IEEE 754 binary64 */
    MICB_DTYPE_F64 = 2,
    /** bfloat16, the upper half of a binary32 */
    MICB_DTYPE_BF16 = 3,
    MICB_DTYPE_I8 = 4,
    MICB_DTYPE_I16 = 5,
    MICB_DTYPE_I32 = 6,
    MICB_DTYPE_I64 = 7,
    MICB_DTYPE_U8 = 8,
    MICB_DTYPE_U16 = 9,
    MICB_DTYPE_U32 = 10,
    MICB_DTYPE_U64 = 11,
    MICB_DTYPE_BOOL = 12,
};

/** tag */
enum {
    /** Input of the graph, different in every run. */
    MICB_TAG_ARG = 0,
    /** Weight, the same in every run. */
    MICB_TAG_PARAM = 1,
    /** Computed from earlier values. */
    MICB_TAG_NODE = 2,
};

/** opcode */
enum {
    MICB_OPCODE_MATMUL = 0,
    MICB_OPCODE_ADD = 1,
    MICB_OPCODE_SUB = 2,
    MICB_OPCODE_MUL = 3,
    MICB_OPCODE_DIV = 4,
    MICB_OPCODE_RELU = 5,
    MICB_OPCODE_SOFTMAX = 6,
    MICB_OPCODE_SIGMOID = 7,
    MICB_OPCODE_TANH = 8,
    MICB_OPCODE_GELU = 9,
    MICB_OPCODE_LAYERNORM = 10,
    MICB_OPCODE_TRANSPOSE = 11,
    MICB_OPCODE_RESHAPE = 12,
    MICB_OPCODE_SUM = 13,
    MICB_OPCODE_MEAN = 14,
    MICB_OPCODE_MAX = 15,
    MICB_OPCODE_CONCAT = 16,
    MICB_OPCODE_SPLIT = 17,
    MICB_OPCODE_GATHER = 18,
    MICB_OPCODE_CUSTOM = 255,
};

/**
 * A dataflow graph of tensors, the binary twin of the text format mic@2: a table of strings, then symbols, types
 * and values that refer to it, then the value that is the result. Values have no written ids; they count from 0 in
 * file order, and a node takes earlier values only, so the graph has no cycles.
 *
 * Every number but the version, the tags, the dtypes and the opcodes is an unsigned LEB128; signed ones are zigzag
 * encoded first. The specification calls those sleb128, which is not the signed LEB128 of DWARF.
 *
 * The canonical form of a graph has shortest varints, and a string table without duplicates in order of first use:
 * symbols, dimensions of all types, then the names of the values in order. This schema checks neither that nor how
 * many inputs an operation takes. See MIC-B v2 Binary Format.
 */
typedef struct micb {
    nacf_node node;
    struct { uint8_t magic, version, num_strings, strings, num_symbols, symbols, num_types, types, num_values,
        values, output, trailing; } has;
    nacf_bytes magic;
    /** A plain byte. Version 2.1 keeps it and appends a section. */
    uint8_t version;
    nacf_varint num_strings;
    /** See MIC-B v2, 1. String Table. */
    NACF_LIST(struct micb_interned_string *) strings;
    nacf_varint num_symbols;
    /** Names of symbolic dimensions. Advisory, nothing refers to them. See MIC-B v2, 2. Symbol Table. */
    NACF_LIST(struct micb_string_ref *) symbols;
    nacf_varint num_types;
    /** See MIC-B v2, 3. Type Table. */
    NACF_LIST(struct micb_tensor_type *) types;
    nacf_varint num_values;
    /** See MIC-B v2, 4. Value Table. */
    NACF_LIST(struct micb_graph_value *) values;
    /** The result of the graph. A graph without values has none and is invalid. */
    struct micb_value_ref *output;
    /**
     * Nothing follows the output. (MIC 2.1 appends a section that begins with 0x4d, which is not part of this
     * version.)
     */
    nacf_bytes trailing;
} micb;

/** One entry of the string table, without a terminator. */
typedef struct micb_interned_string {
    nacf_node node;
    struct { uint8_t len_text, text; } has;
    /** Bytes, not characters. */
    nacf_varint len_text;
    nacf_bytes text;
} micb_interned_string;

/** Reference to an entry of the string table. */
typedef struct micb_string_ref {
    nacf_node node;
    struct { uint8_t idx, text; } has;
    nacf_varint idx;
    /** The string itself. */
    nacf_value text;
} micb_string_ref;

/** Reference to an entry of the type table. */
typedef struct micb_type_ref {
    nacf_node node;
    struct { uint8_t idx, target; } has;
    nacf_varint idx;
    /** The type itself. */
    nacf_value target;
} micb_type_ref;

/** Reference to a value by its position in the value table. */
typedef struct micb_value_ref {
    nacf_node node;
    struct { uint8_t limit, idx; } has;
    /** Ids below this one may be referred to. */
    nacf_value limit;
    nacf_varint idx;
} micb_value_ref;

/** Element type and shape of a tensor. Dimensions are text as in mic@2: a number, a symbol or `?`. */
typedef struct micb_tensor_type {
    nacf_node node;
    struct { uint8_t dtype, num_dims, dims; } has;
    uint8_t dtype; /* dtype */
    /** The rank; 0 is a scalar. */
    nacf_varint num_dims;
    NACF_LIST(struct micb_string_ref *) dims;
} micb_tensor_type;

/** One value of the graph. */
typedef struct micb_graph_value {
    nacf_node node;
    struct { uint8_t id, tag, body; } has;
    /** Position in the value table, by which nodes refer to the value. */
    nacf_value id;
    uint8_t tag; /* tag */
    nacf_value body;
} micb_graph_value;

/** A value that comes from outside, with its name and its type. See MIC-B v2, Arg/Param Payload. */
typedef struct micb_binding {
    nacf_node node;
    struct { uint8_t name, type_ref; } has;
    struct micb_string_ref *name;
    struct micb_type_ref *type_ref;
} micb_binding;

/** A value that an operation computes from earlier values. See MIC-B v2, Node Payload. */
typedef struct micb_node {
    nacf_node node;
    struct { uint8_t id, opcode, params, num_inputs, inputs; } has;
    /** Id of the value that the node computes. */
    nacf_value id;
    uint8_t opcode; /* opcode */
    /** See MIC-B v2, Opcode Encoding. */
    nacf_value params;
    nacf_varint num_inputs;
    NACF_LIST(struct micb_value_ref *) inputs;
} micb_node;

/** An operation that takes no parameters. */
typedef struct micb_no_params {
    nacf_node node;
    struct { uint8_t none_; } has;
} micb_no_params;

typedef struct micb_axis_param {
    nacf_node node;
    struct { uint8_t axis; } has;
    /** Negative axes count from the last dimension. */
    struct micb_zigzag *axis;
} micb_axis_param;

/** A permutation (transpose) or axes (reductions); may be empty. */
typedef struct micb_list_param {
    nacf_node node;
    struct { uint8_t num_elements, elements; } has;
    nacf_varint num_elements;
    NACF_LIST(struct micb_zigzag *) elements;
} micb_list_param;

typedef struct micb_split_params {
    nacf_node node;
    struct { uint8_t axis, count; } has;
    struct micb_zigzag *axis;
    /** Number of pieces. */
    nacf_varint count;
} micb_split_params;

typedef struct micb_custom_param {
    nacf_node node;
    struct { uint8_t name; } has;
    /** Name of an operation that the opcode table does not have. */
    struct micb_string_ref *name;
} micb_custom_param;

/**
 * Signed integer of 64 bits: 0, -1, 1, -2, ... are written as the unsigned 0, 1, 2, 3, ... See MIC-B v2, Zigzag
 * Encoding.
 */
typedef struct micb_zigzag {
    nacf_node node;
    struct { uint8_t raw, value; } has;
    nacf_varint raw;
    /** The signed number. */
    nacf_value value;
} micb_zigzag;

extern const nacf_type type_of_micb;
extern const nacf_type type_of_micb_interned_string;
extern const nacf_type type_of_micb_string_ref;
extern const nacf_type type_of_micb_type_ref;
extern const nacf_type type_of_micb_value_ref;
extern const nacf_type type_of_micb_tensor_type;
extern const nacf_type type_of_micb_graph_value;
extern const nacf_type type_of_micb_binding;
extern const nacf_type type_of_micb_node;
extern const nacf_type type_of_micb_no_params;
extern const nacf_type type_of_micb_axis_param;
extern const nacf_type type_of_micb_list_param;
extern const nacf_type type_of_micb_split_params;
extern const nacf_type type_of_micb_custom_param;
extern const nacf_type type_of_micb_zigzag;

NACF_DECLARE(micb)

#ifdef __cplusplus
}
#endif
#endif /* NACFORMATS_MICB_H */
