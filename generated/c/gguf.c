// Generated from schemas/gguf.ksy (sha256 14b79c3a1959e01c00550c972a954d7522d4c51fa35a7ad2f5211e13c5ab75d3) by `nacformats generate`. Do not edit.
#define NACFORMATS_TABLES
#include "gguf.h"

static const nacf_enum enum_0[] = {{"uint8", 0}, {"int8", 1}, {"uint16", 2}, {"int16", 3}, {"uint32", 4}, {"int32",
    5}, {"float32", 6}, {"bool", 7}, {"string", 8}, {"array", 9}, {"uint64", 10}, {"int64", 11}, {"float64", 12},
    {NULL, 0}};
E(e0, nacf_bool((IS(OP(IT, '=', I(2))) || IS(OP(IT, '=', I(3))))))
E(e1, OP(IT, 'l', I(2147483647)))
E(e2, OP(IT, 'l', I(65536)))
E(e3, nacf_index(c))
E(e4, GET(num_metadata))
E(e5, GET(num_tensors))
E(e6, (IS(OP(GET(num_metadata), '=', I(0))) ? I(32) : OF(OF(GET(metadata), last), alignment)))
E(e7, GET(len_value))
E(e8, GET(len_key))
E(e9, nacf_bool(nacf_in_enum(c, nacf_it(c), enum_0)))
E(e10, I(0))
E(e11, I(1))
E(e12, I(2))
E(e13, I(3))
E(e14, I(4))
E(e15, I(5))
E(e16, I(6))
E(e17, I(7))
E(e18, I(8))
E(e19, I(9))
E(e20, I(10))
E(e21, I(11))
E(e22, I(12))
E(e23, GET(value_type))
E(e24, (IS(OP(GET(index), '=', I(0))) ? I(32) : OF(AT(OF(OWN(_parent), metadata), OP(GET(index), '-', I(1))),
    alignment)))
E(e25, (IS(OP(GET(value_type), '=', I(4))) ? (IS(OP(GET(key), '=', TEXT("general.alignment"))) ? OF(GET(content),
    value) : GET(alignment_before)) : GET(alignment_before)))
E(e26, OP(IT, 'l', I(1)))
E(e27, GET(entry_type))
E(e28, OF(OWN(_parent), num_entries))
E(e29, GET(len_name))
E(e30, OP(IT, 'l', I(4)))
E(e31, GET(num_dims))
E(e32, (IS(OP(GET(num_dims), '<', I(1))) ? I(1) : AT(GET(dims), I(0))))
E(e33, (IS(OP(GET(num_dims), '<', I(2))) ? I(1) : AT(GET(dims), I(1))))
E(e34, (IS(OP(GET(num_dims), '<', I(3))) ? I(1) : AT(GET(dims), I(2))))
E(e35, (IS(OP(GET(num_dims), '<', I(4))) ? I(1) : AT(GET(dims), I(3))))
E(e36, (IS(OP(GET(num_rows), '=', I(0))) ? I(0) : (IS(OP(GET(num_columns), '>', OP(I(INT64_C(4503599627370495)),
    '/', GET(num_rows)))) ? I(INT64_C(4503599627370495)) : OP(GET(num_columns), '*', GET(num_rows)))))
E(e37, (IS(OP(GET(num_planes), '=', I(0))) ? I(0) : (IS(OP(GET(area), '>', OP(I(INT64_C(4503599627370495)), '/',
    GET(num_planes)))) ? I(INT64_C(4503599627370495)) : OP(GET(area), '*', GET(num_planes)))))
E(e38, (IS(OP(GET(num_volumes), '=', I(0))) ? I(0) : (IS(OP(GET(volume), '>', OP(I(INT64_C(4503599627370495)), '/',
    GET(num_volumes)))) ? I(INT64_C(4503599627370495)) : OP(GET(volume), '*', GET(num_volumes)))))
