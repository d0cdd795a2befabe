"""Normalizations and losses."""

from __future__ import annotations

from nacformats.onnx.reading.node import NodeReader, operation
from nacformats.onnx.reading.values import AnyTensor, GraphSize, GraphTensor, NamedValue, Refusal, rank_of
from nacformats.ops.dtypes import FLOAT32, INT64
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


_REDUCTIONS = {"none": 0, "mean": 1, "sum": 2}


def _negative_log(node: NodeReader, logarithms: GraphTensor) -> GraphTensor:
    """The negative logarithms of the probabilities of the right classes, averaged or summed up."""
    target, weight = node.build.cast(node.value(1), INT64), node.optional(2)
    how = node.attribute("reduction", "mean")
    if how not in _REDUCTIONS:
        raise Refusal(f"reduction {how!r}")
    ignored = node.attribute("ignore_index", -100)
    sizes = [node.build.size(logarithms, axis) for axis in range(rank_of(logarithms))]
    x = logarithms
    if len(sizes) > 2:  # classes last, everything else in one row
        order = [0, *range(2, len(sizes)), 1]
        x = node.build.reshape(node.build.permute(x, order), [-1, sizes[1]])
    flat = node.build.reshape(target, [-1])
    found = node.emit(ATEN.nll_loss.default, x, flat, weight, _REDUCTIONS[how], ignored)
    return node.build.reshape(found, [sizes[0], *sizes[2:]]) if how == "none" else found


@operation("NegativeLogLikelihoodLoss")
def _negative_log_likelihood(node: NodeReader) -> NamedValue:
    """The loss of given logarithms of probabilities."""
    return _negative_log(node, node[0])


@operation("SoftmaxCrossEntropyLoss")
def _cross_entropy(node: NodeReader) -> tuple[NamedValue, ...]:
    """The loss of scores, and the logarithms of their probabilities."""
    logarithms = node.emit(ATEN.log_softmax.int, node[0], 1)
    return _negative_log(node, logarithms), logarithms
