// Generated from schemas/micb.ksy (sha256 5db39ae95eb084788db5a0f8e59b114c46942db28d4c596042ca4fa5d2ad37b2) by `nacformats generate`. Do not edit.
// It imports schemas/uleb128.ksy (sha256 7f8186add90b8dbb561b7475dbf873f7412752189f1e2acac510fc34dd3cce21).

/*
 * Readers, checkers and writers of the repeated records of micb, as columns: one array for each field.
 *
 * They need a C99 compiler and nothing else. They allocate nothing, keep no state, and touch nothing but what they are
 * given, whatever the bytes and the columns hold: all that can be wrong gives a status.
 *
 * Each type of record (interned_string, string_ref, tensor_type, graph_value) has a struct of columns, whose arrays
 * the caller provides, a struct of arguments where records depend on other parts of their file, and these functions:
 *
 * - scan_gather reads bytes into columns, and finds where each record starts;
 * - scan_gather_each reads records that are apart, each in bytes of its own;
 * - check says which record is the first to break a rule of the schema (scan_gather looks at sizes only);
 * - sizes says how many bytes each record takes when it is written;
 * - scatter writes columns as bytes. Counts and lengths are derived, numbers of variable length are as short as can
 *   be.
 *
 * They return MICB_OK or why they stopped, and where in *fault. Sizes and offsets are in bytes; offsets count from
 * the start of `data`. Numbers in columns are those of the machine, whatever its byte order.
 *
 * How long lists are is not known before they are read: call scan_gather with lengths of 0, and it returns
 * MICB_NO_ROOM with the lengths that it needs. Or give each list room for as many elements as fit the bytes that are
 * left: that is always enough.
 */

#ifndef MICB_COLUMNS_H
#define MICB_COLUMNS_H

#include <stddef.h>
#include <stdint.h>

/* Put before every function. To build a DLL, define it as __declspec(dllexport). */
#ifndef MICB_API
#define MICB_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum {
    MICB_OK = 0, /* done */
    MICB_DOES_NOT_FIT = 1, /* the bytes end within a record, or a number in it is too large */
    MICB_NO_ROOM = 2, /* an output is too small */
    MICB_BREAKS_RULE = 3, /* a record breaks a rule of the schema */
    MICB_BAD_COLUMNS = 4, /* columns contradict each other, point outside an array, or do not fit their fields */
    MICB_BAD_ARGUMENTS = 5, /* an argument is out of its bounds */
};

/* Where a function stopped. */
typedef struct micb_fault {
    size_t record; /* the index of the record */
    size_t element; /* where an element of a list breaks a rule: which one of its record */
    int rule; /* after MICB_BREAKS_RULE the number of the rule, otherwise -1 */
} micb_fault;

/* The sha256 of schemas/micb.ksy from which this was generated, in hexadecimal. */
MICB_API const char *micb_schema_sha256(void);

/* The sha256 of the code in micb.c, without these three functions. */
MICB_API const char *micb_code_sha256(void);

/* The structs as text, a line for each type of record, by which callers from other languages can tell a change. */
MICB_API const char *micb_layout(void);

/*
 * interned_string
 *
 * Rules of its check by number: the field, what is wrong, and what is expected.
 *
 * - 0: text, the text is not UTF-8
 */

typedef struct micb_interned_string_columns {
    size_t count; /* records: what every function works on */
    int64_t *starts; /* count + 1: offsets of the records, the last where they end; for scan_gather only */
    int64_t *text_at; /* count: offset in data; negative when scatter is to leave the bytes out */
    int64_t *text_len; /* count: length in bytes */
} micb_interned_string_columns;

/*
 * Reads `count` records from data[pos] on, all of them before data[end], and fills `columns`. Arrays of one number a
 * record have to be zero before: what a record does not have is left alone. After DOES_NOT_FIT, starts[fault->record]
 * is where the record starts that does not fit, and the columns of the records before it are right.
 */
MICB_API int micb_interned_string_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    micb_interned_string_columns *columns,
    micb_fault *fault);

