/* What every language has of its own: memory, lists, text, and the bits of floats. */

#include "nacformats.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __GNUC__
#define NACF_NORETURN __attribute__((noreturn))
#else
#define NACF_NORETURN
#endif

/* Blocks of up to so many bytes are cut from larger ones, in sizes that are powers of 2. */
#define NACF_SMALL 16384u
#define NACF_LEAST 32u
#define NACF_CLASSES 10
#define NACF_CHUNK 4096u
#define NACF_LARGEST_CHUNK 262144u

/* A block of malloc, which begins with this. */
typedef struct nacf_block {
    struct nacf_block *next, *before;
    size_t size;
    size_t unused;
} nacf_block;

/* Why functions stop. */
enum { NACF_GOES_ON, NACF_FAILS, NACF_NO_MEMORY, NACF_TOO_LARGE };

/* Memory that is freed at once; `stop` is where a failure goes. */
typedef struct nacf_arena {
    jmp_buf *stop;
    int why;
    size_t used, limit;
    nacf_block *blocks;
    uint8_t *at;
    size_t left, chunk;
    void *free[NACF_CLASSES];
} nacf_arena;

static NACF_NORETURN void stop(nacf_arena *arena, int why)
{
    arena->why = why;
    longjmp(*arena->stop, 1);
}

static nacf_block *new_block(nacf_arena *arena, nacf_block *old, size_t size)
{
    nacf_block *block;
    const size_t before = old ? old->size : 0;
    if (size > before && (size - before > arena->limit || arena->used > arena->limit - (size - before)))
        stop(arena, NACF_TOO_LARGE);
    if (size > SIZE_MAX / 2)
        stop(arena, NACF_NO_MEMORY);
    block = realloc(old, sizeof(nacf_block) + size);
    if (!block)
        stop(arena, NACF_NO_MEMORY);
    arena->used = arena->used - before + size;
    block->size = size;
    if (!old) {
        block->before = NULL;
        block->next = arena->blocks;
    }
    if (block->next)
        block->next->before = block;
    if (block->before)
        block->before->next = block;
    else
        arena->blocks = block;
    return block;
}

static void free_blocks(nacf_arena *arena)
{
    while (arena->blocks) {
        nacf_block *block = arena->blocks;
        arena->blocks = block->next;
        free(block);
    }
}

static int class_of(size_t size)
{
    int found = 0;
    while (((size_t)NACF_LEAST << found) < size)
        found++;
    return found;
}

static void *small_block(nacf_arena *arena, int size_class)
{
    const size_t size = (size_t)NACF_LEAST << size_class;
    void *made = arena->free[size_class];
    if (made) {
        memcpy(&arena->free[size_class], made, sizeof made);
        return made;
    }
    if (arena->left < size) {
        if (arena->chunk < NACF_LARGEST_CHUNK)
            arena->chunk = arena->chunk ? 2 * arena->chunk : NACF_CHUNK;
        if (arena->chunk < size)
            arena->chunk = size;
        arena->at = (uint8_t *)(new_block(arena, NULL, arena->chunk) + 1);
        arena->left = arena->chunk;
    }
    made = arena->at;
    arena->at += size;
    arena->left -= size;
    return made;
}

/* Give back the memory of elements. */
static void give_back(nacf_arena *arena, void *items, size_t size)
{
    if (!size)
        return;
    if (size <= NACF_SMALL) {
        void **free = &arena->free[class_of(size)];
        memcpy(items, free, sizeof *free);
        *free = items;
    } else {
        nacf_block *block = (nacf_block *)items - 1;
        arena->used -= block->size;
        if (block->before)
            block->before->next = block->next;
        else
            arena->blocks = block->next;
        if (block->next)
            block->next->before = block->before;
        free(block);
    }
}

/* Return the elements of a list in memory for at least so many, and set how many there is room for. */
static void *grown(nacf_arena *arena, void *items, int64_t *room, int64_t count, size_t width)
{
    const size_t before = (size_t)*room * width;
    const int64_t more = *room + (before > NACF_SMALL ? *room / 2 : *room);
    size_t size = (size_t)(count < more ? more : count) * width;
    void *made;
    if (size > NACF_SMALL && before > NACF_SMALL) {
        made = new_block(arena, (nacf_block *)items - 1, size) + 1;
    } else {
        if (size > NACF_SMALL) {
            made = new_block(arena, NULL, size) + 1;
        } else {
            const int size_class = class_of(size < 2 * NACF_LEAST ? 2 * NACF_LEAST : size);
            size = (size_t)NACF_LEAST << size_class;
            made = small_block(arena, size_class);
        }
        if (before)
            memcpy(made, items, before);
        give_back(arena, items, before);
    }
    *room = (int64_t)(size / width);
    return made;
}

/* A list whose elements are of a type, and the function that appends one. */
#define NACF_LIST(list, type) \
    typedef struct list { \
        type *items; \
        int64_t size, room; \
    } list; \
    static inline void push_##list(nacf_arena *arena, list *to, type item) \
    { \
        if (to->size == to->room) \
            to->items = grown(arena, to->items, &to->room, to->size + 1, sizeof(type)); \
        to->items[to->size++] = item; \
    } \
    static inline list zeros_##list(nacf_arena *arena, int64_t count) \
    { \
        list made = {0}; \
        if (count > 0) { \
            made.items = grown(arena, NULL, &made.room, count, sizeof(type)); \
            memset(made.items, 0, (size_t)count * sizeof(type)); \
            made.size = count; \
        } \
        return made; \
    } \
    static inline void forget_##list(nacf_arena *arena, list *of) \
    { \
        give_back(arena, of->items, (size_t)of->room * sizeof(type)); \
    }

