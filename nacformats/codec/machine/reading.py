"""The reading of one file: its budget, and what happens when an instance is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import count as counting
from itertools import takewhile
from struct import error as StructError  # noqa: N812  as the other exceptions are called
from typing import TYPE_CHECKING, Any

from nacformats.codec.elements import RecordElements
from nacformats.codec.machine.record import new_record
from nacformats.codec.machine.stream import ByteStream, FieldError
from nacformats.codec.streams import OverBudgetError
from nacformats.errors import FormatError
from nacformats.limits import LEAST_RECORDS

if TYPE_CHECKING:
    from nacformats.codec.elements import ListReader
    from nacformats.codec.machine.record import InstanceReader, TreeRecord
    from nacformats.codec.machine.trace import FieldTrace
    from nacformats.codec.tables import SchemaTable

#: How many elements and records may be read for each byte of a file. More is only needed where offsets lead to the same
#: bytes over and over.
UNITS_PER_BYTE = 16
#: Records of a list that are counted together.
_COUNTED = 1024
#: What reading hostile bytes can raise.
FAILURES: tuple[type[BaseException], ...] = (FieldError, StructError, ValueError, LookupError, AttributeError)
FAILURES += (TypeError, ArithmeticError, RecursionError, MemoryError, EOFError)

#: Arguments of a type, or what gives them by the number of the record.
Params = tuple[Any, ...] | Callable[[int], tuple[Any, ...]]


class Reading:
    """The reading of one file, which all its streams and records share.

    Attributes:
        size: of the file, in bytes.
        tables: what the schemas say, by name.
        left: how many elements and records may still be read.
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
        self.stopped = False
        self.trace: FieldTrace | None = None
        self.is_busy = self.is_plain = False
        self.is_lenient = False
        self.lists: Mapping[str, ListReader] = {}
        self.is_faithful = False
        self._located = located

    def begin(self, trace: FieldTrace | None = None) -> None:
        """Something is being read from now on."""
        self.is_busy, self.is_plain, self.trace = True, trace is None, trace

    def end(self) -> None:
        """Nothing is being read any longer."""
        self.is_busy, self.is_plain, self.trace = False, False, None

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
        until: Callable[[Any], bool] | None = None,
        size: int | None = None,
        is_bounded: bool = True,
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
            until: whether a record is the last one.
            size: of the part of its own that each of them has.
            is_bounded: whether each of them takes bytes.
        """
        lists = None if trace is not None else self.lists.get(owner.SCHEMA)
        if lists is not None and (io.size - io.pos if count is None else count) >= lists.least:
            found = self._columns(lists, owner, path, io, count, kind, params)
            if found is not None:
                if isinstance(found, RecordElements):
                    found.is_ready = found.is_ready and self.is_faithful
                setattr(owner, attribute, found)
                return
        items: list[TreeRecord] = []
        setattr(owner, attribute, items)
        root = owner._root
        for index in _numbers(io, count, is_bounded=is_bounded, is_to_end=until is None):
            if trace is not None:
                trace.element(index, io)
            part = io if size is None else io.part(size)
            if params:
                each = kind(part, owner, root, *(params(index) if callable(params) else params))
            else:  # without a call
                each = new_record(kind)
                each._io, each._parent, each._root, each._start = part, owner, root, part.pos
            try:
                each._read(part, trace)
            finally:  # an element is in its list when it has been read: those before it may be counted by what is in it
                items.append(each)
            if until is not None and until(each):
                break
            if is_bounded and len(items) % _COUNTED == 0:
                self.spend(_COUNTED)
        if is_bounded:
            self.spend(len(items) % _COUNTED)

    def _columns(
        self,
        lists: ListReader,
        owner: TreeRecord,
        path: str,
        io: ByteStream,
        count: int | None,
        kind: type[TreeRecord],
        params: Params,
    ) -> Any:
        given = params if callable(params) else lambda _: params

        def make(index: int, start: int, stop: int | None) -> TreeRecord:
            part = ByteStream(io.view, io.base, self)
            part.pos, part.is_made = start, io.is_made
            if stop is not None:
                part = part.part(stop - start)
            record = kind(part, owner, owner._root, *given(index))
            record._index = index
            record._read(part, None)
            return record

        return lists.read(path, io, owner, count, given, make)

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
        except FormatError:  # of what reads lists
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


def _numbers(io: ByteStream, count: int | None, *, is_bounded: bool, is_to_end: bool) -> Iterable[int]:
    """Return the numbers of the elements of a list, up to its end if that is known."""
    if not is_bounded:
        return io.to_end() if count is None and is_to_end else io.counted(count)
    if count is not None:
        return range(count)
    return takewhile(lambda _: io.pos < io.size, counting()) if is_to_end else counting()
