"""Records, their instances, and the streams that hold them."""

# ruff: noqa: ARG002  the protocol of construct passes more than each construct needs

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property, partial
from io import BytesIO
from typing import TYPE_CHECKING, Any

from construct import Construct, Renamed, StreamError, Subconstruct

from nacformats.codec.constructs.expressions import argument_of
from nacformats.codec.constructs.failures import FAILURES, BrokenRuleError, MissingError, RecordError, failure_at
from nacformats.codec.constructs.fields import Derived, If, Part, Valid, Wrapper, as_bytes
from nacformats.codec.constructs.nodes import PADDING, BuildLayout, Computation, NodePath, RecordNode, working_on
from nacformats.codec.constructs.streams import BitReader, BitWriter
from nacformats.codec.constructs.texts import Contents
from nacformats.codec.streams import Buffer

#: How often a file is laid out anew before its offsets agree: those of variable length may take several times.
MAX_PASSES = 6


class Computed(Part):
    """An instance that is computed; None where its condition does not hold."""

    def __init__(self, compute: Computation, condition: Computation | None = None) -> None:
        super().__init__()
        self._compute = compute
        self._condition = condition

    def compute(self, node: RecordNode) -> Any:
        return self._compute(node) if self._condition is None or self._condition(node) else None


class At(Subconstruct):  # type: ignore[misc]
    """An instance that is somewhere else in the stream, or in another stream.

    Args:
        subcon: what is there.
        pos: its position.
        io: its stream; that of the record by default.
        condition: when it is there.
        offset: the field that `pos` names, if any: the builder chooses the position when that field is left out.
        align: the chosen position is a multiple of this.
    """

    def __init__(
        self,
        subcon: Construct,
        pos: Computation,
        *,
        io: Computation | None = None,
        condition: Computation | None = None,
        offset: str | None = None,
        align: int = 1,
    ) -> None:
        super().__init__(subcon)
        self.pos = pos
        self.io = io
        self.condition = condition
        self.offset = offset
        self.align = align

    def stream(self, node: RecordNode) -> Any:
        return node._state.io if self.io is None else self.io(node)

    def is_there(self, node: RecordNode) -> bool:
        return self.condition is None or bool(self.condition(node))

    def parse_in(self, node: RecordNode) -> Any:
        path = NodePath(node)
        try:
            return self._parse_at(node, path) if self.is_there(node) else None
        except FAILURES as error:
            raise failure_at(error, path) from error

    def _parse_at(self, node: RecordNode, path: NodePath) -> Any:
        stream = self.stream(node)
        before, position = stream.tell(), int(self.pos(node))
        if position < 0:
            raise StreamError(f"a position of {position}", path)
        stream.seek(position)
        if node._state.spans is None:
            value = self.subcon._parse(stream, node, path)
        else:
            assert node._state.field is not None
            with noting(node, node._state.field, stream):
                value = self.subcon._parse(stream, node, path)
        stream.seek(before)
        return value

    def compute(self, node: RecordNode) -> Any:
        """The value where a tree that is built leaves it out: only a value without bytes follows by itself."""
        if not self.is_there(node):
            return None
        try:
            return self.subcon._parse(BitReader(b""), node, NodePath(node))
        except StreamError:
            raise RecordError("has to be given, since other fields depend on it", NodePath(node)) from None


