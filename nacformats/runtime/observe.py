"""Element types and shapes of a graph's values, observed in one run on the NumPy kernels."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count, cycle, islice
from typing import Any, TypeAlias

import numpy as np

from nacformats.codec.columns.arrays import Array
from nacformats.errors import FormatError, InvalidError
from nacformats.graph.graph import NOTHING, Graph, GraphValue, Input, Operation, State, ValueType, Weight
from nacformats.runtime.budget import RunBudget, checked_memory
from nacformats.runtime.engines.base import Engine
from nacformats.runtime.engines.numpy_engine import NumpyEngine
from nacformats.runtime.execution import execute
from nacformats.runtime.gather.arguments import RunArguments
from nacformats.runtime.gather.outside import Outside
from nacformats.runtime.gather.tensors import States
from nacformats.runtime.runs import Report, RunSteps, SlotValues, TraceCallback
from nacformats.runtime.steps.making import make_steps

#: A tensor's type; int, float, bool or complex for a Python number; a tuple for several results; None for no value.
Observed: TypeAlias = "ValueType | type[Any] | tuple[Observed, ...] | None"

#: The sizes of symbols if there are no inputs, try by try, since a model may have no result for small sizes: the
#: least size, and whether no two symbols get the same. The last try is for models in which sizes have to agree that
#: their exporter took for different ones, such as the lengths of keys and of values.
_SMALLEST_SIZES = ((3, True), (17, True), (64, True), (8, False))
#: The most symbols that get different sizes: more of them would only make the tensors larger.
MAX_DISTINCT = 256


def observe(
    graph: Graph, inputs: Sequence[Any] | Mapping[str, Any] | None = None, *, max_memory: int | None = None
) -> list[Observed]:
    """Return the element type and the shape of every value, from one run on the NumPy kernels.

    Args:
        graph: verified; it is not changed.
        inputs: arrays in order, or by name. Without them, zeros of the types that the graph declares are used, in which
            symbols are replaced by different small sizes.
        max_memory: bytes that all arrays of the run may take together; None is half of the memory of the machine.

    Returns:
        One entry for each value: a ValueType; the type int, float, bool or complex for a Python number; a tuple of
        these for a tuple; None for what no output depends on, and for operations without a result.

    Raises:
        FormatError: the run failed; or there are no inputs, and the graph does not say what they are.
    """
    memory = checked_memory(max_memory)
    engine = NumpyEngine()
    steps = make_steps(graph, engine, {})
    outside = Outside(graph, engine, States((), {}), {})
    arguments = RunArguments(graph)

    def run(given: Mapping[int, Any]) -> list[Observed]:
        arguments.require(given)
        budget = RunBudget(graph, memory)
        return observed(graph, steps, engine, outside.gather(steps, given, budget), budget)[0]

    if inputs is not None:
        return run(arguments.assigned(inputs, {}))
    failure: FormatError | None = None
    for smallest, distinct in _SMALLEST_SIZES if any(_symbols(graph)) else _SMALLEST_SIZES[:1]:
        try:
            return run(_zeros(graph, smallest, distinct))
        except FormatError as error:
            failure = failure or error
    assert failure is not None
    raise failure


def observed(
    graph: Graph,
    steps: RunSteps,
    engine: Engine,
    slots: SlotValues,
    budget: RunBudget,
    trace: TraceCallback | None = None,
) -> tuple[list[Observed], Report]:
    """Return the types of all values during a run of steps on the values in `slots`, and what the run took."""
    types: list[Observed] = [None] * len(graph.values)
    for index in steps.outside:
        types[index] = observed_type(engine.array(slots[index]))

    def note(operation: Operation, result: Any) -> None:
        types[operation.index] = observed_type(result)
        if trace is not None:
            trace(operation, result)

    return types, execute(graph, steps, engine, slots, budget, note)


def observed_type(value: Any) -> Observed:
    """Return the observed type of a result."""
    if isinstance(value, tuple | list):
        return tuple(observed_type(item) for item in value)
    if isinstance(value, np.ndarray | np.generic):
        return ValueType(value.dtype, value.shape)
    return None if value is None else type(value)


# Inputs made from types


def _zeros(graph: Graph, smallest: int, distinct: bool) -> dict[int, Array]:
    sizes: Callable[[str], int] = _sizes(graph, smallest, distinct).__getitem__
    return {value.index: _filled(graph, value, sizes) for value in _wanted(graph)}


def _wanted(graph: Graph) -> Iterator[GraphValue]:
    """Yield the values that a run needs from its caller."""
    for value in graph.values:
        match value:
            case Input(default=default) if default is NOTHING:
                yield value
            case Weight(load=None) | State():
                yield value


def _symbols(graph: Graph) -> Iterator[str]:
    """Yield the symbolic sizes of what a run needs, each once."""
    dims = (dim for value in _wanted(graph) for dim in value.type.shape or ())
    yield from dict.fromkeys(str(dim) for dim in dims if not isinstance(dim, int))


def _sizes(graph: Graph, smallest: int, distinct: bool) -> dict[str, int]:
    """Return a size for each symbol; distinct ones are no numbers of the graph's types either."""
    taken = {dim for value in _wanted(graph) for dim in value.type.shape or () if isinstance(dim, int)}
    symbols = list(_symbols(graph))
    if not distinct:
        return dict.fromkeys(symbols, smallest)
    free = islice((size for size in count(smallest) if size not in taken), MAX_DISTINCT)
    return dict(zip(symbols, cycle(free), strict=False))


def _filled(graph: Graph, value: GraphValue, size: Callable[[str], int]) -> Array:
    dtype, shape = value.type.dtype, value.type.shape
    if dtype is None or shape is None:
        details = {"expected": "an element type and a shape", "actual": str(value.type), "hint": "give example inputs"}
        raise graph.error(InvalidError, value, "the graph does not say what this input is", **details)
    return np.zeros([dim if isinstance(dim, int) else size(str(dim)) for dim in shape], dtype)
