"""The values of a run that come from outside the graph: what the caller gives, weights, states."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

import numpy as np

from nacformats.codec.columns.arrays import Array
from nacformats.errors import FormatError, InvalidError, LimitError
from nacformats.graph.graph import NOTHING, UNKNOWN, Graph, GraphValue, Input, Operation, State, Weight
from nacformats.runtime.budget import RunBudget
from nacformats.runtime.engines.base import Engine
from nacformats.runtime.engines.numpy_engine import NumpyEngine
from nacformats.runtime.gather.missing import missing_values
from nacformats.runtime.gather.tensors import States, as_tensor
from nacformats.runtime.messages import did_you_mean
from nacformats.runtime.sequence import RunSteps, SlotValues


@dataclass
class _Weights:
    """The weights that runs take, until a training step puts other ones in their place.

    Attributes:
        tensors: by index.
        copies: bytes of those that are no views of the file or of what the caller gave, by index.
        copied: their sum.
    """

    tensors: dict[int, Any] = field(default_factory=dict)
    copies: dict[int, int] = field(default_factory=dict)
    copied: int = 0


class Outside:
    """Everything that a graph takes from outside, as tensors of an engine.

    Args:
        graph: what is run.
        engine: makes the tensors.
        states: the states, which change from run to run.
        parameters: weights by name, besides those that the graph can load.

    Attributes:
        changed: the weights that are not those of the graph any more: the caller gave them, or a step made them.

    Raises:
        InvalidError: there is no parameter of a name.
    """

    def __init__(self, graph: Graph, engine: Engine, states: States, parameters: Mapping[str, Any]) -> None:
        self._graph = graph
        self._engine = engine
        self._states = states
        self._arrays = self._parameters_by_index(parameters)
        self.changed = set(self._arrays)
        self._weights = _Weights()
        self._lock = Lock()
        self._sizes: dict[str, tuple[int, GraphValue]] = {}

    def gather(self, steps: RunSteps, given: Mapping[int, Any], budget: RunBudget) -> SlotValues:
        """Return the values of a run, with all that comes from outside in its slot."""
        slots = list(steps.template)
        sizes = dict(self._sizes)
        for index, value in given.items():
            slots[index] = self._engine.tensor(self._checked(self._graph.values[index], value, sizes))
        weights = self._weights  # one set for the whole run, whatever steps other threads make
        loaded, rest = weights.tensors, []
        for value in steps.needed:
            index = value.index
            if index in given:
                continue
            if index in loaded:
                slots[index] = loaded[index]
            else:
                rest.append(value)
        missing = [value for value in rest if self._lacks(value)]
        if missing:
            raise missing_values(self._graph, missing)
        for value in rest:
            if budget.timed:
                budget.enter(value)
            slots[value.index] = self._outside(value, weights, sizes, budget)
        budget.weights = weights.copied
        return slots

    def parameter(self, value: Weight, budget: RunBudget) -> Array:
        """Return the array of a parameter as runs take it now, read-only.

        Raises:
            FormatError: there is none, or it does not fit the budget.
        """
        return self._engine.array(self._weight(value, self._weights, dict(self._sizes), budget))

    def replace(self, arrays: Mapping[int, Array]) -> None:
        """Put new arrays in the place of weights, by index; runs that have begun keep the old ones.

        The arrays belong to the session from then on. One array for several values is counted once.
        """
        made: dict[int, Any] = {}
        with self._lock:
            tensors, copies = dict(self._weights.tensors), dict(self._weights.copies)
            for index, array in arrays.items():
                array.flags.writeable = False
                copies[index] = 0 if id(array) in made else array.nbytes
                tensors[index] = made.setdefault(id(array), self._engine.tensor(array))
            self._weights = _Weights(tensors, copies, sum(copies.values()))
            self.changed |= arrays.keys()

    def _checked(self, value: GraphValue, given: Any, sizes: dict[str, tuple[int, GraphValue]]) -> Array:
        """Return the array that was given for a value, in the type that the file declares."""
        expected = value.type if not isinstance(value, Operation) else UNKNOWN
        array = as_tensor(given, expected, lambda reason, **details: self._error(value, reason, **details))
        for axis, (dim, size) in enumerate(zip(expected.shape or (), array.shape, strict=False)):
            if isinstance(dim, str):
                bound, owner = sizes.setdefault(dim, (size, value))
                if bound != size:
                    raise self._error(
                        value,
                        f"size {size} of axis {axis} does not agree with {owner.label}",
                        expected=f"{dim} = {bound}",
                        actual=size,
                    )
        return array

    def _outside(
        self, value: GraphValue, weights: _Weights, sizes: dict[str, tuple[int, GraphValue]], budget: RunBudget
    ) -> Any:
        """Return the value of something that the caller did not give for this run."""
        match value:
            case Weight():
                return self._weight(value, weights, sizes, budget)
            case State():
                return self._engine.tensor(self._states[value.state_id])
            case Input():
                return self._engine.tensor(self._checked(value, value.default, sizes))
        raise missing_values(self._graph, [value])

    def _lacks(self, value: GraphValue) -> bool:
        """True if there is nothing to take for a value that the caller did not give for this run."""
        match value:
            case Weight():
                return value.load is None and value.index not in self._arrays
            case State():
                return value.state_id not in self._states
            case Input():
                return value.default is NOTHING
        return True

    def _weight(
        self, value: Weight, weights: _Weights, sizes: dict[str, tuple[int, GraphValue]], budget: RunBudget
    ) -> Any:
        """A weight, dequantized when it is first needed; the engine's tensor shares the memory of the file or array.

        NAC files align nothing, and BLAS would copy an unaligned matrix on every run: it is copied once, here. Of
        several threads one makes it.
        """
        with self._lock:
            if value.index not in weights.tensors:
                self._require_room(value, weights, budget)
                given = self._weight_array(value)
                array = self._checked(value, given, sizes)
                if not array.flags.aligned:
                    self._require(value, array.nbytes, weights, budget)
                    array = array.copy()
                    array.flags.writeable = False  # nobody else has it: kernels may keep what they make of it
                array = array.view()
                array.flags.writeable = False
                if value.index not in self._arrays or not np.may_share_memory(array, given):
                    weights.copies[value.index] = NumpyEngine().storage(array)[1]
                    weights.copied += weights.copies[value.index]
                weights.tensors[value.index] = self._engine.tensor(array)
                dims = zip(value.type.shape or (), array.shape, strict=False)
                self._sizes |= {dim: (size, value) for dim, size in dims if isinstance(dim, str)}
            return weights.tensors[value.index]

    def _require_room(self, value: Weight, weights: _Weights, budget: RunBudget) -> None:
        """Refuse a weight whose numbers would not fit into the budget, before they are made."""
        if value.allocates is not None and value.index not in self._arrays:
            try:
                wanted = value.allocates()
            except FormatError:
                return  # loading it says what is wrong
            self._require(value, wanted, weights, budget)

    def _require(self, value: Weight, size: int, weights: _Weights, budget: RunBudget) -> None:
        try:
            budget.require(size, weights.copied)
        except LimitError as error:
            raise self._placed(value, error) from error

    def _placed(self, value: GraphValue, error: FormatError) -> FormatError:
        details = {"expected": error.expected, "actual": error.actual, "hint": error.hint}
        return self._graph.error(type(error), value, error.reason, **details)

    def _weight_array(self, value: Weight) -> Any:
        if value.index in self._arrays:
            return self._arrays[value.index]
        if value.load is None:
            raise missing_values(self._graph, [value])
        try:
            return value.load()
        except FormatError as error:
            raise self._placed(value, error) from error

    def _error(self, value: GraphValue, reason: str, **details: Any) -> FormatError:
        return self._graph.error(InvalidError, value, reason, **details)

    def _parameters_by_index(self, parameters: Mapping[str, Any]) -> dict[int, Any]:
        found: dict[int, Any] = {}
        by_name: dict[str, list[int]] = {}
        for value in self._graph.every(Weight):
            by_name.setdefault(value.name, []).append(value.index)
        for name, array in parameters.items():
            if name not in by_name:
                raise InvalidError(
                    f"there is no parameter {name!r}{did_you_mean(name, by_name)}",
                    format=self._graph.format,
                    path="parameters",
                )
            found |= dict.fromkeys(by_name[name], array)
        return found


#: Graphs with their weights; where two have a parameter, the first one counts.
Sources = Sequence[tuple[Graph, Outside]]


class CurrentParameters(Mapping[str, Array]):
    """The current parameters as arrays by name, each read on access."""

    def __init__(self, sources: Sources, max_memory: int) -> None:
        self._max_memory = max_memory
        self._places: dict[str, tuple[Graph, Outside, Weight]] = {}
        for graph, outside in sources:
            for value in graph.every(Weight):
                self._places.setdefault(value.name, (graph, outside, value))

    def __getitem__(self, name: str) -> Array:
        graph, outside, value = self._places[name]
        return outside.parameter(value, RunBudget(graph, self._max_memory))

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, name: object) -> bool:
        return name in self._places


def changed_parameters(sources: Sources, max_memory: int) -> dict[int, Array]:
    """Return the parameters that are not those of the file, by id."""
    return {
        value.parameter: outside.parameter(value, RunBudget(graph, max_memory))
        for graph, outside in sources
        for value in graph.every(Weight)
        if value.parameter is not None and value.index in outside.changed
    }
