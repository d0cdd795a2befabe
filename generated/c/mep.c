// Generated from schemas/mep.ksy (sha256 eb9578c8944e44be95d5cb4220d2a7da7cd720c2d0d42373ee552188af843fc1) by `nacformats generate`. Do not edit.
#define NACFORMATS_TABLES
#include "mep.h"

static const nacf_enum enum_0[] = {{"src_user_prompt", 2}, {"src_constant", 4}, {"src_exec_mode", 5},
    {"res_load_model", 16}, {"res_load_datafile", 17}, {"res_load_extern", 18}, {"res_load_dynamic", 19},
    {"res_load_array", 20}, {"res_unload", 31}, {"preproc_encode", 32}, {"preproc_decode", 33}, {"preproc_get_id",
    34}, {"string_format", 42}, {"tensor_create", 48}, {"tensor_manipulate", 56}, {"tensor_combine", 57},
    {"tensor_info", 58}, {"tensor_extract", 59}, {"sys_copy", 89}, {"sys_debug_print", 95}, {"math_unary", 96},
    {"math_binary", 97}, {"math_aggregate", 98}, {"logic_compare", 104}, {"analysis_top_k", 112},
    {"analysis_sample", 113}, {"model_run_static", 128}, {"model_train_step", 130}, {"model_zero_grad", 131},
    {"model_save_weights", 133}, {"flow_loop_start", 160}, {"flow_loop_end", 161}, {"flow_branch_if", 168},
    {"flow_break_loop_if", 169}, {"serialize_object", 224}, {"io_write", 240}, {"exec_return", 254}, {"exec_halt",
    255}, {NULL, 0}};
static const nacf_enum enum_1[] = {{"model", 0}, {"slot", 1}, {NULL, 0}};
static const nacf_enum enum_2[] = {{"pad", 1}, {"unsqueeze", 2}, {"squeeze", 3}, {NULL, 0}};
static const nacf_enum enum_3[] = {{"shape", 0}, {"size", 1}, {"item", 2}, {NULL, 0}};
E(e0, nacf_bool(nacf_in_enum(c, nacf_it(c), enum_0)))
E(e1, I(2))
E(e2, I(4))
E(e3, I(5))
E(e4, I(16))
E(e5, I(17))
E(e6, I(18))
E(e7, I(19))
E(e8, I(20))
E(e9, I(31))
E(e10, I(32))
E(e11, I(33))
E(e12, I(34))
E(e13, I(42))
E(e14, I(48))
E(e15, I(56))
E(e16, I(57))
E(e17, I(58))
E(e18, I(59))
E(e19, I(89))
E(e20, I(95))
E(e21, I(96))
E(e22, I(97))
E(e23, I(98))
E(e24, I(104))
E(e25, I(112))
E(e26, I(113))
E(e27, I(128))
E(e28, I(130))
E(e29, I(131))
E(e30, I(133))
E(e31, I(160))
E(e32, I(161))
E(e33, I(168))
E(e34, I(169))
E(e35, I(224))
E(e36, I(240))
E(e37, I(254))
E(e38, I(255))
E(e39, GET(opcode))
E(e40, nacf_bool(nacf_in_enum(c, nacf_it(c), enum_1)))
E(e41, OP(GET(kind), '=', I(0)))
E(e42, OP(GET(kind), '=', I(1)))
E(e43, GET(num_values))
E(e44, nacf_bool(nacf_in_enum(c, nacf_it(c), enum_2)))
E(e45, OP(GET(operation), '=', I(1)))
E(e46, OP(GET(operation), '!', I(1)))
E(e47, GET(num_tensors))
E(e48, nacf_bool(nacf_in_enum(c, nacf_it(c), enum_3)))
E(e49, OP(GET(property), '=', I(1)))
E(e50, GET(num_inputs))
E(e51, GET(num_outputs))
E(e52, GET(num_targets))
E(e53, OP(GET(destination), '=', I(2)))
E(e54, OP(GET(destination), '!', I(2)))

