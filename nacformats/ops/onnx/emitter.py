"""The nodes of an ONNX graph in the making, and the table of the operations that have a form there.

Sizes are Python numbers where the graph fixes them and scalars of int64 where only a run knows them. `OnnxSize` is
either, and the arithmetic of sizes here computes at once what it can.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np

from nacformats.codec.columns.arrays import Array
from nacformats.formats.elements import ELEMENT_KINDS
from nacformats.ops.dtypes import BFLOAT16, BOOL, FLOAT32, FLOAT64, INT32, INT64, DType
from nacformats.ops.promotion import as_array, as_scalar, float_type, result_type

#: Emits the nodes of one operation: called with the emitter and the arguments as a kernel is, tensors in place of
#: arrays; gives a Tensor, a tuple of them, or a Python number.
_Rule = Callable[..., Any]

RULES: dict[str, _Rule] = {}

_Function = TypeVar("_Function", bound=_Rule)


def rule(operators: str) -> Callable[[_Function], _Function]:
    """Register a function as the form of ATen operations; without overload, the default one is meant."""

    def register(function: _Function) -> _Function:
        RULES.update(dict.fromkeys(names_in_full(operators), function))
        return function

    return register


def names_in_full(operators: str) -> list[str]:
    """Return the names of ATen operations in full."""
    return [f"aten.{name}" if "." in name else f"aten.{name}.default" for name in operators.split()]


#: The numbers of ONNX for element types.
ELEMENT_TYPES = {each.dtype: each.onnx for each in ELEMENT_KINDS if each.onnx}
#: The types of Python numbers as scalars.
NUMBER_TYPES: dict[type, DType] = {bool: BOOL, int: INT64, float: FLOAT64}
#: The types in which arithmetic is done for those that ONNX runtimes do not compute in.
COMPUTED_IN: dict[DType, DType] = {
    **{np.dtype(name): FLOAT32 for name in ("float16", "bfloat16")},
    **{np.dtype(name): INT32 for name in ("bool", "int8", "uint8", "int16", "uint16")},
    **{np.dtype(name): INT64 for name in ("uint32", "uint64")},
}
#: Types of which some values do not fit the type that they are computed in.
TOO_WIDE = frozenset({np.dtype(np.uint64)})
#: The types that Where takes.
SELECTED = frozenset(np.dtype(name) for name in ("float32", "float64", "int32", "int64", "int8", "uint8", "float16"))
#: What nodes do to known sizes.
_ON_SIZES: dict[str, Callable[[int, int], int]] = {"Add": operator.add, "Sub": operator.sub, "Mul": operator.mul}
_ON_SIZES |= {"Div": operator.floordiv, "Min": min}
#: The largest size: what "to the end" is.
END = 2**63 - 1


class Inexpressible(Exception):  # noqa: N818  it becomes an UnsupportedError
    """An operation has no form in ONNX with these arguments; the text says why."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A value of the ONNX graph.

    rank is None where nobody asks for it. sizes: what the graph fixes of the shape, None for the rest. number: it
    stands for a Python number, which does not decide the type of a result. seen: its shape in the run that the types
    come from, for what depends on sizes of 1 and on nothing else.
    """

    name: str
    dtype: DType
    rank: int | None = None
    sizes: tuple[int | None, ...] | None = None
    number: bool = False
    seen: tuple[int, ...] | None = None


OnnxSize: TypeAlias = int | Symbol
#: An operand of arithmetic: a tensor or a Python number.
OnnxOperand: TypeAlias = Symbol | bool | int | float


class OnnxNode(NamedTuple):
    """A node of the ONNX graph."""

    kind: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    attributes: dict[str, Any]


class OnnxBody(NamedTuple):
    """The body of a loop node: a graph of its own, whose inputs and results are of one type."""

    nodes: tuple[OnnxNode, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    dtype: DType


#: Nodes whose result has the rank of the operand with the most dimensions.
_ELEMENTWISE = """
    Abs Acos Acosh Add And Asin Asinh Atan Atanh BitwiseAnd BitwiseNot BitwiseOr BitwiseXor Cast Ceil Celu Clip Cos Cosh
    CumSum Div Elu Equal Erf Exp Floor Gelu Greater GreaterOrEqual HardSigmoid HardSwish IsInf IsNaN LeakyRelu Less
    LessOrEqual Log LogSoftmax Max Min Mish Mod Mul Neg Not Or Pow Reciprocal Relu Round Selu Sigmoid Sign Sin Sinh
    Softmax Softplus Sqrt Sub Tan Tanh Trilu Where Xor
