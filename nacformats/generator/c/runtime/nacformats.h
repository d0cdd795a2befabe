/*
 * Records of files, read and written by tables: what all sources that `nacformats generate` makes have in common.
 *
 * C99 without dependencies. No state but what is in a tree: trees of different threads are independent of each other;
 * one tree is for one thread at a time. Whatever the bytes hold, reading ends within a bound of memory and of depth.
 */
#ifndef NACFORMATS_H
#define NACFORMATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum nac_status {
    NAC_OK,
    NAC_TRUNCATED, /* the bytes end too early */
    NAC_INVALID, /* a value is not what the schema allows; when writing, the tree does not fit the schema */
    NAC_LIMIT, /* memory, depth or a number is beyond the limits */
    NAC_MEMORY /* malloc failed */
} nac_status;

/* What is wrong, at which field, such as "tensors[3].ofs_body", and at which byte of the file when reading. */
typedef struct nac_error {
    nac_status status;
    uint64_t offset;
    char path[512];
    char message[160];
} nac_error;

typedef struct nac_bytes {
    const uint8_t *data;
    size_t size;
} nac_bytes;

/* A number of variable length; a signed one is in two's complement. Width 0: as few bytes as can be. */
typedef struct nac_varint {
    uint64_t value;
    unsigned width;
} nac_varint;

/* A list of any type, such as NAC_LIST(uint32_t); of records, it holds pointers. */
#define NAC_LIST(type) struct { size_t count; type *items; }
typedef NAC_LIST(void) nac_items;

typedef struct nac_node nac_node;
typedef struct nac_type nac_type;
typedef struct nac_member nac_member;
typedef struct nac_stream nac_stream;
typedef struct nac_file nac_file;
typedef struct nac_context nac_context;
typedef struct nac_encoding nac_encoding;

typedef enum nac_kind_of_value {
    NAC_NOTHING, NAC_INT, NAC_BOOL, NAC_REAL, NAC_TEXT, NAC_BYTES, NAC_RECORD, NAC_ITEMS, NAC_ARRAY, NAC_VARINT, NAC_IO
} nac_kind_of_value;

/* A value of any kind: of params, of instances that are computed, and of fields whose type depends on another one. */
typedef struct nac_value {
    nac_kind_of_value kind;
    bool negative; /* of INT: `number` is how far below 0 */
    const nac_encoding *encoding; /* of TEXT; NULL for UTF-8 */
    union {
        uint64_t number; /* of INT and BOOL */
        double real;
        nac_bytes bytes; /* of TEXT and BYTES */
        nac_node *record;
        nac_varint varint; /* is signed where `negative` is set */
        nac_stream *io;
        struct { const nac_items *list; nac_node *owner; const nac_member *member; } items;
        struct { const struct nac_value *values; size_t count; } array;
    } as;
} nac_value;

/* What every record begins with. */
struct nac_node {
    const nac_type *type;
    nac_file *file;
    nac_node *root, *parent; /* `_root` and `_parent` */
    nac_node *above; /* the record that holds this one, in `member`, as element `index` of a list or with NAC_ALONE */
    const nac_member *member;
    size_t index;
    nac_stream *io; /* where it was read from; NULL if it was not */
    uint64_t start; /* where it begins in the file */
    struct nac_padding *padding; /* bits that no field takes, if they are not 0 */
    uint64_t *places; /* of the writer */
    uint8_t endian, pass, pass_of_tree;
    bool in_part; /* of bytes with a stream of their own */
};

#define NAC_ALONE SIZE_MAX

/* States of members, in `has`. Set NAC_THERE for an instance, or for a field with a condition, that you fill in. */
enum { NAC_UNREAD, NAC_THERE, NAC_ABSENT, NAC_BUSY, NAC_FIRST_PASS };

/* Memory for a tree: in bytes. */
typedef struct nac_limits {
    size_t memory; /* 0: 64 MiB and 512 for each byte of the file */
} nac_limits;

nac_status nac_read(const nac_type *, const uint8_t *data, size_t size, const nac_limits *, nac_node **, nac_error *);
nac_status nac_write(nac_node *root, uint8_t **out, size_t *size, nac_error *);
/* Reads or computes an instance of a record, which is a member of it from then on. */
nac_status nac_ask(nac_node *, const char *id, nac_error *);
/* Reads all instances with a position, of a record and of all that are in it. */
nac_status nac_ask_all(nac_node *, nac_error *);
/* A new root with its own memory, and a new record, or zeroed bytes, in the memory of a tree; NULL without memory. */
nac_node *nac_new(const nac_type *, const nac_limits *);
nac_node *nac_add(nac_node *tree, const nac_type *);
void *nac_room(nac_node *tree, size_t size);
/* Frees a whole tree, given its root; not the bytes that it was read from, and not what nac_write made. */
void nac_free(nac_node *root);

/* Numbers and text of a value; other kinds are 0 or nothing. Text is made UTF-8, in the memory of the tree. */
int64_t nac_int64(nac_value);
uint64_t nac_uint64(nac_value);
double nac_double(nac_value);
nac_bytes nac_utf8(nac_node *tree, nac_value);
nac_value nac_load(nac_node *, const nac_member *); /* the value of a member as it is now */
nac_value nac_element(const nac_value *list, size_t index);
nac_value nac_record_value(nac_node *);

/* The tables */

typedef nac_value (*nac_expression)(nac_context *, nac_node *);

enum nac_tag { NAC_ANY, NAC_UINT, NAC_SINT, NAC_FLOAT, NAC_BITS, NAC_ULEB, NAC_SLEB, NAC_VLQ, NAC_STR, NAC_RAW, NAC_USE,
    NAC_SWITCH };