static const nacf_member mep_members[] = {
    {MEMBER(mep, instructions), .kind = USE(mep_plan_instruction), .repeat = NACF_TO_EOS},
};
TYPE(mep, "mep", .fields = 1, .is_root = true, .is_whole = true);

static const nacf_member mep_plan_instruction_members[] = {
    {MEMBER(mep_plan_instruction, opcode), .kind = UINT(1, LE), RULES({e0,
        "wrong value: expected one of 2 (src_user_prompt), 4 (src_constant), 5 (src_exec_mode), 16 (res_load_model), 17 (res_load_datafile), 18 (res_load_extern), 19 (res_load_dynamic), 20 (res_load_array), 31 (res_unload), 32 (preproc_encode), 33 (preproc_decode), 34 (preproc_get_id), 42 (string_format), 48 (tensor_create), 56 (tensor_manipulate), 57 (tensor_combine), 58 (tensor_info), 59 (tensor_extract), 89 (sys_copy), 95 (sys_debug_print), 96 (math_unary), 97 (math_binary), 98 (math_aggregate), ...",
        NULL, NULL})},
    {MEMBER(mep_plan_instruction, operands), .kind = SWITCH(e39, {e1, USE(mep_prompt_operands)}, {e2,
        USE(mep_constant_operands)}, {e3, USE(mep_mode_operands)}, {e4, USE(mep_model_operands)}, {e5,
        USE(mep_datafile_operands)}, {e6, USE(mep_extern_operands)}, {e7, USE(mep_dynamic_operands)}, {e8,
        USE(mep_array_operands)}, {e9, USE(mep_unload_operands)}, {e10, USE(mep_processing_operands)}, {e11,
        USE(mep_processing_operands)}, {e12, USE(mep_token_operands)}, {e13, USE(mep_format_operands)}, {e14,
        USE(mep_creation_operands)}, {e15, USE(mep_manipulation_operands)}, {e16, USE(mep_combination_operands)},
        {e17, USE(mep_info_operands)}, {e18, USE(mep_extraction_operands)}, {e19, USE(mep_copy_operands)}, {e20,
        USE(mep_debug_operands)}, {e21, USE(mep_unary_operands)}, {e22, USE(mep_binary_operands)}, {e23,
        USE(mep_aggregate_operands)}, {e24, USE(mep_comparison_operands)}, {e25, USE(mep_top_k_operands)}, {e26,
        USE(mep_sampling_operands)}, {e27, USE(mep_run_operands)}, {e28, USE(mep_training_operands)}, {e29,
        USE(mep_gradient_operands)}, {e30, USE(mep_saving_operands)}, {e31, USE(mep_loop_operands)}, {e32,
        USE(mep_repetition_operands)}, {e33, USE(mep_branch_operands)}, {e34, USE(mep_branch_operands)}, {e35,
        USE(mep_serialization_operands)}, {e36, USE(mep_write_operands)}, {e37, USE(mep_return_operands)}, {e38,
        USE(mep_no_operands)}, {NULL, KIND(ANY)})},
};
TYPE(mep_plan_instruction, "plan_instruction", .fields = 2, .is_root = false);

static const nacf_member mep_no_operands_members[] = {
    {.id = ""},
};
TYPE(mep_no_operands, "no_operands", .is_root = false);

static const nacf_member mep_prompt_operands_members[] = {
    {MEMBER(mep_prompt_operands, out), .kind = UINT(1, LE)},
    {MEMBER(mep_prompt_operands, kind), .kind = UINT(1, LE)},
    {MEMBER(mep_prompt_operands, prompt), .kind = UINT(2, LE)},
};
TYPE(mep_prompt_operands, "prompt_operands", .fields = 3, .is_root = false);

static const nacf_member mep_constant_operands_members[] = {
    {MEMBER(mep_constant_operands, out), .kind = UINT(1, LE)},
    {MEMBER(mep_constant_operands, constant), .kind = UINT(2, LE)},
};
TYPE(mep_constant_operands, "constant_operands", .fields = 2, .is_root = false);

