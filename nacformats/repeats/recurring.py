"""The parts of a program that recur, found without names.

Operations that take parameters are the heads of chunks. A part is a row of chunks that occurs again with the same
operators, lets one result out, and is not two parts of nearly the same operators. Those that save most rows when they
are folded are taken first; others are then inside of them, between them, or rows of them.
"""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, starmap

import numpy as np

from nacformats.repeats.flow import Flow
from nacformats.repeats.naming import Module

#: Most chunks of a part, and how many parts of each length are looked at, the most frequent ones.
_MOST_CHUNKS, _MOST_PARTS = 128, 24
#: Two halves are of one kind where they have so much of their operators in common.
_SIMILAR = 0.8
#: So many borders of a part are tried, the most frequent ones, and so many occurrences asked for their results.
_MOST_MARGINS, _MOST_WITNESSES = 4, 5
#: The search ends when it has looked at each operation so often.
_MOST_WORK = 60
#: Looking for the place of an occurrence takes as long as looking at so many operations.
_STEP = 4
#: Longer parts are not searched when so many places were looked at.
_MOST_PLACES = 1_000_000
#: A single chunk is a part where so many follow one another.
_LEAST_LONE = 4
#: So many rounds of the same chunks are no part.
_LEAST_ROUNDS = 3
#: The base of the hash of a row of chunks, an odd number of 64 bits.
_BASE = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True, order=True)
class _Part:
    """A row of chunks that recurs.

    Attributes:
        length: how many chunks they are.
        starts: the first one of each occurrence.
        margins: how many operations before the first head and after the last one belong to it.
    """

    length: int
    starts: tuple[int, ...]
    margins: tuple[int, int] = (0, 0)


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
        self.cuts = [
            min(range(stop, start - 1, -1), key=flow.live.__getitem__) for start, stop in zip(*bounds, strict=True)
        ]
        #: The innermost part that was taken around each cut, by number; 0 for none.
        self.owners = [0] * len(self.cuts)
        ends = [-1, *heads], heads
        #: A number for each head with all since the head before it, and one for each chunk as it was cut.
        self.joints = self._numbered(range(one + 1, other + 1) for one, other in zip(*ends, strict=False))
        self.contents = self._numbered(starmap(range, pairwise(self.cuts)))
        #: The part of each number, and the chunks that it is around; all of them.
        self.kinds = [_Part(0, ())]
        self.extents = [(0, len(heads))]
        self.taken: set[tuple[int, int]] = set()
        #: How many operations were looked at.
        self.work = 0

    def modules(self) -> list[Module]:
        """Take parts, those that save most rows first; of those that save the same, the one that begins last."""
        waiting = [(-self._most(part), -part.starts[0], part.length, part) for part in self._candidates()]
        heapq.heapify(waiting)
        found: list[Module] = []
        while waiting and self.work < _MOST_WORK * (len(self.flow.rows) + _MOST_WORK):
            saved, *_, part = heapq.heappop(waiting)
            part = self._free(part)
            if len(part.starts) < 2 or len(self._span(part, part.starts[0])) < 2 or not self._is_sound(part):
                continue
            part, rest = self._fitted(part)
            if len(part.starts) < 2:
                continue
            if len(rest.starts) > 1:
                heapq.heappush(waiting, (-self._most(rest), -rest.starts[0], rest.length, rest))
            entry = -self._saved(part), -part.starts[0], part.length, part
            if waiting and entry > waiting[0] and entry[0] > saved:  # others may save more by now
                heapq.heappush(waiting, entry)
            else:
                found += self._take(part)
        return found

    def _most(self, part: _Part) -> int:
        """Return how many operations need not be shown when a part is folded; more for one that follows itself."""
        follow = sum(other - one == part.length for one, other in pairwise(part.starts))
        return (len(part.starts) - 1 + follow // 2) * len(self._span(part, part.starts[0]))

    def _span(self, part: _Part, start: int) -> range:
        """Return the operations of an occurrence."""
        before, after = part.margins
        return range(self.heads[start] - before, self.heads[start + part.length - 1] + 1 + after)

    def _limits(self, part: _Part, start: int) -> range:
        """Return the operations that an occurrence may have: all between the heads before and after it."""
        stop = start + part.length
        before = self.heads[start - 1] + 1 if start else 0
        return range(before, self.heads[stop] if stop < len(self.heads) else len(self.flow.rows))

    def _fitted(self, part: _Part) -> tuple[_Part, _Part]:
        """Return a part with the best margins, where it has one structure with these, and where it has not."""
        ends = Counter(self._margins(part, start) for start in part.starts)
        best = replace(part, starts=())
        for margins, _ in ends.most_common(_MOST_MARGINS):
            fitted = replace(part, margins=margins)
            kinds: dict[int, list[int]] = defaultdict(list)
            for start in part.starts:
                span, limits = self._span(fitted, start), self._limits(fitted, start)
                if limits.start <= span.start and span.stop <= limits.stop:
                    kinds[self.flow.structure(span, arguments=True)].append(start)
                    self.work += len(span)
            largest = max(kinds.values(), key=len, default=[])
            fitted = replace(fitted, starts=tuple(largest))
            if self._saved(fitted) > self._saved(best):
                best = fitted
        rest = set(part.starts).difference(best.starts)
        return self._free(best), replace(part, starts=tuple(sorted(rest)))

    def _saved(self, part: _Part) -> int:
        """Return how many operations need not be shown when a part is folded, with less for one that is no whole.

        A whole has one argument that is no other occurrence's too, as a mask would be, and that is not needed after it.
        """
        if len(part.starts) < 2:
            return 0
        spans = [self._span(part, start) for start in part.starts[:_MOST_WITNESSES]]
        taken = [self._arguments(span) for span in spans]
        common = Counter(argument for each in taken for argument in each)
        own = [[argument for argument in each if common[argument] == 1] for each in taken]
        several = sorted(len(each) for each in own)[len(own) // 2] > 1
        passed = sorted(
            any(self.flow.last_taken[argument] >= span.stop for argument in each)
            for each, span in zip(own, spans, strict=True)
        )[len(own) // 2]
        return self._most(part) // (1 + several + passed)

    def _arguments(self, span: range) -> set[int]:
        """Return the operations from before an occurrence whose results it takes."""
        self.work += len(span)
        return {operand for i in span for operand in self.flow.operands[i] if 0 <= operand < span.start}

    def _margins(self, part: _Part, start: int) -> tuple[int, int]:
        stop = start + part.length
        return self.heads[start] - self.cuts[start], self.cuts[stop] - self.heads[stop - 1] - 1

    def _candidates(self) -> Iterator[_Part]:
        """Yield rows of chunks that occur more than once without overlapping."""
        count = len(self.joints)
        hashes = np.array([self.flow.labels[head] + 1 for head in self.heads], np.uint64)
        joints = np.array(self.joints, np.uint64)
        longest = min(_MOST_CHUNKS, count // 2, _MOST_PLACES // max(count, 1) + 2)
        for length in range(1, longest + 1):
            if length > 1:
                hashes = hashes[:-1] * _BASE + joints[length - 1 :]
            order = np.argsort(hashes, kind="stable")
            bounds = np.concatenate(([0], np.flatnonzero(np.diff(hashes[order])) + 1, [len(order)]))
            sizes = np.diff(bounds)
            for group in np.argsort(-sizes, kind="stable")[:_MOST_PARTS]:
                starts = _apart(order[bounds[group] : bounds[group + 1]].tolist(), length)
                if len(starts) > 1 and (length > 1 or _follow(starts, 1) >= _LEAST_LONE):
                    part = _Part(length, starts)
                    yield replace(part, margins=self._margins(part, starts[0]))

    def _numbered(self, spans: Iterable[range]) -> list[int]:
        """Return a number for each span that is the same for spans of the same operators."""
        numbers: dict[tuple[int, ...], int] = {}
        labels = self.flow.labels
        return [numbers.setdefault(tuple(labels[each.start : each.stop]), len(numbers) + 1) for each in spans]

    def _free(self, part: _Part) -> _Part:
        """Return a part where it does not cross others, if it is not alone in each of those around it."""
        self.work += _STEP * len(part.starts)
        owners = [(start, self._owner(start, start + part.length)) for start in part.starts]
        around = Counter(owner for _, owner in owners if owner is not None)
        starts = tuple(start for start, owner in owners if owner is not None)
        return replace(part, starts=starts if max(around.values(), default=0) > 1 else ())

    def _owner(self, start: int, stop: int) -> int | None:
        """Return the innermost part that was taken around a row of chunks; None if the row crosses one, or is one."""
        ends = self.owners[start], self.owners[stop]
        if (start, stop) in self.taken:
            return None
        for owner in ends:
            first, last = self.extents[owner]
            if (ends[0] != owner and start != first) or (ends[1] != owner and stop != last):
                continue
            if first <= start and stop <= last:
                return owner
        return None

    def _is_sound(self, part: _Part) -> bool:
        """True if a part lets one result out, and is no row of others that are alike or do not follow one another."""
        length = part.length
        start, stop = part.starts[0], part.starts[0] + length
        chunks = self.contents[start:stop]
        if any(chunks[period:] == chunks[:-period] for period in range(1, length // _LEAST_ROUNDS + 1)):
            return False
        witnesses = [range(self.cuts[each], self.cuts[each + length]) for each in part.starts[:_MOST_WITNESSES]]
        results = sorted(map(self._results, witnesses))
        if results[len(results) // 2] > 1:
            return False
        around = self._owner(start, stop)
        held = [self.owners[cut] for cut in range(start + 1, stop) if self.owners[cut] != around]
        if ((held or around) and _follow(part.starts, length) < 2) or (held and self._is_row(part, held)):
            return False
        return not any(self._are_similar(witnesses[0], self.cuts[cut]) for cut in range(start + 2, stop - 1))

    def _is_row(self, part: _Part, held: Sequence[int]) -> bool:
        """True if nearly all of a part are several occurrences of another one."""
        inside = Counter(self.kinds[each] for each in set(held))
        other, count = inside.most_common(1)[0]
        return count > 1 and count * other.length >= _SIMILAR * part.length

    def _results(self, span: range) -> int:
        """Return how many results of operations are taken after them."""
        self.work += len(span)
        return sum(self.flow.last_taken[i] >= span.stop for i in span)

    def _are_similar(self, span: range, middle: int) -> bool:
        """True if an operation begins the second of two parts of nearly the same operators."""
        one, other = range(span.start, middle), range(middle, span.stop)
        if min(len(one), len(other)) < _SIMILAR * max(len(one), len(other)):
            return False
        self.work += len(span)
        labels = [Counter(self.flow.labels[each.start : each.stop]) for each in (one, other)]
        common = (labels[0] & labels[1]).total()
        return common >= _SIMILAR * max(len(one), len(other)) and self._results(one) == 1

    def _take(self, part: _Part) -> Iterator[Module]:
        """Yield the occurrences of a part, and remember where they are."""
        for start in part.starts:
            stop = start + part.length
            around = self._owner(start, stop)
            self.kinds.append(part)
            self.extents.append((start, stop))
            self.taken.add((start, stop))
            for cut in range(start + 1, stop):
                if self.owners[cut] == around:
                    self.owners[cut] = len(self.kinds) - 1
            span, limits = self._span(part, start), self._limits(part, start)
            yield Module([], self.heads[start], self.heads[stop - 1], part.length, span=span, limits=limits)


def _follow(starts: Sequence[int], length: int) -> int:
    """Return how many occurrences follow one another at most."""
    most = run = 1
    for one, other in pairwise(starts):
        run = run + 1 if other - one == length else 1
        most = max(most, run)
    return most


def _apart(starts: Sequence[int], length: int) -> tuple[int, ...]:
    """Return the first of ascending starts, and each that is far enough from the one before."""
    kept = [starts[0]]
    for start in starts:
        if start >= kept[-1] + length:
            kept.append(start)
    return tuple(kept)
