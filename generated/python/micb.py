# Generated from schemas/micb.ksy (sha256 5db39ae95eb084788db5a0f8e59b114c46942db28d4c596042ca4fa5d2ad37b2) by `nacformats generate`. Do not edit.
# It imports schemas/uleb128.ksy (sha256 94a08bd38c22b22d5945f850a28504b5fc32944d26824efa10279ce8866c0c94).
"""Records of MIC-B v2, binary form of Mind IR graphs: they read and write."""

from __future__ import annotations

from struct import Struct as _Struct
from nacformats.codec.trees.operators import as_varint as _as_varint
from nacformats.codec.trees.record import TreeRecord as _TreeRecord, import_late as _import_late, member_attributes as _member_attributes, new_record as _new_record
from nacformats.codec.trees.stream import refuse as _refuse
from nacformats.codec.trees.values import Members as _Members, OpenEnum as _OpenEnum
_import_late("nacformats.codec.trees.output_record", "following made", globals())
_import_late("nacformats.codec.trees.output_values", "enum_member put_data put_sized raw_bytes text_bytes varint_bytes varint_of", globals())

__all__ = [
    "AxisParam", "Binding", "CustomParam", "Dtype", "GraphValue", "InternedString", "ListParam", "Micb", "NoParams",
    "Node", "Opcode", "ROOT", "SplitParams", "StringRef", "Tag", "TensorType", "TypeRef", "ValueRef", "Zigzag",
]



class Dtype(_OpenEnum):
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


_Dtype_OF = _Members(Dtype)


class Tag(_OpenEnum):
    arg = 0
    param = 1
    node = 2


_Tag_OF = _Members(Tag)


class Opcode(_OpenEnum):
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


_Opcode_OF = _Members(Opcode)
_LE_4sB = _Struct("<4sB")
_LE_B = _Struct("<B")

class Micb(_TreeRecord):
    FIELDS = _member_attributes(
        "magic version num_strings strings num_symbols symbols num_types types num_values values output trailing",
    )
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "micb", "Micb"
    DERIVED = {"num_strings", "num_symbols", "num_types", "num_values", "magic"}
    STALE = {"num_strings", "num_symbols", "num_types", "num_values"}
    CODES = {"version": "<B"}
    _defaults = lambda: {"strings": [], "symbols": [], "types": [], "values": [], "output": ValueRef()}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "magic", io)
        self.magic = it = io.take(4)
        (it == b"MICB") or _refuse("eq", b"MICB", it)
        trace is None or trace.begin(self, "version", io)
        self.version = it = io.u1()
        (it == 2) or _refuse("eq", 2, it)
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
        io.reading.records(self, "values", "/seq/9", io, trace, self.num_values, GraphValue, params=lambda index: (index,))
        trace is None or trace.begin(self, "output", io)
        self.output = each = _new_record(ValueRef)
        each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
        each.limit = self.num_values
        each._read(io, trace)
        trace is None or trace.begin(self, "trailing", io)
        self.trailing = it = io.rest()
        (len(it) == 0) or _refuse("expr", None, it)
        trace is None or trace.close(io)
    def _write(self, out):
        self._constant("magic", b"MICB", self._gives("magic"))
        out.write(_LE_4sB.pack(b"MICB", self.version))
        it = self.version
        (it == 2) or self._broken("version", repr(2), it)
        self._at = "num_strings"
        it = self.num_strings
        out.write(_varint_bytes(it, "uleb128", self))
        self._at = "strings"
        it = self.strings
        self._counted(it, self.num_strings)
        if type(it) is list:
            for index, it in enumerate(it):
                self._n = index
                it._put(out)
            self._n = None
        else:
            self._ready_list(it, out)
        self._at = "num_symbols"
        it = self.num_symbols
        out.write(_varint_bytes(it, "uleb128", self))
        self._at = "symbols"
        it = self.symbols
        self._counted(it, self.num_symbols)
        if type(it) is list:
            for index, it in enumerate(it):
                self._n = index
                it._put(out)
            self._n = None
        else:
            self._ready_list(it, out)
        self._at = "num_types"
        it = self.num_types
        out.write(_varint_bytes(it, "uleb128", self))
        self._at = "types"
        it = self.types
        self._counted(it, self.num_types)
        if type(it) is list:
            for index, it in enumerate(it):
                self._n = index
                it._put(out)
            self._n = None
        else:
            self._ready_list(it, out)
        self._at = "num_values"
        it = self.num_values
        out.write(_varint_bytes(it, "uleb128", self))
        self._at = "values"
        it = self.values
        self._counted(it, self.num_values)
        if type(it) is list:
            for index, it in enumerate(it):
                self._n = index
                it._put(out)
            self._n = None
        else:
            self._ready_list(it, out)
        self._at = "output"
        it = self.output
        it._put(out)
        self._at = "trailing"
        it = self.trailing
        _put_data(out, _raw_bytes(it, self))
        (len(it) == 0) or self._broken("trailing", "`_.length == 0`", it)
    def _fill(self, it):
        self.version, self.trailing = it.version, it.trailing
    def _derive(self, it):
        if type(it.strings) is list:
            self.num_strings = len(it.strings)
        if type(it.symbols) is list:
            self.num_symbols = len(it.symbols)
        if type(it.types) is list:
            self.num_types = len(it.types)
        if type(it.values) is list:
            self.num_values = len(it.values)
    _default_magic = lambda self: b"MICB"
    _default_version = lambda self: 2
    _default_num_strings = lambda self: self._count_of("strings")
    _make_num_strings = lambda self, it: _varint_of(it, "uleb128", self)
    _make_strings = lambda self, it: self._listed(it, lambda it, index: _made(InternedString, it, self, index))
    _default_num_symbols = lambda self: self._count_of("symbols")
    _make_num_symbols = lambda self, it: _varint_of(it, "uleb128", self)
    _make_symbols = lambda self, it: self._listed(it, lambda it, index: _made(StringRef, it, self, index))
    _default_num_types = lambda self: self._count_of("types")
    _make_num_types = lambda self, it: _varint_of(it, "uleb128", self)
    _make_types = lambda self, it: self._listed(it, lambda it, index: _made(TensorType, it, self, index))
    _default_num_values = lambda self: self._count_of("values")
    _make_num_values = lambda self, it: _varint_of(it, "uleb128", self)
    _make_values = lambda self, it: self._listed(it, lambda it, index: _made(GraphValue, it, self, index, (lambda: index,)))
    _make_output = lambda self, it: _made(ValueRef, it, self, None, (lambda: self.num_values,))
    _default_trailing = lambda self: b""