static const nacf_member mep_mode_operands_members[] = {
    {MEMBER(mep_mode_operands, out), .kind = UINT(1, LE)},
};
TYPE(mep_mode_operands, "mode_operands", .fields = 1, .is_root = false);

static const nacf_member mep_model_operands_members[] = {
    {MEMBER(mep_model_operands, model), .kind = UINT(1, LE)},
    {MEMBER(mep_model_operands, path), .kind = UINT(2, LE)},
};
TYPE(mep_model_operands, "model_operands", .fields = 2, .is_root = false);

static const nacf_member mep_datafile_operands_members[] = {
    {MEMBER(mep_datafile_operands, out), .kind = UINT(1, LE)},
    {MEMBER(mep_datafile_operands, kind), .kind = UINT(1, LE)},
    {MEMBER(mep_datafile_operands, path), .kind = UINT(2, LE)},
};
TYPE(mep_datafile_operands, "datafile_operands", .fields = 3, .is_root = false);

static const nacf_member mep_extern_operands_members[] = {
    {MEMBER(mep_extern_operands, out), .kind = UINT(1, LE)},
    {MEMBER(mep_extern_operands, kind), .kind = UINT(1, LE)},
    {MEMBER(mep_extern_operands, resource), .kind = UINT(2, LE)},
};
TYPE(mep_extern_operands, "extern_operands", .fields = 3, .is_root = false);

static const nacf_member mep_dynamic_operands_members[] = {
    {MEMBER(mep_dynamic_operands, out), .kind = UINT(1, LE)},
    {MEMBER(mep_dynamic_operands, name), .kind = UINT(1, LE)},
    {MEMBER(mep_dynamic_operands, kind), .kind = UINT(1, LE)},
};
TYPE(mep_dynamic_operands, "dynamic_operands", .fields = 3, .is_root = false);

static const nacf_member mep_array_operands_members[] = {
    {MEMBER(mep_array_operands, out), .kind = UINT(1, LE)},
    {MEMBER(mep_array_operands, array), .kind = UINT(2, LE)},
};
TYPE(mep_array_operands, "array_operands", .fields = 2, .is_root = false);

static const nacf_member mep_unload_operands_members[] = {
    {MEMBER(mep_unload_operands, kind), .kind = UINT(1, LE), RULES({e40,
        "wrong value: expected one of 0 (model), 1 (slot)", NULL, NULL})},
    {MEMBER(mep_unload_operands, model), .kind = UINT(1, LE), .condition = e41},
    {MEMBER(mep_unload_operands, slot), .kind = UINT(1, LE), .condition = e42},
};
TYPE(mep_unload_operands, "unload_operands", .fields = 3, .is_root = false);

static const nacf_member mep_processing_operands_members[] = {
    {MEMBER(mep_processing_operands, processor), .kind = UINT(1, LE)},
    {MEMBER(mep_processing_operands, source), .kind = UINT(1, LE)},
    {MEMBER(mep_processing_operands, out), .kind = UINT(1, LE)},
};
TYPE(mep_processing_operands, "processing_operands", .fields = 3, .is_root = false);

static const nacf_member mep_token_operands_members[] = {
    {MEMBER(mep_token_operands, processor), .kind = UINT(1, LE)},
    {MEMBER(mep_token_operands, token), .kind = UINT(2, LE)},
    {MEMBER(mep_token_operands, out), .kind = UINT(1, LE)},
};
TYPE(mep_token_operands, "token_operands", .fields = 3, .is_root = false);

static const nacf_member mep_format_operands_members[] = {
    {MEMBER(mep_format_operands, out), .kind = UINT(1, LE)},
    {MEMBER(mep_format_operands, pattern), .kind = UINT(2, LE)},
    {MEMBER(mep_format_operands, num_values), .kind = UINT(1, LE), FROM(COUNT_OF, .member = "values")},
    {MEMBER(mep_format_operands, values), .kind = UINT(1, LE), .repeat = NACF_COUNTED, .count = e43},
};
TYPE(mep_format_operands, "format_operands", .fields = 4, .is_root = false);

