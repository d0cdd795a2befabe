"""Ports and states of a session, arguments as arrays, and the values of the graph that they are for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from nacformats.codec.columns.arrays import Array
from nacformats.errors import FormatError, InvalidError
from nacformats.formats.stored import SAVED_BFLOAT16
from nacformats.graph.graph import NOTHING, UNKNOWN, Dim, Graph, GraphValue, Input, Lost, ValueType, Weight
from nacformats.ops.dtypes import BFLOAT16, BOOL, CATEGORY, array_of
from nacformats.runtime.messages import describe_value, did_you_mean


@dataclass(frozen=True)
class Port:
    """An input, output or supplied value of a session.

    Attributes:
        name: its name in the file, else "in0", "in1", ... for inputs, "out0", ... for outputs, and "value12" for the
            value of instruction 12.
        index: its place in the graph: the number of the instruction (NAC), the id of the value (Mind IR).
        shape: sizes; a str is a symbolic size, None one that is not known. None: nothing is known, as in a NAC file
            that says nothing of its inputs.
        dtype: element type, None when it is not known.
        required: whether a run needs it from the caller.
    """

    name: str
    index: int
    shape: tuple[Dim, ...] | None = None
    dtype: np.dtype[Any] | None = None
    required: bool = True


class States(MutableMapping[int, Array]):
    """The state tensors of a session by state id; they keep their values from one run to the next.

    What is stored is a copy, so that no other array changes with a state.
    """

    def __init__(self, ids: Iterable[int], initial: Mapping[int, Any]) -> None:
        self._ids = frozenset(ids)
        self._initial = {state: self._checked(state, value) for state, value in initial.items()}
        self._current = dict(self._initial)

    def reset(self) -> None:
        """Reset the states to what the session was created with."""
        self._current = dict(self._initial)

    def _checked(self, state: int, value: Any) -> Array:
        if state not in self._ids:
            known = ", ".join(map(str, sorted(self._ids))) or "none"
            raise InvalidError(f"there is no state {state}", expected=f"one of: {known}")
        return as_tensor(
            value, UNKNOWN, lambda reason, **details: InvalidError(f"state {state}: {reason}", **details)
        ).copy()

    def __getitem__(self, state: int) -> Array:
        return self._current[state]

    def __setitem__(self, state: int, value: Any) -> None:
        self._current[state] = self._checked(state, value)

    def __delitem__(self, state: int) -> None:
        del self._current[state]

    def __iter__(self) -> Iterator[int]:
        return iter(self._current)

    def __len__(self) -> int:
        return len(self._current)


def as_tensor(given: Any, expected: ValueType, error: Callable[..., FormatError]) -> Array:
    """Return an argument as an array of the expected type; numbers and lists are converted to it. An array has to have
    it, or a narrower one of the same kind.

    Where no type is expected, floats of Python become float32, as in PyTorch.
    """
    is_array = hasattr(given, "__array__")
    try:
        array = np.asarray(array_of(given))
    except (ValueError, TypeError, RuntimeError) as problem:
        raise error(f"not an array: {problem}", actual=type(given).__name__) from None
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    if array.dtype == SAVED_BFLOAT16:
        array = array.view(BFLOAT16)
    if array.dtype == BOOL:
        array = _zeros_and_ones(array)
    if array.dtype not in CATEGORY:
        raise error("not a tensor", expected="numbers", actual=f"{type(given).__name__} of {array.dtype}")
    if expected.dtype is not None:
        array = _typed(array, is_array, expected.dtype, error)
    elif not is_array and array.dtype == np.float64:
        array = array.astype(np.float32)
    if not _fits(array.shape, expected.shape):
        raise error("wrong shape", expected=expected, actual=describe_value(array))
    dtype = np.dtype(array.dtype.type)  # the one instance that kernels compare with; one that was pickled is another
    return array if array.dtype is dtype else array.view(dtype)


def _typed(array: Array, is_array: bool, dtype: np.dtype[Any], error: Callable[..., FormatError]) -> Array:
    """Return a given array in an element type; is_array: it had a type of its own."""
    if not is_array:
        return _cast(array, dtype, error)
    if _widens(array.dtype, dtype):
        array = array.astype(dtype, copy=False)
    if array.dtype != dtype:
        raise error("wrong element type", expected=dtype.name, actual=array.dtype.name)
    return array


def _widens(dtype: np.dtype[Any], wanted: np.dtype[Any]) -> bool:
    """True if a type holds all numbers of another one of the same kind, such as int64 those of int32."""
    return CATEGORY[dtype] == CATEGORY[wanted] and np.can_cast(dtype, wanted)


def _zeros_and_ones(array: Array) -> Array:
    """A bool has one byte, and any but 0 is true; NumPy and PyTorch count with the byte, and so write past the end."""
    raw = array.view(np.uint8)
    return raw != 0 if raw.max(initial=0) > 1 else array


def _cast(array: Array, dtype: np.dtype[Any], error: Callable[..., FormatError]) -> Array:
    """Numbers of Python in a type that holds them: rounding to a float is fine, losing more than that is not."""
    floating = CATEGORY[np.dtype(np.float32)]
    with np.errstate(all="ignore"):
        holds = CATEGORY[dtype] >= floating or np.array_equal(array.real.astype(dtype), array)
        if not holds or CATEGORY[array.dtype] > max(CATEGORY[dtype], floating):
            raise error("the type does not hold these numbers", expected=dtype.name, actual=array.dtype.name)
        return array.astype(dtype)


def _fits(shape: tuple[int, ...], expected: tuple[Dim, ...] | None) -> bool:
    if expected is None:
        return True
    return len(shape) == len(expected) and all(
        not isinstance(dim, int) or dim == size for size, dim in zip(shape, expected, strict=True)
    )


#: Arguments by position, or by name.
Inputs = Sequence[Any] | Mapping[str, Any]


class RunArguments:
    """The names and positions under which a caller gives values.

    Attributes:
        inputs: the inputs in order.
        lifted: what an exporter made of constants, or lost.
    """

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        inputs = [value for value in graph.every(Input) if not value.lifted]
        self.inputs = [port(value, f"in{position}") for position, value in enumerate(inputs)]
        self.lifted = [
            port(value, f"value{value.index}", not isinstance(value, Input) or value.default is NOTHING)
            for value in graph.values
            if isinstance(value, Lost) or (isinstance(value, Input) and value.lifted)
        ]
        self._every = [value.index for value in graph.every(Input)]

    def assigned(self, inputs: Inputs, named: Mapping[str, Any]) -> dict[int, Any]:
        """Return the arguments by the index of their value.

        Raises:
            InvalidError: there are too many, one has an unknown name, or one is given twice.
            TypeError: it is an array, whose rows would be taken for arguments.
        """
        if hasattr(inputs, "shape"):
            kind = type(inputs).__name__
            raise TypeError(f"inputs: expected a list of arrays, or a dict by name, got one {kind}: write [array]")
        if isinstance(inputs, Mapping):
            named = {**inputs, **named}
            inputs = ()
        given: dict[int, Any] = dict(zip(self._positions(len(inputs)), inputs, strict=True))
        for name, value in named.items():
            index = self._index(name)
            if index in given:
                raise self._error(f"input {name!r} is given twice")
            given[index] = value
        return given

    def require(self, given: Mapping[int, Any]) -> None:
        """Raise InvalidError when an input of a run has no value."""
        missing = [port for port in self.inputs if port.index not in given]
        if missing:
            names = ", ".join(f"{port.name!r} ({self._graph.unit} {port.index})" for port in missing)
            wanted = f"{len(self.inputs)}: {', '.join(port.name for port in self.inputs)}"
            raise self._error(f"no value for input {names}", expected=wanted, actual=len(self.inputs) - len(missing))

    def _positions(self, count: int) -> list[int]:
        """Return the indices that a list of this many arguments is for."""
        if count == len(self._every):
            return self._every
        if count <= len(self.inputs):
            return [port.index for port in self.inputs[:count]]
        wanted = f"{len(self.inputs)}"
        if len(self._every) > len(self.inputs):
            wanted += f", or {len(self._every)} with the lifted constants"
        raise self._error("too many inputs", expected=wanted, actual=count)

    def _index(self, name: str) -> int:
        """Return the value that a name refers to: an input, else a position, else a parameter."""
        for indices in self._candidates(name):
            if len(indices) > 1:
                raise self._error(f"there are several inputs {name!r}")
            if indices:
                return indices[0]
        known = [port.name for port in (*self.inputs, *self.lifted)]
        hint = did_you_mean(name, known)
        raise self._error(f"there is no input {name!r}{hint}", expected=f"one of: {', '.join(known)}")

    def _candidates(self, name: str) -> Iterator[list[int]]:
        yield [port.index for port in (*self.inputs, *self.lifted) if port.name == name]
        yield [port.index for position, port in enumerate(self.inputs) if name == f"in{position}"]
        yield [value.index for value in self._graph.every(Weight) if value.name == name]

    def _error(self, reason: str, **details: Any) -> InvalidError:
        return InvalidError(reason, format=self._graph.format, path="inputs", **details)


def port(value: GraphValue, name: str, required: bool = True) -> Port:
    """Return the port of a value that goes in or comes out; `name` is for a value without one."""
    return Port(value.name or name, value.index, value.type.shape, value.type.dtype, required)
