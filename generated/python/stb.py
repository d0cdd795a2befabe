# Generated from schemas/stb.ksy (sha256 0345ed56f9b45f3379da906e1e825d701fcda049dcced3694875ac7626347a8d) by `nacformats generate`. Do not edit.
"""Records of SVG-Tensor Binary Format (STB) v0.1: they read and write."""

from __future__ import annotations

from enum import IntEnum as _IntEnum
from struct import Struct as _Struct
from nacformats.codec.machine.operators import bounded_sum as _bounded_sum
from nacformats.codec.machine.record import TreeRecord as _TreeRecord, member_attributes as _member_attributes, new_record as _new_record
from nacformats.codec.machine.stream import FieldError as _FieldError
from nacformats.codec.machine.trace import struct_fields as _struct_fields

__all__ = ["DataRegion", "Dtype", "Layout", "ROOT", "Stb", "TensorDescriptor"]



class Dtype(_IntEnum):
    float32 = 0
    float16 = 1
    int8 = 2
    int32 = 3


_DTYPE = Dtype._value2member_map_.get


class Layout(_IntEnum):
    row_major = 0
    col_major = 1
    channels_last = 2


_LAYOUT = Layout._value2member_map_.get
_STB_0 = _Struct("<HI")
_STB_0_FIELDS = _struct_fields("<HI", "num_tensors", "reserved0")
_U4LE = _Struct("<I")
_U8LE = _Struct("<Q")
_TENSOR_DESCRIPTOR_4 = _Struct("<BBB")
_TENSOR_DESCRIPTOR_4_FIELDS = _struct_fields("<BBB", "tensor_id", "dtype", "rank")
_TENSOR_DESCRIPTOR_6 = _Struct("<BQ")
_TENSOR_DESCRIPTOR_6_FIELDS = _struct_fields("<BQ", "layout", "ofs_body")


class Stb(_TreeRecord):
    FIELDS = _member_attributes("magic version flags num_tensors reserved0 reserved1 ofs_data len_file")
    PLACED = _member_attributes("tensors data")
    __slots__ = (*FIELDS.values(), *PLACED.values(),)
    SCHEMA = "stb"
    NAME = "Stb"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "magic", io)
        self.magic = it = io.take(4)
        if not (it == b"STB0"):
            raise _FieldError("eq", b"STB0", it)
        trace is None or trace.begin(self, "version", io)
        self.version = it = io.u1()
        if not (it == 1):
            raise _FieldError("eq", 1, it)
        trace is None or trace.begin(self, "flags", io)
        self.flags = it = io.u1()
        if not (it == 0):
            raise _FieldError("eq", 0, it)
        trace is None or trace.numbers(self, io, _STB_0_FIELDS)
        self.num_tensors, self.reserved0 = _STB_0.unpack_from(io.view, io.pos)
        io.pos += 6
        if not (self.reserved0 == 0):
            raise _FieldError("eq", 0, self.reserved0)
        trace is None or trace.begin(self, "reserved1", io)
        self.reserved1 = it = io.number(_U4LE)
        if not (it == 0):
            raise _FieldError("eq", 0, it)
        trace is None or trace.begin(self, "ofs_data", io)
        self.ofs_data = it = io.number(_U8LE)
        if not (((it % 64) == 0) and (it >= (32 + (32 * self.num_tensors)))):
            raise _FieldError("expr", None, it)
        trace is None or trace.begin(self, "len_file", io)
        self.len_file = it = io.number(_U8LE)
        if not ((it == self._io.size) and (it >= self.ofs_data)):
            raise _FieldError("expr", None, it)
        trace is None or trace.close(io)

    def _get_tensors(self, trace):
        io = self._io
        mark = io.seek(32)
        trace is None or trace.begin(self, "tensors", io)
        io.reading.records(self, "tensors", "/instances/tensors", io, trace, self.num_tensors, TensorDescriptor)
        trace is None or trace.end(io)
        io.back(mark)

    def _get_data(self, trace):
        io = self._io
        mark = io.seek(self.ofs_data)
        trace is None or trace.begin(self, "data", io)
        self.data = each = _new_record(DataRegion)
        each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
        each._read(io, trace)
        trace is None or trace.end(io)
        io.back(mark)
    _LAZY = {"tensors": _get_tensors, "data": _get_data}


class TensorDescriptor(_TreeRecord):
    FIELDS = _member_attributes("tensor_id dtype rank layout ofs_body len_body dims")
    PLACED = _member_attributes("body")
    VALUES = _member_attributes("idx_shape shape_text")
    __slots__ = (*FIELDS.values(), *PLACED.values(), *VALUES.values(),)
    SCHEMA = "stb"
    NAME = "Stb.TensorDescriptor"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _TENSOR_DESCRIPTOR_4_FIELDS)
        self.tensor_id, self.dtype, self.rank = _TENSOR_DESCRIPTOR_4.unpack_from(io.view, io.pos)
        io.pos += 3
        self.dtype = _DTYPE(self.dtype, self.dtype)
        if not (self.rank <= 8):
            raise _FieldError("max", 8, self.rank)
        trace is None or trace.numbers(self, io, _TENSOR_DESCRIPTOR_6_FIELDS)
        self.layout, self.ofs_body = _TENSOR_DESCRIPTOR_6.unpack_from(io.view, io.pos)
        io.pos += 9
        self.layout = _LAYOUT(self.layout, self.layout)
        if not (self.ofs_body >= self._root.ofs_data):
            raise _FieldError("min", self._root.ofs_data, self.ofs_body)
        if not (self.ofs_body <= self._root.len_file):
            raise _FieldError("max", self._root.len_file, self.ofs_body)
        trace is None or trace.begin(self, "len_body", io)
        self.len_body = it = io.number(_U8LE)
        if not (it <= (self._root.len_file - self.ofs_body)):
            raise _FieldError("max", self._root.len_file - self.ofs_body, it)
        trace is None or trace.begin(self, "dims", io)
        self.dims = io.numbers("<I", 4, 3)
        trace is None or trace.close(io)

    def _get_body(self, trace):
        io = self._root._io
        mark = io.seek(self.ofs_body)
        trace is None or trace.begin(self, "body", io)
        self.body = io.take(self.len_body)
        trace is None or trace.end(io)
        io.back(mark)

    def _get_idx_shape(self, trace):
        self.idx_shape = value = (self.dims[0]) if self.rank > 3 else None
        return value

    def _get_shape_text(self, trace):
        self.shape_text = value = ("" if (self.rank == 0) else (_bounded_sum("#", str(self.dims[0])) if (self.rank > 3) else _bounded_sum(str(self.dims[0]), ("" if (self.rank < 2) else _bounded_sum(_bounded_sum(",", str(self.dims[1])), ("" if (self.rank < 3) else _bounded_sum(",", str(self.dims[2]))))))))
        return value
    _LAZY = {"body": _get_body}
    _COMPUTED = {"idx_shape": _get_idx_shape, "shape_text": _get_shape_text}


class DataRegion(_TreeRecord):
    __slots__ = ()
    SCHEMA = "stb"
    NAME = "Stb.DataRegion"

    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.close(io)


ROOT = Stb
