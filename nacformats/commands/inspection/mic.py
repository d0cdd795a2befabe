"""The tables of a Mind IR graph, whichever format it is in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from nacformats.commands.inspection.tables import Overview, ShownCell, ShownTable
from nacformats.formats.mic.graph import MicGraph
from nacformats.formats.mic.objects import MindValue, Node, TensorType
from nacformats.view.summaries.blocks import blocks_in_time
from nacformats.view.texts import cut, joined_and_cut

#: What the output of a graph is shown with.
_MARK = " <- output"


def mic_overview(graph: MicGraph) -> Overview:
    """Return what is shown of a Mind IR graph besides its tree."""
    return Overview(list(_tables(graph)))


def _tables(graph: MicGraph) -> Iterator[ShownTable]:
    """Types and values, with the ids by which the graph refers to them."""
    types = ((f"T{index}", _type_text(entry)) for index, entry in enumerate(graph.types))
    yield ShownTable("types", ("id", "type"), types, len(graph.types))
    place = "line" if graph.format == "mic2" else "offset"
    columns = ("result", place, "value", "inputs", "parameters")
    rows = (_row(graph, index) for index in range(len(graph.values)))
    yield ShownTable("values", columns, rows, len(graph.values), blocks=partial(blocks_in_time, graph))


def _row(graph: MicGraph, index: int) -> tuple[Any, ...]:
    mark = _MARK if index == graph.output else ""
    place = next(iter(graph.place(index).values()), None)
    return (ShownCell(f"%{index}", index), place, *_cells(graph, graph.values[index], mark))


def _cells(graph: MicGraph, value: MindValue, mark: str) -> tuple[str, ShownCell, ShownCell]:
    if isinstance(value, Node):
        inputs = ShownCell(joined_and_cut(", ", (f"%{source}" for source in value.inputs)), list(value.inputs))
        text = joined_and_cut(", ", (f"{name}={_number(number)}" for name, number in value.attributes.items()))
        return cut(value.name or value.op), inputs, ShownCell(text + mark, {**value.attributes, **_marked(mark)})
    kind = type(value).__name__.lower()
    text = f"T{value.type} = {_type_text(graph.types[value.type])}{mark}"
    return f"{kind} {cut(value.name)}", ShownCell("", []), ShownCell(text, {"type": f"T{value.type}", **_marked(mark)})


def _marked(mark: str) -> dict[str, bool]:
    return {"output": True} if mark else {}


def _number(given: int | Sequence[int]) -> str:
    if isinstance(given, int):
        return str(given)
    return f"({joined_and_cut(', ', map(str, given))}{',' * (len(given) == 1)})"


def _type_text(entry: TensorType) -> str:
    return f"{entry.dtype}[{joined_and_cut(', ', entry.dims)}]"
