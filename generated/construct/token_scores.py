# Generated from schemas/token_scores.ksy (sha256 9e94dadb3ded333c66c3bb98950ad67b231a401bf1be7134fea50612baf79e00) by `nacformats generate`. Do not edit.
"""Construct structs of Exact scores of a vocabulary (scores.b) beside NAC v1.6: they parse and they build."""

from __future__ import annotations

from nacformats.codec.constructs.expressions import count_of
from nacformats.codec.constructs.fields import AtMost, Derived
from nacformats.codec.constructs.lists import Repeat
from nacformats.codec.constructs.numbers import Integer
from nacformats.codec.constructs.records import Record

__all__ = ["score", "token_scores"]


# Logarithm of the probability of a token.
score = Record(
    # Those of a floating point number, IEEE 754 binary64.
    "bits" / Integer("<", "Q"),
)


# The scores of a Unigram model as numbers of 64 bits, where the 32 bits that `vocab` has for them would change one, and
# with it what is the best way to cut a text. NAC v1.6 knows no such file; who does not know it reads `vocab`.
#
# Nothing in the file says that it is one; it goes by its name, scores.b.
token_scores = Record(
    # As many as `vocab` has entries.
    "num_scores" / Derived(AtMost(Integer("<", "L"), 16777216), count_of("scores")),
    # In the order of the entries of `vocab`.
    "scores" / Repeat(score, lambda this: this.num_scores),
    is_root=True,
)
