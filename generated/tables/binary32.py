# Generated from schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b) by `nacformats generate`. Do not edit.
"""Fields, rules, enums and representations of A number of IEEE 754 binary32."""

from __future__ import annotations

from nacformats.codec.tables import FieldEntry, SchemaTable, TypeEntry

__all__ = ["SCHEMA"]

SCHEMA = SchemaTable(
    "binary32",
    "A number of IEEE 754 binary32",
    types={
        "Binary32": TypeEntry(
            "binary32",
            "{number:dec}",
            (FieldEntry("bits", at=0, number="<u4"),),
            values=("exponent", "scale", "number"),
        ),
    },
)
