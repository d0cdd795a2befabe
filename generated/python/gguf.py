# Generated from schemas/gguf.ksy (sha256 14b79c3a1959e01c00550c972a954d7522d4c51fa35a7ad2f5211e13c5ab75d3) by `nacformats generate`. Do not edit.
"""Records of GGUF v2 and v3: they read and write."""

from __future__ import annotations

from struct import Struct as _Struct
from nacformats.codec.trees.operators import bounded_product as _bounded_product, bounded_sum as _bounded_sum
from nacformats.codec.trees.record import TreeRecord as _TreeRecord, import_late as _import_late, member_attributes as _member_attributes, new_record as _new_record
from nacformats.codec.trees.stream import refuse as _refuse
from nacformats.codec.trees.values import Members as _Members, OpenEnum as _OpenEnum
_import_late("nacformats.codec.trees.output_record", "following made", globals())
_import_late("nacformats.codec.trees.output_values", "enum_member packed_numbers put_data put_numbers put_sized raw_bytes real_of text_bytes", globals())

__all__ = [
    "BoolList", "BoolValue", "DataRegion", "Float32List", "Float32Value", "Float64List", "Float64Value", "Gguf",
    "Int16List", "Int16Value", "Int32List", "Int32Value", "Int64List", "Int64Value", "Int8List", "Int8Value",
    "ListValue", "MetadataEntry", "NestedList", "ROOT", "TensorInfo", "TensorType", "Text", "TextList", "Uint16List",
    "Uint16Value", "Uint32List", "Uint32Value", "Uint64List", "Uint64Value", "Uint8List", "Uint8Value", "ValueType",
]



class ValueType(_OpenEnum):
    uint8 = 0
    int8 = 1
    uint16 = 2
    int16 = 3
    uint32 = 4
    int32 = 5
    float32 = 6
    bool = 7
    string = 8
    array = 9
    uint64 = 10
    int64 = 11
    float64 = 12


_ValueType_OF = _Members(ValueType)


class TensorType(_OpenEnum):
    f32 = 0
    f16 = 1
    q4_0 = 2
    q4_1 = 3
    q5_0 = 6
    q5_1 = 7
    q8_0 = 8
    q8_1 = 9
    q2_k = 10
    q3_k = 11
    q4_k = 12
    q5_k = 13
    q6_k = 14
    q8_k = 15
    iq2_xxs = 16
    iq2_xs = 17
    iq3_xxs = 18
    iq1_s = 19
    iq4_nl = 20
    iq3_s = 21
    iq2_s = 22
    iq4_xs = 23
    i8 = 24
    i16 = 25
    i32 = 26
    i64 = 27
    f64 = 28
    iq1_m = 29
    bf16 = 30
    tq1_0 = 34
    tq2_0 = 35
    mxfp4 = 39
    nvfp4 = 40
    q1_0 = 41


_TensorType_OF = _Members(TensorType)
_U4LE = _Struct("<I")
_U8LE = _Struct("<Q")
_LE_4sIQQ = _Struct("<4sIQQ")
_LE_Q = _Struct("<Q")
_LE_I = _Struct("<I")
_LE_B = _Struct("<B")
_S1LE = _Struct("<b")
_LE_b = _Struct("<b")
_U2LE = _Struct("<H")
_LE_H = _Struct("<H")
_S2LE = _Struct("<h")
_LE_h = _Struct("<h")
_S4LE = _Struct("<i")
_LE_i = _Struct("<i")
_F4LE = _Struct("<f")
_LE_f = _Struct("<f")
_S8LE = _Struct("<q")
_LE_q = _Struct("<q")
_F8LE = _Struct("<d")
_LE_d = _Struct("<d")
_LE_IQ = _Struct("<IQ")
_TENSOR_INFO_21 = _Struct("<IQ")
_TENSOR_INFO_21_FIELDS = ("<IQ", "dtype", "ofs_body")

class Gguf(_TreeRecord):
    FIELDS = _member_attributes("magic version num_tensors num_metadata metadata tensors data")
    VALUES = _member_attributes("alignment")
    __slots__ = (*FIELDS.values(), *VALUES.values(),)
    SCHEMA, NAME = "gguf", "Gguf"
    DERIVED = {"num_tensors", "num_metadata", "magic"}
    STALE = {"num_tensors", "num_metadata"}
    CODES = {"version": "<I", "num_tensors": "<Q", "num_metadata": "<Q"}
    HAS_PARTS = True
    _defaults = lambda: {"version": 3, "metadata": [], "tensors": [], "data": DataRegion()}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "magic", io)
        self.magic = it = io.take(4)
        (it == b"GGUF") or _refuse("eq", b"GGUF", it)
        trace is None or trace.begin(self, "version", io)
        self.version = it = io.number(_U4LE)
        (it in (2, 3,)) or _refuse("any-of", None, it)
        trace is None or trace.begin(self, "num_tensors", io)
        self.num_tensors = it = io.number(_U8LE)
        (it <= 2147483647) or _refuse("max", 2147483647, it)
        trace is None or trace.begin(self, "num_metadata", io)
        self.num_metadata = it = io.number(_U8LE)
        (it <= 65536) or _refuse("max", 65536, it)
        trace is None or trace.begin(self, "metadata", io)
        io.reading.records(
            self, "metadata", "/seq/4", io, trace, self.num_metadata, MetadataEntry,
            params=lambda index: (index,),
        )
        trace is None or trace.begin(self, "tensors", io)
        io.reading.records(self, "tensors", "/seq/5", io, trace, self.num_tensors, TensorInfo)
        trace is None or trace.begin(self, "data", io)
        part = io.part(io.remaining)
        self.data = each = _new_record(DataRegion)
        each._io, each._parent, each._root, each._start = part, self, self._root, part.pos
        each._read(part, trace)
        trace is None or trace.close(io)
    _get_alignment = lambda self, trace: self._keep("alignment", (32 if (self.num_metadata == 0) else self.metadata[-1].alignment))
    def _write(self, out):
        self._constant("magic", b"GGUF", self._gives("magic"))
        out.write(_LE_4sIQQ.pack(b"GGUF", self.version, self.num_tensors, self.num_metadata))
        it = self.version
        (it in (2, 3,)) or self._broken("version", "one of " + repr((2, 3,)), it)
        it = self.num_tensors
        (it <= 2147483647) or self._broken("num_tensors", "at most " + repr(2147483647), it)
        it = self.num_metadata
        (it <= 65536) or self._broken("num_metadata", "at most " + repr(65536), it)
        self._at = "metadata"
        it = self.metadata
        self._counted(it, self.num_metadata)
        if type(it) is list:
            for index, it in enumerate(it):
                self._n = index
                it._put(out)
            self._n = None
        else:
            self._ready_list(it, out)
        self._at = "tensors"
        it = self.tensors
        self._counted(it, self.num_tensors)
        if type(it) is list:
            for index, it in enumerate(it):
                self._n = index
                it._put(out)
            self._n = None
        else:
            self._ready_list(it, out)
        self._at = "data"
        it = self.data
        _put_data(out, self._content(it))
    def _fill(self, it):
        pass
    def _derive(self, it):
        if type(it.tensors) is list:
            self.num_tensors = len(it.tensors)
        if type(it.metadata) is list:
            self.num_metadata = len(it.metadata)
    _default_magic = lambda self: b"GGUF"
    _default_version = lambda self: 3
    _default_num_tensors = lambda self: self._count_of("tensors")
    _default_num_metadata = lambda self: self._count_of("metadata")
    _make_metadata = lambda self, it: self._listed(it, lambda it, index: _made(MetadataEntry, it, self, index, (lambda: index,)))
    _make_tensors = lambda self, it: self._listed(it, lambda it, index: _made(TensorInfo, it, self, index))
    _make_data = lambda self, it: _made(DataRegion, it, self, apart=True)
    _COMPUTED = {"alignment": _get_alignment}

class Text(_TreeRecord):
    FIELDS = _member_attributes("len_value value")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "gguf", "Gguf.Text"
    DERIVED = {"len_value"}
    STALE = {"len_value"}
    CODES = {"len_value": "<Q"}
    _defaults = lambda: {"value": ""}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "len_value", io)
        self.len_value = io.number(_U8LE)
        trace is None or trace.begin(self, "value", io)
        self.value = str(io.take(self.len_value), "UTF-8")
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_Q.pack(self.len_value))
        self._at = "value"
        it = self.value
        _put_sized(self, out, _text_bytes(it, "UTF-8", self), self.len_value)
    def _fill(self, it):
        self.value = it.value
    def _derive(self, it):
        if type(it.value) is str:
            self.len_value = len(it.value.encode("UTF-8"))
    _default_len_value = lambda self: self._length_of("value")
    _data_value = lambda self, it: _text_bytes(it, "UTF-8", self)

