// Generated from schemas/uleb128.ksy (sha256 94a08bd38c22b22d5945f850a28504b5fc32944d26824efa10279ce8866c0c94) by `nacformats generate`. Do not edit.
#define NACFORMATS_TABLES
#include "uleb128.h"

E(e0, nacf_bool((IS(OP(IT, '<', I(128))) || IS(OP(OF(GET(groups), size), '=', I(9))))))
E(e1, OP(OF(GET(groups), last), 'g', I(128)))
E(e2, OP(IT, 'l', I(1)))
E(e3, OP(OP(AT(GET(groups), I(0)), '%', I(128)), '+', (IS(OP(OF(GET(groups), size), '<', I(2))) ? I(0) : OP(I(128),
    '*', OP(OP(AT(GET(groups), I(1)), '%', I(128)), '+', (IS(OP(OF(GET(groups), size), '<', I(3))) ? I(0) :
    OP(I(128), '*', OP(OP(AT(GET(groups), I(2)), '%', I(128)), '+', (IS(OP(OF(GET(groups), size), '<', I(4))) ? I(0)
    : OP(I(128), '*', OP(OP(AT(GET(groups), I(3)), '%', I(128)), '+', (IS(OP(OF(GET(groups), size), '<', I(5))) ?
    I(0) : OP(I(128), '*', OP(OP(AT(GET(groups), I(4)), '%', I(128)), '+', (IS(OP(OF(GET(groups), size), '<', I(6)))
    ? I(0) : OP(I(128), '*', OP(OP(AT(GET(groups), I(5)), '%', I(128)), '+', (IS(OP(OF(GET(groups), size), '<',
    I(7))) ? I(0) : OP(I(128), '*', OP(OP(AT(GET(groups), I(6)), '%', I(128)), '+', (IS(OP(OF(GET(groups), size),
    '<', I(8))) ? I(0) : OP(I(128), '*', OP(OP(AT(GET(groups), I(7)), '%', I(128)), '+', (IS(OP(OF(GET(groups),
    size), '<', I(9))) ? I(0) : OP(I(128), '*', OP(OP(AT(GET(groups), I(8)), '%', I(128)), '+',
    (IS(OP(AT(GET(groups), I(8)), '<', I(128))) ? I(0) : OP(I(128), '*', GET(tenth)))))))))))))))))))))))))))))
E(e4, (IS(OP(OF(GET(groups), last), '<', I(128))) ? nacf_bool((IS(OP(OF(GET(groups), size), '=', I(1))) ||
    IS(OP(OF(GET(groups), last), '!', I(0))))) : OP(GET(tenth), '!', I(0))))
E(e5, (IS(OP(OP(AT(GET(groups), I(0)), '%', I(2)), '=', I(0))) ? OP(GET(value), '/', I(2)) : OP(nacf_minus(c,
    OP(GET(value), '/', I(2))), '-', I(1))))

static const nacf_member uleb128_members[] = {
    {MEMBER(uleb128, groups), .kind = UINT(1, LE), .repeat = NACF_UNTIL, .until = e0},
    {MEMBER(uleb128, tenth), .kind = UINT(1, LE), .condition = e1, RULES({e2, "out of range: expected at most 1",
        NULL, NULL})},
    {MEMBER(uleb128, value), .value = e3},
    {MEMBER(uleb128, is_minimal), .value = e4},
    {MEMBER(uleb128, zigzag), .value = e5},
};
TYPE(uleb128, "uleb128", .fields = 2, .values = 3, .is_root = true, .is_whole = true);

NACF_SCHEMA(uleb128)
