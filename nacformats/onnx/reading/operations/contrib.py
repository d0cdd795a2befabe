"""The fused operators that optimizers of onnxruntime leave behind (domain com.microsoft), as far as they are usual."""

from __future__ import annotations

from nacformats.onnx.reading.node import NodeReader, operation
from nacformats.onnx.reading.operations.linear import matrix_product
from nacformats.onnx.reading.values import GraphTensor, NamedValue, Refusal, rank_of

DOMAIN = "com.microsoft"


@operation("Gelu", domain=DOMAIN)
def _gelu(node: NodeReader) -> NamedValue:
    """x times the normal distribution function of x."""
    return node.emit("aten.gelu", node[0])


@operation("BiasGelu", domain=DOMAIN)
def _bias_gelu(node: NodeReader) -> NamedValue:
    """Gelu of x and a bias."""
    return node.emit("aten.gelu", node.emit("aten.add.Tensor", node[0], node[1]))


@operation("FastGelu", domain=DOMAIN)
def _fast_gelu(node: NodeReader) -> NamedValue:
    """Gelu by the hyperbolic tangent, of x and perhaps a bias."""
    x = node.emit("aten.add.Tensor", node[0], node[1]) if node.has(1) else node[0]
    return node.emit("aten.gelu", x, approximate="tanh")


@operation("QuickGelu", domain=DOMAIN)
def _quick_gelu(node: NodeReader) -> NamedValue:
    """x * sigmoid(alpha * x)."""
    x = node[0]
    scaled = node.emit("aten.mul.Tensor", x, node.attribute("alpha", 1.702))
    return node.emit("aten.mul.Tensor", x, node.emit("aten.sigmoid", scaled))


@operation("FusedMatMul", domain=DOMAIN)
def _fused_matmul(node: NodeReader) -> NamedValue:
    """alpha * A' @ B'."""
    if node.attribute("transBatchA", 0) or node.attribute("transBatchB", 0):
        raise Refusal("transposed batches")
    x, y = (
        _turned(node, node[place]) if node.attribute(name, 0) else node[place]
        for place, name in ((0, "transA"), (1, "transB"))
    )
    found, alpha = matrix_product(node, x, y), node.attribute("alpha", 1.0)
    return found if alpha == 1 else node.emit("aten.mul.Tensor", found, alpha)


def _turned(node: NodeReader, x: GraphTensor) -> GraphTensor:
    rank = rank_of(x)
    return node.build.permute(x, [*range(rank - 2), rank - 1, rank - 2])


@operation("SkipLayerNormalization", domain=DOMAIN)
def _skip_layer_norm(node: NodeReader) -> tuple[NamedValue, ...]:
    """The normalized sum of two tensors and perhaps a bias, and the sum itself."""
    total = _sum(node, bias=4)
    arguments = ([node.build.size(total, -1)], node[2], node.optional(3), node.attribute("epsilon", 1e-12))
    return node.emit("aten.layer_norm", total, *arguments, shape=total.shape), None, None, total


@operation("SkipSimplifiedLayerNormalization", domain=DOMAIN)
def _skip_rms_norm(node: NodeReader) -> tuple[NamedValue, ...]:
    """The sum of two tensors and perhaps a bias, divided by the root of its mean square, and the sum itself."""
    total = _sum(node, bias=3)
    arguments = ([node.build.size(total, -1)], node[2], node.attribute("epsilon", 1e-12))
    return node.emit("aten.rms_norm", total, *arguments, shape=total.shape), None, None, total


def _sum(node: NodeReader, bias: int) -> GraphTensor:
    total = node.emit("aten.add.Tensor", node[0], node[1])
    return node.emit("aten.add.Tensor", total, node[bias]) if node.has(bias) else total
