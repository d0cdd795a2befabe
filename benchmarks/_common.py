"""Interleaved timing and memory of things that do the same work.

A benchmark is a module `bench_NAME.py` with a function `run()` that yields Comparisons:

    def run() -> Iterator[Comparison]:
        contenders = {"columns": columns, "kaitai": kaitai}
        yield compare("decode OPS, 50,000 instructions", contenders, baseline="kaitai", goal=10)

`python -m benchmarks [NAME ...]` runs them and prints one table of ratios.
"""

from __future__ import annotations

import gc
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

#: Samples of each contender, taken in turn, so that a slow moment of the machine meets all of them.
SAMPLES = 7
#: A sample repeats a fast function until it lasts about this long, in seconds.
SAMPLE_SECONDS = 0.01


@dataclass(frozen=True)
class Comparison:
    """What one benchmark measured.

    Attributes:
        title: what is done.
        values: contender -> median; seconds, bytes or a ratio, as unit says. The first contender is ours.
        baseline: the contender that the ratios refer to.
        goal: how many times less than the baseline the first contender has to need (0.5: at most twice as much).
        unit: "s", "B" or "x".
    """

    title: str
    values: Mapping[str, float]
    baseline: str
    goal: float | None = None
    unit: str = "s"

    @property
    def subject(self) -> str:
        return next(iter(self.values))

    def ratio(self, contender: str | None = None) -> float:
        """How many times less than the baseline a contender needs; that of the first contender when none is named."""
        return self.values[self.baseline] / self.values[contender or self.subject]

    @property
    def reached(self) -> bool | None:
        return None if self.goal is None else self.ratio() >= self.goal


def compare(
    title: str,
    contenders: Mapping[str, Callable[[], object]],
    *,
    baseline: str,
    goal: float | None = None,
    samples: int = SAMPLES,
) -> Comparison:
    """Time the contenders in turn, `samples` times each after one warm-up, and keep the medians in seconds."""
    repeats = {name: _repeats(function) for name, function in contenders.items()}
    taken: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(samples):
        for name, function in contenders.items():
            taken[name].append(_sample(function, repeats[name]))
    return Comparison(title, {name: statistics.median(times) for name, times in taken.items()}, baseline, goal)


def in_fresh_process(code: str) -> list[float]:
    """Run Python code in a new interpreter and return the numbers it prints, for what a warm process would hide."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, env=environment)
    return [float(word) for word in done.stdout.split()]


def _repeats(function: Callable[[], object]) -> int:
    once = _sample(function, 1)
    return max(1, int(SAMPLE_SECONDS / max(once, 1e-9)))


def _sample(function: Callable[[], object], repeats: int) -> float:
    gc.collect()
    start = time.perf_counter()
    for _ in range(repeats):
        function()
    return (time.perf_counter() - start) / repeats
