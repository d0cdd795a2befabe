// Generated from schemas/stb.ksy (sha256 31e6bc78261a3f78922ec08e97a25dc0fc01477d67c5139cfae15978e6450078) by `nacformats generate`. Do not edit.
#define NACFORMATS_TABLES
#include "stb.h"

#ifndef NACFORMATS_COLUMNS_ONLY
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
#endif

#define stb_tensor_descriptor_HOLD (within(a.len_file, INT64_C(0), INT64_MAX) && within(a.ofs_data, INT64_C(0), INT64_MAX))

NACF_GATHER(stb_tensor_descriptor)
{
    BEGIN_GATHER(stb_tensor_descriptor);
    ARGUMENTS(stb_tensor_descriptor);
    LIST(dims);
    EACH {
        RECORD;
        FIT(20);
        t.tensor_id[i] = data[pos];
        t.dtype[i] = data[pos + 1];
        t.rank[i] = data[pos + 2];
        t.layout[i] = data[pos + 3];
        t.ofs_body[i] = get_u8(data + pos + 4);
        t.len_body[i] = get_u8(data + pos + 12);
        pos += 20;
        ROWS(dims, 4, 3u, t.dims[have + k] = get_u4(data + pos));
        t.dims_rows[i + 1] = (int64_t)have_dims;
        RECORD_ENDS;
    }
    END_GATHER;
    HAS(dims);
    if (have_dims > t.dims_length)
        return NACF_NO_ROOM;
    return NACF_OK;
}

NACF_CHECK(stb_tensor_descriptor)
{
    BEGIN(stb_tensor_descriptor);
    ARGUMENTS(stb_tensor_descriptor);
    (void)data; (void)data_size;
    EACH {
        int64_t v2_rank = 0;
        uint64_t v4_ofs_body = 0, v5_len_body = 0;
        v2_rank = t.rank[i];
        DEMAND((v2_rank <= 8), 0, 0);
        v4_ofs_body = t.ofs_body[i];
        DEMAND((v4_ofs_body >= (uint64_t)a.ofs_data), 1, 0);
        DEMAND((v4_ofs_body <= (uint64_t)a.len_file), 2, 0);
        v5_len_body = t.len_body[i];
        DEMAND((order(v5_len_body, (a.len_file - narrow(v4_ofs_body))) <= 0), 3, 0);
        CHECK_ROWS(dims);
        ROWS_AGREE(dims, 3u);
    }
    return NACF_OK;
}

NACF_SIZES(stb_tensor_descriptor)
{
    BEGIN(stb_tensor_descriptor);
    ARGUMENTS(stb_tensor_descriptor);
    uint64_t used_dims = 0;
    EACH {
        uint64_t total = 0;
        total += 20;
        ROWS_AGREE(dims, 3u);
        SIZE_OF_ROWS(dims, 4);
        sizes[i] = (int64_t)total;
    }
    USED(dims);
    return NACF_OK;
}

NACF_SCATTER(stb_tensor_descriptor)
{
    BEGIN(stb_tensor_descriptor);
    ARGUMENTS(stb_tensor_descriptor);
    uint64_t used_dims = 0;
    size_t pos = *written = 0;
    (void)data; (void)data_size;
    EACH {
        ROOM(20);
        put_1(out + pos, (uint64_t)t.tensor_id[i]);
        put_1(out + pos + 1, (uint64_t)t.dtype[i]);
        put_1(out + pos + 2, (uint64_t)t.rank[i]);
        put_1(out + pos + 3, (uint64_t)t.layout[i]);
        put_8(out + pos + 4, (uint64_t)t.ofs_body[i]);
        put_8(out + pos + 12, (uint64_t)t.len_body[i]);
        pos += 20;
        ROWS_AGREE(dims, 3u);
        PUT_ROWS(dims, 4, put_4(out + pos, (uint64_t)t.dims[k]));
    }
    *written = pos;
    USED(dims);
    return NACF_OK;
}

NACF_IDENTIFY(stb,
    "31e6bc78261a3f78922ec08e97a25dc0fc01477d67c5139cfae15978e6450078",
    "983eb3e2fec7dbf1c5fa05e6c6bdc7305e731d047e1000609b8ca9d6e99defe8",
    "tensor_descriptor;tensor_id=uint8,dtype=uint8,rank=uint8,layout=uint8,ofs_body=uint64,len_body=uint64,dims[]=int64,dims=uint32;len_file,ofs_data\n")
