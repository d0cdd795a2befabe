"""The places of fields, as a generated reader tells them: a bad file is read again to know where it fails."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from struct import Struct
from typing import TYPE_CHECKING, Self, TypeAlias

from nacformats.codec.trees.record import TreeRecord, new_record
from nacformats.codec.trees.stream import FAILURES
from nacformats.plain import Plain

if TYPE_CHECKING:
    from nacformats.codec.trees.stream import ByteStream, FieldError

#: Attributes of a record that do not come from its bytes.
_OWN = ("_io", "_parent", "_root", "_start", "_above", "_index", "_le", "_rest")
#: Longer paths are shown without their middle (hostile nesting makes long ones).
_PATH_STEPS = 16


class FieldTrace:
    """Is told what is read. Each method does nothing here.

    Attributes:
        wants_elements: whether it has to be told of every element of a list.
    """

    wants_elements = True

    def open(self, record: TreeRecord, io: ByteStream) -> FieldTrace | None:  # noqa: ARG002
        """Note that a record begins, and return what is told about its fields, if anything is."""
        return self

    def close(self, io: ByteStream) -> None:
        """Note that the record, or the instance, that began last has been read."""

    def ask(self, record: TreeRecord, attribute: str) -> FieldTrace | None:  # noqa: ARG002
        """Note that an instance is asked for, and return what is told about it, if anything is."""
        return self

    def answer(self) -> None:
        """Note that the instance that was asked for last is there."""

    def begin(self, record: TreeRecord, name: str, io: ByteStream) -> None:
        """Note that a field begins where the stream stands."""

    def element(self, index: int, io: ByteStream) -> None:
        """Note that an element of the field begins where the stream stands."""

    def aligned(self, io: ByteStream) -> None:
        """Note that what began last has its first byte where the stream stands."""

    def numbers(self, record: TreeRecord, io: ByteStream, members: tuple[str, ...]) -> None:
        """Read fields that the reader takes at once one by one, so that a failure is that of one; go back.

        Args:
            record: that has the fields.
            io: what they are read from.
            members: their format of struct, and their ids.
        """
        mark = io.pos, io.bits, io.left
        for name, layout in _struct_fields(*members):
            self.begin(record, name, io)
            io.number(layout)
        self.end(io)
        io.back(mark)

    def bits(self, record: TreeRecord, io: ByteStream, endian: str, members: Sequence[tuple[str, int]]) -> None:
        """Read bit fields one by one, as numbers are, and go back."""
        mark = io.pos, io.bits, io.left
        for name, width in members:
            self.begin(record, name, io)
            (io.bits_be if endian == "be" else io.bits_le)(width)
        self.end(io)
        io.back(mark)

    def end(self, io: ByteStream) -> None:
        """Note that the field that began last ends where the stream stands."""


class _Step(Plain, frozen=False):
    """A record that is being read: the field that it has come to.

    Attributes:
        record, name: the record and the field; empty before the first.
        index: of the element, if the field is a list.
        start: absolute offset of the field or the element.
        io: what it is read from.
        is_asked: whether it is an instance that was asked for while something else was read.
    """

    record: TreeRecord
    name: str
    index: int | None
    start: int
    io: ByteStream | None
    is_asked: bool = False


#: The path of what a last step is in, and that step: records in each other share what they have in common.
_Path: TypeAlias = "tuple[_Path, str] | None"


class FailureTrace(FieldTrace):
    """Knows, when reading fails, at which field it does."""

    def __init__(self) -> None:
        self.steps: list[_Step] = []

    def open(self, record: TreeRecord, io: ByteStream) -> Self:
        self.steps.append(_Step(record, "", None, _first_byte(io), io))
        return self

    def close(self, io: ByteStream) -> None:  # noqa: ARG002
        self.steps.pop()

    def ask(self, record: TreeRecord, attribute: str) -> Self:
        name = _id_of(record, attribute)
        self.steps.append(_Step(record, name, None, record._io.offset_of(record._start), record._io, is_asked=True))
        return self

    def answer(self) -> None:
        self.steps.pop()

    def begin(self, record: TreeRecord, name: str, io: ByteStream) -> None:  # noqa: ARG002
        step = self.steps[-1]
        step.name, step.index, step.start, step.io = name, None, _first_byte(io), io

    def element(self, index: int, io: ByteStream) -> None:
        step = self.steps[-1]
        step.index, step.start = index, _first_byte(io)

    def aligned(self, io: ByteStream) -> None:
        self.steps[-1].start = io.offset

    def failed(self, error: FieldError | None) -> _Step | None:
        """Return the step at fault, given what was raised; None if nothing was begun."""
        if not self.steps:
            return None
        last = self.steps[-1]
        if not last.name and len(self.steps) > 1:  # the record has not come to its first field
            last = self.steps.pop(-2)
            self.steps[-1] = last
        if error is not None and error.element is not None and last.io is not None:
            last.index, last.start = error.element[0], last.io.offset_of(error.element[1])
        if error is not None and error.field is not None and last.io is not None:
            last.name, last.index, last.start = error.field[0], None, last.io.offset_of(error.field[1])
        return last

    @property
    def path(self) -> str:
        """The path of the field that was begun last."""
        path: _Path = None
        known: dict[int, _Path] = {}
        for step in self.steps:
            path = _path_of(step.record, known) if step.is_asked else path
            known.setdefault(id(step.record), path)
            path = (path, _step(step.name, step.index)) if step.name else path
        steps: list[str] = []
        while path is not None:
            path, last = path
            steps.append(last)
        return joined(steps[::-1])


class SpanTrace(FieldTrace):
    """Knows where the fields of one record are.

    Attributes:
        record: as it is read.
        spans: first byte, and the first one past the field if that is known, by id.
        starts: of the elements of a list, by id.
    """

    wants_elements = False

    def __init__(self, record: TreeRecord) -> None:
        self.spans: dict[str, tuple[int, int | None]] = {}
        self.starts: dict[str, list[int]] = {}
        self.record = record
        self._field: str | None = None
        self._before: list[str | None] = []

    def open(self, record: TreeRecord, io: ByteStream) -> Self | None:  # noqa: ARG002
        return self if record is self.record else None

    def close(self, io: ByteStream) -> None:
        self.end(io)

    def ask(self, record: TreeRecord, attribute: str) -> Self | None:  # noqa: ARG002
        if record is not self.record:
            return None
        self._before.append(self._field)
        self._field = None
        return self

    def answer(self) -> None:
        self._field = self._before.pop()

    def begin(self, record: TreeRecord, name: str, io: ByteStream) -> None:  # noqa: ARG002
        self.end(io)
        self._field = name
        self.spans[name] = _first_byte(io), None

    def end(self, io: ByteStream) -> None:
        if self._field is not None:
            self.spans[self._field] = self.spans[self._field][0], io.offset
        self._field = None

    def element(self, index: int, io: ByteStream) -> None:  # noqa: ARG002
        assert self._field is not None
        self.starts.setdefault(self._field, []).append(_first_byte(io))


def field_spans(record: TreeRecord, units: int) -> SpanTrace:
    """Return the places of the fields of a record, which is read again for that, as far as it can be read.

    Args:
        record: as it was read.
        units: how many elements and records may be read.
    """
    again = new_record(type(record))
    for attribute in (*_OWN, *record.PARAMS.values()):
        if (value := record._known(attribute)) is not None:
            setattr(again, attribute, value)
    io, trace = record._io, SpanTrace(again)
    mark = io.pos, io.bits, io.left
    io.seek(record._start)
    io.bits, io.left = record._known("_rest") or (0, 0)
    with suppress(*FAILURES), io.reading.at_most(units, trace, is_again=True):  # the places up to there are known
        again._read(io, trace)
    io.back(mark)
    return trace


def _struct_fields(layout: str, *names: str) -> tuple[tuple[str, Struct], ...]:
    """Return the fields of a format of struct, each with its own."""
    codes = re.findall(r"\d*\D", layout[1:])
    return tuple((name, Struct(layout[0] + code)) for name, code in zip(names, codes, strict=True))


def _first_byte(io: ByteStream) -> int:
    """Return the offset of the byte with the next bit."""
    return io.offset - bool(io.left)


def _id_of(record: TreeRecord, attribute: str) -> str:
    names = (name for group in (record.PLACED, record.VALUES) for name, each in group.items() if each == attribute)
    return next(names, attribute)


def _step(name: str, index: int | None) -> str:
    return name if index is None else f"{name}[{index}]"


def _path_of(record: TreeRecord, known: Mapping[int, _Path]) -> _Path:
    """Return the path from the root to a record, given those to the records that are being read."""
    steps: list[str] = []
    seen: set[int] = set()
    while id(record) not in known and id(record) not in seen:
        seen.add(id(record))
        above = record._known("_above") or record._parent
        if not isinstance(above, TreeRecord):
            break
        steps.append(next(_places(above, record), "?"))
        record = above
    path = known.get(id(record))
    for step in reversed(steps):
        path = path, step
    return path


def _places(parent: TreeRecord, child: TreeRecord) -> Iterator[str]:
    """Yield the field of the parent that the child is, or is an element of."""
    for name, attribute in (*parent.FIELDS.items(), *parent.PLACED.items()):
        value = parent._known(attribute)
        if value is child:
            yield name
        elif isinstance(value, list):
            yield from (_step(name, index) for index in reversed(range(len(value))) if value[index] is child)
        elif isinstance(value, Sequence) and (index := child._known("_index")) is not None:
            yield _step(name, index)


def joined(steps: list[str]) -> str:
    """Return the path of some steps."""
    if len(steps) > _PATH_STEPS:
        half = _PATH_STEPS // 2
        steps = [*steps[:half], "...", *steps[-half:]]
    return ".".join(steps)
