// Generated from schemas/glyph.ksy (sha256 3d6b6b4e58c73d3c4ef3f916c9e7d0ad19f7ca5b69f51bb94fb8f8f9200a40aa) by `nacformats generate`. Do not edit.
#define NACFORMATS_TABLES
#include "glyph.h"

static const nacf_enum enum_0[] = {{"g_load_bin_tensor", 48}, {"g_mmap_bin_region", 49}, {"g_prefetch_bin", 50},
    {NULL, 0}};
E(e0, OP(IT, '=', I(2)))
E(e1, I(2))
E(e2, nacf_bool(nacf_in_enum(c, nacf_it(c), enum_0)))
E(e3, OP(IT, 'l', GET(highest_arity)))
E(e4, GET(highest_arity))
E(e5, OP(IT, '=', nacf_bool(false)))
E(e6, nacf_bool(false))
E(e7, OP(IT, '=', nacf_bool(true)))
E(e8, nacf_bool(true))
E(e9, OP(IT, 'g', I(1)))
E(e10, OP(IT, '=', OP(OP(GET(num_ones), '%', I(2)), '=', I(1))))
E(e11, GET(num_ones))
E(e12, OP(OP(GET(num_ones), '%', I(2)), '=', I(1)))
E(e13, (IS(OP(GET(glyph_id), '=', I(49))) ? I(1) : I(0)))
E(e14, (IS(OP(GET(glyph_id), '=', I(48))) ? OP(GET(payload), '/', I(16)) : GET(payload)))
E(e15, OP(GET(payload), '%', I(16)))
E(e16, OP(GET(glyph_id), '=', I(48)))
E(e17, OP(OP(OP(OP(OP(OP(OP(OP(OP(OP(OP(OP(OP(OP(OP(OP(OP(OP(OP(OP(OP(OP(OP(OP(OP(OP(OP(OP(OP(OP(GET(version), '%',
    I(2)), '+', OP(OP(GET(version), '/', I(2)), '%', I(2))), '+', OP(OP(GET(version), '/', I(4)), '%', I(2))), '+',
    OP(OP(GET(version), '/', I(8)), '%', I(2))), '+', OP(OF(GET(glyph_id), to_i), '%', I(2))), '+',
    OP(OP(OF(GET(glyph_id), to_i), '/', I(2)), '%', I(2))), '+', OP(OP(OF(GET(glyph_id), to_i), '/', I(4)), '%',
    I(2))), '+', OP(OP(OF(GET(glyph_id), to_i), '/', I(8)), '%', I(2))), '+', OP(OP(OF(GET(glyph_id), to_i), '/',
    I(16)), '%', I(2))), '+', OP(OP(OF(GET(glyph_id), to_i), '/', I(32)), '%', I(2))), '+', OP(OP(OF(GET(glyph_id),
    to_i), '/', I(64)), '%', I(2))), '+', OP(OP(OF(GET(glyph_id), to_i), '/', I(128)), '%', I(2))), '+',
    OP(GET(arity), '%', I(2))), '+', OP(OP(GET(arity), '/', I(2)), '%', I(2))), '+', OP(OP(GET(arity), '/', I(4)),
    '%', I(2))), '+', OP(OP(GET(arity), '/', I(8)), '%', I(2))), '+', (IS(GET(has_shape_desc)) ? I(1) : I(0))), '+',
    I(1)), '+', (IS(GET(is_immediate)) ? I(1) : I(0))), '+', OP(GET(payload), '%', I(2))), '+', OP(OP(GET(payload),
    '/', I(2)), '%', I(2))), '+', OP(OP(GET(payload), '/', I(4)), '%', I(2))), '+', OP(OP(GET(payload), '/', I(8)),
    '%', I(2))), '+', OP(OP(GET(payload), '/', I(16)), '%', I(2))), '+', OP(OP(GET(payload), '/', I(32)), '%',
    I(2))), '+', OP(OP(GET(payload), '/', I(64)), '%', I(2))), '+', OP(OP(GET(payload), '/', I(128)), '%', I(2))),
    '+', OP(GET(auth_class), '%', I(2))), '+', OP(OP(GET(auth_class), '/', I(2)), '%', I(2))), '+',
    OP(OP(GET(auth_class), '/', I(4)), '%', I(2))))

static const nacf_member glyph_members[] = {
    {MEMBER(glyph, version), .kind = BITS(4, BE), RULES({e0, "wrong value: expected 2", NULL, NULL}), FROM(PINNED,
        .is_default = true, .value = e1)},
    {MEMBER(glyph, glyph_id), .kind = BITS(8, BE), RULES({e2,
        "wrong value: expected one of 48 (g_load_bin_tensor), 49 (g_mmap_bin_region), 50 (g_prefetch_bin)", NULL,
        NULL})},
    {MEMBER(glyph, arity), .kind = BITS(4, BE), RULES({e3, "out of range: expected at most ", e4, NULL})},
    {MEMBER(glyph, reserved1), .kind = BITS(1, BE), RULES({e5, "wrong value: expected False", NULL, NULL}),
        FROM(PINNED, .is_default = true, .value = e6)},
    {MEMBER(glyph, has_shape_desc), .kind = BITS(1, BE)},
    {MEMBER(glyph, has_bin_ref), .kind = BITS(1, BE), RULES({e7, "wrong value: expected True", NULL, NULL}),
        FROM(PINNED, .is_default = true, .value = e8)},
    {MEMBER(glyph, is_immediate), .kind = BITS(1, BE)},
    {MEMBER(glyph, payload), .kind = BITS(8, BE)},
    {MEMBER(glyph, auth_class), .kind = BITS(3, BE), RULES({e9, "out of range: expected at least 1", NULL, NULL})},
    {MEMBER(glyph, parity), .kind = BITS(1, BE), RULES({e10, "wrong value: expected `_ == (num_ones % 2 == 1)`",
        NULL, KNOWN({"num_ones", e11})}), FROM(PINNED, .value = e12)},
    {MEMBER(glyph, highest_arity), .value = e13},
    {MEMBER(glyph, bin_file_id), .value = e14},
    {MEMBER(glyph, tensor_id), .value = e15, .condition = e16},
    {MEMBER(glyph, num_ones), .value = e17},
};
TYPE(glyph, "glyph", .fields = 10, .values = 4, .is_root = true, .is_whole = true);

NACF_SCHEMA(glyph)
