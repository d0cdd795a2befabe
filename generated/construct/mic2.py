# Generated from schemas/mic2.ksy (sha256 d3ccddff2284fc7ea29448ad0980d4f3c0f72130e486f8eb11711a2345ef830a) by `nacformats generate`. Do not edit.
"""Construct structs of mic@2, text form of Mind IR graphs, lines and tokens: they parse and they build."""

from __future__ import annotations

from enum import IntEnum

from nacformats.codec.constructs.expressions import at_end_of
from nacformats.codec.constructs.fields import Valid
from nacformats.codec.constructs.lists import Repeat
from nacformats.codec.constructs.records import Computed, Record
from nacformats.codec.constructs.texts import Contents, Text, Until, Within

__all__ = ["LineKind", "declaration", "line", "mic2", "token"]


class LineKind(IntEnum):
    symbol = 0  # `S name`: a symbolic dimension
    tensor_type = 1  # `T<index> dtype dims...`
    arg = 2  # `a name T<index>`: an input of the graph
    param = 3  # `p name T<index>`: a weight
    node = 4  # `opcode inputs... params...`: an operation
    output = 5  # `O id`: the result, the last line
    comment = 6  # `# ...`: legal, but not in canonical text


token = Record(
    # Never empty, or there would be two blanks or an empty line.
    "text" / Valid(Text(Until(0x20, required=False), "UTF-8"), lambda it, this: len(it) > 0, "`_.length > 0`"),
)


# A declaration. Types count from 0 and carry their number; values count from 0 in the order of their lines and do not.
declaration = Record(
    "tokens" / Repeat(token, until=lambda it, this: at_end_of(this._io)),
    # What the line is, or the token of an operation.
    "head" / Computed(lambda this: this.tokens[0].text),
    # What the first token says.
    "kind" / Computed(
        lambda this: (
            LineKind.symbol if this.head == "S" else LineKind.arg if this.head == "a" else LineKind.param if this.head
            == "p" else LineKind.output if this.head == "O" else LineKind.tensor_type if this.head[0:1] == "T" else
            LineKind.comment if this.head[0:1] == "#" else LineKind.node
        ),
    ),
)


line = Record(
    # The end of the line before this one.
    "newline" / Contents(b"\n"),
    "content" / Within(Until(0xa, consume=False, required=False), declaration),
)


# Lines and tokens of a mic@2 text in canonical spelling: one blank between tokens, no other white space, no empty
# lines, no comments, and no newline after the last line. The tokens of such a text, joined by blanks, and its lines,
# joined by newlines, are the text again.
#
# This is for the Web IDE. Other white space, and comments before the header, are legal in mic@2 but not read here. The
# schema does not check what the tokens mean (ids, arity, references).
#
# See mic@2 Text Format Specification, Grammar.
mic2 = Record(
    "magic" / Contents(b"mic@2"),
    "lines" / Repeat(line),
    is_root=True,
)
