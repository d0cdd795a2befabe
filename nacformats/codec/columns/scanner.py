"""The compiled loop that finds the records of one list, on arrays."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from operator import le
from typing import Any

import numpy as np

from nacformats.codec.columns.arrays import Octets, Places
from nacformats.codec.columns.native import NativeFunction

#: What is noted of each list in the records: where elements start, how many there are, and where the list ends.
KINDS_OF_NOTES = 3


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
