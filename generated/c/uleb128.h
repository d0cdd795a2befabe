// Generated from schemas/uleb128.ksy (sha256 94a08bd38c22b22d5945f850a28504b5fc32944d26824efa10279ce8866c0c94) by `nacformats generate`. Do not edit.
#ifndef NACFORMATS_ULEB128_H
#define NACFORMATS_ULEB128_H
#include "nacformats.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Variable-length unsigned integer: 7 bits a byte, least significant group first. The high bit of a byte says that
 * another one follows. At most 10 bytes; the tenth one holds bit 63 only, so that every number fits 64 bits.
 *
 * Encodings padded with zero groups are read as well: `is_minimal` tells them apart. `value` is exact in languages
 * with 64-bit integers; JavaScript has 53 bits. See https://en.wikipedia.org/wiki/LEB128.
 */
typedef struct uleb128 {
    nacf_node node;
    struct { uint8_t groups, tenth, value, is_minimal, zigzag; } has;
    /** Bytes 1 to 9, each with 7 bits of the number and, above them, the continuation bit. */
    NACF_LIST(uint8_t) groups;
    /** Byte 10, bit 63 of the number; there is no room for more. */
    uint8_t tenth;
    /** The unsigned number. */
    nacf_value value;
    /** Whether fewer bytes could not have held the number. */
    nacf_value is_minimal;
    /** The signed number that `value` is the zigzag encoding of. */
    nacf_value zigzag;
} uleb128;

extern const nacf_type type_of_uleb128;

NACF_DECLARE(uleb128)

#ifdef __cplusplus
}
#endif
#endif /* NACFORMATS_ULEB128_H */
