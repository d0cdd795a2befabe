"""The tables of a Mind IR graph, whichever format it is in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from nacformats.commands.inspection.core import Cell, Table
from nacformats.commands.inspection.cutting import cut, joined
from nacformats.formats.mic.graph import MicGraph, Node, TensorType, Value

#: What the output of a graph is shown with.
_MARK = " <- output"


def tables(graph: MicGraph) -> Iterator[Table]:
    """Types and values, with the ids by which the graph refers to them."""
    types = ((f"T{index}", _type_text(entry)) for index, entry in enumerate(graph.types))
    yield Table("types", ("id", "type"), types, len(graph.types))
    place = "line" if graph.format == "mic2" else "offset"
    columns = ("result", place, "value", "inputs", "parameters")
    yield Table("values", columns, (_row(graph, index) for index in range(len(graph.values))), len(graph.values))


def _row(graph: MicGraph, index: int) -> tuple[Any, ...]:
    mark = _MARK if index == graph.output else ""
    place = next(iter(graph.place(index).values()), None)
    return (Cell(f"%{index}", index), place, *_cells(graph, graph.values[index], mark))


def _cells(graph: MicGraph, value: Value, mark: str) -> tuple[str, Cell, Cell]:
    if isinstance(value, Node):
        inputs = Cell(joined(", ", (f"%{source}" for source in value.inputs)), list(value.inputs))
        text = joined(", ", (f"{name}={_number(number)}" for name, number in value.attributes.items()))
        return cut(value.name or value.op), inputs, Cell(text + mark, {**value.attributes, **_marked(mark)})
    kind = type(value).__name__.lower()
    text = f"T{value.type} = {_type_text(graph.types[value.type])}{mark}"
    return f"{kind} {cut(value.name)}", Cell("", []), Cell(text, {"type": f"T{value.type}", **_marked(mark)})


def _marked(mark: str) -> dict[str, bool]:
    return {"output": True} if mark else {}


def _number(given: int | Sequence[int]) -> str:
    return str(given) if isinstance(given, int) else f"({joined(', ', map(str, given))}{',' * (len(given) == 1)})"


def _type_text(entry: TensorType) -> str:
    return f"{entry.dtype}[{joined(', ', entry.dims)}]"
