"""Activations."""

from __future__ import annotations

from typing import Any

from nacformats.onnx.reading.node import NodeReader, operation, simple
from nacformats.onnx.reading.values import NamedValue, rank_of
from nacformats.runtime.kernels._types import BOOL, INT64

for _name in ("Relu", "Sigmoid", "Tanh", "HardSwish", "Mish"):
    simple(_name, f"aten.{_name.lower()}")


def _with_alpha(kernel: str, default: float) -> Any:
    return lambda node: node.emit(kernel, node[0], node.attribute("alpha", default))


operation("Elu")(_with_alpha("aten.elu", 1.0))
operation("Celu")(_with_alpha("aten.celu", 1.0))
operation("LeakyRelu")(_with_alpha("aten.leaky_relu", 0.01))


@operation("Selu")
def _selu(node: NodeReader) -> NamedValue:
    """gamma * (alpha * e^x - alpha) below 0, gamma * x above."""
    alpha = node.attribute("alpha", 1.67326319217681884765625)
    return node.emit("aten.elu", node[0], alpha, node.attribute("gamma", 1.05070102214813232421875))


@operation("Gelu")
def _gelu(node: NodeReader) -> NamedValue:
    """x times the normal distribution function of x."""
    return node.emit("aten.gelu", node[0], approximate=node.attribute("approximate", "none"))


@operation("Softplus")
def _softplus(node: NodeReader) -> NamedValue:
    """log(1 + e^x)."""
    return node.emit("aten.softplus", node[0])


@operation("Softsign")
def _softsign(node: NodeReader) -> NamedValue:
    """x / (1 + |x|)."""
    x = node[0]
    return node.emit("aten.div.Tensor", x, node.emit("aten.add.Tensor", node.emit("aten.abs", x), 1))


@operation("Swish")
def _swish(node: NodeReader) -> NamedValue:
    """x * sigmoid(alpha * x)."""
    x, alpha = node[0], node.attribute("alpha", 1.0)
    if alpha == 1:
        return node.emit("aten.silu", x)
    return node.emit("aten.mul.Tensor", x, node.emit("aten.sigmoid", node.emit("aten.mul.Tensor", x, alpha)))


@operation("HardSigmoid")
def _hard_sigmoid(node: NodeReader) -> NamedValue:
    """alpha * x + beta, limited to 0 and 1."""
    scaled = node.emit("aten.mul.Tensor", node[0], node.attribute("alpha", 0.2))
    return node.emit("aten.clamp", node.emit("aten.add.Tensor", scaled, node.attribute("beta", 0.5)), 0, 1)


@operation("ThresholdedRelu")
def _thresholded_relu(node: NodeReader) -> NamedValue:
    """x where it is above alpha, else 0."""
    return node.emit("aten.threshold", node[0], node.attribute("alpha", 1.0), 0, shape=node[0].shape)


@operation("Shrink")
def _shrink(node: NodeReader) -> NamedValue:
    """x moved towards 0 by bias where it is beyond lambd, else 0."""
    x, limit, bias = node[0], node.attribute("lambd", 0.5), node.attribute("bias", 0.0)
    below, above = node.emit("aten.lt.Scalar", x, -limit), node.emit("aten.gt.Scalar", x, limit)
    zero = node.emit("aten.zeros_like", x)
    raised = node.build.cast(node.emit("aten.add.Tensor", x, bias, dtype=x.dtype), x.dtype)
    lowered = node.build.cast(node.emit("aten.sub.Tensor", x, bias, dtype=x.dtype), x.dtype)
    inner = node.emit("aten.where.self", above, lowered, zero, dtype=x.dtype)
    return node.emit("aten.where.self", below, raised, inner, dtype=x.dtype)


@operation("PRelu")
def _prelu(node: NodeReader) -> NamedValue:
    """x where it is positive, else slope * x; the slope broadcasts from the right."""
    x, slope = node[0], node.operand(1)
    positive = node.emit("aten.gt.Scalar", x, 0, dtype=BOOL)
    return node.emit("aten.where.self", positive, x, node.emit("aten.mul.Tensor", x, slope), dtype=x.dtype)


def _softmax(kernel: str) -> Any:
    def translate(node: NodeReader) -> NamedValue:
        x = node[0]
        if node.version >= 13:
            return node.emit(kernel, x, node.axis(default=-1))
        axis = node.axis(default=1)
        sizes = [node.build.size(x, place) for place in range(rank_of(x))]
        flat = node.emit("aten.flatten.using_ints", x, axis, -1)
        return node.build.reshape(node.emit(kernel, flat, axis), sizes)

    return translate


operation("Softmax")(_softmax("aten.softmax.int"))
operation("LogSoftmax")(_softmax("aten.log_softmax.int"))


@operation("Hardmax")
def _hardmax(node: NodeReader) -> NamedValue:
    """1 at the first largest element along an axis, else 0."""
    x, axis = node[0], node.axis(default=-1)
    best = node.emit("aten.argmax", x, axis, True, dtype=INT64)
    zeros = node.emit("aten.zeros_like", x)
    return node.emit("aten.scatter.value", zeros, axis, best, 1, shape=x.shape)
