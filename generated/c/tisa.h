// Generated from schemas/tisa.ksy (sha256 010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769) by `nacformats generate`. Do not edit.
#ifndef TISA_H
#define TISA_H
#include "nacformats_columns.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TISA_OPCODE_LOWERCASE = 1,
    TISA_OPCODE_UNICODE_NORM = 2,
    TISA_OPCODE_REPLACE = 3,
    TISA_OPCODE_FILTER_CATEGORY = 4,
    TISA_OPCODE_PREPEND = 7,
    TISA_OPCODE_PARTITION_RULES = 16,
    TISA_OPCODE_BYTE_ENCODE = 21,
    TISA_OPCODE_BPE_ENCODE = 32,
    TISA_OPCODE_WORDPIECE_ENCODE = 33,
    TISA_OPCODE_UNIGRAM_ENCODE = 34,
    TISA_OPCODE_COMPOSE = 48,
};

enum {
    TISA_BEHAVIOR_KEEP = 0,
    TISA_BEHAVIOR_REMOVE = 1,
    TISA_BEHAVIOR_ISOLATE = 2,
};

typedef struct tisa {
    nacf_node node;
        struct { uint8_t magic, version, steps; } has;
    nacf_bytes magic;
    uint8_t version;
    NACF_LIST(struct tisa_step *) steps;
} tisa;
typedef struct tisa_step {
    nacf_node node;
        struct { uint8_t opcode, len_operands, operands; } has;
    uint8_t opcode; /* opcode */
    uint32_t len_operands;
    nacf_value operands;
} tisa_step;
typedef struct tisa_bare_operands {
    nacf_node node;
        struct { uint8_t none_; } has;
} tisa_bare_operands;
typedef struct tisa_unicode_norm_operands {
    nacf_node node;
        struct { uint8_t len_form, form; } has;
    uint8_t len_form;
    nacf_bytes form;
} tisa_unicode_norm_operands;
typedef struct tisa_replace_operands {
    nacf_node node;
        struct { uint8_t len_pattern, pattern, len_value, value; } has;
    uint16_t len_pattern;
    nacf_bytes pattern;
    uint16_t len_value;
    nacf_bytes value;
} tisa_replace_operands;
typedef struct tisa_filter_category_operands {
    nacf_node node;
        struct { uint8_t num_categories, categories; } has;
    uint8_t num_categories;
    NACF_LIST(struct tisa_category *) categories;
} tisa_filter_category_operands;
typedef struct tisa_category {
    nacf_node node;
        struct { uint8_t len_name, name; } has;
    uint8_t len_name;
    nacf_bytes name;
} tisa_category;
typedef struct tisa_prepend_operands {
    nacf_node node;
        struct { uint8_t len_value, value; } has;
    uint16_t len_value;
    nacf_bytes value;
} tisa_prepend_operands;
typedef struct tisa_partition_operands {
    nacf_node node;
        struct { uint8_t num_rules, rules; } has;
    uint16_t num_rules;
    NACF_LIST(struct tisa_partition_rule *) rules;
} tisa_partition_operands;
typedef struct tisa_partition_rule {
    nacf_node node;
        struct { uint8_t flags, len_pattern, pattern, behavior, len_trim, trim, is_protected, has_behavior,
        has_trim; } has;
    uint8_t flags;
    uint16_t len_pattern;
    nacf_bytes pattern;
    uint8_t behavior; /* behavior */
    uint8_t len_trim;
    nacf_bytes trim;
    nacf_value is_protected;
    nacf_value has_behavior;
    nacf_value has_trim;
} tisa_partition_rule;
typedef struct tisa_bpe_operands {
    nacf_node node;
        struct { uint8_t suffixes; } has;
    NACF_LIST(struct tisa_word_suffix *) suffixes;
} tisa_bpe_operands;
typedef struct tisa_word_suffix {
    nacf_node node;
        struct { uint8_t len_text, text; } has;
    uint8_t len_text;
    nacf_bytes text;
} tisa_word_suffix;
typedef struct tisa_wordpiece_operands {
    nacf_node node;
        struct { uint8_t len_marker, marker; } has;
    uint8_t len_marker;
    nacf_bytes marker;
} tisa_wordpiece_operands;
typedef struct tisa_compose_operands {
    nacf_node node;
        struct { uint8_t num_items, items; } has;
    uint8_t num_items;
    NACF_LIST(struct tisa_template_item *) items;
} tisa_compose_operands;
typedef struct tisa_template_item {
    nacf_node node;
        struct { uint8_t is_fixed, is_id, id_token, len_token, token, gives_id, gives_token, text; } has;
    uint8_t is_fixed;
    uint8_t is_id;
    int32_t id_token;
    uint8_t len_token;
    nacf_bytes token;
    nacf_value gives_id;
    nacf_value gives_token;
    nacf_value text;
} tisa_template_item;
typedef struct tisa_unknown_operands {
    nacf_node node;
        struct { uint8_t data; } has;
    nacf_bytes data;
} tisa_unknown_operands;
extern const nacf_type type_of_tisa;
extern const nacf_type type_of_tisa_step;
extern const nacf_type type_of_tisa_bare_operands;
extern const nacf_type type_of_tisa_unicode_norm_operands;
extern const nacf_type type_of_tisa_replace_operands;
extern const nacf_type type_of_tisa_filter_category_operands;
extern const nacf_type type_of_tisa_category;
extern const nacf_type type_of_tisa_prepend_operands;
extern const nacf_type type_of_tisa_partition_operands;
extern const nacf_type type_of_tisa_partition_rule;
extern const nacf_type type_of_tisa_bpe_operands;
extern const nacf_type type_of_tisa_word_suffix;
extern const nacf_type type_of_tisa_wordpiece_operands;
extern const nacf_type type_of_tisa_compose_operands;
extern const nacf_type type_of_tisa_template_item;
extern const nacf_type type_of_tisa_unknown_operands;

NACF_DECLARE(tisa)

/* Columns of partition_rule, and the rules of its check:
 * - 0: flags, out of range: at most 7
 * - 1: pattern, the text is not UTF-8
 * - 2: trim, the text is not UTF-8
 */
typedef struct tisa_partition_rule_columns {
    size_t count; /* records: what every function works on */
    int64_t *starts; /* count + 1: offsets of the records, the last where they end; for gather only */
    uint8_t *flags; /* count */
    int64_t *pattern_at; /* count: offset in data; negative when scatter is to leave the bytes out */
    int64_t *pattern_len; /* count: length in bytes */
    uint8_t *behavior; /* count */
    int64_t *trim_at; /* count: offset in data; negative when scatter is to leave the bytes out */
    int64_t *trim_len; /* count: length in bytes */
} tisa_partition_rule_columns;
typedef void tisa_partition_rule_arguments;
NACF_LOOPS(tisa_partition_rule)
NACF_IDENTITY(tisa)

#ifdef __cplusplus
}
#endif
#endif /* TISA_H */
