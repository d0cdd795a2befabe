"""Complex numbers inside of a graph: two tensors each, since ONNX has no arithmetic on complex ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from nacformats.ops.dtypes import INT64, DType
from nacformats.ops.onnx.emitter import RULES, Emitter, Inexpressible, Symbol, names_in_full
from nacformats.ops.table import operators


@dataclass(frozen=True, slots=True)
class Complex:
    """A tensor of complex numbers."""

    real: Symbol
    imag: Symbol

    @property
    def parts(self) -> tuple[Symbol, Symbol]:
        return self.real, self.imag


_Rule = Callable[..., Any]
#: Operations on or into complex numbers, by canonical name.
COMPLEX_RULES: dict[str, _Rule] = {}


def complex_rule(operators: str) -> Callable[[_Rule], _Rule]:
    """Register a function as the form of operations on or into complex numbers."""

    def register(function: _Rule) -> _Rule:
        COMPLEX_RULES.update(dict.fromkeys(names_in_full(operators), function))
        return function

    return register


#: Operations that do the same to both parts, as views and copies do.
_ON_PARTS = frozenset(
    names_in_full("""
    index.Tensor index_select gather clone lift_fresh_copy sum.dim_IntList mean.dim neg select_scatter slice_scatter
    constant_pad_nd pad copy
