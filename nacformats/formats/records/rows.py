"""Tables of a NAC file as columns: a row becomes an object on access."""

from __future__ import annotations

from abc import abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, chain
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from nacformats.codec.columns import Columns, RecordCodec
from nacformats.codec.columns.table import Column
from nacformats.codec.streams import COPY_BELOW, Buffer
from nacformats.errors import InvalidError, LimitError
from nacformats.formats.records import FORMAT_NAME
from nacformats.formats.stored import Offsets, Rows, Texts

_Entry = TypeVar("_Entry")
_Row = TypeVar("_Row")
#: Arrays by the dotted path of a field in its record; see nacformats.codec.columns.
Arrays = Mapping[str, npt.NDArray[Any]] | Columns

#: Lists of records: where each starts, with the end of the last one, and the elements of all.
Lists = tuple[Offsets, npt.NDArray[Any]]
#: Integers below this are exact as float64.
EXACT = 2.0**48


def largest(codec: RecordCodec, key: str) -> int:
    """Return the largest number that fits a column of records."""
    return next(int(np.iinfo(column.dtype).max) for column in codec.columns if column.key == key)


def largest_count(codec: RecordCodec) -> int:
    """Return the largest length or count of records with one thing that is counted: no column holds its field."""
    numbers = (column for column in codec.columns if not column.rows and column.key[-1] not in "]@#")
    width = codec.least - sum(np.dtype(column.dtype).itemsize for column in numbers)
    return int((1 << 8 * width) - 1)


def drafted(codec: RecordCodec, rows: Iterable[Mapping[str, Any]], path: str) -> dict[str, Any]:
    """Return the columns of records, and under "data" all bytes.

    Args:
        codec: of the records.
        rows: the numbers, lists of numbers and bytes of each record by the paths of the fields; the rest of them is 0.
        path: of a record in the file, with "{}" for its index, for errors.

    Raises:
        LimitError: a number does not fit its field.
        InvalidError: what is given for a number is none.
    """
    given, count = defaultdict[str, tuple[list[int], list[Any]]](lambda: ([], [])), 0
    for index, row in enumerate(rows):
        for field, value in row.items():
            at, values = given[field]
            at.append(index)
            values.append(value)
        count = index + 1
    found: dict[str, Any] = {"data": bytearray()}
    for field in [column.key[:-1] for column in codec.columns if column.key.endswith("@")]:
        at, raws = given[field]
        _require(Buffer, "bytes", at, raws, f"{path}.{field}")
        sizes = list(map(len, raws))
        given[f"{field}@"] = at, list(accumulate(sizes, initial=len(found["data"])))[:-1]
        given[f"{field}#"] = at, sizes
        found["data"] += b"".join(raws)
    offsets = {column.rows for column in codec.columns}
    for column in codec.columns:
        at, values = given[column.key]
        if column.rows:
            found[column.rows], found[column.key] = _lists(at, values, column, path, count)
        elif column.key not in offsets:
            found[column.key] = np.zeros(count, column.dtype)
            found[column.key][at] = _array(at, values, column, path)
    return found


def _lists(at: Sequence[int], values: Sequence[Sequence[int]], column: Column, path: str, count: int) -> Lists:
    _require((list, tuple, np.ndarray), "a list of integers", at, values, f"{path}.{column.key}")
    lengths = np.zeros(count, np.int64)
    lengths[at] = list(map(len, values))
    elements = list(chain.from_iterable(values))
    return np.append(0, np.cumsum(lengths)), _array(np.repeat(np.arange(count), lengths), elements, column, path)


def _array(at: Sequence[int] | Offsets, values: Sequence[int], column: Column, path: str) -> npt.NDArray[Any]:
    """Return the numbers that are given for some records."""
    try:
        return np.array(values, column.dtype)
    except (OverflowError, TypeError, ValueError):
        path, limits = f"{path}.{column.key}", np.iinfo(column.dtype)
    for index, value in zip(at, values, strict=True):
        _require((int, np.integer), "an integer", [index], [value], path)
        if not limits.min <= value <= limits.max:
            expected = f"{limits.min} to {limits.max}"
            raise LimitError(
                "out of range", format=FORMAT_NAME, path=path.format(index), expected=expected, actual=value
            )
    raise AssertionError("integers within the limits are an array")


