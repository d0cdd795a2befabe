"""What the ONNX front end makes of models: sizes stay dynamic, and what cannot be expressed is named."""

from __future__ import annotations

import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import nacformats
from nacformats import limits
from nacformats.errors import FormatError, InvalidError, LimitError, UnsupportedError
from nacformats.graph.graph import Graph, Input, Operation, Weight
from tests.partners import partner

onnx = partner("onnx")
from onnx import TensorProto, helper, numpy_helper

from nacformats.onnx.reading import graph_of_onnx
from tests.effort import effort

#: The root of the checkout.
ROOT = Path(__file__).resolve().parents[2]
FLOAT, INT64, BOOL = TensorProto.FLOAT, TensorProto.INT64, TensorProto.BOOL


def port(name: str, shape: Any, kind: int = FLOAT) -> Any:
    return helper.make_tensor_value_info(name, kind, shape)


def held(name: str, values: Any, dtype: Any = np.float32) -> Any:
    return numpy_helper.from_array(np.asarray(values, dtype), name)


def model(nodes: list[Any], inputs: list[Any], outputs: list[Any], initializers: Any = (), **options: Any) -> Any:
    graph = helper.make_graph(nodes, "graph", inputs, outputs, list(initializers))
    versions = [helper.make_opsetid("", options.pop("opset", 18))]
    return helper.make_model(graph, opset_imports=versions, ir_version=options.pop("ir_version", 8), **options)


def node(operator: str, inputs: str, outputs: str, **attributes: Any) -> Any:
    named = [name if name != "_" else "" for name in inputs.split()]
    return helper.make_node(operator, named, outputs.split(), name=f"the_{operator}", **attributes)


def run(made: Any, *inputs: Any) -> list[Any]:
    data = nacformats.dumps(nacformats.compile(made))
    with nacformats.Session(nacformats.loads(data)) as session:
        return session.run(list(inputs))


def operators(graph: Graph) -> list[str]:
    return [operation.operator for operation in graph.every(Operation)]


@pytest.mark.nightly
def test_no_node_case_is_wrong() -> None:
    """In a process of its own: the library looks for the source of each case in every module that is loaded."""
    partner("onnxruntime")
    runs = [["--no-pools", "--every", str(effort(120, 40))], ["bitshift", "--engine", "onnxruntime"]]
    program = f"from tests.onnx_nodes import main; print([main(['--brief', *run]) for run in {runs}])"
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    *tables, codes = done.stdout.splitlines()
    assert codes == "[0, 0]", done.stdout + done.stderr
    assert len(tables) == 2
    assert all(", 0 WRONG" in table for table in tables)


WINDOWS = {"kernel_shape": [3, 2], "strides": [2, 1], "pads": [1, 0, 1, 1]}


@pytest.mark.parametrize(
    ("operator", "attributes"),
    [
        ("AveragePool", {"kernel_shape": [5, 5], "pads": [2, 2, 2, 2]}),
        ("AveragePool", WINDOWS),
        ("AveragePool", {**WINDOWS, "count_include_pad": 1}),
        ("AveragePool", {"kernel_shape": [3, 3], "strides": [2, 2], "ceil_mode": 1}),
        ("AveragePool", {"kernel_shape": [2, 2], "auto_pad": "SAME_UPPER"}),
        ("AveragePool", {"kernel_shape": [2, 2], "dilations": [2, 3]}),
        ("MaxPool", {"kernel_shape": [5, 5], "strides": [3, 3]}),
        ("MaxPool", WINDOWS),
        ("MaxPool", {"kernel_shape": [2, 2], "dilations": [2, 2]}),
        ("MaxPool", {"kernel_shape": [3, 3], "strides": [2, 2], "ceil_mode": 1}),
        ("MaxPool", {"kernel_shape": [2, 2], "auto_pad": "SAME_LOWER"}),
        ("LpPool", WINDOWS),
        ("LpPool", {"kernel_shape": [2, 2], "p": 3}),
    ],
)
def test_windows_are_those_of_onnxruntime(operator: str, attributes: dict[str, Any]) -> None:
    onnxruntime = partner("onnxruntime")
    made = model([node(operator, "x", "y", **attributes)], [port("x", [1, 2, 8, 7])], [port("y", None)], opset=19)
    x = np.random.default_rng(0).normal(size=(1, 2, 8, 7)).astype(np.float32)
    expected = onnxruntime.InferenceSession(made.SerializeToString()).run(None, {"x": x})
    np.testing.assert_allclose(run(made, x)[0], expected[0], rtol=1e-5, atol=1e-6, strict=True)


