# Generated from schemas/vidx.ksy (sha256 b6212ead37d799475a7e1b2fbd32859b25dc6c31616175e41fa8fc75132db898) by `nacformats generate`. Do not edit.
"""Fields, rules, enums and representations of Index of a vocabulary by id (vidx.b) of NAC v1.6."""

from __future__ import annotations

from nacformats.codec.tables import Field, Rule, Schema, Type

__all__ = ["SCHEMA"]

SCHEMA = Schema(
    "vidx",
    "Index of a vocabulary by id (vidx.b) of NAC v1.6",
    ".b",
    types={
        "Vidx": Type("vidx", fields=(Field("num_ids", rules=(Rule("max", ("16777216",)),)), Field("offsets"))),
        "Vidx.EntryOffset": Type("entry_offset", "{ofs_entry:dec}", (Field("ofs_entry"),)),
    },
)
