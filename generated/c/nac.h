// Generated from schemas/nac.ksy (sha256 0633245ba11ec1316652a3a52f698b0ae7c264362a179e907afedf63510c32ad) by `nacformats generate`. Do not edit.
// It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
// It imports schemas/mep.ksy (sha256 f5e6c0d9a90892766e34198c379ccc32fbed3f369ec809c31f3c674f5b8c6a2c).
// It imports schemas/tisa.ksy (sha256 010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769).

/*
 * Readers, checkers and writers of the repeated records of nac, as columns: one array for each field.
 *
 * They need a C99 compiler and nothing else. They allocate nothing, keep no state, and touch nothing but what they are
 * given, whatever the bytes and the columns hold: all that can be wrong gives a status.
 *
 * Each type of record (schedule_record, instruction, operation_name, constant, signature, parameter_name, input_name,
 * tensor, tensor_meta, resource, named_array) has a struct of columns, whose arrays the caller provides, a struct of
 * arguments where records depend on other parts of their file, and these functions:
 *
 * - scan_gather reads bytes into columns, and finds where each record starts;
 * - scan_gather_each reads records that are apart, each in bytes of its own;
 * - check says which record is the first to break a rule of the schema (scan_gather looks at sizes only);
 * - sizes says how many bytes each record takes when it is written;
 * - scatter writes columns as bytes. Counts and lengths are derived, numbers of variable length are as short as can
 *   be.
 *
 * They return NAC_OK or why they stopped, and where in *fault. Sizes and offsets are in bytes; offsets count from
 * the start of `data`. Numbers in columns are those of the machine, whatever its byte order.
 *
 * How long lists are is not known before they are read: call scan_gather with lengths of 0, and it returns
 * NAC_NO_ROOM with the lengths that it needs. Or give each list room for as many elements as fit the bytes that are
 * left: that is always enough.
 */

#ifndef NAC_COLUMNS_H
#define NAC_COLUMNS_H

#include <stddef.h>
#include <stdint.h>

/* Put before every function. To build a DLL, define it as __declspec(dllexport). */
#ifndef NAC_API
#define NAC_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum {
    NAC_OK = 0, /* done */
    NAC_DOES_NOT_FIT = 1, /* the bytes end within a record, or a number in it is too large */
    NAC_NO_ROOM = 2, /* an output is too small */
    NAC_BREAKS_RULE = 3, /* a record breaks a rule of the schema */
    NAC_BAD_COLUMNS = 4, /* columns contradict each other, point outside an array, or do not fit their fields */
    NAC_BAD_ARGUMENTS = 5, /* an argument is out of its bounds */
};

/* Where a function stopped. */
typedef struct nac_fault {
    size_t record; /* the index of the record */
    size_t element; /* where an element of a list breaks a rule: which one of its record */
    int rule; /* after NAC_BREAKS_RULE the number of the rule, otherwise -1 */
} nac_fault;

/* The sha256 of schemas/nac.ksy from which this was generated, in hexadecimal. */
NAC_API const char *nac_schema_sha256(void);

/* The sha256 of the code in nac.c, without these three functions. */
NAC_API const char *nac_code_sha256(void);

/* The structs as text, a line for each type of record, by which callers from other languages can tell a change. */
NAC_API const char *nac_layout(void);

/* schedule_record */

typedef struct nac_schedule_record_columns {
    size_t count; /* records: what every function works on */
    int64_t *starts; /* count + 1: offsets of the records, the last where they end; for scan_gather only */
    uint16_t *tick; /* count */
    int64_t *commands_rows; /* count + 1: the elements of record i are those from [i] to below [i + 1] */
    size_t commands_length; /* elements of that list, in the arrays that follow */
    uint8_t *commands_action; /* commands_length */
    uint16_t *commands_target; /* commands_length */
} nac_schedule_record_columns;

/*
 * Reads `count` records from data[pos] on, all of them before data[end], and fills `columns`. Arrays of one number a
 * record have to be zero before: what a record does not have is left alone. After DOES_NOT_FIT, starts[fault->record]
 * is where the record starts that does not fit, and the columns of the records before it are right.
 *
 * The lengths of lists are set to what the records hold. If that is more than there was room for, it returns NO_ROOM,
 * and everything but the elements is right.
 */
