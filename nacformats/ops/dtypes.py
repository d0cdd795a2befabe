"""The operands of kernels as signatures name them: tensors, numbers, types and sizes."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import ml_dtypes
import numpy as np

from nacformats.codec.columns.arrays import Array as Array  # noqa: PLC0414  kernels take it from here

Real: TypeAlias = bool | int | float
ArrayLike: TypeAlias = Array | Real
DType: TypeAlias = np.dtype[Any]
#: A list of integers, as sizes, axes and strides are given.
Ints: TypeAlias = Sequence[int]
#: One integer for all spatial axes, or one for each.
PerAxis: TypeAlias = int | Ints
#: A type as an operation names it, or None for the one that it has by default.
TypeName: TypeAlias = str | DType | None

BOOL: DType = np.dtype(np.bool_)
UINT8: DType = np.dtype(np.uint8)
INT8: DType = np.dtype(np.int8)
INT32: DType = np.dtype(np.int32)
INT64: DType = np.dtype(np.int64)
FLOAT16: DType = np.dtype(np.float16)
BFLOAT16: DType = np.dtype(ml_dtypes.bfloat16)
FLOAT32: DType = np.dtype(np.float32)
FLOAT64: DType = np.dtype(np.float64)
COMPLEX64: DType = np.dtype(np.complex64)
COMPLEX128: DType = np.dtype(np.complex128)

#: What PyTorch calls its types, in either spelling.
_NAMES = """
    bool uint8 uint16 uint32 uint64 int8 int16 short=int16 int32 int=int32 int64 long=int64 float16 half=float16
    bfloat16 float32 float=float32 float64 double=float64 complex64 complex128
"""
DTYPES: dict[str, DType] = {
    name: np.dtype(same or name) for name, _, same in (each.partition("=") for each in _NAMES.split())
}

#: The types that NumPy computes in itself; the half types are computed in float32 and rounded once, as PyTorch does.
HALVES = frozenset((FLOAT16, BFLOAT16))


#: The category of each type: 0 bool, 1 integer, 2 float, 3 complex.
CATEGORY: dict[DType, int] = {dtype: {"b": 0, "u": 1, "i": 1, "c": 3}.get(dtype.kind, 2) for dtype in DTYPES.values()}


def category(dtype: DType) -> int:
    """Return 0 for bool, 1 for integers, 2 for floats, 3 for complex numbers; TypeError for anything else."""
    try:
        return CATEGORY[dtype]
    except KeyError:
        raise TypeError(f"cannot compute with a tensor of type {dtype}") from None


def array_of(given: Any) -> Any:
    """Return a tensor of PyTorch as an array, one of bfloat16 or with a gradient too; all else as it is.

    Raises:
        TypeError, RuntimeError: the tensor is sparse, or has no elements.
    """
    torch = sys.modules.get("torch")
    if torch is None or not isinstance(given, torch.Tensor):
        return given
    dense = given.detach().cpu().resolve_conj().resolve_neg()
    return dense.view(torch.int16).numpy().view(BFLOAT16) if dense.dtype is torch.bfloat16 else dense.numpy()


def check_sizes(sizes: Ints) -> None:
    """Refuse sizes below 0 with a ValueError. How large an array may be is for the budget of a run to say."""
    if min(sizes, default=0) < 0:
        raise ValueError(f"{list(sizes)} has a negative size")


def normalize_dim(dim: int, rank: int) -> int:
    """Return a dimension counted from the front; a 0-d array has one dimension here, as in PyTorch.
    Raises IndexError.
    """
    bound = rank or 1
    if not -bound <= dim < bound:
        raise IndexError(f"dimension {dim} of an array of rank {rank}: expected {-bound} to {bound - 1}")
    return dim + bound if dim < 0 else dim


def normalize_dims(dims: int | Iterable[int] | None, rank: int) -> tuple[int, ...]:
    """Return dimensions counted from the front; None and the empty list mean all.

    Raises IndexError for one that is not there and ValueError for one named twice.
    """
    chosen = (dims,) if isinstance(dims, int) else tuple(dims or ())
    if not chosen:
        return tuple(range(rank))
    result = tuple(normalize_dim(dim, rank) for dim in chosen)
    if len(set(result)) != len(result):
        raise ValueError(f"dimensions {list(chosen)} name one dimension twice")
    return result if rank else ()
