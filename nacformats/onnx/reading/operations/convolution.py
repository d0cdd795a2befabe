"""Convolutions, plain, transposed and of integers, and pooling, over windows and over all of an image."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from nacformats.onnx.reading.node import NodeReader, operation
from nacformats.onnx.reading.operations.shape import padded
from nacformats.onnx.reading.values import AnyTensor, GraphTensor, NamedValue, Refusal, rank_of, static_shape
from nacformats.ops.dtypes import INT64, Ints
from nacformats.ops.names import ATEN


def spatial_rank(value: AnyTensor) -> int:
    """The number of spatial dimensions of (N, C, *sizes)."""
    rank = rank_of(value) - 2
    if not 1 <= rank <= 3:
        raise Refusal(f"{rank} spatial dimensions")
    return rank


def numbers_per_axis(node: NodeReader, name: str, rank: int, default: int = 1) -> list[int]:
    """An attribute with one number for each spatial dimension."""
    found: list[int] = node.attribute(name) or [default] * rank
    if len(found) != rank:
        raise Refusal(f"{len(found)} {name} for {rank} spatial dimensions")
    return found


def margins(node: NodeReader, value: AnyTensor, kernel: Ints, strides: Ints, dilations: Ints) -> list[tuple[int, int]]:
    """Return the padding before and after each spatial dimension, from `pads` or `auto_pad`."""
    rank = len(kernel)
    how = node.attribute("auto_pad", "NOTSET")
    if how == "NOTSET":
        pads = node.attribute("pads") or [0] * 2 * rank
        if len(pads) != 2 * rank:
            raise Refusal(f"{len(pads)} pads for {rank} spatial dimensions")
        return list(zip(pads[:rank], pads[rank:], strict=True))
    if how == "VALID":
        return [(0, 0)] * rank
    if how not in ("SAME_UPPER", "SAME_LOWER"):
        raise Refusal(f"auto_pad {how!r}")
    found = []
    for axis, (size, stride, dilation) in enumerate(zip(kernel, strides, dilations, strict=True), start=2):
        span = (size - 1) * dilation + 1
        total = span - 1
        if stride != 1:
            present = node.build.size(value, axis)
            if not isinstance(present, int):
                raise Refusal(f"auto_pad {how} along an axis of unknown size")
            total = max(0, (-(-present // stride) - 1) * stride + span - present)
        small, large = total // 2, total - total // 2
        found.append((small, large) if how == "SAME_UPPER" else (large, small))
    return found


def _kernel_sizes(node: NodeReader, weight: AnyTensor) -> list[int]:
    """The spatial sizes of a weight."""
    sizes = (weight.shape or ())[2:]
    if not all(isinstance(size, int) for size in sizes):
        given: list[int] | None = node.attribute("kernel_shape")
        if given is None:
            raise Refusal("the sizes of the kernel have to be fixed")
        return given
    return [size for size in sizes if isinstance(size, int)]


@operation("Conv")
def _conv(node: NodeReader) -> NamedValue:
    """Cross-correlation with a weight."""
    return convolved(node, node[0], node[1], node.optional(2))


def convolved(node: NodeReader, x: GraphTensor, weight: GraphTensor, bias: AnyTensor | None) -> GraphTensor:
    """A convolution with the attributes of the node."""
    rank = spatial_rank(x)
    kernel = _kernel_sizes(node, weight)
    strides, dilations = numbers_per_axis(node, "strides", rank), numbers_per_axis(node, "dilations", rank)
    pads = margins(node, x, kernel, strides, dilations)
    if any(before != after or before < 0 for before, after in pads):
        x = padded(node, x, dict(enumerate(pads, start=2)))
        pads = [(0, 0)] * rank
    edges = [before for before, _after in pads]
    group = node.attribute("group", 1)
    return node.emit(f"aten.conv{rank}d", x, weight, bias, strides, edges, dilations, group)


@operation("ConvTranspose")
def _conv_transpose(node: NodeReader) -> NamedValue:
    """The transposed convolution; what `pads` say is cut off."""
    x, weight, bias = node[0], node[1], node.optional(2)
    rank = spatial_rank(x)
    kernel = _kernel_sizes(node, weight)
    strides, dilations = numbers_per_axis(node, "strides", rank), numbers_per_axis(node, "dilations", rank)
    more = numbers_per_axis(node, "output_padding", rank, default=0)
    pads = _cut(node, x, kernel, strides, dilations, more)
    edges = [before if before == after else 0 for before, after in pads]
    overload = "default" if rank == 1 else "input"
    limits = map(max, strides, dilations)
    added = [extra if extra < limit else 0 for extra, limit in zip(more, limits, strict=True)]
    group = node.attribute("group", 1)
    found = node.emit(
        f"aten.conv_transpose{rank}d.{overload}", x, weight, bias, strides, edges, added, group, dilations,
    )  # fmt: skip
    for axis, (pair, edge, extra, given) in enumerate(zip(pads, edges, more, added, strict=True), start=2):
        if extra != given:
            raise Refusal("output_padding of at least the stride and the dilation")
        if edge or pair == (0, 0):
            continue
        before, after = pair
        if before < 0 or after < 0:
            found = padded(node, found, {axis: (-before, -after)})
        else:
            found = node.build.slice(found, axis, before, -after if after else None)
    return found


def _cut(
    node: NodeReader, x: GraphTensor, kernel: Ints, strides: Ints, dilations: Ints, more: Ints
) -> list[tuple[int, int]]:
    """The sizes cut off before and after each spatial dimension of the full result."""
    wanted = node.attribute("output_shape")
    how = node.attribute("auto_pad", "NOTSET")
    if wanted is None and how in ("NOTSET", "VALID"):
        return margins(node, x, kernel, strides, dilations)
    found = []
    for axis, (size, stride, dilation, extra) in enumerate(zip(kernel, strides, dilations, more, strict=True)):
        present = node.build.size(x, axis + 2)
        span = (size - 1) * dilation + 1
        if wanted is None:
            total = max(0, span + extra - stride)  # the result has the size of the operand times the stride
        elif isinstance(present, int):
            total = stride * (present - 1) + extra + span - wanted[-len(kernel) :][axis]
        else:
            raise Refusal("output_shape with an operand of unknown size")
        small, large = total // 2, total - total // 2
        found.append((small, large) if how == "SAME_UPPER" else (large, small))
    return found


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

    def reached(self, x: AnyTensor) -> _Pads:
        """Return the margins, with what the last windows of ceil_mode reach beyond them."""
        if not self.ceil:
            return self.pads
        found = []
        axes = zip(static_shape(x)[2:], self.kernel, self.strides, self.dilations, self.pads, strict=True)
        for size, k, stride, dilation, (before, after) in axes:
            span = (k - 1) * dilation + 1
            last = -(-(size + before + after - span) // stride) * stride
            if last >= size + before:
                last -= stride  # the window would start in the margin
            found.append((before, max(after, last + span - size - before)))
        return found

    def padded(self, node: NodeReader, x: AnyTensor, number: Any) -> GraphTensor:
        """The operand with its margins, as far as windows reach."""
        return padded(node, x, dict(enumerate(self.reached(x), start=2)), number=number)


@operation("MaxPool")
def _max_pool(node: NodeReader) -> NamedValue | tuple[NamedValue, ...]:
    """The largest element of each window, and its place."""
    x = node[0]
    w = _Windows(node, x)
    if node.wants(1):
        return _max_pool_with_places(node, x, w)
    edges, ceil = w.edges, w.ceil
    if not w.regular:
        lowest = int(np.iinfo(x.dtype).min) if x.dtype.kind in "iu" else -math.inf
        x, edges, ceil = w.padded(node, x, lowest), [0] * w.rank, False
    return node.emit(f"aten.max_pool{w.rank}d", x, w.kernel, w.strides, edges, w.dilations, ceil)


def _max_pool_with_places(node: NodeReader, x: GraphTensor, w: _Windows) -> tuple[NamedValue, ...]:
    """Places count through the whole tensor, not through one plane."""
    if not w.regular:
        raise Refusal("indices with pads that differ before and after")
    arguments = (x, w.kernel, w.strides, w.edges, w.dilations, w.ceil)
    best, places = node.build.parts(f"aten.max_pool{w.rank}d_with_indices.default", *arguments, dtypes=[x.dtype, INT64])
    sizes: list[Any] = [node.build.size(x, axis) for axis in range(2, w.rank + 2)]
    if node.attribute("storage_order", 0):
        if w.rank != 2:
            raise Refusal("column-major indices of other than two spatial dimensions")
        row = node.emit(ATEN.div.Tensor_mode, places, sizes[1], rounding_mode="floor")
        column = node.emit(ATEN.remainder.Tensor, places, sizes[1])
        places = node.emit(ATEN.add.Tensor, node.emit(ATEN.mul.Tensor, column, sizes[0]), row)
    whole: list[Any] = [node.build.size(x, axis) for axis in (0, 1)]
    planes = math.prod(whole)
    plane = node.emit(ATEN.arange.default, planes, dtype=INT64, typed=True)
    first = node.emit(ATEN.mul.Tensor, plane, math.prod(sizes))
    first = node.build.reshape(first, [*whole, *[1] * w.rank])
    return best, node.emit(ATEN.add.Tensor, places, first)


@operation("AveragePool")
def _average_pool(node: NodeReader) -> NamedValue:
    """The mean of each window, with or without the margins."""
    x = node[0]
    w = _Windows(node, x)
    with_margins = bool(node.attribute("count_include_pad", 0))
    if set(w.dilations) == {1} and w.regular:
        arguments = (w.kernel, w.strides, w.edges, w.ceil, with_margins)
        return node.emit(f"aten.avg_pool{w.rank}d", x, *arguments)
    sums = _window_sums(node, w.padded(node, x, 0), w)
    ones = node.emit(ATEN.ones_like.default, x)
    if with_margins:
        ones = padded(node, ones, dict(enumerate(w.pads, start=2)), number=1)
        surplus = [(0, far - after) for (_, after), (_, far) in zip(w.pads, w.reached(x), strict=True)]
        ones = padded(node, ones, dict(enumerate(surplus, start=2)))
    else:
        ones = w.padded(node, ones, 0)
    return node.emit(ATEN.div.Tensor, sums, _window_sums(node, ones, w))


def _window_sums(node: NodeReader, x: GraphTensor, w: _Windows) -> GraphTensor:
    """The sum of each window of a tensor that has its margins."""
    if set(w.dilations) == {1}:
        means = node.emit(f"aten.avg_pool{w.rank}d", x, w.kernel, w.strides, [0] * w.rank, False, True)
        return node.emit(ATEN.mul.Tensor, means, math.prod(w.kernel))
    sizes: list[Any] = [node.build.size(x, axis) for axis in range(w.rank + 2)]
    planes = node.build.reshape(x, [math.prod(sizes[:2]), 1, *sizes[2:]])
    weight = node.build.filled([1, 1, *w.kernel], 1, x.dtype)
    arguments = (weight, None, w.strides, [0] * w.rank, w.dilations, 1)
    sums = node.emit(f"aten.conv{w.rank}d", planes, *arguments)
    return node.build.reshape(sums, [*sizes[:2], *(node.build.size(sums, axis) for axis in range(2, w.rank + 2))])


@operation("LpPool")
def _lp_pool(node: NodeReader) -> NamedValue:
    """The p-norm of each window."""
    x, p = node[0], node.attribute("p", 2)
    w = _Windows(node, x)
    powers = node.emit(ATEN.pow.Tensor_Scalar, node.emit(ATEN.abs.default, x), p)
    sums = _window_sums(node, w.padded(node, powers, 0), w)
    return node.emit(ATEN.pow.Tensor_Scalar, sums, 1 / p)


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
    zeros = node.build.filled([math.prod(sizes)], 0, x.dtype)
    flat = [node.build.reshape(value, [-1]) for value in (places, x)]
    return node.build.reshape(node.emit(ATEN.scatter.src, zeros, 0, *flat), sizes)