NAC_API int nac_schedule_record_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    nac_schedule_record_columns *columns,
    nac_fault *fault);

/*
 * Reads one record from data[begins[i]] on, before data[limits[i]], for each i below `count`, and fills `columns` as
 * scan_gather does, except `starts`. ends[i] is where the record ends: it need not fill its bytes. After DOES_NOT_FIT,
 * the columns of the records before fault->record are right. BAD_COLUMNS: bytes are not within the `data_size` of
 * `data`.
 *
 * The lengths of lists are set to what the records hold. If that is more than there was room for, it returns NO_ROOM,
 * and everything but the elements is right.
 */
NAC_API int nac_schedule_record_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    nac_schedule_record_columns *columns,
    int64_t *ends,
    nac_fault *fault);

/*
 * Whether all records keep the rules. After BREAKS_RULE, fault->record is the first that does not, and fault->rule the
 * first rule that it breaks.
 */
NAC_API int nac_schedule_record_check(
    const nac_schedule_record_columns *columns,
    nac_fault *fault);

/* How many bytes each record takes when it is written: `sizes` has room for `count` numbers. */
NAC_API int nac_schedule_record_sizes(
    const nac_schedule_record_columns *columns,
    int64_t *sizes,
    nac_fault *fault);

/*
 * Writes the records to `out`, which has room for `out_size` bytes and overlaps no input; *written is how many bytes
 * they take. Rules are not checked. After anything but OK, what is in `out` is to be thrown away.
 */
NAC_API int nac_schedule_record_scatter(
    const nac_schedule_record_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    nac_fault *fault);

/*
 * instruction
 *
 * Rules of its check by number: the field, what is wrong, and what is expected.
 *
 * - 0: fields.prefix, wrong value: one of 1, 2
 * - 1: fields.prefix, out of range: at least 0
 * - 2: fields.num_branches, out of range: at least 0
 * - 3: fields.num_constants, out of range: at least 0
 * - 4: fields.num_constants, out of range: at least 0
 * - 5: fields.prefix, wrong value: one of 1, 2
 */

typedef struct nac_instruction_columns {
    size_t count; /* records: what every function works on */
    int64_t *starts; /* count + 1: offsets of the records, the last where they end; for scan_gather only */
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
    int64_t id_getitem; /* id_getitem of the file, -2147483648 to 2147483647 */
    int64_t id_operator_getitem; /* id_operator_getitem of the file, -2147483648 to 2147483647 */
    int64_t id_select; /* id_select of the file, -2147483648 to 2147483647 */
    int64_t num_outputs; /* num_outputs of the file, 0 to 65535 */
    const int64_t *signature_table_has_constants; /* 256 entries: has_constants of each of signature_table */
    const int64_t *signature_table_num_codes; /* 256 entries: num_codes of each of signature_table, 0 to 255 */
    int64_t version; /* version of the file, 0 to 255 */
} nac_instruction_arguments;

/*
 * Reads `count` records from data[pos] on, all of them before data[end], and fills `columns`. Arrays of one number a
 * record have to be zero before: what a record does not have is left alone. After DOES_NOT_FIT, starts[fault->record]
 * is where the record starts that does not fit, and the columns of the records before it are right.
 *
 * The lengths of lists are set to what the records hold. If that is more than there was room for, it returns NO_ROOM,
 * and everything but the elements is right.
 */
NAC_API int nac_instruction_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    const nac_instruction_arguments *arguments,
    nac_instruction_columns *columns,
    nac_fault *fault);

/*
 * Reads one record from data[begins[i]] on, before data[limits[i]], for each i below `count`, and fills `columns` as
 * scan_gather does, except `starts`. ends[i] is where the record ends: it need not fill its bytes. After DOES_NOT_FIT,
 * the columns of the records before fault->record are right. BAD_COLUMNS: bytes are not within the `data_size` of
 * `data`.
 *
 * The lengths of lists are set to what the records hold. If that is more than there was room for, it returns NO_ROOM,
 * and everything but the elements is right.
 */
NAC_API int nac_instruction_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    const nac_instruction_arguments *arguments,
    nac_instruction_columns *columns,
    int64_t *ends,
    nac_fault *fault);

