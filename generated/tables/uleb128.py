# Generated from schemas/uleb128.ksy (sha256 94a08bd38c22b22d5945f850a28504b5fc32944d26824efa10279ce8866c0c94) by `nacformats generate`. Do not edit.
"""Fields, rules, enums and representations of Unsigned LEB128 integer of at most 64 bits."""

from __future__ import annotations

from nacformats.codec.tables import FieldEntry, RuleEntry, SchemaTable, TypeEntry

__all__ = ["SCHEMA"]

SCHEMA = SchemaTable(
    "uleb128",
    "Unsigned LEB128 integer of at most 64 bits",
    types={
        "Uleb128": TypeEntry(
            "uleb128",
            "{value:dec}",
            (FieldEntry("groups", at=0), FieldEntry("tenth", rules=(RuleEntry("max", ("1",)),))),
            values=("value", "is_minimal", "zigzag"),
        ),
    },
)
