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

typedef struct nacf_bytes {
    const uint8_t *data;
    size_t size;
} nacf_bytes;

/* A number of variable length; a signed one is in two's complement. Width 0: as few bytes as can be. */
typedef struct nacf_varint {
    uint64_t value;
    unsigned width;
} nacf_varint;

/* A list of any type, such as NACF_LIST(uint32_t); of records, it holds pointers. */
#define NACF_LIST(type) struct { size_t count; type *items; }
typedef NACF_LIST(void) nacf_items;

typedef struct nacf_node nacf_node;
typedef struct nacf_type nacf_type;
typedef struct nacf_member nacf_member;
typedef struct nacf_stream nacf_stream;
typedef struct nacf_file nacf_file;
typedef struct nacf_context nacf_context;
typedef struct nacf_encoding nacf_encoding;

typedef enum nacf_kind_of_value {
    NACF_NOTHING, NACF_INT, NACF_BOOL, NACF_REAL, NACF_TEXT, NACF_BYTES, NACF_RECORD, NACF_ITEMS, NACF_ARRAY, NACF_VARINT, NACF_IO
} nacf_kind_of_value;

/* A value of any kind: of params, of instances that are computed, and of fields whose type depends on another one. */
typedef struct nacf_value {
    nacf_kind_of_value kind;
    bool negative; /* of INT: `number` is how far below 0 */
    const nacf_encoding *encoding; /* of TEXT; NULL for UTF-8 */
    union {
        uint64_t number; /* of INT and BOOL */
        double real;
        nacf_bytes bytes; /* of TEXT and BYTES */
        nacf_node *record;
        nacf_varint varint; /* is signed where `negative` is set */
        nacf_stream *io;
        struct { const nacf_items *list; nacf_node *owner; const nacf_member *member; } items;
        struct { const struct nacf_value *values; size_t count; } array;
    } as;
} nacf_value;

/* What every record begins with. */
struct nacf_node {
    const nacf_type *type;
    nacf_file *file;
    nacf_node *root, *parent; /* `_root` and `_parent` */
    nacf_node *above; /* the record that holds this one, in `member`, as element `index` of a list or with NACF_ALONE */
    const nacf_member *member;
    size_t index;
    nacf_stream *io; /* where it was read from; NULL if it was not */
    uint64_t start; /* where it begins in the file */
    struct nacf_padding *padding; /* bits that no field takes, if they are not 0 */
    uint64_t *places; /* of the writer */
    uint8_t endian, pass, pass_of_tree;
    bool in_part; /* of bytes with a stream of their own */
};

#define NACF_ALONE SIZE_MAX

/* States of members, in `has`. Set NACF_THERE for an instance, or for a field with a condition, that you fill in. */
enum { NACF_UNREAD, NACF_THERE, NACF_ABSENT, NACF_BUSY, NACF_FIRST_PASS };

/* Memory for a tree: in bytes. */
typedef struct nacf_limits {
    size_t memory; /* 0: 64 MiB and 512 for each byte of the file */
} nacf_limits;

nacf_status nacf_read(const nacf_type *, const uint8_t *data, size_t size, const nacf_limits *, nacf_node **, nacf_error *);
nacf_status nacf_write(nacf_node *root, uint8_t **out, size_t *size, nacf_error *);
/* Reads or computes an instance of a record, which is a member of it from then on. */
nacf_status nacf_ask(nacf_node *, const char *id, nacf_error *);
/* Reads all instances with a position, of a record and of all that are in it. */
nacf_status nacf_ask_all(nacf_node *, nacf_error *);
/* A new root with its own memory, and a new record, or zeroed bytes, in the memory of a tree; NULL without memory. */
nacf_node *nacf_new(const nacf_type *, const nacf_limits *);
nacf_node *nacf_add(nacf_node *tree, const nacf_type *);
void *nacf_room(nacf_node *tree, size_t size);
/* Frees a whole tree, given its root; not the bytes that it was read from, and not what nacf_write made. */
void nacf_free(nacf_node *root);