class InternedString(_TreeRecord):
    FIELDS = _member_attributes("len_text text")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "micb", "Micb.InternedString"
    DERIVED = {"len_text"}
    STALE = {"len_text"}
    _defaults = lambda: {"text": ""}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "len_text", io)
        self.len_text = io.uleb128()
        trace is None or trace.begin(self, "text", io)
        self.text = str(io.take(self.len_text), "UTF-8")
        trace is None or trace.close(io)
    def _write(self, out):
        self._at = "len_text"
        it = self.len_text
        out.write(_varint_bytes(it, "uleb128", self))
        self._at = "text"
        it = self.text
        _put_sized(self, out, _text_bytes(it, "UTF-8", self), self.len_text)
    def _fill(self, it):
        self.text = it.text
    def _derive(self, it):
        if type(it.text) is str:
            self.len_text = len(it.text.encode("UTF-8"))
    _default_len_text = lambda self: self._length_of("text")
    _make_len_text = lambda self, it: _varint_of(it, "uleb128", self)
    _data_text = lambda self, it: _text_bytes(it, "UTF-8", self)

class StringRef(_TreeRecord):
    FIELDS = _member_attributes("idx")
    VALUES = _member_attributes("text")
    __slots__ = (*FIELDS.values(), *VALUES.values(),)
    SCHEMA, NAME = "micb", "Micb.StringRef"
    _defaults = lambda: {"idx": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "idx", io)
        self.idx = it = io.uleb128()
        (it < self._root.num_strings) or _refuse("expr", None, it)
        trace is None or trace.close(io)
    _get_text = lambda self, trace: self._keep("text", self._root.strings[self.idx].text)
    def _write(self, out):
        self._at = "idx"
        it = self.idx
        out.write(_varint_bytes(it, "uleb128", self))
        (it < self._root.num_strings) or self._broken("idx", "`_.value < _root.num_strings.value`", it)
    def _fill(self, it):
        self.idx = it.idx if isinstance(it.idx, int) else self._make_idx(it.idx)
    _make_idx = lambda self, it: _varint_of(it, "uleb128", self)
    _COMPUTED = {"text": _get_text}

