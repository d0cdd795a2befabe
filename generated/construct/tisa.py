# Generated from schemas/tisa.ksy (sha256 010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769) by `nacformats generate`. Do not edit.
"""Construct structs of TISA v1 (tokenizer manifest): they parse and they build."""

from __future__ import annotations

from enum import IntEnum

from nacformats.codec.constructs.expressions import count_of, length_of
from nacformats.codec.constructs.fields import AtMost, Derived, Fixed, If, OneOf, Switch, Valid
from nacformats.codec.constructs.lists import Repeat
from nacformats.codec.constructs.numbers import Enumerated, Integer
from nacformats.codec.constructs.records import Computed, Record
from nacformats.codec.constructs.texts import Contents, Raw, Rest, Size, Text, Within

__all__ = [
    "Behavior",
    "Opcode",
    "bare_operands",
    "bpe_operands",
    "category",
    "compose_operands",
    "filter_category_operands",
    "partition_operands",
    "partition_rule",
    "prepend_operands",
    "replace_operands",
    "step",
    "template_item",
    "tisa",
    "unicode_norm_operands",
    "unknown_operands",
    "word_suffix",
    "wordpiece_operands",
]


class Opcode(IntEnum):
    lowercase = 1  # Lower case.
    unicode_norm = 2  # A normalization form of Unicode.
    replace = 3  # One text for another.
    filter_category = 4  # Drop characters by their category.
    prepend = 7  # Put a text in front, unless it is there.
    partition_rules = 16  # Cut the text into fragments.
    byte_encode = 21  # Bytes as printable characters.
    bpe_encode = 32  # Fragments to ids by merging pairs.
    wordpiece_encode = 33  # Fragments to ids by the longest match.
    unigram_encode = 34  # Fragments to ids by the best score.
    compose = 48  # The ids in a template.


class Behavior(IntEnum):
    keep = 0  # A match is a fragment of its own, as where nothing is said.
    remove = 1  # A match is dropped.
    isolate = 2  # A match is a fragment of its own.


# A step that needs nothing but its name.
bare_operands = Record()


# What UNICODE_NORM takes.
unicode_norm_operands = Record(
    "len_form" / Derived(Integer("<", "B"), length_of("form")),
    # NFC, NFD, NFKC or NFKD.
    "form" / Text(Size(lambda this: this.len_form), "UTF-8"),
)


# What REPLACE takes.
replace_operands = Record(
    "len_pattern" / Derived(Integer("<", "H"), length_of("pattern")),
    # A text, not a regular expression.
    "pattern" / Text(Size(lambda this: this.len_pattern), "UTF-8"),
    "len_value" / Derived(Integer("<", "H"), length_of("value")),
    # What takes its place.
    "value" / Text(Size(lambda this: this.len_value), "UTF-8"),
)


# A category of characters that are dropped.
category = Record(
    "len_name" / Derived(Integer("<", "B"), length_of("name")),
    # As Unicode abbreviates it, such as Mn.
    "name" / Text(Size(lambda this: this.len_name), "UTF-8"),
)


# What FILTER_CATEGORY takes.
filter_category_operands = Record(
    "num_categories" / Derived(Integer("<", "B"), count_of("categories")),
    "categories" / Repeat(category, lambda this: this.num_categories),
)


# What PREPEND takes.
prepend_operands = Record(
    "len_value" / Derived(Integer("<", "H"), length_of("value")),
    # What every text begins with afterwards.
    "value" / Text(Size(lambda this: this.len_value), "UTF-8"),
)


