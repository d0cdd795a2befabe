# Generated from schemas/micb.ksy (sha256 5db39ae95eb084788db5a0f8e59b114c46942db28d4c596042ca4fa5d2ad37b2) by `nacformats generate`. Do not edit.
# It imports schemas/uleb128.ksy (sha256 7f8186add90b8dbb561b7475dbf873f7412752189f1e2acac510fc34dd3cce21).
"""Records of MIC-B v2, binary form of Mind IR graphs: they read and write."""

from __future__ import annotations

from enum import IntEnum as _IntEnum
from nacformats.codec.machine.operators import as_varint as _as_varint
from nacformats.codec.machine.record import TreeRecord as _TreeRecord, member_attributes as _member_attributes, new_record as _new_record
from nacformats.codec.machine.stream import FieldError as _FieldError

__all__ = [
    "AxisParam",
    "Binding",
    "CustomParam",
    "Dtype",
    "GraphValue",
    "InternedString",
    "ListParam",
    "Micb",
    "NoParams",
    "Node",
    "Opcode",
    "ROOT",
    "SplitParams",
    "StringRef",
    "Tag",
    "TensorType",
    "TypeRef",
    "ValueRef",
    "Zigzag",
]



class Dtype(_IntEnum):
    f16 = 0
    f32 = 1
    f64 = 2
    bf16 = 3
    i8 = 4
    i16 = 5
    i32 = 6
    i64 = 7
    u8 = 8
    u16 = 9
    u32 = 10
    u64 = 11
    bool = 12


_DTYPE = Dtype._value2member_map_.get


class Tag(_IntEnum):
    arg = 0
    param = 1
    node = 2


_TAG = Tag._value2member_map_.get


class Opcode(_IntEnum):
    matmul = 0
    add = 1
    sub = 2
    mul = 3
    div = 4
    relu = 5
    softmax = 6
    sigmoid = 7
    tanh = 8
    gelu = 9
    layernorm = 10
    transpose = 11
    reshape = 12
    sum = 13
    mean = 14
    max = 15
    concat = 16
    split = 17
    gather = 18
    custom = 255


_OPCODE = Opcode._value2member_map_.get


class Micb(_TreeRecord):
    FIELDS = _member_attributes(
        "magic version num_strings strings num_symbols symbols num_types types num_values values output trailing",
    )
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "micb"
    NAME = "Micb"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "magic", io)
        self.magic = it = io.take(4)
        if not (it == b"MICB"):
            raise _FieldError("eq", b"MICB", it)
        trace is None or trace.begin(self, "version", io)
        self.version = it = io.u1()
        if not (it == 2):
            raise _FieldError("eq", 2, it)
        trace is None or trace.begin(self, "num_strings", io)
        self.num_strings = io.uleb128()
        trace is None or trace.begin(self, "strings", io)
        io.reading.records(self, "strings", "/seq/3", io, trace, self.num_strings, InternedString)
        trace is None or trace.begin(self, "num_symbols", io)
        self.num_symbols = io.uleb128()
        trace is None or trace.begin(self, "symbols", io)
        io.reading.records(self, "symbols", "/seq/5", io, trace, self.num_symbols, StringRef)
        trace is None or trace.begin(self, "num_types", io)
        self.num_types = io.uleb128()
        trace is None or trace.begin(self, "types", io)
        io.reading.records(self, "types", "/seq/7", io, trace, self.num_types, TensorType)
        trace is None or trace.begin(self, "num_values", io)
        self.num_values = io.uleb128()
        trace is None or trace.begin(self, "values", io)
        io.reading.records(self, "values_", "/seq/9", io, trace, self.num_values, GraphValue, params=lambda index: (index,))
        trace is None or trace.begin(self, "output", io)
        self.output = each = _new_record(ValueRef)
        each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
        each.limit = self.num_values
        each._read(io, trace)
        trace is None or trace.begin(self, "trailing", io)
        self.trailing = it = io.rest()
        if not (len(it) == 0):
            raise _FieldError("expr", None, it)
        trace is None or trace.close(io)


