"""Functions of a real number, and what combines arrays element by element: bounds, choices, interpolation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
from numpy import ndarray

from nacformats.ops.dtypes import BOOL, UINT8, Array, ArrayLike, DType, Real, category
from nacformats.ops.kernels._arguments import check_mask
from nacformats.ops.kernels._pointwise import NATIVE, binary, pairwise, unary
from nacformats.ops.kernels._schemas import aten
from nacformats.ops.promotion import as_scalar, narrowed, result_type, widened
from nacformats.ops.schemas import kernel

#: What nac.where in a training program stands for, where a number is its last argument.
WHERE_OR_FILL = "nac.masked_fill"

#: From this many elements on, throughput counts more than the overhead of a call, which decides between two functions.
MANY = 4096

# fmt: off
_SAME_NAME: tuple[Callable[..., Any], ...] = (
    np.cos, np.cosh, np.exp, np.expm1, np.log, np.log10, np.log1p, np.log2, np.sin, np.sinh, np.sqrt, np.tan, np.tanh,
)
# fmt: on
_ARC = (np.arccos, np.arccosh, np.arcsin, np.arcsinh, np.arctan, np.arctanh)
#: Functions of one float that NumPy has, by ATen name.
_FUNCTIONS: dict[str, Callable[[Array], Any]] = {
    **{function.__name__: function for function in _SAME_NAME},
    **{function.__name__.replace("arc", "a"): function for function in _ARC},
    "rsqrt": lambda x: 1.0 / np.sqrt(x),
}

for _name, _function in _FUNCTIONS.items():
    aten(_name)(unary(_function))


def _xlogy(x: Any, y: Any) -> Any:
    y = np.asarray(y, x.dtype)
    return np.where((x == 0) & ~np.isnan(y), np.zeros_like(x), x * np.log(y))


aten("atan2")(pairwise(np.arctan2, to_float=True))
aten("hypot")(pairwise(np.hypot, to_float=True))
aten("copysign.Tensor", "copysign.Scalar")(pairwise(np.copysign, to_float=True))
aten("xlogy.Tensor", "xlogy.Scalar_Other")(pairwise(_xlogy, to_float=True))
aten("xlogy.Scalar_Self")(pairwise(_xlogy, to_float=True))
aten("logaddexp2")(pairwise(np.logaddexp2, to_float=True))

aten("maximum")(pairwise(np.maximum))
aten("minimum")(pairwise(np.minimum))
aten("fmax")(pairwise(np.fmax))
aten("fmin")(pairwise(np.fmin))


@aten("clamp", "clamp.Tensor")
def clamp(x: Array, low: ArrayLike | None = None, high: ArrayLike | None = None) -> Array:
    """Return x brought into [low, high], either of which may be None; where low is above high the result is high.

    Raises ValueError for a number that the integer type of x cannot hold.
    """
    if low is None and high is None:
        raise ValueError("clamp needs a lower or an upper bound")
    if x.size > MANY and x.dtype in NATIVE and not isinstance(low, ndarray) and not isinstance(high, ndarray):
        return np.clip(x, -np.inf if low is None else low, np.inf if high is None else high)
    if low is not None:
        _check_bound(x, low)
        x = binary(np.maximum, x, low)
    if high is not None:
        _check_bound(x, high)
        x = binary(np.minimum, x, high)
    return x


def _check_bound(x: Array, bound: ArrayLike) -> None:
    if type(bound) is int and x.dtype.kind in "iu":
        as_scalar(bound, x.dtype)


@aten("where.self", "where.ScalarOther", "where.ScalarSelf", "where.Scalar")
def _where(condition: Array, x: ArrayLike, y: ArrayLike) -> Array:
    """Return x where the condition holds and y elsewhere; TypeError for a condition that is neither bool nor uint8."""
    if condition.dtype != BOOL and condition.dtype != UINT8:
        raise TypeError(f"a condition of type {condition.dtype}: expected bool")
    if isinstance(x, ndarray) and isinstance(y, ndarray) and x.dtype is y.dtype:
        return select_elements(condition, x, y)
    dtype = result_type(x, y)
    return select_elements(condition, _choice(x, dtype), _choice(y, dtype))


def select_elements(condition: Array, x: Array, y: Array) -> Array:
    """Do what np.where does with arrays of one type; with many elements by their bits, which spares a
    branch for each of them.
    """
    if condition.size <= MANY or x.itemsize > 8:
        return np.where(condition, x, y)
    bits = np.dtype(f"i{x.itemsize}")
    other = y.view(bits)
    chosen: Array = ((x.view(bits) ^ other) * condition.astype(BOOL, copy=False)) ^ other
    return chosen.view(x.dtype)


def _choice(operand: ArrayLike, dtype: DType) -> Array:
    return operand.astype(dtype, copy=False) if isinstance(operand, ndarray) else as_scalar(operand, dtype)


@aten("masked_fill.Scalar", "masked_fill.Tensor")
def _masked_fill(x: Array, mask: Array, value: ArrayLike) -> Array:
    """Return x with the value where the mask holds, in the type of x; TypeError for a mask that is not bool."""
    check_mask(mask)
    return select_elements(mask, as_scalar(value, x.dtype), x)


@kernel(f"{WHERE_OR_FILL}(Tensor first, Tensor second, Scalar value)")
def _where_or_fill(first: Array, second: Array, value: Real) -> Array:
    """Return where(condition, x, value) or masked_fill(x, mask, value): the dtypes tell which."""
    if second.dtype == BOOL != first.dtype:
        first, second = np.broadcast_arrays(first, second)
        return _masked_fill(first, second, value)
    return _where(first, second, value)


@aten("nan_to_num")
def _nan_to_num(x: Array, nan: float | None, posinf: float | None, neginf: float | None) -> Array:
    """Return x with NaN as 0 and the infinities as the largest and the smallest number of the type, or as given."""
    if category(x.dtype) < 2:
        return x
    limits = ml_dtypes.finfo(x.dtype)  # type: ignore[no-untyped-call]
    wide = np.nan_to_num(
        widened(x),
        nan=0.0 if nan is None else nan,
        posinf=float(limits.max) if posinf is None else posinf,
        neginf=float(limits.min) if neginf is None else neginf,
    )
    return narrowed(wide, x.dtype)
