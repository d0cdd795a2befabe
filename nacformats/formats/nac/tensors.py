"""Parameters: stored tensors, and the numbers that they stand for (NAC v1.6, section 6.1)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from nacformats.codec.streams import Source
from nacformats.errors import FormatError, InvalidError, UnsupportedError
from nacformats.formats.nac.places import offset_in
from nacformats.formats.nac.tables import ELEMENT_DTYPES, FORMAT_NAME, Dtype, Quantization, printable

Array = npt.NDArray[Any]
#: Scales as they are stored: float32, little-endian.
SCALE = np.dtype("<f4")


@dataclass(frozen=True, eq=False)
class Scaling:
    """How quantized elements become numbers: number = element * scale.

    Attributes:
        scales: float32, shape (1,) for INT8_TENSOR, one for each index along `axis` for INT8_CHANNEL, one for each
            block for BLOCK_FP8.
        axis: INT8_CHANNEL: the axis that the scales belong to.
        block_size: BLOCK_FP8: elements of a block. The stored tensor is flat and filled up to whole blocks.
        shape: BLOCK_FP8: shape of the tensor.
    """

    scales: npt.NDArray[np.float32]
    axis: int | None = None
    block_size: int | None = None
    shape: tuple[int, ...] | None = None


@dataclass(frozen=True, eq=False)
class Tensor:
    """A stored tensor.

    Attributes:
        dtype: number of the element type; one that is no member of Dtype is unknown.
        dims: shape as stored.
        quantization: method by which the elements were made.
        scaling: what that method adds; None for NONE and FP16.
        raw: the elements in C order, little-endian; a view of the file.
        offset: of the elements in the file that they were read from, in bytes, or None.
        path: where it was read from, such as "data.tensors[3]", or "".
        source: the file that it was read from, or None.
    """

    dtype: int
    dims: tuple[int, ...]
    quantization: Quantization
    scaling: Scaling | None
    raw: memoryview = field(repr=False)
    offset: int | None = field(default=None, compare=False)
    path: str = field(default="", compare=False)
    source: Source | None = field(default=None, compare=False, repr=False)

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the numbers."""
        if self.scaling is not None and self.scaling.shape is not None:
            return self.scaling.shape
        return self.dims

    @property
    def element_dtype(self) -> np.dtype[Any] | None:
        """NumPy dtype of the stored elements, or None when the dtype number is unknown."""
        return ELEMENT_DTYPES.get(self.dtype)


def by_header(tensor: Tensor, method: Quantization) -> Tensor:
    """A tensor of a file whose header names a method: compilers say only there that float16 stands for float32."""
    if method is Quantization.fp16 and tensor.quantization is Quantization.none and tensor.dtype == Dtype.float16:
        return replace(tensor, quantization=Quantization.fp16)
    return tensor


def contradiction(tensor: Tensor) -> InvalidError | None:
    """The first thing that a tensor says of itself and that cannot be. Looks at no element.

    The path of the error is that of a field within the tensor; nothing is said of an unknown dtype.
    """
    dtype = tensor.element_dtype
    if dtype is None:
        return None
    size = math.prod(tensor.dims) * dtype.itemsize
    if size != len(tensor.raw):
        expected = f"{size} ({dtype.name} of shape {list(tensor.dims)})"
        return _invalid("len_data", "the size does not fit dtype and shape", expected, len(tensor.raw))
    if tensor.quantization is Quantization.int8_channel:
        return _channel_contradiction(tensor)
    if tensor.quantization is Quantization.block_fp8:
        return _block_contradiction(tensor)
    return None


def _channel_contradiction(tensor: Tensor) -> InvalidError | None:
    assert tensor.scaling is not None
    axis, rank, found = tensor.scaling.axis, len(tensor.dims), len(tensor.scaling.scales)
    if axis is None or axis >= rank:
        return _invalid("meta.scaling.axis", "there is no such axis", f"less than {rank}, the rank", axis)
    if found != tensor.dims[axis]:
        return _invalid("meta.scaling.num_scales", "each channel has one scale", tensor.dims[axis], found)
    return None


