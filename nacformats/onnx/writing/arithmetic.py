"""Arithmetic: operators of two tensors or numbers, and of bools and bits."""

from __future__ import annotations

import math
from functools import partial

from nacformats.onnx.writing.emitter import Emitter, OnnxOperand, Symbol
from nacformats.onnx.writing.pointwise import truncated
from nacformats.onnx.writing.table import add, rule
from nacformats.runtime.kernels._types import BOOL, FLOAT64, INT64, category


def scaled(e: Emitter, x: Symbol, factor: OnnxOperand) -> Symbol:
    """A multiple; 1 is not multiplied."""
    return x if not isinstance(factor, Symbol) and factor == 1 else e.op("Mul", x, e.cast(factor, x.dtype))


def _sum(kind: str, e: Emitter, x: OnnxOperand, y: OnnxOperand, alpha: OnnxOperand = 1) -> Symbol:
    x, y = e.met(x, y)
    return e.op(kind, x, scaled(e, y, alpha))


for _overload in ("Tensor", "Scalar"):
    add(f"add.{_overload}", partial(_sum, "Add"))
    add(f"sub.{_overload}", partial(_sum, "Sub"))
    add(f"rsub.{_overload}", lambda e, x, y, alpha=1: _sum("Sub", e, y, x) if alpha == 1 else _rsub(e, x, y, alpha))


def _rsub(e: Emitter, x: OnnxOperand, y: OnnxOperand, alpha: OnnxOperand) -> Symbol:
    x, y = e.met(x, y)
    return e.op("Sub", y, scaled(e, x, alpha))


@rule("mul.Tensor", "mul.Scalar")
def _mul(e: Emitter, x: OnnxOperand, y: OnnxOperand) -> Symbol:
    return e.op("Mul", *e.met(x, y))


@rule("div.Tensor", "div.Scalar", "div.Tensor_mode", "div.Scalar_mode")
def _div(e: Emitter, x: OnnxOperand, y: OnnxOperand, *, rounding_mode: str | None = None) -> Symbol:
    if rounding_mode is None:
        return e.op("Div", *e.floats(x, y))
    if rounding_mode == "floor":
        return emit_floor_divide(e, x, y)
    x, y = e.met(x, y)
    if category(x.dtype) == 2:
        return truncated(e, e.op("Div", x, y))
    return e.op("Div", x, divisor(e, y))


def divisor(e: Emitter, y: Symbol) -> Symbol:
    """Integers to divide by. A runtime may end the process when it divides by 0: the run fails before, where a list of
    one element is asked for its second.
    """
    known = e.constants.get(y.name)
    if known is not None and known.all():
        return y
    zero = e.truth("Equal", y, e.const(0, y.dtype))
    found = e.op("ReduceMax", e.cast(e.op("Reshape", zero, e.indices(-1)), INT64), keepdims=0)
    return e.op("Mul", y, e.op("Gather", e.const([1], y.dtype), found))


@rule("floor_divide", "floor_divide.Scalar")
def emit_floor_divide(e: Emitter, x: OnnxOperand, y: OnnxOperand) -> Symbol:
    x, y = e.met(x, y)
    if category(x.dtype) == 2:
        return e.op("Floor", e.op("Div", x, y))
    y = divisor(e, y)
    return e.op("Div", e.op("Sub", x, e.op("Mod", x, y)), y)


@rule("remainder.Tensor", "remainder.Scalar", "remainder.Scalar_Tensor")
def emit_remainder(e: Emitter, x: OnnxOperand, y: OnnxOperand) -> Symbol:
    """Emit the remainder that has the sign of the divisor."""
    x, y = e.met(x, y)
    if category(x.dtype) != 2:
        return e.op("Mod", x, divisor(e, y))
    rest = e.op("Mod", x, y, fmod=1)
    zero = e.const(0, x.dtype)
    other_sign = e.truth("Xor", e.truth("Less", rest, zero), e.truth("Less", y, zero))
    shifted = e.truth("And", other_sign, e.truth("Not", e.truth("Equal", rest, zero)))
    return e.where(shifted, e.op("Add", rest, y), rest)


