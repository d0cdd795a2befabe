"""The state of one file that is being drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import takewhile
from typing import Any

from nacformats import limits
from nacformats.fuzz import output
from nacformats.fuzz.choices import Choices

#: The size of the whole file, as what is to blame.
WHOLE: output.BlamedField = (0, "_io")
#: How large a number is at most, in bits, that was to blame for something that did not fit.
_MODEST_BITS = 16
#: A state to come back to; see Run.mark.
Mark = tuple[int, tuple[int, ...], int, bool, int, bytes]
_ABSENT = object()
#: So many bytes are looked at to find what ends a text that is known already.
_AHEAD = 512
#: One attempt at a file takes at most one of so many parts of the steps that are left.
_ATTEMPTS = 3
#: How often numbers that depend on each other are written.
_ROUNDS = 3
#: How long texts are at most, and how often one may be longer.
_FEW = 24
_LARGE = 0.1
#: Below this depth lists are as short as they may be.
_SHALLOW = limits.MAX_DRAWN_DEPTH // 2
#: So many bytes take as long as one value.
_BYTES_PER_STEP = 64


class DrawingBudget:
    """The limits of one file, however often it is drawn.

    Attributes:
        most: the size of the file, in bytes.
        steps: how many values, records and tries are left; floor: how many the next attempt at it leaves.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.steps = limits.MAX_DRAWN_STEPS + limits.MAX_DRAWN_STEPS_PER_BYTE * most
        self.floor = 0

    def share(self) -> None:
        """Leave some steps for later attempts."""
        self.floor = self.steps - self.steps // _ATTEMPTS

    def spend(self, size: int = 0) -> None:
        """Account for one more step, with bytes of this size.

        Raises:
            ExhaustedError: there were too many.
        """
        self.steps -= 1 + size // _BYTES_PER_STEP
        if self.steps < self.floor:
            raise output.ExhaustedError("", "drawing it takes too many steps")


