# Generated from schemas/token_scores.ksy (sha256 9e94dadb3ded333c66c3bb98950ad67b231a401bf1be7134fea50612baf79e00) by `nacformats generate`. Do not edit.
"""Records of Exact scores of a vocabulary (scores.b) beside NAC v1.6: they read and write."""

from __future__ import annotations

from struct import Struct as _Struct
from nacformats.codec.trees.record import TreeRecord as _TreeRecord, import_late as _import_late, member_attributes as _member_attributes
from nacformats.codec.trees.stream import refuse as _refuse
_import_late("nacformats.codec.trees.output_record", "following made", globals())

__all__ = ["ROOT", "Score", "TokenScores"]

_U4LE = _Struct("<I")
_LE_I = _Struct("<I")
_U8LE = _Struct("<Q")
_LE_Q = _Struct("<Q")

class TokenScores(_TreeRecord):
    FIELDS = _member_attributes("num_scores scores")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "token_scores", "TokenScores"
    DERIVED = {"num_scores"}
    STALE = {"num_scores"}
    CODES = {"num_scores": "<I"}
    IS_FAITHFUL = True
    _defaults = lambda: {"scores": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "num_scores", io)
        self.num_scores = it = io.number(_U4LE)
        (it <= 16777216) or _refuse("max", 16777216, it)
        trace is None or trace.begin(self, "scores", io)
        io.reading.records(self, "scores", "/seq/1", io, trace, self.num_scores, Score)
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_I.pack(self.num_scores))
        it = self.num_scores
        (it <= 16777216) or self._broken("num_scores", "at most " + repr(16777216), it)
        self._at = "scores"
        it = self.scores
        self._counted(it, self.num_scores)
        if type(it) is list:
            for index, it in enumerate(it):
                self._n = index
                it._put(out)
            self._n = None
        else:
            self._ready_list(it, out)
    def _fill(self, it):
        pass
    def _derive(self, it):
        if type(it.scores) is list:
            self.num_scores = len(it.scores)
    _default_num_scores = lambda self: self._count_of("scores")
    _make_scores = lambda self, it: self._listed(it, lambda it, index: _made(Score, it, self, index))

class Score(_TreeRecord):
    FIELDS = _member_attributes("bits")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "token_scores", "TokenScores.Score"
    CODES = {"bits": "<Q"}
    _defaults = lambda: {"bits": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "bits", io)
        self.bits = io.number(_U8LE)
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_Q.pack(self.bits))
    def _fill(self, it):
        self.bits = it.bits


ROOT = TokenScores
