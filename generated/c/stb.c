// Generated from schemas/stb.ksy (sha256 31e6bc78261a3f78922ec08e97a25dc0fc01477d67c5139cfae15978e6450078) by `nacformats generate`. Do not edit.
#define NACFORMATS_TABLES
#include "stb.h"

E(e0, OP(IT, '=', I(1)))
E(e1, I(1))
E(e2, OP(IT, '=', I(0)))
E(e3, I(0))
E(e4, nacf_bool((IS(OP(OP(IT, '%', I(64)), '=', I(0))) && IS(OP(IT, 'g', OP(I(32), '+', OP(I(32), '*',
    GET(num_tensors))))))))
E(e5, GET(num_tensors))
E(e6, nacf_bool((IS(OP(IT, '=', OF(OWN(_io), size))) && IS(OP(IT, 'g', GET(ofs_data))))))
E(e7, OF(OWN(_io), size))
E(e8, GET(ofs_data))
E(e9, I(32))
E(e10, OP(IT, 'l', I(8)))
E(e11, OP(IT, 'g', OF(OWN(_root), ofs_data)))
E(e12, OF(OWN(_root), ofs_data))
E(e13, OP(IT, 'l', OF(OWN(_root), len_file)))
E(e14, OF(OWN(_root), len_file))
E(e15, OP(IT, 'l', OP(OF(OWN(_root), len_file), '-', GET(ofs_body))))
E(e16, OP(OF(OWN(_root), len_file), '-', GET(ofs_body)))
E(e17, I(3))
E(e18, GET(len_body))
E(e19, GET(ofs_body))
E(e20, OF(OWN(_root), _io))
E(e21, AT(GET(dims), I(0)))
E(e22, OP(GET(rank), '>', I(3)))
E(e23, (IS(OP(GET(rank), '=', I(0))) ? TEXT("") : (IS(OP(GET(rank), '>', I(3))) ? OP(TEXT("#"), '+',
    OF(AT(GET(dims), I(0)), to_s)) : OP(OF(AT(GET(dims), I(0)), to_s), '+', (IS(OP(GET(rank), '<', I(2))) ? TEXT("")
    : OP(OP(TEXT(","), '+', OF(AT(GET(dims), I(1)), to_s)), '+', (IS(OP(GET(rank), '<', I(3))) ? TEXT("") :
    OP(TEXT(","), '+', OF(AT(GET(dims), I(2)), to_s)))))))))

static const nacf_member stb_members[] = {
    {MEMBER(stb, magic), .kind = KIND(RAW), CONTENTS("STB0")},
    {MEMBER(stb, version), .kind = UINT(1, LE), RULES({e0, "wrong value: expected 1", NULL, NULL}), FROM(PINNED,
        .is_default = true, .value = e1)},
    {MEMBER(stb, flags), .kind = UINT(1, LE), RULES({e2, "wrong value: expected 0", NULL, NULL}), FROM(PINNED,
        .is_default = true, .value = e3)},
    {MEMBER(stb, num_tensors), .kind = UINT(2, LE), FROM(COUNT_OF, .member = "tensors")},
    {MEMBER(stb, reserved0), .kind = UINT(4, LE), RULES({e2, "wrong value: expected 0", NULL, NULL}), FROM(PINNED,
        .is_default = true, .value = e3)},
    {MEMBER(stb, reserved1), .kind = UINT(4, LE), RULES({e2, "wrong value: expected 0", NULL, NULL}), FROM(PINNED,
        .is_default = true, .value = e3)},
    {MEMBER(stb, ofs_data), .kind = UINT(8, LE), RULES({e4,
        "wrong value: expected `_ % 64 == 0 and _ >= 32 + 32 * num_tensors`", NULL, KNOWN({"num_tensors", e5})}),
        FROM(OFFSET_OF, .member = "data")},
    {MEMBER(stb, len_file), .kind = UINT(8, LE), RULES({e6,
        "wrong value: expected `_ == _io.size and _ >= ofs_data`", NULL, KNOWN({"_io.size", e7}, {"ofs_data",
        e8})}), FROM(PINNED, .value = e7)},
    {MEMBER(stb, tensors), .kind = USE(stb_tensor_descriptor), .repeat = NACF_COUNTED, .count = e5, .pos = e9},
    {MEMBER(stb, data), .kind = USE(stb_data_region), .pos = e8, .offset = "ofs_data", .align = 64},
};
TYPE(stb, "stb", .fields = 8, .placed = 2, .is_root = true);

static const nacf_member stb_tensor_descriptor_members[] = {
    {MEMBER(stb_tensor_descriptor, tensor_id), .kind = UINT(1, LE)},
    {MEMBER(stb_tensor_descriptor, dtype), .kind = UINT(1, LE)},
    {MEMBER(stb_tensor_descriptor, rank), .kind = UINT(1, LE), RULES({e10, "out of range: expected at most 8", NULL,
        NULL})},
    {MEMBER(stb_tensor_descriptor, layout), .kind = UINT(1, LE)},
    {MEMBER(stb_tensor_descriptor, ofs_body), .kind = UINT(8, LE), RULES({e11, "out of range: expected at least ",
        e12, NULL}, {e13, "out of range: expected at most ", e14, NULL}), FROM(OFFSET_OF, .member = "body")},
    {MEMBER(stb_tensor_descriptor, len_body), .kind = UINT(8, LE), RULES({e15, "out of range: expected at most ",
        e16, NULL}), FROM(LENGTH_OF, .member = "body")},
    {MEMBER(stb_tensor_descriptor, dims), .kind = UINT(4, LE), .repeat = NACF_COUNTED, .count = e17},
    {MEMBER(stb_tensor_descriptor, body), .kind = KIND(RAW), .size = e18, .pos = e19, .io = e20, .offset =
        "ofs_body", .align = 64},
    {MEMBER(stb_tensor_descriptor, idx_shape), .value = e21, .condition = e22},
    {MEMBER(stb_tensor_descriptor, shape_text), .value = e23},
};
TYPE(stb_tensor_descriptor, "tensor_descriptor", .fields = 7, .placed = 1, .values = 2, .is_root = false);

static const nacf_member stb_data_region_members[] = {
    {.id = ""},
};
TYPE(stb_data_region, "data_region", .is_root = false);

NACF_SCHEMA(stb)