class TypeRef(_TreeRecord):
    FIELDS = _member_attributes("idx")
    VALUES = _member_attributes("target")
    __slots__ = (*FIELDS.values(), *VALUES.values(),)
    SCHEMA, NAME = "micb", "Micb.TypeRef"
    _defaults = lambda: {"idx": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "idx", io)
        self.idx = it = io.uleb128()
        (it < self._root.num_types) or _refuse("expr", None, it)
        trace is None or trace.close(io)
    _get_target = lambda self, trace: self._keep("target", self._root.types[self.idx])
    def _write(self, out):
        self._at = "idx"
        it = self.idx
        out.write(_varint_bytes(it, "uleb128", self))
        (it < self._root.num_types) or self._broken("idx", "`_.value < _root.num_types.value`", it)
    def _fill(self, it):
        self.idx = it.idx if isinstance(it.idx, int) else self._make_idx(it.idx)
    _make_idx = lambda self, it: _varint_of(it, "uleb128", self)
    _COMPUTED = {"target": _get_target}

class ValueRef(_TreeRecord):
    FIELDS = _member_attributes("idx")
    PARAMS = _member_attributes("limit")
    __slots__ = (*FIELDS.values(), *PARAMS.values(),)
    SCHEMA, NAME = "micb", "Micb.ValueRef"
    _defaults = lambda: {"idx": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "idx", io)
        self.idx = it = io.uleb128()
        (it < self.limit) or _refuse("expr", None, it)
        trace is None or trace.close(io)
    def _write(self, out):
        self._at = "idx"
        it = self.idx
        out.write(_varint_bytes(it, "uleb128", self))
        (it < self.limit) or self._broken("idx", "`_.value < limit`", it)
    def _fill(self, it):
        self.idx = it.idx if isinstance(it.idx, int) else self._make_idx(it.idx)
    _make_idx = lambda self, it: _varint_of(it, "uleb128", self)

class TensorType(_TreeRecord):
    FIELDS = _member_attributes("dtype num_dims dims")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "micb", "Micb.TensorType"
    DERIVED = {"num_dims"}
    STALE = {"num_dims"}
    CODES = {"dtype": "<B"}
    _defaults = lambda: {"dtype": _Dtype_OF[0], "dims": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "dtype", io)
        self.dtype = it = _Dtype_OF[io.u1()]
        (it in _Dtype_OF) or _refuse("in-enum", None, it)
        trace is None or trace.begin(self, "num_dims", io)
        self.num_dims = io.uleb128()
        trace is None or trace.begin(self, "dims", io)
        io.reading.records(self, "dims", "/types/tensor_type/seq/2", io, trace, self.num_dims, StringRef)
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_B.pack(self.dtype))
        it = self.dtype
        (it in _Dtype_OF) or self._broken("dtype", "a member of Dtype", it)
        self._at = "num_dims"
        it = self.num_dims
        out.write(_varint_bytes(it, "uleb128", self))
        self._at = "dims"
        it = self.dims
        self._counted(it, self.num_dims)
        if type(it) is list:
            for index, it in enumerate(it):
                self._n = index
                it._put(out)
            self._n = None
        else:
            self._ready_list(it, out)
    def _fill(self, it):
        self.dtype = it.dtype if isinstance(it.dtype, Dtype) else self._make_dtype(it.dtype)
    def _derive(self, it):
        if type(it.dims) is list:
            self.num_dims = len(it.dims)
    _make_dtype = lambda self, it: _enum_member(Dtype, it, self)
    _default_num_dims = lambda self: self._count_of("dims")
    _make_num_dims = lambda self, it: _varint_of(it, "uleb128", self)
    _make_dims = lambda self, it: self._listed(it, lambda it, index: _made(StringRef, it, self, index))

class GraphValue(_TreeRecord):
    FIELDS = _member_attributes("tag body")
    PARAMS = _member_attributes("id")
    __slots__ = (*FIELDS.values(), *PARAMS.values(),)
    SCHEMA, NAME = "micb", "Micb.GraphValue"
    CODES = {"tag": "<B"}
    _defaults = lambda: {"tag": _Tag_OF[0]}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "tag", io)
        self.tag = it = _Tag_OF[io.u1()]
        (it in _Tag_OF) or _refuse("in-enum", None, it)
        trace is None or trace.begin(self, "body", io)
        on = self.tag
        if on in (Tag.arg, Tag.param):
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
    def _write(self, out):
        out.write(_LE_B.pack(self.tag))
        it = self.tag
        (it in _Tag_OF) or self._broken("tag", "a member of Tag", it)
        self._at = "body"
        it = self.body
        case = self.tag
        if case in (Tag.arg, Tag.param, Tag.node):
            it._put(out)
        elif it is not None:
            self._surplus()
    def _fill(self, it):
        self.tag = it.tag if isinstance(it.tag, Tag) else self._make_tag(it.tag)
    _make_tag = lambda self, it: _enum_member(Tag, it, self)
    def _default_body(self):
        case = self.tag
        if case in (Tag.arg, Tag.param, Tag.node,):
            return self._missing("body")
        return None
    _make_body = lambda self, it: (_made(Binding, it, self) if (case := self.tag) in (Tag.arg, Tag.param) else _made(Node, it, self, None, (lambda: self.id,)) if case == Tag.node else it)

