/* Reads and writes records by tables. One function for each thing that a field can be; `nacf_get` is what expressions
   look members up with, which reads or derives those that are not there yet. A failure leaves by longjmp. */
#include "nacformats.h"

#include <ctype.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 24, DEPTH = 400, MOST_EMPTY = 4096, PATH_STEPS = 16, MOST_PASSES = 6 };
#define MOST_GAP ((uint64_t)64 << 20)

/* Bytes that are read; `left` are bits of the byte before `pos` that no field has taken. */
struct nacf_stream {
    const uint8_t *data;
    size_t size, pos;
    uint64_t base; /* where it starts in the file */
    bool is_made; /* of bytes that are in no file: all of them are where it starts */
    uint64_t left;
    unsigned num_left;
    nacf_node *bits_of;
    const nacf_member *bits_after;
};

typedef struct block {
    struct block *next;
    size_t room, used;
} block;

struct nacf_file {
    block *blocks;
    size_t limit, used;
    uint64_t size;
};

/* Bytes that are written; in `free_bits` of the last byte there is room. Without `data`, they are only counted. */
typedef struct output {
    uint8_t *data;
    size_t size, room;
    unsigned free_low, free_high;
    uint8_t padding;
    bool is_counting;
    uint8_t separator[4], separator_size; /* a terminator that is needed if a field follows; its size is 0 for none */
} output;

typedef struct place {
    nacf_node *node;
    const nacf_member *member;
    size_t index;
    uint64_t offset;
} place;

/* An instance that is written, and the bytes of it in the output. */
typedef struct part {
    nacf_node *node;
    const nacf_member *member;
    uint64_t position;
    size_t start, size;
} part;

struct nacf_context {
    jmp_buf failed;
    nacf_error *error;
    nacf_file *file;
    place at;
    nacf_value it;
    unsigned depth;
    /* while writing */
    bool is_writing, is_counting, has_before, is_settled, is_guessed, trusts;
    uint8_t pass;
    uint64_t total_before, total;
    part *parts;
    size_t num_parts, parts_room;
    unsigned num_outputs;
    output outputs[DEPTH]; /* the last member: to be freed after a failure, when what they were for is no longer */
};

const nacf_encoding nacf_ascii = {"ASCII", 1, NACF_LE, true, NULL};
static const nacf_value NOTHING = {NACF_NOTHING, false, NULL, {0}};

/* Failures */

static size_t left_in(const nacf_stream *io)
{
    return io->pos < io->size ? io->size - io->pos : 0;
}

static size_t add_text(char *to, size_t room, size_t size, const char *text)
{
    while (*text && size + 1 < room)
        to[size++] = *text++;
    to[size] = 0;
    return size;
}

static size_t add_step(char *to, size_t room, size_t size, const nacf_member *member, size_t index)
{
    char number[32];
    if (size)
        size = add_text(to, room, size, ".");
    size = add_text(to, room, size, member->id);
    if (index != NACF_ALONE) {
        sprintf(number, "[%llu]", (unsigned long long)index);
        size = add_text(to, room, size, number);
    }
    return size;
}

/* The path of a place; the middle of a long one is left out. */
static void write_path(nacf_error *error, const place *at)
{
    const nacf_node *node;
    size_t size = 0, above = 0, steps, k, up;
    error->path[0] = 0;
    for (node = at->node; node && node->above; node = node->above)
        above++;
    steps = above + (at->member != NULL);
    for (k = 0; k < steps; k++) {
        if (steps > PATH_STEPS && k == PATH_STEPS / 2) {
            size = add_text(error->path, sizeof error->path, size, "....");
            k = steps - PATH_STEPS / 2;
        }
        if (k == above) {
            size = add_step(error->path, sizeof error->path, size, at->member, at->index);
            break;
        }
        for (node = at->node, up = above - 1 - k; up; up--)
            node = node->above;
        size = add_step(error->path, sizeof error->path, size, node->member, node->index);
    }
}

/* Begins a message. */
static void say(nacf_context *c, const char *text)
{
    c->error->message[0] = 0;
    add_text(c->error->message, sizeof c->error->message, 0, text);
}

#if defined(__GNUC__)
__attribute__((noreturn))
#endif
static void fail(nacf_context *c, nacf_status status, const char *message)
{
    c->error->status = status;
    c->error->offset = c->at.offset < c->file->size || c->is_writing ? c->at.offset : c->file->size;
    if (message != c->error->message)
        say(c, message);
    write_path(c->error, &c->at);
    longjmp(c->failed, 1);
}

/* Fails with the message that was said. */
#if defined(__GNUC__)
__attribute__((noreturn))
#endif
static void fail_so(nacf_context *c, nacf_status status)
{
    fail(c, status, c->error->message);
}

/* Messages: values as Python shows them */

static void say_more(nacf_context *c, const char *text)
{
    add_text(c->error->message, sizeof c->error->message, strlen(c->error->message), text);
}

static void say_number(nacf_context *c, uint64_t number)
{
    char text[32];
    sprintf(text, "%llu", (unsigned long long)number);
    say_more(c, text);
}

/* A character, or an escape for one that a terminal would obey. */
static void say_character(nacf_context *c, uint8_t character, const char *as_well)
{
    static const char CONTROLS[] = "\t\n\r", LETTERS[] = "tnr";
    char text[8] = {0};
    const char *control = character ? strchr(CONTROLS, character) : NULL;
    if (control)
        sprintf(text, "\\%c", LETTERS[control - CONTROLS]);
    else if (character < 32 || character == 127 || (character > 127 && *as_well))
        sprintf(text, "\\x%02x", character);
    else
        sprintf(text, character && strchr(as_well, character) ? "\\%c" : "%c", character);
    say_more(c, text);
}

static void say_bytes(nacf_context *c, nacf_bytes bytes)
{
    const bool has_single = bytes.size && memchr(bytes.data, '\'', bytes.size);
    const bool is_double = has_single && !memchr(bytes.data, '"', bytes.size);
    const char *quote = is_double ? "\"" : "'";
    size_t k;
    say_more(c, "b");
    say_more(c, quote);
    for (k = 0; k < bytes.size && k < SHOWN; k++)
        say_character(c, bytes.data[k], is_double ? "\\" : "\\'");
    say_more(c, quote);
    if (bytes.size > SHOWN) {
        say_more(c, "... (");
        say_number(c, bytes.size);
        say_more(c, " bytes)");
    }
}

/* The shortest digits that mean the number. */
static void say_real(nacf_context *c, double real)
{
    char text[40];
    int digits;
    if (real != real) {
        say_more(c, "nan");
        return;
    }
    for (digits = 1; digits < 17; digits++) {
        sprintf(text, "%.*g", digits, real);
        if (strtod(text, NULL) == real)
            break;
    }
    sprintf(text, "%.*g", digits, real);
    say_more(c, text);
    if (!strpbrk(text, ".ein"))
        say_more(c, ".0");
}

static void say_value(nacf_context *c, nacf_node *node, nacf_value value)
{
    nacf_bytes text;
    size_t k;
    switch (value.kind) {
    case NACF_INT:
    case NACF_VARINT:
        if (value.kind == NACF_INT ? value.negative : value.negative && nacf_int64(value) < 0)
            say_more(c, "-");
        say_number(c, value.kind == NACF_INT ? value.as.number : value.negative && nacf_int64(value) < 0
            ? 0 - value.as.varint.value : value.as.varint.value);
        break;
    case NACF_BOOL:
        say_more(c, value.as.number ? "True" : "False");
        break;
    case NACF_REAL:
        say_real(c, value.as.real);
        break;
    case NACF_TEXT:
        text = nacf_utf8(node, value);
        for (k = 0; k < text.size; k++)
            say_character(c, text.data[k], "");
        break;
    case NACF_BYTES:
        say_bytes(c, value.as.bytes);
        break;
    default:
        break;
    }
}

static bool can_be_said(nacf_value value)
{
    return value.kind != NACF_NOTHING && value.kind != NACF_RECORD && value.kind != NACF_ITEMS
        && value.kind != NACF_ARRAY && value.kind != NACF_IO;
}

static void say_got(nacf_context *c, nacf_node *node, nacf_value value)
{
    if (!can_be_said(value))
        return;
    say_more(c, ", got ");
    say_value(c, node, value);
}

/* Where the bytes of a stream end, in words. */
static const char *whole_of(const nacf_context *c, const nacf_stream *io)
{
    return io->is_made || io->base || io->size != c->file->size ? "the enclosing field" : "the file";
}

#if defined(__GNUC__)
__attribute__((noreturn))
#endif
static void fail_short(nacf_context *c, const nacf_stream *io, uint64_t size)
{
    if (c->at.offset > c->file->size) {
        say(c, "starts past the end of the file: expected at most ");
        say_number(c, c->file->size);
        say_more(c, ", got byte ");
        say_number(c, c->at.offset);
        fail_so(c, NACF_TRUNCATED);
    }
    say(c, whole_of(c, io));
    say_more(c, " ends too early: expected ");
    say_number(c, size);
    say_more(c, size == 1 ? " more byte, got " : " more bytes, got ");
    say_number(c, left_in(io));
    fail_so(c, NACF_TRUNCATED);
}

/* Memory */

static void *reserve(nacf_file *file, size_t size)
{
    block *at = file->blocks;
    uint8_t *found;
    if (size > SIZE_MAX / 2)
        return NULL;
    size = (size + 15) & ~(size_t)15;
    if (!at || at->room - at->used < size) {
        const size_t head = (sizeof(block) + 15) & ~(size_t)15;
        const size_t usual = file->used < 4096 ? 4096 : file->used < 1 << 20 ? file->used : (size_t)1 << 20;
        const size_t room = size > usual ? size : usual;
        if (size > file->limit - file->used || (at = calloc(1, head + room)) == NULL)
            return NULL;
        at->room = head + room;
        at->used = head;
        at->next = file->blocks;
        file->blocks = at;
    }
    found = (uint8_t *)at + at->used;
    at->used += size;
    file->used += size > file->limit - file->used ? file->limit - file->used : size;
    return found;
}

static void *need(nacf_context *c, size_t size)
{
    void *found = reserve(c->file, size);
    if (!found)
        fail(c, NACF_LIMIT, "too large for memory");
    return found;
}

static void enter(nacf_context *c)
{
    if (++c->depth > DEPTH)
        fail(c, NACF_LIMIT, "nested too deeply");
}

/* Members, as values */

static size_t count_of_members(const nacf_type *type)
{
    return (size_t)type->params + type->fields + type->placed + type->values;
}

static const nacf_member *find_member(const nacf_type *type, const char *id)
{
    size_t k;
    for (k = 0; k < count_of_members(type); k++)
        if (type->members[k].id[0] == id[0] && strcmp(type->members[k].id, id) == 0)
            return &type->members[k];
    return NULL;
}

static uint8_t *state_of(nacf_node *node, const nacf_member *member)
{
    return (uint8_t *)node + node->type->has + (member - node->type->members);
}

static void *memory_of(nacf_node *node, const nacf_member *member)
{
    return (uint8_t *)node + member->at;
}

static size_t stored_size(const nacf_kind *kind)
{
    switch (kind->tag) {
    case NACF_UINT:
    case NACF_SINT:
    case NACF_FLOAT:
        return kind->width;
    case NACF_BITS:
        return kind->width <= 8 ? 1 : kind->width <= 16 ? 2 : kind->width <= 32 ? 4 : 8;
    case NACF_ULEB:
    case NACF_SLEB:
    case NACF_VLQ:
        return sizeof(nacf_varint);
    case NACF_STR:
    case NACF_RAW:
        return sizeof(nacf_bytes);
    case NACF_USE:
        return sizeof(nacf_node *);
    default:
        return sizeof(nacf_value);
    }
}

static uint64_t load_number(const void *from, size_t width)
{
    uint8_t u1;
    uint16_t u2;
    uint32_t u4;
    uint64_t u8;
    switch (width) {
    case 1:
        memcpy(&u1, from, 1);
        return u1;
    case 2:
        memcpy(&u2, from, 2);
        return u2;
    case 4:
        memcpy(&u4, from, 4);
        return u4;
    default:
        memcpy(&u8, from, 8);
        return u8;
    }
}

static void store_number(void *to, size_t width, uint64_t number)
{
    const uint8_t u1 = (uint8_t)number;
    const uint16_t u2 = (uint16_t)number;
    const uint32_t u4 = (uint32_t)number;
    memcpy(to, width == 1 ? (const void *)&u1 : width == 2 ? (const void *)&u2 : width == 4 ? (const void *)&u4
        : (const void *)&number, width);
}

static uint64_t sign_extended(uint64_t bits, unsigned width)
{
    const uint64_t top = (uint64_t)1 << (8 * width - 1);
    return (bits ^ top) - top;
}

static nacf_value of_signed(uint64_t twos_complement)
{
    nacf_value value = nacf_uint(twos_complement);
    value.negative = twos_complement >> 63;
    if (value.negative)
        value.as.number = 0 - twos_complement;
    return value;
}

static uint64_t twos_complement(const nacf_value *value)
{
    return value->negative ? 0 - value->as.number : value->as.number;
}

static nacf_value of_bytes(nacf_kind_of_value kind, nacf_bytes bytes, const nacf_encoding *encoding)
{
    nacf_value value = NOTHING;
    value.kind = kind;
    value.as.bytes = bytes;
    value.encoding = encoding && encoding->is_ascii && !encoding->table ? NULL : encoding;
    return value;
}

nacf_value nacf_record_value(nacf_node *node)
{
    nacf_value value = NOTHING;
    if (node) {
        value.kind = NACF_RECORD;
        value.as.record = node;
    }
    return value;
}

static nacf_value of_varint(nacf_varint varint, bool is_signed)
{
    nacf_value value = NOTHING;
    value.kind = NACF_VARINT;
    value.negative = is_signed;
    value.as.varint = varint;
    return value;
}

static double real_of_bits(uint64_t bits, unsigned width)
{
    double real;
    float single;
    const uint32_t half = (uint32_t)bits;
    if (width == 4) {
        memcpy(&single, &half, 4);
        return single;
    }
    memcpy(&real, &bits, 8);
    return real;
}

