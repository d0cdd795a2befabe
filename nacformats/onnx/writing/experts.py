"""What a mixture of experts computes: how many rows each expert gets, and their products."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from nacformats.onnx.writing.emitter import Emitter, Inexpressible, OnnxOperand, OnnxSize, Symbol
from nacformats.onnx.writing.table import rule
from nacformats.runtime.kernels._promotion import INT64

#: Up to so many groups are spelled out.
MAX_GROUPS = 256


@rule("histc")
def _histc(e: Emitter, x: Symbol, bins: Any = 100, min: OnnxOperand = 0, max: OnnxOperand = 0) -> Symbol:  # noqa: A002
    """Each element is compared with the number of each bin; what is outside of the bounds has none."""
    if isinstance(min, Symbol) or isinstance(max, Symbol) or not min < max:
        raise Inexpressible("a histogram between the extremes of the data, or of open bounds")
    (wide,) = e.floats(e.reshape(x, [-1]))
    places = e.op("Mul", e.op("Sub", wide, e.cast(min, wide.dtype)), e.cast(bins / (max - min), wide.dtype))
    inside = e.op(
        "And",
        e.truth("GreaterOrEqual", wide, e.cast(min, wide.dtype)),
        e.truth("LessOrEqual", wide, e.cast(max, wide.dtype)),
    )
    bin_ = e.op("Min", e.cast(e.op("Floor", places), INT64), e.const(bins - 1, INT64))
    found = e.op("Where", inside, bin_, e.const(-1, INT64), dtype=INT64)
    hits = e.truth("Equal", e.op("Unsqueeze", found, e.indices(1)), e.const(list(range(bins)), INT64))
    return e.op("ReduceSum", e.cast(hits, wide.dtype), e.indices(0), keepdims=0)


@rule("_grouped_mm")
def _grouped_mm(
    e: Emitter,
    x: Symbol,
    matrices: Symbol,
    offs: Symbol | None = None,
    bias: Symbol | None = None,
    _out_dtype: Any = None,
) -> Symbol:
    """Each group of rows times its own matrix; rows after the last group give zeros."""
    if bias is not None or (offs is not None and (x.rank, matrices.rank) != (2, 3)):
        raise Inexpressible("groups of columns, or a bias")
    rows, stack = e.met(x, matrices)
    if offs is None:
        return e.op("MatMul", rows, stack)
    ends, groups = e.cast(offs, INT64), e.size(matrices, 0)
    if isinstance(groups, Symbol) or groups > MAX_GROUPS:
        return _every_product(e, rows, stack, ends)
    bounds: list[OnnxSize] = [0, *(e.number(e.op("Gather", ends, e.const(group, INT64))) for group in range(groups))]
    parts = [
        e.op("MatMul", e.slice(rows, 0, start, stop), e.op("Gather", stack, e.const(group, INT64), axis=0))
        for group, (start, stop) in enumerate(pairwise(bounds))
    ]
    rest = e.ints([e.minus(e.size(x, 0), bounds[-1]), e.size(matrices, 2)])
    return e.op("Concat", *parts, e.expand(e.const(0, rows.dtype), rest, 2), axis=0)


def _every_product(e: Emitter, rows: Symbol, stack: Symbol, ends: Symbol) -> Symbol:
    """Every row times every matrix, of which those outside of the row's group are zeros in a sum."""
    starts = e.op("Concat", e.indices(0), e.slice(ends, 0, 0, -1), axis=0)
    number = e.op("Range", e.const(0, INT64), e.scalar(e.size(rows, 0)), e.const(1, INT64), dtype=INT64)
    starts, ends = e.op("Unsqueeze", starts, e.indices(1, 2)), e.op("Unsqueeze", ends, e.indices(1, 2))
    number = e.op("Unsqueeze", number, e.indices(1))
    inside = e.op("And", e.truth("GreaterOrEqual", number, starts), e.truth("Less", number, ends))
    products = e.op("MatMul", e.op("Unsqueeze", rows, e.indices(0)), stack)
    kept = e.op("Where", inside, products, e.const(0, products.dtype), dtype=products.dtype)
    return e.op("ReduceSum", kept, e.indices(0), keepdims=0)
