// Generated from schemas/micb.ksy (sha256 5db39ae95eb084788db5a0f8e59b114c46942db28d4c596042ca4fa5d2ad37b2) by `nacformats generate`. Do not edit.
// It imports schemas/uleb128.ksy (sha256 94a08bd38c22b22d5945f850a28504b5fc32944d26824efa10279ce8866c0c94).
#define NACFORMATS_TABLES
#include "micb.h"
#include "uleb128.h"

static const nacf_enum enum_0[] = {{"f16", 0}, {"f32", 1}, {"f64", 2}, {"bf16", 3}, {"i8", 4}, {"i16", 5}, {"i32",
    6}, {"i64", 7}, {"u8", 8}, {"u16", 9}, {"u32", 10}, {"u64", 11}, {"bool", 12}, {NULL, 0}};
static const nacf_enum enum_1[] = {{"arg", 0}, {"param", 1}, {"node", 2}, {NULL, 0}};
static const nacf_enum enum_2[] = {{"matmul", 0}, {"add", 1}, {"sub", 2}, {"mul", 3}, {"div", 4}, {"relu", 5},
    {"softmax", 6}, {"sigmoid", 7}, {"tanh", 8}, {"gelu", 9}, {"layernorm", 10}, {"transpose", 11}, {"reshape", 12},
    {"sum", 13}, {"mean", 14}, {"max", 15}, {"concat", 16}, {"split", 17}, {"gather", 18}, {"custom", 255}, {NULL,
    0}};
E(e0, OP(IT, '=', I(2)))
E(e1, I(2))
E(e2, OF(GET(num_strings), value))
E(e3, OF(GET(num_symbols), value))
E(e4, OF(GET(num_types), value))
E(e5, nacf_index(c))
E(e6, OF(GET(num_values), value))
E(e7, OP(OF(IT, length), '=', I(0)))
E(e8, OF(GET(len_text), value))
E(e9, OP(OF(IT, value), '<', OF(OF(OWN(_root), num_strings), value)))
E(e10, OF(OF(OWN(_root), num_strings), value))
E(e11, OF(AT(OF(OWN(_root), strings), OF(GET(idx), value)), text))
E(e12, OP(OF(IT, value), '<', OF(OF(OWN(_root), num_types), value)))
E(e13, OF(OF(OWN(_root), num_types), value))
E(e14, AT(OF(OWN(_root), types), OF(GET(idx), value)))
E(e15, OP(OF(IT, value), '<', GET(limit)))
E(e16, GET(limit))
E(e17, nacf_bool(nacf_in_enum(c, nacf_it(c), enum_0)))
E(e18, OF(GET(num_dims), value))
E(e19, nacf_bool(nacf_in_enum(c, nacf_it(c), enum_1)))
E(e20, I(0))
E(e21, I(1))
E(e22, GET(id))
E(e23, GET(tag))
E(e24, nacf_bool(nacf_in_enum(c, nacf_it(c), enum_2)))
E(e25, I(6))
E(e26, I(11))
E(e27, I(13))
E(e28, I(14))
E(e29, I(15))
E(e30, I(16))
E(e31, I(17))
E(e32, I(18))
E(e33, I(255))
E(e34, GET(opcode))
E(e35, OF(GET(num_inputs), value))
E(e36, OF(GET(num_elements), value))
E(e37, OF(GET(raw), zigzag))

