"""Small programs: one operation after another, and layers of one shape."""

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


def layers(count: int) -> NacFile:
    """Layers of one shape, one after another, with a table that all of them take."""
    b, draw = NacBuilder(), np.random.default_rng(1)
    x = b.input("x")
    table = b.operation("aten.cos.default", b.input("positions"))
    for layer in range(count):
        weight = {
            name: b.parameter(f"h.{layer}.{name}.weight", draw.normal(size=(8, 8)).astype(np.float32))
            for name in ("query", "key", "value", "out", "up", "down")
        }
        query, key, value = (b.operation("aten.matmul.default", x, weight[name]) for name in ("query", "key", "value"))
        query, key = (b.operation("aten.mul.Tensor", each, table) for each in (query, key))
        scores = b.operation("aten.softmax.int", b.operation("aten.matmul.default", query, key), -1)
        mixed = b.operation("aten.matmul.default", b.operation("aten.matmul.default", scores, value), weight["out"])
        x = b.operation("nac.add", x, mixed)
        up = b.operation("aten.gelu.default", b.operation("aten.matmul.default", x, weight["up"]))
        x = b.operation("nac.add", x, b.operation("aten.matmul.default", up, weight["down"]))
    b.output(x)
    return b.build()
