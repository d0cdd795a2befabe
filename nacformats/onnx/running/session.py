"""A part of a graph as a session of onnxruntime, which reads weights where they are, without a copy of its own.

onnxruntime takes an array in place of an initializer whose data it never looks at itself: one that is declared to be in
a file beside the model. The file is there, and empty. What the optimizations of onnxruntime compute with (biases,
norms, filters, which it lays out anew) has to be in the model.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import ml_dtypes
import numpy as np
import onnxruntime
from onnx import GraphProto, ModelProto, NodeProto, TensorProto, helper, numpy_helper

from nacformats.codec.columns.arrays import Array
from nacformats.onnx.writing.model import OnnxModel
from nacformats.ops.scratch import Cost
from nacformats.printing import size_text
from nacformats.runtime.observe import Observed, observed_type

#: The empty file.
FILE = "weights"
#: Models whose weights take fewer bytes have a copy of them, which onnxruntime lays out for speed.
COPIED_BYTES = 32 * 2**20
#: Of a larger model, weights that take fewer bytes are copied.
_SMALL_BYTES = 64 * 1024
#: Where onnxruntime reads a weight as it is: kind of node -> place among its inputs.
_READ_AS_IT_IS = {"Gemm": 1, "MatMul": 1, "FusedMatMul": 1, "Gather": 0}
_MICROSOFT = "com.microsoft"


def shared_weights(model: ModelProto, weights: Mapping[str, Array]) -> list[str]:
    """Return the weights of a model that onnxruntime reads where they are."""
    is_large = sum(array.nbytes for array in weights.values()) > COPIED_BYTES
    return _shareable(model.graph, weights) if is_large else []


def place_weights(model: ModelProto, weights: Mapping[str, Array], shared: Collection[str]) -> None:
    """Put weights into a model whose initializers say that they are elsewhere, but for those to share.

    Products with the transpose of a shared weight become nodes of onnxruntime's own.
    """
    graph = model.graph
    for tensor in graph.initializer:
        if tensor.name in shared:
            del tensor.external_data[:]
            tensor.external_data.add(key="location", value=FILE)
        elif tensor.name in weights:
            tensor.CopyFrom(numpy_helper.from_array(weights[tensor.name], tensor.name))
    if shared and _fuse(graph, set(shared)):
        model.opset_import.append(helper.make_opsetid(_MICROSOFT, 1))


def _shareable(graph: GraphProto, weights: Mapping[str, Array]) -> list[str]:
    """Return the large weights that no node computes with before the model runs."""
    users: dict[str, list[tuple[NodeProto, int]]] = {}
    for node in graph.node:
        for place, name in enumerate(node.input):
            users.setdefault(name, []).append((node, place))
    outputs = {output.name for output in graph.output}
    return [
        name
        for name, array in weights.items()
        if array.nbytes >= _SMALL_BYTES
        and array.flags.c_contiguous
        and name not in outputs
        and all(_is_readable(node, place, users, outputs) for node, place in users.get(name, ()))
    ]


def _is_readable(node: NodeProto, place: int, users: Mapping[str, Any], outputs: set[str]) -> bool:
    if node.op_type == "Transpose":
        return (
            any(attribute.name == "perm" and list(attribute.ints) == [1, 0] for attribute in node.attribute)
            and node.output[0] not in outputs
            and all(user.op_type == "MatMul" and where == 1 for user, where in users.get(node.output[0], ()))
        )
    return _READ_AS_IT_IS.get(node.op_type) == place


def _fuse(graph: GraphProto, shared: set[str]) -> bool:
    """Replace products with the transpose of a shared weight; whether there were any."""
    turned = [node for node in graph.node if node.op_type == "Transpose" and node.input[0] in shared]
    if not turned:
        return False
    sources = {node.output[0]: node.input[0] for node in turned}
    nodes = [node for node in graph.node if node.output[0] not in sources]
    for node in nodes:
        if node.op_type == "MatMul" and node.input[1] in sources:
            node.op_type, node.domain = "FusedMatMul", _MICROSOFT
            node.input[1] = sources[node.input[1]]
            node.attribute.append(helper.make_attribute("transB", 1))
    del graph.node[:]
    graph.node.extend(nodes)
    return True


#: How often onnxruntime has a weight at a time while it makes a session: in the model, its bytes, and laid out anew.
COPIES: Final = 4
#: How many times what results take at a time its arena may hold: it grows to twice what it has, and has gaps.
_ARENA: Final = 4


@dataclass
class SessionRoom:
    """The memory for the sessions of one run's steps.

    Attributes:
        left: bytes that are left for them.
        arena: whether what results take may be kept from run to run.
        held: bytes that the sessions hold from now on.
    """

    left: int
    arena: bool
    held: int = 0

    def hold(self, size: int) -> None:
        """Take what a session keeps."""
        self.left -= size
        self.held += size


def fits_arena(peak: int, max_memory: int) -> bool:
    """Return True if an arena for runs whose results take so many bytes at a time stays within the budget."""
    return _ARENA * peak <= max_memory


#: Nothing but what ends the process is printed: errors are raised.
_FATAL = 4
#: What an error of onnxruntime says when there is not enough memory.
NO_MEMORY = ("bad_alloc", "Failed to allocate memory", "out of memory")
#: What says how many threads NumPy and PyTorch use.
_THREADS = "OMP_NUM_THREADS"
#: Sets of shapes that a part is known to run with.
_MAX_KNOWN = 1024
_NO_COST = Cost(0, 0)
_BFLOAT16 = np.dtype(ml_dtypes.bfloat16)
#: How a run that may be given up is ended; None for others.
_RUNNING: ContextVar[onnxruntime.RunOptions | None] = ContextVar("running", default=None)


class NotRunError(ValueError):
    """The message of onnxruntime when it does not run a part. indices: the operations of the part."""

    def __init__(self, reason: str, indices: Sequence[int]) -> None:
        super().__init__(f"onnxruntime: {reason}")
        self.indices = indices


class PartSession:
    """A model of onnxruntime that is called like a kernel: with arrays and Python numbers, and gives such.

    Args:
        model: what it computes.
        inputs, outputs: the types of what it takes and gives, by name, as they were observed.
        indices: the operations that it stands for.
        constants: bytes of what onnxruntime may compute beforehand.
        room: what the session may take.

    Attributes:
        is_sized_by_data: whether the sizes of results depend on more than those of the arguments.
        takes, gives: the values of the graph that its arguments and results are.
        names: of the arguments.
        call: runs the session on (names of results, arguments by name, options), without a look at either.

    Raises:
        NotRunError: onnxruntime does not take the model.
    """

    def __init__(
        self,
        model: OnnxModel,
        inputs: Mapping[str, Observed],
        outputs: Mapping[str, Observed],
        indices: Sequence[int],
        constants: int,
        room: SessionRoom,
    ) -> None:
        self.is_sized_by_data = False
        self.takes: Sequence[int] = ()
        self.gives: Sequence[int] = ()
        self.names = list(inputs)
        self._outputs = list(outputs)
        self._numbers = [place for place, kind in enumerate(inputs.values()) if isinstance(kind, type)]
        self._results = [place for place, kind in enumerate(outputs.values()) if isinstance(kind, type)]
        self._indices = indices
        self._observed: tuple[list[Observed], list[Observed]] | None = [*inputs.values()], [*outputs.values()]
        self._arrays = model.weights  # of what is shared, onnxruntime keeps the addresses alone
        self._shared: dict[str, onnxruntime.OrtValue] = {}
        self._known: set[tuple[Any, ...]] = set()
        try:
            self._session = _session(model, self._shared, constants, room)
        except Exception as error:
            raise NotRunError(_text(error), indices) from error
        # The bindings themselves: the class around them looks at the names and types of all inputs in every run.
        self.call: Callable[..., list[Array]] = getattr(self._session, "_sess", self._session).run

    def names_of(self, values: Sequence[int]) -> list[str]:
        """Return the names of results, by value of the graph; [] where these are not arrays of known sizes."""
        names = dict(zip(self.gives, self._outputs, strict=True))
        return [] if self.is_sized_by_data or self._results else [names[value] for value in values]

    def __call__(self, *arguments: Any) -> Any:
        """Return the result, or a list of them where there are several."""
        if self._numbers:
            arrays = list(arguments)
            for place in self._numbers:
                arrays[place] = np.asarray(arrays[place])
        results = self.results(arrays if self._numbers else arguments)
        for place in self._results:
            results[place] = results[place].item()
        if self._observed is not None:
            self._check(arguments, results)
        if len(self._known) < _MAX_KNOWN and not self.is_sized_by_data:
            self._known.add(_shapes(arguments))
        return results if len(results) > 1 else results[0]

    def results(self, arrays: Sequence[Array]) -> list[Array]:
        """Run the session on arrays and return its results as arrays."""
        try:
            given = dict(zip(self.names, arrays, strict=True))
            results = self.call(self._outputs, given, _RUNNING.get())
        except Exception as error:
            text = _text(error)
            if any(reason in text for reason in NO_MEMORY):
                raise MemoryError(text) from error
            raise NotRunError(text, self._indices) from error
        return results

    def _check(self, arguments: Sequence[Any], results: Sequence[Any]) -> None:
        """Refuse a part that does not give what the NumPy kernels gave for arguments of the same sizes."""
        taken, given = self._observed or ([], [])
        self._observed = None
        if [observed_type(each) for each in arguments] == taken and (
            found := [observed_type(each) for each in results]
        ) != given:
            wrong, wanted = next((one, other) for one, other in zip(found, given, strict=True) if one != other)
            raise NotRunError(f"gives {wrong} instead of {wanted}", self._indices)

    def estimate(self, *arguments: Any) -> Cost:
        """Return no cost for shapes that were run already; runs with others are watched: nothing tells their cost."""
        if _shapes(arguments) in self._known:
            return _NO_COST
        raise LookupError("shapes that were not run yet")


def _shapes(arguments: Sequence[Any]) -> tuple[Any, ...]:
    return tuple([getattr(argument, "shape", argument) for argument in arguments])


def _text(error: Exception) -> str:
    """Return the message of onnxruntime, without the places in its own sources."""
    text = " ".join(str(error).split())
    return text.removeprefix("[ONNXRuntimeError] : ").split("Status Message: ")[-1] or type(error).__name__


@contextmanager
def interruptible() -> Iterator[Callable[[], None]]:
    """Give what ends, before its next node, each run that is started within this block."""
    options = onnxruntime.RunOptions()

    def interrupt() -> None:
        options.terminate = True

    token = _RUNNING.set(options)
    try:
        yield interrupt
    finally:
        _RUNNING.reset(token)


def _session(
    model: OnnxModel, values: dict[str, onnxruntime.OrtValue], constants: int, room: SessionRoom
) -> onnxruntime.InferenceSession:
    """Make a session; what it shares is in `values` then, and has to stay there as long as it does."""
    shared = shared_weights(model.proto, model.weights)
    copied = sum(array.nbytes for name, array in model.weights.items() if name not in shared)
    if COPIES * copied > room.left:
        raise MemoryError(f"copies of weights take {size_text(COPIES * copied)}, and {size_text(room.left)} are left")
    room.hold(copied)
    disabled = [] if constants <= room.left else ["ConstantFolding"]
    room.hold(0 if disabled else constants)
    options = onnxruntime.SessionOptions()
    options.log_severity_level = _FATAL
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
    if os.environ.get(_THREADS, "").isdecimal():
        options.intra_op_num_threads = int(os.environ[_THREADS])
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # it takes the cores that others need
    options.enable_cpu_mem_arena = options.enable_mem_pattern = room.arena
    place_weights(model.proto, model.weights, shared)
    values |= {name: _value(model.weights[name]) for name in shared}
    if not values:
        return _made(model.proto, options, disabled)
    size = sum(model.weights[name].nbytes for name in shared)
    are_packed = COPIES * size <= room.left  # for products, in one copy
    room.hold(size * are_packed)
    options.add_session_config_entry("session.disable_prepacking", "0" if are_packed else "1")
    for name, value in values.items():
        options.add_initializer(name, value)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / FILE).touch()
        options.add_session_config_entry("session.model_external_initializers_file_folder_path", folder)
        return _made(model.proto, options, disabled)


def _made(
    model: ModelProto, options: onnxruntime.SessionOptions, disabled: Sequence[str]
) -> onnxruntime.InferenceSession:
    data, providers = model.SerializeToString(), ["CPUExecutionProvider"]
    return onnxruntime.InferenceSession(data, options, providers=providers, disabled_optimizers=disabled)


def _value(array: Array) -> onnxruntime.OrtValue:
    """Return an array as a value of onnxruntime, which shares its memory."""
    if array.dtype == _BFLOAT16:
        return onnxruntime.OrtValue.ortvalue_from_numpy_with_onnx_type(array.view(np.uint16), TensorProto.BFLOAT16)
    return onnxruntime.OrtValue.ortvalue_from_numpy(array)
