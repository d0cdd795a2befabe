# Generated from schemas/micb.ksy (sha256 5db39ae95eb084788db5a0f8e59b114c46942db28d4c596042ca4fa5d2ad37b2) by `nacformats generate`. Do not edit.
# It imports schemas/uleb128.ksy (sha256 7f8186add90b8dbb561b7475dbf873f7412752189f1e2acac510fc34dd3cce21).
"""Layout of MIC-B v2, binary form of Mind IR graphs: in which order numbers and tables come."""

from __future__ import annotations

from nacformats.codec.layouts import FileLayout, LayoutBytes, LayoutEnd, LayoutNumber, LayoutTable

__all__ = ["LAYOUT"]

LAYOUT: FileLayout | None = FileLayout(
    "micb",
    (
        LayoutBytes("magic", b"MICB"),
        LayoutNumber("version", 1, 2),
        LayoutNumber("num_strings"),
        LayoutTable("strings", "interned_string", "num_strings"),
        LayoutNumber("num_symbols"),
        LayoutTable("symbols", "string_ref", "num_symbols"),
        LayoutNumber("num_types"),
        LayoutTable("types", "tensor_type", "num_types"),
        LayoutNumber("num_values"),
        LayoutTable("values", "graph_value", "num_values"),
        LayoutNumber("output.idx", below="num_values"),
        LayoutEnd("trailing", "_.length == 0"),
    ),
)
