"""Find the starts of the records of a list, by whatever is fastest for the type, and gather their columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np

from nacformats.codec.columns.arrays import Array, Octets, Places
from nacformats.codec.columns.table import Column, NativeError
from nacformats.plain import Plain

if TYPE_CHECKING:
    from nacformats.codec.columns.leaping import Measure
    from nacformats.codec.columns.native import Loops

_LONGEST_VARINT = 10
#: Up to this many bytes per record, what the loop reads is copied: CPython reads `bytes` faster than a view.
_COPIED_PER_RECORD = 64
#: The fewest records for which leaping pays.
LEAPING_PAYS = 1500


def varint(data: Sequence[int], pos: int) -> tuple[int, int]:
    """Return the varint at a position, and the position after it, for generated loops.

    Raises:
        IndexError: it does not end before the data does, or takes more than 64 bits.
    """
    value = shift = 0
    for _ in range(_LONGEST_VARINT):
        byte = data[pos]
        pos += 1
        value |= (byte & 127) << shift
        if byte < 128:
            if value >> 64:
                break
            return value, pos
        shift += 7
    raise IndexError


class FoundRecords(Plain):
    """Records that were read.

    Attributes:
        starts: of the records and, last, where the last one ends.
        columns: in the order of the record type.
        is_whole: whether all records are there.
        ends: of records with bytes of their own; None where each ends at the start of the next.
    """

    starts: Places
    columns: list[Array]
    is_whole: bool
    ends: Places | None = None


class Scanner(Plain):
    """Finds the records of one type and gathers their columns.

    Attributes:
        columns: of the type.
        size: bytes of every record, or None where they differ.
        least: bytes of the shortest record.
        scan: the generated loop, (data, pos, end, note, count, arguments…).
        gather: the generated function, (data, starts, count, arguments…).
        loops: number of records -> the compiled functions, if there are any that pay.
        measure: how long records are at many positions, by which many records are found by leaping; or None.
        leading: the bytes with which records can begin.
        grain: their sizes are multiples of this many bytes.
    """

    columns: Sequence[Column]
    size: int | None
    least: int
    scan: Callable[..., None]
    gather: Callable[..., Sequence[Array]]
    loops: Callable[[int], Loops | None]
    measure: Measure | None
    leading: Sequence[int]
    grain: int

    def found(self, data: Octets, start: int, end: int, count: int, given: Sequence[Any]) -> FoundRecords:
        """Read up to `count` consecutive records between `start` and `end`."""
        if not count:
            nothing = [np.zeros(int(column.is_offsets), column.dtype) for column in self.columns]
            return FoundRecords(np.array([start], np.int64), nothing, True)
        possible = min(count, max(end - start, 0) // self.least + 1)
        with suppress(NativeError):
            if loops := self.loops(possible):
                starts, columns = loops.scan_gather(data, start, end, possible, given)
                return FoundRecords(starts, columns, len(starts) > count)
        starts = self.starts(data, start, end, possible, given)
        return FoundRecords(starts, gathered(self.gather, self.columns, data, starts, given), len(starts) > count)

    def found_each(self, data: Octets, begin: Places, limit: Places, given: Sequence[Any]) -> FoundRecords:
        """Read records that each have bytes of their own, from `begin` to `limit`."""
        columns: list[Array] | None = None
        with suppress(NativeError):
            if loops := self.loops(len(begin)):
                ends, columns = loops.scan_gather_each(data, begin, limit, given)
        if columns is None:
            ends = self.ends(data, begin, limit, given)
        starts = np.append(begin[: len(ends)], ends.max(keepdims=True) if len(ends) else begin[:1])
        if not len(starts):
            starts = np.zeros(1, np.int64)
        if columns is None:
            columns = list(self.gather(data, starts, len(starts) - 1, *given))
        return FoundRecords(starts, columns, len(ends) == len(begin), ends)

    def starts(self, data: Octets, start: int, end: int, count: int, given: Sequence[Any]) -> Places:
        """Return the starts of the records and the end of the last; fewer, and no end, if some do not fit.

        The last start is then that of the record that does not fit.
        """
        if self.size is not None:
            fitting = min(count, max(end - start, 0) // self.size)
            return np.arange(start, start + (fitting + 1) * self.size, self.size, dtype=np.int64)
        lists = [each.tolist() if isinstance(each, np.ndarray) else each for each in given]
        if self.measure is not None and count >= LEAPING_PAYS:
            return self._leapt(data, start, end, count, given, lists)
        from array import array  # noqa: PLC0415  records of fixed size need none

        noted = array("q")
        is_copied = end - start <= _COPIED_PER_RECORD * (count + _COPIED_PER_RECORD)
        base = start if is_copied else 0
        view = data[start:end].tobytes() if is_copied else data.data[:end]
        with suppress(IndexError):
            self.scan(view, start - base, end - base, noted.append, count, *lists)
        found = np.frombuffer(noted, np.int64)
        return found + base if base else found

    def ends(self, data: Octets, begin: Places, limit: Places, given: Sequence[Any]) -> Places:
        """Return the ends of records with bytes of their own, from `begin` to `limit`, up to one that does not fit."""
        if self.size is not None:
            fits = begin + self.size <= limit
            return begin[: len(fits) if fits.all() else int(np.argmin(fits))] + self.size
        lists = [each.tolist() if isinstance(each, np.ndarray) else each for each in given]
        noted: list[int] = []  # start and end of each
        with suppress(IndexError):
            for start, end in zip(begin.tolist(), limit.tolist(), strict=True):
                self.scan(data.data, start, end, noted.append, 1, *lists)
        return np.array(noted[1::2], np.int64)

    def _leapt(
        self, data: Octets, start: int, end: int, count: int, given: Sequence[Any], lists: Sequence[Any]
    ) -> Places:
        noted: list[Places] = []
        view = data.data[:end]

        def scan(position: int, note: Callable[[int], None], few: int) -> None:
            self.scan(view, position, end, note, few, *lists)

        from nacformats.codec.columns.leaping import Candidates, leap  # noqa: PLC0415  few files have so many records

        assert self.measure is not None
        candidates = Candidates(bytes(value in self.leading for value in range(256)), self.grain)
        with suppress(IndexError):
            leap(data, start, end, count, candidates, self.measure, scan, given, noted.append)
        return np.concatenate(noted) if noted else np.array([start], np.int64)


#: Records of a block: what is made of them fits the caches of a processor.
BLOCK = 1 << 14
#: Up to so many records are gathered at once, which is a little faster.
AT_ONCE = 1 << 16


def gathered(
    gather: Callable[..., Sequence[Array]],
    columns: Sequence[Column],
    data: Octets,
    starts: Places,
    given: Sequence[Any],
) -> list[Array]:
    """Return the columns of records that follow each other.

    Args:
        gather: the generated function.
        columns: what it gives.
        data: the bytes of the file.
        starts: where each record starts and, last, where the last one ends.
        given: the arguments of the record type.
    """
    count = len(starts) - 1
    if count <= AT_ONCE:
        return list(gather(data, starts, count, *given))
    whole = {column: np.zeros(count + column.is_offsets, column.dtype) for column in columns if not column.rows}
    lists: dict[Column, list[Array]] = {column: [] for column in columns if column.rows}
    for first in range(0, count, BLOCK):
        bounds = starts[first : first + BLOCK + 1]
        for column, part in zip(columns, gather(data, bounds, len(bounds) - 1, *given), strict=True):
            if column.rows:
                lists[column].append(part)
            else:
                _put(whole[column], first, part + whole[column][first] if column.is_offsets else part)
    return [np.concatenate(lists[column]) if column.rows else whole[column] for column in columns]


def _put(array: Array, first: int, part: Array) -> None:
    """Zeros are there already, and take no memory until they are written."""
    if part.any():
        array[first : first + len(part)] = part
