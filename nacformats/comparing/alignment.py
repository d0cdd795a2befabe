"""Alignment of two sequences of numbers in bounded time: what is equal in both, in order."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

PlaceArray = npt.NDArray[np.int64]
#: Start and stop in the first sequence, start and stop in the second one.
Gap = tuple[int, int, int, int]

#: Most insertions and deletions in a row that are found between elements that are there once.
_MAX_EDITS = 256
#: How often each element is looked at, on average, to find those that are there once.
_MAX_LOOKS = 32
#: How many comparisons all gaps may take together; what is left over has no partner.
_MAX_STEPS = 2_000_000


def aligned_places(first: PlaceArray, second: PlaceArray) -> PlaceArray:
    """Return the place in the second sequence of each element of the first; -1 where it has none.

    Places ascend, and the elements of a pair are equal. Elements that are there once in both are anchors (patience
    diff); between these the shortest edit is looked for (Myers), as long as that is quick.
    """
    found = np.full(len(first), -1)
    steps = _MAX_STEPS
    for start, stop, other_start, other_stop in _gaps(first, second, found):
        one, other = first[start:stop].tolist(), second[other_start:other_stop].tolist()
        pairs, steps = _edit(one, other, steps)
        for place, other_place in pairs:
            found[start + place] = other_start + other_place
    return found


def longest_ascent(numbers: Sequence[int]) -> list[int]:
    """Return the places of a longest ascending part of a sequence of different numbers."""
    tails: list[int] = []  # the least last number of an ascending list of each length
    ends: list[int] = []  # where that is
    before: list[int] = []
    for place, number in enumerate(numbers):
        length = bisect_left(tails, number)
        before.append(ends[length - 1] if length else -1)
        tails[length : length + 1] = [number]
        ends[length : length + 1] = [place]
    chain: list[int] = []
    place = ends[-1] if ends else -1
    while place >= 0:
        chain.append(place)
        place = before[place]
    return chain[::-1]


def _gaps(first: PlaceArray, second: PlaceArray, found: PlaceArray) -> Iterator[Gap]:
    """Mark what is equal at both ends and around the anchors; give what is left between them."""
    waiting: list[Gap] = [(0, len(first), 0, len(second))]
    looks = _MAX_LOOKS * (len(first) + len(second))
    while waiting:
        start, stop, other_start, other_stop = _trimmed(first, second, found, waiting.pop())
        if start == stop or other_start == other_stop:
            continue
        looks -= stop - start + other_stop - other_start
        anchors = _anchors(first[start:stop], second[other_start:other_stop]) if looks >= 0 else []
        if not anchors:
            yield start, stop, other_start, other_stop
            continue
        before = start, other_start
        for place, other_place in anchors:
            here = start + place, other_start + other_place
            found[here[0]] = here[1]
            waiting.append((before[0], here[0], before[1], here[1]))
            before = here[0] + 1, here[1] + 1
        waiting.append((before[0], stop, before[1], other_stop))


def _trimmed(first: PlaceArray, second: PlaceArray, found: PlaceArray, gap: Gap) -> Gap:
    """Return a gap without what is equal at its ends, which is marked."""
    start, stop, other_start, other_stop = gap
    size = min(stop - start, other_stop - other_start)
    same = _run(first[start : start + size] == second[other_start : other_start + size])
    found[start : start + same] = np.arange(other_start, other_start + same)
    start, other_start, size = start + same, other_start + same, size - same
    same = _run((first[stop - size : stop] == second[other_stop - size : other_stop])[::-1]) if size else 0
    found[stop - same : stop] = np.arange(other_stop - same, other_stop)
    return start, stop - same, other_start, other_stop - same


def _run(equal: npt.NDArray[np.bool_]) -> int:
    """Count those at the start that are True."""
    return len(equal) if equal.all() else int(np.argmin(equal))


def _anchors(first: PlaceArray, second: PlaceArray) -> list[tuple[int, int]]:
    """Pairs of elements that are there once in both sequences: the longest list of those that ascend."""
    keys, places = _once(first)
    other_keys, other_places = _once(second)
    _, one, other = np.intersect1d(keys, other_keys, assume_unique=True, return_indices=True)
    order = np.argsort(places[one])
    pairs = list(zip(places[one][order].tolist(), other_places[other][order].tolist(), strict=True))
    return [pairs[number] for number in longest_ascent([place for _, place in pairs])]


def _once(keys: PlaceArray) -> tuple[PlaceArray, PlaceArray]:
    """Return the elements that are there once, and where."""
    found, places, counts = np.unique(keys, return_index=True, return_counts=True)
    return found[counts == 1], places[counts == 1]


def _edit(one: list[int], other: list[int], steps: int) -> tuple[list[tuple[int, int]], int]:
    """Return the pairs of a shortest edit, none where it is too long, and how many steps are left (Myers, 1986)."""
    reach = {1: 0}  # by diagonal: how far the first sequence was followed
    trace: list[dict[int, int]] = []
    for edits in range(_MAX_EDITS + 1):
        trace.append(dict(reach))
        for diagonal in range(-edits, edits + 1, 2):
            down = diagonal == -edits or (diagonal != edits and reach[diagonal - 1] < reach[diagonal + 1])
            x = reach[diagonal + 1] if down else reach[diagonal - 1] + 1
            start = x
            while x < len(one) and x - diagonal < len(other) and one[x] == other[x - diagonal]:
                x += 1
            steps -= x - start + 1
            reach[diagonal] = x
            if x >= len(one) and x - diagonal >= len(other):
                return _followed_back(trace, len(one), len(other)), steps
        if steps <= 0:
            break
    return [], steps


def _followed_back(trace: list[dict[int, int]], x: int, y: int) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = []
    for edits in range(len(trace) - 1, -1, -1):
        reach, diagonal = trace[edits], x - y
        down = diagonal == -edits or (diagonal != edits and reach[diagonal - 1] < reach[diagonal + 1])
        before = diagonal + 1 if down else diagonal - 1
        x_before = reach[before]
        y_before = x_before - before
        while x > x_before and y > y_before and x > 0 and y > 0:
            x, y = x - 1, y - 1
            pairs.append((x, y))
        x, y = x_before, y_before
    return pairs[::-1]
