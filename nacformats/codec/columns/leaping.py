"""Find records with varints: measure the length at every position at once, then follow the lengths.

It takes about a tenth of the time of a loop over the bytes. The loop remains for what is not plain: a record at the end
of the data, one with a list of thousands, varints of ten bytes. So every failure comes from the loop, at the record
that is at fault.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from nacformats.codec.columns.arrays import Array, Octets, Places, view
from nacformats.plain import Plain

#: Bytes that are measured at a time: the arrays made of them fit the caches of a processor.
WINDOW = 1 << 17
#: The longest leap is one over two to the power of this many records.
_DOUBLINGS = 4
#: Lists of up to this many varints are followed one by one.
_FEW = 4
#: Longer varints are left to the loop.
_LONGEST = 9
#: Records that the loop takes after the first that cannot be followed; twice as many each time, up to the most.
_LOOPED, _MOST_LOOPED = 8, 4096

Scan = Callable[[int, Callable[[int], None], int], None]
Measure = Callable[..., Places]


class Candidates(Plain):
    """The positions at which a record may start.

    Attributes:
        leading: for each byte 1 where a record can begin with it, else 0.
        grain: the sizes of records are multiples of this many bytes.
    """

    leading: bytes
    grain: int

    def of(self, data: Octets) -> Places:
        """Return the positions of a record's first byte in some bytes."""
        if self.grain > 1:
            return np.arange(0, len(data), self.grain)
        return (np.frombuffer(data.tobytes().translate(self.leading), np.bool_)).nonzero()[0]


class NotPlainError(Exception):
    """A window has varints that are left to the loop."""


class Window:
    """Some of the data, and how long the varint is at every position in it.

    Attributes:
        data: the bytes.
        size: how many they are.
    """

    def __init__(self, data: Octets) -> None:
        self.data = data
        self.size = len(data)

    @cached_property
    def _sizes(self) -> Octets:
        """Bytes of the varint at each position.

        Raises:
            NotPlain: some are too long.
        """
        high = (self.data > 127).view(np.uint8)
        sizes: Octets = high + np.uint8(1)
        run, longest = high, 1
        while longest < _LONGEST and run.any():
            run = run[:-1] & high[longest:]
            sizes[: len(run)] += run
            longest += 1
        if longest == _LONGEST and run.any():
            raise NotPlainError
        return sizes

    def numbers(self, dtype: str, pos: Places, shift: int) -> Array:
        found = view(self.data, dtype, shift)
        return found[np.minimum(pos, len(found) - 1)] if len(found) else np.zeros(len(pos), dtype)

    def after(self, pos: Places) -> Places:
        """Return the positions after the varints at some positions."""
        return pos + self._sizes.take(pos, mode="clip")

    def small_varints(self, pos: Places) -> tuple[Places, Places]:
        """Return the numbers of the varints at some positions, those of more than two bytes as if there were none."""
        sizes = self._sizes.take(pos, mode="clip")
        value = self.data.take(pos, mode="clip").astype(np.int64)
        longer = (sizes > 1).nonzero()[0]
        if longer.size:
            second = self.data.take(pos[longer] + 1, mode="clip").astype(np.int64)
            value[longer] += (second << 7) - 128
            value[(sizes > 2).nonzero()[0]] = -1
        return value, pos + sizes

    def counts(self, value: Array, like: Places) -> Places:
        """Return numbers of elements; impossible ones become more than there is room for."""
        numbers = value if np.ndim(value) else np.full(len(like), value, np.int64)
        return np.where((numbers < 0) | (numbers > self.size), self.size + 1, numbers)

    def after_rows(self, pos: Places, count: Places) -> Places:
        """Return the positions after lists of these numbers of varints."""
        after = pos.copy()
        most = int(count.max(initial=0))
        for number in range(min(most, _FEW)):
            after += self._sizes.take(after, mode="clip") * (count > number)
        if most <= _FEW:
            return after
        chosen = (count > _FEW).nonzero()[0]
        if chosen.size:
            last = np.searchsorted(self._ends, pos[chosen]) + count[chosen] - 1
            after[chosen] = self._ends.take(last, mode="clip") + 1
        return after

    @cached_property
    def _ends(self) -> Places:
        """The ends of all varints, followed by a position beyond the window."""
        ends: Places = np.append((self.data < 128).nonzero()[0], self.size + 1)
        return ends

    def nowhere(self, pos: Places) -> Places:
        return np.full(len(pos), self.size + 1)