E(e39, ((((((((IS(OP(GET(dtype), '=', I(0))) || IS(OP(GET(dtype), '=', I(1)))) || IS(OP(GET(dtype), '=', I(24)))) ||
    IS(OP(GET(dtype), '=', I(25)))) || IS(OP(GET(dtype), '=', I(26)))) || IS(OP(GET(dtype), '=', I(27)))) ||
    IS(OP(GET(dtype), '=', I(28)))) || IS(OP(GET(dtype), '=', I(30)))) ? I(1) : ((((((((IS(OP(GET(dtype), '=',
    I(2))) || IS(OP(GET(dtype), '=', I(3)))) || IS(OP(GET(dtype), '=', I(6)))) || IS(OP(GET(dtype), '=', I(7)))) ||
    IS(OP(GET(dtype), '=', I(8)))) || IS(OP(GET(dtype), '=', I(9)))) || IS(OP(GET(dtype), '=', I(20)))) ||
    IS(OP(GET(dtype), '=', I(39)))) ? I(32) : (IS(OP(GET(dtype), '=', I(40))) ? I(64) : (IS(OP(GET(dtype), '=',
    I(41))) ? I(128) : ((((((((((((((((IS(OP(GET(dtype), '=', I(10))) || IS(OP(GET(dtype), '=', I(11)))) ||
    IS(OP(GET(dtype), '=', I(12)))) || IS(OP(GET(dtype), '=', I(13)))) || IS(OP(GET(dtype), '=', I(14)))) ||
    IS(OP(GET(dtype), '=', I(15)))) || IS(OP(GET(dtype), '=', I(16)))) || IS(OP(GET(dtype), '=', I(17)))) ||
    IS(OP(GET(dtype), '=', I(18)))) || IS(OP(GET(dtype), '=', I(19)))) || IS(OP(GET(dtype), '=', I(21)))) ||
    IS(OP(GET(dtype), '=', I(22)))) || IS(OP(GET(dtype), '=', I(23)))) || IS(OP(GET(dtype), '=', I(29)))) ||
    IS(OP(GET(dtype), '=', I(34)))) || IS(OP(GET(dtype), '=', I(35)))) ? I(256) : I(0)))))))
E(e40, (IS(OP(GET(dtype), '=', I(24))) ? I(1) : (((IS(OP(GET(dtype), '=', I(1))) || IS(OP(GET(dtype), '=', I(25))))
    || IS(OP(GET(dtype), '=', I(30)))) ? I(2) : ((IS(OP(GET(dtype), '=', I(0))) || IS(OP(GET(dtype), '=', I(26)))) ?
    I(4) : ((IS(OP(GET(dtype), '=', I(27))) || IS(OP(GET(dtype), '=', I(28)))) ? I(8) : I(0))))))
E(e41, (IS(OP(GET(dtype), '=', I(39))) ? I(17) : (((IS(OP(GET(dtype), '=', I(2))) || IS(OP(GET(dtype), '=', I(20))))
    || IS(OP(GET(dtype), '=', I(41)))) ? I(18) : (IS(OP(GET(dtype), '=', I(3))) ? I(20) : (IS(OP(GET(dtype), '=',
    I(6))) ? I(22) : (IS(OP(GET(dtype), '=', I(7))) ? I(24) : (IS(OP(GET(dtype), '=', I(8))) ? I(34) :
    (IS(OP(GET(dtype), '=', I(40))) ? I(36) : (IS(OP(GET(dtype), '=', I(9))) ? I(40) : I(0))))))))))
E(e42, (IS(OP(GET(dtype), '=', I(19))) ? I(50) : (IS(OP(GET(dtype), '=', I(34))) ? I(54) : (IS(OP(GET(dtype), '=',
    I(29))) ? I(56) : ((IS(OP(GET(dtype), '=', I(16))) || IS(OP(GET(dtype), '=', I(35)))) ? I(66) :
    (IS(OP(GET(dtype), '=', I(17))) ? I(74) : (IS(OP(GET(dtype), '=', I(22))) ? I(82) : (IS(OP(GET(dtype), '=',
    I(10))) ? I(84) : (IS(OP(GET(dtype), '=', I(18))) ? I(98) : ((IS(OP(GET(dtype), '=', I(11))) ||
    IS(OP(GET(dtype), '=', I(21)))) ? I(110) : (IS(OP(GET(dtype), '=', I(23))) ? I(136) : (IS(OP(GET(dtype), '=',
    I(12))) ? I(144) : (IS(OP(GET(dtype), '=', I(13))) ? I(176) : (IS(OP(GET(dtype), '=', I(14))) ? I(210) :
    (IS(OP(GET(dtype), '=', I(15))) ? I(292) : I(0))))))))))))))))
