"""Common subexpressions: the same operation on the same operands is computed once."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from nacformats.compiler.passes.facts import changes_in_place, draws_dropout, is_pure
from nacformats.compiler.passes.rewriting import Rewriter, rewrite
from nacformats.graph.graph import Graph, Operand, Operation, Ref


def share_common(graph: Graph) -> Graph:
    """Let the users of an operation that was computed before use the first result."""
    if changes_in_place(graph):
        return graph
    seen: dict[Hashable, Ref] = {}

    def rule(_rewriter: Rewriter, operation: Operation) -> Operand | None:
        if not is_pure(operation.operator) or draws_dropout(operation):
            return None
        named = tuple([(name, identity(operation.attributes[name])) for name in sorted(operation.attributes)])
        first = seen.setdefault((operation.operator, identity(operation.operands), named), Ref(operation.index))
        return None if first.index == operation.index else first

    return rewrite(graph, rule)


def identity(argument: Any) -> Hashable:
    """What is equal for arguments that mean the same: constants by type and value, so that True, 1, 1.0, and 0.0 and
    -0.0, are different.
    """
    if isinstance(argument, list | tuple):
        return tuple([identity(item) for item in argument])
    if isinstance(argument, Ref):
        return argument
    return type(argument).__name__, repr(argument)
