# Generated from schemas/micb.ksy (sha256 5db39ae95eb084788db5a0f8e59b114c46942db28d4c596042ca4fa5d2ad37b2) by `nacformats generate`. Do not edit.
# It imports schemas/uleb128.ksy (sha256 7f8186add90b8dbb561b7475dbf873f7412752189f1e2acac510fc34dd3cce21).
"""Layout of MIC-B v2, binary form of Mind IR graphs: in which order numbers and tables come."""

from __future__ import annotations

from nacformats.codec.layouts import Contents, Item, Layout, Nothing, Number, Table

__all__ = ["LAYOUT"]

LAYOUT: Layout | None = Layout(
    "micb",
    (
        Contents("magic", b"MICB"),
        Number("version", 1, 2),
        Number("num_strings"),
        Table("strings", "interned_string", "num_strings"),
        Number("num_symbols"),
        Table("symbols", "string_ref", "num_symbols"),
        Number("num_types"),
        Table("types", "tensor_type", "num_types"),
        Number("num_values"),
        Table("values", "graph_value", "num_values"),
        Number("output.idx", below="num_values"),
        Nothing("trailing", "_.length == 0"),
    ),
    {
        "graph_value": {
            "body": {
                0: (Item("name", "body.name.idx"), Item("type_ref", "body.type_ref.idx")),
                1: (Item("name", "body.name.idx"), Item("type_ref", "body.type_ref.idx")),
                2: (Item("opcode", "body.opcode"), Item("inputs", "body.inputs.idx", "body.inputs[]")),
            },
            "body.params": {
                6: (Item("axis", "body.params.axis.raw", is_zigzag=True),),
                11: (Item("elements", "body.params.elements.raw", "body.params.elements[]", True),),
                13: (Item("elements", "body.params.elements.raw", "body.params.elements[]", True),),
                14: (Item("elements", "body.params.elements.raw", "body.params.elements[]", True),),
                15: (Item("elements", "body.params.elements.raw", "body.params.elements[]", True),),
                16: (Item("axis", "body.params.axis.raw", is_zigzag=True),),
                17: (Item("axis", "body.params.axis.raw", is_zigzag=True), Item("count", "body.params.count")),
                18: (Item("axis", "body.params.axis.raw", is_zigzag=True),),
                255: (Item("name", "body.params.name.idx"),),
            },
        },
    },
)