class InternedString(_TreeRecord):
    FIELDS = _member_attributes("len_text text")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "micb"
    NAME = "Micb.InternedString"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "len_text", io)
        self.len_text = io.uleb128()
        trace is None or trace.begin(self, "text", io)
        self.text = str(io.take(self.len_text), "UTF-8")
        trace is None or trace.close(io)


class StringRef(_TreeRecord):
    FIELDS = _member_attributes("idx")
    VALUES = _member_attributes("text")
    __slots__ = (*FIELDS.values(), *VALUES.values(),)
    SCHEMA = "micb"
    NAME = "Micb.StringRef"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "idx", io)
        self.idx = it = io.uleb128()
        if not (it < self._root.num_strings):
            raise _FieldError("expr", None, it)
        trace is None or trace.close(io)

    def _get_text(self, trace):
        self.text = value = self._root.strings[self.idx].text
        return value
    _COMPUTED = {"text": _get_text}


class TypeRef(_TreeRecord):
    FIELDS = _member_attributes("idx")
    VALUES = _member_attributes("target")
    __slots__ = (*FIELDS.values(), *VALUES.values(),)
    SCHEMA = "micb"
    NAME = "Micb.TypeRef"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "idx", io)
        self.idx = it = io.uleb128()
        if not (it < self._root.num_types):
            raise _FieldError("expr", None, it)
        trace is None or trace.close(io)

    def _get_target(self, trace):
        self.target = value = self._root.types[self.idx]
        return value
    _COMPUTED = {"target": _get_target}


class ValueRef(_TreeRecord):
    FIELDS = _member_attributes("idx")
    PARAMS = _member_attributes("limit")
    __slots__ = (*FIELDS.values(), *PARAMS.values(),)
    SCHEMA = "micb"
    NAME = "Micb.ValueRef"

    def __init__(self, io, parent, root, p_limit):
        _TreeRecord.__init__(self, io, parent, root)
        self.limit = p_limit

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "idx", io)
        self.idx = it = io.uleb128()
        if not (it < self.limit):
            raise _FieldError("expr", None, it)
        trace is None or trace.close(io)


class TensorType(_TreeRecord):
    FIELDS = _member_attributes("dtype num_dims dims")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "micb"
    NAME = "Micb.TensorType"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "dtype", io)
        self.dtype = it = _DTYPE(number := io.u1(), number)
        if not (isinstance(it, Dtype)):
            raise _FieldError("in-enum", None, it)
        trace is None or trace.begin(self, "num_dims", io)
        self.num_dims = io.uleb128()
        trace is None or trace.begin(self, "dims", io)
        io.reading.records(self, "dims", "/types/tensor_type/seq/2", io, trace, self.num_dims, StringRef)
        trace is None or trace.close(io)


class GraphValue(_TreeRecord):
    FIELDS = _member_attributes("tag body")
    PARAMS = _member_attributes("id")
    __slots__ = (*FIELDS.values(), *PARAMS.values(),)
    SCHEMA = "micb"
    NAME = "Micb.GraphValue"

    def __init__(self, io, parent, root, p_id):
        _TreeRecord.__init__(self, io, parent, root)
        self.id = p_id

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "tag", io)
        self.tag = it = _TAG(number := io.u1(), number)
        if not (isinstance(it, Tag)):
            raise _FieldError("in-enum", None, it)
        trace is None or trace.begin(self, "body", io)
        on = self.tag
        if on == Tag.arg:
            self.body = each = _new_record(Binding)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each._read(io, trace)
        elif on == Tag.param:
            self.body = each = _new_record(Binding)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each._read(io, trace)
        elif on == Tag.node:
            self.body = each = _new_record(Node)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each.id = self.id
            each._read(io, trace)
        else:
            self.body = None
        trace is None or trace.close(io)


