"""Operations that are not needed: that change nothing, undo each other, come twice, or that no output depends on.

Everything here is exact. What looks like an identity and is not stays: x * 0 is NaN for an infinite x, (x + y) - y
rounds twice and may have the shape of y, and x + 0.0 makes 0.0 of -0.0. An operation is replaced by its operand only
where both are known to have one dtype and one shape.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from nacformats.compiler.passes.rewriting import (
    Rewriter,
    RewriteRule,
    arguments_of,
    by_operator,
    changes_in_place,
    first,
    is_integer,
    is_pure,
    is_real,
    replace_operations,
    rewrite,
    same_type,
)
from nacformats.graph.graph import Graph, GraphOperand, Operation, Ref
from nacformats.ops.dtypes import BFLOAT16, BOOL, FLOAT16, FLOAT32, FLOAT64, category
from nacformats.ops.names import ATEN
from nacformats.ops.table import marked

#: Operations whose result has the elements of their first operand, whatever it is.
_COPIES = marked("identity", "duplicate") | {"nac.pass", "nac.clone"}
#: Casts: they do nothing to what has the type already.
CASTS = marked("cast")
NATIVE_DROPOUT = ATEN.native_dropout.default
DROPOUTS = tuple(f"aten.{name}dropout.default" for name in ("", "feature_", "alpha_", "feature_alpha_"))

RESHAPES = frozenset({ATEN.view.default, ATEN.reshape.default, ATEN._unsafe_view.default})
#: Operations that only take dimensions of size 1 away, put them in, or join and split dimensions.
RESHAPING = marked("reshaping")
#: Operations that give their first operand when that has the type of the result: they only choose or repeat elements.
_KEEPS_SAME_TYPE = marked("reshaping", "repeats")


#: Operations that see how their operand lies in memory.
_STRIDED = frozenset(
    {
        ATEN.as_strided.default,
        ATEN.as_strided_copy.default,
        ATEN.as_strided_scatter.default,
        ATEN._reshape_alias.default,
    }
)


def remove_identities(graph: Graph) -> Graph:
    """Let the users of copies, casts to the same type and dropouts at inference use what these are applied to."""
    if changes_in_place(graph):
        return graph
    rules = {**dict.fromkeys(CASTS, _uncast), **dict.fromkeys(DROPOUTS, _undropped), "getitem": _kept_by_dropout}
    if not any(value.operator in _STRIDED for value in graph.every(Operation)):
        rules |= dict.fromkeys(_COPIES, _copied)  # a copy in row-major order decides what as_strided sees
    return rewrite(graph, by_operator(rules))


def _copied(_rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
    return first(operation)


def _uncast(rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
    return _if_same_type(rewriter, first(operation), operation)


def _if_same_type(rewriter: Rewriter, source: GraphOperand | None, operation: Operation) -> GraphOperand | None:
    """Return a value if it is known to have the type of an operation's result."""
    return source if same_type(rewriter.type(source), operation.type) else None


