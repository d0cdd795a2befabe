"""A MIC-B file of 100,000 values: into a MicGraph, and by the parser that the Kaitai compiler generates."""

from __future__ import annotations

import random
from collections.abc import Iterator

from benchmarks._common import Comparison, compare
from nacformats import dumps, loads
from nacformats.codec import trees
from nacformats.codec.streams import Source
from nacformats.formats.mic.graph import MicGraph

VALUES = 100_000


def transformer_like(num_values: int) -> MicGraph:
    """A graph with the mix of values of a transformer: a third weights, the rest operations on values close by."""
    rng = random.Random(0)
    graph = MicGraph()
    matrix = graph.add_type("bf16", "batch", 1024)
    latest = graph.arg("tokens", matrix)
    while len(graph.values) < num_values - 6:
        weight = graph.param(f"h_{len(graph.values)}_attn_q_w", matrix)
        bias = graph.param(f"h_{len(graph.values)}_attn_q_b", matrix)
        hidden = graph.node("add", graph.node("matmul", latest, weight), bias)
        if rng.random() < 0.5:
            hidden = graph.node("softmax", graph.node("transpose", hidden, perm=[0, 2, 1, 3]))
        latest = graph.node("add", hidden, latest)
    while len(graph.values) < num_values:
        latest = graph.node("relu", latest)
    graph.output = latest
    return graph


def run() -> Iterator[Comparison]:
    graph = transformer_like(VALUES)
    data = dumps(graph, "micb")
    contenders = {
        "lifted": lambda: loads(data, "micb"),
        "kaitai": lambda: trees.parse("micb", Source(data)),
    }
    yield compare(f"read MIC-B, {VALUES:,} values", contenders, baseline="kaitai", goal=5)
