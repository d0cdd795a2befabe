"""Comparisons: exact, and within a tolerance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy import ndarray

from nacformats.runtime.kernels._pointwise import NATIVE, as_type, aten_and_in_place
from nacformats.runtime.kernels._promotion import Array, ArrayLike, category, result_type, wide_type
from nacformats.runtime.kernels._schemas import KernelTable, aten, aten_table

_COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "eq": np.equal,
    "ne": np.not_equal,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
}


def _comparison(function: Callable[[Any, Any], Any]) -> Callable[[ArrayLike, ArrayLike], Array]:
    """The kernel that compares in the type that both operands promote to: a number is rounded to it first."""

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
    aten_and_in_place(f"{_name}.Tensor", f"{_name}.Scalar")(_comparison(_function))


@aten("isclose")
def _isclose(x: Array, y: Array, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False) -> Array:
    """Whether |x - y| <= atol + rtol * |y|, element by element; TypeError for two types."""
    if x.dtype != y.dtype:
        raise TypeError(f"comparison of types {x.dtype} and {y.dtype}: expected one type")
    if rtol < 0 or atol < 0:
        raise ValueError(f"rtol {rtol} and atol {atol}: expected at least 0")
    if category(x.dtype) < 2:
        x, y = x.astype(np.float64), y.astype(np.float64)
    wide = wide_type(x.dtype)
    return np.asarray(np.isclose(x.astype(wide, copy=False), y.astype(wide, copy=False), rtol, atol, equal_nan))


#: Kernels of one expression, by the names of their operations.
_ROWS: KernelTable = {
    "equal": lambda x, y: bool(np.array_equal(x, y)),
    "allclose": lambda x, y, rtol=1e-5, atol=1e-8, equal_nan=False: bool(_isclose(x, y, rtol, atol, equal_nan).all()),
}
aten_table(_ROWS)
