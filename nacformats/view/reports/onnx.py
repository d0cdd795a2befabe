"""The report of an ONNX model: its graph as this package reads it (extra `onnx`). No schema describes its bytes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nacformats.codec.streams import Source
from nacformats.errors import FormatError
from nacformats.graph.graph import Graph, GraphValue, Operation, Ref, Weight
from nacformats.limits import MAX_REPORTED
from nacformats.view.protocol import PageFinding, PageProgram, PageTensor
from nacformats.view.reports.programs import GraphFacts, ProgramColumns
from nacformats.view.summaries.data import brief
from nacformats.view.texts import joined_and_cut
from nacformats.view.timeline import size_of


def parts_of_onnx(source: Source) -> dict[str, Any]:
    """Return the fields of a report that depend on the format; a finding says why there is no program."""
    if source.name is None:
        return {}
    try:
        from nacformats.compiler.frontends import graph_of_model  # noqa: PLC0415  it takes long to import

        graph = graph_of_model(source.name)
    except (FormatError, ImportError, OSError) as error:
        return {"findings": [PageFinding("note", "onnx", "", None, brief(f"the graph is not shown: {error}"))]}
    return {"program": program_of_graph(graph), "tensors": list(_tensors(graph))}


def program_of_graph(graph: Graph) -> PageProgram:
    """Return the values of a graph as columns; they have no places in a file."""
    columns = ProgramColumns("", len(graph.values))
    for value in graph.values:
        columns.set_operator(value.index, value.operator if isinstance(value, Operation) else f"<{value.noun}>")
        if value.name:
            columns.name(value.name, value.index)
        if value.type.dtype is not None:
            columns.type(value.index, str(value.type))
        _take_operands(columns, value)
    for name, ref in zip(graph.output_names, graph.outputs, strict=False):
        columns.name(name, ref.index)
    return GraphFacts.of(lambda: graph, len(graph.values)).added_to(columns)


def _take_operands(columns: ProgramColumns, value: GraphValue) -> None:
    if not isinstance(value, Operation):
        return
    for operand in value.operands:
        refs = [operand] if isinstance(operand, Ref) else _refs(operand)
        for ref in refs:
            columns.take(value.index, ref.index)
        if not refs:
            columns.take(value.index, _constant(operand))
    for name, operand in value.attributes.items():
        if not _refs(operand):
            columns.take(value.index, f"{name}={_constant(operand)}")


def _refs(operand: Any) -> list[Ref]:
    """Return the values that a list of operands holds."""
    return [each for each in operand if isinstance(each, Ref)] if isinstance(operand, list | tuple) else []


def _constant(operand: Any) -> str:
    if isinstance(operand, list | tuple):
        return f"[{joined_and_cut(', ', map(str, operand))}]"
    return brief(str(operand))


def _tensors(graph: Graph) -> Iterator[PageTensor]:
    weights = [value for value in graph.values if isinstance(value, Weight)]
    for value in weights[:MAX_REPORTED]:
        shape = ["?" if size is None else size for size in value.type.shape or ()]
        dtype = "unknown" if value.type.dtype is None else value.type.dtype.name
        yield PageTensor(brief(value.name), dtype, shape, size_of(value.type), "")