def test_a_reshape_to_a_computed_shape_is_dynamic() -> None:
    made = model(
        [
            node("Shape", "x", "s"),
            node("Gather", "s zero", "n"),
            node("Gather", "s one", "m"),
            node("Mul", "n m", "nm"),
            node("Unsqueeze", "nm axis", "row"),
            node("Concat", "row two", "target", axis=0),
            node("Reshape", "x target", "y"),
        ],
        [port("x", ["n", "m", 2])],
        [port("y", None)],
        [held(name, value, np.int64) for name, value in {"zero": 0, "one": 1, "axis": [0], "two": [2]}.items()],
    )
    names = operators(graph_of_onnx(made))
    assert names.count("aten.sym_size.int") == 2
    assert "mul" in names
    for shape in ((3, 4, 2), (5, 1, 2)):
        x = np.random.default_rng(1).random(shape).astype(np.float32)
        np.testing.assert_array_equal(run(made, x)[0], x.reshape(-1, 2))


def test_a_shape_that_is_an_input_becomes_numbers() -> None:
    made = model([node("Reshape", "x s", "y")], [port("x", [2, 6]), port("s", [3], INT64)], [port("y", None)])
    x = np.arange(12, dtype=np.float32).reshape(2, 6)
    assert run(made, x, np.array([0, 3, -1]))[0].shape == (2, 3, 2)
    assert run(made, x, np.array([1, 1, 12]))[0].shape == (1, 1, 12)


def test_what_cannot_be_expressed_is_listed_with_its_place() -> None:
    made = model(
        [node("RandomNormalLike", "x", "r"), node("NonZero", "r", "z"), node("Loop", "n _ x", "y", body=_body())],
        [port("x", [2]), port("n", [], INT64)],
        [port("z", None, INT64), port("y", None)],
    )
    with pytest.raises(UnsupportedError) as caught:
        graph_of_onnx(made)
    text = str(caught.value)
    assert "the_RandomNormalLike (RandomNormalLike): random numbers" in text
    assert "the_Loop (Loop): input 0 has to be a constant" in text
    assert "NonZero" not in text  # it only depends on what was refused


def _body() -> Any:
    return helper.make_graph(
        [node("Identity", "going", "still"), node("Add", "state state", "next"), node("Identity", "state", "seen")],
        "body",
        [port("step", [], INT64), port("going", [], BOOL), port("state", None)],
        [port("still", [], BOOL), port("next", None), port("seen", None)],
    )


def test_a_loop_of_known_length_is_unrolled() -> None:
    made = model(
        [node("Loop", "n going x", "last all", body=_body())],
        [port("x", [2])],
        [port("last", [2]), port("all", [3, 2])],
        [held("n", 3, np.int64), held("going", True, np.bool_)],
    )
    last, states = run(made, np.array([1, 2], np.float32))
    np.testing.assert_array_equal(last, [8, 16])
    np.testing.assert_array_equal(states, [[1, 2], [2, 4], [4, 8]])


@pytest.mark.parametrize(("rank", "expected"), [(2, [3.0]), (1, [-2.0])])
def test_a_condition_on_the_rank_is_folded(rank: int, expected: list[float]) -> None:
    def branch(operator: str, *operands: str) -> Any:
        return helper.make_graph([helper.make_node(operator, operands, ["b"])], operator, [], [port("b", None)])

    made = model(
        [
            node("Shape", "x", "s"),
            node("Size", "s", "rank"),
            node("Equal", "rank two", "is_two"),
            node("If", "is_two", "y", then_branch=branch("Add", "x", "one"), else_branch=branch("Neg", "x")),
        ],
        [port("x", [1] * rank)],
        [port("y", None)],
        [held("two", 2, np.int64), held("one", 1.0)],
    )
    assert run(made, np.full([1] * rank, 2, np.float32))[0].reshape(-1).tolist() == expected


def test_functions_of_the_model_are_inlined() -> None:
    made = model([], [port("x", [2])], [port("y", [2])])
    versions = [helper.make_opsetid("", 18)]
    twice = helper.make_function("mine", "Twice", ["a"], ["b"], [node("Add", "a a", "b")], versions)
    made.functions.append(twice)
    made.opset_import.append(helper.make_opsetid("mine", 1))
    made.graph.node.append(helper.make_node("Twice", ["x"], ["y"], domain="mine"))
    np.testing.assert_array_equal(run(made, np.array([1, 2], np.float32))[0], [2, 4])


def test_outputs_that_are_inputs_constants_or_the_same_twice() -> None:
    made = model(
        [node("Relu", "x", "y"), node("Identity", "w", "c"), node("Shape", "x", "s"), node("Identity", "y", "z")],
        [port("x", ["n"]), port("unused", [3])],
        [port(name, None) for name in ("y", "x", "c", "z")] + [port("s", None, INT64)],
        [held("w", [7.0, 8.0])],
    )
    graph = graph_of_onnx(made)
    assert [value.name for value in graph.every(Input)] == ["x", "unused"]
    assert graph.output_names == ("y", "x", "c", "z", "s")
    x = np.array([-1, 1, 2], np.float32)
    y, same, c, z, s = run(made, x, np.zeros(3, np.float32))
    np.testing.assert_array_equal(y, [0, 1, 2])
    np.testing.assert_array_equal(same, x)
    np.testing.assert_array_equal(c, [7, 8])
    np.testing.assert_array_equal(z, y)
    np.testing.assert_array_equal(s, [3])
    assert s.dtype == np.int64


