"""Steps of a training program: the forward pass, the gradients, and new parameters for old ones, all or none.

A training program holds gradients only. Its first one is that of the loss with respect to what the loss compares, and
such an operation has all the arguments of the loss itself: so the loss of the forward pass is read off it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any

import numpy as np

from nacformats.codec.columns.arrays import Array
from nacformats.errors import FormatError, InvalidError, UnsupportedError
from nacformats.graph import graph as ir
from nacformats.graph.aliasing import base_name
from nacformats.graph.of_nac import training_of
from nacformats.ops.names import ATEN
from nacformats.ops.schemas import Kernel
from nacformats.ops.table import marked, of_kind, operators, operators_called
from nacformats.runtime.budget import Budget, RunBudget
from nacformats.runtime.engines.base import Engine
from nacformats.runtime.execution import as_arrays, execute, outputs_of, require_outputs
from nacformats.runtime.gather.outside import Outside
from nacformats.runtime.gather.tensors import States, as_tensor
from nacformats.runtime.runs import Report, RunSteps, SlotValues, TrainingStep
from nacformats.runtime.steps.making import make_steps
from nacformats.runtime.training.updates import Tied, TiedParameters, Updates, updated

#: Gradient of a loss -> the loss: it takes as many of the arguments after the first one as it has parameters.
_LOSSES = {
    f"{row.base}_backward": row
    for row in (operators()[name] for name in of_kind("loss"))
    if operators_called(f"{row.base}_backward")
}
#: Operations that give the numbers of their first operand.
_SAME_NUMBERS = {operators()[name].base for name in marked("cast", "duplicate", "identity", "reshaping")}
_EXPAND = base_name(ATEN.expand.default)
_SAME_NUMBERS |= {"pass", _EXPAND}
_OUTPUT = "<OUTPUT>"


@dataclass(frozen=True)
class LossProgram:
    """The operations that compute the loss.

    Attributes:
        graph: the training program with further values, of which the last one is the loss and the output.
        shape: that the first output of the forward pass has to have; None where any will do.
    """

    graph: ir.Graph
    shape: list[int] | None = None


def loss_of(graph: ir.Graph, forward: ir.Graph) -> LossProgram | None:
    """Return the program of the forward pass's loss; None if the training program does not show it.

    It shows it where one operation is the gradient of a loss, and all that follows from the 1 at the start goes through
    that operation; or where that 1 is expanded to the shape of the first output, whose elements are summed up then.
    """
    found = [operation for operation in graph.every(ir.Operation) if base_name(operation.operator) in _LOSSES]
    if not found:
        return _sum(graph, forward)
    if len(found) > 1 or not _begins(graph, found[0]):
        return None
    (gradient,) = found
    loss = _LOSSES[base_name(gradient.operator)]
    operator, count = loss.name, len(loss.parameters)
    operands = gradient.operands[1 : 1 + count]
    if len(operands) < count or isinstance(_value(graph, operands[0]), ir.Input | None):
        return None
    return LossProgram(_with(graph, replace(gradient, operator=operator, operands=operands)))


def _sum(graph: ir.Graph, forward: ir.Graph) -> LossProgram | None:
    expanded = [
        each for each in graph.every(ir.Operation) if base_name(each.operator) == _EXPAND and _begins(graph, each)
    ]
    if len(expanded) != 1 or not forward.outputs or forward.outputs[0].part is not None:
        return None
    sizes = expanded[0].operands[1] if len(expanded[0].operands) > 1 else None
    if not isinstance(sizes, list | tuple) or not all(isinstance(size, int) for size in sizes):
        return None
    users = [graph.values[index] for index in _users(graph, {expanded[0].index})]
    if any(isinstance(user, ir.Operation) and math.prod(sizes) in user.operands for user in users):
        return None  # divided by the number of elements: it may be their mean
    output = ir.Saved(len(graph.values), source=forward.outputs[0].index)
    saved = replace(graph, values=[*graph.values, output])
    total = replace(expanded[0], operator=ATEN.sum.default, operands=(ir.Ref(output.index),))
    return LossProgram(_with(saved, total), list(sizes))


def _with(graph: ir.Graph, loss: ir.Operation) -> ir.Graph:
    """Return a program with one more operation, which is its output."""
    index = len(graph.values)
    return replace(graph, values=[*graph.values, replace(loss, index=index)], outputs=(ir.Ref(index),))


def _begins(graph: ir.Graph, gradient: ir.Operation) -> bool:
    """True if the first operand of an operation is the 1 at the start, which nothing else takes."""
    chain: set[int] = set()
    value = _value(graph, gradient.operands[0]) if gradient.operands else None
    while isinstance(value, ir.Operation) and _is_same(value) and value.operands:
        chain.add(value.index)
        value = _value(graph, value.operands[0])
    if not isinstance(value, ir.Input) or value.default != 1:
        return False
    chain.add(value.index)
    others = (ref for ref in ir.refs_of(replace(gradient, operands=gradient.operands[1:])))
    return set(_users(graph, chain)) <= {*chain, gradient.index} and chain.isdisjoint(ref.index for ref in others)


def _is_same(operation: ir.Operation) -> bool:
    name = operation.operator
    return (base_name(name) or name.removeprefix("nac.")) in _SAME_NUMBERS


def _users(graph: ir.Graph, chain: set[int]) -> Iterator[int]:
    for operation in graph.every(ir.Operation):
        if operation.operator != _OUTPUT and any(ref.index in chain for ref in ir.refs_of(operation)):
            yield operation.index


def _value(graph: ir.Graph, operand: object) -> object:
    return graph.values[operand.index] if isinstance(operand, ir.Ref) else None


def training_program(
    model: object, given: ir.TrainingProgram | None, graph: ir.Graph
) -> tuple[ir.TrainingProgram, ir.Graph]:
    """Return the training program of a step, and the graph whose values it takes, which may have further values.

    Args:
        model: what the session was made of.
        given: a training program in place of that of the model, which is run as it is.
        graph: of the session.

    Raises:
        UnsupportedError: there is no training program.
        FormatError: it cannot be read.
    """
    if given is not None:
        return given, graph
    program = training_of(model)
    if program is None:
        reason = "there is no training program: the model can be run, and not be trained"
        hint = "NAC files of v1.7 and v1.8 may have one, in the section TRNG"
        raise UnsupportedError(reason, format=graph.format, path="trng", hint=hint)
    program.graph.verify()
    # The one door of what guesses: only a file with a training program goes through it.
    from nacformats.restoring.training import restore_training  # noqa: PLC0415

    return restore_training(program, graph)


#: The type of class numbers in PyTorch.
_CLASSES = np.dtype(np.int64)


@dataclass
class _Forward:
    """A forward pass: its steps, the values that are left of it, what it took, and the targets as arrays.

    held: bytes of these values and of copied weights, for as long as the step takes.
    """

    steps: RunSteps
    slots: SlotValues
    report: Report
    targets: Sequence[Array]
    held: int


class Trainer:
    """Takes training steps on the parameters of a session.

    Args:
        program: computes gradients.
        forward: of this graph; it begins with the values of that of the session, and may have more.
        engine, operations: as those of the session.
        outside: the weights of the session, which steps replace.
        states: those of the session.

    Attributes:
        targets: how many targets a step takes.
        sources: each of the two graphs, with its weights.

    Raises:
        FormatError: the program refers to what does not exist, or holds what the engine cannot run.
    """

    def __init__(
        self,
        program: ir.TrainingProgram,
        forward: ir.Graph,
        engine: Engine,
        operations: Mapping[str, Kernel],
        outside: Outside,
        states: States,
    ) -> None:
        forward.verify()
        program.graph.verify()
        self._forward, self._graph, self._updates = forward, program.graph, program.updates
        self._engine, self._operations = engine, operations
        self._outside, self._own = outside, Outside(program.graph, engine, states, {})
        self.sources = (forward, outside), (program.graph, self._own)
        self._parameters = TiedParameters(program, forward)
        self._shared = dict(self._parameters.loaded_by_both())
        numbers = (value.number for graph in (forward, program.graph) for value in graph.every(ir.Target))
        self.targets = 1 + max(numbers, default=-1)
        self._steps: dict[object, RunSteps] = {}
        self._lock = Lock()
        self._loss = loss_of(program.graph, forward)
        saved = _saved(program.graph if self._loss is None else self._loss.graph, forward)
        trained = (tied.forward[0] for tied in self._parameters.of_updates if tied.forward)
        self._keep = sorted({*saved, *self._shared.values(), *trained})
        self._training_steps(with_rates=True)

    def step(
        self, given: Mapping[int, Any], targets: object, rate: float | None, limits: Budget
    ) -> tuple[TrainingStep, Report]:
        """Make one step; when it fails, every parameter is what it was. Steps of several threads wait for each other.

        Args:
            given: what the caller gives for values of the graph, by index.
            targets: one array for each in a list or tuple; or the only one, which may be a list of numbers.
            rate: for all parameters, in place of what the program says.
            limits: what the step may take.

        Raises:
            FormatError: an argument is missing or wrong, or a value cannot be computed; it names the instruction.
        """
        self._refuse_given(given)
        arrays = self._checked_targets(targets)
        with self._lock:
            budget = RunBudget(self._forward, limits)
            step, made, report = budget.run(lambda: self._computed(given, arrays, rate, budget))
            self._outside.replace({index: array for tied, array in made.arrays.items() for index in tied.forward})
            self._own.replace({index: array for tied, array in made.arrays.items() for index in tied.own})
        return step, report

    def _computed(
        self, given: Mapping[int, Any], targets: Sequence[Array], rate: float | None, budget: RunBudget
    ) -> tuple[TrainingStep, Updates, Report]:
        """Return a step, without its effect."""
        forward = self._run_forward(given, targets, budget)
        outputs = outputs_of(self._engine, forward.slots, forward.steps)
        budget.graph = self._graph
        steps = self._training_steps(with_rates=rate is None)
        slots = self._gathered(steps, forward, budget)
        report = execute(self._graph, steps, self._engine, slots, budget)
        results = [as_arrays(self._engine, slots[slot]) for slot in steps.outputs]
        count = len(self._updates)
        made = updated(
            self._graph,
            list(zip(self._updates, self._parameters.of_updates, strict=True)),
            {tied: self._engine.array(self._current(tied, forward, slots)) for tied in self._parameters.of_updates},
            results[:count],
            results[count:] if rate is None else [rate] * count,
            budget,
            report.live_bytes,
        )
        report.seconds += forward.report.seconds
        report.peak_bytes = max(forward.report.peak_bytes, forward.report.live_bytes + report.peak_bytes)
        names = tuple(tied.name for tied in made.arrays)
        gradients = {tied.name: gradient for tied, gradient in made.gradients.items()}
        return TrainingStep(outputs, self._loss_of(forward, budget), names, gradients), made, report

    # the forward pass

    def _run_forward(self, given: Mapping[int, Any], targets: Sequence[Array], budget: RunBudget) -> _Forward:
        steps = self._forward_steps(frozenset(index for index in given if self._is_computed(index)))
        slots = self._outside.gather(_without(steps, lambda value: isinstance(value, ir.Target)), given, budget)
        self._fill_targets(steps, slots, targets)
        report = execute(self._forward, steps, self._engine, slots, budget)
        require_outputs(self._forward, slots, steps, budget)
        return _Forward(steps, slots, report, targets, budget.weights + report.live_bytes)

    def _is_computed(self, index: int) -> bool:
        return isinstance(self._forward.values[index], ir.Operation)

    def _forward_steps(self, supplied: frozenset[int]) -> RunSteps:
        if supplied not in self._steps:
            self._steps[supplied] = make_steps(self._forward, self._engine, self._operations, supplied, self._keep)
        return self._steps[supplied]

    # the training program

    def _training_steps(self, with_rates: bool) -> RunSteps:
        if with_rates not in self._steps:
            results = [update.gradient for update in self._updates]
            results += [update.rate for update in self._updates if with_rates]
            keep = {index for tied in self._parameters.of_updates for index in tied.own[:1]}
            graph = replace(self._graph, outputs=tuple(results))
            self._steps[with_rates] = make_steps(graph, self._engine, self._operations, (), sorted(keep))
        return self._steps[with_rates]

    def _gathered(self, steps: RunSteps, forward: _Forward, budget: RunBudget) -> SlotValues:
        """Return the values of a run of the training program, with all that comes from outside in its slot."""
        budget.weights = forward.held
        slots = self._own.gather(_without(steps, self._is_elsewhere), {}, budget)
        budget.weights += forward.held
        for value in steps.needed:
            source = value.source if isinstance(value, ir.Saved) else self._shared.get(value.index)
            if source is not None:
                slots[value.index] = forward.slots[source]
        self._fill_targets(steps, slots, forward.targets)
        return slots

    def _is_elsewhere(self, value: ir.GraphValue) -> bool:
        """True if a value comes from the forward pass, or from the caller of the step."""
        return isinstance(value, ir.Saved | ir.Target) or value.index in self._shared

    def _fill_targets(self, steps: RunSteps, slots: SlotValues, targets: Sequence[Array]) -> None:
        for value in steps.needed:
            if isinstance(value, ir.Target):
                slots[value.index] = self._engine.tensor(targets[value.number])

    def _current(self, tied: Tied, forward: _Forward, slots: SlotValues) -> Any:
        """Return a parameter as the step began with it."""
        return forward.slots[tied.forward[0]] if tied.forward else slots[tied.own[0]]

    def _loss_of(self, forward: _Forward, budget: RunBudget) -> float | None:
        """Return the loss of a forward pass; whatever keeps it from being computed does not matter to the step."""
        if self._loss is None or self._loss.shape not in (None, _shape_of(forward)):
            return None
        try:
            if "loss" not in self._steps:
                self._steps["loss"] = make_steps(self._loss.graph, self._engine, self._operations)
            steps = self._steps["loss"]
            slots = self._gathered(steps, forward, budget)
            execute(self._loss.graph, steps, self._engine, slots, budget)
            loss = as_arrays(self._engine, slots[steps.outputs[0]])
        except FormatError:
            return None
        return float(loss.item()) if isinstance(loss, np.ndarray) and loss.size == 1 else None

    # what the caller gives

    def _refuse_given(self, given: Mapping[int, Any]) -> None:
        for tied in self._parameters.of_updates:
            if not given.keys().isdisjoint(tied.forward):
                reason = f"parameter {tied.name!r} is given for this run, and what is given cannot be trained"
                hint = "parameters= of the session gives it for good"
                raise InvalidError(reason, format=self._forward.format, path="inputs", hint=hint)

    def _checked_targets(self, targets: object) -> list[Array]:
        is_one = not isinstance(targets, list | tuple) or (self.targets == 1 and _holds_numbers(targets))
        every = [targets] if is_one else list(targets)  # type: ignore[call-overload]
        if len(every) != self.targets:
            reason = f"the training program takes {self.targets} target{'' if self.targets == 1 else 's'}"
            hint = "a list or tuple has one array for each target" if len(every) > 1 else None
            raise InvalidError(reason, format=self._forward.format, path="targets", actual=len(every), hint=hint)
        return [self._checked_target(number, target) for number, target in enumerate(every)]

    def _checked_target(self, number: int, target: object) -> Array:
        def error(reason: str, **details: Any) -> FormatError:
            return InvalidError(f"target {number}: {reason}", format=self._forward.format, path="targets", **details)

        array = as_tensor(target, ir.UNKNOWN, error)
        return array.astype(_CLASSES, copy=False) if array.dtype.kind in "iu" else array


def _saved(graph: ir.Graph, forward: ir.Graph) -> list[int]:
    """Return the values of the program that its training program takes."""
    for value in graph.every(ir.Saved):
        if not 0 <= value.source < len(forward.values):
            reason = f"takes the result of {forward.unit} {value.source} of the program, which does not exist"
            raise graph.error(InvalidError, value, reason, expected=f"0 to {len(forward.values) - 1}")
    return [value.source for value in graph.every(ir.Saved)]


def _holds_numbers(values: Sequence[object]) -> bool:
    return bool(values) and all(isinstance(value, int | float) for value in values)


def _shape_of(forward: _Forward) -> list[int]:
    """Return the shape of the first output."""
    return list(getattr(forward.slots[forward.steps.outputs[0]], "shape", ()))


def _without(steps: RunSteps, is_elsewhere: Callable[[ir.GraphValue], bool]) -> RunSteps:
    """Return steps that take some values from elsewhere."""
    return replace(steps, needed=[value for value in steps.needed if not is_elsewhere(value)])
