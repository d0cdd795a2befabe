# Generated from schemas/stb.ksy (sha256 31e6bc78261a3f78922ec08e97a25dc0fc01477d67c5139cfae15978e6450078) by `nacformats generate`. Do not edit.
"""Records of SVG-Tensor Binary Format (STB) v0.1: they read and write."""

from __future__ import annotations

from struct import Struct as _Struct
from nacformats.codec.trees.operators import bounded_product as _bounded_product, bounded_sum as _bounded_sum
from nacformats.codec.trees.record import TreeRecord as _TreeRecord, import_late as _import_late, member_attributes as _member_attributes, new_record as _new_record
from nacformats.codec.trees.stream import refuse as _refuse
from nacformats.codec.trees.values import Members as _Members, OpenEnum as _OpenEnum
_import_late("nacformats.codec.trees.output_record", "following made", globals())
_import_late("nacformats.codec.trees.output_values", "enum_member put_numbers put_sized raw_bytes", globals())

__all__ = ["DataRegion", "Dtype", "Layout", "ROOT", "Stb", "TensorDescriptor"]



class Dtype(_OpenEnum):
    float32 = 0
    float16 = 1
    int8 = 2
    int32 = 3


_Dtype_OF = _Members(Dtype)


class Layout(_OpenEnum):
    row_major = 0
    col_major = 1
    channels_last = 2


_Layout_OF = _Members(Layout)
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
    SCHEMA, NAME = "stb", "Stb"
    DERIVED = {"num_tensors", "ofs_data", "len_file", "magic"}
    STALE = {"num_tensors", "ofs_data", "len_file"}
    OFFSETS = {"data": ("ofs_data", 64)}
    CODES = {
        "version": "<B", "flags": "<B", "num_tensors": "<H", "reserved0": "<I", "reserved1": "<I", "ofs_data": "<Q",
        "len_file": "<Q",
    }
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "magic", io)
        self.magic = it = io.take(4)
        (it == b"STB0") or _refuse("eq", b"STB0", it)
        trace is None or trace.begin(self, "version", io)
        self.version = it = io.u1()
        (it == 1) or _refuse("eq", 1, it)
        trace is None or trace.begin(self, "flags", io)
        self.flags = it = io.u1()
        (it == 0) or _refuse("eq", 0, it)
        trace is None or trace.numbers(self, io, _STB_0_FIELDS)
        self.num_tensors, self.reserved0 = _STB_0.unpack_from(io.view, io.pos)
        io.pos += 6
        (self.reserved0 == 0) or _refuse("eq", 0, self.reserved0)
        trace is None or trace.begin(self, "reserved1", io)
        self.reserved1 = it = io.number(_U4LE)
        (it == 0) or _refuse("eq", 0, it)
        trace is None or trace.begin(self, "ofs_data", io)
        self.ofs_data = it = io.number(_U8LE)
        (((it % 64) == 0) and (it >= (32 + _bounded_product(32, self.num_tensors)))) or _refuse("expr", None, it)
        trace is None or trace.begin(self, "len_file", io)
        self.len_file = it = io.number(_U8LE)
        ((it == self._io.size) and (it >= self.ofs_data)) or _refuse("expr", None, it)
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
        self._constant("magic", b"STB0", self._gives("magic"))
        out.write(_LE_4sBBHIIQQ.pack(b"STB0", self.version, self.flags, self.num_tensors, self.reserved0, self.reserved1, self.ofs_data, self.len_file))
        it = self.version
        (it == 1) or self._broken("version", repr(1), it)
        it = self.flags
        (it == 0) or self._broken("flags", repr(0), it)
        it = self.reserved0
        (it == 0) or self._broken("reserved0", repr(0), it)
        it = self.reserved1
        (it == 0) or self._broken("reserved1", repr(0), it)
        it = self.ofs_data
        (((it % 64) == 0) and (it >= (32 + _bounded_product(32, self.num_tensors)))) or self._broken("ofs_data", "`_ % 64 == 0 and _ >= 32 + 32 * num_tensors`", it)
        it = self.len_file
        ((it == self._io.size) and (it >= self.ofs_data)) or self._broken("len_file", "`_ == _io.size and _ >= ofs_data`", it)
    def _fill(self, it):
        self.version, self.flags, self.reserved0, self.reserved1 = it.version, it.flags, it.reserved0, it.reserved1
    _default_magic = lambda self: b"STB0"
    _default_version = lambda self: 1
    _default_flags = lambda self: 0
    _default_num_tensors = lambda self: self._count_of("tensors")
    _default_reserved0 = lambda self: 0
    _default_reserved1 = lambda self: 0
    _default_ofs_data = lambda self: self._offset_of("data")
    _default_len_file = lambda self: self._io.size
    _make_tensors = lambda self, it: self._listed(it, lambda it, index: _made(TensorDescriptor, it, self, index))
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
    _pos_tensors = lambda self: 32
    _default_data = lambda self: {}
    _make_data = lambda self, it: _made(DataRegion, it, self)
    _put_data = lambda self, out: self.data._put(out)
    _pos_data = lambda self: self.ofs_data
    _LAZY = {"tensors": _get_tensors, "data": _get_data}

