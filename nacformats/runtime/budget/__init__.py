"""The budget of a run: bytes of all its arrays together, and seconds when they are limited.

An operation is refused before it starts when its shapes say that it takes more than is left. What shapes cannot tell
is watched: see `watching`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractContextManager
from time import perf_counter
from typing import Any, TypeVar

from nacformats import limits
from nacformats.errors import LimitError
from nacformats.graph.graph import Graph, GraphValue
from nacformats.printing import size_text
from nacformats.runtime.budget.machine import default_memory, own_memory
from nacformats.runtime.budget.watching import watched
from nacformats.runtime.sizes import Cost, Estimate

_Result = TypeVar("_Result")

_MORE_MEMORY = "raise it with max_memory= or --max-memory"
_MORE_TIME = "raise it with timeout= or --timeout"


def checked_memory(max_memory: int | None) -> int:
    """The bytes that a run may take; None is the default.

    Raises TypeError for what is not an int, and ValueError for one below 0.
    """
    if max_memory is None:
        return default_memory()
    if not isinstance(max_memory, int) or isinstance(max_memory, bool):
        raise TypeError(f"max_memory is {max_memory!r}: expected a number of bytes")
    if max_memory < 0:
        raise ValueError(f"max_memory is {max_memory}: expected at least 0 bytes")
    return max_memory


def checked_timeout(timeout: float | None) -> float | None:
    """The seconds that a run may take; None is no limit.

    Raises TypeError for what is not a number, and ValueError for one that is not above 0.
    """
    if timeout is None:
        return None
    if not isinstance(timeout, int | float) or isinstance(timeout, bool):
        raise TypeError(f"timeout is {timeout!r}: expected a number of seconds")
    if not timeout > 0:
        raise ValueError(f"timeout is {timeout}: expected more than 0 seconds")
    return float(timeout)


class RunBudget:
    """What one run may still take.

    Attributes:
        max_memory: bytes of all arrays together that the run makes; inputs and mapped weights are not among them.
        weights: bytes of the weights that are copies of what the file holds; they stay from run to run.
        graph: whose values errors name.
        timed: whether the seconds are limited: then the clock is looked at before every operation.
        interrupt: called when a run is given up, to end what goes on in its thread; None where nothing can.
    """

    def __init__(self, graph: Graph, max_memory: int, timeout: float | None = None) -> None:
        self.max_memory = max_memory
        self.weights = 0
        self.timed = timeout is not None
        self.interrupt: Callable[[], None] | None = None
        self.graph = graph
        self._timeout = timeout or 0.0
        self._deadline = perf_counter() + self._timeout
        self._place: GraphValue | None = None
        self._given_up = False
        self._is_watched = False
        self._before: int | None = None

    # memory

    def require(self, wanted: int, in_use: int) -> None:
        """LimitError when so many bytes are not left beside those in use."""
        if wanted + in_use + self.weights > self.max_memory:
            beside = in_use + self.weights
            raise LimitError(
                f"takes up to {size_text(wanted)}" + (f" beside the {size_text(beside)} in use" if beside else ""),
                expected=f"a run within {size_text(self.max_memory)}",
                hint=_MORE_MEMORY,
            )

    def require_extent(self, size: int) -> None:
        """LimitError for a view of more elements than fit into the budget: nothing could be made of it."""
        if size > self.max_memory:
            raise LimitError(
                f"takes {size_text(size)} element by element",
                expected=f"a run within {size_text(self.max_memory)}",
                hint=_MORE_MEMORY,
            )

    # time

    def enter(self, place: GraphValue) -> None:
        """Before each step of a run with limited time: LimitError when it is over, or the run was given up."""
        self._place = place
        if self._given_up or perf_counter() > self._deadline:
            raise self._too_late()

    def _too_late(self) -> LimitError:
        return LimitError(f"the run takes longer than {self._timeout:g} s", hint=_MORE_TIME)

    def _require_time(self, work: int) -> None:
        left = self._deadline - perf_counter()
        if work > max(left, 0.0) * limits.WORK_PER_SECOND * (os.cpu_count() or 1):
            raise LimitError(
                f"takes {work:,} steps, which no computer does in the {max(left, 0.0):.3g} s that are left",
                expected=f"a run within {self._timeout:g} s",
                hint=_MORE_TIME,
            )

    # calls

    def run(self, call: Callable[[], _Result]) -> _Result:
        """Make a whole run: in a thread of its own when time is limited."""
        if not self.timed:
            return call()
        self._is_watched = True
        return self._watched(call)

    def call(
        self,
        function: Callable[..., Any],
        arguments: tuple[Any, ...],
        estimate: Estimate | None,
        in_use: int,
        running: Callable[[], AbstractContextManager[Any]],
    ) -> Any:
        """The result of an operation that may be large: refused, or watched where shapes do not tell enough."""
        cost = _estimated(estimate, arguments)
        if cost is not None:
            self.require(cost.bytes, in_use)
            if self.timed:
                self._require_time(cost.work)
            if cost.bytes < limits.WATCHED_BYTES and cost.work < limits.WATCHED_WORK:
                return function(*arguments)
        if self._is_watched:
            return function(*arguments)

        def apply() -> Any:
            with running():
                return function(*arguments)

        self._before = (own_memory() or 0) - in_use
        return self._watched(apply)

    def _watched(self, call: Callable[[], _Result]) -> _Result:
        try:
            return watched(call, self._look)
        except BaseException:
            self._given_up = True
            if self.interrupt is not None:
                self.interrupt()
            raise

    def _look(self) -> None:
        """Give a call up that takes too long, or too much memory."""
        if self.timed and perf_counter() > self._deadline:
            raise self._placed(self._too_late())
        memory = own_memory()
        if memory is None:
            return
        if self._before is None:
            self._before = memory
        grown = memory - self._before
        if grown > self.max_memory + limits.MEMORY_SLACK:
            error = LimitError(
                f"the run has taken {size_text(grown)}",
                expected=f"a run within {size_text(self.max_memory)}",
                hint=_MORE_MEMORY,
            )
            raise self._placed(error)

    def _placed(self, error: LimitError) -> LimitError:
        """The error with the instruction that was being run, where the run as a whole is watched."""
        if not self._is_watched or self._place is None:
            return error
        details = {"expected": error.expected, "actual": error.actual, "hint": error.hint}
        return self.graph.error(LimitError, self._place, error.reason, **details)


def _estimated(estimate: Estimate | None, arguments: tuple[Any, ...]) -> Cost | None:
    """What a call costs; None where that is not known, as for arguments that the operation is going to refuse."""
    if estimate is None:
        return None
    try:
        return estimate(*arguments)
    except Exception:  # noqa: BLE001  the operation itself says what is wrong
        return None
