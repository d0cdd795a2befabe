"""Unigram: of all ways to cut a fragment into tokens, the one of the highest score."""

from __future__ import annotations

from functools import cached_property
from itertools import groupby
from math import inf

from nacformats.errors import LimitError
from nacformats.limits import MAX_TOKEN_LENGTHS
from nacformats.tokenizer.models.base import Look, Piece, TokenModel, never
from nacformats.tokenizer.vocabulary import Vocabulary

#: How much less than the least token an unknown character scores, as in SentencePiece.
_UNKNOWN_PENALTY = 10.0
#: Characters between two looks at the clock: at each of them, many long tokens may be tried.
_LOOK_EVERY = 64


class Unigram(TokenModel):
    """Unigram.

    Scores are float64 and added from left to right. Of two ways with the same score, the one whose last token is longer
    wins. An unknown character scores 10 less than the least token; neighbours that are unknown are taken together. They
    become the tokens of their UTF-8 bytes where the vocabulary has them all, otherwise one unknown token, otherwise
    nothing. Where all scores are 0, the way with the fewest tokens wins.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        super().__init__()
        self._vocabulary = vocabulary

    def encode_pieces(self, fragment: str, look: Look = never) -> list[Piece]:
        pieces: list[Piece] = []
        for start, stop in self._joined(fragment, look):
            known = self._vocabulary.ids.get(fragment[start:stop])
            if known is not None:
                pieces.append((known, start, stop))
            else:
                pieces.extend(self._unknown(fragment, start, stop))
        return pieces

    def _unknown(self, fragment: str, start: int, stop: int) -> list[Piece]:
        byte_ids, unknown = self._vocabulary.byte_ids, self._vocabulary.unknown
        if byte_ids is not None:
            return [
                (byte_ids[byte], at, at + 1)
                for at in range(start, stop)
                for byte in fragment[at].encode("utf-8", "surrogatepass")
            ]
        return [] if unknown is None else [(unknown, start, stop)]

    def _joined(self, fragment: str, look: Look) -> list[tuple[int, int]]:
        """Start and stop of each token, neighbours that are unknown taken together."""
        ids, unknown = self._vocabulary.ids, self._vocabulary.unknown

        def is_unknown(span: tuple[int, int]) -> bool:
            return ids.get(fragment[span[0] : span[1]], unknown) == unknown

        spans: list[tuple[int, int]] = []
        for together, group in groupby(self._best(fragment, look), key=is_unknown):
            found = list(group)
            spans.extend([(found[0][0], found[-1][1])] if together else found)
        return spans

    def _best(self, fragment: str, look: Look) -> list[tuple[int, int]]:
        """Start and stop of each token of the best way: the Viterbi algorithm."""
        count, scores, lengths, unknown = len(fragment), self._scores, self._lengths, self._unknown_score
        best = [-inf] * (count + 1)
        best[0] = 0.0
        start_of = [0] * (count + 1)
        for start in range(count):
            if not start % _LOOK_EVERY:
                look()
            here = best[start]
            score = here + scores.get(fragment[start], unknown)
            if score > best[start + 1]:
                best[start + 1], start_of[start + 1] = score, start
            for length in lengths.get(fragment[start : start + 2], ()):
                found = scores.get(fragment[start : start + length])
                if found is not None and start + length <= count:
                    score = here + found
                    if score > best[start + length]:
                        best[start + length], start_of[start + length] = score, start
        return _spans(start_of)

    @cached_property
    def _scores(self) -> dict[str, float]:
        """The score of each token; -1 each, where there are none."""
        known = self._vocabulary.scores
        if not any(known.values()):
            return dict.fromkeys(self._vocabulary.ids, -1.0)
        return {token: known.get(token, 0.0) for token in self._vocabulary.ids}

    @cached_property
    def _unknown_score(self) -> float:
        return min(self._scores.values(), default=0.0) - _UNKNOWN_PENALTY

    @cached_property
    def _lengths(self) -> dict[str, list[int]]:
        """The lengths of tokens by their first two characters, in ascending order."""
        lengths: dict[str, set[int]] = {}
        for token in self._vocabulary.ids:
            if len(token) > 1:
                lengths.setdefault(token[:2], set()).add(len(token))
        most = max(map(len, lengths.values()), default=0)
        if most > MAX_TOKEN_LENGTHS:
            start = next(start for start, found in lengths.items() if len(found) == most)
            reason = f"tokens that begin with {start!r} are of too many lengths"
            raise LimitError(reason, path="rsrc", expected=f"at most {MAX_TOKEN_LENGTHS}", actual=most)
        return {start: sorted(found) for start, found in lengths.items()}


def _spans(start_of: list[int]) -> list[tuple[int, int]]:
    """Follow the starts from the end to the beginning."""
    spans = []
    stop = len(start_of) - 1
    while stop > 0:
        spans.append((start_of[stop], stop))
        stop = start_of[stop]
    return spans[::-1]
