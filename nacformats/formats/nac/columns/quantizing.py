"""Storing and quantizing arrays as tensors (NAC v1.6, sections 2.2.2 and 6.1)."""

from __future__ import annotations

import math

import ml_dtypes
import numpy as np
import numpy.typing as npt

from nacformats.errors import UnsupportedError
from nacformats.formats.nac.columns.tensors import SCALE, AnyArray, Scaling, Tensor
from nacformats.formats.nac.tables import ELEMENT_DTYPES, FORMAT_NAME, Quantization

#: The dtype number of a NumPy dtype; others are Dtype.unknown.
DTYPE_NUMBERS = {dtype: number for number, dtype in ELEMENT_DTYPES.items()}
#: Elements of a block of BLOCK_FP8.
BLOCK_SIZE = 64
_LARGEST = 127
# Elements that are quantized in one step.
_TILE = 1 << 20
# The scale of elements that are all zero.
_ZERO_SCALE, _ZERO_BLOCK_SCALE = 1e-9, 1.0
_FLOATS = frozenset(np.dtype(kind) for kind in (np.float16, np.float32, np.float64, ml_dtypes.bfloat16))


def store(array: npt.ArrayLike, method: Quantization = Quantization.none) -> Tensor:
    """Return a tensor with the values of an array. The array is borrowed, and must not change, when it is stored as it
    is.

    Only floating point numbers are quantized, and only when all of them are finite as float32 (as float16 for FP16):
    an infinity in a mask would make every other element zero. INT8_CHANNEL has one scale for each index of the first
    axis; tensors without a second one become INT8_TENSOR. A tensor without axes is not stored in blocks: that takes
    more bytes, and public readers cannot read it.

    Args:
        array: of any of the ten dtypes of section 6.1.1.
        method: how to quantize it.

    Raises:
        UnsupportedError: the format has no such dtype.
    """
    values = np.asarray(array)
    if values.dtype.newbyteorder("<") not in DTYPE_NUMBERS:
        known = ", ".join(dtype.name for dtype in DTYPE_NUMBERS)
        reason = "the format has no number for this dtype"
        raise UnsupportedError(reason, format=FORMAT_NAME, expected=f"one of {known}", actual=values.dtype.name)
    if method is Quantization.none or values.dtype not in _FLOATS:
        return _stored(values)
    if method is Quantization.block_fp8 and not values.ndim:
        return _stored(values)
    with np.errstate(over="ignore"):
        numbers = values.astype(np.float16 if method is Quantization.fp16 else np.float32, copy=False)
    return _QUANTIZERS[method](numbers) if np.isfinite(numbers).all() else _stored(values)


def store_like(array: npt.ArrayLike, before: Tensor) -> Tensor:
    """Return a tensor with other numbers, stored as another one is: in its element type, by its method, axis and block
    size.

    Numbers that are not all finite are stored as they are, as `store` does it.

    Raises:
        UnsupportedError: the dtype of the other tensor is unknown.
    """
    values, scaling = np.asarray(array), before.scaling
    if before.quantization is Quantization.none and before.element_dtype is not None:
        with np.errstate(over="ignore"):
            return store(values.astype(before.element_dtype, copy=False))
    if scaling is None or not values.size or not values.ndim or not np.isfinite(values).all():
        return store(values, before.quantization)
    if scaling.axis is not None:
        return _to_int8_along(values, scaling.axis)
    if scaling.block_size is not None:
        return _to_block_fp8(values, scaling.block_size)
    return store(values, before.quantization)


def _stored(values: AnyArray, method: Quantization = Quantization.none, scaling: Scaling | None = None) -> Tensor:
    dtype = values.dtype.newbyteorder("<")
    raw = np.ascontiguousarray(values, dtype).reshape(-1).view(np.uint8).data.toreadonly()
    return Tensor(int(DTYPE_NUMBERS[dtype]), values.shape, method, scaling, raw)


def _to_fp16(values: AnyArray) -> Tensor:
    return _stored(values, Quantization.fp16)


def _to_int8_tensor(values: AnyArray) -> Tensor:
    rows = values.reshape(1, -1)
    scales = _scales(rows, _ZERO_SCALE)
    elements = _rounded(rows, scales, -_LARGEST).reshape(values.shape)
    return _stored(elements, Quantization.int8_tensor, Scaling(scales))


def _to_int8_channel(values: AnyArray) -> Tensor:
    if values.ndim < 2:
        return _to_int8_tensor(values)
    return _to_int8_along(values, 0)


def _to_int8_along(values: AnyArray, axis: int) -> Tensor:
    first = np.moveaxis(values, axis, 0)
    rows = first.reshape(len(first), math.prod(first.shape[1:]))
    scales = _scales(rows, _ZERO_SCALE)
    elements = np.moveaxis(_rounded(rows, scales, -_LARGEST).reshape(first.shape), 0, axis)
    return _stored(elements, Quantization.int8_channel, Scaling(scales, axis=axis))


def _to_block_fp8(values: AnyArray, block_size: int = BLOCK_SIZE) -> Tensor:
    blocks = -(-values.size // block_size)
    padded = np.zeros((blocks, block_size), np.float32)
    padded.reshape(-1)[: values.size] = values.reshape(-1)
    scales = _scales(padded, _ZERO_BLOCK_SCALE)
    elements = _rounded(padded, scales, -_LARGEST - 1).reshape(-1)
    return _stored(elements, Quantization.block_fp8, Scaling(scales, block_size=block_size, shape=values.shape))


def _scales(rows: AnyArray, of_zeros: float) -> npt.NDArray[np.float32]:
    """Return a scale for each row, with which its largest element becomes the largest integer."""
    largest = np.maximum(rows.max(axis=1, initial=0), -rows.min(axis=1, initial=0))
    scales = (largest / _LARGEST).astype(SCALE)
    return np.where(scales == 0, SCALE.type(of_zeros), scales)


def _rounded(rows: AnyArray, scales: AnyArray, smallest: int) -> npt.NDArray[np.int8]:
    """Return each row divided by its scale; halves go to the even neighbour. Works tile by tile: rows may be large."""
    found = np.empty(rows.shape, np.int8)
    width = min(rows.shape[1], _TILE) or 1
    height = _TILE // width
    for top in range(0, rows.shape[0], height):
        for left in range(0, rows.shape[1], width):
            tile = slice(top, top + height), slice(left, left + width)
            found[tile] = np.clip(np.rint(rows[tile] / scales[top : top + height, np.newaxis]), smallest, _LARGEST)
    return found


_QUANTIZERS = {
    Quantization.fp16: _to_fp16,
    Quantization.int8_tensor: _to_int8_tensor,
    Quantization.int8_channel: _to_int8_channel,
    Quantization.block_fp8: _to_block_fp8,
}
