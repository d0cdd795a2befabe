/*
 * Trees of files, read and written by schemas: what the sources of all schemas have in common.
 *
 * C99 without dependencies. There is no state but what is in a tree: trees of different threads are independent of each
 * other, and one tree is for one thread at a time. Whatever the bytes hold, reading ends within a bound of memory.
 */
#ifndef NACFORMATS_H
#define NACFORMATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum nacf_status {
    NACF_OK,
    NACF_TRUNCATED, /* the bytes end too early */
    NACF_INVALID, /* a value is not what the schema allows; when writing, the tree does not fit the schema */
    NACF_LIMIT, /* memory, depth or a number is beyond the limits */
    NACF_MEMORY /* malloc failed */
} nacf_status;

/* What is wrong, at which field, such as "tensors[3].ofs_body", and at which byte of the file when reading. */
typedef struct nacf_error {
    nacf_status status;
    uint64_t offset;
    char path[512];
    char message[1024];
} nacf_error;

/* Bytes, or a text in UTF-8 without a 0 at its end. Those of a tree are there as long as it is. */
typedef struct nacf_bytes {
    const uint8_t *data;
    size_t size;
} nacf_bytes;

typedef struct nacf_text {
    const char *data;
    int64_t size;
} nacf_text;

#define NACF_TEXT(literal) {literal, (int64_t)sizeof(literal) - 1}

/* A format of files: its tables. */
typedef struct nacf_schema {
    const char *name, *extension;
    const int64_t *numbers;
    size_t num_numbers;
    const nacf_text *texts;
    size_t num_texts;
} nacf_schema;

typedef struct nacf_tree nacf_tree;

/* A record of a tree; copies are the same record. That of no tree has no fields. */
typedef struct nacf_record {
    nacf_tree *tree;
    int64_t node;
} nacf_record;
@value
/* A value of any kind. */
typedef struct nacf_any {
    nacf_tree *tree;
    nacf_value value;
} nacf_any;

typedef enum nacf_kind {
    NACF_NOTHING, NACF_INTEGER, NACF_BOOL, NACF_REAL, NACF_TEXT_KIND, NACF_BYTES_KIND, NACF_RECORD, NACF_LIST_KIND
} nacf_kind;

/* How a file is read. Zeros, or no options, are what is usual. */
typedef struct nacf_options {
    size_t memory; /* bytes that the tree may take; 0: 64 MiB and 512 for each byte of the file */
    bool columns; /* lists become columns where they can */
} nacf_options;

/* Whole trees. Functions with an error take NULL as well. */

/* Reads a file, whose bytes have to stay as long as the tree; after a failure, the record is of no tree. */
nacf_status nacf_read(const nacf_schema *, const uint8_t *data, size_t size, const nacf_options *, nacf_record *, nacf_error *);
/* Returns the root of an empty tree, to be filled in; of no tree where there is no memory. */
nacf_record nacf_new(const nacf_schema *);
/* Returns a new record, without fields, in a tree; its type is a number. */
nacf_record nacf_new_record(nacf_record, int64_t type);
/* Makes the bytes of a tree, to be freed with free(): counts, lengths, offsets and checksums follow from it. */
nacf_status nacf_write(nacf_record, uint8_t **out, size_t *size, nacf_error *);
/* Makes JSON of a record, to be freed with free(); it ends with a 0. */
nacf_status nacf_json(nacf_record, bool is_indented, char **out, size_t *size, nacf_error *);
/* Reads a file and writes it back, and makes one line of JSON of what came out, as the protocol of readers has it. */
char *nacf_answer(const nacf_schema *, const uint8_t *data, size_t size);
/* Frees a tree, and all that is in it, given one of its records. */
void nacf_free(nacf_record);

/* Members of records, by their places. What cannot be set for want of memory is told when the tree is written. */

/* Reads, or computes, an instance, which is a member as any other from then on. */
nacf_status nacf_ask(nacf_record, int64_t slot, nacf_error *);
/* Reads all instances with a position, of a record and of all that are in it. */
nacf_status nacf_ask_all(nacf_record, nacf_error *);
nacf_any nacf_get(nacf_record, int64_t slot);
/* Sets a member; nothing takes it away. */
void nacf_set(nacf_record, int64_t slot, nacf_any);
void nacf_set_list(nacf_record, int64_t slot, const nacf_any *values, size_t count);
/* Appends to a list, which is made if there is none. */
void nacf_append(nacf_record, int64_t slot, nacf_any);
/* Returns what is at a path, such as "tensors[3].name"; instances on it are read. */
nacf_status nacf_find(nacf_record, const char *path, nacf_any *, nacf_error *);

/* Values */

nacf_kind nacf_kind_of(nacf_any);
bool nacf_is_there(nacf_any);
/* Numbers without what is after their point, in two's complement; of other values, 0. */
uint64_t nacf_unsigned(nacf_any);
int64_t nacf_signed(nacf_any);
bool nacf_is_negative(nacf_any);
double nacf_real(nacf_any);
float nacf_float(nacf_any);
bool nacf_is_true(nacf_any);
nacf_bytes nacf_utf8(nacf_any);
nacf_bytes nacf_octets(nacf_any);
/* Returns the record that a value is; of no tree if it is none, or not of the type, which is not asked for if it is -1. */
nacf_record nacf_record_of(nacf_any, int64_t type);
size_t nacf_count(nacf_any);
nacf_any nacf_element(nacf_any, size_t index);

nacf_any nacf_of_nothing(void);
nacf_any nacf_of_unsigned(uint64_t);
nacf_any nacf_of_signed(int64_t);
nacf_any nacf_of_real(double);
nacf_any nacf_of_float(float);
nacf_any nacf_of_bool(bool);
/* A number of variable length, as short as it can be. */
nacf_any nacf_of_varint(uint64_t, bool is_signed);
nacf_any nacf_of_record(nacf_record);
/* The tree copies the bytes. */
nacf_any nacf_of_text(nacf_record tree, nacf_bytes text);
nacf_any nacf_of_octets(nacf_record tree, nacf_bytes data);
/* Returns the bytes of a text of C, which ends with a 0. */
nacf_bytes nacf_words(const char *text);

/* Columns of a list that was read as such, in the order of its table; the numbers are not to be changed. */

typedef struct nacf_columns {
    nacf_tree *tree;
    int64_t table;
} nacf_columns;

/* Returns the columns of a list; of no tree if it was not read as such. */
nacf_columns nacf_columns_of(nacf_any);
size_t nacf_num_rows(nacf_columns);
/* Where each record starts in the file, and where the last one ends. */
const uint32_t *nacf_starts(nacf_columns);
/* Returns a column, whose numbers have `width` bytes, and how many they are. */
const void *nacf_numbers(nacf_columns, size_t index, size_t width, size_t *count);

#ifdef __cplusplus
}
#endif

#endif /* NACFORMATS_H */
