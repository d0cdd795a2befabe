# Generated from schemas/glyph.ksy (sha256 3d6b6b4e58c73d3c4ef3f916c9e7d0ad19f7ca5b69f51bb94fb8f8f9200a40aa) by `nacformats generate`. Do not edit.
"""Fields, rules, enums and representations of KHΛNARY v0.2 instruction word of a glyph that uses STB files."""

from __future__ import annotations

from nacformats.codec.tables import EnumEntry, FieldEntry, MemberEntry, RuleEntry, SchemaTable, TypeEntry

__all__ = ["SCHEMA"]

SCHEMA = SchemaTable(
    "glyph",
    "KHΛNARY v0.2 instruction word of a glyph that uses STB files",
    types={
        "Glyph": TypeEntry(
            "glyph",
            "{glyph_id} file {bin_file_id:dec}",
            (
                FieldEntry("version", 4, rules=(RuleEntry("eq", ("2",)),), at=0),
                FieldEntry("glyph_id", 8, "operation", (RuleEntry("in-enum"),), at=0),
                FieldEntry("arity", 4, rules=(RuleEntry("max", ("highest_arity",)),), at=1),
                FieldEntry("reserved1", 1, rules=(RuleEntry("eq", ("False",)),), at=2),
                FieldEntry("has_shape_desc", 1, at=2),
                FieldEntry("has_bin_ref", 1, rules=(RuleEntry("eq", ("True",)),), at=2),
                FieldEntry("is_immediate", 1, at=2),
                FieldEntry("payload", 8, at=2),
                FieldEntry("auth_class", 3, rules=(RuleEntry("min", ("1",)),), at=3),
                FieldEntry("parity", 1, rules=(RuleEntry("expr", ("_ == (num_ones % 2 == 1)",)),), at=3),
            ),
            values=("highest_arity", "bin_file_id", "tensor_id", "num_ones"),
        ),
    },
    enums={
        "operation": EnumEntry(
            "operation",
            (
                MemberEntry(48, "g_load_bin_tensor", "Load a tensor of a file."),
                MemberEntry(49, "g_mmap_bin_region", "Map the data region of a file."),
                MemberEntry(50, "g_prefetch_bin", "Read a file ahead."),
            ),
        ),
    },
)