class MetadataEntry(_TreeRecord):
    FIELDS = _member_attributes("len_key key value_type content")
    VALUES = _member_attributes("alignment_before alignment")
    PARAMS = _member_attributes("index")
    __slots__ = (*FIELDS.values(), *VALUES.values(), *PARAMS.values(),)
    SCHEMA, NAME = "gguf", "Gguf.MetadataEntry"
    DERIVED = {"len_key"}
    STALE = {"len_key"}
    CODES = {"len_key": "<Q", "value_type": "<I"}
    _defaults = lambda: {"key": "", "value_type": _ValueType_OF[0]}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "len_key", io)
        self.len_key = io.number(_U8LE)
        trace is None or trace.begin(self, "key", io)
        self.key = str(io.take(self.len_key), "UTF-8")
        trace is None or trace.begin(self, "value_type", io)
        self.value_type = it = _ValueType_OF[io.number(_U4LE)]
        (it in _ValueType_OF) or _refuse("in-enum", None, it)
        trace is None or trace.begin(self, "content", io)
        on = self.value_type
        kind = _MetadataEntry_content(on)
        if kind is not None:
            self.content = each = _new_record(kind)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each._read(io, trace)
        else:
            self.content = None
        trace is None or trace.close(io)
    _get_alignment_before = lambda self, trace: self._keep("alignment_before", (32 if (self.index == 0) else self._parent.metadata[self.index - 1].alignment))
    _get_alignment = lambda self, trace: self._keep("alignment", ((self.content.value if (self.key == "general.alignment") else self.alignment_before) if (self.value_type == ValueType.uint32) else self.alignment_before))
    def _write(self, out):
        out.write(_LE_Q.pack(self.len_key))
        self._at = "key"
        it = self.key
        _put_sized(self, out, _text_bytes(it, "UTF-8", self), self.len_key)
        out.write(_LE_I.pack(self.value_type))
        it = self.value_type
        (it in _ValueType_OF) or self._broken("value_type", "a member of ValueType", it)
        self._at = "content"
        it = self.content
        case = self.value_type
        if case in (ValueType.uint8, ValueType.int8, ValueType.uint16, ValueType.int16, ValueType.uint32, ValueType.int32, ValueType.float32, ValueType.bool, ValueType.string, ValueType.array, ValueType.uint64, ValueType.int64, ValueType.float64):
            it._put(out)
        elif it is not None:
            self._surplus()
    def _fill(self, it):
        self.value_type = it.value_type if isinstance(it.value_type, ValueType) else self._make_value_type(it.value_type)
        self.key = it.key
    def _derive(self, it):
        if type(it.key) is str:
            self.len_key = len(it.key.encode("UTF-8"))
    _default_len_key = lambda self: self._length_of("key")
    _data_key = lambda self, it: _text_bytes(it, "UTF-8", self)
    _make_value_type = lambda self, it: _enum_member(ValueType, it, self)
    def _default_content(self):
        case = self.value_type
        if case in (ValueType.uint8, ValueType.int8, ValueType.uint16, ValueType.int16, ValueType.uint32, ValueType.int32, ValueType.float32, ValueType.bool, ValueType.string, ValueType.array, ValueType.uint64, ValueType.int64, ValueType.float64,):
            return self._missing("content")
        return None
    _make_content = lambda self, it: (_made(Uint8Value, it, self) if (case := self.value_type) == ValueType.uint8 else _made(Int8Value, it, self) if case == ValueType.int8 else _made(Uint16Value, it, self) if case == ValueType.uint16 else _made(Int16Value, it, self) if case == ValueType.int16 else _made(Uint32Value, it, self) if case == ValueType.uint32 else _made(Int32Value, it, self) if case == ValueType.int32 else _made(Float32Value, it, self) if case == ValueType.float32 else _made(BoolValue, it, self) if case == ValueType.bool else _made(Text, it, self) if case == ValueType.string else _made(ListValue, it, self) if case == ValueType.array else _made(Uint64Value, it, self) if case == ValueType.uint64 else _made(Int64Value, it, self) if case == ValueType.int64 else _made(Float64Value, it, self) if case == ValueType.float64 else it)
    _COMPUTED = {"alignment_before": _get_alignment_before, "alignment": _get_alignment}

class Uint8Value(_TreeRecord):
    FIELDS = _member_attributes("value")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "gguf", "Gguf.Uint8Value"
    CODES = {"value": "<B"}
    _defaults = lambda: {"value": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "value", io)
        self.value = io.u1()
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_B.pack(self.value))
    def _fill(self, it):
        self.value = it.value

class Int8Value(_TreeRecord):
    FIELDS = _member_attributes("value")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "gguf", "Gguf.Int8Value"
    CODES = {"value": "<b"}
    _defaults = lambda: {"value": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "value", io)
        self.value = io.number(_S1LE)
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_b.pack(self.value))
    def _fill(self, it):
        self.value = it.value

class Uint16Value(_TreeRecord):
    FIELDS = _member_attributes("value")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "gguf", "Gguf.Uint16Value"
    CODES = {"value": "<H"}
    _defaults = lambda: {"value": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "value", io)
        self.value = io.number(_U2LE)
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_H.pack(self.value))
    def _fill(self, it):
        self.value = it.value

class Int16Value(_TreeRecord):
    FIELDS = _member_attributes("value")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "gguf", "Gguf.Int16Value"
    CODES = {"value": "<h"}
    _defaults = lambda: {"value": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "value", io)
        self.value = io.number(_S2LE)
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_h.pack(self.value))
    def _fill(self, it):
        self.value = it.value

class Uint32Value(_TreeRecord):
    FIELDS = _member_attributes("value")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "gguf", "Gguf.Uint32Value"
    CODES = {"value": "<I"}
    _defaults = lambda: {"value": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "value", io)
        self.value = io.number(_U4LE)
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_I.pack(self.value))
    def _fill(self, it):
        self.value = it.value

class Int32Value(_TreeRecord):
    FIELDS = _member_attributes("value")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "gguf", "Gguf.Int32Value"
    CODES = {"value": "<i"}
    _defaults = lambda: {"value": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "value", io)
        self.value = io.number(_S4LE)
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_i.pack(self.value))
    def _fill(self, it):
        self.value = it.value

class Float32Value(_TreeRecord):
    FIELDS = _member_attributes("value")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "gguf", "Gguf.Float32Value"
    CODES = {"value": "<f"}
    _defaults = lambda: {"value": 0.0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "value", io)
        self.value = io.real(_F4LE)
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_f.pack(self.value) if self.value == self.value else _packed_numbers("<f", (self.value,)))
    def _fill(self, it):
        self.value = it.value if isinstance(it.value, float) else self._make_value(it.value)
    _make_value = lambda self, it: _real_of(it, "<f")

