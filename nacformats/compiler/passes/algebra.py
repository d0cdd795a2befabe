"""Algebraic simplification: operations that give what they are applied to, and chains that one operation replaces.

Everything here is exact. What looks like an identity and is not stays: x * 0 is NaN for an infinite x, (x + y) - y
rounds twice and may have the shape of y, and x + 0.0 makes 0.0 of -0.0. An operation is replaced by its operand only
where both are known to have one dtype and one shape.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from nacformats.compiler.passes.facts import changes_in_place, first, is_integer, is_real, named, number, same_type
from nacformats.compiler.passes.rewriting import Rewriter, rewrite
from nacformats.graph.graph import Graph, Operand, Operation, Ref

Simplification = Callable[[Rewriter, Operation], Operand | None]

RESHAPES = frozenset({"aten.view.default", "aten.reshape.default", "aten._unsafe_view.default"})
#: Operations that only take dimensions of size 1 away, put them in, or join and split dimensions.
RESHAPING = RESHAPES | {
    "aten.flatten.using_ints",
    "aten.squeeze.default",
    "aten.squeeze.dim",
    "aten.squeeze.dims",
    "aten.unflatten.int",
    "aten.unsqueeze.default",
    "aten.view_as.default",
}
#: Operations that give their first operand when that has the type of the result: they only choose or repeat elements.
_KEEPS_SAME_TYPE = RESHAPING | {
    "aten.broadcast_to.default",
    "aten.constant_pad_nd.default",
    "aten.expand.default",
    "aten.expand_as.default",
    "aten.pad.default",
    "aten.repeat.default",
    "aten.slice.Tensor",
    "aten.tile.default",
}
#: Operations that change nothing when they are applied once more.
_IDEMPOTENT = frozenset(
    f"aten.{name}.default" for name in ("relu", "abs", "floor", "ceil", "round", "trunc", "relu6", "hardtanh", "sign")
)


def simplify(graph: Graph) -> Graph:
    """Drop operations that change nothing, and join chains of views."""
    if changes_in_place(graph):
        return graph

    def rule(rewriter: Rewriter, operation: Operation) -> Operand | None:
        simplification = _RULES.get(operation.operator)
        return None if simplification is None else simplification(rewriter, operation)

    return rewrite(graph, rule)


# arithmetic


def _neutral(rewriter: Rewriter, operation: Operation, kept: str, dropped: str, value: float) -> Operand | None:
    """The operand that is kept when the other one is a number that does nothing."""
    arguments = named(operation)
    source = arguments.get(kept)
    if (
        not isinstance(source, Ref)
        or not same_type(rewriter.type(source), operation.type)
        or not is_real(operation.type)
    ):
        return None
    return source if number(rewriter, arguments.get(dropped)) == value else None


def _multiplied(rewriter: Rewriter, operation: Operation) -> Operand | None:
    for kept, dropped in (("self", "other"), ("other", "self")):
        source = _neutral(rewriter, operation, kept, dropped, 1)
        if source is not None:
            return source
        source = _neutral(rewriter, operation, kept, dropped, -1)
        if source is not None:
            return rewriter.add("aten.neg.default", source)
    return None


def _added(rewriter: Rewriter, operation: Operation) -> Operand | None:
    """x + 0 for integers; -0.0 + 0 is 0.0, so that floats stay."""
    if not is_integer(operation.type):
        return None
    source = _neutral(rewriter, operation, "self", "other", 0)
    if source is None and named(operation).get("alpha") == 1:
        return _neutral(rewriter, operation, "other", "self", 0)
    return source


def _subtracted(rewriter: Rewriter, operation: Operation) -> Operand | None:
    """x - 0.0, but for x - -0.0, which makes 0.0 of -0.0."""
    zero = number(rewriter, named(operation).get("other"))
    alpha = named(operation).get("alpha")
    if zero is None or not isinstance(alpha, int | float) or math.copysign(1, zero) * math.copysign(1, alpha) < 0:
        return None
    return _neutral(rewriter, operation, "self", "other", 0) if math.isfinite(alpha) else None


def _divided(rewriter: Rewriter, operation: Operation) -> Operand | None:
    if named(operation).get("rounding_mode") is not None and not is_integer(operation.type):
        return None
    source = _neutral(rewriter, operation, "self", "other", -1)
    if source is not None:
        return rewriter.add("aten.neg.default", source)
    return _neutral(rewriter, operation, "self", "other", 1)


def _raised(rewriter: Rewriter, operation: Operation) -> Operand | None:
    return _neutral(rewriter, operation, "self", "exponent", 1)


# views


def _unchanged(rewriter: Rewriter, operation: Operation) -> Operand | None:
    """The operand when it has the type of the result already."""
    source = first(operation)
    if source is None or not same_type(rewriter.type(source), operation.type):
        return None
    moves = _MOVES.get(operation.operator)
    return source if moves is None or not moves(named(operation)) else None


def _pads(arguments: dict[str, Any]) -> bool:
    """Whether anything is added or cut: [1, -1] keeps the size."""
    return any(size != 0 or isinstance(size, Ref) for size in arguments.get("pad", (None,)))


#: Whether an operation may give other elements although the result has the type of its operand.
_MOVES: dict[str, Callable[[dict[str, Any]], bool]] = {
    "aten.constant_pad_nd.default": _pads,
    "aten.pad.default": _pads,
    "aten.slice.Tensor": lambda arguments: not isinstance(arguments.get("step"), int) or arguments["step"] < 1,
}


def _reshaped(rewriter: Rewriter, operation: Operation) -> Operand | None:
    """What was reshaped, or one reshape, instead of several operations that only move the limits of dimensions."""
    unchanged = _unchanged(rewriter, operation)
    before = rewriter.operation(first(operation), *RESHAPING)
    source = None if before is None else first(before)
    if unchanged is not None or source is None:
        return unchanged
    if same_type(rewriter.type(source), operation.type):
        return source
    if operation.operator not in RESHAPES:
        return None
    return rewriter.add(operation.operator, source, *operation.operands[1:], **operation.attributes)


def _joined(rewriter: Rewriter, operation: Operation) -> Operand | None:
    """The one tensor that is joined with nothing."""
    tensors = operation.operands[0] if operation.operands else None
    if not isinstance(tensors, list | tuple) or len(tensors) != 1:
        return None
    only = tensors[0]
    return only if isinstance(only, Ref) and same_type(rewriter.type(only), operation.type) else None


# operations on the same operation


def _repeated(rewriter: Rewriter, operation: Operation) -> Operand | None:
    """The first of two that have the effect of one."""
    before = rewriter.operation(first(operation), operation.operator)
    if before is None or before.operands[1:] != operation.operands[1:] or before.attributes != operation.attributes:
        return None
    return first(operation)


_RULES: dict[str, Simplification] = {
    **dict.fromkeys(_KEEPS_SAME_TYPE, _unchanged),
    **dict.fromkeys(RESHAPING, _reshaped),
    **dict.fromkeys(_IDEMPOTENT, _repeated),
    **dict.fromkeys(("aten.add.Tensor", "aten.add.Scalar"), _added),
    **dict.fromkeys(("aten.sub.Tensor", "aten.sub.Scalar"), _subtracted),
    **dict.fromkeys(("aten.mul.Tensor", "aten.mul.Scalar"), _multiplied),
    **dict.fromkeys(("aten.div.Tensor", "aten.div.Scalar", "aten.div.Tensor_mode", "aten.div.Scalar_mode"), _divided),
    "aten.pow.Tensor_Scalar": _raised,
    "aten.pow.Tensor_Tensor": _raised,
    "aten.cat.default": _joined,
}
