"""Drawn files: the bytes, the place of each field in them, and the values that are only known later."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from nacformats.schema.model import SchemaError

#: A field of a type, by the identity of the type.
BlamedField = tuple[int, str]
#: Fields that something depends on, or that have to change, and which way: 1 up, -1 down, 0: nothing says that.
Blame = Mapping[BlamedField, int]


class PendingError(Exception):
    """An expression needs a value that is not known yet.

    Attributes:
        of: the field that is written later, or the stream whose size is not known.
    """

    def __init__(self, of: object = None) -> None:
        super().__init__(of)
        self.of = of


class UnsatisfiedError(SchemaError):
    """No value was found that the schema allows; `path` is that of the field in the schema.

    Attributes:
        blamed: the fields whose values have to be others; empty where that is not known.
    """

    def __init__(self, path: str, reason: str, blamed: Blame | None = None, way: int = 1) -> None:
        super().__init__(path or "/", reason)
        self.path = path
        self.reason = reason
        self.blamed: Blame = {leaf: way * sign for leaf, sign in (blamed or {}).items()}


class ExhaustedError(UnsatisfiedError):
    """No value was found in so many tries."""


class OversizeError(UnsatisfiedError):
    """The file gets larger than it may."""

    def __init__(self, most: int) -> None:
        super().__init__("", f"takes more than {most:,} bytes")


class Pending:
    """An offset or a length that is written when what it tells of has been drawn; it is known to be > 0."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, of: object = None) -> None:
        self._of = of

    @property
    def value(self) -> Pending:
        """Itself, as numbers of variable length have it."""
        return self

    def __eq__(self, other: object) -> bool:
        return self._against(other, known=False)

    def __ne__(self, other: object) -> bool:
        return self._against(other, known=True)

    def __gt__(self, other: object) -> bool:
        return self._against(other, known=True)

    def _against(self, other: object, *, known: bool) -> bool:
        if isinstance(other, int) and other <= 0:
            return known
        raise PendingError(self._of)

    def _unknown(self, *_: object) -> Any:
        raise PendingError(self._of)

    __lt__ = __le__ = __ge__ = __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _unknown
    __floordiv__ = __mod__ = __and__ = __or__ = __neg__ = __int__ = __index__ = __rmod__ = __rfloordiv__ = _unknown


class _Field(Protocol):
    id: str
    path: str


class DrawnKind(Protocol):
    """The kind of a value that is drawn, as far as its place in the file depends on it."""

    @property
    def field(self) -> _Field: ...

    label: str
    is_bits: bool
    is_little: bool


class _Number(DrawnKind, Protocol):
    low: int
    high: int

    def encode(self, value: int, /) -> bytes: ...


class DrawnNode:
    """A record that is drawn: its fields, instances and params are attributes, as expressions use them."""

    _root: DrawnNode
    _is_le: bool
    _io: Stream
    _run: Any
    _index: int | None

    def __init__(
        self, lazy: Mapping[str, Callable[[Any], Any] | None], parent: DrawnNode | None, step: str, index: int
    ) -> None:
        self._lazy = lazy
        self._holder = self._parent = parent
        self._step = step
        self._place = index

    def __getattr__(self, name: str) -> Any:
        compute = self._lazy.get(name)
        if compute is None:
            if name[-1] == "_":  # a word of Python
                return getattr(self, name[:-1])
            if name not in self._lazy:
                raise AttributeError(f"there is no {name!r}")
            raise PendingError(name)
        value = compute(self)
        own = self.__dict__
        if "_run" in own:
            own["_run"].note(own, name)
        own[name] = value
        return value


class Segment:
    """Bytes in a row, and the fields in them.

    Attributes:
        data: the bytes.
        known: of each whether it has been drawn, as 1 or 0: a place may be drawn before those in front of it.
        at: the place of the next byte.
    """

    def __init__(self) -> None:
        self.data = bytearray()
        self.known = bytearray()
        self.at = 0
        self.entries: list[DrawnEntry] = []
        self.sites: list[Site] = []
        self.extents: list[SummedBytes] = []

    def __bytes__(self) -> bytes:
        """Return the bytes up to here; those behind it would only be there if anything came next."""
        return bytes(self.data[: self.at])

    @property
    def is_new(self) -> bool:
        """True if nothing is known of the bytes from here on."""
        return self.at == len(self.data)

    def ahead(self, size: int) -> dict[int, int]:
        """Return those of the next bytes that are known, by their places from here.

        Raises:
            PendingError: one of them belongs to a number that is written later.
        """
        places = range(self.at, min(self.at + size, len(self.data)))
        found = {place - self.at: self.data[place] for place in places if self.known[place]}
        for site in self.sites if found else ():
            is_near = self.at - 8 < site.at < self.at + size
            if is_near and isinstance(site.node.__dict__.get(site.element.field.id), Pending):
                raise PendingError(site.element.field)
        return found

    def adopt(self, other: Segment, start: int) -> None:
        """Take over the fields in bytes that were drawn on their own and are at a place of this one now."""
        for node, element, index, at, size in other.entries:
            self.entries.append((node, element, index, at + start * (8 if element.is_bits else 1), size))
        moved: list[Site | SummedBytes] = [*other.sites, *other.extents]
        for each in moved:
            each.segment, each.at = self, each.at + start
        self.sites += other.sites
        self.extents += other.extents

    def skip_to(self, position: int) -> None:
        """Pass over bytes, which may be drawn later."""
        missing = bytes(max(0, position - len(self.data)))
        self.data += missing
        self.known += missing
        self.at = position


