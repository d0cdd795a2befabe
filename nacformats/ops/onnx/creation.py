"""Tensors that are made of nothing but sizes and numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from nacformats.ops.dtypes import FLOAT64, INT64, DType, category
from nacformats.ops.onnx.emitter import Emitter, OnnxOperand, OnnxSize, Symbol, rule

#: Constants of at most so many elements are stored as they are.
SMALL = 1024


def filled(e: Emitter, sizes: Sequence[OnnxSize], value: OnnxOperand, dtype: DType) -> Symbol:
    """A tensor of one value."""
    scalar = e.cast(value, dtype)
    known = [size for size in sizes if isinstance(size, int)]
    if len(known) == len(sizes) and math.prod(known) <= SMALL and scalar.name in e.constants:
        return e.const(np.full(known, e.constants[scalar.name], dtype))
    return e.expand(scalar, e.ints(sizes), len(sizes))


@rule("arange.start_step")
def _arange(e: Emitter, start: OnnxOperand, end: OnnxOperand, step: OnnxOperand, _dtype: Any) -> Symbol:
    """Computed in 64 bits: the number of elements is exact, and each is start + i * step."""
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
