"""What a file is, every verb knows: it does its work, or says in one short line what to do instead."""

from __future__ import annotations

import json
import os
import random
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from click.testing import Result

import nacformats
from nacformats.fuzz.choices import RandomChoices
from nacformats.fuzz.weights import make_gguf_file, make_safetensors_file
from tests.cli.test_other_files import TOKENIZER, archive, program
from tests.effort import effort
from tests.partners import needs

Run = Callable[..., Result]
ROOT = Path(__file__).resolve().parents[2]
EXAMPLES, TOY = ROOT / "examples", ROOT / "tests" / "generic" / "toy.ksy"

KINDS: dict[str, tuple[bytes, str]] = {
    "model.pt2": (archive({"m/models/model.json": program()}), "nacformats compile model.pt2 model.nac"),
    "model.pt": (archive({"archive/data.pkl": b"\x80\x02."}), "save its weights as .safetensors"),
    "tokenizer.json": (json.dumps(TOKENIZER).encode(), "nacformats tokenize tokenizer.json TEXT"),
    "config.json": (b'{"model_type": "x"}', "nacformats inspect config.json"),
    "other.zip": (archive({"a": b""}), "nacformats inspect other.zip"),
    "plan.mep": (b"halt\n", "nacformats compile MODEL OUT.nac --plan plan.mep"),
    "text.txt": (b"hello\n", "nacformats inspect text.txt --schema FILE.ksy"),
    "blank": (b" \n\n", "nacformats inspect blank --schema FILE.ksy"),
    "pointer.safetensors": (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "`git lfs pull` fetches"),
    "page.gguf": (b"<!DOCTYPE html>\n", "perhaps a download that failed"),
    "empty": (b"", "nacformats inspect empty --schema FILE.ksy"),
}
VERBS = (
    ["validate", "{}"],
    ["query", "{}"],
    ["run", "{}"],
    ["view", "{}", "-o", "page.html"],
    ["diff", "{}", "{}"],
    ["repair", "{}", "OUT.stb"],
    ["train", "{}", "--lr", "1"],
    ["tokenize", "{}", "hello"],
)


