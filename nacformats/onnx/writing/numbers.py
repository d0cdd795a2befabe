"""Python numbers: the sizes of tensors, and what is computed of them, as scalars of int64, float64 or bool."""

from __future__ import annotations

from functools import partial, reduce
from typing import Any

from nacformats.onnx.writing.arithmetic import emit_floor_divide, emit_remainder, logical_not
from nacformats.onnx.writing.emitter import Emitter, Symbol
from nacformats.onnx.writing.pointwise import truncated
from nacformats.onnx.writing.table import RULES, add_all, rule
from nacformats.runtime.kernels._types import BOOL, FLOAT64, INT64, category


def _met(e: Emitter, x: Any, y: Any) -> tuple[Symbol, Symbol]:
    """Two numbers in int64, or in float64 where one of them is a float."""
    dtype = FLOAT64 if category(e.promoted(x, y)) == 2 else INT64
    return e.cast(x, dtype), e.cast(y, dtype)


def _number(kind: str, e: Emitter, x: Any, y: Any) -> Symbol:
    return e.op(kind, *_met(e, x, y))


def _connective(kind: str, e: Emitter, x: Any, y: Any) -> Symbol:
    return e.truth(kind, e.cast(x, BOOL), e.cast(y, BOOL))


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
    _connective: {"and_": "And", "or_": "Or"},
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
