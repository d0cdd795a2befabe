# Generated from schemas/vidx.ksy (sha256 b6212ead37d799475a7e1b2fbd32859b25dc6c31616175e41fa8fc75132db898) by `nacformats generate`. Do not edit.
# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from nacformats.codec.locate import PositionedIO as BytesIO, PositionedStream as KaitaiStream
import collections


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class Vidx(KaitaiStruct):
    """Where the entry of each token id is in `vocab`.

    Nothing in the file says that it is one; it goes by its name, vidx.b.

    .. seealso::
       NAC v1.6, section 6.3
    """
    SEQ_FIELDS = ["num_ids", "offsets"]
    def __init__(self, _io, _parent=None, _root=None):
        super(Vidx, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._debug = collections.defaultdict(dict)

    def _read(self):
        self._debug['num_ids']['start'] = self._io.pos()
        self.num_ids = self._io.read_u4le()
        self._debug['num_ids']['end'] = self._io.pos()
        if not self.num_ids <= 16777216:
            raise kaitaistruct.ValidationGreaterThanError(16777216, self.num_ids, self._io, u"/seq/0")
        self._debug['offsets']['start'] = self._io.pos()
        self._debug['offsets']['arr'] = []
        self.offsets = []
        for i in range(self.num_ids):
            self._debug['offsets']['arr'].append({'start': self._io.pos()})
            _t_offsets = Vidx.EntryOffset(self._io, self, self._root)
            try:
                _t_offsets._read()
            finally:
                self.offsets.append(_t_offsets)
            self._debug['offsets']['arr'][i]['end'] = self._io.pos()

        self._debug['offsets']['end'] = self._io.pos()


    def _fetch_instances(self):
        pass
        for i in range(len(self.offsets)):
            pass
            self.offsets[i]._fetch_instances()


    class EntryOffset(KaitaiStruct):
        """Where an entry is."""
        SEQ_FIELDS = ["ofs_entry"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Vidx.EntryOffset, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['ofs_entry']['start'] = self._io.pos()
            self.ofs_entry = self._io.read_u4le()
            self._debug['ofs_entry']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass
