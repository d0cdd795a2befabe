"""Every path that a finding names is one that `inspect --section` shows, and has the offset that it shows."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import nacformats
from nacformats.cli import main
from nacformats.codec.streams import Source
from nacformats.formats.nac.file.reading import locator_of
from tests.nac.samples import COMPLETE, GOLDEN


def shown(path: Path, section: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["inspect", "--format", "nac", "--section", section, str(path)])
    return result.exit_code, result.output + result.stderr


def assert_shown(data: bytes, path: Path) -> int:
    """The number of paths that the findings about some bytes name."""
    path.write_bytes(data)
    paths = {finding.path for finding in nacformats.validate(data, format="nac") if finding.path}
    for section in sorted(paths):
        code, text = shown(path, section)
        assert code in (0, 1), (section, text)
        assert f"no section '{section}" not in text, (section, text)
    return len(paths)


def test_paths_of_findings_about_crafted_files(corpus: Path, tmp_path: Path) -> None:
    files = sorted((corpus / "nac_crafted").glob("*.nac"))
    assert sum(assert_shown(file.read_bytes(), tmp_path / "x.nac") for file in files) > 30


@pytest.mark.sample(each=4)
@pytest.mark.parametrize("seed", range(4))
def test_paths_of_findings_about_damaged_files(seed: int, tmp_path: Path) -> None:
    rng = np.random.default_rng(seed)
    named = 0
    for sample in (GOLDEN, COMPLETE) * 4:
        data = bytearray(sample)
        data[rng.integers(len(data))] = rng.integers(256)
        named += assert_shown(bytes(data[: rng.integers(88, 2 * len(data))]), tmp_path / "x.nac")
    assert named


def test_offsets_are_those_that_inspect_shows(tmp_path: Path) -> None:
    path = tmp_path / "complete.nac"
    path.write_bytes(COMPLETE)
    places = locator_of(Source(COMPLETE))
    fields = [
        "ofs_perm",
        "ops",
        "ops.num_instructions",
        "ops.instructions[6].fields.constants[3]",
        "mmap.records[2].commands[1].target",
        "cmap.entries[1].name",
        "cnst.entries[8].body.numbers[2]",
        "perm.entries[3].codes[4]",
        "data.inputs[1].name",
        "data.tensors[3].meta.scaling.num_scales",
        "orch.constants[1].kind",
        "rsrc.files[0].data",
    ]
    for field in fields:
        result = CliRunner().invoke(main, ["inspect", "--json", "--section", field, str(path)])
        assert f'"offset": {places.offset(field)}' in json.dumps(json.loads(result.output)), field