def _require(kind: Any, expected: str, at: Iterable[int], values: Iterable[object], path: str) -> None:
    """Raise InvalidError for the first value that is of another kind."""
    for index, value in zip(at, values, strict=True):
        if not isinstance(value, kind):
            where, actual = path.format(index), type(value).__name__
            raise InvalidError("of the wrong type", format=FORMAT_NAME, path=where, expected=expected, actual=actual)


def list_of_record(columns: Arrays, path: str, index: int) -> tuple[int, ...]:
    """Return the elements of a list of one record."""
    return tuple(columns[path][slice(*columns[f"{path}[]"][index : index + 2].tolist())].tolist())


class PayloadRows(Rows[_Row]):
    """Rows with a payload each: bytes that are not copied.

    Attributes:
        sizes: of the payload of each, in bytes, shape (N,).
    """

    sizes: Offsets

    def __len__(self) -> int:
        return len(self.sizes)

    @abstractmethod
    def raw(self, index: int) -> memoryview:
        """Return the payload of one of them, a view."""

    def written(self, codec: RecordCodec, fields: Mapping[str, Any], path: str) -> Iterator[Buffer]:
        """Yield the bytes of all in pieces, each record before its payload; large payloads are views.

        Args:
            codec: of the records.
            fields: their other columns.
            path: of the list, for errors.
        """
        columns = {**fields, "data@": np.full(len(self), -1), "data#": self.sizes}  # left out: payloads are not copied
        heads, start, small = memoryview(codec.write(columns, path=path)), 0, list[Buffer]()
        for index, stop in enumerate(np.cumsum(codec.sizes(columns)).tolist()):
            small.append(heads[start:stop])
            start, payload = stop, self.raw(index)
            if len(payload) <= COPY_BELOW:
                small.append(payload)
                continue
            yield b"".join(small)
            yield payload
            small = []
        yield b"".join(small)


def utf8(text: str, path: str) -> bytes:
    """Return a text as bytes. InvalidError, with the path of its field, when it has half of a surrogate pair."""
    try:
        return text.encode()
    except UnicodeEncodeError as failure:
        reason = "the text is not UTF-8"
        raise InvalidError(reason, format=FORMAT_NAME, path=path, actual=ascii(failure.object)) from None


def encoded_texts(texts: Iterable[str], path: str) -> Texts:
    """Return texts that are not encoded yet; path: of one in the file, with "{}" for its index, for errors."""
    return Texts.joined([utf8(text, path.format(index)) for index, text in enumerate(texts)])


class IdTable(Mapping[int, _Entry], Generic[_Entry]):
    """Entries by id, in the order of the file. When several have one id, which strict reading refuses, the last counts.

    Attributes:
        numbers: the ids in the order of the file.
        rows: the entries; those of a file are made when they are asked for.
    """

    def __init__(self, entries: Mapping[int, _Entry] | Iterable[tuple[int, _Entry]] = ()) -> None:
        """A table from entries by id, or from pairs of id and entry."""
        pairs = tuple(entries.items() if isinstance(entries, Mapping) else entries)
        self.numbers: Sequence[int] = [number for number, _ in pairs]
        self.rows: Sequence[_Entry] = tuple(entry for _, entry in pairs)

    @classmethod
    def of_rows(cls, numbers: Sequence[int], rows: Sequence[_Entry]) -> IdTable[_Entry]:
        """Return a table from N ids and the N entries, which may be made when they are asked for."""
        table = cls()
        table.numbers = numbers
        table.rows = rows
        return table

    @cached_property
    def entries(self) -> tuple[tuple[int, _Entry], ...]:
        """Pairs of id and entry."""
        return tuple(zip(self.numbers, self.rows, strict=True))

    @cached_property
    def ids(self) -> dict[_Entry, int]:
        """Ids by entry, for entries that can be keys of a dict."""
        return {self.rows[place]: number for number, place in self._places.items()}

    @cached_property
    def _places(self) -> dict[int, int]:
        """The row of each id."""
        return dict(zip(self.numbers, range(len(self.numbers)), strict=True))

    def __getitem__(self, number: int) -> _Entry:
        return self.rows[self._places[number]]

    def __contains__(self, number: object) -> bool:
        return number in self._places

    def __iter__(self) -> Iterator[int]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __repr__(self) -> str:
        return f"IdTable({list(self.entries)})"


def names_by_id(columns: Columns, ids: str) -> IdTable[str]:
    """Return the names of the records of a file by one of their fields."""
    return IdTable.of_rows(columns[ids].tolist(), Texts.of(columns, "name"))