def test_initializers_that_are_inputs_as_well_are_weights() -> None:
    made = model(
        [node("MatMul", "x w", "y")], [port("x", ["n", 2]), port("w", [2, 1])], [port("y", ["n", 1])],
        [held("w", [[2], [3]])], ir_version=3, opset=13,
    )  # fmt: skip
    graph = graph_of_onnx(made)
    assert [value.name for value in graph.every(Input)] == ["x"]
    assert [value.name for value in graph.every(Weight)] == ["w"]
    np.testing.assert_array_equal(run(made, np.ones((1, 2), np.float32))[0], [[5]])


def test_weights_are_not_copied() -> None:
    array = np.arange(2048, dtype=np.float32)
    made = model([node("Add", "x w", "y")], [port("x", [1])], [port("y", [2048])], [held("w", array)])
    (weight,) = graph_of_onnx(made).every(Weight)
    assert weight.load is not None
    assert weight.name == "w"
    assert np.shares_memory(weight.load(), weight.load())
    np.testing.assert_array_equal(weight.load(), array)


def _saved_outside(folder: Path, location: str, **changes: str) -> Path:
    made = model([node("Add", "x w", "y")], [port("x", [4])], [port("y", [4])])
    (folder / "weights.bin").write_bytes(bytes(8) + struct.pack("<4f", 1, 2, 3, 4))
    tensor = TensorProto(name="w", data_type=FLOAT, dims=[4], data_location=TensorProto.EXTERNAL)
    for key, value in ({"location": location, "offset": "8", "length": "16"} | changes).items():
        tensor.external_data.add(key=key, value=value)
    made.graph.initializer.append(tensor)
    path = folder / "model.onnx"
    path.write_bytes(made.SerializeToString())
    return path


def test_external_weights_are_read_beside_the_model(tmp_path: Path) -> None:
    (found,) = run(_saved_outside(tmp_path, "weights.bin"), np.zeros(4, np.float32))
    np.testing.assert_array_equal(found, [1, 2, 3, 4])


@pytest.mark.parametrize(
    ("location", "changes", "reason"),
    [
        ("../weights.bin", {}, "leads out of the folder"),
        ("/etc/passwd", {}, "leads out of the folder"),
        ("", {}, "leads out of the folder"),
        ("other.bin", {}, "cannot be read"),
        ("weights.bin", {"offset": "12"}, "ends past the end"),
        ("weights.bin", {"offset": "-1"}, "not a number"),
        ("weights.bin", {"length": "12"}, "another number of bytes"),
    ],
)
def test_bad_external_weights_are_refused(tmp_path: Path, location: str, changes: dict[str, str], reason: str) -> None:
    with pytest.raises(InvalidError, match=reason):
        graph_of_onnx(_saved_outside(tmp_path, location, **changes))


def test_bytes_that_are_no_model_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.onnx"
    for data in (b"", b"\x00" * 64, b"\xff" * 64, b"not a model"):
        path.write_bytes(data)
        with pytest.raises(FormatError):
            graph_of_onnx(path)


def test_a_cycle_and_a_missing_input_are_refused() -> None:
    cycle = [node("Add", "x b", "a"), node("Relu", "a", "b")]
    for nodes in (cycle, [node("Relu", "nowhere", "a")]):
        with pytest.raises(InvalidError):
            graph_of_onnx(model(nodes, [port("x", [1])], [port("a", [1])]))


def test_a_tensor_of_the_wrong_size_is_refused() -> None:
    for raw in (b"\x00" * 3, b"\x00" * 8000):
        made = model([node("Add", "x w", "y")], [port("x", [1])], [port("y", None)])
        made.graph.initializer.append(TensorProto(name="w", data_type=FLOAT, dims=[1 << 40], raw_data=raw))
        with pytest.raises(InvalidError):
            graph_of_onnx(made)


def test_constants_of_a_loop_have_names_of_their_own() -> None:
    body = helper.make_graph(
        [
            node("Identity", "going", "still"),
            node("Constant", "", "c", value=held("", [1.0, 2.0])),
            node("Add", "state c", "a"),
            node("Mul", "a w", "next"),
        ],
        "body",
        [port("step", [], INT64), port("going", [], BOOL), port("state", None)],
        [port("still", [], BOOL), port("next", None)],
        [held("w", [2.0, 3.0])],
    )
    made = model([node("Loop", "n _ x", "y", body=body)], [port("x", [2])], [port("y", [2])], [held("n", 3, np.int64)])
    names = [weight.name for weight in graph_of_onnx(made).every(Weight)]
    assert len(set(names)) == len(names)
    expected = np.array([1.0, 1.0])
    for _step in range(3):
        expected = np.add(expected, [1, 2]) * [2, 3]
    np.testing.assert_allclose(run(made, np.ones(2, np.float32))[0], expected)


