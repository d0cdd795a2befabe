"""Sums, extremes, norms and other values of some dimensions; sorting, running sums, distances and losses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from nacformats.ops.dtypes import BOOL, INT64, category
from nacformats.ops.onnx.emitter import END, Emitter, Inexpressible, OnnxOperand, OnnxSize, Symbol, rule
from nacformats.ops.onnx.shapes import filled
from nacformats.ops.promotion import dtype_of

_Dims = int | Sequence[int] | None


def reduced(e: Emitter, kind: str, x: Symbol, dims: _Dims, keepdim: bool = False) -> Symbol:
    """Emit a reduction over dimensions; None and the empty list mean all."""
    axes = e.axes(x, dims)
    rank = e.rank(x)
    if not rank:
        return x
    left = rank if keepdim else rank - len(axes)
    if kind in {"ArgMax", "ArgMin"}:
        return replace(e.op(kind, x, dtype=INT64, axis=axes[0], keepdims=int(keepdim)), rank=left)
    return replace(e.op(kind, x, e.indices(*axes), keepdims=int(keepdim)), rank=left)


def _wide(e: Emitter, x: Symbol, dtype: str | None) -> Symbol:
    """Emit the summands of a sum: integers in 64 bits."""
    chosen = dtype_of(dtype, x.dtype if category(x.dtype) >= 2 else INT64)
    return e.cast(x, e.computed(chosen)) if chosen.kind != "b" else e.cast(e.cast(x, BOOL), INT64)


def _total(kind: str, e: Emitter, x: Symbol, dim: _Dims, keepdim: bool, dtype: str | None) -> Symbol:
    return reduced(e, kind, _wide(e, x, dtype), dim, keepdim)


def _mean(e: Emitter, x: Symbol, dim: _Dims, keepdim: bool, dtype: str | None) -> Symbol:
    (x,) = e.floats(e.cast(x, dtype_of(dtype, x.dtype)))
    return reduced(e, "ReduceMean", x, dim, keepdim)


# extremes


def _extreme(kind: str, e: Emitter, x: Symbol, dim: _Dims = None, keepdim: bool = False) -> Symbol:
    """Emit the largest or smallest elements; onnxruntime passes over NaN."""
    return reduced(e, f"Reduce{kind}", e.met(x)[0], dim, keepdim)


def _place(kind: str, e: Emitter, x: Symbol, dim: int | None, keepdim: bool) -> Symbol:
    (wide,) = e.met(x)
    if not x.rank:
        return e.const(0, INT64)
    if dim is not None:
        return reduced(e, kind, wide, dim, keepdim)
    flat = e.op(kind, e.reshape(wide, [-1]), dtype=INT64, axis=0, keepdims=0)
    return e.reshape(flat, [1] * e.rank(x)) if keepdim else flat


def _all_or_any(kind: str, e: Emitter, x: Symbol, dim: _Dims = None, keepdim: bool = False) -> Symbol:
    return reduced(e, kind, e.cast(x, BOOL), dim, keepdim)


# moments


def moments(e: Emitter, x: Symbol, dim: _Dims, correction: OnnxOperand, keepdim: bool) -> tuple[Symbol, Symbol]:
    """Emit variance and mean: the sum of squares is divided by the number of elements less the correction."""
    (x,) = e.floats(x)
    axes = e.axes(x, dim)
    mean = reduced(e, "ReduceMean", x, axes, True)
    centered = e.op("Sub", x, mean)
    squares = e.op("Mul", centered, centered)
    if correction == 0:
        variance = reduced(e, "ReduceMean", squares, axes, keepdim)
    else:
        count = e.cast(e.elements(x, axes), x.dtype)
        left = e.op("Max", e.op("Sub", count, e.cast(correction, x.dtype)), e.const(0, x.dtype))
        variance = e.op("Div", reduced(e, "ReduceSum", squares, axes, keepdim), left)
    return variance, mean if keepdim else e.squeeze(mean, axes)


# norms and logarithms of sums


@rule("linalg_vector_norm")
def _vector_norm(e: Emitter, x: Symbol, order: float, dim: _Dims, keepdim: bool, dtype: str | None) -> Symbol:
    if order not in (1, 2) or not x.rank:
        raise Inexpressible("a norm that is no single node")
    (x,) = e.floats(e.cast(x, dtype_of(dtype, x.dtype)))
    return reduced(e, f"ReduceL{order:g}", x, dim, keepdim)


# running sums, sorting


@rule("cumsum")
def _cumsum(e: Emitter, x: Symbol, dim: int, dtype: str | None) -> Symbol:
    x = _wide(e, x, dtype)
    return e.op("CumSum", x, e.const(e.axis(x, dim), INT64)) if x.rank else x


def _sorted(
    e: Emitter, x: Symbol, count: OnnxSize, dim: int, largest: bool, order: bool = True
) -> tuple[Symbol, Symbol]:
    (wide,) = e.met(x)
    wide, axis = (wide, e.axis(wide, dim)) if x.rank else (e.reshape(wide, [1]), 0)
    settings = {"axis": axis, "largest": int(largest), "sorted": int(order)}
    values, places = e.ops("TopK", 2, wide, e.ints([count]), dtypes=(wide.dtype, INT64), **settings)
    return (values, places) if x.rank else (e.reshape(values, []), e.reshape(places, []))


@rule("sort")
def _sort(e: Emitter, x: Symbol, dim: int, descending: bool) -> tuple[Symbol, Symbol]:
    """Emit TopK, which puts the lower index first among equals, in either direction, as a stable sort does."""
    return _sorted(e, x, e.size(x, dim) if x.rank else 1, dim, descending)


# softmax


def _softmax(kind: str, e: Emitter, x: Symbol, dim: int, dtype: str | None) -> Symbol:
    (wide,) = e.floats(e.cast(x, dtype_of(dtype, x.dtype)))
    if not x.rank:
        return e.reshape(e.op(kind, e.reshape(wide, [1]), axis=0), [])
    return e.op(kind, wide, axis=e.axis(x, dim))


@rule("diff")
def _diff(e: Emitter, x: Symbol, n: int, dim: int, prepend: Symbol | None, append: Symbol | None) -> Symbol:
    axis = e.axis(x, dim)
    parts = [part for part in (prepend, x, append) if part is not None]
    x = e.concat(parts, axis) if len(parts) > 1 else x
    if x.dtype == BOOL:
        raise Inexpressible("the difference of bools")
    (x,) = e.met(x)
    for _ in range(n):
        x = e.op("Sub", e.slice(x, axis, 1, END), e.slice(x, axis, 0, -1))
    return x


@rule("cumprod")
def _cumprod(e: Emitter, x: Symbol, dim: int, _dtype: Any) -> Symbol:
    if not x.rank:
        return x
    axis = e.axis(x, dim)
    x = e.cast(x, e.computed(e.result.dtype))
    sizes = e.sizes(x)
    ones = filled(e, [*sizes[:axis], *sizes[axis + 1 :]], 1, x.dtype)
    return e.running("Mul", ones, x, axis)


@rule("_unique2")
def _unique(e: Emitter, x: Symbol, _sorted: bool, inverse: bool, counts: bool) -> tuple[Symbol, ...]:
    """Emit the distinct elements; results that are not requested are empty lists."""
    (wide,) = e.met(x)
    nothing = e.const(np.zeros(0, np.int64))
    found = e.ops("Unique", 4, wide, dtypes=(wide.dtype, INT64, INT64, INT64), sorted=1)
    places = e.op("Reshape", found[2], e.shape(x)) if inverse or counts else nothing
    return found[0], places, found[3] if counts else nothing


# norms of matrices, distances, losses


rule("sum.dim_IntList")(partial(_total, "ReduceSum"))
rule("prod.dim_int")(partial(_total, "ReduceProd"))
rule("mean.dim")(_mean)
rule("amax")(partial(_extreme, "Max"))
rule("amin")(partial(_extreme, "Min"))
rule("argmax")(partial(_place, "ArgMax"))
rule("argmin")(partial(_place, "ArgMin"))
rule("any.dims")(partial(_all_or_any, "ReduceMax"))
rule("all.dims")(partial(_all_or_any, "ReduceMin"))


@rule("var.correction")
def _variance(e: Emitter, x: Symbol, dim: _Dims, correction: float | None, keepdim: bool) -> Symbol:
    return moments(e, x, dim, 1 if correction is None else correction, keepdim)[0]


rule("softmax.int")(partial(_softmax, "Softmax"))
rule("log_softmax.int")(partial(_softmax, "LogSoftmax"))
rule("topk")(_sorted)
