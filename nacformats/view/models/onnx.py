"""Views of an ONNX model (extra `onnx`). The message is parsed; neither the package's native code nor the model runs.

No schema describes its bytes: a page shows its graph as this package reads it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import prod
from typing import Any

import numpy as np

from nacformats.codec.streams import Source
from nacformats.comparing.folding import plain_rows
from nacformats.comparing.onnx import ComparedOnnx
from nacformats.errors import FormatError, InvalidError, LimitError
from nacformats.graph.graph import Graph, GraphValue, Operation, Ref, Weight
from nacformats.kinds import ONNX
from nacformats.limits import MAX_REPORTED, ONNX_FILE_BYTES
from nacformats.view.protocol import PageFinding, PageProgram, PageTensor
from nacformats.view.reports.programs import GraphFacts, ProgramColumns
from nacformats.view.summaries import data
from nacformats.view.summaries.blocks import row_block_lines
from nacformats.view.summaries.data import brief
from nacformats.view.texts import joined_and_cut
from nacformats.view.timeline import size_of

_COMMANDS = ["compile {file} model.nac", "diff {file} OTHER.onnx"]


def summary_of_onnx(source: Source) -> data.Summary:
    """Return the summary of an ONNX model; without the extra `onnx`, no more than that.

    Raises:
        InvalidError: it cannot be parsed.
        LimitError: it is longer than any that protobuf reads.
    """
    if source.size > ONNX_FILE_BYTES:
        raise LimitError(
            f"too long for an {ONNX.title}", expected=f"at most {ONNX_FILE_BYTES:,} bytes", actual=source.size
        )
    try:
        from google.protobuf.message import DecodeError  # noqa: PLC0415  the extra may be missing
        from onnx import ModelProto  # noqa: PLC0415

        from nacformats.onnx.reading.loading import require_text  # noqa: PLC0415
    except ImportError:
        facts = [data.Fact("extra", "its contents are read with the extra onnx: pip install 'nacformats[onnx]'")]
        return data.Summary(ONNX.title, facts=facts, commands=_COMMANDS)
    try:
        model = ModelProto.FromString(bytes(source.view))
    except (DecodeError, ValueError, RecursionError) as error:
        raise InvalidError(f"not an {ONNX.title}: {data.brief(str(error))}") from None
    require_text(model, "model")
    return _summary(model)


def _summary(model: Any) -> data.Summary:
    graph = model.graph
    stored = {tensor.name for tensor in graph.initializer}
    inputs = [port for port in graph.input if port.name not in stored]
    return data.Summary(
        ONNX.title,
        facts=_facts(model),
        inputs=[_port(port) for port in inputs[: data.MOST_LISTED]],
        outputs=[_port(port) for port in graph.output[: data.MOST_LISTED]],
        blocks=row_block_lines(plain_rows(ComparedOnnx(model).program(), "node")[0]),
        counts={"inputs": len(inputs), "outputs": len(graph.output), "tensors": len(graph.initializer)},
        commands=_COMMANDS,
        **_weights(graph.initializer),
    )


def _facts(model: Any) -> list[data.Fact]:
    graph = model.graph
    operators = Counter(node.op_type for node in graph.node)
    often = data.first_of((f"{name} {count}" for name, count in operators.most_common(6)), 6)
    kinds = f"{data.count_text(len(graph.node), 'node')} of {data.count_text(len(operators), 'kind')}"
    versions = data.first_of(f"{entry.domain or 'ai.onnx'} {entry.version}" for entry in model.opset_import)
    facts = [
        data.Fact("program", f"{kinds}: {often}" if often else kinds),
        data.Fact("operators", versions or "none named"),
    ]
    if model.functions:
        facts.append(
            data.Fact("functions", f"{len(model.functions):,}: {data.first_of(each.name for each in model.functions)}")
        )
    producer = f"{model.producer_name} {model.producer_version}".strip()
    facts += [data.Fact("written by", data.brief(producer))] if producer else []
    files = {entry.value for tensor in graph.initializer for entry in tensor.external_data if entry.key == "location"}
    facts += [data.Fact("weights", f"in {data.first_of(sorted(files))}")] if files else []
    return facts


def _port(port: Any) -> data.ShownPort:
    kind = port.type.tensor_type
    if not port.type.HasField("tensor_type"):
        return data.ShownPort(data.brief(port.name), (port.type.WhichOneof("value") or "any").removesuffix("_type"))
    shape = tuple(map(_dim, kind.shape.dim)) if kind.HasField("shape") else None
    return data.ShownPort(data.brief(port.name), _type(kind.elem_type), shape)


def _dim(dim: Any) -> int | str | None:
    return dim.dim_value if dim.HasField("dim_value") else data.brief(dim.dim_param) or None


def _weights(tensors: Sequence[Any]) -> dict[str, Any]:
    shapes: list[data.ShownShape] = [tuple(tensor.dims) for tensor in tensors]
    sizes = list(map(_bytes, tensors))
    kinds = [tensor.data_type for tensor in tensors]
    return data.weighed(sizes, kinds, lambda index: (tensors[index].name, shapes[index]), _type)


def _bytes(tensor: Any) -> int | None:
    dtype = _dtype(tensor.data_type)
    return None if dtype is None else prod(max(size, 0) for size in tensor.dims) * dtype.itemsize


def _type(number: int) -> str:
    dtype = _dtype(number)
    return f"type {number}" if dtype is None else "string" if dtype.kind == "O" else dtype.name


def _dtype(number: int) -> np.dtype[Any] | None:
    """Return the NumPy type of an element type; None for a number that has none."""
    from onnx.helper import tensor_dtype_to_np_dtype  # noqa: PLC0415  the extra may be missing

    try:
        dtype: np.dtype[Any] = np.dtype(tensor_dtype_to_np_dtype(number))
    except (KeyError, TypeError, ValueError):
        return None
    return dtype


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
