# Generated from schemas/stb.ksy (sha256 31e6bc78261a3f78922ec08e97a25dc0fc01477d67c5139cfae15978e6450078) by `nacformats generate`. Do not edit.
"""Fields, rules, enums and representations of SVG-Tensor Binary Format (STB) v0.1."""

from __future__ import annotations

from nacformats.codec.tables import EnumEntry, FieldEntry, MemberEntry, RuleEntry, SchemaTable, TypeEntry

__all__ = ["SCHEMA"]

SCHEMA = SchemaTable(
    "stb",
    "SVG-Tensor Binary Format (STB) v0.1",
    ".stb",
    b"STB0",
    types={
        "Stb": TypeEntry(
            "stb",
            fields=(
                FieldEntry("magic", at=0),
                FieldEntry("version", rules=(RuleEntry("eq", ("1",)),), at=4, number="u1"),
                FieldEntry("flags", rules=(RuleEntry("eq", ("0",)),), at=5, number="u1"),
                FieldEntry("num_tensors", at=6, number="<u2"),
                FieldEntry("reserved0", rules=(RuleEntry("eq", ("0",)),), at=8, number="<u4"),
                FieldEntry("reserved1", rules=(RuleEntry("eq", ("0",)),), at=12, number="<u4"),
                FieldEntry(
                    "ofs_data",
                    rules=(RuleEntry("expr", ("_ % 64 == 0 and _ >= 32 + 32 * num_tensors",)),),
                    align=64,
                    at=16,
                    number="<u8",
                ),
                FieldEntry(
                    "len_file",
                    rules=(RuleEntry("expr", ("_ == _io.size and _ >= ofs_data",)),),
                    at=24,
                    number="<u8",
                ),
            ),
            placed=(
                FieldEntry("tensors", type="Stb.TensorDescriptor"),
                FieldEntry("data", pos="ofs_data", type="Stb.DataRegion"),
            ),
        ),
        "Stb.TensorDescriptor": TypeEntry(
            "tensor_descriptor",
            "tensor {tensor_id:dec}: {dtype} [{shape_text}], {layout}, {len_body:dec} bytes at {ofs_body:dec}",
            (
                FieldEntry("tensor_id"),
                FieldEntry("dtype", enum="dtype"),
                FieldEntry("rank", rules=(RuleEntry("max", ("8",)),)),
                FieldEntry("layout", enum="layout"),
                FieldEntry(
                    "ofs_body",
                    rules=(RuleEntry("min", ("_root.ofs_data",)), RuleEntry("max", ("_root.len_file",))),
                    align=64,
                ),
                FieldEntry("len_body", rules=(RuleEntry("max", ("_root.len_file - ofs_body",)),)),
                FieldEntry("dims"),
            ),
            (FieldEntry("body", elsewhere=True, pos="ofs_body"),),
            ("idx_shape", "shape_text"),
        ),
        "Stb.DataRegion": TypeEntry("data_region"),
    },
    enums={
        "dtype": EnumEntry(
            "dtype",
            (
                MemberEntry(0, "float32", "IEEE 754 binary32"),
                MemberEntry(1, "float16", "IEEE 754 binary16"),
                MemberEntry(2, "int8", "two's complement, 8 bits"),
                MemberEntry(3, "int32", "two's complement, 32 bits"),
            ),
        ),
        "layout": EnumEntry(
            "layout",
            (
                MemberEntry(0, "row_major", "the last dimension varies fastest (C order)"),
                MemberEntry(1, "col_major", "the first dimension varies fastest (Fortran order)"),
                MemberEntry(
                    2,
                    "channels_last",
                    (
                        "the channel dimension varies fastest, the others follow in C order. It is dimension 0 of rank"
                        " 3 (C, spatial, spatial) and dimension 1 from rank 4 on (N, C, spatial...); below rank 3 the"
                        " same as row_major."
                    ),
                ),
            ),
        ),
    },
)