static const nacf_member micb_members[] = {
    {MEMBER(micb, magic), .kind = KIND(RAW), CONTENTS("MICB")},
    {MEMBER(micb, version), .kind = UINT(1, LE), RULES({e0, "wrong value: expected 2", NULL, NULL}), FROM(PINNED,
        .is_default = true, .value = e1)},
    {MEMBER(micb, num_strings), .kind = KIND(ULEB), FROM(COUNT_OF, .member = "strings")},
    {MEMBER(micb, strings), .kind = USE(micb_interned_string), .repeat = NACF_COUNTED, .count = e2},
    {MEMBER(micb, num_symbols), .kind = KIND(ULEB), FROM(COUNT_OF, .member = "symbols")},
    {MEMBER(micb, symbols), .kind = USE(micb_string_ref), .repeat = NACF_COUNTED, .count = e3},
    {MEMBER(micb, num_types), .kind = KIND(ULEB), FROM(COUNT_OF, .member = "types")},
    {MEMBER(micb, types), .kind = USE(micb_tensor_type), .repeat = NACF_COUNTED, .count = e4},
    {MEMBER(micb, num_values), .kind = KIND(ULEB), FROM(COUNT_OF, .member = "values")},
    {MEMBER(micb, values), .kind = USE_WITH(micb_graph_value, e5), .repeat = NACF_COUNTED, .count = e6},
    {MEMBER(micb, output), .kind = USE_WITH(micb_value_ref, e6)},
    {MEMBER(micb, trailing), .kind = KIND(RAW), .to_end = true, RULES({e7, "wrong value: expected `_.length == 0`",
        NULL, NULL})},
};
TYPE(micb, "micb", .fields = 12, .is_root = true, .is_whole = true);

static const nacf_member micb_interned_string_members[] = {
    {MEMBER(micb_interned_string, len_text), .kind = KIND(ULEB), FROM(LENGTH_OF, .member = "text")},
    {MEMBER(micb_interned_string, text), .kind = STR(NULL), .size = e8},
};
TYPE(micb_interned_string, "interned_string", .fields = 2, .is_root = false);

static const nacf_member micb_string_ref_members[] = {
    {MEMBER(micb_string_ref, idx), .kind = KIND(ULEB), RULES({e9,
        "wrong value: expected `_.value < _root.num_strings.value`", NULL, KNOWN({"_root.num_strings.value",
        e10})})},
    {MEMBER(micb_string_ref, text), .value = e11},
};
TYPE(micb_string_ref, "string_ref", .fields = 1, .values = 1, .is_root = false);

static const nacf_member micb_type_ref_members[] = {
    {MEMBER(micb_type_ref, idx), .kind = KIND(ULEB), RULES({e12,
        "wrong value: expected `_.value < _root.num_types.value`", NULL, KNOWN({"_root.num_types.value", e13})})},
    {MEMBER(micb_type_ref, target), .value = e14},
};
TYPE(micb_type_ref, "type_ref", .fields = 1, .values = 1, .is_root = false);

static const nacf_member micb_value_ref_members[] = {
    {MEMBER(micb_value_ref, limit)},
    {MEMBER(micb_value_ref, idx), .kind = KIND(ULEB), RULES({e15, "wrong value: expected `_.value < limit`", NULL,
        KNOWN({"limit", e16})})},
};
TYPE(micb_value_ref, "value_ref", .params = 1, .fields = 1, .is_root = false);

static const nacf_member micb_tensor_type_members[] = {
    {MEMBER(micb_tensor_type, dtype), .kind = UINT(1, LE), RULES({e17,
        "wrong value: expected one of 0 (f16), 1 (f32), 2 (f64), 3 (bf16), 4 (i8), 5 (i16), 6 (i32), 7 (i64), 8 (u8), 9 (u16), 10 (u32), 11 (u64), 12 (bool)",
        NULL, NULL})},
    {MEMBER(micb_tensor_type, num_dims), .kind = KIND(ULEB), FROM(COUNT_OF, .member = "dims")},
    {MEMBER(micb_tensor_type, dims), .kind = USE(micb_string_ref), .repeat = NACF_COUNTED, .count = e18},
};
TYPE(micb_tensor_type, "tensor_type", .fields = 3, .is_root = false);

