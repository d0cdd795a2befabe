// Generated from schemas/mep.ksy (sha256 eb9578c8944e44be95d5cb4220d2a7da7cd720c2d0d42373ee552188af843fc1) by `nacformats generate`. Do not edit.
#ifndef NACFORMATS_MEP_H
#define NACFORMATS_MEP_H
#include "nacformats.h"

#ifdef __cplusplus
extern "C" {
#endif

/** opcode */
enum {
    /** Ask the user. */
    MEP_OPCODE_SRC_USER_PROMPT = 2,
    /** A constant of the pool. */
    MEP_OPCODE_SRC_CONSTANT = 4,
    /** What the program was started for. */
    MEP_OPCODE_SRC_EXEC_MODE = 5,
    /** Load a model. */
    MEP_OPCODE_RES_LOAD_MODEL = 16,
    /** Load a file that the program names. */
    MEP_OPCODE_RES_LOAD_DATAFILE = 17,
    /** Take something that belongs to the file. */
    MEP_OPCODE_RES_LOAD_EXTERN = 18,
    /** Load a file whose name was computed. */
    MEP_OPCODE_RES_LOAD_DYNAMIC = 19,
    /** An array that the file of the program holds. */
    MEP_OPCODE_RES_LOAD_ARRAY = 20,
    /** Release a model or empty a slot. */
    MEP_OPCODE_RES_UNLOAD = 31,
    /** Text to token ids. */
    MEP_OPCODE_PREPROC_ENCODE = 32,
    /** Token ids to text, without special tokens. */
    MEP_OPCODE_PREPROC_DECODE = 33,
    /** The id of a token. */
    MEP_OPCODE_PREPROC_GET_ID = 34,
    /** Put values into a template. */
    MEP_OPCODE_STRING_FORMAT = 42,
    /** Make a tensor. */
    MEP_OPCODE_TENSOR_CREATE = 48,
    /** Change the shape of a tensor. */
    MEP_OPCODE_TENSOR_MANIPULATE = 56,
    /** Join tensors. */
    MEP_OPCODE_TENSOR_COMBINE = 57,
    /** Shape, size or value of a tensor. */
    MEP_OPCODE_TENSOR_INFO = 58,
    /** A part of a tensor: [0, index, :] of three axes, [0, index] of two, [index] of one. */
    MEP_OPCODE_TENSOR_EXTRACT = 59,
    /** The same value in another slot. */
    MEP_OPCODE_SYS_COPY = 89,
    /** Show a value to whoever debugs the program. */
    MEP_OPCODE_SYS_DEBUG_PRINT = 95,
    /** A function of one tensor. */
    MEP_OPCODE_MATH_UNARY = 96,
    /** Arithmetic. */
    MEP_OPCODE_MATH_BINARY = 97,
    /** A reduction of the last axis. */
    MEP_OPCODE_MATH_AGGREGATE = 98,
    /** A comparison. */
    MEP_OPCODE_LOGIC_COMPARE = 104,
    /** The largest elements, in descending order. */
    MEP_OPCODE_ANALYSIS_TOP_K = 112,
    /** Draw an index with the probabilities of a softmax. */
    MEP_OPCODE_ANALYSIS_SAMPLE = 113,
    /** Run a model. */
    MEP_OPCODE_MODEL_RUN_STATIC = 128,
    /** Run a model and its training program, which updates parameters. */
    MEP_OPCODE_MODEL_TRAIN_STEP = 130,
    /** Forget the gradients of a model. */
    MEP_OPCODE_MODEL_ZERO_GRAD = 131,
    /** Write a model with the parameters that it has now. */
    MEP_OPCODE_MODEL_SAVE_WEIGHTS = 133,
    /** Begin a loop; a count of 0 or less skips it. */
    MEP_OPCODE_FLOW_LOOP_START = 160,
    /** End of the body: once more, or on. */
    MEP_OPCODE_FLOW_LOOP_END = 161,
    /** Jump when a condition holds. */
    MEP_OPCODE_FLOW_BRANCH_IF = 168,
    /** Leave a loop when a condition holds. */
    MEP_OPCODE_FLOW_BREAK_LOOP_IF = 169,
    /** A value as text or as an image file. */
    MEP_OPCODE_SERIALIZE_OBJECT = 224,
    /** Write a value. */
    MEP_OPCODE_IO_WRITE = 240,
    /** End with results: one as it is, several as a list. */
    MEP_OPCODE_EXEC_RETURN = 254,
    /** End without a result. */
    MEP_OPCODE_EXEC_HALT = 255,
};

/** value_kind */
enum {
    MEP_VALUE_KIND_TEXT = 0,
    MEP_VALUE_KIND_INTEGER = 1,
    MEP_VALUE_KIND_NUMBER = 2,
};

/** file_kind */
enum {
    /** A file of NumPy (.npy). */
    MEP_FILE_KIND_ARRAY = 2,
    /** A picture, scaled to 256, cut to 224 and normalised as for ImageNet. */
    MEP_FILE_KIND_IMAGE = 3,
};

/** extern_kind */
enum {
    MEP_EXTERN_KIND_TOKENIZER = 0,
    MEP_EXTERN_KIND_CONSTANT = 1,
};

/** loss_kind */
enum {
    MEP_LOSS_KIND_CROSS_ENTROPY = 0,
    MEP_LOSS_KIND_MSE = 1,
    /** No loss is asked for. */
    MEP_LOSS_KIND_NONE = 255,
};

/** weights_kind */
enum {
    /** A NAC file like that of the model. */
    MEP_WEIGHTS_KIND_NAC = 0,
};

/** unload_kind */
enum {
    MEP_UNLOAD_KIND_MODEL = 0,
    MEP_UNLOAD_KIND_SLOT = 1,
};

/** dtype */
enum {
    MEP_DTYPE_FLOAT32 = 0,
    MEP_DTYPE_INT64 = 5,
};

/** creation */
enum {
    /** Of a number or a list, with shape [1, n]. */
    MEP_CREATION_VALUES = 0,
    /** Numbers from 0 on, with shape [1, n]. */
    MEP_CREATION_ARANGE = 1,
    /** Of the shape that is given. */
    MEP_CREATION_ONES = 2,
    /** Of the shape that is given. */
    MEP_CREATION_ZEROS = 3,
};

/** manipulation */
enum {
    /** Put a value in front along the last axis. */
    MEP_MANIPULATION_PAD = 1,
    /** One more axis, of size 1. */
    MEP_MANIPULATION_UNSQUEEZE = 2,
    /** Without an axis of size 1. */
    MEP_MANIPULATION_SQUEEZE = 3,
};

/** combination */
enum {
    /** One after another. */
    MEP_COMBINATION_CONCAT = 0,
};

/** tensor_property */
enum {
    /** All sizes. */
    MEP_TENSOR_PROPERTY_SHAPE = 0,
    /** The size of one axis. */
    MEP_TENSOR_PROPERTY_SIZE = 1,
    /** The only element. */
    MEP_TENSOR_PROPERTY_ITEM = 2,
};

/** unary_operation */
enum {
    /** Along the last axis. */
    MEP_UNARY_OPERATION_SOFTMAX = 0,
    MEP_UNARY_OPERATION_SQRT = 1,
    MEP_UNARY_OPERATION_ABS = 2,
    MEP_UNARY_OPERATION_NEG = 3,
    MEP_UNARY_OPERATION_EXP = 4,
    MEP_UNARY_OPERATION_RECIPROCAL = 5,
};

/** binary_operation */
enum {
    MEP_BINARY_OPERATION_ADD = 0,
    MEP_BINARY_OPERATION_SUB = 1,
    MEP_BINARY_OPERATION_MUL = 2,
    MEP_BINARY_OPERATION_DIV = 3,
    MEP_BINARY_OPERATION_POW = 4,
    /** The larger one. */
    MEP_BINARY_OPERATION_MAX = 5,
    /** The smaller one. */
    MEP_BINARY_OPERATION_MIN = 6,
};

/** aggregation */
enum {
    MEP_AGGREGATION_ARGMAX = 0,
};

/** comparison */
enum {
    MEP_COMPARISON_EQ = 0,
    MEP_COMPARISON_NE = 1,
    MEP_COMPARISON_GT = 2,
    MEP_COMPARISON_LT = 3,
};

/** serialization */
enum {
    MEP_SERIALIZATION_TEXT = 0,
    MEP_SERIALIZATION_JSON = 1,
    MEP_SERIALIZATION_PNG = 2,
};

/** destination */
enum {
    MEP_DESTINATION_STDOUT = 0,
    MEP_DESTINATION_STDERR = 1,
    MEP_DESTINATION_FILE = 2,
};

/** write_mode */
enum {
    /** A line; a file is replaced. */
    MEP_WRITE_MODE_PLAIN = 0,
    /** At the end of a file. */
    MEP_WRITE_MODE_APPEND = 1,
    /** Text without a newline after it. */
    MEP_WRITE_MODE_NO_NEWLINE = 2,
};

/**
 * A program that prepares inputs, runs models and shows what comes out: the bytecode of section ORCH of a NAC file.
 * It works on 256 slots, which are empty at first, and takes constants from the pool of the section by their ids.
 *
 * Instructions have no length of their own: the opcode decides what follows, so nothing behind an unknown one can
 * be read. Jumps are in bytes, from the end of the instruction.
 *
 * `-role` says what the number in an operand is: `result` (a slot that is written), `slot` (one that is read),
 * `constant` (an id in the pool), `model` (the number that RES_LOAD_MODEL gave), `jump`, or a `literal`. With
 * `_or_none` behind it, 0 means that there is none.
 *
 * `-since` names the first version of NAC that has an instruction or a choice; what has no such hint is in v1.6
 * already. See NAC v1.6, section 9.
 */
typedef struct mep {
    nacf_node node;
    struct { uint8_t instructions; } has;
    /** In the order of the bytes; execution begins with the first one. */
    NACF_LIST(struct mep_plan_instruction *) instructions;
} mep;

/** One instruction. */
typedef struct mep_plan_instruction {
    nacf_node node;
    struct { uint8_t opcode, operands; } has;
    /** What to do. An instruction with an unknown opcode has an unknown size. */
    uint8_t opcode; /* opcode */
    nacf_value operands;
} mep_plan_instruction;

/** EXEC_HALT stands alone. */
typedef struct mep_no_operands {
    nacf_node node;
    struct { uint8_t none_; } has;
} mep_no_operands;

/** What SRC_USER_PROMPT takes. */
typedef struct mep_prompt_operands {
    nacf_node node;
    struct { uint8_t out, kind, prompt; } has;
    uint8_t out;
    /** What the answer is read as. Runtimes of v1.6 ignore it. */
    uint8_t kind; /* value_kind */
    /** The question. */
    uint16_t prompt;
} mep_prompt_operands;

/** What SRC_CONSTANT takes. */
typedef struct mep_constant_operands {
    nacf_node node;
    struct { uint8_t out, constant; } has;
    uint8_t out;
    uint16_t constant;
} mep_constant_operands;

/** What SRC_EXEC_MODE takes. */
typedef struct mep_mode_operands {
    nacf_node node;
    struct { uint8_t out; } has;
    /** Gets the text `infer`, `train` or `infer_train`. */
    uint8_t out;
} mep_mode_operands;

/** What RES_LOAD_MODEL takes. */
typedef struct mep_model_operands {
    nacf_node node;
    struct { uint8_t model, path; } has;
    /** The number by which the program refers to the model. */
    uint8_t model;
    /** The file; the model in the same file when it is empty or that file's name. */
    uint16_t path;
} mep_model_operands;

/** What RES_LOAD_DATAFILE takes. */
typedef struct mep_datafile_operands {
    nacf_node node;
    struct { uint8_t out, kind, path; } has;
    uint8_t out;
    /** What the file holds. */
    uint8_t kind; /* file_kind */
    uint16_t path;
} mep_datafile_operands;

/** What RES_LOAD_EXTERN takes. */
typedef struct mep_extern_operands {
    nacf_node node;
    struct { uint8_t out, kind, resource; } has;
    uint8_t out;
    uint8_t kind; /* extern_kind */
    /** The number of the model whose tokenizer it is, or the value itself. */
    uint16_t resource;
} mep_extern_operands;

/** What RES_LOAD_DYNAMIC takes. */
typedef struct mep_dynamic_operands {
    nacf_node node;
    struct { uint8_t out, name, kind; } has;
    uint8_t out;
    uint8_t name;
    /** What the file holds. */
    uint8_t kind; /* file_kind */
} mep_dynamic_operands;

/** What RES_LOAD_ARRAY takes. */
typedef struct mep_array_operands {
    nacf_node node;
    struct { uint8_t out, array; } has;
    uint8_t out;
    /** The name that the array has in the file. */
    uint16_t array;
} mep_array_operands;

/** What RES_UNLOAD takes. */
typedef struct mep_unload_operands {
    nacf_node node;
    struct { uint8_t kind, model, slot; } has;
    uint8_t kind; /* unload_kind */
    uint8_t model;
    /** The slot, which is empty afterwards. */
    uint8_t slot;
} mep_unload_operands;

/** What PREPROC_ENCODE and PREPROC_DECODE take. */
typedef struct mep_processing_operands {
    nacf_node node;
    struct { uint8_t processor, source, out; } has;
    /** The tokenizer. */
    uint8_t processor;
    uint8_t source;
    uint8_t out;
} mep_processing_operands;

/** What PREPROC_GET_ID takes. */
typedef struct mep_token_operands {
    nacf_node node;
    struct { uint8_t processor, token, out; } has;
    /** The tokenizer. */
    uint8_t processor;
    uint16_t token;
    uint8_t out;
} mep_token_operands;

/** What STRING_FORMAT takes. */
typedef struct mep_format_operands {
    nacf_node node;
    struct { uint8_t out, pattern, num_values, values; } has;
    uint8_t out;
    /** Text with `{}` for each value. */
    uint16_t pattern;
    uint8_t num_values;
    NACF_LIST(uint8_t) values;
} mep_format_operands;

/** What TENSOR_CREATE takes. */
typedef struct mep_creation_operands {
    nacf_node node;
    struct { uint8_t out, dtype, kind, source; } has;
    uint8_t out;
    /** Any other number means float32. */
    uint8_t dtype; /* dtype */
    uint8_t kind; /* creation */
    uint8_t source;
} mep_creation_operands;

/** What TENSOR_MANIPULATE takes. */
typedef struct mep_manipulation_operands {
    nacf_node node;
    struct { uint8_t operation, out, tensor, width, value, dim; } has;
    /** What to do; it decides what follows. */
    uint8_t operation; /* manipulation */
    uint8_t out;
    uint8_t tensor;
    /** Number of elements to pad with. */
    uint8_t width;
    /** What to pad with. */
    uint8_t value;
    /** The axis that is made or removed; from the end when it is negative. */
    uint8_t dim;
} mep_manipulation_operands;

/** What TENSOR_COMBINE takes. */
typedef struct mep_combination_operands {
    nacf_node node;
    struct { uint8_t operation, out, num_tensors, tensors, axis; } has;
    uint8_t operation; /* combination */
    uint8_t out;
    uint8_t num_tensors;
    NACF_LIST(uint8_t) tensors;
    uint8_t axis;
} mep_combination_operands;

/** What TENSOR_INFO takes. */
typedef struct mep_info_operands {
    nacf_node node;
    struct { uint8_t property, out, tensor, axis; } has;
    /** What is asked for; it decides what follows. */
    uint8_t property; /* tensor_property */
    uint8_t out;
    uint8_t tensor;
    /** The axis whose size is asked for. */
    uint8_t axis;
} mep_info_operands;

/** What TENSOR_EXTRACT takes. */
typedef struct mep_extraction_operands {
    nacf_node node;
    struct { uint8_t out, tensor, index; } has;
    uint8_t out;
    uint8_t tensor;
    uint8_t index;
} mep_extraction_operands;

/** What SYS_COPY takes. */
typedef struct mep_copy_operands {
    nacf_node node;
    struct { uint8_t out, source; } has;
    uint8_t out;
    uint8_t source;
} mep_copy_operands;

/** What SYS_DEBUG_PRINT takes. */
typedef struct mep_debug_operands {
    nacf_node node;
    struct { uint8_t source, message; } has;
    uint8_t source;
    uint16_t message;
} mep_debug_operands;

/** What MATH_UNARY takes. */
typedef struct mep_unary_operands {
    nacf_node node;
    struct { uint8_t operation, out, source; } has;
    uint8_t operation; /* unary_operation */
    uint8_t out;
    uint8_t source;
} mep_unary_operands;

/** What MATH_BINARY takes. */
typedef struct mep_binary_operands {
    nacf_node node;
    struct { uint8_t operation, out, left, right; } has;
    uint8_t operation; /* binary_operation */
    uint8_t out;
    uint8_t left;
    uint8_t right;
} mep_binary_operands;

/** What MATH_AGGREGATE takes. */
typedef struct mep_aggregate_operands {
    nacf_node node;
    struct { uint8_t operation, out, source; } has;
    uint8_t operation; /* aggregation */
    uint8_t out;
    uint8_t source;
} mep_aggregate_operands;

/** What LOGIC_COMPARE takes. */
typedef struct mep_comparison_operands {
    nacf_node node;
    struct { uint8_t operation, out, left, right; } has;
    uint8_t operation; /* comparison */
    uint8_t out;
    uint8_t left;
    uint8_t right;
} mep_comparison_operands;

/** What ANALYSIS_TOP_K takes. */
typedef struct mep_top_k_operands {
    nacf_node node;
    struct { uint8_t source, count, indices, elements; } has;
    uint8_t source;
    /** How many. */
    uint8_t count;
    /** Where they are, in the flat tensor. */
    uint8_t indices;
    /** The elements. */
    uint8_t elements;
} mep_top_k_operands;

/** What ANALYSIS_SAMPLE takes. */
typedef struct mep_sampling_operands {
    nacf_node node;
    struct { uint8_t logits, temperature, top_k, out; } has;
    uint8_t logits;
    /** What the logits are divided by when it is positive. */
    uint8_t temperature;
    /** How many of the largest logits take part. */
    uint8_t top_k;
    uint8_t out;
} mep_sampling_operands;

/** What MODEL_RUN_STATIC takes. */
typedef struct mep_run_operands {
    nacf_node node;
    struct { uint8_t model, num_inputs, inputs, num_outputs, outputs; } has;
    uint8_t model;
    uint8_t num_inputs;
    NACF_LIST(uint8_t) inputs;
    uint8_t num_outputs;
    NACF_LIST(uint8_t) outputs;
} mep_run_operands;

/** What MODEL_TRAIN_STEP takes. */
typedef struct mep_training_operands {
    nacf_node node;
    struct { uint8_t model, loss, num_inputs, inputs, num_targets, targets, out, rate, logits, weight, bias; } has;
    uint8_t model;
    /** What is computed of the outputs and the targets. */
    uint8_t loss; /* loss_kind */
    uint8_t num_inputs;
    NACF_LIST(uint8_t) inputs;
    uint8_t num_targets;
    NACF_LIST(uint8_t) targets;
    /** Gets the loss before the update. */
    uint8_t out;
    /** The learning rate. */
    uint8_t rate;
    /** Where the program keeps the output of the model, for runtimes that need it. */
    uint8_t logits;
    /** Name of the weight of the last layer, for runtimes that train nothing else. */
    uint16_t weight;
    /** Name of the bias of the last layer. */
    uint16_t bias;
} mep_training_operands;

/** What MODEL_ZERO_GRAD takes. */
typedef struct mep_gradient_operands {
    nacf_node node;
    struct { uint8_t model; } has;
    uint8_t model;
} mep_gradient_operands;

/** What MODEL_SAVE_WEIGHTS takes. */
typedef struct mep_saving_operands {
    nacf_node node;
    struct { uint8_t model, name, kind; } has;
    uint8_t model;
    /** Name of the file; empty for that of the model. */
    uint8_t name;
    uint8_t kind; /* weights_kind */
} mep_saving_operands;

/** What FLOW_LOOP_START takes. */
typedef struct mep_loop_operands {
    nacf_node node;
    struct { uint8_t count; } has;
    /** How often to run the body. */
    uint8_t count;
} mep_loop_operands;

/** What FLOW_LOOP_END takes. */
typedef struct mep_repetition_operands {
    nacf_node node;
    struct { uint8_t jump; } has;
    /** To the first instruction of the body. */
    int16_t jump;
} mep_repetition_operands;

/** What FLOW_BRANCH_IF and FLOW_BREAK_LOOP_IF take. */
typedef struct mep_branch_operands {
    nacf_node node;
    struct { uint8_t condition, jump; } has;
    uint8_t condition;
    int16_t jump;
} mep_branch_operands;

/** What SERIALIZE_OBJECT takes. */
typedef struct mep_serialization_operands {
    nacf_node node;
    struct { uint8_t out, source, format; } has;
    uint8_t out;
    uint8_t source;
    uint8_t format; /* serialization */
} mep_serialization_operands;

/** What IO_WRITE takes. */
typedef struct mep_write_operands {
    nacf_node node;
    struct { uint8_t source, destination, name, unused, mode; } has;
    uint8_t source;
    uint8_t destination; /* destination */
    /** Name of the file. */
    uint8_t name;
    /** A slot that means nothing, since no file is named. */
    uint8_t unused;
    uint8_t mode; /* write_mode */
} mep_write_operands;

/** What EXEC_RETURN takes. */
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

#ifdef __cplusplus
}
#endif
#endif /* NACFORMATS_MEP_H */