static nacf_value load_as(const nacf_kind *kind, const void *from)
{
    nacf_bytes bytes;
    nacf_varint varint;
    nacf_node *node;
    nacf_value value;
    switch (kind->tag) {
    case NACF_UINT:
        return nacf_uint(load_number(from, kind->width));
    case NACF_SINT:
        return of_signed(sign_extended(load_number(from, kind->width), kind->width));
    case NACF_FLOAT:
        return nacf_real(real_of_bits(load_number(from, kind->width), kind->width));
    case NACF_BITS:
        return kind->width == 1 ? nacf_bool(load_number(from, 1) != 0) : nacf_uint(load_number(from, stored_size(kind)));
    case NACF_ULEB:
    case NACF_SLEB:
    case NACF_VLQ:
        memcpy(&varint, from, sizeof varint);
        return of_varint(varint, kind->tag == NACF_SLEB);
    case NACF_STR:
    case NACF_RAW:
        memcpy(&bytes, from, sizeof bytes);
        return of_bytes(kind->tag == NACF_STR ? NACF_TEXT : NACF_BYTES, bytes, kind->encoding);
    case NACF_USE:
        memcpy(&node, from, sizeof node);
        return nacf_record_value(node);
    default:
        memcpy(&value, from, sizeof value);
        return value;
    }
}

static void store_as(const nacf_kind *kind, void *to, const nacf_value *value)
{
    switch (kind->tag) {
    case NACF_UINT:
    case NACF_SINT:
    case NACF_BITS:
        store_number(to, stored_size(kind), twos_complement(value));
        break;
    case NACF_ULEB:
    case NACF_SLEB:
    case NACF_VLQ:
        memcpy(to, &value->as.varint, sizeof value->as.varint);
        break;
    case NACF_STR:
    case NACF_RAW:
        memcpy(to, &value->as.bytes, sizeof value->as.bytes);
        break;
    case NACF_USE:
        memcpy(to, &value->as.record, sizeof value->as.record);
        break;
    default:
        memcpy(to, value, sizeof *value);
    }
}

nacf_value nacf_load(nacf_node *node, const nacf_member *member)
{
    nacf_value value = NOTHING;
    if (member->repeat == NACF_ONCE)
        return load_as(&member->kind, memory_of(node, member));
    value.kind = NACF_ITEMS;
    value.as.items.list = memory_of(node, member);
    value.as.items.owner = node;
    value.as.items.member = member;
    return value;
}

nacf_value nacf_own_value(nacf_node *node, const char *id)
{
    const nacf_member *member = find_member(node->type, id);
    return member && *state_of(node, member) != NACF_ABSENT ? nacf_load(node, member) : NOTHING;
}

nacf_value nacf_element(const nacf_value *list, size_t index)
{
    const nacf_member *member = list->as.items.member;
    if (list->kind == NACF_BYTES)
        return nacf_uint(list->as.bytes.data[index]);
    if (list->kind == NACF_ARRAY)
        return list->as.array.values[index];
    return load_as(&member->kind, (const uint8_t *)list->as.items.list->items + index * stored_size(&member->kind));
}

/* Text */

/* The next code point and how many bytes it takes; 0 bytes where there is none, or a bad one. */
static size_t code_point(const nacf_encoding *e, const uint8_t *text, size_t left, uint32_t *point)
{
    size_t k, width;
    uint32_t unit = 0, low;
    if (left == 0)
        return 0;
    if (e && e->width > 1) {
        if (left < e->width)
            return 0;
        for (k = 0; k < e->width; k++)
            unit |= (uint32_t)text[e->endian == NACF_BE ? e->width - 1 - k : k] << (8 * k);
        *point = unit;
        if (e->width == 4)
            return unit > 0x10ffff || (unit >= 0xd800 && unit < 0xe000) ? 0 : 4;
        if (unit < 0xd800 || unit >= 0xe000)
            return 2;
        if (unit >= 0xdc00 || left < 4)
            return 0;
        low = e->endian == NACF_BE ? (uint32_t)(text[2] << 8 | text[3]) : (uint32_t)(text[3] << 8 | text[2]);
        *point = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
        return low >= 0xdc00 && low < 0xe000 ? 4 : 0;
    }
    *point = text[0];
    if (text[0] < 0x80)
        return 1;
    if (e && e->table) {
        *point = e->table[text[0] - 0x80];
        return *point ? 1 : 0;
    }
    width = text[0] < 0xc2 ? 0 : text[0] < 0xe0 ? 2 : text[0] < 0xf0 ? 3 : text[0] < 0xf5 ? 4 : 0;
    if ((e && e->is_ascii) || !width || left < width)
        return 0;
    *point = text[0] & (0x7fu >> width);
    for (k = 1; k < width; k++) {
        if ((text[k] & 0xc0) != 0x80)
            return 0;
        *point = *point << 6 | (text[k] & 0x3f);
    }
    if ((width == 3 && (*point < 0x800 || (*point >= 0xd800 && *point < 0xe000)))
        || (width == 4 && (*point < 0x10000 || *point > 0x10ffff)))
        return 0;
    return width;
}

/* The first byte that is no text, or the size. */
static size_t first_bad(const nacf_encoding *encoding, nacf_bytes text)
{
    size_t at = 0, width;
    uint32_t point;
    while (at < text.size && (width = code_point(encoding, text.data + at, text.size - at, &point)) != 0)
        at += width;
    return at;
}

static size_t put_utf8(uint8_t *to, uint32_t point)
{
    const size_t width = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    size_t k;
    for (k = width; k-- > 1; point >>= 6)
        to[k] = (uint8_t)(0x80 | (point & 0x3f));
    to[0] = (uint8_t)(width == 1 ? point : (0xf00u >> width | point));
    return width;
}

static nacf_bytes utf8_in(nacf_file *file, const nacf_value *value)
{
    nacf_bytes text = value->as.bytes, made = {NULL, 0};
    uint8_t *to;
    size_t at = 0, width;
    uint32_t point;
    if (!value->encoding)
        return text;
    if (text.size > SIZE_MAX / 4 || (to = reserve(file, 4 * text.size + 1)) == NULL)
        return made;
    made.data = to;
    for (; at < text.size && (width = code_point(value->encoding, text.data + at, text.size - at, &point)); at += width)
        made.size += put_utf8(to + made.size, point);
    return made;
}

static nacf_bytes utf8_of(nacf_context *c, const nacf_value *value)
{
    const nacf_bytes made = utf8_in(c->file, value);
    if (value->encoding && !made.data)
        fail(c, NACF_LIMIT, "too large for memory");
    return made;
}

static size_t length_of_text(const nacf_value *value)
{
    size_t at = 0, count = 0, width;
    uint32_t point;
    const nacf_bytes *text = &value->as.bytes;
    for (; at < text->size && (width = code_point(value->encoding, text->data + at, text->size - at, &point)); at += width)
        count++;
    return count;
}

/* Checksums */

typedef struct summing {
    uint8_t kind;
    bool is_odd;
    uint32_t low, high;
    uint32_t table[16]; /* of a cyclic redundancy check: what four bits do to it */
} summing;

/* Cyclic redundancy checks, by kind. */
static const struct { uint32_t polynomial, start, end; } CHECKS[] = {
    {0xedb88320, 0xffffffff, 0xffffffff}, /* crc32 */
    {0x82f63b78, 0xffffffff, 0xffffffff}, /* crc32c */
    {0xa001, 0, 0}, /* crc16 */
    {0x1021, 0xffff, 0}, /* crc16-ccitt */
    {0x1021, 0, 0}, /* crc16-xmodem */
};

static bool takes_highest_first(uint8_t kind)
{
    return kind == NACF_CRC16_CCITT || kind == NACF_CRC16_XMODEM;
}

static void begin_sum(summing *s, uint8_t kind)
{
    uint32_t k;
    unsigned bit;
    memset(s, 0, sizeof *s);
    s->kind = kind;
    s->low = kind == NACF_ADLER32;
    if (kind > NACF_CRC16_XMODEM)
        return;
    s->low = CHECKS[kind].start;
    for (k = 0; k < 16; k++) {
        uint32_t crc = takes_highest_first(kind) ? k << 12 : k;
        for (bit = 0; bit < 4; bit++)
            crc = takes_highest_first(kind) ? (crc << 1 ^ (crc & 0x8000 ? CHECKS[kind].polynomial : 0)) & 0xffff
                : crc >> 1 ^ (crc & 1 ? CHECKS[kind].polynomial : 0);
        s->table[k] = crc;
    }
}

static void add_byte(summing *s, uint32_t byte)
{
    switch (s->kind) {
    case NACF_CRC32:
    case NACF_CRC32C:
    case NACF_CRC16:
        s->low ^= byte;
        s->low = s->low >> 4 ^ s->table[s->low & 15];
        s->low = s->low >> 4 ^ s->table[s->low & 15];
        break;
    case NACF_CRC16_CCITT:
    case NACF_CRC16_XMODEM:
        s->low ^= byte << 8;
        s->low = (s->low << 4 & 0xffff) ^ s->table[s->low >> 12];
        s->low = (s->low << 4 & 0xffff) ^ s->table[s->low >> 12];
        break;
    case NACF_ADLER32:
        s->low = (s->low + byte) % 65521;
        s->high = (s->high + s->low) % 65521;
        break;
    case NACF_INTERNET:
        s->low += s->is_odd ? byte : byte << 8;
        s->low = (s->low & 0xffff) + (s->low >> 16);
        s->is_odd = !s->is_odd;
        break;
    case NACF_XOR8:
        s->low ^= byte;
        break;
    default:
        s->low += byte;
    }
}

static void add_bytes(summing *s, const uint8_t *data, size_t size)
{
    size_t k;
    for (k = 0; k < size; k++)
        add_byte(s, data[k]);
}

/* The number that a field of a kind holds for a checksum. */
static nacf_value end_sum(const summing *s, const nacf_kind *kind)
{
    const uint32_t masks[] = {0xff, 0xffff, 0xffffffff};
    uint64_t sum = s->low;
    if (s->kind <= NACF_CRC16_XMODEM)
        sum ^= CHECKS[s->kind].end;
    else if (s->kind == NACF_ADLER32)
        sum |= (uint64_t)s->high << 16;
    else if (s->kind == NACF_INTERNET)
        sum ^= 0xffff;
    else if (s->kind == NACF_NEGATIVE8)
        sum = (0 - sum) & 0xff;
    else if (s->kind != NACF_XOR8)
        sum &= masks[s->kind - NACF_SUM8];
    if (kind->width < 8)
        sum &= ((uint64_t)1 << 8 * kind->width) - 1;
    return kind->tag == NACF_SINT ? of_signed(sign_extended(sum, kind->width)) : nacf_uint(sum);
}

/* Values in expressions */

static nacf_value wrong(nacf_context *c, const char *what)
{
    fail(c, NACF_INVALID, what);
#if !defined(__GNUC__)
    return NOTHING;
#endif
}

static nacf_value number_in(nacf_context *c, nacf_value value)
{
    if (value.kind == NACF_BOOL)
        value.kind = NACF_INT;
    if (value.kind != NACF_INT)
        return wrong(c, "cannot be computed: a number is needed");
    return value;
}

bool nacf_truth(nacf_context *c, nacf_value value)
{
    switch (value.kind) {
    case NACF_INT:
    case NACF_BOOL:
        return value.as.number != 0;
    case NACF_REAL:
        return value.as.real != 0;
    case NACF_NOTHING:
        return false;
    case NACF_TEXT:
    case NACF_BYTES:
        return value.as.bytes.size != 0;
    default:
        (void)c;
        return true;
    }
}

static double real_of(nacf_context *c, const nacf_value *value)
{
    double magnitude;
    if (value->kind == NACF_REAL)
        return value->as.real;
    magnitude = (double)number_in(c, *value).as.number;
    return value->negative ? -magnitude : magnitude;
}

static size_t length_of(nacf_context *c, const nacf_value *list)
{
    switch (list->kind) {
    case NACF_ITEMS:
        return list->as.items.list->count;
    case NACF_ARRAY:
        return list->as.array.count;
    case NACF_BYTES:
        return list->as.bytes.size;
    case NACF_TEXT:
        return length_of_text(list);
    default:
        fail(c, NACF_INVALID, "cannot be computed: a list is needed");
    }
#if !defined(__GNUC__)
    return 0;
#endif
}

/* Below, at or above 0; 2 where neither holds (NaN, or values that have no order). */
static int order(nacf_context *c, const nacf_value *left, const nacf_value *right)
{
    if (left->kind == NACF_REAL || right->kind == NACF_REAL) {
        const double a = real_of(c, left), b = real_of(c, right);
        return a < b ? -1 : a > b ? 1 : a <= b ? 0 : 2;
    }
    if ((left->kind == NACF_TEXT && right->kind == NACF_TEXT) || (left->kind == NACF_BYTES && right->kind == NACF_BYTES)) {
        const nacf_bytes a = utf8_of(c, left), b = utf8_of(c, right);
        const size_t least = a.size < b.size ? a.size : b.size;
        const int differs = least ? memcmp(a.data, b.data, least) : 0;
        return differs ? (differs < 0 ? -1 : 1) : a.size < b.size ? -1 : a.size > b.size;
    }
    if (left->negative != right->negative)
        return number_in(c, *left).negative ? -1 : 1;
    number_in(c, *left);
    number_in(c, *right);
    return (left->as.number > right->as.number) - (left->as.number < right->as.number) == (left->negative ? -1 : 1)
        ? 1 : left->as.number == right->as.number ? 0 : -1;
}

static bool is_number(const nacf_value *value)
{
    return value->kind == NACF_INT || value->kind == NACF_BOOL || value->kind == NACF_REAL;
}

static bool is_list(const nacf_value *value)
{
    return value->kind == NACF_ITEMS || value->kind == NACF_ARRAY || value->kind == NACF_BYTES;
}

