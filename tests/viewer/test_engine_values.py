"""The engine of the page: search, JSON, tensors, statistics and tokens, against what Python says."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import nacformats
from nacformats.schema.sources import ROOT
from tests.stamps import PACKAGE
from tests.viewer.engines import answers

pytestmark = pytest.mark.when_changed(*PACKAGE, "viewer/src/**/*")

_MLP = ROOT / "examples" / "mlp.nac"
_STORY = ROOT / "examples" / "story" / "story.nac"
_DTYPES = ("bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float16", "float32")
_DTYPES += ("float64", "bfloat16", "float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz")


def _values(engine: Path, path: Path, *calls: Sequence[Any]) -> list[Any]:
    return [answer["value"] for answer in answers(engine, [(path, None, calls)])[0][1:]]


def test_search_finds_names_values_and_texts_after_an_address(engine: Path) -> None:
    calls: list[Sequence[Any]] = [
        ["search", "LINEAR", "", 10],
        ["search", "num_inst", "", 10],
        ["search", "0x450", "", 10],
        ["search", "linear", "ops.instructions[3].fields", 1],
        ["search", "no such text", "", 10],
    ]
    by_text, by_name, by_number, after, none = ([row["path"] for row in rows] for rows in _values(engine, _MLP, *calls))
    assert by_text[:2] == ["ops.instructions[3]", "ops.instructions[3].fields"]
    assert "cmap.entries[0].name" in by_text
    assert by_name == ["ops.num_instructions"]
    assert by_number == []
    assert after == ["ops.instructions[7]"]
    assert none == []


def test_search_goes_into_files_that_the_file_holds(engine: Path) -> None:
    found, after = _values(
        engine, _STORY, ["search", "bpe_encode", "", 9], ["search", "compose", "proc.manifest.steps[2].opcode", 1]
    )
    assert [row["path"] for row in found] == ["proc.manifest.steps[2]", "proc.manifest.steps[2].opcode"]
    assert [row["path"] for row in after] == ["proc.manifest.steps[3]"]


def test_parts_are_copied_as_json(engine: Path) -> None:
    instruction, start = _values(engine, _MLP, ["json", "ops.instructions[1]", 1000], ["json", "", 100])
    assert json.loads(instruction) == {"a": 2, "b": 1, "fields": {"prefix": 2, "id": 1}}
    assert len(start) == 100


@pytest.mark.parametrize("name", ["mlp.nac", "story/story.nac"])
def test_tensors_are_those_of_the_file(engine: Path, name: str) -> None:
    path = ROOT / "examples" / name
    nac = nacformats.load(path)
    data = path.read_bytes()
    (tensors,) = _values(engine, path, ["tensors"])
    assert len(tensors) == len(nac.parameters)
    for found, parameter in zip(tensors, nac.parameters.values(), strict=True):
        assert found["name"] == parameter.name
        assert tuple(found["shape"]) == parameter.tensor.shape
        assert data[found["start"] : found["stop"]] == bytes(parameter.tensor.raw)


def test_tensors_of_stb_have_their_payloads(engine: Path) -> None:
    path = ROOT / "examples" / "weights.stb"
    stb = nacformats.load(path)
    (tensors,) = _values(engine, path, ["tensors"])
    data = path.read_bytes()
    assert [(each["dtype"], tuple(each["shape"])) for each in tensors] == [
        (each.dtype.name, tuple(each.shape)) for each in stb.tensors
    ]
    assert [data[each["start"] : each["stop"]] for each in tensors] == [bytes(each.raw) for each in stb.tensors]


def test_statistics_are_those_of_numpy(engine: Path, tmp_path: Path) -> None:
    random = np.random.default_rng(1)
    path = tmp_path / "numbers.nac"
    data = bytearray(_MLP.read_bytes())
    asked: list[Sequence[Any]] = []
    arrays = []
    for name in _DTYPES:
        dtype = np.dtype(getattr(ml_dtypes, name, None) or name)
        raw = random.integers(0, 2 if name == "bool" else 256, 300 * 200 * dtype.itemsize, dtype=np.uint8)
        array = np.frombuffer(raw.tobytes(), dtype).reshape(300, 200)
        data += bytes(1)  # no place is aligned
        place = {"start": len(data), "stop": len(data) + array.nbytes, "bytes": array.nbytes, "path": ""}
        asked.append(["statistics", {"name": name, "dtype": name, "shape": list(array.shape), **place}])
        arrays.append(array)
        data += array.tobytes()
    path.write_bytes(data)
    for array, found in zip(arrays, _values(engine, path, *asked), strict=True):
        with np.errstate(all="ignore"):
            numbers = array.astype(np.float64)
        finite = numbers[np.isfinite(numbers)]
        assert (found["count"], found["step"]) == (array.size, 1)
        assert (found["minimum"], found["maximum"]) == (finite.min(), finite.max())
        assert (found["zeros"], found["nans"]) == (int((finite == 0).sum()), int(np.isnan(numbers).sum()))
        assert found["infinities"] == int(np.isinf(numbers).sum())
        if abs(finite).max() < 1e100:  # sums of others are no numbers
            np.testing.assert_allclose(found["mean"], finite.mean(), atol=1e-9 * abs(finite).max())
            np.testing.assert_allclose(found["deviation"], finite.std(), rtol=1e-9)
        assert sum(found["histogram"]["counts"]) == finite.size
        assert (found["map"]["rows"], found["map"]["columns"]) == (128, 128)
        rows, columns = np.indices(array.shape)
        corner = numbers[(rows * 128 // 300 == 0) & (columns * 128 // 200 == 0)]
        if np.isfinite(corner).all():
            np.testing.assert_allclose(found["map"]["means"][0], corner.mean(), rtol=1e-9)


def test_a_large_tensor_is_sampled(engine: Path, tmp_path: Path) -> None:
    path = tmp_path / "large.nac"
    start = _MLP.stat().st_size
    count = 40_000_000
    with path.open("wb") as file:
        file.write(_MLP.read_bytes())
        file.truncate(start + count)
    place = {"start": start, "stop": start + count, "bytes": count, "path": ""}
    tensor = {"name": "large", "dtype": "int8", "shape": [count], **place}
    (found,) = _values(engine, path, ["statistics", tensor])
    assert (found["count"], found["step"]) == (count, 3)
    assert count // 3 <= found["zeros"] <= count // 3 + (1 << 14)


@pytest.mark.parametrize(
    ("dtype", "stop", "message"),
    [("Q4_0", 100, "no plain numbers"), ("float32", 1 << 40, "not in the file"), ("float32", 2, "no elements")],
)
def test_elements_that_are_no_numbers_are_refused(engine: Path, dtype: str, stop: int, message: str) -> None:
    tensor = {"name": "w", "dtype": dtype, "shape": [1], "start": 0, "stop": stop, "bytes": 1, "path": ""}
    found = answers(engine, [(_MLP, None, [["statistics", tensor]])])[0][1]
    assert message in found["failure"]["message"]


def test_tokens_are_those_of_the_tokenizer(engine: Path) -> None:
    text = "Once upon a time there was a dög."
    (tokens,) = _values(engine, _STORY, ["tokens", text])
    assert [each["id"] for each in tokens] == nacformats.Tokenizer.of(nacformats.load(_STORY)).encode(text).ids


def test_a_file_without_tokenizer_says_so(engine: Path) -> None:
    assert answers(engine, [(_MLP, None, [["tokens", "a"]])])[0][1]["failure"]["message"] == "the file has no tokenizer"
