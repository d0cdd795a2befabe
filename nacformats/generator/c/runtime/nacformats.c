/* Reads and writes records by tables. One function for each thing that a field can be; `nac_get` is what expressions
   look members up with, which reads or derives those that are not there yet. A failure leaves by longjmp. */
#include "nacformats.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH = 400, MOST_EMPTY = 4096, PATH_STEPS = 16, MOST_PASSES = 6 };
#define MOST_GAP ((uint64_t)64 << 20)

/* Bytes that are read; `left` are bits of the byte before `pos` that no field has taken. */
struct nac_stream {
    const uint8_t *data;
    size_t size, pos;
    uint64_t base; /* where it starts in the file */
    uint64_t left;
    unsigned num_left;
    nac_node *bits_of;
    const nac_member *bits_after;
};

typedef struct block {
    struct block *next;
    size_t room, used;
} block;

struct nac_file {
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
    bool is_counting, has_separator;
    uint8_t separator;
} output;

typedef struct place {
    nac_node *node;
    const nac_member *member;
    size_t index;
    uint64_t offset;
} place;

/* An instance that is written, and the bytes of it in the output. */
typedef struct part {
    nac_node *node;
    const nac_member *member;
    uint64_t position;
    size_t start, size;
} part;

struct nac_context {
    jmp_buf failed;
    nac_error *error;
    nac_file *file;
    place at;
    nac_value it;
    unsigned depth;
    /* while writing */
    bool is_writing, is_counting, has_before, is_settled, is_guessed, trusts;
    uint8_t pass;
    uint64_t total_before, total;
    part *parts;
    size_t num_parts, parts_room;
    output *outputs[DEPTH]; /* to be freed after a failure */
    unsigned num_outputs;
};

static const nac_value NOTHING = {NAC_NOTHING, false, NULL, {0}};

/* Failures */

static size_t add_text(char *to, size_t room, size_t size, const char *text)
{
    while (*text && size + 1 < room)
        to[size++] = *text++;
    to[size] = 0;
    return size;
}

static size_t add_step(char *to, size_t room, size_t size, const nac_member *member, size_t index)
{
    char number[32];
    if (size)
        size = add_text(to, room, size, ".");
    size = add_text(to, room, size, member->id);
    if (index != NAC_ALONE) {
        sprintf(number, "[%llu]", (unsigned long long)index);
        size = add_text(to, room, size, number);
    }
    return size;
}