E(e43, (IS(OP(GET(len_run), '=', I(1))) ? GET(len_number) : (IS(OP(GET(len_run), '=', I(256))) ? GET(len_block256) :
    GET(len_block32))))
E(e44, (IS(OP(GET(len_run), '=', I(0))) ? I(0) : (IS(OP(OP(GET(num_elements), '/', GET(len_run)), '>',
    OP(I(INT64_C(4503599627370495)), '/', GET(len_block)))) ? I(INT64_C(4503599627370495)) :
    OP(OP(GET(num_elements), '/', GET(len_run)), '*', GET(len_block)))))
E(e45, ((IS(OP(GET(len_run), '=', I(0))) || IS(OP(GET(ofs_body), '>', OF(OF(OF(OWN(_root), data), _io), size)))) ?
    nacf_bool(false) : OP(OP(OP(OF(OF(OWN(_root), data), len_padding), '+', GET(ofs_body)), '+', GET(len_body)),
    'l', OF(OF(OF(OWN(_root), data), _io), size))))
E(e46, ((((IS(OP(GET(num_columns), '>', I(INT64_C(4503599627370495)))) || IS(OP(GET(num_rows), '>',
    I(INT64_C(4503599627370495))))) || IS(OP(GET(num_planes), '>', I(INT64_C(4503599627370495))))) ||
    IS(OP(GET(num_volumes), '>', I(INT64_C(4503599627370495))))) ? TEXT("huge") : (IS(OP(GET(num_dims), '=', I(0)))
    ? TEXT("") : OP(OF(AT(GET(dims), I(0)), to_s), '+', (IS(OP(GET(num_dims), '<', I(2))) ? TEXT("") :
    OP(OP(TEXT(","), '+', OF(AT(GET(dims), I(1)), to_s)), '+', (IS(OP(GET(num_dims), '<', I(3))) ? TEXT("") :
    OP(OP(TEXT(","), '+', OF(AT(GET(dims), I(2)), to_s)), '+', (IS(OP(GET(num_dims), '<', I(4))) ? TEXT("") :
    OP(TEXT(","), '+', OF(AT(GET(dims), I(3)), to_s)))))))))))
E(e47, OP(OF(OF(OWN(_root), _io), size), '-', OF(OWN(_io), size)))
E(e48, (IS(OP(OF(OWN(_root), alignment), '=', I(0))) ? I(0) : OP(OP(OF(OWN(_root), alignment), '-',
    OP(GET(ofs_content), '%', OF(OWN(_root), alignment))), '%', OF(OWN(_root), alignment))))

static const nacf_member gguf_members[] = {
    {MEMBER(gguf, magic), .kind = KIND(RAW), CONTENTS("GGUF")},
    {MEMBER(gguf, version), .kind = UINT(4, LE), RULES({e0, "wrong value: expected one of 2, 3", NULL, NULL})},
    {MEMBER(gguf, num_tensors), .kind = UINT(8, LE), RULES({e1, "out of range: expected at most 2147483647", NULL,
        NULL}), FROM(COUNT_OF, .member = "tensors")},
    {MEMBER(gguf, num_metadata), .kind = UINT(8, LE), RULES({e2, "out of range: expected at most 65536", NULL,
        NULL}), FROM(COUNT_OF, .member = "metadata")},
    {MEMBER(gguf, metadata), .kind = USE_WITH(gguf_metadata_entry, e3), .repeat = NACF_COUNTED, .count = e4},
    {MEMBER(gguf, tensors), .kind = USE(gguf_tensor_info), .repeat = NACF_COUNTED, .count = e5},
    {MEMBER(gguf, data), .kind = USE(gguf_data_region), .to_end = true},
    {MEMBER(gguf, alignment), .value = e6},
};
TYPE(gguf, "gguf", .fields = 7, .values = 1, .is_root = true, .is_whole = true);

