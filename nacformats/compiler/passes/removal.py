"""What can go without a trace: operations that do nothing at inference, and what nothing depends on."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from nacformats.compiler.passes.rewriting import (
    Rewriter,
    arguments_of,
    changes_in_place,
    draws_dropout,
    first,
    is_pure,
    keep_only,
    replace_operations,
    rewrite,
    same_type,
    use_counts,
)
from nacformats.graph.graph import Graph, GraphOperand, Operation, Ref, Weight, refs_of
from nacformats.runtime.restoring.names import IDENTITIES

#: Operations whose result has the elements of their first operand, whatever it is.
_COPIES = IDENTITIES | {
    "nac.clone",
    "aten.clone.default",
    "aten.contiguous.default",
    "aten.lift_fresh_copy.default",
    "aten.positive.default",
}
#: Casts: they do nothing to what has the type already.
CASTS = frozenset(
    {
        "aten._to_copy.default",
        "aten.to.device",
        "aten.to.dtype",
        "aten.to.dtype_layout",
        "aten.to.other",
        "aten.type_as.default",
    }
)
_NATIVE_DROPOUT = "aten.native_dropout.default"
_DROPOUTS = tuple(f"aten.{name}dropout.default" for name in ("", "feature_", "alpha_", "feature_alpha_"))


def remove_identities(graph: Graph) -> Graph:
    """Let the users of copies, casts to the same type and dropouts at inference use what these are applied to."""
    rules = {**dict.fromkeys(CASTS, _uncast), **dict.fromkeys(_DROPOUTS, _undropped), "getitem": _kept_by_dropout}
    if not any(value.operator.startswith("aten.as_strided") for value in graph.every(Operation)):
        rules |= dict.fromkeys(_COPIES, _copied)  # a copy in row-major order decides what as_strided sees
    return replace_operations(graph, rules)


def _copied(_rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
    return first(operation)


def _uncast(rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
    source = first(operation)
    return source if source is not None and same_type(rewriter.type(source), operation.type) else None


def _undropped(_rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
    return first(operation) if arguments_of(operation).get("train", True) is False else None


def _kept_by_dropout(rewriter: Rewriter, item: Operation) -> GraphOperand | None:
    """Return the input of a native_dropout at inference in place of its first result."""
    if len(item.operands) != 2 or item.operands[1] != 0:
        return None
    dropout = rewriter.operation(item.operands[0], _NATIVE_DROPOUT)
    train = True if dropout is None else arguments_of(dropout).get("train", True)
    return first(dropout) if dropout is not None and (train is None or train is False) else None


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
        if not is_pure(operation.operator) or draws_dropout(operation):
            return None
        named = tuple([(name, meaning_of(operation.attributes[name])) for name in sorted(operation.attributes)])
        first = seen.setdefault((operation.operator, meaning_of(operation.operands), named), Ref(operation.index))
        return None if first.index == operation.index else first

    return rewrite(graph, rule)


def meaning_of(argument: Any) -> Hashable:
    """What is equal for arguments that mean the same: constants by type and value, so that True, 1, 1.0, and 0.0 and
    -0.0, are different.
    """
    if isinstance(argument, list | tuple):
        return tuple([meaning_of(item) for item in argument])
    if isinstance(argument, Ref):
        return argument
    return type(argument).__name__, repr(argument)
