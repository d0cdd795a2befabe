# Generated from schemas/token_scores.ksy (sha256 9e94dadb3ded333c66c3bb98950ad67b231a401bf1be7134fea50612baf79e00) by `nacformats generate`. Do not edit.
"""Fields, rules, enums and representations of Exact scores of a vocabulary (scores.b) beside NAC v1.6."""

from __future__ import annotations

from nacformats.codec.tables import Field, Rule, Schema, Type

__all__ = ["SCHEMA"]

SCHEMA = Schema(
    "token_scores",
    "Exact scores of a vocabulary (scores.b) beside NAC v1.6",
    ".b",
    types={
        "TokenScores": Type(
            "token_scores",
            fields=(Field("num_scores", rules=(Rule("max", ("16777216",)),)), Field("scores")),
        ),
        "TokenScores.Score": Type("score", "{bits:dec}", (Field("bits"),)),
    },
)
