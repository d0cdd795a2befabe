"""The summary of an ONNX model. The message is parsed; neither the package's native code nor the model runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from nacformats.codec.streams import Source
from nacformats.comparing.folding import plain_rows
from nacformats.comparing.onnx import ComparedOnnx
from nacformats.errors import InvalidError, LimitError
from nacformats.kinds import ONNX
from nacformats.limits import ONNX_FILE_BYTES
from nacformats.view.summaries import data
from nacformats.view.summaries.blocks import row_block_lines

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
    return data.Weighed(sizes, kinds, lambda index: (tensors[index].name, shapes[index]), _type).parts()


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
