# Generated from schemas/token_scores.ksy (sha256 9e94dadb3ded333c66c3bb98950ad67b231a401bf1be7134fea50612baf79e00) by `nacformats generate`. Do not edit.
# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from nacformats.codec.locate import PositionedIO as BytesIO, PositionedStream as KaitaiStream
import collections


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class TokenScores(KaitaiStruct):
    """The scores of a Unigram model as numbers of 64 bits, where the 32 bits that
    `vocab` has for them would change one, and with it what is the best way to
    cut a text. NAC v1.6 knows no such file; who does not know it reads `vocab`.

    Nothing in the file says that it is one; it goes by its name, scores.b.
    """
    SEQ_FIELDS = ["num_scores", "scores"]
    def __init__(self, _io, _parent=None, _root=None):
        super(TokenScores, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._debug = collections.defaultdict(dict)

    def _read(self):
        self._debug['num_scores']['start'] = self._io.pos()
        self.num_scores = self._io.read_u4le()
        self._debug['num_scores']['end'] = self._io.pos()
        if not self.num_scores <= 16777216:
            raise kaitaistruct.ValidationGreaterThanError(16777216, self.num_scores, self._io, u"/seq/0")
        self._debug['scores']['start'] = self._io.pos()
        self._debug['scores']['arr'] = []
        self.scores = []
        for i in range(self.num_scores):
            self._debug['scores']['arr'].append({'start': self._io.pos()})
            _t_scores = TokenScores.Score(self._io, self, self._root)
            try:
                _t_scores._read()
            finally:
                self.scores.append(_t_scores)
            self._debug['scores']['arr'][i]['end'] = self._io.pos()

        self._debug['scores']['end'] = self._io.pos()


    def _fetch_instances(self):
        pass
        for i in range(len(self.scores)):
            pass
            self.scores[i]._fetch_instances()


    class Score(KaitaiStruct):
        """Logarithm of the probability of a token."""
        SEQ_FIELDS = ["bits"]
        def __init__(self, _io, _parent=None, _root=None):
            super(TokenScores.Score, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['bits']['start'] = self._io.pos()
            self.bits = self._io.read_u8le()
            self._debug['bits']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass
