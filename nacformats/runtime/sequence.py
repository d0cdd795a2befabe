"""The steps of a run: calls of functions on slots, and which slots each call reads, fills and frees."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, NamedTuple

from nacformats.graph.graph import GraphValue, Operation
from nacformats.runtime.sizes import Estimate

#: A slot that stands for numbers that decide how large a result is.
EVERY_TIME = -1
#: All values of a run by slot: those of the graph by index, then constants and values derived from others.
SlotValues = list[Any]


class RunStep(NamedTuple):
    """A call: values[slot] = function(*gather(values)), after which the slots in `frees` are no longer needed.

    weighed: the slots of which a large one makes the call worth estimating; EVERY_TIME is always among the large ones.
    estimate: the cost of the call from its arguments; None where it is not known.
    reported: whether the result is that of the operation, not something derived from it.
    """

    function: Callable[..., Any]
    gather: Callable[[SlotValues], tuple[Any, ...]]
    slot: int
    frees: tuple[int, ...]
    operation: Operation
    weighed: tuple[int, ...] = ()
    estimate: Estimate | None = None
    reported: bool = True


@dataclass
class RunSteps:
    """The steps of a run, and where its values are.

    Attributes:
        sequence: the calls, in order.
        template: the values before a run; constants are in their slots.
        outputs: the slots of the results, in order.
        needed: the values that come from outside (inputs, parameters, states, lost ones) and are used.
        outside: the slots of these, and of computed values that the caller supplies instead.
        weights: by slot, what is known of the memory of weights since the first run, with the tensor.
    """

    sequence: list[RunStep]
    template: SlotValues
    outputs: tuple[int, ...]
    needed: list[GraphValue]
    outside: tuple[int, ...]
    weights: dict[int, tuple[Any, Any, bool]] = field(default_factory=dict)


@dataclass
class StepDraft:
    """A step whose frees are not known yet. uses: the slots that it reads, except constants."""

    function: Callable[..., Any]
    gather: Callable[[SlotValues], tuple[Any, ...]]
    slot: int
    uses: list[int]
    operation: Operation
    weighed: tuple[int, ...] = ()
    estimate: Estimate | None = None

    @property
    def reported(self) -> bool:
        """True if the result is that of the operation, not something derived from it."""
        return self.slot == self.operation.index


#: Puts other calls in place of those of a run, in an order in which they can be made; it may append to the template.
Arrange = Callable[[list[StepDraft], SlotValues], list[StepDraft]]


def gather_of(slots: list[int]) -> Callable[[SlotValues], tuple[Any, ...]]:
    """Return the function that picks the values of slots, without a loop in Python."""
    if not slots:
        return lambda _values: ()
    if len(slots) == 1:
        slot = slots[0]
        return lambda values: (values[slot],)
    return itemgetter(*slots)
