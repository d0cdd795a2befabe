"""The report of a Mind IR graph: its values as a program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nacformats.formats.mic.graph import MicGraph
from nacformats.formats.mic.objects import Node, TensorType
from nacformats.graph.models import graph_of_mic
from nacformats.limits import MAX_SHOWN_TEXT
from nacformats.view.protocol import PageProgram
from nacformats.view.reports.columns import ProgramColumns
from nacformats.view.reports.types import GraphFacts
from nacformats.view.texts import joined_and_cut


def parts_of_mic(graph: MicGraph) -> dict[str, Any]:
    """Return the fields of a report that depend on the format."""
    return {"program": program_of_mic(graph)}


def program_of_mic(graph: MicGraph) -> PageProgram:
    """Return the values of a graph as columns. mic@2 has them among other lines: they have no places of their own."""
    columns = ProgramColumns("values" if graph.format == "micb" else "", len(graph.values))
    for row, value in enumerate(graph.values):
        if isinstance(value, Node):
            columns.set_operator(row, value.name or value.op)
            for index in value.inputs:
                columns.take(row, index)
            for name, number in value.attributes.items():
                columns.take(row, f"{name}={_number_text(number)}")
            continue
        columns.set_operator(row, type(value).__name__.lower())
        columns.name(value.name, row)
        if 0 <= value.type < len(graph.types):
            columns.type(row, _type_text(graph.types[value.type]))
    return GraphFacts.of(lambda: graph_of_mic(graph), len(graph.values)).added_to(columns)


def _number_text(given: int | Sequence[int]) -> str:
    return str(given) if isinstance(given, int) else f"({joined_and_cut(', ', map(str, given))})"


def _type_text(entry: TensorType) -> str:
    return f"{entry.dtype}[{joined_and_cut(', ', entry.dims, MAX_SHOWN_TEXT)}]"
