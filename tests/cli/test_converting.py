"""What `convert` writes: the suffix of OUT decides, and what it cannot be is refused; no option is ignored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import nacformats
from nacformats.targets import generate

SCORES = Path(__file__).parents[2] / "docs" / "scores.ksy"
DATA = b"SCOR\x01\x03Ada\xa4\x01"


@pytest.fixture
def scores(tmp_path: Path) -> Path:
    path = tmp_path / "in.scores"
    path.write_bytes(DATA)
    return path


@pytest.mark.parametrize("suffix", [".yaml", ".yml", ".YAML", ".txt", ".xyz", ".toml", ".onnx", ".safetensors", ".mep"])
def test_a_suffix_that_is_not_written_with_a_schema_is_refused(
    run: Any, tmp_path: Path, scores: Path, suffix: str
) -> None:
    target = tmp_path / f"out{suffix}"
    result = run("convert", "--schema", SCORES, scores, target)
    assert result.exit_code == 2
    assert ".scores" in result.stderr
    assert not target.exists()


def test_the_refusal_lists_what_can_be_written(run: Any, tmp_path: Path, scores: Path) -> None:
    assert ".scores, .bin, .json; --to schema" in run("convert", "--schema", SCORES, scores, tmp_path / "out.x").stderr
    known = run("convert", scores, tmp_path / "out.x").stderr
    for suffix in (
        ".nac",
        ".micb",
        ".mic2",
        ".stb",
        ".tisa",
        ".gguf",
        ".safetensors",
        ".json",
        ".onnx",
        ".mep",
        ".npz",
    ):
        assert suffix in known
    with pytest.raises(ValueError, match=r"\.json, \.onnx, \.mep, \.npz"):
        nacformats.convert(scores, tmp_path / "out.yaml")


@pytest.mark.parametrize("name", ["out.scores", "out.SCORES", "out.bin", "out"])
def test_the_binary_has_the_suffix_of_the_schema_or_one_that_says_nothing(
    run: Any, tmp_path: Path, scores: Path, name: str
) -> None:
    assert run("convert", "--schema", SCORES, scores, tmp_path / name).exit_code == 0
    assert (tmp_path / name).read_bytes() == DATA


def test_upper_case_json_is_json(run: Any, tmp_path: Path, scores: Path) -> None:
    document, back = tmp_path / "out.JSON", tmp_path / "back"
    assert run("convert", "--schema", SCORES, scores, document).exit_code == 0
    assert json.loads(document.read_text())["entries"] == [{"name": "Ada", "score": 420}]
    assert run("convert", "--schema", SCORES, document, back).exit_code == 0
    assert back.read_bytes() == DATA


def test_to_schema_writes_the_file_under_any_name(run: Any, tmp_path: Path, scores: Path) -> None:
    target = tmp_path / "out.xyz"
    assert run("convert", "--schema", SCORES, "--to", "schema", scores, target).exit_code == 0
    assert target.read_bytes() == DATA
    assert run("convert", "--schema", SCORES, target, tmp_path / "same.xyz").exit_code == 0  # as the suffix of IN
    assert run("convert", "--schema", SCORES, "--to", "schema", scores, tmp_path / "x.yaml").exit_code == 2


def test_json_goes_to_standard_output_where_the_schema_names_no_suffix(run: Any, tmp_path: Path) -> None:
    schema, source = tmp_path / "byte.ksy", tmp_path / "file"
    schema.write_text("{meta: {id: byte}, seq: [{id: a, type: u1}]}")
    source.write_bytes(b"\7")
    assert json.loads(run("convert", "--schema", schema, "--to", "json", source, "-").stdout) == {"a": 7}
    assert run("convert", "--schema", schema, "--to", "json", source, tmp_path / "plain").exit_code == 0


def test_yaml_is_not_read_as_the_file_of_a_schema(run: Any, tmp_path: Path) -> None:
    document = tmp_path / "in.yaml"
    document.write_bytes(DATA)
    result = run("convert", "--schema", SCORES, document, "-")
    assert (result.exit_code, "read from JSON" in result.stderr) == (2, True)
    assert run("convert", "--schema", SCORES, "--from", "schema", document, "-").stdout_bytes == DATA


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ("--to json", "x.nac"),
        ("--to onnx", "x.json"),
        ("--to micb", "x.json"),
        ("--to micb", "x.yaml"),
        ("--to mep", "x.nac"),
        ("--to schema", "x.micb"),
        ("--from schema", "x.micb"),
        ("--stored", "x.micb"),
        ("--inputs a.npz", "x.micb"),
        ("--from mic2 --inputs a.npz", "x.json"),
    ],
)
def test_options_that_contradict_or_are_of_no_use_are_refused(
    run: Any, example: Any, tmp_path: Path, options: str, name: str
) -> None:
    result = run("convert", *options.split(), example("residual.mic2"), tmp_path / name)
    assert result.exit_code == 2
    assert options.split()[-2 if "--inputs" in options else 0] in result.stderr or name in result.stderr
    assert not list(tmp_path.iterdir())


def test_unmarked_formats_can_be_named(run: Any, tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("{}")
    result = run("convert", "--to", "vocab", tmp_path / "x.json", tmp_path / "y.b")
    assert (result.exit_code, "vocab: offsets: has to be given" in result.stderr) == (1, True)


def test_arguments_of_no_use_are_refused(tmp_path: Path, example: Any) -> None:
    with pytest.raises(ValueError, match="`stored` is for weights"):
        nacformats.convert(example("residual.mic2"), tmp_path / "x.micb", stored=True)
    with pytest.raises(ValueError, match=r"`inputs` are for \.onnx files"):
        nacformats.convert(example("residual.mic2"), tmp_path / "x.micb", inputs=[])


@pytest.mark.parametrize("words", ["--memory --hex", "--memory --section ops", "--observe", "--inputs x.npz"])
def test_inspect_ignores_no_option(run: Any, example: Any, words: str) -> None:
    assert run("inspect", example("mlp.nac"), *words.split()).exit_code == 2


def test_other_outputs_have_their_suffix(run: Any, example: Any, tmp_path: Path) -> None:
    assert run("inspect", example("mlp.nac"), "--memory-svg", tmp_path / "x.png").exit_code == 2
    assert run("schema", "nac", "-o", tmp_path / "x.json").exit_code == 2


@pytest.mark.parametrize("words", [(), ("--check",)])
def test_generate_works_on_the_checkout_of_the_current_folder_only(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    (tmp_path / "schemas").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(generate, "generate", None)  # not even looked at
    result = run("generate", *words)
    assert result.exit_code == 2
    assert str(generate.ROOT) in result.stderr


def test_generate_does_not_take_a_checkout_inside_of_its_own_for_its_own(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = tmp_path / "inner" / "folder"
    for root in (tmp_path, inner.parent):
        (root / "schemas").mkdir(parents=True)
    inner.mkdir()
    monkeypatch.setattr(generate, "ROOT", tmp_path)
    monkeypatch.chdir(inner)
    assert run("generate").exit_code == 2
