// Generated from schemas/micb.ksy (sha256 5db39ae95eb084788db5a0f8e59b114c46942db28d4c596042ca4fa5d2ad37b2) by `nacformats generate`. Do not edit.
// It imports schemas/uleb128.ksy (sha256 94a08bd38c22b22d5945f850a28504b5fc32944d26824efa10279ce8866c0c94).
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


static int64_t get_varint(const nacf_buffer *data, int64_t pos, int64_t end);
static int64_t get_long_varint(const nacf_buffer *data, int64_t pos, int64_t end);
static uint64_t get_large(const nacf_buffer *data, int64_t pos, int64_t end);
static int64_t varint_width(int64_t number);
static int64_t large_width(uint64_t number);
static int64_t set_large(nacf_u8s *numbers, int64_t index, const nacf_buffer *data, int64_t pos, int64_t end);
static int64_t add_large(nacf_arena *arena, nacf_u8s *numbers, const nacf_buffer *data, int64_t pos, int64_t end);
static void store_varint(nacf_arena *arena, nacf_buffer *to, int64_t number);
static void store_varint_at(nacf_arena *arena, nacf_buffer *to, const nacf_u8s *numbers, int64_t index);
static void store_long_varint(nacf_arena *arena, nacf_buffer *to, uint64_t number);
static bool is_utf8(const nacf_buffer *data, int64_t start, int64_t end);
static int64_t width_of_utf8(const nacf_buffer *data, int64_t at, int64_t end);
static int64_t read_micb_interned_string(const nacf_buffer *data, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u8s *c0, nacf_u8s *c1);
static bool write_micb_interned_string(nacf_arena *arena, int64_t count, const nacf_buffer *data, nacf_buffer *to, nacf_u8s *ends, const nacf_u8s *c0, const nacf_u8s *c1);
static int64_t read_micb_string_ref(const nacf_buffer *data, const nacf_int_list *arguments, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u8s *c0);
static bool write_micb_string_ref(nacf_arena *arena, int64_t count, nacf_buffer *to, nacf_u8s *ends, const nacf_u8s *c0);
static int64_t read_micb_tensor_type(nacf_arena *arena, const nacf_buffer *data, const nacf_int_list *arguments, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u1s *c0, nacf_u8s *c1, nacf_u8s *c2);
static bool write_micb_tensor_type(nacf_arena *arena, int64_t count, nacf_buffer *to, nacf_u8s *ends, const nacf_u1s *c0, const nacf_u8s *c1, const nacf_u8s *c2);
static int64_t read_micb_graph_value(nacf_arena *arena, const nacf_buffer *data, const nacf_int_list *arguments, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u1s *c0, nacf_u8s *c1, nacf_u8s *c2, nacf_u1s *c3, nacf_u8s *c4, nacf_u8s *c5, nacf_u8s *c6, nacf_u8s *c7, nacf_u8s *c8, nacf_u8s *c9, nacf_u8s *c10);
static bool write_micb_graph_value(nacf_arena *arena, int64_t count, nacf_buffer *to, nacf_u8s *ends, const nacf_u1s *c0, const nacf_u8s *c1, const nacf_u8s *c2, const nacf_u1s *c3, const nacf_u8s *c4, const nacf_u8s *c5, const nacf_u8s *c6, const nacf_u8s *c7, const nacf_u8s *c8, const nacf_u8s *c9, const nacf_u8s *c10);

/* Return an unsigned number of variable length; -1 if it does not fit, is longer than needed, or no Int. */
static int64_t get_varint(const nacf_buffer *data, int64_t pos, int64_t end) {
    if ((pos < end) && ((int64_t)data->items[pos] < 128)) {
        return (int64_t)data->items[pos];
    }
    return get_long_varint(data, pos, end);
}

static int64_t get_long_varint(const nacf_buffer *data, int64_t pos, int64_t end) {
    int64_t number = 0;
    int64_t scale = 1;
    int64_t at = pos;
    while ((at < end) && ((at - pos) < 7)) {
        int64_t byte = (int64_t)data->items[at];
        at = at + 1;
        if (byte < 128) {
            return (byte != 0) ? (number + (byte * scale)) : -1;
        }
        number = number + ((byte - 128) * scale);
        scale = scale * 128;
    }
    return -1;
}

