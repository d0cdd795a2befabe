// Generated from schemas/mep.ksy (sha256 a8c6c4d7b52001da2ce8f018edcee55aadee3cbdea27b4e1d549633e74516e48) by `nacformats generate`. Do not edit.
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
static int64_t read_mep_plan_instruction(nacf_arena *arena, const nacf_buffer *data, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u1s *c0, nacf_u1s *c1, nacf_u1s *c2, nacf_u2s *c3, nacf_u2s *c4, nacf_u1s *c5, nacf_u2s *c6, nacf_u2s *c7, nacf_u1s *c8, nacf_u2s *c9, nacf_u1s *c10, nacf_u1s *c11, nacf_u1s *c12, nacf_u2s *c13, nacf_u2s *c14, nacf_u8s *c15, nacf_u1s *c16, nacf_u1s *c17, nacf_u1s *c18, nacf_u1s *c19, nacf_u1s *c20, nacf_u1s *c21, nacf_u1s *c22, nacf_u8s *c23, nacf_u1s *c24, nacf_u1s *c25, nacf_u1s *c26, nacf_u1s *c27, nacf_u2s *c28, nacf_u1s *c29, nacf_u1s *c30, nacf_u1s *c31, nacf_u1s *c32, nacf_u1s *c33, nacf_u1s *c34, nacf_u1s *c35, nacf_u1s *c36, nacf_u8s *c37, nacf_u1s *c38, nacf_u8s *c39, nacf_u1s *c40, nacf_u1s *c41, nacf_u8s *c42, nacf_u1s *c43, nacf_u1s *c44, nacf_u2s *c45, nacf_u2s *c46, nacf_u2s *c47, nacf_u1s *c48, nacf_u1s *c49, nacf_u1s *c50, nacf_u1s *c51, nacf_u1s *c52);
static bool write_mep_plan_instruction(nacf_arena *arena, int64_t count, nacf_buffer *to, nacf_u8s *ends, const nacf_u1s *c0, const nacf_u1s *c1, const nacf_u1s *c2, const nacf_u2s *c3, const nacf_u2s *c4, const nacf_u1s *c5, const nacf_u2s *c6, const nacf_u2s *c7, const nacf_u1s *c8, const nacf_u2s *c9, const nacf_u1s *c10, const nacf_u1s *c11, const nacf_u1s *c12, const nacf_u2s *c13, const nacf_u2s *c14, const nacf_u8s *c15, const nacf_u1s *c16, const nacf_u1s *c17, const nacf_u1s *c18, const nacf_u1s *c19, const nacf_u1s *c20, const nacf_u1s *c21, const nacf_u1s *c22, const nacf_u8s *c23, const nacf_u1s *c24, const nacf_u1s *c25, const nacf_u1s *c26, const nacf_u1s *c27, const nacf_u2s *c28, const nacf_u1s *c29, const nacf_u1s *c30, const nacf_u1s *c31, const nacf_u1s *c32, const nacf_u1s *c33, const nacf_u1s *c34, const nacf_u1s *c35, const nacf_u1s *c36, const nacf_u8s *c37, const nacf_u1s *c38, const nacf_u8s *c39, const nacf_u1s *c40, const nacf_u1s *c41, const nacf_u8s *c42, const nacf_u1s *c43, const nacf_u1s *c44, const nacf_u2s *c45, const nacf_u2s *c46, const nacf_u2s *c47, const nacf_u1s *c48, const nacf_u1s *c49, const nacf_u1s *c50, const nacf_u1s *c51, const nacf_u1s *c52);

static int64_t get_u2(const nacf_buffer *data, int64_t pos) {
    return (int64_t)data->items[pos] + (256 * (int64_t)(data->items[pos + 1]));
}

