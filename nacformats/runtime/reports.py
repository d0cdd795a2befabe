"""Reports of runs and of training steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy.typing as npt

from nacformats.graph.graph import Operation

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
