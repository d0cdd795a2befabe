"""The string table of a canonical file: every text once, in the order of first use (MIC-B v2, Determinism)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nacformats.formats.mic.kinds import Integers
from nacformats.formats.stored import Texts

#: Bytes in a word.
_WORD = 8
#: By a number of bytes: the mask that keeps the first bytes of a word.
_KEPT = np.array([(1 << 8 * size) - 1 for size in range(_WORD + 1)], np.uint64)

#: Longer texts are compared by the hash of Python.
_LONG = 8 * _WORD
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)


class Interned(NamedTuple):
    """Texts without duplicates, and the position among them of each text that is used."""

    texts: Texts
    references: Integers


def interned(first: list[str], table: Texts, used: Integers) -> Interned:
    """Return the texts that are used, in that order: `first`, then those of `table` with the numbers in `used`."""
    own = list(dict.fromkeys(first))
    numbers = {text: number for number, text in enumerate(own)}
    before = Texts.joined([text.encode() for text in own])
    is_used = np.zeros(len(table.starts), bool)
    is_used[used] = True
    chosen = is_used.nonzero()[0]
    number_of = np.cumsum(is_used) + (len(own) - 1)
    texts = Texts(
        b"".join((before.data, table.data)),
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
    return Interned(Texts(texts.data, texts.starts[order], texts.sizes[order]), position[uses])


def _first_alike(texts: Texts) -> Integers | None:
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
        same[number] = known.setdefault(bytes(texts.raw(number)), number)
    return same


def _fingerprints(texts: Texts) -> npt.NDArray[np.uint64]:
    """Return numbers that are equal for equal texts, and hardly ever for others."""
    padded = b"".join((texts.data, bytes(_WORD)))
    words = np.ndarray((len(padded) - _WORD + 1,), "<u8", padded, 0, (1,))  # those that begin at each byte
    prints = texts.sizes.astype(np.uint64)
    some = (texts.sizes <= _LONG).nonzero()[0]
    starts, sizes = texts.starts[some], texts.sizes[some]
    while len(some):
        first = words[starts] & _KEPT[np.minimum(sizes, _WORD)]
        mixed = (prints[some] ^ first) * _FACTOR
        prints[some] = mixed ^ (mixed >> _SHIFT)
        longer = sizes > _WORD
        some, starts, sizes = some[longer], starts[longer] + _WORD, sizes[longer] - _WORD
    for number in (texts.sizes > _LONG).nonzero()[0].tolist():
        prints[number] = hash(bytes(texts.raw(number))) & (2**64 - 1)
    return prints
