// Generated from schemas/nac.ksy (sha256 97986397b1cdb9bf9bec323551b8ae63a8935d8b50c81953c62549041af00cd9) by `nacformats generate`. Do not edit.
// It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
// It imports schemas/mep.ksy (sha256 a8c6c4d7b52001da2ce8f018edcee55aadee3cbdea27b4e1d549633e74516e48).
// It imports schemas/tisa.ksy (sha256 010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769).
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
static int64_t with_sign(int64_t number, int64_t half);
static void store_eight(nacf_buffer *to, const nacf_u8s *numbers, int64_t index);
static bool is_utf8(const nacf_buffer *data, int64_t start, int64_t end);
static int64_t width_of_utf8(const nacf_buffer *data, int64_t at, int64_t end);
static int64_t read_nac_schedule_record(nacf_arena *arena, const nacf_buffer *data, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u2s *c0, nacf_u8s *c1, nacf_u1s *c2, nacf_u2s *c3);
static bool write_nac_schedule_record(nacf_arena *arena, int64_t count, nacf_buffer *to, nacf_u8s *ends, const nacf_u2s *c0, const nacf_u8s *c1, const nacf_u1s *c2, const nacf_u2s *c3);
static int64_t read_nac_instruction(nacf_arena *arena, const nacf_buffer *data, const nacf_int_list *arguments, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u1s *c0, nacf_u1s *c1, nacf_u2s *c2, nacf_u2s *c3, nacf_u8s *c4, nacf_u2s *c5, nacf_u8s *c6, nacf_u2s *c7, nacf_u2s *c8, nacf_u2s *c9, nacf_u2s *c10, nacf_u2s *c11, nacf_u2s *c12, nacf_u8s *c13, nacf_u2s *c14, nacf_u8s *c15, nacf_u2s *c16, nacf_u2s *c17, nacf_u2s *c18, nacf_u2s *c19);
static bool write_nac_instruction(nacf_arena *arena, int64_t count, const nacf_int_list *arguments, nacf_buffer *to, nacf_u8s *ends, const nacf_u1s *c0, const nacf_u1s *c1, const nacf_u2s *c2, const nacf_u2s *c3, const nacf_u8s *c4, const nacf_u2s *c5, const nacf_u8s *c6, const nacf_u2s *c7, const nacf_u2s *c8, const nacf_u2s *c9, const nacf_u2s *c10, const nacf_u2s *c11, const nacf_u2s *c12, const nacf_u8s *c13, const nacf_u2s *c14, const nacf_u8s *c15, const nacf_u2s *c16, const nacf_u2s *c17, const nacf_u2s *c18, const nacf_u2s *c19);
static int64_t read_nac_operation_name(const nacf_buffer *data, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u2s *c0, nacf_u8s *c1, nacf_u8s *c2);
static bool write_nac_operation_name(nacf_arena *arena, int64_t count, const nacf_buffer *data, nacf_buffer *to, nacf_u8s *ends, const nacf_u2s *c0, const nacf_u8s *c1, const nacf_u8s *c2);
static int64_t read_nac_constant(nacf_arena *arena, const nacf_buffer *data, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u2s *c0, nacf_u1s *c1, nacf_u2s *c2, nacf_u1s *c3, nacf_u8s *c4, nacf_u8s *c5, nacf_u8s *c6, nacf_u8s *c7, nacf_u8s *c8, nacf_u8s *c9, nacf_u4s *c10);
static bool write_nac_constant(nacf_arena *arena, int64_t count, const nacf_buffer *data, nacf_buffer *to, nacf_u8s *ends, const nacf_u2s *c0, const nacf_u1s *c1, const nacf_u2s *c2, const nacf_u1s *c3, const nacf_u8s *c4, const nacf_u8s *c5, const nacf_u8s *c6, const nacf_u8s *c7, const nacf_u8s *c8, const nacf_u8s *c9, const nacf_u4s *c10);
static int64_t read_nac_signature(nacf_arena *arena, const nacf_buffer *data, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u2s *c0, nacf_u8s *c1, nacf_u1s *c2);
static bool write_nac_signature(nacf_arena *arena, int64_t count, nacf_buffer *to, nacf_u8s *ends, const nacf_u2s *c0, const nacf_u8s *c1, const nacf_u1s *c2);
static int64_t read_nac_parameter_name(const nacf_buffer *data, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u2s *c0, nacf_u8s *c1, nacf_u8s *c2);
static bool write_nac_parameter_name(nacf_arena *arena, int64_t count, const nacf_buffer *data, nacf_buffer *to, nacf_u8s *ends, const nacf_u2s *c0, const nacf_u8s *c1, const nacf_u8s *c2);
static int64_t read_nac_input_name(const nacf_buffer *data, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u2s *c0, nacf_u8s *c1, nacf_u8s *c2);
static bool write_nac_input_name(nacf_arena *arena, int64_t count, const nacf_buffer *data, nacf_buffer *to, nacf_u8s *ends, const nacf_u2s *c0, const nacf_u8s *c1, const nacf_u8s *c2);
static int64_t read_nac_tensor(const nacf_buffer *data, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u2s *c0, nacf_u8s *c1, nacf_u8s *c2, nacf_u8s *c3, nacf_u8s *c4);
static bool write_nac_tensor(nacf_arena *arena, int64_t count, const nacf_buffer *data, nacf_buffer *to, nacf_u8s *ends, const nacf_u2s *c0, const nacf_u8s *c1, const nacf_u8s *c2, const nacf_u8s *c3, const nacf_u8s *c4);
static int64_t read_nac_tensor_meta(nacf_arena *arena, const nacf_buffer *data, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u1s *c0, nacf_u8s *c1, nacf_u4s *c2, nacf_u1s *c3, nacf_u8s *c4, nacf_u8s *c5, nacf_u1s *c6, nacf_u8s *c7, nacf_u8s *c8, nacf_u2s *c9, nacf_u8s *c10, nacf_u4s *c11);
static bool write_nac_tensor_meta(nacf_arena *arena, int64_t count, const nacf_buffer *data, nacf_buffer *to, nacf_u8s *ends, const nacf_u1s *c0, const nacf_u8s *c1, const nacf_u4s *c2, const nacf_u1s *c3, const nacf_u8s *c4, const nacf_u8s *c5, const nacf_u1s *c6, const nacf_u8s *c7, const nacf_u8s *c8, const nacf_u2s *c9, const nacf_u8s *c10, const nacf_u4s *c11);
static int64_t read_nac_resource(const nacf_buffer *data, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u8s *c0, nacf_u8s *c1, nacf_u8s *c2, nacf_u8s *c3);
static bool write_nac_resource(nacf_arena *arena, int64_t count, const nacf_buffer *data, nacf_buffer *to, nacf_u8s *ends, const nacf_u8s *c0, const nacf_u8s *c1, const nacf_u8s *c2, const nacf_u8s *c3);
static int64_t read_nac_named_array(nacf_arena *arena, const nacf_buffer *data, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u8s *c0, nacf_u8s *c1, nacf_u1s *c2, nacf_u8s *c3, nacf_u4s *c4, nacf_u8s *c5, nacf_u8s *c6);
static bool write_nac_named_array(nacf_arena *arena, int64_t count, const nacf_buffer *data, nacf_buffer *to, nacf_u8s *ends, const nacf_u8s *c0, const nacf_u8s *c1, const nacf_u1s *c2, const nacf_u8s *c3, const nacf_u4s *c4, const nacf_u8s *c5, const nacf_u8s *c6);

static int64_t get_u2(const nacf_buffer *data, int64_t pos) {
    return (int64_t)data->items[pos] + (256 * (int64_t)(data->items[pos + 1]));
}

/* Return a number with its sign; half: of how many numbers its type has. */
static int64_t with_sign(int64_t number, int64_t half) {
    return (number >= half) ? (number - (2 * half)) : number;
}

/* Append a number of eight bytes. */
static void store_eight(nacf_buffer *to, const nacf_u8s *numbers, int64_t index) {
    store_u64(to, number_at(numbers, index));
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

/* Read records of schedule_record; return how many there are. */
static int64_t read_nac_schedule_record(nacf_arena *arena, const nacf_buffer *data, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u2s *c0, nacf_u8s *c1, nacf_u1s *c2, nacf_u2s *c3) {
    int64_t pos = start;
    for (int64_t i = 0; i < count; i++) {
        starts->items[i] = (uint64_t)(pos);
        if (pos == end) {
            return i;
        }
        if ((end - pos) < 3) {
            return -1;
        }
        c0->items[i] = (uint16_t)(get_u2(data, pos));
        int64_t v1_num_commands = (int64_t)(data->items[pos + 2]);
        pos = pos + 3;
        int64_t n1 = v1_num_commands;
        if (n1 > ((end - pos) / 3)) {
            return -1;
        }
        for (int64_t _k1 = 0; _k1 < n1; _k1++) {
            push_nacf_u1s(arena, c2, (uint8_t)((int64_t)data->items[pos]));
            push_nacf_u2s(arena, c3, (uint16_t)(get_u2(data, pos + 1)));
            pos = pos + 3;
        }
        c1->items[i + 1] = (uint64_t)(c2->size);
    }
    starts->items[count] = (uint64_t)(pos);
    return count;
}

/* Append records of schedule_record; return whether their columns agree with each other. */
static bool write_nac_schedule_record(nacf_arena *arena, int64_t count, nacf_buffer *to, nacf_u8s *ends, const nacf_u2s *c0, const nacf_u8s *c1, const nacf_u1s *c2, const nacf_u2s *c3) {
    int64_t u1 = 0;
    for (int64_t i = 0; i < count; i++) {
        store_number(to, (int64_t)c0->items[i], 2);
        int64_t v1_num_commands = int_of(c1->items[i + 1]) - int_of(c1->items[i]);
        if (v1_num_commands < 0) {
            return false;
        }
        if (v1_num_commands > 255) {
            return false;
        }
        store_number(to, v1_num_commands, 1);
        int64_t n1 = int_of(c1->items[i + 1]) - int_of(c1->items[i]);
        if (n1 < 0) {
            return false;
        }
        u1 = u1 + n1;
        for (int64_t k = int_of(c1->items[i]); k < int_of(c1->items[i + 1]); k++) {
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c2->items[k]));
            store_number(to, (int64_t)c3->items[k], 2);
        }
        ends->items[i] = (uint64_t)(to->size);
    }
    return u1 == c2->size;
}

