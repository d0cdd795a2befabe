"""Types of results, as PyTorch decides them, and the types to compute in.

An operand is an ndarray (0-d for a scalar tensor) or a Python number. Operands fall into three classes: arrays of one
or more dimensions, 0-d arrays, and numbers. A lower class decides the type of the result only when its category (bool,
integer, float, complex) is higher than that of the classes above it; within a class types are promoted pairwise.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from nacformats.ops.dtypes import (
    BOOL,
    COMPLEX64,
    COMPLEX128,
    DTYPES,
    FLOAT32,
    FLOAT64,
    HALVES,
    INT64,
    Array,
    ArrayLike,
    DType,
    Real,
    TypeName,
    category,
)


def dtype_of(name: TypeName, default: DType = FLOAT32) -> DType:
    """Return the NumPy type of a PyTorch type name ("float32", "torch.bfloat16", "long"); None is the default.

    Raises TypeError for a name that is not the name of a type.
    """
    if name is None:
        return default
    if isinstance(name, np.dtype):
        return name
    dtype = DTYPES.get(name.removeprefix("torch.")) if isinstance(name, str) else None
    if dtype is None:
        raise TypeError(f"{name!r} is not a tensor type; known are {', '.join(DTYPES)}")
    return dtype


def number_type(value: Real) -> DType:
    """Return the type that a Python number takes when it becomes a tensor: int64, float32 or bool."""
    if isinstance(value, bool | np.bool_):
        return BOOL
    if isinstance(value, int | np.integer):
        return INT64
    if isinstance(value, float | np.floating):
        return FLOAT32
    raise TypeError(f"expected a tensor or a number, got {type(value).__name__}")


def as_array(value: ArrayLike, dtype: DType | None = None) -> Array:
    """Return the operand as an ndarray; a Python number becomes a 0-d array of the type given, or of its own.

    A number that does not fit an integer type wraps around, as in PyTorch; ValueError when it does not even fit int64.
    """
    if isinstance(value, np.ndarray):
        return value
    try:
        array = np.asarray(value, INT64 if isinstance(value, int) else None)
    except OverflowError:
        raise ValueError(f"{value} does not fit in 64 bits") from None
    return array.astype(number_type(value) if dtype is None else dtype)


def as_scalar(value: ArrayLike, dtype: DType) -> Array:
    """Return a number, or a 0-d array, as a 0-d array of the type.

    Raises ValueError for a number that the type cannot hold; a negative number wraps around in an unsigned type.
    """
    if isinstance(value, np.ndarray):
        if value.ndim:
            raise ValueError(f"a value of shape {value.shape}: expected a 0-d array or a number")
        return value.astype(dtype, copy=False)
    if dtype.kind in "iu" and not abs(value) <= np.iinfo(dtype).max + (dtype.kind == "i"):
        raise ValueError(f"{value} does not fit {dtype}")
    return as_array(value, dtype)


@cache
def promote_types(a: DType, b: DType) -> DType:
    """Return the type that holds both, by PyTorch's table: a float beats any integer, float16 and bfloat16 meet in
    float32.
    """
    if a == b:
        return a
    rank_a, rank_b = category(a), category(b)
    if rank_a != rank_b:
        low, high = (a, b) if rank_a < rank_b else (b, a)
        return COMPLEX128 if low == FLOAT64 and rank_a + rank_b == 5 else high
    if {a, b} == HALVES:
        return FLOAT32
    if HALVES & {a, b}:
        return a if b in HALVES else b
    result = np.promote_types(a, b)
    if category(result) != rank_a:
        raise TypeError(f"no integer type holds both {a} and {b}")
    return result


def _combine(higher: DType | None, lower: DType | None) -> DType | None:
    """Return the type of a class of operands and the class below it."""
    if higher is None or lower is None:
        return lower if higher is None else higher
    rank, other = category(higher), category(lower)
    if rank >= other:
        return higher
    if rank == 2:
        return COMPLEX128 if higher == FLOAT64 else COMPLEX64
    return lower


def result_type(*operands: Any) -> DType:
    """Return the type of a result of arrays (or what has their dtype and ndim) and numbers, by PyTorch's rules."""
    dimensioned: DType | None = None
    scalar: DType | None = None
    number: DType | None = None
    for operand in operands:
        if isinstance(operand, np.generic) or not hasattr(operand, "ndim"):
            dtype = number_type(operand)
            number = dtype if number is None else promote_types(number, dtype)
        elif operand.ndim:
            dimensioned = operand.dtype if dimensioned is None else promote_types(dimensioned, operand.dtype)
        else:
            scalar = operand.dtype if scalar is None else promote_types(scalar, operand.dtype)
    result = _combine(_combine(dimensioned, scalar), number)
    if result is None:
        raise TypeError("there is no operand to take a type from")
    return result


def float_type(dtype: DType) -> DType:
    """Return the type of a result that is not an integer: the type itself, or float32 for integers and bool."""
    return dtype if category(dtype) >= 2 else FLOAT32


def wide_type(dtype: DType) -> DType:
    """Return the type to compute in: float32 for the half types, the type itself otherwise."""
    return FLOAT32 if dtype in HALVES else dtype


def widened(x: Array) -> Array:
    """Convert an array to the type to compute in."""
    return x.astype(wide_type(x.dtype), copy=False)


def narrowed(result: Any, dtype: DType) -> Array:
    """Convert a result to the type that it is to have."""
    return np.asarray(result).astype(dtype, copy=False)
