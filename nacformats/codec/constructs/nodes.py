"""The records of a tree while they are parsed or built, and the errors that say where."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np
from construct import ConstructError, Container

from nacformats.codec.streams import Buffer
from nacformats.codec.tables import Schema, Type
from nacformats.errors import FormatError, InvalidError

if TYPE_CHECKING:
    from nacformats.codec.columns import RecordCodec
    from nacformats.codec.columns.record import Argument
    from nacformats.codec.constructs.layout import Layout
    from nacformats.codec.constructs.records import Record

#: In the dict of a record: the bits that no field takes of the last byte of bit fields, by field, where they are not 0.
PADDING = "$padding"

Expression = Callable[["RecordNode"], Any]


class RecordError(ConstructError):  # type: ignore[misc]  # construct has no types
    """A tree cannot be built, or something in it cannot be computed.

    Attributes:
        reason, path: what is wrong, and with which field.
        cause: the FormatError that it is for the callers of the package.
        expected, actual: what the schema requires and what was given, where both are known.
    """

    def __init__(
        self,
        reason: str,
        path: Place | str,
        *,
        cause: type[FormatError] = InvalidError,
        expected: Any = None,
        actual: Any = None,
    ) -> None:
        super().__init__(reason, path)
        self.reason = reason
        self.path = str(path)
        self.cause = cause
        self.expected = expected
        self.actual = actual


class MissingError(RecordError):
    """A field has to be given: it does not follow from the others."""


@dataclass(slots=True)
class _State:
    """How a RecordNode works, apart from the fields that it holds.

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

    record: Record
    parent: RecordNode | None
    root: RecordNode
    io: Any
    origin: tuple[str | None, int | None]
    arguments: Sequence[Expression]
    layout: Layout | None
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
        record: Record,
        parent: RecordNode | None,
        arguments: Sequence[Expression] = (),
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
        """What a dict of the fields has for the padding."""
        return [(PADDING, self._state.padding)] if self._state.padding else []

    def padding_after(self, field: str | None) -> int:
        """The padding that a tree gives for the bits after a bit field."""
        padding = (self._state.given or {}).get(PADDING, {})
        bits = padding.get(field, 0) if isinstance(padding, Mapping) else padding
        if not isinstance(bits, int):
            raise RecordError("has padding that is no number", Place(self), actual=repr(bits))
        return bits

    @property
    def _debug(self) -> dict[str, dict[str, Any]]:
        """Where the fields are, as the debug parsers of the Kaitai Struct compiler keep it."""
        return self._state.spans or {}

    @property
    def _type(self) -> Type:
        assert self._state.trace is not None
        return self._state.trace.types[self._state.record][1]

    @property
    def _schema(self) -> Schema:
        assert self._state.trace is not None
        return self._state.trace.types[self._state.record][0]

    @property
    def _parent(self) -> RecordNode | None:
        return self._state.parent

    @property
    def _root(self) -> RecordNode:
        return self._state.root

    @property
    def _io(self) -> Any:
        return self._state.io

    @property
    def _index(self) -> int | None:
        return self._state.index


@dataclass
class Trace:
    """Asks the nodes of one tree to note where their fields are, and where parsing failed.

    Attributes:
        types: what the schemas say about the records.
        columns: the modules of generated codecs by schema; None where all elements of lists are kept.
        failed: the innermost node at which parsing failed first, and the field that it worked on.
    """

    types: Mapping[Record, tuple[Schema, Type]]
    columns: Mapping[str, ModuleType] | None = None
    failed: tuple[RecordNode, str] | None = None
    _arguments: dict[Argument, Any] = dataclasses.field(default_factory=dict)

    def codec(self, record: Any) -> RecordCodec | None:
        """What finds the records of a type, if there is something."""
        assert self.columns is not None
        if record not in self.types:
            return None
        schema, described = self.types[record]
        return getattr(self.columns.get(schema.name), described.name, None)

    def argument(self, root: RecordNode, argument: Argument) -> Any:
        """What a codec takes from elsewhere in the file. Looking there raises whatever reading it does."""
        if argument not in self._arguments:
            found: Any = reduce(_member, argument.path.split("."), root)
            if argument.attribute:
                found = np.array([_member(each, argument.attribute) for each in found], np.int64)
            self._arguments[argument] = found
        return self._arguments[argument]


def _member(value: Any, name: str) -> Any:
    return value[name] if isinstance(value, RecordNode) else getattr(value, name)  # a dict has attributes of its own


class Place:
    """The field that a node works on, as a path such as "data.tensors[3].len_meta" when it is asked for."""

    __slots__ = ("node",)

    def __init__(self, node: RecordNode) -> None:
        self.node = node

    def __str__(self) -> str:
        state = self.node._state
        return ".".join([*steps_to(self.node), *_step(state.field, state.index)])


def steps_to(node: RecordNode) -> list[str]:
    """The steps of the path from the root to a node."""
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


#: What expressions raise for bad bytes and for bad trees.
FAILURES = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


def failure_at(error: Exception, path: Place) -> RecordError:
    return RecordError(f"cannot be computed ({type(error).__name__}: {error})", path)


def is_final(node: RecordNode) -> bool:
    """Whether rules can be checked: not while offsets are guessed."""
    layout = node._state.layout
    return layout is None or (layout.settled and not layout.guessed)
