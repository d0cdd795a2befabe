# Generated from schemas/micb.ksy (sha256 5db39ae95eb084788db5a0f8e59b114c46942db28d4c596042ca4fa5d2ad37b2) by `nacformats generate`. Do not edit.
# It imports schemas/uleb128.ksy (sha256 7f8186add90b8dbb561b7475dbf873f7412752189f1e2acac510fc34dd3cce21).
"""Fields, rules, enums and representations of MIC-B v2, binary form of Mind IR graphs."""

from __future__ import annotations

from nacformats.codec.tables import Enum, Field, Member, Rule, Schema, Type

__all__ = ["SCHEMA"]

SCHEMA = Schema(
    "micb",
    "MIC-B v2, binary form of Mind IR graphs",
    ".micb",
    b"MICB",
    ("uleb128",),
    {
        "Micb": Type(
            "micb",
            fields=(
                Field("magic"),
                Field("version", rules=(Rule("eq", ("2",)),)),
                Field("num_strings"),
                Field("strings"),
                Field("num_symbols"),
                Field("symbols"),
                Field("num_types"),
                Field("types"),
                Field("num_values"),
                Field("values"),
                Field("output"),
                Field("trailing", rules=(Rule("expr", ("_.length == 0",)),)),
            ),
        ),
        "Micb.InternedString": Type("interned_string", "{text}", (Field("len_text"), Field("text"))),
        "Micb.StringRef": Type(
            "string_ref",
            "{text}",
            (Field("idx", rules=(Rule("expr", ("_.value < _root.num_strings.value",)),)),),
            values=("text",),
        ),
        "Micb.TypeRef": Type(
            "type_ref",
            "T{idx} = {target}",
            (Field("idx", rules=(Rule("expr", ("_.value < _root.num_types.value",)),)),),
            values=("target",),
        ),
        "Micb.ValueRef": Type("value_ref", "%{idx}", (Field("idx", rules=(Rule("expr", ("_.value < limit",)),)),)),
        "Micb.TensorType": Type(
            "tensor_type",
            "{dtype} [{dims}]",
            (Field("dtype", enum="dtype", rules=(Rule("in-enum"),)), Field("num_dims"), Field("dims")),
        ),
        "Micb.GraphValue": Type(
            "graph_value",
            "%{id:dec} {tag} {body}",
            (Field("tag", enum="tag", rules=(Rule("in-enum"),)), Field("body")),
        ),
        "Micb.Binding": Type("binding", "{name}: {type_ref}", (Field("name"), Field("type_ref"))),
        "Micb.Node": Type(
            "node",
            "{opcode} {inputs} {params}",
            (
                Field("opcode", enum="opcode", rules=(Rule("in-enum"),)),
                Field("params"),
                Field("num_inputs"),
                Field("inputs"),
            ),
        ),
        "Micb.NoParams": Type("no_params", ""),
        "Micb.AxisParam": Type("axis_param", "axis={axis}", (Field("axis"),)),
        "Micb.ListParam": Type("list_param", "[{elements}]", (Field("num_elements"), Field("elements"))),
        "Micb.SplitParams": Type("split_params", "axis={axis} count={count}", (Field("axis"), Field("count"))),
        "Micb.CustomParam": Type("custom_param", "{name}", (Field("name"),)),
        "Micb.Zigzag": Type("zigzag", "{value:dec}", (Field("raw"),), values=("value",)),
    },
    {
        "dtype": Enum(
            "dtype",
            (
                Member(0, "f16", "IEEE 754 binary16"),
                Member(1, "f32", "IEEE 754 binary32"),
                Member(2, "f64", "IEEE 754 binary64"),
                Member(3, "bf16", "bfloat16, the upper half of a binary32"),
                Member(4, "i8"),
                Member(5, "i16"),
                Member(6, "i32"),
                Member(7, "i64"),
                Member(8, "u8"),
                Member(9, "u16"),
                Member(10, "u32"),
                Member(11, "u64"),
                Member(12, "bool"),
            ),
        ),
        "tag": Enum(
            "tag",
            (
                Member(0, "arg", "Input of the graph, different in every run."),
                Member(1, "param", "Weight, the same in every run."),
                Member(2, "node", "Computed from earlier values."),
            ),
        ),
        "opcode": Enum(
            "opcode",
            (
                Member(0, "matmul"),
                Member(1, "add"),
                Member(2, "sub"),
                Member(3, "mul"),
                Member(4, "div"),
                Member(5, "relu"),
                Member(6, "softmax"),
                Member(7, "sigmoid"),
                Member(8, "tanh"),
                Member(9, "gelu"),
                Member(10, "layernorm"),
                Member(11, "transpose"),
                Member(12, "reshape"),
                Member(13, "sum"),
                Member(14, "mean"),
                Member(15, "max"),
                Member(16, "concat"),
                Member(17, "split"),
                Member(18, "gather"),
                Member(255, "custom"),
            ),
        ),
    },
)
