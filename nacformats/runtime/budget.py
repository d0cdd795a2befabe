"""The budget of a run: bytes of all its arrays together, and seconds when they are limited.

An operation is refused before it starts when its shapes say that it takes more than is left. What shapes cannot tell
is watched: it runs in a thread of its own while the caller looks at the clock and the memory. Nothing stops a call of
NumPy or PyTorch: one that is given up goes on in its thread until it returns, and keeps no program from ending.
"""

from __future__ import annotations

import contextvars
import ctypes
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import Any, TypeVar

from nacformats import limits
from nacformats.errors import FormatError, LimitError
from nacformats.graph.graph import Graph, GraphValue
from nacformats.ops.scratch import Cost, Estimate
from nacformats.printing import size_text
from nacformats.runtime.threads import is_worth_threads, usual_threads

_Result = TypeVar("_Result")

_MORE_MEMORY = "raise it with Budget(memory=...) or --max-memory"
_MORE_TIME = "raise it with Budget(seconds=...) or --timeout"


@dataclass(frozen=True, kw_only=True)
class Budget:
    """The limits of a run.

    Attributes:
        memory: bytes that all arrays of a run may take together, dequantized weights included and inputs not; None is
            half of the memory of the machine, or of what its control group allows.
        seconds: of wall time; None is no limit. A run of limited time is in a thread of its own, since nothing
            interrupts a call of NumPy or PyTorch: one that is given up ends with its operation.

    Raises:
        TypeError, ValueError: a number is none, or below 0.
    """

    memory: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        checked_memory(self.memory)
        checked_seconds(self.seconds)


def checked_memory(memory: int | None) -> int:
    """Return the bytes that a run may take; None is the default.

    Raises TypeError for what is not an int, and ValueError for one below 0.
    """
    if memory is None:
        return default_memory()
    if not isinstance(memory, int) or isinstance(memory, bool):
        raise TypeError(f"memory is {memory!r}: expected a number of bytes")
    if memory < 0:
        raise ValueError(f"memory is {memory}: expected at least 0 bytes")
    return memory


def checked_seconds(seconds: float | None) -> float | None:
    """Return the seconds that a run may take; None is no limit.

    Raises TypeError for what is not a number, and ValueError for one that is not above 0.
    """
    if seconds is None:
        return None
    if not isinstance(seconds, int | float) or isinstance(seconds, bool):
        raise TypeError(f"seconds is {seconds!r}: expected a number of seconds")
    if not seconds > 0:
        raise ValueError(f"seconds is {seconds}: expected more than 0 seconds")
    return float(seconds)


class RunBudget:
    """The memory and the time that one run may still take.

    Attributes:
        max_memory: bytes of all arrays together that the run makes; inputs and mapped weights are not among them.
        weights: bytes of the weights that are copies of what the file holds; they stay from run to run.
        graph: whose values errors name.
        timed: whether the seconds are limited: then the clock is looked at before every operation.
        has_watched: whether an operation was so large that it was watched.
        interrupt: called when a run is given up, to end what goes on in its thread; None where nothing can.
    """

    def __init__(self, graph: Graph, budget: Budget) -> None:
        """Begin a run, whose time is counted from now on."""
        self.max_memory = checked_memory(budget.memory)
        self.weights = 0
        self.timed = budget.seconds is not None
        self.interrupt: Callable[[], None] | None = None
        self.graph = graph
        self._timeout = budget.seconds or 0.0
        self._deadline = perf_counter() + self._timeout
        self._place: GraphValue | None = None
        self._given_up = False
        self._is_watched = False
        self.has_watched = False
        self._before: int | None = None

    # memory

    @property
    def room(self) -> int:
        """Bytes for results, besides the weights."""
        return self.max_memory - self.weights

    def require(self, wanted: int, in_use: int) -> None:
        """Raise LimitError when so many bytes are not left beside those in use."""
        if wanted + in_use + self.weights > self.max_memory:
            used = in_use + self.weights
            beside = f" beside the {size_text(used)} in use" if used else ""
            raise self._too_much(f"takes up to {size_text(wanted)}{beside}")

    def require_extent(self, size: int) -> None:
        """Raise LimitError for a view of more elements than fit into the budget: nothing could be made of it."""
        if size > self.max_memory:
            raise self._too_much(f"takes {size_text(size)} element by element")

    def _too_much(self, reason: str) -> LimitError:
        return LimitError(reason, expected=f"a run within {size_text(self.max_memory)}", hint=_MORE_MEMORY)

    # time

    def enter(self, place: GraphValue) -> None:
        """Raise LimitError when the time of a run is over, or it was given up; called before each step."""
        self._place = place
        if self._given_up or perf_counter() > self._deadline:
            raise self._too_late()

    def _too_late(self) -> LimitError:
        return LimitError(f"the run takes longer than {self._timeout:g} s", hint=_MORE_TIME)

    def _require_time(self, work: int) -> None:
        left = self._deadline - perf_counter()
        if work > max(left, 0.0) * limits.WORK_PER_SECOND * (os.cpu_count() or 1):
            reason = f"takes {work:,} steps, which no computer does in the {max(left, 0.0):.3g} s that are left"
            raise LimitError(reason, expected=f"a run within {self._timeout:g} s", hint=_MORE_TIME)

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
        """Return the result of an operation that may be large: refused, or watched where shapes do not tell enough."""
        cost = estimated_cost(estimate, arguments)
        if cost is None or is_worth_threads(cost.work):
            function = usual_threads(function)
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

        self.has_watched = True
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
            raise self._placed(self._too_much(f"the run has taken {size_text(grown)}"))

    def _placed(self, error: LimitError) -> FormatError:
        """Return the error with the instruction that was being run, where the run as a whole is watched."""
        if not self._is_watched or self._place is None:
            return error
        return self.graph.located(error, self._place)


