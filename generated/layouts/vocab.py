# Generated from schemas/vocab.ksy (sha256 ab00ae5d009815e4de6bf1001a2dce5766649c2084e408d592535163284b689e) by `nacformats generate`. Do not edit.
# It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
"""Layout of Vocabulary of a tokenizer (vocab.b) of NAC v1.6: in which order numbers and tables come."""

from __future__ import annotations

from nacformats.codec.layouts import FileLayout, LayoutNumber, LayoutTable

__all__ = ["LAYOUT"]

LAYOUT: FileLayout | None = FileLayout(
    "vocab",
    (
        LayoutNumber("num_entries", 4, most=16777216),
        LayoutTable("offsets", "entry_offset", "num_entries"),
        LayoutTable("entries", "entry", "num_entries"),
    ),
)
