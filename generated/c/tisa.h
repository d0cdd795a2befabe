// Generated from schemas/tisa.ksy (sha256 010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769) by `nacformats generate`. Do not edit.

/*
 * Readers, checkers and writers of the repeated records of tisa, as columns: one array for each field.
 *
 * They need a C99 compiler and nothing else. They allocate nothing, keep no state, and touch nothing but what they are
 * given, whatever the bytes and the columns hold: all that can be wrong gives a status.
 *
 * Each type of record (partition_rule) has a struct of columns, whose arrays the caller provides, a struct of
 * arguments where records depend on other parts of their file, and these functions:
 *
 * - scan_gather reads bytes into columns, and finds where each record starts;
 * - scan_gather_each reads records that are apart, each in bytes of its own;
 * - check says which record is the first to break a rule of the schema (scan_gather looks at sizes only);
 * - sizes says how many bytes each record takes when it is written;
 * - scatter writes columns as bytes. Counts and lengths are derived, numbers of variable length are as short as can
 *   be.
 *
 * They return TISA_OK or why they stopped, and where in *fault. Sizes and offsets are in bytes; offsets count from
 * the start of `data`. Numbers in columns are those of the machine, whatever its byte order.
 *
 * How long lists are is not known before they are read: call scan_gather with lengths of 0, and it returns
 * TISA_NO_ROOM with the lengths that it needs. Or give each list room for as many elements as fit the bytes that are
 * left: that is always enough.
 */

#ifndef TISA_COLUMNS_H
#define TISA_COLUMNS_H

#include <stddef.h>
#include <stdint.h>

/* Put before every function. To build a DLL, define it as __declspec(dllexport). */
#ifndef TISA_API
#define TISA_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TISA_OK = 0, /* done */
    TISA_DOES_NOT_FIT = 1, /* the bytes end within a record, or a number in it is too large */
    TISA_NO_ROOM = 2, /* an output is too small */
    TISA_BREAKS_RULE = 3, /* a record breaks a rule of the schema */
    TISA_BAD_COLUMNS = 4, /* columns contradict each other, point outside an array, or do not fit their fields */
    TISA_BAD_ARGUMENTS = 5, /* an argument is out of its bounds */
};

/* Where a function stopped. */
typedef struct tisa_fault {
    size_t record; /* the index of the record */
    size_t element; /* where an element of a list breaks a rule: which one of its record */
    int rule; /* after TISA_BREAKS_RULE the number of the rule, otherwise -1 */
} tisa_fault;

/* The sha256 of schemas/tisa.ksy from which this was generated, in hexadecimal. */
TISA_API const char *tisa_schema_sha256(void);

/* The sha256 of the code in tisa.c, without these three functions. */
TISA_API const char *tisa_code_sha256(void);

/* The structs as text, a line for each type of record, by which callers from other languages can tell a change. */
TISA_API const char *tisa_layout(void);

/*
 * partition_rule
 *
 * Rules of its check by number: the field, what is wrong, and what is expected.
 *
 * - 0: flags, out of range: at most 7
 * - 1: pattern, the text is not UTF-8
 * - 2: trim, the text is not UTF-8
 */

typedef struct tisa_partition_rule_columns {
    size_t count; /* records: what every function works on */
    int64_t *starts; /* count + 1: offsets of the records, the last where they end; for scan_gather only */
    uint8_t *flags; /* count */
    int64_t *pattern_at; /* count: offset in data; negative when scatter is to leave the bytes out */
    int64_t *pattern_len; /* count: length in bytes */
    uint8_t *behavior; /* count */
    int64_t *trim_at; /* count: offset in data; negative when scatter is to leave the bytes out */
    int64_t *trim_len; /* count: length in bytes */
} tisa_partition_rule_columns;

/*
 * Reads `count` records from data[pos] on, all of them before data[end], and fills `columns`. Arrays of one number a
 * record have to be zero before: what a record does not have is left alone. After DOES_NOT_FIT, starts[fault->record]
 * is where the record starts that does not fit, and the columns of the records before it are right.
 */
TISA_API int tisa_partition_rule_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    tisa_partition_rule_columns *columns,
    tisa_fault *fault);

/*
 * Reads one record from data[begins[i]] on, before data[limits[i]], for each i below `count`, and fills `columns` as
 * scan_gather does, except `starts`. ends[i] is where the record ends: it need not fill its bytes. After DOES_NOT_FIT,
 * the columns of the records before fault->record are right. BAD_COLUMNS: bytes are not within the `data_size` of
 * `data`.
 */
TISA_API int tisa_partition_rule_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    tisa_partition_rule_columns *columns,
    int64_t *ends,
    tisa_fault *fault);

/*
 * Whether all records keep the rules. After BREAKS_RULE, fault->record is the first that does not, and fault->rule the
 * first rule that it breaks.
 *
 * Bytes and texts are in `data` of `data_size` bytes. Texts have to be UTF-8.
 */
TISA_API int tisa_partition_rule_check(
    const uint8_t *data,
    size_t data_size,
    const tisa_partition_rule_columns *columns,
    tisa_fault *fault);

/* How many bytes each record takes when it is written: `sizes` has room for `count` numbers. */
TISA_API int tisa_partition_rule_sizes(
    const tisa_partition_rule_columns *columns,
    int64_t *sizes,
    tisa_fault *fault);

/*
 * Writes the records to `out`, which has room for `out_size` bytes and overlaps no input; *written is how many bytes
 * they take. Rules are not checked. After anything but OK, what is in `out` is to be thrown away.
 *
 * Bytes and texts are copied from `data` of `data_size` bytes.
 */
TISA_API int tisa_partition_rule_scatter(
    const uint8_t *data,
    size_t data_size,
    const tisa_partition_rule_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    tisa_fault *fault);

#ifdef __cplusplus
}
#endif

#endif /* TISA_COLUMNS_H */
