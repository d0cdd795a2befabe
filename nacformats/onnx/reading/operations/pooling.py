"""Pooling over windows, and over all of an image."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from nacformats.graph.graph import ValueType
from nacformats.onnx.reading.node import NodeReader, operation
from nacformats.onnx.reading.operations.convolution import margins, numbers_per_axis, spatial_rank
from nacformats.onnx.reading.operations.shape import padded
from nacformats.onnx.reading.operations.sizes import product_of_sizes
from nacformats.onnx.reading.values import AnyTensor, GraphTensor, NamedValue, Refusal, rank_of, static_shape
from nacformats.runtime.kernels._types import INT64, DType

_Pads = list[tuple[int, int]]


class _Windows:
    """The attributes that all poolings share."""

    def __init__(self, node: NodeReader, x: AnyTensor) -> None:
        self.rank = spatial_rank(x)
        self.kernel = numbers_per_axis(node, "kernel_shape", self.rank)
        self.strides = numbers_per_axis(node, "strides", self.rank)
        self.dilations = numbers_per_axis(node, "dilations", self.rank)
        self.pads: _Pads = margins(node, x, self.kernel, self.strides, self.dilations)
        self.ceil = bool(node.attribute("ceil_mode", 0)) and node.attribute("auto_pad", "NOTSET") == "NOTSET"

    @property
    def regular(self) -> bool:
        """True if ATen takes the margins: equal on both sides, and at most half of a window."""
        pairs = zip(self.pads, self.kernel, strict=True)
        return all(before == after and 0 <= before <= size // 2 for (before, after), size in pairs)

    @property
    def edges(self) -> list[int]:
        """The margins where they are regular."""
        return [before for before, _after in self.pads]

    @property
    def shape(self) -> tuple[None, ...]:
        """The rank of the result."""
        return (None,) * (self.rank + 2)

    def outputs(self, x: AnyTensor) -> list[int]:
        """Return the number of windows along each axis."""
        counts = []
        sizes = static_shape(x)[2:]
        for size, k, stride, dilation, (before, after) in zip(
            sizes, self.kernel, self.strides, self.dilations, self.pads, strict=True
        ):
            free = size + before + after - (k - 1) * dilation - 1
            count = (-(-free // stride) if self.ceil else free // stride) + 1
            if self.ceil and (count - 1) * stride >= size + before:
                count -= 1  # the last window would start in the margin
            counts.append(count)
        return counts

    def padded(self, node: NodeReader, x: AnyTensor, number: Any) -> GraphTensor:
        """The operand with its margins, and with what the last windows of ceil_mode reach beyond them."""
        pads = list(self.pads)
        if self.ceil:
            counts = self.outputs(x)
            for axis, (size, count) in enumerate(zip(static_shape(x)[2:], counts, strict=True)):
                span = (self.kernel[axis] - 1) * self.dilations[axis] + 1
                reached = (count - 1) * self.strides[axis] + span
                before, after = pads[axis]
                pads[axis] = (before, max(after, reached - size - before))
        return padded(node, x, dict(enumerate(pads, start=2)), number=number)


def _lowest(dtype: DType) -> Any:
    return int(np.iinfo(dtype).min) if dtype.kind in "iu" else -math.inf


@operation("MaxPool")
def _max_pool(node: NodeReader) -> NamedValue | tuple[NamedValue, ...]:
    """The largest element of each window, and its place."""
    x = node[0]
    w = _Windows(node, x)
    if node.wants(1):
        return _max_pool_with_places(node, x, w)
    edges, ceil = w.edges, w.ceil
    if not w.regular:
        x, edges, ceil = w.padded(node, x, _lowest(x.dtype)), [0] * w.rank, False
    return node.emit(f"aten.max_pool{w.rank}d", x, w.kernel, w.strides, edges, w.dilations, ceil, shape=w.shape)


def _max_pool_with_places(node: NodeReader, x: GraphTensor, w: _Windows) -> tuple[NamedValue, ...]:
    """Places count through the whole tensor, not through one plane."""
    if not w.regular:
        raise Refusal("indices with pads that differ before and after")
    types = [ValueType(x.dtype, w.shape), ValueType(INT64, w.shape)]
    arguments = (x, w.kernel, w.strides, w.edges, w.dilations, w.ceil)
    best, places = node.build.parts(f"aten.max_pool{w.rank}d_with_indices.default", *arguments, types=types)
    sizes = [node.build.size(x, axis) for axis in range(2, w.rank + 2)]
    if node.attribute("storage_order", 0):
        if w.rank != 2:
            raise Refusal("column-major indices of other than two spatial dimensions")
        row = node.emit("aten.div.Tensor_mode", places, sizes[1], rounding_mode="floor")
        column = node.emit("aten.remainder.Tensor", places, sizes[1])
        places = node.emit("aten.add.Tensor", node.emit("aten.mul.Tensor", column, sizes[0]), row)
    planes = product_of_sizes(node, [node.build.size(x, 0), node.build.size(x, 1)])
    plane = node.emit("aten.arange", planes, dtype=INT64, shape=(None,), typed=True)
    first = node.emit("aten.mul.Tensor", plane, product_of_sizes(node, sizes))
    first = node.build.reshape(first, [node.build.size(x, 0), node.build.size(x, 1), *[1] * w.rank])
    return best, node.emit("aten.add.Tensor", places, first, shape=w.shape)


@operation("AveragePool")
def _average_pool(node: NodeReader) -> NamedValue:
    """The mean of each window, with or without the margins."""
    x = node[0]
    w = _Windows(node, x)
    with_margins = bool(node.attribute("count_include_pad", 0))
    if set(w.dilations) == {1} and w.regular:
        arguments = (w.kernel, w.strides, w.edges, w.ceil, with_margins)
        return node.emit(f"aten.avg_pool{w.rank}d", x, *arguments, shape=w.shape)
    sums = _window_sums(node, w.padded(node, x, 0), w)
    ones = node.emit("aten.ones_like", x)
    if with_margins:
        counted = _Windows(node, x)
        ones = padded(node, ones, dict(enumerate(counted.pads, start=2)), number=1)
        surplus = [(0, end - begin) for begin, end in _lengths(w, x)]
        ones = padded(node, ones, dict(enumerate(surplus, start=2)))
    else:
        ones = w.padded(node, ones, 0)
    return node.emit("aten.div.Tensor", sums, _window_sums(node, ones, w))


def _lengths(w: _Windows, x: AnyTensor) -> list[tuple[int, int]]:
    """The sizes with margins, without and with what the last windows reach beyond them."""
    if not w.ceil:
        return [(0, 0)] * w.rank
    found = []
    for axis, (size, count) in enumerate(zip(static_shape(x)[2:], w.outputs(x), strict=True)):
        reached = (count - 1) * w.strides[axis] + (w.kernel[axis] - 1) * w.dilations[axis] + 1
        whole = size + sum(w.pads[axis])
        found.append((whole, max(whole, reached)))
    return found


def _window_sums(node: NodeReader, x: GraphTensor, w: _Windows) -> GraphTensor:
    """The sum of each window of a tensor that has its margins."""
    if set(w.dilations) == {1}:
        means = node.emit(f"aten.avg_pool{w.rank}d", x, w.kernel, w.strides, [0] * w.rank, False, True, shape=w.shape)
        return node.emit("aten.mul.Tensor", means, math.prod(w.kernel))
    sizes = [node.build.size(x, axis) for axis in range(w.rank + 2)]
    planes = node.build.reshape(x, [product_of_sizes(node, sizes[:2]), 1, *sizes[2:]])
    weight = node.build.filled([1, 1, *w.kernel], 1, x.dtype)
    arguments = (weight, None, w.strides, [0] * w.rank, w.dilations, 1)
    sums = node.emit(f"aten.conv{w.rank}d", planes, *arguments, dtype=x.dtype, shape=w.shape)
    return node.build.reshape(sums, [*sizes[:2], *(node.build.size(sums, axis) for axis in range(2, w.rank + 2))])


@operation("LpPool")
def _lp_pool(node: NodeReader) -> NamedValue:
    """The p-norm of each window."""
    x, p = node[0], node.attribute("p", 2)
    w = _Windows(node, x)
    powers = node.emit("aten.pow.Tensor_Scalar", node.emit("aten.abs", x), p)
    sums = _window_sums(node, w.padded(node, powers, 0), w)
    return node.emit("aten.pow.Tensor_Scalar", sums, 1 / p)


def _spatial(x: AnyTensor) -> list[int]:
    return list(range(2, rank_of(x)))


@operation("GlobalAveragePool")
def _global_average_pool(node: NodeReader) -> NamedValue:
    """The mean of each plane."""
    x = node[0]
    return node.build.reduce("aten.mean.dim", x, _spatial(x), keepdim=True)


@operation("GlobalMaxPool")
def _global_max_pool(node: NodeReader) -> NamedValue:
    """The largest element of each plane."""
    x = node[0]
    return node.build.reduce("aten.amax", x, _spatial(x), keepdim=True)


@operation("GlobalLpPool")
def _global_lp_pool(node: NodeReader) -> NamedValue:
    """The p-norm of each plane."""
    x, p = node[0], node.attribute("p", 2)
    powers = node.emit("aten.pow.Tensor_Scalar", node.emit("aten.abs", x), p)
    sums = node.build.reduce("aten.sum.dim_IntList", powers, _spatial(x), keepdim=True)
    return node.emit("aten.pow.Tensor_Scalar", sums, 1 / p)


@operation("MaxUnpool")
def _max_unpool(node: NodeReader) -> NamedValue:
    """The elements back at their places, zeros elsewhere."""
    x, places = node[0], node[1]
    rank = spatial_rank(x)
    kernel, strides = numbers_per_axis(node, "kernel_shape", rank), numbers_per_axis(node, "strides", rank)
    pads = node.attribute("pads") or [0] * 2 * rank
    windows = enumerate(zip(static_shape(x)[2:], strides, kernel, strict=True))
    lengths = [(size - 1) * stride + k - pads[axis] - pads[axis + rank] for axis, (size, stride, k) in windows]
    sizes: Sequence[Any] = [node.build.size(x, 0), node.build.size(x, 1), *lengths]
    if node.has(2) and node.integers(2)[2:] != lengths:
        raise Refusal("output_shape other than that of the windows, for which the places do not hold")
    zeros = node.build.filled([product_of_sizes(node, list(sizes))], 0, x.dtype)
    flat = [node.build.reshape(value, [-1]) for value in (places, x)]
    return node.build.reshape(node.emit("aten.scatter.src", zeros, 0, *flat, shape=(None,)), sizes)
