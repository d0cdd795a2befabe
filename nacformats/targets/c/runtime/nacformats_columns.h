/*
 * Repeated records as columns: one array for each field, which the caller provides.
 *
 * For each type of record P there are a struct P_columns, a struct P_arguments (void where records depend on nothing
 * else in their file), and the functions below. They allocate nothing, keep no state, and touch nothing but what they
 * are given, whatever the bytes and the columns hold. They return NACF_OK or why they stopped, and where in *fault.
 * Offsets count from the start of `data`. Numbers in columns are those of the machine; floats are their bits.
 *
 * - P_gather reads `count` records from data[pos] on, before data[end], and fills `columns`; or, where `begins` is not
 *   NULL, one record before data[limits[i]] from data[begins[i]] on for each i, and ends[i] is where it ends. Arrays of
 *   one number a record have to be zero before. After NACF_DOES_NOT_FIT, the columns of the records before
 *   fault->record are right, and starts[fault->record] is where it starts. The lengths of lists are set; if they are more
 *   than there was room for, it returns NACF_NO_ROOM, and everything but the elements is right.
 * - P_check says which record is the first to break a rule, and which: its number is in the header of the schema.
 * - P_sizes says how many bytes each record takes when it is written.
 * - P_scatter writes the records; lengths are derived. Rules are not checked.
 */
#ifndef NACFORMATS_COLUMNS_H
#define NACFORMATS_COLUMNS_H

#include "nacformats.h"

#include <string.h>

/* Before every function. To build a DLL, define it as __declspec(dllexport). */
#ifndef NACF_API
#define NACF_API
#endif

enum {
    NACF_DOES_NOT_FIT = 1, /* the bytes end within a record, or a number in it is too large */
    NACF_NO_ROOM, /* an output is too small */
    NACF_BREAKS_RULE, /* a record breaks a rule of the schema */
    NACF_BAD_COLUMNS, /* columns contradict each other, point outside an array, or do not fit their fields */
    NACF_BAD_ARGUMENTS /* an argument is out of its bounds */
};

/* Where a function stopped: the record, the element of a list in it, and the number of the rule or -1. */
typedef struct nacf_fault {
    size_t record, element;
    int rule;
} nacf_fault;

#define NACF_GATHER(P) \
    NACF_API int P##_gather(const uint8_t *data, size_t pos, size_t end, const int64_t *begins, const int64_t *limits, \
        int64_t *ends, const P##_arguments *arguments, P##_columns *columns, nacf_fault *fault)
#define NACF_CHECK(P) \
    NACF_API int P##_check(const uint8_t *data, size_t data_size, const P##_arguments *arguments, \
        const P##_columns *columns, nacf_fault *fault)
#define NACF_SIZES(P) \
    NACF_API int P##_sizes(const P##_arguments *arguments, const P##_columns *columns, int64_t *sizes, nacf_fault *fault)
#define NACF_SCATTER(P) \
    NACF_API int P##_scatter(const uint8_t *data, size_t data_size, const P##_arguments *arguments, \
        const P##_columns *columns, uint8_t *out, size_t out_size, size_t *written, nacf_fault *fault)
#define NACF_LOOPS(P) NACF_GATHER(P); NACF_CHECK(P); NACF_SIZES(P); NACF_SCATTER(P);

/* By which callers from other languages tell a change: of the schema, of the code, and of the structs, as text. */
#define NACF_IDENTITY(name) \
    NACF_API const char *name##_schema_sha256(void); \
    NACF_API const char *name##_code_sha256(void); \
    NACF_API const char *name##_layout(void);

#ifdef NACFORMATS_TABLES

#define NACF_IDENTIFY(name, schema, code, layout) \
    NACF_API const char *name##_schema_sha256(void) { return schema; } \
    NACF_API const char *name##_code_sha256(void) { return code; } \
    NACF_API const char *name##_layout(void) { return layout; }

/* A copy of the struct, so that no store can be taken to move its arrays. */
#define BEGIN(P) \
    const P##_columns t = *columns; \
    size_t i = 0; \
    stop(fault, NACF_OK, 0, -1, 0); \
    (void)arguments
#define BEGIN_GATHER(P) \
    const size_t data_size = end; \
    BEGIN(P); \
    if (pos > end) \
        return NACF_DOES_NOT_FIT
