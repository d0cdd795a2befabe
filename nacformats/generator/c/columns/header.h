
/*
 * Readers, checkers and writers of the repeated records of @name@, as columns: one array for each field.
 *
 * They need a C99 compiler and nothing else. They allocate nothing, keep no state, and touch nothing but what they are
 * given, whatever the bytes and the columns hold: all that can be wrong gives a status.
 *
 * @types@
 *
 * - scan_gather reads bytes into columns, and finds where each record starts;
 * - scan_gather_each reads records that are apart, each in bytes of its own;
 * - check says which record is the first to break a rule of the schema (scan_gather looks at sizes only);
 * - sizes says how many bytes each record takes when it is written;
 * - scatter writes columns as bytes. Counts and lengths are derived, numbers of variable length are as short as can
 *   be.
 *
 * They return @NAME@_OK or why they stopped, and where in *fault. Sizes and offsets are in bytes; offsets count from
 * the start of `data`. Numbers in columns are those of the machine, whatever its byte order.
 *
 * How long lists are is not known before they are read: call scan_gather with lengths of 0, and it returns
 * @NAME@_NO_ROOM with the lengths that it needs. Or give each list room for as many elements as fit the bytes that are
 * left: that is always enough.
 */

#ifndef @NAME@_COLUMNS_H
#define @NAME@_COLUMNS_H

#include <stddef.h>
#include <stdint.h>

/* Put before every function. To build a DLL, define it as __declspec(dllexport). */
#ifndef @NAME@_API
#define @NAME@_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum {
@statuses@
};

/* Where a function stopped. */
typedef struct @name@_fault {
    size_t record; /* the index of the record */
    size_t element; /* where an element of a list breaks a rule: which one of its record */
    int rule; /* after @NAME@_BREAKS_RULE the number of the rule, otherwise -1 */
} @name@_fault;

/* The sha256 of schemas/@name@.ksy from which this was generated, in hexadecimal. */
@NAME@_API const char *@name@_schema_sha256(void);

/* The sha256 of the code in @name@.c, without these three functions. */
@NAME@_API const char *@name@_code_sha256(void);

/* The structs as text, a line for each type of record, by which callers from other languages can tell a change. */
@NAME@_API const char *@name@_layout(void);

@parts@

#ifdef __cplusplus
}
#endif

#endif /* @NAME@_COLUMNS_H */
