"""Lists, and what is kept of them when a tree is walked over: where each element is, and only a few of the elements.

A record with positions takes a hundred times its bytes. Of a long list the first elements are kept; any other is read
again when it is needed.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from construct import Construct, FormatField, ListContainer, SizeofError, Subconstruct

from nacformats.codec.constructs.failures import RecordError
from nacformats.codec.constructs.fields import Part, as_bytes
from nacformats.codec.constructs.nodes import Computation, NodePath, RecordNode, is_final, working_on
from nacformats.codec.constructs.streams import NO_BITS, BitReader, BitWriter
from nacformats.codec.streams import Buffer, Pieces
from nacformats.errors import LimitError
from nacformats.limits import MAX_EMPTY

if TYPE_CHECKING:
    pass

#: So many elements of a list are kept: every slot of a table that records look into by one byte, as those of NAC do.
KEPT_ELEMENTS = 256
#: The fewest records that are looked for by columns.
COLUMNS_PAY = 256


class Elements(Sequence[Any]):
    """The elements of one field, as far as they could be read; the last one may be a record that ends too early.

    Slices are lists; take short ones.
    """

    def __init__(self, part: Construct, stream: BitReader, node: RecordNode, field: str | None) -> None:
        """The list that starts where the stream is.

        Args:
            part: of the elements.
            stream: what they are read from.
            node: the record of the field.
            field: its name.
        """
        self._part, self._stream, self._node, self._field = part, stream, node, field
        #: Where each element that was begun starts and, if all were read to their end, where the last one ends.
        self._bounds: Any = array("q", (stream.tell(),))
        self._count = 0
        #: Of the elements that begin inside a byte: the bits that were left of it.
        self._rests = {0: stream.rest} if stream.in_byte else {}
        self._kept: dict[int, Any] = {}
        self._broken: list[Any] = []
        self._recent: tuple[int, Any] = -1, None

    # while it is read

    def skip(self, count: int) -> None:
        """Pass over the first elements, at most so many, where they can be found without reading each."""
        start = self._bounds[0]
        if isinstance(self._part, FormatField):
            width = self._part.length
            fitting = min(max(count, 0), max(self._stream.size - start, 0) // width)
            self._bounds = range(start, start + width * fitting + 1, width)
        elif 0 < count <= MAX_EMPTY and getattr(self._record, "takes_no_bytes", False):
            self._bounds = array("q", (start,)) * (count + 1)  # a table of lookups, few of which are asked for
        elif count > COLUMNS_PAY and (trace := self._node._state.trace) and (codec := trace.codec(self._record)):
            arguments = {each.name: trace.argument(self._node._root, each) for each in codec.arguments}
            self._bounds = array("q", codec.extents(self._stream.view, start, count, **arguments).tobytes())
        self._count = len(self._bounds) - 1
        if self._bounds[-1] != start:
            self._stream.seek(self._bounds[-1])

    @property
    def _record(self) -> Any:
        return getattr(self._part, "record", self._part)

    def add(self, element: Any, end: int) -> None:
        """The next element, and where it ends."""
        if isinstance(self._bounds, range):
            self._bounds = array("q", self._bounds)
        self._bounds.append(end)
        self._keep(self._count, element)
        self._count += 1
        if self._stream.in_byte:
            self._rests[self._count] = self._stream.rest

    def _keep(self, index: int, element: Any) -> None:
        if len(self._kept) < KEPT_ELEMENTS:
            self._kept[index] = element

    def put(self, index: int, broken: RecordNode) -> None:
        """An element that cannot be read to its end."""
        if index == self._count:
            self._broken = [broken]
        else:
            self._recent = index, broken

    # for whoever looks at it

    def __len__(self) -> int:
        return self._count + len(self._broken)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(len(self)))]
        place = range(len(self))[index]
        if place in self._kept:
            return self._kept[place]
        if place == self._count:
            return self._broken[0]
        if place != self._recent[0]:
            self._recent = place, None
            self._recent = place, self._read(place)
            self._keep(place, self._recent[1])
        return self._recent[1]

    def __iter__(self) -> Iterator[Any]:
        return (self[index] for index in range(len(self)))

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Sequence) and list(self) == list(other))

    __hash__ = None  # type: ignore[assignment]  # as that of a list

    def position(self, index: int) -> dict[str, int]:
        """Return the span of an element in its stream; without its end if it could not be read to its end."""
        start = int(self._bounds[index])
        return {"start": start, "end": int(self._bounds[index + 1])} if index < self._count else {"start": start}

    @property
    def starts(self) -> Sequence[int]:
        """The starts of the elements in their stream."""
        return self._bounds[: len(self)]  # type: ignore[no-any-return]

    def _read(self, index: int) -> Any:
        """Return one element, read again; of one that cannot be read to its end, what can."""
        position, rest = int(self._bounds[index]), self._rests.get(index, NO_BITS)
        with working_on(self._node, self._field, index), self._stream.elsewhere(position, rest):
            try:
                return self._part._parse(self._stream, self._node, NodePath(self._node))
            except Exception:  # noqa: BLE001  hostile bytes make an expression raise nearly anything
                return self._recent[1]


class Repeat(Subconstruct, Part):  # type: ignore[misc]
    """A list: of `count` elements, up to the one for which `until(it, this)` holds, or up to the end of the stream."""

    def __init__(
        self,
        subcon: Construct,
        count: int | Computation | None = None,
        until: Callable[[Any, RecordNode], bool] | None = None,
    ) -> None:
        super().__init__(subcon)
        self.count = count
        self.until = until

    def _parse(self, stream: BitReader, context: RecordNode, path: NodePath) -> Sequence[Any]:
        field, spans, trace = context._state.field, context._state.spans, context._state.trace
        lightly = (
            Elements(self.subcon, stream, context, field) if trace is not None and trace.columns is not None else None
        )
        elements: Any = ListContainer() if lightly is None else lightly
        context[field] = elements  # elements may look at those before them
        if lightly is not None and self.count is not None:
            lightly.skip(self._count(context))
        listed = None if spans is None or lightly is not None else spans[str(field)].setdefault("arr", [])
        empty = 0
        for index in self._indices(elements, stream, context):
            context._state.field, context._state.index = field, index
            start = stream.tell()
            if listed is not None:
                listed.append({"start": start})
            element = self.subcon._parse(stream, context, path)
            if listed is not None:
                listed[-1]["end"] = stream.tell()
            if lightly is None:
                elements.append(element)
            else:
                lightly.add(element, stream.tell())
            empty = self._counted(empty, start, stream, path)
        context._state.index = None
        return elements  # type: ignore[no-any-return]

    @staticmethod
    def _counted(empty: int, start: int, stream: BitReader, path: NodePath) -> int:
        """Return the number of consecutive elements that took no bytes, given the start of the last one."""
        empty = empty + 1 if stream.tell() == start else 0
        if empty > MAX_EMPTY:
            raise RecordError("has too many elements that take no bytes", path, cause=LimitError)
        return empty

    def _indices(self, elements: Sequence[Any], stream: BitReader, node: RecordNode) -> Iterator[int]:
        """Return the numbers of the elements that are not there yet."""
        if self.count is not None:
            yield from range(len(elements), self._count(node))
        elif self.until is None:
            while not stream.at_end:
                yield len(elements)
        else:
            yield 0
            while not self.until(elements[-1], node):
                yield len(elements)

    def _count(self, node: RecordNode) -> int:
        return int(self.count(node) if callable(self.count) else self.count)  # type: ignore[arg-type]

    def resolve(self, value: Any, node: RecordNode) -> Any:
        if isinstance(value, Buffer):
            return as_bytes(value, node)
        if isinstance(value, Pieces):
            return value
        if not isinstance(value, Iterable) or isinstance(value, str | Mapping):
            raise RecordError("has to be a list or ready bytes", NodePath(node), actual=type(value).__name__)
        resolved = []
        for index, element in enumerate(value):
            node._state.index = index
            resolved.append(self.subcon.resolve(element, node))
        node._state.index = None
        return resolved

    def _build(self, obj: Any, stream: BitWriter, context: RecordNode, path: NodePath) -> Any:
        if self.count is not None and is_final(context):
            self._check_count(obj, context, path)
        if isinstance(obj, Buffer):
            stream.write(obj)
            return obj
        if isinstance(obj, Pieces):
            for piece in obj:
                stream.write(piece)
            return obj
        for index, element in enumerate(obj):
            context._state.index = index
            self.subcon._build(element, stream, context, path)
        context._state.index = None
        return obj

    def _check_count(self, obj: Any, node: RecordNode, path: NodePath) -> None:
        given, expected = self.length(obj), self._count(node)
        if given is not None and given != expected:
            raise RecordError("has the wrong length", path, expected=f"{expected} elements", actual=f"{given}")

    def length(self, obj: Any) -> int | None:
        """Return the number of elements; None if ready bytes do not tell."""
        if isinstance(obj, Pieces):
            return None
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
