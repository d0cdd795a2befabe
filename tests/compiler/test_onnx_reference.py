"""What onnxruntime computes of strangers' models: in a process of its own, within limits, from no file of theirs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from nacformats.cli import main
from nacformats.errors import FormatError, InvalidError, LimitError
from tests.partners import partner

partner("onnx")
partner("onnxruntime")

from nacformats.onnx.reading import reference
from nacformats.onnx.reading.reference import run_onnx
from tests.onnx_campaign.seeds import BOOL, FLOAT, INT64, held, helper, model, node, port

posix = pytest.mark.skipif(sys.platform == "win32", reason="limits of processes are those of POSIX")


def _write(path: Path, made: Any) -> Path:
    path.write_bytes(made.SerializeToString())
    return path


def _tiled(times: int) -> Any:
    return model([node("Tile", "x n", "y")], [port("x", [4])], [port("y", None)], [held("n", [times], np.int64)])


def _endless() -> Any:
    body = helper.make_graph(
        [node("Identity", "going", "still"), node("Neg", "state", "next")],
        "body",
        [port("step", [], INT64), port("going", [], BOOL), port("state", [4])],
        [port("still", [], BOOL), port("next", [4])],
    )
    loop = node("Loop", "n _ x", "y", body=body)
    return model([loop], [port("x", [4])], [port("y", [4])], [held("n", 2**62, np.int64)])


def _with_external(location: str) -> Any:
    made = model([node("Add", "x w", "y")], [port("x", [4])], [port("y", [4])])
    tensor = made.graph.initializer.add(name="w", data_type=FLOAT, dims=[4], data_location=1)
    tensor.external_data.add(key="location", value=location)
    return made


def _run(path: Path, seconds: int = 60) -> list[Any]:
    return [array.tolist() for array in run_onnx(path, [np.ones(4, np.float32)], seconds)]


def test_external_data_is_read_below_the_folder(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    np.arange(4, dtype="<f4").tofile(tmp_path / "sub" / "weights.bin")
    made = _with_external("sub/weights.bin")
    made.producer_name = "ORTM"  # at the place where onnxruntime looks for the mark of a format of its own
    assert _run(_write(tmp_path / "model.onnx", made)) == [[1, 2, 3, 4]]


@pytest.mark.parametrize("location", ["../weights.bin", "/etc/passwd", "*/_ORT_MEM_ADDR_/*", "missing"])
def test_no_other_file_is_opened(tmp_path: Path, location: str) -> None:
    with pytest.raises(InvalidError, match=r"leads out of the folder|cannot be read"):
        _run(_write(tmp_path / "model.onnx", _with_external(location)))


def test_a_location_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    path = _write(tmp_path / "model.onnx", _with_external("marked"))
    path.write_bytes(path.read_bytes().replace(b"marked", b"\xff" * 6))
    with pytest.raises(InvalidError, match="leads out of the folder"):
        _run(path)


@posix
@pytest.mark.skipif(sys.platform == "darwin", reason="macOS does not limit the memory of a process")
def test_memory_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = _write(tmp_path / "model.onnx", _tiled(2**26))
    monkeypatch.setattr(reference, "checked_memory", lambda _given: 2**28)
    with pytest.raises(LimitError, match=r"model\.onnx.* memory"):
        _run(path)


@posix
def test_time_is_limited(tmp_path: Path) -> None:
    with pytest.raises(LimitError, match=r"onnxruntime takes too long while it runs model\.onnx"):
        _run(_write(tmp_path / "model.onnx", _endless()), 1)


def test_what_it_refuses_is_an_error(tmp_path: Path) -> None:
    path = _write(tmp_path / "model.onnx", model([node("Nope", "x", "y")], [port("x", [4])], [port("y", [4])]))
    with pytest.raises(FormatError, match=r"onnxruntime does not run model\.onnx on these inputs: .*Nope"):
        _run(path)


def test_the_command_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = _write(tmp_path / "model.onnx", _tiled(2))
    np.savez(tmp_path / "inputs.npz", x=np.ones(4, np.float32))
    arguments = ["compile", str(path), str(tmp_path / "model.nac"), "--check", str(tmp_path / "inputs.npz"), "--force"]
    assert CliRunner().invoke(main, arguments).exit_code == 0
    monkeypatch.setattr(reference, "find_spec", lambda _name: None)
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert "needs onnxruntime" in result.output
