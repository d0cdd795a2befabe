"""`inspect` of the files that people have: a screen that says what each is, within bounds whatever it holds."""

from __future__ import annotations

import io
import json
import os
import pickle
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import Result

from nacformats import kinds
from nacformats.commands.inspection.screen import SCREEN_LINES
from nacformats.limits import MAX_STREAM_BYTES
from nacformats.view.summary import summary_of
from tests.partners import partner

Run = Callable[..., Result]
TOKENIZER = {
    "version": "1.0",
    "added_tokens": [{"id": 2, "content": "<pad>"}],
    "pre_tokenizer": {"type": "Sequence", "pretokenizers": [{"type": "Digits"}, {"type": "ByteLevel"}]},
    "model": {"type": "BPE", "vocab": {"a": 0, "b": 1}, "merges": []},
}


def archive(members: dict[str, bytes], method: int = zipfile.ZIP_STORED) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", method) as file:
        for name, data in members.items():
            file.writestr(name, data)
    return written.getvalue()


def saved(array: np.ndarray[Any, Any]) -> bytes:
    written = io.BytesIO()
    np.save(written, array)
    return written.getvalue()


def header(text: str) -> bytes:
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text.encode()


def meta(*sizes: int) -> dict[str, Any]:
    return {"dtype": 7, "sizes": [{"as_int": size} for size in sizes]}


def program() -> bytes:
    """An exported program, as far as it is looked at."""
    argument = {"as_tensor": {"name": "x"}}
    graph = {"nodes": [{"target": "torch.ops.aten.relu.default"}], "tensor_values": {"x": meta(2, 3)}}
    specs = {"input_specs": [{"user_input": {"arg": argument}}], "output_specs": [{"user_output": {"arg": argument}}]}
    model = {"graph_module": {"graph": graph, "signature": specs}, "torch_version": "2.13.0"}
    weights = {"config": {"w": {"tensor_meta": meta(3, 5)}}}
    members = {"models/model.json": model, "data/weights/model_weights_config.json": weights}
    return archive({f"m/{name}": json.dumps(value).encode() for name, value in members.items()})


#: By file name: its bytes, and what the screen says.
FILES: dict[str, tuple[bytes, list[str]]] = {
    "m.pt2": (program(), ["exported program", "x float32[2, 3]", "aten.relu.default 1", "3×5", "compile"]),
    "a.npz": (archive({"x.npy": saved(np.zeros((2, 5), np.int16))}), ["NumPy arrays", "2×5", "int16", "--inputs"]),
    "a.npy": (saved(np.zeros((4, 3), np.float32)), ["NumPy array", "float32[4, 3]", "--input NAME="]),
    "tokenizer.json": (json.dumps(TOKENIZER).encode(), ["tokenizer", "BPE", "<pad>", "Digits, ByteLevel", "tokenize"]),
    "config.json": (b'{"model_type": "llama", "hidden_size": 4096}', ["configuration", "llama", "4,096"]),
    "model.safetensors.index.json": (
        b'{"weight_map": {"w": "a.safetensors"}}',
        ["index", "1 in 1 file: a.safetensors"],
    ),
    "c.pth": (archive({"c/data.pkl": b"", "c/data/0": b"1234"}), ["PyTorch checkpoint", "4 bytes", "runs code"]),
    "s.pt": (archive({"s/constants.pkl": b"", "s/code/x.py": b""}), ["TorchScript", "s/code/x.py"]),
    "old.pt": (pickle.dumps([1]), ["pickle of Python", "runs code"]),
    "x.zip": (archive({"readme": b"hello"}), ["zip archive", "readme"]),
    "any.json": (b'{"a": [1, 2]}', ["JSON", "2 elements"]),
    "x.ksy": (b"meta:\n  id: x\n  title: Things\n", ["Kaitai Struct schema", "Things", "--schema"]),
    "x.mep": (b"# plan\nload_model 0\n", ["plan as text", "--plan"]),
}
UNKNOWN = {
    "m.h5": (b"\x89HDF\r\n\x1a\n" + bytes(99), "HDF5"),
    "m.tflite": (bytes(4) + b"TFL3" + bytes(99), "TensorFlow Lite"),
    "page.bin": (b"<!DOCTYPE html>", "download that failed"),
    "x.txt": (b"some words\n", 'text that begins with "some words"'),
    "nothing": (b"", "an empty file"),
    "zeros": (bytes(100), "not complete"),
}
HOSTILE = {
    "cut.npz": archive({"x.npy": saved(np.zeros(9))})[:-30],
    "other.npy": b"\x93NUMPY\x09\x00" + bytes(9),
    "huge.npy": header("{'descr': '<f8', 'fortran_order': False, 'shape': (9223372036854775807, 3), }"),
    "code.npy": header("__import__('os').system('false')"),
    "deep.json": b"[" * 1_000_000,
    "digits.json": b'{"a": ' + b"1" * 10_000 + b"}",
    "bytes.json": b'{"\xff": 1}',
    "twice.zip": archive({"ab": b"", "ac": b""}).replace(b"ac", b"ab"),
    "m.onnx": b"\xff\xff\xff\xff",
}