class Record(Part):
    """A type of a schema.

    Args:
        members: named fields in their order, and named instances (At, Computed).
        params: names of its params.
        is_root: whether `_root` is this record for everything in it.
        derived: how a param follows from the fields.
    """

    def __init__(
        self,
        *members: Renamed,
        params: Sequence[str] = (),
        is_root: bool = False,
        derived: Mapping[str, Computation] | None = None,
    ) -> None:
        super().__init__()
        parts = {member.name: member.subcon for member in members}
        self.values = {name: part for name, part in parts.items() if isinstance(part, Computed)}
        self.placed = {name: part for name, part in parts.items() if isinstance(part, At)}
        self.fields = {name: part for name, part in parts.items() if not isinstance(part, Computed | At)}
        self.derivable = frozenset(name for name, part in self.fields.items() if _is_derived(part))
        self.implied = frozenset(name for name, part in self.fields.items() if _is_implied(part))
        self.params = tuple(params)
        self.is_root = is_root
        self.derived = derived or {}

    @cached_property
    def takes_no_bytes(self) -> bool:
        """True if it has no fields except records without fields: its instances are stored elsewhere."""
        seen, waiting = {self}, [self]
        while waiting:
            for part in waiting.pop().fields.values():
                inner = part.subcon if isinstance(part, If) else part
                record = inner.record if isinstance(inner, Call) else inner
                if not isinstance(record, Record):
                    return False
                waiting += {record} - seen
                seen.add(record)
        return True

    if TYPE_CHECKING:  # construct has no types

        def parse(self, data: bytes, **contextkw: object) -> RecordNode: ...
        def build(self, obj: Mapping[str, object], **contextkw: object) -> bytes: ...

    # Parsing

    def _parse(self, stream: Any, context: Any, path: Any) -> RecordNode:
        if isinstance(context, RecordNode):
            return self.parse_node(stream, RecordNode(self, context))
        start = stream.tell()
        reader = BitReader(stream.getbuffer()[start:] if isinstance(stream, BytesIO) else stream.read())
        node = self.parse_node(reader, RecordNode(self, None))
        reader.align()
        read_instances(node)
        stream.seek(start + reader.tell())
        return node

    def parse_node(self, stream: BitReader, node: RecordNode) -> RecordNode:
        node._state.io = stream
        place = NodePath(node)
        stream.count_record()
        try:
            if node._state.spans is None:
                for name, part in self.fields.items():
                    node._state.field = name
                    node[name] = part._parse(stream, node, place)
            else:
                self._parse_noting(stream, node, place)
        except FAILURES as error:
            raise failure_at(error, place) from error
        node._state.field = None
        return node

    def _parse_noting(self, stream: BitReader, node: RecordNode, place: NodePath) -> None:
        """Parse, and note where each field is; what was read before a failure stays in the tree."""
        try:
            for name, part in self.fields.items():
                node._state.field = name
                with noting(node, name, stream):
                    node[name] = part._parse(stream, node, place)
        except Exception:
            node.keep()
            raise

    # Building

    def chunks(self, tree: Any, size: int = 0, *, fresh: bool = False, gap: int = sys.maxsize) -> list[Buffer]:
        """Return the bytes of a whole file, in pieces; large buffers of the tree are among them as they are.

        Args:
            tree: a dict of the fields, and of the instances that have a place in the file.
            size: of the file, if it is to be longer than what is in it; the rest is zeros.
            fresh: whether what follows from other fields is derived even where the tree gives it.
            gap: most bytes between two parts, which are zeros.

        Raises:
            RecordError: the tree does not fit the schema.
        """
        empty = partial(BuildLayout, size, fresh=fresh, gap=gap)
        layout = empty(trusting=fresh)
        try:
            pieces = self._laid_out(tree, layout)
        except RecordError:  # perhaps only because the tree has offsets that are none
            layout = empty()
            pieces = self._laid_out(tree, layout)
        if not layout.guessed:
            return pieces
        for _ in range(MAX_PASSES):
            final = empty(before=layout)
            failure: RecordError | None = None
            try:
                pieces = self._laid_out(tree, final)
            except RecordError as error:  # perhaps only because the layout before was wrong
                failure = error
                final = empty(before=layout, settled=False)
                self._laid_out(tree, final)
            if final.is_like(layout):
                if failure is not None:
                    raise failure
                return pieces
            layout = final
        raise RecordError("the offsets depend on each other", "")

    def _laid_out(self, tree: Any, layout: BuildLayout) -> list[Buffer]:
        return layout.lay_out(self.node(tree, None, layout=layout))

    def _build(self, obj: Any, stream: Any, context: Any, path: Any) -> Any:
        if isinstance(context, RecordNode):
            return self.build_node(obj, stream, context)
        for piece in self.chunks(obj):
            stream.write(bytes(piece))
        return obj

    def build_node(
        self, obj: Any, stream: BitWriter, parent: RecordNode, arguments: Sequence[Computation] = ()
    ) -> RecordNode:
        node = obj if isinstance(obj, RecordNode) and obj._state.parent is parent else self.node(obj, parent, arguments)
        self.write(stream, node)
        return node

    def write(self, stream: BitWriter, node: RecordNode) -> None:
        if node._state.ready is not None:
            stream.write(node._state.ready)
            return
        place = NodePath(node)
        try:
            for name, part in self.fields.items():
                node._state.field = name
                part._build(node[name], stream, node, place)
        except FAILURES as error:
            raise failure_at(error, place) from error
        node._state.field = None
        assert node._state.given is not None
        assert node._state.layout is not None
        node._state.layout.queue += [(node, name) for name in node._state.given if name in self.placed]

    def resolve(self, value: Any, node: RecordNode) -> RecordNode:
        return self.node(value, node)

    def node(
        self,
        value: Any,
        parent: RecordNode | None,
        arguments: Sequence[Computation] = (),
        layout: BuildLayout | None = None,
    ) -> RecordNode:
        """Return the RecordNode for a dict, or for ready bytes; the root of what is built is given its layout."""
        node = RecordNode(self, parent, arguments)
        if layout is not None:
            node._state.layout = node._state.io = layout
        place = NodePath(node)
        if isinstance(value, Buffer):
            node._state.ready = as_bytes(value, node)
            node._state.given = {}
        elif isinstance(value, Mapping):
            node._state.given = {name: given for name, given in value.items() if given is not None}
            self._check_names(node._state.given, place)
        else:
            raise RecordError("has to be a dict or ready bytes", place, actual=type(value).__name__)
        return node

    def _check_names(self, given: Mapping[str, Any], path: NodePath) -> None:
        known = (*self.fields, *self.placed, *self.values)
        for name in given:
            if name not in known and name != PADDING:
                raise RecordError(f"has no field {name!r}", path, expected=f"one of {', '.join(known) or 'none'}")

    def default(self, node: RecordNode) -> Any:
        return super().default(node) if self.fields else {}

    # Both

    def supply(self, node: RecordNode, name: str) -> Any:
        """Return a member that the Container of a node does not hold: it is computed, or not read or resolved yet.

        Raises:
            KeyError: there is no such member, or it comes after the field that is being parsed.
        """
        if name in self.params:
            parent = node._state.parent
            if parent is None:
                raise RecordError(f"{name} is a param of the whole file, to which nothing gives it", NodePath(node))
            with working_on(parent, *node._state.origin):
                node._state.cache[name] = node._state.arguments[self.params.index(name)](parent)
            return node._state.cache[name]
        if name in self.values:
            node._state.cache[name] = self.values[name].compute(node)
            return node._state.cache[name]
        if name in self.placed:
            with working_on(node, name):
                node[name] = self._placed(node, name)
            return node[name]
        if name not in self.fields or node._state.given is None:
            raise KeyError(name)
        return self._field(node, name)

    def _placed(self, node: RecordNode, name: str) -> Any:
        at = self.placed[name]
        if node._state.given is None:
            return at.parse_in(node)
        return at.subcon.resolve(node._state.given[name], node) if name in node._state.given else at.compute(node)

    def _field(self, node: RecordNode, name: str) -> Any:
        part = self.fields[name]
        given, ready = node._state.given, node._state.ready
        assert given is not None
        if ready is not None:
            node._state.given = None  # from here on the node is one that was parsed
            self.parse_node(BitReader(ready), node)
            return node[name]
        with working_on(node, name):
            node[name] = part.resolve(self._value_of(node, name), node)
        return node[name]

    def _value_of(self, node: RecordNode, name: str) -> Any:
        """Return the value that the tree gives for a field, or the one that follows from others."""
        given, layout = node._state.given, node._state.layout
        assert given is not None
        is_stale = layout is not None and layout.fresh and name in self.derivable
        if name in given and not is_stale:
            return given[name]
        try:
            return self.fields[name].default(node)
        except MissingError:
            if name in given:
                return given[name]
            raise

    def _sizeof(self, context: Any, path: Any) -> int:
        return sum(int(part._sizeof(context, path)) for part in self.fields.values())


