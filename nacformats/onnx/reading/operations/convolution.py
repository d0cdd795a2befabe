"""Convolutions, plain and transposed, and pooling over windows."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cached_property
from typing import Any

from nacformats.onnx.reading.node import NodeReader, operation
from nacformats.onnx.reading.operations.shape import padded
from nacformats.onnx.reading.values import AnyTensor, GraphTensor, NamedValue, Refusal, rank_of, static_shape
from nacformats.ops.decompositions import lowest
from nacformats.ops.dtypes import INT64
from nacformats.ops.names import ATEN

_Pads = list[tuple[int, int]]


class Windows:
    """The windows that a node lays over the spatial dimensions of (N, C, *sizes).

    Attributes:
        rank: how many spatial dimensions there are.
        kernel, strides, dilations: of the windows, along each of them.
        ceil: whether the last windows may reach beyond the margins.
    """

    def __init__(self, node: NodeReader, x: AnyTensor, weight: AnyTensor | None = None) -> None:
        self._node, self._x = node, x
        self._automatic: str = node.attribute("auto_pad", "NOTSET")
        self.rank = rank_of(x) - 2
        if not 1 <= self.rank <= 3:
            raise Refusal(f"{self.rank} spatial dimensions")
        self.kernel = self.numbers("kernel_shape") if weight is None else _kernel_sizes(node, weight)
        self.strides, self.dilations = self.numbers("strides"), self.numbers("dilations")
        self.ceil = bool(node.attribute("ceil_mode", 0)) and self._automatic == "NOTSET"

    def numbers(self, name: str, default: int = 1) -> list[int]:
        """Return an attribute with one number for each spatial dimension."""
        found: list[int] = self._node.attribute(name) or [default] * self.rank
        if len(found) != self.rank:
            raise Refusal(f"{len(found)} {name} for {self.rank} spatial dimensions")
        return found

    @property
    def spans(self) -> list[int]:
        """The lengths of a window, with the gaps in it."""
        return [(size - 1) * dilation + 1 for size, dilation in zip(self.kernel, self.dilations, strict=True)]

    @cached_property
    def pads(self) -> _Pads:
        """The margins before and after each dimension, from `pads` or `auto_pad`."""
        match self._automatic:
            case "NOTSET":
                pads = self._node.attribute("pads") or [0] * 2 * self.rank
                if len(pads) != 2 * self.rank:
                    raise Refusal(f"{len(pads)} pads for {self.rank} spatial dimensions")
                return list(zip(pads[: self.rank], pads[self.rank :], strict=True))
            case "VALID":
                return [(0, 0)] * self.rank
            case "SAME_UPPER" | "SAME_LOWER":
                return self._divided(map(self._total, range(self.rank)))
        raise Refusal(f"auto_pad {self._automatic!r}")

    def _total(self, axis: int) -> int:
        """Return the elements to add so that the result has the size of the operand, divided by the stride."""
        span, stride = self.spans[axis], self.strides[axis]
        if stride == 1:
            return span - 1
        present = self._node.build.size(self._x, axis + 2)
        if not isinstance(present, int):
            raise Refusal(f"auto_pad {self._automatic} along an axis of unknown size")
        return max(0, (-(-present // stride) - 1) * stride + span - present)

    def _divided(self, totals: Iterable[int]) -> _Pads:
        halves = [(total // 2, total - total // 2) for total in totals]
        return halves if self._automatic == "SAME_UPPER" else [(large, small) for small, large in halves]

    def cut(self, more: list[int]) -> _Pads:
        """Return what a transposed convolution cuts off its full result; more: what that has at the ends besides."""
        wanted: list[int] | None = self._node.attribute("output_shape")
        if wanted is None and not self._automatic.startswith("SAME"):
            return self.pads
        ends = [span + extra - stride for span, extra, stride in zip(self.spans, more, self.strides, strict=True)]
        if wanted is None:  # the result has the size of the operand times the stride
            return self._divided(max(0, end) for end in ends)
        sizes = [self._node.build.size(self._x, axis + 2) for axis in range(self.rank)]
        if not all(isinstance(size, int) for size in sizes):
            raise Refusal("output_shape with an operand of unknown size")
        axes: Any = zip(sizes, self.strides, ends, wanted[-self.rank :], strict=True)
        return self._divided(size * stride + end - target for size, stride, end, target in axes)

    @property
    def is_regular(self) -> bool:
        """Return True if ATen's poolings take the margins: equal on both sides, and at most half of a window."""
        pairs = zip(self.pads, self.kernel, strict=True)
        return all(before == after and 0 <= before <= size // 2 for (before, after), size in pairs)

    @property
    def edges(self) -> list[int]:
        """The margins where they are equal on both sides."""
        return [before for before, _after in self.pads]

    def reached(self) -> _Pads:
        """Return the margins, with what the last windows of ceil_mode reach beyond them."""
        if not self.ceil:
            return self.pads
        found = []
        axes = zip(static_shape(self._x)[2:], self.spans, self.strides, self.pads, strict=True)
        for size, span, stride, (before, after) in axes:
            last = -(-(size + before + after - span) // stride) * stride
            if last >= size + before:
                last -= stride  # the window would start in the margin
            found.append((before, max(after, last + span - size - before)))
        return found

    def padded(self, x: AnyTensor, number: Any) -> GraphTensor:
        """Return an operand with its margins, as far as windows reach."""
        return padded(self._node, x, dict(enumerate(self.reached(), start=2)), number=number)


def _kernel_sizes(node: NodeReader, weight: AnyTensor) -> list[int]:
    """Return the spatial sizes of a weight."""
    sizes = (weight.shape or ())[2:]
    if not all(isinstance(size, int) for size in sizes):
        given: list[int] | None = node.attribute("kernel_shape")
        if given is None:
            raise Refusal("the sizes of the kernel have to be fixed")
        return given
    return [size for size in sizes if isinstance(size, int)]


@operation("Conv")
def _conv(node: NodeReader) -> NamedValue:
    """Return the cross-correlation with a weight."""
    x, weight = node[0], node[1]
    w = Windows(node, x, weight)
    edges = w.edges
    if any(before != after or before < 0 for before, after in w.pads):
        x, edges = padded(node, x, dict(enumerate(w.pads, start=2))), [0] * w.rank
    group = node.attribute("group", 1)
    return node.emit(f"aten.conv{w.rank}d", x, weight, node.optional(2), w.strides, edges, w.dilations, group)


@operation("ConvTranspose")
def _conv_transpose(node: NodeReader) -> NamedValue:
    """Return the transposed convolution; what `pads` say is cut off."""
    x, weight, bias = node[0], node[1], node.optional(2)
    w = Windows(node, x, weight)
    more = w.numbers("output_padding", default=0)
    if any(map(int.__ge__, more, map(max, w.strides, w.dilations))):
        raise Refusal("output_padding of at least the stride and the dilation")
    pads = w.cut(more)
    edges = [before if before == after else 0 for before, after in pads]
    overload = "default" if w.rank == 1 else "input"
    group = node.attribute("group", 1)
    found = node.emit(
        f"aten.conv_transpose{w.rank}d.{overload}", x, weight, bias, w.strides, edges, more, group, w.dilations
    )
    for axis, (before, after) in enumerate(pads, start=2):
        if before == after:
            continue
        if before < 0 or after < 0:
            found = padded(node, found, {axis: (-before, -after)})
        else:
            found = node.build.slice(found, axis, before, -after if after else None)
    return found


@operation("MaxPool")
def _max_pool(node: NodeReader) -> NamedValue | tuple[NamedValue, ...]:
    """Return the largest element of each window, and its place."""
    x = node[0]
    w = Windows(node, x)
    if node.wants(1):
        return _max_pool_with_places(node, x, w)
    edges, ceil = w.edges, w.ceil
    if not w.is_regular:
        x, edges, ceil = w.padded(x, lowest(x.dtype)), [0] * w.rank, False
    return node.emit(f"aten.max_pool{w.rank}d", x, w.kernel, w.strides, edges, w.dilations, ceil)


def _max_pool_with_places(node: NodeReader, x: GraphTensor, w: Windows) -> tuple[NamedValue, ...]:
    """Return the places as well, which count through the whole tensor, not through one plane."""
    if not w.is_regular:
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
    """Return the mean of each window, with or without the margins."""
    x = node[0]
    w = Windows(node, x)
    with_margins = bool(node.attribute("count_include_pad", 0))
    if set(w.dilations) == {1} and w.is_regular:
        arguments = (w.kernel, w.strides, w.edges, w.ceil, with_margins)
        return node.emit(f"aten.avg_pool{w.rank}d", x, *arguments)
    sums = _window_sums(node, w.padded(x, 0), w)
    ones = node.emit(ATEN.ones_like.default, x)
    if with_margins:
        ones = padded(node, ones, dict(enumerate(w.pads, start=2)), number=1)
        surplus = [(0, far - after) for (_, after), (_, far) in zip(w.pads, w.reached(), strict=True)]
        ones = padded(node, ones, dict(enumerate(surplus, start=2)))
    else:
        ones = w.padded(ones, 0)
    return node.emit(ATEN.div.Tensor, sums, _window_sums(node, ones, w))


def _window_sums(node: NodeReader, x: GraphTensor, w: Windows) -> GraphTensor:
    """Return the sum of each window of a tensor that has its margins."""
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
    """Return the p-norm of each window."""
    x, p = node[0], node.attribute("p", 2)
    w = Windows(node, x)
    powers = node.emit(ATEN.pow.Tensor_Scalar, node.emit(ATEN.abs.default, x), p)
    sums = _window_sums(node, w.padded(powers, 0), w)
    return node.emit(ATEN.pow.Tensor_Scalar, sums, 1 / p)


@operation("MaxUnpool")
def _max_unpool(node: NodeReader) -> NamedValue:
    """Return the elements at the places that they came from, and zeros elsewhere."""
    x, places = node[0], node[1]
    w = Windows(node, x)
    windows = zip(static_shape(x)[2:], w.strides, w.kernel, w.pads, strict=True)
    lengths = [(size - 1) * stride + k - sum(pads) for size, stride, k, pads in windows]
    sizes: list[Any] = [node.build.size(x, 0), node.build.size(x, 1), *lengths]
    if node.has(2) and node.integers(2)[2:] != lengths:
        raise Refusal("output_shape other than that of the windows, for which the places do not hold")
    zeros = node.build.filled([math.prod(sizes)], 0, x.dtype)
    flat = [node.build.reshape(value, [-1]) for value in (places, x)]
    return node.build.reshape(node.emit(ATEN.scatter.src, zeros, 0, *flat), sizes)
