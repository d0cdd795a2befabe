"""Measures for estimates: elements and bytes of tensors of either engine, without reading them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from nacformats.ops.promotion import dtype_of
from nacformats.runtime.sizes.shapes import elements_of, size_at
from nacformats.runtime.sizes.table import FLOAT, INDEX, Cost, Estimate


def is_engine_tensor(value: Any) -> bool:
    """True if a value is a tensor of an engine rather than a number, a list or None."""
    return hasattr(value, "shape") and hasattr(value, "dtype")


def tensors(values: Iterable[Any]) -> Iterator[Any]:
    """All tensors among arguments, those in lists included."""
    for value in values:
        if is_engine_tensor(value):
            yield value
        elif isinstance(value, list | tuple):
            yield from tensors(value)


def count(*values: Any) -> int:
    """The elements of all tensors among the values, as many as their shapes say.

    A size of 0 counts as 1: what is empty along one dimension may be summed over that one, and is not empty then.
    """
    return sum([elements_of(size or 1 for size in each.shape) for each in tensors(values)])


def width(*values: Any, least: int = FLOAT) -> int:
    """Bytes of an element of the widest tensor among the values, but no fewer than `least`."""
    sizes: list[int] = [each.dtype.itemsize for each in tensors(values)]
    return max(least, *sizes, 0)


def itemsize(dtype: Any, default: int = INDEX) -> int:
    """Bytes of an element of a type, given by its name or as either engine has it."""
    if dtype is None:
        return default
    size: int = (dtype_of(dtype) if isinstance(dtype, str) else dtype).itemsize
    return size


def rows_beside(x: Any, dim: int) -> int:
    """The number of elements in one entry of a dimension."""
    return count(x) // max(size_at(x, dim), 1)


def is_contiguous(x: Any) -> bool:
    """True if the elements lie one after the other in memory, so that another shape is a view."""
    return bool(x.flags.c_contiguous) if isinstance(x, np.ndarray) else bool(x.is_contiguous())


def copied(*values: Any) -> int:
    """Bytes of the copies that products make of operands that BLAS cannot take as they are."""
    return sum(count(x) * max(x.dtype.itemsize, FLOAT) for x in tensors(values) if _needs_copy(x))


def _needs_copy(x: Any) -> bool:
    if x.dtype.itemsize < FLOAT:
        return True
    return not is_contiguous(x) and not (len(x.shape) > 1 and is_contiguous(x.swapaxes(-1, -2)))


def values_of(x: Any) -> np.ndarray[Any, Any]:
    """The elements of a tensor of either engine, for the few operations whose result they decide."""
    return np.asarray(x)


class Remembered:
    """An estimate that is made once as long as shapes and numbers stay the same.

    by_numbers: it may read numbers in tensors, so that only tensors of floats are known by their shapes.
    """

    __slots__ = ("_by_numbers", "_estimate", "_last")

    def __init__(self, estimate: Estimate, by_numbers: bool) -> None:
        self._estimate = estimate
        self._by_numbers = by_numbers
        self._last: tuple[Any, Cost] | None = None

    def __call__(self, *arguments: Any) -> Cost:
        described = [self._described(argument) for argument in arguments]
        last = self._last
        if last is not None and last[0] == described:
            return last[1]
        cost = self._estimate(*arguments)
        self._last = described, cost
        return cost

    def _described(self, argument: Any) -> Any:
        """The parts of an argument that the estimate depends on; an object that equals nothing if it may read it."""
        if type(argument) is np.ndarray:
            if self._by_numbers and (argument.dtype.kind != "f" or not argument.ndim):
                return object()
            return argument.shape, argument.strides, argument.dtype
        if isinstance(argument, list | tuple):
            return [self._described(item) for item in argument]
        return object() if is_engine_tensor(argument) else argument
