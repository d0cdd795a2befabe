"""Runs that are like an earlier one: the same calls, without looking again at what they cost.

Where everything that comes from outside has the types, shapes and strides of an earlier run, so have the results, and
the memory that they take is that of the earlier run. A replay makes the calls alone, and puts results in the memory of
operands that nothing needs any more. Results whose size numbers or
elements decide are compared with the earlier ones, and whatever goes wrong leaves the run to the ordinary steps, which
say what it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import is_, itemgetter
from time import perf_counter
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from nacformats.graph.graph import Graph, Weight
from nacformats.ops.kernels.direct import direct_call
from nacformats.ops.scratch import Estimate, sizing
from nacformats.ops.table import operators
from nacformats.runtime.budget import RunBudget, estimated_cost
from nacformats.runtime.engines.base import Engine
from nacformats.runtime.runs import Report, RunStep, RunSteps, SlotValues
from nacformats.runtime.threads import is_worth_threads, usual_threads

#: RunReplays that steps keep, one for each set of shapes.
_MOST_REPLAYS = 16
#: From this many bytes on, fresh memory costs more than what is done with it.
_LEAST_REUSED = 16384
#: Kinds of operators whose results have the sizes that the shapes of tensors and the numbers among operands say.
_BY_SHAPES = frozenset(
    """
    elementwise view copy reduction product attention convolution pooling resampling padding normalization recurrent
    loss gradient
    """.split()  # noqa: SIM905  a table
)


#: Called after a step with its result, the seconds that it took, and the bytes that it added.
Watcher: TypeAlias = Callable[[RunStep, Any, float, int], None]


class _DifferentError(Exception):
    """A result is not like that of the earlier run."""


def _layout(value: Any) -> Any:
    """Return the type, sizes and strides of an array, or of the parts of a tuple; the type of anything else."""
    if isinstance(value, np.ndarray):
        return value.dtype, value.shape, value.strides
    return tuple(map(_layout, value)) if isinstance(value, tuple | list) else type(value)


@dataclass
class _Doubt:
    """A call of which numbers or elements may decide the result or the cost.

    found: the layout of its result. estimate: its cost, where that may be another.
    """

    found: Any
    estimate: Estimate | None

    def call(self, function: Callable[..., Any], arguments: Sequence[Any], budget: RunBudget, in_use: int) -> Any:
        """Return the result. LimitError or _DifferentError where it is not like that of the earlier run."""
        if self.estimate is not None:
            budget.require(self.estimate(*arguments).bytes, in_use)
        result = function(*arguments)
        if _layout(result) != self.found:
            raise _DifferentError
        return result


class _Call(NamedTuple):
    """values[slot] = function(*gather(values)), after which the slots in `frees` are no longer needed."""

    function: Callable[..., Any]
    gather: Callable[[SlotValues], Sequence[Any]]
    slot: int
    frees: tuple[int, ...]
    doubt: _Doubt | None


@dataclass
class RunReplay:
    """The calls of a run.

    Attributes:
        calls: in order.
        constants: values of the slots after those of the template.
        room: bytes that the earlier run might take.
        peak, live: bytes that results hold at most, and at the end.
    """

    calls: list[_Call]
    constants: list[Any]
    room: int
    peak: int
    live: int

    def run(self, values: SlotValues, budget: RunBudget) -> Report | None:
        """Fill the slots; None where the ordinary steps have to."""
        values.extend(self.constants)
        started = perf_counter()
        try:
            for function, gather, slot, frees, doubt in self.calls:
                if doubt is None:
                    values[slot] = function(*gather(values))
                else:
                    values[slot] = doubt.call(function, gather(values), budget, self.peak)
                for freed in frees:
                    values[freed] = None
        except Exception:  # noqa: BLE001  the ordinary steps raise it again, and say where
            return None
        return Report(perf_counter() - started, self.peak, self.live)


class RunReplays:
    """The replays of some steps, by what comes from outside."""

    def __init__(self, graph: Graph, steps: RunSteps) -> None:
        weights = [slot for slot in steps.outside if isinstance(graph.values[slot], Weight)]
        self._weights = _picker(weights)
        self._others = [slot for slot in steps.outside if not isinstance(graph.values[slot], Weight)]
        self._can_repeat = all(step.kernel is not None for step in steps.sequence)
        #: The weights of the last run, of which no more are held, and the replays of runs with them.
        self._last: tuple[tuple[Any, ...], dict[Any, RunReplay | None]] = ((), {})

    def run(
        self, values: SlotValues, budget: RunBudget, engine: Engine, ordinary: Callable[[Watcher | None], Report]
    ) -> Report:
        """Make a run: replay an earlier one like it, or do what is ordinary; the second time, take that down."""
        if not self._can_repeat:
            return ordinary(None)
        known = self._known(tuple(self._weights(values)))
        key = tuple([_key(values[slot]) for slot in self._others])
        replay = known.get(key)
        if replay is not None and budget.room >= replay.room:
            with engine.running():
                report = replay.run(values, budget)
            if report is None:
                report = ordinary(None)
                self._can_repeat = False  # that worked: results are of other sizes
            return report
        if key not in known:
            if len(known) >= _MOST_REPLAYS:
                known.clear()
            known[key] = None
            return ordinary(None)
        recorder = Recorder(values)
        report = ordinary(recorder.note)
        if not budget.has_watched:
            known[key] = recorder.replay(budget, report)
        return report

    def _known(self, weights: tuple[Any, ...]) -> dict[Any, RunReplay | None]:
        """Return the replays of runs with some weights; other ones make an end of those."""
        last, known = self._last
        if len(last) != len(weights) or not all(map(is_, last, weights)):
            known = {}
            self._last = weights, known
        return known


def _key(value: Any) -> Any:
    """Return the layout of an array, or a number; what equals nothing else for anything else."""
    if isinstance(value, np.ndarray):
        return _layout(value)
    return (type(value), value) if isinstance(value, int | float | complex | str | None) else object()


class Recorder:
    """Takes down a run of the ordinary steps, to replay it."""

    def __init__(self, values: SlotValues) -> None:
        self._values, self._first = values, len(values)
        self._constants: list[Any] = []
        self._calls: list[_Call] = []
        self._live = {slot for slot, value in enumerate(values) if value is not None}

    def note(self, step: RunStep, result: Any, _seconds: float, _size: int) -> None:
        """Take down one step, whose operands are still there, and its result."""
        function, slots = self._direct(step)
        self._live.add(step.slot)
        dead = self._dead(step, result) if slots is not None and _takes_out(function) else None
        self._live.difference_update(step.frees)
        if slots is not None and dead is not None:
            slots = [*slots, dead]
        gather = step.gather if slots is None else _picker(slots)
        cost = estimated_cost(step.estimate, tuple(step.gather(self._values)))
        if cost is not None and is_worth_threads(cost.work):
            function = usual_threads(function)
        self._calls.append(_Call(function, gather, step.slot, step.frees, self._doubt(step, result)))

    def _dead(self, step: RunStep, result: Any) -> int | None:
        """Return the slot of an operand whose memory the result may take: nothing else is in it, and
        nothing needs it.
        """
        if not isinstance(result, np.ndarray) or result.nbytes < _LEAST_REUSED:
            return None
        for slot in step.uses:
            operand = self._values[slot]
            if slot not in step.frees or operand is result or _layout(operand) != _layout(result):
                continue
            if operand.base is None and operand.flags.writeable and self._is_alone(slot, operand):
                return slot
        return None

    def _is_alone(self, own: int, array: Any) -> bool:
        others = [self._values[slot] for slot in self._live if slot != own]
        return not any(np.may_share_memory(array, each) for each in _arrays(others))

    def replay(self, budget: RunBudget, report: Report) -> RunReplay:
        """Return the replay of the run."""
        return RunReplay(self._calls, self._constants, budget.room, report.peak_bytes, report.live_bytes)

    def _direct(self, step: RunStep) -> tuple[Callable[..., Any], Sequence[int] | None]:
        """Return the function that a step calls, and the slots of its arguments where these are no lists of slots."""
        if step.slots is None:
            return step.function, None
        arguments = [self._values[slot] for slot in step.slots]
        found = direct_call(step.kernel or "", arguments)
        if found is None:
            return step.function, step.slots
        function, operands = found
        slots = []
        for place, operand in enumerate(operands):
            if place < len(arguments) and operand is arguments[place]:
                slots.append(step.slots[place])
            else:
                slots.append(self._first + len(self._constants))
                self._constants.append(operand)
        return function, slots

    def _doubt(self, step: RunStep, result: Any) -> _Doubt | None:
        known, row = sizing(step.kernel or ""), operators().get(step.kernel or "")
        taken = [self._values[slot] for slot in step.uses]
        by_numbers = not all(isinstance(each, np.ndarray | tuple | list) for each in taken)
        by_elements = known is not None and known.by_elements
        # The others are also decided by integers among the tensors: the places where `tensor_split` splits, say.
        decided = by_numbers or by_elements or any(_has_integers(each) for each in taken[1:])
        if not step.kernel or (row is not None and row.kind in _BY_SHAPES and not decided):
            return None
        weighed = known is not None and (by_elements or (by_numbers and known.by_numbers))
        return _Doubt(_layout(result), step.estimate if weighed else None)


def _arrays(values: Iterable[Any]) -> Iterator[Any]:
    for value in values:
        if isinstance(value, np.ndarray):
            yield value
        elif isinstance(value, tuple | list):
            yield from _arrays(value)


def _has_integers(value: Any) -> bool:
    return isinstance(value, np.ndarray) and value.dtype.kind == "i"


def _takes_out(function: Any) -> bool:
    """True if a function takes the array to fill after its operands; of some of NumPy it has to be named."""
    return isinstance(function, np.ufunc) and function not in (np.maximum, np.minimum)


def _picker(slots: Sequence[int]) -> Callable[[SlotValues], Sequence[Any]]:
    """Return the function that picks the values of slots, without a loop in Python."""
    if not slots:
        return lambda _values: ()
    if len(slots) == 1:
        return itemgetter(slice(slots[0], slots[0] + 1))
    return itemgetter(*slots)