/* Read records of instruction; return how many there are. */
static int64_t read_nac_instruction(nacf_arena *arena, const nacf_buffer *data, const nacf_int_list *arguments, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u1s *c0, nacf_u1s *c1, nacf_u2s *c2, nacf_u2s *c3, nacf_u8s *c4, nacf_u2s *c5, nacf_u8s *c6, nacf_u2s *c7, nacf_u2s *c8, nacf_u2s *c9, nacf_u2s *c10, nacf_u2s *c11, nacf_u2s *c12, nacf_u8s *c13, nacf_u2s *c14, nacf_u8s *c15, nacf_u2s *c16, nacf_u2s *c17, nacf_u2s *c18, nacf_u2s *c19) {
    int64_t arg_lookups_id_getitem = arguments->items[0];
    if ((arg_lookups_id_getitem > INT64_C(9007194959773695)) || (arg_lookups_id_getitem < INT64_C(-9007194959773695))) {
        return -1;
    }
    int64_t arg_lookups_id_operator_getitem = arguments->items[1];
    if ((arg_lookups_id_operator_getitem > INT64_C(9007194959773695)) || (arg_lookups_id_operator_getitem < INT64_C(-9007194959773695))) {
        return -1;
    }
    int64_t arg_lookups_id_select = arguments->items[2];
    if ((arg_lookups_id_select > INT64_C(9007194959773695)) || (arg_lookups_id_select < INT64_C(-9007194959773695))) {
        return -1;
    }
    int64_t arg_num_outputs = arguments->items[515];
    if ((arg_num_outputs > INT64_C(9007194959773695)) || (arg_num_outputs < INT64_C(-9007194959773695))) {
        return -1;
    }
    int64_t arg_version = arguments->items[516];
    if ((arg_version > INT64_C(9007194959773695)) || (arg_version < INT64_C(-9007194959773695))) {
        return -1;
    }
    int64_t pos = start;
    for (int64_t i = 0; i < count; i++) {
        starts->items[i] = (uint64_t)(pos);
        if (pos == end) {
            return i;
        }
        if ((end - pos) < 2) {
            return -1;
        }
        int64_t v0_a = (int64_t)data->items[pos];
        c0->items[i] = (uint8_t)(v0_a);
        int64_t v1_b = (int64_t)(data->items[pos + 1]);
        c1->items[i] = (uint8_t)(v1_b);
        pos = pos + 2;
        int64_t s1 = (arg_version == 1) ? ((v0_a < 10) ? v0_a : 10) : ((v0_a >= 10) ? (((arguments->items[259 + v1_b] == 0) && ((v0_a == arg_lookups_id_getitem) || (v0_a == arg_lookups_id_operator_getitem) || (v0_a == arg_lookups_id_select))) ? 20 : 10) : (((v0_a == 3) && ((v1_b == 3) || (v1_b == 4))) ? (30 + v1_b) : v0_a));
        if (s1 == 2) {
            if ((v1_b >= 1) && (v1_b <= ((arg_version == 1) ? 3 : 5))) {
                if ((end - pos) < 4) {
                    return -1;
                }
                int64_t r2 = get_u2(data, pos);
                int64_t v2_prefix = with_sign(r2, 32768);
                c2->items[i] = (uint16_t)(r2);
                c3->items[i] = (uint16_t)(get_u2(data, pos + 2));
                pos = pos + 4;
                if (!((v2_prefix == 1) || (v2_prefix == 2))) {
                    return -1;
                }
            }
        } else if (s1 == 3) {
            if ((end - pos) < 2) {
                return -1;
            }
            int64_t r3 = get_u2(data, pos);
            int64_t v4_prefix = with_sign(r3, 32768);
            c2->items[i] = (uint16_t)(r3);
            pos = pos + 2;
            if (!(v4_prefix >= 0)) {
                return -1;
            }
            int64_t n4 = (v4_prefix == (arg_num_outputs + 1)) ? arg_num_outputs : v4_prefix;
            if ((n4 < 0) || (n4 > ((end - pos) / 2))) {
                return -1;
            }
            for (int64_t _k4 = 0; _k4 < n4; _k4++) {
                push_nacf_u2s(arena, c5, (uint16_t)(get_u2(data, pos)));
                pos = pos + 2;
            }
            int64_t n5 = (v4_prefix == (arg_num_outputs + 1)) ? arg_num_outputs : v4_prefix;
            if ((n5 < 0) || (n5 > ((end - pos) / 2))) {
                return -1;
            }
            for (int64_t _k5 = 0; _k5 < n5; _k5++) {
                push_nacf_u2s(arena, c7, (uint16_t)(get_u2(data, pos)));
                pos = pos + 2;
            }
        } else if (s1 == 6) {
            if ((end - pos) < 8) {
                return -1;
            }
            c2->items[i] = (uint16_t)(get_u2(data, pos));
            c8->items[i] = (uint16_t)(get_u2(data, pos + 2));
            c9->items[i] = (uint16_t)(get_u2(data, pos + 4));
            c10->items[i] = (uint16_t)(get_u2(data, pos + 6));
            pos = pos + 8;
        } else if (s1 == 7) {
            if ((end - pos) < 6) {
                return -1;
            }
            c11->items[i] = (uint16_t)(get_u2(data, pos));
            c12->items[i] = (uint16_t)(get_u2(data, pos + 2));
            int64_t r6 = get_u2(data, pos + 4);
            int64_t v13_num_branches = with_sign(r6, 32768);
            pos = pos + 6;
            if (!(v13_num_branches >= 0)) {
                return -1;
            }
            int64_t n7 = v13_num_branches;
            if ((n7 < 0) || (n7 > ((end - pos) / 2))) {
                return -1;
            }
            for (int64_t _k7 = 0; _k7 < n7; _k7++) {
                push_nacf_u2s(arena, c14, (uint16_t)(get_u2(data, pos)));
                pos = pos + 2;
            }
        } else if (s1 == 10) {
            if (arguments->items[3 + v1_b] != 0) {
                if ((end - pos) < 2) {
                    return -1;
                }
                int64_t r8 = get_u2(data, pos);
                int64_t v15_num_constants = with_sign(r8, 32768);
                pos = pos + 2;
                if (!(v15_num_constants >= 0)) {
                    return -1;
                }
                int64_t n9 = v15_num_constants;
                if ((n9 < 0) || (n9 > ((end - pos) / 2))) {
                    return -1;
                }
                for (int64_t _k9 = 0; _k9 < n9; _k9++) {
                    push_nacf_u2s(arena, c16, (uint16_t)(get_u2(data, pos)));
                    pos = pos + 2;
                }
            }
            int64_t n10 = arguments->items[259 + v1_b];
            if (n10 > ((end - pos) / 2)) {
                return -1;
            }
            for (int64_t _k10 = 0; _k10 < n10; _k10++) {
                push_nacf_u2s(arena, c7, (uint16_t)(get_u2(data, pos)));
                pos = pos + 2;
            }
        } else if (s1 == 20) {
            if ((end - pos) < 2) {
                return -1;
            }
            int64_t r11 = get_u2(data, pos);
            int64_t v18_num_constants = with_sign(r11, 32768);
            pos = pos + 2;
            if (!(v18_num_constants >= 0)) {
                return -1;
            }
            int64_t n12 = v18_num_constants;
            if ((n12 < 0) || (n12 > ((end - pos) / 2))) {
                return -1;
            }
            for (int64_t _k12 = 0; _k12 < n12; _k12++) {
                push_nacf_u2s(arena, c16, (uint16_t)(get_u2(data, pos)));
                pos = pos + 2;
            }
            if ((end - pos) < 2) {
                return -1;
            }
            c17->items[i] = (uint16_t)(get_u2(data, pos));
            pos = pos + 2;
        } else if (s1 == 33) {
            if ((end - pos) < 8) {
                return -1;
            }
            int64_t r13 = get_u2(data, pos);
            int64_t v21_prefix = with_sign(r13, 32768);
            c2->items[i] = (uint16_t)(r13);
            c3->items[i] = (uint16_t)(get_u2(data, pos + 2));
            c18->items[i] = (uint16_t)(get_u2(data, pos + 4));
            c19->items[i] = (uint16_t)(get_u2(data, pos + 6));
            pos = pos + 8;
            if (!((v21_prefix == 1) || (v21_prefix == 2))) {
                return -1;
            }
        } else if (s1 == 34) {
            if ((end - pos) < 2) {
                return -1;
            }
            c17->items[i] = (uint16_t)(get_u2(data, pos));
            pos = pos + 2;
        }
        c4->items[i + 1] = (uint64_t)(c5->size);
        c6->items[i + 1] = (uint64_t)(c7->size);
        c13->items[i + 1] = (uint64_t)(c14->size);
        c15->items[i + 1] = (uint64_t)(c16->size);
    }
    starts->items[count] = (uint64_t)(pos);
    return count;
}

