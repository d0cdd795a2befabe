"""The records of a tree while they are parsed or built, and where the parts of a file that is built go."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import attrgetter
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from construct import Container

from nacformats.codec.constructs.failures import RecordError
from nacformats.codec.constructs.streams import BitWriter
from nacformats.codec.streams import Buffer
from nacformats.codec.tables import SchemaTable, TypeEntry
from nacformats.errors import LimitError

if TYPE_CHECKING:
    from nacformats.codec.columns import RecordCodec
    from nacformats.codec.columns.table import Argument

#: In the dict of a record: the bits that no field takes of the last byte of bit fields, by field, where they are not 0.
PADDING = "$padding"
_ZEROS = bytes(1 << 20)

Computation = Callable[["RecordNode"], Any]


class PlacedPart(Protocol):
    """An instance with a position of its own, as a layout knows it: see records.At."""

    subcon: Any  # construct has no types
    pos: Computation
    offset: str | None
    align: int

    def stream(self, node: RecordNode) -> Any: ...
    def is_there(self, node: RecordNode) -> bool: ...


class AnyRecordType(Protocol):
    """A type of a schema, as its nodes know it: see records.Record."""

    is_root: bool
    fields: dict[str, Any]
    placed: dict[str, PlacedPart]
    derived: Mapping[str, Computation]
    implied: frozenset[str]

    def supply(self, node: RecordNode, name: str) -> Any: ...
    def write(self, stream: BitWriter, node: RecordNode) -> None: ...


@dataclass(slots=True)
class _State:
    """The working state of a RecordNode, apart from the fields that it holds.

    Attributes:
        record: what it is a RecordNode of.
        parent, root, io: `_parent`, `_root` and `_io` of Kaitai Struct.
        origin: the field of the parent, and the index in it, where the node is.
        arguments: for the params, to be computed from the parent.
        layout: of the file that is built; None when bytes are parsed.
        cache: params and computed instances.
        field, index: what is worked on.
        given: the dict that the node is built from; None when it is parsed.
        ready: the bytes that it is built from.
        padding: the bits between the last one of a bit field and the next byte, by field, where they are not 0.
        trace: what is asked to be noted while bytes are parsed.
        spans: where the fields are in the stream, if that is noted.
    """

    record: AnyRecordType
    parent: RecordNode | None
    root: RecordNode
    io: Any
    origin: tuple[str | None, int | None]
    arguments: Sequence[Computation]
    layout: BuildLayout | None
    cache: dict[str, Any]
    field: str | None = None
    index: int | None = None
    given: Mapping[str, Any] | None = None
    ready: Buffer | None = None
    padding: Mapping[str, int] | None = None
    trace: Trace | None = None
    spans: dict[str, dict[str, Any]] | None = None


class RecordNode(Container):  # type: ignore[misc]
    """One record of a tree: a Container of its fields, and by access also of its params and computed instances.

    While a tree is built, each dict in it becomes a RecordNode, which derives what was left out.
    """

    __slots__ = ("_state",)

    def __init__(
        self,
        record: AnyRecordType,
        parent: RecordNode | None,
        arguments: Sequence[Computation] = (),
        trace: Trace | None = None,
    ) -> None:
        super().__init__()
        if parent is None:
            self._state = _State(record, None, self, None, (None, None), (), None, {})
            self._note(trace)
            return
        above = parent._state
        root = self if record.is_root else above.root
        origin = above.field, above.index
        self._state = _State(record, parent, root, above.io, origin, arguments, above.layout, {})
        self._note(above.trace)

    def __missing__(self, name: str) -> Any:
        state = self._state
        return state.cache[name] if name in state.cache else state.record.supply(self, name)

    def _note(self, trace: Trace | None) -> None:
        if trace is not None:
            self._state.trace, self._state.spans = trace, {}

    def keep(self) -> None:
        """Put a node that could not be read to its end where it belongs, for whoever looks at what was read."""
        parent, (field, index) = self._state.parent, self._state.origin
        if parent is None or field is None:
            return
        if index is None:
            parent[field] = self
        elif not isinstance(parent[field], list):
            parent[field].put(index, self)
        elif len(parent[field]) == index:
            parent[field].append(self)

    def pad(self, field: str | None, bits: int) -> None:
        """Keep the padding that comes after a bit field."""
        self._state.padding = {**(self._state.padding or {}), str(field): bits}

    def padding_items(self) -> list[tuple[str, Mapping[str, int]]]:
        """Return the entries for the padding in a dict of the fields."""
        return [(PADDING, self._state.padding)] if self._state.padding else []

    def padding_after(self, field: str | None) -> int:
        """Return the padding that a tree gives for the bits after a bit field."""
        padding = (self._state.given or {}).get(PADDING, {})
        bits = padding.get(field, 0) if isinstance(padding, Mapping) else padding
        if not isinstance(bits, int):
            raise RecordError("has padding that is no number", NodePath(self), actual=repr(bits))
        return bits

    @property
    def _debug(self) -> dict[str, dict[str, Any]]:
        """The positions of the fields, in the form of the Kaitai Struct compiler's debug parsers."""
        return self._state.spans or {}

    @property
    def _type(self) -> TypeEntry:
        assert self._state.trace is not None
        return self._state.trace.types[self._state.record][1]

    @property
    def _schema(self) -> SchemaTable:
        assert self._state.trace is not None
        return self._state.trace.types[self._state.record][0]

    _parent, _root, _io, _index = (property(attrgetter(f"_state.{name}")) for name in ("parent", "root", "io", "index"))


