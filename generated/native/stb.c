// Generated from schemas/stb.ksy (sha256 31e6bc78261a3f78922ec08e97a25dc0fc01477d67c5139cfae15978e6450078) by `nacformats generate`. Do not edit.
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
static int64_t read_stb_tensor_descriptor(nacf_arena *arena, const nacf_buffer *data, const nacf_int_list *arguments, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u1s *c0, nacf_u1s *c1, nacf_u1s *c2, nacf_u1s *c3, nacf_u8s *c4, nacf_u8s *c5, nacf_u8s *c6, nacf_u4s *c7);
static bool write_stb_tensor_descriptor(nacf_arena *arena, int64_t count, nacf_buffer *to, nacf_u8s *ends, const nacf_u1s *c0, const nacf_u1s *c1, const nacf_u1s *c2, const nacf_u1s *c3, const nacf_u8s *c4, const nacf_u8s *c5, const nacf_u8s *c6, const nacf_u4s *c7);

/* Append a number of eight bytes. */
static void store_eight(nacf_buffer *to, const nacf_u8s *numbers, int64_t index) {
    store_u64(to, number_at(numbers, index));
}

/* Read records of tensor_descriptor; return how many there are. */
static int64_t read_stb_tensor_descriptor(nacf_arena *arena, const nacf_buffer *data, const nacf_int_list *arguments, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u1s *c0, nacf_u1s *c1, nacf_u1s *c2, nacf_u1s *c3, nacf_u8s *c4, nacf_u8s *c5, nacf_u8s *c6, nacf_u4s *c7) {
    int64_t arg_len_file = arguments->items[0];
    if ((arg_len_file > INT64_C(9007194959773695)) || (arg_len_file < INT64_C(-9007194959773695))) {
        return -1;
    }
    int64_t arg_ofs_data = arguments->items[1];
    if ((arg_ofs_data > INT64_C(9007194959773695)) || (arg_ofs_data < INT64_C(-9007194959773695))) {
        return -1;
    }
    int64_t pos = start;
    for (int64_t i = 0; i < count; i++) {
        starts->items[i] = (uint64_t)(pos);
        if (pos == end) {
            return i;
        }
        if ((end - pos) < 20) {
            return -1;
        }
        c0->items[i] = (uint8_t)((int64_t)data->items[pos]);
        c1->items[i] = (uint8_t)((int64_t)(data->items[pos + 1]));
        int64_t v2_rank = (int64_t)(data->items[pos + 2]);
        c2->items[i] = (uint8_t)(v2_rank);
        c3->items[i] = (uint8_t)((int64_t)(data->items[pos + 3]));
        int64_t l1 = get_u4(data, pos + 4 + 0);
        int64_t h2 = get_u4(data, pos + 4 + 4);
        if (h2 > 2097150) {
            return -1;
        }
        int64_t v4_ofs_body = l1 + (INT64_C(4294967296) * h2);
        set_halves(c4, i, l1, h2);
        int64_t l3 = get_u4(data, pos + 12 + 0);
        int64_t h4 = get_u4(data, pos + 12 + 4);
        if (h4 > 2097150) {
            return -1;
        }
        int64_t v5_len_body = l3 + (INT64_C(4294967296) * h4);
        set_halves(c5, i, l3, h4);
        pos = pos + 20;
        if (!(v2_rank <= 8)) {
            return -1;
        }
        if (!(v4_ofs_body >= arg_ofs_data)) {
            return -1;
        }
        if (!(v4_ofs_body <= arg_len_file)) {
            return -1;
        }
        if (!(v5_len_body <= (arg_len_file - v4_ofs_body))) {
            return -1;
        }
        int64_t n5 = 3;
        if (n5 > ((end - pos) / 4)) {
            return -1;
        }
        for (int64_t _k5 = 0; _k5 < n5; _k5++) {
            push_nacf_u4s(arena, c7, (uint32_t)(get_u4(data, pos)));
            pos = pos + 4;
        }
        c6->items[i + 1] = (uint64_t)(c7->size);
    }
    starts->items[count] = (uint64_t)(pos);
    return count;
}

