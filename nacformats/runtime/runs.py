"""Runs: their steps (calls of functions, and the slots that each reads, fills and frees), and reports of their cost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from nacformats.graph.graph import GraphValue, Operation
from nacformats.ops.scratch import Cost, Estimate
from nacformats.ops.scratch.measures import is_engine_tensor

#: Called with each operation and its result, as an array (a number or a tuple of arrays for the few that give those).
TraceCallback = Callable[[Operation, Any], None]


@dataclass
class OperationCost:
    """The cost of one operation's calls: their number, seconds, and bytes of new memory."""

    calls: int = 0
    seconds: float = 0.0
    bytes: int = 0


@dataclass
class Report:
    """The cost of one run.

    Attributes:
        seconds: from the first operation to the last.
        peak_bytes: most memory that results held at one time; inputs and weights are not counted.
        operations: cost by operator name; only when the run was profiled.
        live_bytes: memory that results still hold at the end of it.
        intermediate: the requested values, by index.
        notes: what was run in another way than the engine would have, and why.
    """

    seconds: float = 0.0
    peak_bytes: int = 0
    live_bytes: int = 0
    operations: dict[str, OperationCost] = field(default_factory=dict)
    intermediate: dict[int, Any] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class TrainingStep:
    """The result of one training step.

    Attributes:
        outputs: of the forward pass, with the parameters before the step, in order.
        loss: of the forward pass, where the training program shows which one it is; else None.
        updated: names of the parameters that have new values, in the order of the program.
        gradients: what the program computed for them, by name.
    """

    outputs: list[npt.NDArray[Any]] = field(repr=False)
    loss: float | None
    updated: tuple[str, ...]
    gradients: dict[str, npt.NDArray[Any]] = field(repr=False)


#: A slot that stands for numbers that decide how large a result is.
EVERY_TIME = -1
#: All values of a run by slot: those of the graph by index, then constants and values derived from others.
SlotValues = list[Any]


class RunStep(NamedTuple):
    """A call: values[slot] = function(*gather(values)), after which the slots in `frees` are no longer needed.

    uses: the slots that it reads, but for constants.
    weighed: the slots of which a large one makes the call worth estimating; EVERY_TIME is always among the large ones.
    estimate: the cost of the call from its arguments; None where it is not known.
    reported: whether the result is that of the operation, not something derived from it.
    kernel: the name of the kernel of this package that is called; "" for what steps do themselves, None for functions
        of others.
    slots: those of the arguments, where these are no lists of slots.
    """

    function: Callable[..., Any]
    gather: Callable[[SlotValues], tuple[Any, ...]]
    slot: int
    uses: tuple[int, ...]
    operation: Operation
    frees: tuple[int, ...] = ()
    weighed: tuple[int, ...] = ()
    estimate: Estimate | None = None
    reported: bool = False
    kernel: str | None = None
    slots: tuple[int, ...] | None = None


@dataclass
class RunSteps:
    """The steps of a run, and where its values are.

    Attributes:
        sequence: the calls, in order.
        template: the values before a run; constants are in their slots.
        outputs: the slots of the results, in order.
        needed: the values that come from outside (inputs, parameters, states, lost ones) and are used.
        outside: the slots of these, and of computed values that the caller supplies instead.
        filled: the weights of an earlier run, the values with these in their slots, and what is needed besides.
        replays: what is known of earlier runs.
    """

    sequence: list[RunStep]
    template: SlotValues
    outputs: tuple[int, ...]
    needed: list[GraphValue]
    outside: tuple[int, ...]
    filled: tuple[Any, SlotValues, list[GraphValue]] | None = field(default=None, init=False)
    replays: Any = None


#: Puts other calls in place of those of a run, in an order in which they can be made; it may append to the template.
#: What they free is not known yet.
Arrange = Callable[[list[RunStep], SlotValues], list[RunStep]]


def gather_of(slots: Sequence[int]) -> Callable[[SlotValues], tuple[Any, ...]]:
    """Return the function that picks the values of slots, without a loop in Python."""
    if not slots:
        return lambda _values: ()
    if len(slots) == 1:
        slot = slots[0]
        return lambda values: (values[slot],)
    return itemgetter(*slots)


class Remembered:
    """An estimate that is made once as long as shapes and numbers stay the same.

    by_elements: it may read numbers in tensors, so that only tensors of floats are known by their shapes.
    """

    __slots__ = ("_by_elements", "_estimate", "_last")

    def __init__(self, estimate: Estimate, by_elements: bool) -> None:
        self._estimate = estimate
        self._by_elements = by_elements
        self._last: tuple[Any, Cost] | None = None

    def __call__(self, *arguments: Any) -> Cost:
        described = [self._described(argument) for argument in arguments]
        last = self._last
        if last is not None and last[0] == described:
            return last[1]
        cost = self._estimate(*arguments)
        self._last = described, cost
        return cost

    def _described(self, argument: Any) -> Any:
        """Return the parts of an argument that the estimate depends on; an object that equals nothing if it may read
        it.
        """
        if type(argument) is np.ndarray:
            if self._by_elements and (argument.dtype.kind != "f" or not argument.ndim):
                return object()
            return argument.shape, argument.strides, argument.dtype
        if isinstance(argument, list | tuple):
            return [self._described(item) for item in argument]
        return object() if is_engine_tensor(argument) else argument