@dataclass
class Trace:
    """Asks the nodes of one tree to note where their fields are, and where parsing failed.

    Attributes:
        types: what the schemas say about the records.
        columns: the modules of generated codecs by schema; None where all elements of lists are kept.
        failed: the innermost node at which parsing failed first, and the field that it worked on.
    """

    types: Mapping[AnyRecordType, tuple[SchemaTable, TypeEntry]]
    columns: Mapping[str, ModuleType] | None = None
    failed: tuple[RecordNode, str] | None = None
    _arguments: dict[Argument, Any] = dataclasses.field(default_factory=dict)

    def codec(self, record: Any) -> RecordCodec | None:
        """Return the codec of a record type, if there is one."""
        assert self.columns is not None
        if record not in self.types:
            return None
        schema, described = self.types[record]
        return getattr(self.columns.get(schema.name), described.name, None)

    def argument(self, root: RecordNode, argument: Argument) -> Any:
        """Return an argument that a codec takes from elsewhere in the file. Raises whatever reading it raises."""
        if argument not in self._arguments:
            found: Any = reduce(_member, argument.path.split("."), root)
            if argument.attribute:
                found = np.array([_member(each, argument.attribute) for each in found], np.int64)
            self._arguments[argument] = found
        return self._arguments[argument]


def _member(value: Any, name: str) -> Any:
    return value[name] if isinstance(value, RecordNode) else getattr(value, name)  # a dict has attributes of its own


class NodePath:
    """The field that a node works on, as a path such as "data.tensors[3].len_meta" when it is asked for."""

    __slots__ = ("node",)

    def __init__(self, node: RecordNode) -> None:
        self.node = node

    def __str__(self) -> str:
        state = self.node._state
        return ".".join([*steps_to(self.node), *_step(state.field, state.index)])


def steps_to(node: RecordNode) -> list[str]:
    """Return the steps of the path from the root to a node."""
    steps: list[str] = []
    current: RecordNode | None = node
    while current is not None:
        steps += _step(*current._state.origin)
        current = current._state.parent
    return steps[::-1]


def _step(field: str | None, index: int | None) -> list[str]:
    if field is None:
        return []
    return [field if index is None else f"{field}[{index}]"]


class working_on:  # noqa: N801  used like a function
    """While another field of a node, or an argument for one of its elements, is looked at."""

    __slots__ = ("before", "now", "state")

    def __init__(self, node: RecordNode, field: str | None, index: int | None = None) -> None:
        self.state = node._state
        self.now = field, index

    def __enter__(self) -> None:
        self.before = self.state.field, self.state.index
        self.state.field, self.state.index = self.now

    def __exit__(self, *_: object) -> None:
        self.state.field, self.state.index = self.before


