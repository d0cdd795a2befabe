"""A slice of the campaign over the command line, and that it sees what it looks for."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from nacformats.cli import main
from nacformats.commands import validating as reports
from tests.cli.campaign import running
from tests.cli.campaign.__main__ import judge
from tests.cli.campaign.commands import Case, commands, drawn_case
from tests.cli.campaign.material import FIFO, LOOP, File, originals
from tests.cli.campaign.running import Outcome, broken_promises, run_case
from tests.effort import effort

CASES = effort(40, 2_000)

pytestmark = pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="needs Linux")


@pytest.fixture(autouse=True)
def _kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.cli.campaign.__main__.KEPT", tmp_path / "kept")


@pytest.mark.nightly
def test_no_call_breaks_a_promise(monkeypatch: pytest.MonkeyPatch) -> None:
    """Times are measured by the campaign: here, other tests run beside it, and only what does not end fails."""
    monkeypatch.setattr(running, "MAX_SECONDS", running.KILLED_SECONDS)
    verdicts = [judge(seed) for seed in range(CASES)]
    assert not [verdict.details for verdict in verdicts if verdict.broken]
    assert {verdict.code for verdict in verdicts} >= {0, 1, 2}


def test_a_call_is_made_again_from_its_seed() -> None:
    assert [drawn_case(seed) for seed in range(20)] == [drawn_case(seed) for seed in range(20)]


def test_every_command_and_most_options_have_their_turn() -> None:
    """Those that are declared, also where a command passes its arguments on."""
    cases = [drawn_case(seed) for seed in range(effort(800, 1_500))]
    assert set(commands()) == set(main.commands)
    assert len(commands()["run"].params) > 20
    given = {(name, word) for case in cases for name in case.words[:2] if name in commands() for word in case.words}
    flags = [
        (name, option.opts[0])
        for name, command in commands().items()
        for option in command.params
        if "-" in option.opts[0]
    ]
    assert not [name for name in commands() if (name, name) not in given]
    missing = [flag for flag in flags if flag not in given and flag[1] != "--help"]
    assert len(missing) <= len(flags) // 20, missing


def test_every_kind_of_file_is_there() -> None:
    assert set(originals()) >= {"nac", "micb", "mic2", "stb", "tisa", "mep", "safetensors", "npz", "npy", "json", "ksy"}


def called(
    folder: Path, *words: str, files: tuple[File, ...] = (), stdin: bytes | None = b""
) -> tuple[Outcome, list[str]]:
    case = Case(0, list(words), list(files), stdin)
    outcome = run_case(case, folder / "case")
    return outcome, broken_promises(case, outcome)


def test_a_call_runs_as_a_shell_would_run_it(tmp_path: Path) -> None:
    outcome, broken = called(tmp_path, "validate", "-", stdin=originals()["stb"][0])
    assert (outcome.code, broken) == (0, [])
    assert outcome.stdout.startswith(b"-: ok")
    assert outcome.memory < 50_000_000


@pytest.mark.parametrize("oddity", [FIFO, LOOP, None])
def test_odd_files_are_there(tmp_path: Path, oddity: str | None) -> None:
    outcome, broken = called(tmp_path, "validate", "a.stb", files=(File("a.stb", originals()["stb"][0], oddity),))
    assert (outcome.code, broken) == (2 if oddity == LOOP else 0, [])


def raises(*_: object, **__: object) -> Iterator[str]:
    raise ZeroDivisionError


def is_slow(*_: object, **__: object) -> list[str]:
    start = time.process_time()
    while time.process_time() - start < 0.2:
        pass
    return []


@pytest.mark.parametrize(
    ("instead", "said"),
    [
        (raises, "a defect: exit code 70"),
        (lambda *_: os.kill(os.getpid(), 11), "ended by SIGSEGV"),
        (lambda *_: os._exit(5), "exit code 5"),
        (lambda *_: os.write(2, b"Traceback (most recent call last):\n") and [], "a traceback"),
        (lambda *_: os.write(2, b"\x1b]0;title") and [], "control characters on standard error"),
        (lambda *_: os.write(1, b"\x07") and [], "control characters on standard output"),
        (is_slow, "takes 0."),
        (lambda *_: [bytearray(b"x") * 100_000_000][:0], " MB"),
    ],
)
def test_a_broken_promise_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, instead: object, said: str) -> None:
    monkeypatch.setattr(reports, "expanded", instead)
    monkeypatch.setattr("tests.cli.campaign.running.MAX_SECONDS", 0.15)
    monkeypatch.setattr("tests.cli.campaign.running.MAX_BYTES", 64 * 1024**2)
    _, broken = called(tmp_path, "validate", "x")
    assert said in "; ".join(broken)