/* Append records of tensor_descriptor; return whether their columns agree with each other. */
static bool write_stb_tensor_descriptor(nacf_arena *arena, int64_t count, nacf_buffer *to, nacf_u8s *ends, const nacf_u1s *c0, const nacf_u1s *c1, const nacf_u1s *c2, const nacf_u1s *c3, const nacf_u8s *c4, const nacf_u8s *c5, const nacf_u8s *c6, const nacf_u4s *c7) {
    int64_t u6 = 0;
    for (int64_t i = 0; i < count; i++) {
        push_nacf_buffer(arena, to, (uint8_t)((int64_t)c0->items[i]));
        push_nacf_buffer(arena, to, (uint8_t)((int64_t)c1->items[i]));
        push_nacf_buffer(arena, to, (uint8_t)((int64_t)c2->items[i]));
        push_nacf_buffer(arena, to, (uint8_t)((int64_t)c3->items[i]));
        store_eight(to, c4, i);
        store_eight(to, c5, i);
        int64_t n1 = int_of(c6->items[i + 1]) - int_of(c6->items[i]);
        if ((n1 < 0) || (n1 != 3)) {
            return false;
        }
        u6 = u6 + n1;
        for (int64_t k = int_of(c6->items[i]); k < int_of(c6->items[i + 1]); k++) {
            store_number(to, (int64_t)c7->items[k], 4);
        }
        ends->items[i] = (uint64_t)(to->size);
    }
    return u6 == c7->size;
}

NACF_API int64_t stb_tensor_descriptor_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t stb_tensor_descriptor_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_buffer data = {given[0].items, given[0].size, given[0].room};
    nacf_u8s starts = {given[1].items, given[1].size, given[1].room};
    nacf_u1s c0 = {given[2].items, given[2].size, given[2].room};
    nacf_u1s c1 = {given[3].items, given[3].size, given[3].room};
    nacf_u1s c2 = {given[4].items, given[4].size, given[4].room};
    nacf_u1s c3 = {given[5].items, given[5].size, given[5].room};
    nacf_u8s c4 = {given[6].items, given[6].size, given[6].room};
    nacf_u8s c5 = {given[7].items, given[7].size, given[7].room};
    nacf_u8s c6 = {given[8].items, given[8].size, given[8].room};
    nacf_u4s c7 = {given[9].items, given[9].size, given[9].room};
    const int64_t found = read_stb_tensor_descriptor(NULL, &data, &arguments, start, count, end, &starts, &c0, &c1, &c2, &c3, &c4, &c5, &c6, &c7);
    given[1].size = starts.size;
    given[2].size = c0.size;
    given[3].size = c1.size;
    given[4].size = c2.size;
    given[5].size = c3.size;
    given[6].size = c4.size;
    given[7].size = c5.size;
    given[8].size = c6.size;
    given[9].size = c7.size;
    return found;
}

NACF_API int64_t stb_tensor_descriptor_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t stb_tensor_descriptor_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_u1s c0 = {given[1].items, given[1].size, given[1].room};
    nacf_u1s c1 = {given[2].items, given[2].size, given[2].room};
    nacf_u1s c2 = {given[3].items, given[3].size, given[3].room};
    nacf_u1s c3 = {given[4].items, given[4].size, given[4].room};
    nacf_u8s c4 = {given[5].items, given[5].size, given[5].room};
    nacf_u8s c5 = {given[6].items, given[6].size, given[6].room};
    nacf_u8s c6 = {given[7].items, given[7].size, given[7].room};
    nacf_u4s c7 = {given[8].items, given[8].size, given[8].room};
    nacf_u8s ends = {given[9].items, given[9].size, given[9].room};
    nacf_buffer to = {given[10].items, given[10].size, given[10].room};
    const int64_t found = write_stb_tensor_descriptor(NULL, count, &to, &ends, &c0, &c1, &c2, &c3, &c4, &c5, &c6, &c7);
    given[9].size = ends.size;
    given[10].size = to.size;
    (void)arguments;
    (void)start;
    (void)end;
    return found;
}

NACF_API const char stb_sha256[] = "eb38feaa8fa6f0ca85a0a93d46d8285227adc20106b9cac9098dbbda07e6de9f";