class BoolValue(_TreeRecord):
    FIELDS = _member_attributes("value")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "gguf", "Gguf.BoolValue"
    CODES = {"value": "<B"}
    _defaults = lambda: {"value": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "value", io)
        self.value = it = io.u1()
        (it <= 1) or _refuse("max", 1, it)
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_B.pack(self.value))
        it = self.value
        (it <= 1) or self._broken("value", "at most " + repr(1), it)
    def _fill(self, it):
        self.value = it.value

class Uint64Value(_TreeRecord):
    FIELDS = _member_attributes("value")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "gguf", "Gguf.Uint64Value"
    CODES = {"value": "<Q"}
    _defaults = lambda: {"value": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "value", io)
        self.value = io.number(_U8LE)
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_Q.pack(self.value))
    def _fill(self, it):
        self.value = it.value

class Int64Value(_TreeRecord):
    FIELDS = _member_attributes("value")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "gguf", "Gguf.Int64Value"
    CODES = {"value": "<q"}
    _defaults = lambda: {"value": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "value", io)
        self.value = io.number(_S8LE)
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_q.pack(self.value))
    def _fill(self, it):
        self.value = it.value

class Float64Value(_TreeRecord):
    FIELDS = _member_attributes("value")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "gguf", "Gguf.Float64Value"
    CODES = {"value": "<d"}
    _defaults = lambda: {"value": 0.0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "value", io)
        self.value = io.real(_F8LE)
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_d.pack(self.value))
    def _fill(self, it):
        self.value = it.value if isinstance(it.value, float) else self._make_value(it.value)
    _make_value = lambda self, it: _real_of(it, "<d")

class ListValue(_TreeRecord):
    FIELDS = _member_attributes("entry_type num_entries content")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "gguf", "Gguf.ListValue"
    CODES = {"entry_type": "<I", "num_entries": "<Q"}
    _defaults = lambda: {"entry_type": _ValueType_OF[0], "num_entries": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "entry_type", io)
        self.entry_type = it = _ValueType_OF[io.number(_U4LE)]
        (it in _ValueType_OF) or _refuse("in-enum", None, it)
        trace is None or trace.begin(self, "num_entries", io)
        self.num_entries = it = io.number(_U8LE)
        (it <= 2147483647) or _refuse("max", 2147483647, it)
        trace is None or trace.begin(self, "content", io)
        on = self.entry_type
        kind = _ListValue_content(on)
        if kind is not None:
            self.content = each = _new_record(kind)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each._read(io, trace)
        else:
            self.content = None
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_IQ.pack(self.entry_type, self.num_entries))
        it = self.entry_type
        (it in _ValueType_OF) or self._broken("entry_type", "a member of ValueType", it)
        it = self.num_entries
        (it <= 2147483647) or self._broken("num_entries", "at most " + repr(2147483647), it)
        self._at = "content"
        it = self.content
        case = self.entry_type
        if case in (ValueType.uint8, ValueType.int8, ValueType.uint16, ValueType.int16, ValueType.uint32, ValueType.int32, ValueType.float32, ValueType.bool, ValueType.string, ValueType.array, ValueType.uint64, ValueType.int64, ValueType.float64):
            it._put(out)
        elif it is not None:
            self._surplus()
    def _fill(self, it):
        self.entry_type = it.entry_type if isinstance(it.entry_type, ValueType) else self._make_entry_type(it.entry_type)
        self.num_entries = it.num_entries
    _make_entry_type = lambda self, it: _enum_member(ValueType, it, self)
    def _default_content(self):
        case = self.entry_type
        if case in (ValueType.uint8, ValueType.int8, ValueType.uint16, ValueType.int16, ValueType.uint32, ValueType.int32, ValueType.float32, ValueType.bool, ValueType.string, ValueType.array, ValueType.uint64, ValueType.int64, ValueType.float64,):
            return self._missing("content")
        return None
    _make_content = lambda self, it: (_made(Uint8List, it, self) if (case := self.entry_type) == ValueType.uint8 else _made(Int8List, it, self) if case == ValueType.int8 else _made(Uint16List, it, self) if case == ValueType.uint16 else _made(Int16List, it, self) if case == ValueType.int16 else _made(Uint32List, it, self) if case == ValueType.uint32 else _made(Int32List, it, self) if case == ValueType.int32 else _made(Float32List, it, self) if case == ValueType.float32 else _made(BoolList, it, self) if case == ValueType.bool else _made(TextList, it, self) if case == ValueType.string else _made(NestedList, it, self) if case == ValueType.array else _made(Uint64List, it, self) if case == ValueType.uint64 else _made(Int64List, it, self) if case == ValueType.int64 else _made(Float64List, it, self) if case == ValueType.float64 else it)

class Uint8List(_TreeRecord):
    FIELDS = _member_attributes("entries")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "gguf", "Gguf.Uint8List"
    CODES = {"entries": "<B"}
    _defaults = lambda: {"entries": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "entries", io)
        self.entries = io.numbers("<B", 1, self._parent.num_entries)
        trace is None or trace.close(io)
    def _write(self, out):
        self._at = "entries"
        it = self.entries
        self._counted(it, self._parent.num_entries)
        if type(it) is list:
            _put_numbers(out, "<B", it)
        else:
            self._ready_list(it, out)
    def _fill(self, it):
        if type(it.entries) is list:
            self.entries = it.entries
    _make_entries = lambda self, it: self._listed(it)

