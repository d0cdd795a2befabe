"""The parts of a program that recur, found without names.

Operations that take parameters are the heads of chunks. A part is a row of chunks that occurs again with the same
operators, lets one result out, and is not two parts of nearly the same operators. Those that save most rows when they
are folded are taken first; others are then inside of them, between them, or rows of them.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nacformats.repeats.flow import Flow
from nacformats.repeats.naming import Module

#: Most chunks of a part, and how many parts of each length are looked at, the most frequent ones.
_MOST_CHUNKS, _MOST_PARTS = 128, 24
#: Two halves are of one kind where they have so much of their operators in common.
_SIMILAR = 0.8
#: The base of the hash of a row of chunks, an odd number of 64 bits.
_BASE = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True)
class _Part:
    """A row of chunks: how many they are, and where they begin."""

    length: int
    starts: tuple[int, ...]


def recurring_parts(flow: Flow) -> list[Module]:
    """Return the parts of a program that recur, as modules without names."""
    heads = [i for i, count in enumerate(flow.parameters) if count]
    return _Search(flow, heads if len(heads) > 1 else list(range(len(flow.rows)))).modules()


class _Search:
    def __init__(self, flow: Flow, heads: Sequence[int]) -> None:
        self.flow = flow
        self.heads = heads
        bounds = [0, *(head + 1 for head in heads)], [*heads, len(flow.rows)]
        #: Where chunk i may best be cut from the one before it: the narrowest place between their heads.
        self.cuts = [min(range(stop, start - 1, -1), key=flow.live.__getitem__) for start, stop in zip(*bounds)]
        #: The innermost part that was taken around each cut, by number; 0 for none.
        self.owners = [0] * len(self.cuts)
        self.taken = 0

    def modules(self) -> list[Module]:
        """Take parts, those that save most rows first."""
        waiting = [(-self._saved(part), number, part) for number, part in enumerate(self._candidates())]
        heapq.heapify(waiting)
        found: list[Module] = []
        while waiting:
            saved, number, part = heapq.heappop(waiting)
            left = self._free(part)
            if len(left.starts) < 2:
                continue
            if -self._saved(left) > saved:  # others may save more by now
                heapq.heappush(waiting, (-self._saved(left), number, left))
            elif self._is_sound(left):
                found += self._take(left)
        return found

    def _saved(self, part: _Part) -> int:
        """Return how many operations need not be shown when a part is folded."""
        start = part.starts[0]
        return (len(part.starts) - 1) * (self.cuts[start + part.length] - self.cuts[start])

    def _candidates(self) -> Iterator[_Part]:
        """Yield rows of chunks that occur more than once without overlapping."""
        labels, joints = self._symbols()
        count = len(labels)
        hashes = labels
        for length in range(2, min(_MOST_CHUNKS, count // 2) + 1):
            hashes = hashes[:-1] * _BASE + joints[length - 1 :]
            order = np.argsort(hashes, kind="stable")
            borders = np.flatnonzero(np.diff(hashes[order])) + 1
            groups = [group for group in np.split(order, borders) if len(group) > 1]
            for group in sorted(groups, key=len, reverse=True)[:_MOST_PARTS]:
                starts = _apart(group.tolist(), length)
                if len(starts) > 1:
                    yield _Part(length, starts)

    def _symbols(self) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
        """Return a number for the head of each chunk, and one for it with all since the head before it."""
        flow = self.flow
        numbers: dict[tuple[int, ...], int] = {}
        joints = []
        for before, head in zip([-1, *self.heads], self.heads, strict=False):
            joints.append(numbers.setdefault(tuple(flow.labels[before + 1 : head + 1]), len(numbers) + 1))
        labels = [flow.labels[head] + 1 for head in self.heads]
        return np.array(labels, np.uint64), np.array(joints, np.uint64)

    def _free(self, part: _Part) -> _Part:
        """Return a part where it does not cross others, if it is not alone in each of those around it."""
        length, owners = part.length, self.owners
        starts = [start for start in part.starts if owners[start] == owners[start + length]]
        around = Counter(owners[start] for start in starts)
        if not around or max(around.values()) < 2:
            return _Part(length, ())
        return _Part(length, tuple(starts))

    def _is_sound(self, part: _Part) -> bool:
        start, stop = part.starts[0], part.starts[0] + part.length
        if min(self._results(each, each + part.length) for each in (start, part.starts[-1])) > 1:
            return False
        holds = any(self.owners[cut] != self.owners[start] for cut in range(start + 1, stop))
        follows = any(other - one == part.length for one, other in zip(part.starts, part.starts[1:], strict=False))
        if holds and not follows:
            return False
        return not any(self._are_similar(start, cut, stop) for cut in range(start + 1, stop))

    def _results(self, start: int, stop: int) -> int:
        """Return how many results of chunks are taken by later ones."""
        end = self.cuts[stop]
        return sum(self.flow.last_taken[i] >= end for i in range(self.cuts[start], end))

    def _are_similar(self, start: int, cut: int, stop: int) -> bool:
        """True if a cut makes two parts of nearly the same operators."""
        first, middle, last = self.cuts[start], self.cuts[cut], self.cuts[stop]
        if min(middle - first, last - middle) < _SIMILAR * max(middle - first, last - middle):
            return False
        one, other = Counter(self.flow.labels[first:middle]), Counter(self.flow.labels[middle:last])
        return (one & other).total() >= _SIMILAR * max(one.total(), other.total()) and self._results(start, cut) == 1

    def _take(self, part: _Part) -> Iterator[Module]:
        """Yield the occurrences of a part, and remember where they are."""
        for start in part.starts:
            self.taken += 1
            stop = start + part.length
            around = self.owners[start]
            for cut in range(start + 1, stop):
                if self.owners[cut] == around:
                    self.owners[cut] = self.taken
            before = self.heads[start - 1] + 1 if start else 0
            after = self.heads[stop] if stop < len(self.heads) else len(self.flow.rows)
            span = range(self.cuts[start], self.cuts[stop])
            yield Module(
                [], self.heads[start], self.heads[stop - 1], part.length, span=span, limits=range(before, after)
            )


def _apart(starts: Sequence[int], length: int) -> tuple[int, ...]:
    """Return the first of ascending starts, and each that is far enough from the one before."""
    kept = [starts[0]]
    for start in starts:
        if start >= kept[-1] + length:
            kept.append(start)
    return tuple(kept)
