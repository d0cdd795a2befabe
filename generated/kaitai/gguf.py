# Generated from schemas/gguf.ksy (sha256 14b79c3a1959e01c00550c972a954d7522d4c51fa35a7ad2f5211e13c5ab75d3) by `nacformats generate`. Do not edit.
# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream
from nacformats.codec.streams import substream as BytesIO
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class Gguf(KaitaiStruct):
    """A model in one file: a header, metadata as keys with typed values (what the
    model is, its sizes, its tokenizer), a table of tensors, and their elements.

    v2 and v3 have the same layout. In v1, counts and lengths have four bytes. v3
    allows big-endian files, which are not described here: the bytes of their
    version are in the other order.

    Four rules are not stated here: keys and names of tensors are each there once,
    `ofs_body` is a multiple of the alignment, payloads do not overlap, and they
    end where the file ends, but for padding.

    .. seealso::
       GGUF, section File Structure
    """

    class TensorType(IntEnum):
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

    class ValueType(IntEnum):
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
    def __init__(self, _io, _parent=None, _root=None):
        super(Gguf, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.magic = self._io.read_bytes(4)
        if not self.magic == b"\x47\x47\x55\x46":
            raise kaitaistruct.ValidationNotEqualError(b"\x47\x47\x55\x46", self.magic, self._io, u"/seq/0")
        self.version = self._io.read_u4le()
        if not  ((self.version == 2) or (self.version == 3)) :
            raise kaitaistruct.ValidationNotAnyOfError(self.version, self._io, u"/seq/1")
        self.num_tensors = self._io.read_u8le()
        if not self.num_tensors <= 2147483647:
            raise kaitaistruct.ValidationGreaterThanError(2147483647, self.num_tensors, self._io, u"/seq/2")
        self.num_metadata = self._io.read_u8le()
        if not self.num_metadata <= 65536:
            raise kaitaistruct.ValidationGreaterThanError(65536, self.num_metadata, self._io, u"/seq/3")
        self.metadata = []
        for i in range(self.num_metadata):
            self.metadata.append(Gguf.MetadataEntry(i, self._io, self, self._root))

        self.tensors = []
        for i in range(self.num_tensors):
            self.tensors.append(Gguf.TensorInfo(self._io, self, self._root))

        self._raw_data = self._io.read_bytes_full()
        _io__raw_data = KaitaiStream(BytesIO(self._raw_data))
        self.data = Gguf.DataRegion(_io__raw_data, self, self._root)


    def _fetch_instances(self):
        pass
        for i in range(len(self.metadata)):
            pass
            self.metadata[i]._fetch_instances()

        for i in range(len(self.tensors)):
            pass
            self.tensors[i]._fetch_instances()

        self.data._fetch_instances()

    class BoolList(KaitaiStruct):
        """Values of this type."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Gguf.BoolList, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.entries = []
            for i in range(self._parent.num_entries):
                self.entries.append(self._io.read_u1())



        def _fetch_instances(self):
            pass
            for i in range(len(self.entries)):
                pass



    class BoolValue(KaitaiStruct):
        """A value of this type."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Gguf.BoolValue, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value = self._io.read_u1()
            if not self.value <= 1:
                raise kaitaistruct.ValidationGreaterThanError(1, self.value, self._io, u"/types/bool_value/seq/0")


        def _fetch_instances(self):
            pass


    class DataRegion(KaitaiStruct):
        """Padding up to a multiple of the alignment, counted from the start of the
        file, then the payloads, each padded likewise. A file without tensors may
        end before the padding does.

        .. seealso::
           GGUF, section File Structure
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(Gguf.DataRegion, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.content = self._io.read_bytes_full()


        def _fetch_instances(self):
            pass

        @property
        def len_padding(self):
            """Bytes up to the first multiple of the alignment."""
            if hasattr(self, '_m_len_padding'):
                return self._m_len_padding

            self._m_len_padding = (0 if self._root.alignment == 0 else (self._root.alignment - self.ofs_content % self._root.alignment) % self._root.alignment)
            return getattr(self, '_m_len_padding', None)

        @property
        def ofs_content(self):
            """Where it begins in the file."""
            if hasattr(self, '_m_ofs_content'):
                return self._m_ofs_content

            self._m_ofs_content = self._root._io.size() - self._io.size()
            return getattr(self, '_m_ofs_content', None)


    class Float32List(KaitaiStruct):
        """Values of this type."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Gguf.Float32List, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.entries = []
            for i in range(self._parent.num_entries):
                self.entries.append(self._io.read_f4le())



        def _fetch_instances(self):
            pass
            for i in range(len(self.entries)):
                pass



    class Float32Value(KaitaiStruct):
        """A value of this type."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Gguf.Float32Value, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value = self._io.read_f4le()


        def _fetch_instances(self):
            pass


    class Float64List(KaitaiStruct):
        """Values of this type."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Gguf.Float64List, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.entries = []
            for i in range(self._parent.num_entries):
                self.entries.append(self._io.read_f8le())



        def _fetch_instances(self):
            pass
            for i in range(len(self.entries)):
                pass



    class Float64Value(KaitaiStruct):
        """A value of this type."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Gguf.Float64Value, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value = self._io.read_f8le()


        def _fetch_instances(self):
            pass


    class Int16List(KaitaiStruct):
        """Values of this type."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Gguf.Int16List, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.entries = []
            for i in range(self._parent.num_entries):
                self.entries.append(self._io.read_s2le())



        def _fetch_instances(self):
            pass
            for i in range(len(self.entries)):
                pass



    class Int16Value(KaitaiStruct):
        """A value of this type."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Gguf.Int16Value, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value = self._io.read_s2le()


        def _fetch_instances(self):
            pass


    class Int32List(KaitaiStruct):
        """Values of this type."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Gguf.Int32List, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.entries = []
            for i in range(self._parent.num_entries):
                self.entries.append(self._io.read_s4le())



        def _fetch_instances(self):
            pass
            for i in range(len(self.entries)):
                pass



    class Int32Value(KaitaiStruct):
        """A value of this type."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Gguf.Int32Value, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value = self._io.read_s4le()


        def _fetch_instances(self):
            pass


    class Int64List(KaitaiStruct):
        """Values of this type."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Gguf.Int64List, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.entries = []
            for i in range(self._parent.num_entries):
                self.entries.append(self._io.read_s8le())



        def _fetch_instances(self):
            pass
            for i in range(len(self.entries)):
                pass



    class Int64Value(KaitaiStruct):
        """A value of this type."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Gguf.Int64Value, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value = self._io.read_s8le()


        def _fetch_instances(self):
            pass


    class Int8List(KaitaiStruct):
        """Values of this type."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Gguf.Int8List, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.entries = []
            for i in range(self._parent.num_entries):
                self.entries.append(self._io.read_s1())



        def _fetch_instances(self):
            pass
            for i in range(len(self.entries)):
                pass



    class Int8Value(KaitaiStruct):
        """A value of this type."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Gguf.Int8Value, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value = self._io.read_s1()


        def _fetch_instances(self):
            pass


    class ListValue(KaitaiStruct):
        """An array of values of one type, which may be arrays.

        .. seealso::
           GGUF, section File Structure
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(Gguf.ListValue, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.entry_type = KaitaiStream.resolve_enum(Gguf.ValueType, self._io.read_u4le())
            if not isinstance(self.entry_type, Gguf.ValueType):
                raise kaitaistruct.ValidationNotInEnumError(self.entry_type, self._io, u"/types/list_value/seq/0")
            self.num_entries = self._io.read_u8le()
            if not self.num_entries <= 2147483647:
                raise kaitaistruct.ValidationGreaterThanError(2147483647, self.num_entries, self._io, u"/types/list_value/seq/1")
            _on = self.entry_type
            if _on == Gguf.ValueType.array:
                pass
                self.content = Gguf.NestedList(self._io, self, self._root)
            elif _on == Gguf.ValueType.bool:
                pass
                self.content = Gguf.BoolList(self._io, self, self._root)
            elif _on == Gguf.ValueType.float32:
                pass
                self.content = Gguf.Float32List(self._io, self, self._root)
            elif _on == Gguf.ValueType.float64:
                pass
                self.content = Gguf.Float64List(self._io, self, self._root)
            elif _on == Gguf.ValueType.int16:
                pass
                self.content = Gguf.Int16List(self._io, self, self._root)
            elif _on == Gguf.ValueType.int32:
                pass
                self.content = Gguf.Int32List(self._io, self, self._root)
            elif _on == Gguf.ValueType.int64:
                pass
                self.content = Gguf.Int64List(self._io, self, self._root)
            elif _on == Gguf.ValueType.int8:
                pass
                self.content = Gguf.Int8List(self._io, self, self._root)
            elif _on == Gguf.ValueType.string:
                pass
                self.content = Gguf.TextList(self._io, self, self._root)
            elif _on == Gguf.ValueType.uint16:
                pass
                self.content = Gguf.Uint16List(self._io, self, self._root)
            elif _on == Gguf.ValueType.uint32:
                pass
                self.content = Gguf.Uint32List(self._io, self, self._root)
            elif _on == Gguf.ValueType.uint64:
                pass
                self.content = Gguf.Uint64List(self._io, self, self._root)
            elif _on == Gguf.ValueType.uint8:
                pass
                self.content = Gguf.Uint8List(self._io, self, self._root)


        def _fetch_instances(self):
            pass
            _on = self.entry_type
            if _on == Gguf.ValueType.array:
                pass
                self.content._fetch_instances()
            elif _on == Gguf.ValueType.bool:
                pass
                self.content._fetch_instances()
            elif _on == Gguf.ValueType.float32:
                pass
                self.content._fetch_instances()
            elif _on == Gguf.ValueType.float64:
                pass
                self.content._fetch_instances()
            elif _on == Gguf.ValueType.int16:
                pass
                self.content._fetch_instances()
            elif _on == Gguf.ValueType.int32:
                pass
                self.content._fetch_instances()
            elif _on == Gguf.ValueType.int64:
                pass
                self.content._fetch_instances()
            elif _on == Gguf.ValueType.int8:
                pass
                self.content._fetch_instances()
            elif _on == Gguf.ValueType.string:
                pass
                self.content._fetch_instances()
            elif _on == Gguf.ValueType.uint16:
                pass
                self.content._fetch_instances()
            elif _on == Gguf.ValueType.uint32:
                pass
                self.content._fetch_instances()
            elif _on == Gguf.ValueType.uint64:
                pass
                self.content._fetch_instances()
            elif _on == Gguf.ValueType.uint8:
                pass
                self.content._fetch_instances()


    class MetadataEntry(KaitaiStruct):
        """A key and its value.

        .. seealso::
           GGUF, section File Structure
        """
        def __init__(self, index, _io, _parent=None, _root=None):
            super(Gguf.MetadataEntry, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.index = index
            self._read()

        def _read(self):
            self.len_key = self._io.read_u8le()
            self.key = str(self._io.read_bytes(self.len_key), u"UTF-8")
            self.value_type = KaitaiStream.resolve_enum(Gguf.ValueType, self._io.read_u4le())
            if not isinstance(self.value_type, Gguf.ValueType):
                raise kaitaistruct.ValidationNotInEnumError(self.value_type, self._io, u"/types/metadata_entry/seq/2")
            _on = self.value_type
            if _on == Gguf.ValueType.array:
                pass
                self.content = Gguf.ListValue(self._io, self, self._root)
            elif _on == Gguf.ValueType.bool:
                pass
                self.content = Gguf.BoolValue(self._io, self, self._root)
            elif _on == Gguf.ValueType.float32:
                pass
                self.content = Gguf.Float32Value(self._io, self, self._root)
            elif _on == Gguf.ValueType.float64:
                pass
                self.content = Gguf.Float64Value(self._io, self, self._root)
            elif _on == Gguf.ValueType.int16:
                pass
                self.content = Gguf.Int16Value(self._io, self, self._root)
            elif _on == Gguf.ValueType.int32:
                pass
                self.content = Gguf.Int32Value(self._io, self, self._root)
            elif _on == Gguf.ValueType.int64:
                pass
                self.content = Gguf.Int64Value(self._io, self, self._root)
            elif _on == Gguf.ValueType.int8:
                pass
                self.content = Gguf.Int8Value(self._io, self, self._root)
            elif _on == Gguf.ValueType.string:
                pass
                self.content = Gguf.Text(self._io, self, self._root)
            elif _on == Gguf.ValueType.uint16:
                pass
                self.content = Gguf.Uint16Value(self._io, self, self._root)
            elif _on == Gguf.ValueType.uint32:
                pass
                self.content = Gguf.Uint32Value(self._io, self, self._root)
            elif _on == Gguf.ValueType.uint64:
                pass
                self.content = Gguf.Uint64Value(self._io, self, self._root)
            elif _on == Gguf.ValueType.uint8:
                pass
                self.content = Gguf.Uint8Value(self._io, self, self._root)


        def _fetch_instances(self):
            pass
            _on = self.value_type
            if _on == Gguf.ValueType.array:
                pass
                self.content._fetch_instances()
            elif _on == Gguf.ValueType.bool:
                pass
                self.content._fetch_instances()
            elif _on == Gguf.ValueType.float32:
                pass
                self.content._fetch_instances()
            elif _on == Gguf.ValueType.float64:
                pass
                self.content._fetch_instances()
            elif _on == Gguf.ValueType.int16:
                pass
                self.content._fetch_instances()
            elif _on == Gguf.ValueType.int32:
                pass
                self.content._fetch_instances()
            elif _on == Gguf.ValueType.int64:
                pass
                self.content._fetch_instances()
            elif _on == Gguf.ValueType.int8:
                pass
                self.content._fetch_instances()
            elif _on == Gguf.ValueType.string:
                pass
                self.content._fetch_instances()
            elif _on == Gguf.ValueType.uint16:
                pass
                self.content._fetch_instances()
            elif _on == Gguf.ValueType.uint32:
                pass
                self.content._fetch_instances()
            elif _on == Gguf.ValueType.uint64:
                pass
                self.content._fetch_instances()
            elif _on == Gguf.ValueType.uint8:
                pass
                self.content._fetch_instances()

        @property
        def alignment(self):
            """What `general.alignment` is up to this key."""
            if hasattr(self, '_m_alignment'):
                return self._m_alignment

            self._m_alignment = ((self.content.value if self.key == u"general.alignment" else self.alignment_before) if self.value_type == Gguf.ValueType.uint32 else self.alignment_before)
            return getattr(self, '_m_alignment', None)

        @property
        def alignment_before(self):
            """What `general.alignment` is before this key, for `alignment`."""
            if hasattr(self, '_m_alignment_before'):
                return self._m_alignment_before

            self._m_alignment_before = (32 if self.index == 0 else self._parent.metadata[self.index - 1].alignment)
            return getattr(self, '_m_alignment_before', None)


    class NestedList(KaitaiStruct):
        """Arrays."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Gguf.NestedList, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.entries = []
            for i in range(self._parent.num_entries):
                self.entries.append(Gguf.ListValue(self._io, self, self._root))



        def _fetch_instances(self):
            pass
            for i in range(len(self.entries)):
                pass
                self.entries[i]._fetch_instances()



    class TensorInfo(KaitaiStruct):
        """What a tensor is, and where its payload is.

        .. seealso::
           GGUF, section File Structure
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(Gguf.TensorInfo, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_name = self._io.read_u8le()
            self.name = str(self._io.read_bytes(self.len_name), u"UTF-8")
            self.num_dims = self._io.read_u4le()
            if not self.num_dims <= 4:
                raise kaitaistruct.ValidationGreaterThanError(4, self.num_dims, self._io, u"/types/tensor_info/seq/2")
            self.dims = []
            for i in range(self.num_dims):
                self.dims.append(self._io.read_u8le())

            self.dtype = KaitaiStream.resolve_enum(Gguf.TensorType, self._io.read_u4le())
            self.ofs_body = self._io.read_u8le()


        def _fetch_instances(self):
            pass
            for i in range(len(self.dims)):
                pass

            _ = self.body
            if hasattr(self, '_m_body'):
                pass


        @property
        def area(self):
            """The product of two dimensions, at most 2^52 - 1, which no file holds."""
            if hasattr(self, '_m_area'):
                return self._m_area

            self._m_area = (0 if self.num_rows == 0 else (4503599627370495 if self.num_columns > 4503599627370495 // self.num_rows else self.num_columns * self.num_rows))
            return getattr(self, '_m_area', None)

        @property
        def body(self):
            """The payload, little-endian, its elements or blocks one after the other."""
            if hasattr(self, '_m_body'):
                return self._m_body

            if self.has_body:
                pass
                io = self._root.data._io
                _pos = io.pos()
                io.seek(self._root.data.len_padding + self.ofs_body)
                self._m_body = io.read_bytes(self.len_body)
                io.seek(_pos)

            return getattr(self, '_m_body', None)

        @property
        def has_body(self):
            """Whether the payload is in the file."""
            if hasattr(self, '_m_has_body'):
                return self._m_has_body

            self._m_has_body = (False if  ((self.len_run == 0) or (self.ofs_body > self._root.data._io.size()))  else (self._root.data.len_padding + self.ofs_body) + self.len_body <= self._root.data._io.size())
            return getattr(self, '_m_has_body', None)

        @property
        def len_block(self):
            """In how many bytes a run is stored; 0 for types that are not listed."""
            if hasattr(self, '_m_len_block'):
                return self._m_len_block

            self._m_len_block = (self.len_number if self.len_run == 1 else (self.len_block256 if self.len_run == 256 else self.len_block32))
            return getattr(self, '_m_len_block', None)

        @property
        def len_block256(self):
            """In how many bytes a run of 256 is stored."""
            if hasattr(self, '_m_len_block256'):
                return self._m_len_block256

            self._m_len_block256 = (50 if self.dtype == Gguf.TensorType.iq1_s else (54 if self.dtype == Gguf.TensorType.tq1_0 else (56 if self.dtype == Gguf.TensorType.iq1_m else (66 if  ((self.dtype == Gguf.TensorType.iq2_xxs) or (self.dtype == Gguf.TensorType.tq2_0))  else (74 if self.dtype == Gguf.TensorType.iq2_xs else (82 if self.dtype == Gguf.TensorType.iq2_s else (84 if self.dtype == Gguf.TensorType.q2_k else (98 if self.dtype == Gguf.TensorType.iq3_xxs else (110 if  ((self.dtype == Gguf.TensorType.q3_k) or (self.dtype == Gguf.TensorType.iq3_s))  else (136 if self.dtype == Gguf.TensorType.iq4_xs else (144 if self.dtype == Gguf.TensorType.q4_k else (176 if self.dtype == Gguf.TensorType.q5_k else (210 if self.dtype == Gguf.TensorType.q6_k else (292 if self.dtype == Gguf.TensorType.q8_k else 0))))))))))))))
            return getattr(self, '_m_len_block256', None)

        @property
        def len_block32(self):
            """In how many bytes a run of 32, 64 or 128 is stored."""
            if hasattr(self, '_m_len_block32'):
                return self._m_len_block32

            self._m_len_block32 = (17 if self.dtype == Gguf.TensorType.mxfp4 else (18 if  ((self.dtype == Gguf.TensorType.q4_0) or (self.dtype == Gguf.TensorType.iq4_nl) or (self.dtype == Gguf.TensorType.q1_0))  else (20 if self.dtype == Gguf.TensorType.q4_1 else (22 if self.dtype == Gguf.TensorType.q5_0 else (24 if self.dtype == Gguf.TensorType.q5_1 else (34 if self.dtype == Gguf.TensorType.q8_0 else (36 if self.dtype == Gguf.TensorType.nvfp4 else (40 if self.dtype == Gguf.TensorType.q8_1 else 0))))))))
            return getattr(self, '_m_len_block32', None)

        @property
        def len_body(self):
            """Bytes of the payload, at most 2^52 - 1; 0 for types that are not listed."""
            if hasattr(self, '_m_len_body'):
                return self._m_len_body

            self._m_len_body = (0 if self.len_run == 0 else (4503599627370495 if self.num_elements // self.len_run > 4503599627370495 // self.len_block else (self.num_elements // self.len_run) * self.len_block))
            return getattr(self, '_m_len_body', None)

        @property
        def len_number(self):
            """In how many bytes one element is stored, where `len_run` is 1."""
            if hasattr(self, '_m_len_number'):
                return self._m_len_number

            self._m_len_number = (1 if self.dtype == Gguf.TensorType.i8 else (2 if  ((self.dtype == Gguf.TensorType.f16) or (self.dtype == Gguf.TensorType.i16) or (self.dtype == Gguf.TensorType.bf16))  else (4 if  ((self.dtype == Gguf.TensorType.f32) or (self.dtype == Gguf.TensorType.i32))  else (8 if  ((self.dtype == Gguf.TensorType.i64) or (self.dtype == Gguf.TensorType.f64))  else 0))))
            return getattr(self, '_m_len_number', None)

        @property
        def len_run(self):
            """How many elements, which follow one another along the first dimension, are
            stored together; 0 for types that are not listed."""
            if hasattr(self, '_m_len_run'):
                return self._m_len_run

            self._m_len_run = (1 if  ((self.dtype == Gguf.TensorType.f32) or (self.dtype == Gguf.TensorType.f16) or (self.dtype == Gguf.TensorType.i8) or (self.dtype == Gguf.TensorType.i16) or (self.dtype == Gguf.TensorType.i32) or (self.dtype == Gguf.TensorType.i64) or (self.dtype == Gguf.TensorType.f64) or (self.dtype == Gguf.TensorType.bf16))  else (32 if  ((self.dtype == Gguf.TensorType.q4_0) or (self.dtype == Gguf.TensorType.q4_1) or (self.dtype == Gguf.TensorType.q5_0) or (self.dtype == Gguf.TensorType.q5_1) or (self.dtype == Gguf.TensorType.q8_0) or (self.dtype == Gguf.TensorType.q8_1) or (self.dtype == Gguf.TensorType.iq4_nl) or (self.dtype == Gguf.TensorType.mxfp4))  else (64 if self.dtype == Gguf.TensorType.nvfp4 else (128 if self.dtype == Gguf.TensorType.q1_0 else (256 if  ((self.dtype == Gguf.TensorType.q2_k) or (self.dtype == Gguf.TensorType.q3_k) or (self.dtype == Gguf.TensorType.q4_k) or (self.dtype == Gguf.TensorType.q5_k) or (self.dtype == Gguf.TensorType.q6_k) or (self.dtype == Gguf.TensorType.q8_k) or (self.dtype == Gguf.TensorType.iq2_xxs) or (self.dtype == Gguf.TensorType.iq2_xs) or (self.dtype == Gguf.TensorType.iq3_xxs) or (self.dtype == Gguf.TensorType.iq1_s) or (self.dtype == Gguf.TensorType.iq3_s) or (self.dtype == Gguf.TensorType.iq2_s) or (self.dtype == Gguf.TensorType.iq4_xs) or (self.dtype == Gguf.TensorType.iq1_m) or (self.dtype == Gguf.TensorType.tq1_0) or (self.dtype == Gguf.TensorType.tq2_0))  else 0)))))
            return getattr(self, '_m_len_run', None)

        @property
        def num_columns(self):
            if hasattr(self, '_m_num_columns'):
                return self._m_num_columns

            self._m_num_columns = (1 if self.num_dims < 1 else self.dims[0])
            return getattr(self, '_m_num_columns', None)

        @property
        def num_elements(self):
            """That of all, likewise."""
            if hasattr(self, '_m_num_elements'):
                return self._m_num_elements

            self._m_num_elements = (0 if self.num_volumes == 0 else (4503599627370495 if self.volume > 4503599627370495 // self.num_volumes else self.volume * self.num_volumes))
            return getattr(self, '_m_num_elements', None)

        @property
        def num_planes(self):
            if hasattr(self, '_m_num_planes'):
                return self._m_num_planes

            self._m_num_planes = (1 if self.num_dims < 3 else self.dims[2])
            return getattr(self, '_m_num_planes', None)

        @property
        def num_rows(self):
            if hasattr(self, '_m_num_rows'):
                return self._m_num_rows

            self._m_num_rows = (1 if self.num_dims < 2 else self.dims[1])
            return getattr(self, '_m_num_rows', None)

        @property
        def num_volumes(self):
            if hasattr(self, '_m_num_volumes'):
                return self._m_num_volumes

            self._m_num_volumes = (1 if self.num_dims < 4 else self.dims[3])
            return getattr(self, '_m_num_volumes', None)

        @property
        def shape_text(self):
            """The dimensions, for the Web IDE."""
            if hasattr(self, '_m_shape_text'):
                return self._m_shape_text

            self._m_shape_text = (u"huge" if  ((self.num_columns > 4503599627370495) or (self.num_rows > 4503599627370495) or (self.num_planes > 4503599627370495) or (self.num_volumes > 4503599627370495))  else (u"" if self.num_dims == 0 else str(self.dims[0]) + (u"" if self.num_dims < 2 else (u"," + str(self.dims[1])) + (u"" if self.num_dims < 3 else (u"," + str(self.dims[2])) + (u"" if self.num_dims < 4 else u"," + str(self.dims[3]))))))
            return getattr(self, '_m_shape_text', None)

        @property
        def volume(self):
            """That of three, likewise."""
            if hasattr(self, '_m_volume'):
                return self._m_volume

            self._m_volume = (0 if self.num_planes == 0 else (4503599627370495 if self.area > 4503599627370495 // self.num_planes else self.area * self.num_planes))
            return getattr(self, '_m_volume', None)


    class Text(KaitaiStruct):
        """A text.

        .. seealso::
           GGUF, section File Structure
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(Gguf.Text, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_value = self._io.read_u8le()
            self.value = str(self._io.read_bytes(self.len_value), u"UTF-8")


        def _fetch_instances(self):
            pass


    class TextList(KaitaiStruct):
        """Texts."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Gguf.TextList, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.entries = []
            for i in range(self._parent.num_entries):
                self.entries.append(Gguf.Text(self._io, self, self._root))



        def _fetch_instances(self):
            pass
            for i in range(len(self.entries)):
                pass
                self.entries[i]._fetch_instances()



    class Uint16List(KaitaiStruct):
        """Values of this type."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Gguf.Uint16List, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.entries = []
            for i in range(self._parent.num_entries):
                self.entries.append(self._io.read_u2le())



        def _fetch_instances(self):
            pass
            for i in range(len(self.entries)):
                pass



    class Uint16Value(KaitaiStruct):
        """A value of this type."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Gguf.Uint16Value, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value = self._io.read_u2le()


        def _fetch_instances(self):
            pass


    class Uint32List(KaitaiStruct):
        """Values of this type."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Gguf.Uint32List, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.entries = []
            for i in range(self._parent.num_entries):
                self.entries.append(self._io.read_u4le())



        def _fetch_instances(self):
            pass
            for i in range(len(self.entries)):
                pass



    class Uint32Value(KaitaiStruct):
        """A value of this type."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Gguf.Uint32Value, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value = self._io.read_u4le()


        def _fetch_instances(self):
            pass


    class Uint64List(KaitaiStruct):
        """Values of this type."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Gguf.Uint64List, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.entries = []
            for i in range(self._parent.num_entries):
                self.entries.append(self._io.read_u8le())



        def _fetch_instances(self):
            pass
            for i in range(len(self.entries)):
                pass



    class Uint64Value(KaitaiStruct):
        """A value of this type."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Gguf.Uint64Value, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value = self._io.read_u8le()


        def _fetch_instances(self):
            pass


    class Uint8List(KaitaiStruct):
        """Values of this type."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Gguf.Uint8List, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.entries = []
            for i in range(self._parent.num_entries):
                self.entries.append(self._io.read_u1())



        def _fetch_instances(self):
            pass
            for i in range(len(self.entries)):
                pass



    class Uint8Value(KaitaiStruct):
        """A value of this type."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Gguf.Uint8Value, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value = self._io.read_u1()


        def _fetch_instances(self):
            pass


    @property
    def alignment(self):
        """Where the data begins, and each payload in it, is a multiple of this. It is
        the value of `general.alignment`, or 32.

        .. seealso::
           GGUF, section Standardized key-value pairs
        """
        if hasattr(self, '_m_alignment'):
            return self._m_alignment

        self._m_alignment = (32 if self.num_metadata == 0 else self.metadata[-1].alignment)
        return getattr(self, '_m_alignment', None)
