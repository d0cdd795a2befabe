# Generated from schemas/vocab.ksy (sha256 ab00ae5d009815e4de6bf1001a2dce5766649c2084e408d592535163284b689e) by `nacformats generate`. Do not edit.
# It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
"""Fields, rules, enums and representations of Vocabulary of a tokenizer (vocab.b) of NAC v1.6."""

from __future__ import annotations

from nacformats.codec.tables import Field, Rule, Schema, Type

__all__ = ["SCHEMA"]

SCHEMA = Schema(
    "vocab",
    "Vocabulary of a tokenizer (vocab.b) of NAC v1.6",
    ".b",
    imports=("binary32",),
    types={
        "Vocab": Type(
            "vocab",
            fields=(Field("num_entries", rules=(Rule("max", ("16777216",)),)), Field("offsets"), Field("entries")),
        ),
        "Vocab.EntryOffset": Type("entry_offset", "{ofs_entry:dec}", (Field("ofs_entry"),)),
        "Vocab.Entry": Type(
            "entry",
            "{id_token:dec}: {token}",
            (Field("len_token"), Field("token"), Field("id_token"), Field("score")),
        ),
    },
)
