"""Tensors that are made of nothing but sizes and numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from nacformats.ops.dtypes import FLOAT64, INT64, DType, category
from nacformats.ops.onnx.emitter import Emitter, OnnxOperand, OnnxSize, Symbol, add_all, rule

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


@rule("full_like fill.Scalar fill.Tensor")
def _full_like(e: Emitter, x: Symbol, value: OnnxOperand, **_options: Any) -> Symbol:
    scalar = e.cast(value, e.result.dtype)
    if x.sizes is not None and None not in x.sizes:
        return filled(e, [size or 0 for size in x.sizes], value, e.result.dtype)
    return e.expand(scalar, e.shape(x), e.rank(x))


@rule("arange.start arange.start_step")
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


@rule("eye eye.m")
def _eye(e: Emitter, rows: OnnxSize, columns: OnnxSize | None = None, **_options: Any) -> Symbol:
    sizes = [rows, rows if columns is None else columns]
    shape = filled(e, sizes, 0, INT64)
    return e.cast(e.op("EyeLike", shape), e.result.dtype)


_FORMS: dict[str, Any] = {
    "zeros empty.memory_format": lambda e, sizes, **_: filled(e, sizes, 0, e.result.dtype),
    "ones": lambda e, sizes, **_: filled(e, sizes, 1, e.result.dtype),
    "zeros_like empty_like zero": lambda e, x, *, dtype=None: _full_like(e, x, 0, dtype=dtype),
    "ones_like": lambda e, x, *, dtype=None: _full_like(e, x, 1, dtype=dtype),
    "new_full": lambda e, _x, sizes, value, *, dtype=None: _full(e, sizes, value, dtype=dtype),
    "new_zeros new_empty": lambda e, _x, sizes, *, dtype=None: _full(e, sizes, 0, dtype=dtype),
    "new_ones": lambda e, _x, sizes, *, dtype=None: _full(e, sizes, 1, dtype=dtype),
    "scalar_tensor": lambda e, value, **_: e.cast(value, e.result.dtype),
    "arange": lambda e, end, *, dtype=None: _arange_step(e, 0, end, 1, dtype=dtype),
    "linspace": lambda e, start, end, steps, **_: e.const(np.linspace(start, end, steps).astype(e.result.dtype)),
}
add_all(_FORMS)
