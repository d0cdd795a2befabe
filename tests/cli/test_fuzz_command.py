"""`nacformats fuzz`: corpora with a manifest, and what a program does wrong with their files."""

from __future__ import annotations

import hashlib
import json
import os
import random
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from nacformats import FormatError, loads
from nacformats.formats import formats
from nacformats.fuzz import Maker, findings
from tests.effort import effort

ROOT = Path(__file__).resolve().parents[2]
SCORES = ROOT / "docs" / "scores.ksy"
Run = Callable[..., Result]

#: A parser of scores whose mistakes are chosen by its first argument; the file is the second one, or standard input.
PARSER = """
import os, sys, time

def parse(data, mistake):
    if data[:4] != b"SCOR":
        sys.exit(1)
    if mistake == "hang" and data[4] > 1:
        time.sleep(600)
    at = 5
    for _ in range(data[4]):
        size = data[at]
        name = data[at + 1 : at + 1 + size]
        if mistake == "abort" and size == 3:
            os.abort()
        if mistake == "ascii" and not name.isascii():
            sys.exit("names are ASCII")
        if mistake == "traceback" and size == 3:
            raise KeyError(name)
        if mistake != "names":
            name.decode()
        at += 3 + size
    if mistake != "rest" and at != len(data):
        sys.exit(1)

stream = open(sys.argv[2], "rb") if len(sys.argv) > 2 else sys.stdin.buffer
try:
    parse(stream.read(), sys.argv[1])
except (IndexError, UnicodeDecodeError):
    sys.exit(1)
"""


@pytest.fixture(autouse=True)
def no_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    """How small a finding becomes depends on steps, not on how busy the machine is."""
    monkeypatch.setattr(findings, "MOST_SECONDS", 600.0)


@pytest.fixture
def as_large_as_found(monkeypatch: pytest.MonkeyPatch, no_haste: None) -> None:
    """Findings are not made small, where that is not the question."""
    monkeypatch.setattr(findings, "MOST_SECONDS", 0.0)


@pytest.fixture
def target(tmp_path: Path) -> Callable[[str], str]:
    """The command line of the parser with a mistake."""
    script = tmp_path / "parser.py"
    script.write_text(PARSER)
    return lambda mistake: shlex.join([sys.executable, "-S", str(script), mistake])


def manifest_of(folder: Path) -> dict[str, Any]:
    return json.loads((folder / "manifest.json").read_text())


def check_manifest(folder: Path) -> list[dict[str, Any]]:
    """Every listed file is there, whole, and no other; gives the list."""
    listed = manifest_of(folder)["files"]
    for each in listed:
        data = (folder / each["file"]).read_bytes()
        assert (len(data), hashlib.sha256(data).hexdigest()) == (each["size"], each["sha256"])
    assert {path.name for path in folder.iterdir() if path.is_file()} == {
        "manifest.json",
        *(each["file"] for each in listed),
    }
    return listed


# Corpora


@pytest.mark.sample("valid-nac", "valid-micb", "valid-mic2", "near-nac", "near-stb")
@pytest.mark.parametrize("name", ["nac", "micb", "mic2", "stb"])
@pytest.mark.parametrize("extra", [[], ["--near"]], ids=["valid", "near"])
def test_a_corpus_of_a_format(name: str, extra: list[str], run: Run, tmp_path: Path) -> None:
    count = effort(5, 20)
    result = run("fuzz", name, "--count", count, "--out", tmp_path / "corpus", *extra)
    assert result.exit_code == 0, result.stderr
    assert f"{name}, seed 0: {count} files" in result.stdout
    listed = check_manifest(tmp_path / "corpus")
    assert len(listed) == count
    for each in listed:
        try:
            loads((tmp_path / "corpus" / each["file"]).read_bytes(), format=name).close()
        except FormatError:
            assert each["verdict"] == "refused"
        else:
            assert each["verdict"] == "accepted"
        assert ("damaged" in each) == bool(extra)


def test_a_corpus_of_a_schema_is_reproducible(run: Run, tmp_path: Path) -> None:
    for folder in ("one", "two"):
        assert run("fuzz", SCORES, "--count", 10, "--seed", 7, "--out", tmp_path / folder).exit_code == 0
    one, two = ({path.name: path.read_bytes() for path in (tmp_path / each).iterdir()} for each in ("one", "two"))
    assert one == two
    assert run("fuzz", SCORES, "--count", 10, "--seed", 8, "--out", tmp_path / "three").exit_code == 0
    assert manifest_of(tmp_path / "three")["files"] != manifest_of(tmp_path / "one")["files"]
    assert (manifest_of(tmp_path / "one")["seed"], manifest_of(tmp_path / "one")["count"]) == (7, 10)


