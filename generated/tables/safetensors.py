# Generated from schemas/safetensors.ksy (sha256 fc4d78d8e2c3d057667c7fff19aa14c6c9c951a8bc11b47849959c3c33a57025) by `nacformats generate`. Do not edit.
"""Fields, rules, enums and representations of safetensors."""

from __future__ import annotations

from nacformats.codec.tables import FieldEntry, RuleEntry, SchemaTable, TypeEntry

__all__ = ["SCHEMA"]

SCHEMA = SchemaTable(
    "safetensors",
    "safetensors",
    ".safetensors",
    types={
        "Safetensors": TypeEntry(
            "safetensors",
            fields=(
                FieldEntry("len_header", rules=(RuleEntry("max", ("100000000",)),), at=0, number="<u8"),
                FieldEntry("header", at=8),
                FieldEntry("data"),
            ),
        ),
    },
)
