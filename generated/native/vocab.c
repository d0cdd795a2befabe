// Generated from schemas/vocab.ksy (sha256 ab00ae5d009815e4de6bf1001a2dce5766649c2084e408d592535163284b689e) by `nacformats generate`. Do not edit.
// It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
/* Arrays that the caller provides. What is appended beyond their room is counted, so that there can be more of it. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Before every function that is called from elsewhere. To build a DLL, define it as __declspec(dllexport). */
#ifndef NACF_API
#define NACF_API
#endif

/* An array as the caller gives it. */
typedef struct {
    void *items;
    int64_t size, room;
} nacf_array;

/* Nothing takes memory. */
typedef void nacf_arena;

typedef struct {
    const int64_t *items;
} nacf_int_list;

#define NACF_LIST(list, type) \
    typedef struct { \
        type *items; \
        int64_t size, room; \
    } list; \
    static inline void push_##list(nacf_arena *arena, list *to, type item) \
    { \
        (void)arena; \
        if (to->size < to->room) \
            to->items[to->size] = item; \
        to->size++; \
    }

NACF_LIST(nacf_buffer, uint8_t)
NACF_LIST(nacf_u1s, uint8_t)
NACF_LIST(nacf_u2s, uint16_t)
NACF_LIST(nacf_u4s, uint32_t)
NACF_LIST(nacf_u8s, uint64_t)

static inline int64_t min_of(int64_t one, int64_t other)
{
    return one < other ? one : other;
}

static inline int64_t int_of(uint64_t number)
{
    return number > UINT64_C(9007199254740991) ? INT64_C(9007199254740991) : (int64_t)number;
}

static inline uint64_t number_at(const nacf_u8s *of, int64_t index)
{
    return of->items[index];
}

static inline void set_halves(nacf_u8s *to, int64_t index, int64_t low, int64_t high)
{
    to->items[index] = (uint64_t)low | (uint64_t)high << 32;
}

static inline void add_halves(nacf_arena *arena, nacf_u8s *to, int64_t low, int64_t high)
{
    push_nacf_u8s(arena, to, (uint64_t)low | (uint64_t)high << 32);
}

static inline void put_range(nacf_arena *arena, nacf_buffer *to, const nacf_buffer *data, int64_t start, int64_t end)
{
    (void)arena;
    if (end > start && end - start <= to->room - to->size)
        memcpy(to->items + to->size, data->items + start, (size_t)(end - start));
    to->size += end - start;
}

static inline int64_t get_u4(const nacf_buffer *data, int64_t pos)
{
    const uint8_t *const at = data->items + pos;
    return (int64_t)(at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24);
}

static inline void store_bytes(nacf_buffer *to, uint64_t number, int64_t width, bool is_big)
{
    if (width <= to->room - to->size) {
        uint8_t *const at = to->items + to->size;
        for (int64_t k = 0; k < width; k++)
            at[k] = (uint8_t)(number >> 8 * (is_big ? width - 1 - k : k));
    }
    to->size += width;
}

static inline void store_number(nacf_buffer *to, int64_t number, int64_t width)
{
    store_bytes(to, (uint64_t)number, width, false);
}

static inline void store_number_be(nacf_buffer *to, int64_t number, int64_t width)
{
    store_bytes(to, (uint64_t)number, width, true);
}

static inline void store_u64(nacf_buffer *to, uint64_t number)
{
    store_bytes(to, number, 8, false);
}


static int64_t get_u2(const nacf_buffer *data, int64_t pos);
static bool is_utf8(const nacf_buffer *data, int64_t start, int64_t end);
static int64_t width_of_utf8(const nacf_buffer *data, int64_t at, int64_t end);
static int64_t read_vocab_entry_offset(const nacf_buffer *data, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u4s *c0);
static bool write_vocab_entry_offset(int64_t count, nacf_buffer *to, nacf_u8s *ends, const nacf_u4s *c0);
static int64_t read_vocab_entry(const nacf_buffer *data, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u8s *c0, nacf_u8s *c1, nacf_u4s *c2, nacf_u4s *c3);
static bool write_vocab_entry(nacf_arena *arena, int64_t count, const nacf_buffer *data, nacf_buffer *to, nacf_u8s *ends, const nacf_u8s *c0, const nacf_u8s *c1, const nacf_u4s *c2, const nacf_u4s *c3);