static const nacf_member gguf_text_members[] = {
    {MEMBER(gguf_text, len_value), .kind = UINT(8, LE), FROM(LENGTH_OF, .member = "value")},
    {MEMBER(gguf_text, value), .kind = STR(NULL), .size = e7},
};
TYPE(gguf_text, "text", .fields = 2, .is_root = false);

static const nacf_member gguf_metadata_entry_members[] = {
    {MEMBER(gguf_metadata_entry, index)},
    {MEMBER(gguf_metadata_entry, len_key), .kind = UINT(8, LE), FROM(LENGTH_OF, .member = "key")},
    {MEMBER(gguf_metadata_entry, key), .kind = STR(NULL), .size = e8},
    {MEMBER(gguf_metadata_entry, value_type), .kind = UINT(4, LE), RULES({e9,
        "wrong value: expected one of 0 (uint8), 1 (int8), 2 (uint16), 3 (int16), 4 (uint32), 5 (int32), 6 (float32), 7 (bool), 8 (string), 9 (array), 10 (uint64), 11 (int64), 12 (float64)",
        NULL, NULL})},
    {MEMBER(gguf_metadata_entry, content), .kind = SWITCH(e23, {e10, USE(gguf_uint8_value)}, {e11,
        USE(gguf_int8_value)}, {e12, USE(gguf_uint16_value)}, {e13, USE(gguf_int16_value)}, {e14,
        USE(gguf_uint32_value)}, {e15, USE(gguf_int32_value)}, {e16, USE(gguf_float32_value)}, {e17,
        USE(gguf_bool_value)}, {e18, USE(gguf_text)}, {e19, USE(gguf_list_value)}, {e20, USE(gguf_uint64_value)},
        {e21, USE(gguf_int64_value)}, {e22, USE(gguf_float64_value)}, {NULL, KIND(ANY)})},
    {MEMBER(gguf_metadata_entry, alignment_before), .value = e24},
    {MEMBER(gguf_metadata_entry, alignment), .value = e25},
};
TYPE(gguf_metadata_entry, "metadata_entry", .params = 1, .fields = 4, .values = 2, .is_root = false);

static const nacf_member gguf_uint8_value_members[] = {
    {MEMBER(gguf_uint8_value, value), .kind = UINT(1, LE)},
};
TYPE(gguf_uint8_value, "uint8_value", .fields = 1, .is_root = false);

static const nacf_member gguf_int8_value_members[] = {
    {MEMBER(gguf_int8_value, value), .kind = SINT(1, LE)},
};
TYPE(gguf_int8_value, "int8_value", .fields = 1, .is_root = false);

static const nacf_member gguf_uint16_value_members[] = {
    {MEMBER(gguf_uint16_value, value), .kind = UINT(2, LE)},
};
TYPE(gguf_uint16_value, "uint16_value", .fields = 1, .is_root = false);

static const nacf_member gguf_int16_value_members[] = {
    {MEMBER(gguf_int16_value, value), .kind = SINT(2, LE)},
};
TYPE(gguf_int16_value, "int16_value", .fields = 1, .is_root = false);

static const nacf_member gguf_uint32_value_members[] = {
    {MEMBER(gguf_uint32_value, value), .kind = UINT(4, LE)},
};
TYPE(gguf_uint32_value, "uint32_value", .fields = 1, .is_root = false);

static const nacf_member gguf_int32_value_members[] = {
    {MEMBER(gguf_int32_value, value), .kind = SINT(4, LE)},
};
TYPE(gguf_int32_value, "int32_value", .fields = 1, .is_root = false);

static const nacf_member gguf_float32_value_members[] = {
    {MEMBER(gguf_float32_value, value), .kind = FLOAT(4, LE)},
};
TYPE(gguf_float32_value, "float32_value", .fields = 1, .is_root = false);

static const nacf_member gguf_bool_value_members[] = {
    {MEMBER(gguf_bool_value, value), .kind = UINT(1, LE), RULES({e26, "out of range: expected at most 1", NULL,
        NULL})},
};
TYPE(gguf_bool_value, "bool_value", .fields = 1, .is_root = false);

