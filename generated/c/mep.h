// Generated from schemas/mep.ksy (sha256 eb9578c8944e44be95d5cb4220d2a7da7cd720c2d0d42373ee552188af843fc1) by `nacformats generate`. Do not edit.
#ifndef MEP_H
#define MEP_H
#include "nacformats_columns.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    MEP_OPCODE_SRC_USER_PROMPT = 2,
    MEP_OPCODE_SRC_CONSTANT = 4,
    MEP_OPCODE_SRC_EXEC_MODE = 5,
    MEP_OPCODE_RES_LOAD_MODEL = 16,
    MEP_OPCODE_RES_LOAD_DATAFILE = 17,
    MEP_OPCODE_RES_LOAD_EXTERN = 18,
    MEP_OPCODE_RES_LOAD_DYNAMIC = 19,
    MEP_OPCODE_RES_LOAD_ARRAY = 20,
    MEP_OPCODE_RES_UNLOAD = 31,
    MEP_OPCODE_PREPROC_ENCODE = 32,
    MEP_OPCODE_PREPROC_DECODE = 33,
    MEP_OPCODE_PREPROC_GET_ID = 34,
    MEP_OPCODE_STRING_FORMAT = 42,
    MEP_OPCODE_TENSOR_CREATE = 48,
    MEP_OPCODE_TENSOR_MANIPULATE = 56,
    MEP_OPCODE_TENSOR_COMBINE = 57,
    MEP_OPCODE_TENSOR_INFO = 58,
    MEP_OPCODE_TENSOR_EXTRACT = 59,
    MEP_OPCODE_SYS_COPY = 89,
    MEP_OPCODE_SYS_DEBUG_PRINT = 95,
    MEP_OPCODE_MATH_UNARY = 96,
    MEP_OPCODE_MATH_BINARY = 97,
    MEP_OPCODE_MATH_AGGREGATE = 98,
    MEP_OPCODE_LOGIC_COMPARE = 104,
    MEP_OPCODE_ANALYSIS_TOP_K = 112,
    MEP_OPCODE_ANALYSIS_SAMPLE = 113,
    MEP_OPCODE_MODEL_RUN_STATIC = 128,
    MEP_OPCODE_MODEL_TRAIN_STEP = 130,
    MEP_OPCODE_MODEL_ZERO_GRAD = 131,
    MEP_OPCODE_MODEL_SAVE_WEIGHTS = 133,
    MEP_OPCODE_FLOW_LOOP_START = 160,
    MEP_OPCODE_FLOW_LOOP_END = 161,
    MEP_OPCODE_FLOW_BRANCH_IF = 168,
    MEP_OPCODE_FLOW_BREAK_LOOP_IF = 169,
    MEP_OPCODE_SERIALIZE_OBJECT = 224,
    MEP_OPCODE_IO_WRITE = 240,
    MEP_OPCODE_EXEC_RETURN = 254,
    MEP_OPCODE_EXEC_HALT = 255,
};

enum {
    MEP_VALUE_KIND_TEXT = 0,
    MEP_VALUE_KIND_INTEGER = 1,
    MEP_VALUE_KIND_NUMBER = 2,
};

enum {
    MEP_FILE_KIND_ARRAY = 2,
    MEP_FILE_KIND_IMAGE = 3,
};

enum {
    MEP_EXTERN_KIND_TOKENIZER = 0,
    MEP_EXTERN_KIND_CONSTANT = 1,
};

enum {
    MEP_LOSS_KIND_CROSS_ENTROPY = 0,
    MEP_LOSS_KIND_MSE = 1,
    MEP_LOSS_KIND_NONE = 255,
};

enum {
    MEP_WEIGHTS_KIND_NAC = 0,
};

enum {
    MEP_UNLOAD_KIND_MODEL = 0,
    MEP_UNLOAD_KIND_SLOT = 1,
};

enum {
    MEP_DTYPE_FLOAT32 = 0,
    MEP_DTYPE_INT64 = 5,
};

enum {
    MEP_CREATION_VALUES = 0,
    MEP_CREATION_ARANGE = 1,
    MEP_CREATION_ONES = 2,
    MEP_CREATION_ZEROS = 3,
};

enum {
    MEP_MANIPULATION_PAD = 1,
    MEP_MANIPULATION_UNSQUEEZE = 2,
    MEP_MANIPULATION_SQUEEZE = 3,
};

enum {
    MEP_COMBINATION_CONCAT = 0,
};

