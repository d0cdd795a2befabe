"""The state of one file that is being drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nacformats import limits
from nacformats.fuzz.choices import Choices
from nacformats.fuzz.output import (
    DrawnKind,
    DrawnNode,
    ExhaustedError,
    Guess,
    OversizeError,
    Segment,
    Stream,
    UnsatisfiedError,
)

#: A state to come back to; see Run.mark.
Mark = tuple[int, int, tuple[int, ...], int, int, bytes, tuple[bytes, bool]]
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
        steps: how many values, records and tries are left.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.steps = limits.MAX_DRAWN_STEPS + limits.MAX_DRAWN_STEPS_PER_BYTE * most

    def spend(self, size: int = 0) -> None:
        """One more step, with bytes of this size.

        Raises:
            ExhaustedError: there were too many.
        """
        self.steps -= 1 + size // _BYTES_PER_STEP
        if self.steps < 0:
            raise ExhaustedError("", "drawing it takes too many steps")


class Run:
    """One file that is being drawn.

    Attributes:
        choices: where values come from.
        segment: what is written to.
        stream: the stream that the current record is in.
        bits: how many bits of the last byte are taken; 0: all.
        last: writes the numbers that depend on what is known later; checks: checks the rules that do; guesses: values
            that were taken to be something until then.
        reached: the cases of switches that were drawn, each with the path of the field in the schema; None: no case.
        most: the size of no field that is drawn is more, in bytes.
        tries: how often something may still be drawn again.
    """

    def __init__(self, choices: Choices, target: int, budget: DrawingBudget) -> None:
        self.choices = choices
        self.budget = budget
        self.segment = Segment()
        self.stream = Stream(self.segment, 0)
        self.bits = 0
        self.depth = 0
        self.checks: list[Callable[[], None]] = []
        self.last: list[Callable[[], None]] = []
        self.guesses: list[Guess] = []
        self.reached: set[tuple[str, Any]] = set()
        self.tries = limits.MAX_DRAWN_TRIES
        self.most = min(target + limits.MAX_DRAWN_SURPLUS, budget.most)
        self._target = self._share = target
        self._others: list[Segment] = []

    # How much

    def room(self) -> int:
        """Return how many more bytes the file should have; never negative."""
        if self.depth > _SHALLOW:
            return 0
        room = min(self._target, self._share) - self._used()
        end = self.stream.end
        return max(0, room if end is None else min(room, end - len(self.segment.data)))

    def some(self) -> int:
        """Return how many bytes a text should have at most: a few; seldom all that there is room for."""
        room = self.room()
        return room if room < _FEW or self.choices.flag(_LARGE) else _FEW

    def left(self) -> int | None:
        """Return how many bytes are left of a stream whose size is given; None for another one."""
        stream = self.stream
        if stream.limit is None:
            return None
        return stream.limit - (len(self.segment.data) - stream.start)

    def left_bits(self) -> int | None:
        """Return the same, in bits."""
        left = self.left()
        return None if left is None else 8 * left + -self.bits % 8

    def reserve(self, size: int) -> None:
        """Count bytes that are drawn later; with a negative size, that they are there now."""
        self._target -= size

    def _used(self) -> int:
        return len(self.segment.data) + sum(len(other.data) for other in self._others)

    # Writing

    def put(self, data: bytes) -> None:
        """Write bytes; all that is written comes through here.

        Raises:
            OversizeError, ExhaustedError: they are too many.
            UnsatisfiedError: they do not begin with the terminator that has to be there.
        """
        self.claim(len(data))
        segment = self.segment
        if segment.following and data:
            if not data.startswith(segment.following):
                raise UnsatisfiedError("", "what follows a terminator that is not consumed has to begin with it")
            segment.following = b""
        segment.data += data

    def led(self, data: bytes) -> bytes:
        """Return the same bytes, or as many that begin with the terminator that has to be there."""
        following = self.segment.following
        return following + data[len(following) :] if len(data) >= len(following) else data

    @property
    def leaves_nothing(self) -> bool:
        """True if the bytes that have to be next would end the stream."""
        return bool(self.segment.following) and self.segment.following in self.stream.avoided

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
            raise OversizeError(self.budget.most)

    def write(self, element: DrawnKind, node: DrawnNode, index: int, data: bytes) -> None:
        """Write a value and note where it is."""
        if self.stream.separator:
            self.separate()
        segment = self.segment
        segment.entries.append((node, element, index, len(segment.data), len(data)))
        self.put(data)

    def write_list(self, element: DrawnKind, node: DrawnNode, count: int, data: bytes) -> None:
        """Write the elements of a list at once."""
        if not count:
            return
        self.align()
        self.separate()
        segment = self.segment
        segment.entries.append((node, element, -1 - count, len(segment.data), len(data) // count))
        self.put(data)

    def write_bits(self, element: DrawnKind, node: DrawnNode, index: int, value: int, width: int) -> None:
        """Write a bit field; those in a row share bytes."""
        segment, taken = self.segment, self.bits
        data = segment.data
        if not taken:
            self.separate()
        self.segment.following = b""  # whether its bits are those of the terminator, the reader will tell
        self.claim(width // 8)
        whole = data.pop() if taken else 0
        start, count = 8 * len(data) + taken, taken + width
        size = (count + 7) // 8
        if element.is_little:
            data += (whole | value << taken).to_bytes(size, "little")
        else:
            data += ((whole << 8 * (size - 1)) | value << 8 * size - count).to_bytes(size, "big")
        segment.entries.append((node, element, index, start, width))
        self.bits = count % 8

    def align(self) -> None:
        """Begin a byte: the bits that no field takes of the one before are anything, since readers pass over them."""
        if self.bits:
            padding = self.choices.integer(0, (1 << 8 - self.bits) - 1)
            is_little = self.segment.entries[-1][1].is_little
            self.segment.data[-1] |= padding << self.bits if is_little else padding
            self.bits = 0

    def separate(self) -> None:
        """Something follows now."""
        self.put(self.stream.separator)
        self.stream.separator = b""

    def pad_to(self, position: int) -> None:
        """Fill with zeros."""
        missing = position - len(self.segment.data)
        self.claim(missing)
        self.put(bytes(missing))

    # Trying

    def spend(self, path: str, reason: str = "the rules leave no value that was found") -> None:
        """One more try.

        Raises:
            UnsatisfiedError: there were too many.
        """
        self.budget.spend()
        self.tries -= 1
        if self.tries <= 0:
            raise ExhaustedError(path, reason)

    def mark(self) -> Mark:
        """Return the state, to come back to."""
        segment, stream, bits = self.segment, self.stream, self.bits
        data = segment.data
        sizes = tuple(len(listed) for listed in self._lists())
        following = segment.following, segment.must_follow
        return len(data), data[-1] if bits else 0, sizes, bits, self.depth, stream.separator, following

    def rewind(self, mark: Mark) -> None:
        """Forget what was drawn since a mark."""
        segment, stream = self.segment, self.stream
        size, byte, sizes, self.bits, self.depth, stream.separator, following = mark
        segment.following, segment.must_follow = following
        for guess in self.guesses[sizes[-1] :]:
            guess.node.__dict__.pop(guess.name, None)  # what needed it is drawn again
        for listed, length in zip(self._lists(), sizes, strict=True):
            del listed[length:]
        del segment.data[size:]
        if self.bits:
            segment.data[-1] = byte

    def _lists(self) -> tuple[list[Any], ...]:
        """Return the lists that grow while a file is drawn; the guesses are the last."""
        segment = self.segment
        return segment.entries, segment.sites, self.stream.queue, self.checks, self.last, self.guesses

    def enter(self, path: str) -> None:
        """One record deeper."""
        self.budget.spend()
        self.depth += 1
        if self.depth > limits.MAX_DRAWN_DEPTH:
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
            self.align()
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
            self.align()
            self.close(stream)
            return value
        finally:
            self.stream = outer

    def close(self, stream: Stream) -> None:
        """Draw the instances that are in a stream, and end it."""
        while stream.queue:
            place = stream.queue.pop(0)
            outer = self._share
            self._share = len(self.segment.data) + 2 * self.room() // (len(stream.queue) + 2)
            place()
            self._share = outer
        stream.separator = b""
        size = len(self.segment.data) - stream.start
        if stream.limit is not None:
            if size > stream.limit:
                raise UnsatisfiedError("", "does not fit its size")
            self.pad_to(stream.start + stream.limit)
        stream.size = len(self.segment.data) - stream.start
        if stream.size:  # else it is for what is after this stream
            if self.segment.following and self.segment.must_follow:
                raise UnsatisfiedError("", "nothing follows a text whose terminator is not consumed")
            self.segment.following = b""

    def finish(self) -> None:
        """Write what follows from the whole file and check what could not be checked before.

        Raises:
            UnsatisfiedError: a rule does not hold.
        """
        for write in self.last:
            write()
        for check in self.checks:
            check()
        for guess in self.guesses:
            guess.check()
