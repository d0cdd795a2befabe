"""One operation, or a graph, on the NumPy kernels and in onnxruntime."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from nacformats.codec.columns.arrays import Array
from nacformats.graph.graph import Graph, GraphOperand, Input, Operation, Ref, ValueType, Weight
from nacformats.onnx.writing.model import onnx_beside_weights
from nacformats.ops.schemas import KERNELS
from nacformats.restoring import resolved
from nacformats.runtime import Session
from nacformats.runtime.observe import observe

#: How the arrays of a case come into a graph: as inputs with sizes that are open or known, or all but the first as
#: weights.
MODES = ("open", "known", "weights")


class Call:
    """The graph of one operation on arrays."""

    def __init__(self, name: str, args: Sequence[Any], kwargs: dict[str, Any], mode: str) -> None:
        self.graph = Graph("torch", "node", [])
        self.inputs: list[Array] = []
        self.mode = mode
        given = {
            parameter.name: self._operand(value)
            for parameter, value in zip(KERNELS[name].parameters or (), args, strict=False)
        }
        given |= {name: self._operand(value) for name, value in kwargs.items()}
        self.graph.outputs = (self._append(name, given),)

    def _operand(self, value: Any) -> GraphOperand:
        if isinstance(value, list | tuple):
            return [self._operand(item) for item in value]
        if not isinstance(value, np.ndarray):
            return value
        if value.dtype.kind == "c":
            parts = {"real": self._operand(value.real.copy()), "imag": self._operand(value.imag.copy())}
            return self._append("aten.complex.default", parts)
        place = len(self.graph.values)
        if self.mode == "weights" and place:
            self.graph.values.append(Weight(place, f"w{place}", load=lambda: value))
            return Ref(place)
        shape = (None,) * value.ndim if self.mode == "open" else value.shape
        self.graph.values.append(Input(place, f"x{place}", ValueType(value.dtype, shape)))
        self.inputs.append(value)
        return Ref(place)

    def _append(self, operator: str, attributes: dict[str, GraphOperand]) -> Ref:
        place = len(self.graph.values)
        self.graph.values.append(Operation(place, operator=operator, attributes=attributes))
        return Ref(place)

    def take_apart(self, expected: Sequence[Array]) -> list[Array]:
        """Outputs that are complex become pairs of real numbers."""
        outputs = list(self.graph.outputs)
        for place, wanted in enumerate(expected):
            if wanted.dtype.kind == "c":
                outputs[place] = self._append("aten.view_as_real.default", {"self": outputs[place]})
        self.graph.outputs = tuple(outputs)
        return [np.stack([each.real, each.imag], -1) if each.dtype.kind == "c" else each for each in expected]

    def select(self, places: Sequence[int]) -> None:
        """The outputs are some of several results."""
        (result,) = self.graph.outputs
        for place in places:
            index = len(self.graph.values)
            self.graph.values.append(Operation(index, operator="getitem", operands=(result, place)))
        self.graph.outputs = tuple(Ref(result.index + 1 + place) for place in range(len(places)))


def in_onnxruntime(
    graph: Graph, inputs: Sequence[Array], *, examples: Sequence[Array] | None = None, like: Sequence[Array] = ()
) -> list[Any]:
    """The outputs of a graph in onnxruntime; UnsupportedError when it has no form in ONNX."""
    import onnx

    spelled = resolved(graph)
    model = onnx_beside_weights(spelled, observe(spelled, inputs if examples is None else examples)).joined()
    onnx.checker.check_model(model, full_check=True)
    return run(model, inputs, like)


def run(model: Any, inputs: Sequence[Array], like: Sequence[Array] = ()) -> list[Any]:
    """The outputs of a model in onnxruntime; bfloat16 goes in and comes out by its bytes, with the shape of `like`."""
    import ml_dtypes
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level, options.intra_op_num_threads = 4, 1
    data = model if isinstance(model, bytes | str) else model.SerializeToString()
    session = onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
    binding = session.io_binding()
    for port, array in zip(session.get_inputs(), inputs, strict=True):
        value = np.ascontiguousarray(array).reshape(array.shape)
        if array.dtype == ml_dtypes.bfloat16:
            made = onnxruntime.OrtValue.ortvalue_from_numpy_with_onnx_type(value.view(np.uint16), 16)
        else:
            made = onnxruntime.OrtValue.ortvalue_from_numpy(value)
        binding.bind_ortvalue_input(port.name, made)
    bytes_of: dict[int, Any] = {}
    for place, port in enumerate(session.get_outputs()):
        if port.type == "tensor(bfloat16)":
            bytes_of[place] = np.empty(like[place].shape, np.uint16)
            made = onnxruntime.OrtValue.ortvalue_from_numpy_with_onnx_type(bytes_of[place], 16)
            binding.bind_ortvalue_output(port.name, made)
        else:
            binding.bind_output(port.name)
    session.run_with_iobinding(binding)
    found = binding.get_outputs()
    return [
        bytes_of[place].view(ml_dtypes.bfloat16) if place in bytes_of else each.numpy()
        for place, each in enumerate(found)
    ]


def assert_same(found: Sequence[Any], expected: Sequence[Any], tolerance: tuple[float, float] = (1e-4, 1e-5)) -> None:
    """Of one type, of one shape, and nearly equal."""
    assert len(found) == len(expected)
    for result, wanted in zip(found, expected, strict=True):
        assert (result.dtype, result.shape) == (wanted.dtype, wanted.shape)
        if wanted.dtype.kind not in "fV":
            np.testing.assert_array_equal(result, wanted)
            continue
        rtol, atol = (
            tolerance if wanted.dtype.itemsize > 2 else (2e-2, 1e-2) if wanted.dtype.kind == "V" else (2e-3, 2e-3)
        )
        np.testing.assert_allclose(result.astype(np.float64), wanted.astype(np.float64), rtol=rtol, atol=atol)


def compare(graph: Graph, inputs: Sequence[Array]) -> None:
    """onnxruntime gives what the NumPy kernels give."""
    expected = Session(graph).run(list(inputs))
    assert_same(in_onnxruntime(graph, inputs, like=expected), expected)
