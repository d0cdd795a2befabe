"""The three models that turn a fragment of text into ids: BPE, WordPiece and Unigram.

They have the same methods (TokenModel) and know nothing of manifests and files. BPE merges neighbours, the pair of the
lowest rank first, from left to right. WordPiece cuts a word into tokens from the left, the longest first. Unigram takes
the way to cut a fragment into tokens that has the highest score.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from heapq import heapify, heappop, heappush
from itertools import accumulate, groupby, pairwise
from math import inf
from typing import TypeAlias

from nacformats.errors import LimitError
from nacformats.limits import MAX_REMEMBERED_FRAGMENT, MAX_REMEMBERED_FRAGMENTS, MAX_REMEMBERED_PAIRS, MAX_TOKEN_LENGTHS
from nacformats.tokenizer.vocabulary import BYTE_TOKENS, SPACE, UNKNOWN_TOKENS, Merges, Vocabulary

#: An id and the characters of the fragment that it is for, from start to stop.
Piece = tuple[int, int, int]


#: Characters, or merges, between two looks at the clock: at each character, many long tokens may be tried.
_LOOK_EVERY = 64
#: Called now and then while a long fragment is encoded; it raises when that takes too long.
Look: TypeAlias = Callable[[], object]


def never() -> None:
    """Look at nothing: for whoever has all the time that it takes."""


class TokenModel(ABC):
    """Turns a fragment of text into ids."""

    def encode(self, fragment: str, look: Look = never) -> list[int]:
        """Return the ids of one fragment."""
        return [piece[0] for piece in self.encode_pieces(fragment, look)]

    @abstractmethod
    def encode_pieces(self, fragment: str, look: Look = never) -> list[Piece]:
        """Return the ids of one fragment, each with its start and stop in characters of the fragment.

        A character that becomes several ids (its bytes) has the same start and stop in all of them.
        """


class KnownFragments(dict[str, tuple[int, ...]]):
    """The ids of fragments that have been seen: words repeat. It is emptied when it is full."""

    def ids(self, fragment: str, encode: Callable[[str], Iterable[int]]) -> tuple[int, ...]:
        """Return the ids of a fragment; `encode` makes those of one that has not been seen."""
        ids = self.get(fragment)
        if ids is None:
            ids = tuple(encode(fragment))
            if len(fragment) <= MAX_REMEMBERED_FRAGMENT:
                if len(self) >= MAX_REMEMBERED_FRAGMENTS:
                    self.clear()
                self[fragment] = ids
        return ids


#: Longer words are unknown (in characters), as in BERT; a manifest cannot say otherwise.
LONGEST_WORD = 100


class WordPiece(TokenModel):
    """WordPiece. A word that cannot be cut into tokens is one unknown token, or nothing without such a token.

    Args:
        vocabulary: tokens that begin words as they are, those that continue words with the marker in front.
        marker: in front of what continues a word, such as "##".
    """

    def __init__(self, vocabulary: Vocabulary, marker: str) -> None:
        self._ids_of = vocabulary.ids
        self._unknown = vocabulary.unknown
        self._marker = marker
        self._longest = max(map(len, vocabulary.ids), default=0)

    def encode_pieces(self, fragment: str, look: Look = never) -> list[Piece]:
        look()
        pieces = self._cut(fragment) if len(fragment) <= LONGEST_WORD else None
        if pieces is not None:
            return pieces
        return [] if self._unknown is None else [(self._unknown, 0, len(fragment))]

    def _cut(self, word: str) -> list[Piece] | None:
        pieces: list[Piece] = []
        start, prefix = 0, ""
        while start < len(word):
            piece = self._longest_match(word, start, prefix)
            if piece is None:
                return None
            pieces.append(piece)
            start, prefix = piece[2], self._marker
        return pieces

    def _longest_match(self, word: str, start: int, prefix: str) -> Piece | None:
        for stop in range(min(len(word), start + self._longest), start, -1):
            found = self._ids_of.get(prefix + word[start:stop])
            if found is not None:
                return found, start, stop
        return None


#: From this many symbols on, a heap is faster than looking for the lowest rank again.
_LONG = 200
#: A pair of ids is one number: the left one shifted by this many bits, and the right one (a dict of numbers is smaller
#: and faster than one of pairs). In the same way a rank and the id of what a pair becomes, or a rank and a position.
_SHIFT = 32
_LOW = (1 << _SHIFT) - 1
#: Stands for the rank of what is not merged; greater than every rank.
_NEVER = 1 << 64

#: Start and stop of a symbol in characters.
_Span = tuple[int, int]


class _Table(dict[int, int]):
    """The rank of each pair of ids and the id of its merge, or _NEVER; computed on first use.

    A pair whose parts, or whose result, are not in the vocabulary is never merged.
    """

    def __init__(self, vocabulary: Vocabulary, merges: Merges) -> None:
        super().__init__()
        self._vocabulary, self._merges = vocabulary, merges

    def __missing__(self, pair: int) -> int:
        tokens = self._vocabulary.tokens
        left, right = tokens[pair >> _SHIFT], tokens[pair & _LOW]
        rank, merged = self._merges.rank(left, right), self._vocabulary.ids.get(left + right)
        found = _NEVER if rank is None or merged is None else rank << _SHIFT | merged
        if len(self) >= MAX_REMEMBERED_PAIRS:
            self.clear()
        self[pair] = found
        return found


class Bpe(TokenModel):
    """Byte pair encoding.

    A character that is not in the vocabulary becomes the tokens of its UTF-8 bytes where the vocabulary has them all,
    otherwise `<unk>` or `[UNK]`, otherwise nothing. With a suffix, the last character of a fragment is looked up, and
    merged, with the suffix behind it.
    """

    def __init__(self, vocabulary: Vocabulary, merges: Merges, suffix: str = "") -> None:
        self._suffix = suffix
        self._vocabulary = vocabulary
        self._merges = merges
        self._table = _Table(vocabulary, merges)
        self._words = KnownFragments()

    def encode(self, fragment: str, look: Look = never) -> list[int]:
        look()
        if len(fragment) > MAX_REMEMBERED_FRAGMENT and SPACE in fragment and self._cuts is not None:
            parts = self._cuts.split(fragment)
            if len(parts) > 1:
                encode = partial(self.encode, look=look)
                return [each for part in parts for each in self._words.ids(part, encode)]
        ids = self._vocabulary.ids
        try:
            symbols = [ids[character] for character in (self._ended(fragment) if self._suffix else fragment)]
        except KeyError:
            symbols, _ = self._symbols(fragment, look)
        self._merge(symbols, None, look)
        return symbols

    def encode_pieces(self, fragment: str, look: Look = never) -> list[Piece]:
        look()
        ids = self._words.ids(fragment, partial(self.encode, look=look))
        if self._stands_for_others.isdisjoint(ids):
            tokens = self._vocabulary.tokens
            stops = list(accumulate([len(tokens[each]) for each in ids]))
            if not ids or stops[-1] == len(fragment) + len(self._suffix):  # else characters were left out
                stops[-1:] = [len(fragment)] if ids else []
                return list(zip(ids, [0, *stops], stops, strict=False))
        symbols, spans = self._symbols(fragment, look)
        self._merge(symbols, spans, look)
        return [(symbol, start, stop) for symbol, (start, stop) in zip(symbols, spans, strict=True)]

    @cached_property
    def _stands_for_others(self) -> frozenset[int | None]:
        """The ids whose tokens are not the text that they are for."""
        return frozenset((self._vocabulary.unknown, *(self._vocabulary.byte_ids or {}).values()))

    @cached_property
    def _cuts(self) -> re.Pattern[str] | None:
        """The places where a long fragment may be cut with the same result: in front of U+2581, after a character that
        no merge joins with it. None if they are not known.

        In SentencePiece style a whole text is one fragment; cut into words it takes a fraction of the time.
        """
        lefts = self._merges.lefts_before(SPACE)
        if self._suffix or SPACE not in self._vocabulary.ids or not lefts.isdisjoint((*UNKNOWN_TOKENS, *BYTE_TOKENS)):
            return None
        joined = "".join(re.escape(last) for last in sorted({left[-1:] for left in lefts}))
        return re.compile(f"(?<=[^{joined}])(?={SPACE})" if joined else rf"(?<=[\s\S])(?={SPACE})")

    def _ended(self, fragment: str) -> Sequence[str]:
        """Return the characters of a fragment, of which the last one has the suffix."""
        return [*fragment[:-1], fragment[-1] + self._suffix] if self._suffix and fragment else fragment

    def _symbols(self, fragment: str, look: Look = never) -> tuple[list[int], list[_Span]]:
        """Return the symbols before merging: characters, and the replacements of unknown ones."""
        ids = self._vocabulary.ids
        symbols: list[int] = []
        spans: list[_Span] = []
        for position, character in enumerate(self._ended(fragment)):
            if not position % _LOOK_EVERY:
                look()
            known = ids.get(character)
            here = self._vocabulary.ids_of_unknown(character) if known is None else (known,)
            symbols.extend(here)
            spans.extend([(position, position + 1)] * len(here))
        return symbols, spans

    def _merge(self, symbols: list[int], spans: list[_Span] | None, look: Look) -> None:
        """Merge in place."""
        if len(symbols) < _LONG:
            _merge_short(self._table, symbols, spans)
        else:
            _merge_long(self._table, symbols, spans, look)


def _merge_short(table: _Table, symbols: list[int], spans: list[_Span] | None) -> None:
    """Look for the lowest rank again after each merge: quadratic, and fast for words."""
    ranks = [table[left << _SHIFT | right] for left, right in pairwise(symbols)]
    while ranks:
        lowest = min(ranks)
        if lowest == _NEVER:
            return
        at = ranks.index(lowest)
        merged = symbols[at] = lowest & _LOW
        del symbols[at + 1], ranks[at]
        if spans is not None:
            spans[at : at + 2] = [(spans[at][0], spans[at + 1][1])]
        if at:
            ranks[at - 1] = table[symbols[at - 1] << _SHIFT | merged]
        if at < len(ranks):
            ranks[at] = table[merged << _SHIFT | symbols[at + 1]]


def _popped(heap: list[int], look: Look) -> Iterator[int]:
    """Yield the least of a heap until it is empty."""
    while heap:
        if not len(heap) % _LOOK_EVERY:
            look()
        yield heappop(heap)


def _merge_long(table: _Table, symbols: list[int], spans: list[_Span] | None, look: Look) -> None:
    """Merge with a heap of ranks and positions, and symbols linked with their neighbours: n log n steps."""
    count = len(symbols)
    following, previous = array("q", range(1, count + 1)), array("q", range(-1, count - 1))
    found = [table[left << _SHIFT | right] for left, right in pairwise(symbols)]
    heap = [(rank >> _SHIFT) << _SHIFT | at for at, rank in enumerate(found) if rank != _NEVER]
    heapify(heap)

    def offer(left: int, right: int) -> None:
        if left >= 0 and right < count:
            rank = table[symbols[left] << _SHIFT | symbols[right]]
            if rank != _NEVER:
                heappush(heap, (rank >> _SHIFT) << _SHIFT | left)

    for lowest in _popped(heap, look):
        left = lowest & _LOW
        right = following[left]
        if symbols[left] < 0 or right == count:
            continue  # the left one has become part of its other neighbour, or the right one of this one
        rank = table[symbols[left] << _SHIFT | symbols[right]]
        if rank >> _SHIFT != lowest >> _SHIFT:
            continue  # one of the two has been merged since
        beyond = following[left] = following[right]
        symbols[left], symbols[right] = rank & _LOW, -1
        if spans is not None:
            spans[left] = (spans[left][0], spans[right][1])
        if beyond < count:
            previous[beyond] = left
        offer(left, beyond)
        offer(previous[left], left)
    if spans is not None:
        spans[:] = [span for span, symbol in zip(spans, symbols, strict=True) if symbol >= 0]
    symbols[:] = [symbol for symbol in symbols if symbol >= 0]


#: How much less than the least token an unknown character scores, as in SentencePiece.
_UNKNOWN_PENALTY = 10.0


class Unigram(TokenModel):
    """Unigram.

    Scores are float64 and added from left to right. Of two ways with the same score, the one whose last token is longer
    wins. An unknown character scores 10 less than the least token; neighbours that are unknown are taken together. They
    become the tokens of their UTF-8 bytes where the vocabulary has them all, otherwise one unknown token, otherwise
    nothing. Where all scores are 0, the way with the fewest tokens wins.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary

    def encode_pieces(self, fragment: str, look: Look = never) -> list[Piece]:
        pieces: list[Piece] = []
        for start, stop in self._joined(fragment, look):
            known = self._vocabulary.ids.get(fragment[start:stop])
            if known is not None:
                pieces.append((known, start, stop))
            else:
                pieces.extend(self._unknown(fragment, start, stop, look))
        return pieces

    def _unknown(self, fragment: str, start: int, stop: int, look: Look) -> list[Piece]:
        if self._vocabulary.byte_ids is None:
            return [(each, start, stop) for each in self._vocabulary.ids_of_unknown(fragment[start:stop])]
        ids_of = self._vocabulary.ids_of_unknown
        pieces: list[Piece] = []
        for at in range(start, stop):
            look()
            pieces.extend((each, at, at + 1) for each in ids_of(fragment[at]))
        return pieces

    def _joined(self, fragment: str, look: Look) -> list[tuple[int, int]]:
        """Start and stop of each token, neighbours that are unknown taken together."""
        ids, unknown = self._vocabulary.ids, self._vocabulary.unknown

        def is_unknown(span: tuple[int, int]) -> bool:
            look()
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
