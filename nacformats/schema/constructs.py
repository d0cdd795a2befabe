"""What the generated construct structs are made of: constructs that parse and build what a .ksy describes.

They follow the protocol of the construct library, so that they can be parsed, built and combined like any other
construct. What is different from its own `Struct`:

- `this` in an expression is the record at hand, a Node: a Container of its fields that computes instances when they
  are asked for. `this._parent`, `this._root`, `this._io` and `this._index` are those of Kaitai Struct.
- A record is built from a plain dict. Counts, lengths and offsets may be left out: they are derived. What is given
  is used as it is, and has to agree with the rest.
- Instead of a dict, or of a list of dicts, ready bytes may be given. They are not copied.
- `Record.chunks` builds a list of buffers; `Record.build` joins them.
"""

# ruff: noqa: ARG002  the protocol of construct passes more than each construct needs

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from io import BytesIO
from typing import Any

from construct import (
    Construct,
    ConstructError,
    Container,
    FormatField,
    ListContainer,
    Renamed,
    SizeofError,
    StreamError,
    StringError,
    Subconstruct,
    ValidationError,
)

from nacformats.errors import FormatError, InvalidError, LimitError
from nacformats.schema.streams import Reader, Writer
from nacformats.stream import Buffer

Expression = Callable[["Node"], Any]

_ZEROS = bytes(1 << 20)


