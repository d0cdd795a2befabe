"""One node of an ONNX graph, as the functions that translate it see it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from nacformats.onnx.reading.builder import GraphBuilder
from nacformats.onnx.reading.values import (
    AnyTensor,
    GraphConstant,
    GraphNumbers,
    GraphSize,
    GraphTensor,
    NamedValue,
    Refusal,
    as_constant,
    as_numbers,
    rank_of,
)
from nacformats.runtime.kernels._types import DType

#: What a translation gives: the results of the node, or the only one.
Results: TypeAlias = NamedValue | tuple[NamedValue, ...]


@dataclass
class NodeReader:
    """A node with what its names stand for.

    Attributes:
        operator: its type, such as "Conv".
        version: of the operator set that the model uses.
        inputs: those that are left out are None.
        attributes: numbers, lists, str, Constants, and graphs as messages.
        outputs: the names of the results; "" for those that nobody wants.
        build: appends to the graph.
        subgraph: reads a graph among the attributes with values for its inputs, and gives its outputs.
        name: of the node, for messages and constants.
    """

    operator: str
    version: int
    inputs: Sequence[NamedValue]
    attributes: Mapping[str, Any]
    outputs: Sequence[str]
    build: GraphBuilder
    subgraph: Callable[[Any, Sequence[NamedValue]], list[NamedValue]]
    name: str = ""

    def has(self, place: int) -> bool:
        """True if an optional input is given."""
        return place < len(self.inputs) and self.inputs[place] is not None

    def wants(self, place: int) -> bool:
        """True if somebody may use an output."""
        return place < len(self.outputs) and bool(self.outputs[place])

    def value(self, place: int) -> AnyTensor:
        """An input that has to be a tensor, in whatever form it is known."""
        value = self.inputs[place] if place < len(self.inputs) else None
        if value is None:
            raise Refusal(f"input {place} is missing")
        if isinstance(value, list):
            raise Refusal(f"input {place} is a sequence")
        return value

    def __getitem__(self, place: int) -> GraphTensor:
        """An input as a tensor of the graph."""
        return self.build.tensor(self.value(place))

    def optional(self, place: int) -> AnyTensor | None:
        """An input that may be left out."""
        return self.value(place) if self.has(place) else None

    def attribute(self, name: str, default: Any = None) -> Any:
        """An attribute, or what it is when it is left out."""
        return self.attributes.get(name, default)

    def constant(self, place: int) -> GraphConstant:
        """An input that has to be known."""
        found = as_constant(self.value(place))
        if found is None:
            raise Refusal(f"input {place} has to be a constant")
        return found

    def numbers(self, place: int) -> list[GraphSize]:
        """An input of integers of rank 0 or 1 as Python numbers, known or not."""
        value = self.value(place)
        known = as_numbers(value)
        return list(known.items) if known is not None else self.build.items(value)

    def number(self, place: int) -> GraphSize:
        """An input of one integer as a Python number."""
        found = self.numbers(place)
        if len(found) != 1:
            raise Refusal(f"input {place} has to be one number")
        return found[0]

    def integers(self, place: int) -> list[int]:
        """An input of integers that has to be known."""
        return [int(item) for item in self.constant(place).array.reshape(-1).tolist()]

    def scalar(self, place: int, default: Any = None) -> Any:
        """The one number of an input that has to be known, as a Python number."""
        if not self.has(place):
            return default
        found = self.constant(place)
        if found.size != 1:
            raise Refusal(f"input {place} has to be one number")
        return found.array.reshape(-1)[0].item()

    def plain(self, place: int, default: Any = None) -> Any:
        """An input of one element as a Python number: known, or one that the graph reads out of the tensor."""
        if not self.has(place):
            return default
        value = self.value(place)
        if as_constant(value) is not None:
            return self.scalar(place)
        found = as_numbers(value)
        return found.items[0] if found is not None else self.build.number("aten.item.default", self[place].ref)

    def axis(self, place: int = 0, default: int | None = None, name: str = "axis") -> int:
        """The attribute `axis`, counted from the front of an input."""
        rank = rank_of(self.value(place))
        given = self.attribute(name, default)
        if given is None:
            raise Refusal(f"attribute {name} is missing")
        return normalized(given, rank)

    def emit(self, operator: str, *operands: Any, **details: Any) -> GraphTensor:
        """Emit an operation for the node; see Builder.emit."""
        return self.build.emit(operator, *operands, **details)

    def operand(self, place: int) -> Any:
        """An input for arithmetic: a constant of rank 0 becomes a Python number."""
        return plain_number(self.value(place))


def plain_number(value: AnyTensor) -> Any:
    """A constant of rank 0 as a Python number, where that has the same effect on other tensors of its type."""
    if (
        isinstance(value, GraphConstant)
        and value.shape == ()
        and value.dtype.kind in "bif"
        and value.dtype.itemsize > 1
    ):
        return value.array.item()
    if isinstance(value, GraphNumbers) and value.scalar:
        return value.items[0]
    return value


def normalized(axis: int, rank: int) -> int:
    """An axis counted from the front; refused when there is none."""
    if not -rank <= axis < rank:
        raise Refusal(f"axis {axis} of a tensor of rank {rank}")
    return axis % rank


#: The domain of the fused operators that optimizers of onnxruntime leave behind.
MICROSOFT = "com.microsoft"

#: Translates one node.
Translation: TypeAlias = Callable[[NodeReader], Results]
#: The translations by domain and operator.
OPERATIONS: dict[tuple[str, str], Translation] = {}


def operation(*names: str, domain: str = "") -> Callable[[Translation], Translation]:
    """Register a function as the translation of operators."""

    def register(function: Translation) -> Translation:
        for name in names:
            OPERATIONS[domain, name] = function
        return function

    return register


def simple(operator: str, kernel: str, dtype: DType | None = None) -> None:
    """Register an operator that has one operand and is a kernel as it is."""
    operation(operator)(lambda node: node.emit(kernel, node[0], dtype=dtype))
