# Generated from schemas/stb.ksy (sha256 31e6bc78261a3f78922ec08e97a25dc0fc01477d67c5139cfae15978e6450078) by `nacformats generate`. Do not edit.
# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream
from nacformats.codec.streams import substream as BytesIO
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class Stb(KaitaiStruct):
    """A container of raw tensors that a runtime maps into memory and uses in
    place: a header of 32 bytes, a table with one descriptor of 32 bytes for
    each tensor, and a data region that holds the payloads. Descriptors and
    payloads refer to each other by byte offsets from the start of the file;
    the order of the payloads is free, and two descriptors may share one.

    The specification does not name the byte order: it is little-endian in the
    header, in the descriptors and in the payloads.

    Three rules are not stated here, because a file that breaks them can still
    be read: `ofs_body` has to be a multiple of 64 (writers in use align the
    data region only), `dtype` and `layout` may hold reserved numbers (that
    tensor is opaque, the others are not), and `len_body` has to be the product
    of the dimensions times the size of an element (the product can exceed 64
    bits), or, where the dimensions are not in the file, a multiple of that size.

    .. seealso::
       STB v0.1
    """

    class Dtype(IntEnum):
        float32 = 0
        float16 = 1
        int8 = 2
        int32 = 3

    class Layout(IntEnum):
        row_major = 0
        col_major = 1
        channels_last = 2
    def __init__(self, _io, _parent=None, _root=None):
        super(Stb, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.magic = self._io.read_bytes(4)
        if not self.magic == b"\x53\x54\x42\x30":
            raise kaitaistruct.ValidationNotEqualError(b"\x53\x54\x42\x30", self.magic, self._io, u"/seq/0")
        self.version = self._io.read_u1()
        if not self.version == 1:
            raise kaitaistruct.ValidationNotEqualError(1, self.version, self._io, u"/seq/1")
        self.flags = self._io.read_u1()
        if not self.flags == 0:
            raise kaitaistruct.ValidationNotEqualError(0, self.flags, self._io, u"/seq/2")
        self.num_tensors = self._io.read_u2le()
        self.reserved0 = self._io.read_u4le()
        if not self.reserved0 == 0:
            raise kaitaistruct.ValidationNotEqualError(0, self.reserved0, self._io, u"/seq/4")
        self.reserved1 = self._io.read_u4le()
        if not self.reserved1 == 0:
            raise kaitaistruct.ValidationNotEqualError(0, self.reserved1, self._io, u"/seq/5")
        self.ofs_data = self._io.read_u8le()
        _ = self.ofs_data
        if not  ((_ % 64 == 0) and (_ >= 32 + 32 * self.num_tensors)) :
            raise kaitaistruct.ValidationExprError(self.ofs_data, self._io, u"/seq/6")
        self.len_file = self._io.read_u8le()
        _ = self.len_file
        if not  ((_ == self._io.size()) and (_ >= self.ofs_data)) :
            raise kaitaistruct.ValidationExprError(self.len_file, self._io, u"/seq/7")


    def _fetch_instances(self):
        pass
        _ = self.data
        if hasattr(self, '_m_data'):
            pass
            self._m_data._fetch_instances()

        _ = self.padding
        if hasattr(self, '_m_padding'):
            pass

        _ = self.tensors
        if hasattr(self, '_m_tensors'):
            pass
            for i in range(len(self._m_tensors)):
                pass
                self._m_tensors[i]._fetch_instances()



    class DataRegion(KaitaiStruct):
        """Where the payloads are. It has no structure of its own: any order, and
        padding between them, which is zero in new files.

        .. seealso::
           STB v0.1, section 5
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(Stb.DataRegion, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            pass


        def _fetch_instances(self):
            pass
            _ = self.content
            if hasattr(self, '_m_content'):
                pass


        @property
        def content(self):
            """All payloads, and the padding between them."""
            if hasattr(self, '_m_content'):
                return self._m_content

            _pos = self._io.pos()
            self._io.seek(self._root.ofs_data)
            self._m_content = self._io.read_bytes_full()
            self._io.seek(_pos)
            return getattr(self, '_m_content', None)


    class TensorDescriptor(KaitaiStruct):
        """What one tensor is and where its payload is.

        .. seealso::
           STB v0.1, section 4
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(Stb.TensorDescriptor, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.tensor_id = self._io.read_u1()
            self.dtype = KaitaiStream.resolve_enum(Stb.Dtype, self._io.read_u1())
            self.rank = self._io.read_u1()
            if not self.rank <= 8:
                raise kaitaistruct.ValidationGreaterThanError(8, self.rank, self._io, u"/types/tensor_descriptor/seq/2")
            self.layout = KaitaiStream.resolve_enum(Stb.Layout, self._io.read_u1())
            self.ofs_body = self._io.read_u8le()
            if not self.ofs_body >= self._root.ofs_data:
                raise kaitaistruct.ValidationLessThanError(self._root.ofs_data, self.ofs_body, self._io, u"/types/tensor_descriptor/seq/4")
            if not self.ofs_body <= self._root.len_file:
                raise kaitaistruct.ValidationGreaterThanError(self._root.len_file, self.ofs_body, self._io, u"/types/tensor_descriptor/seq/4")
            self.len_body = self._io.read_u8le()
            if not self.len_body <= self._root.len_file - self.ofs_body:
                raise kaitaistruct.ValidationGreaterThanError(self._root.len_file - self.ofs_body, self.len_body, self._io, u"/types/tensor_descriptor/seq/5")
            self.dims = []
            for i in range(3):
                self.dims.append(self._io.read_u4le())



        def _fetch_instances(self):
            pass
            for i in range(len(self.dims)):
                pass

            _ = self.body
            if hasattr(self, '_m_body'):
                pass


        @property
        def body(self):
            """The payload, little-endian, its elements in the order of `layout`.

            .. seealso::
               STB v0.1, section 5
            """
            if hasattr(self, '_m_body'):
                return self._m_body

            io = self._root._io
            _pos = io.pos()
            io.seek(self.ofs_body)
            self._m_body = io.read_bytes(self.len_body)
            io.seek(_pos)
            return getattr(self, '_m_body', None)

        @property
        def idx_shape(self):
            """Index of the shape in the shape table that the KHΛNARY module keeps as
            metadata beside the file.

            .. seealso::
               STB v0.1, section 4
            """
            if hasattr(self, '_m_idx_shape'):
                return self._m_idx_shape

            if self.rank > 3:
                pass
                self._m_idx_shape = self.dims[0]

            return getattr(self, '_m_idx_shape', None)

        @property
        def shape_text(self):
            """The dimensions, or the index of the shape, for the Web IDE."""
            if hasattr(self, '_m_shape_text'):
                return self._m_shape_text

            self._m_shape_text = (u"" if self.rank == 0 else (u"#" + str(self.dims[0]) if self.rank > 3 else str(self.dims[0]) + (u"" if self.rank < 2 else (u"," + str(self.dims[1])) + (u"" if self.rank < 3 else u"," + str(self.dims[2])))))
            return getattr(self, '_m_shape_text', None)


    @property
    def data(self):
        """The data region, up to the end of the file. Its parts are the payloads,
        which are in the descriptors that point to them, as `body`.

        .. seealso::
           STB v0.1, section 5
        """
        if hasattr(self, '_m_data'):
            return self._m_data

        _pos = self._io.pos()
        self._io.seek(self.ofs_data)
        self._m_data = Stb.DataRegion(self._io, self, self._root)
        self._io.seek(_pos)
        return getattr(self, '_m_data', None)

    @property
    def padding(self):
        """What is between the table and the data region, zeros in new files.

        .. seealso::
           STB v0.1, section 3
        """
        if hasattr(self, '_m_padding'):
            return self._m_padding

        _pos = self._io.pos()
        self._io.seek(32 + 32 * self.num_tensors)
        self._m_padding = self._io.read_bytes((self.ofs_data - 32) - 32 * self.num_tensors)
        self._io.seek(_pos)
        return getattr(self, '_m_padding', None)

    @property
    def tensors(self):
        """The tensor table.

        .. seealso::
           STB v0.1, section 4
        """
        if hasattr(self, '_m_tensors'):
            return self._m_tensors

        _pos = self._io.pos()
        self._io.seek(32)
        self._m_tensors = []
        for i in range(self.num_tensors):
            self._m_tensors.append(Stb.TensorDescriptor(self._io, self, self._root))

        self._io.seek(_pos)
        return getattr(self, '_m_tensors', None)