static bool same(nacf_context *c, const nacf_value *left, const nacf_value *right)
{
    size_t k;
    bool equal;
    if ((is_number(left) && is_number(right)) || (left->kind == right->kind && left->kind == NACF_TEXT))
        return order(c, left, right) == 0;
    if (left->kind == NACF_VARINT && right->kind == NACF_VARINT)
        return left->as.varint.value == right->as.varint.value;
    if (left->kind == NACF_RECORD && right->kind == NACF_RECORD)
        return left->as.record == right->as.record;
    if (!is_list(left) || !is_list(right))
        return left->kind == right->kind && left->kind == NACF_NOTHING;
    if (left->kind == NACF_BYTES && right->kind == NACF_BYTES)
        return order(c, left, right) == 0;
    equal = length_of(c, left) == length_of(c, right);
    enter(c);
    for (k = 0; equal && k < length_of(c, left); k++) {
        const nacf_value one = nacf_element(left, k), other = nacf_element(right, k);
        equal = same(c, &one, &other);
    }
    c->depth--;
    return equal;
}

static nacf_value sum(nacf_context *c, nacf_value left, nacf_value right)
{
    nacf_value result = left;
    if (left.negative == right.negative) {
        if (right.as.number > UINT64_MAX - left.as.number)
            fail(c, NACF_LIMIT, "the number is too large");
        result.as.number = left.as.number + right.as.number;
    } else if (left.as.number >= right.as.number) {
        result.as.number = left.as.number - right.as.number;
    } else {
        result.negative = right.negative;
        result.as.number = right.as.number - left.as.number;
    }
    result.negative = result.negative && result.as.number;
    return result;
}

static nacf_value quotient(nacf_context *c, nacf_value left, nacf_value right, bool wants_rest)
{
    nacf_value result = left;
    uint64_t rest;
    if (right.as.number == 0)
        fail(c, NACF_INVALID, "cannot be computed: division by zero");
    rest = left.as.number % right.as.number;
    if (wants_rest) {
        result.as.number = rest && left.negative != right.negative ? right.as.number - rest : rest;
        result.negative = right.negative && result.as.number;
        return result;
    }
    result.as.number = left.as.number / right.as.number + (rest && left.negative != right.negative);
    result.negative = left.negative != right.negative && result.as.number;
    return result;
}

static uint64_t bits_of(nacf_context *c, const nacf_value *value)
{
    if (value->negative && value->as.number > (uint64_t)1 << 63)
        fail(c, NACF_LIMIT, "the number is too large");
    return twos_complement(value);
}

static nacf_value shifted(nacf_context *c, int operation, nacf_value left, nacf_value right)
{
    nacf_value result = left;
    const uint64_t by = right.as.number;
    if (right.negative)
        fail(c, NACF_INVALID, "cannot be computed: a shift by a negative number");
    if (operation == 'L') {
        if (left.as.number && (by > 63 || left.as.number > UINT64_MAX >> by))
            fail(c, NACF_LIMIT, "the number is too large");
        result.as.number = by > 63 ? 0 : left.as.number << by;
        return result;
    }
    result.as.number = by > 63 ? 0 : left.as.number >> by;
    if (left.negative && (by > 63 || result.as.number << by != left.as.number))
        result.as.number++;
    return result;
}

static nacf_value joined(nacf_context *c, const nacf_value *left, const nacf_value *right)
{
    const nacf_bytes a = utf8_of(c, left), b = utf8_of(c, right);
    nacf_bytes whole = {NULL, a.size + b.size};
    uint8_t *to;
    if (left->kind != right->kind || whole.size > 1 << 20)
        fail(c, NACF_INVALID, "cannot be computed: these cannot be joined");
    whole.data = to = need(c, whole.size + 1);
    if (a.size)
        memcpy(to, a.data, a.size);
    if (b.size)
        memcpy(to + a.size, b.data, b.size);
    return of_bytes(left->kind, whole, NULL);
}

static nacf_value of_reals(nacf_context *c, int operation, double left, double right)
{
    switch (operation) {
    case '+':
        return nacf_real(left + right);
    case '-':
        return nacf_real(left - right);
    case '*':
        return nacf_real(left * right);
    case '/':
        if (right <= 0 && right >= 0)
            fail(c, NACF_INVALID, "cannot be computed: division by zero");
        return nacf_real(left / right);
    default:
        return wrong(c, "cannot be computed: whole numbers are needed");
    }
}

static nacf_value of_numbers(nacf_context *c, int operation, nacf_value left, nacf_value right)
{
    uint64_t a, b;
    switch (operation) {
    case '-':
        right.negative = !right.negative && right.as.number;
        return sum(c, left, right);
    case '+':
        return sum(c, left, right);
    case '*':
        if (left.as.number && right.as.number > UINT64_MAX / left.as.number)
            fail(c, NACF_LIMIT, "the number is too large");
        left.as.number *= right.as.number;
        left.negative = left.negative != right.negative && left.as.number;
        return left;
    case '/':
    case '%':
        return quotient(c, left, right, operation == '%');
    case 'L':
    case 'R':
        return shifted(c, operation, left, right);
    default:
        a = bits_of(c, &left);
        b = bits_of(c, &right);
        a = operation == '&' ? a & b : operation == '|' ? a | b : a ^ b;
        b = (operation == '&' ? left.negative && right.negative
            : operation == '|' ? left.negative || right.negative : left.negative != right.negative);
        return b ? of_signed(a) : nacf_uint(a);
    }
}

nacf_value nacf_binary(nacf_context *c, int operation, nacf_value left, nacf_value right)
{
    int compared;
    switch (operation) {
    case '=':
        return nacf_bool(same(c, &left, &right));
    case '!':
        return nacf_bool(!same(c, &left, &right));
    case '<':
    case '>':
    case 'l':
    case 'g':
        compared = order(c, &left, &right);
        return nacf_bool(compared != 2 && (operation == '<' ? compared < 0 : operation == '>' ? compared > 0
            : operation == 'l' ? compared <= 0 : compared >= 0));
    default:
        if (operation == '+' && (left.kind == NACF_TEXT || left.kind == NACF_BYTES))
            return joined(c, &left, &right);
        if (left.kind == NACF_REAL || right.kind == NACF_REAL)
            return of_reals(c, operation, real_of(c, &left), real_of(c, &right));
        return of_numbers(c, operation, number_in(c, left), number_in(c, right));
    }
}

nacf_value nacf_minus(nacf_context *c, nacf_value value)
{
    if (value.kind == NACF_REAL)
        return nacf_real(-value.as.real);
    return of_numbers(c, '-', nacf_int(0), number_in(c, value));
}

nacf_value nacf_invert(nacf_context *c, nacf_value value)
{
    return of_numbers(c, '-', nacf_minus(c, value), nacf_int(1));
}

nacf_value nacf_it(nacf_context *c)
{
    return c->it;
}

nacf_value nacf_index(nacf_context *c)
{
    return nacf_uint(c->at.index == NACF_ALONE ? 0 : c->at.index);
}

nacf_value nacf_at(nacf_context *c, nacf_value list, nacf_value index)
{
    const nacf_value at = number_in(c, index);
    const size_t count = length_of(c, &list);
    if (at.negative && at.as.number <= count && list.kind != NACF_TEXT)
        return nacf_element(&list, count - (size_t)at.as.number);
    if (at.negative || at.as.number >= count || list.kind == NACF_TEXT)
        fail(c, NACF_INVALID, "refers to an element that does not exist");
    return nacf_element(&list, (size_t)at.as.number);
}

bool nacf_in_enum(nacf_context *c, nacf_value value, const nacf_enum *members)
{
    const nacf_value number = number_in(c, value);
    for (; members->id; members++) {
        const nacf_value member = nacf_int(members->number);
        if (same(c, &number, &member))
            return true;
    }
    return false;
}

/* The values of an array literal; one of numbers below 256 is bytes to those that compare it. */
nacf_value nacf_enough(nacf_context *c, size_t count, const nacf_value *values)
{
    nacf_value *kept = need(c, count * sizeof *values + 1), array = NOTHING;
    if (count)
        memcpy(kept, values, count * sizeof *values);
    array.kind = NACF_ARRAY;
    array.as.array.values = kept;
    array.as.array.count = count;
    return array;
}

/* A number as text, in some base. */
static nacf_value in_digits(nacf_context *c, const nacf_value *value, unsigned base)
{
    char digits[72], *at = digits + sizeof digits;
    uint64_t rest = number_in(c, *value).as.number;
    char *kept;
    size_t size;
    do {
        *--at = "0123456789abcdefghijklmnopqrstuvwxyz"[rest % base];
        rest /= base;
    } while (rest);
    if (value->negative)
        *--at = '-';
    size = (size_t)(digits + sizeof digits - at);
    kept = need(c, size + 1);
    memcpy(kept, at, size);
    return nacf_text(kept, size);
}

static nacf_value of_digits(nacf_context *c, const nacf_value *value, uint64_t base)
{
    const nacf_bytes text = utf8_of(c, value);
    nacf_value number = nacf_int(0);
    const nacf_value radix = nacf_uint(base);
    size_t k = 0;
    const bool is_negative = text.size && text.data[0] == '-';
    if (text.size && (text.data[0] == '-' || text.data[0] == '+'))
        k = 1;
    if (k == text.size || base < 2 || base > 36)
        fail(c, NACF_INVALID, "cannot be computed: the text is no number");
    for (; k < text.size; k++) {
        const uint8_t ch = text.data[k];
        const unsigned digit = ch >= '0' && ch <= '9' ? ch - 48u : (ch | 32) >= 'a' && (ch | 32) <= 'z' ? (ch | 32u) - 87u : 99;
        if (digit >= base)
            fail(c, NACF_INVALID, "cannot be computed: the text is no number");
        number = of_numbers(c, '+', of_numbers(c, '*', number, radix), nacf_uint(digit));
    }
    return is_negative ? nacf_minus(c, number) : number;
}

static size_t offset_of_character(const nacf_value *text, size_t index)
{
    size_t at = 0, width;
    uint32_t point;
    const nacf_bytes *bytes = &text->as.bytes;
    for (; index && at < bytes->size && (width = code_point(text->encoding, bytes->data + at, bytes->size - at, &point)); index--)
        at += width;
    return at;
}

static nacf_value extreme(nacf_context *c, const nacf_value *list, int sign)
{
    const size_t count = length_of(c, list);
    nacf_value best = nacf_at(c, *list, nacf_int(0));
    size_t k;
    for (k = 1; k < count; k++) {
        const nacf_value each = nacf_element(list, k);
        if (order(c, &each, &best) == sign)
            best = each;
    }
    return best;
}

static nacf_value reversed(nacf_context *c, const nacf_value *text)
{
    const nacf_bytes from = utf8_of(c, text);
    uint8_t *to = need(c, from.size + 1);
    nacf_bytes made = {to, from.size};
    size_t at = 0, width = 1;
    uint32_t point;
    for (; at < from.size; at += width) {
        if (text->kind == NACF_TEXT && !(width = code_point(NULL, from.data + at, from.size - at, &point)))
            width = 1;
        memcpy(to + from.size - at - width, from.data + at, width);
    }
    return of_bytes(text->kind, made, NULL);
}

static nacf_value part_of_text(nacf_context *c, nacf_value text, nacf_value first, nacf_value last)
{
    const size_t length = length_of(c, &text);
    size_t from, to;
    first = number_in(c, first);
    last = number_in(c, last);
    from = first.as.number < length ? (size_t)first.as.number : length;
    to = last.as.number < length ? (size_t)last.as.number : length;
    if (first.negative)
        from = from == length ? 0 : length - from;
    if (last.negative)
        to = to == length && last.as.number > length ? 0 : length - to;
    if (text.kind == NACF_TEXT) {
        from = offset_of_character(&text, from);
        to = offset_of_character(&text, to);
    }
    text.as.bytes.data = text.as.bytes.size ? text.as.bytes.data + from : NULL;
    text.as.bytes.size = to > from ? to - from : 0;
    return text;
}

static const char *const METHODS[] = {"length", "size", "first", "last", "min", "max", "reverse", "to_i", "to_s"};

static nacf_value built_in(nacf_context *c, const nacf_value *of, const char *id)
{
    size_t k = 0;
    while (k < sizeof METHODS / sizeof *METHODS && strcmp(METHODS[k], id))
        k++;
    switch (k) {
    case 0:
    case 1:
        return nacf_uint(length_of(c, of));
    case 2:
        return nacf_at(c, *of, nacf_int(0));
    case 3:
        return nacf_at(c, *of, nacf_int(-1));
    case 4:
    case 5:
        return extreme(c, of, k == 4 ? -1 : 1);
    case 6:
        return reversed(c, of);
    case 7:
        return of->kind == NACF_TEXT ? of_digits(c, of, 10) : of->kind == NACF_REAL ? (of->as.real < 0
            ? nacf_int((int64_t)of->as.real) : nacf_uint((uint64_t)of->as.real)) : number_in(c, *of);
    case 8:
        return of->kind == NACF_TEXT ? *of : in_digits(c, of, 10);
    default:
        return wrong(c, "cannot be computed: there is no such member");
    }
}

static nacf_value of_varint_member(nacf_context *c, const nacf_value *of, const char *id)
{
    const nacf_varint *varint = &of->as.varint;
    unsigned least = 1;
    uint64_t rest = varint->value;
    if (of->negative)
        for (; rest + 0x40 > 0x7f; least++)
            rest = of_signed(rest).negative ? ~(~rest >> 7) : rest >> 7;
    else
        for (; rest > 0x7f; least++)
            rest >>= 7;
    if (strcmp(id, "value") == 0)
        return of->negative ? of_signed(varint->value) : nacf_uint(varint->value);
    if (strcmp(id, "len") == 0)
        return nacf_uint(varint->width ? varint->width : least);
    if (strcmp(id, "is_minimal") == 0)
        return nacf_bool(!varint->width || varint->width == least);
    if (strcmp(id, "zigzag") == 0)
        return of_signed(varint->value >> 1 ^ (0 - (varint->value & 1)));
    if (strcmp(id, "value_signed") == 0)
        return of_signed(varint->value);
    return wrong(c, "cannot be computed: there is no such member");
}

