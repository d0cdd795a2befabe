# Generated from schemas/stb.ksy (sha256 0345ed56f9b45f3379da906e1e825d701fcda049dcced3694875ac7626347a8d) by `nacformats generate`. Do not edit.
"""Fields, rules, enums and representations of SVG-Tensor Binary Format (STB) v0.1."""

from __future__ import annotations

from nacformats.codec.tables import Enum, Field, Member, Rule, Schema, Type

__all__ = ["SCHEMA"]

SCHEMA = Schema(
    "stb",
    "SVG-Tensor Binary Format (STB) v0.1",
    ".stb",
    b"STB0",
    types={
        "Stb": Type(
            "stb",
            fields=(
                Field("magic"),
                Field("version", rules=(Rule("eq", ("1",)),)),
                Field("flags", rules=(Rule("eq", ("0",)),)),
                Field("num_tensors"),
                Field("reserved0", rules=(Rule("eq", ("0",)),)),
                Field("reserved1", rules=(Rule("eq", ("0",)),)),
                Field("ofs_data", rules=(Rule("expr", ("_ % 64 == 0 and _ >= 32 + 32 * num_tensors",)),), align=64),
                Field("len_file", rules=(Rule("expr", ("_ == _io.size and _ >= ofs_data",)),)),
            ),
            placed=(Field("tensors"), Field("data")),
        ),
        "Stb.TensorDescriptor": Type(
            "tensor_descriptor",
            "tensor {tensor_id:dec}: {dtype} [{shape_text}], {layout}, {len_body:dec} bytes at {ofs_body:dec}",
            (
                Field("tensor_id"),
                Field("dtype", enum="dtype"),
                Field("rank", rules=(Rule("max", ("8",)),)),
                Field("layout", enum="layout"),
                Field("ofs_body", rules=(Rule("min", ("_root.ofs_data",)), Rule("max", ("_root.len_file",))), align=64),
                Field("len_body", rules=(Rule("max", ("_root.len_file - ofs_body",)),)),
                Field("dims"),
            ),
            (Field("body", elsewhere=True),),
            ("idx_shape", "shape_text"),
        ),
        "Stb.DataRegion": Type("data_region"),
    },
    enums={
        "dtype": Enum(
            "dtype",
            (
                Member(0, "float32", "IEEE 754 binary32"),
                Member(1, "float16", "IEEE 754 binary16"),
                Member(2, "int8", "two's complement, 8 bits"),
                Member(3, "int32", "two's complement, 32 bits"),
            ),
        ),
        "layout": Enum(
            "layout",
            (
                Member(0, "row_major", "the last dimension varies fastest (C order)"),
                Member(1, "col_major", "the first dimension varies fastest (Fortran order)"),
                Member(
                    2,
                    "channels_last",
                    (
                        "the channel dimension varies fastest, the others follow in C order. It is dimension 0 of rank "
                        "3 (C, spatial, spatial) and dimension 1 from rank 4 on (N, C, spatial...); below rank 3 the "
                        "same as row_major."
                    ),
                ),
            ),
        ),
    },
)
