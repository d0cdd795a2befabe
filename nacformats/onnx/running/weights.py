"""Weights of an ONNX model that onnxruntime reads where they are, without a copy of its own.

onnxruntime takes an array in place of an initializer whose data it never looks at itself: one that is declared to be in
a file beside the model. The file is there, and empty. What the optimizations of onnxruntime compute with (biases,
norms, filters, which it lays out anew) has to be in the model.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from onnx import GraphProto, ModelProto, NodeProto, helper, numpy_helper

from nacformats.codec.columns.arrays import Array

#: The empty file.
FILE = "weights"
#: Models whose weights take fewer bytes have a copy of them, which onnxruntime lays out for speed.
COPIED_BYTES = 32 * 2**20
#: Of a larger model, weights that take fewer bytes are copied.
_SMALL_BYTES = 64 * 1024
#: Where onnxruntime reads a weight as it is: kind of node -> place among its inputs.
_READ_AS_IT_IS = {"Gemm": 1, "MatMul": 1, "FusedMatMul": 1, "Gather": 0}
_MICROSOFT = "com.microsoft"


def shared_weights(model: ModelProto, weights: Mapping[str, Array]) -> list[str]:
    """The weights of a model that onnxruntime reads where they are."""
    is_large = sum(array.nbytes for array in weights.values()) > COPIED_BYTES
    return _shareable(model.graph, weights) if is_large else []


def place_weights(model: ModelProto, weights: Mapping[str, Array], shared: Collection[str]) -> None:
    """Put weights into a model whose initializers say that they are elsewhere, but for those to share.

    Products with the transpose of a shared weight become nodes of onnxruntime's own.
    """
    graph = model.graph
    for tensor in graph.initializer:
        if tensor.name in shared:
            del tensor.external_data[:]
            tensor.external_data.add(key="location", value=FILE)
        elif tensor.name in weights:
            tensor.CopyFrom(numpy_helper.from_array(weights[tensor.name], tensor.name))
    if shared and _fuse(graph, set(shared)):
        model.opset_import.append(helper.make_opsetid(_MICROSOFT, 1))


def _shareable(graph: GraphProto, weights: Mapping[str, Array]) -> list[str]:
    """The large weights that no node computes with before the model runs."""
    users: dict[str, list[tuple[NodeProto, int]]] = {}
    for node in graph.node:
        for place, name in enumerate(node.input):
            users.setdefault(name, []).append((node, place))
    outputs = {output.name for output in graph.output}
    return [
        name
        for name, array in weights.items()
        if array.nbytes >= _SMALL_BYTES
        and array.flags.c_contiguous
        and name not in outputs
        and all(_is_readable(node, place, users, outputs) for node, place in users.get(name, ()))
    ]


def _is_readable(node: NodeProto, place: int, users: Mapping[str, Any], outputs: set[str]) -> bool:
    if node.op_type == "Transpose":
        return (
            _is_swap(node)
            and node.output[0] not in outputs
            and all(user.op_type == "MatMul" and where == 1 for user, where in users.get(node.output[0], ()))
        )
    return _READ_AS_IT_IS.get(node.op_type) == place


def _is_swap(node: NodeProto) -> bool:
    return any(attribute.name == "perm" and list(attribute.ints) == [1, 0] for attribute in node.attribute)


def _fuse(graph: GraphProto, shared: set[str]) -> bool:
    """Replace products with the transpose of a shared weight; whether there were any."""
    sources = {node.output[0]: node.input[0] for node in _transposed(graph, shared)}
    if not sources:
        return False
    nodes = [node for node in graph.node if not (node.op_type == "Transpose" and node.input[0] in shared)]
    for node in nodes:
        if node.op_type == "MatMul" and node.input[1] in sources:
            node.op_type, node.domain = "FusedMatMul", _MICROSOFT
            node.input[1] = sources[node.input[1]]
            node.attribute.append(helper.make_attribute("transB", 1))
    del graph.node[:]
    graph.node.extend(nodes)
    return True


def _transposed(graph: GraphProto, shared: set[str]) -> Iterator[NodeProto]:
    return (node for node in graph.node if node.op_type == "Transpose" and node.input[0] in shared)