@pytest.mark.parametrize("name", KINDS)
def test_every_verb_says_what_a_file_is_and_what_takes_it(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    data, advice = KINDS[name]
    monkeypatch.chdir(tmp_path)
    Path(name).write_bytes(data)
    for words in VERBS:
        if name.endswith(".json") and words[0] == "tokenize":
            continue
        done = run(*[word.format(name) for word in words])
        said = done.stderr or done.stdout
        assert done.exit_code in (1, 2), words
        assert (advice in said, len(said.splitlines()), len(said) < 240) == (True, 1, True), said
    for call in (nacformats.load, nacformats.tables, nacformats.Session):
        with pytest.raises(nacformats.UnsupportedError) as info:
            call(name)  # type: ignore[operator]
        assert advice in str(info.value)


@pytest.mark.parametrize("name", ["model.safetensors", "text.txt"])
def test_what_holds_no_program_is_named(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    file = nacformats.SafetensorsFile.of_arrays({"w": np.ones(2, np.float32)})
    nacformats.dump(file, "weights.safetensors")
    shutil.copy("weights.safetensors", "model.safetensors")
    Path("text.txt").write_text("hello")
    for words in (
        ["convert", "weights.safetensors", "out.nac", "--into", name],
        ["run", name],
        ["train", name, "--lr", "1"],
    ):
        said = run(*words).stderr
        is_text = name == "text.txt"
        assert (f"{name}: " in said, "text that begins" in said, "holds no program" in said) == (
            True,
            is_text,
            not is_text,
        )
    with pytest.raises(nacformats.UnsupportedError, match=r"holds no program|text that begins"):
        nacformats.convert("weights.safetensors", "out.nac", into=name)


@needs("bash")
@pytest.mark.parametrize(
    "name", ["a\nb\x1b[31m'\\.bin", "zażółć \x9b\u202e.bin", os.fsdecode(b"\xff\xfe.bin"), "plain it's.bin"]
)
def test_commands_that_are_suggested_can_be_pasted(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_bytes(b"\x01\x02\x03")
    said = run("validate", name).output
    command = said[said.index("`") + 1 : said.rindex("`")].removesuffix(" --schema FILE.ksy")
    assert command.startswith("nacformats inspect ")
    word = command.removeprefix("nacformats inspect ")
    assert word.isprintable()
    echoed = subprocess.run(["bash", "-c", f"printf %s {word}"], capture_output=True, check=True).stdout
    assert os.fsdecode(echoed) == name


def test_a_folder_is_named(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("model").mkdir()
    for words in (*VERBS[1:], ["convert", "{}", "out.safetensors"]):
        done = run(*[word.format("model") for word in words])
        assert (done.exit_code, "`nacformats inspect model` lists its files" in done.stderr) == (2, True), words
    with pytest.raises(IsADirectoryError, match="nacformats inspect model"):
        nacformats.load("model")


@needs("onnx")
def test_onnx_models_are_checked_asked_and_run(run: Run, tmp_path: Path) -> None:
    model = tmp_path / "called_otherwise"
    model.write_bytes((EXAMPLES / "mlp.onnx").read_bytes())
    assert "ok (ONNX model" in run("validate", str(model)).stdout
    assert nacformats.validate(model) == []
    assert "parameters  4 rows" in run("query", str(model)).stdout
    with nacformats.tables(model) as found:
        assert found["ops"]["name"].tolist() == ["input", "Gemm", "Relu", "Gemm", "Softmax", "output"]
    done = run("run", str(model), "--inputs", str(EXAMPLES / "mlp.inputs.npz"))
    assert (done.exit_code, "probabilities" in done.stdout) == (0, True)
    assert run("diff", str(model), str(EXAMPLES / "mlp.onnx")).exit_code == 0
    damaged = tmp_path / "damaged.onnx"
    damaged.write_bytes(model.read_bytes().replace(b"Gemm", b"Gone"))
    (finding,) = nacformats.validate(damaged)
    assert (finding.severity, finding.rule) == ("error", "onnx.model")


def suggestions(shown: str) -> Iterator[list[str]]:
    """Yield the commands on a screen that need nothing but the file."""
    for line in shown.splitlines():
        if line.startswith("  nacformats "):
            words = shlex.split(line)[1:]
            if not {"FILE.ksy", "MODEL", "MODEL.nac", "FILE", "OTHER.onnx", "FILE.nac"} & set(words):
                yield ["hello" if word == "TEXT" else word for word in words]


def check_suggestions(run: Run, file: Path, *options: str) -> int:
    shown = run("inspect", str(file), *options)
    count = 0
    for words in suggestions(shown.stdout):
        done = run(*words, *(["--force"] if words[0] in ("convert", "compile") else []))
        is_shown = shown.exit_code == 1 and done.exit_code == 1 and words[0] in ("inspect", "validate")
        assert done.exit_code == 0 or is_shown, (words, done.stderr)
        count += 1
    return count


@pytest.fixture
def wide(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    monkeypatch.chdir(tmp_path)


@pytest.mark.nightly
@needs("onnx")
@pytest.mark.usefixtures("wide")
def test_what_a_screen_suggests_works_on_that_file(run: Run, corpus: Path) -> None:
    examples = [path for path in sorted(EXAMPLES.iterdir()) if path.suffix not in (".py", "")]
    others = [path for path in sorted(corpus.rglob("*")) if path.is_file()]
    chosen = random.Random(5).sample(others, effort(24, len(others)))
    assert sum(check_suggestions(run, file) for file in (*examples, *chosen)) > 40


@pytest.mark.usefixtures("wide")
def test_what_a_screen_suggests_works_on_drawn_and_damaged_files(run: Run, tmp_path: Path) -> None:
    for seed in range(effort(12, 300)):
        for make, suffix in ((make_gguf_file, "gguf"), (make_safetensors_file, "safetensors")):
            file = tmp_path / f"file.{suffix}"
            file.write_bytes(make(RandomChoices(random.Random(seed))))
            check_suggestions(run, file)
    story = (EXAMPLES / "mlp.nac").read_bytes()
    damaged = tmp_path / "damaged.nac"
    for at in range(40, len(story), len(story) // effort(8, 100)):
        damaged.write_bytes(story[:at] + bytes([story[at] ^ 0xFF]) + story[at + 1 :])
        check_suggestions(run, damaged)


@pytest.mark.usefixtures("wide")
def test_what_a_screen_suggests_reads_by_the_same_schema(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "file.bin"
    file.write_bytes(next(nacformats.open_schema(TOY).fuzz(1, seed=3)))
    assert check_suggestions(run, file, "--schema", str(TOY)) == 3


# the index of a folder


def folder_of(tmp_path: Path, entries: object, **shards: list[str]) -> Path:
    folder = tmp_path / "model"
    folder.mkdir()
    for shard, names in shards.items():
        made = nacformats.formats.safetensors.SafetensorsFile.of_arrays(
            {name: np.zeros(2, np.float32) for name in names}
        )
        nacformats.dump(made, folder / f"{shard}.safetensors")
    index = folder / "model.safetensors.index.json"
    index.write_text(entries if isinstance(entries, str) else json.dumps(entries))
    return folder


A, B = "a.safetensors", "b.safetensors"


@pytest.mark.parametrize(
    ("entries", "rules"),
    [
        ({"weight_map": {"x": A, "y": B}, "metadata": {"total_size": 16}}, set()),
        ({"weight_map": {"x": A, "y": B, "z": B}}, {"index.tensor"}),
        ({"weight_map": {"x": B, "y": B}}, {"index.tensor"}),
        ({"weight_map": {"x": A, "y": B, "z": "c.safetensors"}}, {"index.shard"}),
        ({"weight_map": {"x": A, "y": "../b.safetensors"}}, {"index.shard"}),
        ({"weight_map": {"x": A, "y": "/etc/passwd"}}, {"index.shard"}),
        ({"weight_map": {"x": A, "y": 1}}, {"index.json"}),
        ({"weight_map": []}, {"index.json"}),
        ('{"weight_map": ', {"index.json"}),
        ({"weight_map": {"x": A, "y": B}, "metadata": {"total_size": 17}}, set()),
        ({"weight_map": {"x": A}}, set()),
    ],
)
def test_an_index_is_compared_with_its_shards(run: Run, tmp_path: Path, entries: object, rules: set[str]) -> None:
    folder = folder_of(tmp_path, entries, a=["x"], b=["y"])
    found = nacformats.validate(folder / "model.safetensors.index.json")
    assert {each.rule for each in found if each.severity == "error"} == rules
    for place in (folder, folder / "model.safetensors.index.json"):
        for verb in ("validate", "inspect"):
            assert run(verb, str(place)).exit_code == (1 if rules else 0), verb
        if rules:
            assert json.loads(run("inspect", str(place), "--json").stdout)["valid"] is False


def test_what_an_index_leaves_out_is_told(tmp_path: Path) -> None:
    entries = {"weight_map": {"x": A, "l": "link.safetensors"}, "metadata": {"total_size": 9}}
    folder = folder_of(tmp_path, entries, a=["x", "y"])
    (folder / "link.safetensors").symlink_to(folder / A)
    found = nacformats.validate(folder / "model.safetensors.index.json")
    assert [each.rule for each in found] == ["index.link", "index.unlisted"]
    folder.joinpath("link.safetensors").unlink()
    entries["weight_map"] = {"x": A, "y": A}
    (folder / "model.safetensors.index.json").write_text(json.dumps(entries))
    found = nacformats.validate(folder / "model.safetensors.index.json")
    assert [each.rule for each in found] == ["index.total-size"]
    (folder / A).rename(folder / "model-1.safetensors")
    entries = {"weight_map": {"x": "model-1.safetensors", "y": "model-1.safetensors"}}
    (folder / "model.safetensors.index.json").write_text(json.dumps(entries))
    assert not nacformats.validate(folder / "model.safetensors.index.json")
    shutil.copy(folder / "model-1.safetensors", folder / "model-2.safetensors")
    (found,) = nacformats.validate(folder / "model.safetensors.index.json")
    assert (found.rule, "model-2.safetensors" in found.reason) == ("index.unlisted", True)


def test_a_folder_is_checked_by_the_suffix_of_the_schema(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.toy").write_bytes(b"no toy")
    (tmp_path / "b.nac").write_bytes(b"no nac")
    done = run("validate", str(tmp_path), "--schema", str(TOY))
    assert (done.exit_code, "a.toy" in done.stdout, "b.nac" in done.stdout) == (1, True, False)


def test_no_link_in_a_folder_is_followed(run: Run, tmp_path: Path) -> None:
    secret = tmp_path / "secret.json"
    secret.write_text('{"model_type": "secret"}')
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "config.json").symlink_to(secret)
    (folder / "model.safetensors").symlink_to(EXAMPLES / "weights.safetensors")
    shown = run("inspect", str(folder)).stdout
    assert ("secret" in shown, "fc.weight" in shown, shown.count("a link")) == (False, False, 2)


@pytest.mark.parametrize("target", ["out.nac", "out.safetensors"])
def test_what_is_compiled_becomes_a_nac_file(run: Run, tmp_path: Path, target: str) -> None:
    done = run("convert", tmp_path / "a b.onnx", tmp_path / target)
    command = f"nacformats compile '{tmp_path / 'a b.onnx'}' {tmp_path / 'out.nac'}"
    assert (done.exit_code, command in done.stderr) == (2, True), done.stderr


def test_what_a_file_has_is_quoted_as_far_as_a_line_goes() -> None:
    error = nacformats.InvalidError("the file is not there", actual="x" * 5000)
    assert str(error).startswith("the file is not there: got xxx")
    assert len(str(error)) < 400
