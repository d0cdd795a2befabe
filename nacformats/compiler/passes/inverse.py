"""Inverse pairs: an operation that undoes the one before it goes together with it.

Only what is exact: two exchanges of dimensions, two negations, a cast to a type that holds every value and back, and
for integers a sum and a difference, since those wrap around. A float that is multiplied may overflow, and one to which
something is added is rounded: there a product and a quotient, a sum and a difference stay.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from nacformats.compiler.passes.algebra import RESHAPES
from nacformats.compiler.passes.facts import changes_in_place, first, is_integer, named, same_type
from nacformats.compiler.passes.removal import CASTS
from nacformats.compiler.passes.rewriting import Rewriter, rewrite
from nacformats.compiler.passes.sharing import identity
from nacformats.graph.graph import Graph, Operand, Operation, Ref
from nacformats.runtime.kernels._promotion import BFLOAT16, BOOL, FLOAT16, FLOAT32, FLOAT64, category

PERMUTATIONS = frozenset({"aten.permute.default", "aten.transpose.int", "aten.t.default", "aten.mT.default"})
#: Operations that undo themselves.
_INVOLUTIONS = frozenset({"aten.neg.default", "aten.bitwise_not.default"})
_OPPOSITES = {"aten.add.Tensor": "aten.sub.Tensor", "aten.sub.Tensor": "aten.add.Tensor"}


def cancel_inverses(graph: Graph) -> Graph:
    """Let the users of an operation that undoes another one use what that one was applied to."""
    if changes_in_place(graph):
        return graph

    def rule(rewriter: Rewriter, operation: Operation) -> Operand | None:
        cancel = _RULES.get(operation.operator)
        return None if cancel is None else cancel(rewriter, operation)

    return rewrite(graph, rule)


def order_of(operation: Operation) -> tuple[int, ...] | None:
    """The order in which an operation takes the dimensions of its operand, when it is known."""
    shape = operation.type.shape
    arguments = named(operation)
    if shape is None or not isinstance(arguments.get("self"), Ref):
        return None
    rank = len(shape)
    if operation.operator == "aten.permute.default":
        dims: Sequence[Any] = arguments["dims"]
        if len(dims) != rank or not all(isinstance(dim, int) and -rank <= dim < rank for dim in dims):
            return None
        return tuple(dim % rank for dim in dims)
    order = list(range(rank))
    pair = _exchanged(operation.operator, arguments, rank)
    if pair is not None:
        order[pair[0]], order[pair[1]] = order[pair[1]], order[pair[0]]
    elif operation.operator != "aten.t.default" or rank > 1:
        return None
    return tuple(order)


def _exchanged(operator: str, arguments: dict[str, Any], rank: int) -> tuple[int, int] | None:
    """The two dimensions that a transposition exchanges."""
    if operator == "aten.t.default":
        return (0, 1) if rank == 2 else None
    if operator == "aten.mT.default":
        return (rank - 2, rank - 1) if rank >= 2 else None
    dims = [dim for dim in (arguments.get("dim0"), arguments.get("dim1")) if isinstance(dim, int)]
    if len(dims) < 2 or not all(-rank <= dim < rank for dim in dims):
        return None
    return dims[0] % rank, dims[1] % rank


def _permuted(rewriter: Rewriter, operation: Operation) -> Operand | None:
    """One permutation, or none, instead of several."""
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
    return rewriter.add("aten.permute.default", first(before), list(joined))


def _turned(rewriter: Rewriter, operation: Operation) -> Operand | None:
    """The last two dimensions exchanged, for the same between two reshapes that join the others and split them."""
    permuted = rewriter.operation(first(operation), "aten.permute.default", "aten.transpose.int")
    joined = None if permuted is None else rewriter.operation(first(permuted), *RESHAPES)
    source = None if joined is None else first(joined)
    if permuted is None or joined is None or source is None or order_of(permuted) != (0, 2, 1):
        return None
    before, inside, after = rewriter.type(source).shape, joined.type.shape, operation.type.shape
    if before is None or inside is None or after is None or None in before or len(before) < 2:
        return None
    if inside[1:] != before[-2:] or after != (*before[:-2], before[-1], before[-2]):
        return None
    return rewriter.add("aten.transpose.int", source, -2, -1)


def _undone(rewriter: Rewriter, operation: Operation) -> Operand | None:
    """What an operation that undoes itself was applied to at first."""
    before = rewriter.operation(first(operation), operation.operator)
    source = None if before is None else first(before)
    return source if source is not None and same_type(rewriter.type(source), operation.type) else None


def _cast_back(rewriter: Rewriter, operation: Operation) -> Operand | None:
    """What was cast to a type that holds all of its values, and back."""
    before = rewriter.operation(first(operation), *CASTS)
    source = None if before is None else first(before)
    if before is None or source is None or not same_type(rewriter.type(source), operation.type):
        return None
    return source if _holds(before.type.dtype, operation.type.dtype) else None


def _holds(wide: np.dtype[Any] | None, narrow: np.dtype[Any] | None) -> bool:
    """Whether a type has every value of another one."""
    if wide is None or narrow is None:
        return False
    if narrow in {FLOAT16, BFLOAT16}:
        return wide in {FLOAT32, FLOAT64}
    return category(narrow) < 3 and category(wide) < 3 and wide != BOOL and np.can_cast(narrow, wide, "safe")


def _added_back(rewriter: Rewriter, operation: Operation) -> Operand | None:
    """x for (x + y) - y and (x - y) + y of integers of one type."""
    before = rewriter.operation(first(operation), _OPPOSITES[operation.operator])
    source = None if before is None else first(before)
    if before is None or source is None or not is_integer(operation.type):
        return None
    inner, outer = named(before), named(operation)
    exact = inner.get("alpha") == outer.get("alpha") == 1 and identity(inner["other"]) == identity(outer["other"])
    kept = same_type(rewriter.type(source), before.type) and same_type(before.type, operation.type)
    return source if exact and kept else None


_RULES: dict[str, Callable[[Rewriter, Operation], Operand | None]] = {
    **dict.fromkeys(PERMUTATIONS, _permuted),
    **dict.fromkeys(RESHAPES, _turned),
    **dict.fromkeys(_INVOLUTIONS, _undone),
    **dict.fromkeys(CASTS, _cast_back),
    **dict.fromkeys(_OPPOSITES, _added_back),
}
