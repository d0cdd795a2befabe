"""The compiled loops as functions on arrays: those of generated/native, where the package was built with them, and
those that find the records of one list.

The library is loaded when records are first read or written, in a millisecond, by nothing but ctypes. It is ignored
where it was built from other C code than the generated modules name, and when the environment variable NACFORMATS_PURE
is set. What comes from users is checked before C sees it.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Sequence
from functools import cache
from operator import le
from typing import Any

import numpy as np

from nacformats.codec.columns.arrays import Array, Octets, Places
from nacformats.codec.columns.table import Column, NativeError

#: The environment variable that leaves the library out when it is set to anything.
PURE = "NACFORMATS_PURE"
#: Where the library is; pathlib would take longer to import than everything here.
FOLDER = os.path.normpath(os.path.join(os.path.realpath(__file__), "../../../_native"))  # noqa: PTH118


#: What is noted of each list in the records: where elements start, how many there are, and where the list ends.
KINDS_OF_NOTES = 3


class _Numbers(ctypes.Structure):
    """An array as C takes it; what C appends beyond its room is only counted."""

    _fields_ = (("at", ctypes.c_void_p), ("count", ctypes.c_int64), ("room", ctypes.c_int64))


class NativeFunction:
    """A function of a library: it takes arrays, of which those that grow are empty, and gives a number."""

    def __init__(self, library: ctypes.CDLL, name: str) -> None:
        self._call = getattr(library, name)
        self._call.argtypes = (ctypes.c_void_p, ctypes.c_void_p, *[ctypes.c_int64] * 3)
        self._call.restype = ctypes.c_int64

    def __call__(
        self, arrays: Sequence[Array], growing: Sequence[int], given: Sequence[Any], *numbers: int
    ) -> tuple[int, list[int]]:
        """Call it with arrays, arguments, and start, count and end; return its result, and what those that grow need.

        Args:
            growing: the places of arrays that grow.
            given: arguments: numbers of at most 64 bits with a sign, and tables as int64 arrays.
        """
        arguments = np.concatenate([np.zeros(0, np.int64), *map(np.atleast_1d, given)], dtype=np.int64)
        structs = (_Numbers * len(arrays))(*(_Numbers(_address(array), len(array), len(array)) for array in arrays))
        for place in growing:
            structs[place].count = 0
        result = self._call(structs, _address(arguments), *numbers)
        return result, [structs[place].count for place in growing]


class Loops:
    """The compiled functions of one record type. Columns and arguments come in the order of its codec."""

    def __init__(self, library: ctypes.CDLL, prefix: str, columns: Sequence[Column]) -> None:
        self.prefix = prefix
        self._read, self._write = (NativeFunction(library, f"{prefix}_{verb}") for verb in ("read", "write"))
        self._columns = columns
        self._lists = [column.key for column in columns if column.is_offsets]
        self._growing = [place for place, column in enumerate(columns, 2) if column.rows]

    def read(self, data: Octets, start: int, stop: int, count: int, given: Sequence[Any]) -> tuple[Places, list[Array]]:
        """Read up to `count` records up to a place: return their starts, the end of the last, and their columns.

        Raises:
            NativeError: one does not fit, breaks a rule, or has what only NumPy reads.
        """
        if not 0 <= start <= stop <= len(data):
            raise NativeError("records start inside the data")
        rooms = [min(stop - start, 2 * count + 64)] * len(self._growing)
        starts = np.empty(count + 1, np.int64)
        while True:
            left = iter(rooms)
            columns = [_room(column, count, left) for column in self._columns]
            found, needed = self._read([data, starts, *columns], self._growing, given, start, count, stop)
            if found < 0:
                raise NativeError(f"{self.prefix}: a record is left to NumPy")
            if all(map(le, needed, rooms)):
                left = iter(needed)
                cuts = [next(left) if column.rows else found + column.is_offsets for column in self._columns]
                return starts[: found + 1], list(map(_filled_part, columns, cuts))
            rooms = needed

    def sizes(self, data: Octets, count: int, given: Sequence[Any], columns: Sequence[Array]) -> Places:
        """Return the size of each record. NativeError: as for `write`."""
        return np.diff(self._written(0, data, count, given, columns)[2], prepend=0)

    def write(self, data: Octets, count: int, given: Sequence[Any], columns: Sequence[Array]) -> Octets:
        """Return the bytes of the records.

        Raises:
            NativeError: columns contradict each other, or are not as C takes them.
        """
        size, out, _ = self._written(self._likely_room(columns), data, count, given, columns)
        if size > len(out):
            _, out, _ = self._written(size, data, count, given, columns)
        return out[:size]

    def _written(
        self, room: int, data: Octets, count: int, given: Sequence[Any], columns: Sequence[Array]
    ) -> tuple[int, Octets, Places]:
        """Return how many bytes the records take, as many of these as there is room for, and where each record ends."""
        if any(array.dtype != column.dtype for array, column in zip(columns, self._columns, strict=True)):
            raise NativeError(f"{self.prefix}: an array has another type")
        out, ends = np.empty(room, np.uint8), np.empty(count, np.int64)
        agrees, (size,) = self._write([data, *columns, ends, out], [len(columns) + 2], given, 0, count, 0)
        if not agrees:
            raise NativeError(f"{self.prefix}: the columns do not agree with each other")
        return size, out, ends

    def _likely_room(self, columns: Sequence[Array]) -> int:
        """Return enough, unless numbers take nine bytes or more; memory that is not written to costs nothing."""
        by_key = {column.key: array for column, array in zip(self._columns, columns, strict=True)}
        sizes = (array[by_key[f"{key[:-1]}@"] >= 0] for key, array in by_key.items() if key.endswith("#"))
        return sum(array.nbytes for array in columns) + sum(int(each.sum()) for each in sizes)


class NativeScanner:
    """Finds records as the `scan` of a generated module does.

    Args:
        library: built from what nacformats.languages.scan renders.
        sites: of how many lists in the records the elements are noted.
    """

    def __init__(self, library: ctypes.CDLL, sites: int) -> None:
        self._scan = NativeFunction(library, "scan")
        self._growing = range(2, 2 + KINDS_OF_NOTES * sites)

    def __call__(
        self, data: Octets, start: int, stop: int, count: int, given: Sequence[Any]
    ) -> tuple[Places, list[Places]] | None:
        """Return the starts of up to `count` records and the end of the last, and what is noted of their lists.

        There are fewer where one does not fit before `stop`; then the last start is that of this one. None: a number is
        too large for the loop.
        """
        rooms = [2 * count + 64] * len(self._growing)
        while True:
            starts, noted = np.empty(count + 1, np.int64), [np.empty(room, np.int64) for room in rooms]
            found, needed = self._scan([data, starts, *noted], self._growing, given, start, count, stop)
            if found < 0:
                return None
            if self._growing and (found < count or not all(map(le, needed, rooms))):
                count, rooms = found, needed  # once more, without what was noted in a record that does not fit
                continue
            cut = starts[: found + 1]
            kept = [array[:size] for array, size in zip(noted, needed, strict=True)]
            return cut.copy() if 2 * found < count else cut, kept


def _room(column: Column, count: int, rooms: Any) -> Array:
    """Return an array to fill. Zeros of NumPy are pages that cost nothing until something is written to them."""
    return np.empty(next(rooms), column.dtype) if column.rows else np.zeros(count + column.is_offsets, column.dtype)


def _filled_part(array: Array, length: int) -> Array:
    part = array[:length]
    return part.copy() if 2 * length < len(array) else part


def _address(array: Array) -> int:
    """Return the address of an array, which has to be as C takes it."""
    flags = array.flags
    if not (array.ndim == 1 and flags.c_contiguous and flags.aligned):
        raise NativeError(f"an array of one axis without gaps is needed, not one of shape {array.shape}")
    return int(array.__array_interface__["data"][0])


def loops_of(schema: str, name: str, columns: Sequence[Column], sha256: str) -> Loops | None:
    """Return the compiled functions of a record type, or None where there are none, or only those of other code.

    Args:
        schema, name: of the type.
        columns: in the order of its codec.
        sha256: of the generated C code, as the module of columns has it.
    """
    library = load_library()
    return None if library is None else loops_in(library, schema, name, columns, sha256)


def loops_in(library: ctypes.CDLL, schema: str, name: str, columns: Sequence[Column], sha256: str) -> Loops | None:
    """Return the compiled functions of a record type in a given library."""
    try:
        built_from = (ctypes.c_char * len(sha256)).in_dll(library, f"{schema}_sha256").value
        return Loops(library, f"{schema}_{name}", columns) if built_from == sha256.encode() else None
    except (AttributeError, ValueError):  # a library of other schemas, or one that was built before it came in
        return None


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