/* Numbers and text of a value; other kinds are 0 or nothing. Text is made UTF-8, in the memory of the tree. */
int64_t nacf_int64(nacf_value);
uint64_t nacf_uint64(nacf_value);
double nacf_double(nacf_value);
nacf_bytes nacf_utf8(nacf_node *tree, nacf_value);
nacf_value nacf_load(nacf_node *, const nacf_member *); /* the value of a member as it is now */
nacf_value nacf_own_value(nacf_node *, const char *id); /* the same, by its id; its text is made UTF-8 by nacf_utf8 */
nacf_value nacf_element(const nacf_value *list, size_t index);
nacf_value nacf_record_value(nacf_node *);

/* The tables */

typedef nacf_value (*nacf_expression)(nacf_context *, nacf_node *);

enum nacf_tag { NACF_ANY, NACF_UINT, NACF_SINT, NACF_FLOAT, NACF_BITS, NACF_ULEB, NACF_SLEB, NACF_VLQ, NACF_STR, NACF_RAW, NACF_USE,
    NACF_SWITCH };
enum { NACF_LE, NACF_BE, NACF_SWITCHED };
enum { NACF_ONCE, NACF_COUNTED, NACF_TO_EOS, NACF_UNTIL };
enum { NACF_TERMINATED = 1, NACF_INCLUDE = 2, NACF_KEEP = 4, NACF_OPTIONAL = 8, NACF_WIDE = 16, NACF_WIDEST = 32 };
enum { NACF_XOR = 1, NACF_ROL, NACF_ROR };
enum { NACF_COUNT_OF = 1, NACF_LENGTH_OF, NACF_OFFSET_OF, NACF_ARGUMENT_OF, NACF_PINNED, NACF_SUM_OF };
enum { NACF_CRC32, NACF_CRC32C, NACF_CRC16, NACF_CRC16_CCITT, NACF_CRC16_XMODEM, NACF_ADLER32, NACF_INTERNET, NACF_SUM8,
    NACF_SUM16, NACF_SUM32, NACF_NEGATIVE8, NACF_XOR8 };

struct nacf_encoding {
    const char *name;
    uint8_t width, endian; /* of a code unit */
    bool is_ascii;
    const uint16_t *table; /* code points of the bytes from 128 on, 0 for none; NULL for UTF */
};

/* What a field holds: `width` in bytes, of NACF_BITS in bits; of NACF_USE, the type and its arguments. `ends`: how a text
   that a switch chooses ends, where it says so itself. */
typedef struct nacf_kind {
    uint8_t tag, width, endian;
    const nacf_type *type;
    const nacf_expression *arguments;
    const struct nacf_case *cases;
    nacf_expression on;
    const nacf_encoding *encoding;
    uint8_t ends;
} nacf_kind;

/* The last one has no key; its kind may be NACF_ANY, for nothing. */
typedef struct nacf_case {
    nacf_expression key;
    nacf_kind kind;
} nacf_case;

/* What a rule compares with, for its message. */
typedef struct nacf_known {
    const char *name;
    nacf_expression value;
} nacf_known;

/* `words` are followed by the value of `bound`, if there is one, and by those that are known. */
typedef struct nacf_rule {
    nacf_expression holds;
    const char *words;
    nacf_expression bound;
    const nacf_known *known;
} nacf_rule;

typedef struct nacf_enum {
    const char *id;
    int64_t number;
} nacf_enum;

/* How a field follows from another one when it is written. */
typedef struct nacf_derive {
    uint8_t how, sum; /* the checksum of SUM_OF, whose value is also checked when it is read */
    bool is_unsure; /* a value that was read is kept */
    bool is_default; /* so is any that the tree has: a rule judges it */
    const char *member, *param;
    const char *const *over; /* the fields that a checksum is over */
    uint64_t scale; /* 0 for 1; the number that is known is `scale` times the field and `plus` */
    int64_t plus;
    nacf_expression value;
} nacf_derive;

