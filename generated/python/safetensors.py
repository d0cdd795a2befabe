# Generated from schemas/safetensors.ksy (sha256 fc4d78d8e2c3d057667c7fff19aa14c6c9c951a8bc11b47849959c3c33a57025) by `nacformats generate`. Do not edit.
"""Records of safetensors: they read and write."""

from __future__ import annotations

from struct import Struct as _Struct
from nacformats.codec.trees.record import TreeRecord as _TreeRecord, import_late as _import_late, member_attributes as _member_attributes
from nacformats.codec.trees.stream import refuse as _refuse
_import_late("nacformats.codec.trees.output_record", "following", globals())
_import_late("nacformats.codec.trees.output_values", "put_data put_sized raw_bytes text_bytes", globals())

__all__ = ["ROOT", "Safetensors"]

_U8LE = _Struct("<Q")
_LE_Q = _Struct("<Q")

class Safetensors(_TreeRecord):
    FIELDS = _member_attributes("len_header header data")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "safetensors", "Safetensors"
    DERIVED = {"len_header"}
    STALE = {"len_header"}
    CODES = {"len_header": "<Q"}
    IS_FAITHFUL = True
    _defaults = lambda: {"header": ""}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "len_header", io)
        self.len_header = it = io.number(_U8LE)
        (it <= 100000000) or _refuse("max", 100000000, it)
        trace is None or trace.begin(self, "header", io)
        self.header = str(io.take(self.len_header), "UTF-8")
        trace is None or trace.begin(self, "data", io)
        self.data = io.rest()
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_Q.pack(self.len_header))
        it = self.len_header
        (it <= 100000000) or self._broken("len_header", "at most " + repr(100000000), it)
        self._at = "header"
        it = self.header
        _put_sized(self, out, _text_bytes(it, "UTF-8", self), self.len_header)
        self._at = "data"
        it = self.data
        _put_data(out, _raw_bytes(it, self))
    def _fill(self, it):
        self.header, self.data = it.header, it.data
    def _derive(self, it):
        if type(it.header) is str:
            self.len_header = len(it.header.encode("UTF-8"))
    _default_len_header = lambda self: self._length_of("header")
    _data_header = lambda self, it: _text_bytes(it, "UTF-8", self)
    _default_data = lambda self: b""


ROOT = Safetensors