static nacf_value of_stream(nacf_context *c, const nacf_value *of, const char *id)
{
    const nacf_stream *io = of->as.io;
    if (!io && strcmp(id, "size") == 0) {
        c->is_guessed = c->is_guessed || !c->has_before;
        return nacf_uint(c->has_before ? c->total_before : 0);
    }
    if (!io)
        fail(c, NACF_INVALID, "is not known while a file is written");
    if (strcmp(id, "size") == 0)
        return nacf_uint(io->size);
    return strcmp(id, "pos") == 0 ? nacf_uint(io->pos) : nacf_bool(left_in(io) == 0 && io->num_left == 0);
}

nacf_value nacf_attribute(nacf_context *c, nacf_value of, const char *id)
{
    switch (of.kind) {
    case NACF_RECORD:
        return id[0] == '_' ? nacf_own(c, of.as.record, id) : nacf_get(c, of.as.record, id);
    case NACF_VARINT:
        return of_varint_member(c, &of, id);
    case NACF_IO:
        return of_stream(c, &of, id);
    case NACF_NOTHING:
        return wrong(c, "cannot be computed: a field that is not there is needed");
    default:
        return built_in(c, &of, id);
    }
}

nacf_value nacf_call(nacf_context *c, nacf_value of, const char *id, nacf_value first, nacf_value second)
{
    nacf_bytes name;
    if (strcmp(id, "substring") == 0)
        return part_of_text(c, of, first, second);
    if (strcmp(id, "to_i") == 0)
        return of_digits(c, &of, number_in(c, first).as.number);
    name = first.as.bytes; /* to_s of bytes, in an encoding of which ASCII and UTF-8 are known */
    if (of.kind == NACF_BYTES && first.kind == NACF_TEXT && name.size && (name.data[0] | 32) != 's') {
        if (first_bad(NULL, of.as.bytes) < of.as.bytes.size)
            fail(c, NACF_INVALID, "the text is not UTF-8");
        return of_bytes(NACF_TEXT, of.as.bytes, NULL);
    }
    return wrong(c, "cannot be computed: there is no such method");
}

nacf_value nacf_joined(nacf_context *c, size_t count, const nacf_value *values)
{
    nacf_value whole = nacf_text("", 0);
    size_t k;
    for (k = 0; k < count; k++) {
        const nacf_value each = values[k].kind == NACF_INT ? in_digits(c, &values[k], 10) : values[k];
        whole = joined(c, &whole, &each);
    }
    return whole;
}

/* While a tree is written, records may also be read: lookups, which take no bytes. */
static bool is_written(const nacf_context *c, const nacf_node *node)
{
    return c->is_writing && node->pass != NACF_BUSY;
}

nacf_value nacf_own(nacf_context *c, nacf_node *self, const char *id)
{
    nacf_value value = NOTHING;
    if (strcmp(id, "_root") == 0)
        return nacf_record_value(self->root);
    if (strcmp(id, "_parent") == 0)
        return nacf_record_value(self->parent);
    if (strcmp(id, "_index") == 0)
        return nacf_uint(self->index == NACF_ALONE ? 0 : self->index);
    if (strcmp(id, "_io") != 0)
        return wrong(c, "cannot be computed: there is no such member");
    value.kind = NACF_IO;
    value.as.io = is_written(c, self) ? NULL : self->io;
    return is_written(c, self) && self->in_part ? NOTHING : value;
}

/* Reading */

static uint64_t place_in(const nacf_stream *io)
{
    return io->is_made ? io->base : io->base + io->pos;
}

/* Bits that are left of a byte, where they are not 0, are kept by the record before. */
static void keep_bits(nacf_context *c, const nacf_stream *io)
{
    if (io->left && io->bits_of) {
        struct nacf_padding *padding = need(c, sizeof *padding);
        padding->after = io->bits_after;
        padding->bits = (uint8_t)io->left;
        padding->next = io->bits_of->padding;
        io->bits_of->padding = padding;
    }
}

static void align(nacf_context *c, nacf_stream *io)
{
    keep_bits(c, io);
    io->left = io->num_left = 0;
}

static const uint8_t *take(nacf_context *c, nacf_stream *io, size_t size)
{
    const uint8_t *found;
    align(c, io);
    if (size > left_in(io))
        fail_short(c, io, size);
    found = size ? io->data + io->pos : io->data;
    io->pos += size;
    return found;
}

static nacf_value read_bits(nacf_context *c, nacf_node *node, const nacf_member *member, const nacf_kind *kind, nacf_stream *io)
{
    uint64_t value = 0;
    unsigned got = 0;
    const unsigned missing = kind->width > io->num_left ? (kind->width - io->num_left + 7u) / 8 : 0;
    const uint8_t endian = kind->endian == NACF_SWITCHED ? node->endian : kind->endian;
    if (missing > left_in(io))
        fail_short(c, io, missing);
    while (got < kind->width) {
        unsigned count;
        uint64_t mask;
        if (!io->num_left) {
            io->left = io->data[io->pos++];
            io->num_left = 8;
        }
        count = kind->width - got < io->num_left ? kind->width - got : io->num_left;
        mask = ((uint64_t)1 << count) - 1;
        io->num_left -= count;
        if (endian == NACF_BE) {
            value = value << count | (io->left >> io->num_left & mask);
            io->left &= ((uint64_t)1 << io->num_left) - 1;
        } else {
            value |= (io->left & mask) << got;
            io->left >>= count;
        }
        got += count;
    }
    io->bits_of = node;
    io->bits_after = member;
    return kind->width == 1 ? nacf_bool(value != 0) : nacf_uint(value);
}

static uint64_t number_from(const uint8_t *from, unsigned width, bool is_big)
{
    uint64_t number = 0;
    unsigned k;
    for (k = 0; k < width; k++)
        number |= (uint64_t)from[is_big ? width - 1 - k : k] << (8 * k);
    return number;
}

static bool is_big_endian(nacf_context *c, const nacf_node *node, uint8_t endian)
{
    if (endian == NACF_SWITCHED && node->endian == NACF_SWITCHED)
        fail(c, NACF_INVALID, "the byte order is not known");
    return (endian == NACF_SWITCHED ? node->endian : endian) == NACF_BE;
}

static nacf_value read_varint(nacf_context *c, const nacf_kind *kind, nacf_stream *io)
{
    nacf_varint varint = {0, 0};
    uint8_t byte;
    unsigned shift = 0;
    align(c, io);
    do {
        if (!left_in(io))
            fail_short(c, io, 1);
        byte = io->data[io->pos++];
        varint.width++;
        if (varint.width > 10 || (kind->tag == NACF_VLQ && varint.value >> 57)
            || (shift == 63 && (kind->tag == NACF_SLEB ? byte != 0 && byte != 0x7f : byte > 1)))
            fail(c, NACF_INVALID, "the number takes more than 64 bits");
        if (kind->tag == NACF_VLQ)
            varint.value = varint.value << 7 | (byte & 0x7f);
        else
            varint.value |= (uint64_t)(byte & 0x7f) << shift;
        shift += 7;
    } while (byte & 0x80);
    if (kind->tag == NACF_SLEB && byte & 0x40 && shift < 64)
        varint.value |= ~(uint64_t)0 << shift;
    return of_varint(varint, kind->tag == NACF_SLEB);
}

static uint64_t count_in(nacf_context *c, nacf_value value, const char *negative)
{
    if (value.kind == NACF_REAL)
        value = value.as.real < 0 ? nacf_int(-1) : nacf_uint((uint64_t)value.as.real);
    value = number_in(c, value);
    if (value.negative)
        fail(c, NACF_INVALID, negative);
    return value.as.number;
}

#if defined(__GNUC__)
__attribute__((noreturn))
#endif
static void fail_endless(nacf_context *c, const nacf_member *member, const nacf_stream *io, size_t width)
{
    char digits[4];
    sprintf(digits, "%02x", member->terminator);
    say(c, member->size ? "the enclosing field" : whole_of(c, io));
    say_more(c, " ends before its terminator: expected ");
    say_more(c, width == 1 ? "a byte " : "bytes ");
    while (width--)
        say_more(c, digits);
    fail_so(c, NACF_TRUNCATED);
}

/* Bytes up to the terminator of a field; what is passed over is in *taken. */
static nacf_bytes up_to_terminator(nacf_context *c, const nacf_member *member, const nacf_stream *io, nacf_bytes from,
    size_t *taken)
{
    const size_t width = member->ends & NACF_WIDEST ? 4 : member->ends & NACF_WIDE ? 2 : 1;
    size_t at = 0, k;
    for (;; at += width) {
        if (at + width > from.size) {
            if (!(member->ends & NACF_OPTIONAL))
                fail_endless(c, member, io, width);
            *taken = from.size;
            return from;
        }
        for (k = 0; k < width && from.data[at + k] == member->terminator; k++) {}
        if (k == width)
            break;
    }
    *taken = at + (member->ends & NACF_KEEP ? 0 : width);
    from.size = at + (member->ends & NACF_INCLUDE ? width : 0);
    return from;
}

/* The bytes of a field that has an extent of its own, and where they begin in the file. */
static nacf_bytes read_extent(nacf_context *c, nacf_node *node, const nacf_member *member, nacf_stream *io, uint64_t *start)
{
    nacf_bytes bytes;
    size_t taken;
    align(c, io);
    *start = place_in(io);
    bytes.size = left_in(io);
    if (member->contents.data)
        bytes.size = member->contents.size;
    else if (member->size) {
        const uint64_t size = count_in(c, member->size(c, node), "a negative size");
        *start = place_in(io);
        if (size > left_in(io))
            fail_short(c, io, size);
        bytes.size = (size_t)size;
    }
    if (member->ends & NACF_TERMINATED && !member->size && !member->to_end) {
        bytes.data = left_in(io) ? io->data + io->pos : io->data;
        bytes = up_to_terminator(c, member, io, bytes, &taken);
        io->pos += taken;
        return bytes;
    }
    bytes.data = take(c, io, bytes.size);
    if (member->pad && !(member->ends & NACF_TERMINATED && member->terminator == (uint8_t)(member->pad - 1)))
        while (bytes.size && bytes.data[bytes.size - 1] == (uint8_t)(member->pad - 1))
            bytes.size--;
    if (member->ends & NACF_TERMINATED) {
        nacf_member lenient = *member;
        lenient.ends |= NACF_OPTIONAL;
        bytes = up_to_terminator(c, &lenient, io, bytes, &taken);
    }
    return bytes;
}

static nacf_bytes processed(nacf_context *c, nacf_node *node, const nacf_member *member, nacf_bytes bytes, bool is_inverse)
{
    const nacf_value key = member->key(c, node);
    uint8_t *to = need(c, bytes.size + 1);
    size_t k;
    unsigned by = 0;
    if (member->process == NACF_XOR && (key.kind == NACF_BYTES || key.kind == NACF_ARRAY)) {
        const size_t length = length_of(c, &key);
        if (!length && bytes.size)
            fail(c, NACF_INVALID, "cannot be read (the key of `xor` is empty)");
        for (k = 0; k < bytes.size; k++)
            to[k] = (uint8_t)(bytes.data[k] ^ (uint8_t)nacf_element(&key, k % length).as.number);
    } else if (member->process == NACF_XOR) {
        const uint8_t mask = (uint8_t)number_in(c, key).as.number;
        for (k = 0; k < bytes.size; k++)
            to[k] = (uint8_t)(bytes.data[k] ^ mask);
    } else {
        by = (unsigned)(twos_complement(&key) & 7);
        if ((member->process == NACF_ROR) != is_inverse)
            by = (8 - by) & 7;
        for (k = 0; k < bytes.size; k++)
            to[k] = (uint8_t)(bytes.data[k] << by | bytes.data[k] >> (8 - by));
    }
    bytes.data = to;
    return bytes;
}

/* A field as a value of a kind of it ends: a switch may choose that, and what it has no case for ends in no way. */
static const nacf_member *as_ended(const nacf_member *member, const nacf_kind *kind, nacf_member *other)
{
    if (kind && !kind->ends)
        return member;
    *other = *member;
    other->ends = kind ? kind->ends : 0;
    other->terminator = 0;
    if (!kind)
        other->pad = 0;
    return other;
}

static bool has_extent(const nacf_member *member)
{
    return member->size != NULL || member->to_end || member->ends & NACF_TERMINATED || member->contents.data != NULL;
}

/* A size is not that of a number, which a switch may choose as well. */
static bool is_part(const nacf_member *member, const nacf_kind *kind)
{
    return has_extent(member) && kind->tag != NACF_UINT && kind->tag != NACF_SINT && kind->tag != NACF_FLOAT;
}

/* The case that a switch takes; NULL for none. */
static const nacf_kind *chosen_kind(nacf_context *c, nacf_node *node, const nacf_kind *kind)
{
    const nacf_case *each;
    nacf_value on;
    if (kind->tag != NACF_SWITCH)
        return kind;
    on = kind->on(c, node);
    for (each = kind->cases; each->key; each++) {
        const nacf_value key = each->key(c, node);
        if (same(c, &on, &key))
            break;
    }
    return each->kind.tag == NACF_ANY ? NULL : &each->kind;
}

static nacf_node *begin_record(nacf_context *c, const nacf_type *type, nacf_node *above, const place *at)
{
    nacf_node *node = need(c, type->size);
    node->type = type;
    node->file = c->file;
    node->above = node->parent = above;
    node->root = above && !type->is_root ? above->root : node;
    node->index = NACF_ALONE;
    node->endian = above ? above->endian : NACF_SWITCHED;
    node->pass = c->is_writing ? NACF_BUSY : 0;
    if (at) {
        node->member = at->member;
        node->index = at->index;
    }
    return node;
}

static void read_fields(nacf_context *c, nacf_node *node);