NACF_LIST(nacf_buffer, uint8_t)
NACF_LIST(nacf_u1s, uint8_t)
NACF_LIST(nacf_u2s, uint16_t)
NACF_LIST(nacf_u4s, uint32_t)
NACF_LIST(nacf_u8s, uint64_t)
NACF_LIST(nacf_int_list, int64_t)
NACF_LIST(nacf_text_list, nacf_text)
NACF_LIST(nacf_buffer_list, nacf_buffer)

static inline int64_t min_of(int64_t a, int64_t b) { return a < b ? a : b; }

static inline int64_t max_of(int64_t a, int64_t b) { return a < b ? b : a; }

static inline int64_t int_of(uint64_t number)
{
    const uint64_t most = (UINT64_C(1) << 53) - 1;
    return (int64_t)(number < most ? number : most);
}

static inline uint64_t number_at(const nacf_u8s *numbers, int64_t index) { return numbers->items[index]; }

static inline void set_halves(nacf_u8s *numbers, int64_t index, int64_t low, int64_t high)
{
    numbers->items[index] = (uint64_t)low | (uint64_t)high << 32;
}

static inline void add_halves(nacf_arena *arena, nacf_u8s *numbers, int64_t low, int64_t high)
{
    push_nacf_u8s(arena, numbers, (uint64_t)low | (uint64_t)high << 32);
}

static inline uint64_t bits_of_real(double real, int64_t width)
{
    if (width == 8) {
        uint64_t bits;
        memcpy(&bits, &real, sizeof bits);
        return bits;
    } else {
        const float small = (float)real;
        uint32_t bits;
        memcpy(&bits, &small, sizeof bits);
        return bits;
    }
}

static inline double real_of_bits(uint64_t bits, int64_t width)
{
    if (width == 8) {
        double real;
        memcpy(&real, &bits, sizeof real);
        return real;
    } else {
        const uint32_t low = (uint32_t)bits;
        float small;
        memcpy(&small, &low, sizeof small);
        return (double)small;
    }
}

static inline double real_of(uint64_t number) { return (double)number; }

static inline uint64_t truncated(double real)
{
    if (real < 18446744073709551616.0)
        return (uint64_t)real;
    return real != real ? 0 : UINT64_MAX;
}

static inline bool same_text(nacf_text a, nacf_text b)
{
    return a.size == b.size && memcmp(a.data, b.data, (size_t)a.size) == 0;
}

static inline nacf_text joined_text(nacf_arena *arena, nacf_text a, nacf_text b)
{
    nacf_text made = {NULL, 0};
    int64_t room = 0;
    char *data = grown(arena, NULL, &room, a.size + b.size + 1, 1);
    memcpy(data, a.data, (size_t)a.size);
    memcpy(data + a.size, b.data, (size_t)b.size);
    data[a.size + b.size] = 0;
    made.data = data;
    made.size = a.size + b.size;
    return made;
}

static inline nacf_text text_of_bytes(nacf_arena *arena, const nacf_buffer *data, int64_t start, int64_t end)
{
    const nacf_text none = NACF_TEXT("");
    nacf_text text;
    if (start >= end)
        return none;
    text.data = (const char *)(data->items + start);
    text.size = end - start;
    return joined_text(arena, text, none);
}

static inline nacf_text text_of_int(nacf_arena *arena, int64_t number)
{
    const nacf_text none = NACF_TEXT("");
    char digits[24];
    nacf_text text;
    text.size = snprintf(digits, sizeof digits, "%" PRId64, number);
    text.data = digits;
    return joined_text(arena, text, none);
}

static inline void put_octets(nacf_arena *arena, nacf_buffer *to, const void *data, int64_t size)
{
    if (size <= 0)
        return;
    memcpy(to->items + to->size, data, (size_t)size);
    to->size += size;
    (void)arena;
}

static inline void make_room(nacf_arena *arena, nacf_buffer *to, int64_t size)
{
    if (size > to->room - to->size)
        to->items = grown(arena, to->items, &to->room, to->size + size, 1);
}

static inline void put_text(nacf_arena *arena, nacf_buffer *to, nacf_text text)
{
    make_room(arena, to, text.size);
    put_octets(arena, to, text.data, text.size);
}

static inline void put_range(nacf_arena *arena, nacf_buffer *to, const nacf_buffer *data, int64_t start, int64_t end)
{
    if (start >= end)
        return;
    make_room(arena, to, end - start);
    put_octets(arena, to, data->items + start, end - start);
}

static inline void put_fill(nacf_arena *arena, nacf_buffer *to, int64_t count, int64_t value)
{
    if (count <= 0)
        return;
    make_room(arena, to, count);
    memset(to->items + to->size, (int)value, (size_t)count);
    to->size += count;
}

static inline void cut(nacf_buffer *data, int64_t size) { data->size = size; }
