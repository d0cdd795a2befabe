"""Compiling long chains of operations: within a budget, in proportion to their length, and beside torch.export."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import nacformats
from benchmarks._common import Comparison

#: Operations of a chain, and the seconds in which it becomes the bytes of a file, torch.export included.
BUDGETS = {6_000: 5.0, 20_000: 20.0}
#: How many times as fast as torch.export everything else is.
OURS_GOAL = 2.0


def run() -> Iterator[Comparison]:
    """The goals: 6,000 operations in 5 s, 20,000 in 20 s, of which at most a third is ours."""
    yield from _onnx()
    yield from _torch()


def _onnx() -> Iterator[Comparison]:
    try:
        from onnx import TensorProto, helper, numpy_helper
    except ImportError:
        return
    for length, budget in BUDGETS.items():
        nodes, value = [], "x"
        for i in range(length // 2):
            nodes.append(helper.make_node("Tanh", [value], [f"t{i}"]))
            nodes.append(helper.make_node("Add", [f"t{i}", "bias"], [f"a{i}"]))
            value = f"a{i}"
        ports = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, 16]) for name in ("x", value)]
        bias = numpy_helper.from_array(np.full(16, 0.5, np.float32), "bias")
        graph = helper.make_graph(nodes, "chain", ports[:1], ports[1:], [bias])
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
        seconds = _seconds(lambda model=model: nacformats.dumps(nacformats.compile(model)))  # type: ignore[misc]
        yield Comparison(f"compile {length:,} nodes of ONNX", {"compile": seconds, "budget": budget}, "budget", goal=1)


def _torch() -> Iterator[Comparison]:
    try:
        import torch
    except ImportError:
        return
    x = torch.ones(1, 16)
    nacformats.compile(_chain(torch, 10), (x,))  # imports, caches of PyTorch
    for length, budget in BUDGETS.items():
        chain = _chain(torch, length)
        exported = _seconds(lambda chain=chain: torch.export.export(chain, (x,)), times=1)  # type: ignore[misc]
        program = torch.export.export(chain, (x,))
        ours = _seconds(lambda program=program: nacformats.dumps(nacformats.compile(program)))  # type: ignore[misc]
        seconds = _seconds(lambda chain=chain: nacformats.dumps(nacformats.compile(chain, (x,))))  # type: ignore[misc]
        title = f"compile {length:,} operations of PyTorch"
        yield Comparison(title, {"compile": seconds, "budget": budget}, "budget", goal=1)
        values = {"all but the export": ours, "torch.export alone": exported}
        yield Comparison("", values, "torch.export alone", goal=OURS_GOAL)


def _chain(torch: Any, length: int) -> Any:
    class Chain(torch.nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.bias = torch.nn.Parameter(torch.full((16,), 0.5))

        def forward(self, x: Any) -> Any:
            for _ in range(length // 2):
                x = torch.tanh(x) + self.bias
            return x

    return Chain().eval()


def _seconds(function: Callable[[], object], times: int = 2) -> float:
    """The least of a few times."""
    taken = []
    for _ in range(times):
        started = time.perf_counter()
        function()
        taken.append(time.perf_counter() - started)
    return min(taken)
