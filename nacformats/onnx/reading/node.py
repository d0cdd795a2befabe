"""One node of an ONNX graph, as the functions that translate it see it, and the graph that these append operations to.

Types and shapes are noted as far as they are known.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from nacformats import limits
from nacformats.graph.graph import Graph, GraphValue, Operation, Ref, ValueType, Weight
from nacformats.onnx.reading.values import (
    AnyTensor,
    GraphConstant,
    GraphNumbers,
    GraphSize,
    GraphTensor,
    NamedValue,
    OnnxAllowance,
    Refusal,
    Shape,
    as_constant,
    as_numbers,
    broadcast,
    rank_of,
)
from nacformats.ops.dtypes import BOOL

#: Operations on Python numbers that keep what is not negative so.
_KEEP_SIGN = frozenset({"add", "mul", "floordiv", "sym_max", "sym_min", "mod"})
#: Operations whose result has the shape that their operands broadcast to.
_ELEMENTWISE = """
    add sub mul div maximum minimum pow remainder fmod where eq ne lt le gt ge logical_and logical_or logical_xor
    logical_not bitwise_and bitwise_or bitwise_xor bitwise_not bitwise_left_shift bitwise_right_shift clamp clone to
    abs neg exp log sqrt rsqrt reciprocal sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh erf floor ceil
    round sign relu sigmoid silu gelu elu selu celu leaky_relu prelu hardsigmoid hardswish hardtanh softplus mish
    isnan isinf softmax log_softmax cumsum cumprod tril triu masked_fill rsub square hypot expm1 log1p trunc
    batch_norm layer_norm instance_norm group_norm rms_norm threshold full_like zeros_like ones_like flip roll
