"""The compiled loops, where the package was built with them: generated/c as functions on arrays.

The library is loaded when records are first read or written, in a millisecond, by nothing but ctypes. It is ignored
where it was built from other C code than the generated modules name, and when the environment variable NACFORMATS_PURE
is set. What comes from users is checked before C sees it; C checks once more that nothing points outside the arrays.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator, Sequence
from enum import IntEnum
from functools import cache
from operator import le
from typing import Any, NamedTuple

import numpy as np

from nacformats.codec.columns.arrays import Array, Octets, Places
from nacformats.codec.columns.table import TABLE_SIZE, Column, NativeError, RecordStruct

#: The environment variable that leaves the library out when it is set to anything.
PURE = "NACFORMATS_PURE"
#: Where the library is; pathlib would take longer to import than everything here.
FOLDER = os.path.normpath(os.path.join(os.path.realpath(__file__), "../../../_native"))  # noqa: PTH118
_VERBS = ("gather", "check", "sizes", "scatter")
_BYTES, _OFFSETS = np.dtype(np.uint8), np.dtype(np.int64)


class Status(IntEnum):
    """The return codes of the C functions."""

    OK = 0
    DOES_NOT_FIT = 1
    NO_ROOM = 2
    BREAKS_RULE = 3
    BAD_COLUMNS = 4
    BAD_ARGUMENTS = 5


class _Fault(ctypes.Structure):
    _fields_ = (("record", ctypes.c_size_t), ("element", ctypes.c_size_t), ("rule", ctypes.c_int))


class _Place(NamedTuple):
    """A column in its struct.

    Attributes:
        rows: of elements, which column has their row offsets, else -1.
        of: of lengths of bytes, which column says where they are, else -1.
    """

    dtype: np.dtype[Any]
    is_offsets: bool
    rows: int
    of: int


class Loops:
    """The compiled functions of one record type. Columns and arguments come in the order of the layout."""

    def __init__(self, library: ctypes.CDLL, layout: RecordStruct) -> None:
        self.layout = layout
        self._gather, self._check, self._sizes, self._scatter = (
            getattr(library, f"{layout.prefix}_{verb}") for verb in _VERBS
        )
        kinds = [kind for kind, _ in layout.members()]
        self._struct = _struct([ctypes.c_size_t if kind in ("count", "length") else ctypes.c_void_p for kind in kinds])
        self._arguments = _struct([ctypes.c_void_p if _is_table(each) else ctypes.c_int64 for each in layout.arguments])
        self._lengths = [f"m{index}" for index, kind in enumerate(kinds) if kind == "length"]
        self._places = list(_places(layout.columns))

    def scan_gather(
        self, data: Octets, start: int, stop: int, count: int, given: Sequence[Any]
    ) -> tuple[Places, list[Array]]:
        """Find up to `count` records from `start` on: return their starts, the end of the last, and their columns.

        There are fewer where one does not fit before `stop`: then the last offset is where it starts.

        Args:
            data: the bytes of the file.
            given: numbers of at most 64 bits with a sign, and tables as int64 arrays.
        """
        if not 0 <= start <= stop <= len(data):
            raise NativeError("records start inside the data")
        starts = np.empty(count + 1, np.int64)
        place = [ctypes.c_void_p(_address(data, _BYTES, len(data))), ctypes.c_size_t(start), ctypes.c_size_t(stop)]
        address = _address(starts, _OFFSETS, count + 1)
        read, columns = self._gathered([*place, None, None, None], address, stop - start, count, given)
        return starts[: read + 1], columns

    def scan_gather_each(
        self, data: Octets, begins: Places, limits: Places, given: Sequence[Any]
    ) -> tuple[Places, list[Array]]:
        """Read records that each have bytes of their own: return their ends, up to the first misfit, and columns.

        Args:
            begins, limits: where the bytes of each start and end in `data`.
            data, given: as for scan_gather.
        """
        count = len(begins)
        ends = np.empty(count, np.int64)
        place = [ctypes.c_void_p(_address(data, _BYTES, len(data))), ctypes.c_size_t(0), ctypes.c_size_t(len(data))]
        place += [ctypes.c_void_p(_address(array, _OFFSETS, count)) for array in (begins, limits, ends)]
        read, columns = self._gathered(place, None, len(data), count, given)
        return ends[:read], columns

    def _gathered(
        self, place: Sequence[Any], starts: int | None, available: int, count: int, given: Sequence[Any]
    ) -> tuple[int, list[Array]]:
        """Return the number of records that fit, and their columns; try again with more room for longer lists."""
        rooms = [min(available, 2 * count + 64)] * len(self._lengths)
        while True:
            columns, fault = self._room(count, rooms), _Fault()
            struct = self._filled(count, columns, starts)
            status = self._gather(*place, self._given(given), ctypes.byref(struct), ctypes.byref(fault))
            if status == Status.NO_ROOM:
                rooms = [getattr(struct, name) for name in self._lengths]
                continue
            if status not in (Status.OK, Status.DOES_NOT_FIT):
                raise self._refused(status)
            read = count if status == Status.OK else int(fault.record)
            # At a record that does not fit, C stops before it compares the lists of those before it with the room.
            needed = [int(columns[index][read]) for index, each in enumerate(self._places) if each.is_offsets]
            if all(map(le, needed, rooms)):
                return read, self._cut(columns, read)
            rooms = needed

    def check(self, data: Octets, count: int, given: Sequence[Any], columns: Sequence[Array]) -> tuple[int, int, int]:
        """Record, rule and element of the first offender; the record is `count` when there is none."""
        struct, fault = self._filled(count, columns, None), _Fault()
        status = self._check(*self._source(data), self._given(given), ctypes.byref(struct), ctypes.byref(fault))
        if status == Status.OK:
            return count, 0, 0
        if status != Status.BREAKS_RULE:
            raise self._refused(status)
        return fault.record, fault.rule, fault.element

    def sizes(self, count: int, given: Sequence[Any], columns: Sequence[Array]) -> Places:
        """Return the size of each record in bytes when it is written."""
        sizes, struct, fault = np.empty(count, np.int64), self._filled(count, columns, None), _Fault()
        address = ctypes.c_void_p(_address(sizes, _OFFSETS, count))
        status = self._sizes(self._given(given), ctypes.byref(struct), address, ctypes.byref(fault))
        if status != Status.OK:
            raise self._refused(status)
        return sizes

    def scatter(self, data: Octets, count: int, given: Sequence[Any], columns: Sequence[Array]) -> Octets:
        """Return the bytes of the records."""
        room = self._likely_room(columns)
        status, out = self._scatter_into(room, data, count, given, columns)
        if status == Status.NO_ROOM:
            room = int(self.sizes(count, given, columns).sum())
            status, out = self._scatter_into(room, data, count, given, columns)
        if status != Status.OK:
            raise self._refused(status)
        return out

    def _scatter_into(
        self, room: int, data: Octets, count: int, given: Sequence[Any], columns: Sequence[Array]
    ) -> tuple[int, Octets]:
        out, written = np.empty(room, np.uint8), ctypes.c_size_t()
        struct, fault = self._filled(count, columns, None), _Fault()
        status = self._scatter(
            *self._source(data),
            self._given(given),
            ctypes.byref(struct),
            ctypes.c_void_p(_address(out, _BYTES, room)),
            ctypes.c_size_t(room),
            ctypes.byref(written),
            ctypes.byref(fault),
        )
        return status, out[: written.value]

    def _likely_room(self, columns: Sequence[Array]) -> int:
        """Return enough, unless numbers take nine bytes or more; memory that is not written to costs nothing."""
        room = sum(array.nbytes for array in columns)
        for place, array in zip(self._places, columns, strict=True):
            if place.of >= 0:
                room += int(array[columns[place.of] >= 0].sum())
        return room

    def _refused(self, status: int) -> NativeError:
        return NativeError(f"{self.layout.prefix}: {Status(status).name}")

    def _given(self, given: Sequence[Any]) -> Any:
        """Return the struct of arguments, or None. The caller keeps the tables alive."""
        if not self.layout.arguments:
            return None
        values = [
            _address(value, _OFFSETS, TABLE_SIZE) if _is_table(name) else value
            for name, value in zip(self.layout.arguments, given, strict=True)
        ]
        return ctypes.byref(self._arguments(*values))

    def _source(self, data: Octets) -> list[Any]:
        if not self.layout.has_blobs:
            return [None, ctypes.c_size_t(0)]
        return [ctypes.c_void_p(_address(data, _BYTES, len(data))), ctypes.c_size_t(len(data))]

    def _room(self, count: int, rooms: Sequence[int]) -> list[Array]:
        """Return arrays to fill. Zeros of NumPy are pages that cost nothing until something is written to them."""
        left = iter(rooms)
        columns: list[Array] = []
        room = {}
        for index, place in enumerate(self._places):
            if place.is_offsets:
                room[index] = next(left)
            if place.rows >= 0:
                columns.append(np.empty(room[place.rows], place.dtype))
            else:
                columns.append(np.zeros(count + place.is_offsets, place.dtype))
        return columns

    def _filled(self, count: int, columns: Sequence[Array], starts: int | None) -> ctypes.Structure:
        """Return the struct of columns. It does not keep the arrays alive."""
        values: list[Any] = [count, starts]
        elements = self._elements(columns)
        for index, (place, array) in enumerate(zip(self._places, columns, strict=True)):
            wanted = elements[place.rows] if place.rows >= 0 else count + place.is_offsets
            values.append(_address(array, place.dtype, wanted))
            if place.is_offsets:
                values.append(elements[index])
        return self._struct(*values)

    def _elements(self, columns: Sequence[Array]) -> dict[int, int]:
        """Return the number of elements of each list by the index of its row offsets: the length of its first array."""
        found: dict[int, int] = {}
        for place, array in zip(self._places, columns, strict=True):
            if place.rows >= 0:
                found.setdefault(place.rows, len(array))
        return found

    def _cut(self, columns: list[Array], count: int) -> list[Array]:
        """Return the columns of the first records, without much room that was not needed."""
        lengths = {index: int(columns[index][count]) for index, place in enumerate(self._places) if place.is_offsets}
        return [
            _filled_part(array, lengths[place.rows] if place.rows >= 0 else count + place.is_offsets)
            for place, array in zip(self._places, columns, strict=True)
        ]


def _filled_part(array: Array, length: int) -> Array:
    part = array[:length]
    return part.copy() if 2 * length < len(array) else part


def _places(columns: Sequence[Column]) -> Iterator[_Place]:
    index = {column.key: number for number, column in enumerate(columns)}
    for column in columns:
        rows = index[column.rows] if column.rows else -1
        of = index[f"{column.key[:-1]}@"] if column.key.endswith("#") else -1
        yield _Place(np.dtype(column.dtype), column.is_offsets, rows, of)


def _struct(types: Sequence[type[Any]]) -> type[ctypes.Structure]:
    fields = [(f"m{index}", kind) for index, kind in enumerate(types)]
    return type("Members", (ctypes.Structure,), {"_fields_": fields})


def _is_table(name: str) -> bool:
    return name.endswith("[]")


def _address(array: Array, dtype: np.dtype[Any], length: int) -> int:
    """Return the address of an array of that type and length.

    Raises:
        NativeError: it is another one.
    """
    flags = array.flags
    if array.dtype != dtype or array.shape != (length,) or not (flags.c_contiguous and flags.aligned):
        raise NativeError(f"an array of {length} {dtype} is needed, not {array.dtype} of shape {array.shape}")
    return int(array.__array_interface__["data"][0])


def loops_of(layout: RecordStruct, sha256: str) -> Loops | None:
    """Return the compiled functions of a record type, or None where there are none, or only those of other code.

    Args:
        sha256: of the generated C code, as the module of columns has it.
    """
    library = load_library()
    return None if library is None else loops_in(library, layout, sha256)


def loops_in(library: ctypes.CDLL, layout: RecordStruct, sha256: str) -> Loops | None:
    """Return the compiled functions of a record type in a given library."""
    try:
        built_from = _text(library, f"{layout.schema}_code_sha256")
        layouts = _text(library, f"{layout.schema}_layout").splitlines()
        return Loops(library, layout) if built_from == sha256 and layout.text() in layouts else None
    except AttributeError:  # a library of other schemas, or one that was built before a function came in
        return None


def _text(library: ctypes.CDLL, function: str) -> str:
    called = getattr(library, function)
    called.restype = ctypes.c_char_p
    return str(called().decode())


@cache
def load_library() -> ctypes.CDLL | None:
    """Return the library that was built with the package, or None."""
    if os.environ.get(PURE):
        return None
    from pathlib import Path  # noqa: PLC0415  few records are read without the library

    for path in sorted(Path(FOLDER).glob("columns.*")):
        try:
            return ctypes.CDLL(str(path))
        except OSError:  # of another platform, or broken: the same work is done without it
            continue
    return None
