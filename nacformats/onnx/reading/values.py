"""The values that names of an ONNX graph stand for while it is read.

A tensor that the model computes is a GraphTensor. What is known beforehand is a GraphConstant. A list of sizes, such as
Shape gives, is GraphNumbers: each a Python number of the graph, so that arithmetic of sizes stays exact and dynamic.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

from nacformats import limits
from nacformats.codec.columns.arrays import Array
from nacformats.errors import LimitError
from nacformats.graph.graph import Dim, Ref, ValueType
from nacformats.ops.dtypes import INT64, DType

#: A size: known, or a number that the graph computes.
GraphSize: TypeAlias = int | Ref
Shape: TypeAlias = tuple[Dim, ...]


class Refusal(Exception):  # noqa: N818  it becomes one line of an UnsupportedError
    """A node cannot be expressed; the text says why."""


@dataclass(frozen=True)
class GraphTensor:
    """A tensor that a value of the graph holds."""

    ref: Ref
    type: ValueType

    @property
    def dtype(self) -> DType:
        """The element type."""
        if self.type.dtype is None:
            raise Refusal("the element type of an operand is not known")
        return self.type.dtype

    @property
    def shape(self) -> Shape | None:
        """The sizes as far as they are known; None when not even the rank is."""
        return self.type.shape


class GraphConstant:
    """A tensor that is known: an initializer or a constant.

    Args:
        name: of the initializer or node.
        load: gives the array.
        dtype, shape: of that array.
    """

    def __init__(self, name: str, load: Callable[[], Array], dtype: DType, shape: Sequence[int]) -> None:
        self.name = name
        self.load = load
        self.dtype = dtype
        self.shape: tuple[int, ...] = tuple(shape)

    @cached_property
    def array(self) -> Array:
        """The elements."""
        return self.load()

    @property
    def size(self) -> int:
        """The number of elements."""
        return int(np.prod(self.shape, dtype=object))


def constant(array: Any, dtype: DType | None = None, name: str = "") -> GraphConstant:
    """Return the constant of an array that is at hand."""
    held = np.asarray(array, dtype)
    return GraphConstant(name, lambda: held, held.dtype, held.shape)


@dataclass(frozen=True)
class GraphNumbers:
    """An integer tensor of rank 0 (scalar) or 1 as Python numbers."""

    items: tuple[GraphSize, ...]
    dtype: DType = INT64
    scalar: bool = False

    def __post_init__(self) -> None:
        if len(self.items) > limits.ONNX_SIZES:
            raise Refusal(f"a list of {len(self.items)} sizes")

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes: none, or the number of items."""
        return () if self.scalar else (len(self.items),)


#: A tensor in one of its forms.
AnyTensor: TypeAlias = GraphTensor | GraphConstant | GraphNumbers
#: What a name stands for; a list is a sequence of ONNX.
NamedValue: TypeAlias = AnyTensor | list[Any] | None

#: Constants of integers up to this size take part in arithmetic of sizes.
MAX_NUMBERS = 64


def as_numbers(value: NamedValue) -> GraphNumbers | None:
    """Return the value as Python numbers if it is known as such: sizes, and small constants of integers."""
    if isinstance(value, GraphNumbers):
        return value
    if (
        isinstance(value, GraphConstant)
        and value.dtype.kind in "iub"
        and len(value.shape) <= 1
        and value.size <= MAX_NUMBERS
    ):
        items = tuple(int(item) for item in value.array.reshape(-1).tolist())
        return GraphNumbers(items, value.dtype, scalar=not value.shape)
    return None


def as_constant(value: NamedValue) -> GraphConstant | None:
    """Return the value as a constant, where all of it is known."""
    if isinstance(value, GraphConstant):
        return value
    if isinstance(value, GraphNumbers) and all(isinstance(item, int) for item in value.items):
        items = value.items[0] if value.scalar else value.items
        return constant(np.asarray(items, value.dtype))
    return None


def rank_of(value: AnyTensor) -> int:
    """Return the number of dimensions; refuse a tensor of which it is not known."""
    if value.shape is None:
        raise Refusal("the rank of an operand is not known")
    return len(value.shape)


def static_shape(value: AnyTensor) -> tuple[int, ...]:
    """Return the sizes; refuse a tensor of which not all are known."""
    shape = value.shape
    if shape is None or not all(isinstance(dim, int) for dim in shape):
        raise Refusal("the sizes of an operand have to be fixed")
    return tuple(dim for dim in shape if isinstance(dim, int))


class OnnxAllowance:
    """The rest of the budget of one model, which grows with its size.

    Args:
        size: bytes of the model without its large tensors.
    """

    def __init__(self, size: int = 0) -> None:
        grown = limits.ONNX_GROWTH * size // 1024
        self._left = {
            "values": limits.ONNX_VALUES + grown,
            "steps": limits.ONNX_STEPS + grown,
            "elements": limits.ONNX_ELEMENTS + size,
        }

    def take_values(self, count: int = 1) -> None:
        """Take from the budget for values of the graph."""
        self._take("values", count, "the graph becomes too large", f"{limits.ONNX_VALUES} values")

    def take_steps(self, count: int) -> None:
        """Take from the budget for entries of sequences, and for nodes and names of graphs that loops repeat."""
        expected = f"{limits.ONNX_STEPS} steps of nodes in loops"
        self._take("steps", count, "the loops of the model become too large", expected)

    def take_elements(self, count: int) -> None:
        """Take from the budget for tables of so many elements, or as much work, that replace nodes."""
        reason = "the tables that nodes are replaced by become too large"
        self._take("elements", count, reason, f"{limits.ONNX_ELEMENTS} elements")

    def _take(self, what: str, count: int, reason: str, most: str) -> None:
        self._left[what] -= count
        if self._left[what] < 0:
            raise LimitError(reason, format="onnx", expected=f"at most {most} in a model of its size")
