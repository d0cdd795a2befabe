# Generated from schemas/uleb128.ksy (sha256 7f8186add90b8dbb561b7475dbf873f7412752189f1e2acac510fc34dd3cce21) by `nacformats generate`. Do not edit.
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
