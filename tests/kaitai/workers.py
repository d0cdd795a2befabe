"""Tasks in processes of their own, each with bounded time and memory."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

#: Processes inherit the modules of this one: none is imported again.
STATM = Path("/proc/self/statm")
CONTEXT = multiprocessing.get_context("fork")


class Lost:
    """A task that gave no result. Attributes: why."""

    def __init__(self, why: str) -> None:
        self.why = why


def run_all(
    task: Callable[[Any], Any],
    arguments: Iterable[Any],
    *,
    seconds: float,
    memory: int = 2 << 30,
    jobs: int | None = None,
) -> Iterator[tuple[Any, Any]]:
    """Yield each argument and its result, or a Lost one, as they come."""
    waiting = list(arguments)[::-1]
    running: dict[Connection, tuple[Any, Any, float]] = {}
    while waiting or running:
        while waiting and len(running) < (jobs or os.cpu_count() or 1):
            argument = waiting.pop()
            mine, other = CONTEXT.Pipe(duplex=False)
            process = CONTEXT.Process(target=_work, args=(task, argument, other, memory, seconds), daemon=True)
            process.start()
            other.close()
            running[mine] = process, argument, time.monotonic() + 3 * seconds
        for pipe in wait(list(running), timeout=1.0):
            process, argument, _ = running.pop(pipe)
            try:
                result = pipe.recv()
            except EOFError:
                process.join()
                result = Lost("out of time" if process.exitcode in (-signal.SIGXCPU, -signal.SIGKILL) else "it crashed")
            pipe.close()
            process.join()
            yield argument, result
        for pipe, (process, argument, end) in list(running.items()):
            if time.monotonic() > end:
                process.kill()
                del running[pipe]
                yield argument, Lost("out of time")


def _work(task: Callable[[Any], Any], argument: Any, pipe: Connection, memory: int, seconds: float) -> None:
    import resource

    if STATM.is_file():  # a process has what it was forked from besides
        memory += int(STATM.read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        pipe.send(task(argument))
    except MemoryError:
        pipe.send(Lost("out of memory"))
    except Exception as error:  # noqa: BLE001  whatever a task raises is its result
        pipe.send(Lost(f"{type(error).__name__}: {error}"))