def _contrib(operator: str, inputs: str, outputs: str, **attributes: Any) -> Any:
    rng = np.random.default_rng(3)
    shapes = {"x": [2, 3, 4], "skip": [2, 3, 4], "y": [2, 3, 4], "g": [4], "b": [4], "c": [4]}
    held_names = [name for name in ("g", "b", "c") if name in inputs.split()]
    made = model(
        [node(operator, inputs, outputs, domain="com.microsoft", **attributes)],
        [port(name, shapes[name]) for name in inputs.split() if name not in (*held_names, "_")],
        [port(name, None) for name in outputs.split() if name != "_"],
        [held(name, rng.normal(size=4)) for name in held_names],
    )
    for each in made.graph.node:
        each.output[:] = [name if name != "_" else "" for name in each.output]
    made.opset_import.append(helper.make_opsetid("com.microsoft", 1))
    return made


@pytest.mark.parametrize(
    ("operator", "inputs", "outputs", "attributes"),
    [
        ("Gelu", "x", "z", {}),
        ("BiasGelu", "x b", "z", {}),
        ("FastGelu", "x b", "z", {}),
        ("FastGelu", "x", "z", {}),
        ("QuickGelu", "x", "z", {"alpha": 1.5}),
        ("FusedMatMul", "x y", "z", {"transB": 1, "alpha": 0.5}),
        ("FusedMatMul", "x y", "z", {"transA": 1}),
        ("SkipLayerNormalization", "x skip g b c", "z _ _ s", {"epsilon": 1e-5}),
        ("SkipSimplifiedLayerNormalization", "x skip g", "z _ _ s", {"epsilon": 1e-5}),
    ],
)
def test_fused_operators_of_onnxruntime(operator: str, inputs: str, outputs: str, attributes: Any) -> None:
    onnxruntime = partner("onnxruntime")
    made = _contrib(operator, inputs, outputs, **attributes)
    session = onnxruntime.InferenceSession(made.SerializeToString(), providers=["CPUExecutionProvider"])
    rng = np.random.default_rng(4)
    given = {each.name: rng.normal(size=(2, 3, 4)).astype(np.float32) for each in session.get_inputs()}
    for found, expected in zip(run(made, *given.values()), session.run(None, given), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-5)


def test_loops_in_loops_come_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ONNX_STEPS", 5000)
    body: Any = None
    for level in range(3):
        step, state, still, result = (f"{name}_{level}" for name in ("step", "state", "still", "result"))
        inner = [node("Neg", state, result)]
        if body is not None:
            inner = [node("Loop", f"many _ {state}", result, body=body)]
        body = helper.make_graph(
            [node("Identity", f"going_{level}", still), *inner],
            f"body_{level}",
            [port(step, [], INT64), port(f"going_{level}", [], BOOL), port(state, None)],
            [port(still, [], BOOL), port(result, None)],
        )
    loop = node("Loop", "many _ x", "y", body=body)
    made = model([loop], [port("x", [1])], [port("y", None)], [held("many", 2000, np.int64)])
    with pytest.raises(LimitError, match="too large"):
        graph_of_onnx(made)


def test_stale_sizes_of_values_and_outputs_are_not_believed() -> None:
    made = model(
        [node("Relu", "x", "a"), node("Shape", "a", "s"), node("ConstantOfShape", "s", "z"), node("Add", "a z", "y")],
        [port("x", ["n", 2])],
        [port("y", [1, 2])],
    )
    made.graph.value_info.append(port("a", [1, 2]))
    assert run(made, np.ones((3, 2), np.float32))[0].shape == (3, 2)


def test_functions_that_double_at_every_step_are_refused() -> None:
    versions = [helper.make_opsetid("", 18), helper.make_opsetid("mine", 1)]
    made = model([helper.make_node("F29", ["x"], ["y"], domain="mine")], [port("x", [2])], [port("y", [2])])
    made.opset_import.append(versions[1])
    made.functions.append(helper.make_function("mine", "F0", ["a"], ["b"], [node("Neg", "a", "b")], versions))
    for level in range(1, 30):
        calls = [helper.make_node(f"F{level - 1}", [x], [y], domain="mine") for x, y in ("ac", "cb")]
        made.functions.append(helper.make_function("mine", f"F{level}", ["a"], ["b"], calls, versions))
    with pytest.raises(LimitError, match="too large"):
        graph_of_onnx(made)