/*
 * Whether all records keep the rules. After BREAKS_RULE, fault->record is the first that does not, and fault->rule the
 * first rule that it breaks.
 */
NAC_API int nac_instruction_check(
    const nac_instruction_arguments *arguments,
    const nac_instruction_columns *columns,
    nac_fault *fault);

/* How many bytes each record takes when it is written: `sizes` has room for `count` numbers. */
NAC_API int nac_instruction_sizes(
    const nac_instruction_arguments *arguments,
    const nac_instruction_columns *columns,
    int64_t *sizes,
    nac_fault *fault);

/*
 * Writes the records to `out`, which has room for `out_size` bytes and overlaps no input; *written is how many bytes
 * they take. Rules are not checked. After anything but OK, what is in `out` is to be thrown away.
 */
NAC_API int nac_instruction_scatter(
    const nac_instruction_arguments *arguments,
    const nac_instruction_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    nac_fault *fault);

/*
 * operation_name
 *
 * Rules of its check by number: the field, what is wrong, and what is expected.
 *
 * - 0: name, the text is not UTF-8
 */

typedef struct nac_operation_name_columns {
    size_t count; /* records: what every function works on */
    int64_t *starts; /* count + 1: offsets of the records, the last where they end; for scan_gather only */
    uint16_t *id_operation; /* count */
    int64_t *name_at; /* count: offset in data; negative when scatter is to leave the bytes out */
    int64_t *name_len; /* count: length in bytes */
} nac_operation_name_columns;

/*
 * Reads `count` records from data[pos] on, all of them before data[end], and fills `columns`. Arrays of one number a
 * record have to be zero before: what a record does not have is left alone. After DOES_NOT_FIT, starts[fault->record]
 * is where the record starts that does not fit, and the columns of the records before it are right.
 */
NAC_API int nac_operation_name_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    nac_operation_name_columns *columns,
    nac_fault *fault);

/*
 * Reads one record from data[begins[i]] on, before data[limits[i]], for each i below `count`, and fills `columns` as
 * scan_gather does, except `starts`. ends[i] is where the record ends: it need not fill its bytes. After DOES_NOT_FIT,
 * the columns of the records before fault->record are right. BAD_COLUMNS: bytes are not within the `data_size` of
 * `data`.
 */
NAC_API int nac_operation_name_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    nac_operation_name_columns *columns,
    int64_t *ends,
    nac_fault *fault);

/*
 * Whether all records keep the rules. After BREAKS_RULE, fault->record is the first that does not, and fault->rule the
 * first rule that it breaks.
 *
 * Bytes and texts are in `data` of `data_size` bytes. Texts have to be UTF-8.
 */
NAC_API int nac_operation_name_check(
    const uint8_t *data,
    size_t data_size,
    const nac_operation_name_columns *columns,
    nac_fault *fault);

/* How many bytes each record takes when it is written: `sizes` has room for `count` numbers. */
NAC_API int nac_operation_name_sizes(
    const nac_operation_name_columns *columns,
    int64_t *sizes,
    nac_fault *fault);

/*
 * Writes the records to `out`, which has room for `out_size` bytes and overlaps no input; *written is how many bytes
 * they take. Rules are not checked. After anything but OK, what is in `out` is to be thrown away.
 *
 * Bytes and texts are copied from `data` of `data_size` bytes.
 */
NAC_API int nac_operation_name_scatter(
    const uint8_t *data,
    size_t data_size,
    const nac_operation_name_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    nac_fault *fault);

/*
 * constant
 *
 * Rules of its check by number: the field, what is wrong, and what is expected.
 *
 * - 0: kind, wrong value: one of 0 (none), 1 (truth), 2 (int64), 3 (float64), 4 (text), 5 (int32_list), 6
 *   (float32_list)
 * - 1: length, wrong value: `_ == 8 or (kind != constant_kind::int64 and kind != constant_kind::float64)`
 * - 2: body.is_true, wrong value: one of 0, 1
 * - 3: body.text, the text is not UTF-8
 */

