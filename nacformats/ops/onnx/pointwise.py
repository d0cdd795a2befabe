"""Functions of each element, comparisons, and choices between elements; the rows have most of them."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

from nacformats.ops.dtypes import BOOL, INT64, category
from nacformats.ops.onnx.emitter import Emitter, Inexpressible, OnnxOperand, Symbol, rule


def truncated(e: Emitter, x: Symbol) -> Symbol:
    """Floats without their fraction."""
    negative = e.truth("Less", x, e.const(0, x.dtype))
    return e.where(negative, e.op("Ceil", x), e.op("Floor", x))


# what is not a number


@rule("nan_to_num")
def _nan_to_num(e: Emitter, x: Symbol, nan: float | None, posinf: float | None, neginf: float | None) -> Symbol:
    if category(x.dtype) != 2:
        return x
    limits: Any = ml_dtypes.finfo(x.dtype)  # type: ignore[no-untyped-call]
    high = float(limits.max) if posinf is None else posinf
    low = float(limits.min) if neginf is None else neginf
    (x,) = e.floats(x)
    result = e.where(e.truth("IsNaN", x), e.const(nan or 0.0, x.dtype), x)
    for limit, bound in ((high, "detect_negative"), (low, "detect_positive")):
        result = e.where(e.op("IsInf", x, dtype=BOOL, **{bound: 0}), e.const(limit, x.dtype), result)
    return result


# limits


@rule("clamp")
def _clamp(e: Emitter, x: Symbol, low: OnnxOperand | None, high: OnnxOperand | None) -> Symbol:
    (x,) = e.met(x, dtype=e.promoted(x, *(bound for bound in (low, high) if bound is not None)))
    return e.op("Clip", x, *(None if bound is None else e.cast(bound, x.dtype) for bound in (low, high)))


# choices


@rule("where.self where.ScalarOther where.ScalarSelf where.Scalar")
def _where(e: Emitter, condition: Symbol, x: OnnxOperand, y: OnnxOperand) -> Symbol:
    dtype = e.promoted(x, y)
    return e.where(condition, e.cast(x, dtype), e.cast(y, dtype))


# casts


@rule("_to_copy")
def _to(e: Emitter, x: Symbol, *_: Any) -> Symbol:
    """The type of the result says to what."""
    dtype = e.result.dtype
    if dtype != BOOL and category(dtype) < category(x.dtype) and (dtype.kind == "u" or dtype.itemsize < 4):
        x = e.cast(x, INT64)  # a float that is out of range wraps around
    return e.cast(x, dtype)


@rule("view.dtype")
def _view_dtype(_e: Emitter, x: Symbol, dtype: str) -> Symbol:
    if np.dtype(x.dtype) == np.dtype(dtype):
        return x
    raise Inexpressible("ONNX cannot take the bytes of a tensor for another type")


rule("trunc")(lambda e, x: truncated(e, *e.floats(x)) if category(x.dtype) == 2 else x)
rule("bitwise_not")(lambda e, x: e.truth("Not", x) if x.dtype == BOOL else e.op("BitwiseNot", x))
rule("alias clone")(lambda _e, x: x)
