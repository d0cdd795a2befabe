/* The functions that generated C shares: each source holds those that it calls. What calls another one comes after it.
   "@" is the name of the schema and "_"; `source.py` takes the functions apart at empty lines. */

/* Says where and why a function stopped. */
static int fail(@fault *fault, int status, size_t record, int rule, size_t element)
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

static int within(int64_t value, int64_t low, int64_t high)
{
    return value >= low && value <= high;
}

static int all_within(const int64_t *table, int64_t low, int64_t high)
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
static size_t long_varint(const uint8_t *from, size_t left, uint64_t *value)
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

static size_t long_width(uint64_t value)
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
static int is_utf8(const uint8_t *text, size_t size)
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