"""
_COMPARISONS = "eq ne lt le gt ge logical_and logical_or logical_xor logical_not isnan isinf"
ELEMENTWISE, COMPARISONS = frozenset(_ELEMENTWISE.split()), frozenset(_COMPARISONS.split())


class GraphBuilder:
    """A graph that grows.

    Args:
        graph: where values are appended.
        allowance: what is left to take.
    """

    def __init__(self, graph: Graph, allowance: OnnxAllowance) -> None:
        self.graph = graph
        self.allowance = allowance
        self._weights: dict[int, tuple[GraphConstant, GraphTensor]] = {}
        self._sizes: dict[tuple[int, int], Ref] = {}
        self._not_negative: set[int] = set()
        self._names: dict[str, int] = {}

    def append(self, value: GraphValue, kind: ValueType) -> GraphTensor:
        """Add a value; its index is set here."""
        self.allowance.take_values()
        _require_possible(kind.shape or ())
        value.index, value.type = len(self.graph.values), kind
        if value.name:
            value.name = self._unique(value.name)
        self.graph.values.append(value)
        return GraphTensor(Ref(value.index), kind)

    def _unique(self, name: str) -> str:
        """The name, with a number when it is taken: the body of a loop is read once for every step."""
        while name in self._names:
            self._names[name] += 1
            name = f"{name}_{self._names[name]}"
        self._names[name] = 1
        return name

    def emit(
        self,
        operator: str,
        *operands: Any,
        dtype: np.dtype[Any] | None = None,
        shape: Shape | None = None,
        typed: bool = False,
        **attributes: Any,
    ) -> GraphTensor:
        """The result of an operation.

        Args:
            operator: canonical name; ".default" may be left out.
            operands: Tensors, Constants and Numbers, which become tensors; numbers of the graph (Ref), Python values,
                and lists of these.
            dtype: of the result; that of the first tensor unless the operation is a comparison.
            shape: of the result; known anyhow where the operation works element by element.
            typed: the operation takes the type of its result as its own argument `dtype`.
            attributes: arguments by name.
        """
        name = operator if operator.count(".") == 2 else f"{operator}.default"
        base = name.split(".")[1]
        tensors = [item for item in _flat(operands) if isinstance(item, GraphTensor | GraphConstant | GraphNumbers)]
        if dtype is None:
            dtype = BOOL if base in COMPARISONS else tensors[0].dtype if tensors else None
        if shape is None and base in ELEMENTWISE:
            shape = broadcast(*(item.shape for item in tensors))
        if typed and dtype is not None:
            attributes["dtype"] = dtype.name
        return self._append_operation(name, operands, attributes, ValueType(dtype, shape))

    def parts(self, operator: str, *operands: Any, types: Sequence[ValueType], **attributes: Any) -> list[GraphTensor]:
        """The results of an operation that has several."""
        whole = self._append_operation(operator, operands, attributes, ValueType())
        return [self._append_operation("getitem", (whole, place), {}, kind) for place, kind in enumerate(types)]

    def _append_operation(
        self, operator: str, operands: Sequence[Any], attributes: Mapping[str, Any], kind: ValueType
    ) -> GraphTensor:
        arguments = tuple(self.operand(item) for item in operands)
        named = {name: self.operand(item) for name, item in attributes.items()}
        return self.append(Operation(0, operator=operator, operands=arguments, attributes=named), kind)

    def operand(self, item: Any) -> Any:
        """Return the form of an argument in the graph."""
        match item:
            case list() | tuple():
                return [self.operand(each) for each in item]
            case np.dtype():
                return item.name
            case GraphTensor() | GraphConstant() | GraphNumbers():
                return self.tensor(item).ref
        return item

    # forms of values

    def tensor(self, value: AnyTensor) -> GraphTensor:
        """The value as a tensor of the graph: a constant becomes a weight, numbers are stacked."""
        known = as_constant(value)
        if known is not None:
            return self._weight(known)
        if isinstance(value, GraphNumbers):
            return self._stacked(value)
        assert isinstance(value, GraphTensor)
        return value

    def _weight(self, held: GraphConstant) -> GraphTensor:
        """One weight for each constant; NAC has no unsigned integers above 8 bits, so these are cast."""
        if id(held) not in self._weights:
            name = held.name or f"constant_{len(self.graph.values)}"
            storage = _STORED_AS.get(held.dtype.name)
            dtype = held.dtype if storage is None else np.dtype(storage)
            load = held.load if storage is None else lambda: held.array.astype(dtype)
            weight = self.append(Weight(0, name, load=load), ValueType(dtype, held.shape))
            found = weight if storage is None else self.cast(weight, held.dtype)
            self._weights[id(held)] = (held, found)
        return self._weights[id(held)][1]

    def _stacked(self, value: GraphNumbers) -> GraphTensor:
        items = [self.emit("aten.scalar_tensor", item, dtype=value.dtype, shape=(), typed=True) for item in value.items]
        return items[0] if value.scalar else self.emit("aten.stack", items, 0, shape=(len(items),))

    # numbers

    def number(self, operator: str, *operands: Any) -> Ref:
        """An operation on Python numbers; its result is one."""
        found = self.append(Operation(0, operator=operator, operands=operands), ValueType()).ref
        if operator in _KEEP_SIGN and all(map(self.is_size, operands)):
            self._not_negative.add(found.index)
        return found

    def is_size(self, item: Any) -> bool:
        """True if a number is certainly not negative."""
        return item.index in self._not_negative if isinstance(item, Ref) else item >= 0

    def size(self, value: AnyTensor, axis: int) -> GraphSize:
        """The size of one dimension."""
        if value.shape is not None:
            axis = axis % len(value.shape) if value.shape else axis
            dim = value.shape[axis]
            if isinstance(dim, int):
                return dim
        tensor = self.tensor(value)
        key = (tensor.ref.index, axis)
        if key not in self._sizes:
            self._sizes[key] = self.number("aten.sym_size.int", tensor.ref, axis)
            self._not_negative.add(self._sizes[key].index)
        return self._sizes[key]

    def items(self, value: AnyTensor) -> list[GraphSize]:
        """The elements of a tensor of integers of rank 0 or 1 as Python numbers; its length has to be known."""
        if rank_of(value) > 1:
            raise Refusal("a list of integers has to be of rank 1")
        tensor = self.tensor(value)
        if not value.shape:
            return [self.number("aten.item.default", tensor.ref)]
        (length,) = value.shape
        if not isinstance(length, int):
            raise Refusal("the length of a list of integers has to be fixed")
        if length > MAX_ITEMS:
            raise Refusal(f"a list of {length} integers that are not constant")
        places = [self.emit("aten.select.int", tensor, 0, place, shape=()) for place in range(length)]
        return [self.number("aten.item.default", place.ref) for place in places]

    # the operations that everything needs

    def cast(self, value: AnyTensor, dtype: np.dtype[Any]) -> GraphTensor:
        """The value in a type."""
        tensor = self.tensor(value)
        if tensor.dtype == dtype:
            return tensor
        return self.emit("aten._to_copy", tensor, dtype=dtype, shape=tensor.shape, typed=True)

    def reshape(self, value: AnyTensor, sizes: Sequence[GraphSize]) -> GraphTensor:
        """The value in another shape; one size may be -1."""
        return self.emit("aten.reshape", value, list(sizes), shape=_shape(value, sizes))

    def permute(self, value: AnyTensor, order: Sequence[int]) -> GraphTensor:
        """The value with its dimensions in another order."""
        shape = None if value.shape is None else tuple(value.shape[axis] for axis in order)
        if list(order) == list(range(len(order))):
            return self.tensor(value)
        return self.emit("aten.permute", value, list(order), shape=shape)

    def unsqueeze(self, value: AnyTensor, axis: int) -> GraphTensor:
        """The value with a new dimension of size 1; the axis counts from the front."""
        shape = None if value.shape is None else (*value.shape[:axis], 1, *value.shape[axis:])
        return self.emit("aten.unsqueeze", value, axis, shape=shape)

    def slice(
        self, value: AnyTensor, axis: int, start: GraphSize | None, end: GraphSize | None, step: GraphSize = 1
    ) -> GraphTensor:
        """A range along one axis, as in Python."""
        shape = _with_dim(value.shape, axis, _length(value.shape, axis, start, end, step))
        return self.emit("aten.slice.Tensor", value, axis, start, end, step, shape=shape)

    def cat(self, values: Sequence[AnyTensor], axis: int) -> GraphTensor:
        """Values one after the other."""
        if len(values) == 1:
            return self.tensor(values[0])
        total: Any = None
        shapes = [value.shape for value in values]
        known = [shape for shape in shapes if shape is not None]
        if len(known) == len(shapes):
            dims = [shape[axis] for shape in known]
            total = sum(dim for dim in dims if isinstance(dim, int)) if all(isinstance(d, int) for d in dims) else None
        return self.emit("aten.cat", list(values), axis, shape=_with_dim(shapes[0], axis, total))

    def reduce(
        self, operator: str, value: AnyTensor, axes: Sequence[Any], keepdim: bool, **options: Any
    ) -> GraphTensor:
        """A reduction over some axes."""
        shape: Shape | None = None
        if value.shape is not None and all(isinstance(axis, int) for axis in axes):
            gone = {axis % len(value.shape) for axis in axes}
            kept = [(place, dim) for place, dim in enumerate(value.shape) if keepdim or place not in gone]
            shape = tuple(1 if place in gone else dim for place, dim in kept)
        return self.emit(operator, value, list(axes), keepdim, shape=shape, **options)

    def filled(self, sizes: Sequence[GraphSize], number: Any, dtype: np.dtype[Any]) -> GraphTensor:
        """A tensor of one number."""
        shape = tuple(item if isinstance(item, int) else None for item in sizes)
        return self.emit("aten.full", list(sizes), number, dtype=dtype, shape=shape, typed=True)


#: How weights are stored whose type a NAC file has no number for.
_STORED_AS = {"uint16": "int32", "uint32": "int64", "uint64": "int64"}
#: At most this many numbers are read out of a tensor one by one.
MAX_ITEMS = 64


def _require_possible(shape: Shape) -> None:
    if len(shape) > limits.ONNX_RANK:
        raise Refusal(f"a tensor of {len(shape)} dimensions")
    for dim in shape:
        if isinstance(dim, int) and not 0 <= dim < 2**63:
            raise Refusal(f"a tensor with a size of {dim}")


def _flat(items: Sequence[Any]) -> list[Any]:
    return [each for item in items for each in (_flat(item) if isinstance(item, list | tuple) else [item])]


def _shape(value: AnyTensor, sizes: Sequence[GraphSize]) -> Shape:
    """The shape that a reshape gives, with the size that -1 stands for where it is known."""
    dims: list[Any] = [item if isinstance(item, int) else None for item in sizes]
    known = value.shape is not None and all(isinstance(dim, int) for dim in value.shape)
    if -1 in dims:
        rest = [dim for dim in dims if dim != -1]
        total = math.prod(dim for dim in value.shape or () if isinstance(dim, int)) if known else None
        whole = None not in rest and total is not None and 0 not in rest
        dims[dims.index(-1)] = total // math.prod(rest) if whole and total is not None else None
    return tuple(dims)


def _with_dim(shape: Shape | None, axis: int, dim: Any) -> Shape | None:
    if shape is None:
        return None
    axis %= len(shape)
    return (*shape[:axis], dim, *shape[axis + 1 :])


def _length(shape: Shape | None, axis: int, start: Any, end: Any, step: Any) -> Any:
    if shape is None:
        return None
    size = shape[axis]
    if (start is None or start == 0) and end is None and step == 1:
        return size
    if isinstance(size, int) and not any(isinstance(item, Ref) for item in (start, end, step)):
        return len(range(*slice(start, end, step).indices(size)))
    return None


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

    def axis(self, place: int = 0, default: int | None = None) -> int:
        """The attribute `axis`, counted from the front of an input."""
        rank = rank_of(self.value(place))
        given = self.attribute("axis", default)
        if given is None:
            raise Refusal("attribute axis is missing")
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


def simple(operator: str, kernel: str) -> None:
    """Register an operator that has one operand and is a kernel as it is."""
    operation(operator)(lambda node: node.emit(kernel, node[0]))
