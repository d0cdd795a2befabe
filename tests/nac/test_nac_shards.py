"""Weights in several safetensors files, and how writers of v1.7 and v1.8 describe quantized ones."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import safetensors.numpy

import nacformats
from nacformats import FormatError, InvalidError, LimitError
from nacformats.formats.nac import NacBuilder, Quantization
from nacformats.formats.nac.file import external
from nacformats.formats.nac.file.external import ExternalWeights

WEIGHTS = {name: np.arange(6, dtype=np.float32).reshape(2, 3) + place for place, name in enumerate("abcd")}


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A program of four parameters, without its weights."""
    b = NacBuilder(external_weights=True, version="1.8")
    b.output(*(b.parameter(name, array) for name, array in WEIGHTS.items()))
    path = tmp_path / "m[1].nac"
    nacformats.dump(b.build(), path)
    path.with_suffix(".safetensors").unlink()
    return path


def shard(model: Path, number: int, names: str, count: int = 2, **metadata: str) -> Path:
    path = model.with_name(f"{model.stem}-{number:05}-of-{count:05}.safetensors")
    safetensors.numpy.save_file({name: WEIGHTS[name] for name in names}, path, metadata or None)
    return path


def test_shards_are_read(model: Path) -> None:
    shard(model, 1, "ab"), shard(model, 2, "cd")
    shard(model.with_name("other.nac"), 1, "ab")
    assert nacformats.validate(model) == []
    with nacformats.load(model) as file:
        for name, array in WEIGHTS.items():
            assert np.array_equal(file.parameters[name].array(), array)
        assert sorted(file.weights.names) == list("abcd")


def test_the_one_file_wins(model: Path) -> None:
    shard(model, 1, "abcd", 1)
    safetensors.numpy.save_file({name: array + 1 for name, array in WEIGHTS.items()}, model.with_suffix(".safetensors"))
    with nacformats.load(model) as file:
        assert np.array_equal(file.parameters["a"].array(), WEIGHTS["a"] + 1)


def test_a_file_that_is_named_has_no_shards(model: Path) -> None:
    shard(model, 1, "abcd", 1)
    with nacformats.load(model, weights=model.with_suffix(".safetensors")) as file, pytest.raises(InvalidError):
        file.parameters["a"].array()


def test_a_shard_that_is_missing(model: Path) -> None:
    shard(model, 1, "ab")
    (first, second) = nacformats.validate(model)
    assert (first.rule, first.actual, second.actual) == ("nac.weights", "'c'", "'d'")
    with nacformats.load(model) as file, pytest.raises(InvalidError, match="no such tensor"):
        file.parameters["c"].array()


def test_a_name_in_two_shards(model: Path) -> None:
    shard(model, 1, "abc"), shard(model, 2, "cd")
    (finding,) = nacformats.validate(model)
    assert "the tensor is in m[1]-00001-of-00002.safetensors as well" in finding.reason
    with nacformats.load(model) as file, pytest.raises(InvalidError, match="as well"):
        file.parameters["a"].array()


def test_too_many_shards(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external, "MAX_WEIGHTS_SHARDS", 2)
    for number in range(3):
        shard(model, number, "abcd"[number])
    with nacformats.load(model) as file, pytest.raises(LimitError, match="at most 2"):
        file.parameters["a"].array()
    assert [finding.rule for finding in nacformats.validate(model)] == ["nac.weights"]


def test_shards_go_with_the_file(model: Path, tmp_path: Path) -> None:
    shard(model, 1, "ab"), shard(model, 2, "cd")
    target = tmp_path / "new" / "copy.nac"
    target.parent.mkdir()
    with nacformats.load(model) as file:
        nacformats.dump(file, target)
    names = ["copy-00001-of-00002.safetensors", "copy-00002-of-00002.safetensors", "copy.nac"]
    assert sorted(path.name for path in target.parent.iterdir()) == names
    with nacformats.load(target) as file:
        assert np.array_equal(file.parameters["d"].array(), WEIGHTS["d"])