static const nacf_member mep_creation_operands_members[] = {
    {MEMBER(mep_creation_operands, out), .kind = UINT(1, LE)},
    {MEMBER(mep_creation_operands, dtype), .kind = UINT(1, LE)},
    {MEMBER(mep_creation_operands, kind), .kind = UINT(1, LE)},
    {MEMBER(mep_creation_operands, source), .kind = UINT(1, LE)},
};
TYPE(mep_creation_operands, "creation_operands", .fields = 4, .is_root = false);

static const nacf_member mep_manipulation_operands_members[] = {
    {MEMBER(mep_manipulation_operands, operation), .kind = UINT(1, LE), RULES({e44,
        "wrong value: expected one of 1 (pad), 2 (unsqueeze), 3 (squeeze)", NULL, NULL})},
    {MEMBER(mep_manipulation_operands, out), .kind = UINT(1, LE)},
    {MEMBER(mep_manipulation_operands, tensor), .kind = UINT(1, LE)},
    {MEMBER(mep_manipulation_operands, width), .kind = UINT(1, LE), .condition = e45},
    {MEMBER(mep_manipulation_operands, value), .kind = UINT(1, LE), .condition = e45},
    {MEMBER(mep_manipulation_operands, dim), .kind = UINT(1, LE), .condition = e46},
};
TYPE(mep_manipulation_operands, "manipulation_operands", .fields = 6, .is_root = false);

static const nacf_member mep_combination_operands_members[] = {
    {MEMBER(mep_combination_operands, operation), .kind = UINT(1, LE)},
    {MEMBER(mep_combination_operands, out), .kind = UINT(1, LE)},
    {MEMBER(mep_combination_operands, num_tensors), .kind = UINT(1, LE), FROM(COUNT_OF, .member = "tensors")},
    {MEMBER(mep_combination_operands, tensors), .kind = UINT(1, LE), .repeat = NACF_COUNTED, .count = e47},
    {MEMBER(mep_combination_operands, axis), .kind = UINT(1, LE)},
};
TYPE(mep_combination_operands, "combination_operands", .fields = 5, .is_root = false);

static const nacf_member mep_info_operands_members[] = {
    {MEMBER(mep_info_operands, property), .kind = UINT(1, LE), RULES({e48,
        "wrong value: expected one of 0 (shape), 1 (size), 2 (item)", NULL, NULL})},
    {MEMBER(mep_info_operands, out), .kind = UINT(1, LE)},
    {MEMBER(mep_info_operands, tensor), .kind = UINT(1, LE)},
    {MEMBER(mep_info_operands, axis), .kind = UINT(1, LE), .condition = e49},
};
TYPE(mep_info_operands, "info_operands", .fields = 4, .is_root = false);

static const nacf_member mep_extraction_operands_members[] = {
    {MEMBER(mep_extraction_operands, out), .kind = UINT(1, LE)},
    {MEMBER(mep_extraction_operands, tensor), .kind = UINT(1, LE)},
    {MEMBER(mep_extraction_operands, index), .kind = UINT(1, LE)},
};
TYPE(mep_extraction_operands, "extraction_operands", .fields = 3, .is_root = false);

static const nacf_member mep_copy_operands_members[] = {
    {MEMBER(mep_copy_operands, out), .kind = UINT(1, LE)},
    {MEMBER(mep_copy_operands, source), .kind = UINT(1, LE)},
};
TYPE(mep_copy_operands, "copy_operands", .fields = 2, .is_root = false);

static const nacf_member mep_debug_operands_members[] = {
    {MEMBER(mep_debug_operands, source), .kind = UINT(1, LE)},
    {MEMBER(mep_debug_operands, message), .kind = UINT(2, LE)},
};
TYPE(mep_debug_operands, "debug_operands", .fields = 2, .is_root = false);

