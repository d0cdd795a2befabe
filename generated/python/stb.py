# Generated from schemas/stb.ksy (sha256 0345ed56f9b45f3379da906e1e825d701fcda049dcced3694875ac7626347a8d) by `nacformats generate`. Do not edit.
"""Records of SVG-Tensor Binary Format (STB) v0.1: they read and write."""

from __future__ import annotations

from enum import IntEnum as _IntEnum
from struct import Struct as _Struct
from nacformats.codec.machine.operators import bounded_sum as _bounded_sum
from nacformats.codec.machine.record import TreeRecord as _TreeRecord, import_late as _import_late, member_attributes as _member_attributes, new_record as _new_record
from nacformats.codec.machine.stream import FieldError as _FieldError
_import_late("nacformats.codec.machine.output_record", "made", globals())
_import_late("nacformats.codec.machine.output_values", "enum_member put_numbers put_sized raw_bytes", globals())

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
_STB_0_FIELDS = ("<HI", "num_tensors", "reserved0")
_U4LE = _Struct("<I")
_U8LE = _Struct("<Q")
_LE_4sBBHIIQQ = _Struct("<4sBBHIIQQ")
_TENSOR_DESCRIPTOR_5 = _Struct("<BBB")
_TENSOR_DESCRIPTOR_5_FIELDS = ("<BBB", "tensor_id", "dtype", "rank")
_TENSOR_DESCRIPTOR_7 = _Struct("<BQ")
_TENSOR_DESCRIPTOR_7_FIELDS = ("<BQ", "layout", "ofs_body")
_LE_BBBBQQ = _Struct("<BBBBQQ")


class Stb(_TreeRecord):
    FIELDS = _member_attributes("magic version flags num_tensors reserved0 reserved1 ofs_data len_file")
    PLACED = _member_attributes("tensors data")
    __slots__ = (*FIELDS.values(), *PLACED.values(),)
    SCHEMA = "stb"
    NAME = "Stb"
    DERIVED = {"num_tensors", "ofs_data", "len_file", "magic"}
    STALE = {"num_tensors", "ofs_data", "len_file"}
    OFFSETS = {"data": ("ofs_data", 64)}
    CODES = {
        "version": "<B",
        "flags": "<B",
        "num_tensors": "<H",
        "reserved0": "<I",
        "reserved1": "<I",
        "ofs_data": "<Q",
        "len_file": "<Q",
    }

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

    def _write(self, out):
        self._constant("magic", b"STB0")
        out.write(_LE_4sBBHIIQQ.pack(b"STB0", self.version, self.flags, self.num_tensors, self.reserved0, self.reserved1, self.ofs_data, self.len_file))
        it = self.version
        if not (it == 1):
            self._broken("version", repr(1), it)
        it = self.flags
        if not (it == 0):
            self._broken("flags", repr(0), it)
        it = self.reserved0
        if not (it == 0):
            self._broken("reserved0", repr(0), it)
        it = self.reserved1
        if not (it == 0):
            self._broken("reserved1", repr(0), it)
        it = self.ofs_data
        if not (((it % 64) == 0) and (it >= (32 + (32 * self.num_tensors)))):
            self._broken("ofs_data", "`_ % 64 == 0 and _ >= 32 + 32 * num_tensors`", it)
        it = self.len_file
        if not ((it == self._io.size) and (it >= self.ofs_data)):
            self._broken("len_file", "`_ == _io.size and _ >= ofs_data`", it)

    def _fill(self, it):
        self.magic = it.magic
        self.version = it.version
        self.flags = it.flags
        self.reserved0 = it.reserved0
        self.reserved1 = it.reserved1

    def _default_magic(self):
        return b"STB0"

    def _default_version(self):
        return 1

    def _default_flags(self):
        return 0

    def _default_num_tensors(self):
        return self._count_of("tensors")

    def _default_reserved0(self):
        return 0

    def _default_reserved1(self):
        return 0

    def _default_ofs_data(self):
        return self._offset_of("data")

    def _default_len_file(self):
        return self._io.size

    def _make_tensors(self, it):
        return self._listed(it, lambda it, index: _made(TensorDescriptor, it, self, index))

    def _put_tensors(self, out):
        it = self.tensors
        self._counted(it, self.num_tensors)
        if type(it) is list:
            for index, it in enumerate(it):
                self._n = index
                it._put(out)
            self._n = None
        else:
            self._ready_list(it, out)

    def _pos_tensors(self):
        return 32

    def _default_data(self):
        return {}

    def _make_data(self, it):
        return _made(DataRegion, it, self)

    def _put_data(self, out):
        it = self.data
        it._put(out)

    def _pos_data(self):
        return self.ofs_data
    _LAZY = {"tensors": _get_tensors, "data": _get_data}


