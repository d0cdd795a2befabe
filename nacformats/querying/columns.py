"""Tables of columns, which are made when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

AnyColumn = npt.NDArray[Any]


@dataclass(frozen=True)
class CodedColumn:
    """A column of a few different texts: a number for each row, and the text of each number.

    Attributes:
        codes: integers below 65,536, shape (N,); a view of the file where it has them. -1 has no text.
        texts: by number; a number that is missing has no text.
    """

    codes: AnyColumn
    texts: Mapping[int, str]

    def array(self) -> AnyColumn:
        """Return the texts of all rows, object, shape (N,); None where there is none."""
        kinds, places = np.unique(self.codes, return_inverse=True)
        known = np.empty(len(kinds), object)
        known[:] = [self.texts.get(kind) for kind in kinds.tolist()]
        texts: AnyColumn = known[places.reshape(-1)]
        return texts

    def listed(self) -> list[str | None]:
        """Return the texts as a list, in which codes are places."""
        return [self.texts.get(code) for code in range(max(self.texts, default=0) + 1)]


#: What makes a column.
ColumnMaker = Callable[[], AnyColumn | CodedColumn]


class ColumnTable(Mapping[str, AnyColumn]):
    """A table: its columns by name, arrays of shape (N,). Each is made when it is first asked for.

    Numbers are arrays of numbers, views of the file where they can be; texts, lists and bytes are arrays of objects.
    Where a row has no value, an array of objects has None and one of floating point numbers NaN.

    Attributes:
        name: of the table.
    """

    def __init__(self, name: str, count: int | Callable[[], int], makers: Mapping[str, ColumnMaker]) -> None:
        self.name = name
        self._count = count
        self._makers = dict(makers)
        self._made: dict[str, AnyColumn | CodedColumn] = {}

    @classmethod
    def of_rows(cls, name: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> Self:
        """Return a table of rows."""
        every = list(rows)
        return cls(name, len(every), {each: _picked(every, place) for place, each in enumerate(columns)})

    def rows(self, columns: Iterable[str]) -> Iterator[tuple[Any, ...]]:
        """Return some cells of each row, in plain Python values."""
        return zip(*(self[name].tolist() for name in columns), strict=True)

    @property
    def count(self) -> int:
        """The number of rows."""
        if not isinstance(self._count, int):
            self._count = self._count()
        return self._count

    def column(self, name: str) -> AnyColumn | CodedColumn:
        """Return a column as it is kept: coded where it has few different texts."""
        if name not in self._made:
            self._made[name] = self._makers[name]()
        return self._made[name]

    def __getitem__(self, name: str) -> AnyColumn:
        column = self.column(name)
        return column.array() if isinstance(column, CodedColumn) else column

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)

    def __repr__(self) -> str:
        return f"<ColumnTable {self.name}: {self.count:,} rows of {', '.join(self)}>"


class FileTables(Mapping[str, ColumnTable]):
    """The tables of a file by name. As a context manager, it closes the file."""

    def __init__(self, found: Iterable[ColumnTable], close: Callable[[], object] = lambda: None) -> None:
        self._tables = {table.name: table for table in found}
        self.close = close

    def __getitem__(self, name: str) -> ColumnTable:
        return self._tables[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tables)

    def __len__(self) -> int:
        return len(self._tables)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<FileTables: {', '.join(self)}>"


def objects(values: Iterable[Any]) -> AnyColumn:
    """Return values as an array of objects: texts, lists, and None."""
    every = list(values)
    made = np.empty(len(every), object)
    made[:] = every
    return made


def column_of(values: Sequence[Any]) -> AnyColumn:
    """Return values as the narrowest array that holds them: numbers, or objects where there is anything else."""
    kinds = {type(value) for value in values}
    if kinds == {bool}:
        return np.array(values, np.bool_)
    if kinds == {int} and min(values) >= -(1 << 63) and max(values) < 1 << 64:
        return np.array(values, np.uint64 if max(values) >= 1 << 63 and min(values) >= 0 else np.int64)
    if kinds == {float}:
        return np.array(values, np.float64)
    return objects(values)


def _picked(rows: list[Sequence[Any]], place: int) -> ColumnMaker:
    return lambda: column_of([row[place] for row in rows])