/* Read records of plan_instruction; return how many there are. */
static int64_t read_mep_plan_instruction(nacf_arena *arena, const nacf_buffer *data, int64_t start, int64_t count, int64_t end, nacf_u8s *starts, nacf_u1s *c0, nacf_u1s *c1, nacf_u1s *c2, nacf_u2s *c3, nacf_u2s *c4, nacf_u1s *c5, nacf_u2s *c6, nacf_u2s *c7, nacf_u1s *c8, nacf_u2s *c9, nacf_u1s *c10, nacf_u1s *c11, nacf_u1s *c12, nacf_u2s *c13, nacf_u2s *c14, nacf_u8s *c15, nacf_u1s *c16, nacf_u1s *c17, nacf_u1s *c18, nacf_u1s *c19, nacf_u1s *c20, nacf_u1s *c21, nacf_u1s *c22, nacf_u8s *c23, nacf_u1s *c24, nacf_u1s *c25, nacf_u1s *c26, nacf_u1s *c27, nacf_u2s *c28, nacf_u1s *c29, nacf_u1s *c30, nacf_u1s *c31, nacf_u1s *c32, nacf_u1s *c33, nacf_u1s *c34, nacf_u1s *c35, nacf_u1s *c36, nacf_u8s *c37, nacf_u1s *c38, nacf_u8s *c39, nacf_u1s *c40, nacf_u1s *c41, nacf_u8s *c42, nacf_u1s *c43, nacf_u1s *c44, nacf_u2s *c45, nacf_u2s *c46, nacf_u2s *c47, nacf_u1s *c48, nacf_u1s *c49, nacf_u1s *c50, nacf_u1s *c51, nacf_u1s *c52) {
    int64_t pos = start;
    for (int64_t i = 0; i < count; i++) {
        starts->items[i] = (uint64_t)(pos);
        if (pos == end) {
            return i;
        }
        if ((end - pos) < 1) {
            return -1;
        }
        int64_t v0_opcode = (int64_t)data->items[pos];
        c0->items[i] = (uint8_t)(v0_opcode);
        pos = pos + 1;
        if (!((v0_opcode == 2) || ((v0_opcode >= 4) && (v0_opcode <= 5)) || ((v0_opcode >= 16) && (v0_opcode <= 20)) || ((v0_opcode >= 31) && (v0_opcode <= 34)) || (v0_opcode == 42) || (v0_opcode == 48) || ((v0_opcode >= 56) && (v0_opcode <= 59)) || (v0_opcode == 89) || ((v0_opcode >= 95) && (v0_opcode <= 98)) || (v0_opcode == 104) || ((v0_opcode >= 112) && (v0_opcode <= 113)) || (v0_opcode == 128) || ((v0_opcode >= 130) && (v0_opcode <= 131)) || (v0_opcode == 133) || ((v0_opcode >= 160) && (v0_opcode <= 161)) || ((v0_opcode >= 168) && (v0_opcode <= 169)) || (v0_opcode == 224) || (v0_opcode == 240) || ((v0_opcode >= 254) && (v0_opcode <= 255)))) {
            return -1;
        }
        int64_t s1 = v0_opcode;
        if (s1 == 2) {
            if ((end - pos) < 4) {
                return -1;
            }
            c1->items[i] = (uint8_t)((int64_t)data->items[pos]);
            c2->items[i] = (uint8_t)((int64_t)(data->items[pos + 1]));
            c3->items[i] = (uint16_t)(get_u2(data, pos + 2));
            pos = pos + 4;
        } else if (s1 == 4) {
            if ((end - pos) < 3) {
                return -1;
            }
            c1->items[i] = (uint8_t)((int64_t)data->items[pos]);
            c4->items[i] = (uint16_t)(get_u2(data, pos + 1));
            pos = pos + 3;
        } else if (s1 == 5) {
            if ((end - pos) < 1) {
                return -1;
            }
            c1->items[i] = (uint8_t)((int64_t)data->items[pos]);
            pos = pos + 1;
        } else if (s1 == 16) {
            if ((end - pos) < 3) {
                return -1;
            }
            c5->items[i] = (uint8_t)((int64_t)data->items[pos]);
            c6->items[i] = (uint16_t)(get_u2(data, pos + 1));
            pos = pos + 3;
        } else if (s1 == 17) {
            if ((end - pos) < 4) {
                return -1;
            }
            c1->items[i] = (uint8_t)((int64_t)data->items[pos]);
            c2->items[i] = (uint8_t)((int64_t)(data->items[pos + 1]));
            c6->items[i] = (uint16_t)(get_u2(data, pos + 2));
            pos = pos + 4;
        } else if (s1 == 18) {
            if ((end - pos) < 4) {
                return -1;
            }
            c1->items[i] = (uint8_t)((int64_t)data->items[pos]);
            c2->items[i] = (uint8_t)((int64_t)(data->items[pos + 1]));
            c7->items[i] = (uint16_t)(get_u2(data, pos + 2));
            pos = pos + 4;
        } else if (s1 == 19) {
            if ((end - pos) < 3) {
                return -1;
            }
            c1->items[i] = (uint8_t)((int64_t)data->items[pos]);
            c8->items[i] = (uint8_t)((int64_t)(data->items[pos + 1]));
            c2->items[i] = (uint8_t)((int64_t)(data->items[pos + 2]));
            pos = pos + 3;
        } else if (s1 == 20) {
            if ((end - pos) < 3) {
                return -1;
            }
            c1->items[i] = (uint8_t)((int64_t)data->items[pos]);
            c9->items[i] = (uint16_t)(get_u2(data, pos + 1));
            pos = pos + 3;
        } else if (s1 == 31) {
            if ((end - pos) < 1) {
                return -1;
            }
            int64_t v20_kind = (int64_t)data->items[pos];
            c2->items[i] = (uint8_t)(v20_kind);
            pos = pos + 1;
            if (!(v20_kind <= 1)) {
                return -1;
            }
            if (v20_kind == 0) {
                if ((end - pos) < 1) {
                    return -1;
                }
                c5->items[i] = (uint8_t)((int64_t)data->items[pos]);
                pos = pos + 1;
            }
            if (v20_kind == 1) {
                if ((end - pos) < 1) {
                    return -1;
                }
                c10->items[i] = (uint8_t)((int64_t)data->items[pos]);
                pos = pos + 1;
            }
        } else if ((s1 >= 32) && (s1 <= 33)) {
            if ((end - pos) < 3) {
                return -1;
            }
            c11->items[i] = (uint8_t)((int64_t)data->items[pos]);
            c12->items[i] = (uint8_t)((int64_t)(data->items[pos + 1]));
            c1->items[i] = (uint8_t)((int64_t)(data->items[pos + 2]));
            pos = pos + 3;
        } else if (s1 == 34) {
            if ((end - pos) < 4) {
                return -1;
            }
            c11->items[i] = (uint8_t)((int64_t)data->items[pos]);
            c13->items[i] = (uint16_t)(get_u2(data, pos + 1));
            c1->items[i] = (uint8_t)((int64_t)(data->items[pos + 3]));
            pos = pos + 4;
        } else if (s1 == 42) {
            if ((end - pos) < 4) {
                return -1;
            }
            c1->items[i] = (uint8_t)((int64_t)data->items[pos]);
            c14->items[i] = (uint16_t)(get_u2(data, pos + 1));
            int64_t v31_num_values = (int64_t)(data->items[pos + 3]);
            pos = pos + 4;
            int64_t n2 = v31_num_values;
            if (n2 > (end - pos)) {
                return -1;
            }
            for (int64_t _k2 = 0; _k2 < n2; _k2++) {
                push_nacf_u1s(arena, c16, (uint8_t)((int64_t)data->items[pos]));
                pos = pos + 1;
            }
        } else if (s1 == 48) {
            if ((end - pos) < 4) {
                return -1;
            }
            c1->items[i] = (uint8_t)((int64_t)data->items[pos]);
            c17->items[i] = (uint8_t)((int64_t)(data->items[pos + 1]));
            c2->items[i] = (uint8_t)((int64_t)(data->items[pos + 2]));
            c12->items[i] = (uint8_t)((int64_t)(data->items[pos + 3]));
            pos = pos + 4;
        } else if (s1 == 56) {
            if ((end - pos) < 3) {
                return -1;
            }
            int64_t v37_operation = (int64_t)data->items[pos];
            c18->items[i] = (uint8_t)(v37_operation);
            c1->items[i] = (uint8_t)((int64_t)(data->items[pos + 1]));
            c19->items[i] = (uint8_t)((int64_t)(data->items[pos + 2]));
            pos = pos + 3;
            if (!((v37_operation >= 1) && (v37_operation <= 3))) {
                return -1;
            }
            if (v37_operation == 1) {
                if ((end - pos) < 2) {
                    return -1;
                }
                c20->items[i] = (uint8_t)((int64_t)data->items[pos]);
                c21->items[i] = (uint8_t)((int64_t)(data->items[pos + 1]));
                pos = pos + 2;
            }
            if (v37_operation != 1) {
                if ((end - pos) < 1) {
                    return -1;
                }
                c22->items[i] = (uint8_t)((int64_t)data->items[pos]);
                pos = pos + 1;
            }
        } else if (s1 == 57) {
            if ((end - pos) < 3) {
                return -1;
            }
            c18->items[i] = (uint8_t)((int64_t)data->items[pos]);
            c1->items[i] = (uint8_t)((int64_t)(data->items[pos + 1]));
            int64_t v45_num_tensors = (int64_t)(data->items[pos + 2]);
            pos = pos + 3;
            int64_t n3 = v45_num_tensors;
            if (n3 > (end - pos)) {
                return -1;
            }
            for (int64_t _k3 = 0; _k3 < n3; _k3++) {
                push_nacf_u1s(arena, c24, (uint8_t)((int64_t)data->items[pos]));
                pos = pos + 1;
            }
            if ((end - pos) < 1) {
                return -1;
            }
            c25->items[i] = (uint8_t)((int64_t)data->items[pos]);
            pos = pos + 1;
        } else if (s1 == 58) {
            if ((end - pos) < 3) {
                return -1;
            }
            int64_t v48_property = (int64_t)data->items[pos];
            c26->items[i] = (uint8_t)(v48_property);
            c1->items[i] = (uint8_t)((int64_t)(data->items[pos + 1]));
            c19->items[i] = (uint8_t)((int64_t)(data->items[pos + 2]));
            pos = pos + 3;
            if (!(v48_property <= 2)) {
                return -1;
            }
            if (v48_property == 1) {
                if ((end - pos) < 1) {
                    return -1;
                }
                c25->items[i] = (uint8_t)((int64_t)data->items[pos]);
                pos = pos + 1;
            }
        } else if (s1 == 59) {
            if ((end - pos) < 3) {
                return -1;
            }
            c1->items[i] = (uint8_t)((int64_t)data->items[pos]);
            c19->items[i] = (uint8_t)((int64_t)(data->items[pos + 1]));
            c27->items[i] = (uint8_t)((int64_t)(data->items[pos + 2]));
            pos = pos + 3;
        } else if (s1 == 89) {
            if ((end - pos) < 2) {
                return -1;
            }
            c1->items[i] = (uint8_t)((int64_t)data->items[pos]);
            c12->items[i] = (uint8_t)((int64_t)(data->items[pos + 1]));
            pos = pos + 2;
        } else if (s1 == 95) {
            if ((end - pos) < 3) {
                return -1;
            }
            c12->items[i] = (uint8_t)((int64_t)data->items[pos]);
            c28->items[i] = (uint16_t)(get_u2(data, pos + 1));
            pos = pos + 3;
        } else if (s1 == 96) {
            if ((end - pos) < 3) {
                return -1;
            }
            c18->items[i] = (uint8_t)((int64_t)data->items[pos]);
            c1->items[i] = (uint8_t)((int64_t)(data->items[pos + 1]));
            c12->items[i] = (uint8_t)((int64_t)(data->items[pos + 2]));
            pos = pos + 3;
        } else if (s1 == 97) {
            if ((end - pos) < 4) {
                return -1;
            }
            c18->items[i] = (uint8_t)((int64_t)data->items[pos]);
            c1->items[i] = (uint8_t)((int64_t)(data->items[pos + 1]));
            c29->items[i] = (uint8_t)((int64_t)(data->items[pos + 2]));
            c30->items[i] = (uint8_t)((int64_t)(data->items[pos + 3]));
            pos = pos + 4;
        } else if (s1 == 98) {
            if ((end - pos) < 3) {
                return -1;
            }
            c18->items[i] = (uint8_t)((int64_t)data->items[pos]);
            c1->items[i] = (uint8_t)((int64_t)(data->items[pos + 1]));
            c12->items[i] = (uint8_t)((int64_t)(data->items[pos + 2]));
            pos = pos + 3;
        } else if (s1 == 104) {
            if ((end - pos) < 4) {
                return -1;
            }
            c18->items[i] = (uint8_t)((int64_t)data->items[pos]);
            c1->items[i] = (uint8_t)((int64_t)(data->items[pos + 1]));
            c29->items[i] = (uint8_t)((int64_t)(data->items[pos + 2]));
            c30->items[i] = (uint8_t)((int64_t)(data->items[pos + 3]));
            pos = pos + 4;
        } else if (s1 == 112) {
            if ((end - pos) < 4) {
                return -1;
            }
            c12->items[i] = (uint8_t)((int64_t)data->items[pos]);
            c31->items[i] = (uint8_t)((int64_t)(data->items[pos + 1]));
            c32->items[i] = (uint8_t)((int64_t)(data->items[pos + 2]));
            c33->items[i] = (uint8_t)((int64_t)(data->items[pos + 3]));
            pos = pos + 4;
        } else if (s1 == 113) {
            if ((end - pos) < 4) {
                return -1;
            }
            c34->items[i] = (uint8_t)((int64_t)data->items[pos]);
            c35->items[i] = (uint8_t)((int64_t)(data->items[pos + 1]));
            c36->items[i] = (uint8_t)((int64_t)(data->items[pos + 2]));
            c1->items[i] = (uint8_t)((int64_t)(data->items[pos + 3]));
            pos = pos + 4;
        } else if (s1 == 128) {
            if ((end - pos) < 2) {
                return -1;
            }
            c5->items[i] = (uint8_t)((int64_t)data->items[pos]);
            int64_t v82_num_inputs = (int64_t)(data->items[pos + 1]);
            pos = pos + 2;
            int64_t n4 = v82_num_inputs;
            if (n4 > (end - pos)) {
                return -1;
            }
            for (int64_t _k4 = 0; _k4 < n4; _k4++) {
                push_nacf_u1s(arena, c38, (uint8_t)((int64_t)data->items[pos]));
                pos = pos + 1;
            }
            if ((end - pos) < 1) {
                return -1;
            }
            int64_t v84_num_outputs = (int64_t)data->items[pos];
            pos = pos + 1;
            int64_t n5 = v84_num_outputs;
            if (n5 > (end - pos)) {
                return -1;
            }
            for (int64_t _k5 = 0; _k5 < n5; _k5++) {
                push_nacf_u1s(arena, c40, (uint8_t)((int64_t)data->items[pos]));
                pos = pos + 1;
            }
        } else if (s1 == 130) {
            if ((end - pos) < 3) {
                return -1;
            }
            c5->items[i] = (uint8_t)((int64_t)data->items[pos]);
            c41->items[i] = (uint8_t)((int64_t)(data->items[pos + 1]));
            int64_t v88_num_inputs = (int64_t)(data->items[pos + 2]);
            pos = pos + 3;
            int64_t n6 = v88_num_inputs;
            if (n6 > (end - pos)) {
                return -1;
            }
            for (int64_t _k6 = 0; _k6 < n6; _k6++) {
                push_nacf_u1s(arena, c38, (uint8_t)((int64_t)data->items[pos]));
                pos = pos + 1;
            }
            if ((end - pos) < 1) {
                return -1;
            }
            int64_t v90_num_targets = (int64_t)data->items[pos];
            pos = pos + 1;
            int64_t n7 = v90_num_targets;
            if (n7 > (end - pos)) {
                return -1;
            }
            for (int64_t _k7 = 0; _k7 < n7; _k7++) {
                push_nacf_u1s(arena, c43, (uint8_t)((int64_t)data->items[pos]));
                pos = pos + 1;
            }
            if ((end - pos) < 7) {
                return -1;
            }
            c1->items[i] = (uint8_t)((int64_t)data->items[pos]);
            c44->items[i] = (uint8_t)((int64_t)(data->items[pos + 1]));
            c34->items[i] = (uint8_t)((int64_t)(data->items[pos + 2]));
            c45->items[i] = (uint16_t)(get_u2(data, pos + 3));
            c46->items[i] = (uint16_t)(get_u2(data, pos + 5));
            pos = pos + 7;
        } else if (s1 == 131) {
            if ((end - pos) < 1) {
                return -1;
            }
            c5->items[i] = (uint8_t)((int64_t)data->items[pos]);
            pos = pos + 1;
        } else if (s1 == 133) {
            if ((end - pos) < 3) {
                return -1;
            }
            c5->items[i] = (uint8_t)((int64_t)data->items[pos]);
            c8->items[i] = (uint8_t)((int64_t)(data->items[pos + 1]));
            c2->items[i] = (uint8_t)((int64_t)(data->items[pos + 2]));
            pos = pos + 3;
        } else if (s1 == 160) {
            if ((end - pos) < 1) {
                return -1;
            }
            c31->items[i] = (uint8_t)((int64_t)data->items[pos]);
            pos = pos + 1;
        } else if (s1 == 161) {
            if ((end - pos) < 2) {
                return -1;
            }
            c47->items[i] = (uint16_t)(get_u2(data, pos));
            pos = pos + 2;
        } else if ((s1 >= 168) && (s1 <= 169)) {
            if ((end - pos) < 3) {
                return -1;
            }
            c48->items[i] = (uint8_t)((int64_t)data->items[pos]);
            c47->items[i] = (uint16_t)(get_u2(data, pos + 1));
            pos = pos + 3;
        } else if (s1 == 224) {
            if ((end - pos) < 3) {
                return -1;
            }
            c1->items[i] = (uint8_t)((int64_t)data->items[pos]);
            c12->items[i] = (uint8_t)((int64_t)(data->items[pos + 1]));
            c49->items[i] = (uint8_t)((int64_t)(data->items[pos + 2]));
            pos = pos + 3;
        } else if (s1 == 240) {
            if ((end - pos) < 2) {
                return -1;
            }
            c12->items[i] = (uint8_t)((int64_t)data->items[pos]);
            int64_t v109_destination = (int64_t)(data->items[pos + 1]);
            c50->items[i] = (uint8_t)(v109_destination);
            pos = pos + 2;
            if (v109_destination == 2) {
                if ((end - pos) < 1) {
                    return -1;
                }
                c8->items[i] = (uint8_t)((int64_t)data->items[pos]);
                pos = pos + 1;
            }
            if (v109_destination != 2) {
                if ((end - pos) < 1) {
                    return -1;
                }
                c51->items[i] = (uint8_t)((int64_t)data->items[pos]);
                pos = pos + 1;
            }
            if ((end - pos) < 1) {
                return -1;
            }
            c52->items[i] = (uint8_t)((int64_t)data->items[pos]);
            pos = pos + 1;
        } else if (s1 == 254) {
            if ((end - pos) < 1) {
                return -1;
            }
            int64_t v113_num_values = (int64_t)data->items[pos];
            pos = pos + 1;
            int64_t n8 = v113_num_values;
            if (n8 > (end - pos)) {
                return -1;
            }
            for (int64_t _k8 = 0; _k8 < n8; _k8++) {
                push_nacf_u1s(arena, c16, (uint8_t)((int64_t)data->items[pos]));
                pos = pos + 1;
            }
        } else if (s1 == 255) {
        }
        c15->items[i + 1] = (uint64_t)(c16->size);
        c23->items[i + 1] = (uint64_t)(c24->size);
        c37->items[i + 1] = (uint64_t)(c38->size);
        c39->items[i + 1] = (uint64_t)(c40->size);
        c42->items[i + 1] = (uint64_t)(c43->size);
    }
    starts->items[count] = (uint64_t)(pos);
    return count;
}

