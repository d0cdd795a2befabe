"""The codec of a record type: from bytes to columns and back, with the functions that are generated from its schema."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from nacformats.codec.columns.arrays import Array, Octets, Offence, Offenders, Places
from nacformats.codec.columns.table import TABLE_SIZE, Argument, Column, Columns, NativeError, octets, trusted
from nacformats.errors import FormatError, InvalidError
from nacformats.plain import Plain

if TYPE_CHECKING:
    from nacformats.codec.columns.leaping import Measure
    from nacformats.codec.columns.native import Loops
    from nacformats.codec.columns.table import ColumnRule

I64_MAX = 2**63 - 1
#: The fewest records for which compiled loops are used; for fewer, loading them takes longer than NumPy does.
NATIVE_PAYS = 256

#: Up to this many bytes per record, what the loop reads is copied: CPython reads `bytes` faster than a view.
_COPIED_PER_RECORD = 64
#: The fewest records for which leaping pays.
LEAPING_PAYS = 1500


class RecordCodec(Plain, kw_only=True):
    """Reads, checks and writes the records of one type of a schema.

    Only generated modules make one: what the constructor takes is between them and this class, and no public API.

    Attributes:
        schema, name: names of the schema and of the type.
        arguments: what it needs from elsewhere in the file.
        size: bytes of every record, or None where they differ.
        least: bytes of the shortest record.
        children: the types of records inside the bytes of these, by the path of the bytes.
    """

    schema: str
    name: str
    parser: str
    least: int
    layout: str
    finds: Callable[..., None]
    gathers: Callable[..., tuple[Array, ...]]
    checks: Callable[..., Any]
    size: int | None = None
    takes_index: bool = False
    arguments: tuple[Argument, ...] = ()
    rules: Sequence[ColumnRule] = ()
    children: Mapping[str, str] = MappingProxyType({})
    scatters: Callable[..., Octets] | None = None
    measures: Measure | None = None
    leading: Sequence[int] = ()
    grain: int = 1

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """Return what `read` gives and `write` takes."""
        return tuple(Column(*each.split(":")) for each in self.layout.split())

    def __repr__(self) -> str:
        return f"<RecordCodec {self.schema}.{self.name}>"

    def read(
        self,
        data: Any,
        start: int,
        count: int,
        *,
        stop: int | None = None,
        path: str = "",
        check: bool = True,
        **arguments: Any,
    ) -> Columns:
        """Read records that follow each other.

        Args:
            data: the whole file, any buffer of bytes.
            start: absolute offset of the first record.
            count: number of records.
            stop: absolute offset that no record may pass; the end of the data by default.
            path: path of the list in the file, for errors.
            check: whether to check the `valid:` rules of the schema.
            arguments: what `arguments` lists; tables are arrays of 256.

        Raises:
            FormatError: the first record, in file order, that does not fit or breaks a rule.
        """
        whole = octets(data)
        end = len(whole) if stop is None else stop
        if not start >= 0 or not end <= len(whole) or count < 0:
            raise ValueError(f"{self.name}: records start inside the data, and their count is not negative")
        columns, is_whole = self._read(whole, start, end, count, self._given(arguments))
        return self._sound(columns, is_whole, end, path, arguments, check=check)

    def read_to(
        self, data: Any, start: int, stop: int, *, path: str = "", check: bool = True, **arguments: Any
    ) -> Columns:
        """Read records that follow each other up to a place where the last one ends.

        Args:
            data, start, path, check, arguments: as in `read`.
            stop: absolute offset of that place.

        Raises:
            FormatError: as in `read`.
        """
        whole = octets(data)
        if not 0 <= start <= stop <= len(whole):
            raise ValueError(f"{self.name}: records start and stop inside the data")
        columns, _ = self._read(whole, start, stop, (stop - start) // self.least, self._given(arguments))
        is_whole = int(columns.starts[-1]) == stop
        return self._sound(columns, is_whole, stop, path, arguments, check=check)

    def _sound(
        self, columns: Columns, is_whole: bool, stop: int, path: str, arguments: Mapping[str, Any], check: bool
    ) -> Columns:
        """Return the columns of records that were found, or raise for the first that does not fit or breaks a rule."""
        wrong = self._first_wrong(columns, self._given(arguments)) if check or not is_whole else None
        if wrong is None and not is_whole:
            wrong = len(columns)
        if wrong is not None:
            where = path.replace("{}", str(wrong)) if "{}" in path else f"{path}[{wrong}]"
            own = int(columns.starts[wrong]), stop
            from nacformats.codec.columns.replay import replay  # noqa: PLC0415  only bad files need a parser

            raise replay(self, columns.data, wrong, own, arguments, where, fits=wrong < len(columns))
        return columns

    def extents(self, data: Any, start: int, count: int, **arguments: Any) -> Places:
        """Return the starts of consecutive records, up to the first that does not fit or breaks a rule.

        The last number is where that one starts or, when there is none, where the last record ends; int64.

        Args:
            data, start, count, arguments: as in `read`.
        """
        whole, given = octets(data), self._given(arguments)
        columns, _ = self._read(whole, start, len(whole), count, given)
        wrong = self._first_wrong(columns, given)
        return columns.starts[: (len(columns) if wrong is None else wrong) + 1]

    def check(self, columns: Columns | Mapping[str, Any], *, path: str = "", **arguments: Any) -> None:
        """Check columns against the `valid:` rules of the schema.

        Raises:
            FormatError: the first record that breaks a rule, with its offset if the columns were read; or arrays that
                contradict each other.
        """
        self.sizes(columns, path=path, **arguments)  # rules are about columns that agree with each other
        count, arrays, data = trusted(self.columns, columns, path)
        record, rule, element = self._offender(data, count, self._given(arguments), arrays)
        if record < count:
            starts = columns.starts if isinstance(columns, Columns) else None
            raise self._broken(arrays, record, rule, element, path, starts)

    def offenders(
        self, columns: Columns, *, path: str = "", most: int = sys.maxsize, **arguments: Any
    ) -> Iterator[tuple[int, FormatError, int]]:
        """Return the records of a file that break a rule, in their order.

        For each: its number, the error for the first rule that it breaks, and how many records more break this rule
        without being given, which is 0 but for the last record of each rule.

        Args:
            columns: columns that were read with check=False.
            path, arguments: as in `read`.
            most: how many records are given for each rule.
        """
        count, given, arrays = len(columns), self._given(arguments), list(columns.arrays.values())
        if columns.is_sound or self._offender(columns.data, count, given, arrays)[0] == count:
            return
        from nacformats.codec.columns.replay import replay  # noqa: PLC0415  only bad files need a parser

        broken: dict[int, list[int]] = {}
        for record, rule in sorted(self.checks(columns.data, count, *given, *arrays, Offenders()).rules.items()):
            broken.setdefault(rule, []).append(record)
        shown = [
            (record, max(len(records) - most, 0) if number == most else 0)
            for records in broken.values()
            for number, record in enumerate(records[:most], 1)
        ]
        for record, hidden in sorted(shown):
            bounds = int(columns.starts[record]), len(columns.data)
            where = f"{path}[{record}]"
            error = replay(self, columns.data, record, bounds, arguments, where, fits=True)
            yield record, error, hidden

    def sizes(self, columns: Columns | Mapping[str, Any], *, path: str = "", **arguments: Any) -> Places:
        """Return the size of each record in bytes when it is written, int64, shape (N,)."""
        sizes: Places = self._written(columns, path, arguments, sizes_only=True)
        return sizes

    def write(self, columns: Columns | Mapping[str, Any], *, path: str = "", **arguments: Any) -> bytes:
        """Return the bytes of the records. Counts and lengths are derived, and varints are as short as can be.

        Args:
            columns: arrays by their keys, and under "data" the source of bytes; what is left out is zeros, empty lists
                and no bytes. Bytes at -1 are left out, for the caller to insert; their length is written.
            path: path of the list, for errors.
            arguments: as in `read`.

        Raises:
            FormatError: arrays that contradict each other, or numbers that do not fit. Rules are not checked.
        """
        octets: Octets = self._written(columns, path, arguments, sizes_only=False)
        return octets.tobytes()

    def _written(
        self, columns: Columns | Mapping[str, Any], path: str, arguments: Mapping[str, Any], *, sizes_only: bool
    ) -> Any:
        count, arrays, data = trusted(self.columns, columns, path)
        given = self._given(arguments)
        is_listed = any(column.rows for column in self.columns)  # other sizes NumPy adds up as fast
        with suppress(NativeError):
            if (is_listed or not sizes_only) and (loops := self._loops(count)):
                return (loops.sizes if sizes_only else loops.write)(data, count, given, arrays)
        if self.scatters is None:
            raise TypeError(f"the records of {self.name} are written as a tree")
        try:
            return self.scatters(data, count, *given, *arrays, sizes_only)
        except FormatError as error:
            error.path = f"{path}{error.path}" if str(error.path).startswith("[") else f"{path}: {error.path}"
            raise

    def blank(self) -> Columns:
        """Return the columns of a record of zeros, for a type of fixed size."""
        if self.size is None:
            raise TypeError(f"the records of {self.name} have no fixed size")
        return self.read(bytes(self.size), 0, 1, check=False, **self._lowest())

    def _lowest(self) -> dict[str, Any]:
        """Return arguments that are allowed."""
        return {each.name: np.full(TABLE_SIZE, each.low) if each.attribute else each.low for each in self.arguments}

    # finding the starts of records, by whatever is fastest for the type, and gathering their columns

    def _read(self, data: Octets, start: int, end: int, count: int, given: Sequence[Any]) -> tuple[Columns, bool]:
        """Read up to `count` consecutive records between `start` and `end`, and say if all are there."""
        if not count:
            nothing = [np.zeros(int(column.is_offsets), column.dtype) for column in self.columns]
            return self._table(nothing, data, np.array([start], np.int64)), True
        possible = min(count, max(end - start, 0) // self.least + 1)
        with suppress(NativeError):
            if loops := self._loops(possible):
                starts, columns = loops.read(data, start, end, possible, given)
                found = self._table(columns, data, starts)
                found.is_sound = True
                return found, len(starts) > count
        starts = self._starts(data, start, end, possible, given)
        columns = gathered(self.gathers, self.columns, data, starts, given)
        return self._table(columns, data, starts), len(starts) > count

    def _found_each(self, data: Octets, begin: Places, limit: Places, given: Sequence[Any]) -> tuple[Columns, bool]:
        """Read records that each have bytes of their own, from `begin` to `limit`, and say if all fit."""
        ends = self._ends(data, begin, limit, given)
        starts = np.append(begin[: len(ends)], ends.max(keepdims=True) if len(ends) else begin[:1])
        if not len(starts):
            starts = np.zeros(1, np.int64)
        columns = list(self.gathers(data, starts, len(starts) - 1, *given))
        return self._table(columns, data, starts, ends), len(ends) == len(begin)

    def _starts(self, data: Octets, start: int, end: int, count: int, given: Sequence[Any]) -> Places:
        """Return the starts of the records and the end of the last; fewer, and no end, if some do not fit.

        The last start is then that of the record that does not fit.
        """
        if self.size is not None:
            fitting = min(count, max(end - start, 0) // self.size)
            return np.arange(start, start + (fitting + 1) * self.size, self.size, dtype=np.int64)
        lists = [each.tolist() if isinstance(each, np.ndarray) else each for each in given]
        if self.measures is not None and count >= LEAPING_PAYS:
            return self._leapt(data, start, end, count, given, lists)
        from array import array  # noqa: PLC0415  records of fixed size need none

        noted = array("q")
        is_copied = end - start <= _COPIED_PER_RECORD * (count + _COPIED_PER_RECORD)
        base = start if is_copied else 0
        view = data[start:end].tobytes() if is_copied else data.data[:end]
        with suppress(IndexError):
            self.finds(view, start - base, end - base, noted.append, count, *lists)
        found = np.frombuffer(noted, np.int64)
        return found + base if base else found

    def _ends(self, data: Octets, begin: Places, limit: Places, given: Sequence[Any]) -> Places:
        """Return the ends of records with bytes of their own, from `begin` to `limit`, up to one that does not fit."""
        if self.size is not None:
            fits = begin + self.size <= limit
            return begin[: len(fits) if fits.all() else int(np.argmin(fits))] + self.size
        lists = [each.tolist() if isinstance(each, np.ndarray) else each for each in given]
        noted: list[int] = []  # start and end of each
        with suppress(IndexError):
            for start, end in zip(begin.tolist(), limit.tolist(), strict=True):
                self.finds(data.data, start, end, noted.append, 1, *lists)
        return np.array(noted[1::2], np.int64)

    def _leapt(
        self, data: Octets, start: int, end: int, count: int, given: Sequence[Any], lists: Sequence[Any]
    ) -> Places:
        noted: list[Places] = []
        view = data.data[:end]

        def scan(position: int, note: Callable[[int], None], few: int) -> None:
            self.finds(view, position, end, note, few, *lists)

        from nacformats.codec.columns.leaping import Candidates, leap  # noqa: PLC0415  few files have so many records

        assert self.measures is not None
        candidates = Candidates(bytes(value in self.leading for value in range(256)), self.grain)
        with suppress(IndexError):
            leap(data, start, end, count, candidates, self.measures, scan, given, noted.append)
        return np.concatenate(noted) if noted else np.array([start], np.int64)

    # what reading is made of

    def _given(self, arguments: Mapping[str, Any]) -> list[Any]:
        """Return the arguments in their order: numbers, and tables as int64 arrays."""
        names = [argument.name for argument in self.arguments]
        if arguments.keys() != set(names):
            raise TypeError(f"{self.name} takes the arguments {', '.join(names) or 'none'}, not {', '.join(arguments)}")
        return [_argument(each, arguments[each.name]) for each in self.arguments]

    def _table(self, columns: Sequence[Array], data: Octets, starts: Places, ends: Places | None = None) -> Columns:
        """Return arrays in the order of the columns as what they are."""
        keys = [column.key for column in self.columns]
        return Columns(dict(zip(keys, columns, strict=True)), data, starts, ends)

    def _first_wrong(self, columns: Columns, given: list[Any]) -> int | None:
        """Return the first record that breaks a rule, or that holds bytes in which the record in them does."""
        count = len(columns.ends)
        is_sound, arrays = columns.is_sound, list(columns.arrays.values())
        first = count if is_sound else self._offender(columns.data, count, given, arrays)[0]
        for path, child in self.children.items():
            codec = getattr(import_module(f"nacformats._generated.columns.{self.schema}"), child)
            at, size = columns[path + "@"], columns[path + "#"]
            nested, _ = codec._found_each(columns.data, at, at + size, [])
            columns.nested[path] = nested
            wrong = codec._first_wrong(nested, [])
            first = min(first, len(nested) if wrong is None else wrong)
        return first if first < count else None

    # the compiled loops: what they do not take, NumPy does, which also reports what is wrong

    def _offender(self, data: Octets, count: int, given: list[Any], arrays: list[Array]) -> Offence:
        """Record, rule and element of the first offender; the record is `count` when there is none."""
        found: Offence = self.checks(data, count, *given, *arrays) if count else (0, 0, 0)
        return found

    def _loops(self, count: int) -> Loops | None:
        """Return the compiled functions, if there are any and there are enough records for them to pay."""
        return self.compiled if count >= NATIVE_PAYS else None

    @cached_property
    def compiled(self) -> Loops | None:
        """The compiled functions of this record type, if the package was built with them."""
        module = import_module(f"nacformats._generated.columns.{self.schema}")
        from nacformats.codec.columns.native import loops_of  # noqa: PLC0415  few records are read without

        return loops_of(self.schema, self.name, self.columns, module.C_SHA256)

    # what is wrong

    def _broken(
        self, arrays: Sequence[Array], record: int, rule: int, element: int, path: str, starts: Places | None
    ) -> InvalidError:
        """Return the error for columns that come from memory, or when nothing is known but the broken rule."""
        broken = self.rules[rule]
        field = broken.path
        by_key = dict(zip((column.key for column in self.columns), arrays, strict=True))
        column = next((column for column in self.columns if column.key == field), None)
        actual = None
        if column is not None and column.rows:
            listed = column.rows[:-2]
            actual = int(by_key[field][by_key[column.rows][record] + element])
            field = f"{listed}[{element}]{field.removeprefix(listed)}"
        elif column is not None:
            actual = int(by_key[field][record])
        offset = None if starts is None else int(starts[record])
        return InvalidError(
            broken.reason,
            format=self.schema,
            path=f"{path}[{record}].{field}",
            offset=offset,
            expected=broken.expected or None,
            actual=actual,
        )


def _argument(argument: Argument, value: Any) -> Any:
    if argument.attribute:
        table = np.asarray(value).astype(np.int64)
        if table.shape != (TABLE_SIZE,) or table.min() < argument.low or table.max() > argument.high:
            raise ValueError(f"{argument.name}: a table of {TABLE_SIZE} numbers from {argument.low} to {argument.high}")
        return table
    number = int(value)
    if number < argument.low or (number > argument.high and argument.high < I64_MAX):
        raise ValueError(f"{argument.name}: a number from {argument.low} to {argument.high}, not {number}")
    return min(number, I64_MAX)


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
