# Generated from schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b) by `nacformats generate`. Do not edit.
# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from nacformats.codec.locate import PositionedIO as BytesIO, PositionedStream as KaitaiStream
import collections


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class Binary32(KaitaiStruct):
    """A floating point number of 32 bits. Its bits count; `number` shows them.

    .. seealso::
       Source - https://en.wikipedia.org/wiki/Single-precision_floating-point_format
    """
    SEQ_FIELDS = ["bits"]
    def __init__(self, _io, _parent=None, _root=None):
        super(Binary32, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._debug = collections.defaultdict(dict)

    def _read(self):
        self._debug['bits']['start'] = self._io.pos()
        self.bits = self._io.read_u4le()
        self._debug['bits']['end'] = self._io.pos()


    def _fetch_instances(self):
        pass

    @property
    def exponent(self):
        """As it is stored, biased by 127; 0 and 255 are special."""
        if hasattr(self, '_m_exponent'):
            return self._m_exponent

        self._m_exponent = (self.bits // 8388608) % 256
        return getattr(self, '_m_exponent', None)

    @property
    def number(self):
        """The number; exact, but all NaNs look the same."""
        if hasattr(self, '_m_number'):
            return self._m_number

        self._m_number = (1.0 if self.bits < 2147483648 else -1.0) * ((((self.bits % 8388608) * 2 if self.exponent == 0 else self.bits % 8388608 + 8388608) * self.scale) / 1.42724769270596E+45 if self.exponent < 255 else (self.exponent * 1.0E+308 if self.bits % 8388608 == 0 else self.exponent * 1.0E+308 - self.exponent * 1.0E+308))
        return getattr(self, '_m_number', None)

    @property
    def scale(self):
        """2 to the power of `exponent`."""
        if hasattr(self, '_m_scale'):
            return self._m_scale

        self._m_scale = (((((((1.0 if self.exponent % 2 == 0 else 2.0) * (1.0 if (self.exponent // 2) % 2 == 0 else 4.0)) * (1.0 if (self.exponent // 4) % 2 == 0 else 16.0)) * (1.0 if (self.exponent // 8) % 2 == 0 else 256.0)) * (1.0 if (self.exponent // 16) % 2 == 0 else 65536.0)) * (1.0 if (self.exponent // 32) % 2 == 0 else 4294967296.0)) * (1.0 if (self.exponent // 64) % 2 == 0 else 1.8446744073709552E+19)) * (1.0 if (self.exponent // 128) % 2 == 0 else 3.402823669209385E+38)
        return getattr(self, '_m_scale', None)