class TensorDescriptor(_TreeRecord):
    FIELDS = _member_attributes("tensor_id dtype rank layout ofs_body len_body dims")
    PLACED = _member_attributes("body")
    VALUES = _member_attributes("idx_shape shape_text")
    __slots__ = (*FIELDS.values(), *PLACED.values(), *VALUES.values(),)
    SCHEMA, NAME = "stb", "Stb.TensorDescriptor"
    DERIVED = {"ofs_body", "len_body"}
    STALE = {"ofs_body", "len_body"}
    OFFSETS = {"body": ("ofs_body", 64)}
    CODES = {
        "tensor_id": "<B", "dtype": "<B", "rank": "<B", "layout": "<B", "ofs_body": "<Q", "len_body": "<Q", "dims": "<I",
    }
    _defaults = lambda: {"tensor_id": 0, "dtype": _Dtype_OF[0], "rank": 0, "layout": _Layout_OF[0], "dims": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _TENSOR_DESCRIPTOR_5_FIELDS)
        self.tensor_id, self.dtype, self.rank = _TENSOR_DESCRIPTOR_5.unpack_from(io.view, io.pos)
        io.pos += 3
        self.dtype = _Dtype_OF[self.dtype]
        (self.rank <= 8) or _refuse("max", 8, self.rank)
        trace is None or trace.numbers(self, io, _TENSOR_DESCRIPTOR_7_FIELDS)
        self.layout, self.ofs_body = _TENSOR_DESCRIPTOR_7.unpack_from(io.view, io.pos)
        io.pos += 9
        self.layout = _Layout_OF[self.layout]
        (self.ofs_body >= self._root.ofs_data) or _refuse("min", self._root.ofs_data, self.ofs_body)
        (self.ofs_body <= self._root.len_file) or _refuse("max", self._root.len_file, self.ofs_body)
        trace is None or trace.begin(self, "len_body", io)
        self.len_body = it = io.number(_U8LE)
        (it <= (self._root.len_file - self.ofs_body)) or _refuse("max", self._root.len_file - self.ofs_body, it)
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
    _get_idx_shape = lambda self, trace: self._keep("idx_shape", (self.dims[0]) if self.rank > 3 else None)
    _get_shape_text = lambda self, trace: self._keep("shape_text", ("" if (self.rank == 0) else (_bounded_sum("#", str(self.dims[0])) if (self.rank > 3) else _bounded_sum(str(self.dims[0]), ("" if (self.rank < 2) else _bounded_sum(_bounded_sum(",", str(self.dims[1])), ("" if (self.rank < 3) else _bounded_sum(",", str(self.dims[2])))))))))
    def _write(self, out):
        out.write(_LE_BBBBQQ.pack(self.tensor_id, self.dtype, self.rank, self.layout, self.ofs_body, self.len_body))
        it = self.rank
        (it <= 8) or self._broken("rank", "at most " + repr(8), it)
        it = self.ofs_body
        (it >= self._root.ofs_data) or self._broken("ofs_body", "at least " + repr(self._root.ofs_data), it)
        (it <= self._root.len_file) or self._broken("ofs_body", "at most " + repr(self._root.len_file), it)
        it = self.len_body
        (it <= (self._root.len_file - self.ofs_body)) or self._broken("len_body", "at most " + repr(self._root.len_file - self.ofs_body), it)
        self._at = "dims"
        it = self.dims
        self._counted(it, 3)
        if type(it) is list:
            _put_numbers(out, "<I", it)
        else:
            self._ready_list(it, out)
    def _fill(self, it):
        self.dtype = it.dtype if isinstance(it.dtype, Dtype) else self._make_dtype(it.dtype)
        self.layout = it.layout if isinstance(it.layout, Layout) else self._make_layout(it.layout)
        if type(it.dims) is list:
            self.dims = it.dims
        self.tensor_id, self.rank = it.tensor_id, it.rank
    _make_dtype = lambda self, it: _enum_member(Dtype, it, self)
    _make_layout = lambda self, it: _enum_member(Layout, it, self)
    _default_ofs_body = lambda self: self._offset_of("body")
    _default_len_body = lambda self: self._length_of("body")
    _make_dims = lambda self, it: self._listed(it)
    _data_body = lambda self, it: _raw_bytes(it, self)
    def _put_body(self, out):
        it = self.body
        _put_sized(self, out, _raw_bytes(it, self), self.len_body)
    _pos_body = lambda self: self.ofs_body
    _io_body = lambda self: self._root._io
    _LAZY = {"body": _get_body}
    _COMPUTED = {"idx_shape": _get_idx_shape, "shape_text": _get_shape_text}

class DataRegion(_TreeRecord):
    __slots__ = ()
    SCHEMA, NAME = "stb", "Stb.DataRegion"
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.close(io)
    def _write(self, out):
        pass
    def _fill(self, it):
        pass


ROOT = Stb
