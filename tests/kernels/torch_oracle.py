"""PyTorch as the oracle of the kernels: arrays to tensors and back, and calls of its operators by name."""

from __future__ import annotations

from functools import cache
from typing import Any

import ml_dtypes
import numpy as np

from nacformats.ops.dtypes import DTYPES


def to_torch(value: Any) -> Any:
    """An array, or a list of them, as tensors that share nothing with it."""
    import torch

    if isinstance(value, list):
        return [to_torch(item) for item in value]
    if isinstance(value, str) and value in DTYPES:
        return getattr(torch, value)
    if not isinstance(value, np.ndarray):
        return value
    if value.dtype == ml_dtypes.bfloat16:
        return torch.from_numpy(value.astype(np.float32)).to(torch.bfloat16)
    return torch.from_numpy(value.copy())


def to_numpy(value: Any) -> Any:
    """A tensor, or a tuple of them, as arrays."""
    import torch

    if isinstance(value, list | tuple):
        return tuple(to_numpy(item) for item in value)
    if not isinstance(value, torch.Tensor):
        return value
    if value.dtype == torch.bfloat16:
        return value.float().numpy().astype(ml_dtypes.bfloat16)
    return value.resolve_conj().resolve_neg().numpy()


@cache
def operator(name: str) -> Any:
    """torch.ops.aten.NAME.OVERLOAD for "aten.NAME.OVERLOAD"."""
    import torch

    found = torch.ops
    for part in name.split("."):
        found = getattr(found, part)
    return found


def call(name: str, args: list[Any], kwargs: dict[str, Any]) -> Any:
    """What PyTorch's operator gives, as arrays."""
    import torch

    with torch.no_grad():
        tensors = {key: to_torch(value) for key, value in kwargs.items()}
        return to_numpy(operator(name)(*(to_torch(value) for value in args), **tensors))
