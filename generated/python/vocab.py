# Generated from schemas/vocab.ksy (sha256 ab00ae5d009815e4de6bf1001a2dce5766649c2084e408d592535163284b689e) by `nacformats generate`. Do not edit.
# It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
"""Records of Vocabulary of a tokenizer (vocab.b) of NAC v1.6: they read and write."""

from __future__ import annotations

from struct import Struct as _Struct
from nacformats.codec.machine.record import TreeRecord as _TreeRecord, member_attributes as _member_attributes, new_record as _new_record
from nacformats.codec.machine.stream import FieldError as _FieldError
from nacformats._generated.python import binary32 as _binary32_schema

__all__ = ["Entry", "EntryOffset", "ROOT", "Vocab"]

_U4LE = _Struct("<I")
_U2LE = _Struct("<H")
_S4LE = _Struct("<i")


class Vocab(_TreeRecord):
    FIELDS = _member_attributes("num_entries offsets entries")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "vocab"
    NAME = "Vocab"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "num_entries", io)
        self.num_entries = it = io.number(_U4LE)
        if not (it <= 16777216):
            raise _FieldError("max", 16777216, it)
        trace is None or trace.begin(self, "offsets", io)
        io.reading.records(self, "offsets", "/seq/1", io, trace, self.num_entries, EntryOffset)
        trace is None or trace.begin(self, "entries", io)
        io.reading.records(self, "entries", "/seq/2", io, trace, self.num_entries, Entry)
        trace is None or trace.close(io)


class EntryOffset(_TreeRecord):
    FIELDS = _member_attributes("ofs_entry")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "vocab"
    NAME = "Vocab.EntryOffset"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "ofs_entry", io)
        self.ofs_entry = io.number(_U4LE)
        trace is None or trace.close(io)


class Entry(_TreeRecord):
    FIELDS = _member_attributes("len_token token id_token score")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "vocab"
    NAME = "Vocab.Entry"

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


ROOT = Vocab