class TensorDescriptor(_TreeRecord):
    FIELDS = _member_attributes("tensor_id dtype rank layout ofs_body len_body dims")
    PLACED = _member_attributes("body")
    VALUES = _member_attributes("idx_shape shape_text")
    __slots__ = (*FIELDS.values(), *PLACED.values(), *VALUES.values(),)
    SCHEMA = "stb"
    NAME = "Stb.TensorDescriptor"
    DERIVED = {"ofs_body", "len_body"}
    STALE = {"ofs_body", "len_body"}
    OFFSETS = {"body": ("ofs_body", 64)}
    CODES = {
        "tensor_id": "<B",
        "dtype": "<B",
        "rank": "<B",
        "layout": "<B",
        "ofs_body": "<Q",
        "len_body": "<Q",
        "dims": "<I",
    }

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _TENSOR_DESCRIPTOR_5_FIELDS)
        self.tensor_id, self.dtype, self.rank = _TENSOR_DESCRIPTOR_5.unpack_from(io.view, io.pos)
        io.pos += 3
        self.dtype = _DTYPE(self.dtype, self.dtype)
        if not (self.rank <= 8):
            raise _FieldError("max", 8, self.rank)
        trace is None or trace.numbers(self, io, _TENSOR_DESCRIPTOR_7_FIELDS)
        self.layout, self.ofs_body = _TENSOR_DESCRIPTOR_7.unpack_from(io.view, io.pos)
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

    def _write(self, out):
        out.write(_LE_BBBBQQ.pack(self.tensor_id, self.dtype, self.rank, self.layout, self.ofs_body, self.len_body))
        it = self.rank
        if not (it <= 8):
            self._broken("rank", "at most " + repr(8), it)
        it = self.ofs_body
        if not (it >= self._root.ofs_data):
            self._broken("ofs_body", "at least " + repr(self._root.ofs_data), it)
        if not (it <= self._root.len_file):
            self._broken("ofs_body", "at most " + repr(self._root.len_file), it)
        it = self.len_body
        if not (it <= self._root.len_file - self.ofs_body):
            self._broken("len_body", "at most " + repr(self._root.len_file - self.ofs_body), it)
        self._at = "dims"
        it = self.dims
        self._counted(it, 3)
        if type(it) is list:
            _put_numbers(out, "<I", it)
        else:
            self._ready_list(it, out)

    def _fill(self, it):
        self.tensor_id = it.tensor_id
        self.dtype = it.dtype if type(it.dtype) is not str else self._make_dtype(it.dtype)
        self.rank = it.rank
        self.layout = it.layout if type(it.layout) is not str else self._make_layout(it.layout)

    def _make_dtype(self, it):
        return _enum_member(Dtype, it, self)

    def _make_layout(self, it):
        return _enum_member(Layout, it, self)

    def _default_ofs_body(self):
        return self._offset_of("body")

    def _default_len_body(self):
        return self._length_of("body")

    def _make_dims(self, it):
        return self._listed(it)

    def _data_body(self, it):
        return _raw_bytes(it, self)

    def _put_body(self, out):
        it = self.body
        _put_sized(self, out, _raw_bytes(it, self), self.len_body)

    def _pos_body(self):
        return self.ofs_body

    def _io_body(self):
        return self._root._io
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

    def _write(self, out):
        pass

    def _fill(self, it):
        pass


ROOT = Stb
