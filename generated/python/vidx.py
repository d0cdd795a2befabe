# Generated from schemas/vidx.ksy (sha256 b6212ead37d799475a7e1b2fbd32859b25dc6c31616175e41fa8fc75132db898) by `nacformats generate`. Do not edit.
"""Records of Index of a vocabulary by id (vidx.b) of NAC v1.6: they read and write."""

from __future__ import annotations

from struct import Struct as _Struct
from nacformats.codec.trees.record import TreeRecord as _TreeRecord, import_late as _import_late, member_attributes as _member_attributes
from nacformats.codec.trees.stream import refuse as _refuse
_import_late("nacformats.codec.trees.output_record", "following made", globals())

__all__ = ["EntryOffset", "ROOT", "Vidx"]

_U4LE = _Struct("<I")
_LE_I = _Struct("<I")

class Vidx(_TreeRecord):
    FIELDS = _member_attributes("num_ids offsets")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "vidx", "Vidx"
    DERIVED = {"num_ids"}
    STALE = {"num_ids"}
    CODES = {"num_ids": "<I"}
    IS_FAITHFUL = True
    _defaults = lambda: {"offsets": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "num_ids", io)
        self.num_ids = it = io.number(_U4LE)
        (it <= 16777216) or _refuse("max", 16777216, it)
        trace is None or trace.begin(self, "offsets", io)
        io.reading.records(self, "offsets", "/seq/1", io, trace, self.num_ids, EntryOffset)
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_I.pack(self.num_ids))
        it = self.num_ids
        (it <= 16777216) or self._broken("num_ids", "at most " + repr(16777216), it)
        self._at = "offsets"
        it = self.offsets
        self._counted(it, self.num_ids)
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
            self.num_ids = len(it.offsets)
    _default_num_ids = lambda self: self._count_of("offsets")
    _make_offsets = lambda self, it: self._listed(it, lambda it, index: _made(EntryOffset, it, self, index))

class EntryOffset(_TreeRecord):
    FIELDS = _member_attributes("ofs_entry")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "vidx", "Vidx.EntryOffset"
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


ROOT = Vidx
