"""The values of a graph: a list of objects to its users, columns to everything that reads, checks and writes them."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, MutableSequence, Sequence
from functools import partial
from itertools import chain, starmap
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
)
from nacformats.formats.mic.objects import MindValue, Node, OpenBinding, OpenNode, new_binding, new_node
from nacformats.formats.mic.opcodes import I64_MAX, U64_MAX
from nacformats.formats.mic.strings import Integers, Strings

#: How many elements of rows are looked at together; any number may be in one row, and what is worked out of each takes
#: many times its space.
SLICE = 1 << 17
#: How many objects are made at once when all values are looked at; of a graph with no more, all at the first look.
_CHUNK = 1024


class ValueColumns(NamedTuple):
    """All values of a graph as arrays.

    Attributes:
        kind: what each value is; uint8, shape (N,).
        name: of each binding or custom operation, as a number in the table of strings; meaningless for others. (N,)
        type: of each binding, as an index into `types`; meaningless for others. (N,)
        input_rows: where the inputs of each value begin in `inputs`, and the end of the last ones. (N + 1,)
        inputs: the ids of the inputs of all values.
        param_rows: where the parameters of each value begin in `params`, and the end of the last ones. (N + 1,)
        params: the parameters of all values; those that are unsigned modulo 2^64.
    """

    kind: npt.NDArray[np.uint8]
    name: Integers
    type: Integers
    input_rows: Integers
    inputs: Integers
    param_rows: Integers
    params: Integers


#: One value: its kind, the number of its name, its type, its inputs and its parameters.
MindRow = tuple[int, int, int, Sequence[int], Sequence[int]]
#: One value as numbers: its kind, name, type, and where its inputs and its parameters start and stop.
_Row = tuple[int, int, int, int, int, int, int]
_ROW_CODES = "Bqqqqqq"


class Values(MutableSequence[MindValue]):
    """The values of a graph: a list of Arg, Param and Node objects, each made when it is asked for.

    What was read is kept as arrays, which do not change. The first change copies them to arrays that grow. The inputs
    and parameters of a changed value go to the end of theirs, so that a change costs no more than in a list.

    Attributes:
        strings: the names.
    """

    __hash__ = None  # type: ignore[assignment]  # as that of a list

    def __init__(self, values: Iterable[MindValue] = (), strings: Strings | None = None) -> None:
        self.strings = Strings() if strings is None else strings
        self._loose: list[MindValue] = []
        self._changes = 0
        self._columns: ValueColumns | None = None
        # Of a short list that was read, all objects are made when one is asked for.
        self._is_short = False
        self._objects: list[MindValue] = []
        self._rows: tuple[Any, ...] = tuple(array(code) for code in _ROW_CODES)
        self._inputs: Any = array("q")
        self._params: Any = array("q")
        self.extend(values)

    @classmethod
    def over(cls, columns: ValueColumns, strings: Strings) -> Self:
        """Return the values that the columns hold. The arrays must not change afterwards."""
        made = cls(strings=strings)
        made._columns = columns
        # Single numbers come out of a memoryview three times as fast as out of an array.
        input_rows, param_rows = columns.input_rows.data, columns.param_rows.data
        named_types = columns.kind.data, columns.name.data, columns.type.data
        made._rows = *named_types, input_rows[:-1], input_rows[1:], param_rows[:-1], param_rows[1:]
        made._inputs, made._params = columns.inputs.data, columns.params.data
        made._is_short = 0 < len(columns.kind) <= _CHUNK
        return made

    @classmethod
    def of_rows(cls, rows: Sequence[MindRow], strings: Strings, *, is_plain: bool) -> Self:
        """Return the values in some rows; is_plain: each has the parameters that a file can hold."""
        if not rows or not is_plain:
            return cls(starmap(partial(_object, strings), rows), strings)
        kinds, names, types, inputs, params = zip(*rows, strict=True)
        try:
            numbers = [np.fromiter(chain.from_iterable(given), np.int64) for given in (inputs, params)]
        except OverflowError:  # an unsigned number of 64 bits, or one that no file holds
            return cls(starmap(partial(_object, strings), rows), strings)
        starts = [rows_of(np.fromiter(map(len, given), np.int64, len(rows))) for given in (inputs, params)]
        named = np.array(kinds, np.uint8), np.array(names, np.int64), np.array(types, np.int64)
        return cls.over(ValueColumns(*named, starts[0], numbers[0], starts[1], numbers[1]), strings)

    def columns(self) -> ValueColumns:
        """Return all values as arrays. Those of kind LOOSE have to be looked at one by one."""
        if self._columns is None:
            kind, name, type_index, start, stop, param_start, param_stop = map(np.array, self._rows)
            inputs = _compressed(start, stop, np.array(self._inputs))
            params = _compressed(param_start, param_stop, np.array(self._params))
            self._columns = ValueColumns(kind, name, type_index, *inputs, *params)
        return self._columns

    def __len__(self) -> int:
        return len(self._rows[0])

    @overload
    def __getitem__(self, index: SupportsIndex) -> MindValue: ...
    @overload
    def __getitem__(self, index: slice) -> list[MindValue]: ...
    def __getitem__(self, index: Any) -> MindValue | list[MindValue]:
        if self._is_short:
            if not self._objects:
                self._objects = self._made(0, len(self))
            found: MindValue | list[MindValue] = self._objects[index]
            return found
        if isinstance(index, slice):
            return [self[position] for position in range(*index.indices(len(self)))]
        kinds, names, types, input_starts, input_stops, param_starts, param_stops = self._rows
        kind = kinds[index]
        if kind < FIRST_BINDING:
            inputs = tuple(self._inputs[input_starts[index] : input_stops[index]])
            params: tuple[int, ...] = ()
            name = None
            if HAS_PARAMS[kind]:
                params = meant(kind, tuple(self._params[param_starts[index] : param_stops[index]]))
            elif kind == CUSTOM_KIND:
                name = self.strings.texts[names[index]]
            return new_node(NAMES[kind], inputs, params, name)
        if kind == LOOSE:
            loose: MindValue = self._loose[names[index]]
            return loose
        return new_binding(BINDING_TYPES[kind - FIRST_BINDING], self.strings.texts[names[index]], types[index])

    def __iter__(self) -> Iterator[MindValue]:
        at = 0
        while at < len(self):
            changes = self._changes
            for value in self._made(at, min(at + _CHUNK, len(self))):
                at += 1
                yield value
                if self._changes != changes:  # what follows is another value now
                    break

    def _made(self, first: int, end: int) -> list[MindValue]:
        """Return the values from one to another, made together, which takes a third of the time."""
        rows = [column[first:end].tolist() for column in self._rows]
        inputs, params, base, param_base = self._inputs, self._params, 0, 0
        if isinstance(inputs, memoryview):  # then they are in the order of the values
            base, param_base = rows[3][0], rows[5][0]
            inputs = tuple(inputs[base : rows[4][-1]].tolist())
            params = tuple(params[param_base : rows[6][-1]].tolist())
        self.strings.texts.decode(
            [number for kind, number in zip(*rows[:2], strict=True) if FIRST_BINDING <= kind < LOOSE]
        )
        strings, loose = self.strings.texts, self._loose
        new: Any = object.__new__
        made: list[Any] = []
        add = made.append
        for kind, number, type_index, start, stop, param_start, param_stop in zip(*rows, strict=True):
            if kind < FIRST_BINDING:
                node = new(OpenNode)  # as in new_node: calling it for each takes much longer
                node.op = NAMES[kind]
                node.inputs = tuple(inputs[start - base : stop - base])
                node.params = ()
                node.name = None
                if param_start != param_stop:
                    given = tuple(params[param_start - param_base : param_stop - param_base])
                    node.params = meant(kind, given) if kind in UNSIGNED else given
                elif kind == CUSTOM_KIND:
                    node.name = strings[number]
                node.__class__ = Node
                add(node)
            elif kind == LOOSE:
                add(loose[number])
            else:
                binding = new(OpenBinding)
                binding.name = strings[number]
                binding.type = type_index
                binding.__class__ = BINDING_TYPES[kind - FIRST_BINDING]
                add(binding)
        return made

    def append(self, value: MindValue) -> None:
        rows = self._growing()
        for column, number in zip(rows, self._row(value), strict=True):
            column.append(number)

    @overload
    def __setitem__(self, index: SupportsIndex, value: MindValue) -> None: ...
    @overload
    def __setitem__(self, index: slice, value: Iterable[MindValue]) -> None: ...
    def __setitem__(self, index: Any, value: Any) -> None:
        rows = self._growing()
        self._changes += 1
        if isinstance(index, slice):
            self._replace(index, [self._row(each) for each in value])
            return
        kind = rows[0][index]  # IndexError before anything has changed
        assert kind <= LOOSE
        for column, number in zip(rows, self._row(value), strict=True):
            column[index] = number

    def _replace(self, index: slice, given: list[_Row]) -> None:
        size = len(range(*index.indices(len(self))))
        if index.step not in (None, 1) and size != len(given):  # array would delete where there is nothing given
            raise ValueError(f"{len(given)} values cannot replace {size} that are not side by side")
        columns = zip(*given, strict=True) if given else [()] * len(_ROW_CODES)
        for column, numbers in zip(self._rows, columns, strict=True):
            column[index] = array(column.typecode, numbers)

    def __delitem__(self, index: SupportsIndex | slice) -> None:
        self._changes += 1
        for column in self._growing():
            del column[index]

    def insert(self, index: SupportsIndex, value: MindValue) -> None:
        rows = self._growing()
        self._changes += 1
        for column, number in zip(rows, self._row(value), strict=True):
            column.insert(index, number)

    def copy(self) -> Self:
        """Return another list of the same values."""
        made = type(self)(strings=self.strings)
        made._loose = list(self._loose)
        made._columns = self._columns
        made._rows = tuple(column[:] for column in self._rows)
        made._inputs, made._params = self._inputs[:], self._params[:]
        return made

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()  # the values do not change

    def __reduce__(self) -> tuple[type[Self], tuple[list[MindValue]]]:
        return type(self), (list(self),)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Values | list):
            return NotImplemented
        if len(self) != len(other):
            return False
        if isinstance(other, Values) and not self._loose and not other._loose:
            return self._as_numbers() == other._as_numbers() and self._all_names() == other._all_names()
        return all(mine == yours for mine, yours in zip(self, other, strict=True))

    def __add__(self, other: Iterable[MindValue]) -> list[MindValue]:
        return [*self, *other]

    def __repr__(self) -> str:
        return repr(list(self))

    def _as_numbers(self) -> list[bytes]:
        """Return everything but the names, as bytes that are equal when the values are."""
        columns = self.columns()
        types = columns.type[columns.kind >= FIRST_BINDING]
        rows = columns.input_rows, columns.inputs, columns.param_rows, columns.params
        return [column.tobytes() for column in (columns.kind, types, *rows)]

    def _all_names(self) -> list[str]:
        columns = self.columns()
        texts = self.strings.texts
        return [texts[number] for number in columns.name[are_named(columns.kind)].tolist()]

    def _growing(self) -> tuple[Any, ...]:
        """Return the columns, ready for a change."""
        if isinstance(self._inputs, memoryview):
            self._rows = tuple(_grown(code, column) for code, column in zip(_ROW_CODES, self._rows, strict=True))
            self._inputs, self._params = _grown("q", self._inputs), _grown("q", self._params)
        self._columns = None
        self._is_short = False
        self._objects = []
        return self._rows

    def _row(self, value: MindValue) -> _Row:
        """Return a value as numbers; its inputs and parameters are added to those of the others."""
        first, first_param = len(self._inputs), len(self._params)
        try:
            if isinstance(value, Node):
                kind, name = self._node(value)
                return kind, name, 0, first, len(self._inputs), first_param, len(self._params)
            kind = BINDING_KINDS[type(value)]
            type_index = array("q", (value.type,))[0]
            return kind, self.strings.add(value.name), type_index, first, first, first_param, first_param
        except (LookupError, TypeError, AttributeError, OverflowError, UnicodeEncodeError):  # nothing that a file holds
            del self._inputs[first:], self._params[first_param:]
            self._loose.append(value)
            return LOOSE, len(self._loose) - 1, 0, first, first, first_param, first_param

    def _node(self, node: Node) -> tuple[int, int]:
        """Return the kind and the name of an operation; its inputs and parameters are added to those of the others."""
        kind = KINDS[node.op]
        opcode = OPERATIONS[kind]
        if len(node.params) != len(opcode.parameters) and not opcode.takes_list:
            raise LookupError("not the parameters of the operation")
        self._inputs.extend(node.inputs)
        self._params.extend(_stored(kind, node.params))
        if kind == CUSTOM_KIND:
            return kind, self.strings.add(node.name)  # type: ignore[arg-type]  # refused as no text when there is none
        if node.name is not None:
            raise LookupError("a name where there is none")
        return kind, 0


def _object(strings: Strings, kind: int, name: int, type_index: int, *operands: Sequence[int]) -> MindValue:
    """Return a value as an object."""
    if kind < FIRST_BINDING:
        inputs, params = operands
        return Node(NAMES[kind], tuple(inputs), tuple(params))
    return BINDING_TYPES[kind - FIRST_BINDING](strings[name], type_index)


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


def _compressed(starts: Integers, stops: Integers, elements: Integers) -> tuple[Integers, Integers]:
    """Return rows that begin and end anywhere, one after the other."""
    rows = rows_of(stops - starts)
    if len(elements) == rows[-1] and np.array_equal(starts, rows[:-1]):
        return rows, elements
    return rows, elements[positions(starts, rows)]


def _grown(code: str, column: memoryview) -> array[int]:
    return array(code, column.tobytes())


def meant(kind: int, stored: tuple[int, ...]) -> tuple[int, ...]:
    """Return the parameters that a column holds as signed numbers of 64 bits."""
    if kind not in UNSIGNED:
        return stored
    params = list(stored)
    for position in UNSIGNED[kind]:
        params[position] &= U64_MAX
    return tuple(params)


def _stored(kind: int, params: tuple[int, ...]) -> Iterable[int]:
    """Return the parameters as signed numbers of 64 bits. OverflowError when one has more."""
    if kind not in UNSIGNED:
        return params
    stored = list(params)
    for position in UNSIGNED[kind]:
        if not 0 <= stored[position] <= U64_MAX:
            raise OverflowError("not a number of 64 bits")
        stored[position] -= (stored[position] > I64_MAX) << 64
    return stored
