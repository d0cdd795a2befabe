# Generated from schemas/token_scores.ksy (sha256 9e94dadb3ded333c66c3bb98950ad67b231a401bf1be7134fea50612baf79e00) by `nacformats generate`. Do not edit.
# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream
from nacformats.codec.streams import substream as BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class TokenScores(KaitaiStruct):
    """The scores of a Unigram model as numbers of 64 bits, where the 32 bits that
    `vocab` has for them would change one, and with it what is the best way to
    cut a text. NAC v1.6 knows no such file; who does not know it reads `vocab`.

    Nothing in the file says that it is one; it goes by its name, scores.b."""
    def __init__(self, _io, _parent=None, _root=None):
        super(TokenScores, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.num_scores = self._io.read_u4le()
        if not self.num_scores <= 16777216:
            raise kaitaistruct.ValidationGreaterThanError(16777216, self.num_scores, self._io, u"/seq/0")
        self.scores = []
        for i in range(self.num_scores):
            self.scores.append(TokenScores.Score(self._io, self, self._root))



    def _fetch_instances(self):
        pass
        for i in range(len(self.scores)):
            pass
            self.scores[i]._fetch_instances()


    class Score(KaitaiStruct):
        """Logarithm of the probability of a token."""
        def __init__(self, _io, _parent=None, _root=None):
            super(TokenScores.Score, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.bits = self._io.read_u8le()


        def _fetch_instances(self):
            pass