/* Return such a number with all its bits; 0 if it does not fit, or is longer than needed. */
static uint64_t get_large(const nacf_buffer *data, int64_t pos, int64_t end) {
    uint64_t number = UINT64_C(0);
    int64_t at = pos;
    while ((at < end) && ((at - pos) < 10)) {
        int64_t byte = (int64_t)data->items[at];
        if ((byte == 0) || (((at - pos) == 9) && (byte > 1))) {
            return UINT64_C(0);
        }
        number = number | ((uint64_t)(byte & 127) << (uint64_t)(7 * (at - pos)));
        at = at + 1;
        if (byte < 128) {
            return number;
        }
    }
    return UINT64_C(0);
}

/* Return how many bytes a number takes. */
static int64_t varint_width(int64_t number) {
    if (number < 128) {
        return 1;
    }
    if (number < 16384) {
        return 2;
    }
    if (number < 2097152) {
        return 3;
    }
    int64_t width = 4;
    int64_t rest = number / 268435456;
    while (rest != 0) {
        width = width + 1;
        rest = rest / 128;
    }
    return width;
}

/* Return how many bytes a number that is no Int takes; 0 of what is none. */
static int64_t large_width(uint64_t number) {
    if (number == UINT64_C(0)) {
        return 0;
    }
    int64_t width = 0;
    uint64_t rest = number;
    while (rest != UINT64_C(0)) {
        width = width + 1;
        rest = rest >> UINT64_C(7);
    }
    return width;
}

/* Set a number of variable length that is no Int; return how many bytes it takes, or 0. */
static int64_t set_large(nacf_u8s *numbers, int64_t index, const nacf_buffer *data, int64_t pos, int64_t end) {
    uint64_t number = get_large(data, pos, end);
    set_halves(numbers, index, int_of(number & UINT64_C(4294967295)), int_of(number >> UINT64_C(32)));
    return large_width(number);
}

/* Append a number of variable length that is no Int; return how many bytes it takes, or 0. */
static int64_t add_large(nacf_arena *arena, nacf_u8s *numbers, const nacf_buffer *data, int64_t pos, int64_t end) {
    uint64_t number = get_large(data, pos, end);
    add_halves(arena, numbers, int_of(number & UINT64_C(4294967295)), int_of(number >> UINT64_C(32)));
    return large_width(number);
}

/* Append a number of variable length. */
static void store_varint(nacf_arena *arena, nacf_buffer *to, int64_t number) {
    int64_t rest = number;
    while (rest >= 128) {
        push_nacf_buffer(arena, to, (uint8_t)(128 + (rest % 128)));
        rest = rest / 128;
    }
    push_nacf_buffer(arena, to, (uint8_t)(rest));
}

/* Append an element as a number of variable length. */
static void store_varint_at(nacf_arena *arena, nacf_buffer *to, const nacf_u8s *numbers, int64_t index) {
    int64_t number = int_of(numbers->items[index]);
    if (number < INT64_C(9007199254740991)) {
        store_varint(arena, to, number);
    } else {
        store_long_varint(arena, to, number_at(numbers, index));
    }
}