#define ARGUMENTS(P) \
    const P##_arguments a = *arguments; \
    if (!P##_HOLD) \
        return NACF_BAD_ARGUMENTS
#define STOP(status) return stop(fault, NACF_##status, i, -1, 0)
#define STOP_IF(test, status) if (test) STOP(status)
#define DEMAND(test, rule, element) if (!(test)) return stop(fault, NACF_BREAKS_RULE, i, rule, element)
#define EACH for (i = 0; i < t.count; i++)

/* gather */
#define RECORD \
    if (begins) { \
        pos = (size_t)begins[i]; \
        end = (size_t)limits[i]; \
        STOP_IF((uint64_t)begins[i] > (uint64_t)limits[i] || (uint64_t)limits[i] > data_size, BAD_COLUMNS); \
    } else \
        t.starts[i] = (int64_t)pos
#define RECORD_ENDS if (begins) ends[i] = (int64_t)pos
#define END_GATHER \
    if (!begins) \
        t.starts[t.count] = (int64_t)pos
#define LIST(list) \
    size_t have_##list = 0; \
    t.list##_rows[0] = 0
#define HAS(list) columns->list##_length = have_##list
#define FIT(size) STOP_IF(end - pos < (size), DOES_NOT_FIT)
#define VARINT(...) do { \
        uint64_t value; \
        const size_t width = get_varint(data + pos, end - pos, &value); \
        STOP_IF(width == 0, DOES_NOT_FIT); \
        pos += width; \
        __VA_ARGS__; \
    } while (0)
#define BYTES(name, length) do { \
        const uint64_t size = length; \
        STOP_IF(size > end - pos, DOES_NOT_FIT); \
        t.name##_at[i] = (int64_t)pos; \
        t.name##_len[i] = (int64_t)size; \
        pos += (size_t)size; \
    } while (0)
#define ROWS(list, width, count, ...) do { \
        const uint64_t size = count; \
        const size_t have = have_##list; \
        uint64_t k; \
        STOP_IF(size > (end - pos) / width, DOES_NOT_FIT); \
        if (have <= t.list##_length && size <= t.list##_length - have) \
            for (k = 0; k < size; k++, pos += width) { \
                __VA_ARGS__; \
            } \
        else \
            pos += (size_t)size * width; \
        have_##list = have + (size_t)size; \
    } while (0)
#define VARINTS(list, count, column) do { \
        const uint64_t size = count; \
        const size_t have = have_##list; \
        const bool fits = have <= t.list##_length && size <= t.list##_length - have; \
        uint64_t k; \
        STOP_IF(size > end - pos, DOES_NOT_FIT); \
        for (k = 0; k < size; k++) \
            VARINT(if (fits) t.column[have + k] = value); \
        have_##list = have + (size_t)size; \
    } while (0)

/* check, sizes, scatter */
#define SPAN(list) \
    const uint64_t first = (uint64_t)t.list##_rows[i], last = (uint64_t)t.list##_rows[i + 1]; \
    STOP_IF(first > last || last > t.list##_length, BAD_COLUMNS)
#define CHECK_ROWS(list) do { SPAN(list); } while (0)
#define ROWS_AGREE(list, count) do { SPAN(list); STOP_IF(last - first != (count), BAD_COLUMNS); } while (0)
#define BYTES_AGREE(name, count) STOP_IF((uint64_t)t.name##_len[i] != (count), BAD_COLUMNS)
#define ELEMENTS(list, ...) do { \
        uint64_t k; \
        SPAN(list); \
        for (k = first; k < last; k++) { \
            __VA_ARGS__; \
        } \
    } while (0)
#define INSIDE(name) do { \
        const uint64_t at = (uint64_t)t.name##_at[i], size = (uint64_t)t.name##_len[i]; \
        STOP_IF(t.name##_len[i] < 0, BAD_COLUMNS); \
        STOP_IF(t.name##_at[i] >= 0 && (at > data_size || size > data_size - at), BAD_COLUMNS); \
    } while (0)
#define IS_TEXT(name) (t.name##_at[i] < 0 || is_utf8(data + t.name##_at[i], (size_t)t.name##_len[i]))
#define LENGTH_OF_ROWS(list, top, ...) do { \
        SPAN(list); \
        STOP_IF(last - first > top, BAD_COLUMNS); \
        { const uint64_t size = last - first; (void)size; __VA_ARGS__; } \
    } while (0)
#define LENGTH_OF_BYTES(name, unit, top, ...) do { \
        const uint64_t whole = (uint64_t)t.name##_len[i], size = whole / unit; \
        STOP_IF(t.name##_len[i] < 0 || whole % unit != 0 || size > top, BAD_COLUMNS); \
        __VA_ARGS__; \
    } while (0)
#define SIZE_OF_BYTES(name) do { \
        STOP_IF(t.name##_len[i] < 0, BAD_COLUMNS); \
        STOP_IF(t.name##_at[i] >= 0 && (uint64_t)t.name##_len[i] > (uint64_t)INT64_MAX / 2 - total, BAD_COLUMNS); \
        total += t.name##_at[i] >= 0 ? (uint64_t)t.name##_len[i] : 0; \
    } while (0)
#define SIZE_OF_ROWS(list, width) do { \
        SPAN(list); \
        used_##list += last - first; \
        total += (last - first) * width; \
    } while (0)
