// Generated from schemas/vocab.ksy (sha256 ab00ae5d009815e4de6bf1001a2dce5766649c2084e408d592535163284b689e) by `nacformats generate`. Do not edit.
// It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).

/*
 * Readers, checkers and writers of the repeated records of vocab, as columns: one array for each field.
 *
 * They need a C99 compiler and nothing else. They allocate nothing, keep no state, and touch nothing but what they are
 * given, whatever the bytes and the columns hold: all that can be wrong gives a status.
 *
 * Each type of record (entry_offset, entry) has a struct of columns, whose arrays the caller provides, a struct of
 * arguments where records depend on other parts of their file, and these functions:
 *
 * - scan_gather reads bytes into columns, and finds where each record starts;
 * - scan_gather_each reads records that are apart, each in bytes of its own;
 * - check says which record is the first to break a rule of the schema (scan_gather looks at sizes only);
 * - sizes says how many bytes each record takes when it is written;
 * - scatter writes columns as bytes. Counts and lengths are derived, numbers of variable length are as short as can
 *   be.
 *
 * They return VOCAB_OK or why they stopped, and where in *fault. Sizes and offsets are in bytes; offsets count from
 * the start of `data`. Numbers in columns are those of the machine, whatever its byte order.
 *
 * How long lists are is not known before they are read: call scan_gather with lengths of 0, and it returns
 * VOCAB_NO_ROOM with the lengths that it needs. Or give each list room for as many elements as fit the bytes that are
 * left: that is always enough.
 */

#ifndef VOCAB_COLUMNS_H
#define VOCAB_COLUMNS_H

#include <stddef.h>
#include <stdint.h>

/* Put before every function. To build a DLL, define it as __declspec(dllexport). */
#ifndef VOCAB_API
#define VOCAB_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum {
    VOCAB_OK = 0, /* done */
    VOCAB_DOES_NOT_FIT = 1, /* the bytes end within a record, or a number in it is too large */
    VOCAB_NO_ROOM = 2, /* an output is too small */
    VOCAB_BREAKS_RULE = 3, /* a record breaks a rule of the schema */
    VOCAB_BAD_COLUMNS = 4, /* columns contradict each other, point outside an array, or do not fit their fields */
    VOCAB_BAD_ARGUMENTS = 5, /* an argument is out of its bounds */
};

/* Where a function stopped. */
typedef struct vocab_fault {
    size_t record; /* the index of the record */
    size_t element; /* where an element of a list breaks a rule: which one of its record */
    int rule; /* after VOCAB_BREAKS_RULE the number of the rule, otherwise -1 */
} vocab_fault;

/* The sha256 of schemas/vocab.ksy from which this was generated, in hexadecimal. */
VOCAB_API const char *vocab_schema_sha256(void);

/* The sha256 of the code in vocab.c, without these three functions. */
VOCAB_API const char *vocab_code_sha256(void);

/* The structs as text, a line for each type of record, by which callers from other languages can tell a change. */
VOCAB_API const char *vocab_layout(void);

/* entry_offset */

typedef struct vocab_entry_offset_columns {
    size_t count; /* records: what every function works on */
    int64_t *starts; /* count + 1: offsets of the records, the last where they end; for scan_gather only */
    uint32_t *ofs_entry; /* count */
} vocab_entry_offset_columns;

/*
 * Reads `count` records from data[pos] on, all of them before data[end], and fills `columns`. Arrays of one number a
 * record have to be zero before: what a record does not have is left alone. After DOES_NOT_FIT, starts[fault->record]
 * is where the record starts that does not fit, and the columns of the records before it are right.
 */
VOCAB_API int vocab_entry_offset_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    vocab_entry_offset_columns *columns,
    vocab_fault *fault);