enum {
    MEP_TENSOR_PROPERTY_SHAPE = 0,
    MEP_TENSOR_PROPERTY_SIZE = 1,
    MEP_TENSOR_PROPERTY_ITEM = 2,
};

enum {
    MEP_UNARY_OPERATION_SOFTMAX = 0,
    MEP_UNARY_OPERATION_SQRT = 1,
    MEP_UNARY_OPERATION_ABS = 2,
    MEP_UNARY_OPERATION_NEG = 3,
    MEP_UNARY_OPERATION_EXP = 4,
    MEP_UNARY_OPERATION_RECIPROCAL = 5,
};

enum {
    MEP_BINARY_OPERATION_ADD = 0,
    MEP_BINARY_OPERATION_SUB = 1,
    MEP_BINARY_OPERATION_MUL = 2,
    MEP_BINARY_OPERATION_DIV = 3,
    MEP_BINARY_OPERATION_POW = 4,
    MEP_BINARY_OPERATION_MAX = 5,
    MEP_BINARY_OPERATION_MIN = 6,
};

enum {
    MEP_AGGREGATION_ARGMAX = 0,
};

enum {
    MEP_COMPARISON_EQ = 0,
    MEP_COMPARISON_NE = 1,
    MEP_COMPARISON_GT = 2,
    MEP_COMPARISON_LT = 3,
};

enum {
    MEP_SERIALIZATION_TEXT = 0,
    MEP_SERIALIZATION_JSON = 1,
    MEP_SERIALIZATION_PNG = 2,
};

enum {
    MEP_DESTINATION_STDOUT = 0,
    MEP_DESTINATION_STDERR = 1,
    MEP_DESTINATION_FILE = 2,
};

enum {
    MEP_WRITE_MODE_PLAIN = 0,
    MEP_WRITE_MODE_APPEND = 1,
    MEP_WRITE_MODE_NO_NEWLINE = 2,
};

