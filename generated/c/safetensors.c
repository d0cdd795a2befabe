// Generated from schemas/safetensors.ksy (sha256 fc4d78d8e2c3d057667c7fff19aa14c6c9c951a8bc11b47849959c3c33a57025) by `nacformats generate`. Do not edit.
#define NACFORMATS_TABLES
#include "safetensors.h"

E(e0, OP(IT, 'l', I(100000000)))
E(e1, GET(len_header))

static const nacf_member safetensors_members[] = {
    {MEMBER(safetensors, len_header), .kind = UINT(8, LE), RULES({e0, "out of range: expected at most 100000000",
        NULL, NULL}), FROM(LENGTH_OF, .member = "header")},
    {MEMBER(safetensors, header), .kind = STR(NULL), .size = e1},
    {MEMBER(safetensors, data), .kind = KIND(RAW), .to_end = true},
};
TYPE(safetensors, "safetensors", .fields = 3, .is_root = true, .is_whole = true);

NACF_SCHEMA(safetensors)
