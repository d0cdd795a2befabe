"""Constant folding: what depends on nothing that the caller gives is computed now, by the kernels that would run it.

Numbers take the place of the operations that give them. A tensor becomes a weight when it is small, or when the weights
that it replaces are no smaller: a file never grows because it holds what could as well be counted or repeated.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from nacformats.compiler.passes.rewriting import (
    Rewriter,
    arguments_of,
    by_operator,
    changes_in_place,
    first,
    is_pure,
    rewrite,
    use_counts,
)
from nacformats.compiler.passes.simplification import PERMUTATIONS, RESHAPING
from nacformats.errors import FormatError
from nacformats.formats.nac.columns.quantizing import DTYPE_NUMBERS
from nacformats.graph.graph import Graph, GraphOperand, GraphValue, Operation, Ref, ValueType, Weight, refs_of
from nacformats.ops.names import ATEN
from nacformats.ops.scratch import Cost
from nacformats.runtime.engines.base import Engine
from nacformats.runtime.runs import RunStep, SlotValues
from nacformats.runtime.steps.making import make_steps

_RESHAPES = {ATEN.view.default: "size", ATEN.reshape.default: "shape", ATEN._unsafe_view.default: "size"}


def settle_sizes(graph: Graph) -> Graph:
    """Replace sizes that the types say by numbers, and the one open size of a reshape by -1.

    A tensor that only gave its shape is no longer needed.
    """
    return rewrite(graph, _SETTLE)


def _size(rewriter: Rewriter, operation: Operation) -> int | None:
    shape = rewriter.type(first(operation)).shape
    dim = arguments_of(operation).get("dim")
    if shape is None or not isinstance(dim, int) or not -len(shape) <= dim < len(shape):
        return None
    size = shape[dim]
    return size if isinstance(size, int) else None


def _count(rewriter: Rewriter, operation: Operation) -> int | None:
    return _elements(rewriter.type(first(operation)))


def _elements(known: ValueType) -> int | None:
    """Return the elements of a tensor of a type; None where it does not tell."""
    sizes = [size for size in known.shape or () if isinstance(size, int)]
    return None if known.shape is None or len(sizes) < len(known.shape) else math.prod(sizes)


def _reshaped(rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
    """Return the reshape with -1 for its one size that is computed, when no other size is 0 or -1."""
    sizes: list[Any] = arguments_of(operation).get(_RESHAPES[operation.operator], [])
    if not isinstance(sizes, list | tuple) or sum(isinstance(size, Ref) for size in sizes) != 1:
        return None
    if any(not isinstance(size, Ref) and not (isinstance(size, int) and size > 0) for size in sizes):
        return None
    return rewriter.add(operation.operator, first(operation), [-1 if isinstance(size, Ref) else size for size in sizes])


def _expanded(rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
    """Return the expansion with -1 for the sizes that are computed and stay as they are."""
    sizes = arguments_of(operation).get("size", [])
    before, after = rewriter.type(first(operation)).shape, operation.type.shape
    if before is None or after is None or len(after) != len(sizes) or not any(isinstance(size, Ref) for size in sizes):
        return None
    added = len(after) - len(before)
    kept = [i >= added and after[i] is not None and after[i] == before[i - added] for i in range(len(after))]
    found = [-1 if kept[i] and isinstance(size, Ref) else size for i, size in enumerate(sizes)]
    if found == list(sizes):
        return None
    return rewriter.add(operation.operator, first(operation), found, **operation.attributes)


def _shaped(rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
    """Return a reshape to a shape of which at most one size is open, instead of one to the shape of a tensor."""
    source, shape = first(operation), operation.type.shape
    if source is None or shape is None or sum(not isinstance(size, int) for size in shape) > 1 or 0 in shape:
        return None
    sizes = [size if isinstance(size, int) else -1 for size in shape]
    return rewriter.add(ATEN.reshape.default, source, sizes)


_SETTLE = by_operator(
    {
        **dict.fromkeys((ATEN.sym_size.int, ATEN.size.int), _size),
        **dict.fromkeys((ATEN.sym_numel.default, ATEN.numel.default), _count),
        **dict.fromkeys(_RESHAPES, _reshaped),
        **dict.fromkeys((ATEN.reshape_as.default, ATEN.view_as.default), _shaped),
        ATEN.expand.default: _expanded,
    }
)

#: Bytes of a result that becomes a weight whatever it replaces, and of all of these together.
SMALL_BYTES = 64 << 10
ALL_SMALL_BYTES = 1 << 20
#: Bytes that the operations on the way to the constants may take all together, and their multiply-adds: for any graph,
#: and for each byte of the weights that they use. What needs more is left to the run.
MOST_BYTES, BYTES_PER_BYTE = 64 << 20, 64
MOST_WORK, WORK_PER_BYTE = 1 << 28, 1 << 12
#: Bytes of a result on the way to constants, where its type tells.
LARGEST_BYTES = 64 << 20

#: Views of the elements of their operand, which cost nothing.
_VIEWS = PERMUTATIONS | RESHAPING | {ATEN.expand.default, ATEN.expand_as.default, ATEN.select.int, ATEN.slice.Tensor}


#: Stands for a constant that could not be computed.
_FAILED = object()


def fold_constants(graph: Graph) -> Graph:
    """Compute what depends on weights and constants alone."""
    if changes_in_place(graph):
        return graph
    constant = _constants(graph)
    found = _wanted(graph, constant)
    sources = _replaced_bytes(graph, constant) if found else []
    wanted = [index for index in found if _may_stay(graph.values[index], sources[index])]
    if not wanted:
        return graph
    results = _computed(graph, wanted)
    room = ALL_SMALL_BYTES
    made: dict[Any, Ref] = {}

    def rule(rewriter: Rewriter, _operation: Operation) -> GraphOperand | None:
        nonlocal room
        origin = rewriter.origin.index
        result = results.get(origin, _FAILED)
        if type(result) in {bool, int, float}:
            return result
        if not isinstance(result, np.ndarray) or result.dtype.newbyteorder("<") not in DTYPE_NUMBERS:
            return None
        identity = result.dtype.str, result.shape, result.tobytes() if result.nbytes <= SMALL_BYTES else origin
        if identity in made:
            return made[identity]
        if result.nbytes > sources[origin]:
            if result.nbytes > min(SMALL_BYTES, room):
                return None
            room -= result.nbytes
        made[identity] = rewriter.add_weight(result if result.base is None else result.copy())
        return made[identity]

    return rewrite(graph, rule)


def _may_stay(value: GraphValue, replaced: int) -> bool:
    """True if the result of an operation may become a weight, as far as its type tells."""
    size = _bytes(value.type)
    if size <= SMALL_BYTES:
        return True
    # A view costs nothing, and its copy is a large one.
    return size <= replaced and isinstance(value, Operation) and value.operator not in _VIEWS


def _constants(graph: Graph) -> list[bool]:
    """Return for each value whether it depends on nothing from outside and may be computed."""
    constant: list[bool] = []
    for value in graph.values:
        if isinstance(value, Operation):
            known = is_pure(value.operator) and _bytes(value.type) <= LARGEST_BYTES
            constant.append(known and all(constant[ref.index] for ref in refs_of(value)))
        else:
            constant.append(isinstance(value, Weight) and value.load is not None)
    return constant


def _bytes(known: ValueType) -> int:
    """Return the bytes of a tensor of a type, 0 where it does not tell."""
    return 0 if known.dtype is None else (_elements(known) or 0) * known.dtype.itemsize


def _wanted(graph: Graph, constant: Sequence[bool]) -> list[int]:
    """Return the constant operations that something else needs: an output, or an operation that is not constant."""
    users = {ref.index for value in graph.values if not constant[value.index] for ref in refs_of(value)}
    users |= {ref.index for ref in graph.outputs}
    return sorted(i for i in users if constant[i] and isinstance(graph.values[i], Operation))


def _replaced_bytes(graph: Graph, constant: Sequence[bool]) -> list[int]:
    """Return for each constant the bytes of the weights that nothing else needs."""
    uses = use_counts(graph)
    found: list[int] = []
    for value in graph.values:
        if isinstance(value, Operation) and constant[value.index]:
            found.append(sum(found[ref.index] for ref in refs_of(value) if uses[ref.index] == 1))
        else:
            found.append(_bytes(value.type) if isinstance(value, Weight) else 0)
    return found


def _computed(graph: Graph, wanted: Sequence[int]) -> dict[int, Any]:
    """Return the constants that are wanted, by index; those that cannot be computed are left out."""
    engine = Engine()
    try:
        steps = make_steps(replace(graph, outputs=tuple(map(Ref, wanted))), engine, {})
    except FormatError:
        return {}  # whoever runs the graph is told what is wrong
    slots = steps.template
    for value in steps.needed:
        assert isinstance(value, Weight)
        assert value.load is not None
        slots[value.index] = value.load()
    allowance = _Allowance(sum(_bytes(value.type) for value in steps.needed))
    with engine.running():
        for step in steps.sequence:
            slots[step.slot] = _result(step, slots, allowance)
            for freed in step.frees:
                slots[freed] = None
    return {index: slots[index] for index in wanted}


class _Allowance:
    """The bytes and multiply-adds that folding may still take.

    Args:
        weights: bytes of the weights that are used.
    """

    def __init__(self, weights: int) -> None:
        self._bytes = MOST_BYTES + BYTES_PER_BYTE * weights
        self._work = MOST_WORK + WORK_PER_BYTE * weights

    def take(self, cost: Cost) -> bool:
        """Take bytes and multiply-adds if they are left; False if not."""
        if cost.bytes > self._bytes or cost.work > self._work:
            return False
        self._bytes -= cost.bytes
        self._work -= cost.work
        return True


def _result(step: RunStep, slots: SlotValues, allowance: _Allowance) -> Any:
    arguments = step.gather(slots)
    if any(_has_failed(argument) for argument in arguments):
        return _FAILED
    try:
        if step.estimate is not None and not allowance.take(step.estimate(*arguments)):
            return _FAILED
        return step.function(*arguments)
    except Exception:  # noqa: BLE001  the run says what is wrong with it, if it is ever needed
        return _FAILED


def _has_failed(argument: Any) -> bool:
    return argument is _FAILED or (isinstance(argument, list | tuple) and any(item is _FAILED for item in argument))