def test_nothing_is_written_without_a_folder(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("fuzz", SCORES, "--count", 5)
    assert result.exit_code == 0
    assert "5 files of" in result.stdout
    assert "5 accepted, 0 refused" in result.stdout
    assert not list(tmp_path.iterdir())


def test_refusals_are_summed_up(run: Run) -> None:
    result = run("fuzz", SCORES, "--count", 15, "--near")
    assert " refused: " in result.stdout
    assert "of the refusals name the damaged field or one that encloses it" in result.stdout


def test_a_folder_that_holds_something_is_kept(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("important")
    result = run("fuzz", SCORES, "--count", 5, "--out", tmp_path)
    assert (result.exit_code, [path.name for path in tmp_path.iterdir()]) == (2, ["mine"])
    assert "is not empty; --force" in result.stderr
    assert run("fuzz", SCORES, "--count", 5, "--out", tmp_path, "--force").exit_code == 0
    assert (tmp_path / "mine").read_text() == "important"
    assert len(manifest_of(tmp_path)["files"]) == 5


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nosuch"], f"neither a format ({', '.join(formats())}) nor a .ksy file"),
        (["nosuch.ksy"], "nosuch.ksy"),
        (["stb", "--count", "0"], "--count"),
        (["stb", "--target", ""], "--target: the command is empty"),
        (["stb", "--target", "no-such-program {}"], "there is no program no-such-program"),
        (["stb", "--target", "'open"], "--target"),
        (["stb", "--out", "no/such/folder"], "does not exist"),
        (["stb", "--out", __file__], "is not a folder"),
    ],
)
def test_usage(arguments: list[str], message: str, run: Run) -> None:
    result = run("fuzz", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr


def test_a_schema_outside_the_subset_is_refused_by_path(run: Run, tmp_path: Path) -> None:
    schema = tmp_path / "odd.ksy"
    schema.write_text("meta: {id: odd}\nseq:\n  - {id: x, size: 4, process: encrypt(1)}\n")
    result = run("fuzz", schema)
    assert result.exit_code == 2
    assert "/seq/0/process" in result.stderr


@pytest.mark.skipif(os.name != "posix", reason="sends signals")
def interrupted(process: subprocess.Popen[bytes]) -> bytes:
    """Press Ctrl-C, and again when nothing happens.

    One in a hundred is lost before Python 3.12, where NumPy compares an array with a member of an enumeration: it asks
    the class for attributes, in code of Python, and drops whatever that raises.
    """
    try:
        for seconds in (10, 60):
            process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                return process.communicate(timeout=seconds)[1]
        pytest.fail("Ctrl-C does not end it")
    finally:
        process.kill()


@pytest.mark.nightly
def test_an_interrupted_run_leaves_a_manifest_of_what_is_there(tmp_path: Path) -> None:
    folder = tmp_path / "corpus"
    command = [sys.executable, "-m", "nacformats", "fuzz", "nac", "--count", "1000000", "--out", str(folder)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, cwd=ROOT) as process:
        end = time.monotonic() + 60
        while not (folder.is_dir() and len(list(folder.iterdir())) > 20) and time.monotonic() < end:
            time.sleep(0.05)
        errors = interrupted(process)
    assert process.returncode == 130
    assert b"Traceback" not in errors
    names = {each["file"] for each in manifest_of(folder)["files"]}
    left = {path.name for path in folder.iterdir()} - {"manifest.json"}
    assert len(names) >= 20
    assert names <= left
    assert len(left - names) <= 1, "the file that was being written"


# Targets


def fuzz(run: Run, command: str, folder: Path, *more: object, count: int = 60) -> tuple[Result, list[dict[str, Any]]]:
    """The result, and what was found."""
    result = run("fuzz", SCORES, "--max-size", 200, "--count", count, "--target", command, "--out", folder, *more)
    found = folder / "findings" / "findings.json"
    return result, json.loads(found.read_text())["findings"] if found.exists() else []


@pytest.mark.sample(each=4)
@pytest.mark.parametrize("place", ["", " {}"], ids=["standard input", "by name"])
@pytest.mark.parametrize("near", [[], ["--near"]], ids=["valid", "near"])
def test_nothing_is_found_in_a_good_parser(
    place: str, near: list[str], run: Run, target: Callable[[str], str], tmp_path: Path
) -> None:
    result, found = fuzz(run, target("none") + place, tmp_path / "corpus", *near, count=20)
    assert result.exit_code == 0, result.stdout
    assert not found
    assert "nothing found" in result.stdout
    check_manifest(tmp_path / "corpus")


@pytest.mark.nightly
def test_another_verdict_is_found_and_made_small(run: Run, target: Callable[[str], str], tmp_path: Path) -> None:
    result, (found,) = fuzz(run, target("ascii") + " {}", tmp_path / "corpus")
    assert result.exit_code == 1
    assert "refuses what is accepted (exit 1: names are ASCII)" in result.stdout
    assert (found["kind"], found["verdict"], found["target"]["outcome"]) == ("disagreement", "accepted", "refuses")
    data = (tmp_path / "corpus" / "findings" / found["file"]).read_bytes()
    assert hashlib.sha256(data).hexdigest() == found["sha256"]
    assert len(data) <= 24
    assert not data.isascii()


@pytest.mark.nightly
def test_what_a_parser_lets_pass_is_found(run: Run, target: Callable[[str], str], tmp_path: Path) -> None:
    result, found = fuzz(run, target("rest") + " {}", tmp_path / "corpus", "--near", count=60)
    assert result.exit_code == 1
    assert "accepts what is refused" in result.stdout
    assert {(each["kind"], each["verdict"]) for each in found} == {("disagreement", "refused")}
    assert all(each["size"] < 40 for each in found)


@pytest.mark.skipif(os.name != "posix", reason="a signal ends the program")
def test_crashes_are_found(run: Run, target: Callable[[str], str], tmp_path: Path) -> None:
    result, found = fuzz(run, target("abort") + " {}", tmp_path / "corpus")
    assert result.exit_code == 1
    assert "crash (SIGABRT" in result.stdout
    (crash,) = (each for each in found if each["kind"] == "crash")
    assert b"\x03" in (tmp_path / "corpus" / "findings" / crash["file"]).read_bytes()
    assert crash["size"] < 40


def test_a_target_that_is_slow_once_does_not_hang(run: Run, tmp_path: Path) -> None:
    marker, script = tmp_path / "been here", tmp_path / "slow.py"
    script.write_text(
        f"import os, time\nif not os.path.exists({str(marker)!r}):\n    open({str(marker)!r}, 'w')\n    time.sleep(60)"
    )
    command = shlex.join([sys.executable, "-S", str(script), "{}"])
    result, found = fuzz(run, command, tmp_path / "corpus", "--timeout", 1.5, "--jobs", 1, count=2)
    assert result.exit_code == 0, result.stdout
    assert (marker.exists(), found) == (True, [])


@pytest.mark.usefixtures("as_large_as_found")
def test_hangs_are_found(run: Run, target: Callable[[str], str], tmp_path: Path) -> None:
    result, found = fuzz(run, target("hang") + " {}", tmp_path / "corpus", "--timeout", 2, "--jobs", 8, count=6)
    assert result.exit_code == 1
    assert "hang (no answer within 2 s" in result.stdout
    assert [each["kind"] for each in found] == ["hang"]


@pytest.mark.nightly
@pytest.mark.usefixtures("as_large_as_found")
def test_other_exit_codes_can_be_crashes(run: Run, target: Callable[[str], str], tmp_path: Path) -> None:
    result, found = fuzz(run, target("traceback") + " {}", tmp_path / "corpus", "--refuses", 2)
    assert result.exit_code == 1
    assert any(each["kind"] == "crash" and each["target"]["words"].startswith("KeyError") for each in found)


@pytest.mark.nightly
@pytest.mark.usefixtures("as_large_as_found")
def test_findings_are_told_without_a_folder(run: Run, target: Callable[[str], str]) -> None:
    result = run("fuzz", SCORES, "--max-size", 200, "--count", 60, "--target", target("ascii"))
    assert result.exit_code == 1
    assert "--out DIR keeps them" in result.stdout


# The document


DOCUMENT = (ROOT / "docs" / "fuzzing.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", DOCUMENT, re.DOTALL | re.MULTILINE)


@pytest.mark.nightly
@pytest.mark.usefixtures("as_large_as_found")
def test_the_commands_of_the_document_find_its_mistakes(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("parser.py").write_text(blocks("python")[0])
    Path("scores.ksy").write_bytes(SCORES.read_bytes())
    for block in blocks("console"):
        command, _, shown = block.removeprefix("$ nacformats ").partition("\n")
        words = [word.replace("python3", f'"{sys.executable}"') for word in shlex.split(command)]
        result = run(*words)
        assert result.exit_code == 1
        heads = {line.partition(" (")[0] for line in shown.splitlines() if " what is " in line}
        assert heads
        assert all(head in result.stdout for head in heads)


def test_the_hints_of_the_document_are_hints(tmp_path: Path) -> None:
    schema = tmp_path / "scores.ksy"
    schema.write_bytes(SCORES.read_bytes())
    (tmp_path / "scores.hints.yaml").write_text(blocks("yaml")[0])
    maker = Maker(schema)
    counts = {maker.sample(random.Random(seed)).data[4] for seed in range(100)}
    assert counts == {0, 1, 2, 3}


def test_the_document_names_what_a_manifest_has(run: Run, tmp_path: Path) -> None:
    keys = {key for line in DOCUMENT.splitlines() if line.startswith("| `") for key in re.findall(r"`(\w+)`", line)}
    for number, extra in enumerate(([], ["--near"])):
        run("fuzz", "stb", "--count", 40, "--out", tmp_path / str(number), *extra)
        for each in check_manifest(tmp_path / str(number)):
            assert set(each) <= keys
