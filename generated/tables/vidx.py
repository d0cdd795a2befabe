# Generated from schemas/vidx.ksy (sha256 b6212ead37d799475a7e1b2fbd32859b25dc6c31616175e41fa8fc75132db898) by `nacformats generate`. Do not edit.
"""Fields, rules, enums and representations of Index of a vocabulary by id (vidx.b) of NAC v1.6."""

from __future__ import annotations

from nacformats.codec.tables import FieldEntry, RuleEntry, SchemaTable, TypeEntry

__all__ = ["SCHEMA"]

SCHEMA = SchemaTable(
    "vidx",
    "Index of a vocabulary by id (vidx.b) of NAC v1.6",
    ".b",
    types={
        "Vidx": TypeEntry(
            "vidx",
            fields=(
                FieldEntry("num_ids", rules=(RuleEntry("max", ("16777216",)),), at=0, number="<u4"),
                FieldEntry("offsets", at=4, type="Vidx.EntryOffset"),
            ),
        ),
        "Vidx.EntryOffset": TypeEntry("entry_offset", "{ofs_entry:dec}", (FieldEntry("ofs_entry"),)),
    },
)