static void store_long_varint(nacf_arena *arena, nacf_buffer *to, uint64_t number) {
    uint64_t rest = number;
    while (rest >= UINT64_C(128)) {
        push_nacf_buffer(arena, to, (uint8_t)(int_of((rest & UINT64_C(127)) | UINT64_C(128))));
        rest = rest >> UINT64_C(7);
    }
    push_nacf_buffer(arena, to, (uint8_t)(int_of(rest)));
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

/* Read records of interned_string; return how many there are. */
static int64_t read_micb_interned_string(const nacf_buffer *data, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u8s *c0, nacf_u8s *c1) {
    int64_t pos = start;
    for (int64_t i = 0; i < count; i++) {
        starts->items[i] = (uint64_t)(pos);
        if (pos == end) {
            return i;
        }
        int64_t v0_len_text = get_varint(data, pos, end);
        if (v0_len_text < 0) {
            return -1;
        }
        pos = pos + varint_width(v0_len_text);
        int64_t n1 = v0_len_text;
        if (n1 > (end - pos)) {
            return -1;
        }
        c0->items[i] = (uint64_t)(pos);
        c1->items[i] = (uint64_t)(n1);
        if (!is_utf8(data, pos, pos + n1)) {
            return -1;
        }
        pos = pos + n1;
    }
    starts->items[count] = (uint64_t)(pos);
    return count;
}

/* Append records of interned_string; return whether their columns agree with each other. */
static bool write_micb_interned_string(nacf_arena *arena, int64_t count, const nacf_buffer *data, nacf_buffer *to, nacf_u8s *ends, const nacf_u8s *c0, const nacf_u8s *c1) {
    for (int64_t i = 0; i < count; i++) {
        int64_t v0_len_text = int_of(c1->items[i]);
        store_varint(arena, to, v0_len_text);
        int64_t a1 = int_of(c0->items[i]);
        int64_t n2 = int_of(c1->items[i]);
        if (a1 < INT64_C(9007199254740991)) {
            if ((a1 + n2) > data->size) {
                return false;
            }
            put_range(arena, to, data, a1, a1 + n2);
        }
        ends->items[i] = (uint64_t)(to->size);
    }
    return true;
}

/* Read records of string_ref; return how many there are. */
static int64_t read_micb_string_ref(const nacf_buffer *data, const nacf_int_list *arguments, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u8s *c0) {
    int64_t arg_num_strings_value = arguments->items[0];
    if ((arg_num_strings_value > INT64_C(9007194959773695)) || (arg_num_strings_value < INT64_C(-9007194959773695))) {
        return -1;
    }
    int64_t pos = start;
    for (int64_t i = 0; i < count; i++) {
        starts->items[i] = (uint64_t)(pos);
        if (pos == end) {
            return i;
        }
        int64_t v0_idx = get_varint(data, pos, end);
        if (v0_idx < 0) {
            return -1;
        }
        pos = pos + varint_width(v0_idx);
        c0->items[i] = (uint64_t)(v0_idx);
        if (!(v0_idx < arg_num_strings_value)) {
            return -1;
        }
    }
    starts->items[count] = (uint64_t)(pos);
    return count;
}

/* Append records of string_ref; return whether their columns agree with each other. */
static bool write_micb_string_ref(nacf_arena *arena, int64_t count, nacf_buffer *to, nacf_u8s *ends, const nacf_u8s *c0) {
    for (int64_t i = 0; i < count; i++) {
        store_varint_at(arena, to, c0, i);
        ends->items[i] = (uint64_t)(to->size);
    }
    return true;
}

/* Read records of tensor_type; return how many there are. */
static int64_t read_micb_tensor_type(nacf_arena *arena, const nacf_buffer *data, const nacf_int_list *arguments, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u1s *c0, nacf_u8s *c1, nacf_u8s *c2) {
    int64_t arg_num_strings_value = arguments->items[0];
    if ((arg_num_strings_value > INT64_C(9007194959773695)) || (arg_num_strings_value < INT64_C(-9007194959773695))) {
        return -1;
    }
    int64_t pos = start;
    for (int64_t i = 0; i < count; i++) {
        starts->items[i] = (uint64_t)(pos);
        if (pos == end) {
            return i;
        }
        if ((end - pos) < 1) {
            return -1;
        }
        int64_t v0_dtype = (int64_t)data->items[pos];
        c0->items[i] = (uint8_t)(v0_dtype);
        pos = pos + 1;
        if (!(v0_dtype <= 12)) {
            return -1;
        }
        int64_t v1_num_dims = get_varint(data, pos, end);
        if (v1_num_dims < 0) {
            return -1;
        }
        pos = pos + varint_width(v1_num_dims);
        int64_t n1 = v1_num_dims;
        if (n1 > (end - pos)) {
            return -1;
        }
        for (int64_t _k1 = 0; _k1 < n1; _k1++) {
            int64_t v2_idx = get_varint(data, pos, end);
            if (v2_idx < 0) {
                return -1;
            }
            pos = pos + varint_width(v2_idx);
            push_nacf_u8s(arena, c2, (uint64_t)(v2_idx));
            if (!(v2_idx < arg_num_strings_value)) {
                return -1;
            }
        }
        c1->items[i + 1] = (uint64_t)(c2->size);
    }
    starts->items[count] = (uint64_t)(pos);
    return count;
}

/* Append records of tensor_type; return whether their columns agree with each other. */
static bool write_micb_tensor_type(nacf_arena *arena, int64_t count, nacf_buffer *to, nacf_u8s *ends, const nacf_u1s *c0, const nacf_u8s *c1, const nacf_u8s *c2) {
    int64_t u1 = 0;
    for (int64_t i = 0; i < count; i++) {
        push_nacf_buffer(arena, to, (uint8_t)((int64_t)c0->items[i]));
        int64_t v1_num_dims = int_of(c1->items[i + 1]) - int_of(c1->items[i]);
        if (v1_num_dims < 0) {
            return false;
        }
        store_varint(arena, to, v1_num_dims);
        int64_t n1 = int_of(c1->items[i + 1]) - int_of(c1->items[i]);
        if (n1 < 0) {
            return false;
        }
        u1 = u1 + n1;
        for (int64_t k = int_of(c1->items[i]); k < int_of(c1->items[i + 1]); k++) {
            store_varint_at(arena, to, c2, k);
        }
        ends->items[i] = (uint64_t)(to->size);
    }
    return u1 == c2->size;
}

/* Read records of graph_value; return how many there are. */
static int64_t read_micb_graph_value(nacf_arena *arena, const nacf_buffer *data, const nacf_int_list *arguments, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u1s *c0, nacf_u8s *c1, nacf_u8s *c2, nacf_u1s *c3, nacf_u8s *c4, nacf_u8s *c5, nacf_u8s *c6, nacf_u8s *c7, nacf_u8s *c8, nacf_u8s *c9, nacf_u8s *c10) {
    int64_t arg_num_strings_value = arguments->items[0];
    if ((arg_num_strings_value > INT64_C(9007194959773695)) || (arg_num_strings_value < INT64_C(-9007194959773695))) {
        return -1;
    }
    int64_t arg_num_types_value = arguments->items[1];
    if ((arg_num_types_value > INT64_C(9007194959773695)) || (arg_num_types_value < INT64_C(-9007194959773695))) {
        return -1;
    }
    int64_t pos = start;
    for (int64_t i = 0; i < count; i++) {
        starts->items[i] = (uint64_t)(pos);
        if (pos == end) {
            return i;
        }
        if ((end - pos) < 1) {
            return -1;
        }
        int64_t v0_tag = (int64_t)data->items[pos];
        c0->items[i] = (uint8_t)(v0_tag);
        pos = pos + 1;
        if (!(v0_tag <= 2)) {
            return -1;
        }
        int64_t s1 = v0_tag;
        if ((s1 >= 0) && (s1 <= 1)) {
            int64_t v1_idx = get_varint(data, pos, end);
            if (v1_idx < 0) {
                return -1;
            }
            pos = pos + varint_width(v1_idx);
            c1->items[i] = (uint64_t)(v1_idx);
            if (!(v1_idx < arg_num_strings_value)) {
                return -1;
            }
            int64_t v2_idx = get_varint(data, pos, end);
            if (v2_idx < 0) {
                return -1;
            }
            pos = pos + varint_width(v2_idx);
            c2->items[i] = (uint64_t)(v2_idx);
            if (!(v2_idx < arg_num_types_value)) {
                return -1;
            }
        } else if (s1 == 2) {
            if ((end - pos) < 1) {
                return -1;
            }
            int64_t v3_opcode = (int64_t)data->items[pos];
            c3->items[i] = (uint8_t)(v3_opcode);
            pos = pos + 1;
            if (!((v3_opcode <= 18) || (v3_opcode == 255))) {
                return -1;
            }
            int64_t s2 = v3_opcode;
            if ((s2 == 6) || (s2 == 16) || (s2 == 18)) {
                int64_t v4_raw = get_varint(data, pos, end);
                if (v4_raw >= 0) {
                    pos = pos + varint_width(v4_raw);
                    c4->items[i] = (uint64_t)(v4_raw);
                } else {
                    int64_t w3 = set_large(c4, i, data, pos, end);
                    if (w3 == 0) {
                        return -1;
                    }
                    pos = pos + w3;
                }
            } else if ((s2 == 11) || ((s2 >= 13) && (s2 <= 15))) {
                int64_t v5_num_elements = get_varint(data, pos, end);
                if (v5_num_elements < 0) {
                    return -1;
                }
                pos = pos + varint_width(v5_num_elements);
                int64_t n4 = v5_num_elements;
                if (n4 > (end - pos)) {
                    return -1;
                }
                for (int64_t _k4 = 0; _k4 < n4; _k4++) {
                    int64_t v6_raw = get_varint(data, pos, end);
                    if (v6_raw >= 0) {
                        pos = pos + varint_width(v6_raw);
                        push_nacf_u8s(arena, c6, (uint64_t)(v6_raw));
                    } else {
                        int64_t w5 = add_large(arena, c6, data, pos, end);
                        if (w5 == 0) {
                            return -1;
                        }
                        pos = pos + w5;
                    }
                }
            } else if (s2 == 17) {
                int64_t v7_raw = get_varint(data, pos, end);
                if (v7_raw >= 0) {
                    pos = pos + varint_width(v7_raw);
                    c4->items[i] = (uint64_t)(v7_raw);
                } else {
                    int64_t w6 = set_large(c4, i, data, pos, end);
                    if (w6 == 0) {
                        return -1;
                    }
                    pos = pos + w6;
                }
                int64_t v8_count = get_varint(data, pos, end);
                if (v8_count >= 0) {
                    pos = pos + varint_width(v8_count);
                    c7->items[i] = (uint64_t)(v8_count);
                } else {
                    int64_t w7 = set_large(c7, i, data, pos, end);
                    if (w7 == 0) {
                        return -1;
                    }
                    pos = pos + w7;
                }
            } else if (s2 == 255) {
                int64_t v9_idx = get_varint(data, pos, end);
                if (v9_idx < 0) {
                    return -1;
                }
                pos = pos + varint_width(v9_idx);
                c8->items[i] = (uint64_t)(v9_idx);
                if (!(v9_idx < arg_num_strings_value)) {
                    return -1;
                }
            }
            int64_t v10_num_inputs = get_varint(data, pos, end);
            if (v10_num_inputs < 0) {
                return -1;
            }
            pos = pos + varint_width(v10_num_inputs);
            int64_t n8 = v10_num_inputs;
            if (n8 > (end - pos)) {
                return -1;
            }
            for (int64_t _k8 = 0; _k8 < n8; _k8++) {
                int64_t v11_idx = get_varint(data, pos, end);
                if (v11_idx < 0) {
                    return -1;
                }
                pos = pos + varint_width(v11_idx);
                push_nacf_u8s(arena, c10, (uint64_t)(v11_idx));
                if (!(v11_idx < i)) {
                    return -1;
                }
            }
        }
        c5->items[i + 1] = (uint64_t)(c6->size);
        c9->items[i + 1] = (uint64_t)(c10->size);
    }
    starts->items[count] = (uint64_t)(pos);
    return count;
}

/* Append records of graph_value; return whether their columns agree with each other. */
static bool write_micb_graph_value(nacf_arena *arena, int64_t count, nacf_buffer *to, nacf_u8s *ends, const nacf_u1s *c0, const nacf_u8s *c1, const nacf_u8s *c2, const nacf_u1s *c3, const nacf_u8s *c4, const nacf_u8s *c5, const nacf_u8s *c6, const nacf_u8s *c7, const nacf_u8s *c8, const nacf_u8s *c9, const nacf_u8s *c10) {
    int64_t u5 = 0;
    int64_t u9 = 0;
    for (int64_t i = 0; i < count; i++) {
        int64_t v0_tag = (int64_t)c0->items[i];
        push_nacf_buffer(arena, to, (uint8_t)((int64_t)c0->items[i]));
        int64_t s1 = v0_tag;
        if ((s1 >= 0) && (s1 <= 1)) {
            store_varint_at(arena, to, c1, i);
            store_varint_at(arena, to, c2, i);
        } else if (s1 == 2) {
            int64_t v3_opcode = (int64_t)c3->items[i];
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c3->items[i]));
            int64_t s2 = v3_opcode;
            if ((s2 == 6) || (s2 == 16) || (s2 == 18)) {
                store_varint_at(arena, to, c4, i);
            } else if ((s2 == 11) || ((s2 >= 13) && (s2 <= 15))) {
                int64_t v5_num_elements = int_of(c5->items[i + 1]) - int_of(c5->items[i]);
                if (v5_num_elements < 0) {
                    return false;
                }
                store_varint(arena, to, v5_num_elements);
                int64_t n3 = int_of(c5->items[i + 1]) - int_of(c5->items[i]);
                if (n3 < 0) {
                    return false;
                }
                u5 = u5 + n3;
                for (int64_t k = int_of(c5->items[i]); k < int_of(c5->items[i + 1]); k++) {
                    store_varint_at(arena, to, c6, k);
                }
            } else if (s2 == 17) {
                store_varint_at(arena, to, c4, i);
                store_varint_at(arena, to, c7, i);
            } else if (s2 == 255) {
                store_varint_at(arena, to, c8, i);
            }
            int64_t v10_num_inputs = int_of(c9->items[i + 1]) - int_of(c9->items[i]);
            if (v10_num_inputs < 0) {
                return false;
            }
            store_varint(arena, to, v10_num_inputs);
            int64_t n4 = int_of(c9->items[i + 1]) - int_of(c9->items[i]);
            if (n4 < 0) {
                return false;
            }
            u9 = u9 + n4;
            for (int64_t k = int_of(c9->items[i]); k < int_of(c9->items[i + 1]); k++) {
                store_varint_at(arena, to, c10, k);
            }
        }
        ends->items[i] = (uint64_t)(to->size);
    }
    return (u5 == c6->size) && (u9 == c10->size);
}