typedef struct nac_constant_columns {
    size_t count; /* records: what every function works on */
    int64_t *starts; /* count + 1: offsets of the records, the last where they end; for scan_gather only */
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

/*
 * Reads `count` records from data[pos] on, all of them before data[end], and fills `columns`. Arrays of one number a
 * record have to be zero before: what a record does not have is left alone. After DOES_NOT_FIT, starts[fault->record]
 * is where the record starts that does not fit, and the columns of the records before it are right.
 *
 * The lengths of lists are set to what the records hold. If that is more than there was room for, it returns NO_ROOM,
 * and everything but the elements is right.
 */
NAC_API int nac_constant_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    nac_constant_columns *columns,
    nac_fault *fault);

/*
 * Reads one record from data[begins[i]] on, before data[limits[i]], for each i below `count`, and fills `columns` as
 * scan_gather does, except `starts`. ends[i] is where the record ends: it need not fill its bytes. After DOES_NOT_FIT,
 * the columns of the records before fault->record are right. BAD_COLUMNS: bytes are not within the `data_size` of
 * `data`.
 *
 * The lengths of lists are set to what the records hold. If that is more than there was room for, it returns NO_ROOM,
 * and everything but the elements is right.
 */
NAC_API int nac_constant_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    nac_constant_columns *columns,
    int64_t *ends,
    nac_fault *fault);

/*
 * Whether all records keep the rules. After BREAKS_RULE, fault->record is the first that does not, and fault->rule the
 * first rule that it breaks.
 *
 * Bytes and texts are in `data` of `data_size` bytes. Texts have to be UTF-8.
 */
NAC_API int nac_constant_check(
    const uint8_t *data,
    size_t data_size,
    const nac_constant_columns *columns,
    nac_fault *fault);

/* How many bytes each record takes when it is written: `sizes` has room for `count` numbers. */
NAC_API int nac_constant_sizes(
    const nac_constant_columns *columns,
    int64_t *sizes,
    nac_fault *fault);

/*
 * Writes the records to `out`, which has room for `out_size` bytes and overlaps no input; *written is how many bytes
 * they take. Rules are not checked. After anything but OK, what is in `out` is to be thrown away.
 *
 * Bytes and texts are copied from `data` of `data_size` bytes.
 */
NAC_API int nac_constant_scatter(
    const uint8_t *data,
    size_t data_size,
    const nac_constant_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    nac_fault *fault);

/* signature */

typedef struct nac_signature_columns {
    size_t count; /* records: what every function works on */
    int64_t *starts; /* count + 1: offsets of the records, the last where they end; for scan_gather only */
    uint16_t *id_signature; /* count */
    int64_t *codes_rows; /* count + 1: the elements of record i are those from [i] to below [i + 1] */
    size_t codes_length; /* elements of that list, in the arrays that follow */
    uint8_t *codes_code; /* codes_length */
} nac_signature_columns;

/*
 * Reads `count` records from data[pos] on, all of them before data[end], and fills `columns`. Arrays of one number a
 * record have to be zero before: what a record does not have is left alone. After DOES_NOT_FIT, starts[fault->record]
 * is where the record starts that does not fit, and the columns of the records before it are right.
 *
 * The lengths of lists are set to what the records hold. If that is more than there was room for, it returns NO_ROOM,
 * and everything but the elements is right.
 */
NAC_API int nac_signature_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    nac_signature_columns *columns,
    nac_fault *fault);

/*
 * Reads one record from data[begins[i]] on, before data[limits[i]], for each i below `count`, and fills `columns` as
 * scan_gather does, except `starts`. ends[i] is where the record ends: it need not fill its bytes. After DOES_NOT_FIT,
 * the columns of the records before fault->record are right. BAD_COLUMNS: bytes are not within the `data_size` of
 * `data`.
 *
 * The lengths of lists are set to what the records hold. If that is more than there was room for, it returns NO_ROOM,
 * and everything but the elements is right.
 */
NAC_API int nac_signature_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    nac_signature_columns *columns,
    int64_t *ends,
    nac_fault *fault);

/*
 * Whether all records keep the rules. After BREAKS_RULE, fault->record is the first that does not, and fault->rule the
 * first rule that it breaks.
 */
NAC_API int nac_signature_check(
    const nac_signature_columns *columns,
    nac_fault *fault);

