"""Parameters: stored tensors, and the numbers that they represent (NAC v1.6, section 6.1)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from nacformats._generated.columns.nac import tensor as tensor_codec
from nacformats._generated.columns.nac import tensor_meta
from nacformats.codec.columns import Columns
from nacformats.codec.streams import Buffer, Source
from nacformats.errors import FormatError, InvalidError, UnsupportedError
from nacformats.formats.nac.tables import ELEMENT_DTYPES, FORMAT_NAME, QUANTIZED_DTYPES, Dtype, Quantization
from nacformats.formats.records.rows import EXACT, Arrays, IdTable, PayloadRows, drafted, list_of_record
from nacformats.formats.stored import Offsets, products
from nacformats.plain import Plain, detail

AnyArray = npt.NDArray[Any]
#: Scales as they are stored: float32, little-endian.
SCALE = np.dtype("<f4")
# By dtype number the size of an element, 0 for unknown ones; by method the dtype that it stores, -1 for any.
_ITEMSIZES = ELEMENT_DTYPES.itemsizes
_STORED_DTYPES = np.full(256, -1)
_STORED_DTYPES[list(QUANTIZED_DTYPES)] = list(QUANTIZED_DTYPES.values())


class Scaling(Plain):
    """The scales of quantized elements: number = element * scale.

    Attributes:
        scales: float32, shape (1,) for INT8_TENSOR, one for each index along `axis` for INT8_CHANNEL, one for each
            block for BLOCK_FP8.
        axis: INT8_CHANNEL: the axis that the scales belong to.
        block_size: BLOCK_FP8: elements of a block. The stored tensor is flat and padded to whole blocks.
        shape: BLOCK_FP8: shape of the tensor.
    """

    scales: npt.NDArray[np.float32]
    axis: int | None = None
    block_size: int | None = None
    shape: tuple[int, ...] | None = None


class Tensor(Plain):
    """A stored tensor.

    Attributes:
        dtype: number of the element type; one that is not a member of Dtype is unknown.
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
    raw: memoryview = detail(repr=False)
    offset: int | None = None
    path: str = ""
    source: Source | None = detail(default=None, repr=False)

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


class Tensors(PayloadRows[Tensor]):
    """N tensors as columns; as a sequence, the tensors.

    Attributes:
        metas: the fields of their metadata by their paths in the schema.
        data: the buffer that scales are in.
        sizes: of the elements of each, in bytes, shape (N,).
    """

    def __init__(self, metas: Arrays, data: Buffer, sizes: Offsets) -> None:
        self.metas = metas
        self.data = data
        self.sizes = sizes

    @property
    def ranks(self) -> Offsets:
        """Number of dimensions of each, shape (N,)."""
        return np.diff(self.metas["dims[]"])

    def pieces(self, numbers: Sequence[int]) -> Iterator[Buffer]:
        """Yield the bytes of all, with these ids, in pieces; large payloads are views. LimitError when an id does not
        fit.
        """
        sizes = tensor_meta.sizes(self.metas)
        fields = {
            "id_parameter": np.array(numbers, np.int64),
            "meta@": np.cumsum(sizes) - sizes,
            "meta#": sizes,
            "data": tensor_meta.write({**self.metas, "data": self.data}),
        }
        yield from self.written(tensor_codec, fields, "data.tensors")


class StoredTensors(Tensors):
    """The tensors of a file."""

    def __init__(self, columns: Columns, source: Source) -> None:
        super().__init__(columns.nested["meta"], source.view, columns["data#"])
        self._starts = columns["data@"]
        self._source = source
        self._view = source.view  # stays when the source is closed

    @classmethod
    def by_id(cls, source: Source, columns: Columns) -> IdTable[Tensor]:
        """Return the tensors of a file by the id of their parameter."""
        return IdTable.of_rows(columns["id_parameter"].tolist(), cls(columns, source))

    def row(self, index: int) -> Tensor:
        metas, start = self.metas, int(self._starts[index])
        method = Quantization(int(metas["quantization"][index]))
        dims, scaling = list_of_record(metas, "dims", index), self._scaling(method, index)
        place: dict[str, Any] = {"offset": start, "path": f"data.tensors[{index}]", "source": self._source}
        return Tensor(int(metas["dtype"][index]), dims, method, scaling, self.raw(index), **place)

    def raw(self, index: int) -> memoryview:
        start = int(self._starts[index])
        return self._view[start : start + int(self.sizes[index])]

    def _scaling(self, method: Quantization, index: int) -> Scaling | None:
        if method is Quantization.int8_tensor:
            return Scaling(self._scales("scaling.scale", index))
        if method is Quantization.int8_channel:
            return Scaling(self._scales("scaling.scales", index), axis=int(self.metas["scaling.axis"][index]))
        if method is Quantization.block_fp8:
            size, shape = int(self.metas["scaling.len_block"][index]), list_of_record(self.metas, "scaling.dims", index)
            return Scaling(self._scales("scaling.scales", index), block_size=size, shape=shape)
        return None

    def _scales(self, path: str, index: int) -> npt.NDArray[np.float32]:
        start, size = int(self.metas[f"{path}@"][index]), int(self.metas[f"{path}#"][index])
        return np.frombuffer(self.data[start : start + size], SCALE)