def leap(
    data: Octets,
    start: int,
    end: int,
    count: int,
    candidates: Candidates,
    measure: Measure,
    scan: Scan,
    arguments: Sequence[Any],
    note: Callable[[Places], None],
) -> None:
    """Note where records start and, last, where they end.

    Args:
        data: all bytes; start, end: between which the records are; count: how many.
        candidates: where a record may start.
        measure: as nacformats.targets.columns.scanning renders it, called with the arguments.
        scan: the loop, (position, note, how many).
        note: takes arrays of positions.

    Raises:
        IndexError: as the loop does.
    """
    done, looped = 0, _LOOPED
    while done < count:
        window = Window(data[start : min(start + WINDOW, end)])
        chain = _chain(window, candidates, measure, arguments)
        inside = 0
        while done < count and inside < window.size:
            found = chain.follow(inside, count - done) if chain else np.zeros(0, np.int64)
            if len(found) > 1:
                note(found[:-1] + start)
                done, inside, looped = done + len(found) - 1, int(found[-1]), _LOOPED
                continue
            if chain and start + window.size < end and inside > window.size // 2:
                break  # it may go on in the next window; never for less than half a window, or it would be slow
            few = min(looped, count - done)
            places: list[int] = []
            try:
                scan(start + inside, places.append, few)
            finally:
                note(np.array(places[:-1] if len(places) > few else places, np.int64))
            done, inside, looped = done + few, places[-1] - start, min(2 * looped, _MOST_LOOPED)
        start += inside
        if not window.size:
            scan(start, lambda place: note(np.array([place], np.int64)), count - done)
            return
    note(np.array([start], np.int64))


def _chain(window: Window, candidates: Candidates, measure: Measure, arguments: Sequence[Any]) -> _Chain | None:
    """Return the links from record to record in a window, or None if only the loop can tell."""
    begun = candidates.of(window.data)
    try:
        after = measure(window, begun, *arguments)
    except NotPlainError:
        return None
    return _Chain(begun, after, window.size, candidates.grain)


class _Chain:
    """Links from each position in a window to the start 1, 2, 4, 8 and 16 records further on.

    Positions are counted in grains; the last one is the place of all that end nowhere in the window.
    """

    def __init__(self, begun: Places, after: Places, size: int, grain: int) -> None:
        self.grain, self.stop = grain, size // grain + 1
        by_one = np.full(self.stop + 1, self.stop, np.int32)
        if grain > 1:
            by_one[: len(begun)] = np.minimum((after + grain - 1) // grain, self.stop)
        else:
            by_one[begun] = np.minimum(after, self.stop)
        self.leaps = [by_one]
        for _ in range(_DOUBLINGS):
            self.leaps.append(self.leaps[-1].take(self.leaps[-1], mode="clip"))

    def follow(self, start: int, count: int) -> Places:
        """Starts of records from one on, at most `count` and the end of the last."""
        place, steps, stop = start // self.grain, self.leaps[-1].data, self.stop
        heads: list[int] = []
        note = heads.append
        for _ in range((count >> _DOUBLINGS) + 1):
            note(place)
            place = steps[place]
            if place == stop:
                break
        found = np.array(heads, np.int32)
        for leaps in self.leaps[-2::-1]:
            found = np.stack((found, leaps.take(found)), 1).ravel()
        places = found[: count + 1]
        return places[: int(np.searchsorted(places, stop))].astype(np.int64) * self.grain