/*
 * Reads one record from data[begins[i]] on, before data[limits[i]], for each i below `count`, and fills `columns` as
 * scan_gather does, except `starts`. ends[i] is where the record ends: it need not fill its bytes. After DOES_NOT_FIT,
 * the columns of the records before fault->record are right. BAD_COLUMNS: bytes are not within the `data_size` of
 * `data`.
 */
VOCAB_API int vocab_entry_offset_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    vocab_entry_offset_columns *columns,
    int64_t *ends,
    vocab_fault *fault);

/*
 * Whether all records keep the rules. After BREAKS_RULE, fault->record is the first that does not, and fault->rule the
 * first rule that it breaks.
 */
VOCAB_API int vocab_entry_offset_check(
    const vocab_entry_offset_columns *columns,
    vocab_fault *fault);

/* How many bytes each record takes when it is written: `sizes` has room for `count` numbers. */
VOCAB_API int vocab_entry_offset_sizes(
    const vocab_entry_offset_columns *columns,
    int64_t *sizes,
    vocab_fault *fault);

/*
 * Writes the records to `out`, which has room for `out_size` bytes and overlaps no input; *written is how many bytes
 * they take. Rules are not checked. After anything but OK, what is in `out` is to be thrown away.
 */
VOCAB_API int vocab_entry_offset_scatter(
    const vocab_entry_offset_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    vocab_fault *fault);

/*
 * entry
 *
 * Rules of its check by number: the field, what is wrong, and what is expected.
 *
 * - 0: token, the text is not UTF-8
 */

typedef struct vocab_entry_columns {
    size_t count; /* records: what every function works on */
    int64_t *starts; /* count + 1: offsets of the records, the last where they end; for scan_gather only */
    int64_t *token_at; /* count: offset in data; negative when scatter is to leave the bytes out */
    int64_t *token_len; /* count: length in bytes */
    int32_t *id_token; /* count */
    uint32_t *score_bits; /* count */
} vocab_entry_columns;

/*
 * Reads `count` records from data[pos] on, all of them before data[end], and fills `columns`. Arrays of one number a
 * record have to be zero before: what a record does not have is left alone. After DOES_NOT_FIT, starts[fault->record]
 * is where the record starts that does not fit, and the columns of the records before it are right.
 */
VOCAB_API int vocab_entry_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    vocab_entry_columns *columns,
    vocab_fault *fault);

/*
 * Reads one record from data[begins[i]] on, before data[limits[i]], for each i below `count`, and fills `columns` as
 * scan_gather does, except `starts`. ends[i] is where the record ends: it need not fill its bytes. After DOES_NOT_FIT,
 * the columns of the records before fault->record are right. BAD_COLUMNS: bytes are not within the `data_size` of
 * `data`.
 */
VOCAB_API int vocab_entry_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    vocab_entry_columns *columns,
    int64_t *ends,
    vocab_fault *fault);

/*
 * Whether all records keep the rules. After BREAKS_RULE, fault->record is the first that does not, and fault->rule the
 * first rule that it breaks.
 *
 * Bytes and texts are in `data` of `data_size` bytes. Texts have to be UTF-8.
 */
VOCAB_API int vocab_entry_check(
    const uint8_t *data,
    size_t data_size,
    const vocab_entry_columns *columns,
    vocab_fault *fault);

/* How many bytes each record takes when it is written: `sizes` has room for `count` numbers. */
VOCAB_API int vocab_entry_sizes(
    const vocab_entry_columns *columns,
    int64_t *sizes,
    vocab_fault *fault);

/*
 * Writes the records to `out`, which has room for `out_size` bytes and overlaps no input; *written is how many bytes
 * they take. Rules are not checked. After anything but OK, what is in `out` is to be thrown away.
 *
 * Bytes and texts are copied from `data` of `data_size` bytes.
 */
VOCAB_API int vocab_entry_scatter(
    const uint8_t *data,
    size_t data_size,
    const vocab_entry_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    vocab_fault *fault);

#ifdef __cplusplus
}
#endif

#endif /* VOCAB_COLUMNS_H */
