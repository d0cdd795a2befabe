// Generated from schemas/glyph.ksy (sha256 3d6b6b4e58c73d3c4ef3f916c9e7d0ad19f7ca5b69f51bb94fb8f8f9200a40aa) by `nacformats generate`. Do not edit.

/*
 * Readers, checkers and writers of the repeated records of glyph, as columns: one array for each field.
 *
 * They need a C99 compiler and nothing else. They allocate nothing, keep no state, and touch nothing but what they are
 * given, whatever the bytes and the columns hold: all that can be wrong gives a status.
 *
 * Each type of record (none) has a struct of columns, whose arrays the caller provides, a struct of arguments where
 * records depend on other parts of their file, and four functions:
 *
 * - scan_gather reads bytes into columns, and finds where each record starts;
 * - check says which record is the first to break a rule of the schema (scan_gather looks at sizes only);
 * - sizes says how many bytes each record takes when it is written;
 * - scatter writes columns as bytes. Counts and lengths are derived, numbers of variable length are as short as can
 *   be.
 *
 * They return GLYPH_OK or why they stopped, and where in *fault. Sizes and offsets are in bytes; offsets count from
 * the start of `data`. Numbers in columns are those of the machine, whatever its byte order.
 *
 * How long lists are is not known before they are read: call scan_gather with lengths of 0, and it returns
 * GLYPH_NO_ROOM with the lengths that it needs. Or give each list room for as many elements as fit the bytes that are
 * left: that is always enough.
 */

#ifndef GLYPH_COLUMNS_H
#define GLYPH_COLUMNS_H

#include <stddef.h>
#include <stdint.h>

/* Put before every function. To build a DLL, define it as __declspec(dllexport). */
#ifndef GLYPH_API
#define GLYPH_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum {
    GLYPH_OK = 0, /* done */
    GLYPH_DOES_NOT_FIT = 1, /* the bytes end within a record, or a number in it is too large */
    GLYPH_NO_ROOM = 2, /* an output is too small */
    GLYPH_BREAKS_RULE = 3, /* a record breaks a rule of the schema */
    GLYPH_BAD_COLUMNS = 4, /* columns contradict each other, point outside an array, or do not fit their fields */
    GLYPH_BAD_ARGUMENTS = 5, /* an argument is out of its bounds */
};

/* Where a function stopped. */
typedef struct glyph_fault {
    size_t record; /* the index of the record */
    size_t element; /* where an element of a list breaks a rule: which one of its record */
    int rule; /* after GLYPH_BREAKS_RULE the number of the rule, otherwise -1 */
} glyph_fault;

/* The sha256 of schemas/glyph.ksy from which this was generated, in hexadecimal. */
GLYPH_API const char *glyph_schema_sha256(void);

/* The structs as text, a line for each type of record, by which callers from other languages can tell a change. */
GLYPH_API const char *glyph_layout(void);



#ifdef __cplusplus
}
#endif

#endif /* GLYPH_COLUMNS_H */
