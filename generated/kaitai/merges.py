# Generated from schemas/merges.ksy (sha256 da3f2e4390a052398605c9bfd862235886c0eb1b04704f2894791cd6896fc11a) by `nacformats generate`. Do not edit.
# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream
from nacformats.codec.streams import substream as BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class Merges(KaitaiStruct):
    """Which neighbours BPE_ENCODE joins: pairs in the order of their rank, the best
    one first.

    Nothing in the file says that it is one; it goes by its name, merges.b.

    .. seealso::
       NAC v1.6, section 6.3
    """
    def __init__(self, _io, _parent=None, _root=None):
        super(Merges, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.num_lines = self._io.read_u4le()
        if not self.num_lines <= 16777216:
            raise kaitaistruct.ValidationGreaterThanError(16777216, self.num_lines, self._io, u"/seq/0")
        self.pairs = []
        i = 0
        while not self._io.is_eof():
            self.pairs.append(Merges.Pair(self._io, self, self._root))
            i += 1



    def _fetch_instances(self):
        pass
        for i in range(len(self.pairs)):
            pass
            self.pairs[i]._fetch_instances()


    class Pair(KaitaiStruct):
        """Two tokens that become one."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Merges.Pair, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_left = self._io.read_u2le()
            self.left = str(self._io.read_bytes(self.len_left), u"UTF-8")
            self.len_right = self._io.read_u2le()
            self.right = str(self._io.read_bytes(self.len_right), u"UTF-8")


        def _fetch_instances(self):
            pass