NACF_API int64_t micb_interned_string_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t micb_interned_string_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_buffer data = {given[0].items, given[0].size, given[0].room};
    nacf_u8s starts = {given[1].items, given[1].size, given[1].room};
    nacf_u8s c0 = {given[2].items, given[2].size, given[2].room};
    nacf_u8s c1 = {given[3].items, given[3].size, given[3].room};
    const int64_t found = read_micb_interned_string(&data, start, count, end, &starts, &c0, &c1);
    given[1].size = starts.size;
    given[2].size = c0.size;
    given[3].size = c1.size;
    (void)arguments;
    return found;
}

NACF_API int64_t micb_interned_string_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t micb_interned_string_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_buffer data = {given[0].items, given[0].size, given[0].room};
    nacf_u8s c0 = {given[1].items, given[1].size, given[1].room};
    nacf_u8s c1 = {given[2].items, given[2].size, given[2].room};
    nacf_u8s ends = {given[3].items, given[3].size, given[3].room};
    nacf_buffer to = {given[4].items, given[4].size, given[4].room};
    const int64_t found = write_micb_interned_string(NULL, count, &data, &to, &ends, &c0, &c1);
    given[3].size = ends.size;
    given[4].size = to.size;
    (void)arguments;
    (void)start;
    (void)end;
    return found;
}

