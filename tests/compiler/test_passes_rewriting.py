"""A walk over a graph, whatever its rule does."""

from __future__ import annotations

import numpy as np

from nacformats.compiler.passes.rewriting import Rewriter, rewrite
from nacformats.graph.graph import Graph, GraphOperand, Input, Operation, Ref
from tests.compiler.graphs import GraphMaker, assert_same, operators, run


def test_a_rule_may_make_values_that_it_does_not_use() -> None:
    maker = GraphMaker()
    x = maker.input(np.float32([1, 2]))
    for operator in ("aten.exp.default", "aten.neg.default", "aten.abs.default", "aten.neg.default"):
        x = maker.add(operator, x)

    def rule(rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
        if operation.operator == "aten.exp.default":
            rewriter.add_weight(np.zeros(3))
        return operation.operands[0] if operation.operator == "aten.abs.default" else None

    graph = maker.build(x)
    after = rewrite(graph, rule)
    after.verify()
    assert operators(after) == ["aten.exp.default", "aten.neg.default", "aten.neg.default"]
    assert_same(run(after, maker.given), [np.exp(np.float32([1, 2]))])


def test_rules_see_lists_and_the_graph_stays_as_it_is() -> None:
    operations = [
        Operation(1, operator="aten.view.default", operands=(Ref(0), (2, 1))),
        Operation(2, operator="mylib.op.default", operands=([(Ref(0), 1), 2],)),
        Operation(3, operator="mylib.op.default", attributes={"to": (3, 4)}),
    ]
    graph = Graph("test", "value", [Input(0, "x"), *operations], (Ref(1), Ref(2), Ref(3)))
    seen: list[GraphOperand] = []

    def rule(_: Rewriter, operation: Operation) -> GraphOperand | None:
        seen.extend((*operation.operands, *operation.attributes.values()))
        return None

    assert rewrite(graph, rule) is graph
    assert seen == [Ref(0), [2, 1], [[Ref(0), 1], 2], [3, 4]]