static nacf_value read_record(nacf_context *c, nacf_node *above, const nacf_member *member, const nacf_kind *kind, nacf_stream *io)
{
    const place at = c->at;
    nacf_node *node = begin_record(c, kind->type, above, &at);
    unsigned k;
    node->io = io;
    for (k = 0; k < kind->type->params && kind->arguments && kind->arguments[k]; k++) {
        const nacf_value argument = kind->arguments[k](c, above);
        memcpy(memory_of(node, &kind->type->members[k]), &argument, sizeof argument);
        *state_of(node, &kind->type->members[k]) = NACF_THERE;
    }
    if (member->is_orphan)
        node->parent = NULL;
    if (member->parent)
        node->parent = member->parent(c, above).as.record;
    if (member->repeat == NACF_ONCE) { /* what is in it may look at what was read of it */
        const nacf_value itself = nacf_record_value(node);
        store_as(&member->kind, memory_of(above, member), &itself);
        *state_of(above, member) = NACF_THERE;
    }
    read_fields(c, node);
    c->at = at;
    return nacf_record_value(node);
}

/* Stops at the first byte that is no text in an encoding; of one that is read, `start` is where it is. */
static void check_text(nacf_context *c, const nacf_encoding *encoding, nacf_bytes bytes, uint64_t start)
{
    const size_t bad = first_bad(encoding, bytes);
    const char *name;
    if (bad == bytes.size)
        return;
    c->at.offset = start + bad;
    say(c, "the text is not ");
    for (name = encoding ? encoding->name : "UTF-8"; *name; name++)
        say_character(c, (uint8_t)toupper((unsigned char)*name), "");
    fail_so(c, NACF_INVALID);
}

static nacf_value read_text(nacf_context *c, const nacf_kind *kind, nacf_bytes bytes, uint64_t start)
{
    check_text(c, kind->encoding, bytes, start);
    return of_bytes(NACF_TEXT, bytes, kind->encoding);
}

static nacf_value read_part(nacf_context *c, nacf_node *node, const nacf_member *member, const nacf_kind *kind, nacf_stream *io)
{
    uint64_t start;
    nacf_bytes bytes = read_extent(c, node, member, io, &start);
    nacf_stream *inner;
    nacf_value value;
    if (member->contents.data && memcmp(bytes.data, member->contents.data, bytes.size)) {
        say(c, "wrong value: expected ");
        say_bytes(c, member->contents);
        say_more(c, ", got ");
        say_bytes(c, bytes);
        fail_so(c, NACF_INVALID);
    }
    if (member->process)
        bytes = processed(c, node, member, bytes, false);
    if (kind->tag == NACF_STR)
        return read_text(c, kind, bytes, start);
    if (kind->tag != NACF_USE)
        return of_bytes(NACF_BYTES, bytes, NULL);
    inner = need(c, sizeof *inner);
    inner->data = bytes.data;
    inner->size = bytes.size;
    inner->base = start;
    inner->is_made = io->is_made || member->process;
    value = read_record(c, node, member, kind, inner);
    keep_bits(c, inner);
    return value;
}

static nacf_value read_value(nacf_context *c, nacf_node *node, const nacf_member *member, nacf_stream *io)
{
    static const nacf_kind RAW = {.tag = NACF_RAW};
    const nacf_kind *kind = chosen_kind(c, node, &member->kind);
    const uint8_t *from;
    uint64_t bits;
    nacf_member other;
    member = as_ended(member, kind, &other);
    if (!kind && has_extent(member))
        kind = &RAW;
    if (!kind)
        return NOTHING;
    if (is_part(member, kind))
        return read_part(c, node, member, kind, io);
    switch (kind->tag) {
    case NACF_BITS:
        return read_bits(c, node, member, kind, io);
    case NACF_ULEB:
    case NACF_SLEB:
    case NACF_VLQ:
        return read_varint(c, kind, io);
    case NACF_USE:
        return read_record(c, node, member, kind, io);
    default:
        from = take(c, io, kind->width);
        bits = number_from(from, kind->width, kind->width > 1 && is_big_endian(c, node, kind->endian));
        return kind->tag == NACF_UINT ? nacf_uint(bits) : kind->tag == NACF_SINT
            ? of_signed(sign_extended(bits, kind->width)) : nacf_real(real_of_bits(bits, kind->width));
    }
}

/* Computes something for a message: nothing where that fails. */
static nacf_value value_if_any(nacf_context *c, nacf_node *node, nacf_expression expression)
{
    const nacf_error said = *c->error;
    const place at = c->at;
    const unsigned depth = c->depth;
    jmp_buf outer;
    nacf_value value;
    memcpy(&outer, &c->failed, sizeof outer);
    if (setjmp(c->failed)) {
        *c->error = said;
        value = NOTHING;
    } else {
        value = expression(c, node);
    }
    memcpy(&c->failed, &outer, sizeof outer);
    c->at = at;
    c->depth = depth;
    return value;
}

static void say_known(nacf_context *c, nacf_node *node, const nacf_known *known)
{
    bool is_first = true;
    for (; known->name; known++) {
        const nacf_value value = value_if_any(c, node, known->value);
        if (!can_be_said(value) || value.kind == NACF_REAL || value.kind == NACF_BYTES)
            continue;
        say_more(c, is_first ? " (" : ", ");
        say_more(c, known->name);
        say_more(c, " is ");
        say_value(c, node, value);
        is_first = false;
    }
    say_more(c, is_first ? "" : ")");
}

static void check_rules(nacf_context *c, nacf_node *node, const nacf_member *member, nacf_value value)
{
    const nacf_rule *rule = member->rules;
    const nacf_value before = c->it;
    for (; rule && rule->holds && !(member->asks_io && is_written(c, node)); rule++) {
        c->it = value;
        if (!nacf_truth(c, rule->holds(c, node))) {
            say(c, rule->words);
            if (rule->bound)
                say_value(c, node, rule->bound(c, node));
            if (rule->known)
                say_known(c, node, rule->known);
            say_got(c, node, value);
            fail_so(c, NACF_INVALID);
        }
    }
    c->it = before;
}

/* The place of what comes next in a stream: bits that are left of a byte are in one that was read before. */
static void come_to(nacf_context *c, nacf_node *node, const nacf_member *member, size_t index, const nacf_stream *io)
{
    c->at.node = node;
    c->at.member = member;
    c->at.index = index;
    c->at.offset = place_in(io) - (io->num_left && member->kind.tag == NACF_BITS);
}

/* A float keeps its bits: it is stored without being a number in between. */
static void read_into(nacf_context *c, nacf_node *node, const nacf_member *member, nacf_stream *io, void *to)
{
    if (member->kind.tag == NACF_FLOAT) {
        const uint8_t *from = take(c, io, member->kind.width);
        const bool is_big = is_big_endian(c, node, member->kind.endian);
        store_number(to, member->kind.width, number_from(from, member->kind.width, is_big));
    } else {
        const nacf_value value = read_value(c, node, member, io);
        store_as(&member->kind, to, &value);
    }
}

static void *grown(nacf_context *c, nacf_items *list, size_t *room, size_t width, uint64_t wanted)
{
    if (list->count == *room) {
        const size_t most = wanted < SIZE_MAX ? (size_t)wanted : SIZE_MAX;
        const size_t more = *room ? (*room > SIZE_MAX / 64 ? SIZE_MAX / 64 : 2 * *room) : 8;
        void *items;
        *room = more < most ? more : most;
        items = need(c, *room * width);
        if (list->count)
            memcpy(items, list->items, list->count * width);
        list->items = items;
    }
    return (uint8_t *)list->items + list->count * width;
}

static void read_list(nacf_context *c, nacf_node *node, const nacf_member *member, nacf_stream *io)
{
    nacf_items *list = memory_of(node, member);
    const size_t width = stored_size(&member->kind);
    uint64_t wanted = UINT64_MAX;
    size_t room = 0, empty = 0, index = 0;
    list->count = 0;
    if (member->repeat == NACF_COUNTED) {
        const nacf_value count = number_in(c, member->count(c, node));
        wanted = count.negative ? 0 : count.as.number;
    }
    for (; member->repeat != NACF_COUNTED || index < wanted; index++) {
        void *to;
        const size_t start = io->pos;
        if (member->repeat == NACF_TO_EOS && !left_in(io) && !io->num_left)
            break;
        come_to(c, node, member, index, io);
        to = grown(c, list, &room, width, wanted);
        read_into(c, node, member, io, to);
        if (member->kind.tag != NACF_SWITCH || ((nacf_value *)to)->kind != NACF_NOTHING) {
            list->count++; /* a switch without a case gives no element */
            if (member->rules)
                check_rules(c, node, member, load_as(&member->kind, to));
        }
        empty = io->pos == start && member->kind.tag != NACF_BITS ? empty + 1 : 0;
        if (empty > MOST_EMPTY)
            fail(c, NACF_LIMIT, "has too many elements that take no bytes");
        if (member->repeat == NACF_UNTIL) {
            const nacf_value before = c->it;
            bool is_last;
            c->it = load_as(&member->kind, to);
            is_last = nacf_truth(c, member->until(c, node));
            c->it = before;
            if (is_last)
                break;
        }
    }
}

static void read_member(nacf_context *c, nacf_node *node, const nacf_member *member, nacf_stream *io)
{
    uint8_t *state = state_of(node, member);
    if (member->condition && !nacf_truth(c, member->condition(c, node))) {
        *state = NACF_ABSENT;
        return;
    }
    come_to(c, node, member, NACF_ALONE, io);
    if (member->repeat != NACF_ONCE) {
        *state = NACF_THERE; /* elements may look at those before them */
        read_list(c, node, member, io);
        return;
    }
    read_into(c, node, member, io, memory_of(node, member));
    *state = NACF_THERE;
    if (member->kind.tag == NACF_SWITCH && ((nacf_value *)memory_of(node, member))->kind == NACF_NOTHING)
        *state = NACF_ABSENT;
    else if (member->rules)
        check_rules(c, node, member, nacf_load(node, member));
}

/* Compares the checksums of a record with its bytes. Each field ends where the next one starts. */
static void check_sums(nacf_context *c, nacf_node *node, const size_t *starts)
{
    const nacf_type *type = node->type;
    const nacf_member *fields = type->members + type->params;
    const char *const *over;
    size_t k, number;
    for (k = 0; k < type->fields; k++) {
        const nacf_derive *how = fields[k].derive;
        nacf_value expected, actual;
        summing s;
        if (!how || how->how != NACF_SUM_OF || *state_of(node, &fields[k]) != NACF_THERE)
            continue;
        begin_sum(&s, how->sum);
        for (over = how->over; *over; over++) {
            number = (size_t)(find_member(type, *over) - fields);
            if (starts[number + 1] > starts[number])
                add_bytes(&s, node->io->data + starts[number], starts[number + 1] - starts[number]);
        }
        expected = end_sum(&s, &fields[k].kind);
        actual = nacf_load(node, &fields[k]);
        c->at.node = node;
        c->at.member = &fields[k];
        c->at.index = NACF_ALONE;
        c->at.offset = node->io->base + (node->io->is_made ? 0 : starts[k]);
        if (!same(c, &expected, &actual)) {
            say(c, "wrong value: expected ");
            say_value(c, node, expected);
            say_got(c, node, actual);
            fail_so(c, NACF_INVALID);
        }
    }
}

static void read_fields(nacf_context *c, nacf_node *node)
{
    const nacf_type *type = node->type;
    const nacf_member *member = type->members + type->params;
    size_t *starts = type->has_sums ? need(c, (type->fields + 1u) * sizeof *starts) : NULL;
    unsigned k;
    enter(c);
    node->start = place_in(node->io);
    if (type->endian) {
        const nacf_value order_of_bytes = type->endian(c, node);
        node->endian = order_of_bytes.kind == NACF_NOTHING ? (uint8_t)NACF_SWITCHED
            : order_of_bytes.as.number ? (uint8_t)NACF_BE : (uint8_t)NACF_LE;
    }
    for (k = 0; k < type->fields; k++, member++) {
        if (starts)
            starts[k] = node->io->pos;
        come_to(c, node, member, NACF_ALONE, node->io);
        read_member(c, node, member, node->io);
    }
    if (starts) {
        starts[k] = node->io->pos;
        check_sums(c, node, starts);
    }
    c->depth--;
}

/* An instance is where its record begins, as long as nothing says where it is. */
static void begin_instance(nacf_context *c, nacf_node *node, const nacf_member *member)
{
    c->at.node = node;
    c->at.member = member;
    c->at.index = NACF_ALONE;
    c->at.offset = node->start;
}

/* Reads an instance where it is; while writing, one that takes no bytes, from nothing. */
static void read_placed(nacf_context *c, nacf_node *node, const nacf_member *member)
{
    nacf_stream *io = node->io;
    size_t before;
    nacf_value position;
    begin_instance(c, node, member);
    if (member->condition && !nacf_truth(c, member->condition(c, node))) {
        *state_of(node, member) = NACF_ABSENT;
        return;
    }
    if (is_written(c, node)) {
        io = need(c, sizeof *io);
    } else if (member->io) {
        const nacf_value other = member->io(c, node);
        if (other.kind != NACF_IO || !other.as.io)
            fail(c, NACF_INVALID, "cannot be computed: a stream is needed");
        io = other.as.io;
    }
    before = io->pos;
    if (member->pos && !is_written(c, node)) {
        position = number_in(c, member->pos(c, node));
        if (position.negative)
            fail(c, NACF_INVALID, "a negative position");
        align(c, io);
        io->pos = position.as.number < SIZE_MAX - io->base ? (size_t)position.as.number : (size_t)(SIZE_MAX - io->base);
    }
    come_to(c, node, member, NACF_ALONE, io);
    if (member->repeat != NACF_ONCE) {
        read_list(c, node, member, io);
    } else {
        read_into(c, node, member, io, memory_of(node, member));
        if (member->rules)
            check_rules(c, node, member, nacf_load(node, member));
    }
    *state_of(node, member) = member->kind.tag == NACF_SWITCH && member->repeat == NACF_ONCE
        && ((nacf_value *)memory_of(node, member))->kind == NACF_NOTHING ? NACF_ABSENT : NACF_THERE;
    keep_bits(c, io);
    if (member->pos) {
        align(c, io);
        io->pos = before;
    }
}

static void compute(nacf_context *c, nacf_node *node, const nacf_member *member)
{
    nacf_value value;
    begin_instance(c, node, member);
    if (member->condition && !nacf_truth(c, member->condition(c, node))) {
        *state_of(node, member) = NACF_ABSENT;
        return;
    }
    value = member->value(c, node);
    memcpy(memory_of(node, member), &value, sizeof value);
    *state_of(node, member) = NACF_THERE;
}

