# Generated from schemas/mic2.ksy (sha256 d3ccddff2284fc7ea29448ad0980d4f3c0f72130e486f8eb11711a2345ef830a) by `nacformats generate`. Do not edit.
# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from nacformats.codec.locate import PositionedIO as BytesIO, PositionedStream as KaitaiStream
from enum import IntEnum
import collections


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
    SEQ_FIELDS = ["magic", "lines"]
    def __init__(self, _io, _parent=None, _root=None):
        super(Mic2, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._debug = collections.defaultdict(dict)

    def _read(self):
        self._debug['magic']['start'] = self._io.pos()
        self.magic = self._io.read_bytes(5)
        self._debug['magic']['end'] = self._io.pos()
        if not self.magic == b"\x6D\x69\x63\x40\x32":
            raise kaitaistruct.ValidationNotEqualError(b"\x6D\x69\x63\x40\x32", self.magic, self._io, u"/seq/0")
        self._debug['lines']['start'] = self._io.pos()
        self._debug['lines']['arr'] = []
        self.lines = []
        i = 0
        while not self._io.is_eof():
            self._debug['lines']['arr'].append({'start': self._io.pos()})
            _t_lines = Mic2.Line(self._io, self, self._root)
            try:
                _t_lines._read()
            finally:
                self.lines.append(_t_lines)
            self._debug['lines']['arr'][len(self.lines) - 1]['end'] = self._io.pos()
            i += 1

        self._debug['lines']['end'] = self._io.pos()


    def _fetch_instances(self):
        pass
        for i in range(len(self.lines)):
            pass
            self.lines[i]._fetch_instances()


    class Declaration(KaitaiStruct):
        """A declaration. Types count from 0 and carry their number; values count
        from 0 in the order of their lines and do not.
        """
        SEQ_FIELDS = ["tokens"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Mic2.Declaration, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['tokens']['start'] = self._io.pos()
            self._debug['tokens']['arr'] = []
            self.tokens = []
            i = 0
            while True:
                self._debug['tokens']['arr'].append({'start': self._io.pos()})
                _t_tokens = Mic2.Token(self._io, self, self._root)
                try:
                    _t_tokens._read()
                finally:
                    _ = _t_tokens
                    self.tokens.append(_)
                self._debug['tokens']['arr'][len(self.tokens) - 1]['end'] = self._io.pos()
                if self._io.is_eof():
                    break
                i += 1
            self._debug['tokens']['end'] = self._io.pos()


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
        SEQ_FIELDS = ["newline", "content"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Mic2.Line, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['newline']['start'] = self._io.pos()
            self.newline = self._io.read_bytes(1)
            self._debug['newline']['end'] = self._io.pos()
            if not self.newline == b"\x0A":
                raise kaitaistruct.ValidationNotEqualError(b"\x0A", self.newline, self._io, u"/types/line/seq/0")
            self._debug['content']['start'] = self._io.pos()
            self._raw_content = self._io.read_bytes_term(10, False, False, False)
            _io__raw_content = KaitaiStream(BytesIO(self._raw_content))
            self.content = Mic2.Declaration(_io__raw_content, self, self._root)
            self.content._read()
            self._debug['content']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass
            self.content._fetch_instances()


    class Token(KaitaiStruct):
        SEQ_FIELDS = ["text"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Mic2.Token, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['text']['start'] = self._io.pos()
            self.text = str(self._io.read_bytes_term(32, False, True, False), u"UTF-8")
            self._debug['text']['end'] = self._io.pos()
            _ = self.text
            if not len(_) > 0:
                raise kaitaistruct.ValidationExprError(self.text, self._io, u"/types/token/seq/0")


        def _fetch_instances(self):
            pass
