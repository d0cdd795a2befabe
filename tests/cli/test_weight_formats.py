"""convert, inspect and diff of files that hold tensors by name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from click.testing import Result

import nacformats
from nacformats.formats.gguf import GgufFile, GgufTensor
from nacformats.formats.safetensors import SafetensorsFile

Run = Callable[..., Result]
ARRAYS: dict[str, Any] = {
    "a.weight": np.arange(6, dtype=np.float32).reshape(2, 3),
    "a.bias": np.arange(2, dtype=np.float16),
    "b": np.arange(3).astype(ml_dtypes.bfloat16),
    "c": np.arange(4, dtype=np.int32),
}
SUFFIXES = (".safetensors", ".gguf", ".npz")


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    file = SafetensorsFile({"general.architecture": "toy", "general.alignment": "text"})
    for name, array in ARRAYS.items():
        file.add(name, array)
    nacformats.dump(file, tmp_path / "in.safetensors")
    return tmp_path / "in.safetensors"


@pytest.mark.parametrize("first", SUFFIXES)
@pytest.mark.parametrize("second", SUFFIXES)
def test_weights_go_from_format_to_format(first: str, second: str, weights: Path, tmp_path: Path, run: Run) -> None:
    between, out = tmp_path / f"between{first}", tmp_path / f"out{second}"
    for source, target in ((weights, between), (between, out)):
        found = run("convert", source, target)
        assert found.exit_code == 0, found.output
    assert run("convert", out, tmp_path / "back.safetensors").exit_code == 0
    with nacformats.load(tmp_path / "back.safetensors", format="safetensors") as file:
        assert {name: (file[name].dtype, file[name].tolist()) for name in file} == {
            name: (array.dtype, array.tolist()) for name, array in ARRAYS.items()
        }
    if ".npz" not in (first, second):
        assert file.metadata["general.architecture"] == "toy"


def test_the_function_does_as_the_command(weights: Path, tmp_path: Path) -> None:
    nacformats.convert(weights, tmp_path / "x.gguf")
    nacformats.convert(tmp_path / "x.gguf", tmp_path / "same.gguf")
    assert (tmp_path / "same.gguf").read_bytes() == (tmp_path / "x.gguf").read_bytes()
    nacformats.convert(tmp_path / "x.gguf", tmp_path / "x.npz")
    with np.load(tmp_path / "x.npz") as arrays:
        assert set(arrays) == set(ARRAYS)
        np.testing.assert_array_equal(arrays["a.weight"], ARRAYS["a.weight"])
    with pytest.raises(ValueError, match="weights become a file of"):
        nacformats.convert(weights, tmp_path / "x.micb")


def test_blocks_become_numbers_and_unreadable_ones_are_listed(tmp_path: Path, run: Run) -> None:
    blocks = np.float16(0.5).tobytes() + np.arange(32, dtype=np.int8).tobytes()
    file = GgufFile()
    file.tensors["q"] = GgufTensor("q", "Q8_0", (32,), memoryview(blocks))
    nacformats.dump(file, tmp_path / "q.gguf")
    assert run("convert", tmp_path / "q.gguf", tmp_path / "q.safetensors").exit_code == 0
    with nacformats.load(tmp_path / "q.safetensors", format="safetensors") as numbers:
        np.testing.assert_array_equal(numbers["q"], np.arange(32, dtype=np.float32) / 2)
    file.tensors["k"] = GgufTensor("k", "Q4_K", (256,), memoryview(bytes(144)))
    nacformats.dump(file, tmp_path / "k.gguf")
    refused = run("convert", tmp_path / "k.gguf", tmp_path / "k.safetensors")
    assert refused.exit_code == 1
    assert "Q4_K" in refused.output
    assert not (tmp_path / "k.safetensors").exists()


def test_types_that_a_format_lacks_are_listed(tmp_path: Path, run: Run) -> None:
    nacformats.dump(SafetensorsFile.of_arrays({"u": np.ones(2, np.uint8)}), tmp_path / "u.safetensors")
    refused = run("convert", tmp_path / "u.safetensors", tmp_path / "u.gguf")
    assert refused.exit_code == 1
    assert "uint8" in refused.output


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"no archive"])
def test_what_is_no_npz_file_is_refused(data: bytes, tmp_path: Path, run: Run) -> None:
    (tmp_path / "x.npz").write_bytes(data)
    refused = run("convert", tmp_path / "x.npz", tmp_path / "x.gguf")
    assert refused.exit_code == 1
    assert "Traceback" not in refused.output


def test_objects_are_not_unpickled(tmp_path: Path, run: Run) -> None:
    np.savez(tmp_path / "x.npz", a=np.array([object], dtype=object))
    refused = run("convert", tmp_path / "x.npz", tmp_path / "x.gguf")
    assert refused.exit_code == 1
    assert "objects, not numbers" in refused.output


def test_one_screen_of_each(weights: Path, tmp_path: Path, run: Run) -> None:
    shown = run("inspect", weights)
    assert shown.exit_code == 0
    assert "a.weight" in shown.stdout
    gguf = GgufFile({"general.architecture": "toy", "toy.block_count": 3, "tokenizer.ggml.tokens": ["a", "b"]})
    gguf.add("w", ARRAYS["a.weight"])
    nacformats.dump(gguf, tmp_path / "x.gguf")
    shown = run("inspect", tmp_path / "x.gguf")
    assert shown.exit_code == 0
    for text in ("GGUF v3", "toy", "2 tokens", "F32", "2×3"):
        assert text in shown.stdout


def test_tables_of_tensors_and_keys(weights: Path, tmp_path: Path, run: Run) -> None:
    gguf = GgufFile({"general.architecture": "toy", "words": ["a", "b"]})
    gguf.add("w", ARRAYS["a.weight"])
    nacformats.dump(gguf, tmp_path / "x.gguf")
    shown = run("inspect", tmp_path / "x.gguf", "--tables").stdout.splitlines()
    rows = [line.split() for line in shown]
    assert ["w", "F32", "2×3"] in [row[:3] for row in rows]
    assert ["words", "array", "of", "string", "2"] in rows
    shown = run("inspect", weights, "--section", "keys").stdout.splitlines()
    assert ["general.architecture", "toy"] in [line.split() for line in shown]


def test_differences_are_by_name(tmp_path: Path, run: Run) -> None:
    one, other = GgufFile({"k": 1}), GgufFile({"k": np.int8(1), "l": "x"})
    for file, number in ((one, 1), (other, 2)):
        file.add("same", ARRAYS["c"])
        file.add("w", np.full(3, number, np.float32))
        nacformats.dump(file, tmp_path / f"{number}.gguf")
    found = run("diff", tmp_path / "1.gguf", tmp_path / "2.gguf")
    assert found.exit_code == 1
    for text in ("metadata[k].type", "metadata[l]", "weights[w]"):
        assert text in found.stdout
    assert "same" not in found.stdout
    nacformats.convert(tmp_path / "1.gguf", tmp_path / "1.safetensors")
    crossed = run("diff", tmp_path / "1.gguf", tmp_path / "1.safetensors")
    assert crossed.exit_code == 0, crossed.stdout
