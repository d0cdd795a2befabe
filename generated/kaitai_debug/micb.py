# Generated from schemas/micb.ksy (sha256 5db39ae95eb084788db5a0f8e59b114c46942db28d4c596042ca4fa5d2ad37b2) by `nacformats generate`. Do not edit.
# It imports schemas/uleb128.ksy (sha256 7f8186add90b8dbb561b7475dbf873f7412752189f1e2acac510fc34dd3cce21).
# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from nacformats.codec.locate import PositionedIO as BytesIO, PositionedStream as KaitaiStream
from . import uleb128
from enum import IntEnum
import collections


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class Micb(KaitaiStruct):
    """A dataflow graph of tensors, the binary twin of the text format mic@2: a table
    of strings, then symbols, types and values that refer to it, then the value
    that is the result. Values have no written ids; they count from 0 in file
    order, and a node takes earlier values only, so the graph has no cycles.

    Every number but the version, the tags, the dtypes and the opcodes is an
    unsigned LEB128; signed ones are zigzag encoded first. The specification calls
    those sleb128, which is not the signed LEB128 of DWARF.

    The canonical form of a graph has shortest varints, and a string table
    without duplicates in order of first use: symbols, dimensions of all types,
    then the names of the values in order. This schema checks neither that nor how
    many inputs an operation takes.

    .. seealso::
       MIC-B v2 Binary Format
    """

    class Dtype(IntEnum):
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

    class Opcode(IntEnum):
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

    class Tag(IntEnum):
        arg = 0
        param = 1
        node = 2
    SEQ_FIELDS = ["magic", "version", "num_strings", "strings", "num_symbols", "symbols", "num_types", "types", "num_values", "values", "output", "trailing"]
    def __init__(self, _io, _parent=None, _root=None):
        super(Micb, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._debug = collections.defaultdict(dict)

    def _read(self):
        self._debug['magic']['start'] = self._io.pos()
        self.magic = self._io.read_bytes(4)
        self._debug['magic']['end'] = self._io.pos()
        if not self.magic == b"\x4D\x49\x43\x42":
            raise kaitaistruct.ValidationNotEqualError(b"\x4D\x49\x43\x42", self.magic, self._io, u"/seq/0")
        self._debug['version']['start'] = self._io.pos()
        self.version = self._io.read_u1()
        self._debug['version']['end'] = self._io.pos()
        if not self.version == 2:
            raise kaitaistruct.ValidationNotEqualError(2, self.version, self._io, u"/seq/1")
        self._debug['num_strings']['start'] = self._io.pos()
        self.num_strings = uleb128.Uleb128(self._io)
        self.num_strings._read()
        self._debug['num_strings']['end'] = self._io.pos()
        self._debug['strings']['start'] = self._io.pos()
        self._debug['strings']['arr'] = []
        self.strings = []
        for i in range(self.num_strings.value):
            self._debug['strings']['arr'].append({'start': self._io.pos()})
            _t_strings = Micb.InternedString(self._io, self, self._root)
            try:
                _t_strings._read()
            finally:
                self.strings.append(_t_strings)
            self._debug['strings']['arr'][i]['end'] = self._io.pos()

        self._debug['strings']['end'] = self._io.pos()
        self._debug['num_symbols']['start'] = self._io.pos()
        self.num_symbols = uleb128.Uleb128(self._io)
        self.num_symbols._read()
        self._debug['num_symbols']['end'] = self._io.pos()
        self._debug['symbols']['start'] = self._io.pos()
        self._debug['symbols']['arr'] = []
        self.symbols = []
        for i in range(self.num_symbols.value):
            self._debug['symbols']['arr'].append({'start': self._io.pos()})
            _t_symbols = Micb.StringRef(self._io, self, self._root)
            try:
                _t_symbols._read()
            finally:
                self.symbols.append(_t_symbols)
            self._debug['symbols']['arr'][i]['end'] = self._io.pos()

        self._debug['symbols']['end'] = self._io.pos()
        self._debug['num_types']['start'] = self._io.pos()
        self.num_types = uleb128.Uleb128(self._io)
        self.num_types._read()
        self._debug['num_types']['end'] = self._io.pos()
        self._debug['types']['start'] = self._io.pos()
        self._debug['types']['arr'] = []
        self.types = []
        for i in range(self.num_types.value):
            self._debug['types']['arr'].append({'start': self._io.pos()})
            _t_types = Micb.TensorType(self._io, self, self._root)
            try:
                _t_types._read()
            finally:
                self.types.append(_t_types)
            self._debug['types']['arr'][i]['end'] = self._io.pos()

        self._debug['types']['end'] = self._io.pos()
        self._debug['num_values']['start'] = self._io.pos()
        self.num_values = uleb128.Uleb128(self._io)
        self.num_values._read()
        self._debug['num_values']['end'] = self._io.pos()
        self._debug['values']['start'] = self._io.pos()
        self._debug['values']['arr'] = []
        self.values = []
        for i in range(self.num_values.value):
            self._debug['values']['arr'].append({'start': self._io.pos()})
            _t_values = Micb.GraphValue(i, self._io, self, self._root)
            try:
                _t_values._read()
            finally:
                self.values.append(_t_values)
            self._debug['values']['arr'][i]['end'] = self._io.pos()

        self._debug['values']['end'] = self._io.pos()
        self._debug['output']['start'] = self._io.pos()
        self.output = Micb.ValueRef(self.num_values.value, self._io, self, self._root)
        self.output._read()
        self._debug['output']['end'] = self._io.pos()
        self._debug['trailing']['start'] = self._io.pos()
        self.trailing = self._io.read_bytes_full()
        self._debug['trailing']['end'] = self._io.pos()
        _ = self.trailing
        if not len(_) == 0:
            raise kaitaistruct.ValidationExprError(self.trailing, self._io, u"/seq/11")


    def _fetch_instances(self):
        pass
        self.num_strings._fetch_instances()
        for i in range(len(self.strings)):
            pass
            self.strings[i]._fetch_instances()

        self.num_symbols._fetch_instances()
        for i in range(len(self.symbols)):
            pass
            self.symbols[i]._fetch_instances()

        self.num_types._fetch_instances()
        for i in range(len(self.types)):
            pass
            self.types[i]._fetch_instances()

        self.num_values._fetch_instances()
        for i in range(len(self.values)):
            pass
            self.values[i]._fetch_instances()

        self.output._fetch_instances()

    class AxisParam(KaitaiStruct):
        SEQ_FIELDS = ["axis"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Micb.AxisParam, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['axis']['start'] = self._io.pos()
            self.axis = Micb.Zigzag(self._io, self, self._root)
            self.axis._read()
            self._debug['axis']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass
            self.axis._fetch_instances()


    class Binding(KaitaiStruct):
        """A value that comes from outside, with its name and its type.

        .. seealso::
           MIC-B v2, Arg/Param Payload
        """
        SEQ_FIELDS = ["name", "type_ref"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Micb.Binding, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['name']['start'] = self._io.pos()
            self.name = Micb.StringRef(self._io, self, self._root)
            self.name._read()
            self._debug['name']['end'] = self._io.pos()
            self._debug['type_ref']['start'] = self._io.pos()
            self.type_ref = Micb.TypeRef(self._io, self, self._root)
            self.type_ref._read()
            self._debug['type_ref']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass
            self.name._fetch_instances()
            self.type_ref._fetch_instances()


    class CustomParam(KaitaiStruct):
        SEQ_FIELDS = ["name"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Micb.CustomParam, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['name']['start'] = self._io.pos()
            self.name = Micb.StringRef(self._io, self, self._root)
            self.name._read()
            self._debug['name']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass
            self.name._fetch_instances()


    class GraphValue(KaitaiStruct):
        """One value of the graph."""
        SEQ_FIELDS = ["tag", "body"]
        def __init__(self, id, _io, _parent=None, _root=None):
            super(Micb.GraphValue, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.id = id
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['tag']['start'] = self._io.pos()
            self.tag = KaitaiStream.resolve_enum(Micb.Tag, self._io.read_u1())
            self._debug['tag']['end'] = self._io.pos()
            if not isinstance(self.tag, Micb.Tag):
                raise kaitaistruct.ValidationNotInEnumError(self.tag, self._io, u"/types/graph_value/seq/0")
            self._debug['body']['start'] = self._io.pos()
            _on = self.tag
            if _on == Micb.Tag.arg:
                pass
                self.body = Micb.Binding(self._io, self, self._root)
                self.body._read()
            elif _on == Micb.Tag.node:
                pass
                self.body = Micb.Node(self.id, self._io, self, self._root)
                self.body._read()
            elif _on == Micb.Tag.param:
                pass
                self.body = Micb.Binding(self._io, self, self._root)
                self.body._read()
            self._debug['body']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass
            _on = self.tag
            if _on == Micb.Tag.arg:
                pass
                self.body._fetch_instances()
            elif _on == Micb.Tag.node:
                pass
                self.body._fetch_instances()
            elif _on == Micb.Tag.param:
                pass
                self.body._fetch_instances()


    class InternedString(KaitaiStruct):
        """One entry of the string table, without a terminator."""
        SEQ_FIELDS = ["len_text", "text"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Micb.InternedString, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['len_text']['start'] = self._io.pos()
            self.len_text = uleb128.Uleb128(self._io)
            self.len_text._read()
            self._debug['len_text']['end'] = self._io.pos()
            self._debug['text']['start'] = self._io.pos()
            self.text = str(self._io.read_bytes(self.len_text.value), u"UTF-8")
            self._debug['text']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass
            self.len_text._fetch_instances()


    class ListParam(KaitaiStruct):
        """A permutation (transpose) or axes (reductions); may be empty."""
        SEQ_FIELDS = ["num_elements", "elements"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Micb.ListParam, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['num_elements']['start'] = self._io.pos()
            self.num_elements = uleb128.Uleb128(self._io)
            self.num_elements._read()
            self._debug['num_elements']['end'] = self._io.pos()
            self._debug['elements']['start'] = self._io.pos()
            self._debug['elements']['arr'] = []
            self.elements = []
            for i in range(self.num_elements.value):
                self._debug['elements']['arr'].append({'start': self._io.pos()})
                _t_elements = Micb.Zigzag(self._io, self, self._root)
                try:
                    _t_elements._read()
                finally:
                    self.elements.append(_t_elements)
                self._debug['elements']['arr'][i]['end'] = self._io.pos()

            self._debug['elements']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass
            self.num_elements._fetch_instances()
            for i in range(len(self.elements)):
                pass
                self.elements[i]._fetch_instances()



    class NoParams(KaitaiStruct):
        """An operation that takes no parameters."""
        SEQ_FIELDS = []
        def __init__(self, _io, _parent=None, _root=None):
            super(Micb.NoParams, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            pass


        def _fetch_instances(self):
            pass


    class Node(KaitaiStruct):
        """A value that an operation computes from earlier values.

        .. seealso::
           MIC-B v2, Node Payload
        """
        SEQ_FIELDS = ["opcode", "params", "num_inputs", "inputs"]
        def __init__(self, id, _io, _parent=None, _root=None):
            super(Micb.Node, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.id = id
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['opcode']['start'] = self._io.pos()
            self.opcode = KaitaiStream.resolve_enum(Micb.Opcode, self._io.read_u1())
            self._debug['opcode']['end'] = self._io.pos()
            if not isinstance(self.opcode, Micb.Opcode):
                raise kaitaistruct.ValidationNotInEnumError(self.opcode, self._io, u"/types/node/seq/0")
            self._debug['params']['start'] = self._io.pos()
            _on = self.opcode
            if _on == Micb.Opcode.concat:
                pass
                self.params = Micb.AxisParam(self._io, self, self._root)
                self.params._read()
            elif _on == Micb.Opcode.custom:
                pass
                self.params = Micb.CustomParam(self._io, self, self._root)
                self.params._read()
            elif _on == Micb.Opcode.gather:
                pass
                self.params = Micb.AxisParam(self._io, self, self._root)
                self.params._read()
            elif _on == Micb.Opcode.max:
                pass
                self.params = Micb.ListParam(self._io, self, self._root)
                self.params._read()
            elif _on == Micb.Opcode.mean:
                pass
                self.params = Micb.ListParam(self._io, self, self._root)
                self.params._read()
            elif _on == Micb.Opcode.softmax:
                pass
                self.params = Micb.AxisParam(self._io, self, self._root)
                self.params._read()
            elif _on == Micb.Opcode.split:
                pass
                self.params = Micb.SplitParams(self._io, self, self._root)
                self.params._read()
            elif _on == Micb.Opcode.sum:
                pass
                self.params = Micb.ListParam(self._io, self, self._root)
                self.params._read()
            elif _on == Micb.Opcode.transpose:
                pass
                self.params = Micb.ListParam(self._io, self, self._root)
                self.params._read()
            else:
                pass
                self.params = Micb.NoParams(self._io, self, self._root)
                self.params._read()
            self._debug['params']['end'] = self._io.pos()
            self._debug['num_inputs']['start'] = self._io.pos()
            self.num_inputs = uleb128.Uleb128(self._io)
            self.num_inputs._read()
            self._debug['num_inputs']['end'] = self._io.pos()
            self._debug['inputs']['start'] = self._io.pos()
            self._debug['inputs']['arr'] = []
            self.inputs = []
            for i in range(self.num_inputs.value):
                self._debug['inputs']['arr'].append({'start': self._io.pos()})
                _t_inputs = Micb.ValueRef(self.id, self._io, self, self._root)
                try:
                    _t_inputs._read()
                finally:
                    self.inputs.append(_t_inputs)
                self._debug['inputs']['arr'][i]['end'] = self._io.pos()

            self._debug['inputs']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass
            _on = self.opcode
            if _on == Micb.Opcode.concat:
                pass
                self.params._fetch_instances()
            elif _on == Micb.Opcode.custom:
                pass
                self.params._fetch_instances()
            elif _on == Micb.Opcode.gather:
                pass
                self.params._fetch_instances()
            elif _on == Micb.Opcode.max:
                pass
                self.params._fetch_instances()
            elif _on == Micb.Opcode.mean:
                pass
                self.params._fetch_instances()
            elif _on == Micb.Opcode.softmax:
                pass
                self.params._fetch_instances()
            elif _on == Micb.Opcode.split:
                pass
                self.params._fetch_instances()
            elif _on == Micb.Opcode.sum:
                pass
                self.params._fetch_instances()
            elif _on == Micb.Opcode.transpose:
                pass
                self.params._fetch_instances()
            else:
                pass
                self.params._fetch_instances()
            self.num_inputs._fetch_instances()
            for i in range(len(self.inputs)):
                pass
                self.inputs[i]._fetch_instances()



    class SplitParams(KaitaiStruct):
        SEQ_FIELDS = ["axis", "count"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Micb.SplitParams, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['axis']['start'] = self._io.pos()
            self.axis = Micb.Zigzag(self._io, self, self._root)
            self.axis._read()
            self._debug['axis']['end'] = self._io.pos()
            self._debug['count']['start'] = self._io.pos()
            self.count = uleb128.Uleb128(self._io)
            self.count._read()
            self._debug['count']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass
            self.axis._fetch_instances()
            self.count._fetch_instances()


    class StringRef(KaitaiStruct):
        """Reference to an entry of the string table."""
        SEQ_FIELDS = ["idx"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Micb.StringRef, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['idx']['start'] = self._io.pos()
            self.idx = uleb128.Uleb128(self._io)
            self.idx._read()
            self._debug['idx']['end'] = self._io.pos()
            _ = self.idx
            if not _.value < self._root.num_strings.value:
                raise kaitaistruct.ValidationExprError(self.idx, self._io, u"/types/string_ref/seq/0")


        def _fetch_instances(self):
            pass
            self.idx._fetch_instances()

        @property
        def text(self):
            """The string itself."""
            if hasattr(self, '_m_text'):
                return self._m_text

            self._m_text = self._root.strings[self.idx.value].text
            return getattr(self, '_m_text', None)


    class TensorType(KaitaiStruct):
        """Element type and shape of a tensor. Dimensions are text as in mic@2: a
        number, a symbol or `?`.
        """
        SEQ_FIELDS = ["dtype", "num_dims", "dims"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Micb.TensorType, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['dtype']['start'] = self._io.pos()
            self.dtype = KaitaiStream.resolve_enum(Micb.Dtype, self._io.read_u1())
            self._debug['dtype']['end'] = self._io.pos()
            if not isinstance(self.dtype, Micb.Dtype):
                raise kaitaistruct.ValidationNotInEnumError(self.dtype, self._io, u"/types/tensor_type/seq/0")
            self._debug['num_dims']['start'] = self._io.pos()
            self.num_dims = uleb128.Uleb128(self._io)
            self.num_dims._read()
            self._debug['num_dims']['end'] = self._io.pos()
            self._debug['dims']['start'] = self._io.pos()
            self._debug['dims']['arr'] = []
            self.dims = []
            for i in range(self.num_dims.value):
                self._debug['dims']['arr'].append({'start': self._io.pos()})
                _t_dims = Micb.StringRef(self._io, self, self._root)
                try:
                    _t_dims._read()
                finally:
                    self.dims.append(_t_dims)
                self._debug['dims']['arr'][i]['end'] = self._io.pos()

            self._debug['dims']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass
            self.num_dims._fetch_instances()
            for i in range(len(self.dims)):
                pass
                self.dims[i]._fetch_instances()



    class TypeRef(KaitaiStruct):
        """Reference to an entry of the type table."""
        SEQ_FIELDS = ["idx"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Micb.TypeRef, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['idx']['start'] = self._io.pos()
            self.idx = uleb128.Uleb128(self._io)
            self.idx._read()
            self._debug['idx']['end'] = self._io.pos()
            _ = self.idx
            if not _.value < self._root.num_types.value:
                raise kaitaistruct.ValidationExprError(self.idx, self._io, u"/types/type_ref/seq/0")


        def _fetch_instances(self):
            pass
            self.idx._fetch_instances()

        @property
        def target(self):
            """The type itself."""
            if hasattr(self, '_m_target'):
                return self._m_target

            self._m_target = self._root.types[self.idx.value]
            return getattr(self, '_m_target', None)


    class ValueRef(KaitaiStruct):
        """Reference to a value by its position in the value table."""
        SEQ_FIELDS = ["idx"]
        def __init__(self, limit, _io, _parent=None, _root=None):
            super(Micb.ValueRef, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.limit = limit
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['idx']['start'] = self._io.pos()
            self.idx = uleb128.Uleb128(self._io)
            self.idx._read()
            self._debug['idx']['end'] = self._io.pos()
            _ = self.idx
            if not _.value < self.limit:
                raise kaitaistruct.ValidationExprError(self.idx, self._io, u"/types/value_ref/seq/0")


        def _fetch_instances(self):
            pass
            self.idx._fetch_instances()


    class Zigzag(KaitaiStruct):
        """Signed integer of 64 bits: 0, -1, 1, -2, ... are written as the unsigned
        0, 1, 2, 3, ...

        .. seealso::
           MIC-B v2, Zigzag Encoding
        """
        SEQ_FIELDS = ["raw"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Micb.Zigzag, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['raw']['start'] = self._io.pos()
            self.raw = uleb128.Uleb128(self._io)
            self.raw._read()
            self._debug['raw']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass
            self.raw._fetch_instances()

        @property
        def value(self):
            """The signed number."""
            if hasattr(self, '_m_value'):
                return self._m_value

            self._m_value = self.raw.zigzag
            return getattr(self, '_m_value', None)
