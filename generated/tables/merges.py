# Generated from schemas/merges.ksy (sha256 da3f2e4390a052398605c9bfd862235886c0eb1b04704f2894791cd6896fc11a) by `nacformats generate`. Do not edit.
"""Fields, rules, enums and representations of Merges of a tokenizer (merges.b) of NAC v1.6."""

from __future__ import annotations

from nacformats.codec.tables import FieldEntry, RuleEntry, SchemaTable, TypeEntry

__all__ = ["SCHEMA"]

SCHEMA = SchemaTable(
    "merges",
    "Merges of a tokenizer (merges.b) of NAC v1.6",
    ".b",
    types={
        "Merges": TypeEntry(
            "merges",
            fields=(
                FieldEntry("num_lines", rules=(RuleEntry("max", ("16777216",)),), at=0, number="<u4"),
                FieldEntry("pairs", at=4, type="Merges.Pair"),
            ),
        ),
        "Merges.Pair": TypeEntry(
            "pair",
            "{left} {right}",
            (FieldEntry("len_left"), FieldEntry("left"), FieldEntry("len_right"), FieldEntry("right")),
        ),
    },
)