static void demand(nacf_context *c, nacf_node *node, const nacf_member *member)
{
    const place at = c->at;
    uint8_t *state = state_of(node, member);
    nacf_value it = c->it;
    if (*state == NACF_BUSY)
        fail(c, NACF_INVALID, "refers to itself");
    *state = NACF_BUSY;
    enter(c);
    if (member->value)
        compute(c, node, member);
    else
        read_placed(c, node, member);
    c->depth--;
    if (c->is_writing && member->value && *state == NACF_THERE)
        *state = c->pass;
    c->it = it;
    c->at = at;
}

static void derive(nacf_context *c, nacf_node *node, const nacf_member *member);

static bool is_there(nacf_context *c, nacf_node *node, const nacf_member *member)
{
    if (member->asks_io && is_written(c, node))
        return *state_of(node, member) == NACF_THERE || !member->condition;
    return !member->condition || nacf_truth(c, member->condition(c, node));
}

static nacf_value get(nacf_context *c, nacf_node *node, const nacf_member *member)
{
    const long number = (long)(member - node->type->members);
    const bool is_param = number < node->type->params;
    const bool is_instance = number >= node->type->params + node->type->fields;
    uint8_t *state = state_of(node, member);
    if (is_written(c, node) && *state != c->pass) {
        const bool is_kept = member->derive && member->derive->is_unsure && node->io;
        if ((member->derive && !is_kept) || (is_param && node->member))
            derive(c, node, member);
        else if (member->value && *state != NACF_BUSY)
            *state = NACF_UNREAD;
    }
    if (is_instance && (*state == NACF_UNREAD || *state == NACF_BUSY))
        demand(c, node, member);
    if (is_written(c, node) && !is_instance && !is_param)
        return is_there(c, node, member) ? nacf_load(node, member) : NOTHING;
    return *state == NACF_ABSENT || *state == NACF_UNREAD ? NOTHING : nacf_load(node, member);
}

nacf_value nacf_get(nacf_context *c, nacf_node *self, const char *id)
{
    const nacf_member *member = self ? find_member(self->type, id) : NULL;
    if (!member)
        return wrong(c, "cannot be computed: there is no such member");
    return get(c, self, member);
}

nacf_value nacf_sized(nacf_context *c, nacf_value value, unsigned bits)
{
    (void)c;
    (void)value;
    return nacf_uint(bits);
}

/* Writing */

static bool is_final(const nacf_context *c)
{
    return c->is_settled && !c->is_guessed && !c->is_counting;
}

static void put_separator(nacf_context *c, output *out);

static void put(nacf_context *c, output *out, const uint8_t *data, size_t size)
{
    put_separator(c, out);
    if (out->free_low < out->free_high && !out->is_counting)
        out->data[out->size - 1] |= (uint8_t)((out->padding & ((1u << (out->free_high - out->free_low)) - 1)) << out->free_low);
    out->free_low = out->free_high = 0;
    out->padding = 0;
    if (size > SIZE_MAX / 4 - out->size)
        fail(c, NACF_LIMIT, "too large for memory");
    if (!out->is_counting && out->room - out->size < size) {
        const size_t room = 2 * (out->size + size) + 64;
        uint8_t *grown_data = realloc(out->data, room);
        if (!grown_data)
            fail(c, NACF_MEMORY, "too large for memory");
        out->data = grown_data;
        out->room = room;
    }
    if (size && !out->is_counting && data)
        memcpy(out->data + out->size, data, size);
    else if (size && !out->is_counting)
        memset(out->data + out->size, 0, size);
    out->size += size;
}

static void put_separator(nacf_context *c, output *out)
{
    const size_t size = out->separator_size;
    out->separator_size = 0;
    if (size)
        put(c, out, out->separator, size);
}

static void put_bits(nacf_context *c, output *out, unsigned width, uint64_t value, bool is_big)
{
    while (width) {
        unsigned count;
        uint64_t bits;
        if (out->free_low == out->free_high) {
            put(c, out, NULL, 1);
            out->free_low = 0;
            out->free_high = 8;
        }
        count = width < out->free_high - out->free_low ? width : out->free_high - out->free_low;
        width -= count;
        bits = (is_big ? value >> width : value) & ((1u << count) - 1);
        if (is_big)
            out->free_high -= count;
        if (!out->is_counting)
            out->data[out->size - 1] |= (uint8_t)(bits << (is_big ? out->free_high : out->free_low));
        if (!is_big) {
            out->free_low += count;
            value >>= count;
        }
    }
}

static void put_number(nacf_context *c, output *out, uint64_t number, unsigned width, bool is_big)
{
    uint8_t bytes[8];
    unsigned k;
    for (k = 0; k < width; k++)
        bytes[is_big ? width - 1 - k : k] = (uint8_t)(number >> (8 * k));
    put(c, out, bytes, width);
}

static void put_varint(nacf_context *c, output *out, const nacf_kind *kind, nacf_varint varint)
{
    const nacf_value whole = of_varint(varint, kind->tag == NACF_SLEB);
    const unsigned least = (unsigned)of_varint_member(c, &whole, "len").as.number;
    const unsigned width = varint.width > least && varint.width <= 10 ? varint.width : least;
    const bool is_below = kind->tag == NACF_SLEB && varint.value >> 63;
    uint8_t bytes[10];
    unsigned k;
    for (k = 0; k < width; k++) {
        const unsigned at = kind->tag == NACF_VLQ ? width - 1 - k : k;
        bytes[at] = (uint8_t)((varint.value & 0x7f) | (at + 1 < width ? 0x80u : 0));
        varint.value = is_below ? ~(~varint.value >> 7) : varint.value >> 7;
    }
    put(c, out, bytes, width);
}

static output *begin_output(nacf_context *c, bool is_counting)
{
    output *out = &c->outputs[c->num_outputs];
    if (c->num_outputs == DEPTH)
        fail(c, NACF_LIMIT, "nested too deeply");
    c->num_outputs++;
    memset(out, 0, sizeof *out);
    out->is_counting = is_counting;
    return out;
}

static void end_output(nacf_context *c)
{
    free(c->outputs[--c->num_outputs].data);
}

static void write_fields(nacf_context *c, nacf_node *node, output *out);

static void write_record(nacf_context *c, const nacf_kind *kind, nacf_value value, output *out)
{
    const place at = c->at;
    if (value.kind != NACF_RECORD || value.as.record->type != kind->type)
        fail(c, NACF_INVALID, "has to be a record of the type that the schema has there");
    write_fields(c, value.as.record, out);
    c->at = at;
}

/* What makes the bytes of a field longer than its value: a terminator, and padding. */
static void put_ending(nacf_context *c, nacf_node *node, const nacf_member *member, bool is_record, size_t size, output *out)
{
    const uint8_t ends[4] = {member->terminator, member->terminator, member->terminator, member->terminator};
    const size_t unit = member->ends & NACF_WIDEST ? 4 : member->ends & NACF_WIDE ? 2 : 1;
    const bool is_ended = member->ends & NACF_TERMINATED && !(member->ends & NACF_INCLUDE);
    uint64_t wanted;
    if (member->size && !member->asks_io) {
        const uint8_t pad = member->pad ? (uint8_t)(member->pad - 1) : 0;
        wanted = count_in(c, member->size(c, node), "a negative size");
        if (is_ended && wanted >= size + unit) {
            put(c, out, ends, unit);
            size += unit;
        }
        if ((size > wanted || (size < wanted && !is_record && !member->pad && !(member->ends & NACF_TERMINATED)))
            && is_final(c))
            fail(c, NACF_INVALID, "has the wrong size");
        for (; size < wanted && wanted - size <= MOST_GAP; size++)
            put(c, out, &pad, 1);
    } else if (is_ended && !(member->ends & NACF_KEEP)) {
        if (member->ends & NACF_OPTIONAL) {
            memcpy(out->separator, ends, unit);
            out->separator_size = (uint8_t)unit;
        } else {
            put(c, out, ends, unit);
        }
    }
}

/* How many bytes of a value what follows writes: a terminator that readers did not consume. */
static size_t left_to_next(const nacf_member *member, nacf_bytes bytes, bool is_unknown)
{
    const size_t unit = member->ends & NACF_WIDEST ? 4 : member->ends & NACF_WIDE ? 2 : 1;
    size_t k;
    if (!(member->ends & NACF_INCLUDE) || !(member->ends & NACF_KEEP) || member->size || member->to_end || bytes.size < unit)
        return 0;
    for (k = 1; k <= unit && !is_unknown; k++)
        if (bytes.data[bytes.size - k] != member->terminator)
            return 0;
    return unit;
}

static void write_part(nacf_context *c, nacf_node *node, const nacf_member *member, const nacf_kind *kind, nacf_value value,
    output *out)
{
    output *inner = begin_output(c, out->is_counting);
    nacf_bytes bytes = value.as.bytes;
    size_t taken;
    if (kind->tag == NACF_USE) {
        write_record(c, kind, value, inner);
        inner->separator_size = 0;
        put(c, inner, NULL, 0);
        bytes.data = inner->data;
        bytes.size = inner->size;
    } else if (member->contents.data) {
        if (bytes.data && (bytes.size != member->contents.size || memcmp(bytes.data, member->contents.data, bytes.size) != 0))
            fail(c, NACF_INVALID, "wrong value");
        bytes = member->contents;
    } else if (value.kind != NACF_TEXT && value.kind != NACF_BYTES) {
        fail(c, NACF_INVALID, "has to be bytes");
    } else if (kind->tag == NACF_STR && is_final(c)) {
        check_text(c, kind->encoding, bytes, 0);
    }
    if (member->process && !inner->is_counting)
        bytes = processed(c, node, member, bytes, true);
    if (member->ends & NACF_TERMINATED && !inner->is_counting && bytes.size) {
        nacf_member plain = *member;
        const size_t unit = member->ends & NACF_WIDEST ? 4 : member->ends & NACF_WIDE ? 2 : 1;
        nacf_bytes before = bytes;
        plain.ends = NACF_TERMINATED | NACF_OPTIONAL | (member->ends & (NACF_WIDE | NACF_WIDEST));
        if (member->ends & NACF_INCLUDE && before.size >= unit)
            before.size -= unit;
        if (up_to_terminator(c, &plain, NULL, before, &taken).size < before.size)
            fail(c, NACF_INVALID, "holds its terminator");
    }
    bytes.size -= left_to_next(member, bytes, inner->is_counting && kind->tag == NACF_USE);
    put(c, out, bytes.data, bytes.size);
    put_ending(c, node, member, kind->tag == NACF_USE, bytes.size, out);
    end_output(c);
}

static uint8_t padding_after(const nacf_node *node, const nacf_member *member)
{
    const struct nacf_padding *padding = node->padding;
    while (padding && padding->after != member)
        padding = padding->next;
    return padding ? padding->bits : 0;
}

static bool is_varying(const nacf_kind *kind)
{
    return kind->tag == NACF_ULEB || kind->tag == NACF_SLEB || kind->tag == NACF_VLQ;
}

/* Returns whether a float has room in four bytes: no finite one from here on, which is rounded up, has. */
static bool fits_single(double real)
{
    const double least = 3.4028235677973366e38;
    return real - real != 0 || (-least < real && real < least);
}

static bool fits(const nacf_kind *kind, const nacf_value *value)
{
    const unsigned bits = kind->tag == NACF_BITS ? kind->width : is_varying(kind) || kind->width == 8 ? 64 : 8u * kind->width;
    const uint64_t top = bits == 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
    if (value->kind == NACF_VARINT)
        return is_varying(kind);
    if (value->kind == NACF_REAL || kind->tag == NACF_FLOAT)
        return kind->tag == NACF_FLOAT && is_number(value) && (kind->width == 8 || fits_single(nacf_double(*value)));
    if (value->kind != NACF_INT && value->kind != NACF_BOOL)
        return false;
    if (kind->tag == NACF_SINT || kind->tag == NACF_SLEB)
        return value->negative ? value->as.number <= top / 2 + 1 : value->as.number <= top / 2;
    return !value->negative && value->as.number <= top;
}

static void write_one(nacf_context *c, nacf_node *node, const nacf_member *member, const void *from, output *out)
{
    static const nacf_kind RAW = {.tag = NACF_RAW};
    const nacf_kind *kind = chosen_kind(c, node, &member->kind);
    nacf_value value = load_as(&member->kind, from);
    uint64_t bits;
    double wide;
    float single;
    nacf_member other;
    member = as_ended(member, kind, &other);
    if (!kind && has_extent(member))
        kind = &RAW;
    if (!kind)
        return;
    if (is_part(member, kind)) {
        write_part(c, node, member, kind, value, out);
        return;
    }
    if (kind->tag == NACF_USE) {
        write_record(c, kind, value, out);
        return;
    }
    if (!fits(kind, &value))
        fail(c, NACF_LIMIT, "does not fit the field");
    if (is_varying(kind)) {
        const nacf_varint shortest = {twos_complement(&value), 0};
        put_varint(c, out, kind, value.kind == NACF_VARINT ? value.as.varint : shortest);
    } else if (kind->tag == NACF_BITS) {
        put_bits(c, out, kind->width, value.as.number, is_big_endian(c, node, kind->endian));
        out->padding = padding_after(node, member);
    } else {
        if (kind->tag != NACF_FLOAT) {
            bits = twos_complement(&value);
        } else if (member->kind.tag == NACF_FLOAT) {
            bits = load_number(from, kind->width);
        } else if (kind->width == 8) {
            wide = nacf_double(value);
            memcpy(&bits, &wide, 8);
        } else {
            single = (float)nacf_double(value);
            bits = 0;
            bits = load_number(&single, 4);
        }
        put_number(c, out, bits, kind->width, kind->width > 1 && is_big_endian(c, node, kind->endian));
    }
}

