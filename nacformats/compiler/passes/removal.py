"""Removing what was computed before, and what nothing depends on."""

from __future__ import annotations

from collections.abc import Hashable

from nacformats.compiler.passes.rewriting import (
    Rewriter,
    arguments_of,
    changes_in_place,
    is_pure,
    keep_only,
    rewrite,
    use_counts,
)
from nacformats.graph.graph import Graph, GraphOperand, Operation, Ref, Weight, meaning_of, refs_of


def remove_dead(graph: Graph) -> Graph:
    """Drop operations that no output depends on; inputs stay, whether they are used or not."""
    live = [not isinstance(value, Operation) for value in graph.values]
    for ref in graph.outputs:
        live[ref.index] = True
    for value in reversed(graph.values):
        if live[value.index]:
            for ref in refs_of(value):
                live[ref.index] = True
    return keep_only(graph, live)


def remove_unused_weights(graph: Graph) -> Graph:
    """Drop parameters, buffers and tensor constants that nothing refers to."""
    uses = use_counts(graph)
    return keep_only(graph, [not isinstance(value, Weight) or uses[value.index] > 0 for value in graph.values])


def share_common(graph: Graph) -> Graph:
    """Let the users of an operation that was computed before use the first result."""
    if changes_in_place(graph):
        return graph
    seen: dict[Hashable, Ref] = {}

    def rule(_rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
        if not is_pure(operation.operator) or _draws_dropout(operation):
            return None
        named = tuple([(name, meaning_of(operation.attributes[name])) for name in sorted(operation.attributes)])
        first = seen.setdefault((operation.operator, meaning_of(operation.operands), named), Ref(operation.index))
        return None if first.index == operation.index else first

    return rewrite(graph, rule)


def _draws_dropout(operation: Operation) -> bool:
    """True if an attention drops some of its weights."""
    return "attention" in operation.operator and arguments_of(operation).get("dropout_p", 0) != 0