def _layers(part: Any) -> Iterator[Any]:
    """Yield a part and the parts that it wraps, for the same value."""
    yield part
    while isinstance(part, Wrapper):
        part = part.subcon
        yield part


def _is_derived(part: Any) -> bool:
    """Return True if a field follows from others: a count, a length, an offset, or what a rule computes."""
    return any(
        isinstance(layer, Derived) or (isinstance(layer, Valid) and layer.pinned is not None and not layer.is_constant)
        for layer in _layers(part)
    )


def _is_implied(part: Any) -> bool:
    """Return True if a field may always be left out, whatever the others are."""
    layers = list(_layers(part))
    unsure = any(isinstance(layer, Derived) and isinstance(layer.derive, argument_of) for layer in layers)
    return isinstance(layers[-1], Contents) or (_is_derived(part) and not unsure)


class Call(Part):
    """A record with arguments, or one that is defined further down (then it is given by a lambda)."""

    def __init__(self, record: Record | Callable[[], Record], *arguments: Computation) -> None:
        super().__init__()
        self._record = record
        self.arguments = arguments

    @property
    def record(self) -> Record:
        return self._record if isinstance(self._record, Record) else self._record()

    def _parse(self, stream: BitReader, context: RecordNode, path: NodePath) -> RecordNode:
        return self.record.parse_node(stream, RecordNode(self.record, context, self.arguments))

    def resolve(self, value: Any, node: RecordNode) -> RecordNode:
        return self.record.node(value, node, self.arguments)

    def default(self, node: RecordNode) -> Any:
        return self.record.default(node)

    def _build(self, obj: Any, stream: BitWriter, context: RecordNode, path: NodePath) -> RecordNode:
        return self.record.build_node(obj, stream, context, self.arguments)

    def _sizeof(self, context: Any, path: Any) -> int:
        return self.record._sizeof(context, path)


