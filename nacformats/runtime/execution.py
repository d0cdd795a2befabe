"""Running steps: the loop over them, the memory that they hold, and errors that say where."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np

from nacformats import limits
from nacformats.errors import FormatError, InvalidError, LimitError, UnsupportedError
from nacformats.graph.graph import UNKNOWN, Graph, Input, Operation, refs_of
from nacformats.runtime.budget import RunBudget
from nacformats.runtime.engines.base import Engine
from nacformats.runtime.messages import describe_value
from nacformats.runtime.runs import EVERY_TIME, OperationCost, Report, RunStep, RunSteps, SlotValues, TraceCallback
from nacformats.runtime.steps.replays import RunReplays, Watcher


def _extent(value: Any) -> int:
    """Return the bytes that the elements of a value take by its shape, although a view may hold far fewer."""
    if isinstance(value, tuple | list):
        return sum(_extent(item) for item in value)
    try:
        size: int = getattr(value, "nbytes", 0)
    except RuntimeError:  # a sparse tensor of PyTorch has several memories
        return 0
    return size


def require_outputs(graph: Graph, slots: SlotValues, steps: RunSteps, budget: RunBudget) -> None:
    """Raise LimitError for outputs of more elements than fit, though they are views: whoever gets them
    writes them all.
    """
    try:
        budget.require_extent(sum(_extent(slots[slot]) for slot in steps.outputs if slot not in steps.outside))
    except LimitError as error:
        reason = f"what the outputs hold {error.reason}"
        raise LimitError(
            reason, format=graph.format, path="outputs", expected=error.expected, hint=error.hint
        ) from error


def outputs_of(engine: Engine, slots: SlotValues, steps: RunSteps) -> list[Any]:
    """Return the outputs of a run as the caller gets them."""
    outputs = [as_arrays(engine, slots[slot]) for slot in steps.outputs]
    return [np.asarray(output) if isinstance(output, int | float) else output for output in outputs]


class MemoryMeter:
    """The bytes that live results hold; views of one memory count once, foreign memory not at all.

    Attributes:
        live, peak: bytes now, and the most at one time.
        large: the slots of values that make an operation on them worth estimating, and EVERY_TIME.
    """

    def __init__(self, storage: Callable[[Any], tuple[Any, int]], budget: RunBudget) -> None:
        self.storage = storage
        self.budget = budget
        self.room = budget.room
        self.live = 0
        self.peak = 0
        self.large = {EVERY_TIME}
        self._users: dict[Any, int] = {}
        self._bytes: dict[Any, int] = {}
        self._keys: dict[int, Any] = {}

    def lend(self, slot: int, tensor: Any) -> None:
        """Take note of foreign memory, which stays."""
        self._users[self.storage(tensor)[0]] = 1
        if not 0 < _extent(tensor) <= limits.UNESTIMATED_BYTES:
            self.large.add(slot)

    def add(self, value: Any, slot: int) -> int:
        """Count the result of a step; gives the bytes that it added. LimitError when it exceeds the budget."""
        if type(value) is tuple or type(value) is list:
            parts: list[Any] = []
            added, nbytes = self._add_parts(value, parts), 0
            self._keys[slot] = parts
        else:
            key, size = self.storage(value)
            self._keys[slot] = key
            added = self._add(key, size)
            try:
                nbytes = getattr(value, "nbytes", 1)
            except RuntimeError:  # a sparse tensor of PyTorch has several memories
                nbytes = 0
        # A tensor that is empty along one dimension may be long along another; parts are looked at one by one.
        if not 0 < nbytes <= limits.UNESTIMATED_BYTES:
            self.large.add(slot)
            self.budget.require_extent(nbytes or _extent(value))
        if self.live > self.room:
            self.budget.require(0, self.live)
        return added

    def _add_parts(self, values: Sequence[Any], keys: list[Any]) -> int:
        added = 0
        for item in values:
            if isinstance(item, tuple | list):
                added += self._add_parts(item, keys)
            else:
                key, size = self.storage(item)
                keys.append(key)
                added += self._add(key, size)
        return added

    def _add(self, key: Any, size: int) -> int:
        users = self._users.get(key, 0)
        self._users[key] = users + 1
        if users:
            return 0
        self._bytes[key] = size
        self.live += size
        if self.live > self.peak:
            self.peak = self.live
        return size

    def drop(self, slot: int) -> None:
        """Forget a result that is no longer needed."""
        key = self._keys.pop(slot)
        for each in key if type(key) is list else (key,):
            users = self._users[each] - 1
            if users:
                self._users[each] = users
            else:
                del self._users[each]
                self.live -= self._bytes.pop(each)


def execute(
    graph: Graph,
    steps: RunSteps,
    engine: Engine,
    values: SlotValues,
    budget: RunBudget,
    trace: TraceCallback | None = None,
    profile: bool = False,
) -> Report:
    """Run steps on values in which everything that comes from outside is in its slot.

    Raises:
        FormatError: an operation failed; it names the operation, its place, and the shapes of its operands.
    """
    if trace is not None or profile or budget.timed:
        report = Report()
        watch = _watcher(report, engine, trace) if trace or profile else None
        return _stepped(graph, steps, engine, values, budget, report, watch)
    if steps.replays is None:
        steps.replays = RunReplays(graph, steps)
    replays: RunReplays = steps.replays
    return replays.run(values, budget, engine, partial(_stepped, graph, steps, engine, values, budget, Report()))


def _stepped(
    graph: Graph,
    steps: RunSteps,
    engine: Engine,
    values: SlotValues,
    budget: RunBudget,
    report: Report,
    watch: Watcher | None,
) -> Report:
    """Make a run step by step, and count the memory of its results."""
    meter = MemoryMeter(engine.storage, budget)
    for slot in steps.outside:
        meter.lend(slot, values[slot])
    large = meter.large
    started = before = perf_counter()
    with engine.running():
        for step in steps.sequence:
            function, gather, slot, _, operation, frees, weighed, estimate, *_ = step
            if watch is not None:
                before = perf_counter()
            try:
                if budget.timed:
                    budget.enter(operation)
                if large.isdisjoint(weighed):
                    result = function(*gather(values))
                else:
                    result = budget.call(function, gather(values), estimate, meter.live, engine.running)
                size = meter.add(result, slot)
            except Exception as error:
                raise _failure(graph, step, values, error) from error
            values[slot] = result
            if watch is not None:
                watch(step, result, perf_counter() - before, size)
            for freed in frees:
                meter.drop(freed)
                values[freed] = None
    report.seconds = perf_counter() - started
    report.peak_bytes, report.live_bytes = meter.peak, meter.live
    return report


def _watcher(report: Report, engine: Engine, trace: TraceCallback | None) -> Watcher:
    """Return the callback after each step of a run that is profiled or traced."""

    def watch(step: RunStep, result: Any, seconds: float, size: int) -> None:
        if not step.reported:
            return
        operation = step.operation
        cost = report.operations.setdefault(operation.operator, OperationCost())
        cost.calls += 1
        cost.seconds += seconds
        cost.bytes += size
        if trace is not None:
            trace(operation, as_arrays(engine, result))

    return watch


def as_arrays(engine: Engine, value: Any) -> Any:
    """Return a result as the caller sees it: tensors as arrays, also inside tuples; numbers and None as they are."""
    if isinstance(value, tuple | list):
        return type(value)(as_arrays(engine, item) for item in value)
    return engine.array(value) if hasattr(value, "shape") else value


#: The errors that exceptions of kernels become; any other exception makes the graph invalid.
_CAUSES: tuple[tuple[type[Exception], type[FormatError]], ...] = (
    (MemoryError, LimitError),
    (NotImplementedError, UnsupportedError),
)


def _failure(graph: Graph, step: RunStep, values: SlotValues, error: Exception) -> FormatError:
    if isinstance(error, FormatError):
        kind: type[FormatError] = type(error)
        reason, details = error.reason, {"expected": error.expected, "actual": error.actual, "hint": error.hint}
    else:
        kind = next((kind for cause, kind in _CAUSES if isinstance(error, cause)), InvalidError)
        reason, details = " ".join(str(error).split()) or type(error).__name__, {}
        if not isinstance(error, ValueError | TypeError | IndexError):
            reason = f"{type(error).__name__}: {reason}"
    if not details.get("hint") and kind is InvalidError:
        details["hint"] = _given(graph, step.operation, values)
    operands = ", ".join(map(describe_value, step.gather(values)))
    return graph.error(kind, step.operation, f"{reason}; applied to ({operands})", **details)


def _given(graph: Graph, operation: Operation, values: SlotValues) -> str | None:
    """Return a hint that names the model's inputs among the operands, if the file does not declare their types."""
    ports = [value for value in graph.every(Input) if not value.lifted]
    taken = {ref.index for ref in refs_of(operation)}
    named = [
        f"input {value.name or f'in{place}'!r} is {describe_value(values[value.index])}"
        for place, value in enumerate(ports)
        if value.index in taken and value.type == UNKNOWN and values[value.index] is not None
    ]
    return f"{' and '.join(named)}: is it of the type and shape that the model takes?" if named else None