static int64_t get_u2(const nacf_buffer *data, int64_t pos) {
    return (int64_t)data->items[pos] + (256 * (int64_t)(data->items[pos + 1]));
}

static bool is_utf8(const nacf_buffer *data, int64_t start, int64_t end) {
    int64_t at = start;
    while ((at < end) && ((int64_t)data->items[at] < 128)) {
        at = at + 1;
    }
    while (at < end) {
        int64_t width = width_of_utf8(data, at, end);
        if (width == 0) {
            return false;
        }
        at = at + width;
    }
    return true;
}

/* Return how many bytes a character takes; 0 if it is none. */
static int64_t width_of_utf8(const nacf_buffer *data, int64_t at, int64_t end) {
    int64_t first = (int64_t)data->items[at];
    if (first < 128) {
        return 1;
    }
    if ((first < 194) || (first > 244)) {
        return 0;
    }
    int64_t width = (first < 224) ? 2 : ((first < 240) ? 3 : 4);
    if ((end - at) < width) {
        return 0;
    }
    for (int64_t k = 1; k < width; k++) {
        if (((int64_t)(data->items[at + k]) & 192) != 128) {
            return 0;
        }
    }
    int64_t second = (int64_t)(data->items[at + 1]);
    bool is_wrong = ((first == 224) && (second < 160)) || ((first == 237) && (second > 159)) || ((first == 240) && (second < 144)) || ((first == 244) && (second > 143));
    return is_wrong ? 0 : width;
}

/* Read records of entry_offset; return how many there are. */
static int64_t read_vocab_entry_offset(const nacf_buffer *data, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u4s *c0) {
    int64_t pos = start;
    for (int64_t i = 0; i < count; i++) {
        starts->items[i] = (uint64_t)(pos);
        if (pos == end) {
            return i;
        }
        if ((end - pos) < 4) {
            return -1;
        }
        c0->items[i] = (uint32_t)(get_u4(data, pos));
        pos = pos + 4;
    }
    starts->items[count] = (uint64_t)(pos);
    return count;
}

/* Append records of entry_offset; return whether their columns agree with each other. */
static bool write_vocab_entry_offset(int64_t count, nacf_buffer *to, nacf_u8s *ends, const nacf_u4s *c0) {
    for (int64_t i = 0; i < count; i++) {
        store_number(to, (int64_t)c0->items[i], 4);
        ends->items[i] = (uint64_t)(to->size);
    }
    return true;
}

/* Read records of entry; return how many there are. */
static int64_t read_vocab_entry(const nacf_buffer *data, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u8s *c0, nacf_u8s *c1, nacf_u4s *c2, nacf_u4s *c3) {
    int64_t pos = start;
    for (int64_t i = 0; i < count; i++) {
        starts->items[i] = (uint64_t)(pos);
        if (pos == end) {
            return i;
        }
        if ((end - pos) < 2) {
            return -1;
        }
        int64_t v0_len_token = get_u2(data, pos);
        pos = pos + 2;
        int64_t n1 = v0_len_token;
        if (n1 > (end - pos)) {
            return -1;
        }
        c0->items[i] = (uint64_t)(pos);
        c1->items[i] = (uint64_t)(n1);
        if (!is_utf8(data, pos, pos + n1)) {
            return -1;
        }
        pos = pos + n1;
        if ((end - pos) < 8) {
            return -1;
        }
        c2->items[i] = (uint32_t)(get_u4(data, pos));
        c3->items[i] = (uint32_t)(get_u4(data, pos + 4));
        pos = pos + 8;
    }
    starts->items[count] = (uint64_t)(pos);
    return count;
}

