"""A NAC file with 5,000 parameters of its own weights: read and written; what counts is how long the tables take."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks._common import Comparison, compare
from nacformats import NacBuilder, NacFile, dumps, loads

PARAMETERS = 5_000
#: Writing may take this many times as long as reading, and reading this many seconds.
WRITING, READING = 5, 0.03


def wide_model(num_parameters: int) -> NacFile:
    """Many small weights, added up."""
    b = NacBuilder()
    x = b.input("tokens")
    for number in range(num_parameters):
        values = np.full(1 + number % 7, number, np.float32)
        x = b.operation("aten.add.Tensor", x, b.parameter(f"layers.{number}.attention.weight", values))
    b.output(x)
    return b.build()


def run() -> Iterator[Comparison]:
    data = dumps(wide_model(PARAMETERS))
    read = loads(data)
    # The same tables in a file that was not read, so that nothing is written as it was.
    built = wide_model(PARAMETERS)

    contenders = {
        "write": lambda: dumps(built),
        "write what was read": lambda: dumps(read),
        "read": lambda: loads(data),
    }
    found = compare(f"NAC, {PARAMETERS:,} parameters", contenders, baseline="read", goal=1 / WRITING)
    yield found
    allowed = {"read": found.values["read"], "allowed": READING}
    yield Comparison(f"read {PARAMETERS:,} parameters", allowed, "allowed", goal=1)
