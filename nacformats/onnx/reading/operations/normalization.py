"""Normalizations."""

from __future__ import annotations

from nacformats.onnx.reading.node import NodeReader, operation
from nacformats.onnx.reading.values import AnyTensor, GraphSize, GraphTensor, NamedValue, Refusal, rank_of
from nacformats.ops.dtypes import FLOAT32
from nacformats.ops.names import ATEN


@operation("GroupNormalization")
def _group_norm(node: NodeReader) -> NamedValue:
    """Normalization of groups of channels by their own mean and variance."""
    x, scale, bias = node[0], node[1], node[2]
    groups, epsilon = node.attribute("num_groups", 1), node.attribute("epsilon", 1e-5)
    if node.version < 21:  # one scale and bias for each group
        channels = node.build.size(x, 1)
        if not isinstance(channels, int):
            raise Refusal("the number of channels has to be fixed")
        scale, bias = (node.emit(ATEN.repeat_interleave.self_int, value, channels // groups) for value in (scale, bias))
    return node.emit(ATEN.group_norm.default, x, groups, scale, bias, epsilon)


def _last_sizes(node: NodeReader, x: AnyTensor, axis: int) -> list[GraphSize]:
    return [node.build.size(x, place) for place in range(axis, rank_of(x))]


@operation("LayerNormalization")
def _layer_norm(node: NodeReader) -> NamedValue | tuple[NamedValue, ...]:
    """Normalization of the last dimensions, from an axis on."""
    x, axis = node[0], node.axis(default=-1)
    epsilon = node.attribute("epsilon", 1e-5)
    sizes = _last_sizes(node, x, axis)
    scale, bias = node.optional(1), node.optional(2)
    fits = all(value is None or value.shape == (x.shape or ())[axis:] for value in (scale, bias))
    if fits and not node.wants(1) and not node.wants(2):
        return node.emit(ATEN.layer_norm.default, x, sizes, scale, bias, epsilon)
    wide = node.build.cast(x, FLOAT32) if x.dtype.itemsize < 4 else x
    axes = list(range(axis, rank_of(x)))
    mean = node.build.reduce(ATEN.mean.dim, wide, axes, keepdim=True)
    centred = node.emit(ATEN.sub.Tensor, wide, mean)
    variance = node.build.reduce(ATEN.mean.dim, node.emit(ATEN.mul.Tensor, centred, centred), axes, keepdim=True)
    inverse = node.emit(ATEN.rsqrt.default, node.emit(ATEN.add.Tensor, variance, epsilon))
    found = node.build.cast(node.emit(ATEN.mul.Tensor, centred, inverse), x.dtype)
    return _scaled(node, found, scale, bias), mean, inverse


def _scaled(node: NodeReader, x: GraphTensor, scale: AnyTensor | None, bias: AnyTensor | None) -> GraphTensor:
    if scale is not None:
        x = node.emit(ATEN.mul.Tensor, x, scale)
    return x if bias is None else node.emit(ATEN.add.Tensor, x, bias)


@operation("RMSNormalization", "SimplifiedLayerNormalization")
def _rms_norm(node: NodeReader) -> NamedValue:
    """The last dimensions divided by the root of their mean square."""
    x, scale, axis = node[0], node.value(1), node.axis(default=-1)
    epsilon = node.attribute("epsilon", 1e-5)
    if x.dtype.itemsize >= 4 and scale.shape == (x.shape or ())[axis:]:
        return node.emit(ATEN.rms_norm.default, x, _last_sizes(node, x, axis), scale, epsilon)
    wide = node.build.cast(x, FLOAT32) if x.dtype.itemsize < 4 else x
    axes = list(range(axis, rank_of(x)))
    square = node.build.reduce(ATEN.mean.dim, node.emit(ATEN.mul.Tensor, wide, wide), axes, keepdim=True)
    inverse = node.emit(ATEN.rsqrt.default, node.emit(ATEN.add.Tensor, square, epsilon))
    found = node.build.cast(node.emit(ATEN.mul.Tensor, wide, inverse), x.dtype)
    return _scaled(node, found, scale, None)
