"""What the benchmarks of Mind IR share: a graph like that of a transformer, and looks at its values."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from benchmarks._common import Comparison, compare, in_fresh_process
from nacformats.formats.mic.graph import MicGraph
from nacformats.garbage import collector_paused
from nacformats.limits import DEFAULT_LIMITS

#: How many values the graphs have.
SIZES = (1_000, 100_000, 1_000_000)
#: How many values are looked at after a graph was read.
LOOKS = 1_000
#: For graphs that are larger than the formats recommend.
LIMITS = replace(DEFAULT_LIMITS, values=2_000_000, lines=3_000_000, input_bytes=1 << 30)


def transformer_like(num_values: int) -> MicGraph:
    """A graph with the mix of values of a transformer: a third weights, the rest operations on values close by."""
    rng = random.Random(0)
    graph = MicGraph(limits=LIMITS)
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


def looked_at(graph: MicGraph) -> None:
    """Look at values from all over a graph."""
    for index in range(0, len(graph.values), max(1, len(graph.values) // LOOKS)):
        graph.values[index]


def against_plain(title: str, contenders: Mapping[str, Callable[[], object]], goal: float | None = None) -> Comparison:
    """Compare with the plain Python, both without the garbage collector, which slows the plain one down by half."""
    with collector_paused():
        return compare(title, contenders, baseline="plain", goal=goal)


def first_reads(name: str, data: bytes, plain: str, folder: Path) -> Iterator[Comparison]:
    """The first read of a process: by the package, once that is imported, and by a function of plain_mic."""
    path = folder / f"graph.{name}"
    path.write_bytes(data)
    timed = "import gc, pathlib, time; gc.disable(); data = pathlib.Path({path!r}).read_bytes(); {setup}; start = "
    timed += "time.perf_counter(); {call}; print(time.perf_counter() - start)"
    codes = {
        "columns": timed.format(path=str(path), setup="import nacformats", call="nacformats.loads(data)"),
        "plain": timed.format(
            path=str(path), setup="from benchmarks import plain_mic", call=f"plain_mic.{plain}(data)"
        ),
    }
    taken = {contender: min(in_fresh_process(code)[0] for _ in range(3)) for contender, code in codes.items()}
    yield Comparison(f"first read of a process, {name}, {SIZES[1]:,} values", taken, "plain", goal=1)
