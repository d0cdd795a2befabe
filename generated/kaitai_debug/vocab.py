# Generated from schemas/vocab.ksy (sha256 ab00ae5d009815e4de6bf1001a2dce5766649c2084e408d592535163284b689e) by `nacformats generate`. Do not edit.
# It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from nacformats.codec.locate import PositionedIO as BytesIO, PositionedStream as KaitaiStream
from . import binary32
import collections


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class Vocab(KaitaiStruct):
    """The tokens, in the order of their code points, so that one can be found by
    bisection, with their ids and scores. `vidx` finds a token by its id.

    Nothing in the file says that it is one; it goes by its name, vocab.b.

    .. seealso::
       NAC v1.6, section 6.3
    """
    SEQ_FIELDS = ["num_entries", "offsets", "entries"]
    def __init__(self, _io, _parent=None, _root=None):
        super(Vocab, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._debug = collections.defaultdict(dict)

    def _read(self):
        self._debug['num_entries']['start'] = self._io.pos()
        self.num_entries = self._io.read_u4le()
        self._debug['num_entries']['end'] = self._io.pos()
        if not self.num_entries <= 16777216:
            raise kaitaistruct.ValidationGreaterThanError(16777216, self.num_entries, self._io, u"/seq/0")
        self._debug['offsets']['start'] = self._io.pos()
        self._debug['offsets']['arr'] = []
        self.offsets = []
        for i in range(self.num_entries):
            self._debug['offsets']['arr'].append({'start': self._io.pos()})
            _t_offsets = Vocab.EntryOffset(self._io, self, self._root)
            try:
                _t_offsets._read()
            finally:
                self.offsets.append(_t_offsets)
            self._debug['offsets']['arr'][i]['end'] = self._io.pos()

        self._debug['offsets']['end'] = self._io.pos()
        self._debug['entries']['start'] = self._io.pos()
        self._debug['entries']['arr'] = []
        self.entries = []
        for i in range(self.num_entries):
            self._debug['entries']['arr'].append({'start': self._io.pos()})
            _t_entries = Vocab.Entry(self._io, self, self._root)
            try:
                _t_entries._read()
            finally:
                self.entries.append(_t_entries)
            self._debug['entries']['arr'][i]['end'] = self._io.pos()

        self._debug['entries']['end'] = self._io.pos()


    def _fetch_instances(self):
        pass
        for i in range(len(self.offsets)):
            pass
            self.offsets[i]._fetch_instances()

        for i in range(len(self.entries)):
            pass
            self.entries[i]._fetch_instances()


    class Entry(KaitaiStruct):
        """A token."""
        SEQ_FIELDS = ["len_token", "token", "id_token", "score"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Vocab.Entry, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['len_token']['start'] = self._io.pos()
            self.len_token = self._io.read_u2le()
            self._debug['len_token']['end'] = self._io.pos()
            self._debug['token']['start'] = self._io.pos()
            self.token = str(self._io.read_bytes(self.len_token), u"UTF-8")
            self._debug['token']['end'] = self._io.pos()
            self._debug['id_token']['start'] = self._io.pos()
            self.id_token = self._io.read_s4le()
            self._debug['id_token']['end'] = self._io.pos()
            self._debug['score']['start'] = self._io.pos()
            self.score = binary32.Binary32(self._io)
            self.score._read()
            self._debug['score']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass
            self.score._fetch_instances()


    class EntryOffset(KaitaiStruct):
        """Where an entry is."""
        SEQ_FIELDS = ["ofs_entry"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Vocab.EntryOffset, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['ofs_entry']['start'] = self._io.pos()
            self.ofs_entry = self._io.read_u4le()
            self._debug['ofs_entry']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass
