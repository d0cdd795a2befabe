"""New arrays (filled, counted, triangular), and arrays in another type. Where to put one (device) is ignored."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np

from nacformats.errors import UnsupportedError
from nacformats.ops.dtypes import (
    BOOL,
    FLOAT32,
    INT64,
    Array,
    ArrayLike,
    DType,
    Ints,
    Real,
    TypeName,
    category,
    check_sizes,
)
from nacformats.ops.kernels._schemas import aten
from nacformats.ops.promotion import as_scalar, dtype_of, number_type
from nacformats.ops.schemas import kernel


def _filled(size: Ints, value: ArrayLike, dtype: DType) -> Array:
    """Return an array of one value; ValueError when the type cannot hold it."""
    check_sizes(size)
    if type(value) is int and value == 0:
        return np.zeros(tuple(size), dtype)
    result = np.empty(tuple(size), dtype)
    result[...] = as_scalar(value, dtype)
    return result


@aten("arange.start_step")
def _arange(start: Real, end: Real, step: Real = 1, dtype: TypeName = None) -> Array:
    """Return the numbers from start up to, without, end; int64 for integers and float32 otherwise, unless asked for.

    Raises ValueError for a step of 0 and for one that leads away from the end.
    """
    if not all(math.isfinite(value) for value in (start, end, step)):
        raise ValueError(f"the numbers from {start} to {end} in steps of {step}: expected finite numbers")
    whole = all(isinstance(value, int) for value in (start, end, step))
    result_dtype = dtype_of(dtype, INT64 if whole else FLOAT32)
    if category(result_dtype) == 1:
        start, end, step = int(start), int(end), int(step)
    if step == 0 or (end - start) / step < 0:
        raise ValueError(f"the numbers from {start} to {end} in steps of {step}: expected a step towards the end")
    count = math.ceil((end - start) / step)
    return (start + step * np.arange(count)).astype(result_dtype, copy=False)


@aten("linspace", "linspace.Tensor_Tensor", "linspace.Tensor_Scalar", "linspace.Scalar_Tensor")
def _linspace(start: ArrayLike, end: ArrayLike, steps: int, dtype: TypeName) -> Array:
    """Return evenly spaced numbers from start to end, both included; float32 unless asked otherwise."""
    result_dtype = dtype_of(dtype)
    check_sizes((steps,))
    first, last = (float(np.asarray(each).item()) for each in (start, end))
    position = np.arange(steps)
    width = (last - first) / max(steps - 1, 1)
    values = np.where(position < steps / 2, first + width * position, last - width * (steps - 1 - position))
    return values.astype(result_dtype)


@aten("range.step")
def _range_(start: Real, end: Real, step: Real, dtype: TypeName) -> Array:
    """Return the numbers from start up to, with, end; float32 unless asked otherwise."""
    numbers = (start, end, step)
    if not all(math.isfinite(value) for value in numbers) or step == 0 or (end - start) / step < 0:
        raise ValueError(f"the numbers from {start} to {end} in steps of {step}: expected a step towards the end")
    result_dtype = dtype_of(dtype)
    count = math.floor((end - start) / step) + 1
    return (start + step * np.arange(count)).astype(result_dtype, copy=False)


_RANDOM = """
    bernoulli.default bernoulli.p multinomial.default normal_functional.default rand.default rand_like.default
    randint.default randint.low randint_like.default randint_like.low_dtype randn.default randn_like.default
    randperm.default
"""


def _refusal(name: str) -> Callable[..., NoReturn]:
    def refuse(*_arguments: Any, **_options: Any) -> NoReturn:
        raise UnsupportedError(
            f"aten.{name} draws random numbers, and no two programs draw the same",
            hint="export the model in evaluation mode, or make the numbers an input of it",
        )

    return refuse


for _name in _RANDOM.split():
    kernel(f"aten.{_name}")(_refusal(_name))


@aten("view.dtype")
def _view_dtype(x: Array, dtype: TypeName) -> Array:
    """Return the bytes read as another type; the last dimension grows or shrinks with the size of an element.

    UnsupportedError for bool, whose bytes have to be 0 or 1.
    """
    if dtype_of(dtype) == BOOL != x.dtype:
        raise UnsupportedError("bytes read as bool", hint="compare them with 0 instead, by aten.ne.Scalar")
    return np.asarray(x, order="C").view(dtype_of(dtype))


@aten("eye.m")
def _eye(n: int, m: int, dtype: TypeName) -> Array:
    """Return n rows and m columns with ones on the diagonal."""
    result_dtype = dtype_of(dtype)
    check_sizes((n, m))
    return np.eye(n, m, dtype=result_dtype)


aten("full")(lambda size, value, dtype: _filled(size, value, dtype_of(dtype, number_type(value))))
aten("scalar_tensor")(lambda value, dtype: as_scalar(value, dtype_of(dtype)))
aten("alias", "detach", "detach_", "lift", "lift_fresh", "resolve_conj", "resolve_neg")(lambda x: x)
aten("clone", "lift_fresh_copy")(lambda x: x.copy())
aten("contiguous")(lambda x: np.asarray(x, order="C"))
aten("type_as")(lambda x, other: x.astype(other.dtype, copy=False))
aten("_to_copy")(lambda x, dtype: x.astype(dtype_of(dtype, x.dtype)))
aten("to.dtype", "to.dtype_layout", "to.device")(lambda x, dtype, copy: x.astype(dtype_of(dtype, x.dtype), copy=copy))
aten("copy")(lambda x, source: np.broadcast_to(source, x.shape).astype(x.dtype))
