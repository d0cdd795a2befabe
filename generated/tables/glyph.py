# Generated from schemas/glyph.ksy (sha256 3d6b6b4e58c73d3c4ef3f916c9e7d0ad19f7ca5b69f51bb94fb8f8f9200a40aa) by `nacformats generate`. Do not edit.
"""Fields, rules, enums and representations of KHΛNARY v0.2 instruction word of a glyph that uses STB files."""

from __future__ import annotations

from nacformats.codec.tables import Enum, Field, Member, Rule, Schema, Type

__all__ = ["SCHEMA"]

SCHEMA = Schema(
    "glyph",
    "KHΛNARY v0.2 instruction word of a glyph that uses STB files",
    types={
        "Glyph": Type(
            "glyph",
            "{glyph_id} file {bin_file_id:dec}",
            (
                Field("version", 4, rules=(Rule("eq", ("2",)),)),
                Field("glyph_id", 8, "operation", (Rule("in-enum"),)),
                Field("arity", 4, rules=(Rule("max", ("highest_arity",)),)),
                Field("reserved1", 1, rules=(Rule("eq", ("False",)),)),
                Field("has_shape_desc", 1),
                Field("has_bin_ref", 1, rules=(Rule("eq", ("True",)),)),
                Field("is_immediate", 1),
                Field("payload", 8),
                Field("auth_class", 3, rules=(Rule("min", ("1",)),)),
                Field("parity", 1, rules=(Rule("expr", ("_ == (num_ones % 2 == 1)",)),)),
            ),
            values=("highest_arity", "bin_file_id", "tensor_id", "num_ones"),
        ),
    },
    enums={
        "operation": Enum(
            "operation",
            (
                Member(48, "g_load_bin_tensor", "Load a tensor of a file."),
                Member(49, "g_mmap_bin_region", "Map the data region of a file."),
                Member(50, "g_prefetch_bin", "Read a file ahead."),
            ),
        ),
    },
)
