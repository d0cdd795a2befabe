"""Loops that a compiler unrolled: long stretches without parameters in which the same operators come again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from nacformats.repeats.flow import Flow
from nacformats.repeats.naming import Module

#: A stretch has at least so many operations, and a loop so many rounds.
_LEAST_STRETCH, _LEAST_ROUNDS = 24, 3
#: So many operations together tell one place of a round from the others.
_WORD = 4


def unrolled_rounds(flow: Flow) -> Iterator[Module]:
    """Yield the rounds of loops in stretches without parameters, as modules without names; one loop a stretch."""
    heads = [-1, *(i for i, count in enumerate(flow.parameters) if count), len(flow.rows)]
    for before, after in pairwise(heads):
        if after - before > _LEAST_STRETCH:
            yield from _rounds(flow, range(before + 1, after))


def _rounds(flow: Flow, stretch: range) -> Iterator[Module]:
    period = _period(flow, stretch)
    loop = _loop(flow, stretch, period) if period else range(0)
    first = min(loop[:period], key=flow.live.__getitem__, default=0)
    count = (loop.stop - first) // period if loop else 0
    for number in range(count if count >= _LEAST_ROUNDS else 0):
        span = range(first + number * period, first + (number + 1) * period)
        yield Module([], span.start, span.stop - 1, period, span=span, limits=span)


def _period(flow: Flow, stretch: range) -> int:
    """Return after how many operations the same ones most often come again; 0 if none do."""
    last: dict[tuple[int, ...], int] = {}
    distances: Counter[int] = Counter()
    for i in stretch[: 1 - _WORD]:
        word = tuple(flow.labels[i : i + _WORD])
        if word in last:
            distances[i - last[word]] += 1
        last[word] = i
    period = distances.most_common(1)[0][0] if distances else 0
    return period if 2 <= period <= len(stretch) // _LEAST_ROUNDS else 0


def _loop(flow: Flow, stretch: range, period: int) -> range:
    """Return the longest run of operations that come again after a period."""
    best, start = range(0), stretch.start
    for i in range(stretch.start, stretch.stop - period + 1):
        if i == stretch.stop - period or flow.labels[i] != flow.labels[i + period]:
            if i + period - start > len(best):
                best = range(start, i + period)
            start = i + 1
    return best
