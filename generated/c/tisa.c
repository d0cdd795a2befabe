// Generated from schemas/tisa.ksy (sha256 010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769) by `nacformats generate`. Do not edit.
#define NACFORMATS_TABLES
#include "tisa.h"

E(e0, OP(IT, '=', I(1)))
E(e1, I(1))
E(e2, nacf_bool((IS(OP(IT, '=', I(0))) || ((IS(OP(GET(opcode), '!', I(1))) && IS(OP(GET(opcode), '!', I(21)))) &&
    IS(OP(GET(opcode), '!', I(34)))))))
E(e3, GET(opcode))
E(e4, I(2))
E(e5, I(3))
E(e6, I(4))
E(e7, I(7))
E(e8, I(16))
E(e9, I(21))
E(e10, I(32))
E(e11, I(33))
E(e12, I(34))
E(e13, I(48))
E(e14, GET(len_operands))
E(e15, GET(len_form))
E(e16, GET(len_pattern))
E(e17, GET(len_value))
E(e18, GET(num_categories))
E(e19, GET(len_name))
E(e20, GET(num_rules))
E(e21, OP(IT, 'l', I(7)))
E(e22, GET(has_behavior))
E(e23, GET(has_trim))
E(e24, GET(len_trim))
E(e25, OP(OP(GET(flags), '%', I(2)), '=', I(1)))
E(e26, OP(OP(OP(GET(flags), '/', I(2)), '%', I(2)), '=', I(1)))
E(e27, OP(OP(GET(flags), '/', I(4)), '=', I(1)))
E(e28, GET(len_text))
E(e29, GET(len_marker))
E(e30, GET(num_items))
E(e31, nacf_bool((IS(OP(IT, '=', I(0))) || IS(OP(IT, '=', I(1))))))
E(e32, OP(GET(is_fixed), '=', I(1)))
E(e33, GET(gives_id))
E(e34, GET(gives_token))
E(e35, GET(len_token))
E(e36, (IS(OP(GET(is_fixed), '=', I(1))) ? OP(GET(is_id), '=', I(1)) : nacf_bool(false)))
E(e37, (IS(OP(GET(is_fixed), '=', I(1))) ? OP(GET(is_id), '=', I(0)) : nacf_bool(false)))
E(e38, (IS(OP(GET(is_fixed), '=', I(0))) ? TEXT("ids") : (IS(OP(GET(is_id), '=', I(1))) ? OF(GET(id_token), to_s) :
    GET(token))))

static const nacf_member tisa_members[] = {
    {MEMBER(tisa, magic), .kind = KIND(RAW), CONTENTS("TISA")},
    {MEMBER(tisa, version), .kind = UINT(1, LE), RULES({e0, "wrong value: expected 1", NULL, NULL}), FROM(PINNED,
        .is_default = true, .value = e1)},
    {MEMBER(tisa, steps), .kind = USE(tisa_step), .repeat = NACF_TO_EOS},
};
TYPE(tisa, "tisa", .fields = 3, .is_root = true, .is_whole = true);

static const nacf_member tisa_step_members[] = {
    {MEMBER(tisa_step, opcode), .kind = UINT(1, LE)},
    {MEMBER(tisa_step, len_operands), .kind = UINT(4, LE), RULES({e2,
        "wrong value: expected `_ == 0 or (opcode != opcode::lowercase and opcode != opcode::byte_encode and opcode != opcode::unigram_encode)`",
        NULL, KNOWN({"opcode", e3})}), FROM(LENGTH_OF, .member = "operands")},
    {MEMBER(tisa_step, operands), .kind = SWITCH(e3, {e1, USE(tisa_bare_operands)}, {e4,
        USE(tisa_unicode_norm_operands)}, {e5, USE(tisa_replace_operands)}, {e6,
        USE(tisa_filter_category_operands)}, {e7, USE(tisa_prepend_operands)}, {e8, USE(tisa_partition_operands)},
        {e9, USE(tisa_bare_operands)}, {e10, USE(tisa_bpe_operands)}, {e11, USE(tisa_wordpiece_operands)}, {e12,
        USE(tisa_bare_operands)}, {e13, USE(tisa_compose_operands)}, {NULL, USE(tisa_unknown_operands)}), .size =
        e14},
};
TYPE(tisa_step, "step", .fields = 3, .is_root = false);

static const nacf_member tisa_bare_operands_members[] = {
    {.id = ""},
};
TYPE(tisa_bare_operands, "bare_operands", .is_root = false);

static const nacf_member tisa_unicode_norm_operands_members[] = {
    {MEMBER(tisa_unicode_norm_operands, len_form), .kind = UINT(1, LE), FROM(LENGTH_OF, .member = "form")},
    {MEMBER(tisa_unicode_norm_operands, form), .kind = STR(NULL), .size = e15},
};
TYPE(tisa_unicode_norm_operands, "unicode_norm_operands", .fields = 2, .is_root = false);

static const nacf_member tisa_replace_operands_members[] = {
    {MEMBER(tisa_replace_operands, len_pattern), .kind = UINT(2, LE), FROM(LENGTH_OF, .member = "pattern")},
    {MEMBER(tisa_replace_operands, pattern), .kind = STR(NULL), .size = e16},
    {MEMBER(tisa_replace_operands, len_value), .kind = UINT(2, LE), FROM(LENGTH_OF, .member = "value")},
    {MEMBER(tisa_replace_operands, value), .kind = STR(NULL), .size = e17},
};
TYPE(tisa_replace_operands, "replace_operands", .fields = 4, .is_root = false);

