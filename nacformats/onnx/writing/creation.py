"""Tensors that are made of nothing but sizes and numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from nacformats.onnx.writing.emitter import Emitter, OnnxOperand, OnnxSize, Symbol
from nacformats.onnx.writing.table import rule
from nacformats.runtime.kernels._promotion import FLOAT64, INT64, DType, category

#: Constants of at most so many elements are stored as they are.
SMALL = 1024


def filled(e: Emitter, sizes: Sequence[OnnxSize], value: OnnxOperand, dtype: DType) -> Symbol:
    """A tensor of one value."""
    scalar = e.cast(value, dtype)
    known = [size for size in sizes if isinstance(size, int)]
    if len(known) == len(sizes) and math.prod(known) <= SMALL and scalar.name in e.constants:
        return e.const(np.full(known, e.constants[scalar.name], dtype))
    return e.expand(scalar, e.ints(sizes), len(sizes))


@rule("full")
def _full(e: Emitter, sizes: Sequence[OnnxSize], value: OnnxOperand, **_options: Any) -> Symbol:
    return filled(e, sizes, value, e.result.dtype)


@rule("zeros", "empty.memory_format")
def _zeros(e: Emitter, sizes: Sequence[OnnxSize], **_options: Any) -> Symbol:
    return filled(e, sizes, 0, e.result.dtype)


@rule("ones")
def _ones(e: Emitter, sizes: Sequence[OnnxSize], **_options: Any) -> Symbol:
    return filled(e, sizes, 1, e.result.dtype)


@rule("full_like", "fill.Scalar", "fill.Tensor")
def _full_like(e: Emitter, x: Symbol, value: OnnxOperand, **_options: Any) -> Symbol:
    scalar = e.cast(value, e.result.dtype)
    if x.sizes is not None and None not in x.sizes:
        return filled(e, [size or 0 for size in x.sizes], value, e.result.dtype)
    return e.expand(scalar, e.shape(x), e.rank(x))


@rule("zeros_like", "empty_like", "zero")
def _zeros_like(e: Emitter, x: Symbol, *, dtype: Any = None) -> Symbol:
    return _full_like(e, x, 0, dtype=dtype)


@rule("ones_like")
def _ones_like(e: Emitter, x: Symbol, *, dtype: Any = None) -> Symbol:
    return _full_like(e, x, 1, dtype=dtype)


@rule("new_full")
def _new_full(e: Emitter, _x: Symbol, sizes: Sequence[OnnxSize], value: OnnxOperand, *, dtype: Any = None) -> Symbol:
    return _full(e, sizes, value, dtype=dtype)


@rule("new_zeros", "new_empty")
def _new_zeros(e: Emitter, _x: Symbol, sizes: Sequence[OnnxSize], *, dtype: Any = None) -> Symbol:
    return _full(e, sizes, 0, dtype=dtype)


@rule("new_ones")
def _new_ones(e: Emitter, _x: Symbol, sizes: Sequence[OnnxSize], *, dtype: Any = None) -> Symbol:
    return _full(e, sizes, 1, dtype=dtype)


@rule("scalar_tensor")
def _scalar_tensor(e: Emitter, value: OnnxOperand, **_options: Any) -> Symbol:
    return e.cast(value, e.result.dtype)


@rule("arange")
def _arange(e: Emitter, end: OnnxOperand, *, dtype: Any = None) -> Symbol:
    return _arange_step(e, 0, end, 1, dtype=dtype)


@rule("arange.start", "arange.start_step")
def _arange_step(e: Emitter, start: OnnxOperand, end: OnnxOperand, step: OnnxOperand = 1, **_options: Any) -> Symbol:
    """Computed in 64 bits: the number of elements is exact, and each is start + i * step."""
    items = (start, end, step)
    if category(e.promoted(*items)) < 2:
        return e.cast(e.op("Range", *(e.scalar(item) for item in items), dtype=INT64), e.result.dtype)
    first, last, by = (e.cast(item, FLOAT64) for item in items)
    count = e.op("Ceil", e.op("Div", e.op("Sub", last, first), by))
    places = e.op("Range", e.const(0.0, FLOAT64), count, e.const(1.0, FLOAT64), dtype=FLOAT64)
    values = e.op("Add", first, e.op("Mul", places, by))
    return e.cast(values, e.result.dtype)


@rule("linspace")
def _linspace(e: Emitter, start: float, end: float, steps: int, **_options: Any) -> Symbol:
    return e.const(np.linspace(start, end, steps).astype(e.result.dtype))


@rule("eye", "eye.m")
def _eye(e: Emitter, rows: OnnxSize, columns: OnnxSize | None = None, **_options: Any) -> Symbol:
    sizes = [rows, rows if columns is None else columns]
    shape = filled(e, sizes, 0, INT64)
    return e.cast(e.op("EyeLike", shape), e.result.dtype)
