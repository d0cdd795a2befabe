"""ONNX models as rows and parameters: nodes as the file has them."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from nacformats.comparing.core import Difference, ModelComparison
from nacformats.comparing.parameters import ComparableTensor
from nacformats.comparing.programs import constant_operand
from nacformats.comparing.rows import (
    ComparableProgram,
    ConstantOf,
    ParameterNamed,
    ProgramRow,
    ResultOf,
    RowOperand,
    shown_row,
)
from nacformats.errors import UnsupportedError

if TYPE_CHECKING:
    from onnx import AttributeProto, ModelProto, NodeProto, TensorProto, ValueInfoProto

    from nacformats.graph.graph import Graph
    from nacformats.onnx.reading.tensors import ExternalData

#: What a model says beside its graph, its operator sets and its functions.
_HEADER = ("ir_version", "producer_name", "producer_version", "domain", "model_version", "doc_string")
_MISSING = ConstantOf(("missing",), "-")


class ComparedOnnx:
    """An ONNX model that is compared.

    Attributes:
        source: the path of the file, or the ModelProto.
        message: the ModelProto.
    """

    def __init__(self, source: str | os.PathLike[str] | ModelProto) -> None:
        """Open a file, or take a message.

        Raises:
            FormatError: it is no ONNX model.
            ImportError: the package onnx is not installed.
            OSError: the file cannot be read.
        """
        try:
            from nacformats.onnx.reading.loading import opened, require_text  # noqa: PLC0415  onnx is optional
        except ImportError as error:
            raise ImportError("comparing an ONNX model needs onnx: pip install 'nacformats[onnx]'") from error
        self.source = source
        self.message, self._files, _ = opened(source)
        require_text(self.message, "model")

    def program(self) -> ComparableProgram:
        """Return the inputs, nodes and outputs of the graph."""
        found = _OnnxRows(self.message.graph)
        return ComparableProgram(found.rows, lambda place: shown_row(found.rows[place]), found.paths.__getitem__)

    def graph(self) -> Graph:
        """Return the graph of operators. Raises FormatError."""
        from nacformats.onnx.reading import graph_of_onnx  # noqa: PLC0415

        return graph_of_onnx(self.source)

    def tensors(self) -> dict[str, ComparableTensor]:
        """Return the initializers by name."""
        return {
            tensor.name: _tensor(tensor, f"graph.initializer[{place}]", self._files)
            for place, tensor in enumerate(self.message.graph.initializer)
        }

    def header(self) -> dict[str, Any]:
        """Return what the model says beside its graph, in plain values."""
        message = self.message
        return {
            **{name: getattr(message, name) for name in _HEADER},
            "opset_import": {entry.domain or "ai.onnx": entry.version for entry in message.opset_import},
            "metadata_props": {entry.key: entry.value for entry in message.metadata_props},
            "functions": {f"{each.domain}.{each.name}": _message_digest(each) for each in message.functions},
            "graph.name": message.graph.name,
            "graph.sparse_initializer": [_message_digest(each) for each in message.graph.sparse_initializer],
        }


def compare_onnx(
    comparison: ModelComparison, path: str, first: ComparedOnnx, second: ComparedOnnx
) -> Iterator[Difference]:
    """Compare what two models say beside their graphs."""
    return comparison.mappings(path, first.header(), second.header(), "{}{}")


class _OnnxRows:
    """The rows of a graph with their paths."""

    def __init__(self, graph: Any) -> None:
        self.rows: list[ProgramRow] = []
        self.paths: list[str] = []
        self._known: dict[str, RowOperand] = {tensor.name: ParameterNamed(tensor.name) for tensor in graph.initializer}
        held = set(self._known)
        for place, port in enumerate(graph.input):
            if port.name not in held:
                self._known[port.name] = ResultOf(len(self.rows))
                self._append(_port_row("input", port), f"graph.input[{place}]")
        for place, node in enumerate(graph.node):
            row = ProgramRow(_operator(node), tuple(map(self._operand, node.input)), tuple(_attributes(node)))
            for part, name in enumerate(node.output):
                self._known[name] = ResultOf(len(self.rows), part if len(node.output) > 1 else -1)
            self._append(row, f"graph.node[{place}]")
        for place, port in enumerate(graph.output):
            self._append(_port_row("output", port, (self._operand(port.name),)), f"graph.output[{place}]")

    def _append(self, row: ProgramRow, path: str) -> None:
        self.rows.append(row)
        self.paths.append(path)

    def _operand(self, name: str) -> RowOperand:
        if not name:
            return _MISSING
        return self._known.get(name) or ConstantOf(("undefined", name), f"undefined {name!r}")


def _port_row(operator: str, port: ValueInfoProto, operands: tuple[RowOperand, ...] = ()) -> ProgramRow:
    attributes = (("name", constant_operand(port.name)), ("type", constant_operand(_type_text(port))))
    return ProgramRow(operator, operands, attributes, computes=False)


def _type_text(port: ValueInfoProto) -> str:
    kind = port.type.WhichOneof("value")
    if kind != "tensor_type":
        return str(kind)
    tensor = port.type.tensor_type
    if not tensor.HasField("shape"):
        return _dtype_name(tensor.elem_type)
    sizes = (dim.dim_param or (str(dim.dim_value) if dim.HasField("dim_value") else "?") for dim in tensor.shape.dim)
    return f"{_dtype_name(tensor.elem_type)}[{', '.join(sizes)}]"


def _operator(node: NodeProto) -> str:
    return node.op_type if node.domain in ("", "ai.onnx") else f"{node.domain}.{node.op_type}"


def _attributes(node: NodeProto) -> Iterator[tuple[str, ConstantOf]]:
    for each in sorted(node.attribute, key=lambda attribute: attribute.name):
        yield each.name, _attribute(each)


def _attribute(attribute: AttributeProto) -> ConstantOf:
    import onnx  # noqa: PLC0415  optional

    if attribute.ref_attr_name:
        return constant_operand(f"@{attribute.ref_attr_name}")
    kind = onnx.AttributeProto.AttributeType
    if attribute.type in (kind.FLOAT, kind.INT, kind.FLOATS, kind.INTS, kind.STRING, kind.STRINGS):
        value = onnx.helper.get_attribute_value(attribute)
        return constant_operand(list(value) if attribute.type in (kind.FLOATS, kind.INTS, kind.STRINGS) else value)
    if attribute.type == kind.TENSOR:
        tensor = attribute.t
        raw = _raw(tensor)
        text = f"{_dtype_name(tensor.data_type)}{list(tensor.dims)}"
        if len(raw) <= _SHOWN_BYTES and not tensor.external_data and (array := _array(tensor)) is not None:
            text += f" {array.tolist()}"
        return ConstantOf((tensor.data_type, tuple(tensor.dims), _digest(raw)), text)
    digest = _message_digest(attribute)
    return ConstantOf(digest, f"{kind.Name(attribute.type).lower()} {digest[:8]}")


#: Tensors up to this size are shown, in bytes.
_SHOWN_BYTES = 64


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def _message_digest(message: Any) -> str:
    return _digest(message.SerializeToString(deterministic=True))


def _tensor(tensor: TensorProto, path: str, files: ExternalData) -> ComparableTensor:
    def numbers() -> npt.NDArray[Any]:
        from nacformats.onnx.reading.tensors import constant_of  # noqa: PLC0415
        from nacformats.onnx.reading.values import Refusal  # noqa: PLC0415

        try:
            return constant_of(tensor, files).load()
        except Refusal as refusal:
            raise UnsupportedError(str(refusal), format="onnx", path=path) from refusal

    def raw() -> memoryview:
        if tensor.external_data:
            return np.ascontiguousarray(numbers()).reshape(-1).view(np.uint8).data
        return memoryview(_raw(tensor))

    return ComparableTensor(_dtype_name(tensor.data_type), tuple(tensor.dims), path, (), raw, numbers)


def _raw(tensor: TensorProto) -> bytes:
    """Return the bytes of the elements, in whichever field they are."""
    import onnx  # noqa: PLC0415

    if tensor.HasField("raw_data") or tensor.external_data:
        return bytes(tensor.raw_data)
    if tensor.data_type == onnx.TensorProto.STRING:
        return b"\0".join(tensor.string_data)
    array = _array(tensor)
    return bytes(tensor.SerializeToString(deterministic=True)) if array is None else array.tobytes()


def _array(tensor: TensorProto) -> npt.NDArray[Any] | None:
    """Return the elements of a tensor in the file; None where they do not fit its sizes or its type."""
    import onnx  # noqa: PLC0415

    try:
        return np.asarray(onnx.numpy_helper.to_array(tensor))
    except Exception:  # noqa: BLE001  whatever the library says of a damaged one
        return None


@cache
def _dtype_name(number: int) -> str:
    import onnx  # noqa: PLC0415

    try:
        return str(onnx.helper.tensor_dtype_to_np_dtype(number))
    except (KeyError, ValueError):
        return f"type {number}"
