"""`nacformats convert` to ONNX."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import nacformats
from nacformats.cli import main
from nacformats.formats.mic.graph import MicGraph
from nacformats.formats.nac import NacBuilder
from nacformats.onnx.writing import model
from tests.campaign.files import EXAMPLES
from tests.conftest import CORPUS
from tests.partners import partner
from tests.runtime.programs import floats
from tests.to_onnx.comparison import run

onnx = partner("onnx")
partner("onnxruntime")


def saved(path: Path, quantize: str | None = None) -> Any:
    builder = NacBuilder(quantize=quantize)
    x = builder.input("x")
    w = builder.parameter("w", floats(8, 64, seed=3))
    builder.output(builder.operation("aten.linear.default", x, w))
    nacformats.dump(builder.build(), path)
    return floats(8, 64, seed=3)


def convert(*arguments: Any) -> Any:
    return CliRunner().invoke(main, ["convert", *map(str, arguments)])


@pytest.mark.parametrize("quantize", [None, "INT8_TENSOR"])
def test_a_nac_file(tmp_path: Path, quantize: str | None) -> None:
    w = saved(tmp_path / "m.nac", quantize)
    target = tmp_path / "m.onnx"
    assert convert(tmp_path / "m.nac", target).exit_code == 0
    onnx.checker.check_model(str(target), full_check=True)
    (found,) = run(str(target), [floats(3, 64)])
    np.testing.assert_allclose(found, floats(3, 64) @ w.T, atol=0.5 if quantize else 1e-4)
    again = convert(tmp_path / "m.nac", target)
    assert again.exit_code == 2
    assert "--force" in again.output
    assert convert(tmp_path / "m.nac", target, "--force").exit_code == 0


def test_large_weights_go_to_a_file_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    w = saved(tmp_path / "m.nac")
    monkeypatch.setattr(model, "MAX_BYTES", 100)
    target = tmp_path / "m.onnx"
    assert convert(tmp_path / "m.nac", target).exit_code == 0
    assert (tmp_path / "m.onnx.data").stat().st_size == 4096
    onnx.checker.check_model(str(target), full_check=True)
    (found,) = run(str(target), [floats(3, 64)])
    np.testing.assert_allclose(found, floats(3, 64) @ w.T, atol=1e-4)


def test_mind_ir_in_both_forms(tmp_path: Path) -> None:
    graph = MicGraph(format="mic2")
    x = graph.arg("x", graph.add_type("f32", "n", 4))
    graph.output = graph.node("softmax", graph.node("relu", x))
    for suffix in (".mic2", ".micb"):
        source = tmp_path / f"m{suffix}"
        nacformats.dump(graph, source)
        assert convert(source, tmp_path / "m.onnx", "--force").exit_code == 0
        (found,) = run(str(tmp_path / "m.onnx"), [floats(3, 4)])
        np.testing.assert_allclose(found.sum(-1), 1, rtol=1e-5)


def test_what_cannot_be_is_said(tmp_path: Path) -> None:
    builder = NacBuilder()
    builder.output(builder.operation("aten.relu.default", builder.input("x")))
    nacformats.dump(builder.build(), tmp_path / "m.nac")
    refused = convert(tmp_path / "m.nac", tmp_path / "m.onnx")
    assert refused.exit_code == 1
    assert "--inputs" in refused.output
    assert not (tmp_path / "m.onnx").exists()
    np.savez(tmp_path / "in.npz", x=floats(2, 3))
    assert convert(tmp_path / "m.nac", tmp_path / "m.onnx", "--inputs", tmp_path / "in.npz").exit_code == 0
    weights = next(CORPUS.rglob("*.stb"))
    assert "holds no graph" in convert(weights, tmp_path / "n.onnx").output


def test_the_verb_converts_to_onnx_too(tmp_path: Path) -> None:
    nacformats.convert(EXAMPLES / "residual.mic2", tmp_path / "residual.onnx")
    onnx.checker.check_model(str(tmp_path / "residual.onnx"), full_check=True)