#define SIZE_OF_VARINTS(list, column) do { \
        used_##list += (uint64_t)t.list##_rows[i + 1] - (uint64_t)t.list##_rows[i]; \
        ELEMENTS(list, total += varint_width(t.column[k])); \
    } while (0)
#define USED(list) STOP_IF(used_##list != (uint64_t)t.list##_rows[t.count], BAD_COLUMNS)
#define ROOM(size) STOP_IF(out_size - pos < (size), NO_ROOM)
#define PUT_VARINT(number) do { \
        const size_t width = put_varint(out + pos, out_size - pos, number); \
        STOP_IF(width == 0, NO_ROOM); \
        pos += width; \
    } while (0)
#define PUT_BYTES(name) do { \
        const uint64_t at = (uint64_t)t.name##_at[i], size = (uint64_t)t.name##_len[i]; \
        if (t.name##_at[i] >= 0) { \
            STOP_IF(at > data_size || size > data_size - at, BAD_COLUMNS); \
            STOP_IF(size > out_size - pos, NO_ROOM); \
            if (size > 0) \
                memcpy(out + pos, data + at, (size_t)size); \
            pos += (size_t)size; \
        } \
    } while (0)
#define PUT_ROWS(list, width, ...) do { \
        uint64_t k; \
        SPAN(list); \
        used_##list += last - first; \
        STOP_IF(last - first > (out_size - pos) / width, NO_ROOM); \
        for (k = first; k < last; k++, pos += width) { \
            __VA_ARGS__; \
        } \
    } while (0)
#define PUT_VARINTS(list, column) do { \
        used_##list += (uint64_t)t.list##_rows[i + 1] - (uint64_t)t.list##_rows[i]; \
        ELEMENTS(list, PUT_VARINT(t.column[k])); \
    } while (0)

static inline int stop(nacf_fault *fault, int status, size_t record, int rule, size_t element)
{
    fault->record = record;
    fault->rule = rule;
    fault->element = element;
    return status;
}

/* A signed number; what does not fit counts as the largest. */
static inline int64_t narrow(uint64_t value)
{
    return value > (uint64_t)INT64_MAX ? INT64_MAX : (int64_t)value;
}

/* Below, at or above 0 as `left` is less than, equal to or greater than `right`. */
static inline int order(uint64_t left, int64_t right)
{
    if (right < 0)
        return 1;
    return (left > (uint64_t)right) - (left < (uint64_t)right);
}

static inline int64_t add(int64_t left, int64_t right)
{
    if (right > 0 && left > INT64_MAX - right)
        return INT64_MAX;
    if (right < 0 && left < INT64_MIN - right)
        return INT64_MIN;
    return left + right;
}

static inline int64_t subtract(int64_t left, int64_t right)
{
    if (right < 0 && left > INT64_MAX + right)
        return INT64_MAX;
    if (right > 0 && left < INT64_MIN + right)
        return INT64_MIN;
    return left - right;
}

static inline int64_t multiply(int64_t left, int64_t right)
{
    const int below = (left < 0) != (right < 0);
    const uint64_t a = left < 0 ? 0 - (uint64_t)left : (uint64_t)left;
    const uint64_t b = right < 0 ? 0 - (uint64_t)right : (uint64_t)right;
    if (a != 0 && b > (uint64_t)INT64_MAX / a)
        return below ? INT64_MIN : INT64_MAX;
    return below ? -(int64_t)(a * b) : (int64_t)(a * b);
}

/* Rounds down; 0 where there is no quotient. */
static inline int64_t divide(int64_t left, int64_t right)
{
    if (right == 0)
        return 0;
    if (right == -1)
        return left == INT64_MIN ? INT64_MAX : -left;
    return left / right - (left % right != 0 && (left < 0) != (right < 0));
}

/* Has the sign of `right`; 0 where there is no remainder. */
static inline int64_t modulo(int64_t left, int64_t right)
{
    int64_t rest;
    if (right == 0 || right == -1)
        return 0;
    rest = left % right;
    return rest != 0 && (rest < 0) != (right < 0) ? rest + right : rest;
}

static inline int within(int64_t value, int64_t low, int64_t high)
{
    return value >= low && value <= high;
}

static inline int all_within(const int64_t *table, int64_t low, int64_t high)
{
    int k;
    for (k = 0; k < 256; k++)
        if (!within(table[k], low, high))
            return 0;
    return 1;
}

