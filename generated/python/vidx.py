# Generated from schemas/vidx.ksy (sha256 b6212ead37d799475a7e1b2fbd32859b25dc6c31616175e41fa8fc75132db898) by `nacformats generate`. Do not edit.
"""Records of Index of a vocabulary by id (vidx.b) of NAC v1.6: they read and write."""

from __future__ import annotations

from struct import Struct as _Struct
from nacformats.codec.machine.record import TreeRecord as _TreeRecord, member_attributes as _member_attributes
from nacformats.codec.machine.stream import FieldError as _FieldError

__all__ = ["EntryOffset", "ROOT", "Vidx"]

_U4LE = _Struct("<I")


class Vidx(_TreeRecord):
    FIELDS = _member_attributes("num_ids offsets")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "vidx"
    NAME = "Vidx"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "num_ids", io)
        self.num_ids = it = io.number(_U4LE)
        if not (it <= 16777216):
            raise _FieldError("max", 16777216, it)
        trace is None or trace.begin(self, "offsets", io)
        io.reading.records(self, "offsets", "/seq/1", io, trace, self.num_ids, EntryOffset)
        trace is None or trace.close(io)


class EntryOffset(_TreeRecord):
    FIELDS = _member_attributes("ofs_entry")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "vidx"
    NAME = "Vidx.EntryOffset"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "ofs_entry", io)
        self.ofs_entry = io.number(_U4LE)
        trace is None or trace.close(io)


ROOT = Vidx