static const nacf_member gguf_uint64_value_members[] = {
    {MEMBER(gguf_uint64_value, value), .kind = UINT(8, LE)},
};
TYPE(gguf_uint64_value, "uint64_value", .fields = 1, .is_root = false);

static const nacf_member gguf_int64_value_members[] = {
    {MEMBER(gguf_int64_value, value), .kind = SINT(8, LE)},
};
TYPE(gguf_int64_value, "int64_value", .fields = 1, .is_root = false);

static const nacf_member gguf_float64_value_members[] = {
    {MEMBER(gguf_float64_value, value), .kind = FLOAT(8, LE)},
};
TYPE(gguf_float64_value, "float64_value", .fields = 1, .is_root = false);

static const nacf_member gguf_list_value_members[] = {
    {MEMBER(gguf_list_value, entry_type), .kind = UINT(4, LE), RULES({e9,
        "wrong value: expected one of 0 (uint8), 1 (int8), 2 (uint16), 3 (int16), 4 (uint32), 5 (int32), 6 (float32), 7 (bool), 8 (string), 9 (array), 10 (uint64), 11 (int64), 12 (float64)",
        NULL, NULL})},
    {MEMBER(gguf_list_value, num_entries), .kind = UINT(8, LE), RULES({e1,
        "out of range: expected at most 2147483647", NULL, NULL})},
    {MEMBER(gguf_list_value, content), .kind = SWITCH(e27, {e10, USE(gguf_uint8_list)}, {e11, USE(gguf_int8_list)},
        {e12, USE(gguf_uint16_list)}, {e13, USE(gguf_int16_list)}, {e14, USE(gguf_uint32_list)}, {e15,
        USE(gguf_int32_list)}, {e16, USE(gguf_float32_list)}, {e17, USE(gguf_bool_list)}, {e18,
        USE(gguf_text_list)}, {e19, USE(gguf_nested_list)}, {e20, USE(gguf_uint64_list)}, {e21,
        USE(gguf_int64_list)}, {e22, USE(gguf_float64_list)}, {NULL, KIND(ANY)})},
};
TYPE(gguf_list_value, "list_value", .fields = 3, .is_root = false);

static const nacf_member gguf_uint8_list_members[] = {
    {MEMBER(gguf_uint8_list, entries), .kind = UINT(1, LE), .repeat = NACF_COUNTED, .count = e28},
};
TYPE(gguf_uint8_list, "uint8_list", .fields = 1, .is_root = false);

static const nacf_member gguf_int8_list_members[] = {
    {MEMBER(gguf_int8_list, entries), .kind = SINT(1, LE), .repeat = NACF_COUNTED, .count = e28},
};
TYPE(gguf_int8_list, "int8_list", .fields = 1, .is_root = false);

static const nacf_member gguf_uint16_list_members[] = {
    {MEMBER(gguf_uint16_list, entries), .kind = UINT(2, LE), .repeat = NACF_COUNTED, .count = e28},
};
TYPE(gguf_uint16_list, "uint16_list", .fields = 1, .is_root = false);

static const nacf_member gguf_int16_list_members[] = {
    {MEMBER(gguf_int16_list, entries), .kind = SINT(2, LE), .repeat = NACF_COUNTED, .count = e28},
};
TYPE(gguf_int16_list, "int16_list", .fields = 1, .is_root = false);

static const nacf_member gguf_uint32_list_members[] = {
    {MEMBER(gguf_uint32_list, entries), .kind = UINT(4, LE), .repeat = NACF_COUNTED, .count = e28},
};
TYPE(gguf_uint32_list, "uint32_list", .fields = 1, .is_root = false);

static const nacf_member gguf_int32_list_members[] = {
    {MEMBER(gguf_int32_list, entries), .kind = SINT(4, LE), .repeat = NACF_COUNTED, .count = e28},
};
TYPE(gguf_int32_list, "int32_list", .fields = 1, .is_root = false);

static const nacf_member gguf_float32_list_members[] = {
    {MEMBER(gguf_float32_list, entries), .kind = FLOAT(4, LE), .repeat = NACF_COUNTED, .count = e28},
};
TYPE(gguf_float32_list, "float32_list", .fields = 1, .is_root = false);