class Binding(_TreeRecord):
    FIELDS = _member_attributes("name type_ref")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "micb"
    NAME = "Micb.Binding"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "name", io)
        self.name = each = _new_record(StringRef)
        each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
        each._read(io, trace)
        trace is None or trace.begin(self, "type_ref", io)
        self.type_ref = each = _new_record(TypeRef)
        each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
        each._read(io, trace)
        trace is None or trace.close(io)


class Node(_TreeRecord):
    FIELDS = _member_attributes("opcode params num_inputs inputs")
    PARAMS = _member_attributes("id")
    __slots__ = (*FIELDS.values(), *PARAMS.values(),)
    SCHEMA = "micb"
    NAME = "Micb.Node"

    def __init__(self, io, parent, root, p_id):
        _TreeRecord.__init__(self, io, parent, root)
        self.id = p_id

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "opcode", io)
        self.opcode = it = _OPCODE(number := io.u1(), number)
        if not (isinstance(it, Opcode)):
            raise _FieldError("in-enum", None, it)
        trace is None or trace.begin(self, "params", io)
        on = self.opcode
        kind = _NODE_PARAMS(on)
        if kind is not None:
            self.params = each = _new_record(kind)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each._read(io, trace)
        else:
            self.params = each = _new_record(NoParams)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each._read(io, trace)
        trace is None or trace.begin(self, "num_inputs", io)
        self.num_inputs = io.uleb128()
        trace is None or trace.begin(self, "inputs", io)
        io.reading.records(self, "inputs", "/types/node/seq/3", io, trace, self.num_inputs, ValueRef, params=(self.id,))
        trace is None or trace.close(io)


class NoParams(_TreeRecord):
    __slots__ = ()
    SCHEMA = "micb"
    NAME = "Micb.NoParams"

    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.close(io)


class AxisParam(_TreeRecord):
    FIELDS = _member_attributes("axis")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "micb"
    NAME = "Micb.AxisParam"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "axis", io)
        self.axis = each = _new_record(Zigzag)
        each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
        each._read(io, trace)
        trace is None or trace.close(io)


class ListParam(_TreeRecord):
    FIELDS = _member_attributes("num_elements elements")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "micb"
    NAME = "Micb.ListParam"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "num_elements", io)
        self.num_elements = io.uleb128()
        trace is None or trace.begin(self, "elements", io)
        io.reading.records(self, "elements", "/types/list_param/seq/1", io, trace, self.num_elements, Zigzag)
        trace is None or trace.close(io)


class SplitParams(_TreeRecord):
    FIELDS = _member_attributes("axis count")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "micb"
    NAME = "Micb.SplitParams"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "axis", io)
        self.axis = each = _new_record(Zigzag)
        each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
        each._read(io, trace)
        trace is None or trace.begin(self, "count", io)
        self.count = io.uleb128()
        trace is None or trace.close(io)


class CustomParam(_TreeRecord):
    FIELDS = _member_attributes("name")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "micb"
    NAME = "Micb.CustomParam"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "name", io)
        self.name = each = _new_record(StringRef)
        each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
        each._read(io, trace)
        trace is None or trace.close(io)


class Zigzag(_TreeRecord):
    FIELDS = _member_attributes("raw")
    VALUES = _member_attributes("value")
    __slots__ = (*FIELDS.values(), *VALUES.values(),)
    SCHEMA = "micb"
    NAME = "Micb.Zigzag"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "raw", io)
        self.raw = io.uleb128()
        trace is None or trace.close(io)

    def _get_value(self, trace):
        self.value = value = _as_varint(self.raw, "uleb128").zigzag
        return value
    _COMPUTED = {"value": _get_value}


_NODE_PARAMS = {Opcode.softmax: AxisParam, Opcode.transpose: ListParam, Opcode.sum: ListParam, Opcode.mean: ListParam, Opcode.max: ListParam, Opcode.concat: AxisParam, Opcode.split: SplitParams, Opcode.gather: AxisParam, Opcode.custom: CustomParam}.get
ROOT = Micb
