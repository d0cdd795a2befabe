# Generated from schemas/uleb128.ksy (sha256 533ed7fa132d0fc98f40f751a2673d47a06f324b044d1f58bdbda90503252712) by `nacformats generate`. Do not edit.
"""Fields, rules, enums and representations of Unsigned LEB128 integer of at most 64 bits."""

from __future__ import annotations

from nacformats.codec.tables import Field, Rule, Schema, Type

__all__ = ["SCHEMA"]

SCHEMA = Schema(
    "uleb128",
    "Unsigned LEB128 integer of at most 64 bits",
    types={
        "Uleb128": Type(
            "uleb128",
            "{value:dec}",
            (Field("groups"), Field("tenth", rules=(Rule("max", ("1",)),))),
            values=("value", "is_minimal", "zigzag"),
        ),
    },
)