struct nacf_member {
    const char *id;
    size_t at; /* offset in the struct */
    nacf_kind kind;
    uint8_t repeat, ends, terminator, process;
    bool to_end, is_lookup, is_orphan;
    bool is_ended; /* of UNTIL: when it is written, its last element has to be the first that ends it */
    bool asks_io; /* something asks where its stream stands: when it is written, what the tree has decides */
    int16_t pad; /* the byte plus 1 */
    uint32_t align;
    nacf_bytes contents;
    nacf_expression condition, count, until, size, pos, io, value, parent, key;
    const nacf_rule *rules;
    const nacf_enum *members;
    const nacf_derive *derive;
    const char *offset; /* the field that says where an instance is */
};

/* Members come in the order params, fields, instances with a position, computed instances. */
struct nacf_type {
    const char *name;
    size_t size, has; /* of its struct, and the offset of the states in it */
    const nacf_member *members;
    uint16_t params, fields, placed, values;
    bool is_root, has_sums;
    bool is_whole; /* of a root: every byte of a file belongs to a field, since there are no instances elsewhere */
    nacf_expression endian;
    const char *unwritable; /* of a root: why no file can be written */
};

struct nacf_padding {
    struct nacf_padding *next;
    const nacf_member *after;
    uint8_t bits;
};

extern const nacf_encoding nacf_ascii;

/* Short names for generated sources, which define NACFORMATS_TABLES. */
#ifdef NACFORMATS_TABLES
#define E(name, ...) static nacf_value name(nacf_context *c, nacf_node *self) { (void)c; (void)self; return __VA_ARGS__; }
#define I(number) nacf_int(number)
#define TEXT(text) nacf_text(text, sizeof text - 1)
#define OCTETS(text) nacf_octets(text, sizeof text - 1)
#define IT nacf_it(c)
#define GET(id) nacf_get(c, self, #id)
#define OWN(id) nacf_own(c, self, #id)
#define OF(of, id) nacf_attribute(c, of, #id)
#define AT(list, index) nacf_at(c, list, index)
#define OP(left, operation, right) nacf_binary(c, operation, left, right)
#define IS(value) nacf_truth(c, value)
#define ALL(...) (const nacf_expression[]){__VA_ARGS__, NULL}
#define MEMBER(type, member) .id = #member, .at = offsetof(type, member)
#define UINT(w, e) {.tag = NACF_UINT, .width = w, .endian = NACF_##e}
#define SINT(w, e) {.tag = NACF_SINT, .width = w, .endian = NACF_##e}
#define FLOAT(w, e) {.tag = NACF_FLOAT, .width = w, .endian = NACF_##e}
#define BITS(w, e) {.tag = NACF_BITS, .width = w, .endian = NACF_##e}
#define KIND(t) {.tag = NACF_##t}
#define STR(e) {.tag = NACF_STR, .encoding = e}
#define ENDED_STR(e, how) {.tag = NACF_STR, .encoding = e, .ends = how}
#define USE(name) {.tag = NACF_USE, .type = &type_of_##name}
#define USE_WITH(name, ...) {.tag = NACF_USE, .type = &type_of_##name, .arguments = ALL(__VA_ARGS__)}
#define SWITCH(chosen, ...) {.tag = NACF_SWITCH, .on = chosen, .cases = (const nacf_case[]){__VA_ARGS__}}
#define CONTENTS(text) .contents = {(const uint8_t *)text, sizeof text - 1}
#define RULES(...) .rules = (const nacf_rule[]){__VA_ARGS__, {NULL, NULL, NULL, NULL}}
#define KNOWN(...) (const nacf_known[]){__VA_ARGS__, {NULL, NULL}}
#define FROM(name, ...) .derive = &(const nacf_derive){.how = NACF_##name, __VA_ARGS__}
#define OVER(name, ...) .sum = NACF_##name, .over = (const char *const[]){__VA_ARGS__, NULL}
#define TYPE(struct_of, text, ...) \
    const nacf_type type_of_##struct_of = {.name = text, .size = sizeof(struct_of), .has = offsetof(struct_of, has), \
        .members = struct_of##_members, __VA_ARGS__}
