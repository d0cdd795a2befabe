"""Registration of kernels by ATen's names; the table has their schemas."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial, wraps
from typing import Any, ParamSpec, TypeVar

import numpy as np

from nacformats.ops.dtypes import FLOAT32, HALVES, DType, Ints
from nacformats.ops.schemas import KERNELS, Function, Kernel
from nacformats.ops.table import canonical_name, operators

P = ParamSpec("P")
R = TypeVar("R")


def aten(*names: str) -> Callable[[Function], Function]:
    """Register a function as the kernel of ATen operations; a name without overload means the default one."""

    def register(function: Function) -> Function:
        for row in (operators()[canonical_name(name)] for name in names):
            KERNELS[row.name] = Kernel(row.name, row.parameters, function)
        return function

    return register


def aten_in_float32(*names: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Register a function as the kernel of ATen operations that computes half precision in float32."""

    def register(function: Callable[P, R]) -> Callable[P, R]:
        return aten(*names)(in_float32(function))

    return register


def aten_by_rank(*patterns: str, ranks: Ints = (1, 2, 3)) -> Callable[[Function], Function]:
    """Register function(operation, rank, ...) as the kernels of operations of several numbers of spatial dimensions."""

    def register(function: Function) -> Function:
        for rank in ranks:
            names = [pattern.format(rank) for pattern in patterns]
            aten(*names)(bound(function, names[0].partition(".")[0], rank))
        return function

    return register


def aten_named(*names: str) -> Callable[[Function], Function]:
    """Register function(operation, ...) as the kernels of several ATen operations, each of which gives its own name."""

    def register(function: Function) -> Function:
        for name in names:
            aten(name)(bound(function, name.partition(".")[0]))
        return function

    return register


def bound(function: Callable[..., R], *arguments: Any) -> Callable[..., R]:
    """Return a function with its first arguments, of the module of the function."""
    made = partial(function, *arguments)
    made.__module__ = function.__module__
    return made


def in_float32(function: Callable[P, R]) -> Callable[P, R]:
    """Compute half precision in float32 and round the results once, to the type of the first tensor.

    NumPy has no fast float16 and no bfloat16 products; PyTorch rounds once per operation as well.
    """

    @wraps(function)
    def computed(*args: P.args, **kwargs: P.kwargs) -> R:
        dtype = _first_type((*args, *kwargs.values()))
        if dtype not in HALVES:
            return function(*args, **kwargs)
        wide_args = [_wide(value) for value in args]
        wide_kwargs = {name: _wide(value) for name, value in kwargs.items()}
        result: R = _narrow(function(*wide_args, **wide_kwargs), dtype)
        return result

    return computed


def _first_type(values: Iterable[Any]) -> DType | None:
    for value in values:
        if isinstance(value, np.ndarray):
            dtype: DType = value.dtype
            return dtype
        if isinstance(value, list) and (found := _first_type(value)) is not None:
            return found
    return None


def _wide(value: Any) -> Any:
    if isinstance(value, list):
        return [_wide(item) for item in value]
    return value.astype(FLOAT32) if isinstance(value, np.ndarray) and value.dtype in HALVES else value


def _narrow(value: Any, dtype: DType) -> Any:
    if isinstance(value, tuple):
        return tuple(_narrow(item, dtype) for item in value)
    return value.astype(dtype) if isinstance(value, np.ndarray) and value.dtype == FLOAT32 else value
