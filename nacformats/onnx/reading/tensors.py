"""Tensors of an ONNX file: their types, and their elements without a copy."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, numpy_helper

from nacformats.codec.columns.arrays import Array
from nacformats.errors import FormatError, InvalidError
from nacformats.graph.graph import Dim, ValueType
from nacformats.onnx.reading.external import ExternalData
from nacformats.onnx.reading.values import GraphConstant, Refusal
from nacformats.runtime.kernels._promotion import DTYPES, DType

#: Types that the runtime computes in.
_COMPUTED = frozenset(DTYPES.values())


def onnx_dtype(number: int) -> DType:
    """The NumPy type of an element type of ONNX; refused when nothing here computes in it."""
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
    """The type that a TypeProto declares; refused when it is not that of a tensor."""
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


def constant_of(tensor: TensorProto, files: ExternalData, name: str = "") -> GraphConstant:
    """A tensor of the file; its elements are made when they are asked for, without a copy where they are raw.

    Args:
        tensor: an initializer or an attribute.
        files: where external data is.
        name: for one without a name.
    """
    dtype = onnx_dtype(tensor.data_type)
    shape = tuple(int(size) for size in tensor.dims)
    name = tensor.name or name
    if any(size < 0 for size in shape):
        raise _error(InvalidError, name, "a size is negative", actual=list(shape))
    if tensor.HasField("segment"):
        raise Refusal("a tensor in segments")
    length = math.prod(shape) * dtype.itemsize
    load: Callable[[], Array]
    if tensor.data_location == TensorProto.EXTERNAL:
        outside = files.elements(tensor, name, length)

        def load() -> Array:
            return np.frombuffer(outside, dtype.newbyteorder("<")).reshape(shape)
    elif tensor.HasField("raw_data"):
        if len(tensor.raw_data) != length:
            reason = "the tensor has another number of bytes than its shape says"
            raise _error(InvalidError, name, reason, expected=length, actual=len(tensor.raw_data))
        raw = tensor.raw_data

        def load() -> Array:
            return np.frombuffer(raw, dtype.newbyteorder("<")).reshape(shape)
    else:
        load = _listed(tensor, name, dtype, shape)
    return GraphConstant(name, load, dtype, shape)


def _listed(tensor: TensorProto, name: str, dtype: DType, shape: tuple[int, ...]) -> Callable[[], Array]:
    """Elements in one of the typed lists of the message."""
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


def _error(kind: type[FormatError], name: str, reason: str, **details: Any) -> FormatError:
    return kind(reason, format="onnx", path=f"initializer {name!r}", **details)
