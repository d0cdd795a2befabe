"""Application of elementwise kernels: the type to compute in, 0-d results, and blocks that stay in the cache.

float16 and bfloat16 are computed in float32 and rounded once. The first test in each function is the short way for
what a model does most: float32 or float64 arrays of one type, and such an array with a Python number.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any

import numpy as np
from numpy import asarray, ndarray

from nacformats.ops.dtypes import BOOL, FLOAT32, FLOAT64, INT64, Array, ArrayLike, DType, category
from nacformats.ops.kernels._schemas import aten
from nacformats.ops.promotion import as_array, float_type, result_type, wide_type

#: The types that NumPy computes in without a detour.
NATIVE = frozenset((FLOAT32, FLOAT64))

#: The types of arrays that need no conversion, with those of the numbers that need none beside them.
_DIRECT: dict[DType | None, tuple[type, ...]] = {FLOAT32: (float, int), FLOAT64: (float, int), INT64: (int,)}
_DIRECT_FLOAT: dict[DType | None, tuple[type, ...]] = {FLOAT32: (float, int), FLOAT64: (float, int)}

#: Elements that a function of several steps works on at a time, so that what lies between the steps stays in the cache.
BLOCK = 32768


def like_self(function: Callable[..., Array]) -> Callable[..., Array]:
    """Return the function with its result in the type of the first argument, as an in-place operation has it.

    Raises TypeError when that would lose a category (a float stored in integers) and ValueError when the shape differs.
    """

    @wraps(function)
    def apply(x: Array, *arguments: Any, **keywords: Any) -> Array:
        result = function(x, *arguments, **keywords)
        if result.shape != x.shape:
            raise ValueError(f"a result of shape {result.shape} cannot take the place of an array of shape {x.shape}")
        if result.dtype is x.dtype:
            return result
        if category(result.dtype) > category(x.dtype):
            raise TypeError(f"a result of type {result.dtype} cannot take the place of an array of type {x.dtype}")
        return result.astype(x.dtype)

    return apply


def unary(function: Callable[[Array], Any]) -> Callable[[Array], Array]:
    """Return a kernel of one array from a function of floats; integers are computed in float32."""

    def apply(x: Array) -> Array:
        result = function(x) if x.dtype in NATIVE else _through_float(function, x)
        return result if type(result) is ndarray else asarray(result)

    return apply


def _through_float(function: Callable[[Array], Any], x: Array) -> Array:
    dtype = float_type(x.dtype)
    return asarray(function(x.astype(wide_type(dtype), copy=False))).astype(dtype, copy=False)


def blockwise(function: Callable[..., None]) -> Callable[..., Array]:
    """Return a kernel from function(x, out, *parameters), which fills `out` in several steps; integers become float32.

    The function sees one block of a large array at a time and may use `out` for what lies between its steps.
    """

    @wraps(function)
    def apply(x: Array, *parameters: Any, **keywords: Any) -> Array:
        if x.dtype not in NATIVE:
            dtype = float_type(x.dtype)
            if wide_type(dtype) not in NATIVE:
                raise TypeError(f"there is no such operation for {dtype}")
            return apply(x.astype(wide_type(dtype)), *parameters, **keywords).astype(dtype, copy=False)
        if x.size <= BLOCK:
            out = np.empty_like(x)
            function(x, out, *parameters, **keywords)
            return out
        out = np.empty(x.shape, x.dtype)
        flat, flat_out = x.reshape(-1), out.reshape(-1)
        for start in range(0, x.size, BLOCK):
            part = slice(start, start + BLOCK)
            function(flat[part], flat_out[part], *parameters, **keywords)
        return out

    return apply


def aten_blockwise(*names: str) -> Callable[[Callable[..., None]], Callable[..., Array]]:
    """Register function(x, out, *parameters) as the kernel of ATen operations."""

    def register(function: Callable[..., None]) -> Callable[..., Array]:
        return aten(*names)(blockwise(function))

    return register


def binary(function: Callable[..., Any], x: ArrayLike, y: ArrayLike, to_float: bool = False) -> Array:
    """Return function(x, y) in the type that the two promote to, or in float32 when `to_float` and that type is not a
    float.

    Raises TypeError for bool where the operation gives no bool.
    """
    given = x.dtype if isinstance(x, ndarray) else None
    direct = (_DIRECT_FLOAT if to_float else _DIRECT).get(given, ())
    if type(y) in direct or (direct and isinstance(y, ndarray) and y.dtype is given):
        result = function(x, y)
    else:
        dtype = result_type(x, y)
        result = _promoted(function, x, y, float_type(dtype) if to_float else dtype)
    return result if type(result) is ndarray else asarray(result)


def pairwise(function: Callable[..., Any], to_float: bool = False) -> Callable[[ArrayLike, ArrayLike], Array]:
    """Return the kernel of two operands that `binary` makes of a function."""

    def apply(x: ArrayLike, y: ArrayLike) -> Array:
        return binary(function, x, y, to_float)

    return apply


def _promoted(function: Callable[..., Any], x: ArrayLike, y: ArrayLike, dtype: DType) -> Array:
    wide = wide_type(dtype)
    result = asarray(function(as_type(x, wide), as_type(y, wide)))
    if result.dtype == wide:
        return result.astype(dtype, copy=False)
    if result.dtype != BOOL:
        raise TypeError(f"there is no such operation for {dtype}")
    return result


def as_type(operand: ArrayLike, dtype: DType) -> Array:
    """Return the operand as an array of the type; a number that does not fit wraps around, as in PyTorch."""
    return as_array(operand, dtype).astype(dtype, copy=False)


@lru_cache(maxsize=256)
def _ones(size: int, dtype: DType) -> Array:
    return np.ones((size, 1), dtype)


def last_axis_sums(x: Array) -> Array:
    """Return the sums along the last axis, which is kept: a product with ones is the fastest sum of many short rows."""
    size = x.shape[-1]
    return np.asarray(np.matmul(x, _ones(size, x.dtype) if size <= BLOCK else np.ones((size, 1), x.dtype)))