typedef struct mep {
    nacf_node node;
        struct { uint8_t instructions; } has;
    NACF_LIST(struct mep_plan_instruction *) instructions;
} mep;
typedef struct mep_plan_instruction {
    nacf_node node;
        struct { uint8_t opcode, operands; } has;
    uint8_t opcode; /* opcode */
    nacf_value operands;
} mep_plan_instruction;
typedef struct mep_no_operands {
    nacf_node node;
        struct { uint8_t none_; } has;
} mep_no_operands;
typedef struct mep_prompt_operands {
    nacf_node node;
        struct { uint8_t out, kind, prompt; } has;
    uint8_t out;
    uint8_t kind; /* value_kind */
    uint16_t prompt;
} mep_prompt_operands;
typedef struct mep_constant_operands {
    nacf_node node;
        struct { uint8_t out, constant; } has;
    uint8_t out;
    uint16_t constant;
} mep_constant_operands;
typedef struct mep_mode_operands {
    nacf_node node;
        struct { uint8_t out; } has;
    uint8_t out;
} mep_mode_operands;
typedef struct mep_model_operands {
    nacf_node node;
        struct { uint8_t model, path; } has;
    uint8_t model;
    uint16_t path;
} mep_model_operands;
typedef struct mep_datafile_operands {
    nacf_node node;
        struct { uint8_t out, kind, path; } has;
    uint8_t out;
    uint8_t kind; /* file_kind */
    uint16_t path;
} mep_datafile_operands;
typedef struct mep_extern_operands {
    nacf_node node;
        struct { uint8_t out, kind, resource; } has;
    uint8_t out;
    uint8_t kind; /* extern_kind */
    uint16_t resource;
} mep_extern_operands;
typedef struct mep_dynamic_operands {
    nacf_node node;
        struct { uint8_t out, name, kind; } has;
    uint8_t out;
    uint8_t name;
    uint8_t kind; /* file_kind */
} mep_dynamic_operands;
typedef struct mep_array_operands {
    nacf_node node;
        struct { uint8_t out, array; } has;
    uint8_t out;
    uint16_t array;
} mep_array_operands;
typedef struct mep_unload_operands {
    nacf_node node;
        struct { uint8_t kind, model, slot; } has;
    uint8_t kind; /* unload_kind */
    uint8_t model;
    uint8_t slot;
} mep_unload_operands;
typedef struct mep_processing_operands {
    nacf_node node;
        struct { uint8_t processor, source, out; } has;
    uint8_t processor;
    uint8_t source;
    uint8_t out;
} mep_processing_operands;
typedef struct mep_token_operands {
    nacf_node node;
        struct { uint8_t processor, token, out; } has;
    uint8_t processor;
    uint16_t token;
    uint8_t out;
} mep_token_operands;
typedef struct mep_format_operands {
    nacf_node node;
        struct { uint8_t out, pattern, num_values, values; } has;
    uint8_t out;
    uint16_t pattern;
    uint8_t num_values;
    NACF_LIST(uint8_t) values;
} mep_format_operands;
typedef struct mep_creation_operands {
    nacf_node node;
        struct { uint8_t out, dtype, kind, source; } has;
    uint8_t out;
    uint8_t dtype; /* dtype */
    uint8_t kind; /* creation */
    uint8_t source;
} mep_creation_operands;
typedef struct mep_manipulation_operands {
    nacf_node node;
        struct { uint8_t operation, out, tensor, width, value, dim; } has;
    uint8_t operation; /* manipulation */
    uint8_t out;
    uint8_t tensor;
    uint8_t width;
    uint8_t value;
    uint8_t dim;
} mep_manipulation_operands;
typedef struct mep_combination_operands {
    nacf_node node;
        struct { uint8_t operation, out, num_tensors, tensors, axis; } has;
    uint8_t operation; /* combination */
    uint8_t out;
    uint8_t num_tensors;
    NACF_LIST(uint8_t) tensors;
    uint8_t axis;
} mep_combination_operands;
typedef struct mep_info_operands {
    nacf_node node;
        struct { uint8_t property, out, tensor, axis; } has;
    uint8_t property; /* tensor_property */
    uint8_t out;
    uint8_t tensor;
    uint8_t axis;
} mep_info_operands;
typedef struct mep_extraction_operands {
    nacf_node node;
        struct { uint8_t out, tensor, index; } has;
    uint8_t out;
    uint8_t tensor;
    uint8_t index;
} mep_extraction_operands;
typedef struct mep_copy_operands {
    nacf_node node;
        struct { uint8_t out, source; } has;
    uint8_t out;
    uint8_t source;
} mep_copy_operands;
typedef struct mep_debug_operands {
    nacf_node node;
        struct { uint8_t source, message; } has;
    uint8_t source;
    uint16_t message;
} mep_debug_operands;
typedef struct mep_unary_operands {
    nacf_node node;
        struct { uint8_t operation, out, source; } has;
    uint8_t operation; /* unary_operation */
    uint8_t out;
    uint8_t source;
} mep_unary_operands;
typedef struct mep_binary_operands {
    nacf_node node;
        struct { uint8_t operation, out, left, right; } has;
    uint8_t operation; /* binary_operation */
    uint8_t out;
    uint8_t left;
    uint8_t right;
} mep_binary_operands;
typedef struct mep_aggregate_operands {
    nacf_node node;
        struct { uint8_t operation, out, source; } has;
    uint8_t operation; /* aggregation */
    uint8_t out;
    uint8_t source;
} mep_aggregate_operands;
typedef struct mep_comparison_operands {
    nacf_node node;
        struct { uint8_t operation, out, left, right; } has;
    uint8_t operation; /* comparison */
    uint8_t out;
    uint8_t left;
    uint8_t right;
} mep_comparison_operands;
typedef struct mep_top_k_operands {
    nacf_node node;
        struct { uint8_t source, count, indices, elements; } has;
    uint8_t source;
    uint8_t count;
    uint8_t indices;
    uint8_t elements;
} mep_top_k_operands;
typedef struct mep_sampling_operands {
    nacf_node node;
        struct { uint8_t logits, temperature, top_k, out; } has;
    uint8_t logits;
    uint8_t temperature;
    uint8_t top_k;
    uint8_t out;
} mep_sampling_operands;
typedef struct mep_run_operands {
    nacf_node node;
        struct { uint8_t model, num_inputs, inputs, num_outputs, outputs; } has;
    uint8_t model;
    uint8_t num_inputs;
    NACF_LIST(uint8_t) inputs;
    uint8_t num_outputs;
    NACF_LIST(uint8_t) outputs;
} mep_run_operands;
typedef struct mep_training_operands {
    nacf_node node;
        struct { uint8_t model, loss, num_inputs, inputs, num_targets, targets, out, rate, logits, weight, bias; }
        has;
    uint8_t model;
    uint8_t loss; /* loss_kind */
    uint8_t num_inputs;
    NACF_LIST(uint8_t) inputs;
    uint8_t num_targets;
    NACF_LIST(uint8_t) targets;
    uint8_t out;
    uint8_t rate;
    uint8_t logits;
    uint16_t weight;
    uint16_t bias;
} mep_training_operands;
typedef struct mep_gradient_operands {
    nacf_node node;
        struct { uint8_t model; } has;
    uint8_t model;
} mep_gradient_operands;
typedef struct mep_saving_operands {
    nacf_node node;
        struct { uint8_t model, name, kind; } has;
    uint8_t model;
    uint8_t name;
    uint8_t kind; /* weights_kind */
} mep_saving_operands;
typedef struct mep_loop_operands {
    nacf_node node;
        struct { uint8_t count; } has;
    uint8_t count;
} mep_loop_operands;
typedef struct mep_repetition_operands {
    nacf_node node;
        struct { uint8_t jump; } has;
    int16_t jump;
} mep_repetition_operands;
typedef struct mep_branch_operands {
    nacf_node node;
        struct { uint8_t condition, jump; } has;
    uint8_t condition;
    int16_t jump;
} mep_branch_operands;
typedef struct mep_serialization_operands {
    nacf_node node;
        struct { uint8_t out, source, format; } has;
    uint8_t out;
    uint8_t source;
    uint8_t format; /* serialization */
} mep_serialization_operands;
typedef struct mep_write_operands {
    nacf_node node;
        struct { uint8_t source, destination, name, unused, mode; } has;
    uint8_t source;
    uint8_t destination; /* destination */
    uint8_t name;
    uint8_t unused;
    uint8_t mode; /* write_mode */
} mep_write_operands;
typedef struct mep_return_operands {
    nacf_node node;
        struct { uint8_t num_values, values; } has;
    uint8_t num_values;
    NACF_LIST(uint8_t) values;
} mep_return_operands;
extern const nacf_type type_of_mep;
extern const nacf_type type_of_mep_plan_instruction;
extern const nacf_type type_of_mep_no_operands;
extern const nacf_type type_of_mep_prompt_operands;
extern const nacf_type type_of_mep_constant_operands;
extern const nacf_type type_of_mep_mode_operands;
extern const nacf_type type_of_mep_model_operands;
extern const nacf_type type_of_mep_datafile_operands;
extern const nacf_type type_of_mep_extern_operands;
extern const nacf_type type_of_mep_dynamic_operands;
extern const nacf_type type_of_mep_array_operands;
extern const nacf_type type_of_mep_unload_operands;
extern const nacf_type type_of_mep_processing_operands;
extern const nacf_type type_of_mep_token_operands;
extern const nacf_type type_of_mep_format_operands;
extern const nacf_type type_of_mep_creation_operands;
extern const nacf_type type_of_mep_manipulation_operands;
extern const nacf_type type_of_mep_combination_operands;
extern const nacf_type type_of_mep_info_operands;
extern const nacf_type type_of_mep_extraction_operands;
extern const nacf_type type_of_mep_copy_operands;
extern const nacf_type type_of_mep_debug_operands;
extern const nacf_type type_of_mep_unary_operands;
extern const nacf_type type_of_mep_binary_operands;
extern const nacf_type type_of_mep_aggregate_operands;
extern const nacf_type type_of_mep_comparison_operands;
extern const nacf_type type_of_mep_top_k_operands;
extern const nacf_type type_of_mep_sampling_operands;
extern const nacf_type type_of_mep_run_operands;
extern const nacf_type type_of_mep_training_operands;
extern const nacf_type type_of_mep_gradient_operands;
extern const nacf_type type_of_mep_saving_operands;
extern const nacf_type type_of_mep_loop_operands;
extern const nacf_type type_of_mep_repetition_operands;
extern const nacf_type type_of_mep_branch_operands;
extern const nacf_type type_of_mep_serialization_operands;
extern const nacf_type type_of_mep_write_operands;
extern const nacf_type type_of_mep_return_operands;