static const nacf_member micb_graph_value_members[] = {
    {MEMBER(micb_graph_value, id)},
    {MEMBER(micb_graph_value, tag), .kind = UINT(1, LE), RULES({e19,
        "wrong value: expected one of 0 (arg), 1 (param), 2 (node)", NULL, NULL})},
    {MEMBER(micb_graph_value, body), .kind = SWITCH(e23, {e20, USE(micb_binding)}, {e21, USE(micb_binding)}, {e1,
        USE_WITH(micb_node, e22)}, {NULL, KIND(ANY)})},
};
TYPE(micb_graph_value, "graph_value", .params = 1, .fields = 2, .is_root = false);

static const nacf_member micb_binding_members[] = {
    {MEMBER(micb_binding, name), .kind = USE(micb_string_ref)},
    {MEMBER(micb_binding, type_ref), .kind = USE(micb_type_ref)},
};
TYPE(micb_binding, "binding", .fields = 2, .is_root = false);

static const nacf_member micb_node_members[] = {
    {MEMBER(micb_node, id)},
    {MEMBER(micb_node, opcode), .kind = UINT(1, LE), RULES({e24,
        "wrong value: expected one of 0 (matmul), 1 (add), 2 (sub), 3 (mul), 4 (div), 5 (relu), 6 (softmax), 7 (sigmoid), 8 (tanh), 9 (gelu), 10 (layernorm), 11 (transpose), 12 (reshape), 13 (sum), 14 (mean), 15 (max), 16 (concat), 17 (split), 18 (gather), 255 (custom)",
        NULL, NULL})},
    {MEMBER(micb_node, params), .kind = SWITCH(e34, {e25, USE(micb_axis_param)}, {e26, USE(micb_list_param)}, {e27,
        USE(micb_list_param)}, {e28, USE(micb_list_param)}, {e29, USE(micb_list_param)}, {e30,
        USE(micb_axis_param)}, {e31, USE(micb_split_params)}, {e32, USE(micb_axis_param)}, {e33,
        USE(micb_custom_param)}, {NULL, USE(micb_no_params)})},
    {MEMBER(micb_node, num_inputs), .kind = KIND(ULEB), FROM(COUNT_OF, .member = "inputs")},
    {MEMBER(micb_node, inputs), .kind = USE_WITH(micb_value_ref, e22), .repeat = NACF_COUNTED, .count = e35},
};
TYPE(micb_node, "node", .params = 1, .fields = 4, .is_root = false);

static const nacf_member micb_no_params_members[] = {
    {.id = ""},
};
TYPE(micb_no_params, "no_params", .is_root = false);

static const nacf_member micb_axis_param_members[] = {
    {MEMBER(micb_axis_param, axis), .kind = USE(micb_zigzag)},
};
TYPE(micb_axis_param, "axis_param", .fields = 1, .is_root = false);

static const nacf_member micb_list_param_members[] = {
    {MEMBER(micb_list_param, num_elements), .kind = KIND(ULEB), FROM(COUNT_OF, .member = "elements")},
    {MEMBER(micb_list_param, elements), .kind = USE(micb_zigzag), .repeat = NACF_COUNTED, .count = e36},
};
TYPE(micb_list_param, "list_param", .fields = 2, .is_root = false);

static const nacf_member micb_split_params_members[] = {
    {MEMBER(micb_split_params, axis), .kind = USE(micb_zigzag)},
    {MEMBER(micb_split_params, count), .kind = KIND(ULEB)},
};
TYPE(micb_split_params, "split_params", .fields = 2, .is_root = false);

static const nacf_member micb_custom_param_members[] = {
    {MEMBER(micb_custom_param, name), .kind = USE(micb_string_ref)},
};
TYPE(micb_custom_param, "custom_param", .fields = 1, .is_root = false);

static const nacf_member micb_zigzag_members[] = {
    {MEMBER(micb_zigzag, raw), .kind = KIND(ULEB)},
    {MEMBER(micb_zigzag, value), .value = e37},
};
TYPE(micb_zigzag, "zigzag", .fields = 1, .values = 1, .is_root = false);

NACF_SCHEMA(micb)