/* Append records of instruction; return whether their columns agree with each other. */
static bool write_nac_instruction(nacf_arena *arena, int64_t count, const nacf_int_list *arguments, nacf_buffer *to, nacf_u8s *ends, const nacf_u1s *c0, const nacf_u1s *c1, const nacf_u2s *c2, const nacf_u2s *c3, const nacf_u8s *c4, const nacf_u2s *c5, const nacf_u8s *c6, const nacf_u2s *c7, const nacf_u2s *c8, const nacf_u2s *c9, const nacf_u2s *c10, const nacf_u2s *c11, const nacf_u2s *c12, const nacf_u8s *c13, const nacf_u2s *c14, const nacf_u8s *c15, const nacf_u2s *c16, const nacf_u2s *c17, const nacf_u2s *c18, const nacf_u2s *c19) {
    int64_t arg_lookups_id_getitem = arguments->items[0];
    if ((arg_lookups_id_getitem > INT64_C(9007194959773695)) || (arg_lookups_id_getitem < INT64_C(-9007194959773695))) {
        return false;
    }
    int64_t arg_lookups_id_operator_getitem = arguments->items[1];
    if ((arg_lookups_id_operator_getitem > INT64_C(9007194959773695)) || (arg_lookups_id_operator_getitem < INT64_C(-9007194959773695))) {
        return false;
    }
    int64_t arg_lookups_id_select = arguments->items[2];
    if ((arg_lookups_id_select > INT64_C(9007194959773695)) || (arg_lookups_id_select < INT64_C(-9007194959773695))) {
        return false;
    }
    int64_t arg_num_outputs = arguments->items[515];
    if ((arg_num_outputs > INT64_C(9007194959773695)) || (arg_num_outputs < INT64_C(-9007194959773695))) {
        return false;
    }
    int64_t arg_version = arguments->items[516];
    if ((arg_version > INT64_C(9007194959773695)) || (arg_version < INT64_C(-9007194959773695))) {
        return false;
    }
    int64_t u4 = 0;
    int64_t u6 = 0;
    int64_t u13 = 0;
    int64_t u15 = 0;
    for (int64_t i = 0; i < count; i++) {
        int64_t v0_a = (int64_t)c0->items[i];
        push_nacf_buffer(arena, to, (uint8_t)((int64_t)c0->items[i]));
        int64_t v1_b = (int64_t)c1->items[i];
        push_nacf_buffer(arena, to, (uint8_t)((int64_t)c1->items[i]));
        int64_t s1 = (arg_version == 1) ? ((v0_a < 10) ? v0_a : 10) : ((v0_a >= 10) ? (((arguments->items[259 + v1_b] == 0) && ((v0_a == arg_lookups_id_getitem) || (v0_a == arg_lookups_id_operator_getitem) || (v0_a == arg_lookups_id_select))) ? 20 : 10) : (((v0_a == 3) && ((v1_b == 3) || (v1_b == 4))) ? (30 + v1_b) : v0_a));
        if (s1 == 2) {
            if ((v1_b >= 1) && (v1_b <= ((arg_version == 1) ? 3 : 5))) {
                store_number(to, (int64_t)c2->items[i], 2);
                store_number(to, (int64_t)c3->items[i], 2);
            }
        } else if (s1 == 3) {
            int64_t v4_prefix = with_sign((int64_t)c2->items[i], 32768);
            store_number(to, (int64_t)c2->items[i], 2);
            int64_t n2 = int_of(c4->items[i + 1]) - int_of(c4->items[i]);
            if ((n2 < 0) || (n2 != ((v4_prefix == (arg_num_outputs + 1)) ? arg_num_outputs : v4_prefix))) {
                return false;
            }
            u4 = u4 + n2;
            for (int64_t k = int_of(c4->items[i]); k < int_of(c4->items[i + 1]); k++) {
                store_number(to, (int64_t)c5->items[k], 2);
            }
            int64_t n3 = int_of(c6->items[i + 1]) - int_of(c6->items[i]);
            if ((n3 < 0) || (n3 != ((v4_prefix == (arg_num_outputs + 1)) ? arg_num_outputs : v4_prefix))) {
                return false;
            }
            u6 = u6 + n3;
            for (int64_t k = int_of(c6->items[i]); k < int_of(c6->items[i + 1]); k++) {
                store_number(to, (int64_t)c7->items[k], 2);
            }
        } else if (s1 == 6) {
            store_number(to, (int64_t)c2->items[i], 2);
            store_number(to, (int64_t)c8->items[i], 2);
            store_number(to, (int64_t)c9->items[i], 2);
            store_number(to, (int64_t)c10->items[i], 2);
        } else if (s1 == 7) {
            store_number(to, (int64_t)c11->items[i], 2);
            store_number(to, (int64_t)c12->items[i], 2);
            int64_t v13_num_branches = int_of(c13->items[i + 1]) - int_of(c13->items[i]);
            if (v13_num_branches < 0) {
                return false;
            }
            if (v13_num_branches > 32767) {
                return false;
            }
            store_number(to, v13_num_branches, 2);
            int64_t n4 = int_of(c13->items[i + 1]) - int_of(c13->items[i]);
            if (n4 < 0) {
                return false;
            }
            u13 = u13 + n4;
            for (int64_t k = int_of(c13->items[i]); k < int_of(c13->items[i + 1]); k++) {
                store_number(to, (int64_t)c14->items[k], 2);
            }
        } else if (s1 == 10) {
            if (arguments->items[3 + v1_b] != 0) {
                int64_t v15_num_constants = int_of(c15->items[i + 1]) - int_of(c15->items[i]);
                if (v15_num_constants < 0) {
                    return false;
                }
                if (v15_num_constants > 32767) {
                    return false;
                }
                store_number(to, v15_num_constants, 2);
                int64_t n5 = int_of(c15->items[i + 1]) - int_of(c15->items[i]);
                if (n5 < 0) {
                    return false;
                }
                u15 = u15 + n5;
                for (int64_t k = int_of(c15->items[i]); k < int_of(c15->items[i + 1]); k++) {
                    store_number(to, (int64_t)c16->items[k], 2);
                }
            }
            int64_t n6 = int_of(c6->items[i + 1]) - int_of(c6->items[i]);
            if ((n6 < 0) || (n6 != arguments->items[259 + v1_b])) {
                return false;
            }
            u6 = u6 + n6;
            for (int64_t k = int_of(c6->items[i]); k < int_of(c6->items[i + 1]); k++) {
                store_number(to, (int64_t)c7->items[k], 2);
            }
        } else if (s1 == 20) {
            int64_t v18_num_constants = int_of(c15->items[i + 1]) - int_of(c15->items[i]);
            if (v18_num_constants < 0) {
                return false;
            }
            if (v18_num_constants > 32767) {
                return false;
            }
            store_number(to, v18_num_constants, 2);
            int64_t n7 = int_of(c15->items[i + 1]) - int_of(c15->items[i]);
            if (n7 < 0) {
                return false;
            }
            u15 = u15 + n7;
            for (int64_t k = int_of(c15->items[i]); k < int_of(c15->items[i + 1]); k++) {
                store_number(to, (int64_t)c16->items[k], 2);
            }
            store_number(to, (int64_t)c17->items[i], 2);
        } else if (s1 == 33) {
            store_number(to, (int64_t)c2->items[i], 2);
            store_number(to, (int64_t)c3->items[i], 2);
            store_number(to, (int64_t)c18->items[i], 2);
            store_number(to, (int64_t)c19->items[i], 2);
        } else if (s1 == 34) {
            store_number(to, (int64_t)c17->items[i], 2);
        }
        ends->items[i] = (uint64_t)(to->size);
    }
    return (u4 == c5->size) && (u6 == c7->size) && (u13 == c14->size) && (u15 == c16->size);
}

/* Read records of operation_name; return how many there are. */
static int64_t read_nac_operation_name(const nacf_buffer *data, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u2s *c0, nacf_u8s *c1, nacf_u8s *c2) {
    int64_t pos = start;
    for (int64_t i = 0; i < count; i++) {
        starts->items[i] = (uint64_t)(pos);
        if (pos == end) {
            return i;
        }
        if ((end - pos) < 3) {
            return -1;
        }
        c0->items[i] = (uint16_t)(get_u2(data, pos));
        int64_t v1_len_name = (int64_t)(data->items[pos + 2]);
        pos = pos + 3;
        int64_t n1 = v1_len_name;
        if (n1 > (end - pos)) {
            return -1;
        }
        c1->items[i] = (uint64_t)(pos);
        c2->items[i] = (uint64_t)(n1);
        if (!is_utf8(data, pos, pos + n1)) {
            return -1;
        }
        pos = pos + n1;
    }
    starts->items[count] = (uint64_t)(pos);
    return count;
}