static inline uint16_t get_u2(const uint8_t *from)
{
    return (uint16_t)(from[0] | from[1] << 8);
}

static inline uint32_t get_u4(const uint8_t *from)
{
    return (uint32_t)from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

static inline uint64_t get_u8(const uint8_t *from)
{
    return (uint64_t)get_u4(from) | (uint64_t)get_u4(from + 4) << 32;
}

static inline uint16_t get_u2be(const uint8_t *from)
{
    return (uint16_t)(from[0] << 8 | from[1]);
}

static inline uint32_t get_u4be(const uint8_t *from)
{
    return (uint32_t)get_u2be(from) << 16 | get_u2be(from + 2);
}

static inline uint64_t get_u8be(const uint8_t *from)
{
    return (uint64_t)get_u4be(from) << 32 | get_u4be(from + 4);
}

static inline int8_t get_s1(const uint8_t *from)
{
    return (int8_t)((from[0] ^ 0x80) - 0x80);
}

static inline int16_t get_s2(const uint8_t *from)
{
    return (int16_t)((get_u2(from) ^ 0x8000) - 0x8000);
}

static inline int32_t get_s4(const uint8_t *from)
{
    return (int32_t)((int64_t)(get_u4(from) ^ 0x80000000u) - INT64_C(0x80000000));
}

static inline int64_t get_s8(const uint8_t *from)
{
    const uint64_t value = get_u8(from);
    return value > (uint64_t)INT64_MAX ? -(int64_t)~value - 1 : (int64_t)value;
}

/* Bytes that a varint of at most 64 bits takes, or 0 when there is none. */
static inline size_t long_varint(const uint8_t *from, size_t left, uint64_t *value)
{
    uint64_t whole = 0;
    size_t k;
    for (k = 0; k < 10 && k < left; k++) {
        whole |= (uint64_t)(from[k] & 0x7f) << (7 * k);
        if (from[k] < 0x80) {
            *value = whole;
            return k == 9 && from[k] > 1 ? 0 : k + 1;
        }
    }
    return 0;
}

static inline size_t get_varint(const uint8_t *from, size_t left, uint64_t *value)
{
    uint64_t whole = 0;
    size_t width;
    if (left > 0 && from[0] < 0x80) {
        *value = from[0];
        return 1;
    }
    width = long_varint(from, left, &whole);
    *value = whole;
    return width;
}

static inline void put_1(uint8_t *to, uint64_t value)
{
    to[0] = (uint8_t)value;
}

static inline void put_2(uint8_t *to, uint64_t value)
{
    to[0] = (uint8_t)value;
    to[1] = (uint8_t)(value >> 8);
}

static inline void put_4(uint8_t *to, uint64_t value)
{
    put_2(to, value);
    put_2(to + 2, value >> 16);
}

static inline void put_8(uint8_t *to, uint64_t value)
{
    put_4(to, value);
    put_4(to + 4, value >> 32);
}

static inline size_t long_width(uint64_t value)
{
    size_t width = 1;
    while (value > 0x7f) {
        value >>= 7;
        width++;
    }
    return width;
}

static inline size_t varint_width(uint64_t value)
{
    return value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x200000 ? 3 : long_width(value);
}

/* Bytes written, or 0 when there is no room for them. */
static inline size_t put_varint(uint8_t *to, size_t room, uint64_t value)
{
    size_t width, k;
    if (value < 0x80 && room > 0) {
        to[0] = (uint8_t)value;
        return 1;
    }
    width = varint_width(value);
    if (width > room)
        return 0;
    for (k = 0; k + 1 < width; k++) {
        to[k] = (uint8_t)(value | 0x80);
        value >>= 7;
    }
    to[k] = (uint8_t)value;
    return width;
}

/* Whether the bytes are UTF-8: no surrogates, nothing that fewer bytes could say, nothing above U+10FFFF. */
static inline int is_utf8(const uint8_t *text, size_t size)
{
    size_t k = 0;
    while (k < size) {
        const uint8_t first = text[k++];
        uint8_t low = 0x80, high = 0xbf;
        int more = first < 0x80 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
        if ((first >= 0x80 && first < 0xc2) || first > 0xf4)
            return 0;
        if (first == 0xe0)
            low = 0xa0;
        else if (first == 0xed)
            high = 0x9f;
        else if (first == 0xf0)
            low = 0x90;
        else if (first == 0xf4)
            high = 0x8f;
        for (; more > 0; more--) {
            if (k == size || text[k] < low || text[k] > high)
                return 0;
            k++;
            low = 0x80;
            high = 0xbf;
        }
    }
    return 1;
}

#endif /* NACFORMATS_TABLES */

#endif /* NACFORMATS_COLUMNS_H */
