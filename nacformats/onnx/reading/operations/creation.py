"""Tensors from nothing (constants, ranges, filled ones, windows), and tensors in another type."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from nacformats.onnx.reading.node import NodeReader, operation
from nacformats.onnx.reading.tensors import onnx_dtype
from nacformats.onnx.reading.values import GraphConstant, GraphNumbers, NamedValue, Refusal, constant
from nacformats.ops.dtypes import BOOL, FLOAT32, INT64, DType
from nacformats.ops.names import ATEN

#: Constants of up to this many elements are made at once; larger ones when the model runs.
SMALL = 64


@operation("Constant")
def _constant_(node: NodeReader) -> NamedValue:
    """Return a constant."""
    types = {"value_float": FLOAT32, "value_floats": FLOAT32, "value_int": INT64, "value_ints": INT64}
    for name, dtype in types.items():
        if name in node.attributes:
            return constant(node.attribute(name), dtype, node.outputs[0])
    value = node.attribute("value")
    if not isinstance(value, GraphConstant):
        raise Refusal("a constant that is no dense tensor of numbers")
    value.name = value.name or node.outputs[0]
    return value


@operation("ConstantOfShape")
def _constant_of_shape(node: NodeReader) -> NamedValue:
    """Return a tensor filled with one number."""
    sizes = node.numbers(0)
    value = node.attribute("value")
    held = value.array.reshape(-1)[0] if isinstance(value, GraphConstant) else np.float32(0)
    known = [size for size in sizes if isinstance(size, int)]
    if len(known) == len(sizes) and min(known, default=0) >= 0 and np.prod(known, dtype=object) <= SMALL:
        return constant(np.full(known, held))
    return node.build.filled(sizes, held.item(), held.dtype)


@operation("Range")
def _range_(node: NodeReader) -> NamedValue:
    """Return the numbers from a start to a limit, in steps."""
    dtype = node.value(0).dtype
    numbers: list[Any] = [node.plain(place) for place in range(3)]
    if 0 in numbers[2:]:
        raise Refusal("a range in steps of 0")
    if all(isinstance(number, int) for number in numbers) and len(range(*numbers)) <= SMALL:
        return constant(np.asarray(range(*numbers), dtype))
    return node.emit(ATEN.arange.start_step, *numbers, dtype=dtype, typed=True)


@operation("RandomNormal", "RandomUniform", "RandomNormalLike", "RandomUniformLike", "Multinomial", "Bernoulli")
def _random(_node: NodeReader) -> NamedValue:
    """Refuse random numbers: no two programs give the same."""
    raise Refusal("random numbers")


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
    """Return the elements in another type."""
    return _cast_to(node, onnx_dtype(node.attribute("to", 0)))


@operation("CastLike")
def _cast_like(node: NodeReader) -> NamedValue:
    """Return the elements in the type of another tensor."""
    return _cast_to(node, node.value(1).dtype)


@operation("BitCast")
def _bit_cast(node: NodeReader) -> NamedValue:
    """Return the bytes of the elements, read as another type of the same size."""
    x, dtype = node[0], onnx_dtype(node.attribute("to", 0))
    if dtype.itemsize != x.dtype.itemsize:
        raise Refusal(f"bytes of {x.dtype} read as {dtype}, which has another size")
    if BOOL in (dtype, x.dtype) and dtype != x.dtype:
        raise Refusal("bytes read as bool, or of bool")
    return node.emit(ATEN.view.dtype, x, dtype.name)


@operation("Identity")
def _identity(node: NodeReader) -> NamedValue:
    """Return the value as it is."""
    return node.inputs[0]


@operation("Dropout")
def _dropout(node: NodeReader) -> NamedValue | tuple[NamedValue, ...]:
    """Return the value as it is: dropout is for training."""
    if node.has(2) and node.scalar(2):
        ratio = node.scalar(1, 0.5)
        if ratio:
            raise Refusal("dropout in training, which is random")
    x = node[0]
    if not node.wants(1):
        return x
    return x, node.emit(ATEN.ones_like.default, x, dtype=BOOL, typed=True)


#: A band takes as long as this many elements, however short it is.
_WORK_OF_BAND = 64
_COSINES = {"HannWindow": (0.5, -0.5), "HammingWindow": (25 / 46, -21 / 46), "BlackmanWindow": (0.42, -0.5, 0.08)}


@operation(*_COSINES)
def _window(node: NodeReader) -> NamedValue:
    """Return a sum of cosines over a length."""
    length = node.scalar(0)
    if length < 0:
        raise Refusal(f"a window of {length} elements")
    node.build.allowance.take_elements(length)
    count = length if node.attribute("periodic", 1) else length - 1
    angles = np.arange(length, dtype=np.float64) * 2 * math.pi / max(count, 1)
    found = sum(factor * np.cos(order * angles) for order, factor in enumerate(_COSINES[node.operator]))
    return constant(np.asarray(found).astype(onnx_dtype(node.attribute("output_datatype", 1))))


@operation("MelWeightMatrix")
def _mel_weights(node: NodeReader) -> NamedValue:
    """Return the triangles that gather the bins of a spectrum into bands of equal width on the mel scale."""
    bands, length, rate, low, high = (node.scalar(place) for place in range(5))
    dtype = onnx_dtype(node.attribute("output_datatype", 1))
    if bands <= 0 or length <= 0:
        raise Refusal(f"{bands} bands of {length} frequencies")
    node.build.allowance.take_elements(bands * (length + _WORK_OF_BAND))
    edges = np.linspace(_mel(low), _mel(high), bands + 2)
    bins: Any = np.floor((length + 1) * (700 * (10 ** (edges / 2595) - 1)) / rate).astype(int)
    found = np.zeros((length // 2 + 1, bands))
    for band in range(bands):
        first, middle, last = bins[band : band + 3]
        if middle == first:
            found[middle, band] = 1
        else:
            found[first : middle + 1, band] = (np.arange(first, middle + 1) - first) / (middle - first)
        if last != middle:
            found[middle:last, band] = (last - np.arange(middle, last)) / (last - middle)
    return constant(found.astype(dtype))


def _mel(frequency: float) -> float:
    return 2595 * math.log10(1 + frequency / 700)