/* Append records of plan_instruction; return whether their columns agree with each other. */
static bool write_mep_plan_instruction(nacf_arena *arena, int64_t count, nacf_buffer *to, nacf_u8s *ends, const nacf_u1s *c0, const nacf_u1s *c1, const nacf_u1s *c2, const nacf_u2s *c3, const nacf_u2s *c4, const nacf_u1s *c5, const nacf_u2s *c6, const nacf_u2s *c7, const nacf_u1s *c8, const nacf_u2s *c9, const nacf_u1s *c10, const nacf_u1s *c11, const nacf_u1s *c12, const nacf_u2s *c13, const nacf_u2s *c14, const nacf_u8s *c15, const nacf_u1s *c16, const nacf_u1s *c17, const nacf_u1s *c18, const nacf_u1s *c19, const nacf_u1s *c20, const nacf_u1s *c21, const nacf_u1s *c22, const nacf_u8s *c23, const nacf_u1s *c24, const nacf_u1s *c25, const nacf_u1s *c26, const nacf_u1s *c27, const nacf_u2s *c28, const nacf_u1s *c29, const nacf_u1s *c30, const nacf_u1s *c31, const nacf_u1s *c32, const nacf_u1s *c33, const nacf_u1s *c34, const nacf_u1s *c35, const nacf_u1s *c36, const nacf_u8s *c37, const nacf_u1s *c38, const nacf_u8s *c39, const nacf_u1s *c40, const nacf_u1s *c41, const nacf_u8s *c42, const nacf_u1s *c43, const nacf_u1s *c44, const nacf_u2s *c45, const nacf_u2s *c46, const nacf_u2s *c47, const nacf_u1s *c48, const nacf_u1s *c49, const nacf_u1s *c50, const nacf_u1s *c51, const nacf_u1s *c52) {
    int64_t u15 = 0;
    int64_t u23 = 0;
    int64_t u37 = 0;
    int64_t u39 = 0;
    int64_t u42 = 0;
    for (int64_t i = 0; i < count; i++) {
        int64_t v0_opcode = (int64_t)c0->items[i];
        push_nacf_buffer(arena, to, (uint8_t)((int64_t)c0->items[i]));
        int64_t s1 = v0_opcode;
        if (s1 == 2) {
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c1->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c2->items[i]));
            store_number(to, (int64_t)c3->items[i], 2);
        } else if (s1 == 4) {
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c1->items[i]));
            store_number(to, (int64_t)c4->items[i], 2);
        } else if (s1 == 5) {
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c1->items[i]));
        } else if (s1 == 16) {
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c5->items[i]));
            store_number(to, (int64_t)c6->items[i], 2);
        } else if (s1 == 17) {
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c1->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c2->items[i]));
            store_number(to, (int64_t)c6->items[i], 2);
        } else if (s1 == 18) {
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c1->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c2->items[i]));
            store_number(to, (int64_t)c7->items[i], 2);
        } else if (s1 == 19) {
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c1->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c8->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c2->items[i]));
        } else if (s1 == 20) {
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c1->items[i]));
            store_number(to, (int64_t)c9->items[i], 2);
        } else if (s1 == 31) {
            int64_t v20_kind = (int64_t)c2->items[i];
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c2->items[i]));
            if (v20_kind == 0) {
                push_nacf_buffer(arena, to, (uint8_t)((int64_t)c5->items[i]));
            }
            if (v20_kind == 1) {
                push_nacf_buffer(arena, to, (uint8_t)((int64_t)c10->items[i]));
            }
        } else if ((s1 >= 32) && (s1 <= 33)) {
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c11->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c12->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c1->items[i]));
        } else if (s1 == 34) {
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c11->items[i]));
            store_number(to, (int64_t)c13->items[i], 2);
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c1->items[i]));
        } else if (s1 == 42) {
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c1->items[i]));
            store_number(to, (int64_t)c14->items[i], 2);
            int64_t v31_num_values = int_of(c15->items[i + 1]) - int_of(c15->items[i]);
            if (v31_num_values < 0) {
                return false;
            }
            if (v31_num_values > 255) {
                return false;
            }
            store_number(to, v31_num_values, 1);
            int64_t n2 = int_of(c15->items[i + 1]) - int_of(c15->items[i]);
            if (n2 < 0) {
                return false;
            }
            u15 = u15 + n2;
            for (int64_t k = int_of(c15->items[i]); k < int_of(c15->items[i + 1]); k++) {
                push_nacf_buffer(arena, to, (uint8_t)((int64_t)c16->items[k]));
            }
        } else if (s1 == 48) {
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c1->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c17->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c2->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c12->items[i]));
        } else if (s1 == 56) {
            int64_t v37_operation = (int64_t)c18->items[i];
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c18->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c1->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c19->items[i]));
            if (v37_operation == 1) {
                push_nacf_buffer(arena, to, (uint8_t)((int64_t)c20->items[i]));
                push_nacf_buffer(arena, to, (uint8_t)((int64_t)c21->items[i]));
            }
            if (v37_operation != 1) {
                push_nacf_buffer(arena, to, (uint8_t)((int64_t)c22->items[i]));
            }
        } else if (s1 == 57) {
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c18->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c1->items[i]));
            int64_t v45_num_tensors = int_of(c23->items[i + 1]) - int_of(c23->items[i]);
            if (v45_num_tensors < 0) {
                return false;
            }
            if (v45_num_tensors > 255) {
                return false;
            }
            store_number(to, v45_num_tensors, 1);
            int64_t n3 = int_of(c23->items[i + 1]) - int_of(c23->items[i]);
            if (n3 < 0) {
                return false;
            }
            u23 = u23 + n3;
            for (int64_t k = int_of(c23->items[i]); k < int_of(c23->items[i + 1]); k++) {
                push_nacf_buffer(arena, to, (uint8_t)((int64_t)c24->items[k]));
            }
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c25->items[i]));
        } else if (s1 == 58) {
            int64_t v48_property = (int64_t)c26->items[i];
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c26->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c1->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c19->items[i]));
            if (v48_property == 1) {
                push_nacf_buffer(arena, to, (uint8_t)((int64_t)c25->items[i]));
            }
        } else if (s1 == 59) {
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c1->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c19->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c27->items[i]));
        } else if (s1 == 89) {
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c1->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c12->items[i]));
        } else if (s1 == 95) {
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c12->items[i]));
            store_number(to, (int64_t)c28->items[i], 2);
        } else if (s1 == 96) {
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c18->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c1->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c12->items[i]));
        } else if (s1 == 97) {
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c18->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c1->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c29->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c30->items[i]));
        } else if (s1 == 98) {
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c18->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c1->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c12->items[i]));
        } else if (s1 == 104) {
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c18->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c1->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c29->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c30->items[i]));
        } else if (s1 == 112) {
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c12->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c31->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c32->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c33->items[i]));
        } else if (s1 == 113) {
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c34->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c35->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c36->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c1->items[i]));
        } else if (s1 == 128) {
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c5->items[i]));
            int64_t v82_num_inputs = int_of(c37->items[i + 1]) - int_of(c37->items[i]);
            if (v82_num_inputs < 0) {
                return false;
            }
            if (v82_num_inputs > 255) {
                return false;
            }
            store_number(to, v82_num_inputs, 1);
            int64_t n4 = int_of(c37->items[i + 1]) - int_of(c37->items[i]);
            if (n4 < 0) {
                return false;
            }
            u37 = u37 + n4;
            for (int64_t k = int_of(c37->items[i]); k < int_of(c37->items[i + 1]); k++) {
                push_nacf_buffer(arena, to, (uint8_t)((int64_t)c38->items[k]));
            }
            int64_t v84_num_outputs = int_of(c39->items[i + 1]) - int_of(c39->items[i]);
            if (v84_num_outputs < 0) {
                return false;
            }
            if (v84_num_outputs > 255) {
                return false;
            }
            store_number(to, v84_num_outputs, 1);
            int64_t n5 = int_of(c39->items[i + 1]) - int_of(c39->items[i]);
            if (n5 < 0) {
                return false;
            }
            u39 = u39 + n5;
            for (int64_t k = int_of(c39->items[i]); k < int_of(c39->items[i + 1]); k++) {
                push_nacf_buffer(arena, to, (uint8_t)((int64_t)c40->items[k]));
            }
        } else if (s1 == 130) {
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c5->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c41->items[i]));
            int64_t v88_num_inputs = int_of(c37->items[i + 1]) - int_of(c37->items[i]);
            if (v88_num_inputs < 0) {
                return false;
            }
            if (v88_num_inputs > 255) {
                return false;
            }
            store_number(to, v88_num_inputs, 1);
            int64_t n6 = int_of(c37->items[i + 1]) - int_of(c37->items[i]);
            if (n6 < 0) {
                return false;
            }
            u37 = u37 + n6;
            for (int64_t k = int_of(c37->items[i]); k < int_of(c37->items[i + 1]); k++) {
                push_nacf_buffer(arena, to, (uint8_t)((int64_t)c38->items[k]));
            }
            int64_t v90_num_targets = int_of(c42->items[i + 1]) - int_of(c42->items[i]);
            if (v90_num_targets < 0) {
                return false;
            }
            if (v90_num_targets > 255) {
                return false;
            }
            store_number(to, v90_num_targets, 1);
            int64_t n7 = int_of(c42->items[i + 1]) - int_of(c42->items[i]);
            if (n7 < 0) {
                return false;
            }
            u42 = u42 + n7;
            for (int64_t k = int_of(c42->items[i]); k < int_of(c42->items[i + 1]); k++) {
                push_nacf_buffer(arena, to, (uint8_t)((int64_t)c43->items[k]));
            }
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c1->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c44->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c34->items[i]));
            store_number(to, (int64_t)c45->items[i], 2);
            store_number(to, (int64_t)c46->items[i], 2);
        } else if (s1 == 131) {
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c5->items[i]));
        } else if (s1 == 133) {
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c5->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c8->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c2->items[i]));
        } else if (s1 == 160) {
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c31->items[i]));
        } else if (s1 == 161) {
            store_number(to, (int64_t)c47->items[i], 2);
        } else if ((s1 >= 168) && (s1 <= 169)) {
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c48->items[i]));
            store_number(to, (int64_t)c47->items[i], 2);
        } else if (s1 == 224) {
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c1->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c12->items[i]));
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c49->items[i]));
        } else if (s1 == 240) {
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c12->items[i]));
            int64_t v109_destination = (int64_t)c50->items[i];
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c50->items[i]));
            if (v109_destination == 2) {
                push_nacf_buffer(arena, to, (uint8_t)((int64_t)c8->items[i]));
            }
            if (v109_destination != 2) {
                push_nacf_buffer(arena, to, (uint8_t)((int64_t)c51->items[i]));
            }
            push_nacf_buffer(arena, to, (uint8_t)((int64_t)c52->items[i]));
        } else if (s1 == 254) {
            int64_t v113_num_values = int_of(c15->items[i + 1]) - int_of(c15->items[i]);
            if (v113_num_values < 0) {
                return false;
            }
            if (v113_num_values > 255) {
                return false;
            }
            store_number(to, v113_num_values, 1);
            int64_t n8 = int_of(c15->items[i + 1]) - int_of(c15->items[i]);
            if (n8 < 0) {
                return false;
            }
            u15 = u15 + n8;
            for (int64_t k = int_of(c15->items[i]); k < int_of(c15->items[i + 1]); k++) {
                push_nacf_buffer(arena, to, (uint8_t)((int64_t)c16->items[k]));
            }
        } else if (s1 == 255) {
        }
        ends->items[i] = (uint64_t)(to->size);
    }
    return (u15 == c16->size) && (u23 == c24->size) && (u37 == c38->size) && (u39 == c40->size) && (u42 == c43->size);
}

