# Generated from schemas/mic2.ksy (sha256 d3ccddff2284fc7ea29448ad0980d4f3c0f72130e486f8eb11711a2345ef830a) by `nacformats generate`. Do not edit.
"""Fields, rules, enums and representations of mic@2, text form of Mind IR graphs, lines and tokens."""

from __future__ import annotations

from nacformats.codec.tables import EnumEntry, FieldEntry, MemberEntry, RuleEntry, SchemaTable, TypeEntry

__all__ = ["SCHEMA"]

SCHEMA = SchemaTable(
    "mic2",
    "mic@2, text form of Mind IR graphs, lines and tokens",
    ".mic2",
    b"mic@2",
    types={
        "Mic2": TypeEntry("mic2", fields=(FieldEntry("magic", at=0), FieldEntry("lines", at=5, type="Mic2.Line"))),
        "Mic2.Line": TypeEntry(
            "line",
            "{content}",
            (FieldEntry("newline"), FieldEntry("content", type="Mic2.Declaration")),
        ),
        "Mic2.Declaration": TypeEntry(
            "declaration",
            "{kind}: {tokens:sep= }",
            (FieldEntry("tokens", type="Mic2.Token"),),
            values=("head", "kind"),
        ),
        "Mic2.Token": TypeEntry(
            "token",
            "{text}",
            (FieldEntry("text", rules=(RuleEntry("expr", ("_.length > 0",)),)),),
        ),
    },
    enums={
        "line_kind": EnumEntry(
            "line_kind",
            (
                MemberEntry(0, "symbol", "`S name`: a symbolic dimension"),
                MemberEntry(1, "tensor_type", "`T<index> dtype dims...`"),
                MemberEntry(2, "arg", "`a name T<index>`: an input of the graph"),
                MemberEntry(3, "param", "`p name T<index>`: a weight"),
                MemberEntry(4, "node", "`opcode inputs... params...`: an operation"),
                MemberEntry(5, "output", "`O id`: the result, the last line"),
                MemberEntry(6, "comment", "`# ...`: legal, but not in canonical text"),
            ),
        ),
    },
)
