/* Made by nacformats: finds the records of a list. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct {
    int64_t *noted;
    int64_t room, have;
} Notes;

static inline void note(Notes *to, int64_t value)
{
    if (to->have < to->room)
        to->noted[to->have] = value;
    to->have++;
}

static inline uint64_t little(const uint8_t *from, int width)
{
    uint64_t value = 0;
    while (width-- > 0)
        value = value << 8 | from[width];
    return value;
}

static inline uint64_t big(const uint8_t *from, int width)
{
    uint64_t value = 0;
    int k;
    for (k = 0; k < width; k++)
        value = value << 8 | from[k];
    return value;
}

static inline int64_t extended(uint64_t value, int bits)
{
    const uint64_t high = (uint64_t)1 << (bits - 1);
    return value & high ? -(int64_t)(~value & (high - 1)) - 1 : (int64_t)value;
}

static inline uint64_t bit_field(const uint8_t *from, int first, int width, int is_msb_first)
{
    uint64_t value = 0;
    int k;
    for (k = 0; k < width; k++) {
        const int at = first + k;
        if (is_msb_first)
            value = value << 1 | (uint64_t)(from[at / 8] >> (7 - at % 8) & 1);
        else
            value |= (uint64_t)(from[at / 8] >> (at % 8) & 1) << k;
    }
    return value;
}

/* Where a byte is; the end if there is none. */
static inline int64_t place_of(const uint8_t *data, int octet, int64_t pos, int64_t end)
{
    const uint8_t *found = pos < end ? memchr(data + pos, octet, (size_t)(end - pos)) : NULL;
    return found ? (int64_t)(found - data) : end;
}

static inline int same(const uint8_t *data, int64_t at, int64_t size, const char *text, int64_t length)
{
    return size == length && memcmp(data + at, text, (size_t)length) == 0;
}

/* The size of bytes without the padding at their end, and up to a terminator. */
static inline int64_t trimmed(const uint8_t *from, int64_t size, int padding, int terminator, int include)
{
    int64_t last;
    while (padding >= 0 && size > 0 && from[size - 1] == padding)
        size--;
    last = terminator >= 0 ? place_of(from, terminator, 0, size) : size;
    return last < size ? last + include : size;
}
