// Generated from schemas/uleb128.ksy (sha256 0e970d61a753e9c984440ccd5e973c10752d3c63d78463209af26d2f125713f7) by `nacformats generate`. Do not edit.
#ifndef ULEB128_H
#define ULEB128_H
#include "nacformats.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct uleb128 {
    nacf_node node;
        struct { uint8_t groups, tenth, value, is_minimal, zigzag; } has;
    NACF_LIST(uint8_t) groups;
    uint8_t tenth;
    nacf_value value;
    nacf_value is_minimal;
    nacf_value zigzag;
} uleb128;
extern const nacf_type type_of_uleb128;

NACF_DECLARE(uleb128)

#ifdef __cplusplus
}
#endif
#endif /* ULEB128_H */
