"""Products of matrices."""

from __future__ import annotations

from nacformats.onnx.reading.node import MICROSOFT, NodeReader, operation
from nacformats.onnx.reading.values import AnyTensor, GraphTensor, NamedValue, Refusal, rank_of
from nacformats.ops.names import ATEN


@operation("MatMul")
def _matmul(node: NodeReader) -> NamedValue:
    """The product of matrices, in batches."""
    return matrix_product(node, node[0], node[1])


def matrix_product(node: NodeReader, x: AnyTensor, y: AnyTensor) -> GraphTensor:
    """x @ y."""
    return node.emit(ATEN.matmul.default, x, y)


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
    found = matrix_product(node, a, b)
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


@operation("Einsum")
def _einsum(node: NodeReader) -> NamedValue:
    """A sum of products by its equation."""
    equation = node.attribute("equation", "").replace(" ", "")
    tensors = [node[place] for place in range(len(node.inputs))]
    return node.emit(ATEN.einsum.default, equation, tensors)


@operation("Det")
def _determinant(node: NodeReader) -> NamedValue:
    """The determinants of matrices."""
    x = node[0]
    return node.emit(ATEN.linalg_det.default, x)


@operation("FusedMatMul", domain=MICROSOFT)
def _fused_matmul(node: NodeReader) -> NamedValue:
    """alpha * A' @ B'."""
    if node.attribute("transBatchA", 0) or node.attribute("transBatchB", 0):
        raise Refusal("transposed batches")
    x, y = (_transposed(node, place, name) for place, name in enumerate(("transA", "transB")))
    found, alpha = matrix_product(node, x, y), node.attribute("alpha", 1.0)
    return found if alpha == 1 else node.emit(ATEN.mul.Tensor, found, alpha)


def _transposed(node: NodeReader, place: int, name: str) -> GraphTensor:
    x, rank = node[place], rank_of(node[place])
    return node.build.permute(x, [*range(rank - 2), rank - 1, rank - 2]) if node.attribute(name, 0) else x
