# Generated from schemas/uleb128.ksy (sha256 94a08bd38c22b22d5945f850a28504b5fc32944d26824efa10279ce8866c0c94) by `nacformats generate`. Do not edit.
# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream
from nacformats.codec.streams import substream as BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class Uleb128(KaitaiStruct):
    """Variable-length unsigned integer: 7 bits a byte, least significant group
    first. The high bit of a byte says that another one follows. At most 10 bytes;
    the tenth one holds bit 63 only, so that every number fits 64 bits.

    Encodings padded with zero groups are read as well: `is_minimal` tells them apart.
    `value` is exact in languages with 64-bit integers; JavaScript has 53 bits.

    .. seealso::
       Source - https://en.wikipedia.org/wiki/LEB128
    """
    def __init__(self, _io, _parent=None, _root=None):
        super(Uleb128, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.groups = []
        i = 0
        while True:
            _ = self._io.read_u1()
            self.groups.append(_)
            if  ((_ < 128) or (len(self.groups) == 9)) :
                break
            i += 1
        if self.groups[-1] >= 128:
            pass
            self.tenth = self._io.read_u1()
            if not self.tenth <= 1:
                raise kaitaistruct.ValidationGreaterThanError(1, self.tenth, self._io, u"/seq/1")



    def _fetch_instances(self):
        pass
        for i in range(len(self.groups)):
            pass

        if self.groups[-1] >= 128:
            pass


    @property
    def is_minimal(self):
        """Whether fewer bytes could not have held the number."""
        if hasattr(self, '_m_is_minimal'):
            return self._m_is_minimal

        self._m_is_minimal = ( ((len(self.groups) == 1) or (self.groups[-1] != 0))  if self.groups[-1] < 128 else self.tenth != 0)
        return getattr(self, '_m_is_minimal', None)

    @property
    def value(self):
        """The unsigned number."""
        if hasattr(self, '_m_value'):
            return self._m_value

        self._m_value = ((self.groups[0] % 128) + (0 if len(self.groups) < 2 else 128 * ((self.groups[1] % 128) + (0 if len(self.groups) < 3 else 128 * ((self.groups[2] % 128) + (0 if len(self.groups) < 4 else 128 * ((self.groups[3] % 128) + (0 if len(self.groups) < 5 else 128 * ((self.groups[4] % 128) + (0 if len(self.groups) < 6 else 128 * ((self.groups[5] % 128) + (0 if len(self.groups) < 7 else 128 * ((self.groups[6] % 128) + (0 if len(self.groups) < 8 else 128 * ((self.groups[7] % 128) + (0 if len(self.groups) < 9 else 128 * ((self.groups[8] % 128) + (0 if self.groups[8] < 128 else 128 * self.tenth))))))))))))))))))
        return getattr(self, '_m_value', None)

    @property
    def zigzag(self):
        """The signed number that `value` is the zigzag encoding of."""
        if hasattr(self, '_m_zigzag'):
            return self._m_zigzag

        self._m_zigzag = ((self.value // 2) if self.groups[0] % 2 == 0 else -((self.value // 2)) - 1)
        return getattr(self, '_m_zigzag', None)
