"""Types of the values of a Mind IR graph, from those of its inputs and parameters, before anything runs.

A size is a number, the name of a symbolic size, or None when it is not known. The type of a split is that of each of
its parts. A NAC graph declares no types: there is nothing to infer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

from nacformats.errors import FormatError, InvalidError
from nacformats.graph.graph import UNKNOWN, Dim, Graph, Operation, ValueType, refs_of
from nacformats.ops.dtypes import COMPLEX128, INT64
from nacformats.ops.meta import Size, TensorMeta
from nacformats.ops.meta.mind import MIND_META
from nacformats.ops.meta.sizes import SymbolicSize, size_of_dim, symbol_name

#: In place of a type or a rank that is not known: what all of these lead to is known in spite of it.
_TYPES = (INT64, COMPLEX128)
_RANKS = range(8)


def infer(graph: Graph) -> None:
    """Set the type of every value that a Mind IR operation computes, as far as it follows from the declared types.

    Raises:
        InvalidError: the shapes or element types of an operation do not fit; it names the value and its place.
        UnsupportedError: a reshape has no target shape.
    """
    for value in graph.every(Operation):
        rule = MIND_META.get(value.operator)
        if rule is None:
            continue
        operands = [graph.values[ref.index].type for ref in refs_of(value)]
        try:
            value.type = _inferred(rule, operands, value.attributes)
        except FormatError as error:
            raise graph.located(error, value) from None
        except (ValueError, TypeError, IndexError) as error:
            shown = ", ".join(map(str, operands))
            raise graph.error(InvalidError, value, str(error), actual=f"operands {shown}") from None


def _inferred(rule: Callable[..., TensorMeta], operands: Sequence[ValueType], attributes: Any) -> ValueType:
    results: list[TensorMeta] = []
    failure: Exception | None = None
    for tried in _completed(operands):
        try:
            results.append(rule(*tried, **attributes))
        except (ValueError, TypeError, IndexError) as error:
            if isinstance(error, FormatError) or all(each.shape is not None for each in operands):
                failure = error
    if failure is not None and not results:
        raise failure
    return _agreed(results) if results else UNKNOWN


def _completed(operands: Sequence[ValueType]) -> Iterator[list[TensorMeta]]:
    """Yield the operands with each type and rank in the place of those that are not known."""
    types = _TYPES if any(each.dtype is None for each in operands) else _TYPES[:1]
    ranks = _RANKS if any(each.shape is None for each in operands) else _RANKS[:1]
    for dtype, rank in product(types, ranks):
        shapes = [(None,) * rank if each.shape is None else each.shape for each in operands]
        yield [
            TensorMeta(dtype if each.dtype is None else each.dtype, tuple(map(size_of_dim, shape)))
            for each, shape in zip(operands, shapes, strict=True)
        ]


def _agreed(results: Sequence[TensorMeta]) -> ValueType:
    """Return the type that all results have; None for a size that is not the same in all, or has no name."""
    dtypes = {each.dtype for each in results}
    shape: tuple[Dim, ...] | None = None
    if len({each.ndim for each in results}) == 1:
        shape = tuple(_dim(sizes) for sizes in zip(*(each.shape for each in results), strict=True))
    return ValueType(dtypes.pop() if len(dtypes) == 1 else None, shape)


def _dim(sizes: Sequence[Size]) -> Dim:
    first = sizes[0]
    if any(size != first for size in sizes):
        return None
    return symbol_name(first) if isinstance(first, SymbolicSize) else first