""")
)
#: Operations that make a tensor of one real number.
_CREATION = frozenset(names_in_full("zeros zeros_like new_zeros ones ones_like new_ones full full_like new_full"))


def is_complex(values: Any) -> bool:
    """Return True if there are complex numbers among arguments or results."""
    if isinstance(values, list | tuple):
        return any(is_complex(each) for each in values)
    if isinstance(values, Symbol):
        return values.dtype.kind == "c"
    return isinstance(values, Complex | complex)


def emit_complex(e: Emitter, operator: str, arguments: Sequence[Any]) -> Any:
    """Emit the form of an operation on or into complex numbers."""
    if any(isinstance(each, Symbol) and each.dtype.kind == "c" for each in arguments):
        raise Inexpressible("an operand of complex numbers has no form in ONNX")
    if operator in COMPLEX_RULES:
        return COMPLEX_RULES[operator](e, *arguments)
    if operator in _CREATION:
        real = _with_result(e, float_of(e.result.dtype), RULES[operator], arguments)
        return Complex(real, _zeros(e, real))
    if operator not in RULES or not (operator in _ON_PARTS or operators()[operator].kind in {"view", "copy"}):
        raise Inexpressible("the operation has no form for complex numbers")
    mixed = operator in {"aten.cat.default", "aten.stack.default"}
    chosen = [[_part(e, each, place, mixed) for each in arguments] for place in (0, 1)]
    dtype = float_of(e.result[0].dtype if isinstance(e.result, tuple) else e.result.dtype)
    real, imag = (_with_result(e, dtype, RULES[operator], each) for each in chosen)
    if isinstance(real, tuple):
        return tuple(Complex(a, b) for a, b in zip(real, imag, strict=True))
    return Complex(real, imag)


def float_of(dtype: DType) -> DType:
    """Return the type of the parts of complex numbers."""
    return np.dtype(np.float64 if dtype == np.complex128 else np.float32)


def _with_result(e: Emitter, dtype: DType, rule: _Rule, arguments: Sequence[Any]) -> Any:
    """Emit the result of a rule when it is to be of a type."""
    before = e.result
    if isinstance(before, tuple):
        e.result = tuple(replace(each, dtype=dtype) for each in before)
    else:
        e.result = replace(before, dtype=dtype)
    try:
        return rule(e, *arguments)
    finally:
        e.result = before


def _part(e: Emitter, value: Any, place: int, mixed: bool) -> Any:
    if isinstance(value, Complex):
        return value.parts[place]
    if isinstance(value, list | tuple):
        return [_part(e, each, place, mixed) for each in value]
    if mixed and isinstance(value, Symbol) and place:
        return _zeros(e, value)
    return value


def _zeros(e: Emitter, x: Symbol) -> Symbol:
    """Emit the imaginary part of real numbers."""
    return e.expand(e.const(0, x.dtype), e.shape(x), e.rank(x))


def as_complex(e: Emitter, value: Any, dtype: DType | None = None) -> Complex:
    """Return a complex number of whatever is given."""
    if isinstance(value, Complex):
        return value
    dtype = dtype or np.dtype(np.float32)
    if isinstance(value, Symbol):
        value = e.cast(value, dtype)
        return Complex(value, _zeros(e, value))
    return Complex(e.const(complex(value).real, dtype), e.const(complex(value).imag, dtype))


def part_type(*values: Any) -> DType:
    return next((value.real.dtype for value in values if isinstance(value, Complex)), np.dtype(np.float32))


# into complex numbers and out of them


@complex_rule("complex")
def _complex(e: Emitter, real: Symbol, imag: Symbol) -> Complex:
    if real.seen == imag.seen:
        return Complex(real, imag)
    rank = max(e.rank(real), e.rank(imag))
    return Complex(e.expand(real, e.shape(imag), rank), e.expand(imag, e.shape(real), rank))


@complex_rule("view_as_complex")
def _view_as_complex(e: Emitter, x: Symbol) -> Complex:
    axis = e.rank(x) - 1
    parts = (replace(e.op("Gather", x, e.const(place, INT64), axis=axis), rank=axis) for place in (0, 1))
    return Complex(*parts)


@complex_rule("view_as_real")
def view_as_real(e: Emitter, x: Complex) -> Symbol:
    rank = e.rank(x.real)
    return e.concat([e.unsqueeze(part, [rank]) for part in x.parts], rank)


@complex_rule("real")
def _real(_e: Emitter, x: Complex | Symbol) -> Symbol:
    return x.real if isinstance(x, Complex) else x


@complex_rule("imag")
def _imag(_e: Emitter, x: Complex) -> Symbol:
    return x.imag


@complex_rule("abs")
def _absolute(e: Emitter, x: Complex) -> Any:
    return RULES["aten.hypot.default"](e, *x.parts)


@complex_rule("_to_copy to.dtype")
def _to(e: Emitter, x: Any, *_: Any) -> Any:
    if e.result.dtype.kind != "c":
        return x.real
    dtype = float_of(e.result.dtype)
    found = as_complex(e, x, dtype)
    return Complex(e.cast(found.real, dtype), e.cast(found.imag, dtype))


# arithmetic


def _sum(kind: str, e: Emitter, x: Any, y: Any, alpha: Any) -> Complex:
    dtype = part_type(x, y)
    first, second = as_complex(e, x, dtype), as_complex(e, y, dtype)
    if alpha != 1:
        second = _product(e, second, alpha)
    return Complex(e.op(kind, first.real, second.real), e.op(kind, first.imag, second.imag))


complex_rule("add.Tensor add.Scalar")(partial(_sum, "Add"))
complex_rule("sub.Tensor sub.Scalar")(partial(_sum, "Sub"))


def _bilinear(e: Emitter, x: Any, y: Any, product: Callable[[Symbol, Symbol], Symbol]) -> Complex:
    """Emit a product of which either operand may be real."""
    dtype = part_type(x, y)
    if not isinstance(y, Complex | complex):
        factor = as_complex(e, y, dtype).real
        return Complex(*(product(part, factor) for part in as_complex(e, x, dtype).parts))
    if not isinstance(x, Complex | complex):
        factor = as_complex(e, x, dtype).real
        return Complex(*(product(factor, part) for part in as_complex(e, y, dtype).parts))
    (a, b), (c, d) = as_complex(e, x, dtype).parts, as_complex(e, y, dtype).parts
    return Complex(e.op("Sub", product(a, c), product(b, d)), e.op("Add", product(a, d), product(b, c)))


@complex_rule("mul.Tensor mul.Scalar")
def _product(e: Emitter, x: Any, y: Any) -> Complex:
    return _bilinear(e, x, y, lambda a, b: e.op("Mul", a, b))


@complex_rule("matmul mm bmm")
def _matmul(e: Emitter, x: Any, y: Any) -> Complex:
    return _bilinear(e, x, y, lambda a, b: e.op("MatMul", a, b))


@complex_rule("einsum")
def _einsum(e: Emitter, equation: str, tensors: Sequence[Any], path: Any) -> Complex:
    if len(tensors) != 2:
        raise Inexpressible("a sum of products of other than two complex tensors")
    rule = RULES["aten.einsum.default"]
    x, y = tensors
    return _bilinear(e, x, y, lambda a, b: rule(e, equation, [a, b], path))


@complex_rule("div.Tensor div.Scalar")
def _quotient(e: Emitter, x: Any, y: Any) -> Complex:
    dtype = part_type(x, y)
    if not isinstance(y, Complex | complex):
        divisor = as_complex(e, y, dtype).real
        return Complex(*(e.op("Div", part, divisor) for part in as_complex(e, x, dtype).parts))
    lower = as_complex(e, y, dtype)
    upper = _product(e, x, Complex(lower.real, e.op("Neg", lower.imag)))
    squares = e.op("Add", e.op("Mul", lower.real, lower.real), e.op("Mul", lower.imag, lower.imag))
    return Complex(e.op("Div", upper.real, squares), e.op("Div", upper.imag, squares))


@complex_rule("_conj conj conj_physical")
def _conjugate(e: Emitter, x: Complex | Symbol) -> Complex | Symbol:
    if isinstance(x, Symbol):
        return x
    return Complex(x.real, e.op("Neg", x.imag))


complex_rule("resolve_conj resolve_neg")(lambda _e, x: x)


@complex_rule("exp")
def _exp(e: Emitter, x: Complex) -> Complex:
    size = e.op("Exp", x.real)
    return Complex(e.op("Mul", size, e.op("Cos", x.imag)), e.op("Mul", size, e.op("Sin", x.imag)))
