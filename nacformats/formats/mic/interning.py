"""The string table of a canonical file: every text once, in the order of first use (MIC-B v2, Determinism)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nacformats.formats.mic.strings import Integers, Spans, spans_of
from nacformats.formats.mic.tokens import WORD, Pieces, Words

#: Longer texts are compared by the hash of Python.
_LONG = 8 * WORD
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)


class Interned(NamedTuple):
    """Texts without duplicates, and the position among them of each text that is used."""

    texts: Spans
    references: Integers


def interned(first: list[str], table: Spans, used: Integers) -> Interned:
    """The texts that are used, in that order: `first`, then those of `table` with the numbers in `used`."""
    own = list(dict.fromkeys(first))
    numbers = {text: number for number, text in enumerate(own)}
    before = spans_of(own)
    texts = Spans(
        before.data + table.data,
        np.concatenate((before.starts, table.starts + len(before.data))),
        np.concatenate((before.sizes, table.sizes)),
    )
    uses = np.concatenate((np.array([numbers[text] for text in first], np.int64), used + len(own)))
    same = _first_alike(texts)
    if same is not None:
        uses = same[uses]
    # Of several assignments to one place the last one holds: that of the first use.
    places = np.arange(len(uses))
    first_use = np.empty(len(texts.starts), np.int64)
    first_use[uses[::-1]] = places[::-1]
    order = uses[first_use[uses] == places]
    position = np.empty(len(texts.starts), np.int64)
    position[order] = np.arange(len(order))
    return Interned(Spans(texts.data, texts.starts[order], texts.sizes[order]), position[uses])


def _first_alike(texts: Spans) -> Integers | None:
    """For each text the number of one that is equal to it, the same for all of them; None when no two are equal."""
    prints = _fingerprints(texts)
    ordered = np.sort(prints)
    if not (ordered[1:] == ordered[:-1]).any():
        return None
    order = np.argsort(prints, kind="stable")
    is_new = np.ones(len(prints), bool)
    is_new[1:] = prints[order][1:] != prints[order][:-1]
    same = np.empty(len(prints), np.int64)
    same[order] = order[is_new][np.cumsum(is_new) - 1]
    return same if _are_equal(texts, same) else _by_dictionary(texts)


def _fingerprints(texts: Spans) -> Words:
    """Numbers that are equal for equal texts, and hardly ever for others."""
    pieces = Pieces(texts.data)
    prints = texts.sizes.astype(np.uint64)
    some = np.flatnonzero(texts.sizes <= _LONG)
    starts, sizes = texts.starts[some], texts.sizes[some]
    while len(some):
        mixed = (prints[some] ^ pieces.keys(starts, sizes)) * _FACTOR
        prints[some] = mixed ^ (mixed >> _SHIFT)
        longer = sizes > WORD
        some, starts, sizes = some[longer], starts[longer] + WORD, sizes[longer] - WORD
    for number in np.flatnonzero(texts.sizes > _LONG).tolist():
        prints[number] = hash(_text(texts, number)) & (2**64 - 1)
    return prints


def _are_equal(texts: Spans, same: Integers) -> bool:
    """Whether each text is equal to the one with the number in `same`."""
    repeated = np.flatnonzero(same != np.arange(len(same)))
    pairs = zip(repeated.tolist(), same[repeated].tolist(), strict=True)
    return all(_text(texts, one) == _text(texts, other) for one, other in pairs)


def _by_dictionary(texts: Spans) -> Integers:
    """As _first_alike, whatever the fingerprints are."""
    known: dict[bytes, int] = {}
    return np.array([known.setdefault(_text(texts, number), number) for number in range(len(texts.starts))], np.int64)


def _text(texts: Spans, number: int) -> bytes:
    start = int(texts.starts[number])
    return texts.data[start : start + int(texts.sizes[number])]
