"""Small programs: one operation after another."""

from __future__ import annotations

from typing import Any

import numpy as np

from nacformats import NacBuilder, NacFile

ZEROS = np.zeros(3, np.float32)


def chain(*steps: str, weights: dict[str, Any] | None = None, **how: Any) -> NacFile:
    """One operation after another; "w:NAME" adds a parameter, "c:NUMBER" multiplies by a constant."""
    b = NacBuilder(**how)
    value = b.input("x")
    for step in steps:
        kind, _, name = step.partition(":")
        if kind == "w":
            value = b.operation("nac.add", value, b.parameter(name, (weights or {}).get(name, ZEROS)))
        elif kind == "c":
            value = b.operation("aten.mul.Tensor", value, int(name))
        else:
            value = b.operation(f"aten.{step}.default", value)
    b.output(value)
    return b.build()
