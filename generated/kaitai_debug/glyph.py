# Generated from schemas/glyph.ksy (sha256 3d6b6b4e58c73d3c4ef3f916c9e7d0ad19f7ca5b69f51bb94fb8f8f9200a40aa) by `nacformats generate`. Do not edit.
# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from nacformats.codec.locate import PositionedIO as BytesIO, PositionedStream as KaitaiStream
from enum import IntEnum
import collections


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class Glyph(KaitaiStruct):
    """One instruction of a KHΛNARY module (KHΛ-2-DENSE-32): a number of 32 bits, its
    fields from the highest bit to the lowest, for the three glyphs that take
    their operand from an STB file.

    The bytes are those of the number in big-endian order. Module files hold their
    words in little-endian order.

    .. seealso::
       STB v0.1, section 6
    """

    class Operation(IntEnum):
        g_load_bin_tensor = 48
        g_mmap_bin_region = 49
        g_prefetch_bin = 50
    SEQ_FIELDS = ["version", "glyph_id", "arity", "reserved1", "has_shape_desc", "has_bin_ref", "is_immediate", "payload", "auth_class", "parity"]
    def __init__(self, _io, _parent=None, _root=None):
        super(Glyph, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._debug = collections.defaultdict(dict)

    def _read(self):
        self._debug['version']['start'] = self._io.pos()
        self.version = self._io.read_bits_int_be(4)
        self._debug['version']['end'] = self._io.pos()
        if not self.version == 2:
            raise kaitaistruct.ValidationNotEqualError(2, self.version, self._io, u"/seq/0")
        self._debug['glyph_id']['start'] = self._io.pos()
        self.glyph_id = KaitaiStream.resolve_enum(Glyph.Operation, self._io.read_bits_int_be(8))
        self._debug['glyph_id']['end'] = self._io.pos()
        if not isinstance(self.glyph_id, Glyph.Operation):
            raise kaitaistruct.ValidationNotInEnumError(self.glyph_id, self._io, u"/seq/1")
        self._debug['arity']['start'] = self._io.pos()
        self.arity = self._io.read_bits_int_be(4)
        self._debug['arity']['end'] = self._io.pos()
        if not self.arity <= self.highest_arity:
            raise kaitaistruct.ValidationGreaterThanError(self.highest_arity, self.arity, self._io, u"/seq/2")
        self._debug['reserved1']['start'] = self._io.pos()
        self.reserved1 = self._io.read_bits_int_be(1) != 0
        self._debug['reserved1']['end'] = self._io.pos()
        if not self.reserved1 == False:
            raise kaitaistruct.ValidationNotEqualError(False, self.reserved1, self._io, u"/seq/3")
        self._debug['has_shape_desc']['start'] = self._io.pos()
        self.has_shape_desc = self._io.read_bits_int_be(1) != 0
        self._debug['has_shape_desc']['end'] = self._io.pos()
        self._debug['has_bin_ref']['start'] = self._io.pos()
        self.has_bin_ref = self._io.read_bits_int_be(1) != 0
        self._debug['has_bin_ref']['end'] = self._io.pos()
        if not self.has_bin_ref == True:
            raise kaitaistruct.ValidationNotEqualError(True, self.has_bin_ref, self._io, u"/seq/5")
        self._debug['is_immediate']['start'] = self._io.pos()
        self.is_immediate = self._io.read_bits_int_be(1) != 0
        self._debug['is_immediate']['end'] = self._io.pos()
        self._debug['payload']['start'] = self._io.pos()
        self.payload = self._io.read_bits_int_be(8)
        self._debug['payload']['end'] = self._io.pos()
        self._debug['auth_class']['start'] = self._io.pos()
        self.auth_class = self._io.read_bits_int_be(3)
        self._debug['auth_class']['end'] = self._io.pos()
        if not self.auth_class >= 1:
            raise kaitaistruct.ValidationLessThanError(1, self.auth_class, self._io, u"/seq/8")
        self._debug['parity']['start'] = self._io.pos()
        self.parity = self._io.read_bits_int_be(1) != 0
        self._debug['parity']['end'] = self._io.pos()
        _ = self.parity
        if not _ == (self.num_ones % 2 == 1):
            raise kaitaistruct.ValidationExprError(self.parity, self._io, u"/seq/9")


    def _fetch_instances(self):
        pass

    @property
    def bin_file_id(self):
        """The file, by its row in the table of the module.

        .. seealso::
           STB v0.1, section 6.1
        """
        if hasattr(self, '_m_bin_file_id'):
            return self._m_bin_file_id

        self._m_bin_file_id = (self.payload // 16 if self.glyph_id == Glyph.Operation.g_load_bin_tensor else self.payload)
        return getattr(self, '_m_bin_file_id', None)

    @property
    def highest_arity(self):
        """Most operands that the glyph takes."""
        if hasattr(self, '_m_highest_arity'):
            return self._m_highest_arity

        self._m_highest_arity = (1 if self.glyph_id == Glyph.Operation.g_mmap_bin_region else 0)
        return getattr(self, '_m_highest_arity', None)

    @property
    def num_ones(self):
        """Number of bits that are 1, but for the parity."""
        if hasattr(self, '_m_num_ones'):
            return self._m_num_ones

        self._m_num_ones = ((((((((((((((((((((((((((((self.version % 2 + (self.version // 2) % 2) + (self.version // 4) % 2) + (self.version // 8) % 2) + int(self.glyph_id) % 2) + (int(self.glyph_id) // 2) % 2) + (int(self.glyph_id) // 4) % 2) + (int(self.glyph_id) // 8) % 2) + (int(self.glyph_id) // 16) % 2) + (int(self.glyph_id) // 32) % 2) + (int(self.glyph_id) // 64) % 2) + (int(self.glyph_id) // 128) % 2) + self.arity % 2) + (self.arity // 2) % 2) + (self.arity // 4) % 2) + (self.arity // 8) % 2) + (1 if self.has_shape_desc else 0)) + 1) + (1 if self.is_immediate else 0)) + self.payload % 2) + (self.payload // 2) % 2) + (self.payload // 4) % 2) + (self.payload // 8) % 2) + (self.payload // 16) % 2) + (self.payload // 32) % 2) + (self.payload // 64) % 2) + (self.payload // 128) % 2) + self.auth_class % 2) + (self.auth_class // 2) % 2) + (self.auth_class // 4) % 2
        return getattr(self, '_m_num_ones', None)

    @property
    def tensor_id(self):
        """The tensor in the file.

        .. seealso::
           STB v0.1, section 6.2
        """
        if hasattr(self, '_m_tensor_id'):
            return self._m_tensor_id

        if self.glyph_id == Glyph.Operation.g_load_bin_tensor:
            pass
            self._m_tensor_id = self.payload % 16

        return getattr(self, '_m_tensor_id', None)