/* How many bytes each record takes when it is written: `sizes` has room for `count` numbers. */
NAC_API int nac_signature_sizes(
    const nac_signature_columns *columns,
    int64_t *sizes,
    nac_fault *fault);

/*
 * Writes the records to `out`, which has room for `out_size` bytes and overlaps no input; *written is how many bytes
 * they take. Rules are not checked. After anything but OK, what is in `out` is to be thrown away.
 */
NAC_API int nac_signature_scatter(
    const nac_signature_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    nac_fault *fault);

/*
 * parameter_name
 *
 * Rules of its check by number: the field, what is wrong, and what is expected.
 *
 * - 0: name, the text is not UTF-8
 */

typedef struct nac_parameter_name_columns {
    size_t count; /* records: what every function works on */
    int64_t *starts; /* count + 1: offsets of the records, the last where they end; for scan_gather only */
    uint16_t *id_parameter; /* count */
    int64_t *name_at; /* count: offset in data; negative when scatter is to leave the bytes out */
    int64_t *name_len; /* count: length in bytes */
} nac_parameter_name_columns;

/*
 * Reads `count` records from data[pos] on, all of them before data[end], and fills `columns`. Arrays of one number a
 * record have to be zero before: what a record does not have is left alone. After DOES_NOT_FIT, starts[fault->record]
 * is where the record starts that does not fit, and the columns of the records before it are right.
 */
NAC_API int nac_parameter_name_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    nac_parameter_name_columns *columns,
    nac_fault *fault);

/*
 * Reads one record from data[begins[i]] on, before data[limits[i]], for each i below `count`, and fills `columns` as
 * scan_gather does, except `starts`. ends[i] is where the record ends: it need not fill its bytes. After DOES_NOT_FIT,
 * the columns of the records before fault->record are right. BAD_COLUMNS: bytes are not within the `data_size` of
 * `data`.
 */
NAC_API int nac_parameter_name_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    nac_parameter_name_columns *columns,
    int64_t *ends,
    nac_fault *fault);

/*
 * Whether all records keep the rules. After BREAKS_RULE, fault->record is the first that does not, and fault->rule the
 * first rule that it breaks.
 *
 * Bytes and texts are in `data` of `data_size` bytes. Texts have to be UTF-8.
 */
NAC_API int nac_parameter_name_check(
    const uint8_t *data,
    size_t data_size,
    const nac_parameter_name_columns *columns,
    nac_fault *fault);

/* How many bytes each record takes when it is written: `sizes` has room for `count` numbers. */
NAC_API int nac_parameter_name_sizes(
    const nac_parameter_name_columns *columns,
    int64_t *sizes,
    nac_fault *fault);

/*
 * Writes the records to `out`, which has room for `out_size` bytes and overlaps no input; *written is how many bytes
 * they take. Rules are not checked. After anything but OK, what is in `out` is to be thrown away.
 *
 * Bytes and texts are copied from `data` of `data_size` bytes.
 */
NAC_API int nac_parameter_name_scatter(
    const uint8_t *data,
    size_t data_size,
    const nac_parameter_name_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    nac_fault *fault);

/*
 * input_name
 *
 * Rules of its check by number: the field, what is wrong, and what is expected.
 *
 * - 0: name, the text is not UTF-8
 */

typedef struct nac_input_name_columns {
    size_t count; /* records: what every function works on */
    int64_t *starts; /* count + 1: offsets of the records, the last where they end; for scan_gather only */
    uint16_t *idx_instruction; /* count */
    int64_t *name_at; /* count: offset in data; negative when scatter is to leave the bytes out */
    int64_t *name_len; /* count: length in bytes */
} nac_input_name_columns;

/*
 * Reads `count` records from data[pos] on, all of them before data[end], and fills `columns`. Arrays of one number a
 * record have to be zero before: what a record does not have is left alone. After DOES_NOT_FIT, starts[fault->record]
 * is where the record starts that does not fit, and the columns of the records before it are right.
 */
NAC_API int nac_input_name_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    nac_input_name_columns *columns,
    nac_fault *fault);

