"""Losses."""

from __future__ import annotations

from nacformats.onnx.reading.node import NodeReader, operation
from nacformats.onnx.reading.values import GraphTensor, NamedValue, Refusal, rank_of
from nacformats.runtime.kernels._promotion import INT64

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
    shape = (None,) if how == "none" else ()
    found = node.emit("aten.nll_loss", x, flat, weight, _REDUCTIONS[how], ignored, shape=shape)
    return node.build.reshape(found, [sizes[0], *sizes[2:]]) if how == "none" else found


@operation("NegativeLogLikelihoodLoss")
def _negative_log_likelihood(node: NodeReader) -> NamedValue:
    """The loss of given logarithms of probabilities."""
    return _negative_log(node, node[0])


@operation("SoftmaxCrossEntropyLoss")
def _cross_entropy(node: NodeReader) -> tuple[NamedValue, ...]:
    """The loss of scores, and the logarithms of their probabilities."""
    logarithms = node.emit("aten.log_softmax.int", node[0], 1)
    return _negative_log(node, logarithms), logarithms
