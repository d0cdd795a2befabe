"""Tensors of an ONNX file and of the files beside it: their types, and their elements without a copy."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, numpy_helper

from nacformats.codec.columns.arrays import Array
from nacformats.codec.streams import Source
from nacformats.errors import FormatError, InvalidError, LimitError, UnsupportedError
from nacformats.files.folders import Companions, Folder
from nacformats.graph.graph import Dim, ValueType
from nacformats.onnx.reading.values import GraphConstant, Refusal
from nacformats.ops.dtypes import DTYPES, DType


class ExternalData:
    """The files beside one model.

    Args:
        model: path of its file; None: it is from memory, and has none.
    """

    def __init__(self, model: Path | None = None) -> None:
        self._files = None if model is None else Companions(Folder(model.parent), owner=model)
        self._sources: dict[str, Source] = {}

    def elements(self, tensor: Any, name: str, length: int) -> memoryview:
        """Return the bytes of a tensor, mapped where files are.

        Args:
            tensor: the TensorProto.
            name: for messages.
            length: bytes that its shape asks for.

        Raises:
            UnsupportedError: the model is from memory.
            InvalidError: its place is outside of the folder or of the file, or is no regular file.
            LimitError: the file belongs to somebody else and is too long to be read into memory.
        """
        entries = {entry.key: entry.value for entry in tensor.external_data}
        offset = _number(entries, "offset", name, 0)
        given = _number(entries, "length", name, length)
        if given != length:
            reason = "the external data has another number of bytes than the shape says"
            raise _error(InvalidError, name, reason, expected=length, actual=given)
        view = self.source(entries.get("location", ""), name).view
        if offset + length > len(view):
            reason = "the external data ends past the end of its file"
            wanted = f"at least {offset + length} bytes"
            raise _error(InvalidError, name, reason, expected=wanted, actual=len(view))
        return view[offset : offset + length]

    def source(self, location: str, name: str) -> Source:
        """Return the bytes of a file, which is opened once.

        Args:
            location: as the tensor gives it.
            name: of the tensor, for messages.

        Raises: as elements.
        """
        if self._files is None:
            hint = "compile the path of the model, or load it with onnx.load, which reads them"
            raise _error(UnsupportedError, name, "the elements are in another file", hint=hint)
        below = PurePosixPath(location if isinstance(location, str) else "")  # protobuf gives bytes that are not UTF-8
        if not below.parts or below.is_absolute() or ".." in below.parts:
            reason = "the location of the external data leads out of the folder of the model"
            raise _error(InvalidError, name, reason, actual=location)
        if str(below) not in self._sources:
            self._sources[str(below)] = self._opened(str(below), name)
        return self._sources[str(below)]

    def _opened(self, below: str, name: str) -> Source:
        assert self._files is not None
        try:
            return self._files.source(below)
        except OSError as error:
            reason = f"the file of the external data cannot be read: {error.strerror}"
            raise _error(InvalidError, name, reason, actual=below) from None
        except LimitError as error:
            hint = "copy it: files of your own are mapped"
            raise _error(LimitError, name, error.reason, hint=hint) from None


def _number(entries: dict[str, str], key: str, name: str, default: int) -> int:
    text = entries.get(key, f"{default}")
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise _error(InvalidError, name, f"the {key} of the external data is not a number", actual=text)
    return int(text)


def _error(kind: type[FormatError], name: str, reason: str, **details: Any) -> FormatError:
    return kind(reason, format="onnx", path=f"initializer {name!r}", **details)


#: Types that the runtime computes in.
_COMPUTED = frozenset(DTYPES.values())


def onnx_dtype(number: int) -> DType:
    """Return the NumPy type of an element type of ONNX; refuse one that nothing here computes in."""
    try:
        name = TensorProto.DataType.Name(number)
    except ValueError:
        raise Refusal(f"there is no element type {number}") from None
    if number in (TensorProto.STRING, TensorProto.UNDEFINED):
        raise Refusal(f"tensors of type {name}")
    dtype: DType = np.dtype(onnx.helper.tensor_dtype_to_np_dtype(number))
    if dtype not in _COMPUTED:
        raise Refusal(f"tensors of type {name}")
    return dtype


def declared_type(declared: Any) -> ValueType:
    """Return the type that a TypeProto declares; refuse one that is not that of a tensor."""
    kind = declared.WhichOneof("value")
    if kind != "tensor_type":
        raise Refusal(f"values of {str(kind).removesuffix('_type') if kind else 'unknown'} type")
    tensor = declared.tensor_type
    dtype = onnx_dtype(tensor.elem_type)
    if not tensor.HasField("shape"):
        return ValueType(dtype, None)
    return ValueType(dtype, tuple(_dim(dim) for dim in tensor.shape.dim))


def _dim(dim: Any) -> Dim:
    match dim.WhichOneof("value"):
        case "dim_value":
            return int(dim.dim_value) if dim.dim_value >= 0 else None
        case "dim_param":
            return dim.dim_param or None
    return None


def constant_of(tensor: TensorProto, files: ExternalData) -> GraphConstant:
    """Return a tensor of the file, whose elements are made when they are asked for, without a copy if they are raw.

    Args:
        tensor: an initializer or an attribute.
        files: where external data is.
    """
    dtype = onnx_dtype(tensor.data_type)
    shape = tuple(int(size) for size in tensor.dims)
    name = tensor.name
    if any(size < 0 for size in shape):
        raise _error(InvalidError, name, "a size is negative", actual=list(shape))
    if math.prod(size or 1 for size in shape) * dtype.itemsize >= 2**63:  # NumPy counts so, though a 0 leaves nothing
        raise _error(LimitError, name, "no array has so large sizes", actual=list(shape))
    if tensor.HasField("segment"):
        raise Refusal("a tensor in segments")
    length = math.prod(shape) * dtype.itemsize
    if tensor.data_location == TensorProto.EXTERNAL:
        elements: bytes | memoryview = files.elements(tensor, name, length)
    elif tensor.HasField("raw_data"):
        elements = tensor.raw_data
        if len(elements) != length:
            reason = "the tensor has another number of bytes than its shape says"
            raise _error(InvalidError, name, reason, expected=length, actual=len(elements))
    else:
        return GraphConstant(name, _listed(tensor, name, dtype, shape), dtype, shape)
    return GraphConstant(name, lambda: np.frombuffer(elements, dtype.newbyteorder("<")).reshape(shape), dtype, shape)


def _listed(tensor: TensorProto, name: str, dtype: DType, shape: tuple[int, ...]) -> Callable[[], Array]:
    """Return what loads elements from one of the typed lists of the message."""
    field = onnx.helper.tensor_dtype_to_field(tensor.data_type)
    count = len(getattr(tensor, field)) // (2 if dtype.kind == "c" else 1)
    if count != math.prod(shape):
        reason = "the tensor has another number of elements than its shape says"
        raise _error(InvalidError, name, reason, expected=math.prod(shape), actual=count)

    def load() -> Array:
        try:
            array: Array = numpy_helper.to_array(tensor)
        except (ValueError, TypeError, OverflowError) as error:
            raise _error(InvalidError, name, f"the elements do not fit their type: {error}") from None
        return array

    return load
