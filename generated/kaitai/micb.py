# Generated from schemas/micb.ksy (sha256 5db39ae95eb084788db5a0f8e59b114c46942db28d4c596042ca4fa5d2ad37b2) by `nacformats generate`. Do not edit.
# It imports schemas/uleb128.ksy (sha256 94a08bd38c22b22d5945f850a28504b5fc32944d26824efa10279ce8866c0c94).
# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream
from nacformats.codec.streams import substream as BytesIO
from . import uleb128
from enum import IntEnum


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
    def __init__(self, _io, _parent=None, _root=None):
        super(Micb, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.magic = self._io.read_bytes(4)
        if not self.magic == b"\x4D\x49\x43\x42":
            raise kaitaistruct.ValidationNotEqualError(b"\x4D\x49\x43\x42", self.magic, self._io, u"/seq/0")
        self.version = self._io.read_u1()
        if not self.version == 2:
            raise kaitaistruct.ValidationNotEqualError(2, self.version, self._io, u"/seq/1")
        self.num_strings = uleb128.Uleb128(self._io)
        self.strings = []
        for i in range(self.num_strings.value):
            self.strings.append(Micb.InternedString(self._io, self, self._root))

        self.num_symbols = uleb128.Uleb128(self._io)
        self.symbols = []
        for i in range(self.num_symbols.value):
            self.symbols.append(Micb.StringRef(self._io, self, self._root))

        self.num_types = uleb128.Uleb128(self._io)
        self.types = []
        for i in range(self.num_types.value):
            self.types.append(Micb.TensorType(self._io, self, self._root))

        self.num_values = uleb128.Uleb128(self._io)
        self.values = []
        for i in range(self.num_values.value):
            self.values.append(Micb.GraphValue(i, self._io, self, self._root))

        self.output = Micb.ValueRef(self.num_values.value, self._io, self, self._root)
        self.trailing = self._io.read_bytes_full()
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
        def __init__(self, _io, _parent=None, _root=None):
            super(Micb.AxisParam, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.axis = Micb.Zigzag(self._io, self, self._root)


        def _fetch_instances(self):
            pass
            self.axis._fetch_instances()


    class Binding(KaitaiStruct):
        """A value that comes from outside, with its name and its type.

        .. seealso::
           MIC-B v2, Arg/Param Payload
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(Micb.Binding, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.name = Micb.StringRef(self._io, self, self._root)
            self.type_ref = Micb.TypeRef(self._io, self, self._root)


        def _fetch_instances(self):
            pass
            self.name._fetch_instances()
            self.type_ref._fetch_instances()


    class CustomParam(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(Micb.CustomParam, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.name = Micb.StringRef(self._io, self, self._root)


        def _fetch_instances(self):
            pass
            self.name._fetch_instances()


    class GraphValue(KaitaiStruct):
        """One value of the graph."""
        def __init__(self, id, _io, _parent=None, _root=None):
            super(Micb.GraphValue, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.id = id
            self._read()

        def _read(self):
            self.tag = KaitaiStream.resolve_enum(Micb.Tag, self._io.read_u1())
            if not isinstance(self.tag, Micb.Tag):
                raise kaitaistruct.ValidationNotInEnumError(self.tag, self._io, u"/types/graph_value/seq/0")
            _on = self.tag
            if _on == Micb.Tag.arg:
                pass
                self.body = Micb.Binding(self._io, self, self._root)
            elif _on == Micb.Tag.node:
                pass
                self.body = Micb.Node(self.id, self._io, self, self._root)
            elif _on == Micb.Tag.param:
                pass
                self.body = Micb.Binding(self._io, self, self._root)


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
        def __init__(self, _io, _parent=None, _root=None):
            super(Micb.InternedString, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_text = uleb128.Uleb128(self._io)
            self.text = str(self._io.read_bytes(self.len_text.value), u"UTF-8")


        def _fetch_instances(self):
            pass
            self.len_text._fetch_instances()


    class ListParam(KaitaiStruct):
        """A permutation (transpose) or axes (reductions); may be empty."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Micb.ListParam, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.num_elements = uleb128.Uleb128(self._io)
            self.elements = []
            for i in range(self.num_elements.value):
                self.elements.append(Micb.Zigzag(self._io, self, self._root))



        def _fetch_instances(self):
            pass
            self.num_elements._fetch_instances()
            for i in range(len(self.elements)):
                pass
                self.elements[i]._fetch_instances()



    class NoParams(KaitaiStruct):
        """An operation that takes no parameters."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Micb.NoParams, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            pass


        def _fetch_instances(self):
            pass


    class Node(KaitaiStruct):
        """A value that an operation computes from earlier values.

        .. seealso::
           MIC-B v2, Node Payload
        """
        def __init__(self, id, _io, _parent=None, _root=None):
            super(Micb.Node, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.id = id
            self._read()

        def _read(self):
            self.opcode = KaitaiStream.resolve_enum(Micb.Opcode, self._io.read_u1())
            if not isinstance(self.opcode, Micb.Opcode):
                raise kaitaistruct.ValidationNotInEnumError(self.opcode, self._io, u"/types/node/seq/0")
            _on = self.opcode
            if _on == Micb.Opcode.concat:
                pass
                self.params = Micb.AxisParam(self._io, self, self._root)
            elif _on == Micb.Opcode.custom:
                pass
                self.params = Micb.CustomParam(self._io, self, self._root)
            elif _on == Micb.Opcode.gather:
                pass
                self.params = Micb.AxisParam(self._io, self, self._root)
            elif _on == Micb.Opcode.max:
                pass
                self.params = Micb.ListParam(self._io, self, self._root)
            elif _on == Micb.Opcode.mean:
                pass
                self.params = Micb.ListParam(self._io, self, self._root)
            elif _on == Micb.Opcode.softmax:
                pass
                self.params = Micb.AxisParam(self._io, self, self._root)
            elif _on == Micb.Opcode.split:
                pass
                self.params = Micb.SplitParams(self._io, self, self._root)
            elif _on == Micb.Opcode.sum:
                pass
                self.params = Micb.ListParam(self._io, self, self._root)
            elif _on == Micb.Opcode.transpose:
                pass
                self.params = Micb.ListParam(self._io, self, self._root)
            else:
                pass
                self.params = Micb.NoParams(self._io, self, self._root)
            self.num_inputs = uleb128.Uleb128(self._io)
            self.inputs = []
            for i in range(self.num_inputs.value):
                self.inputs.append(Micb.ValueRef(self.id, self._io, self, self._root))



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
        def __init__(self, _io, _parent=None, _root=None):
            super(Micb.SplitParams, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.axis = Micb.Zigzag(self._io, self, self._root)
            self.count = uleb128.Uleb128(self._io)


        def _fetch_instances(self):
            pass
            self.axis._fetch_instances()
            self.count._fetch_instances()


    class StringRef(KaitaiStruct):
        """Reference to an entry of the string table."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Micb.StringRef, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.idx = uleb128.Uleb128(self._io)
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
        number, a symbol or `?`."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Micb.TensorType, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.dtype = KaitaiStream.resolve_enum(Micb.Dtype, self._io.read_u1())
            if not isinstance(self.dtype, Micb.Dtype):
                raise kaitaistruct.ValidationNotInEnumError(self.dtype, self._io, u"/types/tensor_type/seq/0")
            self.num_dims = uleb128.Uleb128(self._io)
            self.dims = []
            for i in range(self.num_dims.value):
                self.dims.append(Micb.StringRef(self._io, self, self._root))



        def _fetch_instances(self):
            pass
            self.num_dims._fetch_instances()
            for i in range(len(self.dims)):
                pass
                self.dims[i]._fetch_instances()



    class TypeRef(KaitaiStruct):
        """Reference to an entry of the type table."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Micb.TypeRef, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.idx = uleb128.Uleb128(self._io)
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
        def __init__(self, limit, _io, _parent=None, _root=None):
            super(Micb.ValueRef, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.limit = limit
            self._read()

        def _read(self):
            self.idx = uleb128.Uleb128(self._io)
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
        def __init__(self, _io, _parent=None, _root=None):
            super(Micb.Zigzag, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.raw = uleb128.Uleb128(self._io)


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
