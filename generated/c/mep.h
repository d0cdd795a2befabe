// Generated from schemas/mep.ksy (sha256 f5e6c0d9a90892766e34198c379ccc32fbed3f369ec809c31f3c674f5b8c6a2c) by `nacformats generate`. Do not edit.

/*
 * Readers, checkers and writers of the repeated records of mep, as columns: one array for each field.
 *
 * They need a C99 compiler and nothing else. They allocate nothing, keep no state, and touch nothing but what they are
 * given, whatever the bytes and the columns hold: all that can be wrong gives a status.
 *
 * Each type of record (plan_instruction) has a struct of columns, whose arrays the caller provides, a struct of
 * arguments where records depend on other parts of their file, and these functions:
 *
 * - scan_gather reads bytes into columns, and finds where each record starts;
 * - scan_gather_each reads records that are apart, each in bytes of its own;
 * - check says which record is the first to break a rule of the schema (scan_gather looks at sizes only);
 * - sizes says how many bytes each record takes when it is written;
 * - scatter writes columns as bytes. Counts and lengths are derived, numbers of variable length are as short as can
 *   be.
 *
 * They return MEP_OK or why they stopped, and where in *fault. Sizes and offsets are in bytes; offsets count from
 * the start of `data`. Numbers in columns are those of the machine, whatever its byte order.
 *
 * How long lists are is not known before they are read: call scan_gather with lengths of 0, and it returns
 * MEP_NO_ROOM with the lengths that it needs. Or give each list room for as many elements as fit the bytes that are
 * left: that is always enough.
 */

#ifndef MEP_COLUMNS_H
#define MEP_COLUMNS_H

#include <stddef.h>
#include <stdint.h>

/* Put before every function. To build a DLL, define it as __declspec(dllexport). */
#ifndef MEP_API
#define MEP_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum {
    MEP_OK = 0, /* done */
    MEP_DOES_NOT_FIT = 1, /* the bytes end within a record, or a number in it is too large */
    MEP_NO_ROOM = 2, /* an output is too small */
    MEP_BREAKS_RULE = 3, /* a record breaks a rule of the schema */
    MEP_BAD_COLUMNS = 4, /* columns contradict each other, point outside an array, or do not fit their fields */
    MEP_BAD_ARGUMENTS = 5, /* an argument is out of its bounds */
};

/* Where a function stopped. */
typedef struct mep_fault {
    size_t record; /* the index of the record */
    size_t element; /* where an element of a list breaks a rule: which one of its record */
    int rule; /* after MEP_BREAKS_RULE the number of the rule, otherwise -1 */
} mep_fault;

/* The sha256 of schemas/mep.ksy from which this was generated, in hexadecimal. */
MEP_API const char *mep_schema_sha256(void);

/* The sha256 of the code in mep.c, without these three functions. */
MEP_API const char *mep_code_sha256(void);

/* The structs as text, a line for each type of record, by which callers from other languages can tell a change. */
MEP_API const char *mep_layout(void);

/*
 * plan_instruction
 *
 * Rules of its check by number: the field, what is wrong, and what is expected.
 *
 * - 0: opcode, wrong value: one of 2 (src_user_prompt), 4 (src_constant), 5 (src_exec_mode), 16 (res_load_model), 17
 *   (res_load_datafile), 18 (res_load_extern), 19 (res_load_dynamic), 20 (res_load_array), 31 (res_unload), 32
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
    int64_t *starts; /* count + 1: offsets of the records, the last where they end; for scan_gather only */
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
    uint16_t *operands_template; /* count */
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

/*
 * Reads `count` records from data[pos] on, all of them before data[end], and fills `columns`. Arrays of one number a
 * record have to be zero before: what a record does not have is left alone. After DOES_NOT_FIT, starts[fault->record]
 * is where the record starts that does not fit, and the columns of the records before it are right.
 *
 * The lengths of lists are set to what the records hold. If that is more than there was room for, it returns NO_ROOM,
 * and everything but the elements is right.
 */
MEP_API int mep_plan_instruction_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    mep_plan_instruction_columns *columns,
    mep_fault *fault);

/*
 * Reads one record from data[begins[i]] on, before data[limits[i]], for each i below `count`, and fills `columns` as
 * scan_gather does, except `starts`. ends[i] is where the record ends: it need not fill its bytes. After DOES_NOT_FIT,
 * the columns of the records before fault->record are right. BAD_COLUMNS: bytes are not within the `data_size` of
 * `data`.
 *
 * The lengths of lists are set to what the records hold. If that is more than there was room for, it returns NO_ROOM,
 * and everything but the elements is right.
 */
MEP_API int mep_plan_instruction_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    mep_plan_instruction_columns *columns,
    int64_t *ends,
    mep_fault *fault);

/*
 * Whether all records keep the rules. After BREAKS_RULE, fault->record is the first that does not, and fault->rule the
 * first rule that it breaks.
 */
MEP_API int mep_plan_instruction_check(
    const mep_plan_instruction_columns *columns,
    mep_fault *fault);

/* How many bytes each record takes when it is written: `sizes` has room for `count` numbers. */
MEP_API int mep_plan_instruction_sizes(
    const mep_plan_instruction_columns *columns,
    int64_t *sizes,
    mep_fault *fault);

/*
 * Writes the records to `out`, which has room for `out_size` bytes and overlaps no input; *written is how many bytes
 * they take. Rules are not checked. After anything but OK, what is in `out` is to be thrown away.
 */
MEP_API int mep_plan_instruction_scatter(
    const mep_plan_instruction_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    mep_fault *fault);

#ifdef __cplusplus
}
#endif

#endif /* MEP_COLUMNS_H */
