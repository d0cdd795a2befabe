"""Rows, texts and element types: the models of several formats make them of the arrays in a file."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import IntEnum
from itertools import accumulate
from typing import Any, Self, TypeVar, overload

import numpy as np
import numpy.typing as npt

from nacformats.codec.columns import Columns
from nacformats.codec.streams import Buffer

_Row = TypeVar("_Row")
Offsets = npt.NDArray[np.int64]
#: How NumPy's own files have the elements of bfloat16, for which NumPy has no dtype.
SAVED_BFLOAT16 = np.dtype("V2")


class Rows(Sequence[_Row]):
    """A sequence that makes its elements, one at a time."""

    @abstractmethod
    def row(self, index: int) -> _Row:
        """Return the element at an index that is in range."""

    @overload
    def __getitem__(self, index: int) -> _Row: ...
    @overload
    def __getitem__(self, index: slice) -> list[_Row]: ...

    def __getitem__(self, index: int | slice) -> _Row | list[_Row]:
        places = range(len(self))[index]
        return self.row(places) if isinstance(places, int) else [self.row(place) for place in places]

    def __iter__(self) -> Iterator[_Row]:
        return map(self.row, range(len(self)))


class Texts(Rows[str]):
    """UTF-8 texts in a buffer.

    Attributes:
        data: the buffer.
        starts, sizes: of each text in it, in bytes, shape (N,).
    """

    def __init__(self, data: Buffer, starts: Offsets, sizes: Offsets) -> None:
        self.data = data
        self.starts = starts
        self.sizes = sizes

    @classmethod
    def of(cls, columns: Columns, field: str) -> Self:
        """Return the texts in a field of records that were read."""
        return cls(columns.data.data, columns[f"{field}@"], columns[f"{field}#"])

    @classmethod
    def joined(cls, encoded: Collection[bytes]) -> Self:
        """Return texts that are encoded already, one after the other."""
        stops = np.fromiter(accumulate(map(len, encoded), initial=0), np.int64, len(encoded) + 1)
        return cls(b"".join(encoded), stops[:-1], np.diff(stops))

    def __len__(self) -> int:
        return len(self.starts)

    def raw(self, index: int) -> Buffer:
        """Return the bytes of a text."""
        start = int(self.starts[index])
        return self.data[start : start + int(self.sizes[index])]

    def row(self, index: int) -> str:
        return str(self.raw(index), "utf-8")

    def __iter__(self) -> Iterator[str]:
        spans = zip(self.starts.tolist(), self.sizes.tolist(), strict=True)
        return (str(self.data[start : start + size], "utf-8") for start, size in spans)


def products(rows: Offsets, elements: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """Return the products of the elements of lists, exact while they are integers of float64.

    Args:
        rows: where each list starts and, last, where the last one ends, shape (N + 1,).
        elements: of all lists.
    """
    lengths = np.diff(rows)
    found = np.ones(len(lengths))
    with np.errstate(over="ignore", invalid="ignore"):
        for place in range(int(lengths.max(initial=0))):
            longer = lengths > place
            found[longer] *= elements[rows[:-1][longer] + place]
    return found


def repetitions(entries: Sequence[Any]) -> list[tuple[int, int]]:
    """Return the entries that were there before: the place of each, and where it was first."""
    first = dict(zip(reversed(entries), range(len(entries) - 1, -1, -1), strict=True))
    if len(first) == len(entries):
        return []
    return [(index, first[entry]) for index, entry in enumerate(entries) if first[entry] != index]


def element_dtypes(members: Iterable[IntEnum]) -> dict[int, np.dtype[Any]]:
    """Return the little-endian dtype of each number whose name is that of one."""
    raw = {"bfloat16": SAVED_BFLOAT16}
    return {each: np.dtype(raw.get(each.name, each.name)).newbyteorder("<") for each in members}
