"""Convolutions, plain, transposed and of integers."""

from __future__ import annotations

from collections.abc import Sequence

from nacformats.onnx.reading.node import NodeReader, operation
from nacformats.onnx.reading.operations.shape import padded
from nacformats.onnx.reading.values import AnyTensor, GraphSize, GraphTensor, NamedValue, Refusal, Shape, rank_of
from nacformats.runtime.kernels._types import FLOAT64, INT32, Ints


def spatial_rank(value: AnyTensor, most: int = 3) -> int:
    """The number of spatial dimensions of (N, C, *sizes)."""
    rank = rank_of(value) - 2
    if not 1 <= rank <= most:
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
    shape = _output_shape(x, weight, pads, kernel, strides, dilations)
    if any(before != after or before < 0 for before, after in pads):
        x = padded(node, x, dict(enumerate(pads, start=2)))
        pads = [(0, 0)] * rank
    edges = [before for before, _after in pads]
    group = node.attribute("group", 1)
    return node.emit(f"aten.conv{rank}d", x, weight, bias, strides, edges, dilations, group, dtype=x.dtype, shape=shape)


def _output_shape(
    x: GraphTensor, weight: GraphTensor, pads: Sequence[tuple[int, int]], kernel: Ints, strides: Ints, dilations: Ints
) -> Shape | None:
    if x.shape is None or weight.shape is None:
        return None
    sizes: list[int | str | None] = []
    for size, pair, k, stride, dilation in zip(x.shape[2:], pads, kernel, strides, dilations, strict=True):
        whole = size + sum(pair) - (k - 1) * dilation - 1 if isinstance(size, int) else None
        sizes.append(None if whole is None else whole // stride + 1)
    return (x.shape[0], weight.shape[0], *sizes)


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
    added = [extra if fits else 0 for extra, fits in zip(more, _fits(more, strides, dilations), strict=True)]
    group = node.attribute("group", 1)
    found = node.emit(
        f"aten.conv_transpose{rank}d.{overload}", x, weight, bias, strides, edges, added, group, dilations,
        dtype=x.dtype, shape=(None,) * (rank + 2),
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


def _fits(more: Ints, strides: Ints, dilations: Ints) -> list[bool]:
    limits = zip(more, strides, dilations, strict=True)
    return [extra < max(stride, dilation) for extra, stride, dilation in limits]


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


@operation("ConvInteger")
def _conv_integer(node: NodeReader) -> NamedValue:
    """The convolution of bytes without their zero points, as int32."""
    x, weight = node[0], node[1]
    first = node.build.cast(x, FLOAT64)
    if node.has(2):
        first = node.emit("aten.sub.Tensor", first, node.build.cast(node.value(2), FLOAT64))
    second = node.build.cast(weight, FLOAT64)
    if node.has(3):
        second = node.emit("aten.sub.Tensor", second, by_channel(node, node.value(3), weight))
    return node.build.cast(convolved(node, first, second, None), INT32)


def by_channel(node: NodeReader, value: AnyTensor, weight: AnyTensor) -> GraphTensor:
    """One float64 for each first dimension of a weight, ready to broadcast with it."""
    found = node.build.cast(value, FLOAT64)
    if rank_of(value) == 0 or value.shape == (1,):
        return found
    sizes: list[GraphSize] = [-1, *[1] * (rank_of(weight) - 1)]
    return node.build.reshape(found, sizes)


@operation("Col2Im")
def _column_to_image(node: NodeReader) -> NamedValue:
    """The sums of the blocks of an image that are the columns of a matrix."""
    x = node[0]
    image, block = node.numbers(1), node.numbers(2)
    rank = len(image)
    if rank != 2:
        raise Refusal(f"an image of {rank} dimensions")
    pads = node.attribute("pads") or [0] * 4
    if pads[:2] != pads[2:]:
        raise Refusal("pads that differ before and after")
    strides, dilations = numbers_per_axis(node, "strides", rank), numbers_per_axis(node, "dilations", rank)
    return node.emit("aten.col2im", x, image, block, dilations, pads[:2], strides, shape=(None,) * 4)