class Int8List(_TreeRecord):
    FIELDS = _member_attributes("entries")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "gguf", "Gguf.Int8List"
    CODES = {"entries": "<b"}
    _defaults = lambda: {"entries": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "entries", io)
        self.entries = io.numbers("<b", 1, self._parent.num_entries)
        trace is None or trace.close(io)
    def _write(self, out):
        self._at = "entries"
        it = self.entries
        self._counted(it, self._parent.num_entries)
        if type(it) is list:
            _put_numbers(out, "<b", it)
        else:
            self._ready_list(it, out)
    def _fill(self, it):
        if type(it.entries) is list:
            self.entries = it.entries
    _make_entries = lambda self, it: self._listed(it)

class Uint16List(_TreeRecord):
    FIELDS = _member_attributes("entries")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "gguf", "Gguf.Uint16List"
    CODES = {"entries": "<H"}
    _defaults = lambda: {"entries": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "entries", io)
        self.entries = io.numbers("<H", 2, self._parent.num_entries)
        trace is None or trace.close(io)
    def _write(self, out):
        self._at = "entries"
        it = self.entries
        self._counted(it, self._parent.num_entries)
        if type(it) is list:
            _put_numbers(out, "<H", it)
        else:
            self._ready_list(it, out)
    def _fill(self, it):
        if type(it.entries) is list:
            self.entries = it.entries
    _make_entries = lambda self, it: self._listed(it)

class Int16List(_TreeRecord):
    FIELDS = _member_attributes("entries")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "gguf", "Gguf.Int16List"
    CODES = {"entries": "<h"}
    _defaults = lambda: {"entries": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "entries", io)
        self.entries = io.numbers("<h", 2, self._parent.num_entries)
        trace is None or trace.close(io)
    def _write(self, out):
        self._at = "entries"
        it = self.entries
        self._counted(it, self._parent.num_entries)
        if type(it) is list:
            _put_numbers(out, "<h", it)
        else:
            self._ready_list(it, out)
    def _fill(self, it):
        if type(it.entries) is list:
            self.entries = it.entries
    _make_entries = lambda self, it: self._listed(it)

class Uint32List(_TreeRecord):
    FIELDS = _member_attributes("entries")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "gguf", "Gguf.Uint32List"
    CODES = {"entries": "<I"}
    _defaults = lambda: {"entries": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "entries", io)
        self.entries = io.numbers("<I", 4, self._parent.num_entries)
        trace is None or trace.close(io)
    def _write(self, out):
        self._at = "entries"
        it = self.entries
        self._counted(it, self._parent.num_entries)
        if type(it) is list:
            _put_numbers(out, "<I", it)
        else:
            self._ready_list(it, out)
    def _fill(self, it):
        if type(it.entries) is list:
            self.entries = it.entries
    _make_entries = lambda self, it: self._listed(it)

class Int32List(_TreeRecord):
    FIELDS = _member_attributes("entries")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "gguf", "Gguf.Int32List"
    CODES = {"entries": "<i"}
    _defaults = lambda: {"entries": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "entries", io)
        self.entries = io.numbers("<i", 4, self._parent.num_entries)
        trace is None or trace.close(io)
    def _write(self, out):
        self._at = "entries"
        it = self.entries
        self._counted(it, self._parent.num_entries)
        if type(it) is list:
            _put_numbers(out, "<i", it)
        else:
            self._ready_list(it, out)
    def _fill(self, it):
        if type(it.entries) is list:
            self.entries = it.entries
    _make_entries = lambda self, it: self._listed(it)

class Float32List(_TreeRecord):
    FIELDS = _member_attributes("entries")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "gguf", "Gguf.Float32List"
    CODES = {"entries": "<f"}
    _defaults = lambda: {"entries": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "entries", io)
        self.entries = io.numbers("<f", 4, self._parent.num_entries)
        trace is None or trace.close(io)
    def _write(self, out):
        self._at = "entries"
        it = self.entries
        self._counted(it, self._parent.num_entries)
        if type(it) is list:
            _put_numbers(out, "<f", it)
        else:
            self._ready_list(it, out)
    def _fill(self, it):
        if type(it.entries) is list and {float}.issuperset(map(type, it.entries)):
            self.entries = it.entries
    _make_entries = lambda self, it: self._listed(it, lambda it, index: _real_of(it, "<f"))

class BoolList(_TreeRecord):
    FIELDS = _member_attributes("entries")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "gguf", "Gguf.BoolList"
    CODES = {"entries": "<B"}
    _defaults = lambda: {"entries": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "entries", io)
        self.entries = io.numbers("<B", 1, self._parent.num_entries)
        trace is None or trace.close(io)
    def _write(self, out):
        self._at = "entries"
        it = self.entries
        self._counted(it, self._parent.num_entries)
        if type(it) is list:
            _put_numbers(out, "<B", it)
        else:
            self._ready_list(it, out)
    def _fill(self, it):
        if type(it.entries) is list:
            self.entries = it.entries
    _make_entries = lambda self, it: self._listed(it)

