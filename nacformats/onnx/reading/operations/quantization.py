"""Numbers as bytes with a scale and a zero point."""

from __future__ import annotations

import numpy as np

from nacformats.onnx.reading.node import NodeReader, normalized, operation
from nacformats.onnx.reading.operations.convolution import convolved
from nacformats.onnx.reading.tensors import onnx_dtype
from nacformats.onnx.reading.values import AnyTensor, GraphSize, GraphTensor, NamedValue, Refusal, rank_of, static_shape
from nacformats.ops.dtypes import FLOAT32, FLOAT64, INT32, UINT8, DType
from nacformats.ops.names import ATEN


def _along(node: NodeReader, value: AnyTensor, x: AnyTensor, axis: int, block: int) -> GraphTensor:
    """A scale or zero point ready to broadcast with x: one for all, one for each entry of an axis, or of a block."""
    tensor = node.build.tensor(value)
    if rank_of(value) == 0 or value.shape == (1,):
        return tensor if rank_of(x) else node.build.reshape(tensor, [])
    if block:
        axis = normalized(axis, rank_of(x))
        repeated = node.emit(ATEN.repeat_interleave.self_int, tensor, block, axis)
        return node.build.slice(GraphTensor(repeated.ref, node.build.tensor(x).type), axis, 0, node.build.size(x, axis))
    sizes: list[GraphSize] = [1] * rank_of(x)
    sizes[normalized(axis, rank_of(x))] = -1
    return node.build.reshape(tensor, sizes)


def _range(dtype: DType) -> tuple[int, int]:
    if dtype.kind not in "iu":
        raise Refusal(f"quantization to {dtype}")
    limits = np.iinfo(dtype)
    return int(limits.min), int(limits.max)


def _quantized(
    node: NodeReader, x: AnyTensor, scale: GraphTensor, zero: GraphTensor | None, dtype: DType
) -> GraphTensor:
    """round(x / scale) + zero point, limited to the range of the type; ties go to the even number."""
    wide = node.emit(ATEN.div.Tensor, x, scale)
    rounded = node.emit(ATEN.round.default, wide)
    if zero is not None:
        rounded = node.emit(ATEN.add.Tensor, rounded, zero)
    return node.build.cast(node.emit(ATEN.clamp.default, rounded, *_range(dtype)), dtype)


@operation("QuantizeLinear")
def _quantize(node: NodeReader) -> NamedValue:
    """Numbers as bytes."""
    x, scale = node[0], node.value(1)
    axis, block = node.attribute("axis", 1), node.attribute("block_size", 0)
    given = node.attribute("output_dtype", 0)
    dtype = onnx_dtype(given) if given else node.value(2).dtype if node.has(2) else UINT8
    _range(dtype)
    factor = _along(node, node.build.cast(scale, FLOAT32), x, axis, block)
    zero = _along(node, node.build.cast(node.value(2), FLOAT32), x, axis, block) if node.has(2) else None
    precision = node.attribute("precision", 0)
    if precision and onnx_dtype(precision) != FLOAT32:
        raise Refusal("a precision other than float32")
    return _quantized(node, node.build.cast(x, FLOAT32), factor, zero, dtype)


@operation("DequantizeLinear")
def _dequantize(node: NodeReader) -> NamedValue:
    """(bytes - zero point) * scale."""
    x, scale = node[0], node.value(1)
    axis, block = node.attribute("axis", 1), node.attribute("block_size", 0)
    if x.dtype.kind not in "iu":
        raise Refusal(f"quantized numbers of type {x.dtype}")
    given = node.attribute("output_dtype", 0)
    dtype = onnx_dtype(given) if given else scale.dtype
    wide = node.build.cast(x, FLOAT32 if x.dtype.itemsize < 4 else FLOAT64)
    if node.has(2):
        zero = _along(node, node.build.cast(node.value(2), wide.dtype), x, axis, block)
        wide = node.emit(ATEN.sub.Tensor, wide, zero)
    factor = _along(node, scale, x, axis, block)
    wide, factor = node.build.cast(wide, FLOAT32), node.build.cast(factor, FLOAT32)
    return node.build.cast(node.emit(ATEN.mul.Tensor, wide, factor), dtype)


