"""Time and memory of what is done with a file, measured so that a million files can be."""

from __future__ import annotations

import sys
import time
import tracemalloc
from collections.abc import Callable

try:
    import resource
except ImportError:  # Windows: memory is measured for the sampled files alone
    resource = None  # type: ignore[assignment]

#: What is promised of every file: seconds, and bytes of memory on top of a multiple of its size.
MAX_SECONDS = 2.0
MEMORY_BYTES, MEMORY_FACTOR = 64 * 1024**2, 16
#: What a process of the campaign may reserve, in bytes.
RESERVED_BYTES = 6 * 1024**3
#: A file after which the process has had this many bytes more than ever before is read again, and measured.
GROWTH_BYTES = 4 * 1024**2


def allowed_bytes(size: int) -> int:
    """The memory that reading a file of a size may take."""
    return MEMORY_BYTES + MEMORY_FACTOR * size


def limit_memory() -> None:
    """From now on, this process gets a MemoryError instead of all the memory of the machine, where that can be said."""
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_AS, (RESERVED_BYTES, RESERVED_BYTES))


def high_water() -> int:
    """The most memory that this process ever had, in bytes; 0 where that is not known."""
    if resource is None:
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else 1024 * peak


def peak_of(action: Callable[[], object]) -> int:
    """The bytes that an action has allocated at once, NumPy's among them; takes three times as long."""
    tracemalloc.start()
    try:
        action()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def seconds_of(action: Callable[[], object]) -> float:
    """The processor time of an action, of three runs the shortest: other programs slow down any one."""
    times = []
    for _ in range(3):
        start = time.process_time()
        action()
        times.append(time.process_time() - start)
    return min(times)