def estimated_cost(estimate: Estimate | None, arguments: tuple[Any, ...]) -> Cost | None:
    """Return the cost of a call; None if it is unknown, as for arguments that the operation is going to refuse."""
    if estimate is None:
        return None
    try:
        return estimate(*arguments)
    except Exception:  # noqa: BLE001  the operation itself says what is wrong
        return None


_CONTROL_GROUPS = Path("/sys/fs/cgroup")
_OWN_GROUPS = Path("/proc/self/cgroup")
#: Pages of this process: all of it, what is resident, what of that is shared with files.
_OWN_PAGES = Path("/proc/self/statm")


@cache
def default_memory() -> int:
    """Return the bytes that a run may take unless the caller says otherwise: limits.MEMORY_SHARE of what there is."""
    return int(limits.MEMORY_SHARE * min([_physical(), *_group_limits()]))


def _physical() -> int:
    """Return the memory of the machine."""
    try:
        if sys.platform == "win32":
            return _windows_memory()
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return limits.UNKNOWN_MEMORY


class _WindowsMemory(ctypes.Structure):
    """MEMORYSTATUSEX of the Windows API."""

    _fields_ = (
        ("length", ctypes.c_uint32),
        ("load", ctypes.c_uint32),
        ("physical", ctypes.c_uint64),
        ("others", ctypes.c_uint64 * 6),
    )


def _windows_memory() -> int:
    status = _WindowsMemory(length=ctypes.sizeof(_WindowsMemory))
    ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status))  # type: ignore[attr-defined, unused-ignore]
    return int(status.physical) or limits.UNKNOWN_MEMORY


def _group_limits() -> Iterator[int]:
    """Yield the limits of the process's control groups on Linux, the outer ones included."""
    try:
        lines = _OWN_GROUPS.read_text().splitlines()
    except OSError:
        return
    for line in lines:
        _, controllers, path = line.split(":", 2)
        if controllers == "":
            yield from _limits_above(_CONTROL_GROUPS, path, "memory.max")
        elif "memory" in controllers.split(","):
            yield from _limits_above(_CONTROL_GROUPS / "memory", path, "memory.limit_in_bytes")


def _limits_above(root: Path, path: str, name: str) -> Iterator[int]:
    group = root / path.lstrip("/")
    for folder in (group, *group.parents):
        try:
            text = (folder / name).read_text().strip()
        except OSError:
            text = ""
        if text.isdigit():
            yield int(text)
        if folder == root:
            return


def own_memory() -> int | None:
    """Return the bytes that this process holds besides pages of files; None where the system does not say."""
    try:
        _, resident, shared, *_ = _OWN_PAGES.read_text().split()
    except (OSError, ValueError):
        return None
    return (int(resident) - int(shared)) * os.sysconf("SC_PAGE_SIZE")


#: Seconds between two looks at the clock and the memory: short at first, since most calls are.
_FIRST_LOOK, _LAST_LOOK = 0.002, 0.02

_abandoned: list[threading.Thread] = []


def still_running() -> bool:
    """True if a call that was given up goes on in its thread."""
    _abandoned[:] = [thread for thread in _abandoned if thread.is_alive()]
    return bool(_abandoned)


def watched(call: Callable[[], _Result], look: Callable[[], None]) -> _Result:
    """Return the result of a call, made in another thread; `look` is called now and then, and gives it up by raising.

    The call sees the context variables of the caller, and what it raises is raised here.
    """
    outcome: dict[str, Any] = {}
    done = threading.Event()
    context = contextvars.copy_context()

    def work() -> None:
        try:
            outcome["result"] = context.run(call)
        except BaseException as error:  # noqa: BLE001  it is raised in the thread of the caller
            outcome["error"] = error
        finally:
            done.set()

    thread = threading.Thread(target=work, name="nacformats-run", daemon=True)
    try:
        thread.start()
    except RuntimeError:  # there are no more threads
        return call()
    pause = _FIRST_LOOK
    try:
        while not done.wait(pause):
            look()
            pause = min(2 * pause, _LAST_LOOK)
    except BaseException:
        _abandoned.append(thread)
        raise
    if "error" in outcome:
        raise outcome["error"]
    result: _Result = outcome["result"]
    return result