def read_instances(node: RecordNode) -> None:
    """Read every instance of a node and of the nodes in it, each node before those in it."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        for name in current._state.record.placed:
            current[name]  # which reads it
        waiting += reversed(list(nodes_in(current)))


def nodes_in(node: RecordNode) -> Iterator[RecordNode]:
    """Return the nodes that are fields or instances of a node, or elements of these."""
    for value in list(node.values()):
        for each in value if isinstance(value, list) else (value,):
            if isinstance(each, RecordNode) and each._state.parent is node:
                yield each


@contextmanager
def noting(node: RecordNode, name: str, stream: BitReader) -> Iterator[None]:
    """Note where a field begins and, when it can be read, ends; or that parsing failed there."""
    spans, trace = node._state.spans, node._state.trace
    assert spans is not None
    assert trace is not None
    span = spans[name] = {"start": stream.tell()}
    in_byte = stream.in_byte
    try:
        yield
    except Exception as error:
        trace.failed = trace.failed or (node, name)
        if isinstance(error, BrokenRuleError) and not error.is_noted:
            error.is_noted = True  # by the innermost field that it is about, which was read
            if node._state.index is None:
                node[name], span["end"] = error.actual, stream.tell()
        if in_byte:
            span["read"] = stream.tell()
        raise
    span["end"] = stream.tell()