enum { NAC_LE, NAC_BE, NAC_SWITCHED };
enum { NAC_ONCE, NAC_COUNTED, NAC_TO_EOS, NAC_UNTIL };
enum { NAC_TERMINATED = 1, NAC_INCLUDE = 2, NAC_KEEP = 4, NAC_OPTIONAL = 8, NAC_WIDE = 16, NAC_WIDEST = 32 };
enum { NAC_XOR = 1, NAC_ROL, NAC_ROR };
enum { NAC_COUNT_OF = 1, NAC_LENGTH_OF, NAC_OFFSET_OF, NAC_ARGUMENT_OF, NAC_PINNED };

struct nac_encoding {
    const char *name;
    uint8_t width, endian; /* of a code unit */
    bool is_ascii;
    const uint16_t *table; /* code points of the bytes from 128 on, 0 for none; NULL for UTF */
};

/* What a field holds: `width` in bytes, of NAC_BITS in bits; of NAC_USE, the type and its arguments. */
typedef struct nac_kind {
    uint8_t tag, width, endian;
    const nac_type *type;
    const nac_expression *arguments;
    const struct nac_case *cases;
    nac_expression on;
    const nac_encoding *encoding;
} nac_kind;

/* The last one has no key; its kind may be NAC_ANY, for nothing. */
typedef struct nac_case {
    nac_expression key;
    nac_kind kind;
} nac_case;

typedef struct nac_rule {
    nac_expression holds;
    const char *words;
} nac_rule;

typedef struct nac_enum {
    const char *id;
    int64_t number;
} nac_enum;

/* How a field follows from another one when it is written. */
typedef struct nac_derive {
    uint8_t how;
    const char *member, *param;
    uint64_t scale;
    nac_expression value;
} nac_derive;

struct nac_member {
    const char *id;
    size_t at; /* offset in the struct */
    nac_kind kind;
    uint8_t repeat, ends, terminator, process;
    bool to_end, has_size, is_lookup, is_orphan;
    int16_t pad; /* the byte plus 1 */
    uint32_t align;
    nac_bytes contents;
    nac_expression condition, count, until, size, pos, io, value, parent, key;
    const nac_rule *rules;
    const nac_enum *members;
    const nac_derive *derive;
    const char *offset; /* the field that says where an instance is */
};

/* Members come in the order params, fields, instances with a position, computed instances. */
struct nac_type {
    const char *name;
    size_t size, has; /* of its struct, and the offset of the states in it */
    const nac_member *members;
    uint16_t params, fields, placed, values;
    bool is_root;
    nac_expression endian;
};

struct nac_padding {
    struct nac_padding *next;
    const nac_member *after;
    uint8_t bits;
};

/* The functions of a schema, by the names that its header declares. */
#define NAC_SCHEMA(name) \
    nac_status name##_read(const uint8_t *data, size_t size, name **out, nac_error *error) \
    { \
        nac_node *root = NULL; \
        const nac_status status = nac_read(&name##_type, data, size, NULL, &root, error); \
        *out = (name *)(void *)root; \
        return status; \
    } \
    nac_status name##_write(name *tree, uint8_t **out, size_t *size, nac_error *error) \
    { \
        return nac_write(&tree->node, out, size, error); \
    } \
    name *name##_new(void) { return (name *)(void *)nac_new(&name##_type, NULL); } \
    void name##_free(name *tree) { if (tree) nac_free(&tree->node); }

/* What the expressions of generated sources call */

nac_value nac_get(nac_context *, nac_node *, const char *id);
nac_value nac_attribute(nac_context *, nac_value of, const char *id);
nac_value nac_call(nac_context *, nac_value of, const char *id, nac_value first, nac_value second);
nac_value nac_at(nac_context *, nac_value list, nac_value index);
nac_value nac_it(nac_context *);
nac_value nac_index(nac_context *);
nac_value nac_own(nac_context *, nac_node *, const char *id);
nac_value nac_enough(nac_context *, size_t count, const nac_value *values);
nac_value nac_binary(nac_context *, int operation, nac_value, nac_value);
nac_value nac_minus(nac_context *, nac_value);
nac_value nac_invert(nac_context *, nac_value);
bool nac_truth(nac_context *, nac_value);
bool nac_in_enum(nac_context *, nac_value, const nac_enum *);
nac_value nac_sized(nac_context *, nac_value, unsigned bits);
nac_value nac_joined(nac_context *, size_t count, const nac_value *values);

static inline nac_value nac_int(int64_t number)
{
    nac_value value = {NAC_INT, false, NULL, {0}};
    value.negative = number < 0;
    value.as.number = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    return value;
}

static inline nac_value nac_uint(uint64_t number)
{
    nac_value value = {NAC_INT, false, NULL, {0}};
    value.as.number = number;
    return value;
}

static inline nac_value nac_bool(bool truth)
{
    nac_value value = {NAC_BOOL, false, NULL, {0}};
    value.as.number = truth;
    return value;
}

static inline nac_value nac_real(double real)
{
    nac_value value = {NAC_REAL, false, NULL, {0}};
    value.as.real = real;
    return value;
}

static inline nac_value nac_text(const char *text, size_t size)
{
    nac_value value = {NAC_TEXT, false, NULL, {0}};
    value.as.bytes.data = (const uint8_t *)text;
    value.as.bytes.size = size;
    return value;
}

#ifdef __cplusplus
}
#endif

#endif /* NACFORMATS_H */
