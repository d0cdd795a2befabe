// Generated from schemas/token_scores.ksy (sha256 9e94dadb3ded333c66c3bb98950ad67b231a401bf1be7134fea50612baf79e00) by `nacformats generate`. Do not edit.
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


static void store_eight(nacf_buffer *to, const nacf_u8s *numbers, int64_t index);
static int64_t read_token_scores_score(const nacf_buffer *data, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u8s *c0);
static bool write_token_scores_score(int64_t count, nacf_buffer *to, nacf_u8s *ends, const nacf_u8s *c0);

/* Append a number of eight bytes. */
static void store_eight(nacf_buffer *to, const nacf_u8s *numbers, int64_t index) {
    store_u64(to, number_at(numbers, index));
}

/* Read records of score; return how many there are. */
static int64_t read_token_scores_score(const nacf_buffer *data, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u8s *c0) {
    int64_t pos = start;
    for (int64_t i = 0; i < count; i++) {
        starts->items[i] = (uint64_t)(pos);
        if (pos == end) {
            return i;
        }
        if ((end - pos) < 8) {
            return -1;
        }
        int64_t l1 = get_u4(data, pos + 0);
        int64_t h2 = get_u4(data, pos + 4);
        set_halves(c0, i, l1, h2);
        pos = pos + 8;
    }
    starts->items[count] = (uint64_t)(pos);
    return count;
}

/* Append records of score; return whether their columns agree with each other. */
static bool write_token_scores_score(int64_t count, nacf_buffer *to, nacf_u8s *ends, const nacf_u8s *c0) {
    for (int64_t i = 0; i < count; i++) {
        store_eight(to, c0, i);
        ends->items[i] = (uint64_t)(to->size);
    }
    return true;
}

NACF_API int64_t token_scores_score_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t token_scores_score_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_buffer data = {given[0].items, given[0].size, given[0].room};
    nacf_u8s starts = {given[1].items, given[1].size, given[1].room};
    nacf_u8s c0 = {given[2].items, given[2].size, given[2].room};
    const int64_t found = read_token_scores_score(&data, start, count, end, &starts, &c0);
    given[1].size = starts.size;
    given[2].size = c0.size;
    (void)arguments;
    return found;
}

NACF_API int64_t token_scores_score_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t token_scores_score_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_u8s c0 = {given[1].items, given[1].size, given[1].room};
    nacf_u8s ends = {given[2].items, given[2].size, given[2].room};
    nacf_buffer to = {given[3].items, given[3].size, given[3].room};
    const int64_t found = write_token_scores_score(count, &to, &ends, &c0);
    given[2].size = ends.size;
    given[3].size = to.size;
    (void)arguments;
    (void)start;
    (void)end;
    return found;
}

NACF_API const char token_scores_sha256[] = "673a040a7eaf348c41a50d9b23d1970d0a5e49c635237ae4e25b9b6ff6edc181";
