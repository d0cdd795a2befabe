"""Changes to files that exist: weights, constants, names of inputs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import nacformats
from nacformats.errors import InvalidError, LimitError
from nacformats.formats.nac import IdTable, NacBuilder, NacFile
from nacformats.runtime.session import Session

METHODS = (None, "FP16", "INT8_TENSOR", "INT8_CHANNEL", "BLOCK_FP8")
WEIGHT = np.arange(6, dtype=np.float32).reshape(2, 3) - 2
INTERFACE = {"inputs": [{"name": "x", "dtype": None, "shape": None}], "outputs": [{"name": "y"}, {"name": "steps"}]}


def example(*, quantize: str | None = None, external: bool = False) -> NacFile:
    """w @ x * 2.5 + b, summed over some axes."""
    builder = NacBuilder(quantize=quantize, external_weights=external)
    x, w, b = builder.input("x"), builder.parameter("w", WEIGHT), builder.parameter("b", np.ones(2, np.float32))
    steps = builder.parameter("steps", np.arange(3), quantize=None)
    y = builder.operation("aten.mul.Tensor", builder.operation("aten.mv.default", w, x), 2.5)
    y = builder.operation("aten.sum.dim_IntList", builder.operation("nac.add", y, b), [0])
    builder.output(y, steps)
    builder.resource("interface.json", json.dumps(INTERFACE).encode())
    return builder.build()


@pytest.fixture(params=["new", "read", "external", "external and read"])
def nac(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[NacFile]:
    """The example, as it comes to those who change it."""
    external, read = request.param.startswith("external"), request.param.endswith("read")
    made = example(external=external)
    if not read:
        yield made
        return
    nacformats.dump(made, tmp_path / "example.nac")
    with nacformats.load(tmp_path / "example.nac") as found:
        yield found


def run(nac: NacFile, folder: Path) -> list[Any]:
    """The outputs of a file that was written and read."""
    path = folder / "changed.nac"
    nacformats.dump(nac, path)
    assert not [each for each in nacformats.validate(path) if each.severity == "error"]
    with Session(path) as session:
        return [each.tolist() for each in session.run([np.ones(3, np.float32)])]


def test_a_parameter(nac: NacFile, tmp_path: Path) -> None:
    assert run(nac, tmp_path)[0] == 9.5
    nac.set_parameter("w", np.ones((2, 3), np.float32))
    assert nac.parameters["w"].array().tolist() == [[1, 1, 1], [1, 1, 1]]
    assert run(nac, tmp_path / "..")[0] == 17
    nac.set_parameter(2, [3, 4])
    nac.set_parameter("steps", [7, 8, 9])
    (tmp_path / "again").mkdir()
    assert run(nac, tmp_path / "again") == [22, [7, 8, 9]]


@pytest.mark.parametrize("method", METHODS)
def test_a_quantized_parameter(nac: NacFile, method: str | None, tmp_path: Path) -> None:
    nac.set_parameter("w", WEIGHT + 1, quantize=method)
    expected = NacBuilder(quantize=method)
    expected.output(expected.parameter("w", WEIGHT + 1))
    wanted = expected.build().parameters["w"]
    nacformats.dump(nac, tmp_path / "changed.nac")
    with nacformats.load(tmp_path / "changed.nac") as found:
        parameter = found.parameters["w"]
        assert (parameter.quantization, bytes(parameter.raw)) == (wanted.quantization, bytes(wanted.raw))
        np.testing.assert_array_equal(parameter.array(), wanted.array(), strict=True)
        assert found.parameters["b"].array().tolist() == [1, 1]


@pytest.mark.parametrize("method", METHODS[1:])
def test_a_parameter_that_was_quantized_takes_its_numbers(method: str) -> None:
    nac = example(quantize=method)
    nac.set_parameter("w", nac.parameters["w"].array() * 2)
    assert nac.parameters["w"].dtype == np.float32
    with pytest.raises(InvalidError, match="another dtype: expected float32, got int8"):
        nac.set_parameter("w", np.ones((2, 3), np.int8))


def test_bfloat16_takes_both() -> None:
    builder = NacBuilder()
    builder.output(builder.parameter("w", np.ones(2, ml_dtypes.bfloat16)))
    nac = builder.build()
    for array in (np.zeros(2, ml_dtypes.bfloat16), np.zeros(2, np.float32)):
        nac.set_parameter("w", array)
        assert nac.parameters["w"].array().tolist() == [0, 0]


@pytest.mark.parametrize(
    ("key", "array", "expected", "actual"),
    [
        ("w", np.zeros((3, 2), np.float32), [2, 3], [3, 2]),
        ("w", np.zeros((2, 3)), "float32", "float64"),
        ("steps", np.zeros(3, np.int32), "int64", "int32"),
        ("steps", [0.5, 1, 2], "int64", "float64"),
        ("b", 1.0, [2], []),
    ],
)
def test_what_does_not_fit(nac: NacFile, key: str, array: Any, expected: Any, actual: Any) -> None:
    before = nacformats.dumps(nac) if nac.internal_weights else b""
    with pytest.raises(InvalidError, match=f'"{key}"') as raised:
        nac.set_parameter(key, array)
    assert (raised.value.expected, raised.value.actual) == (expected, actual)
    assert not nac.internal_weights or nacformats.dumps(nac) == before


def test_unknown_names(nac: NacFile) -> None:
    with pytest.raises(InvalidError, match="no parameter 'weight': expected one of: w, b, steps"):
        nac.set_parameter("weight", WEIGHT)
    with pytest.raises(ValueError, match="INT4"):
        nac.set_parameter("w", WEIGHT, quantize="INT4")
    with pytest.raises(InvalidError, match="no constant 9: expected one of: 1, 2"):
        nac.set_constant(9, 1)
    with pytest.raises(InvalidError, match="no input 'y': expected one of: x"):
        nac.rename_input("y", "z")


def test_the_rest_stays_byte_for_byte() -> None:
    before = nacformats.dumps(example())
    nac = nacformats.loads(before)
    nac.set_parameter("w", WEIGHT[::-1])
    at = before.index(WEIGHT.tobytes())
    after = nacformats.dumps(nac)
    assert after == before[:at] + WEIGHT[::-1].tobytes() + before[at + WEIGHT.nbytes :]
    nac.set_parameter("w", WEIGHT)
    assert nacformats.dumps(nac) == before


def test_other_tensors_and_texts_of_a_file_of_weights_stay(tmp_path: Path) -> None:
    import safetensors.numpy as safetensors

    nacformats.dump(example(external=True, quantize="INT8_CHANNEL"), tmp_path / "a.nac")
    with nacformats.load(tmp_path / "a.nac") as nac:
        stored = {name: nac.weights.tensor(name) for name in ("w", "b", "steps")}  # type: ignore[union-attr]
        arrays = {name: np.frombuffer(each.raw, each.element_dtype).reshape(each.dims) for name, each in stored.items()}
        texts = {**nac.weights.metadata, "format": "pt"}  # type: ignore[union-attr]
        safetensors.save_file({**arrays, "other": np.ones(3)}, tmp_path / "b.safetensors", texts)
        nacformats.dump(nac, tmp_path / "b.tmp.nac")
    (tmp_path / "b.tmp.nac").rename(tmp_path / "b.nac")
    with nacformats.load(tmp_path / "b.nac") as nac:
        nac.set_parameter("b", np.float32([5, 6]))
        nacformats.dump(nac, tmp_path / "c.nac")
    with nacformats.load(tmp_path / "c.nac") as nac:
        assert nac.parameters["b"].array().tolist() == [5, 6]
        np.testing.assert_allclose(nac.parameters["w"].array(), WEIGHT, atol=0.02)
        assert nac.weights.metadata["format"] == "pt"  # type: ignore[union-attr]
        assert nac.weights.tensor("other").dims == (3,)  # type: ignore[union-attr]


def test_a_parameter_whose_tensor_is_missing() -> None:
    nac = example(external=True)
    nac.weights = None
    nac.set_parameter("w", WEIGHT)
    assert nac.parameters["w"].shape == (2, 3)
    nac = example()
    assert nac.sections.data is not None
    nac.sections.data = type(nac.sections.data)(nac.sections.data.parameters, nac.sections.data.inputs, None)
    for name, array in {"w": WEIGHT, "b": np.ones(2, np.float32), "steps": np.arange(3)}.items():
        nac.set_parameter(name, array)
    assert nacformats.loads(nacformats.dumps(nac)).parameters["w"].array().tolist() == WEIGHT.tolist()


def test_a_constant(nac: NacFile, tmp_path: Path) -> None:
    ids = {repr(constant.value): number for number, constant in nac.constants.items()}
    nac.set_constant(ids["2.5"], 4)
    assert run(nac, tmp_path)[0] == 14
    assert repr(nac.constants[ids["2.5"]].value) == "4.0"
    nac.set_constant(ids["[0]"], [-1])
    assert nac.constants[ids["[0]"]].value == [-1]
    for wrong in (None, True, "x", [1.5]):
        with pytest.raises(InvalidError, match="of another type: expected float64"):
            nac.set_constant(ids["2.5"], wrong)
    with pytest.raises(LimitError):
        nac.set_constant(ids["[0]"], [1 << 40])
    with pytest.raises(TypeError):
        nac.set_constant(ids["2.5"], object())


def test_the_name_of_an_input(nac: NacFile, tmp_path: Path) -> None:
    nac.rename_input("x", "vector")
    nacformats.dump(nac, tmp_path / "changed.nac")
    with Session(tmp_path / "changed.nac") as session:
        assert [port.name for port in session.inputs] == ["vector"]
        assert session.run({"vector": np.ones(3, np.float32)})["y"] == 9.5
    (resource,) = nac.resources
    assert json.loads(bytes(resource.data))["inputs"][0]["name"] == "vector"
    nac.rename_input(0, "x")
    assert nac.instructions[0].input_name == "x"
    for wrong in ("", "x"):
        with pytest.raises(InvalidError):
            nac.rename_input("x", wrong)
    with pytest.raises(LimitError):
        nac.rename_input("x", "n" * 65_536)


def test_a_table_from_a_mapping() -> None:
    table = IdTable({3: "c", 1: "a"})
    assert table.entries == ((3, "c"), (1, "a")) == IdTable(table).entries == IdTable([(3, "c"), (1, "a")]).entries
    assert dict(table) == {3: "c", 1: "a"}
