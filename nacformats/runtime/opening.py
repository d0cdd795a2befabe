"""Opening a model: the graph as it is run, and operations of the caller's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from nacformats.errors import InvalidError
from nacformats.graph.graph import Graph, Operation
from nacformats.graph.models import graph_of
from nacformats.runtime.operators import Kernel, parse_schema
from nacformats.runtime.restoring import restore


def graph_to_run(model: Any) -> Graph:
    """Return the graph of a model, with what its writer lost restored; a graph as it is."""
    return model if isinstance(model, Graph) else restore(graph_of(model))


def with_shapes(graph: Graph, shapes: Mapping[int, Sequence[int]]) -> Graph:
    """Return the graph with the target shapes of its reshape operations filled in."""
    if not shapes:
        return graph
    graph = replace(graph, values=list(graph.values))
    for index, shape in shapes.items():
        value = graph.values[index] if 0 <= index < len(graph.values) else None
        if not isinstance(value, Operation) or value.operator != "mind.reshape":
            raise InvalidError(f"{graph.unit} {index} is not a reshape", format=graph.format, path="shapes")
        graph.values[index] = replace(value, attributes={**value.attributes, "shape": list(shape)})
    return graph


def operations_named(operations: Mapping[str, Callable[..., Any]]) -> dict[str, Kernel]:
    """Return functions by name or schema as operations."""
    named = {}
    for schema, function in operations.items():
        name, parameters = parse_schema(schema)
        named[name] = Kernel(name, parameters, function)
    return named