/*
 * Reads one record from data[begins[i]] on, before data[limits[i]], for each i below `count`, and fills `columns` as
 * scan_gather does, except `starts`. ends[i] is where the record ends: it need not fill its bytes. After DOES_NOT_FIT,
 * the columns of the records before fault->record are right. BAD_COLUMNS: bytes are not within the `data_size` of
 * `data`.
 */
MICB_API int micb_interned_string_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    micb_interned_string_columns *columns,
    int64_t *ends,
    micb_fault *fault);

/*
 * Whether all records keep the rules. After BREAKS_RULE, fault->record is the first that does not, and fault->rule the
 * first rule that it breaks.
 *
 * Bytes and texts are in `data` of `data_size` bytes. Texts have to be UTF-8.
 */
MICB_API int micb_interned_string_check(
    const uint8_t *data,
    size_t data_size,
    const micb_interned_string_columns *columns,
    micb_fault *fault);

/* How many bytes each record takes when it is written: `sizes` has room for `count` numbers. */
MICB_API int micb_interned_string_sizes(
    const micb_interned_string_columns *columns,
    int64_t *sizes,
    micb_fault *fault);

/*
 * Writes the records to `out`, which has room for `out_size` bytes and overlaps no input; *written is how many bytes
 * they take. Rules are not checked. After anything but OK, what is in `out` is to be thrown away.
 *
 * Bytes and texts are copied from `data` of `data_size` bytes.
 */
MICB_API int micb_interned_string_scatter(
    const uint8_t *data,
    size_t data_size,
    const micb_interned_string_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    micb_fault *fault);

/*
 * string_ref
 *
 * Rules of its check by number: the field, what is wrong, and what is expected.
 *
 * - 0: idx, wrong value: `_.value < _root.num_strings.value`
 */

typedef struct micb_string_ref_columns {
    size_t count; /* records: what every function works on */
    int64_t *starts; /* count + 1: offsets of the records, the last where they end; for scan_gather only */
    uint64_t *idx; /* count */
} micb_string_ref_columns;

typedef struct micb_string_ref_arguments {
    int64_t num_strings_value; /* num_strings.value of the file, 0 to 9223372036854775807 */
} micb_string_ref_arguments;

/*
 * Reads `count` records from data[pos] on, all of them before data[end], and fills `columns`. Arrays of one number a
 * record have to be zero before: what a record does not have is left alone. After DOES_NOT_FIT, starts[fault->record]
 * is where the record starts that does not fit, and the columns of the records before it are right.
 */
MICB_API int micb_string_ref_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    const micb_string_ref_arguments *arguments,
    micb_string_ref_columns *columns,
    micb_fault *fault);

/*
 * Reads one record from data[begins[i]] on, before data[limits[i]], for each i below `count`, and fills `columns` as
 * scan_gather does, except `starts`. ends[i] is where the record ends: it need not fill its bytes. After DOES_NOT_FIT,
 * the columns of the records before fault->record are right. BAD_COLUMNS: bytes are not within the `data_size` of
 * `data`.
 */
MICB_API int micb_string_ref_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    const micb_string_ref_arguments *arguments,
    micb_string_ref_columns *columns,
    int64_t *ends,
    micb_fault *fault);

/*
 * Whether all records keep the rules. After BREAKS_RULE, fault->record is the first that does not, and fault->rule the
 * first rule that it breaks.
 */
MICB_API int micb_string_ref_check(
    const micb_string_ref_arguments *arguments,
    const micb_string_ref_columns *columns,
    micb_fault *fault);

/* How many bytes each record takes when it is written: `sizes` has room for `count` numbers. */
MICB_API int micb_string_ref_sizes(
    const micb_string_ref_arguments *arguments,
    const micb_string_ref_columns *columns,
    int64_t *sizes,
    micb_fault *fault);

/*
 * Writes the records to `out`, which has room for `out_size` bytes and overlaps no input; *written is how many bytes
 * they take. Rules are not checked. After anything but OK, what is in `out` is to be thrown away.
 */
MICB_API int micb_string_ref_scatter(
    const micb_string_ref_arguments *arguments,
    const micb_string_ref_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    micb_fault *fault);

