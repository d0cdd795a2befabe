"""Types and blocks of a program, where its graph can be made in little time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Self

from nacformats.errors import FormatError
from nacformats.graph.graph import Graph, ValueType, Weight
from nacformats.limits import MAX_BLOCKS_ROWS, MAX_TYPED_BYTES, MAX_TYPED_ROWS
from nacformats.ops.meta import MetaError
from nacformats.repeats import Block, blocks
from nacformats.runtime.observe import Observed, declared_types
from nacformats.view.protocol import PageBlock, PageProgram
from nacformats.view.reports.columns import ProgramColumns


@dataclass(frozen=True)
class GraphFacts:
    """The facts that follow from the graph of a program, as far as they can be known in little time.

    Attributes:
        types: of each value; None where they are not known.
        blocks: the outermost repeated ones.
    """

    types: list[Observed] | None = None
    blocks: tuple[Block, ...] = ()

    @classmethod
    def of(cls, graph_of: Callable[[], Graph], count: int) -> Self:
        """Return the facts about a graph.

        Args:
            graph_of: gives it. FormatError where there is none.
            count: of its values.
        """
        if count > MAX_BLOCKS_ROWS:
            return cls()
        try:
            graph = graph_of()
        except FormatError:
            return cls()
        return cls(_types(graph), tuple(blocks(graph)))

    def added_to(self, columns: ProgramColumns) -> PageProgram:
        """Return a program whose row i is value i, with these facts."""
        for row, each in enumerate(self.types or ()):
            text = _text(each)
            if text:
                columns.type(row, text)
        return replace(columns.program(), blocks=list(map(_block, self.blocks)))


def _types(graph: Graph) -> list[Observed] | None:
    if len(graph.values) > MAX_TYPED_ROWS or _loaded(graph) > MAX_TYPED_BYTES:
        return None
    try:
        return declared_types(graph)
    except (FormatError, MetaError):
        return None


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
