"""The second tier: jobs are run, stopped at their budget, skipped where something is missing, and gone on with."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests import nightly
from tests.nightly import JOBS, Job, Night

pytestmark = pytest.mark.skipif(os.name != "posix", reason="sends signals to groups of processes")

#: Says that it was called; then fails, or takes its time, as it is told.
FAKE = """
import os, subprocess, sys, time
with open(os.environ["FAKE_LOG"], "a") as log:
    print(*sys.argv[1:], file=log)
if "child" in sys.argv:
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
if "slow" in sys.argv:
    time.sleep(600)
sys.exit("fail" in sys.argv)
"""
Called = Callable[[], list[str]]


@pytest.fixture
def called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Called:
    """What the fake command was called with so far, each time."""
    (tmp_path / "fake_job.py").write_text(FAKE)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("FAKE_LOG", str(tmp_path / "calls"))
    monkeypatch.setattr(nightly, "GRACE", 2.0)
    return lambda: (tmp_path / "calls").read_text().splitlines() if (tmp_path / "calls").exists() else []


def night(tmp_path: Path, *jobs: Job, **options: Any) -> Night:
    return Night(jobs, tmp_path / "state", **options)


def test_each_job_has_one_line(tmp_path: Path, called: Called, capsys: pytest.CaptureFixture[str]) -> None:
    good = Job("good", ("fake_job one", "fake_job two"), 60)
    bad = Job("bad", ("fake_job fail", "fake_job three"), 60)
    absent = Job("absent", ("fake_job never",), 60, modules=("no_such_module",), programs=("no-such-program",))
    assert not night(tmp_path, bad, absent, good).run()
    failed, skipped, ok = capsys.readouterr().out.splitlines()
    assert failed.startswith("FAILED   bad: fake_job fail (exit 1); 2 of 2 commands in ")
    assert Path(failed.rpartition("; ")[2]).read_text().count("$ python -m fake_job") == 2
    assert skipped == "skipped  absent: needs no_such_module, no-such-program"
    assert ok.startswith("ok       good: 2 of 2 commands in ")
    assert called() == ["fail", "three", "one", "two"]
    assert night(tmp_path, good).run()
    assert len(called()) == 6, "after a whole night, the next begins anew"


def test_a_job_stops_at_its_budget(tmp_path: Path, called: Called, capsys: pytest.CaptureFixture[str]) -> None:
    started = time.monotonic()
    jobs = Job("one", ("fake_job quick", "fake_job slow child"), 1.5), Job("none", ("fake_job slow",), 0.5)
    assert not night(tmp_path, *jobs).run()
    assert time.monotonic() - started < 60
    one, none = capsys.readouterr().out.splitlines()
    assert one.startswith("ok       one: 1 of 2 commands in ")
    assert one.endswith("stopped at its budget: fake_job slow child")
    assert none.startswith("FAILED   none: 0 of 1 commands in "), "a job that never gets done guards nothing"


def test_what_was_done_is_not_done_again(
    tmp_path: Path, called: Called, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    jobs = Job("first", ("fake_job a",), 60), Job("second", ("fake_job b fail", "fake_job c", "fake_job d"), 60)
    call = Night._call

    def killed(self: Night, job: Job, command: str, seconds: float) -> int | None:
        if command == "fake_job c":
            raise KeyboardInterrupt
        return call(self, job, command, seconds)

    with monkeypatch.context() as patch:
        patch.setattr(Night, "_call", killed)
        with pytest.raises(KeyboardInterrupt):
            night(tmp_path, *jobs).run()
    capsys.readouterr()
    assert called() == ["a", "b fail"]
    assert not night(tmp_path, *jobs).run()
    assert called() == ["a", "b fail", "c", "d"]
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("ok       first: 1 of 1")
    assert second.startswith("FAILED   second: fake_job b fail (exit 1); 3 of 3"), "what failed before is told"


def test_a_fresh_night_forgets(tmp_path: Path, called: Called) -> None:
    job = Job("one", ("fake_job a", "fake_job b"), 60)
    state = night(tmp_path, job)
    state.done["one"] = {"steps": 1, "failed": [], "seconds": 1.0}
    state._remember()
    assert night(tmp_path, job, fresh=True).run()
    assert called() == ["a", "b"]


@pytest.mark.nightly
def test_seeds_go_on_until_the_budget_ends(tmp_path: Path, called: Called) -> None:
    assert night(tmp_path, Job("seeds", ("fake_job {seed}",), 1.5, seeds=500)).run()
    assert called()[:2] == ["0", "500"]


def test_a_night_takes_less_than_three_hours() -> None:
    assert sum(job.seconds for job in JOBS) < 3 * 60 * 60
    assert len({job.name for job in JOBS}) == len(JOBS)


def test_each_folder_of_tests_is_in_the_night() -> None:
    folders = {path.parent.name for path in (nightly.ROOT / "tests").glob("*/test_*.py")}
    assert folders == set(nightly._FOLDERS)


def test_each_command_is_there() -> None:
    modules = {command.split()[0] for job in JOBS for command in job.commands} - {"pytest"}
    for module in modules:
        path = nightly.ROOT / module.replace(".", "/")
        assert path.with_suffix(".py").is_file() or (path / "__main__.py").is_file(), module
