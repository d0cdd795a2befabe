"""New tensors, the same elements in another arrangement, parts of tensors, and tensors put together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from nacformats.ops.dtypes import BFLOAT16, BOOL, FLOAT32, FLOAT64, INT64, DType, category
from nacformats.ops.onnx.emitter import END, Emitter, Inexpressible, OnnxOperand, OnnxSize, Symbol, rule

#: Constants of at most so many elements are stored as they are.
SMALL = 1024


def filled(e: Emitter, sizes: Sequence[OnnxSize], value: OnnxOperand, dtype: DType) -> Symbol:
    """Emit a tensor of one value."""
    scalar = e.cast(value, dtype)
    known = [size for size in sizes if isinstance(size, int)]
    if len(known) == len(sizes) and math.prod(known) <= SMALL and scalar.name in e.constants:
        return e.const(np.full(known, e.constants[scalar.name], dtype))
    return e.expand(scalar, e.ints(sizes), len(sizes))


@rule("arange.start_step")
def _arange(e: Emitter, start: OnnxOperand, end: OnnxOperand, step: OnnxOperand, _dtype: Any) -> Symbol:
    """Emit numbers computed in 64 bits: the number of elements is exact, and each is start + i * step."""
    items = (start, end, step)
    if category(e.promoted(*items)) < 2:
        return e.cast(e.op("Range", *(e.scalar(item) for item in items), dtype=INT64), e.result.dtype)
    first, last, by = (e.cast(item, FLOAT64) for item in items)
    count = e.op("Ceil", e.op("Div", e.op("Sub", last, first), by))
    places = e.op("Range", e.const(0.0, FLOAT64), count, e.const(1.0, FLOAT64), dtype=FLOAT64)
    values = e.op("Add", first, e.op("Mul", places, by))
    return e.cast(values, e.result.dtype)


rule("full")(lambda e, sizes, value, _dtype: filled(e, sizes, value, e.result.dtype))
rule("linspace")(lambda e, start, end, steps, _dtype: e.const(np.linspace(start, end, steps).astype(e.result.dtype)))


def _or_static(sizes: Sequence[OnnxSize]) -> Sequence[OnnxSize]:
    """Return sizes with -1 for the one that only the run knows, which spares the run computing it."""
    dynamic = [place for place, size in enumerate(sizes) if isinstance(size, Symbol)]
    if len(dynamic) != 1 or -1 in sizes or 0 in sizes:
        return sizes
    return [-1 if isinstance(size, Symbol) else size for size in sizes]


@rule("flatten.using_ints")
def _flatten(e: Emitter, x: Symbol, start_dim: int, end_dim: int) -> Symbol:
    if not x.rank:
        return e.reshape(x, [1])
    start, end = e.axis(x, start_dim), e.axis(x, end_dim)
    if start == end:
        return x
    sizes = e.sizes(x)
    if not any(isinstance(size, Symbol) for size in sizes[:start] + sizes[end + 1 :]):
        return e.reshape(x, [*sizes[:start], -1, *sizes[end + 1 :]])
    if not start or end == e.rank(x) - 1:  # a copied size is 0
        kept = [0] * start + [-1] if start else [-1]
        if end == e.rank(x) - 1:
            return replace(e.op("Reshape", x, e.indices(*kept)), rank=start + 1)
    return e.reshape(x, [*sizes[:start], e.elements(x, range(start, end + 1)), *sizes[end + 1 :]])


@rule("squeeze.dims")
def _squeeze_dims(e: Emitter, x: Symbol, dims: Sequence[int]) -> Symbol:
    axes = e.axes(x, dims) if dims else []
    return e.squeeze(x, sorted(axis for axis in axes if e.observed_size(x, axis) == 1))


# orders


@rule("movedim.intlist")
def _movedim(e: Emitter, x: Symbol, source: Sequence[int], destination: Sequence[int]) -> Symbol:
    if not x.rank:
        return x
    sources, places = e.axes(x, source), e.axes(x, destination)
    rest = iter(axis for axis in range(e.rank(x)) if axis not in sources)
    moved = dict(zip(places, sources, strict=True))
    return e.permute(x, [moved[place] if place in moved else next(rest) for place in range(e.rank(x))])


@rule("flip")
def _flip(e: Emitter, x: Symbol, dims: Sequence[int]) -> Symbol:
    for axis in e.axes(x, dims) if dims else []:
        x = e.slice(x, axis, -1, -END - 1, -1)
    return x


@rule("roll")
def _roll(e: Emitter, x: Symbol, shifts: Sequence[int], dims: Sequence[int]) -> Symbol:
    if not dims:
        flat = _roll(e, e.reshape(x, [-1]), shifts, [0])
        return e.reshape(flat, e.sizes(x))
    for shift, dim in zip(shifts, dims, strict=True):
        x = _rolled(e, x, shift, e.axis(x, dim))
    return x


def _rolled(e: Emitter, x: Symbol, shift: OnnxSize, axis: int) -> Symbol:
    """Emit a shift: by at most the size it is two parts exchanged; any other is brought there first."""
    size = e.size(x, axis)
    if not isinstance(shift, Symbol) and not isinstance(size, Symbol):
        cut: OnnxSize = -shift % size if size else 0
    else:
        cut = e.number(e.op("Mod", e.op("Neg", e.scalar(shift)), e.scalar(size)))
    if cut == 0:
        return x
    return e.concat([e.slice(x, axis, cut, END), e.slice(x, axis, 0, cut)], axis)


# copies


@rule("expand")
def _expand(e: Emitter, x: Symbol, sizes: Sequence[OnnxSize], *_: Any) -> Symbol:
    wanted: list[OnnxSize] = [1 if size == -1 else size for size in sizes]
    if x.sizes is not None and len(sizes) == len(x.sizes) and all(map(_agree, sizes, x.sizes)):
        return x
    known = tuple(size if isinstance(size, int) and size > 1 else None for size in wanted)
    return replace(e.expand(x, e.ints(wanted), len(sizes)), sizes=known)


def _agree(wanted: OnnxSize, size: int | None) -> bool:
    return wanted == -1 or (size is not None and wanted == size)


@rule("repeat")
def _repeat(e: Emitter, x: Symbol, repeats: Sequence[OnnxSize]) -> Symbol:
    rank = e.rank(x)
    repeats = [*[1] * (rank - len(repeats)), *repeats]
    x = e.unsqueeze(x, range(len(repeats) - rank))
    if x.dtype == BFLOAT16:
        return e.through(FLOAT32, x, lambda wide: e.op("Tile", wide, e.ints(repeats)))
    return e.op("Tile", x, e.ints(repeats))


@rule("broadcast_tensors")
def _broadcast_tensors(e: Emitter, tensors: Sequence[Symbol]) -> tuple[Symbol, ...]:
    shapes = [e.expand(e.const(1, INT64), e.shape(x), e.rank(x)) for x in tensors]
    total = shapes[0]
    for shape in shapes[1:]:
        total = e.op("Mul", total, shape)
    rank = max(e.rank(x) for x in tensors)
    common = e.shape(replace(total, rank=rank))
    return tuple(e.expand(x, common, rank) for x in tensors)


@rule("meshgrid.indexing")
def _meshgrid(e: Emitter, tensors: Sequence[Symbol], indexing: str) -> tuple[Symbol, ...]:
    places = list(range(len(tensors)))
    if indexing == "xy" and len(tensors) > 1:
        places[:2] = [1, 0]
    flat = [e.reshape(x, [-1]) for x in tensors]
    sizes: list[OnnxSize] = [1] * len(tensors)
    for x, place in zip(flat, places, strict=True):
        sizes[place] = e.size(x, 0)
    common = e.ints(sizes)
    return tuple(
        e.expand(e.unsqueeze(x, [axis for axis in places if axis != place]), common, len(tensors))
        for x, place in zip(flat, places, strict=True)
    )


# put together


@rule("cat")
def _cat(e: Emitter, tensors: Sequence[Symbol], dim: int) -> Symbol:
    """Emit tensors put together without empty lists, which PyTorch allows among tensors of any rank."""
    rank = max(e.rank(x) for x in tensors)
    parts = [e.cast(x, e.result.dtype) for x in tensors if x.rank == rank]
    axis = e.axis(parts[0], dim)
    return e.concat(parts, axis)


@rule("stack")
def _stack(e: Emitter, tensors: Sequence[Symbol], dim: int) -> Symbol:
    axis = dim % (e.rank(tensors[0]) + 1)
    return e.concat([e.unsqueeze(e.cast(x, e.result.dtype), [axis]) for x in tensors], axis)


def _at_least(e: Emitter, x: Symbol, rank: int) -> Symbol:
    x = e.reshape(x, [1]) if not x.rank else x
    if rank >= 2 and x.rank == 1:
        x = e.unsqueeze(x, [0])
    return e.unsqueeze(x, [2]) if rank == 3 and x.rank == 2 else x


def _each_at_least(rank: int, e: Emitter, tensors: Sequence[Symbol]) -> tuple[Symbol, ...]:
    return tuple(_at_least(e, x, rank) for x in tensors)


@rule("column_stack")
def _column_stack(e: Emitter, tensors: Sequence[Symbol]) -> Symbol:
    columns = [e.reshape(x, [-1, 1]) if e.rank(x) < 2 else x for x in tensors]
    return _cat(e, columns, 1)


# parts


@rule("slice.Tensor")
def _slice_tensor(e: Emitter, x: Symbol, dim: int, start: OnnxSize | None, end: OnnxSize | None, step: int) -> Symbol:
    if start in (None, 0) and step == 1 and (end is None or (isinstance(end, int) and end >= END)):
        return x
    return e.slice(x, e.axis(x, dim), 0 if start is None else start, END if end is None else end, step)


@rule("select.int")
def _select(e: Emitter, x: Symbol, dim: int, index: OnnxSize) -> Symbol:
    axis = e.axis(x, dim)
    place = e.scalar(index) if isinstance(index, Symbol) else e.const(index, INT64)
    return replace(e.op("Gather", x, place, axis=axis), rank=e.rank(x) - 1)


@rule("split_with_sizes")
def _split_with_sizes(e: Emitter, x: Symbol, sizes: Sequence[OnnxSize], dim: int) -> tuple[Symbol, ...]:
    if len(sizes) == 1:
        return (x,)
    return e.ops("Split", len(sizes), x, e.ints(sizes), axis=e.axis(x, dim))


@rule("split.Tensor")
def _parts(e: Emitter, x: Symbol, size: OnnxSize, dim: int) -> tuple[Symbol, ...]:
    axis, count = e.axis(x, dim), len(e.result)
    total = e.size(x, axis)
    if not isinstance(total, Symbol) and not isinstance(size, Symbol):
        return _split_with_sizes(e, x, [min(size, total - size * place) for place in range(count)], axis)
    if count == 1:
        return (x,)
    last = e.minus(total, e.times(size, count - 1))
    return _split_with_sizes(e, x, [*[size] * (count - 1), last], axis)


@rule("chunk")
def _chunk(e: Emitter, x: Symbol, chunks: int, dim: int) -> tuple[Symbol, ...]:
    axis = e.axis(x, dim)
    if len(e.result) == chunks and chunks > 1 and isinstance(e.size(x, axis), Symbol) and e.observed_size(x, axis):
        return e.ops("Split", chunks, x, axis=axis, num_outputs=chunks)
    return _parts(e, x, e.quotient(e.plus(e.size(x, axis), chunks - 1), chunks), axis)


@rule("tensor_split.sections tensor_split.indices")
def _tensor_split(e: Emitter, x: Symbol, where: int | Sequence[OnnxSize], dim: int) -> tuple[Symbol, ...]:
    axis = e.axis(x, dim)
    total = e.size(x, axis)
    if isinstance(where, int):
        base = e.quotient(total, where)
        rest = e.minus(total, e.times(base, where))
        starts = [e.plus(e.times(base, place), e.least(rest, place)) for place in range(where)]
        bounds = [*starts, total]
    else:
        bounds = [0, *where, END]
    return tuple(e.slice(x, axis, start, end) for start, end in pairwise(bounds))


@rule("diagonal")
def _diagonal(e: Emitter, x: Symbol, offset: int, dim1: int, dim2: int) -> Symbol:
    """Emit two dimensions as one; the entry (i + a, i + b) is entry i of the diagonal."""
    first, second = e.axis(x, dim1), e.axis(x, dim2)
    rest = [axis for axis in range(e.rank(x)) if axis not in (first, second)]
    rows, columns = e.size(x, first), e.size(x, second)
    x = e.permute(x, [*rest, first, second])
    above, left = max(-offset, 0), max(offset, 0)
    length = e.least(e.minus(rows, above), e.minus(columns, left))
    flat = e.op("Reshape", x, e.indices(*[0] * len(rest), -1))
    step = e.plus(columns, 1)
    start = e.plus(e.times(columns, above), left)
    places = e.integers(e.plus(start, e.times(step, length)), start, step)
    return replace(e.op("Gather", flat, places, axis=len(rest)), rank=len(rest) + 1)


def _triangle(upper: int, e: Emitter, x: Symbol, diagonal: int) -> Symbol:
    (wide,) = (x,) if x.dtype == BOOL else e.met(x)
    return e.op("Trilu", wide, e.const(diagonal, INT64), upper=upper)


@rule("unfold")
def _unfold(e: Emitter, x: Symbol, dimension: int, size: int, step: int) -> Symbol:
    """Emit windows along a dimension, which a new last dimension holds."""
    if not x.rank:
        return e.reshape(x, [1])
    axis = e.axis(x, dimension)
    count = e.plus(e.quotient(e.minus(e.size(x, axis), size), step), 1)
    starts = e.integers(e.times(count, step), step=step)
    places = e.op("Add", e.op("Unsqueeze", starts, e.indices(1)), e.indices(*range(size)))
    windows = replace(e.op("Gather", x, places, axis=axis), rank=e.rank(x) + 1)
    order = [dim for dim in range(e.rank(x) + 1) if dim != axis + 1]
    return e.permute(windows, [*order, axis + 1])


# blocks of channels


@rule("pixel_shuffle")
def _pixel_shuffle(e: Emitter, x: Symbol, factor: int) -> Symbol:
    if e.rank(x) != 4:
        raise Inexpressible(f"a pixel shuffle of rank {x.rank}")
    return e.op("DepthToSpace", x, blocksize=factor, mode="CRD")


@rule("as_strided")
def _as_strided(
    e: Emitter, x: Symbol, sizes: Sequence[OnnxSize], strides: Sequence[OnnxSize], offset: int | None
) -> Symbol:
    """Emit the elements of a tensor in its own order, at places that the strides say."""
    if not all(isinstance(each, int) for each in (*sizes, *strides)):
        raise Inexpressible("strides that only the run knows")
    places = np.full([int(size) for size in sizes], offset or 0, np.int64)  # type: ignore[arg-type]
    for axis, (size, stride) in enumerate(zip(sizes, strides, strict=True)):
        steps = np.arange(size, dtype=np.int64) * stride  # type: ignore[arg-type, operator]
        places += steps.reshape([-1] + [1] * (len(sizes) - axis - 1))
    return e.op("Gather", e.reshape(x, [-1]), e.const(places), axis=0)


@rule("diag_embed")
def _diag_embed(e: Emitter, x: Symbol, offset: int, dim1: int, dim2: int) -> Symbol:
    rank = e.rank(x) + 1
    if offset or (dim1 % rank, dim2 % rank) != (rank - 2, rank - 1):
        raise Inexpressible("a diagonal beside the main one of the last two dimensions")
    places = e.integers(e.size(x, -1))
    inside = e.truth("Equal", e.op("Unsqueeze", places, e.indices(1)), places)
    return e.where(inside, e.unsqueeze(x, [rank - 1]), e.const(0, x.dtype))


rule("reshape")(lambda e, x, sizes: e.reshape(x, _or_static(sizes)))
rule("unsqueeze")(lambda e, x, dim: e.unsqueeze(x, [dim % (e.rank(x) + 1)]))
rule("permute")(lambda e, x, dims: e.permute(x, dims))
for _rank in (1, 2, 3):
    rule(f"atleast_{_rank}d.Sequence")(partial(_each_at_least, _rank))
rule("unbind.int")(lambda e, x, dim: tuple(_select(e, x, dim, place) for place in range(len(e.result))))
rule("tril")(partial(_triangle, 0))
rule("triu")(partial(_triangle, 1))
