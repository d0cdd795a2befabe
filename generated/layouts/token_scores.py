# Generated from schemas/token_scores.ksy (sha256 9e94dadb3ded333c66c3bb98950ad67b231a401bf1be7134fea50612baf79e00) by `nacformats generate`. Do not edit.
"""Layout of Exact scores of a vocabulary (scores.b) beside NAC v1.6: in which order numbers and tables come."""

from __future__ import annotations

from nacformats.codec.layouts import FileLayout, LayoutNumber, LayoutTable

__all__ = ["LAYOUT"]

LAYOUT: FileLayout | None = FileLayout(
    "token_scores",
    (LayoutNumber("num_scores", 4, most=16777216), LayoutTable("scores", "score", "num_scores")),
)