NACF_API int64_t micb_string_ref_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t micb_string_ref_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_buffer data = {given[0].items, given[0].size, given[0].room};
    nacf_u8s starts = {given[1].items, given[1].size, given[1].room};
    nacf_u8s c0 = {given[2].items, given[2].size, given[2].room};
    const int64_t found = read_micb_string_ref(&data, &arguments, start, count, end, &starts, &c0);
    given[1].size = starts.size;
    given[2].size = c0.size;
    return found;
}

NACF_API int64_t micb_string_ref_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t micb_string_ref_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_u8s c0 = {given[1].items, given[1].size, given[1].room};
    nacf_u8s ends = {given[2].items, given[2].size, given[2].room};
    nacf_buffer to = {given[3].items, given[3].size, given[3].room};
    const int64_t found = write_micb_string_ref(NULL, count, &to, &ends, &c0);
    given[2].size = ends.size;
    given[3].size = to.size;
    (void)arguments;
    (void)start;
    (void)end;
    return found;
}

NACF_API int64_t micb_tensor_type_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t micb_tensor_type_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_buffer data = {given[0].items, given[0].size, given[0].room};
    nacf_u8s starts = {given[1].items, given[1].size, given[1].room};
    nacf_u1s c0 = {given[2].items, given[2].size, given[2].room};
    nacf_u8s c1 = {given[3].items, given[3].size, given[3].room};
    nacf_u8s c2 = {given[4].items, given[4].size, given[4].room};
    const int64_t found = read_micb_tensor_type(NULL, &data, &arguments, start, count, end, &starts, &c0, &c1, &c2);
    given[1].size = starts.size;
    given[2].size = c0.size;
    given[3].size = c1.size;
    given[4].size = c2.size;
    return found;
}

