"""Small models to damage."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

ROOT = Path(__file__).resolve().parents[2]
FLOAT, INT64, BOOL = TensorProto.FLOAT, TensorProto.INT64, TensorProto.BOOL
#: The file that models with external data refer to.
EXTERNAL = "weights.bin"


def port(name: str, shape: Any, kind: int = FLOAT) -> Any:
    return helper.make_tensor_value_info(name, kind, shape)


def held(name: str, values: Any, dtype: Any = np.float32) -> Any:
    return numpy_helper.from_array(np.asarray(values, dtype), name)


def model(nodes: list[Any], inputs: list[Any], outputs: list[Any], initializers: Any = (), **options: Any) -> Any:
    """A model of one graph; opset and domains are options."""
    versions = [helper.make_opsetid("", options.pop("opset", 18))]
    versions += [helper.make_opsetid(domain, 1) for domain in options.pop("domains", ())]
    graph = helper.make_graph(nodes, "graph", inputs, outputs, list(initializers))
    return helper.make_model(graph, opset_imports=versions, ir_version=9, **options)


def node(operator: str, inputs: str, outputs: str, **attributes: Any) -> Any:
    named = [name if name != "_" else "" for name in inputs.split()]
    return helper.make_node(operator, named, outputs.split(), name=f"the_{operator}", **attributes)


def own_seeds() -> Iterator[Any]:
    """What the node cases do not have much of."""
    yield onnx.load(ROOT / "examples" / "mlp.onnx")
    yield _loop()
    yield _branch()
    yield _scan()
    yield _functions()
    yield _external()
    yield _sizes()
    yield _image()
    yield _recurrent()
    yield _sequence()


def node_seeds() -> Iterator[Any]:
    """The models of the node cases."""
    from tests.onnx_nodes import cases, without_pools

    without_pools()
    for case in cases():
        if case.model.ByteSize() < 20_000:
            yield case.model


def _loop() -> Any:
    body = helper.make_graph(
        [node("Identity", "going", "still"), node("Add", "state w", "next"), node("Neg", "state", "seen")],
        "body",
        [port("step", [], INT64), port("going", [], BOOL), port("state", [2])],
        [port("still", [], BOOL), port("next", [2]), port("seen", [2])],
        [held("w", [2.0, 3.0])],
    )
    loop = node("Loop", "n _ x", "y z", body=body)
    return model([loop], [port("x", [2])], [port("y", [2]), port("z", None)], [held("n", 3, np.int64)])


def _branch() -> Any:
    branches = [
        helper.make_graph([node(operator, "x", f"{operator}_out")], operator, [], [port(f"{operator}_out", [2])])
        for operator in ("Neg", "Relu")
    ]
    chosen = node("If", "test", "y", then_branch=branches[0], else_branch=branches[1])
    return model([chosen], [port("x", [2])], [port("y", [2])], [held("test", True, np.bool_)])


def _scan() -> Any:
    body = helper.make_graph(
        [node("Add", "state entry", "next"), node("Identity", "next", "seen")],
        "body",
        [port("state", [2]), port("entry", [2])],
        [port("next", [2]), port("seen", [2])],
    )
    scan = node("Scan", "x xs", "y ys", body=body, num_scan_inputs=1)
    return model([scan], [port("x", [2]), port("xs", [3, 2])], [port("y", [2]), port("ys", [3, 2])])


def _functions() -> Any:
    versions = [helper.make_opsetid("", 18), helper.make_opsetid("mine", 1)]
    inner = helper.make_function("mine", "Inner", ["a"], ["b"], [node("Neg", "a", "b")], versions)
    calls = [node("Inner", "a", "c", domain="mine"), node("Inner", "c", "b", domain="mine")]
    outer = helper.make_function("mine", "Outer", ["a"], ["b"], calls, versions)
    call = node("Outer", "x", "y", domain="mine")
    return model([call], [port("x", [2])], [port("y", [2])], functions=[inner, outer], domains=["mine"])


def _external() -> Any:
    made = model([node("Add", "x w", "y")], [port("x", [4])], [port("y", [4])])
    tensor = TensorProto(name="w", data_type=FLOAT, dims=[4], data_location=TensorProto.EXTERNAL)
    for key, value in {"location": EXTERNAL, "offset": "8", "length": "16"}.items():
        tensor.external_data.add(key=key, value=value)
    made.graph.initializer.append(tensor)
    return made


def write_external(folder: Path) -> None:
    """The file beside the models."""
    (folder / EXTERNAL).write_bytes(bytes(8) + struct.pack("<4f", 1, 2, 3, 4))


def _sizes() -> Any:
    nodes = [
        node("Shape", "x", "s"),
        node("Gather", "s zero", "n"),
        node("Mul", "n two", "m"),
        node("Concat", "m rest", "t"),
        node("Expand", "x t", "e"),
        node("ConstantOfShape", "t", "c"),
        node("Add", "e c", "a"),
        node("Range", "start limit delta", "r"),
        node("Tile", "r reps", "l"),
        node("Unsqueeze", "l axes", "u"),
        node("Slice", "u starts ends", "y"),
    ]
    numbers = {"zero": [0], "two": [2], "rest": [3], "reps": [2], "axes": [0], "starts": [0], "ends": [1]}
    numbers |= {"start": 0, "limit": 100, "delta": 1}
    initializers = [held(name, values, np.int64) for name, values in numbers.items()]
    return model(nodes, [port("x", [1, 3])], [port("a", None), port("y", None, INT64)], initializers)


def _image() -> Any:
    nodes = [
        node("Conv", "x w", "c", kernel_shape=[3, 3], pads=[1, 1, 1, 1]),
        node("BatchNormalization", "c s s s s", "b"),
        node("MaxPool", "b", "p", kernel_shape=[2, 2], strides=[2, 2]),
        node("Resize", "p _ scales", "r", mode="cubic", exclude_outside=1),
        node("Pad", "r pads", "y"),
    ]
    numbers = [held("w", np.ones((2, 1, 3, 3))), held("s", [1, 2]), held("scales", [1, 1, 2, 2])]
    numbers.append(held("pads", [0, 0, 1, 1, 0, 0, 1, 1], np.int64))
    return model(nodes, [port("x", [1, 1, 8, 8])], [port("y", None)], numbers)


def _recurrent() -> Any:
    weights = [held("w", np.ones((1, 12, 4))), held("r", np.ones((1, 12, 3)))]
    lstm = node("LSTM", "x w r", "y h c", hidden_size=3)
    return model([lstm], [port("x", [5, 2, 4])], [port("y", None), port("h", None), port("c", None)], weights)


def _sequence() -> Any:
    nodes = [
        node("SplitToSequence", "x", "s", axis=0),
        node("SequenceAt", "s zero", "a"),
        node("SequenceInsert", "s a", "t"),
        node("ConcatFromSequence", "t", "y", axis=0),
        node("Einsum", "x y", "z", equation="ij,kj->ik"),
    ]
    return model(nodes, [port("x", [3, 2])], [port("z", None)], [held("zero", 0, np.int64)])
