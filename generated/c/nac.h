// Generated from schemas/nac.ksy (sha256 97986397b1cdb9bf9bec323551b8ae63a8935d8b50c81953c62549041af00cd9) by `nacformats generate`. Do not edit.
// It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
// It imports schemas/mep.ksy (sha256 eb9578c8944e44be95d5cb4220d2a7da7cd720c2d0d42373ee552188af843fc1).
// It imports schemas/tisa.ksy (sha256 010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769).
#ifndef NACFORMATS_NAC_H
#define NACFORMATS_NAC_H
#include "nacformats.h"

#ifdef __cplusplus
extern "C" {
#endif

/** header_size */
enum {
    /** Size of the header of v1.6 in bytes. */
    NAC_HEADER_SIZE_V1_6 = 88,
    /** Size of the header of v1.7, where its first section begins. */
    NAC_HEADER_SIZE_V1_7 = 92,
    /** Size of the header of v1.8, where its first section begins. */
    NAC_HEADER_SIZE_V1_8 = 100,
};

/** quantization */
enum {
    /** The elements are the numbers. */
    NAC_QUANTIZATION_NONE = 0,
    /** Stored as binary16. */
    NAC_QUANTIZATION_FP16 = 1,
    /** Stored as 8-bit integers with one scale. */
    NAC_QUANTIZATION_INT8_TENSOR = 2,
    /** Stored as 8-bit integers with one scale a channel. */
    NAC_QUANTIZATION_INT8_CHANNEL = 3,
    /** Stored as 8-bit integers with one scale a block. */
    NAC_QUANTIZATION_BLOCK_FP8 = 4,
};

/** operation */
enum {
    /** Entry of data. */
    NAC_OPERATION_INPUT = 2,
    /** Exit of data. */
    NAC_OPERATION_OUTPUT = 3,
    /** Conditional execution, reserved. */
    NAC_OPERATION_CONTROL_FLOW = 6,
    /** Merging of branches, experimental. */
    NAC_OPERATION_CONVERGENCE = 7,
    NAC_OPERATION_NAC_PASS = 10,
    NAC_OPERATION_NAC_ADD = 11,
    NAC_OPERATION_NAC_SUB = 12,
    NAC_OPERATION_NAC_GT = 13,
    NAC_OPERATION_NAC_NEG = 14,
    NAC_OPERATION_NAC_WHERE = 15,
    NAC_OPERATION_NAC_CLONE = 16,
    NAC_OPERATION_NAC_VIEW = 17,
    NAC_OPERATION_NAC_LE = 18,
    NAC_OPERATION_NAC_ARANGE = 19,
    NAC_OPERATION_NAC_MUL = 20,
    NAC_OPERATION_NAC_DIV = 21,
    NAC_OPERATION_NAC_MATMUL = 22,
    NAC_OPERATION_NAC_TRANSPOSE = 23,
    NAC_OPERATION_NAC_ZEROS = 24,
    NAC_OPERATION_NAC_ZEROS_LIKE = 25,
    NAC_OPERATION_NAC_NEW_ZEROS = 26,
    NAC_OPERATION_NAC_ONES = 27,
    NAC_OPERATION_NAC_ONES_LIKE = 28,
    NAC_OPERATION_NAC_NEW_ONES = 29,
    NAC_OPERATION_NAC_FULL = 30,
    NAC_OPERATION_NAC_FULL_LIKE = 31,
};

/** instruction_layout */
enum {
    NAC_INSTRUCTION_LAYOUT_INPUT = 2,
    NAC_INSTRUCTION_LAYOUT_OUTPUT = 3,
    NAC_INSTRUCTION_LAYOUT_CONTROL_FLOW = 6,
    NAC_INSTRUCTION_LAYOUT_CONVERGENCE = 7,
    NAC_INSTRUCTION_LAYOUT_CALL = 10,
    /** Of an operation that takes an element and has no signature. */
    NAC_INSTRUCTION_LAYOUT_ELEMENT = 20,
    /** Of an OUTPUT that updates a parameter. */
    NAC_INSTRUCTION_LAYOUT_UPDATE = 33,
    /** Of an OUTPUT that ends the program of gradients. */
    NAC_INSTRUCTION_LAYOUT_FINISH = 34,
};

/** lookup_key */
enum {
    /** The id of an entry of `perm`. */
    NAC_LOOKUP_KEY_SIGNATURE = 0,
    /** The id of an entry of `cmap`. */
    NAC_LOOKUP_KEY_OPERATION = 1,
    /** Which operation an entry of `cmap` is, of those that take an element. */
    NAC_LOOKUP_KEY_ELEMENT = 2,
};

/** input_source */
enum {
    /** Given by the caller. */
    NAC_INPUT_SOURCE_USER = 0,
    /** A parameter of `data`. */
    NAC_INPUT_SOURCE_PARAMETER = 1,
    /** Kept from one run to the next. */
    NAC_INPUT_SOURCE_STATE = 2,
    /** Given by the caller, or a constant of `cnst`. */
    NAC_INPUT_SOURCE_CONSTANT = 3,
    /** In `trng`, the result of an instruction of `ops`. */
    NAC_INPUT_SOURCE_SAVED = 4,
    /** In `trng`, what an output is to become, given by the caller. */
    NAC_INPUT_SOURCE_TARGET = 5,
};

/** output_kind */
enum {
    /** What the model returns. */
    NAC_OUTPUT_KIND_RESULT = 0,
    /** What a part of the program returns. */
    NAC_OUTPUT_KIND_SUBGRAPH = 1,
    /** In `trng`, a step of gradient descent of a parameter. */
    NAC_OUTPUT_KIND_UPDATE = 3,
    /** In `trng`, its end. */
    NAC_OUTPUT_KIND_FINISH = 4,
};

/** memory_action */
enum {
    /** Keep the result of this instruction in shared memory. */
    NAC_MEMORY_ACTION_SAVE_RESULT = 10,
    /** Keep the result of this instruction for `trng`. */
    NAC_MEMORY_ACTION_SAVE_FOR_GRAD = 15,
    /** Release the memory of an earlier result or parameter. */
    NAC_MEMORY_ACTION_FREE = 20,
    /** Release the memory once `trng` has run. */
    NAC_MEMORY_ACTION_FREE_AFTER_TRNG = 25,
    /** Hand the result directly to the instruction that needs it. */
    NAC_MEMORY_ACTION_FORWARD = 30,
    /** Begin to load a parameter. */
    NAC_MEMORY_ACTION_PRELOAD = 40,
};

/** argument_kind */
enum {
    NAC_ARGUMENT_KIND_AXIS = 65,
    NAC_ARGUMENT_KIND_BIAS = 66,
    NAC_ARGUMENT_KIND_KEY = 75,
    NAC_ARGUMENT_KIND_MASK = 77,
    NAC_ARGUMENT_KIND_PARAMETER = 80,
    NAC_ARGUMENT_KIND_QUERY = 81,
    NAC_ARGUMENT_KIND_SHAPE = 83,
    NAC_ARGUMENT_KIND_TENSOR = 84,
    NAC_ARGUMENT_KIND_VALUE = 86,
    NAC_ARGUMENT_KIND_WEIGHT = 87,
    NAC_ARGUMENT_KIND_BOOLEAN = 98,
    /** Anything else, such as the name of a dtype. */
    NAC_ARGUMENT_KIND_OTHER = 99,
    NAC_ARGUMENT_KIND_FLOATING = 102,
    NAC_ARGUMENT_KIND_INTEGER = 105,
    NAC_ARGUMENT_KIND_TEXT = 115,
};

/** constant_kind */
enum {
    NAC_CONSTANT_KIND_NONE = 0,
    NAC_CONSTANT_KIND_TRUTH = 1,
    NAC_CONSTANT_KIND_INT64 = 2,
    NAC_CONSTANT_KIND_FLOAT64 = 3,
    NAC_CONSTANT_KIND_TEXT = 4,
    NAC_CONSTANT_KIND_INT32_LIST = 5,
    NAC_CONSTANT_KIND_FLOAT32_LIST = 6,
};

/** dtype */
enum {
    NAC_DTYPE_FLOAT32 = 0,
    NAC_DTYPE_FLOAT64 = 1,
    NAC_DTYPE_FLOAT16 = 2,
    NAC_DTYPE_BFLOAT16 = 3,
    NAC_DTYPE_INT32 = 4,
    NAC_DTYPE_INT64 = 5,
    NAC_DTYPE_INT16 = 6,
    NAC_DTYPE_INT8 = 7,
    NAC_DTYPE_UINT8 = 8,
    NAC_DTYPE_BOOL = 9,
    /** A type that the format has no number for. */
    NAC_DTYPE_UNKNOWN = 255,
};

/**
 * A neural network as a program: a header with the offsets of up to eleven sections, and the sections, each of
 * which begins with a tag of four letters. `ops` holds the instructions; the other sections hold what they refer
 * to.
 *
 * v1.6 has nine sections. v1.7 adds `trng`, a program that computes gradients, and v1.8 adds `arrs`, arrays by
 * name. Both have the same version number: where the first section begins tells them apart, see `header_size`.
 *
 * Sections carry no size: where one ends is only known after reading it. A reader has to check that sections do not
 * overlap and have nothing but zeros between them, that the ids of a table differ, and that the ids in instructions
 * exist.
 *
 * Instructions have no length either. How many words follow an instruction depends on its signature, which is in
 * `perm`. `lookups` has tables in which each instruction finds its signature, and its name, in one step.
 *
 * Floating point numbers are kept as their bytes: reading a signalling NaN as a number and writing it again would
 * change it. See NAC v1.6.
 */
typedef struct nac {
    nacf_node node;
    struct { uint8_t magic, version, has_internal_weights, has_training, quantization_method, num_inputs,
        num_outputs, reserved1, d_model, ofs_mmap, ofs_ops, ofs_cmap, ofs_cnst, ofs_perm, ofs_data, ofs_proc,
        ofs_orch, ofs_trng, ofs_rsrc, ofs_arrs, reserved2, mmap, ops, cmap, cnst, perm, data, proc, orch, rsrc,
        trng, arrs, lookups, is_v1_7, is_v1_8; } has;
    /** See NAC v1.6, section 2.2.1. */
    nacf_bytes magic;
    /** Version of the format, 1 for v1.6, 2 for v1.7 and v1.8. See NAC v1.6, section 2.2.1. */
    uint8_t version;
    /**
     * Whether the tensors are in this file (`data`) or in a file of the same name with the suffix .safetensors
     * beside it. See NAC v1.6, section 2.2.2.
     */
    bool has_internal_weights;
    /** Whether there is a program that computes gradients (`trng`). See NAC v1.7. */
    bool has_training;
    /**
     * How the weights were quantized; the metadata of a tensor decide for that tensor. See NAC v1.6, section 2.2.2.
     */
    uint8_t quantization_method; /* quantization */
    /** Number of inputs that the caller gives. See NAC v1.6, section 2.2.3. */
    uint16_t num_inputs;
    /** Number of outputs that the model returns. See NAC v1.6, section 2.2.3. */
    uint16_t num_outputs;
    /** See NAC v1.6, section 2.2.3. */
    uint8_t reserved1;
    /** Size of the embedding or hidden state; 0 when there is none. See NAC v1.6, section 2.2.4. */
    uint16_t d_model;
    /** Start of `mmap`, from the start of the file; 0 when there is none. See NAC v1.6, section 2.2.5. */
    uint64_t ofs_mmap;
    /** Start of `ops`, or 0. See NAC v1.6, section 2.2.5. */
    uint64_t ofs_ops;
    /** Start of `cmap`, or 0. See NAC v1.6, section 2.2.5. */
    uint64_t ofs_cmap;
    /** Start of `cnst`, or 0. See NAC v1.6, section 2.2.5. */
    uint64_t ofs_cnst;
    /** Start of `perm`, or 0. See NAC v1.6, section 2.2.5. */
    uint64_t ofs_perm;
    /** Start of `data`, or 0. See NAC v1.6, section 2.2.5. */
    uint64_t ofs_data;
    /** Start of `proc`, or 0. See NAC v1.6, section 2.2.5. */
    uint64_t ofs_proc;
    /** Start of `orch`, or 0. See NAC v1.6, section 2.2.5. */
    uint64_t ofs_orch;
    /** Start of `trng`, or 0. See NAC v1.7. */
    uint64_t ofs_trng;
    /** Start of `rsrc`, or 0. See NAC v1.6, section 2.2.5. */
    uint64_t ofs_rsrc;
    /** Start of `arrs`, or 0. A header that is not followed by a section is of no version. See NAC v1.8. */
    uint64_t ofs_arrs;
    /** See NAC v1.6, section 2.2.5. */
    uint32_t reserved2;
    /** Schedule of a memory coprocessor. See NAC v1.6, section 4. */
    struct nac_memory_map *mmap;
    /** The program. See NAC v1.6, section 3. */
    struct nac_operations *ops;
    /** Names of operations. See NAC v1.6, section 5.1. */
    struct nac_canonical_map *cmap;
    /** Constant arguments. See NAC v1.6, section 5.3. */
    struct nac_constant_table *cnst;
    /** Signatures of operations. See NAC v1.6, section 5.2. */
    struct nac_permutations *perm;
    /** Names of parameters and inputs, and tensors. See NAC v1.6, section 6.1. */
    struct nac_parameter_data *data;
    /** The tokenizer, which prepares the inputs. See NAC v1.6, section 6.2. */
    struct nac_preprocessing *proc;
    /** A plan that runs models. See NAC v1.6, section 9. */
    struct nac_orchestrator *orch;
    /** Files that belong to the model. See NAC v1.6, section 6.3. */
    struct nac_resources *rsrc;
    /** The program that computes gradients and updates parameters. See NAC v1.7. */
    struct nac_training *trng;
    /** Arrays by name, for plans. See NAC v1.8. */
    struct nac_named_arrays *arrs;
    /** What `perm` and `cmap` say, by the numbers that instructions hold. See NAC v1.6, section 3. */
    struct nac_lookup_tables *lookups;
    /** Whether a section begins where the header of v1.7 ends, inside that of v1.8. */
    nacf_value is_v1_7;
    /** Whether a section begins where the header of v1.8 ends. */
    nacf_value is_v1_8;
} nac;

/** Commands for the memory coprocessor, by the instruction at which they are due. See NAC v1.6, section 4.2. */
typedef struct nac_memory_map {
    nacf_node node;
    struct { uint8_t magic, num_records, records; } has;
    nacf_bytes magic;
    /** Number of records; there cannot be more than there are ticks. */
    uint32_t num_records;
    NACF_LIST(struct nac_schedule_record *) records;
} nac_memory_map;

/** The commands of one tick. See NAC v1.6, section 4.3. */
typedef struct nac_schedule_record {
    nacf_node node;
    struct { uint8_t tick, num_commands, commands; } has;
    /** Index of the instruction at which the commands are due. */
    uint16_t tick;
    uint8_t num_commands;
    NACF_LIST(struct nac_memory_command *) commands;
} nac_schedule_record;

/** One thing for the coprocessor to do. See NAC v1.6, section 4.4. */
typedef struct nac_memory_command {
    nacf_node node;
    struct { uint8_t action, target; } has;
    uint8_t action; /* memory_action */
    /** Index of the instruction whose result the action is about. See NAC v1.6, section 4.5. */
    uint16_t target;
} nac_memory_command;

/** The instructions, in the order of execution. See NAC v1.6, section 3. */
typedef struct nac_operations {
    nacf_node node;
    struct { uint8_t magic, num_instructions, instructions; } has;
    nacf_bytes magic;
    /** Number of instructions; a larger number is refused. The specification does not mention it. */
    uint32_t num_instructions;
    NACF_LIST(struct nac_instruction *) instructions;
} nac_operations;

/**
 * One instruction: A and B, then C and D as the operation and its signature require. Others refer to its result by
 * its index. See NAC v1.6, section 3.1.
 */
typedef struct nac_instruction {
    nacf_node node;
    struct { uint8_t a, b, fields, operation, name_text, kind, takes_element; } has;
    /** The operation, see `operation` and `cmap`. See NAC v1.6, section 3.2. */
    uint8_t a;
    /** Signature id of a regular operation, variant of a system operation. See NAC v1.6, section 3.3. */
    uint8_t b;
    /** C and D. System operations that are not listed have neither. */
    nacf_value fields;
    /** The operation; a number that has no fixed name is named by `cmap`. */
    nacf_value operation;
    /** Its name, for the Web IDE. */
    nacf_value name_text;
    /** The layout of C and D. Regular operations share one. */
    nacf_value kind;
    /** Whether it takes an element of a value, and has no signature. */
    nacf_value takes_element;
} nac_instruction;

/** A system operation without C and D. */
typedef struct nac_no_fields {
    nacf_node node;
    struct { uint8_t none_; } has;
} nac_no_fields;

/** C and D of a regular operation. See NAC v1.6, sections 3.4 and 3.5. */
typedef struct nac_call_fields {
    nacf_node node;
    struct { uint8_t id_signature, num_constants, constants, distances, signature, distance_text; } has;
    nacf_value id_signature;
    /** First word of C. Without constants in the signature there is no C. */
    int16_t num_constants;
    /** The rest of C, ids of constants. */
    NACF_LIST(int16_t) constants;
    /**
     * D, one word for each argument: the distance to the instruction whose result it is, or 0 for the next constant
     * of C.
     */
    NACF_LIST(int16_t) distances;
    nacf_value signature;
    /** The first words of D, for the Web IDE. */
    nacf_value distance_text;
} nac_call_fields;

/** C and D of an operation that takes an element of a value and has no signature. See NAC v1.7. */
typedef struct nac_element_fields {
    nacf_node node;
    struct { uint8_t num_constants, constants, distance; } has;
    /** First word of C. */
    int16_t num_constants;
    /** The rest of C, ids of constants. */
    NACF_LIST(int16_t) constants;
    /** D, the distance to the instruction whose result the element is of. */
    int16_t distance;
} nac_element_fields;

/** C of an INPUT; there is no D. See NAC v1.6, section 7.1. */
typedef struct nac_input_fields {
    nacf_node node;
    struct { uint8_t variant, prefix, id, source, has_id; } has;
    nacf_value variant;
    /** Number of words, 1 (without itself, as compilers write it) or 2. */
    int16_t prefix;
    /**
     * Id of the parameter, of the state or of the constant; index of the instruction of `ops`; number of the
     * target.
     */
    int16_t id;
    nacf_value source;
    nacf_value has_id;
} nac_input_fields;

/** C and D of an OUTPUT. See NAC v1.6, section 7.2. */
typedef struct nac_output_fields {
    nacf_node node;
    struct { uint8_t variant, prefix, reserved, distances, purpose, num_results, distance_text; } has;
    nacf_value variant;
    /**
     * Number of outputs (as compilers write it), or one more (the number of words of C, as the specification has
     * it).
     */
    int16_t prefix;
    /** The rest of C, zeros. */
    NACF_LIST(int16_t) reserved;
    /** D, distances to the instructions whose results are the outputs. */
    NACF_LIST(int16_t) distances;
    nacf_value purpose;
    /** The number of outputs in the header where the prefix agrees with it, otherwise the prefix. */
    nacf_value num_results;
    /** The first words of D, for the Web IDE. */
    nacf_value distance_text;
} nac_output_fields;

/** C and D of an OUTPUT that updates a parameter. See NAC v1.7. */
typedef struct nac_update_fields {
    nacf_node node;
    struct { uint8_t prefix, id, gradient, rate; } has;
    /** Number of words of C, 1 (without itself, as compilers write it) or 2. */
    int16_t prefix;
    /** Id of the parameter. */
    int16_t id;
    /** Distance to the instruction whose result is the gradient of the parameter. */
    int16_t gradient;
    /** Distance to the instruction whose result is the learning rate. */
    int16_t rate;
} nac_update_fields;

/** D of an OUTPUT that ends the program of gradients; there is no C. See NAC v1.7. */
typedef struct nac_finish_fields {
    nacf_node node;
    struct { uint8_t distance; } has;
    /** Nothing depends on it. */
    int16_t distance;
} nac_finish_fields;

/** C and D of a CONTROL_FLOW. See NAC v1.6, section 7.3.1. */
typedef struct nac_control_flow_fields {
    nacf_node node;
    struct { uint8_t prefix, len_true, len_false, predicate; } has;
    /** Number of words of C, 3. */
    int16_t prefix;
    /** Length of the branch that runs when the predicate holds. */
    int16_t len_true;
    /** Length of the other branch. */
    int16_t len_false;
    /** Distance to the instruction whose result is the predicate. */
    int16_t predicate;
} nac_control_flow_fields;

/** C and D of a CONVERGENCE. See NAC v1.6, section 7.3.2. */
typedef struct nac_convergence_fields {
    nacf_node node;
    struct { uint8_t input, block_end, num_branches, branches; } has;
    /** C, distance to the input of the branches. */
    int16_t input;
    /** Distance to the end of the block. */
    int16_t block_end;
    int16_t num_branches;
    /** Distances to the branches. */
    NACF_LIST(int16_t) branches;
} nac_convergence_fields;

/**
 * The instructions that compute gradients, in the order of execution. They share the other sections with those of
 * `ops`. See NAC v1.7.
 */
typedef struct nac_training {
    nacf_node node;
    struct { uint8_t magic, num_instructions, instructions; } has;
    nacf_bytes magic;
    /** Number of instructions; a larger number is refused. */
    uint32_t num_instructions;
    NACF_LIST(struct nac_instruction *) instructions;
} nac_training;

/** Names of the operations whose number has no fixed name. See NAC v1.6, section 5.1. */
typedef struct nac_canonical_map {
    nacf_node node;
    struct { uint8_t magic, num_entries, entries; } has;
    nacf_bytes magic;
    /**
     * Number of names; there cannot be more than there are ids, and since v1.7, where names are searched, than A of
     * an instruction tells apart.
     */
    uint32_t num_entries;
    NACF_LIST(struct nac_operation_name *) entries;
} nac_canonical_map;

/** See NAC v1.6, section 5.1.2. */
typedef struct nac_operation_name {
    nacf_node node;
    struct { uint8_t id_operation, len_name, name, element_kind; } has;
    /** What A of an instruction holds, 10 to 255. */
    uint16_t id_operation;
    uint8_t len_name;
    /** Canonical name, such as aten.relu.default. */
    nacf_bytes name;
    /** Which of the operations it is that take an element of a value and may be without signature; 0 for others. */
    nacf_value element_kind;
} nac_operation_name;

/** The constants that instructions refer to. See NAC v1.6, section 5.3. */
typedef struct nac_constant_table {
    nacf_node node;
    struct { uint8_t magic, num_entries, entries; } has;
    nacf_bytes magic;
    /** Number of constants; there cannot be more than there are ids. */
    uint32_t num_entries;
    NACF_LIST(struct nac_constant *) entries;
} nac_constant_table;

/** A constant of `cnst` or of `orch`. See NAC v1.6, section 5.3.2. */
typedef struct nac_constant {
    nacf_node node;
    struct { uint8_t id_constant, kind, length, body; } has;
    uint16_t id_constant;
    /** Type of the value. A value of an unknown type has an unknown size. */
    uint8_t kind; /* constant_kind */
    /** Number of bytes (int64, float64, string) or of elements (lists); null and boolean ignore it. */
    uint16_t length;
    nacf_value body;
} nac_constant;

/** The null constant has no bytes, whatever its length says. */
typedef struct nac_null_body {
    nacf_node node;
    struct { uint8_t none_; } has;
} nac_null_body;

typedef struct nac_truth_body {
    nacf_node node;
    struct { uint8_t is_true; } has;
    /** One byte, whatever the length says. */
    uint8_t is_true;
} nac_truth_body;

typedef struct nac_int64_body {
    nacf_node node;
    struct { uint8_t number; } has;
    int64_t number;
} nac_int64_body;

typedef struct nac_float64_body {
    nacf_node node;
    struct { uint8_t raw; } has;
    struct nac_binary64 *raw;
} nac_float64_body;

typedef struct nac_text_body {
    nacf_node node;
    struct { uint8_t length, text; } has;
    nacf_value length;
    nacf_bytes text;
} nac_text_body;

typedef struct nac_int32_list_body {
    nacf_node node;
    struct { uint8_t length, numbers, number_text; } has;
    nacf_value length;
    /** The elements. An empty list of any type is of this one. */
    NACF_LIST(int32_t) numbers;
    /** The first elements, for the Web IDE. */
    nacf_value number_text;
} nac_int32_list_body;

typedef struct nac_float32_list_body {
    nacf_node node;
    struct { uint8_t length, raw; } has;
    nacf_value length;
    /** The elements. */
    struct nac_binary32_list *raw;
} nac_float32_list_body;

/** Numbers of IEEE 754 binary32, as many as there is room for. */
typedef struct nac_binary32_list {
    nacf_node node;
    struct { uint8_t elements; } has;
    NACF_LIST(struct binary32 *) elements;
} nac_binary32_list;

/** A number of IEEE 754 binary64. Its bits count; `number` shows them. */
typedef struct nac_binary64 {
    nacf_node node;
    struct { uint8_t low_bits, high_bits, exponent, significand, shift, scale, number; } has;
    uint32_t low_bits;
    /** Sign, exponent and the upper 20 bits of the significand. */
    uint32_t high_bits;
    /** As it is stored, biased by 1023; 0 and 2047 are special. */
    nacf_value exponent;
    /** As an integer. */
    nacf_value significand;
    /** Distance in bits from the lowest bit of the significand to the binary point. */
    nacf_value shift;
    /** 2 to the power of `shift`, of its lower ten bits. */
    nacf_value scale;
    /** The number; exact, but all NaNs look the same. */
    nacf_value number;
} nac_binary64;

/** Signatures, what kinds of arguments operations take. See NAC v1.6, section 5.2. */
typedef struct nac_permutations {
    nacf_node node;
    struct { uint8_t magic, num_entries, entries; } has;
    nacf_bytes magic;
    /** Number of signatures; B of an instruction tells 256 apart. */
    uint32_t num_entries;
    NACF_LIST(struct nac_signature *) entries;
} nac_permutations;

/** One code for each argument of an operation. See NAC v1.6, section 5.2.2. */
typedef struct nac_signature {
    nacf_node node;
    struct { uint8_t id_signature, num_codes, codes, has_constants; } has;
    /** What B of an instruction holds; 0 means no signature. */
    uint16_t id_signature;
    uint8_t num_codes;
    NACF_LIST(struct nac_argument_code *) codes;
    /** Whether any argument is a constant. */
    nacf_value has_constants;
} nac_signature;

/** A letter that says what an argument is. See NAC v1.6, section 5.2.3. */
typedef struct nac_argument_code {
    nacf_node node;
    struct { uint8_t idx, code, is_constant, num_constants; } has;
    nacf_value idx;
    uint8_t code; /* argument_kind */
    /** Whether the argument is a constant unless D says otherwise. */
    nacf_value is_constant;
    /** Number of constants among the codes up to this one. */
    nacf_value num_constants;
} nac_argument_code;

/** Tables over `perm` and `cmap` and searches in them. They have no bytes of their own. */
typedef struct nac_lookup_tables {
    nacf_node node;
    struct { uint8_t signature_order, signature_table, operation_order, operation_table, getitem_search,
        operator_getitem_search, select_search, num_names, id_getitem, id_operator_getitem, id_select; } has;
    /**
     * Whether `perm` can be indexed without a search. The entries that were read count: where `perm` is damaged,
     * its number of entries may be anything. See NAC v1.6, section 3.3.1.
     */
    struct nac_id_run *signature_order;
    /** What an instruction needs to know of its signature, by signature id. See NAC v1.6, section 3.3.1. */
    NACF_LIST(struct nac_signature_slot *) signature_table;
    /** Whether `cmap` can be indexed without a search, as above. See NAC v1.6, section 5.1. */
    struct nac_id_run *operation_order;
    /** Names of operations, by A of an instruction. See NAC v1.6, section 3.2. */
    NACF_LIST(struct nac_operation_slot *) operation_table;
    /** Where `cmap` has the operation getitem. See NAC v1.7. */
    struct nac_entry_search *getitem_search;
    /** Where `cmap` has the operation operator.getitem. See NAC v1.7. */
    struct nac_entry_search *operator_getitem_search;
    /** Where `cmap` has the operation aten.select.int. See NAC v1.7. */
    struct nac_entry_search *select_search;
    /**
     * Number of names in `cmap`. Of more than A of an instruction tells apart, which v1.6 permits, none is looked
     * up.
     */
    nacf_value num_names;
    /** Number of the operation getitem, or -1. */
    nacf_value id_getitem;
    /** Number of the operation operator.getitem, or -1. */
    nacf_value id_operator_getitem;
    /** Number of the operation aten.select.int, or -1. */
    nacf_value id_select;
} nac_lookup_tables;

/**
 * Counts the entries in a part of `perm` or `cmap` that break the run of consecutive ids which compilers write; by
 * bisection, so that the depth stays small.
 */
typedef struct nac_id_run {
    nacf_node node;
    struct { uint8_t key, idx_first, idx_end, upper, lower, idx_middle, is_break, num_breaks; } has;
    nacf_value key;
    nacf_value idx_first;
    nacf_value idx_end;
    struct nac_id_run *upper;
    struct nac_id_run *lower;
    nacf_value idx_middle;
    /** Whether the first entry of the part breaks the run. */
    nacf_value is_break;
    nacf_value num_breaks;
} nac_id_run;

/** What `perm` says about one signature id. */
typedef struct nac_signature_slot {
    nacf_node node;
    struct { uint8_t id_signature, lookup, idx_entry, num_arguments, has_constants, argument_text; } has;
    nacf_value id_signature;
    /** Where it is, if the entries are in no order. */
    struct nac_entry_search *lookup;
    /** Index in `perm`, or -1. */
    nacf_value idx_entry;
    /** Number of arguments; an unknown signature has none. */
    nacf_value num_arguments;
    /** Whether instructions with this signature have a C. */
    nacf_value has_constants;
    /** Number of arguments, for the Web IDE. */
    nacf_value argument_text;
} nac_signature_slot;

/** What `cmap` says about one operation. */
typedef struct nac_operation_slot {
    nacf_node node;
    struct { uint8_t id_operation, lookup, idx_entry, name_text; } has;
    nacf_value id_operation;
    /** Where it is, if the entries are in no order. */
    struct nac_entry_search *lookup;
    /** Index in `cmap`, or -1. */
    nacf_value idx_entry;
    /** Its name in `cmap`, or the one of `operation`; a number without a name is shown as such. */
    nacf_value name_text;
} nac_operation_slot;

/**
 * Search for a number in a part of `perm` or `cmap`, by bisection, so that the depth stays small. Of two entries
 * with the same one, the last is found.
 */
typedef struct nac_entry_search {
    nacf_node node;
    struct { uint8_t key, sought, idx_first, idx_end, upper, lower, idx_middle, is_match, idx_entry; } has;
    nacf_value key;
    nacf_value sought;
    nacf_value idx_first;
    nacf_value idx_end;
    struct nac_entry_search *upper;
    struct nac_entry_search *lower;
    nacf_value idx_middle;
    nacf_value is_match;
    /** Index in the section, or -1. */
    nacf_value idx_entry;
} nac_entry_search;

/** Names of parameters, names of inputs, and the tensors. See NAC v1.6, section 6.1. */
typedef struct nac_parameter_data {
    nacf_node node;
    struct { uint8_t magic, num_parameters, parameters, num_inputs, inputs, num_tensors, tensors; } has;
    nacf_bytes magic;
    /** Number of names; there cannot be more than there are ids. */
    uint32_t num_parameters;
    NACF_LIST(struct nac_parameter_name *) parameters;
    /** Number of names; there cannot be more than there are indices. */
    uint32_t num_inputs;
    NACF_LIST(struct nac_input_name *) inputs;
    /** Number of tensors; there cannot be more than there are ids. */
    uint32_t num_tensors;
    NACF_LIST(struct nac_tensor *) tensors;
} nac_parameter_data;

/** See NAC v1.6, section 6.1. */
typedef struct nac_parameter_name {
    nacf_node node;
    struct { uint8_t id_parameter, len_name, name; } has;
    uint16_t id_parameter;
    uint16_t len_name;
    /** Name in the original model, such as layers.0.weight. */
    nacf_bytes name;
} nac_parameter_name;

/** See NAC v1.6, section 6.1. */
typedef struct nac_input_name {
    nacf_node node;
    struct { uint8_t idx_instruction, len_name, name; } has;
    /** Index of the INPUT instruction. */
    uint16_t idx_instruction;
    uint16_t len_name;
    nacf_bytes name;
} nac_input_name;

/** A parameter. See NAC v1.6, section 6.1. */
typedef struct nac_tensor {
    nacf_node node;
    struct { uint8_t id_parameter, len_meta, len_data, meta, data; } has;
    uint16_t id_parameter;
    uint32_t len_meta;
    uint64_t len_data;
    struct nac_tensor_meta *meta;
    /** The elements in C order, little-endian. */
    nacf_bytes data;
} nac_tensor;

/** What the bytes of a tensor mean. See NAC v1.6, section 6.1.1. */
typedef struct nac_tensor_meta {
    nacf_node node;
    struct { uint8_t dtype, rank, dims, quantization, scaling, shape_text; } has;
    /** Type of a stored element. Writers use 255 for a type that the format has no number for. */
    uint8_t dtype; /* dtype */
    uint8_t rank;
    /** Shape as stored. */
    NACF_LIST(uint32_t) dims;
    uint8_t quantization; /* quantization */
    /** How stored elements become numbers. The specification does not describe it. */
    nacf_value scaling;
    /** The first dimensions, for the Web IDE. */
    nacf_value shape_text;
} nac_tensor_meta;

/** Stored elements are the numbers. */
typedef struct nac_no_scaling {
    nacf_node node;
    struct { uint8_t none_; } has;
} nac_no_scaling;

/** One scale for all elements. */
typedef struct nac_tensor_scaling {
    nacf_node node;
    struct { uint8_t scale; } has;
    /** The factor of every element. */
    struct binary32 *scale;
} nac_tensor_scaling;

/** One scale for each index along an axis. */
typedef struct nac_channel_scaling {
    nacf_node node;
    struct { uint8_t axis, num_scales, scales; } has;
    uint8_t axis;
    uint32_t num_scales;
    /** The scales. */
    struct nac_binary32_list *scales;
} nac_channel_scaling;

/** One scale for each run of elements. The tensor is stored flat, padded to whole blocks. */
typedef struct nac_block_scaling {
    nacf_node node;
    struct { uint8_t len_block, rank, dims, num_scales, scales, shape_text; } has;
    /** Number of elements of a block. */
    uint16_t len_block;
    uint8_t rank;
    /** Shape of the tensor. */
    NACF_LIST(uint32_t) dims;
    uint32_t num_scales;
    /** The scales. */
    struct nac_binary32_list *scales;
    /** The first dimensions, for the Web IDE. */
    nacf_value shape_text;
} nac_block_scaling;

/** The tokenizer. See NAC v1.6, section 6.2. */
typedef struct nac_preprocessing {
    nacf_node node;
    struct { uint8_t magic, len_manifest, manifest; } has;
    nacf_bytes magic;
    uint32_t len_manifest;
    /** Compiled tokenizer manifest; a reader may refuse to use it, but not the file. */
    nacf_bytes manifest;
} nac_preprocessing;

/** A program that runs models, and its constants. See NAC v1.6, section 9.2. */
typedef struct nac_orchestrator {
    nacf_node node;
    struct { uint8_t magic, len_bytecode, num_constants, bytecode, constants; } has;
    nacf_bytes magic;
    uint32_t len_bytecode;
    /** Number of constants; there cannot be more than there are ids. */
    uint32_t num_constants;
    /** The program; a reader may refuse to run it, but not the file. */
    nacf_bytes bytecode;
    NACF_LIST(struct nac_constant *) constants;
} nac_orchestrator;

/** Files that belong to the model. See NAC v1.6, section 6.3. */
typedef struct nac_resources {
    nacf_node node;
    struct { uint8_t magic, num_files, files; } has;
    nacf_bytes magic;
    /** Number of files; a larger number is refused. */
    uint32_t num_files;
    NACF_LIST(struct nac_resource *) files;
} nac_resources;

/** A file. See NAC v1.6, section 6.3.2. */
typedef struct nac_resource {
    nacf_node node;
    struct { uint8_t len_name, name, len_data, data; } has;
    uint16_t len_name;
    nacf_bytes name;
    uint32_t len_data;
    nacf_bytes data;
} nac_resource;

/** Arrays by name. See NAC v1.8. */
typedef struct nac_named_arrays {
    nacf_node node;
    struct { uint8_t magic, num_arrays, arrays; } has;
    nacf_bytes magic;
    /** Number of arrays; a larger number is refused. */
    uint32_t num_arrays;
    NACF_LIST(struct nac_named_array *) arrays;
} nac_named_arrays;

/** An array. See NAC v1.8. */
typedef struct nac_named_array {
    nacf_node node;
    struct { uint8_t len_name, name, dtype, rank, dims, len_data, data, shape_text; } has;
    uint16_t len_name;
    nacf_bytes name;
    /** Type of an element. Writers label types that the format has no number for as float32. */
    uint8_t dtype; /* dtype */
    uint8_t rank;
    /** The shape. */
    NACF_LIST(uint32_t) dims;
    uint64_t len_data;
    /** The elements in C order, little-endian. */
    nacf_bytes data;
    /** The first dimensions, for the Web IDE. */
    nacf_value shape_text;
} nac_named_array;

extern const nacf_type type_of_nac;
extern const nacf_type type_of_nac_memory_map;
extern const nacf_type type_of_nac_schedule_record;
extern const nacf_type type_of_nac_memory_command;
extern const nacf_type type_of_nac_operations;
extern const nacf_type type_of_nac_instruction;
extern const nacf_type type_of_nac_no_fields;
extern const nacf_type type_of_nac_call_fields;
extern const nacf_type type_of_nac_element_fields;
extern const nacf_type type_of_nac_input_fields;
extern const nacf_type type_of_nac_output_fields;
extern const nacf_type type_of_nac_update_fields;
extern const nacf_type type_of_nac_finish_fields;
extern const nacf_type type_of_nac_control_flow_fields;
extern const nacf_type type_of_nac_convergence_fields;
extern const nacf_type type_of_nac_training;
extern const nacf_type type_of_nac_canonical_map;
extern const nacf_type type_of_nac_operation_name;
extern const nacf_type type_of_nac_constant_table;
extern const nacf_type type_of_nac_constant;
extern const nacf_type type_of_nac_null_body;
extern const nacf_type type_of_nac_truth_body;
extern const nacf_type type_of_nac_int64_body;
extern const nacf_type type_of_nac_float64_body;
extern const nacf_type type_of_nac_text_body;
extern const nacf_type type_of_nac_int32_list_body;
extern const nacf_type type_of_nac_float32_list_body;
extern const nacf_type type_of_nac_binary32_list;
extern const nacf_type type_of_nac_binary64;
extern const nacf_type type_of_nac_permutations;
extern const nacf_type type_of_nac_signature;
extern const nacf_type type_of_nac_argument_code;
extern const nacf_type type_of_nac_lookup_tables;
extern const nacf_type type_of_nac_id_run;
extern const nacf_type type_of_nac_signature_slot;
extern const nacf_type type_of_nac_operation_slot;
extern const nacf_type type_of_nac_entry_search;
extern const nacf_type type_of_nac_parameter_data;
extern const nacf_type type_of_nac_parameter_name;
extern const nacf_type type_of_nac_input_name;
extern const nacf_type type_of_nac_tensor;
extern const nacf_type type_of_nac_tensor_meta;
extern const nacf_type type_of_nac_no_scaling;
extern const nacf_type type_of_nac_tensor_scaling;
extern const nacf_type type_of_nac_channel_scaling;
extern const nacf_type type_of_nac_block_scaling;
extern const nacf_type type_of_nac_preprocessing;
extern const nacf_type type_of_nac_orchestrator;
extern const nacf_type type_of_nac_resources;
extern const nacf_type type_of_nac_resource;
extern const nacf_type type_of_nac_named_arrays;
extern const nacf_type type_of_nac_named_array;

NACF_DECLARE(nac)

#ifdef __cplusplus
}
#endif
#endif /* NACFORMATS_NAC_H */
