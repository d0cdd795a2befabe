"""What the commands show of files of NAC v1.7 and v1.8."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import nacformats
from nacformats.cli import main
from nacformats.formats.nac import NamedArray
from nacformats.formats.nac.columns.arrays import NewArrays
from tests.nac.later import VERSIONS, sample


@pytest.fixture
def paths(tmp_path: Path) -> dict[str, Path]:
    found = {version: tmp_path / f"v{version}.nac" for version in VERSIONS}
    for version, path in found.items():
        path.write_bytes(sample(version))
    return found


def shown(*arguments: object, code: int = 0) -> list[str]:
    result = CliRunner().invoke(main, list(map(str, arguments)))
    assert result.exit_code == code, result.output
    return [line for line in result.output.splitlines() if not line.startswith("= ")]  # what diff counts


@pytest.mark.parametrize("version", VERSIONS)
def test_titles(paths: dict[str, Path], version: str) -> None:
    path = paths[version]
    size = path.stat().st_size
    assert shown("validate", path) == [f"{path}: ok (NAC v{version}, {size} bytes)"]
    assert shown("inspect", "--tables", path)[0] == f"{path}: NAC v{version}, {size} bytes"


def test_a_summary(paths: dict[str, Path]) -> None:
    lines = shown("inspect", paths["1.8"])
    assert " training: 9 instructions, updates 1 parameter" in lines
    assert "   arrays: 2 arrays, 4 bytes" in lines
    assert not any(line.startswith("   arrays:") for line in shown("inspect", paths["1.7"]))


def test_the_training_program(paths: dict[str, Path]) -> None:
    lines = [line.split(None, 2) for line in shown("inspect", "--section", "training", paths["1.7"])[3:]]
    assert [line[2].split(None, 1) for line in lines[1:]] == [
        ["<INPUT>", "#2=0.1"],
        ["<INPUT>", "saved %2"],
        ["<INPUT>", "target 0"],
        ["nac.sub", "TT         %1, %2"],
        ["<INPUT>", "saved %0"],
        ["nac.mul", "TT         %3, %4"],
        ["getitem", "%5, #3=0"],
        ["<OUTPUT>", 'param 7 "w", %5, %0'],
        ["<OUTPUT>"],
    ]


@pytest.mark.parametrize("section", ["trng", "arrs"])
def test_sections(paths: dict[str, Path], section: str) -> None:
    lines = shown("inspect", "--section", section, paths["1.8"])
    assert any(line.endswith(f" {section}") for line in lines)
    assert any(line in ("training:", "arrays:") for line in lines)
    assert json.loads("\n".join(shown("inspect", "--json", "--section", section, paths["1.8"])))


def test_arrays(paths: dict[str, Path]) -> None:
    lines = shown("inspect", "--section", "arrays", paths["1.8"])
    assert [line.split() for line in lines[3:]] == [
        ["name", "dtype", "shape", "bytes"],
        ["mask", "bool", "2×1", "2"],
        ["ü", "bfloat16", "scalar", "2"],
    ]


def test_sections_that_are_not_there(paths: dict[str, Path]) -> None:
    result = CliRunner().invoke(main, ["inspect", "--section", "arrs", str(paths["1.7"])])
    assert result.exit_code == 2
    assert "no section" in result.output


def test_the_versions_differ(paths: dict[str, Path]) -> None:
    assert shown("diff", paths["1.7"], paths["1.8"], code=1) == [
        "! version: 1.7 -> 1.8",
        "+ arrays[mask]: bool[2, 1], 2 bytes",
        "+ arrays[ü]: bfloat16[], 2 bytes",
    ]
    assert shown("diff", paths["1.8"], paths["1.8"]) == []


def changed(path: Path, **sections: Any) -> Path:
    file = nacformats.load(path)
    for name, value in sections.items():
        setattr(file.sections if hasattr(file.sections, name) else file, name, value)
    other = path.with_name("changed.nac")
    nacformats.dump(file, other)
    return other


def test_training_that_is_missing(paths: dict[str, Path]) -> None:
    other = changed(paths["1.7"], trng=None)
    lines = shown("diff", paths["1.7"], other, code=1)
    assert "- training: 9 instructions" in lines


def test_training_that_differs(paths: dict[str, Path]) -> None:
    data = paths["1.7"].read_bytes()
    for old, new, expected in (
        ("02050000", "02050000", []),
        ("020501000000", "020501000100", ["! training[2]: <INPUT> target 0 -> <INPUT> target 1"]),
        ("020401000200", "020401000100", ["! training[1]: <INPUT> saved %2 -> <INPUT> saved %1"]),
        ("fefff9ff", "fffff9ff", ['! training[7]: <OUTPUT> param 7 "w", %5, %0 -> <OUTPUT> param 7 "w", %6, %0']),
        ("fefff9ff", "fefffcff", ['! training[7]: <OUTPUT> param 7 "w", %5, %0 -> <OUTPUT> param 7 "w", %5, %3']),
        ("01000300ffff", "01000300feff", ["! training[6]: getitem %5, #3=0 -> getitem %4, #3=0"]),
    ):
        other = paths["1.7"].with_name("other.nac")
        other.write_bytes(data.replace(bytes.fromhex(old), bytes.fromhex(new)))
        assert shown("diff", paths["1.7"], other, code=1 if expected else 0) == expected


def test_instructions_that_were_inserted(paths: dict[str, Path]) -> None:
    """Those behind them are the same ones, although the distances to what they take have changed."""
    data = paths["1.7"].read_bytes()
    longer = data.replace(bytes.fromhex("54524e47 09000000"), bytes.fromhex("54524e47 0a000000"))
    longer = longer.replace(
        bytes.fromhex("03030100 0700 feff f9ff"), bytes.fromhex("0205 0100 0700 03030100 0700 fdff f8ff")
    )
    other = paths["1.7"].with_name("other.nac")
    other.write_bytes(longer)
    assert shown("diff", paths["1.7"], other, code=1) == ["+ training[7]: <INPUT> target 7"]


def test_arrays_that_differ(paths: dict[str, Path]) -> None:
    arrays = [
        NamedArray.of("mask", np.array([[True], [True]])),
        NamedArray.of("ü", np.zeros(2, np.int8)),
        NamedArray.of("more", np.zeros((1, 2), np.int64)),
    ]
    assert shown("diff", paths["1.8"], changed(paths["1.8"], arrs=NewArrays(arrays)), code=1) == [
        "! arrays[mask][byte 1]: 0 -> 1",
        "! arrays[ü].label: 3 -> 7",
        "+ arrays[ü].shape[0]: 2",
        "! arrays[ü].raw[byte 0]: 128 -> 0",
        "+ arrays[more]: int64[1, 2], 16 bytes",
    ]
