"""Checks of the arguments of operations: dimensions, shapes, types."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from nacformats.ops.dtypes import BOOL, Array, Ints, PerAxis, category


def check_rank(operation: str, rank: int | tuple[int, ...], **tensors: Array) -> None:
    """Refuse a tensor whose number of dimensions is not the one (or one of those) that the operation takes."""
    allowed = (rank,) if isinstance(rank, int) else rank
    for name, tensor in tensors.items():
        if tensor.ndim not in allowed:
            wanted = " or ".join(map(str, allowed))
            raise ValueError(f"{operation}: {name} must have {wanted} dimensions, its shape is {list(tensor.shape)}")


def check_same_type(operation: str, **tensors: Array | None) -> None:
    """Refuse tensors of different types where PyTorch refuses them: its products and layers promote nothing."""
    dtypes = {name: tensor.dtype for name, tensor in tensors.items() if tensor is not None}
    if len(set(dtypes.values())) > 1:
        listed = ", ".join(f"{name} is {dtype}" for name, dtype in dtypes.items())
        raise ValueError(f"{operation}: all tensors must be of one type, but {listed}")


def check_float(operation: str, tensor: Array, *, real: bool = False) -> None:
    """Refuse integers and booleans where PyTorch computes floats only, and complex numbers where only real ones."""
    if category(tensor.dtype) < 2 or (real and category(tensor.dtype) > 2):
        raise ValueError(f"{operation}: expected a floating point tensor, got {tensor.dtype}")


def check_mask(mask: Array) -> None:
    """Refuse a mask that is not bool."""
    if mask.dtype != BOOL:
        raise TypeError(f"a mask of type {mask.dtype}: expected bool")


def check_shape(operation: str, name: str, tensor: Array | None, shape: Ints) -> None:
    """Refuse a tensor that is given but has another shape."""
    if tensor is not None and tensor.shape != tuple(shape):
        raise ValueError(f"{operation}: {name} must have shape {list(shape)}, not {list(tensor.shape)}")


def per_axis(operation: str, name: str, value: PerAxis, rank: int, least: int = 0) -> tuple[int, ...]:
    """Return one integer for each of `rank` spatial axes; a single one is for all of them."""
    values = (value,) if isinstance(value, int) else tuple(value)
    if len(values) == 1:
        values *= rank
    if len(values) != rank:
        raise ValueError(f"{operation}: {name} must have 1 or {rank} entries, got {list(values)}")
    if min(values) < least:
        raise ValueError(f"{operation}: {name} must be at least {least}, got {list(values)}")
    return values


def last_axes(parts: Iterable[slice | int]) -> Any:
    """Return an index that applies one part to each of the last axes of an array."""
    return (..., *parts)
