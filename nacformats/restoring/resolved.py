"""Graphs of any format in one spelling: canonical ATen names, every argument by its parameter's name.

The operations of Mind IR become those of ATen (ops/kernels/mind.py says what they mean). What they do differently
is spelled out: operands of two types are cast to the type in which Mind IR lets them meet, and integers to float32
where the result is a float by nature. The types must have been inferred.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from nacformats.errors import InvalidError
from nacformats.graph.binding import Names, call_of
from nacformats.graph.calls import ScalarRef
from nacformats.graph.graph import UNKNOWN, Graph, GraphOperand, GraphValue, Operation, Ref, ValueType
from nacformats.ops.dtypes import INT64
from nacformats.ops.kernels.mind import EPSILON, common_type, sum_type
from nacformats.ops.names import ATEN
from nacformats.restoring.mutation import refuse_lost_mutations

#: Appends what stands for one operation; None: it has no equal, and stays what it is.
_Rule = Callable[..., Ref | None]


def _cast(emit: _Resolver, x: Ref, dtype: np.dtype[Any] | None) -> Ref:
    if dtype is None or emit.type(x).dtype == dtype:
        return x
    return emit(ATEN._to_copy.default, self=x, dtype=dtype.name)


def _met(emit: _Resolver, operands: Sequence[Ref]) -> list[Ref]:
    """Return the operands in the type in which they meet, where all types are known."""
    dtypes = [emit.type(operand).dtype for operand in operands]
    known = [dtype for dtype in dtypes if dtype is not None]  # to NumPy float64 == None is true
    common = common_type(*known) if len(known) == len(dtypes) else None
    return [_cast(emit, operand, common) for operand in operands]


def _float_name(emit: _Resolver, x: Ref) -> dict[str, str]:
    """Return the argument that makes float32 of integers."""
    dtype = emit.type(x).dtype
    return {"dtype": "float32"} if dtype is not None and dtype.kind in "bui" else {}


def _rank(emit: _Resolver, x: Ref) -> int | None:
    shape = emit.type(x).shape
    return None if shape is None else len(shape)


def _binary(operator: str) -> _Rule:
    def rule(emit: _Resolver, x: Ref, y: Ref) -> Ref:
        first, second = _met(emit, (x, y))
        return emit(operator, self=first, other=second)

    return rule


def _softmax(emit: _Resolver, x: Ref, axis: int = -1) -> Ref:
    return emit(ATEN.softmax.int, self=x, dim=axis, **_float_name(emit, x))


def _layernorm(emit: _Resolver, x: Ref) -> Ref:
    shape = emit.type(x).shape
    if _float_name(emit, x):
        x = _cast(emit, x, np.dtype(np.float32))
    last = shape[-1] if shape else None
    size = last if isinstance(last, int) else emit(ATEN.sym_size.int, self=x, dim=-1)
    return emit(ATEN.layer_norm.default, input=x, normalized_shape=[size], eps=EPSILON)


def _transpose(emit: _Resolver, x: Ref, perm: Sequence[int] = ()) -> Ref | None:
    rank = _rank(emit, x)
    if not perm and rank is None:
        return None
    return emit(ATEN.permute.default, self=x, dims=list(perm) or list(reversed(range(rank or 0))))


def _reshape(emit: _Resolver, x: Ref, shape: Sequence[int] | None = None) -> Ref | None:
    return None if shape is None else emit(ATEN.reshape.default, self=x, shape=list(shape))


def _wide_name(emit: _Resolver, x: Ref) -> dict[str, str]:
    """Return the argument that gives sums of unsigned integers their type."""
    dtype = emit.type(x).dtype
    return {"dtype": sum_type(dtype).name} if dtype is not None and dtype.kind == "u" else {}


def _reduction(whole: str, along: str, details: Callable[[_Resolver, Ref], dict[str, str]]) -> _Rule:
    """Return the rule of an operation over axes, or over all of a tensor."""

    def rule(emit: _Resolver, x: Ref, axes: Sequence[int] = ()) -> Ref:
        return (
            emit(along, self=x, dim=list(axes), **details(emit, x)) if axes else emit(whole, self=x, **details(emit, x))
        )

    return rule


def _concat(emit: _Resolver, *operands: Ref, axis: int) -> Ref:
    return emit(ATEN.cat.default, tensors=_met(emit, operands), dim=axis)


def _split(emit: _Resolver, x: Ref, axis: int = 0, count: int = 2) -> Ref:
    return emit(ATEN.chunk.default, self=x, chunks=count, dim=axis)


def _gather(emit: _Resolver, x: Ref, indices: Ref, axis: int = 0) -> Ref | None:
    rank = _rank(emit, x)
    if axis < 0 and rank is None:
        return None
    before = axis if axis >= 0 else axis + (rank or 0)
    return emit(ATEN.index.Tensor, self=x, indices=[None] * before + [_cast(emit, indices, INT64)])


#: What the operations of Mind IR are in ATen.
_RULES: dict[str, _Rule] = {
    "mind.matmul": _binary(ATEN.matmul.default),
    "mind.add": _binary(ATEN.add.Tensor),
    "mind.sub": _binary(ATEN.sub.Tensor),
    "mind.mul": _binary(ATEN.mul.Tensor),
    "mind.div": _binary(ATEN.div.Tensor),
    "mind.softmax": _softmax,
    "mind.layernorm": _layernorm,
    "mind.transpose": _transpose,
    "mind.reshape": _reshape,
    "mind.sum": _reduction(ATEN.sum.default, ATEN.sum.dim_IntList, _wide_name),
    "mind.mean": _reduction(ATEN.mean.default, ATEN.mean.dim, _float_name),
    "mind.max": _reduction(ATEN.amax.default, ATEN.amax.default, lambda *_: {}),
    "mind.concat": _concat,
    "mind.split": _split,
    "mind.gather": _gather,
}


def resolved(graph: Graph) -> Graph:
    """Return the same graph with one spelling for every operation; it can be run, and takes linear time.

    - Operators have canonical ATen names: no standard NAC names, second names or in-place forms; the operations of Mind
      IR are spelled out in ATen's, whose types must have been inferred.
    - Every argument is among the attributes, by the parameter's name; those that equal the default are left out.
      Operations without a schema (of the caller's own, arithmetic of sizes, getitem) keep their operands.
    - One of several results is taken by "getitem" (operands: Ref, int); Ref.part is not used.

    Args:
        graph: verified, and restored when it is that of a NAC file. It is not changed.

    Raises:
        InvalidError: arguments do not fit their operation.
        UnsupportedError: an operation changes a tensor in place that is used again.
    """
    return resolution_of(graph).graph


class Resolution(NamedTuple):
    """A graph in one spelling, and which values of it belong to which of the graph that it comes from.

    Attributes:
        graph: see `resolved`.
        origins: new index -> old index.
        places: old index -> new index.
    """

    graph: Graph
    origins: list[int]
    places: list[int]


def resolution_of(graph: Graph) -> Resolution:
    """Return `resolved`, and where every value of it comes from and every value of the graph went."""
    refuse_lost_mutations(graph)
    resolver = _Resolver(graph)
    for value in graph.values:
        resolver.add(value)
    outputs = tuple(resolver.ref(ref) for ref in graph.outputs)
    new = Graph(graph.format, graph.unit, resolver.values, outputs, graph.output_names)
    return Resolution(new, resolver.origins, [place.index for place in resolver.places])


class _Resolver:
    """Builds the values of the new graph, in order; it is the emitter of the rules for Mind IR."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.values: list[GraphValue] = []
        self.origins: list[int] = []
        self.places: list[Ref] = []  # old index -> new value
        self.parts: dict[Ref, Ref] = {}  # what selects a part
        self.names = Names()  # of the new graph
        self.value: GraphValue = GraphValue(-1)  # the one that is being resolved

    def add(self, value: GraphValue) -> None:
        self.value = value
        if not isinstance(value, Operation):
            self.places.append(self._append(replace(value, index=len(self.values))))
            return
        rule = _RULES.get(value.operator)
        found = rule(self, *map(self._moved, value.operands), **value.attributes) if rule is not None else None
        place = self._operation(value) if found is None else found
        self.values[place.index].type = value.type
        self.places.append(place)

    def _append(self, value: GraphValue) -> Ref:
        self.values.append(value)
        self.origins.append(self.value.index)
        return Ref(value.index)

    def __call__(self, operator: str, /, **arguments: GraphOperand) -> Ref:
        return self._new(operator, attributes=arguments)

    def _new(self, operator: str, **details: Any) -> Ref:
        place = self.value
        return self._append(Operation(len(self.values), "", UNKNOWN, place.offset, place.line, operator, **details))

    def type(self, ref: Ref) -> ValueType:
        return self.values[ref.index].type

    def ref(self, ref: Ref) -> Ref:
        """Return a value of the old graph in the new one."""
        place = self.places[ref.index]
        if ref.part is None:
            return place
        if ref not in self.parts:
            self.parts[ref] = self._new("getitem", operands=(place, ref.part))
            if self.graph.format != "nac":  # type inference gives a split the type of each of its parts
                self.values[-1].type = self.type(place)
        return self.parts[ref]

    def _moved(self, operand: GraphOperand) -> GraphOperand:
        if isinstance(operand, ScalarRef):
            operand = operand.ref
        if isinstance(operand, Ref):
            return self.ref(operand)
        return [self._moved(item) for item in operand] if isinstance(operand, list | tuple) else operand

    def _operation(self, value: Operation) -> Ref:
        operands = tuple(map(self._moved, value.operands))
        attributes = {name: self._moved(argument) for name, argument in value.attributes.items()}
        moved = replace(value, index=len(self.values), operands=operands, attributes=attributes)
        try:
            call = call_of(moved, self.names)
        except ValueError as error:  # BindingError
            raise self.graph.error(InvalidError, self.value, str(error)) from None
        moved.operator = call.operator
        if call.parameters is not None:
            moved.operands, moved.attributes = (), call.arguments
        return self._append(moved)
