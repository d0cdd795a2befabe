"""Ports and states of a session, and arguments as arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from nacformats.codec.columns.arrays import Array
from nacformats.errors import FormatError, InvalidError
from nacformats.formats.stored import SAVED_BFLOAT16
from nacformats.graph.graph import UNKNOWN, Dim, ValueType
from nacformats.ops.dtypes import BFLOAT16, BOOL, CATEGORY, array_of
from nacformats.runtime.messages import describe_value


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
