# Generated from schemas/merges.ksy (sha256 da3f2e4390a052398605c9bfd862235886c0eb1b04704f2894791cd6896fc11a) by `nacformats generate`. Do not edit.
"""Fields, rules, enums and representations of Merges of a tokenizer (merges.b) of NAC v1.6."""

from __future__ import annotations

from nacformats.codec.tables import Field, Rule, Schema, Type

__all__ = ["SCHEMA"]

SCHEMA = Schema(
    "merges",
    "Merges of a tokenizer (merges.b) of NAC v1.6",
    ".b",
    types={
        "Merges": Type("merges", fields=(Field("num_lines", rules=(Rule("max", ("16777216",)),)), Field("pairs"))),
        "Merges.Pair": Type(
            "pair",
            "{left} {right}",
            (Field("len_left"), Field("left"), Field("len_right"), Field("right")),
        ),
    },
)