/*
 * tensor_type
 *
 * Rules of its check by number: the field, what is wrong, and what is expected.
 *
 * - 0: dtype, wrong value: one of 0 (f16), 1 (f32), 2 (f64), 3 (bf16), 4 (i8), 5 (i16), 6 (i32), 7 (i64), 8 (u8), 9
 *   (u16), 10 (u32), 11 (u64), 12 (bool)
 * - 1: dims.idx, wrong value: `_.value < _root.num_strings.value`
 */

typedef struct micb_tensor_type_columns {
    size_t count; /* records: what every function works on */
    int64_t *starts; /* count + 1: offsets of the records, the last where they end; for scan_gather only */
    uint8_t *dtype; /* count */
    int64_t *dims_rows; /* count + 1: the elements of record i are those from [i] to below [i + 1] */
    size_t dims_length; /* elements of that list, in the arrays that follow */
    uint64_t *dims_idx; /* dims_length */
} micb_tensor_type_columns;

typedef struct micb_tensor_type_arguments {
    int64_t num_strings_value; /* num_strings.value of the file, 0 to 9223372036854775807 */
} micb_tensor_type_arguments;

/*
 * Reads `count` records from data[pos] on, all of them before data[end], and fills `columns`. Arrays of one number a
 * record have to be zero before: what a record does not have is left alone. After DOES_NOT_FIT, starts[fault->record]
 * is where the record starts that does not fit, and the columns of the records before it are right.
 *
 * The lengths of lists are set to what the records hold. If that is more than there was room for, it returns NO_ROOM,
 * and everything but the elements is right.
 */
MICB_API int micb_tensor_type_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    const micb_tensor_type_arguments *arguments,
    micb_tensor_type_columns *columns,
    micb_fault *fault);

/*
 * Reads one record from data[begins[i]] on, before data[limits[i]], for each i below `count`, and fills `columns` as
 * scan_gather does, except `starts`. ends[i] is where the record ends: it need not fill its bytes. After DOES_NOT_FIT,
 * the columns of the records before fault->record are right. BAD_COLUMNS: bytes are not within the `data_size` of
 * `data`.
 *
 * The lengths of lists are set to what the records hold. If that is more than there was room for, it returns NO_ROOM,
 * and everything but the elements is right.
 */
MICB_API int micb_tensor_type_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    const micb_tensor_type_arguments *arguments,
    micb_tensor_type_columns *columns,
    int64_t *ends,
    micb_fault *fault);

/*
 * Whether all records keep the rules. After BREAKS_RULE, fault->record is the first that does not, and fault->rule the
 * first rule that it breaks.
 */
MICB_API int micb_tensor_type_check(
    const micb_tensor_type_arguments *arguments,
    const micb_tensor_type_columns *columns,
    micb_fault *fault);

/* How many bytes each record takes when it is written: `sizes` has room for `count` numbers. */
MICB_API int micb_tensor_type_sizes(
    const micb_tensor_type_arguments *arguments,
    const micb_tensor_type_columns *columns,
    int64_t *sizes,
    micb_fault *fault);

/*
 * Writes the records to `out`, which has room for `out_size` bytes and overlaps no input; *written is how many bytes
 * they take. Rules are not checked. After anything but OK, what is in `out` is to be thrown away.
 */
MICB_API int micb_tensor_type_scatter(
    const micb_tensor_type_arguments *arguments,
    const micb_tensor_type_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    micb_fault *fault);

/*
 * graph_value
 *
 * Rules of its check by number: the field, what is wrong, and what is expected.
 *
 * - 0: tag, wrong value: one of 0 (arg), 1 (param), 2 (node)
 * - 1: body.name.idx, wrong value: `_.value < _root.num_strings.value`
 * - 2: body.type_ref.idx, wrong value: `_.value < _root.num_types.value`
 * - 3: body.opcode, wrong value: one of 0 (matmul), 1 (add), 2 (sub), 3 (mul), 4 (div), 5 (relu), 6 (softmax), 7
 *   (sigmoid), 8 (tanh), 9 (gelu), 10 (layernorm), 11 (transpose), 12 (reshape), 13 (sum), 14 (mean), 15 (max), 16
 *   (concat), 17 (split), 18 (gather), 255 (custom)
 * - 4: body.params.name.idx, wrong value: `_.value < _root.num_strings.value`
 * - 5: body.inputs.idx, wrong value: `_.value < limit`
 */

