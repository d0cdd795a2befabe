"""Tensors of PyTorch as arrays that share their memory."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import torch

from nacformats.errors import UnsupportedError
from nacformats.graph.graph import Array
from nacformats.runtime.kernels._promotion import DTYPES

#: Types that NumPy has from ml_dtypes, with one of its own of the same width.
_EXTENSIONS = {
    name: (torch.uint8 if np.dtype(getattr(ml_dtypes, name)).itemsize == 1 else torch.int16, getattr(ml_dtypes, name))
    for name in ("bfloat16", "float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz", "float8_e8m0fnu")
    if hasattr(torch, name)
}
_DTYPES: dict[str, np.dtype[Any]] = DTYPES | {name: np.dtype(own) for name, (_, own) in _EXTENSIONS.items()}


def dtype_of(dtype: torch.dtype) -> np.dtype[Any] | None:
    """The NumPy type of a PyTorch type; None where there is none."""
    name = str(dtype).removeprefix("torch.")
    return _DTYPES.get(name)


def array_of(tensor: torch.Tensor, name: str) -> Array:
    """The elements of a tensor; shared with it, unless they are on another device.

    Raises:
        UnsupportedError: the tensor holds no elements of a type that NumPy knows.
    """
    if tensor.is_meta or isinstance(tensor, torch._subclasses.FakeTensor):
        raise UnsupportedError(
            f"tensor {name!r} of the model has no elements", hint="export the model with real weights, not on `meta`"
        )
    if tensor.layout != torch.strided or tensor.is_quantized or dtype_of(tensor.dtype) is None:
        raise UnsupportedError(
            f"tensor {name!r} of the model is {tensor.dtype}, {tensor.layout}",
            expected="a dense tensor of numbers",
            hint="convert it before compiling (dequantize(), to_dense())",
        )
    dense = tensor.detach().cpu().resolve_conj().resolve_neg()
    extension = _EXTENSIONS.get(str(tensor.dtype).removeprefix("torch."))
    array: Array = dense.numpy() if extension is None else dense.view(extension[0]).numpy().view(extension[1])
    return array


def identity(tensor: torch.Tensor) -> tuple[Any, ...] | None:
    """Equal for tensors that are the same elements in memory; None for one that shares nothing."""
    if tensor.is_meta or tensor.layout != torch.strided or not tensor.numel():
        return None
    return tensor.data_ptr(), tensor.dtype, tensor.shape, tensor.stride()