@rule("fmod.Tensor", "fmod.Scalar")
def _fmod(e: Emitter, x: OnnxOperand, y: OnnxOperand) -> Symbol:
    x, y = e.met(x, y)
    return e.op("Mod", x, y if category(y.dtype) == 2 else divisor(e, y), fmod=1)


@rule("pow.Tensor_Scalar", "pow.Tensor_Tensor", "pow.Scalar", "pow_.Scalar", "pow_.Tensor")
def _power(e: Emitter, x: OnnxOperand, exponent: OnnxOperand) -> Symbol:
    dtype = e.promoted(x, exponent)
    wide = e.met(x, exponent, dtype=dtype)
    if isinstance(exponent, Symbol):
        return e.op("Pow", *wide) if category(dtype) == 2 else _integer_power(e, *wide)
    return _constant_power(e, wide[0], exponent)


def _integer_power(e: Emitter, x: Symbol, exponent: Symbol) -> Symbol:
    """1 / x to a negative exponent is 0 but for 1 and -1."""
    result = e.op("Pow", x, e.op("Abs", exponent))
    one, zero = e.const(1, x.dtype), e.const(0, x.dtype)
    kept = e.truth("Or", e.truth("GreaterOrEqual", exponent, zero), e.truth("Equal", e.op("Abs", x), one))
    return e.where(kept, result, zero)


def _constant_power(e: Emitter, x: Symbol, exponent: float) -> Symbol:
    if exponent == 2:
        return e.op("Mul", x, x)
    if exponent == 3:
        return e.op("Mul", e.op("Mul", x, x), x)
    if category(x.dtype) == 2 and exponent in (0.5, -0.5, -1):
        root = x if exponent == -1 else e.op("Sqrt", x)
        return e.op("Reciprocal", root) if exponent < 0 else root
    return e.op("Pow", x, e.cast(exponent, x.dtype))


@rule("float_power.Tensor_Tensor", "float_power.Tensor_Scalar", "float_power.Scalar")
def _float_power(e: Emitter, x: OnnxOperand, exponent: OnnxOperand) -> Symbol:
    return e.op("Pow", e.cast(x, FLOAT64), e.cast(exponent, FLOAT64))


# functions of two floats


@rule("atan2")
def atan2(e: Emitter, y: Symbol, x: Symbol) -> Symbol:
    """The angle of (x, y): that of the half plane to the right, turned by half a circle on the left."""
    y, x = e.single(y, x)
    zero, half = e.const(0, x.dtype), e.const(math.pi, x.dtype)
    straight = e.op("Atan", e.op("Div", y, x))
    upper = e.truth("GreaterOrEqual", y, zero)
    left = e.where(upper, e.op("Add", straight, half), e.op("Sub", straight, half))
    result = e.where(e.truth("Less", x, zero), left, straight)
    both_zero = e.truth("And", e.truth("Equal", x, zero), e.truth("Equal", y, zero))
    return e.where(both_zero, zero, result)


@rule("hypot")
def hypot(e: Emitter, x: Symbol, y: Symbol) -> Symbol:
    """Scaled by the larger of the two, so that squares do not overflow."""
    x, y = (e.op("Abs", each) for each in e.floats(x, y))
    large, small = e.op("Max", x, y), e.op("Min", x, y)
    zero, one = e.const(0, x.dtype), e.const(1, x.dtype)
    ratio = e.op("Div", small, e.where(e.truth("Equal", large, zero), one, large))
    length = e.op("Sqrt", e.op("Add", one, e.op("Mul", ratio, ratio)))
    return e.where(e.op("IsInf", large, dtype=BOOL), large, e.op("Mul", large, length))


