"""Complex numbers and their parts, as rotary embeddings use them."""

from __future__ import annotations

from typing import Any

import numpy as np

from nacformats.runtime.kernels._pointwise import unary
from nacformats.runtime.kernels._promotion import COMPLEX64, COMPLEX128, FLOAT32, FLOAT64, Array, DType, category
from nacformats.runtime.kernels._schemas import aten

#: The complex type of each type of the parts, and the other way round.
_COMPLEX: dict[DType, DType] = {FLOAT32: COMPLEX64, FLOAT64: COMPLEX128}
_PARTS: dict[DType, DType] = {COMPLEX64: FLOAT32, COMPLEX128: FLOAT64}


def _counterpart(types: dict[DType, DType], dtype: DType) -> DType:
    if dtype not in types:
        raise TypeError(f"an array of type {dtype}: expected {' or '.join(map(str, types))}")
    return types[dtype]


@aten("view_as_complex")
def _view_as_complex(x: Array) -> Array:
    """The pairs along the last dimension as complex numbers."""
    dtype = _counterpart(_COMPLEX, x.dtype)
    if x.ndim == 0 or x.shape[-1] != 2:
        raise ValueError(f"complex numbers of an array of shape {x.shape}: expected a last dimension of size 2")
    return np.asarray(x, order="C").view(dtype).reshape(x.shape[:-1])


@aten("view_as_real")
def _view_as_real(x: Array) -> Array:
    """Real and imaginary parts along a new last dimension."""
    return np.asarray(x, order="C").reshape(*x.shape, 1).view(_counterpart(_PARTS, x.dtype))


@aten("complex")
def _complex_of(real: Array, imag: Array) -> Array:
    """Complex numbers of their parts; TypeError for two types."""
    if real.dtype != imag.dtype:
        raise TypeError(f"parts of types {real.dtype} and {imag.dtype}: expected one type")
    result = np.empty(np.broadcast_shapes(real.shape, imag.shape), _counterpart(_COMPLEX, real.dtype))
    result.real, result.imag = real, imag
    return result


@aten("polar")
def _polar(size: Array, angle: Array) -> Array:
    """Complex numbers of their absolute values and angles."""
    return _complex_of(np.asarray(size * np.cos(angle)), np.asarray(size * np.sin(angle)))


@aten("real")
def _real_part(x: Array) -> Array:
    """The real part."""
    return x.real


@aten("imag")
def _imaginary_part(x: Array) -> Array:
    """The imaginary part; TypeError for real numbers."""
    _counterpart(_PARTS, x.dtype)
    return x.imag


@aten("_conj", "conj", "conj_physical")
def _conjugate(x: Array) -> Array:
    """The complex conjugate; a real number is its own."""
    return np.asarray(np.conj(x)) if x.dtype in _PARTS else x


@aten("angle")
def _angle(x: Array) -> Array:
    """The angle in radians: 0 or pi for real numbers, NaN for NaN."""
    return np.asarray(np.angle(x)) if x.dtype in _PARTS else _angle_of_real(x)


@unary
def _angle_of_real(x: Array) -> Any:
    return np.where(np.isnan(x), x, np.where(x < 0, x.dtype.type(np.pi), x.dtype.type(0)))


@aten("isreal")
def _isreal(x: Array) -> Array:
    """Whether each number has no imaginary part."""
    return np.asarray(np.isreal(x))


@aten("is_complex")
def _is_complex(x: Array) -> bool:
    """Whether the type is a complex one."""
    return category(x.dtype) == 3


@aten("is_floating_point")
def _is_floating_point(x: Array) -> bool:
    """Whether the type is a float type."""
    return category(x.dtype) == 2


@aten("is_signed")
def _is_signed(x: Array) -> bool:
    """Whether the type has negative numbers."""
    return x.dtype.kind not in "bu"
