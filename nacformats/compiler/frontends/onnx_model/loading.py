"""An ONNX file or message, checked, with its functions inlined and its types inferred."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import onnx
from google.protobuf.message import DecodeError
from onnx import ModelProto, TensorProto, checker, inliner, shape_inference, version_converter

from nacformats.compiler.frontends.onnx_model.node import OPERATIONS
from nacformats.errors import FormatError, InvalidError, LimitError, UnsupportedError

#: The oldest operator set whose semantics the translations have; older models are converted to it.
OLDEST_OPSET = 13
#: Initializers up to this size stay in the graph for the inference of shapes, which reads shapes from them.
SMALL = 1024
#: A model with more nodes than this, functions inlined, is not for this compiler.
MAX_NODES = 500_000
_TERM = rb"[A-Za-z ]*(\.\.\.)?[A-Za-z ]*"
_EQUATION = re.compile(_TERM + rb"(," + _TERM + rb")*(->" + _TERM + rb")?")
#: What the inference and conversion of the ONNX package raise for graphs that they cannot handle.
_PROBLEMS = (RuntimeError, ValueError, TypeError, IndexError, KeyError)


@dataclass
class Loaded:
    """A model ready to be read.

    Attributes:
        graph: the main graph.
        initializers: the large ones, which are not in the graph, by name.
        versions: of each domain.
        folder: where the files with external data are, if anywhere.
    """

    graph: Any
    versions: dict[str, int]
    initializers: dict[str, TensorProto] = field(default_factory=dict)
    folder: Path | None = None


def load_model(source: ModelProto | str | os.PathLike[str]) -> Loaded:
    """A model, checked and prepared.

    Raises:
        InvalidError: it is no ONNX model, or breaks the rules of the format.
        UnsupportedError: it is of a version that cannot be converted.
        LimitError: it is too large.
    """
    folder = None
    if not isinstance(source, ModelProto):
        folder = Path(source).parent
        source = _read(Path(source))
    initializers = {tensor.name: tensor for tensor in source.graph.initializer if _is_large(tensor)}
    skeleton = _without(source, initializers)
    _check(skeleton)
    skeleton = _prepared(skeleton)
    versions = {
        entry.domain.replace("ai.onnx", "") if entry.domain == "ai.onnx" else entry.domain: entry.version
        for entry in skeleton.opset_import
    }
    _require_nodes(sum(1 for _node in _nodes(skeleton.graph)))
    return Loaded(skeleton.graph, versions, initializers, folder)


def _read(path: Path) -> ModelProto:
    try:
        return onnx.load(path, load_external_data=False)
    except (DecodeError, ValueError, TypeError, RecursionError) as error:
        raise _error(InvalidError, f"not an ONNX model: {error}") from None


def _is_large(tensor: TensorProto) -> bool:
    if tensor.data_location == TensorProto.EXTERNAL:
        return True
    size = 1
    for dim in tensor.dims:
        size *= max(dim, 0)
    return size > SMALL and bool(tensor.name)


def _without(model: ModelProto, initializers: dict[str, TensorProto]) -> ModelProto:
    """The model with its large initializers as inputs, so that nothing copies their elements.

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


def _check(model: ModelProto) -> None:
    if not model.opset_import:
        raise _error(InvalidError, "the model names no operator set", hint="opset_import is missing")
    _check_equations(model)
    shapeless = [port.type.tensor_type for port in model.graph.output if _lacks_shape(port)]
    for kind in shapeless:  # the checker wants a shape of every output, which real models leave out
        kind.shape.SetInParent()
    try:
        checker.check_model(model)
    except checker.ValidationError as error:
        raise _error(InvalidError, _first_line(error)) from None
    except (*_PROBLEMS, DecodeError, RecursionError) as error:
        raise _error(InvalidError, f"the check of the model fails: {_first_line(error)}") from None
    finally:
        for kind in shapeless:
            kind.ClearField("shape")


def _check_equations(model: ModelProto) -> None:
    """Refuse an equation of Einsum that is not one: the inference of shapes may never end on it."""
    graphs = [model.graph, *model.functions]
    for node in (node for graph in graphs for node in _nodes(graph) if node.op_type == "Einsum"):
        for attribute in node.attribute:
            if attribute.name == "equation" and not _EQUATION.fullmatch(attribute.s):
                what, where = "not an equation of Einsum", f"node {node.name!r}"
                raise _error(InvalidError, what, path=where, actual=attribute.s.decode("utf-8", "replace"))


def _lacks_shape(port: Any) -> bool:
    return port.type.HasField("tensor_type") and not port.type.tensor_type.HasField("shape")


def _prepared(model: ModelProto) -> ModelProto:
    """Functions inlined, an old operator set converted, types inferred."""
    version = _version(model)
    if model.functions:
        _require_nodes(_inlined_count(model))
        model = _attempt("inlining its functions", inliner.inline_local_functions, model)
    if version is not None and version < OLDEST_OPSET:
        what = f"converting operator set {version} to {OLDEST_OPSET}"
        model = _attempt(what, version_converter.convert_version, model, OLDEST_OPSET)
    if version is not None and _expandable(model):
        known = list(OPERATIONS)
        with suppress(*_PROBLEMS):  # operators that could not be replaced are refused by name
            model = inliner.inline_selected_functions(model, known, exclude=True, inline_schema_functions=True)
    for port in model.graph.output:  # sizes that a file states may be stale: only what follows from its inputs is true
        if port.type.HasField("tensor_type"):
            port.type.tensor_type.ClearField("shape")
    try:
        return shape_inference.infer_shapes(model)  # data_prop takes time without bound for long vectors
    except (*_PROBLEMS, shape_inference.InferenceError):
        return model


def _version(model: ModelProto) -> int | None:
    return next((entry.version for entry in model.opset_import if entry.domain in ("", "ai.onnx")), None)


def _expandable(model: ModelProto) -> bool:
    """Whether there is an operator that has no translation of its own but a definition by others."""
    return any((_domain(node), node.op_type) not in OPERATIONS for node in _nodes(model.graph))


def _domain(node: Any) -> str:
    return "" if node.domain == "ai.onnx" else str(node.domain)


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
    """How many nodes there are once the functions are inlined: those that call each other may double at every step."""
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


def _attempt(what: str, function: Any, *arguments: Any) -> ModelProto:
    try:
        result: ModelProto = function(*arguments)
    except (*_PROBLEMS, DecodeError) as error:
        raise _error(UnsupportedError, f"{what} fails: {_first_line(error)}") from None
    return result


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def _error(kind: type[FormatError], reason: str, **details: Any) -> FormatError:
    return kind(reason, format="onnx", **details)
