"""Powers by a constant that is a tensor: powers by a number have faster kernels, and fusions know them."""

from __future__ import annotations

import math

from nacformats.compiler.passes.facts import changes_in_place, first, is_float, named, number, same_type
from nacformats.compiler.passes.rewriting import Rewriter, rewrite
from nacformats.graph.graph import Graph, Operand, Operation


def simplify_powers(graph: Graph) -> Graph:
    """Write powers by a weight of one element as powers by a number."""
    if changes_in_place(graph):
        return graph

    def rule(rewriter: Rewriter, operation: Operation) -> Operand | None:
        if operation.operator != "aten.pow.Tensor_Tensor":
            return None
        source, exponent = first(operation), number(rewriter, named(operation).get("exponent"))
        if source is None or exponent is None or not math.isfinite(exponent) or not is_float(operation.type):
            return None
        if not same_type(rewriter.type(source), operation.type):
            return None
        return rewriter.add("aten.pow.Tensor_Scalar", source, float(exponent))

    return rewrite(graph, rule)
