"""The compiled loop that finds the records of one list, on arrays."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np

from nacformats.codec.columns.arrays import Octets, Places

#: What is noted of each list in the records: where elements start, how many there are, and where the list ends.
KINDS_OF_NOTES = 3


class _Notes(ctypes.Structure):
    _fields_ = (("noted", ctypes.c_void_p), ("room", ctypes.c_int64), ("have", ctypes.c_int64))


class NativeScanner:
    """Finds records as the `scan` of a generated module does.

    Args:
        library: built from what nacformats.targets.c.columns.scan renders.
        sites: of how many lists in the records the elements are noted.
    """

    def __init__(self, library: ctypes.CDLL, sites: int) -> None:
        self._scan = library.scan
        self._scan.restype = ctypes.c_int64
        self._notes = KINDS_OF_NOTES * sites

    def __call__(
        self, data: Octets, start: int, stop: int, count: int, given: Sequence[Any]
    ) -> tuple[Places, list[Places]]:
        """Return the starts of up to `count` records and the end of the last, and what is noted of their lists.

        There are fewer where one does not fit before `stop`; then the last start is that of this one.
        """
        numbers = np.array([_number(each) for each in given], np.int64)
        rooms = [2 * count + 64] * self._notes
        while True:
            starts, noted = np.empty(count + 1, np.int64), [np.empty(room, np.int64) for room in rooms]
            notes = (_Notes * (self._notes or 1))()
            for each, array in zip(notes, noted, strict=False):
                each.noted, each.room = _address(array), len(array)
            places = (ctypes.c_int64(start), ctypes.c_int64(stop), ctypes.c_int64(count))
            addresses = (ctypes.c_void_p(_address(array)) for array in (data, numbers, starts))
            octets, arguments, first = addresses
            found = int(self._scan(octets, *places, arguments, first, notes))
            rooms = [each.have for each in notes][: self._notes]
            if self._notes and (found < count or any(map(_is_over, notes))):
                count = found  # once more, without what was noted in a record that does not fit
                continue
            cut = starts[: found + 1]
            kept = [array[:have] for array, have in zip(noted, rooms, strict=True)]
            return cut.copy() if 2 * found < count else cut, kept


def _is_over(notes: _Notes) -> bool:
    return bool(notes.have > notes.room)


def _number(given: Any) -> int:
    """Return an argument; a table is given by its address, and kept alive by the caller."""
    return _address(given) if isinstance(given, np.ndarray) else int(given)


def _address(array: np.ndarray[Any, Any]) -> int:
    return int(array.__array_interface__["data"][0])
