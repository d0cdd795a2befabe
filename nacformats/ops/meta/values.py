"""The values that meta functions take and give, and how such a function is declared."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

import numpy as np

from nacformats.ops.dtypes import DType
from nacformats.ops.meta.sizes import MetaError, Size, product

_Function = TypeVar("_Function", bound=Callable[..., Any])
MetaShape: TypeAlias = tuple[Size, ...]


@dataclass(slots=True, unsafe_hash=True)
class TensorMeta:
    """A tensor without its elements: the element type, and the shape, whose sizes may be symbolic."""

    dtype: DType
    shape: MetaShape

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    def with_shape(self, shape: Iterable[Size]) -> TensorMeta:
        """Return a tensor of the same type and of another shape."""
        return TensorMeta(self.dtype, tuple(shape))

    @property
    def size(self) -> Size:
        """The number of elements."""
        return product(self.shape)

    def item(self) -> Any:
        """Raise MetaError: only data decides the element."""
        raise MetaError("data decides a number")

    @property
    def nbytes(self) -> Size:
        """The bytes of the elements."""
        return self.size * self.dtype.itemsize


@dataclass(frozen=True, slots=True)
class UnknownNumber:
    """A number that data decides, of a kind: bool, int, float or complex."""

    kind: type[Any]


#: A result: a tensor, several, a number, or None where there is none.
MetaResult: TypeAlias = Any
#: The functions that rows name in their third cell.
META: dict[str, Callable[..., MetaResult]] = {}


def meta(function: _Function) -> _Function:
    """Register a function under its name, which rows have in their third cell.

    It is called with all arguments of the schema in order, but for those about memory (PLACEMENT): tensors as
    TensorMeta, sizes as numbers or symbolic ones, numbers as they are or as UnknownNumber. It raises ValueError,
    TypeError or IndexError for what the operator refuses, and MetaError for what cannot be known.
    """
    META[function.__name__.strip("_")] = function
    return function


def meta_of(value: np.ndarray[Any, Any]) -> TensorMeta:
    """Return type and shape of an array."""
    return TensorMeta(value.dtype, value.shape)
