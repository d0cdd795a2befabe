"""ONNX models of graphs (extra `onnx`)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from nacformats.codec.columns.arrays import Array
from nacformats.codec.streams import Buffer
from nacformats.errors import UnsupportedError
from nacformats.files import PathLike
from nacformats.graph.graph import Dim, Graph, ValueType
from nacformats.graph.models import graph_of
from nacformats.onnx.writing.emission import Emission, emit, unsupported
from nacformats.onnx.writing.guessing import observed_or_guessed
from nacformats.ops.onnx.emitter import ELEMENT_TYPES, Inexpressible, OnnxBody, OnnxNode, Symbol
from nacformats.ops.onnx.operators import has_form
from nacformats.restoring import resolved, restore
from nacformats.runtime.steps.inference import infer

try:
    import onnx
    from onnx import TensorProto, helper, numpy_helper
except ImportError:
    raise ImportError("ONNX models need onnx: pip install 'nacformats[onnx]'") from None

#: Nodes that pad with zeros on their own.
_PADDING = frozenset({"Conv"})


def cleaned(nodes: Sequence[OnnxNode], constants: Mapping[str, Array], outputs: Collection[str]) -> list[OnnxNode]:
    """Return the nodes without those that the outputs do not need, and with padding inside of convolutions."""
    return _needed(_padded_within(nodes, constants), outputs)


def _needed(nodes: Sequence[OnnxNode], outputs: Collection[str]) -> list[OnnxNode]:
    wanted = set(outputs)
    kept: list[OnnxNode] = []
    for node in reversed(nodes):
        if not wanted.isdisjoint(node.outputs):
            wanted.update(node.inputs)
            kept.append(node)
    return kept[::-1]


def _padded_within(nodes: Sequence[OnnxNode], constants: Mapping[str, Array]) -> list[OnnxNode]:
    paddings: dict[str, tuple[str, list[int]]] = {}
    result: list[OnnxNode] = []
    for node in nodes:
        if node.kind == "Pad" and (sizes := _zeros_around(node, constants)) is not None:
            paddings[node.outputs[0]] = node.inputs[0], sizes
        elif node.kind in _PADDING and node.inputs[0] in paddings:
            source, sizes = paddings[node.inputs[0]]
            pads = [one + other for one, other in zip(node.attributes["pads"], sizes, strict=True)]
            node = node._replace(inputs=(source, *node.inputs[1:]), attributes={**node.attributes, "pads": pads})
        result.append(node)
    return result


def _zeros_around(node: OnnxNode, constants: Mapping[str, Array]) -> list[int] | None:
    """Return the zeros that a node adds around the dimensions after the channels; None if it adds anything else."""
    _, pads, *value = node.inputs
    filler = constants.get(value[0]) if value and value[0] else np.zeros(())
    sizes = constants.get(pads)
    if node.attributes.get("mode", "constant") != "constant" or len(node.inputs) > 3 or sizes is None or filler is None:
        return None
    rank = len(sizes) // 2
    before, after = sizes[:rank].tolist(), sizes[rank:].tolist()
    if filler.any() or rank < 3 or any((*before[:2], *after[:2])) or min(*before, *after) < 0:
        return None
    return [*before[2:], *after[2:]]


#: The version of the operator set, the first with Gelu and GridSample of volumes, and of the file format.
OPSET = 20
IR_VERSION = 9
#: Weights in a file of their own begin at multiples of this, so that they can be mapped.
ALIGNMENT = 4096
#: A model may not be larger: Protocol Buffers end at 2 GiB.
MAX_BYTES = (1 << 31) - (1 << 20)
#: Operations that have no rule of their own and pass.
_STRUCTURE = frozenset({"getitem", "nac.pass", "<OUTPUT>"})


@dataclass(frozen=True)
class OnnxModel:
    """A model whose weights are beside it.

    Attributes:
        proto: the model; each weight is an initializer with external data that is nowhere yet.
        weights: their arrays by name.
    """

    proto: onnx.ModelProto
    weights: Mapping[str, Array]

    @property
    def nbytes(self) -> int:
        """The size of the model with its weights, in bytes."""
        return int(self.proto.ByteSize()) + sum(array.nbytes for array in self.weights.values())

    def joined(self) -> onnx.ModelProto:
        """Return the model with the weights in it, of which copies are made."""
        for initializer in self._external():
            initializer.CopyFrom(_constant(initializer.name, self.weights[initializer.name]))
        return self.proto

    def beside(self, location: str) -> onnx.ModelProto:
        """Return the model with its weights beside it, in a file in which they follow one another, aligned."""
        offset = 0
        for initializer in self._external():
            array = self.weights[initializer.name]
            del initializer.external_data[:]
            for key, value in (("location", location), ("offset", offset), ("length", array.nbytes)):
                initializer.external_data.add(key=key, value=str(value))
            offset += array.nbytes + -array.nbytes % ALIGNMENT
        return self.proto

    def chunks(self) -> Iterator[Buffer]:
        """Yield the contents of the file for `beside`."""
        for initializer in self._external():
            array = np.ascontiguousarray(self.weights[initializer.name])
            yield array.reshape(-1).view(np.uint8).data
            yield bytes(-array.nbytes % ALIGNMENT)

    def files(self, target: Path) -> dict[PathLike, Iterable[Buffer]]:
        """Return the files to write: the model at target and, if it is too large for that, its weights beside it."""
        if self.nbytes <= MAX_BYTES:
            return {target: [self.joined().SerializeToString(deterministic=True)]}
        data = Path(f"{target}.data")
        return {data: self.chunks(), target: [self.beside(data.name).SerializeToString(deterministic=True)]}

    def _external(self) -> list[onnx.TensorProto]:
        return [initializer for initializer in self.proto.graph.initializer if initializer.name in self.weights]


def supported(operator: str) -> bool:
    """Return True if an operation has a form in ONNX for some arguments; `refusals` lists those without one."""
    return operator in _STRUCTURE or has_form(operator)


def refusals(graph: Graph, types: Sequence[Any]) -> dict[int, str]:
    """Return the reasons why values of a resolved graph have no form in ONNX, by index."""
    return emit(graph, types).refusals


def onnx_beside_weights(graph: Graph, types: Sequence[Any]) -> OnnxModel:
    """Return the ONNX model of a resolved graph, whose weights are not copied until they are joined to it.

    Sizes that the graph does not fix stay open. Inputs and weights have the names of the graph, and outputs those of
    `output_names`, or out0, out1, ...

    Args:
        graph: resolved (restoring/resolved.py).
        types: what `observe` gives for it.

    Raises:
        UnsupportedError: it lists every operation that has no form in ONNX.
    """
    emission = emit(graph, types)
    if emission.refusals:
        raise unsupported(emission, graph)
    return _Maker(graph, emission).model()


class _Maker:
    def __init__(self, graph: Graph, emission: Emission) -> None:
        self.graph, self.emission, self.emitter = graph, emission, emission.emitter
        self.renamed: dict[str, str] = {}

    def model(self) -> OnnxModel:
        outputs = [self._output(place) for place in range(len(self.graph.outputs))]
        weights = {name: weight.load() for name, weight in self.emission.weights.items() if weight.load is not None}
        wanted = {*self.renamed, *(output.name for output in outputs)}
        nodes = cleaned(self.emitter.nodes, self.emitter.constants, wanted)
        used = {name for node in nodes for name in node.inputs}
        proto = helper.make_graph(
            [self._node(place, node) for place, node in enumerate(nodes)],
            "model",
            [self._input(index) for index in self.emission.inputs],
            outputs,
            [
                *(_constant(name, array) for name, array in self.emitter.constants.items() if name in used),
                *(_external(name, array) for name, array in weights.items()),
            ],
        )
        made = helper.make_model(
            proto, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION, producer_name="nacformats"
        )
        return OnnxModel(made, weights)

    def _node(self, place: int, node: OnnxNode) -> Any:
        attributes = {name: _attribute(value) for name, value in node.attributes.items()}
        inputs = [self.renamed.get(name, name) for name in node.inputs]
        outputs = [self.renamed.get(name, name) for name in node.outputs]
        return helper.make_node(node.kind, inputs, outputs, name=f"{node.kind}_{place}", **attributes)

    def _input(self, index: int) -> Any:
        tensor = self.emission.values[index]
        return _declared(tensor.name, tensor, self.graph.values[index].type)

    def _output(self, place: int) -> Any:
        """Declare an output, which has its own name: a node's result is renamed, anything else is copied."""
        index = self.graph.outputs[place].index
        found = self.emission.values[index]
        if isinstance(found, tuple) or found is None:
            raise self.graph.error(UnsupportedError, self.graph.values[index], "an output that is not a tensor")
        names = self.graph.output_names
        name = self.emitter.unused_name(names[place] if place < len(names) else f"out{place}")
        tensor = found if isinstance(found, Symbol) else self.emitter.const(np.asarray(found))
        if self._is_free(tensor.name):
            self.renamed[tensor.name] = name
        else:
            self.emitter.nodes.append(OnnxNode("Identity", (tensor.name,), (name,), {}))
        return _declared(name, tensor, self.graph.values[index].type)

    def _is_free(self, name: str) -> bool:
        """Return True if a name is the result of a node, and not an output yet."""
        if not hasattr(self, "_results"):
            self._results = {result for node in self.emitter.nodes for result in node.outputs}
        return name in self._results and name not in self.renamed


