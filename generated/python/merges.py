# Generated from schemas/merges.ksy (sha256 da3f2e4390a052398605c9bfd862235886c0eb1b04704f2894791cd6896fc11a) by `nacformats generate`. Do not edit.
"""Records of Merges of a tokenizer (merges.b) of NAC v1.6: they read and write."""

from __future__ import annotations

from struct import Struct as _Struct
from nacformats.codec.machine.record import TreeRecord as _TreeRecord, member_attributes as _member_attributes
from nacformats.codec.machine.stream import FieldError as _FieldError

__all__ = ["Merges", "Pair", "ROOT"]

_U4LE = _Struct("<I")
_U2LE = _Struct("<H")


class Merges(_TreeRecord):
    FIELDS = _member_attributes("num_lines pairs")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "merges"
    NAME = "Merges"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "num_lines", io)
        self.num_lines = it = io.number(_U4LE)
        if not (it <= 16777216):
            raise _FieldError("max", 16777216, it)
        trace is None or trace.begin(self, "pairs", io)
        io.reading.records(self, "pairs", "/seq/1", io, trace, None, Pair)
        trace is None or trace.close(io)


class Pair(_TreeRecord):
    FIELDS = _member_attributes("len_left left len_right right")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "merges"
    NAME = "Merges.Pair"

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


ROOT = Merges
