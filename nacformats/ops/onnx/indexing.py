"""Elements at indices: taken out, and put in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from nacformats.ops.dtypes import BOOL, INT64, DType, category
from nacformats.ops.onnx.arithmetic import emit_floor_divide
from nacformats.ops.onnx.emitter import END, Emitter, Inexpressible, OnnxOperand, OnnxSize, Symbol, rule


@rule("embedding")
def _embedding(e: Emitter, weight: Symbol, indices: Symbol, *_settings: Any) -> Symbol:
    return e.op("Gather", weight, indices if indices.dtype.itemsize >= 4 else e.cast(indices, INT64), axis=0)


@rule("index_select")
def _index_select(e: Emitter, x: Symbol, dim: int, index: Symbol) -> Symbol:
    if not x.rank:
        return x
    flat = e.cast(index, INT64)
    return e.op("Gather", x, flat if index.rank else e.reshape(flat, [1]), axis=e.axis(x, dim))


# several indices at once


def _indexed(e: Emitter, indices: Sequence[Symbol | None]) -> dict[int, Symbol]:
    """Return index tensors by axis; a mask stands for the places where it holds, one list for each of its axes."""
    found: dict[int, Symbol] = {}
    axis = 0
    for index in indices:
        if index is None:
            axis += 1
        elif index.dtype == BOOL or index.dtype == np.uint8:
            for column in _places(e, index):
                found[axis] = column
                axis += 1
        else:
            found[axis] = e.cast(index, INT64)
            axis += 1
    return found


def _places(e: Emitter, mask: Symbol) -> list[Symbol]:
    """Emit the indices of the elements where a mask holds, a list for each axis."""
    rows = e.op("NonZero", e.cast(mask, BOOL), dtype=INT64)
    columns = [e.op("Gather", rows, e.const(axis, INT64), axis=0) for axis in range(e.rank(mask))]
    return [replace(column, rank=1) for column in columns]


def _joined(e: Emitter, indices: Sequence[Symbol]) -> tuple[Symbol, int]:
    """Emit indices broadcast and stacked in a new last dimension; also return the rank without it."""
    rank = max(e.rank(index) for index in indices)
    if len(indices) > 1 and any(index.rank for index in indices):
        total = indices[0]
        for index in indices[1:]:
            total = e.op("Add", total, index)
        shape = e.op("Shape", total, dtype=INT64)
        indices = [e.expand(index, shape, rank) for index in indices]
    return e.concat([e.unsqueeze(replace(index, rank=rank), [rank]) for index in indices], rank), rank


def _order(rank: int, axes: Sequence[int]) -> list[int]:
    """Return the order of axes that has indexed ones first."""
    return [*axes, *(axis for axis in range(rank) if axis not in axes)]


def _adjacent(axes: Sequence[int]) -> bool:
    return list(axes) == list(range(axes[0], axes[-1] + 1))


def _moved(e: Emitter, x: Symbol, count: int, place: int) -> Symbol:
    """Emit the first dimensions moved behind others: where the indexed axes were."""
    rest = list(range(count, e.rank(x)))
    return e.permute(x, [*rest[:place], *range(count), *rest[place:]])


@rule("index.Tensor")
def _index(e: Emitter, x: Symbol, indices: Sequence[Symbol | None]) -> Symbol:
    found = _indexed(e, indices)
    axes = sorted(found)
    if not axes:
        return x
    if len(axes) == 1:
        return e.op("Gather", x, found[axes[0]], axis=axes[0])
    joined, count = _joined(e, [found[axis] for axis in axes])
    front = e.permute(x, _order(e.rank(x), axes))
    result = replace(e.op("GatherND", front, joined), rank=count + e.rank(x) - len(axes))
    return _moved(e, result, count, axes[0]) if _adjacent(axes) else result


def _is_one_mask(indices: Sequence[Symbol | None], values: Symbol) -> bool:
    masks = [each for each in indices if each is not None]
    return len(masks) == 1 and masks[0].dtype == BOOL and indices[0] is not None and not values.rank


@rule("index_put")
def _index_put(e: Emitter, x: Symbol, indices: Sequence[Symbol | None], values: Symbol, accumulate: bool) -> Symbol:
    values = e.cast(values, x.dtype)
    if _is_one_mask(indices, values) and not accumulate:
        mask = indices[0]
        assert mask is not None
        return e.where(e.unsqueeze(mask, range(e.rank(mask), e.rank(x))), values, x)
    found = _indexed(e, indices)
    axes = sorted(found)
    joined, count = _joined(e, [found[axis] for axis in axes])
    order = _order(e.rank(x), axes)
    front = e.permute(x, order)
    rest = e.rank(x) - len(axes)
    shape = e.op("Shape", joined, dtype=INT64, start=0, end=count)
    if rest:
        shape = e.op("Concat", shape, e.op("Shape", front, dtype=INT64, start=len(axes), end=e.rank(x)), axis=0)
    updates = _updates(e, values, shape, count, rest, axes[0] if _adjacent(axes) else 0)
    scattered = _scattered("ScatterND", e, front, joined, updates, "add" if accumulate else "none")
    return e.permute(replace(scattered, rank=x.rank), [order.index(axis) for axis in range(e.rank(x))])


def _updates(e: Emitter, values: Symbol, shape: Symbol, count: int, rest: int, place: int) -> Symbol:
    """Emit values broadcast to what the indices select, with the dimensions of the indices in front."""
    if place and e.rank(values) > rest - place:
        missing = count + rest - e.rank(values)
        values = e.unsqueeze(values, range(missing))
        values = e.permute(values, [*range(place, place + count), *range(place), *range(place + count, count + rest)])
    return e.expand(values, shape, count + rest)


def _scattered(
    kind: str, e: Emitter, x: Symbol, places: Symbol, updates: Symbol, reduction: str, **axis: Any
) -> Symbol:
    """Emit a scatter; one that adds up is done in the type for arithmetic."""
    if reduction != "none":
        wide = e.computed(x.dtype)
        x, updates = e.cast(x, wide), e.cast(updates, wide)
    return e.op(kind, x, places, updates, reduction=reduction, **axis)


# one index for each element


@rule("gather")
def _gather(e: Emitter, x: Symbol, dim: int, places: Symbol, _sparse: bool) -> Symbol:
    if not x.rank:
        return e.expand(x, e.shape(places), e.rank(places))
    if not places.rank:
        return e.reshape(e.op("GatherElements", x, e.reshape(places, [1]), axis=0), [])
    return e.op("GatherElements", x, places, axis=e.axis(x, dim))


_REDUCTIONS = {"add": "add", "sum": "add", "multiply": "mul", "prod": "mul", "amax": "max", "amin": "min"}


def _scattered_along(
    e: Emitter, x: Symbol, dim: int, places: Symbol, source: OnnxOperand, reduction: str = "none"
) -> Symbol:
    """Emit a scatter along a dimension; of a source that is larger than the index, the part of its shape is used."""
    if not x.rank:
        raise Inexpressible("a scatter into a scalar")
    updates = e.cast(source, x.dtype)
    if isinstance(source, Symbol) and source.rank:
        if source.sizes is None or source.sizes != places.sizes or None in source.sizes:
            rank = e.rank(places)
            starts, axes = e.indices(*[0] * rank), e.indices(*range(rank))
            same = source.seen is not None and source.seen == places.seen
            updates = updates if same else e.op("Slice", updates, starts, e.shape(places), axes)
    else:
        updates = e.expand(updates, e.shape(places), e.rank(places))
    return _scattered("ScatterElements", e, x, places, updates, reduction, axis=e.axis(x, dim))


@rule("scatter.reduce scatter.value_reduce")
def _scatter_with(e: Emitter, x: Symbol, dim: int, places: Symbol, source: OnnxOperand, reduce: str) -> Symbol:
    return _scattered_along(e, x, dim, places, source, _REDUCTIONS[reduce])


@rule("scatter_reduce.two")
def _scatter_reduce(
    e: Emitter, x: Symbol, dim: int, places: Symbol, source: Symbol, reduce: str, include_self: bool
) -> Symbol:
    if not include_self:
        x = _scattered_along(e, x, dim, places, _neutral(x.dtype, reduce))
    if reduce != "mean":
        return _scattered_along(e, x, dim, places, source, _REDUCTIONS[reduce])
    total = _scattered_along(e, x, dim, places, source, "add")
    ones = e.expand(e.const(int(include_self), INT64), e.shape(x), e.rank(x))
    count = _scattered_along(e, ones, dim, places, 1, "add")
    count = e.op("Max", count, e.const(1, INT64))
    if category(x.dtype) == 2:
        return e.op("Div", total, e.cast(count, total.dtype))
    return emit_floor_divide(e, total, e.cast(count, total.dtype))


def _neutral(dtype: DType, reduction: str) -> float:
    """Return the neutral element of a reduction."""
    if reduction in ("amax", "amin"):
        if category(dtype) == 2:
            return -np.inf if reduction == "amax" else np.inf
        limits = np.iinfo(dtype)
        return int(limits.min if reduction == "amax" else limits.max)
    return 1 if reduction == "prod" else 0


# whole entries of one dimension


def _into_rows(e: Emitter, x: Symbol, dim: int, rows: Symbol, source: Symbol, reduction: str = "none") -> Symbol:
    """Emit the entries of a dimension at indices, replaced by those of another tensor."""
    axis = e.axis(x, dim)
    front = e.swap(x, 0, axis)
    updates = e.swap(e.cast(source, x.dtype), 0, axis)
    places = e.reshape(e.cast(rows, INT64), [-1, 1])
    return e.swap(replace(_scattered("ScatterND", e, front, places, updates, reduction), rank=x.rank), 0, axis)


@rule("select_scatter")
def _select_scatter(e: Emitter, x: Symbol, source: Symbol, dim: int, index: OnnxSize) -> Symbol:
    axis = e.axis(x, dim)
    new = e.unsqueeze(e.cast(source, x.dtype), [axis])
    if isinstance(index, Symbol):
        return _into_rows(e, x, axis, index, new)
    parts = [new]
    if index != 0:
        parts.insert(0, e.slice(x, axis, 0, index))
    if index != -1:
        parts.append(e.slice(x, axis, index + 1, END))
    return e.concat(parts, axis)


@rule("slice_scatter")
def _slice_scatter(
    e: Emitter, x: Symbol, source: Symbol, dim: int, start: OnnxSize | None, end: OnnxSize | None, step: int
) -> Symbol:
    axis = e.axis(x, dim)
    source = e.expand(e.cast(source, x.dtype), e.indices(*[1] * e.rank(x)), e.rank(x))
    places = e.integers(e.size(x, axis))
    chosen = e.slice(replace(places, rank=1), 0, 0 if start is None else start, END if end is None else end, step)
    return _into_rows(e, x, axis, chosen, source)


# masks


@rule("masked_scatter")
def _masked_scatter(e: Emitter, x: Symbol, mask: Symbol, source: Symbol) -> Symbol:
    """Emit the elements of the source in order: place i of the mask takes as many as hold up to there, less one."""
    rank = max(e.rank(x), e.rank(mask))
    mask = e.expand(mask, e.shape(x), rank)
    flat = e.reshape(e.cast(mask, INT64), [-1])
    counted = e.op("Sub", e.op("CumSum", flat, e.const(0, INT64)), e.const(1, INT64))
    taken = e.op("Gather", e.reshape(source, [-1]), e.op("Max", counted, e.const(0, INT64)), axis=0)
    return e.where(mask, e.op("Reshape", taken, e.op("Shape", mask, dtype=INT64)), x)


@rule("nonzero argwhere")
def _nonzero(e: Emitter, x: Symbol) -> Symbol:
    if not x.rank:
        raise Inexpressible("the places of a scalar that is not 0")
    return e.op("Transpose", e.op("NonZero", e.cast(x, BOOL), dtype=INT64), perm=[1, 0])


@rule("searchsorted.Tensor")
def _searchsorted(
    e: Emitter, sequence: Symbol, x: Symbol, _out_int32: bool, right: bool, side: str | None, sorter: Symbol | None
) -> Symbol:
    if sorter is not None or sequence.rank != 1:
        raise Inexpressible("a search in sequences that are stacked or not sorted")
    values, bounds = e.met(x, sequence, dtype=e.promoted(x, sequence))
    kind = "GreaterOrEqual" if right or side == "right" else "Greater"
    beyond = e.truth(kind, e.op("Unsqueeze", values, e.indices(e.rank(x))), bounds)
    return e.op("ReduceSum", e.cast(beyond, INT64), e.indices(-1), keepdims=0)


# bags of embeddings


@rule("embedding_bag _embedding_bag _embedding_bag_forward_only embedding_bag.padding_idx")
def _embedding_bag(e: Emitter, weight: Symbol, indices: Symbol, offsets: Symbol, *rest: Any) -> tuple[Symbol, ...]:
    """Emit bags: an index belongs to the last one that starts at or before it. Only the first result
    has a form in ONNX.
    """
    _scale, mode, _sparse, weights, include_last, *padding = rest
    if any(index is not None and index >= 0 for index in padding):
        raise Inexpressible("bags in which an index stands for nothing")
    (table,) = e.floats(weight)
    starts = e.cast(e.slice(offsets, 0, 0, -1) if include_last else offsets, INT64)
    count = e.op("Shape", indices, dtype=INT64)
    places = e.integers(e.op("Squeeze", count))
    started = e.truth("GreaterOrEqual", e.op("Unsqueeze", places, e.indices(1)), starts)
    bag = e.op("ReduceSum", e.cast(started, INT64), e.indices(1), keepdims=1)
    bag = e.op("Sub", bag, e.const(1, INT64))
    rows = e.op("Gather", table, e.cast(indices, INT64), axis=0)
    if weights is not None:
        rows = e.op("Mul", rows, e.op("Unsqueeze", e.cast(weights, rows.dtype), e.indices(1)))
    shape = e.op("Concat", e.op("Shape", starts, dtype=INT64), e.ints([e.size(weight, 1)]), axis=0)
    ones = e.cast(e.op("Equal", bag, bag, dtype=BOOL), rows.dtype)
    empty = e.op("Concat", e.op("Shape", starts, dtype=INT64), e.indices(1), axis=0)
    sizes = e.op("ScatterND", e.expand(e.const(0, rows.dtype), empty, 2), bag, ones, reduction="add")
    first = -np.inf if mode == 2 else 0
    reduction = "max" if mode == 2 else "add"
    result = e.op("ScatterND", e.expand(e.const(first, rows.dtype), shape, 2), bag, rows, reduction=reduction)
    if mode == 1:
        result = e.op("Div", result, e.op("Max", sizes, e.const(1, rows.dtype)))
    if mode == 2:
        result = e.where(e.truth("Equal", sizes, e.const(0, rows.dtype)), e.const(0, rows.dtype), result)
    return (result,)


@rule("repeat_interleave.self_Tensor")
def _repeat_interleave(e: Emitter, x: Symbol, repeats: Symbol, dim: int | None, output_size: int | None) -> Symbol:
    if dim is None:
        x, dim = e.reshape(x, [-1]), 0
    axis = e.axis(x, dim)
    rows = _repeated_places(e, e.expand(repeats, e.ints([e.size(x, axis)]), 1), output_size)
    return e.op("Gather", x, rows, axis=axis)


@rule("repeat_interleave.Tensor")
def _repeated_places(e: Emitter, repeats: Symbol, _output_size: int | None) -> Symbol:
    """Emit places: place i of the result is one that begins where the sum of the counts before it is at most i."""
    counts = e.cast(repeats, INT64)
    ends = e.op("CumSum", counts, e.const(0, INT64))
    total = e.op("ReduceSum", counts, keepdims=0)
    places = e.integers(total)
    passed = e.truth("GreaterOrEqual", e.op("Unsqueeze", places, e.indices(1)), ends)
    return e.op("ReduceSum", e.cast(passed, INT64), e.indices(1), keepdims=0)


rule("scatter.src scatter.value")(_scattered_along)
rule("scatter_add")(lambda e, x, dim, places, source: _scattered_along(e, x, dim, places, source, "add"))
rule("nonzero_numpy where")(lambda e, x: tuple(_places(e, x)))