/* The path of a place; the middle of a long one is left out. */
static void write_path(nac_error *error, const place *at)
{
    const nac_node *node;
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

#if defined(__GNUC__)
__attribute__((noreturn))
#endif
static void fail(nac_context *c, nac_status status, const char *message)
{
    c->error->status = status;
    c->error->offset = c->at.offset < c->file->size || c->is_writing ? c->at.offset : c->file->size;
    c->error->message[0] = 0;
    add_text(c->error->message, sizeof c->error->message, 0, message);
    write_path(c->error, &c->at);
    longjmp(c->failed, 1);
}

/* Memory */

static void *reserve(nac_file *file, size_t size)
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

static void *need(nac_context *c, size_t size)
{
    void *found = reserve(c->file, size);
    if (!found)
        fail(c, NAC_LIMIT, "too large for memory");
    return found;
}

static void enter(nac_context *c)
{
    if (++c->depth > DEPTH)
        fail(c, NAC_LIMIT, "nested too deeply");
}

/* Members, as values */

static size_t count_of_members(const nac_type *type)
{
    return (size_t)type->params + type->fields + type->placed + type->values;
}

static const nac_member *find_member(const nac_type *type, const char *id)
{
    size_t k;
    for (k = 0; k < count_of_members(type); k++)
        if (type->members[k].id[0] == id[0] && strcmp(type->members[k].id, id) == 0)
            return &type->members[k];
    return NULL;
}

static uint8_t *state_of(nac_node *node, const nac_member *member)
{
    return (uint8_t *)node + node->type->has + (member - node->type->members);
}

static void *memory_of(nac_node *node, const nac_member *member)
{
    return (uint8_t *)node + member->at;
}

static size_t stored_size(const nac_kind *kind)
{
    switch (kind->tag) {
    case NAC_UINT:
    case NAC_SINT:
    case NAC_FLOAT:
        return kind->width;
    case NAC_BITS:
        return kind->width <= 8 ? 1 : kind->width <= 16 ? 2 : kind->width <= 32 ? 4 : 8;
    case NAC_ULEB:
    case NAC_SLEB:
    case NAC_VLQ:
        return sizeof(nac_varint);
    case NAC_STR:
    case NAC_RAW:
        return sizeof(nac_bytes);
    case NAC_USE:
        return sizeof(nac_node *);
    default:
        return sizeof(nac_value);
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

static nac_value of_signed(uint64_t twos_complement)
{
    nac_value value = nac_uint(twos_complement);
    value.negative = twos_complement >> 63;
    if (value.negative)
        value.as.number = 0 - twos_complement;
    return value;
}

static uint64_t twos_complement(const nac_value *value)
{
    return value->negative ? 0 - value->as.number : value->as.number;
}

static nac_value of_bytes(nac_kind_of_value kind, nac_bytes bytes, const nac_encoding *encoding)
{
    nac_value value = NOTHING;
    value.kind = kind;
    value.as.bytes = bytes;
    value.encoding = encoding && encoding->is_ascii && !encoding->table ? NULL : encoding;
    return value;
}

nac_value nac_record_value(nac_node *node)
{
    nac_value value = NOTHING;
    if (node) {
        value.kind = NAC_RECORD;
        value.as.record = node;
    }
    return value;
}

static nac_value of_varint(nac_varint varint, bool is_signed)
{
    nac_value value = NOTHING;
    value.kind = NAC_VARINT;
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

static nac_value load_as(const nac_kind *kind, const void *from)
{
    nac_bytes bytes;
    nac_varint varint;
    nac_node *node;
    nac_value value;
    switch (kind->tag) {
    case NAC_UINT:
        return nac_uint(load_number(from, kind->width));
    case NAC_SINT:
        return of_signed(sign_extended(load_number(from, kind->width), kind->width));
    case NAC_FLOAT:
        return nac_real(real_of_bits(load_number(from, kind->width), kind->width));
    case NAC_BITS:
        return kind->width == 1 ? nac_bool(load_number(from, 1) != 0) : nac_uint(load_number(from, stored_size(kind)));
    case NAC_ULEB:
    case NAC_SLEB:
    case NAC_VLQ:
        memcpy(&varint, from, sizeof varint);
        return of_varint(varint, kind->tag == NAC_SLEB);
    case NAC_STR:
    case NAC_RAW:
        memcpy(&bytes, from, sizeof bytes);
        return of_bytes(kind->tag == NAC_STR ? NAC_TEXT : NAC_BYTES, bytes, kind->encoding);
    case NAC_USE:
        memcpy(&node, from, sizeof node);
        return nac_record_value(node);
    default:
        memcpy(&value, from, sizeof value);
        return value;
    }
}

static void store_as(const nac_kind *kind, void *to, const nac_value *value)
{
    switch (kind->tag) {
    case NAC_UINT:
    case NAC_SINT:
    case NAC_BITS:
        store_number(to, stored_size(kind), twos_complement(value));
        break;
    case NAC_ULEB:
    case NAC_SLEB:
    case NAC_VLQ:
        memcpy(to, &value->as.varint, sizeof value->as.varint);
        break;
    case NAC_STR:
    case NAC_RAW:
        memcpy(to, &value->as.bytes, sizeof value->as.bytes);
        break;
    case NAC_USE:
        memcpy(to, &value->as.record, sizeof value->as.record);
        break;
    default:
        memcpy(to, value, sizeof *value);
    }
}

nac_value nac_load(nac_node *node, const nac_member *member)
{
    nac_value value = NOTHING;
    if (member->repeat == NAC_ONCE)
        return load_as(&member->kind, memory_of(node, member));
    value.kind = NAC_ITEMS;
    value.as.items.list = memory_of(node, member);
    value.as.items.owner = node;
    value.as.items.member = member;
    return value;
}

nac_value nac_element(const nac_value *list, size_t index)
{
    const nac_member *member = list->as.items.member;
    if (list->kind == NAC_BYTES)
        return nac_uint(list->as.bytes.data[index]);
    if (list->kind == NAC_ARRAY)
        return list->as.array.values[index];
    return load_as(&member->kind, (const uint8_t *)list->as.items.list->items + index * stored_size(&member->kind));
}

/* Text */

/* The next code point and how many bytes it takes; 0 bytes where there is none, or a bad one. */
static size_t code_point(const nac_encoding *e, const uint8_t *text, size_t left, uint32_t *point)
{
    size_t k, width;
    uint32_t unit = 0, low;
    if (left == 0)
        return 0;
    if (e && e->width > 1) {
        if (left < e->width)
            return 0;
        for (k = 0; k < e->width; k++)
            unit |= (uint32_t)text[e->endian == NAC_BE ? e->width - 1 - k : k] << (8 * k);
        *point = unit;
        if (e->width == 4)
            return unit > 0x10ffff || (unit >= 0xd800 && unit < 0xe000) ? 0 : 4;
        if (unit < 0xd800 || unit >= 0xe000)
            return 2;
        if (unit >= 0xdc00 || left < 4)
            return 0;
        low = e->endian == NAC_BE ? (uint32_t)(text[2] << 8 | text[3]) : (uint32_t)(text[3] << 8 | text[2]);
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
static size_t first_bad(const nac_encoding *encoding, nac_bytes text)
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

static nac_bytes utf8_in(nac_file *file, const nac_value *value)
{
    nac_bytes text = value->as.bytes, made = {NULL, 0};
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

static nac_bytes utf8_of(nac_context *c, const nac_value *value)
{
    const nac_bytes made = utf8_in(c->file, value);
    if (value->encoding && !made.data)
        fail(c, NAC_LIMIT, "too large for memory");
    return made;
}

static size_t length_of_text(const nac_value *value)
{
    size_t at = 0, count = 0, width;
    uint32_t point;
    const nac_bytes *text = &value->as.bytes;
    for (; at < text->size && (width = code_point(value->encoding, text->data + at, text->size - at, &point)); at += width)
        count++;
    return count;
}

/* Values in expressions */

static nac_value wrong(nac_context *c, const char *what)
{
    fail(c, NAC_INVALID, what);
#if !defined(__GNUC__)
    return NOTHING;
#endif
}

static nac_value number_in(nac_context *c, nac_value value)
{
    if (value.kind == NAC_BOOL)
        value.kind = NAC_INT;
    if (value.kind != NAC_INT)
        return wrong(c, "cannot be computed: a number is needed");
    return value;
}

bool nac_truth(nac_context *c, nac_value value)
{
    switch (value.kind) {
    case NAC_INT:
    case NAC_BOOL:
        return value.as.number != 0;
    case NAC_REAL:
        return value.as.real != 0;
    case NAC_NOTHING:
        return false;
    case NAC_TEXT:
    case NAC_BYTES:
        return value.as.bytes.size != 0;
    default:
        (void)c;
        return true;
    }
}

static double real_of(nac_context *c, const nac_value *value)
{
    double magnitude;
    if (value->kind == NAC_REAL)
        return value->as.real;
    magnitude = (double)number_in(c, *value).as.number;
    return value->negative ? -magnitude : magnitude;
}

static size_t length_of(nac_context *c, const nac_value *list)
{
    switch (list->kind) {
    case NAC_ITEMS:
        return list->as.items.list->count;
    case NAC_ARRAY:
        return list->as.array.count;
    case NAC_BYTES:
        return list->as.bytes.size;
    case NAC_TEXT:
        return length_of_text(list);
    default:
        fail(c, NAC_INVALID, "cannot be computed: a list is needed");
    }
#if !defined(__GNUC__)
    return 0;
#endif
}

/* Below, at or above 0; 2 where neither holds (NaN, or values that have no order). */
static int order(nac_context *c, const nac_value *left, const nac_value *right)
{
    if (left->kind == NAC_REAL || right->kind == NAC_REAL) {
        const double a = real_of(c, left), b = real_of(c, right);
        return a < b ? -1 : a > b ? 1 : a <= b ? 0 : 2;
    }
    if ((left->kind == NAC_TEXT && right->kind == NAC_TEXT) || (left->kind == NAC_BYTES && right->kind == NAC_BYTES)) {
        const nac_bytes a = utf8_of(c, left), b = utf8_of(c, right);
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

static bool is_number(const nac_value *value)
{
    return value->kind == NAC_INT || value->kind == NAC_BOOL || value->kind == NAC_REAL;
}

static bool is_list(const nac_value *value)
{
    return value->kind == NAC_ITEMS || value->kind == NAC_ARRAY || value->kind == NAC_BYTES;
}

static bool same(nac_context *c, const nac_value *left, const nac_value *right)
{
    size_t k;
    bool equal;
    if ((is_number(left) && is_number(right)) || (left->kind == right->kind && left->kind == NAC_TEXT))
        return order(c, left, right) == 0;
    if (left->kind == NAC_VARINT && right->kind == NAC_VARINT)
        return left->as.varint.value == right->as.varint.value;
    if (left->kind == NAC_RECORD && right->kind == NAC_RECORD)
        return left->as.record == right->as.record;
    if (!is_list(left) || !is_list(right))
        return left->kind == right->kind && left->kind == NAC_NOTHING;
    if (left->kind == NAC_BYTES && right->kind == NAC_BYTES)
        return order(c, left, right) == 0;
    equal = length_of(c, left) == length_of(c, right);
    enter(c);
    for (k = 0; equal && k < length_of(c, left); k++) {
        const nac_value one = nac_element(left, k), other = nac_element(right, k);
        equal = same(c, &one, &other);
    }
    c->depth--;
    return equal;
}

static nac_value sum(nac_context *c, nac_value left, nac_value right)
{
    nac_value result = left;
    if (left.negative == right.negative) {
        if (right.as.number > UINT64_MAX - left.as.number)
            fail(c, NAC_LIMIT, "the number is too large");
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

static nac_value quotient(nac_context *c, nac_value left, nac_value right, bool wants_rest)
{
    nac_value result = left;
    uint64_t rest;
    if (right.as.number == 0)
        fail(c, NAC_INVALID, "cannot be computed: division by zero");
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

static uint64_t bits_of(nac_context *c, const nac_value *value)
{
    if (value->negative && value->as.number > (uint64_t)1 << 63)
        fail(c, NAC_LIMIT, "the number is too large");
    return twos_complement(value);
}

static nac_value shifted(nac_context *c, int operation, nac_value left, nac_value right)
{
    nac_value result = left;
    const uint64_t by = right.as.number;
    if (right.negative)
        fail(c, NAC_INVALID, "cannot be computed: a shift by a negative number");
    if (operation == 'L') {
        if (left.as.number && (by > 63 || left.as.number > UINT64_MAX >> by))
            fail(c, NAC_LIMIT, "the number is too large");
        result.as.number = by > 63 ? 0 : left.as.number << by;
        return result;
    }
    result.as.number = by > 63 ? 0 : left.as.number >> by;
    if (left.negative && (by > 63 || result.as.number << by != left.as.number))
        result.as.number++;
    return result;
}

static nac_value joined(nac_context *c, const nac_value *left, const nac_value *right)
{
    const nac_bytes a = utf8_of(c, left), b = utf8_of(c, right);
    nac_bytes whole = {NULL, a.size + b.size};
    uint8_t *to;
    if (left->kind != right->kind || whole.size > 1 << 20)
        fail(c, NAC_INVALID, "cannot be computed: these cannot be joined");
    whole.data = to = need(c, whole.size + 1);
    if (a.size)
        memcpy(to, a.data, a.size);
    if (b.size)
        memcpy(to + a.size, b.data, b.size);
    return of_bytes(left->kind, whole, NULL);
}

static nac_value of_reals(nac_context *c, int operation, double left, double right)
{
    switch (operation) {
    case '+':
        return nac_real(left + right);
    case '-':
        return nac_real(left - right);
    case '*':
        return nac_real(left * right);
    case '/':
        if (right <= 0 && right >= 0)
            fail(c, NAC_INVALID, "cannot be computed: division by zero");
        return nac_real(left / right);
    default:
        return wrong(c, "cannot be computed: whole numbers are needed");
    }
}

static nac_value of_numbers(nac_context *c, int operation, nac_value left, nac_value right)
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
            fail(c, NAC_LIMIT, "the number is too large");
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
        return b ? of_signed(a) : nac_uint(a);
    }
}

nac_value nac_binary(nac_context *c, int operation, nac_value left, nac_value right)
{
    int compared;
    switch (operation) {
    case '=':
        return nac_bool(same(c, &left, &right));
    case '!':
        return nac_bool(!same(c, &left, &right));
    case '<':
    case '>':
    case 'l':
    case 'g':
        compared = order(c, &left, &right);
        return nac_bool(compared != 2 && (operation == '<' ? compared < 0 : operation == '>' ? compared > 0
            : operation == 'l' ? compared <= 0 : compared >= 0));
    default:
        if (operation == '+' && (left.kind == NAC_TEXT || left.kind == NAC_BYTES))
            return joined(c, &left, &right);
        if (left.kind == NAC_REAL || right.kind == NAC_REAL)
            return of_reals(c, operation, real_of(c, &left), real_of(c, &right));
        return of_numbers(c, operation, number_in(c, left), number_in(c, right));
    }
}

nac_value nac_minus(nac_context *c, nac_value value)
{
    if (value.kind == NAC_REAL)
        return nac_real(-value.as.real);
    return of_numbers(c, '-', nac_int(0), number_in(c, value));
}

nac_value nac_invert(nac_context *c, nac_value value)
{
    return of_numbers(c, '-', nac_minus(c, value), nac_int(1));
}

nac_value nac_it(nac_context *c)
{
    return c->it;
}

nac_value nac_index(nac_context *c)
{
    return nac_uint(c->at.index == NAC_ALONE ? 0 : c->at.index);
}

nac_value nac_at(nac_context *c, nac_value list, nac_value index)
{
    const nac_value at = number_in(c, index);
    const size_t count = length_of(c, &list);
    if (at.negative && at.as.number <= count && list.kind != NAC_TEXT)
        return nac_element(&list, count - (size_t)at.as.number);
    if (at.negative || at.as.number >= count || list.kind == NAC_TEXT)
        fail(c, NAC_INVALID, "refers to an element that does not exist");
    return nac_element(&list, (size_t)at.as.number);
}

bool nac_in_enum(nac_context *c, nac_value value, const nac_enum *members)
{
    const nac_value number = number_in(c, value);
    for (; members->id; members++) {
        const nac_value member = nac_int(members->number);
        if (same(c, &number, &member))
            return true;
    }
    return false;
}

/* The values of an array literal; one of numbers below 256 is bytes to those that compare it. */
nac_value nac_enough(nac_context *c, size_t count, const nac_value *values)
{
    nac_value *kept = need(c, count * sizeof *values + 1), array = NOTHING;
    if (count)
        memcpy(kept, values, count * sizeof *values);
    array.kind = NAC_ARRAY;
    array.as.array.values = kept;
    array.as.array.count = count;
    return array;
}

/* A number as text, in some base. */
static nac_value in_digits(nac_context *c, const nac_value *value, unsigned base)
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
    return nac_text(kept, size);
}

static nac_value of_digits(nac_context *c, const nac_value *value, uint64_t base)
{
    const nac_bytes text = utf8_of(c, value);
    nac_value number = nac_int(0);
    const nac_value radix = nac_uint(base);
    size_t k = 0;
    const bool is_negative = text.size && text.data[0] == '-';
    if (text.size && (text.data[0] == '-' || text.data[0] == '+'))
        k = 1;
    if (k == text.size || base < 2 || base > 36)
        fail(c, NAC_INVALID, "cannot be computed: the text is no number");
    for (; k < text.size; k++) {
        const uint8_t ch = text.data[k];
        const unsigned digit = ch >= '0' && ch <= '9' ? ch - 48u : (ch | 32) >= 'a' && (ch | 32) <= 'z' ? (ch | 32u) - 87u : 99;
        if (digit >= base)
            fail(c, NAC_INVALID, "cannot be computed: the text is no number");
        number = of_numbers(c, '+', of_numbers(c, '*', number, radix), nac_uint(digit));
    }
    return is_negative ? nac_minus(c, number) : number;
}

static size_t offset_of_character(const nac_value *text, size_t index)
{
    size_t at = 0, width;
    uint32_t point;
    const nac_bytes *bytes = &text->as.bytes;
    for (; index && at < bytes->size && (width = code_point(text->encoding, bytes->data + at, bytes->size - at, &point)); index--)
        at += width;
    return at;
}

static nac_value extreme(nac_context *c, const nac_value *list, int sign)
{
    const size_t count = length_of(c, list);
    nac_value best = nac_at(c, *list, nac_int(0));
    size_t k;
    for (k = 1; k < count; k++) {
        const nac_value each = nac_element(list, k);
        if (order(c, &each, &best) == sign)
            best = each;
    }
    return best;
}

static nac_value reversed(nac_context *c, const nac_value *text)
{
    const nac_bytes from = utf8_of(c, text);
    uint8_t *to = need(c, from.size + 1);
    nac_bytes made = {to, from.size};
    size_t at = 0, width = 1;
    uint32_t point;
    for (; at < from.size; at += width) {
        if (text->kind == NAC_TEXT && !(width = code_point(NULL, from.data + at, from.size - at, &point)))
            width = 1;
        memcpy(to + from.size - at - width, from.data + at, width);
    }
    return of_bytes(text->kind, made, NULL);
}

static nac_value part_of_text(nac_context *c, nac_value text, nac_value first, nac_value last)
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
    if (text.kind == NAC_TEXT) {
        from = offset_of_character(&text, from);
        to = offset_of_character(&text, to);
    }
    text.as.bytes.data = text.as.bytes.size ? text.as.bytes.data + from : NULL;
    text.as.bytes.size = to > from ? to - from : 0;
    return text;
}

static const char *const METHODS[] = {"length", "size", "first", "last", "min", "max", "reverse", "to_i", "to_s"};

static nac_value built_in(nac_context *c, const nac_value *of, const char *id)
{
    size_t k = 0;
    while (k < sizeof METHODS / sizeof *METHODS && strcmp(METHODS[k], id))
        k++;
    switch (k) {
    case 0:
    case 1:
        return nac_uint(length_of(c, of));
    case 2:
        return nac_at(c, *of, nac_int(0));
    case 3:
        return nac_at(c, *of, nac_int(-1));
    case 4:
    case 5:
        return extreme(c, of, k == 4 ? -1 : 1);
    case 6:
        return reversed(c, of);
    case 7:
        return of->kind == NAC_TEXT ? of_digits(c, of, 10) : of->kind == NAC_REAL ? (of->as.real < 0
            ? nac_int((int64_t)of->as.real) : nac_uint((uint64_t)of->as.real)) : number_in(c, *of);
    case 8:
        return of->kind == NAC_TEXT ? *of : in_digits(c, of, 10);
    default:
        return wrong(c, "cannot be computed: there is no such member");
    }
}

static nac_value of_varint_member(nac_context *c, const nac_value *of, const char *id)
{
    const nac_varint *varint = &of->as.varint;
    unsigned least = 1;
    uint64_t rest = varint->value;
    if (of->negative)
        for (; rest + 0x40 > 0x7f; least++)
            rest = of_signed(rest).negative ? ~(~rest >> 7) : rest >> 7;
    else
        for (; rest > 0x7f; least++)
            rest >>= 7;
    if (strcmp(id, "value") == 0)
        return of->negative ? of_signed(varint->value) : nac_uint(varint->value);
    if (strcmp(id, "len") == 0)
        return nac_uint(varint->width ? varint->width : least);
    if (strcmp(id, "is_minimal") == 0)
        return nac_bool(!varint->width || varint->width == least);
    if (strcmp(id, "zigzag") == 0)
        return of_signed(varint->value >> 1 ^ (0 - (varint->value & 1)));
    if (strcmp(id, "value_signed") == 0)
        return of_signed(varint->value);
    return wrong(c, "cannot be computed: there is no such member");
}

static size_t left_in(const nac_stream *io)
{
    return io->pos < io->size ? io->size - io->pos : 0;
}

static nac_value of_stream(nac_context *c, const nac_value *of, const char *id)
{
    const nac_stream *io = of->as.io;
    if (!io && strcmp(id, "size") == 0) {
        c->is_guessed = c->is_guessed || !c->has_before;
        return nac_uint(c->has_before ? c->total_before : 0);
    }
    if (!io)
        fail(c, NAC_INVALID, "is not known while a file is written");
    if (strcmp(id, "size") == 0)
        return nac_uint(io->size);
    return strcmp(id, "pos") == 0 ? nac_uint(io->pos) : nac_bool(left_in(io) == 0 && io->num_left == 0);
}

nac_value nac_attribute(nac_context *c, nac_value of, const char *id)
{
    switch (of.kind) {
    case NAC_RECORD:
        return id[0] == '_' ? nac_own(c, of.as.record, id) : nac_get(c, of.as.record, id);
    case NAC_VARINT:
        return of_varint_member(c, &of, id);
    case NAC_IO:
        return of_stream(c, &of, id);
    case NAC_NOTHING:
        return wrong(c, "cannot be computed: a field that is not there is needed");
    default:
        return built_in(c, &of, id);
    }
}

nac_value nac_call(nac_context *c, nac_value of, const char *id, nac_value first, nac_value second)
{
    nac_bytes name;
    if (strcmp(id, "substring") == 0)
        return part_of_text(c, of, first, second);
    if (strcmp(id, "to_i") == 0)
        return of_digits(c, &of, number_in(c, first).as.number);
    name = first.as.bytes; /* to_s of bytes, in an encoding of which ASCII and UTF-8 are known */
    if (of.kind == NAC_BYTES && first.kind == NAC_TEXT && name.size && (name.data[0] | 32) != 's') {
        if (first_bad(NULL, of.as.bytes) < of.as.bytes.size)
            fail(c, NAC_INVALID, "the text is not UTF-8");
        return of_bytes(NAC_TEXT, of.as.bytes, NULL);
    }
    return wrong(c, "cannot be computed: there is no such method");
}

nac_value nac_joined(nac_context *c, size_t count, const nac_value *values)
{
    nac_value whole = nac_text("", 0);
    size_t k;
    for (k = 0; k < count; k++) {
        const nac_value each = values[k].kind == NAC_INT ? in_digits(c, &values[k], 10) : values[k];
        whole = joined(c, &whole, &each);
    }
    return whole;
}

/* While a tree is written, records may also be read: lookups, which take no bytes. */
static bool is_written(const nac_context *c, const nac_node *node)
{
    return c->is_writing && node->pass != NAC_BUSY;
}

nac_value nac_own(nac_context *c, nac_node *self, const char *id)
{
    nac_value value = NOTHING;
    if (strcmp(id, "_root") == 0)
        return nac_record_value(self->root);
    if (strcmp(id, "_parent") == 0)
        return nac_record_value(self->parent);
    if (strcmp(id, "_index") == 0)
        return nac_uint(self->index == NAC_ALONE ? 0 : self->index);
    if (strcmp(id, "_io") != 0)
        return wrong(c, "cannot be computed: there is no such member");
    value.kind = NAC_IO;
    value.as.io = is_written(c, self) ? NULL : self->io;
    return is_written(c, self) && self->in_part ? NOTHING : value;
}

/* Reading */

static uint64_t place_in(const nac_stream *io)
{
    return io->base + io->pos;
}

/* Bits that no field takes are passed over, and kept where they are not 0. */
static void align(nac_context *c, nac_stream *io)
{
    if (io->left && io->bits_of) {
        struct nac_padding *padding = need(c, sizeof *padding);
        padding->after = io->bits_after;
        padding->bits = (uint8_t)io->left;
        padding->next = io->bits_of->padding;
        io->bits_of->padding = padding;
    }
    io->left = io->num_left = 0;
}

static const uint8_t *take(nac_context *c, nac_stream *io, size_t size)
{
    const uint8_t *found;
    align(c, io);
    if (size > left_in(io))
        fail(c, NAC_TRUNCATED, io->base + io->size < c->file->size ? "the enclosing field ends too early"
            : "the file ends too early");
    found = size ? io->data + io->pos : io->data;
    io->pos += size;
    return found;
}

static nac_value read_bits(nac_context *c, nac_node *node, const nac_member *member, const nac_kind *kind, nac_stream *io)
{
    uint64_t value = 0;
    unsigned got = 0;
    const unsigned missing = kind->width > io->num_left ? (kind->width - io->num_left + 7u) / 8 : 0;
    const uint8_t endian = kind->endian == NAC_SWITCHED ? node->endian : kind->endian;
    if (missing > left_in(io))
        fail(c, NAC_TRUNCATED, "the file ends too early");
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
        if (endian == NAC_BE) {
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
    return kind->width == 1 ? nac_bool(value != 0) : nac_uint(value);
}

static uint64_t number_from(const uint8_t *from, unsigned width, bool is_big)
{
    uint64_t number = 0;
    unsigned k;
    for (k = 0; k < width; k++)
        number |= (uint64_t)from[is_big ? width - 1 - k : k] << (8 * k);
    return number;
}

static bool is_big_endian(nac_context *c, const nac_node *node, uint8_t endian)
{
    if (endian == NAC_SWITCHED && node->endian == NAC_SWITCHED)
        fail(c, NAC_INVALID, "the byte order is not known");
    return (endian == NAC_SWITCHED ? node->endian : endian) == NAC_BE;
}

static nac_value read_varint(nac_context *c, const nac_kind *kind, nac_stream *io)
{
    nac_varint varint = {0, 0};
    uint8_t byte;
    unsigned shift = 0;
    align(c, io);
    do {
        if (!left_in(io))
            fail(c, NAC_TRUNCATED, "the file ends too early");
        byte = io->data[io->pos++];
        varint.width++;
        if (varint.width > 10 || (kind->tag == NAC_VLQ && varint.value >> 57)
            || (shift == 63 && (kind->tag == NAC_SLEB ? byte != 0 && byte != 0x7f : byte > 1)))
            fail(c, NAC_INVALID, "the number takes more than 64 bits");
        if (kind->tag == NAC_VLQ)
            varint.value = varint.value << 7 | (byte & 0x7f);
        else
            varint.value |= (uint64_t)(byte & 0x7f) << shift;
        shift += 7;
    } while (byte & 0x80);
    if (kind->tag == NAC_SLEB && byte & 0x40 && shift < 64)
        varint.value |= ~(uint64_t)0 << shift;
    return of_varint(varint, kind->tag == NAC_SLEB);
}

static uint64_t count_in(nac_context *c, nac_value value, const char *negative)
{
    if (value.kind == NAC_REAL)
        value = value.as.real < 0 ? nac_int(-1) : nac_uint((uint64_t)value.as.real);
    value = number_in(c, value);
    if (value.negative)
        fail(c, NAC_INVALID, negative);
    return value.as.number;
}

/* Bytes up to the terminator of a field; what is passed over is in *taken. */
static nac_bytes up_to_terminator(nac_context *c, const nac_member *member, nac_bytes from, size_t *taken)
{
    const size_t width = member->ends & NAC_WIDEST ? 4 : member->ends & NAC_WIDE ? 2 : 1;
    size_t at = 0, k;
    for (;; at += width) {
        if (at + width > from.size) {
            if (!(member->ends & NAC_OPTIONAL))
                fail(c, NAC_TRUNCATED, "the field ends before its terminator");
            *taken = from.size;
            return from;
        }
        for (k = 0; k < width && from.data[at + k] == member->terminator; k++) {}
        if (k == width)
            break;
    }
    *taken = at + (member->ends & NAC_KEEP ? 0 : width);
    from.size = at + (member->ends & NAC_INCLUDE ? width : 0);
    return from;
}

/* The bytes of a field that has an extent of its own, and where they begin in the file. */
static nac_bytes read_extent(nac_context *c, nac_node *node, const nac_member *member, nac_stream *io, uint64_t *start)
{
    nac_bytes bytes;
    size_t taken;
    align(c, io);
    *start = place_in(io);
    bytes.size = left_in(io);
    if (member->contents.data)
        bytes.size = member->contents.size;
    else if (member->has_size) {
        const uint64_t size = count_in(c, member->size(c, node), "a negative size");
        *start = place_in(io);
        if (size > left_in(io))
            take(c, io, SIZE_MAX);
        bytes.size = (size_t)size;
    }
    if (member->ends & NAC_TERMINATED && !member->has_size) {
        bytes.data = left_in(io) ? io->data + io->pos : io->data;
        bytes = up_to_terminator(c, member, bytes, &taken);
        io->pos += taken;
        return bytes;
    }
    bytes.data = take(c, io, bytes.size);
    if (member->pad)
        while (bytes.size && bytes.data[bytes.size - 1] == (uint8_t)(member->pad - 1))
            bytes.size--;
    if (member->ends & NAC_TERMINATED) {
        nac_member lenient = *member;
        lenient.ends |= NAC_OPTIONAL;
        bytes = up_to_terminator(c, &lenient, bytes, &taken);
    }
    return bytes;
}

static nac_bytes processed(nac_context *c, nac_node *node, const nac_member *member, nac_bytes bytes, bool is_inverse)
{
    const nac_value key = member->key(c, node);
    uint8_t *to = need(c, bytes.size + 1);
    size_t k;
    unsigned by = 0;
    if (member->process == NAC_XOR && (key.kind == NAC_BYTES || key.kind == NAC_ARRAY)) {
        const size_t length = length_of(c, &key);
        for (k = 0; k < bytes.size; k++)
            to[k] = length ? (uint8_t)(bytes.data[k] ^ (uint8_t)nac_element(&key, k % length).as.number) : bytes.data[k];
    } else if (member->process == NAC_XOR) {
        const uint8_t mask = (uint8_t)number_in(c, key).as.number;
        for (k = 0; k < bytes.size; k++)
            to[k] = (uint8_t)(bytes.data[k] ^ mask);
    } else {
        by = (unsigned)(twos_complement(&key) & 7);
        if ((member->process == NAC_ROR) != is_inverse)
            by = (8 - by) & 7;
        for (k = 0; k < bytes.size; k++)
            to[k] = (uint8_t)(bytes.data[k] << by | bytes.data[k] >> (8 - by));
    }
    bytes.data = to;
    return bytes;
}

static bool has_extent(const nac_member *member)
{
    return member->has_size || member->to_end || member->ends & NAC_TERMINATED || member->contents.data;
}

/* The case that a switch takes; NULL for none. */
static const nac_kind *chosen_kind(nac_context *c, nac_node *node, const nac_kind *kind)
{
    const nac_case *each;
    nac_value on;
    if (kind->tag != NAC_SWITCH)
        return kind;
    on = kind->on(c, node);
    for (each = kind->cases; each->key; each++) {
        const nac_value key = each->key(c, node);
        if (same(c, &on, &key))
            break;
    }
    return each->kind.tag == NAC_ANY ? NULL : &each->kind;
}

static nac_node *begin_record(nac_context *c, const nac_type *type, nac_node *above, const place *at)
{
    nac_node *node = need(c, type->size);
    node->type = type;
    node->file = c->file;
    node->above = node->parent = above;
    node->root = above && !type->is_root ? above->root : node;
    node->index = NAC_ALONE;
    node->endian = above ? above->endian : NAC_SWITCHED;
    node->pass = c->is_writing ? NAC_BUSY : 0;
    if (at) {
        node->member = at->member;
        node->index = at->index;
    }
    return node;
}

static void read_fields(nac_context *c, nac_node *node);

static nac_value read_record(nac_context *c, nac_node *above, const nac_member *member, const nac_kind *kind, nac_stream *io)
{
    const place at = c->at;
    nac_node *node = begin_record(c, kind->type, above, &at);
    unsigned k;
    node->io = io;
    for (k = 0; k < kind->type->params && kind->arguments && kind->arguments[k]; k++) {
        const nac_value argument = kind->arguments[k](c, above);
        memcpy(memory_of(node, &kind->type->members[k]), &argument, sizeof argument);
        *state_of(node, &kind->type->members[k]) = NAC_THERE;
    }
    if (member->is_orphan)
        node->parent = NULL;
    if (member->parent)
        node->parent = member->parent(c, above).as.record;
    read_fields(c, node);
    c->at = at;
    return nac_record_value(node);
}

static nac_value read_text(nac_context *c, const nac_kind *kind, nac_bytes bytes, uint64_t start)
{
    const size_t bad = first_bad(kind->encoding, bytes);
    if (bad < bytes.size) {
        c->at.offset = start + bad;
        fail(c, NAC_INVALID, "the text is not of its encoding");
    }
    return of_bytes(NAC_TEXT, bytes, kind->encoding);
}

static nac_value read_part(nac_context *c, nac_node *node, const nac_member *member, const nac_kind *kind, nac_stream *io)
{
    uint64_t start;
    nac_bytes bytes = read_extent(c, node, member, io, &start);
    nac_stream *inner;
    nac_value value;
    if (member->contents.data && memcmp(bytes.data, member->contents.data, bytes.size))
        fail(c, NAC_INVALID, "wrong value");
    if (member->process)
        bytes = processed(c, node, member, bytes, false);
    if (kind->tag == NAC_STR)
        return read_text(c, kind, bytes, start);
    if (kind->tag != NAC_USE)
        return of_bytes(NAC_BYTES, bytes, NULL);
    inner = need(c, sizeof *inner);
    inner->data = bytes.data;
    inner->size = bytes.size;
    inner->base = start;
    value = read_record(c, node, member, kind, inner);
    align(c, inner);
    return value;
}

static nac_value read_value(nac_context *c, nac_node *node, const nac_member *member, nac_stream *io)
{
    static const nac_kind RAW = {NAC_RAW, 0, 0, NULL, NULL, NULL, NULL, NULL};
    const nac_kind *kind = chosen_kind(c, node, &member->kind);
    const uint8_t *from;
    uint64_t bits;
    if (!kind && has_extent(member))
        kind = &RAW;
    if (!kind)
        return NOTHING;
    if (has_extent(member))
        return read_part(c, node, member, kind, io);
    switch (kind->tag) {
    case NAC_BITS:
        return read_bits(c, node, member, kind, io);
    case NAC_ULEB:
    case NAC_SLEB:
    case NAC_VLQ:
        return read_varint(c, kind, io);
    case NAC_USE:
        return read_record(c, node, member, kind, io);
    default:
        from = take(c, io, kind->width);
        bits = number_from(from, kind->width, kind->width > 1 && is_big_endian(c, node, kind->endian));
        return kind->tag == NAC_UINT ? nac_uint(bits) : kind->tag == NAC_SINT
            ? of_signed(sign_extended(bits, kind->width)) : nac_real(real_of_bits(bits, kind->width));
    }
}

static void check_rules(nac_context *c, nac_node *node, const nac_member *member, nac_value value)
{
    const nac_rule *rule = member->rules;
    const nac_value before = c->it;
    for (; rule && rule->holds; rule++) {
        c->it = value;
        if (!nac_truth(c, rule->holds(c, node)))
            fail(c, NAC_INVALID, rule->words);
    }
    c->it = before;
}

/* The place of what comes next in a stream: bits that follow others are in a byte that was read before. */
static void come_to(nac_context *c, nac_node *node, const nac_member *member, size_t index, const nac_stream *io)
{
    c->at.node = node;
    c->at.member = member;
    c->at.index = index;
    c->at.offset = place_in(io) - (io->num_left && member->kind.tag == NAC_BITS);
}

/* A float keeps its bits: it is stored without being a number in between. */
static void read_into(nac_context *c, nac_node *node, const nac_member *member, nac_stream *io, void *to)
{
    if (member->kind.tag == NAC_FLOAT) {
        const uint8_t *from = take(c, io, member->kind.width);
        const bool is_big = is_big_endian(c, node, member->kind.endian);
        store_number(to, member->kind.width, number_from(from, member->kind.width, is_big));
    } else {
        const nac_value value = read_value(c, node, member, io);
        store_as(&member->kind, to, &value);
    }
}

static void *grown(nac_context *c, nac_items *list, size_t *room, size_t width, uint64_t wanted)
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

static void read_list(nac_context *c, nac_node *node, const nac_member *member, nac_stream *io)
{
    nac_items *list = memory_of(node, member);
    const size_t width = stored_size(&member->kind);
    uint64_t wanted = UINT64_MAX;
    size_t room = 0, empty = 0;
    list->count = 0;
    if (member->repeat == NAC_COUNTED) {
        const nac_value count = number_in(c, member->count(c, node));
        wanted = count.negative ? 0 : count.as.number;
    }
    while (member->repeat != NAC_COUNTED || list->count < wanted) {
        void *to;
        const uint64_t start = place_in(io);
        if (member->repeat == NAC_TO_EOS && !left_in(io) && !io->num_left)
            break;
        come_to(c, node, member, list->count, io);
        to = grown(c, list, &room, width, wanted);
        read_into(c, node, member, io, to);
        list->count++;
        if (member->rules)
            check_rules(c, node, member, load_as(&member->kind, to));
        empty = place_in(io) == start && member->kind.tag != NAC_BITS ? empty + 1 : 0;
        if (empty > MOST_EMPTY)
            fail(c, NAC_LIMIT, "has too many elements that take no bytes");
        if (member->repeat == NAC_UNTIL) {
            const nac_value before = c->it;
            bool is_last;
            c->it = load_as(&member->kind, to);
            is_last = nac_truth(c, member->until(c, node));
            c->it = before;
            if (is_last)
                break;
        }
    }
}

static void read_member(nac_context *c, nac_node *node, const nac_member *member, nac_stream *io)
{
    uint8_t *state = state_of(node, member);
    if (member->condition && !nac_truth(c, member->condition(c, node))) {
        *state = NAC_ABSENT;
        return;
    }
    come_to(c, node, member, NAC_ALONE, io);
    if (member->repeat != NAC_ONCE) {
        *state = NAC_THERE; /* elements may look at those before them */
        read_list(c, node, member, io);
        return;
    }
    read_into(c, node, member, io, memory_of(node, member));
    *state = NAC_THERE;
    if (member->kind.tag == NAC_SWITCH && ((nac_value *)memory_of(node, member))->kind == NAC_NOTHING)
        *state = NAC_ABSENT;
    else if (member->rules)
        check_rules(c, node, member, nac_load(node, member));
}

static void read_fields(nac_context *c, nac_node *node)
{
    const nac_type *type = node->type;
    const nac_member *member = type->members + type->params;
    unsigned k;
    enter(c);
    node->start = place_in(node->io);
    if (type->endian) {
        const nac_value order_of_bytes = type->endian(c, node);
        node->endian = order_of_bytes.kind == NAC_NOTHING ? (uint8_t)NAC_SWITCHED
            : order_of_bytes.as.number ? (uint8_t)NAC_BE : (uint8_t)NAC_LE;
    }
    for (k = 0; k < type->fields; k++, member++) {
        come_to(c, node, member, NAC_ALONE, node->io);
        read_member(c, node, member, node->io);
    }
    c->depth--;
}

/* Reads an instance where it is; while writing, one that takes no bytes, from nothing. */
static void read_placed(nac_context *c, nac_node *node, const nac_member *member)
{
    nac_stream *io = node->io;
    size_t before;
    nac_value position;
    if (is_written(c, node)) {
        io = need(c, sizeof *io);
    } else if (member->io) {
        const nac_value other = member->io(c, node);
        if (other.kind != NAC_IO || !other.as.io)
            fail(c, NAC_INVALID, "cannot be computed: a stream is needed");
        io = other.as.io;
    }
    come_to(c, node, member, NAC_ALONE, io);
    if (member->condition && !nac_truth(c, member->condition(c, node))) {
        *state_of(node, member) = NAC_ABSENT;
        return;
    }
    before = io->pos;
    if (member->pos && !is_written(c, node)) {
        position = number_in(c, member->pos(c, node));
        if (position.negative)
            fail(c, NAC_INVALID, "a negative position");
        align(c, io);
        io->pos = position.as.number < SIZE_MAX / 2 ? (size_t)position.as.number : SIZE_MAX / 2;
    }
    come_to(c, node, member, NAC_ALONE, io);
    if (member->repeat != NAC_ONCE) {
        read_list(c, node, member, io);
    } else {
        read_into(c, node, member, io, memory_of(node, member));
        if (member->rules)
            check_rules(c, node, member, nac_load(node, member));
    }
    *state_of(node, member) = member->kind.tag == NAC_SWITCH && member->repeat == NAC_ONCE
        && ((nac_value *)memory_of(node, member))->kind == NAC_NOTHING ? NAC_ABSENT : NAC_THERE;
    align(c, io);
    if (member->pos)
        io->pos = before;
}

static void compute(nac_context *c, nac_node *node, const nac_member *member)
{
    nac_value value;
    c->at.node = node;
    c->at.member = member;
    c->at.index = NAC_ALONE;
    c->at.offset = node->start;
    if (member->condition && !nac_truth(c, member->condition(c, node))) {
        *state_of(node, member) = NAC_ABSENT;
        return;
    }
    value = member->value(c, node);
    memcpy(memory_of(node, member), &value, sizeof value);
    *state_of(node, member) = NAC_THERE;
}

static void demand(nac_context *c, nac_node *node, const nac_member *member)
{
    const place at = c->at;
    uint8_t *state = state_of(node, member);
    nac_value it = c->it;
    if (*state == NAC_BUSY)
        fail(c, NAC_INVALID, "refers to itself");
    *state = NAC_BUSY;
    enter(c);
    if (member->value)
        compute(c, node, member);
    else
        read_placed(c, node, member);
    c->depth--;
    if (c->is_writing && member->value && *state == NAC_THERE)
        *state = c->pass;
    c->it = it;
    c->at = at;
}

static void derive(nac_context *c, nac_node *node, const nac_member *member);

static bool is_there(nac_context *c, nac_node *node, const nac_member *member)
{
    return !member->condition || nac_truth(c, member->condition(c, node));
}

static nac_value get(nac_context *c, nac_node *node, const nac_member *member)
{
    const long place = (long)(member - node->type->members);
    const bool is_param = place < node->type->params;
    const bool is_instance = place >= node->type->params + node->type->fields;
    uint8_t *state = state_of(node, member);
    if (is_written(c, node) && *state != c->pass) {
        if (member->derive || (is_param && node->member))
            derive(c, node, member);
        else if (member->value && *state != NAC_BUSY)
            *state = NAC_UNREAD;
    }
    if (is_instance && (*state == NAC_UNREAD || *state == NAC_BUSY))
        demand(c, node, member);
    if (is_written(c, node) && !is_instance && !is_param)
        return is_there(c, node, member) ? nac_load(node, member) : NOTHING;
    return *state == NAC_ABSENT || *state == NAC_UNREAD ? NOTHING : nac_load(node, member);
}

nac_value nac_get(nac_context *c, nac_node *self, const char *id)
{
    const nac_member *member = self ? find_member(self->type, id) : NULL;
    if (!member)
        return wrong(c, "cannot be computed: there is no such member");
    return get(c, self, member);
}

nac_value nac_sized(nac_context *c, nac_value value, unsigned bits)
{
    (void)c;
    (void)value;
    return nac_uint(bits);
}

/* Writing */

static bool is_final(const nac_context *c)
{
    return c->is_settled && !c->is_guessed && !c->is_counting;
}

static void put(nac_context *c, output *out, const uint8_t *data, size_t size)
{
    if (out->has_separator && size) {
        out->has_separator = false;
        put(c, out, &out->separator, 1);
    }
    if (out->free_low < out->free_high && !out->is_counting)
        out->data[out->size - 1] |= (uint8_t)((out->padding & ((1u << (out->free_high - out->free_low)) - 1)) << out->free_low);
    out->free_low = out->free_high = 0;
    out->padding = 0;
    if (size > SIZE_MAX / 4 - out->size)
        fail(c, NAC_LIMIT, "too large for memory");
    if (!out->is_counting && out->room - out->size < size) {
        const size_t room = 2 * (out->size + size) + 64;
        uint8_t *grown_data = realloc(out->data, room);
        if (!grown_data)
            fail(c, NAC_MEMORY, "too large for memory");
        out->data = grown_data;
        out->room = room;
    }
    if (size && !out->is_counting && data)
        memcpy(out->data + out->size, data, size);
    else if (size && !out->is_counting)
        memset(out->data + out->size, 0, size);
    out->size += size;
}

static void put_bits(nac_context *c, output *out, unsigned width, uint64_t value, bool is_big)
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

static void put_number(nac_context *c, output *out, uint64_t number, unsigned width, bool is_big)
{
    uint8_t bytes[8];
    unsigned k;
    for (k = 0; k < width; k++)
        bytes[is_big ? width - 1 - k : k] = (uint8_t)(number >> (8 * k));
    put(c, out, bytes, width);
}

static void put_varint(nac_context *c, output *out, const nac_kind *kind, nac_varint varint)
{
    const nac_value whole = of_varint(varint, kind->tag == NAC_SLEB);
    const unsigned least = (unsigned)of_varint_member(c, &whole, "len").as.number;
    const unsigned width = varint.width > least && varint.width <= 10 ? varint.width : least;
    const bool is_below = kind->tag == NAC_SLEB && varint.value >> 63;
    uint8_t bytes[10];
    unsigned k;
    for (k = 0; k < width; k++) {
        const unsigned at = kind->tag == NAC_VLQ ? width - 1 - k : k;
        bytes[at] = (uint8_t)((varint.value & 0x7f) | (at + 1 < width ? 0x80u : 0));
        varint.value = is_below ? ~(~varint.value >> 7) : varint.value >> 7;
    }
    put(c, out, bytes, width);
}

static output *begin_output(nac_context *c, output *out, bool is_counting)
{
    memset(out, 0, sizeof *out);
    out->is_counting = is_counting;
    if (c->num_outputs == DEPTH)
        fail(c, NAC_LIMIT, "nested too deeply");
    c->outputs[c->num_outputs++] = out;
    return out;
}

static void end_output(nac_context *c)
{
    output *out = c->outputs[--c->num_outputs];
    free(out->data);
    out->data = NULL;
}

static void write_fields(nac_context *c, nac_node *node, output *out);

static void write_record(nac_context *c, const nac_kind *kind, nac_value value, output *out)
{
    const place at = c->at;
    if (value.kind != NAC_RECORD || value.as.record->type != kind->type)
        fail(c, NAC_INVALID, "has to be a record of the type that the schema has there");
    write_fields(c, value.as.record, out);
    c->at = at;
}

/* What makes the bytes of a field longer than its value: a terminator, and padding. */
static void put_ending(nac_context *c, nac_node *node, const nac_member *member, bool is_record, size_t size, output *out)
{
    const uint8_t ends[4] = {member->terminator, member->terminator, member->terminator, member->terminator};
    const size_t unit = member->ends & NAC_WIDEST ? 4 : member->ends & NAC_WIDE ? 2 : 1;
    const bool is_ended = member->ends & NAC_TERMINATED && !(member->ends & NAC_INCLUDE);
    uint64_t wanted;
    if (member->has_size) {
        const uint8_t pad = member->pad ? (uint8_t)(member->pad - 1) : 0;
        wanted = count_in(c, member->size(c, node), "a negative size");
        if (is_ended && wanted >= size + unit) {
            put(c, out, ends, unit);
            size += unit;
        }
        if ((size > wanted || (size < wanted && !is_record && !member->pad && !is_ended)) && is_final(c))
            fail(c, NAC_INVALID, "has the wrong size");
        for (; size < wanted && wanted - size <= MOST_GAP; size++)
            put(c, out, &pad, 1);
    } else if (is_ended && !(member->ends & NAC_KEEP)) {
        if (member->ends & NAC_OPTIONAL) {
            out->has_separator = true;
            out->separator = member->terminator;
        } else {
            put(c, out, ends, unit);
        }
    }
}

static void write_part(nac_context *c, nac_node *node, const nac_member *member, const nac_kind *kind, nac_value value,
    output *out)
{
    output inner;
    nac_bytes bytes = value.as.bytes;
    size_t taken;
    begin_output(c, &inner, out->is_counting);
    if (kind->tag == NAC_USE) {
        write_record(c, kind, value, &inner);
        inner.has_separator = false;
        put(c, &inner, NULL, 0);
        bytes.data = inner.data;
        bytes.size = inner.size;
    } else if (member->contents.data) {
        bytes = member->contents;
    } else if (value.kind != NAC_TEXT && value.kind != NAC_BYTES) {
        fail(c, NAC_INVALID, "has to be bytes");
    }
    if (member->ends & NAC_TERMINATED && !inner.is_counting && bytes.size) {
        nac_member plain = *member;
        const size_t unit = member->ends & NAC_WIDEST ? 4 : member->ends & NAC_WIDE ? 2 : 1;
        nac_bytes before = bytes;
        plain.ends = NAC_TERMINATED | NAC_OPTIONAL | (member->ends & (NAC_WIDE | NAC_WIDEST));
        if (member->ends & NAC_INCLUDE && before.size >= unit)
            before.size -= unit;
        if (up_to_terminator(c, &plain, before, &taken).size < before.size)
            fail(c, NAC_INVALID, "holds its terminator");
    }
    if (!member->process) {
        put(c, out, bytes.data, bytes.size);
        put_ending(c, node, member, kind->tag == NAC_USE, bytes.size, out);
    } else {
        put_ending(c, node, member, kind->tag == NAC_USE, bytes.size, &inner);
        if (kind->tag == NAC_USE && !inner.is_counting) {
            bytes.data = inner.data;
            bytes.size = inner.size;
        }
        if (!inner.is_counting)
            bytes = processed(c, node, member, bytes, true);
        put(c, out, bytes.data, bytes.size);
    }
    end_output(c);
}

static uint8_t padding_after(const nac_node *node, const nac_member *member)
{
    const struct nac_padding *padding = node->padding;
    while (padding && padding->after != member)
        padding = padding->next;
    return padding ? padding->bits : 0;
}

static bool fits(const nac_kind *kind, const nac_value *value)
{
    const unsigned bits = kind->tag == NAC_BITS ? kind->width : kind->width < 8 ? 8u * kind->width : 64;
    const uint64_t top = bits == 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
    if (value->kind == NAC_VARINT)
        return kind->tag == NAC_ULEB || kind->tag == NAC_SLEB || kind->tag == NAC_VLQ;
    if (value->kind == NAC_REAL || kind->tag == NAC_FLOAT)
        return value->kind == NAC_REAL && kind->tag == NAC_FLOAT;
    if (value->kind != NAC_INT && value->kind != NAC_BOOL)
        return false;
    if (kind->tag == NAC_SINT)
        return value->negative ? value->as.number <= top / 2 + 1 : value->as.number <= top / 2;
    return !value->negative && value->as.number <= top;
}

static void write_one(nac_context *c, nac_node *node, const nac_member *member, const void *from, output *out)
{
    static const nac_kind RAW = {NAC_RAW, 0, 0, NULL, NULL, NULL, NULL, NULL};
    const nac_kind *kind = chosen_kind(c, node, &member->kind);
    nac_value value = load_as(&member->kind, from);
    uint64_t bits;
    float single;
    if (!kind && has_extent(member))
        kind = &RAW;
    if (!kind)
        return;
    if (has_extent(member)) {
        write_part(c, node, member, kind, value, out);
        return;
    }
    if (kind->tag == NAC_USE) {
        write_record(c, kind, value, out);
        return;
    }
    if (!fits(kind, &value))
        fail(c, NAC_LIMIT, "does not fit the field");
    if (value.kind == NAC_VARINT) {
        put_varint(c, out, kind, value.as.varint);
    } else if (kind->tag == NAC_BITS) {
        put_bits(c, out, kind->width, value.as.number, is_big_endian(c, node, kind->endian));
        out->padding = padding_after(node, member);
    } else {
        if (kind->tag != NAC_FLOAT) {
            bits = twos_complement(&value);
        } else if (member->kind.tag == NAC_FLOAT) {
            bits = load_number(from, kind->width);
        } else if (kind->width == 8) {
            memcpy(&bits, &value.as.real, 8);
        } else {
            single = (float)value.as.real;
            bits = 0;
            bits = load_number(&single, 4);
        }
        put_number(c, out, bits, kind->width, kind->width > 1 && is_big_endian(c, node, kind->endian));
    }
}

/* Writes a field, or an instance, that is there. */
static void write_value(nac_context *c, nac_node *node, const nac_member *member, output *out)
{
    const nac_items *list = memory_of(node, member);
    const size_t width = stored_size(&member->kind);
    size_t k;
    if (member->repeat == NAC_ONCE) {
        write_one(c, node, member, list, out);
        if (member->rules && is_final(c))
            check_rules(c, node, member, nac_load(node, member));
        return;
    }
    if (member->repeat == NAC_COUNTED && is_final(c)) {
        const nac_value wanted = member->count(c, node), count = nac_uint(list->count);
        if (!same(c, &wanted, &count))
            fail(c, NAC_INVALID, "has the wrong length");
    }
    for (k = 0; k < list->count; k++) {
        const uint8_t *from = (const uint8_t *)list->items + k * width;
        c->at.index = k;
        write_one(c, node, member, from, out);
        if (member->rules && is_final(c))
            check_rules(c, node, member, load_as(&member->kind, from));
    }
    c->at.index = NAC_ALONE;
}

static void queue(nac_context *c, nac_node *node, const nac_member *member)
{
    part *entry;
    if (c->num_parts == c->parts_room) {
        const size_t room = 2 * c->parts_room + 16;
        part *grown_parts = realloc(c->parts, room * sizeof *grown_parts);
        if (!grown_parts)
            fail(c, NAC_MEMORY, "too large for memory");
        c->parts = grown_parts;
        c->parts_room = room;
    }
    entry = &c->parts[c->num_parts++];
    memset(entry, 0, sizeof *entry);
    entry->node = node;
    entry->member = member;
}

static void write_fields(nac_context *c, nac_node *node, output *out)
{
    const nac_type *type = node->type;
    const nac_member *member = type->members + type->params;
    unsigned k;
    enter(c);
    if (type->endian) {
        const nac_value order_of_bytes = type->endian(c, node);
        node->endian = order_of_bytes.kind == NAC_NOTHING ? (uint8_t)NAC_SWITCHED
            : order_of_bytes.as.number ? (uint8_t)NAC_BE : (uint8_t)NAC_LE;
    } else if (node->above) {
        node->endian = node->above->endian;
    }
    for (k = 0; k < type->fields; k++, member++) {
        c->at.node = node;
        c->at.member = member;
        c->at.index = NAC_ALONE;
        if (!is_there(c, node, member))
            continue;
        if (member->derive)
            get(c, node, member);
        write_value(c, node, member, out);
    }
    for (k = 0; k < type->placed && !c->is_counting; k++) {
        const uint64_t place_in_order = node->places[2u * type->placed + k];
        member = type->members + type->params + type->fields + place_in_order;
        if (*state_of(node, member) == NAC_THERE && !member->is_lookup)
            queue(c, node, member);
    }
    c->depth--;
}

static uint64_t measured(nac_context *c, nac_node *node, const nac_member *member)
{
    const nac_kind *kind;
    const nac_value value = nac_load(node, member);
    const bool was_counting = c->is_counting;
    uint64_t size;
    output out;
    if (!is_there(c, node, member) || (kind = chosen_kind(c, node, &member->kind)) == NULL)
        return value.kind == NAC_BYTES ? value.as.bytes.size : 0;
    if (kind->tag == NAC_STR || kind->tag == NAC_RAW)
        return value.as.bytes.size;
    begin_output(c, &out, true);
    c->is_counting = true;
    if (kind->tag == NAC_USE)
        write_record(c, kind, value, &out);
    else
        write_one(c, node, member, memory_of(node, member), &out);
    out.has_separator = false;
    put(c, &out, NULL, 0);
    c->is_counting = was_counting;
    size = out.size;
    end_output(c);
    return size;
}

static uint64_t *place_of(nac_node *node, const nac_member *member, unsigned which)
{
    const nac_type *type = node->type;
    return &node->places[which * type->placed + (size_t)(member - type->members) - type->params - type->fields];
}

static nac_value derived(nac_context *c, nac_node *node, const nac_derive *how, const nac_value *given)
{
    const nac_member *member = how->member ? find_member(node->type, how->member) : NULL;
    nac_value value;
    uint64_t size;
    switch (how->how) {
    case NAC_COUNT_OF:
        value = get(c, node, member);
        return nac_uint(value.kind == NAC_NOTHING ? 0 : length_of(c, &value));
    case NAC_LENGTH_OF:
        size = get(c, node, member).kind == NAC_NOTHING ? 0 : measured(c, node, member);
        if (size % how->scale)
            fail(c, NAC_INVALID, "is not a whole number of elements");
        return nac_uint(size / how->scale);
    case NAC_OFFSET_OF:
        if (*state_of(node, member) != NAC_THERE)
            return nac_int(0);
        if (c->has_before && *place_of(node, member, 0) != UINT64_MAX)
            return nac_uint(*place_of(node, member, 0));
        c->is_guessed = c->is_guessed || !c->has_before;
        return c->trusts && given->kind == NAC_INT && !given->negative && given->as.number ? *given : nac_int(1);
    case NAC_ARGUMENT_OF:
        value = get(c, node, member);
        if (value.kind == NAC_RECORD) {
            const nac_member *param = find_member(value.as.record->type, how->param);
            if (param && param->derive)
                return derived(c, value.as.record, param->derive, given);
        }
        return *given;
    default:
        return how->value(c, node);
    }
}

static nac_value argument_for(nac_context *c, nac_node *node, const nac_member *param)
{
    const nac_kind *kind = chosen_kind(c, node->above, &node->member->kind);
    const long k = (long)(param - node->type->members);
    c->at.node = node->above;
    c->at.member = node->member;
    c->at.index = node->index;
    return kind && kind->arguments ? kind->arguments[k](c, node->above) : NOTHING;
}

/* Gives a field, or a param, its value while a tree is written. */
static void derive(nac_context *c, nac_node *node, const nac_member *member)
{
    const place at = c->at;
    const nac_value it = c->it;
    uint8_t *state = state_of(node, member);
    const nac_value given = nac_load(node, member);
    nac_value value;
    if (*state == NAC_BUSY)
        fail(c, NAC_INVALID, "follows from itself");
    if (!is_there(c, node, member))
        return;
    *state = NAC_BUSY;
    enter(c);
    c->at.node = node;
    c->at.member = member;
    c->at.index = NAC_ALONE;
    if (member - node->type->members < node->type->params) {
        value = argument_for(c, node, member);
    } else {
        value = derived(c, node, member->derive, &given);
        if (given.kind == NAC_VARINT && value.kind == NAC_INT) {
            nac_varint varint = {twos_complement(&value), 0};
            if (varint.value == given.as.varint.value)
                varint.width = given.as.varint.width;
            value = of_varint(varint, given.negative);
        }
        if (member->kind.tag <= NAC_BITS && member->kind.tag != NAC_ANY && !fits(&member->kind, &value))
            fail(c, NAC_LIMIT, "does not fit the field");
    }
    if (member->kind.tag == NAC_FLOAT) {
        const float single = (float)value.as.real;
        memcpy(memory_of(node, member), member->kind.width == 4 ? (const void *)&single : (const void *)&value.as.real,
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

static void sort_instances(nac_context *c, nac_node *node)
{
    const nac_type *type = node->type;
    const nac_member *placed = type->members + type->params + type->fields;
    uint64_t *order_of_instances = node->places + 2u * type->placed;
    unsigned k, before;
    for (k = 0; k < type->placed; k++) {
        nac_value position = nac_int(0);
        if (placed[k].offset)
            position = nac_load(node, find_member(type, placed[k].offset));
        else if (node->io && placed[k].pos && *state_of(node, &placed[k]) == NAC_THERE)
            position = placed[k].pos(c, node);
        node->places[k] = position.kind == NAC_INT && !position.negative ? position.as.number : 0;
        for (before = k; before && node->places[order_of_instances[before - 1]] > node->places[k]; before--)
            order_of_instances[before] = order_of_instances[before - 1];
        order_of_instances[before] = k;
    }
    for (k = 0; k < 2u * type->placed; k++)
        node->places[k] = UINT64_MAX;
}

typedef void (*visitor)(nac_context *, nac_node *);

/* Calls a function for a record and all that are in it, each record before those in it. */
static void visit(nac_context *c, nac_node *root, visitor each)
{
    nac_node **waiting = need(c, 64 * sizeof *waiting), *node;
    size_t count = 1, room = 64, m, k, first;
    waiting[0] = root;
    while (count) {
        node = waiting[--count];
        each(c, node);
        first = count;
        for (m = node->type->params; m < count_of_members(node->type) - node->type->values; m++) {
            const nac_member *member = &node->type->members[m];
            const nac_value value = nac_load(node, member);
            const size_t elements = value.kind == NAC_ITEMS ? value.as.items.list->count : 1;
            if (*state_of(node, member) == NAC_ABSENT || (member->is_lookup && c->is_writing)
                || (m >= (size_t)node->type->params + node->type->fields && *state_of(node, member) != NAC_THERE))
                continue;
            if (member->kind.tag != NAC_USE && member->kind.tag != NAC_SWITCH)
                continue;
            for (k = 0; k < elements; k++) {
                const nac_value element = value.kind == NAC_ITEMS ? nac_element(&value, k) : value;
                nac_node *child = element.as.record;
                if (element.kind != NAC_RECORD || (!c->is_writing && child->above != node))
                    continue;
                if (count == room) {
                    nac_node **more = need(c, 2 * room * sizeof *more);
                    memcpy(more, waiting, room * sizeof *more);
                    waiting = more;
                    room *= 2;
                }
                if (c->is_writing) {
                    child->above = node;
                    child->member = member;
                    child->index = value.kind == NAC_ITEMS ? k : NAC_ALONE;
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
static void adopt(nac_context *c, nac_node *node)
{
    const nac_type *type = node->type;
    const nac_node *above = node->above;
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
        const nac_member *member = &type->members[type->params + type->fields + k];
        if (member->is_lookup)
            *state_of(node, member) = NAC_UNREAD;
    }
}

static void forget_places(nac_context *c, nac_node *node)
{
    (void)c;
    node->places = NULL;
}

static void set_parent(nac_context *c, nac_node *node)
{
    if (node->above && node->member->parent)
        node->parent = node->member->parent(c, node->above).as.record;
}

static void place_part(nac_context *c, size_t number, output *out)
{
    nac_node *node = c->parts[number].node;
    const nac_member *member = c->parts[number].member;
    uint64_t position;
    c->at.node = node;
    c->at.member = member;
    c->at.index = NAC_ALONE;
    if (!is_there(c, node, member))
        fail(c, NAC_INVALID, "is given, but other fields say that it is absent");
    if (member->io ? member->io(c, node).kind != NAC_IO : node->in_part)
        fail(c, NAC_INVALID, "is in another stream, which cannot be written");
    put(c, out, NULL, 0);
    c->parts[number].start = out->size;
    write_value(c, node, member, out);
    out->has_separator = false;
    put(c, out, NULL, 0);
    c->parts[number].size = out->size - c->parts[number].start;
    if (member->offset) {
        const uint64_t step = member->align ? member->align : 1;
        position = c->total + (step - c->total % step) % step;
    } else {
        position = count_in(c, member->pos(c, node), "a negative position");
        if (c->parts[number].size && position > c->total + MOST_GAP)
            fail(c, NAC_LIMIT, "is too far away");
    }
    c->parts[number].position = position;
    *place_of(node, member, 1) = position;
    if (c->parts[number].size || position <= c->total + MOST_GAP)
        c->total = position + c->parts[number].size > c->total ? position + c->parts[number].size : c->total;
}

/* Writes the tree once, by the positions of the pass before. */
static bool write_pass(nac_context *c, nac_node *root, output *out)
{
    size_t k;
    c->pass = root->pass_of_tree = root->pass_of_tree < NAC_FIRST_PASS || root->pass_of_tree == UINT8_MAX
        ? (uint8_t)NAC_FIRST_PASS : (uint8_t)(root->pass_of_tree + 1);
    c->num_parts = c->num_outputs = c->depth = 0;
    c->is_counting = c->is_guessed = false;
    if (setjmp(c->failed)) {
        while (c->num_outputs)
            end_output(c);
        return false;
    }
    begin_output(c, out, false);
    visit(c, root, adopt);
    visit(c, root, set_parent);
    c->total = 0;
    write_fields(c, root, out);
    out->has_separator = false;
    put(c, out, NULL, 0);
    c->total = out->size;
    for (k = 0; k < c->num_parts; k++) /* which grows */
        place_part(c, k, out);
    c->num_outputs--;
    return true;
}

/* Whether everything is where the pass before had it, whose places become those of this one. */
static bool is_as_before(nac_context *c)
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
static nac_status assemble(nac_context *c, nac_node *root, const output *out, uint8_t **made, size_t *size)
{
    uint64_t covered = c->num_parts ? c->parts[0].start : out->size;
    size_t k;
    uint8_t *to = NULL;
    if (c->total < SIZE_MAX / 2)
        to = calloc(1, (size_t)c->total + 1);
    if (!to) {
        c->error->status = NAC_MEMORY;
        return NAC_MEMORY;
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
            c->at.index = NAC_ALONE;
            if (!setjmp(c->failed))
                fail(c, NAC_INVALID, "overlaps another part of the file, and holds other bytes");
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
    return NAC_OK;
}

static nac_status settle(nac_context *c, nac_node *root, uint8_t **made, size_t *size)
{
    output out;
    nac_status status = NAC_OK;
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
        nac_error first;
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
        c->error->status = status = NAC_INVALID;
        add_text(c->error->message, sizeof c->error->message, 0, "the offsets depend on each other");
    }
    return status;
}

/* What users call */

static nac_context *begin(nac_context *c, nac_file *file, nac_error *error)
{
    memset(c, 0, sizeof *c);
    memset(error, 0, sizeof *error);
    c->file = file;
    c->error = error;
    return c;
}

static nac_file *file_of(const nac_limits *limits, size_t size)
{
    const size_t most = SIZE_MAX / 2, base = (size_t)64 << 20;
    nac_file *file = calloc(1, sizeof *file);
    if (!file)
        return NULL;
    file->limit = limits && limits->memory ? limits->memory : size > (most - base) / 512 ? most : base + 512 * size;
    file->size = size;
    return file;
}

static void free_file(nac_file *file)
{
    while (file->blocks) {
        block *next = file->blocks->next;
        free(file->blocks);
        file->blocks = next;
    }
    free(file);
}

nac_status nac_read(const nac_type *type, const uint8_t *data, size_t size, const nac_limits *limits, nac_node **out,
    nac_error *error)
{
    nac_context c;
    nac_file *file = file_of(limits, size);
    *out = NULL;
    if (!file)
        return error->status = NAC_MEMORY;
    begin(&c, file, error);
    if (setjmp(c.failed)) {
        free_file(c.file);
        return error->status;
    }
    {
        nac_node *root = begin_record(&c, type, NULL, NULL);
        root->io = need(&c, sizeof *root->io);
        root->io->data = data;
        root->io->size = size;
        read_fields(&c, root);
        align(&c, root->io);
        *out = root;
    }
    return NAC_OK;
}

nac_status nac_ask(nac_node *node, const char *id, nac_error *error)
{
    nac_context c;
    begin(&c, node->file, error);
    if (setjmp(c.failed)) {
        const nac_member *member = find_member(node->type, id);
        if (member)
            *state_of(node, member) = NAC_UNREAD;
        return error->status;
    }
    nac_get(&c, node, id);
    return NAC_OK;
}

static void ask_placed(nac_context *c, nac_node *node)
{
    const nac_member *member = node->type->members + node->type->params + node->type->fields;
    unsigned k;
    for (k = 0; node->io && k < node->type->placed; k++)
        get(c, node, member + k);
}

nac_status nac_ask_all(nac_node *node, nac_error *error)
{
    nac_context c;
    begin(&c, node->file, error);
    if (setjmp(c.failed) == 0)
        visit(&c, node, ask_placed);
    return error->status;
}

nac_status nac_write(nac_node *root, uint8_t **out, size_t *size, nac_error *error)
{
    nac_context c;
    nac_status status;
    *out = NULL;
    *size = 0;
    if (nac_ask_all(root, error) != NAC_OK)
        return error->status;
    begin(&c, root->file, error);
    if (setjmp(c.failed) == 0)
        visit(&c, root, forget_places);
    c.is_writing = true;
    status = settle(&c, root, out, size);
    free(c.parts);
    if (status == NAC_OK)
        memset(error, 0, sizeof *error);
    return status;
}

void *nac_room(nac_node *tree, size_t size)
{
    return reserve(tree->file, size);
}

nac_node *nac_add(nac_node *tree, const nac_type *type)
{
    nac_node *node = reserve(tree->file, type->size);
    if (!node)
        return NULL;
    node->type = type;
    node->file = tree->file;
    node->index = NAC_ALONE;
    node->endian = NAC_SWITCHED;
    return node;
}

nac_node *nac_new(const nac_type *type, const nac_limits *limits)
{
    nac_file *file = file_of(limits, 0);
    nac_node tree, *root;
    if (!file)
        return NULL;
    tree.file = file;
    root = nac_add(&tree, type);
    if (root)
        root->root = root;
    else
        free_file(file);
    return root;
}

void nac_free(nac_node *root)
{
    free_file(root->file);
}

int64_t nac_int64(nac_value value)
{
    const uint64_t bits = value.kind == NAC_VARINT ? value.as.varint.value : twos_complement(&value);
    if (value.kind == NAC_REAL)
        return (int64_t)value.as.real;
    return bits >> 63 ? -(int64_t)~bits - 1 : (int64_t)bits;
}

uint64_t nac_uint64(nac_value value)
{
    return value.kind == NAC_VARINT ? value.as.varint.value : value.kind == NAC_REAL ? (uint64_t)value.as.real
        : twos_complement(&value);
}

double nac_double(nac_value value)
{
    const double magnitude = (double)value.as.number;
    return value.kind == NAC_REAL ? value.as.real : value.negative ? -magnitude : magnitude;
}

nac_bytes nac_utf8(nac_node *tree, nac_value value)
{
    const nac_bytes nothing = {NULL, 0};
    return value.kind == NAC_TEXT || value.kind == NAC_BYTES ? utf8_in(tree->file, &value) : nothing;
}
