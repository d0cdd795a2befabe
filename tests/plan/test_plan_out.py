"""Converting a NAC file to the text of its plan, in Python and on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import nacformats
from nacformats.cli import main


def test_the_plan_of_a_file_as_text(corpus: Path, tmp_path: Path) -> None:
    model = corpus / "nac" / "mep_run" / "model.nac"
    nacformats.convert(model, tmp_path / "plan.mep")
    with nacformats.load(model, format="nac") as file:
        assert nacformats.plan.assemble((tmp_path / "plan.mep").read_text()) == file.plan
    for target in (["-", "--to", "mep"], [str(tmp_path / "again.mep")]):
        done = CliRunner().invoke(main, ["convert", str(model), *target])
        assert (done.exit_code, done.stderr) == (0, "")
        text = done.stdout or (tmp_path / "again.mep").read_text()
        assert text == (tmp_path / "plan.mep").read_text()


def test_a_file_without_a_plan(tmp_path: Path) -> None:
    with pytest.raises(nacformats.UnsupportedError, match="has no plan"):
        nacformats.convert("examples/mlp.nac", tmp_path / "plan.mep")
    done = CliRunner().invoke(main, ["convert", "examples/mlp.nac", str(tmp_path / "plan.mep")])
    assert done.exit_code == 1
    assert done.stderr.strip().endswith("examples/mlp.nac: has no plan")
    assert not list(tmp_path.iterdir())


def test_a_plan_that_cannot_be_read(tmp_path: Path) -> None:
    with nacformats.load("examples/mlp.nac", format="nac") as file:
        file.set_plan(nacformats.plan.assemble("halt"))
        data = nacformats.dumps(file)
    source = tmp_path / "bad.nac"
    at = len(data) - 1
    assert data[at] == 0xFF
    source.write_bytes(data[:at] + b"\x07")
    done = CliRunner().invoke(main, ["convert", str(source), "-", "--to", "mep"])
    assert done.exit_code == 1
    assert f"(byte {at})" in done.stderr
    assert done.stdout == ""