static const nacf_member mep_unary_operands_members[] = {
    {MEMBER(mep_unary_operands, operation), .kind = UINT(1, LE)},
    {MEMBER(mep_unary_operands, out), .kind = UINT(1, LE)},
    {MEMBER(mep_unary_operands, source), .kind = UINT(1, LE)},
};
TYPE(mep_unary_operands, "unary_operands", .fields = 3, .is_root = false);

static const nacf_member mep_binary_operands_members[] = {
    {MEMBER(mep_binary_operands, operation), .kind = UINT(1, LE)},
    {MEMBER(mep_binary_operands, out), .kind = UINT(1, LE)},
    {MEMBER(mep_binary_operands, left), .kind = UINT(1, LE)},
    {MEMBER(mep_binary_operands, right), .kind = UINT(1, LE)},
};
TYPE(mep_binary_operands, "binary_operands", .fields = 4, .is_root = false);

static const nacf_member mep_aggregate_operands_members[] = {
    {MEMBER(mep_aggregate_operands, operation), .kind = UINT(1, LE)},
    {MEMBER(mep_aggregate_operands, out), .kind = UINT(1, LE)},
    {MEMBER(mep_aggregate_operands, source), .kind = UINT(1, LE)},
};
TYPE(mep_aggregate_operands, "aggregate_operands", .fields = 3, .is_root = false);

static const nacf_member mep_comparison_operands_members[] = {
    {MEMBER(mep_comparison_operands, operation), .kind = UINT(1, LE)},
    {MEMBER(mep_comparison_operands, out), .kind = UINT(1, LE)},
    {MEMBER(mep_comparison_operands, left), .kind = UINT(1, LE)},
    {MEMBER(mep_comparison_operands, right), .kind = UINT(1, LE)},
};
TYPE(mep_comparison_operands, "comparison_operands", .fields = 4, .is_root = false);

static const nacf_member mep_top_k_operands_members[] = {
    {MEMBER(mep_top_k_operands, source), .kind = UINT(1, LE)},
    {MEMBER(mep_top_k_operands, count), .kind = UINT(1, LE)},
    {MEMBER(mep_top_k_operands, indices), .kind = UINT(1, LE)},
    {MEMBER(mep_top_k_operands, elements), .kind = UINT(1, LE)},
};
TYPE(mep_top_k_operands, "top_k_operands", .fields = 4, .is_root = false);

static const nacf_member mep_sampling_operands_members[] = {
    {MEMBER(mep_sampling_operands, logits), .kind = UINT(1, LE)},
    {MEMBER(mep_sampling_operands, temperature), .kind = UINT(1, LE)},
    {MEMBER(mep_sampling_operands, top_k), .kind = UINT(1, LE)},
    {MEMBER(mep_sampling_operands, out), .kind = UINT(1, LE)},
};
TYPE(mep_sampling_operands, "sampling_operands", .fields = 4, .is_root = false);

static const nacf_member mep_run_operands_members[] = {
    {MEMBER(mep_run_operands, model), .kind = UINT(1, LE)},
    {MEMBER(mep_run_operands, num_inputs), .kind = UINT(1, LE), FROM(COUNT_OF, .member = "inputs")},
    {MEMBER(mep_run_operands, inputs), .kind = UINT(1, LE), .repeat = NACF_COUNTED, .count = e50},
    {MEMBER(mep_run_operands, num_outputs), .kind = UINT(1, LE), FROM(COUNT_OF, .member = "outputs")},
    {MEMBER(mep_run_operands, outputs), .kind = UINT(1, LE), .repeat = NACF_COUNTED, .count = e51},
};
TYPE(mep_run_operands, "run_operands", .fields = 5, .is_root = false);

