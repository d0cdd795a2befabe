"""Models of different formats: programs as graphs of operators, weights wherever both have some."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import Result

import nacformats
from nacformats import MicGraph, StbFile
from nacformats.comparing.comparison import compare_models, compared_file
from nacformats.formats.gguf import GgufFile
from nacformats.formats.safetensors import SafetensorsFile
from tests.comparing.chains import chain, layers
from tests.partners import partner

Run = Callable[..., Result]
Arrays = Mapping[str, np.ndarray[Any, Any]]


def arrays() -> dict[str, np.ndarray[Any, Any]]:
    draw = np.random.default_rng(5)
    return {name: draw.normal(size=(4, 32)).astype(np.float32) for name in ("a", "b", "c", "d")}


def stb_of(given: Arrays) -> StbFile:
    stb = StbFile()
    for number, array in enumerate(given.values()):
        stb.add(array, number)
    return stb


@pytest.mark.parametrize("make", [SafetensorsFile.of_arrays, GgufFile.of_arrays])
def test_edits_of_weights_are_named(make: Callable[[Arrays], Any]) -> None:
    values = arrays()
    left = nacformats.loads(nacformats.dumps(make(values)))
    for mark, names, edited in (
        ("changed", ("b", "b"), {**values, "b": values["b"] * 1.5}),
        ("changed", ("b", "b"), {**values, "b": values["b"].astype(np.float16)}),
        ("changed", ("b", "b"), {**values, "b": values["b"].reshape(32, 4)}),
        ("renamed", ("b", "z"), {"a": values["a"], "z": values["b"], "c": values["c"], "d": values["d"]}),
        ("removed", ("b", None), {name: each for name, each in values.items() if name != "b"}),
        ("inserted", (None, "e"), {**values, "e": values["a"] + 1}),
    ):
        found = compare_models(left, nacformats.loads(nacformats.dumps(make(edited))))
        assert [(each.mark, each.left, each.right) for each in found.parameters if each.mark != "same"] == [
            (mark, *names)
        ]
        assert not found.other
    assert compare_models(left, nacformats.loads(nacformats.dumps(make(dict(reversed(values.items())))))).same


def test_every_pair_of_weights(tmp_path: Path, run: Run) -> None:
    values = arrays()
    nacformats.dump(chain(*(f"w:{name}" for name in values), weights=values), tmp_path / "m.nac")
    nacformats.dump(SafetensorsFile.of_arrays(values), tmp_path / "m.safetensors")
    nacformats.dump(GgufFile.of_arrays(values), tmp_path / "m.gguf")
    nacformats.dump(stb_of(values), tmp_path / "m.stb")
    names = ("m.nac", "m.safetensors", "m.gguf", "m.stb")
    for left in names:
        for right in names:
            found = json.loads(run("diff", "--json", tmp_path / left, tmp_path / right).stdout)
            renamed = (left == "m.stb") != (right == "m.stb")  # its tensors have numbers instead of names
            assert {each["mark"] for each in found["parameters"]} == {"renamed" if renamed else "same"}, (left, right)
            assert len(found["parameters"]) == 4
            assert any(line.startswith("weights only: ") for line in found["summary"]) == (left != right)


def test_a_program_in_nac_and_in_onnx(tmp_path: Path, run: Run) -> None:
    partner("onnx")
    nacformats.dump(layers(2), tmp_path / "m.nac")
    edited = layers(2)
    assert edited.sections.ops is not None
    inputs = tmp_path / "inputs.npz"
    np.savez(inputs, x=np.zeros((8, 8), np.float32), positions=np.zeros((8, 8), np.float32))
    result = run("convert", tmp_path / "m.nac", tmp_path / "m.onnx", "--inputs", inputs)
    assert result.exit_code == 0, result.output
    found = json.loads(run("diff", "--json", tmp_path / "m.nac", tmp_path / "m.onnx").stdout)
    assert [row for row in found["rows"] if row["mark"] != "same"] == []
    assert found["same"], found["summary"]
    same = json.loads(run("diff", "--json", tmp_path / "m.onnx", tmp_path / "m.onnx").stdout)
    assert same["same"]
    assert {row["path_left"].partition("[")[0] for row in same["rows"]} == {"graph.input", "graph.node", "graph.output"}


def test_a_graph_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    onnx = partner("onnx")
    node = onnx.helper.make_node("Unknown", ["x"], ["y"])
    ports = [onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, [1]) for name in "xy"]
    weight = onnx.numpy_helper.from_array(np.ones(3, np.float32), "a")
    graph = onnx.helper.make_graph([node], "g", ports[:1], ports[1:], [weight])
    onnx.save(onnx.helper.make_model(graph), tmp_path / "m.onnx")
    with compared_file(tmp_path / "m.onnx") as model:
        found = compare_models(model, chain("w:a", weights={"a": np.ones(3, np.float32)}))
        assert not found.same
        assert any(line.startswith("programs are not compared: ") for line in found.summary)
        assert [each.mark for each in found.parameters] == ["same"]
        assert compare_models(model, model).same


def test_graphs_of_mind_ir_and_nac() -> None:
    graph = MicGraph(format="mic2")
    square = graph.add_type("f32", 8, 8)
    x, w = graph.arg("x", square), graph.param("w", square)
    graph.output = graph.node("relu", graph.node("matmul", x, w))
    found = compare_models(graph, chain("relu"))
    assert not found.same
    assert [row.mark for row in found.rows if row.left_text.startswith("input")] == ["same"]
    with pytest.raises(TypeError, match="nothing that can be compared"):
        compare_models(graph, SafetensorsFile.of_arrays(arrays()))


@pytest.mark.parametrize("place", ["initializer", "constant", "name"])
def test_damaged_tensors_and_names_of_onnx_are_typed_errors(place: str, tmp_path: Path, run: Run) -> None:
    onnx = partner("onnx")
    port = onnx.helper.make_tensor_value_info("xyz", onnx.TensorProto.FLOAT, [1])
    tensor = onnx.TensorProto(name="w", data_type=onnx.TensorProto.INT4, dims=[2**62, 2], raw_data=b"1234")
    nodes = [onnx.helper.make_node("Constant", [], ["c"], value=tensor)] if place == "constant" else []
    graph = onnx.helper.make_graph(nodes, "g", [port], [port], [tensor] if place == "initializer" else [])
    data = onnx.helper.make_model(graph).SerializeToString()
    (tmp_path / "one.onnx").write_bytes(data.replace(b"xyz", b"\xff\xfe\xfd") if place == "name" else data)
    (tmp_path / "other.onnx").write_bytes(data.replace(b"1234", b"1235"))
    for command in (["diff", "one.onnx", "other.onnx"], ["query", "one.onnx"], ["view", "one.onnx", "-o", "x.html"]):
        paths = [tmp_path / each if each.endswith((".onnx", ".html")) else each for each in command]
        assert run(*paths).exit_code in (0, 1, 2)
