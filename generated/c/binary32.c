// Generated from schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b) by `nacformats generate`. Do not edit.
#define NACFORMATS_TABLES
#include "binary32.h"

E(e0, OP(OP(GET(bits), '/', I(8388608)), '%', I(256)))
E(e1, OP(OP(OP(OP(OP(OP(OP((IS(OP(OP(GET(exponent), '%', I(2)), '=', I(0))) ? nacf_real(1.0) : nacf_real(2.0)), '*',
    (IS(OP(OP(OP(GET(exponent), '/', I(2)), '%', I(2)), '=', I(0))) ? nacf_real(1.0) : nacf_real(4.0))), '*',
    (IS(OP(OP(OP(GET(exponent), '/', I(4)), '%', I(2)), '=', I(0))) ? nacf_real(1.0) : nacf_real(16.0))), '*',
    (IS(OP(OP(OP(GET(exponent), '/', I(8)), '%', I(2)), '=', I(0))) ? nacf_real(1.0) : nacf_real(256.0))), '*',
    (IS(OP(OP(OP(GET(exponent), '/', I(16)), '%', I(2)), '=', I(0))) ? nacf_real(1.0) : nacf_real(65536.0))), '*',
    (IS(OP(OP(OP(GET(exponent), '/', I(32)), '%', I(2)), '=', I(0))) ? nacf_real(1.0) : nacf_real(4294967296.0))),
    '*', (IS(OP(OP(OP(GET(exponent), '/', I(64)), '%', I(2)), '=', I(0))) ? nacf_real(1.0) :
    nacf_real(1.8446744073709552e+19))), '*', (IS(OP(OP(OP(GET(exponent), '/', I(128)), '%', I(2)), '=', I(0))) ?
    nacf_real(1.0) : nacf_real(3.402823669209385e+38))))
E(e2, OP((IS(OP(GET(bits), '<', I(INT64_C(2147483648)))) ? nacf_real(1.0) : nacf_minus(c, nacf_real(1.0))), '*',
    (IS(OP(GET(exponent), '<', I(255))) ? OP(OP((IS(OP(GET(exponent), '=', I(0))) ? OP(OP(GET(bits), '%',
    I(8388608)), '*', I(2)) : OP(OP(GET(bits), '%', I(8388608)), '+', I(8388608))), '*', GET(scale)), '/',
    nacf_real(1.42724769270596e+45)) : (IS(OP(OP(GET(bits), '%', I(8388608)), '=', I(0))) ? OP(GET(exponent), '*',
    nacf_real(1e+308)) : OP(OP(GET(exponent), '*', nacf_real(1e+308)), '-', OP(GET(exponent), '*',
    nacf_real(1e+308)))))))

static const nacf_member binary32_members[] = {
    {MEMBER(binary32, bits), .kind = UINT(4, LE)},
    {MEMBER(binary32, exponent), .value = e0},
    {MEMBER(binary32, scale), .value = e1},
    {MEMBER(binary32, number), .value = e2},
};
TYPE(binary32, "binary32", .fields = 1, .values = 3, .is_root = true, .is_whole = true);

NACF_SCHEMA(binary32)
