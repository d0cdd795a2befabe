# Generated from schemas/mic2.ksy (sha256 d3ccddff2284fc7ea29448ad0980d4f3c0f72130e486f8eb11711a2345ef830a) by `nacformats generate`. Do not edit.
"""Parser of mic@2, text form of Mind IR graphs, lines and tokens."""

from enum import IntEnum

from nacformats.codec.kaitai import KaitaiStream, KaitaiStruct

class Mic2(KaitaiStruct):
    """Lines and tokens of a mic@2 text in canonical spelling: one blank between tokens, no other white space, no empty lines, no comments, and no newline after the last line. The tokens of such a text, joined by blanks, and its lines, joined by newlines, are the text again."""
    class LineKind(IntEnum):
        symbol = 0
        tensor_type = 1
        arg = 2
        param = 3
        node = 4
        output = 5
        comment = 6
    class Line(KaitaiStruct):
        newline: bytes
        content: Mic2.Declaration
    class Declaration(KaitaiStruct):
        """A declaration. Types count from 0 and carry their number; values count from 0 in the order of their lines and do not."""
        tokens: list[Mic2.Token]
        @property
        def head(self) -> str:
            """What the line is, or the token of an operation."""
        @property
        def kind(self) -> Mic2.LineKind:
            """What the first token says."""
    class Token(KaitaiStruct):
        text: str
    magic: bytes
    lines: list[Mic2.Line]
