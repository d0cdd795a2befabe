# Generated from schemas/vidx.ksy (sha256 b6212ead37d799475a7e1b2fbd32859b25dc6c31616175e41fa8fc75132db898) by `nacformats generate`. Do not edit.
"""Layout of Index of a vocabulary by id (vidx.b) of NAC v1.6: in which order numbers and tables come."""

from __future__ import annotations

from nacformats.codec.layouts import FileLayout, LayoutNumber, LayoutTable

__all__ = ["LAYOUT"]

LAYOUT: FileLayout | None = FileLayout(
    "vidx",
    (LayoutNumber("num_ids", 4, most=16777216), LayoutTable("offsets", "entry_offset", "num_ids")),
)
