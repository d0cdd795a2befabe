"""Sums, products, quotients, powers, rounding, operations on bits, and comparisons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy import ndarray

from nacformats.ops.dtypes import BOOL, Array, ArrayLike, Real, category
from nacformats.ops.kernels._pointwise import NATIVE, as_type, binary, like_self, pairwise, unary
from nacformats.ops.kernels._schemas import aten
from nacformats.ops.promotion import as_scalar, narrowed, result_type, wide_type


@aten("sub.Tensor", "sub.Scalar")
def _sub(x: ArrayLike, y: ArrayLike, alpha: Real) -> Array:
    """Return x - alpha * y; TypeError for bool."""
    return binary(np.subtract, x, y if alpha == 1 else _scaled(x, y, alpha))


def _scaled(x: ArrayLike, y: ArrayLike, alpha: Real) -> Array:
    """Return alpha * y in the type of the result of x and y."""
    dtype = result_type(x, y)
    if isinstance(alpha, float) and category(dtype) < 2:
        raise TypeError(f"alpha {alpha} with operands of type {dtype}: expected an integer")
    return np.multiply(as_type(y, dtype), as_type(alpha, dtype))


@aten("mul.Tensor", "mul.Scalar")
def mul(x: ArrayLike, y: ArrayLike) -> Array:
    """Return x * y; the product of two bools is their conjunction."""
    return binary(np.multiply, x, y)


def _dividing(function: Callable[[Any, Any], Any]) -> Callable[[Array, Any], Any]:
    """Refuse to divide integers by 0."""

    def apply(x: Array, y: Any) -> Any:
        if x.dtype.kind in "iu" and not np.all(y):
            raise ValueError("division of integers by 0")
        return function(x, y)

    return apply


@_dividing
def _trunc_divide(x: Array, y: Any) -> Any:
    if x.dtype.kind == "f":
        return np.trunc(np.true_divide(x, y))
    return np.floor_divide(x - np.fmod(x, y), y)


_floor_divide = _dividing(np.floor_divide)
#: The quotient rounded down, the remainder with the sign of y, and the one with the sign of x; ValueError for 0.
floor_divide = pairwise(_floor_divide)
remainder = pairwise(_dividing(np.remainder))
fmod = pairwise(_dividing(np.fmod))
aten("floor_divide.Scalar")(aten("floor_divide")(floor_divide))
aten("remainder.Tensor", "remainder.Scalar")(aten("remainder.Scalar_Tensor")(remainder))
aten("fmod.Tensor", "fmod.Scalar")(fmod)


@aten("div.Tensor", "div.Scalar", "div.Tensor_mode", "div.Scalar_mode")
def _div(x: ArrayLike, y: ArrayLike, rounding_mode: str | None = None) -> Array:
    """Return x / y, a float; with a rounding_mode ("floor", "trunc") of the type of x and y. ValueError for integers by
    0.
    """
    if rounding_mode is None:
        return binary(np.true_divide, x, y, to_float=True)
    if rounding_mode == "floor":
        return binary(_floor_divide, x, y)
    if rounding_mode == "trunc":
        return binary(_trunc_divide, x, y)
    raise ValueError(f"rounding_mode {rounding_mode!r}: expected None, 'floor' or 'trunc'")


aten("floor_divide_.Tensor")(like_self(floor_divide))


#: Exponents that need no logarithm.
_SIMPLE_POWERS: dict[float, Callable[[Any], Any]] = {
    0.5: np.sqrt,
    1.0: np.positive,
    2.0: np.square,
    3.0: lambda x: x * x * x,
    -0.5: lambda x: 1.0 / np.sqrt(x),
    -1.0: lambda x: 1.0 / x,
    -2.0: lambda x: 1.0 / (x * x),
}


@aten("pow.Tensor_Scalar")
def _pow_scalar(x: Array, exponent: Real) -> Array:
    """Return x ** exponent; ValueError for integers with an integer exponent that is negative or outside their type."""
    dtype = result_type(x, exponent)
    if category(dtype) == 2 and exponent in _SIMPLE_POWERS:
        return narrowed(_SIMPLE_POWERS[exponent](as_type(x, wide_type(dtype))), dtype)
    if category(dtype) == 1 and as_scalar(exponent, dtype) < 0:
        raise ValueError(f"integers to the negative power {exponent}: expected an exponent of at least 0")
    return binary(np.power, x, exponent)


@aten("pow.Tensor_Tensor", "pow.Scalar")
def pow_tensor(x: ArrayLike, exponent: ArrayLike) -> Array:
    """Return x ** exponent; an integer to a negative integer power is the quotient rounded towards 0."""
    return binary(_power, x, exponent)


def _power(x: Array, exponent: Any) -> Any:
    if x.dtype.kind != "i" or not (exponent < 0).any():
        return np.power(x, exponent)
    odd = np.where(exponent & 1 != 0, x, 1)
    return np.where(exponent >= 0, np.power(x, np.maximum(exponent, 0)), np.where(np.abs(x) == 1, odd, 0))


aten("pow_.Scalar")(like_self(_pow_scalar))
aten("pow_.Tensor")(like_self(pow_tensor))


@aten("sign")
def _sign(x: Array) -> Array:
    """Return -1, 0 or 1 in the type of x, 0 for NaN; a bool is its own sign."""
    return x if x.dtype == BOOL else np.asarray((x > 0).astype(x.dtype) - (x < 0).astype(x.dtype))


@aten("reciprocal")
@unary
def _reciprocal(x: Array) -> Any:
    """Return 1 / x."""
    return 1.0 / x


def _rounding(function: Callable[[Array], Any]) -> Callable[[Array], Array]:
    """Return a kernel that rounds floats and leaves integers as they are."""

    def apply(x: Array) -> Array:
        if x.dtype == BOOL:
            raise TypeError("a bool cannot be rounded")
        return x if x.dtype.kind in "iu" else np.asarray(function(x))

    return apply


aten("floor")(_rounding(np.floor))
aten("ceil")(_rounding(np.ceil))
aten("trunc")(_rounding(np.trunc))
aten("round")(_rounding(np.rint))


_BITWISE: dict[str, Callable[[Any, Any], Any]] = {"and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor}
_SHIFTS: dict[str, Callable[[Any, Any], Any]] = {"left": np.left_shift, "right": np.right_shift}
_LOGICAL: dict[str, Callable[[Any, Any], Any]] = {"and": np.logical_and, "or": np.logical_or, "xor": np.logical_xor}

for _name, _function in _BITWISE.items():
    aten(f"bitwise_{_name}.Tensor", f"bitwise_{_name}.Scalar")(pairwise(_function))


for _name, _function in _SHIFTS.items():
    aten(f"bitwise_{_name}_shift.Tensor", f"bitwise_{_name}_shift.Tensor_Scalar")(pairwise(_function))
    aten(f"bitwise_{_name}_shift.Scalar_Tensor")(pairwise(_function))


def _logical(function: Callable[[Any, Any], Any]) -> Callable[[ArrayLike, ArrayLike], Array]:
    def apply(x: ArrayLike, y: ArrayLike) -> Array:
        return np.asarray(function(as_type(x, BOOL), as_type(y, BOOL)))

    return apply


for _name, _function in _LOGICAL.items():
    aten(f"logical_{_name}")(_logical(_function))


aten("add.Tensor", "add.Scalar")(lambda x, y, alpha=1: binary(np.add, x, y if alpha == 1 else _scaled(x, y, alpha)))
aten("neg")(lambda x: np.asarray(np.negative(x)))
aten("abs")(lambda x: np.asarray(np.abs(x)))
aten("bitwise_not")(lambda x: np.asarray(np.bitwise_not(x)))
aten("logical_not")(lambda x: np.asarray(np.logical_not(as_type(x, BOOL))))


_COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "eq": np.equal,
    "ne": np.not_equal,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
}


def _comparison(function: Callable[[Any, Any], Any]) -> Callable[[ArrayLike, ArrayLike], Array]:
    """Return the kernel that compares in the type that both operands promote to: a number is rounded to it first."""

    def apply(x: ArrayLike, y: ArrayLike) -> Array:
        given = x.dtype if isinstance(x, ndarray) else None
        if (type(y) is float and given in NATIVE) or (isinstance(y, ndarray) and y.dtype is given):
            result = function(x, y)
        else:
            dtype = result_type(x, y)
            result = function(as_type(x, dtype), as_type(y, dtype))
        return result if type(result) is ndarray else np.asarray(result)

    return apply


for _name, _function in _COMPARISONS.items():
    aten(f"{_name}.Tensor", f"{_name}.Scalar")(_comparison(_function))


aten("rsub.Scalar")(lambda x, y, alpha=1: _sub(y, x, alpha))
aten("signbit")(lambda x: np.asarray(np.signbit(x)))
aten("equal")(lambda x, y: bool(np.array_equal(x, y)))
