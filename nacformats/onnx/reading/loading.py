"""An ONNX file or message, checked, with its functions inlined and its types inferred."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import onnx
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import DecodeError, Message
from onnx import ModelProto, TensorProto

from nacformats import limits
from nacformats.codec.streams import naming
from nacformats.errors import FormatError, InvalidError, LimitError, UnsupportedError
from nacformats.onnx.reading.library import LibraryError, OnnxLibrary
from nacformats.onnx.reading.node import OPERATIONS
from nacformats.onnx.reading.tensors import ExternalData
from nacformats.onnx.reading.values import OnnxAllowance

#: The oldest operator set whose semantics the translations have; older models are converted to it.
OLDEST_OPSET = 13
#: Fields that hold a text, or something that may; and those that nobody reads.
_TEXTUAL = frozenset({FieldDescriptor.TYPE_STRING, FieldDescriptor.TYPE_MESSAGE})
_UNREAD = frozenset({"doc_string", "metadata_props"})
#: Initializers up to this size stay in the graph for the inference of shapes, which reads shapes from them.
SMALL = 1024
#: A model with more nodes than this, functions inlined, is not for this compiler.
MAX_NODES = 500_000


@dataclass
class Loaded:
    """A model ready to be read.

    Attributes:
        graph: the main graph.
        initializers: the large ones, which are not in the graph, by name.
        versions: of each domain.
        files: where external data is.
        size: bytes of the model as it was given, without the large initializers.
    """

    graph: Any
    versions: dict[str, int]
    initializers: dict[str, TensorProto] = field(default_factory=dict)
    files: ExternalData = field(default_factory=ExternalData)
    size: int = 0


def opened(source: ModelProto | str | os.PathLike[str]) -> tuple[ModelProto, ExternalData, str]:
    """Return a model as a message of protobuf, the data in files beside it, and its name in errors.

    Raises:
        InvalidError: the file is no ONNX model.
        LimitError: it is longer than any that protobuf reads.
        OSError: it cannot be read, or there is not enough memory for it.
    """
    if isinstance(source, ModelProto):
        return source, ExternalData(), "the model"
    path = Path(source)
    with naming(path):
        files = ExternalData(path)
        data = _read(path)
        try:
            return ModelProto.FromString(data), files, path.name
        except (DecodeError, ValueError, RecursionError) as error:
            raise _error(InvalidError, f"not an ONNX model: {error}") from None


def _read(path: Path) -> bytes:
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        data = file.read(limits.ONNX_FILE_BYTES + 1) if size <= limits.ONNX_FILE_BYTES else b""
    if max(size, len(data)) > limits.ONNX_FILE_BYTES:
        hint = "weights of larger models are external data"
        expected = f"at most {limits.ONNX_FILE_BYTES:,} bytes"
        reason = f"{path.name} is no ONNX model: it is too long"
        raise _error(LimitError, reason, expected=expected, actual=max(size, len(data)), hint=hint)
    return data


def load_onnx_model(source: ModelProto, files: ExternalData, name: str) -> Loaded:
    """Check a model with the onnx package and prepare it for reading.

    Args:
        source: as it was read.
        files: where external data is.
        name: for messages.

    Raises:
        InvalidError: it breaks the rules of the format, or the onnx package crashes on it.
        UnsupportedError: it is of a version that cannot be converted.
        LimitError: it is too large, or the onnx package takes too long or too much memory for it.
    """
    large = list(filter(_is_large, source.graph.initializer))
    for tensor in large:
        _require_utf8(tensor.name, "model.graph.initializer.name")
        for entry in tensor.external_data:
            require_text(entry, "model.graph.initializer.external_data")
    initializers = {tensor.name: tensor for tensor in large}
    skeleton = _without(source, initializers)
    require_text(skeleton, "model")
    _require_operator_set(skeleton)
    size = skeleton.ByteSize()
    with OnnxLibrary(size, name) as library:
        _check(skeleton, library)
        skeleton = _prepared(skeleton, library, OnnxAllowance(size))
    versions = {_domain(entry): entry.version for entry in skeleton.opset_import}
    _require_nodes(sum(1 for _node in _nodes(skeleton.graph)))
    return Loaded(skeleton.graph, versions, initializers, files, size)


def _is_large(tensor: TensorProto) -> bool:
    if tensor.data_location == TensorProto.EXTERNAL:
        return True
    return bool(tensor.name) and math.prod(max(dim, 0) for dim in tensor.dims) > SMALL


def _without(model: ModelProto, initializers: dict[str, TensorProto]) -> ModelProto:
    """Return the model with its large initializers as inputs, so that nothing copies their elements.

    The types that it states for values inside are left out: they are inferred, since those of a file may be stale.
    """
    skeleton = ModelProto(ir_version=model.ir_version, opset_import=model.opset_import, functions=model.functions)
    graph, old = skeleton.graph, model.graph
    graph.name = old.name or "graph"
    graph.node.extend(old.node)
    graph.input.extend(old.input)
    graph.output.extend(old.output)
    graph.initializer.extend(tensor for tensor in old.initializer if tensor.name not in initializers)
    graph.sparse_initializer.extend(old.sparse_initializer)
    declared = {port.name for port in old.input}
    graph.input.extend(
        onnx.helper.make_tensor_value_info(name, tensor.data_type, list(tensor.dims))
        for name, tensor in initializers.items()
        if name not in declared
    )
    return skeleton


def require_text(message: Any, place: str) -> None:
    """Refuse bytes that are not UTF-8 where a text is meant: protobuf gives them as bytes."""
    for entry, value in message.ListFields():
        if entry.type not in _TEXTUAL or entry.name in _UNREAD:
            continue
        path = f"{place}.{entry.name}"
        for item in [value] if isinstance(value, str | bytes | Message) else value:
            if isinstance(item, Message):
                require_text(item, path)
            else:
                _require_utf8(item, path)


def _require_utf8(text: str | bytes, path: str) -> None:
    if isinstance(text, bytes):
        raise _error(InvalidError, "the text is not UTF-8", path=path, actual=text[: limits.MAX_SHOWN_TEXT])


def _require_operator_set(model: ModelProto) -> None:
    if not model.opset_import:
        raise _error(InvalidError, "the model names no operator set", hint="opset_import is missing")


def _check(model: ModelProto, library: OnnxLibrary) -> None:
    shapeless = [port.type.tensor_type for port in model.graph.output if _lacks_shape(port)]
    for kind in shapeless:  # the checker wants a shape of every output, which real models leave out
        kind.shape.SetInParent()
    try:
        library.check(model)
    except LibraryError as error:
        what = "" if error.kind == "ValidationError" else "the check of the model fails: "
        raise _error(InvalidError, f"{what}{error}") from None
    finally:
        for kind in shapeless:
            kind.ClearField("shape")


def _lacks_shape(port: Any) -> bool:
    return port.type.HasField("tensor_type") and not port.type.tensor_type.HasField("shape")


def _prepared(model: ModelProto, library: OnnxLibrary, allowance: OnnxAllowance) -> ModelProto:
    """Return a model with its functions inlined, an old operator set converted, and its types inferred."""
    version = _version(model)
    if model.functions:
        allowance.take_values(_inlined_count(model))
        with _attempt("inlining its functions"):
            model = library.changed("inline", model)
    if version is not None and version < OLDEST_OPSET:
        with _attempt(f"converting operator set {version} to {OLDEST_OPSET}"):
            model = library.changed("convert", model, OLDEST_OPSET)
    if version is not None and _expandable(model):
        with suppress(LibraryError):  # operators that could not be replaced are refused by name
            model = library.changed("expand", model, list(OPERATIONS))
    for port in model.graph.output:  # sizes that a file states may be stale: only what follows from its inputs is true
        if port.type.HasField("tensor_type"):
            port.type.tensor_type.ClearField("shape")
    with suppress(LibraryError):
        model = library.changed("infer", model)
    return model


def _version(model: ModelProto) -> int | None:
    return next((entry.version for entry in model.opset_import if entry.domain in ("", "ai.onnx")), None)


def _expandable(model: ModelProto) -> bool:
    """Return True if there is an operator that has no translation of its own but a definition by others."""
    return any((_domain(node), node.op_type) not in OPERATIONS for node in _nodes(model.graph))


def _domain(message: Any) -> str:
    """Return the domain of a node or an operator set; that of ONNX has two names."""
    return "" if message.domain == "ai.onnx" else str(message.domain)


def _nodes(graph: Any) -> Any:
    waiting = [graph]
    while waiting:
        for node in waiting.pop().node:
            yield node
            for attribute in node.attribute:
                if attribute.HasField("g"):
                    waiting.append(attribute.g)
                waiting.extend(attribute.graphs)


def _require_nodes(count: int) -> None:
    if count > MAX_NODES:
        raise _error(LimitError, "the model has too many nodes", expected=f"at most {MAX_NODES}", actual=count)


def _inlined_count(model: ModelProto) -> int:
    """Return the number of nodes with functions inlined: functions that call each other may double it at every step."""
    functions = {(function.domain, function.name): function for function in model.functions}
    counts: dict[tuple[str, str], int] = {}

    def count(graph: Any) -> int:
        return sum(called((node.domain, node.op_type)) for node in _nodes(graph))

    def called(name: tuple[str, str]) -> int:
        if name not in functions:
            return 1
        if name not in counts:  # the checker has refused functions that call themselves
            counts[name] = count(functions[name])
        return counts[name]

    try:
        return count(model.graph)
    except RecursionError:
        raise _error(LimitError, "functions of the model call each other too deeply") from None


@contextmanager
def _attempt(what: str) -> Iterator[None]:
    try:
        yield
    except LibraryError as error:
        raise _error(UnsupportedError, f"{what} fails: {error}") from None


def _error(kind: type[FormatError], reason: str, **details: Any) -> FormatError:
    return kind(reason, format="onnx", **details)