#: A value that was drawn: record, element, index in a list (-1: none; below: that many elements, counted from -1),
#: byte in the segment (of bit fields: bit), and bytes (bits) of it or of one element.
DrawnEntry = tuple[DrawnNode, DrawnKind, int, int, int]


@dataclass
class SummedBytes:
    """The bytes of a field that a checksum is over."""

    segment: Segment
    at: int
    size: int


@dataclass
class Site:
    """The place of a number that is known later."""

    node: DrawnNode
    element: _Number
    segment: Segment
    at: int

    def write(self, value: int) -> None:
        """Set the number, in the bytes and in the record.

        Raises:
            UnsatisfiedError: the field cannot hold it.
        """
        if not self.element.low <= value <= self.element.high:
            raise UnsatisfiedError(self.element.field.path, "cannot hold the number that follows from what comes later")
        data = self.element.encode(value)
        self.segment.data[self.at : self.at + len(data)] = data
        self.node.__dict__[self.element.field.id] = value


@dataclass
class Stream:
    """A stream of the file: the whole file, or the part that a field holds.

    Attributes:
        segment, start: where it is.
        limit: its size where that is known before it is drawn; blamed: what that follows from.
        bound: else where in the segment it ends at most, as far as a stream around it says that.
        final: its size once it is drawn.
        avoided: bytes that may not be in it, since they would end it.
        separator: a terminator that is written if anything follows it.
        due: where it ends at least, since something in it has to be there.
        queue: draws the instances in it that are still to be drawn.
        aside: what is drawn on its own at the moment, and comes next.
        ends: whether the stream is taken to end at the current position (for `_io.eof`); None where nothing says that.
    """

    segment: Segment
    start: int
    limit: int | None = None
    blamed: Blame = field(default_factory=dict)
    bound: int | None = None
    final: int | None = None
    avoided: bytes = b""
    separator: bytes = b""
    due: int = 0
    queue: list[Callable[[], None]] = field(default_factory=list)
    ends: bool | None = None
    aside: Segment | None = None

    @property
    def end(self) -> int | None:
        """The place in the segment at which it ends, or ends at most; None if nothing says that."""
        return self.bound if self.limit is None else self.start + self.limit

    @property
    def size(self) -> int:
        """`_io.size`. PendingError when it is not known yet."""
        size = self.limit if self.final is None else self.final
        if size is None:
            raise PendingError(self)
        return size

    @property
    def pos(self) -> int:
        """`_io.pos`."""
        return self.segment.at - self.start + (0 if self.aside is None else self.aside.at)

    @property
    def eof(self) -> bool:
        """`_io.eof`. PendingError when the size is not known yet."""
        return self.ends if self.limit is None and self.ends is not None else self.pos >= self.size


@dataclass(frozen=True)
class Span:
    """A field of a generated file.

    Attributes:
        path: as FormatError and `inspect --section` name it.
        offset, size: its bytes; bit fields may share one.
        kind: what it is, such as u4, b3, str, bytes, contents or uleb128.
    """

    path: str
    offset: int
    size: int
    kind: str


def _spans(entry: DrawnEntry) -> Iterator[Span]:
    node, element, index, at, size = entry
    if index >= -1:
        yield span_of(entry)
        return
    for place in range(-1 - index):
        yield span_of((node, element, place, at + place * size, size))


def span_of(entry: DrawnEntry) -> Span:
    """Return the span of a value."""
    node, element, index, at, size = entry
    path = _path_of(node, element.field.id, index)
    if element.is_bits:
        return Span(path, at // 8, (at + size + 7) // 8 - at // 8, element.label)
    return Span(path, at, size, element.label)


def _path_of(node: DrawnNode, name: str, index: int) -> str:
    """Return the path of a field from the root of the file."""
    steps = [name if index < 0 else f"{name}[{index}]"]
    while node._holder is not None:
        steps.append(node._step if node._place < 0 else f"{node._step}[{node._place}]")
        node = node._holder
    return ".".join(reversed(steps))


@dataclass(frozen=True)
class Sample:
    """A generated file.

    Attributes:
        data: its bytes.
        schema: name of the schema.
        entries: the values that were drawn.
    """

    data: bytes
    schema: str
    entries: list[DrawnEntry] = field(repr=False, compare=False)

    @cached_property
    def spans(self) -> Sequence[Span]:
        """Every field that was drawn, in the order of drawing; made when they are looked at."""
        return [span for entry in self.entries for span in _spans(entry)]