class Uint64List(_TreeRecord):
    FIELDS = _member_attributes("entries")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "gguf", "Gguf.Uint64List"
    CODES = {"entries": "<Q"}
    _defaults = lambda: {"entries": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "entries", io)
        self.entries = io.numbers("<Q", 8, self._parent.num_entries)
        trace is None or trace.close(io)
    def _write(self, out):
        self._at = "entries"
        it = self.entries
        self._counted(it, self._parent.num_entries)
        if type(it) is list:
            _put_numbers(out, "<Q", it)
        else:
            self._ready_list(it, out)
    def _fill(self, it):
        if type(it.entries) is list:
            self.entries = it.entries
    _make_entries = lambda self, it: self._listed(it)

class Int64List(_TreeRecord):
    FIELDS = _member_attributes("entries")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "gguf", "Gguf.Int64List"
    CODES = {"entries": "<q"}
    _defaults = lambda: {"entries": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "entries", io)
        self.entries = io.numbers("<q", 8, self._parent.num_entries)
        trace is None or trace.close(io)
    def _write(self, out):
        self._at = "entries"
        it = self.entries
        self._counted(it, self._parent.num_entries)
        if type(it) is list:
            _put_numbers(out, "<q", it)
        else:
            self._ready_list(it, out)
    def _fill(self, it):
        if type(it.entries) is list:
            self.entries = it.entries
    _make_entries = lambda self, it: self._listed(it)

class Float64List(_TreeRecord):
    FIELDS = _member_attributes("entries")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "gguf", "Gguf.Float64List"
    CODES = {"entries": "<d"}
    _defaults = lambda: {"entries": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "entries", io)
        self.entries = io.numbers("<d", 8, self._parent.num_entries)
        trace is None or trace.close(io)
    def _write(self, out):
        self._at = "entries"
        it = self.entries
        self._counted(it, self._parent.num_entries)
        if type(it) is list:
            _put_numbers(out, "<d", it)
        else:
            self._ready_list(it, out)
    def _fill(self, it):
        if type(it.entries) is list and {float}.issuperset(map(type, it.entries)):
            self.entries = it.entries
    _make_entries = lambda self, it: self._listed(it, lambda it, index: _real_of(it, "<d"))

class TextList(_TreeRecord):
    FIELDS = _member_attributes("entries")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "gguf", "Gguf.TextList"
    _defaults = lambda: {"entries": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "entries", io)
        io.reading.records(self, "entries", "/types/text_list/seq/0", io, trace, self._parent.num_entries, Text)
        trace is None or trace.close(io)
    def _write(self, out):
        self._at = "entries"
        it = self.entries
        self._counted(it, self._parent.num_entries)
        if type(it) is list:
            for index, it in enumerate(it):
                self._n = index
                it._put(out)
            self._n = None
        else:
            self._ready_list(it, out)
    def _fill(self, it):
        pass
    _make_entries = lambda self, it: self._listed(it, lambda it, index: _made(Text, it, self, index))

class NestedList(_TreeRecord):
    FIELDS = _member_attributes("entries")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "gguf", "Gguf.NestedList"
    _defaults = lambda: {"entries": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "entries", io)
        io.reading.records(self, "entries", "/types/nested_list/seq/0", io, trace, self._parent.num_entries, ListValue)
        trace is None or trace.close(io)
    def _write(self, out):
        self._at = "entries"
        it = self.entries
        self._counted(it, self._parent.num_entries)
        if type(it) is list:
            for index, it in enumerate(it):
                self._n = index
                it._put(out)
            self._n = None
        else:
            self._ready_list(it, out)
    def _fill(self, it):
        pass
    _make_entries = lambda self, it: self._listed(it, lambda it, index: _made(ListValue, it, self, index))