/* Append records of operation_name; return whether their columns agree with each other. */
static bool write_nac_operation_name(nacf_arena *arena, int64_t count, const nacf_buffer *data, nacf_buffer *to, nacf_u8s *ends, const nacf_u2s *c0, const nacf_u8s *c1, const nacf_u8s *c2) {
    for (int64_t i = 0; i < count; i++) {
        store_number(to, (int64_t)c0->items[i], 2);
        int64_t v1_len_name = int_of(c2->items[i]);
        if (v1_len_name > 255) {
            return false;
        }
        store_number(to, v1_len_name, 1);
        int64_t a1 = int_of(c1->items[i]);
        int64_t n2 = int_of(c2->items[i]);
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

/* Read records of constant; return how many there are. */
static int64_t read_nac_constant(nacf_arena *arena, const nacf_buffer *data, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u2s *c0, nacf_u1s *c1, nacf_u2s *c2, nacf_u1s *c3, nacf_u8s *c4, nacf_u8s *c5, nacf_u8s *c6, nacf_u8s *c7, nacf_u8s *c8, nacf_u8s *c9, nacf_u4s *c10) {
    int64_t pos = start;
    for (int64_t i = 0; i < count; i++) {
        starts->items[i] = (uint64_t)(pos);
        if (pos == end) {
            return i;
        }
        if ((end - pos) < 5) {
            return -1;
        }
        c0->items[i] = (uint16_t)(get_u2(data, pos));
        int64_t v1_kind = (int64_t)(data->items[pos + 2]);
        c1->items[i] = (uint8_t)(v1_kind);
        int64_t v2_length = get_u2(data, pos + 3);
        c2->items[i] = (uint16_t)(v2_length);
        pos = pos + 5;
        if (!(v1_kind <= 6)) {
            return -1;
        }
        if (!((v2_length == 8) || ((v1_kind != 2) && (v1_kind != 3)))) {
            return -1;
        }
        int64_t s1 = v1_kind;
        if (s1 == 0) {
        } else if (s1 == 1) {
            if ((end - pos) < 1) {
                return -1;
            }
            int64_t v3_is_true = (int64_t)data->items[pos];
            c3->items[i] = (uint8_t)(v3_is_true);
            pos = pos + 1;
            if (!((v3_is_true == 0) || (v3_is_true == 1))) {
                return -1;
            }
        } else if (s1 == 2) {
            if ((end - pos) < 8) {
                return -1;
            }
            int64_t l2 = get_u4(data, pos + 0);
            int64_t h3 = get_u4(data, pos + 4);
            set_halves(c4, i, l2, h3);
            pos = pos + 8;
        } else if (s1 == 3) {
            int64_t n4 = 8;
            if (n4 > (end - pos)) {
                return -1;
            }
            c5->items[i] = (uint64_t)(pos);
            c6->items[i] = (uint64_t)(n4);
            pos = pos + n4;
        } else if (s1 == 4) {
            int64_t n5 = v2_length;
            if (n5 > (end - pos)) {
                return -1;
            }
            c7->items[i] = (uint64_t)(pos);
            c8->items[i] = (uint64_t)(n5);
            if (!is_utf8(data, pos, pos + n5)) {
                return -1;
            }
            pos = pos + n5;
        } else if (s1 == 5) {
            int64_t n6 = v2_length;
            if (n6 > ((end - pos) / 4)) {
                return -1;
            }
            for (int64_t _k6 = 0; _k6 < n6; _k6++) {
                push_nacf_u4s(arena, c10, (uint32_t)(get_u4(data, pos)));
                pos = pos + 4;
            }
        } else if (s1 == 6) {
            int64_t n7 = v2_length * 4;
            if (n7 > (end - pos)) {
                return -1;
            }
            c5->items[i] = (uint64_t)(pos);
            c6->items[i] = (uint64_t)(n7);
            pos = pos + n7;
        }
        c9->items[i + 1] = (uint64_t)(c10->size);
    }
    starts->items[count] = (uint64_t)(pos);
    return count;
}

/* Append records of constant; return whether their columns agree with each other. */
static bool write_nac_constant(nacf_arena *arena, int64_t count, const nacf_buffer *data, nacf_buffer *to, nacf_u8s *ends, const nacf_u2s *c0, const nacf_u1s *c1, const nacf_u2s *c2, const nacf_u1s *c3, const nacf_u8s *c4, const nacf_u8s *c5, const nacf_u8s *c6, const nacf_u8s *c7, const nacf_u8s *c8, const nacf_u8s *c9, const nacf_u4s *c10) {
    int64_t u9 = 0;
    for (int64_t i = 0; i < count; i++) {
        store_number(to, (int64_t)c0->items[i], 2);
        int64_t v1_kind = (int64_t)c1->items[i];
        push_nacf_buffer(arena, to, (uint8_t)((int64_t)c1->items[i]));
        int64_t v2_length = (int64_t)c2->items[i];
        store_number(to, (int64_t)c2->items[i], 2);
        int64_t s1 = v1_kind;
        if (s1 == 0) {
        } else if (s1 == 1) {
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c3->items[i]));
        } else if (s1 == 2) {
            store_eight(to, c4, i);
        } else if (s1 == 3) {
            int64_t a2 = int_of(c5->items[i]);
            int64_t n3 = int_of(c6->items[i]);
            if (n3 != 8) {
                return false;
            }
            if (a2 < INT64_C(9007199254740991)) {
                if ((a2 + n3) > data->size) {
                    return false;
                }
                put_range(arena, to, data, a2, a2 + n3);
            }
        } else if (s1 == 4) {
            int64_t a4 = int_of(c7->items[i]);
            int64_t n5 = int_of(c8->items[i]);
            if (n5 != v2_length) {
                return false;
            }
            if (a4 < INT64_C(9007199254740991)) {
                if ((a4 + n5) > data->size) {
                    return false;
                }
                put_range(arena, to, data, a4, a4 + n5);
            }
        } else if (s1 == 5) {
            int64_t n6 = int_of(c9->items[i + 1]) - int_of(c9->items[i]);
            if ((n6 < 0) || (n6 != v2_length)) {
                return false;
            }
            u9 = u9 + n6;
            for (int64_t k = int_of(c9->items[i]); k < int_of(c9->items[i + 1]); k++) {
                store_number(to, (int64_t)c10->items[k], 4);
            }
        } else if (s1 == 6) {
            int64_t a7 = int_of(c5->items[i]);
            int64_t n8 = int_of(c6->items[i]);
            if (n8 != (v2_length * 4)) {
                return false;
            }
            if (a7 < INT64_C(9007199254740991)) {
                if ((a7 + n8) > data->size) {
                    return false;
                }
                put_range(arena, to, data, a7, a7 + n8);
            }
        }
        ends->items[i] = (uint64_t)(to->size);
    }
    return u9 == c10->size;
}

/* Read records of signature; return how many there are. */
static int64_t read_nac_signature(nacf_arena *arena, const nacf_buffer *data, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u2s *c0, nacf_u8s *c1, nacf_u1s *c2) {
    int64_t pos = start;
    for (int64_t i = 0; i < count; i++) {
        starts->items[i] = (uint64_t)(pos);
        if (pos == end) {
            return i;
        }
        if ((end - pos) < 3) {
            return -1;
        }
        c0->items[i] = (uint16_t)(get_u2(data, pos));
        int64_t v1_num_codes = (int64_t)(data->items[pos + 2]);
        pos = pos + 3;
        int64_t n1 = v1_num_codes;
        if (n1 > (end - pos)) {
            return -1;
        }
        for (int64_t _k1 = 0; _k1 < n1; _k1++) {
            push_nacf_u1s(arena, c2, (uint8_t)((int64_t)data->items[pos]));
            pos = pos + 1;
        }
        c1->items[i + 1] = (uint64_t)(c2->size);
    }
    starts->items[count] = (uint64_t)(pos);
    return count;
}

/* Append records of signature; return whether their columns agree with each other. */
static bool write_nac_signature(nacf_arena *arena, int64_t count, nacf_buffer *to, nacf_u8s *ends, const nacf_u2s *c0, const nacf_u8s *c1, const nacf_u1s *c2) {
    int64_t u1 = 0;
    for (int64_t i = 0; i < count; i++) {
        store_number(to, (int64_t)c0->items[i], 2);
        int64_t v1_num_codes = int_of(c1->items[i + 1]) - int_of(c1->items[i]);
        if (v1_num_codes < 0) {
            return false;
        }
        if (v1_num_codes > 255) {
            return false;
        }
        store_number(to, v1_num_codes, 1);
        int64_t n1 = int_of(c1->items[i + 1]) - int_of(c1->items[i]);
        if (n1 < 0) {
            return false;
        }
        u1 = u1 + n1;
        for (int64_t k = int_of(c1->items[i]); k < int_of(c1->items[i + 1]); k++) {
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c2->items[k]));
        }
        ends->items[i] = (uint64_t)(to->size);
    }
    return u1 == c2->size;
}

/* Read records of parameter_name; return how many there are. */
static int64_t read_nac_parameter_name(const nacf_buffer *data, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u2s *c0, nacf_u8s *c1, nacf_u8s *c2) {
    int64_t pos = start;
    for (int64_t i = 0; i < count; i++) {
        starts->items[i] = (uint64_t)(pos);
        if (pos == end) {
            return i;
        }
        if ((end - pos) < 4) {
            return -1;
        }
        c0->items[i] = (uint16_t)(get_u2(data, pos));
        int64_t v1_len_name = get_u2(data, pos + 2);
        pos = pos + 4;
        int64_t n1 = v1_len_name;
        if (n1 > (end - pos)) {
            return -1;
        }
        c1->items[i] = (uint64_t)(pos);
        c2->items[i] = (uint64_t)(n1);
        if (!is_utf8(data, pos, pos + n1)) {
            return -1;
        }
        pos = pos + n1;
    }
    starts->items[count] = (uint64_t)(pos);
    return count;
}