NACF_API int64_t micb_tensor_type_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t micb_tensor_type_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_u1s c0 = {given[1].items, given[1].size, given[1].room};
    nacf_u8s c1 = {given[2].items, given[2].size, given[2].room};
    nacf_u8s c2 = {given[3].items, given[3].size, given[3].room};
    nacf_u8s ends = {given[4].items, given[4].size, given[4].room};
    nacf_buffer to = {given[5].items, given[5].size, given[5].room};
    const int64_t found = write_micb_tensor_type(NULL, count, &to, &ends, &c0, &c1, &c2);
    given[4].size = ends.size;
    given[5].size = to.size;
    (void)arguments;
    (void)start;
    (void)end;
    return found;
}

NACF_API int64_t micb_graph_value_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t micb_graph_value_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_buffer data = {given[0].items, given[0].size, given[0].room};
    nacf_u8s starts = {given[1].items, given[1].size, given[1].room};
    nacf_u1s c0 = {given[2].items, given[2].size, given[2].room};
    nacf_u8s c1 = {given[3].items, given[3].size, given[3].room};
    nacf_u8s c2 = {given[4].items, given[4].size, given[4].room};
    nacf_u1s c3 = {given[5].items, given[5].size, given[5].room};
    nacf_u8s c4 = {given[6].items, given[6].size, given[6].room};
    nacf_u8s c5 = {given[7].items, given[7].size, given[7].room};
    nacf_u8s c6 = {given[8].items, given[8].size, given[8].room};
    nacf_u8s c7 = {given[9].items, given[9].size, given[9].room};
    nacf_u8s c8 = {given[10].items, given[10].size, given[10].room};
    nacf_u8s c9 = {given[11].items, given[11].size, given[11].room};
    nacf_u8s c10 = {given[12].items, given[12].size, given[12].room};
    const int64_t found = read_micb_graph_value(NULL, &data, &arguments, start, count, end, &starts, &c0, &c1, &c2, &c3, &c4, &c5, &c6, &c7, &c8, &c9, &c10);
    given[1].size = starts.size;
    given[2].size = c0.size;
    given[3].size = c1.size;
    given[4].size = c2.size;
    given[5].size = c3.size;
    given[6].size = c4.size;
    given[7].size = c5.size;
    given[8].size = c6.size;
    given[9].size = c7.size;
    given[10].size = c8.size;
    given[11].size = c9.size;
    given[12].size = c10.size;
    return found;
}