/*
 * Reads one record from data[begins[i]] on, before data[limits[i]], for each i below `count`, and fills `columns` as
 * scan_gather does, except `starts`. ends[i] is where the record ends: it need not fill its bytes. After DOES_NOT_FIT,
 * the columns of the records before fault->record are right. BAD_COLUMNS: bytes are not within the `data_size` of
 * `data`.
 */
NAC_API int nac_input_name_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    nac_input_name_columns *columns,
    int64_t *ends,
    nac_fault *fault);

/*
 * Whether all records keep the rules. After BREAKS_RULE, fault->record is the first that does not, and fault->rule the
 * first rule that it breaks.
 *
 * Bytes and texts are in `data` of `data_size` bytes. Texts have to be UTF-8.
 */
NAC_API int nac_input_name_check(
    const uint8_t *data,
    size_t data_size,
    const nac_input_name_columns *columns,
    nac_fault *fault);

/* How many bytes each record takes when it is written: `sizes` has room for `count` numbers. */
NAC_API int nac_input_name_sizes(
    const nac_input_name_columns *columns,
    int64_t *sizes,
    nac_fault *fault);

/*
 * Writes the records to `out`, which has room for `out_size` bytes and overlaps no input; *written is how many bytes
 * they take. Rules are not checked. After anything but OK, what is in `out` is to be thrown away.
 *
 * Bytes and texts are copied from `data` of `data_size` bytes.
 */
NAC_API int nac_input_name_scatter(
    const uint8_t *data,
    size_t data_size,
    const nac_input_name_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    nac_fault *fault);

/* tensor */

typedef struct nac_tensor_columns {
    size_t count; /* records: what every function works on */
    int64_t *starts; /* count + 1: offsets of the records, the last where they end; for scan_gather only */
    uint16_t *id_parameter; /* count */
    int64_t *meta_at; /* count: offset in data; negative when scatter is to leave the bytes out */
    int64_t *meta_len; /* count: length in bytes */
    int64_t *data_at; /* count: offset in data; negative when scatter is to leave the bytes out */
    int64_t *data_len; /* count: length in bytes */
} nac_tensor_columns;

/*
 * Reads `count` records from data[pos] on, all of them before data[end], and fills `columns`. Arrays of one number a
 * record have to be zero before: what a record does not have is left alone. After DOES_NOT_FIT, starts[fault->record]
 * is where the record starts that does not fit, and the columns of the records before it are right.
 */
NAC_API int nac_tensor_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    nac_tensor_columns *columns,
    nac_fault *fault);

/*
 * Reads one record from data[begins[i]] on, before data[limits[i]], for each i below `count`, and fills `columns` as
 * scan_gather does, except `starts`. ends[i] is where the record ends: it need not fill its bytes. After DOES_NOT_FIT,
 * the columns of the records before fault->record are right. BAD_COLUMNS: bytes are not within the `data_size` of
 * `data`.
 */
NAC_API int nac_tensor_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    nac_tensor_columns *columns,
    int64_t *ends,
    nac_fault *fault);

/*
 * Whether all records keep the rules. After BREAKS_RULE, fault->record is the first that does not, and fault->rule the
 * first rule that it breaks.
 *
 * Bytes and texts are in `data` of `data_size` bytes. Texts have to be UTF-8.
 */
NAC_API int nac_tensor_check(
    const uint8_t *data,
    size_t data_size,
    const nac_tensor_columns *columns,
    nac_fault *fault);

/* How many bytes each record takes when it is written: `sizes` has room for `count` numbers. */
NAC_API int nac_tensor_sizes(
    const nac_tensor_columns *columns,
    int64_t *sizes,
    nac_fault *fault);

/*
 * Writes the records to `out`, which has room for `out_size` bytes and overlaps no input; *written is how many bytes
 * they take. Rules are not checked. After anything but OK, what is in `out` is to be thrown away.
 *
 * Bytes and texts are copied from `data` of `data_size` bytes.
 */
NAC_API int nac_tensor_scatter(
    const uint8_t *data,
    size_t data_size,
    const nac_tensor_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    nac_fault *fault);

/*
 * tensor_meta
 *
 * Rules of its check by number: the field, what is wrong, and what is expected.
 *
 * - 0: quantization, wrong value: one of 0 (none), 1 (fp16), 2 (int8_tensor), 3 (int8_channel), 4 (block_fp8)
 */