static const nacf_member mep_training_operands_members[] = {
    {MEMBER(mep_training_operands, model), .kind = UINT(1, LE)},
    {MEMBER(mep_training_operands, loss), .kind = UINT(1, LE)},
    {MEMBER(mep_training_operands, num_inputs), .kind = UINT(1, LE), FROM(COUNT_OF, .member = "inputs")},
    {MEMBER(mep_training_operands, inputs), .kind = UINT(1, LE), .repeat = NACF_COUNTED, .count = e50},
    {MEMBER(mep_training_operands, num_targets), .kind = UINT(1, LE), FROM(COUNT_OF, .member = "targets")},
    {MEMBER(mep_training_operands, targets), .kind = UINT(1, LE), .repeat = NACF_COUNTED, .count = e52},
    {MEMBER(mep_training_operands, out), .kind = UINT(1, LE)},
    {MEMBER(mep_training_operands, rate), .kind = UINT(1, LE)},
    {MEMBER(mep_training_operands, logits), .kind = UINT(1, LE)},
    {MEMBER(mep_training_operands, weight), .kind = UINT(2, LE)},
    {MEMBER(mep_training_operands, bias), .kind = UINT(2, LE)},
};
TYPE(mep_training_operands, "training_operands", .fields = 11, .is_root = false);

static const nacf_member mep_gradient_operands_members[] = {
    {MEMBER(mep_gradient_operands, model), .kind = UINT(1, LE)},
};
TYPE(mep_gradient_operands, "gradient_operands", .fields = 1, .is_root = false);

static const nacf_member mep_saving_operands_members[] = {
    {MEMBER(mep_saving_operands, model), .kind = UINT(1, LE)},
    {MEMBER(mep_saving_operands, name), .kind = UINT(1, LE)},
    {MEMBER(mep_saving_operands, kind), .kind = UINT(1, LE)},
};
TYPE(mep_saving_operands, "saving_operands", .fields = 3, .is_root = false);

static const nacf_member mep_loop_operands_members[] = {
    {MEMBER(mep_loop_operands, count), .kind = UINT(1, LE)},
};
TYPE(mep_loop_operands, "loop_operands", .fields = 1, .is_root = false);

static const nacf_member mep_repetition_operands_members[] = {
    {MEMBER(mep_repetition_operands, jump), .kind = SINT(2, LE)},
};
TYPE(mep_repetition_operands, "repetition_operands", .fields = 1, .is_root = false);

static const nacf_member mep_branch_operands_members[] = {
    {MEMBER(mep_branch_operands, condition), .kind = UINT(1, LE)},
    {MEMBER(mep_branch_operands, jump), .kind = SINT(2, LE)},
};
TYPE(mep_branch_operands, "branch_operands", .fields = 2, .is_root = false);

static const nacf_member mep_serialization_operands_members[] = {
    {MEMBER(mep_serialization_operands, out), .kind = UINT(1, LE)},
    {MEMBER(mep_serialization_operands, source), .kind = UINT(1, LE)},
    {MEMBER(mep_serialization_operands, format), .kind = UINT(1, LE)},
};
TYPE(mep_serialization_operands, "serialization_operands", .fields = 3, .is_root = false);

static const nacf_member mep_write_operands_members[] = {
    {MEMBER(mep_write_operands, source), .kind = UINT(1, LE)},
    {MEMBER(mep_write_operands, destination), .kind = UINT(1, LE)},
    {MEMBER(mep_write_operands, name), .kind = UINT(1, LE), .condition = e53},
    {MEMBER(mep_write_operands, unused), .kind = UINT(1, LE), .condition = e54},
    {MEMBER(mep_write_operands, mode), .kind = UINT(1, LE)},
};
TYPE(mep_write_operands, "write_operands", .fields = 5, .is_root = false);

static const nacf_member mep_return_operands_members[] = {
    {MEMBER(mep_return_operands, num_values), .kind = UINT(1, LE), FROM(COUNT_OF, .member = "values")},
    {MEMBER(mep_return_operands, values), .kind = UINT(1, LE), .repeat = NACF_COUNTED, .count = e43},
};
TYPE(mep_return_operands, "return_operands", .fields = 2, .is_root = false);

NACF_SCHEMA(mep)