class NewTensors(Tensors):
    """Tensors that are in memory."""

    def __init__(self, tensors: Sequence[Tensor]) -> None:
        self._tensors = tuple(tensors)
        columns = drafted(tensor_meta, map(_described, self._tensors), "data.tensors[{}].meta")
        super().__init__(columns, columns["data"], np.array([len(each.raw) for each in self._tensors], np.int64))

    def row(self, index: int) -> Tensor:
        return self._tensors[index]

    def raw(self, index: int) -> memoryview:
        return self._tensors[index].raw


def as_columns(tensors: Sequence[Tensor]) -> Tensors:
    """Return tensors as columns, if they are not yet. FormatError when one does not fit its fields."""
    return tensors if isinstance(tensors, Tensors) else NewTensors(tensors)


def _described(tensor: Tensor) -> dict[str, Any]:
    """Return the fields of the metadata, by their paths."""
    scaling, fields = tensor.scaling, {"dtype": tensor.dtype, "dims": tensor.dims, "quantization": tensor.quantization}
    if scaling is None:
        return fields
    raw = scaling.scales.astype(SCALE, copy=False).tobytes()
    if tensor.quantization is Quantization.int8_tensor:
        return {**fields, "scaling.scale": raw}
    if tensor.quantization is Quantization.int8_channel:
        return {**fields, "scaling.scales": raw, "scaling.axis": scaling.axis}
    blocks = {"scaling.len_block": scaling.block_size, "scaling.dims": scaling.shape or ()}
    return {**fields, "scaling.scales": raw, **blocks}


def contradictory(tensors: Tensors) -> npt.NDArray[np.intp]:
    """Return the tensors that may contradict themselves (see `contradiction`), or whose dtype is unknown."""
    metas, ranks = tensors.metas, tensors.ranks
    dtypes, methods = metas["dtype"], metas["quantization"]
    stored = products(metas["dims[]"], metas["dims"])
    doubtful = (_ITEMSIZES[dtypes] == 0) | (stored * _ITEMSIZES[dtypes] != tensors.sizes) | (stored >= EXACT)
    doubtful |= (_STORED_DTYPES[methods] >= 0) & (_STORED_DTYPES[methods] != dtypes)
    scales = metas["scaling.scales#"] // SCALE.itemsize
    channels = np.flatnonzero(methods == Quantization.int8_channel)
    axes = metas["scaling.axis"][channels].astype(np.int64)
    inside = axes < ranks[channels]
    doubtful[channels[~inside]] = True
    channels = channels[inside]
    doubtful[channels] |= metas["dims"][metas["dims[]"][channels] + axes[inside]] != scales[channels]
    block = np.maximum(metas["scaling.len_block"].astype(np.int64), 1)
    shaped = products(metas["scaling.dims[]"], metas["scaling.dims"])
    blocks = np.ceil(shaped / block)
    wrong = (stored != blocks * block) | (scales != blocks) | (shaped >= EXACT) | (metas["scaling.len_block"] == 0)
    doubtful |= (methods == Quantization.block_fp8) & wrong
    return np.flatnonzero(doubtful)


def by_header(tensor: Tensor, method: Quantization) -> Tensor:
    """Return a tensor of a file whose header names a method: only there do compilers say that float16 means float32."""
    if method is Quantization.fp16 and tensor.quantization is Quantization.none and tensor.dtype == Dtype.float16:
        from dataclasses import replace  # noqa: PLC0415  few files are so

        return replace(tensor, quantization=Quantization.fp16)
    return tensor


def contradiction(tensor: Tensor) -> InvalidError | None:
    """Return the first contradiction in the metadata of a tensor. Looks at no element.

    The path of the error is that of a field within the tensor; nothing is said of an unknown dtype.
    """
    dtype = tensor.element_dtype
    if dtype is None:
        return None
    size = math.prod(tensor.dims) * dtype.itemsize
    if size != len(tensor.raw):
        expected = f"{size} ({dtype.name} of shape {list(tensor.dims)})"
        return _invalid("len_data", "the size does not fit dtype and shape", expected, len(tensor.raw))
    if tensor.quantization is Quantization.int8_tensor and len(_scales(tensor)) != 1:
        return _invalid("meta.scaling.scale", "the tensor needs one scale", 1, len(_scales(tensor)))
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
        return _invalid("meta.scaling.num_scales", "each channel needs one scale", tensor.dims[axis], found)
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
        return _invalid("meta.scaling.num_scales", "each block needs one scale", blocks, found)
    return None