class TensorInfo(_TreeRecord):
    FIELDS = _member_attributes("len_name name num_dims dims dtype ofs_body")
    VALUES = _member_attributes(
        (
            "num_columns num_rows num_planes num_volumes area volume num_elements len_run len_number len_block32"
            " len_block256 len_block len_body has_body shape_text"
        ),
    )
    __slots__ = (*FIELDS.values(), *VALUES.values(),)
    SCHEMA, NAME = "gguf", "Gguf.TensorInfo"
    DERIVED = {"len_name", "num_dims"}
    STALE = {"len_name", "num_dims"}
    CODES = {"len_name": "<Q", "num_dims": "<I", "dims": "<Q", "dtype": "<I", "ofs_body": "<Q"}
    _defaults = lambda: {"name": "", "dims": [], "dtype": _TensorType_OF[0], "ofs_body": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "len_name", io)
        self.len_name = io.number(_U8LE)
        trace is None or trace.begin(self, "name", io)
        self.name = str(io.take(self.len_name), "UTF-8")
        trace is None or trace.begin(self, "num_dims", io)
        self.num_dims = it = io.number(_U4LE)
        (it <= 4) or _refuse("max", 4, it)
        trace is None or trace.begin(self, "dims", io)
        self.dims = io.numbers("<Q", 8, self.num_dims)
        trace is None or trace.numbers(self, io, _TENSOR_INFO_21_FIELDS)
        self.dtype, self.ofs_body = _TENSOR_INFO_21.unpack_from(io.view, io.pos)
        io.pos += 12
        self.dtype = _TensorType_OF[self.dtype]
        trace is None or trace.close(io)
    _get_num_columns = lambda self, trace: self._keep("num_columns", (1 if (self.num_dims < 1) else self.dims[0]))
    _get_num_rows = lambda self, trace: self._keep("num_rows", (1 if (self.num_dims < 2) else self.dims[1]))
    _get_num_planes = lambda self, trace: self._keep("num_planes", (1 if (self.num_dims < 3) else self.dims[2]))
    _get_num_volumes = lambda self, trace: self._keep("num_volumes", (1 if (self.num_dims < 4) else self.dims[3]))
    _get_area = lambda self, trace: self._keep("area", (0 if (self.num_rows == 0) else (4503599627370495 if (self.num_columns > (4503599627370495 // self.num_rows)) else _bounded_product(self.num_columns, self.num_rows))))
    _get_volume = lambda self, trace: self._keep("volume", (0 if (self.num_planes == 0) else (4503599627370495 if (self.area > (4503599627370495 // self.num_planes)) else _bounded_product(self.area, self.num_planes))))
    _get_num_elements = lambda self, trace: self._keep("num_elements", (0 if (self.num_volumes == 0) else (4503599627370495 if (self.volume > (4503599627370495 // self.num_volumes)) else _bounded_product(self.volume, self.num_volumes))))
    _get_len_run = lambda self, trace: self._keep("len_run", (1 if ((((((((self.dtype == TensorType.f32) or (self.dtype == TensorType.f16)) or (self.dtype == TensorType.i8)) or (self.dtype == TensorType.i16)) or (self.dtype == TensorType.i32)) or (self.dtype == TensorType.i64)) or (self.dtype == TensorType.f64)) or (self.dtype == TensorType.bf16)) else (32 if ((((((((self.dtype == TensorType.q4_0) or (self.dtype == TensorType.q4_1)) or (self.dtype == TensorType.q5_0)) or (self.dtype == TensorType.q5_1)) or (self.dtype == TensorType.q8_0)) or (self.dtype == TensorType.q8_1)) or (self.dtype == TensorType.iq4_nl)) or (self.dtype == TensorType.mxfp4)) else (64 if (self.dtype == TensorType.nvfp4) else (128 if (self.dtype == TensorType.q1_0) else (256 if ((((((((((((((((self.dtype == TensorType.q2_k) or (self.dtype == TensorType.q3_k)) or (self.dtype == TensorType.q4_k)) or (self.dtype == TensorType.q5_k)) or (self.dtype == TensorType.q6_k)) or (self.dtype == TensorType.q8_k)) or (self.dtype == TensorType.iq2_xxs)) or (self.dtype == TensorType.iq2_xs)) or (self.dtype == TensorType.iq3_xxs)) or (self.dtype == TensorType.iq1_s)) or (self.dtype == TensorType.iq3_s)) or (self.dtype == TensorType.iq2_s)) or (self.dtype == TensorType.iq4_xs)) or (self.dtype == TensorType.iq1_m)) or (self.dtype == TensorType.tq1_0)) or (self.dtype == TensorType.tq2_0)) else 0))))))
    _get_len_number = lambda self, trace: self._keep("len_number", (1 if (self.dtype == TensorType.i8) else (2 if (((self.dtype == TensorType.f16) or (self.dtype == TensorType.i16)) or (self.dtype == TensorType.bf16)) else (4 if ((self.dtype == TensorType.f32) or (self.dtype == TensorType.i32)) else (8 if ((self.dtype == TensorType.i64) or (self.dtype == TensorType.f64)) else 0)))))
    _get_len_block32 = lambda self, trace: self._keep("len_block32", (17 if (self.dtype == TensorType.mxfp4) else (18 if (((self.dtype == TensorType.q4_0) or (self.dtype == TensorType.iq4_nl)) or (self.dtype == TensorType.q1_0)) else (20 if (self.dtype == TensorType.q4_1) else (22 if (self.dtype == TensorType.q5_0) else (24 if (self.dtype == TensorType.q5_1) else (34 if (self.dtype == TensorType.q8_0) else (36 if (self.dtype == TensorType.nvfp4) else (40 if (self.dtype == TensorType.q8_1) else 0)))))))))
    _get_len_block256 = lambda self, trace: self._keep("len_block256", (50 if (self.dtype == TensorType.iq1_s) else (54 if (self.dtype == TensorType.tq1_0) else (56 if (self.dtype == TensorType.iq1_m) else (66 if ((self.dtype == TensorType.iq2_xxs) or (self.dtype == TensorType.tq2_0)) else (74 if (self.dtype == TensorType.iq2_xs) else (82 if (self.dtype == TensorType.iq2_s) else (84 if (self.dtype == TensorType.q2_k) else (98 if (self.dtype == TensorType.iq3_xxs) else (110 if ((self.dtype == TensorType.q3_k) or (self.dtype == TensorType.iq3_s)) else (136 if (self.dtype == TensorType.iq4_xs) else (144 if (self.dtype == TensorType.q4_k) else (176 if (self.dtype == TensorType.q5_k) else (210 if (self.dtype == TensorType.q6_k) else (292 if (self.dtype == TensorType.q8_k) else 0)))))))))))))))
    _get_len_block = lambda self, trace: self._keep("len_block", (self.len_number if (self.len_run == 1) else (self.len_block256 if (self.len_run == 256) else self.len_block32)))
    _get_len_body = lambda self, trace: self._keep("len_body", (0 if (self.len_run == 0) else (4503599627370495 if ((self.num_elements // self.len_run) > (4503599627370495 // self.len_block)) else _bounded_product((self.num_elements // self.len_run), self.len_block))))
    _get_has_body = lambda self, trace: self._keep("has_body", (False if ((self.len_run == 0) or (self.ofs_body > self._root.data._io.size)) else (((self._root.data.len_padding + self.ofs_body) + self.len_body) <= self._root.data._io.size)))
    _get_shape_text = lambda self, trace: self._keep("shape_text", ("huge" if ((((self.num_columns > 4503599627370495) or (self.num_rows > 4503599627370495)) or (self.num_planes > 4503599627370495)) or (self.num_volumes > 4503599627370495)) else ("" if (self.num_dims == 0) else _bounded_sum(str(self.dims[0]), ("" if (self.num_dims < 2) else _bounded_sum(_bounded_sum(",", str(self.dims[1])), ("" if (self.num_dims < 3) else _bounded_sum(_bounded_sum(",", str(self.dims[2])), ("" if (self.num_dims < 4) else _bounded_sum(",", str(self.dims[3])))))))))))
    def _write(self, out):
        out.write(_LE_Q.pack(self.len_name))
        self._at = "name"
        it = self.name
        _put_sized(self, out, _text_bytes(it, "UTF-8", self), self.len_name)
        out.write(_LE_I.pack(self.num_dims))
        it = self.num_dims
        (it <= 4) or self._broken("num_dims", "at most " + repr(4), it)
        self._at = "dims"
        it = self.dims
        self._counted(it, self.num_dims)
        if type(it) is list:
            _put_numbers(out, "<Q", it)
        else:
            self._ready_list(it, out)
        out.write(_LE_IQ.pack(self.dtype, self.ofs_body))
    def _fill(self, it):
        if type(it.dims) is list:
            self.dims = it.dims
        self.dtype = it.dtype if isinstance(it.dtype, TensorType) else self._make_dtype(it.dtype)
        self.name, self.ofs_body = it.name, it.ofs_body
    def _derive(self, it):
        if type(it.name) is str:
            self.len_name = len(it.name.encode("UTF-8"))
        if type(it.dims) is list:
            self.num_dims = len(it.dims)
    _default_len_name = lambda self: self._length_of("name")
    _data_name = lambda self, it: _text_bytes(it, "UTF-8", self)
    _default_num_dims = lambda self: self._count_of("dims")
    _make_dims = lambda self, it: self._listed(it)
    _make_dtype = lambda self, it: _enum_member(TensorType, it, self)
    _COMPUTED = {
        "num_columns": _get_num_columns, "num_rows": _get_num_rows, "num_planes": _get_num_planes,
        "num_volumes": _get_num_volumes, "area": _get_area, "volume": _get_volume, "num_elements": _get_num_elements,
        "len_run": _get_len_run, "len_number": _get_len_number, "len_block32": _get_len_block32,
        "len_block256": _get_len_block256, "len_block": _get_len_block, "len_body": _get_len_body,
        "has_body": _get_has_body, "shape_text": _get_shape_text,
    }

class DataRegion(_TreeRecord):
    FIELDS = _member_attributes("content")
    VALUES = _member_attributes("ofs_content len_padding")
    __slots__ = (*FIELDS.values(), *VALUES.values(),)
    SCHEMA, NAME = "gguf", "Gguf.DataRegion"
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "content", io)
        self.content = io.rest()
        trace is None or trace.close(io)
    _get_ofs_content = lambda self, trace: self._keep("ofs_content", self._root._io.size - self._io.size)
    _get_len_padding = lambda self, trace: self._keep("len_padding", (0 if (self._root.alignment == 0) else ((self._root.alignment - (self.ofs_content % self._root.alignment)) % self._root.alignment)))
    def _write(self, out):
        self._at = "content"
        it = self.content
        _put_data(out, _raw_bytes(it, self))
    def _fill(self, it):
        self.content = it.content
    _default_content = lambda self: b""
    _COMPUTED = {"ofs_content": _get_ofs_content, "len_padding": _get_len_padding}


_MetadataEntry_content = {ValueType.uint8: Uint8Value, ValueType.int8: Int8Value, ValueType.uint16: Uint16Value, ValueType.int16: Int16Value, ValueType.uint32: Uint32Value, ValueType.int32: Int32Value, ValueType.float32: Float32Value, ValueType.bool: BoolValue, ValueType.string: Text, ValueType.array: ListValue, ValueType.uint64: Uint64Value, ValueType.int64: Int64Value, ValueType.float64: Float64Value}.get
_ListValue_content = {ValueType.uint8: Uint8List, ValueType.int8: Int8List, ValueType.uint16: Uint16List, ValueType.int16: Int16List, ValueType.uint32: Uint32List, ValueType.int32: Int32List, ValueType.float32: Float32List, ValueType.bool: BoolList, ValueType.string: TextList, ValueType.array: NestedList, ValueType.uint64: Uint64List, ValueType.int64: Int64List, ValueType.float64: Float64List}.get
ROOT = Gguf
