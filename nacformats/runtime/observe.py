"""Element types and shapes of a graph's values.

They come from `ops/meta`, without running the graph; it is run on the NumPy kernels where data decides a shape.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import count, cycle, islice
from typing import Any, TypeAlias, cast

import numpy as np

from nacformats.codec.columns.arrays import Array
from nacformats.errors import FormatError, InvalidError, LimitError
from nacformats.graph.graph import NOTHING, Graph, GraphValue, Input, Operation, State, ValueType, Weight
from nacformats.ops.meta import MetaError, TensorMeta, bound_meta
from nacformats.ops.meta.sizes import SymbolicSize
from nacformats.ops.meta.values import UnknownNumber, meta_of
from nacformats.ops.schemas import KERNELS, Kernel
from nacformats.runtime.budget import Budget, RunBudget
from nacformats.runtime.engines.base import BUILT_IN, Engine
from nacformats.runtime.execution import execute
from nacformats.runtime.gather.outside import Outside
from nacformats.runtime.gather.tensors import RunArguments, States
from nacformats.runtime.runs import Report, RunSteps, SlotValues
from nacformats.runtime.steps.making import make_steps

#: A tensor's type; int, float, bool or complex for a Python number; a tuple for several results; None for no value.
Observed: TypeAlias = "ValueType | type[Any] | tuple[Observed, ...] | None"

#: The sizes of symbols if there are no inputs, try by try, since a model may have no result for small sizes: the
#: least size, and whether no two symbols get the same. The last try is for models in which sizes have to agree that
#: their exporter took for different ones, such as the lengths of keys and of values.
_SMALLEST_SIZES = ((3, True), (17, True), (64, True), (8, False))
#: Two of them, which tell sizes that depend on symbols from others.
_TWO_SIZES = (17, 64)
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
    budget = Budget(memory=max_memory)
    arguments = RunArguments(graph)

    def run(engine: Engine, given: Mapping[int, Any]) -> list[Observed]:
        arguments.require(given)
        return _types(graph, engine, given, budget)

    if inputs is not None:
        return _first(run, [lambda: arguments.assigned(inputs, {})])
    tries = _SMALLEST_SIZES if any(_symbols(graph)) else _SMALLEST_SIZES[:1]
    return _first(run, [partial(_zeros, graph, smallest, distinct) for smallest, distinct in tries])


def declared_types(graph: Graph) -> list[Observed]:
    """Return the types of a graph's values as far as they follow from what it declares; nothing is computed.

    Sizes that depend on symbols are their names, or None. Weights are loaded: only their types matter.

    Args:
        graph: verified; it is not changed.

    Raises:
        FormatError: the graph does not say what its inputs are, or an operation does not take them.
        MetaError: data decides a shape.
    """
    symbols = list(_symbols(graph))
    tries = _TWO_SIZES if symbols else _TWO_SIZES[:1]
    found = [_types(graph, _MetaEngine(), _zeros(graph, least, distinct=True), Budget()) for least in tries]
    if not symbols:
        return found[0]
    sizes = [_sizes(graph, least, distinct=True) for least in tries]
    names = {(sizes[0][symbol], sizes[1][symbol]): symbol for symbol in symbols}
    return [_generalized(one, other, names) for one, other in zip(*found, strict=True)]


def _types(graph: Graph, engine: Engine, given: Mapping[int, Any], limits: Budget) -> list[Observed]:
    steps = make_steps(graph, engine, {})
    if isinstance(engine, _MetaEngine):  # costs nothing
        steps.sequence[:] = [step._replace(weighed=()) for step in steps.sequence]
    budget = RunBudget(graph, limits)
    slots = Outside(graph, engine, States((), {}), {}).gather(steps, given, budget)
    return observed(graph, steps, engine, slots, budget)[0]


def _generalized(one: Observed, other: Observed, names: Mapping[tuple[int, int], str]) -> Observed:
    """Return the type that a value has for any size of the symbols, from those for two sizes of each."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return tuple(_generalized(*pair, names) for pair in zip(one, other, strict=False))
    if not (isinstance(one, ValueType) and isinstance(other, ValueType)):
        return one
    if one.shape is None or other.shape is None or len(one.shape) != len(other.shape):
        return ValueType(one.dtype)
    pairs: Any = zip(one.shape, other.shape, strict=True)
    return ValueType(one.dtype, tuple(a if a == b else names.get((a, b)) for a, b in pairs))


def _first(run: Callable[..., list[Observed]], tries: Sequence[Callable[[], Mapping[int, Any]]]) -> list[Observed]:
    """Return the types for the first arguments that the graph takes; where there are none, a run says why."""
    failures: list[FormatError] = []
    for arguments in tries:
        try:
            with suppress(MetaError, FormatError):
                return run(_MetaEngine(), arguments())
            return run(Engine(), arguments())
        except FormatError as error:
            failures.append(error)
    raise failures[0]


class _MetaEngine(Engine):
    """Types and shapes in the place of tensors. MetaError where data decides, or for what is not of this package."""

    def __init__(self) -> None:
        self._found: dict[str, Kernel] = {}

    def find(self, operator: str) -> Kernel | None:
        kernel = KERNELS.get(operator)
        if kernel is None or kernel.function in _ON_ANYTHING:
            return kernel
        if operator not in self._found:
            function = partial(bound_meta, operator if kernel is BUILT_IN.get(operator) else "")
            self._found[operator] = Kernel(kernel.name, kernel.parameters, function)
        return self._found[operator]

    def tensor(self, array: Array) -> TensorMeta:
        return meta_of(array)

    def array(self, tensor: Any) -> Any:
        return tensor

    def copy(self, tensor: Any) -> Any:
        return tensor

    def write(self, tensor: Any, elements: Any) -> None:
        """Write nothing: types and shapes stay."""

    def storage(self, tensor: Any) -> tuple[Any, int]:  # noqa: ARG002  there is no memory
        return None, 0


#: What passes operands on, whatever they are.
_ON_ANYTHING = {KERNELS[name].function for name in ("nac.pass", "<OUTPUT>")}


def observed(
    graph: Graph, steps: RunSteps, engine: Engine, slots: SlotValues, budget: RunBudget
) -> tuple[list[Observed], Report]:
    """Return the types of all values during a run of steps on the values in `slots`, and what the run took."""
    types: list[Observed] = [None] * len(graph.values)
    for index in steps.outside:
        types[index] = observed_type(engine.array(slots[index]))

    def note(operation: Operation, result: Any) -> None:
        types[operation.index] = observed_type(result)

    return types, execute(graph, steps, engine, slots, budget, note)


def observed_type(value: Any) -> Observed:
    """Return the observed type of a result."""
    if isinstance(value, tuple | list):
        return tuple(observed_type(item) for item in value)
    if isinstance(value, np.ndarray | np.generic):
        return ValueType(value.dtype, value.shape)
    if isinstance(value, TensorMeta):
        if any(isinstance(size, SymbolicSize) for size in value.shape):
            raise MetaError("data decides a shape")
        return ValueType(value.dtype, cast("tuple[int, ...]", value.shape))
    if isinstance(value, SymbolicSize | UnknownNumber):
        return int if isinstance(value, SymbolicSize) else value.kind
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
    zero = np.zeros((), dtype)
    sizes = [dim if isinstance(dim, int) else size(str(dim)) for dim in shape]
    try:
        return np.broadcast_to(zero, sizes)
    except ValueError as error:
        raise graph.error(LimitError, value, f"NumPy cannot hold the input: {error}", actual=str(value.type)) from None
