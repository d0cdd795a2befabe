"""Where the parts of a file that is built go."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nacformats.codec.constructs.nodes import Place, RecordError, RecordNode, working_on
from nacformats.codec.constructs.streams import Writer
from nacformats.codec.streams import Buffer
from nacformats.errors import LimitError

if TYPE_CHECKING:
    from nacformats.codec.constructs.records import Record

_ZEROS = bytes(1 << 20)


class Layout:
    """Where the parts of a file go: the fields of the root first, then the instances in the order of the tree.

    Offsets come before what they point to. Until the sizes are known they are guessed; then everything is built once
    more, and only then are rules checked that a guess may break. Expressions see the layout as `_io`.

    Attributes:
        fresh: whether what follows from other fields is derived even where the tree gives it.
        positions: path of an instance -> its position.
        total: size of the file.
        queue: instances to place.
        guessed: whether an offset or the size was needed that is not known.
        settled: whether the layout before was right, as far as is known, so that rules can be checked.

    No part is further than `gap` bytes away from those before it: a small tree cannot ask for a huge file.

    A layout that is trusting guesses the offsets that the tree has. The layout of a header may depend on them, and then
    more than one agrees with itself: the one of the file that was read is found again.
    """

    def __init__(
        self,
        least: int = 0,
        *,
        fresh: bool = False,
        before: Layout | None = None,
        settled: bool = True,
        trusting: bool = False,
        gap: int = sys.maxsize,
    ) -> None:
        self._least = least
        self._gap = gap
        self.fresh = fresh
        self.settled = settled
        self._before = before
        self._trusting = trusting
        self.positions: dict[str, int] = {}
        self.total = 0
        self.queue: list[tuple[RecordNode, str]] = []
        self.guessed = False

    @property
    def size(self) -> int:
        """The size of the whole file."""
        if self._before is None:
            self.guessed = True
            return 0
        return self._before.total

    def position(self, path: str, given: object) -> int:
        """Where an instance is; given: where it was in the tree, which is the first guess."""
        guess = given if self._trusting and isinstance(given, int) and given > 0 else 1  # 0: there is nothing
        if self._before is None:
            self.guessed = True
            return guess
        return self._before.positions.get(path, guess)

    def is_like(self, other: Layout) -> bool:
        """Whether everything is in the same place."""
        return (self.positions, self.total) == (other.positions, other.total)

    def lay_out(self, record: Record, tree: Any) -> list[Buffer]:
        root = record.node(tree, None, layout=self)
        writer = Writer()
        record.write(writer, root)
        parts = [_Part(0, writer.size, writer.pieces, "the fields of the root")]
        self.total = writer.size
        for node, name in self.queue:  # which grows
            with working_on(node, name):
                parts.append(self._place(node, name))
            if parts[-1].size or parts[-1].position <= self.total + self._gap:  # no bytes may be anywhere
                self.total = max(self.total, parts[-1].end)
        self.total = max(self.total, self._least)
        return [] if self.guessed else list(_assembled(parts, self.total))

    def _place(self, node: RecordNode, name: str) -> _Part:
        at, path = node._state.record.placed[name], Place(node)
        if not at.is_there(node):
            raise RecordError("is given, but other fields say that it is absent", path)
        if at.stream(node) is not self:
            raise RecordError("is in another stream, which cannot be built", path)
        writer = Writer()
        at.subcon._build(node[name], writer, node, path)
        assert node._state.given is not None
        if at.offset is not None and (self.fresh or at.offset not in node._state.given):
            position = self.total + -self.total % at.align
        else:
            position = int(at.pos(node))
            if writer.size and position > self.total + self._gap:
                most = f"at most {self._gap:,} bytes without a field"
                raise RecordError("is too far away", path, cause=LimitError, expected=most, actual=f"byte {position:,}")
        self.positions[str(path)] = position
        return _Part(position, writer.size, writer.pieces, str(path))


@dataclass(frozen=True)
class _Part:
    """What goes to one place of a file."""

    position: int
    size: int
    pieces: list[Buffer]
    path: str

    @property
    def end(self) -> int:
        return self.position + self.size


def _assembled(parts: list[_Part], total: int) -> Iterator[Buffer]:
    """The parts in the order of their positions, with zeros between them. Where parts overlap they have to be equal."""
    last = _Part(0, 0, [], "")
    for part in sorted((part for part in parts if part.size), key=lambda part: part.position):
        if part.position >= last.end:
            yield from _zeros(part.position - last.end)
            yield from part.pieces
            last = part
        elif rest := _rest_behind(part, last):
            yield rest
            last = part
    yield from _zeros(total - last.end)


def _rest_behind(part: _Part, last: _Part) -> Buffer:
    """What a part adds to one that it overlaps."""
    if (part.position, part.size) == (last.position, last.size) and part.pieces == last.pieces:
        return b""
    mine, other = memoryview(b"".join(part.pieces)), memoryview(b"".join(last.pieces))
    shared = min(part.end, last.end) - part.position
    start = part.position - last.position
    if mine[:shared] != other[start : start + shared]:
        raise RecordError(f"overlaps {last.path}", part.path)
    return mine[shared:]


def _zeros(count: int) -> Iterator[Buffer]:
    whole, rest = divmod(count, len(_ZEROS))
    yield from (_ZEROS for _ in range(whole))
    if rest:
        yield _ZEROS[:rest]
