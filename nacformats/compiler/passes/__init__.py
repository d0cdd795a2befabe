"""Optimizations: each is a function from Graph to Graph that keeps what the graph computes."""

from __future__ import annotations

from nacformats.compiler.passes.describing import Explanation, describe_graph
from nacformats.compiler.passes.manager import DEFAULT_PASSES, PASSES, Observer, Pass, optimize, select_passes

__all__ = ["DEFAULT_PASSES", "PASSES", "Explanation", "Observer", "Pass", "describe_graph", "optimize", "select_passes"]
