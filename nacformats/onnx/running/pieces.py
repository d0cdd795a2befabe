"""Pieces of a graph as graphs of their own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from nacformats.codec.columns.arrays import Array
from nacformats.graph.graph import Graph, GraphOperand, GraphValue, Input, Operation, Ref, ValueType, Weight, refs_of
from nacformats.runtime.observe import Observed


@dataclass
class OnnxPiece:
    """Some operations of a graph as a graph: its inputs are what these take from outside.

    Attributes:
        graph: inputs, weights and operations; outputs in the order of `outputs`.
        types: of its values.
        places: index in the whole graph, by index in this one.
        inputs, outputs: the values of the whole graph that it takes and gives.
    """

    graph: Graph
    types: list[Observed]
    places: list[int]
    inputs: list[int]
    outputs: list[int]


def name_of(index: int) -> str:
    """What a value of the whole graph is called in a piece."""
    return f"v{index}"


def piece_of(
    graph: Graph,
    types: Sequence[Observed],
    indices: Collection[int],
    wanted: Collection[int],
    constants: Mapping[int, Array],
) -> OnnxPiece:
    """The piece of a graph that holds some operations.

    Args:
        graph: resolved.
        types: of its values.
        indices: of the operations.
        wanted: the values that somebody else needs.
        constants: values that stay what they are.
    """
    inside = set(indices)
    used = dict.fromkeys(ref.index for index in sorted(inside) for ref in refs_of(graph.values[index]))
    outside = [index for index in used if index not in inside]
    inputs = [index for index in outside if index not in constants]
    outputs = [index for index in sorted(inside) if index in wanted]

    order = [*inputs, *(index for index in outside if index in constants), *sorted(inside)]
    places = {index: place for place, index in enumerate(order)}
    values: list[GraphValue] = []
    for place, index in enumerate(order):
        value = graph.values[index]
        if isinstance(value, Operation) and index in inside:
            values.append(_operation(value, place, places))
        else:
            values.append(_outside(value, place, types[index], constants.get(index)))
    refs = tuple(Ref(places[index]) for index in outputs)
    piece = Graph(graph.format, graph.unit, values, refs, tuple(map(name_of, outputs)))
    return OnnxPiece(piece, [types[index] for index in order], order, inputs, outputs)


def _operation(operation: Operation, place: int, places: Mapping[int, int]) -> Operation:
    operands = tuple(_moved(operand, places) for operand in operation.operands)
    attributes = {name: _moved(operand, places) for name, operand in operation.attributes.items()}
    return replace(operation, index=place, operands=operands, attributes=attributes)


def _outside(value: GraphValue, place: int, observed: Observed, constant: Array | None) -> GraphValue:
    name = name_of(value.index)
    if constant is None:
        return Input(place, name, _declared(value, observed))
    if isinstance(value, Input):
        return replace(value, index=place, name=name)  # a number that an exporter lifted is one for ONNX
    return Weight(place, name, ValueType(constant.dtype, constant.shape), load=lambda: constant)


def _declared(value: GraphValue, observed: Observed) -> ValueType:
    """What holds of a value in every run: the element type and the rank, and the sizes that the graph declares."""
    if not isinstance(observed, ValueType) or observed.shape is None:
        return ValueType()
    declared = value.type.shape if isinstance(value, Input) else None
    return ValueType(observed.dtype, (None,) * len(observed.shape) if declared is None else declared)


def _moved(operand: GraphOperand, places: Mapping[int, int]) -> GraphOperand:
    if isinstance(operand, Ref):
        return Ref(places[operand.index])
    return [_moved(item, places) for item in operand] if isinstance(operand, list | tuple) else operand


def wanted_by_others(
    graph: Graph, groups: Iterable[Collection[int]], kept: Iterable[int], used: Iterable[int]
) -> set[int]:
    """The values that some group takes from another, and those that are kept or used by anybody else."""
    wanted = {*kept, *used}
    for group in groups:
        inside = set(group)
        wanted.update(ref.index for index in group for ref in refs_of(graph.values[index]) if ref.index not in inside)
    return wanted
