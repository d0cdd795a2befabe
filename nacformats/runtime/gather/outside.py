"""The values of a run that come from outside the graph: what the caller gives, weights, states.

Errors for those that a run needs and nobody gave have their names, their users, and the shapes they must have.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from threading import Lock
from typing import Any

import numpy as np

from nacformats.codec.columns.arrays import Array
from nacformats.errors import FormatError, InvalidError, LimitError
from nacformats.graph import graph as ir
from nacformats.ops.dtypes import BOOL
from nacformats.ops.names import ATEN
from nacformats.ops.table import marked, of_kind
from nacformats.restoring import resolution_of
from nacformats.runtime.budget import Budget, RunBudget
from nacformats.runtime.engines.base import Engine
from nacformats.runtime.gather.tensors import States, as_tensor
from nacformats.runtime.messages import did_you_mean
from nacformats.runtime.runs import RunSteps, SlotValues

#: The description that writers leave of a tensor: "Tensor_torch.Size([2, 3])_torch.int32".
_DESCRIPTION = re.compile(r"Size\(\[(?P<shape>[\d, ]*)\]\)_torch\.(?P<dtype>\w+)")
#: The most operations that are named as users of a value.
_MOST_CONSUMERS = 4

_Shape = tuple[int, ...]
#: (name of the parameter, arguments, shape of an argument where it is known) -> the shape in words, or "".
_Rule = Callable[[str, Mapping[str, Any], Callable[[str], _Shape | None]], str]


def missing_values(graph: ir.Graph, missing: Sequence[ir.GraphValue]) -> FormatError:
    """Return one error for all missing values; its place is that of the first."""
    first, *others = missing
    if graph.path:  # arguments are for the values of the program itself
        return graph.error(InvalidError, first, _reason(first), hint="no argument of a training step supplies it")
    shapes = _implied_shapes(graph, {value.index for value in missing})
    hint = _remedy(first, "supply it: ") + _taken(graph, first, shapes)
    for value in others:
        place = f"{graph.unit} {value.index} ({value.label})"
        hint += f"; missing as well: {place}: {_reason(value)}: {_remedy(value)}{_taken(graph, value, shapes)}"
    return graph.error(InvalidError, first, _reason(first), hint=hint)


def _reason(value: ir.GraphValue) -> str:
    match value:
        case ir.Weight():
            return "the file holds no tensor for it"
        case ir.State():
            return f"state {value.state_id} has no value"
        case ir.Input(lost=reason) | ir.Lost(reason=reason) if reason:
            return reason
    return "no value was given"


def _remedy(value: ir.GraphValue, verb: str = "") -> str:
    match value:
        case ir.Weight():
            return "give it: parameters={name: array}, or --parameters FILE.npz"
        case ir.State():
            return "set session.states[...]"
    return f"{verb}values={{{value.index}: array}}, or as the input {value.name or f'value{value.index}'!r}"


def _taken(graph: ir.Graph, value: ir.GraphValue, shapes: Mapping[int, str]) -> str:
    """Return a text that says which operations take a value, and in what shape as far as that follows."""
    consumers = [
        each for each in graph.every(ir.Operation) if any(ref.index == value.index for ref in ir.refs_of(each))
    ]
    named = [f"{graph.unit} {each.index} ({each.label})" for each in consumers[:_MOST_CONSUMERS]]
    named += [f"{len(consumers) - _MOST_CONSUMERS} more"] if len(consumers) > _MOST_CONSUMERS else []
    named += ["the outputs"] if any(ref.index == value.index for ref in graph.outputs) else []
    taken = f"; taken by {' and '.join(named)}" if named else ""
    described = _DESCRIPTION.search(value.lost) if isinstance(value, ir.Input) else None
    shape = f"{described['dtype']}[{described['shape']}]" if described else shapes.get(value.index, "")
    return f"{taken}, as {shape}" if shape else taken


def _implied_shapes(graph: ir.Graph, indices: set[int]) -> dict[int, str]:
    """Return the shapes of values, as far as the operations that take them tell."""
    try:
        spelled, origins, _ = resolution_of(graph)
    except FormatError:
        return {}
    found: dict[int, str] = {}
    for operation in spelled.every(ir.Operation):
        rule = _RULES.get(operation.operator)
        for name, argument in operation.attributes.items() if rule else ():
            index = origins[argument.index] if isinstance(argument, ir.Ref) else -1
            if rule and index in indices and index not in found:
                said = rule(name, operation.attributes, partial(_shape, spelled, operation.attributes))
                found |= {index: said} if said else {}
    return found


def _shape(graph: ir.Graph, arguments: Mapping[str, Any], name: str) -> _Shape | None:
    """Return the shape of an argument, if it is a weight or an input that declares one."""
    argument = arguments.get(name)
    value = graph.values[argument.index] if isinstance(argument, ir.Ref) else None
    if value is None:
        return None
    if value.type.shape is not None:
        return tuple(dim for dim in value.type.shape if isinstance(dim, int))
    try:
        return value.load().shape if isinstance(value, ir.Weight) and value.load is not None else None
    except FormatError:
        return None


def _listed(name: str, *of: str) -> _Rule:
    """Return the shape is an argument, for some of the parameters."""

    def rule(parameter: str, arguments: Mapping[str, Any], _shape_of: Any) -> str:
        sizes = arguments.get(name)
        is_known = isinstance(sizes, list) and all(isinstance(size, int) for size in sizes)
        return f"shape {sizes}" if parameter in of and is_known else ""

    return rule


def _alike(*names: str) -> _Rule:
    """Some arguments have one shape."""

    def rule(parameter: str, _arguments: Any, shape_of: Callable[[str], _Shape | None]) -> str:
        known = [shape for name in names if (shape := shape_of(name)) is not None]
        return f"shape {list(known[0])}" if parameter in names and known else ""

    return rule


def _broadcast(parameter: str, arguments: Mapping[str, Any], shape_of: Callable[[str], _Shape | None]) -> str:
    known = [shape for name in arguments if name != parameter and (shape := shape_of(name))]
    return f"a shape that broadcasts to {list(max(known, key=math.prod))}" if known else ""


def _layer(parameter: str, _arguments: Any, shape_of: Callable[[str], _Shape | None]) -> str:
    """Return a linear layer or a convolution: input and bias follow from the weight."""
    weight = shape_of("weight")
    if not weight or parameter not in ("input", "bias"):
        return ""
    if parameter == "bias":
        return f"shape [{weight[0]}]"
    return f"shape [..., {weight[-1]}]" if len(weight) == 2 else f"{len(weight)} dimensions"


def _product(parameter: str, _arguments: Any, shape_of: Callable[[str], _Shape | None]) -> str:
    """Return a matrix product: the inner sizes agree."""
    if parameter == "self" and (other := shape_of("other") or shape_of("mat2")):
        return f"shape [..., {other[-2] if len(other) > 1 else other[0]}]"
    if parameter in ("other", "mat2") and (first := shape_of("self")):
        return f"shape [..., {first[-1]}, n]"
    return ""


def _elements(parameter: str, arguments: Mapping[str, Any], _shape_of: Any) -> str:
    sizes = arguments.get("shape", arguments.get("size"))
    if parameter != "self" or not isinstance(sizes, list) or not all(isinstance(size, int) for size in sizes):
        return ""
    return f"{math.prod(sizes)} elements" if min(sizes, default=0) >= 0 else f"the elements of {sizes}"


def _indices(parameter: str, _arguments: Any, _shape_of: Any) -> str:
    return "integers of any shape" if parameter == "indices" else ""


_LISTED = _listed("normalized_shape", "weight", "bias")
_NORM = _alike("weight", "bias", "running_mean", "running_var")
_RULES: dict[str, _Rule] = {
    **dict.fromkeys(of_kind("elementwise"), _broadcast),
    **dict.fromkeys(marked("reshaping"), _elements),
    **dict.fromkeys(of_kind("normalization"), _NORM),
    **dict.fromkeys((ATEN.layer_norm.default, ATEN.native_layer_norm.default), _LISTED),
    ATEN.rms_norm.default: _listed("normalized_shape", "weight"),
    **{name: _layer for name in (ATEN.linear.default, *of_kind("convolution")) if "transpose" not in name},
    **dict.fromkeys((ATEN.matmul.default, ATEN.mm.default, ATEN.bmm.default), _product),
    ATEN.embedding.default: _indices,
}


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

    def __init__(self, graph: ir.Graph, engine: Engine, states: States, parameters: Mapping[str, Any]) -> None:
        self._graph = graph
        self._engine = engine
        self._states = states
        self._arrays = self._parameters_by_index(parameters)
        self.changed = set(self._arrays)
        self._weights = _Weights()
        self._lock = Lock()
        self._sizes: dict[str, tuple[int, ir.GraphValue]] = {}

    def gather(self, steps: RunSteps, given: Mapping[int, Any], budget: RunBudget) -> SlotValues:
        """Return the values of a run, with all that comes from outside in its slot."""
        weights = self._weights  # one set for the whole run, whatever steps other threads make
        common = steps.filled
        if common is None or common[0] is not weights:
            common = steps.filled = self._filled(steps, weights)
        _, filled, needed = common
        slots, sizes = list(filled), dict(self._sizes)
        for index, value in given.items():
            slots[index] = self._engine.tensor(self._checked(self._graph.values[index], value, sizes))
        rest = [value for value in needed if value.index not in given]
        missing = [value for value in rest if self._lacks(value)]
        if missing:
            raise missing_values(self._graph, missing)
        for value in rest:
            if budget.timed:
                budget.enter(value)
            slots[value.index] = self._outside(value, weights, sizes, budget)
            if isinstance(value, ir.Weight):
                steps.filled = None
        budget.weights = weights.copied
        return slots

    @staticmethod
    def _filled(steps: RunSteps, weights: _Weights) -> tuple[_Weights, SlotValues, list[ir.GraphValue]]:
        """Return what runs of steps have in common while there are no other weights."""
        slots, loaded = list(steps.template), weights.tensors
        for value in steps.needed:
            if value.index in loaded:
                slots[value.index] = loaded[value.index]
        return weights, slots, [value for value in steps.needed if value.index not in loaded]

    def parameter(self, value: ir.Weight, budget: RunBudget) -> Array:
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

    def _checked(self, value: ir.GraphValue, given: Any, sizes: dict[str, tuple[int, ir.GraphValue]]) -> Array:
        """Return the array that was given for a value, in the type that the file declares."""
        expected = value.type if not isinstance(value, ir.Operation) else ir.UNKNOWN
        if type(given) is np.ndarray and given.dtype is expected.dtype is not BOOL and given.shape == expected.shape:
            return given
        array = as_tensor(given, expected, lambda reason, **details: self._error(value, reason, **details))
        for axis, (dim, size) in enumerate(zip(expected.shape or (), array.shape, strict=False)):
            if isinstance(dim, str):
                bound, owner = sizes.setdefault(dim, (size, value))
                if bound != size:
                    reason = f"size {size} of axis {axis} does not agree with {owner.label}"
                    raise self._error(value, reason, expected=f"{dim} = {bound}", actual=size)
        return array

    def _outside(
        self, value: ir.GraphValue, weights: _Weights, sizes: dict[str, tuple[int, ir.GraphValue]], budget: RunBudget
    ) -> Any:
        """Return the value of something that the caller did not give for this run."""
        match value:
            case ir.Weight():
                return self._weight(value, weights, sizes, budget)
            case ir.State():
                return self._engine.tensor(self._states[value.state_id])
            case ir.Input():
                return self._engine.tensor(self._checked(value, value.default, sizes))
        raise missing_values(self._graph, [value])

    def _lacks(self, value: ir.GraphValue) -> bool:
        """True if there is nothing to take for a value that the caller did not give for this run."""
        match value:
            case ir.Weight():
                return value.load is None and value.index not in self._arrays
            case ir.State():
                return value.state_id not in self._states
            case ir.Input():
                return value.default is ir.NOTHING
        return True

    def _weight(
        self, value: ir.Weight, weights: _Weights, sizes: dict[str, tuple[int, ir.GraphValue]], budget: RunBudget
    ) -> Any:
        """Return a weight, dequantized when it is first needed; the engine's tensor shares the memory of the file or
        array.

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
                    weights.copies[value.index] = Engine().storage(array)[1]
                    weights.copied += weights.copies[value.index]
                weights.tensors[value.index] = self._engine.tensor(array)
                dims = zip(value.type.shape or (), array.shape, strict=False)
                self._sizes |= {dim: (size, value) for dim, size in dims if isinstance(dim, str)}
            return weights.tensors[value.index]

    def _require_room(self, value: ir.Weight, weights: _Weights, budget: RunBudget) -> None:
        """Refuse a weight whose numbers would not fit into the budget, before they are made."""
        if value.allocates is not None and value.index not in self._arrays:
            try:
                wanted = value.allocates()
            except FormatError:
                return  # loading it says what is wrong
            self._require(value, wanted, weights, budget)

    def _require(self, value: ir.Weight, size: int, weights: _Weights, budget: RunBudget) -> None:
        try:
            budget.require(size, weights.copied)
        except LimitError as error:
            raise self._graph.located(error, value) from error

    def _weight_array(self, value: ir.Weight) -> Any:
        if value.index in self._arrays:
            return self._arrays[value.index]
        if value.load is None:
            raise missing_values(self._graph, [value])
        try:
            return value.load()
        except FormatError as error:
            raise self._graph.located(error, value) from error

    def _error(self, value: ir.GraphValue, reason: str, **details: Any) -> FormatError:
        return self._graph.error(InvalidError, value, reason, **details)

    def _parameters_by_index(self, parameters: Mapping[str, Any]) -> dict[int, Any]:
        found: dict[int, Any] = {}
        by_name: dict[str, list[int]] = {}
        for value in self._graph.every(ir.Weight):
            by_name.setdefault(value.name, []).append(value.index)
        for name, array in parameters.items():
            if name not in by_name:
                reason = f"there is no parameter {name!r}{did_you_mean(name, by_name)}"
                raise InvalidError(reason, format=self._graph.format, path="parameters")
            found |= dict.fromkeys(by_name[name], array)
        return found


#: Graphs with their weights; where two have a parameter, the first one counts.
Sources = Sequence[tuple[ir.Graph, Outside]]


class CurrentParameters(Mapping[str, Array]):
    """The current parameters as arrays by name, each read on access."""

    def __init__(self, sources: Sources, budget: Budget) -> None:
        self._budget = budget
        self._places: dict[str, tuple[ir.Graph, Outside, ir.Weight]] = {}
        for graph, outside in sources:
            for value in graph.every(ir.Weight):
                self._places.setdefault(value.name, (graph, outside, value))

    def __getitem__(self, name: str) -> Array:
        graph, outside, value = self._places[name]
        return outside.parameter(value, RunBudget(graph, self._budget))

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, name: object) -> bool:
        return name in self._places


def changed_parameters(sources: Sources, budget: Budget) -> dict[int, Array]:
    """Return the parameters that are not those of the file, by id."""
    return {
        value.parameter: outside.parameter(value, RunBudget(graph, budget))
        for graph, outside in sources
        for value in graph.every(ir.Weight)
        if value.parameter is not None and value.index in outside.changed
    }
