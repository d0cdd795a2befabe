"""Measures of calls: elements and bytes of operands and results of either engine, without reading them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import zip_longest
from typing import Any, NamedTuple

import numpy as np

from nacformats.ops.meta import bound_meta
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
    """True if a value is a tensor of an engine rather than a number, a list or None."""
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
    return math.prod([max(size if type(size) is int else evaluated(size, {}, bounds=True), least) for size in sizes])


def broadcast_at_most(shapes: Iterable[Iterable[Size]]) -> tuple[int, ...]:
    """Return the shape that shapes broadcast to; of two sizes that do not fit, the larger one."""
    ends = zip_longest(*([elements([size]) for size in shape][::-1] for shape in shapes), fillvalue=1)
    return tuple([max(sizes) for sizes in ends])[::-1]


def is_contiguous(x: Any) -> bool:
    """True if the elements lie one after the other in memory, so that another shape is a view."""
    return bool(x.flags.c_contiguous) if isinstance(x, np.ndarray) else bool(x.is_contiguous())


def copied(*arrays: Any) -> int:
    """Return the bytes of the copies that products make of operands that BLAS cannot take as they are."""
    return sum(elements(x.shape) * max(x.dtype.itemsize, FLOAT) for x in arrays if _needs_copy(x))


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
        self.given: list[Any] = without_elements(arguments)
        self.operands: list[TensorMeta] = list(tensors_among(self.given))

    @cached_property
    def results(self) -> list[TensorMeta]:
        """The tensors that the call makes; none where there is no meta."""
        return [] if self._operator is None else list(tensors_among([bound_meta(self._operator.name, *self.given)]))

    @cached_property
    def width(self) -> int:
        """The bytes of an element of the widest of operands and results, at least of a float32."""
        return max([FLOAT, *(each.dtype.itemsize for each in (*self.operands, *self.results))])

    @property
    def made(self) -> int:
        """The bytes of the results."""
        parts = PART_BYTES * len(self.results) if len(self.results) > 4 else 0
        return parts + sum(elements(each.shape) * each.dtype.itemsize for each in self.results)

    def measure(self, letter: str) -> int:
        """Return the elements that a letter of a formula stands for.

        What is empty along one dimension counts as if it were not: it may be summed over that one.
        """
        tensors = (*self.operands, *self.results)
        match letter:
            case "m":
                return max((elements(each.shape, 1) for each in tensors), default=0)
            case "b":
                return elements(broadcast_at_most(each.shape for each in tensors), 1)
            case "e":
                return sum(elements([size]) for each in tensors for size in each.shape)
        chosen = {
            "r": self.results,
            "o": self.operands,
            "a": self.operands[1:],
            "n": [each for each in self.operands if each.dtype.kind in "iub"],
        }[letter]
        return sum(elements(each.shape, 1) for each in chosen)

    def bytes_of(self, terms: Iterable[tuple[int, str]]) -> int:
        """Return the bytes of the terms of a formula: factors and letters."""
        return sum(
            factor * self.measure(letter.lower()) * (self.width if letter.islower() else INDEX)
            for factor, letter in terms
        )