class Binding(_TreeRecord):
    FIELDS = _member_attributes("name type_ref")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "micb", "Micb.Binding"
    _defaults = lambda: {"name": StringRef(), "type_ref": TypeRef()}
    _follow = lambda self, attribute: _following(self, attribute)
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
    def _write(self, out):
        self._at = "name"
        it = self.name
        it._put(out)
        self._at = "type_ref"
        it = self.type_ref
        it._put(out)
    def _fill(self, it):
        pass
    _make_name = lambda self, it: _made(StringRef, it, self)
    _make_type_ref = lambda self, it: _made(TypeRef, it, self)

class Node(_TreeRecord):
    FIELDS = _member_attributes("opcode params num_inputs inputs")
    PARAMS = _member_attributes("id")
    __slots__ = (*FIELDS.values(), *PARAMS.values(),)
    SCHEMA, NAME = "micb", "Micb.Node"
    DERIVED = {"num_inputs"}
    STALE = {"num_inputs"}
    CODES = {"opcode": "<B"}
    _defaults = lambda: {"opcode": _Opcode_OF[0], "inputs": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "opcode", io)
        self.opcode = it = _Opcode_OF[io.u1()]
        (it in _Opcode_OF) or _refuse("in-enum", None, it)
        trace is None or trace.begin(self, "params", io)
        on = self.opcode
        kind = _Node_params(on)
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
        io.reading.records(
            self, "inputs", "/types/node/seq/3", io, trace, self.num_inputs, ValueRef,
            params=lambda index: (self.id,),
        )
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_B.pack(self.opcode))
        it = self.opcode
        (it in _Opcode_OF) or self._broken("opcode", "a member of Opcode", it)
        self._at = "params"
        it = self.params
        case = self.opcode
        if case in (Opcode.softmax, Opcode.transpose, Opcode.sum, Opcode.mean, Opcode.max, Opcode.concat, Opcode.split, Opcode.gather, Opcode.custom):
            it._put(out)
        else:
            it._put(out)
        self._at = "num_inputs"
        it = self.num_inputs
        out.write(_varint_bytes(it, "uleb128", self))
        self._at = "inputs"
        it = self.inputs
        self._counted(it, self.num_inputs)
        if type(it) is list:
            for index, it in enumerate(it):
                self._n = index
                it._put(out)
            self._n = None
        else:
            self._ready_list(it, out)
    def _fill(self, it):
        self.opcode = it.opcode if isinstance(it.opcode, Opcode) else self._make_opcode(it.opcode)
    def _derive(self, it):
        if type(it.inputs) is list:
            self.num_inputs = len(it.inputs)
    _make_opcode = lambda self, it: _enum_member(Opcode, it, self)
    def _default_params(self):
        case = self.opcode
        if case in (Opcode.softmax, Opcode.transpose, Opcode.sum, Opcode.mean, Opcode.max, Opcode.concat, Opcode.split, Opcode.gather, Opcode.custom,):
            return self._missing("params")
        return {}
    _make_params = lambda self, it: (_made(AxisParam, it, self) if (case := self.opcode) in (Opcode.softmax, Opcode.concat, Opcode.gather) else _made(ListParam, it, self) if case in (Opcode.transpose, Opcode.sum, Opcode.mean, Opcode.max) else _made(SplitParams, it, self) if case == Opcode.split else _made(CustomParam, it, self) if case == Opcode.custom else _made(NoParams, it, self))
    _default_num_inputs = lambda self: self._count_of("inputs")
    _make_num_inputs = lambda self, it: _varint_of(it, "uleb128", self)
    _make_inputs = lambda self, it: self._listed(it, lambda it, index: _made(ValueRef, it, self, index, (lambda: self.id,)))