#endif

/* The functions of a schema:
 * - NAME_read: the tree of a file; it refers to `data`, which has to stay. NULL after a failure.
 * - NAME_write: the bytes of a tree, to be freed with free(). Counts, lengths and offsets are set in the tree.
 * - NAME_new: an empty tree, to be filled in; NAME_free: frees a tree and all that is in it.
 */
#define NACF_DECLARE(name) \
    nacf_status name##_read(const uint8_t *data, size_t size, name **out, nacf_error *error); \
    nacf_status name##_write(name *tree, uint8_t **out, size_t *size, nacf_error *error); \
    name *name##_new(void); \
    void name##_free(name *tree);

#define NACF_SCHEMA(name) \
    nacf_status name##_read(const uint8_t *data, size_t size, name **out, nacf_error *error) \
    { \
        nacf_node *root = NULL; \
        const nacf_status status = nacf_read(&type_of_##name, data, size, NULL, &root, error); \
        *out = (name *)(void *)root; \
        return status; \
    } \
    nacf_status name##_write(name *tree, uint8_t **out, size_t *size, nacf_error *error) \
    { \
        return nacf_write(&tree->node, out, size, error); \
    } \
    name *name##_new(void) { return (name *)(void *)nacf_new(&type_of_##name, NULL); } \
    void name##_free(name *tree) { if (tree) nacf_free(&tree->node); }

/* What the expressions of generated sources call */

nacf_value nacf_get(nacf_context *, nacf_node *, const char *id);
nacf_value nacf_attribute(nacf_context *, nacf_value of, const char *id);
nacf_value nacf_call(nacf_context *, nacf_value of, const char *id, nacf_value first, nacf_value second);
nacf_value nacf_at(nacf_context *, nacf_value list, nacf_value index);
nacf_value nacf_it(nacf_context *);
nacf_value nacf_index(nacf_context *);
nacf_value nacf_own(nacf_context *, nacf_node *, const char *id);
nacf_value nacf_enough(nacf_context *, size_t count, const nacf_value *values);
nacf_value nacf_binary(nacf_context *, int operation, nacf_value, nacf_value);
nacf_value nacf_minus(nacf_context *, nacf_value);
nacf_value nacf_invert(nacf_context *, nacf_value);
bool nacf_truth(nacf_context *, nacf_value);
bool nacf_in_enum(nacf_context *, nacf_value, const nacf_enum *);
nacf_value nacf_sized(nacf_context *, nacf_value, unsigned bits);
nacf_value nacf_joined(nacf_context *, size_t count, const nacf_value *values);

static inline nacf_value nacf_int(int64_t number)
{
    nacf_value value = {NACF_INT, false, NULL, {0}};
    value.negative = number < 0;
    value.as.number = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    return value;
}

static inline nacf_value nacf_uint(uint64_t number)
{
    nacf_value value = {NACF_INT, false, NULL, {0}};
    value.as.number = number;
    return value;
}

static inline nacf_value nacf_bool(bool truth)
{
    nacf_value value = {NACF_BOOL, false, NULL, {0}};
    value.as.number = truth;
    return value;
}

static inline nacf_value nacf_real(double real)
{
    nacf_value value = {NACF_REAL, false, NULL, {0}};
    value.as.real = real;
    return value;
}

static inline nacf_value nacf_text(const char *text, size_t size)
{
    nacf_value value = {NACF_TEXT, false, NULL, {0}};
    value.as.bytes.data = (const uint8_t *)text;
    value.as.bytes.size = size;
    return value;
}

static inline nacf_value nacf_octets(const char *octets, size_t size)
{
    nacf_value value = nacf_text(octets, size);
    value.kind = NACF_BYTES;
    return value;
}

#ifdef __cplusplus
}
#endif

#endif /* NACFORMATS_H */
