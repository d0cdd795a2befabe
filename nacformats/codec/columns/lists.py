"""Lists of records that a generated reader leaves to columns.

The module of a schema that is generated for columns holds `LISTS`, a RecordLists: by the path of the field in the
schema, such as "/seq/3", what reads its records. The reader of the machine calls, where a record repeats,

    found = LISTS.read(make, count)

and has either RecordElements, with the stream past the last record, or None with the stream where it was. None means:
read the records plainly, because there are too few of them, because they cannot be columns, or because one of them does
not fit or breaks a rule, which the plain reader tells in full. `count` is None for `repeat: eos` and `until`; `make`, a
RecordMaker, knows the list: `make.params(index)` gives the arguments of the type in their order; `make(index, start,
stop)` reads the record that starts at a position of the view of `make.io`, and that is a part of its own if it is told
where it stops.

All rules of the schema are checked at once, in pieces of bounded size; without rules, nothing of records of fixed size
is read before somebody asks for it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, cached_property, reduce
from typing import TYPE_CHECKING, Any

import numpy as np

from nacformats.codec.columns.arrays import Array, Octets, Places
from nacformats.codec.columns.record import AT_ONCE, NATIVE_PAYS, RecordCodec, gathered
from nacformats.codec.columns.table import Columns, octets, outer_value
from nacformats.codec.elements import RecordElements
from nacformats.codec.trees.stream import FAILURES
from nacformats.plain import Plain

if TYPE_CHECKING:
    from nacformats.codec.columns.native import NativeScanner
    from nacformats.codec.trees.reading import RecordMaker

#: The fewest records for which columns pay; fewer are read one by one.
LISTS_PAY = 128
#: The fewest bytes of records for which a loop is built, once, where there is none yet.
BUILDING_PAYS = 1 << 16
#: How many records are looked at for the last one of `repeat: until`, at first and times how many more each time.
_LOOKED_AT, _MORE = 256, 8


class ListedCodec(RecordCodec, kw_only=True):
    """Finds and checks the records of a list. What is not as it has to be is left to another reader, which tells it.

    Attributes:
        sites: of how many lists in the records the scan notes the elements.
        scanner: gives the compiled loop that finds records, where there is any; whether it may be built is told it.
    """

    sites: int = 0
    scanner: Callable[[bool], NativeScanner | None] | None = None

    def found(self, data: Octets, start: int, stop: int, count: int, given: list[Any]) -> FoundRecords:
        """Find up to `count` records; fewer where one does not fit."""
        if self.size is None and count >= NATIVE_PAYS and self.scanner is not None:
            scanner = self.scanner(stop - start >= BUILDING_PAYS)
            found = None if scanner is None else scanner(data, start, stop, count, given)
            if found is not None:
                return FoundRecords(self, data, *found, given)
        if self.sites:
            return FoundRecords(self, data, *self._noted(data, start, stop, count, given), given)
        return FoundRecords(self, data, self._starts(data, start, stop, count, given), [], given)

    def _noted(self, data: Octets, start: int, end: int, count: int, given: list[Any]) -> tuple[Places, list[Places]]:
        """Return the starts of records as `starts` does, and where the elements of their lists are."""
        lists = [each.tolist() if isinstance(each, np.ndarray) else each for each in given]
        view = data[start:end].tobytes()
        while True:
            starts, noted = array("q"), [array("q") for _ in range(3 * self.sites)]
            with suppress(IndexError):
                self.finds(view, 0, len(view), starts.append, count, *lists, [each.append for each in noted])
            if len(starts) > count:
                break
            count = len(starts) - 1  # without what was noted in the one that does not fit
        arrays = [np.frombuffer(each, np.int64) for each in noted]
        shifted = [array if number % 3 == 1 else array + start for number, array in enumerate(arrays)]
        return np.frombuffer(starts, np.int64) + start, shifted


class FoundRecords(Plain):
    """Records that were found, one after the other; their columns are gathered when they are asked for.

    Attributes:
        codec: found them.
        data: the bytes of the file.
        starts: where each starts and, last, where the last one ends.
        noted: where the elements of their lists are.
        given: the arguments of their type.
    """

    codec: ListedCodec
    data: Octets
    starts: Places
    noted: Sequence[Places]
    given: list[Any]

    def __len__(self) -> int:
        return len(self.starts) - 1

    @cached_property
    def columns(self) -> Columns:
        codec = self.codec
        if codec.sites or any(column.rows and column.is_offsets for column in codec.columns):
            extra = [self.noted] if codec.sites else []  # at once: they belong together
            columns = list(codec.gathers(self.data, self.starts, len(self), *self.given, *extra))
        else:
            columns = gathered(codec.gathers, codec.columns, self.data, self.starts, self.given)
        return codec._table(columns, self.data, self.starts)

    def is_sound(self) -> bool:
        """Return True if all keep the rules of the schema."""
        if not self.codec.rules:
            return True
        arrays = list(self.columns.arrays.values())
        return self.codec._offender(self.data, len(self), self.given, arrays)[0] >= len(self)


class RecordLists:
    """The lists of one schema.

    Attributes:
        load: gives what reads the records of a field by its path in the schema; None where nothing does.
    """

    def __init__(self, load: Callable[[str], RecordList | None]) -> None:
        self.load = cache(load)

    @property
    def least(self) -> int:
        """The fewest records for which columns are looked for."""
        return LISTS_PAY

    def read(self, make: RecordMaker, count: int | None) -> RecordElements | None:
        """Read the records of a field. See the module."""
        found = self.load(make.path)
        return None if found is None else found.read(make, count)


class RecordList(Plain):
    """Reads the records of one field.

    Attributes:
        codec: of its records.
        fields: the dtype of a record of fixed size, of whose numbers columns are views.
        until: tells for which records the test of `repeat: until` holds.
        is_parted: whether each record is a part of its own.
    """

    codec: ListedCodec
    fields: np.dtype[Any] | None = None
    until: Callable[..., Array] | None = None
    is_parted: bool = False

    def read(self, make: RecordMaker, count: int | None) -> RecordElements | None:
        """Read the records, or return None. See the module."""
        io = make.io
        start, stop = io.pos, len(io.view)
        most = (stop - start) // self.codec.least
        if (most if count is None else min(count, most)) < LISTS_PAY or (count or 0) > most:
            return None
        try:
            params = make.params(0) if self.codec.arguments else ()
            given = self.codec._given(
                {each.name: outer_value(each, make.owner, params) for each in self.codec.arguments}
            )
        except FAILURES:  # something is not there, cannot be read, or is out of its bounds
            return None
        found = self._found(octets(io.view), start, stop, count, most, given)
        if found is None:
            return None
        places, columns = found
        io.pos = places[-1]
        starts = _shifted(places, io.base)
        stop_of = (lambda index: places[index + 1]) if self.is_parted else (lambda _: None)
        raw = io.view[start : io.pos]
        elements = RecordElements(starts, raw, lambda index: make(index, places[index], stop_of(index)), columns)
        elements.is_ready = not self.codec.arguments and not self.codec.takes_index
        return elements

    def _found(
        self, data: Octets, start: int, stop: int, count: int | None, most: int, given: list[Any]
    ) -> tuple[Sequence[int], Callable[[], Mapping[str, Array]]] | None:
        """Return where the records are, and what gives their columns; None where one of them is not as it has to be."""
        if self.until is not None:
            count = self._last(data, start, stop, most, given)
            if count is None:
                return None
        if self.codec.size is not None:
            return self._fixed(data, start, stop, most if count is None else count, given, is_all=count is None)
        found = self.codec.found(data, start, stop, most if count is None else count, given)
        is_whole = int(found.starts[-1]) == stop if count is None else len(found) == count
        if not is_whole or not found.is_sound():
            return None
        return found.starts.tolist(), lambda: found.columns.arrays

    def _fixed(
        self, data: Octets, start: int, stop: int, count: int, given: list[Any], *, is_all: bool
    ) -> tuple[Sequence[int], Callable[[], Mapping[str, Array]]] | None:
        size = self.codec.size
        assert size is not None
        if is_all and start + count * size != stop:
            return None
        if self.codec.rules:
            for first in range(0, count, AT_ONCE):
                some = min(AT_ONCE, count - first)
                piece = start + first * size
                if not self.codec.found(data, piece, stop, some, given).is_sound():
                    return None

        @cache
        def columns() -> Mapping[str, Array]:
            return FixedColumns(data, start, count, self, given)

        return range(start, start + count * size + 1, size), columns

    def _last(self, data: Octets, start: int, stop: int, most: int, given: list[Any]) -> int | None:
        """Return how many records there are up to the one that is the last; None where none is."""
        assert self.until is not None
        some = _LOOKED_AT
        while True:
            found = self.codec.found(data, start, stop, min(some, most), given)
            ends = self.until(data, len(found), *given, *found.columns.arrays.values())
            if ends.any():
                return int(np.argmax(ends)) + 1
            if len(found) < some:
                return None
            some *= _MORE


class FixedColumns(Mapping[str, Any]):
    """The columns of records of fixed size: views of the file. Those that no dtype can say are made when asked for."""

    def __init__(self, data: Octets, start: int, count: int, listed: RecordList, given: list[Any]) -> None:
        assert listed.fields is not None
        self._records = np.ndarray((count,), listed.fields, data.data, start)
        self._all = cache(lambda: listed.codec.found(data, start, len(data), count, given).columns.arrays)
        self._keys = [column.key for column in listed.codec.columns]

    def __getitem__(self, key: str) -> Array:
        try:
            found: Array = reduce(lambda of, name: of[name], key.split("."), self._records)
        except ValueError:  # the field is none of the dtype
            found = self._all()[key]
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)


def _shifted(places: Sequence[int], base: int) -> Sequence[int]:
    if not base:
        return places
    if isinstance(places, range):
        return range(places.start + base, places.stop + base, places.step)
    return [place + base for place in places]