class Lessons:
    """Lessons of failed attempts at one file, so that the next one is drawn otherwise.

    Attributes:
        early: the fields that are drawn in their turn, though what comes later would tell them.
        first: the instances that are drawn before the fields of their record, since these would be in their place.
        blamed: the fields because of which something did not fit, and how many bits their values should have.
        wanted: the values that would have fitted.
        is_sized: whether the size of the file is drawn first.
        is_generous: whether instances that no value is found for are left out.
    """

    def __init__(self) -> None:
        self.early: set[Any] = set()
        self.first: set[Any] = set()
        self.blamed: dict[output.BlamedField, tuple[int, int]] = {}
        self.wanted: dict[output.BlamedField, int] = {}
        self.is_sized = False
        self.is_generous = False

    def blame(self, error: output.UnsatisfiedError) -> None:
        """Have the fields that an error follows from get larger or smaller values."""
        for leaf, way in error.blamed.items():
            low, high = self.blamed.get(leaf, (0, _MODEST_BITS))
            low, high = (low + 1 + (high - low) // 4, high) if way > 0 else (low, high - 1 - (high - low) // 4)
            self.blamed[leaf] = (low, high) if low <= high else (0, _MODEST_BITS)

    def modest(self, leaf: output.BlamedField, choices: Choices) -> int:
        """Return a number for a field that is to blame, mostly one of the size that it should have."""
        low, high = self.blamed[leaf] if choices.index(4) else (0, _MODEST_BITS)
        bits = choices.integer(low, high)
        return choices.integer((1 << bits) >> 1, (1 << bits) - 1)

    def learn(self, of: object) -> None:
        """Note what was needed before it was known: the size of the file, or a field."""
        if isinstance(of, output.Stream):
            self.is_sized = True
        elif of is not None and not isinstance(of, str):
            self.early.add(of)


class Run:
    """One file that is being drawn.

    Attributes:
        choices: where values come from.
        lessons: what earlier attempts taught.
        changes: how to undo what is not a list: mapping, key, and its value before.
        segment: what is written to.
        stream: the stream that the current record is in.
        bits: how many bits of the last byte are taken; 0: all.
        is_fresh: whether anything was drawn where nothing had been.
        checksums: write the checksums.
        last: writes the numbers that depend on what is known later; checks: checks the rules that do, and what was
            taken to be something until then.
        reached: the cases of switches that were drawn, each with the path of the field in the schema; None: no case.
        most: the size of no field that is drawn is more, in bytes.
        tries: how often something may still be drawn again.
    """

    def __init__(
        self, choices: Choices, target: int, budget: DrawingBudget, lessons: Lessons, limit: int | None = None
    ) -> None:
        self.choices = choices
        self.budget = budget
        self.lessons = lessons
        self.segment = output.Segment()
        self.stream = output.Stream(self.segment, 0, limit, {WHOLE: 1})
        self.changes: list[tuple[Any, Any, Any]] = []
        self._is_little = False
        self._is_led = False
        self._shown: list[tuple[output.Stream, Callable[[], None]]] | None = None
        self.is_fresh = False
        self.bits = 0
        self.depth = 0
        self.checks: list[Callable[[], None]] = []
        self.last: list[Callable[[], None]] = []
        self.checksums: list[Callable[[], None]] = []
        self.reached: set[tuple[str, Any]] = set()
        self.tries = limits.MAX_DRAWN_TRIES
        self.most = min(target + limits.MAX_DRAWN_SURPLUS, budget.most)
        self._target = self._share = target
        self._segments = [self.segment]

    # How much

    def room(self) -> int:
        """Return how many more bytes the file should have; never negative."""
        if self.depth > _SHALLOW:
            return 0
        room = min(self._target, self._share) - self._used()
        stream = self.stream
        end = stream.end
        return max(0, room if end is None else min(room, end - stream.start - stream.pos))

    @property
    def is_deep(self) -> bool:
        """True if records in records had better come to an end."""
        return self.depth > _SHALLOW

    def some(self) -> int:
        """Return how many bytes a text should have at most: a few; seldom all that there is room for."""
        room = self.room()
        return room if room < _FEW or self.choices.flag(_LARGE) else _FEW

    def left(self) -> int | None:
        """Return how many bytes are left of a stream whose size is given; None for another one."""
        stream = self.stream
        return None if stream.limit is None else stream.limit - stream.pos

    def left_bits(self) -> int | None:
        """Return the same, in bits."""
        left = self.left()
        return None if left is None else 8 * left + -self.bits % 8

    def reserve(self, size: int) -> None:
        """Count bytes that are drawn later; with a negative size, that they are there now."""
        self._target -= size

    def _used(self) -> int:
        return sum(len(segment.data) for segment in self._segments)

    # Writing

    def put(self, data: bytes) -> None:
        """Write bytes; all that is written comes through here.

        Raises:
            OversizeError, ExhaustedError: they are too many.
            UnsatisfiedError: other bytes are there already, or they do not fit into their stream.
        """
        self.claim(len(data))
        segment, stream = self.segment, self.stream
        if segment.is_new:
            self.is_fresh |= bool(data)
        elif self.led(data) != data:
            raise output.UnsatisfiedError("", "other bytes have to be there")
        self._set(data)
        if stream.limit is not None and stream.pos > stream.limit:
            raise output.UnsatisfiedError("", "does not fit its size", stream.blamed)

    def _set(self, data: bytes) -> None:
        """Write bytes over what is there, in such a way that this can be undone."""
        segment = self.segment
        place = slice(segment.at, segment.at + len(data))
        if not segment.is_new:
            before = segment.known[place]
            self.is_fresh |= len(before) < len(data) or 0 in before
            there = slice(segment.at, segment.at + len(before))
            self.changes += [(segment.data, there, segment.data[there]), (segment.known, there, before)]
        segment.data[place] = data
        segment.known[place] = b"\1" * len(data)
        segment.at = place.stop

    def led(self, data: bytes) -> bytes:
        """Return the same bytes, but for those that are known already: terminators that are not consumed, instances."""
        if self.segment.is_new:
            return data
        found = self.segment.ahead(len(data))
        return bytes(found.get(place, byte) for place, byte in enumerate(data)) if found else data

    def ahead(self) -> bytes:
        """Return the bytes from here on that are known already."""
        if self.segment.is_new:
            return b""
        found = self.segment.ahead(_AHEAD)
        places = takewhile(found.__contains__, range(_AHEAD))
        return bytes(found[place] for place in places)

    @property
    def leaves_nothing(self) -> bool:
        """True if the byte that has to be next would end the stream."""
        return bool(self.stream.avoided) and self.ahead()[:1] in [bytes([each]) for each in self.stream.avoided]

    def plant(self, data: bytes, *, is_due: bool) -> None:
        """Have the next bytes be these, if there are any; is_due: in this stream, and there are."""
        segment, stream = self.segment, self.stream
        at = segment.at
        if self.led(data) != data:
            raise output.UnsatisfiedError("", "other bytes have to be there")
        self._set(data)
        segment.at = at
        if is_due:
            self._demand(stream, stream.pos + len(data))

    def _demand(self, stream: output.Stream, end: int) -> None:
        """Have a stream not end before a place."""
        self.note(vars(stream), "due")
        stream.due = max(stream.due, end)

    def note(self, mapping: Any, key: Any) -> None:
        """Remember what a mapping holds, before it is changed."""
        self.changes.append((mapping, key, mapping.get(key, _ABSENT)))

    def claim(self, size: int) -> None:
        """Make sure that there is room for bytes, before they are made.

        Raises:
            OversizeError, ExhaustedError: there is none.
        """
        self.afford(size)
        self.budget.spend(size)

    def afford(self, size: int) -> None:
        """Make sure that so many bytes are not too large for the file. OversizeError when they are."""
        if self._used() + size > self.budget.most:
            raise output.OversizeError(self.budget.most)

    def write(self, element: output.DrawnKind, node: output.DrawnNode, index: int, data: bytes) -> None:
        """Write a value and note where it is."""
        if self.stream.separator:
            self.separate()
        at = self.segment.at
        self.put(data)
        self._list((node, element, index, at, len(data)))

    def write_list(self, element: output.DrawnKind, node: output.DrawnNode, count: int, data: bytes) -> None:
        """Write the elements of a list at once."""
        if count:
            self.align()
            self.separate()
            at = self.segment.at
            self.put(data)
            self._list((node, element, -1 - count, at, len(data) // count))

    def _list(self, entry: output.DrawnEntry) -> None:
        """Note where a value is, unless it shows what has been drawn elsewhere."""
        if self._shown is None or self.is_fresh:
            self.segment.entries.append(entry)

    def write_bits(self, element: output.DrawnKind, node: output.DrawnNode, index: int, value: int, width: int) -> int:
        """Write a bit field, and return its first bit; those in a row share bytes, and bytes that are known already
        stay as they are.
        """
        segment, taken = self.segment, self.bits
        if not taken:
            self.separate()
        self.claim(width // 8)
        self._is_little = element.is_little
        whole = segment.data[segment.at - 1] if taken else 0
        start, count = 8 * (segment.at - bool(taken)) + taken, taken + width
        size = (count + 7) // 8
        if element.is_little:
            data = (whole | value << taken).to_bytes(size, "little")
        else:
            data = ((whole << 8 * (size - 1)) | value << 8 * size - count).to_bytes(size, "big")
        begun = data[bool(taken) :]
        known = segment.ahead(len(begun))
        shared = data[:1] if not self._is_led else bytes([whole])
        self._is_led = self._is_led if not begun else len(begun) - 1 in known
        segment.at -= bool(taken)
        self._set(shared * bool(taken) + bytes(known.get(place, byte) for place, byte in enumerate(begun)))
        self._list((node, element, index, start, width))
        self.bits = count % 8
        return start

    def align(self) -> None:
        """Begin a byte: the bits that no field takes of the one before are anything, since readers pass over them."""
        if self.bits:
            padding = self.choices.integer(0, (1 << 8 - self.bits) - 1) << self.bits * self._is_little
            self.segment.at -= 1
            self._set(bytes([self.segment.data[self.segment.at] | padding * (not self._is_led)]))
            self.bits = 0

    def separate(self) -> None:
        """Something follows now."""
        self.put(self.stream.separator)
        self.stream.separator = b""

    def pad_to(self, position: int) -> None:
        """Fill with zeros."""
        missing = position - self.segment.at
        if missing > 0:
            self.afford(missing)
            self.put(self.led(bytes(missing)))

    def skip_to(self, position: int) -> None:
        """Pass over bytes, which may be drawn later. OversizeError when they are too many."""
        self.afford(position - self.segment.at)
        self.segment.skip_to(position)

    # Trying

    def spend(self, path: str, reason: str = "the rules leave no value that was found") -> None:
        """Account for one more try.

        Raises:
            UnsatisfiedError: there were too many.
        """
        self.budget.spend()
        self.tries -= 1
        if self.tries <= 0:
            raise output.ExhaustedError(path, reason)

    def mark(self) -> Mark:
        """Return the state, to come back to."""
        segment = self.segment
        sizes = tuple(len(listed) for listed in self._lists())
        return segment.at, sizes, self.bits, self._is_led, self.depth, self.stream.separator

    def rewind(self, mark: Mark) -> None:
        """Forget what was drawn since a mark."""
        self.segment.at, sizes, self.bits, self._is_led, self.depth, self.stream.separator = mark
        self.undo(sizes[0])
        for listed, length in zip(self._lists(), sizes, strict=True):
            del listed[length:]

    def _lists(self) -> tuple[Any, ...]:
        """Return what grows while a file is drawn; the changes are the first."""
        segment, shown = self.segment, [] if self._shown is None else [self._shown]
        grown = segment.data, segment.known, segment.entries, segment.sites, segment.extents
        noted = self.stream.queue, self.checks, self.last, self.checksums
        return self.changes, *grown, *noted, *shown

    def undo(self, first: int) -> None:
        """Undo the changes since one of them."""
        for mapping, key, before in reversed(self.changes[first:]):
            if before is _ABSENT:
                mapping.pop(key, None)
            else:
                mapping[key] = before
        del self.changes[first:]

    def enter(self, path: str) -> None:
        """Go one record deeper."""
        self.budget.spend()
        self.depth += 1
        if self.depth > limits.MAX_DRAWN_DEPTH:
            self.depth -= 1
            raise output.UnsatisfiedError(path, "records inside of each other without an end")

    # Parts

    @contextmanager
    def _in(self, segment: output.Segment, stream: output.Stream) -> Iterator[None]:
        """Write to other bytes within this block, and begin a byte with it."""
        before = self.segment, self.stream, self.bits
        self.segment, self.stream, self.bits = segment, stream, 0
        try:
            yield
        finally:
            self.segment, self.stream, self.bits = before

    def aside(self, stream: output.Stream, draw: Callable[[], Any]) -> tuple[output.Segment, Any]:
        """Draw what is somewhere in a stream, on its own: it is appended later."""
        outer, stream.aside = stream.aside, output.Segment()
        self._segments.append(stream.aside)
        try:
            with self._in(stream.aside, stream):
                value = draw()
                self.align()
            return stream.aside, value
        finally:
            stream.aside = outer
            self._segments.pop()

    def append(self, part: output.Segment) -> None:
        """Write what was drawn on its own."""
        start = self.segment.at
        self.put(bytes(part))
        self.segment.adopt(part, start)

    def at(self, stream: output.Stream, position: int, draw: Callable[[], Any]) -> Any:
        """Draw something at a place of a stream: what is there already is read, what is not is planted."""
        there, at, aside = stream.segment, stream.segment.at, stream.aside
        for grown in (there.data, there.known, there.entries, there.sites, there.extents):
            self.changes.append((grown, slice(len(grown), None), grown[:0]))
        before = self._shown, self.is_fresh
        shown: list[tuple[output.Stream, Callable[[], None]]] = []
        self._shown, self.is_fresh, stream.aside = shown, False, None
        there.skip_to(stream.start + position)
        try:
            with self._in(there, stream):
                value = draw()
                self.align()
            end, is_fresh = stream.pos, self.is_fresh
        finally:
            self._shown, self.is_fresh = before
            there.at, stream.aside = at, aside
        if is_fresh:  # else what is in it has been drawn elsewhere, or nobody asks for it
            self.is_fresh = True
            for inner, draw_it in shown:
                self.later(inner, draw_it)
            self._demand(stream, end)
        return value

    def later(self, stream: output.Stream, place: Callable[[], None]) -> None:
        """Have an instance drawn when a stream is closed; those of a part, once it is clear that it is a new one."""
        if self._shown is None:
            stream.queue.append(place)
        else:
            self._shown.append((stream, place))

    def apart(self, limit: int | None, draw: Callable[[], Any]) -> tuple[bytes, Any]:
        """Draw a stream of bytes that are changed before they are in the file; gives them as they are drawn."""
        stream = output.Stream(output.Segment(), 0, limit)
        self._segments.append(stream.segment)
        try:
            with self._in(stream.segment, stream):
                value = self.within(stream, draw)
            return bytes(stream.segment), value
        finally:
            self._segments.pop()

    def within(self, stream: output.Stream, draw: Callable[[], Any]) -> Any:
        """Draw a part of the file that is a stream of its own, and close it."""
        outer = self.stream
        self.stream = stream
        try:
            value = draw()
            self.align()
            self.close(stream)
            return value
        finally:
            self.stream = outer

    def close(self, stream: output.Stream) -> None:
        """Draw the instances that are in a stream, and end it."""
        while stream.queue:
            place = stream.queue.pop(0)
            outer = self._share
            self._share = self.segment.at + 2 * self.room() // (len(stream.queue) + 2)
            place()
            self._share = outer
        stream.separator = b""
        self.pad_to(stream.start + max(stream.due, stream.limit or 0))
        stream.final = stream.limit = self.segment.at - stream.start

    def finish(self) -> None:
        """Write what follows from the whole file and check what could not be checked before.

        Raises:
            UnsatisfiedError: a rule does not hold.
        """
        for _ in range(_ROUNDS if self.checksums else 1):  # others are copies of them, or are over what holds them
            for write in (*self.last, *reversed(self.checksums), *self.last):
                write()
        for check in self.checks:
            check()
