"""Python numbers: the sizes of tensors, and what is computed of them, as scalars of int64, float64 or bool."""

from __future__ import annotations

from functools import partial
from typing import Any

from nacformats.onnx.writing.arithmetic import emit_floor_divide, emit_remainder, logical_not
from nacformats.onnx.writing.emitter import Emitter, Symbol
from nacformats.onnx.writing.pointwise import truncated
from nacformats.onnx.writing.table import RULES, add_all, rule
from nacformats.runtime.kernels._promotion import BOOL, FLOAT64, INT64, category


def _number(kind: str, e: Emitter, x: Any, y: Any) -> Symbol:
    dtype = e.promoted(x, y)
    dtype = FLOAT64 if category(dtype) == 2 else INT64
    return e.op(kind, e.cast(x, dtype), e.cast(y, dtype))


def _connective(kind: str, e: Emitter, x: Any, y: Any) -> Symbol:
    return e.truth(kind, e.cast(x, BOOL), e.cast(y, BOOL))


def _compared_numbers(kind: str, e: Emitter, x: Any, y: Any) -> Symbol:
    result = _number(kind, e, x, y)
    return Symbol(result.name, BOOL)


def _true_quotient(e: Emitter, x: Any, y: Any) -> Symbol:
    return e.op("Div", e.cast(x, FLOAT64), e.cast(y, FLOAT64))


def _whole(kind: str) -> Any:
    def function(e: Emitter, x: Any) -> Symbol:
        if category(x.dtype) != 2:
            return e.cast(x, INT64)
        return e.cast(truncated(e, x) if kind == "Trunc" else e.op(kind, x), INT64)

    return function


def _floor_of_quotient(e: Emitter, x: Any, y: Any) -> Symbol:
    dtype = FLOAT64 if category(e.promoted(x, y)) == 2 else INT64
    return emit_floor_divide(e, e.cast(x, dtype), e.cast(y, dtype))


def _rest_of_quotient(e: Emitter, x: Any, y: Any) -> Symbol:
    dtype = FLOAT64 if category(e.promoted(x, y)) == 2 else INT64
    return emit_remainder(e, e.cast(x, dtype), e.cast(y, dtype))


def _choice(e: Emitter, condition: Any, x: Any, y: Any) -> Symbol:
    dtype = FLOAT64 if category(e.promoted(x, y)) == 2 else INT64
    return e.where(e.cast(condition, BOOL), e.cast(x, dtype), e.cast(y, dtype))


def _total(e: Emitter, *items: Any) -> Symbol:
    result = items[0]
    for item in items[1:]:
        result = _number("Add", e, result, item)
    return e.cast(result, INT64) if not isinstance(result, Symbol) else result


def _different(e: Emitter, x: Any, y: Any) -> Symbol:
    return e.truth("Not", _compared_numbers("Equal", e, x, y))


#: By the names of kernels/nac.py.
ON_NUMBERS: dict[str, Any] = {
    "add": partial(_number, "Add"),
    "sub": partial(_number, "Sub"),
    "mul": partial(_number, "Mul"),
    "pow": partial(_number, "Pow"),
    "sym_max": partial(_number, "Max"),
    "sym_min": partial(_number, "Min"),
    "truediv": _true_quotient,
    "floordiv": _floor_of_quotient,
    "mod": _rest_of_quotient,
    "neg": lambda e, x: e.op("Neg", x),
    "abs": lambda e, x: e.op("Abs", x),
    "eq": partial(_compared_numbers, "Equal"),
    "ne": _different,
    "lt": partial(_compared_numbers, "Less"),
    "le": partial(_compared_numbers, "LessOrEqual"),
    "gt": partial(_compared_numbers, "Greater"),
    "ge": partial(_compared_numbers, "GreaterOrEqual"),
    "and_": partial(_connective, "And"),
    "or_": partial(_connective, "Or"),
    "not_": logical_not,
    "sym_not": logical_not,
    "ceil": _whole("Ceil"),
    "floor": _whole("Floor"),
    "round": _whole("Round"),
    "trunc": _whole("Trunc"),
    "sym_int": _whole("Trunc"),
    "sym_float": lambda e, x: e.cast(x, FLOAT64),
    "sqrt": lambda e, x: e.op("Sqrt", e.cast(x, FLOAT64)),
    "sym_sqrt": lambda e, x: e.op("Sqrt", e.cast(x, FLOAT64)),
    "sym_ite": _choice,
    "sym_sum": _total,
}

RULES.update(ON_NUMBERS)


@rule("item", "_local_scalar_dense")
def _item(e: Emitter, x: Symbol) -> Symbol:
    dtype = BOOL if x.dtype == BOOL else FLOAT64 if category(x.dtype) == 2 else INT64
    return e.number(e.cast(e.reshape(x, []), dtype))


_FORMS: dict[str, Any] = {
    "sym_size.int size.int": lambda e, x, dim: e.size(x, dim),
    "sym_size": lambda e, x: tuple(e.sizes(x)),
    "sym_numel numel": lambda e, x: e.elements(x, range(e.rank(x))),
    "dim": lambda e, x: e.rank(x),
}
add_all(_FORMS)
