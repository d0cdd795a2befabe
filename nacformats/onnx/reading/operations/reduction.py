"""Sums, means, extremes and norms over axes; cumulative ones, the largest elements and distinct ones."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from nacformats.onnx.reading.node import NodeReader, normalized, operation
from nacformats.onnx.reading.operations.sizes import reduced_sizes
from nacformats.onnx.reading.values import GraphSize, GraphTensor, NamedValue, Refusal, rank_of, static_shape
from nacformats.ops.dtypes import BOOL, FLOAT32, INT64, DType
from nacformats.ops.names import ATEN


def _axes(node: NodeReader) -> list[Any] | None:
    """The axes; all of them when none are named, and None when nothing is to be reduced."""
    given: list[Any] | None = node.numbers(1) if node.has(1) else node.attribute("axes")
    if given:
        return [normalized(axis, rank_of(node.value(0))) if isinstance(axis, int) else axis for axis in given]
    if node.attribute("noop_with_empty_axes", 0):
        return None
    return list(range(rank_of(node.value(0))))


def _sum(node: NodeReader, x: GraphTensor, axes: list[Any], keepdim: bool) -> GraphTensor:
    return node.build.reduce(ATEN.sum.dim_IntList, x, axes, keepdim, dtype=x.dtype, typed=x.dtype.kind in "iub")


def _mean(node: NodeReader, x: GraphTensor, axes: list[Any], keepdim: bool) -> GraphTensor:
    if x.dtype.kind not in "iu":
        return node.build.reduce(ATEN.mean.dim, x, axes, keepdim)
    total = _sum(node, x, axes, keepdim)
    count: GraphSize = 1
    for axis in axes:
        size = node.build.size(x, axis)
        known = isinstance(count, int) and isinstance(size, int)
        count = count * size if known else node.build.number("mul", count, size)  # type: ignore[operator]
    return node.emit(ATEN.div.Tensor_mode, total, count, rounding_mode="trunc")


def _extreme(kernel: str) -> Any:
    def reduce(node: NodeReader, x: GraphTensor, axes: list[Any], keepdim: bool) -> GraphTensor:
        found = node.build.reduce(kernel, x, axes, keepdim)
        if x.shape is None or 0 not in [x.shape[axis] for axis in axes if isinstance(axis, int)]:
            return found
        beaten = _extreme_of(x.dtype, -1 if kernel == ATEN.amax.default else 1)  # of nothing: what any number beats
        return node.build.filled(static_shape(found), beaten, x.dtype)

    return reduce


def _extreme_of(dtype: DType, sign: int) -> Any:
    """The lowest number of a type (sign -1), or the highest."""
    if dtype.kind in "iu":
        return int(np.iinfo(dtype).min if sign < 0 else np.iinfo(dtype).max)
    return math.inf * sign


def _product(node: NodeReader, x: GraphTensor, axes: list[Any], keepdim: bool) -> GraphTensor:
    if not all(isinstance(axis, int) for axis in axes):
        if len(axes) > 1:
            raise Refusal("several axes that are not constant")
        return node.emit(ATEN.prod.dim_int, x, axes[0], keepdim, dtype=x.dtype, typed=True)
    for axis in sorted(axes, reverse=True):
        x = node.emit(ATEN.prod.dim_int, x, axis, keepdim, dtype=x.dtype, typed=True)
    return x


def _square_sum(node: NodeReader, x: GraphTensor, axes: list[Any], keepdim: bool) -> GraphTensor:
    return _sum(node, node.emit(ATEN.mul.Tensor, x, x), axes, keepdim)


def _length(node: NodeReader, x: GraphTensor, axes: list[Any], keepdim: bool) -> GraphTensor:
    total = _square_sum(node, x, axes, keepdim)
    if x.dtype.kind not in "iu":
        return node.emit(ATEN.sqrt.default, total)
    return node.build.cast(node.emit(ATEN.sqrt.default, node.build.cast(total, FLOAT32)), x.dtype)


_REDUCTIONS: dict[str, Any] = {
    "ReduceSum": _sum,
    "ReduceMean": _mean,
    "ReduceMax": _extreme(ATEN.amax.default),
    "ReduceMin": _extreme(ATEN.amin.default),
    "ReduceProd": _product,
    "ReduceL1": lambda node, x, axes, keepdim: _sum(node, node.emit(ATEN.abs.default, x), axes, keepdim),
    "ReduceL2": _length,
    "ReduceSumSquare": _square_sum,
    "ReduceLogSum": lambda node, x, axes, keepdim: node.emit(ATEN.log.default, _sum(node, x, axes, keepdim)),
    "ReduceLogSumExp": lambda node, x, axes, keepdim: node.build.reduce(ATEN.logsumexp.default, x, axes, keepdim),
}
_OF_SIZES = {"ReduceProd": "prod", "ReduceSum": "sum", "ReduceMax": "amax", "ReduceMin": "amin"}
#: What is done to each element when no axis is reduced.
_OF_ONE = {"ReduceL1": "abs", "ReduceL2": "abs", "ReduceLogSum": "log"}


@operation(*_REDUCTIONS)
def _reduce(node: NodeReader) -> NamedValue:
    """A reduction over some axes, or all."""
    axes, keepdim = _axes(node), bool(node.attribute("keepdims", 1))
    if axes is None:
        return _of_each(node)
    known = reduced_sizes(node, _OF_SIZES.get(node.operator, ""), keepdim)
    if known is not None:
        return known
    x = node[0]
    if x.dtype == BOOL and node.operator in ("ReduceMax", "ReduceMin"):
        kernel = ATEN.any.dims if node.operator == "ReduceMax" else ATEN.all.dims
        return node.build.reduce(kernel, x, axes, keepdim)
    if not axes:  # a tensor of rank 0
        return _of_each(node)
    return _REDUCTIONS[node.operator](node, x, axes, keepdim)  # type: ignore[no-any-return]


def _of_each(node: NodeReader) -> NamedValue:
    x = node[0]
    if node.operator == "ReduceSumSquare":
        return node.emit(ATEN.mul.Tensor, x, x)
    kernel = _OF_ONE.get(node.operator)
    return node.value(0) if kernel is None else node.emit(f"aten.{kernel}", x)


@operation("CumSum", "CumProd")
def _cumulative(node: NodeReader) -> NamedValue:
    """Sums or products of all elements up to each, in either direction, with or without it."""
    x, axis = node[0], node.number(1)
    if isinstance(axis, int):
        axis = normalized(axis, rank_of(x))
    kernel = f"aten.{node.operator.lower()}"
    backwards = bool(node.attribute("reverse", 0))
    found = node.emit(ATEN.flip.default, x, [axis]) if backwards else x
    if node.attribute("exclusive", 0):
        found = _shifted(node, found, axis, 0 if node.operator == "CumSum" else 1)
    found = node.emit(kernel, found, axis, dtype=x.dtype, shape=x.shape, typed=x.dtype.kind in "iub")
    return node.emit(ATEN.flip.default, found, [axis]) if backwards else found


def _shifted(node: NodeReader, x: GraphTensor, axis: GraphSize, number: int) -> GraphTensor:
    """The elements moved by one place along an axis, with a number in the first one."""
    if not isinstance(axis, int):
        if rank_of(x) > 1:
            raise Refusal("an axis that is not constant, with `exclusive`")
        axis = 0
    size = node.build.size(x, axis)
    last = size - 1 if isinstance(size, int) else node.build.number("sub", size, 1)
    first = node.emit(ATEN.full_like.default, node.build.slice(x, axis, 0, 1), number)
    return node.build.cat([first, node.build.slice(x, axis, 0, last)], axis)


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