/* Checks an element of a list that ends with the first one for which a condition holds. */
static void check_end(nacf_context *c, nacf_node *node, const nacf_member *member, nacf_value value, bool is_last)
{
    const nacf_value before = c->it;
    c->it = value;
    if (nacf_truth(c, member->until(c, node)) != is_last)
        fail(c, NACF_INVALID, is_last ? "does not end the list, of which it is the last"
            : "ends the list, which goes on");
    c->it = before;
}

/* Whether a list has no elements since its switch has no case for them. */
static bool is_left_out(nacf_context *c, nacf_node *node, const nacf_member *member)
{
    return member->repeat != NACF_ONCE && member->kind.tag == NACF_SWITCH && !member->size && !member->to_end
        && !chosen_kind(c, node, &member->kind);
}

/* Writes a field, or an instance, that is there. */
static void write_value(nacf_context *c, nacf_node *node, const nacf_member *member, output *out)
{
    const nacf_items *list = memory_of(node, member);
    const size_t width = stored_size(&member->kind);
    size_t k;
    if (member->repeat == NACF_ONCE) {
        write_one(c, node, member, list, out);
        if (member->rules && is_final(c))
            check_rules(c, node, member, nacf_load(node, member));
        return;
    }
    if (member->repeat == NACF_COUNTED && is_final(c) && !member->asks_io) {
        const nacf_value wanted = member->count(c, node), count = nacf_uint(list->count);
        if (!same(c, &wanted, &count) && (list->count || !is_left_out(c, node, member)))
            fail(c, NACF_INVALID, "has the wrong length");
    }
    for (k = 0; k < list->count; k++) {
        const uint8_t *from = (const uint8_t *)list->items + k * width;
        c->at.index = k;
        write_one(c, node, member, from, out);
        if (member->rules && is_final(c))
            check_rules(c, node, member, load_as(&member->kind, from));
        if (member->is_ended && is_final(c))
            check_end(c, node, member, load_as(&member->kind, from), k + 1 == list->count);
    }
    c->at.index = NACF_ALONE;
    if (member->is_ended && !list->count && is_final(c))
        fail(c, NACF_INVALID, "has no element that ends it");
}

static void queue(nacf_context *c, nacf_node *node, const nacf_member *member)
{
    part *entry;
    if (c->num_parts == c->parts_room) {
        const size_t room = 2 * c->parts_room + 16;
        part *grown_parts = realloc(c->parts, room * sizeof *grown_parts);
        if (!grown_parts)
            fail(c, NACF_MEMORY, "too large for memory");
        c->parts = grown_parts;
        c->parts_room = room;
    }
    entry = &c->parts[c->num_parts++];
    memset(entry, 0, sizeof *entry);
    entry->node = node;
    entry->member = member;
}

static void write_fields(nacf_context *c, nacf_node *node, output *out)
{
    const nacf_type *type = node->type;
    const nacf_member *member = type->members + type->params;
    unsigned k;
    enter(c);
    if (type->endian) {
        const nacf_value order_of_bytes = type->endian(c, node);
        node->endian = order_of_bytes.kind == NACF_NOTHING ? (uint8_t)NACF_SWITCHED
            : order_of_bytes.as.number ? (uint8_t)NACF_BE : (uint8_t)NACF_LE;
    } else if (node->above) {
        node->endian = node->above->endian;
    }
    for (k = 0; k < type->fields; k++, member++) {
        c->at.node = node;
        c->at.member = member;
        c->at.index = NACF_ALONE;
        if (!is_there(c, node, member)) {
            if (*state_of(node, member) == NACF_THERE && !member->derive && is_final(c))
                fail(c, NACF_INVALID, "is given, but other fields say that it is absent");
            continue;
        }
        if (member->derive)
            get(c, node, member);
        else if (member->condition && *state_of(node, member) == NACF_ABSENT && is_final(c))
            fail(c, NACF_INVALID, "has to be given");
        write_value(c, node, member, out);
    }
    for (k = 0; k < type->placed && !c->is_counting; k++) {
        const uint64_t place_in_order = node->places[2u * type->placed + k];
        member = type->members + type->params + type->fields + place_in_order;
        if (*state_of(node, member) == NACF_THERE && !member->is_lookup)
            queue(c, node, member);
    }
    c->depth--;
}

/* Whether the tree has a field or an instance, whatever its condition says. */
static bool is_given(nacf_node *node, const nacf_member *member)
{
    const uint8_t state = *state_of(node, member);
    const bool is_field = member - node->type->members < node->type->params + node->type->fields;
    return (is_field && !member->condition) || state == NACF_THERE || state >= NACF_FIRST_PASS;
}

static uint64_t measured(nacf_context *c, nacf_node *node, const nacf_member *member)
{
    const nacf_kind *kind;
    const nacf_value value = nacf_load(node, member);
    const bool was_counting = c->is_counting;
    uint64_t size;
    output *out;
    if (!is_given(node, member) || (kind = chosen_kind(c, node, &member->kind)) == NULL)
        return value.kind == NACF_BYTES ? value.as.bytes.size : 0;
    if (kind->tag == NACF_STR || kind->tag == NACF_RAW)
        return value.as.bytes.size;
    out = begin_output(c, true);
    c->is_counting = true;
    if (kind->tag == NACF_USE)
        write_record(c, kind, value, out);
    else
        write_one(c, node, member, memory_of(node, member), out);
    out->separator_size = 0;
    put(c, out, NULL, 0);
    c->is_counting = was_counting;
    size = out->size;
    end_output(c);
    return size;
}

static uint64_t *place_of(nacf_node *node, const nacf_member *member, unsigned which)
{
    const nacf_type *type = node->type;
    return &node->places[which * type->placed + (size_t)(member - type->members) - type->params - type->fields];
}

/* What is `scale` times the result and `plus`. */
static nacf_value solved(nacf_context *c, const nacf_derive *how, uint64_t number)
{
    const nacf_value scale = nacf_uint(how->scale ? how->scale : 1);
    const nacf_value rest = of_numbers(c, '-', nacf_uint(number), nacf_int(how->plus));
    if (rest.negative || rest.as.number % scale.as.number)
        fail(c, NACF_INVALID, "is not a whole number of what is counted");
    return nacf_uint(rest.as.number / scale.as.number);
}

/* The checksum of fields, which are written for it: they may follow from others. */
static nacf_value summed(nacf_context *c, nacf_node *node, const nacf_member *of)
{
    const place at = c->at;
    const bool was_counting = c->is_counting;
    const char *const *over;
    output *out;
    summing s;
    out = begin_output(c, false);
    c->is_counting = true;
    for (over = of->derive->over; *over; over++) {
        const nacf_member *member = find_member(node->type, *over);
        if (!is_there(c, node, member))
            continue;
        c->at.member = member;
        if (member->derive)
            get(c, node, member);
        write_value(c, node, member, out);
        c->at = at;
    }
    out->separator_size = 0;
    put(c, out, NULL, 0);
    c->is_counting = was_counting;
    begin_sum(&s, of->derive->sum);
    add_bytes(&s, out->data, out->size);
    end_output(c);
    return end_sum(&s, &of->kind);
}

/* Of what follows that a field is absent: what the tree has, if that says so too, or 0. */
static nacf_value without(nacf_context *c, nacf_node *node, const nacf_member *absent, const nacf_member *from,
    const nacf_value *given)
{
    const nacf_type *type = node->type;
    uint8_t *states = (uint8_t *)node + type->has;
    bool is_so;
    size_t k;
    if (!from || !(absent->condition || absent->kind.tag == NACF_SWITCH)
        || (given->kind != NACF_INT && given->kind != NACF_VARINT))
        return nacf_int(0);
    *state_of(node, from) = c->pass;
    is_so = !is_there(c, node, absent) || is_left_out(c, node, absent);
    *state_of(node, from) = NACF_BUSY;
    for (k = count_of_members(type) - type->values; !is_so && k < count_of_members(type); k++)
        if (states[k] != NACF_BUSY)
            states[k] = NACF_UNREAD; /* it was computed from what the tree has */
    return is_so ? *given : nacf_int(0);
}

/* What a field, or a param if `from` is NULL, follows from. */
static nacf_value derived(nacf_context *c, nacf_node *node, const nacf_member *from, const nacf_derive *how,
    const nacf_value *given)
{
    const nacf_member *member = how->member ? find_member(node->type, how->member) : NULL;
    nacf_value value;
    size_t count;
    switch (how->how) {
    case NACF_COUNT_OF:
        if (!is_given(node, member))
            return without(c, node, member, from, given);
        value = nacf_load(node, member);
        count = length_of(c, &value);
        if (!count && member->kind.tag == NACF_SWITCH) {
            value = without(c, node, member, from, given);
            if (value.as.number)
                return value;
        }
        return solved(c, how, count);
    case NACF_LENGTH_OF:
        return is_given(node, member) ? solved(c, how, measured(c, node, member)) : without(c, node, member, from, given);
    case NACF_OFFSET_OF:
        if (*state_of(node, member) != NACF_THERE)
            return without(c, node, member, from, given);
        if (c->has_before && *place_of(node, member, 0) != UINT64_MAX)
            return nacf_uint(*place_of(node, member, 0));
        c->is_guessed = c->is_guessed || !c->has_before;
        return c->trusts && given->kind == NACF_INT && !given->negative && given->as.number ? *given : nacf_int(1);
    case NACF_ARGUMENT_OF:
        value = get(c, node, member);
        if (value.kind == NACF_RECORD) {
            const nacf_member *param = find_member(value.as.record->type, how->param);
            if (param && param->derive)
                return derived(c, value.as.record, NULL, param->derive, given);
        }
        return *given;
    case NACF_SUM_OF:
        return summed(c, node, from);
    default:
        return how->value(c, node);
    }
}

static nacf_value argument_for(nacf_context *c, nacf_node *node, const nacf_member *param)
{
    const nacf_kind *kind = chosen_kind(c, node->above, &node->member->kind);
    const long k = (long)(param - node->type->members);
    c->at.node = node->above;
    c->at.member = node->member;
    c->at.index = node->index;
    return kind && kind->arguments ? kind->arguments[k](c, node->above) : NOTHING;
}

/* Whether a tree says what a field with one right value has: it was read, or somebody set it. Its rule judges it. */
static bool is_set(uint8_t state, const nacf_value *given)
{
    if (given->kind == NACF_TEXT || given->kind == NACF_BYTES)
        return given->as.bytes.data != NULL;
    return state == NACF_THERE || nacf_double(*given) != 0;
}

/* Gives a field, or a param, its value while a tree is written. */
static void derive(nacf_context *c, nacf_node *node, const nacf_member *member)
{
    const place at = c->at;
    const nacf_value it = c->it;
    uint8_t *state = state_of(node, member);
    const nacf_value given = nacf_load(node, member);
    nacf_value value;
    if (*state == NACF_BUSY)
        fail(c, NACF_INVALID, "follows from itself");
    if (!is_there(c, node, member))
        return;
    if (member->derive && member->derive->is_default && is_set(*state, &given)) {
        *state = NACF_THERE;
        return;
    }
    *state = NACF_BUSY;
    enter(c);
    c->at.node = node;
    c->at.member = member;
    c->at.index = NACF_ALONE;
    if (member - node->type->members < node->type->params) {
        value = argument_for(c, node, member);
    } else {
        value = derived(c, node, member, member->derive, &given);
        if (given.kind == NACF_VARINT && value.kind == NACF_INT) {
            const nacf_varint varint = {twos_complement(&value), 0};
            value = of_varint(varint, given.negative);
        }
        if (member->kind.tag <= NACF_BITS && member->kind.tag != NACF_ANY && !fits(&member->kind, &value))
            fail(c, NACF_LIMIT, "does not fit the field");
    }
    if (member->kind.tag == NACF_FLOAT) {
        const double wide = nacf_double(value);
        const float single = (float)wide;
        memcpy(memory_of(node, member), member->kind.width == 4 ? (const void *)&single : (const void *)&wide,
            member->kind.width);
    } else {
        store_as(&member->kind, memory_of(node, member), &value);
    }
    c->depth--;
    *state = c->pass;
    c->at = at;
    c->it = it;
}

/* Trees, before they are written */

static void sort_instances(nacf_context *c, nacf_node *node)
{
    const nacf_type *type = node->type;
    const nacf_member *placed = type->members + type->params + type->fields;
    uint64_t *order_of_instances = node->places + 2u * type->placed;
    unsigned k, before;
    for (k = 0; k < type->placed; k++) {
        nacf_value position = nacf_int(0);
        if (placed[k].offset)
            position = nacf_load(node, find_member(type, placed[k].offset));
        else if (node->io && placed[k].pos && *state_of(node, &placed[k]) == NACF_THERE)
            position = placed[k].pos(c, node);
        node->places[k] = position.kind == NACF_INT && !position.negative ? position.as.number : 0;
        for (before = k; before && node->places[order_of_instances[before - 1]] > node->places[k]; before--)
            order_of_instances[before] = order_of_instances[before - 1];
        order_of_instances[before] = k;
    }
    for (k = 0; k < 2u * type->placed; k++)
        node->places[k] = UINT64_MAX;
}

typedef void (*visitor)(nacf_context *, nacf_node *);

/* Calls a function for a record and all that are in it, each record before those in it. */
static void visit(nacf_context *c, nacf_node *root, visitor each)
{
    nacf_node **waiting = need(c, 64 * sizeof *waiting), *node;
    size_t count = 1, room = 64, m, k, first;
    waiting[0] = root;
    while (count) {
        node = waiting[--count];
        each(c, node);
        first = count;
        for (m = node->type->params; m < count_of_members(node->type) - node->type->values; m++) {
            const nacf_member *member = &node->type->members[m];
            const nacf_value value = nacf_load(node, member);
            const size_t elements = value.kind == NACF_ITEMS ? value.as.items.list->count : 1;
            if (*state_of(node, member) == NACF_ABSENT || (member->is_lookup && c->is_writing)
                || (m >= (size_t)node->type->params + node->type->fields && *state_of(node, member) != NACF_THERE))
                continue;
            if (member->kind.tag != NACF_USE && member->kind.tag != NACF_SWITCH)
                continue;
            for (k = 0; k < elements; k++) {
                const nacf_value element = value.kind == NACF_ITEMS ? nacf_element(&value, k) : value;
                nacf_node *child = element.as.record;
                if (element.kind != NACF_RECORD || (!c->is_writing && child->above != node))
                    continue;
                if (count == room) {
                    nacf_node **more = need(c, 2 * room * sizeof *more);
                    memcpy(more, waiting, room * sizeof *more);
                    waiting = more;
                    room *= 2;
                }
                if (c->is_writing) {
                    child->above = node;
                    child->member = member;
                    child->index = value.kind == NACF_ITEMS ? k : NACF_ALONE;
                }
                waiting[count++] = child;
            }
        }
        for (k = count; first + 1 < k; first++) {
            node = waiting[--k];
            waiting[k] = waiting[first];
            waiting[first] = node;
        }
    }
}

