"""The string table of a canonical file: every text once, in the order of first use (MIC-B v2, Determinism)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nacformats.formats.mic.strings import Integers, Spans, spans_of

TokenWords = npt.NDArray[np.uint64]

#: Bytes in a word.
WORD = 8
#: By a number of bytes: the mask that keeps the first bytes of a word.
_KEPT = np.array([(1 << 8 * size) - 1 for size in range(WORD + 1)], np.uint64)

#: Longer texts are compared by the hash of Python.
_LONG = 8 * WORD
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)


class Interned(NamedTuple):
    """Texts without duplicates, and the position among them of each text that is used."""

    texts: Spans
    references: Integers


def interned(first: list[str], table: Spans, used: Integers) -> Interned:
    """Return the texts that are used, in that order: `first`, then those of `table` with the numbers in `used`."""
    own = list(dict.fromkeys(first))
    numbers = {text: number for number, text in enumerate(own)}
    before = spans_of(own)
    is_used = np.zeros(len(table.starts), bool)
    is_used[used] = True
    chosen = is_used.nonzero()[0]
    number_of = np.cumsum(is_used) + (len(own) - 1)
    texts = Spans(
        before.data + table.data,
        np.concatenate((before.starts, table.starts[chosen] + len(before.data))),
        np.concatenate((before.sizes, table.sizes[chosen])),
    )
    uses = np.concatenate((np.array([numbers[text] for text in first], np.int64), number_of[used]))
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
    """Return for each text the number of the first one equal to it; None when no two are equal."""
    prints = _fingerprints(texts)
    ordered = np.sort(prints)
    repeated = ordered[:-1][ordered[1:] == ordered[:-1]]
    if not len(repeated):
        return None
    nearest = repeated[np.minimum(np.searchsorted(repeated, prints), len(repeated) - 1)]
    same = np.arange(len(prints))
    known: dict[bytes, int] = {}
    for number in (nearest == prints).nonzero()[0].tolist():
        same[number] = known.setdefault(_text(texts, number), number)
    return same


def _fingerprints(texts: Spans) -> TokenWords:
    """Return numbers that are equal for equal texts, and hardly ever for others."""
    pieces = TextPieces(texts.data)
    prints = texts.sizes.astype(np.uint64)
    some = (texts.sizes <= _LONG).nonzero()[0]
    starts, sizes = texts.starts[some], texts.sizes[some]
    while len(some):
        mixed = (prints[some] ^ pieces.keys(starts, sizes)) * _FACTOR
        prints[some] = mixed ^ (mixed >> _SHIFT)
        longer = sizes > WORD
        some, starts, sizes = some[longer], starts[longer] + WORD, sizes[longer] - WORD
    for number in (texts.sizes > _LONG).nonzero()[0].tolist():
        prints[number] = hash(_text(texts, number)) & (2**64 - 1)
    return prints


def _text(texts: Spans, number: int) -> bytes:
    start = int(texts.starts[number])
    return texts.data[start : start + int(texts.sizes[number])]


class TextPieces:
    """Bytes whose pieces are looked at. A word may start at any position; past the end it is zeros."""

    def __init__(self, data: bytes) -> None:
        padded = np.frombuffer(data + bytes(WORD), np.uint8)
        self.octets = padded[: len(data)]
        self.words = _words(padded)

    def keys(self, starts: Integers, sizes: Integers) -> TokenWords:
        """Return the first eight bytes of each piece, with zeros in place of those that it does not have."""
        return self.words[starts] & _KEPT[np.minimum(sizes, WORD)]


def _words(octets: npt.NDArray[np.uint8]) -> TokenWords:
    """The eight bytes from every position on, as one little-endian number; there are fewer of them than bytes."""
    return np.ndarray((max(len(octets) - WORD + 1, 0),), "<u8", octets, 0, (1,))