NACF_DECLARE(mep)

/* Columns of plan_instruction, and the rules of its check:
 * - 0: opcode, wrong value: one of 2 (src_user_prompt), 4 (src_constant), 5 (src_exec_mode), 16 (res_load_model),
 *   17 (res_load_datafile), 18 (res_load_extern), 19 (res_load_dynamic), 20 (res_load_array), 31 (res_unload), 32
 *   (preproc_encode), 33 (preproc_decode), 34 (preproc_get_id), 42 (string_format), 48 (tensor_create), 56
 *   (tensor_manipulate), 57 (tensor_combine), 58 (tensor_info), 59 (tensor_extract), 89 (sys_copy), 95
 *   (sys_debug_print), 96 (math_unary), 97 (math_binary), 98 (math_aggregate), 104 (logic_compare), 112
 *   (analysis_top_k), 113 (analysis_sample), 128 (model_run_static), 130 (model_train_step), 131 (model_zero_grad),
 *   133 (model_save_weights), 160 (flow_loop_start), 161 (flow_loop_end), 168 (flow_branch_if), 169
 *   (flow_break_loop_if), 224 (serialize_object), 240 (io_write), 254 (exec_return), 255 (exec_halt)
 * - 1: operands.kind, wrong value: one of 0 (model), 1 (slot)
 * - 2: operands.operation, wrong value: one of 1 (pad), 2 (unsqueeze), 3 (squeeze)
 * - 3: operands.property, wrong value: one of 0 (shape), 1 (size), 2 (item)
 */
