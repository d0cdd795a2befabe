# Generated from schemas/merges.ksy (sha256 da3f2e4390a052398605c9bfd862235886c0eb1b04704f2894791cd6896fc11a) by `nacformats generate`. Do not edit.
# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from nacformats.codec.locate import PositionedIO as BytesIO, PositionedStream as KaitaiStream
import collections


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class Merges(KaitaiStruct):
    """Which neighbours BPE_ENCODE joins: pairs in the order of their rank, the best
    one first.

    Nothing in the file says that it is one; it goes by its name, merges.b.

    .. seealso::
       NAC v1.6, section 6.3
    """
    SEQ_FIELDS = ["num_lines", "pairs"]
    def __init__(self, _io, _parent=None, _root=None):
        super(Merges, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._debug = collections.defaultdict(dict)

    def _read(self):
        self._debug['num_lines']['start'] = self._io.pos()
        self.num_lines = self._io.read_u4le()
        self._debug['num_lines']['end'] = self._io.pos()
        if not self.num_lines <= 16777216:
            raise kaitaistruct.ValidationGreaterThanError(16777216, self.num_lines, self._io, u"/seq/0")
        self._debug['pairs']['start'] = self._io.pos()
        self._debug['pairs']['arr'] = []
        self.pairs = []
        i = 0
        while not self._io.is_eof():
            self._debug['pairs']['arr'].append({'start': self._io.pos()})
            _t_pairs = Merges.Pair(self._io, self, self._root)
            try:
                _t_pairs._read()
            finally:
                self.pairs.append(_t_pairs)
            self._debug['pairs']['arr'][len(self.pairs) - 1]['end'] = self._io.pos()
            i += 1

        self._debug['pairs']['end'] = self._io.pos()


    def _fetch_instances(self):
        pass
        for i in range(len(self.pairs)):
            pass
            self.pairs[i]._fetch_instances()


    class Pair(KaitaiStruct):
        """Two tokens that become one."""
        SEQ_FIELDS = ["len_left", "left", "len_right", "right"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Merges.Pair, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['len_left']['start'] = self._io.pos()
            self.len_left = self._io.read_u2le()
            self._debug['len_left']['end'] = self._io.pos()
            self._debug['left']['start'] = self._io.pos()
            self.left = str(self._io.read_bytes(self.len_left), u"UTF-8")
            self._debug['left']['end'] = self._io.pos()
            self._debug['len_right']['start'] = self._io.pos()
            self.len_right = self._io.read_u2le()
            self._debug['len_right']['end'] = self._io.pos()
            self._debug['right']['start'] = self._io.pos()
            self.right = str(self._io.read_bytes(self.len_right), u"UTF-8")
            self._debug['right']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass
