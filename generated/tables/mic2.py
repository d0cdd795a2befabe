# Generated from schemas/mic2.ksy (sha256 d3ccddff2284fc7ea29448ad0980d4f3c0f72130e486f8eb11711a2345ef830a) by `nacformats generate`. Do not edit.
"""Fields, rules, enums and representations of mic@2, text form of Mind IR graphs, lines and tokens."""

from __future__ import annotations

from nacformats.codec.tables import Enum, Field, Member, Rule, Schema, Type

__all__ = ["SCHEMA"]

SCHEMA = Schema(
    "mic2",
    "mic@2, text form of Mind IR graphs, lines and tokens",
    ".mic2",
    b"mic@2",
    types={
        "Mic2": Type("mic2", fields=(Field("magic"), Field("lines"))),
        "Mic2.Line": Type("line", "{content}", (Field("newline"), Field("content"))),
        "Mic2.Declaration": Type("declaration", "{kind}: {tokens:sep= }", (Field("tokens"),), values=("head", "kind")),
        "Mic2.Token": Type("token", "{text}", (Field("text", rules=(Rule("expr", ("_.length > 0",)),)),)),
    },
    enums={
        "line_kind": Enum(
            "line_kind",
            (
                Member(0, "symbol", "`S name`: a symbolic dimension"),
                Member(1, "tensor_type", "`T<index> dtype dims...`"),
                Member(2, "arg", "`a name T<index>`: an input of the graph"),
                Member(3, "param", "`p name T<index>`: a weight"),
                Member(4, "node", "`opcode inputs... params...`: an operation"),
                Member(5, "output", "`O id`: the result, the last line"),
                Member(6, "comment", "`# ...`: legal, but not in canonical text"),
            ),
        ),
    },
)
