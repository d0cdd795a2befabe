"""convert: --nac-version."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import numpy as np
import pytest
from click.testing import Result

import nacformats
from nacformats import NacBuilder

Run = Callable[..., Result]


def built(version: str = "1.6") -> NacBuilder:
    b = NacBuilder(version=version)
    b.output(b.operation("aten.relu.default", b.parameter("w", np.arange(3, dtype=np.float32))))
    return b


@pytest.fixture
def nac(tmp_path: Path) -> Path:
    nacformats.dump(built().build(), tmp_path / "model.nac")
    return tmp_path / "model.nac"


def version_of(path: Path) -> str:
    with nacformats.load(path, format="nac") as file:
        return file.version


def test_there_and_back(nac: Path, tmp_path: Path, run: Run) -> None:
    up, down, same = tmp_path / "up.nac", tmp_path / "down.nac", tmp_path / "same.nac"
    assert run("convert", nac, up, "--nac-version", "1.8").exit_code == 0
    assert run("convert", up, down, "--nac-version", "1.6").exit_code == 0
    assert run("convert", up, same).exit_code == 0
    assert (version_of(up), version_of(down)) == ("1.8", "1.6")
    assert down.read_bytes() == nac.read_bytes()
    assert same.read_bytes() == up.read_bytes()


@pytest.mark.nightly
def test_a_process_of_its_own_converts_a_file_with_everything(
    tmp_path: Path, example: Callable[[str], Path], process: Callable[..., CompletedProcess[bytes]]
) -> None:
    """With a plan and a tokenizer, which nothing has imported before."""
    up, down = tmp_path / "up.nac", tmp_path / "down.nac"
    story = example("story") / "story.nac"
    for source, target, version in ((story, up, "1.8"), (up, down, "1.6"), (up, up, "1.7")):
        done = process("convert", source, target, "--nac-version", version, "--force")
        assert (done.returncode, done.stderr) == (0, b"")
    assert down.read_bytes() == story.read_bytes()
    assert version_of(up) == "1.7"


def test_standard_output_takes_it_too(nac: Path, run: Run) -> None:
    done = run("convert", nac, "-", "--to", "nac", "--nac-version", "1.7")
    assert done.exit_code == 0
    assert nacformats.loads(done.stdout_bytes, format="nac").version == "1.7"


def test_weights_go_into_a_program_of_another_version(nac: Path, tmp_path: Path, run: Run) -> None:
    weights, out = tmp_path / "w.safetensors", tmp_path / "out.nac"
    assert run("convert", nac, weights).exit_code == 0
    assert run("convert", weights, out, "--into", nac, "--nac-version", "1.8").exit_code == 0
    assert version_of(out) == "1.8"
    nacformats.convert(weights, tmp_path / "other.nac", into=nac, nac_version="1.8")
    assert (tmp_path / "other.nac").read_bytes() == out.read_bytes()


def test_what_does_not_fit_is_listed(tmp_path: Path, run: Run) -> None:
    builder = built("1.8")
    path, out = tmp_path / "new.nac", tmp_path / "old.nac"
    builder.array("a\x1b[31m", np.zeros(2, np.float32))
    nacformats.dump(builder.build(), path)
    done = run("convert", path, out, "--nac-version", "1.6")
    assert done.exit_code == 1
    assert "NAC v1.6 cannot hold arrs.arrays[0]" in done.stderr
    assert "\x1b" not in done.stderr
    assert not out.exists()
    with pytest.raises(nacformats.UnsupportedError, match=r"v1\.7 cannot hold arrs"):
        nacformats.convert(path, out, nac_version="1.7")


@pytest.mark.parametrize("target", ["out.onnx", "out.safetensors", "out.mep", "out.json", "out.mic2"])
def test_other_formats_have_no_such_version(nac: Path, tmp_path: Path, run: Run, target: str) -> None:
    done = run("convert", nac, tmp_path / target, "--nac-version", "1.8")
    assert done.exit_code == 2
    assert "--nac-version is for .nac files" in done.stderr
    with pytest.raises(ValueError, match=r"for \.nac files"):
        nacformats.convert(nac, tmp_path / target, nac_version="1.8")


def test_versions_that_nobody_knows_are_refused(nac: Path, tmp_path: Path, run: Run) -> None:
    done = run("convert", nac, tmp_path / "out.nac", "--nac-version", "1.9")
    assert done.exit_code == 2
    assert "known are 1.6, 1.7, 1.8" in done.stderr
    with pytest.raises(ValueError, match=r"known are 1\.6, 1\.7, 1\.8"):
        nacformats.convert(nac, tmp_path / "out.nac", nac_version="1.9")
