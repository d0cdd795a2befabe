"""Arrays and calls that the kernels are tried with, drawn when a case is made for a type."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Draw:
    """An array to be drawn: its shape, and how from a random state. Floats take the type that the case is run in."""

    shape: tuple[int, ...]
    values: Callable[[np.random.RandomState, tuple[int, ...]], Any]
    dtype: Any = None


@dataclass(frozen=True)
class OwnType:
    """The name of the type that the case is run in."""


def t(*shape: int) -> Draw:
    """Normally distributed numbers."""
    return Draw(shape, lambda random, size: random.standard_normal(size))


def between(low: float, high: float, *shape: int) -> Draw:
    """Uniformly distributed numbers."""
    return Draw(shape, lambda random, size: random.uniform(low, high, size))


def integers(low: int, high: int, *shape: int, dtype: Any = np.int64) -> Draw:
    """Integers from low to high - 1."""
    return Draw(shape, lambda random, size: random.randint(low, high, size), dtype)


def values(*items: Any, dtype: Any = None) -> Draw:
    """The values given, of the type of the case unless another is given."""
    array = np.array(items)
    return Draw(array.shape, lambda _random, _size: array, dtype)


def signs(*shape: int) -> Draw:
    """1 or -1."""
    return Draw(shape, lambda random, size: random.randint(0, 2, size) * 2 - 1)


def mask(*shape: int) -> Draw:
    """True in about three of four places."""
    return Draw(shape, lambda random, size: random.uniform(size=size) < 0.75, np.bool_)


@dataclass(frozen=True)
class Case:
    """A call of one operation.

    Attributes:
        number: counts the cases of one operation.
        outputs: which results are compared; None is all of them.
        halves: whether PyTorch computes the case in float16 and bfloat16 as this package does.
    """

    name: str
    number: int
    args: tuple[Any, ...]
    kwargs: dict[str, Any] = field(default_factory=dict)
    outputs: tuple[int, ...] | None = None
    halves: bool = True

    def __str__(self) -> str:
        return f"{self.name}#{self.number}"

    def arguments(self, dtype: Any = np.float32) -> tuple[list[Any], dict[str, Any]]:
        """The arguments with arrays of the type given; the same at every call."""
        random = np.random.RandomState(zlib.crc32(str(self).encode()))

        def made(value: Any) -> Any:
            if isinstance(value, list):
                return [made(item) for item in value]
            if isinstance(value, OwnType):
                return np.dtype(dtype).name
            if isinstance(value, Draw):
                kind = np.result_type(dtype, np.complex64) if value.dtype is complex else value.dtype or dtype
                return np.asarray(value.values(random, value.shape)).astype(kind)
            return value

        return [made(value) for value in self.args], {name: made(value) for name, value in self.kwargs.items()}


#: Makes the next case of an operation from its name and its arguments.
Make = Callable[..., Case]