class NoParams(_TreeRecord):
    __slots__ = ()
    SCHEMA, NAME = "micb", "Micb.NoParams"
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.close(io)
    def _write(self, out):
        pass
    def _fill(self, it):
        pass

class AxisParam(_TreeRecord):
    FIELDS = _member_attributes("axis")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "micb", "Micb.AxisParam"
    _defaults = lambda: {"axis": Zigzag()}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "axis", io)
        self.axis = each = _new_record(Zigzag)
        each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
        each._read(io, trace)
        trace is None or trace.close(io)
    def _write(self, out):
        self._at = "axis"
        it = self.axis
        it._put(out)
    def _fill(self, it):
        pass
    _make_axis = lambda self, it: _made(Zigzag, it, self)

class ListParam(_TreeRecord):
    FIELDS = _member_attributes("num_elements elements")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "micb", "Micb.ListParam"
    DERIVED = {"num_elements"}
    STALE = {"num_elements"}
    _defaults = lambda: {"elements": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "num_elements", io)
        self.num_elements = io.uleb128()
        trace is None or trace.begin(self, "elements", io)
        io.reading.records(self, "elements", "/types/list_param/seq/1", io, trace, self.num_elements, Zigzag)
        trace is None or trace.close(io)
    def _write(self, out):
        self._at = "num_elements"
        it = self.num_elements
        out.write(_varint_bytes(it, "uleb128", self))
        self._at = "elements"
        it = self.elements
        self._counted(it, self.num_elements)
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
        if type(it.elements) is list:
            self.num_elements = len(it.elements)
    _default_num_elements = lambda self: self._count_of("elements")
    _make_num_elements = lambda self, it: _varint_of(it, "uleb128", self)
    _make_elements = lambda self, it: self._listed(it, lambda it, index: _made(Zigzag, it, self, index))

class SplitParams(_TreeRecord):
    FIELDS = _member_attributes("axis count")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "micb", "Micb.SplitParams"
    _defaults = lambda: {"axis": Zigzag(), "count": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "axis", io)
        self.axis = each = _new_record(Zigzag)
        each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
        each._read(io, trace)
        trace is None or trace.begin(self, "count", io)
        self.count = io.uleb128()
        trace is None or trace.close(io)
    def _write(self, out):
        self._at = "axis"
        it = self.axis
        it._put(out)
        self._at = "count"
        it = self.count
        out.write(_varint_bytes(it, "uleb128", self))
    def _fill(self, it):
        self.count = it.count if isinstance(it.count, int) else self._make_count(it.count)
    _make_axis = lambda self, it: _made(Zigzag, it, self)
    _make_count = lambda self, it: _varint_of(it, "uleb128", self)

class CustomParam(_TreeRecord):
    FIELDS = _member_attributes("name")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "micb", "Micb.CustomParam"
    _defaults = lambda: {"name": StringRef()}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "name", io)
        self.name = each = _new_record(StringRef)
        each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
        each._read(io, trace)
        trace is None or trace.close(io)
    def _write(self, out):
        self._at = "name"
        it = self.name
        it._put(out)
    def _fill(self, it):
        pass
    _make_name = lambda self, it: _made(StringRef, it, self)

class Zigzag(_TreeRecord):
    FIELDS = _member_attributes("raw")
    VALUES = _member_attributes("value")
    __slots__ = (*FIELDS.values(), *VALUES.values(),)
    SCHEMA, NAME = "micb", "Micb.Zigzag"
    _defaults = lambda: {"raw": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "raw", io)
        self.raw = io.uleb128()
        trace is None or trace.close(io)
    _get_value = lambda self, trace: self._keep("value", _as_varint(self.raw, "uleb128").zigzag)
    def _write(self, out):
        self._at = "raw"
        it = self.raw
        out.write(_varint_bytes(it, "uleb128", self))
    def _fill(self, it):
        self.raw = it.raw if isinstance(it.raw, int) else self._make_raw(it.raw)
    _make_raw = lambda self, it: _varint_of(it, "uleb128", self)
    _COMPUTED = {"value": _get_value}


_Node_params = {Opcode.softmax: AxisParam, Opcode.transpose: ListParam, Opcode.sum: ListParam, Opcode.mean: ListParam, Opcode.max: ListParam, Opcode.concat: AxisParam, Opcode.split: SplitParams, Opcode.gather: AxisParam, Opcode.custom: CustomParam}.get
ROOT = Micb