def test_another_parameter_makes_one_file(model: Path) -> None:
    shard(model, 1, "ab"), shard(model, 2, "cd")
    with nacformats.load(model) as file:
        file.set_parameter("a", WEIGHTS["a"] * 2)
        nacformats.dump(file, model)
    with nacformats.load(model) as file:
        assert np.array_equal(file.parameters["a"].array(), WEIGHTS["a"] * 2)
        assert np.array_equal(file.parameters["d"].array(), WEIGHTS["d"])
    assert model.with_suffix(".safetensors").exists()


def quantized(model: Path, description: Mapping[str, Any] | str, **metadata: str) -> Path:
    path = model.with_suffix(".safetensors")
    text = description if isinstance(description, str) else json.dumps(description)
    arrays = {name: array.astype(np.int8) for name, array in WEIGHTS.items()}
    safetensors.numpy.save_file(arrays, path, {"nac_quant_meta": text, **metadata})
    return path


def test_one_description_of_all_tensors(model: Path) -> None:
    described = {
        "a": {"quant_type": "INT8_TENSOR", "scale": 0.5},
        "b": {"quant_type": "INT8_CHANNEL", "scales": [1, 2, 4], "axis": 1},
    }
    own = json.dumps({"quant_type": "INT8_TENSOR", "scale": 0.25})
    quantized(model, {**described, "c": described["a"]}, c=own)
    with nacformats.load(model) as file:
        assert file.parameters["a"].quantization is Quantization.int8_tensor
        assert np.array_equal(file.parameters["a"].array(), WEIGHTS["a"] * 0.5)
        assert np.array_equal(file.parameters["b"].array(), WEIGHTS["b"] * [1, 2, 4])
        assert np.array_equal(file.parameters["c"].array(), WEIGHTS["c"] * 0.25)  # its own description wins
        assert file.parameters["d"].quantization is Quantization.none
        assert "nac_quant_meta" not in file.weights.metadata
        file.set_parameter("a", WEIGHTS["a"])
        nacformats.dump(file, model)
    with nacformats.load(model) as file:
        assert np.array_equal(file.parameters["a"].array(), WEIGHTS["a"])
        assert np.array_equal(file.parameters["b"].array(), WEIGHTS["b"] * [1, 2, 4])


def test_each_shard_may_repeat_its_descriptions(model: Path) -> None:
    """As public readers want them. What is left of them would tell of a parameter that is quantized no longer."""
    text = json.dumps({"quant_type": "FP16"})
    for number, names in enumerate(("ab", "cd"), 1):
        texts = dict.fromkeys(names, text)
        shard(model, number, names, metadata=json.dumps(texts), **texts)
    with nacformats.load(model) as file:
        assert dict(file.weights.metadata) == dict.fromkeys("abcd", text)
        file.set_parameter("c", WEIGHTS["c"], quantize="none")
        nacformats.dump(file, model)
    with safetensors.safe_open(model.with_suffix(".safetensors"), "numpy") as weights:
        texts = weights.metadata()
    assert json.loads(texts.pop("metadata")) == texts
    assert sorted(texts) == ["a", "b", "d"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        '{"a"',
        '{"a": 1}',
        '{"a": {}, "a": {}}',
        '{"a": {}} x',
        '{"a": {"quant_type": "INT8_TENSOR"}}',
        '{"a": {"quant_type": "INT8_TENSOR", "scale": {"x": 1}}}',
        '{"a": {"quant_type": "INT8_TENSOR", "scale": ' + "[" * 100 + "}}",
        '{"a": {"quant_type": "NONSENSE"}}',
    ],
)
def test_a_broken_description(model: Path, text: str) -> None:
    path = quantized(model, text)
    with pytest.raises(FormatError) as caught:
        ExternalWeights(path).tensor("a")
    assert (caught.value.path or "").startswith(path.name)


def test_a_description_of_very_many_tensors(model: Path) -> None:
    text = "{" + ",".join(f'"{number}":{{}}' for number in range(70_000)) + "}"
    with pytest.raises(InvalidError, match="more names than a file has parameters"):
        ExternalWeights(quantized(model, text)).tensor("a")
