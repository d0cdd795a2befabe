"""What a compiled NAC file says of its inputs and outputs: the resource interface.json (specification 6.3).

    {"inputs":[{"name":"x","dtype":"float32","shape":["batch",4]}],"outputs":[{"name":"logits", ...}]}

A size is a number, the name of a symbolic size, or null. What is malformed is ignored as a whole: a file can be run
without it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np

from nacformats.codec.streams import Buffer
from nacformats.graph import Dim, Graph, GraphValue, Input, Operation, ValueType

#: Name of the resource.
INTERFACE = "interface.json"
#: A larger one is not looked at.
MAX_BYTES = 1 << 22
MAX_RANK = 64
MAX_SIZE = 1 << 48
MAX_NAME = 1024

_DTYPES = {
    dtype.name: dtype
    for dtype in map(
        np.dtype,
        (
            *(np.bool_, np.uint8, np.uint16, np.uint32, np.uint64, np.int8, np.int16, np.int32, np.int64),
            *(np.float16, ml_dtypes.bfloat16, np.float32, np.float64, np.complex64, np.complex128),
        ),
    )
}


@dataclass(frozen=True)
class Interface:
    """Names and types of inputs and outputs, in order."""

    inputs: tuple[tuple[str, ValueType], ...]
    outputs: tuple[tuple[str, ValueType], ...]


def interface_of(graph: Graph) -> Interface:
    """That of a graph. Outputs without names are out0, out1, ..."""
    names = graph.output_names or tuple(f"out{place}" for place in range(len(graph.outputs)))
    inputs = [value for value in graph.every(Input) if not value.lifted]
    types = [graph.values[ref.index].type for ref in graph.outputs]
    return Interface(tuple((value.name, value.type) for value in inputs), tuple(zip(names, types, strict=True)))


def write_interface(interface: Interface) -> bytes:
    """The bytes of the resource."""
    described = {"inputs": _described(interface.inputs), "outputs": _described(interface.outputs)}
    return json.dumps(described, separators=(",", ":"), ensure_ascii=True).encode()


def _described(ports: Iterable[tuple[str, ValueType]]) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "dtype": None if known.dtype is None else known.dtype.name,
            "shape": None if known.shape is None else list(known.shape),
        }
        for name, known in ports
    ]


def read_interface(data: Buffer) -> Interface | None:
    """The interface that a resource holds; None when it is malformed."""
    if len(data) > MAX_BYTES:
        return None
    try:
        described = json.loads(bytes(data))
        return Interface(*(tuple(map(_port, described[which])) for which in ("inputs", "outputs")))
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def _port(described: Any) -> tuple[str, ValueType]:
    if not isinstance(described, Mapping):
        raise TypeError("not an object")
    name, dtype, shape = (described.get(key) for key in ("name", "dtype", "shape"))
    if not isinstance(name, str) or len(name) > MAX_NAME:
        raise TypeError("not a name")
    return name, ValueType(None if dtype is None else _DTYPES[dtype], None if shape is None else _shape(shape))


def _shape(described: Any) -> tuple[Dim, ...]:
    if not isinstance(described, list) or len(described) > MAX_RANK:
        raise TypeError("not a shape")
    return tuple(map(_dim, described))


def _dim(described: Any) -> Dim:
    is_size = type(described) is int and 0 <= described <= MAX_SIZE
    if described is None or is_size or (isinstance(described, str) and 0 < len(described) <= MAX_NAME):
        dim: Dim = described
        return dim
    raise TypeError("not a size")


def apply_interface(graph: Graph, interface: Interface) -> None:
    """Give the inputs of a graph their types and the outputs their names, where the interface is that of the graph."""
    inputs = [value for value in graph.every(Input) if not value.lifted]
    names = tuple(name for name, _ in interface.outputs)
    if len(inputs) != len(interface.inputs) or len(graph.outputs) != len(names):
        return
    for value, (_, known) in zip(inputs, interface.inputs, strict=True):
        value.type = known
    for ref, (_, known) in zip(graph.outputs, interface.outputs, strict=True):
        _set_type(graph.values[ref.index], known)
    if len(set(names)) == len(names):
        graph.output_names = names


def _set_type(value: GraphValue, known: ValueType) -> None:
    """What is said of the result of an operation; other values have types of their own."""
    if isinstance(value, Operation):
        value.type = known