NACF_API int64_t micb_graph_value_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t micb_graph_value_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_u1s c0 = {given[1].items, given[1].size, given[1].room};
    nacf_u8s c1 = {given[2].items, given[2].size, given[2].room};
    nacf_u8s c2 = {given[3].items, given[3].size, given[3].room};
    nacf_u1s c3 = {given[4].items, given[4].size, given[4].room};
    nacf_u8s c4 = {given[5].items, given[5].size, given[5].room};
    nacf_u8s c5 = {given[6].items, given[6].size, given[6].room};
    nacf_u8s c6 = {given[7].items, given[7].size, given[7].room};
    nacf_u8s c7 = {given[8].items, given[8].size, given[8].room};
    nacf_u8s c8 = {given[9].items, given[9].size, given[9].room};
    nacf_u8s c9 = {given[10].items, given[10].size, given[10].room};
    nacf_u8s c10 = {given[11].items, given[11].size, given[11].room};
    nacf_u8s ends = {given[12].items, given[12].size, given[12].room};
    nacf_buffer to = {given[13].items, given[13].size, given[13].room};
    const int64_t found = write_micb_graph_value(NULL, count, &to, &ends, &c0, &c1, &c2, &c3, &c4, &c5, &c6, &c7, &c8, &c9, &c10);
    given[12].size = ends.size;
    given[13].size = to.size;
    (void)arguments;
    (void)start;
    (void)end;
    return found;
}

NACF_API const char micb_sha256[] = "417a96a15de6ef5f52af949c88f0d966cd22963100a13c0ea8b2a2ccdef57a16";
