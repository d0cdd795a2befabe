// Generated from schemas/token_scores.ksy (sha256 9e94dadb3ded333c66c3bb98950ad67b231a401bf1be7134fea50612baf79e00) by `nacformats generate`. Do not edit.

/*
 * Readers, checkers and writers of the repeated records of token_scores, as columns: one array for each field.
 *
 * They need a C99 compiler and nothing else. They allocate nothing, keep no state, and touch nothing but what they are
 * given, whatever the bytes and the columns hold: all that can be wrong gives a status.
 *
 * Each type of record (score) has a struct of columns, whose arrays the caller provides, a struct of arguments where
 * records depend on other parts of their file, and these functions:
 *
 * - scan_gather reads bytes into columns, and finds where each record starts;
 * - scan_gather_each reads records that are apart, each in bytes of its own;
 * - check says which record is the first to break a rule of the schema (scan_gather looks at sizes only);
 * - sizes says how many bytes each record takes when it is written;
 * - scatter writes columns as bytes. Counts and lengths are derived, numbers of variable length are as short as can
 *   be.
 *
 * They return TOKEN_SCORES_OK or why they stopped, and where in *fault. Sizes and offsets are in bytes; offsets count from
 * the start of `data`. Numbers in columns are those of the machine, whatever its byte order.
 *
 * How long lists are is not known before they are read: call scan_gather with lengths of 0, and it returns
 * TOKEN_SCORES_NO_ROOM with the lengths that it needs. Or give each list room for as many elements as fit the bytes that are
 * left: that is always enough.
 */

#ifndef TOKEN_SCORES_COLUMNS_H
#define TOKEN_SCORES_COLUMNS_H

#include <stddef.h>
#include <stdint.h>

/* Put before every function. To build a DLL, define it as __declspec(dllexport). */
#ifndef TOKEN_SCORES_API
#define TOKEN_SCORES_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TOKEN_SCORES_OK = 0, /* done */
    TOKEN_SCORES_DOES_NOT_FIT = 1, /* the bytes end within a record, or a number in it is too large */
    TOKEN_SCORES_NO_ROOM = 2, /* an output is too small */
    TOKEN_SCORES_BREAKS_RULE = 3, /* a record breaks a rule of the schema */
    TOKEN_SCORES_BAD_COLUMNS = 4, /* columns contradict each other, point outside an array, or do not fit their fields */
    TOKEN_SCORES_BAD_ARGUMENTS = 5, /* an argument is out of its bounds */
};

/* Where a function stopped. */
typedef struct token_scores_fault {
    size_t record; /* the index of the record */
    size_t element; /* where an element of a list breaks a rule: which one of its record */
    int rule; /* after TOKEN_SCORES_BREAKS_RULE the number of the rule, otherwise -1 */
} token_scores_fault;

/* The sha256 of schemas/token_scores.ksy from which this was generated, in hexadecimal. */
TOKEN_SCORES_API const char *token_scores_schema_sha256(void);

/* The sha256 of the code in token_scores.c, without these three functions. */
TOKEN_SCORES_API const char *token_scores_code_sha256(void);

/* The structs as text, a line for each type of record, by which callers from other languages can tell a change. */
TOKEN_SCORES_API const char *token_scores_layout(void);

/* score */

typedef struct token_scores_score_columns {
    size_t count; /* records: what every function works on */
    int64_t *starts; /* count + 1: offsets of the records, the last where they end; for scan_gather only */
    uint64_t *bits; /* count */
} token_scores_score_columns;

/*
 * Reads `count` records from data[pos] on, all of them before data[end], and fills `columns`. Arrays of one number a
 * record have to be zero before: what a record does not have is left alone. After DOES_NOT_FIT, starts[fault->record]
 * is where the record starts that does not fit, and the columns of the records before it are right.
 */
TOKEN_SCORES_API int token_scores_score_scan_gather(
    const uint8_t *data,
    size_t pos,
    size_t end,
    token_scores_score_columns *columns,
    token_scores_fault *fault);

/*
 * Reads one record from data[begins[i]] on, before data[limits[i]], for each i below `count`, and fills `columns` as
 * scan_gather does, except `starts`. ends[i] is where the record ends: it need not fill its bytes. After DOES_NOT_FIT,
 * the columns of the records before fault->record are right. BAD_COLUMNS: bytes are not within the `data_size` of
 * `data`.
 */
TOKEN_SCORES_API int token_scores_score_scan_gather_each(
    const uint8_t *data,
    size_t data_size,
    const int64_t *begins,
    const int64_t *limits,
    token_scores_score_columns *columns,
    int64_t *ends,
    token_scores_fault *fault);

/*
 * Whether all records keep the rules. After BREAKS_RULE, fault->record is the first that does not, and fault->rule the
 * first rule that it breaks.
 */
TOKEN_SCORES_API int token_scores_score_check(
    const token_scores_score_columns *columns,
    token_scores_fault *fault);

/* How many bytes each record takes when it is written: `sizes` has room for `count` numbers. */
TOKEN_SCORES_API int token_scores_score_sizes(
    const token_scores_score_columns *columns,
    int64_t *sizes,
    token_scores_fault *fault);

/*
 * Writes the records to `out`, which has room for `out_size` bytes and overlaps no input; *written is how many bytes
 * they take. Rules are not checked. After anything but OK, what is in `out` is to be thrown away.
 */
TOKEN_SCORES_API int token_scores_score_scatter(
    const token_scores_score_columns *columns,
    uint8_t *out,
    size_t out_size,
    size_t *written,
    token_scores_fault *fault);

#ifdef __cplusplus
}
#endif

#endif /* TOKEN_SCORES_COLUMNS_H */
