"""The functions that say what a call costs, by name, and which arguments they look at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nacformats.ops.meta.axes import size_per_axis
from nacformats.ops.scratch.measures import Cost, elements

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
    """One number for each of some axes; the default where there are not as many."""
    try:
        return [elements([size]) for size in size_per_axis(value, rank)]
    except ValueError:
        return [default] * rank