NACF_API int64_t mep_plan_instruction_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t mep_plan_instruction_read(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_buffer data = {given[0].items, given[0].size, given[0].room};
    nacf_u8s starts = {given[1].items, given[1].size, given[1].room};
    nacf_u1s c0 = {given[2].items, given[2].size, given[2].room};
    nacf_u1s c1 = {given[3].items, given[3].size, given[3].room};
    nacf_u1s c2 = {given[4].items, given[4].size, given[4].room};
    nacf_u2s c3 = {given[5].items, given[5].size, given[5].room};
    nacf_u2s c4 = {given[6].items, given[6].size, given[6].room};
    nacf_u1s c5 = {given[7].items, given[7].size, given[7].room};
    nacf_u2s c6 = {given[8].items, given[8].size, given[8].room};
    nacf_u2s c7 = {given[9].items, given[9].size, given[9].room};
    nacf_u1s c8 = {given[10].items, given[10].size, given[10].room};
    nacf_u2s c9 = {given[11].items, given[11].size, given[11].room};
    nacf_u1s c10 = {given[12].items, given[12].size, given[12].room};
    nacf_u1s c11 = {given[13].items, given[13].size, given[13].room};
    nacf_u1s c12 = {given[14].items, given[14].size, given[14].room};
    nacf_u2s c13 = {given[15].items, given[15].size, given[15].room};
    nacf_u2s c14 = {given[16].items, given[16].size, given[16].room};
    nacf_u8s c15 = {given[17].items, given[17].size, given[17].room};
    nacf_u1s c16 = {given[18].items, given[18].size, given[18].room};
    nacf_u1s c17 = {given[19].items, given[19].size, given[19].room};
    nacf_u1s c18 = {given[20].items, given[20].size, given[20].room};
    nacf_u1s c19 = {given[21].items, given[21].size, given[21].room};
    nacf_u1s c20 = {given[22].items, given[22].size, given[22].room};
    nacf_u1s c21 = {given[23].items, given[23].size, given[23].room};
    nacf_u1s c22 = {given[24].items, given[24].size, given[24].room};
    nacf_u8s c23 = {given[25].items, given[25].size, given[25].room};
    nacf_u1s c24 = {given[26].items, given[26].size, given[26].room};
    nacf_u1s c25 = {given[27].items, given[27].size, given[27].room};
    nacf_u1s c26 = {given[28].items, given[28].size, given[28].room};
    nacf_u1s c27 = {given[29].items, given[29].size, given[29].room};
    nacf_u2s c28 = {given[30].items, given[30].size, given[30].room};
    nacf_u1s c29 = {given[31].items, given[31].size, given[31].room};
    nacf_u1s c30 = {given[32].items, given[32].size, given[32].room};
    nacf_u1s c31 = {given[33].items, given[33].size, given[33].room};
    nacf_u1s c32 = {given[34].items, given[34].size, given[34].room};
    nacf_u1s c33 = {given[35].items, given[35].size, given[35].room};
    nacf_u1s c34 = {given[36].items, given[36].size, given[36].room};
    nacf_u1s c35 = {given[37].items, given[37].size, given[37].room};
    nacf_u1s c36 = {given[38].items, given[38].size, given[38].room};
    nacf_u8s c37 = {given[39].items, given[39].size, given[39].room};
    nacf_u1s c38 = {given[40].items, given[40].size, given[40].room};
    nacf_u8s c39 = {given[41].items, given[41].size, given[41].room};
    nacf_u1s c40 = {given[42].items, given[42].size, given[42].room};
    nacf_u1s c41 = {given[43].items, given[43].size, given[43].room};
    nacf_u8s c42 = {given[44].items, given[44].size, given[44].room};
    nacf_u1s c43 = {given[45].items, given[45].size, given[45].room};
    nacf_u1s c44 = {given[46].items, given[46].size, given[46].room};
    nacf_u2s c45 = {given[47].items, given[47].size, given[47].room};
    nacf_u2s c46 = {given[48].items, given[48].size, given[48].room};
    nacf_u2s c47 = {given[49].items, given[49].size, given[49].room};
    nacf_u1s c48 = {given[50].items, given[50].size, given[50].room};
    nacf_u1s c49 = {given[51].items, given[51].size, given[51].room};
    nacf_u1s c50 = {given[52].items, given[52].size, given[52].room};
    nacf_u1s c51 = {given[53].items, given[53].size, given[53].room};
    nacf_u1s c52 = {given[54].items, given[54].size, given[54].room};
    const int64_t found = read_mep_plan_instruction(NULL, &data, start, count, end, &starts, &c0, &c1, &c2, &c3, &c4, &c5, &c6, &c7, &c8, &c9, &c10, &c11, &c12, &c13, &c14, &c15, &c16, &c17, &c18, &c19, &c20, &c21, &c22, &c23, &c24, &c25, &c26, &c27, &c28, &c29, &c30, &c31, &c32, &c33, &c34, &c35, &c36, &c37, &c38, &c39, &c40, &c41, &c42, &c43, &c44, &c45, &c46, &c47, &c48, &c49, &c50, &c51, &c52);
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
    given[22].size = c20.size;
    given[23].size = c21.size;
    given[24].size = c22.size;
    given[25].size = c23.size;
    given[26].size = c24.size;
    given[27].size = c25.size;
    given[28].size = c26.size;
    given[29].size = c27.size;
    given[30].size = c28.size;
    given[31].size = c29.size;
    given[32].size = c30.size;
    given[33].size = c31.size;
    given[34].size = c32.size;
    given[35].size = c33.size;
    given[36].size = c34.size;
    given[37].size = c35.size;
    given[38].size = c36.size;
    given[39].size = c37.size;
    given[40].size = c38.size;
    given[41].size = c39.size;
    given[42].size = c40.size;
    given[43].size = c41.size;
    given[44].size = c42.size;
    given[45].size = c43.size;
    given[46].size = c44.size;
    given[47].size = c45.size;
    given[48].size = c46.size;
    given[49].size = c47.size;
    given[50].size = c48.size;
    given[51].size = c49.size;
    given[52].size = c50.size;
    given[53].size = c51.size;
    given[54].size = c52.size;
    (void)arguments;
    return found;
}