/* Append records of parameter_name; return whether their columns agree with each other. */
static bool write_nac_parameter_name(nacf_arena *arena, int64_t count, const nacf_buffer *data, nacf_buffer *to, nacf_u8s *ends, const nacf_u2s *c0, const nacf_u8s *c1, const nacf_u8s *c2) {
    for (int64_t i = 0; i < count; i++) {
        store_number(to, (int64_t)c0->items[i], 2);
        int64_t v1_len_name = int_of(c2->items[i]);
        if (v1_len_name > 65535) {
            return false;
        }
        store_number(to, v1_len_name, 2);
        int64_t a1 = int_of(c1->items[i]);
        int64_t n2 = int_of(c2->items[i]);
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

/* Read records of input_name; return how many there are. */
static int64_t read_nac_input_name(const nacf_buffer *data, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u2s *c0, nacf_u8s *c1, nacf_u8s *c2) {
    int64_t pos = start;
    for (int64_t i = 0; i < count; i++) {
        starts->items[i] = (uint64_t)(pos);
        if (pos == end) {
            return i;
        }
        if ((end - pos) < 4) {
            return -1;
        }
        c0->items[i] = (uint16_t)(get_u2(data, pos));
        int64_t v1_len_name = get_u2(data, pos + 2);
        pos = pos + 4;
        int64_t n1 = v1_len_name;
        if (n1 > (end - pos)) {
            return -1;
        }
        c1->items[i] = (uint64_t)(pos);
        c2->items[i] = (uint64_t)(n1);
        if (!is_utf8(data, pos, pos + n1)) {
            return -1;
        }
        pos = pos + n1;
    }
    starts->items[count] = (uint64_t)(pos);
    return count;
}

/* Append records of input_name; return whether their columns agree with each other. */
static bool write_nac_input_name(nacf_arena *arena, int64_t count, const nacf_buffer *data, nacf_buffer *to, nacf_u8s *ends, const nacf_u2s *c0, const nacf_u8s *c1, const nacf_u8s *c2) {
    for (int64_t i = 0; i < count; i++) {
        store_number(to, (int64_t)c0->items[i], 2);
        int64_t v1_len_name = int_of(c2->items[i]);
        if (v1_len_name > 65535) {
            return false;
        }
        store_number(to, v1_len_name, 2);
        int64_t a1 = int_of(c1->items[i]);
        int64_t n2 = int_of(c2->items[i]);
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

/* Read records of tensor; return how many there are. */
static int64_t read_nac_tensor(const nacf_buffer *data, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u2s *c0, nacf_u8s *c1, nacf_u8s *c2, nacf_u8s *c3, nacf_u8s *c4) {
    int64_t pos = start;
    for (int64_t i = 0; i < count; i++) {
        starts->items[i] = (uint64_t)(pos);
        if (pos == end) {
            return i;
        }
        if ((end - pos) < 14) {
            return -1;
        }
        c0->items[i] = (uint16_t)(get_u2(data, pos));
        int64_t v1_len_meta = get_u4(data, pos + 2);
        int64_t l1 = get_u4(data, pos + 6 + 0);
        int64_t h2 = get_u4(data, pos + 6 + 4);
        if (h2 > 2097150) {
            return -1;
        }
        int64_t v2_len_data = l1 + (INT64_C(4294967296) * h2);
        pos = pos + 14;
        int64_t n3 = v1_len_meta;
        if (n3 > (end - pos)) {
            return -1;
        }
        c1->items[i] = (uint64_t)(pos);
        c2->items[i] = (uint64_t)(n3);
        pos = pos + n3;
        int64_t n4 = v2_len_data;
        if (n4 > (end - pos)) {
            return -1;
        }
        c3->items[i] = (uint64_t)(pos);
        c4->items[i] = (uint64_t)(n4);
        pos = pos + n4;
    }
    starts->items[count] = (uint64_t)(pos);
    return count;
}

/* Append records of tensor; return whether their columns agree with each other. */
static bool write_nac_tensor(nacf_arena *arena, int64_t count, const nacf_buffer *data, nacf_buffer *to, nacf_u8s *ends, const nacf_u2s *c0, const nacf_u8s *c1, const nacf_u8s *c2, const nacf_u8s *c3, const nacf_u8s *c4) {
    for (int64_t i = 0; i < count; i++) {
        store_number(to, (int64_t)c0->items[i], 2);
        int64_t v1_len_meta = int_of(c2->items[i]);
        if (v1_len_meta > INT64_C(4294967295)) {
            return false;
        }
        store_number(to, v1_len_meta, 4);
        int64_t v2_len_data = int_of(c4->items[i]);
        store_number(to, v2_len_data, 8);
        int64_t a1 = int_of(c1->items[i]);
        int64_t n2 = int_of(c2->items[i]);
        if (a1 < INT64_C(9007199254740991)) {
            if ((a1 + n2) > data->size) {
                return false;
            }
            put_range(arena, to, data, a1, a1 + n2);
        }
        int64_t a3 = int_of(c3->items[i]);
        int64_t n4 = int_of(c4->items[i]);
        if (a3 < INT64_C(9007199254740991)) {
            if ((a3 + n4) > data->size) {
                return false;
            }
            put_range(arena, to, data, a3, a3 + n4);
        }
        ends->items[i] = (uint64_t)(to->size);
    }
    return true;
}

/* Read records of tensor_meta; return how many there are. */
static int64_t read_nac_tensor_meta(nacf_arena *arena, const nacf_buffer *data, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u1s *c0, nacf_u8s *c1, nacf_u4s *c2, nacf_u1s *c3, nacf_u8s *c4, nacf_u8s *c5, nacf_u1s *c6, nacf_u8s *c7, nacf_u8s *c8, nacf_u2s *c9, nacf_u8s *c10, nacf_u4s *c11) {
    int64_t pos = start;
    for (int64_t i = 0; i < count; i++) {
        starts->items[i] = (uint64_t)(pos);
        if (pos == end) {
            return i;
        }
        if ((end - pos) < 2) {
            return -1;
        }
        c0->items[i] = (uint8_t)((int64_t)data->items[pos]);
        int64_t v1_rank = (int64_t)(data->items[pos + 1]);
        pos = pos + 2;
        int64_t n1 = v1_rank;
        if (n1 > ((end - pos) / 4)) {
            return -1;
        }
        for (int64_t _k1 = 0; _k1 < n1; _k1++) {
            push_nacf_u4s(arena, c2, (uint32_t)(get_u4(data, pos)));
            pos = pos + 4;
        }
        if ((end - pos) < 1) {
            return -1;
        }
        int64_t v3_quantization = (int64_t)data->items[pos];
        c3->items[i] = (uint8_t)(v3_quantization);
        pos = pos + 1;
        if (!(v3_quantization <= 4)) {
            return -1;
        }
        int64_t s2 = v3_quantization;
        if (s2 == 2) {
            int64_t n3 = 4;
            if (n3 > (end - pos)) {
                return -1;
            }
            c4->items[i] = (uint64_t)(pos);
            c5->items[i] = (uint64_t)(n3);
            pos = pos + n3;
        } else if (s2 == 3) {
            if ((end - pos) < 5) {
                return -1;
            }
            c6->items[i] = (uint8_t)((int64_t)data->items[pos]);
            int64_t v5_num_scales = get_u4(data, pos + 1);
            pos = pos + 5;
            int64_t n4 = v5_num_scales * 4;
            if (n4 > (end - pos)) {
                return -1;
            }
            c7->items[i] = (uint64_t)(pos);
            c8->items[i] = (uint64_t)(n4);
            pos = pos + n4;
        } else if (s2 == 4) {
            if ((end - pos) < 3) {
                return -1;
            }
            c9->items[i] = (uint16_t)(get_u2(data, pos));
            int64_t v7_rank = (int64_t)(data->items[pos + 2]);
            pos = pos + 3;
            int64_t n5 = v7_rank;
            if (n5 > ((end - pos) / 4)) {
                return -1;
            }
            for (int64_t _k5 = 0; _k5 < n5; _k5++) {
                push_nacf_u4s(arena, c11, (uint32_t)(get_u4(data, pos)));
                pos = pos + 4;
            }
            if ((end - pos) < 4) {
                return -1;
            }
            int64_t v9_num_scales = get_u4(data, pos);
            pos = pos + 4;
            int64_t n6 = v9_num_scales * 4;
            if (n6 > (end - pos)) {
                return -1;
            }
            c7->items[i] = (uint64_t)(pos);
            c8->items[i] = (uint64_t)(n6);
            pos = pos + n6;
        }
        c1->items[i + 1] = (uint64_t)(c2->size);
        c10->items[i + 1] = (uint64_t)(c11->size);
    }
    starts->items[count] = (uint64_t)(pos);
    return count;
}

/* Append records of tensor_meta; return whether their columns agree with each other. */
static bool write_nac_tensor_meta(nacf_arena *arena, int64_t count, const nacf_buffer *data, nacf_buffer *to, nacf_u8s *ends, const nacf_u1s *c0, const nacf_u8s *c1, const nacf_u4s *c2, const nacf_u1s *c3, const nacf_u8s *c4, const nacf_u8s *c5, const nacf_u1s *c6, const nacf_u8s *c7, const nacf_u8s *c8, const nacf_u2s *c9, const nacf_u8s *c10, const nacf_u4s *c11) {
    int64_t u1 = 0;
    int64_t u10 = 0;
    for (int64_t i = 0; i < count; i++) {
        push_nacf_buffer(arena, to, (uint8_t)((int64_t)c0->items[i]));
        int64_t v1_rank = int_of(c1->items[i + 1]) - int_of(c1->items[i]);
        if (v1_rank < 0) {
            return false;
        }
        if (v1_rank > 255) {
            return false;
        }
        store_number(to, v1_rank, 1);
        int64_t n1 = int_of(c1->items[i + 1]) - int_of(c1->items[i]);
        if (n1 < 0) {
            return false;
        }
        u1 = u1 + n1;
        for (int64_t k = int_of(c1->items[i]); k < int_of(c1->items[i + 1]); k++) {
            store_number(to, (int64_t)c2->items[k], 4);
        }
        int64_t v3_quantization = (int64_t)c3->items[i];
        push_nacf_buffer(arena, to, (uint8_t)((int64_t)c3->items[i]));
        int64_t s2 = v3_quantization;
        if (s2 == 2) {
            int64_t a3 = int_of(c4->items[i]);
            int64_t n4 = int_of(c5->items[i]);
            if (n4 != 4) {
                return false;
            }
            if (a3 < INT64_C(9007199254740991)) {
                if ((a3 + n4) > data->size) {
                    return false;
                }
                put_range(arena, to, data, a3, a3 + n4);
            }
        } else if (s2 == 3) {
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c6->items[i]));
            if ((int_of(c8->items[i]) % 4) != 0) {
                return false;
            }
            int64_t v5_num_scales = int_of(c8->items[i]) / 4;
            if (v5_num_scales > INT64_C(4294967295)) {
                return false;
            }
            store_number(to, v5_num_scales, 4);
            int64_t a5 = int_of(c7->items[i]);
            int64_t n6 = int_of(c8->items[i]);
            if (a5 < INT64_C(9007199254740991)) {
                if ((a5 + n6) > data->size) {
                    return false;
                }
                put_range(arena, to, data, a5, a5 + n6);
            }
        } else if (s2 == 4) {
            store_number(to, (int64_t)c9->items[i], 2);
            int64_t v7_rank = int_of(c10->items[i + 1]) - int_of(c10->items[i]);
            if (v7_rank < 0) {
                return false;
            }
            if (v7_rank > 255) {
                return false;
            }
            store_number(to, v7_rank, 1);
            int64_t n7 = int_of(c10->items[i + 1]) - int_of(c10->items[i]);
            if (n7 < 0) {
                return false;
            }
            u10 = u10 + n7;
            for (int64_t k = int_of(c10->items[i]); k < int_of(c10->items[i + 1]); k++) {
                store_number(to, (int64_t)c11->items[k], 4);
            }
            if ((int_of(c8->items[i]) % 4) != 0) {
                return false;
            }
            int64_t v9_num_scales = int_of(c8->items[i]) / 4;
            if (v9_num_scales > INT64_C(4294967295)) {
                return false;
            }
            store_number(to, v9_num_scales, 4);
            int64_t a8 = int_of(c7->items[i]);
            int64_t n9 = int_of(c8->items[i]);
            if (a8 < INT64_C(9007199254740991)) {
                if ((a8 + n9) > data->size) {
                    return false;
                }
                put_range(arena, to, data, a8, a8 + n9);
            }
        }
        ends->items[i] = (uint64_t)(to->size);
    }
    return (u1 == c2->size) && (u10 == c11->size);
}

/* Read records of resource; return how many there are. */
static int64_t read_nac_resource(const nacf_buffer *data, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u8s *c0, nacf_u8s *c1, nacf_u8s *c2, nacf_u8s *c3) {
    int64_t pos = start;
    for (int64_t i = 0; i < count; i++) {
        starts->items[i] = (uint64_t)(pos);
        if (pos == end) {
            return i;
        }
        if ((end - pos) < 2) {
            return -1;
        }
        int64_t v0_len_name = get_u2(data, pos);
        pos = pos + 2;
        int64_t n1 = v0_len_name;
        if (n1 > (end - pos)) {
            return -1;
        }
        c0->items[i] = (uint64_t)(pos);
        c1->items[i] = (uint64_t)(n1);
        if (!is_utf8(data, pos, pos + n1)) {
            return -1;
        }
        pos = pos + n1;
        if ((end - pos) < 4) {
            return -1;
        }
        int64_t v1_len_data = get_u4(data, pos);
        pos = pos + 4;
        int64_t n2 = v1_len_data;
        if (n2 > (end - pos)) {
            return -1;
        }
        c2->items[i] = (uint64_t)(pos);
        c3->items[i] = (uint64_t)(n2);
        pos = pos + n2;
    }
    starts->items[count] = (uint64_t)(pos);
    return count;
}

/* Append records of resource; return whether their columns agree with each other. */
static bool write_nac_resource(nacf_arena *arena, int64_t count, const nacf_buffer *data, nacf_buffer *to, nacf_u8s *ends, const nacf_u8s *c0, const nacf_u8s *c1, const nacf_u8s *c2, const nacf_u8s *c3) {
    for (int64_t i = 0; i < count; i++) {
        int64_t v0_len_name = int_of(c1->items[i]);
        if (v0_len_name > 65535) {
            return false;
        }
        store_number(to, v0_len_name, 2);
        int64_t a1 = int_of(c0->items[i]);
        int64_t n2 = int_of(c1->items[i]);
        if (a1 < INT64_C(9007199254740991)) {
            if ((a1 + n2) > data->size) {
                return false;
            }
            put_range(arena, to, data, a1, a1 + n2);
        }
        int64_t v1_len_data = int_of(c3->items[i]);
        if (v1_len_data > INT64_C(4294967295)) {
            return false;
        }
        store_number(to, v1_len_data, 4);
        int64_t a3 = int_of(c2->items[i]);
        int64_t n4 = int_of(c3->items[i]);
        if (a3 < INT64_C(9007199254740991)) {
            if ((a3 + n4) > data->size) {
                return false;
            }
            put_range(arena, to, data, a3, a3 + n4);
        }
        ends->items[i] = (uint64_t)(to->size);
    }
    return true;
}

/* Read records of named_array; return how many there are. */
static int64_t read_nac_named_array(nacf_arena *arena, const nacf_buffer *data, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u8s *c0, nacf_u8s *c1, nacf_u1s *c2, nacf_u8s *c3, nacf_u4s *c4, nacf_u8s *c5, nacf_u8s *c6) {
    int64_t pos = start;
    for (int64_t i = 0; i < count; i++) {
        starts->items[i] = (uint64_t)(pos);
        if (pos == end) {
            return i;
        }
        if ((end - pos) < 2) {
            return -1;
        }
        int64_t v0_len_name = get_u2(data, pos);
        pos = pos + 2;
        int64_t n1 = v0_len_name;
        if (n1 > (end - pos)) {
            return -1;
        }
        c0->items[i] = (uint64_t)(pos);
        c1->items[i] = (uint64_t)(n1);
        if (!is_utf8(data, pos, pos + n1)) {
            return -1;
        }
        pos = pos + n1;
        if ((end - pos) < 2) {
            return -1;
        }
        c2->items[i] = (uint8_t)((int64_t)data->items[pos]);
        int64_t v2_rank = (int64_t)(data->items[pos + 1]);
        pos = pos + 2;
        int64_t n2 = v2_rank;
        if (n2 > ((end - pos) / 4)) {
            return -1;
        }
        for (int64_t _k2 = 0; _k2 < n2; _k2++) {
            push_nacf_u4s(arena, c4, (uint32_t)(get_u4(data, pos)));
            pos = pos + 4;
        }
        if ((end - pos) < 8) {
            return -1;
        }
        int64_t l3 = get_u4(data, pos + 0);
        int64_t h4 = get_u4(data, pos + 4);
        if (h4 > 2097150) {
            return -1;
        }
        int64_t v4_len_data = l3 + (INT64_C(4294967296) * h4);
        pos = pos + 8;
        int64_t n5 = v4_len_data;
        if (n5 > (end - pos)) {
            return -1;
        }
        c5->items[i] = (uint64_t)(pos);
        c6->items[i] = (uint64_t)(n5);
        pos = pos + n5;
        c3->items[i + 1] = (uint64_t)(c4->size);
    }
    starts->items[count] = (uint64_t)(pos);
    return count;
}

/* Append records of named_array; return whether their columns agree with each other. */
static bool write_nac_named_array(nacf_arena *arena, int64_t count, const nacf_buffer *data, nacf_buffer *to, nacf_u8s *ends, const nacf_u8s *c0, const nacf_u8s *c1, const nacf_u1s *c2, const nacf_u8s *c3, const nacf_u4s *c4, const nacf_u8s *c5, const nacf_u8s *c6) {
    int64_t u3 = 0;
    for (int64_t i = 0; i < count; i++) {
        int64_t v0_len_name = int_of(c1->items[i]);
        if (v0_len_name > 65535) {
            return false;
        }
        store_number(to, v0_len_name, 2);
        int64_t a1 = int_of(c0->items[i]);
        int64_t n2 = int_of(c1->items[i]);
        if (a1 < INT64_C(9007199254740991)) {
            if ((a1 + n2) > data->size) {
                return false;
            }
            put_range(arena, to, data, a1, a1 + n2);
        }
        push_nacf_buffer(arena, to, (uint8_t)((int64_t)c2->items[i]));
        int64_t v2_rank = int_of(c3->items[i + 1]) - int_of(c3->items[i]);
        if (v2_rank < 0) {
            return false;
        }
        if (v2_rank > 255) {
            return false;
        }
        store_number(to, v2_rank, 1);
        int64_t n3 = int_of(c3->items[i + 1]) - int_of(c3->items[i]);
        if (n3 < 0) {
            return false;
        }
        u3 = u3 + n3;
        for (int64_t k = int_of(c3->items[i]); k < int_of(c3->items[i + 1]); k++) {
            store_number(to, (int64_t)c4->items[k], 4);
        }
        int64_t v4_len_data = int_of(c6->items[i]);
        store_number(to, v4_len_data, 8);
        int64_t a4 = int_of(c5->items[i]);
        int64_t n5 = int_of(c6->items[i]);
        if (a4 < INT64_C(9007199254740991)) {
            if ((a4 + n5) > data->size) {
                return false;
            }
            put_range(arena, to, data, a4, a4 + n5);
        }
        ends->items[i] = (uint64_t)(to->size);
    }
    return u3 == c4->size;
}

NACF_API int64_t nac_schedule_record_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t nac_schedule_record_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_buffer data = {given[0].items, given[0].size, given[0].room};
    nacf_u8s starts = {given[1].items, given[1].size, given[1].room};
    nacf_u2s c0 = {given[2].items, given[2].size, given[2].room};
    nacf_u8s c1 = {given[3].items, given[3].size, given[3].room};
    nacf_u1s c2 = {given[4].items, given[4].size, given[4].room};
    nacf_u2s c3 = {given[5].items, given[5].size, given[5].room};
    const int64_t found = read_nac_schedule_record(NULL, &data, start, count, end, &starts, &c0, &c1, &c2, &c3);
    given[1].size = starts.size;
    given[2].size = c0.size;
    given[3].size = c1.size;
    given[4].size = c2.size;
    given[5].size = c3.size;
    (void)arguments;
    return found;
}

NACF_API int64_t nac_schedule_record_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t nac_schedule_record_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_u2s c0 = {given[1].items, given[1].size, given[1].room};
    nacf_u8s c1 = {given[2].items, given[2].size, given[2].room};
    nacf_u1s c2 = {given[3].items, given[3].size, given[3].room};
    nacf_u2s c3 = {given[4].items, given[4].size, given[4].room};
    nacf_u8s ends = {given[5].items, given[5].size, given[5].room};
    nacf_buffer to = {given[6].items, given[6].size, given[6].room};
    const int64_t found = write_nac_schedule_record(NULL, count, &to, &ends, &c0, &c1, &c2, &c3);
    given[5].size = ends.size;
    given[6].size = to.size;
    (void)arguments;
    (void)start;
    (void)end;
    return found;
}