typedef struct nac_tensor_meta_columns {
    size_t count; /* records: what every function works on */
    int64_t *starts; /* count + 1: offsets of the records, the last where they end; for scan_gather only */
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

/*
 * Reads `count` records from data[pos] on, all of them before data[end], and fills `columns`. Arrays of one number a
 * record have to be zero before: what a record does not have is left alone. After DOES_NOT_FIT, starts[fault->record]
 * is where the record starts that does not fit, and the columns of the records before it are right.
 *
 * The lengths of lists are set to what the records hold. If that is more than there was room for, it returns NO_ROOM,
 * and everything but the elements is right.
 */
NAC_API int nac_tensor_meta_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    nac_tensor_meta_columns *columns,
    nac_fault *fault);

/*
 * Reads one record from data[begins[i]] on, before data[limits[i]], for each i below `count`, and fills `columns` as
 * scan_gather does, except `starts`. ends[i] is where the record ends: it need not fill its bytes. After DOES_NOT_FIT,
 * the columns of the records before fault->record are right. BAD_COLUMNS: bytes are not within the `data_size` of
 * `data`.
 *
 * The lengths of lists are set to what the records hold. If that is more than there was room for, it returns NO_ROOM,
 * and everything but the elements is right.
 */
NAC_API int nac_tensor_meta_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    nac_tensor_meta_columns *columns,
    int64_t *ends,
    nac_fault *fault);

/*
 * Whether all records keep the rules. After BREAKS_RULE, fault->record is the first that does not, and fault->rule the
 * first rule that it breaks.
 *
 * Bytes and texts are in `data` of `data_size` bytes. Texts have to be UTF-8.
 */
NAC_API int nac_tensor_meta_check(
    const uint8_t *data,
    size_t data_size,
    const nac_tensor_meta_columns *columns,
    nac_fault *fault);

/* How many bytes each record takes when it is written: `sizes` has room for `count` numbers. */
NAC_API int nac_tensor_meta_sizes(
    const nac_tensor_meta_columns *columns,
    int64_t *sizes,
    nac_fault *fault);

/*
 * Writes the records to `out`, which has room for `out_size` bytes and overlaps no input; *written is how many bytes
 * they take. Rules are not checked. After anything but OK, what is in `out` is to be thrown away.
 *
 * Bytes and texts are copied from `data` of `data_size` bytes.
 */
NAC_API int nac_tensor_meta_scatter(
    const uint8_t *data,
    size_t data_size,
    const nac_tensor_meta_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    nac_fault *fault);

/*
 * resource
 *
 * Rules of its check by number: the field, what is wrong, and what is expected.
 *
 * - 0: name, the text is not UTF-8
 */

typedef struct nac_resource_columns {
    size_t count; /* records: what every function works on */
    int64_t *starts; /* count + 1: offsets of the records, the last where they end; for scan_gather only */
    int64_t *name_at; /* count: offset in data; negative when scatter is to leave the bytes out */
    int64_t *name_len; /* count: length in bytes */
    int64_t *data_at; /* count: offset in data; negative when scatter is to leave the bytes out */
    int64_t *data_len; /* count: length in bytes */
} nac_resource_columns;

/*
 * Reads `count` records from data[pos] on, all of them before data[end], and fills `columns`. Arrays of one number a
 * record have to be zero before: what a record does not have is left alone. After DOES_NOT_FIT, starts[fault->record]
 * is where the record starts that does not fit, and the columns of the records before it are right.
 */
NAC_API int nac_resource_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    nac_resource_columns *columns,
    nac_fault *fault);

/*
 * Reads one record from data[begins[i]] on, before data[limits[i]], for each i below `count`, and fills `columns` as
 * scan_gather does, except `starts`. ends[i] is where the record ends: it need not fill its bytes. After DOES_NOT_FIT,
 * the columns of the records before fault->record are right. BAD_COLUMNS: bytes are not within the `data_size` of
 * `data`.
 */
NAC_API int nac_resource_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    nac_resource_columns *columns,
    int64_t *ends,
    nac_fault *fault);

