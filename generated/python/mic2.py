# Generated from schemas/mic2.ksy (sha256 d3ccddff2284fc7ea29448ad0980d4f3c0f72130e486f8eb11711a2345ef830a) by `nacformats generate`. Do not edit.
"""Records of mic@2, text form of Mind IR graphs, lines and tokens: they read and write."""

from __future__ import annotations

from nacformats.codec.trees.record import TreeRecord as _TreeRecord, import_late as _import_late, member_attributes as _member_attributes, new_record as _new_record
from nacformats.codec.trees.stream import refuse as _refuse
from nacformats.codec.trees.values import Members as _Members, OpenEnum as _OpenEnum
_import_late("nacformats.codec.trees.output_record", "following made", globals())
_import_late("nacformats.codec.trees.output_values", "put_ended text_bytes", globals())

__all__ = ["Declaration", "Line", "LineKind", "Mic2", "ROOT", "Token"]



class LineKind(_OpenEnum):
    symbol = 0
    tensor_type = 1
    arg = 2
    param = 3
    node = 4
    output = 5
    comment = 6


_LineKind_OF = _Members(LineKind)

class Mic2(_TreeRecord):
    FIELDS = _member_attributes("magic lines")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mic2", "Mic2"
    DERIVED = {"magic"}
    HAS_PARTS = True
    _defaults = lambda: {"lines": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "magic", io)
        self.magic = it = io.take(5)
        (it == b"mic@2") or _refuse("eq", b"mic@2", it)
        trace is None or trace.begin(self, "lines", io)
        io.reading.records(self, "lines", "/seq/1", io, trace, None, Line)
        trace is None or trace.close(io)
    def _write(self, out):
        self._constant("magic", b"mic@2", self._gives("magic"))
        out.write(b"mic@2")
        self._at = "lines"
        it = self.lines
        if type(it) is list:
            for index, it in enumerate(it):
                self._n = index
                it._put(out)
            self._n = None
        else:
            self._ready_list(it, out)
    def _fill(self, it):
        pass
    _default_magic = lambda self: b"mic@2"
    _make_lines = lambda self, it: self._listed(it, lambda it, index: _made(Line, it, self, index))

class Line(_TreeRecord):
    FIELDS = _member_attributes("newline content")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mic2", "Mic2.Line"
    DERIVED = {"newline"}
    HAS_PARTS = True
    _defaults = lambda: {"content": Declaration()}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "newline", io)
        self.newline = it = io.take(1)
        (it == b"\n") or _refuse("eq", b"\n", it)
        trace is None or trace.begin(self, "content", io)
        start = io.pos
        part = io.over(io.until(b"\n", consume=False, required=False), start)
        self.content = each = _new_record(Declaration)
        each._io, each._parent, each._root, each._start = part, self, self._root, part.pos
        each._read(part, trace)
        trace is None or trace.close(io)
    def _write(self, out):
        self._constant("newline", b"\n", self._gives("newline"))
        out.write(b"\n")
        self._at = "content"
        it = self.content
        _put_ended(self, out, self._content(it), b"\n", include=False, consume=False, required=False)
    def _fill(self, it):
        pass
    _default_newline = lambda self: b"\n"
    _make_content = lambda self, it: _made(Declaration, it, self, apart=True)

class Declaration(_TreeRecord):
    FIELDS = _member_attributes("tokens")
    VALUES = _member_attributes("head kind")
    __slots__ = (*FIELDS.values(), *VALUES.values(),)
    SCHEMA, NAME = "mic2", "Mic2.Declaration"
    _defaults = lambda: {"tokens": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "tokens", io)
        io.reading.records(
            self, "tokens", "/types/declaration/seq/0", io, trace, None, Token,
            until=lambda it, index: self._io.eof,
            is_bounded=False,
        )
        trace is None or trace.close(io)
    _get_head = lambda self, trace: self._keep("head", self.tokens[0].text)
    _get_kind = lambda self, trace: self._keep("kind", (LineKind.symbol if (self.head == "S") else (LineKind.arg if (self.head == "a") else (LineKind.param if (self.head == "p") else (LineKind.output if (self.head == "O") else (LineKind.tensor_type if (self.head[0:1] == "T") else (LineKind.comment if (self.head[0:1] == "#") else LineKind.node)))))))
    def _write(self, out):
        self._at = "tokens"
        it = self.tokens
        if type(it) is list:
            for index, it in enumerate(it):
                self._n = index
                it._put(out)
            self._n = None
        else:
            self._ready_list(it, out)
    def _fill(self, it):
        pass
    _make_tokens = lambda self, it: self._listed(it, lambda it, index: _made(Token, it, self, index))
    _COMPUTED = {"head": _get_head, "kind": _get_kind}

class Token(_TreeRecord):
    FIELDS = _member_attributes("text")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mic2", "Mic2.Token"
    _defaults = lambda: {"text": ""}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "text", io)
        self.text = it = str(io.until(b" ", required=False), "UTF-8")
        (len(it) > 0) or _refuse("expr", None, it)
        trace is None or trace.close(io)
    def _write(self, out):
        self._at = "text"
        it = self.text
        _put_ended(self, out, _text_bytes(it, "UTF-8", self), b" ", include=False, consume=True, required=False)
        (len(it) > 0) or self._broken("text", "`_.length > 0`", it)
    def _fill(self, it):
        self.text = it.text


ROOT = Mic2
