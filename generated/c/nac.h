// Generated from schemas/nac.ksy (sha256 e41f0e6b1bbbb39c19c15e73359748f1ec5c7319b9e911f637525e70a87664a8) by `nacformats generate`. Do not edit.
// It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
// It imports schemas/mep.ksy (sha256 eb9578c8944e44be95d5cb4220d2a7da7cd720c2d0d42373ee552188af843fc1).
// It imports schemas/tisa.ksy (sha256 010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769).
#ifndef NAC_H
#define NAC_H
#include "nacformats_columns.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    NAC_HEADER_SIZE_V1_6 = 88,
    NAC_HEADER_SIZE_V1_7 = 92,
    NAC_HEADER_SIZE_V1_8 = 100,
};

enum {
    NAC_QUANTIZATION_NONE = 0,
    NAC_QUANTIZATION_FP16 = 1,
    NAC_QUANTIZATION_INT8_TENSOR = 2,
    NAC_QUANTIZATION_INT8_CHANNEL = 3,
    NAC_QUANTIZATION_BLOCK_FP8 = 4,
};

enum {
    NAC_OPERATION_INPUT = 2,
    NAC_OPERATION_OUTPUT = 3,
    NAC_OPERATION_CONTROL_FLOW = 6,
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

enum {
    NAC_INSTRUCTION_LAYOUT_INPUT = 2,
    NAC_INSTRUCTION_LAYOUT_OUTPUT = 3,
    NAC_INSTRUCTION_LAYOUT_CONTROL_FLOW = 6,
    NAC_INSTRUCTION_LAYOUT_CONVERGENCE = 7,
    NAC_INSTRUCTION_LAYOUT_CALL = 10,
    NAC_INSTRUCTION_LAYOUT_ELEMENT = 20,
    NAC_INSTRUCTION_LAYOUT_UPDATE = 33,
    NAC_INSTRUCTION_LAYOUT_FINISH = 34,
};

enum {
    NAC_LOOKUP_KEY_SIGNATURE = 0,
    NAC_LOOKUP_KEY_OPERATION = 1,
    NAC_LOOKUP_KEY_ELEMENT = 2,
};

enum {
    NAC_INPUT_SOURCE_USER = 0,
    NAC_INPUT_SOURCE_PARAMETER = 1,
    NAC_INPUT_SOURCE_STATE = 2,
    NAC_INPUT_SOURCE_CONSTANT = 3,
    NAC_INPUT_SOURCE_SAVED = 4,
    NAC_INPUT_SOURCE_TARGET = 5,
};

enum {
    NAC_OUTPUT_KIND_RESULT = 0,
    NAC_OUTPUT_KIND_SUBGRAPH = 1,
    NAC_OUTPUT_KIND_UPDATE = 3,
    NAC_OUTPUT_KIND_FINISH = 4,
};

enum {
    NAC_MEMORY_ACTION_SAVE_RESULT = 10,
    NAC_MEMORY_ACTION_SAVE_FOR_GRAD = 15,
    NAC_MEMORY_ACTION_FREE = 20,
    NAC_MEMORY_ACTION_FREE_AFTER_TRNG = 25,
    NAC_MEMORY_ACTION_FORWARD = 30,
    NAC_MEMORY_ACTION_PRELOAD = 40,
};

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
    NAC_ARGUMENT_KIND_OTHER = 99,
    NAC_ARGUMENT_KIND_FLOATING = 102,
    NAC_ARGUMENT_KIND_INTEGER = 105,
    NAC_ARGUMENT_KIND_TEXT = 115,
};

enum {
    NAC_CONSTANT_KIND_NONE = 0,
    NAC_CONSTANT_KIND_TRUTH = 1,
    NAC_CONSTANT_KIND_INT64 = 2,
    NAC_CONSTANT_KIND_FLOAT64 = 3,
    NAC_CONSTANT_KIND_TEXT = 4,
    NAC_CONSTANT_KIND_INT32_LIST = 5,
    NAC_CONSTANT_KIND_FLOAT32_LIST = 6,
};

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
    NAC_DTYPE_UNKNOWN = 255,
};