@rule("xlogy.Tensor", "xlogy.Scalar_Other", "xlogy.Scalar_Self")
def _xlogy(e: Emitter, x: OnnxOperand, y: OnnxOperand) -> Symbol:
    x, y = e.floats(x, y)
    zero = e.const(0, x.dtype)
    known = e.truth("And", e.truth("Equal", x, zero), e.truth("Not", e.truth("IsNaN", y)))
    return e.where(known, zero, e.op("Mul", x, e.op("Log", y)))


def _log_of_sum(base: float, e: Emitter, x: Symbol, y: Symbol) -> Symbol:
    x, y = e.floats(x, y)
    large = e.op("Max", x, y)
    shift = e.where(e.op("IsInf", large, dtype=BOOL), e.const(0, x.dtype), large)
    log_base = e.const(math.log(base), x.dtype)
    powers = [e.op("Exp", e.op("Mul", e.op("Sub", each, shift), log_base)) for each in (x, y)]
    return e.op("Add", e.op("Div", e.op("Log", e.op("Add", *powers)), log_base), shift)


add("logaddexp", partial(_log_of_sum, math.e))
add("logaddexp2", partial(_log_of_sum, 2))


@rule("copysign.Tensor", "copysign.Scalar")
def _copysign(e: Emitter, x: OnnxOperand, y: OnnxOperand) -> Symbol:
    x, y = e.floats(x, y)
    zero = e.const(0, x.dtype)
    negative = e.truth("Or", e.truth("Less", y, zero), e.truth("Less", e.op("Reciprocal", y), zero))
    size = e.op("Abs", x)
    return e.where(negative, e.op("Neg", size), size)


@rule("heaviside")
def _heaviside(e: Emitter, x: Symbol, values: Symbol) -> Symbol:
    x, values = e.met(x, values)
    zero, one = e.const(0, x.dtype), e.const(1, x.dtype)
    side = e.where(e.truth("Less", x, zero), zero, one)
    return e.where(e.truth("Equal", x, zero), values, side)


@rule("lerp.Scalar", "lerp.Tensor")
def _lerp(e: Emitter, start: Symbol, end: Symbol, weight: OnnxOperand) -> Symbol:
    start, end, weight = e.met(start, end, weight, dtype=start.dtype)
    return e.op("Add", start, e.op("Mul", weight, e.op("Sub", end, start)))


@rule("addcmul")
def _addcmul(e: Emitter, x: Symbol, first: Symbol, second: Symbol, *, value: OnnxOperand = 1) -> Symbol:
    x, first, second = e.met(x, first, second)
    return e.op("Add", x, scaled(e, e.op("Mul", first, second), value))


@rule("addcdiv")
def _addcdiv(e: Emitter, x: Symbol, first: Symbol, second: Symbol, *, value: OnnxOperand = 1) -> Symbol:
    x, first, second = e.floats(x, first, second)
    return e.op("Add", x, scaled(e, e.op("Div", first, second), value))


# bools and bits


def _connected(kind: str, e: Emitter, x: OnnxOperand, y: OnnxOperand) -> Symbol:
    return e.truth(kind, e.cast(x, BOOL), e.cast(y, BOOL))


for _name, _kind in {"logical_and": "And", "logical_or": "Or", "logical_xor": "Xor"}.items():
    add(_name, partial(_connected, _kind))


@rule("logical_not")
def logical_not(e: Emitter, x: Symbol) -> Symbol:
    return e.truth("Not", e.cast(x, BOOL))


def _bits(kind: str, e: Emitter, x: OnnxOperand, y: OnnxOperand) -> Symbol:
    dtype = e.promoted(x, y)
    operands = e.cast(x, dtype), e.cast(y, dtype)
    return e.truth(kind, *operands) if dtype == BOOL else e.op(f"Bitwise{kind}", *operands)


for _name, _kind in {"and": "And", "or": "Or", "xor": "Xor"}.items():
    add(f"bitwise_{_name}.Scalar_Tensor", partial(_bits, _kind))
    for _overload in ("Tensor", "Scalar"):
        add(f"bitwise_{_name}.{_overload}", partial(_bits, _kind))
        add(f"__{_name}__.{_overload}", partial(_bits, _kind))
