// Generated from schemas/stb.ksy (sha256 0345ed56f9b45f3379da906e1e825d701fcda049dcced3694875ac7626347a8d) by `nacformats generate`. Do not edit.

/*
 * Readers, checkers and writers of the repeated records of stb, as columns: one array for each field.
 *
 * They need a C99 compiler and nothing else. They allocate nothing, keep no state, and touch nothing but what they are
 * given, whatever the bytes and the columns hold: all that can be wrong gives a status.
 *
 * Each type of record (tensor_descriptor) has a struct of columns, whose arrays the caller provides, a struct of
 * arguments where records depend on other parts of their file, and these functions:
 *
 * - scan_gather reads bytes into columns, and finds where each record starts;
 * - scan_gather_each reads records that are apart, each in bytes of its own;
 * - check says which record is the first to break a rule of the schema (scan_gather looks at sizes only);
 * - sizes says how many bytes each record takes when it is written;
 * - scatter writes columns as bytes. Counts and lengths are derived, numbers of variable length are as short as can
 *   be.
 *
 * They return STB_OK or why they stopped, and where in *fault. Sizes and offsets are in bytes; offsets count from
 * the start of `data`. Numbers in columns are those of the machine, whatever its byte order.
 *
 * How long lists are is not known before they are read: call scan_gather with lengths of 0, and it returns
 * STB_NO_ROOM with the lengths that it needs. Or give each list room for as many elements as fit the bytes that are
 * left: that is always enough.
 */

#ifndef STB_COLUMNS_H
#define STB_COLUMNS_H

#include <stddef.h>
#include <stdint.h>

/* Put before every function. To build a DLL, define it as __declspec(dllexport). */
#ifndef STB_API
#define STB_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum {
    STB_OK = 0, /* done */
    STB_DOES_NOT_FIT = 1, /* the bytes end within a record, or a number in it is too large */
    STB_NO_ROOM = 2, /* an output is too small */
    STB_BREAKS_RULE = 3, /* a record breaks a rule of the schema */
    STB_BAD_COLUMNS = 4, /* columns contradict each other, point outside an array, or do not fit their fields */
    STB_BAD_ARGUMENTS = 5, /* an argument is out of its bounds */
};

/* Where a function stopped. */
typedef struct stb_fault {
    size_t record; /* the index of the record */
    size_t element; /* where an element of a list breaks a rule: which one of its record */
    int rule; /* after STB_BREAKS_RULE the number of the rule, otherwise -1 */
} stb_fault;

/* The sha256 of schemas/stb.ksy from which this was generated, in hexadecimal. */
STB_API const char *stb_schema_sha256(void);

/* The sha256 of the code in stb.c, without these three functions. */
STB_API const char *stb_code_sha256(void);

/* The structs as text, a line for each type of record, by which callers from other languages can tell a change. */
STB_API const char *stb_layout(void);

/*
 * tensor_descriptor
 *
 * Rules of its check by number: the field, what is wrong, and what is expected.
 *
 * - 0: rank, out of range: at most 8
 * - 1: ofs_body, out of range: at least _root.ofs_data
 * - 2: ofs_body, out of range: at most _root.len_file
 * - 3: len_body, out of range: at most _root.len_file - ofs_body
 */

typedef struct stb_tensor_descriptor_columns {
    size_t count; /* records: what every function works on */
    int64_t *starts; /* count + 1: offsets of the records, the last where they end; for scan_gather only */
    uint8_t *tensor_id; /* count */
    uint8_t *dtype; /* count */
    uint8_t *rank; /* count */
    uint8_t *layout; /* count */
    uint64_t *ofs_body; /* count */
    uint64_t *len_body; /* count */
    int64_t *dims_rows; /* count + 1: the elements of record i are those from [i] to below [i + 1] */
    size_t dims_length; /* elements of that list, in the arrays that follow */
    uint32_t *dims; /* dims_length */
} stb_tensor_descriptor_columns;

typedef struct stb_tensor_descriptor_arguments {
    int64_t len_file; /* len_file of the file, 0 to 9223372036854775807 */
    int64_t ofs_data; /* ofs_data of the file, 0 to 9223372036854775807 */
} stb_tensor_descriptor_arguments;

/*
 * Reads `count` records from data[pos] on, all of them before data[end], and fills `columns`. Arrays of one number a
 * record have to be zero before: what a record does not have is left alone. After DOES_NOT_FIT, starts[fault->record]
 * is where the record starts that does not fit, and the columns of the records before it are right.
 *
 * The lengths of lists are set to what the records hold. If that is more than there was room for, it returns NO_ROOM,
 * and everything but the elements is right.
 */
STB_API int stb_tensor_descriptor_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    const stb_tensor_descriptor_arguments *arguments,
    stb_tensor_descriptor_columns *columns,
    stb_fault *fault);

/*
 * Reads one record from data[begins[i]] on, before data[limits[i]], for each i below `count`, and fills `columns` as
 * scan_gather does, except `starts`. ends[i] is where the record ends: it need not fill its bytes. After DOES_NOT_FIT,
 * the columns of the records before fault->record are right. BAD_COLUMNS: bytes are not within the `data_size` of
 * `data`.
 *
 * The lengths of lists are set to what the records hold. If that is more than there was room for, it returns NO_ROOM,
 * and everything but the elements is right.
 */
STB_API int stb_tensor_descriptor_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    const stb_tensor_descriptor_arguments *arguments,
    stb_tensor_descriptor_columns *columns,
    int64_t *ends,
    stb_fault *fault);

/*
 * Whether all records keep the rules. After BREAKS_RULE, fault->record is the first that does not, and fault->rule the
 * first rule that it breaks.
 */
STB_API int stb_tensor_descriptor_check(
    const stb_tensor_descriptor_arguments *arguments,
    const stb_tensor_descriptor_columns *columns,
    stb_fault *fault);

/* How many bytes each record takes when it is written: `sizes` has room for `count` numbers. */
STB_API int stb_tensor_descriptor_sizes(
    const stb_tensor_descriptor_arguments *arguments,
    const stb_tensor_descriptor_columns *columns,
    int64_t *sizes,
    stb_fault *fault);

/*
 * Writes the records to `out`, which has room for `out_size` bytes and overlaps no input; *written is how many bytes
 * they take. Rules are not checked. After anything but OK, what is in `out` is to be thrown away.
 */
STB_API int stb_tensor_descriptor_scatter(
    const stb_tensor_descriptor_arguments *arguments,
    const stb_tensor_descriptor_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    stb_fault *fault);

#ifdef __cplusplus
}
#endif

#endif /* STB_COLUMNS_H */
