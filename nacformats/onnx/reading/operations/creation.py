"""Tensors from nothing: constants, ranges, filled ones."""

from __future__ import annotations

from typing import Any

import numpy as np

from nacformats.onnx.reading.node import NodeReader, operation
from nacformats.onnx.reading.tensors import onnx_dtype
from nacformats.onnx.reading.values import GraphConstant, NamedValue, Refusal, constant
from nacformats.runtime.kernels._promotion import FLOAT32, INT64

#: Constants of up to this many elements are made at once; larger ones when the model runs.
SMALL = 64


@operation("Constant")
def _constant_(node: NodeReader) -> NamedValue:
    """A constant."""
    for name, dtype in (
        ("value_float", FLOAT32),
        ("value_floats", FLOAT32),
        ("value_int", INT64),
        ("value_ints", INT64),
    ):
        if name in node.attributes:
            return constant(node.attribute(name), dtype, node.outputs[0])
    value = node.attribute("value")
    if not isinstance(value, GraphConstant):
        raise Refusal("a constant that is no dense tensor of numbers")
    value.name = value.name or node.outputs[0]
    return value


@operation("ConstantOfShape")
def _constant_of_shape(node: NodeReader) -> NamedValue:
    """A tensor of one number."""
    sizes = node.numbers(0)
    value = node.attribute("value")
    held = value.array.reshape(-1)[0] if isinstance(value, GraphConstant) else np.float32(0)
    known = [size for size in sizes if isinstance(size, int)]
    if len(known) == len(sizes) and min(known, default=0) >= 0 and np.prod(known, dtype=object) <= SMALL:
        return constant(np.full(known, held))
    return node.build.filled(sizes, held.item(), held.dtype)


@operation("Range")
def _range_(node: NodeReader) -> NamedValue:
    """Numbers from a start to a limit, in steps."""
    dtype = node.value(0).dtype
    numbers: list[Any] = [node.plain(place) for place in range(3)]
    if 0 in numbers[2:]:
        raise Refusal("a range in steps of 0")
    if all(isinstance(number, int) for number in numbers):
        places = range(*numbers)
        if len(places) <= SMALL:
            return constant(np.asarray(places, dtype))
        return node.emit("aten.arange.start_step", *numbers, dtype=dtype, shape=(len(places),), typed=True)
    return node.emit("aten.arange.start_step", *numbers, dtype=dtype, shape=(None,), typed=True)


@operation("EyeLike")
def _eye_like(node: NodeReader) -> NamedValue:
    """Ones on a diagonal, zeros elsewhere."""
    x = node.value(0)
    dtype = onnx_dtype(node.attribute("dtype")) if node.attribute("dtype") else x.dtype
    rows, columns = (node.build.size(x, axis) for axis in (0, 1))
    down = node.emit("aten.arange", rows, dtype=INT64, shape=(None,), typed=True)
    across = node.emit("aten.arange", columns, dtype=INT64, shape=(None,), typed=True)
    moved = node.emit("aten.add.Tensor", node.build.unsqueeze(down, 1), node.attribute("k", 0))
    return node.build.cast(node.emit("aten.eq.Tensor", moved, across), dtype)


@operation("Trilu")
def _triangle(node: NodeReader) -> NamedValue:
    """The upper or lower triangle of matrices, zeros elsewhere."""
    x = node[0]
    diagonal = node.number(1) if node.has(1) else 0
    return node.emit("aten.triu" if node.attribute("upper", 1) else "aten.tril", x, diagonal)


@operation("RandomNormal", "RandomUniform", "RandomNormalLike", "RandomUniformLike", "Multinomial", "Bernoulli")
def _random(_node: NodeReader) -> NamedValue:
    """Random numbers: no two programs give the same."""
    raise Refusal("random numbers")
