# Generated from schemas/micb.ksy (sha256 5db39ae95eb084788db5a0f8e59b114c46942db28d4c596042ca4fa5d2ad37b2) by `nacformats generate`. Do not edit.
# It imports schemas/uleb128.ksy (sha256 94a08bd38c22b22d5945f850a28504b5fc32944d26824efa10279ce8866c0c94).
"""Fields, rules, enums and representations of MIC-B v2, binary form of Mind IR graphs."""

from __future__ import annotations

from nacformats.codec.tables import EnumEntry, FieldEntry, MemberEntry, RuleEntry, SchemaTable, TypeEntry

__all__ = ["SCHEMA"]

SCHEMA = SchemaTable(
    "micb",
    "MIC-B v2, binary form of Mind IR graphs",
    ".micb",
    b"MICB",
    ("uleb128",),
    {
        "Micb": TypeEntry(
            "micb",
            fields=(
                FieldEntry("magic", at=0),
                FieldEntry("version", rules=(RuleEntry("eq", ("2",)),), at=4, number="u1"),
                FieldEntry("num_strings", at=5),
                FieldEntry("strings", type="Micb.InternedString"),
                FieldEntry("num_symbols"),
                FieldEntry("symbols", type="Micb.StringRef"),
                FieldEntry("num_types"),
                FieldEntry("types", type="Micb.TensorType"),
                FieldEntry("num_values"),
                FieldEntry("values", type="Micb.GraphValue"),
                FieldEntry("output", type="Micb.ValueRef"),
                FieldEntry("trailing", rules=(RuleEntry("expr", ("_.length == 0",)),)),
            ),
        ),
        "Micb.InternedString": TypeEntry("interned_string", "{text}", (FieldEntry("len_text"), FieldEntry("text"))),
        "Micb.StringRef": TypeEntry(
            "string_ref",
            "{text}",
            (FieldEntry("idx", rules=(RuleEntry("expr", ("_.value < _root.num_strings.value",)),)),),
            values=("text",),
        ),
        "Micb.TypeRef": TypeEntry(
            "type_ref",
            "T{idx} = {target}",
            (FieldEntry("idx", rules=(RuleEntry("expr", ("_.value < _root.num_types.value",)),)),),
            values=("target",),
        ),
        "Micb.ValueRef": TypeEntry(
            "value_ref",
            "%{idx}",
            (FieldEntry("idx", rules=(RuleEntry("expr", ("_.value < limit",)),)),),
        ),
        "Micb.TensorType": TypeEntry(
            "tensor_type",
            "{dtype} [{dims}]",
            (
                FieldEntry("dtype", enum="dtype", rules=(RuleEntry("in-enum"),)),
                FieldEntry("num_dims"),
                FieldEntry("dims", type="Micb.StringRef"),
            ),
        ),
        "Micb.GraphValue": TypeEntry(
            "graph_value",
            "%{id:dec} {tag} {body}",
            (
                FieldEntry("tag", enum="tag", rules=(RuleEntry("in-enum"),)),
                FieldEntry("body", cases={0: "Micb.Binding", 1: "Micb.Binding", 2: "Micb.Node"}),
            ),
        ),
        "Micb.Binding": TypeEntry(
            "binding",
            "{name}: {type_ref}",
            (FieldEntry("name", type="Micb.StringRef"), FieldEntry("type_ref", type="Micb.TypeRef")),
        ),
        "Micb.Node": TypeEntry(
            "node",
            "{opcode} {inputs} {params}",
            (
                FieldEntry("opcode", enum="opcode", rules=(RuleEntry("in-enum"),)),
                FieldEntry(
                    "params",
                    cases={
                        6: "Micb.AxisParam",
                        11: "Micb.ListParam",
                        13: "Micb.ListParam",
                        14: "Micb.ListParam",
                        15: "Micb.ListParam",
                        16: "Micb.AxisParam",
                        17: "Micb.SplitParams",
                        18: "Micb.AxisParam",
                        255: "Micb.CustomParam",
                    },
                ),
                FieldEntry("num_inputs"),
                FieldEntry("inputs", type="Micb.ValueRef"),
            ),
        ),
        "Micb.NoParams": TypeEntry("no_params", ""),
        "Micb.AxisParam": TypeEntry("axis_param", "axis={axis}", (FieldEntry("axis", type="Micb.Zigzag"),)),
        "Micb.ListParam": TypeEntry(
            "list_param",
            "[{elements}]",
            (FieldEntry("num_elements"), FieldEntry("elements", type="Micb.Zigzag")),
        ),
        "Micb.SplitParams": TypeEntry(
            "split_params",
            "axis={axis} count={count}",
            (FieldEntry("axis", type="Micb.Zigzag"), FieldEntry("count")),
        ),
        "Micb.CustomParam": TypeEntry("custom_param", "{name}", (FieldEntry("name", type="Micb.StringRef"),)),
        "Micb.Zigzag": TypeEntry("zigzag", "{value:dec}", (FieldEntry("raw"),), values=("value",)),
    },
    {
        "dtype": EnumEntry(
            "dtype",
            (
                MemberEntry(0, "f16", "IEEE 754 binary16"),
                MemberEntry(1, "f32", "IEEE 754 binary32"),
                MemberEntry(2, "f64", "IEEE 754 binary64"),
                MemberEntry(3, "bf16", "bfloat16, the upper half of a binary32"),
                MemberEntry(4, "i8"),
                MemberEntry(5, "i16"),
                MemberEntry(6, "i32"),
                MemberEntry(7, "i64"),
                MemberEntry(8, "u8"),
                MemberEntry(9, "u16"),
                MemberEntry(10, "u32"),
                MemberEntry(11, "u64"),
                MemberEntry(12, "bool"),
            ),
        ),
        "tag": EnumEntry(
            "tag",
            (
                MemberEntry(0, "arg", "Input of the graph, different in every run."),
                MemberEntry(1, "param", "Weight, the same in every run."),
                MemberEntry(2, "node", "Computed from earlier values."),
            ),
        ),
        "opcode": EnumEntry(
            "opcode",
            (
                MemberEntry(0, "matmul"),
                MemberEntry(1, "add"),
                MemberEntry(2, "sub"),
                MemberEntry(3, "mul"),
                MemberEntry(4, "div"),
                MemberEntry(5, "relu"),
                MemberEntry(6, "softmax"),
                MemberEntry(7, "sigmoid"),
                MemberEntry(8, "tanh"),
                MemberEntry(9, "gelu"),
                MemberEntry(10, "layernorm"),
                MemberEntry(11, "transpose"),
                MemberEntry(12, "reshape"),
                MemberEntry(13, "sum"),
                MemberEntry(14, "mean"),
                MemberEntry(15, "max"),
                MemberEntry(16, "concat"),
                MemberEntry(17, "split"),
                MemberEntry(18, "gather"),
                MemberEntry(255, "custom"),
            ),
        ),
    },
)