def _attribute(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return numpy_helper.from_array(value)
    if not isinstance(value, OnnxBody):
        return value
    nodes = [helper.make_node(node.kind, node.inputs, node.outputs, **node.attributes) for node in value.nodes]
    ports = [
        [helper.make_tensor_value_info(name, ELEMENT_TYPES[value.dtype], None) for name in names]
        for names in (value.inputs, value.outputs)
    ]
    return helper.make_graph(nodes, "body", *ports)


def _declared(name: str, tensor: Symbol, declared: ValueType) -> Any:
    if tensor.dtype not in ELEMENT_TYPES:
        raise Inexpressible(f"ONNX has no tensors of type {tensor.dtype}")
    dims: list[Dim] = [None] * (tensor.rank or 0) if tensor.sizes is None else list(tensor.sizes)
    if declared.shape is not None and len(declared.shape) == len(dims):
        dims = [known if known is not None else dim for known, dim in zip(declared.shape, dims, strict=True)]
    return helper.make_tensor_value_info(name, ELEMENT_TYPES[tensor.dtype], dims)


def _constant(name: str, array: Array) -> Any:
    return numpy_helper.from_array(np.ascontiguousarray(array).reshape(array.shape), name)


def _external(name: str, array: Array) -> Any:
    """Return an initializer whose bytes are elsewhere."""
    proto = TensorProto(name=name, data_type=ELEMENT_TYPES[array.dtype], dims=array.shape)
    proto.data_location = TensorProto.EXTERNAL
    for key, value in (("location", "weights.bin"), ("offset", "0"), ("length", str(array.nbytes))):
        proto.external_data.add(key=key, value=value)
    return proto


def model_of(model: Any, inputs: Sequence[Any] | Mapping[str, Any] | None = None) -> onnx.ModelProto:
    """Return the ONNX model of a NAC file, a Mind IR graph, or a graph.

    Args:
        inputs: examples, for a file that does not say of which types and ranks its inputs are.

    Raises:
        FormatError: the model cannot be run, or has no form in ONNX; or its inputs are not known.
    """
    return model_and_weights_of(model, inputs).joined()


def model_and_weights_of(model: Any, inputs: Sequence[Any] | Mapping[str, Any] | None = None) -> OnnxModel:
    """Return `model_of` with the weights beside it, of which nothing is copied."""
    graph = model if isinstance(model, Graph) else restore(graph_of(model))
    graph.verify()
    infer(graph)
    return onnx_beside_weights(*observed_or_guessed(resolved(graph), inputs))
