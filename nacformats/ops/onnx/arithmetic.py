"""Functions of each element: arithmetic, choices, casts, operators of bools and bits; the rows have most of them.

Python numbers, the sizes of tensors and what is computed of them, are scalars of int64, float64 or bool.
"""

from __future__ import annotations

from functools import partial, reduce
from typing import Any

import ml_dtypes
import numpy as np

from nacformats.ops.dtypes import BOOL, FLOAT64, INT64, category
from nacformats.ops.onnx.emitter import RULES, Emitter, Inexpressible, OnnxOperand, Symbol, rule


def truncated(e: Emitter, x: Symbol) -> Symbol:
    """Emit floats without their fraction."""
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
    """Emit a cast to the type of the result."""
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


def scaled(e: Emitter, x: Symbol, factor: OnnxOperand) -> Symbol:
    """Emit a multiple; 1 is not multiplied."""
    return x if not isinstance(factor, Symbol) and factor == 1 else e.op("Mul", x, e.cast(factor, x.dtype))


def _sum(kind: str, e: Emitter, x: OnnxOperand, y: OnnxOperand, alpha: OnnxOperand) -> Symbol:
    x, y = e.met(x, y)
    return e.op(kind, x, scaled(e, y, alpha))


@rule("div.Tensor_mode div.Scalar_mode")
def _div(e: Emitter, x: OnnxOperand, y: OnnxOperand, rounding_mode: str | None) -> Symbol:
    if rounding_mode is None:
        return e.op("Div", *e.floats(x, y))
    if rounding_mode == "floor":
        return emit_floor_divide(e, x, y)
    x, y = e.met(x, y)
    if category(x.dtype) == 2:
        return truncated(e, e.op("Div", x, y))
    return e.op("Div", x, divisor(e, y))


def divisor(e: Emitter, y: Symbol) -> Symbol:
    """Emit integers to divide by. A runtime may end the process when it divides by 0: the run fails before,
    where a list of
    one element is asked for its second.
    """
    known = e.constants.get(y.name)
    if known is not None and known.all():
        return y
    zero = e.truth("Equal", y, e.const(0, y.dtype))
    found = e.op("ReduceMax", e.cast(e.op("Reshape", zero, e.indices(-1)), INT64), keepdims=0)
    return e.op("Mul", y, e.op("Gather", e.const([1], y.dtype), found))


def emit_floor_divide(e: Emitter, x: OnnxOperand, y: OnnxOperand) -> Symbol:
    x, y = e.met(x, y)
    if category(x.dtype) == 2:
        return e.op("Floor", e.op("Div", x, y))
    y = divisor(e, y)
    return e.op("Div", e.op("Sub", x, e.op("Mod", x, y)), y)


@rule("remainder.Tensor remainder.Scalar remainder.Scalar_Tensor")
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


@rule("fmod.Tensor fmod.Scalar")
def _fmod(e: Emitter, x: OnnxOperand, y: OnnxOperand) -> Symbol:
    x, y = e.met(x, y)
    return e.op("Mod", x, y if category(y.dtype) == 2 else divisor(e, y), fmod=1)


@rule("pow.Tensor_Scalar pow.Tensor_Tensor pow.Scalar pow_.Scalar pow_.Tensor")
def _power(e: Emitter, x: OnnxOperand, exponent: OnnxOperand) -> Symbol:
    dtype = e.promoted(x, exponent)
    wide = e.met(x, exponent, dtype=dtype)
    if isinstance(exponent, Symbol):
        return e.op("Pow", *wide) if category(dtype) == 2 else _integer_power(e, *wide)
    return _constant_power(e, wide[0], exponent)


def _integer_power(e: Emitter, x: Symbol, exponent: Symbol) -> Symbol:
    """Emit a power of integers: 1 / x to a negative exponent is 0 but for 1 and -1."""
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


# bools and bits


def _connected(kind: str, e: Emitter, x: OnnxOperand, y: OnnxOperand) -> Symbol:
    return e.truth(kind, e.cast(x, BOOL), e.cast(y, BOOL))


@rule("logical_not")
def logical_not(e: Emitter, x: Symbol) -> Symbol:
    return e.truth("Not", e.cast(x, BOOL))


def _bits(kind: str, e: Emitter, x: OnnxOperand, y: OnnxOperand) -> Symbol:
    dtype = e.promoted(x, y)
    operands = e.cast(x, dtype), e.cast(y, dtype)
    return e.truth(kind, *operands) if dtype == BOOL else e.op(f"Bitwise{kind}", *operands)


for _name in ("and", "or", "xor"):
    _overloads = f"bitwise_{_name}.Tensor bitwise_{_name}.Scalar bitwise_{_name}.Scalar_Tensor"
    rule(_overloads)(partial(_bits, _name.capitalize()))
    rule(f"logical_{_name}")(partial(_connected, _name.capitalize()))