typedef struct nac {
    nacf_node node;
        struct { uint8_t magic, version, has_internal_weights, has_training, quantization_method, num_inputs,
        num_outputs, reserved1, d_model, ofs_mmap, ofs_ops, ofs_cmap, ofs_cnst, ofs_perm, ofs_data, ofs_proc,
        ofs_orch, ofs_trng, ofs_rsrc, ofs_arrs, reserved2, mmap, ops, cmap, cnst, perm, data, proc, orch, rsrc,
        trng, arrs, lookups, is_v1_7, is_v1_8; } has;
    nacf_bytes magic;
    uint8_t version;
    bool has_internal_weights;
    bool has_training;
    uint8_t quantization_method; /* quantization */
    uint16_t num_inputs;
    uint16_t num_outputs;
    uint8_t reserved1;
    uint16_t d_model;
    uint64_t ofs_mmap;
    uint64_t ofs_ops;
    uint64_t ofs_cmap;
    uint64_t ofs_cnst;
    uint64_t ofs_perm;
    uint64_t ofs_data;
    uint64_t ofs_proc;
    uint64_t ofs_orch;
    uint64_t ofs_trng;
    uint64_t ofs_rsrc;
    uint64_t ofs_arrs;
    uint32_t reserved2;
    struct nac_memory_map *mmap;
    struct nac_operations *ops;
    struct nac_canonical_map *cmap;
    struct nac_constant_table *cnst;
    struct nac_permutations *perm;
    struct nac_parameter_data *data;
    struct nac_preprocessing *proc;
    struct nac_orchestrator *orch;
    struct nac_resources *rsrc;
    struct nac_training *trng;
    struct nac_named_arrays *arrs;
    struct nac_lookup_tables *lookups;
    nacf_value is_v1_7;
    nacf_value is_v1_8;
} nac;
typedef struct nac_memory_map {
    nacf_node node;
        struct { uint8_t magic, num_records, records; } has;
    nacf_bytes magic;
    uint32_t num_records;
    NACF_LIST(struct nac_schedule_record *) records;
} nac_memory_map;
typedef struct nac_schedule_record {
    nacf_node node;
        struct { uint8_t tick, num_commands, commands; } has;
    uint16_t tick;
    uint8_t num_commands;
    NACF_LIST(struct nac_memory_command *) commands;
} nac_schedule_record;
typedef struct nac_memory_command {
    nacf_node node;
        struct { uint8_t action, target; } has;
    uint8_t action; /* memory_action */
    uint16_t target;
} nac_memory_command;
typedef struct nac_operations {
    nacf_node node;
        struct { uint8_t magic, num_instructions, instructions; } has;
    nacf_bytes magic;
    uint32_t num_instructions;
    NACF_LIST(struct nac_instruction *) instructions;
} nac_operations;
typedef struct nac_instruction {
    nacf_node node;
        struct { uint8_t a, b, fields, operation, name_text, kind, takes_element; } has;
    uint8_t a;
    uint8_t b;
    nacf_value fields;
    nacf_value operation;
    nacf_value name_text;
    nacf_value kind;
    nacf_value takes_element;
} nac_instruction;
typedef struct nac_no_fields {
    nacf_node node;
        struct { uint8_t none_; } has;
} nac_no_fields;
typedef struct nac_call_fields {
    nacf_node node;
        struct { uint8_t id_signature, num_constants, constants, distances, signature, distance_text; } has;
    nacf_value id_signature;
    int16_t num_constants;
    NACF_LIST(int16_t) constants;
    NACF_LIST(int16_t) distances;
    nacf_value signature;
    nacf_value distance_text;
} nac_call_fields;
typedef struct nac_element_fields {
    nacf_node node;
        struct { uint8_t num_constants, constants, distance; } has;
    int16_t num_constants;
    NACF_LIST(int16_t) constants;
    int16_t distance;
} nac_element_fields;
typedef struct nac_input_fields {
    nacf_node node;
        struct { uint8_t variant, prefix, id, source, has_id; } has;
    nacf_value variant;
    int16_t prefix;
    int16_t id;
    nacf_value source;
    nacf_value has_id;
} nac_input_fields;
typedef struct nac_output_fields {
    nacf_node node;
        struct { uint8_t variant, prefix, reserved, distances, purpose, num_results, distance_text; } has;
    nacf_value variant;
    int16_t prefix;
    NACF_LIST(int16_t) reserved;
    NACF_LIST(int16_t) distances;
    nacf_value purpose;
    nacf_value num_results;
    nacf_value distance_text;
} nac_output_fields;
typedef struct nac_update_fields {
    nacf_node node;
        struct { uint8_t prefix, id, gradient, rate; } has;
    int16_t prefix;
    int16_t id;
    int16_t gradient;
    int16_t rate;
} nac_update_fields;
typedef struct nac_finish_fields {
    nacf_node node;
        struct { uint8_t distance; } has;
    int16_t distance;
} nac_finish_fields;
typedef struct nac_control_flow_fields {
    nacf_node node;
        struct { uint8_t prefix, len_true, len_false, predicate; } has;
    int16_t prefix;
    int16_t len_true;
    int16_t len_false;
    int16_t predicate;
} nac_control_flow_fields;
typedef struct nac_convergence_fields {
    nacf_node node;
        struct { uint8_t input, block_end, num_branches, branches; } has;
    int16_t input;
    int16_t block_end;
    int16_t num_branches;
    NACF_LIST(int16_t) branches;
} nac_convergence_fields;
typedef struct nac_training {
    nacf_node node;
        struct { uint8_t magic, num_instructions, instructions; } has;
    nacf_bytes magic;
    uint32_t num_instructions;
    NACF_LIST(struct nac_instruction *) instructions;
} nac_training;
typedef struct nac_canonical_map {
    nacf_node node;
        struct { uint8_t magic, num_entries, entries; } has;
    nacf_bytes magic;
    uint32_t num_entries;
    NACF_LIST(struct nac_operation_name *) entries;
} nac_canonical_map;
typedef struct nac_operation_name {
    nacf_node node;
        struct { uint8_t id_operation, len_name, name, element_kind; } has;
    uint16_t id_operation;
    uint8_t len_name;
    nacf_bytes name;
    nacf_value element_kind;
} nac_operation_name;
typedef struct nac_constant_table {
    nacf_node node;
        struct { uint8_t magic, num_entries, entries; } has;
    nacf_bytes magic;
    uint32_t num_entries;
    NACF_LIST(struct nac_constant *) entries;
} nac_constant_table;
typedef struct nac_constant {
    nacf_node node;
        struct { uint8_t id_constant, kind, length, body; } has;
    uint16_t id_constant;
    uint8_t kind; /* constant_kind */
    uint16_t length;
    nacf_value body;
} nac_constant;
typedef struct nac_null_body {
    nacf_node node;
        struct { uint8_t none_; } has;
} nac_null_body;
typedef struct nac_truth_body {
    nacf_node node;
        struct { uint8_t is_true; } has;
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
    NACF_LIST(int32_t) numbers;
    nacf_value number_text;
} nac_int32_list_body;
typedef struct nac_float32_list_body {
    nacf_node node;
        struct { uint8_t length, raw; } has;
    nacf_value length;
    struct nac_binary32_list *raw;
} nac_float32_list_body;
typedef struct nac_binary32_list {
    nacf_node node;
        struct { uint8_t elements; } has;
    NACF_LIST(struct binary32 *) elements;
} nac_binary32_list;
typedef struct nac_binary64 {
    nacf_node node;
        struct { uint8_t low_bits, high_bits, exponent, significand, shift, scale, number; } has;
    uint32_t low_bits;
    uint32_t high_bits;
    nacf_value exponent;
    nacf_value significand;
    nacf_value shift;
    nacf_value scale;
    nacf_value number;
} nac_binary64;
typedef struct nac_permutations {
    nacf_node node;
        struct { uint8_t magic, num_entries, entries; } has;
    nacf_bytes magic;
    uint32_t num_entries;
    NACF_LIST(struct nac_signature *) entries;
} nac_permutations;
typedef struct nac_signature {
    nacf_node node;
        struct { uint8_t id_signature, num_codes, codes, has_constants; } has;
    uint16_t id_signature;
    uint8_t num_codes;
    NACF_LIST(struct nac_argument_code *) codes;
    nacf_value has_constants;
} nac_signature;
typedef struct nac_argument_code {
    nacf_node node;
        struct { uint8_t idx, code, is_constant, num_constants; } has;
    nacf_value idx;
    uint8_t code; /* argument_kind */
    nacf_value is_constant;
    nacf_value num_constants;
} nac_argument_code;
typedef struct nac_lookup_tables {
    nacf_node node;
        struct { uint8_t signature_order, signature_table, operation_order, operation_table, getitem_search,
        operator_getitem_search, select_search, num_names, id_getitem, id_operator_getitem, id_select; } has;
    struct nac_id_run *signature_order;
    NACF_LIST(struct nac_signature_slot *) signature_table;
    struct nac_id_run *operation_order;
    NACF_LIST(struct nac_operation_slot *) operation_table;
    struct nac_entry_search *getitem_search;
    struct nac_entry_search *operator_getitem_search;
    struct nac_entry_search *select_search;
    nacf_value num_names;
    nacf_value id_getitem;
    nacf_value id_operator_getitem;
    nacf_value id_select;
} nac_lookup_tables;
typedef struct nac_id_run {
    nacf_node node;
        struct { uint8_t key, idx_first, idx_end, upper, lower, idx_middle, is_break, num_breaks; } has;
    nacf_value key;
    nacf_value idx_first;
    nacf_value idx_end;
    struct nac_id_run *upper;
    struct nac_id_run *lower;
    nacf_value idx_middle;
    nacf_value is_break;
    nacf_value num_breaks;
} nac_id_run;
typedef struct nac_signature_slot {
    nacf_node node;
        struct { uint8_t id_signature, lookup, idx_entry, num_arguments, has_constants, argument_text; } has;
    nacf_value id_signature;
    struct nac_entry_search *lookup;
    nacf_value idx_entry;
    nacf_value num_arguments;
    nacf_value has_constants;
    nacf_value argument_text;
} nac_signature_slot;
typedef struct nac_operation_slot {
    nacf_node node;
        struct { uint8_t id_operation, lookup, idx_entry, name_text; } has;
    nacf_value id_operation;
    struct nac_entry_search *lookup;
    nacf_value idx_entry;
    nacf_value name_text;
} nac_operation_slot;
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
    nacf_value idx_entry;
} nac_entry_search;
typedef struct nac_parameter_data {
    nacf_node node;
        struct { uint8_t magic, num_parameters, parameters, num_inputs, inputs, num_tensors, tensors; } has;
    nacf_bytes magic;
    uint32_t num_parameters;
    NACF_LIST(struct nac_parameter_name *) parameters;
    uint32_t num_inputs;
    NACF_LIST(struct nac_input_name *) inputs;
    uint32_t num_tensors;
    NACF_LIST(struct nac_tensor *) tensors;
} nac_parameter_data;
typedef struct nac_parameter_name {
    nacf_node node;
        struct { uint8_t id_parameter, len_name, name; } has;
    uint16_t id_parameter;
    uint16_t len_name;
    nacf_bytes name;
} nac_parameter_name;
typedef struct nac_input_name {
    nacf_node node;
        struct { uint8_t idx_instruction, len_name, name; } has;
    uint16_t idx_instruction;
    uint16_t len_name;
    nacf_bytes name;
} nac_input_name;
typedef struct nac_tensor {
    nacf_node node;
        struct { uint8_t id_parameter, len_meta, len_data, meta, data; } has;
    uint16_t id_parameter;
    uint32_t len_meta;
    uint64_t len_data;
    struct nac_tensor_meta *meta;
    nacf_bytes data;
} nac_tensor;
typedef struct nac_tensor_meta {
    nacf_node node;
        struct { uint8_t dtype, rank, dims, quantization, scaling, shape_text; } has;
    uint8_t dtype; /* dtype */
    uint8_t rank;
    NACF_LIST(uint32_t) dims;
    uint8_t quantization; /* quantization */
    nacf_value scaling;
    nacf_value shape_text;
} nac_tensor_meta;
typedef struct nac_no_scaling {
    nacf_node node;
        struct { uint8_t none_; } has;
} nac_no_scaling;
typedef struct nac_tensor_scaling {
    nacf_node node;
        struct { uint8_t scale; } has;
    struct binary32 *scale;
} nac_tensor_scaling;
typedef struct nac_channel_scaling {
    nacf_node node;
        struct { uint8_t axis, num_scales, scales; } has;
    uint8_t axis;
    uint32_t num_scales;
    struct nac_binary32_list *scales;
} nac_channel_scaling;
typedef struct nac_block_scaling {
    nacf_node node;
        struct { uint8_t len_block, rank, dims, num_scales, scales, shape_text; } has;
    uint16_t len_block;
    uint8_t rank;
    NACF_LIST(uint32_t) dims;
    uint32_t num_scales;
    struct nac_binary32_list *scales;
    nacf_value shape_text;
} nac_block_scaling;
typedef struct nac_preprocessing {
    nacf_node node;
        struct { uint8_t magic, len_manifest, manifest; } has;
    nacf_bytes magic;
    uint32_t len_manifest;
    nacf_bytes manifest;
} nac_preprocessing;
typedef struct nac_orchestrator {
    nacf_node node;
        struct { uint8_t magic, len_bytecode, num_constants, bytecode, constants; } has;
    nacf_bytes magic;
    uint32_t len_bytecode;
    uint32_t num_constants;
    nacf_bytes bytecode;
    NACF_LIST(struct nac_constant *) constants;
} nac_orchestrator;
typedef struct nac_resources {
    nacf_node node;
        struct { uint8_t magic, num_files, files; } has;
    nacf_bytes magic;
    uint32_t num_files;
    NACF_LIST(struct nac_resource *) files;
} nac_resources;
typedef struct nac_resource {
    nacf_node node;
        struct { uint8_t len_name, name, len_data, data; } has;
    uint16_t len_name;
    nacf_bytes name;
    uint32_t len_data;
    nacf_bytes data;
} nac_resource;
typedef struct nac_named_arrays {
    nacf_node node;
        struct { uint8_t magic, num_arrays, arrays; } has;
    nacf_bytes magic;
    uint32_t num_arrays;
    NACF_LIST(struct nac_named_array *) arrays;
} nac_named_arrays;
typedef struct nac_named_array {
    nacf_node node;
        struct { uint8_t len_name, name, dtype, rank, dims, len_data, data, shape_text; } has;
    uint16_t len_name;
    nacf_bytes name;
    uint8_t dtype; /* dtype */
    uint8_t rank;
    NACF_LIST(uint32_t) dims;
    uint64_t len_data;
    nacf_bytes data;
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

/* Columns of schedule_record */
typedef struct nac_schedule_record_columns {
    size_t count; /* records: what every function works on */
    int64_t *starts; /* count + 1: offsets of the records, the last where they end; for gather only */
    uint16_t *tick; /* count */
    int64_t *commands_rows; /* count + 1: the elements of record i are those from [i] to below [i + 1] */
    size_t commands_length; /* elements of that list, in the arrays that follow */
    uint8_t *commands_action; /* commands_length */
    uint16_t *commands_target; /* commands_length */
} nac_schedule_record_columns;
typedef void nac_schedule_record_arguments;
NACF_LOOPS(nac_schedule_record)
/* Columns of instruction, and the rules of its check:
 * - 0: fields.prefix, wrong value: one of 1, 2
 * - 1: fields.prefix, out of range: at least 0
 * - 2: fields.num_branches, out of range: at least 0
 * - 3: fields.num_constants, out of range: at least 0
 * - 4: fields.num_constants, out of range: at least 0
 * - 5: fields.prefix, wrong value: one of 1, 2
 */
typedef struct nac_instruction_columns {
    size_t count; /* records: what every function works on */
    int64_t *starts; /* count + 1: offsets of the records, the last where they end; for gather only */
    uint8_t *a; /* count */
    uint8_t *b; /* count */
    int16_t *fields_prefix; /* count */
    int16_t *fields_id; /* count */
    int64_t *fields_reserved_rows; /* count + 1: the elements of record i are those from [i] to below [i + 1] */
    size_t fields_reserved_length; /* elements of that list, in the arrays that follow */
    int16_t *fields_reserved; /* fields_reserved_length */
    int64_t *fields_distances_rows; /* count + 1: the elements of record i are those from [i] to below [i + 1] */
    size_t fields_distances_length; /* elements of that list, in the arrays that follow */
    int16_t *fields_distances; /* fields_distances_length */
    int16_t *fields_len_true; /* count */
    int16_t *fields_len_false; /* count */
    int16_t *fields_predicate; /* count */
    int16_t *fields_input; /* count */
    int16_t *fields_block_end; /* count */
    int64_t *fields_branches_rows; /* count + 1: the elements of record i are those from [i] to below [i + 1] */
    size_t fields_branches_length; /* elements of that list, in the arrays that follow */
    int16_t *fields_branches; /* fields_branches_length */
    int64_t *fields_constants_rows; /* count + 1: the elements of record i are those from [i] to below [i + 1] */
    size_t fields_constants_length; /* elements of that list, in the arrays that follow */
    int16_t *fields_constants; /* fields_constants_length */
    int16_t *fields_distance; /* count */
    int16_t *fields_gradient; /* count */
    int16_t *fields_rate; /* count */
} nac_instruction_columns;
typedef struct nac_instruction_arguments {
    int64_t lookups_id_getitem; /* lookups.id_getitem of the file, -2147483648 to 2147483647 */
    int64_t lookups_id_operator_getitem; /* lookups.id_operator_getitem of the file, -2147483648 to 2147483647 */
    int64_t lookups_id_select; /* lookups.id_select of the file, -2147483648 to 2147483647 */
    const int64_t *lookups_signature_table_has_constants; /* 256 entries: has_constants of each of lookups.signature_table */
    const int64_t *lookups_signature_table_num_arguments; /* 256 entries: num_arguments of each of lookups.signature_table, 0 to 255 */
    int64_t num_outputs; /* num_outputs of the file, 0 to 65535 */
    int64_t version; /* version of the file, 0 to 255 */
} nac_instruction_arguments;
NACF_LOOPS(nac_instruction)
/* Columns of operation_name, and the rules of its check:
 * - 0: name, the text is not UTF-8
 */
typedef struct nac_operation_name_columns {
    size_t count; /* records: what every function works on */
    int64_t *starts; /* count + 1: offsets of the records, the last where they end; for gather only */
    uint16_t *id_operation; /* count */
    int64_t *name_at; /* count: offset in data; negative when scatter is to leave the bytes out */
    int64_t *name_len; /* count: length in bytes */
} nac_operation_name_columns;
typedef void nac_operation_name_arguments;
NACF_LOOPS(nac_operation_name)
/* Columns of constant, and the rules of its check:
 * - 0: kind, wrong value: one of 0 (none), 1 (truth), 2 (int64), 3 (float64), 4 (text), 5 (int32_list), 6
 *   (float32_list)
 * - 1: length, wrong value: `_ == 8 or (kind != constant_kind::int64 and kind != constant_kind::float64)`
 * - 2: body.is_true, wrong value: one of 0, 1
 * - 3: body.text, the text is not UTF-8
 */
typedef struct nac_constant_columns {
    size_t count; /* records: what every function works on */
    int64_t *starts; /* count + 1: offsets of the records, the last where they end; for gather only */
    uint16_t *id_constant; /* count */
    uint8_t *kind; /* count */
    uint16_t *length; /* count */
    uint8_t *body_is_true; /* count */
    int64_t *body_number; /* count */
    int64_t *body_raw_at; /* count: offset in data; negative when scatter is to leave the bytes out */
    int64_t *body_raw_len; /* count: length in bytes */
    int64_t *body_text_at; /* count: offset in data; negative when scatter is to leave the bytes out */
    int64_t *body_text_len; /* count: length in bytes */
    int64_t *body_numbers_rows; /* count + 1: the elements of record i are those from [i] to below [i + 1] */
    size_t body_numbers_length; /* elements of that list, in the arrays that follow */
    int32_t *body_numbers; /* body_numbers_length */
} nac_constant_columns;
typedef void nac_constant_arguments;
NACF_LOOPS(nac_constant)
/* Columns of signature */
typedef struct nac_signature_columns {
    size_t count; /* records: what every function works on */
    int64_t *starts; /* count + 1: offsets of the records, the last where they end; for gather only */
    uint16_t *id_signature; /* count */
    int64_t *codes_rows; /* count + 1: the elements of record i are those from [i] to below [i + 1] */
    size_t codes_length; /* elements of that list, in the arrays that follow */
    uint8_t *codes_code; /* codes_length */
} nac_signature_columns;
typedef void nac_signature_arguments;
NACF_LOOPS(nac_signature)
/* Columns of parameter_name, and the rules of its check:
 * - 0: name, the text is not UTF-8
 */
typedef struct nac_parameter_name_columns {
    size_t count; /* records: what every function works on */
    int64_t *starts; /* count + 1: offsets of the records, the last where they end; for gather only */
    uint16_t *id_parameter; /* count */
    int64_t *name_at; /* count: offset in data; negative when scatter is to leave the bytes out */
    int64_t *name_len; /* count: length in bytes */
} nac_parameter_name_columns;
typedef void nac_parameter_name_arguments;
NACF_LOOPS(nac_parameter_name)
/* Columns of input_name, and the rules of its check:
 * - 0: name, the text is not UTF-8
 */
typedef struct nac_input_name_columns {
    size_t count; /* records: what every function works on */
    int64_t *starts; /* count + 1: offsets of the records, the last where they end; for gather only */
    uint16_t *idx_instruction; /* count */
    int64_t *name_at; /* count: offset in data; negative when scatter is to leave the bytes out */
    int64_t *name_len; /* count: length in bytes */
} nac_input_name_columns;
typedef void nac_input_name_arguments;
NACF_LOOPS(nac_input_name)
/* Columns of tensor */
typedef struct nac_tensor_columns {
    size_t count; /* records: what every function works on */
    int64_t *starts; /* count + 1: offsets of the records, the last where they end; for gather only */
    uint16_t *id_parameter; /* count */
    int64_t *meta_at; /* count: offset in data; negative when scatter is to leave the bytes out */
    int64_t *meta_len; /* count: length in bytes */
    int64_t *data_at; /* count: offset in data; negative when scatter is to leave the bytes out */
    int64_t *data_len; /* count: length in bytes */
} nac_tensor_columns;
typedef void nac_tensor_arguments;
NACF_LOOPS(nac_tensor)
/* Columns of tensor_meta, and the rules of its check:
 * - 0: quantization, wrong value: one of 0 (none), 1 (fp16), 2 (int8_tensor), 3 (int8_channel), 4 (block_fp8)
 */
typedef struct nac_tensor_meta_columns {
    size_t count; /* records: what every function works on */
    int64_t *starts; /* count + 1: offsets of the records, the last where they end; for gather only */
    uint8_t *dtype; /* count */
    int64_t *dims_rows; /* count + 1: the elements of record i are those from [i] to below [i + 1] */
    size_t dims_length; /* elements of that list, in the arrays that follow */
    uint32_t *dims; /* dims_length */
    uint8_t *quantization; /* count */
    int64_t *scaling_scale_at; /* count: offset in data; negative when scatter is to leave the bytes out */
    int64_t *scaling_scale_len; /* count: length in bytes */
    uint8_t *scaling_axis; /* count */
    int64_t *scaling_scales_at; /* count: offset in data; negative when scatter is to leave the bytes out */
    int64_t *scaling_scales_len; /* count: length in bytes */
    uint16_t *scaling_len_block; /* count */
    int64_t *scaling_dims_rows; /* count + 1: the elements of record i are those from [i] to below [i + 1] */
    size_t scaling_dims_length; /* elements of that list, in the arrays that follow */
    uint32_t *scaling_dims; /* scaling_dims_length */
} nac_tensor_meta_columns;
typedef void nac_tensor_meta_arguments;
NACF_LOOPS(nac_tensor_meta)
/* Columns of resource, and the rules of its check:
 * - 0: name, the text is not UTF-8
 */
typedef struct nac_resource_columns {
    size_t count; /* records: what every function works on */
    int64_t *starts; /* count + 1: offsets of the records, the last where they end; for gather only */
    int64_t *name_at; /* count: offset in data; negative when scatter is to leave the bytes out */
    int64_t *name_len; /* count: length in bytes */
    int64_t *data_at; /* count: offset in data; negative when scatter is to leave the bytes out */
    int64_t *data_len; /* count: length in bytes */
} nac_resource_columns;
typedef void nac_resource_arguments;
NACF_LOOPS(nac_resource)
/* Columns of named_array, and the rules of its check:
 * - 0: name, the text is not UTF-8
 */
typedef struct nac_named_array_columns {
    size_t count; /* records: what every function works on */
    int64_t *starts; /* count + 1: offsets of the records, the last where they end; for gather only */
    int64_t *name_at; /* count: offset in data; negative when scatter is to leave the bytes out */
    int64_t *name_len; /* count: length in bytes */
    uint8_t *dtype; /* count */
    int64_t *dims_rows; /* count + 1: the elements of record i are those from [i] to below [i + 1] */
    size_t dims_length; /* elements of that list, in the arrays that follow */
    uint32_t *dims; /* dims_length */
    int64_t *data_at; /* count: offset in data; negative when scatter is to leave the bytes out */
    int64_t *data_len; /* count: length in bytes */
} nac_named_array_columns;
typedef void nac_named_array_arguments;
NACF_LOOPS(nac_named_array)
NACF_IDENTITY(nac)

#ifdef __cplusplus
}
#endif
#endif /* NAC_H */
