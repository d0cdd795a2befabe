# Generated from schemas/merges.ksy (sha256 da3f2e4390a052398605c9bfd862235886c0eb1b04704f2894791cd6896fc11a) by `nacformats generate`. Do not edit.
"""Records of Merges of a tokenizer (merges.b) of NAC v1.6: they read and write."""

from __future__ import annotations

from struct import Struct as _Struct
from nacformats.codec.trees.record import TreeRecord as _TreeRecord, import_late as _import_late, member_attributes as _member_attributes
from nacformats.codec.trees.stream import refuse as _refuse
_import_late("nacformats.codec.trees.output_record", "following made", globals())
_import_late("nacformats.codec.trees.output_values", "put_sized text_bytes", globals())

__all__ = ["Merges", "Pair", "ROOT"]

_U4LE = _Struct("<I")
_LE_I = _Struct("<I")
_U2LE = _Struct("<H")
_LE_H = _Struct("<H")

class Merges(_TreeRecord):
    FIELDS = _member_attributes("num_lines pairs")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "merges", "Merges"
    CODES = {"num_lines": "<I"}
    IS_FAITHFUL = True
    _defaults = lambda: {"num_lines": 0, "pairs": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "num_lines", io)
        self.num_lines = it = io.number(_U4LE)
        (it <= 16777216) or _refuse("max", 16777216, it)
        trace is None or trace.begin(self, "pairs", io)
        io.reading.records(self, "pairs", "/seq/1", io, trace, None, Pair)
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_I.pack(self.num_lines))
        it = self.num_lines
        (it <= 16777216) or self._broken("num_lines", "at most " + repr(16777216), it)
        self._at = "pairs"
        it = self.pairs
        if type(it) is list:
            for index, it in enumerate(it):
                self._n = index
                it._put(out)
            self._n = None
        else:
            self._ready_list(it, out)
    def _fill(self, it):
        self.num_lines = it.num_lines
    _make_pairs = lambda self, it: self._listed(it, lambda it, index: _made(Pair, it, self, index))

class Pair(_TreeRecord):
    FIELDS = _member_attributes("len_left left len_right right")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "merges", "Merges.Pair"
    DERIVED = {"len_left", "len_right"}
    STALE = {"len_left", "len_right"}
    CODES = {"len_left": "<H", "len_right": "<H"}
    _defaults = lambda: {"left": "", "right": ""}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "len_left", io)
        self.len_left = io.number(_U2LE)
        trace is None or trace.begin(self, "left", io)
        self.left = str(io.take(self.len_left), "UTF-8")
        trace is None or trace.begin(self, "len_right", io)
        self.len_right = io.number(_U2LE)
        trace is None or trace.begin(self, "right", io)
        self.right = str(io.take(self.len_right), "UTF-8")
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_H.pack(self.len_left))
        self._at = "left"
        it = self.left
        _put_sized(self, out, _text_bytes(it, "UTF-8", self), self.len_left)
        out.write(_LE_H.pack(self.len_right))
        self._at = "right"
        it = self.right
        _put_sized(self, out, _text_bytes(it, "UTF-8", self), self.len_right)
    def _fill(self, it):
        self.left, self.right = it.left, it.right
    def _derive(self, it):
        if type(it.left) is str:
            self.len_left = len(it.left.encode("UTF-8"))
        if type(it.right) is str:
            self.len_right = len(it.right.encode("UTF-8"))
    _default_len_left = lambda self: self._length_of("left")
    _data_left = lambda self, it: _text_bytes(it, "UTF-8", self)
    _default_len_right = lambda self: self._length_of("right")
    _data_right = lambda self, it: _text_bytes(it, "UTF-8", self)


ROOT = Merges
