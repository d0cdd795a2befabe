"""Types of elements."""

from __future__ import annotations

import numpy as np

from nacformats.onnx.reading.node import NodeReader, operation
from nacformats.onnx.reading.tensors import onnx_dtype
from nacformats.onnx.reading.values import GraphNumbers, NamedValue, Refusal
from nacformats.runtime.kernels._promotion import BOOL, DType


def _cast_to(node: NodeReader, dtype: DType) -> NamedValue:
    value = node.value(0)
    if isinstance(value, GraphNumbers) and dtype.kind == "i" and dtype.itemsize >= 4:
        return GraphNumbers(value.items, dtype, value.scalar)
    if value.dtype.kind == "c" and dtype.kind != "c":
        raise Refusal("a cast from complex numbers")
    if dtype.kind == "u" and value.dtype.kind not in "biu":
        # A negative float has no defined result in an unsigned type; by way of int64 it wraps around everywhere alike.
        wide = node.build.cast(value, np.dtype(np.int64)) if dtype.itemsize < 8 else node[0]
        return node.build.cast(wide, dtype)
    return node.build.cast(value, dtype)


@operation("Cast")
def _cast(node: NodeReader) -> NamedValue:
    """The elements in another type."""
    return _cast_to(node, onnx_dtype(node.attribute("to", 0)))


@operation("CastLike")
def _cast_like(node: NodeReader) -> NamedValue:
    """The elements in the type of another tensor."""
    return _cast_to(node, node.value(1).dtype)


@operation("BitCast")
def _bit_cast(node: NodeReader) -> NamedValue:
    """The bytes of the elements, read as another type of the same size."""
    x, dtype = node[0], onnx_dtype(node.attribute("to", 0))
    if dtype.itemsize != x.dtype.itemsize:
        raise Refusal(f"bytes of {x.dtype} read as {dtype}, which has another size")
    if BOOL in (dtype, x.dtype) and dtype != x.dtype:
        raise Refusal("bytes read as bool, or of bool")
    return node.emit("aten.view.dtype", x, dtype.name, dtype=dtype, shape=x.shape)


@operation("Identity")
def _identity(node: NodeReader) -> NamedValue:
    """The value as it is."""
    return node.inputs[0]


@operation("Dropout")
def _dropout(node: NodeReader) -> NamedValue | tuple[NamedValue, ...]:
    """The value as it is: dropout is for training."""
    if node.has(2) and node.scalar(2):
        ratio = node.scalar(1, 0.5)
        if ratio:
            raise Refusal("dropout in training, which is random")
    x = node[0]
    if not node.wants(1):
        return x
    return x, node.emit("aten.ones_like", x, dtype=BOOL, shape=x.shape, typed=True)
