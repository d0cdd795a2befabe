"""Estimates of calls that are made once, as long as shapes and numbers stay the same."""

from __future__ import annotations

from typing import Any

import numpy as np

from nacformats.ops.scratch import Cost, Estimate
from nacformats.ops.scratch.measures import is_engine_tensor


class Remembered:
    """An estimate that is made once as long as shapes and numbers stay the same.

    by_elements: it may read numbers in tensors, so that only tensors of floats are known by their shapes.
    """

    __slots__ = ("_by_elements", "_estimate", "_last")

    def __init__(self, estimate: Estimate, by_elements: bool) -> None:
        self._estimate = estimate
        self._by_elements = by_elements
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
        """Return the parts of an argument that the estimate depends on; an object that equals nothing if it may read
        it.
        """
        if type(argument) is np.ndarray:
            if self._by_elements and (argument.dtype.kind != "f" or not argument.ndim):
                return object()
            return argument.shape, argument.strides, argument.dtype
        if isinstance(argument, list | tuple):
            return [self._described(item) for item in argument]
        return object() if is_engine_tensor(argument) else argument
