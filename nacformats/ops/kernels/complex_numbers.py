"""Complex numbers and their parts, as rotary embeddings use them."""

from __future__ import annotations

import numpy as np

from nacformats.ops.dtypes import COMPLEX64, COMPLEX128, FLOAT32, FLOAT64, Array, DType
from nacformats.ops.kernels._schemas import aten

#: The complex type of each type of the parts, and the other way round.
_COMPLEX: dict[DType, DType] = {FLOAT32: COMPLEX64, FLOAT64: COMPLEX128}
_PARTS: dict[DType, DType] = {COMPLEX64: FLOAT32, COMPLEX128: FLOAT64}


def _counterpart(types: dict[DType, DType], dtype: DType) -> DType:
    if dtype not in types:
        raise TypeError(f"an array of type {dtype}: expected {' or '.join(map(str, types))}")
    return types[dtype]


@aten("view_as_complex")
def _view_as_complex(x: Array) -> Array:
    """Return the pairs along the last dimension as complex numbers."""
    dtype = _counterpart(_COMPLEX, x.dtype)
    if x.ndim == 0 or x.shape[-1] != 2:
        raise ValueError(f"complex numbers of an array of shape {x.shape}: expected a last dimension of size 2")
    return np.asarray(x, order="C").view(dtype).reshape(x.shape[:-1])


@aten("complex")
def _complex_of(real: Array, imag: Array) -> Array:
    """Return complex numbers of their parts; TypeError for two types."""
    if real.dtype != imag.dtype:
        raise TypeError(f"parts of types {real.dtype} and {imag.dtype}: expected one type")
    result = np.empty(np.broadcast_shapes(real.shape, imag.shape), _counterpart(_COMPLEX, real.dtype))
    result.real, result.imag = real, imag
    return result


aten("view_as_real")(lambda x: np.asarray(x, order="C").reshape(*x.shape, 1).view(_counterpart(_PARTS, x.dtype)))
aten("real")(lambda x: x.real)
aten("_conj", "conj", "conj_physical")(lambda x: np.asarray(np.conj(x)) if x.dtype in _PARTS else x)
