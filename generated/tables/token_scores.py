# Generated from schemas/token_scores.ksy (sha256 9e94dadb3ded333c66c3bb98950ad67b231a401bf1be7134fea50612baf79e00) by `nacformats generate`. Do not edit.
"""Fields, rules, enums and representations of Exact scores of a vocabulary (scores.b) beside NAC v1.6."""

from __future__ import annotations

from nacformats.codec.tables import FieldEntry, RuleEntry, SchemaTable, TypeEntry

__all__ = ["SCHEMA"]

SCHEMA = SchemaTable(
    "token_scores",
    "Exact scores of a vocabulary (scores.b) beside NAC v1.6",
    ".b",
    types={
        "TokenScores": TypeEntry(
            "token_scores",
            fields=(
                FieldEntry("num_scores", rules=(RuleEntry("max", ("16777216",)),), at=0, number="<u4"),
                FieldEntry("scores", at=4, type="TokenScores.Score"),
            ),
        ),
        "TokenScores.Score": TypeEntry("score", "{bits:dec}", (FieldEntry("bits"),)),
    },
)
