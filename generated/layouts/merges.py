# Generated from schemas/merges.ksy (sha256 da3f2e4390a052398605c9bfd862235886c0eb1b04704f2894791cd6896fc11a) by `nacformats generate`. Do not edit.
"""Layout of Merges of a tokenizer (merges.b) of NAC v1.6: in which order numbers and tables come."""

from __future__ import annotations

from nacformats.codec.layouts import FileLayout, LayoutNumber, LayoutTable

__all__ = ["LAYOUT"]

LAYOUT: FileLayout | None = FileLayout(
    "merges",
    (LayoutNumber("num_lines", 4, most=16777216), LayoutTable("pairs", "pair", "")),
)
