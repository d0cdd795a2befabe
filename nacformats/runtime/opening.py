"""What a session is made of: a graph as it is run, an engine, operations of the caller's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from nacformats.errors import InvalidError
from nacformats.graph.graph import Graph, Operation
from nacformats.graph.models import graph_of
from nacformats.runtime.engines import Engine, NumpyEngine
from nacformats.runtime.engines.allowed import Trust, trusted
from nacformats.runtime.operators import Kernel, parse_schema
from nacformats.runtime.restoring import restore

if TYPE_CHECKING:
    from nacformats.onnx.running import SubgraphRunner

#: What a session may be asked to run on.
ENGINES = ("numpy", "torch", "onnxruntime")


def graph_to_run(model: Any) -> Graph:
    """The graph of a model, with what its writer lost put back; a graph as it is."""
    return model if isinstance(model, Graph) else restore(graph_of(model))


def with_shapes(graph: Graph, shapes: Mapping[int, Sequence[int]]) -> Graph:
    """The graph with the target shapes of its reshape operations filled in."""
    if not shapes:
        return graph
    graph = replace(graph, values=list(graph.values))
    for index, shape in shapes.items():
        value = graph.values[index] if 0 <= index < len(graph.values) else None
        if not isinstance(value, Operation) or value.operator != "mind.reshape":
            raise InvalidError(f"{graph.unit} {index} is not a reshape", format=graph.format, path="shapes")
        graph.values[index] = replace(value, attributes={**value.attributes, "shape": list(shape)})
    return graph


def engine_named(engine: str | Engine, trust: Trust) -> Engine:
    """An engine by its name; one that is made already as it is. ImportError when it is not installed."""
    if not isinstance(engine, str):
        if trust is not None:
            raise ValueError("trust belongs to the engine that is given: TorchEngine(trust=...)")
        return engine
    trusted(trust)
    if engine == "numpy":
        return NumpyEngine()
    if engine == "torch":
        from nacformats.runtime.engines.torch_engine import TorchEngine  # noqa: PLC0415  PyTorch is optional

        return TorchEngine(trust)
    if engine == "onnxruntime":
        from nacformats.onnx.engine import OnnxruntimeEngine  # noqa: PLC0415  it is optional

        return OnnxruntimeEngine()
    raise ValueError(f"unknown engine {engine!r}: known are {', '.join(ENGINES)}")


def runner_of(graph: Graph, engine: Engine, operations: Mapping[str, Kernel]) -> SubgraphRunner | None:
    """What runs a graph in parts, where the engine does that."""
    if engine.name != "onnxruntime":
        return None
    from nacformats.onnx.running import SubgraphRunner  # noqa: PLC0415  onnxruntime is optional

    return SubgraphRunner(graph, engine, operations)


def operations_named(operations: Mapping[str, Callable[..., Any]]) -> dict[str, Kernel]:
    """Functions by name or schema as operations."""
    named = {}
    for schema, function in operations.items():
        name, parameters = parse_schema(schema)
        named[name] = Kernel(name, parameters, function)
    return named
