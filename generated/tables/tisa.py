# Generated from schemas/tisa.ksy (sha256 010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769) by `nacformats generate`. Do not edit.
"""Fields, rules, enums and representations of TISA v1 (tokenizer manifest)."""

from __future__ import annotations

from nacformats.codec.tables import EnumEntry, FieldEntry, MemberEntry, RuleEntry, SchemaTable, TypeEntry

__all__ = ["SCHEMA"]

SCHEMA = SchemaTable(
    "tisa",
    "TISA v1 (tokenizer manifest)",
    ".tisa",
    b"TISA",
    types={
        "Tisa": TypeEntry(
            "tisa",
            fields=(
                FieldEntry("magic", at=0),
                FieldEntry("version", rules=(RuleEntry("eq", ("1",)),), at=4, number="u1"),
                FieldEntry("steps", at=5, type="Tisa.Step"),
            ),
        ),
        "Tisa.Step": TypeEntry(
            "step",
            "{opcode} {operands}",
            (
                FieldEntry("opcode", enum="opcode"),
                FieldEntry(
                    "len_operands",
                    rules=(
                        RuleEntry(
                            "expr",
                            (
                                (
                                    "_ == 0 or (opcode != opcode::lowercase and opcode != opcode::byte_encode and"
                                    " opcode != opcode::unigram_encode)"
                                ),
                            ),
                        ),
                    ),
                ),
                FieldEntry(
                    "operands",
                    cases={
                        1: "Tisa.BareOperands",
                        2: "Tisa.UnicodeNormOperands",
                        3: "Tisa.ReplaceOperands",
                        4: "Tisa.FilterCategoryOperands",
                        7: "Tisa.PrependOperands",
                        16: "Tisa.PartitionOperands",
                        21: "Tisa.BareOperands",
                        32: "Tisa.BpeOperands",
                        33: "Tisa.WordpieceOperands",
                        34: "Tisa.BareOperands",
                        48: "Tisa.ComposeOperands",
                    },
                ),
            ),
        ),
        "Tisa.BareOperands": TypeEntry("bare_operands", ""),
        "Tisa.UnicodeNormOperands": TypeEntry(
            "unicode_norm_operands",
            "{form}",
            (FieldEntry("len_form"), FieldEntry("form")),
        ),
        "Tisa.ReplaceOperands": TypeEntry(
            "replace_operands",
            "{pattern} {value}",
            (FieldEntry("len_pattern"), FieldEntry("pattern"), FieldEntry("len_value"), FieldEntry("value")),
        ),
        "Tisa.FilterCategoryOperands": TypeEntry(
            "filter_category_operands",
            "{categories}",
            (FieldEntry("num_categories"), FieldEntry("categories", type="Tisa.Category")),
        ),
        "Tisa.Category": TypeEntry("category", "{name}", (FieldEntry("len_name"), FieldEntry("name"))),
        "Tisa.PrependOperands": TypeEntry(
            "prepend_operands",
            "{value}",
            (FieldEntry("len_value"), FieldEntry("value")),
        ),
        "Tisa.PartitionOperands": TypeEntry(
            "partition_operands",
            "{num_rules:dec} rules",
            (FieldEntry("num_rules"), FieldEntry("rules", type="Tisa.PartitionRule")),
        ),
        "Tisa.PartitionRule": TypeEntry(
            "partition_rule",
            "{pattern}",
            (
                FieldEntry("flags", rules=(RuleEntry("max", ("7",)),)),
                FieldEntry("len_pattern"),
                FieldEntry("pattern"),
                FieldEntry("behavior", enum="behavior"),
                FieldEntry("len_trim"),
                FieldEntry("trim"),
            ),
            values=("is_protected", "has_behavior", "has_trim"),
        ),
        "Tisa.BpeOperands": TypeEntry(
            "bpe_operands",
            "{suffixes}",
            (FieldEntry("suffixes", since="1.8", type="Tisa.WordSuffix"),),
        ),
        "Tisa.WordSuffix": TypeEntry("word_suffix", "{text}", (FieldEntry("len_text"), FieldEntry("text"))),
        "Tisa.WordpieceOperands": TypeEntry(
            "wordpiece_operands",
            "{marker}",
            (FieldEntry("len_marker"), FieldEntry("marker")),
        ),
        "Tisa.ComposeOperands": TypeEntry(
            "compose_operands",
            "{items}",
            (FieldEntry("num_items"), FieldEntry("items", type="Tisa.TemplateItem")),
        ),
        "Tisa.TemplateItem": TypeEntry(
            "template_item",
            "{text}",
            (
                FieldEntry("is_fixed", rules=(RuleEntry("any-of", ("0", "1")),)),
                FieldEntry("is_id", rules=(RuleEntry("any-of", ("0", "1")),)),
                FieldEntry("id_token"),
                FieldEntry("len_token"),
                FieldEntry("token"),
            ),
            values=("gives_id", "gives_token", "text"),
        ),
        "Tisa.UnknownOperands": TypeEntry("unknown_operands", "{data}", (FieldEntry("data"),)),
    },
    enums={
        "opcode": EnumEntry(
            "opcode",
            (
                MemberEntry(1, "lowercase", "Lower case."),
                MemberEntry(2, "unicode_norm", "A normalization form of Unicode."),
                MemberEntry(3, "replace", "One text for another."),
                MemberEntry(4, "filter_category", "Drop characters by their category."),
                MemberEntry(7, "prepend", "Put a text in front, unless it is there."),
                MemberEntry(16, "partition_rules", "Cut the text into fragments."),
                MemberEntry(21, "byte_encode", "Bytes as printable characters."),
                MemberEntry(32, "bpe_encode", "Fragments to ids by merging pairs."),
                MemberEntry(33, "wordpiece_encode", "Fragments to ids by the longest match."),
                MemberEntry(34, "unigram_encode", "Fragments to ids by the best score."),
                MemberEntry(48, "compose", "The ids in a template."),
            ),
        ),
        "behavior": EnumEntry(
            "behavior",
            (
                MemberEntry(0, "keep", "A match is a fragment of its own, as where nothing is said."),
                MemberEntry(1, "remove", "A match is dropped."),
                MemberEntry(2, "isolate", "A match is a fragment of its own."),
            ),
        ),
    },
)
