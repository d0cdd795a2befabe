"""Walks the nodes of an ONNX graph and lets each be translated."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import replace
from typing import Any

from onnx import AttributeProto, TensorProto, helper

from nacformats import limits
from nacformats.errors import FormatError, InvalidError, LimitError, UnsupportedError
from nacformats.graph.graph import Graph, Input, ValueType
from nacformats.onnx.reading.loading import Loaded
from nacformats.onnx.reading.node import OF_SIZES, OPERATIONS, GraphBuilder, NodeReader, Translation, merged_shape
from nacformats.onnx.reading.tensors import constant_of, declared_type
from nacformats.onnx.reading.values import (
    GraphConstant,
    GraphTensor,
    NamedValue,
    OnnxAllowance,
    Refusal,
    as_constant,
    constant,
)
from nacformats.printing import shortened
from nacformats.runtime import Budget, Session

#: Elements of the operands, and of the result.
MAX_ELEMENTS = 1024
#: Floats are folded up to this size: scales and the like, but no parameters.
MAX_FLOATS = 16
#: What a computation of such tensors may take.
_MEMORY = 1 << 20
#: The types of attributes that operators with a translation have.
_ATTRIBUTES = {AttributeProto.FLOAT, AttributeProto.INT, AttributeProto.STRING, AttributeProto.TENSOR}
_ATTRIBUTES |= {AttributeProto.FLOATS, AttributeProto.INTS, AttributeProto.STRINGS, AttributeProto.GRAPH}
#: Operators that have effects besides their results, or are known anyway.
_NEVER = frozenset({"Constant", "If", "Loop", "Scan", "RandomNormal", "RandomUniform"})


def fold_node(node: NodeReader, translation: Translation) -> NamedValue | tuple[NamedValue, ...] | None:
    """Return the results of a node as constants; None when they are not to be computed now."""
    if node.operator in _NEVER or not node.inputs:
        return None
    known = [as_constant(value) if not isinstance(value, list) else None for value in node.inputs]
    if any(found is None and value is not None for found, value in zip(known, node.inputs, strict=True)):
        return None
    if not all(_is_small(found) for found in known if found is not None):
        return None
    scratch = Graph("onnx", "value", [])
    inner = replace(node, build=GraphBuilder(scratch, node.build.allowance), inputs=known)
    try:
        results = translation(inner)
    except Refusal:
        return None
    many = isinstance(results, tuple)
    found = _computed(scratch, list(results) if isinstance(results, tuple) else [results])
    if found is None:
        return None
    return tuple(found) if many else found[0]


def _is_small(found: GraphConstant) -> bool:
    return found.size <= (MAX_ELEMENTS if found.dtype.kind in "iub" else MAX_FLOATS)


def _computed(scratch: Graph, results: list[Any]) -> list[NamedValue] | None:
    tensors = [result for result in results if isinstance(result, GraphTensor)]
    if any(isinstance(result, list) for result in results):
        return None
    if not tensors:
        return results
    scratch.outputs = tuple(tensor.ref for tensor in tensors)
    try:
        with Session(scratch, budget=Budget(memory=_MEMORY)) as session:
            arrays = iter(session.run([], timeout=None))
    except FormatError:
        return None
    found = [constant(next(arrays)) if isinstance(result, GraphTensor) else result for result in results]
    if any(isinstance(value, GraphConstant) and not _is_small(value) for value in found):
        return None
    return found


#: An error names at most this many nodes.
SHOWN_PROBLEMS = 50
#: Graphs in graphs.
MAX_DEPTH = 16


#: What a translation runs into when attributes or shapes are not what the operator takes.
_MALFORMED = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


class _Refused:
    """Stands for the result of a node that was refused; what depends on it is not refused again."""


REFUSED = _Refused()
_Names = MutableMapping[str, Any]


class OnnxReader:
    """Reads a model into a graph in the compiler's dialect."""

    def __init__(self, loaded: Loaded) -> None:
        self.loaded = loaded
        self.graph = Graph("onnx", "value", [])
        self.build = GraphBuilder(self.graph, OnnxAllowance(loaded.size))
        self.problems: list[str] = []
        self.constants: dict[int, tuple[Any, GraphConstant]] = {}
        self.depth = 0

    def read(self) -> Graph:
        """Return the graph of the model.

        Raises:
            UnsupportedError: it lists every node that cannot be expressed.
            InvalidError: a name is not defined, or a tensor is malformed.
        """
        graph = self.loaded.graph
        names: _Names = {}
        self._inputs(graph, names)
        self._initializers(graph, names)
        self._nodes(graph, names, "")
        outputs = [self._output(port.name, names) for port in graph.output]
        self._raise_problems()
        self.graph.outputs = tuple(self.build.tensor(output).ref for output in outputs)
        self.graph.output_names = tuple(port.name for port in graph.output)
        return self.graph

    def _inputs(self, graph: Any, names: _Names) -> None:
        held = {tensor.name for tensor in graph.initializer} | set(self.loaded.initializers)
        for port in graph.input:
            if port.name in held:
                continue
            try:
                names[port.name] = self.build.append(Input(0, port.name), declared_type(port.type))
            except Refusal as refusal:
                self.problems.append(f"input {port.name!r}: {refusal}")
                names[port.name] = REFUSED

    def _initializers(self, graph: Any, names: _Names) -> None:
        large = self.loaded.initializers.values() if graph is self.loaded.graph else ()
        for tensor in [*graph.initializer, *large]:
            try:
                names[tensor.name] = self._constant(tensor)
            except Refusal as refusal:
                self.problems.append(f"initializer {tensor.name!r}: {refusal}")
                names[tensor.name] = REFUSED
        for sparse in graph.sparse_initializer:
            self.problems.append(f"initializer {sparse.values.name!r}: sparse tensors")
            names[sparse.values.name] = REFUSED

    def _constant(self, tensor: Any) -> GraphConstant:
        """Return the one constant of a message: those inside of loops are read again and again."""
        if id(tensor) not in self.constants:
            self.constants[id(tensor)] = (tensor, constant_of(tensor, self.loaded.files))
        return self.constants[id(tensor)][1]

    def _nodes(self, graph: Any, names: _Names, place: str) -> None:
        types = {info.name: info.type for info in (*graph.value_info, *graph.output)}
        for number, message in enumerate(graph.node):
            self._node(message, number, names, types, place)

    def _node(self, message: Any, number: int, names: _Names, types: Mapping[str, Any], place: str) -> None:
        inputs = [self._name(name, names, message) if name else None for name in message.input]
        if REFUSED in inputs:
            names.update((name, REFUSED) for name in message.output if name)
            return
        domain = "" if message.domain == "ai.onnx" else message.domain
        start = len(self.graph.values)
        label = message.name or next((name for name in message.output if name), f"number {number}")
        label = shortened(label, limits.MAX_SHOWN_TEXT)
        try:
            results = self._translated(message, domain, inputs, names, f"{place}{label}")
            if len(results) < sum(1 for name in message.output if name):
                raise Refusal(f"output {message.output[len(results)]!r} is not computed")
        except Refusal as refusal:
            operator = f"{domain}.{message.op_type}" if domain else message.op_type
            self.problems.append(f"node {place}{label} ({operator}): {refusal}")
            results = [REFUSED] * len(message.output)
        self.build.allowance.take_steps(sum(len(result) for result in results if isinstance(result, list)))
        for name, result in zip(message.output, results, strict=False):
            if name:
                names[name] = self._typed(result, types.get(name), start)

    def _translated(self, message: Any, domain: str, inputs: Sequence[Any], names: _Names, label: str) -> list[Any]:
        translation = OPERATIONS.get((domain, message.op_type))
        if translation is None:
            raise Refusal("there is no translation of this operator")
        attributes = {item.name: self._attribute(item) for item in message.attribute}
        version = self.loaded.versions.get(domain, 1)

        def subgraph(graph: Any, values: Sequence[NamedValue]) -> list[NamedValue]:
            return self._subgraph(graph, values, names, f"{label} > ")

        node = NodeReader(message.op_type, version, inputs, attributes, message.output, self.build, subgraph, label)
        try:
            known = fold_node(node, translation)
            if known is None and not domain and node.operator in OF_SIZES:
                known = OF_SIZES[node.operator](node)
            results = translation(node) if known is None else known
        except (FormatError, UnicodeDecodeError):
            raise
        except _MALFORMED as error:
            raise Refusal(f"its attributes or operands do not fit the operator ({error})") from None
        return list(results) if isinstance(results, tuple) else [results]

    def _subgraph(self, graph: Any, values: Sequence[NamedValue], names: _Names, place: str) -> list[NamedValue]:
        """Return the outputs of a graph inside a node; its refusals have lines of their own."""
        if self.depth >= MAX_DEPTH:
            raise LimitError("graphs are nested too deeply", format="onnx", expected=f"at most {MAX_DEPTH}")
        self.depth += 1
        self.build.allowance.take_steps(_names_of(graph))
        inner: _Names = ChainMap({}, names)
        inner.update(zip((port.name for port in graph.input), values, strict=False))
        self._initializers(graph, inner)
        self._nodes(graph, inner, place)
        self.depth -= 1
        outputs = [self._name(port.name, inner, graph) for port in graph.output]
        if REFUSED in outputs:
            raise Refusal("its graph cannot be expressed")
        return outputs

    def _name(self, name: str, names: _Names, message: Any) -> Any:
        try:
            return names[name]
        except KeyError:
            place = f"node {message.name!r}"
            raise InvalidError(f"{name!r} is not defined before it is used", format="onnx", path=place) from None

    def _attribute(self, attribute: Any) -> Any:
        if attribute.type not in _ATTRIBUTES:
            raise Refusal(f"attribute {attribute.name!r} of type {attribute.type}")
        value = helper.get_attribute_value(attribute)
        if isinstance(value, TensorProto):
            return self._constant(value)
        if attribute.type == AttributeProto.STRINGS:
            return [text.decode("utf-8", "replace") for text in value]
        return value.decode("utf-8", "replace") if isinstance(value, bytes) else value

    def _typed(self, result: Any, declared: Any, start: int) -> Any:
        """Return the result with what the inference of shapes knows about it."""
        if not isinstance(result, GraphTensor) or declared is None or result.ref.index < start:
            return result
        try:
            known = declared_type(declared)
        except Refusal:
            return result
        merged = ValueType(
            known.dtype if result.type.dtype is None else result.type.dtype, merged_shape(known.shape, result.shape)
        )
        self.graph.values[result.ref.index].type = merged
        return GraphTensor(result.ref, merged)

    def _output(self, name: str, names: _Names) -> Any:
        if name not in names:
            raise InvalidError(f"output {name!r} is not defined", format="onnx", path="graph.output")
        found = names[name]
        if isinstance(found, list) or found is None:
            self.problems.append(f"output {name!r}: values of sequence or optional type")
        return found

    def _raise_problems(self) -> None:
        if not self.problems:
            return
        shown = self.problems[:SHOWN_PROBLEMS]
        more = len(self.problems) - len(shown)
        text = "; ".join(shown) + (f"; and {more} more" if more else "")
        raise UnsupportedError(f"the model cannot be expressed: {text}", format="onnx")


def _names_of(graph: Any) -> int:
    """Return the number of nodes and names that reading a graph visits."""
    values = len(graph.input) + len(graph.output) + len(graph.value_info)
    return 1 + values + len(graph.node) + len(graph.initializer) + len(graph.sparse_initializer)