typedef struct mep_plan_instruction_columns {
    size_t count; /* records: what every function works on */
    int64_t *starts; /* count + 1: offsets of the records, the last where they end; for gather only */
    uint8_t *opcode; /* count */
    uint8_t *operands_out; /* count */
    uint8_t *operands_kind; /* count */
    uint16_t *operands_prompt; /* count */
    uint16_t *operands_constant; /* count */
    uint8_t *operands_model; /* count */
    uint16_t *operands_path; /* count */
    uint16_t *operands_resource; /* count */
    uint8_t *operands_name; /* count */
    uint16_t *operands_array; /* count */
    uint8_t *operands_slot; /* count */
    uint8_t *operands_processor; /* count */
    uint8_t *operands_source; /* count */
    uint16_t *operands_token; /* count */
    uint16_t *operands_pattern; /* count */
    int64_t *operands_values_rows; /* count + 1: the elements of record i are those from [i] to below [i + 1] */
    size_t operands_values_length; /* elements of that list, in the arrays that follow */
    uint8_t *operands_values; /* operands_values_length */
    uint8_t *operands_dtype; /* count */
    uint8_t *operands_operation; /* count */
    uint8_t *operands_tensor; /* count */
    uint8_t *operands_width; /* count */
    uint8_t *operands_value; /* count */
    uint8_t *operands_dim; /* count */
    int64_t *operands_tensors_rows; /* count + 1: the elements of record i are those from [i] to below [i + 1] */
    size_t operands_tensors_length; /* elements of that list, in the arrays that follow */
    uint8_t *operands_tensors; /* operands_tensors_length */
    uint8_t *operands_axis; /* count */
    uint8_t *operands_property; /* count */
    uint8_t *operands_index; /* count */
    uint16_t *operands_message; /* count */
    uint8_t *operands_left; /* count */
    uint8_t *operands_right; /* count */
    uint8_t *operands_count; /* count */
    uint8_t *operands_indices; /* count */
    uint8_t *operands_elements; /* count */
    uint8_t *operands_logits; /* count */
    uint8_t *operands_temperature; /* count */
    uint8_t *operands_top_k; /* count */
    int64_t *operands_inputs_rows; /* count + 1: the elements of record i are those from [i] to below [i + 1] */
    size_t operands_inputs_length; /* elements of that list, in the arrays that follow */
    uint8_t *operands_inputs; /* operands_inputs_length */
    int64_t *operands_outputs_rows; /* count + 1: the elements of record i are those from [i] to below [i + 1] */
    size_t operands_outputs_length; /* elements of that list, in the arrays that follow */
    uint8_t *operands_outputs; /* operands_outputs_length */
    uint8_t *operands_loss; /* count */
    int64_t *operands_targets_rows; /* count + 1: the elements of record i are those from [i] to below [i + 1] */
    size_t operands_targets_length; /* elements of that list, in the arrays that follow */
    uint8_t *operands_targets; /* operands_targets_length */
    uint8_t *operands_rate; /* count */
    uint16_t *operands_weight; /* count */
    uint16_t *operands_bias; /* count */
    int16_t *operands_jump; /* count */
    uint8_t *operands_condition; /* count */
    uint8_t *operands_format; /* count */
    uint8_t *operands_destination; /* count */
    uint8_t *operands_unused; /* count */
    uint8_t *operands_mode; /* count */
} mep_plan_instruction_columns;
typedef void mep_plan_instruction_arguments;
NACF_LOOPS(mep_plan_instruction)
NACF_IDENTITY(mep)

#ifdef __cplusplus
}
#endif
#endif /* MEP_H */
