"""Explain why a record cannot be read: read it once more, alone, as a record of the machine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any, Protocol

from nacformats.codec.columns.arrays import Octets
from nacformats.codec.columns.table import Argument
from nacformats.codec.trees.parts import begun, read_leniently, read_whole
from nacformats.codec.trees.record import TreeRecord
from nacformats.codec.trees.values import Varint
from nacformats.errors import FormatError, InvalidError, TruncatedError

#: How many elements of one record are read: enough for any that people write, and half a second's work.
_UNITS = 50_000


class ReplayedType(Protocol):
    """A type of records, as its RecordCodec describes it."""

    @property
    def schema(self) -> str: ...
    @property
    def parser(self) -> str: ...
    @property
    def takes_index(self) -> bool: ...
    @property
    def arguments(self) -> tuple[Argument, ...]: ...


class _Stub:
    """The root of a file, with nothing but what a record takes from it."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        value = self.__dict__[name] = _Stub()
        return value


class _Table:
    """A table of the root: the slots that a record looks at are made when it does."""

    def __init__(self) -> None:
        self.numbers: dict[str, Sequence[int]] = {}

    def __getitem__(self, index: int) -> _Stub:
        slot = _Stub()
        for attribute, numbers in self.numbers.items():
            _put(slot, attribute, int(numbers[index]))
        return slot


def replay(
    codec: ReplayedType,
    data: Octets,
    index: int,
    bounds: tuple[int, int],
    arguments: Mapping[str, Any],
    path: str,
    *,
    fits: bool,
) -> FormatError:
    """Return the error for a record that columns refuse. For one of very many numbers, it names the record alone.

    Args:
        codec: of its type.
        data: the whole file.
        index: its number.
        bounds: where it starts, and what it must not pass.
        arguments: what it takes from elsewhere in the file.
        path: of the record.
        fits: whether it ends within them.
    """
    start, stop = bounds
    file = data.data.toreadonly()
    part = file[:stop]
    made: list[Any] = []

    def make() -> TreeRecord:
        made.append(_unread(codec, part, start, index, arguments, size=len(file)))
        return made[-1]  # type: ignore[no-any-return]

    try:
        read_whole(make)
    except FormatError as error:
        if not made[-1]._io.reading.stopped:
            error.path = f"{path}.{error.path}" if error.path else path
            return error
    if not fits:
        expected = f"its end at byte {stop} at the latest"
        return TruncatedError("does not fit", format=codec.schema, path=path, offset=start, expected=expected)
    return InvalidError("breaks a rule of its schema", format=codec.schema, path=path, offset=start)


def _unread(
    codec: ReplayedType, data: memoryview, start: int, index: int, arguments: Mapping[str, Any], *, size: int
) -> TreeRecord:
    """Return a record of which nothing is read yet."""
    root = _Stub()
    for argument in codec.arguments:
        value = arguments[argument.name]
        if argument.attribute:
            *steps, last = argument.path.split(".")
            table = vars(reduce(getattr, steps, root)).setdefault(last, _Table())
            table.numbers[argument.attribute] = value
        else:
            _put(root, argument.path, int(value))
    given = [index] if codec.takes_index else []
    return begun(codec.schema, codec.parser, data, start, *given, root=root, size=size, units=_UNITS)


def _put(root: Any, path: str, value: int) -> None:
    *steps, last = path.removesuffix(".value").split(".")
    setattr(reduce(getattr, steps, root), last, Varint(value) if value >= 0 else value)


def record_at(
    codec: ReplayedType,
    data: memoryview,
    start: int,
    *,
    index: int | None = None,
    arguments: Mapping[str, Any] | None = None,
) -> TreeRecord:
    """Return the record that starts at an offset, read alone, as far as that goes.

    Args:
        codec: of its type.
        data: the whole file.
        start: where the record starts.
        index: its number in its list.
        arguments: what it takes from elsewhere in the file. Without them, these and the index are as large as can be,
            so that its references are in range.
    """
    given = arguments or {argument.name: argument.high for argument in codec.arguments}
    number = _LARGEST_INDEX if index is None else index
    return read_leniently(_unread(codec, data, start, number, given, size=len(data)))


#: Indices of records are u4 in the schemas.
_LARGEST_INDEX = 2**32 - 1