/*
 * Whether all records keep the rules. After BREAKS_RULE, fault->record is the first that does not, and fault->rule the
 * first rule that it breaks.
 *
 * Bytes and texts are in `data` of `data_size` bytes. Texts have to be UTF-8.
 */
NAC_API int nac_resource_check(
    const uint8_t *data,
    size_t data_size,
    const nac_resource_columns *columns,
    nac_fault *fault);

/* How many bytes each record takes when it is written: `sizes` has room for `count` numbers. */
NAC_API int nac_resource_sizes(
    const nac_resource_columns *columns,
    int64_t *sizes,
    nac_fault *fault);

/*
 * Writes the records to `out`, which has room for `out_size` bytes and overlaps no input; *written is how many bytes
 * they take. Rules are not checked. After anything but OK, what is in `out` is to be thrown away.
 *
 * Bytes and texts are copied from `data` of `data_size` bytes.
 */
NAC_API int nac_resource_scatter(
    const uint8_t *data,
    size_t data_size,
    const nac_resource_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    nac_fault *fault);

/*
 * named_array
 *
 * Rules of its check by number: the field, what is wrong, and what is expected.
 *
 * - 0: name, the text is not UTF-8
 */

typedef struct nac_named_array_columns {
    size_t count; /* records: what every function works on */
    int64_t *starts; /* count + 1: offsets of the records, the last where they end; for scan_gather only */
    int64_t *name_at; /* count: offset in data; negative when scatter is to leave the bytes out */
    int64_t *name_len; /* count: length in bytes */
    uint8_t *dtype; /* count */
    int64_t *dims_rows; /* count + 1: the elements of record i are those from [i] to below [i + 1] */
    size_t dims_length; /* elements of that list, in the arrays that follow */
    uint32_t *dims; /* dims_length */
    int64_t *data_at; /* count: offset in data; negative when scatter is to leave the bytes out */
    int64_t *data_len; /* count: length in bytes */
} nac_named_array_columns;

/*
 * Reads `count` records from data[pos] on, all of them before data[end], and fills `columns`. Arrays of one number a
 * record have to be zero before: what a record does not have is left alone. After DOES_NOT_FIT, starts[fault->record]
 * is where the record starts that does not fit, and the columns of the records before it are right.
 *
 * The lengths of lists are set to what the records hold. If that is more than there was room for, it returns NO_ROOM,
 * and everything but the elements is right.
 */
NAC_API int nac_named_array_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    nac_named_array_columns *columns,
    nac_fault *fault);

/*
 * Reads one record from data[begins[i]] on, before data[limits[i]], for each i below `count`, and fills `columns` as
 * scan_gather does, except `starts`. ends[i] is where the record ends: it need not fill its bytes. After DOES_NOT_FIT,
 * the columns of the records before fault->record are right. BAD_COLUMNS: bytes are not within the `data_size` of
 * `data`.
 *
 * The lengths of lists are set to what the records hold. If that is more than there was room for, it returns NO_ROOM,
 * and everything but the elements is right.
 */
NAC_API int nac_named_array_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    nac_named_array_columns *columns,
    int64_t *ends,
    nac_fault *fault);

/*
 * Whether all records keep the rules. After BREAKS_RULE, fault->record is the first that does not, and fault->rule the
 * first rule that it breaks.
 *
 * Bytes and texts are in `data` of `data_size` bytes. Texts have to be UTF-8.
 */
NAC_API int nac_named_array_check(
    const uint8_t *data,
    size_t data_size,
    const nac_named_array_columns *columns,
    nac_fault *fault);

/* How many bytes each record takes when it is written: `sizes` has room for `count` numbers. */
NAC_API int nac_named_array_sizes(
    const nac_named_array_columns *columns,
    int64_t *sizes,
    nac_fault *fault);

/*
 * Writes the records to `out`, which has room for `out_size` bytes and overlaps no input; *written is how many bytes
 * they take. Rules are not checked. After anything but OK, what is in `out` is to be thrown away.
 *
 * Bytes and texts are copied from `data` of `data_size` bytes.
 */
NAC_API int nac_named_array_scatter(
    const uint8_t *data,
    size_t data_size,
    const nac_named_array_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    nac_fault *fault);

#ifdef __cplusplus
}
#endif

#endif /* NAC_COLUMNS_H */