NACF_API int64_t nac_instruction_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t nac_instruction_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_buffer data = {given[0].items, given[0].size, given[0].room};
    nacf_u8s starts = {given[1].items, given[1].size, given[1].room};
    nacf_u1s c0 = {given[2].items, given[2].size, given[2].room};
    nacf_u1s c1 = {given[3].items, given[3].size, given[3].room};
    nacf_u2s c2 = {given[4].items, given[4].size, given[4].room};
    nacf_u2s c3 = {given[5].items, given[5].size, given[5].room};
    nacf_u8s c4 = {given[6].items, given[6].size, given[6].room};
    nacf_u2s c5 = {given[7].items, given[7].size, given[7].room};
    nacf_u8s c6 = {given[8].items, given[8].size, given[8].room};
    nacf_u2s c7 = {given[9].items, given[9].size, given[9].room};
    nacf_u2s c8 = {given[10].items, given[10].size, given[10].room};
    nacf_u2s c9 = {given[11].items, given[11].size, given[11].room};
    nacf_u2s c10 = {given[12].items, given[12].size, given[12].room};
    nacf_u2s c11 = {given[13].items, given[13].size, given[13].room};
    nacf_u2s c12 = {given[14].items, given[14].size, given[14].room};
    nacf_u8s c13 = {given[15].items, given[15].size, given[15].room};
    nacf_u2s c14 = {given[16].items, given[16].size, given[16].room};
    nacf_u8s c15 = {given[17].items, given[17].size, given[17].room};
    nacf_u2s c16 = {given[18].items, given[18].size, given[18].room};
    nacf_u2s c17 = {given[19].items, given[19].size, given[19].room};
    nacf_u2s c18 = {given[20].items, given[20].size, given[20].room};
    nacf_u2s c19 = {given[21].items, given[21].size, given[21].room};
    const int64_t found = read_nac_instruction(NULL, &data, &arguments, start, count, end, &starts, &c0, &c1, &c2, &c3, &c4, &c5, &c6, &c7, &c8, &c9, &c10, &c11, &c12, &c13, &c14, &c15, &c16, &c17, &c18, &c19);
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
    given[13].size = c11.size;
    given[14].size = c12.size;
    given[15].size = c13.size;
    given[16].size = c14.size;
    given[17].size = c15.size;
    given[18].size = c16.size;
    given[19].size = c17.size;
    given[20].size = c18.size;
    given[21].size = c19.size;
    return found;
}

