"""Functions of each element, comparisons, and choices between elements."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import ml_dtypes
import numpy as np

from nacformats.onnx.writing.emitter import Emitter, Inexpressible, OnnxOperand, Symbol
from nacformats.onnx.writing.table import add, add_all, rule
from nacformats.runtime.kernels._types import BOOL, FLOAT64, INT64, category

# functions of one element whose result is a float


def _function(kind: str, e: Emitter, x: OnnxOperand) -> Symbol:
    return e.op(kind, *e.floats(x))


def _single_function(kind: str, e: Emitter, x: OnnxOperand) -> Symbol:
    return e.op(kind, *e.single(x))


for _name in ("cos", "exp", "log", "sin", "sqrt", "tanh", "sigmoid", "reciprocal"):
    add(_name, partial(_function, _name.capitalize()))
add("special_expit", partial(_function, "Sigmoid"))
for _name in ("acos", "acosh", "asin", "asinh", "atan", "atanh", "cosh", "sinh", "tan", "erf"):
    add(_name, partial(_single_function, _name.capitalize()))
add("special_erf", partial(_single_function, "Erf"))


def _scaled(factor: float, kind: str | None, e: Emitter, x: OnnxOperand) -> Symbol:
    (x,) = e.floats(x)
    return e.op("Mul", x if kind is None else e.op(kind, x), e.const(factor, x.dtype))


add("log2", partial(_scaled, 1 / math.log(2), "Log"))
add("log10", partial(_scaled, 1 / math.log(10), "Log"))
add("deg2rad", partial(_scaled, math.pi / 180, None))
add("rad2deg", partial(_scaled, 180 / math.pi, None))


@rule("exp2")
def _exp2(e: Emitter, x: OnnxOperand) -> Symbol:
    (x,) = e.floats(x)
    return e.op("Pow", e.const(2, x.dtype), x)


@rule("expm1")
def _expm1(e: Emitter, x: OnnxOperand) -> Symbol:
    """tanh(x / 2) * (exp(x) + 1), which is exact near 0."""
    (x,) = e.floats(x)
    half = e.op("Tanh", e.op("Mul", x, e.const(0.5, x.dtype)))
    return e.op("Mul", half, e.op("Add", e.op("Exp", x), e.const(1, x.dtype)))


@rule("log1p")
def _log1p(e: Emitter, x: OnnxOperand) -> Symbol:
    """log(u) * x / (u - 1) with u = 1 + x: what u loses of x is lost in both factors."""
    (x,) = e.floats(x)
    one = e.const(1, x.dtype)
    u = e.op("Add", x, one)
    log = e.op("Log", u)
    fixed = e.op("Mul", log, e.op("Div", x, e.op("Sub", u, one)))
    return e.where(e.truth("Equal", u, one), x, e.where(e.truth("Equal", u, x), log, fixed))


@rule("sinc")
def _sinc(e: Emitter, x: OnnxOperand) -> Symbol:
    (x,) = e.floats(x)
    angle = e.op("Mul", x, e.const(math.pi, x.dtype))
    at_zero = e.truth("Equal", x, e.const(0, x.dtype))
    return e.where(at_zero, e.const(1, x.dtype), e.op("Div", e.op("Sin", angle), angle))


@rule("erfc")
def _erfc(e: Emitter, x: OnnxOperand) -> Symbol:
    (x,) = e.single(x)
    return e.op("Sub", e.const(1, x.dtype), e.op("Erf", x))


@rule("logit")
def _logit(e: Emitter, x: OnnxOperand, eps: float | None = None) -> Symbol:
    (x,) = e.floats(x)
    one = e.const(1, x.dtype)
    if eps is not None:
        x = e.op("Clip", x, e.const(eps, x.dtype), e.const(1 - eps, x.dtype))
    return e.op("Log", e.op("Div", x, e.op("Sub", one, x)))


# functions of one element that keep its type


def _rounding(kind: str, e: Emitter, x: Symbol) -> Symbol:
    """Integers are round already."""
    return e.op(kind, *e.floats(x)) if category(x.dtype) == 2 else x


for _name in ("floor", "ceil", "round"):
    add(_name, partial(_rounding, _name.capitalize()))


@rule("round.decimals")
def _round_decimals(e: Emitter, x: Symbol, *, decimals: int) -> Symbol:
    if category(x.dtype) != 2:
        return x
    (x,) = e.floats(x)
    scale = e.const(10.0 ** abs(decimals), x.dtype)
    kinds = ("Mul", "Div") if decimals >= 0 else ("Div", "Mul")
    return e.op(kinds[1], e.op("Round", e.op(kinds[0], x, scale)), scale)


def truncated(e: Emitter, x: Symbol) -> Symbol:
    """Floats without their fraction."""
    negative = e.truth("Less", x, e.const(0, x.dtype))
    return e.where(negative, e.op("Ceil", x), e.op("Floor", x))


@rule("frac")
def _frac(e: Emitter, x: Symbol) -> Symbol:
    (x,) = e.floats(x)
    return e.op("Sub", x, truncated(e, x))


@rule("sign", "sgn")
def _sign(e: Emitter, x: Symbol) -> Symbol:
    (x,) = e.met(x)
    found = e.op("Sign", x)
    return e.where(isnan(e, x), e.const(0, x.dtype), found) if category(x.dtype) == 2 else found


@rule("signbit")
def _signbit(e: Emitter, x: Symbol) -> Symbol:
    """Minus zero has the bit as well: its reciprocal is negative."""
    (x,) = e.met(x)
    zero = e.const(0, x.dtype)
    below = e.truth("Less", x, zero)
    if category(x.dtype) != 2:
        return below
    return e.truth("Or", below, e.truth("Less", e.op("Reciprocal", x), zero))


@rule("square")
def _square(e: Emitter, x: Symbol) -> Symbol:
    (x,) = e.met(x)
    return e.op("Mul", x, x)


# comparisons


def _compared(kind: str, e: Emitter, x: OnnxOperand, y: OnnxOperand) -> Symbol:
    return e.truth(kind, *e.met(x, y))


def _differ(e: Emitter, x: OnnxOperand, y: OnnxOperand) -> Symbol:
    return e.truth("Not", _compared("Equal", e, x, y))


for _name, _kind in {"lt": "Less", "le": "LessOrEqual", "gt": "Greater", "ge": "GreaterOrEqual", "eq": "Equal"}.items():
    for _overload in ("Tensor", "Scalar"):
        add(f"{_name}.{_overload}", partial(_compared, _kind))
add("ne.Tensor", _differ)
add("ne.Scalar", _differ)


@rule("isclose")
def _isclose(
    e: Emitter, x: Symbol, y: Symbol, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False
) -> Symbol:
    equal = _compared("Equal", e, x, y)
    if category(x.dtype) == 2 and equal_nan:
        equal = e.truth("Or", equal, e.truth("And", isnan(e, x), isnan(e, y)))
    first, second = (e.cast(each, FLOAT64) for each in (x, y))
    allowed = e.op("Add", e.op("Mul", e.op("Abs", second), e.const(rtol, FLOAT64)), e.const(atol, FLOAT64))
    distance = e.op("Abs", e.op("Sub", first, second))
    near = e.truth("And", e.truth("LessOrEqual", distance, allowed), _isfinite(e, second))
    return e.truth("Or", equal, e.truth("And", near, _isfinite(e, first)))


# what is not a number


def _false(e: Emitter, x: Symbol) -> Symbol:
    """An integer is a finite number."""
    return e.truth("Not", e.truth("Equal", x, x))


@rule("isnan")
def isnan(e: Emitter, x: Symbol) -> Symbol:
    return e.truth("IsNaN", *e.floats(x)) if category(x.dtype) == 2 else _false(e, *e.met(x))


def _infinite(e: Emitter, x: Symbol, **which: int) -> Symbol:
    return e.op("IsInf", *e.floats(x), dtype=BOOL, **which) if category(x.dtype) == 2 else _false(e, *e.met(x))


@rule("isposinf")
def _isposinf(e: Emitter, x: Symbol) -> Symbol:
    return _infinite(e, x, detect_negative=0)


@rule("isneginf")
def _isneginf(e: Emitter, x: Symbol) -> Symbol:
    return _infinite(e, x, detect_positive=0)


@rule("isfinite")
def _isfinite(e: Emitter, x: Symbol) -> Symbol:
    if category(x.dtype) != 2:
        return e.truth("Equal", *e.met(x, x))
    return e.truth("Not", e.truth("Or", isnan(e, x), _infinite(e, x)))


@rule("nan_to_num")
def _nan_to_num(
    e: Emitter, x: Symbol, nan: float | None = None, posinf: float | None = None, neginf: float | None = None
) -> Symbol:
    if category(x.dtype) != 2:
        return x
    limits: Any = ml_dtypes.finfo(x.dtype)  # type: ignore[no-untyped-call]
    high = float(limits.max) if posinf is None else posinf
    low = float(limits.min) if neginf is None else neginf
    (x,) = e.floats(x)
    result = e.where(isnan(e, x), e.const(nan or 0.0, x.dtype), x)
    result = e.where(_isposinf(e, x), e.const(high, x.dtype), result)
    return e.where(_isneginf(e, x), e.const(low, x.dtype), result)


# limits


def _unless_nan(kind: str, e: Emitter, x: Symbol, y: Symbol) -> Symbol:
    x, y = e.met(x, y)
    result = e.op(kind, x, y)
    if category(x.dtype) != 2:
        return result
    return e.where(isnan(e, x), y, e.where(isnan(e, y), x, result))


add("fmax", partial(_unless_nan, "Max"))
add("fmin", partial(_unless_nan, "Min"))


@rule("clamp", "clamp.Tensor")
def _clamp(e: Emitter, x: Symbol, low: OnnxOperand | None = None, high: OnnxOperand | None = None) -> Symbol:
    bounds = [bound for bound in (low, high) if bound is not None]
    x, *cast = e.met(x, *bounds, dtype=e.promoted(x, *bounds))
    for kind, bound in zip(("Max", "Min") if low is not None else ("Min",), cast, strict=False):
        x = e.op(kind, x, bound)
    return x


def _clip(e: Emitter, x: Symbol, low: OnnxOperand | None, high: OnnxOperand | None) -> Symbol:
    """Between two numbers."""
    bounds = [None if bound is None else e.cast(bound, x.dtype) for bound in (low, high)]
    return e.op("Clip", x, *bounds)


def clamp_numbers(e: Emitter, x: Symbol, low: OnnxOperand | None = None, high: OnnxOperand | None = None) -> Symbol:
    bounds = [bound for bound in (low, high) if bound is not None]
    (x,) = e.met(x, dtype=e.promoted(x, *bounds))
    return _clip(e, x, low, high)


add("clamp", clamp_numbers)
for _name in ("clamp_min", "clamp_min.Tensor"):
    add(_name, _clamp)
for _name in ("clamp_max", "clamp_max.Tensor"):
    add(_name, lambda e, x, high: _clamp(e, x, None, high))


# choices


@rule("where.self", "where.ScalarOther", "where.ScalarSelf", "where.Scalar")
def _where(e: Emitter, condition: Symbol, x: OnnxOperand, y: OnnxOperand) -> Symbol:
    dtype = e.promoted(x, y)
    return e.where(condition, e.cast(x, dtype), e.cast(y, dtype))


# casts


@rule("_to_copy", "to.dtype", "to.dtype_layout", "type_as", "to.other")
def _to(e: Emitter, x: Symbol, *_rest: Any, **_keywords: Any) -> Symbol:
    """The type of the result says to what."""
    dtype = e.result.dtype
    if x.dtype in (BOOL,) or dtype == BOOL or category(x.dtype) <= category(dtype):
        return e.cast(x, dtype)
    if dtype.kind == "u" or dtype.itemsize < 4:
        return e.cast(e.cast(x, INT64), dtype)  # a float that is out of range wraps around
    return e.cast(x, dtype)


@rule("view.dtype")
def _view_dtype(_e: Emitter, x: Symbol, dtype: str) -> Symbol:
    if np.dtype(x.dtype) == np.dtype(dtype):
        return x
    raise Inexpressible("ONNX cannot take the bytes of a tensor for another type")


_FORMS: dict[str, Any] = {
    "rsqrt": lambda e, x: e.op("Reciprocal", e.op("Sqrt", *e.floats(x))),
    "trunc": lambda e, x: truncated(e, *e.floats(x)) if category(x.dtype) == 2 else x,
    "neg": lambda e, x: e.op("Neg", *e.met(x)),
    "positive": lambda _e, x: x,
    "abs": lambda e, x: e.op("Abs", *e.met(x)),
    "bitwise_not": lambda e, x: e.truth("Not", x) if x.dtype == BOOL else e.op("BitwiseNot", x),
    "isinf": _infinite,
    "maximum max.other": lambda e, x, y: e.op("Max", *e.met(x, y)),
    "minimum min.other": lambda e, x, y: e.op("Min", *e.met(x, y)),
    "masked_fill.Scalar masked_fill.Tensor": lambda e, x, mask, value: e.where(mask, e.cast(value, x.dtype), x),
    "alias detach lift lift_fresh lift_fresh_copy resolve_conj resolve_neg clone contiguous": lambda _e, x: x,
    "to.device": lambda e, x, *_rest, **_options: e.cast(x, e.result.dtype),
    "copy": lambda e, x, source: e.expand(e.cast(source, x.dtype), e.shape(x), e.rank(x)),
}
add_all(_FORMS)
