"""What can go without a trace: operations that do nothing at inference, and what nothing depends on."""

from __future__ import annotations

from nacformats.compiler.passes.facts import changes_in_place, first, named, same_type
from nacformats.compiler.passes.rewriting import Rewriter, keep_only, rewrite, use_counts
from nacformats.graph.graph import Graph, Operand, Operation, Weight, references

#: Operations whose result has the elements of their first operand, whatever it is.
COPIES = frozenset(
    {
        "nac.pass",
        "nac.clone",
        "aten.alias.default",
        "aten.alias_copy.default",
        "aten.clone.default",
        "aten.contiguous.default",
        "aten.detach.default",
        "aten.detach_copy.default",
        "aten.lift.default",
        "aten.lift_fresh.default",
        "aten.lift_fresh_copy.default",
        "aten.positive.default",
    }
)
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
#: The parameter that says whether a dropout draws random numbers.
_DROPOUTS = {
    "aten.dropout.default": "train",
    "aten.feature_dropout.default": "train",
    "aten.alpha_dropout.default": "train",
    "aten.feature_alpha_dropout.default": "train",
    "aten.native_dropout.default": "train",
}


def remove_identities(graph: Graph) -> Graph:
    """Let the users of copies, casts to the same type and dropouts at inference use what these are applied to."""
    if changes_in_place(graph):
        return graph
    strided = any(value.operator.startswith("aten.as_strided") for value in graph.every(Operation))

    def rule(rewriter: Rewriter, operation: Operation) -> Operand | None:
        operator = operation.operator
        if operator == "getitem":
            return _kept_by_dropout(rewriter, operation)
        if operator in COPIES:
            # A copy in row-major order decides what as_strided sees.
            return None if strided else first(operation)
        if operator in CASTS:
            source = first(operation)
            return source if source is not None and same_type(rewriter.type(source), operation.type) else None
        if operator in _DROPOUTS and operator != "aten.native_dropout.default":
            return first(operation) if _is_idle(operation) else None
        return None

    return rewrite(graph, rule)


def _is_idle(dropout: Operation) -> bool:
    """Whether a dropout keeps everything."""
    arguments = named(dropout)
    train = arguments.get(_DROPOUTS[dropout.operator], True)
    return train is False or (train is None and dropout.operator == "aten.native_dropout.default")


def _kept_by_dropout(rewriter: Rewriter, item: Operation) -> Operand | None:
    """The input of a native_dropout at inference for its first result."""
    if len(item.operands) != 2 or item.operands[1] != 0:
        return None
    dropout = rewriter.operation(item.operands[0], "aten.native_dropout.default")
    return first(dropout) if dropout is not None and _is_idle(dropout) else None


def remove_dead(graph: Graph) -> Graph:
    """Drop operations that no output depends on; inputs stay, whether they are used or not."""
    live = [not isinstance(value, Operation) for value in graph.values]
    for ref in graph.outputs:
        live[ref.index] = True
    for value in reversed(graph.values):
        if live[value.index]:
            for ref in references(value):
                live[ref.index] = True
    return keep_only(graph, live)


def remove_unused_weights(graph: Graph) -> Graph:
    """Drop parameters, buffers and tensor constants that nothing refers to."""
    uses = use_counts(graph)
    return keep_only(graph, [not isinstance(value, Weight) or uses[value.index] > 0 for value in graph.values])
