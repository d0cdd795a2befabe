# Generated from schemas/mic2.ksy (sha256 d3ccddff2284fc7ea29448ad0980d4f3c0f72130e486f8eb11711a2345ef830a) by `nacformats generate`. Do not edit.
# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream
from nacformats.codec.streams import substream as BytesIO
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class Mic2(KaitaiStruct):
    """Lines and tokens of a mic@2 text in canonical spelling: one blank between
    tokens, no other white space, no empty lines, no comments, and no newline
    after the last line. The tokens of such a text, joined by blanks, and its
    lines, joined by newlines, are the text again.

    This is for the Web IDE. Other white space, and comments before the header, are
    legal in mic@2 but not read here. The schema does not check what the tokens
    mean (ids, arity, references).

    .. seealso::
       mic@2 Text Format Specification, Grammar
    """

    class LineKind(IntEnum):
        symbol = 0
        tensor_type = 1
        arg = 2
        param = 3
        node = 4
        output = 5
        comment = 6
    def __init__(self, _io, _parent=None, _root=None):
        super(Mic2, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.magic = self._io.read_bytes(5)
        if not self.magic == b"\x6D\x69\x63\x40\x32":
            raise kaitaistruct.ValidationNotEqualError(b"\x6D\x69\x63\x40\x32", self.magic, self._io, u"/seq/0")
        self.lines = []
        i = 0
        while not self._io.is_eof():
            self.lines.append(Mic2.Line(self._io, self, self._root))
            i += 1



    def _fetch_instances(self):
        pass
        for i in range(len(self.lines)):
            pass
            self.lines[i]._fetch_instances()


    class Declaration(KaitaiStruct):
        """A declaration. Types count from 0 and carry their number; values count
        from 0 in the order of their lines and do not."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Mic2.Declaration, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.tokens = []
            i = 0
            while True:
                _ = Mic2.Token(self._io, self, self._root)
                self.tokens.append(_)
                if self._io.is_eof():
                    break
                i += 1


        def _fetch_instances(self):
            pass
            for i in range(len(self.tokens)):
                pass
                self.tokens[i]._fetch_instances()


        @property
        def head(self):
            """What the line is, or the token of an operation."""
            if hasattr(self, '_m_head'):
                return self._m_head

            self._m_head = self.tokens[0].text
            return getattr(self, '_m_head', None)

        @property
        def kind(self):
            """What the first token says."""
            if hasattr(self, '_m_kind'):
                return self._m_kind

            self._m_kind = (Mic2.LineKind.symbol if self.head == u"S" else (Mic2.LineKind.arg if self.head == u"a" else (Mic2.LineKind.param if self.head == u"p" else (Mic2.LineKind.output if self.head == u"O" else (Mic2.LineKind.tensor_type if self.head[0:1] == u"T" else (Mic2.LineKind.comment if self.head[0:1] == u"#" else Mic2.LineKind.node))))))
            return getattr(self, '_m_kind', None)


    class Line(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(Mic2.Line, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.newline = self._io.read_bytes(1)
            if not self.newline == b"\x0A":
                raise kaitaistruct.ValidationNotEqualError(b"\x0A", self.newline, self._io, u"/types/line/seq/0")
            self._raw_content = self._io.read_bytes_term(10, False, False, False)
            _io__raw_content = KaitaiStream(BytesIO(self._raw_content))
            self.content = Mic2.Declaration(_io__raw_content, self, self._root)


        def _fetch_instances(self):
            pass
            self.content._fetch_instances()


    class Token(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(Mic2.Token, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.text = str(self._io.read_bytes_term(32, False, True, False), u"UTF-8")
            _ = self.text
            if not len(_) > 0:
                raise kaitaistruct.ValidationExprError(self.text, self._io, u"/types/token/seq/0")


        def _fetch_instances(self):
            pass
