"""Columns, what describes them, and the check that turns what users give into columns that loops may trust."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import Any

import numpy as np

from nacformats.codec.columns.arrays import Array, Octets, Places
from nacformats.errors import InvalidError, LimitError
from nacformats.plain import Plain, PlainValue

#: Entries of an argument that is a table: it is looked up by a number of one byte.
TABLE_SIZE = 256


class NativeError(ValueError):
    """The loops do not take these arrays, or find that they contradict each other: NumPy reports what is wrong."""


class Column(PlainValue):
    """An array of a record type.

    Attributes:
        key: "path" (one number for each record), "path[]" (row offsets of a list), the path of the elements of a list,
            "path@" and "path#" (where bytes start in the data, and how many they are).
        dtype: the NumPy dtype.
        rows: the key of the row offsets, for the elements of a list; else "".
    """

    key: str
    dtype: str
    rows: str = ""

    @property
    def is_offsets(self) -> bool:
        return self.key.endswith("[]")


class Argument(Plain):
    """A number or table that a record takes from elsewhere in its file.

    Attributes:
        name: of the keyword.
        path: below `_root`, of the number or of the table.
        attribute: of an entry of the table; "" for a number.
        low, high: its bounds.
    """

    name: str
    path: str
    attribute: str
    low: int
    high: int

    @property
    def is_table(self) -> bool:
        return bool(self.attribute)


def outer_value(argument: Argument, parent: Any, params: Sequence[Any] = ()) -> Any:
    """Return what a list takes from elsewhere in its file; parent: the record in which it is."""
    if argument.path.startswith("$"):
        return int(params[int(argument.path[1:])])
    steps = argument.path.split(".")
    start = parent if steps[0] == "_parent" else parent._root
    found = reduce(_member, steps[steps[0] == "_parent" :], start)
    if argument.is_table:
        return np.array([int(_member(each, argument.attribute)) for each in found], np.int64)
    return int(found)


def _member(of: Any, name: str) -> Any:
    """Return a member of a record; a number of variable length is its own value."""
    if isinstance(of, int) and name == "value":
        return of
    return len(of) if name in ("length", "size") and not hasattr(of, name) else getattr(of, name)


class ColumnRule(Plain):
    """A rule of the schema: the path of the field, what is wrong when it is broken, and what it requires."""

    path: str
    reason: str
    expected: str


class Columns:
    """N records as arrays, by the keys of their columns.

    Attributes:
        arrays: all columns; the keys are those of `RecordCodec.columns`.
        data: the bytes that "path@" and "path#" refer to, uint8; the whole file, when the records were read.
        starts: where each record starts in the data and, last, where the last one in the data ends; int64, shape
            (N + 1,).
        ends: where each record ends, int64, shape (N,).
        nested: columns of the records inside the bytes of these, by the path of the bytes.
        is_sound: whether they are known to keep the rules of the schema, as they were read.
    """

    def __init__(self, arrays: dict[str, Array], data: Octets, starts: Places, ends: Places | None = None) -> None:
        self.arrays = arrays
        self.data = data
        self.starts = starts
        self.ends: Places = starts[1:] if ends is None else ends
        self.nested: dict[str, Columns] = {}
        self.is_sound = False

    def __len__(self) -> int:
        return len(self.ends)

    def __getitem__(self, key: str) -> Array:
        return self.arrays[key]

    def __contains__(self, key: object) -> bool:
        return key in self.arrays

    def __iter__(self) -> Iterator[str]:
        return iter(self.arrays)

    def keys(self) -> Iterator[str]:
        """Return the keys of the columns, so that dict() takes them."""
        return iter(self.arrays)


def trusted(
    columns: Sequence[Column], given: Mapping[str, Any] | Columns, path: str
) -> tuple[int, list[Array], Octets]:
    """Return number of records, columns in their order, and the data of bytes, checked for what loops rely on.

    Columns that are not given are zeros, empty lists and no bytes.

    Args:
        columns: those of the record type.
        given: arrays or lists of numbers by their keys; "data" is the source of bytes.
        path: the path of the list, for errors.

    Raises:
        InvalidError: lengths, offsets or extents of bytes are impossible.
        LimitError: a number does not fit its column.
        TypeError: something is not a number.
        ValueError: a key is unknown, or there is no column at all.
    """
    arrays = dict(given.arrays) if isinstance(given, Columns) else dict(given)
    data = given.data if isinstance(given, Columns) else octets(arrays.pop("data", b""))
    unknown = arrays.keys() - {column.key for column in columns}
    if unknown or not arrays:
        raise ValueError(f"unknown columns: {', '.join(sorted(unknown))}" if unknown else "there is no column")
    cast = {column.key: _cast(arrays[column.key], column, path) for column in columns if column.key in arrays}
    count = next(len(cast[c.key]) - c.is_offsets for c in columns if c.key in cast and not c.rows)
    for column in columns:
        if column.key not in cast:
            cast[column.key] = np.zeros(0 if column.rows else count + column.is_offsets, column.dtype)
    for column in columns:
        if column.is_offsets:
            _check_offsets(cast[column.key], count, column.key, path)
        else:
            length = int(cast[column.rows][-1]) if column.rows else count
            _check_length(cast[column.key], length, column.key, path)
    for column in columns:
        if column.key.endswith("@"):
            _check_bytes(cast[column.key], cast[f"{column.key[:-1]}#"], len(data), column.key[:-1], path)
    return count, [cast[column.key] for column in columns], data


def octets(data: Any) -> Octets:
    """Return bytes as an array, without a copy."""
    return data if isinstance(data, np.ndarray) and data.dtype == np.uint8 else np.frombuffer(data, np.uint8)


def _cast(given: Any, column: Column, path: str) -> Array:
    array = np.asarray(given)
    if array.dtype == column.dtype and array.ndim == 1 and array.flags.c_contiguous:
        return array
    if not array.size:
        array = np.zeros(0, column.dtype)
    if array.dtype.kind not in "biu" or array.ndim != 1:
        raise TypeError(f"{path}: {column.key} has to be an array of integers with one axis")
    info = np.iinfo(column.dtype)
    wrong = (array < info.min) | (array > info.max)
    if wrong.any():
        at = int(np.argmax(wrong))
        expected = f"{info.min} to {info.max}"
        raise LimitError("out of range", path=f"{path}: {column.key}[{at}]", expected=expected, actual=int(array[at]))
    return np.ascontiguousarray(array, column.dtype)


def _check_length(array: Array, length: int, key: str, path: str) -> None:
    if len(array) != length:
        raise InvalidError("wrong number of entries", path=f"{path}: {key}", expected=length, actual=len(array))


def _check_offsets(offsets: Places, count: int, key: str, path: str) -> None:
    _check_length(offsets, count + 1, key, path)
    if len(offsets) and (offsets[0] != 0 or (offsets[1:] < offsets[:-1]).any()):
        raise InvalidError("row offsets start at 0 and never decrease", path=f"{path}: {key}")


def _check_bytes(at: Places, size: Places, available: int, key: str, path: str) -> None:
    wrong = (at < -1) | (size < 0) | ((at >= 0) & ((at > available) | (size > available - at)))
    if wrong.any():
        record = int(np.argmax(wrong))
        actual = f"{int(size[record])} from {int(at[record])} on"
        raise InvalidError(
            "bytes outside the data", path=f"{path}[{record}].{key}", expected=f"0 to {available}", actual=actual
        )