NACF_API int64_t nac_instruction_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t nac_instruction_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_u1s c0 = {given[1].items, given[1].size, given[1].room};
    nacf_u1s c1 = {given[2].items, given[2].size, given[2].room};
    nacf_u2s c2 = {given[3].items, given[3].size, given[3].room};
    nacf_u2s c3 = {given[4].items, given[4].size, given[4].room};
    nacf_u8s c4 = {given[5].items, given[5].size, given[5].room};
    nacf_u2s c5 = {given[6].items, given[6].size, given[6].room};
    nacf_u8s c6 = {given[7].items, given[7].size, given[7].room};
    nacf_u2s c7 = {given[8].items, given[8].size, given[8].room};
    nacf_u2s c8 = {given[9].items, given[9].size, given[9].room};
    nacf_u2s c9 = {given[10].items, given[10].size, given[10].room};
    nacf_u2s c10 = {given[11].items, given[11].size, given[11].room};
    nacf_u2s c11 = {given[12].items, given[12].size, given[12].room};
    nacf_u2s c12 = {given[13].items, given[13].size, given[13].room};
    nacf_u8s c13 = {given[14].items, given[14].size, given[14].room};
    nacf_u2s c14 = {given[15].items, given[15].size, given[15].room};
    nacf_u8s c15 = {given[16].items, given[16].size, given[16].room};
    nacf_u2s c16 = {given[17].items, given[17].size, given[17].room};
    nacf_u2s c17 = {given[18].items, given[18].size, given[18].room};
    nacf_u2s c18 = {given[19].items, given[19].size, given[19].room};
    nacf_u2s c19 = {given[20].items, given[20].size, given[20].room};
    nacf_u8s ends = {given[21].items, given[21].size, given[21].room};
    nacf_buffer to = {given[22].items, given[22].size, given[22].room};
    const int64_t found = write_nac_instruction(NULL, count, &arguments, &to, &ends, &c0, &c1, &c2, &c3, &c4, &c5, &c6, &c7, &c8, &c9, &c10, &c11, &c12, &c13, &c14, &c15, &c16, &c17, &c18, &c19);
    given[21].size = ends.size;
    given[22].size = to.size;
    (void)start;
    (void)end;
    return found;
}

NACF_API int64_t nac_operation_name_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t nac_operation_name_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_buffer data = {given[0].items, given[0].size, given[0].room};
    nacf_u8s starts = {given[1].items, given[1].size, given[1].room};
    nacf_u2s c0 = {given[2].items, given[2].size, given[2].room};
    nacf_u8s c1 = {given[3].items, given[3].size, given[3].room};
    nacf_u8s c2 = {given[4].items, given[4].size, given[4].room};
    const int64_t found = read_nac_operation_name(&data, start, count, end, &starts, &c0, &c1, &c2);
    given[1].size = starts.size;
    given[2].size = c0.size;
    given[3].size = c1.size;
    given[4].size = c2.size;
    (void)arguments;
    return found;
}

NACF_API int64_t nac_operation_name_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t nac_operation_name_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_buffer data = {given[0].items, given[0].size, given[0].room};
    nacf_u2s c0 = {given[1].items, given[1].size, given[1].room};
    nacf_u8s c1 = {given[2].items, given[2].size, given[2].room};
    nacf_u8s c2 = {given[3].items, given[3].size, given[3].room};
    nacf_u8s ends = {given[4].items, given[4].size, given[4].room};
    nacf_buffer to = {given[5].items, given[5].size, given[5].room};
    const int64_t found = write_nac_operation_name(NULL, count, &data, &to, &ends, &c0, &c1, &c2);
    given[4].size = ends.size;
    given[5].size = to.size;
    (void)arguments;
    (void)start;
    (void)end;
    return found;
}

NACF_API int64_t nac_constant_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t nac_constant_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_buffer data = {given[0].items, given[0].size, given[0].room};
    nacf_u8s starts = {given[1].items, given[1].size, given[1].room};
    nacf_u2s c0 = {given[2].items, given[2].size, given[2].room};
    nacf_u1s c1 = {given[3].items, given[3].size, given[3].room};
    nacf_u2s c2 = {given[4].items, given[4].size, given[4].room};
    nacf_u1s c3 = {given[5].items, given[5].size, given[5].room};
    nacf_u8s c4 = {given[6].items, given[6].size, given[6].room};
    nacf_u8s c5 = {given[7].items, given[7].size, given[7].room};
    nacf_u8s c6 = {given[8].items, given[8].size, given[8].room};
    nacf_u8s c7 = {given[9].items, given[9].size, given[9].room};
    nacf_u8s c8 = {given[10].items, given[10].size, given[10].room};
    nacf_u8s c9 = {given[11].items, given[11].size, given[11].room};
    nacf_u4s c10 = {given[12].items, given[12].size, given[12].room};
    const int64_t found = read_nac_constant(NULL, &data, start, count, end, &starts, &c0, &c1, &c2, &c3, &c4, &c5, &c6, &c7, &c8, &c9, &c10);
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
    (void)arguments;
    return found;
}

NACF_API int64_t nac_constant_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t nac_constant_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_buffer data = {given[0].items, given[0].size, given[0].room};
    nacf_u2s c0 = {given[1].items, given[1].size, given[1].room};
    nacf_u1s c1 = {given[2].items, given[2].size, given[2].room};
    nacf_u2s c2 = {given[3].items, given[3].size, given[3].room};
    nacf_u1s c3 = {given[4].items, given[4].size, given[4].room};
    nacf_u8s c4 = {given[5].items, given[5].size, given[5].room};
    nacf_u8s c5 = {given[6].items, given[6].size, given[6].room};
    nacf_u8s c6 = {given[7].items, given[7].size, given[7].room};
    nacf_u8s c7 = {given[8].items, given[8].size, given[8].room};
    nacf_u8s c8 = {given[9].items, given[9].size, given[9].room};
    nacf_u8s c9 = {given[10].items, given[10].size, given[10].room};
    nacf_u4s c10 = {given[11].items, given[11].size, given[11].room};
    nacf_u8s ends = {given[12].items, given[12].size, given[12].room};
    nacf_buffer to = {given[13].items, given[13].size, given[13].room};
    const int64_t found = write_nac_constant(NULL, count, &data, &to, &ends, &c0, &c1, &c2, &c3, &c4, &c5, &c6, &c7, &c8, &c9, &c10);
    given[12].size = ends.size;
    given[13].size = to.size;
    (void)arguments;
    (void)start;
    (void)end;
    return found;
}

NACF_API int64_t nac_signature_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t nac_signature_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_buffer data = {given[0].items, given[0].size, given[0].room};
    nacf_u8s starts = {given[1].items, given[1].size, given[1].room};
    nacf_u2s c0 = {given[2].items, given[2].size, given[2].room};
    nacf_u8s c1 = {given[3].items, given[3].size, given[3].room};
    nacf_u1s c2 = {given[4].items, given[4].size, given[4].room};
    const int64_t found = read_nac_signature(NULL, &data, start, count, end, &starts, &c0, &c1, &c2);
    given[1].size = starts.size;
    given[2].size = c0.size;
    given[3].size = c1.size;
    given[4].size = c2.size;
    (void)arguments;
    return found;
}

NACF_API int64_t nac_signature_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t nac_signature_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_u2s c0 = {given[1].items, given[1].size, given[1].room};
    nacf_u8s c1 = {given[2].items, given[2].size, given[2].room};
    nacf_u1s c2 = {given[3].items, given[3].size, given[3].room};
    nacf_u8s ends = {given[4].items, given[4].size, given[4].room};
    nacf_buffer to = {given[5].items, given[5].size, given[5].room};
    const int64_t found = write_nac_signature(NULL, count, &to, &ends, &c0, &c1, &c2);
    given[4].size = ends.size;
    given[5].size = to.size;
    (void)arguments;
    (void)start;
    (void)end;
    return found;
}

NACF_API int64_t nac_parameter_name_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t nac_parameter_name_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_buffer data = {given[0].items, given[0].size, given[0].room};
    nacf_u8s starts = {given[1].items, given[1].size, given[1].room};
    nacf_u2s c0 = {given[2].items, given[2].size, given[2].room};
    nacf_u8s c1 = {given[3].items, given[3].size, given[3].room};
    nacf_u8s c2 = {given[4].items, given[4].size, given[4].room};
    const int64_t found = read_nac_parameter_name(&data, start, count, end, &starts, &c0, &c1, &c2);
    given[1].size = starts.size;
    given[2].size = c0.size;
    given[3].size = c1.size;
    given[4].size = c2.size;
    (void)arguments;
    return found;
}

NACF_API int64_t nac_parameter_name_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t nac_parameter_name_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_buffer data = {given[0].items, given[0].size, given[0].room};
    nacf_u2s c0 = {given[1].items, given[1].size, given[1].room};
    nacf_u8s c1 = {given[2].items, given[2].size, given[2].room};
    nacf_u8s c2 = {given[3].items, given[3].size, given[3].room};
    nacf_u8s ends = {given[4].items, given[4].size, given[4].room};
    nacf_buffer to = {given[5].items, given[5].size, given[5].room};
    const int64_t found = write_nac_parameter_name(NULL, count, &data, &to, &ends, &c0, &c1, &c2);
    given[4].size = ends.size;
    given[5].size = to.size;
    (void)arguments;
    (void)start;
    (void)end;
    return found;
}

NACF_API int64_t nac_input_name_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t nac_input_name_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_buffer data = {given[0].items, given[0].size, given[0].room};
    nacf_u8s starts = {given[1].items, given[1].size, given[1].room};
    nacf_u2s c0 = {given[2].items, given[2].size, given[2].room};
    nacf_u8s c1 = {given[3].items, given[3].size, given[3].room};
    nacf_u8s c2 = {given[4].items, given[4].size, given[4].room};
    const int64_t found = read_nac_input_name(&data, start, count, end, &starts, &c0, &c1, &c2);
    given[1].size = starts.size;
    given[2].size = c0.size;
    given[3].size = c1.size;
    given[4].size = c2.size;
    (void)arguments;
    return found;
}

