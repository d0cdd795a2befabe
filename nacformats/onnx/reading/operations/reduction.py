"""Sums, means, extremes and norms over axes; cumulative ones, the largest elements and distinct ones."""

from __future__ import annotations

from nacformats.onnx.reading.node import NodeReader, normalized, operation
from nacformats.onnx.reading.values import GraphTensor, NamedValue, rank_of
from nacformats.ops.dtypes import INT64
from nacformats.ops.names import ATEN


@operation("TopK")
def _top_k(node: NodeReader) -> tuple[NamedValue, ...]:
    """The k largest or smallest elements along an axis, and their places; of equal ones the first come first."""
    x, count = node[0], node.number(1)
    axis = node.axis(default=-1)
    largest = bool(node.attribute("largest", 1))
    # A stable sort keeps equal elements in their order, which topk does not promise.
    values, places = node.build.parts(
        ATEN.sort.stable, x, stable=True, dim=axis, descending=largest, dtypes=[x.dtype, INT64]
    )
    return tuple(node.build.slice(part, axis, 0, count) for part in (values, places))


@operation("Unique")
def _unique(node: NodeReader) -> tuple[NamedValue, ...]:
    """The distinct elements, where each occurs first, where each element went, and how often each occurs."""
    x, axis = node[0], node.attribute("axis")
    dtypes = [x.dtype, INT64, INT64]
    if axis is None:
        x = node.build.reshape(x, [-1])
        values, inverse, counts = node.build.parts(ATEN._unique2.default, x, True, True, True, dtypes=dtypes)
        axis = 0
    else:
        axis = normalized(axis, rank_of(x))
        values, inverse, counts = node.build.parts(ATEN.unique_dim.default, x, axis, True, True, True, dtypes=dtypes)
    in_order = bool(node.attribute("sorted", 1))
    if in_order and not node.wants(1):
        return values, None, inverse, counts
    size, count = node.build.size(x, axis), node.build.size(counts, 0)
    places = node.emit(ATEN.arange.default, size, dtype=INT64, typed=True)
    last = node.build.filled([count], size, INT64)
    first = node.emit(ATEN.scatter_reduce.two, last, 0, inverse, places, "amin")
    if in_order:
        return values, first, inverse, counts
    order = node.emit(ATEN.argsort.default, first)
    numbers = node.emit(ATEN.argsort.default, order)

    def chosen(entries: GraphTensor, axis: int, picked: GraphTensor) -> GraphTensor:
        return node.emit(ATEN.index_select.default, entries, axis, picked)

    return chosen(values, axis, order), chosen(first, 0, order), chosen(numbers, 0, inverse), chosen(counts, 0, order)