def _invalid(path: str, reason: str, expected: Any, actual: Any) -> InvalidError:
    return InvalidError(reason, format=FORMAT_NAME, path=path, expected=expected, actual=actual)


def stored_array(tensor: Tensor) -> AnyArray:
    """Return the stored elements in their shape, a read-only view.

    Raises:
        UnsupportedError: the dtype is unknown, or NumPy cannot hold the shape.
        InvalidError: the metadata do not fit the elements or each other.
    """
    dtype = tensor.element_dtype
    if dtype is None:
        reason = "the dtype is unknown, only the raw bytes are available"
        raise UnsupportedError(reason, format=FORMAT_NAME, path="meta.dtype", actual=tensor.dtype)
    wrong = contradiction(tensor)
    if wrong is not None:
        raise wrong
    return _shaped(np.frombuffer(tensor.raw, dtype), tensor.dims, "meta.dims")


def _shaped(array: AnyArray, shape: tuple[int, ...], path: str) -> AnyArray:
    try:
        return array.reshape(shape)
    except (ValueError, OverflowError):  # an empty array may have dimensions of any size
        reason = "NumPy cannot hold this shape"
        raise UnsupportedError(reason, format=FORMAT_NAME, path=path, actual=list(shape)) from None


def dequantize(tensor: Tensor) -> AnyArray:
    """Return the numbers: float32 for quantized tensors and bfloat16, otherwise the stored elements, without a copy.

    Raises: as stored_array.
    """
    stored = stored_array(tensor)
    with np.errstate(all="ignore"):  # a scale may be anything, a signalling NaN as well
        return _numbers(stored, tensor)


def _numbers(stored: AnyArray, tensor: Tensor) -> AnyArray:
    if tensor.quantization is Quantization.int8_tensor:
        numbers = stored.astype(np.float32)
        numbers *= _scales(tensor)[0]
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


def _by_channel(stored: AnyArray, tensor: Tensor) -> AnyArray:
    assert tensor.scaling is not None
    shape = [1] * stored.ndim
    shape[tensor.scaling.axis or 0] = -1
    numbers = stored.astype(np.float32)
    numbers *= _scales(tensor).reshape(shape)
    return numbers


def _by_block(stored: AnyArray, tensor: Tensor) -> AnyArray:
    assert tensor.scaling is not None
    scales = _scales(tensor)
    numbers = stored.reshape(len(scales), stored.size // max(len(scales), 1)).astype(np.float32)
    numbers *= scales[:, np.newaxis]
    return _shaped(numbers.reshape(-1)[: math.prod(tensor.shape)], tensor.shape, "meta.scaling.dims")


class Parameter(Plain):
    """A parameter of a model.

    Attributes:
        id: the number by which INPUT instructions load it.
        name: name in the original model, or None.
    """

    id: int
    name: str | None
    _tensor: Callable[[], Tensor] = detail(repr=False)
    _locate: Callable[[str], int | None] = detail(repr=False)

    @property
    def tensor(self) -> Tensor:
        """The stored tensor. Raises InvalidError when it is missing."""
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

    def stored(self) -> AnyArray:
        """Return the stored elements, a read-only view of the file in the stored dtype.

        Raises:
            UnsupportedError: the dtype is unknown, or NumPy cannot hold the shape.
            InvalidError: there is no such tensor, or its metadata contradict themselves.
        """
        return self._with_place(stored_array)

    def array(self) -> AnyArray:
        """Return the numbers: float32 for quantized and bfloat16 parameters, otherwise `stored()`.

        Raises: as `stored`.
        """
        return self._with_place(dequantize)

    def allocates(self) -> int:
        """Return bytes of memory that `array` takes: those of float32 numbers, or 0 for a view of the file.

        Raises InvalidError when there is no such tensor.
        """
        tensor = self.tensor
        if tensor.quantization is Quantization.none and tensor.dtype != Dtype.bfloat16:
            return 0
        dtype = tensor.element_dtype
        return tensor.raw.nbytes // (dtype.itemsize if dtype else 1) * np.dtype(np.float32).itemsize

    def _with_place(self, read: Callable[[Tensor], AnyArray]) -> AnyArray:
        tensor = self.tensor
        try:
            return read(tensor)
        except FormatError as error:
            error.path = ".".join(filter(None, (tensor.path, error.path)))
            error.offset = None if tensor.source is None else self._locate(error.path)
            error.reason = f"parameter {describe_parameter(self.id, self.name)}: {error.reason}"
            raise


def describe_parameter(number: int, name: str | None) -> str:
    """Return a parameter in messages."""
    from nacformats.printing import printable  # noqa: PLC0415  most files have no errors

    return str(number) if name is None else f'{number} "{printable(name)}"'
