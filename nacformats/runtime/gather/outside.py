"""The values of a run that come from outside the graph: what the caller gives, weights, states."""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock
from typing import Any

import numpy as np

from nacformats.errors import FormatError, InvalidError, LimitError
from nacformats.graph import NOTHING, UNKNOWN, Array, Graph, GraphValue, Input, Operation, State, Weight
from nacformats.runtime.budget import Budget
from nacformats.runtime.engines import Engine, NumpyEngine
from nacformats.runtime.gather.missing import missing_values
from nacformats.runtime.gather.tensors import States, as_tensor
from nacformats.runtime.messages import did_you_mean
from nacformats.runtime.plan import Plan, Slots


class Outside:
    """Everything that a graph takes from outside, as tensors of an engine.

    Args:
        graph: what is run.
        engine: makes the tensors.
        states: the states, which change from run to run.
        parameters: weights by name, besides those that the graph can load.

    Raises:
        InvalidError: there is no parameter of a name.
    """

    def __init__(self, graph: Graph, engine: Engine, states: States, parameters: Mapping[str, Any]) -> None:
        self._graph = graph
        self._engine = engine
        self._states = states
        self._arrays = self._parameters_by_index(parameters)
        self._weights: dict[int, Any] = {}
        self._copied = 0  # bytes of weights that are no views of the file or of what the caller gave
        self._lock = Lock()
        self._sizes: dict[str, tuple[int, GraphValue]] = {}

    def gather(self, plan: Plan, given: Mapping[int, Any], budget: Budget) -> Slots:
        """The values of a run, with all that comes from outside in its slot."""
        slots = list(plan.template)
        sizes = dict(self._sizes)
        for index, value in given.items():
            slots[index] = self._engine.tensor(self._checked(self._graph.values[index], value, sizes))
        loaded, rest = self._weights, []
        for value in plan.needed:
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
            slots[value.index] = self._outside(value, sizes, budget)
        budget.weights = self._copied
        return slots

    def _checked(self, value: GraphValue, given: Any, sizes: dict[str, tuple[int, GraphValue]]) -> Array:
        """What was given for a value, as an array of the type that the file declares."""
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

    def _outside(self, value: GraphValue, sizes: dict[str, tuple[int, GraphValue]], budget: Budget) -> Any:
        """The value of something that the caller did not give for this run."""
        match value:
            case Weight():
                return self._weight(value, sizes, budget)
            case State():
                return self._engine.tensor(self._states[value.state_id])
            case Input():
                return self._engine.tensor(self._checked(value, value.default, sizes))
        raise missing_values(self._graph, [value])

    def _lacks(self, value: GraphValue) -> bool:
        """Whether there is nothing to take for a value that the caller did not give for this run."""
        match value:
            case Weight():
                return value.load is None and value.index not in self._arrays
            case State():
                return value.state_id not in self._states
            case Input():
                return value.default is NOTHING
        return True

    def _weight(self, value: Weight, sizes: dict[str, tuple[int, GraphValue]], budget: Budget) -> Any:
        """A weight, dequantized when it is first needed; the engine's tensor shares the memory of the file or array.

        NAC files align nothing, and BLAS would copy an unaligned matrix on every run: it is copied once, here. Of
        several threads one makes it.
        """
        with self._lock:
            if value.index not in self._weights:
                self._require_room(value, budget)
                given = self._weight_array(value)
                array = self._checked(value, given, sizes)
                if not array.flags.aligned:
                    self._require(value, array.nbytes, budget)
                if not array.flags.aligned:
                    array = array.copy()
                    array.flags.writeable = False  # nobody else has it: kernels may keep what they make of it
                array = array.view()
                array.flags.writeable = False
                if value.index not in self._arrays or not np.may_share_memory(array, given):
                    self._copied += NumpyEngine().storage(array)[1]
                self._weights[value.index] = self._engine.tensor(array)
                dims = zip(value.type.shape or (), array.shape, strict=False)
                self._sizes |= {dim: (size, value) for dim, size in dims if isinstance(dim, str)}
            return self._weights[value.index]

    def _require_room(self, value: Weight, budget: Budget) -> None:
        """Refuse a weight whose numbers would not fit into the budget, before they are made."""
        if value.allocates is not None and value.index not in self._arrays:
            try:
                wanted = value.allocates()
            except FormatError:
                return  # loading it says what is wrong
            self._require(value, wanted, budget)

    def _require(self, value: Weight, size: int, budget: Budget) -> None:
        try:
            budget.require(size, self._copied)
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