# An alternative.
partition_rule = Record(
    # The sum of 1 (`is_protected`), 2 (`has_behavior`) and 4 (`has_trim`).
    "flags" / AtMost(Integer("<", "B"), 7),
    "len_pattern" / Derived(Integer("<", "H"), length_of("pattern")),
    # A regular expression.
    "pattern" / Text(Size(lambda this: this.len_pattern), "UTF-8"),
    "behavior" / If(lambda this: this.has_behavior, Enumerated(Integer("<", "B"), Behavior)),
    "len_trim" / If(lambda this: this.has_trim, Derived(Integer("<", "B"), length_of("trim"))),
    # What the text in front of a match loses when it ends with it.
    "trim" / If(lambda this: this.has_trim, Text(Size(lambda this: this.len_trim), "UTF-8")),
    # Whether a match is a token, which later steps leave alone.
    "is_protected" / Computed(lambda this: this.flags % 2 == 1),
    # Whether it is said what becomes of a match.
    "has_behavior" / Computed(lambda this: this.flags // 2 % 2 == 1),
    # Whether something is cut from the text in front of a match.
    "has_trim" / Computed(lambda this: this.flags // 4 == 1),
)


# What PARTITION_RULES takes: the alternatives of one regular expression, of which the leftmost one wins. Without any,
# the text is one fragment.
partition_operands = Record(
    "num_rules" / Derived(Integer("<", "H"), count_of("rules")),
    "rules" / Repeat(partition_rule, lambda this: this.num_rules),
)


# What the last symbol of every fragment ends with, such as `</w>`.
word_suffix = Record(
    "len_text" / Derived(Integer("<", "B"), length_of("text")),
    # Empty for tokens that say nothing about the end of a word.
    "text" / Text(Size(lambda this: this.len_text), "UTF-8"),
)


# What BPE_ENCODE takes.
bpe_operands = Record(
    # None in manifests of v1.6 and v1.7, one in those of v1.8.
    "suffixes" / Repeat(word_suffix),
)


# What WORDPIECE_ENCODE takes.
wordpiece_operands = Record(
    "len_marker" / Derived(Integer("<", "B"), length_of("marker")),
    # How tokens begin that continue a word.
    "marker" / Text(Size(lambda this: this.len_marker), "UTF-8"),
)


# A part of the result.
template_item = Record(
    # 0 for the ids of the text, 1 for one id that is always there.
    "is_fixed" / OneOf(Integer("<", "B"), (0, 1,)),
    # Whether that one is given by its number, 1, or by its token, 0.
    "is_id" / If(lambda this: this.is_fixed == 1, OneOf(Integer("<", "B"), (0, 1,))),
    "id_token" / If(lambda this: this.gives_id, Integer("<", "l")),
    "len_token" / If(lambda this: this.gives_token, Derived(Integer("<", "B"), length_of("token"))),
    "token" / If(lambda this: this.gives_token, Text(Size(lambda this: this.len_token), "UTF-8")),
    # Whether an id follows.
    "gives_id" / Computed(lambda this: this.is_id == 1 if this.is_fixed == 1 else False),
    # Whether a token follows.
    "gives_token" / Computed(lambda this: this.is_id == 0 if this.is_fixed == 1 else False),
    # The part in a word, for the Web IDE.
    "text" / Computed(
        lambda this: "ids" if this.is_fixed == 0 else str(this.id_token) if this.is_id == 1 else this.token,
    ),
)


# What COMPOSE takes.
compose_operands = Record(
    "num_items" / Derived(Integer("<", "B"), count_of("items")),
    "items" / Repeat(template_item, lambda this: this.num_items),
)


# Operands of a step that is not known.
unknown_operands = Record(
    "data" / Raw(Rest()),
)


# One step.
step = Record(
    # What the step does. Numbers that are not listed have operands of any kind.
    "opcode" / Enumerated(Integer("<", "B"), Opcode),
    # 0 for steps that need nothing but their name.
    "len_operands" / Derived(
        Valid(
            Integer("<", "L"),
            lambda it, this: (
                it == 0 or this.opcode != Opcode.lowercase and this.opcode != Opcode.byte_encode and this.opcode !=
                Opcode.unigram_encode
            ),
            (
                "`_ == 0 or (opcode != opcode::lowercase and opcode != opcode::byte_encode and opcode != "
                "opcode::unigram_encode)`"
            ),
        ),
        length_of("operands"),
    ),
    "operands" / Within(
        Size(lambda this: this.len_operands),
        Switch(
            lambda this: this.opcode,
            {
                Opcode.lowercase: bare_operands,
                Opcode.unicode_norm: unicode_norm_operands,
                Opcode.replace: replace_operands,
                Opcode.filter_category: filter_category_operands,
                Opcode.prepend: prepend_operands,
                Opcode.partition_rules: partition_operands,
                Opcode.byte_encode: bare_operands,
                Opcode.bpe_encode: bpe_operands,
                Opcode.wordpiece_encode: wordpiece_operands,
                Opcode.unigram_encode: bare_operands,
                Opcode.compose: compose_operands,
            },
            otherwise=unknown_operands,
        ),
    ),
)


# How text becomes token ids: steps that run one after another, first on the text, then on the fragments into which a
# partition cuts it, then on ids. The vocabulary is in files of its own, see `vocab`, `vidx` and `merges`.
#
# Section PROC of a NAC file holds a manifest. Every step has a length, so that an unknown one does not keep those
# behind it from being read.
#
# See NAC v1.6, section 6.2.
tisa = Record(
    "magic" / Contents(b"TISA"),
    "version" / Fixed(Integer("<", "B"), 1),
    # In the order in which they run.
    "steps" / Repeat(step),
    is_root=True,
)