static const nacf_member gguf_bool_list_members[] = {
    {MEMBER(gguf_bool_list, entries), .kind = UINT(1, LE), .repeat = NACF_COUNTED, .count = e28},
};
TYPE(gguf_bool_list, "bool_list", .fields = 1, .is_root = false);

static const nacf_member gguf_uint64_list_members[] = {
    {MEMBER(gguf_uint64_list, entries), .kind = UINT(8, LE), .repeat = NACF_COUNTED, .count = e28},
};
TYPE(gguf_uint64_list, "uint64_list", .fields = 1, .is_root = false);

static const nacf_member gguf_int64_list_members[] = {
    {MEMBER(gguf_int64_list, entries), .kind = SINT(8, LE), .repeat = NACF_COUNTED, .count = e28},
};
TYPE(gguf_int64_list, "int64_list", .fields = 1, .is_root = false);

static const nacf_member gguf_float64_list_members[] = {
    {MEMBER(gguf_float64_list, entries), .kind = FLOAT(8, LE), .repeat = NACF_COUNTED, .count = e28},
};
TYPE(gguf_float64_list, "float64_list", .fields = 1, .is_root = false);

static const nacf_member gguf_text_list_members[] = {
    {MEMBER(gguf_text_list, entries), .kind = USE(gguf_text), .repeat = NACF_COUNTED, .count = e28},
};
TYPE(gguf_text_list, "text_list", .fields = 1, .is_root = false);

static const nacf_member gguf_nested_list_members[] = {
    {MEMBER(gguf_nested_list, entries), .kind = USE(gguf_list_value), .repeat = NACF_COUNTED, .count = e28},
};
TYPE(gguf_nested_list, "nested_list", .fields = 1, .is_root = false);

static const nacf_member gguf_tensor_info_members[] = {
    {MEMBER(gguf_tensor_info, len_name), .kind = UINT(8, LE), FROM(LENGTH_OF, .member = "name")},
    {MEMBER(gguf_tensor_info, name), .kind = STR(NULL), .size = e29},
    {MEMBER(gguf_tensor_info, num_dims), .kind = UINT(4, LE), RULES({e30, "out of range: expected at most 4", NULL,
        NULL}), FROM(COUNT_OF, .member = "dims")},
    {MEMBER(gguf_tensor_info, dims), .kind = UINT(8, LE), .repeat = NACF_COUNTED, .count = e31},
    {MEMBER(gguf_tensor_info, dtype), .kind = UINT(4, LE)},
    {MEMBER(gguf_tensor_info, ofs_body), .kind = UINT(8, LE)},
    {MEMBER(gguf_tensor_info, num_columns), .value = e32},
    {MEMBER(gguf_tensor_info, num_rows), .value = e33},
    {MEMBER(gguf_tensor_info, num_planes), .value = e34},
    {MEMBER(gguf_tensor_info, num_volumes), .value = e35},
    {MEMBER(gguf_tensor_info, area), .value = e36},
    {MEMBER(gguf_tensor_info, volume), .value = e37},
    {MEMBER(gguf_tensor_info, num_elements), .value = e38},
    {MEMBER(gguf_tensor_info, len_run), .value = e39},
    {MEMBER(gguf_tensor_info, len_number), .value = e40},
    {MEMBER(gguf_tensor_info, len_block32), .value = e41},
    {MEMBER(gguf_tensor_info, len_block256), .value = e42},
    {MEMBER(gguf_tensor_info, len_block), .value = e43},
    {MEMBER(gguf_tensor_info, len_body), .value = e44},
    {MEMBER(gguf_tensor_info, has_body), .value = e45},
    {MEMBER(gguf_tensor_info, shape_text), .value = e46},
};
TYPE(gguf_tensor_info, "tensor_info", .fields = 6, .values = 15, .is_root = false);

static const nacf_member gguf_data_region_members[] = {
    {MEMBER(gguf_data_region, content), .kind = KIND(RAW), .to_end = true},
    {MEMBER(gguf_data_region, ofs_content), .value = e47},
    {MEMBER(gguf_data_region, len_padding), .value = e48},
};
TYPE(gguf_data_region, "data_region", .fields = 1, .values = 2, .is_root = false);

NACF_SCHEMA(gguf)