"""


def rank_of_result(kind: str, inputs: Sequence[Symbol | None]) -> int | None:
    """Return the rank of the result where it follows from those of the operands."""
    ranks = [each.rank for each in inputs if each is not None]
    known = [rank for rank in ranks if rank is not None]
    if len(known) < len(ranks):
        return None
    if kind in _ELEMENTWISE.split():
        return max(known)
    if kind == "MatMul" and min(known) >= 2:
        return max(known)
    return None


def example(operand: OnnxOperand) -> Any:
    """Return an example of an operand for the promotion of types."""
    if not isinstance(operand, Symbol):
        return operand
    if operand.number:
        return operand.dtype.type(0).item()
    return np.empty((0,) if operand.rank != 0 else (), operand.dtype)


class Emitter:
    """Appends nodes; equal nodes and equal constants are made once.

    Attributes:
        nodes: in order.
        constants: arrays by name.
        result: what is known about the result of the operation that is being emitted: a Tensor without a name, or a
            tuple of them; None for no result.
    """

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self.nodes: list[OnnxNode] = []
        self.constants: dict[str, Array] = {}
        self.result: Any = None
        self._taken = set(taken)
        self._numbers: dict[str, int] = {}  # the last one that a wish got
        self._made: dict[Any, Any] = {}
        self._places: dict[str, tuple[Symbol, int]] = {}  # of sizes: the tensor and the dimension
        self._count = 0

    def unused_name(self, wish: str) -> str:
        """Return a name that nothing has yet."""
        name = wish
        while name in self._taken:
            number = self._numbers[wish] = self._numbers.get(wish, 1) + 1
            name = f"{wish}_{number}"
        self._taken.add(name)
        return name

    # nodes

    def op(self, kind: str, *inputs: Symbol | None, dtype: DType | None = None, **attributes: Any) -> Symbol:
        """Append a node with one result, of the type of the first input unless another is given."""
        return self.ops(kind, 1, *inputs, dtypes=(dtype,), **attributes)[0]

    def ops(
        self, kind: str, count: int, *inputs: Symbol | None, dtypes: Sequence[DType | None] = (), **attributes: Any
    ) -> tuple[Symbol, ...]:
        """Append a node with several results."""
        names = [each.name if each is not None else "" for each in inputs]
        while names and not names[-1]:
            names.pop()
        key = (kind, count, tuple(names), repr(sorted(attributes.items())))
        if key not in self._made:
            first = next(each.dtype for each in inputs if each is not None) if inputs else FLOAT32
            types = [dtype or first for dtype in (*dtypes, *(None,) * (count - len(dtypes)))]
            self._count += 1
            rank = rank_of_result(kind, inputs)
            results = tuple(
                Symbol(self.unused_name(f"{kind.lower()}_{self._count}" + (f"_{place}" if place else "")), dtype, rank)
                for place, dtype in enumerate(types)
            )
            self.nodes.append(OnnxNode(kind, tuple(names), tuple(result.name for result in results), attributes))
            self._made[key] = results
        made: tuple[Symbol, ...] = self._made[key]
        return made

    # constants

    def const(self, value: Any, dtype: DType | None = None) -> Symbol:
        """Return an initializer with an array, or what NumPy makes an array of."""
        array = np.asarray(value, dtype)
        key = (array.dtype.name, array.shape, array.tobytes())
        if key not in self._made:
            self._count += 1
            name = self.unused_name(f"constant_{self._count}")
            self.constants[name] = array
            self._made[key] = Symbol(name, array.dtype, array.ndim, array.shape)
        made: Symbol = self._made[key]
        return made

    def indices(self, *items: int) -> Symbol:
        """Return a constant list of int64."""
        return self.const(list(items), INT64)

    # types

    def cast(self, x: OnnxOperand, dtype: DType) -> Symbol:
        """Return a tensor or a number in the type."""
        if not isinstance(x, Symbol):
            return self.const(as_scalar(x, dtype))
        if x.dtype == dtype:
            return x
        if x.name in self.constants:
            return self.const(self.constants[x.name].astype(dtype))
        if x.dtype.kind == "c" or dtype.kind == "c":
            raise Inexpressible("ONNX has no arithmetic on complex numbers")
        return replace(self.op("Cast", x, dtype=dtype, to=ELEMENT_TYPES[dtype]), rank=x.rank, sizes=x.sizes)

    def promoted(self, *operands: OnnxOperand) -> DType:
        """Return the type in which operands meet, by PyTorch's rules."""
        return result_type(*(example(operand) for operand in operands))

    def computed(self, dtype: DType) -> DType:
        """Return the type in which arithmetic of a type is done."""
        if dtype in TOO_WIDE:
            raise Inexpressible(f"onnxruntime does not compute in {dtype}")
        return COMPUTED_IN.get(dtype, dtype)

    def met(self, *operands: OnnxOperand, dtype: DType | None = None) -> list[Symbol]:
        """Return operands in the type in which they meet (or the one given), or the one in which that is computed."""
        dtype = self.promoted(*operands) if dtype is None else dtype
        wide = self.computed(dtype)
        # a number as the type has it, before that is widened: 300 is 44 in int8
        wrapped = (each if isinstance(each, Symbol) else self.const(as_array(each, dtype)) for each in operands)
        return [self.cast(each, wide) for each in wrapped]

    def floats(self, *operands: OnnxOperand) -> list[Symbol]:
        """Return operands in the float type in which they meet, at least float32."""
        return self.met(*operands, dtype=float_type(self.promoted(*operands)))

    def single(self, *operands: OnnxOperand) -> list[Symbol]:
        """Return operands in float32, for nodes that onnxruntime has in no other type."""
        wide = self.floats(*operands)
        if wide[0].dtype == FLOAT64:
            raise Inexpressible("onnxruntime has no such operation in float64")
        return wide

    # sizes

    def size(self, x: Symbol, dim: int) -> OnnxSize:
        """Return the size of one dimension."""
        dim = self.axis(x, dim)
        if x.sizes is not None and x.sizes[dim] is not None:
            return int(x.sizes[dim] or 0)
        shape = self.op("Shape", x, dtype=INT64, start=dim, end=dim + 1)
        size = self.number(self.op("Squeeze", shape, self.indices(0)))
        self._places[size.name] = x, dim
        return size

    def number(self, x: Symbol) -> Symbol:
        """Return the tensor as a Python number."""
        return replace(x, rank=0, sizes=(), number=True)

    def sizes(self, x: Symbol) -> list[OnnxSize]:
        return [self.size(x, dim) for dim in range(self.rank(x))]

    def shape(self, x: Symbol, start: int = 0, end: int | None = None) -> Symbol:
        """Return the sizes of dimensions, as a list of int64."""
        end = self.rank(x) if end is None else end
        known = None if x.sizes is None else x.sizes[start:end]
        if known is not None and None not in known:
            return self.indices(*(size or 0 for size in known))
        attributes = {} if (start, end) == (0, x.rank) else {"start": start, "end": end}
        return self.op("Shape", x, dtype=INT64, **attributes)

    def elements(self, x: Symbol, dims: Iterable[int]) -> OnnxSize:
        """Return the number of elements of some dimensions together."""
        result: OnnxSize = 1
        for dim in dims:
            result = self.times(result, self.size(x, dim))
        return result

    def scalar(self, size: OnnxSize | float) -> Symbol:
        """Return a size as a scalar of int64."""
        if not isinstance(size, Symbol):
            return self.const(int(size), INT64)
        return self.reshape(self.cast(size, INT64), []) if size.rank else self.cast(size, INT64)

    def ints(self, sizes: Sequence[OnnxSize]) -> Symbol:
        """Return sizes as a list of int64; runs of numbers are one constant, runs of a tensor's sizes a
        part of its shape.
        """
        runs = groupby(enumerate(sizes), lambda item: self._source(*item))
        pieces = [self._joined([size for _, size in run]) for _, run in runs] or [self.indices()]
        return pieces[0] if len(pieces) == 1 else self.op("Concat", *pieces, axis=0)

    def _source(self, place: int, size: OnnxSize) -> tuple[str, int] | None:
        """Return the same for neighbours in a list that are numbers, or neighbours in the shape of a tensor."""
        if not isinstance(size, Symbol):
            return None
        x, dim = self._places.get(size.name, (size, 0))
        return x.name, dim - place

    def _joined(self, run: Sequence[OnnxSize]) -> Symbol:
        first = run[0]
        if not isinstance(first, Symbol):
            return self.indices(*(int(size) for size in run))  # type: ignore[arg-type]
        if first.name not in self._places:
            return self.op("Reshape", self.cast(first, INT64), self.indices(1))
        x, dim = self._places[first.name]
        return self.shape(x, dim, dim + len(run))

    def integers(self, stop: OnnxSize, start: OnnxSize = 0, step: OnnxSize = 1) -> Symbol:
        """Return the numbers from start to stop, in steps."""
        return self.op("Range", self.scalar(start), self.scalar(stop), self.scalar(step), dtype=INT64)

    def plus(self, x: OnnxSize, y: OnnxSize) -> OnnxSize:
        return x if y == 0 else y if x == 0 else self._on_sizes("Add", x, y)

    def minus(self, x: OnnxSize, y: OnnxSize) -> OnnxSize:
        return x if y == 0 else self._on_sizes("Sub", x, y)

    def times(self, x: OnnxSize, y: OnnxSize) -> OnnxSize:
        return x if y == 1 else y if x == 1 else self._on_sizes("Mul", x, y)

    def quotient(self, x: OnnxSize, y: OnnxSize) -> OnnxSize:
        """Return x // y of sizes, which are not negative."""
        return x if y == 1 else self._on_sizes("Div", x, y)

    def least(self, x: OnnxSize, y: OnnxSize) -> OnnxSize:
        return self._on_sizes("Min", x, y)

    def _on_sizes(self, kind: str, x: OnnxSize, y: OnnxSize) -> OnnxSize:
        if isinstance(x, Symbol) or isinstance(y, Symbol):
            return self.number(self.op(kind, self.scalar(x), self.scalar(y)))
        return _ON_SIZES[kind](x, y)

    # ranks and axes

    def rank(self, x: Symbol) -> int:
        if x.rank is None:
            raise Inexpressible("the rank of an operand is not known")
        return x.rank

    def axis(self, x: Symbol, dim: int) -> int:
        """Return a dimension counted from the front; a scalar has one dimension here, as in PyTorch."""
        rank = self.rank(x) or 1
        if not isinstance(dim, int) or not -rank <= dim < rank:
            raise Inexpressible(f"dimension {dim} of a tensor of rank {rank}")
        return dim % rank

    def axes(self, x: Symbol, dims: int | Sequence[int] | None) -> list[int]:
        """Return dimensions counted from the front; None and the empty list mean all, and a scalar has none."""
        chosen = [dims] if isinstance(dims, int) else list(dims or range(self.rank(x)))
        return [self.axis(x, dim) for dim in chosen] if self.rank(x) else []

    def observed_size(self, x: Symbol, axis: int) -> int:
        """Return the size of a dimension in the run that the types come from."""
        known = x.sizes[axis] if x.sizes is not None else None
        if known is None and x.seen is None:
            raise Inexpressible("the sizes of an operand are not known")
        return known if known is not None else (x.seen or ())[axis]

    # the nodes that rules use most

    def reshape(self, x: Symbol, sizes: Sequence[OnnxSize]) -> Symbol:
        """Return a tensor in another shape; one size may be -1."""
        known = tuple(size if isinstance(size, int) and size >= 0 else None for size in sizes)
        zero: dict[str, Any] = {"allowzero": 1} if 0 in sizes else {}
        result = self.op("Reshape", x, self.ints(sizes), **zero)
        return replace(result, rank=len(sizes), sizes=known)

    def permute(self, x: Symbol, order: Sequence[int]) -> Symbol:
        order = [self.axis(x, dim) for dim in order]
        if order == sorted(order):
            return x
        sizes = None if x.sizes is None else tuple(x.sizes[dim] for dim in order)
        return replace(self.op("Transpose", x, perm=order), rank=x.rank, sizes=sizes)

    def swap(self, x: Symbol, first: int, second: int) -> Symbol:
        """Return x with two dimensions exchanged."""
        order = list(range(self.rank(x)))
        if order:
            first, second = self.axis(x, first), self.axis(x, second)
            order[first], order[second] = order[second], order[first]
        return self.permute(x, order)

    def squeeze(self, x: Symbol, axes: Sequence[int]) -> Symbol:
        if not axes:
            return x
        kept = [dim for dim in range(self.rank(x)) if dim not in axes]
        sizes = None if x.sizes is None else tuple(x.sizes[dim] for dim in kept)
        return replace(self.op("Squeeze", x, self.indices(*axes)), rank=len(kept), sizes=sizes)

    def unsqueeze(self, x: Symbol, axes: Sequence[int]) -> Symbol:
        """Return x with new dimensions of size 1 at places of the result, counted from the front."""
        if not axes:
            return x
        sizes: list[int | None] = list(x.sizes) if x.sizes is not None else [None] * self.rank(x)
        for place in sorted(axes):
            sizes.insert(place, 1)
        return replace(self.op("Unsqueeze", x, self.indices(*axes)), rank=len(sizes), sizes=tuple(sizes))

    def slice(self, x: Symbol, axis: int, start: OnnxSize, stop: OnnxSize, step: OnnxSize = 1) -> Symbol:
        bounds = (self.ints([start]), self.ints([stop]), self.indices(axis), self.ints([step]))
        sizes = None if x.sizes is None else tuple(None if dim == axis else size for dim, size in enumerate(x.sizes))
        return replace(self.op("Slice", x, *bounds), rank=x.rank, sizes=sizes)

    def concat(self, parts: Sequence[Symbol], axis: int) -> Symbol:
        result = parts[0] if len(parts) == 1 else self.op("Concat", *parts, axis=axis)
        return replace(result, rank=parts[0].rank)

    def expand(self, x: Symbol, sizes: Symbol, rank: int) -> Symbol:
        """Return a tensor broadcast to sizes; those of 1 stay what they are."""
        if x.dtype == BFLOAT16:
            return self.through(FLOAT32, x, lambda wide: self.expand(wide, sizes, rank))
        return replace(self.op("Expand", x, sizes), rank=rank)

    def through(self, dtype: DType, x: Symbol, function: Callable[[Symbol], Symbol]) -> Symbol:
        """Apply a function that only moves elements in another type, for nodes that do not take theirs."""
        return self.cast(function(self.cast(x, dtype)), x.dtype)

    def running(self, kind: str, start: Symbol, x: Symbol, axis: int) -> Symbol:
        """Apply a node to entries along an axis: the result so far is both what goes on and what comes out."""
        steps = (OnnxNode(kind, ("so_far", "entry"), ("next",), {}), OnnxNode("Identity", ("next",), ("result",), {}))
        body = OnnxBody(steps, ("so_far", "entry"), ("next", "result"), x.dtype)
        axes = {"scan_input_axes": [axis], "scan_output_axes": [axis]}
        return self.ops("Scan", 2, start, x, dtypes=(x.dtype, x.dtype), body=body, num_scan_inputs=1, **axes)[1]

    def where(self, condition: Symbol, x: Symbol, y: Symbol) -> Symbol:
        """Return elements of x where the condition holds, else of y; both of one type."""
        condition = self.cast(condition, BOOL)
        if x.dtype not in SELECTED:
            wide = self.computed(x.dtype)
            return self.cast(self.op("Where", condition, self.cast(x, wide), self.cast(y, wide), dtype=wide), x.dtype)
        return self.op("Where", condition, x, y, dtype=x.dtype)

    def truth(self, kind: str, *operands: Symbol) -> Symbol:
        """Return a comparison, or a connective of bools."""
        return self.op(kind, *operands, dtype=BOOL)