def _undropped(_rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
    return first(operation) if arguments_of(operation).get("train", True) is False else None


def _kept_by_dropout(rewriter: Rewriter, item: Operation) -> GraphOperand | None:
    """Return the input of a native_dropout at inference in place of its first result."""
    dropout = rewriter.operation(first(item), NATIVE_DROPOUT)
    if dropout is None or item.operands[1:] != (0,):
        return None
    train = arguments_of(dropout).get("train", True)
    return first(dropout) if train is None or train is False else None


def simplify(graph: Graph) -> Graph:
    """Drop operations that change nothing, and join chains of views."""
    return replace_operations(graph, _SIMPLIFICATIONS)


# arithmetic


def _neutral(rewriter: Rewriter, operation: Operation, kept: str, dropped: str, value: float) -> GraphOperand | None:
    """Return the operand that is kept when the other one is a number that does nothing."""
    arguments = arguments_of(operation)
    source = _if_same_type(rewriter, arguments.get(kept), operation) if is_real(operation.type) else None
    return source if source is not None and rewriter.number(arguments.get(dropped)) == value else None


def _times_sign(rewriter: Rewriter, operation: Operation, kept: str, dropped: str) -> GraphOperand | None:
    """Return the operand that is kept, or it with the other sign, when the other one is 1 or -1."""
    negative = _neutral(rewriter, operation, kept, dropped, -1)
    if negative is not None:
        return rewriter.add(ATEN.neg.default, negative)
    return _neutral(rewriter, operation, kept, dropped, 1)


def _multiplied(rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
    found = _times_sign(rewriter, operation, "self", "other")
    return _times_sign(rewriter, operation, "other", "self") if found is None else found


def _added(rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
    """Return x + 0 for integers; -0.0 + 0 is 0.0, so that floats stay."""
    if not is_integer(operation.type):
        return None
    source = _neutral(rewriter, operation, "self", "other", 0)
    if source is None and arguments_of(operation).get("alpha") == 1:
        return _neutral(rewriter, operation, "other", "self", 0)
    return source


def _subtracted(rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
    """Return x - 0.0, but for x - -0.0, which makes 0.0 of -0.0."""
    zero = rewriter.number(arguments_of(operation).get("other"))
    alpha = arguments_of(operation).get("alpha")
    if zero is None or not isinstance(alpha, int | float) or math.copysign(1, zero) * math.copysign(1, alpha) < 0:
        return None
    return _neutral(rewriter, operation, "self", "other", 0) if math.isfinite(alpha) else None


def _divided(rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
    if arguments_of(operation).get("rounding_mode") is not None and not is_integer(operation.type):
        return None
    return _times_sign(rewriter, operation, "self", "other")


def _raised(rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
    return _neutral(rewriter, operation, "self", "exponent", 1)


# views


def _unchanged(rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
    """Return the operand when it has the type of the result already."""
    moves = _MOVES.get(operation.operator)
    stays = moves is None or not moves(arguments_of(operation))
    return _if_same_type(rewriter, first(operation), operation) if stays else None


def _pads(arguments: dict[str, Any]) -> bool:
    """True if anything is added or cut: [1, -1] keeps the size."""
    return any(size != 0 or isinstance(size, Ref) for size in arguments.get("pad", (None,)))


#: True for arguments with which an operation moves elements although the result has its operand's type.
_MOVES: dict[str, Callable[[dict[str, Any]], bool]] = {
    ATEN.constant_pad_nd.default: _pads,
    ATEN.pad.default: _pads,
    ATEN.slice.Tensor: lambda arguments: not isinstance(arguments.get("step"), int) or arguments["step"] < 1,
}


def _reshaped(rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
    """Return the reshaped tensor, or one reshape, in place of several that only move the limits of dimensions."""
    unchanged = _unchanged(rewriter, operation)
    source = first(rewriter.operation(first(operation), *RESHAPING))
    if unchanged is not None or source is None:
        return unchanged
    if same_type(rewriter.type(source), operation.type):
        return source
    if operation.operator not in RESHAPES:
        return None
    return rewriter.add(operation.operator, source, *operation.operands[1:], **operation.attributes)


def _joined(rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
    """Return the only tensor of a list to join."""
    tensors = operation.operands[0] if operation.operands else None
    if not isinstance(tensors, list | tuple) or len(tensors) != 1:
        return None
    return _if_same_type(rewriter, tensors[0], operation)


# operations on the same operation


def _repeated(rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
    """Return the first of two that have the effect of one."""
    before = rewriter.operation(first(operation), operation.operator)
    if before is None or before.operands[1:] != operation.operands[1:] or before.attributes != operation.attributes:
        return None
    return first(operation)


_SIMPLIFICATIONS: dict[str, RewriteRule] = {
    **dict.fromkeys(_KEEPS_SAME_TYPE, _unchanged),
    **dict.fromkeys(RESHAPING, _reshaped),
    **dict.fromkeys(marked("idempotent"), _repeated),
    **dict.fromkeys((ATEN.add.Tensor, ATEN.add.Scalar), _added),
    **dict.fromkeys((ATEN.sub.Tensor, ATEN.sub.Scalar), _subtracted),
    **dict.fromkeys((ATEN.mul.Tensor, ATEN.mul.Scalar), _multiplied),
    **dict.fromkeys((ATEN.div.Tensor, ATEN.div.Scalar, ATEN.div.Tensor_mode, ATEN.div.Scalar_mode), _divided),
    **dict.fromkeys((ATEN.pow.Tensor_Scalar, ATEN.pow.Tensor_Tensor), _raised),
    ATEN.cat.default: _joined,
}


PERMUTATIONS = marked("permutes")
_OPPOSITES = {ATEN.add.Tensor: ATEN.sub.Tensor, ATEN.sub.Tensor: ATEN.add.Tensor}


def cancel_inverses(graph: Graph) -> Graph:
    """Let the users of an operation that undoes another one use what that one was applied to."""
    return replace_operations(graph, _CANCELLATIONS)


def order_of(operation: Operation, rank: int | None = None) -> tuple[int, ...] | None:
    """Return the order in which an operation takes the dimensions of its operand, when it is known.

    rank: of the operand; None: what the type of the result says.
    """
    if rank is None and operation.type.shape is not None:
        rank = len(operation.type.shape)
    arguments = arguments_of(operation)
    if rank is None or not isinstance(arguments.get("self"), Ref):
        return None
    order = list(range(rank))
    match operation.operator:
        case ATEN.permute.default:
            dims: Sequence[Any] = arguments["dims"]
            return tuple(dim % rank for dim in dims) if len(dims) == rank and _are_axes(dims, rank) else None
        case ATEN.t.default:
            return tuple(reversed(order)) if rank <= 2 else None
        case ATEN.mT.default:
            pair: tuple[Any, Any] = -2, -1
        case _:
            pair = arguments.get("dim0"), arguments.get("dim1")
    if not _are_axes(pair, rank):
        return None
    one, other = pair
    order[one], order[other] = order[other], order[one]
    return tuple(order)


def _are_axes(dims: Sequence[Any], rank: int) -> bool:
    return all(isinstance(dim, int) and -rank <= dim < rank for dim in dims)


def _permuted(rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
    """Return one permutation, or none, in place of several."""
    order = order_of(operation)
    if order is None:
        return None
    unchanged = tuple(range(len(order)))
    if order == unchanged:
        return first(operation)
    before = rewriter.operation(first(operation), *PERMUTATIONS)
    inner = None if before is None else order_of(before)
    if before is None or inner is None or len(inner) != len(order):
        return None
    joined = tuple(inner[axis] for axis in order)
    if joined == unchanged:
        return first(before)
    return rewriter.add(ATEN.permute.default, first(before), list(joined))


def _turned(rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
    """Return the last two dimensions exchanged, for the same between two reshapes that join the others
    and split them.
    """
    permuted = rewriter.operation(first(operation), ATEN.permute.default, ATEN.transpose.int)
    joined = rewriter.operation(first(permuted), *RESHAPES)
    source = first(joined)
    if permuted is None or joined is None or source is None or order_of(permuted) != (0, 2, 1):
        return None
    before, inside, after = rewriter.type(source).shape, joined.type.shape, operation.type.shape
    if before is None or inside is None or after is None or None in before or len(before) < 2:
        return None
    if inside[1:] != before[-2:] or after != (*before[:-2], before[-1], before[-2]):
        return None
    return rewriter.add(ATEN.transpose.int, source, -2, -1)


def _undone(rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
    """Return the first operand of two operations that undo each other."""
    return _if_same_type(rewriter, first(rewriter.operation(first(operation), operation.operator)), operation)


def _cast_back(rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
    """Return the operand of a cast to a type that holds all of its values, and back."""
    before = rewriter.operation(first(operation), *CASTS)
    exact = before is not None and _holds(before.type.dtype, operation.type.dtype)
    return _if_same_type(rewriter, first(before), operation) if exact else None


def _holds(wide: np.dtype[Any] | None, narrow: np.dtype[Any] | None) -> bool:
    """True if a type has every value of another one."""
    if wide is None or narrow is None:
        return False
    if narrow in {FLOAT16, BFLOAT16}:
        return wide in {FLOAT32, FLOAT64}
    return category(narrow) < 3 and category(wide) < 3 and wide != BOOL and np.can_cast(narrow, wide, "safe")


def _added_back(rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
    """Return x for (x + y) - y and (x - y) + y of integers of one type."""
    before = rewriter.operation(first(operation), _OPPOSITES[operation.operator])
    if before is None or first(before) is None or not is_integer(operation.type):
        return None
    inner, outer = arguments_of(before), arguments_of(operation)
    exact = inner.get("alpha") == outer.get("alpha") == 1 and repr(inner["other"]) == repr(outer["other"])
    kept = same_type(before.type, operation.type)
    return _if_same_type(rewriter, first(before), before) if exact and kept else None


_CANCELLATIONS: dict[str, RewriteRule] = {
    **dict.fromkeys(PERMUTATIONS, _permuted),
    **dict.fromkeys(RESHAPES, _turned),
    **dict.fromkeys(marked("involution"), _undone),
    **dict.fromkeys(CASTS, _cast_back),
    **dict.fromkeys(_OPPOSITES, _added_back),
}


def share_common(graph: Graph) -> Graph:
    """Let the users of an operation that was computed before use the first result."""
    if changes_in_place(graph):
        return graph
    seen: dict[str, Ref] = {}

    def rule(_rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
        if not is_pure(operation.operator) or _draws_dropout(operation):
            return None
        meaning = repr((operation.operator, operation.operands, sorted(operation.attributes.items())))
        first = seen.setdefault(meaning, Ref(operation.index))  # a text tells 1, 1.0 and True apart
        return None if first.index == operation.index else first

    return rewrite(graph, rule)


def _draws_dropout(operation: Operation) -> bool:
    """True if an attention drops some of its weights."""
    return "attention" in operation.operator and arguments_of(operation).get("dropout_p", 0) != 0
