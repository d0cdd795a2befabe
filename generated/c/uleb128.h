// Generated from schemas/uleb128.ksy (sha256 7f8186add90b8dbb561b7475dbf873f7412752189f1e2acac510fc34dd3cce21) by `nacformats generate`. Do not edit.
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