NACF_API int64_t mep_plan_instruction_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end);
NACF_API int64_t mep_plan_instruction_write(nacf_array *given, const int64_t *numbers, int64_t start, int64_t count, int64_t end) {
    const nacf_int_list arguments = {numbers};
    nacf_u1s c0 = {given[1].items, given[1].size, given[1].room};
    nacf_u1s c1 = {given[2].items, given[2].size, given[2].room};
    nacf_u1s c2 = {given[3].items, given[3].size, given[3].room};
    nacf_u2s c3 = {given[4].items, given[4].size, given[4].room};
    nacf_u2s c4 = {given[5].items, given[5].size, given[5].room};
    nacf_u1s c5 = {given[6].items, given[6].size, given[6].room};
    nacf_u2s c6 = {given[7].items, given[7].size, given[7].room};
    nacf_u2s c7 = {given[8].items, given[8].size, given[8].room};
    nacf_u1s c8 = {given[9].items, given[9].size, given[9].room};
    nacf_u2s c9 = {given[10].items, given[10].size, given[10].room};
    nacf_u1s c10 = {given[11].items, given[11].size, given[11].room};
    nacf_u1s c11 = {given[12].items, given[12].size, given[12].room};
    nacf_u1s c12 = {given[13].items, given[13].size, given[13].room};
    nacf_u2s c13 = {given[14].items, given[14].size, given[14].room};
    nacf_u2s c14 = {given[15].items, given[15].size, given[15].room};
    nacf_u8s c15 = {given[16].items, given[16].size, given[16].room};
    nacf_u1s c16 = {given[17].items, given[17].size, given[17].room};
    nacf_u1s c17 = {given[18].items, given[18].size, given[18].room};
    nacf_u1s c18 = {given[19].items, given[19].size, given[19].room};
    nacf_u1s c19 = {given[20].items, given[20].size, given[20].room};
    nacf_u1s c20 = {given[21].items, given[21].size, given[21].room};
    nacf_u1s c21 = {given[22].items, given[22].size, given[22].room};
    nacf_u1s c22 = {given[23].items, given[23].size, given[23].room};
    nacf_u8s c23 = {given[24].items, given[24].size, given[24].room};
    nacf_u1s c24 = {given[25].items, given[25].size, given[25].room};
    nacf_u1s c25 = {given[26].items, given[26].size, given[26].room};
    nacf_u1s c26 = {given[27].items, given[27].size, given[27].room};
    nacf_u1s c27 = {given[28].items, given[28].size, given[28].room};
    nacf_u2s c28 = {given[29].items, given[29].size, given[29].room};
    nacf_u1s c29 = {given[30].items, given[30].size, given[30].room};
    nacf_u1s c30 = {given[31].items, given[31].size, given[31].room};
    nacf_u1s c31 = {given[32].items, given[32].size, given[32].room};
    nacf_u1s c32 = {given[33].items, given[33].size, given[33].room};
    nacf_u1s c33 = {given[34].items, given[34].size, given[34].room};
    nacf_u1s c34 = {given[35].items, given[35].size, given[35].room};
    nacf_u1s c35 = {given[36].items, given[36].size, given[36].room};
    nacf_u1s c36 = {given[37].items, given[37].size, given[37].room};
    nacf_u8s c37 = {given[38].items, given[38].size, given[38].room};
    nacf_u1s c38 = {given[39].items, given[39].size, given[39].room};
    nacf_u8s c39 = {given[40].items, given[40].size, given[40].room};
    nacf_u1s c40 = {given[41].items, given[41].size, given[41].room};
    nacf_u1s c41 = {given[42].items, given[42].size, given[42].room};
    nacf_u8s c42 = {given[43].items, given[43].size, given[43].room};
    nacf_u1s c43 = {given[44].items, given[44].size, given[44].room};
    nacf_u1s c44 = {given[45].items, given[45].size, given[45].room};
    nacf_u2s c45 = {given[46].items, given[46].size, given[46].room};
    nacf_u2s c46 = {given[47].items, given[47].size, given[47].room};
    nacf_u2s c47 = {given[48].items, given[48].size, given[48].room};
    nacf_u1s c48 = {given[49].items, given[49].size, given[49].room};
    nacf_u1s c49 = {given[50].items, given[50].size, given[50].room};
    nacf_u1s c50 = {given[51].items, given[51].size, given[51].room};
    nacf_u1s c51 = {given[52].items, given[52].size, given[52].room};
    nacf_u1s c52 = {given[53].items, given[53].size, given[53].room};
    nacf_u8s ends = {given[54].items, given[54].size, given[54].room};
    nacf_buffer to = {given[55].items, given[55].size, given[55].room};
    const int64_t found = write_mep_plan_instruction(NULL, count, &to, &ends, &c0, &c1, &c2, &c3, &c4, &c5, &c6, &c7, &c8, &c9, &c10, &c11, &c12, &c13, &c14, &c15, &c16, &c17, &c18, &c19, &c20, &c21, &c22, &c23, &c24, &c25, &c26, &c27, &c28, &c29, &c30, &c31, &c32, &c33, &c34, &c35, &c36, &c37, &c38, &c39, &c40, &c41, &c42, &c43, &c44, &c45, &c46, &c47, &c48, &c49, &c50, &c51, &c52);
    given[54].size = ends.size;
    given[55].size = to.size;
    (void)arguments;
    (void)start;
    (void)end;
    return found;
}

NACF_API const char mep_sha256[] = "87237b7144c48681c7eaba486ce4a45b60ff0417dadef3ded283d78235a0bb9d";
