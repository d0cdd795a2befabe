"""The reading of one file: its budget, and what happens when an instance is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count as counting
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from nacformats.codec.elements import RecordElements
from nacformats.codec.streams import OverBudgetError
from nacformats.codec.trees.record import begin_record, new_record
from nacformats.codec.trees.stream import FAILURES, TOO_MANY_EMPTY, ByteStream, FieldError
from nacformats.errors import FormatError, LimitError
from nacformats.limits import LEAST_RECORDS, MAX_EMPTY, MAX_INFLATED_BYTES

if TYPE_CHECKING:
    from nacformats.codec.elements import ListReader
    from nacformats.codec.tables import SchemaTable
    from nacformats.codec.trees.record import InstanceReader, TreeRecord
    from nacformats.codec.trees.trace import FieldTrace

#: How many elements and records may be read for each byte of a file. More is only needed where offsets lead to the same
#: bytes over and over.
UNITS_PER_BYTE = 16
#: To how many bytes all streams of zlib may unpack for each byte of a file, beyond what any of them may.
UNPACKED_PER_BYTE = 512
_OVER_AND_OVER = "refers to the same bytes over and over"
#: Arguments of a type, or what gives them by the number of the record.
Params = tuple[Any, ...] | Callable[[int], tuple[Any, ...]]


class Reading:
    """The reading of one file, which all its streams and records share.

    Attributes:
        size: of the file, in bytes.
        tables: what the schemas say, by name.
        left: how many elements and records may still be read; left_to_unpack: to how many bytes streams may unpack.
        stopped: whether more were asked for.
        trace: what is told the places of fields, if anything is.
        is_busy: whether something is being read: then failures go up to who began it; is_plain: and nothing is traced.
        is_lenient: whether instances keep what could be read of them.
        lists: what reads lists of records as columns, by the name of the schema.
        is_faithful: whether the bytes of every record follow from its values.
    """

    def __init__(
        self,
        size: int,
        tables: Mapping[str, SchemaTable],
        located: Callable[[Reading, Any, str, BaseException], FormatError],
        units: int | None = None,
    ) -> None:
        """Begin to read.

        Args:
            size: as the attribute.
            tables: as the attribute.
            located: (this, record, instance, failure) -> the error for an instance that cannot be read.
            units: how many elements and records may be read; None: what is due to a file of that size.
        """
        self.size = size
        self.tables = tables
        self.left = max(UNITS_PER_BYTE * size, LEAST_RECORDS) if units is None else units
        self.left_to_unpack = MAX_INFLATED_BYTES + UNPACKED_PER_BYTE * size
        self.stopped = False
        self.trace: FieldTrace | None = None
        self.is_busy = self.is_plain = False
        self.is_lenient = False
        self.lists: Mapping[str, ListReader] = {}
        self.is_faithful = False
        self.parts: list[ByteStream] | None = None
        self._located = located

    def begin(self, trace: FieldTrace | None = None) -> None:
        """Note that something is being read from now on."""
        self.is_busy, self.is_plain, self.trace = True, trace is None, trace

    def end(self) -> None:
        """Note that nothing is being read any longer."""
        self.is_busy, self.is_plain, self.trace = False, False, None

    @contextmanager
    def at_most(self, units: int, trace: FieldTrace, *, is_again: bool = False) -> Iterator[None]:
        """Within this block, at most so many elements and records are read, and told to a trace.

        Args:
            units: how many.
            trace: is told.
            is_again: whether they have been read and counted before.
        """
        before, unpackable = self.left, self.left_to_unpack
        kept = 0 if is_again else max(self.left - units, 0)
        self.left = units if is_again else self.left - kept
        self.begin(trace)
        try:
            yield
        finally:
            self.end()
            self.left = before if is_again else self.left + kept
            self.left_to_unpack = unpackable if is_again else self.left_to_unpack

    def spend(self, units: int) -> None:
        """Count elements or records. EOFError when there are too many."""
        self.left -= units
        if self.left < 0:
            self.stopped = True
            raise OverBudgetError("the parser was stopped")

    def records(
        self,
        owner: TreeRecord,
        attribute: str,
        path: str,
        io: ByteStream,
        trace: FieldTrace | None,
        count: int | None,
        kind: type[TreeRecord],
        *,
        params: Params = (),
        until: Callable[[Any, int], bool] | None = None,
        size: Callable[[], int] | None = None,
        is_bounded: bool = True,
        is_empty: bool = False,
    ) -> None:
        """Read records that follow each other: as columns where these take them, or one by one.

        Args:
            owner, attribute: the record and its attribute that becomes the list.
            path: of the field in the schema.
            io: stands at the first record.
            trace: what is told the places of the records, if anything is.
            count: how many there are; None: up to the end, or to the one for which `until` holds.
            kind: their class.
            params: what it takes, or what gives that by the number of the record.
            until: (record, its number) -> whether it is the last one.
            size: gives that of the part of its own that each of them has.
            is_bounded: whether each of them takes bytes; is_empty: whether none does.
        """
        lists = None if trace is not None and trace.wants_elements else self.lists.get(owner.SCHEMA)
        if is_empty or (lists is not None and (io.size - io.pos if count is None else count) >= lists.least):
            found = self._at_once(lists, RecordMaker(self, owner, path, io, kind, params), count, is_empty=is_empty)
            if found is not None:
                setattr(owner, attribute, found)
                return
        is_bounded = is_bounded and not is_empty
        items: list[TreeRecord] = []
        setattr(owner, attribute, items)
        root = owner._root
        for index in _numbers(io, count, is_bounded=is_bounded, is_to_end=until is None):
            if trace is not None:
                trace.element(index, io)
            part = io if size is None else io.part(size())
            if params:
                each = begin_record(kind, part, owner, root, params(index) if callable(params) else params)
            else:  # without a call
                each = new_record(kind)
                each._io, each._parent, each._root, each._start = part, owner, root, part.pos
            try:
                each._read(part, trace)
            finally:  # an element is in its list when it has been read: those before it may be counted by what is in it
                items.append(each)
            if is_bounded:
                self.spend(1)
            if until is not None and until(each, index):
                break

    def _at_once(self, lists: ListReader | None, make: RecordMaker, count: int | None, *, is_empty: bool) -> Any:
        """Return the records of a list as columns, or as a table of lookups; None where each has to be read."""
        found = None if lists is None else lists.read(make, count)
        if isinstance(found, RecordElements):
            found.is_ready = found.is_ready and self.is_faithful
        return self._table(make, count) if found is None and is_empty and count is not None else found

    def _table(self, make: RecordMaker, count: int) -> RecordElements:
        """Return records without bytes, which are made when they are asked for: few are, in a table of lookups."""
        if count > MAX_EMPTY:
            raise FieldError("limit", None, TOO_MANY_EMPTY)
        self.spend(1)
        io, start = make.io, make.io.pos
        return RecordElements(
            [io.offset] * (max(count, 0) + 1), io.view[:0], lambda index: make(index, start, None), dict
        )

    def ask(self, record: Any, attribute: str, read: InstanceReader) -> Any:
        """Return an instance, which is read now.

        Raises:
            FormatError: it cannot be read, if it is asked for from outside; otherwise whatever that raises.
        """
        if self.is_busy:
            return self._read(record, attribute, read)
        self.begin()
        try:
            return self._read(record, attribute, read)
        except FormatError:
            raise
        except FAILURES as failure:
            raise self._located(self, record, attribute, failure) from None
        finally:
            self.end()

    def _read(self, record: Any, attribute: str, read: InstanceReader) -> Any:
        self.spend(1)
        trace = None if self.trace is None else self.trace.ask(record, attribute)
        is_read = False
        try:
            read(record, trace)
            is_read = True
        finally:
            if not is_read and not self.is_lenient:
                record._forget(attribute)
        if trace is not None:
            trace.answer()
        return getattr(record, attribute)


class RecordMaker:
    """Makes the records of a list when they are asked for.

    Attributes:
        owner, path: the record that has the list; the path of the field in the schema.
        io: the stream, which stands at the first record.
        kind: their class.
        params: gives what they take, by their number.
    """

    def __init__(
        self, reading: Reading, owner: TreeRecord, path: str, io: ByteStream, kind: type[TreeRecord], params: Params
    ) -> None:
        self.owner, self.path, self.io, self.kind = owner, path, io, kind
        self.params = params if callable(params) else lambda _: params
        self._reading = reading

    def __call__(self, index: int, start: int, stop: int | None) -> TreeRecord:
        """Return the record of a number, which starts in the stream and, with a part of its own, stops there.

        Raises:
            LimitError: too many were made: their lists refer to the same bytes.
        """
        if self._reading.left <= 0:
            self._reading.stopped = True
            raise LimitError(_OVER_AND_OVER)
        self._reading.left -= 1
        part = ByteStream(self.io.view, self.io.base, self._reading, is_made=self.io.is_made)
        part.pos = start
        if stop is not None:
            part = part.part(stop - start)
        record: TreeRecord = begin_record(self.kind, part, self.owner, self.owner._root, self.params(index))
        record._index = index
        was_busy = self._reading.is_busy
        self._reading.is_busy = True
        try:
            record._read(part, None)
        except OverBudgetError:
            if was_busy:
                raise
            raise LimitError(_OVER_AND_OVER) from None
        except FAILURES:
            if not self._reading.is_lenient:
                raise
        finally:
            self._reading.is_busy = was_busy
        return record


def _numbers(io: ByteStream, count: int | None, *, is_bounded: bool, is_to_end: bool) -> Iterable[int]:
    """Return the numbers of the elements of a list, up to its end if that is known."""
    if not is_bounded:
        return io.to_end() if count is None and is_to_end else io.counted(count)
    if count is not None:
        return range(count)
    return takewhile(lambda _: io.pos < io.size, counting()) if is_to_end else counting()
