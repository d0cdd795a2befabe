
@introduction@

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