class RecordError(ConstructError):  # type: ignore[misc]  # construct has no types
    """A tree cannot be built, or something in it cannot be computed.

    Attributes:
        reason, path: what is wrong, and with which field.
        cause: the FormatError that it is for the callers of the package.
        expected, actual: what the schema demands and what was given, where there is such a pair.
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


@dataclass(slots=True)
class _State:
    """How a Node works, apart from the fields that it holds.

    Attributes:
        record: what it is a Node of.
        parent, root, io: `_parent`, `_root` and `_io` of Kaitai Struct.
        origin: the field of the parent, and the index in it, where the node is.
        arguments: for the params, to be computed from the parent.
        layout: of the file that is built; None when bytes are parsed.
        unread: the nodes of the tree that is parsed whose instances have not been read.
        cache: params and computed instances.
        field, index: what is worked on.
        given: the dict that the node is built from; None when it is parsed.
        ready: the bytes that it is built from.
    """

    record: Record
    parent: Node | None
    root: Node
    io: Any
    origin: tuple[str | None, int | None]
    arguments: Sequence[Expression]
    layout: Layout | None
    unread: list[Node]
    cache: dict[str, Any]
    field: str | None = None
    index: int | None = None
    given: Mapping[str, Any] | None = None
    ready: Buffer | None = None


class Node(Container):  # type: ignore[misc]
    """One record of a tree: a Container of its fields, and by access also of its params and computed instances.

    While a tree is built, a Node stands for each dict in it and derives what was left out.
    """

    __slots__ = ("_state",)

    def __init__(self, record: Record, parent: Node | None, arguments: Sequence[Expression] = ()) -> None:
        super().__init__()
        if parent is None:
            self._state = _State(record, None, self, None, (None, None), (), None, [], {})
            return
        above = parent._state
        root = self if record.is_root else above.root
        origin = above.field, above.index
        self._state = _State(record, parent, root, above.io, origin, arguments, above.layout, above.unread, {})

    def __missing__(self, name: str) -> Any:
        state = self._state
        return state.cache[name] if name in state.cache else state.record.supply(self, name)

    @property
    def _parent(self) -> Node | None:
        return self._state.parent

    @property
    def _root(self) -> Node:
        return self._state.root

    @property
    def _io(self) -> Any:
        return self._state.io

    @property
    def _index(self) -> int | None:
        return self._state.index


class Place:
    """The field that a node works on, as a path such as "data.tensors[3].len_meta" when it is asked for."""

    __slots__ = ("node",)

    def __init__(self, node: Node) -> None:
        self.node = node

    def __str__(self) -> str:
        node: Node | None = self.node
        field, index = self.node._state.field, self.node._state.index
        steps = []
        while node is not None:
            if field is not None:
                steps.append(field if index is None else f"{field}[{index}]")
            (field, index), node = node._state.origin, node._state.parent
        return ".".join(reversed(steps))


class _At:
    """While another field of a node, or an argument for one of its elements, is looked at."""

    __slots__ = ("before", "now", "state")

    def __init__(self, node: Node, field: str | None, index: int | None = None) -> None:
        self.state = node._state
        self.now = field, index

    def __enter__(self) -> None:
        self.before = self.state.field, self.state.index
        self.state.field, self.state.index = self.now

    def __exit__(self, *_: object) -> None:
        self.state.field, self.state.index = self.before


class Part(Construct):  # type: ignore[misc]
    """A construct that knows what to make of the values of a tree that is built."""

    def resolve(self, value: Any, node: Node) -> Any:
        """The value as expressions see it: dicts become Nodes, names of enum members become members."""
        return value

    def default(self, node: Node) -> Any:
        """The value of a field that the tree leaves out."""
        raise RecordError("has to be given", Place(node))

    def measure(self, value: Any, node: Node) -> int:
        """How many bytes a value takes, without looking at the field that says so."""
        writer = Writer()
        self._build(value, writer, node, Place(node))
        return writer.size


class Wrapper(Subconstruct, Part):  # type: ignore[misc]
    """A Part around another one, for the same value."""

    def resolve(self, value: Any, node: Node) -> Any:
        return self.subcon.resolve(value, node)

    def default(self, node: Node) -> Any:
        return self.subcon.default(node)

    def measure(self, value: Any, node: Node) -> int:
        return int(self.subcon.measure(value, node))


# Numbers


class Integer(FormatField, Part):  # type: ignore[misc]
    """An integer, by its struct format."""

    def _build(self, obj: Any, stream: Writer, context: Node, path: Place) -> Any:
        try:
            stream.write(struct.pack(self.fmtstr, obj))
        except struct.error:
            raise _does_not_fit(obj, 8 * self.length, self.fmtstr[-1].islower(), path) from None
        return obj


def _does_not_fit(value: Any, bits: int, signed: bool, path: Place) -> RecordError:
    if not isinstance(value, int):
        return RecordError("has to be an integer", path, actual=repr(value))
    lowest = -(1 << bits - 1) if signed else 0
    expected = f"{lowest} to {lowest + (1 << bits) - 1}"
    return RecordError("does not fit the field", path, cause=LimitError, expected=expected, actual=value)


class Float(float):
    """A floating point number that remembers its bytes: reading and writing a signalling NaN would change it."""

    raw: bytes

    def __new__(cls, value: float, raw: bytes) -> Float:
        self = super().__new__(cls, value)
        self.raw = raw
        return self


class FloatingPoint(FormatField, Part):  # type: ignore[misc]
    """A floating point number, by its struct format; parses to a Float."""

    def _parse(self, stream: Reader, context: Node, path: Place) -> Float:
        raw = _read(stream, self.length, path)
        return Float(struct.unpack(self.fmtstr, raw)[0], bytes(raw))

    def _build(self, obj: Any, stream: Writer, context: Node, path: Place) -> Any:
        if isinstance(obj, Float) and len(obj.raw) == self.length:
            stream.write(obj.raw)
            return obj
        try:
            stream.write(struct.pack(self.fmtstr, obj))
        except (struct.error, OverflowError):
            raise RecordError("has to be a number that the field can hold", path, actual=repr(obj)) from None
        return obj


Int8ul, Int16ul, Int32ul, Int64ul = (Integer("<", code) for code in "BHLQ")
Int8sl, Int16sl, Int32sl, Int64sl = (Integer("<", code) for code in "bhlq")
Int8ub, Int16ub, Int32ub, Int64ub = (Integer(">", code) for code in "BHLQ")
Int8sb, Int16sb, Int32sb, Int64sb = (Integer(">", code) for code in "bhlq")
Float32l, Float64l = (FloatingPoint("<", code) for code in "fd")
Float32b, Float64b = (FloatingPoint(">", code) for code in "fd")


class BitField(Part):
    """Some bits of the bytes; a single one is a boolean. Bit fields in a row share bytes."""

    def __init__(self, width: int, endian: str = "be") -> None:
        super().__init__()
        self.width = width
        self.endian = endian

    def _parse(self, stream: Reader, context: Node, path: Place) -> int | bool:
        value = stream.read_bits(self.width, self.endian)
        return bool(value) if self.width == 1 else value

    def _build(self, obj: Any, stream: Writer, context: Node, path: Place) -> Any:
        if not isinstance(obj, int) or not 0 <= obj < 1 << self.width:
            raise _does_not_fit(obj, self.width, signed=False, path=path)
        stream.write_bits(self.width, int(obj), self.endian)
        return obj


class Varint(int):
    """An unsigned LEB128 number that remembers how many bytes it takes; what uleb128.ksy computes is here as well."""

    width: int

    def __new__(cls, value: int, width: int | None = None) -> Varint:
        self = super().__new__(cls, value)
        self.width = max(1, (value.bit_length() + 6) // 7) if width is None else width
        return self

    @property
    def value(self) -> int:
        return int(self)

    @property
    def groups(self) -> list[int]:
        return list(self.encoded[:9])

    @property
    def tenth(self) -> int | None:
        return self.encoded[9] if self.width == 10 else None

    @property
    def is_minimal(self) -> bool:
        return self.width == 1 or self >> 7 * (self.width - 1) != 0

    @property
    def zigzag(self) -> int:
        return self >> 1 if self % 2 == 0 else -(self >> 1) - 1

    @property
    def encoded(self) -> bytes:
        return bytes(self >> 7 * group & 127 | (group < self.width - 1) << 7 for group in range(self.width))


class Uleb128(Part):
    """The type of uleb128.ksy; parses to a Varint, builds from any int."""

    _MAX_WIDTH = 10
    _BITS = 64

    def _parse(self, stream: Reader, context: Node, path: Place) -> Varint:
        value = 0
        for group in range(self._MAX_WIDTH):
            byte = _read(stream, 1, path)[0]
            value |= (byte & 127) << 7 * group
            if byte < 128:
                break
        if byte >= 128 or value >> self._BITS:
            raise ValidationError(f"the number takes more than {self._BITS} bits", path)
        return Varint(value, group + 1)

    def resolve(self, value: Any, node: Node) -> Any:
        if isinstance(value, Mapping):
            groups = [*value["groups"], *([] if value.get("tenth") is None else [value["tenth"]])]
            return self.parse(bytes(groups))
        return Varint(value) if isinstance(value, int) and not isinstance(value, Varint) else value

    def _build(self, obj: Any, stream: Writer, context: Node, path: Place) -> Any:
        if not isinstance(obj, int) or not 0 <= obj < 1 << self._BITS:
            raise _does_not_fit(obj, self._BITS, signed=False, path=path)
        number = self.resolve(obj, context)
        stream.write(number.encoded)
        return number


def _read(stream: Reader, size: int, path: Place) -> Buffer:
    if size < 0:
        raise StreamError(f"a size of {size} bytes", path)
    data: Buffer = stream.read(size)
    if len(data) < size:
        raise StreamError(f"the stream ends too early: expected {size} bytes, got {len(data)}", path)
    return data


class Enumerated(Wrapper):
    """An integer as a member of an enum; a number without a name stays a plain int. Builds from names as well."""

    def __init__(self, subcon: Construct, enum: type[IntEnum]) -> None:
        super().__init__(subcon)
        self.enum = enum

    def _parse(self, stream: Reader, context: Node, path: Place) -> int:
        return member(self.enum, self.subcon._parse(stream, context, path))

    def resolve(self, value: Any, node: Node) -> Any:
        if isinstance(value, str):
            if value not in self.enum.__members__:
                raise RecordError(f"there is no {self.enum.__name__} {value!r}", Place(node), expected=names(self.enum))
            return self.enum[value]
        return member(self.enum, value) if isinstance(value, int) else value


def member(enum: type[IntEnum], number: int) -> int:
    """The member of an enum with a number, or the number."""
    try:
        return enum(number)
    except ValueError:
        return number


def names(enum: type[IntEnum]) -> str:
    return ", ".join(enum.__members__)


# Bytes


class Extent:
    """How far a field of bytes reaches."""

    #: Whether no bytes at all are a good default.
    is_empty = False

    def read(self, stream: Reader, node: Node, path: Place) -> Buffer:
        raise NotImplementedError

    def write(self, pieces: list[Buffer], size: int, stream: Writer, node: Node, path: Place) -> None:
        for piece in pieces:
            stream.write(piece)

    def missing(self, size: int, node: Node) -> int:
        """By how many bytes a record is too short."""
        return 0


class Size(Extent):
    """A number of bytes."""

    def __init__(self, size: int | Expression) -> None:
        self.size = size
        self.is_empty = size == 0

    def _of(self, node: Node) -> int:
        return int(self.size(node) if callable(self.size) else self.size)

    def read(self, stream: Reader, node: Node, path: Place) -> Buffer:
        return _read(stream, self._of(node), path)

    def write(self, pieces: list[Buffer], size: int, stream: Writer, node: Node, path: Place) -> None:
        expected = self._of(node)
        if size != expected and _is_final(node):
            raise RecordError("has the wrong size", path, expected=f"{expected} bytes", actual=f"{size} bytes")
        super().write(pieces, size, stream, node, path)

    def missing(self, size: int, node: Node) -> int:
        return max(0, self._of(node) - size)


class Rest(Extent):
    """Everything up to the end of the stream."""

    is_empty = True

    def read(self, stream: Reader, node: Node, path: Place) -> Buffer:
        return stream.read()


class Until(Extent):
    """Everything up to a byte.

    Args:
        byte: the terminator.
        include: whether it belongs to the value.
        consume: whether it is skipped.
        required: False if the end of the stream will do as well.
    """

    def __init__(self, byte: int, *, include: bool = False, consume: bool = True, required: bool = True) -> None:
        self.byte = bytes([byte])
        self.include = include
        self.consume = consume
        self.required = required

    def read(self, stream: Reader, node: Node, path: Place) -> Buffer:
        data, found = stream.read_until(self.byte, consume=self.consume)
        if self.required and not found:
            raise StreamError(f"no terminator {self.byte.hex()}", path)
        return bytes(data) + self.byte if found and self.include else data

    def write(self, pieces: list[Buffer], size: int, stream: Writer, node: Node, path: Place) -> None:
        data = b"".join(pieces)
        if self.byte in (data[:-1] if self.include else data):
            raise RecordError(f"holds its terminator {self.byte.hex()}", path)
        stream.write(data)
        if not self.consume or self.include:
            return
        if self.required:
            stream.write(self.byte)
        else:
            stream.write_separator(self.byte)


class Raw(Part):
    """Bytes as they are: `bytes` or, for large ones, a view."""

    def __init__(self, extent: Extent) -> None:
        super().__init__()
        self.extent = extent

    def _parse(self, stream: Reader, context: Node, path: Place) -> Any:
        return self.extent.read(stream, context, path)

    def resolve(self, value: Any, node: Node) -> Any:
        try:
            view = memoryview(value)
        except TypeError:
            raise RecordError("has to be bytes", Place(node), actual=type(value).__name__) from None
        return value if isinstance(value, bytes) else view.cast("B") if view.nbytes else b""

    def _build(self, obj: Any, stream: Writer, context: Node, path: Place) -> Any:
        self.extent.write([obj], len(obj), stream, context, path)
        return obj

    def default(self, node: Node) -> Any:
        return b"" if self.extent.is_empty else super().default(node)

    def measure(self, value: Any, node: Node) -> int:
        return len(value)

    def _sizeof(self, context: Any, path: Any) -> int:
        if isinstance(self.extent, Size) and isinstance(self.extent.size, int):
            return self.extent.size
        raise SizeofError("the size is not fixed", path)


class Text(Raw):
    """A string of some encoding. Bytes may be given as well: they are written as they are."""

    def __init__(self, extent: Extent, encoding: str) -> None:
        super().__init__(extent)
        self.encoding = encoding

    def _parse(self, stream: Reader, context: Node, path: Place) -> str:
        data = self.extent.read(stream, context, path)
        try:
            return str(data, self.encoding)
        except UnicodeDecodeError:
            raise StringError(f"the text is not {self.encoding}", path) from None

    def resolve(self, value: Any, node: Node) -> Any:
        return value if isinstance(value, str) else super().resolve(value, node)

    def _build(self, obj: Any, stream: Writer, context: Node, path: Place) -> Any:
        super()._build(self._encoded(obj, path), stream, context, path)
        return obj

    def default(self, node: Node) -> Any:
        return "" if self.extent.is_empty else super().default(node)

    def measure(self, value: Any, node: Node) -> int:
        return len(self._encoded(value, Place(node)))

    def _encoded(self, value: str | Buffer, path: Place) -> Buffer:
        try:
            return value.encode(self.encoding) if isinstance(value, str) else value
        except UnicodeEncodeError:
            raise RecordError(f"cannot be written as {self.encoding}", path, actual=repr(value)) from None


class Contents(Raw):
    """Bytes that are always the same."""

    def __init__(self, contents: bytes) -> None:
        super().__init__(Size(len(contents)))
        self.contents = contents

    def _parse(self, stream: Reader, context: Node, path: Place) -> bytes:
        data = super()._parse(stream, context, path)
        if data != self.contents:
            raise ValidationError(f"expected {self.contents!r}, got {bytes(data)!r}", path)
        return self.contents

    def default(self, node: Node) -> Any:
        return self.contents

    def _build(self, obj: Any, stream: Writer, context: Node, path: Place) -> Any:
        if obj != self.contents:
            raise RecordError("wrong value", path, expected=repr(self.contents), actual=repr(bytes(obj)))
        return super()._build(obj, stream, context, path)


class Within(Wrapper):
    """A construct in a stream of its own, that of a field of bytes. A record that is too short is filled with zeros."""

    def __init__(self, extent: Extent, subcon: Construct) -> None:
        super().__init__(subcon)
        self.extent = extent

    def _parse(self, stream: Reader, context: Node, path: Place) -> Any:
        return self.subcon._parse(Reader(self.extent.read(stream, context, path)), context, path)

    def resolve(self, value: Any, node: Node) -> Any:
        resolved = super().resolve(value, node)
        if isinstance(resolved, Node):
            resolved._state.io = None  # the stream is not there before the field is built
        return resolved

    def _build(self, obj: Any, stream: Writer, context: Node, path: Place) -> Any:
        inner = Writer()
        built = self.subcon._build(obj, inner, context, path)
        inner.end()
        inner.write(bytes(self.extent.missing(inner.size, context)))
        self.extent.write(inner.pieces, inner.size, stream, context, path)
        return built

    def _sizeof(self, context: Any, path: Any) -> int:
        raise SizeofError("the size is not fixed", path)


# What fields are made of


class Valid(Wrapper):
    """A rule for a value: `holds(it, this)`, in words `rule`. A value that the rule pins down need not be given."""

    def __init__(
        self,
        subcon: Construct,
        holds: Callable[[Any, Node], bool],
        rule: str = "",
        pinned: Expression | None = None,
    ) -> None:
        super().__init__(subcon)
        self.holds = holds
        self.rule = rule
        self.pinned = pinned

    def _parse(self, stream: Reader, context: Node, path: Place) -> Any:
        value = self.subcon._parse(stream, context, path)
        if not self.holds(value, context):
            raise ValidationError(f"expected {self.words(context)}, got {value!r}", path)
        return value

    def default(self, node: Node) -> Any:
        return super().default(node) if self.pinned is None else self.pinned(node)

    def _build(self, obj: Any, stream: Writer, context: Node, path: Place) -> Any:
        built = self.subcon._build(obj, stream, context, path)
        if not self.holds(built, context) and _is_final(context):
            raise RecordError("breaks a rule of the format", path, expected=self.words(context), actual=_shown(built))
        return built

    def words(self, node: Node) -> str:
        return self.rule


def _shown(value: Any) -> Any:
    return getattr(value, "value", "a record") if isinstance(value, Node) else repr(value)


def is_member(value: Any, _: Node) -> bool:
    """The rule `in-enum`, for an Enumerated."""
    return isinstance(value, IntEnum)


class Derived(Wrapper):
    """A field that follows from others: it may be left out of a tree."""

    def __init__(self, subcon: Construct, derive: Expression) -> None:
        super().__init__(subcon)
        self.derive = derive

    def default(self, node: Node) -> Any:
        return self.derive(node)


class If(Wrapper):
    """A field that is only there under a condition; otherwise its value is None."""

    def __init__(self, condition: Expression, subcon: Construct) -> None:
        super().__init__(subcon)
        self.condition = condition

    def _parse(self, stream: Reader, context: Node, path: Place) -> Any:
        return self.subcon._parse(stream, context, path) if self.condition(context) else None

    def default(self, node: Node) -> Any:
        return super().default(node) if self.condition(node) else None

    def resolve(self, value: Any, node: Node) -> Any:
        return None if value is None else super().resolve(value, node)

    def _build(self, obj: Any, stream: Writer, context: Node, path: Place) -> Any:
        if self.condition(context):
            return self.subcon._build(obj, stream, context, path)
        if obj is not None and _is_final(context):
            raise RecordError("is given, but other fields say that it is not there", path)
        return None

    def measure(self, value: Any, node: Node) -> int:
        return 0 if value is None else super().measure(value, node)

    def _sizeof(self, context: Any, path: Any) -> int:
        raise SizeofError("the field may be absent", path)


class Switch(Part):
    """One of several constructs, chosen by a value; `otherwise` stands for all that are not listed."""

    def __init__(self, on: Expression, cases: Mapping[Any, Construct], *, otherwise: Construct | None = None) -> None:
        super().__init__()
        self.on = on
        self.cases = cases
        self.otherwise = otherwise

    def _chosen(self, node: Node) -> Any:
        return self.cases.get(self.on(node), self.otherwise)

    def _parse(self, stream: Reader, context: Node, path: Place) -> Any:
        chosen = self._chosen(context)
        return None if chosen is None else chosen._parse(stream, context, path)

    def default(self, node: Node) -> Any:
        chosen = self._chosen(node)
        return None if chosen is None else chosen.default(node)

    def resolve(self, value: Any, node: Node) -> Any:
        chosen = self._chosen(node)
        return value if chosen is None else chosen.resolve(value, node)

    def _build(self, obj: Any, stream: Writer, context: Node, path: Place) -> Any:
        chosen = self._chosen(context)
        if chosen is not None:
            return chosen._build(obj, stream, context, path)
        if obj is not None:
            raise RecordError("is given, but other fields say that it is not there", path)
        return None


class Fixed(Valid):
    """A field with one right value, which may be left out of a tree."""

    def __init__(self, subcon: Construct, value: Any) -> None:
        self.value = value
        super().__init__(subcon, lambda it, this: bool(it == self._of(this)), pinned=self._of)

    def _of(self, node: Node) -> Any:
        return self.value(node) if callable(self.value) else self.value

    def words(self, node: Node) -> str:
        return repr(self._of(node))


class Repeat(Subconstruct, Part):  # type: ignore[misc]
    """A list: of `count` elements, up to the one for which `until(it, this)` holds, or up to the end of the stream."""

    def __init__(
        self,
        subcon: Construct,
        count: int | Expression | None = None,
        until: Callable[[Any, Node], bool] | None = None,
    ) -> None:
        super().__init__(subcon)
        self.count = count
        self.until = until

    def _parse(self, stream: Reader, context: Node, path: Place) -> list[Any]:
        field = context._state.field
        elements: list[Any] = ListContainer()
        context[field] = elements  # elements may look at those before them
        for index in self._indices(elements, stream, context):
            context._state.field, context._state.index = field, index
            elements.append(self.subcon._parse(stream, context, path))
        context._state.index = None
        return elements

    def _indices(self, elements: list[Any], stream: Reader, node: Node) -> Iterator[int]:
        if self.count is not None:
            yield from range(self._count(node))
        elif self.until is None:
            while not stream.at_end:
                yield len(elements)
        else:
            yield 0
            while not self.until(elements[-1], node):
                yield len(elements)

    def _count(self, node: Node) -> int:
        return int(self.count(node) if callable(self.count) else self.count)  # type: ignore[arg-type]

    def resolve(self, value: Any, node: Node) -> Any:
        if isinstance(value, Buffer):
            return value
        if not isinstance(value, Iterable) or isinstance(value, str | Mapping):
            raise RecordError("has to be a list or ready bytes", Place(node), actual=type(value).__name__)
        resolved = []
        for index, element in enumerate(value):
            node._state.index = index
            resolved.append(self.subcon.resolve(element, node))
        node._state.index = None
        return resolved

    def _build(self, obj: Any, stream: Writer, context: Node, path: Place) -> Any:
        if self.count is not None and _is_final(context):
            self._check_count(obj, context, path)
        if isinstance(obj, Buffer):
            stream.write(obj)
            return obj
        for index, element in enumerate(obj):
            context._state.index = index
            self.subcon._build(element, stream, context, path)
        context._state.index = None
        return obj

    def _check_count(self, obj: Any, node: Node, path: Place) -> None:
        given, expected = self.length(obj), self._count(node)
        if given is not None and given != expected:
            raise RecordError("has the wrong length", path, expected=f"{expected} elements", actual=f"{given}")

    def length(self, obj: Any) -> int | None:
        """The number of elements; None if ready bytes do not tell."""
        if not isinstance(obj, Buffer):
            return len(obj)
        try:
            size = self.subcon.sizeof()
        except SizeofError:
            return None
        return len(obj) // size if size and len(obj) % size == 0 else None

    def _sizeof(self, context: Any, path: Any) -> int:
        if isinstance(self.count, int):
            return self.count * int(self.subcon._sizeof(context, path))
        raise SizeofError("the number of elements is not fixed", path)


# Records and their instances


class Value(Part):
    """An instance that is computed; None where its condition does not hold."""

    def __init__(self, compute: Expression, condition: Expression | None = None) -> None:
        super().__init__()
        self._compute = compute
        self._condition = condition

    def compute(self, node: Node) -> Any:
        return self._compute(node) if self._condition is None or self._condition(node) else None


class At(Subconstruct):  # type: ignore[misc]
    """An instance that stands somewhere else in the stream, or in another stream.

    Args:
        subcon: what stands there.
        pos: where.
        io: in which stream; that of the record by default.
        condition: when it is there.
        offset: the field that `pos` is, if it is one: the builder chooses the place when that field is left out.
        align: what the chosen place is a multiple of.
    """

    def __init__(
        self,
        subcon: Construct,
        pos: Expression,
        *,
        io: Expression | None = None,
        condition: Expression | None = None,
        offset: str | None = None,
        align: int = 1,
    ) -> None:
        super().__init__(subcon)
        self.pos = pos
        self.io = io
        self.condition = condition
        self.offset = offset
        self.align = align

    def stream(self, node: Node) -> Any:
        return node._state.io if self.io is None else self.io(node)

    def is_there(self, node: Node) -> bool:
        return self.condition is None or bool(self.condition(node))

    def parse_in(self, node: Node) -> Any:
        path = Place(node)
        try:
            return self._parse_at(node, path) if self.is_there(node) else None
        except _FAILURES as error:
            raise _failure(error, path) from error

    def _parse_at(self, node: Node, path: Place) -> Any:
        stream = self.stream(node)
        before, position = stream.tell(), int(self.pos(node))
        if position < 0:
            raise StreamError(f"a position of {position}", path)
        stream.seek(position)
        value = self.subcon._parse(stream, node, path)
        stream.seek(before)
        return value

    def compute(self, node: Node) -> Any:
        """What it is in a tree that is built and does not give it: only something that takes no bytes can be known."""
        if not self.is_there(node):
            return None
        try:
            return self.subcon._parse(Reader(b""), node, Place(node))
        except StreamError:
            raise RecordError("has to be given, since other fields depend on it", Place(node)) from None


class Record(Part):
    """A type of a schema.

    Args:
        members: named fields in their order, and named instances (At, Value).
        params: names of its params.
        is_root: whether `_root` is this record for everything in it.
        derived: how a param follows from the fields.
    """

    def __init__(
        self,
        *members: Renamed,
        params: Sequence[str] = (),
        is_root: bool = False,
        derived: Mapping[str, Expression] | None = None,
    ) -> None:
        super().__init__()
        parts = {member.name: member.subcon for member in members}
        self.values = {name: part for name, part in parts.items() if isinstance(part, Value)}
        self.placed = {name: part for name, part in parts.items() if isinstance(part, At)}
        self.fields = {name: part for name, part in parts.items() if not isinstance(part, Value | At)}
        self.params = tuple(params)
        self.is_root = is_root
        self.derived = derived or {}

    # Parsing

    def _parse(self, stream: Any, context: Any, path: Any) -> Node:
        if isinstance(context, Node):
            return self.parse_node(stream, Node(self, context))
        start = stream.tell()
        reader = Reader(stream.getbuffer()[start:] if isinstance(stream, BytesIO) else stream.read())
        node = self.parse_node(reader, Node(self, None))
        for unread in node._state.unread:
            for name in unread._state.record.placed:
                unread[name]  # which reads it
        stream.seek(start + reader.tell())
        return node

    def parse_node(self, stream: Reader, node: Node) -> Node:
        node._state.io = stream
        if self.placed:
            node._state.unread.append(node)
        place = Place(node)
        try:
            for name, part in self.fields.items():
                node._state.field = name
                node[name] = part._parse(stream, node, place)
        except _FAILURES as error:
            raise _failure(error, place) from error
        node._state.field = None
        return node

    # Building

    def chunks(self, tree: Any, size: int = 0) -> list[Buffer]:
        """The bytes of a whole file, in pieces; large buffers of the tree are among them as they are.

        Args:
            tree: a dict of the fields and of the instances that stand somewhere in the file.
            size: of the file, if it is to be longer than what is in it; the rest is zeros.

        Raises:
            RecordError: the tree does not fit the schema.
        """
        layout = Layout(size)
        pieces = layout.lay_out(self, tree)
        if not layout.guessed:
            return pieces
        final = Layout(size, before=layout)
        pieces = final.lay_out(self, tree)
        if (final.positions, final.total) != (layout.positions, layout.total):
            raise RecordError("the offsets depend on each other", "")
        return pieces

    def _build(self, obj: Any, stream: Any, context: Any, path: Any) -> Any:
        if isinstance(context, Node):
            return self.build_node(obj, stream, context)
        for piece in self.chunks(obj):
            stream.write(bytes(piece))
        return obj

    def build_node(self, obj: Any, stream: Writer, parent: Node, arguments: Sequence[Expression] = ()) -> Node:
        node = obj if isinstance(obj, Node) and obj._state.parent is parent else self.node(obj, parent, arguments)
        self.write(stream, node)
        return node

    def write(self, stream: Writer, node: Node) -> None:
        if node._state.ready is not None:
            stream.write(node._state.ready)
            return
        place = Place(node)
        try:
            for name, part in self.fields.items():
                node._state.field = name
                part._build(node[name], stream, node, place)
        except _FAILURES as error:
            raise _failure(error, place) from error
        node._state.field = None
        assert node._state.given is not None
        assert node._state.layout is not None
        node._state.layout.queue += [(node, name) for name in node._state.given if name in self.placed]

    def resolve(self, value: Any, node: Node) -> Node:
        return self.node(value, node)

    def node(self, value: Any, parent: Node | None, arguments: Sequence[Expression] = ()) -> Node:
        """The Node for a dict, or for ready bytes."""
        node = Node(self, parent, arguments)
        place = Place(node)
        if isinstance(value, Buffer):
            node._state.ready = value
            node._state.given = {}
        elif isinstance(value, Mapping):
            node._state.given = {name: given for name, given in value.items() if given is not None}
            self._check_names(node._state.given, place)
        else:
            raise RecordError("has to be a dict or ready bytes", place, actual=type(value).__name__)
        return node

    def _check_names(self, given: Mapping[str, Any], path: Place) -> None:
        known = (*self.fields, *self.placed, *self.values)
        for name in given:
            if name not in known:
                raise RecordError(f"has no field {name!r}", path, expected=f"one of {', '.join(known) or 'none'}")

    def default(self, node: Node) -> Any:
        return super().default(node) if self.fields else {}

    # Both

    def supply(self, node: Node, name: str) -> Any:
        """A member that the Container of a node does not hold: it is computed, or not read or resolved yet.

        Raises:
            KeyError: there is no such member, or it is behind the field that is parsed.
        """
        if name in self.params:
            parent = node._state.parent
            assert parent is not None
            with _At(parent, *node._state.origin):
                node._state.cache[name] = node._state.arguments[self.params.index(name)](parent)
            return node._state.cache[name]
        if name in self.values:
            node._state.cache[name] = self.values[name].compute(node)
            return node._state.cache[name]
        if name in self.placed:
            with _At(node, name):
                node[name] = self._placed(node, name)
            return node[name]
        if name not in self.fields or node._state.given is None:
            raise KeyError(name)
        return self._field(node, name)

    def _placed(self, node: Node, name: str) -> Any:
        at = self.placed[name]
        if node._state.given is None:
            return at.parse_in(node)
        return at.subcon.resolve(node._state.given[name], node) if name in node._state.given else at.compute(node)

    def _field(self, node: Node, name: str) -> Any:
        part = self.fields[name]
        given, ready = node._state.given, node._state.ready
        assert given is not None
        if ready is not None:
            node._state.given = None  # from here on the node is one that was parsed
            self.parse_node(Reader(ready), node)
            return node[name]
        with _At(node, name):
            node[name] = part.resolve(given[name] if name in given else part.default(node), node)
        return node[name]

    def _sizeof(self, context: Any, path: Any) -> int:
        return sum(int(part._sizeof(context, path)) for part in self.fields.values())


class Call(Part):
    """A record with arguments, or one that is defined further down (then it is given by a lambda)."""

    def __init__(self, record: Record | Callable[[], Record], *arguments: Expression) -> None:
        super().__init__()
        self._record = record
        self.arguments = arguments

    @property
    def record(self) -> Record:
        return self._record if isinstance(self._record, Record) else self._record()

    def _parse(self, stream: Reader, context: Node, path: Place) -> Node:
        return self.record.parse_node(stream, Node(self.record, context, self.arguments))

    def resolve(self, value: Any, node: Node) -> Node:
        return self.record.node(value, node, self.arguments)

    def default(self, node: Node) -> Any:
        return self.record.default(node)

    def _build(self, obj: Any, stream: Writer, context: Node, path: Place) -> Node:
        return self.record.build_node(obj, stream, context, self.arguments)

    def _sizeof(self, context: Any, path: Any) -> int:
        return self.record._sizeof(context, path)


#: What expressions raise for bad bytes and for bad trees.
_FAILURES = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


def _failure(error: Exception, path: Place) -> RecordError:
    return RecordError(f"cannot be computed ({type(error).__name__}: {error})", path)


# Derivation


def count_of(field: str) -> Expression:
    """The number of elements of a list."""

    def derive(node: Node) -> int:
        value = _value_of(node, field)
        if value is None:
            return 0
        part = _part_of(node, field)
        count = part.length(value) if isinstance(part, Repeat) else len(value)
        if count is None:
            raise RecordError(f"has to be given, since {field} is given as bytes", Place(node))
        return count

    return derive


def length_of(field: str, scale: int = 1) -> Expression:
    """The size of a field in units of `scale` bytes."""

    def derive(node: Node) -> int:
        value = _value_of(node, field)
        size = 0 if value is None else int(_part_of(node, field).measure(value, node))
        if size % scale:
            raise RecordError(f"{field} is no whole number of elements", Place(node), actual=f"{size} bytes")
        return size // scale

    return derive


def offset_of(instance: str) -> Expression:
    """Where an instance is; 0 if the tree has none."""

    def derive(node: Node) -> int:
        assert node._state.layout is not None
        if node._state.given is None or instance not in node._state.given:
            return 0
        with _At(node, instance):
            return node._state.layout.position(str(Place(node)))

    return derive


def argument_of(field: str, param: str) -> Expression:
    """What a param of the record in a field has to be."""

    def derive(node: Node) -> Any:
        record = node[field]
        if not isinstance(record, Node) or param not in record._state.record.derived:
            raise RecordError("has to be given", Place(node))
        return record._state.record.derived[param](record)

    return derive


def _value_of(node: Node, field: str) -> Any:
    """The value of a field, or of an instance if it is given."""
    is_absent = field in node._state.record.placed and node._state.given is not None and field not in node._state.given
    return None if is_absent else node[field]


def _part_of(node: Node, field: str) -> Any:
    """The part of a field, without its condition."""
    record = node._state.record
    part = record.fields[field] if field in record.fields else record.placed[field].subcon
    return part.subcon if isinstance(part, If) else part


def size_of(stream: Any) -> int:
    """`_io.size`: of the stream that is read, or of the file that is built."""
    return int(stream.size)


def position_in(stream: Reader) -> int:
    """`_io.pos`."""
    return stream.tell()


def at_end_of(stream: Reader) -> bool:
    """`_io.eof`."""
    return stream.at_end


# Layout


@dataclass(frozen=True)
class Piece:
    """What stands at one place of a file."""

    position: int
    size: int
    buffers: list[Buffer]
    path: str

    @property
    def end(self) -> int:
        return self.position + self.size

    def same_as(self, other: Piece) -> bool:
        return (self.position, self.size) == (other.position, other.size) and self.buffers == other.buffers


class Layout:
    """Where the parts of a file go: the fields of the root first, then the instances in the order of the tree.

    Offsets stand before what they point to. Until the sizes are known they are guessed; then everything is built once
    more, and only then rules are checked that a guess may break. To what is built the layout is `_io`.

    Attributes:
        positions: path of an instance -> its position.
        total: size of the file.
        queue: instances to place.
        guessed: whether an offset or the size was needed that is not known.
    """

    def __init__(self, least: int = 0, before: Layout | None = None) -> None:
        self._least = least
        self._before = before
        self.positions: dict[str, int] = {}
        self.total = 0
        self.queue: list[tuple[Node, str]] = []
        self.guessed = False

    @property
    def size(self) -> int:
        """The size of the whole file."""
        if self._before is None:
            self.guessed = True
            return 0
        return self._before.total

    def position(self, path: str) -> int:
        """Where an instance is."""
        if self._before is None:
            self.guessed = True
            return 1  # 0 would mean that there is nothing
        return self._before.positions[path]

    def lay_out(self, record: Record, tree: Any) -> list[Buffer]:
        root = record.node(tree, None)
        root._state.layout = root._state.io = self
        writer = Writer()
        record.write(writer, root)
        parts = [_Part(0, writer.size, writer.pieces, "the fields of the root")]
        self.total = writer.size
        for node, name in self.queue:  # which grows
            with _At(node, name):
                parts.append(self._place(node, name))
            self.total = max(self.total, parts[-1].end)
        self.total = max(self.total, self._least)
        return list(_assembled(parts, self.total))

    def _place(self, node: Node, name: str) -> _Part:
        at, path = node._state.record.placed[name], Place(node)
        if not at.is_there(node):
            raise RecordError("is given, but other fields say that it is not there", path)
        if at.stream(node) is not self:
            raise RecordError("stands in another stream, which cannot be built", path)
        writer = Writer()
        at.subcon._build(node[name], writer, node, path)
        assert node._state.given is not None
        if at.offset is not None and at.offset not in node._state.given:
            position = self.total + -self.total % at.align
        else:
            position = int(at.pos(node))
        self.positions[str(path)] = position
        return _Part(position, writer.size, writer.pieces, str(path))


@dataclass(frozen=True)
class _Part:
    """What stands at one place of a file."""

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


def _is_final(node: Node) -> bool:
    """Whether rules can be checked: not while offsets are guessed."""
    return node._state.layout is None or not node._state.layout.guessed
