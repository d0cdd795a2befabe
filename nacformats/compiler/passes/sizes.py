"""Sizes that are known: a number instead of an operation that asks for it, -1 instead of a size that follows."""

from __future__ import annotations

import math
from typing import Any

from nacformats.compiler.passes.facts import first, named
from nacformats.compiler.passes.rewriting import Rewriter, rewrite
from nacformats.graph.graph import Dim, Graph, Operand, Operation, Ref

_RESHAPES = {"aten.view.default": "size", "aten.reshape.default": "shape", "aten._unsafe_view.default": "size"}
_SHAPED_AS = frozenset({"aten.reshape_as.default", "aten.view_as.default"})
_SIZES = frozenset({"aten.sym_size.int", "aten.size.int"})
_COUNTS = frozenset({"aten.sym_numel.default", "aten.numel.default"})


def settle_sizes(graph: Graph) -> Graph:
    """Replace sizes that the types say by numbers, and the one open size of a reshape by -1.

    A tensor that is only asked for its shape is not needed for that any more.
    """

    def rule(rewriter: Rewriter, operation: Operation) -> Operand | None:
        operator = operation.operator
        if operator in _SIZES:
            return _size(rewriter, operation)
        if operator in _COUNTS:
            return _count(rewriter.type(first(operation)).shape)
        if operator in _RESHAPES:
            return _reshaped(rewriter, operation)
        if operator in _SHAPED_AS:
            return _shaped(rewriter, operation)
        return _expanded(rewriter, operation) if operator == "aten.expand.default" else None

    return rewrite(graph, rule)


def _size(rewriter: Rewriter, operation: Operation) -> int | None:
    shape = rewriter.type(first(operation)).shape
    dim = named(operation).get("dim")
    if shape is None or not isinstance(dim, int) or not -len(shape) <= dim < len(shape):
        return None
    size = shape[dim]
    return size if isinstance(size, int) else None


def _count(shape: tuple[Dim, ...] | None) -> int | None:
    if shape is None:
        return None
    sizes = [size for size in shape if isinstance(size, int)]
    return math.prod(sizes) if len(sizes) == len(shape) else None


def _reshaped(rewriter: Rewriter, operation: Operation) -> Operand | None:
    """The reshape with -1 for its one size that is computed, when no other size is 0 or -1."""
    sizes: list[Any] = named(operation).get(_RESHAPES[operation.operator], [])
    if not isinstance(sizes, list | tuple) or sum(isinstance(size, Ref) for size in sizes) != 1:
        return None
    if any(not isinstance(size, Ref) and not (isinstance(size, int) and size > 0) for size in sizes):
        return None
    return rewriter.add(operation.operator, first(operation), [-1 if isinstance(size, Ref) else size for size in sizes])


def _expanded(rewriter: Rewriter, operation: Operation) -> Operand | None:
    """The expansion with -1 for the sizes that are computed and stay as they are."""
    sizes = named(operation).get("size", [])
    before, after = rewriter.type(first(operation)).shape, operation.type.shape
    if before is None or after is None or len(after) != len(sizes) or not any(isinstance(size, Ref) for size in sizes):
        return None
    added = len(after) - len(before)
    kept = [i >= added and after[i] is not None and after[i] == before[i - added] for i in range(len(after))]
    found = [-1 if kept[i] and isinstance(size, Ref) else size for i, size in enumerate(sizes)]
    if found == list(sizes):
        return None
    return rewriter.add(operation.operator, first(operation), found, **operation.attributes)


def _shaped(rewriter: Rewriter, operation: Operation) -> Operand | None:
    """A reshape to a shape of which at most one size is open, instead of one to the shape of a tensor."""
    source, shape = first(operation), operation.type.shape
    if source is None or shape is None or sum(not isinstance(size, int) for size in shape) > 1 or 0 in shape:
        return None
    sizes = [size if isinstance(size, int) else -1 for size in shape]
    return rewriter.add("aten.reshape.default", source, sizes)
