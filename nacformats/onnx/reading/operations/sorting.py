"""Largest elements, and distinct ones."""

from __future__ import annotations

from nacformats.graph.graph import ValueType
from nacformats.onnx.reading.node import NodeReader, normalized, operation
from nacformats.onnx.reading.values import GraphTensor, NamedValue, rank_of
from nacformats.runtime.kernels._promotion import INT64


@operation("TopK")
def _top_k(node: NodeReader) -> tuple[NamedValue, ...]:
    """The k largest or smallest elements along an axis, and their places; of equal ones the first come first."""
    x, count = node[0], node.number(1)
    axis = node.axis(default=-1)
    shape = None
    if x.shape is not None:
        shape = (*x.shape[:axis], count if isinstance(count, int) else None, *x.shape[axis + 1 :])
    largest = bool(node.attribute("largest", 1))
    # A stable sort keeps equal elements in their order, which topk does not promise.
    sorted_types = [ValueType(x.dtype, x.shape), ValueType(INT64, x.shape)]
    values, places = node.build.parts(
        "aten.sort.stable", x, stable=True, dim=axis, descending=largest, types=sorted_types
    )
    found = [node.build.slice(part, axis, 0, count) for part in (values, places)]
    for part in found:
        node.build.graph.values[part.ref.index].type = ValueType(part.dtype, shape)
    return tuple(found)


@operation("Unique")
def _unique(node: NodeReader) -> tuple[NamedValue, ...]:
    """The distinct elements, where each occurs first, where each element went, and how often each occurs."""
    x, axis = node[0], node.attribute("axis")
    if axis is None:
        x = node.build.reshape(x, [-1])
        kinds = [ValueType(x.dtype, (None,)), *[ValueType(INT64, (None,))] * 2]
        values, inverse, counts = node.build.parts("aten._unique2.default", x, True, True, True, types=kinds)
        axis = 0
    else:
        axis = normalized(axis, rank_of(x))
        kinds = [ValueType(x.dtype, (None,) * rank_of(x)), *[ValueType(INT64, (None,))] * 2]
        values, inverse, counts = node.build.parts("aten.unique_dim.default", x, axis, True, True, True, types=kinds)
    in_order = bool(node.attribute("sorted", 1))
    if in_order and not node.wants(1):
        return values, None, inverse, counts
    size, count = node.build.size(x, axis), node.build.size(counts, 0)
    places = node.emit("aten.arange", size, dtype=INT64, shape=(None,), typed=True)
    last = node.build.filled([count], size, INT64)
    first = node.emit("aten.scatter_reduce.two", last, 0, inverse, places, "amin", shape=(None,))
    if in_order:
        return values, first, inverse, counts
    order = node.emit("aten.argsort", first, shape=(None,))
    numbers = node.emit("aten.argsort", order, shape=(None,))

    def chosen(entries: GraphTensor, axis: int, picked: GraphTensor) -> GraphTensor:
        return node.emit("aten.index_select", entries, axis, picked, shape=(None,) * rank_of(entries))

    return chosen(values, axis, order), chosen(first, 0, order), chosen(numbers, 0, inverse), chosen(counts, 0, order)
