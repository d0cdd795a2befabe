# Generated from schemas/vocab.ksy (sha256 ab00ae5d009815e4de6bf1001a2dce5766649c2084e408d592535163284b689e) by `nacformats generate`. Do not edit.
# It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
"""Fields, rules, enums and representations of Vocabulary of a tokenizer (vocab.b) of NAC v1.6."""

from __future__ import annotations

from nacformats.codec.tables import FieldEntry, RuleEntry, SchemaTable, TypeEntry

__all__ = ["SCHEMA"]

SCHEMA = SchemaTable(
    "vocab",
    "Vocabulary of a tokenizer (vocab.b) of NAC v1.6",
    ".b",
    imports=("binary32",),
    types={
        "Vocab": TypeEntry(
            "vocab",
            fields=(
                FieldEntry("num_entries", rules=(RuleEntry("max", ("16777216",)),), at=0, number="<u4"),
                FieldEntry("offsets", at=4, type="Vocab.EntryOffset"),
                FieldEntry("entries", type="Vocab.Entry"),
            ),
        ),
        "Vocab.EntryOffset": TypeEntry("entry_offset", "{ofs_entry:dec}", (FieldEntry("ofs_entry"),)),
        "Vocab.Entry": TypeEntry(
            "entry",
            "{id_token:dec}: {token}",
            (FieldEntry("len_token"), FieldEntry("token"), FieldEntry("id_token"), FieldEntry("score")),
        ),
    },
)