def is_final(node: RecordNode) -> bool:
    """Return True if rules can be checked, which they cannot while offsets are guessed."""
    layout = node._state.layout
    return layout is None or (layout.settled and not layout.guessed)


@dataclass(eq=False)
class BuildLayout:
    """The positions of the parts of a file: the fields of the root first, then the instances in tree order.

    Offsets come before what they point to. Until the sizes are known they are guessed; then everything is built once
    more, and only then are rules checked that a guess may break. Expressions see the layout as `_io`.

    Attributes:
        least: size of the file, if it is to be longer than what is in it.
        fresh: whether what follows from other fields is derived even where the tree gives it.
        before: the layout before this one, in which its offsets are looked up.
        settled: whether that one was right, as far as is known, so that rules can be checked.
        trusting: whether it guesses the offsets that the tree has. The layout of a header may depend on them, and then
            more than one agrees with itself: the one of the file that was read is found again.
        gap: most bytes between two parts: a small tree cannot ask for a huge file.
        positions: path of an instance -> its position.
        total: size of the file.
        queue: instances to place.
        guessed: whether an offset or the size was needed that is not known.
    """

    least: int = 0
    _: dataclasses.KW_ONLY
    fresh: bool = False
    before: BuildLayout | None = None
    settled: bool = True
    trusting: bool = False
    gap: int = sys.maxsize
    positions: dict[str, int] = dataclasses.field(default_factory=dict)
    total: int = 0
    queue: list[tuple[RecordNode, str]] = dataclasses.field(default_factory=list)
    guessed: bool = False

    @property
    def size(self) -> int:
        """The size of the whole file."""
        if self.before is None:
            self.guessed = True
            return 0
        return self.before.total

    def position(self, path: str, given: object) -> int:
        """Return the position of an instance; the first guess is `given`, its position in the tree."""
        guess = given if self.trusting and isinstance(given, int) and given > 0 else 1  # 0: there is nothing
        if self.before is None:
            self.guessed = True
            return guess
        return self.before.positions.get(path, guess)

    def is_like(self, other: BuildLayout) -> bool:
        """Return True if everything is in the same place."""
        return (self.positions, self.total) == (other.positions, other.total)

    def lay_out(self, root: RecordNode) -> list[Buffer]:
        """Return the bytes of a file in pieces; none while offsets are guessed."""
        writer = BitWriter()
        root._state.record.write(writer, root)
        parts = [_Part(0, writer.size, writer.pieces, "the fields of the root")]
        self.total = writer.size
        for node, name in self.queue:  # which grows
            with working_on(node, name):
                parts.append(self._place(node, name))
            if parts[-1].size or parts[-1].position <= self.total + self.gap:  # no bytes may be anywhere
                self.total = max(self.total, parts[-1].end)
        self.total = max(self.total, self.least)
        return [] if self.guessed else list(_assembled(parts, self.total))

    def _place(self, node: RecordNode, name: str) -> _Part:
        at, path = node._state.record.placed[name], NodePath(node)
        if not at.is_there(node):
            raise RecordError("is given, but other fields say that it is absent", path)
        if at.stream(node) is not self:
            raise RecordError("is in another stream, which cannot be built", path)
        writer = BitWriter()
        at.subcon._build(node[name], writer, node, path)
        assert node._state.given is not None
        if at.offset is not None and (self.fresh or at.offset not in node._state.given):
            position = self.total + -self.total % at.align
        else:
            position = int(at.pos(node))
            if writer.size and position > self.total + self.gap:
                most = f"at most {self.gap:,} bytes without a field"
                raise RecordError("is too far away", path, cause=LimitError, expected=most, actual=f"byte {position:,}")
        self.positions[str(path)] = position
        return _Part(position, writer.size, writer.pieces, str(path))


@dataclass(frozen=True)
class _Part:
    """The bytes for one place of a file."""

    position: int
    size: int
    pieces: list[Buffer]
    path: str

    @property
    def end(self) -> int:
        return self.position + self.size


def _assembled(parts: list[_Part], total: int) -> Iterator[Buffer]:
    """Yield the parts in the order of their positions, with zeros between; where they overlap they have to be equal."""
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
    """Return the bytes that a part adds to one that it overlaps."""
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
