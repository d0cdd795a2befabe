"""One node of an ONNX graph, as the functions that translate it see it, and the graph that these append operations to.

Types and shapes are noted as far as they are known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
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
    rank_of,
)
from nacformats.ops.dtypes import CATEGORY
from nacformats.ops.meta import MetaError, Size, TensorMeta, result_meta
from nacformats.ops.meta.sizes import size_of_dim, symbol, unknown_size
from nacformats.ops.names import ATEN
from nacformats.ops.table import operators

#: Operations on Python numbers that keep what is not negative so.
_KEEP_SIGN = frozenset({"add", "mul", "floordiv", "sym_max", "sym_min", "mod"})
#: Element types by name.
_TYPES = {dtype.name: dtype for dtype in CATEGORY}
#: Stands for a tensor whose rank is not known, among the names of sizes.
_UNRANKED = unknown_size()


@dataclass(frozen=True, slots=True)
class SizeRef(Ref):
    """A number that the graph computes, with the arithmetic that is exact there."""

    build: GraphBuilder = field(kw_only=True, compare=False, repr=False)

    def __add__(self, other: GraphSize) -> SizeRef:
        return self if other == 0 else self.build.number("add", self, other)

    def __radd__(self, other: int) -> SizeRef:
        return self if other == 0 else self.build.number("add", other, self)

    def __sub__(self, other: GraphSize) -> SizeRef:
        return self if other == 0 else self.build.number("sub", self, other)

    def __rsub__(self, other: int) -> SizeRef:
        return self.build.number("sub", other, self)

    def __mul__(self, other: GraphSize) -> SizeRef:
        return self if other == 1 else self.build.number("mul", self, other)

    def __rmul__(self, other: int) -> SizeRef:
        return self if other == 1 else self.build.number("mul", other, self)

    def __floordiv__(self, other: GraphSize) -> SizeRef:
        if not self._is_divisible_by(other):
            return NotImplemented
        return self if other == 1 else self.build.number("floordiv", self, other)

    def __mod__(self, other: GraphSize) -> SizeRef:
        return self.build.number("mod", self, other) if self._is_divisible_by(other) else NotImplemented

    def _is_divisible_by(self, other: GraphSize) -> bool:
        """Return True if every way to round the quotient gives the same."""
        return isinstance(other, int) and other > 0 and self.build.is_size(self)


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
        self._sizes: dict[tuple[int, int], SizeRef] = {}
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
        """Return the name, with a number if it is taken: the body of a loop is read once for every step."""
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
        """Append an operation and return its result.

        Args:
            operator: canonical name; ".default" may be left out.
            operands: Tensors, Constants and Numbers, which become tensors; numbers of the graph (Ref), Python values,
                and lists of these.
            dtype: of the result, where its operands do not tell it.
            shape: likewise.
            typed: the operation takes the type of its result as its own argument `dtype`.
            attributes: arguments by name.
        """
        name = operator if operator.count(".") == 2 else f"{operator}.default"
        tensors = [item for item in _flat(operands) if isinstance(item, GraphTensor | GraphConstant | GraphNumbers)]
        if typed:
            dtype = dtype or tensors[0].dtype
            attributes["dtype"] = dtype.name
        made = self._append_operation(name, operands, attributes, ValueType())
        found = next(iter(self._result_types(self.graph.values[made.ref.index])), ValueType())
        dtype = dtype or found.dtype or (tensors[0].dtype if tensors else None)
        kind = ValueType(dtype, merged_shape(shape, found.shape))
        _require_possible(kind.shape or ())
        self.graph.values[made.ref.index].type = kind
        return GraphTensor(made.ref, kind)

    def parts(
        self, operator: str, *operands: Any, dtypes: Sequence[np.dtype[Any]], **attributes: Any
    ) -> list[GraphTensor]:
        """Append an operation with several results of these types and return them."""
        whole = self._append_operation(operator, operands, attributes, ValueType())
        found = self._result_types(self.graph.values[whole.ref.index])
        shapes = [each.shape for each in found] if len(found) == len(dtypes) else [None] * len(dtypes)
        kinds = [ValueType(dtype, shape) for dtype, shape in zip(dtypes, shapes, strict=True)]
        return [self._append_operation("getitem", (whole, place), {}, kind) for place, kind in enumerate(kinds)]

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
            case SizeRef():
                return Ref(item.index)
        return item

    def _result_types(self, operation: GraphValue) -> list[ValueType]:
        """Return the types and shapes of the results of an operation, as far as those of its operands tell."""
        row = operators().get(operation.operator) if isinstance(operation, Operation) else None
        if row is None or not isinstance(operation, Operation):
            return []
        given = dict(zip((each.name for each in row.parameters), operation.operands, strict=False))
        names: dict[Size, str | None] = {}
        try:
            named = {name: self._meta(item, names) for name, item in {**given, **operation.attributes}.items()}
            found = result_meta(operation.operator, named)
        except (MetaError, ValueError, TypeError, IndexError, ZeroDivisionError):
            return []
        several = found if isinstance(found, list | tuple) else [found]
        metas = [each for each in several if isinstance(each, TensorMeta)]
        if _UNRANKED in names:
            return [ValueType(each.dtype) for each in metas if row.kind == "elementwise"]
        shapes = [tuple(dim if isinstance(dim, int) else names.get(dim) for dim in each.shape) for each in metas]
        return [ValueType(each.dtype, shape) for each, shape in zip(metas, shapes, strict=True)]

    def _meta(self, item: Any, names: dict[Size, str | None]) -> Any:
        """Return an operand as a meta function takes it; add the names of its sizes to `names`."""
        if isinstance(item, list | tuple):
            return [self._meta(each, names) for each in item]
        if not isinstance(item, Ref):
            return _TYPES.get(item, item) if isinstance(item, str) else item
        kind = self.graph.values[item.index].type
        if kind.dtype is None:
            return unknown_size()
        if kind.shape is None:
            names[_UNRANKED] = None
        names |= {symbol(dim): dim for dim in kind.shape or () if isinstance(dim, str)}
        return TensorMeta(kind.dtype, tuple(map(size_of_dim, kind.shape or ())))

    # forms of values

    def tensor(self, value: AnyTensor) -> GraphTensor:
        """Return the value as a tensor of the graph: a constant becomes a weight, numbers are stacked."""
        known = as_constant(value)
        if known is not None:
            return self._weight(known)
        if isinstance(value, GraphNumbers):
            return self._stacked(value)
        assert isinstance(value, GraphTensor)
        return value

    def _weight(self, held: GraphConstant) -> GraphTensor:
        """Return the one weight of a constant; NAC has no unsigned integers above 8 bits, so these are cast."""
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
        items = [self.emit(ATEN.scalar_tensor.default, item, dtype=value.dtype, typed=True) for item in value.items]
        return items[0] if value.scalar else self.emit(ATEN.stack.default, items, 0)

    # numbers

    def number(self, operator: str, *operands: Any) -> SizeRef:
        """Append an operation on Python numbers and return its result, which is one."""
        found = self._append_operation(operator, operands, {}, ValueType()).ref
        if operator in _KEEP_SIGN and all(map(self.is_size, operands)):
            self._not_negative.add(found.index)
        return SizeRef(found.index, build=self)

    def is_size(self, item: Any) -> bool:
        """Return True if a number is certainly not negative."""
        return item.index in self._not_negative if isinstance(item, Ref) else item >= 0

    def size(self, value: AnyTensor, axis: int) -> GraphSize:
        """Return the size of one dimension."""
        if value.shape is not None:
            axis = axis % len(value.shape) if value.shape else axis
            dim = value.shape[axis]
            if isinstance(dim, int):
                return dim
        tensor = self.tensor(value)
        key = (tensor.ref.index, axis)
        if key not in self._sizes:
            self._sizes[key] = self.number(ATEN.sym_size.int, tensor.ref, axis)
            self._not_negative.add(self._sizes[key].index)
        return self._sizes[key]

    def items(self, value: AnyTensor) -> list[GraphSize]:
        """Return the elements of a tensor of integers of rank 0 or 1 as Python numbers; its length has to be known."""
        if rank_of(value) > 1:
            raise Refusal("a list of integers has to be of rank 1")
        tensor = self.tensor(value)
        if not value.shape:
            return [self.number(ATEN.item.default, tensor.ref)]
        (length,) = value.shape
        if not isinstance(length, int):
            raise Refusal("the length of a list of integers has to be fixed")
        if length > MAX_ITEMS:
            raise Refusal(f"a list of {length} integers that are not constant")
        places = [self.emit(ATEN.select.int, tensor, 0, place) for place in range(length)]
        return [self.number(ATEN.item.default, place.ref) for place in places]

    # the operations that everything needs

    def cast(self, value: AnyTensor, dtype: np.dtype[Any]) -> GraphTensor:
        """Return the value, cast to a type."""
        tensor = self.tensor(value)
        if tensor.dtype == dtype:
            return tensor
        return self.emit(ATEN._to_copy.default, tensor, dtype=dtype, typed=True)

    def reshape(self, value: AnyTensor, sizes: Sequence[GraphSize]) -> GraphTensor:
        """Return the value in another shape; one size may be -1."""
        known = tuple(size if isinstance(size, int) and size >= 0 else None for size in sizes)
        return self.emit(ATEN.reshape.default, value, list(sizes), shape=known)

    def permute(self, value: AnyTensor, order: Sequence[int]) -> GraphTensor:
        """Return the value with its dimensions in another order."""
        if list(order) == list(range(len(order))):
            return self.tensor(value)
        return self.emit(ATEN.permute.default, value, list(order))

    def unsqueeze(self, value: AnyTensor, axis: int) -> GraphTensor:
        """Return the value with a new dimension of size 1; the axis counts from the front."""
        return self.emit(ATEN.unsqueeze.default, value, axis)

    def slice(
        self, value: AnyTensor, axis: int, start: GraphSize | None, end: GraphSize | None, step: GraphSize = 1
    ) -> GraphTensor:
        """Return a slice along one axis, as in Python."""
        return self.emit(ATEN.slice.Tensor, value, axis, start, end, step)

    def cat(self, values: Sequence[AnyTensor], axis: int) -> GraphTensor:
        """Return values concatenated along an axis."""
        if len(values) == 1:
            return self.tensor(values[0])
        return self.emit(ATEN.cat.default, list(values), axis)

    def filled(self, sizes: Sequence[GraphSize], number: Any, dtype: np.dtype[Any]) -> GraphTensor:
        """Return a tensor filled with one number."""
        return self.emit(ATEN.full.default, list(sizes), number, dtype=dtype, typed=True)


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


def merged_shape(one: Shape | None, other: Shape | None) -> Shape | None:
    """Return what two sources know of one shape; where they differ, the other one is right."""
    if one is None or other is None or len(one) != len(other):
        return one if other is None else other
    return tuple(a if b is None else b for a, b in zip(one, other, strict=True))


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
        """Return True if an optional input is given."""
        return place < len(self.inputs) and self.inputs[place] is not None

    def wants(self, place: int) -> bool:
        """Return True if somebody may use an output."""
        return place < len(self.outputs) and bool(self.outputs[place])

    def value(self, place: int) -> AnyTensor:
        """Return an input that has to be a tensor, in whatever form it is known."""
        value = self.inputs[place] if place < len(self.inputs) else None
        if value is None:
            raise Refusal(f"input {place} is missing")
        if isinstance(value, list):
            raise Refusal(f"input {place} is a sequence")
        return value

    def __getitem__(self, place: int) -> GraphTensor:
        """Return an input as a tensor of the graph."""
        return self.build.tensor(self.value(place))

    def optional(self, place: int) -> AnyTensor | None:
        """Return an input that may be left out."""
        return self.value(place) if self.has(place) else None

    def attribute(self, name: str, default: Any = None) -> Any:
        """Return an attribute, or the default if it is left out."""
        return self.attributes.get(name, default)

    def constant(self, place: int) -> GraphConstant:
        """Return an input that has to be known."""
        found = as_constant(self.value(place))
        if found is None:
            raise Refusal(f"input {place} has to be a constant")
        return found

    def numbers(self, place: int) -> list[GraphSize]:
        """Return an input of integers of rank 0 or 1 as Python numbers, known or not."""
        value = self.value(place)
        known = as_numbers(value)
        return list(known.items) if known is not None else self.build.items(value)

    def number(self, place: int) -> GraphSize:
        """Return an input of one integer as a Python number."""
        found = self.numbers(place)
        if len(found) != 1:
            raise Refusal(f"input {place} has to be one number")
        return found[0]

    def integers(self, place: int) -> list[int]:
        """Return an input of integers that has to be known."""
        return [int(item) for item in self.constant(place).array.reshape(-1).tolist()]

    def scalar(self, place: int, default: Any = None) -> Any:
        """Return the one number of an input that has to be known, as a Python number."""
        if not self.has(place):
            return default
        found = self.constant(place)
        if found.size != 1:
            raise Refusal(f"input {place} has to be one number")
        return found.array.reshape(-1)[0].item()

    def plain(self, place: int, default: Any = None) -> Any:
        """Return an input of one element as a Python number: known, or one that the graph reads out of the tensor."""
        if not self.has(place):
            return default
        value = self.value(place)
        if as_constant(value) is not None:
            return self.scalar(place)
        found = as_numbers(value)
        return found.items[0] if found is not None else self.build.number(ATEN.item.default, self[place].ref)

    def axis(self, place: int = 0, default: int | None = None) -> int:
        """Return the attribute `axis`, counted from the front of an input."""
        rank = rank_of(self.value(place))
        given = self.attribute("axis", default)
        if given is None:
            raise Refusal("attribute axis is missing")
        return normalized(given, rank)

    def emit(self, operator: str, *operands: Any, **details: Any) -> GraphTensor:
        """Emit an operation for the node; see Builder.emit."""
        return self.build.emit(operator, *operands, **details)

    def operand(self, place: int) -> Any:
        """Return an input for arithmetic: a constant of rank 0 becomes a Python number."""
        return plain_number(self.value(place))


def plain_number(value: AnyTensor) -> Any:
    """Return a constant of rank 0 as a Python number, where that has the same effect on other tensors of its type."""
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
    """Return an axis counted from the front; refuse one that is not there."""
    if not -rank <= axis < rank:
        raise Refusal(f"axis {axis} of a tensor of rank {rank}")
    return axis % rank


#: Translates one node.
Translation: TypeAlias = Callable[[NodeReader], Results]
SizesForm: TypeAlias = Callable[[NodeReader], NamedValue]
#: The translations by domain and operator.
OPERATIONS: dict[tuple[str, str], Translation] = {}
#: What operators give for lists of sizes, which stay Python numbers.
OF_SIZES: dict[str, SizesForm] = {}


def operation(*names: str, domain: str = "") -> Callable[[Translation], Translation]:
    """Register a function as the translation of operators."""

    def register(function: Translation) -> Translation:
        for name in names:
            OPERATIONS[domain, name] = function
        return function

    return register
