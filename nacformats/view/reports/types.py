"""Types and blocks of a program, where its graph can be made in little time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from nacformats.errors import FormatError
from nacformats.graph.graph import Graph, ValueType, Weight
from nacformats.limits import MAX_BLOCKS_ROWS, MAX_TYPED_BYTES, MAX_TYPED_ROWS
from nacformats.ops.meta import MetaError
from nacformats.repeats import Block, blocks
from nacformats.runtime.observe import declared_types
from nacformats.view.protocol import PageBlock, PageProgram
from nacformats.view.reports.columns import ProgramColumns


def with_graph(columns: ProgramColumns, graph_of: Callable[[], Graph], count: int) -> PageProgram:
    """Return a program with the types of its results and its blocks, as far as they can be known in little time.

    Args:
        columns: its rows.
        graph_of: gives its graph, in which value i is row i. FormatError where it has none.
        count: of the rows.
    """
    if count > MAX_BLOCKS_ROWS:
        return columns.program()
    try:
        graph = graph_of()
    except FormatError:
        return columns.program()
    _add_types(columns, graph)
    return replace(columns.program(), blocks=list(map(_block, blocks(graph))))


def _add_types(columns: ProgramColumns, graph: Graph) -> None:
    if len(graph.values) > MAX_TYPED_ROWS or _loaded(graph) > MAX_TYPED_BYTES:
        return
    try:
        found = declared_types(graph)
    except (FormatError, MetaError):
        return
    for row, each in enumerate(found):
        text = _text(each)
        if text:
            columns.type(row, text)


def _loaded(graph: Graph) -> int:
    """Return how many bytes are made to know the types of weights: those that are stored as they are take none."""
    weights = (value for value in graph.values if isinstance(value, Weight))
    return sum(value.allocates() for value in weights if value.allocates is not None)


def _text(found: Any) -> str:
    if isinstance(found, tuple):
        return f"({', '.join(map(_text, found))})"
    if isinstance(found, ValueType):
        return str(found)
    return getattr(found, "__name__", "") if isinstance(found, type) else ""


def _block(block: Block) -> PageBlock:
    spans = [(span.start, span.stop) for span in block.spans]
    return PageBlock(block.name, block.length, spans, list(map(_block, block.inner)))
