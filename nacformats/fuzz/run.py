"""The state of one file that is being drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from nacformats.fuzz.choices import Choices
from nacformats.fuzz.output import DrawnNode, PendingError, Segment, Site, Stream, UnsatisfiedError
from nacformats.limits import MAX_DRAWN_DEPTH, MAX_DRAWN_TRIES

if TYPE_CHECKING:
    from nacformats.fuzz.plans import FieldPlan

#: Below this depth lists are as short as they may be.
_SHALLOW = MAX_DRAWN_DEPTH // 2


class Run:
    """One file that is being drawn.

    Attributes:
        choices: where values come from.
        segment: what is written to.
        stream: the stream that the current record is in.
        bits: how many bits of the last byte are taken; 0: all.
        checks: rules that depend on what is known later.
        tries: how often something may still be drawn again.
    """

    def __init__(self, choices: Choices, target: int) -> None:
        self.choices = choices
        self.segment = Segment()
        self.stream = Stream(self.segment, 0)
        self.bits = 0
        self.depth = 0
        self.checks: list[tuple[FieldPlan, DrawnNode, Any]] = []
        self.last: list[tuple[FieldPlan, Site]] = []
        self.tries = MAX_DRAWN_TRIES
        self._target = target
        self._others: list[Segment] = []

    # How much

    def room(self) -> int:
        """How many more bytes the file should have; never negative."""
        if self.depth > _SHALLOW:
            return 0
        used = len(self.segment.data) + sum(len(other.data) for other in self._others)
        room = self._target - used
        left = self.left()
        return max(0, room if left is None else min(room, left))

    def left(self) -> int | None:
        """How many bytes are left of a stream whose size is given."""
        stream = self.stream
        if stream.limit is None:
            return None
        return stream.limit - (len(self.segment.data) - stream.start)

    def reserve(self, size: int) -> None:
        """Count bytes that are drawn later; with a negative size, that they are there now."""
        self._target -= size

    # Writing

    def write(self, plan: FieldPlan, node: DrawnNode, index: int, data: bytes) -> None:
        """Write a field and note where it is."""
        stream = self.stream
        if stream.separator:
            self._separate(stream)
        segment = self.segment
        segment.entries.append((node, plan, index, len(segment.data), len(data)))
        segment.data += data

    def write_list(self, plan: FieldPlan, node: DrawnNode, count: int, data: bytes) -> None:
        """Write the elements of a list at once."""
        if not count:
            return
        stream = self.stream
        if stream.separator:
            self._separate(stream)
        segment = self.segment
        segment.entries.append((node, plan, -1 - count, len(segment.data), len(data) // count))
        segment.data += data

    def write_bits(self, plan: FieldPlan, node: DrawnNode, index: int, value: int, width: int, *, little: bool) -> None:
        """Write a bit field; those in a row share bytes."""
        segment, taken = self.segment, self.bits
        data = segment.data
        if not taken and self.stream.separator:
            self._separate(self.stream)
        whole = data.pop() if taken else 0
        start = 8 * len(data) + taken
        count = taken + width
        size = (count + 7) // 8
        if little:
            data += (whole | value << taken).to_bytes(size, "little")
        else:
            data += ((whole << 8 * (size - 1)) | value << 8 * size - count).to_bytes(size, "big")
        segment.entries.append((node, plan, index, start, width))
        self.bits = count % 8

    def separate_before(self, byte: bytes) -> None:
        """Write a terminator, if anything follows it in the stream."""
        self.stream.separator = byte

    def _separate(self, stream: Stream) -> None:
        self.segment.data += stream.separator
        stream.separator = b""

    def pad_to(self, position: int) -> None:
        """Fill with zeros."""
        self.segment.data += bytes(position - len(self.segment.data))

    # Trying

    def attempt(self, path: str, draw: Callable[[], Any]) -> Any:
        """What `draw` gives, tried again from here while that cannot be satisfied."""
        mark = self.mark()
        while True:
            try:
                return draw()
            except UnsatisfiedError:
                self.spend(path)
                self.rewind(mark)

    def spend(self, path: str, reason: str = "the rules leave no value that was found") -> None:
        """One more try.

        Raises:
            UnsatisfiedError: there were too many.
        """
        self.tries -= 1
        if self.tries <= 0:
            raise ExhaustedError(path, reason)

    def mark(self) -> tuple[Any, ...]:
        """The state, to come back to."""
        segment, stream = self.segment, self.stream
        sizes = len(segment.data), len(segment.entries), len(segment.sites), len(stream.queue), len(self.checks)
        return segment, stream, sizes, self.bits, self.depth, stream.separator, len(self.last), segment.data[-1:]

    def rewind(self, mark: tuple[Any, ...]) -> None:
        """Forget what was drawn since a mark."""
        segment, stream, sizes, bits, depth, separator, last, byte = mark
        self.segment, self.stream, self.bits, self.depth, stream.separator = segment, stream, bits, depth, separator
        del segment.data[sizes[0] :], segment.entries[sizes[1] :], segment.sites[sizes[2] :]
        del stream.queue[sizes[3] :], self.checks[sizes[4] :], self.last[last:]
        segment.data[-1:] = byte

    def enter(self, path: str) -> None:
        """One record deeper."""
        self.depth += 1
        if self.depth > MAX_DRAWN_DEPTH:
            self.depth -= 1
            raise UnsatisfiedError(path, "records inside of each other without an end")

    # Parts

    def aside(self, stream: Stream, draw: Callable[[], Any]) -> tuple[Segment, Any]:
        """Draw something that is somewhere else in a stream, on its own."""
        outer, outer_stream, outer_bits = self.segment, self.stream, self.bits
        self._others.append(outer)
        self.segment, self.stream, self.bits = Segment(), stream, 0
        try:
            value = draw()
            return self.segment, value
        finally:
            self._others.pop()
            self.segment, self.stream, self.bits = outer, outer_stream, outer_bits

    def within(self, stream: Stream, draw: Callable[[], Any]) -> Any:
        """Draw a part of the file that is a stream of its own, and close it."""
        outer = self.stream
        self.stream = stream
        try:
            value = draw()
            self.bits = 0
            self.close(stream)
            return value
        finally:
            self.stream = outer

    def close(self, stream: Stream) -> None:
        """Draw the instances that are in a stream, and end it."""
        while stream.queue:
            node, plan = stream.queue.pop(0)
            plan.place(self, node)
        stream.separator = b""
        size = len(self.segment.data) - stream.start
        if stream.limit is not None:
            if size > stream.limit:
                raise UnsatisfiedError("", "does not fit its size")
            self.segment.data += bytes(stream.limit - size)
        stream.size = len(self.segment.data) - stream.start

    def finish(self) -> None:
        """Write what follows from the whole file and check what could not be checked before.

        Raises:
            UnsatisfiedError: a rule does not hold.
        """
        for plan, site in self.last:
            plan.write_last(site)
        for plan, node, value in self.checks:
            now = node.__dict__.get(plan.id, value)
            try:
                holds = plan.rules.holds(value if isinstance(now, list) else now, node)
            except PendingError:
                raise UnsatisfiedError(f"{plan.path}/valid", "depends on what nothing says") from None
            if not holds:
                raise UnsatisfiedError(f"{plan.path}/valid", "does not hold for the whole file")


class ExhaustedError(UnsatisfiedError):
    """It was tried too often."""
