# Generated from schemas/vocab.ksy (sha256 ab00ae5d009815e4de6bf1001a2dce5766649c2084e408d592535163284b689e) by `nacformats generate`. Do not edit.
# It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
"""Records of Vocabulary of a tokenizer (vocab.b) of NAC v1.6: they read and write."""

from __future__ import annotations

from struct import Struct as _Struct
from nacformats.codec.trees.record import TreeRecord as _TreeRecord, import_late as _import_late, member_attributes as _member_attributes, new_record as _new_record
from nacformats.codec.trees.stream import refuse as _refuse
_import_late("nacformats.codec.trees.output_record", "following made", globals())
_import_late("nacformats.codec.trees.output_values", "put_sized text_bytes", globals())
from nacformats._generated.python import binary32 as _binary32_schema

__all__ = ["Entry", "EntryOffset", "ROOT", "Vocab"]

_U4LE = _Struct("<I")
_LE_I = _Struct("<I")
_U2LE = _Struct("<H")
_S4LE = _Struct("<i")
_LE_H = _Struct("<H")
_LE_i = _Struct("<i")

class Vocab(_TreeRecord):
    FIELDS = _member_attributes("num_entries offsets entries")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "vocab", "Vocab"
    DERIVED = {"num_entries"}
    STALE = {"num_entries"}
    CODES = {"num_entries": "<I"}
    IS_FAITHFUL = True
    _defaults = lambda: {"offsets": [], "entries": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "num_entries", io)
        self.num_entries = it = io.number(_U4LE)
        (it <= 16777216) or _refuse("max", 16777216, it)
        trace is None or trace.begin(self, "offsets", io)
        io.reading.records(self, "offsets", "/seq/1", io, trace, self.num_entries, EntryOffset)
        trace is None or trace.begin(self, "entries", io)
        io.reading.records(self, "entries", "/seq/2", io, trace, self.num_entries, Entry)
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_I.pack(self.num_entries))
        it = self.num_entries
        (it <= 16777216) or self._broken("num_entries", "at most " + repr(16777216), it)
        self._at = "offsets"
        it = self.offsets
        self._counted(it, self.num_entries)
        if type(it) is list:
            for index, it in enumerate(it):
                self._n = index
                it._put(out)
            self._n = None
        else:
            self._ready_list(it, out)
        self._at = "entries"
        it = self.entries
        self._counted(it, self.num_entries)
        if type(it) is list:
            for index, it in enumerate(it):
                self._n = index
                it._put(out)
            self._n = None
        else:
            self._ready_list(it, out)
    def _fill(self, it):
        pass
    def _derive(self, it):
        if type(it.offsets) is list:
            self.num_entries = len(it.offsets)
    _default_num_entries = lambda self: self._count_of("offsets")
    _make_offsets = lambda self, it: self._listed(it, lambda it, index: _made(EntryOffset, it, self, index))
    _make_entries = lambda self, it: self._listed(it, lambda it, index: _made(Entry, it, self, index))

class EntryOffset(_TreeRecord):
    FIELDS = _member_attributes("ofs_entry")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "vocab", "Vocab.EntryOffset"
    CODES = {"ofs_entry": "<I"}
    _defaults = lambda: {"ofs_entry": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "ofs_entry", io)
        self.ofs_entry = io.number(_U4LE)
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_I.pack(self.ofs_entry))
    def _fill(self, it):
        self.ofs_entry = it.ofs_entry

class Entry(_TreeRecord):
    FIELDS = _member_attributes("len_token token id_token score")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "vocab", "Vocab.Entry"
    DERIVED = {"len_token"}
    STALE = {"len_token"}
    CODES = {"len_token": "<H", "id_token": "<i"}
    _defaults = lambda: {"token": "", "id_token": 0, "score": _binary32_schema.Binary32()}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "len_token", io)
        self.len_token = io.number(_U2LE)
        trace is None or trace.begin(self, "token", io)
        self.token = str(io.take(self.len_token), "UTF-8")
        trace is None or trace.begin(self, "id_token", io)
        self.id_token = io.number(_S4LE)
        trace is None or trace.begin(self, "score", io)
        self.score = each = _new_record(_binary32_schema.Binary32)
        each._io, each._parent, each._root, each._start = io, None, each, io.pos
        each._above = self
        each._read(io, trace)
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_H.pack(self.len_token))
        self._at = "token"
        it = self.token
        _put_sized(self, out, _text_bytes(it, "UTF-8", self), self.len_token)
        out.write(_LE_i.pack(self.id_token))
        self._at = "score"
        it = self.score
        it._put(out)
    def _fill(self, it):
        self.token, self.id_token = it.token, it.id_token
    def _derive(self, it):
        if type(it.token) is str:
            self.len_token = len(it.token.encode("UTF-8"))
    _default_len_token = lambda self: self._length_of("token")
    _data_token = lambda self, it: _text_bytes(it, "UTF-8", self)
    _make_score = lambda self, it: _made(_binary32_schema.Binary32, it, self)


ROOT = Vocab
