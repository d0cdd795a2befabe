"""What somebody tries first: files of other kinds, text as Windows writes it, files that are too large."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

SCORES = Path(__file__).parents[2] / "docs" / "scores.ksy"


@pytest.mark.parametrize(
    ("suffix", "says"),
    [
        (".onnx", "not an ONNX model"),
        (".PT2", "`nacformats compile "),
        (".npz", "`nacformats convert "),
        (".mep", "`nacformats compile MODEL OUT.nac --plan "),
        (".json", "JSON: none of the formats"),
        (".ksy", "`nacformats FILE --schema "),
        (".png", "--schema FILE.ksy"),
        ("", "--schema FILE.ksy"),
    ],
)
@pytest.mark.parametrize("command", ["inspect", "validate", "run", "convert"])
def test_a_file_that_another_command_takes(run: Any, tmp_path: Path, command: str, suffix: str, says: str) -> None:
    path = tmp_path / f"model{suffix}"
    path.write_bytes(b"something else")
    if command == "convert" and suffix in (".onnx", ".PT2", ".npz", ".json"):
        return  # it takes these, or says so itself
    if command == "inspect" and suffix in (".onnx", ".PT2", ".npz", ".mep", ".json", ".ksy"):
        return  # it says what is in these, see test_other_files.py
    result = run(command, path, *([tmp_path / "x.nac"] if command == "convert" else []))
    assert result.exit_code == 1
    assert says in result.output


def test_line_ends_of_windows(run: Any, example: Any, tmp_path: Path) -> None:
    def windows(path: Path) -> Path:
        written = tmp_path / path.name
        written.write_bytes(b"\xef\xbb\xbf" * (path.suffix != ".mic2") + path.read_bytes().replace(b"\n", b"\r\n"))
        return written

    data, document = tmp_path / "in.scores", tmp_path / "in.json"
    data.write_bytes(b"SCOR\x01\x03Ada\xa4\x01")
    assert run("convert", "--schema", windows(SCORES), data, document).exit_code == 0
    assert run("convert", "--schema", SCORES, windows(document), "-").stdout_bytes == data.read_bytes()
    refused = run("validate", windows(example("residual.mic2")))
    assert (refused.exit_code, "strict=False, or --lenient, accepts carriage returns" in refused.stdout) == (1, True)
    assert run("validate", "--lenient", tmp_path / "residual.mic2").exit_code == 0
    plan = windows(example("story/plan.mep"))
    assert (
        "no such character" not in run("compile", example("residual.mic2"), tmp_path / "x.nac", "--plan", plan).output
    )


@pytest.mark.skipif(os.name != "posix", reason="files with holes")
@pytest.mark.parametrize(
    "words", ["convert --schema {schema} --from json {huge} -", "compile {mic} x.nac --plan {huge}"]
)
def test_a_text_that_is_too_long_is_not_read(run: Any, example: Any, tmp_path: Path, words: str) -> None:
    huge = tmp_path / "huge"
    with huge.open("wb") as file:
        file.truncate(1 << 40)
    result = run(*words.format(schema=SCORES, huge=huge, mic=example("residual.mic2")).split())
    assert result.exit_code == 2
    assert "too long" in result.output
