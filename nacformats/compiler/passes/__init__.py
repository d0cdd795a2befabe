"""Optimizations: each is a function from Graph to Graph that keeps what the graph computes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nacformats.graph import Graph

Pass = Callable[[Graph], Graph]

#: Every pass by name, in the order in which they run unless the caller says otherwise.
PASSES: dict[str, Pass] = {}
DEFAULT_PASSES = tuple(PASSES)


def optimize(graph: Graph, passes: Sequence[str] = DEFAULT_PASSES) -> Graph:
    """The graph after some passes."""
    for name in passes:
        graph = PASSES[name](graph)
    return graph
