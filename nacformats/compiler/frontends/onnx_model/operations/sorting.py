"""Largest elements, and distinct ones."""

from __future__ import annotations

from nacformats.compiler.frontends.onnx_model.node import OnnxNode, normalized, operation
from nacformats.compiler.frontends.onnx_model.values import INT64, Refusal, Value, rank_of
from nacformats.graph import ValueType


@operation("TopK")
def top_k(node: OnnxNode) -> tuple[Value, ...]:
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
def unique(node: OnnxNode) -> tuple[Value, ...]:
    """The distinct elements, sorted, with how often each occurs and where each element went."""
    if not node.attribute("sorted", 1):
        raise Refusal("distinct elements in the order of their first occurrence")
    if node.wants(1):
        raise Refusal("the places of first occurrences")
    x, axis = node[0], node.attribute("axis")
    if axis is None:
        flat = node.build.reshape(x, [-1])
        types = [ValueType(x.dtype, (None,)), ValueType(INT64, (None,)), ValueType(INT64, (None,))]
        values, inverse, counts = node.build.parts("aten._unique2.default", flat, True, True, True, types=types)
    else:
        axis = normalized(axis, rank_of(x))
        types = [ValueType(x.dtype, (None,) * rank_of(x)), ValueType(INT64, (None,)), ValueType(INT64, (None,))]
        values, inverse, counts = node.build.parts("aten.unique_dim.default", x, axis, True, True, True, types=types)
    return values, None, inverse, counts
