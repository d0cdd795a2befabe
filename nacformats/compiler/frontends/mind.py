"""The front end of Mind IR: the same graph in ATen's operations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from nacformats.codec.columns.arrays import Array
from nacformats.errors import InvalidError
from nacformats.formats.mic import MicGraph
from nacformats.graph.graph import Graph, GraphValue, Input, Operation, Weight
from nacformats.graph.models import graph_of
from nacformats.runtime.operators import KERNELS
from nacformats.runtime.restoring.resolved import resolved
from nacformats.runtime.steps.inference import infer


def graph_of_mind(mic: MicGraph, parameters: Mapping[str, npt.ArrayLike]) -> Graph:
    """Return the graph of a Mind IR graph, which has no weights of its own.

    Args:
        mic: the graph.
        parameters: weights by name; a parameter that has none becomes an input.

    Raises:
        InvalidError: the graph is not valid, there is no such parameter, or its shape is another one.
    """
    graph = graph_of(mic)
    infer(graph)
    arrays = {name: np.asarray(value) for name, value in parameters.items()}
    unknown = arrays.keys() - {weight.name for weight in graph.every(Weight)}
    if unknown:
        known = ", ".join(weight.name for weight in graph.every(Weight)) or "no parameters"
        reason = f"the graph has no parameter {min(unknown)!r}"
        raise InvalidError(reason, format=graph.format, path="parameters", expected=known)
    found = resolved(replace(graph, values=[_given(graph, value, arrays) for value in graph.values]))
    return replace(found, values=[_positional(value) for value in found.values])


def _positional(value: GraphValue) -> GraphValue:
    """Return an operation with the arguments that are not keyword-only among the operands, as PyTorch exports it."""
    kernel = KERNELS.get(value.operator) if isinstance(value, Operation) else None
    if not isinstance(value, Operation) or kernel is None or kernel.parameters is None or value.operands:
        return value
    attributes = dict(value.attributes)
    parameters = [parameter for parameter in kernel.parameters if not parameter.keyword_only]
    while parameters and parameters[-1].name not in attributes:
        parameters.pop()
    operands = tuple(attributes.pop(parameter.name, parameter.default) for parameter in parameters)
    return replace(value, operands=operands, attributes=attributes)


def _given(graph: Graph, value: GraphValue, arrays: Mapping[str, Array]) -> GraphValue:
    """Return a parameter with its array, or as an input; any other value as it is."""
    if not isinstance(value, Weight):
        return value
    if value.name not in arrays:
        return Input(value.index, value.name, value.type, value.offset, value.line)
    array = arrays[value.name].astype(value.type.dtype, copy=False)
    shape = value.type.shape or ()
    fits = len(shape) == array.ndim and all(
        isinstance(dim, str) or dim == size for dim, size in zip(shape, array.shape, strict=True)
    )
    if not fits:
        raise graph.error(
            InvalidError, value, "its array has another shape", expected=str(value.type), actual=str(list(array.shape))
        )
    return replace(value, load=_loader(array))


def _loader(array: Array) -> Callable[[], Array]:
    return lambda: array