def _centred(node: NodeReader, place: int, zero: int, rows: bool) -> GraphTensor:
    """Bytes without their zero point, as float64, in which sums of their products are exact."""
    x = node.value(place)
    wide = node.build.cast(x, FLOAT64)
    if not node.has(zero):
        return wide
    offset = node.build.cast(node.value(zero), FLOAT64)
    if rows and rank_of(offset) == 1 and offset.shape != (1,):
        offset = node.build.unsqueeze(offset, 1)
    return node.emit(ATEN.sub.Tensor, wide, offset)


def _by_channel(node: NodeReader, value: AnyTensor, weight: AnyTensor) -> GraphTensor:
    """One float64 for each first dimension of a weight, ready to broadcast with it."""
    found = node.build.cast(value, FLOAT64)
    if rank_of(value) == 0 or value.shape == (1,):
        return found
    return node.build.reshape(found, [-1, *[1] * (rank_of(weight) - 1)])


@operation("ConvInteger")
def _conv_integer(node: NodeReader) -> NamedValue:
    """The convolution of bytes without their zero points, as int32."""
    _x, weight = node[0], node[1]
    first, second = _centred(node, 0, 2, rows=False), node.build.cast(weight, FLOAT64)
    if node.has(3):
        second = node.emit(ATEN.sub.Tensor, second, _by_channel(node, node.value(3), weight))
    return node.build.cast(convolved(node, first, second, None), INT32)


@operation("MatMulInteger")
def _matmul_integer(node: NodeReader) -> NamedValue:
    """The product of matrices of bytes without their zero points, as int32."""
    left, right = _centred(node, 0, 2, rows=True), _centred(node, 1, 3, rows=False)
    return node.build.cast(node.emit(ATEN.matmul.default, left, right), INT32)


@operation("QLinearMatMul")
def _quantized_matmul(node: NodeReader) -> NamedValue:
    """The product of quantized matrices, quantized."""
    left, right = _centred(node, 0, 2, rows=True), _centred(node, 3, 5, rows=False)
    sums = node.build.cast(node.emit(ATEN.matmul.default, left, right), FLOAT32)
    first = node.build.cast(node.value(1), FLOAT32)
    if rank_of(first) == 1 and first.shape != (1,):
        first = node.build.unsqueeze(first, 1)
    scaled = node.emit(ATEN.mul.Tensor, first, node.build.cast(node.value(4), FLOAT32))
    ratio = node.emit(ATEN.div.Tensor, scaled, node.build.cast(node.value(6), FLOAT32))
    return _requantized(node, sums, ratio, FLOAT32)


def _requantized(node: NodeReader, sums: GraphTensor, ratio: GraphTensor, wide: DType) -> GraphTensor:
    """Sums in the scale, zero point and type of the result."""
    dtype = node.value(7).dtype
    rounded = node.emit(ATEN.round.default, node.emit(ATEN.mul.Tensor, sums, ratio))
    moved = node.emit(ATEN.add.Tensor, rounded, node.build.cast(node.value(7), wide))
    return node.build.cast(node.emit(ATEN.clamp.default, moved, *_range(dtype)), dtype)


@operation("QLinearConv")
def _quantized_conv(node: NodeReader) -> NamedValue:
    """The convolution of quantized numbers, quantized."""
    x, weight = node[0], node[3]
    static_shape(weight)
    first = _centred(node, 0, 2, rows=False)
    zero = _by_channel(node, node.value(5), weight)
    second = node.emit(ATEN.sub.Tensor, node.build.cast(weight, FLOAT64), zero)
    bias = node.build.cast(node.value(8), FLOAT64) if node.has(8) else None
    sums = convolved(node, first, second, bias)
    scale = node.build.cast(node.value(4), FLOAT64)
    if rank_of(scale) == 1 and scale.shape != (1,):
        scale = node.build.reshape(scale, [-1, *[1] * (rank_of(x) - 2)])
    ratio = node.emit(ATEN.mul.Tensor, scale, node.build.cast(node.value(1), FLOAT64))
    ratio = node.emit(ATEN.div.Tensor, ratio, node.build.cast(node.value(6), FLOAT64))
    return _requantized(node, sums, ratio, FLOAT64)
