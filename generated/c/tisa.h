// Generated from schemas/tisa.ksy (sha256 010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769) by `nacformats generate`. Do not edit.
#ifndef NACFORMATS_TISA_H
#define NACFORMATS_TISA_H
#include "nacformats.h"

#ifdef __cplusplus
extern "C" {
#endif

/** opcode */
enum {
    /** Lower case. */
    TISA_OPCODE_LOWERCASE = 1,
    /** A normalization form of Unicode. */
    TISA_OPCODE_UNICODE_NORM = 2,
    /** One text for another. */
    TISA_OPCODE_REPLACE = 3,
    /** Drop characters by their category. */
    TISA_OPCODE_FILTER_CATEGORY = 4,
    /** Put a text in front, unless it is there. */
    TISA_OPCODE_PREPEND = 7,
    /** Cut the text into fragments. */
    TISA_OPCODE_PARTITION_RULES = 16,
    /** Bytes as printable characters. */
    TISA_OPCODE_BYTE_ENCODE = 21,
    /** Fragments to ids by merging pairs. */
    TISA_OPCODE_BPE_ENCODE = 32,
    /** Fragments to ids by the longest match. */
    TISA_OPCODE_WORDPIECE_ENCODE = 33,
    /** Fragments to ids by the best score. */
    TISA_OPCODE_UNIGRAM_ENCODE = 34,
    /** The ids in a template. */
    TISA_OPCODE_COMPOSE = 48,
};

/** behavior */
enum {
    /** A match is a fragment of its own, as where nothing is said. */
    TISA_BEHAVIOR_KEEP = 0,
    /** A match is dropped. */
    TISA_BEHAVIOR_REMOVE = 1,
    /** A match is a fragment of its own. */
    TISA_BEHAVIOR_ISOLATE = 2,
};

/**
 * How text becomes token ids: steps that run one after another, first on the text, then on the fragments into which
 * a partition cuts it, then on ids. The vocabulary is in files of its own, see `vocab`, `vidx` and `merges`.
 *
 * Section PROC of a NAC file holds a manifest. Every step has a length, so that an unknown one does not keep those
 * behind it from being read. See NAC v1.6, section 6.2.
 */
typedef struct tisa {
    nacf_node node;
    struct { uint8_t magic, version, steps; } has;
    nacf_bytes magic;
    uint8_t version;
    /** In the order in which they run. */
    NACF_LIST(struct tisa_step *) steps;
} tisa;

/** One step. */
typedef struct tisa_step {
    nacf_node node;
    struct { uint8_t opcode, len_operands, operands; } has;
    /** What the step does. Numbers that are not listed have operands of any kind. */
    uint8_t opcode; /* opcode */
    /** 0 for steps that need nothing but their name. */
    uint32_t len_operands;
    nacf_value operands;
} tisa_step;

/** A step that needs nothing but its name. */
typedef struct tisa_bare_operands {
    nacf_node node;
    struct { uint8_t none_; } has;
} tisa_bare_operands;

/** What UNICODE_NORM takes. */
typedef struct tisa_unicode_norm_operands {
    nacf_node node;
    struct { uint8_t len_form, form; } has;
    uint8_t len_form;
    /** NFC, NFD, NFKC or NFKD. */
    nacf_bytes form;
} tisa_unicode_norm_operands;

/** What REPLACE takes. */
typedef struct tisa_replace_operands {
    nacf_node node;
    struct { uint8_t len_pattern, pattern, len_value, value; } has;
    uint16_t len_pattern;
    /** A text, not a regular expression. */
    nacf_bytes pattern;
    uint16_t len_value;
    /** What takes its place. */
    nacf_bytes value;
} tisa_replace_operands;

/** What FILTER_CATEGORY takes. */
typedef struct tisa_filter_category_operands {
    nacf_node node;
    struct { uint8_t num_categories, categories; } has;
    uint8_t num_categories;
    NACF_LIST(struct tisa_category *) categories;
} tisa_filter_category_operands;

/** A category of characters that are dropped. */
typedef struct tisa_category {
    nacf_node node;
    struct { uint8_t len_name, name; } has;
    uint8_t len_name;
    /** As Unicode abbreviates it, such as Mn. */
    nacf_bytes name;
} tisa_category;

/** What PREPEND takes. */
typedef struct tisa_prepend_operands {
    nacf_node node;
    struct { uint8_t len_value, value; } has;
    uint16_t len_value;
    /** What every text begins with afterwards. */
    nacf_bytes value;
} tisa_prepend_operands;

/**
 * What PARTITION_RULES takes: the alternatives of one regular expression, of which the leftmost one wins. Without
 * any, the text is one fragment.
 */
typedef struct tisa_partition_operands {
    nacf_node node;
    struct { uint8_t num_rules, rules; } has;
    uint16_t num_rules;
    NACF_LIST(struct tisa_partition_rule *) rules;
} tisa_partition_operands;

/** An alternative. */
typedef struct tisa_partition_rule {
    nacf_node node;
    struct { uint8_t flags, len_pattern, pattern, behavior, len_trim, trim, is_protected, has_behavior, has_trim; }
        has;
    /** The sum of 1 (`is_protected`), 2 (`has_behavior`) and 4 (`has_trim`). */
    uint8_t flags;
    uint16_t len_pattern;
    /** A regular expression. */
    nacf_bytes pattern;
    uint8_t behavior; /* behavior */
    uint8_t len_trim;
    /** What the text in front of a match loses when it ends with it. */
    nacf_bytes trim;
    /** Whether a match is a token, which later steps leave alone. */
    nacf_value is_protected;
    /** Whether it is said what becomes of a match. */
    nacf_value has_behavior;
    /** Whether something is cut from the text in front of a match. */
    nacf_value has_trim;
} tisa_partition_rule;

/** What BPE_ENCODE takes. */
typedef struct tisa_bpe_operands {
    nacf_node node;
    struct { uint8_t suffixes; } has;
    /** None in manifests of v1.6 and v1.7, one in those of v1.8. */
    NACF_LIST(struct tisa_word_suffix *) suffixes;
} tisa_bpe_operands;

/** What the last symbol of every fragment ends with, such as `</w>`. */
typedef struct tisa_word_suffix {
    nacf_node node;
    struct { uint8_t len_text, text; } has;
    uint8_t len_text;
    /** Empty for tokens that say nothing about the end of a word. */
    nacf_bytes text;
} tisa_word_suffix;

/** What WORDPIECE_ENCODE takes. */
typedef struct tisa_wordpiece_operands {
    nacf_node node;
    struct { uint8_t len_marker, marker; } has;
    uint8_t len_marker;
    /** How tokens begin that continue a word. */
    nacf_bytes marker;
} tisa_wordpiece_operands;

/** What COMPOSE takes. */
typedef struct tisa_compose_operands {
    nacf_node node;
    struct { uint8_t num_items, items; } has;
    uint8_t num_items;
    NACF_LIST(struct tisa_template_item *) items;
} tisa_compose_operands;

/** A part of the result. */
typedef struct tisa_template_item {
    nacf_node node;
    struct { uint8_t is_fixed, is_id, id_token, len_token, token, gives_id, gives_token, text; } has;
    /** 0 for the ids of the text, 1 for one id that is always there. */
    uint8_t is_fixed;
    /** Whether that one is given by its number, 1, or by its token, 0. */
    uint8_t is_id;
    int32_t id_token;
    uint8_t len_token;
    nacf_bytes token;
    /** Whether an id follows. */
    nacf_value gives_id;
    /** Whether a token follows. */
    nacf_value gives_token;
    /** The part in a word, for the Web IDE. */
    nacf_value text;
} tisa_template_item;

/** Operands of a step that is not known. */
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

#ifdef __cplusplus
}
#endif
#endif /* NACFORMATS_TISA_H */
