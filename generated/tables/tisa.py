# Generated from schemas/tisa.ksy (sha256 6c031895c5d17ed76870336cb88b8513374c2770222afde705725fb6acf0b29b) by `nacformats generate`. Do not edit.
"""Fields, rules, enums and representations of TISA v1 (tokenizer manifest)."""

from __future__ import annotations

from nacformats.codec.tables import Enum, Field, Member, Rule, Schema, Type

__all__ = ["SCHEMA"]

SCHEMA = Schema(
    "tisa",
    "TISA v1 (tokenizer manifest)",
    ".tisa",
    b"TISA",
    types={
        "Tisa": Type("tisa", fields=(Field("magic"), Field("version", rules=(Rule("eq", ("1",)),)), Field("steps"))),
        "Tisa.Step": Type(
            "step",
            "{opcode} {operands}",
            (
                Field("opcode", enum="opcode"),
                Field(
                    "len_operands",
                    rules=(
                        Rule(
                            "expr",
                            (
                                (
                                    "_ == 0 or (opcode != opcode::lowercase and opcode != opcode::byte_encode and "
                                    "opcode != opcode::unigram_encode)"
                                ),
                            ),
                        ),
                    ),
                ),
                Field("operands"),
            ),
        ),
        "Tisa.BareOperands": Type("bare_operands", ""),
        "Tisa.UnicodeNormOperands": Type("unicode_norm_operands", "{form}", (Field("len_form"), Field("form"))),
        "Tisa.ReplaceOperands": Type(
            "replace_operands",
            "{pattern} {value}",
            (Field("len_pattern"), Field("pattern"), Field("len_value"), Field("value")),
        ),
        "Tisa.FilterCategoryOperands": Type(
            "filter_category_operands",
            "{categories}",
            (Field("num_categories"), Field("categories")),
        ),
        "Tisa.Category": Type("category", "{name}", (Field("len_name"), Field("name"))),
        "Tisa.PrependOperands": Type("prepend_operands", "{value}", (Field("len_value"), Field("value"))),
        "Tisa.PartitionOperands": Type(
            "partition_operands",
            "{num_rules:dec} rules",
            (Field("num_rules"), Field("rules")),
        ),
        "Tisa.PartitionRule": Type(
            "partition_rule",
            "{pattern}",
            (
                Field("flags", rules=(Rule("max", ("7",)),)),
                Field("len_pattern"),
                Field("pattern"),
                Field("behavior", enum="behavior"),
                Field("len_trim"),
                Field("trim"),
            ),
            values=("is_protected", "has_behavior", "has_trim"),
        ),
        "Tisa.BpeOperands": Type("bpe_operands", "{suffixes}", (Field("suffixes", since="1.8"),)),
        "Tisa.WordSuffix": Type("word_suffix", "{text}", (Field("len_text"), Field("text"))),
        "Tisa.WordpieceOperands": Type("wordpiece_operands", "{marker}", (Field("len_marker"), Field("marker"))),
        "Tisa.ComposeOperands": Type("compose_operands", "{items}", (Field("num_items"), Field("items"))),
        "Tisa.TemplateItem": Type(
            "template_item",
            "{text}",
            (
                Field("is_fixed", rules=(Rule("any-of", ("0", "1")),)),
                Field("is_id", rules=(Rule("any-of", ("0", "1")),)),
                Field("id_token"),
                Field("len_token"),
                Field("token"),
            ),
            values=("gives_id", "gives_token", "text"),
        ),
        "Tisa.UnknownOperands": Type("unknown_operands", "{data}", (Field("data"),)),
    },
    enums={
        "opcode": Enum(
            "opcode",
            (
                Member(1, "lowercase", "Lower case."),
                Member(2, "unicode_norm", "A normalization form of Unicode."),
                Member(3, "replace", "One text for another."),
                Member(4, "filter_category", "Drop characters by their category."),
                Member(7, "prepend", "Put a text in front, unless it is there."),
                Member(16, "partition_rules", "Cut the text into fragments."),
                Member(21, "byte_encode", "Bytes as printable characters."),
                Member(32, "bpe_encode", "Fragments to ids by merging pairs."),
                Member(33, "wordpiece_encode", "Fragments to ids by the longest match."),
                Member(34, "unigram_encode", "Fragments to ids by the best score."),
                Member(48, "compose", "The ids in a template."),
            ),
        ),
        "behavior": Enum(
            "behavior",
            (Member(1, "remove", "A match is dropped."), Member(2, "isolate", "A match is a fragment of its own.")),
        ),
    },
)
