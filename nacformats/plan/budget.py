"""The budget of a run: instructions, bytes, seconds and output. What exceeds it is refused before it is made."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any, TypeVar

import numpy as np

from nacformats import limits
from nacformats.errors import LimitError
from nacformats.printing import size_text
from nacformats.runtime.budget import Budget, checked_memory, watched
from nacformats.tokenizer.encoding.budget import Allowance

_Result = TypeVar("_Result")

#: Instructions between two looks at the clock; each of them may take a second without looking itself.
_LOOK_EVERY = 16
#: Steps on more bytes than this look at the clock themselves.
_LARGE_BYTES = 1 << 20
#: Steps on more bytes than this may last, so that somebody else looks at the clock.
_WATCHED_BYTES = 1 << 25
#: What a small value takes, in bytes: a number, or what an object takes besides its elements.
OBJECT_BYTES = 64
#: What a character takes while a tokenizer works on it: in a fragment of its own.
CHARACTER_BYTES = 64
#: What an element of a list takes: a reference, and a number.
_ELEMENT_BYTES = 40


@dataclass(frozen=True, kw_only=True)
class PlanBudget(Budget):
    """The limits of a run of a plan; None means no limit of time, and the default limit of memory.

    Attributes:
        instructions: that are executed, each time that they are.
        memory: bytes of all that is in slots together; runs of models have what is left. None is half of the memory of
            the machine, or of what its control group allows.
        seconds: of wall time, without the time that answers take.
        output: bytes that are printed and written to files.

    Raises:
        TypeError, ValueError: a number is none, or below 0.
    """

    instructions: int = limits.MAX_PLAN_INSTRUCTIONS
    seconds: float | None = limits.MAX_PLAN_SECONDS
    output: int = limits.MAX_PLAN_OUTPUT_BYTES

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("instructions", "output"):
            number = getattr(self, name)
            if not isinstance(number, int) or isinstance(number, bool):
                raise TypeError(f"{name} is {number!r}: expected a number")
            if number < 0:
                raise ValueError(f"{name} is {number}: expected at least 0")


class Meter:
    """The remaining budget of a running plan.

    Attributes:
        used: bytes of what is in slots; something that is in two slots counts twice.
    """

    def __init__(self, budget: PlanBudget) -> None:
        self.budget = budget
        self.memory = checked_memory(budget.memory)
        self.used = 0
        self._output = budget.output
        self._deadline = None if budget.seconds is None else perf_counter() + budget.seconds

    # instructions and time

    def look(self, done: int) -> int:
        """Raise LimitError when there may be no more instructions; return the number at which to look again."""
        if done >= self.budget.instructions:
            reason = f"the plan runs more than {self.budget.instructions:,} instructions"
            raise _exceeded(reason, "instructions", "--max-instructions")
        self.require_time()
        return min(done + _LOOK_EVERY, self.budget.instructions)

    def require_time(self) -> None:
        """Raise LimitError when the time is over."""
        if self._deadline is not None and perf_counter() > self._deadline:
            raise _exceeded(f"the plan takes longer than {self.budget.seconds:g} s", "seconds", "--timeout")

    def seconds_left(self) -> float | None:
        """Return the seconds left for a run of a model; None means no limit."""
        if self._deadline is None:
            return None
        self.require_time()
        return max(self._deadline - perf_counter(), 1e-3)

    def allowance(self, length: int) -> Allowance:
        """Return the allowance of a tokenizer for a text of so many characters, within what the run has left."""
        return Allowance(length, seconds=self.seconds_left(), room=self.bytes_left() // CHARACTER_BYTES)

    def wait(self, seconds: float) -> None:
        """Somebody took so long to answer, which is not the plan's time."""
        if self._deadline is not None:
            self._deadline += seconds

    # bytes

    def bytes_left(self) -> int:
        return self.memory - self.used

    def require(self, wanted: int) -> None:
        """Raise LimitError when so many bytes are not left beside what is in slots; before they are allocated."""
        if wanted > self.memory - self.used:
            more = f"takes up to {size_text(wanted)} beside " if wanted else "leads to "
            reason, expected = f"{more}{size_text(self.used)} in slots", f"a plan within {size_text(self.memory)}"
            raise _exceeded(reason, "memory", "--max-memory", expected)
        if wanted > _LARGE_BYTES:
            self.require_time()

    def call(self, wanted: int, function: Callable[..., _Result], *arguments: object) -> _Result:
        """Return the result of a function that takes so many bytes, and about as many steps.

        Nothing interrupts NumPy: what may last is called in a thread of its own, and given up when the time is over.
        """
        self.require(wanted)
        if self._deadline is None or wanted <= _WATCHED_BYTES:
            return function(*arguments)
        return watched(lambda: function(*arguments), self.require_time)

    def spend(self, written: int) -> None:
        """Raise LimitError when so many bytes may not be printed or written any more."""
        if written > self._output:
            reason = f"the plan prints and writes more than {size_text(self.budget.output)}"
            raise _exceeded(reason, "output", "--max-output")
        self._output -= written


def _exceeded(reason: str, name: str, option: str, expected: str | None = None) -> LimitError:
    """Return the error for what exceeds a limit of the budget."""
    return LimitError(reason, expected=expected, hint=f"raise it with PlanBudget({name}=...) or {option}")


def slot_bytes(value: Any) -> int:
    """Return about how many bytes a value of a slot takes."""
    if isinstance(value, np.ndarray):
        return value.nbytes + OBJECT_BYTES
    if isinstance(value, str | bytes):
        return sys.getsizeof(value)
    if isinstance(value, list | tuple):
        return OBJECT_BYTES + sum(map(_size_of_element, value))
    return OBJECT_BYTES


def _size_of_element(value: Any) -> int:
    return _ELEMENT_BYTES if isinstance(value, bool | int | float) else 8 + slot_bytes(value)
