"""Elements by their places: gather, scatter, the largest, the distinct ones."""

from __future__ import annotations

import numpy as np

from nacformats.onnx.reading.node import NodeReader, normalized, operation
from nacformats.onnx.reading.values import AnyTensor, GraphConstant, GraphTensor, NamedValue, Refusal, constant, rank_of
from nacformats.ops.dtypes import INT64
from nacformats.ops.names import ATEN


@operation("Gather")
def _gather(node: NodeReader) -> NamedValue:
    """Return the entries of one axis at some places."""
    x, places, axis = node.value(0), node.value(1), node.axis(default=0)
    if isinstance(places, GraphConstant) and not places.shape:
        return node.emit(ATEN.select.int, x, axis, int(places.array))
    if _is_table(x) and axis == 0:
        return node.emit(ATEN.embedding.default, x, places)
    indices = [*[None] * axis, _int64(node, places)]
    return node.emit(ATEN.index.Tensor, x, indices)


def _is_table(x: AnyTensor) -> bool:
    """Return True if this is the table of an embedding."""
    return isinstance(x, GraphConstant) and len(x.shape) == 2 and x.dtype.kind not in "iub"


def _int64(node: NodeReader, places: AnyTensor) -> AnyTensor:
    return places if places.dtype == INT64 else node.build.cast(places, INT64)


def _from_front(node: NodeReader, places: AnyTensor, x: AnyTensor, axis: int) -> AnyTensor:
    """Return places that may be negative, counted from the front."""
    size = node.build.size(x, axis)
    if isinstance(places, GraphConstant) and isinstance(size, int):
        array = places.array.astype(np.int64)
        return constant(np.where(array < 0, array + size, array), name=places.name)
    tensor = node.build.tensor(_int64(node, places))
    moved = node.emit(ATEN.add.Tensor, tensor, size)
    return node.emit(ATEN.where.self, node.emit(ATEN.lt.Scalar, tensor, 0), moved, tensor, dtype=INT64)


@operation("GatherElements")
def _gather_elements(node: NodeReader) -> NamedValue:
    """Return the elements at indices along one axis, one for every place of the result."""
    x, axis = node[0], node.axis(default=0)
    places = _from_front(node, node.value(1), x, axis)
    return node.emit(ATEN.gather.default, x, axis, places)


def _columns(node: NodeReader, places: AnyTensor, count: int) -> list[GraphTensor]:
    """Return the entries of the last dimension of a tensor of places as tensors."""
    last = rank_of(places) - 1
    wide = node.build.tensor(_int64(node, places))
    return [node.emit(ATEN.select.int, wide, last, place) for place in range(count)]


def _count(places: AnyTensor) -> int:
    count = (places.shape or (None,))[-1]
    if not isinstance(count, int):
        raise Refusal("how many axes the indices name has to be fixed")
    return count


@operation("GatherND")
def _gather_nd(node: NodeReader) -> NamedValue:
    """Return slices at places in several axes, after some axes in common."""
    x, places = node[0], node.value(1)
    batch, count = node.attribute("batch_dims", 0), _count(places)
    columns = _columns(node, places, count)
    rank = rank_of(places) - 1
    lead = []
    for axis in range(batch):
        numbers = node.emit(ATEN.arange.default, node.build.size(x, axis), dtype=INT64, typed=True)
        sizes = [1] * rank
        sizes[axis] = -1
        lead.append(node.build.reshape(numbers, sizes))
    return node.emit(ATEN.index.Tensor, x, [*lead, *columns])


_REDUCED = {"add": "sum", "mul": "prod", "max": "amax", "min": "amin"}


@operation("ScatterElements", "Scatter")
def _scatter_elements(node: NodeReader) -> NamedValue:
    """Return the tensor with elements replaced, or combined, at places of one axis."""
    x, axis = node[0], node.axis(default=0)
    places = _from_front(node, node.value(1), x, axis)
    how = node.attribute("reduction", "none")
    if how == "none":
        return node.emit(ATEN.scatter.src, x, axis, places, node[2])
    if how not in _REDUCED:
        raise Refusal(f"reduction {how!r}")
    return node.emit(ATEN.scatter_reduce.two, x, axis, places, node[2], _REDUCED[how])


@operation("ScatterND")
def _scatter_nd(node: NodeReader) -> NamedValue:
    """Return the tensor with slices replaced, or combined, at places in several axes."""
    x, places, updates = node[0], node.value(1), node[2]
    how, count = node.attribute("reduction", "none"), _count(places)
    if how in ("none", "add"):
        columns = _columns(node, places, count)
        return node.emit(ATEN.index_put.default, x, columns, updates, how == "add")
    if how not in _REDUCED:
        raise Refusal(f"reduction {how!r}")
    return _combined(node, x, places, updates, how, count)


def _combined(
    node: NodeReader, x: GraphTensor, places: AnyTensor, updates: GraphTensor, how: str, count: int
) -> GraphTensor:
    """Combine slices at places: along one axis, which stands for the axes that the places name."""
    sizes = [node.build.size(x, axis) for axis in range(rank_of(x))]
    if not all(isinstance(size, int) for size in sizes):
        raise Refusal(f"reduction {how!r} on sizes that are not fixed")
    known = [size for size in sizes if isinstance(size, int)]
    columns = [_from_front(node, column, x, axis) for axis, column in enumerate(_columns(node, places, count))]
    place: AnyTensor = columns[0]
    for axis, column in enumerate(columns[1:], start=1):
        place = node.emit(ATEN.add.Tensor, node.emit(ATEN.mul.Tensor, place, known[axis]), column)
    rest = int(np.prod(known[count:], dtype=np.int64))
    flat = node.build.reshape(x, [-1, rest])
    rows = node.build.reshape(place, [-1, 1])
    rows = node.emit(ATEN.expand.default, rows, [-1, rest])
    values = node.build.reshape(updates, [-1, rest])
    found = node.emit(ATEN.scatter_reduce.two, flat, 0, rows, values, _REDUCED[how])
    return node.build.reshape(found, known)


@operation("TopK")
def _top_k(node: NodeReader) -> tuple[NamedValue, ...]:
    """Return the k largest or smallest elements along an axis, and their places; of equal ones the first come first."""
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
    """Return the distinct elements, where each occurs first, where each element went, and how often each occurs."""
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