NACF_API int64_t nac_input_name_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t nac_input_name_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_buffer data = {given[0].items, given[0].size, given[0].room};
    nacf_u2s c0 = {given[1].items, given[1].size, given[1].room};
    nacf_u8s c1 = {given[2].items, given[2].size, given[2].room};
    nacf_u8s c2 = {given[3].items, given[3].size, given[3].room};
    nacf_u8s ends = {given[4].items, given[4].size, given[4].room};
    nacf_buffer to = {given[5].items, given[5].size, given[5].room};
    const int64_t found = write_nac_input_name(NULL, count, &data, &to, &ends, &c0, &c1, &c2);
    given[4].size = ends.size;
    given[5].size = to.size;
    (void)arguments;
    (void)start;
    (void)end;
    return found;
}

NACF_API int64_t nac_tensor_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t nac_tensor_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_buffer data = {given[0].items, given[0].size, given[0].room};
    nacf_u8s starts = {given[1].items, given[1].size, given[1].room};
    nacf_u2s c0 = {given[2].items, given[2].size, given[2].room};
    nacf_u8s c1 = {given[3].items, given[3].size, given[3].room};
    nacf_u8s c2 = {given[4].items, given[4].size, given[4].room};
    nacf_u8s c3 = {given[5].items, given[5].size, given[5].room};
    nacf_u8s c4 = {given[6].items, given[6].size, given[6].room};
    const int64_t found = read_nac_tensor(&data, start, count, end, &starts, &c0, &c1, &c2, &c3, &c4);
    given[1].size = starts.size;
    given[2].size = c0.size;
    given[3].size = c1.size;
    given[4].size = c2.size;
    given[5].size = c3.size;
    given[6].size = c4.size;
    (void)arguments;
    return found;
}

NACF_API int64_t nac_tensor_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t nac_tensor_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_buffer data = {given[0].items, given[0].size, given[0].room};
    nacf_u2s c0 = {given[1].items, given[1].size, given[1].room};
    nacf_u8s c1 = {given[2].items, given[2].size, given[2].room};
    nacf_u8s c2 = {given[3].items, given[3].size, given[3].room};
    nacf_u8s c3 = {given[4].items, given[4].size, given[4].room};
    nacf_u8s c4 = {given[5].items, given[5].size, given[5].room};
    nacf_u8s ends = {given[6].items, given[6].size, given[6].room};
    nacf_buffer to = {given[7].items, given[7].size, given[7].room};
    const int64_t found = write_nac_tensor(NULL, count, &data, &to, &ends, &c0, &c1, &c2, &c3, &c4);
    given[6].size = ends.size;
    given[7].size = to.size;
    (void)arguments;
    (void)start;
    (void)end;
    return found;
}

NACF_API int64_t nac_tensor_meta_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t nac_tensor_meta_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_buffer data = {given[0].items, given[0].size, given[0].room};
    nacf_u8s starts = {given[1].items, given[1].size, given[1].room};
    nacf_u1s c0 = {given[2].items, given[2].size, given[2].room};
    nacf_u8s c1 = {given[3].items, given[3].size, given[3].room};
    nacf_u4s c2 = {given[4].items, given[4].size, given[4].room};
    nacf_u1s c3 = {given[5].items, given[5].size, given[5].room};
    nacf_u8s c4 = {given[6].items, given[6].size, given[6].room};
    nacf_u8s c5 = {given[7].items, given[7].size, given[7].room};
    nacf_u1s c6 = {given[8].items, given[8].size, given[8].room};
    nacf_u8s c7 = {given[9].items, given[9].size, given[9].room};
    nacf_u8s c8 = {given[10].items, given[10].size, given[10].room};
    nacf_u2s c9 = {given[11].items, given[11].size, given[11].room};
    nacf_u8s c10 = {given[12].items, given[12].size, given[12].room};
    nacf_u4s c11 = {given[13].items, given[13].size, given[13].room};
    const int64_t found = read_nac_tensor_meta(NULL, &data, start, count, end, &starts, &c0, &c1, &c2, &c3, &c4, &c5, &c6, &c7, &c8, &c9, &c10, &c11);
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
    given[13].size = c11.size;
    (void)arguments;
    return found;
}

NACF_API int64_t nac_tensor_meta_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t nac_tensor_meta_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_buffer data = {given[0].items, given[0].size, given[0].room};
    nacf_u1s c0 = {given[1].items, given[1].size, given[1].room};
    nacf_u8s c1 = {given[2].items, given[2].size, given[2].room};
    nacf_u4s c2 = {given[3].items, given[3].size, given[3].room};
    nacf_u1s c3 = {given[4].items, given[4].size, given[4].room};
    nacf_u8s c4 = {given[5].items, given[5].size, given[5].room};
    nacf_u8s c5 = {given[6].items, given[6].size, given[6].room};
    nacf_u1s c6 = {given[7].items, given[7].size, given[7].room};
    nacf_u8s c7 = {given[8].items, given[8].size, given[8].room};
    nacf_u8s c8 = {given[9].items, given[9].size, given[9].room};
    nacf_u2s c9 = {given[10].items, given[10].size, given[10].room};
    nacf_u8s c10 = {given[11].items, given[11].size, given[11].room};
    nacf_u4s c11 = {given[12].items, given[12].size, given[12].room};
    nacf_u8s ends = {given[13].items, given[13].size, given[13].room};
    nacf_buffer to = {given[14].items, given[14].size, given[14].room};
    const int64_t found = write_nac_tensor_meta(NULL, count, &data, &to, &ends, &c0, &c1, &c2, &c3, &c4, &c5, &c6, &c7, &c8, &c9, &c10, &c11);
    given[13].size = ends.size;
    given[14].size = to.size;
    (void)arguments;
    (void)start;
    (void)end;
    return found;
}

NACF_API int64_t nac_resource_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t nac_resource_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_buffer data = {given[0].items, given[0].size, given[0].room};
    nacf_u8s starts = {given[1].items, given[1].size, given[1].room};
    nacf_u8s c0 = {given[2].items, given[2].size, given[2].room};
    nacf_u8s c1 = {given[3].items, given[3].size, given[3].room};
    nacf_u8s c2 = {given[4].items, given[4].size, given[4].room};
    nacf_u8s c3 = {given[5].items, given[5].size, given[5].room};
    const int64_t found = read_nac_resource(&data, start, count, end, &starts, &c0, &c1, &c2, &c3);
    given[1].size = starts.size;
    given[2].size = c0.size;
    given[3].size = c1.size;
    given[4].size = c2.size;
    given[5].size = c3.size;
    (void)arguments;
    return found;
}

NACF_API int64_t nac_resource_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t nac_resource_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_buffer data = {given[0].items, given[0].size, given[0].room};
    nacf_u8s c0 = {given[1].items, given[1].size, given[1].room};
    nacf_u8s c1 = {given[2].items, given[2].size, given[2].room};
    nacf_u8s c2 = {given[3].items, given[3].size, given[3].room};
    nacf_u8s c3 = {given[4].items, given[4].size, given[4].room};
    nacf_u8s ends = {given[5].items, given[5].size, given[5].room};
    nacf_buffer to = {given[6].items, given[6].size, given[6].room};
    const int64_t found = write_nac_resource(NULL, count, &data, &to, &ends, &c0, &c1, &c2, &c3);
    given[5].size = ends.size;
    given[6].size = to.size;
    (void)arguments;
    (void)start;
    (void)end;
    return found;
}

NACF_API int64_t nac_named_array_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t nac_named_array_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_buffer data = {given[0].items, given[0].size, given[0].room};
    nacf_u8s starts = {given[1].items, given[1].size, given[1].room};
    nacf_u8s c0 = {given[2].items, given[2].size, given[2].room};
    nacf_u8s c1 = {given[3].items, given[3].size, given[3].room};
    nacf_u1s c2 = {given[4].items, given[4].size, given[4].room};
    nacf_u8s c3 = {given[5].items, given[5].size, given[5].room};
    nacf_u4s c4 = {given[6].items, given[6].size, given[6].room};
    nacf_u8s c5 = {given[7].items, given[7].size, given[7].room};
    nacf_u8s c6 = {given[8].items, given[8].size, given[8].room};
    const int64_t found = read_nac_named_array(NULL, &data, start, count, end, &starts, &c0, &c1, &c2, &c3, &c4, &c5, &c6);
    given[1].size = starts.size;
    given[2].size = c0.size;
    given[3].size = c1.size;
    given[4].size = c2.size;
    given[5].size = c3.size;
    given[6].size = c4.size;
    given[7].size = c5.size;
    given[8].size = c6.size;
    (void)arguments;
    return found;
}

NACF_API int64_t nac_named_array_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t nac_named_array_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_buffer data = {given[0].items, given[0].size, given[0].room};
    nacf_u8s c0 = {given[1].items, given[1].size, given[1].room};
    nacf_u8s c1 = {given[2].items, given[2].size, given[2].room};
    nacf_u1s c2 = {given[3].items, given[3].size, given[3].room};
    nacf_u8s c3 = {given[4].items, given[4].size, given[4].room};
    nacf_u4s c4 = {given[5].items, given[5].size, given[5].room};
    nacf_u8s c5 = {given[6].items, given[6].size, given[6].room};
    nacf_u8s c6 = {given[7].items, given[7].size, given[7].room};
    nacf_u8s ends = {given[8].items, given[8].size, given[8].room};
    nacf_buffer to = {given[9].items, given[9].size, given[9].room};
    const int64_t found = write_nac_named_array(NULL, count, &data, &to, &ends, &c0, &c1, &c2, &c3, &c4, &c5, &c6);
    given[8].size = ends.size;
    given[9].size = to.size;
    (void)arguments;
    (void)start;
    (void)end;
    return found;
}

NACF_API const char nac_sha256[] = "308f36f8eef4c66fad118d605fa5dc887729ce926ab0bc8e49e11a3de7f9bbfc";
