# Generated from schemas/token_scores.ksy (sha256 9e94dadb3ded333c66c3bb98950ad67b231a401bf1be7134fea50612baf79e00) by `nacformats generate`. Do not edit.
"""Parser of Exact scores of a vocabulary (scores.b) beside NAC v1.6."""

from nacformats.codec.kaitai import KaitaiStream, KaitaiStruct

class TokenScores(KaitaiStruct):
    """The scores of a Unigram model as numbers of 64 bits, where the 32 bits that `vocab` has for them would change one, and with it what is the best way to cut a text. NAC v1.6 knows no such file; who does not know it reads `vocab`."""
    class Score(KaitaiStruct):
        """Logarithm of the probability of a token."""
        bits: int
    num_scores: int
    scores: list[TokenScores.Score]
