# Generated from schemas/token_scores.ksy (sha256 9e94dadb3ded333c66c3bb98950ad67b231a401bf1be7134fea50612baf79e00) by `nacformats generate`. Do not edit.
"""Construct structs of Exact scores of a vocabulary (scores.b) beside NAC v1.6: they parse and they build."""

from __future__ import annotations

from nacformats.codec.constructs import Record as _Record
from nacformats._generated.python import token_scores as _records

__all__ = ["score", "token_scores"]

# The scores of a Unigram model as numbers of 64 bits, where the 32 bits that `vocab` has for them would change one, and
# with it what is the best way to cut a text.
token_scores = _Record(_records.TokenScores)
# Logarithm of the probability of a token.
score = _Record(_records.Score, 8)