/* Append records of entry; return whether their columns agree with each other. */
static bool write_vocab_entry(nacf_arena *arena, int64_t count, const nacf_buffer *data, nacf_buffer *to, nacf_u8s *ends, const nacf_u8s *c0, const nacf_u8s *c1, const nacf_u4s *c2, const nacf_u4s *c3) {
    for (int64_t i = 0; i < count; i++) {
        int64_t v0_len_token = int_of(c1->items[i]);
        if (v0_len_token > 65535) {
            return false;
        }
        store_number(to, v0_len_token, 2);
        int64_t a1 = int_of(c0->items[i]);
        int64_t n2 = int_of(c1->items[i]);
        if (a1 < INT64_C(9007199254740991)) {
            if ((a1 + n2) > data->size) {
                return false;
            }
            put_range(arena, to, data, a1, a1 + n2);
        }
        store_number(to, (int64_t)c2->items[i], 4);
        store_number(to, (int64_t)c3->items[i], 4);
        ends->items[i] = (uint64_t)(to->size);
    }
    return true;
}

NACF_API int64_t vocab_entry_offset_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t vocab_entry_offset_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_buffer data = {given[0].items, given[0].size, given[0].room};
    nacf_u8s starts = {given[1].items, given[1].size, given[1].room};
    nacf_u4s c0 = {given[2].items, given[2].size, given[2].room};
    const int64_t found = read_vocab_entry_offset(&data, start, count, end, &starts, &c0);
    given[1].size = starts.size;
    given[2].size = c0.size;
    (void)arguments;
    return found;
}

NACF_API int64_t vocab_entry_offset_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t vocab_entry_offset_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_u4s c0 = {given[1].items, given[1].size, given[1].room};
    nacf_u8s ends = {given[2].items, given[2].size, given[2].room};
    nacf_buffer to = {given[3].items, given[3].size, given[3].room};
    const int64_t found = write_vocab_entry_offset(count, &to, &ends, &c0);
    given[2].size = ends.size;
    given[3].size = to.size;
    (void)arguments;
    (void)start;
    (void)end;
    return found;
}

NACF_API int64_t vocab_entry_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t vocab_entry_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_buffer data = {given[0].items, given[0].size, given[0].room};
    nacf_u8s starts = {given[1].items, given[1].size, given[1].room};
    nacf_u8s c0 = {given[2].items, given[2].size, given[2].room};
    nacf_u8s c1 = {given[3].items, given[3].size, given[3].room};
    nacf_u4s c2 = {given[4].items, given[4].size, given[4].room};
    nacf_u4s c3 = {given[5].items, given[5].size, given[5].room};
    const int64_t found = read_vocab_entry(&data, start, count, end, &starts, &c0, &c1, &c2, &c3);
    given[1].size = starts.size;
    given[2].size = c0.size;
    given[3].size = c1.size;
    given[4].size = c2.size;
    given[5].size = c3.size;
    (void)arguments;
    return found;
}

NACF_API int64_t vocab_entry_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t vocab_entry_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_buffer data = {given[0].items, given[0].size, given[0].room};
    nacf_u8s c0 = {given[1].items, given[1].size, given[1].room};
    nacf_u8s c1 = {given[2].items, given[2].size, given[2].room};
    nacf_u4s c2 = {given[3].items, given[3].size, given[3].room};
    nacf_u4s c3 = {given[4].items, given[4].size, given[4].room};
    nacf_u8s ends = {given[5].items, given[5].size, given[5].room};
    nacf_buffer to = {given[6].items, given[6].size, given[6].room};
    const int64_t found = write_vocab_entry(NULL, count, &data, &to, &ends, &c0, &c1, &c2, &c3);
    given[5].size = ends.size;
    given[6].size = to.size;
    (void)arguments;
    (void)start;
    (void)end;
    return found;
}

NACF_API const char vocab_sha256[] = "2d6ece343b415c0bbb8c107ccba997f0701702892be096a06e6bb19035b5dc38";