typedef struct micb_graph_value_columns {
    size_t count; /* records: what every function works on */
    int64_t *starts; /* count + 1: offsets of the records, the last where they end; for scan_gather only */
    uint8_t *tag; /* count */
    uint64_t *body_name_idx; /* count */
    uint64_t *body_type_ref_idx; /* count */
    uint8_t *body_opcode; /* count */
    uint64_t *body_params_axis_raw; /* count */
    int64_t *body_params_elements_rows; /* count + 1: the elements of record i are those from [i] to below [i + 1] */
    size_t body_params_elements_length; /* elements of that list, in the arrays that follow */
    uint64_t *body_params_elements_raw; /* body_params_elements_length */
    uint64_t *body_params_count; /* count */
    uint64_t *body_params_name_idx; /* count */
    int64_t *body_inputs_rows; /* count + 1: the elements of record i are those from [i] to below [i + 1] */
    size_t body_inputs_length; /* elements of that list, in the arrays that follow */
    uint64_t *body_inputs_idx; /* body_inputs_length */
} micb_graph_value_columns;

typedef struct micb_graph_value_arguments {
    int64_t num_strings_value; /* num_strings.value of the file, 0 to 9223372036854775807 */
    int64_t num_types_value; /* num_types.value of the file, 0 to 9223372036854775807 */
} micb_graph_value_arguments;

/*
 * Reads `count` records from data[pos] on, all of them before data[end], and fills `columns`. Arrays of one number a
 * record have to be zero before: what a record does not have is left alone. After DOES_NOT_FIT, starts[fault->record]
 * is where the record starts that does not fit, and the columns of the records before it are right.
 *
 * The lengths of lists are set to what the records hold. If that is more than there was room for, it returns NO_ROOM,
 * and everything but the elements is right.
 */
MICB_API int micb_graph_value_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    const micb_graph_value_arguments *arguments,
    micb_graph_value_columns *columns,
    micb_fault *fault);

/*
 * Reads one record from data[begins[i]] on, before data[limits[i]], for each i below `count`, and fills `columns` as
 * scan_gather does, except `starts`. ends[i] is where the record ends: it need not fill its bytes. After DOES_NOT_FIT,
 * the columns of the records before fault->record are right. BAD_COLUMNS: bytes are not within the `data_size` of
 * `data`.
 *
 * The lengths of lists are set to what the records hold. If that is more than there was room for, it returns NO_ROOM,
 * and everything but the elements is right.
 */
MICB_API int micb_graph_value_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    const micb_graph_value_arguments *arguments,
    micb_graph_value_columns *columns,
    int64_t *ends,
    micb_fault *fault);

/*
 * Whether all records keep the rules. After BREAKS_RULE, fault->record is the first that does not, and fault->rule the
 * first rule that it breaks.
 */
MICB_API int micb_graph_value_check(
    const micb_graph_value_arguments *arguments,
    const micb_graph_value_columns *columns,
    micb_fault *fault);

/* How many bytes each record takes when it is written: `sizes` has room for `count` numbers. */
MICB_API int micb_graph_value_sizes(
    const micb_graph_value_arguments *arguments,
    const micb_graph_value_columns *columns,
    int64_t *sizes,
    micb_fault *fault);

/*
 * Writes the records to `out`, which has room for `out_size` bytes and overlaps no input; *written is how many bytes
 * they take. Rules are not checked. After anything but OK, what is in `out` is to be thrown away.
 */
MICB_API int micb_graph_value_scatter(
    const micb_graph_value_arguments *arguments,
    const micb_graph_value_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    micb_fault *fault);

#ifdef __cplusplus
}
#endif

#endif /* MICB_COLUMNS_H */
