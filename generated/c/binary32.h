// Generated from schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b) by `nacformats generate`. Do not edit.
#ifndef NACFORMATS_BINARY32_H
#define NACFORMATS_BINARY32_H
#include "nacformats.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A floating point number of 32 bits. Its bits count; `number` shows them. See
 * https://en.wikipedia.org/wiki/Single-precision_floating-point_format.
 */
typedef struct binary32 {
    nacf_node node;
    struct { uint8_t bits, exponent, scale, number; } has;
    uint32_t bits;
    /** As it is stored, biased by 127; 0 and 255 are special. */
    nacf_value exponent;
    /** 2 to the power of `exponent`. */
    nacf_value scale;
    /** The number; exact, but all NaNs look the same. */
    nacf_value number;
} binary32;

extern const nacf_type type_of_binary32;

NACF_DECLARE(binary32)

#ifdef __cplusplus
}
#endif
#endif /* NACFORMATS_BINARY32_H */