/* Tells a record of a tree where it is, and forgets what was computed before. */
static void adopt(nacf_context *c, nacf_node *node)
{
    const nacf_type *type = node->type;
    const nacf_node *above = node->above;
    unsigned k;
    node->file = c->file;
    node->in_part = above && (above->in_part || has_extent(node->member));
    node->root = above && !type->is_root ? above->root : node;
    node->parent = node->above;
    if (above && node->member->is_orphan)
        node->parent = NULL;
    node->pass = 0;
    if (type->placed && !node->places) {
        node->places = need(c, 3u * type->placed * sizeof *node->places);
        sort_instances(c, node);
    }
    for (k = 0; k < type->placed; k++) {
        const nacf_member *member = &type->members[type->params + type->fields + k];
        if (member->is_lookup)
            *state_of(node, member) = NACF_UNREAD;
    }
}

static void forget_places(nacf_context *c, nacf_node *node)
{
    (void)c;
    node->places = NULL;
}

static void set_parent(nacf_context *c, nacf_node *node)
{
    if (node->above && node->member->parent)
        node->parent = node->member->parent(c, node->above).as.record;
}

static void place_part(nacf_context *c, size_t number, output *out)
{
    nacf_node *node = c->parts[number].node;
    const nacf_member *member = c->parts[number].member;
    uint64_t position;
    c->at.node = node;
    c->at.member = member;
    c->at.index = NACF_ALONE;
    if (!is_there(c, node, member))
        fail(c, NACF_INVALID, "is given, but other fields say that it is absent");
    if (member->io ? member->io(c, node).kind != NACF_IO : node->in_part)
        fail(c, NACF_INVALID, "is in another stream, which cannot be written");
    put(c, out, NULL, 0);
    c->parts[number].start = out->size;
    write_value(c, node, member, out);
    out->separator_size = 0;
    put(c, out, NULL, 0);
    c->parts[number].size = out->size - c->parts[number].start;
    if (member->offset) {
        const uint64_t step = member->align ? member->align : 1;
        position = c->total + (step - c->total % step) % step;
    } else {
        position = count_in(c, member->pos(c, node), "a negative position");
        if (c->parts[number].size && position > c->total + MOST_GAP)
            fail(c, NACF_LIMIT, "is too far away");
    }
    c->parts[number].position = position;
    *place_of(node, member, 1) = position;
    if (c->parts[number].size || position <= c->total + MOST_GAP)
        c->total = position + c->parts[number].size > c->total ? position + c->parts[number].size : c->total;
}

/* Writes the tree once, by the positions of the pass before. */
static bool write_pass(nacf_context *c, nacf_node *root, output *out)
{
    output *whole;
    size_t k;
    c->pass = root->pass_of_tree = root->pass_of_tree < NACF_FIRST_PASS || root->pass_of_tree == UINT8_MAX
        ? (uint8_t)NACF_FIRST_PASS : (uint8_t)(root->pass_of_tree + 1);
    c->num_parts = c->num_outputs = c->depth = 0;
    c->is_counting = c->is_guessed = false;
    if (setjmp(c->failed)) {
        while (c->num_outputs)
            end_output(c);
        return false;
    }
    whole = begin_output(c, false);
    visit(c, root, adopt);
    visit(c, root, set_parent);
    c->total = 0;
    write_fields(c, root, whole);
    whole->separator_size = 0;
    put(c, whole, NULL, 0);
    c->total = whole->size;
    for (k = 0; k < c->num_parts; k++) /* which grows */
        place_part(c, k, whole);
    *out = *whole;
    c->num_outputs--;
    return true;
}

/* Whether everything is where the pass before had it, whose places become those of this one. */
static bool is_as_before(nacf_context *c)
{
    bool is_same = c->has_before && c->total == c->total_before;
    size_t k;
    for (k = 0; k < c->num_parts; k++) {
        uint64_t *before = place_of(c->parts[k].node, c->parts[k].member, 0);
        is_same = is_same && *before == c->parts[k].position;
        *before = c->parts[k].position;
    }
    c->total_before = c->total;
    c->has_before = true;
    return is_same;
}

static int by_position(const void *left, const void *right)
{
    const part *a = left, *b = right;
    return a->position != b->position ? (a->position < b->position ? -1 : 1) : (a->start > b->start) - (a->start < b->start);
}

/* Puts the parts of a file where they belong; those that overlap have to agree. */
static nacf_status assemble(nacf_context *c, nacf_node *root, const output *out, uint8_t **made, size_t *size)
{
    uint64_t covered = c->num_parts ? c->parts[0].start : out->size;
    size_t k;
    uint8_t *to = NULL;
    if (c->total < SIZE_MAX / 2)
        to = calloc(1, (size_t)c->total + 1);
    if (!to) {
        c->error->status = NACF_MEMORY;
        return NACF_MEMORY;
    }
    for (k = 0; k < c->num_parts; k++)
        if (c->parts[k].start < covered)
            covered = c->parts[k].start;
    if (covered)
        memcpy(to, out->data, (size_t)covered);
    if (c->num_parts)
        qsort(c->parts, c->num_parts, sizeof *c->parts, by_position);
    for (k = 0; k < c->num_parts; k++) {
        const part *each = &c->parts[k];
        const uint64_t shared = each->position >= covered ? 0 : covered - each->position;
        const size_t common = shared < each->size ? (size_t)shared : each->size;
        if (common && memcmp(to + each->position, out->data + each->start, common)) {
            free(to);
            c->at.node = each->node;
            c->at.member = each->member;
            c->at.index = NACF_ALONE;
            if (!setjmp(c->failed))
                fail(c, NACF_INVALID, "overlaps another part of the file, and holds other bytes");
            return c->error->status;
        }
        if (each->size > common)
            memcpy(to + each->position + common, out->data + each->start + common, each->size - common);
        if (each->size && each->position + each->size > covered)
            covered = each->position + each->size;
    }
    (void)root;
    *made = to;
    *size = (size_t)c->total;
    return NACF_OK;
}

static nacf_status settle(nacf_context *c, nacf_node *root, uint8_t **made, size_t *size)
{
    output out;
    nacf_status status = NACF_OK;
    unsigned pass;
    bool is_written_whole, is_done = false;
    c->is_settled = c->trusts = true;
    is_written_whole = write_pass(c, root, &out);
    if (!is_written_whole) { /* perhaps only because the tree has offsets that are none */
        c->trusts = false;
        is_written_whole = write_pass(c, root, &out);
        if (!is_written_whole)
            return c->error->status;
    }
    c->trusts = false;
    is_done = !c->is_guessed;
    if (!is_done)
        is_as_before(c);
    for (pass = 0; !is_done && pass < MOST_PASSES; pass++) {
        nacf_error first;
        free(out.data);
        c->is_settled = true;
        is_written_whole = write_pass(c, root, &out);
        first = *c->error;
        if (!is_written_whole) { /* perhaps only because the pass before was wrong */
            c->is_settled = false;
            if (!write_pass(c, root, &out))
                return c->error->status;
        }
        is_done = is_as_before(c);
        if (is_done && !is_written_whole) {
            free(out.data);
            *c->error = first;
            return first.status;
        }
    }
    if (is_done)
        status = assemble(c, root, &out, made, size);
    free(out.data);
    if (!is_done) {
        c->error->status = status = NACF_INVALID;
        add_text(c->error->message, sizeof c->error->message, 0, "the offsets depend on each other");
    }
    return status;
}

/* What users call */

static nacf_context *begin(nacf_context *c, nacf_file *file, nacf_error *error)
{
    memset(c, 0, offsetof(nacf_context, outputs));
    memset(error, 0, sizeof *error);
    c->file = file;
    c->error = error;
    return c;
}

static nacf_file *file_of(const nacf_limits *limits, size_t size)
{
    const size_t most = SIZE_MAX / 2, base = (size_t)64 << 20;
    nacf_file *file = calloc(1, sizeof *file);
    if (!file)
        return NULL;
    file->limit = limits && limits->memory ? limits->memory : size > (most - base) / 512 ? most : base + 512 * size;
    file->size = size;
    return file;
}

static void free_file(nacf_file *file)
{
    while (file->blocks) {
        block *next = file->blocks->next;
        free(file->blocks);
        file->blocks = next;
    }
    free(file);
}

nacf_status nacf_read(const nacf_type *type, const uint8_t *data, size_t size, const nacf_limits *limits, nacf_node **out,
    nacf_error *error)
{
    nacf_context c;
    nacf_file *file = file_of(limits, size);
    *out = NULL;
    if (!file)
        return error->status = NACF_MEMORY;
    begin(&c, file, error);
    if (setjmp(c.failed)) {
        free_file(c.file);
        return error->status;
    }
    {
        nacf_node *root = begin_record(&c, type, NULL, NULL);
        root->io = need(&c, sizeof *root->io);
        root->io->data = data;
        root->io->size = size;
        read_fields(&c, root);
        align(&c, root->io);
        if (type->is_whole && left_in(root->io)) {
            memset(&c.at, 0, sizeof c.at);
            c.at.offset = root->io->pos;
            fail(&c, NACF_INVALID, "belongs to no field");
        }
        *out = root;
    }
    return NACF_OK;
}

nacf_status nacf_ask(nacf_node *node, const char *id, nacf_error *error)
{
    nacf_context c;
    begin(&c, node->file, error);
    if (setjmp(c.failed)) {
        const nacf_member *member = find_member(node->type, id);
        if (member)
            *state_of(node, member) = NACF_UNREAD;
        return error->status;
    }
    nacf_get(&c, node, id);
    return NACF_OK;
}

static void ask_placed(nacf_context *c, nacf_node *node)
{
    const nacf_member *member = node->type->members + node->type->params + node->type->fields;
    unsigned k;
    for (k = 0; node->io && k < node->type->placed; k++)
        get(c, node, member + k);
}

nacf_status nacf_ask_all(nacf_node *node, nacf_error *error)
{
    nacf_context c;
    begin(&c, node->file, error);
    if (setjmp(c.failed) == 0)
        visit(&c, node, ask_placed);
    return error->status;
}

nacf_status nacf_write(nacf_node *root, uint8_t **out, size_t *size, nacf_error *error)
{
    nacf_context c;
    nacf_status status;
    *out = NULL;
    *size = 0;
    if (nacf_ask_all(root, error) != NACF_OK)
        return error->status;
    if (root->type->unwritable) {
        add_text(error->message, sizeof error->message, 0, root->type->unwritable);
        return error->status = NACF_INVALID;
    }
    begin(&c, root->file, error);
    if (setjmp(c.failed) == 0)
        visit(&c, root, forget_places);
    c.is_writing = true;
    status = settle(&c, root, out, size);
    free(c.parts);
    if (status == NACF_OK)
        memset(error, 0, sizeof *error);
    return status;
}

void *nacf_room(nacf_node *tree, size_t size)
{
    return reserve(tree->file, size);
}

nacf_node *nacf_add(nacf_node *tree, const nacf_type *type)
{
    nacf_node *node = reserve(tree->file, type->size);
    if (!node)
        return NULL;
    node->type = type;
    node->file = tree->file;
    node->index = NACF_ALONE;
    node->endian = NACF_SWITCHED;
    return node;
}

nacf_node *nacf_new(const nacf_type *type, const nacf_limits *limits)
{
    nacf_file *file = file_of(limits, 0);
    nacf_node tree, *root;
    if (!file)
        return NULL;
    tree.file = file;
    root = nacf_add(&tree, type);
    if (root)
        root->root = root;
    else
        free_file(file);
    return root;
}

void nacf_free(nacf_node *root)
{
    free_file(root->file);
}

/* Returns the whole part of a float that is not negative, which may be too large, or none. */
static uint64_t whole_part(double real)
{
    return real != real ? 0 : real < 18446744073709551616.0 ? (uint64_t)real : UINT64_MAX;
}

int64_t nacf_int64(nacf_value value)
{
    const uint64_t bits = nacf_uint64(value);
    return bits >> 63 ? -(int64_t)~bits - 1 : (int64_t)bits;
}

static bool is_below_zero(const nacf_value *value)
{
    if (value->kind == NACF_REAL)
        return value->as.real < 0;
    return value->negative && (value->kind != NACF_VARINT || value->as.varint.value >> 63);
}

/* Returns how far a number is from 0, without what is after its point; of other values, 0. */
static uint64_t size_of_number(const nacf_value *value)
{
    if (value->kind == NACF_REAL)
        return whole_part(value->as.real < 0 ? -value->as.real : value->as.real);
    if (value->kind == NACF_VARINT)
        return is_below_zero(value) ? 0 - value->as.varint.value : value->as.varint.value;
    return value->kind == NACF_INT || value->kind == NACF_BOOL ? value->as.number : 0;
}

uint64_t nacf_uint64(nacf_value value)
{
    const uint64_t size = size_of_number(&value);
    if (!is_below_zero(&value))
        return size;
    return size >> 63 ? (uint64_t)1 << 63 : 0 - size;
}

double nacf_double(nacf_value value)
{
    const double size = (double)size_of_number(&value);
    if (value.kind == NACF_REAL)
        return value.as.real;
    return is_below_zero(&value) ? -size : size;
}

nacf_bytes nacf_utf8(nacf_node *tree, nacf_value value)
{
    const nacf_bytes nothing = {NULL, 0};
    return value.kind == NACF_TEXT || value.kind == NACF_BYTES ? utf8_in(tree->file, &value) : nothing;
}