@pytest.mark.parametrize("name", FILES)
def test_a_screen_says_what_a_file_is(run: Run, tmp_path: Path, name: str) -> None:
    data, words = FILES[name]
    path = tmp_path / name
    path.write_bytes(data)
    result = run("inspect", path)
    is_sound = "index" not in name  # the shards are not there
    assert result.exit_code == (0 if is_sound else 1), result.stderr
    assert all(word in result.stdout for word in words), result.stdout
    assert len(result.stdout.splitlines()) <= SCREEN_LINES
    document = json.loads(run("inspect", "--json", path).stdout)
    assert (document["format"], document["valid"], document["size"]) == (None, is_sound, len(data))


@pytest.mark.parametrize("name", UNKNOWN)
def test_an_unknown_file_is_guessed_and_refused(run: Run, tmp_path: Path, name: str) -> None:
    data, word = UNKNOWN[name]
    (tmp_path / name).write_bytes(data)
    result = run("inspect", tmp_path / name)
    assert result.exit_code == 1
    assert word in result.stdout
    assert "unknown format" in result.stderr
    assert run("inspect", "-", stdin=data).stdout.splitlines()[1:] == result.stdout.splitlines()[1:-2]


def test_a_model_of_onnx(run: Run, example: Callable[[str], Path]) -> None:
    partner("onnx")
    shown = run("inspect", example("mlp.onnx")).stdout
    assert all(word in shown for word in ("features float32[batch, 8]", "Gemm 2", "fc1.weight", "compile"))


def test_without_the_extra_a_model_of_onnx_is_named(
    run: Run, example: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "onnx", None)
    result = run("inspect", example("mlp.onnx"))
    assert result.exit_code == 0
    assert "nacformats[onnx]" in result.stdout


def test_a_folder_of_a_model(run: Run, tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text('{"model_type": "gpt2", "n_layer": 12}')
    (tmp_path / "tokenizer.json").write_text(json.dumps(TOKENIZER))
    (tmp_path / "sub").mkdir()
    (tmp_path / "gone").symlink_to("nowhere")
    result = run("inspect", tmp_path)
    assert result.exit_code == 0
    words = ("model folder", "gpt2", "layers: 12", "BPE, 2 tokens", "sub/", f"tokenize {tmp_path}/tokenizer.json")
    assert all(word in result.stdout for word in words), result.stdout


def test_a_folder_that_is_not_to_be_trusted(run: Run, tmp_path: Path) -> None:
    (tmp_path / "config.json").mkdir()
    (tmp_path / "tokenizer.json").write_bytes(b"[" * 100_000)
    (tmp_path / "bad\x1b[31m.safetensors").write_bytes(b"\xff" * 9)
    result = run("inspect", tmp_path)
    assert result.exit_code == 0
    assert "\x1b" not in result.stdout


def test_a_folder_with_other_json_named_tokenizer(run: Run, tmp_path: Path) -> None:
    (tmp_path / "tokenizer.json").write_text('{"a": 1}')
    assert "tokenizer: not one of Hugging Face" in run("inspect", tmp_path).stdout


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_in_one_line(run: Run, tmp_path: Path, name: str) -> None:
    if name.endswith(".onnx"):
        partner("onnx")
    (tmp_path / name).write_bytes(HOSTILE[name])
    result = run("inspect", tmp_path / name)
    assert result.exit_code == 1
    assert len(result.stderr.splitlines()) == 1
    assert "defect" not in result.stderr


def test_a_header_is_not_believed(tmp_path: Path, run: Run) -> None:
    """Of an archive, only the first bytes of its members are unpacked."""
    bomb = header("{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000, 1000), }") + bytes(50_000_000)
    wrong = header("{'descr': '<f8', 'fortran_order': False, 'shape': (9223372036854775807, 9), }")
    (tmp_path / "a.npz").write_bytes(archive({"x.npy": bomb, "y.npy": wrong}, zipfile.ZIP_DEFLATED))
    shown = run("inspect", tmp_path / "a.npz").stdout
    assert "7.3 TiB" in shown
    assert "shape that no array has" in shown


def test_json_is_read_within_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.setattr(kinds, "MOST_JSON_BYTES", 100)
    (tmp_path / "a.json").write_text(json.dumps({"a": "b" * 100}))
    assert "too long" in run("inspect", tmp_path / "a.json").stderr
    monkeypatch.setattr(kinds, "MOST_JSON_VALUES", 10)
    (tmp_path / "b.json").write_text(json.dumps({"a": [0] * 20}))
    assert "too many values" in run("inspect", tmp_path / "b.json").stderr


def test_a_sparse_file_of_any_size_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    with path.open("wb") as file:
        file.write(b"{")
        file.truncate(2 * MAX_STREAM_BYTES)
    with pytest.raises(ValueError, match="too long"):
        summary_of(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_a_pipe_in_a_folder_is_no_folder(run: Any, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "inner").mkdir()
    lines = run("inspect", tmp_path).stdout.splitlines()
    assert any(line.split() == ["pipe", "0", "no", "regular", "file"] for line in lines)
    assert any(line.strip() == "inner/" for line in lines)


@pytest.mark.parametrize("option", [("--tables",), ("--all",), ("--section", "x"), ("--hex",)])
def test_other_files_have_one_screen(run: Any, tmp_path: Path, option: tuple[str, ...]) -> None:
    np.save(tmp_path / "x.npy", np.zeros(3))
    refused = run("inspect", tmp_path / "x.npy", *option)
    assert (refused.exit_code, "it has one screen" in refused.output) == (2, True)
