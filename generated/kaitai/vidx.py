# Generated from schemas/vidx.ksy (sha256 b6212ead37d799475a7e1b2fbd32859b25dc6c31616175e41fa8fc75132db898) by `nacformats generate`. Do not edit.
# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream
from nacformats.codec.streams import substream as BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class Vidx(KaitaiStruct):
    """Where the entry of each token id is in `vocab`.

    Nothing in the file says that it is one; it goes by its name, vidx.b.

    .. seealso::
       NAC v1.6, section 6.3
    """
    def __init__(self, _io, _parent=None, _root=None):
        super(Vidx, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.num_ids = self._io.read_u4le()
        if not self.num_ids <= 16777216:
            raise kaitaistruct.ValidationGreaterThanError(16777216, self.num_ids, self._io, u"/seq/0")
        self.offsets = []
        for i in range(self.num_ids):
            self.offsets.append(Vidx.EntryOffset(self._io, self, self._root))



    def _fetch_instances(self):
        pass
        for i in range(len(self.offsets)):
            pass
            self.offsets[i]._fetch_instances()


    class EntryOffset(KaitaiStruct):
        """Where an entry is."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Vidx.EntryOffset, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.ofs_entry = self._io.read_u4le()


        def _fetch_instances(self):
            pass
