"""The bytes of an STB file that its payloads take."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class PayloadRanges:
    """Distinct byte ranges, sorted by start, then by size.

    Attributes:
        starts, sizes: int64, shape (M,).
        first: for each range the first descriptor that has it, shape (M,).
        use: for each descriptor the range that it has, shape (N,).
    """

    starts: npt.NDArray[np.int64]
    sizes: npt.NDArray[np.int64]
    first: npt.NDArray[np.intp]
    use: npt.NDArray[np.intp]

    def extents(self) -> Extents:
        """Return those that are not empty."""
        some = self.sizes > 0
        return Extents(self.starts[some], (self.starts + self.sizes)[some], self.first[some])

    def in_file_order(self) -> PayloadRanges:
        """Return the same ranges in the order of the first descriptor that has each."""
        order = np.argsort(self.first)
        number = np.empty(len(order), np.intp)
        number[order] = np.arange(len(order))
        return PayloadRanges(self.starts[order], self.sizes[order], self.first[order], number[self.use])


@dataclass(frozen=True)
class Extents:
    """Distinct byte ranges of payloads, sorted by start, then by stop.

    Attributes:
        starts, stops: int64, shape (M,).
        index: for each range the first descriptor that has it, shape (M,).
    """

    starts: npt.NDArray[np.int64]
    stops: npt.NDArray[np.int64]
    index: npt.NDArray[np.intp]

    def reach(self) -> npt.NDArray[np.int64]:
        """Return where the bytes that a range and all before it cover end."""
        return np.maximum.accumulate(self.stops)

    def overlaps(self) -> list[tuple[int, int]]:
        """(descriptor, descriptor that it runs into) for every range that starts inside an earlier one."""
        reach = self.reach()
        farthest = np.maximum.accumulate(np.where(self.stops == reach, np.arange(len(reach)), 0))
        inside = np.flatnonzero(self.starts[1:] < reach[:-1]) + 1
        return list(zip(self.index[inside].tolist(), self.index[farthest[inside - 1]].tolist(), strict=True))
