"""convert: weights from and to .safetensors, .stb and .nac files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest
import safetensors
import safetensors.numpy
from click.testing import Result

import nacformats
from nacformats import NacBuilder, Session

Run = Callable[..., Result]
RANDOM = np.random.default_rng(1)
WEIGHT, BIAS = RANDOM.normal(size=(3, 2)).astype(np.float32), RANDOM.normal(size=3).astype(np.float32)


def program(**how: Any) -> NacBuilder:
    """x @ weight.T + bias."""
    b = NacBuilder(**how)
    weight, bias = b.parameter("fc.weight", WEIGHT), b.parameter("fc.bias", BIAS)
    b.output(b.operation("aten.linear.default", b.input("x"), weight, bias))
    return b


@pytest.fixture
def nac(tmp_path: Path) -> Path:
    nacformats.dump(program().build(), tmp_path / "model.nac")
    return tmp_path / "model.nac"


def saved(path: Path, arrays: dict[str, Any], metadata: dict[str, str] | None = None) -> Path:
    path.write_bytes(safetensors.numpy.save(arrays, metadata))
    return path


def contents(path: Path) -> tuple[dict[str, Any], dict[str, str]]:
    with safetensors.safe_open(path, "numpy") as file:
        return {name: file.get_tensor(name) for name in file.keys()}, file.metadata() or {}  # noqa: SIM118


def test_parameters_leave_by_name(nac: Path, tmp_path: Path, run: Run) -> None:
    assert run("convert", nac, tmp_path / "w.safetensors").exit_code == 0
    arrays, metadata = contents(tmp_path / "w.safetensors")
    assert set(arrays) == {"fc.weight", "fc.bias"}
    assert (arrays["fc.weight"] == WEIGHT).all()
    assert metadata == {}


@pytest.mark.parametrize("external", [False, True])
@pytest.mark.parametrize("method", [None, "FP16", "INT8_TENSOR", "INT8_CHANNEL", "BLOCK_FP8"])
def test_quantized_parameters_leave_as_numbers_or_as_stored(
    method: str | None, external: bool, tmp_path: Path, run: Run
) -> None:
    model = tmp_path / "q.nac"
    nacformats.dump(program(quantize=method, external_weights=external).build(), model)
    with nacformats.load(model, format="nac") as file:
        numbers = {str(each.name): each.array().copy() for each in file.parameters.values()}
    assert run("convert", model, tmp_path / "numbers.safetensors").exit_code == 0
    assert run("convert", model, tmp_path / "stored.safetensors", "--stored").exit_code == 0
    arrays, _ = contents(tmp_path / "numbers.safetensors")
    assert all((arrays[name] == numbers[name]).all() for name in numbers)
    _, metadata = contents(tmp_path / "stored.safetensors")
    described = {name: text for name, text in metadata.items() if name != "metadata"}
    assert set(described) == (set(numbers) if method else set())
    assert json.loads(metadata.get("metadata", "{}")) == described  # where the public readers look
    for weights in ("numbers", "stored"):
        back = tmp_path / f"{weights}-back.nac"
        found = run("convert", tmp_path / f"{weights}.safetensors", back, "--into", model)
        assert found.exit_code == 0, found.output
        with nacformats.load(back, format="nac") as file:
            for each in file.parameters.values():
                np.testing.assert_allclose(each.array(), numbers[str(each.name)], rtol=1e-6, atol=1e-7)
            assert not [finding for finding in nacformats.validate(back) if finding.severity == "error"]


def test_new_weights_in_a_program(nac: Path, tmp_path: Path, run: Run) -> None:
    arrays = {"fc.weight": WEIGHT * 2, "fc.bias": BIAS.astype(np.float64), "surplus": BIAS}
    weights = saved(tmp_path / "new.safetensors", arrays)
    target = tmp_path / "new.nac"
    assert run("convert", weights, target, "--into", nac).exit_code == 0
    x = np.ones((1, 2), np.float32)
    np.testing.assert_allclose(Session(target).run([x])[0], x @ WEIGHT.T * 2 + BIAS, rtol=1e-6)
    with nacformats.load(target, format="nac") as file:
        assert file.parameters["fc.bias"].dtype == np.float32


@pytest.mark.parametrize(
    ("arrays", "text"),
    [
        ({"fc.weight": WEIGHT}, 'the weights lack 1 of the 2 parameters of the program: 2 "fc.bias"'),
        ({"fc.weight": WEIGHT.T.copy(), "fc.bias": BIAS}, "the shape of the tensor is not that of the parameter"),
        ({"fc.weight": WEIGHT.astype(np.int32), "fc.bias": BIAS}, "the dtype of the tensor is not that"),
    ],
)
def test_weights_that_do_not_fit(arrays: dict[str, Any], text: str, nac: Path, tmp_path: Path, run: Run) -> None:
    weights = saved(tmp_path / "new.safetensors", arrays)
    found = run("convert", weights, tmp_path / "new.nac", "--into", nac)
    assert found.exit_code == 1
    assert text in found.stderr
    assert not (tmp_path / "new.nac").exists()


def test_a_program_has_to_be_named(tmp_path: Path, run: Run) -> None:
    weights = saved(tmp_path / "w.safetensors", {"x": BIAS})
    found = run("convert", weights, tmp_path / "new.nac")
    assert found.exit_code == 2
    assert "--into FILE.nac" in found.stderr


HELD: dict[str, Any] = {
    "a.weight": WEIGHT,
    "b": np.arange(120, dtype=np.int32).reshape(2, 3, 4, 5),
    "c": np.array([1, 2.5, -3], np.float16),
    "scalar": np.array(7, np.int8),
    "empty": np.zeros((0, 3), np.float32),
    "five \u2028 dims": np.zeros((1, 2, 1, 2, 1), np.int8),
}


def test_stb_and_back(tmp_path: Path, run: Run) -> None:
    original = saved(tmp_path / "w.safetensors", HELD, {"format": "pt", "made by": "\u00e9"})
    assert run("convert", original, tmp_path / "w.stb").exit_code == 0
    sidecar = json.loads((tmp_path / "w.stb.json").read_text())
    assert [each["id"] for each in sidecar["tensors"]] == list(range(len(HELD)))
    assert {each["name"]: tuple(each["shape"]) for each in sidecar["tensors"]} == {
        name: array.shape for name, array in HELD.items()
    }
    assert not nacformats.validate(tmp_path / "w.stb")
    assert run("convert", tmp_path / "w.stb", tmp_path / "back.safetensors").exit_code == 0
    (before, said), (after, says) = contents(original), contents(tmp_path / "back.safetensors")
    assert says == said
    assert set(after) == set(before)
    for name, array in before.items():
        assert (after[name].dtype, after[name].shape) == (array.dtype, array.shape)
        assert (after[name] == array).all()


def test_quantized_weights_survive_stb(tmp_path: Path, run: Run) -> None:
    model = tmp_path / "q.nac"
    nacformats.dump(program(quantize="INT8_CHANNEL", external_weights=True).build(), model)
    original = (tmp_path / "q.safetensors").read_bytes()
    assert run("convert", tmp_path / "q.safetensors", tmp_path / "w.stb").exit_code == 0
    assert run("convert", tmp_path / "w.stb", tmp_path / "q.safetensors", "--force").exit_code == 0
    before, after = saved_bytes(tmp_path, original), contents(tmp_path / "q.safetensors")
    assert before[1] == after[1]
    assert all((before[0][name] == after[0][name]).all() for name in before[0])


def saved_bytes(tmp_path: Path, data: bytes) -> tuple[dict[str, Any], dict[str, str]]:
    (tmp_path / "again.safetensors").write_bytes(data)
    return contents(tmp_path / "again.safetensors")


def test_dtypes_that_stb_lacks_are_named(tmp_path: Path, run: Run) -> None:
    arrays = {"good": BIAS, "half": BIAS.astype(ml_dtypes.bfloat16), "long": np.arange(3)}
    found = run("convert", saved(tmp_path / "w.safetensors", arrays), tmp_path / "w.stb")
    assert found.exit_code == 1
    assert "half (bfloat16)" in found.stderr
    assert "long (int64)" in found.stderr
    assert "good" not in found.stderr
    assert not list(tmp_path.glob("w.stb*"))


def test_more_tensors_than_ids(tmp_path: Path, run: Run) -> None:
    arrays = {str(number): BIAS for number in range(257)}
    found = run("convert", saved(tmp_path / "w.safetensors", arrays), tmp_path / "w.stb")
    assert found.exit_code == 1
    assert "at most 256 tensors, got 257" in found.stderr


def test_a_dtype_that_nothing_has(tmp_path: Path, run: Run) -> None:
    header = json.dumps({"x": {"dtype": "F8_E4M3", "shape": [2], "data_offsets": [0, 2]}}).encode()
    (tmp_path / "w.safetensors").write_bytes(len(header).to_bytes(8, "little") + header + b"\0\0")
    found = run("convert", tmp_path / "w.safetensors", tmp_path / "w.stb")
    assert found.exit_code == 1
    assert "x (F8_E4M3)" in found.stderr


def test_without_a_sidecar_ids_are_names(tmp_path: Path, run: Run, example: Callable[[str], Path]) -> None:
    assert run("convert", example("weights.stb"), tmp_path / "w.safetensors").exit_code == 0
    arrays, _ = contents(tmp_path / "w.safetensors")
    with nacformats.load(example("weights.stb"), format="stb") as stb:
        assert set(arrays) == {str(tensor.id) for tensor in stb.tensors}


def described(**changes: Any) -> dict[str, Any]:
    """The sidecar of one float32 tensor of shape (3,)."""
    return {"tensors": [{"id": 0, "name": "x", "shape": [3]} | changes], "metadata": {}}


@pytest.mark.parametrize(
    ("sidecar", "text"),
    [
        ("", "Expecting value: line 1"),
        ("[" * 100_000, "the sidecar cannot be read"),
        ([], "it is not an object"),
        ({"metadata": {}}, "'tensors' is missing"),
        ({"tensors": 5}, "not iterable"),
        ({"tensors": [5]}, "not subscriptable"),
        (described(name=5), "name is a text"),
        (described(shape=5), "shape is a list"),
        (described(shape=[-3]), "integers from 0 on"),
        (described(shape=[True]), "integers from 0 on"),
        (described(id="0"), "integers from 0 on"),
        (described(shape=[4]), "it does not describe tensor 0: expected [4], got [3]"),
        (described(id=1), "it does not describe tensor 0"),
        ({**described(), "metadata": {"a": 5}}, "metadata are texts"),
        ({**described(), "metadata": []}, "metadata are texts"),
        ({"tensors": described()["tensors"] * 2}, "two tensors have one id"),
    ],
)
def test_sidecars_are_not_trusted(sidecar: Any, text: str, tmp_path: Path, run: Run) -> None:
    run("convert", saved(tmp_path / "w.safetensors", {"x": BIAS}), tmp_path / "w.stb")
    written = sidecar if isinstance(sidecar, str) else json.dumps(sidecar)
    (tmp_path / "w.stb.json").write_text(written)
    found = run("convert", tmp_path / "w.stb", tmp_path / "back.safetensors")
    assert found.exit_code == 1, found.output
    assert text in found.stderr


def test_more_than_three_dimensions_need_the_sidecar(tmp_path: Path, run: Run) -> None:
    run("convert", saved(tmp_path / "w.safetensors", HELD), tmp_path / "w.stb")
    (tmp_path / "w.stb.json").unlink()
    found = run("convert", tmp_path / "w.stb", tmp_path / "back.safetensors")
    assert found.exit_code == 1
    assert "dimensions, which only a sidecar holds" in found.stderr


def test_nothing_is_replaced_unasked(tmp_path: Path, run: Run) -> None:
    weights = saved(tmp_path / "w.safetensors", {"x": BIAS})
    (tmp_path / "w.stb.json").write_text("mine")
    assert run("convert", weights, tmp_path / "w.stb").exit_code == 2
    assert (tmp_path / "w.stb.json").read_text() == "mine"
    assert run("convert", weights, tmp_path / "w.stb", "--force").exit_code == 0


@pytest.mark.parametrize(
    "arguments", [("-", "w.safetensors"), ("w.safetensors", "w.micb"), ("a.micb", "w.safetensors")]
)
def test_what_holds_no_weights(arguments: tuple[str, str], run: Run) -> None:
    assert run("convert", *arguments).exit_code == 2
