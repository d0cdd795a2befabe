"""Byte pair encoding: neighbours are merged, the pair of the lowest rank first, from left to right."""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from functools import cached_property
from heapq import heapify, heappop, heappush
from itertools import accumulate, pairwise

from nacformats.limits import MAX_REMEMBERED_FRAGMENT, MAX_REMEMBERED_PAIRS
from nacformats.tokenizer.models.base import Look, Piece, TokenModel, never
from nacformats.tokenizer.vocabulary import BYTE_TOKENS, SPACE, UNKNOWN_TOKENS, Merges, Vocabulary

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
        super().__init__()
        self._suffix = suffix
        self._vocabulary = vocabulary
        self._merges = merges
        self._table = _Table(vocabulary, merges)

    def _ids(self, fragment: str, look: Look) -> list[int]:
        look()
        if len(fragment) > MAX_REMEMBERED_FRAGMENT and SPACE in fragment and self._cuts is not None:
            parts = self._cuts.split(fragment)
            if len(parts) > 1:
                return self.encode_all(parts)
        ids = self._vocabulary.ids
        try:
            symbols = [ids[character] for character in (self._ended(fragment) if self._suffix else fragment)]
        except KeyError:
            symbols, _ = self._symbols(fragment)
        self._merge(symbols, None)
        return symbols

    def encode_pieces(self, fragment: str, look: Look = never) -> list[Piece]:
        look()
        ids = self._memory[fragment]
        if self._stands_for_others.isdisjoint(ids):
            tokens = self._vocabulary.tokens
            stops = list(accumulate([len(tokens[each]) for each in ids]))
            if not ids or stops[-1] == len(fragment) + len(self._suffix):  # else characters were left out
                stops[-1:] = [len(fragment)] if ids else []
                return list(zip(ids, [0, *stops], stops, strict=False))
        symbols, spans = self._symbols(fragment)
        self._merge(symbols, spans)
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

    def _symbols(self, fragment: str) -> tuple[list[int], list[_Span]]:
        """Return the symbols before merging: characters, and the replacements of unknown ones."""
        ids = self._vocabulary.ids
        symbols: list[int] = []
        spans: list[_Span] = []
        for position, character in enumerate(self._ended(fragment)):
            known = ids.get(character)
            here = self._unknown(character) if known is None else (known,)
            symbols.extend(here)
            spans.extend([(position, position + 1)] * len(here))
        return symbols, spans

    def _unknown(self, character: str) -> tuple[int, ...]:
        byte_ids, unknown = self._vocabulary.byte_ids, self._vocabulary.unknown
        if byte_ids is not None:
            return tuple(byte_ids[byte] for byte in character.encode("utf-8", "surrogatepass"))
        return () if unknown is None else (unknown,)

    def _merge(self, symbols: list[int], spans: list[_Span] | None) -> None:
        """Merge in place."""
        if len(symbols) < _LONG:
            _merge_short(self._table, symbols, spans)
        else:
            _merge_long(self._table, symbols, spans)


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


def _merge_long(table: _Table, symbols: list[int], spans: list[_Span] | None) -> None:
    """A heap of ranks and positions, and each symbol linked with its neighbours: n log n steps."""
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

    while heap:
        lowest = heappop(heap)
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