def _block_contradiction(tensor: Tensor) -> InvalidError | None:
    scaling = tensor.scaling
    assert scaling is not None
    size, found, stored = scaling.block_size, len(scaling.scales), math.prod(tensor.dims)
    if not size:
        return _invalid("meta.scaling.len_block", "a block has at least one element", "at least 1", size)
    blocks = -(-math.prod(tensor.shape) // size)
    if stored != blocks * size:
        expected = f"{blocks * size} ({list(tensor.shape)} in blocks of {size})"
        return _invalid("meta.dims", "the number of stored elements does not fit the shape", expected, stored)
    if found != blocks:
        return _invalid("meta.scaling.num_scales", "each block has one scale", blocks, found)
    return None


def _invalid(path: str, reason: str, expected: Any, actual: Any) -> InvalidError:
    return InvalidError(reason, format=FORMAT_NAME, path=path, expected=expected, actual=actual)


def stored_array(tensor: Tensor) -> Array:
    """The stored elements in their shape, a read-only view.

    Raises:
        UnsupportedError: the dtype is unknown, or NumPy cannot hold the shape.
        InvalidError: the metadata do not fit the elements or each other.
    """
    dtype = tensor.element_dtype
    if dtype is None:
        reason = "the dtype is unknown, only the raw bytes are there"
        raise UnsupportedError(reason, format=FORMAT_NAME, path="meta.dtype", actual=tensor.dtype)
    wrong = contradiction(tensor)
    if wrong is not None:
        raise wrong
    try:
        return np.frombuffer(tensor.raw, dtype).reshape(tensor.dims)
    except ValueError:
        reason = "NumPy cannot hold this shape"
        raise UnsupportedError(reason, format=FORMAT_NAME, path="meta.dims", actual=list(tensor.dims)) from None


def dequantize(tensor: Tensor) -> Array:
    """The numbers: float32 for quantized tensors and bfloat16, otherwise the stored elements, without a copy.

    Raises: as stored_array.
    """
    stored = stored_array(tensor)
    with np.errstate(all="ignore"):  # a scale may be anything, a signalling NaN as well
        return _numbers(stored, tensor)


def _numbers(stored: Array, tensor: Tensor) -> Array:
    if tensor.quantization is Quantization.int8_tensor:
        numbers: Array = np.multiply(stored, _scales(tensor)[0], dtype=np.float32)
        return numbers
    if tensor.quantization is Quantization.int8_channel:
        return _by_channel(stored, tensor)
    if tensor.quantization is Quantization.block_fp8:
        return _by_block(stored, tensor)
    if tensor.quantization is Quantization.fp16 or tensor.dtype == Dtype.bfloat16:
        return stored.astype(np.float32, copy=False)
    return stored


def _scales(tensor: Tensor) -> npt.NDArray[np.float32]:
    assert tensor.scaling is not None
    return tensor.scaling.scales.astype(np.float32, copy=False)


def _by_channel(stored: Array, tensor: Tensor) -> Array:
    assert tensor.scaling is not None
    shape = [1] * stored.ndim
    shape[tensor.scaling.axis or 0] = -1
    numbers = stored.astype(np.float32)
    numbers *= _scales(tensor).reshape(shape)
    return numbers


def _by_block(stored: Array, tensor: Tensor) -> Array:
    assert tensor.scaling is not None
    size = tensor.scaling.block_size or 1  # 0 is a contradiction
    numbers = stored.reshape(-1, size).astype(np.float32)
    numbers *= _scales(tensor)[:, np.newaxis]
    return numbers.reshape(-1)[: math.prod(tensor.shape)].reshape(tensor.shape)


@dataclass(frozen=True, eq=False)
class Parameter:
    """A parameter of a model.

    Attributes:
        id: what INPUT instructions call it.
        name: name in the original model, or None.
    """

    id: int
    name: str | None
    _tensor: Callable[[], Tensor] = field(repr=False)

    @property
    def tensor(self) -> Tensor:
        """What is stored of it. Raises InvalidError when that is missing."""
        return self._tensor()

    @property
    def dtype(self) -> np.dtype[Any] | None:
        """NumPy dtype of the stored elements; None when it is unknown."""
        return self.tensor.element_dtype

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of `array()`."""
        return self.tensor.shape

    @property
    def quantization(self) -> Quantization:
        return self.tensor.quantization

    @property
    def scaling(self) -> Scaling | None:
        return self.tensor.scaling

    @property
    def raw(self) -> memoryview:
        """The stored bytes, a read-only view of the file."""
        return self.tensor.raw

    def stored(self) -> Array:
        """The stored elements, a read-only view of the file in the stored dtype.

        Raises:
            UnsupportedError: the dtype is unknown, or NumPy cannot hold the shape.
            InvalidError: there is no such tensor, or its metadata contradict themselves.
        """
        return self._with_place(stored_array)

    def array(self) -> Array:
        """The numbers: float32 for quantized and bfloat16 parameters, otherwise `stored()`.

        Raises: as `stored`.
        """
        return self._with_place(dequantize)

    def _with_place(self, read: Callable[[Tensor], Array]) -> Array:
        tensor = self.tensor
        try:
            return read(tensor)
        except FormatError as error:
            error.path = ".".join(filter(None, (tensor.path, error.path)))
            error.offset = offset_in(tensor.source, error.path)
            error.reason = f"parameter {describe(self.id, self.name)}: {error.reason}"
            raise


def describe(number: int, name: str | None) -> str:
    """A parameter in messages."""
    return str(number) if name is None else f'{number} "{printable(name)}"'