def _shifted(left: bool, e: Emitter, x: OnnxOperand, by: OnnxOperand) -> Symbol:
    """Emit a product with a power of two, or a quotient; in two steps, so that a shift by all bits and more is one."""
    wide, places = e.met(x, by)
    dtype = wide.dtype if wide.dtype == np.uint64 else INT64
    found, rest = e.cast(wide, dtype), e.cast(places, dtype)
    for most in (32, 32 if left else 31):
        step = e.op("Min", rest, e.const(most, dtype))
        factor, rest = e.op("Pow", e.const(2, dtype), step), e.op("Sub", rest, step)
        found = e.op("Mul", found, factor) if left else emit_floor_divide(e, found, factor)
    return e.cast(found, wide.dtype)


for _name, _left in (("left", True), ("right", False)):
    _overloads = " ".join(f"bitwise_{_name}_shift.{each}" for each in ("Tensor", "Tensor_Scalar", "Scalar_Tensor"))
    rule(_overloads)(partial(_shifted, _left))


# Python numbers


def _met(e: Emitter, x: Any, y: Any) -> tuple[Symbol, Symbol]:
    """Emit two numbers in int64, or in float64 where one of them is a float."""
    dtype = FLOAT64 if category(e.promoted(x, y)) == 2 else INT64
    return e.cast(x, dtype), e.cast(y, dtype)


def _number(kind: str, e: Emitter, x: Any, y: Any) -> Symbol:
    return e.op(kind, *_met(e, x, y))


def _compared_numbers(kind: str, e: Emitter, x: Any, y: Any) -> Symbol:
    return Symbol(_number(kind, e, x, y).name, BOOL)


def _whole(kind: str, e: Emitter, x: Any) -> Symbol:
    if category(x.dtype) != 2:
        return e.cast(x, INT64)
    return e.cast(truncated(e, x) if kind == "Trunc" else e.op(kind, x), INT64)


def _total(e: Emitter, *items: Any) -> Symbol:
    result = reduce(partial(_number, "Add", e), items)
    return e.cast(result, INT64) if not isinstance(result, Symbol) else result


_KINDS: dict[Any, dict[str, str]] = {
    _number: {"add": "Add", "sub": "Sub", "mul": "Mul", "pow": "Pow", "sym_max": "Max", "sym_min": "Min"},
    _compared_numbers: {"eq": "Equal", "lt": "Less", "le": "LessOrEqual", "gt": "Greater", "ge": "GreaterOrEqual"},
    _connected: {"and_": "And", "or_": "Or"},
    _whole: {"ceil": "Ceil", "floor": "Floor", "round": "Round", "trunc": "Trunc", "sym_int": "Trunc"},
}
#: By the names of kernels/nac.py.
ON_NUMBERS: dict[str, Any] = {
    **{name: partial(form, kind) for form, kinds in _KINDS.items() for name, kind in kinds.items()},
    **dict.fromkeys(("not_", "sym_not"), logical_not),
    **dict.fromkeys(("sqrt", "sym_sqrt"), lambda e, x: e.op("Sqrt", e.cast(x, FLOAT64))),
    "truediv": lambda e, x, y: e.op("Div", e.cast(x, FLOAT64), e.cast(y, FLOAT64)),
    "floordiv": lambda e, x, y: emit_floor_divide(e, *_met(e, x, y)),
    "mod": lambda e, x, y: emit_remainder(e, *_met(e, x, y)),
    "neg": lambda e, x: e.op("Neg", x),
    "abs": lambda e, x: e.op("Abs", x),
    "ne": lambda e, x, y: e.truth("Not", _compared_numbers("Equal", e, x, y)),
    "sym_float": lambda e, x: e.cast(x, FLOAT64),
    "sym_ite": lambda e, condition, x, y: e.where(e.cast(condition, BOOL), *_met(e, x, y)),
    "sym_sum": _total,
}

RULES.update(ON_NUMBERS)


@rule("item _local_scalar_dense")
def _item(e: Emitter, x: Symbol) -> Symbol:
    dtype = BOOL if x.dtype == BOOL else FLOAT64 if category(x.dtype) == 2 else INT64
    return e.number(e.cast(e.reshape(x, []), dtype))


rule("sym_size.int")(lambda e, x, dim: e.size(x, dim))
rule("div.Tensor div.Scalar")(lambda e, x, y: e.op("Div", *e.floats(x, y)))
rule("add.Tensor add.Scalar")(partial(_sum, "Add"))
rule("sub.Tensor sub.Scalar")(partial(_sum, "Sub"))
