"""Inputs and outputs of a graph, as a NAC file describes them."""

from __future__ import annotations

from nacformats.formats.interface import Described, Interface
from nacformats.graph.graph import Graph, GraphValue, Input, Operation, ValueType


def interface_of(graph: Graph) -> Interface:
    """Return the interface of a graph. Outputs without names are out0, out1, ..."""
    names = graph.output_names or tuple(f"out{place}" for place in range(len(graph.outputs)))
    outputs = [graph.values[ref.index] for ref in graph.outputs]
    return Interface(
        tuple(_described(value.name, value) for value in graph.every(Input) if not value.lifted),
        tuple(_described(name, value) for name, value in zip(names, outputs, strict=True)),
    )


def _described(name: str, value: GraphValue) -> Described:
    return Described(name, value.type.dtype, value.type.shape)


def apply_interface(graph: Graph, interface: Interface) -> None:
    """Give inputs and outputs their types, and outputs their names, where the interface has as many as the graph."""
    inputs = [value for value in graph.every(Input) if not value.lifted]
    if len(inputs) != len(interface.inputs) or len(graph.outputs) != len(interface.outputs):
        return
    for value, described in zip(inputs, interface.inputs, strict=True):
        value.type = ValueType(described.dtype, described.shape)
    for ref, described in zip(graph.outputs, interface.outputs, strict=True):
        result = graph.values[ref.index]
        if isinstance(result, Operation):  # other values have types of their own
            result.type = ValueType(described.dtype, described.shape)
    names = tuple(described.name for described in interface.outputs)
    if len(set(names)) == len(names):
        graph.output_names = names
