"""The values of a graph: a list of objects to its users, columns to everything that reads, checks and writes them."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Iterator, MutableSequence, Sequence
from functools import cache, partial
from itertools import chain
from typing import Any, NamedTuple, Self, SupportsIndex, overload

import numpy as np
import numpy.typing as npt

from nacformats.formats.mic.kinds import (
    BINDING_KINDS,
    BINDING_TYPES,
    CUSTOM_KIND,
    FIRST_BINDING,
    HAS_PARAMS,
    KINDS,
    LOOSE,
    NAMES,
    OPERATIONS,
    UNSIGNED,
    Integers,
)
from nacformats.formats.mic.objects import MindValue, Node
from nacformats.formats.mic.opcodes import I64_MAX, U64_MAX
from nacformats.formats.stored import Texts

#: How many elements of rows are looked at together; any number may be in one row, and what is worked out of each takes
#: many times its space.
SLICE = 1 << 17
#: How many objects are made at once when all values are looked at; of a graph with no more, all at the first look.
_CHUNK = 1024


class ValueColumns(NamedTuple):
    """All values of a graph as arrays.

    Attributes:
        kind: what each value is; uint8, shape (N,).
        name: of each binding or custom operation, as a number in `texts`; meaningless for others. (N,)
        type: of each binding, as an index into `types`; meaningless for others. (N,)
        input_rows: where the inputs of each value begin in `inputs`, and the end of the last ones. (N + 1,)
        inputs: the ids of the inputs of all values.
        param_rows: where the parameters of each value begin in `params`, and the end of the last ones. (N + 1,)
        params: the parameters of all values; those that are unsigned modulo 2^64.
        texts: the names.
    """

    kind: npt.NDArray[np.uint8]
    name: Integers
    type: Integers
    input_rows: Integers
    inputs: Integers
    param_rows: Integers
    params: Integers
    texts: Texts


#: One value: its kind, the number of its name, its type, its inputs and its parameters.
MindRow = tuple[int, int, int, Sequence[int], Sequence[int]]
_LOOSE_ROW: MindRow = (LOOSE, 0, 0, (), ())
#: One value in columns: its kind, name, type, and where its inputs and its parameters start and stop.
_Place = tuple[int, int, int, int, int, int, int]


class Values(MutableSequence[MindValue]):
    """The values of a graph: a list of Arg, Param and Node objects.

    What was read is kept as arrays, and each object is made when it is asked for. The first change makes all of them,
    and from then on they are a list, of which columns are made when these are asked for.
    """

    __hash__ = None  # type: ignore[assignment]  # as that of a list

    def __init__(self, values: Iterable[MindValue] | ValueColumns = ()) -> None:
        """Take objects, or columns whose arrays do not change afterwards."""
        self._columns = values if isinstance(values, ValueColumns) else None
        self._objects = None if isinstance(values, ValueColumns) else list(values)
        if self._columns is not None:
            kind, name, type_index, input_rows, inputs, param_rows, params, texts = self._columns
            # Single numbers come out of a memoryview three times as fast as out of an array.
            operands = input_rows[:-1], input_rows[1:], param_rows[:-1], param_rows[1:]
            self._places = [column.data for column in (kind, name, type_index, *operands)]
            self._operands = inputs.data, params.data
            self._name = cache(texts.row)  # one name may be that of many values

    @classmethod
    def of_rows(cls, rows: Sequence[MindRow], names: Iterable[str], *, is_plain: bool) -> Self:
        """Return the values in some rows; is_plain: each has the parameters that a file can hold."""
        texts = list(names)
        try:
            if is_plain:
                return cls(_columns_of_rows(rows, texts))
        except OverflowError:  # an unsigned number of 64 bits, or one that no file holds
            pass
        return cls(_object(texts, *row) for row in rows)

    def columns(self) -> ValueColumns:
        """Return all values as arrays. Those of kind LOOSE have to be looked at one by one."""
        if self._columns is None:
            numbers: dict[str, int] = {}
            rows = list(map(partial(_row, numbers), self))
            try:
                self._columns = _columns_of_rows(rows, numbers)
            except (TypeError, OverflowError):
                self._columns = _columns_of_rows([row if _fits(row) else _LOOSE_ROW for row in rows], numbers)
        return self._columns

    def __len__(self) -> int:
        return len(self._places[0] if self._objects is None else self._objects)

    @overload
    def __getitem__(self, index: SupportsIndex) -> MindValue: ...
    @overload
    def __getitem__(self, index: slice) -> list[MindValue]: ...
    def __getitem__(self, index: Any) -> MindValue | list[MindValue]:
        if self._objects is None and len(self) <= _CHUNK:
            self._objects = list(self._read())
        if self._objects is not None:
            found: MindValue | list[MindValue] = self._objects[index]
            return found
        if isinstance(index, slice):
            return [self[position] for position in range(*index.indices(len(self)))]
        return next(self._made([tuple(column[index] for column in self._places)]))

    def __iter__(self) -> Iterator[MindValue]:
        return self._read() if self._objects is None else iter(self._objects)

    def _read(self) -> Iterator[MindValue]:
        """Yield the values that were read; from a change on, those of the list."""
        at = 0
        while at < len(self):
            for value in self._some(at):
                at += 1
                yield value
                if self._objects is not None:  # what follows is another value now
                    break

    def _some(self, at: int) -> Iterable[MindValue]:
        """Return a few values from one on, which are made together where they were read."""
        some = slice(at, at + _CHUNK)
        if self._objects is not None:
            return self._objects[some]
        return self._made(zip(*(column[some].tolist() for column in self._places), strict=True))

    def _made(self, places: Iterable[_Place]) -> Iterator[MindValue]:
        """Yield the objects of some columns."""
        (all_inputs, all_params), name_of = self._operands, self._name
        for kind, name, type_index, start, stop, param_start, param_stop in places:
            if kind >= FIRST_BINDING:
                yield BINDING_TYPES[kind - FIRST_BINDING](name_of(name), type_index)
                continue
            params: tuple[int, ...] = ()
            if HAS_PARAMS[kind]:
                params = meant(kind, tuple(all_params[param_start:param_stop]))
            own_name = name_of(name) if kind == CUSTOM_KIND else None
            yield Node(NAMES[kind], tuple(all_inputs[start:stop]), params, own_name)

    def _own(self) -> list[MindValue]:
        """Return the objects, to be changed."""
        if self._objects is None:
            self._objects = list(self._read())
        self._columns = None
        return self._objects

    def append(self, value: MindValue) -> None:
        self._own().append(value)

    @overload
    def __setitem__(self, index: SupportsIndex, value: MindValue) -> None: ...
    @overload
    def __setitem__(self, index: slice, value: Iterable[MindValue]) -> None: ...
    def __setitem__(self, index: Any, value: Any) -> None:
        self._own()[index] = value

    def __delitem__(self, index: SupportsIndex | slice) -> None:
        del self._own()[index]

    def insert(self, index: SupportsIndex, value: MindValue) -> None:
        self._own().insert(index, value)

    def copy(self) -> Self:
        """Return another list of the same values."""
        return type(self)(self if self._columns is None else self._columns)

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()  # the values do not change

    def __reduce__(self) -> tuple[type[Self], tuple[list[MindValue]]]:
        return type(self), (list(self),)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Values | list):
            return NotImplemented
        return len(self) == len(other) and all(mine == yours for mine, yours in zip(self, other, strict=True))

    def __add__(self, other: Iterable[MindValue]) -> list[MindValue]:
        return [*self, *other]

    def __repr__(self) -> str:
        return repr(list(self))


def _columns_of_rows(rows: Sequence[MindRow], names: Collection[str]) -> ValueColumns:
    """Return rows as columns. OverflowError when a number has more than 64 bits, TypeError when it is no integer."""
    kinds, numbers, types, *operands = zip(*rows, strict=True) if rows else [()] * 5
    elements = [_integers(chain.from_iterable(given)) for given in operands]
    starts = [rows_of(_integers(map(len, given))) for given in operands]
    named = np.array(kinds, np.uint8), _integers(numbers), _integers(types)
    texts = Texts.joined([name.encode() for name in names])
    return ValueColumns(*named, starts[0], elements[0], starts[1], elements[1], texts)


def _integers(numbers: Iterable[int]) -> Integers:
    return np.frombuffer(array("q", numbers), np.int64)


def _fits(row: MindRow) -> bool:
    """Return True if columns can hold the numbers of a value."""
    _, _, type_index, inputs, params = row
    try:
        return bool(array("q", [type_index, *inputs, *params]))
    except (TypeError, OverflowError):
        return False


def _object(names: Sequence[str], kind: int, name: int, type_index: int, *operands: Sequence[int]) -> MindValue:
    """Return a value as an object."""
    if kind < FIRST_BINDING:
        inputs, params = operands
        return Node(NAMES[kind], tuple(inputs), tuple(params))
    return BINDING_TYPES[kind - FIRST_BINDING](names[name], type_index)


def _row(numbers: dict[str, int], value: MindValue) -> MindRow:
    """Return a value as numbers, its name among those of the others; one that no file holds is LOOSE."""
    try:
        if not isinstance(value, Node):
            return BINDING_KINDS[type(value)], _number(numbers, value.name), value.type, (), ()
        kind, params = KINDS[value.op], value.params
        if len(params) != len(OPERATIONS[kind].parameters) and not OPERATIONS[kind].takes_list:
            return _LOOSE_ROW
        if (value.name is None) is (kind == CUSTOM_KIND):
            return _LOOSE_ROW
        name = 0 if value.name is None else _number(numbers, value.name)
        return kind, name, 0, value.inputs, _stored(kind, params) if kind in UNSIGNED else params
    except (LookupError, TypeError, AttributeError, OverflowError, UnicodeEncodeError):
        return _LOOSE_ROW


def _number(numbers: dict[str, int], name: str) -> int:
    """Return the number of a name, the next one when it is new. UnicodeEncodeError when UTF-8 cannot hold it."""
    if name not in numbers and not name.isascii():
        name.encode()
    return numbers.setdefault(name, len(numbers))


def are_named(kinds: npt.NDArray[np.uint8]) -> npt.NDArray[np.bool_]:
    """Return which values have a name: bindings and custom operations."""
    has_name: npt.NDArray[np.bool_] = (kinds >= FIRST_BINDING) & (kinds < LOOSE) | (kinds == CUSTOM_KIND)
    return has_name


def rows_of(counts: npt.NDArray[Any]) -> Integers:
    """Return where rows of these lengths begin, and the end of the last one."""
    rows = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=rows[1:])
    return rows


def positions(starts: Integers, rows: Integers) -> Integers:
    """Return the positions of all elements of rows that begin at `starts` and are as long as `rows` says."""
    return np.repeat(starts - rows[:-1], np.diff(rows)) + np.arange(rows[-1])


def slices(rows: Integers) -> Iterator[tuple[slice, Integers]]:
    """Yield all elements of rows, a few at a time: which ones, and the row that each is in."""
    for first in range(0, int(rows[-1]), SLICE):
        end = min(first + SLICE, int(rows[-1]))
        begin, stop = np.searchsorted(rows, (first, end - 1), side="right") - (1, 0)
        edges = np.clip(rows[begin : stop + 1], first, end)
        yield slice(first, end), np.repeat(np.arange(begin, stop), edges[1:] - edges[:-1])


def meant(kind: int, stored: tuple[int, ...]) -> tuple[int, ...]:
    """Return the parameters that a column holds as signed numbers of 64 bits."""
    if kind not in UNSIGNED:
        return stored
    params = list(stored)
    for position in UNSIGNED[kind]:
        params[position] &= U64_MAX
    return tuple(params)


def _stored(kind: int, params: tuple[int, ...]) -> Sequence[int]:
    """Return the parameters as signed numbers of 64 bits. OverflowError when one has more."""
    stored = list(params)
    for position in UNSIGNED[kind]:
        if not 0 <= stored[position] <= U64_MAX:
            raise OverflowError("not a number of 64 bits")
        stored[position] -= (stored[position] > I64_MAX) << 64
    return stored
