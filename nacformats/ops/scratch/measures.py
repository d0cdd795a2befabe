"""Measures of calls, without reading their tensors, and the functions that say by them what a call costs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import zip_longest
from typing import Any, NamedTuple

import numpy as np

from nacformats.ops.meta import bound_meta
from nacformats.ops.meta.layout import size_per_axis
from nacformats.ops.meta.sizes import Size, evaluated
from nacformats.ops.meta.values import TensorMeta
from nacformats.ops.promotion import dtype_of
from nacformats.ops.table import Operator

#: Bytes of a float32, which half precision and integers are computed in, and of an index.
FLOAT, INDEX = 4, 8
#: Bytes of an object of Python that describes a tensor.
PART_BYTES = 512


class Cost(NamedTuple):
    """An upper bound of a call: bytes of memory besides its operands, and elementary steps (multiply-adds)."""

    bytes: int
    work: int = 0


def is_engine_tensor(value: Any) -> bool:
    """Return True if a value is a tensor of an engine rather than a number, a list or None."""
    return hasattr(value, "shape") and hasattr(value, "dtype")


def without_elements(value: Any) -> Any:
    """Return an argument with tensors as TensorMeta."""
    if isinstance(value, np.ndarray):
        return TensorMeta(value.dtype, value.shape)
    if isinstance(value, list | tuple):
        return [without_elements(item) for item in value]
    if is_engine_tensor(value):
        return TensorMeta(dtype_of(str(value.dtype)), tuple(value.shape))
    return value


def tensors_among(values: Iterable[Any]) -> Iterator[Any]:
    """Yield the tensors among arguments or results, those in lists included."""
    for value in values:
        if isinstance(value, list | tuple):
            yield from tensors_among(value)
        elif is_engine_tensor(value):
            yield value


def elements(sizes: Iterable[Size], least: int = 0) -> int:
    """Return the elements of a shape, sizes that data decides being as large as they can be."""
    sizes = tuple(sizes)
    number = math.prod(sizes)
    if type(number) is int and number > 0 and min(sizes, default=1) > 0:
        return number
    return math.prod([max(size if type(size) is int else evaluated(size, {}, bounds=True), least) for size in sizes])


def broadcast_at_most(shapes: Iterable[tuple[Size, ...]]) -> tuple[Size, ...]:
    """Return the shape that shapes broadcast to; of two sizes that do not fit, the larger one."""
    distinct = list(dict.fromkeys(shapes))
    if len(distinct) == 1:
        return distinct[0]
    ends = zip_longest(*([elements([size]) for size in shape[::-1]] for shape in distinct), fillvalue=1)
    return tuple([max(sizes) for sizes in ends])[::-1]


def is_contiguous(x: Any) -> bool:
    """Return True if the elements lie one after the other in memory, so that another shape is a view."""
    return bool(x.flags.c_contiguous) if isinstance(x, np.ndarray) else bool(x.is_contiguous())


def _needs_copy(x: Any) -> bool:
    if x.dtype.itemsize < FLOAT:
        return True
    return not is_contiguous(x) and not (len(x.shape) > 1 and is_contiguous(x.swapaxes(-1, -2)))


class Call:
    """A call with what it makes, as far as shapes say.

    Attributes:
        arguments: as they are.
        given: the arguments with tensors as TensorMeta.
        operands: the tensors among these.
    """

    def __init__(self, arguments: tuple[Any, ...], operator: Operator | None) -> None:
        self.arguments, self._operator = arguments, operator
        self._measures: dict[str, int] = {}
        self.given: list[Any] = without_elements(arguments)
        self.operands: list[TensorMeta] = list(tensors_among(self.given))

    @cached_property
    def results(self) -> list[TensorMeta]:
        """The tensors that the call makes; none where there is no meta."""
        return [] if self._operator is None else list(tensors_among([bound_meta(self._operator.name, *self.given)]))

    @cached_property
    def width(self) -> int:
        """The bytes of an element of the widest of operands and results, at least of a float32.

        Where elements are chosen by indices, these do not count.
        """
        by_indices = self._operator is not None and self._operator.kind == "indexing"
        operands = self.operands[:1] if by_indices else self.operands
        return max([FLOAT, *(each.dtype.itemsize for each in (*operands, *self.results))])

    @property
    def made(self) -> int:
        """The bytes of the results."""
        parts = PART_BYTES * len(self.results) if len(self.results) > 4 else 0
        return parts + sum(elements(each.shape) * each.dtype.itemsize for each in self.results)

    @property
    def copied(self) -> int:
        """The bytes of the copies that products make of operands that BLAS cannot take as they are."""
        arrays = (each for each in tensors_among(self.arguments) if _needs_copy(each))
        return sum(elements(each.shape) * max(each.dtype.itemsize, FLOAT) for each in arrays)

    def measure(self, letter: str) -> int:
        """Return the elements that a letter of a formula stands for.

        What is empty along one dimension counts as if it were not: it may be summed over that one.
        """
        if letter not in self._measures:
            self._measures[letter] = self._measured(letter)
        return self._measures[letter]

    def _measured(self, letter: str) -> int:
        tensors = [*self.operands, *self.results]
        match letter:
            case "m":
                return max([elements(each.shape, 1) for each in tensors], default=0)
            case "b":
                return elements(broadcast_at_most(each.shape for each in tensors), 1) if tensors else 0
            case "e":
                return sum([elements([size]) for each in tensors for size in each.shape])
            case "r":
                tensors = self.results
            case "o":
                tensors = self.operands
            case "a":
                tensors = self.operands[1:]
            case "n":
                tensors = [each for each in self.operands if each.dtype.kind in "iub"]
        return sum([elements(each.shape, 1) for each in tensors])

    def bytes_of(self, terms: Iterable[tuple[int, str]]) -> int:
        """Return the bytes of the terms of a formula: factors and letters."""
        total = 0
        for factor, letter in terms:
            total += factor * self.measure(letter.lower()) * (self.width if letter.islower() else INDEX)
        return total


#: The functions by name.
CALLS: dict[str, Callable[..., Cost]] = {}
#: Those whose results may be large though no operand is, and those that read elements of operands.
BY_NUMBERS: set[str] = set()
BY_ELEMENTS: set[str] = set()

_Function = Callable[..., Cost]


def by_operands(function: _Function) -> _Function:
    CALLS[function.__name__.removeprefix("_")] = function
    return function


def by_numbers(function: _Function) -> _Function:
    BY_NUMBERS.add(function.__name__.removeprefix("_"))
    return by_operands(function)


def by_elements(function: _Function) -> _Function:
    BY_ELEMENTS.add(function.__name__.removeprefix("_"))
    return by_operands(function)


def sizes_of_axes(value: Any, rank: int, default: int = 1) -> list[int]:
    """Return one number for each of some axes; the default where there are not as many."""
    try:
        return [elements([size]) for size in size_per_axis(value, rank)]
    except ValueError:
        return [default] * rank
