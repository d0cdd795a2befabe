"""Products of matrices."""

from __future__ import annotations

from nacformats.onnx.reading.node import NodeReader, operation
from nacformats.onnx.reading.values import AnyTensor, GraphTensor, NamedValue, Refusal
from nacformats.ops.names import ATEN


@operation("Gemm")
def _gemm(node: NodeReader) -> NamedValue:
    """alpha * A' @ B' + beta * C."""
    a, b, c = node[0], node[1], node.optional(2)
    alpha, beta = node.attribute("alpha", 1.0), node.attribute("beta", 1.0)
    if node.attribute("transA", 0):
        a = node.emit(ATEN.t.default, a)
    if node.attribute("transB", 0) and alpha == 1 and a.dtype.kind not in "iu" and _is_bias(c, b, beta):
        return node.emit(ATEN.linear.default, a, b, c)
    if node.attribute("transB", 0):
        b = node.emit(ATEN.t.default, b)
    found = node.emit(ATEN.matmul.default, a, b)
    if alpha != 1:
        found = _scaled(node, found, alpha)
    if c is None or beta == 0:
        return found
    addend = node.build.tensor(c)
    return node.emit(ATEN.add.Tensor, found, addend if beta == 1 else _scaled(node, addend, beta))


def _scaled(node: NodeReader, x: GraphTensor, factor: float) -> GraphTensor:
    if x.dtype.kind in "iu":
        if factor != int(factor):
            raise Refusal("a factor of integers that is not whole")
        factor = int(factor)
    return node.emit(ATEN.mul.Tensor, x, factor)


def _is_bias(c: AnyTensor | None, b: GraphTensor, beta: float) -> bool:
    """True if C is the bias of a linear layer: one number for each column."""
    if c is None:
        return True
    return beta == 1 and c.shape is not None and len(c.shape) == 1 and c.shape == (b.shape or (None,))[:1] != (None,)