static const nacf_member tisa_filter_category_operands_members[] = {
    {MEMBER(tisa_filter_category_operands, num_categories), .kind = UINT(1, LE), FROM(COUNT_OF, .member =
        "categories")},
    {MEMBER(tisa_filter_category_operands, categories), .kind = USE(tisa_category), .repeat = NACF_COUNTED, .count =
        e18},
};
TYPE(tisa_filter_category_operands, "filter_category_operands", .fields = 2, .is_root = false);

static const nacf_member tisa_category_members[] = {
    {MEMBER(tisa_category, len_name), .kind = UINT(1, LE), FROM(LENGTH_OF, .member = "name")},
    {MEMBER(tisa_category, name), .kind = STR(NULL), .size = e19},
};
TYPE(tisa_category, "category", .fields = 2, .is_root = false);

static const nacf_member tisa_prepend_operands_members[] = {
    {MEMBER(tisa_prepend_operands, len_value), .kind = UINT(2, LE), FROM(LENGTH_OF, .member = "value")},
    {MEMBER(tisa_prepend_operands, value), .kind = STR(NULL), .size = e17},
};
TYPE(tisa_prepend_operands, "prepend_operands", .fields = 2, .is_root = false);

static const nacf_member tisa_partition_operands_members[] = {
    {MEMBER(tisa_partition_operands, num_rules), .kind = UINT(2, LE), FROM(COUNT_OF, .member = "rules")},
    {MEMBER(tisa_partition_operands, rules), .kind = USE(tisa_partition_rule), .repeat = NACF_COUNTED, .count =
        e20},
};
TYPE(tisa_partition_operands, "partition_operands", .fields = 2, .is_root = false);

static const nacf_member tisa_partition_rule_members[] = {
    {MEMBER(tisa_partition_rule, flags), .kind = UINT(1, LE), RULES({e21, "out of range: expected at most 7", NULL,
        NULL})},
    {MEMBER(tisa_partition_rule, len_pattern), .kind = UINT(2, LE), FROM(LENGTH_OF, .member = "pattern")},
    {MEMBER(tisa_partition_rule, pattern), .kind = STR(NULL), .size = e16},
    {MEMBER(tisa_partition_rule, behavior), .kind = UINT(1, LE), .condition = e22},
    {MEMBER(tisa_partition_rule, len_trim), .kind = UINT(1, LE), .condition = e23, FROM(LENGTH_OF, .member =
        "trim")},
    {MEMBER(tisa_partition_rule, trim), .kind = STR(NULL), .condition = e23, .size = e24},
    {MEMBER(tisa_partition_rule, is_protected), .value = e25},
    {MEMBER(tisa_partition_rule, has_behavior), .value = e26},
    {MEMBER(tisa_partition_rule, has_trim), .value = e27},
};
TYPE(tisa_partition_rule, "partition_rule", .fields = 6, .values = 3, .is_root = false);

static const nacf_member tisa_bpe_operands_members[] = {
    {MEMBER(tisa_bpe_operands, suffixes), .kind = USE(tisa_word_suffix), .repeat = NACF_TO_EOS},
};
TYPE(tisa_bpe_operands, "bpe_operands", .fields = 1, .is_root = false);

static const nacf_member tisa_word_suffix_members[] = {
    {MEMBER(tisa_word_suffix, len_text), .kind = UINT(1, LE), FROM(LENGTH_OF, .member = "text")},
    {MEMBER(tisa_word_suffix, text), .kind = STR(NULL), .size = e28},
};
TYPE(tisa_word_suffix, "word_suffix", .fields = 2, .is_root = false);

static const nacf_member tisa_wordpiece_operands_members[] = {
    {MEMBER(tisa_wordpiece_operands, len_marker), .kind = UINT(1, LE), FROM(LENGTH_OF, .member = "marker")},
    {MEMBER(tisa_wordpiece_operands, marker), .kind = STR(NULL), .size = e29},
};
TYPE(tisa_wordpiece_operands, "wordpiece_operands", .fields = 2, .is_root = false);

static const nacf_member tisa_compose_operands_members[] = {
    {MEMBER(tisa_compose_operands, num_items), .kind = UINT(1, LE), FROM(COUNT_OF, .member = "items")},
    {MEMBER(tisa_compose_operands, items), .kind = USE(tisa_template_item), .repeat = NACF_COUNTED, .count = e30},
};
TYPE(tisa_compose_operands, "compose_operands", .fields = 2, .is_root = false);

static const nacf_member tisa_template_item_members[] = {
    {MEMBER(tisa_template_item, is_fixed), .kind = UINT(1, LE), RULES({e31, "wrong value: expected one of 0, 1",
        NULL, NULL})},
    {MEMBER(tisa_template_item, is_id), .kind = UINT(1, LE), .condition = e32, RULES({e31,
        "wrong value: expected one of 0, 1", NULL, NULL})},
    {MEMBER(tisa_template_item, id_token), .kind = SINT(4, LE), .condition = e33},
    {MEMBER(tisa_template_item, len_token), .kind = UINT(1, LE), .condition = e34, FROM(LENGTH_OF, .member =
        "token")},
    {MEMBER(tisa_template_item, token), .kind = STR(NULL), .condition = e34, .size = e35},
    {MEMBER(tisa_template_item, gives_id), .value = e36},
    {MEMBER(tisa_template_item, gives_token), .value = e37},
    {MEMBER(tisa_template_item, text), .value = e38},
};
TYPE(tisa_template_item, "template_item", .fields = 5, .values = 3, .is_root = false);

static const nacf_member tisa_unknown_operands_members[] = {
    {MEMBER(tisa_unknown_operands, data), .kind = KIND(RAW), .to_end = true},
};
TYPE(tisa_unknown_operands, "unknown_operands", .fields = 1, .is_root = false);

NACF_SCHEMA(tisa)
